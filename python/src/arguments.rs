//! Arguments of Python functions: what is of the wrong type is an `ArgumentError` that names the argument.
//!
//! PyO3 refuses an argument before a function runs, with a `TypeError` that does not say which one it is.

use pyo3::prelude::*;

use crate::errors::Failure;
use crate::schedule::Schedule;
use crate::trace::Trace;

/// An argument, or how the wrong value looks.
#[derive(Debug)]
pub(crate) struct Arg<T>(Result<T, String>);

/// The longest text of a wrong value, in bytes.
const MAX_SHOWN: usize = 60;

impl<T: Expected> Arg<T> {
    /// The value; `name` is that of the argument.
    pub(crate) fn named(self, name: &str) -> Result<T, Failure> {
        self.0.map_err(|shown| {
            let expected = T::TEXT;
            Failure::argument(format!("`{name}` is {shown}, expected {expected}"))
        })
    }
}

/// A default value.
impl<T> From<T> for Arg<T> {
    fn from(value: T) -> Self {
        Self(Ok(value))
    }
}

impl<'a, 'py, T: FromPyObject<'a, 'py>> FromPyObject<'a, 'py> for Arg<T> {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(T::extract(value).map_err(|_| shown(&value))))
    }
}

/// How a value looks, in short.
pub(crate) fn shown(value: &Bound<'_, PyAny>) -> String {
    let text = value.repr().map(|text| text.to_string());
    let text = text.unwrap_or_else(|_| "a value without a text".to_owned());
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}..", &text[..end]),
        None => text,
    }
}

/// What a value should be, for messages.
pub(crate) trait Expected {
    const TEXT: &'static str;
}

macro_rules! expected {
    ($($ty:ty: $text:literal;)*) => {
        $(impl Expected for $ty {
            const TEXT: &'static str = $text;
        })*
    };
}

expected! {
    bool: "`True` or `False`";
    i64: "a whole number of 64 bits";
    u64: "a whole number from 0 to 2**64 - 1";
    usize: "a whole number from 0 to 2**64 - 1";
    &str: "a text";
    String: "a text";
    &[u8]: "bytes";
    std::path::PathBuf: "a path";
    Vec<String>: "a list of texts";
    Vec<Vec<(i64, i64)>>: "a list with a list of pairs of ticks for each buffer";
    Vec<(u32, u32)>: "a list of pairs of numbers of buffers";
    Bound<'_, Trace>: "a `Trace`";
    Vec<Bound<'_, Trace>>: "traces";
    Vec<Bound<'_, Schedule>>: "schedules";
}

impl<T: Expected> Expected for Option<T> {
    const TEXT: &'static str = T::TEXT;
}
