//! The parser: a single pass over the tokens that builds the IR directly. A location alias that is used before its
//! definition causes one more pass, over the alias definitions only.
//!
//! This module contains the shared parts: token window, errors, limits, strings, numbers, aliases.
//! Types, attributes, affine maps and locations have a file each.

mod affine;
mod attrs;
mod bodies;
mod clauses;
mod dense;
mod file;
mod format;
mod kept;
mod locs;
mod names;
mod numbers;
mod once;
mod ops;
mod regions;
mod resources;
mod ssa_map;
mod syntax;
mod types;
mod vocabulary;

use rustc_hash::FxHashMap;

pub(crate) use file::parse_file;

use super::diagnostic::Diagnostic;
use super::lexer::{self, Token, TokenKind};
use crate::dialects::Dialects;
use crate::ir::Span;
use crate::ir::{AttrId, AttrKind, Context, Dict, Module, StrId, TypeId};
pub(crate) use crate::syntax::{PResult, ParseError, ParseErrorKind, show};
use crate::text::version::Versions;

/// Nesting depth of aliases, by name with sigil.
type Heights<'s> = FxHashMap<&'s [u8], u32>;

/// Limits on the resources that a text may use; exceeding one is an ordinary error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseLimits {
    /// Size of the text in bytes. Values of 2 GiB and more mean 2 GiB - 1.
    pub source_bytes: u64,
    /// Nesting of regions, types, attributes, affine expressions and locations.
    pub nesting: u32,
    /// Dimensions of a shaped type.
    pub rank: usize,
    /// Characters of one integer literal.
    pub integer_chars: usize,
    /// Decoded bytes of one dense literal.
    pub dense_bytes: u64,
    /// Operators of one affine expression.
    pub affine_ops: u32,
    /// Number of errors after which parsing stops.
    pub errors: u32,
}

impl Default for ParseLimits {
    fn default() -> Self {
        Self {
            source_bytes: 1 << 31,
            nesting: 256,
            rank: 255,
            integer_chars: 1 << 16,
            dense_bytes: 1 << 30,
            affine_ops: 1024,
            errors: 20,
        }
    }
}

/// Parses one text into one [`Module`].
#[derive(Debug)]
pub(crate) struct Parser<'s> {
    /// The text.
    pub(crate) src: &'s [u8],
    /// The module under construction, which owns the context.
    pub(crate) module: Module,
    /// The current token.
    pub(crate) tok: Token,
    /// The end of the previous token.
    pub(crate) prev_end: usize,
    /// Current nesting.
    pub(crate) depth: u32,
    /// Attribute aliases by name, without the `#`.
    pub(crate) attr_aliases: FxHashMap<StrId, AttrId>,
    /// Type aliases by name, without the `!`.
    pub(crate) type_aliases: FxHashMap<StrId, TypeId>,
    /// Shaped types parsed so far, by text.
    shaped_types: once::Known<'s, TypeId>,
    /// Dictionaries parsed so far, by text.
    dicts: once::Known<'s, Dict>,
    /// Limits on the resources that the text may use.
    pub(crate) limits: ParseLimits,
    /// Warnings.
    pub(crate) warnings: Vec<Diagnostic>,
    /// The versions of MLIR that accept the spellings read so far.
    pub(crate) versions: Versions,
    /// Payloads of the distinct attributes seen so far.
    distinct: FxHashMap<u64, Option<AttrId>>,
    /// Attribute aliases defined anywhere in the file and their depths, collected at the first
    /// forward reference.
    forward_aliases: Option<(FxHashMap<StrId, AttrId>, Heights<'s>)>,
    /// Remaining bytes for all literals and flattened locations; keeps memory linear in the text.
    budget: u64,
    /// Maximum nesting depth since the last reset, with aliases expanded; see [`Parser::unfold`].
    deepest: u32,
    /// Nesting depth of aliases, by name with sigil.
    alias_heights: Heights<'s>,
}

