//! Dominance: the blocks that every path from the entry of their region must pass.
//!
//! One tree per region with more than one block, by Lengauer and Tarjan, so that a query is two comparisons.
//! Regions with one block, which are nearly all, cost nothing. `O(edges log blocks)`.

use super::dominator_tree::{Interval, OUTSIDE, TreeBuilder, dominates};
use super::region_graph::RegionGraph;
use crate::ir::{BlockId, Module, OpId, ValueDef, ValueId};

/// The dominator trees of all regions of a module. Stale once blocks or branches change.
#[derive(Clone, Debug)]
pub struct Dominance {
    /// The interval of each block in its tree; outside if the block is unreachable.
    intervals: Vec<Interval>,
    /// The parent of each block in its tree. Empty if every region has a single block.
    parents: Vec<Option<BlockId>>,
}

const ENTRY: Interval = (1, u32::MAX);

impl Dominance {
    /// Builds the trees of every region below the root.
    pub fn new(m: &Module) -> Self {
        let mut dominance = Self {
            intervals: vec![OUTSIDE; m.block_count()],
            parents: Vec::new(),
        };
        let mut graph = RegionGraph::new(m);
        let mut trees = TreeBuilder::default();
        for op in m.walk(m.root()) {
            for &region in m.regions(op) {
                let Some(entry) = m.first_block(region) else {
                    continue;
                };
                dominance.intervals[entry.index()] = ENTRY;
                if m.next_block(entry).is_some() {
                    graph.read(m, region);
                    let tree = trees.build(&graph.successors, 0);
                    for (&block, &interval) in graph.blocks.iter().zip(tree) {
                        dominance.intervals[block.index()] = interval;
                    }
                    dominance.parents.resize(m.block_count(), None);
                    for (node, &block) in (0..).zip(&graph.blocks) {
                        let parent = trees.dominator(node);
                        dominance.parents[block.index()] =
                            parent.map(|parent| graph.blocks[parent as usize]);
                    }
                }
            }
        }
        dominance
    }

    /// Whether control can reach a block from the entry of its region.
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.interval(block) != OUTSIDE
    }

    /// Whether every path to `b` passes `a`, which must be in the same region. Every block dominates itself and all
    /// unreachable blocks.
    pub fn block_dominates(&self, a: BlockId, b: BlockId) -> bool {
        a == b || dominates(self.interval(a), self.interval(b))
    }

    /// The closest other block of the region that every path to a block passes; absent for entry blocks and
    /// unreachable blocks.
    pub fn immediate_dominator(&self, block: BlockId) -> Option<BlockId> {
        self.parents.get(block.index()).copied().flatten()
    }

    /// Whether `a` dominates `b`, or a block that `b` is nested in, and is not `b`. `O(depth)`.
    pub fn properly_encloses_or_dominates(&self, m: &Module, a: BlockId, b: BlockId) -> bool {
        let region = m.block_region(a);
        let around = blocks_around(m, b).find(|&at| m.block_region(at) == region);
        a != b && around.is_some_and(|around| self.block_dominates(a, around))
    }

    /// The closest block that dominates two blocks, or blocks that contain them. Unreachable blocks are dominated by
    /// all. `O(depth)`, times the depth of the tree.
    pub fn common_dominator(&self, m: &Module, a: BlockId, b: BlockId) -> Option<BlockId> {
        if a == b {
            return Some(a);
        }
        let of_a: Vec<BlockId> = blocks_around(m, a).collect();
        let (mut at, target) = blocks_around(m, b).find_map(|block| {
            let region = m.block_region(block);
            let same = of_a.iter().find(|&&a| m.block_region(a) == region);
            Some((*same?, block))
        })?;
        if !self.is_reachable(at) {
            return Some(target);
        }
        while !self.block_dominates(at, target) {
            at = self.immediate_dominator(at)?;
        }
        Some(at)
    }

    /// Whether a value is defined wherever `user` may run: it is the argument of a block that
    /// dominates the user, or the result of an operation that runs before it. `O(depth)`.
    ///
    /// Operations in the regions of the defining operation itself do not see its results.
    pub fn value_dominates(&self, m: &Module, value: ValueId, user: OpId) -> bool {
        let Some(block) = m.value_block(value) else {
            return false;
        };
        let Some(region) = m.block_region(block) else {
            return false;
        };
        let ancestor = std::iter::once(user)
            .chain(m.ancestors(user))
            .find(|&op| m.op_block(op).and_then(|block| m.block_region(block)) == Some(region));
        let Some((ancestor, at)) = ancestor.and_then(|op| Some((op, m.op_block(op)?))) else {
            return false;
        };
        if at != block {
            return self.block_dominates(block, at);
        }
        match m.value_def(value) {
            ValueDef::Result { op, .. } => op != ancestor && m.is_before(op, ancestor),
            ValueDef::Arg { .. } => true,
            ValueDef::Forward => false,
        }
    }

    /// The number of a block in its dominator tree: dominators have lower numbers. 0 if the block is unreachable.
    pub fn enter(&self, block: BlockId) -> u32 {
        self.interval(block).0
    }

    fn interval(&self, block: BlockId) -> Interval {
        self.intervals
            .get(block.index())
            .copied()
            .unwrap_or(OUTSIDE)
    }
}

