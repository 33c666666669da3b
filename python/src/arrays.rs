//! Columns of numbers from NumPy arrays and Python sequences, and back.
//!
//! Arrays of the right type are read in place; everything else passes through `numpy.asarray` first.

use numpy::{Element, PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::shown;
use crate::errors::Failure;

/// A column of whole numbers of 64 bits.
pub(crate) enum Column<'py> {
    Signed(PyReadonlyArray1<'py, i64>),
    Unsigned(PyReadonlyArray1<'py, u64>),
}

impl<'py> Column<'py> {
    /// Reads an argument. `name` is that of the argument in messages.
    pub(crate) fn read(value: &Bound<'py, PyAny>, name: &str) -> PyResult<Self> {
        if let Some(column) = Self::view(value) {
            return Ok(column);
        }
        let wrong = || {
            let value = shown(value);
            Failure::argument(format!(
                "`{name}` is {value}, not a column of whole numbers"
            ))
        };
        Ok(Self::converted(value)
            .unwrap_or_default()
            .ok_or_else(wrong)?)
    }

    /// Through `numpy.asarray`; an error or `None` for what is no column of whole numbers.
    fn converted(value: &Bound<'py, PyAny>) -> PyResult<Option<Self>> {
        let numpy = value.py().import("numpy")?;
        let array = numpy.call_method1("asarray", (value,))?;
        let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
        let target = match &*kind {
            "i" | "b" => "int64",
            "u" => "uint64",
            // An empty list is an array of floating-point numbers.
            "f" if array.len()? == 0 => "int64",
            _ => return Ok(None),
        };
        let options = PyDict::new(value.py());
        options.set_item("casting", "unsafe")?;
        let array = array.call_method("astype", (target,), Some(&options))?;
        Ok(Self::view(&array))
    }

    fn view(value: &Bound<'py, PyAny>) -> Option<Self> {
        if let Ok(array) = value.extract() {
            return Some(Self::Signed(array));
        }
        value.extract().ok().map(Self::Unsigned)
    }

    /// The values; the first one that does not suit is an error.
    pub(crate) fn values<T: TryFrom<i64> + TryFrom<u64>>(&self, name: &str) -> PyResult<Vec<T>> {
        match self {
            Self::Signed(array) => match array.as_slice() {
                Ok(slice) => converted(slice.iter().copied(), name),
                Err(_) => converted(array.as_array().iter().copied(), name),
            },
            Self::Unsigned(array) => match array.as_slice() {
                Ok(slice) => converted(slice.iter().copied(), name),
                Err(_) => converted(array.as_array().iter().copied(), name),
            },
        }
    }
}

fn converted<S: Copy + ToString, T: TryFrom<S>>(
    values: impl ExactSizeIterator<Item = S>,
    name: &str,
) -> PyResult<Vec<T>> {
    let mut column = Vec::with_capacity(values.len());
    for (index, value) in values.enumerate() {
        column.push(T::try_from(value).map_err(|_| {
            let value = value.to_string();
            Failure::argument(format!("`{name}[{index}]` is {value}, out of range"))
        })?);
    }
    Ok(column)
}

/// An array that owns these values; they are not copied.
pub(crate) fn array<T: Element>(py: Python<'_>, values: Vec<T>) -> Bound<'_, PyArray1<T>> {
    PyArray1::from_vec(py, values)
}
