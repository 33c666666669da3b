//! The chunk planners against a literal transcription of their rules: a vector of chunks that is
//! scanned at every event. Offsets, totals and reuses must be equal, in both modes, with and without
//! in-place hints, for sizes that 32-bit floats hold exactly and for sizes that they round.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

use memplan_planner::algorithms::chunk::{ChunkMode, Event, EventPlan, plan_events};
use memplan_planner::{BufferId, Bytes, InPlaceHint, InPlaceKind, PlanOptions};
use memplan_support::Random;
use proptest::prelude::*;

/// A chunk of the row. Chunks are never destroyed, so that dead buffers can be found at the end:
/// each chunk remembers which later chunks its bytes went to.
#[derive(Clone, Debug)]
struct Chunk {
    size: u64,
    free: bool,
    last_freed: u64,
    inserted: u64,
    remainder: bool,
    /// The chunk that took its place, and how far from the start of that one it began.
    became: Option<(usize, u64)>,
}

#[derive(Debug, Default)]
struct Scan {
    chunks: Vec<Chunk>,
    /// The row, in address order.
    cur: Vec<usize>,
    tick: u64,
    n_inserted: u64,
    allocations: Vec<Option<usize>>,
    current: Vec<Option<usize>>,
    reuses: Vec<(BufferId, Vec<BufferId>)>,
}

fn size_score(chunk: u64, aligned: u64) -> f32 {
    let difference = (chunk as i64 - aligned as i64).abs() as f32;
    let mut score = -difference / chunk.max(aligned) as f32;
    if aligned <= chunk {
        score += 1.0;
    }
    score
}

impl Scan {
    fn new_chunk(&mut self, size: u64) -> usize {
        self.chunks.push(Chunk {
            size,
            free: false,
            last_freed: 0,
            inserted: 0,
            remainder: false,
            became: None,
        });
        self.chunks.len() - 1
    }

    fn set_free(&mut self, chunk: usize, last_freed: u64) {
        self.n_inserted += 1;
        self.chunks[chunk].free = true;
        self.chunks[chunk].last_freed = last_freed;
        self.chunks[chunk].inserted = self.n_inserted;
    }

    fn position(&self, chunk: usize) -> usize {
        self.cur.iter().position(|&c| c == chunk).unwrap()
    }

    /// Replaces the chunks of `range` by one.
    fn merge(&mut self, range: std::ops::Range<usize>) -> usize {
        if range.len() == 1 {
            return self.cur[range.start];
        }
        let sizes = self.cur[range.clone()]
            .iter()
            .map(|&c| self.chunks[c].size)
            .sum();
        let merged = self.new_chunk(sizes);
        let mut distance = 0;
        for &part in &self.cur[range.clone()] {
            self.chunks[part].became = Some((merged, distance));
            self.chunks[part].free = false;
            distance += self.chunks[part].size;
        }
        self.cur.splice(range, [merged]);
        merged
    }

    /// Replaces a chunk by two; returns both.
    fn split(&mut self, chunk: usize, size: u64) -> (usize, usize) {
        let left = self.new_chunk(size);
        let right = self.new_chunk(self.chunks[chunk].size - size);
        self.chunks[chunk].became = Some((left, 0));
        self.chunks[chunk].free = false;
        let at = self.position(chunk);
        self.cur.splice(at..=at, [left, right]);
        (left, right)
    }

    fn free_chunks(&self) -> Vec<usize> {
        self.cur
            .iter()
            .copied()
            .filter(|&c| self.chunks[c].free)
            .collect()
    }

    fn pick(&self, aligned: u64, mode: ChunkMode) -> Option<usize> {
        let mut free = self.free_chunks();
        match mode {
            ChunkMode::SizeFirst => {
                free.sort_by_key(|&c| (self.chunks[c].size, self.chunks[c].inserted));
                let fits = free
                    .iter()
                    .copied()
                    .find(|&c| aligned <= self.chunks[c].size);
                fits.or(free.last().copied())
            }
            ChunkMode::Hot => {
                free.sort_by_key(|&c| (self.chunks[c].last_freed, self.chunks[c].inserted));
                let score = |c: usize| {
                    let age = (self.tick - self.chunks[c].last_freed) as f32;
                    size_score(self.chunks[c].size, aligned) + (1.0 - (age / 10.0).min(1.0))
                };
                let mut best = *free.last()?;
                for c in free {
                    if score(c) > score(best) {
                        best = c;
                    }
                }
                Some(best)
            }
        }
    }

