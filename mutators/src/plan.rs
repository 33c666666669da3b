//! The input of a mutator ([`MergePlan`]) and its report.

use memplan_mlir::interfaces::AllocationSite;
use memplan_mlir::{AttrId, BlockId, OpId, ValueId};
use memplan_planner::Bytes;

use crate::ArenaKind;

/// The complete rewrite of one module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MergePlan {
    /// One entry for each merged allocation.
    pub scopes: Vec<ScopeRewrite>,
    /// Operations to erase: allocations without accesses, their views and their deallocations, in any
    /// order. Duplicates are allowed.
    pub dead: Vec<OpId>,
}

/// The merged allocation of one scope and memory space, and its buffers.
///
/// A scope without buffers or with a total of 0 is ignored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScopeRewrite {
    /// The block that receives the merged allocation.
    pub block: BlockId,
    /// The operation of this block before which the merged allocation belongs; absent for the start of the
    /// block.
    pub before: Option<OpId>,
    /// Memory space of all buffers; absent for the default one.
    pub memory_space: Option<AttrId>,
    /// Size of the merged allocation: the total of the schedule.
    pub total: Bytes,
    /// Alignment of the merged allocation; a power of two.
    pub alignment: Bytes,
    /// The alignment that the merged allocation needs as a part of another one, if callers of the function may hold it
    /// during whole calls. Only [`ArenaKind::Caller`] makes use of it.
    pub callers_may_hold: Option<Bytes>,
    /// The address of the first byte of the memory, if buffers get their addresses as the attribute `memplan.address`.
    pub base: Option<Bytes>,
    /// The allocations to replace.
    pub buffers: Vec<BufferRewrite>,
}

/// One allocation to replace by a view of the merged allocation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BufferRewrite {
    /// The allocation.
    pub site: AllocationSite,
    /// Offset of the buffer, or of its first slot, in the merged allocation.
    pub offset: Bytes,
}

/// The report of a mutator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MutateReport {
    /// The merged allocations, in the order of the plan; without the scopes that it ignores.
    pub arenas: Vec<ArenaReport>,
    /// Number of allocations replaced by views.
    pub buffers_merged: usize,
    /// Number of removed deallocations of merged buffers.
    pub deallocs_removed: usize,
    /// Number of removed operations of [`MergePlan::dead`].
    pub dead_removed: usize,
}

/// One merged allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArenaReport {
    /// Index in [`MergePlan::scopes`].
    pub scope: usize,
    /// The operation that allocates the merged memory or gets its address; the function if the memory is an argument.
    pub op: OpId,
    /// The memref of the merged memory.
    pub value: ValueId,
    /// Its size.
    pub total: Bytes,
    /// Its alignment.
    pub alignment: Bytes,
    /// The index of the argument, if it is one.
    pub argument: Option<usize>,
    /// The kind of memory.
    pub kind: ArenaKind,
    /// Why it is not of the requested kind; absent if it is, and with [`ArenaKind::Caller`].
    pub fallback: Option<Fallback>,
    /// Whether it is freed in its scope. Memory of the stack, of globals and of arguments never is.
    pub is_freed: bool,
}

/// Why a merged allocation is [`ArenaKind::Alloc`] although another kind was requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fallback {
    /// It is larger than [`MergeAllocOptions::stack_limit`](crate::MergeAllocOptions::stack_limit).
    TooLargeForStack,
    /// Its block is not the first of its region: it may run repeatedly before the stack is released.
    NotAtEntry,
    /// Its block is not in the body of a function, but in a nested region, of which several iterations may run at
    /// once, or later; or the function is not in a symbol table.
    NotInFunction,
    /// The function may be re-entered while it runs: by recursion, from a parallel region, or through
    /// its address.
    Reentered,
    /// The function calls itself, directly or through others.
    Recursive,
    /// The function is named by something other than a direct call.
    AddressTaken,
    /// The function, or an operation that calls it, takes no further arguments.
    FixedSignature,
    /// Its size depends on a value that callers do not have.
    UnknownToCallers,
    /// No bound on its size is known.
    UnboundedSize,
    /// A bound on its size follows from ranges of dimensions that nothing checks.
    UncheckedRange,
}

impl BufferRewrite {
    /// A buffer with identity layout, a single slot and no deallocations.
    pub fn new(alloc: OpId, offset: Bytes, size: Bytes) -> Self {
        Self {
            site: AllocationSite::new(alloc, size.0),
            offset,
        }
    }
}

impl Fallback {
    /// A stable identifier for scripts and reports.
    pub fn code(self) -> &'static str {
        match self {
            Self::TooLargeForStack => "too-large-for-stack",
            Self::NotAtEntry => "not-at-entry",
            Self::NotInFunction => "not-in-function",
            Self::Reentered => "reentered",
            Self::Recursive => "recursive",
            Self::AddressTaken => "address-taken",
            Self::FixedSignature => "fixed-signature",
            Self::UnknownToCallers => "unknown-to-callers",
            Self::UnboundedSize => "unbounded-size",
            Self::UncheckedRange => "unchecked-range",
        }
    }
}
