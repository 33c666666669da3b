//! Simplifications of single operations: one file per dialect. Each is the
//! [`canonical`](crate::dialects::OpDef::canonical) function of its table entry.

pub(crate) mod affine;
pub(crate) mod arith;
pub(crate) mod bufferization;
pub(crate) mod builtin;
pub(crate) mod cf;
pub(crate) mod complex;
pub(crate) mod float;
pub(crate) mod func;
mod if_merge;
pub(super) mod known;
pub(crate) mod linalg;
pub(crate) mod memref;
pub(crate) mod parallel;
pub(super) mod scalar;
pub(crate) mod scf;
pub(crate) mod select;
pub(crate) mod shapes;
pub(crate) mod tensor;
pub(crate) mod vector;

use crate::ir::{DYNAMIC, OpId, StrId};
use crate::rewrite::Rewriter;
use crate::rewrite::operands::set_operand_group;

/// Moves the constants among the operands of a group into the array that has a placeholder for each of its operands, if
/// the array may then be so. Values below zero stay.
fn settle(
    rw: &mut Rewriter<'_>,
    op: OpId,
    group: &str,
    name: StrId,
    may_be: impl Fn(&Rewriter<'_>, &[i64]) -> bool,
) -> bool {
    let Some(group) = rw.m.def(op).and_then(|def| def.operand_group(group)) else {
        return false;
    };
    let mut values = rw.m.operands_of(op, group).to_vec();
    let mut statics = rw.m.prop_array(op, name).to_vec();
    let constants: Vec<Option<i64>> = values
        .iter()
        .map(|&value| rw.int(value).filter(|&size| size >= 0))
        .collect();
    if constants.iter().all(Option::is_none) {
        return false;
    }
    let mut next = constants.iter();
    for place in statics.iter_mut().filter(|place| **place == DYNAMIC) {
        if let Some(&Some(constant)) = next.next() {
            *place = constant;
        }
    }
    if !may_be(rw, &statics) {
        return false;
    }
    let mut next = constants.iter();
    values.retain(|_| next.next().is_some_and(Option::is_none));
    let attr = rw.m.ctx.i64_array(&statics);
    set_operand_group(rw.m, op, group, &values);
    rw.m.set_prop(op, name, attr);
    true
}

/// An operation that changes nothing that it has changed before.
pub(crate) fn projection(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let name = rw.m.op_name(op);
    let operand = rw.m.operands(op)[0];
    let inner = rw.m.defining_op(operand);
    inner.is_some_and(|inner| rw.m.op_name(inner) == name) && rw.replace(op, &[operand])
}

/// A permutation of dimensions that changes nothing, or of another one by the same operation.
fn permuted(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (Some(result), Some(name)) = (rw.m.result(op, 0), rw.m.ctx.find_str("permutation")) else {
        return false;
    };
    let source = rw.m.operands(op)[0];
    let permutation = rw.m.prop_array(op, name);
    let mut places = permutation.iter().enumerate();
    if places.all(|(at, &dim)| at as i64 == dim) {
        return rw.m.value_type(source) == rw.m.value_type(result) && rw.replace(op, &[source]);
    }
    let same_name = |&inner: &OpId| rw.m.op_name(inner) == rw.m.op_name(op);
    let Some(inner) = rw.m.defining_op(source).filter(same_name) else {
        return false;
    };
    let before = rw.m.prop_array(inner, name);
    let both: Option<Vec<i64>> = permutation
        .iter()
        .map(|&dim| before.get(usize::try_from(dim).ok()?).copied())
        .collect();
    let Some(both) = both else {
        return false;
    };
    let (first, attr) = (rw.m.operands(inner)[0], rw.m.ctx.i64_array(&both));
    rw.m.set_prop(op, name, attr);
    rw.m.set_operand(op, 0, first);
    rw.push(inner);
    rw.changed(op)
}

/// A conversion to the type that its operand has is none, and the type between two of one kind does not matter.
fn conversion(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (Some(&source), Some(result)) = (rw.m.operands(op).first(), rw.m.result(op, 0)) else {
        return false;
    };
    if rw.m.value_type(source) == rw.m.value_type(result) {
        return rw.replace(op, &[source]);
    }
    let name = rw.m.op_name(op);
    let inner = rw.m.defining_op(source);
    let Some(inner) = inner.filter(|&inner| rw.m.op_name(inner) == name) else {
        return false;
    };
    let first = rw.m.operands(inner)[0];
    rw.m.set_operand(op, 0, first);
    rw.push(inner);
    rw.changed(op)
}
