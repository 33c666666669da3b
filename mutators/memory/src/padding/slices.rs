//! Parts of buffers with static sizes.

use memplan_mlir::layouts::{SliceSpec, layout_of, subview};
use memplan_mlir::{DYNAMIC, Module, OpId, OpSpec, ValueId, names};

/// Whether the strides of a buffer are known.
pub(super) fn has_strides(m: &Module, value: ValueId) -> bool {
    layout_of(&m.ctx, m.value_type(value)).is_some_and(|layout| !layout.strides.contains(&DYNAMIC))
}

/// A part of a buffer, made in front of an operation: the buffer itself if that is all of it. The buffer has known strides.
pub(super) fn slice(
    m: &mut Module,
    anchor: OpId,
    source: ValueId,
    (offsets, sizes): (&[i64], &[i64]),
) -> ValueId {
    let ty = m.value_type(source);
    let ones = vec![1; sizes.len()];
    let spec = SliceSpec {
        offsets,
        sizes,
        strides: &ones,
    };
    let is_all = m.ctx.shape(ty) == Some(sizes) && offsets.iter().all(|&at| at == 0);
    let part = match is_all {
        true => None,
        false => subview(&mut m.ctx, ty, spec, sizes),
    };
    let Some(ty) = part else { return source };
    let spec = OpSpec::new(m.ctx.op_name("memref.subview"))
        .operands(&[source])
        .results(&[ty])
        .prop(names::STATIC_OFFSETS, m.ctx.i64_array(offsets))
        .prop(names::STATIC_SIZES, m.ctx.i64_array(sizes))
        .prop(names::STATIC_STRIDES, m.ctx.i64_array(&ones))
        .prop(names::OPERAND_SEGMENT_SIZES, m.ctx.i32_array(&[1, 0, 0, 0]))
        .located_at(m, anchor);
    let op = m.create_op(spec);
    m.insert_before(anchor, op);
    m.result(op, 0).unwrap_or(source)
}
