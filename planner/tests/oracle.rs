//! Compares `validate` with a quadratic checker that visits every pair of buffers and every tick.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

use std::collections::BTreeSet;

use crate::common::{Features, traces};
use memplan_planner::{
    Buffer, BufferId, Bytes, LifetimeTrace, MemorySchedule, Optimality, PlanOptions, Tick, Units,
    ValidateOptions, Violation, registry, validate,
};
use memplan_random::Random;
use memplan_suite::traces;
use proptest::prelude::*;

/// The bytes of a buffer that are live at a tick, relative to its start.
fn bytes_at(buffer: &Buffer, tick: Tick) -> Option<(u64, u64)> {
    let holds = |live: memplan_planner::Lifetime| live.begin() <= tick && tick < live.end();
    if !holds(buffer.live) || buffer.size == Bytes(0) {
        return None;
    }
    match buffer.gaps.iter().find(|gap| holds(gap.ticks)) {
        Some(gap) => gap.window.map(|window| (window.lo.0, window.hi.0)),
        None => Some((0, buffer.size.0)),
    }
}

/// All pairs that share bytes.
fn clashes(trace: &LifetimeTrace, offsets: &[Bytes]) -> BTreeSet<(BufferId, BufferId)> {
    let ticks = || -20_i64..100;
    let mut clashes = BTreeSet::new();
    for p in trace.ids() {
        for q in trace.ids().filter(|&q| p < q) {
            let shares = |tick: i64| {
                let p_bytes = bytes_at(&trace[p], Tick(tick))?;
                let q_bytes = bytes_at(&trace[q], Tick(tick))?;
                let (p_at, q_at) = (offsets[p.index()].0, offsets[q.index()].0);
                let from = (p_at + p_bytes.0).max(q_at + q_bytes.0);
                (from < (p_at + p_bytes.1).min(q_at + q_bytes.1)).then_some(())
            };
            if ticks().any(|tick| shares(tick).is_some()) {
                clashes.insert((p, q));
            }
        }
    }
    clashes
}

fn schedule(offsets: Vec<Bytes>) -> MemorySchedule {
    MemorySchedule {
        total_size: Bytes(1 << 40),
        offsets,
        reuses: Vec::new(),
        planner: "random".to_owned(),
        work: Units(0),
        optimality: Optimality::Unknown,
        bound_rule: None,
        stopped_by: None,
    }
}

/// What `validate` says about overlaps, after checking that each is true in all details.
fn reported(trace: &LifetimeTrace, plan: &MemorySchedule) -> BTreeSet<(BufferId, BufferId)> {
    let violations = match validate(trace, plan, &ValidateOptions::default()) {
        Ok(()) => Vec::new(),
        Err(violations) => violations,
    };
    let mut pairs = BTreeSet::new();
    for violation in violations {
        let Violation::Overlap {
            buffer,
            other,
            from,
            to,
            tick,
        } = violation
        else {
            panic!("{violation}");
        };
        assert!(from < to);
        for id in [buffer, other] {
            let (lo, hi) = bytes_at(&trace[id], tick).unwrap();
            let offset = plan.offsets[id.index()].0;
            assert!(offset + lo <= from.0 && to.0 <= offset + hi, "{violation}");
        }
        pairs.insert((buffer, other));
    }
    pairs
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1500,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn validate_names_exactly_the_pairs_that_clash(
        trace in traces(9, Features { gaps: true, ..Features::default() }),
        offsets in proptest::collection::vec(0_u64..400, 9),
    ) {
        let plan = schedule(offsets[..trace.len()].iter().copied().map(Bytes).collect());
        let (expected, found) = (clashes(&trace, &plan.offsets), reported(&trace, &plan));
        prop_assert!(found.is_subset(&expected));
        prop_assert_eq!(found.len(), expected.len().min(10));
    }

    #[test]
    fn a_buffer_moved_into_its_neighbour_is_caught(
        trace in traces(40, Features { gaps: true, ..Features::default() }),
        (victim, distance) in (0_usize..40, 1_u64..60),
    ) {
        let planner = registry::find("first-fit").unwrap();
        let mut plan = planner.plan(&trace, &PlanOptions::default()).unwrap();
        if trace.is_empty() {
            return Ok(());
        }
        let victim = victim % trace.len();
        plan.total_size = Bytes(1 << 40);
        plan.offsets[victim].0 = plan.offsets[victim].0.saturating_sub(distance);
        let (expected, found) = (clashes(&trace, &plan.offsets), reported(&trace, &plan));
        prop_assert!(found.is_subset(&expected));
        prop_assert_eq!(found.len(), expected.len().min(10));
    }
}

/// Offsets at which `q` clashes with `p`: one or more of `from..to`, as signed numbers.
fn clash_range(p: &Buffer, p_at: u64, q: &Buffer) -> Option<(i128, i128)> {
    for tick in -20_i64..100 {
        if let (Some(p), Some(q)) = (bytes_at(p, Tick(tick)), bytes_at(q, Tick(tick))) {
            let p_at = i128::from(p_at);
            let from = p_at + i128::from(p.0) - i128::from(q.1) + 1;
            return Some((from, p_at + i128::from(p.1) - i128::from(q.0)));
        }
    }
    None
}

/// A valid plan in which one buffer is moved into another one that is live at the same time is
/// rejected, and the pair is named. Nine buffers cannot exceed the limit on reported violations.
#[test]
fn a_valid_plan_with_one_offset_wrong_names_the_pair() {
    let planners = registry::planners();
    let mut random = Random::new(6);
    let mut n_mutants = 0;
    for index in 0..6000 {
        let case = traces::case(7, index, 9);
        let planner = &planners[random.below(planners.len() as u64) as usize];
        let options = PlanOptions {
            alignment: case.alignment,
            ..PlanOptions::default()
        };
        let trace = &case.trace;
        let Ok(mut plan) = planner.plan(trace, &options) else {
            continue; // mostly pins that overlap
        };
        let checks = ValidateOptions {
            alignment: case.alignment,
            ..ValidateOptions::default()
        };
        assert_eq!(validate(trace, &plan, &checks), Ok(()), "{case}");
        if trace.is_empty() {
            continue;
        }
        let [p, q] = [0; 2].map(|_| random.below(trace.len() as u64) as usize);
        let (p_id, q_id) = (BufferId(p.min(q) as u32), BufferId(p.max(q) as u32));
        let may_share = plan.reuses.iter().any(|(id, others)| {
            others
                .iter()
                .any(|other| (*other.min(id), *other.max(id)) == (p_id, q_id))
        });
        let (still, moved) = (&trace.buffers()[p], &trace.buffers()[q]);
        let Some((from, to)) = clash_range(still, plan.offsets[p].0, moved).filter(|_| p != q)
        else {
            continue;
        };
        let from = from.max(0).try_into().unwrap();
        let Some(last) = u64::try_from(to).ok().and_then(|to| to.checked_sub(1)) else {
            continue;
        };
        if may_share || last < from {
            continue;
        }
        n_mutants += 1;
        plan.offsets[q] = Bytes(random.between(from, last));
        plan.total_size = Bytes(1 << 40);
        let violations = validate(trace, &plan, &checks).unwrap_err();
        let names_pair = |violation: &Violation| {
            matches!(violation, Violation::Overlap { buffer, other, .. }
                if (*buffer, *other) == (p_id, q_id))
        };
        let n_named = violations.iter().filter(|v| names_pair(v)).count();
        assert_eq!(
            n_named, 1,
            "{:?} at {}\n{case}",
            plan.offsets, plan.offsets[q]
        );
    }
    assert!(1000 < n_mutants, "{n_mutants}");
}
