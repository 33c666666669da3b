//! Custom forms of `vector`: transfers, contractions, products and masks.

use memplan_support::Sort;
use smallvec::SmallVec;

use crate::dialects::linalg_maps::ITERATORS;
use crate::ir::Span;
use crate::ir::{
    AffineExpr, AffineMap, AttrId, AttrKind, Dict, Module, OpId, TypeId, TypeKind, ValueId,
};
use crate::syntax::pieces::{
    Parse, attribute_expected, opt_attr_dict, print_dict_without, print_full_dict_without, prop,
    push_operands, push_uniform, set_prop, set_segments, type_list,
};
use crate::syntax::{OpParser, OpPrinter, OpState, ParseErrorKind, RegionStyle, UseRef};

/// `"parallel"` as `#dialect.iterator_type<parallel>`, in an array.
pub(super) fn typed_iterators(
    p: &mut OpParser<'_>,
    at: Span,
    dialect: &str,
    attr: AttrId,
) -> Parse<AttrId> {
    let AttrKind::Array(elements) = p.module().ctx.attr_kind(attr) else {
        return Ok(attr);
    };
    let elements = elements.clone();
    let dialect = p.ctx_mut().str(dialect);
    let mut typed = Vec::with_capacity(elements.len());
    for &element in &elements {
        let AttrKind::String { value, ty: None } = p.module().ctx.attr_kind(element) else {
            typed.push(element);
            continue;
        };
        let word = p.module().ctx.bytes(*value);
        let kind = ITERATORS
            .iter()
            .find(|kind| iterator_word(kind).as_bytes() == word);
        let Some(body) = kind else {
            let word = p.module().ctx.text(*value);
            let reason = format!("expected parallel or reduction, found \"{word}\"");
            return Err(p.invalid(at, "iterator type", reason));
        };
        let body = p.ctx_mut().str(body);
        typed.push(p.ctx_mut().attr(AttrKind::Opaque {
            dialect,
            body,
            ty: None,
        }));
    }
    Ok(p.ctx_mut().attr(AttrKind::Array(typed.into())))
}

/// The word in `iterator_type<word>`.
fn iterator_word(body: &str) -> &str {
    body.strip_prefix("iterator_type<")
        .and_then(|rest| rest.strip_suffix('>'))
        .unwrap_or(body)
}

/// Prints the syntax of [`typed_iterators`], as strings.
pub(super) fn print_iterators(p: &mut OpPrinter<'_>, attr: AttrId) {
    let ctx = &p.module().ctx;
    let AttrKind::Array(elements) = ctx.attr_kind(attr) else {
        p.attr(attr);
        return;
    };
    p.push("[");
    for (index, &element) in elements.iter().enumerate() {
        if index > 0 {
            p.push(", ");
        }
        match ctx.attr_kind(element) {
            AttrKind::Opaque { body, .. } => {
                let body = ctx.text(*body);
                p.string(iterator_word(&body).as_bytes());
            }
            _ => p.attr(element),
        }
    }
    p.push("]");
}

/// A dictionary, or an alias of one.
pub(super) fn dictionary(p: &mut OpParser<'_>) -> Parse<crate::ir::Dict> {
    if p.at_literal("{") {
        return p.parse_dict();
    }
    let at = p.here();
    let attr = p.parse_attr()?;
    let AttrKind::Dictionary(entries) = p.module().ctx.attr_kind(attr) else {
        return Err(attribute_expected(p, at, "a non-dictionary"));
    };
    let mut dict = crate::ir::Dict::default();
    for &(name, attr) in entries {
        dict.set(name, attr);
    }
    Ok(dict)
}

/// `{indexing_maps, iterator_types, kind} %a, %b, %c {..} : A, B into C`.
pub(in crate::dialects) fn parse_contract(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let at = p.here();
    let dict = dictionary(p)?;
    state.take_dict(p, dict)?;
    let iterators = p.ctx_mut().str("iterator_types");
    if let Some(attr) = state.props.get(iterators) {
        let typed = typed_iterators(p, at, "vector", attr)?;
        state.set(iterators, typed);
    }
    let uses = p.parse_uses()?;
    p.check_count("operands", 3, uses.len())?;
    opt_attr_dict(p, state)?;
    p.expect_literal(":")?;
    let mut types = type_list(p)?;
    // mlir-opt also accepts the type of the accumulator here, and ignores it.
    types.truncate(2);
    p.expect_literal("into")?;
    let result = p.parse_type()?;
    types.push(result);
    push_operands(p, state, &uses, &types)?;
    state.results.push(result);
    Ok(())
}

