//! Arithmetic on numbers, vectors and tensors of numbers: `arith`, `math` and `index`.
//!
//! Functions without an exact result use `libm`, rounded to the type. Results are the same on every
//! machine, but the last digit can differ from other libraries.

use std::rc::Rc;

use super::Table;
use crate::fault::FaultKind;
use crate::machine::{Machine, Step, Values};
use crate::value::{Tensor, Value};
use memplan_mlir::semantics::{Element, Kernel, Scalar, Signature, Undefined};
use memplan_mlir::{OpId, TypeId, TypeKind, names};
use smallvec::SmallVec;

/// Runs an operation that is a scalar function.
pub(super) fn exec(machine: &mut Machine<'_>, op: OpId, scalar: Scalar) -> Step {
    // Chooses whole values, of any type.
    if matches!(scalar, Scalar::Select) {
        return select(machine, op);
    }
    let Some(signature) = Signature::of(machine.m, op) else {
        return machine.unsupported(op, "numbers of more than 64 bits");
    };
    let operands = machine.operands(op)?;
    let n_results = machine.m.result_count(op);
    let result = |index: usize| {
        elementwise(machine, op, &operands, &|values| {
            let args: Option<SmallVec<[Element; 3]>> = values.iter().map(Value::element).collect();
            match args.and_then(|args| scalar.apply(&signature, &args)) {
                Some(Ok(computed)) => match computed.get(index) {
                    Some(&element) => Ok(element.into()),
                    None => machine.unsupported(op, "this number of results"),
                },
                Some(Err(Undefined::Poison)) => Ok(Value::Poison),
                Some(Err(Undefined::Now(what))) => machine.fault(FaultKind::Undefined, op, what),
                None => machine.unsupported(op, "these operands"),
            }
        })
    };
    let results: Step<Values> = (0..n_results).map(result).collect();
    let results = results?;
    machine.finish_all(op, results)
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
