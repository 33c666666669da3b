//! Resource sections: `{-# dialect_resources: {..}, external_resources: {..} #-}`.

use super::{PResult, Parser};
use crate::ir::{ResourceValue, StrId};
use crate::text::lexer::TokenKind;

impl Parser<'_> {
    /// A resource section.
    pub(crate) fn parse_resources(&mut self) -> PResult<()> {
        self.bump();
        while !self.at(TokenKind::FileMetaEnd) {
            let at = self.tok.span;
            let is_dialect = match self.word() {
                b"dialect_resources" => true,
                b"external_resources" => false,
                _ => {
                    return Err(self.expected("`dialect_resources` or `external_resources`"));
                }
            };
            self.bump();
            self.expect(TokenKind::Colon, "`:`")?;
            self.expect(TokenKind::LBrace, "`{`")?;
            self.list_until(TokenKind::RBrace, "`}`", |p| {
                let group = p.resource_key()?;
                p.expect(TokenKind::Colon, "`:`")?;
                p.expect(TokenKind::LBrace, "`{`")?;
                let mut entries = Vec::new();
                p.list_until(TokenKind::RBrace, "`}`", |p| {
                    let key = p.resource_key()?;
                    p.expect(TokenKind::Colon, "`:`")?;
                    let value = p.resource_value()?;
                    if is_dialect && !p.is_blob(value) {
                        let reason = "expected `0x`, a 4-byte alignment and the data";
                        return Err(p.invalid(at, "resource blob", reason));
                    }
                    entries.push((key, value));
                    Ok(())
                })?;
                let resources = &mut p.module.resources;
                let list = if is_dialect {
                    &mut resources.dialect
                } else {
                    &mut resources.external
                };
                list.push((group, entries));
                Ok(())
            })?;
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::FileMetaEnd, "`#-}` to end the resource section")?;
        Ok(())
    }

    fn resource_key(&mut self) -> PResult<StrId> {
        if self.at(TokenKind::String) {
            return self.parse_string();
        }
        let text = self.word();
        self.expect(TokenKind::BareId, "a key")?;
        Ok(self.module.ctx.str(text))
    }

    fn resource_value(&mut self) -> PResult<ResourceValue> {
        if self.at_word("true") || self.at_word("false") {
            let value = self.at_word("true");
            self.bump();
            return Ok(ResourceValue::Bool(value));
        }
        self.parse_string().map(ResourceValue::Text)
    }

    fn is_blob(&self, value: ResourceValue) -> bool {
        let ResourceValue::Text(text) = value else {
            return false;
        };
        let text = self.module.ctx.bytes(text);
        text.strip_prefix(b"0x").is_some_and(|digits| {
            digits.len() >= 8 && digits.len() % 2 == 0 && digits.iter().all(u8::is_ascii_hexdigit)
        })
    }
}
