//! Rules of the `tensor` dialect.

use super::{
    Checked, count, entry_args, group_type, int_list, invalid, is_index, operand_type, result_type,
    type_is, wrong_type,
};
use crate::interfaces::region_exits;
use crate::ir::shapes::{compatible_shapes, compatible_size, dynamic_dims};
use crate::ir::{DYNAMIC, Module, OpId, Signedness, TypeId, TypeKind, ValueDef};

/// One size for each dynamic dimension.
pub(crate) fn sized(m: &Module, op: OpId) -> Checked {
    let Some(ty) = result_type(m, op, 0) else {
        return Ok(());
    };
    let dims = m.ctx.shape(ty).filter(|_| m.ctx.is_tensor(ty));
    let Some(dims) = dims else {
        return Err(wrong_type(m, "result", "a ranked tensor", ty));
    };
    let sizes = m.operand_group(op, "dynamicSizes").len();
    count("dynamic size operand(s)", dynamic_dims(dims), sizes)
}

/// One extent for each dynamic dimension; the body computes an element from its position.
pub(crate) fn generate(m: &Module, op: OpId) -> Checked {
    let Some(ty) = result_type(m, op, 0) else {
        return Ok(());
    };
    let Some(dims) = m.ctx.shape(ty) else {
        return Err(wrong_type(m, "result", "a ranked tensor", ty));
    };
    count(
        "dynamic size operand(s)",
        dynamic_dims(dims),
        m.operands(op).len(),
    )?;
    body(m, op, dims.len(), ty)
}

/// One index argument for each dimension; yields an element.
fn body(m: &Module, op: OpId, rank: usize, ty: TypeId) -> Checked {
    let args = entry_args(m, op, 0);
    count("argument(s) of the region", rank, args.len())?;
    for arg in args {
        if !is_index(m, arg) {
            return Err(wrong_type(m, "argument of the region", "index", arg));
        }
    }
    let Some(element) = m.ctx.element_type(ty) else {
        return Ok(());
    };
    for &region in m.regions(op) {
        for exit in region_exits(m, region) {
            if let Some(actual) = operand_type(m, exit, 0) {
                type_is(m, "yielded element", element, actual)?;
            }
        }
    }
    Ok(())
}

/// Low and high padding for each dimension.
pub(crate) fn pad(m: &Module, op: OpId) -> Checked {
    let (low, high) = (
        int_list(m, op, "static_low"),
        int_list(m, op, "static_high"),
    );
    let (Some(from), Some(to)) = (group_type(m, op, "source"), result_type(m, op, 0)) else {
        return Ok(());
    };
    let (Some(source), Some(result)) = (m.ctx.shape(from), m.ctx.shape(to)) else {
        return Err(wrong_type(
            m,
            "result",
            "a ranked tensor, like the source",
            to,
        ));
    };
    count("low padding(s)", source.len(), low.len())?;
    count("high padding(s)", source.len(), high.len())?;
    let padded = |i: usize| {
        [source[i], low[i], high[i]]
            .into_iter()
            .try_fold(0i64, |sum, n| {
                if n == DYNAMIC {
                    None
                } else {
                    sum.checked_add(n)
                }
            })
            .unwrap_or(DYNAMIC)
    };
    let fits = result.len() == source.len()
        && (0..source.len()).all(|i| padded(i) == DYNAMIC || result[i] == padded(i));
    if !fits {
        return Err(wrong_type(m, "result", "of the padded shape", to));
    }
    if let (Some(a), Some(b)) = (m.ctx.element_type(from), m.ctx.element_type(to)) {
        type_is(m, "result element type", a, b)?;
    }
    body(m, op, source.len(), to)
}

/// One element for each position.
pub(crate) fn from_elements(m: &Module, op: OpId) -> Checked {
    let Some(ty) = result_type(m, op, 0) else {
        return Ok(());
    };
    let dims = m.ctx.shape(ty).filter(|dims| dynamic_dims(dims) == 0);
    let Some(dims) = dims else {
        return Err(wrong_type(m, "result", "a static tensor", ty));
    };
    let elements = dims
        .iter()
        .try_fold(1usize, |n, &dim| n.checked_mul(usize::try_from(dim).ok()?));
    count(
        "element(s)",
        elements.unwrap_or(usize::MAX),
        m.operands(op).len(),
    )
}

/// Only static type information changes.
pub(crate) fn cast(m: &Module, op: OpId) -> Checked {
    let (Some(from), Some(to)) = (operand_type(m, op, 0), result_type(m, op, 0)) else {
        return Ok(());
    };
    let shapes_fit = match (m.ctx.shape(from), m.ctx.shape(to)) {
        (Some(a), Some(b)) => compatible_shapes(a, b),
        _ => true,
    };
    if shapes_fit && m.ctx.element_type(from) == m.ctx.element_type(to) {
        Ok(())
    } else {
        Err(wrong_type(m, "result", "compatible with the source", to))
    }
}