pub(in crate::dialects) fn print_contract(p: &mut OpPrinter<'_>, op: OpId) {
    const TRAIT: [&str; 3] = ["indexing_maps", "iterator_types", "kind"];
    let module = p.module();
    p.push(" {");
    let mut is_first = true;
    for name in TRAIT {
        let Some(attr) = prop(p, op, name) else {
            continue;
        };
        p.push(if is_first { "" } else { ", " });
        is_first = false;
        p.push(name);
        p.push(" = ");
        if name == "iterator_types" {
            print_iterators(p, attr);
        } else {
            p.attr(attr);
        }
    }
    p.push("} ");
    let operands = module.operands(op);
    p.values(operands);
    print_dict_without(p, op, &TRAIT);
    p.push(" : ");
    p.types_of(operands.iter().copied().take(2));
    p.push(" into ");
    p.types_of(module.results(op));
}

/// The vector type of all products of elements; the type of `a` if `b` is a scalar.
fn product_type(p: &mut OpParser<'_>, a: TypeId, b: TypeId) -> TypeId {
    let part = |ty| match p.module().ctx.type_kind(ty) {
        TypeKind::Vector {
            shape,
            scalable,
            element,
        } => Some((shape.clone(), scalable.clone(), *element)),
        _ => None,
    };
    match (part(a), part(b)) {
        (Some((a_shape, a_scalable, element)), Some((b_shape, b_scalable, _))) => {
            p.ctx_mut().ty(TypeKind::Vector {
                shape: a_shape.iter().chain(&b_shape[..]).copied().collect(),
                scalable: a_scalable.iter().chain(&b_scalable[..]).copied().collect(),
                element,
            })
        }
        _ => a,
    }
}

/// `%a, %b, %c {..} : A, B`.
pub(in crate::dialects) fn parse_outerproduct(
    p: &mut OpParser<'_>,
    state: &mut OpState,
) -> Parse<()> {
    let uses = p.parse_uses()?;
    if !matches!(uses.len(), 2 | 3) {
        return Err(p.expected("two operands, perhaps with an accumulator"));
    }
    opt_attr_dict(p, state)?;
    p.expect_literal(":")?;
    let types = type_list(p)?;
    p.check_count("operand types", 2, types.len())?;
    let result = product_type(p, types[0], types[1]);
    push_operands(p, state, &uses[..2], &types)?;
    push_uniform(p, state, &uses[2..], result)?;
    state.results.push(result);
    Ok(())
}

pub(in crate::dialects) fn print_outerproduct(p: &mut OpPrinter<'_>, op: OpId) {
    let operands = p.module().operands(op);
    p.push(" ");
    p.values(operands);
    if operands.len() > 2 {
        print_full_dict_without(p, op, &[]);
    } else {
        print_dict_without(p, op, &[]);
    }
    p.push(" : ");
    p.types_of(operands.iter().copied().take(2));
}

/// `%a, %b [0, 5, 1] {..} : A, B`.
pub(in crate::dialects) fn parse_shuffle(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let uses = p.parse_uses()?;
    let mask = p.int_list(64)?;
    let attr = p.ctx_mut().i64_array(&mask);
    set_prop(p, state, "mask", attr);
    opt_attr_dict(p, state)?;
    p.expect_literal(":")?;
    let at = p.here();
    let types = type_list(p)?;
    push_operands(p, state, &uses, &types)?;
    let TypeKind::Vector {
        shape,
        scalable,
        element,
    } = p.module().ctx.type_kind(types[0]).clone()
    else {
        return Err(p.invalid(at, "type", "expected a vector"));
    };
    // A rank-0 vector counts as a vector of one element.
    let rest = |all: &[i64]| all.get(1..).unwrap_or_default().to_vec();
    let mut new_shape = vec![mask.len() as i64];
    new_shape.extend(rest(&shape));
    let mut new_scalable = vec![false];
    new_scalable.extend(scalable.iter().skip(1));
    let result = p.ctx_mut().ty(TypeKind::Vector {
        shape: new_shape.into(),
        scalable: new_scalable.into(),
        element,
    });
    state.results.push(result);
    Ok(())
}

