//! Arguments and results of a run, as plain data that can be compared and printed.

use std::fmt;
use std::rc::Rc;

use super::elements::Elements;
use super::machine::{Machine, Step, mix};
use super::memory::Owner;
use super::ops::opaque::{float_bits, number};
use super::value::{Dims, Kind, Layout, MemRef, Tensor, Value, n_elements, row_major};
use memplan_mlir::semantics::{signed, truncated};
use memplan_mlir::{DYNAMIC, Module, OpId, TypeId, TypeKind};

/// A value of a program as its caller sees it, without references into the memory of the run.
#[derive(Clone, Debug)]
pub enum Datum {
    /// An integer or an index, zero-extended.
    Int(u64),
    /// A float of any type.
    Float(f64),
    /// A complex number.
    Complex(f64, f64),
    /// A vector, a tensor, or the contents of a buffer.
    Array {
        /// Sizes of the dimensions.
        sizes: Vec<i64>,
        /// Elements in row-major order.
        elements: Vec<Datum>,
    },
    /// An element that was never written, or a value that has none.
    Undefined,
    /// A value of a type whose contents are opaque.
    Opaque,
}

/// Floats are equal if their bits are, and NaN equals NaN.
impl PartialEq for Datum {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Int(a), Self::Int(b)) => a == b,
            (Self::Float(a), Self::Float(b)) => float_bits(*a) == float_bits(*b),
            (Self::Complex(a, b), Self::Complex(c, d)) => {
                (float_bits(*a), float_bits(*b)) == (float_bits(*c), float_bits(*d))
            }
            (
                Self::Array { sizes, elements },
                Self::Array {
                    sizes: other_sizes,
                    elements: other_elements,
                },
            ) => sizes == other_sizes && elements == other_elements,
            (Self::Undefined, Self::Undefined) | (Self::Opaque, Self::Opaque) => true,
            _ => false,
        }
    }
}

impl Datum {
    /// Whether `other` equals this value, except where this value is [`Undefined`](Self::Undefined): there, `other`
    /// may be anything.
    pub fn is_refined_by(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Undefined, _) => true,
            (
                Self::Array { sizes, elements },
                Self::Array {
                    sizes: other_sizes,
                    elements: other_elements,
                },
            ) => {
                sizes == other_sizes
                    && elements.len() == other_elements.len()
                    && elements
                        .iter()
                        .zip(other_elements)
                        .all(|(a, b)| a.is_refined_by(b))
            }
            _ => self == other,
        }
    }
}

impl Datum {
    /// Whether all of its elements were written.
    pub fn is_defined(&self) -> bool {
        match self {
            Self::Undefined => false,
            Self::Array { elements, .. } => elements.iter().all(Self::is_defined),
            _ => true,
        }
    }

    /// How `other`, which does not refine this value, differs: the end of a sentence about it. Of arrays of equal
    /// sizes, the first element that differs.
    pub(crate) fn difference(&self, other: &Self) -> String {
        if let (
            Self::Array { sizes, elements },
            Self::Array {
                sizes: other_sizes,
                elements: others,
            },
        ) = (self, other)
            && sizes == other_sizes
        {
            let mut pairs = elements.iter().zip(others);
            let first = pairs.position(|(a, b)| !a.is_refined_by(b));
            if let Some(first) = first {
                let mut rest = first as i64;
                let mut place = String::new();
                for size in sizes.iter().rev() {
                    place = format!("[{}]{place}", rest % size.max(&1));
                    rest /= size.max(&1);
                }
                return format!("{place} is {}, and was {}", others[first], elements[first]);
            }
        }
        format!(" is {other}, and was {self}")
    }
}

impl fmt::Display for Datum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(bits) => write!(f, "{bits}"),
            Self::Float(number) => write!(f, "{number:?}"),
            Self::Complex(re, im) => write!(f, "({re:?}, {im:?})"),
            Self::Undefined => f.write_str("undefined"),
            Self::Opaque => f.write_str("opaque"),
            Self::Array { sizes, elements } => {
                const MAX_SHOWN: usize = 32;
                for size in sizes {
                    write!(f, "{size}x")?;
                }
                f.write_str("[")?;
                for (index, element) in elements.iter().take(MAX_SHOWN).enumerate() {
                    let separator = if index == 0 { "" } else { ", " };
                    write!(f, "{separator}{element}")?;
                }
                f.write_str(if elements.len() > MAX_SHOWN {
                    ", ..]"
                } else {
                    "]"
                })
            }
        }
    }
}

/// Random arguments for a function, with small dynamic dimensions. Equal seeds give equal arguments on
/// every machine. `None` if an argument has an unsupported type.
pub fn random_arguments(m: &Module, function: OpId, seed: u64) -> Option<Vec<Datum>> {
    let entry = m.first_block(*m.regions(function).first()?)?;
    let params = m.block_args(entry).iter().enumerate();
    params
        .map(|(index, &param)| random_datum(m, m.value_type(param), mix(seed, index as u64)))
        .collect()
}

fn random_datum(m: &Module, ty: TypeId, seed: u64) -> Option<Datum> {
    let is_unranked = matches!(
        m.ctx.type_kind(ty),
        TypeKind::UnrankedMemRef { .. } | TypeKind::UnrankedTensor { .. }
    );
    let shape = if is_unranked {
        &[DYNAMIC][..]
    } else {
        m.ctx.shape(ty).unwrap_or(&[])
    };
    let element = match m.ctx.type_kind(ty) {
        TypeKind::Complex(_) => ty,
        TypeKind::Opaque { .. } | TypeKind::None => return Some(Datum::Opaque),
        _ => m.ctx.element_type(ty).unwrap_or(ty),
    };
    let layout = Layout::of(m, element)?;
    if element == ty {
        return plain(&number(&layout, seed)?);
    }
    let sizes: Vec<i64> = shape
        .iter()
        .enumerate()
        .map(|(at, &size)| match size {
            DYNAMIC => 1 + (mix(seed, at as u64) % 4).cast_signed(),
            size => size,
        })
        .collect();
    let n = n_elements(&sizes).filter(|&n| n <= 1 << 26)?;
    let elements: Option<Vec<Datum>> = (0..n)
        .map(|at| plain(&number(&layout, mix(seed, at))?))
        .collect();
    Some(Datum::Array {
        sizes,
        elements: elements?,
    })
}