/// Inputs differ along the joined dimension only.
pub(crate) fn concat(m: &Module, op: OpId) -> Checked {
    let name = m.ctx.find_str("dim");
    let (Some(dim), Some(to)) = (
        name.and_then(|name| m.prop_i64(op, name)),
        result_type(m, op, 0),
    ) else {
        return Ok(());
    };
    let Some(result) = m.ctx.shape(to) else {
        return Err(wrong_type(m, "result", "a ranked tensor", to));
    };
    if m.operands(op).is_empty() {
        return Err(invalid("no-inputs", "requires at least one input"));
    }
    let joined = usize::try_from(dim).unwrap_or(usize::MAX);
    if joined >= result.len() {
        return Err(invalid(
            "concat-dim",
            format!("there is no dimension {dim} to join along"),
        ));
    }
    for &input in m.operands(op) {
        let ty = m.value_type(input);
        let fits = m.ctx.shape(ty).is_some_and(|dims| {
            dims.len() == result.len()
                && (0..dims.len()).all(|i| i == joined || compatible_size(dims[i], result[i]))
        });
        if !fits || m.ctx.element_type(ty) != m.ctx.element_type(to) {
            return Err(wrong_type(
                m,
                "inputs",
                "of the result's shape but for the joined dimension",
                ty,
            ));
        }
    }
    joined_shape(m, op, joined, result, to)
}

/// The result has the sizes of the inputs, and their sum along the joined dimension.
fn joined_shape(m: &Module, op: OpId, joined: usize, result: &[i64], ty: TypeId) -> Checked {
    for (dim, &found) in result.iter().enumerate() {
        let sizes = m.operands(op).iter().map(|&input| {
            let dims = m.ctx.shape(m.value_type(input));
            dims.map_or(DYNAMIC, |dims| dims[dim])
        });
        let expected = if dim == joined {
            let add = |sum: i64, size| match size {
                DYNAMIC => None,
                size => sum.checked_add(size),
            };
            let mut sizes = sizes;
            sizes.try_fold(0, add).unwrap_or(DYNAMIC)
        } else {
            let mut static_sizes = sizes.filter(|&size| size != DYNAMIC);
            let first = static_sizes.next().unwrap_or(DYNAMIC);
            if let Some(other) = static_sizes.find(|&size| size != first) {
                return Err(invalid(
                    "concat-size",
                    format!("inputs have {first} and {other} elements along dimension {dim}"),
                ));
            }
            first
        };
        if !compatible_size(expected, found) {
            let expected = format!("a tensor with {expected} elements along dimension {dim}");
            return Err(wrong_type(m, "result", expected, ty));
        }
    }
    Ok(())
}

/// Like `memref.expand_shape`; also, the list of sizes has one for each dimension.
pub(crate) fn expand_shape(m: &Module, op: OpId) -> Checked {
    if let Some(dims) = result_type(m, op, 0).and_then(|ty| m.ctx.shape(ty)) {
        let listed = int_list(m, op, "static_output_shape").len();
        count("size(s) in output_shape", dims.len(), listed)?;
    }
    super::memref::expand_shape(m, op)
}

/// The operand is a tensor.
pub(crate) fn rank(m: &Module, op: OpId) -> Checked {
    match operand_type(m, op, 0).filter(|&ty| !m.ctx.is_tensor(ty)) {
        Some(ty) => Err(wrong_type(m, "tensor", "a tensor", ty)),
        None => Ok(()),
    }
}

/// Slices of the source at the positions of the indices.
pub(crate) fn gather(m: &Module, op: OpId) -> Checked {
    let (Some(source), Some(result)) = (group_type(m, op, "source"), result_type(m, op, 0)) else {
        return Ok(());
    };
    coordinates(m, op, "gather_dims", "source", source, "result", result)
}

/// Slices of the destination, replaced at distinct positions of the indices.
pub(crate) fn scatter(m: &Module, op: OpId) -> Checked {
    let (Some(source), Some(dest)) = (group_type(m, op, "source"), group_type(m, op, "dest"))
    else {
        return Ok(());
    };
    coordinates(m, op, "scatter_dims", "dest", dest, "source", source)?;
    match m.ctx.find_str("unique").and_then(|name| m.prop(op, name)) {
        Some(_) => Ok(()),
        None => Err(invalid(
            "not-unique",
            "requires 'unique' attribute to be set",
        )),
    }
}

