//! Rules of the `tensor` dialect.

use super::{
    Checked, count, entry_args, group_type, invalid, operand_type, result_type, type_is, wrong_type,
};
use crate::interfaces::region_exits;
use crate::ir::{DYNAMIC, Module, OpId, TypeId, TypeKind};
use crate::verifier::shapes::{compatible_shapes, compatible_size, dynamic_dims, element, shape};

/// One size for each dynamic dimension.
pub(crate) fn sized(m: &Module, op: OpId) -> Checked {
    let Some(ty) = result_type(m, op, 0) else {
        return Ok(());
    };
    let Some(dims) = shape(&m.ctx, ty) else {
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
    let Some(dims) = shape(&m.ctx, ty) else {
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
        if !matches!(m.ctx.type_kind(arg), TypeKind::Index) {
            return Err(wrong_type(m, "argument of the region", "index", arg));
        }
    }
    let Some(element) = element(&m.ctx, ty) else {
        return Ok(());
    };
    for &region in m.regions(op) {
        for exit in region_exits(m, region) {
            if let Some(found) = operand_type(m, exit, 0) {
                type_is(m, "yielded element", element, found)?;
            }
        }
    }
    Ok(())
}

/// Low and high padding for each dimension.
pub(crate) fn pad(m: &Module, op: OpId) -> Checked {
    let list = |attr| {
        let name = m.ctx.find_str(attr);
        name.map_or(&[][..], |name| m.prop_array(op, name))
    };
    let (low, high) = (list("static_low"), list("static_high"));
    let (Some(from), Some(to)) = (group_type(m, op, "source"), result_type(m, op, 0)) else {
        return Ok(());
    };
    let (Some(source), Some(result)) = (shape(&m.ctx, from), shape(&m.ctx, to)) else {
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
        && (0..source.len()).all(|i| compatible_size(result[i], padded(i)));
    if !fits {
        return Err(wrong_type(m, "result", "of the padded shape", to));
    }
    if let (Some(a), Some(b)) = (element(&m.ctx, from), element(&m.ctx, to)) {
        type_is(m, "result element type", a, b)?;
    }
    body(m, op, source.len(), to)
}

/// One element for each position.
pub(crate) fn from_elements(m: &Module, op: OpId) -> Checked {
    let Some(ty) = result_type(m, op, 0) else {
        return Ok(());
    };
    let dims = shape(&m.ctx, ty).filter(|dims| dynamic_dims(dims) == 0);
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

/// Nothing but what is known statically changes.
pub(crate) fn cast(m: &Module, op: OpId) -> Checked {
    let (Some(from), Some(to)) = (operand_type(m, op, 0), result_type(m, op, 0)) else {
        return Ok(());
    };
    let shapes_fit = match (shape(&m.ctx, from), shape(&m.ctx, to)) {
        (Some(a), Some(b)) => compatible_shapes(a, b),
        _ => true,
    };
    if shapes_fit && element(&m.ctx, from) == element(&m.ctx, to) {
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
    let Some(result) = shape(&m.ctx, to) else {
        return Err(wrong_type(m, "result", "a ranked tensor", to));
    };
    let joined = usize::try_from(dim).unwrap_or(usize::MAX);
    if joined >= result.len() {
        return Err(invalid(
            "concat-dim",
            format!("there is no dimension {dim} to join along"),
        ));
    }
    for &input in m.operands(op) {
        let ty = m.value_type(input);
        let fits = shape(&m.ctx, ty).is_some_and(|dims| {
            dims.len() == result.len()
                && (0..dims.len()).all(|i| i == joined || compatible_size(dims[i], result[i]))
        });
        if !fits || element(&m.ctx, ty) != element(&m.ctx, to) {
            return Err(wrong_type(
                m,
                "inputs",
                "of the result's shape but for the joined dimension",
                ty,
            ));
        }
    }
    Ok(())
}
