//! Arithmetic on numbers, vectors and tensors of numbers: `arith`, `math` and `index`.
//!
//! Functions without an exact result are those of `libm`, rounded to the type: the same on every
//! machine, but in the last place not always what another library gives.

use std::rc::Rc;

use super::Table;
use crate::fault::FaultKind;
use crate::machine::{Machine, Step, Values};
use crate::value::{Tensor, Value, rounded, signed, truncated};
use memplan_mlir::{AttrKind, FloatKind, Module, OpId, TypeId, TypeKind, names};

/// Why two numbers have no result.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Undefined {
    /// Acting on the result is an error.
    Poison,
    /// Computing it is.
    Now(&'static str),
}

pub(crate) type Int2 = fn(u64, u64, u32) -> Result<u64, Undefined>;

/// Where a function of two integers has a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Domain {
    /// Everywhere.
    All,
    /// Not for a divisor of 0, nor always for one of -1.
    Divisor,
    /// For shifts by less than the width.
    Shift,
    /// Not for zero to a negative power.
    Power,
}

/// An operation that is a function of numbers, applied to each element of vectors and tensors.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Scalar {
    /// Of two integers of one width.
    Int2(Int2, Domain),
    /// Of an integer and its width.
    Int1(fn(u64, u32) -> u64),
    /// Of up to three floats, rounded to the type of the result.
    Float(fn([f64; 3]) -> f64),
    /// A property of a float.
    FloatTest(fn(f64, FloatKind) -> bool),
    /// A comparison whose predicate is a number.
    CompareInts,
    /// A comparison whose predicate is a word.
    CompareIndices,
    /// A comparison of floats.
    CompareFloats,
    /// One of two values.
    Select,
    /// From an integer to one of another width.
    Resize {
        /// Whether the sign is extended.
        is_signed: bool,
    },
    /// From an integer to a float.
    ToFloat {
        /// Whether the integer has a sign.
        is_signed: bool,
    },
    /// From a float to an integer.
    ToInt {
        /// Whether the integer has a sign.
        is_signed: bool,
    },
    /// A product and a sum, rounded once.
    Fma,
    /// A power with an integer exponent.
    Fpowi,
    /// The same bits as another type.
    Bitcast,
}

/// Runs an operation that is a function of numbers.
pub(super) fn exec(machine: &mut Machine<'_>, op: OpId, scalar: Scalar) -> Step {
    match scalar {
        Scalar::Int2(f, _) => int2(machine, op, f),
        Scalar::Int1(f) => int1(machine, op, f),
        Scalar::Float(f) => float(machine, op, f),
        Scalar::FloatTest(f) => float_test(machine, op, f),
        Scalar::CompareInts => cmpi(machine, op),
        Scalar::CompareIndices => index_cmp(machine, op),
        Scalar::CompareFloats => cmpf(machine, op),
        Scalar::Select => select(machine, op),
        Scalar::Resize { is_signed } => resize(machine, op, is_signed),
        Scalar::ToFloat { is_signed } => to_float(machine, op, is_signed),
        Scalar::ToInt { is_signed } => to_int(machine, op, is_signed),
        Scalar::Fma => fma(machine, op),
        Scalar::Fpowi => fpowi(machine, op),
        Scalar::Bitcast => bitcast(machine, op),
    }
}

/// Applies a function to scalars, or to the elements at the same place of vectors and tensors.
pub(super) fn elementwise(
    machine: &Machine<'_>,
    op: OpId,
    operands: &[Value],
    f: &dyn Fn(&[Value]) -> Step<Value>,
) -> Step<Value> {
    let at = |index: usize| -> Values {
        let element = |value: &Value| match value {
            Value::Vector(elements) => elements.get(index).cloned().unwrap_or(Value::Poison),
            Value::Tensor(tensor) => tensor.elements.at(index),
            scalar => scalar.clone(),
        };
        operands.iter().map(element).collect()
    };
    let apply = |index: usize| -> Step<Value> {
        let values = at(index);
        if values.iter().any(|value| matches!(value, Value::Poison)) {
            return Ok(Value::Poison);
        }
        f(&values)
    };
    let shaped = operands
        .iter()
        .find(|value| matches!(value, Value::Vector(_) | Value::Tensor(_)));
    match shaped {
        None => {
            if operands.iter().any(|value| matches!(value, Value::Poison)) {
                return Ok(Value::Poison);
            }
            f(operands)
        }
        Some(Value::Vector(first)) => {
            let elements: Step<Vec<Value>> = (0..first.len()).map(apply).collect();
            Ok(Value::Vector(elements?.into()))
        }
        Some(Value::Tensor(first)) => {
            let agree = operands.iter().all(|value| match value {
                Value::Tensor(other) => other.sizes == first.sizes,
                _ => true,
            });
            if !agree {
                return machine.fault(FaultKind::ShapeMismatch, op, "tensors of different shapes");
            }
            let elements: Step<Vec<Value>> = (0..first.elements.len()).map(apply).collect();
            Ok(Value::Tensor(Rc::new(Tensor {
                sizes: first.sizes.clone(),
                elements: elements?.into(),
            })))
        }
        Some(_) => machine.unsupported(op, "these operands"),
    }
}

