//! Deferred work: `async`, and `gpu` operations with tokens.
//!
//! A job runs *as late as possible*: when the program waits for it or for its dependents, otherwise at
//! the end of the program. A buffer that is freed before the wait is therefore reported as used after
//! free. A body captures outside values when its job is created.

use super::Table;
use crate::fault::FaultKind;
use crate::machine::{Machine, Step, Values};
use crate::record::Event;
use crate::value::{Indices, Value};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::awaitable_operands;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{OpId, ValueId};

/// Executes a deferred job and returns its values.
type Work = fn(&mut Machine<'_>, OpId) -> Step<Values>;

/// A deferred operation.
#[derive(Debug)]
struct Job {
    op: OpId,
    work: Work,
    captured: Vec<(ValueId, Value)>,
    depends: Vec<u32>,
    state: State,
}

#[derive(Debug)]
enum State {
    Waiting,
    Running,
    Done(Values),
}

/// All jobs and groups of a run.
#[derive(Debug, Default)]
pub(crate) struct Jobs {
    jobs: Vec<Job>,
    groups: Vec<Vec<u32>>,
}

/// The jobs that a token, value or group represents.
fn jobs_of(machine: &Machine<'_>, op: OpId, value: &Value) -> Step<Vec<u32>> {
    match value {
        Value::Job { job, .. } => Ok(vec![*job]),
        Value::Group(group) => Ok(machine.jobs.groups[*group as usize].clone()),
        _ => machine.unsupported(op, "a token that comes from outside"),
    }
}

/// The jobs that an operation depends on.
fn dependencies(machine: &Machine<'_>, op: OpId) -> Step<Vec<u32>> {
    let mut depends = Vec::new();
    for value in awaitable_operands(machine.m, op) {
        let value = machine.get(op, value)?;
        depends.extend(jobs_of(machine, op, &value)?);
    }
    Ok(depends)
}

/// Defers an operation as a job; its awaitable results represent the job.
fn defer(machine: &mut Machine<'_>, op: OpId, work: Work) -> Step {
    let depends = dependencies(machine, op)?;
    let m = machine.m;
    let mut captured = Vec::new();
    for inner in m.walk(op) {
        for &value in m.operands(inner) {
            if let Ok(input) = machine.get(op, value) {
                captured.push((value, input));
            }
        }
    }
    let job = machine.jobs.jobs.len() as u32;
    machine.jobs.jobs.push(Job {
        op,
        work,
        captured,
        depends,
        state: State::Waiting,
    });
    machine.record(|| Event::Defers(job));
    for (index, result) in (0..).zip(m.results(op)) {
        machine.set(result, Value::Job { job, index });
    }
    Ok(())
}

/// Runs jobs and their dependencies, unless they are finished.
fn finish(machine: &mut Machine<'_>, op: OpId, jobs: &[u32]) -> Step {
    let mut open: Vec<u32> = jobs.iter().rev().copied().collect();
    while let Some(&job) = open.last() {
        let job_state = &machine.jobs.jobs[job as usize];
        match job_state.state {
            State::Done(_) => {
                open.pop();
                continue;
            }
            State::Running => {
                return machine.fault(FaultKind::Undefined, op, "waits for itself");
            }
            State::Waiting => {}
        }
        let n_open = open.len();
        for &dependency in &job_state.depends {
            let state = &machine.jobs.jobs[dependency as usize].state;
            if !matches!(state, State::Done(_)) {
                open.push(dependency);
            }
        }
        if open.len() == n_open {
            open.pop();
            run(machine, job)?;
        }
    }
    Ok(())
}

/// Runs a job whose dependencies are finished.
fn run(machine: &mut Machine<'_>, job: u32) -> Step {
    let started = &mut machine.jobs.jobs[job as usize];
    started.state = State::Running;
    let (op, work) = (started.op, started.work);
    let captured = std::mem::take(&mut started.captured);
    // Save the values: another instance of the same operation may be active.
    let values = machine.values_inside(op);
    let used = captured.iter().map(|entry| entry.0);
    let used: Vec<ValueId> = values.iter().copied().chain(used).collect();
    let saved: Vec<(ValueId, Option<Value>)> = used
        .into_iter()
        .map(|value| (value, machine.replace(value, None)))
        .collect();
    for (value, content) in captured {
        machine.set(value, content);
    }
    machine.record(|| Event::Works(job));
    let results = work(machine, op)?;
    machine.record(|| Event::Finishes(job));
    for (value, old) in saved.into_iter().rev() {
        machine.replace(value, old);
    }
    machine.jobs.jobs[job as usize].state = State::Done(results);
    Ok(())
}

/// Runs the jobs that were never awaited.
pub(crate) fn finish_all(machine: &mut Machine<'_>, function: OpId) -> Step {
    let mut job = 0;
    while (job as usize) < machine.jobs.jobs.len() {
        finish(machine, function, &[job])?;
        job += 1;
    }
    Ok(())
}

/// Result `index` of a finished job.
fn payload(machine: &Machine<'_>, op: OpId, value: &Value) -> Step<Value> {
    let Value::Job { job, index } = value else {
        return machine.unsupported(op, "a value that comes from outside");
    };
    // Result 0 is the token.
    let result = match &machine.jobs.jobs[*job as usize].state {
        State::Done(values) => values.get((*index as usize).wrapping_sub(1)).cloned(),
        State::Waiting | State::Running => None,
    };
    match result {
        Some(value) => Ok(value),
        None => machine.unsupported(op, "a value that is not ready"),
    }
}

fn execute(machine: &mut Machine<'_>, op: OpId) -> Step {
    defer(machine, op, |machine, op| {
        let given = machine.group(op, "bodyOperands")?;
        let args: Step<Values> = given
            .iter()
            .map(|value| payload(machine, op, value))
            .collect();
        let exit = machine.scope(op, machine.m.regions(op)[0], &args?)?;
        machine.yielded(exit)
    })
}

fn await_(machine: &mut Machine<'_>, op: OpId) -> Step {
    let value = machine.operand(op, 0)?;
    let jobs = jobs_of(machine, op, &value)?;
    finish(machine, op, &jobs)?;
    if machine.m.result_count(op) == 0 {
        return Ok(());
    }
    let value = payload(machine, op, &value)?;
    machine.finish(op, value)
}

fn create_group(machine: &mut Machine<'_>, op: OpId) -> Step {
    machine.jobs.groups.push(Vec::new());
    let group = machine.jobs.groups.len() as u32 - 1;
    machine.finish(op, Value::Group(group))
}

fn add_to_group(machine: &mut Machine<'_>, op: OpId) -> Step {
    let value = machine.operand(op, 0)?;
    let jobs = jobs_of(machine, op, &value)?;
    let Value::Group(group) = machine.operand(op, 1)? else {
        return machine.unsupported(op, "a group that comes from outside");
    };
    let members = &mut machine.jobs.groups[group as usize];
    let rank = members.len() as u64;
    members.extend(jobs);
    machine.finish(op, Value::Int(rank))
}

/// Runs an operation of the device now, or defers it if it has a token.
fn on_device(machine: &mut Machine<'_>, op: OpId, work: Work) -> Step {
    if machine.m.result_count(op) > 0 {
        return defer(machine, op, work);
    }
    let depends = dependencies(machine, op)?;
    finish(machine, op, &depends)?;
    work(machine, op).map(|_| ())
}

fn gpu_wait(machine: &mut Machine<'_>, op: OpId) -> Step {
    on_device(machine, op, |_, _| Ok(Values::new()))
}

fn gpu_memcpy(machine: &mut Machine<'_>, op: OpId) -> Step {
    on_device(machine, op, |machine, op| {
        let (to, from) = (machine.group(op, "dst")?, machine.group(op, "src")?);
        let (Some(to), Some(from)) = (to.first(), from.first()) else {
            return machine.unsupported(op, "a copy without operands");
        };
        let (to, from) = (machine.memref(op, to)?, machine.memref(op, from)?);
        super::memref::copy_elements(machine, op, &from, &to)?;
        Ok(Values::new())
    })
}

fn gpu_memset(machine: &mut Machine<'_>, op: OpId) -> Step {
    on_device(machine, op, |machine, op| {
        let (to, value) = (machine.group(op, "dst")?, machine.group(op, "value")?);
        let (Some(to), Some(value)) = (to.first(), value.first()) else {
            return machine.unsupported(op, "a fill without operands");
        };
        let to = machine.memref(op, to)?;
        let mut indices = Indices::new(&to.sizes);
        while let Some(at) = indices.next() {
            machine.step(op)?;
            machine.store(op, &to, &at, value)?;
        }
        Ok(Values::new())
    })
}

/// Runs blocks and threads one after the other, the first dimension fastest.
fn gpu_launch(machine: &mut Machine<'_>, op: OpId) -> Step {
    on_device(machine, op, |machine, op| {
        let names = [
            "gridSizeX",
            "gridSizeY",
            "gridSizeZ",
            "blockSizeX",
            "blockSizeY",
            "blockSizeZ",
        ];
        let mut sizes = Vec::new();
        for name in names {
            let values = machine.group(op, name)?;
            sizes.extend(machine.indices(op, &values)?);
        }
        let body = machine.m.regions(op)[0];
        let reversed: Vec<i64> = sizes.iter().rev().copied().collect();
        let mut points = Indices::new(&reversed);
        while let Some(point) = points.next() {
            machine.step(op)?;
            let all = point.iter().rev().chain(&sizes);
            let args: Values = all.map(|&at| Value::Int(at.cast_unsigned())).collect();
            let exit = machine.scope(op, body, &args)?;
            let is_end = exit.is_none_or(|exit| machine.m.has_trait(exit, Traits::TERMINATOR));
            if !is_end {
                return machine.unsupported(op, "a kernel that does not end");
            }
        }
        Ok(Values::new())
    })
}

pub(super) const OPS: Table = &[
    (Kernel::AsyncAddToGroup, add_to_group),
    (Kernel::AsyncAwait, await_),
    (Kernel::AsyncCreateGroup, create_group),
    (Kernel::AsyncExecute, execute),
    (Kernel::GpuLaunch, gpu_launch),
    (Kernel::GpuMemcpy, gpu_memcpy),
    (Kernel::GpuMemset, gpu_memset),
    (Kernel::GpuWait, gpu_wait),
];
