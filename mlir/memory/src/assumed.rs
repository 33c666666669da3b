//! Sizes that are assumed of buffers whose shape is known only at run time, while passes weigh what they cost.
//!
//! They are attributes of allocations, so they move with these and are copied with them. No proof may use them: whether
//! two buffers have the same size is a question to [`SymbolicSizes`](crate::SymbolicSizes).

use memplan_mlir::interfaces::{allocation, viewed_buffer};
use memplan_mlir::{DYNAMIC, INDEX_WIDTH, Module, OpId, TypeKind, ValueId, names};

/// States the sizes of the dynamic dimensions of the buffer of an allocation at some shapes, one shape after the other.
/// The first counts until [`choose_assumed`] takes another.
pub fn assume_sizes(m: &mut Module, alloc: OpId, sizes: &[i64]) {
    let list = m.ctx.i64_array(sizes);
    m.set_attr(alloc, names::ASSUMED_SIZES, list);
}

/// Removes what is assumed of one dynamic dimension, by its number among them: it is static now.
pub fn forget_assumed_dim(m: &mut Module, alloc: OpId, place: usize, n_dynamic: usize) {
    let sizes = list(m, alloc).iter().enumerate();
    let left = sizes.filter(|(at, _)| at % n_dynamic.max(1) != place);
    let left: Vec<i64> = left.map(|(_, &size)| size).collect();
    m.remove_attr(alloc, names::ASSUMED_SIZES);
    if !left.is_empty() {
        assume_sizes(m, alloc, &left);
    }
}

/// Lets the assumptions about another shape count, by its number in the lists that [`assume_sizes`] was given. Not
/// again on the same program. Linear.
pub fn choose_assumed(m: &mut Module, shape: usize) {
    for op in stated(m) {
        let mut sizes = list(m, op).to_vec();
        let n = allocation(m, op).map_or(0, |facts| facts.dynamic_sizes.len());
        for at in 0..n.min(sizes.len().saturating_sub(shape * n)) {
            sizes.swap(at, shape * n + at);
        }
        assume_sizes(m, op, &sizes);
    }
}

/// Removes all assumptions. Linear.
pub fn forget_assumed(m: &mut Module) {
    for op in stated(m) {
        m.remove_attr(op, names::ASSUMED_SIZES);
    }
}

fn stated(m: &Module) -> Vec<OpId> {
    let all = m.walk(m.root());
    all.filter(|&op| m.attr(op, names::ASSUMED_SIZES).is_some())
        .collect()
}

fn list(m: &Module, alloc: OpId) -> &[i64] {
    let list = m.attr(alloc, names::ASSUMED_SIZES);
    list.and_then(|list| m.ctx.attr_array(list)).unwrap_or(&[])
}

/// The bytes that are assumed of the buffer of an allocation of dynamic shape.
pub(crate) fn assumed_bytes(m: &Module, alloc: OpId) -> Option<u64> {
    if list(m, alloc).is_empty() {
        return None;
    }
    let buffer = allocation(m, alloc)?.buffer;
    let element = m.ctx.element_type(m.value_type(buffer))?;
    let mut bytes = m.ctx.stored_bytes(element, INDEX_WIDTH)?;
    for dim in 0..m.ctx.shape(m.value_type(buffer))?.len() {
        bytes = bytes.checked_mul(u64::try_from(likely_size(m, buffer, dim)?).ok()?)?;
    }
    i64::try_from(bytes).is_ok().then_some(bytes)
}

/// The size of a dimension of a memref: by its type, or assumed of an allocation. `None` if neither is known.
pub fn likely_size(m: &Module, value: ValueId, dim: usize) -> Option<i64> {
    let shape = m.ctx.shape(m.value_type(value))?;
    let &size = shape.get(dim)?;
    if size != DYNAMIC {
        return Some(size);
    }
    let place = shape[..dim].iter().filter(|&&size| size == DYNAMIC).count();
    list(m, m.defining_op(value)?).get(place).copied()
}

/// The bytes of a memref: by its type, or assumed. `None` if neither is known.
pub fn likely_bytes(m: &Module, value: ValueId) -> Option<u64> {
    let TypeKind::MemRef(ty) = m.value_type_kind(value) else {
        return None;
    };
    let element = m.ctx.stored_bytes(ty.element, INDEX_WIDTH)?;
    if let Some(elements) = m.ctx.n_elements(m.value_type(value)) {
        return elements.checked_mul(element);
    }
    let op = m.defining_op(viewed_buffer(m, value))?;
    allocation(m, op)?;
    assumed_bytes(m, op)
}

/// The elements of a memref: by its type, or assumed.
pub fn likely_elements(m: &Module, value: ValueId) -> Option<u64> {
    let element = m.ctx.element_type(m.value_type(value))?;
    let element = m.ctx.stored_bytes(element, INDEX_WIDTH)?;
    likely_bytes(m, value)?.checked_div(element)
}
