//! Frees merged allocations in the scope that allocates them.
//!
//! No buffer of a merged allocation leaves the scope that it is in, so it can be freed in that scope, on every exit,
//! without an ownership indicator and without a comparison: after its last use, or at the start of the blocks in
//! which it is no longer live. An allocation that was freed like this is marked `bufferization.manual_deallocation`,
//! and so is what frees it: to every other pass, of memplan and of MLIR, its views are borrowed memory that nothing
//! owns.
//!
//! A merged allocation without a deallocation is marked `memplan.arena` until the ownership pass
//! frees it in the same way.

use memplan_memory_model::{AliasScratch, BufferViewFlowAnalysis, may_outlive};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{
    allocation, arena_alignments, is_manually_freed, is_plain_dealloc, is_within_deferred,
    runs_later,
};
use memplan_mlir::{BlockId, Module, OpId, RegionId, StrId, ValueId, names};
use memplan_support::Sort;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::queries::post_order;
use crate::builder::Builder;

/// Marks a merged allocation to be freed in its scope by the next deallocation pass.
pub(crate) fn mark(m: &mut Module, arena: OpId) {
    set_mark(m, arena, names::ARENA);
}

/// Marks memory that is allocated for one call and freed after it as freed manually, so that deallocation skips it.
/// Linear.
pub fn settle_arenas_of_calls(m: &mut Module) {
    for (arena, _) in arena_alignments(m) {
        let Some(op) = m.defining_op(arena) else {
            continue;
        };
        if allocation(m, op).is_none() {
            continue;
        }
        let users = m.uses(arena).map(|(user, _)| user);
        let frees: Vec<OpId> = users.filter(|&user| is_plain_dealloc(m, user)).collect();
        for user in frees {
            set_mark(m, user, names::MANUAL_DEALLOCATION);
            set_mark(m, op, names::MANUAL_DEALLOCATION);
        }
    }
}

/// Frees every allocation below `root` that is marked as merged. If another pass made it escape its
/// scope, the mark is removed and it becomes an ordinary allocation. Linear.
pub(super) fn free_all(m: &mut Module, root: OpId) {
    let arenas: Vec<OpId> = m
        .walk(root)
        .filter(|&op| m.attr(op, names::ARENA).is_some() && allocation(m, op).is_some())
        .collect();
    if arenas.is_empty() {
        return;
    }
    let mut scopes = Scopes::new(m, root);
    for arena in arenas {
        let trusted = |m: &Module, op: OpId| {
            !may_outlive(m, op) && !runs_later(m, op) && !is_within_deferred(m, op)
        };
        m.remove_attr(arena, names::ARENA);
        if !is_manually_freed(m, arena) {
            scopes.free(m, arena, &[], trusted);
        }
    }
}

/// A point of the program until which a buffer is live.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Until {
    /// After an operation.
    After(OpId),
    /// Before the first operation of a block.
    StartOf(BlockId),
}

impl Until {
    /// The point of an operation that is about to be removed together with others.
    pub(crate) fn before(m: &Module, op: OpId, is_removed: impl Fn(OpId) -> bool) -> Option<Self> {
        let mut earlier = std::iter::successors(m.prev_op(op), |&op| m.prev_op(op));
        let before = earlier.find(|&op| !is_removed(op)).map(Self::After);
        before.or_else(|| m.op_block(op).map(Self::StartOf))
    }
}

/// Frees merged allocations in their scopes.
pub(crate) struct Scopes {
    flow: BufferViewFlowAnalysis,
    scratch: AliasScratch,
}

impl Scopes {
    /// Linear in the size of the program. Later changes may insert deallocations, but no new aliases of
    /// buffers.
    pub(crate) fn new(m: &Module, root: OpId) -> Self {
        Self {
            flow: BufferViewFlowAnalysis::across_calls(m, root),
            scratch: AliasScratch::default(),
        }
    }

    /// Frees the buffer of `arena` on every exit of its region, and marks it. Returns `false` if that is impossible:
    /// it may leave the region, its terminator uses it, it is already freed, or `is_harmless` rejects a user. The
    /// buffer stays live up to all points of `until`. Linear in the uses and in the blocks of the region.
    pub(crate) fn free(
        &mut self,
        m: &mut Module,
        arena: OpId,
        until: &[Until],
        is_harmless: impl Fn(&Module, OpId) -> bool,
    ) -> bool {
        let Some(buffer) = m.result(arena, 0) else {
            return false;
        };
        let Some(places) = self.places(m, arena, buffer, until, is_harmless) else {
            return false;
        };
        for anchor in places {
            let op = Builder::before(m, anchor).effect("memref.dealloc", &[buffer]);
            set_mark(m, op, names::MANUAL_DEALLOCATION);
        }
        set_mark(m, arena, names::MANUAL_DEALLOCATION);
        true
    }

