//! Merges buffers with disjoint lifetimes, one after the other in one allocation.
//!
//! The input is the buffers that a division left out. In the order of their first operations, each buffer reuses the
//! slot of a buffer that is no longer live, if there is room to hold the memory in between, and otherwise begins an
//! allocation. The free slots of the nearest sizes are tried, [`TRIES`] in each direction. `O(n log n)`.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use super::baseline::Alone;
use memplan_memory_model::HeapBytes;
use memplan_support::Sort;

/// How many free slots are tried that are at least as large as the buffer, and how many that are smaller.
const TRIES: usize = 4;

/// Points of the program, both ends included; empty if the last is before the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Points {
    pub(super) first: usize,
    pub(super) last: usize,
}

impl Points {
    fn new(first: usize, last: usize) -> Self {
        Self { first, last }
    }

    fn is_empty(self) -> bool {
        self.last < self.first
    }

    fn contains(self, other: Self) -> bool {
        self.first <= other.first && other.last <= self.last
    }

    fn meets(self, other: Self) -> bool {
        self.first <= other.last && other.first <= self.last
    }

    fn halves(self) -> [Self; 2] {
        let middle = self.first.midpoint(self.last);
        [
            Self::new(self.first, middle),
            Self::new(middle + 1, self.last),
        ]
    }
}

/// A buffer by points of the program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stay {
    pub(super) buffer: usize,
    /// The points at which a merged allocation has to be held for it.
    pub(super) held: Points,
    /// The points at which the buffer is certainly live on its own, if known.
    pub(super) alone: Option<Alone>,
    /// The size of an allocation for the buffer alone.
    pub(super) bytes: HeapBytes,
}

impl Stay {
    /// With points counted from `first`.
    pub(super) fn counted_from(self, first: usize) -> Self {
        let alone = self.alone.filter(|alone| first <= alone.last);
        Self {
            held: Points::new(self.held.first - first, self.held.last - first),
            alone: alone.map(|alone| Alone {
                first: alone.first.max(first) - first,
                last: alone.last - first,
                ..alone
            }),
            ..self
        }
    }
}

/// Buffers one after the other.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) buffers: Vec<usize>,
    pub(super) held: Points,
    pub(super) bytes: HeapBytes,
}

/// The room at each point: a segment tree, in which the minimum and a change of a range cost `O(log n)`.
pub(super) struct RangeRoom {
    n_leaves: usize,
    least: Vec<HeapBytes>,
    /// Not yet added to the nodes below.
    pending: Vec<HeapBytes>,
}

impl RangeRoom {
    pub(super) fn new(room: &[HeapBytes]) -> Self {
        let n_leaves = room.len().next_power_of_two();
        let all = HeapBytes::new(i64::MAX / 4);
        let mut least = vec![all; 2 * n_leaves];
        least[n_leaves..n_leaves + room.len()].copy_from_slice(room);
        for node in (1..n_leaves).rev() {
            least[node] = least[2 * node].min(least[2 * node + 1]);
        }
        Self {
            n_leaves,
            least,
            pending: vec![HeapBytes::default(); 2 * n_leaves],
        }
    }

    /// Whether there is room for a change at all its points.
    fn fits(&self, change: Change) -> bool {
        change.points.is_empty() || change.bytes.fits(self.min(1, self.all(), change.points))
    }

    /// Takes the room of a change at all its points.
    fn take(&mut self, change: Change) {
        if !change.points.is_empty() {
            self.change(1, self.all(), change);
        }
    }

    fn all(&self) -> Points {
        Points::new(0, self.n_leaves - 1)
    }

    /// The least room at the given points below a node.
    fn min(&self, node: usize, below: Points, points: Points) -> HeapBytes {
        if points.contains(below) {
            return self.least[node];
        }
        if !points.meets(below) {
            return HeapBytes::new(i64::MAX / 4);
        }
        let [left, right] = below.halves();
        let left = self.min(2 * node, left, points);
        left.min(self.min(2 * node + 1, right, points)) - self.pending[node]
    }

    fn change(&mut self, node: usize, below: Points, change: Change) {
        if change.points.contains(below) {
            self.least[node] = self.least[node] - change.bytes;
            self.pending[node] = self.pending[node] + change.bytes;
        } else if change.points.meets(below) {
            let [left, right] = below.halves();
            self.change(2 * node, left, change);
            self.change(2 * node + 1, right, change);
            let least = self.least[2 * node].min(self.least[2 * node + 1]);
            self.least[node] = least - self.pending[node];
        }
    }

