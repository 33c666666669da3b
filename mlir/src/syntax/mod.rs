//! The interface between custom assembly and the text layer.
//!
//! Hooks of dialect tables ([`CustomParse`], [`CustomPrint`], [`Modernise`], [`TypeParse`]) use the parser and
//! the printer only through the traits of this module; [`text`](crate::text) implements them. Dialects therefore
//! do not depend on the text layer, nor the text layer on any dialect, and a dialect of another crate has the
//! same interface as a built-in one. Calls go through a trait object: one indirect call for each step of a hook.
//!
//! [`pieces`] holds the parts that many custom forms share, [`function`] the signature of functions,
//! [`switch`] the cases of a switch.

mod error;
pub(crate) mod format;
pub mod function;
pub mod pieces;
pub mod switch;

pub use error::{Note, ParseError, ParseErrorKind, show};

use smallvec::SmallVec;

use crate::dialects::{AttrForm, OpDef};
use crate::ir::{
    AffineExpr, AffineMap, AttrId, BlockId, Context, Dict, LocId, Module, OpId, OpName, RegionId,
    Span, StrId, TypeId, ValueId,
};

/// Result of a parsing step; errors are boxed because they are rare and large.
pub type PResult<T> = Result<T, Box<ParseError>>;

/// The parser for hooks that parse a type.
pub type TypeParser<'s> = dyn TypeSyntax<'s> + 's;

/// The parser for hooks that parse an operation.
pub type OpParser<'s> = dyn OpSyntax<'s> + 's;

/// The printer for hooks that print an operation.
pub type OpPrinter<'m> = dyn PrintSyntax<'m> + 'm;

