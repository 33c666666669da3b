//! Why something symbolic cannot be read, computed or planned.

use memplan_support::symbolic::ExpressionError;

use crate::{PlanError, TraceError};

/// Why something symbolic cannot be read, computed or planned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SymbolicError {
    /// An expression or a symbol cannot be read, or a value cannot be computed.
    #[error(transparent)]
    Expression(#[from] ExpressionError),
    /// The list of values has another length than the list of symbols.
    #[error("there are {found} values for {expected} symbols")]
    Values {
        /// The number of symbols.
        expected: usize,
        /// The number of values.
        found: usize,
    },
    /// A size is negative at the given values.
    #[error("buffer `{buffer}` has the size {size} at these values")]
    NegativeSize {
        /// The name of the buffer.
        buffer: String,
        /// Its size.
        size: i64,
    },
    /// The trace has something that does not go with symbols.
    #[error("buffer `{buffer}` has {feature}: {advice}")]
    Unsupported {
        /// The name of the buffer.
        buffer: String,
        /// What it has.
        feature: &'static str,
        /// The way out.
        advice: &'static str,
    },
    /// The lists of a trace or plan do not fit each other, or a plan is malformed.
    #[error("{problem}")]
    Malformed {
        /// What does not fit.
        problem: String,
    },
    /// The trace is not well formed.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// The inner planner has no schedule.
    #[error(transparent)]
    Plan(#[from] PlanError),
}

impl SymbolicError {
    /// A stable code for scripts and documents.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Expression(error) => error.code(),
            Self::Values { .. } => "bad-values",
            Self::NegativeSize { .. } => "negative-size",
            Self::Unsupported { .. } => "unsupported",
            Self::Malformed { .. } => "malformed",
            Self::Trace(_) => "bad-trace",
            Self::Plan(error) => error.code(),
        }
    }
}
