//! Where operations are located: positions in the text, common regions, dominance, and paths between blocks.

use memplan_mlir::analyses::Dominance;
use memplan_mlir::dialects::Traits;
use memplan_mlir::{BlockId, Module, OpId, RegionId, ValueDef, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;

/// First and last position of a nested structure, both inclusive.
pub(super) type Span = (u32, u32);

/// Positions of all operations and blocks of a module. Linear to build.
#[derive(Debug)]
pub(super) struct Order {
    /// By operation: its position, and the last position in its regions.
    ops: Vec<Span>,
    /// By block.
    blocks: Vec<Span>,
    /// By operation: number of ancestors.
    depth: Vec<u32>,
    /// Number of positions.
    len: u32,
    dominance: Dominance,
    reachable: RefCell<FxHashMap<(BlockId, BlockId, BlockId), bool>>,
}

/// Two operations as ancestors in the innermost region that contains both.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lifted {
    /// The first operation, or its ancestor in the common region.
    pub(super) a: OpId,
    /// The second operation, likewise.
    pub(super) b: OpId,
    /// The common region; none if they are in different regions of one operation.
    pub(super) region: Option<RegionId>,
}

enum Step {
    Enter(OpId),
    Leave(OpId),
    Start(BlockId),
    End(BlockId),
}

impl Order {
    pub(super) fn new(m: &Module) -> Self {
        let mut order = Self {
            ops: vec![(0, 0); m.op_count()],
            blocks: vec![(0, 0); m.block_count()],
            depth: vec![0; m.op_count()],
            len: 0,
            dominance: Dominance::new(m),
            reachable: RefCell::default(),
        };
        let mut next = 0;
        let mut stack = vec![Step::Enter(m.root())];
        while let Some(step) = stack.pop() {
            match step {
                Step::Enter(op) => {
                    order.ops[op.index()].0 = next;
                    order.depth[op.index()] = m
                        .parent(op)
                        .map_or(0, |parent| order.depth[parent.index()] + 1);
                    stack.push(Step::Leave(op));
                    for &region in m.regions(op).iter().rev() {
                        let blocks: Vec<BlockId> = m.blocks(region).collect();
                        stack.extend(blocks.into_iter().rev().map(Step::Start));
                    }
                }
                Step::Leave(op) => order.ops[op.index()].1 = next,
                Step::Start(block) => {
                    order.blocks[block.index()].0 = next;
                    stack.push(Step::End(block));
                    let ops: Vec<OpId> = m.ops(block).collect();
                    stack.extend(ops.into_iter().rev().map(Step::Enter));
                }
                Step::End(block) => order.blocks[block.index()].1 = next,
            }
            next += 1;
        }
        order.len = next;
        order
    }

    /// Number of positions. `O(1)`, because each function asks for it.
    pub(super) fn len(&self) -> u32 {
        self.len
    }

    /// The positions of an operation and of everything in it.
    pub(super) fn span(&self, op: OpId) -> Span {
        self.ops[op.index()]
    }

    pub(super) fn block_span(&self, block: BlockId) -> Span {
        self.blocks[block.index()]
    }

    pub(super) fn region_span(&self, m: &Module, region: RegionId) -> Option<Span> {
        let first = m.first_block(region)?;
        let last = m.blocks(region).last()?;
        Some((self.block_span(first).0, self.block_span(last).1))
    }

    /// Where a value is defined.
    pub(super) fn of_value(&self, m: &Module, value: ValueId) -> u32 {
        match m.value_def(value) {
            ValueDef::Result { op, .. } => self.span(op).0,
            ValueDef::Arg { block, .. } => self.block_span(block).0,
            ValueDef::Forward => 0,
        }
    }

    /// Whether `inner` is in a region of `outer`. `O(1)`.
    pub(super) fn contains(&self, outer: OpId, inner: OpId) -> bool {
        let (outer, inner) = (self.span(outer), self.span(inner));
        outer.0 < inner.0 && inner.1 <= outer.1
    }

    /// The ancestors of `a` and `b` in their common region; none if one contains the other or they are equal.
    /// `O(depth)`.
    pub(super) fn lift(&self, m: &Module, mut a: OpId, mut b: OpId) -> Option<Lifted> {
        if a == b || self.contains(a, b) || self.contains(b, a) {
            return None;
        }
        while self.depth[a.index()] > self.depth[b.index()] {
            a = m.parent(a)?;
        }
        while self.depth[b.index()] > self.depth[a.index()] {
            b = m.parent(b)?;
        }
        while m.parent(a) != m.parent(b) {
            (a, b) = (m.parent(a)?, m.parent(b)?);
        }
        let region = |op| m.op_block(op).and_then(|block| m.block_region(block));
        let region = region(a).filter(|_| region(a) == region(b));
        Some(Lifted { a, b, region })
    }

