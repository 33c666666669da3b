//! Post-dominance: which blocks every path to the end of their region has to pass.
//!
//! The dominator tree of the edges backwards, from an exit that all blocks without successors lead
//! to, by Lengauer and Tarjan. Regions with one block cost nothing.
//! `O(edges log blocks)`.
//!
//! Only whole paths count: from a block of a loop that never ends none leads to an exit, so every
//! block post-dominates it as a matter of course. Whoever wants to know whether something *happens*
//! after a block asks [`PostDominance::reaches_exit`] too. That an operation in a block may never
//! come back, as a call, is not known here.

use super::dominator_tree::{Interval, OUTSIDE, TreeBuilder, dominates};
use super::region_graph::{Edges, RegionGraph};
use crate::ir::{BlockId, Module};

/// The post-dominator trees of all regions of a module. Stale once blocks or branches change.
#[derive(Clone, Debug)]
pub struct PostDominance {
    /// Where each block is in its tree; outside when no exit can be reached from it.
    intervals: Vec<Interval>,
}

const ONLY: Interval = (1, u32::MAX);

impl PostDominance {
    /// Builds the trees of every region below the root.
    pub fn new(m: &Module) -> Self {
        let mut intervals = vec![OUTSIDE; m.block_count()];
        let mut graph = RegionGraph::new(m);
        let mut trees = TreeBuilder::default();
        for op in m.walk(m.root()) {
            for &region in m.regions(op) {
                graph.read(m, region);
                if let [only] = graph.blocks[..] {
                    // Its loop, if it is one, has no way out.
                    if graph.successors.of(0).is_empty() {
                        intervals[only.index()] = ONLY;
                    }
                    continue;
                }
                let (backwards, exit) = backwards(&graph.successors);
                let tree = trees.build(&backwards, exit);
                for (&block, &interval) in graph.blocks.iter().zip(tree) {
                    intervals[block.index()] = interval;
                }
            }
        }
        Self { intervals }
    }

    /// Whether some path from a block leads out of its region.
    pub fn reaches_exit(&self, block: BlockId) -> bool {
        self.interval(block) != OUTSIDE
    }

    /// Whether every path from `b` out of its region passes `a`; both stand in one region. Every
    /// block post-dominates itself and those from which no path leads out.
    pub fn block_post_dominates(&self, a: BlockId, b: BlockId) -> bool {
        a == b || dominates(self.interval(a), self.interval(b))
    }

    fn interval(&self, block: BlockId) -> Interval {
        let interval = self.intervals.get(block.index());
        interval.copied().unwrap_or(OUTSIDE)
    }
}

/// The edges backwards, and one more node, from which edges lead to all that led nowhere.
fn backwards(edges: &Edges) -> (Edges, u32) {
    let exit = edges.len() as u32;
    let mut backwards = edges.reversed();
    for node in (0..exit).filter(|&node| edges.of(node).is_empty()) {
        backwards.push(node);
    }
    backwards.end_node();
    (backwards, exit)
}

#[cfg(test)]
mod tests {
    use super::PostDominance;
    use crate::analyses::dominance::tests::{graph, scrambled_graphs};

    /// Whether an exit can be reached from a node without passing another.
    fn gets_out(edges: &[&[usize]], from: usize, without: usize) -> bool {
        let mut seen = vec![false; edges.len()];
        let mut stack = vec![from];
        while let Some(at) = stack.pop() {
            if at == without || std::mem::replace(&mut seen[at], true) {
                continue;
            }
            if edges[at].is_empty() {
                return true;
            }
            stack.extend(edges[at]);
        }
        false
    }

    fn check(edges: &[&[usize]]) {
        let (m, blocks) = graph(edges);
        let found = PostDominance::new(&m);
        for b in 0..blocks.len() {
            let leaves = gets_out(edges, b, usize::MAX);
            assert_eq!(found.reaches_exit(blocks[b]), leaves, "{b} in {edges:?}");
            for a in 0..blocks.len() {
                let expected = a == b || !gets_out(edges, b, a);
                let found = found.block_post_dominates(blocks[a], blocks[b]);
                assert_eq!(found, expected, "{a} over {b} in {edges:?}");
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
        check(&[&[1], &[1]]);
        check(&[&[1, 1, 2], &[3, 3], &[1], &[2, 4], &[]]);
    }

    #[test]
    fn agrees_with_the_definition_on_scrambled_graphs() {
        scrambled_graphs(check);
    }
}
