//! What a planner is, and how it fails.

use std::fmt;
use std::sync::Arc;

use memplan_plugin::{Options, PluginInfo};

use super::SymbolicError;
use crate::{Bytes, Capabilities, LifetimeTrace, MemorySchedule, PlanOptions, StopReason, Units};

/// Decides where each buffer of a trace goes.
///
/// A planner maps a trace to a schedule. It does no input or output, and uses no clock
/// ([`PlanOptions`] has limits and cancellation) and no randomness but [`PlanOptions::seed`]. Equal
/// inputs give equal schedules, whatever [`PlanOptions::threads`] is; ties go to the lower
/// [`crate::BufferId`].
pub trait MemoryPlanner: Send + Sync + fmt::Debug {
    /// The name of the planner, and what it does.
    fn info(&self) -> PluginInfo;

    /// The options of its own, and the fields that hold their values.
    fn options(&self) -> Options<'_, dyn MemoryPlanner> {
        Options::none()
    }

    /// What the planner is capable of. By default it places buffers in one pass and ignores in-place
    /// hints; see [`Capabilities`].
    fn capabilities(&self) -> Capabilities {
        Capabilities::default()
    }

    /// Plans one trace.
    ///
    /// # Errors
    /// [`PlanError`] when there is no schedule to return, or it needs more than the capacity of the
    /// trace. At a deadline or a work limit, planners return the best schedule that they have, with
    /// the reason in [`MemorySchedule::stopped_by`]. One that has none returns
    /// [`PlanError::Stopped`]; [`crate::registry`] then makes the schedule that an allocator
    /// without knowledge of lifetimes would make, without counting work, unless the planner is
    /// [`PlannerKind::External`](crate::PlannerKind::External). All planners return the error when
    /// they are cancelled before they have any schedule.
    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError>;
}

/// Pointers to planners are planners: wrappers hold entries of a static list, configured planners and
/// shared ones.
macro_rules! planner_through {
    ($($pointer:ty),+) => {$(
        impl<P: MemoryPlanner + ?Sized> MemoryPlanner for $pointer {
            fn info(&self) -> PluginInfo {
                (**self).info()
            }

            fn capabilities(&self) -> Capabilities {
                (**self).capabilities()
            }

            fn plan(
                &self,
                trace: &LifetimeTrace,
                options: &PlanOptions,
            ) -> Result<MemorySchedule, PlanError> {
                (**self).plan(trace, options)
            }

            fn options(&self) -> Options<'_, dyn MemoryPlanner> {
                (**self).options()
            }
        }
    )+};
}
planner_through!(&P, Box<P>, Arc<P>);

/// Why there is no usable schedule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// The planner does not support something that the trace requires.
    #[error("`{planner}` cannot plan {feature} (buffer `{buffer}`): choose another planner")]
    Unsupported {
        /// The name of the planner.
        planner: &'static str,
        /// What it does not support.
        feature: &'static str,
        /// The name of the first buffer that requires it.
        buffer: String,
    },
    /// The schedule is valid, but needs more than the capacity of the trace.
    #[error(
        "`{}` needs {} bytes, but the capacity is {capacity}",
        schedule.planner,
        schedule.total_size
    )]
    CapacityExceeded {
        /// The schedule.
        schedule: Box<MemorySchedule>,
        /// The capacity of the trace.
        capacity: Bytes,
    },
    /// No schedule was found that keeps the buffers of each pool within its capacity.
    #[error(
        "`{}` found no schedule that fits: pool `{pool}` needs {needed} bytes, but its capacity is {capacity}{}",
        schedule.planner,
        together(clique)
    )]
    PoolExceeded {
        /// The schedule, a diagnosis: its first term says by how much it exceeds the capacities, and how much every
        /// schedule exceeds them.
        schedule: Box<MemorySchedule>,
        /// The name of the pool.
        pool: String,
        /// The end of the highest buffer in it or, where a clique is known, the bytes that cannot be shared.
        needed: Bytes,
        /// Its capacity.
        capacity: Bytes,
        /// The names of buffers no two of which may share a byte, and that do not fit into the pool: the proof that
        /// there is no schedule. Empty where none is known.
        clique: Vec<String>,
    },
    /// Two buffers that are live at one tick are pinned to overlapping bytes.
    #[error("`{buffer}` and `{other}` are pinned to overlapping bytes while both are live")]
    PinsOverlap {
        /// The name of the pinned buffer that does not fit.
        buffer: String,
        /// The name of the pinned buffer that it overlaps.
        other: String,
    },
    /// With the requested alignment, sizes add up to more than `i64::MAX`.
    #[error("with alignment {alignment}, the sizes up to buffer `{buffer}` exceed 2^63 - 1 bytes")]
    TooLarge {
        /// The name of the first buffer that overflows the sum.
        buffer: String,
        /// The requested alignment.
        alignment: Bytes,
    },
    /// The requested alignment is 0.
    #[error("the requested alignment is 0; the minimum is 1")]
    ZeroAlignment,
    /// The sizes depend on symbols, and cannot be planned.
    #[error(transparent)]
    Symbolic(Box<SymbolicError>),
    /// The planner delegates its work, and the delegate failed.
    #[error("`{planner}` failed: {problem}")]
    Failed {
        /// The name of the planner.
        planner: &'static str,
        /// What happened.
        problem: String,
    },
    /// The planner was stopped before it had a schedule.
    #[error("stopped after {work} units of work: {reason}")]
    Stopped {
        /// Why it was stopped.
        reason: StopReason,
        /// The work done until then.
        work: Units,
    },
}

/// How many names of a clique a message has.
const MAX_NAMES: usize = 8;

/// `: no two of `a`, `b` may share bytes`, or nothing.
fn together(clique: &[String]) -> String {
    if clique.is_empty() {
        return String::new();
    }
    let names: Vec<_> = (clique.iter().take(MAX_NAMES))
        .map(|name| format!("`{name}`"))
        .collect();
    let more = match clique.len().saturating_sub(MAX_NAMES) {
        0 => String::new(),
        n_more => format!(" and {n_more} more"),
    };
    format!(": no two of {}{more} may share bytes", names.join(", "))
}

impl From<SymbolicError> for PlanError {
    fn from(error: SymbolicError) -> Self {
        match error {
            SymbolicError::Plan(error) => error,
            other => Self::Symbolic(Box::new(other)),
        }
    }
}

impl PlanError {
    /// A stable code for scripts and documents.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unsupported { .. } => "unsupported",
            Self::CapacityExceeded { .. } => "capacity-exceeded",
            Self::PoolExceeded { .. } => "pool-exceeded",
            Self::PinsOverlap { .. } => "pins-overlap",
            Self::TooLarge { .. } => "too-large",
            Self::ZeroAlignment => "zero-alignment",
            Self::Symbolic(error) => error.code(),
            Self::Failed { .. } => "planner-failed",
            Self::Stopped { .. } => "stopped",
        }
    }

    /// The schedule that exceeds the capacity, for callers that can still use it:
    /// `planned.or_else(PlanError::into_schedule)`.
    ///
    /// # Errors
    /// The error itself, where it comes without a schedule.
    pub fn into_schedule(self) -> Result<MemorySchedule, Self> {
        match self {
            Self::CapacityExceeded { schedule, .. } | Self::PoolExceeded { schedule, .. } => {
                Ok(*schedule)
            }
            other => Err(other),
        }
    }
}
