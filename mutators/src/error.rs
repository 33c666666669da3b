//! Why a plan cannot be applied.

use memplan_mlir::OpId;
use memplan_planner::Bytes;

/// A plan that does not fit its module.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct MutateError {
    /// The operation at fault, whose span is the place of the message; absent when the plan names
    /// none.
    pub op: Option<OpId>,
    /// What is wrong.
    pub kind: MutateErrorKind,
}

/// In which way a plan does not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MutateErrorKind {
    /// An id of the plan names nothing that is in the module.
    #[error("the plan names an operation, block or value that is not in the module")]
    Stale,
    /// An operation of the plan is not an allocation of static size.
    #[error("expected an allocation of static size and a ranked memref type")]
    NotAnAllocation,
    /// An operation is to be replaced or removed for two reasons.
    #[error("the plan uses the operation twice")]
    UsedTwice,
    /// The merged allocation cannot be seen where the buffer stands.
    #[error("the block of the merged allocation does not dominate the buffer")]
    OutOfReach,
    /// Buffer and scope disagree.
    #[error("the buffer is in another memory space than the merged allocation")]
    MemorySpace,
    /// The buffer, or the last of its slots, ends behind the merged allocation.
    #[error("a buffer of {size} bytes at offset {offset} does not fit {total} bytes")]
    DoesNotFit {
        /// Offset of the first slot.
        offset: Bytes,
        /// Bytes of one buffer.
        size: Bytes,
        /// Bytes of the merged allocation.
        total: Bytes,
    },
    /// The merged allocation has more bytes than a memref can have.
    #[error("the merged allocation has {total} bytes, the limit is 2^63 - 1")]
    TooLarge {
        /// Its bytes.
        total: Bytes,
    },
    /// The alignment of a scope is not one.
    #[error("alignment {alignment} is not a power of two up to 2^62")]
    BadAlignment {
        /// The alignment found.
        alignment: Bytes,
    },
    /// The allocation promises an alignment that its place does not have.
    #[error("the buffer promises alignment {promised}, its place has none such")]
    Misaligned {
        /// The alignment that the operation promises.
        promised: i64,
    },
    /// The strides do not describe the buffer.
    #[error("the strides of the plan are not those of a dense buffer of this shape")]
    BadStrides,
    /// A loop dimension is not what the plan says.
    #[error(
        "a slot needs induction variables of type `index` around the buffer, and steps above 0"
    )]
    BadSlots,
    /// An operation to be removed does more than that.
    #[error("the plan removes an operation that is used or does more than free a buffer")]
    NotRemovable,
    /// A deallocation of a merged buffer would remain.
    #[error("the plan leaves a deallocation of a buffer that it merges")]
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