fn number_type(machine: &Machine<'_>, ty: TypeId) -> TypeId {
    match machine.m.ctx.type_kind(ty) {
        TypeKind::Vector { element, .. } | TypeKind::Tensor { element, .. } => *element,
        _ => ty,
    }
}

/// Bits of an integer type; 64 for an index.
fn width(machine: &Machine<'_>, op: OpId, ty: TypeId) -> Step<u32> {
    match machine.m.ctx.type_kind(number_type(machine, ty)) {
        TypeKind::Index => Ok(64),
        TypeKind::Integer { width, .. } if *width <= 64 => Ok(*width),
        _ => machine.unsupported(op, "an integer of more than 64 bits"),
    }
}

pub(super) fn float_kind(machine: &Machine<'_>, op: OpId, ty: TypeId) -> Step<FloatKind> {
    match machine.m.ctx.type_kind(number_type(machine, ty)) {
        TypeKind::Float(kind) if kind.width() <= 64 => Ok(*kind),
        TypeKind::Complex(element) => float_kind(machine, op, *element),
        _ => machine.unsupported(op, "a float of more than 64 bits"),
    }
}

fn int2(machine: &mut Machine<'_>, op: OpId, f: Int2) -> Step {
    let width = width(machine, op, machine.operand_type(op, 0)?)?;
    let operands = machine.operands(op)?;
    let result = elementwise(machine, op, &operands, &|values| {
        let (a, b) = (machine.int(op, &values[0])?, machine.int(op, &values[1])?);
        match f(a, b, width) {
            Ok(bits) => Ok(Value::Int(truncated(bits, width))),
            Err(Undefined::Poison) => Ok(Value::Poison),
            Err(Undefined::Now(what)) => machine.fault(FaultKind::Undefined, op, what),
        }
    })?;
    machine.finish(op, result)
}

fn int1(machine: &mut Machine<'_>, op: OpId, f: fn(u64, u32) -> u64) -> Step {
    let width = width(machine, op, machine.operand_type(op, 0)?)?;
    let operands = machine.operands(op)?;
    let result = elementwise(machine, op, &operands, &|values| {
        let bits = f(machine.int(op, &values[0])?, width);
        Ok(Value::Int(truncated(bits, width)))
    })?;
    machine.finish(op, result)
}

pub(super) fn floats(machine: &Machine<'_>, op: OpId, values: &[Value]) -> Step<[f64; 3]> {
    let mut numbers = [0.0; 3];
    for (number, value) in numbers.iter_mut().zip(values) {
        match value {
            Value::Float(value) => *number = *value,
            _ => return machine.unsupported(op, "an operand that is no float"),
        }
    }
    Ok(numbers)
}

/// A function of up to three floats of one type, computed in the type where it is `f32`.
fn float(machine: &mut Machine<'_>, op: OpId, f: fn([f64; 3]) -> f64) -> Step {
    let kind = float_kind(machine, op, machine.result_type(op, 0)?)?;
    let operands = machine.operands(op)?;
    let result = elementwise(machine, op, &operands, &|values| {
        Ok(Value::Float(rounded(kind, f(floats(machine, op, values)?))))
    })?;
    machine.finish(op, result)
}

fn float_test(machine: &mut Machine<'_>, op: OpId, f: fn(f64, FloatKind) -> bool) -> Step {
    let kind = float_kind(machine, op, machine.operand_type(op, 0)?)?;
    let operands = machine.operands(op)?;
    let result = elementwise(machine, op, &operands, &|values| {
        let [number, ..] = floats(machine, op, values)?;
        Ok(Value::Int(f(number, kind).into()))
    })?;
    machine.finish(op, result)
}

