//! Errors of applying a plan.

use memplan_mlir::OpId;
use memplan_planner::Bytes;

/// A plan that does not match its module.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct MutateError {
    /// The offending operation, whose span locates the message; absent if the plan names none.
    pub op: Option<OpId>,
    /// What is wrong.
    pub kind: MutateErrorKind,
}

/// How a plan fails to match its module.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MutateErrorKind {
    /// An id of the plan does not name anything in the module.
    #[error("the plan names an operation, block or value that is not in the module")]
    Stale,
    /// An operation of the plan is not an allocation of static size.
    #[error("expected an allocation with static size and ranked memref type")]
    NotAnAllocation,
    /// The plan replaces or removes an operation twice.
    #[error("the plan uses the operation twice")]
    UsedTwice,
    /// The merged allocation does not dominate the buffer.
    #[error("the block of the merged allocation does not dominate the buffer")]
    OutOfReach,
    /// The buffer and its scope have different memory spaces.
    #[error("the buffer is in another memory space than the merged allocation")]
    MemorySpace,
    /// The buffer, or its last slot, exceeds the merged allocation.
    #[error(
        "a buffer of {size} bytes at offset {offset} exceeds the merged allocation of {total} bytes"
    )]
    DoesNotFit {
        /// Offset of the first slot.
        offset: Bytes,
        /// Size of one buffer.
        size: Bytes,
        /// Size of the merged allocation.
        total: Bytes,
    },
    /// The merged allocation exceeds the size limit of a memref.
    #[error("the merged allocation has {total} bytes, the limit is 2^63 - 1")]
    TooLarge {
        /// Its size.
        total: Bytes,
    },
    /// The alignment of a scope is invalid.
    #[error("alignment {alignment} is not a power of two up to 2^62")]
    BadAlignment {
        /// The alignment found.
        alignment: Bytes,
    },
    /// The allocation requires an alignment that its offset does not have.
    #[error(
        "the buffer requires alignment {promised}, but its offset and the arena do not provide it"
    )]
    Misaligned {
        /// The alignment that the operation requires.
        promised: i64,
    },
    /// The strides do not describe the buffer.
    #[error("the strides of the plan are not those of a dense buffer of this shape")]
    BadStrides,
    /// A loop dimension does not match the plan.
    #[error(
        "slots require enclosing loops with induction variables of type `index` and positive steps"
    )]
    BadSlots,
    /// An operation to be removed has uses or other effects.
    #[error("the plan removes an operation that has uses or effects other than freeing a buffer")]
    NotRemovable,
    /// A deallocation of a merged buffer would remain.
    #[error("the plan keeps a deallocation of a buffer that it merges")]
    DeallocLeft,
}

impl MutateErrorKind {
    /// A stable code for scripts and documents.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Stale => "stale",
            Self::NotAnAllocation => "not-an-allocation",
            Self::UsedTwice => "used-twice",
            Self::OutOfReach => "out-of-reach",
            Self::MemorySpace => "memory-space",
            Self::DoesNotFit { .. } => "does-not-fit",
            Self::TooLarge { .. } => "too-large",
            Self::BadAlignment { .. } => "bad-alignment",
            Self::Misaligned { .. } => "misaligned",
            Self::BadStrides => "bad-strides",
            Self::BadSlots => "bad-slots",
            Self::NotRemovable => "not-removable",
            Self::DeallocLeft => "dealloc-left",
        }
    }

    pub(crate) fn at(self, op: OpId) -> MutateError {
        MutateError {
            op: Some(op),
            kind: self,
        }
    }
}
