//! Arithmetic on numbers, vectors and tensors of numbers: `arith`, `math` and `index`.
//!
//! Functions without an exact result use `libm`, rounded to the type. Results are the same on every
//! machine, but the last digit can differ from other libraries.

use std::rc::Rc;

use super::Table;
use crate::fault::FaultKind;
use crate::machine::{Machine, Step, Values};
use crate::value::{Tensor, Value};
use memplan_mlir::semantics::{
    Int2, Kernel, Scalar, Undefined, compare_floats, compare_ints, float_of, fused, int_of,
    rounded, signed, truncated,
};
use memplan_mlir::{AttrKind, FloatKind, Module, OpId, TypeId, TypeKind, names};

/// Runs an operation that is a scalar function.
pub(super) fn exec(machine: &mut Machine<'_>, op: OpId, scalar: Scalar) -> Step {
    match scalar {
        Scalar::Int(int) => int2(machine, op, int.function()),
        Scalar::Int2(f, _) => int2(machine, op, f),
        Scalar::Wide(f) => wide(machine, op, f),
        Scalar::FloatOp(float_op) => float(machine, op, float_op.function()),
        Scalar::FloatPair(first, second) => float_pair(machine, op, [first, second]),
        Scalar::Complex(f) => super::complex::complex(machine, op, f),
        Scalar::ComplexPart(f) => super::complex::complex_part(machine, op, f),
        Scalar::ComplexTest(f) => super::complex::complex_test(machine, op, f),
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

/// Applies a function to scalars, or elementwise to vectors and tensors.
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

/// Width of an integer type in bits; 64 for an index.
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

/// A function of up to three floats of one type, computed in `f64` and rounded to the type.
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

/// The predicate of a comparison: its code in `arith`.
fn predicate(machine: &Machine<'_>, op: OpId) -> Step<i64> {
    match machine.m.prop_i64(op, names::PREDICATE) {
        Some(code) => Ok(code),
        None => machine.unsupported(op, "a comparison without predicate"),
    }
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

/// The predicate of a comparison of indices, as a code of `arith`.
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
    let place = ORDER
        .iter()
        .position(|name| text.split(word).any(|part| part == *name))?;
    Some(place as i64)
}

fn index_cmp(machine: &mut Machine<'_>, op: OpId) -> Step {
    match index_predicate(machine.m, op) {
        Some(code) => cmp_ints(machine, op, code),
        None => machine.unsupported(op, "this predicate"),
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

/// Converts an integer to another width.
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

/// Two results from two integers: both halves of a product, or a sum and its carry.
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
        Ok(Value::Float(fused(kind, a, b, c)))
    })?;
    machine.finish(op, result)
}

/// Two functions of a float.
fn float_pair(machine: &mut Machine<'_>, op: OpId, functions: [fn(f64) -> f64; 2]) -> Step {
    let kind = float_kind(machine, op, machine.result_type(op, 0)?)?;
    let operands = machine.operands(op)?;
    let apply = |f: fn(f64) -> f64| {
        elementwise(machine, op, &operands, &|values| {
            let [number, ..] = floats(machine, op, values)?;
            Ok(Value::Float(rounded(kind, f(number))))
        })
    };
    let [first, second] = functions;
    let both = [apply(first)?, apply(second)?];
    machine.finish_all(op, both.into_iter().collect())
}

/// The width of an index in bits.
fn index_width(machine: &mut Machine<'_>, op: OpId) -> Step {
    machine.finish(op, Value::Int(64))
}

/// Operations on numbers that are not functions of numbers of one type.
pub(super) const OPS: Table = &[
    (Kernel::Constant, constant),
    (Kernel::IndexWidth, index_width),
    (Kernel::Poison, poison),
];
