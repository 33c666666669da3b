//! Places of a program in reports.

use std::fmt;

use serde::Serialize;

use super::Span;
use crate::ir::{Module, OpId};

/// A place in the text of a program. File, line and column are unset until they are looked up in that text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The bytes.
    #[serde(skip)]
    pub span: Span,
    /// The name of the text, such as its path.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
}

impl Place {
    /// The place of an operation.
    pub fn of(m: &Module, op: OpId) -> Self {
        Self {
            span: m.span(op),
            ..Self::default()
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// An operation by its name and its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlacedOp {
    /// The name.
    pub operation: String,
    /// The place.
    #[serde(flatten)]
    pub place: Place,
}

impl PlacedOp {
    /// An operation of a module.
    pub fn of(m: &Module, op: OpId) -> Self {
        Self {
            operation: m.op_name_text(op).into_owned(),
            place: Place::of(m, op),
        }
    }
}
