//! What a collector finds.

use memplan_mlir::{AttrId, BlockId, OpId, ValueId};
use memplan_planner::{BufferId, Bytes, LifetimeTrace, Tick};

use crate::SkipReason;

/// Everything that a collector finds in one module.
#[derive(Clone, Debug, Default)]
pub struct Collected {
    /// One entry per allocation scope and memory space, in walk order of the scopes.
    pub scopes: Vec<CollectedScope>,
    /// Allocations that stay as they are, in walk order.
    pub skipped: Vec<Skipped>,
    /// Allocations that nothing accesses and that can be deleted, in walk order.
    pub dead: Vec<DeadAlloc>,
    /// The lifetime of every allocation, merged or not, in walk order.
    pub lifetimes: Vec<AllocLifetime>,
    /// The allocation scopes in walk order; the index is the scope's id.
    pub scope_ops: Vec<OpId>,
}

/// The mergeable allocations of one scope and memory space.
#[derive(Clone, Debug)]
pub struct CollectedScope {
    /// Index of the scope operation in [`Collected::scope_ops`].
    pub id: usize,
    /// The function around everything.
    pub function: OpId,
    /// The operation that is the allocation scope.
    pub scope_op: OpId,
    /// The block at whose start the merged allocation belongs.
    pub block: BlockId,
    /// Memory space of all buffers; absent for the default one.
    pub memory_space: Option<AttrId>,
    /// For the planner.
    pub trace: LifetimeTrace,
    /// What the trace does not say of its buffers, indexed by [`BufferId`].
    pub buffers: Vec<CollectedBuffer>,
}

/// What a trace does not say of a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectedBuffer {
    /// The allocating operation.
    pub alloc: OpId,
    /// The allocated value.
    pub value: ValueId,
    /// Bytes of one buffer; the trace has the size of all slots together.
    pub slot_size: Bytes,
    /// Strides of a layout other than the identity, in elements: a plain view is not enough.
    pub strides: Option<Box<[i64]>>,
    /// The loops that the buffer moves out of; absent when it stays in its scope.
    pub hoist: Option<HoistNest>,
    /// What frees it, to be removed with it. An operation may stand in the lists of several buffers.
    pub deallocs: Vec<OpId>,
}

/// The parallel loops that a buffer moves out of.
///
/// Each iteration takes the slot `offset + n * slot`, where `n` is the number of the iteration:
/// `((d0 * t1 + d1) * t2 + d2) ..` over all dimensions with `d = (iv - lower) / step` and `t` the trip
/// counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HoistNest {
    /// The loops, outermost first.
    pub loops: Vec<OpId>,
    /// Their dimensions, outermost first.
    pub dims: Vec<HoistDim>,
    /// Distance of two slots; the size of one, rounded up to an alignment that the allocation
    /// promises.
    pub slot: Bytes,
    /// Number of slots: the product of all trip counts.
    pub slots: u64,
}

/// One dimension of a parallel loop with constant bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HoistDim {
    /// The induction variable.
    pub iv: ValueId,
    /// Its first value.
    pub lower: i64,
    /// The distance of two values; at least 1.
    pub step: i64,
    /// How many values it takes.
    pub trip_count: u64,
}

/// An allocation that stays as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The allocating operation.
    pub alloc: OpId,
    /// Its name, as it would stand in a trace.
    pub name: String,
    /// Why.
    pub reason: SkipReason,
}

/// An allocation that nothing accesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadAlloc {
    /// The allocating operation.
    pub alloc: OpId,
    /// Its name, as it would stand in a trace.
    pub name: String,
    /// What to erase, users before what they use, the allocation last. An operation may stand in the
    /// lists of several allocations.
    pub erase: Vec<OpId>,
}

/// When an allocation is in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllocLifetime {
    /// The allocating operation.
    pub alloc: OpId,
    /// Index of its scope in [`Collected::scope_ops`]; absent when it has none.
    pub scope: Option<usize>,
    /// When.
    pub state: LifetimeState,
}

/// When an allocation is in use, as far as can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LifetimeState {
    /// It cannot be followed.
    Untraceable,
    /// Nothing accesses it.
    NeverAccessed,
    /// From the first access to the last one, both included.
    Accessed {
        /// Tick of the first access.
        first: Tick,
        /// Tick of the last access.
        last: Tick,
    },
}

/// An attribute that a run which only analyses leaves behind.
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
    /// The buffers with their ids.
    pub fn ids(&self) -> impl Iterator<Item = (BufferId, &CollectedBuffer)> {
        self.trace.ids().zip(&self.buffers)
    }
}

/// The attributes that say what was found: scopes first, then allocations, each in walk order.
pub fn analysis_attributes(collected: &Collected) -> Vec<AnalysisAttr> {
    let scopes = (0..)
        .zip(&collected.scope_ops)
        .map(|(id, &op)| AnalysisAttr::Scope { op, id });
    let lifetimes = collected.lifetimes.iter().map(|found| {
        let scope = found
            .scope
            .map_or(-1, |scope| i64::try_from(scope).unwrap_or(i64::MAX));
        let (first, last) = match found.state {
            LifetimeState::Untraceable => (-2, -2),
            LifetimeState::NeverAccessed => (-1, -1),
            LifetimeState::Accessed { first, last } => (first.0, last.0),
        };
        AnalysisAttr::Lifetime {
            op: found.alloc,
            value: [scope, first, last],
        }
    });
    scopes.chain(lifetimes).collect()
}
