//! Ranges and equalities of dynamic dimensions that a user gives besides those of the program.
//!
//! They become attributes `memplan.dims`, so that the program itself carries them.

use std::str::FromStr;

use memplan_memory_model::{DeclarationError, DeclaredDim, declared_dims, parse_declared};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::has_body;
use memplan_mlir::text::{Diagnostic, Severity, Span};
use memplan_mlir::{AttrKind, DYNAMIC, Module, OpId, TypeKind, names};

use crate::Error;

/// A dimension of an argument of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DimName {
    /// The name of the function.
    pub function: String,
    /// The number of the argument.
    pub argument: usize,
    /// The number of the dimension; 0 for an argument of type `index`.
    pub dim: usize,
}

/// The values of a dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DimRange {
    /// The dimension.
    pub of: DimName,
    /// Its name in formulas, if it is given one. Dimensions of one name are equal.
    pub name: Option<String>,
    /// The least value.
    pub min: i64,
    /// The greatest value, if there is one.
    pub max: Option<i64>,
    /// All values are multiples of this.
    pub multiple: i64,
}

/// Two dimensions of one function that are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EqualDims {
    /// One dimension.
    pub of: DimName,
    /// The other.
    pub other: DimName,
}

impl FromStr for DimName {
    type Err = String;

    /// Reads `main:0:1`, or `main:0` for an argument of type `index`.
    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || format!("`{text}`: expected FUNCTION:ARGUMENT:DIMENSION");
        let (rest, last) = text.rsplit_once(':').ok_or_else(expected)?;
        let last: usize = last.parse().map_err(|_| expected())?;
        let (function, argument, dim) = match rest.rsplit_once(':') {
            Some((function, argument)) => {
                (function, argument.parse().map_err(|_| expected())?, last)
            }
            None => (rest, last, 0),
        };
        Ok(Self {
            function: function.trim_start_matches('@').to_owned(),
            argument,
            dim,
        })
    }
}

impl FromStr for DimRange {
    type Err = String;

    /// Reads `main:0:1=32..1024/32`, or `main:0:1=s=32..1024/32` with a name.
    fn from_str(text: &str) -> Result<Self, String> {
        let expected =
            "expected FUNCTION:ARGUMENT:DIMENSION=MIN..MAX, MIN.., or either with /MULTIPLE";
        let (of, range) = text.split_once('=').ok_or(expected)?;
        let is_named = range.contains('=');
        let range = if is_named {
            range
        } else {
            &*format!("dim={range}")
        };
        let range = parse_declared(range).map_err(|_| expected)?;
        Ok(Self {
            of: of.parse()?,
            name: is_named.then_some(range.name),
            min: range.min,
            max: range.max,
            multiple: range.multiple,
        })
    }
}

impl FromStr for EqualDims {
    type Err = String;

    /// Reads `main:0:0=main:1:0`.
    fn from_str(text: &str) -> Result<Self, String> {
        let expected = "expected FUNCTION:ARGUMENT:DIMENSION=FUNCTION:ARGUMENT:DIMENSION";
        let (of, other) = text.split_once('=').ok_or(expected)?;
        let (of, other): (DimName, DimName) = (of.parse()?, other.parse()?);
        if of.function != other.function {
            return Err("both dimensions must be of one function".to_owned());
        }
        Ok(Self { of, other })
    }
}

/// Writes ranges and equalities to the attributes of a program, and checks those that it has.
///
/// # Errors
/// [`Error::Program`] for dimensions that do not exist or are static, malformed attributes and contradictions.
pub fn declare_dims(m: &mut Module, ranges: &[DimRange], equal: &[EqualDims]) -> Result<(), Error> {
    for range in ranges {
        let (function, mut dims) = declared_with(m, &range.of)?;
        let dim = found(&mut dims, &range.of);
        let given = DeclaredDim {
            min: range.min,
            max: range.max,
            multiple: range.multiple,
            ..dim.clone()
        };
        let Some(narrowed) = dim.narrowed(&given) else {
            let message = format!(
                "the ranges of dimension {} of argument {} have no value in common",
                range.of.dim, range.of.argument
            );
            return Err(error(message, m.span(function)));
        };
        *dim = narrowed;
        if let Some(name) = &range.name {
            rename(&mut dims, &range.of, name);
        }
        write(m, function, &dims);
    }
    for pair in equal {
        let (function, mut dims) = declared_with(m, &pair.of)?;
        let name = found(&mut dims, &pair.of).name.clone();
        write(m, function, &dims);
        let (_, mut dims) = declared_with(m, &pair.other)?;
        rename(&mut dims, &pair.other, &name);
        write(m, function, &dims);
    }
    for function in m.ops_with_trait(Traits::FUNCTION) {
        declared_dims(m, function).map_err(|fault| malformed(m, &fault))?;
    }
    Ok(())
}

