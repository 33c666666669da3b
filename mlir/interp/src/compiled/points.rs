//! Structured operations point by point, in program order, with a compiled body.
//!
//! The fallback for cases that rows cannot handle: overlapping operands, nonlinear maps, bodies that
//! access memory or may fail, and operations whose checks failed.

use super::build::add_linear;
use super::code::{Kind, Program};
use super::dense::{Shape, indices};
use super::vm::{self, State};
use crate::fault::FaultKind;
use crate::machine::{Machine, SCALAR_STEP, Step};
use crate::ops::linalg::{Operand, read, write};
use crate::value::{Dims, Indices, MemRef, Value};
use memplan_mlir::{AffineMap, OpId};

/// How a buffer is accessed at each point.
struct Access {
    kind: Kind,
    allocation: u32,
    start: i64,
    /// By dimension of the buffer: constant and coefficients of the index, size, stride in bytes.
    dims: Vec<(i64, Vec<i64>, i64, i64)>,
}

impl Access {
    /// The accesses of a buffer of numbers by a linear map.
    fn new(memref: &MemRef, kind: Kind, map: &AffineMap, n_dims: usize) -> Option<Self> {
        if map.results.len() != memref.sizes.len() {
            return None;
        }
        let bytes = kind.bytes() as i64;
        let shape = memref.sizes.iter().zip(&memref.strides);
        let dims = map
            .results
            .iter()
            .zip(shape)
            .map(|(expr, (&size, stride))| {
                let mut linear = (0, vec![0; n_dims]);
                add_linear(expr, n_dims, 1, &mut linear)?;
                Some((linear.0, linear.1, size, stride.wrapping_mul(bytes)))
            });
        Some(Self {
            kind,
            allocation: memref.allocation,
            start: memref.base.wrapping_add(memref.offset.wrapping_mul(bytes)),
            dims: dims.collect::<Option<_>>()?,
        })
    }

    /// The byte offset of a point; `None` outside the shape.
    #[inline]
    fn byte(&self, point: &[i64]) -> Option<usize> {
        let mut byte = self.start;
        for (constant, coefficients, size, stride) in &self.dims {
            let terms = coefficients.iter().zip(point);
            let index = terms.fold(*constant, |sum, (c, at)| {
                sum.wrapping_add(c.wrapping_mul(*at))
            });
            if index < 0 || *size <= index {
                return None;
            }
            byte = byte.wrapping_add(index.wrapping_mul(*stride));
        }
        usize::try_from(byte).ok()
    }
}

/// One run of an operation.
struct Points<'a> {
    program: &'a Program,
    shape: &'a Shape<'a>,
    accesses: Vec<Option<Access>>,
    is_read: Vec<bool>,
}

