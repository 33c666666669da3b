//! Operations: the generic form, and the frame of every custom form.

use std::ops::{Deref, DerefMut};

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::locs::Places;
use super::names::{Binding, Forward, NameTable};
use super::regions::BlockScope;
use super::{PResult, Parser};
use crate::dialects::{Assembly, Attr, AttrForm, OpDef, Presence, Segments, Traits};
use crate::ir::{
    AttrId, AttrKind, BlockId, Context, Dict, IntValue, LocId, OpId, OpName, OpSpec, RegionId,
    StrId, TypeId, ValueId, names,
};
use crate::text::diagnostic::{Diagnostic, ParseError, ParseErrorKind};
use crate::text::lexer::TokenKind;
use crate::text::{Severity, Span};

/// A use of a value as written: name and result number.
#[derive(Clone, Copy, Debug)]
pub struct UseRef {
    pub(crate) name: u32,
    pub(crate) index: u32,
    pub(crate) span: Span,
}

/// A named entry-block argument that an operation's custom form spells.
#[derive(Clone, Copy, Debug)]
pub struct EntryArg {
    pub(crate) name: UseRef,
    pub(crate) ty: TypeId,
    pub(crate) loc: Option<LocId>,
}

/// An operation while it is being read.
#[derive(Debug)]
pub struct OpState {
    pub(crate) name: OpName,
    pub(crate) def: Option<&'static OpDef>,
    pub(crate) span: Span,
    pub(crate) operands: SmallVec<[ValueId; 4]>,
    pub(crate) results: SmallVec<[TypeId; 2]>,
    pub(crate) successors: SmallVec<[BlockId; 2]>,
    pub(crate) regions: SmallVec<[RegionId; 2]>,
    pub(crate) props: Dict,
    pub(crate) attrs: Dict,
    pub(crate) loc: Option<LocId>,
}

/// The parser of operations, on top of the parser of types and attributes.
#[derive(Debug)]
pub struct OpParser<'s> {
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
    /// Where the text stands in its file, if what has no location gets one.
    pub(super) places: Option<Places>,
}

impl<'s> Deref for OpParser<'s> {
    type Target = Parser<'s>;
    fn deref(&self) -> &Self::Target {
        &self.p
    }
}

impl DerefMut for OpParser<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.p
    }
}

