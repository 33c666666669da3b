//! Dominance: which blocks every path from the entry of their region has to pass.
//!
//! One tree per region with more than one block, built with the simple variant of Lengauer and
//! Tarjan's algorithm ("A fast algorithm for finding dominators in a flowgraph", TOPLAS 1979), then
//! numbered so that a question is two comparisons. Regions with one block, which is nearly all of
//! them, cost nothing. Unlike iterated data flow it has no bad case: `O(edges log blocks)`.

use crate::ir::{BlockId, Module, OpId, RegionId, ValueDef, ValueId};

/// The dominator trees of all regions of a module. Stale once blocks or branches change.
#[derive(Clone, Debug)]
pub struct Dominance {
    /// Pre- and post-order number of each block in its tree; `(0, 0)` when it is unreachable.
    intervals: Vec<(u32, u32)>,
}

const UNREACHABLE: (u32, u32) = (0, 0);
const ENTRY: (u32, u32) = (1, u32::MAX);
const NONE: u32 = u32::MAX;

impl Dominance {
    /// Builds the trees of every region below the root.
    pub fn new(m: &Module) -> Self {
        let mut dominance = Self {
            intervals: vec![UNREACHABLE; m.block_count()],
        };
        let mut trees = TreeBuilder {
            number: vec![NONE; m.block_count()],
            ..TreeBuilder::default()
        };
        for op in m.walk(m.root()) {
            for &region in m.regions(op) {
                let Some(entry) = m.first_block(region) else {
                    continue;
                };
                dominance.intervals[entry.index()] = ENTRY;
                if m.next_block(entry).is_some() {
                    trees.build(m, region, &mut dominance.intervals);
                }
            }
        }
        dominance
    }

    /// Whether control can reach a block from the entry of its region.
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.interval(block) != UNREACHABLE
    }

    /// Whether every path to `b` passes `a`; both stand in one region. Every block dominates itself
    /// and those that cannot be reached.
    pub fn block_dominates(&self, a: BlockId, b: BlockId) -> bool {
        let (a_enter, a_exit) = self.interval(a);
        let (b_enter, b_exit) = self.interval(b);
        a == b
            || (b_enter, b_exit) == UNREACHABLE
            || ((a_enter, a_exit) != UNREACHABLE && a_enter <= b_enter && b_exit <= a_exit)
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

    /// Number of a block in its tree: dominators have lower ones. 0 when it cannot be reached.
    pub(crate) fn enter(&self, block: BlockId) -> u32 {
        self.interval(block).0
    }

    fn interval(&self, block: BlockId) -> (u32, u32) {
        self.intervals
            .get(block.index())
            .copied()
            .unwrap_or(UNREACHABLE)
    }
}

/// Scratch space for one tree; blocks are named by the order in which a depth-first search meets
/// them.
#[derive(Debug, Default)]
struct TreeBuilder {
    /// Number of each block of the module in the search; reset after each region.
    number: Vec<u32>,
    blocks: Vec<BlockId>,
    parent: Vec<u32>,
    preds: Vec<Vec<u32>>,
    semi: Vec<u32>,
    idom: Vec<u32>,
    ancestor: Vec<u32>,
    label: Vec<u32>,
    bucket: Vec<Vec<u32>>,
    path: Vec<u32>,
}

impl TreeBuilder {
    fn build(&mut self, m: &Module, region: RegionId, intervals: &mut [(u32, u32)]) {
        self.search(m, region);
        self.find_dominators();
        self.number_tree(intervals);
        for block in self.blocks.drain(..) {
            self.number[block.index()] = NONE;
        }
    }

    /// Depth-first search from the entry; fills `blocks`, `parent` and `preds`.
    fn search(&mut self, m: &Module, region: RegionId) {
        self.blocks.clear();
        self.parent.clear();
        self.preds.clear();
        let Some(entry) = m.first_block(region) else {
            return;
        };
        let mut stack: Vec<(u32, usize)> = Vec::new();
        self.meet(entry, 0, &mut stack);
        while let Some((at, next)) = stack.last_mut() {
            let (from, index) = (*at, *next);
            *next += 1;
            let successors = m
                .last_op(self.blocks[from as usize])
                .map_or(&[][..], |op| m.successors(op));
            let Some(&to) = successors.get(index) else {
                stack.pop();
                continue;
            };
            if m.block_region(to) != Some(region) {
                continue;
            }
            if self.number[to.index()] == NONE {
                self.meet(to, from, &mut stack);
            }
            let to = self.number[to.index()];
            self.preds[to as usize].push(from);
        }
    }

