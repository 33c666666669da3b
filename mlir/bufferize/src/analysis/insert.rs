//! Inserts the copies that the analysis decided on.

use memplan_memory_model::{Contract, UnknownOps};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{SymbolIndex, has_body};
use memplan_mlir::rewrite::linalg_fill;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{CloneMap, Module, OpId, OpSpec, TypeKind, ValueId, names};

use super::models::is_mask;
use super::plan::{Contents, NewBuffer, Place};

/// Inserts one buffer.
pub(super) fn insert(m: &mut Module, buffer: &NewBuffer) {
    match buffer.place {
        Place::Operand(op, operand) => {
            let value = m.operands(op)[operand];
            let anchor = anchor(m, op);
            let new = make(m, buffer, value, anchor);
            m.set_operand(op, operand, new);
        }
        Place::Result(value) => {
            let Some(op) = m.defining_op(value) else {
                return;
            };
            let users: Vec<(OpId, usize)> = m.uses(value).collect();
            let Some(next) = m.next_op(op) else { return };
            let new = make(m, buffer, value, next);
            for (user, operand) in users {
                // `tensor.dim` keeps the original, which has the same sizes.
                if !m.is_kernel(user, Kernel::TensorDim) {
                    m.set_operand(user, operand, new);
                }
            }
        }
    }
}

/// Gives the calls that keep a tensor a copy of their own, so that they do not see what is written to it later. Their
/// results may be in what is kept, and are copied, too. Linear.
pub(crate) fn copy_kept_operands(m: &mut Module) {
    let symbols = SymbolIndex::new(m);
    let unknown = UnknownOps::of(m);
    let mut kept: Vec<(OpId, usize)> = Vec::new();
    for call in m.walk(m.root()) {
        let target = symbols.resolve_call(m, call);
        let Some(target) = target.filter(|&target| !has_body(m, target)) else {
            continue;
        };
        let is_kept = |&at: &usize| {
            m.is_tensor(m.operands(call)[at])
                && Contract::of(m, target, at, unknown).access.captures()
        };
        kept.extend(
            (0..m.operands(call).len())
                .filter(is_kept)
                .map(|at| (call, at)),
        );
    }
    let mut calls: Vec<OpId> = kept.iter().map(|kept| kept.0).collect();
    calls.dedup();
    for (call, at) in kept {
        let value = m.operands(call)[at];
        let copy = allocate(m, call, value, &[], Some(value), None);
        m.set_operand(call, at, copy);
    }
    for call in calls {
        let results: Vec<ValueId> = m
            .results(call)
            .filter(|&result| m.is_tensor(result))
            .collect();
        for result in results {
            let users: Vec<(OpId, usize)> = m.uses(result).collect();
            let Some(next) = m.next_op(call) else {
                continue;
            };
            let copy = allocate(m, next, result, &[], Some(result), None);
            for (user, at) in users {
                m.set_operand(user, at, copy);
            }
        }
    }
}

/// The masking operation around the place of a new buffer: its region holds one operation only.
pub(super) fn masked(m: &Module, buffer: &NewBuffer) -> Option<OpId> {
    let op = match buffer.place {
        Place::Operand(op, _) => op,
        Place::Result(value) => m.defining_op(value)?,
    };
    m.parent(op).filter(|&parent| is_mask(m, parent))
}

/// The operation before which an operand of `op` is copied: `op` itself, or the terminator around it.
fn anchor(m: &Module, op: OpId) -> OpId {
    match m.parent(op) {
        Some(parent) if m.has_trait(parent, Traits::TERMINATOR) => parent,
        _ => op,
    }
}

/// Makes a tensor with a buffer of its own before `anchor`.
fn make(m: &mut Module, buffer: &NewBuffer, value: ValueId, anchor: OpId) -> ValueId {
    match buffer.contents {
        Contents::Copied => allocate(m, anchor, value, &[], Some(value), None),
        Contents::Undefined => {
            let sizes = sizes(m, buffer, value, anchor);
            allocate(m, anchor, value, &sizes, None, buffer)
        }
        Contents::Repeated(op) => repeat(m, buffer, value, anchor, op),
    }
}

