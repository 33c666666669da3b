//! Attributes that an analysis-only run adds to the module.

use memplan_mlir::{Module, OpId};

/// Sets `__mergealloc_lifetime = array<i64: scope, first, last>` on an allocation.
///
/// By convention first and last are -2 for an allocation that cannot be analysed, and -1 for one without
/// accesses.
pub fn mark_lifetime(m: &mut Module, alloc: OpId, scope_first_last: [i64; 3]) {
    let name = m.ctx.str("__mergealloc_lifetime");
    let value = m.ctx.i64_array(&scope_first_last);
    m.set_attr(alloc, name, value);
}

/// Sets `__mergealloc_scope = id : i64` on an allocation scope.
pub fn mark_scope(m: &mut Module, scope: OpId, id: i64) {
    let name = m.ctx.str("__mergealloc_scope");
    let value = m.ctx.i64_attr(id);
    m.set_attr(scope, name, value);
}
