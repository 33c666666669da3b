//! Rules of operations between vectors and memory.

use super::access::{base_indices, base_offsets};
use super::vector::{Vector, same_elements, sizes_text, vector};
use super::{Checked, count, group_type, invalid, type_is, wrong_type};
use crate::ir::{AffineExpr, AffineMap, AttrKind, Module, OpId, TypeId, TypeKind};
use crate::verifier::shapes::{element, shape};

/// The elements of the base are those of the vector.
fn elements_of_base(m: &Module, op: OpId, vector_type: TypeId) -> Checked {
    match group_type(m, op, "base").and_then(|base| element(&m.ctx, base)) {
        Some(expected) => same_elements(m, "element of the vector", expected, vector_type),
        None => Ok(()),
    }
}

/// The mask has a bit for each element of the vector.
fn mask_of(m: &Module, op: OpId, vector_type: TypeId) -> Checked {
    let Some(mask) = group_type(m, op, "mask") else {
        return Ok(());
    };
    let (Some(expected), Some(found)) = (vector(m, vector_type), vector(m, mask)) else {
        return Ok(());
    };
    if expected.dims == found.dims {
        return Ok(());
    }
    let expected = format!("a vector of {} bits", sizes_text(expected.dims, &[]));
    Err(wrong_type(m, "mask", expected, mask))
}

/// `vector.maskedload` and `vector.expandload`.
pub(crate) fn masked_load(m: &Module, op: OpId) -> Checked {
    base_indices(m, op)?;
    let Some(result) = super::result_type(m, op, 0) else {
        return Ok(());
    };
    elements_of_base(m, op, result)?;
    mask_of(m, op, result)?;
    match group_type(m, op, "pass_thru") {
        Some(pass_thru) => type_is(m, "pass_thru", result, pass_thru),
        None => Ok(()),
    }
}

/// `vector.maskedstore` and `vector.compressstore`.
pub(crate) fn masked_store(m: &Module, op: OpId) -> Checked {
    base_indices(m, op)?;
    let Some(value) = group_type(m, op, "valueToStore") else {
        return Ok(());
    };
    elements_of_base(m, op, value)?;
    mask_of(m, op, value)
}

/// A position for each element of the vector.
fn positions_of(m: &Module, op: OpId, vector_type: TypeId) -> Checked {
    let Some(indices) = group_type(m, op, "indices") else {
        return Ok(());
    };
    let (Some(expected), Some(found)) = (vector(m, vector_type), vector(m, indices)) else {
        return Ok(());
    };
    if expected.dims == found.dims {
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

/// `vector.scatter`.
pub(crate) fn scatter(m: &Module, op: OpId) -> Checked {
    base_offsets(m, op)?;
    let Some(value) = group_type(m, op, "valueToStore") else {
        return Ok(());
    };
    elements_of_base(m, op, value)?;
    positions_of(m, op, value)?;
    mask_of(m, op, value)
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

/// What reads and writes have in common; gives the map.
fn transfer(
    m: &Module,
    op: OpId,
    vector_type: TypeId,
) -> Result<Option<&AffineMap>, crate::verifier::VerifyErrorKind> {
    let name = m.ctx.find_str("permutation_map");
    let map = name.and_then(|name| m.prop(op, name));
    let (Some(base), Some(found), Some(AttrKind::AffineMap(map))) = (
        group_type(m, op, "base"),
        vector(m, vector_type),
        map.map(|map| m.ctx.attr_kind(map)),
    ) else {
        return Ok(None);
    };
    let (Some(dims), Some(element)) = (shape(&m.ctx, base), element(&m.ctx, base)) else {
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
    let rank = found
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
    if of_vectors.is_none() {
        transfer_mask(m, op, map, found)?;
    }
    Ok(Some(map))
}

/// The mask has the dimensions of the vector in the order in which the base has them.
fn transfer_mask(m: &Module, op: OpId, map: &AffineMap, found: Vector<'_>) -> Checked {
    let Some(mask) = group_type(m, op, "mask") else {
        return Ok(());
    };
    let mut dims: Vec<(u32, i64, bool)> = Vec::new();
    for (i, expr) in map.results.iter().enumerate() {
        if let AffineExpr::Dim(dim) = expr {
            dims.push((*dim, found.dims[i], found.scalable[i]));
        }
    }
    dims.sort_unstable();
    if dims.is_empty() {
        dims.push((0, 1, false));
    }
    let sizes: Vec<i64> = dims.iter().map(|(_, size, _)| *size).collect();
    let scalable: Vec<bool> = dims.iter().map(|(.., is_scaled)| *is_scaled).collect();
    let fits = matches!(
        m.ctx.type_kind(mask),
        TypeKind::Vector { shape, scalable: scaled, .. } if shape[..] == sizes && scaled[..] == scalable
    );
    if fits {
        return Ok(());
    }
    let expected = format!("a vector of {} bits", sizes_text(&sizes, &scalable));
    Err(wrong_type(m, "mask", expected, mask))
}
