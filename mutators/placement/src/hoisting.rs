//! `buffer-hoisting` and `buffer-loop-hoisting`: allocate earlier.
//!
//! `buffer-hoisting` moves an allocation to the block that dominates all its uses and those of everything
//! that may be derived from it, as far as its operands are available there. Allocations that end up in one
//! block can share memory more easily, and a buffer whose allocation dominates all its uses needs no copy
//! to be freed. It does not move allocations out of loops.
//!
//! `buffer-loop-hoisting` moves allocations out of loops, unless an iteration passes the buffer to the next one or to
//! the code after the loop.
//!
//! Both run before deallocation. Functions that free buffers, or that are marked `memplan.deallocated`, are
//! skipped: an allocation that is moved to where it runs more often would leak, and one that is moved out of
//! a loop would be freed in every iteration. Buffers that a called function frees are skipped, too, if the pass runs
//! on the module.
//!
//! Differences from MLIR 22, which moves an allocation out of a loop and leaves its deallocation inside, moves
//! allocations out of `affine.parallel` and out of the code of a device, and moves buffers whose address is kept or
//! that a cycle of blocks carries from one iteration to the next. This pass moves none of these.
//!
//! Cost: linear in the operations, plus for each allocation the uses of values derived from it, times
//! their nesting depth.

use memplan_memory_model::{
    AliasScratch, BufferViewFlowAnalysis, Contracts, frees_its_buffers, is_stack_allocation,
};
use memplan_mlir::analyses::{CfgLoop, Dominance};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{
    allocation, computes_elements, frees, function_around, has_region_flow, is_manually_freed,
    runs_in_parallel,
};
use memplan_mlir::passes::{Pass, PassContext, PassError, PluginInfo, Promise};
use memplan_mlir::{BlockId, Module, OpId, ValueId};

use crate::cycles::Cycles;

/// The pass `buffer-hoisting`: moves each allocation to the block that dominates all uses of the buffer and of
/// everything that may be derived from it, as far as the operands of the allocation are available there. It moves no
/// allocation out of a loop.
///
/// Allocations that end up in one block can share memory more easily. Run it before deallocation: functions that free
/// buffers are not changed. Near-linear in the operations.
#[derive(Clone, Copy, Debug, Default)]
pub struct BufferHoisting;

/// The pass `buffer-loop-hoisting`: moves allocations out of loops, unless an iteration passes the buffer to the next
/// one or to the code after the loop.
///
/// Run it before deallocation: functions that free buffers are not changed. Near-linear in the operations.
#[derive(Clone, Copy, Debug, Default)]
pub struct BufferLoopHoisting;

impl Pass for BufferHoisting {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "buffer-hoisting",
            aliases: &[],
            summary: "Moves allocations to the block that dominates all uses of the buffer.",
            cost: "near-linear in the operations",
            source: "the pass of MLIR 22",
        }
    }

    // May allocate where no path needs the buffer.
    fn promise(&self) -> Promise {
        Promise::MEANING
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        hoist(m, root);
        Ok(())
    }
}

impl Pass for BufferLoopHoisting {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "buffer-loop-hoisting",
            aliases: &[],
            summary: "Moves allocations out of loops.",
            cost: "near-linear in the operations",
            source: "the pass of MLIR 22",
        }
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        hoist_out_of_loops(m, root);
        Ok(())
    }
}

/// Moves the allocations of all functions below `root` to the blocks that dominate all their uses. Returns whether
/// any moved.
pub fn hoist(m: &mut Module, root: OpId) -> bool {
    move_allocations(m, root, Goal::Dominator)
}

/// Moves the allocations of all functions below `root` out of loops. Returns whether any moved.
pub fn hoist_out_of_loops(m: &mut Module, root: OpId) -> bool {
    move_allocations(m, root, Goal::OutOfLoops)
}

/// Where allocations go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    Dominator,
    OutOfLoops,
}

fn move_allocations(m: &mut Module, root: OpId, goal: Goal) -> bool {
    let allocations: Vec<OpId> = m
        .walk(root)
        .filter(|&op| m.has_trait(op, Traits::FUNCTION) && !frees_its_buffers(m, op))
        .flat_map(|function| allocations(m, function, goal))
        .collect();
    if allocations.is_empty() {
        return false;
    }
    let facts = Facts {
        flow: BufferViewFlowAnalysis::new(m, root),
        dominance: Dominance::new(m),
        cycles: Cycles::new(m, root),
        contracts: Contracts::new(m, root),
        goal,
    };
    let mut scratch = AliasScratch::default();
    let mut has_changed = false;
    for alloc in allocations {
        if let Some(before) = facts.destination(m, &mut scratch, alloc) {
            m.detach(alloc);
            m.insert_before(before, alloc);
            has_changed = true;
        }
    }
    has_changed
}

/// The allocations of a function that may move. Those on the stack come last, and move only out of loops.
fn allocations(m: &Module, function: OpId, goal: Goal) -> Vec<OpId> {
    let may_move = |op: OpId| {
        let is_below = match goal {
            Goal::Dominator => {
                let block = m.op_block(op);
                let region = block.and_then(|block| m.block_region(block));
                m.parent(op) != Some(function)
                    || region.and_then(|region| m.first_block(region)) != block
            }
            Goal::OutOfLoops => m.ancestors(op).any(|op| m.has_trait(op, Traits::LOOP)),
        };
        is_below && function_around(m, op) == Some(function) && !is_manually_freed(m, op)
    };
    let on_heap = m.walk(function).filter(|&op| allocation(m, op).is_some());
    let mut movable: Vec<OpId> = on_heap.filter(|&op| may_move(op)).collect();
    if goal == Goal::OutOfLoops {
        let on_stack = m.walk(function).filter(|&op| is_stack_allocation(m, op));
        movable.extend(on_stack.filter(|&op| may_move(op)));
    }
    movable
}

