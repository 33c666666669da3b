//! Rules of the `vector` dialect about shapes.

use super::{Checked, count, group_type, int_list, invalid, is_permutation, type_is, wrong_type};
use crate::ir::{AttrKind, DYNAMIC, Module, OpId, TypeId, TypeKind};
use crate::verifier::shapes::{self, scalar};

/// A vector type taken apart.
#[derive(Clone, Copy)]
pub(super) struct Vector<'m> {
    /// Sizes of its dimensions.
    pub(super) dims: &'m [i64],
    /// Which of these are multiplied with the vector scale.
    pub(super) scalable: &'m [bool],
    /// Type of its elements.
    pub(super) element: TypeId,
}

/// The type as a vector; nothing else is one.
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
fn ends(m: &Module, op: OpId) -> Option<(TypeId, TypeId)> {
    Some((
        super::operand_type(m, op, 0)?,
        super::result_type(m, op, 0)?,
    ))
}

/// Both types have the same elements; a scalar is its own element.
pub(super) fn same_elements(m: &Module, what: &'static str, a: TypeId, b: TypeId) -> Checked {
    type_is(m, what, scalar(&m.ctx, a), scalar(&m.ctx, b))
}

/// Sizes, as they stand in a type.
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

/// What a combining kind works on: `#vector.kind<add>` and its kin.
pub(super) fn kind_fits(m: &Module, op: OpId, element: TypeId) -> Checked {
    let kind = m.ctx.find_str("kind").and_then(|name| m.prop(op, name));
    let Some(AttrKind::Opaque { body, .. }) = kind.map(|kind| m.ctx.attr_kind(kind)) else {
        return Ok(());
    };
    let body = m.ctx.text(*body);
    let Some(kind) = body
        .strip_prefix("kind<")
        .and_then(|kind| kind.strip_suffix('>'))
    else {
        return Ok(());
    };
    let is_float = matches!(m.ctx.type_kind(element), TypeKind::Float(_));
    let is_integer = matches!(
        m.ctx.type_kind(element),
        TypeKind::Integer { .. } | TypeKind::Index
    );
    let fits = match kind.trim() {
        "add" | "mul" => is_integer || is_float,
        "minui" | "minsi" | "maxui" | "maxsi" | "and" | "or" | "xor" => is_integer,
        "minnumf" | "maxnumf" | "minimumf" | "maximumf" => is_float,
        _ => true,
    };
    if fits {
        return Ok(());
    }
    Err(invalid(
        "combining-kind",
        format!(
            "`{kind}` cannot combine elements of type {}",
            crate::text::type_summary(&m.ctx, element)
        ),
    ))
}

/// `vector.bitcast`: only the last dimension changes, and not in bits.
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

/// `vector.broadcast`: the source is the result, or misses leading dimensions and has unit ones.
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