/// The last dimension of the indices has a coordinate for each dimension in `attr`; `slices` has the other
/// dimensions of the indices, and those of a slice of `whole`.
fn coordinates(
    m: &Module,
    op: OpId,
    attr: &'static str,
    whole_name: &'static str,
    whole: TypeId,
    slices_name: &'static str,
    slices: TypeId,
) -> Checked {
    let Some(indices) = group_type(m, op, "indices") else {
        return Ok(());
    };
    let ranked = |name, ty| {
        let dims = m.ctx.shape(ty).filter(|_| m.ctx.is_tensor(ty));
        dims.ok_or_else(|| wrong_type(m, name, "a ranked tensor", ty))
    };
    let (whole_dims, places) = (ranked(whole_name, whole)?, ranked("indices", indices)?);
    let slice_dims = ranked(slices_name, slices)?;
    let chosen = int_list(m, op, attr);
    check_chosen(attr, chosen, whole_dims.len())?;
    let fits = |size: i64| usize::try_from(size).is_ok_and(|size| size == chosen.len());
    let Some((_, places)) = places.split_last().filter(|(size, _)| fits(**size)) else {
        return Err(invalid(
            "coordinates",
            format!("{attr} length must match the size of last dimension of indices"),
        ));
    };
    let is_chosen = |dim: &usize| chosen.contains(&(*dim as i64));
    let kept = (0..whole_dims.len()).filter(|dim| !is_chosen(dim));
    let reduced = places
        .iter()
        .copied()
        .chain(kept.map(|dim| whole_dims[dim]));
    let ones = (0..whole_dims.len()).map(|dim| if is_chosen(&dim) { 1 } else { whole_dims[dim] });
    let full = places.iter().copied().chain(ones);
    let is_slices = full.eq(slice_dims.iter().copied()) || reduced.eq(slice_dims.iter().copied());
    if !is_slices || m.ctx.element_type(whole) != m.ctx.element_type(slices) {
        let expected = "of the shape of the indices and the slices";
        return Err(wrong_type(m, slices_name, expected, slices));
    }
    Ok(())
}

/// At least one dimension, in strictly ascending order.
fn check_chosen(attr: &'static str, chosen: &[i64], rank: usize) -> Checked {
    let problem = if chosen.is_empty() {
        "must be non-empty"
    } else if chosen.len() > rank {
        "overflow the rank"
    } else if chosen.iter().any(|&dim| dim < 0) {
        "value must be non-negative"
    } else if chosen.iter().any(|&dim| dim >= rank as i64) {
        "value must be smaller than the rank"
    } else if chosen.windows(2).any(|pair| pair[0] >= pair[1]) {
        "values must be strictly increasing"
    } else {
        return Ok(());
    };
    Err(invalid("coordinates", format!("{attr} {problem}")))
}

/// A slice of an output of the enclosing `scf.forall`.
pub(crate) fn parallel_insert_slice(m: &Module, op: OpId) -> Checked {
    super::slices::insert_slice(m, op)?;
    let holder = m.parent(op).and_then(|parent| m.op_block(parent));
    let is_output = m.operand_group(op, "dest").iter().all(|&dest| {
        // The block arguments before the outputs are indices, so a tensor argument is an output.
        matches!(m.value_def(dest), ValueDef::Arg { block, .. } if Some(block) == holder)
    });
    if is_output {
        return Ok(());
    }
    Err(invalid(
        "not-an-output",
        "may only insert into an output block argument",
    ))
}

/// The number of elements is unchanged, and the shape operand has as many elements as a ranked result has
/// dimensions.
pub(crate) fn reshape(m: &Module, op: OpId) -> Checked {
    super::memref::reshape(m, op)?;
    let (Some(from), Some(shape_ty), Some(to)) = (
        operand_type(m, op, 0),
        operand_type(m, op, 1),
        result_type(m, op, 0),
    ) else {
        return Ok(());
    };
    let element_of_shape = m.ctx.element_type(shape_ty).map(|ty| m.ctx.type_kind(ty));
    if let Some(TypeKind::Integer { signedness, .. }) = element_of_shape
        && *signedness != Signedness::Signless
    {
        return Err(wrong_type(
            m,
            "shape",
            "signless integers or indices",
            shape_ty,
        ));
    }
    let Some(result) = m.ctx.shape(to) else {
        return Ok(());
    };
    if m.ctx.shape(shape_ty) == Some(&[DYNAMIC]) {
        let expected = "of a known length for a result with a rank";
        return Err(wrong_type(m, "shape", expected, shape_ty));
    }
    let elements = |dims: &[i64]| dims.iter().try_fold(1_i64, |n, &dim| n.checked_mul(dim));
    let is_static = |dims: &&[i64]| dynamic_dims(dims) == 0;
    match m.ctx.shape(from).filter(is_static) {
        Some(source) if is_static(&result) && elements(source) != elements(result) => Err(
            wrong_type(m, "result", "with as many elements as the source", to),
        ),
        _ => Ok(()),
    }
}

/// Elements are integers or floats of one width, before and after.
pub(crate) fn bitcast(m: &Module, op: OpId) -> Checked {
    let (Some(from), Some(to)) = (operand_type(m, op, 0), result_type(m, op, 0)) else {
        return Ok(());
    };
    let width = |ty: TypeId| match m.ctx.type_kind(m.ctx.element_type(ty)?) {
        TypeKind::Integer { width, .. } => Some(*width),
        TypeKind::Float(kind) => Some(kind.width()),
        _ => None,
    };
    let Some(source_width) = width(from) else {
        return Err(wrong_type(
            m,
            "source",
            "a tensor of integers or floats",
            from,
        ));
    };
    let shapes_fit = match (m.ctx.shape(from), m.ctx.shape(to)) {
        (Some(a), Some(b)) => compatible_shapes(a, b),
        _ => true,
    };
    if shapes_fit && width(to) == Some(source_width) {
        Ok(())
    } else {
        let expected =
            format!("a tensor of the shape of the source with elements of {source_width} bits");
        Err(wrong_type(m, "result", expected, to))
    }
}