pub(in crate::dialects) fn print_shuffle(p: &mut OpPrinter<'_>, op: OpId) {
    print_masked(p, op);
    let operands = p.module().operands(op);
    p.types_of(operands.iter().copied());
}

/// The operands, their mask and the attributes of a shuffle, up to its types.
pub fn print_masked(p: &mut OpPrinter<'_>, op: OpId) {
    let operands = p.module().operands(op);
    p.push(" ");
    p.values(operands);
    p.push(" [");
    if let Some(key) = p.module().ctx.find_str("mask") {
        p.ints(p.module().prop_array(op, key));
    }
    p.push("]");
    print_dict_without(p, op, &["mask"]);
    p.push(" : ");
}

/// `%v {..} : V`; as many results as the vector has elements.
pub(in crate::dialects) fn parse_to_elements(
    p: &mut OpParser<'_>,
    state: &mut OpState,
) -> Parse<()> {
    /// Maximum number of results of an operation.
    const LIMIT: u64 = 65_535;
    let source = p.parse_use()?;
    opt_attr_dict(p, state)?;
    p.expect_literal(":")?;
    let at = p.here();
    let ty = p.parse_type()?;
    push_uniform(p, state, &[source], ty)?;
    let count = p.module().ctx.n_elements(ty).unwrap_or(0);
    if count > LIMIT {
        let what = "the number of results";
        return Err(p.err_at(at, ParseErrorKind::TooLarge { what, limit: LIMIT }));
    }
    let element = p.module().ctx.element_or_self(ty);
    state.results.resize(count as usize, element);
    Ok(())
}

pub(in crate::dialects) fn print_to_elements(p: &mut OpPrinter<'_>, op: OpId) {
    let operands = p.module().operands(op);
    p.push(" ");
    p.values(operands);
    p.attr_dict(op, &[], false);
    p.push(" : ");
    p.types_of(operands.iter().copied());
}

// Transfers.

fn rank(p: &OpParser<'_>, ty: TypeId) -> usize {
    p.module().ctx.shape(ty).map_or(0, <[i64]>::len)
}

/// The default map of a transfer: the last dimensions of the memory, in order.
fn default_map(p: &OpParser<'_>, memory: TypeId, vector: TypeId) -> AffineMap {
    let element = p.module().ctx.element_or_self(memory);
    let element_rank = match p.module().ctx.type_kind(element) {
        TypeKind::Vector { shape, .. } => shape.len(),
        _ => 0,
    };
    let dims = rank(p, memory);
    if dims == 0 && p.module().ctx.shape(vector) == Some(&[1]) {
        return AffineMap::constant(0);
    }
    let results = rank(p, vector).saturating_sub(element_rank).min(dims);
    minor_identity(dims, results)
}

fn minor_identity(dims: usize, results: usize) -> AffineMap {
    AffineMap {
        dims: dims as u32,
        symbols: 0,
        results: (dims - results..dims)
            .map(|dim| AffineExpr::Dim(dim as u32))
            .collect(),
    }
}

/// The type of a transfer's mask: the vector's sizes in the order of the memory's dimensions.
fn mask_type(p: &mut OpParser<'_>, vector: TypeId, map: &AffineMap) -> TypeId {
    let bit = p.ctx_mut().int_type(1);
    let TypeKind::Vector {
        shape, scalable, ..
    } = p.module().ctx.type_kind(vector)
    else {
        return bit;
    };
    let mut dims: Vec<(u32, i64, bool)> = map
        .results
        .iter()
        .zip(shape.iter().zip(&scalable[..]))
        .filter_map(|(expr, (&size, &is_scalable))| match expr {
            AffineExpr::Dim(dim) => Some((*dim, size, is_scalable)),
            _ => None,
        })
        .collect();
    dims.sort_stable_by_key(|(dim, ..)| *dim);
    if dims.is_empty() {
        dims.push((0, 1, false));
    }
    p.ctx_mut().ty(TypeKind::Vector {
        shape: dims.iter().map(|(_, size, _)| *size).collect(),
        scalable: dims.iter().map(|(.., is_scalable)| *is_scalable).collect(),
        element: bit,
    })
}

