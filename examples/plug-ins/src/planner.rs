//! `shaken-greedy`: many orders near "the largest first", each placed by first fit; the best plan wins.
//!
//! Source: Feo and Resende, "Greedy Randomized Adaptive Search Procedures", 1995.

use memplan_planner::{
    BufferId, Field, LifetimeTrace, MemoryPlanner, MemorySchedule, Options, PlanError, PlanOptions,
    PluginInfo, ScheduleBuilder,
};

/// The planner described in the module documentation.
#[derive(Clone, Debug)]
pub struct ShakenGreedy {
    /// How many orders are tried at most.
    pub tries: u64,
}

impl MemoryPlanner for ShakenGreedy {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "shaken-greedy",
            aliases: &[],
            summary: "The best of many orders near descending size, each placed by first fit.",
            source: "Feo and Resende 1995",
            cost: "O(t n log^2 n) for t tries",
        }
    }

    fn options(&self) -> Options<'_, dyn MemoryPlanner> {
        Options::of(self, Self { tries: 50 }, |planner| {
            vec![
                Field::value("tries", &mut planner.tries)
                    .help("How many orders are tried at most."),
            ]
        })
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        let mut left = options.clone();
        let mut best = first_fit(trace, &left, 0)?;
        let mut work = best.work;
        for number in 1..self.tries {
            if best.stopped_by.is_some() || best.peak() == trace.least_load() {
                break;
            }
            left.work_limit = options.work_limit.map(|limit| limit - work);
            let Ok(schedule) = first_fit(trace, &left, number) else {
                break;
            };
            work += schedule.work;
            let stopped = schedule.stopped_by;
            if schedule.peak() < best.peak() {
                best = schedule;
            }
            best = best.stopped(stopped);
        }
        MemorySchedule { work, ..best }.within(trace.capacity())
    }
}

/// First fit by descending size; in all orders but the first one, sizes count up to twice.
fn first_fit(
    trace: &LifetimeTrace,
    options: &PlanOptions,
    number: u64,
) -> Result<MemorySchedule, PlanError> {
    let key = |id: BufferId| {
        let mixed = options.seed ^ number << 32 ^ u64::from(id.0);
        let noise = mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54;
        u128::from(trace[id].size.0) * u128::from(1024 + noise * number.min(1))
    };
    let mut order: Vec<BufferId> = trace.ids().collect();
    order.sort_by_cached_key(|&id| (std::cmp::Reverse(key(id)), id));
    let mut schedule = ScheduleBuilder::new(trace, options)?;
    for id in order {
        let offset = schedule.first_fit(id);
        schedule.place(id, offset)?;
    }
    match schedule.finish("shaken-greedy") {
        Err(PlanError::CapacityExceeded { schedule, .. }) => Ok(*schedule),
        result => result,
    }
}
