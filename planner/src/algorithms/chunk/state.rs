//! The row of chunks, and the events that change it.
//!
//! Offsets are needed only after the last event, so the row is a linked list that stores sizes but
//! no offsets: enlarging a chunk is one addition, wherever it is. A chunk that is merged into its
//! left neighbour records its distance from the start of that neighbour, which no later event
//! changes. In the end, one walk over the row gives the offsets of the remaining chunks, and one
//! backward walk over the merges gives those of the others.

use memplan_support::Sort;
use rustc_hash::FxHashMap;

use super::free::{FreeChunks, size_score};
use super::{Event, EventError, EventPlan};
use crate::{BufferId, Bytes, InPlaceHint, InPlaceKind, Units, WorkMeter};

/// The index of a chunk. There is at most one new chunk for each allocation.
pub(super) type ChunkId = u32;

/// Stands for "no chunk" in tables and links.
const NONE: ChunkId = ChunkId::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    Free,
    InUse,
    /// In use for the rest of a buffer whose first bytes were taken over.
    Remainder,
}

#[derive(Clone, Copy, Debug)]
struct Chunk {
    /// The size; once merged away, the distance from the start of the chunk in `prev`.
    size: u64,
    /// Orders free chunks of equal size; [`FreeChunks`] defines its meaning.
    stamp: u64,
    prev: ChunkId,
    next: ChunkId,
    status: Status,
}

/// A candidate for reuse in place: the buffer that owns a chunk, and how it may be reused.
type Candidates = FxHashMap<ChunkId, (BufferId, InPlaceKind)>;

/// A run of chunks, `first` to `last`, of `size` bytes together.
#[derive(Clone, Copy, Debug)]
struct Run {
    first: ChunkId,
    last: ChunkId,
    size: u64,
}

/// Replays events over the row of chunks.
pub(super) struct Replay<F> {
    alignment: u64,
    chunks: Vec<Chunk>,
    /// The last chunk of the row.
    tail: ChunkId,
    /// Chunks that were merged away, in the order in which that happened.
    merged: Vec<ChunkId>,
    free: F,
    tick: u64,
    total: u64,
    buffers: Vec<Placed>,
    /// Sorted by buffer, otherwise as given.
    hints: Vec<InPlaceHint>,
    reuses: Vec<(BufferId, Vec<BufferId>)>,
}

/// What is known about a buffer.
#[derive(Clone, Copy, Debug)]
struct Placed {
    /// The chunk at whose start the buffer was placed; `NONE` for one without bytes.
    chunk: ChunkId,
    /// The chunk that the free of the buffer will release; `NONE` when all of it was taken over.
    holds: ChunkId,
    life: Life,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Life {
    Unborn,
    Live,
    Dead,
}

impl<F: FreeChunks> Replay<F> {
    pub(super) fn new(
        events: &[Event],
        max_buffers: usize,
        hints: &[InPlaceHint],
        alignment: Bytes,
        free: F,
    ) -> Result<Self, EventError> {
        let n_buffers = table_size(events, max_buffers)?;
        let mut pairs: Vec<_> = hints.iter().map(|hint| (hint.buffer, hint.other)).collect();
        pairs.sort_stable();
        if let Some(pair) = pairs.windows(2).find(|pair| pair[0] == pair[1]) {
            let (buffer, other) = pair[0];
            return Err(EventError::RepeatedHint { buffer, other });
        }
        let mut hints = hints.to_vec();
        hints.sort_stable_by_key(|hint| hint.buffer);
        Ok(Self {
            alignment: alignment.0,
            chunks: Vec::new(),
            tail: NONE,
            merged: Vec::new(),
            free,
            tick: 0,
            total: 0,
            buffers: vec![
                Placed {
                    chunk: NONE,
                    holds: NONE,
                    life: Life::Unborn
                };
                n_buffers
            ],
            hints,
            reuses: Vec::new(),
        })
    }

    pub(super) fn run(
        mut self,
        events: &[Event],
        meter: &mut WorkMeter<'_>,
    ) -> Result<EventPlan, EventError> {
        for (event, &what) in events.iter().enumerate() {
            meter.spend(Units::ONE)?;
            match what {
                Event::Alloc { buffer, size } => {
                    if self.buffers[buffer.index()].life != Life::Unborn {
                        return Err(EventError::AllocatedTwice { event, buffer });
                    }
                    let chunk = if size == Bytes(0) {
                        NONE
                    } else {
                        self.alloc(buffer, size, meter)?
                    };
                    self.buffers[buffer.index()] = Placed {
                        chunk,
                        holds: chunk,
                        life: Life::Live,
                    };
                }
                Event::Free { buffer } => {
                    let placed = self.buffers.get_mut(buffer.index());
                    let Some(placed) = placed.filter(|placed| placed.life == Life::Live) else {
                        return Err(EventError::NotLive { event, buffer });
                    };
                    placed.life = Life::Dead;
                    let Placed { chunk, holds, .. } = *placed;
                    placed.holds = NONE;
                    if chunk != NONE {
                        self.next_tick();
                    }
                    if holds != NONE {
                        self.release(holds);
                    }
                }
            }
        }
        Ok(self.finish())
    }

