//! `inductor`: buffers by falling size into a tree of splits in time and in space, as TorchInductor's pools do.
//!
//! A slot holds parts that are live at different times. A buffer goes into a slot of which no part is live with it. A
//! smaller buffer leaves the rest of the slot free; a larger one extends the slot if nothing lies above it. If exactly
//! one part is live with the buffer and was split in space, the buffer goes into that part: the lower half is tried
//! first, then the upper one. Otherwise it is appended to the pool.
//!
//! Source: pytorch/pytorch, `torch/_inductor/codegen/memory_planning.py`, with one pool for all buffers (`memory_pool =
//! "combined"`, no output); `dev/peers/against.py` compares offsets with it. Parts above others begin at multiples of
//! 64 bytes there and here; larger alignments of buffers are those of all. The pool begins above the highest pinned
//! buffer, which the original does not have. Gaps are not used.

use std::cmp::Reverse;

use memplan_support::Sort;

use crate::problem::units::{align_up, common_alignment};
use crate::{
    BufferId, Bytes, Capabilities, LifetimeTrace, MemoryPlanner, MemorySchedule, PlanError,
    PlanOptions, PluginInfo, ScheduleBuilder,
};

/// The planner described in the module documentation.
#[derive(Clone, Copy, Debug)]
pub struct Inductor;

/// Parts above others begin at multiples of this.
const ALIGNMENT: u64 = 64;

impl MemoryPlanner for Inductor {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "inductor",
            aliases: &["torch-inductor"],
            summary: "Largest first into slots split in time and space, as TorchInductor does.",
            source: "pytorch/pytorch, torch/_inductor/codegen/memory_planning.py",
            cost: "O(n^2) in the worst case",
        }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            max_buffers: Some(crate::algorithms::MAX_FOR_PAIRS),
            ..Capabilities::default()
        }
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        let mut schedule = ScheduleBuilder::new(trace, options)?;
        let mut order: Vec<BufferId> = trace
            .ids()
            .filter(|&id| trace[id].pinned.is_none() && trace[id].size != Bytes(0))
            .collect();
        let alignments = order.iter().map(|&id| trace[id].align.0);
        let align = alignments.fold(
            common_alignment(options.alignment.0, ALIGNMENT),
            |all, own| common_alignment(all?, own),
        );
        let span = |id: BufferId| Span {
            begin: trace[id].live.begin().0,
            end: trace[id].live.end().0,
        };
        let length = |id: BufferId| span(id).end.abs_diff(span(id).begin);
        order.sort_stable_by_key(|&id| Reverse((trace[id].size, length(id))));
        let mut pool = Pool {
            align: align.unwrap_or(u64::MAX),
            slots: vec![Slot::default()],
            root: 0,
        };
        for id in order {
            let block = Block {
                id,
                size: trace[id].size.0,
                live: span(id),
            };
            if schedule.is_stopped()? {
                return schedule.finish(self.info().name);
            }
            pool.allocate(block);
        }
        let base = pool.align_up(schedule.peak().0);
        for (id, offset) in pool.offsets() {
            schedule.record(id, Bytes(base.saturating_add(offset)))?;
        }
        schedule.finish(self.info().name)
    }
}

/// A buffer to place.
#[derive(Clone, Copy, Debug)]
struct Block {
    id: BufferId,
    size: u64,
    live: Span,
}

/// Ticks, from the first to before the end.
#[derive(Clone, Copy, Debug)]
struct Span {
    begin: i64,
    end: i64,
}

/// What a slot holds.
#[derive(Clone, Copy, Debug)]
enum Part {
    Block(Block),
    /// So many bytes that nothing has taken.
    Empty(u64),
    /// Two slots, the second one above the first.
    Split(usize, usize),
}

/// Memory for parts that are live at different times.
#[derive(Debug, Default)]
struct Slot {
    parts: Vec<Part>,
    /// The largest part.
    size: u64,
    /// When any of its parts is live: ascending, not touching.
    live: Vec<Span>,
    /// The slot in whose part it is.
    parent: Option<usize>,
}

/// A tree of slots.
#[derive(Debug)]
struct Pool {
    align: u64,
    slots: Vec<Slot>,
    root: usize,
}

impl Slot {
    fn overlaps(&self, live: Span) -> bool {
        let next = self.live.partition_point(|own| own.end <= live.begin);
        self.live.get(next).is_some_and(|own| own.begin < live.end)
    }

    fn enter(&mut self, live: Span) {
        let first = self.live.partition_point(|own| own.end < live.begin);
        let end = self.live.partition_point(|own| own.begin <= live.end);
        let mut joined = live;
        for own in &self.live[first..end] {
            joined.begin = joined.begin.min(own.begin);
            joined.end = joined.end.max(own.end);
        }
        self.live.splice(first..end, [joined]);
    }
}

impl Pool {
    fn align_up(&self, size: u64) -> u64 {
        align_up(size, self.align).unwrap_or(u64::MAX)
    }

    fn size(&self, part: Part) -> u64 {
        match part {
            Part::Block(block) => block.size,
            Part::Empty(size) => size,
            Part::Split(front, back) => {
                let front = self.align_up(self.slots[front].size);
                front.saturating_add(self.slots[back].size)
            }
        }
    }

