//! Definitions of operations in dialect tables: structure, syntax, traits and interfaces, as data.
//!
//! One [`OpDef`] adds an operation. Parser, printer, verifier and analyses read it; no other code may
//! compare an operation's name. Behaviour that data cannot express is a function pointer in the entry,
//! defined in the same dialect file.

use std::ops::Range;

use smallvec::SmallVec;

use crate::interfaces::RegionEdge;
use crate::ir::{AttrId, Context, Module, OpId, TypeId, ValueId};
use crate::rewrite::Canonicalizer;
use crate::semantics::Semantics;
use crate::syntax::{CustomParse, CustomPrint, MlirVersion, Modernise, OpState};
use crate::verifier::{OpVerifier, SymbolVerifier};

/// The definition of one operation.
#[derive(Debug)]
pub struct OpDef {
    /// Full name, for example `memref.alloc`.
    pub name: &'static str,
    /// One sentence on what it does.
    pub summary: &'static str,
    /// Operand groups in order.
    pub operands: &'static [Arg],
    /// Result groups in order.
    pub results: &'static [Arg],
    /// Inherent attributes (properties).
    pub attrs: &'static [Attr],
    /// Number of regions.
    pub regions: Regions,
    /// Number of successors.
    pub successors: Successors,
    /// How the lengths of operand and result groups are determined.
    pub segments: Segments,
    /// Custom assembly.
    pub assembly: Assembly,
    /// Structural traits.
    pub traits: Traits,
    /// The permitted parents; empty if any operation may be the parent.
    pub parents: &'static [&'static str],
    /// The terminator that the parser adds to a block of its regions that has none.
    pub implicit_terminator: Option<&'static str>,
    /// Memory effects.
    pub effects: Effects,
    /// Which results refer to the memory of which operands.
    pub views: Views,
    /// How control and values flow between regions.
    pub flow: RegionFlow,
    /// The operand groups that each successor receives. If there are more successors than groups,
    /// `case_operand_segments` divides the last group among the remaining ones.
    pub branch: &'static [&'static str],
    /// The name of the attribute that holds the callee, for calls.
    pub callee: Option<&'static str>,
    /// The operand group that a destination-style operation writes (`outs`).
    pub destination: Option<&'static str>,
    /// The indexing maps of a named structured operation.
    pub indexing_maps: IndexingMaps,
    /// Where a loop keeps the bounds of its induction variables, which are the first arguments of
    /// its body.
    pub loop_bounds: LoopBounds,
    /// Set on operations that only allocate uninitialised memory on the host's heap, so that a view of a merged
    /// allocation may replace them.
    pub allocation: Option<AllocationDef>,
    /// The dynamic sizes of the first result.
    pub sizes: Sizes,
    /// Name of the results in printed custom form.
    pub result_name: ResultName,
    /// Dialect whose prefix may be omitted directly inside the operation's regions.
    pub default_dialect: &'static str,
    /// Names of the block arguments of an elementwise body: those of inputs, those of outputs.
    pub body_arg_names: Option<(&'static str, &'static str)>,
    /// Whether the custom form can express the operation. Set if it cannot express every valid operation, because the
    /// parser assumes a certain region or type. Other operations are printed in generic form.
    pub is_spelled: Option<fn(&Module, OpId) -> bool>,
    /// An attribute that MLIR derives from the others and prints in generic form only.
    pub implied_attr: Option<ImpliedAttr>,
    /// How the custom form of MLIR 24 writes inherent attributes that the format does not spell; absent: as the dialect
    /// does.
    pub clauses: Option<Clauses>,
    /// Set on operations that MLIR 24 has only as `linalg.elementwise` of this kind.
    pub elementwise_kind: Option<&'static str>,
    /// Set on operations whose syntax differs between MLIR 19 and 22: converts the old form while parsing.
    pub modern: Option<Modernise>,
    /// Set on operations that `vector.mask` may contain.
    pub masking: Option<Masking>,
    /// The operands that are the dimensions and symbols of affine maps.
    pub affine_inputs: Option<fn(&Module, OpId) -> Vec<AffineInputs>>,
    /// What the operation computes, for folding and execution.
    pub semantics: Semantics,
    /// How the operation is folded and simplified by `canonicalize`.
    pub canonical: Option<Canonicalizer>,
    /// Rules in addition to those of the table.
    pub verify: Option<OpVerifier>,
    /// Rules about the symbol that a required reference attribute names.
    pub verify_symbol: Option<SymbolVerifier>,
}

