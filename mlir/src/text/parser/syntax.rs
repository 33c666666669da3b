//! The parser interface for dialect hooks.

use smallvec::SmallVec;

use super::ops::TextParser;
use super::{PResult, Parser};
use crate::dialects::AttrForm;
use crate::ir::{
    AffineExpr, AffineMap, AttrId, BlockId, Context, Dict, LocId, Module, RegionId, Span, StrId,
    TypeId, ValueId,
};
use crate::syntax::MlirVersion;
use crate::syntax::{
    EntryArg, MapUses, MixedList, OpState, OpSyntax, ParseError, ParseErrorKind, TypeList,
    TypeSyntax, UseRef,
};
use crate::text::lexer::TokenKind;

impl Parser<'_> {
    /// Whether the current token, or the pair of tokens that it starts, spells `text`.
    pub(crate) fn at_literal(&self, text: &str) -> bool {
        self.word() == text.as_bytes()
    }

    /// Consumes the literal, or fails with `expected 'x'`.
    pub(crate) fn expect_literal(&mut self, text: &'static str) -> PResult<()> {
        if self.at_literal(text) {
            self.bump();
            return Ok(());
        }
        Err(self.expected(&format!("`{text}`")))
    }

    /// `[1, 2]`.
    pub(crate) fn int_list(&mut self, bits: u32) -> PResult<SmallVec<[i64; 4]>> {
        self.expect(TokenKind::LBracket, "`[`")?;
        let mut values = SmallVec::new();
        while !self.at(TokenKind::RBracket) {
            values.push(self.parse_int(bits)?);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::RBracket, "`]`")?;
        Ok(values)
    }
}

/// The methods of [`TypeSyntax`]; the parser of operations uses them by dereferencing.
macro_rules! type_syntax {
    ($parser:ident) => {
        impl<'s> TypeSyntax<'s> for $parser<'s> {
            fn module(&self) -> &Module {
                &self.module
            }

            fn ctx_mut(&mut self) -> &mut Context {
                &mut self.module.ctx
            }

            fn here(&self) -> Span {
                self.tok.span
            }

            fn span_from(&self, start: Span) -> Span {
                Parser::span_from(self, start)
            }

            fn word(&self) -> &'s [u8] {
                Parser::word(self)
            }

            fn bytes(&self, span: Span) -> &'s [u8] {
                Parser::bytes(self, span)
            }

            fn bump(&mut self) {
                Parser::bump(self);
            }

            fn at_literal(&self, text: &str) -> bool {
                Parser::at_literal(self, text)
            }

            fn at_string(&self) -> bool {
                self.at(TokenKind::String)
            }

            fn expect_literal(&mut self, text: &'static str) -> PResult<()> {
                Parser::expect_literal(self, text)
            }

            fn eat_word(&mut self, text: &str) -> bool {
                Parser::eat_word(self, text)
            }

            fn expect_word(&mut self, text: &str) -> PResult<()> {
                Parser::expect_word(self, text).map(|_| ())
            }

            fn skip_balanced(&mut self) -> PResult<&'s [u8]> {
                let start = self.tok.span.start as usize;
                let end = self.balanced_end(start)?;
                self.reset_to(end);
                Ok(self.bytes(Span::new(start, end)))
            }

            fn err(&self, kind: ParseErrorKind) -> Box<ParseError> {
                Parser::err(self, kind)
            }

            fn err_at(&self, span: Span, kind: ParseErrorKind) -> Box<ParseError> {
                Parser::err_at(self, span, kind)
            }

            fn expected(&self, what: &str) -> Box<ParseError> {
                Parser::expected(self, what)
            }

            fn enter(&mut self) -> PResult<()> {
                Parser::enter(self)
            }

            fn leave(&mut self) {
                Parser::leave(self);
            }

            fn spend_text(&mut self, at: Span, len: usize) -> PResult<()> {
                self.check_body(at, len)
            }

            fn parse_type(&mut self) -> PResult<TypeId> {
                Parser::parse_type(self)
            }

            fn parse_fn_results(&mut self) -> PResult<TypeList> {
                Parser::parse_fn_results(self)
            }

            fn parse_function_type(&mut self) -> PResult<(TypeList, TypeList)> {
                Parser::parse_function_type(self)
            }

            fn parse_dims(&mut self, allow_dynamic: bool) -> PResult<Vec<i64>> {
                Parser::parse_dims(self, allow_dynamic)
            }

            fn parse_attr(&mut self) -> PResult<AttrId> {
                Parser::parse_attr(self)
            }

            fn parse_attr_with_type_hint(&mut self, hint: Option<TypeId>) -> PResult<AttrId> {
                Parser::parse_attr_with_type_hint(self, hint)
            }

            fn parse_affine_map(&mut self) -> PResult<AffineMap> {
                Parser::parse_affine_map(self)
            }

            fn parse_attr_name(&mut self) -> PResult<StrId> {
                Parser::parse_attr_name(self)
            }

            fn parse_dict(&mut self) -> PResult<Dict> {
                Parser::parse_dict(self)
            }

            fn dict_to_attr(&mut self, dict: &Dict) -> AttrId {
                Parser::dict_to_attr(self, dict)
            }

            fn parse_symbol_name(&mut self) -> PResult<StrId> {
                Parser::parse_symbol_name(self)
            }

            fn parse_symbol_ref(&mut self) -> PResult<AttrId> {
                Parser::parse_symbol_ref(self)
            }

            fn parse_string(&mut self) -> PResult<StrId> {
                Parser::parse_string(self)
            }

            fn parse_i64(&mut self) -> PResult<i64> {
                Parser::parse_i64(self)
            }

            fn int_list(&mut self, bits: u32) -> PResult<SmallVec<[i64; 4]>> {
                Parser::int_list(self, bits)
            }

            fn try_parse_trailing_loc(&mut self) -> PResult<Option<LocId>> {
                Parser::try_parse_trailing_loc(self)
            }
        }
    };
}

