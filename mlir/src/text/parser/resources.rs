//! Resource sections: `{-# dialect_resources: {..}, external_resources: {..} #-}`.

use super::{PResult, Parser, show};
use crate::ir::{ResourceValue, StrId};
use crate::syntax::ParseErrorKind;
use crate::text::lexer::TokenKind;

impl Parser<'_> {
    /// A resource section.
    pub(crate) fn parse_resources(&mut self) -> PResult<()> {
        self.expect(TokenKind::FileMetaBegin, "`{-#`")?;
        self.list_until(TokenKind::FileMetaEnd, "`,` or `#-}`", |p| {
            let key = p.tok;
            let text = p.text(key);
            let is_dialect = match text {
                b"dialect_resources" => true,
                b"external_resources" => false,
                _ => {
                    let name = show(text);
                    let reason = format!("unknown key `{name}` in file metadata dictionary");
                    return Err(p.invalid(key.span, "resource section", reason));
                }
            };
            p.bump();
            p.expect(TokenKind::Colon, "`:` in resource section")?;
            p.expect(TokenKind::LBrace, "`{` in resource section")?;
            p.list_until(TokenKind::RBrace, "`,` or `}`", |p| {
                let group = p.parse_resource_group(is_dialect)?;
                if is_dialect {
                    p.module.resources.dialect.push(group);
                } else {
                    p.module.resources.external.push(group);
                }
                Ok(())
            })
        })
    }

    fn parse_resource_group(
        &mut self,
        is_dialect: bool,
    ) -> PResult<(StrId, Vec<(StrId, ResourceValue)>)> {
        let name = self.parse_keyword_or_string("a name in resource section")?;
        self.expect(TokenKind::Colon, "`:` in resource section")?;
        self.expect(TokenKind::LBrace, "`{` in resource section")?;
        let mut entries = Vec::new();
        self.list_until(TokenKind::RBrace, "`,` or `}`", |p| {
            let key = p.parse_keyword_or_string("a key in resource section")?;
            p.expect(TokenKind::Colon, "`:` in resource section")?;
            entries.push((key, p.parse_resource_value(is_dialect)?));
            Ok(())
        })?;
        Ok((name, entries))
    }

    fn parse_resource_value(&mut self, is_blob: bool) -> PResult<ResourceValue> {
        let span = self.tok.span;
        if self.at(TokenKind::String) {
            let value = self.parse_string()?;
            if is_blob && !is_blob_text(self.module.ctx.bytes(value)) {
                let reason = "expected a hex string that starts with the alignment in four bytes";
                return Err(self.invalid(span, "resource", reason));
            }
            return Ok(ResourceValue::Text(value));
        }
        let value = self.at_word("true");
        if is_blob || !(value || self.at_word("false")) {
            return Err(self.expected("a resource value"));
        }
        self.bump();
        Ok(ResourceValue::Bool(value))
    }

    /// A bare word or a string.
    pub(crate) fn parse_keyword_or_string(&mut self, what: &'static str) -> PResult<StrId> {
        if self.at(TokenKind::String) {
            return self.parse_string();
        }
        if !self.at(TokenKind::BareId) {
            return Err(self.err(ParseErrorKind::Expected {
                what: what.to_owned(),
                found: self.found(),
            }));
        }
        let name = self.word();
        self.bump();
        Ok(self.module.ctx.str(name))
    }
}

/// Whether the text is `0x`, four bytes of alignment (a power of two or 0), and whole bytes of data.
fn is_blob_text(text: &[u8]) -> bool {
    let Some(digits) = text.strip_prefix(b"0x") else {
        return false;
    };
    let is_hex = digits.iter().all(u8::is_ascii_hexdigit);
    let alignment_bits: u32 = digits
        .iter()
        .take(8)
        .map(|b| super::numbers::hex_digit(*b).count_ones())
        .sum();
    is_hex && digits.len() >= 8 && digits.len() % 2 == 0 && alignment_bits <= 1
}
