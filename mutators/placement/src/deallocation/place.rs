//! Places the deallocation of every owner after the last use of its aliases.

use memplan_memory_model::AliasScratch;
use memplan_mlir::analyses::{BlockOrder, PostDominance};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::is_plain_dealloc;
use memplan_mlir::rewrite::split_edge;
use memplan_mlir::{BlockId, Module, OpId, RegionId, ValueDef, ValueId};
use memplan_support::Sort;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::Program;
use super::copies::insert;
use super::owners::{Owner, Owners, aliases};
use super::unread::Unread;

/// Inserts or moves the deallocations of all owners. Adds the operations through which a buffer may outlive
/// its deallocation to `escapes`, with the definition of the buffer.
pub(super) fn all(
    m: &mut Module,
    program: &Program,
    owners: &Owners,
    unread: &Unread,
    escapes: &mut Vec<(OpId, Option<OpId>)>,
) {
    let mut placer = Placer {
        m,
        program,
        owners,
        unread,
        graphs: FxHashMap::default(),
        split: FxHashMap::default(),
    };
    let mut scratch = AliasScratch::default();
    let staying = owners
        .list
        .iter()
        .filter(|owner| !owners.moved.contains(&owner.value));
    for &owner in staying {
        let Some(region) = placer.m.block_region(owner.block) else {
            continue;
        };
        placer
            .graphs
            .entry(region)
            .or_insert_with(|| Graph::new(placer.m, region));
        let live = placer.live(&mut scratch, owner, region);
        escapes.extend(
            live.escape
                .map(|op| (op, placer.m.defining_op(owner.value))),
        );
        placer.place(owner, region, &live);
    }
}

/// The blocks of a region as they were before any edge was split.
struct Graph {
    /// Absent if the region has one block.
    flow: Option<Flow>,
}

struct Flow {
    post: PostDominance,
    blocks: Vec<BlockId>,
    /// By block: the innermost loop around it.
    loop_of: FxHashMap<BlockId, Option<u32>>,
    predecessors: FxHashMap<BlockId, SmallVec<[BlockId; 2]>>,
    /// Blocks through which control leaves the region.
    exits: Vec<BlockId>,
}

/// Where a buffer is used, at the level of its own region.
#[derive(Debug, Default)]
struct Live {
    /// The last use in each block, sorted by block. Without an operation: at the start.
    uses: Vec<(BlockId, Option<OpId>)>,
    /// The blocks of aliases, in no order.
    names: Vec<BlockId>,
    /// The last operation of each block that defines an alias, sorted by block.
    definitions: Vec<(BlockId, Option<OpId>)>,
    /// A use through which the buffer may be reached later.
    escape: Option<OpId>,
}

struct Placer<'a> {
    m: &'a mut Module,
    program: &'a Program,
    owners: &'a Owners,
    unread: &'a Unread,
    graphs: FxHashMap<RegionId, Graph>,
    /// The terminators of the blocks that were inserted on edges, by the terminator and the successor index of the
    /// edge.
    split: FxHashMap<(OpId, usize), OpId>,
}

impl Graph {
    fn new(m: &Module, region: RegionId) -> Self {
        let first = m.first_block(region);
        if first.is_none_or(|first| m.next_block(first).is_none()) {
            return Self { flow: None };
        }
        let order = BlockOrder::new(m, region);
        let mut predecessors: FxHashMap<BlockId, SmallVec<[BlockId; 2]>> = FxHashMap::default();
        let mut exits = Vec::new();
        for &block in order.blocks() {
            let successors = m.last_op(block).map_or(&[][..], |last| m.successors(last));
            for &to in successors {
                predecessors.entry(to).or_default().push(block);
            }
            if successors.is_empty() {
                exits.push(block);
            }
        }
        let positions = order.blocks().iter().copied().enumerate();
        Self {
            flow: Some(Flow {
                post: PostDominance::new(m, region),
                loop_of: positions
                    .map(|(position, block)| (block, order.loop_of(position)))
                    .collect(),
                blocks: order.blocks().to_vec(),
                predecessors,
                exits,
            }),
        }
    }
}

impl Flow {
    /// The block in which one deallocation is executed exactly once for each buffer, after all uses; `None` if there is
    /// none.
    fn post_dominator(&self, program: &Program, owner: BlockId, live: &Live) -> Option<BlockId> {
        let used = live.uses.iter().map(|used| used.0);
        let mut at = owner;
        for block in used.clone().chain(live.names.iter().copied()) {
            at = self.post.nearest_common(at, block)?;
        }
        let is_once = program.dominance.block_dominates(owner, at)
            && (at == owner || self.loop_of.get(&owner) == self.loop_of.get(&at));
        // A use from which every path leads to the next allocation may run after the deallocation.
        let is_after = |block| block != owner && self.post.block_post_dominates(owner, block);
        (is_once && !used.into_iter().any(is_after)).then_some(at)
    }
}