/// Sets the map and `in_bounds` if the text omits them, and returns the map.
fn complete_transfer(
    p: &mut OpParser<'_>,
    state: &mut OpState,
    memory: TypeId,
    vector: TypeId,
) -> AffineMap {
    let key = p.ctx_mut().str("permutation_map");
    let given = state
        .props
        .get(key)
        .map(|attr| p.module().ctx.attr_kind(attr));
    let map = match given {
        Some(AttrKind::AffineMap(map)) => map.clone(),
        _ => {
            let map = default_map(p, memory, vector);
            let attr = p.ctx_mut().attr(AttrKind::AffineMap(map.clone()));
            state.set(key, attr);
            map
        }
    };
    let key = p.ctx_mut().str("in_bounds");
    if state.props.get(key).is_none() {
        let bit = p.ctx_mut().int_type(1);
        let no = p.ctx_mut().int_attr(0, bit);
        let all = vec![no; map.results.len()];
        let attr = p.ctx_mut().attr(AttrKind::Array(all.into()));
        state.set(key, attr);
    }
    map
}

/// `, %mask {..} : A, B`.
fn mask_and_types(
    p: &mut OpParser<'_>,
    state: &mut OpState,
) -> Parse<(SmallVec<[UseRef; 1]>, [TypeId; 2])> {
    let mut mask = SmallVec::new();
    if p.eat_literal(",") {
        mask.push(p.parse_use()?);
    }
    opt_attr_dict(p, state)?;
    p.expect_literal(":")?;
    let types = type_list(p)?;
    p.check_count("types", 2, types.len())?;
    Ok((mask, [types[0], types[1]]))
}

/// `%m[%i], %padding, %mask {..} : M, V`.
pub(in crate::dialects) fn parse_transfer_read(
    p: &mut OpParser<'_>,
    state: &mut OpState,
) -> Parse<()> {
    let base = p.parse_use()?;
    p.expect_literal("[")?;
    let indices = p.parse_uses()?;
    p.expect_literal("]")?;
    p.expect_literal(",")?;
    let padding = p.parse_use()?;
    let (mask, [memory, vector]) = mask_and_types(p, state)?;
    let map = complete_transfer(p, state, memory, vector);
    let index = p.ctx_mut().index_type();
    let element = p.module().ctx.element_or_self(memory);
    push_uniform(p, state, &[base], memory)?;
    push_uniform(p, state, &indices, index)?;
    push_uniform(p, state, &[padding], element)?;
    if !mask.is_empty() {
        let ty = mask_type(p, vector, &map);
        push_uniform(p, state, &mask, ty)?;
    }
    set_segments(p, state, &[1, indices.len(), 1, mask.len()]);
    state.results.push(vector);
    Ok(())
}

/// The attributes of a transfer, without those that have their default value.
fn print_transfer_attrs(p: &mut OpPrinter<'_>, op: OpId) {
    let ctx = &p.module().ctx;
    let mut elide: SmallVec<[&str; 2]> = SmallVec::new();
    if let Some(attr) = prop(p, op, "permutation_map")
        && let AttrKind::AffineMap(map) = ctx.attr_kind(attr)
        && map.results.len() <= map.dims as usize
        && *map == minor_identity(map.dims as usize, map.results.len())
    {
        elide.push("permutation_map");
    }
    if let Some(attr) = prop(p, op, "in_bounds")
        && let AttrKind::Array(bounds) = ctx.attr_kind(attr)
        && bounds.iter().all(|&bound| ctx.attr_i64(bound) != Some(1))
    {
        elide.push("in_bounds");
    }
    print_dict_without(p, op, &elide);
}

pub(in crate::dialects) fn print_transfer_read(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let group = |index| module.operands_of(op, index);
    p.push(" ");
    p.values(group(0));
    p.push("[");
    p.values(group(1));
    p.push("], ");
    p.values(group(2));
    if !group(3).is_empty() {
        p.push(", ");
        p.values(group(3));
    }
    print_transfer_attrs(p, op);
    p.push(" : ");
    p.types_of(group(0).iter().copied());
    p.push(", ");
    p.types_of(module.results(op));
}

/// `%v, %m[%i], %mask {..} : V, M`.
pub(in crate::dialects) fn parse_transfer_write(
    p: &mut OpParser<'_>,
    state: &mut OpState,
) -> Parse<()> {
    let value = p.parse_use()?;
    p.expect_literal(",")?;
    let base = p.parse_use()?;
    p.expect_literal("[")?;
    let indices = p.parse_uses()?;
    p.expect_literal("]")?;
    let (mask, types) = mask_and_types(p, state)?;
    let [vector, memory] = types;
    let map = complete_transfer(p, state, memory, vector);
    let index = p.ctx_mut().index_type();
    push_operands(p, state, &[value, base], &types)?;
    push_uniform(p, state, &indices, index)?;
    if !mask.is_empty() {
        let ty = mask_type(p, vector, &map);
        push_uniform(p, state, &mask, ty)?;
    }
    set_segments(p, state, &[1, 1, indices.len(), mask.len()]);
    let is_tensor = p.module().ctx.is_tensor(memory);
    state.results.extend(is_tensor.then_some(memory));
    Ok(())
}

