//! The least peak by trying every offset: slow, and too simple to be wrong.

use memplan_planner::{Bytes, InPlaceKind, LifetimeTrace, Tick};

/// The least peak of any valid schedule; for a handful of small buffers.
///
/// Gaps, windows, pins, alignments and takeovers are honoured as the checker does.
pub(crate) fn least_peak(trace: &LifetimeTrace, alignment: Bytes) -> u64 {
    let n = trace.len();
    let conflicts: Vec<Vec<Vec<(u64, u64, u64, u64)>>> = (0..n)
        .map(|a| (0..n).map(|b| common_bytes(trace, a, b)).collect())
        .collect();
    let fits = |offsets: &[u64], b: usize, at: u64| {
        offsets.iter().enumerate().all(|(a, &other)| {
            let clear = conflicts[a][b].iter().all(|&(lo_a, hi_a, lo_b, hi_b)| {
                other + hi_a <= at + lo_b || at + hi_b <= other + lo_a
            });
            clear || is_waived(trace, a, b, other == at)
        })
    };
    let buffers = trace.buffers();
    let ends = buffers
        .iter()
        .filter(|b| b.size != Bytes(0))
        .map(|b| b.pinned.unwrap_or_default().0 + b.size.0);
    let mut capacity = ends.max().unwrap_or(0);
    let step = |b: usize| {
        let (mut align, own) = (alignment.0, buffers[b].align.0);
        while align % own != 0 {
            align += alignment.0;
        }
        align
    };
    let steps: Vec<u64> = (0..n).map(step).collect();
    while !place(trace, capacity, &steps, &mut Vec::new(), &fits) {
        capacity += 1;
    }
    capacity
}

/// The windows of two buffers at each instant at which both are there, without repeats.
fn common_bytes(trace: &LifetimeTrace, a: usize, b: usize) -> Vec<(u64, u64, u64, u64)> {
    let instants = trace.buffers().iter().flat_map(|b| {
        let gaps = b
            .gaps
            .iter()
            .flat_map(|gap| [gap.ticks.begin(), gap.ticks.end()]);
        gaps.chain([b.live.begin()])
    });
    let mut found: Vec<_> = instants
        .filter_map(|at| {
            let (lo_a, hi_a) = bytes_at(trace, a, at)?;
            let (lo_b, hi_b) = bytes_at(trace, b, at)?;
            Some((lo_a, hi_a, lo_b, hi_b))
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn bytes_at(trace: &LifetimeTrace, index: usize, at: Tick) -> Option<(u64, u64)> {
    let buffer = &trace.buffers()[index];
    let is_in = |live: memplan_planner::Lifetime| live.begin() <= at && at < live.end();
    if buffer.size == Bytes(0) || !is_in(buffer.live) {
        return None;
    }
    match buffer.gaps.iter().find(|gap| is_in(gap.ticks)) {
        Some(gap) => gap.window.map(|window| (window.lo.0, window.hi.0)),
        None => Some((0, buffer.size.0)),
    }
}

fn is_waived(trace: &LifetimeTrace, a: usize, b: usize, same_offset: bool) -> bool {
    trace.in_place().iter().any(|hint| {
        let pair = (hint.buffer.index(), hint.other.index());
        let takes_over = trace[hint.other].live.begin() <= trace[hint.buffer].live.begin();
        (pair == (a, b) || pair == (b, a))
            && takes_over
            && (hint.kind == InPlaceKind::Free || same_offset)
    })
}

fn place(
    trace: &LifetimeTrace,
    capacity: u64,
    steps: &[u64],
    offsets: &mut Vec<u64>,
    fits: &impl Fn(&[u64], usize, u64) -> bool,
) -> bool {
    let Some(buffer) = trace.buffers().get(offsets.len()) else {
        return true;
    };
    let b = offsets.len();
    let last = capacity.saturating_sub(buffer.size.0);
    let (first, last, step) = match buffer.pinned {
        Some(pin) => (pin.0, pin.0, 1),
        None if buffer.size == Bytes(0) => (0, 0, 1),
        None => (0, last, steps[b] as usize),
    };
    (first..=last).step_by(step).any(|at| {
        if !fits(offsets, b, at) {
            return false;
        }
        offsets.push(at);
        let done = place(trace, capacity, steps, offsets, fits);
        if !done {
            offsets.pop();
        }
        done
    })
}
