//! Attributes.

use super::{PResult, Parser};
use crate::ir::{AttrId, Dict, TypeId};

impl Parser<'_> {
    /// An attribute.
    pub(crate) fn parse_attr(&mut self) -> PResult<AttrId> {
        self.parse_attr_with_type_hint(None)
    }

    /// An attribute whose type the context knows: it is not spelled behind a colon.
    pub(crate) fn parse_attr_with_type_hint(&mut self, hint: Option<TypeId>) -> PResult<AttrId> {
        let _ = hint;
        Err(self.expected("an attribute"))
    }

    /// `{a = 1, b}`.
    pub(crate) fn parse_dict(&mut self) -> PResult<Dict> {
        Err(self.expected("an attribute"))
    }
}
