//! Operations, regions, blocks and SSA names: the generic form, and the frame of every custom form.
//!
//! Names are interned by their bytes into dense indices; a vector maps them to what they are bound
//! to, and an undo log restores the outer bindings when a region ends. A use that precedes its
//! definition gets a placeholder value, replaced when the definition comes.

use std::ops::{Deref, DerefMut};

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;
use std::hash::BuildHasher;

use super::{PResult, Parser};
use crate::dialects::{Assembly, Attr, OpDef, Presence, Segments, Traits};
use crate::ir::{
    AttrId, AttrKind, BlockId, Context, Dict, IntValue, LocId, Module, OpId, OpName, OpSpec,
    RegionId, StrId, TypeId, ValueId, names,
};
use crate::text::diagnostic::{Diagnostic, Note, ParseError, ParseErrorKind};
use crate::text::lexer::TokenKind;
use crate::text::{ParseOptions, Severity, Span};

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

#[derive(Clone, Copy, Debug)]
struct Binding {
    first: ValueId,
    count: u32,
    span: Span,
    is_poison: bool,
}

#[derive(Clone, Copy, Debug)]
struct Forward {
    value: ValueId,
    span: Span,
}

#[derive(Debug, Default)]
struct NameTable {
    spans: Vec<Span>,
    table: HashTable<u32>,
}

#[derive(Debug, Default)]
struct BlockScope {
    blocks: FxHashMap<StrId, BlockEntry>,
}

#[derive(Clone, Copy, Debug)]
struct BlockEntry {
    block: BlockId,
    is_defined: bool,
    span: Span,
}

/// The parser of operations, on top of the parser of types and attributes.
#[derive(Debug)]
pub struct OpParser<'s> {
    p: Parser<'s>,
    names: NameTable,
    bindings: Vec<Option<Binding>>,
    undo: Vec<(u32, Option<Binding>)>,
    forwards: FxHashMap<(u32, u32), Forward>,
    block_scopes: Vec<BlockScope>,
    default_dialect: &'static str,
    diags: Vec<Diagnostic>,
    max_errors: usize,
    has_poison: bool,
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

/// Reads a whole file into a module. `O(bytes)`.
pub(crate) fn parse_file(
    src: &[u8],
    options: &ParseOptions,
) -> Result<(Module, Vec<Diagnostic>), Vec<Diagnostic>> {
    let mut parser = OpParser {
        p: Parser::new(src, options.limits),
        names: NameTable::default(),
        bindings: Vec::new(),
        undo: Vec::new(),
        forwards: FxHashMap::default(),
        block_scopes: vec![BlockScope::default()],
        default_dialect: "builtin",
        diags: Vec::new(),
        max_errors: options.limits.errors as usize,
        has_poison: false,
    };
    parser.file();
    let OpParser {
        p: Parser {
            module, warnings, ..
        },
        mut diags,
        ..
    } = parser;
    if diags.is_empty() {
        Ok((module, warnings))
    } else {
        diags.sort_by_key(|diag| diag.span.start);
        diags.extend(warnings);
        Err(diags)
    }
}

impl NameTable {
    fn intern(&mut self, src: &[u8], span: Span) -> u32 {
        let bytes = |span: Span| {
            src.get(span.start as usize..span.end as usize)
                .unwrap_or(&[])
        };
        let text = bytes(span);
        let hash = FxBuildHasher.hash_one(text);
        let Self { spans, table } = self;
        if let Some(&found) = table.find(hash, |&i| bytes(spans[i as usize]) == text) {
            return found;
        }
        let index = spans.len() as u32;
        spans.push(span);
        table.insert_unique(hash, index, |&i| {
            FxBuildHasher.hash_one(bytes(spans[i as usize]))
        });
        index
    }
}

