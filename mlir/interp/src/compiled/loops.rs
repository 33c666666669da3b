//! Perfect loop nests over strided accesses, computed row by row like structured operations.
//!
//! `linalg` operations lowered to loops have this form: loops with independent bounds around loads,
//! scalar functions and one final store. The nest is recognised in the instructions from
//! [`super::flow`], and its accesses are checked before the first iteration. If a check fails,
//! [`super::vm`] runs the loop.

use std::iter::Peekable;
use std::rc::Rc;

use super::code::{Apply, Code, Inst, Kind, List, Program, Pure, Reg};
use super::dense::{Plan, execute, is_written, overlaps};
use super::nest::{Extents, Nest, View, result_dims};
use super::vm::State;
use crate::machine::{Machine, ROW_STEP, Step};
use crate::ops::linalg::Operand;
use memplan_mlir::OpId;

/// With fewer iterations, the checks do not pay off.
const MIN_POINTS: u64 = 64;

/// Larger numbers might overflow in an affine expression.
const MAX_NUMBER: i64 = 1 << 38;

#[derive(Clone, Copy, Debug)]
struct Level {
    iv: Reg,
    /// Lower bound, upper bound and step.
    bounds: [Reg; 3],
    /// Steps of an iteration, without those of inner loops.
    steps: u64,
}

#[derive(Clone, Copy, Debug)]
struct Access {
    /// The register that is loaded or stored.
    register: Reg,
    kind: Kind,
    slot: usize,
    at: List,
}

/// A nest that can be computed by rows.
#[derive(Clone, Debug)]
pub(super) struct LoopNest {
    levels: Vec<Level>,
    /// Instructions of the body that compute indices or numbers, in order.
    body: Vec<Inst>,
    loads: Vec<Access>,
    store: Access,
}

/// Whether an instruction is a part of a loop, not of its body.
fn controls(inst: &Inst) -> bool {
    matches!(
        inst.code,
        Code::Steps(_) | Code::CheckStep { .. } | Code::Loop { .. } | Code::Next { .. }
    )
}

/// Takes the loops that the code begins with, from the outermost on. Absent if they are of other kinds.
fn levels<'c>(code: &mut Peekable<impl Iterator<Item = &'c Inst>>) -> Option<Vec<Level>> {
    let mut levels: Vec<Level> = Vec::new();
    while let Some(inst) = code.next_if(|inst| {
        matches!(
            inst.code,
            Code::Loop { .. } | Code::Steps(_) | Code::CheckStep { .. }
        )
    }) {
        match inst.code {
            Code::Loop {
                iv,
                bounds,
                width: 64,
                is_signed: true,
                ..
            } => levels.push(Level {
                iv,
                bounds,
                steps: 0,
            }),
            Code::Steps(n) => levels.last_mut()?.steps += u64::from(n),
            Code::CheckStep { .. } => {}
            _ => return None,
        }
    }
    Some(levels)
}

/// The nest that a program consists of; `None` for all other programs.
pub(super) fn find(program: &Program) -> Option<LoopNest> {
    let mut code = program.code.iter().peekable();
    let levels = levels(&mut code)?;
    let (mut body, mut loads, mut store) = (Vec::new(), Vec::new(), None);
    for inst in code.by_ref() {
        match inst.code {
            Code::Affine { expr, .. } if program.exprs[expr].linear.is_some() => body.push(*inst),
            Code::Apply(apply) if apply.f.is_total() => body.push(*inst),
            // The result of `affine.apply`.
            Code::Move { .. } => body.push(*inst),
            Code::Load { to, kind, slot, at } => loads.push(Access {
                register: to,
                kind,
                slot,
                at,
            }),
            Code::Store {
                from,
                kind,
                slot,
                at,
            } => {
                store = Some(Access {
                    register: from,
                    kind,
                    slot,
                    at,
                });
                break;
            }
            _ => return None,
        }
    }
    let n_ends = code
        .by_ref()
        .take_while(|inst| matches!(inst.code, Code::Next { .. }))
        .count();
    let is_constant = |register: &Reg| {
        program.constants.iter().any(|(other, _)| other == register)
            || program
                .captures
                .iter()
                .any(|(_, other, _)| other == register)
    };
    let is_nest = !levels.is_empty()
        && n_ends == levels.len()
        && program.results.is_empty()
        && levels
            .iter()
            .all(|level| level.bounds.iter().all(is_constant));
    // All instructions must be of the kinds above.
    let n_others = program.code.iter().filter(|inst| controls(inst)).count();
    let is_all = n_others + body.len() + loads.len() + 1 == program.code.len();
    (is_nest && is_all).then_some(LoopNest {
        levels,
        body,
        loads,
        store: store?,
    })
}