/// Parses the text after an operation's name in custom form.
pub type CustomParse = for<'a, 's> fn(&'a mut OpParser<'s>, &'a mut OpState) -> PResult<()>;

/// Prints the text after an operation's name in custom form.
pub type CustomPrint = for<'a, 'm> fn(&'a mut OpPrinter<'m>, OpId);

/// Converts an operation in the syntax of MLIR 19.
pub type Modernise = for<'a, 's> fn(&'a mut OpParser<'s>, &'a mut OpState);

/// Parses a type of a dialect. The current token is everything up to the `<`: `!dialect.name`.
///
/// The result is the body of the type in canonical form, without `!dialect.`.
pub type TypeParse = for<'a, 's> fn(&'a mut TypeParser<'s>) -> PResult<String>;

/// A use of a value as written: name and result number.
#[derive(Clone, Copy, Debug)]
pub struct UseRef {
    pub(crate) name: u32,
    pub(crate) index: u32,
    pub(crate) span: Span,
}

/// A named entry-block argument in an operation's custom form.
#[derive(Clone, Copy, Debug)]
pub struct EntryArg {
    /// Its name.
    pub name: UseRef,
    /// Its type.
    pub ty: TypeId,
    /// Its location, if the text contains one.
    pub loc: Option<LocId>,
}

/// The values of an affine expression: dimensions, then symbols.
#[derive(Clone, Debug, Default)]
pub struct MapUses {
    /// Dimension `i` of the expression is `dims[i]`.
    pub dims: SmallVec<[UseRef; 4]>,
    /// Symbol `i` of the expression is `symbols[i]`.
    pub symbols: SmallVec<[UseRef; 4]>,
}

/// Integers mixed with uses of values, represented by [`DYNAMIC`](crate::DYNAMIC).
pub type MixedList = (SmallVec<[i64; 4]>, SmallVec<[UseRef; 4]>);

/// A list of types.
pub type TypeList = SmallVec<[TypeId; 4]>;

/// An operation during parsing.
#[derive(Debug)]
pub struct OpState {
    /// Its name.
    pub name: OpName,
    /// The table entry.
    pub def: Option<&'static OpDef>,
    /// Its span in the text.
    pub span: Span,
    /// Its operands, in the order of the groups of its table.
    pub operands: SmallVec<[ValueId; 4]>,
    /// The types of its results.
    pub results: SmallVec<[TypeId; 2]>,
    /// Its successors.
    pub successors: SmallVec<[BlockId; 2]>,
    /// Its regions.
    pub regions: SmallVec<[RegionId; 2]>,
    /// Its inherent attributes.
    pub props: Dict,
    /// Its discardable attributes.
    pub attrs: Dict,
    /// Its location, if the text contains one.
    pub loc: Option<LocId>,
}

impl OpState {
    /// Sets a property.
    pub fn set(&mut self, name: StrId, attr: AttrId) {
        self.props.set(name, attr);
    }

    /// Adds the entries of an attribute dictionary: inherent names become properties.
    ///
    /// # Errors
    /// [`ParseErrorKind::DuplicateAttribute`] if an entry was set before.
    pub fn take_dict(&mut self, parser: &OpParser<'_>, dict: Dict) -> PResult<()> {
        let ctx = &parser.module().ctx;
        for (name, attr) in dict.iter() {
            let names = ctx.attr_names(self.name);
            let index = names.iter().position(|inherent| *inherent == name);
            let decl = index.and_then(|index| self.def?.attrs.get(index));
            let is_inherent = decl.is_some_and(|decl| !matches!(decl.kind, AttrForm::Flags(..)));
            let old = if is_inherent {
                self.props.set(name, attr)
            } else {
                self.attrs.set(name, attr)
            };
            if old.is_some() {
                let name = ctx.text(name).into_owned();
                return Err(parser.err(ParseErrorKind::DuplicateAttribute { name }));
            }
        }
        Ok(())
    }
}

/// A version of MLIR that is to read what is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum MlirVersion {
    /// MLIR 19.
    V19,
    /// MLIR 20.
    V20,
    /// MLIR 21.
    V21,
    /// MLIR 22, whose operations the tables list.
    #[default]
    V22,
    /// MLIR 23.
    V23,
    /// MLIR 24 of August 2026 (IREE 3.12): [some dialects](crate::dialects::Dialect::strict_from) are strict about
    /// inherent attributes in dictionaries.
    V24Early,
    /// MLIR 24 from September 2026 on: all are, and elementwise operations are kinds of `linalg.elementwise`.
    V24,
}

impl MlirVersion {
    /// All of them, in order.
    pub const ALL: [Self; 7] = [
        Self::V19,
        Self::V20,
        Self::V21,
        Self::V22,
        Self::V23,
        Self::V24Early,
        Self::V24,
    ];

    /// Its number.
    pub const fn number(self) -> u32 {
        match self {
            Self::V19 => 19,
            Self::V20 => 20,
            Self::V21 => 21,
            Self::V22 => 22,
            Self::V23 => 23,
            Self::V24Early | Self::V24 => 24,
        }
    }
}

/// How a region is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegionStyle {
    /// Whether the label of an entry block that has arguments is printed.
    pub entry_label: bool,
    /// Whether an implicit terminator without operands is omitted.
    pub elide_terminator: bool,
}

impl RegionStyle {
    /// As in generic form.
    pub const FULL: Self = Self {
        entry_label: true,
        elide_terminator: false,
    };
    /// With the label of the entry block, if it has arguments; without the implicit terminator.
    pub const LABELLED: Self = Self {
        entry_label: true,
        elide_terminator: true,
    };
    /// The operation itself prints the arguments.
    pub const BARE: Self = Self {
        entry_label: false,
        elide_terminator: true,
    };
}