    /// The operations before which the buffer is freed.
    fn places(
        &mut self,
        m: &Module,
        arena: OpId,
        buffer: ValueId,
        until: &[Until],
        is_harmless: impl Fn(&Module, OpId) -> bool,
    ) -> Option<Vec<OpId>> {
        let home = m.op_block(arena)?;
        let region = m.block_region(home)?;
        // Only the entry block of a region runs exactly once each time that control enters the region.
        if m.first_block(region) != Some(home) {
            return None;
        }
        let mut names = Vec::new();
        self.flow.resolve_with(&mut self.scratch, buffer, |value| {
            names.push(value);
            true
        });
        // The last use in each block; `None` where the buffer is only needed at the start.
        let mut last: FxHashMap<BlockId, Option<OpId>> = FxHashMap::default();
        last.insert(home, Some(arena));
        let mut extend = |block: BlockId, at: Option<OpId>| {
            let latest = last.entry(block).or_insert(at);
            if at.is_some_and(|at| latest.is_none_or(|latest| m.is_before(latest, at))) {
                *latest = at;
            }
        };
        for point in until {
            let op = match *point {
                Until::StartOf(block) if m.block_region(block) == Some(region) => {
                    extend(block, None);
                    continue;
                }
                Until::StartOf(block) => m.block_parent(block)?,
                Until::After(op) => op,
            };
            let at = ancestor_in_region(m, region, op)?;
            extend(m.op_block(at)?, Some(at));
        }
        for (user, _) in names.iter().flat_map(|&name| m.uses(name)) {
            let at = ancestor_in_region(m, region, user)?;
            if m.has_trait(at, Traits::TERMINATOR) {
                let hands_on = at == user && !m.successors(at).is_empty();
                if hands_on {
                    continue;
                }
                return None;
            }
            if is_plain_dealloc(m, user) || !is_harmless(m, user) {
                return None;
            }
            extend(m.op_block(at)?, Some(at));
        }
        let graph = Graph::new(m, home);
        let mut places = graph.places(m, &last);
        places.sort_stable();
        Some(places)
    }
}

/// The blocks of a region that control can reach.
struct Graph {
    home: BlockId,
    blocks: Vec<BlockId>,
    before: FxHashMap<BlockId, SmallVec<[BlockId; 2]>>,
    live_in: FxHashSet<BlockId>,
}

impl Graph {
    fn new(m: &Module, home: BlockId) -> Self {
        let blocks = post_order(m, home);
        let mut before: FxHashMap<BlockId, SmallVec<[BlockId; 2]>> = FxHashMap::default();
        for &block in &blocks {
            for &next in successors(m, block) {
                before.entry(next).or_default().push(block);
            }
        }
        Self {
            home,
            blocks,
            before,
            live_in: FxHashSet::default(),
        }
    }

    /// Where a buffer that is allocated in the first block dies, given its last use in each block.
    fn places(mut self, m: &Module, last: &FxHashMap<BlockId, Option<OpId>>) -> Vec<OpId> {
        // Dominators first, so that few rounds are enough.
        let blocks: Vec<BlockId> = self.blocks.iter().rev().copied().collect();
        for &block in blocks.iter().filter(|block| last.contains_key(block)) {
            self.need(block);
        }
        // If the buffer is live on some edges into a block, it stays live on all of them.
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for &block in &blocks {
                let ways = self.ways_in(block).iter();
                let n_live = ways.filter(|&&before| self.is_live_out(m, before)).count();
                let is_mixed = n_live != 0 && n_live != self.ways_in(block).len();
                if is_mixed && !self.is_live_in(block) {
                    self.need(block);
                    has_changed = true;
                }
            }
        }
        let mut places = Vec::new();
        for &block in &self.blocks {
            let is_live_in = self.is_live_in(block);
            let comes_in =
                is_live_in || self.ways_in(block).iter().any(|&b| self.is_live_out(m, b));
            if !comes_in || (is_live_in && self.is_live_out(m, block)) {
                continue;
            }
            let used = last.get(&block).copied().flatten();
            places.extend(match used.filter(|_| is_live_in) {
                Some(op) => m.next_op(op),
                None => m.first_op(block),
            });
        }
        places
    }

    fn ways_in(&self, block: BlockId) -> &[BlockId] {
        self.before.get(&block).map_or(&[], |list| list)
    }

    fn is_live_in(&self, block: BlockId) -> bool {
        block == self.home || self.live_in.contains(&block)
    }

    fn is_live_out(&self, m: &Module, block: BlockId) -> bool {
        let mut next = successors(m, block).iter();
        self.is_live_in(block) && next.any(|next| self.live_in.contains(next))
    }

    /// Marks the buffer as live into a block, and so into all blocks on the paths from its allocation to that block.
    fn need(&mut self, block: BlockId) {
        let mut open = vec![block];
        while let Some(block) = open.pop() {
            if block != self.home && self.live_in.insert(block) {
                open.extend_from_slice(self.ways_in(block));
            }
        }
    }
}

fn successors(m: &Module, block: BlockId) -> &[BlockId] {
    m.last_op(block).map_or(&[], |last| m.successors(last))
}

/// The operation of a region that `op` is or is in; `None` if `op` is elsewhere. `O(depth)`.
fn ancestor_in_region(m: &Module, region: RegionId, op: OpId) -> Option<OpId> {
    let mut at = op;
    while m.op_block(at).and_then(|block| m.block_region(block)) != Some(region) {
        at = m.parent(at)?;
    }
    Some(at)
}

fn set_mark(m: &mut Module, op: OpId, name: StrId) {
    let unit = m.ctx.unit_attr();
    m.set_attr(op, name, unit);
}
