//! Types.

use smallvec::SmallVec;

use super::{PResult, Parser};
use crate::ir::TypeId;
use crate::text::lexer::TokenKind;

impl Parser<'_> {
    /// Whether the current token can start a type.
    pub(crate) fn at_type_start(&self) -> bool {
        false
    }

    /// A type.
    pub(crate) fn parse_type(&mut self) -> PResult<TypeId> {
        Err(self.expected("a type"))
    }

    /// Types separated by commas up to and including `close`; none is fine.
    pub(crate) fn parse_type_list(&mut self, close: TokenKind) -> PResult<SmallVec<[TypeId; 4]>> {
        let mut types = SmallVec::new();
        self.list_until(close, "`,` or the end of the list", |p| {
            types.push(p.parse_type()?);
            Ok(())
        })?;
        Ok(types)
    }

    /// What follows `->`: one type or a list of types in parentheses.
    pub(crate) fn parse_fn_results(&mut self) -> PResult<SmallVec<[TypeId; 4]>> {
        Err(self.expected("a type"))
    }

    /// `(inputs) -> results`.
    pub(crate) fn parse_function_type(
        &mut self,
    ) -> PResult<(SmallVec<[TypeId; 4]>, SmallVec<[TypeId; 4]>)> {
        Err(self.expected("a type"))
    }

    /// `4x?x`: sizes, each followed by an `x`; `?` is [`DYNAMIC`](crate::DYNAMIC).
    pub(crate) fn parse_dims(&mut self, allow_dynamic: bool) -> PResult<Vec<i64>> {
        let _ = allow_dynamic;
        Err(self.expected("a type"))
    }
}
