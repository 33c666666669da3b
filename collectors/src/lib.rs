//! Collectors: from IR to lifetime traces.
//!
//! A [`TraceCollector`] finds the allocations of a module that may share one merged allocation, says
//! when each of them is in use, and hands a [`LifetimeTrace`] per allocation scope and memory space
//! to a planner. Every allocation is accounted for: it stands in a trace, can be deleted, or is
//! listed with the reason why it stays as it is.
//!
//! Collectors are looked up by name in [`COLLECTORS`]; options follow the name in braces, as in
//! `tick{compat=reference alignment=16}`, and are read by [`find_collector`].

mod collected;
mod options;
mod skip;
mod tick;

use memplan_mlir::{Module, OpId};
use memplan_planner::{LifetimeTrace, TraceError};

pub use collected::{
    AllocLifetime, AnalysisAttr, Collected, CollectedScope, DeadAlloc, LifetimeState, Skipped,
    analysis_attributes,
};
pub use options::{
    CollectOptions, Compat, Hoisting, Lone, OptionError, Padding, UnknownOps, find_collector,
};
pub use skip::SkipReason;
pub use tick::TickCollector;

/// Every collector, in the order in which users see them.
pub const COLLECTORS: &[&dyn TraceCollector] = &[&TickCollector];

/// From IR to lifetime traces.
pub trait TraceCollector: Send + Sync {
    /// Name and purpose.
    fn info(&self) -> CollectorInfo;

    /// Collects the traces of all functions of a module, which is valid IR and stays as it is.
    ///
    /// # Errors
    ///
    /// [`CollectError`] when the module holds something whose meaning for lifetimes is unknown, or
    /// more bytes than a trace can count.
    fn collect(&self, m: &Module, options: &CollectOptions) -> Result<Collected, CollectError>;
}

/// What a user wants to know of a collector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CollectorInfo {
    /// Name, in kebab case.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// How its cost grows.
    pub cost: &'static str,
    /// Each option with its meaning.
    pub options: &'static [(&'static str, &'static str)],
}

/// Why nothing could be collected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct CollectError {
    /// The operation at fault; its span is the place of the message.
    pub op: OpId,
    /// What is wrong with it.
    pub kind: CollectErrorKind,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CollectErrorKind {
    /// Buffers are used in the regions of an operation whose control flow is unknown.
    #[error(
        "`{operation}` has regions whose control flow is unknown, so lifetimes inside cannot be computed"
    )]
    UnknownRegionOp {
        /// The name of the operation.
        operation: String,
    },
    /// The buffers of one scope do not make a trace.
    #[error(transparent)]
    Trace(#[from] TraceError),
}

impl CollectErrorKind {
    /// A stable code for scripts and documents.
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownRegionOp { .. } => "unknown-region-op",
            Self::Trace(_) => "bad-trace",
        }
    }
}

/// The traces alone, in the order of [`Collected::scopes`].
impl Collected {
    /// Every trace.
    pub fn traces(&self) -> impl ExactSizeIterator<Item = &LifetimeTrace> {
        self.scopes.iter().map(|scope| &scope.trace)
    }
}
