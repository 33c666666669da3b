//! Inherent attributes outside of dictionaries, as MLIR 24 writes them in strict dialects: `alignment = 64`,
//! `nontemporal(true)`, `nan_mode<IGNORE>`, `transpose`, `<alignment = 4>`, `<{memory_space = 1 : i64}>`.
//!
//! Older text has no clause where these stand, so both are read without knowing the version.

use super::PResult;
use super::ops::TextParser;
use crate::dialects::{Attr, AttrForm};
use crate::ir::StrId;
use crate::syntax::format::spelled_attrs;
use crate::syntax::{MlirVersion, OpState};
use crate::text::lexer::{TokenKind, is_bare_id};

impl TextParser<'_> {
    /// Reads clauses, in any order, with commas between them or without. The names of attributes that are set already,
    /// and of those that the format of the operation spells itself, are keywords.
    pub(crate) fn parse_clauses(&mut self, state: &mut OpState) -> PResult<()> {
        if state.def.is_none_or(|def| def.attrs.is_empty()) {
            return Ok(());
        }
        loop {
            if self.at(TokenKind::Less) && !self.angle_clauses(state)? {
                return Ok(());
            }
            if self.at(TokenKind::Comma) {
                if self.attr_named(state, self.next_word()).is_none() {
                    return Ok(());
                }
                self.bump();
            }
            if !self.at(TokenKind::BareId) {
                return Ok(());
            }
            let Some((decl, name)) = self.attr_named(state, self.word()) else {
                return Ok(());
            };
            self.bump();
            self.clause_value(state, decl, name)?;
        }
    }

    /// `<name = value, ..>` or `<{..}>`; `false` for other text, which is left as it is.
    fn angle_clauses(&mut self, state: &mut OpState) -> PResult<bool> {
        if self.next_word() == b"{" {
            self.bump();
            let dict = self.parse_dict()?;
            self.note_strict(state);
            state.take_dict(self, dict)?;
            self.expect(TokenKind::Greater, "`>`")?;
            return Ok(true);
        }
        if self.attr_named(state, self.next_word()).is_none() {
            return Ok(false);
        }
        self.bump();
        while let Some((decl, name)) = self.attr_named(state, self.word()) {
            self.bump();
            self.clause_value(state, decl, name)?;
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::Greater, "`>`")?;
        Ok(true)
    }

    /// The dialect of an operation is strict about its attributes.
    fn note_strict(&mut self, state: &OpState) {
        let dialects = self.module.ctx.dialects();
        let dialect = state.def.and_then(|def| dialects.get(def.dialect()));
        let first = dialect.map_or(MlirVersion::V24, |dialect| dialect.strict_from);
        self.p.versions.narrow((first, MlirVersion::V24));
    }

    /// The value of a clause after its name: `= v`, `(v)`, `<word>`, `v`, or nothing for a flag.
    fn clause_value(
        &mut self,
        state: &mut OpState,
        decl: &'static Attr,
        name: StrId,
    ) -> PResult<()> {
        self.note_strict(state);
        let value = match decl.kind {
            AttrForm::Unit => self.module.ctx.unit_attr(),
            AttrForm::Dialect(mnemonic) if self.at(TokenKind::Less) => {
                self.attr_in_form(AttrForm::AngleEnum(mnemonic))?
            }
            form => {
                let is_in_parentheses = self.eat(TokenKind::LParen);
                if !is_in_parentheses {
                    self.eat(TokenKind::Equal);
                }
                let value = self.attr_in_form(form)?;
                if is_in_parentheses {
                    self.expect(TokenKind::RParen, "`)`")?;
                }
                value
            }
        };
        state.props.set(name, value);
        Ok(())
    }

    /// The inherent attribute that a word names and that is not set: by its name, or by the mnemonic of its attribute.
    fn attr_named(&self, state: &OpState, word: &[u8]) -> Option<(&'static Attr, StrId)> {
        if !is_bare_id(word) {
            return None;
        }
        let names = self.module.ctx.attr_names(state.name);
        let attrs = state.def?.attrs.iter().zip(names);
        let mut free = attrs
            .enumerate()
            .filter(|(_, (_, name))| state.props.get(**name).is_none());
        let (number, found) = free.find(|(_, (decl, _))| match decl.kind {
            _ if is_spelled(decl.name, word) => true,
            AttrForm::Dialect(mnemonic) => {
                let mnemonic = mnemonic.split_once('.').map_or(mnemonic, |(_, rest)| rest);
                mnemonic.as_bytes() == word
            }
            _ => false,
        })?;
        let mut is_spelled = false;
        if let Some(elems) = self.module.ctx.format(state.name) {
            spelled_attrs(&elems, &mut |attr| is_spelled |= attr == number);
        }
        (!is_spelled).then_some((found.0, *found.1))
    }

    /// The word or the character after the current token.
    fn next_word(&self) -> &[u8] {
        let rest = self.src.get(self.tok.span.end as usize..).unwrap_or(&[]);
        let rest = rest.trim_ascii_start();
        let is_part =
            |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.');
        let len = rest.iter().take_while(|byte| is_part(byte)).count();
        rest.get(..len.max(1)).unwrap_or(&[])
    }
}

/// Whether a word is the name of an attribute, or the same in small letters: `is_volatile` for `isVolatile`.
fn is_spelled(name: &str, word: &[u8]) -> bool {
    let mut letters = word.iter().copied();
    let is_same = name.bytes().all(|letter| match letters.next() {
        Some(b'_') if letter.is_ascii_uppercase() => {
            letters.next() == Some(letter.to_ascii_lowercase())
        }
        found => found == Some(letter),
    });
    is_same && letters.next().is_none()
}
