//! Buffers that would be freed while something may still use them.
//!
//! What runs until it is awaited counts as a use at every operation that waits for it. Where a
//! program does not wait before a buffer has to be freed, as for a buffer of a loop's body that a
//! group is awaited behind the loop for, the function is refused.

use memplan_mlir::analyses::{JobId, Origins};
use memplan_mlir::{Module, OpId};
use rustc_hash::FxHashSet;

use super::facts::{Carrier, Facts};
use super::plan::{Action, Plan};
use crate::dealloc::DeallocError;

/// Finds every job that a free of the plan does not wait for, and those that outlive the function.
/// Linear in the actions, times the jobs that use what may be the same buffer.
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
    let mut found: FxHashSet<JobId> = FxHashSet::default();
    found.extend(pending.abandoned().iter().map(|&(_, job)| job));
    let value = |carrier: Carrier| facts.carriers[carrier as usize].value;
    let mut look = |actions: &[Action], is_pending: &dyn Fn(JobId) -> bool| {
        for &carrier in actions.iter().flat_map(freed) {
            for &(job, used) in facts.jobs_of(carrier) {
                if !found.contains(&job)
                    && is_pending(job)
                    && origins.same(m, value(carrier), value(used)) != Some(false)
                {
                    found.insert(job);
                }
            }
        }
    };
    #[allow(clippy::iter_over_hash_type, reason = "what is found is sorted")]
    for (&op, actions) in &plan.after {
        look(actions, &|job| pending.is_pending_behind(op, job));
    }
    #[allow(clippy::iter_over_hash_type, reason = "what is found is sorted")]
    for (&block, actions) in &plan.at_start {
        look(actions, &|job| pending.is_pending_at_start(block, job));
    }
    #[allow(clippy::iter_over_hash_type, reason = "what is found is sorted")]
    for (&op, edges) in &plan.edges {
        for edge in edges {
            look(&edge.actions, &|job| pending.is_pending_behind(op, job));
        }
    }
    let mut jobs: Vec<JobId> = found.into_iter().collect();
    jobs.sort_unstable();
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

/// The error for something that may still run when a buffer that it uses is freed.
fn not_awaited(m: &Module, op: OpId) -> DeallocError {
    let message = format!(
        "`{}` may still run when a buffer that it uses has to be freed, or when the function \
         returns: wait for it before that",
        m.op_name_text(op)
    );
    DeallocError::new(op, "not-awaited", message)
}
