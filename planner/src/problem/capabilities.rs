//! The capabilities that a planner declares.
//!
//! A registry prepares planners by these facts ([`crate::registry`]), and tests and programs choose planners
//! by them. Nothing compares names of planners.

use std::fmt;

/// What a planner is capable of. The default suits a planner that places buffers in one pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// How it works.
    pub kind: PlannerKind,
    /// Which schedules it proves optimal when no limit stops it. Every planner may claim the optimum where
    /// its peak equals [`crate::lower_bound`].
    pub proofs: ProofScope,
    /// Whether it returns the schedule that it has at a deadline or a work limit. One that does not
    /// returns [`PlanError::Stopped`](crate::PlanError::Stopped).
    pub is_anytime: bool,
    /// How in-place hints are used.
    pub in_place: HintUse,
    /// Whether it plans traces with [`Relations`](crate::Relations). For others, the registry refuses such traces.
    pub relations: bool,
    /// How traces are planned whose sizes depend on symbols.
    pub symbols: SymbolUse,
    /// With more buffers it takes unreasonably long; `None` without such a number.
    pub max_buffers: Option<usize>,
}

/// How a planner works.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlannerKind {
    /// Places buffers by a rule and ends.
    #[default]
    Heuristic,
    /// Improves its schedule until it reaches a limit or its own budget.
    Search,
    /// Searches until it has proved a bound.
    Exact,
    /// Another program plans. Its failures are reported unchanged, without a fallback schedule.
    External,
}

/// The traces for which a planner ends with a proof if nothing stops it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProofScope {
    /// For those whose peak equals a bound that is cheap to compute.
    #[default]
    Bounds,
    /// For all but those that its documentation names.
    Most,
    /// For all.
    All,
}

/// The limits of a search among schedules that use in-place hints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofEffort {
    /// Until everything is tried or a limit of the caller is reached.
    UntilDone,
    /// As [`Self::UntilDone`] under a limit; without one, a few thousand nodes.
    Short,
}

/// How in-place hints are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HintUse {
    /// The planner ignores them.
    #[default]
    Ignored,
    /// The planner uses them by itself.
    Native,
    /// The planner ignores them; the registry fuses buffers by hints around it, see
    /// [`InPlace`](crate::InPlace).
    Fused,
    /// As `Fused`, followed by a search for the least peak, see [`ProvedInPlace`](crate::ProvedInPlace).
    Proved(ProofEffort),
}

/// How traces are planned whose sizes depend on symbols.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SymbolUse {
    /// The planner plans numbers only; the registry orients its placements at some shapes, see
    /// [`orient`](crate::symbols::orient).
    #[default]
    Oriented,
    /// The planner plans them by itself.
    Native,
}

impl Capabilities {
    /// The capabilities of a planner that improves its schedule until it is stopped.
    pub const SEARCH: Self = Self {
        kind: PlannerKind::Search,
        proofs: ProofScope::Bounds,
        is_anytime: true,
        in_place: HintUse::Ignored,
        relations: false,
        symbols: SymbolUse::Oriented,
        max_buffers: None,
    };

    /// These capabilities with another use of in-place hints.
    #[must_use]
    pub const fn with_hints(self, in_place: HintUse) -> Self {
        Self { in_place, ..self }
    }
}

/// The name in listings.
impl fmt::Display for PlannerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Heuristic => "heuristic",
            Self::Search => "search",
            Self::Exact => "exact",
            Self::External => "external",
        })
    }
}

/// The name in listings.
impl fmt::Display for ProofScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bounds => "bounds",
            Self::Most => "most",
            Self::All => "all",
        })
    }
}

/// The name in listings.
impl fmt::Display for HintUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ignored => "ignored",
            Self::Native => "native",
            Self::Fused => "fused",
            Self::Proved(_) => "proved",
        })
    }
}
