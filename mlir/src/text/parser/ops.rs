//! Operations: the generic form, and the common parts of custom forms.

use std::ops::{Deref, DerefMut};

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::locs::Places;
use super::names::{Binding, Forward, NameTable};
use super::regions::BlockScope;
use super::{PResult, Parser};
use crate::dialects::ImpliedAttr;
use crate::dialects::{Assembly, AttrForm, OpDef, Presence, Segments};
use crate::ir::{
    AttrId, AttrKind, BlockId, Dict, OpId, OpName, OpSpec, StrId, TypeId, ValueId, names,
};
use crate::syntax::{OpState, UseRef};
use crate::syntax::{ParseError, ParseErrorKind};
use crate::text::diagnostic::Diagnostic;
use crate::text::lexer::TokenKind;
use crate::text::{Severity, Span};

/// Attributes of type `array<i64>` that MLIR 19 prints as arrays of integers.
const OLD_ARRAYS: [&str; 3] = ["mask", "mask_dim_sizes", "reduction_dims"];

/// The parser of operations, on top of the parser of types and attributes.
#[derive(Debug)]
pub(super) struct TextParser<'s> {
    pub(super) p: Parser<'s>,
    pub(super) names: NameTable,
    pub(super) bindings: Vec<Option<Binding>>,
    pub(super) undo: Vec<(u32, Option<Binding>)>,
    pub(super) forwards: FxHashMap<(u32, u32), Forward>,
    pub(super) block_scopes: Vec<BlockScope>,
    pub(super) default_dialect: &'static str,
    pub(super) diags: Vec<Diagnostic>,
    pub(super) max_errors: usize,
    pub(super) has_poison: bool,
    /// The block of the operation that is being completed.
    pub(super) block: Option<BlockId>,
    /// The position of the text in its file, if operations without a location get one.
    pub(super) places: Option<Places>,
}

impl<'s> Deref for TextParser<'s> {
    type Target = Parser<'s>;
    fn deref(&self) -> &Self::Target {
        &self.p
    }
}

impl DerefMut for TextParser<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.p
    }
}

// Operations.
/// What differs between the forms of an operation in two versions.
#[derive(PartialEq)]
struct Form {
    operands: Vec<ValueId>,
    props: Vec<(StrId, AttrId)>,
    n_results: usize,
    n_args: usize,
}

