//! Why bytes are not a trace or plan, or a trace or plan cannot be written.

use super::{BINARY_VERSION, MAX_INPUT_BYTES, RELATIONS_VERSION};
use crate::TraceError;

/// Why bytes are not a trace or plan, or a trace or plan cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WireError {
    /// There are only blanks and comments.
    #[error("the input is empty: expected a trace or plan as binary, JSON or CSV")]
    Empty,
    /// The first bytes match no format.
    #[error(
        "the format is not known: expected a `.mtrace` or `.mplan` file, JSON, or CSV with a header"
    )]
    UnknownFormat,
    /// The input is an [archive](super::archive) of many traces or plans.
    #[error("this is an archive of several files: unpack it first")]
    Archive,
    /// A plan was found where a trace was expected, or the other way round.
    #[error("expected a {expected}, found a {found}")]
    WrongKind {
        /// What the caller asked for.
        expected: &'static str,
        /// What the bytes are.
        found: &'static str,
    },
    /// The input is larger than [`MAX_INPUT_BYTES`].
    #[error("the input has {bytes} bytes, the limit is {MAX_INPUT_BYTES}: split it by scope")]
    TooLarge {
        /// The size of the input.
        bytes: u64,
    },
    /// A newer memplan wrote the input.
    #[error(
        "the format version is {found}, this program reads files up to {BINARY_VERSION} and JSON up to \
         {RELATIONS_VERSION}: use a newer memplan, or write the file again with this one"
    )]
    NewerVersion {
        /// The version found.
        found: u32,
    },
    /// The input ends before it should.
    #[error("the input is truncated: expected {expected} bytes, found {found}; copy it again")]
    Truncated {
        /// The size according to the header.
        expected: u64,
        /// The actual size.
        found: u64,
    },
    /// There are bytes after the end of the content.
    #[error("{n_bytes} bytes follow the end of the input; copy it again")]
    TrailingBytes {
        /// How many bytes are left over.
        n_bytes: u64,
    },
    /// The bytes are not those that were written.
    #[error("the checksum does not match: the file is damaged; copy or write it again")]
    Checksum,
    /// The checksum matches, but the content is nothing that memplan writes.
    #[error("the content is malformed: {problem}")]
    Malformed {
        /// What the decoder says.
        problem: String,
    },
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
    /// A binary file has a part that a newer memplan wrote.
    #[error("the part `{name}` of version {version} is not known: use a newer memplan")]
    UnknownPart {
        /// The name of the part.
        name: String,
        /// Its version.
        version: u32,
    },
    /// The content is read, but a trace is not well formed.
    #[error("trace {index} (scope `{scope}`): {error}")]
    Trace {
        /// The position of the trace, counted from 0.
        index: usize,
        /// Its scope.
        scope: String,
        /// What is wrong with it.
        error: TraceError,
    },
    /// The content is read, but a schedule is not well formed.
    #[error("schedule {index}: {problem}")]
    Plan {
        /// The position of the schedule, counted from 0.
        index: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// The format holds exactly one trace.
    #[error("the {format} format holds one trace, this input has {n_traces}")]
    NotOneTrace {
        /// The name of the format.
        format: &'static str,
        /// How many traces there are to write.
        n_traces: usize,
    },
    /// The format cannot represent something.
    #[error("the {format} format cannot hold {what}: write binary or JSON")]
    Unrepresentable {
        /// The name of the format.
        format: &'static str,
        /// What it cannot represent.
        what: &'static str,
    },
}

impl WireError {
    /// The error for a text at an offset in bytes, and some bytes further in the line. Linear.
    pub(super) fn at(text: &[u8], offset: usize, further: usize, problem: String) -> Self {
        let before = &text[..offset.min(text.len())];
        let lines_end = before.iter().rposition(|&byte| byte == b'\n');
        let line_begin = lines_end.map_or(0, |at| at + 1);
        Self::Text {
            line: 1 + before.iter().filter(|&&byte| byte == b'\n').count(),
            column: 1 + before.len() - line_begin + further,
            problem,
        }
    }

    /// A stable code for scripts and documents.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Archive => "archive",
            Self::UnknownFormat => "unknown-format",
            Self::WrongKind { .. } => "wrong-kind",
            Self::TooLarge { .. } => "too-large",
            Self::NewerVersion { .. } => "newer-version",
            Self::Truncated { .. } => "truncated",
            Self::TrailingBytes { .. } => "trailing-bytes",
            Self::Checksum => "checksum",
            Self::Text { .. } => "syntax",
            Self::UnknownPart { .. } => "unknown-part",
            Self::Trace { .. } => "bad-trace",
            Self::Plan { .. } => "bad-plan",
            Self::NotOneTrace { .. } => "not-one-trace",
            Self::Unrepresentable { .. } => "unrepresentable",
            Self::Malformed { .. } => "malformed",
        }
    }
}
