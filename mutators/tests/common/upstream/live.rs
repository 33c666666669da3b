//! Live-in buffers of each block, and the order in which blocks and values are visited.

use memplan_mlir::{BlockId, Module, OpId, RegionId, ValueDef, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::queries::post_order;

/// Computed once, before anything changes; what it says holds for the values that were there then.
#[derive(Debug, Default)]
pub(super) struct Live {
    /// Memrefs of the same region that are live where a block starts, in the order of their
    /// definitions, arguments first.
    ins: FxHashMap<BlockId, Vec<ValueId>>,
    order: Vec<BlockId>,
}

impl Live {
    pub(super) fn new(m: &Module, function: OpId) -> Self {
        let mut live = Self::default();
        live.add_blocks(m, function);
        let mut position: FxHashMap<OpId, u32> = FxHashMap::default();
        for (at, op) in m.walk(function).enumerate() {
            position.insert(op, at as u32);
        }
        let block_at: FxHashMap<BlockId, u32> = (0..)
            .zip(&live.order)
            .map(|(at, &block)| (block, at))
            .collect();
        let regions: Vec<RegionId> = m
            .walk(function)
            .flat_map(|op| m.regions(op).iter().copied())
            .filter(|&region| {
                m.first_block(region)
                    .is_some_and(|first| m.next_block(first).is_some())
            })
            .collect();
        for region in regions {
            live.add_region(m, region);
        }
        for block in &live.order {
            let Some(list) = live.ins.get_mut(block) else {
                continue;
            };
            list.sort_by_key(|&value| match m.value_def(value) {
                ValueDef::Arg { block, index } => (false, block_at.get(&block).copied(), index),
                ValueDef::Result { op, index } => (true, position.get(&op).copied(), index),
                ValueDef::Forward => (true, None, 0),
            });
        }
        live
    }

    /// Every block of the function: those nested in a block before it, dominators before what they
    /// dominate.
    pub(super) fn order(&self) -> &[BlockId] {
        &self.order
    }

    /// The buffers of the same region that are live where a block starts.
    pub(super) fn ins(&self, block: BlockId) -> &[ValueId] {
        self.ins.get(&block).map_or(&[], Vec::as_slice)
    }

    fn add_blocks(&mut self, m: &Module, function: OpId) {
        enum Task {
            Region(RegionId),
            Block(BlockId),
            Done(BlockId),
        }
        let mut tasks: Vec<Task> = m
            .regions(function)
            .iter()
            .map(|&r| Task::Region(r))
            .collect();
        tasks.reverse();
        while let Some(task) = tasks.pop() {
            match task {
                Task::Region(region) => {
                    let blocks = m.first_block(region).map(|entry| post_order(m, entry));
                    tasks.extend(blocks.into_iter().flatten().map(Task::Block));
                }
                Task::Block(block) => {
                    tasks.push(Task::Done(block));
                    let nested: Vec<RegionId> = m
                        .ops(block)
                        .flat_map(|op| m.regions(op).iter().copied())
                        .collect();
                    tasks.extend(nested.into_iter().rev().map(Task::Region));
                }
                Task::Done(block) => self.order.push(block),
            }
        }
    }

    /// Walks from each use back to the definition. Linear in the blocks that each value is live in.
    fn add_region(&mut self, m: &Module, region: RegionId) {
        let mut before: FxHashMap<BlockId, Vec<BlockId>> = FxHashMap::default();
        for block in m.blocks(region) {
            for &successor in m.last_op(block).map_or(&[][..], |last| m.successors(last)) {
                before.entry(successor).or_default().push(block);
            }
        }
        for home in m.blocks(region) {
            let values = m
                .block_args(home)
                .iter()
                .copied()
                .chain(m.ops(home).flat_map(|op| m.results(op)));
            for value in values.filter(|&value| m.is_memref(value)) {
                let mut seen: FxHashSet<BlockId> = FxHashSet::default();
                let mut pending: Vec<BlockId> = m
                    .uses(value)
                    .filter_map(|(user, _)| block_in(m, region, user))
                    .collect();
                while let Some(block) = pending.pop() {
                    if block == home || !seen.insert(block) {
                        continue;
                    }
                    self.ins.entry(block).or_default().push(value);
                    pending.extend(before.get(&block).into_iter().flatten());
                }
            }
        }
    }
}

/// The block of a region that an operation is in, directly or nested.
fn block_in(m: &Module, region: RegionId, op: OpId) -> Option<BlockId> {
    std::iter::once(op)
        .chain(m.ancestors(op))
        .filter_map(|op| m.op_block(op))
        .find(|&block| m.block_region(block) == Some(region))
}