impl TextParser<'_> {
    /// `%a, %b:2 =`, if it is given: the names, each with a number of results.
    fn parse_result_names(&mut self) -> PResult<SmallVec<[(UseRef, u32); 2]>> {
        let mut named = SmallVec::new();
        if !self.at(TokenKind::Percent) {
            return Ok(named);
        }
        loop {
            let name = self.parse_value_name()?;
            let mut count = 1;
            if self.eat(TokenKind::Colon) {
                let at = self.tok.span;
                let number = self.parse_i64()?;
                count = u32::try_from(number)
                    .ok()
                    .filter(|&n| (1..=65_535).contains(&n))
                    .ok_or_else(|| {
                        self.err_at(at, ParseErrorKind::InvalidResultCount { found: number })
                    })?;
            }
            named.push((name, count));
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::Equal, "`=` after SSA name")?;
        Ok(named)
    }

    pub(super) fn parse_op(&mut self, block: BlockId) -> PResult<()> {
        let named = self.parse_result_names()?;
        let span = self.tok.span;
        let mut state = match self.tok.kind {
            TokenKind::String => self.parse_generic_op()?,
            TokenKind::BareId if self.is_kept_as_text() => match self.keep_text(named.len())? {
                Some(state) => state,
                None => return Err(self.unknown_custom_op(span, false)),
            },
            TokenKind::BareId => self.parse_custom_op()?,
            _ => return Err(self.expected("operation name in quotes")),
        };
        if let Some(loc) = self.try_parse_trailing_loc()? {
            state.loc = Some(loc);
        }
        state.span = span.to(Span {
            start: self.prev_end as u32,
            end: self.prev_end as u32,
        });
        state.loc = state.loc.or_else(|| self.place(span));
        self.block = Some(block);
        self.complete(&mut state);
        self.check_result_names(&named, &state, span)?;
        // Results are named where a program is printed, so the version that printed it has none.
        if named.is_empty()
            && !state.results.is_empty()
            && let Some(def) = state.def.filter(|def| def.modern.is_some())
        {
            self.note_older(def.name);
        }
        let op = self.create(state);
        self.locate_contents(op);
        self.module.insert_at_end(block, op);
        let mut next = 0;
        for (name, count) in named {
            if let Some(first) = self.module.result(op, next as usize) {
                self.define(name, first, count)?;
            }
            next += count;
        }
        Ok(())
    }

    pub(super) fn create(&mut self, state: OpState) -> OpId {
        self.module.create_op(OpSpec {
            name: state.name,
            operands: state.operands,
            results: state.results,
            successors: state.successors,
            regions: state.regions,
            props: state.props,
            attrs: state.attrs,
            loc: state.loc,
            span: state.span,
        })
    }

    fn check_result_names(
        &self,
        named: &[(UseRef, u32)],
        state: &OpState,
        span: Span,
    ) -> PResult<()> {
        let total: u64 = named.iter().map(|(_, count)| u64::from(*count)).sum();
        if named.is_empty() || total == state.results.len() as u64 {
            return Ok(());
        }
        let kind = ParseErrorKind::ResultCountMismatch {
            op: self.module.ctx.op_name_text(state.name).into_owned(),
            found: state.results.len(),
            named: total,
        };
        Err(self.err_at(span, kind))
    }

    /// Creates an operation at the end of a block and returns its result, if it has one.
    pub(super) fn emit(
        &mut self,
        block: BlockId,
        name: &str,
        operands: &[ValueId],
        result: Option<TypeId>,
        attrs: Dict,
    ) -> Option<ValueId> {
        let name = self.module.ctx.op_name(name);
        let mut state = self.new_state(name);
        state.operands.extend_from_slice(operands);
        state.results.extend(result);
        state.attrs = attrs;
        self.complete(&mut state);
        let op = self.create(state);
        self.module.insert_at_end(block, op);
        self.module.result(op, 0)
    }

    pub(crate) fn new_state(&mut self, name: OpName) -> OpState {
        OpState {
            name,
            def: self.module.ctx.def(name),
            span: self.tok.span,
            operands: SmallVec::new(),
            results: SmallVec::new(),
            successors: SmallVec::new(),
            regions: SmallVec::new(),
            props: Dict::default(),
            attrs: Dict::default(),
            loc: None,
        }
    }

    /// Sets an attribute that is derived from others; a value in the text is ignored.
    fn set_implied(&mut self, state: &mut OpState, implied: ImpliedAttr) {
        let ctx = &mut self.module.ctx;
        if let Some(given) = ctx.find_str(implied.name) {
            state.attrs.remove(given);
        }
        if let Some(value) = (implied.value)(ctx, state) {
            let name = ctx.str(implied.name);
            state.attrs.set(name, value);
        }
    }

    /// Moves inherent attributes to the properties and sets defaults.
    pub(super) fn complete(&mut self, state: &mut OpState) {
        let Some(def) = state.def else { return };
        if let Some(implied) = def.implied_attr {
            self.set_implied(state, implied);
        }
        if !state.attrs.is_empty() {
            self.take_properties(state, def);
        }
        self.respell_attrs(state, def);
        if let Some(modernise) = def.modern {
            let before = self.form(state);
            modernise(self, state);
            if self.form(state) != before {
                self.note_older(def.name);
            }
            self.drop_unknown_properties(state);
            // The new definition may have defaults that the old one lacks.
            if let Some(new) = state.def
                && !std::ptr::eq(new, def)
            {
                return self.complete(state);
            }
        }
        for (index, attr) in def.attrs.iter().enumerate() {
            if matches!(attr.presence, Presence::Default(_)) {
                let name = self.module.ctx.attr_names(state.name)[index];
                if state.props.get(name).is_none()
                    && let Some(value) = attr.default_value(&mut self.module.ctx)
                {
                    state.props.set(name, value);
                }
            }
        }
        self.add_empty_segments(state, def);
    }

    /// Moves discardable attributes that are properties to these.
    fn take_properties(&mut self, state: &mut OpState, def: &'static OpDef) {
        for index in 0..def.attrs.len() {
            // A property that is not an attribute in MLIR may be written only between `<` and `>`.
            if matches!(def.attrs[index].kind, AttrForm::Flags(..)) {
                continue;
            }
            let name = self.module.ctx.attr_names(state.name)[index];
            if let Some(attr) = state.attrs.remove(name)
                && state.props.get(name).is_none()
            {
                state.props.set(name, attr);
            }
        }
        let given: SmallVec<[(StrId, StrId); 2]> = state
            .attrs
            .iter()
            .filter_map(|(given, _)| Some((given, self.segments_named(given)?)))
            .collect();
        for (given, name) in given {
            let Some(attr) = state.attrs.remove(given) else {
                continue;
            };
            let is_array = self.module.ctx.is_i32_array(attr);
            if def.segments == Segments::Inferred {
                // MLIR 23 adds the sizes to `linalg.unpack`, which does not need them.
                let sizes = self.module.ctx.attr_array(attr).filter(|_| is_array);
                let n = sizes.map(|sizes| sizes.iter().sum::<i64>());
                if n != Some(state.operands.len() as i64) {
                    state.attrs.set(given, attr);
                }
            } else if is_array {
                // MLIR ignores sizes that are not an `array<i32>`.
                state.props.set(name, attr);
            }
        }
    }

    /// Adds the segment sizes of groups without values. Generic syntax may omit them.
    fn add_empty_segments(&mut self, state: &mut OpState, def: &'static OpDef) {
        let groups = [
            (
                def.segments.of_operands() && state.operands.is_empty(),
                names::OPERAND_SEGMENT_SIZES,
                def.operands.len(),
            ),
            (
                def.segments.of_results() && state.results.is_empty(),
                names::RESULT_SEGMENT_SIZES,
                def.results.len(),
            ),
        ];
        for (is_empty, name, len) in groups {
            if is_empty && state.props.get(name).is_none() {
                let sizes = self.module.ctx.i32_array(&vec![0; len]);
                state.props.set(name, sizes);
            }
        }
    }

    /// An operation is in the form of the versions that have another one.
    fn note_older(&mut self, name: &str) {
        if let Some(versions) = self.module.ctx.dialects().older_versions(name) {
            self.p.versions.narrow(versions);
        }
    }

    fn form(&self, state: &OpState) -> Form {
        let body = state.regions.first();
        let block = body.and_then(|&body| self.module.first_block(body));
        let n_args = block.map_or(0, |block| self.module.block_args(block).len());
        Form {
            operands: state.operands.to_vec(),
            props: state.props.iter().collect(),
            n_results: state.results.len(),
            n_args,
        }
    }

    /// Converts properties from the attributes of MLIR 19 to those of MLIR 22: arrays of integers that are now dense,
    /// and flag sets that are now integers. Unit properties may be written as `true` and `false`.
    fn respell_attrs(&mut self, state: &mut OpState, def: &'static OpDef) {
        for (index, decl) in def.attrs.iter().enumerate() {
            let is_concerned = matches!(
                decl.kind,
                AttrForm::I64Array | AttrForm::Flags(..) | AttrForm::Unit
            );
            let name = self.module.ctx.attr_names(state.name)[index];
            let (true, Some(attr)) = (is_concerned, state.props.get(name)) else {
                continue;
            };
            let ctx = &mut self.module.ctx;
            let new = match (decl.kind, ctx.attr_kind(attr)) {
                (AttrForm::Unit, AttrKind::Integer { value, .. }) => {
                    if value.as_i64() == Some(0) {
                        state.props.remove(name);
                        continue;
                    }
                    Some(ctx.unit_attr())
                }
                (AttrForm::I64Array, AttrKind::Array(items)) if OLD_ARRAYS.contains(&decl.name) => {
                    let values: Option<Vec<i64>> =
                        items.iter().map(|&item| ctx.attr_i64(item)).collect();
                    values.map(|values| ctx.i64_array(&values))
                }
                (AttrForm::Flags(width, ..), AttrKind::Integer { value, .. }) => {
                    let value = value.as_i64();
                    let ty = ctx.int_type(width);
                    value.map(|value| ctx.int_attr(value, ty))
                }
                (AttrForm::Flags(width, _, words), AttrKind::Opaque { body, .. }) => {
                    let body = ctx.text(*body).into_owned();
                    let list = body.split_once('<').map_or("", |(_, list)| list);
                    let given = || list.trim_end_matches('>').split(',').map(str::trim);
                    let bits = words.iter().enumerate();
                    let value = bits
                        .filter(|(_, word)| given().any(|given| given == **word))
                        .map(|(bit, _)| 1 << bit)
                        .sum();
                    let ty = ctx.int_type(width);
                    Some(ctx.int_attr(value, ty))
                }
                _ => None,
            };
            if let Some(new) = new {
                state.props.set(name, new);
            }
        }
    }

    /// The operation name of a text. Notes the versions that have such an operation when the name is new.
    fn op_named(&mut self, text: &[u8]) -> OpName {
        let n_before = self.module.ctx.name_count();
        let name = self.module.ctx.op_name(text);
        if self.module.ctx.name_count() > n_before
            && let Ok(text) = std::str::from_utf8(text)
            && let Some(versions) = self.module.ctx.dialects().versions_of(text)
        {
            self.p.versions.narrow(versions);
        }
        name
    }

    fn parse_custom_op(&mut self) -> PResult<OpState> {
        let span = self.tok.span;
        let word = self.word();
        let name = if word.contains(&b'.') || self.default_dialect.is_empty() {
            self.op_named(word)
        } else {
            let full = [self.default_dialect.as_bytes(), b".", word].concat();
            self.op_named(&full)
        };
        let mut state = self.new_state(name);
        let assembly = state.def.map_or(Assembly::Generic, |def| def.assembly);
        if matches!(assembly, Assembly::Generic) {
            return Err(self.unknown_custom_op(span, state.def.is_some()));
        }
        self.bump();
        let outer = std::mem::replace(
            &mut self.default_dialect,
            state.def.map_or("", |def| def.default_dialect),
        );
        let result = match assembly {
            Assembly::Hook { parse, .. } => parse(self, &mut state),
            Assembly::Format(_) | Assembly::Generic => self.parse_format(&mut state),
        };
        self.default_dialect = outer;
        result.map(|()| state)
    }

    /// Whether the operation at the current word is of a dialect without tables whose custom forms are kept.
    fn is_kept_as_text(&self) -> bool {
        let dialects = self.module.ctx.dialects();
        let dialect = self.word().split(|&byte| byte == b'.').next();
        self.word().contains(&b'.') && dialect.is_some_and(|dialect| dialects.keeps_text(dialect))
    }

    fn unknown_custom_op(&self, span: Span, has_def: bool) -> Box<ParseError> {
        let text =
            String::from_utf8_lossy(&self.src[span.start as usize..span.end as usize]).into_owned();
        let dialects = self.module.ctx.dialects();
        let nearest = dialects.nearest(&text);
        let kind = if has_def {
            ParseErrorKind::NoCustomForm { name: text }
        } else {
            let dialect = text.split_once('.').map(|(dialect, _)| dialect);
            ParseErrorKind::UnknownOp {
                dialect_is_known: dialect.is_some_and(|name| dialects.get(name).is_some()),
                name: text,
                nearest: nearest.map(str::to_owned),
            }
        };
        self.err_at(span, kind)
    }

    /// Rejects the name of an operation that its known dialect does not have.
    fn check_unknown_op(&self, at: Span, name: OpName) -> PResult<()> {
        let name = self.module.ctx.op_name_text(name);
        if self.module.ctx.dialects().may_exist(&name) {
            return Ok(());
        }
        let dialect = name.split('.').next().unwrap_or_default();
        let kind = ParseErrorKind::NoSuchOp {
            nearest: self.module.ctx.dialects().nearest(&name).map(str::to_owned),
            dialect: dialect.to_owned(),
            name: name.into_owned(),
        };
        Err(self.err_at(at, kind))
    }

    fn parse_generic_op(&mut self) -> PResult<OpState> {
        let at = self.tok.span;
        let text = self.parse_string()?;
        let bytes = self.module.ctx.bytes(text).to_vec();
        let name = self.op_named(&bytes);
        let mut state = self.new_state(name);
        if state.def.is_none() {
            self.check_unknown_op(at, name)?;
        }
        self.expect(TokenKind::LParen, "`(` to start operand list")?;
        let uses = self.parse_uses()?;
        self.expect(TokenKind::RParen, "`)` to end operand list")?;
        if self.eat(TokenKind::LBracket) {
            loop {
                let block = self.parse_successor_name()?;
                state.successors.push(block);
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
            self.expect(TokenKind::RBracket, "`]` to end successor list")?;
        }
        if self.eat(TokenKind::Less) {
            self.parse_properties(&mut state)?;
            self.expect(TokenKind::Greater, "`>` to close properties")?;
        }
        if self.eat(TokenKind::LParen) {
            loop {
                let region = self.parse_region(&[])?;
                state.regions.push(region);
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
            self.expect(TokenKind::RParen, "`)` to end region list")?;
        }
        if self.at(TokenKind::LBrace) {
            state.attrs = self.parse_dict()?;
        }
        self.expect(TokenKind::Colon, "`:` followed by operation type")?;
        let types_at = self.tok.span;
        let (inputs, results) = self.parse_function_type()?;
        if inputs.len() != uses.len() {
            let kind = ParseErrorKind::WrongCount {
                what: "operand types",
                expected: uses.len(),
                found: inputs.len(),
            };
            return Err(self.err_at(types_at, kind));
        }
        for (used, &ty) in uses.iter().zip(inputs.iter()) {
            let value = self.resolve(*used, ty)?;
            state.operands.push(value);
        }
        state.results.extend(results);
        Ok(state)
    }

    /// The segment sizes attribute that a name refers to; both have an older spelling.
    fn segments_named(&self, name: StrId) -> Option<StrId> {
        match name {
            names::OPERAND_SEGMENT_SIZES | names::RESULT_SEGMENT_SIZES => Some(name),
            _ => match self.module.ctx.bytes(name) {
                b"operand_segment_sizes" => Some(names::OPERAND_SEGMENT_SIZES),
                b"result_segment_sizes" => Some(names::RESULT_SEGMENT_SIZES),
                _ => None,
            },
        }
    }

    /// `{a = 1, b}` between `<` and `>`; unknown keys are dropped, as in MLIR.
    fn parse_properties(&mut self, state: &mut OpState) -> PResult<()> {
        let at = self.tok.span;
        let dict = self.parse_dict()?;
        let Some(def) = state.def else {
            // An operation that is not registered keeps its empty properties.
            state.props = if dict.is_empty() {
                Dict::shown_empty()
            } else {
                dict
            };
            return Ok(());
        };
        let has_segments = def.segments != Segments::Inferred;
        for (name, attr) in dict.iter() {
            if let Some(name) = self.segments_named(name).filter(|_| has_segments) {
                state.props.set(name, attr);
            } else if self.module.ctx.attr_names(state.name).contains(&name) {
                state.props.set(name, attr);
            } else if def.modern.is_some() {
                // It may be a property of another version.
                state.props.set(name, attr);
            } else {
                self.warn_of_property(def, name, at);
            }
        }
        Ok(())
    }

    fn warn_of_property(&mut self, def: &OpDef, name: StrId, at: Span) {
        let key = self.module.ctx.text(name).into_owned();
        self.warnings.push(Diagnostic {
            severity: Severity::Warning,
            code: "unknown-property",
            message: format!("`{}` has no property `{key}`; dropped", def.name),
            span: at,
            notes: Vec::new(),
            help: None,
        });
    }

    /// Drops properties that neither this version nor an older one has.
    fn drop_unknown_properties(&mut self, state: &mut OpState) {
        let Some(def) = state.def else { return };
        let names = self.module.ctx.attr_names(state.name);
        let unknown: SmallVec<[StrId; 2]> = state
            .props
            .iter()
            .map(|(name, _)| name)
            .filter(|&name| !names.contains(&name) && self.segments_named(name).is_none())
            .collect();
        for name in unknown {
            state.props.remove(name);
            self.warn_of_property(def, name, state.span);
        }
    }
}
