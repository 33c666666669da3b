//! Why something symbolic cannot be read, computed or planned.

use memplan_planner::wire::WireError;
use memplan_planner::{PlanError, TraceError};
use memplan_support::symbolic::ExpressionError;

/// Why something symbolic cannot be read, computed or planned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SymbolicError {
    /// A symbol is not well formed.
    #[error("symbol `{symbol}`: {problem}")]
    Symbol {
        /// Its name.
        symbol: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// A limit of expressions is exceeded.
    #[error("too many {what}: the limit is {limit}")]
    TooComplex {
        /// What there is too much of.
        what: &'static str,
        /// The most there may be.
        limit: usize,
    },
    /// A coefficient or value leaves the signed numbers of 64 bits.
    #[error("{what} exceeds the numbers of 64 bits")]
    Overflow {
        /// What overflows.
        what: String,
    },
    /// An expression cannot be read.
    #[error("column {column} of `{text}`: {problem}")]
    Expression {
        /// The expression.
        text: String,
        /// The column in bytes, counted from 1.
        column: usize,
        /// What was found and expected.
        problem: String,
    },
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
            Self::Symbol { .. } => "bad-symbol",
            Self::TooComplex { .. } => "too-complex",
            Self::Overflow { .. } => "overflow",
            Self::Expression { .. } | Self::Text { .. } => "syntax",
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

impl From<ExpressionError> for SymbolicError {
    fn from(error: ExpressionError) -> Self {
        match error {
            ExpressionError::Symbol { symbol, problem } => Self::Symbol { symbol, problem },
            ExpressionError::TooComplex { what, limit } => Self::TooComplex { what, limit },
            ExpressionError::Overflow { what } => Self::Overflow { what },
            ExpressionError::Expression {
                text,
                column,
                problem,
            } => Self::Expression {
                text,
                column,
                problem,
            },
        }
    }
}