    fn next_tick(&mut self) {
        self.tick += 1;
        self.free.advance(self.tick);
    }

    fn alloc(
        &mut self,
        buffer: BufferId,
        size: Bytes,
        meter: &mut WorkMeter<'_>,
    ) -> Result<ChunkId, EventError> {
        self.next_tick();
        if let Some(chunk) = self.reuse_in_place(buffer, size.0, meter)? {
            return Ok(chunk);
        }
        let aligned = size.0.next_multiple_of(self.alignment);
        let Some(chunk) = self.free.pick(aligned, self.tick) else {
            self.total += aligned;
            return Ok(self.insert_after(self.tail, aligned, Status::InUse));
        };
        self.take(chunk);
        let Chunk {
            size: found, stamp, ..
        } = self.chunks[chunk as usize];
        if found < aligned {
            self.extend(chunk, aligned - found);
        } else if aligned < found {
            let rest = self.split(chunk, aligned);
            self.give(rest, stamp);
        }
        Ok(chunk)
    }

    /// Marks a chunk free and merges it with its free neighbours.
    fn release(&mut self, chunk: ChunkId) {
        let (mut first, mut last) = (chunk, chunk);
        while let Some(left) = self.free_neighbour(self.chunks[first as usize].prev) {
            first = left;
        }
        while let Some(right) = self.free_neighbour(self.chunks[last as usize].next) {
            last = right;
        }
        self.merge(first, last);
        self.give(first, self.tick);
    }

    fn free_neighbour(&mut self, chunk: ChunkId) -> Option<ChunkId> {
        let free = chunk != NONE && self.chunks[chunk as usize].status == Status::Free;
        free.then(|| {
            self.take(chunk);
            chunk
        })
    }

    /// Takes over bytes of live buffers, where hints allow it and it is worth it.
    fn reuse_in_place(
        &mut self,
        buffer: BufferId,
        size: u64,
        meter: &mut WorkMeter<'_>,
    ) -> Result<Option<ChunkId>, EventError> {
        let begin = self.hints.partition_point(|hint| hint.buffer < buffer);
        let n_hints = self.hints[begin..].partition_point(|hint| hint.buffer == buffer);
        if n_hints == 0 {
            return Ok(None);
        }
        let held: Vec<(ChunkId, BufferId, InPlaceKind)> = self.hints[begin..begin + n_hints]
            .iter()
            .filter_map(|hint| {
                let holds = self.buffers.get(hint.other.index())?.holds;
                (holds != NONE).then_some((holds, hint.other, hint.kind))
            })
            .collect();
        let candidates: Candidates = held
            .iter()
            .map(|&(chunk, other, kind)| (chunk, (other, kind)))
            .collect();

        let mut best: Option<(f32, Run)> = None;
        for &(chunk, _, kind) in &held {
            let is_remainder = self.chunks[chunk as usize].status == Status::Remainder;
            if kind == InPlaceKind::ZeroOffset && is_remainder {
                continue;
            }
            let run = self.run_from(chunk, size, &candidates, meter)?;
            let score = size_score(run.size, size);
            if best.is_none_or(|(best_score, _)| best_score < score) {
                best = Some((score, run));
            }
        }
        Ok(best
            .filter(|(_, run)| u128::from(size) <= 10 * u128::from(run.size))
            .map(|(_, run)| self.take_over(buffer, size, run, &candidates)))
    }

    /// The chunks from `first` to the right that may be reused, until they hold `size` bytes.
    fn run_from(
        &self,
        first: ChunkId,
        size: u64,
        candidates: &Candidates,
        meter: &mut WorkMeter<'_>,
    ) -> Result<Run, EventError> {
        let mut run = Run {
            first,
            last: first,
            size: self.chunks[first as usize].size,
        };
        while run.size < size {
            let next = self.chunks[run.last as usize].next;
            let usable = next != NONE
                && (self.chunks[next as usize].status == Status::Free
                    || matches!(candidates.get(&next), Some((_, InPlaceKind::Free))));
            if !usable {
                break;
            }
            meter.spend(Units::ONE)?;
            run.last = next;
            run.size += self.chunks[next as usize].size;
        }
        Ok(run)
    }

