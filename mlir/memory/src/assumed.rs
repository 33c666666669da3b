//! Sizes that are assumed of buffers whose shape is known only at run time, while passes weigh what they cost.
//!
//! They are attributes of allocations, so they move with these and are copied with them. No proof may use them: whether
//! two buffers have the same size is a question to [`SymbolicSizes`](crate::SymbolicSizes).

use memplan_mlir::interfaces::{allocation, viewed_buffer};
use memplan_mlir::{INDEX_WIDTH, Module, OpId, TypeKind, ValueId, names};

/// States the bytes of the buffer of an allocation at some shapes. The first counts until [`choose_assumed`] takes
/// another.
pub fn assume_bytes(m: &mut Module, alloc: OpId, bytes: &[i64]) {
    let list = m.ctx.i64_array(bytes);
    m.set_attr(alloc, names::ASSUMED_BYTES, list);
}

/// Lets the assumptions about another shape count, by its number in the lists that [`assume_bytes`] was given. Not
/// again on the same program. Linear.
pub fn choose_assumed(m: &mut Module, shape: usize) {
    for op in stated(m) {
        let mut list = list(m, op).to_vec();
        if shape < list.len() {
            list.swap(0, shape);
        }
        assume_bytes(m, op, &list);
    }
}

/// Removes all assumptions. Linear.
pub fn forget_assumed(m: &mut Module) {
    for op in stated(m) {
        m.remove_attr(op, names::ASSUMED_BYTES);
    }
}

fn stated(m: &Module) -> Vec<OpId> {
    let all = m.walk(m.root());
    all.filter(|&op| m.attr(op, names::ASSUMED_BYTES).is_some())
        .collect()
}

fn list(m: &Module, alloc: OpId) -> &[i64] {
    let list = m.attr(alloc, names::ASSUMED_BYTES);
    list.and_then(|list| m.ctx.attr_array(list)).unwrap_or(&[])
}

/// The bytes that are assumed of the buffer of an allocation.
pub(crate) fn assumed_bytes(m: &Module, alloc: OpId) -> Option<u64> {
    u64::try_from(*list(m, alloc).first()?).ok()
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