type_syntax!(Parser);
type_syntax!(TextParser);

impl<'s> OpSyntax<'s> for TextParser<'s> {
    fn module_mut(&mut self) -> &mut Module {
        &mut self.module
    }

    fn parse_value_name(&mut self) -> PResult<UseRef> {
        TextParser::parse_value_name(self)
    }

    fn parse_use(&mut self) -> PResult<UseRef> {
        TextParser::parse_use(self)
    }

    fn parse_uses(&mut self) -> PResult<SmallVec<[UseRef; 4]>> {
        TextParser::parse_uses(self)
    }

    fn resolve(&mut self, used: UseRef, ty: TypeId) -> PResult<ValueId> {
        TextParser::resolve(self, used, ty)
    }

    fn mixed_list(&mut self, close: &'static str, bits: u32) -> PResult<MixedList> {
        TextParser::mixed_list(self, close, bits)
    }

    fn parse_map_of_uses(&mut self, close: &'static str) -> PResult<(AffineMap, MapUses)> {
        let close = match close {
            ")" => TokenKind::RParen,
            _ => TokenKind::RBracket,
        };
        TextParser::parse_map_of_uses(self, close)
    }

    fn parse_affine_expr_of_uses(&mut self) -> PResult<(AffineExpr, MapUses)> {
        TextParser::parse_affine_expr_of_uses(self)
    }

    fn attr_in_form(&mut self, form: AttrForm) -> PResult<AttrId> {
        TextParser::attr_in_form(self, form)
    }

    fn parse_clauses(&mut self, state: &mut OpState) -> PResult<()> {
        TextParser::parse_clauses(self, state)
    }

    fn parse_successor_name(&mut self) -> PResult<BlockId> {
        TextParser::parse_successor_name(self)
    }

    fn parse_region(&mut self, args: &[EntryArg]) -> PResult<RegionId> {
        TextParser::parse_region(self, args)
    }

    fn ensure_terminator(&mut self, state: &OpState, region: RegionId) {
        TextParser::ensure_terminator(self, state, region);
    }

    fn note_versions(&mut self, first: MlirVersion, last: MlirVersion) {
        self.p.versions.narrow((first, last));
    }

    fn emit_before(
        &mut self,
        name: &str,
        operands: &[ValueId],
        result: Option<TypeId>,
        attrs: Dict,
    ) -> Option<ValueId> {
        TextParser::emit(self, self.block?, name, operands, result, attrs)
    }

    fn emit(
        &mut self,
        block: BlockId,
        name: &str,
        operands: &[ValueId],
        result: Option<TypeId>,
        attrs: Dict,
    ) -> Option<ValueId> {
        TextParser::emit(self, block, name, operands, result, attrs)
    }
}