/// An operand or result group.
#[derive(Debug)]
pub struct Arg {
    /// Name, as the assembly format refers to it.
    pub name: &'static str,
    /// How many values it has.
    pub arity: Arity,
    /// How its type is determined if the text omits it.
    pub ty: Ty,
}

/// How many values a group has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// Exactly one.
    One,
    /// None or one.
    Optional,
    /// Any number.
    Many,
}

/// How the type of a group is determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ty {
    /// The text contains it.
    Any,
    /// `index`.
    Index,
    /// `i1`.
    I1,
    /// `i32`.
    I32,
    /// This type, in MLIR's notation.
    Named(&'static str),
    /// The same type as the named group.
    Same(&'static str),
    /// The type of the named group; for tensors, dynamic sizes and encodings may differ. The custom form contains one
    /// type for both, so an operation whose types differ is printed in generic form.
    Like(&'static str),
    /// The element type of the named group.
    Elem(&'static str),
    /// `i1` in the shape of the named group.
    I1Like(&'static str),
    /// The type of the named typed attribute.
    OfAttr(&'static str),
    /// Computed from the type of the named group. An optional result is present if there is a type.
    Of(&'static str, &'static TypeRule),
    /// Computed by the entry's own assembly hook.
    Hook,
}

/// How a type follows from another.
#[derive(Debug)]
pub struct TypeRule {
    /// What the other type must be, for errors.
    pub expected: &'static str,
    /// Computes it; may read the attributes that were parsed.
    pub compute: fn(&mut Context, TypeId, &OpState) -> Option<TypeId>,
}

impl PartialEq for TypeRule {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::fn_addr_eq(self.compute, other.compute)
    }
}

impl Eq for TypeRule {}

/// An inherent attribute.
#[derive(Debug)]
pub struct Attr {
    /// Name.
    pub name: &'static str,
    /// Kind: determines the short form in custom assembly and the values that the verifier accepts.
    pub kind: AttrForm,
    /// Whether it may be absent, and its default.
    pub presence: Presence,
}

/// Whether an inherent attribute may be absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Must be present.
    Required,
    /// May be absent.
    Optional,
    /// Filled in with this attribute (in attribute syntax) when absent, as MLIR does; not printed in
    /// custom form when it has this value.
    Default(&'static str),
}

/// Short form of an attribute in custom assembly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttrForm {
    /// `5`, an integer of this signless width.
    Int(u32),
    /// `5`, an integer of this signless width between two others.
    IntIn(u32, i64, i64),
    /// `64`, an `i64` that is a power of two.
    Alignment,
    /// `5`, an `index`.
    Index,
    /// `5.0`, an `f64`.
    F64,
    /// `true` or `false`.
    Bool,
    /// No text: the keyword of its group represents it.
    Unit,
    /// A quoted string.
    Str,
    /// `@name`, stored as a string.
    SymName,
    /// `@name`, a flat symbol reference.
    SymRef,
    /// `@a::@b`.
    NestedRef,
    /// `[1, 2]`, stored as `array<i64: ..>`.
    I64Array,
    /// `[1, 2]`, stored as `array<i32: ..>`.
    I32Array,
    /// An array attribute in full.
    Array,
    /// `[[0, 1], [2]]`, an array of arrays of i64.
    Reassociation,
    /// An affine map.
    Map,
    /// A type.
    Type,
    /// A full attribute with its type.
    Any,
    /// A full `#dialect.mnemonic<..>` or `#dialect<mnemonic ..>`; the text here is `dialect.mnemonic`.
    Dialect(&'static str),
    /// A dense elements attribute, with its type.
    Elements,
    /// An integer that prints as a bare keyword: the index into the list is the value, the width is
    /// that of the stored integer.
    IntEnum(u32, &'static [&'static str]),
    /// The same, in quotes.
    QuotedEnum(u32, &'static [&'static str]),
    /// A flag set in an integer of this width that prints as `keyword<a, b>`: the words of its bits
    /// from the lowest.
    Flags(u32, &'static str, &'static [&'static str]),
    /// A dialect attribute `#dialect.mnemonic<word>` that prints as `<word>`; the text here is
    /// `dialect.mnemonic`.
    AngleEnum(&'static str),
    /// A dialect attribute that prints as a bare `word`: `#dialect.mnemonic<word>` when the text here
    /// is `dialect.mnemonic`, `#dialect<mnemonic word>` when it is `dialect mnemonic`.
    KeywordEnum(&'static str),
    /// Like [`KeywordEnum`](AttrForm::KeywordEnum), printed after an additional space.
    SpacedKeywordEnum(&'static str),
}

/// How some versions of MLIR write operations that MLIR 22 writes otherwise. At most one applies to an operation and
/// a version.
#[derive(Debug)]
pub struct Spelling {
    /// The names of the operations, without the prefix of the dialect, separated by blanks.
    pub ops: &'static str,
    /// The first and the last of the versions.
    pub versions: (MlirVersion, MlirVersion),
    /// How they write them.
    pub form: Form,
}

/// How a version of MLIR writes an operation.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// Not at all: the version does not have the operation.
    Missing,
    /// Under this full name, with the same operands, attributes and regions. The parser reads it as the new name.
    Named(&'static str),
    /// Under this full name, after this conversion.
    Renamed(&'static str, Convert),
    /// As MLIR 22 does, unless this says why it cannot.
    Checked(Check),
    /// After this conversion.
    Converted(Convert),
    /// After this conversion, in generic form.
    Generic(Convert),
}

/// Says why an operation cannot be written.
pub type Check = fn(&Module, OpId) -> Result<(), &'static str>;

/// Converts an operation of a module that is only printed; says why it cannot.
pub type Convert = fn(&mut Module, OpId) -> Result<(), &'static str>;

/// How inherent attributes that a format does not spell are written from MLIR 24 on. Up to MLIR 23 they are in the
/// dictionary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clauses {
    /// In the dictionary.
    Dictionary,
    /// Not at all in custom form: the operation is printed in generic form, which all versions read.
    Generic,
    /// `alignment = 64 nontemporal = true`.
    Equals,
    /// `offsets = [0], sizes = [2]`.
    Commas,
    /// `alignment(64) nan_mode<IGNORE>`.
    Parentheses,
}

/// Number of regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regions {
    /// Exactly this many.
    Exactly(u8),
    /// At least this many.
    AtLeast(u8),
}

/// Number of successors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Successors {
    /// Exactly this many.
    Exactly(u8),
    /// At least this many.
    AtLeast(u8),
}

/// How the lengths of operand (or result) groups are determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Segments {
    /// At most one group has a variable length.
    Inferred,
    /// `operandSegmentSizes` lists the lengths of operand groups.
    Operands,
    /// `resultSegmentSizes` lists the lengths of result groups.
    Results,
    /// `operandSegmentSizes` and `resultSegmentSizes` list the lengths.
    OperandsAndResults,
}

impl Segments {
    /// Whether `operandSegmentSizes` lists the lengths of operand groups.
    pub const fn of_operands(self) -> bool {
        matches!(self, Self::Operands | Self::OperandsAndResults)
    }

    /// Whether `resultSegmentSizes` lists the lengths of result groups.
    pub const fn of_results(self) -> bool {
        matches!(self, Self::Results | Self::OperandsAndResults)
    }
}

/// Custom assembly of an operation.
#[derive(Clone, Copy, Debug)]
pub enum Assembly {
    /// Generic form only.
    Generic,
    /// A format string: blank-separated elements, read and written by one engine.
    ///
    /// | element | meaning |
    /// |---|---|
    /// | `'x'` | the literal keyword or punctuation `x` |
    /// | `name` | the operands of that group, comma-separated |
    /// | `@name` | the attribute in the short form of its [`AttrForm`] |
    /// | `:name` | the types of an operand or result group, comma-separated |
    /// | `:*` | the types of all results, comma-separated |
    /// | `fn` | the function type of all operands and results |
    /// | `{}`, `{kw}` | attribute dictionary; the same after the word `attributes` |
    /// | `R`, `R*` | the next region; all regions, comma-separated |
    /// | `S(name)`, `S` | the next successor, with the operands of a group |
    /// | `dyn[name,@attr]`, `dyn(name,@attr)` | a list that mixes integers of an `array<i64>` with operands, represented by [`DYNAMIC`](crate::DYNAMIC) |
    /// | `( .. )?` | optional group, read iff its first element is present; printed iff the element marked with a trailing `^` (else the first that is not a literal) is non-empty, present and not the default |
    /// | `( .. )~` | the same; prints a space if the group is not printed |
    /// | `_`, `~` | no blank here; a blank here |
    /// | `async(name)` | `async [%a]`: the last, optional result, a token, is present; the tokens of an operand group |
    Format(&'static str),
    /// A pair of functions.
    Hook {
        /// Parses the text after the operation's name.
        parse: CustomParse,
        /// Prints the text after the operation's name.
        print: CustomPrint,
    },
}

/// Structural traits, a bit set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traits(pub u32);

/// Numbers the traits, so that no two share a bit.
macro_rules! traits {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        #[expect(
            clippy::upper_case_acronyms,
            non_camel_case_types,
            reason = "named after the constants"
        )]
        enum Bit {
            $($name,)*
        }

        #[expect(
            missing_docs,
            reason = "the constants carry MLIR's names of the traits"
        )]
        impl Traits {
            pub const NONE: Self = Self(0);
            $($(#[$doc])* pub const $name: Self = Self(1 << Bit::$name as u32);)*
        }
    };
}

traits! {
    TERMINATOR,
    /// Its operands become results of the parent operation, or of the call.
    RETURN_LIKE,
    ISOLATED_FROM_ABOVE,
    SYMBOL_TABLE,
    SYMBOL,
    /// Blocks need no terminator and operations are not ordered.
    GRAPH_REGION,
    SINGLE_BLOCK,
    AFFINE_SCOPE,
    AUTOMATIC_ALLOCATION_SCOPE,
    /// Iterations of the region may run at the same time.
    PARALLEL_REGION,
    /// Runs its region any number of times.
    LOOP,
    FUNCTION,
    CONSTANT_LIKE,
    /// Extracts the raw pointer of its memref operands, or keeps the operands after it has run.
    CAPTURES,
    /// Each result may be any of the operands of its type.
    SELECT_LIKE,
    /// Asserts that no two of its memref operands are one allocation.
    DISTINCT_OPERANDS,
    /// Its region runs later than the operation itself (`async.execute`).
    RUNS_LATER,
    /// Its operands may be exchanged without changing the result.
    COMMUTATIVE,
    /// Its custom form prints it even when it is empty.
    PRINTED_WHEN_EMPTY,
    /// A function whose linkage determines where it is defined, so a declaration may be public.
    LINKAGE,
    /// A structured operation: inputs, outputs, and a body that runs for each point.
    STRUCTURED,
    /// The address of its result may differ from that of its source, by the `byte_shift` operand.
    MOVES_POINTER,
    /// Its results are valid affine dimensions or symbols if all its operands are.
    AFFINE_INDEX,
    /// Memory that it allocates is freed by an operation of its own dialect, not by `memref.dealloc`.
    FREED_BY_DIALECT,
    /// Waits until its tokens, values and groups are ready.
    AWAITS,
    /// Adds its first operand to the group that is the second.
    ADDS_TO_GROUP,
    /// Its custom form accepts no result numbers (`%0#1`) after the first operand.
    NO_RESULT_NUMBERS,
}

impl Traits {
    /// The union of both sets.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether all of `other` is in the set.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// The memory effects of an operation.
#[derive(Clone, Copy, Debug)]
pub enum Effects {
    /// Unknown: reads, writes, frees and captures anything reachable.
    Unknown,
    /// Does not touch memory.
    None,
    /// Those of the operations in its regions.
    Recursive,
    /// These.
    List(&'static [Effect]),
    /// Reads and writes that are computed. Such an operation neither allocates nor frees.
    Accesses(fn(&Module, OpId, &mut EffectList)),
}

/// One effect, on a group of operands or results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// The kind of effect.
    pub kind: EffectKind,
    /// The target of the effect.
    pub on: EffectOn,
}

/// The kind of a memory effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EffectKind {
    /// Bytes are read.
    Read,
    /// Bytes are written.
    Write,
    /// Memory is allocated on the heap.
    Allocate,
    /// Memory is allocated in the automatic allocation scope.
    AllocateAutomatic,
    /// Memory is freed.
    Free,
}

/// The target of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EffectOn {
    /// Every value of an operand group.
    Operand(&'static str),
    /// Every value of a result group.
    Result(&'static str),
    /// No value: only the order matters.
    World,
}

/// The effects of one operation.
pub type EffectList = SmallVec<[EffectInstance; 4]>;

/// One effect of one operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EffectInstance {
    /// The kind of effect.
    pub kind: EffectKind,
    /// The value that the effect is on; absent if no value names it.
    pub value: Option<ValueId>,
}

/// Which results refer to the memory of which operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Views {
    /// None.
    None,
    /// The first result refers to the memory of the first operand.
    First,
    /// Result `i` refers to the memory of operand `i`.
    Pairwise,
    /// Every memref result may refer to the memory of every operand.
    All,
}

/// How control and values flow between the regions of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegionFlow {
    /// Unknown: any region, any number of times, in any order.
    Unknown,
    /// No region, or regions through which no control flows (modules, functions).
    None,
    /// `scf.for`: operands of group `inits` → arguments after the induction variable, and results; yielded values →
    /// the same.
    For,
    /// `scf.while`: before and after region.
    While,
    /// `scf.if`, `scf.index_switch`: one of the regions, or none if the last one is empty.
    Branch,
    /// `scf.execute_region`, `memref.alloca_scope`: the region once.
    Once,
    /// `scf.parallel`: iterations without carried values; results come from reductions.
    Parallel,
    /// `scf.forall`: `outs` → arguments after the induction variables, and results.
    Forall,
    /// A body that computes elements (`linalg.generic`): no buffer flows through it.
    Elementwise,
    /// Computed: for operations whose flow is none of the above.
    Hook(FlowHook),
}

