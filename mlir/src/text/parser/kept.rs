//! Operations of dialects without tables in custom form: their text is kept.
//!
//! The text ends in front of the next operation, where brackets balance. Names of values from outside become operands;
//! names that the text defines are its own, and get a prefix where names from outside are visible, which printing may
//! change. Aliases are written out. What the operation does is unknown. The types of results are those after the last
//! `->`; without one, an operation whose results are named cannot be kept, nor one with successors.

use rustc_hash::FxHashSet;

use super::PResult;
use super::names::Binding;
use super::ops::TextParser;
use crate::ir::{AttrKind, Span, StrId, TypeId, ValueId, names};
use crate::syntax::OpState;
use crate::text::diagnostic::{Diagnostic, Severity};
use crate::text::lexer::{Token, TokenKind};
use crate::text::printer::{attr_text, type_text};
use smallvec::SmallVec;

/// The start of names that the text defines.
const OWN: &[u8] = b"kept_";

impl TextParser<'_> {
    /// Keeps the text of the operation that starts at the current token; its results have types if it names any.
    /// Nothing if the text cannot be kept.
    pub(super) fn keep_text(&mut self, n_named: usize) -> PResult<Option<OpState>> {
        let start = self.tok.span;
        let name = self.word().to_vec();
        let name = self.module.ctx.op_name(name);
        let mut state = self.new_state(name);
        self.bump();
        let tokens = self.tokens_of_op();
        let end = self.prev_end;
        let may_be_kept = self.collect(&tokens, start, end, &mut state)?;
        if !may_be_kept || !self.result_types(&tokens, n_named, &mut state) {
            return Ok(None);
        }
        self.reset_to(end);
        self.remark(start, name);
        Ok(Some(state))
    }

    /// The tokens up to the end of the operation, which is the start of something else on a line of its own.
    fn tokens_of_op(&mut self) -> Vec<(Token, usize)> {
        let mut tokens = Vec::new();
        let mut depth = 0_usize;
        loop {
            let token = self.tok;
            let begins_line = self.begins_line(token.span.start as usize);
            match token.kind {
                TokenKind::Eof | TokenKind::Error => break,
                TokenKind::LParen | TokenKind::LBrace | TokenKind::LBracket => depth += 1,
                TokenKind::RParen | TokenKind::RBrace | TokenKind::RBracket => {
                    if depth == 0 {
                        break;
                    }
                    depth -= 1;
                }
                _ if depth > 0 => {}
                TokenKind::BareId if self.at_word("loc") && self.next_byte() == b'(' => break,
                TokenKind::BareId if begins_line && self.begins_op() => break,
                TokenKind::Percent
                | TokenKind::String
                | TokenKind::Caret
                | TokenKind::Hash
                | TokenKind::Bang
                | TokenKind::FileMetaBegin
                    if begins_line =>
                {
                    break;
                }
                _ => {}
            }
            tokens.push((token, depth));
            self.bump();
        }
        tokens
    }

    /// Whether the current word is the name of an operation.
    fn begins_op(&self) -> bool {
        let word = self.word();
        let full = [self.default_dialect.as_bytes(), b".", word].concat();
        let full = String::from_utf8_lossy(&full);
        word.contains(&b'.') || self.module.ctx.dialects().find(&full).is_some()
    }

    /// Splits the text into pieces around operands. Whether that is possible.
    fn collect(
        &mut self,
        tokens: &[(Token, usize)],
        start: Span,
        end: usize,
        state: &mut OpState,
    ) -> PResult<bool> {
        let sees_values = self.bindings.iter().any(Option::is_some);
        let own = self.own_names(tokens);
        let (mut pieces, mut symbols) = (Vec::new(), Vec::new());
        let mut piece: Vec<u8> = Vec::new();
        let mut written = start.start as usize;
        for &(token, depth) in tokens {
            let at = token.span.start as usize;
            if at < written {
                // A part of what was just read.
                continue;
            }
            let text = self.text(token);
            let mut replaced = token.span.end as usize;
            let new = match token.kind {
                TokenKind::Caret if depth == 0 => return Ok(false),
                TokenKind::Hash | TokenKind::Bang => match self.alias_text(token) {
                    Ok(Some(text)) => text.into_bytes(),
                    Ok(None) => continue,
                    Err(()) => return Ok(false),
                },
                TokenKind::At => {
                    symbols.push(self.symbol(text));
                    continue;
                }
                TokenKind::Percent => {
                    self.reset_to(at);
                    let used = self.parse_use()?;
                    match (self.binding(used.name), own.contains(&used.name)) {
                        (Some(binding), false) => {
                            let Some(value) = value_of(binding, used.index) else {
                                return Ok(false);
                            };
                            state.operands.push(value);
                            replaced = self.prev_end;
                            piece.extend(&self.p.src[written..at]);
                            pieces.push(std::mem::take(&mut piece));
                            written = replaced;
                            continue;
                        }
                        // A name of its own; with results, `%a#1` is two tokens.
                        (None, true) if sees_values && !text[1..].starts_with(OWN) => {
                            [b"%", OWN, &text[1..]].concat()
                        }
                        (None, true) => continue,
                        _ => return Ok(false),
                    }
                }
                _ => continue,
            };
            piece.extend(&self.p.src[written..at]);
            piece.extend(new);
            written = replaced;
        }
        piece.extend(&self.p.src[written..end.max(written)]);
        pieces.push(piece);
        let ctx = &mut self.p.module.ctx;
        let mut parts: Vec<_> = pieces.iter().map(|piece| ctx.string_attr(piece)).collect();
        parts.extend(symbols.into_iter().map(|root: StrId| {
            ctx.attr(AttrKind::SymbolRef {
                root,
                nested: Box::default(),
            })
        }));
        let parts = ctx.attr(AttrKind::Array(parts.into()));
        state.props.set(names::KEPT_TEXT, parts);
        Ok(true)
    }

    fn symbol(&mut self, text: &[u8]) -> StrId {
        let name = text[1..]
            .strip_prefix(b"\"")
            .map_or(&text[1..], |rest| rest.strip_suffix(b"\"").unwrap_or(rest));
        self.module.ctx.str(name)
    }

    /// The names that the text defines, as `%a =` or `%a: type`.
    fn own_names(&mut self, tokens: &[(Token, usize)]) -> FxHashSet<u32> {
        let mut own = FxHashSet::default();
        for (position, (token, _)) in tokens.iter().enumerate() {
            if token.kind != TokenKind::Percent {
                continue;
            }
            let name = self.names.intern(self.p.src, token.span);
            let rest = &tokens[position + 1..];
            // `%a, %b:2 = ..`
            let mut following = rest.iter().skip_while(|(next, _)| {
                matches!(
                    next.kind,
                    TokenKind::Comma | TokenKind::Percent | TokenKind::Integer
                ) || next.kind == TokenKind::Colon
                    && self
                        .p
                        .src
                        .get(next.span.end as usize)
                        .is_some_and(u8::is_ascii_digit)
            });
            let is_result = following
                .next()
                .is_some_and(|(next, _)| next.kind == TokenKind::Equal);
            let is_argument = rest.first().is_some_and(|(next, _)| {
                let is_near = next.span.start == token.span.end;
                next.kind == TokenKind::Colon && (is_near || self.binding(name).is_none())
            });
            if is_result || is_argument {
                own.insert(name);
            }
        }
        own
    }

    /// The text that an alias stands for; nothing if this is none. An error for one that cannot be written out.
    fn alias_text(&mut self, token: Token) -> Result<Option<String>, ()> {
        let text = self.text(token);
        let next_byte = self.src.get(token.span.end as usize);
        if text.contains(&b'.')
            || next_byte == Some(&b'<')
            || text[1..].iter().all(u8::is_ascii_digit)
        {
            return Ok(None);
        }
        let name = self.module.ctx.str(&text[1..]);
        let ctx = &self.module.ctx;
        if token.kind == TokenKind::Bang {
            let ty = self.type_aliases.get(&name).ok_or(())?;
            return Ok(Some(type_text(ctx, *ty)));
        }
        let attr = *self.attr_aliases.get(&name).ok_or(())?;
        match ctx.attr_kind(attr) {
            AttrKind::Location(_) => Err(()),
            _ => Ok(Some(attr_text(ctx, attr))),
        }
    }

    /// Sets the types of results that have names: those after the last `->`.
    fn result_types(
        &mut self,
        tokens: &[(Token, usize)],
        n_named: usize,
        state: &mut OpState,
    ) -> bool {
        if n_named == 0 {
            return true;
        }
        let mut arrows = tokens.iter().rev();
        let Some((arrow, _)) =
            arrows.find(|(token, depth)| token.kind == TokenKind::Arrow && *depth == 0)
        else {
            return false;
        };
        self.reset_to(arrow.span.end as usize);
        let mut types: SmallVec<[TypeId; 4]> = SmallVec::new();
        let is_list = self.eat(TokenKind::LParen);
        let read = if is_list {
            self.parse_type_list(TokenKind::RParen)
                .map(|list| types = list)
        } else {
            self.parse_type().map(|ty| types.push(ty))
        };
        state.results.extend(types);
        read.is_ok()
    }

    /// Reports once that text is kept.
    fn remark(&mut self, span: Span, name: crate::ir::OpName) {
        const CODE: &str = "kept-text";
        if self.warnings.iter().any(|warning| warning.code == CODE) {
            return;
        }
        let name = self.module.ctx.op_name_text(name).into_owned();
        self.warnings.push(Diagnostic {
            severity: Severity::Remark,
            code: CODE,
            message: format!("`{name}` is kept as text, with unknown effects, as all operations of dialects without tables"),
            span,
            notes: Vec::new(),
            help: Some("the generic form (`--mlir-print-op-generic`, or `--mlir-opt`) shows what it contains".to_owned()),
        });
    }
}

fn value_of(binding: Binding, index: u32) -> Option<ValueId> {
    let is_there = !binding.is_poison && index < binding.count;
    is_there.then(|| ValueId::from_index(binding.first.index() as u32 + index))
}
