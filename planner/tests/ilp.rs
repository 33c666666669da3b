//! The integer program finds the lowest peak, and claims optimality only for it.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

use crate::brute_force;
use crate::common::check_certificate;

use brute_force::{Features, least_peak, small_traces};
use memplan_planner::algorithms::ilp::{CertifyError, certify};
use memplan_planner::{
    BoundRule, BufferId, Bytes, LifetimeTrace, MemorySchedule, Optimality, PlanError, PlanOptions,
    Units, ValidateOptions, registry, validate,
};
use proptest::prelude::*;

/// The solvers of this build.
const SOLVERS: &[&str] = &[
    "microlp",
    #[cfg(feature = "highs")]
    "highs",
];

fn options(alignment: u64) -> PlanOptions {
    PlanOptions {
        alignment: Bytes(alignment),
        ..PlanOptions::default()
    }
}

fn plan(spec: &str, trace: &LifetimeTrace, alignment: u64) -> Option<MemorySchedule> {
    let schedule = match registry::planner(spec)
        .unwrap()
        .plan(trace, &options(alignment))
    {
        Ok(schedule) => schedule,
        Err(PlanError::PinsOverlap { .. }) => return None,
        Err(error) => panic!("{error}"),
    };
    let checks = ValidateOptions {
        alignment: Bytes(alignment),
        ..ValidateOptions::default()
    };
    assert_eq!(validate(trace, &schedule, &checks), Ok(()));
    Some(schedule)
}

/// The least peak of a trace without windows and hints. Some best plan has each buffer at 0, on its
/// pin, or on top of another one; so all orders by offset are tried.
fn least_canonical_peak(trace: &LifetimeTrace, alignment: u64) -> u64 {
    let mut best = u64::MAX;
    place(trace, alignment, &mut vec![None; trace.len()], 0, &mut best);
    best
}

fn place(
    trace: &LifetimeTrace,
    alignment: u64,
    offsets: &mut Vec<Option<u64>>,
    lowest: u64,
    best: &mut u64,
) {
    let buffers = trace.buffers();
    let end = |i: usize, at: u64| {
        if buffers[i].size.0 == 0 {
            0
        } else {
            at + buffers[i].size.0
        }
    };
    let peak = (0..offsets.len())
        .filter_map(|i| Some(end(i, offsets[i]?)))
        .max();
    if *best <= peak.unwrap_or(0) {
        return;
    }
    let Some(_) = offsets.iter().position(Option::is_none) else {
        *best = peak.unwrap_or(0);
        return;
    };
    for index in 0..offsets.len() {
        if offsets[index].is_some() {
            continue;
        }
        let buffer = &buffers[index];
        let is_live = |i: usize, tick: i64| {
            let b = &buffers[i];
            let has =
                |live: memplan_planner::Lifetime| live.begin().0 <= tick && tick < live.end().0;
            b.size.0 != 0 && has(b.live) && !b.gaps.iter().any(|gap| has(gap.ticks))
        };
        let tops = (0..offsets.len()).filter_map(|other| {
            let clash = (0..20).any(|tick| is_live(index, tick) && is_live(other, tick));
            offsets[other].filter(|_| clash).map(|at| end(other, at))
        });
        let rests_on = tops.max().unwrap_or(0);
        let offset = match buffer.pinned {
            Some(pin) if pin.0 < rests_on => continue,
            Some(pin) => pin.0,
            None => {
                let fits =
                    |at: &u64| at.is_multiple_of(alignment) && at.is_multiple_of(buffer.align.0);
                (rests_on..).find(fits).unwrap()
            }
        };
        if lowest <= offset {
            offsets[index] = Some(offset);
            place(trace, alignment, offsets, offset, best);
            offsets[index] = None;
        }
    }
}

fn check_optimal(trace: &LifetimeTrace, alignment: u64, least: u64) -> Result<(), TestCaseError> {
    for solver in SOLVERS {
        for ablation in ["", " cuts=false", " symmetry=false"] {
            let spec = format!("ilp{{solver={solver} nodes=0{ablation}}}");
            let Some(schedule) = plan(&spec, trace, alignment) else {
                return Ok(());
            };
            prop_assert_eq!(schedule.peak(), Bytes(least), "{}", &spec);
            prop_assert_eq!(schedule.optimality, Optimality::Optimal, "{}", &spec);
            check_certificate(trace, &schedule, alignment);
        }
    }
    Ok(())
}

