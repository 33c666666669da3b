//! Types of the `llvm` dialect in their one canonical spelling.
//!
//! Types of other dialects are kept as they are written. These occur beside memrefs everywhere, are
//! written in several ways (`array<4xi8>`, `array<4 x i8>`), and operations look into them.

use super::{PResult, Parser, show};
use crate::ir::{TypeId, TypeKind};
use crate::text::diagnostic::ParseErrorKind;
use crate::text::lexer::TokenKind;
use crate::text::printer::type_text;
use crate::text::span::Span;

/// Words that start a type of the dialect where its prefix may be left out.
const SHORT: [&str; 13] = [
    "array",
    "func",
    "label",
    "metadata",
    "ppc_fp128",
    "ptr",
    "struct",
    "target",
    "token",
    "void",
    "x86_amx",
    "x86_mmx",
    "vec",
];

/// Whether a type of the dialect, spelled without its prefix, may be left like that inside of another.
pub(crate) fn is_short(body: &str) -> bool {
    let word = body.split(['<', ' ']).next().unwrap_or(body);
    SHORT.contains(&word)
}

impl Parser<'_> {
    /// `!llvm.name<..>`, of which the current token is all up to the `<`.
    pub(super) fn parse_llvm_type(&mut self) -> PResult<TypeId> {
        let token = self.tok;
        let name = show(self.text(token).get("!llvm.".len()..).unwrap_or_default());
        self.bump();
        let body = self.nested(|p| p.llvm_body(token.span, name))?;
        let span = self.span_from(token.span);
        self.check_body(span, body.len())?;
        let ctx = &mut self.module.ctx;
        let kind = TypeKind::Opaque {
            dialect: ctx.str("llvm"),
            body: ctx.str(body),
        };
        Ok(ctx.ty(kind))
    }

    /// What follows the name of a type, with the name before it.
    fn llvm_body(&mut self, at: Span, mut text: String) -> PResult<String> {
        if !is_short(&text) {
            return Err(self.err_at(
                at,
                ParseErrorKind::UnknownDialectPart {
                    what: "type",
                    name: text,
                    dialect: "llvm".to_owned(),
                },
            ));
        }
        if !self.at(TokenKind::Less) {
            return Ok(text);
        }
        match text.as_str() {
            "ptr" => self.llvm_pointer(&mut text)?,
            "array" => self.llvm_array(&mut text)?,
            "struct" => self.llvm_struct(&mut text)?,
            "func" => self.llvm_function(&mut text)?,
            "target" | "vec" => {
                let start = self.tok.span.start as usize;
                let end = self.balanced_end(start)?;
                let body = String::from_utf8_lossy(self.src.get(start..end).unwrap_or_default());
                text.push_str(&body);
                self.reset_to(end);
            }
            _ => return Ok(text),
        }
        Ok(text)
    }

    /// `<3>`: an address space, which is left out if it is 0.
    fn llvm_pointer(&mut self, text: &mut String) -> PResult<()> {
        self.bump();
        let start = self.tok.span;
        let attr = self.parse_attr()?;
        if self.module.ctx.attr_i64(attr) != Some(0) {
            let space = String::from_utf8_lossy(self.bytes(self.span_from(start)));
            text.push_str(&format!("<{space}>"));
        }
        self.expect(TokenKind::Greater, "`>` in pointer type")?;
        Ok(())
    }

    /// `<4 x T>`.
    fn llvm_array(&mut self, text: &mut String) -> PResult<()> {
        self.bump();
        let dims = self.parse_dims(false)?;
        let &[size] = &dims[..] else {
            return Err(self.expected("the size of the array"));
        };
        let element = self.llvm_inner()?;
        text.push_str(&format!("<{size} x {element}>"));
        self.expect(TokenKind::Greater, "`>` in array type")?;
        Ok(())
    }

    /// `<"name", packed (T, U)>`, `<"name", opaque>` or `<"name">`.
    fn llvm_struct(&mut self, text: &mut String) -> PResult<()> {
        self.bump();
        text.push('<');
        let mut is_complete = false;
        if self.at(TokenKind::String) {
            let name = String::from_utf8_lossy(self.word()).into_owned();
            text.push_str(&name);
            self.bump();
            is_complete = !self.eat(TokenKind::Comma);
            text.push_str(if is_complete { "" } else { ", " });
        }
        if !is_complete && self.eat_word("opaque") {
            text.push_str("opaque");
            is_complete = true;
        }
        if !is_complete {
            if self.eat_word("packed") {
                text.push_str("packed ");
            }
            self.expect(TokenKind::LParen, "`(` in structure type")?;
            self.llvm_list(text)?;
        }
        text.push('>');
        self.expect(TokenKind::Greater, "`>` in structure type")?;
        Ok(())
    }

    /// `<T (U, ...)>`.
    fn llvm_function(&mut self, text: &mut String) -> PResult<()> {
        self.bump();
        let result = self.llvm_inner()?;
        text.push_str(&format!("<{result} "));
        self.expect(TokenKind::LParen, "`(` in function type")?;
        self.llvm_list(text)?;
        text.push('>');
        self.expect(TokenKind::Greater, "`>` in function type")?;
        Ok(())
    }

    /// Types up to a closing parenthesis; `...` may stand for the last.
    fn llvm_list(&mut self, text: &mut String) -> PResult<()> {
        text.push('(');
        let mut is_first = true;
        self.list_until(TokenKind::RParen, "`,` or `)`", |p| {
            text.push_str(if is_first { "" } else { ", " });
            is_first = false;
            if p.word() == b"..." {
                p.bump();
                text.push_str("...");
            } else {
                text.push_str(&p.llvm_inner()?);
            }
            Ok(())
        })?;
        text.push(')');
        Ok(())
    }

    /// A type inside of another, where the dialect's prefix may be left out.
    fn llvm_inner(&mut self) -> PResult<String> {
        let word = show(self.word());
        let start = self.tok.span;
        let text = if self.at(TokenKind::BareId) && is_short(&word) {
            self.bump();
            self.nested(|p| p.llvm_body(start, word))?
        } else {
            let ty = self.parse_type()?;
            match self.module.ctx.type_kind(ty) {
                TypeKind::Opaque { dialect, body }
                    if self.module.ctx.bytes(*dialect) == b"llvm"
                        && is_short(&self.module.ctx.text(*body)) =>
                {
                    self.module.ctx.text(*body).into_owned()
                }
                _ => type_text(&self.module.ctx, ty),
            }
        };
        let span = self.span_from(start);
        self.check_body(span, text.len())?;
        Ok(text)
    }
}