fn by_zero(divisor: u64) -> Result<(), Undefined> {
    if divisor == 0 {
        return Err(Undefined::Now("divides by zero"));
    }
    Ok(())
}

/// Signed operands of a division that has a result.
fn signed_division(a: u64, b: u64, w: u32) -> Result<(i64, i64), Undefined> {
    by_zero(b)?;
    let (a, b) = (signed(a, w), signed(b, w));
    let least = signed(1 << (w - 1), w);
    if a == least && b == -1 {
        return Err(Undefined::Now("divides the least integer by -1"));
    }
    Ok((a, b))
}

fn floor_div(a: i64, b: i64) -> i64 {
    a / b - i64::from(a % b != 0 && (a < 0) != (b < 0))
}

fn ceil_div(a: i64, b: i64) -> i64 {
    a / b + i64::from(a % b != 0 && (a < 0) == (b < 0))
}

fn shift(b: u64, w: u32) -> Result<u32, Undefined> {
    match u32::try_from(b) {
        Ok(b) if b < w => Ok(b),
        _ => Err(Undefined::Poison),
    }
}

pub(super) fn add(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    Ok(a.wrapping_add(b))
}
pub(super) fn sub(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    Ok(a.wrapping_sub(b))
}
pub(super) fn mul(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    Ok(a.wrapping_mul(b))
}
pub(super) fn divs(a: u64, b: u64, w: u32) -> Result<u64, Undefined> {
    let (a, b) = signed_division(a, b, w)?;
    Ok((a / b).cast_unsigned())
}
pub(super) fn divu(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    by_zero(b)?;
    Ok(a / b)
}
pub(super) fn ceildivs(a: u64, b: u64, w: u32) -> Result<u64, Undefined> {
    let (a, b) = signed_division(a, b, w)?;
    Ok(ceil_div(a, b).cast_unsigned())
}
pub(super) fn ceildivu(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    by_zero(b)?;
    Ok(a.div_ceil(b))
}
pub(super) fn floordivs(a: u64, b: u64, w: u32) -> Result<u64, Undefined> {
    let (a, b) = signed_division(a, b, w)?;
    Ok(floor_div(a, b).cast_unsigned())
}
pub(super) fn rems(a: u64, b: u64, w: u32) -> Result<u64, Undefined> {
    let (a, b) = signed_division(a, b, w)?;
    Ok((a % b).cast_unsigned())
}
pub(super) fn remu(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    by_zero(b)?;
    Ok(a % b)
}
pub(crate) fn and(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    Ok(a & b)
}
pub(super) fn or(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    Ok(a | b)
}
pub(super) fn xor(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    Ok(a ^ b)
}
pub(super) fn shl(a: u64, b: u64, w: u32) -> Result<u64, Undefined> {
    Ok(a << shift(b, w)?)
}
pub(super) fn shrs(a: u64, b: u64, w: u32) -> Result<u64, Undefined> {
    Ok((signed(a, w) >> shift(b, w)?).cast_unsigned())
}
pub(super) fn shru(a: u64, b: u64, w: u32) -> Result<u64, Undefined> {
    Ok(a >> shift(b, w)?)
}
pub(crate) fn maxs(a: u64, b: u64, w: u32) -> Result<u64, Undefined> {
    Ok(signed(a, w).max(signed(b, w)).cast_unsigned())
}
pub(crate) fn mins(a: u64, b: u64, w: u32) -> Result<u64, Undefined> {
    Ok(signed(a, w).min(signed(b, w)).cast_unsigned())
}
pub(super) fn maxu(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    Ok(a.max(b))
}
pub(super) fn minu(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    Ok(a.min(b))
}

/// Rounds half to even, which the order of two steps would break.
pub(super) fn round_even(x: f64) -> f64 {
    x.round_ties_even()
}

pub(crate) fn maximum(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() {
        f64::NAN
    } else if a == b {
        // Of two zeros the positive one is larger.
        if a.is_sign_negative() { b } else { a }
    } else {
        a.max(b)
    }
}

pub(super) fn minimum(a: f64, b: f64) -> f64 {
    -maximum(-a, -b)
}

/// The predicate of a comparison: its code in `arith`.
fn predicate(machine: &Machine<'_>, op: OpId) -> Step<i64> {
    match machine.m.prop_i64(op, names::PREDICATE) {
        Some(code) => Ok(code),
        None => machine.unsupported(op, "a comparison without predicate"),
    }
}

