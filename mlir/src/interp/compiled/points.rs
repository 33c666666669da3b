//! Structured operations point by point, in the order of the program, with a compiled body.
//!
//! This is what runs where rows cannot: operands that overlap, maps that are not linear, bodies that
//! access memory or may fail, and operations that a check has found at fault.

use super::code::{Kind, Program};
use super::dense::{Shape, indices};
use super::vm::{self, State};
use crate::interp::fault::FaultKind;
use crate::interp::machine::{Machine, SCALAR_STEP, Step};
use crate::interp::ops::linalg::{Operand, read, write};
use crate::interp::value::{Dims, Indices, Value};
use crate::ir::OpId;

/// Runs all points; whether it could.
pub(super) fn run(
    machine: &mut Machine<'_>,
    op: OpId,
    program: &Program,
    mut state: State,
    has_poison: bool,
    shape: &Shape<'_>,
    operands: &mut [Operand],
) -> Step<bool> {
    let m = machine.m;
    let Some(&region) = m.regions(op).first() else {
        return Ok(false);
    };
    let block_args = m.first_block(region).map_or(&[][..], |b| m.block_args(b));
    let is_read: Vec<bool> = (0..operands.len())
        .map(|at| {
            let arg = block_args.get(at);
            arg.is_some_and(|&arg| at < shape.first_out || !m.is_unused(arg))
        })
        .collect();
    let is_number = |operand: &Operand| match operand {
        Operand::Buffer(_) | Operand::Scalar(Value::Int(_) | Value::Float(_)) => true,
        Operand::Tensor(_) | Operand::Scalar(_) => false,
    };
    let may_be_poison = has_poison || program.makes_poison || !operands.iter().all(is_number);
    let kinds: Option<Vec<Kind>> = program.args.iter().map(|&arg| program.kinds[arg]).collect();
    let Some(kinds) = kinds else { return Ok(false) };
    let mut points = Indices::new(shape.sizes);
    let mut places: Vec<Dims> = Vec::with_capacity(operands.len());
    while let Some(point) = points.next() {
        machine.charge(op, 1, SCALAR_STEP)?;
        places.clear();
        for (at, (operand, map)) in operands.iter().zip(shape.maps).enumerate() {
            let Some(place) = indices(map, &point) else {
                return machine.fault(FaultKind::Undefined, op, "an indexing map overflows");
            };
            let value = if is_read[at] {
                read(machine, op, operand, &place)?
            } else {
                Value::Poison
            };
            places.push(place);
            let Some(&register) = program.args.get(at) else {
                continue;
            };
            match kinds[at].bits(&value) {
                Some(bits) => {
                    state.registers[register] = bits;
                    state.poison[register] = false;
                }
                None if matches!(value, Value::Poison) => state.poison[register] = true,
                None => return machine.unsupported(op, "an element of this type"),
            }
        }
        for &(dim, register) in &program.coordinates {
            state.registers[register] = point[dim].cast_unsigned();
        }
        if may_be_poison {
            vm::run::<true>(machine, program, &mut state)?;
        } else {
            vm::run::<false>(machine, program, &mut state)?;
        }
        for (index, &register) in program.results.iter().enumerate() {
            let value = super::value(program, &state, register);
            let at = shape.first_out + index;
            write(machine, op, &mut operands[at], &places[at], value)?;
        }
    }
    Ok(true)
}