/// Parses a text that is a single type.
///
/// # Errors
///
/// If the text is not a type, or has trailing text.
pub fn type_from_text(ctx: &mut Context, text: &[u8]) -> PResult<TypeId> {
    whole_text(ctx, text, Parser::parse_type)
}

/// Parses a text that is a single attribute.
///
/// # Errors
///
/// If the text is not an attribute, or has trailing text.
pub fn attr_from_text(ctx: &mut Context, text: &[u8]) -> PResult<AttrId> {
    whole_text(ctx, text, Parser::parse_attr)
}

fn whole_text<'s, T>(
    ctx: &mut Context,
    text: &'s [u8],
    step: impl FnOnce(&mut Parser<'s>) -> PResult<T>,
) -> PResult<T> {
    let mut parser = Parser::new(text, ParseLimits::default());
    std::mem::swap(ctx, &mut parser.module.ctx);
    let result = parser.check_size().and_then(|()| {
        let value = step(&mut parser)?;
        parser.expect(TokenKind::Eof, "the end of the text")?;
        Ok(value)
    });
    std::mem::swap(ctx, &mut parser.module.ctx);
    result
}

// Tokens.
impl<'s> Parser<'s> {
    /// Creates a parser at the first token of `src`. Call [`Parser::check_size`] before anything else.
    pub(crate) fn new(src: &'s [u8], limits: ParseLimits) -> Self {
        Self::in_dialects(src, limits, None)
    }

    /// Like [`Parser::new`], with dialects other than the core ones.
    pub(crate) fn in_dialects(
        src: &'s [u8],
        limits: ParseLimits,
        dialects: Option<&Dialects>,
    ) -> Self {
        let ctx = dialects.map_or_else(Context::default, |dialects| {
            Context::with_dialects(dialects.clone())
        });
        let src = src.get(..1 << 31).unwrap_or(src);
        Self {
            src,
            module: Module::with_context(ctx),
            tok: lexer::lex(src, 0),
            prev_end: 0,
            depth: 0,
            attr_aliases: FxHashMap::default(),
            type_aliases: FxHashMap::default(),
            shaped_types: once::Known::default(),
            dicts: once::Known::default(),
            limits,
            warnings: Vec::new(),
            versions: Versions::default(),
            distinct: FxHashMap::default(),
            forward_aliases: None,
            budget: (src.len() as u64).saturating_mul(64) + (64 << 20),
            deepest: 0,
            alias_heights: FxHashMap::default(),
        }
    }

    /// Rejects texts that are larger than the limit.
    pub(crate) fn check_size(&self) -> PResult<()> {
        let limit = self.limits.source_bytes.min((1 << 31) - 1);
        if self.src.len() as u64 > limit {
            let kind = ParseErrorKind::TooLarge {
                what: "the text",
                limit,
            };
            return Err(self.err_at(Span::new(0, 0), kind));
        }
        Ok(())
    }

    /// Advances to the next token.
    pub(crate) fn bump(&mut self) {
        self.prev_end = self.tok.span.end as usize;
        self.tok = lexer::lex(self.src, self.prev_end);
    }

    /// Moves to the token at or after byte `pos`, as if the previous token ended there.
    pub(crate) fn reset_to(&mut self, pos: usize) {
        self.prev_end = pos;
        self.tok = lexer::lex(self.src, pos);
    }

    /// Whether the current token is of this kind.
    pub(crate) fn at(&self, kind: TokenKind) -> bool {
        self.tok.kind == kind
    }

    /// Skips the current token if it is of this kind.
    pub(crate) fn eat(&mut self, kind: TokenKind) -> bool {
        let is_there = self.at(kind);
        if is_there {
            self.bump();
        }
        is_there
    }

    /// Skips and returns the current token, which must be of this kind.
    pub(crate) fn expect(&mut self, kind: TokenKind, what: &'static str) -> PResult<Token> {
        let token = self.tok;
        if token.kind != kind {
            return Err(self.expected(what));
        }
        self.bump();
        Ok(token)
    }

