//! Rules of operations that combine the elements of vectors, and of masks.

use super::vector::{ends, same_elements, sizes_text, vector};
use super::{Checked, count, group_type, int_list, invalid, type_is, wrong_type};
use crate::ir::{AttrKind, Module, OpId, TypeId, TypeKind};

/// The element types of a combining kind such as `#vector.kind<add>`.
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
            m.ctx.type_summary(element)
        ),
    ))
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

/// `vector.multi_reduction`: the result has the dimensions that are not reduced.
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
