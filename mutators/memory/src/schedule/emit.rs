//! Puts the operations of a block into a new order.

use memplan_mlir::{BlockId, Module, OpId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::block::{Block, Dealloc, used_values};

/// Moves the operations of a block into an order of its nodes. Other operations, such as allocations and views, are
/// placed right before the first node that needs them, and deallocations right after the last access to their buffer.
pub(crate) fn emit(m: &mut Module, id: BlockId, block: &Block, order: &[u32]) {
    let Some(terminator) = m.last_op(id) else {
        return;
    };
    let ops: Vec<OpId> = m.ops(id).filter(|&op| op != terminator).collect();
    let mut position = vec![0; order.len()];
    for (at, &node) in order.iter().enumerate() {
        position[node as usize] = at;
    }
    // Maps a position in the new order to the deallocations that follow it; `None` for those without uses.
    let mut deallocs: FxHashMap<Option<usize>, Vec<&Dealloc>> = FxHashMap::default();
    for dealloc in &block.deallocs {
        let nodes = dealloc.nodes.iter();
        let last = nodes.map(|&node| position[node as usize]).max();
        deallocs.entry(last).or_default().push(dealloc);
    }
    let mut emission = Emission {
        m,
        block: id,
        is_done: FxHashSet::default(),
        sequence: Vec::with_capacity(ops.len()),
    };
    let mut views = block.views.iter().peekable();
    for (at, &node) in order.iter().enumerate() {
        if block.frees[node as usize] {
            while let Some(&(view, _)) = views.next_if(|view| view.1 <= node) {
                emission.add(view);
            }
        }
        emission.add(block.nodes[node as usize]);
        for dealloc in deallocs.get(&Some(at)).into_iter().flatten() {
            emission.add_dealloc(dealloc);
        }
    }
    let is_late: FxHashSet<OpId> = block.deallocs.iter().map(|dealloc| dealloc.op).collect();
    for &op in ops.iter().filter(|op| !is_late.contains(op)) {
        emission.add(op);
    }
    for dealloc in deallocs.get(&None).into_iter().flatten() {
        emission.add_dealloc(dealloc);
    }
    emission.sequence.push(terminator);
    let sequence = emission.sequence;
    m.reorder(id, &sequence);
}

struct Emission<'a> {
    m: &'a Module,
    block: BlockId,
    is_done: FxHashSet<OpId>,
    sequence: Vec<OpId>,
}

impl Emission<'_> {
    /// Adds a deallocation after everything that needs the buffer.
    fn add_dealloc(&mut self, dealloc: &Dealloc) {
        for &op in dealloc.views.iter().chain([&dealloc.op]) {
            self.add(op);
        }
    }

    /// Adds an operation after its operands.
    fn add(&mut self, op: OpId) {
        let mut stack = vec![(op, false)];
        while let Some((op, is_ready)) = stack.pop() {
            if is_ready {
                self.sequence.push(op);
            } else if self.is_done.insert(op) {
                stack.push((op, true));
                let first = stack.len();
                for value in used_values(self.m, op) {
                    let defining = self.m.defining_op(value);
                    let is_here = |&op: &OpId| self.m.op_block(op) == Some(self.block);
                    stack.extend(defining.filter(is_here).map(|op| (op, false)));
                }
                stack[first..].reverse();
            }
        }
    }
}
