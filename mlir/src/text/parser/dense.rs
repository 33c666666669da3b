//! `dense<..>` and `sparse<..>`: parses the literal first, and interprets it once the type is known.

use super::numbers::{IntFormat, hex_digit};
use super::{PResult, Parser, show};
use crate::ir::Span;
use crate::ir::{AttrId, AttrKind, DenseData, IntValue, StrId, TypeId, TypeKind};
use crate::syntax::ParseErrorKind;
use crate::text::lexer::{Token, TokenKind};

/// A literal as written.
#[derive(Default)]
struct Literal {
    /// Numbers, words and strings; complex elements are two each.
    leaves: Vec<Leaf>,
    /// Lengths of the nested lists, outermost first.
    shape: Vec<usize>,
    /// Whether there is a list, rather than one element or nothing.
    is_list: bool,
    /// Whether the elements are pairs; unknown before the first one.
    is_complex: Option<bool>,
    /// Nesting depth of the elements; unknown before the first one.
    depth: Option<usize>,
    /// Its position.
    span: Span,
}

#[derive(Clone, Copy)]
struct Leaf {
    negative: bool,
    token: Token,
}

/// How elements of a type are stored.
struct Storage {
    part: TypeKind,
    /// 2 for complex elements.
    n_parts: usize,
    /// Bytes of one part.
    part_bytes: usize,
}

