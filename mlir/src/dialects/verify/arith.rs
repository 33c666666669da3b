//! Rules of the `arith` dialect.

use super::{Checked, invalid, operand_type, result_type, wrong_type};
use crate::ir::shapes::{memref, same_container, scalar};
use crate::ir::{AttrKind, DenseData, Module, OpId, Signedness, TypeId, TypeKind, names};
use crate::verifier::VerifyErrorKind;

/// Whether a type, or the elements of a vector or tensor, are integers or indices.
fn is_int_like(m: &Module, ty: TypeId) -> bool {
    matches!(
        m.ctx.type_kind(scalar(&m.ctx, ty)),
        TypeKind::Integer { .. } | TypeKind::Index
    )
}

fn is_float_like(m: &Module, ty: TypeId) -> bool {
    matches!(m.ctx.type_kind(scalar(&m.ctx, ty)), TypeKind::Float(_))
}

fn is_index_like(m: &Module, ty: TypeId) -> bool {
    matches!(m.ctx.type_kind(scalar(&m.ctx, ty)), TypeKind::Index)
}

/// Width of an integer or float.
fn width(m: &Module, ty: TypeId) -> Option<u32> {
    match m.ctx.type_kind(scalar(&m.ctx, ty)) {
        TypeKind::Integer { width, .. } => Some(*width),
        TypeKind::Float(kind) => Some(kind.width()),
        _ => None,
    }
}

/// The first operand consists of integers or indices.
pub(crate) fn int(m: &Module, op: OpId) -> Checked {
    match operand_type(m, op, 0) {
        Some(ty) if !is_int_like(m, ty) => Err(wrong_type(m, "lhs", "integers or indices", ty)),
        _ => Ok(()),
    }
}

/// The first operand consists of floats.
pub(crate) fn float(m: &Module, op: OpId) -> Checked {
    match operand_type(m, op, 0) {
        Some(ty) if !is_float_like(m, ty) => Err(wrong_type(m, "operand", "floats", ty)),
        _ => Ok(()),
    }
}

/// The value of a constant has a permitted type.
pub(crate) fn constant(m: &Module, op: OpId) -> Checked {
    let Some(value) = m.prop(op, names::VALUE) else {
        return Ok(());
    };
    match m.ctx.attr_kind(value) {
        AttrKind::Integer { ty, .. } if is_signed_or_unsigned(m, *ty) => {
            Err(wrong_type(m, "result", "a signless integer", *ty))
        }
        AttrKind::Dense {
            ty,
            data: DenseData::Elements(_),
        } if is_scalable(m, *ty) => {
            let reason = "elements of a scalable vector must all be equal";
            Err(invalid("constant-value", reason))
        }
        AttrKind::Integer { .. }
        | AttrKind::Float { .. }
        | AttrKind::Dense { .. }
        | AttrKind::Sparse { .. }
        | AttrKind::DenseResource { .. }
        | AttrKind::Opaque { .. } => Ok(()),
        _ => Err(invalid(
            "constant-value",
            "the value must be a number or elements",
        )),
    }
}

fn is_scalable(m: &Module, ty: TypeId) -> bool {
    match m.ctx.type_kind(ty) {
        TypeKind::Vector { scalable, .. } => scalable.iter().any(|&is_scalable| is_scalable),
        _ => false,
    }
}

fn is_signed_or_unsigned(m: &Module, ty: TypeId) -> bool {
    matches!(
        m.ctx.type_kind(ty),
        TypeKind::Integer { signedness, .. } if *signedness != Signedness::Signless
    )
}

/// The value is a pair of numbers of the element type.
pub(crate) fn complex_constant(m: &Module, op: OpId) -> Checked {
    let (Some(value), Some(ty)) = (m.prop(op, names::VALUE), result_type(m, op, 0)) else {
        return Ok(());
    };
    let TypeKind::Complex(element) = m.ctx.type_kind(ty) else {
        return Err(wrong_type(m, "result", "a complex number", ty));
    };
    let parts = match m.ctx.attr_kind(value) {
        AttrKind::Array(parts) if parts.len() == 2 => parts,
        _ => {
            return Err(invalid(
                "constant-value",
                "the value must be a pair of numbers",
            ));
        }
    };
    for &part in parts.iter() {
        match m.ctx.attr_kind(part) {
            AttrKind::Integer { ty, .. } | AttrKind::Float { ty, .. } if ty == element => {}
            _ => {
                let reason = "the parts of the value must have the element type of the result";
                return Err(invalid("constant-value", reason));
            }
        }
    }
    Ok(())
}

/// At least one of the types is complex.
pub(crate) fn complex_bitcast(m: &Module, op: OpId) -> Checked {
    let is_complex = |ty: TypeId| matches!(m.ctx.type_kind(ty), TypeKind::Complex(_));
    match (operand_type(m, op, 0), result_type(m, op, 0)) {
        (Some(from), Some(to)) if from != to && is_complex(from) == is_complex(to) => {
            let expected = if is_complex(from) {
                "not complex if the operand is"
            } else {
                "complex if the operand is not"
            };
            Err(wrong_type(m, "result", expected, to))
        }
        _ => Ok(()),
    }
}

/// The condition is one `i1`, or one for each element of the result.
pub(crate) fn select(m: &Module, op: OpId) -> Checked {
    let (Some(condition), Some(result)) = (operand_type(m, op, 0), result_type(m, op, 0)) else {
        return Ok(());
    };
    let is_bool = width(m, condition) == Some(1) && is_int_like(m, condition);
    let is_scalar = scalar(&m.ctx, condition) == condition;
    if is_bool && (is_scalar || same_container(&m.ctx, condition, result)) {
        Ok(())
    } else {
        Err(wrong_type(
            m,
            "condition",
            "i1 or i1 for each element",
            condition,
        ))
    }
}

