//! Every bound and every claim of optimality for traces with in-place hints is true.
//!
//! The oracle tries every offset of every buffer. It shares only the types with planners and
//! bounds, and takes what hints allow from the documentation of [`InPlaceKind`] alone.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

use memplan_planner::algorithms::exact::{BoundVerdict, verify_bound};
use memplan_planner::{
    Buffer, BufferId, Bytes, HintUse, InPlaceHint, InPlaceKind, LifetimeTrace, MemorySchedule,
    Optimality, PlanError, PlanOptions, StopReason, Units, ValidateOptions, lower_bound, registry,
    validate,
};
use memplan_support::Random;

/// Small traces; `MEMPLAN_SUITE_CASES` says how many.
fn n_cases() -> u64 {
    let given = std::env::var("MEMPLAN_SUITE_CASES").ok();
    given.and_then(|n| n.parse().ok()).unwrap_or(150)
}

fn hinted(text: &str, hints: &[(u32, u32, InPlaceKind)]) -> LifetimeTrace {
    let trace: LifetimeTrace = text.parse().unwrap();
    let hints = hints.iter().map(|&(buffer, other, kind)| InPlaceHint {
        buffer: BufferId(buffer),
        other: BufferId(other),
        kind,
    });
    trace.into_builder().in_place(hints).build().unwrap()
}

/// Up to five buffers of up to five bytes, with hints of both kinds, gaps, pins and alignments.
fn small_trace(seed: u64) -> LifetimeTrace {
    let mut random = Random::new(seed);
    let n = 2 + random.below(4);
    let mut text = String::new();
    for i in 0..n {
        let (begin, life) = (random.below(5), 1 + random.below(5));
        let size = random.below(6);
        text += &format!("b{i} {begin}..{} {size}", begin + life);
        match random.below(12) {
            0 => text += " align=2",
            1 => text += &format!(" pin={}", random.below(4)),
            2 if life > 2 => text += &format!(" gap={}..{}", begin + 1, begin + 2),
            _ => {}
        }
        text.push('\n');
    }
    let mut hints = Vec::new();
    for buffer in 0..n as u32 {
        for other in 0..n as u32 {
            if buffer != other && random.below(3) == 0 {
                let kinds = [InPlaceKind::Free, InPlaceKind::ZeroOffset];
                hints.push((buffer, other, kinds[random.below(2) as usize]));
            }
        }
    }
    hinted(&text, &hints)
}

/// A buffer at an offset.
#[derive(Clone, Copy)]
struct Placed {
    id: BufferId,
    offset: u64,
}

/// Whether two buffers may be where they are.
fn are_compatible(trace: &LifetimeTrace, a: Placed, b: Placed) -> bool {
    let (p, q) = (&trace[a.id], &trace[b.id]);
    let are_sized = p.size.0 != 0 && q.size.0 != 0;
    let shares_bytes =
        are_sized && a.offset < b.offset + q.size.0 && b.offset < a.offset + p.size.0;
    let is_live = |buffer: &Buffer, tick: i64| {
        let in_gap =
            |gap: &memplan_planner::Gap| gap.ticks.begin().0 <= tick && tick < gap.ticks.end().0;
        buffer.live.begin().0 <= tick
            && tick < buffer.live.end().0
            && !buffer.gaps.iter().any(in_gap)
    };
    if !shares_bytes || !(0..20).any(|tick| is_live(p, tick) && is_live(q, tick)) {
        return true;
    }
    trace.in_place().iter().any(|hint| {
        let is_pair =
            (hint.buffer, hint.other) == (a.id, b.id) || (hint.buffer, hint.other) == (b.id, a.id);
        is_pair
            && trace[hint.other].live.begin() <= trace[hint.buffer].live.begin()
            && (hint.kind == InPlaceKind::Free || a.offset == b.offset)
    })
}

/// The least peak, by trying every offset; `None` where pins clash.
fn brute_force(trace: &LifetimeTrace) -> Option<u64> {
    let pins = trace.buffers().iter().filter_map(|b| b.pinned);
    let bytes: u64 = trace
        .buffers()
        .iter()
        .map(|b| b.size.0 + b.align.0 - 1)
        .sum();
    let mut best = bytes + pins.max().unwrap_or_default().0 + 6;
    let mut placed: Vec<Placed> = Vec::new();
    let is_found = place(trace, &mut placed, 0, &mut best);
    is_found.then_some(best)
}

fn place(trace: &LifetimeTrace, placed: &mut Vec<Placed>, peak: u64, best: &mut u64) -> bool {
    let id = BufferId(placed.len() as u32);
    let Some(buffer) = trace.buffers().get(id.index()) else {
        *best = peak;
        return true;
    };
    let mut is_found = false;
    for offset in 0..=*best {
        let end = if buffer.size.0 == 0 {
            0
        } else {
            offset + buffer.size.0
        };
        if *best <= end.max(peak) {
            break;
        }
        let is_its_place = match buffer.pinned {
            Some(pin) => pin.0 == offset,
            None => offset % buffer.align.0 == 0,
        };
        let own = Placed { id, offset };
        let suits = |other: &Placed| are_compatible(trace, *other, own);
        if is_its_place && placed.iter().all(suits) {
            placed.push(own);
            is_found |= place(trace, placed, end.max(peak), best);
            placed.pop();
        }
    }
    is_found
}

