//! Rules of the `linalg` dialect: operands, maps, body and results of a structured operation are
//! consistent.
//!
//! The maps of named operations follow from their names; other operations have them as attributes. Sizes are
//! compared if both are static.

use crate::verifier::VerifyErrorKind;
use smallvec::{SmallVec, smallvec};

use super::{
    Checked, count, int_list, invalid, is_permutation, operand_type, type_is, types_are, wrong_type,
};
use crate::dialects::IndexingMaps;
use crate::dialects::linalg_maps::{self, ITERATORS, maps, n_windows};
use crate::ir::shapes::compatible_shapes;
use crate::ir::{
    AffineExpr, AffineMap, AttrId, AttrKind, DYNAMIC, Module, OpId, TypeId, TypeKind, ValueId,
    names,
};

/// Types of operands: few.
type Types = SmallVec<[TypeId; 4]>;

/// The body argument for an operand: an element of a tensor or memref, any other value itself.
fn body_type(m: &Module, value: ValueId) -> TypeId {
    let ty = m.value_type(value);
    match m.ctx.type_kind(ty) {
        TypeKind::MemRef(_) | TypeKind::Tensor { .. } => m.ctx.element_type(ty).unwrap_or(ty),
        _ => ty,
    }
}

fn operand_shape(m: &Module, value: ValueId) -> &[i64] {
    m.ctx.shape(m.value_type(value)).unwrap_or(&[])
}

/// The operands that are written.
fn outputs(m: &Module, op: OpId) -> &[ValueId] {
    let group = m.def(op).and_then(|def| def.destination).unwrap_or("");
    m.operand_group(op, group)
}

/// The body takes the operands and yields the outputs, the outputs that are tensors have results, and the
/// operands are either tensors or memrefs.
pub(crate) fn structured(m: &Module, op: OpId) -> Checked {
    let operands = m.operands(op);
    let types = || operands.iter().map(|&value| m.value_type(value));
    if types().any(|ty| m.ctx.is_tensor(ty)) && types().any(|ty| m.ctx.is_memref(ty)) {
        let reason = "expected to have pure tensor or buffer semantics";
        return Err(invalid("mixed-semantics", reason));
    }
    let outputs = outputs(m, op);
    let tensors: Types = outputs
        .iter()
        .map(|&value| m.value_type(value))
        .filter(|&ty| m.ctx.is_tensor(ty))
        .collect();
    let results = m.results(op).map(|result| m.value_type(result));
    types_are(m, "result(s)", tensors.into_iter(), results)?;

    let body = m
        .regions(op)
        .first()
        .and_then(|&region| m.first_block(region));
    let of_body = |&value: &ValueId| body_type(m, value);
    let args = body.map_or(&[][..], |body| m.block_args(body));
    let args = args.iter().map(|&arg| m.value_type(arg));
    types_are(
        m,
        "argument(s) of its body",
        operands.iter().map(of_body),
        args,
    )?;
    let Some(last) = body.and_then(|body| m.last_op(body)) else {
        return Ok(());
    };
    let yielded = m.operands(last).iter().map(|&value| m.value_type(value));
    types_are(m, "yielded value(s)", outputs.iter().map(of_body), yielded)
}

/// Whether a type is a memref or tensor.
fn is_shaped(m: &Module, ty: TypeId) -> bool {
    m.ctx.is_tensor(ty) || m.ctx.is_memref(ty)
}

/// Like [`mapped`]; the body is that of a contraction.
pub(crate) fn mapped_contraction(m: &Module, op: OpId) -> Checked {
    mapped(m, op)?;
    contraction_body(m, op)
}

/// Like [`named`]; the body is that of a contraction.
pub(crate) fn contraction(m: &Module, op: OpId) -> Checked {
    named(m, op)?;
    contraction_body(m, op)
}

/// The body of a contraction adds the product of its two inputs to the output, in any order and with
/// casts anywhere.
fn contraction_body(m: &Module, op: OpId) -> Checked {
    if accumulates_product(m, op).unwrap_or(false) {
        return Ok(());
    }
    let reason = "its body must add the product of the two inputs to the output";
    Err(invalid("contraction-body", reason))
}

fn accumulates_product(m: &Module, op: OpId) -> Option<bool> {
    let block = m.first_block(*m.regions(op).first()?)?;
    let &[lhs, rhs, out] = m.block_args(block) else {
        return None;
    };
    let &[yielded] = m.operands(m.last_op(block)?) else {
        return None;
    };
    let sum = m.defining_op(uncast(m, yielded))?;
    let product = match operands_uncast(m, sum)? {
        [a, b] if a == out => b,
        [a, b] if b == out => a,
        _ => return Some(false),
    };
    let product = m.defining_op(product)?;
    let factors = operands_uncast(m, product)?;
    let names = (m.op_name_text(product), m.op_name_text(sum));
    let is_pair = CONTRACTIONS.contains(&(&*names.0, &*names.1));
    Some(is_pair && (factors == [lhs, rhs] || factors == [rhs, lhs]))
}

