//! Rules of the `vector` dialect about shapes.

use super::{Checked, count, group_type, int_list, invalid, is_permutation, type_is, wrong_type};
use crate::ir::shapes::{self, scalar};
use crate::ir::{DYNAMIC, Module, OpId, TypeId, TypeKind};
use crate::verifier::VerifyErrorKind;

/// The parts of a vector type.
#[derive(Clone, Copy)]
pub(super) struct Vector<'m> {
    /// Sizes of its dimensions.
    pub(super) dims: &'m [i64],
    /// Which of these are multiplied with the vector scale.
    pub(super) scalable: &'m [bool],
    pub(super) element: TypeId,
}

/// The parts of a type, if it is a vector type.
pub(super) fn vector(m: &Module, ty: TypeId) -> Option<Vector<'_>> {
    match m.ctx.type_kind(ty) {
        TypeKind::Vector {
            shape,
            scalable,
            element,
        } => Some(Vector {
            dims: shape,
            scalable,
            element: *element,
        }),
        _ => None,
    }
}

/// The types of the first operand and the first result.
pub(super) fn ends(m: &Module, op: OpId) -> Option<(TypeId, TypeId)> {
    Some((
        super::operand_type(m, op, 0)?,
        super::result_type(m, op, 0)?,
    ))
}

/// Both types have the same elements; a scalar is its own element.
pub(super) fn same_elements(m: &Module, what: &'static str, a: TypeId, b: TypeId) -> Checked {
    type_is(m, what, scalar(&m.ctx, a), scalar(&m.ctx, b))
}

/// Sizes in the syntax of a type.
pub(super) fn sizes_text(dims: &[i64], scalable: &[bool]) -> String {
    let size = |(at, dim): (usize, &i64)| {
        if scalable.get(at) == Some(&true) {
            format!("[{dim}]")
        } else {
            dim.to_string()
        }
    };
    let sizes: Vec<String> = dims.iter().enumerate().map(size).collect();
    sizes.join("x")
}

/// `vector.bitcast`: only the last dimension changes, and keeps its number of bits.
pub(crate) fn bitcast(m: &Module, op: OpId) -> Checked {
    let Some((from, to)) = ends(m, op) else {
        return Ok(());
    };
    let (Some(a), Some(b)) = (vector(m, from), vector(m, to)) else {
        return Ok(());
    };
    let bits = |v: Vector<'_>| {
        let element = match m.ctx.type_kind(v.element) {
            TypeKind::Index => 64,
            _ => i64::from(m.ctx.bit_width(v.element)?),
        };
        element.checked_mul(v.dims.last().copied().unwrap_or(1))
    };
    let n = a.dims.len().saturating_sub(1);
    let fits = a.dims.len() == b.dims.len()
        && a.dims[..n] == b.dims[..n]
        && (bits(a).is_none() || bits(b).is_none() || bits(a) == bits(b));
    if fits {
        return Ok(());
    }
    let expected = "of the same rank and leading dimensions, with as many bits in the last one";
    Err(wrong_type(m, "result", expected, to))
}

/// `vector.broadcast`: the source is like the result, but may lack leading dimensions and have unit dimensions.
pub(crate) fn broadcast(m: &Module, op: OpId) -> Checked {
    let Some((from, to)) = ends(m, op) else {
        return Ok(());
    };
    same_elements(m, "element of the source", to, from)?;
    let (Some(a), Some(b)) = (vector(m, from), vector(m, to)) else {
        return Ok(());
    };
    let lead = b.dims.len().checked_sub(a.dims.len());
    let fits = lead.is_some_and(|lead| {
        (0..a.dims.len()).all(|i| {
            let (is_scaled, to_scaled) = (a.scalable[i], b.scalable[lead + i]);
            if a.dims[i] == 1 && !is_scaled {
                return true;
            }
            a.dims[i] == b.dims[lead + i] && is_scaled == to_scaled
        })
    });
    if fits {
        return Ok(());
    }
    let expected = format!(
        "a vector whose last dimensions are {}",
        sizes_text(a.dims, a.scalable)
    );
    Err(wrong_type(m, "result", expected, to))
}

