//! Simplifications of single operations: one file per dialect. Each is the
//! [`canonical`](crate::dialects::OpDef::canonical) function of its table entry.

pub(crate) mod affine;
pub(crate) mod arith;
pub(crate) mod bufferization;
pub(crate) mod cf;
pub(crate) mod float;
pub(crate) mod func;
mod if_merge;
pub(super) mod known;
pub(crate) mod linalg;
pub(crate) mod memref;
pub(super) mod scalar;
pub(crate) mod scf;
pub(crate) mod tensor;
pub(crate) mod vector;

use crate::ir::OpId;
use crate::rewrite::Rewriter;

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