    /// Whether the current token is a bare word with exactly this text.
    pub(crate) fn at_word(&self, text: &str) -> bool {
        self.at(TokenKind::BareId) && self.word() == text.as_bytes()
    }

    /// Skips the current token if it is exactly this bare word.
    pub(crate) fn eat_word(&mut self, text: &str) -> bool {
        let is_at_word = self.at_word(text);
        if is_at_word {
            self.bump();
        }
        is_at_word
    }

    /// Skips the current token, which must be exactly this bare word.
    pub(crate) fn expect_word(&mut self, text: &str) -> PResult<Token> {
        let token = self.tok;
        if self.eat_word(text) {
            return Ok(token);
        }
        Err(self.expected(&format!("`{text}`")))
    }

    /// The bytes of a token.
    pub(crate) fn text(&self, token: Token) -> &'s [u8] {
        self.bytes(token.span)
    }

    /// The bytes of the current token.
    pub(crate) fn word(&self) -> &'s [u8] {
        self.text(self.tok)
    }

    pub(crate) fn bytes(&self, span: Span) -> &'s [u8] {
        self.src
            .get(span.start as usize..span.end as usize)
            .unwrap_or_default()
    }

    /// The byte directly after the current token, 0 at the end of the text.
    pub(crate) fn next_byte(&self) -> u8 {
        let end = self.tok.span.end as usize;
        self.src.get(end).copied().unwrap_or(0)
    }

    /// The span from an earlier token to the end of the previous one.
    pub(crate) fn span_from(&self, start: Span) -> Span {
        Span::new(
            start.start as usize,
            self.prev_end.max(start.start as usize),
        )
    }
}

// Errors and limits.
impl Parser<'_> {
    /// An error at the current token, or the lexical error of that token.
    ///
    /// If the token is the first of its line, the error points just after the previous token, where something is
    /// missing.
    pub(crate) fn err(&self, kind: ParseErrorKind) -> Box<ParseError> {
        let span = self.tok.span;
        if self.at(TokenKind::Error) {
            return self.err_at(span, lexer::error_kind(self.src, span));
        }
        let between = Span::new(self.prev_end, span.start as usize);
        if self.at(TokenKind::Eof) || self.bytes(between).contains(&b'\n') {
            return self.err_at(Span::new(self.prev_end, self.prev_end), kind);
        }
        self.err_at(span, kind)
    }

    /// An error at the current token itself, even if it is the first of its line.
    pub(crate) fn err_here(&self, kind: ParseErrorKind) -> Box<ParseError> {
        if self.at(TokenKind::Error) {
            return self.err(kind);
        }
        self.err_at(self.tok.span, kind)
    }

    /// An error at a given location.
    pub(crate) fn err_at(&self, span: Span, kind: ParseErrorKind) -> Box<ParseError> {
        Box::new(ParseError::new(kind, span))
    }

    /// "expected `what`, found ..." at the current token.
    pub(crate) fn expected(&self, what: &str) -> Box<ParseError> {
        self.err(ParseErrorKind::Expected {
            what: what.to_owned(),
            found: self.found(),
        })
    }

    /// An "invalid `what`" error at a given location.
    pub(crate) fn invalid(
        &self,
        span: Span,
        what: &'static str,
        reason: impl Into<String>,
    ) -> Box<ParseError> {
        self.err_at(span, ParseErrorKind::invalid(what, reason))
    }

    /// A description of the current token.
    pub(crate) fn found(&self) -> String {
        if self.at(TokenKind::Eof) {
            return "end of file".to_owned();
        }
        format!("`{}`", show(self.word()))
    }

    /// Enters a nesting level, and fails at the limit; pair with [`Parser::leave`].
    pub(crate) fn enter(&mut self) -> PResult<()> {
        let limit = self.limits.nesting;
        if self.depth >= limit {
            return Err(self.err_here(ParseErrorKind::TooDeep { limit }));
        }
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        Ok(())
    }

    /// Leaves a nesting level.
    pub(crate) fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Runs a step in a nested level.
    pub(crate) fn nested<T>(&mut self, step: impl FnOnce(&mut Self) -> PResult<T>) -> PResult<T> {
        self.enter()?;
        let result = step(self);
        self.leave();
        result
    }

    /// Adds the nesting depth of the alias at `span`: the expansion counts as if it were written out, so that every
    /// later traversal stays within the limit.
    pub(super) fn unfold(&mut self, span: Span) -> PResult<()> {
        let height = self.alias_heights.get(self.bytes(span)).copied();
        let depth = self.depth.saturating_add(height.unwrap_or(0));
        let limit = self.limits.nesting;
        if depth > limit {
            return Err(self.err_at(span, ParseErrorKind::TooDeep { limit }));
        }
        self.deepest = self.deepest.max(depth);
        Ok(())
    }

    /// Charges bytes to the budget of the text.
    pub(super) fn spend(&mut self, span: Span, bytes: u64) -> PResult<()> {
        match self.budget.checked_sub(bytes) {
            Some(rest) if bytes <= self.limits.dense_bytes => {
                self.budget = rest;
                Ok(())
            }
            _ => Err(self.err_at(
                span,
                ParseErrorKind::TooLarge {
                    what: "the decoded data",
                    limit: self.limits.dense_bytes.min(self.budget),
                },
            )),
        }
    }

    /// Items up to `close`, after the opening token, separated by commas; may be empty.
    pub(crate) fn list_until(
        &mut self,
        close: TokenKind,
        what: &'static str,
        mut item: impl FnMut(&mut Self) -> PResult<()>,
    ) -> PResult<()> {
        if self.eat(close) {
            return Ok(());
        }
        loop {
            item(self)?;
            if self.eat(TokenKind::Comma) {
                continue;
            }
            self.expect(close, what)?;
            return Ok(());
        }
    }
}