/// Parses tokens, types and attributes.
///
/// Each `parse_` method fails if its syntax does not start at the current token or is malformed; the error has a
/// position and is reported unchanged.
#[expect(
    clippy::missing_errors_doc,
    reason = "the documentation of the trait says when its methods fail"
)]
pub trait TypeSyntax<'s> {
    /// The module parsed so far.
    fn module(&self) -> &Module;

    /// The context that types and attributes are interned in.
    fn ctx_mut(&mut self) -> &mut Context;

    /// The span of the current token.
    fn here(&self) -> Span;

    /// The span from an earlier token to the end of the previous one.
    fn span_from(&self, start: Span) -> Span;

    /// The bytes of the current token.
    fn word(&self) -> &'s [u8];

    /// The bytes of a span.
    fn bytes(&self, span: Span) -> &'s [u8];

    /// Advances to the next token.
    fn bump(&mut self);

    /// Whether the current token spells `text`.
    fn at_literal(&self, text: &str) -> bool;

    /// Skips the current token if it spells `text`, and returns whether it does.
    fn eat_literal(&mut self, text: &str) -> bool {
        let is_there = self.at_literal(text);
        if is_there {
            self.bump();
        }
        is_there
    }

    /// Whether the current token is a quoted string.
    fn at_string(&self) -> bool;

    /// Skips the current token, which must spell `text`.
    fn expect_literal(&mut self, text: &'static str) -> PResult<()>;

    /// Skips the current token if it is exactly this bare word, and returns whether it was.
    fn eat_word(&mut self, text: &str) -> bool;

    /// Skips the current token, which must be exactly this bare word.
    fn expect_word(&mut self, text: &str) -> PResult<()>;

    /// Skips balanced text from the current opening bracket on, and returns it.
    fn skip_balanced(&mut self) -> PResult<&'s [u8]>;

    /// An error at the current token, or the lexical error of that token.
    fn err(&self, kind: ParseErrorKind) -> Box<ParseError>;

    /// An error at a given place.
    fn err_at(&self, span: Span, kind: ParseErrorKind) -> Box<ParseError>;

    /// "expected `what`, found ..." at the current token.
    fn expected(&self, what: &str) -> Box<ParseError>;

    /// Enters a nesting level, and fails at the limit; pair with [`leave`](TypeSyntax::leave).
    fn enter(&mut self) -> PResult<()>;

    /// Leaves a nesting level.
    fn leave(&mut self);

    /// Counts `len` bytes of text that are kept against the memory limit; fails at `at` beyond it.
    fn spend_text(&mut self, at: Span, len: usize) -> PResult<()>;

    /// A type.
    fn parse_type(&mut self) -> PResult<TypeId>;

    /// The part after `->`: one type or a list of types in parentheses.
    fn parse_fn_results(&mut self) -> PResult<TypeList>;

    /// `(inputs) -> results`.
    fn parse_function_type(&mut self) -> PResult<(TypeList, TypeList)>;

    /// `4x?x`: sizes, each followed by an `x`; `?`, where it is allowed, is
    /// [`DYNAMIC`](crate::DYNAMIC).
    fn parse_dims(&mut self, allow_dynamic: bool) -> PResult<Vec<i64>>;

    /// An attribute.
    fn parse_attr(&mut self) -> PResult<AttrId>;

    /// An attribute whose type the text omits.
    fn parse_attr_with_type_hint(&mut self, hint: Option<TypeId>) -> PResult<AttrId>;

    /// An affine map, without the surrounding `affine_map`.
    fn parse_affine_map(&mut self) -> PResult<AffineMap>;

    /// The key of a dictionary entry.
    fn parse_attr_name(&mut self) -> PResult<StrId>;

    /// `{a = 1, b}`.
    fn parse_dict(&mut self) -> PResult<Dict>;

    /// A dictionary attribute with these entries.
    fn dict_to_attr(&mut self, dict: &Dict) -> AttrId;

    /// `@name`.
    fn parse_symbol_name(&mut self) -> PResult<StrId>;

    /// `@root::@nested`, as an attribute.
    fn parse_symbol_ref(&mut self) -> PResult<AttrId>;

    /// A string literal; returns the bytes with escapes resolved.
    fn parse_string(&mut self) -> PResult<StrId>;

    /// An integer of 64 bits.
    fn parse_i64(&mut self) -> PResult<i64>;

    /// `[1, 2]`, integers of this many bits.
    fn int_list(&mut self, bits: u32) -> PResult<SmallVec<[i64; 4]>>;

    /// `loc(..)`, if it is next.
    fn try_parse_trailing_loc(&mut self) -> PResult<Option<LocId>>;
}

/// Parses operations: values, regions, successors.
#[expect(
    clippy::missing_errors_doc,
    reason = "the documentation of `TypeSyntax` says when its methods fail"
)]
pub trait OpSyntax<'s>: TypeSyntax<'s> {
    /// The module that is being built.
    fn module_mut(&mut self) -> &mut Module;

