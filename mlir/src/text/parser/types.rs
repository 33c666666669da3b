//! Types.

use smallvec::SmallVec;

use super::numbers::small_magnitude;
use super::{PResult, Parser, show};
use crate::ir::Span;
use crate::ir::{
    AttrId, AttrKind, DYNAMIC, FloatKind, MemRefType, Signedness, StrId, TypeId, TypeKind,
};
use crate::syntax::{ParseError, ParseErrorKind};
use crate::text::lexer::{self, TokenKind};

/// Types of operands or results.
pub(crate) type TypeList = SmallVec<[TypeId; 4]>;

/// Widest integer type of MLIR.
const MAX_INTEGER_WIDTH: u32 = (1 << 24) - 1;

/// The meaning of a bare word as a type.
enum TypeWord {
    Integer(Signedness, Option<u32>),
    Float(FloatKind),
    Index,
    None,
    MemRef,
    Tensor,
    Vector,
    Tuple,
    Complex,
}

impl TypeWord {
    fn find(word: &[u8]) -> Option<Self> {
        Some(match word {
            [b'i', digits @ ..] if is_number(digits) => {
                Self::Integer(Signedness::Signless, integer_width(digits))
            }
            [b's', b'i', digits @ ..] if is_number(digits) => {
                Self::Integer(Signedness::Signed, integer_width(digits))
            }
            [b'u', b'i', digits @ ..] if is_number(digits) => {
                Self::Integer(Signedness::Unsigned, integer_width(digits))
            }
            b"index" => Self::Index,
            b"none" => Self::None,
            b"memref" => Self::MemRef,
            b"tensor" => Self::Tensor,
            b"vector" => Self::Vector,
            b"tuple" => Self::Tuple,
            b"complex" => Self::Complex,
            _ => Self::Float(FloatKind::from_name(word)?),
        })
    }
}

fn is_number(digits: &[u8]) -> bool {
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

fn integer_width(digits: &[u8]) -> Option<u32> {
    let width = u32::try_from(small_magnitude(digits)?).ok()?;
    (width <= MAX_INTEGER_WIDTH).then_some(width)
}

/// Maximum length of the text of a cached type.
const MAX_SHAPED_TEXT: usize = 128;

/// The text of the shaped type at the start of `src`, if its meaning does not depend on its position: without
/// aliases, strings and comments.
fn shaped_text(src: &[u8]) -> Option<&[u8]> {
    let mut n_open = 0_u32;
    for (index, byte) in src.iter().take(MAX_SHAPED_TEXT).enumerate() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'?' | b'*' => {}
            b',' | b':' | b' ' | b'[' | b']' if n_open > 0 => {}
            b'<' => n_open += 1,
            b'>' if n_open > 1 => n_open -= 1,
            b'>' if n_open == 1 => return src.get(..=index),
            _ => return None,
        }
    }
    None
}

impl Parser<'_> {
    /// A type parsed by `read`. Cached, because most shaped types occur many times.
    fn parse_shaped(&mut self, read: fn(&mut Self) -> PResult<TypeId>) -> PResult<TypeId> {
        self.read_once(shaped_text, |p| &mut p.shaped_types, read)
    }
}