// Strings and names.
impl Parser<'_> {
    /// A string literal; returns the bytes with escapes resolved.
    pub(crate) fn parse_string(&mut self) -> PResult<StrId> {
        let token = self.expect(TokenKind::String, "a string")?;
        self.string_value(token.span)
    }

    /// The name of an `@name` token.
    pub(crate) fn parse_symbol_name(&mut self) -> PResult<StrId> {
        let token = self.expect(TokenKind::At, "a symbol name (`@name`)")?;
        let inner = Span::new(token.span.start as usize + 1, token.span.end as usize);
        if self.bytes(inner).first() == Some(&b'"') {
            self.string_value(inner)
        } else {
            let text = self.bytes(inner);
            Ok(self.module.ctx.str(text))
        }
    }

    /// `@root::@nested`, as an attribute.
    pub(crate) fn parse_symbol_ref(&mut self) -> PResult<AttrId> {
        let root = self.parse_symbol_name()?;
        let mut nested = Vec::new();
        while self.at(TokenKind::Colon) && self.next_byte() == b':' {
            let second = self.tok.span.end as usize;
            // A single trailing colon is not part of the reference, so look ahead before consuming it.
            if lexer::lex(self.src, second + 1).kind != TokenKind::At {
                break;
            }
            self.reset_to(second + 1);
            nested.push(self.parse_symbol_name()?);
        }
        Ok(self.module.ctx.attr(AttrKind::SymbolRef {
            root,
            nested: nested.into(),
        }))
    }

    /// Interns the value of the string literal at `span`, quotes included.
    pub(crate) fn string_value(&mut self, span: Span) -> PResult<StrId> {
        let inner = Span::new(
            span.start as usize + 1,
            (span.end as usize).max(span.start as usize + 2) - 1,
        );
        let text = self.bytes(inner);
        if !text.contains(&b'\\') {
            return Ok(self.module.ctx.str(text));
        }
        let Some(value) = unescape(text) else {
            return Err(self.err_at(span, ParseErrorKind::BadEscape));
        };
        Ok(self.module.ctx.str(value))
    }
}

