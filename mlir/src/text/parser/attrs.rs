//! Attributes.

use super::{PResult, Parser};
use crate::ir::{AttrId, AttrKind, Dict, FloatKind, TypeId, TypeKind};
use crate::text::diagnostic::ParseErrorKind;
use crate::text::lexer::TokenKind;

impl Parser<'_> {
    /// An attribute.
    pub(crate) fn parse_attr(&mut self) -> PResult<AttrId> {
        self.parse_attr_with_type_hint(None)
    }

    /// An attribute whose type the context knows: it is not spelled behind a colon.
    pub(crate) fn parse_attr_with_type_hint(&mut self, hint: Option<TypeId>) -> PResult<AttrId> {
        match self.tok.kind {
            TokenKind::At => self.parse_symbol_ref(),
            TokenKind::Integer | TokenKind::Float | TokenKind::Minus => self.number(hint),
            TokenKind::String => {
                let value = self.parse_string()?;
                let ty = self.opt_colon_type(hint)?;
                Ok(self.module.ctx.attr(AttrKind::String { value, ty }))
            }
            TokenKind::LBracket => self.nested(Self::array),
            TokenKind::LBrace => {
                let dict = self.parse_dict()?;
                Ok(self.dict_to_attr(&dict))
            }
            TokenKind::Hash => self.dialect_attr(),
            TokenKind::LParen | TokenKind::Bang => self.type_attr(),
            TokenKind::BareId => self.keyword_attr(hint),
            _ => Err(self.err(ParseErrorKind::AttributeExpected {
                found: self.found(),
            })),
        }
    }

    fn opt_colon_type(&mut self, hint: Option<TypeId>) -> PResult<Option<TypeId>> {
        if hint.is_none() && self.eat(TokenKind::Colon) {
            return self.parse_type().map(Some);
        }
        Ok(None)
    }

    fn type_attr(&mut self) -> PResult<AttrId> {
        let ty = self.parse_type()?;
        Ok(self.module.ctx.attr(AttrKind::Type(ty)))
    }

    fn keyword_attr(&mut self, hint: Option<TypeId>) -> PResult<AttrId> {
        let word = self.word();
        match word {
            b"true" | b"false" => {
                self.bump();
                let ty = self.module.ctx.int_type(1);
                Ok(self.module.ctx.int_attr(i64::from(word == b"true"), ty))
            }
            b"unit" => {
                self.bump();
                Ok(self.module.ctx.unit_attr())
            }
            b"affine_map" => {
                let map = self.in_angles(Self::parse_affine_map)?;
                Ok(self.module.ctx.attr(AttrKind::AffineMap(map)))
            }
            b"affine_set" => {
                let set = self.in_angles(Self::parse_affine_set)?;
                Ok(self.module.ctx.attr(AttrKind::IntegerSet(set)))
            }
            b"dense" => self.dense(hint),
            b"dense_resource" => self.dense_resource(hint),
            b"sparse" => self.sparse(hint),
            b"array" => self.in_angles(Self::dense_array),
            b"strided" => self.in_angles(Self::strided),
            b"distinct" => self.distinct(),
            b"loc" => {
                let loc = self.parse_location()?;
                Ok(self.module.ctx.attr(AttrKind::Location(loc)))
            }
            _ if self.at_type_start() => self.type_attr(),
            _ => Err(self.err(ParseErrorKind::AttributeExpected {
                found: self.found(),
            })),
        }
    }

    /// Skips the keyword at hand and reads what stands between `<` and `>`.
    fn in_angles<T>(&mut self, parse: impl FnOnce(&mut Self) -> PResult<T>) -> PResult<T> {
        self.bump();
        self.expect(TokenKind::Less, "`<`")?;
        let result = self.nested(parse)?;
        self.expect(TokenKind::Greater, "`>`")?;
        Ok(result)
    }

    fn array(&mut self) -> PResult<AttrId> {
        self.bump();
        let mut elements = Vec::new();
        self.list_until(TokenKind::RBracket, "`]` to close array attribute", |p| {
            elements.push(p.parse_attr()?);
            Ok(())
        })?;
        Ok(self.module.ctx.attr(AttrKind::Array(elements.into())))
    }

    /// `{a = 1, b}`.
    pub(crate) fn parse_dict(&mut self) -> PResult<Dict> {
        self.expect(TokenKind::LBrace, "`{` in attribute dictionary")?;
        let mut dict = Dict::default();
        let mut seen = rustc_hash::FxHashSet::default();
        self.nested(|p| {
            p.list_until(TokenKind::RBrace, "`}` in attribute dictionary", |p| {
                let token = p.tok;
                let name = match token.kind {
                    TokenKind::BareId => {
                        let text = p.word();
                        p.bump();
                        p.module.ctx.str(text)
                    }
                    TokenKind::String => p.parse_string()?,
                    _ => return Err(p.expected("attribute name")),
                };
                if p.module.ctx.bytes(name).is_empty() {
                    return Err(p.invalid(token.span, "attribute name", "it is empty"));
                }
                let value = if p.eat(TokenKind::Equal) {
                    p.parse_attr()?
                } else {
                    p.module.ctx.unit_attr()
                };
                // Few dictionaries are long; those that are must not cost quadratic time.
                let is_new = if dict.len() < 16 {
                    dict.get(name).is_none()
                } else {
                    if seen.is_empty() {
                        seen.extend(dict.iter().map(|(name, _)| name));
                    }
                    seen.insert(name)
                };
                if !is_new {
                    let name = p.module.ctx.text(name).into_owned();
                    return Err(p.err_at(token.span, ParseErrorKind::DuplicateKey { name }));
                }
                dict.push_new(name, value);
                Ok(())
            })
        })?;
        Ok(dict)
    }

    /// A dictionary as an attribute: sorted by key.
    pub(crate) fn dict_to_attr(&mut self, dict: &Dict) -> AttrId {
        let entries = dict.sorted(&self.module.ctx);
        self.module
            .ctx
            .attr(AttrKind::Dictionary(entries.as_slice().into()))
    }

    fn dialect_attr(&mut self) -> PResult<AttrId> {
        let token = self.tok;
        let name = self.text(token).get(1..).unwrap_or_default();
        if !name.contains(&b'.') && self.byte_behind() != b'<' {
            let key = self.module.ctx.str(name);
            let Some(&attr) = self.attr_aliases.get(&key) else {
                return Err(self.undefined_alias(token.span));
            };
            self.bump();
            return Ok(attr);
        }
        let (dialect, body) = self.dialect_symbol()?;
        let ty = self.opt_colon_type(None)?;
        Ok(self.module.ctx.attr(AttrKind::Opaque { dialect, body, ty }))
    }

    /// `5`, `-5 : i32`, `1.5 : f32`, `0x7F800000 : f32`.
    fn number(&mut self, hint: Option<TypeId>) -> PResult<AttrId> {
        let start = self.tok.span;
        let is_negative = self.eat(TokenKind::Minus);
        let literal = self.tok;
        if !matches!(literal.kind, TokenKind::Integer | TokenKind::Float) {
            return Err(self.expected("an integer or a float behind `-`"));
        }
        self.bump();
        let span = self.span_from(start);
        let ty = match self.opt_colon_type(hint)? {
            Some(ty) => ty,
            None => match (hint, literal.kind) {
                (Some(ty), _) => ty,
                (None, TokenKind::Float) => self.module.ctx.ty(TypeKind::Float(FloatKind::F64)),
                (None, _) => self.module.ctx.int_type(64),
            },
        };
        let after = self.tok.span.start as usize;
        self.reset_to(literal.span.start as usize);
        let attr = self.number_of_type(is_negative, span, ty);
        self.reset_to(after);
        self.prev_end = span.end as usize;
        attr
    }

    fn number_of_type(
        &mut self,
        is_negative: bool,
        span: crate::text::Span,
        ty: TypeId,
    ) -> PResult<AttrId> {
        match *self.module.ctx.type_kind(ty) {
            TypeKind::Integer { .. } | TypeKind::Index => {
                if self.at(TokenKind::Float) {
                    return Err(self.invalid(span, "number", "a float literal needs a float type"));
                }
                let magnitude = self.magnitude()?;
                let value = self.int_value(span, is_negative, &magnitude, ty)?;
                Ok(self.module.ctx.attr(AttrKind::Integer { value, ty }))
            }
            TypeKind::Float(kind) => {
                let bits = self.float_literal(is_negative, kind, span)?;
                Ok(self.module.ctx.attr(AttrKind::Float { bits, ty }))
            }
            _ => Err(self.invalid(
                span,
                "number",
                "its type is neither integer, index nor float",
            )),
        }
    }

    /// The bits of the literal at hand: a float, or a hexadecimal bit pattern.
    pub(super) fn float_literal(
        &self,
        is_negative: bool,
        kind: FloatKind,
        span: crate::text::Span,
    ) -> PResult<u128> {
        if self.at(TokenKind::Float) {
            return Ok(self.float_bits(is_negative, kind));
        }
        if !self.word().starts_with(b"0x") {
            return Err(self
                .invalid(
                    span,
                    "number",
                    "unexpected decimal integer literal for a float",
                )
                .map_help("add a trailing dot to make the literal a float"));
        }
        if is_negative {
            return Err(self.invalid(span, "number", "a bit pattern has no sign"));
        }
        let magnitude = self.magnitude()?;
        let bits = match magnitude[..] {
            [] => Some(0),
            [low] => Some(u128::from(low)),
            [low, high] => Some(u128::from(low) | u128::from(high) << 64),
            _ => None,
        };
        bits.filter(|&bits| kind.width() == 128 || bits >> kind.width() == 0)
            .ok_or_else(|| {
                self.invalid(
                    span,
                    "number",
                    format!("bit pattern does not fit `{}`", kind.name()),
                )
            })
    }

    fn dense_resource(&mut self, hint: Option<TypeId>) -> PResult<AttrId> {
        let key = self.in_angles(|p| {
            if p.at(TokenKind::String) {
                return p.parse_string();
            }
            let text = p.word();
            p.expect(TokenKind::BareId, "a resource key")?;
            Ok(p.module.ctx.str(text))
        })?;
        let ty = self.elements_type(hint)?;
        Ok(self.module.ctx.attr(AttrKind::DenseResource { key, ty }))
    }

    /// `: T`, or the type that the context gives.
    pub(super) fn elements_type(&mut self, hint: Option<TypeId>) -> PResult<TypeId> {
        match hint {
            Some(ty) => Ok(ty),
            None => {
                self.expect(TokenKind::Colon, "`:` and the type of the elements")?;
                self.parse_type()
            }
        }
    }

    fn dense_array(&mut self) -> PResult<AttrId> {
        let at = self.tok.span;
        let element = self.parse_type()?;
        let is_fine = match *self.module.ctx.type_kind(element) {
            TypeKind::Integer { width, .. } => {
                width == 1 || (width % 8 == 0 && (8..=64).contains(&width))
            }
            TypeKind::Float(kind) => kind.width() <= 64,
            _ => false,
        };
        if !is_fine {
            let reason = "elements are i1, integers of whole bytes up to 64 bits, or floats";
            return Err(self.invalid(at, "array attribute", reason));
        }
        let mut values = Vec::new();
        if self.eat(TokenKind::Colon) {
            loop {
                values.push(self.array_element(element)?);
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
        }
        Ok(self.module.ctx.attr(AttrKind::DenseArray {
            element,
            values: values.into(),
        }))
    }

    fn array_element(&mut self, element: TypeId) -> PResult<i64> {
        if let TypeKind::Integer { width: 1, .. } = self.module.ctx.type_kind(element) {
            let value = self.at_word("true");
            if !value && !self.at_word("false") {
                return Err(self.expected("`true` or `false`"));
            }
            self.bump();
            return Ok(i64::from(value));
        }
        let start = self.tok.span;
        let is_negative = self.eat(TokenKind::Minus);
        if !matches!(self.tok.kind, TokenKind::Integer | TokenKind::Float) {
            return Err(self.expected("a number"));
        }
        let value = match *self.module.ctx.type_kind(element) {
            TypeKind::Float(kind) => {
                self.float_literal(is_negative, kind, self.tok.span)? as u64 as i64
            }
            _ => {
                if self.at(TokenKind::Float) {
                    return Err(self.expected("an integer"));
                }
                let magnitude = self.magnitude()?;
                match self.int_value(start, is_negative, &magnitude, element)? {
                    crate::ir::IntValue::Small(value) => value,
                    crate::ir::IntValue::Big(limbs) => limbs.first().copied().unwrap_or(0) as i64,
                }
            }
        };
        self.bump();
        Ok(value)
    }

    /// `[s0, ?], offset: o`.
    fn strided(&mut self) -> PResult<AttrId> {
        self.expect(TokenKind::LBracket, "`[` before the strides")?;
        let mut strides = Vec::new();
        self.list_until(TokenKind::RBracket, "`]` behind the strides", |p| {
            strides.push(p.int_or_dynamic()?);
            Ok(())
        })?;
        let mut offset = 0;
        if self.eat(TokenKind::Comma) {
            self.expect_word("offset")?;
            self.expect(TokenKind::Colon, "`:` behind `offset`")?;
            offset = self.int_or_dynamic()?;
        }
        Ok(self.module.ctx.attr(AttrKind::Strided {
            offset,
            strides: strides.into(),
        }))
    }

    fn int_or_dynamic(&mut self) -> PResult<i64> {
        if self.eat(TokenKind::Question) {
            return Ok(crate::DYNAMIC);
        }
        self.parse_i64()
    }

    /// `distinct[n]<attr>`.
    fn distinct(&mut self) -> PResult<AttrId> {
        self.bump();
        self.expect(TokenKind::LBracket, "`[` behind `distinct`")?;
        let at = self.tok.span;
        let id = self.parse_i64()?;
        self.expect(TokenKind::RBracket, "`]`")?;
        self.expect(TokenKind::Less, "`<`")?;
        let referenced = if self.at(TokenKind::Greater) {
            None
        } else {
            // `unit` stands for no payload.
            let payload = self.nested(Self::parse_attr)?;
            Some(payload).filter(|&attr| *self.module.ctx.attr_kind(attr) != AttrKind::Unit)
        };
        self.expect(TokenKind::Greater, "`>`")?;
        let id = u64::try_from(id)
            .map_err(|_| self.invalid(at, "distinct attribute", "its number is negative"))?;
        match self.distinct.insert(id, referenced) {
            Some(old) if old != referenced => {
                Err(self.invalid(at, "distinct attribute", "the number has another attribute"))
            }
            _ => Ok(self.module.ctx.attr(AttrKind::Distinct { id, referenced })),
        }
    }
}