    fn is_live(&self, part: Part, live: Span) -> bool {
        match part {
            Part::Block(block) => block.live.begin < live.end && live.begin < block.live.end,
            Part::Empty(_) => false,
            Part::Split(front, back) => {
                self.slots[front].overlaps(live) || self.slots[back].overlaps(live)
            }
        }
    }

    fn slot(&mut self, part: Part, live: Vec<Span>, parent: Option<usize>) -> usize {
        let index = self.slots.len();
        if let Part::Split(front, back) = part {
            self.slots[front].parent = Some(index);
            self.slots[back].parent = Some(index);
        }
        self.slots.push(Slot {
            size: self.size(part),
            parts: vec![part],
            live,
            parent,
        });
        index
    }

    /// A part at the bottom of a slot, and free bytes above it.
    fn split(&mut self, part: Part, extra: u64, parent: usize) -> Part {
        let live = match part {
            Part::Block(block) => vec![block.live],
            Part::Empty(_) => Vec::new(),
            Part::Split(front, back) => {
                let mut all = Slot::default();
                for slot in [front, back] {
                    for &live in &self.slots[slot].live {
                        all.enter(live);
                    }
                }
                all.live
            }
        };
        let front = self.slot(part, live, Some(parent));
        let back = self.slot(Part::Empty(extra), Vec::new(), Some(parent));
        Part::Split(front, back)
    }

    /// Places a block in the tree, or above it.
    fn allocate(&mut self, block: Block) {
        // The slots to try, the next one last, and whether nothing lies above each.
        let mut open = vec![(self.root, true)];
        while let Some((index, is_last)) = open.pop() {
            let slot = &self.slots[index];
            if !is_last && slot.size < block.size {
                continue;
            }
            let mut in_the_way = slot
                .parts
                .iter()
                .filter(|&&part| self.is_live(part, block.live));
            match (in_the_way.next(), in_the_way.next()) {
                (None, _) => return self.place(block, index),
                (Some(&Part::Split(front, back)), None) => {
                    open.push((back, is_last));
                    open.push((front, false));
                }
                _ => {}
            }
        }
        let live = [self.slots[self.root].live.clone(), vec![block.live]].concat();
        let mut all = Slot::default();
        live.into_iter().for_each(|live| all.enter(live));
        let back = self.slot(Part::Block(block), vec![block.live], None);
        self.root = self.slot(Part::Split(self.root, back), all.live, None);
    }

    /// Places a block in a slot in which nothing is live with it.
    fn place(&mut self, block: Block, index: usize) {
        let size = self.slots[index].size;
        let mut parts = std::mem::take(&mut self.slots[index].parts);
        if matches!(parts[..], [Part::Empty(_)]) {
            parts.clear();
        }
        let own = Part::Block(block);
        if block.size < size {
            parts.push(self.split(own, size - block.size, index));
        } else {
            if size < block.size {
                for part in &mut parts {
                    *part = self.split(*part, block.size - size, index);
                }
            }
            parts.push(own);
        }
        let sizes = parts.iter().map(|&part| self.size(part));
        self.slots[index].size = sizes.max().unwrap_or(0);
        self.slots[index].parts = parts;
        let mut next = Some(index);
        while let Some(index) = next {
            self.slots[index].enter(block.live);
            next = self.slots[index].parent;
            if let Some(parent) = next {
                let parts = self.slots[parent].parts.iter();
                let size = parts.map(|&part| self.size(part)).max();
                self.slots[parent].size = size.unwrap_or(0);
            }
        }
    }

    /// The offset of each block. Free bytes at the end of a part take no room.
    fn offsets(&self) -> Vec<(BufferId, u64)> {
        let mut order = vec![self.root];
        let mut next = 0;
        while let Some(&slot) = order.get(next) {
            next += 1;
            for part in &self.slots[slot].parts {
                if let Part::Split(front, back) = *part {
                    order.extend([front, back]);
                }
            }
        }
        let mut used = vec![0; self.slots.len()];
        for &slot in order.iter().rev() {
            let sizes = self.slots[slot].parts.iter().map(|&part| match part {
                Part::Block(block) => block.size,
                Part::Empty(_) => 0,
                Part::Split(front, back) => self.align_up(used[front]).saturating_add(used[back]),
            });
            used[slot] = sizes.max().unwrap_or(0);
        }
        let mut offset = vec![0_u64; self.slots.len()];
        let mut offsets = Vec::new();
        for &slot in &order {
            let at = offset[slot];
            for part in &self.slots[slot].parts {
                match *part {
                    Part::Block(block) => offsets.push((block.id, at)),
                    Part::Empty(_) => {}
                    Part::Split(front, back) => {
                        offset[front] = at;
                        offset[back] = at.saturating_add(self.align_up(used[front]));
                    }
                }
            }
        }
        offsets
    }
}

#[cfg(test)]
mod tests {

    use super::Inductor;
    use crate::testing::check;

    /// `c` leaves 64 bytes of the slot of `a` to `d`; `b` is live with `a`, and so above it.
    #[test]
    fn slots_are_split_in_time_and_space() {
        let trace = "a 0..2 128; b 0..4 100; c 2..4 64; d 3..5 40; e 5..7 90; f 0..9 7";
        check(
            &Inductor,
            trace,
            "a 0, b 128, c 0, d 64, e 0, f 256; peak 263, load 235",
        );
    }
}
