//! For each property a planner that breaks it, and no other one before.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

use std::cmp::Reverse;
use std::sync::atomic::{AtomicUsize, Ordering};

use memplan_planner::algorithms::greedy::FIRST_FIT;
use memplan_planner::{
    BoundRule, BufferId, Bytes, LifetimeTrace, MemoryPlanner, MemorySchedule, Optimality,
    PlanError, PlanOptions, PluginInfo, ScheduleBuilder, StopReason, Units, registry,
};
use memplan_suite::{Failure, Property, Suite};

type Plan = Result<MemorySchedule, PlanError>;

/// A planner made of a function.
#[derive(Debug)]
struct Broken(fn(&LifetimeTrace, &PlanOptions) -> Plan);

impl MemoryPlanner for Broken {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "broken",
            ..FIRST_FIT.info()
        }
    }

    fn plan(&self, trace: &LifetimeTrace, options: &PlanOptions) -> Plan {
        (self.0)(trace, options)
    }
}

fn failure(plan: fn(&LifetimeTrace, &PlanOptions) -> Plan) -> Failure {
    Suite::new(600)
        .large(2000)
        .check(&Broken(plan))
        .unwrap_err()
}

fn check(property: Property, plan: fn(&LifetimeTrace, &PlanOptions) -> Plan) {
    let failure = failure(plan);
    assert_eq!(failure.property, property, "{failure}");
}

/// First fit in some order.
fn in_order<K: Ord>(
    trace: &LifetimeTrace,
    options: &PlanOptions,
    key: impl Fn(BufferId) -> K,
) -> Plan {
    let mut order: Vec<BufferId> = trace.ids().collect();
    order.sort_by_key(|&id| key(id));
    let mut schedule = ScheduleBuilder::new(trace, options)?;
    for id in order {
        let offset = schedule.first_fit(id);
        schedule.place(id, offset)?;
    }
    schedule.finish("broken")
}

#[test]
fn what_is_right_passes() {
    let sound = Broken(|trace, options| in_order(trace, options, |id| Reverse(trace[id].size)));
    let summary = Suite::new(600).check(&sound).unwrap();
    assert!(550 < summary.n_planned && 250 < summary.n_compared && 300 < summary.n_optimal);
    assert_eq!(summary.n_planned + summary.n_refused, 600);
}

#[test]
fn panics_are_told_with_the_trace() {
    let failure = failure(|trace, options| {
        assert!(trace.len() < 5, "five are too many");
        FIRST_FIT.plan(trace, options)
    });
    assert_eq!(failure.property, Property::Returns);
    assert_eq!(failure.detail, "it panicked: five are too many");
    assert_eq!(failure.shrunk.trace.len(), 5);
}

#[test]
fn invalid_schedules_are_made_as_small_as_they_get() {
    // Ignores the alignment of the options.
    let misaligned = failure(|trace, options| {
        let unaligned = PlanOptions {
            alignment: Bytes(1),
            ..options.clone()
        };
        FIRST_FIT.plan(trace, &unaligned)
    });
    assert_eq!(misaligned.property, Property::Valid);
    assert_eq!(misaligned.shrunk.trace.len(), 2, "{misaligned}");
    assert!(
        misaligned.to_string().contains("is not aligned to"),
        "{misaligned}"
    );

    // Treats a buffer as not live in a gap in which it keeps a window.
    let windowless = failure(|trace, options| {
        let blind = trace.clone().into_builder().map_buffers(|buffer| {
            buffer.gaps.iter_mut().for_each(|gap| gap.window = None);
        });
        let mut schedule = FIRST_FIT.plan(&blind.build().unwrap(), options)?;
        (schedule.optimality, schedule.bound_rule) = (Optimality::Unknown, None);
        Ok(schedule)
    });
    assert_eq!(windowless.property, Property::Valid);
    let trace = &windowless.shrunk.trace;
    assert_eq!(trace.len(), 2, "{windowless}");
    assert_eq!(
        trace.buffers().iter().map(|b| b.size.0).sum::<u64>(),
        2,
        "{windowless}"
    );
}

#[test]
fn totals_below_the_highest_end_are_invalid() {
    check(Property::Valid, |trace, options| {
        let mut schedule = FIRST_FIT.plan(trace, options)?;
        schedule.total_size = trace.max_load();
        Ok(schedule)
    });
}

