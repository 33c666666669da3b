//! Floats: operands that change nothing, and negations that cancel.

use super::scalar::only;
use crate::ir::{FloatKind, OpId, OpSpec, TypeKind, ValueId, names};
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
    let numbers = [a, b].map(|value| number(rw, value));
    let is = |index: usize, number: f64| {
        numbers[index].is_some_and(|constant| constant.to_bits() == number.to_bits())
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
            let [Some(a), Some(b)] = [a, b].map(|value| inner(rw, value, FloatOp::Neg)) else {
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
    let Some(result) = rw.m.result(op, 0) else {
        return false;
    };
    if of_integer(rw, op, operand, result) {
        return true;
    }
    let Some(source) = inner(rw, operand, FloatOp::Convert) else {
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

/// An integer that is converted exactly, and then narrowed, is rounded once.
fn of_integer(rw: &mut Rewriter<'_>, op: OpId, operand: ValueId, result: ValueId) -> bool {
    let Some(inner) = rw.m.defining_op(operand) else {
        return false;
    };
    let Some(Scalar::ToFloat { is_signed }) = rw.m.semantics(inner).scalar() else {
        return false;
    };
    let integer = rw.m.operands(inner)[0];
    let form = |value| Form::of(&rw.m.ctx, rw.m.value_type(value));
    let (Some(Form::Int(width)), Some(Form::Float(kind))) = (form(integer), form(operand)) else {
        return false;
    };
    let bits = i32::try_from(width).unwrap_or(i32::MAX) - i32::from(is_signed);
    let is_exact = exact_integers(kind).is_some_and(|exact| 2_f64.powi(bits) <= exact);
    let mode = rw.m.ctx.find_str("roundingmode");
    if !is_exact || mode.is_some_and(|mode| rw.m.prop(op, mode).is_some()) {
        return false;
    }
    let ty = rw.m.value_type(result);
    let spec = OpSpec::new(rw.m.op_name(inner))
        .operands(&[integer])
        .results(&[ty]);
    rw.replace_by(op, spec)
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
            .any(|&operand| number(rw, operand).is_some_and(f64::is_nan));
    match code {
        0 => rw.fold_to(op, 0),
        15 => rw.fold_to(op, -1),
        // From code 8 on, comparisons hold if an operand is no number.
        1..=14 if has_nan => rw.fold_to(op, -i64::from(code >= 8)),
        1..=14 => compare_integer(rw, op, code),
        _ => false,
    }
}

/// The predicate of `arith.cmpi` for an ordered one of `arith.cmpf`.
fn of_integers(code: i64, is_signed: bool) -> i64 {
    // In the order eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge.
    let of_unsigned = if is_signed { 0 } else { 4 };
    match code {
        1 => 0,
        6 => 1,
        4 => 2 + of_unsigned,
        5 => 3 + of_unsigned,
        2 => 4 + of_unsigned,
        _ => 5 + of_unsigned,
    }
}

/// A comparison of an integer as a float with a constant compares integers. Where the float cannot hold the integer, it
/// holds one on the same side of a constant that is small enough.
fn compare_integer(rw: &mut Rewriter<'_>, op: OpId, code: i64) -> bool {
    let &[converted, constant] = rw.m.operands(op) else {
        return false;
    };
    let (Some(limit), Some(inner)) = (number(rw, constant), rw.m.defining_op(converted)) else {
        return false;
    };
    let (Some(Scalar::ToFloat { is_signed }), Some(Form::Float(kind))) = (
        rw.m.semantics(inner).scalar(),
        Form::of(&rw.m.ctx, rw.m.value_type(converted)),
    ) else {
        return false;
    };
    let integer = rw.m.operands(inner)[0];
    let (Some(Form::Int(width)), Some(exact)) = (
        Form::of(&rw.m.ctx, rw.m.value_type(integer)),
        exact_integers(kind),
    ) else {
        return false;
    };
    if width < 2 || limit.abs() >= exact {
        return false;
    }
    // In the order eq, gt, ge, lt, le, ne; from code 8 on, the same without order, which integers always have.
    let code = if code >= 8 { code - 7 } else { code };
    let whole = match code {
        2 | 5 => limit.floor(),
        3 | 4 => limit.ceil(),
        1 | 6 if limit.fract() == 0.0 => limit,
        1 => return rw.fold_to(op, 0),
        6 => return rw.fold_to(op, -1),
        _ => return rw.fold_to(op, -i64::from(code == 7)),
    };
    let n_bits = width as i32 - i32::from(is_signed);
    let least = if is_signed {
        -(2_f64.powi(n_bits))
    } else {
        0.0
    };
    let most = 2_f64.powi(n_bits) - 1.0;
    if whole < least || most < whole {
        let is_above = most < whole;
        let holds = match code {
            4 | 5 => is_above,
            2 | 3 => !is_above,
            _ => code == 6,
        };
        return rw.fold_to(op, -i64::from(holds));
    }
    let code = of_integers(code, is_signed);
    compare_with(rw, op, integer, whole as i64, code)
}

/// Replaces an operation by the comparison of an integer with a constant.
fn compare_with(
    rw: &mut Rewriter<'_>,
    op: OpId,
    integer: ValueId,
    constant: i64,
    code: i64,
) -> bool {
    let ty = rw.m.value_type(integer);
    let (Some(whole), Some(result)) = (rw.constant(op, constant, ty), rw.m.result(op, 0)) else {
        return false;
    };
    let ty = rw.m.value_type(result);
    let code = rw.m.ctx.i64_attr(code);
    let spec = OpSpec::new(rw.m.ctx.op_name("arith.cmpi"))
        .operands(&[integer, whole])
        .results(&[ty])
        .prop(names::PREDICATE, code);
    rw.replace_by(op, spec)
}

/// The first power of two above which a format does not hold all integers.
fn exact_integers(kind: FloatKind) -> Option<f64> {
    Some(match kind {
        FloatKind::F64 => 2_f64.powi(53),
        FloatKind::F32 => 2_f64.powi(24),
        FloatKind::F16 => 2_f64.powi(11),
        FloatKind::BF16 => 2_f64.powi(8),
        _ => return None,
    })
}

/// Bits of one type as another: the same type, and bits as a third type in between.
pub(crate) fn bitcast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (Some(&source), Some(result)) = (rw.m.operands(op).first(), rw.m.result(op, 0)) else {
        return false;
    };
    if rw.m.value_type(source) == rw.m.value_type(result) {
        return rw.replace(op, &[source]);
    }
    let is_bitcast =
        |&inner: &OpId| matches!(rw.m.semantics(inner).scalar(), Some(Scalar::Bitcast));
    let Some(inner) = rw.m.defining_op(source).filter(is_bitcast) else {
        return false;
    };
    let first = rw.m.operands(inner)[0];
    let is_complex = |value| matches!(rw.m.value_type_kind(value), TypeKind::Complex(_));
    let name = match (is_complex(first), is_complex(result)) {
        (false, false) => "arith.bitcast",
        // No operation converts between complex types.
        (true, true) => {
            let is_same = rw.m.value_type(first) == rw.m.value_type(result);
            return is_same && rw.replace(op, &[first]);
        }
        _ => "complex.bitcast",
    };
    let name = rw.m.ctx.op_name(name);
    rw.m.rename_op(op, name);
    rw.m.set_operand(op, 0, first);
    rw.push(inner);
    rw.changed(op)
}
