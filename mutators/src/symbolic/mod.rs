//! Merged allocations whose size and offsets are computed at run time.
//!
//! An [`OrientationPlan`] says which buffer lies above which. In front of the merged allocation, [`merge_symbolic`] inserts
//! the arithmetic of its formulas: dimensions, sizes, ends as sums, offsets as maxima of ends, and the size of the allocation.
//! With several orientations, all peaks are computed and the offsets of the lowest are selected. Equal computations are
//! made once. Each buffer becomes a view at its offset.
//!
//! [`read_back`] executes what was inserted, symbolically and at random shapes, and compares it with the formulas. It shares no
//! code with the emitter.

mod emit;
mod normal_form;
mod readback;

use memplan_memory_model::SymbolicSizes;
use memplan_mlir::interfaces::{AllocationSite, allocation, is_deallocated};
use memplan_mlir::{AttrId, Module, OpId, TypeKind, ValueId};
use memplan_planner::Bytes;
use memplan_symbolic::OrientationPlan;
use rustc_hash::FxHashSet;

use crate::dealloc::arena::{Scopes, Until, mark};
use crate::{ArenaDealloc, MutateError, MutateErrorKind};

pub use readback::{ReadBackError, read_back};

/// A merged allocation to make.
#[derive(Clone, Copy, Debug)]
pub struct SymbolicRewrite<'a> {
    /// The merged allocation is inserted before this operation.
    pub before: OpId,
    /// Memory space of all buffers; absent for the default one.
    pub memory_space: Option<AttrId>,
    /// The alignment that the merged allocation requests, in bytes; 1 requests none.
    pub alignment: Bytes,
    /// The formulas.
    pub plan: &'a OrientationPlan,
    /// The allocation of each buffer of the plan.
    pub sites: &'a [AllocationSite],
    /// What symbols are.
    pub sizes: &'a SymbolicSizes,
    /// For each symbol of the plan, its index in `sizes`.
    pub symbols: &'a [usize],
}

/// A merged allocation that was made.
#[derive(Clone, Debug)]
pub struct SymbolicArena {
    /// The operation that allocates it.
    pub op: OpId,
    /// The number of bytes.
    pub size: ValueId,
    /// The offset of each buffer.
    pub offsets: Vec<ValueId>,
    /// Whether it is freed in its scope.
    pub is_freed: bool,
    /// The number of operations that compute size and offsets.
    pub n_ops: usize,
}

/// Makes a merged allocation, and views of it instead of its buffers. `O(orientations * (buffers + edges))`, and
/// near-linear analyses of the module.
///
/// # Errors
/// [`MutateError`] if the rewrite does not fit the module, which is then unchanged.
pub fn merge_symbolic(
    m: &mut Module,
    rewrite: &SymbolicRewrite<'_>,
    dealloc: ArenaDealloc,
) -> Result<SymbolicArena, MutateError> {
    check(m, rewrite)?;
    let mut arena = emit::emit(m, rewrite);
    let buffers = rewrite.sites.iter();
    let mut doomed: Vec<OpId> = buffers.clone().flat_map(|it| it.deallocs.clone()).collect();
    let mut seen = FxHashSet::default();
    doomed.retain(|op| seen.insert(*op));
    let is_wanted = match dealloc {
        ArenaDealloc::Always => true,
        ArenaDealloc::Existing => {
            let mut around = m.ancestors(arena.op);
            !doomed.is_empty() || around.any(|around| is_deallocated(m, around))
        }
    };
    let freed = buffers.filter(|site| site.is_live_until_freed);
    let until: Vec<Until> = freed
        .flat_map(|site| &site.deallocs)
        .filter_map(|&op| Until::before(m, op, |op| seen.contains(&op)))
        .collect();
    for &op in &doomed {
        m.set_operands(op, &[]);
    }
    for &op in &doomed {
        m.erase(op);
    }
    let root = m.root();
    arena.is_freed = is_wanted && Scopes::new(m, root).free(m, arena.op, &until, |_, _| true);
    if !arena.is_freed {
        mark(m, arena.op);
    }
    Ok(arena)
}

fn check(m: &Module, rewrite: &SymbolicRewrite<'_>) -> Result<(), MutateError> {
    let is_standing =
        |op: OpId| op.index() < m.op_count() && !m.is_erased(op) && m.op_block(op).is_some();
    let stale = MutateError {
        op: None,
        kind: MutateErrorKind::Stale,
    };
    let fits = rewrite.plan.size_of.len() == rewrite.sites.len()
        && rewrite.plan.symbols.len() == rewrite.symbols.len()
        && !rewrite.plan.orientations.is_empty();
    if !is_standing(rewrite.before) || !fits {
        return Err(stale);
    }
    for site in rewrite.sites {
        let op = site.alloc;
        if !is_standing(op) {
            return Err(MutateErrorKind::Stale.at(op));
        }
        let allocated = allocation(m, op).ok_or_else(|| MutateErrorKind::NotAnAllocation.at(op))?;
        match m.value_type_kind(allocated.buffer) {
            TypeKind::MemRef(ty) if ty.space != rewrite.memory_space => {
                return Err(MutateErrorKind::MemorySpace.at(op));
            }
            TypeKind::MemRef(_) if site.slots.is_none() && site.strides.is_none() => {}
            _ => return Err(MutateErrorKind::NotAnAllocation.at(op)),
        }
        if site.deallocs.iter().any(|&op| !is_standing(op)) {
            return Err(stale);
        }
    }
    Ok(())
}