/// A sum of induction variables: constant and factors.
type Linear = (i64, Vec<i64>);

/// Facts about registers when a nest begins.
struct Registers<'a> {
    levels: &'a [Level],
    /// The number of iterations of each level.
    sizes: Vec<i64>,
    known: Vec<Option<Linear>>,
}

impl Registers<'_> {
    fn sum(&self, terms: &[(Reg, i64)], constant: i64) -> Option<Linear> {
        let mut sum: Linear = (constant, vec![0; self.levels.len()]);
        for &(register, factor) in terms {
            let (constant, factors) = self.known[register].as_ref()?;
            sum.0 = small(sum.0.checked_add(constant.checked_mul(factor)?)?)?;
            for (to, from) in sum.1.iter_mut().zip(factors) {
                *to = small(to.checked_add(from.checked_mul(factor)?)?)?;
            }
        }
        Some(sum)
    }

    /// The value of a register that is the same in all iterations.
    fn number(&self, register: Reg) -> Option<i64> {
        let (constant, factors) = self.known[register].as_ref()?;
        factors
            .iter()
            .all(|&factor| factor == 0)
            .then_some(*constant)
    }
}

fn small(number: i64) -> Option<i64> {
    (number.unsigned_abs() <= MAX_NUMBER.unsigned_abs()).then_some(number)
}

/// Runs a nest by rows, if all checks pass; returns whether it ran.
pub(super) fn run(
    machine: &mut Machine<'_>,
    op: OpId,
    program: &Program,
    nest: &LoopNest,
    state: &State,
) -> Step<bool> {
    let Some(registers) = iterations(program, nest, state) else {
        return Ok(false);
    };
    let sizes = &registers.sizes;
    let n_points: u64 = sizes.iter().map(|size| size.unsigned_abs()).product();
    if n_points < MIN_POINTS {
        return Ok(false);
    }
    let mut operands: Vec<Operand> = Vec::new();
    let Some((plan, body)) = plan(machine, program, nest, state, &registers, &mut operands) else {
        return Ok(false);
    };
    let (mut steps, mut n): (u64, u64) = (0, 1);
    for (level, size) in nest.levels.iter().zip(sizes) {
        n = n.saturating_mul(size.unsigned_abs());
        steps = steps.saturating_add(n.saturating_mul(level.steps));
    }
    machine.charge(op, steps, steps.saturating_mul(ROW_STEP))?;
    execute(machine, &body, state, sizes, &mut operands, plan);
    Ok(true)
}

/// Registers as sums of iteration numbers; `None` if there is no iteration.
fn iterations<'a>(program: &Program, nest: &'a LoopNest, state: &State) -> Option<Registers<'a>> {
    let n_levels = nest.levels.len();
    let mut registers = Registers {
        levels: &nest.levels,
        sizes: Vec::with_capacity(n_levels),
        known: vec![None; program.kinds.len()],
    };
    let outside = program.constants.iter().map(|&(register, _)| register);
    for register in outside.chain(program.captures.iter().map(|&(_, register, _)| register)) {
        if program.kinds[register] == Some(Kind::Int(64)) {
            let number = state.registers[register].cast_signed();
            registers.known[register] = small(number).map(|number| (number, vec![0; n_levels]));
        }
    }
    for (at, level) in nest.levels.iter().enumerate() {
        let [lower, upper, step] = level.bounds.map(|bound| registers.number(bound));
        let (lower, upper, step) = (lower?, upper?, step?);
        if step <= 0 || upper <= lower {
            return None;
        }
        registers.sizes.push((upper - lower - 1) / step + 1);
        let mut factors = vec![0; n_levels];
        factors[at] = step;
        registers.known[level.iv] = Some((lower, factors));
    }
    for inst in &nest.body {
        let (to, value) = match inst.code {
            Code::Affine { to, expr, args } => {
                let (constant, factors) = program.exprs[expr].linear.as_ref()?;
                let args = program.list(args).iter().copied();
                let terms: Vec<(Reg, i64)> = args.zip(factors.iter().copied()).collect();
                // Fails if the values are not known to be small, because the expression may overflow.
                (to, Some(registers.sum(&terms, *constant)?))
            }
            Code::Move { to, from } => (to, registers.known[from].clone()),
            Code::Apply(Apply {
                f,
                to,
                args: [a, b, _],
            }) => (
                to,
                match f {
                    Pure::AddI(64) => registers.sum(&[(a, 1), (b, 1)], 0),
                    Pure::SubI(64) => registers.sum(&[(a, 1), (b, -1)], 0),
                    Pure::MulI(64) => match (registers.number(a), registers.number(b)) {
                        (_, Some(factor)) => registers.sum(&[(a, factor)], 0),
                        (Some(factor), _) => registers.sum(&[(b, factor)], 0),
                        _ => None,
                    },
                    _ => None,
                },
            ),
            _ => return None,
        };
        registers.known[to] = value;
    }
    Some(registers)
}

