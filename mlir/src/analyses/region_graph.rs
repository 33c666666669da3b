//! The control flow graph of one region, with small numbers for blocks.

use crate::ir::{BlockId, Module, RegionId};

/// Lists of edges in one array: `O(nodes + edges)` in two allocations.
#[derive(Clone, Debug, Default)]
pub(super) struct Edges {
    /// The end of the edges of each node.
    ends: Vec<u32>,
    targets: Vec<u32>,
}

impl Edges {
    /// The nodes that the edges of a node lead to, in order.
    pub(super) fn of(&self, node: u32) -> &[u32] {
        let node = node as usize;
        let start = match node {
            0 => 0,
            _ => self.ends[node - 1] as usize,
        };
        &self.targets[start..self.ends[node] as usize]
    }

    /// Number of nodes.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    fn clear(&mut self) {
        self.ends.clear();
        self.targets.clear();
    }

    /// Ends the list of the current node.
    pub(super) fn end_node(&mut self) {
        self.ends.push(self.targets.len() as u32);
    }

    /// Adds an edge to the current node.
    pub(super) fn push(&mut self, target: u32) {
        self.targets.push(target);
    }

    /// Replaces all edges by pairs of a node and a target. The targets of a node keep the order of the pairs.
    /// `O(n + pairs)`; walks the pairs twice.
    pub(super) fn assign(&mut self, n: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) {
        self.clear();
        self.ends.resize(n, 0);
        for (node, _) in pairs.clone() {
            self.ends[node as usize] += 1;
        }
        let mut sum = 0;
        for end in &mut self.ends {
            let len = std::mem::replace(end, sum);
            sum += len;
        }
        self.targets.resize(sum as usize, 0);
        // The start of each list becomes its end as the list fills.
        for (node, target) in pairs {
            let at = &mut self.ends[node as usize];
            self.targets[*at as usize] = target;
            *at += 1;
        }
    }
}

/// The blocks of a region and their successors in it; the entry is number 0.
#[derive(Clone, Debug, Default)]
pub(super) struct RegionGraph {
    /// The blocks, in the order of the region.
    pub(super) blocks: Vec<BlockId>,
    pub(super) successors: Edges,
    /// Number of each block of the module; valid only for blocks of the region.
    number: Vec<u32>,
}

impl RegionGraph {
    pub(super) fn new(m: &Module) -> Self {
        Self {
            number: vec![0; m.block_count()],
            ..Self::default()
        }
    }

    /// Reads a region. Linear in its blocks and edges.
    pub(super) fn read(&mut self, m: &Module, region: RegionId) {
        self.blocks.clear();
        self.blocks.extend(m.blocks(region));
        self.successors.clear();
        for (number, block) in (0..).zip(&self.blocks) {
            self.number[block.index()] = number;
        }
        for &block in &self.blocks {
            let last = m.last_op(block);
            let successors = last.map_or(&[][..], |op| m.successors(op)).iter();
            for to in successors.filter(|&&to| m.block_region(to) == Some(region)) {
                self.successors.push(self.number[to.index()]);
            }
            self.successors.end_node();
        }
    }
}
