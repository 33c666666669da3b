//! Rules of operations between vectors and memory.

use crate::verifier::VerifyErrorKind;
use memplan_support::Sort;

use super::access::{base_indices, base_offsets};
use super::vector::{Vector, same_elements, sizes_text, vector};
use super::{Checked, count, group_type, invalid, type_is, wrong_type};
use crate::dialects::def::{Masking, VectorDims};
use crate::ir::{AffineExpr, AffineMap, AttrKind, Module, OpId, TypeId};

/// The elements of the base are those of the vector.
fn elements_of_base(m: &Module, op: OpId, vector_type: TypeId) -> Checked {
    match group_type(m, op, "base").and_then(|base| m.ctx.element_type(base)) {
        Some(expected) => same_elements(m, "element of the vector", expected, vector_type),
        None => Ok(()),
    }
}

/// The mask has a bit for each element of the vector.
fn mask_of(m: &Module, op: OpId, vector_type: TypeId) -> Checked {
    let Some(mask) = group_type(m, op, "mask") else {
        return Ok(());
    };
    let (Some(expected), Some(mask_dims)) = (vector(m, vector_type), vector(m, mask)) else {
        return Ok(());
    };
    if expected.dims == mask_dims.dims {
        return Ok(());
    }
    let expected = format!("a vector of {} bits", sizes_text(expected.dims, &[]));
    Err(wrong_type(m, "mask", expected, mask))
}

/// A position for each element of the vector.
fn positions_of(m: &Module, op: OpId, vector_type: TypeId) -> Checked {
    let Some(indices) = group_type(m, op, "indices") else {
        return Ok(());
    };
    let (Some(expected), Some(position_dims)) = (vector(m, vector_type), vector(m, indices)) else {
        return Ok(());
    };
    if expected.dims == position_dims.dims {
        return Ok(());
    }
    let expected = format!("a vector of {} positions", sizes_text(expected.dims, &[]));
    Err(wrong_type(m, "indices", expected, indices))
}

/// `vector.gather`.
pub(crate) fn gather(m: &Module, op: OpId) -> Checked {
    base_offsets(m, op)?;
    let Some(result) = super::result_type(m, op, 0) else {
        return Ok(());
    };
    elements_of_base(m, op, result)?;
    positions_of(m, op, result)?;
    mask_of(m, op, result)?;
    match group_type(m, op, "pass_thru") {
        Some(pass_thru) => type_is(m, "pass_thru", result, pass_thru),
        None => Ok(()),
    }
}

/// A written tensor has a result, written memory has none.
fn written_tensor(m: &Module, op: OpId) -> Checked {
    match group_type(m, op, "base") {
        Some(base) => {
            let results = usize::from(m.ctx.is_tensor(base));
            count("result(s)", results, m.result_count(op))
        }
        None => Ok(()),
    }
}

/// `vector.transfer_read`: padding is an element of the base.
pub(crate) fn transfer_read(m: &Module, op: OpId) -> Checked {
    base_indices(m, op)?;
    let Some(result) = super::result_type(m, op, 0) else {
        return Ok(());
    };
    transfer(m, op, result).map(drop)
}

/// `vector.transfer_write`: every dimension of the vector is one of the base.
pub(crate) fn transfer_write(m: &Module, op: OpId) -> Checked {
    base_indices(m, op)?;
    let Some(value) = group_type(m, op, "valueToStore") else {
        return Ok(());
    };
    written_tensor(m, op)?;
    let map = transfer(m, op, value)?;
    let is_dim = |expr: &AffineExpr| matches!(expr, AffineExpr::Dim(_));
    if map.is_none_or(|map| map.results.iter().all(is_dim)) {
        return Ok(());
    }
    Err(invalid(
        "permutation-map",
        "a write cannot broadcast: `permutation_map` must have dimensions only",
    ))
}

/// The bits of an element or, for vectors, of the last dimension.
fn minor_bits(m: &Module, ty: TypeId) -> Option<i64> {
    let (element, last) = match vector(m, ty) {
        Some(v) => (v.element, v.dims.last().copied().unwrap_or(1)),
        None => (ty, 1),
    };
    i64::from(m.ctx.bit_width(element)?).checked_mul(last)
}

