//! Why a proof fails.

/// The reasons why a proof can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum ProofFailureKind {
    /// An allocation is neither freed nor returned.
    #[error("an allocation is neither freed nor returned on a path to this point")]
    NotFreed,
    /// Paths with and without an obligation join.
    #[error("an allocation is freed on some paths to this point but not on others")]
    FreedOnSomePaths,
    /// The freed value is not known to be an allocation that is still live.
    #[error("cannot prove that this frees a live allocation")]
    UnknownFree,
    /// Whether memory is freed depends on runtime values.
    #[error("whether this frees memory depends on runtime values")]
    ConditionalFree,
    /// Memory may be accessed after this may have freed it.
    #[error("cannot prove that the memory is still live when it is accessed here")]
    UsedAfterFree,
    /// A returned buffer is not known to be a distinct allocation.
    #[error("cannot prove that the returned buffer is a distinct allocation")]
    ReturnsBorrowed,
    /// An operation may free its operands.
    #[error("the effect of this operation on its buffer operands is unknown")]
    UnknownOperation,
    /// Control flow through the regions of an operation is unknown.
    #[error("the control flow through the regions of this operation is unknown")]
    UnknownFlow,
    /// The callee is unknown, or its results may share an allocation.
    #[error("cannot prove that the buffers returned by this call are distinct allocations")]
    UnknownCallee,
    /// A function without a body is declared to keep or free what it is given, or distrusted.
    #[error("the called function may keep or free this memory")]
    TakenByCallee,
    /// The proof of a callee failed.
    #[error("the called function is not proved")]
    CallsUnproved,
    /// The function exceeds the bound on work.
    #[error("the function is too large to analyse all of its paths")]
    TooLarge,
}

impl ProofFailureKind {
    /// The name in reports, in kebab-case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotFreed => "not-freed",
            Self::FreedOnSomePaths => "freed-on-some-paths",
            Self::UnknownFree => "unknown-free",
            Self::ConditionalFree => "conditional-free",
            Self::UsedAfterFree => "used-after-free",
            Self::ReturnsBorrowed => "returns-borrowed",
            Self::UnknownOperation => "unknown-operation",
            Self::UnknownFlow => "unknown-flow",
            Self::UnknownCallee => "unknown-callee",
            Self::TakenByCallee => "taken-by-callee",
            Self::CallsUnproved => "calls-unproved",
            Self::TooLarge => "too-large",
        }
    }
}