/// What traces without hints may contain.
const NO_HINTS: Features = Features {
    hints: false,
    ..Features::ALL
};

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_offset_was_tried_and_none_is_better(
        trace in small_traces(2..6, NO_HINTS),
        alignment in prop_oneof![2 => Just(1_u64), 1 => Just(2), 1 => Just(4)],
    ) {
        prop_assume!(plan("first-fit", &trace, alignment).is_some());
        check_optimal(&trace, alignment, least_peak(&trace, Bytes(alignment)))?;
    }

    #[test]
    fn every_order_was_tried_and_none_is_better(
        trace in small_traces(5..8, Features { windows: false, ..NO_HINTS }),
        alignment in prop_oneof![2 => Just(1_u64), 1 => Just(2), 1 => Just(4)],
    ) {
        prop_assume!(plan("first-fit", &trace, alignment).is_some());
        check_optimal(&trace, alignment, least_canonical_peak(&trace, alignment))?;
    }

    #[test]
    fn many_plain_buffers_are_planned_as_well_as_by_trying_all_orders(
        trace in small_traces(
            7..8, Features { windows: false, gaps: false, pins: false, alignments: false, hints: false },
        ),
    ) {
        check_optimal(&trace, 1, least_canonical_peak(&trace, 1))?;
    }
}

proptest! {
    // A program of a dozen buffers may take a second, and a few take hours without a limit:
    // programs that reach the limit do not count as cases.
    #![proptest_config(ProptestConfig {
        cases: 40,
        max_global_rejects: 40,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_search_and_the_program_agree(
        trace in small_traces(8..13, Features { windows: false, ..NO_HINTS }),
        alignment in prop_oneof![2 => Just(1_u64), 1 => Just(4)],
    ) {
        let Some(exact) = plan("exact", &trace, alignment) else { return Ok(()) };
        prop_assert_eq!(exact.optimality, Optimality::Optimal);
        check_certificate(&trace, &exact, alignment);
        let program = plan("ilp{nodes=20000}", &trace, alignment).unwrap();
        prop_assert!(program.lower_bound(&trace) <= exact.peak());
        prop_assert!(exact.peak() <= program.peak());
        prop_assume!(program.optimality == Optimality::Optimal);
        prop_assert_eq!(program.peak(), exact.peak());
    }
}

#[test]
fn parts_with_and_without_windows_have_units_of_their_own() {
    // Regression: the pin of `b3` is 1 in its own unit of 3 bytes, but was taken for 3 units.
    let notation = "b0 0..2 5; b1 3..7 4 align=3 gap=3..4@0..1; b2 0..1 3 align=4; \
                    b3 2..3 2 align=3 pin=3";
    let trace: LifetimeTrace = notation.parse().unwrap();
    check_optimal(&trace, 1, least_peak(&trace, Bytes(1))).unwrap();
}

/// The smallest case known whose least peak is above its load.
const ABOVE_LOAD: &str = "a 6..8 3; b 8..9 2; c 5..7 3; d 8..9 5; e 3..8 4; f 7..9 4; g 0..3 6; \
                          h 2..6 2; i 1..6 2";

#[test]
fn a_peak_above_the_load_is_proved() {
    let trace: LifetimeTrace = ABOVE_LOAD.parse().unwrap();
    for solver in SOLVERS {
        let schedule = plan(&format!("ilp{{solver={solver}}}"), &trace, 1).unwrap();
        assert_eq!((trace.max_load(), schedule.peak()), (Bytes(11), Bytes(12)));
        assert_eq!(schedule.optimality, Optimality::Optimal);
        assert_eq!(schedule.bound_rule, Some(BoundRule::Milp));
        check_certificate(&trace, &schedule, 1);
    }
}