/// Computes all edges of an operation. A missing edge is unsound.
#[derive(Clone, Copy, Debug)]
pub struct FlowHook(pub fn(&Module, OpId) -> Vec<RegionEdge>);

impl PartialEq for FlowHook {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::fn_addr_eq(self.0, other.0)
    }
}

impl Eq for FlowHook {}

/// Operands that are the inputs of an affine map or set: dimensions, then symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AffineInputs {
    /// Which operands.
    pub operands: Range<usize>,
    /// How many of them are dimensions.
    pub dims: usize,
    /// The rule that they must follow.
    pub rule: AffineRule,
}

/// An attribute that is derived from others: the parser sets it regardless of the text, and the custom form omits
/// it.
#[derive(Clone, Copy, Debug)]
pub struct ImpliedAttr {
    /// Its name.
    pub name: &'static str,
    /// Computes it; nothing is set if there is none.
    pub value: fn(&mut Context, &OpState) -> Option<AttrId>,
}

/// The rule for the inputs of an affine map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AffineRule {
    /// Valid dimensions and valid symbols, each in its position.
    Strict,
    /// Valid dimensions or symbols, in any position; the text names the operand.
    Either(&'static str),
    /// Anything, except that a valid dimension that is not a symbol must not be used as a symbol.
    NoDimensionAsSymbol,
}

