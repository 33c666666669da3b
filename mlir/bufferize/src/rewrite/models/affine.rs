//! `affine`: loops and branches that carry buffers, like those of `scf`.

use super::RewriteModel;
use super::control::{bufferize_branch, bufferize_for, bufferize_yield, infer_for, infer_yield};

pub(super) static MODELS: &[RewriteModel] = &[
    RewriteModel {
        ops: &["affine.for"],
        infer: infer_for,
        bufferize: bufferize_for,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["affine.if"],
        bufferize: bufferize_branch,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["affine.yield"],
        infer: infer_yield,
        bufferize: bufferize_yield,
        ..RewriteModel::EMPTY
    },
];
