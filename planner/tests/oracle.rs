//! Compares `validate` with the reference checker of the suite on valid, random and hostile schedules.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

use memplan_planner::{
    BufferId, Bytes, InPlaceHint, InPlaceKind, MemorySchedule, PlanOptions, ValidateOptions,
    registry, validate,
};
use memplan_suite::reference::violations;
use memplan_suite::{Case, traces};
use memplan_support::Random;

/// How many violations the checker reports at most.
const MOST: usize = 10;

/// Compares the checkers; returns how many violations there are.
fn compare(case: &Case, plan: &MemorySchedule, options: &ValidateOptions) -> usize {
    let expected = violations(&case.trace, plan, options);
    let reported = validate(&case.trace, plan, options)
        .err()
        .unwrap_or_default();
    let told = || format!("{reported:?}\n{expected:?}\n{plan:?}\n{options:?}\n{case}");
    if expected.len() < MOST {
        assert_eq!(reported, expected, "{}", told());
    } else {
        assert_eq!(reported.len(), MOST, "{}", told());
        assert!(
            reported
                .iter()
                .all(|violation| expected.contains(violation)),
            "{}",
            told()
        );
    }
    expected.len()
}

/// Changes a schedule into one that need not be valid.
fn spoil(plan: &mut MemorySchedule, n: u64, random: &mut Random) {
    let any = |random: &mut Random| random.index(n as usize);
    match random.below(8) {
        0 => plan.total_size.0 = plan.total_size.0.saturating_sub(random.below(40)),
        1 => {
            let (p, q) = (any(random), any(random));
            plan.offsets.swap(p, q);
        }
        2 => {
            let (p, q) = (any(random), any(random));
            plan.offsets[p] = plan.offsets[q];
        }
        3 => plan.offsets[any(random)].0 = u64::MAX - random.below(3000),
        4 => {
            let (buffer, other) = (any(random) as u32, any(random) as u32);
            plan.reuses.push((BufferId(buffer), vec![BufferId(other)]));
        }
        5 => plan.reuses.clear(),
        _ => {
            let moved = &mut plan.offsets[any(random)].0;
            *moved = moved
                .saturating_add(random.below(60))
                .saturating_sub(random.below(60));
        }
    }
}

/// Adds hints between any buffers, also such that no takeover follows.
fn add_hints(case: &mut Case, random: &mut Random) {
    let n = case.trace.len();
    let mut hints: Vec<InPlaceHint> = Vec::new();
    for _ in 0..4 {
        let [buffer, other] = [0; 2].map(|_| BufferId(random.index(n) as u32));
        let is_new = |hint: &InPlaceHint| (hint.buffer, hint.other) != (buffer, other);
        if buffer != other && case.trace.in_place().iter().chain(&hints).all(is_new) {
            let kind = [InPlaceKind::Free, InPlaceKind::ZeroOffset][random.index(2)];
            hints.push(InPlaceHint {
                buffer,
                other,
                kind,
            });
        }
    }
    let hinted = case.trace.clone().into_builder().in_place(hints).build();
    case.trace = hinted.unwrap();
}

#[test]
fn the_checker_and_the_reference_checker_agree() {
    let planners = registry::planners();
    let planners: Vec<_> = planners
        .iter()
        .filter(|p| !p.capabilities().is_anytime)
        .collect();
    let mut random = Random::new(6);
    let (mut n_valid, mut n_invalid, mut n_many) = (0, 0, 0);
    for index in 0..8000 {
        let mut case = traces::case(7, index, 40);
        let options = PlanOptions {
            alignment: case.alignment,
            ..PlanOptions::default()
        };
        let planner = planners[random.index(planners.len())];
        let Ok(mut plan) = planner.plan(&case.trace, &options) else {
            continue; // mostly pins that overlap
        };
        let mut checks = ValidateOptions {
            alignment: case.alignment,
            ..ValidateOptions::default()
        };
        assert_eq!(compare(&case, &plan, &checks), 0, "{case}");
        n_valid += 1;
        let n = case.trace.len() as u64;
        if n == 0 {
            continue;
        }
        if random.below(3) == 0 {
            add_hints(&mut case, &mut random);
        }
        // Hints that the planner did not use, at any offsets.
        for hint in case.trace.in_place() {
            if random.below(3) == 0 {
                plan.reuses.push((hint.buffer, vec![hint.other]));
            }
        }
        match random.below(6) {
            0 => plan
                .offsets
                .iter_mut()
                .for_each(|offset| *offset = Bytes(random.below(60))),
            1 => checks.base = Bytes(random.below(70)),
            2 => checks.alignment = Bytes(random.below(9)),
            3 => checks.base = Bytes(u64::MAX - random.below(4000)),
            _ => {}
        }
        for _ in 0..=random.below(4) {
            spoil(&mut plan, n, &mut random);
        }
        match compare(&case, &plan, &checks) {
            0 => n_valid += 1,
            1..MOST => n_invalid += 1,
            _ => n_many += 1,
        }
        plan.offsets.pop();
        assert_eq!(compare(&case, &plan, &checks), 1, "{case}");
    }
    assert!(
        8000 < n_valid && 4000 < n_invalid && 300 < n_many,
        "{n_valid} {n_invalid} {n_many}"
    );
}
