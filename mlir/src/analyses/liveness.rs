//! Liveness: which values are still needed where, block by block, through nested regions.
//!
//! A value is live into a block that does not define it, if an operation in the block, or anything
//! nested in it, uses the value, or if it is live out of the block. It is live out of a block if it is
//! live into a successor. So a value that is used only in regions nested in a block is not live out of
//! that block, blocks in the nested regions have captured values among what is live into them, and
//! nothing is live out of a block without successors: what loops carry from one round of a region to
//! the next, and what leaves a region, are operands of its terminator and no matter of liveness.
//!
//! Every value is followed backwards from its uses until its definition is met (Brandner, Boissinot,
//! Darte, Dupont de Dinechin and Rastello, "Computing Liveness Sets for SSA-Form Programs", INRIA
//! RR-7503, 2011, section 6), so the cost is that of the answer:
//! `O(operands * log operands + operands * depth + sum of all sets)`.

use rustc_hash::FxHashMap;

use crate::ir::{BlockId, Module, OpId, RegionId, ValueDef, ValueId};

/// What is live into and out of every block below an operation. Stale once operations move, blocks
/// or branches change, or values get other uses.
#[derive(Clone, Debug, Default)]
pub struct Liveness {
    /// Position of each block in the lists below.
    number: FxHashMap<BlockId, u32>,
    live_in: Vec<Vec<ValueId>>,
    live_out: Vec<Vec<ValueId>>,
    /// The last operation of a block that uses a value, itself or in its regions.
    last_use: FxHashMap<(ValueId, BlockId), OpId>,
}

impl Liveness {
    /// The liveness of all values in the blocks below `root`.
    pub fn of(m: &Module, root: OpId) -> Self {
        Self::of_values(m, root, |_| true)
    }

    /// The liveness of some values in the blocks below `root`: sets hold no others, and cost nothing
    /// for others.
    pub fn of_values(m: &Module, root: OpId, is_wanted: impl Fn(ValueId) -> bool) -> Self {
        let mut finder = Finder::new(m, root);
        let mut uses: Vec<(ValueId, OpId)> = Vec::new();
        for op in m.walk(root).skip(1) {
            let operands = m.operands(op).iter().copied();
            uses.extend(operands.filter(|&v| is_wanted(v)).map(|v| (v, op)));
        }
        // By value, so that every set comes out sorted.
        uses.sort_unstable();
        uses.dedup();
        for of_value in uses.chunk_by(|a, b| a.0 == b.0) {
            finder.follow(of_value);
        }
        finder.found
    }

    /// What is live into a block, ascending.
    pub fn live_in(&self, block: BlockId) -> &[ValueId] {
        self.set(&self.live_in, block)
    }

    /// What is live out of a block, ascending.
    pub fn live_out(&self, block: BlockId) -> &[ValueId] {
        self.set(&self.live_out, block)
    }

    /// Whether a value is live into a block. `O(log values)`.
    pub fn is_live_in(&self, value: ValueId, block: BlockId) -> bool {
        self.live_in(block).binary_search(&value).is_ok()
    }

    /// Whether a value is live out of a block. `O(log values)`.
    pub fn is_live_out(&self, value: ValueId, block: BlockId) -> bool {
        self.live_out(block).binary_search(&value).is_ok()
    }

    /// Where in a block a value begins to be live: at the first operation if it is live into the
    /// block or an argument of it, else where it is defined; absent when it is not live there at all.
    pub fn start_of(&self, m: &Module, value: ValueId, block: BlockId) -> Option<OpId> {
        if m.value_block(value) != Some(block) {
            return self
                .is_live_in(value, block)
                .then(|| m.first_op(block))
                .flatten();
        }
        match m.value_def(value) {
            ValueDef::Result { op, .. } => Some(op),
            ValueDef::Arg { .. } | ValueDef::Forward => m.first_op(block),
        }
    }

    /// The last operation of a block at which a value is live: that of the block if it is live out of
    /// it, else the last one that uses the value, itself or in its regions, else where it begins to be
    /// live; absent when it is not live there at all. `O(log values)`.
    pub fn end_of(&self, m: &Module, value: ValueId, block: BlockId) -> Option<OpId> {
        if self.is_live_out(value, block) {
            return m.last_op(block);
        }
        let last = self.last_use.get(&(value, block)).copied();
        last.or_else(|| self.start_of(m, value, block))
    }

