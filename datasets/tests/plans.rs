//! Plans that took long to find, each of which proves by itself that the load is the optimum.

#![allow(clippy::unwrap_used, reason = "a failing helper fails the test")]

use memplan_planner::{ValidateOptions, validate, wire};

#[test]
fn the_plan_of_j_meets_the_load() {
    let trace = wire::read_trace(include_bytes!("../plans/J.csv")).unwrap();
    let trace = &trace.traces[0];
    let plan = wire::read_plan(include_bytes!("../plans/J.plan.csv")).unwrap();
    let schedule = &plan.schedules[0];
    assert_eq!((trace.len(), trace.max_load().0), (409, 966 << 10));
    assert_eq!(schedule.peak(), trace.max_load());
    assert_eq!(
        validate(trace, schedule, &ValidateOptions::default()),
        Ok(())
    );
}