// Operations.
impl OpParser<'_> {
    pub(super) fn parse_op(&mut self, block: BlockId) -> PResult<()> {
        let mut named: SmallVec<[(UseRef, u32); 2]> = SmallVec::new();
        if self.at(TokenKind::Percent) {
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
        }
        let span = self.tok.span;
        let mut state = match self.tok.kind {
            TokenKind::String => self.parse_generic_op()?,
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
        self.complete(&mut state);
        self.check_result_names(&named, &state, span)?;
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

    /// Builds an operation at the end of a block and gives its result, if it has one. For bodies and
    /// terminators that the text leaves out.
    pub(crate) fn emit(
        &mut self,
        block: BlockId,
        name: &'static str,
        operands: &[ValueId],
        result: Option<TypeId>,
        props: &[(StrId, AttrId)],
    ) -> Option<ValueId> {
        let mut dict = Dict::default();
        for &(name, attr) in props {
            dict.set(name, attr);
        }
        self.emit_named(block, name, operands, result, dict)
    }

    /// As [`OpParser::emit`], for a name that comes from the text.
    pub(crate) fn emit_named(
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

    /// Fails unless two counts agree.
    pub(crate) fn check_count(
        &self,
        what: &'static str,
        expected: usize,
        found: usize,
    ) -> PResult<()> {
        if expected == found {
            return Ok(());
        }
        Err(self.err(ParseErrorKind::WrongCount {
            what,
            expected,
            found,
        }))
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

    /// Moves inherent attributes where they belong and fills in required defaults.
    pub(super) fn complete(&mut self, state: &mut OpState) {
        let Some(def) = state.def else { return };
        if def.traits.has(Traits::STRUCTURED)
            && let Some(cache) = self.module.ctx.find_str("linalg.memoized_indexing_maps")
        {
            // A cache of mlir-opt's, which prints it; it says nothing of its own.
            state.attrs.remove(cache);
        }
        if !state.attrs.is_empty() {
            for index in 0..def.attrs.len() {
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
                .filter_map(|(given, _)| Some((given, self.segments_named(def, given)?)))
                .collect();
            for (given, name) in given {
                if let Some(attr) = state.attrs.remove(given) {
                    state.props.set(name, attr);
                }
            }
        }
        self.respell_attrs(state, def);
        if let Some(modernise) = def.modern {
            modernise(self, state);
            // What it is now may lack defaults that it did not have before.
            if let Some(new) = state.def
                && !std::ptr::eq(new, def)
            {
                return self.complete(state);
            }
        }
        for (index, attr) in def.attrs.iter().enumerate() {
            if let Presence::Default(text) = attr.presence {
                let name = self.module.ctx.attr_names(state.name)[index];
                if state.props.get(name).is_none()
                    && let Some(value) = default_attr(&mut self.module.ctx, text)
                {
                    state.props.set(name, value);
                }
            }
        }
        // Generic text may leave the lengths of groups out where all are empty.
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

    /// Gives properties that MLIR 19 keeps in other attributes the ones of 22: arrays of integers
    /// that are dense today, flag sets that are integers today. Unit properties may be spelled as
    /// `true` and `false`.
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
                (AttrForm::I64Array, AttrKind::Array(items)) => {
                    let values: Option<Vec<i64>> =
                        items.iter().map(|&item| ctx.attr_i64(item)).collect();
                    values.map(|values| ctx.i64_array(&values))
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

    fn parse_custom_op(&mut self) -> PResult<OpState> {
        let span = self.tok.span;
        let word = self.word();
        let name = if word.contains(&b'.') || self.default_dialect.is_empty() {
            self.module.ctx.op_name(word)
        } else {
            let full = [self.default_dialect.as_bytes(), b".", word].concat();
            self.module.ctx.op_name(full)
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

    fn unknown_custom_op(&self, span: Span, has_def: bool) -> Box<ParseError> {
        let text =
            String::from_utf8_lossy(&self.src[span.start as usize..span.end as usize]).into_owned();
        let nearest = crate::dialects::nearest(&text);
        let kind = if has_def {
            ParseErrorKind::NoCustomForm { name: text }
        } else {
            ParseErrorKind::UnknownOp {
                name: text,
                nearest: nearest.map(str::to_owned),
            }
        };
        self.err_at(span, kind)
    }

    fn parse_generic_op(&mut self) -> PResult<OpState> {
        let text = self.parse_string()?;
        let bytes = self.module.ctx.bytes(text).to_vec();
        let name = self.module.ctx.op_name(bytes);
        let mut state = self.new_state(name);
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

    /// The attribute of segment sizes that a name stands for; both have an older spelling.
    fn segments_named(&self, def: &OpDef, name: StrId) -> Option<StrId> {
        let found = match name {
            names::OPERAND_SEGMENT_SIZES | names::RESULT_SEGMENT_SIZES => name,
            _ => match self.module.ctx.bytes(name) {
                b"operand_segment_sizes" => names::OPERAND_SEGMENT_SIZES,
                b"result_segment_sizes" => names::RESULT_SEGMENT_SIZES,
                _ => return None,
            },
        };
        (def.segments != Segments::Inferred).then_some(found)
    }

    /// `{a = 1, b}` between `<` and `>`; keys that the table does not know are dropped, as MLIR does.
    fn parse_properties(&mut self, state: &mut OpState) -> PResult<()> {
        let at = self.tok.span;
        let dict = self.parse_dict()?;
        let Some(def) = state.def else {
            state.props = dict;
            return Ok(());
        };
        for (name, attr) in dict.iter() {
            if let Some(name) = self.segments_named(def, name) {
                state.props.set(name, attr);
            } else if self.module.ctx.attr_names(state.name).contains(&name) {
                state.props.set(name, attr);
            } else {
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
        }
        Ok(())
    }
}

impl OpState {
    /// Sets a property.
    pub(crate) fn set(&mut self, name: StrId, attr: AttrId) {
        self.props.set(name, attr);
    }

    /// Takes over the entries of an attribute dictionary: inherent names become properties.
    pub(crate) fn take_dict(&mut self, parser: &OpParser<'_>, dict: Dict) -> PResult<()> {
        for (name, attr) in dict.iter() {
            let is_inherent = parser.module.ctx.attr_names(self.name).contains(&name);
            let old = if is_inherent {
                self.props.set(name, attr)
            } else {
                self.attrs.set(name, attr)
            };
            if old.is_some() {
                let name = parser.module.ctx.text(name).into_owned();
                return Err(parser.err(ParseErrorKind::DuplicateAttribute { name }));
            }
        }
        Ok(())
    }
}

/// The attribute that a table's default text stands for. Defaults are few and simple: dialect
/// attributes, booleans, integers, and `[]`.
pub(crate) fn default_attr(ctx: &mut Context, text: &str) -> Option<AttrId> {
    if let Some(rest) = text.strip_prefix('#') {
        let split = rest.find(['.', '<'])?;
        let (dialect, body) = rest.split_at(split);
        let dialect = ctx.str(dialect);
        let body = ctx.str(body.strip_prefix('.').unwrap_or(body));
        return Some(ctx.attr(AttrKind::Opaque {
            dialect,
            body,
            ty: None,
        }));
    }
    match text {
        "true" | "false" => {
            let ty = ctx.int_type(1);
            return Some(ctx.int_attr(i64::from(text == "true"), ty));
        }
        "[]" => return Some(ctx.attr(AttrKind::Array(Box::default()))),
        "array<i32>" => return Some(ctx.i32_array(&[])),
        _ => {}
    }
    let (number, ty) = text.split_once(':').unwrap_or((text, "i64"));
    let value = number.trim().parse().ok()?;
    let ty = match ty.trim() {
        "index" => ctx.index_type(),
        ty => ctx.int_type(ty.strip_prefix('i')?.parse().ok()?),
    };
    Some(ctx.attr(AttrKind::Integer {
        value: IntValue::Small(value),
        ty,
    }))
}

/// Whether `attr` holds the default of `decl`.
pub(crate) fn is_default(ctx: &Context, decl: &Attr, attr: AttrId) -> bool {
    let Presence::Default(text) = decl.presence else {
        return false;
    };
    match ctx.attr_kind(attr) {
        AttrKind::Opaque {
            dialect,
            body,
            ty: None,
        } => text.strip_prefix('#').is_some_and(|rest| {
            let dialect = ctx.text(*dialect);
            rest.strip_prefix(&*dialect).is_some_and(|rest| {
                rest.strip_prefix('.').unwrap_or(rest).as_bytes() == ctx.bytes(*body)
            })
        }),
        AttrKind::Integer {
            value: IntValue::Small(value),
            ..
        } => match text {
            "true" => *value == 1,
            "false" => *value == 0,
            _ => text.split(':').next().and_then(|n| n.trim().parse().ok()) == Some(*value),
        },
        AttrKind::Array(elements) => text == "[]" && elements.is_empty(),
        AttrKind::DenseArray { values, .. } => text == "array<i32>" && values.is_empty(),
        _ => false,
    }
}
