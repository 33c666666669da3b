//! Allocation scopes: operations whose body may hold a merged allocation.
//!
//! An unregistered operation is not an allocation scope. Treating an operation as a scope is
//! unsound if control can leave and re-enter its block while buffers of that block are in use.

use crate::dialects::{OpDef, Traits};
use crate::ir::{Module, OpId};

/// Whether several executions of the operation's regions may run at the same time. `false` for an unregistered
/// operation.
pub fn runs_in_parallel(m: &Module, op: OpId) -> bool {
    m.has_trait(op, Traits::PARALLEL_REGION)
}

/// Whether the operation's body computes single elements, in any order: it holds no allocations, deallocations or
/// copies. `false` for an unregistered operation.
pub fn computes_elements(m: &Module, op: OpId) -> bool {
    m.def(op).is_some_and(OpDef::computes_elements)
}

/// Whether no two executions of the operation's regions may overlap. `true` for an unregistered operation, since it
/// is unknown whether it runs its regions at all.
pub fn runs_alone(m: &Module, op: OpId) -> bool {
    !runs_in_parallel(m, op) && !computes_elements(m, op)
}

/// Whether no operation around `op`, up to and without `scope`, may run it several times at once. `O(depth)`.
pub fn runs_alone_in(m: &Module, op: OpId, scope: OpId) -> bool {
    let mut between = m.ancestors(op).take_while(|&around| around != scope);
    between.all(|around| runs_alone(m, around))
}

/// Whether the operation repeats its region one iteration after the other, so that one buffer can
/// serve all iterations.
pub fn is_sequential_loop(m: &Module, op: OpId) -> bool {
    m.has_trait(op, Traits::LOOP) && !runs_in_parallel(m, op)
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
