//! Arithmetic on numbers, vectors and tensors of numbers: `arith`, `math` and `index`.
//!
//! Functions without an exact result are those of `libm`, rounded to the type: the same on every
//! machine, but in the last place not always what another library gives.

use std::rc::Rc;

use super::Table;
use crate::interp::fault::FaultKind;
use crate::interp::machine::{Machine, Step, Values};
use crate::interp::value::{Tensor, Value, rounded, signed, truncated};
use crate::ir::{AttrKind, FloatKind, OpId, TypeId, TypeKind, names};

/// Why two numbers have no result.
enum Undefined {
    /// Acting on the result is an error.
    Poison,
    /// Computing it is.
    Now(&'static str),
}

type Int2 = fn(u64, u64, u32) -> Result<u64, Undefined>;

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
            Value::Tensor(tensor) => tensor.elements.get(index).cloned().unwrap_or(Value::Poison),
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
                elements: elements?,
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

fn add(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    Ok(a.wrapping_add(b))
}
fn sub(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    Ok(a.wrapping_sub(b))
}
fn mul(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    Ok(a.wrapping_mul(b))
}
fn divs(a: u64, b: u64, w: u32) -> Result<u64, Undefined> {
    let (a, b) = signed_division(a, b, w)?;
    Ok((a / b).cast_unsigned())
}
fn divu(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    by_zero(b)?;
    Ok(a / b)
}
fn ceildivs(a: u64, b: u64, w: u32) -> Result<u64, Undefined> {
    let (a, b) = signed_division(a, b, w)?;
    Ok(ceil_div(a, b).cast_unsigned())
}
fn ceildivu(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    by_zero(b)?;
    Ok(a.div_ceil(b))
}
fn floordivs(a: u64, b: u64, w: u32) -> Result<u64, Undefined> {
    let (a, b) = signed_division(a, b, w)?;
    Ok(floor_div(a, b).cast_unsigned())
}
fn rems(a: u64, b: u64, w: u32) -> Result<u64, Undefined> {
    let (a, b) = signed_division(a, b, w)?;
    Ok((a % b).cast_unsigned())
}
fn remu(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    by_zero(b)?;
    Ok(a % b)
}
fn and(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    Ok(a & b)
}
fn or(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    Ok(a | b)
}
fn xor(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    Ok(a ^ b)
}
fn shl(a: u64, b: u64, w: u32) -> Result<u64, Undefined> {
    Ok(a << shift(b, w)?)
}
fn shrs(a: u64, b: u64, w: u32) -> Result<u64, Undefined> {
    Ok((signed(a, w) >> shift(b, w)?).cast_unsigned())
}
fn shru(a: u64, b: u64, w: u32) -> Result<u64, Undefined> {
    Ok(a >> shift(b, w)?)
}
fn maxs(a: u64, b: u64, w: u32) -> Result<u64, Undefined> {
    Ok(signed(a, w).max(signed(b, w)).cast_unsigned())
}
fn mins(a: u64, b: u64, w: u32) -> Result<u64, Undefined> {
    Ok(signed(a, w).min(signed(b, w)).cast_unsigned())
}
fn maxu(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    Ok(a.max(b))
}
fn minu(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    Ok(a.min(b))
}

/// Rounds half to even, which the order of two steps would break.
fn round_even(x: f64) -> f64 {
    x.round_ties_even()
}

fn maximum(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() {
        f64::NAN
    } else if a == b {
        // Of two zeros the positive one is larger.
        if a.is_sign_negative() { b } else { a }
    } else {
        a.max(b)
    }
}

fn minimum(a: f64, b: f64) -> f64 {
    -maximum(-a, -b)
}

/// The predicate of a comparison: its code in `arith`.
fn predicate(machine: &Machine<'_>, op: OpId) -> Step<i64> {
    match machine.m.prop_i64(op, names::PREDICATE) {
        Some(code) => Ok(code),
        None => machine.unsupported(op, "a comparison without predicate"),
    }
}

fn compare_ints(code: i64, a: u64, b: u64, w: u32) -> Option<bool> {
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

fn index_cmp(machine: &mut Machine<'_>, op: OpId) -> Step {
    const ORDER: [&str; 10] = [
        "eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge",
    ];
    let text = match machine
        .prop(op, "pred")
        .map(|attr| machine.m.ctx.attr_kind(attr))
    {
        Some(AttrKind::Opaque { body, .. }) => machine.m.ctx.text(*body).into_owned(),
        _ => String::new(),
    };
    let word = |c: char| !c.is_ascii_alphanumeric();
    let found = ORDER
        .iter()
        .position(|name| text.split(word).any(|part| part == *name));
    match found {
        Some(code) => cmp_ints(machine, op, code as i64),
        None => machine.unsupported(op, "this predicate"),
    }
}

fn cmpf(machine: &mut Machine<'_>, op: OpId) -> Step {
    let code = predicate(machine, op)?;
    let operands = machine.operands(op)?;
    let result = elementwise(machine, op, &operands, &|values| {
        let [a, b, _] = floats(machine, op, values)?;
        let unordered = a.is_nan() || b.is_nan();
        // Codes 1 to 6 are ordered, 8 to 13 the same comparisons or unordered.
        let holds = match code {
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
        };
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

fn to_float(machine: &mut Machine<'_>, op: OpId, is_signed: bool) -> Step {
    let from = width(machine, op, machine.operand_type(op, 0)?)?;
    let kind = float_kind(machine, op, machine.result_type(op, 0)?)?;
    let operands = machine.operands(op)?;
    let result = elementwise(machine, op, &operands, &|values| {
        let bits = machine.int(op, &values[0])?;
        // To f32 in one step: two roundings could differ from one.
        let number = match (kind, is_signed) {
            (FloatKind::F32, true) => f64::from(signed(bits, from) as f32),
            (FloatKind::F32, false) => f64::from(bits as f32),
            (_, true) => rounded(kind, signed(bits, from) as f64),
            (_, false) => rounded(kind, bits as f64),
        };
        Ok(Value::Float(number))
    })?;
    machine.finish(op, result)
}

fn to_int(machine: &mut Machine<'_>, op: OpId, is_signed: bool) -> Step {
    let to = width(machine, op, machine.result_type(op, 0)?)?;
    let operands = machine.operands(op)?;
    let result = elementwise(machine, op, &operands, &|values| {
        let [number, ..] = floats(machine, op, values)?;
        let whole = number.trunc();
        let (least, beyond) = if is_signed {
            (-(2_f64.powi(to as i32 - 1)), 2_f64.powi(to as i32 - 1))
        } else {
            (0.0, 2_f64.powi(to as i32))
        };
        if whole.is_nan() || whole < least || beyond <= whole {
            return Ok(Value::Poison);
        }
        let bits = if is_signed {
            (whole as i64).cast_unsigned()
        } else {
            whole as u64
        };
        Ok(Value::Int(truncated(bits, to)))
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

fn power(mut base: u64, exponent: u64, w: u32) -> Result<u64, Undefined> {
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

fn fma(machine: &mut Machine<'_>, op: OpId) -> Step {
    let kind = float_kind(machine, op, machine.result_type(op, 0)?)?;
    let operands = machine.operands(op)?;
    let result = elementwise(machine, op, &operands, &|values| {
        let [a, b, c] = floats(machine, op, values)?;
        let number = match kind {
            FloatKind::F32 => f64::from(libm::fmaf(a as f32, b as f32, c as f32)),
            _ => rounded(kind, libm::fma(a, b, c)),
        };
        Ok(Value::Float(number))
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

pub(super) const ARITH: Table = &[
    ("arith.constant", constant),
    ("ub.poison", poison),
    ("arith.addi", |m, op| int2(m, op, add)),
    ("arith.subi", |m, op| int2(m, op, sub)),
    ("arith.muli", |m, op| int2(m, op, mul)),
    ("arith.divsi", |m, op| int2(m, op, divs)),
    ("arith.divui", |m, op| int2(m, op, divu)),
    ("arith.ceildivsi", |m, op| int2(m, op, ceildivs)),
    ("arith.ceildivui", |m, op| int2(m, op, ceildivu)),
    ("arith.floordivsi", |m, op| int2(m, op, floordivs)),
    ("arith.remsi", |m, op| int2(m, op, rems)),
    ("arith.remui", |m, op| int2(m, op, remu)),
    ("arith.andi", |m, op| int2(m, op, and)),
    ("arith.ori", |m, op| int2(m, op, or)),
    ("arith.xori", |m, op| int2(m, op, xor)),
    ("arith.shli", |m, op| int2(m, op, shl)),
    ("arith.shrsi", |m, op| int2(m, op, shrs)),
    ("arith.shrui", |m, op| int2(m, op, shru)),
    ("arith.maxsi", |m, op| int2(m, op, maxs)),
    ("arith.minsi", |m, op| int2(m, op, mins)),
    ("arith.maxui", |m, op| int2(m, op, maxu)),
    ("arith.minui", |m, op| int2(m, op, minu)),
    ("arith.addf", |m, op| float(m, op, |[a, b, _]| a + b)),
    ("arith.subf", |m, op| float(m, op, |[a, b, _]| a - b)),
    ("arith.mulf", |m, op| float(m, op, |[a, b, _]| a * b)),
    ("arith.divf", |m, op| float(m, op, |[a, b, _]| a / b)),
    ("arith.remf", |m, op| {
        float(m, op, |[a, b, _]| libm::fmod(a, b))
    }),
    ("arith.negf", |m, op| float(m, op, |[a, ..]| -a)),
    ("arith.maximumf", |m, op| {
        float(m, op, |[a, b, _]| maximum(a, b))
    }),
    ("arith.minimumf", |m, op| {
        float(m, op, |[a, b, _]| minimum(a, b))
    }),
    ("arith.maxnumf", |m, op| float(m, op, |[a, b, _]| a.max(b))),
    ("arith.minnumf", |m, op| float(m, op, |[a, b, _]| a.min(b))),
    ("arith.cmpi", cmpi),
    ("arith.cmpf", cmpf),
    ("arith.select", select),
    ("arith.extsi", |m, op| resize(m, op, true)),
    ("arith.extui", |m, op| resize(m, op, false)),
    ("arith.trunci", |m, op| resize(m, op, false)),
    ("arith.index_cast", |m, op| resize(m, op, true)),
    ("arith.index_castui", |m, op| resize(m, op, false)),
    ("arith.extf", |m, op| float(m, op, |[a, ..]| a)),
    ("arith.truncf", |m, op| float(m, op, |[a, ..]| a)),
    ("arith.sitofp", |m, op| to_float(m, op, true)),
    ("arith.uitofp", |m, op| to_float(m, op, false)),
    ("arith.fptosi", |m, op| to_int(m, op, true)),
    ("arith.fptoui", |m, op| to_int(m, op, false)),
    ("arith.bitcast", bitcast),
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
];

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

pub(super) const MATH: Table = &[
    ("math.absf", |m, op| float(m, op, |[a, ..]| a.abs())),
    ("math.acos", |m, op| float(m, op, |[a, ..]| libm::acos(a))),
    ("math.acosh", |m, op| float(m, op, |[a, ..]| libm::acosh(a))),
    ("math.asin", |m, op| float(m, op, |[a, ..]| libm::asin(a))),
    ("math.asinh", |m, op| float(m, op, |[a, ..]| libm::asinh(a))),
    ("math.atan", |m, op| float(m, op, |[a, ..]| libm::atan(a))),
    ("math.atanh", |m, op| float(m, op, |[a, ..]| libm::atanh(a))),
    ("math.cbrt", |m, op| float(m, op, |[a, ..]| libm::cbrt(a))),
    ("math.ceil", |m, op| float(m, op, |[a, ..]| a.ceil())),
    ("math.cos", |m, op| float(m, op, |[a, ..]| libm::cos(a))),
    ("math.cosh", |m, op| float(m, op, |[a, ..]| libm::cosh(a))),
    ("math.erf", |m, op| float(m, op, |[a, ..]| libm::erf(a))),
    ("math.erfc", |m, op| float(m, op, |[a, ..]| libm::erfc(a))),
    ("math.exp", |m, op| float(m, op, |[a, ..]| libm::exp(a))),
    ("math.exp2", |m, op| float(m, op, |[a, ..]| libm::exp2(a))),
    ("math.expm1", |m, op| float(m, op, |[a, ..]| libm::expm1(a))),
    ("math.floor", |m, op| float(m, op, |[a, ..]| a.floor())),
    ("math.log", |m, op| float(m, op, |[a, ..]| libm::log(a))),
    ("math.log10", |m, op| float(m, op, |[a, ..]| libm::log10(a))),
    ("math.log1p", |m, op| float(m, op, |[a, ..]| libm::log1p(a))),
    ("math.log2", |m, op| float(m, op, |[a, ..]| libm::log2(a))),
    ("math.round", |m, op| float(m, op, |[a, ..]| a.round())),
    ("math.roundeven", |m, op| {
        float(m, op, |[a, ..]| round_even(a))
    }),
    ("math.rsqrt", |m, op| float(m, op, |[a, ..]| 1.0 / a.sqrt())),
    ("math.sin", |m, op| float(m, op, |[a, ..]| libm::sin(a))),
    ("math.sinh", |m, op| float(m, op, |[a, ..]| libm::sinh(a))),
    ("math.sqrt", |m, op| float(m, op, |[a, ..]| a.sqrt())),
    ("math.tan", |m, op| float(m, op, |[a, ..]| libm::tan(a))),
    ("math.tanh", |m, op| float(m, op, |[a, ..]| libm::tanh(a))),
    ("math.trunc", |m, op| float(m, op, |[a, ..]| a.trunc())),
    ("math.atan2", |m, op| {
        float(m, op, |[a, b, _]| libm::atan2(a, b))
    }),
    ("math.copysign", |m, op| {
        float(m, op, |[a, b, _]| a.copysign(b))
    }),
    ("math.powf", |m, op| {
        float(m, op, |[a, b, _]| libm::pow(a, b))
    }),
    ("math.clampf", |m, op| {
        float(m, op, |[a, low, high]| minimum(maximum(a, low), high))
    }),
    ("math.fma", fma),
    ("math.fpowi", fpowi),
    ("math.sincos", sincos),
    ("math.isfinite", |m, op| {
        float_test(m, op, |a, _| a.is_finite())
    }),
    ("math.isinf", |m, op| {
        float_test(m, op, |a, _| a.is_infinite())
    }),
    ("math.isnan", |m, op| float_test(m, op, |a, _| a.is_nan())),
    ("math.isnormal", |m, op| {
        float_test(m, op, |a, kind| match kind {
            FloatKind::F64 => a.is_normal(),
            FloatKind::F32 => (a as f32).is_normal(),
            FloatKind::F16 => a.is_finite() && a.abs() >= 2_f64.powi(-14),
            _ => a.is_finite() && a.abs() >= f64::from(f32::MIN_POSITIVE),
        })
    }),
    ("math.absi", |m, op| {
        int1(m, op, |a, w| signed(a, w).unsigned_abs())
    }),
    ("math.ctlz", |m, op| {
        int1(m, op, |a, w| {
            u64::from((a.leading_zeros() + w).saturating_sub(64))
        })
    }),
    ("math.ctpop", |m, op| {
        int1(m, op, |a, _| a.count_ones().into())
    }),
    ("math.cttz", |m, op| {
        int1(m, op, |a, w| a.trailing_zeros().min(w).into())
    }),
    ("math.ipowi", |m, op| int2(m, op, power)),
];

pub(super) const INDEX: Table = &[
    ("index.add", |m, op| int2(m, op, add)),
    ("index.sub", |m, op| int2(m, op, sub)),
    ("index.mul", |m, op| int2(m, op, mul)),
    ("index.divs", |m, op| int2(m, op, divs)),
    ("index.divu", |m, op| int2(m, op, divu)),
    ("index.ceildivs", |m, op| int2(m, op, ceildivs)),
    ("index.ceildivu", |m, op| int2(m, op, ceildivu)),
    ("index.floordivs", |m, op| int2(m, op, floordivs)),
    ("index.rems", |m, op| int2(m, op, rems)),
    ("index.remu", |m, op| int2(m, op, remu)),
    ("index.and", |m, op| int2(m, op, and)),
    ("index.or", |m, op| int2(m, op, or)),
    ("index.xor", |m, op| int2(m, op, xor)),
    ("index.shl", |m, op| int2(m, op, shl)),
    ("index.shrs", |m, op| int2(m, op, shrs)),
    ("index.shru", |m, op| int2(m, op, shru)),
    ("index.maxs", |m, op| int2(m, op, maxs)),
    ("index.mins", |m, op| int2(m, op, mins)),
    ("index.maxu", |m, op| int2(m, op, maxu)),
    ("index.minu", |m, op| int2(m, op, minu)),
    ("index.cmp", index_cmp),
    ("index.casts", |m, op| resize(m, op, true)),
    ("index.castu", |m, op| resize(m, op, false)),
    ("index.constant", constant),
    ("index.bool.constant", constant),
    ("index.sizeof", |m, op| m.finish(op, Value::Int(64))),
];
