//! Rules of the `linalg` dialect: operands, maps, body and results of a structured operation fit
//! each other.
//!
//! The maps of named operations follow from their names and are not checked against the shapes; those
//! that an operation spells are. Sizes are compared where both are known.

use super::{Checked, count, entry_args, invalid, types_are, wrong_type};
use crate::ir::{
    AffineExpr, AffineMap, AttrKind, DYNAMIC, Module, OpId, TypeId, TypeKind, ValueId, names,
};
use crate::verifier::shapes::{compatible_shapes, element, is_memref, is_tensor, shape};

/// What the body sees of an operand: an element of a tensor or memref, any other value itself.
fn body_type(m: &Module, value: ValueId) -> TypeId {
    let ty = m.value_type(value);
    match m.ctx.type_kind(ty) {
        TypeKind::MemRef(_) | TypeKind::Tensor { .. } => element(&m.ctx, ty).unwrap_or(ty),
        _ => ty,
    }
}

fn operand_shape(m: &Module, value: ValueId) -> &[i64] {
    shape(&m.ctx, m.value_type(value)).unwrap_or(&[])
}

/// The operands that are written.
fn outputs(m: &Module, op: OpId) -> &[ValueId] {
    let group = m.def(op).and_then(|def| def.destination).unwrap_or("");
    m.operand_group(op, group)
}

/// A body that sees the operands and yields what is written, results for the tensors among these, and
/// tensors or memrefs but not both.
pub(crate) fn structured(m: &Module, op: OpId) -> Checked {
    let operands = m.operands(op);
    let types = || operands.iter().map(|&value| m.value_type(value));
    if types().any(|ty| is_tensor(&m.ctx, ty)) && types().any(|ty| is_memref(&m.ctx, ty)) {
        let reason = "expected to have pure tensor or buffer semantics";
        return Err(invalid("mixed-semantics", reason));
    }
    let outputs = outputs(m, op);
    let tensors: Vec<TypeId> = outputs
        .iter()
        .map(|&value| m.value_type(value))
        .filter(|&ty| is_tensor(&m.ctx, ty))
        .collect();
    let results = m.results(op).map(|result| m.value_type(result));
    types_are(m, "result(s)", &tensors, results)?;

    let seen: Vec<TypeId> = operands.iter().map(|&value| body_type(m, value)).collect();
    let args = entry_args(m, op, 0);
    types_are(m, "argument(s) of its body", &seen, args.into_iter())?;
    let body = m
        .regions(op)
        .first()
        .and_then(|&region| m.first_block(region));
    let Some(last) = body.and_then(|body| m.last_op(body)) else {
        return Ok(());
    };
    let written: Vec<TypeId> = outputs.iter().map(|&value| body_type(m, value)).collect();
    let yielded = m.operands(last).iter().map(|&value| m.value_type(value));
    types_are(m, "yielded value(s)", &written, yielded)
}

/// As [`structured`], with the maps that the operation spells.
pub(crate) fn mapped(m: &Module, op: OpId) -> Checked {
    structured(m, op)?;
    let Some(AttrKind::Array(attrs)) = m
        .prop(op, names::INDEXING_MAPS)
        .map(|attr| m.ctx.attr_kind(attr))
    else {
        return Ok(());
    };
    let operands = m.operands(op);
    count("indexing map(s)", operands.len(), attrs.len())?;
    let mut maps = Vec::with_capacity(attrs.len());
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

/// Every loop has a size, taken from the first operand that it walks through alone, and no operand
/// is too small for the loops that walk through it.
fn check_sizes(m: &Module, operands: &[ValueId], maps: &[&AffineMap], loops: usize) -> Checked {
    let mut sizes = vec![None; loops];
    for (map, &operand) in maps.iter().zip(operands) {
        for (expr, &size) in map.results.iter().zip(operand_shape(m, operand)) {
            if let AffineExpr::Dim(dim) = expr
                && let Some(slot) = sizes.get_mut(*dim as usize)
            {
                slot.get_or_insert(size);
            }
        }
    }
    let Some(sizes) = sizes.into_iter().collect::<Option<Vec<i64>>>() else {
        return Err(invalid(
            "indexing-maps",
            "invalid indexing maps are non-invertible: a dimension is no result of any of them",
        ));
    };
    if sizes.contains(&DYNAMIC) {
        return Ok(());
    }
    let first = vec![0; loops];
    let last: Vec<i64> = sizes.iter().map(|&size| size - 1).collect();
    for (map, &operand) in maps.iter().zip(operands) {
        for (expr, &found) in map.results.iter().zip(operand_shape(m, operand)) {
            let (Some(start), Some(end)) = (expr.eval(&first, &[]), expr.eval(&last, &[])) else {
                continue;
            };
            if found == DYNAMIC || found == 0 {
                continue;
            }
            let needed = start.max(end).saturating_add(1);
            let fits = match expr {
                AffineExpr::Dim(_) => needed == found,
                _ => needed <= found && start.min(end) >= 0,
            };
            if !fits {
                let expected = format!("of {needed} elements where it has {found}");
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
    Ok(())
}

/// The `dimensions` of an operation, all below `rank` and in order.
fn dimensions(
    m: &Module,
    op: OpId,
    rank: usize,
) -> Result<Vec<usize>, crate::verifier::VerifyErrorKind> {
    let name = m.ctx.find_str("dimensions");
    let list = name.map_or(&[][..], |name| m.prop_array(op, name));
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
    let name = m.ctx.find_str("permutation");
    let permutation = name.map_or(&[][..], |name| m.prop_array(op, name));
    let mut sorted = permutation.to_vec();
    sorted.sort_unstable();
    if !sorted.iter().copied().eq(0..from.len() as i64) {
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

/// The dimension is one of the surrounding loops.
pub(crate) fn index(m: &Module, op: OpId) -> Checked {
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
