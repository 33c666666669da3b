//! The least peak by trying every offset: slow, and too simple to be wrong.

use std::ops::Range;

use memplan_planner::{
    Buffer, BufferId, ByteWindow, Bytes, Gap, InPlaceHint, InPlaceKind, Lifetime, LifetimeTrace,
    Tick,
};
use proptest::prelude::*;

/// What small random traces may contain besides plain buffers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Features {
    pub(crate) gaps: bool,
    pub(crate) windows: bool,
    pub(crate) pins: bool,
    pub(crate) alignments: bool,
    pub(crate) hints: bool,
}

impl Features {
    pub(crate) const ALL: Self = Self {
        gaps: true,
        windows: true,
        pins: true,
        alignments: true,
        hints: true,
    };
}

/// What a random buffer is made of: begin, life, size, alignment, pin, gap.
type Parts = (
    i64,
    i64,
    u64,
    u64,
    Option<u64>,
    Option<(i64, i64, Option<(u64, u64)>)>,
);

fn buffer(index: usize, parts: Parts, features: Features) -> Buffer {
    let (begin, life, size, align, pin, gap) = parts;
    let live = Lifetime::half_open(Tick(begin), Tick(begin + life));
    let mut buffer = Buffer::new(format!("b{index}"), Bytes(size), live);
    if features.alignments {
        buffer.align = Bytes(align);
    }
    if features.pins {
        buffer.pinned = pin.map(|pin| Bytes(pin * align));
    }
    if let Some((skip, length, window)) = gap.filter(|_| features.gaps) {
        let ticks = Lifetime::half_open(Tick(begin + skip), Tick(begin + skip + length));
        let window = window
            .filter(|_| features.windows)
            .map(|(lo, hi)| ByteWindow {
                lo: Bytes(lo),
                hi: Bytes(hi),
            });
        let fits = window.is_none_or(|w| w.lo < w.hi && w.hi <= Bytes(size));
        if ticks.end() <= live.end() && fits {
            buffer.gaps.push(Gap { ticks, window });
        }
    }
    buffer
}

/// Traces of a few small buffers. Pins may overlap.
pub(crate) fn small_traces(
    n_buffers: Range<usize>,
    features: Features,
) -> impl Strategy<Value = LifetimeTrace> {
    let align = prop_oneof![3 => Just(1_u64), 1 => Just(2), 1 => Just(3), 1 => Just(4)];
    let pin = prop_oneof![4 => Just(None), 1 => (0_u64..5).prop_map(Some)];
    let window = proptest::option::of((0_u64..4, 1_u64..7));
    let gap = proptest::option::of((0_i64..3, 1_i64..3, window));
    let parts = (0_i64..6, 1_i64..6, 0_u64..7, align, pin, gap);
    let hints = proptest::collection::vec((0_u32..6, 0_u32..6, any::<bool>()), 0..2);
    (proptest::collection::vec(parts, n_buffers), hints).prop_map(move |(parts, hints)| {
        let parts = parts.into_iter().enumerate();
        let buffers: Vec<Buffer> = parts.map(|(i, p)| buffer(i, p, features)).collect();
        let n = buffers.len() as u32;
        let hints = hints
            .into_iter()
            .filter(|&(a, b, _)| features.hints && a < n && b < n && a != b)
            .map(|(buffer, other, free)| InPlaceHint {
                buffer: BufferId(buffer),
                other: BufferId(other),
                kind: if free {
                    InPlaceKind::Free
                } else {
                    InPlaceKind::ZeroOffset
                },
            });
        LifetimeTrace::builder("random")
            .buffers(buffers)
            .in_place(hints)
            .build()
            .unwrap()
    })
}

/// The least peak of any valid schedule; for a handful of small buffers.
///
/// Gaps, windows, pins, alignments and takeovers are honoured as the checker does.
pub(crate) fn least_peak(trace: &LifetimeTrace, alignment: Bytes) -> u64 {
    let n = trace.len();
    let conflicts: Vec<Vec<Vec<Windows>>> = (0..n)
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

/// The bytes `lo..hi` of one buffer and of another one.
type Windows = (u64, u64, u64, u64);

/// The windows of two buffers at each instant at which both are live, without repeats.
fn common_bytes(trace: &LifetimeTrace, a: usize, b: usize) -> Vec<Windows> {
    let instants = trace.buffers().iter().flat_map(|b| {
        let gaps = b
            .gaps
            .iter()
            .flat_map(|gap| [gap.ticks.begin(), gap.ticks.end()]);
        gaps.chain([b.live.begin()])
    });
    let mut windows: Vec<_> = instants
        .filter_map(|at| {
            let (lo_a, hi_a) = bytes_at(trace, a, at)?;
            let (lo_b, hi_b) = bytes_at(trace, b, at)?;
            Some((lo_a, hi_a, lo_b, hi_b))
        })
        .collect();
    windows.sort_unstable();
    windows.dedup();
    windows
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
