//! Uses through which a buffer may be reached under names that the alias analysis does not follow.
//!
//! Calls follow the convention: they borrow their arguments, and may return them.

use memplan_mlir::dialects::{EffectKind, Effects, Traits};
use memplan_mlir::interfaces::{
    affected, callee, is_memory_effect_free, is_view_like, is_within_deferred, may_hold_buffer,
    runs_later,
};
use memplan_mlir::{Module, OpId, TypeKind, ValueId};

/// Whether a buffer may be reached after `user` through values other than memrefs derived from it. Unknown operations
/// may keep their operands.
pub fn escapes(m: &Module, user: OpId, operand: usize) -> bool {
    let is_unknown = m.def(user).is_none_or(|def| {
        matches!(def.effects, Effects::Unknown)
            && !m.has_trait(user, Traits::CAPTURES)
            && callee(m, user).is_none()
            && !is_view_like(m, user)
    });
    is_unknown || is_kept(m, user, operand)
}

/// As [`escapes`], but unknown operations only access their operands.
pub fn is_kept(m: &Module, user: OpId, operand: usize) -> bool {
    if runs_later(m, user) || is_within_deferred(m, user) {
        return true;
    }
    if m.has_trait(user, Traits::CAPTURES) {
        // An address that is only compared does not give access to the buffer.
        return !is_memory_effect_free(m, user)
            || m.results(user)
                .any(|result| !m.is_memref(result) && !is_only_measured(m, result));
    }
    let buffer = m.operands(user)[operand];
    let may_be_stored = |&target: &ValueId| target != buffer && holds_buffers(m, target);
    // Check types first: buffers of buffers are rare, and effects are slower to compute.
    let mut values = m.operands(user).iter().copied().chain(m.results(user));
    let stores_it = values.any(|value| may_be_stored(&value))
        && affected(m, user, EffectKind::Write)
            .iter()
            .any(may_be_stored);
    let is_pointer = |result| !m.is_memref(result) && may_hold_buffer(m, m.value_type(result));
    stores_it || m.results(user).any(is_pointer)
}

/// Whether the elements of a memref may be buffers or pointers.
fn holds_buffers(m: &Module, value: ValueId) -> bool {
    let element = m.ctx.element_type(m.value_type(value));
    element.is_some_and(|element| {
        matches!(
            m.ctx.type_kind(element),
            TypeKind::MemRef(_) | TypeKind::UnrankedMemRef { .. } | TypeKind::Opaque { .. }
        )
    })
}

/// Whether an integer taken from a buffer is a size or stride, or an address that is only compared.
fn is_only_measured(m: &Module, value: ValueId) -> bool {
    let is_first_address = m.defining_op(value).is_some_and(|op| !is_view_like(m, op));
    !is_first_address
        || m.uses(value).all(|(user, _)| {
            let bit = |result: ValueId| {
                matches!(
                    m.value_type_kind(result),
                    TypeKind::Integer { width: 1, .. }
                )
            };
            m.regions(user).is_empty()
                && m.result_count(user) > 0
                && is_memory_effect_free(m, user)
                && m.results(user).all(bit)
        })
}