/// The products and sums of contractions.
const CONTRACTIONS: [(&str, &str); 4] = [
    ("arith.mulf", "arith.addf"),
    ("arith.muli", "arith.addi"),
    ("complex.mul", "complex.add"),
    ("arith.andi", "arith.ori"),
];

/// The operands of a binary operation, before any casts.
fn operands_uncast(m: &Module, op: OpId) -> Option<[ValueId; 2]> {
    match m.operands(op) {
        &[a, b] if m.result_count(op) == 1 => Some([uncast(m, a), uncast(m, b)]),
        _ => None,
    }
}

/// The value that a chain of unary operations starts from.
fn uncast(m: &Module, mut value: ValueId) -> ValueId {
    while let Some(op) = m.defining_op(value) {
        match m.operands(op) {
            &[source] if m.result_count(op) == 1 => value = source,
            _ => break,
        }
    }
    value
}

/// Like [`structured`], with the maps that follow from the operation's name.
pub(crate) fn named(m: &Module, op: OpId) -> Checked {
    structured(m, op)?;
    let operands = m.operands(op);
    let (Some(def), Some(&out)) = (m.def(op), operands.last()) else {
        return Ok(());
    };
    let rank = operand_shape(m, out).len();
    let (strides, dilations) = (window(m, op, "strides")?, window(m, op, "dilations")?);
    let Some(mut maps) = maps(
        def.indexing_maps,
        operands.len(),
        rank,
        &strides,
        &dilations,
    ) else {
        return Ok(());
    };
    if def.indexing_maps == IndexingMaps::Elementwise {
        // An operand of rank 0 is broadcast to every element.
        for (map, &operand) in maps.iter_mut().zip(operands) {
            if operand_shape(m, operand).is_empty() {
                map.results.clear();
            }
        }
    }
    let maps: Vec<&AffineMap> = maps.iter().collect();
    count("operand(s)", maps.len(), operands.len())?;
    for (map, &operand) in maps.iter().zip(operands) {
        let rank = operand_shape(m, operand).len();
        count("dimension(s) of an operand", map.results.len(), rank)?;
    }
    let loops = maps.first().map_or(0, |map| map.dims as usize);
    check_sizes(m, operands, &maps, loops)
}

/// The factors of a window, one for each of its dimensions; none when the attribute is absent.
fn window(m: &Module, op: OpId, name: &str) -> Result<Vec<i64>, VerifyErrorKind> {
    let Some(attr) = m.ctx.find_str(name).and_then(|name| m.prop(op, name)) else {
        return Ok(Vec::new());
    };
    let n = m.def(op).map_or(0, |def| n_windows(def.indexing_maps));
    let factors = linalg_maps::window(&m.ctx, attr, n);
    if factors.as_ref().is_some_and(|factors| factors.contains(&0)) {
        return Err(invalid("window", format!("`{name}` must not be 0")));
    }
    factors.ok_or_else(|| invalid("window", format!("`{name}` must be dense, {n} of i64")))
}

/// The value has the type of the elements.
pub(crate) fn fill(m: &Module, op: OpId) -> Checked {
    structured(m, op)?;
    if let Some(ty) = operand_type(m, op, 0)
        && is_shaped(m, ty)
    {
        return Err(wrong_type(m, "value", "a scalar or vector", ty));
    }
    if let Some(ty) = operand_type(m, op, 1)
        && !is_shaped(m, ty)
    {
        return Err(wrong_type(m, "output", "a tensor or memref", ty));
    }
    if let &[value, out] = m.operands(op) {
        type_is(m, "fill value", body_type(m, out), body_type(m, value))?;
    }
    Ok(())
}

/// The output has the shape of the input, and the dimension exists.
pub(crate) fn softmax(m: &Module, op: OpId) -> Checked {
    let &[input, output] = m.operands(op) else {
        return Ok(());
    };
    let (from, to) = (operand_shape(m, input), operand_shape(m, output));
    if !compatible_shapes(from, to) {
        let ty = m.value_type(output);
        return Err(wrong_type(m, "output", "of the shape of the input", ty));
    }
    let name = m.ctx.find_str("dimension");
    let dim = name.and_then(|name| m.prop_i64(op, name)).unwrap_or(0);
    if !(0..from.len() as i64).contains(&dim) {
        let reason = format!("the dimension should be in the range [0, {})", from.len());
        return Err(invalid("dimension", reason));
    }
    Ok(())
}

