//! Attributes.

use memplan_support::Sort;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::numbers::IntFormat;
use super::{PResult, Parser, show};
use crate::ir::{
    AttrId, AttrKind, DYNAMIC, Dict, IntValue, Signedness, StrId, TypeId, TypeKind, array_limbs,
};
use crate::syntax::ParseErrorKind;
use crate::text::lexer::TokenKind;

/// Maximum length of the text of a cached dictionary.
const MAX_DICT_TEXT: usize = 256;

/// The text of the dictionary at the start of `src`, if its meaning does not depend on its position (aliases are
/// defined once). Texts with comments and escaped characters are excluded.
fn dict_text(src: &[u8]) -> Option<&[u8]> {
    let (mut n_open, mut in_string) = (0_u32, false);
    for (index, byte) in src.iter().take(MAX_DICT_TEXT).enumerate() {
        match byte {
            b'/' | b'\\' => return None,
            b'"' => in_string = !in_string,
            b'{' if !in_string => n_open += 1,
            b'}' if !in_string && n_open > 1 => n_open -= 1,
            b'}' if !in_string => return (n_open == 1).then(|| &src[..=index]),
            _ => {}
        }
    }
    None
}

impl Parser<'_> {
    /// An attribute.
    pub(crate) fn parse_attr(&mut self) -> PResult<AttrId> {
        self.parse_attr_with_type_hint(None)
    }

    /// An attribute whose type is known from the context and not written after a colon.
    pub(crate) fn parse_attr_with_type_hint(&mut self, hint: Option<TypeId>) -> PResult<AttrId> {
        match self.tok.kind {
            TokenKind::Integer | TokenKind::Float | TokenKind::Minus => self.parse_number(hint),
            TokenKind::String => self.parse_string_attr(hint),
            TokenKind::At => self.parse_symbol_ref(),
            TokenKind::LBracket => self.nested(Self::parse_array),
            TokenKind::LBrace => self.nested(|p| {
                let entries = p.parse_entries()?;
                Ok(p.dictionary(entries))
            }),
            TokenKind::Hash => self.nested(|p| p.parse_dialect_attr(hint)),
            TokenKind::BareId => self.nested(|p| p.parse_word_attr(hint)),
            _ => self.parse_type_attr(),
        }
    }

    /// `{a = 1, b}`. Cached, because most dictionaries occur many times.
    pub(crate) fn parse_dict(&mut self) -> PResult<Dict> {
        let read = |p: &mut Self| p.parse_entries().map(Dict::from_unique);
        self.read_once(dict_text, |p| &mut p.dicts, read)
    }

    /// `{a = 1, b}`, in the order of the text.
    fn parse_entries(&mut self) -> PResult<SmallVec<[(StrId, AttrId); 2]>> {
        /// Maximum number of entries for which a comparison with all of them is fastest.
        const FEW: usize = 8;
        self.expect(TokenKind::LBrace, "`{` in attribute dictionary")?;
        let mut entries: SmallVec<[(StrId, AttrId); 2]> = SmallVec::new();
        let mut seen = FxHashSet::default();
        self.list_until(
            TokenKind::RBrace,
            "`,` or `}` in attribute dictionary",
            |p| {
                let span = p.tok.span;
                let name = p.parse_attr_name()?;
                let is_new = if entries.len() < FEW {
                    entries.iter().all(|(key, _)| *key != name)
                } else {
                    if seen.is_empty() {
                        seen.extend(entries.iter().map(|(key, _)| *key));
                    }
                    seen.insert(name)
                };
                if !is_new {
                    let name = show(p.module.ctx.bytes(name));
                    return Err(p.err_at(span, ParseErrorKind::DuplicateKey { name }));
                }
                let attr = if p.eat(TokenKind::Equal) {
                    p.parse_attr()?
                } else {
                    p.module.ctx.unit_attr()
                };
                entries.push((name, attr));
                Ok(())
            },
        )?;
        Ok(entries)
    }

    /// The key of a dictionary's entry.
    pub(crate) fn parse_attr_name(&mut self) -> PResult<StrId> {
        match self.tok.kind {
            TokenKind::BareId => {
                let name = self.module.ctx.str(self.word());
                self.bump();
                Ok(name)
            }
            TokenKind::String if self.word() != b"\"\"" => self.parse_string(),
            _ => Err(self.expected("attribute name")),
        }
    }

    /// A dictionary as an attribute: sorted by key.
    pub(crate) fn dict_to_attr(&mut self, dict: &Dict) -> AttrId {
        self.dictionary(dict.iter().collect())
    }

    fn dictionary(&mut self, mut entries: SmallVec<[(StrId, AttrId); 2]>) -> AttrId {
        let ctx = &mut self.module.ctx;
        entries.sort_stable_by(|a, b| ctx.bytes(a.0).cmp(ctx.bytes(b.0)));
        ctx.attr(AttrKind::Dictionary(entries.into_vec().into()))
    }

    fn parse_array(&mut self) -> PResult<AttrId> {
        self.bump();
        let mut items = Vec::new();
        self.list_until(TokenKind::RBracket, "`,` or `]` in array attribute", |p| {
            items.push(p.parse_attr()?);
            Ok(())
        })?;
        Ok(self.module.ctx.attr(AttrKind::Array(items.into())))
    }

    fn parse_type_attr(&mut self) -> PResult<AttrId> {
        if !self.at_type_start() {
            return Err(self.err(ParseErrorKind::AttributeExpected {
                found: self.found(),
            }));
        }
        let ty = self.parse_type()?;
        Ok(self.module.ctx.attr(AttrKind::Type(ty)))
    }

    /// The type after a colon, or the one known from the context.
    fn parse_attr_type(&mut self, hint: Option<TypeId>) -> PResult<Option<TypeId>> {
        if hint.is_some() || !self.eat(TokenKind::Colon) {
            return Ok(hint);
        }
        self.parse_type().map(Some)
    }

    /// The type of an attribute that requires one.
    pub(super) fn parse_required_type(&mut self, hint: Option<TypeId>) -> PResult<TypeId> {
        if let Some(hint) = hint {
            return Ok(hint);
        }
        self.expect(TokenKind::Colon, "`:` and a type")?;
        self.parse_type()
    }

    fn parse_number(&mut self, hint: Option<TypeId>) -> PResult<AttrId> {
        let start = self.tok.span;
        let negative = self.eat(TokenKind::Minus);
        let token = self.tok;
        let is_float = token.kind == TokenKind::Float;
        if !is_float && token.kind != TokenKind::Integer {
            return Err(self.expected("constant integer or floating point value"));
        }
        self.bump();
        let ty = match self.parse_attr_type(hint)? {
            Some(ty) => ty,
            None if is_float => {
                let kind = TypeKind::Float(crate::ir::FloatKind::F64);
                self.module.ctx.ty(kind)
            }
            None => self.module.ctx.int_type(64),
        };
        let kind = match (self.module.ctx.type_kind(ty), is_float) {
            (TypeKind::Float(kind), true) => {
                let bits = self.float_bits(token.span, negative, *kind)?;
                AttrKind::Float { bits, ty }
            }
            (TypeKind::Float(kind), false) => {
                let bits = self.float_pattern(token.span, negative, *kind)?;
                AttrKind::Float { bits, ty }
            }
            (TypeKind::Index, false) => {
                let value = self.int_value(token.span, negative, IntFormat::INDEX)?;
                AttrKind::Integer { value, ty }
            }
            (&TypeKind::Integer { width, signedness }, false) => {
                let format = IntFormat { width, signedness };
                let value = self.int_value(token.span, negative, format)?;
                AttrKind::Integer { value, ty }
            }
            _ => {
                let reason = if is_float {
                    "floating point value not valid for specified type"
                } else {
                    "integer literal not valid for specified type"
                };
                return Err(self.invalid(start, "attribute", reason));
            }
        };
        Ok(self.module.ctx.attr(kind))
    }

    fn parse_string_attr(&mut self, hint: Option<TypeId>) -> PResult<AttrId> {
        let value = self.parse_string()?;
        let ty = self.nested(|p| p.parse_attr_type(hint))?;
        // In MLIR, a string of type `none` is a string without a type.
        let ty = ty.filter(|ty| !matches!(self.module.ctx.type_kind(*ty), TypeKind::None));
        Ok(self.module.ctx.attr(AttrKind::String { value, ty }))
    }

    /// `#alias`, `#dialect.body` or `#dialect<body>`.
    fn parse_dialect_attr(&mut self, hint: Option<TypeId>) -> PResult<AttrId> {
        let token = self.tok;
        if let Some((dialect, body)) = self.parse_dialect_symbol()? {
            let ty = if self.eat(TokenKind::Colon) {
                Some(self.parse_type()?)
            } else {
                hint
            };
            let (body, is_words) = self.known_attr(token.span, dialect, body)?;
            let ty = ty.filter(|_| !is_words);
            let kind = AttrKind::Opaque { dialect, body, ty };
            return Ok(self.module.ctx.attr(kind));
        }
        let name = self.text(token).get(1..).unwrap_or_default();
        let name = self.module.ctx.str(name);
        let Some(&attr) = self.attr_aliases.get(&name) else {
            return Err(self.undefined_alias(token.span));
        };
        self.unfold(token.span)?;
        self.bump();
        Ok(attr)
    }

    /// An attribute that starts with a bare word.
    fn parse_word_attr(&mut self, hint: Option<TypeId>) -> PResult<AttrId> {
        match self.word() {
            b"true" | b"false" => {
                let value = IntValue::Small(self.at_word("true").into());
                self.bump();
                let ty = self.module.ctx.int_type(1);
                Ok(self.module.ctx.attr(AttrKind::Integer { value, ty }))
            }
            b"unit" => {
                self.bump();
                Ok(self.module.ctx.unit_attr())
            }
            b"loc" => {
                let loc = self.parse_location()?;
                Ok(self.module.ctx.attr(AttrKind::Location(loc)))
            }
            b"affine_map" => {
                let map = self.in_angles(Self::parse_affine_map)?;
                Ok(self.module.ctx.attr(AttrKind::AffineMap(map)))
            }
            b"affine_set" => {
                let set = self.in_angles(Self::parse_affine_set)?;
                Ok(self.module.ctx.attr(AttrKind::IntegerSet(set)))
            }
            b"array" => self.in_angles(Self::parse_dense_array),
            b"strided" => self.in_angles(Self::parse_strided),
            b"distinct" => self.parse_distinct(),
            b"dense" => self.parse_dense(hint),
            b"sparse" => self.parse_sparse(hint),
            b"dense_resource" => {
                let key = self.in_angles(|p| p.parse_keyword_or_string("a resource key"))?;
                let start = self.tok.span;
                let ty = self.parse_required_type(hint)?;
                let is_unranked = matches!(
                    self.module.ctx.type_kind(ty),
                    TypeKind::UnrankedTensor { .. } | TypeKind::UnrankedMemRef { .. }
                );
                if !is_unranked && self.module.ctx.shape(ty).is_none() {
                    let reason = "expected a shaped type";
                    return Err(self.invalid(self.span_from(start), "`dense_resource`", reason));
                }
                Ok(self.module.ctx.attr(AttrKind::DenseResource { key, ty }))
            }
            _ => self.parse_type_attr(),
        }
    }

    /// The current word, then `<`, the syntax of `inner`, `>`.
    pub(super) fn in_angles<T>(
        &mut self,
        inner: impl FnOnce(&mut Self) -> PResult<T>,
    ) -> PResult<T> {
        self.bump();
        self.expect(TokenKind::Less, "`<`")?;
        let value = inner(self)?;
        self.expect(TokenKind::Greater, "`>`")?;
        Ok(value)
    }

    fn parse_dense_array(&mut self) -> PResult<AttrId> {
        let start = self.tok.span;
        let element = self.parse_type()?;
        let span = self.span_from(start);
        let kind = self.module.ctx.type_kind(element).clone();
        let problem = match &kind {
            TypeKind::Integer { width: 1, .. } | TypeKind::Float(_) => None,
            // Each element is stored at full width, so a wide type would let a short text use much memory.
            TypeKind::Integer { width, .. } if *width > 128 => {
                Some("integers of more than 128 bits are not supported")
            }
            TypeKind::Integer { width, .. } if *width > 0 && width % 8 == 0 => None,
            TypeKind::Integer { .. } => Some("element type bitwidth must be a multiple of 8"),
            _ => Some("element type must be an integer or a float"),
        };
        if let Some(reason) = problem {
            return Err(self.invalid(span, "`array`", reason));
        }
        let mut values = Vec::new();
        if self.eat(TokenKind::Colon) {
            loop {
                self.parse_array_value(&kind, &mut values)?;
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

    /// One element; those of more than 64 bits take several entries, the lowest first.
    fn parse_array_value(&mut self, element: &TypeKind, values: &mut Vec<i64>) -> PResult<()> {
        if let TypeKind::Integer {
            width: 1,
            signedness: Signedness::Signless,
        } = element
        {
            let value = self.at_word("true");
            if !value && !self.at_word("false") {
                return Err(self.expected("`true` or `false` for i1 type"));
            }
            self.bump();
            values.push(value.into());
            return Ok(());
        }
        let negative = self.eat(TokenKind::Minus);
        let token = self.tok;
        if !matches!(token.kind, TokenKind::Integer | TokenKind::Float) {
            return Err(self.expected("integer or float literal"));
        }
        self.bump();
        match (element, token.kind) {
            (TypeKind::Float(kind), literal) => {
                let bits = match literal {
                    TokenKind::Float => self.float_bits(token.span, negative, *kind)?,
                    _ => self.float_pattern(token.span, negative, *kind)?,
                };
                let limbs = [bits as i64, (bits >> 64) as i64];
                values.extend(&limbs[..array_limbs(element)]);
            }
            (&TypeKind::Integer { width, signedness }, TokenKind::Integer) => {
                let format = IntFormat { width, signedness };
                let value = self.int_value(token.span, negative, format)?;
                let (limbs, sign) = match &value {
                    IntValue::Small(value) => (&[*value as u64][..], value >> 63),
                    // Unsigned values are zero-extended, and may need another limb for the sign.
                    IntValue::Big(limbs) => {
                        let top = limbs.last().copied().unwrap_or(0) as i64;
                        (&limbs[..], top >> 63)
                    }
                };
                let limbs = limbs.iter().map(|&limb| limb as i64);
                values.extend(
                    limbs
                        .chain(std::iter::repeat(sign))
                        .take(array_limbs(element)),
                );
            }
            _ => return Err(self.invalid(token.span, "`array`", "expected integer literal")),
        }
        Ok(())
    }

    fn parse_strided(&mut self) -> PResult<AttrId> {
        self.expect(TokenKind::LBracket, "`[` in strided layout")?;
        let mut strides = Vec::new();
        self.list_until(TokenKind::RBracket, "`,` or `]` in strided layout", |p| {
            strides.push(p.parse_maybe_dynamic()?);
            Ok(())
        })?;
        let mut offset = 0;
        if self.eat(TokenKind::Comma) {
            self.expect_word("offset")?;
            self.expect(TokenKind::Colon, "`:` after `offset`")?;
            offset = self.parse_maybe_dynamic()?;
        }
        Ok(self.module.ctx.attr(AttrKind::Strided {
            offset,
            strides: strides.into(),
        }))
    }

    fn parse_maybe_dynamic(&mut self) -> PResult<i64> {
        if self.eat(TokenKind::Question) {
            return Ok(DYNAMIC);
        }
        self.parse_i64()
    }

    fn parse_distinct(&mut self) -> PResult<AttrId> {
        let start = self.tok.span;
        self.bump();
        self.expect(TokenKind::LBracket, "`[` in distinct attribute")?;
        let id = self.parse_u64("a distinct id")?;
        self.expect(TokenKind::RBracket, "`]` in distinct attribute")?;
        self.expect(TokenKind::Less, "`<` in distinct attribute")?;
        let mut referenced = None;
        if !self.at(TokenKind::Greater) {
            referenced = Some(self.parse_attr()?);
        }
        self.expect(TokenKind::Greater, "`>` in distinct attribute")?;
        // MLIR stores a missing payload as `unit`.
        let unit = self.module.ctx.unit_attr();
        let referenced = referenced.filter(|attr| *attr != unit);
        if *self.distinct.entry(id).or_insert(referenced) != referenced {
            let span = self.span_from(start);
            let reason = "referenced attribute does not match previous definition";
            return Err(self.invalid(span, "distinct attribute", reason));
        }
        Ok(self.module.ctx.attr(AttrKind::Distinct { id, referenced }))
    }
}