/// The common rules of reads and writes; returns the map.
fn transfer(
    m: &Module,
    op: OpId,
    vector_type: TypeId,
) -> Result<Option<&AffineMap>, VerifyErrorKind> {
    let name = m.ctx.find_str("permutation_map");
    let map = name.and_then(|name| m.prop(op, name));
    let (Some(base), Some(vector_dims), Some(AttrKind::AffineMap(map))) = (
        group_type(m, op, "base"),
        vector(m, vector_type),
        map.map(|map| m.ctx.attr_kind(map)),
    ) else {
        return Ok(None);
    };
    let (Some(dims), Some(element)) = (m.ctx.shape(base), m.ctx.element_type(base)) else {
        return Ok(None);
    };
    let bounds = m.ctx.find_str("in_bounds");
    let bounds = bounds.map_or(&[][..], |name| m.prop_elements(op, name));
    count("entries of `in_bounds`", map.results.len(), bounds.len())?;
    let of_vectors = vector(m, element);
    if let (Some(whole), Some(part)) = (minor_bits(m, vector_type), minor_bits(m, element))
        && part > 0
        && whole % part != 0
    {
        let expected = "a vector whose last dimension is a multiple of the elements of the base";
        return Err(wrong_type(m, "vector", expected, vector_type));
    }
    if of_vectors.is_some() && !m.operand_group(op, "mask").is_empty() {
        return Err(invalid(
            "mask",
            "transfers of elements that are vectors cannot be masked",
        ));
    }
    let rank = vector_dims
        .dims
        .len()
        .checked_sub(of_vectors.map_or(0, |v| v.dims.len()));
    count(
        "result(s) of `permutation_map`",
        rank.unwrap_or(0),
        map.results.len(),
    )?;
    count("symbol(s) of `permutation_map`", 0, map.symbols as usize)?;
    count(
        "dimension(s) of `permutation_map`",
        dims.len(),
        map.dims as usize,
    )?;
    chooses_dims(map)?;
    if of_vectors.is_none() {
        transfer_mask(m, op, map, vector_dims)?;
    }
    Ok(Some(map))
}

/// The results of the map of a transfer are different dimensions, or 0.
fn chooses_dims(map: &AffineMap) -> Checked {
    let mut used: Vec<u32> = Vec::new();
    for expr in &map.results {
        match expr {
            AffineExpr::Dim(dim) if !used.contains(dim) => used.push(*dim),
            AffineExpr::Constant(0) => {}
            _ => {
                return Err(invalid(
                    "permutation-map",
                    "the results of `permutation_map` must be different dimensions or 0",
                ));
            }
        }
    }
    Ok(())
}

/// The dimensions of the mask of a transfer: those of the vector, in the order of the base.
fn transfer_mask_dims(map: &AffineMap, found: Vector<'_>) -> VectorDims {
    let mut dims: Vec<(u32, i64, bool)> = Vec::new();
    for ((expr, &size), &scalable) in map.results.iter().zip(found.dims).zip(found.scalable) {
        if let AffineExpr::Dim(dim) = expr {
            dims.push((*dim, size, scalable));
        }
    }
    dims.sort_stable();
    if dims.is_empty() {
        dims.push((0, 1, false));
    }
    let dims = dims.into_iter();
    dims.map(|(_, size, scalable)| (size, scalable)).collect()
}

fn transfer_mask(m: &Module, op: OpId, map: &AffineMap, found: Vector<'_>) -> Checked {
    match group_type(m, op, "mask") {
        Some(mask) => mask_is(m, &transfer_mask_dims(map, found), mask),
        None => Ok(()),
    }
}

/// The type of a mask has these dimensions.
fn mask_is(m: &Module, dims: &[(i64, bool)], mask: TypeId) -> Checked {
    let (sizes, scalable): (Vec<i64>, Vec<bool>) = dims.iter().copied().unzip();
    let fits = vector(m, mask).is_some_and(|mask| mask.dims == sizes && mask.scalable == scalable);
    if fits {
        return Ok(());
    }
    let expected = format!("a vector of {} bits", sizes_text(&sizes, &scalable));
    Err(wrong_type(m, "mask", expected, mask))
}

/// How `vector.mask` masks reads.
pub(crate) const MASKED_READ: Masking = Masking {
    dims: |m, op| masked_transfer(m, op, super::result_type(m, op, 0)?),
    takes_passthru: true,
};

/// How `vector.mask` masks writes.
pub(crate) const MASKED_WRITE: Masking = Masking {
    dims: |m, op| masked_transfer(m, op, group_type(m, op, "valueToStore")?),
    takes_passthru: false,
};