// The file, and what follows an error.
impl OpParser<'_> {
    fn file(&mut self) {
        if let Err(error) = self.check_size() {
            self.report(*error);
            return;
        }
        let Some(body) = self.module.body() else {
            return;
        };
        loop {
            let result = match self.tok.kind {
                TokenKind::Eof => break,
                TokenKind::Hash => self.parse_attr_alias_def(),
                TokenKind::Bang => self.parse_type_alias_def(),
                TokenKind::FileMetaBegin => self.parse_resources(),
                _ => {
                    self.op_or_recover(body);
                    Ok(())
                }
            };
            if let Err(error) = result {
                let start = error.span.start as usize;
                self.report(*error);
                self.skip_to_next_op(start);
            }
            if self.diags.len() >= self.max_errors {
                break;
            }
        }
        self.finish();
        self.hoist_single_module(body);
    }

    /// A file whose only operation is a `builtin.module` is that module.
    fn hoist_single_module(&mut self, body: BlockId) {
        let module = &mut self.p.module;
        let is_module = |m: &Module, op: OpId| {
            m.has_trait(op, Traits::SYMBOL_TABLE.and(Traits::GRAPH_REGION))
                && m.op_name(op) == m.op_name(m.root())
        };
        if let Some(first) = module.first_op(body)
            && module.next_op(first).is_none()
            && is_module(module, first)
        {
            module.detach(first);
            module.set_root(first);
        }
    }

    fn finish(&mut self) {
        let mut left: Vec<_> = self
            .forwards
            .iter()
            .map(|(&key, &forward)| (key, forward))
            .collect();
        left.sort_by_key(|(_, forward)| forward.span);
        left.dedup_by_key(|((name, _), _)| *name);
        for ((name, _), forward) in left {
            if self.diags.len() >= self.max_errors {
                break;
            }
            let name = self.name_text(name);
            self.report(ParseError::new(
                ParseErrorKind::UndefinedValue { name },
                forward.span,
            ));
        }
    }

    fn report(&mut self, error: ParseError) {
        if self.diags.len() < self.max_errors {
            self.diags.push(error.into());
        }
    }

    fn op_or_recover(&mut self, block: BlockId) {
        let start = self.tok.span;
        if let Err(error) = self.parse_op(block) {
            self.report(*error);
            if self.diags.len() >= self.max_errors {
                // Nothing after the last reported error matters.
                let end = self.p.src.len();
                self.reset_to(end);
                return;
            }
            self.poison_results(start);
            self.skip_to_next_op(start.start as usize);
        }
    }

    /// Binds the names that a broken operation would have defined, so that their uses are not
    /// reported as well.
    fn poison_results(&mut self, start: Span) {
        let error_at = self.tok.span.start;
        self.reset_to(start.start as usize);
        let ty = self.module.ctx.index_type();
        while self.at(TokenKind::Percent) && self.tok.span.start <= error_at {
            let span = self.tok.span;
            let name = self.names.intern(self.p.src, span);
            self.bump();
            if self.eat(TokenKind::Colon) {
                self.bump();
            }
            if self.binding(name).is_none() {
                let first = self.module.create_forward_value(ty);
                self.bind(
                    name,
                    Binding {
                        first,
                        count: u32::MAX,
                        span,
                        is_poison: true,
                    },
                );
                self.has_poison = true;
                self.forwards.retain(|key, _| key.0 != name);
            }
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.reset_to(error_at as usize);
    }

    /// Skips to the next token that can start an operation, a label or the end of the region, at
    /// the bracket depth of `start`.
    fn skip_to_next_op(&mut self, start: usize) {
        let error_at = self.tok.span.start;
        self.reset_to(start);
        let mut depth = 0usize;
        let mut is_first = true;
        while !self.at(TokenKind::Eof) {
            let at_line_start = self.begins_line(self.tok.span.start as usize);
            let is_past = self.tok.span.start >= error_at && !is_first;
            match self.tok.kind {
                TokenKind::LBrace | TokenKind::LParen | TokenKind::LBracket => depth += 1,
                TokenKind::RBrace if depth == 0 && is_past => {
                    return;
                }
                TokenKind::RBrace | TokenKind::RParen | TokenKind::RBracket => {
                    depth = depth.saturating_sub(1);
                }
                TokenKind::Percent | TokenKind::String | TokenKind::Caret
                    if depth == 0 && is_past && at_line_start =>
                {
                    return;
                }
                TokenKind::BareId if depth == 0 && is_past && at_line_start => {
                    let word = self.word();
                    if word.contains(&b'.')
                        || matches!(word, b"return" | b"call" | b"func" | b"module")
                    {
                        return;
                    }
                }
                _ => {}
            }
            is_first = false;
            self.bump();
        }
    }

    fn begins_line(&self, offset: usize) -> bool {
        self.src[..offset]
            .iter()
            .rev()
            .take_while(|&&byte| byte != b'\n')
            .all(|byte| matches!(byte, b' ' | b'\t' | b'\r'))
    }
}

