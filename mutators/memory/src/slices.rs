//! Parts of buffers with static sizes.

use memplan_mlir::layouts::{SliceSpec, layout_of, subview};
use memplan_mlir::{CloneMap, DYNAMIC, Module, OpId, OpSpec, TypeKind, ValueId, names};

/// Whether the strides of a buffer are known.
pub(crate) fn has_strides(m: &Module, value: ValueId) -> bool {
    layout_of(&m.ctx, m.value_type(value)).is_some_and(|layout| !layout.strides.contains(&DYNAMIC))
}

/// A part of a buffer, made before an operation: the buffer itself if that is all of it. The buffer has known strides.
pub(crate) fn slice(
    m: &mut Module,
    anchor: OpId,
    source: ValueId,
    offsets: &[i64],
    sizes: &[i64],
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
pub(crate) fn slice_with_steps(
    m: &mut Module,
    anchor: OpId,
    source: ValueId,
    spec: SliceSpec<'_>,
) -> ValueId {
    let ty = m.value_type(source);
    let is_all = m.ctx.shape(ty) == Some(spec.sizes) && spec.offsets.iter().all(|&at| at == 0);
    if is_all {
        return source;
    }
    slice_at(m, anchor, source, spec, &[])
}

/// A part of a buffer whose offsets are [`DYNAMIC`] where an index of the list gives them, in order.
pub(crate) fn slice_at(
    m: &mut Module,
    anchor: OpId,
    source: ValueId,
    spec: SliceSpec<'_>,
    indices: &[ValueId],
) -> ValueId {
    let ty = m.value_type(source);
    let Some(ty) = subview(&mut m.ctx, ty, spec, spec.sizes) else {
        return source;
    };
    let segments = [1, indices.len() as i64, 0, 0];
    let op = OpSpec::new(m.ctx.op_name("memref.subview"))
        .operands(&[source])
        .operands(indices)
        .results(&[ty])
        .prop(names::STATIC_OFFSETS, m.ctx.i64_array(spec.offsets))
        .prop(names::STATIC_SIZES, m.ctx.i64_array(spec.sizes))
        .prop(names::STATIC_STRIDES, m.ctx.i64_array(spec.strides))
        .prop(names::OPERAND_SEGMENT_SIZES, m.ctx.i32_array(&segments));
    let op = m.create_before(anchor, op);
    m.result(op, 0).unwrap_or(source)
}

/// A buffer of other sizes than that of an allocation, allocated in the same way before an operation. Absent if that
/// gives no buffer.
pub(crate) fn buffer_like(
    m: &mut Module,
    alloc: OpId,
    anchor: OpId,
    sizes: &[i64],
) -> Option<ValueId> {
    let alloc = m.clone_op(alloc, &mut CloneMap::default());
    m.insert_before(anchor, alloc);
    let buffer = m.result(alloc, 0)?;
    if let TypeKind::MemRef(mut kind) = m.value_type_kind(buffer).clone() {
        kind.shape = sizes.into();
        let ty = m.ctx.ty(TypeKind::MemRef(kind));
        m.set_value_type(buffer, ty);
    }
    Some(buffer)
}
