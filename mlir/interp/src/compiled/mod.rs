//! Compiled execution: what [`super::Engine::Compiled`] adds to the interpreter.
//!
//! Nearly all the time of a run goes to two kinds of operations. Each is compiled the first time it is
//! executed:
//!
//! - *Loops* (`scf`, `affine`) become instructions on unboxed registers ([`build`], [`flow`]), which
//!   [`vm`] executes. Every access is checked, in the order of the program. Perfect nests with one
//!   store are computed as structured operations are ([`loops`]).
//! - *Structured operations* (`linalg`) and copies become loop nests over strided bytes ([`dense`]).
//!   The body is computed for a row of points at a time ([`rows`]), contractions by a kernel of their
//!   own ([`contract`]). Bounds, freed and unwritten memory, and overlapping operands are checked
//!   before the first point. If a check fails, nothing has been written yet, and the operation runs
//!   point by point ([`points`]), which reports the fault where the program commits it.
//!
//! Results are bit-identical to those of the interpreter. Rows interleave the computations of
//! different elements; each element is still computed by the same operations in the same order.
//!
//! Operations without an instruction (allocations, views, calls, unknown operations) make a loop
//! uncompilable; the interpreter executes it, and loops inside it are compiled by themselves.

mod build;
mod code;
mod contract;
mod copy;
mod dense;
mod flow;
mod kernel;
mod loops;
mod nest;
mod points;
mod rows;
mod vm;

use std::rc::Rc;

use rustc_hash::FxHashMap;

use self::build::Builder;
use self::code::{Kind, Program};
use self::loops::LoopNest;
use self::vm::{Slot, State};
use super::Engine;
use super::machine::{Machine, Step, Values};
use super::value::Value;
use memplan_mlir::OpId;

pub(super) use copy::{copy, read_elements, write_elements};
pub(super) use dense::structured;

/// Programs by operation; `None` for operations that cannot be compiled.
#[derive(Debug, Default)]
pub(super) struct Cache {
    loops: FxHashMap<OpId, Option<Rc<Loop>>>,
    bodies: FxHashMap<OpId, Option<Rc<Program>>>,
}

/// A compiled loop.
#[derive(Debug)]
struct Loop {
    program: Program,
    /// The nest that the loop is, if it can be computed by rows.
    nest: Option<LoopNest>,
}

fn is_enabled(machine: &Machine<'_>) -> bool {
    machine.options.engine == Engine::Compiled
}

/// Runs a loop if it can be compiled. Returns whether it ran.
pub(super) fn try_loop(machine: &mut Machine<'_>, op: OpId) -> Step<bool> {
    if !is_enabled(machine) {
        return Ok(false);
    }
    let m = machine.m;
    let program = machine.compiled.loops.entry(op).or_insert_with(|| {
        let mut builder = Builder::new(m);
        builder.loop_(op, m.semantics(op).kernel()?)?;
        let results: Option<Vec<_>> = m.results(op).map(|value| builder.use_of(value)).collect();
        builder.program.results = results?;
        let nest = loops::find(&builder.program);
        Some(Rc::new(Loop {
            program: builder.program,
            nest,
        }))
    });
    let Some(compiled) = program.clone() else {
        return Ok(false);
    };
    let Loop { program, nest } = &*compiled;
    let Some((mut state, has_poison)) = enter(machine, program) else {
        return Ok(false);
    };
    if let Some(nest) = nest
        && !has_poison
        && loops::run(machine, op, program, nest, &state)?
    {
        return Ok(true);
    }
    if has_poison || program.makes_poison {
        vm::run::<true>(machine, program, &mut state)?;
    } else {
        vm::run::<false>(machine, program, &mut state)?;
    }
    let results: Values = program
        .results
        .iter()
        .map(|&register| value(program, &state, register))
        .collect();
    machine.finish_all(op, results)?;
    Ok(true)
}

/// The registers at the start of a program, and whether one of them is poison; `None` if a value from outside
/// does not match the compiled program.
fn enter(machine: &Machine<'_>, program: &Program) -> Option<(State, bool)> {
    if !machine.has_depth(program.depth) {
        return None;
    }
    let slot = |&(buffer, kind): &(_, Kind)| match machine.known(buffer)? {
        Value::MemRef(memref) => {
            let is_same = Kind::of(machine.m, memref.element) == Some(kind);
            is_same.then(|| Slot::new(Rc::clone(memref), kind))
        }
        _ => None,
    };
    let slots: Option<Vec<Slot>> = program.buffers.iter().map(slot).collect();
    let mut state = State::new(program, slots?);
    let mut has_poison = false;
    for &(outside, register, kind) in &program.captures {
        match machine.known(outside)? {
            Value::Poison => {
                state.poison[register] = true;
                has_poison = true;
            }
            value => state.registers[register] = kind.bits(value)?,
        }
    }
    Some((state, has_poison))
}

fn value(program: &Program, state: &State, register: usize) -> Value {
    if state.poison[register] {
        return Value::Poison;
    }
    let kind = program.kinds[register].unwrap_or(Kind::Int(64));
    kind.value(state.registers[register])
}

/// The compiled body of a structured operation; `None` if it cannot be compiled.
fn body(machine: &mut Machine<'_>, op: OpId, n_dims: usize) -> Option<Rc<Program>> {
    let m = machine.m;
    let program = machine.compiled.bodies.entry(op).or_insert_with(|| {
        let mut builder = Builder::new(m);
        builder.n_coordinates = Some(n_dims);
        let region = *m.regions(op).first()?;
        let block = builder.only_block(region)??;
        builder.program.args = builder.define_all(m.block_args(block))?;
        let exit = builder.region(op, region, 0)?;
        builder.program.results = builder.yielded(exit)?;
        builder.program.n_ops = exit.n_ops;
        Some(Rc::new(builder.program))
    });
    program.clone()
}
