//! Parts of buffers.

use memplan_memory_model::forget_assumed_dim;
use memplan_mlir::dialects::Sizes;
use memplan_mlir::layouts::{SliceSpec, layout_of, subview};
use memplan_mlir::rewrite::{Rewriter, set_operand_group};
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

/// A part of a buffer whose offsets and sizes are [`DYNAMIC`] where an index of the list gives them, in order.
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
    let n_offsets = spec.offsets.iter().filter(|&&at| at == DYNAMIC).count();
    let segments = [1, n_offsets, indices.len() - n_offsets, 0].map(|n| n as i64);
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

/// The size of a dynamic dimension of a buffer, computed before an operation if no operand of what makes it is it.
pub(crate) fn size_of(m: &mut Module, anchor: OpId, value: ValueId, dim: usize) -> Option<ValueId> {
    let shape = m.ctx.shape(m.value_type(value))?;
    let dynamic = |sizes: &[i64]| sizes.iter().filter(|&&size| size == DYNAMIC).count();
    let (place, n_dynamic) = (dynamic(&shape[..dim]), dynamic(shape));
    if let Some(op) = m.defining_op(value)
        && let Some(Sizes::Listed(list)) = m.def(op).map(|def| def.sizes)
        && let listed = m.operand_group(op, list.group)
        && listed.len() == n_dynamic
    {
        return listed.get(place).copied();
    }
    Rewriter::new(m).dim(anchor, value, dim)
}

/// A buffer of other sizes than that of an allocation, allocated in the same way before an operation. Absent if that
/// gives no buffer. Dimensions that are dynamic stay as they are.
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
        let shape = std::mem::replace(&mut kind.shape, sizes.into());
        let ty = m.ctx.ty(TypeKind::MemRef(kind));
        m.set_value_type(buffer, ty);
        fix_sizes(m, alloc, &shape, sizes)?;
    }
    Some(buffer)
}

/// Removes the operands of an allocation for dimensions that were dynamic and have a size now.
fn fix_sizes(m: &mut Module, alloc: OpId, before: &[i64], sizes: &[i64]) -> Option<()> {
    let name = m.def(alloc)?.allocation?.sizes;
    let group = m.def(alloc)?.operand_group(name)?;
    let dynamic = |sizes: &[i64]| sizes.iter().filter(|&&size| size == DYNAMIC).count();
    for dim in (0..before.len()).rev() {
        if before[dim] == DYNAMIC && sizes.get(dim) != Some(&DYNAMIC) {
            let place = dynamic(&before[..dim]);
            let mut operands = m.operands_of(alloc, group).to_vec();
            forget_assumed_dim(m, alloc, place, operands.len());
            operands.remove(place);
            set_operand_group(m, alloc, group, &operands);
        }
    }
    Some(())
}