    fn take_over(
        &mut self,
        buffer: BufferId,
        size: u64,
        mut run: Run,
        candidates: &Candidates,
    ) -> ChunkId {
        let mut reused: Vec<BufferId> = Vec::new();
        let mut chunk = run.first;
        loop {
            if self.chunks[chunk as usize].status == Status::Free {
                self.take(chunk);
            }
            if let Some(&(other, _)) = candidates.get(&chunk) {
                self.buffers[other.index()].holds = NONE;
                reused.push(other);
            }
            if chunk == run.last {
                break;
            }
            chunk = self.chunks[chunk as usize].next;
        }
        self.reuses.push((buffer, reused));
        if run.size < size {
            self.extend(run.last, size - run.size);
            run.size = size;
        }
        // A remainder that is taken over whole stays a remainder, as in the original: the next
        // buffer in it starts in the middle of the buffer that it was cut from.
        self.merge(run.first, run.last);
        if size < run.size {
            let rest = self.split(run.first, size);
            match candidates.get(&run.last) {
                Some(&(other, _)) => {
                    self.chunks[rest as usize].status = Status::Remainder;
                    self.buffers[other.index()].holds = rest;
                }
                None => self.give(rest, self.tick),
            }
        }
        run.first
    }

    /// Takes a chunk out of the free ones.
    fn take(&mut self, chunk: ChunkId) {
        let Chunk { size, stamp, .. } = self.chunks[chunk as usize];
        self.free.remove(size, stamp);
        self.chunks[chunk as usize].status = Status::InUse;
    }

    /// Makes a chunk free as of `last_freed`.
    fn give(&mut self, chunk: ChunkId, last_freed: u64) {
        let stamp = self
            .free
            .insert(chunk, self.chunks[chunk as usize].size, last_freed);
        let chunk = &mut self.chunks[chunk as usize];
        chunk.stamp = stamp;
        chunk.status = Status::Free;
    }

    /// Enlarges a chunk; all chunks above it move.
    fn extend(&mut self, chunk: ChunkId, by: u64) {
        self.chunks[chunk as usize].size += by;
        self.total += by;
    }

    /// Cuts a chunk to `size` bytes and returns the rest, a new chunk to its right.
    fn split(&mut self, chunk: ChunkId, size: u64) -> ChunkId {
        let rest = self.chunks[chunk as usize].size - size;
        self.chunks[chunk as usize].size = size;
        self.chunks[chunk as usize].status = Status::InUse;
        self.insert_after(chunk, rest, Status::InUse)
    }

    /// Makes `first` out of the chunks from `first` to `last`.
    fn merge(&mut self, first: ChunkId, last: ChunkId) {
        if first == last {
            return;
        }
        let end = self.chunks[last as usize].next;
        let mut size = self.chunks[first as usize].size;
        let mut chunk = self.chunks[first as usize].next;
        while chunk != end {
            let away = &mut self.chunks[chunk as usize];
            let distance = size;
            size += away.size;
            (away.size, away.prev) = (distance, first);
            self.merged.push(chunk);
            chunk = away.next;
        }
        self.chunks[first as usize].size = size;
        self.chunks[first as usize].status = Status::InUse;
        self.chunks[first as usize].next = end;
        match end {
            NONE => self.tail = first,
            end => self.chunks[end as usize].prev = first,
        }
    }

    fn insert_after(&mut self, prev: ChunkId, size: u64, status: Status) -> ChunkId {
        // Each allocation creates at most one chunk, and buffer ids have 32 bits.
        let id = self.chunks.len() as ChunkId;
        let next = match prev {
            NONE => NONE,
            prev => std::mem::replace(&mut self.chunks[prev as usize].next, id),
        };
        match next {
            NONE => self.tail = id,
            next => self.chunks[next as usize].prev = id,
        }
        self.chunks.push(Chunk {
            size,
            stamp: 0,
            prev,
            next,
            status,
        });
        id
    }

    /// Turns chunks into offsets, now that nothing moves any more.
    fn finish(mut self) -> EventPlan {
        let mut offset = self.total;
        let mut chunk = self.tail;
        while chunk != NONE {
            let Chunk { size, prev, .. } = self.chunks[chunk as usize];
            offset -= size;
            self.chunks[chunk as usize].size = offset;
            chunk = prev;
        }
        debug_assert_eq!(offset, 0, "the sizes of the chunks sum up to the total");
        for &chunk in self.merged.iter().rev() {
            let Chunk {
                size: distance,
                prev: into,
                ..
            } = self.chunks[chunk as usize];
            self.chunks[chunk as usize].size = self.chunks[into as usize].size + distance;
        }
        let offset = |placed: &Placed| match (placed.life, placed.chunk) {
            (Life::Unborn, _) => None,
            (_, NONE) => Some(Bytes(0)),
            (_, chunk) => Some(Bytes(self.chunks[chunk as usize].size)),
        };
        EventPlan {
            total: Bytes(self.total),
            offsets: self.buffers.iter().map(offset).collect(),
            reuses: self.reuses,
        }
    }
}

/// One more than the largest buffer that is allocated, which `max_buffers` bounds: tables are that
/// long.
fn table_size(events: &[Event], max_buffers: usize) -> Result<usize, EventError> {
    let mut size = 0;
    for &event in events {
        if let Event::Alloc { buffer, .. } = event {
            if buffer.index() >= max_buffers {
                return Err(EventError::IdOutOfRange {
                    buffer,
                    n_events: events.len(),
                });
            }
            size = size.max(buffer.index() + 1);
        }
    }
    Ok(size)
}
