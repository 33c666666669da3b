//! `shape`: regions under an assumption. The dialect has no table, so its operations are read in generic form.

use memplan_mlir::{OpId, ValueId};

use super::RewriteModel;
use super::control::{bufferize_branch, pass_on};
use crate::rewrite::error::{Error, ErrorKind};
use crate::rewrite::rewriter::Rewriter;
use crate::rewrite::types::BufferTypes;

pub(super) static MODELS: &[RewriteModel] = &[
    RewriteModel {
        ops: &["shape.assuming"],
        bufferize: bufferize_branch,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["shape.assuming_yield"],
        infer: infer_yield,
        bufferize: bufferize_yield,
        ..RewriteModel::EMPTY
    },
];

/// Yielded values become the results of the operation around.
fn infer_yield(types: &mut BufferTypes<'_>, op: OpId) -> Result<(), Error> {
    let Some(parent) = types.m.parent(op) else {
        return Ok(());
    };
    let values = types.m.operands(op).to_vec();
    for (value, result) in values.into_iter().zip(types.m.results(parent)) {
        types.flow(value, result, parent, ErrorKind::IfSpaces)?;
    }
    Ok(())
}

fn bufferize_yield(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let Some(parent) = rewriter.module().parent(op) else {
        return Ok(());
    };
    let results: Vec<ValueId> = rewriter.module().results(parent).collect();
    pass_on(rewriter, op, 0, &results)
}