/// Where the indexing maps of a named structured operation come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexingMaps {
    /// Unknown, or the operation is not a named structured one.
    Unknown,
    /// The attribute `indexing_maps`.
    Attribute,
    /// The identity for every operand.
    Elementwise,
    /// The notation of [`linalg_maps`](super::linalg_maps).
    Notation(&'static str),
    /// Three scalars, and the identity for an output of two dimensions.
    Scalars2d,
}

/// Where a loop keeps the bounds of its induction variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopBounds {
    /// None, or unknown.
    None,
    /// In operand groups (`scf.for`, `scf.parallel`).
    Operands {
        /// First values.
        lower: &'static str,
        /// Ends, exclusive.
        upper: &'static str,
        /// Steps.
        step: &'static str,
    },
    /// Each in an operand group and an `array<i64>` that contains [`DYNAMIC`](crate::DYNAMIC) for an operand
    /// (`scf.forall`).
    Mixed {
        /// First values.
        lower: (&'static str, &'static str),
        /// Ends, exclusive.
        upper: (&'static str, &'static str),
        /// Steps.
        step: (&'static str, &'static str),
    },
    /// In attributes: two affine maps, and constant steps (`affine.for`, `affine.parallel`).
    Maps {
        /// First values.
        lower: &'static str,
        /// Ends, exclusive.
        upper: &'static str,
        /// Steps: an integer, or an array of integers.
        step: &'static str,
    },
}