    fn alloc(&mut self, size: u64, alignment: u64, mode: ChunkMode) -> usize {
        let aligned = size.div_ceil(alignment) * alignment;
        let Some(chunk) = self.pick(aligned, mode) else {
            let chunk = self.new_chunk(aligned);
            self.cur.push(chunk);
            return chunk;
        };
        self.chunks[chunk].free = false;
        if self.chunks[chunk].size <= aligned {
            self.chunks[chunk].size = aligned;
            return chunk;
        }
        let last_freed = self.chunks[chunk].last_freed;
        let (left, right) = self.split(chunk, aligned);
        self.set_free(right, last_freed);
        left
    }

    fn in_place(&mut self, buffer: BufferId, size: u64, hints: &[InPlaceHint]) -> Option<usize> {
        let held: Vec<(usize, &InPlaceHint)> = hints
            .iter()
            .filter(|hint| hint.buffer == buffer)
            .filter_map(|hint| Some(((*self.current.get(hint.other.index())?)?, hint)))
            .collect();
        let owner = |chunk: usize| {
            held.iter()
                .find(|(c, _)| *c == chunk)
                .map(|(_, hint)| *hint)
        };
        let mut best: Option<(f32, std::ops::Range<usize>, u64)> = None;
        for &(chunk, hint) in &held {
            if hint.kind == InPlaceKind::ZeroOffset && self.chunks[chunk].remainder {
                continue;
            }
            let begin = self.position(chunk);
            let mut end = begin + 1;
            let mut collected = self.chunks[chunk].size;
            while end < self.cur.len() && collected < size {
                let next = self.cur[end];
                let usable = owner(next).is_some_and(|hint| hint.kind == InPlaceKind::Free);
                if !self.chunks[next].free && !usable {
                    break;
                }
                collected += self.chunks[next].size;
                end += 1;
            }
            let score = size_score(collected, size);
            if best.as_ref().is_none_or(|best| score > best.0) {
                best = Some((score, begin..end, collected));
            }
        }
        let (_, range, mut collected) = best?;
        if collected * 10 < size {
            return None;
        }
        let run = self.cur[range.clone()].to_vec();
        let last = *run.last()?;
        let last_owner = owner(last).map(|hint| hint.other);
        let reused: Vec<BufferId> = run
            .iter()
            .filter_map(|&c| owner(c))
            .map(|hint| hint.other)
            .collect();
        for other in &reused {
            self.current[other.index()] = None;
        }
        self.reuses.push((buffer, reused));
        if collected < size {
            self.chunks[last].size += size - collected;
            collected = size;
        }
        let merged = self.merge(range);
        self.chunks[merged].free = false;
        if collected == size {
            return Some(merged);
        }
        let (left, right) = self.split(merged, size);
        match last_owner {
            Some(other) => {
                self.chunks[right].remainder = true;
                self.current[other.index()] = Some(right);
            }
            None => self.set_free(right, self.tick),
        }
        Some(left)
    }

    fn free(&mut self, buffer: BufferId) {
        let Some(chunk) = self.current[buffer.index()].take() else {
            return;
        };
        self.chunks[chunk].remainder = false;
        self.chunks[chunk].free = true;
        let at = self.position(chunk);
        let is_free = |&at: &usize| self.chunks[self.cur[at]].free;
        let begin = (0..=at).rev().take_while(is_free).last().unwrap_or(at);
        let end = (at..self.cur.len())
            .take_while(is_free)
            .last()
            .unwrap_or(at)
            + 1;
        let merged = self.merge(begin..end);
        self.set_free(merged, self.tick);
    }

    fn offset(&self, mut chunk: usize) -> u64 {
        let mut offset = 0;
        while let Some((next, distance)) = self.chunks[chunk].became {
            offset += distance;
            chunk = next;
        }
        let at = self.position(chunk);
        offset
            + self.cur[..at]
                .iter()
                .map(|&c| self.chunks[c].size)
                .sum::<u64>()
    }
}

fn plan_by_scan(
    events: &[Event],
    hints: &[InPlaceHint],
    alignment: u64,
    mode: ChunkMode,
) -> EventPlan {
    let n_buffers = events
        .iter()
        .filter_map(|event| match event {
            Event::Alloc { buffer, .. } => Some(buffer.index() + 1),
            Event::Free { .. } => None,
        })
        .max()
        .unwrap_or(0);
    let mut scan = Scan {
        allocations: vec![None; n_buffers],
        current: vec![None; n_buffers],
        ..Scan::default()
    };
    for &event in events {
        scan.tick += 1;
        match event {
            Event::Alloc { buffer, size } => {
                let chunk = match scan.in_place(buffer, size.0, hints) {
                    Some(chunk) => chunk,
                    None => scan.alloc(size.0, alignment, mode),
                };
                scan.allocations[buffer.index()] = Some(chunk);
                scan.current[buffer.index()] = Some(chunk);
            }
            Event::Free { buffer } => scan.free(buffer),
        }
    }
    EventPlan {
        total: Bytes(scan.cur.iter().map(|&c| scan.chunks[c].size).sum()),
        offsets: scan
            .allocations
            .iter()
            .map(|c| c.map(|c| Bytes(scan.offset(c))))
            .collect(),
        reuses: scan.reuses,
    }
}