    /// Whether `a` has run whenever `b` runs: `a`, or an ancestor of `a` that does not contain `b`, strictly
    /// dominates `b`. Always false for two operations in a region without order.
    pub(super) fn is_before(&self, m: &Module, a: OpId, b: OpId) -> bool {
        let Some(lifted) = self.lift(m, a, b) else {
            return false;
        };
        if lifted.region.is_none_or(|region| is_unordered(m, region)) {
            return false;
        }
        match (m.op_block(lifted.a), m.op_block(lifted.b)) {
            (Some(x), Some(y)) if x == y => m.is_before(lifted.a, lifted.b),
            (Some(x), Some(y)) => self.dominance.block_dominates(x, y),
            _ => false,
        }
    }

    /// Whether at least one branch leads from `from` to `to` without entering `without`.
    pub(super) fn reaches(&self, m: &Module, from: BlockId, to: BlockId, without: BlockId) -> bool {
        if to == without {
            return false;
        }
        let key = (from, to, without);
        if let Some(&cached) = self.reachable.borrow().get(&key) {
            return cached;
        }
        let mut seen = FxHashSet::default();
        seen.insert(without);
        let mut work: Vec<BlockId> = successors(m, from).to_vec();
        let mut is_reached = false;
        while let Some(block) = work.pop() {
            if block == to {
                is_reached = true;
                break;
            }
            if seen.insert(block) {
                work.extend(successors(m, block));
            }
        }
        self.reachable.borrow_mut().insert(key, is_reached);
        is_reached
    }

    /// Whether control can pass from after `from` to `to` without passing the definition of `value`, if both are in
    /// one region with several blocks.
    pub(super) fn has_path(&self, m: &Module, from: OpId, to: OpId, value: ValueId) -> bool {
        let Some(lifted) = self.lift(m, from, to) else {
            return true;
        };
        let (Some(region), Some(start), Some(end)) =
            (lifted.region, m.op_block(lifted.a), m.op_block(lifted.b))
        else {
            return true;
        };
        let (entered, passed) = match m.value_def(value) {
            ValueDef::Arg { block, .. } if m.block_region(block) == Some(region) => {
                (Some(block), None)
            }
            ValueDef::Arg { block, .. } => (None, self.in_region(m, m.block_parent(block), region)),
            ValueDef::Result { op, .. } => (None, self.in_region(m, Some(op), region)),
            ValueDef::Forward => (None, None),
        };
        let passed_block = passed.and_then(|op| m.op_block(op));
        let stops = |block: BlockId, after: Option<OpId>, before: Option<OpId>| {
            passed_block == Some(block)
                && passed.is_some_and(|op| {
                    after.is_none_or(|after| m.is_before(after, op))
                        && before.is_none_or(|before| op == before || m.is_before(op, before))
                })
        };
        if start == end && m.is_before(lifted.a, lifted.b) {
            return !stops(start, Some(lifted.a), Some(lifted.b));
        }
        if stops(start, Some(lifted.a), None) {
            return false;
        }
        let mut seen = FxHashSet::default();
        let mut work: Vec<BlockId> = successors(m, start).to_vec();
        while let Some(block) = work.pop() {
            if entered == Some(block) || !seen.insert(block) {
                continue;
            }
            if block == end {
                if !stops(block, None, Some(lifted.b)) {
                    return true;
                }
            } else if !stops(block, None, None) {
                work.extend(successors(m, block));
            }
        }
        false
    }

    /// The operation in `region` that is `op` or contains it.
    fn in_region(&self, m: &Module, op: Option<OpId>, region: RegionId) -> Option<OpId> {
        let mut at = op;
        while let Some(op) = at {
            if m.op_block(op).and_then(|block| m.block_region(block)) == Some(region) {
                return Some(op);
            }
            at = m.parent(op);
        }
        None
    }
}

fn successors(m: &Module, block: BlockId) -> &[BlockId] {
    m.last_op(block).map_or(&[], |last| m.successors(last))
}

/// Whether the operations of a region have no order: regions of unknown operations, and graph regions.
pub(super) fn is_unordered(m: &Module, region: RegionId) -> bool {
    let parent = m.region_parent(region);
    m.def(parent)
        .is_none_or(|def| def.traits.has(Traits::GRAPH_REGION))
}