/// Operand groups of an operation that allocates; the first result is the buffer, and the inherent
/// attribute `alignment` its promised alignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllocationDef {
    /// The group with one size per dynamic dimension.
    pub sizes: &'static str,
    /// The group with the symbols of the layout map.
    pub symbols: &'static str,
}

/// The dimensions of a vector, each with whether it is scalable.
pub type VectorDims = Vec<(i64, bool)>;

/// How `vector.mask` masks an operation.
#[derive(Clone, Copy, Debug)]
pub struct Masking {
    /// The dimensions of the mask; `None` if the types of the operation do not determine them.
    pub dims: fn(&Module, OpId) -> Option<VectorDims>,
    /// Whether masked-off elements may come from the operand `passthru` of the mask.
    pub takes_passthru: bool,
}

/// Facts about the dynamic sizes of the first result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sizes {
    /// None.
    Unknown,
    /// The result is itself a size: that of dimension number operand 1 of operand 0.
    Dimension,
    /// The sizes of operand 0: only the static type changes.
    Source,
    /// An operand group lists the sizes.
    Listed(SizeList),
}

/// An operand group with one size for each dynamic dimension of the first result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeList {
    /// The operand group.
    pub group: &'static str,
    /// Whether a listed size that is an affine symbol makes the dimension an affine symbol, as in MLIR.
    pub symbols: bool,
    /// Whether the list may have entries for dimensions that the result does not have.
    pub drops_dimensions: bool,
}