pub(crate) fn compare_ints(code: i64, a: u64, b: u64, w: u32) -> Option<bool> {
    let (x, y) = (signed(a, w), signed(b, w));
    Some(match code {
        0 => a == b,
        1 => a != b,
        2 => x < y,
        3 => x <= y,
        4 => x > y,
        5 => x >= y,
        6 => a < b,
        7 => a <= b,
        8 => a > b,
        9 => a >= b,
        _ => return None,
    })
}

fn cmpi(machine: &mut Machine<'_>, op: OpId) -> Step {
    let code = predicate(machine, op)?;
    cmp_ints(machine, op, code)
}

fn cmp_ints(machine: &mut Machine<'_>, op: OpId, code: i64) -> Step {
    let width = width(machine, op, machine.operand_type(op, 0)?)?;
    let operands = machine.operands(op)?;
    let result = elementwise(machine, op, &operands, &|values| {
        let (a, b) = (machine.int(op, &values[0])?, machine.int(op, &values[1])?);
        match compare_ints(code, a, b, width) {
            Some(holds) => Ok(Value::Int(holds.into())),
            None => machine.unsupported(op, "this predicate"),
        }
    })?;
    machine.finish(op, result)
}

/// The predicate of a comparison of indices, as the code that `arith` has for it.
pub(crate) fn index_predicate(m: &Module, op: OpId) -> Option<i64> {
    const ORDER: [&str; 10] = [
        "eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge",
    ];
    let pred = m.ctx.find_str("pred").and_then(|name| m.prop(op, name));
    let text = match pred.map(|attr| m.ctx.attr_kind(attr)) {
        Some(AttrKind::Opaque { body, .. }) => m.ctx.text(*body).into_owned(),
        _ => String::new(),
    };
    let word = |c: char| !c.is_ascii_alphanumeric();
    let found = ORDER
        .iter()
        .position(|name| text.split(word).any(|part| part == *name))?;
    Some(found as i64)
}

fn index_cmp(machine: &mut Machine<'_>, op: OpId) -> Step {
    match index_predicate(machine.m, op) {
        Some(code) => cmp_ints(machine, op, code),
        None => machine.unsupported(op, "this predicate"),
    }
}

/// Whether a comparison of `arith` holds: codes 1 to 6 are ordered, 8 to 13 the same comparisons or
/// unordered.
pub(crate) fn compare_floats(code: i64, a: f64, b: f64) -> bool {
    let unordered = a.is_nan() || b.is_nan();
    match code {
        0 => false,
        1 => !unordered && a == b,
        2 => a > b,
        3 => a >= b,
        4 => a < b,
        5 => a <= b,
        6 => !unordered && a != b,
        7 => !unordered,
        8 => unordered || a == b,
        9 => unordered || a > b,
        10 => unordered || a >= b,
        11 => unordered || a < b,
        12 => unordered || a <= b,
        13 => unordered || a != b,
        14 => unordered,
        _ => true,
    }
}

fn cmpf(machine: &mut Machine<'_>, op: OpId) -> Step {
    let code = predicate(machine, op)?;
    let operands = machine.operands(op)?;
    let result = elementwise(machine, op, &operands, &|values| {
        let [a, b, _] = floats(machine, op, values)?;
        let holds = compare_floats(code, a, b);
        Ok(Value::Int(holds.into()))
    })?;
    machine.finish(op, result)
}

fn select(machine: &mut Machine<'_>, op: OpId) -> Step {
    let operands = machine.operands(op)?;
    let result = match &operands[..] {
        [condition @ (Value::Vector(_) | Value::Tensor(_)), ..] => {
            let _ = condition;
            elementwise(machine, op, &operands, &|values| {
                let chosen = if machine.int(op, &values[0])? == 0 {
                    2
                } else {
                    1
                };
                Ok(values[chosen].clone())
            })?
        }
        [Value::Poison, ..] => Value::Poison,
        [condition, on_true, on_false] => {
            if machine.int(op, condition)? == 0 {
                on_false.clone()
            } else {
                on_true.clone()
            }
        }
        _ => return machine.unsupported(op, "these operands"),
    };
    machine.finish(op, result)
}

pub(super) fn constant(machine: &mut Machine<'_>, op: OpId) -> Step {
    let value = match machine.m.prop(op, names::VALUE) {
        Some(attr) => super::constant(machine, op, attr)?,
        None => None,
    };
    match value {
        Some(value) => machine.finish(op, value),
        None => machine.unsupported(op, "this constant"),
    }
}

