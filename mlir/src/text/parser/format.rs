//! The engine that parses custom forms according to their formats.
//!
//! It walks the compiled format, collecting operands that have no types yet, attributes, regions
//! and types; then it solves the type equations of the table and resolves the operands.

use std::sync::Arc;

use smallvec::SmallVec;

use super::PResult;
use super::ops::TextParser;
use crate::dialects::{Arity, AttrForm, OpDef, Ty};
use crate::ir::{AttrId, AttrKind, DYNAMIC, FloatKind, IntValue, TypeId, TypeKind, names};
use crate::syntax::ParseErrorKind;
use crate::syntax::format::Elem;
use crate::syntax::{MixedList, OpState, UseRef};
use crate::text::Span;
use crate::text::lexer::TokenKind;

/// Types of a group.
type Types = SmallVec<[TypeId; 2]>;

/// The parts of an operation whose operands are not resolved yet.
#[derive(Debug, Default)]
struct Pending {
    operands: SmallVec<[SmallVec<[UseRef; 4]>; 4]>,
    operand_types: SmallVec<[Option<Types>; 4]>,
    result_types: SmallVec<[Option<Types>; 2]>,
}

impl TextParser<'_> {
    /// Parses the text after the operation's name according to the format of its table entry.
    pub(crate) fn parse_format(&mut self, state: &mut OpState) -> PResult<()> {
        let Some(def) = state.def else { return Ok(()) };
        let Some(elems) = self.module.ctx.format(state.name) else {
            return Err(self.err(ParseErrorKind::NoCustomForm {
                name: def.name.to_owned(),
            }));
        };
        let elems: Arc<[Elem]> = elems;
        let mut pending = Pending::default();
        pending
            .operands
            .resize_with(def.operands.len(), SmallVec::new);
        pending.operand_types.resize(def.operands.len(), None);
        pending.result_types.resize(def.results.len(), None);
        for elem in elems.iter() {
            self.elem(def, state, &mut pending, elem)?;
        }
        self.solve_types(def, state, &mut pending)?;
        self.resolve_groups(def, state, &pending)
    }

    fn elem(
        &mut self,
        def: &'static OpDef,
        state: &mut OpState,
        pending: &mut Pending,
        elem: &Elem,
    ) -> PResult<()> {
        match elem {
            Elem::Literal(text) => self.expect_literal(text)?,
            Elem::NoSpace | Elem::Space => {}
            Elem::Async { group, token } => self.async_elem(pending, *group, token)?,
            Elem::Operands(group) => self.operands_elem(def, pending, *group)?,
            Elem::Attr(attr) => {
                let decl = &def.attrs[*attr];
                let name = self.module.ctx.attr_names(state.name)[*attr];
                let value = self.attr_in_form(decl.kind)?;
                state.props.set(name, value);
            }
            Elem::OperandTypes(group) => {
                let types = self.type_group(def.operands[*group].arity)?;
                pending.operand_types[*group] = Some(types);
            }
            Elem::ResultTypes(group) => {
                let types = self.type_group(def.results[*group].arity)?;
                pending.result_types[*group] = Some(types);
            }
            Elem::AllResultTypes => {
                let at = self.tok.span;
                let types = self.type_group(Arity::Many)?;
                self.split_results(def, pending, &types, at)?;
            }
            Elem::FunctionType => self.function_type_elem(def, pending)?,
            Elem::AttrDict { with_keyword } => self.attr_dict_elem(state, *with_keyword)?,
            Elem::Region => self.region_elem(state)?,
            Elem::Regions => {
                while self.at(TokenKind::LBrace) {
                    self.region_elem(state)?;
                    if !self.eat(TokenKind::Comma) {
                        break;
                    }
                }
            }
            Elem::Successor(group) => self.successor_elem(state, pending, *group)?,
            Elem::Dynamic {
                group,
                attr,
                open,
                close,
            } => {
                self.expect_literal(open)?;
                let (values, uses) = self.mixed_list(close, 64)?;
                pending.operands[*group] = uses;
                let name = self.module.ctx.attr_names(state.name)[*attr];
                let value = self.module.ctx.i64_array(&values);
                state.props.set(name, value);
            }
            Elem::Group { elems, .. } => {
                if first_of(elems).is_some_and(|first| self.can_start(def, first)) {
                    for elem in elems {
                        self.elem(def, state, pending, elem)?;
                    }
                }
            }
        }
        // A unit attribute is spelled by the keyword of its group.
        Ok(())
    }

    fn attr_dict_elem(&mut self, state: &mut OpState, with_keyword: bool) -> PResult<()> {
        self.parse_clauses(state)?;
        let has_dict = if with_keyword {
            self.eat_word("attributes")
        } else {
            self.at(TokenKind::LBrace)
        };
        if has_dict {
            let dict = self.parse_dict()?;
            state.take_dict(self, dict)?;
        }
        Ok(())
    }

    fn successor_elem(
        &mut self,
        state: &mut OpState,
        pending: &mut Pending,
        group: Option<usize>,
    ) -> PResult<()> {
        let block = self.parse_successor_name()?;
        state.successors.push(block);
        let Some(group) = group else { return Ok(()) };
        let mut types = SmallVec::new();
        if self.eat(TokenKind::LParen) {
            pending.operands[group] = self.parse_uses()?;
            self.expect(TokenKind::Colon, "`:` before the types of the operands")?;
            types = self.type_group(Arity::Many)?;
            self.expect(TokenKind::RParen, "`)`")?;
        }
        pending.operand_types[group] = Some(types);
        Ok(())
    }

    /// `async? [%a, %b]?`: the token that the operation returns, and those that it waits for.
    fn async_elem(&mut self, pending: &mut Pending, group: usize, token: &str) -> PResult<()> {
        let token = self.module.ctx.type_from_text(token.as_bytes())?;
        let has_result = self.eat_word("async");
        if self.eat(TokenKind::LBracket) {
            pending.operands[group] = self.parse_uses()?;
            self.expect(TokenKind::RBracket, "`]`")?;
        }
        let count = pending.operands[group].len();
        pending.operand_types[group] = Some(SmallVec::from_elem(token, count));
        if let Some(result) = pending.result_types.last_mut() {
            let count = usize::from(has_result);
            *result = Some(SmallVec::from_elem(token, count));
        }
        Ok(())
    }

    /// Integers of some bits and `%values` up to `close`, which is consumed.
    pub(crate) fn mixed_list(&mut self, close: &'static str, bits: u32) -> PResult<MixedList> {
        let mut values = SmallVec::new();
        let mut uses = SmallVec::new();
        while !self.at_literal(close) {
            if self.at(TokenKind::Percent) {
                uses.push(self.parse_use()?);
                values.push(DYNAMIC);
            } else {
                let at = self.tok.span;
                let value = self.parse_int(bits)?;
                // The stored list marks the position of a value with the smallest integer, so no literal may have this
                // value.
                if value == i64::MIN >> (64 - bits) {
                    let what = format!("a {bits}-bit integer beside values");
                    let kind = ParseErrorKind::IntegerOutOfRange { what };
                    return Err(self.err_at(self.span_from(at), kind));
                }
                values.push(value);
            }
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect_literal(close)?;
        Ok((values, uses))
    }

    fn operands_elem(
        &mut self,
        def: &'static OpDef,
        pending: &mut Pending,
        group: usize,
    ) -> PResult<()> {
        match def.operands[group].arity {
            Arity::One => {
                let used = self.parse_use()?;
                pending.operands[group].push(used);
            }
            Arity::Optional => {
                if self.at(TokenKind::Percent) {
                    let used = self.parse_use()?;
                    pending.operands[group].push(used);
                }
            }
            Arity::Many => pending.operands[group] = self.parse_uses()?,
        }
        Ok(())
    }

    fn type_group(&mut self, arity: Arity) -> PResult<Types> {
        let mut types = Types::new();
        match arity {
            Arity::One => types.push(self.parse_type()?),
            Arity::Optional | Arity::Many => {
                if self.at_type_start() {
                    types.push(self.parse_type()?);
                    while arity == Arity::Many && self.eat(TokenKind::Comma) {
                        types.push(self.parse_type()?);
                    }
                }
            }
        }
        Ok(types)
    }

    fn function_type_elem(&mut self, def: &'static OpDef, pending: &mut Pending) -> PResult<()> {
        let at = self.tok.span;
        let (inputs, results) = self.parse_function_type()?;
        let expected: usize = pending.operands.iter().map(SmallVec::len).sum();
        if inputs.len() != expected {
            let kind = ParseErrorKind::WrongCount {
                what: "operand types",
                expected,
                found: inputs.len(),
            };
            return Err(self.err_at(at, kind));
        }
        let mut inputs = inputs.into_iter();
        for (group, uses) in pending.operands.iter().enumerate() {
            pending.operand_types[group] = Some(inputs.by_ref().take(uses.len()).collect());
        }
        self.split_results(def, pending, &results, at)
    }

    /// Distributes a list of result types over the result groups.
    fn split_results(
        &mut self,
        def: &'static OpDef,
        pending: &mut Pending,
        results: &[TypeId],
        at: Span,
    ) -> PResult<()> {
        let fixed = def
            .results
            .iter()
            .filter(|group| group.arity == Arity::One)
            .count();
        let flexible = results.len().checked_sub(fixed);
        let Some(mut flexible) = flexible else {
            let kind = ParseErrorKind::WrongCount {
                what: "result types",
                expected: fixed,
                found: results.len(),
            };
            return Err(self.err_at(at, kind));
        };
        let mut results = results.iter().copied();
        for (index, group) in def.results.iter().enumerate() {
            let take = match group.arity {
                Arity::One => 1,
                Arity::Optional => flexible.min(1),
                Arity::Many => flexible,
            };
            if group.arity != Arity::One {
                flexible -= take;
            }
            pending.result_types[index] = Some(results.by_ref().take(take).collect());
        }
        if flexible > 0 {
            let kind = ParseErrorKind::WrongCount {
                what: "result types",
                expected: fixed,
                found: fixed + flexible,
            };
            return Err(self.err_at(at, kind));
        }
        Ok(())
    }

    fn region_elem(&mut self, state: &mut OpState) -> PResult<()> {
        let region = self.parse_region(&[])?;
        self.ensure_terminator(state, region);
        state.regions.push(region);
        Ok(())
    }

    /// Whether the current token can start `elem`.
    fn can_start(&self, def: &'static OpDef, elem: &Elem) -> bool {
        match elem {
            Elem::Literal(text) => self.at_literal(text),
            Elem::Operands(_) => self.at(TokenKind::Percent),
            Elem::Attr(attr) => self.can_start_attr(def.attrs[*attr].kind),
            Elem::OperandTypes(_) | Elem::ResultTypes(_) | Elem::AllResultTypes => {
                self.at_type_start()
            }
            Elem::FunctionType => self.at(TokenKind::LParen),
            Elem::AttrDict { with_keyword: true } => self.at_word("attributes"),
            Elem::AttrDict {
                with_keyword: false,
            }
            | Elem::Region
            | Elem::Regions => self.at(TokenKind::LBrace),
            Elem::Successor(_) => self.at(TokenKind::Caret),
            Elem::Dynamic { open, .. } => self.at_literal(open),
            Elem::Group { elems, .. } => {
                first_of(elems).is_some_and(|first| self.can_start(def, first))
            }
            Elem::Async { .. } => self.at_word("async") || self.at(TokenKind::LBracket),
            Elem::NoSpace | Elem::Space => false,
        }
    }

    fn can_start_attr(&self, form: AttrForm) -> bool {
        match form {
            AttrForm::Int(_) | AttrForm::IntIn(..) | AttrForm::Alignment | AttrForm::Index => {
                matches!(self.tok.kind, TokenKind::Integer | TokenKind::Minus)
            }
            AttrForm::F64 => matches!(self.tok.kind, TokenKind::Float | TokenKind::Minus),
            AttrForm::Bool => self.at_word("true") || self.at_word("false"),
            AttrForm::Unit => false,
            AttrForm::Str => self.at(TokenKind::String),
            AttrForm::SymName | AttrForm::SymRef | AttrForm::NestedRef => self.at(TokenKind::At),
            AttrForm::I64Array | AttrForm::I32Array | AttrForm::Array | AttrForm::Reassociation => {
                self.at(TokenKind::LBracket)
            }
            AttrForm::Map => self.at_word("affine_map") || self.at(TokenKind::Hash),
            AttrForm::Type => self.at_type_start(),
            AttrForm::Any | AttrForm::Dialect(_) | AttrForm::Elements => !matches!(
                self.tok.kind,
                TokenKind::Eof | TokenKind::Equal | TokenKind::Colon | TokenKind::Comma
            ),
            AttrForm::IntEnum(_, words) => {
                std::str::from_utf8(self.word()).is_ok_and(|word| words.contains(&word))
            }
            AttrForm::QuotedEnum(..) => self.at(TokenKind::String),
            AttrForm::AngleEnum(_) => self.at(TokenKind::Less) || self.at(TokenKind::Hash),
            AttrForm::KeywordEnum(_) | AttrForm::SpacedKeywordEnum(_) => {
                self.at(TokenKind::BareId) || self.at(TokenKind::Hash)
            }
            AttrForm::Flags(_, keyword, _) => self.at_word(keyword),
        }
    }

    /// Parses an attribute in its short form.
    pub(crate) fn attr_in_form(&mut self, form: AttrForm) -> PResult<AttrId> {
        match form {
            AttrForm::Int(_)
            | AttrForm::IntIn(..)
            | AttrForm::Alignment
            | AttrForm::F64
            | AttrForm::Index => {
                let ctx = &mut self.module.ctx;
                let ty = match form {
                    AttrForm::Int(width) | AttrForm::IntIn(width, ..) => ctx.int_type(width),
                    AttrForm::F64 => ctx.ty(TypeKind::Float(FloatKind::F64)),
                    AttrForm::Index => ctx.index_type(),
                    _ => ctx.int_type(64),
                };
                self.parse_attr_with_type_hint(Some(ty))
            }
            AttrForm::Bool
            | AttrForm::Any
            | AttrForm::Dialect(_)
            | AttrForm::Elements
            | AttrForm::Map => self.parse_attr(),
            AttrForm::Unit => Ok(self.module.ctx.unit_attr()),
            AttrForm::Str if !self.at(TokenKind::String) => Err(self.expected("string")),
            AttrForm::Str | AttrForm::SymName => {
                let value = match form {
                    AttrForm::Str => self.parse_string()?,
                    _ => self.parse_symbol_name()?,
                };
                Ok(self.module.ctx.attr(AttrKind::String { value, ty: None }))
            }
            AttrForm::SymRef => {
                let root = self.parse_symbol_name()?;
                Ok(self.module.ctx.attr(AttrKind::SymbolRef {
                    root,
                    nested: Box::default(),
                }))
            }
            AttrForm::NestedRef => self.parse_symbol_ref(),
            AttrForm::I64Array => {
                let values = self.int_list(64)?;
                Ok(self.module.ctx.i64_array(&values))
            }
            AttrForm::I32Array => {
                let values = self.int_list(32)?;
                Ok(self.module.ctx.i32_array(&values))
            }
            AttrForm::Array | AttrForm::Reassociation => {
                if !self.at(TokenKind::LBracket) {
                    return Err(self.expected("`[`"));
                }
                self.parse_attr()
            }
            AttrForm::Type => {
                let ty = self.parse_type()?;
                Ok(self.module.ctx.attr(AttrKind::Type(ty)))
            }
            AttrForm::IntEnum(width, words) | AttrForm::QuotedEnum(width, words) => {
                self.int_enum(width, words)
            }
            AttrForm::Flags(width, keyword, words) => {
                self.expect_literal(keyword)?;
                self.flag_set(width, words)
            }
            // The full form with the dialect and the name of the attribute, or an alias.
            AttrForm::AngleEnum(_) | AttrForm::KeywordEnum(_) | AttrForm::SpacedKeywordEnum(_)
                if self.at(TokenKind::Hash) =>
            {
                self.parse_attr()
            }
            AttrForm::AngleEnum(mnemonic)
            | AttrForm::KeywordEnum(mnemonic)
            | AttrForm::SpacedKeywordEnum(mnemonic) => {
                let at = self.tok.span;
                let words = match form {
                    AttrForm::AngleEnum(_) => self.angle_body()?,
                    _ => self.keyword()?,
                };
                let words = self.known_words(at, mnemonic, &words)?;
                Ok(self.dialect_enum(mnemonic, &words))
            }
        }
    }

    /// A keyword, in quotes or not.
    fn keyword(&mut self) -> PResult<String> {
        if self.at(TokenKind::String) {
            let text = self.parse_string()?;
            return Ok(self.module.ctx.text(text).into_owned());
        }
        if !self.at(TokenKind::BareId) {
            return Err(self.expected("keyword"));
        }
        let word = String::from_utf8_lossy(self.word()).into_owned();
        self.bump();
        Ok(word)
    }

    fn int_enum(&mut self, width: u32, words: &'static [&'static str]) -> PResult<AttrId> {
        let at = self.tok.span;
        let word = if self.at(TokenKind::String) {
            let text = self.parse_string()?;
            self.module.ctx.text(text).into_owned()
        } else {
            let word = String::from_utf8_lossy(self.word()).into_owned();
            self.bump();
            word
        };
        let Some(value) = words.iter().position(|keyword| *keyword == word) else {
            let kind = ParseErrorKind::UnknownKeyword {
                found: word,
                known: words
                    .iter()
                    .filter(|word| !word.is_empty())
                    .copied()
                    .collect(),
            };
            return Err(self.err_at(at, kind));
        };
        let ty = self.module.ctx.int_type(width);
        Ok(self.module.ctx.attr(AttrKind::Integer {
            value: IntValue::Small(value as i64),
            ty,
        }))
    }

    /// `<a, b>`, as an integer.
    fn flag_set(&mut self, width: u32, words: &'static [&'static str]) -> PResult<AttrId> {
        self.expect(TokenKind::Less, "`<`")?;
        let mut value = 0;
        loop {
            let at = self.tok.span;
            let keyword = String::from_utf8_lossy(self.word()).into_owned();
            self.bump();
            match words.iter().position(|allowed| *allowed == keyword) {
                Some(bit) => value |= 1 << bit,
                None if keyword == "none" => {}
                None => {
                    let kind = ParseErrorKind::UnknownKeyword {
                        found: keyword,
                        known: words.to_vec(),
                    };
                    return Err(self.err_at(at, kind));
                }
            }
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::Greater, "`>`")?;
        let ty = self.module.ctx.int_type(width);
        Ok(self.module.ctx.int_attr(value, ty))
    }

    /// The words between `<` and `>`.
    fn angle_body(&mut self) -> PResult<String> {
        self.expect(TokenKind::Less, "`<`")?;
        let mut body = String::new();
        while matches!(self.tok.kind, TokenKind::BareId | TokenKind::String) {
            body.push_str(&String::from_utf8_lossy(self.word()));
            self.bump();
            if !self.eat(TokenKind::Comma) {
                break;
            }
            body.push(',');
        }
        self.expect(TokenKind::Greater, "`>`")?;
        Ok(body)
    }

    /// `#dialect.mnemonic<word>`; with a space instead of the dot in the mnemonic, `#dialect<mnemonic word>`.
    fn dialect_enum(&mut self, mnemonic: &'static str, word: &str) -> AttrId {
        let (dialect, body) = if let Some((dialect, name)) = mnemonic.split_once(' ') {
            (dialect, format!("<{name} {word}>"))
        } else {
            let (dialect, name) = mnemonic.split_once('.').unwrap_or(("", mnemonic));
            (dialect, format!("{name}<{word}>"))
        };
        let dialect = self.module.ctx.str(dialect);
        let body = self.module.ctx.str(body);
        self.module.ctx.attr(AttrKind::Opaque {
            dialect,
            body,
            ty: None,
        })
    }

    /// Solves the type equations of the table, in at most four rounds. Fails if a type is still unknown then.
    fn solve_types(
        &mut self,
        def: &'static OpDef,
        state: &OpState,
        pending: &mut Pending,
    ) -> PResult<()> {
        for _ in 0..4 {
            let mut is_done = true;
            for (group, arg) in def.operands.iter().enumerate() {
                if pending.operand_types[group].is_none() {
                    let count = pending.operands[group].len();
                    let types = self.equation(def, state, pending, arg.ty, count);
                    is_done &= types.is_some();
                    pending.operand_types[group] = types;
                }
            }
            for (group, arg) in def.results.iter().enumerate() {
                if pending.result_types[group].is_none() {
                    // Several results of the types of a group are as many.
                    let types = match (arg.arity, arg.ty) {
                        (Arity::Many, Ty::Same(name)) => def
                            .operand_group(name)
                            .and_then(|group| pending.operand_types[group].clone()),
                        _ => {
                            let count = usize::from(arg.arity == Arity::One);
                            self.equation(def, state, pending, arg.ty, count)
                        }
                    };
                    is_done &= types.is_some();
                    pending.result_types[group] = types;
                }
            }
            if is_done {
                return Ok(());
            }
        }
        let groups = pending.operand_types.iter().zip(def.operands);
        let mut groups = groups.chain(pending.result_types.iter().zip(def.results));
        let unknown = groups.find_map(|(types, arg)| match arg.ty {
            Ty::Of(_, rule) if types.is_none() => Some(rule.expected),
            _ => None,
        });
        if let Some(expected) = unknown {
            return Err(self.expected(expected));
        }
        // The remaining types could be taken from values that are already defined, but valid text never needs this
        // fallback.
        Err(self.err_at(
            state.span,
            ParseErrorKind::TypesNotInferred {
                name: def.name.to_owned(),
            },
        ))
    }

    fn equation(
        &mut self,
        def: &'static OpDef,
        state: &OpState,
        pending: &Pending,
        ty: Ty,
        count: usize,
    ) -> Option<Types> {
        if count == 0 && !matches!(ty, Ty::Same(_) | Ty::Like(_) | Ty::Of(..)) {
            return Some(Types::new());
        }
        let of = |name: &str| -> Option<&Types> {
            def.operand_group(name)
                .and_then(|group| pending.operand_types[group].as_ref())
                .or_else(|| {
                    def.result_group(name)
                        .and_then(|g| pending.result_types[g].as_ref())
                })
        };
        let one = match ty {
            Ty::Any | Ty::Hook => return None,
            Ty::Index => self.module.ctx.index_type(),
            Ty::I1 => self.module.ctx.int_type(1),
            Ty::I32 => self.module.ctx.int_type(32),
            Ty::Named(text) => self.module.ctx.type_from_text(text.as_bytes()).ok()?,
            Ty::Same(name) | Ty::Like(name) => {
                let types = of(name)?;
                return match types.len() {
                    1 => Some(SmallVec::from_elem(types[0], count)),
                    _ => Some(types.clone()),
                };
            }
            Ty::Elem(name) => {
                let ty = *of(name)?.first()?;
                let element = self.module.ctx.element_type(ty);
                element.or_else(|| self.dialect_element(ty))?
            }
            Ty::I1Like(name) => {
                let ty = *of(name)?.first()?;
                let bit = self.module.ctx.int_type(1);
                match self.module.ctx.type_kind(ty) {
                    TypeKind::Complex(_) => bit,
                    _ => self.module.ctx.with_element(ty, bit),
                }
            }
            Ty::Of(name, rule) => {
                let ty = *of(name)?.first()?;
                let computed = (rule.compute)(&mut self.module.ctx, ty, state);
                return match computed {
                    Some(ty) => Some(SmallVec::from_elem(ty, 1)),
                    None => (count == 0).then(Types::new),
                };
            }
            Ty::OfAttr(name) => {
                let index = def.attrs.iter().position(|attr| attr.name == name)?;
                let name = self.module.ctx.attr_names(state.name)[index];
                self.module.ctx.attr_type(state.props.get(name)?)?
            }
        };
        Some(SmallVec::from_elem(one, count))
    }

    /// The element type of a type that only its dialect can decompose.
    fn dialect_element(&mut self, ty: TypeId) -> Option<TypeId> {
        let ctx = &mut self.module.ctx;
        let TypeKind::Opaque { dialect, .. } = *ctx.type_kind(ty) else {
            return None;
        };
        let dialect = ctx.dialects().get(ctx.bytes(dialect))?;
        (dialect.element_type?)(ctx, ty)
    }

    fn resolve_groups(
        &mut self,
        def: &'static OpDef,
        state: &mut OpState,
        pending: &Pending,
    ) -> PResult<()> {
        for (uses, types) in pending.operands.iter().zip(&pending.operand_types) {
            let types = types.as_deref().unwrap_or(&[]);
            if uses.len() != types.len() {
                let kind = ParseErrorKind::WrongCount {
                    what: "operand types",
                    expected: uses.len(),
                    found: types.len(),
                };
                return Err(self.err(kind));
            }
            for (used, &ty) in uses.iter().zip(types) {
                let value = self.resolve(*used, ty)?;
                state.operands.push(value);
            }
        }
        if def.segments.of_operands() {
            let sizes: SmallVec<[i64; 8]> = pending
                .operands
                .iter()
                .map(|uses| uses.len() as i64)
                .collect();
            let sizes = self.module.ctx.i32_array(&sizes);
            state.props.set(names::OPERAND_SEGMENT_SIZES, sizes);
        }
        if def.segments.of_results() {
            let sizes: SmallVec<[i64; 8]> = pending
                .result_types
                .iter()
                .map(|t| t.as_ref().map_or(0, |t| t.len() as i64))
                .collect();
            let sizes = self.module.ctx.i32_array(&sizes);
            state.props.set(names::RESULT_SEGMENT_SIZES, sizes);
        }
        for types in pending.result_types.iter().flatten() {
            state.results.extend_from_slice(types);
        }
        Ok(())
    }
}

/// The element that decides whether an optional group is present.
fn first_of(elems: &[Elem]) -> Option<&Elem> {
    elems
        .iter()
        .find(|elem| !matches!(elem, Elem::NoSpace | Elem::Space))
}
