//! Remarks of the pass about a block.

use std::fmt::Write as _;

use memplan_mlir::dialects::Traits;
use memplan_mlir::passes::PassContext;
use memplan_mlir::{BlockId, Module, OpId, ValueId};
use memplan_support::Sort;

use super::block::Block;
use super::solve::Solved;
use memplan_memory_model::Memory;

/// How many buffers a remark lists.
const MAX_LISTED: usize = 8;

/// The load of a block: the largest sum of the sizes of buffers that are live in it at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockLoad {
    /// The block.
    pub block: BlockId,
    /// The load with the given order, in bytes. Inner blocks have their new order already.
    pub given_bytes: u64,
    /// The load with the order that the block has now.
    pub load_bytes: u64,
    /// A lower bound on the load of any order.
    pub bound_bytes: u64,
    /// Whether operations of the block moved.
    pub has_moved: bool,
    /// The operations at which the load is reached, in order.
    pub peaks: Vec<OpId>,
    /// The buffers that are live at the first of them, the largest first.
    pub live: Vec<LiveBuffer>,
}

/// A buffer that is live at the peak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiveBuffer {
    /// The result of its allocation.
    pub buffer: ValueId,
    /// Its size.
    pub bytes: u64,
}

impl BlockLoad {
    /// Computes it from a solved problem. `given_bytes` excludes what is live in the whole block.
    pub(super) fn new(
        memory: &Memory,
        id: BlockId,
        block: &Block,
        solved: &Solved,
        given_bytes: u64,
    ) -> Self {
        let problem = &block.problem;
        let during = problem.profile(&solved.order).0;
        let at = during.iter().position(|&load| load == solved.load);
        let peaks = solved.order.iter().zip(&during);
        let peaks = peaks.filter(|(_, load)| **load == solved.load);
        let mut live = match at {
            Some(at) => live_at(block, &solved.order, at),
            None => Vec::new(),
        };
        live.sort_stable_by_key(|&buffer| std::cmp::Reverse(problem.buffers[buffer as usize].size));
        let live = live.into_iter().filter_map(|buffer| {
            Some(LiveBuffer {
                buffer: memory.object(block.objects[buffer as usize]).value?,
                bytes: problem.buffers[buffer as usize].size,
            })
        });
        Self {
            block: id,
            given_bytes: given_bytes + block.constant,
            load_bytes: solved.load + block.constant,
            bound_bytes: solved.bound.min(solved.load) + block.constant,
            has_moved: solved.load < solved.given,
            peaks: peaks.map(|(&node, _)| block.nodes[node as usize]).collect(),
            live: live.collect(),
        }
    }

    /// Whether it is the load of a block of a function, and not of one inside of another operation.
    pub(super) fn is_of_function(&self, m: &Module) -> bool {
        let parent = m.block_parent(self.block);
        parent.is_some_and(|op| m.has_trait(op, Traits::FUNCTION))
    }

    /// Reports it as a remark.
    pub(super) fn remark(&self, m: &Module, cx: &mut PassContext) {
        let Some(function) = m.block_parent(self.block) else {
            return;
        };
        let (load, given, bound) = (self.load_bytes, self.given_bytes, self.bound_bytes);
        let mut message = if load < given {
            format!("load {load} bytes, given {given}")
        } else {
            format!("load {load} bytes, as given")
        };
        if load == bound {
            message.push_str("; proved optimal");
        } else {
            let _ = write!(message, "; lower bound {bound}");
        }
        let mut notes = Vec::new();
        if let Some(&peak) = self.peaks.first() {
            let name = m.op_name_text(peak);
            notes.push((peak, format!("the load is reached at this `{name}`")));
        }
        for live in self.live.iter().take(MAX_LISTED) {
            if let Some(alloc) = m.defining_op(live.buffer) {
                notes.push((alloc, format!("{} bytes are live there", live.bytes)));
            }
        }
        let n_more = self.live.len().saturating_sub(MAX_LISTED);
        if n_more > 0 {
            let more = self.live.iter().skip(MAX_LISTED);
            let bytes: u64 = more.map(|live| live.bytes).sum();
            let _ = write!(
                message,
                "; {n_more} more buffers with {bytes} bytes are live at the peak"
            );
        }
        cx.remark(m, function, "memory-load", message, &notes);
    }
}

/// The buffers of a block that are live at a place of an order.
fn live_at(block: &Block, order: &[u32], at: usize) -> Vec<u32> {
    let problem = &block.problem;
    let (mut is_used_before, mut is_used_after) = (
        problem
            .buffers
            .iter()
            .map(|b| b.live_in)
            .collect::<Vec<_>>(),
        problem
            .buffers
            .iter()
            .map(|b| b.live_out)
            .collect::<Vec<_>>(),
    );
    for (place, &node) in order.iter().enumerate() {
        for &buffer in problem.uses.of(node) {
            is_used_before[buffer as usize] |= place <= at;
            is_used_after[buffer as usize] |= place >= at;
        }
    }
    let buffers = 0..problem.buffers.len() as u32;
    buffers
        .filter(|&buffer| is_used_before[buffer as usize] && is_used_after[buffer as usize])
        .collect()
}