impl Placer<'_> {
    /// The uses of all aliases of an owner, at the level of its region.
    fn live(&self, scratch: &mut AliasScratch, owner: Owner, region: RegionId) -> Live {
        let m = &*self.m;
        let mut live = Live::default();
        for alias in aliases(self.program, self.owners, self.unread, scratch, owner.value) {
            if let Some((block, definition)) = definition(m, alias, region) {
                live.names.push(block);
                live.definitions.push((block, definition));
            }
            for (user, operand) in m.uses(alias) {
                if Some(user) == owner.free || self.unread.receives(user, operand) {
                    continue;
                }
                let contracts = &self.program.contracts;
                if contracts.known_capture(m, user, operand).is_some() {
                    live.escape = Some(user);
                }
                live.uses.extend(ancestor(m, user, region));
            }
        }
        if live.escape.is_some() {
            live.uses.extend(self.ends(region));
        }
        keep_last(m, &mut live.uses);
        keep_last(m, &mut live.definitions);
        live.names.sort_stable();
        live.names.dedup();
        live
    }

    /// The places just before control leaves a region.
    fn ends(&self, region: RegionId) -> Vec<(BlockId, Option<OpId>)> {
        let flow = self
            .graphs
            .get(&region)
            .and_then(|graph| graph.flow.as_ref());
        let exits = match flow {
            Some(flow) => flow.exits.clone(),
            None => self.m.first_block(region).into_iter().collect(),
        };
        let end = |block| {
            (
                block,
                self.m.last_op(block).and_then(|last| self.m.prev_op(last)),
            )
        };
        exits.into_iter().map(end).collect()
    }

    fn place(&mut self, owner: Owner, region: RegionId, live: &Live) {
        let flow = self
            .graphs
            .get(&region)
            .and_then(|graph| graph.flow.as_ref());
        let block = match flow {
            None => Some(owner.block),
            Some(flow) => flow.post_dominator(self.program, owner.block, live),
        };
        match block {
            Some(block) => self.place_in(owner, block, region, live),
            None if owner.free.is_some() => {}
            None => self.place_on_edges(owner, region, live),
        }
    }

    /// Frees in one block, after the last use in it.
    fn place_in(&mut self, owner: Owner, block: BlockId, region: RegionId, live: &Live) {
        let last_use = at_block(&live.uses, block).flatten();
        let mut last = last_use;
        if let Some(definition) = at_block(&live.definitions, block).flatten()
            && last.is_none_or(|last| self.m.is_before(last, definition))
        {
            last = Some(definition);
        }
        // Without uses, frees after the first operation of the block, as MLIR does.
        let is_first = |&op: &OpId| Some(op) == owner.free || !is_plain_dealloc(self.m, op);
        let first = self.m.ops(block).find(is_first);
        let last = last.or_else(|| first.filter(|&op| !self.is_end(op)));
        match last {
            Some(op) if Some(op) == owner.free => {}
            Some(op) if self.is_end(op) => {
                if !self.m.successors(op).is_empty() && owner.free.is_none() {
                    self.place_on_edges(owner, region, live);
                }
            }
            Some(op) => self.free_after(owner, op, live.escape.is_some()),
            None => {
                if let Some(first) = self.m.first_op(block) {
                    self.free_before(owner, first);
                }
            }
        }
    }

    fn is_end(&self, op: OpId) -> bool {
        self.m.has_trait(op, Traits::TERMINATOR) || !self.m.successors(op).is_empty()
    }

    fn free_after(&mut self, owner: Owner, op: OpId, escapes: bool) {
        let Some(free) = owner.free else {
            match self.m.next_op(op) {
                Some(next) => self.free_before(owner, next),
                None => {
                    if let Some(block) = self.m.op_block(op) {
                        let free = insert(self.m, op, DEALLOC, &[owner.value], &[], &[]);
                        self.m.detach(free);
                        self.m.insert_at_end(block, free);
                    }
                }
            }
            return;
        };
        if escapes {
            return;
        }
        // Deallocations keep their order.
        let mut next = self.m.next_op(op);
        while let Some(at) = next.filter(|&at| at != free && is_plain_dealloc(self.m, at)) {
            next = self.m.next_op(at);
        }
        if next != Some(free) {
            self.m.detach(free);
            self.m.insert_after(op, free);
        }
    }

    fn free_before(&mut self, owner: Owner, op: OpId) {
        match owner.free {
            Some(free) if free == op => {}
            Some(free) => {
                self.m.detach(free);
                self.m.insert_before(op, free);
            }
            None => {
                insert(self.m, op, DEALLOC, &[owner.value], &[], &[]);
            }
        }
    }

    /// Frees after the last use in every block in which the buffer dies, and on every edge on which it does.
    fn place_on_edges(&mut self, owner: Owner, region: RegionId, live: &Live) {
        let flow = self
            .graphs
            .get(&region)
            .and_then(|graph| graph.flow.as_ref());
        let Some(flow) = flow else { return };
        let live_in = live_in(flow, owner.block, live);
        let mut after: Vec<OpId> = Vec::new();
        let mut before: Vec<OpId> = Vec::new();
        let mut edges: Vec<(OpId, usize, BlockId)> = Vec::new();
        for &block in &flow.blocks {
            if block != owner.block && !live_in.contains(&block) {
                continue;
            }
            let Some(end) = self.m.last_op(block) else {
                continue;
            };
            let last = at_block(&live.uses, block);
            let definition = self.m.defining_op(owner.value);
            let definition = definition.filter(|_| block == owner.block);
            let last = last.flatten().or(definition);
            let successors: SmallVec<[BlockId; 2]> = (0..self.m.successors(end).len())
                .map(|index| self.successor(end, index))
                .collect();
            let is_live_out = successors.iter().any(|to| live_in.contains(to));
            if is_live_out || (last == Some(end) && !successors.is_empty()) {
                let dying = successors.iter().copied().enumerate();
                let dying = dying.filter(|(_, to)| !live_in.contains(to));
                edges.extend(dying.map(|(index, to)| (end, index, to)));
                continue;
            }
            match last {
                // The terminator returns the buffer, or its effect on the buffer is unknown.
                Some(last) if last == end => {}
                Some(last) => after.push(last),
                None => before.extend(self.m.first_op(block)),
            }
        }
        let mut n_dying: FxHashMap<BlockId, usize> = FxHashMap::default();
        for (_, _, to) in &edges {
            *n_dying.entry(*to).or_default() += 1;
        }
        let n_edges = |to: &BlockId| flow.predecessors.get(to).map_or(0, |list| list.len());
        let is_whole = |to: &BlockId| n_dying.get(to).copied() == Some(n_edges(to));
        let mut starts: Vec<BlockId> = Vec::new();
        let mut split: Vec<(OpId, usize)> = Vec::new();
        for (end, index, to) in edges {
            if !is_whole(&to) {
                split.push((end, index));
            } else if !starts.contains(&to) {
                starts.push(to);
            }
        }
        before.extend(starts.iter().filter_map(|&block| self.m.first_op(block)));
        for op in after {
            self.free_after(owner, op, false);
        }
        for op in before {
            self.free_before(owner, op);
        }
        for edge in split {
            let branch = self.split_branch(edge);
            self.free_before(owner, branch);
        }
    }

    /// The branch of the block that splits an edge.
    fn split_branch(&mut self, edge: (OpId, usize)) -> OpId {
        if let Some(&branch) = self.split.get(&edge) {
            return branch;
        }
        let branch = split_edge(self.m, edge.0, edge.1);
        self.split.insert(edge, branch);
        branch
    }

    /// A successor as it was before any edge was split.
    fn successor(&self, op: OpId, index: usize) -> BlockId {
        let through = self.split.get(&(op, index));
        match through {
            Some(&branch) => self.m.successors(branch)[0],
            None => self.m.successors(op)[index],
        }
    }
}

