//! `tinygrad`: buffers by birth, from an allocator with segregated free lists (TLSF), as tinygrad plans its arenas.
//!
//! Sizes are rounded up to 256 bytes, and the trace is replayed on the allocator. Free blocks are in classes by size,
//! each power of two in 32 parts; a request is served by the block that has waited longest in the first class all of
//! whose blocks are large enough, and what is left of the block goes back. A block that becomes free merges with free
//! neighbours. As the request is rounded up to a class, a block that fits exactly may be passed over for a larger one.
//!
//! Source: tinygrad 0.14, `schedule/memory.py` for the order and `runtime/support/memory.py` for the allocator;
//! `dev/peers/against.py` compares offsets with it. Devices and copies have arenas of their own there; here there is
//! one. Alignments of buffers are requested from the allocator; the original has none.

use std::collections::{BTreeMap, BTreeSet};

use crate::algorithms::in_order::{Allocator, replay};
use crate::problem::units::align_up;
use crate::{LifetimeTrace, MemoryPlanner, MemorySchedule, PlanError, PlanOptions, PluginInfo};

/// The planner described in the module documentation.
#[derive(Clone, Copy, Debug)]
pub struct Tinygrad;

/// Sizes are multiples of this.
const BLOCK: u64 = 256;

/// The binary logarithm of twice the number of classes in which a power of two is divided.
const CLASS_BITS: u32 = 6;

impl MemoryPlanner for Tinygrad {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "tinygrad",
            aliases: &[],
            summary: "In order of allocation, from segregated free lists, as tinygrad does.",
            source: "tinygrad, schedule/memory.py and runtime/support/memory.py",
            cost: "O(n log n)",
        }
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        replay(trace, options, self.info().name, BLOCK, |base, sum| {
            Arena::new(base, sum.saturating_mul(2))
        })
    }
}

/// A block of the arena.
#[derive(Clone, Copy)]
struct Block {
    size: u64,
    /// When it was put into the list of its class; `None` while it is allocated.
    since: Option<u64>,
}

/// An address space without holes: every byte belongs to one block.
struct Arena {
    base: u64,
    blocks: BTreeMap<u64, Block>,
    /// Class, time and start of each free block.
    free: BTreeSet<((u32, u64), u64, u64)>,
    now: u64,
}

/// The class of blocks of a size: its power of two, and the part of that.
fn class(size: u64) -> (u32, u64) {
    let bits = u64::BITS - size.leading_zeros();
    let within = size - (1 << (bits - 1));
    (bits, within >> bits.saturating_sub(CLASS_BITS))
}

impl Arena {
    fn new(base: u64, size: u64) -> Self {
        let mut arena = Self {
            base,
            blocks: BTreeMap::new(),
            free: BTreeSet::new(),
            now: 0,
        };
        if size != 0 {
            arena.put(0, size);
        }
        arena
    }

    /// Makes a free block.
    fn put(&mut self, start: u64, size: u64) {
        self.now += 1;
        let since = Some(self.now);
        self.blocks.insert(start, Block { size, since });
        self.free.insert((class(size), self.now, start));
    }

    /// Takes a block out of the list of its class, if it is free.
    fn take(&mut self, start: u64) -> Option<u64> {
        let block = self.blocks.get_mut(&start)?;
        let since = block.since.take()?;
        self.free.remove(&(class(block.size), since, start));
        Some(block.size)
    }
}

impl Allocator for Arena {
    fn allocate(&mut self, size: u64, align: u64) -> u64 {
        let padded = size.saturating_add(align - 1);
        let bits = u64::BITS - padded.leading_zeros();
        let step = 1 << bits.saturating_sub(CLASS_BITS);
        let wanted = align_up(padded, step).unwrap_or(u64::MAX);
        let from = (class(wanted), 0, 0);
        let Some(&(_, _, start)) = self.free.range(from..).next() else {
            return 0; // not for traces whose sums are in range
        };
        let Some(whole) = self.take(start) else {
            return start;
        };
        let aligned = align_up(self.base.saturating_add(start), align);
        let at = aligned.map_or(start, |aligned| aligned - self.base);
        if at != start {
            self.put(start, at - start);
        }
        let left = (start + whole).saturating_sub(at.saturating_add(size));
        if left != 0 {
            self.put(at.saturating_add(size), left);
        }
        self.blocks.insert(at, Block { size, since: None });
        at
    }

    /// Merges a block with its free neighbours.
    fn free(&mut self, at: u64, _: u64) {
        let Some(&Block { size, .. }) = self.blocks.get(&at) else {
            return;
        };
        self.put(at, size);
        let mut start = at;
        while let Some((&before, Block { since: Some(_), .. })) =
            self.blocks.range(..start).next_back()
        {
            start = before;
        }
        let mut end = start + self.blocks.get(&start).map_or(0, |block| block.size);
        while self
            .blocks
            .get(&end)
            .is_some_and(|next| next.since.is_some())
        {
            let (first, second) = (self.take(start), self.take(end));
            self.blocks.remove(&end);
            let size = first.unwrap_or(0) + second.unwrap_or(0);
            self.put(start, size);
            end = start + size;
        }
    }
}

#[cfg(test)]
mod tests {

    use super::Tinygrad;
    use crate::testing::check;

    /// The offsets are those of tinygrad 0.14. The hole that `a` leaves would hold `c`, but its class may have smaller
    /// blocks.
    #[test]
    fn a_hole_that_fits_may_be_passed_over() {
        let trace = "a 0..2 16640; b 0..9 100; c 2..9 16640; d 3..9 8448; e 4..9 300";
        check(
            &Tinygrad,
            trace,
            "a 0, b 16640, c 16896, d 0, e 8448; peak 33536, load 25488",
        );
    }
}
