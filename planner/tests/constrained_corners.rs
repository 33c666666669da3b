//! Corner cases of pools and relations, one small trace each, and what users are told.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

use memplan_planner::{
    LifetimeTrace, MemorySchedule, PlanError, PlanOptions, Term, TraceError, ValidateOptions,
    registry, validate,
};

fn plan(text: &str) -> Result<MemorySchedule, PlanError> {
    let trace: LifetimeTrace = text.parse().unwrap();
    let planner = registry::planner("auto").unwrap();
    let planned = planner.plan(&trace, &PlanOptions::default());
    if let Ok(schedule) = &planned {
        assert_eq!(
            validate(&trace, schedule, &ValidateOptions::default()),
            Ok(())
        );
    }
    planned
}

/// The values of all measures after the first, and whether all are proved.
fn values(text: &str) -> (Vec<u64>, bool) {
    let schedule = plan(text).unwrap();
    let terms = &schedule.pooled.as_ref().unwrap().terms;
    let values = terms[1..].iter().map(|term| term.value).collect();
    (values, terms.iter().all(Term::is_optimal))
}

fn is_refuted(text: &str) -> bool {
    match plan(text) {
        Err(PlanError::PoolExceeded { schedule, .. }) => {
            schedule.pooled.as_ref().unwrap().terms[0].bound > 0
        }
        other => panic!("{other:?}"),
    }
}

