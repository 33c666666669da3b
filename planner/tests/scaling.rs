//! Work against the number of buffers: ten times as many buffers take at most `10^1.15` times as much work.
//!
//! Work is what planners count for their limits, so this is the same on every machine.

#![allow(clippy::panic, reason = "a helper that fails is a test that fails")]

use memplan_datasets::generate;
use memplan_planner::{
    LifetimeTrace, MemoryPlanner, PlanError, PlanOptions, PlannerKind, Units, registry,
};

/// The work for a trace; `None` when it takes more than searches and improvers should be given.
fn work(planner: &dyn MemoryPlanner, trace: &LifetimeTrace) -> Option<u64> {
    let limit = 60 * trace.len() as u64;
    let options = PlanOptions {
        work_limit: Some(Units(limit)),
        ..PlanOptions::default()
    };
    match planner.plan(trace, &options) {
        Ok(schedule) => (schedule.work < Units(limit / 2)).then_some(schedule.work.0),
        Err(PlanError::Stopped { .. }) => None,
        Err(error) => panic!("{}: {error}", planner.info().name),
    }
}

#[test]
fn work_grows_little_faster_than_the_trace() {
    let families = [generate::uniform as fn(u64, u32) -> _, generate::skewed];
    for generate in families {
        let traces = [1000, 10_000].map(|n| generate(1, n));
        let mut n_done = 0;
        for planner in registry::planners() {
            // The work of a search depends on more than the length of the trace.
            if planner.capabilities().kind != PlannerKind::Heuristic {
                continue;
            }
            let (Some(small), Some(large)) =
                (work(&planner, &traces[0]), work(&planner, &traces[1]))
            else {
                continue;
            };
            n_done += 1;
            let name = planner.info().name;
            assert!(0 < small, "{name} counts no work");
            let ratio = large as f64 / small as f64;
            assert!(
                ratio <= 10_f64.powf(1.15),
                "{name}: {small}, then {large} units"
            );
        }
        assert!(5 <= n_done, "only {n_done} planners come to an end");
    }
}
