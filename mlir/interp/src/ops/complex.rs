//! Arithmetic on complex numbers.

use super::Table;
use super::scalar::elementwise;
use crate::machine::{Machine, Step};
use crate::value::Value;
use memplan_mlir::OpId;
use memplan_mlir::semantics::Kernel;

fn complex_create(machine: &mut Machine<'_>, op: OpId) -> Step {
    let operands = machine.operands(op)?;
    let result = elementwise(machine, op, &operands, &|values| match *values {
        [Value::Float(re), Value::Float(im)] => Ok(Value::Complex(re, im)),
        _ => machine.unsupported(op, "an operand that is no float"),
    })?;
    machine.finish(op, result)
}

pub(super) const OPS: Table = &[(Kernel::ComplexCreate, complex_create)];
