//! Common parts of custom forms.
//!
//! Parsing functions return the errors of the syntax that they parse; see [`TypeSyntax`](super::TypeSyntax).
#![expect(
    clippy::missing_errors_doc,
    reason = "the documentation of the module says when its functions fail"
)]

use smallvec::SmallVec;

use super::{
    EntryArg, OpParser, OpPrinter, OpState, PResult, ParseError, ParseErrorKind, RegionStyle,
    UseRef,
};
use crate::ir::{AttrId, LocId, OpId, Span, StrId, TypeId, ValueId, names};

/// Result of an assembly hook's step.
pub type Parse<T> = PResult<T>;

/// The name of a region argument, optionally with a location.
#[derive(Clone, Copy, Debug)]
pub struct ArgName {
    name: UseRef,
    loc: Option<LocId>,
}

impl ArgName {
    /// `%a` or `%a loc(..)`.
    pub fn read(p: &mut OpParser<'_>) -> Parse<Self> {
        let name = p.parse_value_name()?;
        let loc = p.try_parse_trailing_loc()?;
        Ok(Self { name, loc })
    }

    /// The argument of this name and type.
    pub fn typed(self, ty: TypeId) -> EntryArg {
        let Self { name, loc } = self;
        EntryArg { name, ty, loc }
    }
}

/// The error for an attribute of the wrong kind at a place.
pub(crate) fn attribute_expected(p: &OpParser<'_>, at: Span, found: &str) -> Box<ParseError> {
    p.err_at(
        at,
        ParseErrorKind::AttributeExpected {
            found: found.to_owned(),
        },
    )
}

