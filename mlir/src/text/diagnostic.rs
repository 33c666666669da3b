//! Diagnostics of the text layer: typed kinds internally, plain diagnostics in the public API.

use crate::ir::Span;
use crate::syntax::{Note, ParseError};

/// The severity of a [`Diagnostic`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Information that the user asked for.
    Remark,
    /// The text is valid, but possibly not what its author intended.
    Warning,
    /// The text is invalid.
    Error,
}

/// An error, warning or remark about a place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// Stable name of the kind, for scripts; for example `undefined-alias`.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// The location.
    pub span: Span,
    /// Related locations and facts.
    pub notes: Vec<Note>,
    /// How to fix it.
    pub help: Option<String>,
}

impl From<ParseError> for Diagnostic {
    fn from(error: ParseError) -> Self {
        Self {
            severity: Severity::Error,
            code: error.kind.code(),
            message: error.kind.to_string(),
            span: error.span,
            help: error.help.or_else(|| error.kind.help()),
            notes: error.notes,
        }
    }
}

impl From<Box<ParseError>> for Diagnostic {
    fn from(error: Box<ParseError>) -> Self {
        Self::from(*error)
    }
}

/// Line and column, both from 1, of a byte offset; columns count bytes.
///
/// Scans the text up to `offset`; use a [`SourceMap`] for many offsets of one text.
pub fn line_col(src: &[u8], offset: usize) -> (u32, u32) {
    let before = &src[..offset.min(src.len())];
    let line_start = before
        .iter()
        .rposition(|&b| b == b'\n')
        .map_or(0, |i| i + 1);
    let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
    (line as u32, (before.len() - line_start) as u32 + 1)
}

/// The line starts of a text: finds line and column in `O(log lines)`.
#[derive(Clone, Debug)]
pub struct SourceMap {
    line_starts: Vec<u32>,
}

impl SourceMap {
    /// Finds all line starts, `O(bytes)`.
    pub fn new(src: &[u8]) -> Self {
        let mut line_starts = vec![0];
        line_starts.extend(memchr::memchr_iter(b'\n', src).map(|i| i as u32 + 1));
        Self { line_starts }
    }

    /// Line and column, both from 1, of a byte offset; columns count bytes.
    pub fn line_col(&self, offset: u32) -> (u32, u32) {
        let line = self.line_starts.partition_point(|&start| start <= offset);
        let start = self.line_starts.get(line.wrapping_sub(1)).copied();
        (line as u32, offset - start.unwrap_or(0) + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::ParseErrorKind;

    #[test]
    fn finds_lines_and_columns() {
        let src = b"ab\n\ncd";
        let map = SourceMap::new(src);
        for (offset, expected) in [
            (0, (1, 1)),
            (2, (1, 3)),
            (3, (2, 1)),
            (4, (3, 1)),
            (6, (3, 3)),
        ] {
            assert_eq!(line_col(src, offset), expected);
            assert_eq!(map.line_col(offset as u32), expected);
        }
    }

    #[test]
    fn errors_become_diagnostics_with_help() {
        let kind = ParseErrorKind::UndefinedAlias { name: "#a".into() };
        let error = ParseError::new(kind, Span::new(1, 2)).with_note("here", None);
        let diagnostic = Diagnostic::from(error);
        assert_eq!(diagnostic.code, "undefined-alias");
        assert_eq!(diagnostic.message, "undefined attribute alias id `#a`");
        assert!(diagnostic.help.is_some());
        assert_eq!(diagnostic.notes.len(), 1);
    }
}