/// Facts about all functions. Moving allocations does not invalidate them.
struct Facts {
    flow: BufferViewFlowAnalysis,
    dominance: Dominance,
    cycles: Cycles,
    contracts: Contracts,
    goal: Goal,
}

impl Facts {
    /// The operation before which an allocation is moved; `None` if it is not moved.
    fn destination(&self, m: &Module, scratch: &mut AliasScratch, alloc: OpId) -> Option<OpId> {
        let from = m.op_block(alloc)?;
        let buffer = m.result(alloc, 0)?;
        let uses = self.common_dominator(m, scratch, from, buffer)?;
        let operands = m.operands(alloc).iter();
        let innermost = operands.filter_map(|&v| m.value_block(v)).reduce(|a, b| {
            if self.dominance.properly_encloses_or_dominates(m, a, b) {
                b
            } else {
                a
            }
        });
        let bound = match self.goal {
            Goal::OutOfLoops => innermost,
            Goal::Dominator => Some(
                innermost
                    .filter(|&at| self.dominance.properly_encloses_or_dominates(m, uses, at))
                    .unwrap_or(uses),
            ),
        };
        let to = self.climb(m, scratch, from, buffer, bound, uses);
        (to != from).then(|| m.ancestor_in_block(to, alloc).or_else(|| m.last_op(to)))?
    }

    /// The block that dominates all uses of a buffer and of what is derived from it; absent if not all of
    /// them are known.
    fn common_dominator(
        &self,
        m: &Module,
        scratch: &mut AliasScratch,
        from: BlockId,
        buffer: ValueId,
    ) -> Option<BlockId> {
        let mut common = Some(from);
        self.flow.resolve_with(scratch, buffer, |alias| {
            let mut add = |block: Option<BlockId>| {
                if block != common {
                    common = common
                        .zip(block)
                        .and_then(|(a, b)| self.dominance.common_dominator(m, a, b));
                }
            };
            add(m.value_block(alias));
            for (user, operand) in m.uses(alias) {
                let is_lost = match self.goal {
                    Goal::Dominator => self.contracts.known_capture(m, user, operand).is_some(),
                    Goal::OutOfLoops => self.contracts.capture(m, user, operand).is_some(),
                };
                let is_freed = frees(m, user, alias) || self.contracts.freed(user).contains(&alias);
                add(m.op_block(user).filter(|_| !is_lost && !is_freed));
            }
            common.is_some()
        });
        common
    }

    /// The outermost block that an allocation may move to: with [`Goal::Dominator`] any block above it, with
    /// [`Goal::OutOfLoops`] one around a loop.
    fn climb(
        &self,
        m: &Module,
        scratch: &mut AliasScratch,
        from: BlockId,
        buffer: ValueId,
        bound: Option<BlockId>,
        uses: BlockId,
    ) -> BlockId {
        let dominance = &self.dominance;
        let (mut at, mut goal) = (from, from);
        let is_below =
            |at| bound.is_none_or(|b| dominance.properly_encloses_or_dominates(m, b, at));
        while dominance.is_reachable(at) && is_below(at) {
            let above = dominance.immediate_dominator(at);
            if self.is_carried(m, scratch, buffer, at, above) {
                break;
            }
            if let Some(above) = above {
                at = above;
                if self.goal == Goal::Dominator {
                    goal = at;
                }
                continue;
            }
            let Some(parent) = m.block_parent(at) else {
                break;
            };
            let Some(block) = m.op_block(parent) else {
                break;
            };
            if !self.may_leave(m, parent, block, uses) {
                break;
            }
            (at, goal) = (block, block);
        }
        goal
    }

    /// Whether an allocation may move from the region of an operation to the block around it.
    fn may_leave(&self, m: &Module, parent: OpId, block: BlockId, uses: BlockId) -> bool {
        let is_loop = m.has_trait(parent, Traits::LOOP);
        let is_known = is_loop || (has_region_flow(m, parent) && !computes_elements(m, parent));
        if !is_known || runs_in_parallel(m, parent) {
            return false;
        }
        match self.goal {
            Goal::Dominator => !is_loop,
            Goal::OutOfLoops => {
                let flows_out = block == uses
                    || self
                        .dominance
                        .properly_encloses_or_dominates(m, uses, block);
                is_loop && !flows_out
            }
        }
    }

    /// Whether the step from a block to the one above it, or out of its region, leaves a cycle of blocks in which a
    /// later iteration may still use the buffer of an earlier one. If a branch passes it on, it is an argument of the
    /// cycle's header.
    fn is_carried(
        &self,
        m: &Module,
        scratch: &mut AliasScratch,
        buffer: ValueId,
        from: BlockId,
        to: Option<BlockId>,
    ) -> bool {
        let mut left = self.cycles.left(from, to).peekable();
        if left.peek().is_none() {
            return false;
        }
        let left: Vec<CfgLoop> = left.collect();
        let mut is_carried = left.iter().any(|cycle| cycle.is_opaque);
        self.flow.resolve_with(scratch, buffer, |alias| {
            is_carried |= left
                .iter()
                .any(|cycle| m.block_args(cycle.header).contains(&alias))
                || m.uses(alias)
                    .any(|(user, operand)| self.contracts.capture(m, user, operand).is_some());
            !is_carried
        });
        is_carried
    }
}
