//! `promote-buffers-to-stack`: allocates small buffers on the stack.
//!
//! An allocation is promoted if
//!
//! - the buffer is in the default memory space and small: at most `max-alloc-size-in-bytes` as it is stored, or of
//!   rank at most `max-rank-of-allocated-memref` with ranks of other buffers as its sizes;
//! - it does not leave the enclosing function or `memref.alloca_scope`, nothing may keep its address, and
//!   nothing frees it. Functions that free their arguments are known if the pass runs on the module;
//! - no iteration of a loop around it passes it to the next one, and all operations around it have control flow that
//!   is known and sequential.
//!
//! Stack memory is released at the end of the function, so an allocation in a loop or in a cycle of blocks moves to
//! the start of the scope; one whose size is not static stays on the heap. The promoted buffers of a function have at
//! most `max-total-size-in-bytes` bytes together, in the order of the program; sizes that are ranks count as 0.
//!
//! Differences from MLIR 22, which promotes inside of loops, where the stack grows with each iteration; promotes
//! buffers whose address is stored; counts the elements of strided layouts instead of their extent; and has
//! no limit for a whole function.
//!
//! Cost: linear in the operations, plus for each small allocation the uses of values derived from it, times
//! their nesting depth.

use memplan_memory_model::{AliasScratch, BufferViewFlowAnalysis, Contracts, is_exit};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{
    Allocation, allocation, computes_elements, frees, function_around, has_region_flow,
    is_manually_freed, runs_in_parallel, runs_later,
};
use memplan_mlir::passes::{Field, Options, Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{
    BlockId, DYNAMIC, INDEX_WIDTH, MemRefType, Module, OpId, OpSpec, TypeKind, ValueDef, ValueId,
    names,
};
use rustc_hash::FxHashMap;

use crate::cycles::Cycles;

/// The pass `promote-buffers-to-stack`: replaces small heap allocations by `memref.alloca`.
///
/// A buffer is promoted if it is in the default memory space and small, does not leave its function or
/// `memref.alloca_scope`, nothing may keep its address, and nothing frees it. Run it before deallocation. Near-linear
/// in the operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PromoteBuffersToStack {
    /// Maximum size of a promoted buffer, in bytes.
    pub max_alloc_size: u64,
    /// Maximum rank of a promoted buffer whose dynamic sizes are ranks (`memref.rank`) of other buffers.
    pub max_rank: usize,
    /// Maximum total size of the promoted buffers of a function, in bytes.
    pub max_total_size: u64,
}

impl Default for PromoteBuffersToStack {
    fn default() -> Self {
        Self {
            max_alloc_size: 1024,
            max_rank: 1,
            max_total_size: 16384,
        }
    }
}

impl Pass for PromoteBuffersToStack {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "promote-buffers-to-stack",
            aliases: &[],
            summary: "Allocates small buffers on the stack.",
            cost: "near-linear in the operations",
            source: "the pass of MLIR 22",
        }
    }

    fn options(&self) -> Options<'_, dyn Pass> {
        Options::of(self, Self::default(), |pass| {
            vec![
                Field::value("max-alloc-size-in-bytes", &mut pass.max_alloc_size)
                    .expects("a number of bytes")
                    .help("Largest buffer to promote."),
                Field::value("max-rank-of-allocated-memref", &mut pass.max_rank)
                    .expects("a number of dimensions")
                    .help("Largest rank of a buffer to promote whose sizes are ranks of other buffers."),
                Field::value("max-total-size-in-bytes", &mut pass.max_total_size)
                    .expects("a number of bytes")
                    .help("Largest sum of the promoted buffers of a function."),
            ]
        })
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        promote(m, root, self);
        Ok(())
    }
}

/// Allocates the small buffers below `root` on the stack, as [`PromoteBuffersToStack`] does. Returns whether there
/// were any.
pub fn promote(m: &mut Module, root: OpId, options: &PromoteBuffersToStack) -> bool {
    let small: Vec<(OpId, u64)> = m
        .walk(root)
        .filter_map(|op| {
            let bytes = small_size(m, &allocation(m, op)?, options)?;
            (!is_manually_freed(m, op) && !is_arena(m, op)).then_some((op, bytes))
        })
        .collect();
    if small.is_empty() {
        return false;
    }
    let facts = Facts {
        flow: BufferViewFlowAnalysis::new(m, root),
        cycles: Cycles::new(m, root),
        contracts: Contracts::new(m, root),
    };
    let mut scratch = AliasScratch::default();
    let mut totals: FxHashMap<Option<OpId>, u64> = FxHashMap::default();
    // The last allocation at the start of each scope.
    let mut starts: FxHashMap<BlockId, OpId> = FxHashMap::default();
    let mut has_changed = false;
    for (alloc, bytes) in small {
        let Some(place) = facts.place(m, &mut scratch, alloc) else {
            continue;
        };
        let function = function_around(m, alloc);
        let total = totals.entry(function).or_default();
        match total.checked_add(bytes) {
            Some(sum) if sum <= options.max_total_size => *total = sum,
            _ => continue,
        }
        let new = stack_allocation(m, alloc);
        match place {
            Place::Same => m.insert_before(alloc, new),
            Place::StartOf(block) => {
                match starts.get(&block) {
                    Some(&last) => m.insert_after(last, new),
                    None => m.insert_at_start(block, new),
                }
                starts.insert(block, new);
            }
        }
        let result: Vec<ValueId> = m.results(new).collect();
        m.replace_op(alloc, &result);
        has_changed = true;
    }
    has_changed
}