/// The bytes that an access reaches.
fn view(
    machine: &Machine<'_>,
    program: &Program,
    state: &State,
    access: &Access,
    registers: &Registers<'_>,
) -> Option<View> {
    let memref = &state.slots[access.slot].memref;
    let allocation = machine.memory.get(memref.allocation);
    if allocation.is_freed {
        return None;
    }
    let at = program.list(access.at).iter();
    let indices: Option<Vec<Linear>> = at.map(|&r| registers.known[r].clone()).collect();
    View::linear(
        &Extents::of(memref),
        access.kind,
        &indices?,
        &registers.sizes,
        allocation.data.bytes.len(),
    )
}

fn plan(
    machine: &Machine<'_>,
    program: &Program,
    nest: &LoopNest,
    state: &State,
    registers: &Registers<'_>,
    operands: &mut Vec<Operand>,
) -> Option<(Plan, Program)> {
    let sizes = &registers.sizes;
    let allocation = |access: &Access| state.slots[access.slot].memref.allocation;
    let target = view(machine, program, state, &nest.store, registers)?;
    let out = allocation(&nest.store);
    if machine.memory.get(out).is_constant {
        return None;
    }
    let (mut views, mut args) = (Vec::new(), Vec::new());
    let mut out_arg = None;
    for load in &nest.loads {
        let source = view(machine, program, state, load, registers)?;
        let bytes = &machine.memory.get(allocation(load)).data;
        if !is_written(bytes, &source, sizes) {
            return None;
        }
        let is_target = allocation(load) == out && source == target;
        if is_target && out_arg.is_none() {
            out_arg = Some(load.register);
            continue;
        }
        views.push(Some(source));
        args.push(load.register);
        operands.push(Operand::Buffer(Rc::clone(&state.slots[load.slot].memref)));
    }
    views.push(Some(target));
    operands.push(Operand::Buffer(Rc::clone(
        &state.slots[nest.store.slot].memref,
    )));
    let first_out = operands.len() - 1;
    let parallel = result_dims(views[first_out].as_ref()?, sizes)?;
    let same_as = overlaps(&views, operands, &parallel, sizes, first_out)?;
    let is_read: Vec<bool> = (0..operands.len())
        .map(|at| at < first_out || out_arg.is_some())
        .collect();
    args.extend(out_arg);
    let body = body(program, nest, args)?;
    let by_operand: Vec<Option<&View>> = views.iter().map(Option::as_ref).collect();
    let loops = Nest::new(sizes, &by_operand, &parallel, &vec![false; sizes.len()]);
    let plan = Plan {
        nest: loops,
        views,
        same_as,
        is_read,
        first_out,
    };
    Some((plan, body))
}

/// The scalar functions that the stored number depends on; `None` if it depends on an iteration number directly.
fn body(program: &Program, nest: &LoopNest, args: Vec<Reg>) -> Option<Program> {
    let mut needed = vec![false; program.kinds.len()];
    needed[nest.store.register] = true;
    let mut code: Vec<Inst> = Vec::new();
    for inst in nest.body.iter().rev() {
        match inst.code {
            Code::Apply(apply) if needed[apply.to] => {
                apply.args.iter().for_each(|&arg| needed[arg] = true);
                code.push(*inst);
            }
            Code::Affine { to, .. } | Code::Move { to, .. } if needed[to] => return None,
            _ => {}
        }
    }
    if nest.levels.iter().any(|level| needed[level.iv]) {
        return None;
    }
    code.reverse();
    Some(Program {
        code,
        kinds: program.kinds.clone(),
        args,
        results: vec![nest.store.register],
        ..Program::default()
    })
}
