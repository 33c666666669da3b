//! Allocations that may be replaced by views of a merged one, and the deallocations that go with
//! them.
//!
//! An operation without [`AllocationDef`](crate::dialects::AllocationDef) in its entry is never
//! replaced. Giving one to an operation that does more than allocate uninitialised host memory is
//! unsound.

use super::affected;
use crate::dialects::{EffectKind, EffectOn, Effects, Traits};
use crate::ir::{Module, OpId, ValueId, names};

/// A heap allocation that may be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allocation<'m> {
    /// The allocating operation.
    pub op: OpId,
    /// The new buffer.
    pub buffer: ValueId,
    /// One size per dynamic dimension of its type.
    pub dynamic_sizes: &'m [ValueId],
    /// Symbols of its layout map.
    pub symbols: &'m [ValueId],
    /// The promised alignment of the first byte; absent, or 0, when nothing is promised.
    pub alignment: Option<i64>,
}

/// The allocation by `op`, if it only allocates uninitialised memory on the heap.
pub fn allocation(m: &Module, op: OpId) -> Option<Allocation<'_>> {
    let facts = m.def(op)?.allocation?;
    let buffer = m.result(op, 0)?;
    Some(Allocation {
        op,
        buffer,
        dynamic_sizes: m.operand_group(op, facts.sizes),
        symbols: m.operand_group(op, facts.symbols),
        alignment: m.prop_i64(op, names::ALIGNMENT),
    })
}

/// Whether `op` is known to allocate `buffer`, on the heap or on the stack.
pub fn allocates(m: &Module, op: OpId, buffer: ValueId) -> bool {
    [EffectKind::Allocate, EffectKind::AllocateAutomatic]
        .into_iter()
        .any(|kind| affected(m, op, kind).contains(&buffer))
}

/// Whether `op` is known to free `buffer`. `false` for unregistered operations.
pub fn frees(m: &Module, op: OpId, buffer: ValueId) -> bool {
    affected(m, op, EffectKind::Free).contains(&buffer)
}

/// Whether an allocation, or an operation that frees one, is marked `bufferization.manual_deallocation`: the
/// program frees the buffer itself, and no pass may own, merge or free it.
pub fn is_manually_freed(m: &Module, op: OpId) -> bool {
    m.attr(op, names::MANUAL_DEALLOCATION).is_some()
        || m.prop(op, names::MANUAL_DEALLOCATION).is_some()
}

/// Whether memplan has inserted the deallocations of a function.
pub fn is_deallocated(m: &Module, function: OpId) -> bool {
    m.attr(function, names::DEALLOCATED).is_some()
}

/// Whether `op` only frees its single operand, so that it can be removed if that buffer no longer needs to be
/// freed. `false` for unregistered operations.
pub fn is_plain_dealloc(m: &Module, op: OpId) -> bool {
    let Some(def) = m.def(op) else { return false };
    let Effects::List([effect]) = def.effects else {
        return false;
    };
    effect.kind == EffectKind::Free
        && matches!(effect.on, EffectOn::Operand(_))
        && m.operands(op).len() == 1
        && m.result_count(op) == 0
        && !def.traits.has(Traits::CAPTURES)
}