    /// The room at each of the first `n` points. Linear.
    pub(super) fn points(&self, n: usize) -> Vec<HeapBytes> {
        // The pending changes of a node and its ancestors.
        let mut pending = self.pending[..self.n_leaves].to_vec();
        for node in 2..self.n_leaves {
            pending[node] = pending[node] + pending[node / 2];
        }
        let leaves = (self.n_leaves..).zip(&self.least[self.n_leaves..]);
        let leaves = leaves.take(n);
        leaves
            .map(|(node, least)| *least - pending.get(node / 2).copied().unwrap_or_default())
            .collect()
    }
}

#[derive(Clone, Copy, Debug)]
struct Change {
    points: Points,
    bytes: HeapBytes,
}

/// Puts buffers into slots, one after the other; a buffer alone in its slot takes no room.
pub(super) fn fill(room: &mut RangeRoom, mut stays: Vec<Stay>) -> Vec<Slot> {
    stays.sort_stable_by_key(|stay| (stay.held.first, stay.held.last, stay.buffer));
    let mut slots: Vec<(Slot, Stay)> = Vec::new();
    let mut busy: BinaryHeap<Reverse<(usize, usize)>> = BinaryHeap::new();
    let mut free: BTreeSet<(i64, usize)> = BTreeSet::new();
    for stay in stays {
        while let Some(&Reverse((last, slot))) = busy.peek() {
            if stay.held.first <= last {
                break;
            }
            busy.pop();
            free.insert((slots[slot].0.bytes.bytes, slot));
        }
        let wanted = (stay.bytes.bytes, 0);
        let larger = free.range(wanted..).take(TRIES);
        let smaller = free.range(..wanted).rev().take(TRIES);
        let near: Vec<(i64, usize)> = larger.chain(smaller).copied().collect();
        let place = near.into_iter().find(|&(_, slot)| {
            let (slot, first) = &slots[slot];
            let changes = changes(slot, first, &stay);
            let do_fit = changes.iter().all(|&change| room.fits(change));
            if do_fit {
                changes.into_iter().for_each(|change| room.take(change));
            }
            do_fit
        });
        let slot = match place {
            Some(key) => {
                free.remove(&key);
                let slot = &mut slots[key.1].0;
                slot.buffers.push(stay.buffer);
                slot.bytes = joined(slot.bytes, stay.bytes);
                slot.held.last = slot.held.last.max(stay.held.last);
                key.1
            }
            None => {
                let slot = Slot {
                    buffers: vec![stay.buffer],
                    held: stay.held,
                    bytes: stay.bytes,
                };
                slots.push((slot, stay));
                slots.len() - 1
            }
        };
        busy.push(Reverse((stay.held.last, slot)));
    }
    slots.into_iter().map(|(slot, _)| slot).collect()
}

/// The size of an allocation for two buffers: that of the larger one, with the larger alignment.
fn joined(a: HeapBytes, b: HeapBytes) -> HeapBytes {
    let bytes = a.bytes.max(b.bytes);
    let padding = (a.padded - a.bytes).max(b.padded - b.bytes);
    HeapBytes {
        bytes,
        padded: bytes.saturating_add(padding),
    }
}

/// The changes if a buffer follows those of a slot.
fn changes(slot: &Slot, first: &Stay, stay: &Stay) -> Vec<Change> {
    let bytes = joined(slot.bytes, stay.bytes);
    let mut changes = Vec::new();
    let between = Points::new(slot.held.last + 1, stay.held.first - 1);
    if slot.buffers.len() == 1 {
        // The first buffer is not merged yet.
        instead_of(first, bytes, &mut changes);
    } else {
        changes.push(Change {
            points: slot.held,
            bytes: bytes - slot.bytes,
        });
    }
    changes.push(Change {
        points: between,
        bytes,
    });
    instead_of(stay, bytes, &mut changes);
    changes
}

/// The changes if an allocation of `bytes` is held in place of one buffer.
fn instead_of(stay: &Stay, bytes: HeapBytes, changes: &mut Vec<Change>) {
    let Points { first, last } = stay.held;
    let mut add = |first: usize, last: usize, bytes: HeapBytes| {
        let points = Points::new(first, last);
        changes.push(Change { points, bytes });
    };
    let alone = stay.alone.map(|alone| Alone {
        first: alone.first.max(first),
        last: alone.last.min(last),
        ..alone
    });
    let Some(alone) = alone.filter(|alone| alone.first <= alone.last) else {
        add(first, last, bytes);
        return;
    };
    if first < alone.first {
        add(first, alone.first - 1, bytes);
    }
    add(alone.first, alone.last, bytes - alone.bytes);
    if alone.last < last {
        add(alone.last + 1, last, bytes);
    }
}
