//! Merged allocations whose size and offsets are computed at run time.
//!
//! An [`OrientationPlan`] says which buffer lies above which. In front of the merged allocation, [`merge_symbolic`]
//! inserts the arithmetic of its formulas: dimensions, sizes, ends as sums, offsets as maxima of ends, and the size of
//! the allocation. With several orientations, all peaks are computed and the offsets of the lowest are selected. Equal
//! computations are made once. Each buffer becomes a view at its offset.
//!
//! Memory on the stack and of globals has the size of a proven bound. Where it is an argument, a function computes the
//! size for callers, and calls inside of the module compute it from their operands.
//!
//! [`read_back`] executes what was inserted, symbolically and at random shapes, and compares it with the formulas. It
//! shares no code with the emitter.

mod checks;
mod emit;
mod memory;
mod normal_form;
mod readback;

use memplan_memory_model::SymbolicSizes;
use memplan_mlir::interfaces::{AllocationSite, allocation, is_deallocated};
use memplan_mlir::{AttrId, BlockId, Module, OpId, TypeKind, ValueId};
use memplan_planner::Bytes;
use memplan_planner::symbols::OrientationPlan;
use rustc_hash::FxHashSet;

use crate::dealloc::arena::{Scopes, Until, mark};
use crate::{ArenaDealloc, ArenaKind, MutateError, MutateErrorKind};

pub use checks::assert_ranges;
pub use memory::{SizeBound, SymbolicMerger};
pub use readback::{ReadBackError, read_back, symbol_values};

/// A merged allocation to make.
#[derive(Clone, Copy, Debug)]
pub struct SymbolicRewrite<'a> {
    /// The block that receives the merged allocation.
    pub block: BlockId,
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
    /// Where its memory comes from.
    pub memory: SymbolicMemory,
    /// Whether the program asserts that no size exceeds 63 bits.
    pub is_checked: bool,
}

/// Where the memory of a merged allocation of symbolic size comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolicMemory {
    /// A `memref.alloc` of the size at hand.
    Heap,
    /// A `memref.alloca` of this size, which must be proven to suffice.
    Stack(Bytes),
    /// A `memref.global` of this size, which must be proven to suffice.
    Global(Bytes),
    /// An argument. Callers inside of the module compute its size; for others there is a function that does.
    Argument,
}

impl SymbolicMemory {
    /// The kind of memory.
    pub fn kind(self) -> ArenaKind {
        match self {
            Self::Heap => ArenaKind::Alloc,
            Self::Stack(_) => ArenaKind::Alloca,
            Self::Global(_) => ArenaKind::Global,
            Self::Argument => ArenaKind::Arg,
        }
    }
}

/// A place where the size of a merged allocation is computed.
#[derive(Clone, Debug)]
pub struct ComputedSize {
    /// The number of bytes.
    pub value: ValueId,
    /// The operation after the computation.
    pub end: OpId,
    /// Values that are symbols there, by index in [`SymbolicRewrite::sizes`], besides those of the function.
    pub symbols: Vec<(ValueId, usize)>,
}

/// The argument that a merged allocation is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArenaArgument {
    /// Its number.
    pub number: usize,
    /// The function that computes the size, for callers outside of the module; absent for private functions.
    pub size_function: Option<String>,
    /// What the size is computed from, in the order of the arguments of that function: numbers of arguments, and of
    /// their dimensions, unless it is the argument itself, sign-extended.
    pub inputs: Vec<(usize, Option<usize>)>,
}

/// A merged allocation that was made.
#[derive(Clone, Debug)]
pub struct SymbolicArena {
    /// The operation that allocates it or gets its address; the function if it is an argument.
    pub op: OpId,
    /// The argument that it is, if it is one.
    pub argument: Option<ArenaArgument>,
    /// The operation after the computation of offsets.
    pub end: OpId,
    /// Where its size is computed.
    pub sizes: Vec<ComputedSize>,
    /// The offset of each buffer.
    pub offsets: Vec<ValueId>,
    /// Whether it is freed in its scope.
    pub is_freed: bool,
    /// The number of operations that compute size and offsets.
    pub n_ops: usize,
}

/// Frees a merged allocation that was made, and removes the deallocations of its buffers. Returns whether it is freed.
fn free(m: &mut Module, rewrite: &SymbolicRewrite<'_>, op: OpId, dealloc: ArenaDealloc) -> bool {
    let buffers = rewrite.sites.iter();
    let mut doomed: Vec<OpId> = buffers
        .clone()
        .flat_map(|buffer| buffer.deallocs.clone())
        .collect();
    let mut seen = FxHashSet::default();
    doomed.retain(|op| seen.insert(*op));
    let is_wanted = match dealloc {
        ArenaDealloc::Always => true,
        ArenaDealloc::Existing => {
            let mut around = m.ancestors(op);
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
    if rewrite.memory != SymbolicMemory::Heap {
        return false;
    }
    let root = m.root();
    let is_freed = is_wanted && Scopes::new(m, root).free(m, op, &until, |_, _| true);
    if !is_freed {
        mark(m, op);
    }
    is_freed
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
