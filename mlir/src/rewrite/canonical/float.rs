//! Floats: operands that change nothing, and negations that cancel.

use super::scalar::only;
use crate::ir::{FloatKind, OpId, ValueId, names};
use crate::rewrite::Rewriter;
use crate::semantics::{Element, FloatOp, Form, Scalar};

/// The number that a constant is, or that all its elements are.
fn number(rw: &Rewriter<'_>, value: ValueId) -> Option<f64> {
    match only(rw.m, value)? {
        Element::Float(number) => Some(number),
        _ => None,
    }
}

/// The operand of an operation of this kind that defines a value.
fn inner(rw: &Rewriter<'_>, value: ValueId, float: FloatOp) -> Option<ValueId> {
    let op = rw.m.defining_op(value)?;
    match rw.m.semantics(op).scalar()? {
        Scalar::FloatOp(other) if other == float => rw.m.operands(op).first().copied(),
        _ => None,
    }
}

/// Operations on floats.
pub(crate) fn arithmetic(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(Scalar::FloatOp(float)) = rw.m.semantics(op).scalar() else {
        return false;
    };
    let kept = match (float, rw.m.operands(op)) {
        (FloatOp::Neg, &[a]) => inner(rw, a, FloatOp::Neg),
        (FloatOp::Convert, &[_]) => return convert(rw, op),
        (_, &[a, b]) => return of_two(rw, op, float, [a, b]),
        _ => None,
    };
    match kept {
        Some(value) => rw.replace(op, &[value]),
        None => false,
    }
}

/// Operations on two floats of one type: one that changes nothing, and negations that cancel.
fn of_two(rw: &mut Rewriter<'_>, op: OpId, float: FloatOp, [a, b]: [ValueId; 2]) -> bool {
    let numbers = [a, b].map(|it| number(rw, it));
    let is = |index: usize, number: f64| {
        numbers[index].is_some_and(|known| known.to_bits() == number.to_bits())
    };
    let is_nan = |index: usize| numbers[index].is_some_and(f64::is_nan);
    let kept = match float {
        FloatOp::Maximum | FloatOp::Minimum | FloatOp::MaxNum | FloatOp::MinNum if a == b => a,
        FloatOp::Add if is(1, -0.0) => a,
        FloatOp::Add if is(0, -0.0) => b,
        FloatOp::Sub if is(1, 0.0) => a,
        FloatOp::Mul if is(0, 1.0) => b,
        FloatOp::Mul | FloatOp::Div if is(1, 1.0) => a,
        FloatOp::Maximum if is(1, f64::NEG_INFINITY) => a,
        FloatOp::Maximum if is(0, f64::NEG_INFINITY) => b,
        FloatOp::Minimum if is(1, f64::INFINITY) => a,
        FloatOp::Minimum if is(0, f64::INFINITY) => b,
        FloatOp::MaxNum | FloatOp::MinNum if is_nan(1) => a,
        FloatOp::MaxNum | FloatOp::MinNum if is_nan(0) => b,
        FloatOp::Mul | FloatOp::Div => {
            let [Some(a), Some(b)] = [a, b].map(|it| inner(rw, it, FloatOp::Neg)) else {
                return false;
            };
            rw.m.set_operands(op, &[a, b]);
            return rw.changed(op);
        }
        _ => return false,
    };
    rw.replace(op, &[kept])
}

/// Conversions: back to the type of a number that was widened, and two widenings in a row.
fn convert(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let &[operand] = rw.m.operands(op) else {
        return false;
    };
    let (Some(source), Some(result)) = (inner(rw, operand, FloatOp::Convert), rw.m.result(op, 0))
    else {
        return false;
    };
    let kind = |rw: &Rewriter<'_>, value| match Form::of(&rw.m.ctx, rw.m.value_type(value)) {
        Some(Form::Float(kind)) => Some(kind),
        _ => None,
    };
    let (Some(from), Some(through), Some(to)) =
        (kind(rw, source), kind(rw, operand), kind(rw, result))
    else {
        return false;
    };
    if !holds_all(through, from) {
        return false;
    }
    if rw.m.value_type(source) == rw.m.value_type(result) {
        return rw.replace(op, &[source]);
    }
    if !holds_all(to, through) {
        return false;
    }
    rw.m.set_operand(op, 0, source);
    if let Some(definer) = rw.m.defining_op(operand) {
        rw.push(definer);
    }
    rw.changed(op)
}

/// Whether all numbers of a narrower format are numbers of another one.
fn holds_all(wide: FloatKind, narrow: FloatKind) -> bool {
    match wide {
        FloatKind::F64 => narrow.width() < 64,
        FloatKind::F32 => narrow.width() < 32,
        _ => false,
    }
}

/// A comparison with what is no number.
pub(crate) fn compare(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(code) = rw.m.prop_i64(op, names::PREDICATE) else {
        return false;
    };
    let has_nan =
        rw.m.operands(op)
            .iter()
            .any(|&it| number(rw, it).is_some_and(f64::is_nan));
    match code {
        0 => rw.fold_to(op, 0),
        15 => rw.fold_to(op, -1),
        // From code 8 on, comparisons hold if an operand is no number.
        1..=14 if has_nan => rw.fold_to(op, -i64::from(code >= 8)),
        _ => false,
    }
}

/// Bits of one type as another: the same type, and bits as a third type in between.
pub(crate) fn bitcast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    super::conversion(rw, op)
}
