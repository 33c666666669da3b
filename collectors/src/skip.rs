//! Reasons why an allocation is neither merged nor deleted.

use std::fmt;

use memplan_memory_model::Loss;
use memplan_mlir::{BlockId, OpId};

/// Why an allocation is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SkipReason {
    /// It outlives the function or the iteration: this terminator passes it on.
    Escapes {
        /// The terminator.
        via: OpId,
    },
    /// Its address is taken, or it becomes a value whose uses are not followed.
    PointerTaken {
        /// The operation that takes the address.
        by: OpId,
    },
    /// It is stored in memory.
    StoredToMemory {
        /// The storing operation.
        by: OpId,
    },
    /// It is passed to an operation that runs later than its position in the program.
    RunsLater {
        /// The operation that starts the work.
        by: OpId,
    },
    /// It is an operand of an unknown operation, and the options do not trust those.
    UnknownOp {
        /// The operation.
        by: OpId,
    },
    /// It is passed to a function that may use it after the call.
    KeptByCallee {
        /// The call.
        by: OpId,
    },
    /// Its deallocation cannot be removed: it may free another buffer instead, or has other effects.
    ConditionalDealloc {
        /// The freeing operation.
        by: OpId,
    },
    /// Not every path of its allocation scope is known to free it.
    NotFreed,
    /// It may still be live when its operation allocates again.
    AllocatedAgain,
    /// It is marked `bufferization.manual_deallocation`: the program frees it.
    ManualDeallocation,
    /// An operation asserts that it is a different allocation than a merged buffer.
    DistinctObjects {
        /// The asserting operation.
        by: OpId,
    },
    /// It is allocated in a cycle of blocks and passed to the next iteration.
    LiveIntoNextRound {
        /// The first block of the cycle.
        header: BlockId,
    },
    /// It may alias too many other buffers for the analysis to continue.
    TooManyAliases,
    /// It is used only by views and deallocations, which cannot be deleted.
    NotAccessed,
    /// Its shape is not static.
    DynamicShape,
    /// Its size is known only after the merged allocation, and that of no other buffer is.
    LateSize,
    /// Its size, or the number of sizes of its function, exceeds the limits of polynomials.
    TooComplex,
    /// Its layout is not dense.
    Layout,
    /// The size of its elements is unknown.
    ElementWidth,
    /// Its layout has symbols.
    Symbols,
    /// It requires an alignment that the merged allocation cannot provide.
    Alignment {
        /// The alignment in bytes.
        alignment: i64,
    },
    /// Its size does not fit 63 bits.
    TooLarge,
    /// No enclosing operation is an allocation scope.
    NoScope,
    /// An enclosing region has several blocks, which the reference rejects.
    SeveralBlocks,
    /// It is the only allocation of its scope, so merging saves nothing.
    Lone,
    /// With it, a merged allocation would raise the run-time peak above that of separate allocations.
    RaisesPeak,
    /// A reason of a collector plug-in: a stable code in kebab-case.
    Other(&'static str),
}

impl SkipReason {
    /// The reason for a buffer that can no longer be followed after an operation.
    pub(crate) fn lost(loss: Loss, by: OpId) -> Self {
        match loss {
            Loss::Escapes => Self::Escapes { via: by },
            Loss::PointerTaken => Self::PointerTaken { by },
            Loss::StoredToMemory => Self::StoredToMemory { by },
            Loss::RunsLater => Self::RunsLater { by },
            Loss::UnknownOp => Self::UnknownOp { by },
            Loss::KeptByCallee => Self::KeptByCallee { by },
            Loss::ConditionalDealloc => Self::ConditionalDealloc { by },
        }
    }

    /// A stable code for scripts and documents.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Escapes { .. } => "escapes",
            Self::PointerTaken { .. } => "pointer-taken",
            Self::StoredToMemory { .. } => "stored-to-memory",
            Self::RunsLater { .. } => "runs-later",
            Self::UnknownOp { .. } => "unknown-op",
            Self::KeptByCallee { .. } => "kept-by-callee",
            Self::ConditionalDealloc { .. } => "conditional-dealloc",
            Self::NotFreed => "not-freed",
            Self::AllocatedAgain => "allocated-again",
            Self::ManualDeallocation => "manual-deallocation",
            Self::DistinctObjects { .. } => "distinct-objects",
            Self::LiveIntoNextRound { .. } => "live-into-next-round",
            Self::TooManyAliases => "too-many-aliases",
            Self::NotAccessed => "not-accessed",
            Self::DynamicShape => "dynamic-shape",
            Self::LateSize => "late-size",
            Self::TooComplex => "too-complex",
            Self::Layout => "layout",
            Self::ElementWidth => "element-width",
            Self::Symbols => "symbols",
            Self::Alignment { .. } => "alignment",
            Self::TooLarge => "too-large",
            Self::NoScope => "no-scope",
            Self::SeveralBlocks => "several-blocks",
            Self::Lone => "lone",
            Self::RaisesPeak => "raises-peak",
            Self::Other(code) => code,
        }
    }

    /// The operation that prevents merging, if it is not the allocation itself.
    pub fn culprit(&self) -> Option<OpId> {
        match *self {
            Self::Escapes { via: op }
            | Self::PointerTaken { by: op }
            | Self::StoredToMemory { by: op }
            | Self::RunsLater { by: op }
            | Self::UnknownOp { by: op }
            | Self::KeptByCallee { by: op }
            | Self::ConditionalDealloc { by: op }
            | Self::DistinctObjects { by: op } => Some(op),
            Self::NotFreed
            | Self::AllocatedAgain
            | Self::ManualDeallocation
            | Self::LiveIntoNextRound { .. }
            | Self::TooManyAliases
            | Self::NotAccessed
            | Self::DynamicShape
            | Self::LateSize
            | Self::TooComplex
            | Self::Layout
            | Self::ElementWidth
            | Self::Symbols
            | Self::Alignment { .. }
            | Self::TooLarge
            | Self::NoScope
            | Self::SeveralBlocks
            | Self::Lone
            | Self::RaisesPeak
            | Self::Other(_) => None,
        }
    }

    /// Whether the analysis can track the allocation: only its type or position prevents merging.
    pub(crate) fn is_traceable(&self) -> bool {
        matches!(
            self,
            Self::ManualDeallocation
                | Self::DistinctObjects { .. }
                | Self::NotAccessed
                | Self::DynamicShape
                | Self::LateSize
                | Self::TooComplex
                | Self::Layout
                | Self::ElementWidth
                | Self::Symbols
                | Self::Alignment { .. }
                | Self::TooLarge
                | Self::NoScope
                | Self::SeveralBlocks
                | Self::Lone
                | Self::RaisesPeak
        )
    }
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}