    fn set<'a>(&'a self, sets: &'a [Vec<ValueId>], block: BlockId) -> &'a [ValueId] {
        let number = self.number.get(&block).map(|&number| number as usize);
        number.map_or(&[], |number| &sets[number])
    }
}

/// What is known of a block while values are followed.
#[derive(Clone, Debug, Default)]
struct Node {
    block: Option<BlockId>,
    /// Region that the block stands in, and the block that the operation around that stands in.
    region: Option<RegionId>,
    around: Option<(OpId, u32)>,
    predecessors: Vec<u32>,
    /// The value that was last found to be live into, out of the block.
    live_in: Option<ValueId>,
    live_out: Option<ValueId>,
}

struct Finder<'m> {
    m: &'m Module,
    nodes: Vec<Node>,
    found: Liveness,
    pending: Vec<u32>,
}

impl<'m> Finder<'m> {
    fn new(m: &'m Module, root: OpId) -> Self {
        let mut finder = Self {
            m,
            nodes: Vec::new(),
            found: Liveness::default(),
            pending: Vec::new(),
        };
        for op in m.walk(root) {
            let around = m
                .op_block(op)
                .and_then(|block| finder.found.number.get(&block))
                .map(|&number| (op, number));
            for &region in m.regions(op) {
                for block in m.blocks(region) {
                    let number = finder.nodes.len() as u32;
                    finder.found.number.insert(block, number);
                    finder.nodes.push(Node {
                        block: Some(block),
                        region: Some(region),
                        around,
                        ..Node::default()
                    });
                }
            }
        }
        for from in 0..finder.nodes.len() as u32 {
            let block = finder.nodes[from as usize].block;
            let last = block.and_then(|block| m.last_op(block));
            for successor in last.map_or(&[][..], |last| m.successors(last)) {
                if let Some(&to) = finder.found.number.get(successor) {
                    let predecessors = &mut finder.nodes[to as usize].predecessors;
                    if predecessors.last() != Some(&from) {
                        predecessors.push(from);
                    }
                }
            }
        }
        let n = finder.nodes.len();
        finder.found.live_in.resize(n, Vec::new());
        finder.found.live_out.resize(n, Vec::new());
        finder
    }

    /// Follows one value from its uses to its definition.
    fn follow(&mut self, uses: &[(ValueId, OpId)]) {
        let Some(&(value, _)) = uses.first() else {
            return;
        };
        let home = self.m.value_block(value);
        let home = home.and_then(|block| self.found.number.get(&block).copied());
        let home_region = home.and_then(|home| self.nodes[home as usize].region);
        for &(_, user) in uses {
            let block = self.m.op_block(user);
            let mut at = block
                .and_then(|block| self.found.number.get(&block).copied())
                .map(|number| (user, number));
            // Outwards until the region that the value is defined in, or through with all of them.
            while let Some((op, number)) = at {
                let node = &self.nodes[number as usize];
                if let Some(block) = node.block {
                    let last = self.found.last_use.entry((value, block)).or_insert(op);
                    if self.m.is_before(*last, op) {
                        *last = op;
                    }
                }
                if Some(number) == home {
                    break;
                }
                let is_home = home.is_some() && node.region == home_region;
                let around = node.around;
                let is_known = node.live_in == Some(value);
                self.enter(value, number, home);
                if is_home && let Some(home) = home {
                    // Also when nothing leads from there to here, as in code that is never reached.
                    self.leave(value, home);
                }
                if is_home || is_known {
                    break;
                }
                at = around;
            }
        }
    }

    /// The value is live into a block: and so out of all that lead to it, and into them, but for the
    /// one that defines it.
    fn enter(&mut self, value: ValueId, block: u32, home: Option<u32>) {
        self.pending.push(block);
        while let Some(block) = self.pending.pop() {
            let node = &mut self.nodes[block as usize];
            if Some(block) == home || node.live_in == Some(value) {
                continue;
            }
            node.live_in = Some(value);
            self.found.live_in[block as usize].push(value);
            for index in 0..self.nodes[block as usize].predecessors.len() {
                let from = self.nodes[block as usize].predecessors[index];
                self.leave(value, from);
                self.pending.push(from);
            }
        }
    }

    fn leave(&mut self, value: ValueId, block: u32) {
        if self.nodes[block as usize].live_out.replace(value) != Some(value) {
            self.found.live_out[block as usize].push(value);
        }
    }
}
