//! The file as a whole, and error recovery.

use memplan_support::Sort;
use rustc_hash::FxHashMap;

use super::Parser;
use super::names::{Binding, NameTable};
use super::ops::TextParser;
use super::regions::BlockScope;
use crate::dialects::Traits;
use crate::ir::{BlockId, Module, OpId};
use crate::syntax::{ParseError, ParseErrorKind};
use crate::text::diagnostic::Diagnostic;
use crate::text::lexer::TokenKind;
use crate::text::{ParseOptions, Parsed, Span};

/// Parses a whole file into a module. `O(bytes)`.
pub(crate) fn parse_file(src: &[u8], options: &ParseOptions) -> Result<Parsed, Vec<Diagnostic>> {
    let mut parser = TextParser {
        p: Parser::in_dialects(src, options.limits, options.dialects),
        names: NameTable::default(),
        bindings: Vec::new(),
        undo: Vec::new(),
        forwards: FxHashMap::default(),
        block_scopes: vec![BlockScope::default()],
        default_dialect: "builtin",
        diags: Vec::new(),
        max_errors: options.limits.errors as usize,
        has_poison: false,
        block: None,
        places: None,
    };
    parser.places = options.file.map(|file| parser.places_in(file));
    parser.file();
    let TextParser {
        p:
            Parser {
                module,
                warnings,
                versions,
                ..
            },
        mut diags,
        ..
    } = parser;
    if diags.is_empty() {
        let version = versions.of(&module);
        Ok(Parsed {
            module,
            warnings,
            version,
        })
    } else {
        diags.sort_stable_by_key(|diag| diag.span.start);
        diags.extend(warnings);
        Err(diags)
    }
}

impl TextParser<'_> {
    pub(super) fn file(&mut self) {
        if let Err(error) = self.check_size() {
            self.report(*error);
            return;
        }
        let Some(body) = self.module.body() else {
            return;
        };
        loop {
            let result = match self.tok.kind {
                TokenKind::Eof => break,
                TokenKind::Hash => self.parse_attr_alias_def(),
                TokenKind::Bang => self.parse_type_alias_def(),
                TokenKind::FileMetaBegin => self.parse_resources(),
                _ => {
                    self.op_or_recover(body);
                    Ok(())
                }
            };
            if let Err(error) = result {
                let start = error.span.start as usize;
                self.report(*error);
                self.skip_to_next_op(start);
            }
            if self.diags.len() >= self.max_errors {
                break;
            }
        }
        self.finish();
        self.hoist_single_module(body);
        self.locate_root();
    }

    /// A file whose only operation is a `builtin.module` is that module.
    pub(super) fn hoist_single_module(&mut self, body: BlockId) {
        let module = &mut self.p.module;
        let is_module = |m: &Module, op: OpId| {
            m.has_trait(op, Traits::SYMBOL_TABLE.and(Traits::GRAPH_REGION))
                && m.op_name(op) == m.op_name(m.root())
        };
        if let Some(first) = module.first_op(body)
            && module.next_op(first).is_none()
            && is_module(module, first)
        {
            module.detach(first);
            module.set_root(first);
        }
    }

    pub(super) fn finish(&mut self) {
        let mut left: Vec<_> = self
            .forwards
            .iter()
            .map(|(&key, &forward)| (key, forward))
            .collect();
        left.sort_stable_by_key(|(_, forward)| (forward.span.start, forward.span.end));
        left.dedup_by_key(|((name, _), _)| *name);
        for ((name, _), forward) in left {
            if self.diags.len() >= self.max_errors {
                break;
            }
            let name = self.name_text(name);
            self.report(ParseError::new(
                ParseErrorKind::UndefinedValue { name },
                forward.span,
            ));
        }
    }

    pub(super) fn report(&mut self, error: ParseError) {
        if self.diags.len() < self.max_errors {
            // Parsing cannot recover after a limit is exceeded.
            let is_final = matches!(
                error.kind,
                ParseErrorKind::TooDeep { .. } | ParseErrorKind::TooLarge { .. }
            );
            self.diags.push(error.into());
            if is_final {
                self.max_errors = self.diags.len();
            }
        }
    }

    pub(super) fn op_or_recover(&mut self, block: BlockId) {
        let start = self.tok.span;
        if let Err(error) = self.parse_op(block) {
            self.report(*error);
            if self.diags.len() >= self.max_errors {
                // The limit on errors is reached, so skip the rest.
                let end = self.p.src.len();
                self.reset_to(end);
                return;
            }
            self.poison_results(start);
            self.skip_to_next_op(start.start as usize);
        }
    }

    /// Binds the names that an invalid operation would have defined, so that their uses are not reported as well.
    pub(super) fn poison_results(&mut self, start: Span) {
        let error_at = self.tok.span.start;
        self.reset_to(start.start as usize);
        let ty = self.module.ctx.index_type();
        while self.at(TokenKind::Percent) && self.tok.span.start <= error_at {
            let span = self.tok.span;
            let name = self.names.intern(self.p.src, span);
            self.bump();
            if self.eat(TokenKind::Colon) {
                self.bump();
            }
            if self.binding(name).is_none() {
                let first = self.module.create_forward_value(ty);
                self.bind(
                    name,
                    Binding {
                        first,
                        count: u32::MAX,
                        span,
                        is_poison: true,
                    },
                );
                self.has_poison = true;
                self.forwards.retain(|key, _| key.0 != name);
            }
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.reset_to(error_at as usize);
    }

    /// Skips to the next token that can start an operation, a label or the end of the region, at
    /// the bracket depth of `start`.
    pub(super) fn skip_to_next_op(&mut self, start: usize) {
        let error_at = self.tok.span.start;
        self.reset_to(start);
        let mut depth = 0usize;
        let mut is_first = true;
        while !self.at(TokenKind::Eof) {
            let at_line_start = self.begins_line(self.tok.span.start as usize);
            let is_past = self.tok.span.start >= error_at && !is_first;
            match self.tok.kind {
                TokenKind::LBrace | TokenKind::LParen | TokenKind::LBracket => depth += 1,
                TokenKind::RBrace if depth == 0 && is_past => {
                    return;
                }
                TokenKind::RBrace | TokenKind::RParen | TokenKind::RBracket => {
                    depth = depth.saturating_sub(1);
                }
                TokenKind::Percent | TokenKind::String | TokenKind::Caret
                    if depth == 0 && is_past && at_line_start =>
                {
                    return;
                }
                TokenKind::BareId if depth == 0 && is_past && at_line_start => {
                    let word = self.word();
                    if word.contains(&b'.')
                        || matches!(word, b"return" | b"call" | b"func" | b"module")
                    {
                        return;
                    }
                }
                _ => {}
            }
            is_first = false;
            self.bump();
        }
    }

    pub(super) fn begins_line(&self, offset: usize) -> bool {
        self.src[..offset]
            .iter()
            .rev()
            .take_while(|&&byte| byte != b'\n')
            .all(|byte| matches!(byte, b' ' | b'\t' | b'\r'))
    }
}
