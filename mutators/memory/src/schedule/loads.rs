//! The load at each operation of a block, in the order of the program, and what it becomes if a buffer is placed in a
//! part of another one.

use memplan_mlir::{BlockId, Module, OpId};
use rustc_hash::FxHashMap;

use super::block::Block;
use super::each_block;
use memplan_memory_model::{Memory, ObjectId};

/// The load at each node of a block, in bytes.
#[derive(Clone, Debug)]
pub(crate) struct Loads {
    during: Vec<u64>,
    peak: u64,
    /// By buffer: its size, and the first and last node where it is live.
    spans: FxHashMap<ObjectId, (u64, usize, usize)>,
}

impl Loads {
    /// By block. Linear in the accesses below an operation.
    pub(crate) fn all(m: &Module, memory: &Memory, root: OpId) -> FxHashMap<BlockId, Self> {
        let mut by_block = FxHashMap::default();
        each_block(m, memory, root, |id, block| {
            let loads = Self::new(block);
            let peak = loads.peak;
            by_block.insert(id, loads);
            peak
        });
        by_block
    }

    fn new(block: &Block) -> Self {
        let problem = &block.problem;
        let order: Vec<u32> = (0..problem.len() as u32).collect();
        let mut spans = FxHashMap::default();
        for ((number, &object), buffer) in (0..).zip(&block.objects).zip(&problem.buffers) {
            let users = problem.users.of(number);
            let (Some(&first), Some(&last)) = (users.first(), users.last()) else {
                continue;
            };
            let first = if buffer.live_in { 0 } else { first as usize };
            let last = if buffer.live_out {
                problem.len()
            } else {
                last as usize
            };
            spans.insert(object, (buffer.size, first, last));
        }
        Self {
            during: problem.loads(),
            peak: problem.load(&order),
            spans,
        }
    }

    /// The nodes where the load is the largest of the block.
    pub(crate) fn peaks(&self) -> impl Iterator<Item = usize> {
        let during = self.during.iter().enumerate();
        during
            .filter(|&(_, &load)| load == self.peak)
            .map(|(at, _)| at)
    }

    /// Whether a buffer is live where the load is the largest of the block.
    pub(crate) fn is_live_at_peak(&self, object: ObjectId) -> bool {
        self.peaks().any(|peak| self.is_live(object, peak))
    }

    /// Whether a buffer is live at a node.
    pub(crate) fn is_live(&self, object: ObjectId, at: usize) -> bool {
        let span = self.spans.get(&object);
        span.is_some_and(|&(_, first, last)| (first..=last).contains(&at))
    }

    /// Whether the largest load of the block does not grow if `inner` is placed in `outer`.
    pub(crate) fn holds(&self, inner: ObjectId, outer: ObjectId) -> bool {
        let Some(&(_, first, last)) = self.spans.get(&inner) else {
            return false;
        };
        let end = (last + 1).min(self.during.len());
        let mut changed = first..end;
        changed.all(|at| self.with(at, inner, outer) <= self.peak)
    }

    /// Records that `inner` is placed in `outer`.
    pub(crate) fn join(&mut self, inner: ObjectId, outer: ObjectId) {
        let Some(&(_, first, last)) = self.spans.get(&inner) else {
            return;
        };
        for at in first..(last + 1).min(self.during.len()) {
            self.during[at] = self.with(at, inner, outer);
        }
        self.spans.remove(&inner);
        if let Some(span) = self.spans.get_mut(&outer) {
            // Both are live at the operation that writes from one to the other, so there is no gap.
            (span.1, span.2) = (span.1.min(first), span.2.max(last));
        }
    }

    /// The load at a node where `inner` is live, if `inner` is placed in `outer`.
    fn with(&self, at: usize, inner: ObjectId, outer: ObjectId) -> u64 {
        let size = |object| self.spans.get(&object).map_or(0, |span| span.0);
        let is_live = self
            .spans
            .get(&outer)
            .is_some_and(|&(_, first, last)| (first..=last).contains(&at));
        let added = if is_live { 0 } else { size(outer) };
        (self.during[at] - size(inner)).saturating_add(added)
    }
}