/// Runs all points; returns whether that was possible.
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
    // If the types of the body do not match the operands, the interpreter reports the fault.
    let fits = |at: usize, register: usize| match (&operands[at], program.kinds[register]) {
        (Operand::Buffer(memref), kind) => Kind::of(m, memref.element) == kind,
        (Operand::Tensor(tensor), kind) => tensor.elements.kind() == kind,
        (Operand::Scalar(Value::Poison), _) => true,
        (Operand::Scalar(value), kind) => kind.is_some_and(|kind| kind.bits(value).is_some()),
    };
    let mut args = program.args.iter().enumerate();
    let mut results = program.results.iter().enumerate();
    if !args.all(|(at, &register)| fits(at, register))
        || !results.all(|(at, &register)| fits(shape.first_out + at, register))
    {
        return Ok(false);
    }
    let block_args = m.first_block(region).map_or(&[][..], |b| m.block_args(b));
    let is_read = |at: usize| block_args.get(at).is_some_and(|&arg| !m.is_unused(arg));
    let is_read = (0..operands.len()).map(is_read);
    let is_number = |operand: &Operand| match operand {
        Operand::Buffer(_) | Operand::Scalar(Value::Int(_) | Value::Float(_)) => true,
        Operand::Tensor(_) | Operand::Scalar(_) => false,
    };
    let may_be_poison = has_poison || program.makes_poison || !operands.iter().all(is_number);
    let n_dims = shape.sizes.len();
    // With small coordinates, linear maps with small coefficients cannot overflow.
    let is_small = shape.sizes.iter().all(|&size| size < 1 << 32);
    let accesses = operands
        .iter()
        .zip(shape.maps)
        .map(|(operand, map)| match operand {
            Operand::Buffer(memref) if is_small => {
                Access::new(memref, Kind::of(m, memref.element)?, map, n_dims)
            }
            Operand::Buffer(_) | Operand::Tensor(_) | Operand::Scalar(_) => None,
        });
    let points = Points {
        program,
        shape,
        accesses: accesses.collect(),
        is_read: is_read.collect(),
    };
    let mut indices = Indices::new(shape.sizes);
    while let Some(point) = indices.next() {
        machine.charge(op, 1, 4 * SCALAR_STEP)?;
        points.read(machine, op, operands, &point, &mut state)?;
        for &(dim, register) in &program.coordinates {
            state.registers[register] = point[dim].cast_unsigned();
        }
        if may_be_poison {
            vm::run::<true>(machine, program, &mut state)?;
        } else {
            vm::run::<false>(machine, program, &mut state)?;
        }
        points.write(machine, op, operands, &point, &state)?;
    }
    Ok(true)
}

impl Points<'_> {
    fn place(&self, machine: &Machine<'_>, op: OpId, at: usize, point: &[i64]) -> Step<Dims> {
        match indices(&self.shape.maps[at], point) {
            Some(place) => Ok(place),
            None => machine.fault(FaultKind::Undefined, op, "an indexing map overflows"),
        }
    }

    /// Loads the arguments of the body.
    fn read(
        &self,
        machine: &mut Machine<'_>,
        op: OpId,
        operands: &[Operand],
        point: &[i64],
        state: &mut State,
    ) -> Step {
        for (at, operand) in operands.iter().enumerate() {
            let register = self.program.args.get(at).copied();
            if let (Some(access), Some(register)) = (&self.accesses[at], register)
                && self.program.kinds[register] == Some(access.kind)
            {
                if !self.is_read[at] {
                    state.poison[register] = true;
                    continue;
                }
                let size = access.kind.bytes();
                let byte = access.byte(point);
                let bytes =
                    byte.and_then(|byte| machine.memory.read_at(access.allocation, byte, size));
                if let Some(bytes) = bytes {
                    state.registers[register] = access.kind.load(bytes);
                    state.poison[register] = false;
                    continue;
                }
            }
            let place = self.place(machine, op, at, point)?;
            let value = if self.is_read[at] {
                read(machine, op, operand, &place)?
            } else {
                Value::Poison
            };
            let Some(register) = register else { continue };
            let kind = self.program.kinds[register];
            match kind.and_then(|kind| kind.bits(&value)) {
                Some(bits) => {
                    state.registers[register] = bits;
                    state.poison[register] = false;
                }
                None if matches!(value, Value::Poison) => state.poison[register] = true,
                None => return machine.unsupported(op, "an element of this type"),
            }
        }
        Ok(())
    }

    /// Writes the results of the body.
    fn write(
        &self,
        machine: &mut Machine<'_>,
        op: OpId,
        operands: &mut [Operand],
        point: &[i64],
        state: &State,
    ) -> Step {
        for (index, &register) in self.program.results.iter().enumerate() {
            let at = self.shape.first_out + index;
            if let Some(access) = &self.accesses[at]
                && !state.poison[register]
                && self.program.kinds[register] == Some(access.kind)
                && let Some(byte) = access.byte(point)
                && let Some(bytes) =
                    (machine.memory).write_at(access.allocation, byte, access.kind.bytes())
            {
                access.kind.store(state.registers[register], bytes);
                continue;
            }
            let value = super::value(self.program, state, register);
            let place = self.place(machine, op, at, point)?;
            write(machine, op, &mut operands[at], &place, value)?;
        }
        Ok(())
    }
}
