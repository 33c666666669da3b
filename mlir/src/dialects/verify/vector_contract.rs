//! Rules of `vector.contract`.

use super::super::def::{Masking, VectorDims};
use super::vector::{same_elements, sizes_text, vector};
use super::vector_reduce::kind_fits;
use super::{Checked, count, group_type, invalid, type_is, wrong_type};
use crate::ir::{AffineExpr, AffineMap, AttrKind, Module, OpId, TypeId};
use crate::verifier::VerifyErrorKind;

/// For each dimension of an operand: the dimension of the iteration space.
type Dims = Vec<usize>;

/// `vector.contract`: the sizes of equal dimensions are equal, and the result has the dimensions that are not
/// reduced.
pub(crate) fn contract(m: &Module, op: OpId) -> Checked {
    super::linalg::iterators(m, op)?;
    let (Some(lhs), Some(rhs), Some(acc), Some(result)) = (
        group_type(m, op, "lhs"),
        group_type(m, op, "rhs"),
        group_type(m, op, "acc"),
        super::result_type(m, op, 0),
    ) else {
        return Ok(());
    };
    same_elements(m, "element of the second operand", lhs, rhs)?;
    type_is(m, "acc", result, acc)?;
    let maps = m.ctx.find_str("indexing_maps");
    let maps = maps.map_or(&[][..], |name| m.prop_elements(op, name));
    count("indexing map(s)", 3, maps.len())?;
    let iterators = m.ctx.find_str("iterator_types");
    let iterators = iterators.map_or(0, |name| m.prop_elements(op, name).len());
    let mut dims = Vec::with_capacity(3);
    for (&map, ty) in maps.iter().zip([lhs, rhs, acc]) {
        let AttrKind::AffineMap(map) = m.ctx.attr_kind(map) else {
            return Err(invalid(
                "indexing-map",
                "an indexing map must be an affine map",
            ));
        };
        dims.push(operand_dims(m, map, iterators, ty)?);
    }
    let [a, b, c] = &dims[..] else {
        return Ok(());
    };
    let (Some(left), Some(right)) = (vector(m, lhs), vector(m, rhs)) else {
        return Ok(());
    };
    let mut extents: Vec<Option<(i64, bool)>> = vec![None; iterators];
    let mut is_contracted = false;
    for (list, of) in [(a, left), (b, right)] {
        for (at, &dim) in list.iter().enumerate() {
            let extent = (of.dims[at], of.scalable[at]);
            match extents[dim] {
                None => extents[dim] = Some(extent),
                Some(old) if old.0 == extent.0 => {
                    is_contracted |= !c.contains(&dim);
                }
                Some(old) => {
                    return Err(invalid(
                        "contraction",
                        format!(
                            "dimension {dim} has {} elements in one operand and {} in the other",
                            old.0, extent.0
                        ),
                    ));
                }
            }
        }
    }
    if !is_contracted {
        return Err(invalid(
            "contraction",
            "at least one dimension of both operands must not be one of the result",
        ));
    }
    if let Some(dim) = extents.iter().position(Option::is_none) {
        return Err(invalid(
            "contraction",
            format!("dimension {dim} is one of neither operand"),
        ));
    }
    let kept: Vec<(i64, bool)> = c.iter().filter_map(|&dim| extents[dim]).collect();
    let sizes: Vec<i64> = kept.iter().map(|(size, _)| *size).collect();
    let fits = match vector(m, result) {
        Some(found) => !sizes.is_empty() && found.dims == sizes,
        None => sizes.is_empty(),
    };
    if !fits {
        let scalable: Vec<bool> = kept.iter().map(|(_, is_scaled)| *is_scaled).collect();
        let expected = format!("of {}", sizes_text(&sizes, &scalable));
        return Err(wrong_type(m, "result", expected, result));
    }
    kind_fits(m, op, vector(m, result).map_or(result, |v| v.element))
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
        let dims = operand_dims(m, map, iterators.len(), ty).ok()?;
        for (at, dim) in dims.into_iter().enumerate() {
            *extents.get_mut(dim)? = Some((operand.dims[at], operand.scalable[at]));
        }
    }
    extents.into_iter().collect()
}

/// The dimensions that a map names, one for each dimension of the operand.
fn operand_dims(
    m: &Module,
    map: &AffineMap,
    iterators: usize,
    ty: TypeId,
) -> Result<Dims, VerifyErrorKind> {
    count("symbol(s) of an indexing map", 0, map.symbols as usize)?;
    count(
        "dimension(s) of an indexing map",
        iterators,
        map.dims as usize,
    )?;
    let mut dims = Dims::new();
    for expr in &map.results {
        match expr {
            AffineExpr::Dim(dim) if !dims.contains(&(*dim as usize)) => dims.push(*dim as usize),
            _ => {
                return Err(invalid(
                    "indexing-map",
                    "the results of an indexing map must be different dimensions",
                ));
            }
        }
    }
    let rank = vector(m, ty).map_or(0, |v| v.dims.len());
    count("result(s) of an indexing map", rank, dims.len())?;
    Ok(dims)
}
