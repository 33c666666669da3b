//! memplan plus a planner, `shaken-greedy`: many orders near "the largest first", each placed
//! by first fit; the best plan wins.
//!
//! Source: Feo and Resende, "Greedy Randomized Adaptive Search Procedures", 1995.

use memplan_planner::registry::{ParamError, Params};
use memplan_planner::{
    BufferId, Bytes, LifetimeTrace, MemoryPlanner, MemorySchedule, Optimality, OptionInfo,
    PlanError, PlanOptions, PluginInfo, ScheduleBuilder,
};

#[derive(Clone, Debug)]
struct ShakenGreedy {
    tries: u64,
}

impl MemoryPlanner for ShakenGreedy {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "shaken-greedy",
            aliases: &[],
            summary: "The best of many orders near descending size, each placed by first fit.",
            source: "Feo and Resende 1995",
            cost: "O(t n log^2 n) for t tries",
            options: &[OptionInfo {
                name: "tries",
                default: "50",
                help: "How many orders are tried at most.",
            }],
        }
    }

    fn configure(&self, params: &Params) -> Result<Box<dyn MemoryPlanner>, ParamError> {
        let tries = params.parse("tries", "a whole number")?;
        Ok(Box::new(Self {
            tries: tries.unwrap_or(self.tries),
        }))
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        let (mut best, mut work): (Option<MemorySchedule>, u64) = (None, 0);
        for number in 0..self.tries.max(1) {
            let left = PlanOptions {
                work_limit: options.work_limit.map(|limit| limit - work),
                ..options.clone()
            };
            let schedule = match first_fit(trace, &left, number) {
                Ok(schedule) => schedule,
                Err(PlanError::CapacityExceeded { schedule, .. }) => *schedule,
                Err(_) if best.is_some() => break, // cancelled: what there is counts
                Err(error) => return Err(error),
            };
            work += schedule.work;
            // At a limit the builder completes the schedule; no other one would be better.
            let stopped = schedule.stopped_by;
            if best
                .as_ref()
                .is_none_or(|best| schedule.peak() < best.peak())
            {
                if let Some(progress) = &options.progress {
                    progress.improved(schedule.peak(), trace.least_load(), work);
                }
                best = Some(schedule);
            }
            if stopped.is_some() {
                best = best.map(|best| best.stopped(stopped));
                break;
            }
            if best
                .as_ref()
                .is_some_and(|best| best.optimality == Optimality::Optimal)
            {
                break;
            }
        }
        let schedule = best.map(|schedule| MemorySchedule { work, ..schedule });
        let schedule = schedule.expect("the first try gives a schedule, or returns");
        schedule.within(trace.capacity())
    }
}

/// First fit by descending size; in all orders but the first one, sizes count up to twice.
fn first_fit(
    trace: &LifetimeTrace,
    options: &PlanOptions,
    number: u64,
) -> Result<MemorySchedule, PlanError> {
    let key = |id: BufferId| {
        let mixed =
            (options.seed ^ number << 32 ^ u64::from(id.0)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let noise = if number == 0 { 0 } else { mixed >> 54 };
        u128::from(trace[id].size.0) * u128::from(1024 + noise)
    };
    let mut order: Vec<BufferId> = trace.ids().collect();
    order.sort_by_cached_key(|&id| (std::cmp::Reverse(key(id)), id));
    let mut schedule = ScheduleBuilder::new(trace, options)?;
    for id in order {
        let offset: Bytes = schedule.first_fit(id);
        schedule.place(id, offset)?;
    }
    schedule.finish("shaken-greedy")
}

fn main() -> std::process::ExitCode {
    memplan_cli::main_with([Box::new(ShakenGreedy { tries: 50 }) as _])
}

#[cfg(test)]
mod tests {
    use super::ShakenGreedy;
    use memplan_planner::algorithms::greedy_by_size::GreedyBySize;
    use memplan_planner::{LifetimeTrace, MemoryPlanner, PlanOptions};

    #[test]
    fn it_keeps_the_rules_for_planners() -> Result<(), memplan_suite::Failure> {
        let summary = memplan_suite::Suite::from_env().check(&ShakenGreedy { tries: 10 })?;
        println!("{summary}");
        Ok(())
    }

    #[test]
    fn a_shaken_order_can_be_better() {
        let trace: LifetimeTrace = "a 0..5 7; b 1..8 10; c 2..4 8; d 2..5 6; e 3..10 2; f 4..7 2; \
                                    g 5..9 2; h 6..9 12; i 7..10 8"
            .parse()
            .unwrap();
        let peak = |planner: &dyn MemoryPlanner| {
            planner
                .plan(&trace, &PlanOptions::default())
                .unwrap()
                .peak()
                .0
        };
        assert_eq!(
            (peak(&GreedyBySize), peak(&ShakenGreedy { tries: 50 })),
            (39, 34)
        );
    }
}