// Aliases.
impl<'s> Parser<'s> {
    /// `#name = attribute`.
    pub(crate) fn parse_attr_alias_def(&mut self) -> PResult<()> {
        let (name, span) = self.alias_name(TokenKind::Hash, "an attribute alias (`#name`)")?;
        if self.attr_aliases.contains_key(&name) {
            return Err(self.redefined_alias(span));
        }
        self.expect(TokenKind::Equal, "`=` in attribute alias definition")?;
        let attr = self.measured(span, Self::parse_attr)?;
        self.attr_aliases.insert(name, attr);
        Ok(())
    }

    /// `!name = type`.
    pub(crate) fn parse_type_alias_def(&mut self) -> PResult<()> {
        let (name, span) = self.alias_name(TokenKind::Bang, "a type alias (`!name`)")?;
        if self.type_aliases.contains_key(&name) {
            return Err(self.redefined_alias(span));
        }
        self.expect(TokenKind::Equal, "`=` in type alias definition")?;
        let ty = self.measured(span, Self::parse_type)?;
        self.type_aliases.insert(name, ty);
        Ok(())
    }

    /// Runs a step that defines the alias at `span` and records the nesting depth of its value.
    fn measured<T>(
        &mut self,
        span: Span,
        step: impl FnOnce(&mut Self) -> PResult<T>,
    ) -> PResult<T> {
        let deepest = std::mem::replace(&mut self.deepest, self.depth);
        let value = step(self)?;
        let height = self.deepest.saturating_sub(self.depth);
        self.alias_heights.insert(self.bytes(span), height);
        self.deepest = deepest;
        Ok(value)
    }

    /// Parses all alias definitions of the file, for locations that are used before they are defined. Errors are left
    /// to the main pass.
    fn parse_all_aliases(&mut self) -> (FxHashMap<StrId, AttrId>, Heights<'s>) {
        let saved = (self.tok, self.prev_end, self.depth, self.distinct.clone());
        let attrs = std::mem::take(&mut self.attr_aliases);
        let types = std::mem::take(&mut self.type_aliases);
        let heights = std::mem::take(&mut self.alias_heights);
        self.depth = 0;
        self.reset_to(0);
        while !self.at(TokenKind::Eof) {
            let is_alias = matches!(self.tok.kind, TokenKind::Hash | TokenKind::Bang);
            let next = lexer::lex(self.src, self.tok.span.end as usize);
            if !is_alias || next.kind != TokenKind::Equal {
                self.bump();
            } else if self.at(TokenKind::Hash) {
                let _ = self.parse_attr_alias_def();
            } else {
                let _ = self.parse_type_alias_def();
            }
        }
        (self.tok, self.prev_end, self.depth, self.distinct) = saved;
        self.type_aliases = types;
        let all_heights = std::mem::replace(&mut self.alias_heights, heights);
        let all = std::mem::replace(&mut self.attr_aliases, attrs);
        (all, all_heights)
    }

    /// The attribute of an alias that may be defined later.
    pub(super) fn forward_alias(&mut self, span: Span) -> PResult<AttrId> {
        let text = self.bytes(span);
        let name = self.module.ctx.str(text.get(1..).unwrap_or_default());
        if let Some(&attr) = self.attr_aliases.get(&name) {
            self.unfold(span)?;
            return Ok(attr);
        }
        if self.forward_aliases.is_none() {
            self.forward_aliases = Some(self.parse_all_aliases());
        }
        let alias = self.forward_aliases.as_ref().and_then(|(attrs, heights)| {
            Some((*attrs.get(&name)?, heights.get(text).copied().unwrap_or(0)))
        });
        let Some((attr, height)) = alias else {
            return Err(self.undefined_alias(span));
        };
        self.alias_heights.entry(text).or_insert(height);
        self.unfold(span)?;
        Ok(attr)
    }

    fn alias_name(&mut self, kind: TokenKind, what: &'static str) -> PResult<(StrId, Span)> {
        let token = self.expect(kind, what)?;
        let text = self.text(token);
        if text.contains(&b'.') {
            let name = show(text);
            return Err(self.err_at(token.span, ParseErrorKind::DottedAlias { name }));
        }
        let name = self.module.ctx.str(text.get(1..).unwrap_or_default());
        Ok((name, token.span))
    }

