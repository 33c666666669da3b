//! Puts buffers into a fast memory, and moves them.

use memplan_planner::PlanOptions;

use super::Job;
use crate::{Error, MoveSchedules, PoolReport, move_between_pools};

/// Puts buffers into the memories of [`Merge::pools`](crate::Merge::pools).
///
/// # Errors
///
/// Those of [`move_between_pools`](crate::move_between_pools()).
pub(super) fn run(job: &mut Job<'_>) -> Result<Option<PoolReport>, Error> {
    let merge = job.options;
    let Some(pools) = &merge.memories.pools else {
        return Ok(None);
    };
    let chosen = merge.context.planner("constrained")?;
    let options = PlanOptions {
        alignment: chosen.alignment,
        ..merge.options.clone()
    };
    let schedules = match merge.memories.moves {
        Some(plan) => MoveSchedules::Existing(plan),
        None => MoveSchedules::Planner(&*chosen.planner, &options),
    };
    move_between_pools(job.module, &merge.collector, pools, schedules).map(Some)
}
