//! `vector`: transfers between vectors and buffers.

use memplan_mlir::{OpId, ValueId};

use super::RewriteModel;
use super::control;
use crate::rewrite::error::{Error, ErrorKind};
use crate::rewrite::rewriter::Rewriter;

pub(super) static MODELS: &[RewriteModel] = &[
    RewriteModel {
        ops: &["vector.transfer_read", "vector.gather"],
        bufferize: reads,
        ..RewriteModel::EMPTY
    },
    // The rewrite of `vector.yield` turns the results into buffers.
    RewriteModel {
        ops: &["vector.mask"],
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["vector.yield"],
        infer: control::infer_yield,
        bufferize: yield_from_mask,
        ..RewriteModel::EMPTY
    },
];

/// The same operation on buffers.
fn reads(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let operands = rewriter.buffers(op)?;
    rewriter.m().set_operands(op, &operands);
    Ok(())
}

/// The masked operation writes to a buffer from outside the mask, which becomes the result of the mask.
fn yield_from_mask(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let Some(mask) = rewriter.module().parent(op) else {
        return Ok(());
    };
    let yielded = rewriter.module().operands(op).to_vec();
    let (mut kept, mut types) = (Vec::new(), Vec::new());
    let mut values: Vec<ValueId> = Vec::new();
    let mut kept_results: Vec<usize> = Vec::new();
    for (index, value) in yielded.into_iter().enumerate() {
        if rewriter.is_tensor(value) {
            let buffer = rewriter.buffer(value)?;
            let is_inside = rewriter
                .module()
                .value_block(buffer)
                .and_then(|block| rewriter.module().block_parent(block))
                == Some(mask);
            if is_inside {
                return Err(rewriter.error(mask, ErrorKind::MaskedAllocation));
            }
            values.push(buffer);
        } else {
            kept_results.push(index);
            kept.push(value);
            types.push(rewriter.module().value_type(value));
            values.push(value);
        }
    }
    let operands = rewriter.module().operands(mask).to_vec();
    rewriter.anchor = mask;
    let new = rewriter.again(mask, &operands, &types);
    let results: Vec<ValueId> = rewriter.module().results(new).collect();
    for (index, result) in kept_results.into_iter().zip(results) {
        values[index] = result;
    }
    rewriter.m().set_operands(op, &kept);
    rewriter.replace(mask, &values)
}
