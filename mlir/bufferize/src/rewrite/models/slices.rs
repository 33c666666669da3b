//! Slices of tensors: views of buffers, and copies into them.

use memplan_mlir::semantics::Kernel;
use memplan_mlir::{Module, OpId, TypeId, ValueId, names};

use super::RewriteModel;
use super::destination;
use crate::rewrite::error::{Error, ErrorKind};
use crate::rewrite::layout::{self, SliceSpec};
use crate::rewrite::rewriter::Rewriter;
use crate::rewrite::types::BufferTypes;

pub(super) static MODELS: &[RewriteModel] = &[
    RewriteModel {
        ops: &["tensor.extract_slice"],
        infer: infer_extract,
        bufferize: extract,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["tensor.insert_slice"],
        infer: destination::infer,
        bufferize: insert,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["tensor.parallel_insert_slice"],
        bufferize: parallel_insert,
        ..RewriteModel::EMPTY
    },
];

/// The type of the view of `source` that a slice operation denotes, in the shape of the tensor `part`.
fn view_type(m: &mut Module, op: OpId, source: TypeId, part: ValueId) -> Option<TypeId> {
    let list = |name| m.prop_array(op, name).to_vec();
    let (offsets, sizes, strides) = (
        list(names::STATIC_OFFSETS),
        list(names::STATIC_SIZES),
        list(names::STATIC_STRIDES),
    );
    let shape = m.ctx.shape(m.value_type(part))?.to_vec();
    let slice = SliceSpec {
        offsets: &offsets,
        sizes: &sizes,
        strides: &strides,
    };
    layout::subview(&mut m.ctx, source, slice, &shape)
}

fn infer_extract(types: &mut BufferTypes<'_>, op: OpId) -> Result<(), Error> {
    let (Some(&source), Some(result)) = (types.m.operands(op).first(), types.m.result(op, 0))
    else {
        return Ok(());
    };
    let Some(source) = types.get(source)? else {
        return Ok(());
    };
    match view_type(types.m, op, source, result) {
        Some(ty) => types.set(op, 0, ty),
        None => return Err(Error::layout(types.m, op, source)),
    }
    Ok(())
}

/// The view of a buffer that a slice operation denotes. `first_index` is the number of the first operand of its
/// offsets, sizes and strides.
fn view(
    rewriter: &mut Rewriter<'_>,
    op: OpId,
    buffer: ValueId,
    part: ValueId,
    first_index: usize,
) -> Result<ValueId, Error> {
    let source = rewriter.module().value_type(buffer);
    let ty = view_type(rewriter.m(), op, source, part);
    let ty = ty.ok_or_else(|| Error::layout(rewriter.module(), op, source))?;
    let m = rewriter.m();
    let mut operands = vec![buffer];
    operands.extend_from_slice(&m.operands(op)[first_index..]);
    let counts = m.prop_array(op, names::OPERAND_SEGMENT_SIZES);
    let mut view_counts = vec![1];
    view_counts.extend_from_slice(counts.get(first_index..).unwrap_or(&[0, 0, 0]));
    let counts = m.ctx.i32_array(&view_counts);
    let mut props = vec![(names::OPERAND_SEGMENT_SIZES, counts)];
    for name in [
        names::STATIC_OFFSETS,
        names::STATIC_SIZES,
        names::STATIC_STRIDES,
    ] {
        props.extend(m.prop(op, name).map(|attr| (name, attr)));
    }
    Ok(rewriter.op("memref.subview", &operands, ty, &props))
}

fn extract(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let (Some(&source), Some(result)) = (
        rewriter.module().operands(op).first(),
        rewriter.module().result(op, 0),
    ) else {
        return Ok(());
    };
    let buffer = rewriter.buffer(source)?;
    let view = view(rewriter, op, buffer, result, 1)?;
    rewriter.replace(op, &[view])
}

/// Whether a buffer already is the view of `buffer` that an insertion would copy it to.
fn is_view(m: &Module, from: ValueId, op: OpId, buffer: ValueId) -> bool {
    let Some(view) = m.kernel_of(from, Kernel::Subview) else {
        return false;
    };
    let lists = [
        names::STATIC_OFFSETS,
        names::STATIC_SIZES,
        names::STATIC_STRIDES,
    ];
    m.operands(view).first() == Some(&buffer)
        && m.operands(view)[1..] == m.operands(op)[2..]
        && lists
            .iter()
            .all(|&name| m.prop(view, name) == m.prop(op, name))
}

/// Copies the source into the view of the destination; returns the destination.
fn copy_into(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<ValueId, Error> {
    let &[source, dest, ..] = rewriter.module().operands(op) else {
        return Err(rewriter.error(op, ErrorKind::NotBufferized));
    };
    let (from, buffer) = (rewriter.buffer(source)?, rewriter.buffer(dest)?);
    if is_view(rewriter.module(), from, op, buffer) {
        return Ok(buffer);
    }
    let to = view(rewriter, op, buffer, source, 2)?;
    rewriter.copy(from, to);
    Ok(buffer)
}

fn insert(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let buffer = copy_into(rewriter, op)?;
    rewriter.replace(op, &[buffer])
}

/// The copy moves to the end of the iteration, before its terminator.
fn parallel_insert(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    if let Some(terminator) = rewriter.module().parent(op) {
        rewriter.anchor = terminator;
    }
    copy_into(rewriter, op)?;
    rewriter.replace(op, &[])
}