    fn redefined_alias(&self, span: Span) -> Box<ParseError> {
        let name = show(self.bytes(span));
        self.err_at(span, ParseErrorKind::RedefinedAlias { name })
    }

    pub(super) fn undefined_alias(&self, span: Span) -> Box<ParseError> {
        let name = show(self.bytes(span));
        self.err_at(span, ParseErrorKind::UndefinedAlias { name })
    }
}

/// Resolves the escapes of the contents of a string; `None` if one is unknown.
fn unescape(text: &[u8]) -> Option<Vec<u8>> {
    let mut value = Vec::with_capacity(text.len());
    let mut bytes = text.iter().copied();
    while let Some(byte) = bytes.next() {
        if byte != b'\\' {
            value.push(byte);
            continue;
        }
        value.push(match bytes.next()? {
            b @ (b'"' | b'\\') => b,
            b'n' => b'\n',
            b't' => b'\t',
            high => {
                let low = bytes.next()?;
                let digit = |b: u8| (b as char).to_digit(16);
                (digit(high)? * 16 + digit(low)?) as u8
            }
        });
    }
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{AffineExpr, AffineOp};
    use crate::text::{attr_text, type_text};

    fn parser(src: &str) -> Parser<'_> {
        Parser::new(src.as_bytes(), ParseLimits::default())
    }

    #[test]
    fn aliases_are_defined_once_and_before_use() {
        let mut p = parser("#a = [1, 2] !t = tuple<i32> #b = {x = #a, y = !t} #b");
        p.parse_attr_alias_def().unwrap();
        p.parse_type_alias_def().unwrap();
        p.parse_attr_alias_def().unwrap();
        let attr = p.parse_attr().unwrap();
        assert_eq!(
            attr_text(&p.module.ctx, attr),
            "{x = [1, 2], y = tuple<i32>}"
        );
        let code = |src| {
            let mut p = parser(src);
            let _ = p.parse_attr_alias_def();
            p.parse_attr_alias_def().unwrap_err().kind.code()
        };
        assert_eq!(code("#a = 1 #a = 2"), "redefined-alias");
        assert_eq!(code("#a = 1 #b = #c"), "undefined-alias");
        assert_eq!(code("#a = 1 #b.c = 1"), "dotted-alias");
    }

    #[test]
    fn trailing_locations_may_be_defined_later() {
        let src = "loc(#l1) loc(#l2) loc(#l3) #l1 = loc(\"a\") #l2 = loc(callsite(#l1 at \"b\"))";
        let mut p = parser(src);
        let first = p.try_parse_trailing_loc().unwrap().unwrap();
        let second = p.try_parse_trailing_loc().unwrap().unwrap();
        let error = p.try_parse_trailing_loc().unwrap_err();
        assert_eq!(error.kind.code(), "undefined-alias");
        let mut p2 = Parser::new(b"", ParseLimits::default());
        std::mem::swap(&mut p.module.ctx, &mut p2.module.ctx);
        let ctx = &mut p2.module.ctx;
        let text = |ctx: &mut Context, loc| {
            let attr = ctx.attr(AttrKind::Location(loc));
            attr_text(ctx, attr)
        };
        assert_eq!(text(ctx, first), "loc(\"a\")");
        assert_eq!(text(ctx, second), "loc(callsite(\"a\" at \"b\"))");
    }

    #[test]
    fn chains_of_aliases_are_as_deep_as_what_they_name() {
        let mut src = String::from("!t0 = tuple<>");
        for i in 1..400 {
            src.push_str(&format!(" !t{i} = tuple<!t{}, !t{}>", i - 1, i - 1));
        }
        let mut p = parser(&src);
        let error = std::iter::from_fn(|| Some(p.parse_type_alias_def()))
            .find_map(Result::err)
            .unwrap();
        assert_eq!(error.kind.code(), "too-deep");
        let name = p.module.ctx.str("t200");
        let text = super::super::printer::type_summary(&p.module.ctx, p.type_aliases[&name]);
        assert!(text.len() < 10_000);
    }

    #[test]
    fn resource_sections_keep_keys_and_values() {
        let mut p = parser(
            "{-# dialect_resources: {builtin: {k: \"0x0400000001\"}}, \
             external_resources: {tool: {a: true, \"b c\": \"x\"}} #-}",
        );
        p.parse_resources().unwrap();
        assert!(p.at(TokenKind::Eof));
        assert_eq!(p.module.resources.dialect.len(), 1);
        assert_eq!(p.module.resources.external[0].1.len(), 2);
        assert_eq!(
            p.module.resources.external[0].1[0].1,
            crate::ir::ResourceValue::Bool(true)
        );
        assert!(parser("{-# other: {} #-}").parse_resources().is_err());
    }

    #[test]
    fn errors_point_after_the_last_token_of_a_line() {
        let mut p = parser("memref<4xf32\n\n  }");
        let error = p.parse_type().unwrap_err();
        assert_eq!(error.span, Span::new(12, 12));
        let mut p = parser("memref<4xf32 }");
        assert_eq!(p.parse_type().unwrap_err().span, Span::new(13, 14));
        let mut p = parser("\u{feff}i32");
        assert_eq!(
            p.parse_type().unwrap_err().kind.code(),
            "unexpected-character"
        );
    }

    #[test]
    fn hints_replace_spelled_types() {
        let mut p = parser("5 : 1.5 dense<1>");
        let i8 = p.module.ctx.int_type(8);
        let attr = p.parse_attr_with_type_hint(Some(i8)).unwrap();
        assert_eq!(attr_text(&p.module.ctx, attr), "5 : i8");
        assert!(p.eat(TokenKind::Colon));
        let f32 = type_from_text(&mut p.module.ctx, b"f32").unwrap();
        let attr = p.parse_attr_with_type_hint(Some(f32)).unwrap();
        assert_eq!(attr_text(&p.module.ctx, attr), "1.500000e+00 : f32");
        let ty = type_from_text(&mut p.module.ctx, b"tensor<2xi8>").unwrap();
        let attr = p.parse_attr_with_type_hint(Some(ty)).unwrap();
        assert_eq!(attr_text(&p.module.ctx, attr), "dense<1> : tensor<2xi8>");
    }

    #[test]
    fn dimension_lists_and_operand_expressions() {
        let mut p = parser("4x?x0x8xf32");
        assert_eq!(p.parse_dims(true).unwrap(), [4, crate::DYNAMIC, 0, 8]);
        let ty = p.parse_type().unwrap();
        assert_eq!(type_text(&p.module.ctx, ty), "f32");

        let mut p = parser("%i + symbol(%n) * 2]");
        let expr = p
            .parse_affine_expr_with(&mut |p: &mut Parser<'_>| {
                if p.eat_word("symbol") {
                    p.expect(TokenKind::LParen, "`(`")?;
                    p.expect(TokenKind::Percent, "a value")?;
                    p.expect(TokenKind::RParen, "`)`")?;
                    return Ok(Some(AffineExpr::Symbol(0)));
                }
                Ok(p.eat(TokenKind::Percent).then_some(AffineExpr::Dim(0)))
            })
            .unwrap();
        assert!(matches!(expr, AffineExpr::Binary(AffineOp::Add, ..)));
        assert!(p.at(TokenKind::RBracket));
    }

    #[test]
    fn dictionaries_refuse_duplicates_at_any_size() {
        for n in [2, 7, 8, 9, 40] {
            let entries: Vec<_> = (0..n).map(|i| format!("k{i} = {i}")).collect();
            let good = format!("{{{}}}", entries.join(", "));
            assert_eq!(parser(&good).parse_dict().unwrap().len(), n);
            let bad = format!("{{{}, k1}}", entries.join(", "));
            let error = parser(&bad).parse_dict().unwrap_err();
            assert_eq!(error.kind.code(), "duplicate-key");
        }
    }
}
