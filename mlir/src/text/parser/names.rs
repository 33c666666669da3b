//! SSA names: their bindings, and uses that precede the definition.
//!
//! Names are interned as dense indices. A vector maps them to their bindings, and an undo log
//! restores the outer bindings at the end of a region. A use before the definition creates a
//! placeholder value, which the definition replaces.

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;
use std::hash::BuildHasher;

use super::ops::TextParser;
use super::{PResult, Parser};
use crate::ir::{TypeId, ValueId};
use crate::syntax::UseRef;
use crate::syntax::{Note, ParseError, ParseErrorKind};
use crate::text::Span;
use crate::text::lexer::TokenKind;

#[derive(Clone, Copy, Debug)]
pub(super) struct Binding {
    pub(super) first: ValueId,
    pub(super) count: u32,
    pub(super) span: Span,
    pub(super) is_poison: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Forward {
    pub(super) value: ValueId,
    pub(super) span: Span,
}

#[derive(Debug, Default)]
pub(super) struct NameTable {
    pub(super) spans: Vec<Span>,
    pub(super) table: HashTable<u32>,
}

impl NameTable {
    pub(super) fn intern(&mut self, src: &[u8], span: Span) -> u32 {
        let bytes = |span: Span| {
            src.get(span.start as usize..span.end as usize)
                .unwrap_or(&[])
        };
        let text = bytes(span);
        let hash = FxBuildHasher.hash_one(text);
        let Self { spans, table } = self;
        if let Some(&found) = table.find(hash, |&i| bytes(spans[i as usize]) == text) {
            return found;
        }
        let index = spans.len() as u32;
        spans.push(span);
        table.insert_unique(hash, index, |&i| {
            FxBuildHasher.hash_one(bytes(spans[i as usize]))
        });
        index
    }
}

impl Parser<'_> {
    /// The `#2` after the value name at `name`, which was just parsed; 0 if there is none.
    pub(super) fn parse_result_number(&mut self, name: Span) -> PResult<u32> {
        if !self.at(TokenKind::Hash) {
            return Ok(0);
        }
        let text = self.word().get(1..).unwrap_or_default();
        if !text.iter().all(u8::is_ascii_digit) {
            return Ok(0);
        }
        let number = std::str::from_utf8(text)
            .ok()
            .and_then(|text| text.parse().ok());
        let number = number.ok_or_else(|| {
            let name = super::show(self.bytes(name));
            self.err(ParseErrorKind::InvalidResultNumber { name })
        })?;
        self.bump();
        Ok(number)
    }
}