fn error(text: &str) -> String {
    match text.parse::<LifetimeTrace>() {
        Err(error @ TraceError::Relations(_)) => error.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn corner_1_touching_intervals_do_not_overlap() {
    let peak = "\nobjective total-peak";
    assert_eq!(
        values(&format!("a 0..2 8; b 2..4 8{peak}")),
        (vec![8], true)
    );
    assert_eq!(
        values(&format!("a 0..6 8 gap=2..4; b 2..4 8{peak}")),
        (vec![8], true)
    );
}

#[test]
fn corners_2_and_3_a_class_is_one_allocation() {
    let text = "a 0..4 32; b 2..6 48\nsame a b\nobjective total-peak";
    assert_eq!(values(text), (vec![48], true));
    assert!(is_refuted(
        "a 0..4 32; b 6..8 48; c 0..4 32\nsame a b\npool l1 64"
    ));
}

#[test]
fn corners_4_and_5_never_lifts_the_conflict_of_one_pair() {
    let peak = "\nobjective total-peak";
    let two = "a 0..4 8; b 0..4 8\nnever a b";
    assert_eq!(values(&format!("{two}{peak}")), (vec![8], true));
    assert_eq!(values(&format!("{two}\napart a b{peak}")), (vec![16], true));
    let three = "a 0..1 8; b 0..4 8; c 2..4 8\nnever a b\nsame a c";
    assert_eq!(values(&format!("{three}{peak}")), (vec![16], true));
}

#[test]
fn corners_6_and_7_prices() {
    let full = "\npool l1 8\nobjective reuse-cost";
    assert_eq!(
        values(&format!("a 0..2 8; b 2..4 8\ncost a b 7\ncost b a 5{full}")),
        (vec![12], true)
    );
    assert_eq!(
        values(&format!("a 0..4 8; b 0..4 8\nnever a b\ncost a b 3{full}")),
        (vec![3], true)
    );
    let inert = "a 0..4 8; b 0..4 8\ncost a b 3\npool l1 16\nobjective reuse-cost";
    assert_eq!(values(inert), (vec![0], true));
    let inside = "a 0..2 8; b 2..4 8\nsame a b\ncost a b 3\ncost a a 9";
    assert_eq!(values(&format!("{inside}{full}")), (vec![0], true));
    let between = "a 0..2 8 pool=l1; b 2..4 8 pool=l2\ncost a b 3\nobjective reuse-cost";
    assert_eq!(values(between), (vec![0], true));
    let one_byte = "a 0..2 8; b 2..4 8\ncost a b 3\npool l1 15\nobjective reuse-cost";
    assert_eq!(values(one_byte), (vec![3], true));
}

#[test]
fn corners_8_to_11_pools_and_classes() {
    let void = "a 0..2 8 pool=l1; b 0..2 8 pool=l2\napart a b\nobjective total-peak,max-peak";
    assert_eq!(values(void), (vec![16, 8], true));
    let apart = "`a` and `c` are to be apart, but also at the same place";
    assert_eq!(
        error("a 0..1 1; b 0..1 1; c 0..1 1\nsame a b\nsame b c\napart a c"),
        apart
    );
    assert!(error("a 0..1 1\napart a a").contains("to be apart"));
    let pools = error("a 0..1 1 pool=l1; b 0..1 1 pool=l2\nsame a b");
    assert_eq!(
        pools,
        "`b` is at the same place as others, but no pool is allowed for all of them"
    );
    let aligned =
        "x 0..9 1 pin=0; a 0..1 4 align=4; b 0..1 4 align=6\nsame a b\nobjective total-peak";
    assert_eq!(values(aligned), (vec![16], true));
}

#[test]
fn corner_12_pins() {
    let place = "a 0..2 8 pin=4; b 2..4 8\nobjective total-peak";
    assert_eq!(values(place), (vec![12], true));
    let forever = "a 0..2 8 pin=4 forever; b 2..4 8\nobjective total-peak";
    assert_eq!(values(forever), (vec![20], true));
    let clash = plan("a 0..2 8 pin=0; b 0..2 8 pin=4\nobjective total-peak").unwrap_err();
    assert!(matches!(clash, PlanError::PinsOverlap { .. }));
    let high = error("a 0..2 8 pin=4; b 4..6 16\nsame a b\npool l1 16");
    assert_eq!(
        high,
        "`a`, pinned to offset 4 of pool `l1`, ends at 20, above the capacity 16"
    );
    let two = error("a 0..2 8 pin=0; b 4..6 8 pin=8\nsame a b\npool l1 16");
    assert!(two.contains("pinned to 0"), "{two}");
}

#[test]
fn corner_13_reserved_ranges() {
    let peak = "\nreserve l1 0..8\nreserve l1 4..12\nobjective total-peak";
    assert_eq!(values(&format!("a 0..2 0 pool=l1{peak}")), (vec![12], true));
    assert_eq!(values(&format!("a 0..2 4 pool=l1{peak}")), (vec![16], true));
    let beyond = error("a 0..2 4\npool l1 8\nreserve l1 4..12");
    assert_eq!(
        beyond,
        "pool `l1` has a reserved range that exceeds its capacity"
    );
}

#[test]
fn corners_14_to_16_sizes_names_and_unlimited_pools() {
    let nothing = "a 0..2 0; a 0..2 4\nobjective total-peak";
    assert_eq!(values(nothing), (vec![4], true));
    let stacked = "a 0..2 8; b 2..4 8\ncost a b 3\nobjective reuse-cost";
    assert_eq!(values(stacked), (vec![0], true));
}

#[test]
fn corner_17_banks() {
    let apart = "a 0..4 4; b 0..4 4\npool l1 32 banks=4x2\nbank-cost a b 3\nobjective bank-cost";
    assert_eq!(values(apart), (vec![0], true));
    let (cost, _) =
        values("a 0..4 8; b 0..4 4\npool l1 32 banks=4x2\nbank-cost a b 3\nobjective bank-cost");
    assert_eq!(cost, [3]);
    let strict = "x 0..4 3; a 0..4 3\npool l1 32 banks=4x2!\nobjective total-peak";
    let (peak, _) = values(strict);
    assert_eq!(peak, [7]);
}

#[test]
fn a_planner_without_relations_refuses_them() {
    let trace: LifetimeTrace = "a 0..4 8; b 0..4 8\nnever a b".parse().unwrap();
    for planner in registry::planners() {
        let planned = planner.plan(&trace, &PlanOptions::default());
        match planned {
            Ok(schedule) => assert!(planner.capabilities().relations && schedule.pooled.is_some()),
            Err(PlanError::Unsupported { .. }) => assert!(!planner.capabilities().relations),
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn a_clique_explains_why_nothing_fits() {
    let error = plan("a 0..4 32; b 0..4 32; c 0..4 8\npool l1 64")
        .unwrap_err()
        .to_string();
    assert_eq!(
        error,
        "`constrained` found no schedule that fits: pool `l1` needs 72 bytes, but its capacity is 64: \
         no two of `a`, `b`, `c` may share bytes"
    );
}

#[test]
fn extreme_numbers_are_planned_or_refused() {
    let half = 1_u64 << 62;
    let most = u64::MAX;
    for text in [
        format!("a 0..1 {half}; b 0..1 {}\nobjective total-peak", half - 1),
        format!("a 0..1 {half}; b 0..1 {}\npool l1 {most} align=4", half - 1),
        format!("a 0..1 8\npool l1 - banks={}x{most}!", most >> 1),
        format!("a 0..1 8; b 0..1 8\npool l1 {most} banks=3x{most}\nbank-cost a b 1"),
        format!("a 0..1 8; b 1..2 8\npool l1 8\ncost a b {}", most >> 1),
        format!("a 0..1 8\npool l1 {most}\nreserve l1 0..{}", most >> 1),
        format!("a 0..1 8 align={}; b 0..1 8 align=6", most >> 2),
    ] {
        let trace: LifetimeTrace = text.parse().unwrap();
        let planner = registry::planner("auto").unwrap();
        match planner.plan(&trace, &PlanOptions::default()) {
            Ok(schedule) => {
                let checked = validate(&trace, &schedule, &ValidateOptions::default());
                assert_eq!(checked, Ok(()), "{text}");
            }
            Err(PlanError::TooLarge { .. } | PlanError::PoolExceeded { .. }) => {}
            Err(error) => panic!("{text}: {error}"),
        }
    }
}

/// Pins whose windows keep them apart are left to the checker.
#[test]
fn pins_with_windows_may_share_bytes() {
    let text = "a 0..6 8 gap=1..5@0..4 pin=0; b 2..4 4 pin=4\npool l1 8\nobjective total-peak";
    assert_eq!(values(text).0, [8]);
}