    /// `%name` without a result number, as in a definition.
    fn parse_value_name(&mut self) -> PResult<UseRef>;

    /// `%name` or `%name#2`.
    fn parse_use(&mut self) -> PResult<UseRef>;

    /// `%a, %b`; nothing if no use starts here.
    fn parse_uses(&mut self) -> PResult<SmallVec<[UseRef; 4]>>;

    /// Inherent attributes in front of a dictionary, such as `alignment = 64`.
    fn parse_clauses(&mut self, state: &mut OpState) -> PResult<()>;

    /// States that only the versions from one to another spell an operation as the text does.
    fn note_versions(&mut self, first: MlirVersion, last: MlirVersion);

    /// The value of a use, which must have this type.
    fn resolve(&mut self, used: UseRef, ty: TypeId) -> PResult<ValueId>;

    /// Integers of some bits and `%values` up to `close`, which is consumed.
    fn mixed_list(&mut self, close: &'static str, bits: u32) -> PResult<MixedList>;

    /// `%i + 1, symbol(%n) floordiv 2` up to `close`, a closing bracket, which is consumed.
    fn parse_map_of_uses(&mut self, close: &'static str) -> PResult<(AffineMap, MapUses)>;

    /// One affine expression over values.
    fn parse_affine_expr_of_uses(&mut self) -> PResult<(AffineExpr, MapUses)>;

    /// An attribute in the short form of a table.
    fn attr_in_form(&mut self, form: AttrForm) -> PResult<AttrId>;

    /// Creates an operation in front of the one that is being parsed and returns its result, if it has one. For
    /// operands that the text of an older version contains as attributes.
    fn emit_before(
        &mut self,
        name: &str,
        operands: &[ValueId],
        result: Option<TypeId>,
        attrs: Dict,
    ) -> Option<ValueId>;

    /// `^name`.
    fn parse_successor_name(&mut self) -> PResult<BlockId>;

    /// `{ .. }`, whose entry block has these arguments.
    fn parse_region(&mut self, args: &[EntryArg]) -> PResult<RegionId>;

    /// Appends the implicit terminator of `state`'s operation if the first block of a region lacks one.
    fn ensure_terminator(&mut self, state: &OpState, region: RegionId);

    /// Creates an operation at the end of a block and returns its result, if it has one. For bodies and terminators
    /// that the text omits.
    fn emit(
        &mut self,
        block: BlockId,
        name: &str,
        operands: &[ValueId],
        result: Option<TypeId>,
        attrs: Dict,
    ) -> Option<ValueId>;
}

impl<'s> dyn TypeSyntax<'s> + 's {
    /// An "invalid `what`" error at a given place.
    pub fn invalid(
        &self,
        span: Span,
        what: &'static str,
        reason: impl Into<String>,
    ) -> Box<ParseError> {
        self.err_at(span, ParseErrorKind::invalid(what, reason))
    }

    /// Runs a step in a nested level.
    ///
    /// # Errors
    ///
    /// Those of the step, and [`ParseErrorKind::TooDeep`] at the nesting limit.
    pub fn nested<T>(&mut self, step: impl FnOnce(&mut Self) -> PResult<T>) -> PResult<T> {
        self.enter()?;
        let result = step(self);
        self.leave();
        result
    }
}

impl<'s> dyn OpSyntax<'s> + 's {
    /// An "invalid `what`" error at a given place.
    pub fn invalid(
        &self,
        span: Span,
        what: &'static str,
        reason: impl Into<String>,
    ) -> Box<ParseError> {
        self.err_at(span, ParseErrorKind::invalid(what, reason))
    }

    /// The type with this spelling in MLIR's syntax, from a table.
    ///
    /// # Errors
    ///
    /// If the text is not a type.
    pub fn named_type(&mut self, text: &'static str) -> PResult<TypeId> {
        self.ctx_mut().type_from_text(text.as_bytes())
    }

    /// Checks that two counts agree.
    ///
    /// # Errors
    /// [`ParseErrorKind::WrongCount`].
    pub fn check_count(&self, what: &'static str, expected: usize, found: usize) -> PResult<()> {
        if expected == found {
            return Ok(());
        }
        Err(self.err(ParseErrorKind::WrongCount {
            what,
            expected,
            found,
        }))
    }
}