fn poison(machine: &mut Machine<'_>, op: OpId) -> Step {
    machine.finish(op, Value::Poison)
}

/// From an integer to one of another width.
fn resize(machine: &mut Machine<'_>, op: OpId, is_signed: bool) -> Step {
    let from = width(machine, op, machine.operand_type(op, 0)?)?;
    let to = width(machine, op, machine.result_type(op, 0)?)?;
    let operands = machine.operands(op)?;
    let result = elementwise(machine, op, &operands, &|values| {
        let bits = machine.int(op, &values[0])?;
        let bits = if is_signed {
            signed(bits, from).cast_unsigned()
        } else {
            bits
        };
        Ok(Value::Int(truncated(bits, to)))
    })?;
    machine.finish(op, result)
}

/// The float nearest to an integer of width `from`.
pub(crate) fn float_of(bits: u64, from: u32, kind: FloatKind, is_signed: bool) -> f64 {
    // To f32 in one step: two roundings could differ from one.
    match (kind, is_signed) {
        (FloatKind::F32, true) => f64::from(signed(bits, from) as f32),
        (FloatKind::F32, false) => f64::from(bits as f32),
        (_, true) => rounded(kind, signed(bits, from) as f64),
        (_, false) => rounded(kind, bits as f64),
    }
}

/// The integer of width `to` that a float is without its fraction; `None` where there is none.
pub(crate) fn int_of(number: f64, to: u32, is_signed: bool) -> Option<u64> {
    let whole = number.trunc();
    let (least, beyond) = if is_signed {
        (-(2_f64.powi(to as i32 - 1)), 2_f64.powi(to as i32 - 1))
    } else {
        (0.0, 2_f64.powi(to as i32))
    };
    if whole.is_nan() || whole < least || beyond <= whole {
        return None;
    }
    let bits = if is_signed {
        (whole as i64).cast_unsigned()
    } else {
        whole as u64
    };
    Some(truncated(bits, to))
}

fn to_float(machine: &mut Machine<'_>, op: OpId, is_signed: bool) -> Step {
    let from = width(machine, op, machine.operand_type(op, 0)?)?;
    let kind = float_kind(machine, op, machine.result_type(op, 0)?)?;
    let operands = machine.operands(op)?;
    let result = elementwise(machine, op, &operands, &|values| {
        let bits = machine.int(op, &values[0])?;
        let number = float_of(bits, from, kind, is_signed);
        Ok(Value::Float(number))
    })?;
    machine.finish(op, result)
}

fn to_int(machine: &mut Machine<'_>, op: OpId, is_signed: bool) -> Step {
    let to = width(machine, op, machine.result_type(op, 0)?)?;
    let operands = machine.operands(op)?;
    let result = elementwise(machine, op, &operands, &|values| {
        let [number, ..] = floats(machine, op, values)?;
        Ok(int_of(number, to, is_signed).map_or(Value::Poison, Value::Int))
    })?;
    machine.finish(op, result)
}

pub(super) fn bitcast(machine: &mut Machine<'_>, op: OpId) -> Step {
    let (from, to) = (machine.operand_type(op, 0)?, machine.result_type(op, 0)?);
    let (from, to) = (number_type(machine, from), number_type(machine, to));
    let (from, to) = (machine.layout(op, from)?, machine.layout(op, to)?);
    let operands = machine.operands(op)?;
    let result = elementwise(machine, op, &operands, &|values| {
        let mut bytes = vec![0; from.bytes()];
        if from.bytes() == to.bytes()
            && from.encode(&values[0], &mut bytes)
            && let Some(value) = to.decode(&bytes)
        {
            return Ok(value);
        }
        machine.unsupported(op, "this cast")
    })?;
    machine.finish(op, result)
}

/// Both halves of a product, or a sum and its carry.
fn wide(machine: &mut Machine<'_>, op: OpId, f: fn(u64, u64, u32) -> (u64, u64)) -> Step {
    let width = width(machine, op, machine.operand_type(op, 0)?)?;
    let operands = machine.operands(op)?;
    let half = |second: bool| {
        elementwise(machine, op, &operands, &|values| {
            let (a, b) = (machine.int(op, &values[0])?, machine.int(op, &values[1])?);
            let (low, high) = f(a, b, width);
            Ok(Value::Int(truncated(
                if second { high } else { low },
                width,
            )))
        })
    };
    let halves = [half(false)?, half(true)?];
    machine.finish_all(op, halves.into_iter().collect())
}

