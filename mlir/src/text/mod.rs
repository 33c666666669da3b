//! MLIR as text: spans, diagnostics, lexer, parser, printer.

mod span;

pub use span::Span;

use crate::ir::{Module, OpId};

/// Reads what follows an operation's name in custom form.
pub type CustomParse = fn();

/// Writes what follows an operation's name in custom form.
pub type CustomPrint = fn(&Module, OpId);