/// A block and the blocks that contain it, innermost first.
fn blocks_around(m: &Module, block: BlockId) -> impl Iterator<Item = BlockId> + '_ {
    std::iter::successors(Some(block), |&block| {
        m.block_parent(block).and_then(|parent| m.op_block(parent))
    })
}

#[cfg(test)]
pub(super) mod tests {
    use memplan_support::Random;

    use super::*;
    use crate::ir::OpSpec;

    /// Builds a region whose block `i` branches to `edges[i]`.
    pub(in crate::analyses) fn graph(edges: &[&[usize]]) -> (Module, Vec<BlockId>) {
        let mut m = Module::new();
        let region = m.create_region();
        let name = m.ctx.op_name("test.region");
        let op = m.create_op(OpSpec::new(name).regions(&[region]));
        let body = m.body().unwrap();
        m.insert_at_end(body, op);
        let blocks: Vec<_> = edges.iter().map(|_| m.append_block(region)).collect();
        let branch = m.ctx.op_name("test.branch");
        for (from, to) in edges.iter().enumerate() {
            let mut spec = OpSpec::new(branch);
            spec.successors = to.iter().map(|&to| blocks[to]).collect();
            let op = m.create_op(spec);
            m.insert_at_end(blocks[from], op);
        }
        (m, blocks)
    }

    /// Blocks that `from` reaches without passing `without`.
    fn reach(edges: &[&[usize]], without: usize) -> Vec<bool> {
        let mut seen = vec![false; edges.len()];
        let mut stack = if without == 0 { vec![] } else { vec![0] };
        while let Some(at) = stack.pop() {
            if !std::mem::replace(&mut seen[at], true) {
                stack.extend(edges[at].iter().filter(|&&to| to != without));
            }
        }
        seen
    }

    fn check(edges: &[&[usize]]) {
        let (m, blocks) = graph(edges);
        let dominance = Dominance::new(&m);
        let reachable = reach(edges, usize::MAX);
        for a in 0..blocks.len() {
            assert_eq!(dominance.is_reachable(blocks[a]), reachable[a]);
            let avoiding = reach(edges, a);
            for b in 0..blocks.len() {
                let expected = a == b || !reachable[b] || (reachable[a] && !avoiding[b]);
                let dominates = dominance.block_dominates(blocks[a], blocks[b]);
                assert_eq!(dominates, expected, "{a} over {b} in {edges:?}");
            }
            let over = |b: usize| dominance.block_dominates(blocks[b], blocks[a]);
            let strict: Vec<usize> = (0..blocks.len()).filter(|&b| b != a && over(b)).collect();
            // The immediate dominator: all other strict dominators dominate it.
            let closest = strict.iter().copied().find(|&b| {
                let is_above = |&c: &usize| dominance.block_dominates(blocks[c], blocks[b]);
                strict.iter().all(is_above)
            });
            let closest = closest.filter(|_| reachable[a]).map(|b| blocks[b]);
            assert_eq!(
                dominance.immediate_dominator(blocks[a]),
                closest,
                "{a} in {edges:?}"
            );
            for b in 0..blocks.len() {
                let common = dominance
                    .common_dominator(&m, blocks[a], blocks[b])
                    .unwrap();
                let is_shared = |block| {
                    dominance.block_dominates(block, blocks[a])
                        && dominance.block_dominates(block, blocks[b])
                };
                assert!(is_shared(common), "{a} and {b} in {edges:?}");
                if reachable[a] && reachable[b] {
                    let all = blocks.iter().filter(|&&block| is_shared(block));
                    let mut all = all.filter(|&&block| dominance.is_reachable(block));
                    let is_above = |block: &BlockId| dominance.block_dominates(*block, common);
                    assert!(
                        all.all(|&block| is_above(&block)),
                        "{a} and {b} in {edges:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn agrees_with_the_definition_on_typical_graphs() {
        check(&[&[]]);
        check(&[&[1, 2], &[3], &[3], &[]]);
        check(&[&[1], &[2, 3], &[1], &[]]);
        check(&[&[1, 2], &[2], &[1, 3], &[], &[3]]);
        check(&[&[1, 1], &[1, 2], &[2, 2]]);
    }

    #[test]
    fn agrees_with_the_definition_on_scrambled_graphs() {
        scrambled_graphs(check);
    }

    /// Some hundred small graphs without edges to the first node.
    pub(in crate::analyses) fn scrambled_graphs(check: impl Fn(&[&[usize]])) {
        let mut random = Random::new(1);
        for _ in 0..300 {
            let n = 2 + random.index(9);
            let edges: Vec<Vec<usize>> = (0..n)
                .map(|_| {
                    let n_edges = random.index(4);
                    (0..n_edges).map(|_| 1 + random.index(n - 1)).collect()
                })
                .collect();
            let edges: Vec<&[usize]> = edges.iter().map(Vec::as_slice).collect();
            check(&edges);
        }
    }
}