impl Parser<'_> {
    /// `dense<literal> : type`.
    pub(super) fn parse_dense(&mut self, hint: Option<TypeId>) -> PResult<AttrId> {
        let literal = self.in_angles(Self::parse_literal)?;
        let ty = self.parse_shaped_type(literal.span, hint)?;
        let data = self.dense_data(&literal, ty)?;
        Ok(self.module.ctx.attr(AttrKind::Dense { ty, data }))
    }

    /// `sparse<indices, values> : type`.
    pub(super) fn parse_sparse(&mut self, hint: Option<TypeId>) -> PResult<AttrId> {
        let (indices, values) = self.in_angles(|p| {
            if p.at(TokenKind::Greater) {
                return Ok((p.parse_literal()?, p.parse_literal()?));
            }
            let indices = p.parse_literal()?;
            p.expect(TokenKind::Comma, "`,` in sparse literal")?;
            Ok((indices, p.parse_literal()?))
        })?;
        let span = joined(indices.span, values.span);
        let ty = self.parse_shaped_type(span, hint)?;
        let rank = self.module.ctx.shape(ty).map_or(0, <[i64]>::len);
        let Some(element) = self.module.ctx.element_type(ty) else {
            return Err(self.invalid(span, "elements literal", "it must have a shaped type"));
        };
        let is_empty = indices.leaves.is_empty();
        let index_shape = match &indices.shape[..] {
            [] if !indices.is_list => vec![i64::from(!is_empty), rank as i64],
            shape => shape.iter().map(|n| *n as i64).collect(),
        };
        let value_shape = match &values.shape[..] {
            [] if !values.is_list => index_shape.first().copied().into_iter().collect(),
            shape => shape.iter().map(|n| *n as i64).collect::<Vec<_>>(),
        };
        let fits = match index_shape[..] {
            [n] => value_shape == [n] && (rank == 1 || n == 0),
            [n, width] => value_shape == [n] && width == rank as i64,
            _ => false,
        };
        if !fits {
            let reason = format!(
                "shapes of indices {index_shape:?} and values {value_shape:?} do not match rank {rank}"
            );
            return Err(self.invalid(span, "sparse literal", reason));
        }
        let index_element = self.module.ctx.int_type(64);
        let index_type = self.tensor_type(index_shape.clone(), index_element);
        let value_type = self.tensor_type(value_shape, element);
        let mut indices = self.dense_attr(&indices, index_type)?;
        let values = self.dense_attr(&values, value_type)?;
        // A single index is printed without brackets. Store it as a 1x1 matrix, which is how the printed form reads
        // back.
        if let ([1], AttrKind::Dense { data, .. }) =
            (&index_shape[..], self.module.ctx.attr_kind(indices))
        {
            let data = data.clone();
            let ty = self.tensor_type(vec![1, 1], index_element);
            indices = self.module.ctx.attr(AttrKind::Dense { ty, data });
        }
        Ok(self.module.ctx.attr(AttrKind::Sparse {
            ty,
            indices,
            values,
        }))
    }

    fn dense_attr(&mut self, literal: &Literal, ty: TypeId) -> PResult<AttrId> {
        let data = self.dense_data(literal, ty)?;
        Ok(self.module.ctx.attr(AttrKind::Dense { ty, data }))
    }

    fn tensor_type(&mut self, shape: Vec<i64>, element: TypeId) -> TypeId {
        self.module.ctx.ty(TypeKind::Tensor {
            shape: shape.into(),
            element,
            encoding: None,
        })
    }

    /// The type of a literal, which must have a static shape.
    fn parse_shaped_type(&mut self, literal: Span, hint: Option<TypeId>) -> PResult<TypeId> {
        let ty = self.parse_required_type(hint)?;
        let ctx = &self.module.ctx;
        let problem = match ctx.shape(ty) {
            None => "elements literal must have a shaped type",
            Some(_) if ctx.n_elements(ty).is_none() => {
                "elements literal type must have static shape"
            }
            Some(_) => return Ok(ty),
        };
        Err(self.invalid(literal, "elements literal", problem))
    }

    /// The text between the angle brackets.
    fn parse_literal(&mut self) -> PResult<Literal> {
        let start = self.tok.span;
        let mut literal = Literal::default();
        match self.tok.kind {
            TokenKind::Greater => {}
            TokenKind::LBracket => {
                literal.is_list = true;
                self.parse_list(&mut literal, 0)?;
            }
            _ => self.parse_element_literal(&mut literal)?,
        }
        literal.span = self.span_from(start);
        Ok(literal)
    }

    /// A list at nesting `level`.
    fn parse_list(&mut self, literal: &mut Literal, level: usize) -> PResult<()> {
        let span = self.tok.span;
        self.nested(|p| {
            p.bump();
            let is_first = literal.shape.len() <= level;
            if is_first {
                literal.shape.push(0);
            }
            let mut len = 0;
            p.list_until(TokenKind::RBracket, "`,` or `]` in elements literal", |p| {
                len += 1;
                if p.at(TokenKind::LBracket) {
                    if literal.depth.is_some_and(|depth| depth <= level + 1) {
                        return Err(p.inconsistent(p.tok.span));
                    }
                    return p.parse_list(literal, level + 1);
                }
                if *literal.depth.get_or_insert(level + 1) != level + 1
                    || literal.shape.len() != level + 1
                {
                    return Err(p.inconsistent(p.tok.span));
                }
                p.parse_element_literal(literal)
            })?;
            // The first list at a level fixes the length of the dimension. An empty list ends the shape here.
            if let Some(slot) = literal.shape.get_mut(level) {
                if is_first {
                    *slot = len;
                } else if *slot != len {
                    return Err(p.inconsistent(span));
                }
            }
            if len == 0 && *literal.depth.get_or_insert(level + 1) != level + 1 {
                return Err(p.inconsistent(span));
            }
            Ok(())
        })
    }

    fn inconsistent(&self, span: Span) -> Box<crate::text::ParseError> {
        let reason = "ranks are not consistent between elements";
        self.invalid(span, "tensor literal", reason)
    }

    /// One element: a scalar or a pair.
    fn parse_element_literal(&mut self, literal: &mut Literal) -> PResult<()> {
        let span = self.tok.span;
        let is_complex = self.at(TokenKind::LParen);
        if *literal.is_complex.get_or_insert(is_complex) != is_complex {
            let reason = "complex and scalar elements are mixed";
            return Err(self.invalid(span, "elements literal", reason));
        }
        if !is_complex {
            return self.parse_leaf(literal);
        }
        self.bump();
        self.parse_leaf(literal)?;
        self.expect(
            TokenKind::Comma,
            "`,` between the parts of a complex number",
        )?;
        self.parse_leaf(literal)?;
        self.expect(TokenKind::RParen, "`)` after a complex number")?;
        Ok(())
    }

    fn parse_leaf(&mut self, literal: &mut Literal) -> PResult<()> {
        let negative = self.eat(TokenKind::Minus);
        let token = self.tok;
        let fits = match token.kind {
            TokenKind::Integer | TokenKind::Float => true,
            TokenKind::String => !negative,
            TokenKind::BareId => !negative && matches!(self.word(), b"true" | b"false"),
            _ => false,
        };
        if !fits {
            return Err(self.expected("element literal of primitive type"));
        }
        self.bump();
        literal.leaves.push(Leaf { negative, token });
        Ok(())
    }

    /// The elements of a literal in the storage of its type.
    fn dense_data(&mut self, literal: &Literal, ty: TypeId) -> PResult<DenseData> {
        let n_elements = self.check_shape(literal, ty)?;
        let element = self.module.ctx.element_type(ty);
        let Some(storage) = element.and_then(|element| self.storage(element)) else {
            return self.dense_strings(literal);
        };
        if let ([leaf], false) = (&literal.leaves[..], literal.is_list)
            && leaf.token.kind == TokenKind::String
        {
            return self.dense_hex(leaf.token.span, &storage, n_elements);
        }
        if !literal.leaves.is_empty() && literal.is_complex != Some(storage.n_parts == 2) {
            let reason = if storage.n_parts == 2 {
                "expected complex elements `(re, im)`"
            } else {
                "expected scalar elements, found complex ones"
            };
            return Err(self.invalid(literal.span, "elements literal", reason));
        }
        let element_bytes = storage.part_bytes * storage.n_parts;
        let bytes = literal.leaves.len() * storage.part_bytes;
        self.spend(literal.span, bytes as u64)?;
        let mut data = Vec::with_capacity(bytes);
        for leaf in &literal.leaves {
            self.push_leaf(&mut data, *leaf, &storage)?;
        }
        if !literal.is_list && !data.is_empty() {
            return Ok(DenseData::Splat(data.into()));
        }
        Ok(collapse(data, element_bytes))
    }

    /// Checks the shape of the literal; returns the number of elements of the type.
    fn check_shape(&self, literal: &Literal, ty: TypeId) -> PResult<u64> {
        let ctx = &self.module.ctx;
        let n_elements = ctx.n_elements(ty).unwrap_or(0);
        let expected = ctx.shape(ty).unwrap_or_default();
        if literal.is_list {
            let shape = &literal.shape;
            let fits = shape.len() == expected.len()
                && shape.iter().zip(expected).all(|(f, e)| *f as i64 == *e);
            if !fits {
                return Err(self.err_at(
                    literal.span,
                    ParseErrorKind::ShapeMismatch {
                        expected: format!("{expected:?}"),
                        found: format!("{shape:?}"),
                    },
                ));
            }
        } else if literal.leaves.is_empty() && n_elements != 0 {
            let reason = format!("parsed zero elements, but type expected {n_elements}");
            return Err(self.invalid(literal.span, "elements literal", reason));
        }
        Ok(n_elements)
    }

    fn storage(&self, element: TypeId) -> Option<Storage> {
        let ctx = &self.module.ctx;
        let (part, n_parts) = match ctx.type_kind(element) {
            TypeKind::Complex(part) => (*part, 2),
            _ => (element, 1),
        };
        Some(Storage {
            part: ctx.type_kind(part).clone(),
            n_parts,
            part_bytes: ctx.part_bytes(part)?,
        })
    }

    fn push_leaf(&self, data: &mut Vec<u8>, leaf: Leaf, storage: &Storage) -> PResult<()> {
        let (span, negative) = (leaf.token.span, leaf.negative);
        let format = match (&storage.part, leaf.token.kind) {
            (TypeKind::Float(kind), TokenKind::Float) => {
                let bits = self.float_bits(span, negative, *kind)?;
                data.extend(bits.to_le_bytes().iter().take(storage.part_bytes));
                return Ok(());
            }
            (TypeKind::Float(kind), TokenKind::Integer) => {
                let bits = self.float_pattern(span, negative, *kind)?;
                data.extend(bits.to_le_bytes().iter().take(storage.part_bytes));
                return Ok(());
            }
            (TypeKind::Integer { width: 1, .. }, TokenKind::BareId) => {
                data.push(u8::from(self.bytes(span) == b"true"));
                return Ok(());
            }
            (&TypeKind::Integer { width, signedness }, TokenKind::Integer) => {
                IntFormat { width, signedness }
            }
            (TypeKind::Index, TokenKind::Integer) => IntFormat::INDEX,
            (part, found) => {
                let reason = match (part, found) {
                    (_, TokenKind::BareId) => "expected i1 type for `true` or `false` values",
                    (TypeKind::Float(_), _) => "expected floating-point elements",
                    (_, TokenKind::Float) => "expected integer elements, but parsed floating-point",
                    _ => "expected integer elements",
                };
                return Err(self.invalid(span, "elements literal", reason));
            }
        };
        push_int(
            data,
            &self.int_value(span, negative, format)?,
            format.width,
            storage.part_bytes,
        );
        Ok(())
    }

    /// Elements that are text, for element types that are not numeric.
    fn dense_strings(&mut self, literal: &Literal) -> PResult<DenseData> {
        let mut values: Vec<StrId> = Vec::with_capacity(literal.leaves.len());
        for leaf in &literal.leaves {
            if leaf.token.kind != TokenKind::String {
                let leaf_text = show(self.text(leaf.token));
                let reason = format!("expected string token, got `{leaf_text}`");
                return Err(self.invalid(leaf.token.span, "elements literal", reason));
            }
            values.push(self.string_value(leaf.token.span)?);
        }
        let all_equal = values.windows(2).all(|pair| pair.first() == pair.last());
        let is_splat = !values.is_empty() && all_equal;
        if is_splat {
            values.truncate(1);
        }
        Ok(DenseData::Strings {
            values: values.into(),
            is_splat,
        })
    }

    /// `"0x.."`: the raw bytes of one element or of all.
    fn dense_hex(&mut self, span: Span, storage: &Storage, n_elements: u64) -> PResult<DenseData> {
        let inner = Span::new(span.start as usize + 1, span.end as usize - 1);
        let digits = self
            .bytes(inner)
            .strip_prefix(b"0x")
            .filter(|digits| digits.len() % 2 == 0 && digits.iter().all(u8::is_ascii_hexdigit));
        let Some(digits) = digits else {
            let reason = "expected string containing hex digits starting with `0x`";
            return Err(self.invalid(span, "elements literal", reason));
        };
        let n_bytes = (digits.len() / 2) as u64;
        let element_bytes = (storage.part_bytes * storage.n_parts) as u64;
        let is_bool = matches!(storage.part, TypeKind::Integer { width: 1, .. });
        let is_packed = is_bool && storage.n_parts == 1;
        let byte = |pair: &[u8]| pair.iter().fold(0, |byte, b| byte << 4 | hex_digit(*b));
        let bytes = digits.chunks(2).map(byte);
        if is_packed {
            let first = digits.get(..2).map(byte);
            if n_bytes == 1 && (first == Some(0) || first == Some(0xFF)) && n_elements > 0 {
                return Ok(DenseData::Splat([first.unwrap_or(0) & 1].into()));
            }
            // From MLIR 23 on, each element is a byte.
            let is_byte = |pair: &[u8]| byte(pair) < 2;
            if n_bytes == 1 && n_elements > 8 && first == Some(1) {
                return Ok(DenseData::Splat([1].into()));
            }
            if n_bytes == n_elements && digits.chunks(2).all(is_byte) {
                self.spend(span, n_elements)?;
                return Ok(collapse(bytes.collect(), 1));
            }
            if n_bytes == n_elements.div_ceil(8) {
                self.spend(span, n_elements)?;
                let bits = bytes.flat_map(|byte| (0..8).map(move |i| byte >> i & 1));
                let data = bits.take(n_elements as usize).collect();
                return Ok(collapse(data, 1));
            }
        } else if n_bytes == element_bytes || n_elements.checked_mul(element_bytes) == Some(n_bytes)
        {
            self.spend(span, n_bytes)?;
            let mut data: Vec<u8> = bytes.collect();
            mask_parts(&mut data, storage);
            if n_bytes == element_bytes && n_bytes > 0 {
                return Ok(DenseData::Splat(data.into()));
            }
            return Ok(collapse(data, element_bytes as usize));
        }
        let reason = "elements hex data size is invalid for provided type";
        Err(self.invalid(span, "elements literal", reason))
    }
}

