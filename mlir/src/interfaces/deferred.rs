//! Operations that return before their work has finished, and operations that wait for them.
//!
//! `async.execute`, calls of asynchronous functions and operations with a token result may run *until
//! awaited*: until the program waits for a token, value or group that represents the work. Memory that
//! the work uses must stay live until then. Passes that shorten lifetimes, free or share buffers use
//! this query; `memplan_memory_model::Pending` tracks the tokens.
//!
//! An unregistered operation is deferred if one of its results is awaitable. A missing
//! [`Traits::AWAITS`] in a table entry makes passes reject valid programs; a missing token type is
//! unsound.

use crate::dialects::Traits;
use crate::ir::{Module, OpId, TypeId, TypeKind, ValueId};

/// Whether values of this type represent the completion of work: tokens, `!async.value`, and groups of those.
pub fn is_awaitable(m: &Module, ty: TypeId) -> bool {
    super::is_token(m, ty)
        || is_group(m, ty)
        || async_body(m, ty, |body| body.starts_with(b"value<"))
}

/// Whether values of this type represent everything that was added to them.
pub fn is_group(m: &Module, ty: TypeId) -> bool {
    async_body(m, ty, |body| body == b"group")
}

/// Whether this is a type of the `async` dialect whose text after `!async.` is accepted by `is_meant`.
fn async_body(m: &Module, ty: TypeId, is_meant: impl Fn(&[u8]) -> bool) -> bool {
    match m.ctx.type_kind(ty) {
        TypeKind::Opaque { dialect, body } => {
            m.ctx.bytes(*dialect) == b"async" && is_meant(m.ctx.bytes(*body))
        }
        _ => false,
    }
}

/// Whether work that the operation starts, or that is in its regions, may run later than its position in the
/// program. A call that receives a group may add to it.
pub fn runs_later(m: &Module, op: OpId) -> bool {
    m.has_trait(op, Traits::RUNS_LATER)
        || m.results(op)
            .any(|value| is_awaitable(m, m.value_type(value)))
        || (super::callee(m, op).is_some()
            && m.operands(op)
                .iter()
                .any(|&value| is_group(m, m.value_type(value))))
}

/// Whether an ancestor of the operation, within its function, is deferred.
pub fn is_within_deferred(m: &Module, op: OpId) -> bool {
    m.ancestors(op)
        .take_while(|&around| !m.has_trait(around, Traits::FUNCTION))
        .any(|around| runs_later(m, around))
}

/// Whether control continues after the operation only when all its awaitable operands are ready.
pub fn awaits(m: &Module, op: OpId) -> bool {
    let depends = || {
        m.def(op)
            .is_some_and(|def| def.operand_group("asyncDependencies").is_some())
    };
    let has_token = || {
        m.results(op)
            .any(|value| is_awaitable(m, m.value_type(value)))
    };
    m.has_trait(op, Traits::AWAITS) || (depends() && !has_token())
}

/// The operands of an operation that represent the completion of work.
pub fn awaitable_operands(m: &Module, op: OpId) -> impl Iterator<Item = ValueId> + '_ {
    let operands = m.operands(op).iter().copied();
    operands.filter(|&value| is_awaitable(m, m.value_type(value)))
}

/// The token and the group, if the operation adds one to the other.
pub fn added_to_group(m: &Module, op: OpId) -> Option<(ValueId, ValueId)> {
    if !m.has_trait(op, Traits::ADDS_TO_GROUP) {
        return None;
    }
    let &[token, group] = m.operands(op) else {
        return None;
    };
    Some((token, group))
}