/// Positions in the leading dimensions of a vector; -1 stands for poison.
fn positions_fit(
    m: &Module,
    op: OpId,
    dims: &[i64],
) -> Result<usize, crate::verifier::VerifyErrorKind> {
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

/// `vector.extract`: what is left behind the dimensions of the position.
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

/// `vector.insert`: a value for what is left behind the dimensions of the position.
pub(crate) fn insert(m: &Module, op: OpId) -> Checked {
    let (Some(value), Some(dest)) = (group_type(m, op, "valueToStore"), group_type(m, op, "dest"))
    else {
        return Ok(());
    };
    same_elements(m, "element of the value", dest, value)?;
    let Some(b) = vector(m, dest) else {
        return Ok(());
    };
    let n = positions_fit(m, op, b.dims)?;
    let rank = vector(m, value).map(|v| v.dims.len());
    match rank {
        Some(0) => Err(wrong_type(m, "valueToStore", "a scalar", value)),
        Some(rank) if rank + n != b.dims.len() => {
            let expected = format!("a vector of rank {}", b.dims.len() - n);
            Err(wrong_type(m, "valueToStore", expected, value))
        }
        None if n != b.dims.len() => {
            let expected = format!("a vector of rank {}", b.dims.len() - n);
            Err(wrong_type(m, "valueToStore", expected, value))
        }
        _ => Ok(()),
    }
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

/// A slice of `size` elements from `offset` on is inside of a dimension.
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

/// `vector.insert_strided_slice`: the source fits into the last dimensions from the offsets on.
pub(crate) fn insert_slice(m: &Module, op: OpId) -> Checked {
    let (Some(value), Some(dest)) = (group_type(m, op, "valueToStore"), group_type(m, op, "dest"))
    else {
        return Ok(());
    };
    same_elements(m, "element of the value", dest, value)?;
    let (Some(a), Some(b)) = (vector(m, value), vector(m, dest)) else {
        return Ok(());
    };
    let (offsets, strides) = (array(m, op, "offsets"), array(m, op, "strides"));
    count("offset(s)", b.dims.len(), offsets.len())?;
    count("stride(s)", a.dims.len(), strides.len())?;
    let Some(lead) = b.dims.len().checked_sub(a.dims.len()) else {
        let expected = "a vector of at most the rank of the destination";
        return Err(wrong_type(m, "valueToStore", expected, value));
    };
    unit_strides(&strides)?;
    for (i, &offset) in offsets.iter().enumerate() {
        match i.checked_sub(lead) {
            None => slice_fits(offset, 1, b.dims[i])?,
            Some(at) => {
                slice_fits(offset, a.dims[at], b.dims[i])?;
                let is_whole = !a.scalable[at] || a.dims[at] == b.dims[i];
                if a.scalable[at] != b.scalable[i] || !is_whole {
                    return Err(invalid(
                        "slice",
                        format!("scalable dimension {i} must be replaced as a whole"),
                    ));
                }
            }
        }
    }
    Ok(())
}

/// `vector.shuffle`: the lanes of both vectors, one behind the other.
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

/// `vector.interleave`: the last dimension twice.
pub(crate) fn interleave(m: &Module, op: OpId) -> Checked {
    let Some((from, to)) = ends(m, op) else {
        return Ok(());
    };
    let Some(a) = vector(m, from) else {
        return Ok(());
    };
    let mut dims = a.dims.to_vec();
    if dims.is_empty() {
        dims.push(1);
    }
    if let Some(last) = dims.last_mut() {
        *last = last.saturating_mul(2);
    }
    let fits = vector(m, to).is_some_and(|b| {
        let same_scale = a.scalable.is_empty() || a.scalable == b.scalable;
        b.dims == dims && same_scale && b.element == a.element
    });
    if fits {
        return Ok(());
    }
    let expected = format!("a vector of {}", sizes_text(&dims, a.scalable));
    Err(wrong_type(m, "result", expected, to))
}

/// `vector.deinterleave`: half of the last dimension.
pub(crate) fn deinterleave(m: &Module, op: OpId) -> Checked {
    let Some((from, to)) = ends(m, op) else {
        return Ok(());
    };
    let (Some(a), Some(b)) = (vector(m, from), vector(m, to)) else {
        return Ok(());
    };
    let (Some(last), Some(half)) = (a.dims.last(), b.dims.last()) else {
        return Ok(());
    };
    if last % 2 == 0 && last / 2 == *half {
        return Ok(());
    }
    let expected = "a vector of half of the last dimension, which is even";
    Err(wrong_type(m, "result", expected, to))
}

/// `vector.outerproduct`: of two vectors, or of a vector and a scalar.
pub(crate) fn outerproduct(m: &Module, op: OpId) -> Checked {
    let (Some(lhs), Some(rhs), Some(to)) = (
        group_type(m, op, "lhs"),
        group_type(m, op, "rhs"),
        super::result_type(m, op, 0),
    ) else {
        return Ok(());
    };
    same_elements(m, "element of the first operand", to, lhs)?;
    same_elements(m, "element of the second operand", to, rhs)?;
    if let Some(acc) = group_type(m, op, "acc") {
        type_is(m, "acc", to, acc)?;
    }
    let (Some(a), Some(c)) = (vector(m, lhs), vector(m, to)) else {
        return Ok(());
    };
    if a.dims.len() != 1 {
        return Err(wrong_type(m, "lhs", "a vector of rank 1", lhs));
    }
    let (mut dims, mut scalable) = (a.dims.to_vec(), a.scalable.to_vec());
    if let Some(b) = vector(m, rhs) {
        if b.dims.len() != 1 {
            return Err(wrong_type(m, "rhs", "a vector of rank 1", rhs));
        }
        dims.extend(b.dims);
        scalable.extend(b.scalable);
    }
    if c.dims != dims {
        let expected = format!("a vector of {}", sizes_text(&dims, &scalable));
        return Err(wrong_type(m, "result", expected, to));
    }
    kind_fits(m, op, c.element)
}

/// `vector.reduction`: a vector of rank 0 or 1 to an element.
pub(crate) fn reduction(m: &Module, op: OpId) -> Checked {
    let Some((from, to)) = ends(m, op) else {
        return Ok(());
    };
    let Some(a) = vector(m, from) else {
        return Ok(());
    };
    type_is(m, "dest", a.element, to)?;
    if a.dims.len() > 1 {
        return Err(wrong_type(m, "vector", "a vector of rank 0 or 1", from));
    }
    kind_fits(m, op, a.element)
}

/// `vector.multi_reduction`: the dimensions that are not reduced.
pub(crate) fn multi_reduction(m: &Module, op: OpId) -> Checked {
    let Some((from, to)) = ends(m, op) else {
        return Ok(());
    };
    let Some(a) = vector(m, from) else {
        return Ok(());
    };
    same_elements(m, "element of the result", from, to)?;
    let reduced = int_list(m, op, "reduction_dims");
    let kept = || (0..a.dims.len()).filter(|&dim| !reduced.contains(&(dim as i64)));
    let dims: Vec<i64> = kept().map(|dim| a.dims[dim]).collect();
    let scalable: Vec<bool> = kept().map(|dim| a.scalable[dim]).collect();
    let fits = match vector(m, to) {
        Some(b) => !dims.is_empty() && b.dims == dims && b.scalable == scalable,
        None => dims.is_empty(),
    };
    if !fits {
        let expected = if dims.is_empty() {
            "an element of the source".to_owned()
        } else {
            format!("a vector of {}", sizes_text(&dims, &scalable))
        };
        return Err(wrong_type(m, "dest", expected, to));
    }
    Ok(())
}

/// `vector.scan`: initial values for all dimensions but one.
pub(crate) fn scan(m: &Module, op: OpId) -> Checked {
    let (Some(from), Some(initial)) = (
        group_type(m, op, "source"),
        group_type(m, op, "initial_value"),
    ) else {
        return Ok(());
    };
    let (Some(a), Some(b)) = (vector(m, from), vector(m, initial)) else {
        return Ok(());
    };
    let name = m.ctx.find_str("reduction_dim");
    let dim = name.and_then(|name| m.prop_i64(op, name)).unwrap_or(0);
    let Some(dim) = usize::try_from(dim).ok().filter(|&dim| dim < a.dims.len()) else {
        return Err(invalid(
            "reduction-dim",
            format!("there is no dimension {dim} to reduce along"),
        ));
    };
    let mut dims = a.dims.to_vec();
    dims.remove(dim);
    if b.dims != dims {
        let expected = format!("a vector of {}", sizes_text(&dims, &[]));
        return Err(wrong_type(m, "initial_value", expected, initial));
    }
    kind_fits(m, op, a.element)
}

/// `vector.constant_mask`: a size for each dimension, all or none of the scalable ones.
pub(crate) fn constant_mask(m: &Module, op: OpId) -> Checked {
    let Some(to) = super::result_type(m, op, 0) else {
        return Ok(());
    };
    let Some(a) = vector(m, to) else {
        return Ok(());
    };
    let sizes = int_list(m, op, "mask_dim_sizes");
    let dims = if a.dims.is_empty() { &[1] } else { a.dims };
    count("mask size(s)", dims.len(), sizes.len())?;
    for (i, (&size, &dim)) in sizes.iter().zip(dims).enumerate() {
        let is_scaled = a.scalable.get(i) == Some(&true);
        if !(0..=dim).contains(&size) || is_scaled && size != 0 && size != dim {
            return Err(invalid(
                "mask-size",
                format!("mask size {size} does not fit dimension {i}, which has {dim} elements"),
            ));
        }
    }
    let is_none = sizes.contains(&0);
    if is_none && sizes.iter().any(|&size| size != 0) {
        return Err(invalid(
            "mask-size",
            "where one mask size is 0, all of them must be",
        ));
    }
    Ok(())
}

/// `vector.create_mask`: a size for each dimension.
pub(crate) fn create_mask(m: &Module, op: OpId) -> Checked {
    let rank = super::result_type(m, op, 0).and_then(|ty| Some(vector(m, ty)?.dims.len()));
    match rank {
        Some(rank) => count("operand(s)", rank.max(1), m.operands(op).len()),
        None => Ok(()),
    }
}

/// `vector.to_elements`: an element for each position.
pub(crate) fn to_elements(m: &Module, op: OpId) -> Checked {
    let source = super::operand_type(m, op, 0);
    match source.and_then(|ty| m.ctx.n_elements(ty)) {
        Some(n) => count(
            "element(s)",
            usize::try_from(n).unwrap_or(usize::MAX),
            m.result_count(op),
        ),
        None => Ok(()),
    }
}

/// `vector.scalable.insert` and `vector.scalable.extract`: a fixed part of a scalable vector.
pub(crate) fn scalable_part(m: &Module, op: OpId) -> Checked {
    let types = [
        super::operand_type(m, op, 0),
        group_type(m, op, "dest").or_else(|| super::result_type(m, op, 0)),
    ];
    let [Some(from), Some(to)] = types else {
        return Ok(());
    };
    same_elements(m, "element", from, to)?;
    let (Some(a), Some(b)) = (vector(m, from), vector(m, to)) else {
        return Ok(());
    };
    // One is the part, the other the whole.
    let (part, whole) = if a.scalable.contains(&true) {
        (b, a)
    } else {
        (a, b)
    };
    let is_part = part.dims.len() == 1 && !part.scalable[0];
    let is_whole = whole.dims.len() == 1 && whole.scalable[0];
    if !is_part || !is_whole {
        let expected = "a fixed and a scalable vector of rank 1";
        return Err(wrong_type(m, "operand", expected, from));
    }
    let name = m.ctx.find_str("pos");
    let at = name.and_then(|name| m.prop_i64(op, name)).unwrap_or(0);
    if at % part.dims[0] == 0 {
        return Ok(());
    }
    Err(invalid(
        "position",
        format!(
            "position {at} must be a multiple of the {} elements of the part",
            part.dims[0]
        ),
    ))
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
