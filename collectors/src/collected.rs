//! The result of a collector.

use std::sync::Arc;

use memplan_memory_model::{HeapPeak, SymbolicSizes};
use memplan_mlir::interfaces::AllocationSite;
use memplan_mlir::{AttrId, BlockId, OpId};
use memplan_planner::{BufferId, Bytes, LifetimeTrace, Tick};

use crate::SkipReason;

/// The result of a collector for one module.
#[derive(Clone, Debug, Default)]
pub struct Collected {
    /// The merged allocations to plan: one or more per allocation scope and memory space, in walk order of the scopes.
    pub scopes: Vec<CollectedScope>,
    /// Merged allocations whose buffers have sizes that are known only at run time. Buffers of static size that could
    /// be in one of them are in [`Self::scopes`], too; the dynamic ones are among the skipped allocations.
    pub symbolic: Vec<SymbolicScope>,
    /// Skipped allocations, in walk order.
    pub skipped: Vec<Skipped>,
    /// Allocations without accesses that can be deleted, in walk order.
    pub dead: Vec<DeadAlloc>,
    /// The lifetime of every allocation, merged or not, in walk order.
    pub lifetimes: Vec<AllocLifetime>,
    /// The allocation scopes in walk order; the index is the scope's id.
    pub scope_ops: Vec<OpId>,
    /// The heap peaks of functions if every buffer is freed separately, where they are known.
    pub separate_peaks: Vec<(OpId, HeapPeak)>,
}

/// The mergeable allocations of one scope and memory space.
#[derive(Clone, Debug)]
pub struct CollectedScope {
    /// Index of the scope operation in [`Collected::scope_ops`].
    pub id: usize,
    /// The enclosing function.
    pub function: OpId,
    /// The operation that is the allocation scope.
    pub scope_op: OpId,
    /// The block whose start receives the merged allocation.
    pub block: BlockId,
    /// The operation of this block before which the merged allocation belongs; absent for the start of the
    /// block.
    pub before: Option<OpId>,
    /// Present if callers of the function may hold the merged allocation during whole calls without raising the
    /// run-time peak: the alignment that it needs as a part of their arenas.
    pub callers_may_hold: Option<Bytes>,
    /// The size of the largest merged allocation that does not raise the run-time peak, if it is known.
    pub limit: Option<Bytes>,
    /// Memory space of all buffers; absent for the default one.
    pub memory_space: Option<AttrId>,
    /// The input of the planner.
    pub trace: LifetimeTrace,
    /// The allocation of each buffer of the trace, indexed by [`BufferId`]. With slots, the buffer of the
    /// trace holds all of them.
    pub sites: Vec<AllocationSite>,
    /// Alignment of the merged allocation, unless a buffer has a larger one.
    pub alignment: Bytes,
    /// The alignment that the merged allocation requests, in bytes, if that of the trace would cost memory; 1
    /// requests none.
    pub asked_alignment: Option<Bytes>,
    /// The address of the first byte of the memory, if the program states it: its buffers get their addresses as
    /// attributes.
    pub base: Option<Bytes>,
}

/// Buffers of one scope and memory space whose sizes are polynomials, all known at one place.
#[derive(Clone, Debug)]
pub struct SymbolicScope {
    /// The enclosing function.
    pub function: OpId,
    /// The block that receives the merged allocation.
    pub block: BlockId,
    /// The operation of this block before which the merged allocation belongs.
    pub before: OpId,
    /// Memory space of all buffers; absent for the default one.
    pub memory_space: Option<AttrId>,
    /// The input of the planner.
    pub trace: LifetimeTrace,
    /// The allocation of each buffer of the trace.
    pub sites: Vec<AllocationSite>,
    /// What the symbols are.
    pub sizes: Arc<SymbolicSizes>,
    /// For each symbol of the trace, its index in [`Self::sizes`].
    pub symbols: Vec<usize>,
    /// The alignment that the user asks for; 1 if it is none.
    pub asked_alignment: Bytes,
    /// The largest alignment that a buffer or its elements require.
    pub required_alignment: Bytes,
}

/// An allocation that is not merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The allocating operation.
    pub alloc: OpId,
    /// Its name, as it would be in a trace.
    pub name: String,
    /// Why it is skipped.
    pub reason: SkipReason,
}

/// An allocation without accesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadAlloc {
    /// The allocating operation.
    pub alloc: OpId,
    /// Its name, as it would be in a trace.
    pub name: String,
    /// The operations to erase, users first, the allocation last. An operation may be in the lists
    /// of several allocations.
    pub erase: Vec<OpId>,
}

/// The lifetime of an allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllocLifetime {
    /// The allocating operation.
    pub alloc: OpId,
    /// Index of its scope in [`Collected::scope_ops`]; absent when it has none.
    pub scope: Option<usize>,
    /// Its lifetime.
    pub state: LifetimeState,
}

/// The known lifetime of an allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LifetimeState {
    /// The analysis cannot track it.
    Untraceable,
    /// It is never accessed.
    NeverAccessed,
    /// From the first access to the last one, both included.
    Accessed {
        /// Tick of the first access.
        first: Tick,
        /// Tick of the last access.
        last: Tick,
    },
}

/// An attribute that an analysis-only run adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnalysisAttr {
    /// `__mergealloc_lifetime = array<i64: scope, first, last>` on an allocation; -2 and -2 when it
    /// is untraceable, -1 and -1 when it is never accessed, and scope -1 when it has none.
    Lifetime {
        /// The allocation.
        op: OpId,
        /// The three numbers.
        value: [i64; 3],
    },
    /// `__mergealloc_scope = id : i64` on an allocation scope.
    Scope {
        /// The scope operation.
        op: OpId,
        /// Its id.
        id: i64,
    },
}

impl AnalysisAttr {
    /// Name of the attribute.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Lifetime { .. } => "__mergealloc_lifetime",
            Self::Scope { .. } => "__mergealloc_scope",
        }
    }
}

impl CollectedScope {
    /// The allocation sites with the ids of their buffers.
    pub fn ids(&self) -> impl Iterator<Item = (BufferId, &AllocationSite)> {
        self.trace.ids().zip(&self.sites)
    }
}

/// The attributes that describe the result: scopes first, then allocations, each in walk order.
pub fn analysis_attributes(collected: &Collected) -> Vec<AnalysisAttr> {
    let scopes = (0..)
        .zip(&collected.scope_ops)
        .map(|(id, &op)| AnalysisAttr::Scope { op, id });
    let lifetimes = collected.lifetimes.iter().map(|lifetime| {
        let scope = lifetime
            .scope
            .map_or(-1, |scope| i64::try_from(scope).unwrap_or(i64::MAX));
        let (first, last) = match lifetime.state {
            LifetimeState::Untraceable => (-2, -2),
            LifetimeState::NeverAccessed => (-1, -1),
            LifetimeState::Accessed { first, last } => (first.0, last.0),
        };
        AnalysisAttr::Lifetime {
            op: lifetime.alloc,
            value: [scope, first, last],
        }
    });
    scopes.chain(lifetimes).collect()
}
