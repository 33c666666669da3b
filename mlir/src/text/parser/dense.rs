//! Elements attributes: `dense<..>` and `sparse<..>`.

use super::{PResult, Parser};
use crate::ir::{AttrId, AttrKind, DenseData, IntValue, TypeId, TypeKind};
use crate::text::diagnostic::ParseErrorKind;
use crate::text::lexer::TokenKind;
use crate::text::span::Span;

/// Elements as they are read.
struct Elements {
    element: TypeId,
    shape: Vec<i64>,
    bytes: Vec<u8>,
    strings: Vec<crate::ir::StrId>,
    budget: u64,
}

impl Parser<'_> {
    /// `dense<literal> : type`. The type is read first: it says what the literal's numbers are.
    pub(super) fn dense(&mut self, hint: Option<TypeId>) -> PResult<AttrId> {
        self.bump();
        let open = self.tok.span;
        self.expect(TokenKind::Less, "`<` behind `dense`")?;
        let literal = self.tok.span.start as usize;
        let close = self.balanced_end(open.start as usize)?;
        self.reset_to(close);
        let ty_at = self.tok.span;
        let ty = self.elements_type(hint)?;
        let after = (self.tok.span.start as usize, self.prev_end);
        let (shape, element) = self.shaped(ty, ty_at)?;
        self.reset_to(literal);
        let data = self.dense_literal(shape, element, open)?;
        self.expect(TokenKind::Greater, "`>` behind elements literal")?;
        self.reset_to(after.0);
        self.prev_end = after.1;
        Ok(self.module.ctx.attr(AttrKind::Dense { ty, data }))
    }

    /// Shape and element type of a statically shaped type.
    fn shaped(&self, ty: TypeId, at: Span) -> PResult<(Vec<i64>, TypeId)> {
        let (shape, element) = match self.module.ctx.type_kind(ty) {
            TypeKind::Tensor { shape, element, .. } | TypeKind::Vector { shape, element, .. } => {
                (shape, *element)
            }
            TypeKind::MemRef(memref) => (&memref.shape, memref.element),
            _ => {
                return Err(self.invalid(at, "elements literal", "its type is not shaped"));
            }
        };
        if shape.iter().any(|&size| size < 0) {
            let reason = "its type must have a static shape";
            return Err(self.invalid(at, "elements literal", reason));
        }
        Ok((shape.to_vec(), element))
    }

    fn dense_literal(&mut self, shape: Vec<i64>, element: TypeId, at: Span) -> PResult<DenseData> {
        if self.at(TokenKind::Greater) {
            return if shape.contains(&0) {
                Ok(DenseData::Elements(Box::default()))
            } else {
                Err(self.shape_mismatch(at, &shape, "0"))
            };
        }
        if self.at(TokenKind::String)
            && let Some(width) = self.storage(element)
        {
            return self.hex_literal(&shape, element, width);
        }
        let budget = self.dense_budget.min(self.limits.dense_bytes);
        let mut elements = Elements {
            element,
            shape,
            bytes: Vec::new(),
            strings: Vec::new(),
            budget,
        };
        if !self.at(TokenKind::LBracket) {
            self.dense_element(&mut elements)?;
            return Ok(if elements.strings.is_empty() {
                DenseData::Splat(elements.bytes.into())
            } else {
                DenseData::Strings {
                    values: elements.strings.into(),
                    is_splat: true,
                }
            });
        }
        self.dense_list(&mut elements, 0)?;
        self.dense_budget = self
            .dense_budget
            .saturating_sub(elements.bytes.len() as u64);
        if !elements.strings.is_empty() {
            let is_splat = elements
                .strings
                .iter()
                .all(|text| *text == elements.strings[0]);
            elements
                .strings
                .truncate(if is_splat { 1 } else { usize::MAX });
            return Ok(DenseData::Strings {
                values: elements.strings.into(),
                is_splat,
            });
        }
        let width = self.storage(element).unwrap_or(1);
        Ok(collapse(elements.bytes, width))
    }

    fn shape_mismatch(&self, at: Span, shape: &[i64], found: &str) -> Box<crate::text::ParseError> {
        let kind = ParseErrorKind::ShapeMismatch {
            expected: format!("{shape:?}"),
            found: found.to_owned(),
        };
        self.err_at(at, kind)
    }

    /// Bytes of one stored element; `None` for elements that are text.
    fn storage(&self, element: TypeId) -> Option<usize> {
        match self.module.ctx.type_kind(element) {
            TypeKind::Integer { width, .. } => Some((*width as usize).div_ceil(8).max(1)),
            TypeKind::Index => Some(8),
            TypeKind::Float(kind) => Some((kind.width() as usize).div_ceil(8)),
            TypeKind::Complex(part) => self.storage(*part).map(|width| 2 * width),
            _ => None,
        }
    }

    fn dense_list(&mut self, elements: &mut Elements, depth: usize) -> PResult<()> {
        let at = self.tok.span;
        let Some(&expected) = elements.shape.get(depth) else {
            return Err(self.shape_mismatch(at, &elements.shape.clone(), "more dimensions"));
        };
        self.expect(TokenKind::LBracket, "`[` in elements literal")?;
        let is_last = depth + 1 == elements.shape.len();
        let mut count = 0i64;
        self.list_until(TokenKind::RBracket, "`]` in elements literal", |p| {
            count += 1;
            if is_last {
                p.dense_element(elements)
            } else {
                p.dense_list(elements, depth + 1)
            }
        })?;
        if count != expected {
            let found = format!("{count} in dimension {depth}");
            return Err(self.shape_mismatch(at, &elements.shape.clone(), &found));
        }
        Ok(())
    }

    fn dense_element(&mut self, elements: &mut Elements) -> PResult<()> {
        let element = elements.element;
        if let TypeKind::Complex(part) = *self.module.ctx.type_kind(element) {
            self.expect(TokenKind::LParen, "`(` of a complex element")?;
            elements.element = part;
            self.dense_element(elements)?;
            self.expect(TokenKind::Comma, "`,` in a complex element")?;
            self.dense_element(elements)?;
            elements.element = element;
            self.expect(TokenKind::RParen, "`)` of a complex element")?;
            return Ok(());
        }
        if self.storage(element).is_none() {
            let text = self.parse_string()?;
            elements.strings.push(text);
            return Ok(());
        }
        let start = self.tok.span;
        if self.at_word("true") || self.at_word("false") {
            if !matches!(
                self.module.ctx.type_kind(element),
                TypeKind::Integer { width: 1, .. }
            ) {
                return Err(self.invalid(start, "elements literal", "a boolean needs type `i1`"));
            }
            elements.bytes.push(u8::from(self.at_word("true")));
            self.bump();
            return Ok(());
        }
        let is_negative = self.eat(TokenKind::Minus);
        if !matches!(self.tok.kind, TokenKind::Integer | TokenKind::Float) {
            return Err(self.expected("an element of the elements literal"));
        }
        self.number_bytes(elements, is_negative, start)?;
        self.bump();
        if elements.bytes.len() as u64 > elements.budget {
            let limit = elements.budget;
            return Err(self.err_at(
                start,
                ParseErrorKind::TooLarge {
                    what: "an elements literal",
                    limit,
                },
            ));
        }
        Ok(())
    }

    fn number_bytes(&self, elements: &mut Elements, is_negative: bool, start: Span) -> PResult<()> {
        let width = self.storage(elements.element).unwrap_or(1);
        if let TypeKind::Float(kind) = *self.module.ctx.type_kind(elements.element) {
            let bits = self.float_literal(is_negative, kind, self.tok.span)?;
            elements
                .bytes
                .extend_from_slice(&bits.to_le_bytes()[..width]);
            return Ok(());
        }
        if self.at(TokenKind::Float) {
            return Err(self.expected("an integer element"));
        }
        let magnitude = self.magnitude()?;
        let value = self.int_value(start, is_negative, &magnitude, elements.element)?;
        let fill = |is_minus: bool| if is_minus { 0xFF } else { 0 };
        let from = elements.bytes.len();
        match value {
            IntValue::Small(value) => {
                elements
                    .bytes
                    .extend_from_slice(&value.to_le_bytes()[..width.min(8)]);
                elements.bytes.resize(from + width, fill(value < 0));
            }
            IntValue::Big(limbs) => {
                let is_minus = limbs.last().is_some_and(|limb| limb >> 63 == 1);
                let raw: Vec<u8> = limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect();
                elements
                    .bytes
                    .extend_from_slice(&raw[..width.min(raw.len())]);
                elements.bytes.resize(from + width, fill(is_minus));
            }
        }
        Ok(())
    }

    /// `"0x.."`: raw little-endian bytes; `i1` is packed, lowest bit first.
    fn hex_literal(&mut self, shape: &[i64], element: TypeId, width: usize) -> PResult<DenseData> {
        let at = self.tok.span;
        let text = self.parse_string()?;
        let text = self.module.ctx.bytes(text).to_vec();
        let digits = text
            .strip_prefix(b"0x")
            .filter(|digits| digits.len() % 2 == 0);
        let bytes: Option<Vec<u8>> = digits.and_then(|digits| {
            let nibble = |byte: u8| char::from(byte).to_digit(16);
            digits
                .chunks(2)
                .map(|pair| Some((nibble(pair[0])? * 16 + nibble(pair[1])?) as u8))
                .collect()
        });
        let Some(bytes) = bytes else {
            return Err(self.invalid(at, "elements literal", "expected `0x` and hex digit pairs"));
        };
        let count = shape
            .iter()
            .try_fold(1u64, |count, &size| count.checked_mul(size as u64))
            .unwrap_or(u64::MAX);
        let is_bit = matches!(
            self.module.ctx.type_kind(element),
            TypeKind::Integer { width: 1, .. }
        );
        let packed = if is_bit {
            count.div_ceil(8)
        } else {
            count.saturating_mul(width as u64)
        };
        let is_single = bytes.len() == if is_bit { 1 } else { width };
        if bytes.len() as u64 != packed && !is_single {
            let found = format!("{} bytes", bytes.len());
            return Err(self.shape_mismatch(at, shape, &found));
        }
        if is_single && (bytes.len() as u64 != packed || count == 1) {
            let bytes = if is_bit { vec![bytes[0] & 1] } else { bytes };
            return Ok(DenseData::Splat(bytes.into()));
        }
        let bytes = if is_bit {
            (0..count as usize)
                .map(|i| bytes[i / 8] >> (i % 8) & 1)
                .collect()
        } else {
            bytes
        };
        Ok(collapse(bytes, width))
    }

    /// `sparse<indices, values> : type`.
    pub(super) fn sparse(&mut self, hint: Option<TypeId>) -> PResult<AttrId> {
        let at = self.tok.span;
        self.bump();
        let open = self.tok.span;
        self.expect(TokenKind::Less, "`<` behind `sparse`")?;
        let literal = self.tok.span.start as usize;
        let close = self.balanced_end(open.start as usize)?;
        self.reset_to(close);
        let ty = self.elements_type(hint)?;
        let after = (self.tok.span.start as usize, self.prev_end);
        let (shape, element) = self.shaped(ty, at)?;
        self.reset_to(literal);
        let rows = self.count_rows();
        let i64_type = self.module.ctx.int_type(64);
        let index_shape = vec![rows as i64, shape.len() as i64];
        let data = self.dense_literal(index_shape.clone(), i64_type, at)?;
        let indices = self.dense_tensor(index_shape, i64_type, data);
        self.expect(TokenKind::Comma, "`,` between indices and values")?;
        let data = self.dense_literal(vec![rows as i64], element, at)?;
        let values = self.dense_tensor(vec![rows as i64], element, data);
        self.expect(TokenKind::Greater, "`>`")?;
        self.reset_to(after.0);
        self.prev_end = after.1;
        Ok(self.module.ctx.attr(AttrKind::Sparse {
            ty,
            indices,
            values,
        }))
    }

    /// Number of inner lists of the list at hand.
    fn count_rows(&self) -> usize {
        let start = self.tok.span.start as usize;
        if self.src.get(start) != Some(&b'[') {
            return 1;
        }
        let end = self.balanced_end(start).unwrap_or(start);
        self.src[start + 1..end.max(start + 1)]
            .iter()
            .filter(|&&byte| byte == b'[')
            .count()
    }

    fn dense_tensor(&mut self, shape: Vec<i64>, element: TypeId, data: DenseData) -> AttrId {
        let ty = TypeKind::Tensor {
            shape: shape.into(),
            element,
            encoding: None,
        };
        let ty = self.module.ctx.ty(ty);
        self.module.ctx.attr(AttrKind::Dense { ty, data })
    }
}

/// Equal elements become a splat.
fn collapse(bytes: Vec<u8>, width: usize) -> DenseData {
    let mut chunks = bytes.chunks(width);
    match chunks.next() {
        Some(first) if chunks.all(|chunk| chunk == first) => DenseData::Splat(first.into()),
        _ => DenseData::Elements(bytes.into()),
    }
}