fn masked_transfer(m: &Module, op: OpId, vector_type: TypeId) -> Option<VectorDims> {
    let map = m.prop(op, m.ctx.find_str("permutation_map")?)?;
    let AttrKind::AffineMap(map) = m.ctx.attr_kind(map) else {
        return None;
    };
    Some(transfer_mask_dims(map, vector(m, vector_type)?))
}

/// How `vector.mask` masks an operation whose result has a bit of the mask for each element.
pub(crate) const MASKED_RESULT: Masking = Masking {
    dims: |m, op| dims_of(m, super::result_type(m, op, 0)?),
    takes_passthru: false,
};

/// How `vector.mask` masks an operation whose first operand has a bit of the mask for each element.
pub(crate) const MASKED_OPERAND: Masking = Masking {
    dims: |m, op| dims_of(m, super::operand_type(m, op, 0)?),
    takes_passthru: false,
};

fn dims_of(m: &Module, vector_type: TypeId) -> Option<VectorDims> {
    let vector = vector(m, vector_type)?;
    let dims = vector.dims.iter().zip(vector.scalable);
    Some(dims.map(|(&size, &scalable)| (size, scalable)).collect())
}

/// How `vector.mask` masks a contraction: with a bit for each point of the iteration.
pub(crate) const MASKED_CONTRACT: Masking = Masking {
    dims: contract_mask_dims,
    takes_passthru: false,
};

fn contract_mask_dims(m: &Module, op: OpId) -> Option<VectorDims> {
    let maps = m.prop_elements(op, m.ctx.find_str("indexing_maps")?);
    let iterators = m.prop_elements(op, m.ctx.find_str("iterator_types")?);
    let mut extents: Vec<Option<(i64, bool)>> = vec![None; iterators.len()];
    for (&map, group) in maps.iter().zip(["lhs", "rhs"]) {
        let AttrKind::AffineMap(map) = m.ctx.attr_kind(map) else {
            return None;
        };
        let ty = group_type(m, op, group)?;
        let operand = vector(m, ty)?;
        let dims = operand.dims.iter().zip(operand.scalable);
        for (expr, (&size, &scalable)) in map.results.iter().zip(dims) {
            let AffineExpr::Dim(dim) = expr else {
                return None;
            };
            *extents.get_mut(*dim as usize)? = Some((size, scalable));
        }
    }
    extents.into_iter().collect()
}

/// `vector.mask`: at most one operation, its results, and a mask with a bit for each of its elements.
pub(crate) fn mask(m: &Module, op: OpId) -> Checked {
    let Some(block) = m
        .regions(op)
        .first()
        .and_then(|&region| m.first_block(region))
    else {
        return Ok(());
    };
    let Some(end) = m.last_op(block) else {
        return Ok(());
    };
    let results: Vec<TypeId> = m.results(op).map(|value| m.value_type(value)).collect();
    count("yielded value(s)", results.len(), m.operands(end).len())?;
    let mut masked = m.ops(block).filter(|&inner| inner != end);
    let Some(inner) = masked.next() else {
        return Ok(());
    };
    if masked.next().is_some() {
        return Err(invalid(
            "masked-operation",
            "only one operation can be masked",
        ));
    }
    if !m.results(inner).eq(m.operands(end).iter().copied()) {
        return Err(invalid(
            "masked-operation",
            "all results of the masked operation must be yielded in their order",
        ));
    }
    let inner_results = m.results(inner).map(|value| m.value_type(value));
    for (expected, &actual) in inner_results.zip(&results) {
        type_is(m, "result", expected, actual)?;
    }
    let Some(masking) = m.def(inner).and_then(|def| def.masking) else {
        let message = format!("`{}` cannot be masked", m.op_name_text(inner));
        return Err(invalid("masked-operation", message));
    };
    if let (Some(mask), Some(dims)) = (group_type(m, op, "mask"), (masking.dims)(m, inner)) {
        mask_is(m, &dims, mask)?;
    }
    match (group_type(m, op, "passthru"), &results[..]) {
        (Some(_), _) if !masking.takes_passthru => Err(invalid(
            "masked-operation",
            format!("`{}` takes no `passthru`", m.op_name_text(inner)),
        )),
        (Some(passthru), [result]) => type_is(m, "passthru", *result, passthru),
        (Some(_), _) => count("result(s)", 1, results.len()),
        (None, _) => Ok(()),
    }
}