/// `vector.shape_cast`: the same elements in the same number.
pub(crate) fn shape_cast(m: &Module, op: OpId) -> Checked {
    let Some((from, to)) = ends(m, op) else {
        return Ok(());
    };
    same_elements(m, "element of the result", from, to)?;
    let (Some(a), Some(b)) = (vector(m, from), vector(m, to)) else {
        return Ok(());
    };
    let scaled = |v: Vector<'_>| v.scalable.iter().filter(|&&is_scaled| is_scaled).count();
    if m.ctx.n_elements(from) == m.ctx.n_elements(to) && scaled(a) == scaled(b) {
        return Ok(());
    }
    let expected = "a vector with as many elements and scalable dimensions as the source";
    Err(wrong_type(m, "result", expected, to))
}

/// `vector.transpose`: the dimensions of the source in the order of the permutation.
pub(crate) fn transpose(m: &Module, op: OpId) -> Checked {
    let Some((from, to)) = ends(m, op) else {
        return Ok(());
    };
    same_elements(m, "element of the result", from, to)?;
    let (Some(a), Some(b)) = (vector(m, from), vector(m, to)) else {
        return Ok(());
    };
    let order = int_list(m, op, "permutation");
    if !is_permutation(order, a.dims.len()) {
        return Err(invalid(
            "permutation",
            format!(
                "`permutation` must list each of the {} dimensions once",
                a.dims.len()
            ),
        ));
    }
    let dims: Vec<i64> = order.iter().map(|&dim| a.dims[dim as usize]).collect();
    if dims == b.dims {
        return Ok(());
    }
    let expected = format!("a vector of {}", sizes_text(&dims, &[]));
    Err(wrong_type(m, "result", expected, to))
}

/// Positions in the leading dimensions of a vector; -1 represents poison.
fn positions_fit(m: &Module, op: OpId, dims: &[i64]) -> Result<usize, VerifyErrorKind> {
    let positions = int_list(m, op, "static_position");
    if positions.len() > dims.len() {
        return Err(invalid(
            "position",
            format!(
                "{} positions in a vector of rank {}",
                positions.len(),
                dims.len()
            ),
        ));
    }
    for (&at, &size) in positions.iter().zip(dims) {
        if at != DYNAMIC && !(-1..size).contains(&at) {
            return Err(invalid(
                "position",
                format!("position {at} is outside of a dimension of {size} elements"),
            ));
        }
    }
    Ok(positions.len())
}

/// `vector.extract`: the result has the dimensions after those of the position.
pub(crate) fn extract(m: &Module, op: OpId) -> Checked {
    let Some((from, to)) = ends(m, op) else {
        return Ok(());
    };
    same_elements(m, "element of the result", from, to)?;
    let Some(a) = vector(m, from) else {
        return Ok(());
    };
    let n = positions_fit(m, op, a.dims)?;
    let (dims, scalable) = (&a.dims[n..], &a.scalable[n..]);
    let fits = match vector(m, to) {
        None => dims.is_empty() || dims == [1],
        Some(b) if dims.is_empty() => b.dims == [1],
        Some(b) => b.dims == dims && b.scalable == scalable,
    };
    if fits {
        return Ok(());
    }
    let expected = if dims.is_empty() {
        "an element of the source".to_owned()
    } else {
        format!("a vector of {}", sizes_text(dims, scalable))
    };
    Err(wrong_type(m, "result", expected, to))
}

/// The integers of an array attribute.
fn array(m: &Module, op: OpId, attr: &str) -> Vec<i64> {
    let Some(name) = m.ctx.find_str(attr) else {
        return Vec::new();
    };
    let elements = m.prop_elements(op, name).iter();
    elements
        .filter_map(|&element| m.ctx.attr_i64(element))
        .collect()
}

/// Strides other than 1 are not supported.
fn unit_strides(strides: &[i64]) -> Checked {
    match strides.iter().find(|&&stride| stride != 1) {
        Some(stride) => Err(invalid(
            "stride",
            format!("a stride must be 1, found {stride}"),
        )),
        None => Ok(()),
    }
}

/// A slice of `size` elements from `offset` on lies within a dimension.
fn slice_fits(offset: i64, size: i64, dim: i64) -> Checked {
    let end = offset.checked_add(size);
    if offset >= 0 && offset < dim && size > 0 && end.is_some_and(|end| end <= dim) {
        return Ok(());
    }
    Err(invalid(
        "slice",
        format!("{size} elements from {offset} on are outside of a dimension of {dim}"),
    ))
}