impl TextParser<'_> {
    pub(crate) fn name_text(&self, name: u32) -> String {
        let span = self.names.spans[name as usize];
        String::from_utf8_lossy(&self.src[span.start as usize..span.end as usize]).into_owned()
    }

    pub(super) fn binding(&self, name: u32) -> Option<Binding> {
        self.bindings.get(name as usize).copied().flatten()
    }

    pub(super) fn bind(&mut self, name: u32, binding: Binding) {
        let index = name as usize;
        if self.bindings.len() <= index {
            self.bindings.resize(index + 1, None);
        }
        let old = self.bindings[index].replace(binding);
        self.undo.push((name, old));
    }

    /// `%name` without a result number, as in a definition.
    pub(crate) fn parse_value_name(&mut self) -> PResult<UseRef> {
        if !self.at(TokenKind::Percent) {
            return Err(self.expected("SSA value name"));
        }
        let span = self.tok.span;
        let name = self.names.intern(self.p.src, span);
        self.bump();
        Ok(UseRef {
            name,
            index: 0,
            span,
        })
    }

    /// `%name` or `%name#2`.
    pub(crate) fn parse_use(&mut self) -> PResult<UseRef> {
        if !self.at(TokenKind::Percent) {
            return Err(self.expected("SSA operand"));
        }
        let span = self.tok.span;
        let name = self.names.intern(self.p.src, span);
        self.bump();
        let index = self.parse_result_number(span)?;
        Ok(UseRef {
            name,
            index,
            span: self.span_from(span),
        })
    }

    /// `%a, %b`; nothing if no use starts here.
    pub(crate) fn parse_uses(&mut self) -> PResult<SmallVec<[UseRef; 4]>> {
        let mut uses = SmallVec::new();
        if self.at(TokenKind::Percent) {
            loop {
                uses.push(self.parse_use()?);
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
        }
        Ok(uses)
    }

    /// The value of a use, which must have type `ty`.
    pub(crate) fn resolve(&mut self, used: UseRef, ty: TypeId) -> PResult<ValueId> {
        let UseRef { name, index, span } = used;
        if let Some(binding) = self.binding(name) {
            if binding.is_poison {
                return Ok(self.module.create_forward_value(ty));
            }
            if index >= binding.count {
                let name = self.name_text(name);
                return Err(self.err_at(span, ParseErrorKind::InvalidResultNumber { name }));
            }
            let value = ValueId::from_index(binding.first.index() as u32 + index);
            let value_ty = self.module.value_type(value);
            if value_ty != ty {
                return Err(self.type_mismatch(name, span, value_ty, ty, Some(binding.span)));
            }
            return Ok(value);
        }
        if let Some(&Forward {
            value,
            span: first_use,
        }) = self.forwards.get(&(name, index))
        {
            let value_ty = self.module.value_type(value);
            if value_ty != ty {
                return Err(self.type_mismatch(name, span, value_ty, ty, Some(first_use)));
            }
            return Ok(value);
        }
        let value = self.module.create_forward_value(ty);
        self.forwards.insert((name, index), Forward { value, span });
        Ok(value)
    }

    pub(super) fn type_mismatch(
        &self,
        name: u32,
        span: Span,
        ty: TypeId,
        expected: TypeId,
        prior: Option<Span>,
    ) -> Box<ParseError> {
        let text = |ty| crate::text::printer::type_summary(&self.module.ctx, ty);
        let kind = ParseErrorKind::ValueTypeMismatch {
            name: self.name_text(name),
            expected: text(expected),
            found: text(ty),
        };
        let mut error = self.err_at(span, kind);
        error.notes.push(Note {
            message: "prior use here".into(),
            span: prior,
        });
        error
    }

    /// Binds a name to `count` values from `first`, and resolves its forward references.
    pub(super) fn define(&mut self, used: UseRef, first: ValueId, count: u32) -> PResult<()> {
        let UseRef { name, span, .. } = used;
        if let Some(old) = self.binding(name) {
            if old.is_poison {
                return Ok(());
            }
            let kind = ParseErrorKind::RedefinedValue {
                name: self.name_text(name),
            };
            let mut error = self.err_at(span, kind);
            error.notes.push(Note {
                message: "previously defined here".into(),
                span: Some(old.span),
            });
            return Err(error);
        }
        self.bind(
            name,
            Binding {
                first,
                count,
                span,
                is_poison: false,
            },
        );
        if !self.forwards.is_empty() {
            self.settle_forwards(name, span, first, count)?;
        }
        Ok(())
    }

    pub(super) fn settle_forwards(
        &mut self,
        name: u32,
        span: Span,
        first: ValueId,
        count: u32,
    ) -> PResult<()> {
        let used: SmallVec<[(u32, Forward); 2]> = (0..count)
            .filter_map(|i| self.forwards.get(&(name, i)).map(|&forward| (i, forward)))
            .collect();
        for (index, forward) in used {
            let value = ValueId::from_index(first.index() as u32 + index);
            let expected = self.module.value_type(forward.value);
            let value_ty = self.module.value_type(value);
            if expected != value_ty {
                self.forwards.remove(&(name, index));
                return Err(self.type_mismatch(name, span, value_ty, expected, Some(forward.span)));
            }
            self.module.replace_all_uses(forward.value, value);
            self.forwards.remove(&(name, index));
        }
        Ok(())
    }
}
