//! `cf`: branches pass buffers to blocks.

use memplan_mlir::interfaces::successor_operand_ranges;
use memplan_mlir::{BlockId, OpId};

use super::RewriteModel;
use crate::rewrite::error::{Error, ErrorKind};
use crate::rewrite::rewriter::Rewriter;
use crate::rewrite::types::BufferTypes;

pub(super) static MODELS: &[RewriteModel] = &[RewriteModel {
    ops: &["cf.br", "cf.cond_br", "cf.switch"],
    infer,
    bufferize,
    ..RewriteModel::EMPTY
}];

/// What each successor receives becomes its arguments.
fn infer(types: &mut BufferTypes<'_>, op: OpId) -> Result<(), Error> {
    let Some(owner) = types
        .m
        .parent(op)
        .filter(|&owner| types.model(owner).is_some())
    else {
        return Ok(());
    };
    let ranges = successor_operand_ranges(types.m, op).unwrap_or_default();
    for (successor, range) in ranges.into_iter().enumerate() {
        let block = types.m.successors(op)[successor];
        for (index, at) in range.enumerate() {
            let Some(&arg) = types.m.block_args(block).get(index) else {
                break;
            };
            let value = types.m.operands(op)[at];
            types.flow(value, arg, owner, ErrorKind::BlockSpaces)?;
        }
    }
    Ok(())
}

/// The arguments of the blocks are rewritten with the operation around them.
fn bufferize(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let ranges = successor_operand_ranges(rewriter.module(), op).unwrap_or_default();
    for (successor, range) in ranges.into_iter().enumerate() {
        let block = rewriter.module().successors(op)[successor];
        for (index, at) in range.enumerate() {
            let value = rewriter.module().operands(op)[at];
            let arg = rewriter.module().block_args(block).get(index).copied();
            let Some(arg) = arg.filter(|&arg| !rewriter.is_tensor(arg)) else {
                continue;
            };
            if rewriter.is_tensor(value) {
                let ty = rewriter.module().value_type(arg);
                let buffer = rewriter.buffer(value)?;
                let buffer = rewriter.reconcile(buffer, ty)?;
                rewriter.m().set_operand(op, at, buffer);
            }
        }
    }
    Ok(())
}

/// Gives all blocks of the regions of an operation buffers as arguments.
pub(super) fn renew_blocks(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let m = rewriter.module();
    let regions = m.regions(op).iter();
    let blocks: Vec<BlockId> = regions.flat_map(|&region| m.blocks(region)).collect();
    for &block in &blocks {
        let end = rewriter.module().last_op(block);
        if let Some(end) = end.filter(|&end| passes_in_unknown_way(rewriter, end)) {
            return Err(rewriter.error(end, ErrorKind::UnknownBranch));
        }
    }
    blocks
        .into_iter()
        .try_for_each(|block| rewriter.renew_args(block))
}

fn passes_in_unknown_way(rewriter: &Rewriter<'_>, end: OpId) -> bool {
    let m = rewriter.module();
    let takes_tensors = |&block: &BlockId| {
        let args = m.block_args(block);
        args.iter().any(|&arg| rewriter.is_tensor(arg))
    };
    m.successors(end).iter().any(takes_tensors) && successor_operand_ranges(m, end).is_none()
}
