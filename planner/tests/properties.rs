//! What must hold of every planner: one loop judges all of them, today's and tomorrow's.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

mod common;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use common::{Features, traces};
use memplan_planner::algorithms::PLANNERS;
use memplan_planner::{
    Bytes, Gap, Lifetime, LifetimeTrace, MemoryPlanner, MemorySchedule, Optimality, PlanError,
    PlanOptions, StopReason, Tick, ValidateOptions, validate,
};
use proptest::prelude::*;

/// Plans a trace with a planner; `None` when the planner cannot take such traces.
fn plan(
    planner: &dyn MemoryPlanner,
    trace: &LifetimeTrace,
    alignment: Bytes,
) -> Option<MemorySchedule> {
    let options = PlanOptions {
        alignment,
        ..PlanOptions::default()
    };
    match planner.plan(trace, &options) {
        Ok(schedule) => Some(schedule),
        Err(PlanError::Unsupported { .. } | PlanError::PinsOverlap { .. }) => None,
        Err(error) => panic!("{}: {error}", planner.info().name),
    }
}

fn shifted(trace: &LifetimeTrace, by: i64) -> LifetimeTrace {
    let shift =
        |live: Lifetime| Lifetime::half_open(Tick(live.begin().0 + by), Tick(live.end().0 + by));
    let change = trace.clone().into_builder().map_buffers(|buffer| {
        buffer.name = format!("renamed {}", buffer.name).into();
        buffer.live = shift(buffer.live);
        for Gap { ticks, .. } in &mut buffer.gaps {
            *ticks = shift(*ticks);
        }
    });
    change.build().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn schedules_are_valid_and_depend_on_nothing_but_the_problem(
        trace in traces(80, Features { gaps: true, pins: true, alignments: true }),
        alignment in prop_oneof![Just(Bytes(1)), Just(Bytes(64)), Just(Bytes(24))],
    ) {
        let (mut bound, mut least) = (Bytes(0), Bytes(u64::MAX));
        for &planner in PLANNERS {
            let name = planner.info().name;
            let Some(schedule) = plan(planner, &trace, alignment) else { continue };
            (bound, least) =
                (bound.max(schedule.lower_bound(&trace)), least.min(schedule.peak()));
            let checks = ValidateOptions { alignment, ..ValidateOptions::default() };
            prop_assert_eq!(validate(&trace, &schedule, &checks), Ok(()), "{}", name);
            prop_assert!(trace.max_load() <= schedule.peak(), "{}", name);
            if let Optimality::LowerBound(bound) = schedule.optimality {
                prop_assert!(bound < schedule.peak());
            }
            let again = plan(planner, &trace, alignment);
            prop_assert_eq!(again.as_ref(), Some(&schedule), "{}", name);
            let shifted = plan(planner, &shifted(&trace, 1_000_003), alignment);
            prop_assert_eq!(shifted.as_ref(), Some(&schedule), "{}", name);
        }
        prop_assert!(bound <= least, "somebody's bound {} is above somebody's peak {}", bound, least);
    }

    #[test]
    fn totals_of_chunk_planners_are_at_most_the_sum_of_aligned_sizes(
        trace in traces(60, Features::default()),
        align in 1_u64..70,
    ) {
        let sum: u64 = trace.buffers().iter().map(|b| b.size.0.next_multiple_of(align)).sum();
        for planner in PLANNERS.iter().filter(|planner| planner.info().name.starts_with("chunk")) {
            prop_assert!(plan(*planner, &trace, Bytes(align)).unwrap().total_size <= Bytes(sum));
        }
    }

    #[test]
    fn too_little_capacity_fails_with_the_plan_and_enough_does_not(
        trace in traces(40, Features::default()),
    ) {
        for &planner in PLANNERS {
            let with = |capacity| {
                let changed = trace.clone().into_builder().capacity(Some(capacity)).build();
                planner.plan(&changed.unwrap(), &PlanOptions::default())
            };
            let schedule = plan(planner, &trace, Bytes(1)).unwrap();
            let peak = schedule.total_size;
            let enough = with(peak);
            prop_assert_eq!(enough.as_ref(), Ok(&schedule));
            if peak != Bytes(0) {
                let capacity = Bytes(peak.0 - 1);
                let schedule = Box::new(schedule);
                prop_assert_eq!(
                    with(capacity),
                    Err(PlanError::CapacityExceeded { schedule, capacity })
                );
            }
        }
    }
}

#[test]
fn limits_and_cancellation_are_honoured_by_all() {
    let trace: LifetimeTrace = (0..5000)
        .map(|i| format!("b{i} {i}..{} {}\n", i + 7, i % 97 + 1))
        .collect::<String>()
        .parse()
        .unwrap();
    let cancelled = PlanOptions {
        interrupt: Some(Arc::new(AtomicBool::new(true))),
        ..PlanOptions::default()
    };
    let limited = PlanOptions {
        work_limit: Some(1000),
        ..PlanOptions::default()
    };
    for planner in PLANNERS {
        let stopped = |options| match planner.plan(&trace, options) {
            Ok(schedule) => panic!("{} went on: {}", planner.info().name, schedule.work),
            Err(error) => error,
        };
        let reason = StopReason::Cancelled;
        assert_eq!(stopped(&cancelled), PlanError::Stopped { reason, work: 0 });
        let reason = StopReason::WorkLimit;
        assert_eq!(stopped(&limited), PlanError::Stopped { reason, work: 1000 });
        let work = planner.plan(&trace, &PlanOptions::default()).unwrap().work;
        let enough = PlanOptions {
            work_limit: Some(work),
            ..PlanOptions::default()
        };
        assert_eq!(
            planner.plan(&trace, &enough).map(|schedule| schedule.work),
            Ok(work)
        );
    }
}

#[test]
fn extreme_inputs_are_planned_or_refused() {
    let max = i64::MAX;
    let traces = [
        String::new(),
        format!(
            "a {}..{max} 1; b {}..{} 1",
            i64::MIN,
            i64::MIN,
            i64::MIN + 1
        ),
        format!("a 0..1 {}; b 1..2 0", max - 1),
        "a 0..1 0; b 0..1 0 align=1024".to_owned(),
        "a 0..9 5 gap=0..9; b 0..9 5".to_owned(),
    ];
    for notation in traces {
        let trace: LifetimeTrace = notation.parse().unwrap();
        for planner in PLANNERS {
            let schedule = plan(*planner, &trace, Bytes(1)).unwrap();
            let checks = ValidateOptions::default();
            assert_eq!(validate(&trace, &schedule, &checks), Ok(()), "{notation}");
        }
    }
    let trace: LifetimeTrace = "a 0..1 3; b 0..1 3 align=9223372036854775800"
        .parse()
        .unwrap();
    let options = PlanOptions {
        alignment: Bytes(u64::MAX),
        ..PlanOptions::default()
    };
    for planner in PLANNERS {
        assert!(matches!(
            planner.plan(&trace, &options),
            Err(PlanError::TooLarge { .. })
        ));
    }
}