/// Operand and result of a cast have the same shape.
fn cast(m: &Module, op: OpId) -> Result<Option<(TypeId, TypeId)>, VerifyErrorKind> {
    let (Some(from), Some(to)) = (operand_type(m, op, 0), result_type(m, op, 0)) else {
        return Ok(None);
    };
    if !same_container(&m.ctx, from, to) {
        return Err(wrong_type(m, "out", "of the shape of the operand", to));
    }
    Ok(Some((from, to)))
}

/// Types that casts convert between.
struct CastKind {
    fits: fn(&Module, TypeId) -> bool,
    name: &'static str,
}

fn between(m: &Module, op: OpId, from_kind: &CastKind, to_kind: &CastKind) -> Checked {
    let Some((from, to)) = cast(m, op)? else {
        return Ok(());
    };
    if !(from_kind.fits)(m, from) {
        return Err(wrong_type(m, "in", from_kind.name, from));
    }
    if !(to_kind.fits)(m, to) {
        return Err(wrong_type(m, "out", to_kind.name, to));
    }
    Ok(())
}

const INTS: &CastKind = &CastKind {
    fits: is_plain_int,
    name: "integers",
};
const FLOATS: &CastKind = &CastKind {
    fits: is_float_like,
    name: "floats",
};

fn is_plain_int(m: &Module, ty: TypeId) -> bool {
    is_int_like(m, ty) && !is_index_like(m, ty)
}

/// Integers to floats.
pub(crate) fn int_to_float(m: &Module, op: OpId) -> Checked {
    between(m, op, INTS, FLOATS)
}

/// Floats to integers.
pub(crate) fn float_to_int(m: &Module, op: OpId) -> Checked {
    between(m, op, FLOATS, INTS)
}

/// Integers to wider ones.
pub(crate) fn widen_int(m: &Module, op: OpId) -> Checked {
    between(m, op, INTS, INTS)?;
    wider(m, op, true)
}

/// Integers to narrower ones.
pub(crate) fn narrow_int(m: &Module, op: OpId) -> Checked {
    between(m, op, INTS, INTS)?;
    wider(m, op, false)
}

/// Floats to wider ones.
pub(crate) fn widen_float(m: &Module, op: OpId) -> Checked {
    between(m, op, FLOATS, FLOATS)?;
    wider(m, op, true)
}

/// Floats to narrower ones.
pub(crate) fn narrow_float(m: &Module, op: OpId) -> Checked {
    between(m, op, FLOATS, FLOATS)?;
    wider(m, op, false)
}

fn wider(m: &Module, op: OpId, must_widen: bool) -> Checked {
    let width_of = |ty: Option<TypeId>| ty.and_then(|ty| width(m, ty));
    let (from, to) = (
        width_of(operand_type(m, op, 0)),
        width_of(result_type(m, op, 0)),
    );
    let fits = match (from, to) {
        (Some(from), Some(to)) if must_widen => to > from,
        (Some(from), Some(to)) => to < from,
        _ => true,
    };
    match result_type(m, op, 0) {
        Some(ty) if !fits && must_widen => Err(wrong_type(m, "out", "wider than the operand", ty)),
        Some(ty) if !fits => Err(wrong_type(m, "out", "narrower than the operand", ty)),
        _ => Ok(()),
    }
}

/// Between indices and integers.
pub(crate) fn index_cast(m: &Module, op: OpId) -> Checked {
    // The operand of `arith.index_cast` may also be a memref.
    let (Some(from), Some(to)) = (operand_type(m, op, 0), result_type(m, op, 0)) else {
        return Ok(());
    };
    let (from_scalar, to_scalar) = (buffer_element(m, from), buffer_element(m, to));
    let is_pair = |a, b| is_index_like(m, a) && is_plain_int(m, b);
    same_shape(m, from, to)?;
    if is_pair(from_scalar, to_scalar) || is_pair(to_scalar, from_scalar) {
        Ok(())
    } else {
        Err(wrong_type(
            m,
            "out",
            "integers for indices or the reverse",
            to,
        ))
    }
}

/// An index to an integer, or the reverse.
pub(crate) fn scalar_index_cast(m: &Module, op: OpId) -> Checked {
    match result_type(m, op, 0) {
        Some(ty) if scalar(&m.ctx, ty) != ty => Err(wrong_type(m, "output", "a scalar", ty)),
        _ => index_cast(m, op),
    }
}

/// Two scalars, or containers of one kind and shape.
fn same_shape(m: &Module, from: TypeId, to: TypeId) -> Checked {
    let is_same = match (memref(&m.ctx, from), memref(&m.ctx, to)) {
        (Some(from), Some(to)) => from.shape == to.shape,
        _ => same_container(&m.ctx, from, to),
    };
    if is_same {
        return Ok(());
    }
    Err(wrong_type(m, "out", "of the shape of the operand", to))
}

fn buffer_element(m: &Module, ty: TypeId) -> TypeId {
    m.ctx.element_type(ty).unwrap_or(ty)
}

/// Operand and result have the same bit width.
pub(crate) fn bitcast(m: &Module, op: OpId) -> Checked {
    let (Some(from), Some(to)) = (operand_type(m, op, 0), result_type(m, op, 0)) else {
        return Ok(());
    };
    let (from_width, to_width) = (
        width(m, buffer_element(m, from)),
        width(m, buffer_element(m, to)),
    );
    same_shape(m, from, to)?;
    // `width` is unknown for index and complex types, which have no bit width in MLIR.
    if from_width == to_width && from_width.is_some() {
        Ok(())
    } else {
        Err(wrong_type(m, "out", "as wide as the operand", to))
    }
}
