//! Arithmetic on complex numbers.

use super::Table;
use super::scalar::{elementwise, float_kind, floats};
use crate::machine::{Machine, Step};
use crate::value::Value;
use memplan_mlir::OpId;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::semantics::rounded;

pub(super) type Pair = (f64, f64);

fn complexes(machine: &Machine<'_>, op: OpId, values: &[Value]) -> Step<[Pair; 2]> {
    let mut pairs = [(0.0, 0.0); 2];
    for (pair, value) in pairs.iter_mut().zip(values) {
        match value {
            Value::Complex(re, im) => *pair = (*re, *im),
            _ => return machine.unsupported(op, "an operand that is no complex number"),
        }
    }
    Ok(pairs)
}

pub(super) fn complex(machine: &mut Machine<'_>, op: OpId, f: fn(Pair, Pair) -> Pair) -> Step {
    let kind = float_kind(machine, op, machine.result_type(op, 0)?)?;
    let operands = machine.operands(op)?;
    let result = elementwise(machine, op, &operands, &|values| {
        let [a, b] = complexes(machine, op, values)?;
        let (re, im) = f(a, b);
        Ok(Value::Complex(rounded(kind, re), rounded(kind, im)))
    })?;
    machine.finish(op, result)
}

pub(super) fn complex_part(machine: &mut Machine<'_>, op: OpId, f: fn(Pair) -> f64) -> Step {
    let kind = float_kind(machine, op, machine.result_type(op, 0)?)?;
    let operands = machine.operands(op)?;
    let result = elementwise(machine, op, &operands, &|values| {
        let [a, _] = complexes(machine, op, values)?;
        Ok(Value::Float(rounded(kind, f(a))))
    })?;
    machine.finish(op, result)
}

pub(super) fn complex_test(machine: &mut Machine<'_>, op: OpId, f: fn(Pair, Pair) -> bool) -> Step {
    let operands = machine.operands(op)?;
    let result = elementwise(machine, op, &operands, &|values| {
        let [a, b] = complexes(machine, op, values)?;
        Ok(Value::Int(f(a, b).into()))
    })?;
    machine.finish(op, result)
}

fn complex_create(machine: &mut Machine<'_>, op: OpId) -> Step {
    let operands = machine.operands(op)?;
    let result = elementwise(machine, op, &operands, &|values| {
        let [re, im, _] = floats(machine, op, values)?;
        Ok(Value::Complex(re, im))
    })?;
    machine.finish(op, result)
}

pub(super) const OPS: Table = &[(Kernel::ComplexCreate, complex_create)];