const DEALLOC: &str = "memref.dealloc";

/// The blocks, besides that of the owner, at whose start the buffer is needed.
fn live_in(flow: &Flow, owner: BlockId, live: &Live) -> FxHashSet<BlockId> {
    let mut blocks = FxHashSet::default();
    let mut open: Vec<BlockId> = live.uses.iter().map(|used| used.0).collect();
    while let Some(block) = open.pop() {
        if block != owner && blocks.insert(block) {
            open.extend(flow.predecessors.get(&block).into_iter().flatten());
        }
    }
    blocks
}

/// Where a value is defined, at the level of a region: the block, and the operation unless it is an argument of that
/// block.
fn definition(m: &Module, value: ValueId, region: RegionId) -> Option<(BlockId, Option<OpId>)> {
    match m.value_def(value) {
        ValueDef::Result { op, .. } => ancestor(m, op, region),
        ValueDef::Arg { block, .. } if m.block_region(block) == Some(region) => Some((block, None)),
        ValueDef::Arg { block, .. } => ancestor(m, m.block_parent(block)?, region),
        ValueDef::Forward => None,
    }
}

/// The operation around `op`, or itself, that is directly in a region. `O(depth)`.
fn ancestor(m: &Module, op: OpId, region: RegionId) -> Option<(BlockId, Option<OpId>)> {
    let around = std::iter::once(op).chain(m.ancestors(op));
    around
        .filter_map(|op| Some((m.op_block(op)?, Some(op))))
        .find(|(block, _)| m.block_region(*block) == Some(region))
}

/// Keeps the last place in each block.
fn keep_last(m: &Module, places: &mut Vec<(BlockId, Option<OpId>)>) {
    places.sort_stable();
    places.dedup_by(|next, kept| {
        if next.0 != kept.0 {
            return false;
        }
        let is_later = match (kept.1, next.1) {
            (Some(kept), Some(next)) => m.is_before(kept, next),
            (kept, _) => kept.is_none(),
        };
        if is_later {
            kept.1 = next.1;
        }
        true
    });
}

/// The place in a block, of places sorted by block.
fn at_block(places: &[(BlockId, Option<OpId>)], block: BlockId) -> Option<Option<OpId>> {
    let at = places.binary_search_by_key(&block, |place| place.0).ok()?;
    Some(places[at].1)
}
