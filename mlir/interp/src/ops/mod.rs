//! How each [`Kernel`] is executed: one table per dialect, looked up once per operation name and program.
//!
//! The tables list operations with specific memory effects, regions or results. All other facts (operand groups,
//! successors, traits) come from the dialect tables.

mod affine;
pub(super) mod asynch;
mod bufferization;
mod complex;
mod control;
pub(super) mod dma;
pub(super) mod linalg;
mod memref;
pub(super) mod opaque;
pub(super) mod scalar;
mod tensor;
mod vector;
mod views;

pub(super) use memref::{read_all, write_all};

use std::borrow::Cow;

use super::machine::{Machine, Step};
use super::value::Value;
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::SuccessorOperands;
use memplan_mlir::semantics::{Kernel, Scalar, Semantics};
use memplan_mlir::{AttrKind, DenseData, IntValue, Module, OpId, names};

/// How an operation is executed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Exec {
    /// A scalar function.
    Scalar(Scalar),
    /// Anything else.
    Op(Run),
}

type Run = fn(&mut Machine<'_>, OpId) -> Step;

/// How some kernels are executed.
type Table = &'static [(Kernel, Run)];

const TABLES: &[Table] = &[
    scalar::OPS,
    complex::OPS,
    control::OPS,
    memref::OPS,
    views::OPS,
    affine::OPS,
    linalg::OPS,
    bufferization::OPS,
    tensor::OPS,
    vector::OPS,
    asynch::OPS,
];

/// How an operation with these semantics is executed; `None` if the interpreter does not define it.
pub(super) fn find(semantics: Semantics) -> Option<Exec> {
    match semantics {
        Semantics::Unknown => None,
        Semantics::Scalar(scalar) => Some(Exec::Scalar(scalar)),
        Semantics::Kernel(kernel) => {
            let mut entries = TABLES.iter().flat_map(|table| table.iter());
            let entry = entries.find(|&&(candidate, _)| candidate == kernel);
            debug_assert!(
                entries.all(|&(other, _)| other != kernel),
                "{kernel:?} runs in two ways"
            );
            entry.map(|&(_, run)| Exec::Op(run))
        }
    }
}

impl Exec {
    /// Runs the operation.
    pub(super) fn run(self, machine: &mut Machine<'_>, op: OpId) -> Step {
        match self {
            Self::Scalar(scalar) => scalar::exec(machine, op, scalar),
            Self::Op(run) => run(machine, op),
        }
    }
}

/// Whether control may leave a region through a terminator without successors.
pub(super) fn exit(m: &Module, op: OpId) -> bool {
    !m.is_kernel(op, Kernel::Unreachable) && m.has_trait(op, Traits::TERMINATOR)
}

/// The successor that a terminator takes; none for an unregistered one.
pub(super) fn successor(machine: &Machine<'_>, op: OpId) -> Step<Option<usize>> {
    let m = machine.m;
    if m.successors(op).len() == 1 {
        return Ok(Some(0));
    }
    let Some(&flag) = m.operands(op).first() else {
        return Ok(None);
    };
    let flag = machine.int(op, &machine.get(op, flag)?)?;
    // A condition chooses between two successors; a switch lists the case values of all but the first successor.
    let Some(cases) = machine.prop(op, "case_values") else {
        let is_condition = m.prop(op, names::CASE_OPERAND_SEGMENTS).is_none();
        let is_known =
            memplan_mlir::interfaces::successor_operands(m, op, 0) != SuccessorOperands::Unknown;
        return Ok((is_condition && is_known && m.successors(op).len() == 2)
            .then_some(usize::from(flag == 0))
            .or((!is_condition).then_some(0)));
    };
    let n = m.successors(op).len() - 1;
    let values = match dense_elements(machine, op, cases, n)? {
        Some(values) => values,
        None => return Ok(None),
    };
    let chosen = values
        .iter()
        .position(|value| matches!(value, Value::Int(bits) if *bits == flag));
    Ok(Some(chosen.map_or(0, |case| case + 1)))
}

/// The value of a constant attribute; `None` for attributes that are not numbers.
fn constant(
    machine: &mut Machine<'_>,
    op: OpId,
    attr: memplan_mlir::AttrId,
) -> Step<Option<Value>> {
    let m = machine.m;
    Ok(Some(match m.ctx.attr_kind(attr) {
        AttrKind::Integer { value, ty } => match value {
            IntValue::Small(value) => {
                let width = m.ctx.bit_width(*ty).unwrap_or(64);
                Value::Int(memplan_mlir::semantics::truncated(
                    value.cast_unsigned(),
                    width,
                ))
            }
            IntValue::Big(_) => return Ok(None),
        },
        AttrKind::Float { bits, ty } => match m.ctx.type_kind(*ty) {
            memplan_mlir::TypeKind::Float(kind) => {
                Value::Float(memplan_mlir::f64_from_bits(*kind, *bits))
            }
            _ => return Ok(None),
        },
        AttrKind::Dense { ty, .. } | AttrKind::DenseResource { ty, .. } => {
            let Some(n) = m.ctx.n_elements(*ty).and_then(|n| usize::try_from(n).ok()) else {
                return Ok(None);
            };
            if n as u64 > machine.options.byte_limit / 16 {
                return machine.fault(
                    super::FaultKind::MemoryLimit,
                    op,
                    "a constant is larger than the limit",
                );
            }
            let Some(elements) = dense_elements(machine, op, attr, n)? else {
                return Ok(None);
            };
            let element = m.ctx.element_type(*ty);
            let kind = element.and_then(|element| super::value::Kind::of(m, element));
            match m.ctx.type_kind(*ty) {
                memplan_mlir::TypeKind::Vector { .. } => Value::Vector(elements.into()),
                _ => Value::Tensor(std::rc::Rc::new(super::value::Tensor {
                    sizes: m.ctx.shape(*ty).unwrap_or(&[]).iter().copied().collect(),
                    elements: super::elements::Elements::packed(kind, elements),
                })),
            }
        }
        AttrKind::Array(parts) => {
            // `complex.constant` keeps two floats.
            let [re, im] = &parts[..] else {
                return Ok(None);
            };
            match (constant(machine, op, *re)?, constant(machine, op, *im)?) {
                (Some(Value::Float(re)), Some(Value::Float(im))) => Value::Complex(re, im),
                _ => return Ok(None),
            }
        }
        _ => return Ok(None),
    }))
}

/// The elements of a dense attribute of `n` elements.
fn dense_elements(
    machine: &Machine<'_>,
    op: OpId,
    attr: memplan_mlir::AttrId,
    n: usize,
) -> Step<Option<Vec<Value>>> {
    let m = machine.m;
    let (ty, data) = match m.ctx.attr_kind(attr) {
        AttrKind::Dense { ty, data } => (ty, Cow::Borrowed(data)),
        AttrKind::DenseResource { key, ty } => match m.resources.blob(&m.ctx, *key) {
            Some(bytes) => (ty, Cow::Owned(DenseData::Elements(bytes.into()))),
            None => return Ok(None),
        },
        _ => return Ok(None),
    };
    let Some(element) = m.ctx.element_type(*ty) else {
        return Ok(None);
    };
    let Some(layout) = super::value::Layout::of(m, element) else {
        return machine.unsupported(op, "a constant of this element type");
    };
    let bits_are_packed = matches!(layout, super::value::Layout::Int(1));
    let decode = |bytes: &[u8]| layout.decode(bytes);
    let elements: Option<Vec<Value>> = match &*data {
        DenseData::Splat(bytes) => decode(bytes).map(|value| vec![value; n]),
        DenseData::Elements(bytes) if bits_are_packed && bytes.len() != n => (0..n)
            .map(|at| Some(Value::Int(u64::from(bytes.get(at / 8)? >> (at % 8) & 1))))
            .collect(),
        DenseData::Elements(bytes) => bytes.chunks_exact(layout.bytes()).map(decode).collect(),
        DenseData::Strings { .. } => None,
    };
    Ok(elements.filter(|elements| elements.len() == n))
}