/// The function of a dimension, and its declared dimensions with this one.
fn declared_with(m: &Module, of: &DimName) -> Result<(OpId, Vec<DeclaredDim>), Error> {
    let mut functions = m.ops_with_trait(Traits::FUNCTION).into_iter();
    let function = functions.find(|&op| {
        let name = m.symbol_name(op);
        has_body(m, op) && name.is_some_and(|name| m.ctx.bytes(name) == of.function.as_bytes())
    });
    let is_dynamic = |function: OpId| {
        let ty = *m.signature(function)?.0.get(of.argument)?;
        match m.ctx.shape(ty) {
            Some(shape) => Some(*shape.get(of.dim)? == DYNAMIC),
            None => Some(of.dim == 0 && *m.ctx.type_kind(ty) == TypeKind::Index),
        }
    };
    let dynamic = function.filter(|&function| is_dynamic(function) == Some(true));
    let Some(function) = dynamic else {
        let (name, argument, dim) = (&of.function, of.argument, of.dim);
        let message = format!(
            "dimension {dim} of argument {argument} of `{name}` has a range or an equality, but there is no such dynamic dimension"
        );
        return Err(error(message, Span::default()));
    };
    let mut dims = declared_dims(m, function).map_err(|fault| malformed(m, &fault))?;
    if !dims
        .iter()
        .any(|dim| dim.argument == of.argument && dim.dim == of.dim)
    {
        dims.push(DeclaredDim {
            argument: of.argument,
            dim: of.dim,
            name: format!("arg{}.{}", of.argument, of.dim),
            min: 0,
            max: None,
            multiple: 1,
        });
    }
    Ok((function, dims))
}

fn found<'d>(dims: &'d mut [DeclaredDim], of: &DimName) -> &'d mut DeclaredDim {
    let at = dims
        .iter()
        .position(|dim| dim.argument == of.argument && dim.dim == of.dim);
    &mut dims[at.unwrap_or(0)]
}

/// Gives a dimension and all of its name another one.
fn rename(dims: &mut [DeclaredDim], of: &DimName, name: &str) {
    let gone = found(dims, of).name.clone();
    for dim in dims.iter_mut().filter(|dim| dim.name == gone) {
        name.clone_into(&mut dim.name);
    }
}

/// Sets the attributes of all arguments with declared dimensions.
fn write(m: &mut Module, function: OpId, dims: &[DeclaredDim]) {
    let types = m
        .signature(function)
        .map_or_else(Vec::new, |(inputs, _)| inputs.to_vec());
    for (argument, ty) in types.into_iter().enumerate() {
        let of_this = dims.iter().filter(|dim| dim.argument == argument);
        let of_this: Vec<DeclaredDim> = of_this.cloned().collect();
        if of_this.is_empty() {
            continue;
        }
        let rank = m.ctx.shape(ty).map_or(1, <[i64]>::len);
        let entry = |dim: usize| {
            let declared = of_this.iter().find(|dims| dims.dim == dim);
            declared.map_or_else(|| "_".to_owned(), text)
        };
        let entries: Vec<String> = (0..rank).map(entry).collect();
        let entries = entries.iter().map(|text| m.ctx.string_attr(text)).collect();
        let list = m.ctx.attr(AttrKind::Array(entries));
        m.set_arg_attr(function, argument, names::DIMS, Some(list));
    }
}

fn text(dim: &DeclaredDim) -> String {
    let max = dim.max.map_or_else(String::new, |max| max.to_string());
    let multiple = match dim.multiple {
        1 => String::new(),
        multiple => format!("/{multiple}"),
    };
    format!("{}={}..{max}{multiple}", dim.name, dim.min)
}

pub(crate) fn malformed(m: &Module, fault: &DeclarationError) -> Error {
    error(fault.to_string(), m.span(fault.function))
}

fn error(message: String, span: Span) -> Error {
    Error::Program(vec![Diagnostic {
        severity: Severity::Error,
        code: "bad-dims",
        message,
        span,
        notes: Vec::new(),
        help: Some(
            "write `memplan.dims = [\"b=1..64\", \"s=32..1024/32\"]` on the argument, `--range main:0:1=32..1024/32` or \
             `--equal main:0:0=main:1:0`"
                .to_owned(),
        ),
    }])
}

/// How far a job trusts ranges of sizes, and what the program checks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SizeOptions {
    /// The program asserts at entry of each function that dimensions are as declared.
    pub check_ranges: bool,
    /// Merging that does not raise the run-time peak at 200 shapes in the ranges is accepted without a proof.
    pub assume_ranges: bool,
    /// The program asserts that no size of a merged allocation exceeds 62 bits, where that is not proven.
    pub check_overflow: bool,
}
