//! Rules of operations with offsets, sizes and strides.

use super::{Checked, count, group_type, invalid, result_type, type_is, wrong_type};
use crate::ir::shapes::{Layout, add, layout, memref, multiply};
use crate::ir::{AttrId, Context, DYNAMIC, Module, OpId, TypeId, TypeKind, names};
use crate::verifier::VerifyErrorKind;

/// Static offsets, sizes and strides, dynamic ones as [`DYNAMIC`].
struct Slice<'m> {
    offsets: &'m [i64],
    sizes: &'m [i64],
    strides: &'m [i64],
}

fn slice(m: &Module, op: OpId) -> Slice<'_> {
    Slice {
        offsets: m.prop_array(op, names::STATIC_OFFSETS),
        sizes: m.prop_array(op, names::STATIC_SIZES),
        strides: m.prop_array(op, names::STATIC_STRIDES),
    }
}

/// A slice with one entry for each dimension of `of`.
fn slice_of(m: &Module, op: OpId, of: TypeId) -> Result<Slice<'_>, VerifyErrorKind> {
    let slice = slice(m, op);
    let rank = m.ctx.shape(of).map_or(slice.sizes.len(), <[i64]>::len);
    count("offset(s)", rank, slice.offsets.len())?;
    count("size(s)", rank, slice.sizes.len())?;
    count("stride(s)", rank, slice.strides.len())?;
    let is_negative = |n: &&i64| **n != DYNAMIC && **n < 0;
    if let Some(offset) = slice.offsets.iter().find(is_negative) {
        return Err(invalid(
            "negative-offset",
            format!("expected offsets to be non-negative, but got {offset}"),
        ));
    }
    if let Some(size) = slice.sizes.iter().find(is_negative) {
        return Err(invalid(
            "negative-size",
            format!("expected sizes to be non-negative, but got {size}"),
        ));
    }
    if let Some(dims) = m.ctx.shape(of) {
        within(&slice, dims)?;
    }
    Ok(slice)
}

/// The static part of a slice lies within the sliced dimensions.
fn within(slice: &Slice<'_>, dims: &[i64]) -> Checked {
    let if_static = |n: i64| (n != DYNAMIC).then_some(n);
    for (i, &dim) in dims.iter().enumerate() {
        // Also where nothing is sliced.
        if let (Some(dim), Some(offset)) = (if_static(dim), if_static(slice.offsets[i]))
            && offset >= dim
        {
            return Err(invalid(
                "slice-out-of-bounds",
                format!("offset {i} is out-of-bounds: {offset} >= {dim}"),
            ));
        }
        let last = || -> Option<i64> {
            let steps = if_static(slice.sizes[i])?
                .checked_sub(1)
                .filter(|&n| n >= 0)?;
            let distance = steps.checked_mul(if_static(slice.strides[i])?)?;
            if_static(slice.offsets[i])?.checked_add(distance)
        };
        if let (Some(dim), Some(last)) = (if_static(dim), last())
            && last >= dim
        {
            return Err(invalid(
                "slice-out-of-bounds",
                format!("slice along dimension {i} runs out-of-bounds: {last} >= {dim}"),
            ));
        }
    }
    Ok(())
}

/// Whether `found` is `expected` with some dimensions of size one left out; each dimension is a
/// size and a stride, and a stride of `None` fits any.
fn drops_unit_dims(expected: &[(i64, Option<i64>)], found: &[(i64, Option<i64>)]) -> bool {
    let same = |a: (i64, Option<i64>), b: (i64, Option<i64>)| {
        a.0 == b.0 && (a.1.is_none() || b.1.is_none() || a.1 == b.1)
    };
    // `reach[j]`: whether the dimensions so far match the first `j` dimensions of `found`.
    let mut reach = vec![false; found.len() + 1];
    reach[0] = true;
    for &dim in expected {
        for j in (0..=found.len()).rev() {
            let keeps = j > 0 && reach[j - 1] && same(dim, found[j - 1]);
            reach[j] = keeps || (reach[j] && dim.0 == 1);
        }
    }
    reach[found.len()]
}

/// The result of `memref.subview` has the sizes of the slice, and the resulting strides and offset.
pub(crate) fn subview(m: &Module, op: OpId) -> Checked {
    let (Some(source_ty), Some(result_ty)) = (group_type(m, op, "source"), result_type(m, op, 0))
    else {
        return Ok(());
    };
    let Some(source) = memref(&m.ctx, source_ty) else {
        return Err(wrong_type(m, "source", "a ranked memref", source_ty));
    };
    let Some(result) = memref(&m.ctx, result_ty) else {
        return Err(wrong_type(m, "result", "a ranked memref", result_ty));
    };
    let slice = slice_of(m, op, source_ty)?;
    type_is(m, "result element type", source.element, result.element)?;
    if source.space != result.space {
        return Err(wrong_type(
            m,
            "result",
            "in the memory space of the source",
            result_ty,
        ));
    }
    let from = layout(&m.ctx, source);
    let to = layout(&m.ctx, result);
    let inferred = from.map(|from| strided(&from, &slice));
    if let (Some(inferred), Some(to)) = (&inferred, &to)
        && inferred.offset != to.offset
    {
        return Err(wrong_type(
            m,
            "result",
            format!("at {}", offset_text(inferred.offset)),
            result_ty,
        ));
    }
    let dims = |sizes: &[i64], layout: Option<&Layout>| -> Vec<(i64, Option<i64>)> {
        let stride = |i: usize| layout.and_then(|layout| layout.strides.get(i).copied());
        sizes
            .iter()
            .enumerate()
            .map(|(i, &size)| (size, stride(i)))
            .collect()
    };
    let expected = dims(slice.sizes, inferred.as_ref());
    let actual = dims(&result.shape, to.as_ref());
    if drops_unit_dims(&expected, &actual) {
        Ok(())
    } else {
        let expected = format!(
            "of shape and strides {}, or a rank-reduced version",
            list(&expected)
        );
        Err(wrong_type(m, "result", expected, result_ty))
    }
}