#[test]
fn refusing_what_everybody_can_plan_is_no_way_out() {
    check(Property::Plans, |trace, options| match trace.buffers() {
        [_, second, ..] => Err(PlanError::Unsupported {
            planner: "broken",
            feature: "second buffers",
            buffer: second.name.to_string(),
        }),
        _ => FIRST_FIT.plan(trace, options),
    });
    check(Property::Plans, |trace, options| match trace.buffers() {
        [first, other, ..] if options.alignment != Bytes(1) => Err(PlanError::PinsOverlap {
            buffer: first.name.to_string(),
            other: other.name.to_string(),
        }),
        _ => FIRST_FIT.plan(trace, options),
    });
    check(Property::Plans, |trace, options| {
        if trace.len() <= 7 {
            return FIRST_FIT.plan(trace, options);
        }
        let reason = StopReason::Cancelled; // without a cancellation
        Err(PlanError::Stopped {
            reason,
            work: Units(0),
        })
    });
    check(Property::Plans, |_, options| {
        let reason = StopReason::WorkLimit; // tiny traces have none
        let work = options.work_limit.unwrap_or(Units(0));
        Err(PlanError::Stopped { reason, work })
    });
}

#[test]
fn false_claims_are_found_out() {
    check(Property::Claims, |trace, options| {
        let mut schedule = FIRST_FIT.plan(trace, options)?;
        schedule.optimality = Optimality::Optimal;
        schedule.bound_rule = Some(BoundRule::Search);
        Ok(schedule)
    });
    check(Property::Claims, |trace, options| {
        let mut schedule = FIRST_FIT.plan(trace, options)?;
        if let Optimality::LowerBound(bound) = schedule.optimality {
            schedule.optimality = Optimality::LowerBound(Bytes(bound.0.max(schedule.peak().0 - 1)));
            schedule.bound_rule = Some(BoundRule::Milp);
        }
        Ok(schedule)
    });
    check(Property::Claims, |trace, options| {
        let mut schedule = FIRST_FIT.plan(trace, options)?;
        schedule.bound_rule = None;
        Ok(schedule)
    });
    check(Property::Claims, |trace, options| {
        let mut schedule = FIRST_FIT.plan(trace, options)?;
        schedule.optimality = Optimality::LowerBound(schedule.peak());
        Ok(schedule)
    });
}

/// With a certificate where the optimum is above the load.
fn exact(trace: &LifetimeTrace, options: &PlanOptions) -> Plan {
    registry::planner("exact").unwrap().plan(trace, options)
}

#[test]
fn certificates_that_prove_nothing_are_found_out() {
    check(Property::Certifies, |trace, options| {
        let mut schedule = FIRST_FIT.plan(trace, options)?;
        schedule.certificate = Some(Box::default());
        Ok(schedule)
    });
    // True, but not about the bound.
    check(Property::Certifies, |trace, options| {
        let mut schedule = exact(trace, options)?;
        if let Some(certificate) = &mut schedule.certificate
            && let Some(capacity) = certificate.get_mut(1).filter(|byte| **byte < 128)
        {
            *capacity = capacity.saturating_sub(1);
        }
        Ok(schedule)
    });
    let silent = Broken(|trace, options| {
        let mut schedule = exact(trace, options)?;
        schedule.certificate = None;
        Ok(schedule)
    });
    let suite = Suite::new(600).large(100);
    suite.check(&silent).unwrap();
    let failure = suite.certifies().check(&silent).unwrap_err();
    assert_eq!(failure.property, Property::Certifies, "{failure}");
}

#[test]
fn memory_of_earlier_runs_is_found_out() {
    check(Property::Repeatable, |trace, options| {
        static RUNS: AtomicUsize = AtomicUsize::new(0);
        let is_odd = RUNS.fetch_add(1, Ordering::Relaxed) % 2 == 1;
        in_order(
            trace,
            options,
            |id| if is_odd { id.0 } else { u32::MAX - id.0 },
        )
    });
}

#[test]
fn what_should_not_matter_is_found_out() {
    check(Property::Threads, |trace, options| {
        let is_parallel = options.threads.get() == 4;
        in_order(trace, options, |id| {
            if is_parallel { u32::MAX - id.0 } else { id.0 }
        })
    });
    check(Property::Invariant, |trace, options| {
        in_order(trace, options, |id| trace[id].name.clone())
    });
    check(Property::Invariant, |trace, options| {
        in_order(trace, options, |id| trace[id].live.begin().0.rem_euclid(4))
    });
}

