//! Rejects functions that would free a buffer while deferred work may still use it.
//!
//! Deferred work counts as a use at every operation that waits for it. A function is rejected if it
//! does not wait before a buffer must be freed, for example if a buffer of a loop body is used by work
//! that a group awaits after the loop.

use memplan_memory_model::{JobId, Origins};
use memplan_mlir::{Module, OpId};
use memplan_support::Sort;
use rustc_hash::FxHashSet;

use super::facts::{Carrier, Facts};
use super::plan::{Action, Plan};
use crate::dealloc::DeallocError;

/// Reports every job that may still run when the plan frees one of its buffers, and every job that
/// outlives the function. Linear in the actions, times the jobs that may use the same buffer.
pub(super) fn check(
    m: &Module,
    facts: &Facts,
    plan: &Plan,
    origins: &mut Origins,
    errors: &mut Vec<DeallocError>,
) {
    if facts.pending.is_empty() {
        return;
    }
    let pending = &facts.pending;
    let mut reported: FxHashSet<JobId> = FxHashSet::default();
    reported.extend(pending.abandoned().iter().map(|&(_, job)| job));
    let value = |carrier: Carrier| facts.carriers[carrier as usize].value;
    let mut look = |actions: &[Action], is_pending: &dyn Fn(JobId) -> bool| {
        for &carrier in actions.iter().flat_map(freed) {
            for &(job, used) in facts.jobs_of(carrier) {
                if !reported.contains(&job)
                    && is_pending(job)
                    && origins.same(m, value(carrier), value(used)) != Some(false)
                {
                    reported.insert(job);
                }
            }
        }
    };
    #[allow(clippy::iter_over_hash_type, reason = "what is found is sorted")]
    for (&op, actions) in &plan.after {
        look(actions, &|job| pending.is_pending_after(op, job));
    }
    #[allow(clippy::iter_over_hash_type, reason = "what is found is sorted")]
    for (&block, actions) in &plan.at_start {
        look(actions, &|job| pending.is_pending_at_start(block, job));
    }
    #[allow(clippy::iter_over_hash_type, reason = "what is found is sorted")]
    for (&op, edges) in &plan.edges {
        for edge in edges {
            look(&edge.actions, &|job| pending.is_pending_after(op, job));
        }
    }
    let mut jobs: Vec<JobId> = reported.into_iter().collect();
    jobs.sort_stable();
    let mut ops: Vec<OpId> = jobs.iter().map(|&job| pending.op(job)).collect();
    ops.dedup();
    errors.extend(ops.into_iter().map(|op| not_awaited(m, op)));
}

/// The carriers whose buffers an action may free.
fn freed(action: &Action) -> &[Carrier] {
    match action {
        Action::Free(carrier) => std::slice::from_ref(carrier),
        Action::Compare { carriers, .. } => carriers,
        Action::Move(..) | Action::Share(..) => &[],
    }
}

/// The error for work that may still run when a buffer that it uses is freed.
fn not_awaited(m: &Module, op: OpId) -> DeallocError {
    let message = format!(
        "`{}` may still be running when a buffer that it uses is freed or when the function returns: \
         wait for it first",
        m.op_name_text(op)
    );
    DeallocError::new(op, "not-awaited", message)
}
