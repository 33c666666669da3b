//! The results of planners that are stopped: never empty, and always with the reason.
//!
//! Nothing here depends on time: interrupts fire after a number of polls.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use memplan_planner::{
    Interrupt, LifetimeTrace, MemorySchedule, Optimality, PlanError, PlanOptions, StopReason,
    Units, ValidateOptions, registry, validate,
};
use memplan_suite::traces::case;

/// The planners that return the best schedule so far, and some with other options.
fn anytime() -> Vec<String> {
    let planners = registry::planners().into_iter();
    let anytime = planners.filter(|planner| planner.capabilities().is_anytime);
    let names = anytime.map(|planner| planner.info().name);
    let with_options = [
        "ilp{certify=greedy-by-size}",
        "local-search{start=greedy-by-size}",
    ];
    names.chain(with_options).map(str::to_owned).collect()
}

/// Returns a reason to stop from a certain poll on.
#[derive(Debug)]
struct DueAfter {
    n_free: u64,
    reason: StopReason,
    n_asked: AtomicU64,
}

impl DueAfter {
    fn new(n_free: u64, reason: StopReason) -> Arc<Self> {
        Arc::new(Self {
            n_free,
            reason,
            n_asked: AtomicU64::new(0),
        })
    }

    fn is_due(&self) -> bool {
        self.n_free < self.n_asked.load(Ordering::Relaxed)
    }
}

impl Interrupt for DueAfter {
    fn reason_to_stop(&self) -> Option<StopReason> {
        (self.n_free <= self.n_asked.fetch_add(1, Ordering::Relaxed)).then_some(self.reason)
    }
}

/// The schedule of a planner of the registry, which must be a valid one.
fn planned(spec: &str, trace: &LifetimeTrace, options: &PlanOptions) -> Option<MemorySchedule> {
    let planner = registry::planner(spec).unwrap();
    match planner.plan(trace, options) {
        Ok(schedule) => {
            let checks = ValidateOptions::default();
            assert_eq!(
                validate(trace, &schedule, &checks),
                Ok(()),
                "{spec}\n{trace}"
            );
            Some(schedule)
        }
        // The trace admits no plan at all.
        Err(PlanError::PinsOverlap { .. } | PlanError::TooLarge { .. }) => None,
        Err(error) => panic!("{spec}: {error}\n{trace}"),
    }
}

#[test]
fn a_deadline_leaves_a_plan_whenever_it_comes() {
    for spec in &anytime() {
        let (mut n_stopped, mut n_ended) = (0, 0);
        for index in 0..24 {
            let trace = case(7, index, 30).trace;
            for n_free in 0..50 {
                let interrupt = DueAfter::new(n_free, StopReason::Deadline);
                let options = PlanOptions {
                    interrupt: Some(interrupt.clone()),
                    ..PlanOptions::default()
                };
                if planned(spec, &trace, &options).is_none() {
                    break;
                }
                if !interrupt.is_due() {
                    n_ended += 1;
                    break;
                }
                n_stopped += 1;
            }
        }
        assert!(
            24 < n_stopped + n_ended && 9 < n_ended,
            "{spec}: {n_stopped} {n_ended}"
        );
    }
}

#[test]
fn a_work_limit_leaves_a_plan_however_low_it_is() {
    for spec in &anytime() {
        for index in 0..40 {
            let trace = case(8, index, 120).trace;
            for limit in [0, 1, 2, 5, 17, 60, 200] {
                let options = PlanOptions {
                    work_limit: Some(Units(limit)),
                    ..PlanOptions::default()
                };
                let Some(schedule) = planned(spec, &trace, &options) else {
                    break;
                };
                assert!(
                    schedule.work <= Units(limit),
                    "{spec}: {} of {limit}",
                    schedule.work
                );
                assert!(trace.max_load() <= schedule.peak() || !trace.in_place().is_empty());
            }
        }
    }
}

#[test]
fn every_planner_leaves_a_plan_and_says_what_stopped_it() {
    for planner in registry::planners() {
        let spec = planner.info().name;
        let mut n_stopped = 0;
        for index in 0..20 {
            let trace = case(9, index, 60).trace;
            for limit in [0, 3, 40] {
                let limited = PlanOptions {
                    work_limit: Some(Units(limit)),
                    ..PlanOptions::default()
                };
                let due = PlanOptions {
                    interrupt: Some(DueAfter::new(0, StopReason::Deadline)),
                    ..PlanOptions::default()
                };
                for (options, reason) in [
                    (limited, StopReason::WorkLimit),
                    (due, StopReason::Deadline),
                ] {
                    let schedule = match planner.plan(&trace, &options) {
                        Ok(schedule) => schedule,
                        Err(PlanError::CapacityExceeded { schedule, .. }) => *schedule,
                        Err(
                            PlanError::Unsupported { .. }
                            | PlanError::PinsOverlap { .. }
                            | PlanError::TooLarge { .. },
                        ) => continue,
                        Err(error) => panic!("{spec}: {error}\n{trace}"),
                    };
                    let stopped = schedule.stopped_by;
                    assert!(stopped.is_none_or(|r| r == reason), "{spec}: {stopped:?}");
                    n_stopped += u32::from(stopped.is_some());
                    let unbounded = trace.clone().into_builder().capacity(None).build().unwrap();
                    let checks = ValidateOptions::default();
                    assert_eq!(validate(&unbounded, &schedule, &checks), Ok(()), "{spec}");
                }
            }
        }
        assert!(20 < n_stopped, "{spec}: {n_stopped}");
    }
}

