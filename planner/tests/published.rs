//! Public traces that may lie beside the repository: their known sizes and loads, and the results
//! of planners. Source of the loads: the files themselves, by any sweep; each optimum equals its
//! load.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a helper that fails is a test that fails, and one that is skipped prints a note"
)]

use memplan_planner::wire::read_trace;
use memplan_planner::{
    Bytes, LifetimeTrace, PlanOptions, Units, ValidateOptions, registry, validate,
};
use memplan_testing::outside::shared;

/// Name, number of buffers, load.
const TRACES: &[(&str, usize, u64)] = &[
    ("A.1048576", 154, 1_048_576),
    ("B.1048576", 170, 1_048_576),
    ("C.1048576", 203, 1_039_360),
    ("D.1048576", 213, 986_112),
    ("E.1048576", 215, 1_048_576),
    ("F.1048576", 296, 1_048_576),
    ("G.1048576", 308, 1_048_576),
    ("G_1", 816, 3_030_937_746),
    ("resnet50", 1042, 1_515_472_556),
    ("S_1", 28_526, 1_498_635_932),
];

fn read(name: &str) -> Option<LifetimeTrace> {
    let bytes = std::fs::read(shared(&format!("traces/{name}.csv"))?).unwrap();
    let [trace] = <[LifetimeTrace; 1]>::try_from(read_trace(&bytes).unwrap().traces).unwrap();
    Some(trace)
}

#[test]
fn known_traces_have_known_loads_and_valid_schedules() {
    for &(name, n_buffers, load) in TRACES {
        let Some(trace) = read(name) else { continue };
        assert_eq!(
            (trace.len(), trace.max_load()),
            (n_buffers, Bytes(load)),
            "{name}"
        );
        // Enough for every planner that does not use its whole limit.
        let options = PlanOptions {
            work_limit: Some(Units(20_000 + 4 * n_buffers as u64)),
            ..PlanOptions::default()
        };
        for planner in registry::planners() {
            let max_buffers = planner.capabilities().max_buffers;
            if max_buffers.is_some_and(|max_buffers| max_buffers < n_buffers) {
                continue;
            }
            let schedule = planner.plan(&trace, &options).unwrap();
            assert_eq!(
                validate(&trace, &schedule, &ValidateOptions::default()),
                Ok(()),
                "{name}"
            );
        }
    }
}

#[test]
fn large_traces_are_planned_at_their_load() {
    for (name, ..) in TRACES.iter().filter(|trace| 500 < trace.1) {
        let Some(trace) = read(name) else { continue };
        let planner =
            memplan_planner::registry::planner("local-search{moves=0 windows=0}").unwrap();
        let schedule = planner.plan(&trace, &PlanOptions::default()).unwrap();
        assert_eq!(
            validate(&trace, &schedule, &ValidateOptions::default()),
            Ok(()),
            "{name}"
        );
        assert_eq!(schedule.total_size, trace.max_load(), "{name}");
        // A handful of plans is enough.
        assert!(
            schedule.work <= Units(8 * trace.len() as u64),
            "{name}: {}",
            schedule.work
        );
    }
}