#[test]
fn ignored_capacities_are_found_out() {
    check(Property::Valid, |trace, options| {
        let unlimited = trace.clone().into_builder().capacity(None).build().unwrap();
        FIRST_FIT.plan(&unlimited, options)
    });
    check(Property::Capacity, |trace, options| {
        let reason = StopReason::WorkLimit;
        match (trace.capacity(), FIRST_FIT.plan(trace, options)) {
            (Some(capacity), Err(_)) if Bytes(0) < capacity => Err(PlanError::Stopped {
                reason,
                work: Units(0),
            }),
            (_, result) => result,
        }
    });
}

#[test]
fn ignored_limits_are_found_out() {
    check(Property::WorkLimit, |trace, options| {
        let unlimited = PlanOptions {
            work_limit: None,
            ..options.clone()
        };
        FIRST_FIT.plan(trace, &unlimited)
    });
    // Reports less work than it needs.
    check(Property::WorkLimit, |trace, options| {
        let mut schedule = FIRST_FIT.plan(trace, options)?;
        schedule.work.0 /= 2;
        Ok(schedule)
    });
    // Returns another schedule under a limit that it does not reach.
    check(Property::WorkLimit, |trace, options| {
        let is_limited = options.work_limit.is_some();
        in_order(trace, options, |id| {
            if is_limited { u32::MAX - id.0 } else { id.0 }
        })
    });
}

#[test]
fn ignored_cancellation_is_found_out() {
    check(Property::Cancellation, |trace, options| {
        let undisturbed = PlanOptions {
            interrupt: None,
            ..options.clone()
        };
        FIRST_FIT.plan(trace, &undisturbed)
    });
    check(Property::Cancellation, |trace, options| {
        if let Some(interrupt) = &options.interrupt {
            for _ in 0..20_000 {
                let _ = interrupt.reason_to_stop();
            }
        }
        FIRST_FIT.plan(trace, options)
    });
}

#[test]
fn false_news_are_found_out() {
    check(Property::Progress, |trace, options| {
        let schedule = FIRST_FIT.plan(trace, options)?;
        if let Some(progress) = &options.progress {
            progress.improved(Bytes(schedule.peak().0 + 2), Bytes(0), Units(0));
            progress.improved(Bytes(schedule.peak().0 + 3), Bytes(0), Units(1));
        }
        Ok(schedule)
    });
    check(Property::Progress, |trace, options| {
        let schedule = FIRST_FIT.plan(trace, options)?;
        if let Some(progress) = &options.progress {
            progress.improved(schedule.peak(), Bytes(schedule.peak().0 + 1), Units(0));
        }
        Ok(schedule)
    });
    check(Property::Progress, |trace, options| {
        let is_watched = options.progress.is_some();
        in_order(trace, options, |id| {
            if is_watched { u32::MAX - id.0 } else { id.0 }
        })
    });
}

#[test]
fn a_promised_proof_is_asked_for() {
    let suite = Suite::new(600).proves_optimum();
    let failure = suite.check(&FIRST_FIT).unwrap_err();
    assert_eq!(failure.property, Property::ProvesOptimum);
    assert!((1..8).contains(&failure.shrunk.trace.len()), "{failure}");
}

#[test]
fn planners_that_contradict_each_other_are_told_apart() {
    let boaster = Broken(|trace, options| {
        let mut schedule = FIRST_FIT.plan(trace, options)?;
        schedule.optimality = Optimality::Optimal;
        Ok(schedule)
    });
    let honest = Broken(|trace, options| in_order(trace, options, |id| Reverse(trace[id].size)));
    let suite = Suite::new(600);
    suite.compare(&[&FIRST_FIT, &honest]).unwrap();
    let failure = suite.compare(&[&boaster, &honest]).unwrap_err();
    assert_eq!(failure.property, Property::Claims);
    assert!(
        failure.detail.starts_with("it proves a bound of "),
        "{failure}"
    );
}

#[test]
fn a_report_can_be_pasted_into_a_test() {
    let failure = failure(|trace, options| {
        let mut schedule = FIRST_FIT.plan(trace, options)?;
        if let Some(highest) = schedule.offsets.iter_mut().max().filter(|at| 0 < at.0) {
            highest.0 -= 1;
        }
        Ok(schedule)
    });
    let report = failure.to_string();
    assert_eq!(format!("{failure:?}"), report);
    let (head, trace) = report.split_once("the trace:\n").unwrap();
    assert!(
        head.starts_with("`broken` breaks a rule: its schedules are valid\n"),
        "{report}"
    );
    assert!(
        head.contains(" share the bytes 0..1 at tick 0\n"),
        "{report}"
    );
    let trace: LifetimeTrace = trace.parse().unwrap();
    assert_eq!(trace.buffers(), failure.shrunk.trace.buffers());
}