/// What `item` reads, any number of times, separated by commas and between two brackets.
///
/// # Errors
///
/// Those of `item`, and a parse error without the brackets.
pub fn list(
    p: &mut OpParser<'_>,
    [open, close]: [&'static str; 2],
    mut item: impl FnMut(&mut OpParser<'_>) -> Parse<()>,
) -> Parse<()> {
    p.expect_literal(open)?;
    while !p.at_literal(close) {
        item(p)?;
        if !p.at_literal(",") {
            break;
        }
        p.bump();
    }
    p.expect_literal(close)
}

/// `%a = %x, %b = %y` in parentheses: names of region arguments with their initial values.
pub fn assignments(p: &mut OpParser<'_>) -> Parse<SmallVec<[(ArgName, UseRef); 4]>> {
    let mut pairs = SmallVec::new();
    list(p, ["(", ")"], |p| {
        let arg = ArgName::read(p)?;
        p.expect_literal("=")?;
        let init = p.parse_use()?;
        pairs.push((arg, init));
        Ok(())
    })?;
    Ok(pairs)
}

/// `(%i, %j)`: the names of a region's arguments.
pub fn arg_names(p: &mut OpParser<'_>) -> Parse<SmallVec<[ArgName; 4]>> {
    let mut names = SmallVec::new();
    list(p, ["(", ")"], |p| {
        names.push(ArgName::read(p)?);
        Ok(())
    })?;
    Ok(names)
}

/// `(%a, %b)`: uses in parentheses.
pub fn paren_uses(p: &mut OpParser<'_>) -> Parse<SmallVec<[UseRef; 4]>> {
    p.expect_literal("(")?;
    let uses = p.parse_uses()?;
    p.expect_literal(")")?;
    Ok(uses)
}

/// `T, U`: at least one type.
pub fn type_list(p: &mut OpParser<'_>) -> Parse<SmallVec<[TypeId; 4]>> {
    let mut types = SmallVec::new();
    loop {
        types.push(p.parse_type()?);
        if !p.at_literal(",") {
            return Ok(types);
        }
        p.bump();
    }
}

/// Resolves uses with the same number of types and appends them to the operands.
pub fn push_operands(
    p: &mut OpParser<'_>,
    state: &mut OpState,
    uses: &[UseRef],
    types: &[TypeId],
) -> Parse<()> {
    p.check_count("operand types", uses.len(), types.len())?;
    for (used, &ty) in uses.iter().zip(types) {
        let value = p.resolve(*used, ty)?;
        state.operands.push(value);
    }
    Ok(())
}

/// Resolves uses that all have one type.
pub fn push_uniform(
    p: &mut OpParser<'_>,
    state: &mut OpState,
    uses: &[UseRef],
    ty: TypeId,
) -> Parse<()> {
    for used in uses {
        let value = p.resolve(*used, ty)?;
        state.operands.push(value);
    }
    Ok(())
}

/// Parses `{..}` into properties and discardable attributes, if present, and the clauses in front of it.
pub fn opt_attr_dict(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    p.parse_clauses(state)?;
    if p.at_literal("{") {
        let dict = p.parse_dict()?;
        state.take_dict(p, dict)?;
    }
    Ok(())
}

/// Parses `attributes {..}`, if present.
pub fn opt_attr_dict_with_keyword(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    if p.eat_word("attributes") {
        let dict = p.parse_dict()?;
        state.take_dict(p, dict)?;
    }
    Ok(())
}

/// Sets an inherent attribute by its name.
pub fn set_prop(p: &mut OpParser<'_>, state: &mut OpState, name: &'static str, attr: AttrId) {
    let name = p.ctx_mut().str(name);
    state.set(name, attr);
}

/// Sets a unit attribute if the next word is `word`.
pub fn opt_unit(p: &mut OpParser<'_>, state: &mut OpState, word: &str, name: &'static str) {
    if p.eat_word(word) {
        let unit = p.ctx_mut().unit_attr();
        set_prop(p, state, name, unit);
    }
}

/// An inherent attribute by its name.
pub fn prop(p: &OpPrinter<'_>, op: OpId, name: &str) -> Option<AttrId> {
    p.module().prop(op, p.module().ctx.find_str(name)?)
}

/// Prints trailing attributes, without those that are printed elsewhere.
pub fn print_dict_without(p: &mut OpPrinter<'_>, op: OpId, spelled: &[&str]) {
    let elide: SmallVec<[StrId; 8]> = spelled
        .iter()
        .filter_map(|name| p.module().ctx.find_str(name))
        .collect();
    p.attr_dict(op, &elide, false);
}

/// Like [`print_dict_without`], including attributes with default values.
pub fn print_full_dict_without(p: &mut OpPrinter<'_>, op: OpId, spelled: &[&str]) {
    let elide: SmallVec<[StrId; 16]> = spelled
        .iter()
        .filter_map(|name| p.module().ctx.find_str(name))
        .collect();
    p.full_attr_dict(op, &elide);
}

/// Sets the sizes of the operand groups.
pub fn set_segments(p: &mut OpParser<'_>, state: &mut OpState, sizes: &[usize]) {
    let sizes: SmallVec<[i64; 8]> = sizes.iter().map(|&size| size as i64).collect();
    let attr = p.ctx_mut().i32_array(&sizes);
    state.set(names::OPERAND_SEGMENT_SIZES, attr);
}

/// Parses a region, adds its implicit terminator, and appends it to the operation.
pub fn push_region(p: &mut OpParser<'_>, state: &mut OpState, args: &[EntryArg]) -> Parse<()> {
    let region = p.parse_region(args)?;
    p.ensure_terminator(state, region);
    state.regions.push(region);
    Ok(())
}

/// `-> types`, if present: appends them to the results of the operation.
pub fn push_arrow_results(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    if p.eat_literal("->") {
        let types = p.parse_fn_results()?;
        state.results.extend_from_slice(&types);
    }
    Ok(())
}

/// Parses `else {..}` as [`push_region`] does; without it, the region is empty.
pub fn push_else_region(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    if p.eat_word("else") {
        return push_region(p, state, &[]);
    }
    let region = p.module_mut().create_region();
    state.regions.push(region);
    Ok(())
}

/// ` {..} else {..}`, without an `else` for an empty second region.
pub(crate) fn print_branches(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let regions = module.regions(op);
    p.push(" ");
    p.region(regions[0], RegionStyle::BARE);
    if module.first_block(regions[1]).is_some() {
        p.push(" else ");
        p.region(regions[1], RegionStyle::BARE);
    }
}

/// Pairs names with types.
pub fn entry_args(
    names: &[ArgName],
    types: impl Iterator<Item = TypeId>,
) -> SmallVec<[EntryArg; 4]> {
    names
        .iter()
        .zip(types)
        .map(|(name, ty)| name.typed(ty))
        .collect()
}

/// `(%a = %x, %b = %y)`.
pub fn print_assignments(p: &mut OpPrinter<'_>, args: &[ValueId], inits: &[ValueId]) {
    p.push("(");
    for (index, (&arg, &init)) in args.iter().zip(inits).enumerate() {
        if index > 0 {
            p.push(", ");
        }
        p.value(arg);
        p.push(" = ");
        p.value(init);
    }
    p.push(")");
}

/// `(T, U)`.
pub fn print_paren_types(p: &mut OpPrinter<'_>, values: &[ValueId]) {
    p.push("(");
    p.types_of(values.iter().copied());
    p.push(")");
}

/// Prints trailing attributes, without those in `elide`.
pub fn print_attr_dict(p: &mut OpPrinter<'_>, op: OpId, elide: &[StrId]) {
    p.attr_dict(op, elide, false);
}
