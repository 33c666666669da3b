//! Rules of operations that access elements by position.

use super::{Checked, count, group_type, wrong_type};
use crate::ir::shapes::memref;
use crate::ir::{AttrKind, Module, OpId, TypeId, TypeKind};
use crate::verifier::VerifyErrorKind;

/// There is one index for each dimension of the container in group `container`.
fn index_count(m: &Module, op: OpId, container: &'static str, indices: &'static str) -> Checked {
    match group_type(m, op, container).and_then(|ty| m.ctx.shape(ty)) {
        Some(dims) => count(
            "index operand(s)",
            dims.len(),
            m.operand_group(op, indices).len(),
        ),
        None => Err(super::invalid(
            "unranked-access",
            "elements of a memref or tensor without a rank cannot be accessed",
        )),
    }
}

/// Indices into `memref`.
pub(crate) fn memref_indices(m: &Module, op: OpId) -> Checked {
    index_count(m, op, "memref", "indices")
}

/// Indices into `tagMemRef`.
pub(crate) fn tag_indices(m: &Module, op: OpId) -> Checked {
    index_count(m, op, "tagMemRef", "tagIndices")
}

/// Indices into `tensor`.
pub(crate) fn tensor_indices(m: &Module, op: OpId) -> Checked {
    index_count(m, op, "tensor", "indices")
}

/// Indices into `dest`.
pub(crate) fn dest_indices(m: &Module, op: OpId) -> Checked {
    index_count(m, op, "dest", "indices")
}

/// Indices into `base`.
pub(crate) fn base_indices(m: &Module, op: OpId) -> Checked {
    index_count(m, op, "base", "indices")
}

/// Offsets into `base`.
pub(crate) fn base_offsets(m: &Module, op: OpId) -> Checked {
    index_count(m, op, "base", "offsets")
}

/// The map of an affine access has an input for each operand, and a result for each dimension.
pub(crate) fn affine_access(m: &Module, op: OpId) -> Checked {
    if let Some(ty) = group_type(m, op, "memref")
        && memref(&m.ctx, ty).is_none()
    {
        return Err(wrong_type(m, "memref", "a memref with a rank", ty));
    }
    let inputs = m.operand_group(op, "indices").len();
    let results = map_inputs(m, op, inputs)?;
    match group_type(m, op, "memref").and_then(|ty| m.ctx.shape(ty)) {
        Some(dims) => count("result(s) of its map", dims.len(), results),
        None => Ok(()),
    }
}

/// The map has an input for each operand and one result.
pub(crate) fn affine_apply(m: &Module, op: OpId) -> Checked {
    let results = map_inputs(m, op, m.operands(op).len())?;
    count("result(s) of its map", 1, results)
}

/// The map has an input for each operand, and a result.
pub(crate) fn affine_extremum(m: &Module, op: OpId) -> Checked {
    match map_inputs(m, op, m.operands(op).len())? {
        0 => count("result(s) of its map", 1, 0),
        _ => Ok(()),
    }
}

/// Checks the inputs of the map and returns the number of its results.
fn map_inputs(m: &Module, op: OpId, operands: usize) -> Result<usize, VerifyErrorKind> {
    let map = m.ctx.find_str("map").and_then(|name| m.prop(op, name));
    match map.map(|map| m.ctx.attr_kind(map)) {
        Some(AttrKind::AffineMap(map)) => {
            let inputs = map.dims as usize + map.symbols as usize;
            count("operand(s) for its map", inputs, operands)?;
            Ok(map.results.len())
        }
        _ => Ok(0),
    }
}

/// Indices into `base`; the vector that is read has elements of `base`.
pub(crate) fn vector_load(m: &Module, op: OpId) -> Checked {
    base_indices(m, op)?;
    vector_of(m, super::result_type(m, op, 0), group_type(m, op, "base"))
}

/// Indices into `base`; the vector that is written has elements of `base`.
pub(crate) fn vector_store(m: &Module, op: OpId) -> Checked {
    base_indices(m, op)?;
    let vector = group_type(m, op, "valueToStore");
    vector_of(m, vector, group_type(m, op, "base"))
}

/// Like [`affine_access`]; the vector that is read has elements of the memref.
pub(crate) fn affine_vector_load(m: &Module, op: OpId) -> Checked {
    affine_access(m, op)?;
    elements_of(m, super::result_type(m, op, 0), group_type(m, op, "memref"))
}

/// Like [`affine_access`]; the vector that is written has elements of the memref.
pub(crate) fn affine_vector_store(m: &Module, op: OpId) -> Checked {
    affine_access(m, op)?;
    elements_of(m, group_type(m, op, "value"), group_type(m, op, "memref"))
}

/// A vector of the elements of a memref.
fn elements_of(m: &Module, vector: Option<TypeId>, base: Option<TypeId>) -> Checked {
    match (vector, base.and_then(|base| m.ctx.element_type(base))) {
        (Some(vector), Some(element)) if vector == element => {
            let expected = "a vector of the elements of the memref";
            Err(wrong_type(m, "value", expected, vector))
        }
        _ => vector_of(m, vector, base),
    }
}

/// A vector of the elements of a memref, or one of the elements if these are vectors.
fn vector_of(m: &Module, vector: Option<TypeId>, base: Option<TypeId>) -> Checked {
    let (Some(vector), Some(base)) = (vector, base) else {
        return Ok(());
    };
    let Some(base_element) = m.ctx.element_type(base) else {
        return Ok(());
    };
    if base_element == vector {
        return Ok(());
    }
    let TypeKind::Vector {
        shape: dims,
        element,
        ..
    } = m.ctx.type_kind(vector)
    else {
        return Err(wrong_type(m, "value", "a vector", vector));
    };
    if *element != base_element {
        let expected = "a vector of the elements of the memref";
        return Err(wrong_type(m, "value", expected, vector));
    }
    match m.ctx.shape(base) {
        Some(base) if base.len() < dims.len() => {
            let expected = "a vector with at most the rank of the memref";
            Err(wrong_type(m, "value", expected, vector))
        }
        _ => Ok(()),
    }
}