// SSA names.
impl OpParser<'_> {
    pub(crate) fn name_text(&self, name: u32) -> String {
        let span = self.names.spans[name as usize];
        String::from_utf8_lossy(&self.src[span.start as usize..span.end as usize]).into_owned()
    }

    fn binding(&self, name: u32) -> Option<Binding> {
        self.bindings.get(name as usize).copied().flatten()
    }

    fn bind(&mut self, name: u32, binding: Binding) {
        let index = name as usize;
        if self.bindings.len() <= index {
            self.bindings.resize(index + 1, None);
        }
        let old = self.bindings[index].replace(binding);
        self.undo.push((name, old));
    }

    /// `%name` without a result number, as in a definition.
    pub(crate) fn parse_value_name(&mut self) -> PResult<UseRef> {
        if !self.at(TokenKind::Percent) {
            return Err(self.expected("SSA value name"));
        }
        let span = self.tok.span;
        let name = self.names.intern(self.p.src, span);
        self.bump();
        Ok(UseRef {
            name,
            index: 0,
            span,
        })
    }

    /// `%name` or `%name#2`.
    pub(crate) fn parse_use(&mut self) -> PResult<UseRef> {
        if !self.at(TokenKind::Percent) {
            return Err(self.expected("SSA operand"));
        }
        let span = self.tok.span;
        let name = self.names.intern(self.p.src, span);
        self.bump();
        let mut index = 0;
        let mut end = span;
        if self.at(TokenKind::Hash) {
            let text = &self.p.src[self.tok.span.start as usize + 1..self.tok.span.end as usize];
            if text.iter().all(u8::is_ascii_digit) {
                let number = std::str::from_utf8(text)
                    .ok()
                    .and_then(|text| text.parse().ok());
                index = number.ok_or_else(|| {
                    self.err(ParseErrorKind::InvalidResultNumber {
                        name: self.name_text(name),
                    })
                })?;
                end = self.tok.span;
                self.bump();
            }
        }
        Ok(UseRef {
            name,
            index,
            span: span.to(end),
        })
    }

    /// `%a, %b`; nothing if no use starts here.
    pub(crate) fn parse_uses(&mut self) -> PResult<SmallVec<[UseRef; 4]>> {
        let mut uses = SmallVec::new();
        if self.at(TokenKind::Percent) {
            loop {
                uses.push(self.parse_use()?);
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
        }
        Ok(uses)
    }

    /// The value that a use names, which must have type `ty`.
    pub(crate) fn resolve(&mut self, used: UseRef, ty: TypeId) -> PResult<ValueId> {
        let UseRef { name, index, span } = used;
        if let Some(binding) = self.binding(name) {
            if binding.is_poison {
                return Ok(self.module.create_forward_value(ty));
            }
            if index >= binding.count {
                let name = self.name_text(name);
                return Err(self.err_at(span, ParseErrorKind::InvalidResultNumber { name }));
            }
            let value = ValueId::from_index(binding.first.index() as u32 + index);
            let found = self.module.value_type(value);
            if found != ty {
                return Err(self.type_mismatch(name, span, found, ty, Some(binding.span)));
            }
            return Ok(value);
        }
        if let Some(&Forward {
            value,
            span: first_use,
        }) = self.forwards.get(&(name, index))
        {
            let found = self.module.value_type(value);
            if found != ty {
                return Err(self.type_mismatch(name, span, found, ty, Some(first_use)));
            }
            return Ok(value);
        }
        let value = self.module.create_forward_value(ty);
        self.forwards.insert((name, index), Forward { value, span });
        Ok(value)
    }

    fn type_mismatch(
        &self,
        name: u32,
        span: Span,
        found: TypeId,
        expected: TypeId,
        prior: Option<Span>,
    ) -> Box<ParseError> {
        let text = |ty| crate::text::type_text(&self.module.ctx, ty);
        let kind = ParseErrorKind::ValueTypeMismatch {
            name: self.name_text(name),
            expected: text(expected),
            found: text(found),
        };
        let mut error = self.err_at(span, kind);
        error.notes.push(Note {
            message: "prior use here".into(),
            span: prior,
        });
        error
    }

    /// Binds a name to `count` values from `first`, and settles its forward references.
    fn define(&mut self, used: UseRef, first: ValueId, count: u32) -> PResult<()> {
        let UseRef { name, span, .. } = used;
        if let Some(old) = self.binding(name) {
            if old.is_poison {
                return Ok(());
            }
            let kind = ParseErrorKind::RedefinedValue {
                name: self.name_text(name),
            };
            let mut error = self.err_at(span, kind);
            error.notes.push(Note {
                message: "previously defined here".into(),
                span: Some(old.span),
            });
            return Err(error);
        }
        self.bind(
            name,
            Binding {
                first,
                count,
                span,
                is_poison: false,
            },
        );
        if !self.forwards.is_empty() {
            self.settle_forwards(name, span, first, count)?;
        }
        Ok(())
    }

    fn settle_forwards(
        &mut self,
        name: u32,
        span: Span,
        first: ValueId,
        count: u32,
    ) -> PResult<()> {
        // A name has few forward-referenced results; a definition with many looks each one up only
        // if the name was used at all.
        let used: SmallVec<[(u32, Forward); 2]> = if count == 1 && self.forwards.len() > 8 {
            self.forwards
                .get(&(name, 0))
                .map(|&forward| (0, forward))
                .into_iter()
                .collect()
        } else {
            (0..count)
                .take(1 << 16)
                .filter_map(|i| self.forwards.get(&(name, i)).map(|&forward| (i, forward)))
                .collect()
        };
        for (index, forward) in used {
            let value = ValueId::from_index(first.index() as u32 + index);
            let expected = self.module.value_type(forward.value);
            let found = self.module.value_type(value);
            if expected != found {
                self.forwards.remove(&(name, index));
                return Err(self.type_mismatch(name, span, found, expected, Some(forward.span)));
            }
            self.module.replace_all_uses(forward.value, value);
            self.forwards.remove(&(name, index));
        }
        Ok(())
    }
}

