//! Random traces for the tests of all planners.

use memplan_planner::{
    Buffer, ByteWindow, Bytes, Gap, Lifetime, LifetimeTrace, MemorySchedule, Tick,
};
use proptest::prelude::*;

/// What random traces may contain.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Features {
    pub(crate) gaps: bool,
    pub(crate) pins: bool,
    pub(crate) alignments: bool,
}

/// Traces of up to `n_buffers` buffers.
pub(crate) fn traces(n_buffers: usize, features: Features) -> impl Strategy<Value = LifetimeTrace> {
    let size = prop_oneof![1 => Just(0_u64), 8 => 1_u64..40, 4 => 1_u64..2000];
    let align = prop_oneof![4 => Just(1_u64), 1 => Just(4), 1 => Just(6), 1 => Just(64)];
    let extras = (
        0_u64..100,
        proptest::collection::vec((1_i64..4, 1_i64..4, 0_u64..9), 0..3),
    );
    let buffer = (-20_i64..60, 1_i64..30, size, align, extras);
    proptest::collection::vec(buffer, 0..n_buffers).prop_map(move |parts| {
        let mut next_pin = 0;
        let buffers = parts.into_iter().enumerate().map(|(index, part)| {
            let (begin, life, size, align, (pin, gaps)) = part;
            let live = Lifetime::half_open(Tick(begin), Tick(begin + life));
            let mut buffer = Buffer::new(format!("b{index}"), Bytes(size), live);
            if features.alignments {
                buffer.align = Bytes(align);
            }
            if features.pins && pin < 8 {
                // Pinned buffers never overlap in addresses, even if they are not live at once.
                let offset: u64 = (next_pin + 16 * pin).next_multiple_of(buffer.align.0);
                buffer.pinned = Some(Bytes(offset));
                next_pin = offset + size;
            }
            if features.gaps {
                buffer.gaps = gaps_of(&buffer, &gaps);
            }
            buffer
        });
        LifetimeTrace::builder("random")
            .buffers(buffers)
            .build()
            .unwrap()
    })
}

fn gaps_of(buffer: &Buffer, parts: &[(i64, i64, u64)]) -> Vec<Gap> {
    let mut gaps = Vec::new();
    let mut begin = buffer.live.begin().0;
    for &(skip, length, window) in parts {
        begin += skip - 1;
        let ticks = Lifetime::half_open(Tick(begin), Tick(begin + length));
        if buffer.live.end() < ticks.end() {
            break;
        }
        let window = (window < buffer.size.0).then(|| ByteWindow {
            lo: Bytes(window),
            hi: Bytes((window + 3).min(buffer.size.0)),
        });
        gaps.push(Gap { ticks, window });
        begin += length;
    }
    gaps
}

/// Checks what a schedule proves above the load by its certificate, which must be there; nothing is certified of traces
/// with hints or windows.
pub(crate) fn check_certificate(trace: &LifetimeTrace, schedule: &MemorySchedule, alignment: u64) {
    let bound = schedule.lower_bound(trace);
    let has_windows = |buffer: &Buffer| buffer.gaps.iter().any(|gap| gap.window.is_some());
    let is_plain = trace.in_place().is_empty() && !trace.buffers().iter().any(has_windows);
    // The arena must also hold buffers that are never live, of which a certificate says nothing.
    let end = |buffer: &Buffer| buffer.pinned.unwrap_or_default().0 + buffer.size.0;
    let highest = Bytes(trace.buffers().iter().map(end).max().unwrap_or(0));
    if is_plain && trace.max_load().max(highest) < bound {
        let proof = memplan_certificate::proof(trace, schedule, bound, Bytes(alignment));
        assert!(
            matches!(proof, Ok(Some(_))),
            "{bound} for\n{trace}\n{proof:?}"
        );
    }
}