/// The kind of each loop is valid.
pub(crate) fn iterators(m: &Module, op: OpId) -> Checked {
    let is_kind = |&attr: &AttrId| match m.ctx.attr_kind(attr) {
        AttrKind::Opaque { body, .. } => {
            let body = m.ctx.bytes(*body);
            ITERATORS.iter().any(|kind| kind.as_bytes() == body)
        }
        _ => false,
    };
    let iterators = m.prop_elements(op, names::ITERATOR_TYPES);
    match iterators.iter().find(|attr| !is_kind(attr)) {
        Some(&other) => Err(invalid(
            "iterator-type",
            format!(
                "a loop is `iterator_type` parallel or reduction, found {}",
                m.ctx.attr_summary(other)
            ),
        )),
        None => Ok(()),
    }
}

/// Like [`structured`], with the maps of the operation's attribute.
pub(crate) fn mapped(m: &Module, op: OpId) -> Checked {
    structured(m, op)?;
    iterators(m, op)?;
    let Some(AttrKind::Array(attrs)) = m
        .prop(op, names::INDEXING_MAPS)
        .map(|attr| m.ctx.attr_kind(attr))
    else {
        return Ok(());
    };
    let operands = m.operands(op);
    count("indexing map(s)", operands.len(), attrs.len())?;
    let mut maps: SmallVec<[&AffineMap; 4]> = SmallVec::new();
    for &attr in attrs {
        match m.ctx.attr_kind(attr) {
            AttrKind::AffineMap(map) => maps.push(map),
            _ => return Err(invalid("indexing-maps", "each must be an affine map")),
        }
    }
    let loops = match m
        .prop(op, names::ITERATOR_TYPES)
        .map(|attr| m.ctx.attr_kind(attr))
    {
        Some(AttrKind::Array(iterators)) => iterators.len(),
        _ => maps.first().map_or(0, |map| map.dims as usize),
    };
    for (map, &operand) in maps.iter().zip(operands) {
        if map.symbols > 0 {
            return Err(invalid("indexing-maps", "they may not have symbols"));
        }
        count("dimension(s) of each map", loops, map.dims as usize)?;
        let rank = operand_shape(m, operand).len();
        count(
            "result(s) of the map of an operand",
            rank,
            map.results.len(),
        )?;
    }
    check_sizes(m, operands, &maps, loops)
}

/// Every loop has a size, taken from the first operand dimension that it alone indexes, and no operand is too
/// small for the loops that index it.
fn check_sizes(m: &Module, operands: &[ValueId], maps: &[&AffineMap], loops: usize) -> Checked {
    let mut sizes: SmallVec<[Option<i64>; 8]> = smallvec![None; loops];
    for (map, &operand) in maps.iter().zip(operands) {
        for (expr, &size) in map.results.iter().zip(operand_shape(m, operand)) {
            if let AffineExpr::Dim(dim) = expr
                && let Some(slot) = sizes.get_mut(*dim as usize)
            {
                slot.get_or_insert(size);
            }
        }
    }
    if sizes.contains(&None) {
        return Err(invalid(
            "indexing-maps",
            "invalid indexing maps are non-invertible: a dimension is no result of any of them",
        ));
    }
    if sizes.contains(&Some(DYNAMIC)) {
        return Ok(());
    }
    let ends = |expr: &AffineExpr| {
        let first: SmallVec<[i64; 8]> = smallvec![0; loops];
        let last: SmallVec<[i64; 8]> = sizes.iter().flatten().map(|&size| size - 1).collect();
        Some((expr.eval(&first, &[])?, expr.eval(&last, &[])?))
    };
    for (map, &operand) in maps.iter().zip(operands) {
        for (expr, &actual) in map.results.iter().zip(operand_shape(m, operand)) {
            if actual == DYNAMIC || actual == 0 {
                continue;
            }
            let (needed, fits) = if let AffineExpr::Dim(dim) = expr {
                let size = sizes.get(*dim as usize).copied().flatten();
                let needed = size.unwrap_or(actual).max(1);
                (needed, needed == actual)
            } else if let Some((start, end)) = ends(expr) {
                let needed = start.max(end).saturating_add(1);
                (needed, needed <= actual && start.min(end) >= 0)
            } else {
                continue;
            };
            if !fits {
                let expected = format!("of {needed} elements where it has {actual}");
                return Err(wrong_type(m, "operand", expected, m.value_type(operand)));
            }
        }
    }
    Ok(())
}

/// Inputs of the shape of the output.
pub(crate) fn map(m: &Module, op: OpId) -> Checked {
    structured(m, op)?;
    let Some((&init, inputs)) = m.operands(op).split_last() else {
        return Ok(());
    };
    for &input in inputs {
        if !compatible_shapes(operand_shape(m, input), operand_shape(m, init)) {
            let ty = m.value_type(input);
            return Err(wrong_type(m, "input", "of the shape of the output", ty));
        }
    }
    let args = super::entry_args(m, op, 0).len();
    count("argument(s) of the region", m.operands(op).len(), args)
}

