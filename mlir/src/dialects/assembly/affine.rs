//! Custom forms of `affine`: bounds, subscripts and conditions that are affine maps and sets.
//!
//! Two notations share the dialect: a map with its operands, `#map(%d)[%s]`, and a map written over
//! the values themselves, `%m[%i + symbol(%n)]`.

use smallvec::SmallVec;

use crate::ir::{AffineMap, AttrId, AttrKind, IntValue, OpId, TypeId, ValueId};
use crate::syntax::pieces::{
    ArgName, Parse, assignments, attribute_expected, entry_args, opt_attr_dict, print_assignments,
    print_branches, print_dict_without, print_paren_types, prop, push_arrow_results,
    push_else_region, push_operands, push_region, push_uniform, set_prop, set_segments,
};
use crate::syntax::{EntryArg, OpParser, OpPrinter, OpState, RegionStyle, UseRef};

type Uses = SmallVec<[UseRef; 4]>;

/// `(%d)[%s]`, whose numbers must match the dimensions and symbols of a map or set.
fn dims_and_symbols(p: &mut OpParser<'_>, dims: u32, symbols: u32) -> Parse<Uses> {
    p.expect_literal("(")?;
    let mut uses = p.parse_uses()?;
    p.expect_literal(")")?;
    p.check_count("dimension operands", dims as usize, uses.len())?;
    if p.eat_literal("[") {
        uses.extend(p.parse_uses()?);
        p.expect_literal("]")?;
    }
    let n_symbols = uses.len() - dims as usize;
    p.check_count("symbol operands", symbols as usize, n_symbols)?;
    Ok(uses)
}

fn print_dims_and_symbols(p: &mut OpPrinter<'_>, operands: &[ValueId], dims: u32) {
    let (dims, symbols) = operands.split_at((dims as usize).min(operands.len()));
    p.push("(");
    p.values(dims);
    p.push(")");
    if !symbols.is_empty() {
        p.push("[");
        p.values(symbols);
        p.push("]");
    }
}

/// An attribute that must be an affine map.
fn map_attr(p: &mut OpParser<'_>) -> Parse<(AttrId, AffineMap)> {
    let at = p.here();
    let attr = p.parse_attr()?;
    match p.module().ctx.attr_kind(attr) {
        AttrKind::AffineMap(map) => Ok((attr, map.clone())),
        _ => Err(attribute_expected(p, at, "no affine map")),
    }
}

fn map_of<'m>(p: &OpPrinter<'m>, op: OpId, name: &str) -> Option<&'m AffineMap> {
    let attr = prop(p, op, name)?;
    match p.module().ctx.attr_kind(attr) {
        AttrKind::AffineMap(map) => Some(map),
        _ => None,
    }
}

fn push_indices(p: &mut OpParser<'_>, state: &mut OpState, uses: &[UseRef]) -> Parse<()> {
    let index = p.ctx_mut().index_type();
    push_uniform(p, state, uses, index)
}

// Maps with their operands.

/// `#map(%d)[%s] {..}`: an index.
pub(in crate::dialects) fn parse_map(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let (attr, map) = map_attr(p)?;
    set_prop(p, state, "map", attr);
    let uses = dims_and_symbols(p, map.dims, map.symbols)?;
    push_indices(p, state, &uses)?;
    opt_attr_dict(p, state)?;
    let index = p.ctx_mut().index_type();
    state.results.push(index);
    Ok(())
}

pub(in crate::dialects) fn print_map(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    if let (Some(attr), Some(map)) = (prop(p, op, "map"), map_of(p, op, "map")) {
        p.push(" ");
        p.attr(attr);
        print_dims_and_symbols(p, module.operands(op), map.dims);
    }
    print_dict_without(p, op, &["map"]);
}

/// `#set(%d)[%s] -> types {..} else {..}`.
pub(in crate::dialects) fn parse_if(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let at = p.here();
    let attr = p.parse_attr()?;
    let AttrKind::IntegerSet(set) = p.module().ctx.attr_kind(attr) else {
        return Err(attribute_expected(p, at, "no integer set"));
    };
    let (dims, symbols) = (set.dims, set.symbols);
    set_prop(p, state, "condition", attr);
    let uses = dims_and_symbols(p, dims, symbols)?;
    push_indices(p, state, &uses)?;
    push_arrow_results(p, state)?;
    push_region(p, state, &[])?;
    push_else_region(p, state)?;
    opt_attr_dict(p, state)
}

pub(in crate::dialects) fn print_if(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    if let Some(attr) = condition(p, op)
        && let AttrKind::IntegerSet(set) = module.ctx.attr_kind(attr)
    {
        p.push(" ");
        p.attr(attr);
        print_dims_and_symbols(p, module.operands(op), set.dims);
    }
    if module.result_count(op) > 0 {
        p.push(" -> ");
        p.result_types(op);
    }
    print_branches(p, op);
    print_dict_without(p, op, &["condition"]);
}

fn condition(p: &OpPrinter<'_>, op: OpId) -> Option<AttrId> {
    prop(p, op, "condition")
}

// Maps over values.

