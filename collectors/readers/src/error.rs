//! Why a file of another tool cannot be read.

use std::fmt;

use memplan_planner::TraceError;

/// The code of binary files that violate their format.
pub(super) const DAMAGED: &str = "damaged";

/// The code of files whose parts contradict each other.
pub(super) const MISMATCH: &str = "mismatch";

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
        /// The error of the trace.
        error: TraceError,
    },
    /// The file is rejected for a reason with its own code.
    #[error("{place}{problem}")]
    Refused {
        /// The code.
        code: &'static str,
        /// Where.
        place: ErrorPlace,
        /// What was found and expected, and what to do.
        problem: String,
    },
    /// The content is wrong as a whole, or is not text, so there is no line to report.
    #[error("the content is malformed: {problem}")]
    Malformed {
        /// What was found and expected.
        problem: String,
    },
}

/// A place in a file, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ErrorPlace {
    /// The file, if it is not the one that was named.
    pub file: Option<String>,
    /// The line, counted from 1.
    pub line: Option<usize>,
    /// The byte of a binary file, counted from 0; of compressed files, in the unpacked content.
    pub byte: Option<u64>,
}

/// `FILE: line 3: ` or `byte 24: `
impl fmt::Display for ErrorPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}: ")?;
        }
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        match self.byte {
            Some(byte) => write!(f, "byte {byte}: "),
            None => Ok(()),
        }
    }
}

impl TraceReadError {
    /// Rejects the file as a whole.
    pub fn refused(code: &'static str, problem: impl Into<String>) -> Self {
        Self::Refused {
            code,
            place: ErrorPlace::default(),
            problem: problem.into(),
        }
    }

    /// Rejects a file at a byte, counted from 0.
    pub fn at_byte(byte: u64, code: &'static str, problem: impl Into<String>) -> Self {
        let place = ErrorPlace {
            byte: Some(byte),
            ..ErrorPlace::default()
        };
        Self::Refused {
            code,
            place,
            problem: problem.into(),
        }
    }

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
            Self::Refused { code, .. } => code,
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
