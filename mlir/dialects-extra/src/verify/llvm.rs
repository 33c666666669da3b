//! Rules of the `llvm` dialect.

use super::{Checked, count, int_list, invalid, operand_type, result_type, wrong_type};
use memplan_mlir::ir::shapes::scalar;
use memplan_mlir::ir::{AttrKind, Module, OpId, TypeId, TypeKind};

/// Each index that is not a constant has an operand.
pub(crate) fn getelementptr(m: &Module, op: OpId) -> Checked {
    let indices = int_list(m, op, "rawConstantIndices");
    let dynamic = indices.iter().filter(|&&index| index == DYNAMIC_INDEX);
    let n_dynamic = m.operand_group(op, "dynamicIndices").len();
    count("dynamic indices", dynamic.count(), n_dynamic)?;
    let flags = m
        .ctx
        .find_str("noWrapFlags")
        .and_then(|name| m.prop_i64(op, name));
    // `inbounds` consists of two bits: `inbounds_flag` (1) and `nusw` (2).
    if flags.is_some_and(|flags| flags & 3 == 1) {
        let reason = "the flag `inbounds_flag` cannot be used without `nusw`";
        return Err(invalid("no-wrap-flags", reason));
    }
    Ok(())
}

/// The placeholder for an operand in the indices of `llvm.getelementptr`.
pub(crate) const DYNAMIC_INDEX: i64 = i32::MIN as i64;

/// `llvm.mlir.constant`: the type can hold the value.
pub(crate) fn constant(m: &Module, op: OpId) -> Checked {
    let value = m.ctx.find_str("value").and_then(|name| m.prop(op, name));
    let (Some(value), Some(to)) = (value, result_type(m, op, 0)) else {
        return Ok(());
    };
    let is_int = matches!(m.ctx.type_kind(to), TypeKind::Integer { .. });
    match m.ctx.attr_kind(value) {
        AttrKind::Integer { .. } if !is_int => Err(wrong_type(m, "res", "an integer", to)),
        AttrKind::Float { ty, .. } => float_constant(m, *ty, to),
        AttrKind::String { value, .. } => string_constant(m, m.ctx.bytes(*value).len(), to),
        AttrKind::Dense { ty, .. } => elements_constant(m, *ty, to),
        AttrKind::Unit
        | AttrKind::Type(_)
        | AttrKind::AffineMap(_)
        | AttrKind::SymbolRef { .. } => Err(invalid(
            "constant",
            "a constant is made of integers, floats, strings or elements only",
        )),
        _ => Ok(()),
    }
}

/// The float itself, or an integer of its bits.
fn float_constant(m: &Module, of: TypeId, to: TypeId) -> Checked {
    let fits = match m.ctx.type_kind(to) {
        TypeKind::Float(_) => to == of,
        TypeKind::Integer { .. } => m.ctx.bit_width(to) == m.ctx.bit_width(of),
        _ => true,
    };
    if fits {
        return Ok(());
    }
    let expected = "the type of the value, or an integer of its width";
    Err(wrong_type(m, "res", expected, to))
}

/// An array with one byte for each character.
fn string_constant(m: &Module, len: usize, to: TypeId) -> Checked {
    let array = super::type_argument(m, to, "llvm", "array");
    if array == Some(format!("{len}xi8")) {
        return Ok(());
    }
    let expected = format!("!llvm.array<{len} x i8>");
    Err(wrong_type(m, "res", expected, to))
}

/// A vector or array with the same number of elements.
fn elements_constant(m: &Module, of: TypeId, to: TypeId) -> Checked {
    let is_int = |ty: TypeId| {
        let kind = m.ctx.type_kind(scalar(&m.ctx, ty));
        matches!(kind, TypeKind::Integer { .. } | TypeKind::Index)
    };
    let fits = match m.ctx.type_kind(to) {
        TypeKind::Vector { .. } => {
            m.ctx.n_elements(of) == m.ctx.n_elements(to) && (!is_int(of) || is_int(to))
        }
        TypeKind::Opaque { .. } => true,
        _ => false,
    };
    if fits {
        return Ok(());
    }
    let expected = "a vector or array of the elements of the value";
    Err(wrong_type(m, "res", expected, to))
}

/// `llvm.zext` and `llvm.sext`: integers become wider.
pub(crate) fn widen(m: &Module, op: OpId) -> Checked {
    let (Some(from), Some(to)) = (operand_type(m, op, 0), result_type(m, op, 0)) else {
        return Ok(());
    };
    let bits = |ty| m.ctx.bit_width(scalar(&m.ctx, ty));
    let is_wider = match (bits(from), bits(to)) {
        (Some(from), Some(to)) => from < to,
        _ => true,
    };
    if is_wider && m.ctx.shape(from) == m.ctx.shape(to) {
        return Ok(());
    }
    let expected = "wider than the operand, in the same shape";
    Err(wrong_type(m, "res", expected, to))
}
