//! On all traces of up to four buffers with lifetimes in four ticks and three sizes, no planner stays
//! below the best peak that trying everything finds.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

use memplan_planner::algorithms::PLANNERS;
use memplan_planner::{Buffer, Bytes, Lifetime, LifetimeTrace, Optimality, PlanOptions, Tick};

/// The least peak. Some best plan has each buffer at 0 or on top of another one, so it is enough to
/// place the buffers in every order, each at the lowest offset that is not below the last one.
fn best_peak(trace: &LifetimeTrace) -> u64 {
    let mut best = u64::MAX;
    let mut offsets = vec![None; trace.len()];
    try_all(trace, &mut offsets, 0, &mut best);
    best
}

fn try_all(trace: &LifetimeTrace, offsets: &mut Vec<Option<u64>>, lowest: u64, best: &mut u64) {
    let buffers = trace.buffers();
    let top = |index: usize, offset: u64| offset + buffers[index].size.0;
    if offsets.iter().all(Option::is_some) {
        let tops = offsets
            .iter()
            .enumerate()
            .map(|(i, offset)| top(i, offset.unwrap_or(0)));
        *best = (*best).min(tops.max().unwrap_or(0));
        return;
    }
    for index in 0..offsets.len() {
        if offsets[index].is_some() {
            continue;
        }
        let rests_on = offsets.iter().enumerate().filter_map(|(other, offset)| {
            let overlaps = buffers[other].live.overlaps(buffers[index].live);
            offset.filter(|_| overlaps).map(|offset| top(other, offset))
        });
        let offset = rests_on.max().unwrap_or(0);
        if lowest <= offset && top(index, offset) < *best {
            offsets[index] = Some(offset);
            try_all(trace, offsets, offset, best);
            offsets[index] = None;
        }
    }
}

#[test]
fn nobody_beats_brute_force() {
    let lifetimes: Vec<(i64, i64)> = (0..4)
        .flat_map(|begin| (begin + 1..=4).map(move |end| (begin, end)))
        .collect();
    let kinds: Vec<(i64, i64, u64)> = lifetimes
        .iter()
        .flat_map(|&(b, e)| [1, 2, 3].map(|size| (b, e, size)))
        .collect();
    let mut stack: Vec<Vec<usize>> = vec![vec![]];
    while let Some(chosen) = stack.pop() {
        let buffers = chosen.iter().enumerate().map(|(index, &kind)| {
            let (begin, end, size) = kinds[kind];
            let live = Lifetime::half_open(Tick(begin), Tick(end));
            Buffer::new(format!("b{index}"), Bytes(size), live)
        });
        let trace = LifetimeTrace::builder("all")
            .buffers(buffers)
            .build()
            .unwrap();
        let best = if trace.is_empty() {
            0
        } else {
            best_peak(&trace)
        };
        assert!(trace.max_load() <= Bytes(best));
        for planner in PLANNERS {
            let schedule = planner.plan(&trace, &PlanOptions::default()).unwrap();
            assert!(
                Bytes(best) <= schedule.peak(),
                "{}:\n{trace}",
                planner.info().name
            );
            if schedule.optimality == Optimality::Optimal {
                assert_eq!(
                    schedule.peak(),
                    Bytes(best),
                    "{}:\n{trace}",
                    planner.info().name
                );
            }
        }
        if chosen.len() < 4 {
            let last = chosen.last().copied().unwrap_or(0);
            stack.extend((last..kinds.len()).map(|kind| [&chosen[..], &[kind]].concat()));
        }
    }
}