/// The span from the start of one span to the end of another.
fn joined(first: Span, last: Span) -> Span {
    first.to(last)
}

/// Turns equal elements into a splat.
fn collapse(data: Vec<u8>, element_bytes: usize) -> DenseData {
    let first = data.get(..element_bytes).unwrap_or_default();
    let is_splat = !first.is_empty() && data.chunks(element_bytes).all(|element| element == first);
    if is_splat {
        DenseData::Splat(first.into())
    } else {
        DenseData::Elements(data.into())
    }
}

/// Clears bits above the width of each part.
fn mask_parts(data: &mut [u8], storage: &Storage) {
    let width = match storage.part {
        TypeKind::Integer { width, .. } => width,
        TypeKind::Float(kind) => kind.width(),
        _ => return,
    };
    if width == 0 {
        data.fill(0);
    }
    if width.is_multiple_of(8) {
        return;
    }
    for part in data.chunks_mut(storage.part_bytes) {
        if let Some(top) = part.last_mut() {
            *top &= (1 << (width % 8)) - 1;
        }
    }
}

/// Appends the low `width` bits of a value, zeros above them.
fn push_int(data: &mut Vec<u8>, value: &IntValue, width: u32, bytes: usize) {
    let start = data.len();
    match value {
        IntValue::Small(value) => {
            let fill = if *value < 0 { 0xFF } else { 0 };
            data.extend(value.to_le_bytes().iter().take(bytes));
            data.resize(start + bytes, fill);
        }
        IntValue::Big(limbs) => {
            let is_negative = limbs.last().is_some_and(|limb| limb >> 63 == 1);
            let all = limbs.iter().flat_map(|limb| limb.to_le_bytes());
            data.extend(all.take(bytes));
            data.resize(start + bytes, if is_negative { 0xFF } else { 0 });
        }
    }
    if !width.is_multiple_of(8)
        && let Some(top) = data.last_mut()
    {
        *top &= (1 << (width % 8)) - 1;
    }
}