fn check_claim(trace: &LifetimeTrace, schedule: &MemorySchedule, optimum: u64) {
    let name = &schedule.planner;
    let checks = ValidateOptions::default();
    assert_eq!(
        validate(trace, schedule, &checks),
        Ok(()),
        "{name}\n{trace:?}"
    );
    let peak = schedule.total_size.0;
    assert!(optimum <= peak, "{name}: {peak} below {optimum}\n{trace:?}");
    match schedule.optimality {
        Optimality::Optimal => assert_eq!(peak, optimum, "{name}\n{trace:?}"),
        Optimality::LowerBound(bound) => {
            assert!(
                bound.0 <= optimum,
                "{name}: bound {bound}, optimum {optimum}\n{trace:?}"
            );
        }
        Optimality::Unknown => {}
    }
    assert!(
        schedule.lower_bound(trace).0 <= optimum,
        "{name}\n{trace:?}"
    );
    assert!(0.0 <= schedule.fragmentation(trace));
}

#[test]
fn no_planner_claims_what_brute_force_refutes() {
    let options = PlanOptions::default();
    let (mut n_tried, mut n_below_load) = (0, 0);
    let planners = registry::planners();
    for seed in 0..n_cases() {
        let trace = small_trace(seed);
        let Some(optimum) = brute_force(&trace) else {
            continue;
        };
        n_tried += 1;
        n_below_load += u64::from(optimum < trace.max_load().0);
        assert!(trace.least_load().0 <= optimum, "{trace:?}");
        if let Ok(bound) = lower_bound(&trace, &options) {
            assert!(bound.bytes.0 <= optimum, "{bound:?} {optimum}\n{trace:?}");
        }
        for planner in &planners {
            let name = planner.info().name;
            let schedule = match planner.plan(&trace, &options) {
                Ok(schedule) => schedule,
                Err(PlanError::Unsupported { .. } | PlanError::PinsOverlap { .. }) => continue,
                Err(error) => panic!("{name}: {error}\n{trace:?}"),
            };
            check_claim(&trace, &schedule, optimum);
            if matches!(planner.capabilities().in_place, HintUse::Proved(_)) {
                assert_eq!(schedule.total_size.0, optimum, "{name}\n{trace:?}");
                assert_eq!(
                    schedule.optimality,
                    Optimality::Optimal,
                    "{name}\n{trace:?}"
                );
            }
        }
    }
    assert!(
        n_cases() / 2 < n_tried && n_tried / 8 < n_below_load,
        "{n_tried} {n_below_load}"
    );
}

#[test]
fn bounds_are_proved_again_or_disproved() {
    let options = PlanOptions::default();
    for seed in 0..n_cases() {
        let trace = small_trace(seed);
        let Some(optimum) = brute_force(&trace).filter(|_| !trace.in_place().is_empty()) else {
            continue;
        };
        let verify = |bound| verify_bound(&trace, Bytes(bound), &options, false);
        match verify(optimum) {
            Ok(verdict) => assert_eq!(verdict, BoundVerdict::Proved, "{trace:?}"),
            Err(PlanError::PinsOverlap { .. }) => continue,
            Err(error) => panic!("{error}\n{trace:?}"),
        }
        match verify(optimum + 1) {
            Ok(BoundVerdict::Disproved(lower)) => check_claim(&trace, &lower, optimum),
            other => panic!("{other:?}\n{trace:?}"),
        }
    }
}

/// One buffer takes over two others at once: 220 bytes instead of 420.
fn takes_over_two() -> LifetimeTrace {
    hinted(
        "b1 0..3 120; b2 1..4 100; b3 2..5 200; b4 6..7 220",
        &[(2, 0, InPlaceKind::Free), (2, 1, InPlaceKind::Free)],
    )
}

#[test]
fn a_buffer_takes_over_two() {
    let trace = takes_over_two();
    assert_eq!(
        (trace.max_load(), trace.least_load()),
        (Bytes(420), Bytes(220))
    );
    for spec in ["exact", "auto", "chunk-hot"] {
        let planner = registry::planner(spec).unwrap();
        let schedule = planner.plan(&trace, &PlanOptions::default()).unwrap();
        assert_eq!(schedule.total_size, Bytes(220), "{spec}");
        assert_eq!(schedule.lower_bound(&trace), Bytes(220), "{spec}");
        assert_eq!(schedule.fragmentation(&trace), 0.0, "{spec}");
        if spec != "chunk-hot" {
            assert_eq!(schedule.optimality, Optimality::Optimal, "{spec}");
        }
    }
    let first_fit = registry::planner("first-fit").unwrap();
    let schedule = first_fit.plan(&trace, &PlanOptions::default()).unwrap();
    assert_eq!(schedule.optimality, Optimality::LowerBound(Bytes(220)));
}

#[test]
fn limits_leave_a_plan_and_are_named() {
    for seed in 0..60 {
        let trace = small_trace(seed);
        for limit in [0, 1, 7, 40] {
            let options = PlanOptions {
                work_limit: Some(Units(limit)),
                ..PlanOptions::default()
            };
            for spec in ["exact", "auto"] {
                let planner = registry::planner(spec).unwrap();
                let Ok(schedule) = planner.plan(&trace, &options) else {
                    break; // pins that overlap
                };
                assert!(
                    schedule.work <= Units(limit),
                    "{spec}: {} of {limit}",
                    schedule.work
                );
                let is_optimal = schedule.optimality == Optimality::Optimal;
                let reason = (!is_optimal).then_some(StopReason::WorkLimit);
                assert_eq!(schedule.stopped_by, reason, "{spec} {limit}\n{trace:?}");
            }
        }
    }
}
