//! Why something symbolic cannot be read, computed or planned.

use memplan_planner::wire::WireError;
use memplan_planner::{PlanError, TraceError};
use memplan_support::symbolic::ExpressionError;

/// Why something symbolic cannot be read, computed or planned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SymbolicError {
    /// An expression or a symbol cannot be read, or a value cannot be computed.
    #[error(transparent)]
    Expression(#[from] ExpressionError),
    /// A line of a file cannot be read.
    #[error("line {line}, column {column}: {problem}")]
    Text {
        /// The line, counted from 1.
        line: usize,
        /// The column in bytes, counted from 1.
        column: usize,
        /// What was found and expected.
        problem: String,
    },
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
    /// The file cannot be read or written.
    #[error(transparent)]
    Wire(#[from] WireError),
    /// The inner planner has no schedule.
    #[error(transparent)]
    Plan(#[from] PlanError),
}

impl SymbolicError {
    /// A stable code for scripts and documents.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Expression(error) => error.code(),
            Self::Text { .. } => "syntax",
            Self::Values { .. } => "bad-values",
            Self::NegativeSize { .. } => "negative-size",
            Self::Unsupported { .. } => "unsupported",
            Self::Malformed { .. } => "malformed",
            Self::Trace(_) => "bad-trace",
            Self::Wire(error) => error.code(),
            Self::Plan(error) => error.code(),
        }
    }
}
