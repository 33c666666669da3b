//! Floats: folds constants by the functions that the interpreter runs, and operands that change nothing. A result that is
//! no number stays: its bits differ between machines.

use crate::ir::{FloatKind, OpId, TypeKind, ValueId, bits_from_f64, f64_from_bits, names};
use crate::rewrite::Rewriter;
use crate::semantics::{
    FloatOp, Scalar, compare_floats, float_of, int_of, rounded, signed, truncated,
};

fn number(rw: &Rewriter<'_>, value: ValueId) -> Option<f64> {
    let (kind, bits) = rw.float(value)?;
    let is_exact = !matches!(kind, FloatKind::F80 | FloatKind::F128);
    is_exact.then(|| f64_from_bits(kind, bits))
}

fn replace_by(rw: &mut Rewriter<'_>, op: OpId, number: f64) -> bool {
    let Some(result) = rw.m.result(op, 0).filter(|_| !number.is_nan()) else {
        return false;
    };
    let ty = rw.m.value_type(result);
    let TypeKind::Float(kind) = *rw.m.ctx.type_kind(ty) else {
        return false;
    };
    let number = rounded(kind, number);
    if number.is_nan() || matches!(kind, FloatKind::F80 | FloatKind::F128) {
        return false;
    }
    match rw.float_constant(op, bits_from_f64(kind, number), ty) {
        Some(constant) => rw.replace(op, &[constant]),
        None => false,
    }
}

/// Operations on floats of one type.
pub(crate) fn arithmetic(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(scalar) = rw.m.semantics(op).scalar() else {
        return false;
    };
    let operands = rw.m.operands(op).to_vec();
    let numbers: Vec<Option<f64>> = operands.iter().map(|&it| number(rw, it)).collect();
    let function = match scalar {
        Scalar::FloatOp(float) => float.function(),
        Scalar::Float(function) => function,
        _ => return false,
    };
    if let Some(known) = numbers.iter().copied().collect::<Option<Vec<f64>>>() {
        let at = |index: usize| known.get(index).copied().unwrap_or(0.0);
        return replace_by(rw, op, function([at(0), at(1), at(2)]));
    }
    let is = |index: usize, number: f64| {
        let known = numbers.get(index).copied().flatten();
        known.is_some_and(|known| known.to_bits() == number.to_bits())
    };
    let kept = match scalar {
        Scalar::FloatOp(FloatOp::Add) if is(1, -0.0) => 0,
        Scalar::FloatOp(FloatOp::Add) if is(0, -0.0) => 1,
        Scalar::FloatOp(FloatOp::Sub) if is(1, 0.0) => 0,
        Scalar::FloatOp(FloatOp::Mul) if is(0, 1.0) => 1,
        Scalar::FloatOp(FloatOp::Mul | FloatOp::Div) if is(1, 1.0) => 0,
        Scalar::FloatOp(FloatOp::Maximum) if operands.first() == operands.get(1) => 0,
        _ => return false,
    };
    rw.replace(op, &[operands[kept]])
}

/// The negation of a negation.
pub(crate) fn negate(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    if arithmetic(rw, op) {
        return true;
    }
    let name = rw.m.op_name(op);
    let inner =
        rw.m.operands(op)
            .first()
            .and_then(|&it| rw.m.defining_op(it));
    match inner.filter(|&inner| rw.m.op_name(inner) == name) {
        Some(inner) => {
            let value = rw.m.operands(inner)[0];
            rw.replace(op, &[value])
        }
        None => false,
    }
}

/// The smaller or larger of equal operands.
pub(crate) fn choice(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    if arithmetic(rw, op) {
        return true;
    }
    match *rw.m.operands(op) {
        [a, b] if a == b => rw.replace(op, &[a]),
        _ => false,
    }
}

pub(crate) fn compare(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let &[a, b] = rw.m.operands(op) else {
        return false;
    };
    let code = rw.m.prop_i64(op, names::PREDICATE);
    match (code, number(rw, a), number(rw, b)) {
        (Some(code), Some(a), Some(b)) => rw.fold_to(op, -i64::from(compare_floats(code, a, b))),
        _ => false,
    }
}

/// Integers to floats and back.
pub(crate) fn convert(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (Some(&from), Some(to)) = (rw.m.operands(op).first(), rw.m.result(op, 0)) else {
        return false;
    };
    let bits = |ty: &TypeKind| match *ty {
        TypeKind::Integer { width, .. } if (1..=64).contains(&width) => Some(width),
        _ => None,
    };
    match rw.m.semantics(op).scalar() {
        Some(Scalar::ToFloat { is_signed }) => {
            let (Some(width), Some(value), TypeKind::Float(kind)) = (
                bits(rw.m.value_type_kind(from)),
                rw.int(from),
                rw.m.value_type_kind(to),
            ) else {
                return false;
            };
            let value = truncated(value.cast_unsigned(), width);
            let number = float_of(value, width, *kind, is_signed);
            replace_by(rw, op, number)
        }
        Some(Scalar::ToInt { is_signed }) => {
            let (Some(width), Some(number)) = (bits(rw.m.value_type_kind(to)), number(rw, from))
            else {
                return false;
            };
            match int_of(number, width, is_signed) {
                Some(value) => rw.fold_to(op, signed(value, width)),
                None => false,
            }
        }
        _ => false,
    }
}

/// Bits of one type as another: constants, the same type, and bits as a third type in between.
pub(crate) fn bitcast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    if super::conversion(rw, op) {
        return true;
    }
    let (Some(&from), Some(to)) = (rw.m.operands(op).first(), rw.m.result(op, 0)) else {
        return false;
    };
    let ty = rw.m.value_type(to);
    match (rw.float(from), rw.int(from), rw.m.ctx.type_kind(ty)) {
        (Some((_, bits)), _, TypeKind::Integer { width, .. }) if *width <= 64 => {
            let width = *width;
            rw.fold_to(op, signed(bits as u64, width))
        }
        (_, Some(value), TypeKind::Float(_)) => {
            let width = rw.m.ctx.bit_width(rw.m.value_type(from)).unwrap_or(64);
            let bits = truncated(value.cast_unsigned(), width);
            match rw.float_constant(op, bits.into(), ty) {
                Some(constant) => rw.replace(op, &[constant]),
                None => false,
            }
        }
        _ => false,
    }
}
