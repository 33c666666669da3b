//! Destination-style operations: each result is the buffer of the destination operand with its number. Operations that
//! forward: each result is the buffer of the operand with its number.

use memplan_mlir::{Module, OpId, ValueId};

use super::RewriteModel;
use crate::rewrite::error::{Error, ErrorKind};
use crate::rewrite::layout;
use crate::rewrite::rewriter::Rewriter;
use crate::rewrite::types::BufferTypes;

/// The model of every operation whose table entry names a destination.
pub(super) static MODEL: RewriteModel = RewriteModel {
    infer,
    bufferize,
    ..RewriteModel::EMPTY
};

/// The model of every operation whose results are its operands.
pub(super) static FORWARD: RewriteModel = RewriteModel {
    infer: infer_forward,
    bufferize: |rewriter, op| {
        let operands = rewriter.buffers(op)?;
        rewriter.replace(op, &operands)
    },
    ..RewriteModel::EMPTY
};

fn infer_forward(types: &mut BufferTypes<'_>, op: OpId) -> Result<(), Error> {
    for (number, operand) in types.m.operands(op).to_vec().into_iter().enumerate() {
        if let Some(ty) = types.get(operand)? {
            types.set(op, number, ty);
        }
    }
    Ok(())
}

/// The destination operands.
pub(super) fn destinations(m: &Module, op: OpId) -> Vec<ValueId> {
    let group = m.def(op).and_then(|def| def.destination);
    group.map_or(Vec::new(), |group| m.operand_group(op, group).to_vec())
}

/// Each result has the type of its destination.
pub(super) fn infer(types: &mut BufferTypes<'_>, op: OpId) -> Result<(), Error> {
    for (result, destination) in destinations(types.m, op).into_iter().enumerate() {
        if let Some(ty) = types.get(destination)? {
            types.set(op, result, ty);
        }
    }
    Ok(())
}

/// The operation on buffers, without results.
pub(super) fn bufferize(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let m = rewriter.module();
    let is_memref = |&value: &ValueId| m.is_memref(value);
    if m.operands(op).iter().any(is_memref) {
        return Err(rewriter.error(op, ErrorKind::MixedSemantics));
    }
    let outs = destinations(m, op);
    let types = m.results(op).map(|result| m.value_type(result));
    let kept: Vec<_> = types.filter(|&ty| !layout::is_tensor(&m.ctx, ty)).collect();
    let operands = rewriter.buffers(op)?;
    let buffers: Result<Vec<ValueId>, Error> = outs.iter().map(|&v| rewriter.buffer(v)).collect();
    rewriter.again(op, &operands, &kept);
    rewriter.replace(op, &buffers?)
}