/// Prints operations as text.
pub trait PrintSyntax<'m> {
    /// The printed module.
    fn module(&self) -> &'m Module;

    /// The version of MLIR that is to read the text.
    fn version(&self) -> MlirVersion;

    /// Appends text unchanged.
    fn push(&mut self, text: &str);

    /// Appends a line break and the indentation of the next line.
    fn newline(&mut self);

    /// Runs a step with additional indentation.
    fn indented(&mut self, levels: usize, write: &mut dyn FnMut(&mut OpPrinter<'m>));

    /// `%a`.
    fn value(&mut self, value: ValueId);

    /// `%a, %b`.
    fn values(&mut self, values: &[ValueId]);

    /// `%i + symbol(%n), 3`: the results of a map, with values substituted for its inputs.
    fn affine_results(&mut self, map: &AffineMap, inputs: &[ValueId]);

    /// A list that mixes integers with values, represented by [`DYNAMIC`](crate::DYNAMIC).
    fn mixed_list(&mut self, statics: &[i64], values: &[ValueId]);

    /// A type.
    fn ty(&mut self, ty: TypeId);

    /// `T`, or `(T, U)` unless there is exactly one type that is not a function type.
    fn result_types(&mut self, op: OpId);

    /// `(T, U) -> V`.
    fn functional_type(&mut self, op: OpId);

    /// An attribute.
    fn attr(&mut self, attr: AttrId);

    /// An attribute whose type is printed elsewhere.
    fn attr_without_type(&mut self, attr: AttrId);

    /// An attribute in the short form of a table.
    fn attr_in_form(&mut self, form: AttrForm, attr: AttrId);

    /// The key of a dictionary entry, in quotes if necessary.
    fn attr_name(&mut self, bytes: &[u8]);

    /// `@name`, in quotes if necessary.
    fn symbol_name(&mut self, bytes: &[u8]);

    /// A quoted string.
    fn string(&mut self, bytes: &[u8]);

    /// `1, 2`.
    fn ints(&mut self, values: &[i64]);

    /// An affine map, without the surrounding `affine_map`.
    fn affine_map(&mut self, map: &AffineMap);

    /// `a = 1, b`.
    fn dict_entries(&mut self, entries: &[(StrId, AttrId)]);

    /// `{a = 1, b}`.
    fn dict(&mut self, entries: &[(StrId, AttrId)]);

    /// ` {a = 1}`: properties that are not the default and all discardable attributes, without those
    /// in `elide`; or nothing.
    fn attr_dict(&mut self, op: OpId, elide: &[StrId], with_keyword: bool);

    /// Like [`attr_dict`](PrintSyntax::attr_dict), including properties with default values.
    fn full_attr_dict(&mut self, op: OpId, elide: &[StrId]);

    /// Properties and discardable attributes together, without those in `elide`.
    fn merged_attrs(&self, op: OpId, elide: &[StrId], keep_defaults: bool) -> Dict;

    /// `{ .. }`, without a preceding space.
    fn region(&mut self, region: RegionId, style: RegionStyle);

    /// `^block` with the values that it receives and their types.
    fn successor(&mut self, block: BlockId, values: &[ValueId]);

    /// `%a: T, %b: U`.
    fn typed_args(&mut self, args: &[ValueId]);

    /// ` loc(..)` after a block argument that has a location.
    fn arg_loc(&mut self, arg: ValueId);

    /// An operation without the leading `%0 = `.
    fn op_without_results(&mut self, op: OpId);
}

impl<'m> dyn PrintSyntax<'m> + 'm {
    /// `T, U` for the types of values.
    pub fn types_of(&mut self, values: impl Iterator<Item = ValueId>) {
        for (index, value) in values.enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.ty(self.module().value_type(value));
        }
    }

    /// `%a, %b : T, U`.
    pub fn values_and_types(&mut self, values: &[ValueId]) {
        self.values(values);
        self.push(" : ");
        self.types_of(values.iter().copied());
    }
}