/// The datum of a value without memory.
fn plain(value: &Value) -> Option<Datum> {
    Some(match value {
        Value::Int(bits) => Datum::Int(*bits),
        Value::Float(number) => Datum::Float(*number),
        Value::Complex(re, im) => Datum::Complex(*re, *im),
        Value::Poison => Datum::Undefined,
        Value::Token | Value::Function(_) | Value::Job { .. } | Value::Group(_) => Datum::Opaque,
        Value::Vector(elements) => Datum::Array {
            sizes: vec![elements.len() as i64],
            elements: elements.iter().map(plain).collect::<Option<_>>()?,
        },
        Value::Tensor(tensor) => Datum::Array {
            sizes: tensor.sizes.to_vec(),
            elements: (tensor.elements.iter().map(|element| plain(&element)))
                .collect::<Option<_>>()?,
        },
        Value::MemRef(_) => return None,
    })
}

/// Converts a value to its datum.
pub(super) fn to_datum(machine: &mut Machine<'_>, op: OpId, value: &Value) -> Step<Datum> {
    if let Value::MemRef(memref) = value {
        let elements = super::ops::read_all(machine, op, memref)?;
        let elements: Step<Vec<Datum>> = elements
            .iter()
            .map(|element| to_datum(machine, op, element))
            .collect();
        return Ok(Datum::Array {
            sizes: memref.sizes.to_vec(),
            elements: elements?,
        });
    }
    match plain(value) {
        Some(datum) => Ok(datum),
        None => machine.unsupported(op, "a result of this type"),
    }
}

/// Converts a datum from the caller to a value of a type.
pub(super) fn to_value(
    machine: &mut Machine<'_>,
    op: OpId,
    ty: TypeId,
    datum: &Datum,
) -> Step<Value> {
    let m = machine.m;
    Ok(match (m.ctx.type_kind(ty), datum) {
        (_, Datum::Undefined) => Value::Poison,
        (TypeKind::Integer { width, .. }, Datum::Int(bits)) => Value::Int(truncated(*bits, *width)),
        (TypeKind::Index, Datum::Int(bits)) => Value::Int(*bits),
        (TypeKind::Float(kind), Datum::Float(number)) => {
            Value::Float(memplan_mlir::semantics::rounded(*kind, *number))
        }
        (TypeKind::Float(kind), Datum::Int(bits)) => Value::Float(
            memplan_mlir::semantics::rounded(*kind, signed(*bits, 64) as f64),
        ),
        (TypeKind::Complex(_), Datum::Complex(re, im)) => Value::Complex(*re, *im),
        (TypeKind::Opaque { .. } | TypeKind::None, Datum::Opaque) => Value::Token,
        (kind, Datum::Array { sizes, elements }) => {
            let Some(element) = m.ctx.element_type(ty) else {
                return machine.unsupported(op, "an argument of this type");
            };
            if n_elements(sizes) != Some(elements.len() as u64) || !fits(m, ty, sizes) {
                return machine.fault(
                    super::FaultKind::ShapeMismatch,
                    op,
                    "an argument does not have the shape of its type",
                );
            }
            let values: Step<Vec<Value>> = elements
                .iter()
                .map(|datum| to_value(machine, op, element, datum))
                .collect();
            let (values, sizes) = (values?, Dims::from_slice(sizes));
            match kind {
                TypeKind::Vector { .. } => Value::Vector(values.into()),
                TypeKind::Tensor { .. } | TypeKind::UnrankedTensor { .. } => {
                    Value::Tensor(Rc::new(Tensor {
                        sizes,
                        elements: Elements::packed(Kind::of(m, element), values),
                    }))
                }
                _ => Value::MemRef(buffer(machine, op, ty, element, sizes, &values)?),
            }
        }
        _ => return machine.unsupported(op, "an argument of this type"),
    })
}

fn fits(m: &Module, ty: TypeId, sizes: &[i64]) -> bool {
    m.ctx.shape(ty).is_none_or(|shape| {
        shape.len() == sizes.len()
            && shape
                .iter()
                .zip(sizes)
                .all(|(&promised, &size)| promised == DYNAMIC || promised == size)
    })
}

/// A buffer owned by the caller.
fn buffer(
    machine: &mut Machine<'_>,
    op: OpId,
    ty: TypeId,
    element: TypeId,
    sizes: Dims,
    values: &[Value],
) -> Step<Rc<MemRef>> {
    let layout = machine
        .m
        .ctx
        .memref_strides_offset(ty)
        .is_some_and(|(strides, offset)| !strides.contains(&DYNAMIC) && offset != DYNAMIC);
    let memref = if layout {
        let (described, n) = machine.describe(op, ty, sizes, &[])?;
        MemRef {
            allocation: machine.allocate(op, element, n, Owner::External)?,
            ..described
        }
    } else {
        let n = n_elements(&sizes);
        MemRef {
            allocation: machine.allocate(op, element, n, Owner::External)?,
            base: 0,
            offset: 0,
            strides: row_major(&sizes),
            sizes,
            element,
        }
    };
    super::ops::write_all(machine, op, &memref, values)?;
    Ok(Rc::new(memref))
}
