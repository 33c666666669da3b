//! Executes programs on unboxed registers.
//!
//! Accesses are checked as in the interpreter. Rare cases (faults, constant globals) call the
//! interpreter's functions, so that faults are identical.

use std::rc::Rc;

use smallvec::SmallVec;

use super::code::{Apply, Code, Expr, Inst, Kind, Program, Reg};
use crate::fault::FaultKind;
use crate::machine::{Machine, SCALAR_STEP, Step};
use crate::value::{Dims, MemRef, Value};
use memplan_mlir::OpId;
use memplan_mlir::semantics::Undefined;
use memplan_mlir::semantics::{signed, truncated};

const POISON: &str = "uses a poison value";

/// A buffer that a program accesses.
pub(super) struct Slot {
    pub(super) memref: Rc<MemRef>,
    /// The byte offset of the element whose indices are 0.
    start: i64,
    /// Size, and distance in bytes, of each dimension.
    dims: SmallVec<[(i64, i64); 4]>,
}

impl Slot {
    pub(super) fn new(memref: Rc<MemRef>, kind: Kind) -> Self {
        let bytes = kind.bytes() as i64;
        let strides = memref.strides.iter().map(|s| s.wrapping_mul(bytes));
        Self {
            start: memref.base.wrapping_add(memref.offset.wrapping_mul(bytes)),
            dims: memref.sizes.iter().copied().zip(strides).collect(),
            memref,
        }
    }
}

/// The registers of a run.
pub(super) struct State {
    pub(super) registers: Vec<u64>,
    /// Which registers are poison.
    pub(super) poison: Vec<bool>,
    pub(super) slots: Vec<Slot>,
}

impl State {
    /// Registers with the constants of a program.
    pub(super) fn new(program: &Program, slots: Vec<Slot>) -> Self {
        let mut registers = vec![0; program.kinds.len()];
        for &(register, bits) in &program.constants {
            registers[register] = bits;
        }
        Self {
            poison: vec![false; registers.len()],
            registers,
            slots,
        }
    }

    fn int(&self, register: Reg) -> i64 {
        self.registers[register].cast_signed()
    }

    fn indices(&self, at: &[Reg]) -> Dims {
        at.iter().map(|&register| self.int(register)).collect()
    }

    /// The byte offset of an element; `None` for indices outside the shape.
    #[inline]
    fn byte(&self, slot: &Slot, at: &[Reg]) -> Option<usize> {
        let mut byte = slot.start;
        for (&register, &(size, stride)) in at.iter().zip(&slot.dims) {
            let index = self.int(register);
            if index < 0 || size <= index {
                return None;
            }
            byte = byte.wrapping_add(index.wrapping_mul(stride));
        }
        usize::try_from(byte).ok()
    }

    fn any_poison(&self, registers: &[Reg]) -> bool {
        registers.iter().any(|&register| self.poison[register])
    }
}

/// Runs a program to completion. `P`: whether registers may be poison.
pub(super) fn run<const P: bool>(
    machine: &mut Machine<'_>,
    program: &Program,
    state: &mut State,
) -> Step {
    let mut at = 0;
    while let Some(inst) = program.code.get(at) {
        at += 1;
        match inst.code {
            Code::Apply(apply) => scalar::<P>(machine, inst.op, &apply, state)?,
            Code::Move { to, from } => {
                state.registers[to] = state.registers[from];
                if P {
                    state.poison[to] = state.poison[from];
                }
            }
            Code::Poison(to) => state.poison[to] = true,
            Code::Load { .. } | Code::Store { .. } => access::<P>(machine, program, inst, state)?,
            Code::Steps(n) => {
                machine.charge(inst.op, n.into(), u64::from(n) * SCALAR_STEP)?;
            }
            Code::Next {
                count,
                iv,
                step,
                width,
                body,
            } => {
                let left = state.registers[count] - 1;
                state.registers[count] = left;
                if left != 0 {
                    let next = state.registers[iv].wrapping_add(state.registers[step]);
                    state.registers[iv] = truncated(next, width);
                    at = body;
                }
            }
            Code::Jump(to) => at = to,
            Code::JumpIfZero { condition, to } => {
                if P && state.poison[condition] {
                    return machine.fault(FaultKind::Undefined, inst.op, POISON);
                }
                if state.registers[condition] == 0 {
                    at = to;
                }
            }
            Code::JumpUnless { flag, case, to } => {
                if P && state.poison[flag] {
                    return machine.fault(FaultKind::Undefined, inst.op, POISON);
                }
                if state.int(flag) != case {
                    at = to;
                }
            }
            Code::Dim { .. } | Code::Affine { .. } | Code::CheckStep { .. } => {
                index::<P>(machine, program, inst, state)?;
            }
            Code::Loop { exit, .. } => {
                if !enter::<P>(machine, inst, state)? {
                    at = exit;
                }
            }
        }
    }
    Ok(())
}

#[inline]
fn scalar<const P: bool>(
    machine: &Machine<'_>,
    op: OpId,
    apply: &Apply,
    state: &mut State,
) -> Step {
    let args = apply.args;
    if P {
        let is_poison = match apply.f {
            super::code::Pure::Select => {
                let chosen = args[if state.registers[args[0]] == 0 { 2 } else { 1 }];
                state.poison[args[0]] || state.poison[chosen]
            }
            _ => state.any_poison(&args),
        };
        state.poison[apply.to] = is_poison;
        if is_poison {
            return Ok(());
        }
    }
    match apply.f.eval(args.map(|register| state.registers[register])) {
        Ok(bits) => state.registers[apply.to] = bits,
        Err(Undefined::Poison) => state.poison[apply.to] = true,
        Err(Undefined::Now(what)) => return machine.fault(FaultKind::Undefined, op, what),
    }
    Ok(())
}