/// The `dimensions` of an operation, all below `rank` and in order.
fn dimensions(m: &Module, op: OpId, rank: usize) -> Result<Vec<usize>, VerifyErrorKind> {
    let list = int_list(m, op, "dimensions");
    let dims: Option<Vec<usize>> = list
        .iter()
        .map(|&dim| usize::try_from(dim).ok().filter(|&dim| dim < rank))
        .collect();
    match dims {
        Some(dims) if dims.is_sorted_by(|a, b| a < b) => Ok(dims),
        _ => Err(invalid(
            "dimensions",
            format!("dimensions should be different, in order and in the range [0, {rank})"),
        )),
    }
}

fn without(shape: &[i64], dims: &[usize]) -> Vec<i64> {
    let kept = shape
        .iter()
        .enumerate()
        .filter(|(at, _)| !dims.contains(at));
    kept.map(|(_, &size)| size).collect()
}

/// Inputs of one shape, outputs of that shape without the reduced dimensions.
pub(crate) fn reduce(m: &Module, op: OpId) -> Checked {
    structured(m, op)?;
    let (inputs, inits) = (m.operand_group(op, "inputs"), m.operand_group(op, "inits"));
    count("output(s)", inputs.len(), inits.len())?;
    let Some(&first) = inputs.first() else {
        return Ok(());
    };
    let whole = operand_shape(m, first);
    let reduced = without(whole, &dimensions(m, op, whole.len())?);
    for &input in inputs {
        if !compatible_shapes(operand_shape(m, input), whole) {
            let ty = m.value_type(input);
            return Err(wrong_type(m, "input", "of the shape of the first one", ty));
        }
    }
    for &init in inits {
        if !compatible_shapes(operand_shape(m, init), &reduced) {
            let expected = "of the shape of the inputs without the reduced dimensions";
            return Err(wrong_type(m, "output", expected, m.value_type(init)));
        }
    }
    Ok(())
}

/// A permutation of the dimensions.
pub(crate) fn transpose(m: &Module, op: OpId) -> Checked {
    let &[input, init] = m.operands(op) else {
        return Ok(());
    };
    let (from, to) = (operand_shape(m, input), operand_shape(m, init));
    let permutation = int_list(m, op, "permutation");
    if !is_permutation(permutation, from.len()) {
        let reason = "the permutation must list each dimension of the input once";
        return Err(invalid("permutation", reason));
    }
    let expected: Vec<i64> = permutation.iter().map(|&dim| from[dim as usize]).collect();
    if !compatible_shapes(&expected, to) {
        let ty = m.value_type(init);
        return Err(wrong_type(
            m,
            "output",
            "of the permuted shape of the input",
            ty,
        ));
    }
    structured(m, op)
}

/// The input repeated along new dimensions.
pub(crate) fn broadcast(m: &Module, op: OpId) -> Checked {
    let &[input, init] = m.operands(op) else {
        return Ok(());
    };
    let (from, to) = (operand_shape(m, input), operand_shape(m, init));
    let kept = without(to, &dimensions(m, op, to.len())?);
    if !compatible_shapes(from, &kept) {
        let expected = "of the shape of the output without the added dimensions";
        return Err(wrong_type(m, "input", expected, m.value_type(input)));
    }
    structured(m, op)
}

/// In the body of a structured operation.
pub(crate) fn in_body(m: &Module, op: OpId) -> Checked {
    let parent = m.parent(op).and_then(|parent| m.def(parent));
    if parent.is_some_and(|parent| parent.dialect() == "linalg") {
        return Ok(());
    }
    Err(invalid(
        "parent",
        "must be in the body of a structured `linalg` operation",
    ))
}

/// The dimension is one of the surrounding loops.
pub(crate) fn index(m: &Module, op: OpId) -> Checked {
    in_body(m, op)?;
    let loops = m.parent(op).and_then(|parent| {
        let iterators = m.prop(parent, names::ITERATOR_TYPES)?;
        match m.ctx.attr_kind(iterators) {
            AttrKind::Array(iterators) => Some(iterators.len() as i64),
            _ => None,
        }
    });
    let dim = m.ctx.find_str("dim").and_then(|name| m.prop(op, name));
    let dim = dim.and_then(|attr| m.ctx.attr_i64(attr));
    match (dim, loops) {
        (Some(dim), Some(loops)) if !(0..loops).contains(&dim) => Err(invalid(
            "loop-dimension",
            format!("expected dim ({dim}) to be lower than the number of loops ({loops})"),
        )),
        _ => match m.result(op, 0) {
            Some(result) if !matches!(m.value_type_kind(result), TypeKind::Index) => {
                let ty = m.value_type(result);
                Err(wrong_type(m, "result", "index", ty))
            }
            _ => Ok(()),
        },
    }
}
