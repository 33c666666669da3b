//! Rules of operations that rearrange a tensor into tiles and back.

use super::slices::number;
use super::{
    Checked, count, group_type, int_list, invalid, is_permutation, result_type, type_is, wrong_type,
};
use crate::ir::shapes::compatible_size;
use crate::ir::{DYNAMIC, Module, OpId, TypeId};
use crate::verifier::VerifyErrorKind;

/// `linalg.pack`: tiles of the source; incomplete tiles need a padding value.
pub(crate) fn pack(m: &Module, op: OpId) -> Checked {
    let (Some(source), Some(dest)) = (group_type(m, op, "source"), group_type(m, op, "dest"))
    else {
        return Ok(());
    };
    let padding = group_type(m, op, "padding_value");
    if let (Some(padding), Some(expected)) = (padding, m.ctx.element_type(source)) {
        type_is(m, "padding_value", expected, padding)?;
    }
    let tiles = tiles(m, op, source, dest)?;
    let has_rest = |&(size, tile): &(i64, i64)| {
        size != DYNAMIC && tile != DYNAMIC && size.checked_rem(tile) != Some(0)
    };
    match tiles
        .into_iter()
        .find(has_rest)
        .filter(|_| padding.is_none())
    {
        Some((size, tile)) => Err(invalid(
            "tile",
            format!("without a padding value tiles are full: {tile} does not divide {size}"),
        )),
        None => Ok(()),
    }
}

/// `linalg.unpack`: the tensor whose tiles the source contains.
pub(crate) fn unpack(m: &Module, op: OpId) -> Checked {
    match (group_type(m, op, "source"), group_type(m, op, "dest")) {
        (Some(source), Some(dest)) => tiles(m, op, dest, source).map(drop),
        _ => Ok(()),
    }
}

/// Each tiled dimension: its size, and that of its tile.
fn tiles(
    m: &Module,
    op: OpId,
    unpacked: TypeId,
    packed: TypeId,
) -> Result<Vec<(i64, i64)>, VerifyErrorKind> {
    let dest = group_type(m, op, "dest").filter(|&ty| !m.ctx.is_memref(ty));
    match (dest, result_type(m, op, 0)) {
        (Some(dest), Some(result)) => type_is(m, "result", dest, result)?,
        (None, None) => {}
        (dest, _) => count("result(s)", dest.map_or(0, |_| 1), m.result_count(op))?,
    }
    let (Some(from), Some(to)) = (m.ctx.shape(unpacked), m.ctx.shape(packed)) else {
        let unranked = if m.ctx.shape(packed).is_none() {
            packed
        } else {
            unpacked
        };
        return Err(wrong_type(m, "tensor", "a ranked tensor", unranked));
    };
    let list = |name| int_list(m, op, name);
    let (tiles, tiled) = (list("static_inner_tiles"), list("inner_dims_pos"));
    count("inner tile(s)", tiled.len(), tiles.len())?;
    let mut sizes = from.to_vec();
    let mut pairs = Vec::new();
    for (at, (&dim, &tile)) in tiled.iter().zip(tiles).enumerate() {
        let size = usize::try_from(dim).ok().and_then(|dim| from.get(dim));
        let Some(&size) = size.filter(|_| !tiled[..at].contains(&dim)) else {
            return Err(invalid(
                "inner-dims-pos",
                format!(
                    "inner_dims_pos should be different and in the range [0, {})",
                    from.len()
                ),
            ));
        };
        if tile <= 0 && tile != DYNAMIC {
            return Err(invalid("tile", format!("a tile of {tile} elements")));
        }
        pairs.push((size, tile));
        sizes[dim as usize] = if size == DYNAMIC || tile == DYNAMIC {
            DYNAMIC
        } else {
            size / tile + i64::from(size % tile != 0)
        };
    }
    let order = list("outer_dims_perm");
    if !order.is_empty() {
        if !is_permutation(order, from.len()) {
            return Err(invalid(
                "outer-dims-perm",
                "outer_dims_perm must list each dimension once, or nothing",
            ));
        }
        sizes = order.iter().map(|&dim| sizes[dim as usize]).collect();
    }
    let rank = sizes.len();
    sizes.extend(tiles);
    let fits = to.len() == sizes.len()
        && std::iter::zip(&to[..rank], &sizes[..rank]).all(|(&a, &b)| compatible_size(a, b))
        && to[rank..] == sizes[rank..];
    if !fits {
        let dims: Vec<String> = sizes.iter().map(|&size| number(size)).collect();
        let expected = format!("a tensor of {}", dims.join("x"));
        return Err(wrong_type(m, "packed tensor", expected, packed));
    }
    Ok(pairs)
}
