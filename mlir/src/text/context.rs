//! Methods of [`Context`] that parse and print types and attributes, for code below the text layer.

use crate::ir::{AttrId, Context, TypeId};
use crate::syntax::PResult;
use crate::text::{parser, printer};

impl Context {
    /// As [`type_from_text`](crate::text::type_from_text).
    ///
    /// # Errors
    /// If the text is not a type, or has trailing text.
    pub fn type_from_text(&mut self, text: &[u8]) -> PResult<TypeId> {
        parser::type_from_text(self, text)
    }

    /// As [`attr_from_text`](crate::text::attr_from_text).
    ///
    /// # Errors
    /// If the text is not an attribute, or has trailing text.
    pub fn attr_from_text(&mut self, text: &[u8]) -> PResult<AttrId> {
        parser::attr_from_text(self, text)
    }

    /// As [`type_text`](crate::text::type_text).
    pub fn type_text(&self, ty: TypeId) -> String {
        printer::type_text(self, ty)
    }

    /// A type for an error message: as text, cut short if it is long.
    pub fn type_summary(&self, ty: TypeId) -> String {
        printer::type_summary(self, ty)
    }

    /// An attribute for an error message: as text, cut short if it is long.
    pub fn attr_summary(&self, attr: AttrId) -> String {
        printer::attr_summary(self, attr)
    }
}
