//! Running a function of a program by the reference interpreter, on columns of NumPy arrays.
//!
//! Floats travel as `float64`, integers and indices as `uint64`, complex numbers as pairs of `float64`: every type of
//! MLIR that NumPy knows fits. The Python part knows the types of NumPy.

use memplan::{OldResult, old_results};
use memplan_interp::{Datum, RunOptions, entry_functions, function, run};
use memplan_mlir::text::type_text;
use memplan_mlir::{Module, OpId, TypeId, TypeKind};
use numpy::PyReadonlyArray1;
use pyo3::prelude::*;

use crate::arrays::array;
use crate::errors::Failure;
use crate::program::Program;

/// The name of an element type, and sizes of dimensions, -1 if they are dynamic; no sizes for a scalar.
pub(crate) type Shaped = (String, Option<Vec<i64>>);

/// The elements of an argument.
#[derive(Debug, FromPyObject)]
pub(crate) enum Elements<'py> {
    Floats(PyReadonlyArray1<'py, f64>),
    Bits(PyReadonlyArray1<'py, u64>),
}

/// An argument: sizes of its dimensions, if it is an array, whether it is complex, and its elements.
pub(crate) type Argument<'py> = (Option<Vec<i64>>, bool, Elements<'py>);

/// The elements of a result.
#[derive(Debug)]
pub(crate) enum Column {
    Floats(Vec<f64>),
    Bits(Vec<u64>),
}

impl Column {
    pub(crate) fn into_array(self, py: Python<'_>) -> Bound<'_, PyAny> {
        match self {
            Self::Floats(values) => array(py, values).into_any(),
            Self::Bits(values) => array(py, values).into_any(),
        }
    }
}

/// A function with this name, or the only public one.
pub(crate) fn chosen(m: &Module, name: Option<&str>) -> Result<OpId, Failure> {
    if let Some(name) = name {
        let missing = || Failure::argument(format!("there is no function `{name}`"));
        return function(m, name).ok_or_else(missing);
    }
    match *entry_functions(m) {
        [only] => Ok(only),
        ref all => {
            let problem = format!(
                "the program has {} public functions: choose one with `function=`",
                all.len()
            );
            Err(Failure::argument(problem))
        }
    }
}

/// The types of arguments and results of a function, those that donated arguments hold included.
pub(crate) fn signature(m: &Module, function: OpId) -> (Vec<Shaped>, Vec<Shaped>) {
    let (inputs, results) = m.signature(function).unwrap_or_default();
    let of_result = |place| match place {
        OldResult::Argument(number) => inputs.get(number),
        OldResult::Result(number) => results.get(number),
    };
    let results = old_results(m, function).into_iter().filter_map(of_result);
    let shaped = |&ty: &TypeId| shaped(m, ty);
    (
        inputs.iter().map(shaped).collect(),
        results.map(shaped).collect(),
    )
}

fn shaped(m: &Module, ty: TypeId) -> Shaped {
    match (m.ctx.type_kind(ty), m.ctx.element_type(ty)) {
        (TypeKind::Complex(_), _) | (_, None) => (type_text(&m.ctx, ty), None),
        (_, Some(element)) => {
            let shape = m.ctx.shape(ty).map(<[i64]>::to_vec);
            let shape = shape.map(|shape| shape.into_iter().map(|size| size.max(-1)).collect());
            (type_text(&m.ctx, element), shape)
        }
    }
}

/// An argument as the interpreter takes it.
pub(crate) fn datum((sizes, is_complex, elements): &Argument<'_>) -> Result<Datum, Failure> {
    let elements: Vec<Datum> = match elements {
        Elements::Floats(values) if *is_complex => {
            let values = values.as_array();
            let values: Vec<f64> = values.iter().copied().collect();
            let (pairs, _) = values.as_chunks::<2>();
            pairs
                .iter()
                .map(|&[re, im]| Datum::Complex(re, im))
                .collect()
        }
        Elements::Floats(values) => values.as_array().iter().map(|&x| Datum::Float(x)).collect(),
        Elements::Bits(values) => values.as_array().iter().map(|&x| Datum::Int(x)).collect(),
    };
    match sizes {
        Some(sizes) => Ok(Datum::Array {
            sizes: sizes.clone(),
            elements,
        }),
        None => {
            let missing = || Failure::argument("a scalar has one element");
            elements.into_iter().next().ok_or_else(missing)
        }
    }
}

/// The results of a function on these arguments: sizes and elements.
pub(crate) fn results(
    m: &Module,
    function: OpId,
    arguments: &[Datum],
    (step_limit, byte_limit): (u64, u64),
    program: Program<'_>,
) -> Result<Vec<(Vec<i64>, Column)>, Failure> {
    let options = RunOptions {
        step_limit,
        byte_limit,
        is_zeroed: true,
        ..RunOptions::default()
    };
    let ran = run(m, function, arguments, &options);
    let ran = ran.map_err(|fault| Failure::of_run(&[fault.diagnostic(m)], program))?;
    let places = old_results(m, function).into_iter();
    let results = places.filter_map(|place| match place {
        OldResult::Argument(number) => ran.arguments.get(number).cloned(),
        OldResult::Result(number) => ran.results.get(number).cloned(),
    });
    let columns = results.enumerate().map(|(index, result)| {
        let (sizes, elements) = match result {
            Datum::Array { sizes, elements } => (sizes, elements),
            scalar => (Vec::new(), vec![scalar]),
        };
        let column = column(&elements).ok_or_else(|| {
            let problem = format!("result {index} is partly undefined, or not a number");
            Failure::new("RunError", "undefined-result", problem)
        })?;
        Ok((sizes, column))
    });
    columns.collect()
}

/// The numbers of elements; `None` if they are not all numbers of one kind.
fn column(elements: &[Datum]) -> Option<Column> {
    let is_int = matches!(elements.first(), Some(Datum::Int(_)));
    if is_int {
        let bits = elements.iter().map(|datum| match datum {
            Datum::Int(bits) => Some(*bits),
            _ => None,
        });
        return bits.collect::<Option<_>>().map(Column::Bits);
    }
    let mut floats = Vec::with_capacity(elements.len());
    for element in elements {
        match *element {
            Datum::Float(number) => floats.push(number),
            Datum::Complex(re, im) => floats.extend([re, im]),
            _ => return None,
        }
    }
    Some(Column::Floats(floats))
}