pub(super) fn power(mut base: u64, exponent: u64, w: u32) -> Result<u64, Undefined> {
    let mut exponent = signed(exponent, w);
    if exponent < 0 {
        return match signed(base, w) {
            0 => Err(Undefined::Now("raises zero to a negative power")),
            1 => Ok(1),
            -1 => Ok(if exponent % 2 == 0 { 1 } else { u64::MAX }),
            _ => Ok(0),
        };
    }
    let mut result: u64 = 1;
    while exponent != 0 {
        if exponent & 1 == 1 {
            result = result.wrapping_mul(base);
        }
        base = base.wrapping_mul(base);
        exponent >>= 1;
    }
    Ok(result)
}

fn fpowi(machine: &mut Machine<'_>, op: OpId) -> Step {
    let kind = float_kind(machine, op, machine.result_type(op, 0)?)?;
    let width = width(machine, op, machine.operand_type(op, 1)?)?;
    let operands = machine.operands(op)?;
    let result = elementwise(machine, op, &operands, &|values| {
        let [base, ..] = floats(machine, op, &values[..1])?;
        let exponent = signed(machine.int(op, &values[1])?, width);
        Ok(Value::Float(rounded(
            kind,
            libm::pow(base, exponent as f64),
        )))
    })?;
    machine.finish(op, result)
}

/// `a * b + c`, rounded once.
pub(crate) fn fused(kind: FloatKind, a: f64, b: f64, c: f64) -> f64 {
    match kind {
        FloatKind::F32 => f64::from(libm::fmaf(a as f32, b as f32, c as f32)),
        _ => rounded(kind, libm::fma(a, b, c)),
    }
}

fn fma(machine: &mut Machine<'_>, op: OpId) -> Step {
    let kind = float_kind(machine, op, machine.result_type(op, 0)?)?;
    let operands = machine.operands(op)?;
    let result = elementwise(machine, op, &operands, &|values| {
        let [a, b, c] = floats(machine, op, values)?;
        Ok(Value::Float(fused(kind, a, b, c)))
    })?;
    machine.finish(op, result)
}

fn sincos(machine: &mut Machine<'_>, op: OpId) -> Step {
    let kind = float_kind(machine, op, machine.result_type(op, 0)?)?;
    let operands = machine.operands(op)?;
    let apply = |f: fn(f64) -> f64| {
        elementwise(machine, op, &operands, &|values| {
            let [number, ..] = floats(machine, op, values)?;
            Ok(Value::Float(rounded(kind, f(number))))
        })
    };
    let both = [apply(libm::sin)?, apply(libm::cos)?];
    machine.finish_all(op, both.into_iter().collect())
}

fn add_extended(machine: &mut Machine<'_>, op: OpId) -> Step {
    let width = width(machine, op, machine.operand_type(op, 0)?)?;
    let operands = machine.operands(op)?;
    let part = |carry: bool| {
        elementwise(machine, op, &operands, &|values| {
            let (a, b) = (machine.int(op, &values[0])?, machine.int(op, &values[1])?);
            let sum = u128::from(a) + u128::from(b);
            let bits = if carry { sum >> width != 0 } else { false };
            Ok(Value::Int(if carry {
                bits.into()
            } else {
                truncated(sum as u64, width)
            }))
        })
    };
    let both = [part(false)?, part(true)?];
    machine.finish_all(op, both.into_iter().collect())
}

/// Operations on numbers that are no function of numbers of one type.
pub(super) const OPS: Table = &[
    ("arith.constant", constant),
    ("ub.poison", poison),
    ("arith.addui_extended", add_extended),
    ("arith.mulsi_extended", |m, op| {
        wide(m, op, |a, b, w| {
            let product = i128::from(signed(a, w)) * i128::from(signed(b, w));
            (product as u64, (product >> w) as u64)
        })
    }),
    ("arith.mului_extended", |m, op| {
        wide(m, op, |a, b, w| {
            let product = u128::from(a) * u128::from(b);
            (product as u64, (product >> w) as u64)
        })
    }),
    ("math.sincos", sincos),
    ("index.constant", constant),
    ("index.bool.constant", constant),
    ("index.sizeof", |m, op| m.finish(op, Value::Int(64))),
];