// Operations.
impl OpParser<'_> {
    fn parse_op(&mut self, block: BlockId) -> PResult<()> {
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
        self.complete(&mut state);
        self.check_result_names(&named, &state, span)?;
        let op = self.create(state);
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

    fn create(&mut self, state: OpState) -> OpId {
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
    fn complete(&mut self, state: &mut OpState) {
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
            for name in [names::OPERAND_SEGMENT_SIZES, names::RESULT_SEGMENT_SIZES] {
                if def.segments != Segments::Inferred
                    && let Some(attr) = state.attrs.remove(name)
                {
                    state.props.set(name, attr);
                }
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

    /// `{a = 1, b}` between `<` and `>`; keys that the table does not know are dropped, as MLIR does.
    fn parse_properties(&mut self, state: &mut OpState) -> PResult<()> {
        let at = self.tok.span;
        let dict = self.parse_dict()?;
        let Some(def) = state.def else {
            state.props = dict;
            return Ok(());
        };
        for (name, attr) in dict.iter() {
            let is_segment = matches!(
                name,
                names::OPERAND_SEGMENT_SIZES | names::RESULT_SEGMENT_SIZES
            ) && def.segments != Segments::Inferred;
            if is_segment || self.module.ctx.attr_names(state.name).contains(&name) {
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

// Regions and blocks.
impl OpParser<'_> {
    /// `{ .. }`, with the entry block's arguments given where the custom form spells them.
    pub(crate) fn parse_region(&mut self, args: &[EntryArg]) -> PResult<RegionId> {
        self.expect(TokenKind::LBrace, "`{` to begin a region")?;
        self.enter()?;
        let region = self.module.create_region();
        let mark = self.undo.len();
        self.block_scopes.push(BlockScope::default());
        let result = self.region_body(region, args);
        let result = result.and_then(|()| {
            self.expect(TokenKind::RBrace, "`}` to end a region")?;
            self.check_blocks()
        });
        self.block_scopes.pop();
        for (name, old) in self.undo.drain(mark..).rev().collect::<SmallVec<[_; 16]>>() {
            self.bindings[name as usize] = old;
        }
        self.leave();
        result.map(|()| region)
    }

    fn region_body(&mut self, region: RegionId, args: &[EntryArg]) -> PResult<()> {
        let has_entry_ops = !matches!(self.tok.kind, TokenKind::Caret | TokenKind::RBrace);
        if !args.is_empty() || has_entry_ops {
            if !args.is_empty() && self.at(TokenKind::Caret) {
                return Err(self.err(ParseErrorKind::LabelInRegionWithArguments));
            }
            let block = self.module.append_block(region);
            for arg in args {
                let value = self.module.add_block_arg(block, arg.ty);
                self.define(arg.name, value, 1)?;
            }
            self.block_ops(block)?;
        }
        while self.at(TokenKind::Caret) {
            self.labelled_block(region)?;
        }
        Ok(())
    }

    fn labelled_block(&mut self, region: RegionId) -> PResult<()> {
        let span = self.tok.span;
        let name = self.block_name();
        let block = match self
            .block_scopes
            .last()
            .and_then(|scope| scope.blocks.get(&name))
        {
            Some(entry) if entry.is_defined => {
                let (text, first) = (self.text_of(span), entry.span);
                let mut error = self.err_at(span, ParseErrorKind::RedefinedBlock { name: text });
                error.notes.push(Note {
                    message: "previously defined here".into(),
                    span: Some(first),
                });
                return Err(error);
            }
            Some(entry) => {
                if self.module.first_block(region).is_none() {
                    return Err(self.err_at(span, ParseErrorKind::EntryBlockHasPredecessors));
                }
                entry.block
            }
            None => self.module.create_block(),
        };
        if let Some(scope) = self.block_scopes.last_mut() {
            scope.blocks.insert(
                name,
                BlockEntry {
                    block,
                    is_defined: true,
                    span,
                },
            );
        }
        self.bump();
        self.module.attach_block(region, block);
        if self.eat(TokenKind::LParen) {
            while !self.at(TokenKind::RParen) {
                let name = self.parse_value_name()?;
                self.expect(TokenKind::Colon, "`:` and the type of the block argument")?;
                let ty = self.parse_type()?;
                self.try_parse_trailing_loc()?;
                let value = self.module.add_block_arg(block, ty);
                self.define(name, value, 1)?;
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
            self.expect(TokenKind::RParen, "`)` to end the block's arguments")?;
        }
        self.expect(TokenKind::Colon, "`:` after block name")?;
        self.block_ops(block)
    }

    fn block_ops(&mut self, block: BlockId) -> PResult<()> {
        while !matches!(
            self.tok.kind,
            TokenKind::Caret | TokenKind::RBrace | TokenKind::Eof
        ) {
            let before = self.tok.span;
            self.op_or_recover(block);
            if self.tok.span == before {
                return Err(self.expected("operation"));
            }
        }
        Ok(())
    }

    fn check_blocks(&mut self) -> PResult<()> {
        let Some(scope) = self.block_scopes.last() else {
            return Ok(());
        };
        let missing = scope.blocks.values().filter(|entry| !entry.is_defined);
        if let Some(entry) = missing.min_by_key(|entry| entry.span) {
            let name = self.text_of(entry.span);
            return Err(self.err_at(entry.span, ParseErrorKind::UndefinedBlock { name }));
        }
        Ok(())
    }

    fn text_of(&self, span: Span) -> String {
        String::from_utf8_lossy(&self.src[span.start as usize..span.end as usize]).into_owned()
    }

    fn block_name(&mut self) -> StrId {
        let span = self.tok.span;
        let bytes = &self.p.src[span.start as usize..span.end as usize];
        self.p.module.ctx.str(bytes)
    }

    /// `^name` as a successor.
    pub(crate) fn parse_successor_name(&mut self) -> PResult<BlockId> {
        if !self.at(TokenKind::Caret) {
            return Err(self.expected("block name"));
        }
        let span = self.tok.span;
        let name = self.block_name();
        self.bump();
        if let Some(entry) = self
            .block_scopes
            .last()
            .and_then(|scope| scope.blocks.get(&name))
        {
            return Ok(entry.block);
        }
        let block = self.module.create_block();
        if let Some(scope) = self.block_scopes.last_mut() {
            scope.blocks.insert(
                name,
                BlockEntry {
                    block,
                    is_defined: false,
                    span,
                },
            );
        }
        Ok(block)
    }

    /// Appends the implicit terminator of `state`'s operation where a block lacks one.
    pub(crate) fn ensure_terminator(&mut self, state: &OpState, region: RegionId) {
        if state.def.is_some_and(|def| {
            def.traits
                .has(Traits::GRAPH_REGION.and(Traits::SINGLE_BLOCK))
        }) && self.module.first_block(region).is_none()
        {
            self.module.append_block(region);
        }
        let Some(name) = state.def.and_then(|def| def.implicit_terminator) else {
            return;
        };
        let block = match self.module.first_block(region) {
            Some(block) => block,
            None => self.module.append_block(region),
        };
        let ends = self
            .module
            .last_op(block)
            .is_some_and(|last| self.module.has_trait(last, Traits::TERMINATOR));
        if !ends {
            let name = self.module.ctx.op_name(name);
            let mut terminator = self.new_state(name);
            terminator.span = state.span;
            self.complete(&mut terminator);
            if let Some(def) = terminator.def
                && matches!(def.regions, crate::dialects::Regions::Exactly(1))
            {
                let inner = self.module.create_region();
                self.module.append_block(inner);
                terminator.regions.push(inner);
            }
            let op = self.create(terminator);
            self.module.insert_at_end(block, op);
        }
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
        _ => false,
    }
}