/// How the printer names the results of an operation.
#[derive(Clone, Copy, Debug)]
pub enum ResultName {
    /// A number.
    Number,
    /// This word.
    Word(&'static str),
    /// One word for each result group.
    Groups,
    /// Computed, for example `c5_i32`.
    Hook(fn(&Module, OpId) -> Option<String>),
}

/// Whether two names of groups are equal. They are short, and compared for each effect of each operation that a pass
/// looks at, so a call of `memcmp` costs more than the comparison.
#[inline]
fn is_same(a: &str, b: &str) -> bool {
    a.len() == b.len() && (std::ptr::eq(a, b) || a.bytes().eq(b.bytes()))
}

impl OpDef {
    /// An entry with defaults, to be filled in by struct update syntax.
    pub const EMPTY: Self = Self {
        name: "",
        summary: "",
        operands: &[],
        results: &[],
        attrs: &[],
        regions: Regions::Exactly(0),
        successors: Successors::Exactly(0),
        segments: Segments::Inferred,
        assembly: Assembly::Generic,
        traits: Traits::NONE,
        parents: &[],
        implicit_terminator: None,
        effects: Effects::Unknown,
        views: Views::None,
        flow: RegionFlow::None,
        branch: &[],
        callee: None,
        destination: None,
        indexing_maps: IndexingMaps::Unknown,
        loop_bounds: LoopBounds::None,
        allocation: None,
        sizes: Sizes::Unknown,
        result_name: ResultName::Number,
        default_dialect: "",
        body_arg_names: None,
        is_spelled: None,
        implied_attr: None,
        clauses: None,
        elementwise_kind: None,
        modern: None,
        masking: None,
        affine_inputs: None,
        semantics: Semantics::Unknown,
        canonical: None,
        verify: None,
        verify_symbol: None,
    };

    /// Whether the body of the operation computes single elements, in any order.
    pub fn computes_elements(&self) -> bool {
        self.flow == RegionFlow::Elementwise
    }

    /// Dialect prefix of the name.
    pub fn dialect(&self) -> &'static str {
        self.name
            .split_once('.')
            .map_or("builtin", |(dialect, _)| dialect)
    }

    /// Index of an operand group.
    pub fn operand_group(&self, name: &str) -> Option<usize> {
        self.operands
            .iter()
            .position(|group| is_same(group.name, name))
    }

    /// Index of a result group.
    pub fn result_group(&self, name: &str) -> Option<usize> {
        self.results
            .iter()
            .position(|group| is_same(group.name, name))
    }
}
