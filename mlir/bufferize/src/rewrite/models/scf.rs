//! `scf`: loops and branches that carry buffers.

use memplan_mlir::{OpId, ValueId, names};

use super::RewriteModel;
use super::control::{self, bufferize_branch, bufferize_for, bufferize_yield};
use super::destination;
use crate::rewrite::error::{Error, ErrorKind};
use crate::rewrite::rewriter::Rewriter;
use crate::rewrite::types::BufferTypes;

pub(super) static MODELS: &[RewriteModel] = &[
    RewriteModel {
        ops: &["scf.for"],
        infer: control::infer_for,
        bufferize: bufferize_for,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["scf.if", "scf.index_switch"],
        bufferize: bufferize_branch,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["scf.execute_region"],
        bufferize: bufferize_branch,
        is_unstructured: true,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["scf.yield"],
        infer: control::infer_yield,
        bufferize: bufferize_yield,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["scf.while"],
        infer: infer_while,
        bufferize: bufferize_while,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["scf.condition"],
        infer: infer_condition,
        bufferize: bufferize_condition,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["scf.forall"],
        infer: infer_forall,
        bufferize: bufferize_forall,
        ..RewriteModel::EMPTY
    },
];

fn infer_while(types: &mut BufferTypes<'_>, op: OpId) -> Result<(), Error> {
    let inits = types.m.operands(op).to_vec();
    let args = control::entry_args(types.m, op, 0);
    for (init, arg) in inits.into_iter().zip(args) {
        types.flow(init, arg, op, ErrorKind::LoopSpaces)?;
    }
    Ok(())
}

fn bufferize_while(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let mut operands = rewriter.module().operands(op).to_vec();
    let args = control::entry_args(rewriter.module(), op, 0);
    for (operand, arg) in operands.iter_mut().zip(args) {
        if rewriter.is_tensor(*operand) {
            let ty = rewriter.buffer_type(arg)?;
            let buffer = rewriter.buffer(*operand)?;
            *operand = rewriter.reconcile(buffer, ty)?;
        }
    }
    let types = control::result_types(rewriter, op)?;
    control::again_with_results(rewriter, op, &operands, &types)
}

/// The arguments of the condition become those of the second region, and the results.
fn infer_condition(types: &mut BufferTypes<'_>, op: OpId) -> Result<(), Error> {
    let Some(parent) = types.m.parent(op).filter(|&op| types.model(op).is_some()) else {
        return Ok(());
    };
    let operands = types.m.operands(op)[1..].to_vec();
    let args = control::entry_args(types.m, parent, 1);
    let results: Vec<ValueId> = types.m.results(parent).collect();
    for list in [args, results] {
        for (&value, target) in operands.iter().zip(list) {
            types.flow(value, target, parent, ErrorKind::LoopSpaces)?;
        }
    }
    Ok(())
}

fn bufferize_condition(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let Some(parent) = rewriter.module().parent(op) else {
        return Ok(());
    };
    let args = control::entry_args(rewriter.module(), parent, 1);
    control::pass_on(rewriter, op, 1, &args)
}

/// The shared outputs are used in place.
fn infer_forall(types: &mut BufferTypes<'_>, op: OpId) -> Result<(), Error> {
    for [out, arg, _] in control::carried(types.m, op) {
        if let Some(ty) = types.get(out)? {
            types.join(arg, ty, op, ErrorKind::LoopSpaces)?;
        }
    }
    destination::infer(types, op)
}

fn bufferize_forall(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let mut buffers = Vec::new();
    let carried = control::carried(rewriter.module(), op);
    for [out, arg, _] in carried {
        let buffer = rewriter.buffer(out)?;
        rewriter.give(arg, buffer)?;
        buffers.push(buffer);
    }
    let n_outs = buffers.len();
    let operands = rewriter.module().operands(op).to_vec();
    let new = rewriter.again(op, &operands[..operands.len() - n_outs], &[]);
    let m = rewriter.m();
    let mut counts = m.prop_array(new, names::OPERAND_SEGMENT_SIZES).to_vec();
    if let Some(last) = counts.last_mut() {
        *last = 0;
    }
    let counts = m.ctx.i32_array(&counts);
    m.set_prop(new, names::OPERAND_SEGMENT_SIZES, counts);
    rewriter.drop_last_args(new, n_outs);
    rewriter.replace(op, &buffers)
}
