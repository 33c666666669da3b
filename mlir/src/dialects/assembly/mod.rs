//! Custom forms that a format string cannot express, one file per dialect, and the pieces they
//! share.

pub(super) mod affine;
pub(super) mod affine_dma;
pub(super) mod affine_parallel;
pub(super) mod asynch;
pub(super) mod bufferization;
pub(super) mod func;
pub(super) mod gpu;
pub(super) mod linalg;
mod linalg_body;
pub(super) mod llvm;
pub(super) mod llvm_calls;
mod llvm_types;
pub(super) mod llvm_values;
pub(super) mod memref;
pub(super) mod misc;
pub(super) mod modern;
pub(super) mod scf;
pub(super) mod switch;
pub(super) mod tosa;
pub(super) mod vector;

use smallvec::SmallVec;

use crate::ir::{AttrId, LocId, OpId, StrId, TypeId, ValueId, names};
use crate::text::{EntryArg, OpParser, OpPrinter, OpState, ParseError, UseRef};

/// Result of an assembly hook's step.
pub(super) type Parse<T> = Result<T, Box<ParseError>>;

/// The name of a region argument, perhaps with a location.
#[derive(Clone, Copy, Debug)]
struct ArgName {
    name: UseRef,
    loc: Option<LocId>,
}

impl ArgName {
    /// `%a` or `%a loc(..)`.
    fn read(p: &mut OpParser<'_>) -> Parse<Self> {
        let name = p.parse_value_name()?;
        let loc = p.try_parse_trailing_loc()?;
        Ok(Self { name, loc })
    }

    fn typed(self, ty: TypeId) -> EntryArg {
        let Self { name, loc } = self;
        EntryArg { name, ty, loc }
    }
}

/// `%a = %x, %b = %y` between parentheses: names of region arguments with what they start from.
fn assignments(p: &mut OpParser<'_>) -> Parse<SmallVec<[(ArgName, UseRef); 4]>> {
    let mut pairs = SmallVec::new();
    p.expect_literal("(")?;
    while !p.at_literal(")") {
        let arg = ArgName::read(p)?;
        p.expect_literal("=")?;
        let init = p.parse_use()?;
        pairs.push((arg, init));
        if !p.at_literal(",") {
            break;
        }
        p.bump();
    }
    p.expect_literal(")")?;
    Ok(pairs)
}

/// `(%i, %j)`: names that a region's arguments get.
fn arg_names(p: &mut OpParser<'_>) -> Parse<SmallVec<[ArgName; 4]>> {
    let mut names = SmallVec::new();
    p.expect_literal("(")?;
    while !p.at_literal(")") {
        names.push(ArgName::read(p)?);
        if !p.at_literal(",") {
            break;
        }
        p.bump();
    }
    p.expect_literal(")")?;
    Ok(names)
}

/// `(%a, %b)`: uses between parentheses.
fn paren_uses(p: &mut OpParser<'_>) -> Parse<SmallVec<[UseRef; 4]>> {
    p.expect_literal("(")?;
    let uses = p.parse_uses()?;
    p.expect_literal(")")?;
    Ok(uses)
}

/// `T, U`: at least one type.
fn type_list(p: &mut OpParser<'_>) -> Parse<SmallVec<[TypeId; 4]>> {
    let mut types = SmallVec::new();
    loop {
        types.push(p.parse_type()?);
        if !p.at_literal(",") {
            return Ok(types);
        }
        p.bump();
    }
}

/// Resolves uses against as many types and appends them to the operands.
fn push_operands(
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
fn push_uniform(
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

/// Reads `{..}` into properties and discardable attributes, if it is there.
fn opt_attr_dict(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    if p.at_literal("{") {
        let dict = p.parse_dict()?;
        state.take_dict(p, dict)?;
    }
    Ok(())
}

/// Reads `attributes {..}`, if it is there.
fn opt_attr_dict_with_keyword(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    if p.eat_word("attributes") {
        let dict = p.parse_dict()?;
        state.take_dict(p, dict)?;
    }
    Ok(())
}

/// Sets an inherent attribute by its name.
fn set_prop(p: &mut OpParser<'_>, state: &mut OpState, name: &'static str, attr: AttrId) {
    let name = p.module.ctx.str(name);
    state.set(name, attr);
}

/// Sets a unit attribute if the next word is `word`.
fn opt_unit(p: &mut OpParser<'_>, state: &mut OpState, word: &str, name: &'static str) {
    if p.eat_word(word) {
        let unit = p.module.ctx.unit_attr();
        set_prop(p, state, name, unit);
    }
}

/// An inherent attribute by its name.
fn prop(p: &OpPrinter<'_>, op: OpId, name: &str) -> Option<AttrId> {
    p.module.prop(op, p.module.ctx.find_str(name)?)
}

/// Attributes behind everything else, without those that the text spells elsewhere.
fn print_dict_without(p: &mut OpPrinter<'_>, op: OpId, spelled: &[&str]) {
    let elide: SmallVec<[StrId; 8]> = spelled
        .iter()
        .filter_map(|name| p.module.ctx.find_str(name))
        .collect();
    p.attr_dict(op, &elide, false);
}

/// As [`print_dict_without`], with attributes that have their default.
fn print_full_dict_without(p: &mut OpPrinter<'_>, op: OpId, spelled: &[&str]) {
    let elide: SmallVec<[StrId; 16]> = spelled
        .iter()
        .filter_map(|name| p.module.ctx.find_str(name))
        .collect();
    p.full_attr_dict(op, &elide);
}

/// Records the sizes of the operand groups.
fn set_segments(p: &mut OpParser<'_>, state: &mut OpState, sizes: &[usize]) {
    let sizes: SmallVec<[i64; 8]> = sizes.iter().map(|&size| size as i64).collect();
    let attr = p.module.ctx.i32_array(&sizes);
    state.set(names::OPERAND_SEGMENT_SIZES, attr);
}

/// Reads a region, adds its implicit terminator, and gives it to the operation.
fn push_region(p: &mut OpParser<'_>, state: &mut OpState, args: &[EntryArg]) -> Parse<()> {
    let region = p.parse_region(args)?;
    p.ensure_terminator(state, region);
    state.regions.push(region);
    Ok(())
}

/// Pairs names with types.
fn entry_args(names: &[ArgName], types: impl Iterator<Item = TypeId>) -> SmallVec<[EntryArg; 4]> {
    names
        .iter()
        .zip(types)
        .map(|(name, ty)| name.typed(ty))
        .collect()
}

/// ` (%a = %x, %b = %y)` behind a keyword.
fn print_assignments(p: &mut OpPrinter<'_>, args: &[ValueId], inits: &[ValueId]) {
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
fn print_paren_types(p: &mut OpPrinter<'_>, values: &[ValueId]) {
    p.push("(");
    p.types_of(values.iter().copied());
    p.push(")");
}

/// Attributes behind everything else, with the given ones left out.
fn print_attr_dict(p: &mut OpPrinter<'_>, op: crate::ir::OpId, elide: &[StrId]) {
    p.attr_dict(op, elide, false);
}