fn allocate<'b>(
    m: &mut Module,
    anchor: OpId,
    like: ValueId,
    sizes: &[ValueId],
    copy: Option<ValueId>,
    buffer: impl Into<Option<&'b NewBuffer>>,
) -> ValueId {
    let space = buffer.into().and_then(|buffer| buffer.space);
    let name = m.ctx.op_name("bufferization.alloc_tensor");
    let segments = m
        .ctx
        .i32_array(&[i32_of(sizes.len()), i64::from(copy.is_some()), 0]);
    let operands: Vec<ValueId> = sizes.iter().copied().chain(copy).collect();
    let mut spec = OpSpec::new(name)
        .operands(&operands)
        .results(&[m.value_type(like)])
        .prop(names::OPERAND_SEGMENT_SIZES, segments);
    if let Some(space) = space {
        let name = m.ctx.str("memory_space");
        spec = spec.prop(name, space);
    }
    let op = m.create_before(anchor, spec);
    m.result(op, 0).unwrap_or(like)
}

fn i32_of(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// The dynamic sizes of a tensor, before `anchor`.
fn sizes(m: &mut Module, buffer: &NewBuffer, value: ValueId, anchor: OpId) -> Vec<ValueId> {
    if let Some(sizes) = &buffer.sizes {
        return sizes.clone();
    }
    let TypeKind::Tensor { shape, .. } = m.value_type_kind(value) else {
        return Vec::new();
    };
    let dynamic = shape.iter().enumerate().filter(|(_, size)| **size < 0);
    let dynamic: Vec<i64> = dynamic.map(|(dim, _)| i32_of(dim)).collect();
    let index = m.ctx.index_type();
    let mut sizes = Vec::new();
    for dim in dynamic {
        let number = m.ctx.index_attr(dim);
        let constant = OpSpec::new(m.ctx.op_name("arith.constant"))
            .results(&[index])
            .prop(names::VALUE, number);
        let number = result_before(m, anchor, constant);
        let dim = OpSpec::new(m.ctx.op_name("tensor.dim"))
            .operands(&[value, number])
            .results(&[index]);
        sizes.push(result_before(m, anchor, dim));
    }
    sizes
}

fn result_before(m: &mut Module, anchor: OpId, spec: OpSpec) -> ValueId {
    let op = m.create_before(anchor, spec);
    m.results(op).next().unwrap_or(ValueId::from_index(0))
}

/// Writes the elements of a tensor again, in the same way as the operation that made it.
fn repeat(m: &mut Module, buffer: &NewBuffer, value: ValueId, anchor: OpId, op: OpId) -> ValueId {
    if m.is_kernel(op, Kernel::Constant) {
        return fill(m, buffer, value, anchor, op).unwrap_or(value);
    }
    let copy = m.clone_op(op, &mut CloneMap::default());
    m.insert_before(anchor, copy);
    if m.is_kernel(op, Kernel::Fill) {
        let sizes = sizes(m, buffer, value, copy);
        let fresh = allocate(m, copy, value, &sizes, None, buffer);
        m.set_operand(copy, 1, fresh);
    }
    m.result(copy, 0).unwrap_or(value)
}

/// `linalg.fill` with the element of a constant.
fn fill(
    m: &mut Module,
    buffer: &NewBuffer,
    value: ValueId,
    anchor: OpId,
    constant: OpId,
) -> Option<ValueId> {
    let element = m.ctx.element_type(m.value_type(value))?;
    let attr = m.ctx.splat_element(m.prop(constant, names::VALUE)?)?;
    let attr = m.ctx.attr(attr);
    let scalar = OpSpec::new(m.op_name(constant))
        .results(&[element])
        .prop(names::VALUE, attr);
    let scalar = result_before(m, anchor, scalar);
    let fresh = allocate(m, anchor, value, &[], None, buffer);
    let fill = linalg_fill(m, anchor, scalar, fresh);
    Some(result_before(m, anchor, fill))
}
