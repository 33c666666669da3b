//! Collectors: from IR to lifetime traces.
//!
//! A [`TraceCollector`] finds the allocations of a module that may share one merged allocation, says
//! when each of them is in use, and hands a [`LifetimeTrace`] per allocation scope and memory space
//! to a planner. Every allocation is accounted for: it is in a trace, can be deleted, or is
//! listed with the reason why it stays as it is.
//!
//! Collectors are plug-ins: a [`Registry`] finds them by name, with options in braces behind it, as in
//! `tick{compat=reference alignment=16}`. Options are typed fields of each collector.

mod collected;
mod skip;
mod tick;

use std::fmt;
use std::sync::Arc;

use memplan_mlir::{Module, OpId};
use memplan_planner::{LifetimeTrace, TraceError};
use memplan_plugin::{ParamError, Params, PluginInfo, PluginKind, RegistryError};

pub use collected::{
    AllocLifetime, AnalysisAttr, Collected, CollectedScope, DeadAlloc, LifetimeState, Skipped,
    analysis_attributes,
};
pub use skip::SkipReason;
pub use tick::TickCollector;
pub use tick::options::{Compat, Hoisting, Lone, Padding, TickOptions, UnknownOps};

/// The built-in collectors, in the order in which users see them.
pub const COLLECTORS: &[&dyn TraceCollector] = &[&TickCollector::DEFAULT];

/// The collectors that a program offers.
pub type Registry = memplan_plugin::Registry<dyn TraceCollector>;

/// From IR to lifetime traces.
pub trait TraceCollector: Send + Sync + fmt::Debug {
    /// Name, purpose and options.
    fn info(&self) -> PluginInfo;

    /// Collects the traces of all functions of a module, which is valid IR and stays as it is.
    ///
    /// # Errors
    ///
    /// [`CollectError`] when the module holds something whose meaning for lifetimes is unknown, or
    /// more bytes than a trace can count.
    fn collect(&self, m: &Module) -> Result<Collected, CollectError>;

    /// The same collector with the values of a specification.
    ///
    /// Called only with keys that its [`PluginInfo::options`] list, and only if there are any, so a
    /// collector without options needs no implementation.
    ///
    /// # Errors
    ///
    /// [`ParamError`] when a value does not suit its option.
    fn configure(&self, params: &Params) -> Result<Box<dyn TraceCollector>, ParamError> {
        Err(params.unsupported())
    }

    /// The options in effect that differ from the defaults, as [`Self::configure`] reads them.
    ///
    /// They are recorded with the traces, so that a plan is applied to what the same collector finds. A
    /// collector without options needs no implementation.
    fn params(&self) -> Params {
        Params::default()
    }
}

/// A reference to a collector is a collector: the built-in ones are a static list.
impl<C: TraceCollector + ?Sized> TraceCollector for &C {
    fn info(&self) -> PluginInfo {
        (**self).info()
    }

    fn collect(&self, m: &Module) -> Result<Collected, CollectError> {
        (**self).collect(m)
    }

    fn configure(&self, params: &Params) -> Result<Box<dyn TraceCollector>, ParamError> {
        (**self).configure(params)
    }

    fn params(&self) -> Params {
        (**self).params()
    }
}

impl PluginKind for dyn TraceCollector {
    const KIND: &'static str = "collector";

    fn builtin() -> Vec<Arc<Self>> {
        let shared = |&collector| Arc::new(collector) as Arc<Self>;
        COLLECTORS.iter().map(shared).collect()
    }

    fn plugin_info(&self) -> PluginInfo {
        self.info()
    }

    fn configured(collector: &Arc<Self>, params: &Params) -> Result<Arc<Self>, ParamError> {
        if params.is_empty() {
            return Ok(Arc::clone(collector));
        }
        collector.configure(params).map(Arc::from)
    }
}

/// The built-in collector of a specification such as `tick{alignment=16 hoist=false}`, ready to run.
///
/// ```
/// let collector = memplan_collectors::find_collector("tick{alignment=16 hoist=true}")?;
/// assert_eq!(collector.info().name, "tick");
/// assert_eq!(collector.params().to_string(), "alignment=16");
/// # Ok::<(), memplan_plugin::RegistryError>(())
/// ```
///
/// # Errors
///
/// [`RegistryError`] names what is unknown and lists what is known.
pub fn find_collector(spec: &str) -> Result<Arc<dyn TraceCollector>, RegistryError> {
    Registry::with_builtin().parse(spec)
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
