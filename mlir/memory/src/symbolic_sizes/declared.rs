//! What the attribute `memplan.dims` of an argument says about its dimensions.

use memplan_mlir::{AttrKind, DYNAMIC, Module, OpId, names};

/// A dimension of an argument, as the program declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredDim {
    /// The number of the argument.
    pub argument: usize,
    /// The number of the dimension; 0 for an argument that is an integer itself.
    pub dim: usize,
    /// Its name: dimensions of one name in a function are equal.
    pub name: String,
    /// The least value.
    pub min: i64,
    /// The greatest value, if there is one.
    pub max: Option<i64>,
    /// All values are multiples of this.
    pub multiple: i64,
}

/// Why a declaration cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("argument {argument}: {problem}")]
pub struct DeclarationError {
    /// The function.
    pub function: OpId,
    /// The number of the argument.
    pub argument: usize,
    /// What is wrong.
    pub problem: String,
}

/// The declarations of a function: `memplan.dims = ["b=1..64", "s=32..1024/32"]` on an argument has one entry for each
/// dynamic dimension, or for each dimension; `_` says nothing about one.
///
/// # Errors
/// [`DeclarationError`] for text that is not of this form, a list of another length, and ranges of one name that have
/// no value in common.
pub fn declared_dims(m: &Module, function: OpId) -> Result<Vec<DeclaredDim>, DeclarationError> {
    let mut all: Vec<DeclaredDim> = Vec::new();
    let inputs = m.signature(function).map_or(0, |(inputs, _)| inputs.len());
    for argument in 0..inputs {
        let Some(attr) = m.arg_attr(function, argument, names::DIMS) else {
            continue;
        };
        let error = |problem: String| DeclarationError {
            function,
            argument,
            problem,
        };
        let AttrKind::Array(entries) = m.ctx.attr_kind(attr) else {
            return Err(error("`memplan.dims` is no list of strings".to_owned()));
        };
        let Some((inputs, _)) = m.signature(function) else {
            continue;
        };
        let shape = m.ctx.shape(inputs[argument]);
        let dims: Vec<usize> = match shape {
            None => vec![0],
            Some(shape) if shape.len() == entries.len() => (0..shape.len()).collect(),
            Some(shape) => (0..shape.len())
                .filter(|&dim| shape[dim] == DYNAMIC)
                .collect(),
        };
        if dims.len() != entries.len() {
            let (n_entries, n_dims) = (entries.len(), dims.len());
            return Err(error(format!(
                "`memplan.dims` has {n_entries} entries for {n_dims} dynamic dimensions"
            )));
        }
        for (&entry, dim) in entries.iter().zip(dims) {
            let text = m.ctx.attr_str(entry);
            let text = text.ok_or_else(|| error("`memplan.dims` is no list of strings".into()))?;
            let text = m.ctx.text(text).into_owned();
            let is_static = shape.is_some_and(|shape| shape[dim] != DYNAMIC);
            if text == "_" || is_static {
                continue;
            }
            let declared = parse(&text).map_err(|problem| error(format!("`{text}`: {problem}")))?;
            let declared = DeclaredDim {
                argument,
                dim,
                ..declared
            };
            if let Some(other) = all.iter().find(|other| other.name == declared.name) {
                other.narrowed(&declared).ok_or_else(|| {
                    error(format!(
                        "the ranges of `{}` have no value in common",
                        declared.name
                    ))
                })?;
            }
            all.push(declared);
        }
    }
    narrow_all(&mut all);
    Ok(all)
}

/// Gives every dimension the range of all of its name.
fn narrow_all(all: &mut [DeclaredDim]) {
    for index in 0..all.len() {
        for other in 0..all.len() {
            if all[other].name == all[index].name
                && let Some(both) = all[index].narrowed(&all[other])
            {
                all[index] = both;
            }
        }
    }
}

/// Reads `b`, `b=1..64`, `b=1..` or either of the last two followed by `/32`.
///
/// # Errors
/// What was expected.
pub fn parse(text: &str) -> Result<DeclaredDim, &'static str> {
    const EXPECTED: &str =
        "expected `NAME`, `NAME=MIN..MAX` or `NAME=MIN..`, or the latter with `/MULTIPLE`";
    let (name, range) = match text.split_once('=') {
        Some((name, range)) => (name.trim(), range.trim()),
        None => (text.trim(), "0.."),
    };
    let (range, multiple) = match range.split_once('/') {
        Some((range, multiple)) => (range, multiple.trim().parse().map_err(|_| EXPECTED)?),
        None => (range, 1),
    };
    let (min, max) = range.split_once("..").ok_or(EXPECTED)?;
    let min: i64 = min.trim().parse().map_err(|_| EXPECTED)?;
    let max: Option<i64> = match max.trim() {
        "" => None,
        max => Some(max.parse().map_err(|_| EXPECTED)?),
    };
    if min < 0 {
        return Err("a dimension is not negative");
    }
    let symbol = memplan_support::symbolic::Symbol {
        name: name.to_owned(),
        min,
        max,
        multiple,
    };
    symbol.checked().map_err(|error| match error {
        memplan_support::symbolic::ExpressionError::Symbol { problem, .. } => problem,
        _ => EXPECTED,
    })?;
    Ok(DeclaredDim {
        argument: 0,
        dim: 0,
        name: name.to_owned(),
        min,
        max,
        multiple,
    })
}

impl DeclaredDim {
    /// The same dimension with the values that another may have, too; `None` without any.
    pub fn narrowed(&self, other: &Self) -> Option<Self> {
        let (a, b) = (self, other);
        let max = match (a.max, b.max) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (max, None) | (None, max) => max,
        };
        let (mut x, mut y) = (a.multiple, b.multiple);
        while y != 0 {
            (x, y) = (y, x % y);
        }
        let both = memplan_support::symbolic::Symbol {
            name: a.name.clone(),
            min: a.min.max(b.min),
            max,
            multiple: (a.multiple / x.max(1)).checked_mul(b.multiple)?,
        };
        let both = both.checked().ok()?;
        Some(DeclaredDim {
            min: both.min,
            max: both.max,
            multiple: both.multiple,
            ..a.clone()
        })
    }
}