/// `%m[%i + 1]`; returns the memref, and the values of its subscripts. Sets the map.
fn subscripted(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<(UseRef, Uses)> {
    let memref = p.parse_use()?;
    p.expect_literal("[")?;
    let (map, uses) = p.parse_map_of_uses("]")?;
    let attr = p.ctx_mut().attr(AttrKind::AffineMap(map));
    set_prop(p, state, "map", attr);
    let mut indices = uses.dims;
    indices.extend(uses.symbols);
    Ok((memref, indices))
}

/// ` %m[%i + 1]`.
fn print_subscripted(p: &mut OpPrinter<'_>, op: OpId, memref: usize) {
    let operands = p.module().operands(op);
    let (Some(&value), Some(map)) = (operands.get(memref), map_of(p, op, "map")) else {
        return;
    };
    p.push(" ");
    p.value(value);
    p.push("[");
    p.affine_results(map, &operands[memref + 1..]);
    p.push("]");
}

/// `%m[..] {..} : T`, followed by a vector type if `is_vector`.
fn load(p: &mut OpParser<'_>, state: &mut OpState, is_vector: bool) -> Parse<()> {
    let (memref, indices) = subscripted(p, state)?;
    opt_attr_dict(p, state)?;
    p.expect_literal(":")?;
    let ty = p.parse_type()?;
    let result = if is_vector {
        p.expect_literal(",")?;
        p.parse_type()?
    } else {
        p.module().ctx.element_or_self(ty)
    };
    push_uniform(p, state, &[memref], ty)?;
    push_indices(p, state, &indices)?;
    state.results.push(result);
    Ok(())
}

pub(in crate::dialects) fn parse_load(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    load(p, state, false)
}

pub(in crate::dialects) fn parse_vector_load(
    p: &mut OpParser<'_>,
    state: &mut OpState,
) -> Parse<()> {
    load(p, state, true)
}

pub(in crate::dialects) fn print_load(p: &mut OpPrinter<'_>, op: OpId) {
    print_subscripted(p, op, 0);
    print_dict_without(p, op, &["map"]);
    print_access_types(p, op, 0);
}

pub(in crate::dialects) fn print_vector_load(p: &mut OpPrinter<'_>, op: OpId) {
    print_load(p, op);
    p.push(", ");
    p.types_of(p.module().results(op));
}

fn print_access_types(p: &mut OpPrinter<'_>, op: OpId, memref: usize) {
    p.push(" : ");
    if let Some(&value) = p.module().operands(op).get(memref) {
        p.ty(p.module().value_type(value));
    }
}

/// `%v, %m[..] {..} : T`, followed by a vector type if `is_vector`.
fn store(p: &mut OpParser<'_>, state: &mut OpState, is_vector: bool) -> Parse<()> {
    let value = p.parse_use()?;
    p.expect_literal(",")?;
    let (memref, indices) = subscripted(p, state)?;
    opt_attr_dict(p, state)?;
    p.expect_literal(":")?;
    let ty = p.parse_type()?;
    let value_ty = if is_vector {
        p.expect_literal(",")?;
        p.parse_type()?
    } else {
        p.module().ctx.element_or_self(ty)
    };
    push_operands(p, state, &[value, memref], &[value_ty, ty])?;
    push_indices(p, state, &indices)
}

pub(in crate::dialects) fn parse_store(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    store(p, state, false)
}

pub(in crate::dialects) fn parse_vector_store(
    p: &mut OpParser<'_>,
    state: &mut OpState,
) -> Parse<()> {
    store(p, state, true)
}

pub(in crate::dialects) fn print_store(p: &mut OpPrinter<'_>, op: OpId) {
    p.push(" ");
    p.values(&p.module().operands(op)[..1]);
    p.push(",");
    print_subscripted(p, op, 1);
    print_dict_without(p, op, &["map"]);
    print_access_types(p, op, 1);
}

pub(in crate::dialects) fn print_vector_store(p: &mut OpPrinter<'_>, op: OpId) {
    print_store(p, op);
    p.push(", ");
    p.types_of(p.module().operands(op)[..1].iter().copied());
}

/// `%m[..], read, locality<3>, data {..} : T`.
pub(in crate::dialects) fn parse_prefetch(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let (memref, indices) = subscripted(p, state)?;
    p.expect_literal(",")?;
    super::memref::parse_prefetch_hints(p, state)?;
    opt_attr_dict(p, state)?;
    p.expect_literal(":")?;
    let ty = p.parse_type()?;
    push_uniform(p, state, &[memref], ty)?;
    push_indices(p, state, &indices)
}

pub(in crate::dialects) fn print_prefetch(p: &mut OpPrinter<'_>, op: OpId) {
    print_subscripted(p, op, 0);
    super::memref::print_prefetch_hints(p, op);
    print_dict_without(p, op, &["map", "isWrite", "localityHint", "isDataCache"]);
    print_access_types(p, op, 0);
}

// Loops.

/// `5`, `%n`, or `max #map(%d)[%s]`: the map and its operands.
fn bound(p: &mut OpParser<'_>, keyword: &'static str) -> Parse<(AttrId, Uses)> {
    let has_keyword = p.eat_word(keyword);
    if p.word().first() == Some(&b'%') {
        let used = p.parse_use()?;
        let map = AffineMap {
            dims: 0,
            symbols: 1,
            results: vec![crate::ir::AffineExpr::Symbol(0)],
        };
        let attr = p.ctx_mut().attr(AttrKind::AffineMap(map));
        return Ok((attr, SmallVec::from_slice(&[used])));
    }
    let at = p.here();
    let index = p.ctx_mut().index_type();
    let attr = p.parse_attr_with_type_hint(Some(index))?;
    match p.module().ctx.attr_kind(attr).clone() {
        AttrKind::AffineMap(map) => {
            let uses = dims_and_symbols(p, map.dims, map.symbols)?;
            if map.results.len() > 1 && !has_keyword {
                let reason = format!("a map with several results needs `{keyword}` before it");
                return Err(p.invalid(at, "loop bound", reason));
            }
            Ok((attr, uses))
        }
        AttrKind::Integer {
            value: IntValue::Small(value),
            ..
        } => {
            let map = AttrKind::AffineMap(AffineMap::constant(value));
            Ok((p.ctx_mut().attr(map), Uses::new()))
        }
        _ => Err(p.invalid(at, "loop bound", "expected an integer or an affine map")),
    }
}

fn print_bound(p: &mut OpPrinter<'_>, keyword: &str, attr: Option<AttrId>, operands: &[ValueId]) {
    let Some(attr) = attr else { return };
    let AttrKind::AffineMap(map) = p.module().ctx.attr_kind(attr) else {
        return;
    };
    match &map.results[..] {
        [crate::ir::AffineExpr::Constant(value)] if map.n_inputs() == 0 => {
            p.ints(&[*value]);
            return;
        }
        [crate::ir::AffineExpr::Symbol(_)] if map.dims == 0 && map.symbols == 1 => {
            p.values(operands);
            return;
        }
        [_] => {}
        _ => {
            p.push(keyword);
            p.push(" ");
        }
    }
    p.attr(attr);
    print_dims_and_symbols(p, operands, map.dims);
}

/// `%i = lower to upper step 2 iter_args(%a = %x) -> types {..} {..}`.
pub(in crate::dialects) fn parse_for(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let iv = ArgName::read(p)?;
    p.expect_literal("=")?;
    let (lower, lower_uses) = bound(p, "max")?;
    p.expect_literal("to")?;
    let (upper, upper_uses) = bound(p, "min")?;
    set_prop(p, state, "lowerBoundMap", lower);
    set_prop(p, state, "upperBoundMap", upper);
    push_indices(p, state, &lower_uses)?;
    push_indices(p, state, &upper_uses)?;
    let index = p.ctx_mut().index_type();
    if p.eat_word("step") {
        let at = p.here();
        let step = p.parse_i64()?;
        if step < 0 {
            return Err(p.invalid(at, "step", "expected a positive integer"));
        }
        let step = p.ctx_mut().index_attr(step);
        set_prop(p, state, "step", step);
    }
    let mut carried = SmallVec::new();
    let mut types: SmallVec<[TypeId; 4]> = SmallVec::new();
    if p.eat_word("iter_args") {
        carried = assignments(p)?;
        p.expect_literal("->")?;
        types = p.parse_fn_results()?;
    }
    let inits: Uses = carried.iter().map(|(_, init)| *init).collect();
    push_operands(p, state, &inits, &types)?;
    let sizes = [lower_uses.len(), upper_uses.len(), inits.len()];
    set_segments(p, state, &sizes);
    let mut args: SmallVec<[EntryArg; 4]> = SmallVec::new();
    args.push(iv.typed(index));
    let names: SmallVec<[ArgName; 4]> = carried.iter().map(|(name, _)| *name).collect();
    args.extend(entry_args(&names, types.iter().copied()));
    push_region(p, state, &args)?;
    state.results.extend_from_slice(&types);
    opt_attr_dict(p, state)
}

pub(in crate::dialects) fn print_for(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let Some(entry) = module.first_block(module.regions(op)[0]) else {
        return;
    };
    let args = module.block_args(entry);
    let group = |index| module.operands_of(op, index);
    p.push(" ");
    p.values(&args[..1.min(args.len())]);
    p.push(" = ");
    let (lower, upper) = (prop(p, op, "lowerBoundMap"), prop(p, op, "upperBoundMap"));
    print_bound(p, "max", lower, group(0));
    p.push(" to ");
    print_bound(p, "min", upper, group(1));
    let step = prop(p, op, "step").and_then(|attr| module.ctx.attr_i64(attr));
    if let Some(step) = step
        && step != 1
    {
        p.push(" step ");
        p.ints(&[step]);
    }
    let inits = group(2);
    if !inits.is_empty() {
        p.push(" iter_args");
        print_assignments(p, args.get(1..).unwrap_or_default(), inits);
        p.push(" -> ");
        print_paren_types(p, inits);
    }
    p.push(" ");
    p.region(module.regions(op)[0], RegionStyle::BARE);
    print_dict_without(p, op, &["lowerBoundMap", "upperBoundMap", "step"]);
}