/// Creates a `memref.alloca` like an allocation, in no block yet.
fn stack_allocation(m: &mut Module, alloc: OpId) -> OpId {
    let name = m.ctx.op_name("memref.alloca");
    let types: Vec<_> = m.results(alloc).map(|value| m.value_type(value)).collect();
    let mut spec = OpSpec::new(name)
        .operands(m.operands(alloc))
        .results(&types)
        .located_at(m, alloc);
    for (name, attr) in m.props(alloc).iter() {
        spec = spec.prop(name, attr);
    }
    for (name, attr) in m.attrs(alloc).iter() {
        spec = spec.attr(name, attr);
    }
    m.create_op(spec)
}

/// Whether an allocation holds merged buffers, and is freed by the next deallocation pass.
fn is_arena(m: &Module, op: OpId) -> bool {
    m.attr(op, names::ARENA).is_some() || m.prop(op, names::ARENA).is_some()
}

/// The size of a buffer in bytes, if it is small; 0 if its dynamic sizes are ranks.
fn small_size(
    m: &Module,
    allocation: &Allocation<'_>,
    options: &PromoteBuffersToStack,
) -> Option<u64> {
    let TypeKind::MemRef(ty) = m.value_type_kind(allocation.buffer) else {
        return None;
    };
    if ty.space.is_some() {
        return None;
    }
    let element = m.ctx.stored_bytes(ty.element, INDEX_WIDTH)?;
    if ty.shape.contains(&DYNAMIC) {
        let is_rank = |&size: &ValueId| m.kernel_of(size, Kernel::Rank).is_some();
        let sizes = allocation.dynamic_sizes;
        let is_small =
            ty.shape.len() <= options.max_rank && ty.layout.is_none() && sizes.iter().all(is_rank);
        return is_small.then_some(0);
    }
    let bytes = extent(m, allocation.buffer, ty)?.checked_mul(element)?;
    (allocation.symbols.is_empty() && bytes <= options.max_alloc_size).then_some(bytes)
}

/// Number of elements from the start of a buffer of static shape up to its last one, including the offset of its
/// layout.
fn extent(m: &Module, buffer: ValueId, ty: &MemRefType) -> Option<u64> {
    let (strides, offset) = m.ctx.memref_strides_offset(m.value_type(buffer))?;
    if ty.shape.contains(&0) {
        return Some(0);
    }
    let mut last = u64::try_from(offset).ok()?;
    for (&size, &stride) in ty.shape.iter().zip(&strides) {
        let steps = u64::try_from(size).ok()?.checked_sub(1)?;
        let stride = u64::try_from(stride).ok()?;
        last = last.checked_add(steps.checked_mul(stride)?)?;
    }
    last.checked_add(1)
}

/// Position of a promoted allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Where it is allocated on the heap.
    Same,
    /// At the start of its scope.
    StartOf(BlockId),
}

/// Facts about everything below the root. Promoting allocations does not invalidate them.
struct Facts {
    flow: BufferViewFlowAnalysis,
    cycles: Cycles,
    contracts: Contracts,
}

impl Facts {
    /// The new place of an allocation; `None` if the buffer stays on the heap.
    fn place(&self, m: &Module, scratch: &mut AliasScratch, alloc: OpId) -> Option<Place> {
        let mut at = m.op_block(alloc)?;
        let mut loops: Vec<OpId> = Vec::new();
        let mut headers: Vec<BlockId> = Vec::new();
        let scope = loop {
            for cycle in self.cycles.left(at, None) {
                if cycle.is_opaque {
                    return None;
                }
                headers.push(cycle.header);
            }
            let parent = m.block_parent(at)?;
            let is_loop = m.has_trait(parent, Traits::LOOP);
            if runs_in_parallel(m, parent) || runs_later(m, parent) {
                return None;
            }
            if m.has_trait(parent, Traits::AUTOMATIC_ALLOCATION_SCOPE) && !is_loop {
                break parent;
            }
            let is_known = has_region_flow(m, parent) && !computes_elements(m, parent);
            if is_loop {
                loops.push(parent);
            } else if !is_known {
                return None;
            }
            at = m.op_block(parent)?;
        };
        let is_repeated = !loops.is_empty() || !headers.is_empty();
        if is_repeated && !m.operands(alloc).is_empty() {
            return None;
        }
        let buffer = m.result(alloc, 0)?;
        let mut stays = true;
        self.flow.resolve_with(scratch, buffer, |alias| {
            let around = m.value_block(alias).and_then(|block| m.block_parent(block));
            let is_carried = matches!(
                m.value_def(alias),
                ValueDef::Arg { block, .. } if headers.contains(&block)
            );
            stays = around.is_some_and(|op| m.encloses(scope, op))
                && !is_carried
                && m.uses(alias).all(|(user, operand)| {
                    let leaves = is_exit(m, user)
                        && m.parent(user)
                            .is_some_and(|op| op == scope || loops.contains(&op));
                    let is_freed =
                        frees(m, user, alias) || self.contracts.freed(user).contains(&alias);
                    !leaves && !is_freed && self.contracts.capture(m, user, operand).is_none()
                });
            stays
        });
        let region = m.block_region(at)?;
        if !stays {
            None
        } else if is_repeated {
            Some(Place::StartOf(m.first_block(region)?))
        } else {
            Some(Place::Same)
        }
    }
}
