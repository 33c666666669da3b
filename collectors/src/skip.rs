//! Why an allocation is neither merged nor deleted.

use std::fmt;

use memplan_mlir::{BlockId, OpId};

/// Why an allocation stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SkipReason {
    /// It outlives the function or the iteration: this terminator hands it out.
    Escapes {
        /// The terminator.
        via: OpId,
    },
    /// Its address is taken, or it becomes a value whose uses are not followed.
    PointerTaken {
        /// The operation that does so.
        by: OpId,
    },
    /// It is stored into memory.
    StoredToMemory {
        /// The operation that does so.
        by: OpId,
    },
    /// It is handed to something that runs later than it is in the program.
    RunsLater {
        /// The operation that does so.
        by: OpId,
    },
    /// It is an operand of an operation of which nothing is known, and those are not trusted.
    UnknownOp {
        /// The operation.
        by: OpId,
    },
    /// What frees it cannot be removed: it may free another buffer instead, or does more than that.
    ConditionalDealloc {
        /// The freeing operation.
        by: OpId,
    },
    /// It is marked `bufferization.manual_deallocation`: the program frees it by itself.
    ManualDeallocation,
    /// An operation states that it is another allocation than a buffer that is merged.
    DistinctObjects {
        /// The operation that states so.
        by: OpId,
    },
    /// It is in a cycle of blocks, and is handed on to the next round through this block.
    LiveIntoNextRound {
        /// The first block of the cycle.
        header: BlockId,
    },
    /// It may be the same as too many others for the analysis to continue.
    TooManyAliases,
    /// Nothing but views and deallocations uses it, but those cannot be deleted.
    NotAccessed,
    /// Its shape is not static.
    DynamicShape,
    /// Its layout is not dense.
    Layout,
    /// The size of its elements is not known.
    ElementWidth,
    /// Its layout has symbols.
    Symbols,
    /// It asks for an alignment that the merged allocation cannot give.
    Alignment {
        /// The alignment in bytes.
        alignment: i64,
    },
    /// Its size does not fit 63 bits.
    TooLarge,
    /// Nothing around it may hold a merged allocation.
    NoScope,
    /// A region around it has several blocks, which the reference does not accept.
    SeveralBlocks,
    /// It shares its scope with no other allocation, so that merging saves nothing.
    Lone,
}

impl SkipReason {
    /// A stable code for scripts and documents.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Escapes { .. } => "escapes",
            Self::PointerTaken { .. } => "pointer-taken",
            Self::StoredToMemory { .. } => "stored-to-memory",
            Self::RunsLater { .. } => "runs-later",
            Self::UnknownOp { .. } => "unknown-op",
            Self::ConditionalDealloc { .. } => "conditional-dealloc",
            Self::ManualDeallocation => "manual-deallocation",
            Self::DistinctObjects { .. } => "distinct-objects",
            Self::LiveIntoNextRound { .. } => "live-into-next-round",
            Self::TooManyAliases => "too-many-aliases",
            Self::NotAccessed => "not-accessed",
            Self::DynamicShape => "dynamic-shape",
            Self::Layout => "layout",
            Self::ElementWidth => "element-width",
            Self::Symbols => "symbols",
            Self::Alignment { .. } => "alignment",
            Self::TooLarge => "too-large",
            Self::NoScope => "no-scope",
            Self::SeveralBlocks => "several-blocks",
            Self::Lone => "lone",
        }
    }

    /// The operation that is to blame, if it is not the allocation itself.
    pub fn culprit(&self) -> Option<OpId> {
        match *self {
            Self::Escapes { via: op }
            | Self::PointerTaken { by: op }
            | Self::StoredToMemory { by: op }
            | Self::RunsLater { by: op }
            | Self::UnknownOp { by: op }
            | Self::ConditionalDealloc { by: op }
            | Self::DistinctObjects { by: op } => Some(op),
            Self::ManualDeallocation
            | Self::LiveIntoNextRound { .. }
            | Self::TooManyAliases
            | Self::NotAccessed
            | Self::DynamicShape
            | Self::Layout
            | Self::ElementWidth
            | Self::Symbols
            | Self::Alignment { .. }
            | Self::TooLarge
            | Self::NoScope
            | Self::SeveralBlocks
            | Self::Lone => None,
        }
    }

    /// Whether the allocation can be followed at all: only its type or place is in the way.
    pub(crate) fn is_traceable(&self) -> bool {
        matches!(
            self,
            Self::ManualDeallocation
                | Self::DistinctObjects { .. }
                | Self::NotAccessed
                | Self::DynamicShape
                | Self::Layout
                | Self::ElementWidth
                | Self::Symbols
                | Self::Alignment { .. }
                | Self::TooLarge
                | Self::NoScope
                | Self::SeveralBlocks
                | Self::Lone
        )
    }
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}