/// `vector.extract_strided_slice`: slices of the leading dimensions.
pub(crate) fn extract_slice(m: &Module, op: OpId) -> Checked {
    let Some((from, to)) = ends(m, op) else {
        return Ok(());
    };
    let (Some(a), Some(_)) = (vector(m, from), vector(m, to)) else {
        return Ok(());
    };
    let (offsets, sizes) = (array(m, op, "offsets"), array(m, op, "sizes"));
    let strides = array(m, op, "strides");
    count("size(s)", offsets.len(), sizes.len())?;
    count("stride(s)", offsets.len(), strides.len())?;
    if offsets.len() > a.dims.len() {
        let reason = format!(
            "{} offsets in a vector of rank {}",
            offsets.len(),
            a.dims.len()
        );
        return Err(invalid("slice", reason));
    }
    unit_strides(&strides)?;
    let mut dims = a.dims.to_vec();
    for (i, (&offset, &size)) in offsets.iter().zip(&sizes).enumerate() {
        slice_fits(offset, size, a.dims[i])?;
        if a.scalable[i] && size != a.dims[i] {
            return Err(invalid(
                "slice",
                format!("a slice of scalable dimension {i} must take all of it"),
            ));
        }
        dims[i] = size;
    }
    let fits = vector(m, to)
        .is_some_and(|b| b.dims == dims && b.scalable == a.scalable && b.element == a.element);
    if fits {
        return Ok(());
    }
    let expected = format!(
        "a vector of {} of the elements of the source",
        sizes_text(&dims, a.scalable)
    );
    Err(wrong_type(m, "result", expected, to))
}

/// `vector.shuffle`: the lanes of both vectors, concatenated.
pub(crate) fn shuffle(m: &Module, op: OpId) -> Checked {
    let (Some(first), Some(second), Some(to)) = (
        group_type(m, op, "v1"),
        group_type(m, op, "v2"),
        super::result_type(m, op, 0),
    ) else {
        return Ok(());
    };
    same_elements(m, "element of the second vector", first, second)?;
    same_elements(m, "element of the result", first, to)?;
    let (Some(a), Some(b), Some(c)) = (vector(m, first), vector(m, second), vector(m, to)) else {
        return Ok(());
    };
    let mask = int_list(m, op, "mask");
    let tail = |v: Vector<'_>| v.dims.get(1..).unwrap_or(&[]).to_vec();
    let fits = if a.dims.is_empty() {
        b.dims.is_empty() && c.dims.len() == 1
    } else {
        let same_rank = a.dims.len() == b.dims.len() && a.dims.len() == c.dims.len();
        same_rank && tail(a) == tail(b) && tail(a) == tail(c)
    };
    if !fits || c.dims.first() != Some(&(mask.len() as i64)) {
        let expected = format!("a vector of {} lanes of the sources", mask.len());
        return Err(wrong_type(m, "result", expected, to));
    }
    let lanes = |v: Vector<'_>| v.dims.first().copied().unwrap_or(1);
    let limit = lanes(a).saturating_add(lanes(b));
    match mask.iter().find(|&&lane| !(-1..limit).contains(&lane)) {
        Some(lane) => Err(invalid(
            "lane",
            format!("lane {lane} is outside of the {limit} lanes of both vectors"),
        )),
        None => Ok(()),
    }
}

/// `vector.type_cast`: a static buffer as one vector of the same shape.
pub(crate) fn type_cast(m: &Module, op: OpId) -> Checked {
    let Some((from, to)) = ends(m, op) else {
        return Ok(());
    };
    let (Some(a), Some(b)) = (shapes::memref(&m.ctx, from), shapes::memref(&m.ctx, to)) else {
        return Ok(());
    };
    let flat = |memref: &crate::ir::MemRefType| {
        let (inner, element) = match m.ctx.type_kind(memref.element) {
            TypeKind::Vector { shape, element, .. } => (&shape[..], *element),
            _ => (&[][..], memref.element),
        };
        ([&memref.shape, inner].concat(), element)
    };
    if a.layout.is_none() && b.layout.is_none() && a.space == b.space && flat(a) == flat(b) {
        return Ok(());
    }
    let expected = "a memref of vectors that has the elements of the source in the same shape";
    Err(wrong_type(m, "result", expected, to))
}