fn access<const P: bool>(
    machine: &mut Machine<'_>,
    program: &Program,
    inst: &Inst,
    state: &mut State,
) -> Step {
    match inst.code {
        Code::Load { to, kind, slot, at } => {
            let at = program.list(at);
            if P {
                if state.any_poison(at) {
                    return machine.fault(FaultKind::Undefined, inst.op, POISON);
                }
                state.poison[to] = false;
            }
            let slot = &state.slots[slot];
            let bytes = state.byte(slot, at).and_then(|byte| {
                let allocation = slot.memref.allocation;
                machine.memory.read_at(allocation, byte, kind.bytes())
            });
            let bits = match bytes {
                Some(bytes) => kind.load(bytes),
                None => {
                    let indices = state.indices(at);
                    let value = machine.load(inst.op, &slot.memref, &indices)?;
                    match kind.bits(&value) {
                        Some(bits) => bits,
                        None => return machine.unsupported(inst.op, "this element"),
                    }
                }
            };
            state.registers[to] = bits;
        }
        Code::Store {
            from,
            kind,
            slot,
            at,
        } => {
            let at = program.list(at);
            if P && state.any_poison(at) {
                return machine.fault(FaultKind::Undefined, inst.op, POISON);
            }
            let slot = &state.slots[slot];
            let bits = state.registers[from];
            let is_poison = P && state.poison[from];
            let bytes = state
                .byte(slot, at)
                .filter(|_| !is_poison)
                .and_then(|byte| {
                    let allocation = slot.memref.allocation;
                    machine.memory.write_at(allocation, byte, kind.bytes())
                });
            match bytes {
                Some(bytes) => kind.store(bits, bytes),
                None => {
                    let indices = state.indices(at);
                    let value = if is_poison {
                        Value::Poison
                    } else {
                        kind.value(bits)
                    };
                    machine.store(inst.op, &slot.memref, &indices, &value)?;
                }
            }
        }
        _ => {}
    }
    Ok(())
}

fn index<const P: bool>(
    machine: &Machine<'_>,
    program: &Program,
    inst: &Inst,
    state: &mut State,
) -> Step {
    let op = inst.op;
    match inst.code {
        Code::Affine { to, expr, args } => {
            let (expr, args) = (&program.exprs[expr], program.list(args));
            if P && state.any_poison(args) {
                return machine.fault(FaultKind::Undefined, op, POISON);
            }
            match evaluate(expr, args, state) {
                Some(value) => state.registers[to] = value.cast_unsigned(),
                None => return machine.fault(FaultKind::Undefined, op, expr.message),
            }
            if P {
                state.poison[to] = false;
            }
        }
        Code::Dim { to, slot, at } => {
            if P && state.poison[at] {
                return machine.fault(FaultKind::Undefined, op, POISON);
            }
            let dim = usize::try_from(state.int(at)).ok();
            let sizes = &state.slots[slot].memref.sizes;
            match dim.and_then(|dim| sizes.get(dim)) {
                Some(&size) => state.registers[to] = size.cast_unsigned(),
                None => {
                    let message = "there is no such dimension";
                    return machine.fault(FaultKind::OutOfBounds, op, message);
                }
            }
            if P {
                state.poison[to] = false;
            }
        }
        Code::CheckStep {
            step,
            width,
            is_signed,
        } => {
            if P && state.poison[step] {
                return machine.fault(FaultKind::Undefined, op, POISON);
            }
            if number(state, step, width, is_signed) <= 0 {
                return machine.fault(FaultKind::Undefined, op, BAD_STEP);
            }
        }
        _ => {}
    }
    Ok(())
}

const BAD_STEP: &str = "the step of a loop is not positive";

fn number(state: &State, register: Reg, width: u32, is_signed: bool) -> i128 {
    let bits = state.registers[register];
    if is_signed {
        signed(bits, width).into()
    } else {
        bits.into()
    }
}

/// Whether a loop has an iteration.
fn enter<const P: bool>(machine: &Machine<'_>, inst: &Inst, state: &mut State) -> Step<bool> {
    let Code::Loop {
        count,
        iv,
        bounds,
        width,
        is_signed,
        ..
    } = inst.code
    else {
        return Ok(false);
    };
    if P && state.any_poison(&bounds) {
        return machine.fault(FaultKind::Undefined, inst.op, POISON);
    }
    let [lower, upper, step] = bounds.map(|bound| number(state, bound, width, is_signed));
    if step <= 0 {
        return machine.fault(FaultKind::Undefined, inst.op, BAD_STEP);
    }
    if upper <= lower {
        return Ok(false);
    }
    state.registers[count] = ((upper - lower - 1) / step + 1) as u64;
    state.registers[iv] = state.registers[bounds[0]];
    if P {
        state.poison[iv] = false;
    }
    Ok(true)
}

/// Linear expressions with larger arguments use the checked evaluation.
const MAX_ARGUMENT: u64 = 1 << 38;

fn evaluate(expr: &Expr, args: &[Reg], state: &State) -> Option<i64> {
    if let Some((constant, coefficients)) = &expr.linear {
        let mut sum = *constant;
        let mut are_small = true;
        for (&register, &coefficient) in args.iter().zip(coefficients) {
            let value = state.int(register);
            are_small &= value.unsigned_abs() <= MAX_ARGUMENT;
            sum = sum.wrapping_add(value.wrapping_mul(coefficient));
        }
        if are_small && args.len() < 16 {
            return Some(sum);
        }
    }
    let values = state.indices(args);
    let (dims, symbols) = values.split_at(expr.n_dims);
    expr.expr.eval(dims, symbols)
}
