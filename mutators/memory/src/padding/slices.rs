//! Parts of buffers with static sizes.

use memplan_mlir::layouts::{SliceSpec, layout_of, subview};
use memplan_mlir::{CloneMap, DYNAMIC, Module, OpId, OpSpec, TypeKind, ValueId, names};

use super::Padded;

/// Whether the strides of a buffer are known.
pub(super) fn has_strides(m: &Module, value: ValueId) -> bool {
    layout_of(&m.ctx, m.value_type(value)).is_some_and(|layout| !layout.strides.contains(&DYNAMIC))
}

/// A part of a buffer, made before an operation: the buffer itself if that is all of it. The buffer has known strides.
pub(super) fn slice(
    m: &mut Module,
    anchor: OpId,
    source: ValueId,
    (offsets, sizes): (&[i64], &[i64]),
) -> ValueId {
    let strides = &vec![1; sizes.len()];
    let spec = SliceSpec {
        offsets,
        sizes,
        strides,
    };
    slice_with_steps(m, anchor, source, spec)
}

/// The same with steps between the elements.
pub(super) fn slice_with_steps(
    m: &mut Module,
    anchor: OpId,
    source: ValueId,
    spec: SliceSpec<'_>,
) -> ValueId {
    let SliceSpec {
        offsets,
        sizes,
        strides,
    } = spec;
    let ty = m.value_type(source);
    let is_all = m.ctx.shape(ty) == Some(sizes) && offsets.iter().all(|&at| at == 0);
    let part = if is_all {
        None
    } else {
        subview(&mut m.ctx, ty, spec, sizes)
    };
    let Some(ty) = part else { return source };
    let spec = OpSpec::new(m.ctx.op_name("memref.subview"))
        .operands(&[source])
        .results(&[ty])
        .prop(names::STATIC_OFFSETS, m.ctx.i64_array(offsets))
        .prop(names::STATIC_SIZES, m.ctx.i64_array(sizes))
        .prop(names::STATIC_STRIDES, m.ctx.i64_array(strides))
        .prop(names::OPERAND_SEGMENT_SIZES, m.ctx.i32_array(&[1, 0, 0, 0]))
        .located_at(m, anchor);
    let op = m.create_op(spec);
    m.insert_before(anchor, op);
    m.result(op, 0).unwrap_or(source)
}

/// A buffer of other sizes than the padded one, allocated as that is, before an operation.
pub(super) fn buffer_like(m: &mut Module, padded: &Padded, anchor: OpId, sizes: &[i64]) -> ValueId {
    let alloc = m.clone_op(padded.alloc, &mut CloneMap::default());
    m.insert_before(anchor, alloc);
    let Some(buffer) = m.result(alloc, 0) else {
        return padded.buffer;
    };
    if let TypeKind::MemRef(mut kind) = m.value_type_kind(buffer).clone() {
        kind.shape = sizes.into();
        let ty = m.ctx.ty(TypeKind::MemRef(kind));
        m.set_value_type(buffer, ty);
    }
    buffer
}
