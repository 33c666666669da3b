//! The problem of ordering the operations of a block, without the IR.
//!
//! *Nodes* are numbered in the order of the program. Each uses *buffers* with sizes; a buffer is live from its first
//! user to its last, both included. The *load* at a node is the sum of the sizes that are live there, plus the load
//! inside of the node. A solution is an order in which every node follows its predecessors, with a low maximum load.

use memplan_support::Sort;

/// Lists of small numbers, stored one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// Collects pairs of a list, below `n`, and an item. Items are in the order of the pairs.
    pub(super) fn new(n: usize, pairs: &[(u32, u32)]) -> Self {
        let mut starts = vec![0u32; n + 1];
        for &(list, _) in pairs {
            starts[list as usize + 1] += 1;
        }
        for list in 0..n {
            starts[list + 1] += starts[list];
        }
        let mut next = starts.clone();
        let mut items = vec![0; pairs.len()];
        for &(list, item) in pairs {
            let at = &mut next[list as usize];
            items[*at as usize] = item;
            *at += 1;
        }
        Self { starts, items }
    }

    pub(crate) fn of(&self, list: u32) -> &[u32] {
        let (start, end) = (self.starts[list as usize], self.starts[list as usize + 1]);
        &self.items[start as usize..end as usize]
    }

    pub(super) fn n_items(&self) -> usize {
        self.items.len()
    }
}

/// A buffer of a problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Buffer {
    /// Bytes.
    pub(crate) size: u64,
    /// Whether it is live before the first node.
    pub(crate) live_in: bool,
    /// Whether it is live after the last node.
    pub(crate) live_out: bool,
}

/// The problem. The sum of all sizes fits 62 bits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Problem {
    pub(crate) buffers: Vec<Buffer>,
    /// By node: bytes that are live only inside of it.
    pub(crate) inside: Vec<u64>,
    pub(crate) preds: Lists,
    pub(crate) succs: Lists,
    /// By node: its buffers, each once.
    pub(crate) uses: Lists,
    /// By buffer: its nodes.
    pub(crate) users: Lists,
}

impl Problem {
    /// Takes edges (from, to), in any number, and uses (node, buffer), each once.
    pub(super) fn new(
        buffers: Vec<Buffer>,
        inside: Vec<u64>,
        mut edges: Vec<(u32, u32)>,
        uses: &[(u32, u32)],
    ) -> Self {
        edges.sort_stable();
        edges.dedup();
        let swapped = |pairs: &[(u32, u32)]| -> Vec<(u32, u32)> {
            pairs.iter().map(|&(a, b)| (b, a)).collect()
        };
        let n = inside.len();
        Self {
            preds: Lists::new(n, &swapped(&edges)),
            succs: Lists::new(n, &edges),
            uses: Lists::new(n, uses),
            users: Lists::new(buffers.len(), &swapped(uses)),
            buffers,
            inside,
        }
    }

