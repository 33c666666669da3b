//! Auto: the best plan that a portfolio of planners finds.
//!
//! No single rule is good on all traces, and the rules are cheap: so several are tried, and the best
//! plan wins. The default of the command for those who do not want to choose.

use crate::algorithms::{best_fit::BestFit, first_fit::FirstFit, greedy_by_size::GreedyBySize};
use crate::{
    HeapEnd, LifetimeTrace, MemoryPlanner, MemorySchedule, Optimality, PlanError, PlanOptions,
    PlannerInfo,
};

/// The planner described in the module documentation.
#[derive(Clone, Copy, Debug)]
pub struct Auto;

const MEMBERS: &[&dyn MemoryPlanner] = &[
    &GreedyBySize,
    &FirstFit,
    &BestFit {
        heap_end: HeapEnd::IsAHole,
    },
];

impl MemoryPlanner for Auto {
    fn info(&self) -> PlannerInfo {
        PlannerInfo {
            name: "auto",
            aliases: &["best"],
            summary: "The best plan that a portfolio of planners finds.",
            source: "memplan",
            cost: "that of its members together",
            options: &[],
        }
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        let mut best: Option<MemorySchedule> = None;
        let mut stopped = None;
        let mut work = 0;
        let without_capacity = trace.clone().into_builder().capacity(None).build();
        let unlimited = without_capacity.as_ref().unwrap_or(trace);
        for member in MEMBERS {
            let left = PlanOptions {
                work_limit: options.work_limit.map(|limit| limit.saturating_sub(work)),
                ..options.clone()
            };
            match member.plan(unlimited, &left) {
                Ok(schedule) => {
                    work += schedule.work;
                    if best
                        .as_ref()
                        .is_none_or(|best| schedule.total_size < best.total_size)
                    {
                        best = Some(schedule);
                    }
                }
                Err(PlanError::Stopped { reason, work: done }) => {
                    stopped = Some(PlanError::Stopped {
                        reason,
                        work: work + done,
                    });
                    break;
                }
                Err(error) => return Err(error),
            }
            if best
                .as_ref()
                .is_some_and(|best| best.optimality == Optimality::Optimal)
            {
                break;
            }
        }
        match (best, stopped) {
            (Some(mut schedule), _) => {
                schedule.planner = self.info().name.to_owned();
                schedule.work = work;
                match trace.capacity() {
                    Some(capacity) if capacity < schedule.total_size => {
                        Err(PlanError::CapacityExceeded {
                            schedule: Box::new(schedule),
                            capacity,
                        })
                    }
                    _ => Ok(schedule),
                }
            }
            (None, Some(stopped)) => Err(stopped),
            (None, None) => FirstFit.plan(trace, options),
        }
    }
}
