//! The plan of a mutator, built from the result of a collector and the schedules of a planner.

use memplan_collectors::{Collected, CollectedScope};
use memplan_mutators::{BufferRewrite, MergePlan, ScopeRewrite};
use memplan_planner::{Bytes, MemorySchedule};

/// The plan that puts each collected buffer at the offset of its schedule.
///
/// `schedules` are those of [`Collected::traces`], in that order; a buffer without an offset is placed at
/// 0. Linear in the number of buffers.
pub fn merge_plan<'a>(
    collected: &Collected,
    schedules: impl IntoIterator<Item = &'a MemorySchedule>,
) -> MergePlan {
    let scopes = collected.scopes.iter().zip(schedules);
    MergePlan {
        scopes: scopes
            .map(|(scope, schedule)| scope_rewrite(scope, schedule))
            .collect(),
        dead: collected
            .dead
            .iter()
            .flat_map(|dead| dead.erase.iter().copied())
            .collect(),
    }
}

fn scope_rewrite(scope: &CollectedScope, schedule: &MemorySchedule) -> ScopeRewrite {
    let aligns = scope.trace.buffers().iter().map(|buffer| buffer.align);
    let buffers = scope.ids().map(|(id, site)| BufferRewrite {
        site: site.clone(),
        offset: schedule.offset(id).unwrap_or_default(),
    });
    ScopeRewrite {
        block: scope.block,
        before: scope.before,
        memory_space: scope.memory_space,
        total: schedule.total_size,
        alignment: scope
            .asked_alignment
            .unwrap_or_else(|| aligns.fold(scope.alignment, Bytes::max)),
        callers_may_hold: scope.callers_may_hold,
        base: scope.base,
        buffers: buffers.collect(),
    }
}
