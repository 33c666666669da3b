//! No bound is above the least peak that exhaustive search finds, and each rule has a case in which
//! it finds exactly that peak above the load.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

use crate::brute_force;

use brute_force::{Features, least_peak, small_traces};
use memplan_planner::{
    BoundRule, BufferId, Bytes, InPlaceHint, InPlaceKind, LifetimeTrace, Optimality, PlanError,
    PlanOptions, lower_bound, registry,
};
use proptest::prelude::*;

fn options(alignment: u64) -> PlanOptions {
    PlanOptions {
        alignment: Bytes(alignment),
        ..PlanOptions::default()
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn no_bound_is_above_the_least_peak(
        trace in small_traces(1..6, Features::ALL),
        alignment in prop_oneof![2 => Just(1_u64), 1 => Just(2), 1 => Just(4)],
    ) {
        // Pins may ignore the requested alignment, but they must not overlap.
        let bound = match lower_bound(&trace, &options(alignment)) {
            Ok(bound) => bound,
            Err(PlanError::PinsOverlap { .. }) => return Ok(()),
            Err(error) => panic!("{error}"),
        };
        let has_pins = trace.buffers().iter().any(|b| b.pinned.is_some());
        prop_assume!(!has_pins || trace.in_place().is_empty());
        let least = least_peak(&trace, Bytes(alignment));
        prop_assert!(bound.bytes.0 <= least, "{:?} above {}", bound, least);
        prop_assert!(!trace.in_place().is_empty() || trace.max_load() <= bound.bytes);
        for planner in registry::planners() {
            let Ok(schedule) = planner.plan(&trace, &options(alignment)) else { continue };
            let name = planner.info().name;
            match schedule.optimality {
                Optimality::Optimal => prop_assert_eq!(schedule.peak().0, least, "{}", name),
                Optimality::LowerBound(bound) => prop_assert!(bound.0 <= least, "{}", name),
                Optimality::Unknown => {}
            }
        }
    }
}

#[test]
fn each_rule_has_a_case_where_it_is_the_least_peak() {
    for (notation, alignment, bytes, rule) in [
        ("a 0..4 3; b 2..6 4; c 5..9 2", 1, 7, BoundRule::Load),
        ("a 0..4 3; b 2..6 4; c 5..9 2", 4, 7, BoundRule::AlignedLoad),
        (
            "a 0..4 5; b 2..6 6; c 5..9 2",
            4,
            13,
            BoundRule::AlignedLoad,
        ),
        (
            "a 0..4 5 align=4; b 2..6 5 align=4; c 5..9 2",
            1,
            13,
            BoundRule::AlignedLoad,
        ),
        (
            "a 0..1 3 align=2; b 0..1 6; c 0..1 11 align=2; d 0..1 1 align=2",
            1,
            23,
            BoundRule::AlignedLoad,
        ),
        ("p 0..4 2 pin=3; a 2..6 4", 1, 9, BoundRule::Pins),
        ("p 0..4 2 pin=9; a 5..6 4", 1, 11, BoundRule::Pins),
    ] {
        let trace: LifetimeTrace = notation.parse().unwrap();
        let bound = lower_bound(&trace, &options(alignment)).unwrap();
        // Aligned to 4, buffers of 3 and 4 bytes need no more than the load: the simplest rule is
        // reported.
        let rule = if bytes == 7 { BoundRule::Load } else { rule };
        assert_eq!((bound.bytes.0, bound.rule), (bytes, rule), "{notation}");
        assert_eq!(least_peak(&trace, Bytes(alignment)), bytes, "{notation}");
    }
}

#[test]
fn what_a_window_keeps_counts_and_what_it_leaves_does_not() {
    let trace: LifetimeTrace = "a 0..9 8 gap=2..4@0..3; b 2..4 8; c 6..8 2"
        .parse()
        .unwrap();
    let bound = lower_bound(&trace, &options(1)).unwrap();
    assert_eq!((bound.bytes, bound.rule), (Bytes(11), BoundRule::Load));
    assert_eq!(least_peak(&trace, Bytes(1)), 11);
}

#[test]
fn a_buffer_that_may_be_taken_over_does_not_count_from_then_on() {
    let trace: LifetimeTrace = "a 0..4 8; b 2..6 8; c 0..6 1".parse().unwrap();
    let hint = InPlaceHint {
        buffer: BufferId(1),
        other: BufferId(0),
        kind: InPlaceKind::Free,
    };
    let trace = trace.into_builder().in_place([hint]).build().unwrap();
    assert_eq!(lower_bound(&trace, &options(1)).unwrap().bytes, Bytes(9));
    assert_eq!(least_peak(&trace, Bytes(1)), 9);
}
