//! Types.

use smallvec::SmallVec;

use super::{PResult, Parser};
use crate::ir::{
    AttrId, AttrKind, DYNAMIC, FloatKind, IntValue, MemRefType, Signedness, StrId, TypeId, TypeKind,
};
use crate::text::diagnostic::ParseErrorKind;
use crate::text::lexer::TokenKind;
use crate::text::span::Span;

/// Types of arguments, types of results.
type Signature = (SmallVec<[TypeId; 4]>, SmallVec<[TypeId; 4]>);

const MAX_INT_WIDTH: u32 = 16_777_215;

impl Parser<'_> {
    /// Whether the current token can start a type.
    pub(crate) fn at_type_start(&self) -> bool {
        match self.tok.kind {
            TokenKind::LParen | TokenKind::Bang => true,
            TokenKind::BareId => {
                let word = self.word();
                matches!(
                    word,
                    b"index" | b"none" | b"memref" | b"tensor" | b"vector" | b"tuple" | b"complex"
                ) || int_type(word).is_some()
                    || float_kind(word).is_some()
            }
            _ => false,
        }
    }

    /// A type.
    pub(crate) fn parse_type(&mut self) -> PResult<TypeId> {
        if self.at(TokenKind::LParen) {
            let (inputs, results) = self.nested(Self::parse_function_type)?;
            return Ok(self.module.ctx.function_type(&inputs, &results));
        }
        self.non_function_type()
    }

    /// Types separated by commas up to and including `close`; none is fine.
    pub(crate) fn parse_type_list(&mut self, close: TokenKind) -> PResult<SmallVec<[TypeId; 4]>> {
        let mut types = SmallVec::new();
        self.list_until(close, "`,` or the end of the list", |p| {
            types.push(p.parse_type()?);
            Ok(())
        })?;
        Ok(types)
    }

    /// What follows `->`: one type or a list of types in parentheses.
    pub(crate) fn parse_fn_results(&mut self) -> PResult<SmallVec<[TypeId; 4]>> {
        if self.eat(TokenKind::LParen) {
            return self.parse_type_list(TokenKind::RParen);
        }
        let ty = self.non_function_type()?;
        Ok(SmallVec::from_slice(&[ty]))
    }

    /// `(inputs) -> results`.
    pub(crate) fn parse_function_type(&mut self) -> PResult<Signature> {
        self.expect(TokenKind::LParen, "`(` of a function type")?;
        let inputs = self.parse_type_list(TokenKind::RParen)?;
        self.expect(TokenKind::Arrow, "`->` of a function type")?;
        let results = self.parse_fn_results()?;
        Ok((inputs, results))
    }

    fn non_function_type(&mut self) -> PResult<TypeId> {
        match self.tok.kind {
            TokenKind::Bang => self.dialect_type(),
            TokenKind::BareId => self.builtin_type(),
            _ => Err(self.type_expected()),
        }
    }

    fn type_expected(&self) -> Box<crate::text::ParseError> {
        self.err(ParseErrorKind::TypeExpected {
            found: self.found(),
        })
    }

    fn builtin_type(&mut self) -> PResult<TypeId> {
        let word = self.word();
        if let Some((width, signedness)) = int_type(word) {
            if width > MAX_INT_WIDTH {
                let reason = format!("integer width is limited to {MAX_INT_WIDTH} bits");
                return Err(self.invalid(self.tok.span, "type", reason));
            }
            self.bump();
            return Ok(self.module.ctx.ty(TypeKind::Integer { width, signedness }));
        }
        if let Some(kind) = float_kind(word) {
            self.bump();
            return Ok(self.module.ctx.ty(TypeKind::Float(kind)));
        }
        let parse = match word {
            b"index" => {
                self.bump();
                return Ok(self.module.ctx.ty(TypeKind::Index));
            }
            b"none" => {
                self.bump();
                return Ok(self.module.ctx.ty(TypeKind::None));
            }
            b"memref" => Self::memref_type,
            b"tensor" => Self::tensor_type,
            b"vector" => Self::vector_type,
            b"tuple" => Self::tuple_type,
            b"complex" => Self::complex_type,
            _ => return Err(self.type_expected()),
        };
        self.bump();
        self.expect(TokenKind::Less, "`<` in type")?;
        let kind = self.nested(parse)?;
        self.expect(TokenKind::Greater, "`>` in type")?;
        Ok(self.module.ctx.ty(kind))
    }

    fn tuple_type(&mut self) -> PResult<TypeKind> {
        let mut types = Vec::new();
        if !self.at(TokenKind::Greater) {
            loop {
                types.push(self.parse_type()?);
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
        }
        Ok(TypeKind::Tuple(types.into()))
    }

    fn complex_type(&mut self) -> PResult<TypeKind> {
        let at = self.tok.span;
        let element = self.parse_type()?;
        match self.module.ctx.type_kind(element) {
            TypeKind::Integer { .. } | TypeKind::Float(_) => Ok(TypeKind::Complex(element)),
            _ => Err(self.invalid(at, "type", "invalid element type for complex")),
        }
    }

    fn vector_type(&mut self) -> PResult<TypeKind> {
        let mut shape = Vec::new();
        let mut scalable = Vec::new();
        loop {
            let is_scalable = self.at(TokenKind::LBracket);
            if is_scalable {
                self.bump();
            }
            if !self.at(TokenKind::Integer) {
                break;
            }
            let at = self.tok.span;
            let size = self.dimension()?;
            if size < 1 {
                return Err(self.invalid(at, "vector type", "sizes must be at least 1"));
            }
            if is_scalable {
                self.expect(TokenKind::RBracket, "`]` behind a scalable dimension")?;
            }
            shape.push(size);
            scalable.push(is_scalable);
            self.check_rank(shape.len(), at)?;
            self.dimension_x()?;
        }
        let at = self.tok.span;
        let element = self.parse_type()?;
        match self.module.ctx.type_kind(element) {
            TypeKind::Integer { .. }
            | TypeKind::Float(_)
            | TypeKind::Index
            | TypeKind::Opaque { .. } => {}
            _ => return Err(self.invalid(at, "type", "invalid element type for vector")),
        }
        Ok(TypeKind::Vector {
            shape: shape.into(),
            scalable: scalable.into(),
            element,
        })
    }

    fn tensor_type(&mut self) -> PResult<TypeKind> {
        if self.unranked_prefix()? {
            let element = self.tensor_element()?;
            return Ok(TypeKind::UnrankedTensor { element });
        }
        let shape = self.parse_dims(true)?;
        let element = self.tensor_element()?;
        let encoding = if self.eat(TokenKind::Comma) {
            Some(self.parse_attr()?)
        } else {
            None
        };
        Ok(TypeKind::Tensor {
            shape: shape.into(),
            element,
            encoding,
        })
    }

    fn tensor_element(&mut self) -> PResult<TypeId> {
        let at = self.tok.span;
        let element = self.parse_type()?;
        match self.module.ctx.type_kind(element) {
            TypeKind::Integer { .. }
            | TypeKind::Float(_)
            | TypeKind::Index
            | TypeKind::Complex(_)
            | TypeKind::Vector { .. }
            | TypeKind::Opaque { .. } => Ok(element),
            _ => Err(self.invalid(at, "type", "invalid tensor element type")),
        }
    }

    fn memref_type(&mut self) -> PResult<TypeKind> {
        if self.unranked_prefix()? {
            let element = self.memref_element()?;
            let space = if self.eat(TokenKind::Comma) {
                self.memory_space()?
            } else {
                None
            };
            return Ok(TypeKind::UnrankedMemRef { element, space });
        }
        let shape = self.parse_dims(true)?;
        let element = self.memref_element()?;
        let mut layout = None;
        let mut space = None;
        let mut has_space = false;
        while self.eat(TokenKind::Comma) {
            let at = self.tok.span;
            let attr = self.parse_attr()?;
            if has_space {
                return Err(self.invalid(at, "memref type", "nothing may follow the memory space"));
            }
            if self.is_layout(attr, &shape, at)? {
                layout = self.non_identity(attr);
            } else {
                space = self.checked_space(attr, at)?;
                has_space = true;
            }
        }
        Ok(TypeKind::MemRef(MemRefType {
            shape: shape.into(),
            element,
            layout,
            space,
        }))
    }

    fn is_layout(&self, attr: AttrId, shape: &[i64], at: Span) -> PResult<bool> {
        let rank = match self.module.ctx.attr_kind(attr) {
            AttrKind::AffineMap(map) => map.dims as usize,
            AttrKind::Strided { strides, .. } => strides.len(),
            _ => return Ok(false),
        };
        if rank != shape.len() {
            let reason = format!("layout has rank {rank}, the type has {}", shape.len());
            return Err(self.invalid(at, "memref layout", reason));
        }
        Ok(true)
    }

    fn non_identity(&self, attr: AttrId) -> Option<AttrId> {
        match self.module.ctx.attr_kind(attr) {
            AttrKind::AffineMap(map) if map.is_identity() => None,
            _ => Some(attr),
        }
    }

    fn memory_space(&mut self) -> PResult<Option<AttrId>> {
        let at = self.tok.span;
        let attr = self.parse_attr()?;
        self.checked_space(attr, at)
    }

    /// A memory space; zero of any integer type is the default one.
    fn checked_space(&self, attr: AttrId, at: Span) -> PResult<Option<AttrId>> {
        match self.module.ctx.attr_kind(attr) {
            AttrKind::Integer {
                value: IntValue::Small(0),
                ..
            } => Ok(None),
            AttrKind::Integer { .. }
            | AttrKind::String { .. }
            | AttrKind::Dictionary(_)
            | AttrKind::Opaque { .. } => Ok(Some(attr)),
            _ => Err(self.invalid(at, "memref type", "unsupported memory space attribute")),
        }
    }

    fn memref_element(&mut self) -> PResult<TypeId> {
        let at = self.tok.span;
        let element = self.parse_type()?;
        match self.module.ctx.type_kind(element) {
            TypeKind::Integer { .. }
            | TypeKind::Float(_)
            | TypeKind::Index
            | TypeKind::Complex(_)
            | TypeKind::Vector { .. }
            | TypeKind::MemRef(_)
            | TypeKind::UnrankedMemRef { .. }
            | TypeKind::Opaque { .. } => Ok(element),
            _ => Err(self.invalid(at, "type", "invalid memref element type")),
        }
    }

    /// `*x`.
    fn unranked_prefix(&mut self) -> PResult<bool> {
        let is_unranked = self.eat(TokenKind::Star);
        if is_unranked {
            self.dimension_x()?;
        }
        Ok(is_unranked)
    }

    /// `4x?x`: sizes, each followed by an `x`; `?` is [`DYNAMIC`](crate::DYNAMIC).
    pub(crate) fn parse_dims(&mut self, allow_dynamic: bool) -> PResult<Vec<i64>> {
        let mut shape = Vec::new();
        loop {
            let at = self.tok.span;
            match self.tok.kind {
                TokenKind::Integer => shape.push(self.dimension()?),
                TokenKind::Question if allow_dynamic => {
                    self.bump();
                    shape.push(DYNAMIC);
                }
                _ => return Ok(shape),
            }
            self.check_rank(shape.len(), at)?;
            self.dimension_x()?;
        }
    }

    fn check_rank(&self, rank: usize, at: Span) -> PResult<()> {
        if rank > self.limits.rank {
            let limit = self.limits.rank as u64;
            return Err(self.err_at(
                at,
                ParseErrorKind::TooLarge {
                    what: "the rank",
                    limit,
                },
            ));
        }
        Ok(())
    }

    /// One static size. `0x10` is the size 0 and what follows, not a hexadecimal number.
    fn dimension(&mut self) -> PResult<i64> {
        if self.word().starts_with(b"0x") {
            let at = self.tok.span.start as usize;
            self.reset_to(at + 1);
            return Ok(0);
        }
        let at = self.tok.span;
        match self.magnitude()?[..] {
            [] => {
                self.bump();
                Ok(0)
            }
            [limb] if i64::try_from(limb).is_ok() => {
                self.bump();
                Ok(limb as i64)
            }
            _ => Err(self.invalid(at, "dimension", "larger than 2^63 - 1")),
        }
    }

    /// The `x` behind a dimension, which may be glued to what follows.
    fn dimension_x(&mut self) -> PResult<()> {
        if !self.at(TokenKind::BareId) || self.word().first() != Some(&b'x') {
            return Err(self.expected("`x` in dimension list"));
        }
        let at = self.tok.span.start as usize;
        self.reset_to(at + 1);
        Ok(())
    }

    fn dialect_type(&mut self) -> PResult<TypeId> {
        let token = self.tok;
        let name = self.text(token).get(1..).unwrap_or_default();
        if !name.contains(&b'.') && self.byte_behind() != b'<' {
            let key = self.module.ctx.str(name);
            let Some(&ty) = self.type_aliases.get(&key) else {
                return Err(self.undefined_alias(token.span));
            };
            self.bump();
            return Ok(ty);
        }
        let (dialect, body) = self.dialect_symbol()?;
        Ok(self.module.ctx.ty(TypeKind::Opaque { dialect, body }))
    }

    /// `dialect.name<..>` or `dialect<..>` behind `!` or `#`: the dialect and the normalised body.
    pub(super) fn dialect_symbol(&mut self) -> PResult<(StrId, StrId)> {
        let start = self.tok.span.start as usize + 1;
        let name = self.bytes(Span::new(start, self.tok.span.end as usize));
        let end = if self.byte_behind() == b'<' {
            self.balanced_end(self.tok.span.end as usize)?
        } else {
            self.tok.span.end as usize
        };
        let split = name.iter().position(|&byte| byte == b'.');
        let (dialect, body) = match split {
            Some(dot) => (&name[..dot], self.bytes(Span::new(start + dot + 1, end))),
            None => {
                let raw = self.bytes(Span::new(start + name.len(), end));
                let inner = raw.get(1..raw.len().saturating_sub(1)).unwrap_or_default();
                (name, if is_pretty(inner) { inner } else { raw })
            }
        };
        let dialect = self.module.ctx.str(dialect);
        let body = self.module.ctx.str(body);
        self.reset_to(end);
        Ok((dialect, body))
    }

    /// Where the bracket that opens at `start` closes. Brackets of all kinds match, strings are
    /// skipped, and `->` is no closing bracket.
    pub(super) fn balanced_end(&self, start: usize) -> PResult<usize> {
        let mut stack: Vec<u8> = Vec::new();
        let mut at = start;
        while let Some(&byte) = self.src.get(at) {
            match byte {
                b'<' => stack.push(b'>'),
                b'[' => stack.push(b']'),
                b'(' => stack.push(b')'),
                b'{' => stack.push(b'}'),
                b'-' if self.src.get(at + 1) == Some(&b'>') => at += 1,
                b'>' | b']' | b')' | b'}' => {
                    if stack.pop() != Some(byte) {
                        break;
                    }
                    if stack.is_empty() {
                        return Ok(at + 1);
                    }
                }
                b'"' => {
                    at += 1;
                    while let Some(&byte) = self.src.get(at) {
                        match byte {
                            b'"' | b'\n' => break,
                            b'\\' => at += 2,
                            _ => at += 1,
                        }
                    }
                }
                0 => break,
                _ => {}
            }
            at += 1;
        }
        let open = char::from(self.src.get(start).copied().unwrap_or(b'<'));
        Err(self.err_at(
            Span::new(start, start + 1),
            ParseErrorKind::Unbalanced { open },
        ))
    }
}

/// Whether `#d<body>` is the same as `#d.body`: a name, perhaps with parameters.
fn is_pretty(body: &[u8]) -> bool {
    let word = body
        .iter()
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.'))
        .count();
    body.first().is_some_and(u8::is_ascii_alphabetic)
        && (word == body.len() || (body[word] == b'<' && body.last() == Some(&b'>')))
}

/// `i32`, `si8`, `ui16`.
fn int_type(word: &[u8]) -> Option<(u32, Signedness)> {
    let (digits, signedness) = match word {
        [b'i', digits @ ..] => (digits, Signedness::Signless),
        [b's', b'i', digits @ ..] => (digits, Signedness::Signed),
        [b'u', b'i', digits @ ..] => (digits, Signedness::Unsigned),
        _ => return None,
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let width = std::str::from_utf8(digits)
        .ok()?
        .parse()
        .unwrap_or(u32::MAX);
    Some((width, signedness))
}

fn float_kind(word: &[u8]) -> Option<FloatKind> {
    match word {
        b"f32" => Some(FloatKind::F32),
        [b'f' | b'b' | b't', ..] => FloatKind::from_name(std::str::from_utf8(word).ok()?),
        _ => None,
    }
}
