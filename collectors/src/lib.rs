//! Collectors: they compute lifetime traces from IR.
//!
//! A [`TraceCollector`] finds the allocations of a module that can be merged, computes when each of them is live, and
//! returns a [`LifetimeTrace`], the input of a planner, for each merged allocation: usually one for each allocation
//! scope and memory space. Every allocation is in a trace, in the list of allocations that can be deleted, or in the
//! list of skipped allocations with a reason.
//!
//! Collectors are plug-ins: a [`Registry`] finds them by name and configures them with options in braces, as in
//! `tick{compat=reference alignment=16}`. Options are typed fields of each collector.
//!
//! ```
//! use memplan_collectors::find_collector;
//! use memplan_mlir::text::{ParseOptions, parse};
//!
//! let text = b"func.func @main(%x: memref<256xf32>) {
//!   %a = memref.alloc() : memref<256xf32>
//!   memref.copy %x, %a : memref<256xf32> to memref<256xf32>
//!   memref.copy %a, %x : memref<256xf32> to memref<256xf32>
//!   %b = memref.alloc() : memref<256xf32>
//!   memref.copy %x, %b : memref<256xf32> to memref<256xf32>
//!   memref.copy %b, %x : memref<256xf32> to memref<256xf32>
//!   return
//! }";
//! let module = parse(text, &ParseOptions::default()).unwrap().module;
//! let found = find_collector("tick")?.collect(&module)?;
//! assert_eq!(found.scopes.len(), 1);
//! // Each line is a buffer: its name, the ticks at which it is live, its size in bytes, and attributes.
//! assert_eq!(found.scopes[0].trace.to_string(), "main/alloc0 3..5 1024 align=64\nmain/alloc1 6..8 1024 align=64");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Layers
//!
//! Modules use those of their own line and of the lines above; `cargo xtask tidy` reads this list.
//!
//! 1. why an allocation is skipped, options, sizes and layouts: `skip`, `options`, `shape`
//! 2. what a collector returns, and where allocations are: `collected`, `sites`
//! 3. the collectors: `tick`, `dealloc`, `pools`, `relate`
//!
//! # Inside
//!
//! `tick` numbers operations in pre-order and extends lifetimes over loops and branches. `dealloc` takes lifetimes from
//! deallocations: `Lifetimes` of the memory model follows each allocation to what frees it, and the collector shares
//! ticks, layouts and traces with `tick`. Every allocation ends up in a trace, in the list of deletable allocations, or
//! in the list of skipped allocations with a reason. `relate.rs` adds what the program states about memories and
//! buffers; a collector of another crate may give its traces relations of its own. `pools.rs` takes what a collector
//! found and states accesses, for planners that move buffers between memories.

mod collected;
mod dealloc;
mod options;
mod pools;
mod relate;
mod shape;
mod sites;
mod skip;
mod tick;

use std::fmt;
use std::sync::Arc;

use memplan_memory_model::BufferViewFlowAnalysis;
use memplan_mlir::{Module, OpId};
use memplan_planner::{LifetimeTrace, TraceError};
use memplan_plugin::{KindOf, Options, PluginInfo, PluginKind, RegistryError};

pub use collected::{
    AllocLifetime, AnalysisAttr, Collected, CollectedScope, DeadAlloc, LifetimeState, Skipped,
    SymbolicScope, analysis_attributes,
};
pub use dealloc::DeallocCollector;
pub use memplan_memory_model::UnknownOps;
pub use options::{Compat, Hoisting, Lone, Loops, Padding, TickOptions};
pub use pools::{Fixed, FixedReason, MovableBuffer, MovableScope, movable};
pub use relate::{relate, states_relations};
pub use sites::{memory_space, space_text, static_site};
pub use skip::SkipReason;
pub use tick::TickCollector;

/// The registry of collectors.
pub type Registry = memplan_plugin::Registry<dyn TraceCollector>;

/// Extracts lifetime traces from IR.
pub trait TraceCollector: Send + Sync + fmt::Debug {
    /// Name and purpose.
    fn info(&self) -> PluginInfo;

    /// The options, and the fields that hold their values. Those in effect are recorded with the traces, so that a
    /// plan is applied to the result of the same collector.
    fn options(&self) -> Options<'_, dyn TraceCollector> {
        Options::none()
    }

    /// Collects the traces of all functions of a valid module.
    ///
    /// # Errors
    ///
    /// [`CollectErrorKind::UnknownRegionOp`] if buffers are used in regions whose control flow is unknown,
    /// [`CollectErrorKind::Trace`] if the buffers of a scope do not form a valid trace, for example because the sum
    /// of their sizes is too large.
    fn collect(&self, m: &Module) -> Result<Collected, CollectError>;

    /// Does the same as [`Self::collect`] for a caller that needs the aliases too. `flow` is
    /// [`across_calls`](BufferViewFlowAnalysis::across_calls) of the module. By default, it is not used.
    ///
    /// # Errors
    ///
    /// Those of [`Self::collect`].
    fn collect_with(
        &self,
        m: &Module,
        flow: &BufferViewFlowAnalysis,
    ) -> Result<Collected, CollectError> {
        let _ = flow;
        self.collect(m)
    }

    /// The same collector, but a buffer that is alone in its scope is in a trace as well. `None` if this collector
    /// already does that.
    fn with_lone_buffers(&self) -> Option<Box<dyn TraceCollector>> {
        None
    }
}

impl PluginKind for dyn TraceCollector {
    const KIND: &'static str = "collector";

    fn builtin() -> Vec<Arc<Self>> {
        vec![
            Arc::new(TickCollector::DEFAULT),
            Arc::new(DeallocCollector::DEFAULT),
        ]
    }

    fn plugin_info(&self) -> PluginInfo {
        self.info()
    }

    fn plugin_options(&self) -> Options<'_, Self> {
        self.options()
    }
}

impl<C: TraceCollector + 'static> KindOf<C> for dyn TraceCollector {
    fn boxed(collector: C) -> Box<Self> {
        Box::new(collector)
    }
}

/// Returns the configured built-in collector of a specification such as `tick{alignment=16 hoist=false}`.
///
/// ```
/// let collector = memplan_collectors::find_collector("tick{alignment=16 hoist=true}")?;
/// assert_eq!(collector.info().name, "tick");
/// assert_eq!(collector.options().params().to_string(), "alignment=16");
/// # Ok::<(), memplan_plugin::RegistryError>(())
/// ```
///
/// # Errors
///
/// [`RegistryError`] names the unknown collector or option and lists the known ones.
pub fn find_collector(spec: &str) -> Result<Arc<dyn TraceCollector>, RegistryError> {
    Registry::with_builtin().parse(spec)
}

/// Why collection failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct CollectError {
    /// The offending operation, whose span locates the message.
    pub op: OpId,
    /// The kind of error.
    pub kind: CollectErrorKind,
}

/// The kinds of collection errors.
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
    /// What the program states about memories is malformed, or cannot hold.
    #[error("{problem}")]
    BadPools {
        /// What is wrong.
        problem: String,
    },
    /// The buffers of one scope do not form a valid trace.
    #[error(transparent)]
    Trace(#[from] TraceError),
}

impl CollectErrorKind {
    /// A stable code for scripts and documents.
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownRegionOp { .. } => "unknown-region-op",
            Self::BadPools { .. } => "bad-pools",
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
