//! Merges buffers with disjoint lifetimes, one after the other in one allocation.
//!
//! The input is the buffers that a division left out. In the order of their first operations, each buffer reuses the
//! slot of a buffer that is no longer live, if there is room to hold the memory in between, and otherwise begins an
//! allocation. The free slots of the nearest sizes are tried, [`TRIES`] in each direction. `O(n log n)`.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use memplan_memory_model::heap::HeapBytes;
use memplan_support::Sort;

/// How many free slots are tried that are at least as large as the buffer, and how many that are smaller.
const TRIES: usize = 4;

/// A buffer by points of the program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stay {
    /// The number of the buffer.
    pub(super) buffer: usize,
    /// The first and the last point at which a merged allocation has to be held for it.
    pub(super) held: (usize, usize),
    /// The points at which the buffer is certainly live on its own, and its bytes, if known.
    pub(super) alone: Option<(usize, usize, HeapBytes)>,
    /// The size of an allocation for the buffer alone.
    pub(super) bytes: HeapBytes,
}

impl Stay {
    /// With points counted from `first`.
    pub(super) fn behind(self, first: usize) -> Self {
        let (begin, end) = self.held;
        let alone = self.alone.filter(|alone| first <= alone.1);
        Self {
            held: (begin - first, end - first),
            alone: alone.map(|(from, to, bytes)| (from.max(first) - first, to - first, bytes)),
            ..self
        }
    }
}

/// Buffers one after the other.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) buffers: Vec<usize>,
    pub(super) held: (usize, usize),
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

    /// Whether `bytes` fit at all points of a range, the last one included; nothing has to fit into an empty one.
    fn fits(&self, range: (usize, usize), bytes: HeapBytes) -> bool {
        range.0 > range.1 || bytes.fits(self.min(1, (0, self.n_leaves - 1), range))
    }

    /// Takes `bytes` at all points of a range, the last one included.
    fn take(&mut self, range: (usize, usize), bytes: HeapBytes) {
        if range.0 <= range.1 {
            self.change(1, (0, self.n_leaves - 1), range, bytes);
        }
    }

    fn min(&self, node: usize, (low, high): (usize, usize), range: (usize, usize)) -> HeapBytes {
        if range.0 <= low && high <= range.1 {
            return self.least[node];
        }
        let middle = low.midpoint(high);
        let mut least = HeapBytes::new(i64::MAX / 4);
        if range.0 <= middle {
            least = least.min(self.min(2 * node, (low, middle), range));
        }
        if middle < range.1 {
            least = least.min(self.min(2 * node + 1, (middle + 1, high), range));
        }
        least - self.pending[node]
    }

    fn change(
        &mut self,
        node: usize,
        (low, high): (usize, usize),
        range: (usize, usize),
        bytes: HeapBytes,
    ) {
        if range.0 <= low && high <= range.1 {
            self.least[node] = self.least[node] - bytes;
            self.pending[node] = self.pending[node] + bytes;
            return;
        }
        let middle = low.midpoint(high);
        if range.0 <= middle {
            self.change(2 * node, (low, middle), range, bytes);
        }
        if middle < range.1 {
            self.change(2 * node + 1, (middle + 1, high), range, bytes);
        }
        let below = self.least[2 * node].min(self.least[2 * node + 1]);
        self.least[node] = below - self.pending[node];
    }

    /// The room at each of the first `n` points. Linear.
    pub(super) fn points(&self, n: usize) -> Vec<HeapBytes> {
        // What is pending at a node and above it.
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

/// A change of what is held.
type Change = ((usize, usize), HeapBytes);

/// Puts buffers into slots, one after the other; buffers that stay alone are in slots of their own and take no room.
pub(super) fn fill(room: &mut RangeRoom, mut stays: Vec<Stay>) -> Vec<Slot> {
    stays.sort_stable_by_key(|stay| (stay.held, stay.buffer));
    let mut slots: Vec<(Slot, Stay)> = Vec::new();
    let mut busy: BinaryHeap<Reverse<(usize, usize)>> = BinaryHeap::new();
    let mut free: BTreeSet<(i64, usize)> = BTreeSet::new();
    for stay in stays {
        while let Some(&Reverse((last, slot))) = busy.peek() {
            if stay.held.0 <= last {
                break;
            }
            busy.pop();
            free.insert((slots[slot].0.bytes.bytes, slot));
        }
        let wanted = (stay.bytes.bytes, 0);
        let larger = free.range(wanted..).take(TRIES);
        let smaller = free.range(..wanted).rev().take(TRIES);
        let near: Vec<(i64, usize)> = larger.chain(smaller).copied().collect();
        let found = near.into_iter().find(|&(_, slot)| {
            let (known, first) = &slots[slot];
            let changes = changes(known, first, &stay);
            let do_fit = changes
                .iter()
                .all(|&(range, bytes)| room.fits(range, bytes));
            if do_fit {
                for (range, bytes) in changes {
                    room.take(range, bytes);
                }
            }
            do_fit
        });
        let slot = match found {
            Some(key) => {
                free.remove(&key);
                let slot = &mut slots[key.1].0;
                slot.buffers.push(stay.buffer);
                slot.bytes = joined(slot.bytes, stay.bytes);
                slot.held.1 = slot.held.1.max(stay.held.1);
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
        busy.push(Reverse((stay.held.1, slot)));
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
    if slot.buffers.len() == 1 {
        // The first buffer is not merged yet.
        instead_of(first, bytes, &mut changes);
    } else {
        changes.push((slot.held, bytes - slot.bytes));
    }
    changes.push(((slot.held.1 + 1, stay.held.0 - 1), bytes));
    instead_of(stay, bytes, &mut changes);
    changes
}

/// The changes if an allocation of `bytes` is held in place of one buffer.
fn instead_of(stay: &Stay, bytes: HeapBytes, changes: &mut Vec<Change>) {
    let (first, last) = stay.held;
    let Some((from, to, alone)) = stay.alone else {
        changes.push((stay.held, bytes));
        return;
    };
    let (from, to) = (from.max(first), to.min(last));
    if to < from {
        changes.push((stay.held, bytes));
        return;
    }
    if first < from {
        changes.push(((first, from - 1), bytes));
    }
    changes.push(((from, to), bytes - alone));
    if to < last {
        changes.push(((to + 1, last), bytes));
    }
}