pub(in crate::dialects) fn print_transfer_write(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let group = |index| module.operands_of(op, index);
    p.push(" ");
    p.values(group(0));
    p.push(", ");
    p.values(group(1));
    p.push("[");
    p.values(group(2));
    p.push("]");
    if !group(3).is_empty() {
        p.push(", ");
        p.values(group(3));
    }
    print_transfer_attrs(p, op);
    p.push(" : ");
    p.types_of(module.operands(op).iter().copied().take(2));
}

// Masks.

/// `%mask, %passthru { op } {..} : M -> types`. The region yields the results of its only operation.
pub(in crate::dialects) fn parse_mask(p: &mut OpParser<'_>, state: &mut OpState) -> Parse<()> {
    let mask = p.parse_use()?;
    let mut passthru = SmallVec::<[_; 1]>::new();
    if p.eat_literal(",") {
        passthru.push(p.parse_use()?);
    }
    let region = p.parse_region(&[])?;
    if let Some(block) = p.module().first_block(region)
        && let Some(first) = p.module().first_op(block)
        && p.module().next_op(first).is_none()
        && !p
            .module()
            .has_trait(first, crate::dialects::Traits::TERMINATOR)
    {
        let results: SmallVec<[ValueId; 2]> = p.module().results(first).collect();
        p.emit(block, "vector.yield", &results, None, Dict::default());
    } else {
        p.ensure_terminator(state, region);
    }
    state.regions.push(region);
    opt_attr_dict(p, state)?;
    p.expect_literal(":")?;
    let ty = p.parse_type()?;
    push_uniform(p, state, &[mask], ty)?;
    if p.eat_literal("->") {
        let types = if p.at_literal("(") {
            p.parse_fn_results()?
        } else {
            type_list(p)?
        };
        state.results.extend_from_slice(&types);
    }
    let Some(&result) = state.results.first() else {
        return if passthru.is_empty() {
            Ok(())
        } else {
            Err(p.expected("a result type: there is a pass-through operand"))
        };
    };
    push_uniform(p, state, &passthru, result)
}

/// The custom form has no type for the pass-through operand, which is assumed to be that of the first result.
pub(in crate::dialects) fn is_mask_spelled(m: &Module, op: OpId) -> bool {
    let first = m.result(op, 0).map(|result| m.value_type(result));
    let mut passthru = m.operands(op).iter().skip(1);
    passthru.all(|&value| Some(m.value_type(value)) == first)
}

pub(in crate::dialects) fn print_mask(p: &mut OpPrinter<'_>, op: OpId) {
    let module = p.module();
    let operands = module.operands(op);
    p.push(" ");
    p.values(operands);
    p.push(" ");
    let region = module.regions(op)[0];
    match masked_op(p, region) {
        Some(masked) => {
            p.push("{ ");
            p.op_without_results(masked);
            p.push(" }");
        }
        None => p.region(region, RegionStyle::FULL),
    }
    p.attr_dict(op, &[], false);
    p.push(" : ");
    p.types_of(operands.iter().copied().take(1));
    if module.result_count(op) > 0 {
        p.push(" -> ");
        p.types_of(module.results(op));
    }
}

/// The only operation of a mask, if the region yields exactly its results. The terminator if there is no other
/// operation.
fn masked_op(p: &OpPrinter<'_>, region: crate::ir::RegionId) -> Option<OpId> {
    let module = p.module();
    let block = module.first_block(region)?;
    let first = module.first_op(block)?;
    let Some(yields) = module.next_op(first) else {
        let says_nothing = module.operands(first).is_empty() && module.attrs(first).is_empty();
        return says_nothing.then_some(first);
    };
    let is_whole = module.next_op(yields).is_none()
        && module.attrs(yields).is_empty()
        && module.next_block(block).is_none()
        && module
            .operands(yields)
            .iter()
            .copied()
            .eq(module.results(first));
    is_whole.then_some(first)
}
