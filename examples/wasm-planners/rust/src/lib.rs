//! A planner for memplan as a WebAssembly component: first fit in many orders near descending size.
//!
//! It reports each schedule that improves on the last one, so that the best one counts when memplan stops it at a
//! deadline. `docs/book/src/guides/plug-ins/wasm.md` says how to build it.

use std::cmp::Reverse;

wit_bindgen::generate!({ path: "../../../planner/remote/wit", world: "plug-in" });

use exports::memplan::planner::planner::{Failure, Guest, Options, Trace};
use memplan::planner::host;
use memplan::planner::types::{Buffer, Feature, Lack};

/// How many orders are tried.
const TRIES: u32 = 200;

struct ShakenFirstFit;

export!(ShakenFirstFit);

impl Guest for ShakenFirstFit {
    fn plan(trace: Trace, options: Options) -> Result<Vec<u64>, Failure> {
        let buffers = &trace.buffers;
        if let Some(gap) = trace.gaps.first() {
            return Err(unsupported(Feature::Gaps, gap.buffer));
        }
        for (buffer, index) in buffers.iter().zip(0..) {
            if buffer.pinned_offset_bytes.is_some() {
                return Err(unsupported(Feature::PinnedOffsets, index));
            }
        }
        let mut random = Random(options.seed);
        let mut best = first_fit(buffers, |buffer| buffer.size_bytes);
        let mut goes_on = host::incumbent(&best);
        for _ in 1..TRIES {
            if !goes_on {
                break;
            }
            // Sizes times a factor between 1 and 2.
            let offsets = first_fit(buffers, |buffer| {
                (buffer.size_bytes >> 10).max(1) * (1024 + random.below(1024))
            });
            if peak(buffers, &offsets) < peak(buffers, &best) {
                goes_on = host::incumbent(&offsets);
                best = offsets;
            }
        }
        Ok(best)
    }
}

fn unsupported(feature: Feature, buffer: u32) -> Failure {
    Failure::Unsupported(Lack { feature, buffer })
}

/// Places buffers in descending order of a key, each at the lowest free offset.
fn first_fit(buffers: &[Buffer], mut key: impl FnMut(&Buffer) -> u64) -> Vec<u64> {
    let mut order: Vec<(Reverse<u64>, usize)> = buffers
        .iter()
        .enumerate()
        .map(|(index, buffer)| (Reverse(key(buffer)), index))
        .collect();
    order.sort_unstable();
    let mut offsets = vec![0; buffers.len()];
    let mut placed: Vec<usize> = Vec::new(); // by offset
    for (_, index) in order {
        let buffer = &buffers[index];
        let mut offset = 0;
        for other in placed.iter().copied() {
            if !overlap(buffer, &buffers[other]) {
                continue;
            }
            if offset + buffer.size_bytes <= offsets[other] {
                break;
            }
            let end: u64 = offsets[other] + buffers[other].size_bytes;
            offset = offset.max(end.next_multiple_of(buffer.align_bytes));
        }
        offsets[index] = offset;
        let position = placed.partition_point(|&other| offsets[other] <= offset);
        placed.insert(position, index);
    }
    offsets
}

fn overlap(a: &Buffer, b: &Buffer) -> bool {
    a.begin_tick < b.end_tick && b.begin_tick < a.end_tick && b.size_bytes > 0
}

fn peak(buffers: &[Buffer], offsets: &[u64]) -> u64 {
    let placed = buffers.iter().zip(offsets);
    let placed = placed.filter(|(buffer, _)| buffer.size_bytes > 0);
    let ends = placed.map(|(buffer, offset)| buffer.size_bytes + offset);
    ends.max().unwrap_or(0)
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % bound
    }
}