    /// The number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.inside.len()
    }

    /// Edges and uses.
    pub(super) fn n_relations(&self) -> usize {
        self.preds.n_items() + self.uses.n_items()
    }

    /// Reverses all edges. The load of an order is that of its reversal in the reversed problem.
    pub(super) fn reverse(&mut self) {
        std::mem::swap(&mut self.preds, &mut self.succs);
        for buffer in &mut self.buffers {
            std::mem::swap(&mut buffer.live_in, &mut buffer.live_out);
        }
    }

    /// The same problem with nodes numbered in another order, and buffers in the order of their first uses in it.
    pub(super) fn renumbered(&self, order: &[u32]) -> Self {
        let mut position = vec![0u32; self.len()];
        for (at, &node) in (0..).zip(order) {
            position[node as usize] = at;
        }
        let mut edges = Vec::with_capacity(self.preds.n_items());
        let mut number = vec![None; self.buffers.len()];
        let (mut buffers, mut uses) = (Vec::new(), Vec::new());
        for (at, &node) in (0..).zip(order) {
            let succs = self.succs.of(node).iter();
            edges.extend(succs.map(|&succ| (at, position[succ as usize])));
            for &buffer in self.uses.of(node) {
                let number = number[buffer as usize].get_or_insert_with(|| {
                    buffers.push(self.buffers[buffer as usize]);
                    buffers.len() as u32 - 1
                });
                uses.push((at, *number));
            }
        }
        let inside = order.iter().map(|&node| self.inside[node as usize]);
        Self::new(buffers, inside.collect(), edges, &uses)
    }

    /// The bytes that are live before the first node.
    pub(super) fn live_in(&self) -> u64 {
        let live_in = self.buffers.iter().filter(|buffer| buffer.live_in);
        live_in.map(|buffer| buffer.size).sum()
    }

    /// The load of an order: its maximum over all nodes, and before and after them.
    pub(super) fn load(&self, order: &[u32]) -> u64 {
        self.load_below(order, u64::MAX).unwrap_or(u64::MAX)
    }

    /// The load of an order, if it is below `limit`. Ends where it is not.
    pub(super) fn load_below(&self, order: &[u32], limit: u64) -> Option<u64> {
        let mut sweep = Sweep::new(self);
        let mut load = sweep.live;
        for &node in order {
            load = load.max(sweep.place(node));
            if load >= limit {
                return None;
            }
        }
        load = load.max(sweep.live);
        (load < limit).then_some(load)
    }

    /// The load at each position of an order, and the live bytes before each position and after the last.
    pub(super) fn profile(&self, order: &[u32]) -> (Vec<u64>, Vec<u64>) {
        let mut sweep = Sweep::new(self);
        let mut during = Vec::with_capacity(order.len());
        let mut between = Vec::with_capacity(order.len() + 1);
        between.push(sweep.live);
        for &node in order {
            during.push(sweep.place(node));
            between.push(sweep.live);
        }
        (during, between)
    }

    /// The load at each node, in the order of the program.
    pub(crate) fn loads(&self) -> Vec<u64> {
        let order: Vec<u32> = (0..self.len() as u32).collect();
        self.profile(&order).0
    }

    /// Whether each node occurs once, after its predecessors.
    #[cfg(test)]
    pub(super) fn is_order(&self, order: &[u32]) -> bool {
        let mut is_placed = vec![false; self.len()];
        for &node in order {
            let has_preds = self
                .preds
                .of(node)
                .iter()
                .all(|&pred| is_placed[pred as usize]);
            if !has_preds || std::mem::replace(&mut is_placed[node as usize], true) {
                return false;
            }
        }
        order.len() == self.len()
    }
}

/// The live buffers after some nodes.
#[derive(Clone, Debug)]
pub(super) struct Sweep<'a> {
    problem: &'a Problem,
    /// By buffer: users that are not placed.
    pub(super) left: Vec<u32>,
    /// Live bytes.
    pub(super) live: u64,
}

impl<'a> Sweep<'a> {
    /// Before the first node.
    pub(super) fn new(problem: &'a Problem) -> Self {
        let n_users = (0..).zip(&problem.buffers);
        let n_users = n_users.map(|(buffer, _)| problem.users.of(buffer).len() as u32);
        Self {
            problem,
            left: n_users.collect(),
            live: problem.live_in(),
        }
    }

    /// The bytes that become live at a node, and those that are no longer live after it. `O(uses)`.
    pub(super) fn change(&self, node: u32) -> (u64, u64) {
        let (mut new, mut dead) = (0, 0);
        for &buffer in self.problem.uses.of(node) {
            let facts = self.problem.buffers[buffer as usize];
            let left = self.left[buffer as usize];
            if left as usize == self.problem.users.of(buffer).len() && !facts.live_in {
                new += facts.size;
            }
            if left == 1 && !facts.live_out {
                dead += facts.size;
            }
        }
        (new, dead)
    }

    /// Places a node; the load at it.
    pub(super) fn place(&mut self, node: u32) -> u64 {
        let (new, dead) = self.change(node);
        let load = self.live + new + self.problem.inside[node as usize];
        self.live = self.live + new - dead;
        for &buffer in self.problem.uses.of(node) {
            self.left[buffer as usize] -= 1;
        }
        load
    }

    /// Takes back the node that was placed last.
    pub(super) fn unplace(&mut self, node: u32) {
        for &buffer in self.problem.uses.of(node) {
            self.left[buffer as usize] += 1;
        }
        let (new, dead) = self.change(node);
        self.live = self.live + dead - new;
    }
}