#[test]
fn what_was_placed_before_a_limit_stays() {
    // The largest buffers are placed first; the limit leaves the small ones to the cheap rule.
    let buffer = |i: u64| format!("b{i} {i}..{} {}\n", i + 5, 1 + i % 1000);
    let trace: LifetimeTrace = (0..2000).map(buffer).collect::<String>().parse().unwrap();
    let peak = |limit| {
        let options = PlanOptions {
            work_limit: limit,
            ..PlanOptions::default()
        };
        planned("greedy-by-size", &trace, &options)
            .unwrap()
            .total_size
            .0
    };
    let (none, most, all) = (peak(Some(Units(0))), peak(Some(Units(1500))), peak(None));
    assert!(most < none && most < all + all / 2, "{none} {most} {all}");
}

#[test]
fn the_budget_of_a_quick_run_is_its_own() {
    // No order of these buffers is optimal, and the search does not finish soon.
    let buffer = |i: u64| {
        let (begin, size) = (i * 7919 % 997, 1 + i * 104_729 % 4099);
        format!("b{i} {begin}..{} {size}\n", begin + 1 + i * 31 % 401)
    };
    let trace: LifetimeTrace = (0..600).map(buffer).collect::<String>().parse().unwrap();
    let with_threads = |n| PlanOptions {
        threads: std::num::NonZeroUsize::new(n).unwrap(),
        ..PlanOptions::default()
    };
    let spec = "auto{effort=quick}";
    let alone = planned(spec, &trace, &with_threads(1)).unwrap();
    assert_eq!(planned(spec, &trace, &with_threads(3)).unwrap(), alone);
    assert!(alone.work <= Units(300_000 + 600), "{}", alone.work);
    let is_optimal = alone.optimality == Optimality::Optimal;
    assert_eq!(
        alone.stopped_by,
        (!is_optimal).then_some(StopReason::Budget)
    );
}

#[test]
fn one_over_aligned_buffer_does_not_inflate_the_arena() {
    let trace: LifetimeTrace =
        "a 0..9 64 align=64; b 0..9 64 align=64; c 0..9 64 align=64; d 0..9 64 align=64; \
         p 0..9 64 align=4096"
            .parse()
            .unwrap();
    for spec in ["chunk-hot", "chunk-size-first", "auto", "exact"] {
        let schedule = planned(spec, &trace, &PlanOptions::default()).unwrap();
        assert_eq!(schedule.total_size.0, 320, "{spec}");
    }
    // Even a portfolio with a work limit of 0 needs no more than separate allocations.
    let schedule = planned("auto{work=0}", &trace, &PlanOptions::default()).unwrap();
    assert!(schedule.total_size <= trace.separate_size());
}

/// A hundred thousand buffers, a few of them long-lived.
fn long_trace() -> LifetimeTrace {
    let buffer = |i: u64| {
        let life = if i.is_multiple_of(97) {
            20_000
        } else {
            1 + i * 7919 % 13
        };
        format!("b{i} {i}..{} {}\n", i + life, 1 + i * 104_729 % 997)
    };
    (0..100_000)
        .map(buffer)
        .collect::<String>()
        .parse()
        .unwrap()
}

#[test]
fn a_deadline_that_is_over_leaves_a_plan_of_a_large_trace() {
    let trace = long_trace();
    let load = trace.max_load().0;
    for spec in &anytime() {
        let options = PlanOptions {
            interrupt: Some(DueAfter::new(0, StopReason::Deadline)),
            ..PlanOptions::default()
        };
        let schedule = planned(spec, &trace, &options).unwrap();
        // Placing buffers in order of birth without look-ahead is not good, but reasonable.
        assert!(
            schedule.peak().0 <= 2 * load,
            "{spec}: {} {load}",
            schedule.peak()
        );
        assert_eq!(schedule.work, Units(0));
    }
}

#[test]
fn a_cancelled_run_owes_no_plan() {
    let trace = case(7, 5, 120).trace;
    for spec in &anytime() {
        let options = PlanOptions {
            interrupt: Some(DueAfter::new(0, StopReason::Cancelled)),
            ..PlanOptions::default()
        };
        let planner = registry::planner(spec).unwrap();
        match planner.plan(&trace, &options) {
            Err(PlanError::Stopped { reason, .. }) => assert_eq!(reason, StopReason::Cancelled),
            // A planner that needs no work may still finish.
            Ok(_) if trace.len() <= 1 => {}
            other => panic!("{spec}: {other:?}"),
        }
    }
}
