//! The free chunks, ordered so that the one to take is found in `O(log n)`.

use std::collections::BTreeMap;

use super::state::ChunkId;

mod cold;

use cold::{Choice, ColdChunks};

/// How many events a chunk stays hot after it was freed.
const HOT_TICKS: u64 = 10;

/// The free chunks of a replay.
///
/// A chunk is known by its size and its stamp, which `insert` returns: together they are unique.
pub(super) trait FreeChunks {
    /// A new event has begun.
    fn advance(&mut self, tick: u64);
    /// Adds a chunk of `size` bytes that was freed at `last_freed` and returns its stamp.
    fn insert(&mut self, chunk: ChunkId, size: u64, last_freed: u64) -> u64;
    /// Removes a chunk, which must be in the set.
    fn remove(&mut self, size: u64, stamp: u64);
    /// The chunk that an allocation of `aligned` bytes takes; `None` if no chunk is free.
    fn pick(&self, aligned: u64, tick: u64) -> Option<ChunkId>;
}

/// Picks the smallest chunk that fits, the first inserted of equals; if none fits the largest, the
/// last inserted of equals. The stamp is the number of the insertion.
#[derive(Debug, Default)]
pub(super) struct FreeBySize {
    by_size: BTreeMap<(u64, u64), ChunkId>,
    n_inserted: u64,
}

impl FreeChunks for FreeBySize {
    fn advance(&mut self, _tick: u64) {}

    fn insert(&mut self, chunk: ChunkId, size: u64, _last_freed: u64) -> u64 {
        self.n_inserted += 1;
        self.by_size.insert((size, self.n_inserted), chunk);
        self.n_inserted
    }

    fn remove(&mut self, size: u64, stamp: u64) {
        self.by_size.remove(&(size, stamp));
    }

    fn pick(&self, aligned: u64, _tick: u64) -> Option<ChunkId> {
        let fits = self.by_size.range((aligned, 0)..).next();
        fits.or_else(|| self.by_size.last_key_value())
            .map(|(_, &chunk)| chunk)
    }
}

/// Picks the chunk with the best sum of size score and heat score. The stamp is `last_freed`.
///
/// No two free chunks have the same `last_freed`: an event makes at most one chunk free, and a split
/// leaves one of the two parts in use. The order of a scan by `last_freed` is therefore total, and a
/// chunk freed fewer than ten events ago can be kept in the slot of its tick. All others have no heat
/// left, so that only their sizes matter, and a tree by size finds the best one.
#[derive(Debug)]
pub(super) struct FreeByHeat {
    hot: [Option<HotChunk>; HOT_TICKS as usize],
    cold: ColdChunks,
    tick: u64,
}

#[derive(Clone, Copy, Debug)]
struct HotChunk {
    chunk: ChunkId,
    size: u64,
    last_freed: u64,
}

impl FreeByHeat {
    /// For chunks whose sizes are multiples of `unit`, a power of two.
    pub(super) fn new(unit: u64) -> Self {
        Self {
            hot: [None; HOT_TICKS as usize],
            cold: ColdChunks::new(unit),
            tick: 0,
        }
    }
}

fn slot(tick: u64) -> usize {
    (tick % HOT_TICKS) as usize
}

impl FreeChunks for FreeByHeat {
    fn advance(&mut self, tick: u64) {
        self.tick = tick;
        if let Some(cooled) = self.hot[slot(tick)].take() {
            self.cold
                .insert(cooled.chunk, cooled.size, cooled.last_freed);
        }
    }

    fn insert(&mut self, chunk: ChunkId, size: u64, last_freed: u64) -> u64 {
        if self.tick - last_freed < HOT_TICKS {
            self.hot[slot(last_freed)] = Some(HotChunk {
                chunk,
                size,
                last_freed,
            });
        } else {
            self.cold.insert(chunk, size, last_freed);
        }
        last_freed
    }

    fn remove(&mut self, size: u64, stamp: u64) {
        if self.tick - stamp < HOT_TICKS {
            self.hot[slot(stamp)] = None;
        } else {
            self.cold.remove(size, stamp);
        }
    }

    fn pick(&self, aligned: u64, tick: u64) -> Option<ChunkId> {
        // The original rule: start with the chunk of the largest `last_freed`, visit all chunks by
        // ascending `last_freed`, and switch only to a strictly higher score.
        let hot = || (1..=HOT_TICKS).filter_map(|age| self.hot[slot(tick + age)]);
        let hot_choice = |hot: HotChunk| Choice {
            score: size_score(hot.size, aligned) + heat_score(tick - hot.last_freed),
            last_freed: hot.last_freed,
            chunk: hot.chunk,
        };
        let mut best = hot()
            .next_back()
            .map(hot_choice)
            .or_else(|| self.cold.latest(aligned))?;
        let cold = self.cold.best(aligned);
        for choice in cold.into_iter().chain(hot().map(hot_choice)) {
            if best.score < choice.score {
                best = choice;
            }
        }
        Some(best.chunk)
    }
}

/// How well a chunk suits an allocation by its size: from -1 to 1, above 0 if it is large enough.
pub(super) fn size_score(chunk: u64, aligned: u64) -> f32 {
    let score = -(chunk.abs_diff(aligned) as f32) / (chunk.max(aligned) as f32);
    if aligned <= chunk { score + 1.0 } else { score }
}

/// How hot a chunk is that was freed `age` events ago: from 1 down to 0 after ten events.
fn heat_score(age: u64) -> f32 {
    1.0 - (age as f32 / HOT_TICKS as f32).min(1.0)
}
