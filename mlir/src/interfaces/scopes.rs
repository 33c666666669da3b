//! Allocation scopes: operations whose body may hold a merged allocation.
//!
//! An unregistered operation is not an allocation scope. Treating an operation as a scope is
//! unsound if control can leave and re-enter its block while buffers of that block are in use.

use crate::dialects::Traits;
use crate::ir::{Module, OpId};

/// Whether the operation repeats its region one iteration after the other, so that one buffer can
/// serve all iterations.
pub fn is_sequential_loop(m: &Module, op: OpId) -> bool {
    m.has_trait(op, Traits::LOOP) && !m.has_trait(op, Traits::PARALLEL_REGION)
}

/// Whether a merged allocation may be at the start of the operation's region: an automatic allocation scope, but
/// not a sequential loop, whose buffers should be allocated outside.
pub fn is_allocation_scope(m: &Module, op: OpId) -> bool {
    m.has_trait(op, Traits::AUTOMATIC_ALLOCATION_SCOPE) && !is_sequential_loop(m, op)
}

/// The nearest allocation scope around an operation. `O(depth)`.
pub fn allocation_scope(m: &Module, op: OpId) -> Option<OpId> {
    m.ancestors(op).find(|&op| is_allocation_scope(m, op))
}
