//! `bufferization`: the boundary between tensors and buffers.

use memplan_mlir::{OpId, OpSpec};

use super::RewriteModel;
use super::destination;
use crate::rewrite::error::{Error, ErrorKind};
use crate::rewrite::layout;
use crate::rewrite::rewriter::Rewriter;
use crate::rewrite::types::BufferTypes;

pub(super) static MODELS: &[RewriteModel] = &[
    RewriteModel {
        ops: &["bufferization.alloc_tensor"],
        infer: infer_alloc,
        bufferize: alloc,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["bufferization.to_tensor"],
        infer: infer_to_tensor,
        bufferize: to_tensor,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["bufferization.to_buffer"],
        bufferize: to_buffer,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["bufferization.materialize_in_destination"],
        infer: destination::infer,
        bufferize: materialize,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["bufferization.dealloc_tensor"],
        bufferize: dealloc,
        ..RewriteModel::EMPTY
    },
];

/// A row-major buffer in the memory space of the attribute, else of the copied tensor, else the default.
fn infer_alloc(types: &mut BufferTypes<'_>, op: OpId) -> Result<(), Error> {
    let Some(result) = types.m.result(op, 0) else {
        return Ok(());
    };
    let tensor = types.m.value_type(result);
    let explicit = types.m.ctx.find_str("memory_space");
    let explicit = explicit.and_then(|name| types.m.prop(op, name));
    let copied = types.m.operand_group(op, "copy").first().copied();
    let space = match (explicit, copied) {
        (Some(space), _) => Some(space),
        (None, Some(copied)) => match types.get(copied)? {
            Some(ty) => layout::space(&types.m.ctx, ty),
            None => return Ok(()),
        },
        (None, None) => types.default_space(op, tensor)?,
    };
    let ty = layout::identity(&mut types.m.ctx, tensor, space);
    types.set(op, 0, ty);
    Ok(())
}

fn alloc(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let m = rewriter.module();
    let Some(result) = m.result(op, 0) else {
        return Ok(());
    };
    if m.is_unused(result) {
        return rewriter.replace(op, &[]);
    }
    let sizes = m.operand_group(op, "dynamic_sizes").to_vec();
    let copied = m.operand_group(op, "copy").first().copied();
    let ty = rewriter.buffer_type(result)?;
    if rewriter.module().ctx.shape(ty).is_none() {
        return Err(rewriter.error(op, ErrorKind::UnrankedCopy));
    }
    let buffer = match copied {
        Some(copied) => {
            let source = rewriter.buffer(copied)?;
            let sizes = rewriter.dynamic_sizes(source);
            let buffer = rewriter.alloc(ty, &sizes)?;
            rewriter.copy(source, buffer);
            buffer
        }
        None => rewriter.alloc(ty, &sizes)?,
    };
    rewriter.replace(op, &[buffer])
}

fn infer_to_tensor(types: &mut BufferTypes<'_>, op: OpId) -> Result<(), Error> {
    if let Some(&buffer) = types.m.operands(op).first() {
        let ty = types.m.value_type(buffer);
        types.set(op, 0, ty);
    }
    Ok(())
}

/// The operation stays, because operations that are not bufferized may use it.
fn to_tensor(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let m = rewriter.module();
    let (Some(&buffer), Some(result)) = (m.operands(op).first(), m.result(op, 0)) else {
        return Ok(());
    };
    rewriter.give(result, buffer)
}

fn to_buffer(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let m = rewriter.module();
    let (Some(&tensor), Some(result)) = (m.operands(op).first(), m.result(op, 0)) else {
        return Ok(());
    };
    let ty = m.value_type(result);
    let buffer = rewriter.buffer(tensor)?;
    let fitting = rewriter.reconcile(buffer, ty)?;
    rewriter.replace(op, &[fitting])
}

fn materialize(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let buffers = rewriter.buffers(op)?;
    let &[source, target] = &buffers[..] else {
        return Ok(());
    };
    if source != target {
        rewriter.copy(source, target);
    }
    rewriter.replace(op, &[target])
}

fn dealloc(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let buffers = rewriter.buffers(op)?;
    let name = rewriter.m().ctx.op_name("memref.dealloc");
    rewriter.insert(OpSpec::new(name).operands(&buffers));
    rewriter.replace(op, &[])
}
