//! Post-dominance: the blocks that every path from a block to the end of its region must pass.
//!
//! The dominator tree of the reversed graph of one region, with a virtual exit after all blocks without
//! successors. Blocks that reach no such block, as in an infinite loop, have no post-dominator but themselves.
//! `O(edges log blocks)`.

use rustc_hash::FxHashMap;

use super::dominator_tree::{Interval, OUTSIDE, TreeBuilder, dominates};
use super::region_graph::Edges;
use crate::ir::{BlockId, Module, RegionId};

/// The post-dominator tree of one region. Stale once its blocks or branches change.
#[derive(Clone, Debug, Default)]
pub struct PostDominance {
    blocks: Vec<BlockId>,
    number: FxHashMap<BlockId, u32>,
    intervals: Vec<Interval>,
    /// By block: the nearest later block that every path to the exit passes.
    next: Vec<Option<u32>>,
}

impl PostDominance {
    /// Builds the tree of a region.
    pub fn new(m: &Module, region: RegionId) -> Self {
        let blocks: Vec<BlockId> = m.blocks(region).collect();
        let number: FxHashMap<BlockId, u32> = blocks.iter().copied().zip(0..).collect();
        let exit = blocks.len() as u32;
        let mut reversed: Vec<(u32, u32)> = Vec::with_capacity(blocks.len());
        for (&block, from) in blocks.iter().zip(0..) {
            let successors = m.last_op(block).map_or(&[][..], |last| m.successors(last));
            let targets = successors.iter().filter_map(|to| number.get(to));
            reversed.extend(targets.map(|&to| (to, from)));
            if successors.is_empty() {
                reversed.push((exit, from));
            }
        }
        let mut edges = Edges::default();
        edges.assign(blocks.len() + 1, reversed.iter().copied());
        let mut trees = TreeBuilder::default();
        let intervals = trees.build(&edges, exit).to_vec();
        let next = (0..exit).map(|block| trees.dominator(block));
        let next = next.map(|next| next.filter(|&next| next != exit));
        Self {
            next: next.collect(),
            blocks,
            number,
            intervals,
        }
    }

    /// Whether every path from `b` to the exit passes `a`. Every block post-dominates itself.
    pub fn block_post_dominates(&self, a: BlockId, b: BlockId) -> bool {
        match (self.number.get(&a), self.number.get(&b)) {
            (Some(&a), Some(&b)) => self.covers(a, b),
            _ => false,
        }
    }

    /// The first block that every path from either block to the exit passes; absent if there is none. The cost is
    /// linear in the distance, or constant if one post-dominates the other.
    pub fn nearest_common(&self, a: BlockId, b: BlockId) -> Option<BlockId> {
        let (mut at, other) = (*self.number.get(&a)?, *self.number.get(&b)?);
        if self.covers(other, at) {
            return Some(b);
        }
        while !self.covers(at, other) {
            at = self.next[at as usize]?;
        }
        self.blocks.get(at as usize).copied()
    }

    /// Unlike for dominators, the result is false if there is no path.
    fn covers(&self, a: u32, b: u32) -> bool {
        let (outer, inner) = (self.intervals[a as usize], self.intervals[b as usize]);
        a == b || (inner != OUTSIDE && dominates(outer, inner))
    }
}

#[cfg(test)]
mod tests {
    use super::PostDominance;
    use crate::analyses::dominance::tests::{graph, scrambled_graphs};

    /// Whether a block without successors can be reached from `from` without passing `without`.
    fn exits(edges: &[&[usize]], from: usize, without: usize) -> bool {
        let mut seen = vec![false; edges.len()];
        let mut stack = if from == without { vec![] } else { vec![from] };
        while let Some(at) = stack.pop() {
            if !std::mem::replace(&mut seen[at], true) {
                if edges[at].is_empty() {
                    return true;
                }
                stack.extend(edges[at].iter().filter(|&&to| to != without));
            }
        }
        false
    }

    fn check(edges: &[&[usize]]) {
        let (m, blocks) = graph(edges);
        let region = m.block_region(blocks[0]).unwrap();
        let tree = PostDominance::new(&m, region);
        let expected =
            |a: usize, b: usize| a == b || (exits(edges, b, usize::MAX) && !exits(edges, b, a));
        for a in 0..blocks.len() {
            for b in 0..blocks.len() {
                let dominates = tree.block_post_dominates(blocks[a], blocks[b]);
                assert_eq!(dominates, expected(a, b), "{a} after {b} in {edges:?}");
                let common: Vec<usize> = (0..blocks.len())
                    .filter(|&c| expected(c, a) && expected(c, b))
                    .collect();
                let nearest = common.iter().copied();
                let nearest = nearest.filter(|&c| common.iter().all(|&d| expected(d, c)));
                let nearest: Vec<_> = nearest.map(|c| blocks[c]).collect();
                let dominates: Vec<_> = tree
                    .nearest_common(blocks[a], blocks[b])
                    .into_iter()
                    .collect();
                assert_eq!(dominates, nearest, "{a} and {b} in {edges:?}");
            }
        }
    }

    #[test]
    fn agrees_with_the_definition_on_typical_graphs() {
        check(&[&[]]);
        check(&[&[1, 2], &[3], &[3], &[]]);
        check(&[&[1, 2], &[], &[]]);
        check(&[&[1], &[2, 3], &[1], &[]]);
        check(&[&[1, 2], &[1], &[]]);
    }

    #[test]
    fn agrees_with_the_definition_on_scrambled_graphs() {
        scrambled_graphs(check);
    }
}
