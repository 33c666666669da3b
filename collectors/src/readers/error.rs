//! Why a file of another tool cannot be read.

use memplan_planner::TraceError;

/// Why a file of another tool cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TraceReadError {
    /// A line of text cannot be read.
    #[error("line {line}, column {column}: {problem}")]
    Text {
        /// The line, counted from 1.
        line: usize,
        /// The column in bytes, counted from 1.
        column: usize,
        /// What was found and expected.
        problem: String,
    },
    /// The file is read, but a trace is not well formed.
    #[error("trace {index} (scope `{scope}`): {error}")]
    Trace {
        /// The position of the trace, counted from 0.
        index: usize,
        /// Its scope.
        scope: String,
        /// What is wrong with it.
        error: TraceError,
    },
    /// The content is wrong as a whole, or has no lines.
    #[error("the content is malformed: {problem}")]
    Malformed {
        /// What was found and expected.
        problem: String,
    },
}

impl TraceReadError {
    /// The error at a place of a text: line and column count from 1, columns in bytes.
    pub fn at(line: usize, column: usize, problem: impl Into<String>) -> Self {
        Self::Text {
            line,
            column,
            problem: problem.into(),
        }
    }

    /// A stable code for scripts and documents.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Text { .. } => "syntax",
            Self::Trace { .. } => "bad-trace",
            Self::Malformed { .. } => "malformed",
        }
    }
}

/// The only trace of a file is not well formed.
impl From<TraceError> for TraceReadError {
    fn from(error: TraceError) -> Self {
        Self::Trace {
            index: 0,
            scope: String::new(),
            error,
        }
    }
}
