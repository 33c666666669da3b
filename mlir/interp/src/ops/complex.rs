//! Arithmetic on complex numbers.

use super::Table;
use super::scalar::{bitcast, constant, elementwise, float_kind, floats};
use crate::machine::{Machine, Step};
use crate::value::{Value, rounded};
use memplan_mlir::OpId;

type Pair = (f64, f64);

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

fn complex(machine: &mut Machine<'_>, op: OpId, f: fn(Pair, Pair) -> Pair) -> Step {
    let kind = float_kind(machine, op, machine.result_type(op, 0)?)?;
    let operands = machine.operands(op)?;
    let result = elementwise(machine, op, &operands, &|values| {
        let [a, b] = complexes(machine, op, values)?;
        let (re, im) = f(a, b);
        Ok(Value::Complex(rounded(kind, re), rounded(kind, im)))
    })?;
    machine.finish(op, result)
}

fn complex_part(machine: &mut Machine<'_>, op: OpId, f: fn(Pair) -> f64) -> Step {
    let kind = float_kind(machine, op, machine.result_type(op, 0)?)?;
    let operands = machine.operands(op)?;
    let result = elementwise(machine, op, &operands, &|values| {
        let [a, _] = complexes(machine, op, values)?;
        Ok(Value::Float(rounded(kind, f(a))))
    })?;
    machine.finish(op, result)
}

fn complex_test(machine: &mut Machine<'_>, op: OpId, f: fn(Pair, Pair) -> bool) -> Step {
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

pub(super) const OPS: Table = &[
    ("complex.constant", constant),
    ("complex.create", complex_create),
    ("complex.re", |m, op| complex_part(m, op, |a| a.0)),
    ("complex.im", |m, op| complex_part(m, op, |a| a.1)),
    ("complex.abs", |m, op| {
        complex_part(m, op, |a| libm::hypot(a.0, a.1))
    }),
    ("complex.add", |m, op| {
        complex(m, op, |a, b| (a.0 + b.0, a.1 + b.1))
    }),
    ("complex.sub", |m, op| {
        complex(m, op, |a, b| (a.0 - b.0, a.1 - b.1))
    }),
    ("complex.mul", |m, op| {
        complex(m, op, |a, b| (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0))
    }),
    ("complex.neg", |m, op| complex(m, op, |a, _| (-a.0, -a.1))),
    ("complex.conj", |m, op| complex(m, op, |a, _| (a.0, -a.1))),
    ("complex.eq", |m, op| complex_test(m, op, |a, b| a == b)),
    ("complex.neq", |m, op| complex_test(m, op, |a, b| a != b)),
    ("complex.bitcast", bitcast),
];