fn strided(from: &Layout, slice: &Slice<'_>) -> Layout {
    let offset = slice
        .offsets
        .iter()
        .zip(&from.strides)
        .fold(from.offset, |offset, (&step, &stride)| {
            add(offset, multiply(step, stride))
        });
    Layout {
        offset,
        strides: slice
            .strides
            .iter()
            .zip(&from.strides)
            .map(|(&step, &stride)| multiply(step, stride))
            .collect(),
    }
}

/// The memory space of a memref, ranked or not; the inner `None` is the default space.
fn memory_space(ctx: &Context, ty: TypeId) -> Option<Option<AttrId>> {
    match ctx.type_kind(ty) {
        TypeKind::MemRef(ty) => Some(ty.space),
        TypeKind::UnrankedMemRef { space, .. } => Some(*space),
        _ => None,
    }
}

fn offset_text(offset: i64) -> String {
    if offset == DYNAMIC {
        "a dynamic offset".to_owned()
    } else {
        format!("offset {offset}")
    }
}

pub(super) fn number(n: i64) -> String {
    if n == DYNAMIC {
        "?".to_owned()
    } else {
        n.to_string()
    }
}

fn list(dims: &[(i64, Option<i64>)]) -> String {
    let sizes: Vec<String> = dims.iter().map(|dim| number(dim.0)).collect();
    let strides: Vec<String> = dims
        .iter()
        .map(|dim| dim.1.map_or("_".to_owned(), number))
        .collect();
    format!("{} and [{}]", sizes.join("x"), strides.join(", "))
}

/// The result of `memref.reinterpret_cast` has the sizes, strides and offset that are listed.
pub(crate) fn reinterpret_cast(m: &Module, op: OpId) -> Checked {
    let (Some(source), Some(result_ty)) = (group_type(m, op, "source"), result_type(m, op, 0))
    else {
        return Ok(());
    };
    let Some(result) = memref(&m.ctx, result_ty) else {
        return Err(wrong_type(m, "result", "a ranked memref", result_ty));
    };
    if let Some(element) = m.ctx.element_type(source) {
        type_is(m, "result element type", element, result.element)?;
    }
    let slice = slice(m, op);
    count("offset(s)", 1, slice.offsets.len())?;
    count("size(s)", result.shape.len(), slice.sizes.len())?;
    count("stride(s)", result.shape.len(), slice.strides.len())?;
    let spaces = [source, result_ty].map(|ty| memory_space(&m.ctx, ty));
    if spaces[0] != spaces[1] {
        return Err(wrong_type(
            m,
            "result",
            "in the memory space of the source",
            result_ty,
        ));
    }
    // A type that states a number promises it for every run.
    let any_differ = |listed: &[i64], stated: &[i64]| {
        let mut pairs = listed.iter().zip(stated);
        pairs.any(|(listed, stated)| stated != listed && *stated != DYNAMIC)
    };
    if any_differ(slice.sizes, &result.shape) {
        return Err(wrong_type(m, "result", "of the listed sizes", result_ty));
    }
    if let Some(layout) = layout(&m.ctx, result)
        && (any_differ(slice.offsets, &[layout.offset])
            || any_differ(slice.strides, &layout.strides))
    {
        return Err(wrong_type(
            m,
            "result",
            "of the listed offset and strides",
            result_ty,
        ));
    }
    Ok(())
}

/// The result of `tensor.extract_slice` has the sizes of the slice.
pub(crate) fn extract_slice(m: &Module, op: OpId) -> Checked {
    match (group_type(m, op, "source"), result_type(m, op, 0)) {
        (Some(whole), Some(part)) => tensor_slice(m, op, whole, "result", part),
        _ => Ok(()),
    }
}

/// The source of `tensor.insert_slice` has the sizes of the slice.
pub(crate) fn insert_slice(m: &Module, op: OpId) -> Checked {
    match (group_type(m, op, "dest"), group_type(m, op, "source")) {
        (Some(whole), Some(part)) => tensor_slice(m, op, whole, "source", part),
        _ => Ok(()),
    }
}

fn tensor_slice(m: &Module, op: OpId, whole: TypeId, what: &'static str, part: TypeId) -> Checked {
    let slice = slice_of(m, op, whole)?;
    let (Some(whole_element), Some(part_element)) =
        (m.ctx.element_type(whole), m.ctx.element_type(part))
    else {
        return Err(wrong_type(m, what, "a ranked tensor", part));
    };
    type_is(m, "element type", whole_element, part_element)?;
    let Some(actual) = m.ctx.shape(part) else {
        return Err(wrong_type(m, what, "a ranked tensor", part));
    };
    let dims = |sizes: &[i64]| -> Vec<(i64, Option<i64>)> {
        sizes.iter().map(|&size| (size, None)).collect()
    };
    if drops_unit_dims(&dims(slice.sizes), &dims(actual)) {
        Ok(())
    } else {
        let sizes: Vec<String> = slice.sizes.iter().map(|&size| number(size)).collect();
        let expected = format!("of shape {}, or a rank-reduced version", sizes.join("x"));
        Err(wrong_type(m, what, expected, part))
    }
}