#[test]
fn sizes_that_floats_cannot_tell_apart_are_told_apart() {
    // The case above in units of 2^40 bytes, with 0 to 2 extra bytes for each buffer.
    let trace: LifetimeTrace = ABOVE_LOAD.parse().unwrap();
    let huge = trace.into_builder().map_buffers(|buffer| {
        let odd = u64::from(buffer.name.as_bytes()[0]) % 3;
        buffer.size = Bytes((buffer.size.0 << 40) + odd);
    });
    let huge = huge.build().unwrap();
    let least = least_canonical_peak(&huge, 1);
    for solver in SOLVERS {
        let schedule = plan(&format!("ilp{{solver={solver}}}"), &huge, 1).unwrap();
        assert_eq!(schedule.peak(), Bytes(least));
    }
}

#[test]
fn a_plan_of_anybody_is_certified_or_improved() {
    let trace: LifetimeTrace = ABOVE_LOAD.parse().unwrap();
    let poor = plan("first-fit", &trace, 1).unwrap();
    let better = certify(&trace, &poor, &options(1)).unwrap();
    assert_eq!(
        (better.peak(), better.optimality),
        (Bytes(12), Optimality::Optimal)
    );
    let again = MemorySchedule {
        planner: "another".to_owned(),
        optimality: Optimality::Unknown,
        bound_rule: None,
        stopped_by: None,
        ..better.clone()
    };
    let certified = certify(&trace, &again, &options(1)).unwrap();
    assert_eq!(
        (&*certified.planner, certified.optimality),
        ("another", Optimality::Optimal)
    );
    assert_eq!(certified.offsets, again.offsets);
    // A claim of optimality is not a proof.
    let boast = MemorySchedule {
        optimality: Optimality::Optimal,
        ..poor.clone()
    };
    assert_eq!(
        certify(&trace, &boast, &options(1)).unwrap().peak(),
        Bytes(12)
    );
    let mut broken = poor;
    broken.offsets[BufferId(0).index()] = broken.offsets[BufferId(2).index()];
    assert!(matches!(
        certify(&trace, &broken, &options(1)),
        Err(CertifyError::Invalid(_))
    ));
}

#[test]
fn the_plan_of_another_planner_is_the_start() {
    let trace: LifetimeTrace = ABOVE_LOAD.parse().unwrap();
    let schedule = plan("ilp{certify=chunk-hot nodes=1}", &trace, 1).unwrap();
    let start = plan("chunk-hot", &trace, 1).unwrap();
    assert!(schedule.peak() <= start.peak());
    let error = |spec: &str| registry::planner(spec).unwrap_err().to_string();
    assert_eq!(
        error("ilp{certify=milp}"),
        "planner `ilp`: option `certify` is `milp`, expected the name of another planner"
    );
}

#[test]
fn too_large_a_component_stays_as_it_is() {
    let notation = format!("{ABOVE_LOAD}; x 20..30 1; y 21..25 2; z 24..28 3");
    let trace: LifetimeTrace = notation.parse().unwrap();
    let start = plan("first-fit", &trace, 1).unwrap();
    let schedule = plan("ilp{certify=first-fit max-buffers=8}", &trace, 1).unwrap();
    assert_eq!(schedule.peak(), start.peak());
    assert_eq!(schedule.optimality, Optimality::LowerBound(Bytes(11)));
}

#[test]
fn limits_leave_a_valid_bound() {
    let trace: LifetimeTrace = ABOVE_LOAD.parse().unwrap();
    let planner = registry::planner("ilp").unwrap();
    for work in 9..2000 {
        let limited = PlanOptions {
            work_limit: Some(Units(work)),
            ..PlanOptions::default()
        };
        let Ok(schedule) = planner.plan(&trace, &limited) else {
            continue;
        };
        assert!(schedule.work <= Units(work));
        assert!(Bytes(12) <= schedule.peak());
        match schedule.optimality {
            Optimality::Optimal => assert_eq!(schedule.peak(), Bytes(12)),
            Optimality::LowerBound(bound) => assert!(bound <= Bytes(12)),
            Optimality::Unknown => panic!("the load is a bound"),
        }
    }
}