    fn meet(&mut self, block: BlockId, parent: u32, stack: &mut Vec<(u32, usize)>) {
        let number = self.blocks.len() as u32;
        self.number[block.index()] = number;
        self.blocks.push(block);
        self.parent.push(parent);
        self.preds.push(Vec::new());
        stack.push((number, 0));
    }

    fn find_dominators(&mut self) {
        let n = self.blocks.len() as u32;
        self.semi = (0..n).collect();
        self.label = (0..n).collect();
        self.idom = vec![0; n as usize];
        self.ancestor = vec![NONE; n as usize];
        self.bucket = vec![Vec::new(); n as usize];
        for w in (1..n).rev() {
            for v in std::mem::take(&mut self.preds[w as usize]) {
                let u = self.eval(v);
                self.semi[w as usize] = self.semi[w as usize].min(self.semi[u as usize]);
            }
            self.bucket[self.semi[w as usize] as usize].push(w);
            let parent = self.parent[w as usize];
            self.ancestor[w as usize] = parent;
            for v in std::mem::take(&mut self.bucket[parent as usize]) {
                let u = self.eval(v);
                let is_earlier = self.semi[u as usize] < self.semi[v as usize];
                self.idom[v as usize] = if is_earlier { u } else { parent };
            }
        }
        for w in 1..n as usize {
            if self.idom[w] != self.semi[w] {
                self.idom[w] = self.idom[self.idom[w] as usize];
            }
        }
    }

    /// The block with the smallest semidominator on the linked path above `v`, with path
    /// compression.
    fn eval(&mut self, v: u32) -> u32 {
        if self.ancestor[v as usize] == NONE {
            return v;
        }
        self.path.clear();
        let mut at = v;
        while self.ancestor[self.ancestor[at as usize] as usize] != NONE {
            self.path.push(at);
            at = self.ancestor[at as usize];
        }
        while let Some(below) = self.path.pop() {
            let above = self.ancestor[below as usize] as usize;
            let best = self.label[above];
            if self.semi[best as usize] < self.semi[self.label[below as usize] as usize] {
                self.label[below as usize] = best;
            }
            self.ancestor[below as usize] = self.ancestor[above];
        }
        self.label[v as usize]
    }

    /// Numbers the tree. A block comes behind its dominator in the search, so subtree sizes add up
    /// backwards and positions are dealt out forwards.
    fn number_tree(&mut self, intervals: &mut [(u32, u32)]) {
        let n = self.blocks.len();
        let mut size = vec![1u32; n];
        for w in (1..n).rev() {
            size[self.idom[w] as usize] += size[w];
        }
        let mut next = vec![0u32; n];
        for w in 0..n {
            let enter = if w == 0 {
                1
            } else {
                let slot = &mut next[self.idom[w] as usize];
                let enter = *slot;
                *slot += size[w];
                enter
            };
            next[w] = enter + 1;
            intervals[self.blocks[w].index()] = (enter, enter + size[w] - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::OpSpec;

    /// Builds a region whose block `i` branches to `edges[i]`.
    fn graph(edges: &[&[usize]]) -> (Module, Vec<BlockId>) {
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
                let found = dominance.block_dominates(blocks[a], blocks[b]);
                assert_eq!(found, expected, "{a} over {b} in {edges:?}");
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
        let mut state = 1u64;
        let mut random = |n: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) as usize % n
        };
        for _ in 0..300 {
            let n = 2 + random(9);
            let edges: Vec<Vec<usize>> = (0..n)
                .map(|_| (0..random(4)).map(|_| 1 + random(n - 1)).collect())
                .collect();
            let edges: Vec<&[usize]> = edges.iter().map(Vec::as_slice).collect();
            check(&edges);
        }
    }
}
