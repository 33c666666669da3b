//! MLIR as text: spans, diagnostics, lexer, parser, printer.

mod diagnostic;
mod lexer;
mod parser;
mod printer;
mod span;

pub use diagnostic::{Diagnostic, Note, ParseError, ParseErrorKind, Severity, SourceMap, line_col};
pub use parser::{PResult, ParseLimits, attr_from_text, type_from_text};
pub use printer::{attr_text, type_text};
pub use span::Span;

use crate::ir::{Module, OpId};

/// Reads what follows an operation's name in custom form.
pub type CustomParse = fn();

/// Writes what follows an operation's name in custom form.
pub type CustomPrint = fn(&Module, OpId);