impl Parser<'_> {
    /// Whether the current token can start a type.
    pub(crate) fn at_type_start(&self) -> bool {
        match self.tok.kind {
            TokenKind::LParen | TokenKind::Bang => true,
            TokenKind::BareId => TypeWord::find(self.word()).is_some(),
            _ => false,
        }
    }

    /// A type.
    pub(crate) fn parse_type(&mut self) -> PResult<TypeId> {
        if self.at(TokenKind::LParen) {
            return self.nested(|p| {
                let (inputs, results) = p.parse_function_type()?;
                Ok(p.module.ctx.function_type(&inputs, &results))
            });
        }
        self.parse_non_function_type()
    }

    /// Types separated by commas up to and including `close`; may be empty.
    pub(crate) fn parse_type_list(&mut self, close: TokenKind) -> PResult<TypeList> {
        let mut types = SmallVec::new();
        self.list_until(close, "`,` or the end of the list of types", |p| {
            types.push(p.parse_type()?);
            Ok(())
        })?;
        Ok(types)
    }

    /// The part after `->`: one type or a list of types in parentheses.
    pub(crate) fn parse_fn_results(&mut self) -> PResult<TypeList> {
        if self.eat(TokenKind::LParen) {
            return self.parse_type_list(TokenKind::RParen);
        }
        let ty = self.parse_non_function_type()?;
        Ok(SmallVec::from_slice(&[ty]))
    }

    /// `(inputs) -> results`.
    pub(crate) fn parse_function_type(&mut self) -> PResult<(TypeList, TypeList)> {
        self.expect(TokenKind::LParen, "`(` at a function type")?;
        let inputs = self.parse_type_list(TokenKind::RParen)?;
        self.expect(TokenKind::Arrow, "`->` in function type")?;
        Ok((inputs, self.parse_fn_results()?))
    }

    /// `4x?x`: sizes, each followed by an `x`; `?` is [`DYNAMIC`].
    pub(crate) fn parse_dims(&mut self, allow_dynamic: bool) -> PResult<Vec<i64>> {
        let mut dims = Vec::new();
        loop {
            match self.tok.kind {
                TokenKind::Question if allow_dynamic => {
                    self.bump();
                    dims.push(DYNAMIC);
                }
                TokenKind::Integer => dims.push(self.parse_dim()?),
                _ => return Ok(dims),
            }
            self.expect_dim_x()?;
            self.check_rank(dims.len())?;
        }
    }

    /// One static size. Here, `0x8` is a 0, an `x` and an 8.
    fn parse_dim(&mut self) -> PResult<i64> {
        let token = self.tok;
        let text = self.text(token);
        if text.starts_with(b"0x") {
            self.reset_to(token.span.start as usize + 1);
            return Ok(0);
        }
        self.bump();
        let size = small_magnitude(text).and_then(|size| i64::try_from(size).ok());
        size.ok_or_else(|| self.invalid(token.span, "dimension", "it does not fit 63 bits"))
    }

    /// The `x` after a size; the rest of its token is left for the next token.
    fn expect_dim_x(&mut self) -> PResult<()> {
        if !self.at(TokenKind::BareId) || self.word().first() != Some(&b'x') {
            return Err(self.expected("`x` in dimension list"));
        }
        self.reset_to(self.tok.span.start as usize + 1);
        Ok(())
    }

    fn check_rank(&self, rank: usize) -> PResult<()> {
        if rank <= self.limits.rank {
            return Ok(());
        }
        Err(self.err_here(ParseErrorKind::TooLarge {
            what: "the rank of a type",
            limit: self.limits.rank as u64,
        }))
    }

    pub(crate) fn parse_non_function_type(&mut self) -> PResult<TypeId> {
        match self.tok.kind {
            TokenKind::Bang => return self.parse_dialect_type(),
            TokenKind::BareId => {}
            _ => return Err(self.type_expected()),
        }
        let Some(word) = TypeWord::find(self.word()) else {
            return Err(self.type_expected());
        };
        let span = self.tok.span;
        let kind = match word {
            TypeWord::Integer(signedness, width) => {
                let Some(width) = width else {
                    let reason = format!("integer bitwidth is limited to {MAX_INTEGER_WIDTH} bits");
                    return Err(self.invalid(span, "type", reason));
                };
                TypeKind::Integer { width, signedness }
            }
            TypeWord::Float(kind) => TypeKind::Float(kind),
            TypeWord::Index => TypeKind::Index,
            TypeWord::None => TypeKind::None,
            TypeWord::MemRef => return self.parse_shaped(Self::parse_memref),
            TypeWord::Tensor => return self.parse_shaped(Self::parse_tensor),
            TypeWord::Vector => return self.parse_shaped(Self::parse_vector),
            TypeWord::Tuple => return self.nested(Self::parse_tuple),
            TypeWord::Complex => return self.nested(Self::parse_complex),
        };
        self.bump();
        Ok(self.module.ctx.ty(kind))
    }

    fn type_expected(&self) -> Box<ParseError> {
        self.err(ParseErrorKind::TypeExpected {
            found: self.found(),
        })
    }

    fn parse_tuple(&mut self) -> PResult<TypeId> {
        self.bump();
        self.expect(TokenKind::Less, "`<` in tuple type")?;
        let types = self.parse_type_list(TokenKind::Greater)?;
        Ok(self.module.ctx.ty(TypeKind::Tuple(types.as_slice().into())))
    }

    fn parse_complex(&mut self) -> PResult<TypeId> {
        self.bump();
        self.expect(TokenKind::Less, "`<` in complex type")?;
        let element = self.parse_element("complex", |kind| {
            matches!(kind, TypeKind::Integer { .. } | TypeKind::Float(_))
        })?;
        self.expect(TokenKind::Greater, "`>` in complex type")?;
        Ok(self.module.ctx.ty(TypeKind::Complex(element)))
    }

    /// An element type, if `accepts` does.
    fn parse_element(
        &mut self,
        what: &'static str,
        accepts: impl FnOnce(&TypeKind) -> bool,
    ) -> PResult<TypeId> {
        let start = self.tok.span;
        let element = self.parse_type()?;
        if accepts(self.module.ctx.type_kind(element)) {
            return Ok(element);
        }
        let span = self.span_from(start);
        let reason = format!("invalid {what} element type `{}`", show(self.bytes(span)));
        Err(self.invalid(span, "type", reason))
    }

    fn parse_vector(&mut self) -> PResult<TypeId> {
        self.bump();
        self.expect(TokenKind::Less, "`<` in vector type")?;
        let mut shape = Vec::new();
        let mut scalable = Vec::new();
        loop {
            let is_scalable = self.eat(TokenKind::LBracket);
            if !self.at(TokenKind::Integer) {
                if is_scalable {
                    return Err(self.expected("a size"));
                }
                break;
            }
            let span = self.tok.span;
            let size = self.parse_dim()?;
            if size == 0 {
                let reason = "vector types must have positive constant sizes";
                return Err(self.invalid(span, "type", reason));
            }
            if is_scalable {
                self.expect(TokenKind::RBracket, "`]` after a scalable size")?;
            }
            self.expect_dim_x()?;
            shape.push(size);
            scalable.push(is_scalable);
            self.check_rank(shape.len())?;
        }
        let element = self.parse_element("vector", |kind| {
            matches!(
                kind,
                TypeKind::Integer { .. }
                    | TypeKind::Index
                    | TypeKind::Float(_)
                    | TypeKind::Opaque { .. }
            )
        })?;
        self.expect(TokenKind::Greater, "`>` in vector type")?;
        Ok(self.module.ctx.ty(TypeKind::Vector {
            shape: shape.into(),
            scalable: scalable.into(),
            element,
        }))
    }

    /// Sizes of a memref or tensor; `None` for `*x`.
    fn parse_shape(&mut self) -> PResult<Option<Vec<i64>>> {
        if self.eat(TokenKind::Star) {
            self.expect_dim_x()?;
            return Ok(None);
        }
        self.parse_dims(true).map(Some)
    }

    fn parse_tensor(&mut self) -> PResult<TypeId> {
        self.bump();
        self.expect(TokenKind::Less, "`<` in tensor type")?;
        let shape = self.parse_shape()?;
        let element = self.parse_element("tensor", |kind| {
            matches!(
                kind,
                TypeKind::Integer { .. }
                    | TypeKind::Index
                    | TypeKind::Float(_)
                    | TypeKind::Complex(_)
                    | TypeKind::Vector { .. }
                    | TypeKind::Opaque { .. }
            )
        })?;
        let mut encoding = None;
        if self.at(TokenKind::Comma) {
            if shape.is_none() {
                let reason = "an unranked tensor has no encoding";
                return Err(self.invalid(self.tok.span, "type", reason));
            }
            self.bump();
            encoding = Some(self.parse_attr()?);
        }
        self.expect(TokenKind::Greater, "`>` in tensor type")?;
        Ok(self.module.ctx.ty(match shape {
            Some(shape) => TypeKind::Tensor {
                shape: shape.into(),
                element,
                encoding,
            },
            None => TypeKind::UnrankedTensor { element },
        }))
    }

    fn parse_memref(&mut self) -> PResult<TypeId> {
        self.bump();
        self.expect(TokenKind::Less, "`<` in memref type")?;
        let shape = self.parse_shape()?;
        let element = self.parse_element("memref", |kind| {
            matches!(
                kind,
                TypeKind::Integer { .. }
                    | TypeKind::Index
                    | TypeKind::Float(_)
                    | TypeKind::Complex(_)
                    | TypeKind::Vector { .. }
                    | TypeKind::MemRef(_)
                    | TypeKind::UnrankedMemRef { .. }
                    | TypeKind::Opaque { .. }
            )
        })?;
        let (mut layout, mut space) = (None, None);
        while self.eat(TokenKind::Comma) {
            let start = self.tok.span;
            let attr = self.parse_attr()?;
            let span = self.span_from(start);
            if space.is_some() {
                let reason = "the memory space is the last thing in a memref type";
                return Err(self.invalid(span, "type", reason));
            }
            let is_layout = matches!(
                self.module.ctx.attr_kind(attr),
                AttrKind::AffineMap(_) | AttrKind::Strided { .. }
            );
            match &shape {
                Some(shape) if is_layout => layout = self.check_layout(span, attr, shape.len())?,
                _ => space = Some(self.check_space(span, attr)?),
            }
        }
        self.expect(TokenKind::Greater, "`>` in memref type")?;
        let space = space.flatten();
        Ok(self.module.ctx.ty(match shape {
            Some(shape) => TypeKind::MemRef(MemRefType {
                shape: shape.into(),
                element,
                layout,
                space,
            }),
            None => TypeKind::UnrankedMemRef { element, space },
        }))
    }

    /// A layout that fits the rank; `None` for the identity.
    fn check_layout(&self, span: Span, attr: AttrId, rank: usize) -> PResult<Option<AttrId>> {
        let (inputs, is_identity) = match self.module.ctx.attr_kind(attr) {
            AttrKind::AffineMap(map) => (map.dims as usize, map.is_identity()),
            AttrKind::Strided { strides, .. } => (strides.len(), false),
            _ => (rank, false),
        };
        if inputs != rank {
            let reason = format!("memref layout has {inputs} dimensions, the type has {rank}");
            return Err(self.invalid(span, "type", reason));
        }
        Ok((!is_identity).then_some(attr))
    }

    /// A memory space; `None` for a zero, which means the default one.
    fn check_space(&self, span: Span, attr: AttrId) -> PResult<Option<AttrId>> {
        let ctx = &self.module.ctx;
        match ctx.attr_kind(attr) {
            AttrKind::Integer { value, .. } => Ok((value.as_i64() != Some(0)).then_some(attr)),
            AttrKind::String { .. } | AttrKind::Dictionary(_) | AttrKind::Opaque { .. } => {
                Ok(Some(attr))
            }
            _ => {
                let reason = format!("unsupported memory space `{}`", show(self.bytes(span)));
                Err(self.invalid(span, "type", reason))
            }
        }
    }

    /// `!alias`, `!dialect.body` or `!dialect<body>`.
    fn parse_dialect_type(&mut self) -> PResult<TypeId> {
        let token = self.tok;
        if let Some(ty) = self.hooked_type()? {
            return Ok(ty);
        }
        if let Some((dialect, body)) = self.parse_dialect_symbol()? {
            self.check_known_type(token.span, dialect, body)?;
            return Ok(self.module.ctx.ty(TypeKind::Opaque { dialect, body }));
        }
        let name = self.text(token).get(1..).unwrap_or_default();
        let name = self.module.ctx.str(name);
        let Some(&ty) = self.type_aliases.get(&name) else {
            return Err(self.undefined_alias(token.span));
        };
        self.unfold(token.span)?;
        self.bump();
        Ok(ty)
    }

    /// `!dialect.name`, if the dialect has its own type parser; otherwise `None`, without consuming anything.
    fn hooked_type(&mut self) -> PResult<Option<TypeId>> {
        let at = self.tok.span;
        let text = self.text(self.tok).get(1..).unwrap_or_default();
        let Some(dot) = text.iter().position(|byte| *byte == b'.') else {
            return Ok(None);
        };
        let Some(dialect) = self.module.ctx.dialects().get(&text[..dot]) else {
            return Ok(None);
        };
        let Some(parse) = dialect.parse_type else {
            return Ok(None);
        };
        let body = parse(self)?;
        self.check_body(self.span_from(at), body.len())?;
        let ctx = &mut self.module.ctx;
        let kind = TypeKind::Opaque {
            dialect: ctx.str(dialect.name),
            body: ctx.str(body),
        };
        Ok(Some(ctx.ty(kind)))
    }

    /// Dialect and body of the current `#` or `!` token; `None` for an alias, without consuming anything.
    pub(super) fn parse_dialect_symbol(&mut self) -> PResult<Option<(StrId, StrId)>> {
        let token = self.tok;
        let name = self.text(token).get(1..).unwrap_or_default();
        let end = token.span.end as usize;
        let has_body = self.next_byte() == b'<';
        let dot = name.iter().position(|b| *b == b'.');
        if dot.is_none() && !has_body {
            return Ok(None);
        }
        if !is_namespace(name.get(..dot.unwrap_or(name.len())).unwrap_or_default()) {
            let reason =
                "a dialect is named by letters, digits, `_` and `$`, a letter or `_` first";
            return Err(self.invalid(token.span, "dialect namespace", reason));
        }
        let body_end = if has_body {
            self.balanced_end(end)?
        } else {
            end
        };
        let (dialect, body) = match dot {
            Some(dot) => {
                let body_start = token.span.start as usize + 1 + dot + 1;
                let dialect = name.get(..dot).unwrap_or_default();
                (dialect, self.bytes(Span::new(body_start, body_end)))
            }
            None => (name, self.bytes(Span::new(end + 1, body_end - 1))),
        };
        self.reset_to(body_end);
        let expanded = self.expand_aliases(token.span, body)?;
        let body = expanded.as_deref().unwrap_or(body);
        let ctx = &mut self.module.ctx;
        // Before a closing `>`, a trailing `-` would be read as part of `->`.
        let body = if is_pretty_body(body) || body.ends_with(b"-") {
            ctx.str(body)
        } else {
            ctx.str([b"<", body, b">"].concat())
        };
        Ok(Some((ctx.str(dialect), body)))
    }

    /// The end of the balanced text that opens with the `<` at `start`. Not recursive.
    pub(super) fn balanced_end(&self, start: usize) -> PResult<usize> {
        let mut open: Vec<usize> = Vec::new();
        let mut pos = start;
        loop {
            let here = Span::new(pos, pos + 1);
            let byte = match self.src.get(pos) {
                Some(&byte) if byte != 0 => byte,
                _ => break,
            };
            let opener = match byte {
                b'<' | b'(' | b'[' | b'{' => {
                    open.push(pos);
                    pos += 1;
                    continue;
                }
                b'-' if self.src.get(pos + 1) == Some(&b'>') => {
                    pos += 2;
                    continue;
                }
                b'"' => {
                    pos = lexer::string_end(self.src, pos)
                        .map_err(|_| self.err_at(here, ParseErrorKind::UnterminatedString))?;
                    continue;
                }
                b'>' => b'<',
                b')' => b'(',
                b']' => b'[',
                b'}' => b'{',
                _ => {
                    pos += 1;
                    continue;
                }
            };
            let last = open.pop();
            if last.and_then(|last| self.src.get(last)) != Some(&opener) {
                open.extend(last);
                break;
            }
            pos += 1;
            if open.is_empty() {
                return Ok(pos);
            }
        }
        let at = open.last().copied().unwrap_or(start);
        let open = self.src.get(at).copied().unwrap_or(b'<').into();
        Err(self.err_at(Span::new(at, at + 1), ParseErrorKind::Unbalanced { open }))
    }
}

/// Whether a dialect can have this name (`Dialect::isValidNamespace` of MLIR).
fn is_namespace(name: &[u8]) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'_';
    name.first().is_some_and(is_letter)
        && name
            .iter()
            .all(|byte| is_letter(byte) || byte.is_ascii_digit() || *byte == b'$')
}

/// Whether a body in angle brackets is printed without them: `!d<name>` is `!d.name`.
fn is_pretty_body(body: &[u8]) -> bool {
    if !body.first().is_some_and(u8::is_ascii_alphabetic) {
        return false;
    }
    let is_name = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_');
    match body.iter().position(|b| !is_name(b)) {
        None => true,
        Some(end) => body.get(end) == Some(&b'<') && body.last() == Some(&b'>'),
    }
}