/// Sizes from one of several ranges, so that equal and nearly equal ones are common.
fn sizes() -> impl Strategy<Value = Vec<u64>> {
    let range = prop_oneof![
        Just((1_u64, 8_u64)),
        Just((1, 1000)),
        Just(((1 << 24) - 4, (1 << 24) + 40)),
        Just((1 << 25, (1 << 25) + 64)),
        Just((1 << 40, (1 << 40) + (1 << 18))),
        Just((1, 1 << 45)),
    ];
    (range, 1_usize..60).prop_flat_map(|((least, greatest), n)| {
        let size = prop_oneof![4 => least..greatest, 1 => 1..greatest];
        proptest::collection::vec(size, n)
    })
}

/// A sequence of lives: each pair of numbers says how long a buffer lives.
fn events() -> impl Strategy<Value = Vec<Event>> {
    sizes().prop_flat_map(|sizes| {
        let n = sizes.len();
        let lives =
            proptest::collection::vec((0_usize..2 * n, prop_oneof![1_usize..6, 1..2 * n]), n);
        (Just(sizes), lives).prop_map(|(sizes, lives)| {
            let mut instants: Vec<(usize, usize, bool)> = Vec::new();
            for (index, &(begin, life)) in lives.iter().enumerate() {
                instants.push((2 * begin, index, false));
                instants.push((2 * (begin + life) + 1, index, true));
            }
            instants.sort_unstable();
            let event = |&(_, index, ends): &(usize, usize, bool)| {
                let buffer = BufferId(index as u32);
                if ends {
                    Event::Free { buffer }
                } else {
                    Event::Alloc {
                        buffer,
                        size: Bytes(sizes[index]),
                    }
                }
            };
            instants.iter().map(event).collect()
        })
    })
}

fn hints(n_buffers: u32) -> impl Strategy<Value = Vec<InPlaceHint>> {
    let hint = (0..n_buffers, 0..n_buffers, any::<bool>()).prop_map(|(buffer, other, free)| {
        let kind = if free {
            InPlaceKind::Free
        } else {
            InPlaceKind::ZeroOffset
        };
        InPlaceHint {
            buffer: BufferId(buffer),
            other: BufferId(other),
            kind,
        }
    });
    proptest::collection::vec(hint, 0..120).prop_map(|mut hints| {
        let mut pairs = std::collections::BTreeSet::new();
        hints.retain(|hint| hint.buffer != hint.other && pairs.insert((hint.buffer, hint.other)));
        hints
    })
}

fn plan(events: &[Event], hints: &[InPlaceHint], alignment: u64, mode: ChunkMode) -> EventPlan {
    let options = PlanOptions {
        alignment: Bytes(alignment),
        ..PlanOptions::default()
    };
    plan_events(events, hints, mode, &options).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 4000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn plans_equal_the_literal_rules(
        events in events(),
        hints in prop_oneof![Just(Vec::new()), hints(60)],
        alignment in prop_oneof![Just(1_u64), Just(64), Just(48)],
    ) {
        let n_buffers = events.len() / 2;
        let hints: Vec<InPlaceHint> =
            hints.into_iter().filter(|hint| hint.other.index() < n_buffers).collect();
        for mode in [ChunkMode::Hot, ChunkMode::SizeFirst] {
            prop_assert_eq!(
                plan(&events, &hints, alignment, mode),
                plan_by_scan(&events, &hints, alignment, mode)
            );
        }
    }
}

#[test]
fn long_sequences_equal_the_literal_rules() {
    let mut numbers = Random::new(7);
    let mut random = move |n: u64| numbers.below(n);
    for (least, spread) in [(1, 10), (1, 5000), (1 << 24, 1 << 10), (1 << 30, 1 << 30)] {
        let (mut events, mut live) = (Vec::new(), Vec::new());
        for index in 0..3000 {
            let buffer = BufferId(index);
            events.push(Event::Alloc {
                buffer,
                size: Bytes(least + random(spread)),
            });
            live.push(buffer);
            while random(20) < 10 && !live.is_empty() {
                let buffer = live.swap_remove(random(live.len() as u64) as usize);
                events.push(Event::Free { buffer });
            }
        }
        for mode in [ChunkMode::Hot, ChunkMode::SizeFirst] {
            let (found, expected) = (
                plan(&events, &[], 1, mode),
                plan_by_scan(&events, &[], 1, mode),
            );
            assert!(found == expected, "sizes from {least}, {mode:?}");
        }
    }
}
