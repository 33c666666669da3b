//! Structured operations, computed row by row.
//!
//! All checks precede the first write. If a check fails, the operation runs point by point in program
//! order ([`super::points`]).

use std::rc::Rc;

use super::code::{Kind, Program, Reg};
use super::kernel::{Job, Source};
use super::nest::{Extents, Nest, View, result_dims};
use super::vm::State;
use super::{body, enter, is_enabled, points};
use crate::elements::Elements;
use crate::machine::{Machine, ROW_STEP, Step};
use crate::memory::Bytes;
use crate::ops::linalg::Operand;
use crate::value::{Dims, Value, n_elements, row_major};
use memplan_mlir::{AffineMap, OpId};
use memplan_support::Sort;

/// Runs a structured operation over `sizes`, if it can be compiled; returns whether it ran. The last `n_outs`
/// operands are written.
pub(crate) fn structured(
    machine: &mut Machine<'_>,
    op: OpId,
    maps: &[AffineMap],
    n_outs: usize,
    operands: &mut [Operand],
    sizes: &[i64],
) -> Step<bool> {
    let n_points = n_elements(sizes).unwrap_or(0);
    if !is_enabled(machine) || n_points == 0 {
        return Ok(false);
    }
    let Some(program) = body(machine, op, sizes.len()) else {
        return Ok(false);
    };
    if program.results.len() != n_outs || program.args.len() > operands.len() {
        return Ok(false);
    }
    let Some((state, has_poison)) = enter(machine, &program) else {
        return Ok(false);
    };
    let shape = Shape {
        maps,
        sizes,
        first_out: operands.len() - n_outs,
    };
    for (operand, &arg) in operands.iter_mut().zip(&program.args) {
        pack(operand, program.kinds[arg]);
    }
    if program.is_total()
        && !has_poison
        && let Some(plan) = plan(machine, &program, &shape, operands)
    {
        let steps = n_points.saturating_mul(u64::from(program.n_ops) + 1);
        machine.charge(op, steps, steps.saturating_mul(ROW_STEP))?;
        execute(machine, &program, &state, shape.sizes, operands, plan);
        return Ok(true);
    }
    points::run(machine, op, &program, state, has_poison, &shape, operands)
}

/// Packs the numbers of a tensor as bytes.
fn pack(operand: &mut Operand, kind: Option<Kind>) {
    if let Operand::Tensor(tensor) = operand
        && tensor.elements.kind().is_none()
    {
        let elements = Elements::packed(kind, tensor.elements.iter().collect());
        Rc::make_mut(tensor).elements = elements;
    }
}

/// The iteration space of an operation.
pub(super) struct Shape<'a> {
    pub(super) maps: &'a [AffineMap],
    pub(super) sizes: &'a [i64],
    /// The number of inputs.
    pub(super) first_out: usize,
}

/// How rows are computed, after all checks.
pub(super) struct Plan {
    pub(super) nest: Nest,
    /// `None` for scalars and for inputs that the body does not use.
    pub(super) views: Vec<Option<View>>,
    /// For each input: the output with the same elements, if there is one.
    pub(super) same_as: Vec<Option<usize>>,
    pub(super) is_read: Vec<bool>,
    /// The number of inputs: outputs follow them.
    pub(super) first_out: usize,
}

/// The kind of the elements of an operand and their layout; `None` for scalars.
fn shaped(machine: &Machine<'_>, operand: &Operand) -> Option<(Kind, Extents)> {
    match operand {
        Operand::Buffer(memref) => {
            Some((Kind::of(machine.m, memref.element)?, Extents::of(memref)))
        }
        Operand::Tensor(tensor) => {
            let extents = Extents {
                base: 0,
                offset: 0,
                sizes: tensor.sizes.clone(),
                strides: row_major(&tensor.sizes),
            };
            Some((tensor.elements.kind()?, extents))
        }
        Operand::Scalar(_) => None,
    }
}

fn bytes_of<'a>(machine: &'a Machine<'_>, operand: &'a Operand) -> Option<&'a Bytes> {
    match operand {
        Operand::Buffer(memref) => Some(&machine.memory.get(memref.allocation).data),
        Operand::Tensor(tensor) => tensor.elements.bytes(),
        Operand::Scalar(_) => None,
    }
}

/// Which registers the instructions of a body and its results need.
fn needed(program: &Program) -> Vec<bool> {
    let mut needed = vec![false; program.kinds.len()];
    for inst in &program.code {
        if let super::code::Code::Apply(apply) = inst.code {
            apply
                .args
                .iter()
                .for_each(|&register| needed[register] = true);
        }
    }
    program
        .results
        .iter()
        .for_each(|&register| needed[register] = true);
    needed
}

fn plan(
    machine: &Machine<'_>,
    program: &Program,
    shape: &Shape<'_>,
    operands: &[Operand],
) -> Option<Plan> {
    let needed = needed(program);
    let mut views: Vec<Option<View>> = Vec::with_capacity(operands.len());
    let mut is_read = Vec::with_capacity(operands.len());
    for (at, (operand, map)) in operands.iter().zip(shape.maps).enumerate() {
        let is_out = at >= shape.first_out;
        let arg = program.args.get(at).copied();
        let wants = arg.is_some_and(|arg| needed[arg]);
        is_read.push(wants);
        let kind = match (arg, is_out) {
            (Some(arg), _) => program.kinds[arg]?,
            (None, true) => program.kinds[program.results[at - shape.first_out]]?,
            (None, false) => return None,
        };
        if is_out && program.kinds[program.results[at - shape.first_out]]? != kind {
            return None;
        }
        if let Operand::Scalar(value) = operand {
            if is_out || (wants && kind.bits(value).is_none()) {
                return None;
            }
            views.push(None);
            continue;
        }
        let (window, extents) = shaped(machine, operand)?;
        if window != kind {
            return None;
        }
        let bytes = bytes_of(machine, operand)?;
        if let Operand::Buffer(memref) = operand {
            let allocation = machine.memory.get(memref.allocation);
            if allocation.is_freed || (is_out && allocation.is_constant) {
                return None;
            }
        }
        let view = View::new(&extents, kind, map, shape.sizes, bytes.bytes.len())?;
        if wants && !is_written(bytes, &view, shape.sizes) {
            return None;
        }
        views.push(Some(view));
    }
    let parallel = result_shape(&views, shape)?;
    let same_as = overlaps(&views, operands, &parallel, shape.sizes, shape.first_out)?;
    let mut fixed = vec![false; shape.sizes.len()];
    for &(dim, _) in &program.coordinates {
        fixed[dim] = true;
    }
    let by_operand: Vec<Option<&View>> = views.iter().map(Option::as_ref).collect();
    let nest = Nest::new(shape.sizes, &by_operand, &parallel, &fixed);
    let lanes_are_one_result = views[shape.first_out..].len() == 1 || !nest.is_sequential;
    lanes_are_one_result.then_some(Plan {
        nest,
        views,
        same_as,
        is_read,
        first_out: shape.first_out,
    })
}

/// The dimensions that all results have, without extents of 1.
fn result_shape(views: &[Option<View>], shape: &Shape<'_>) -> Option<Vec<bool>> {
    let mut common: Option<Vec<bool>> = None;
    for view in &views[shape.first_out..] {
        let dims = result_dims(view.as_ref()?, shape.sizes)?;
        match &common {
            Some(agreed) if *agreed != dims => return None,
            _ => common = Some(dims),
        }
    }
    common
}

/// Which inputs have the same elements as an output; `None` if operands overlap in another way.
pub(super) fn overlaps(
    views: &[Option<View>],
    operands: &[Operand],
    parallel: &[bool],
    sizes: &[i64],
    first_out: usize,
) -> Option<Vec<Option<usize>>> {
    let allocation = |at: usize| match &operands[at] {
        Operand::Buffer(memref) => Some(memref.allocation),
        Operand::Tensor(_) | Operand::Scalar(_) => None,
    };
    let is_pointwise = (0..parallel.len()).all(|dim| parallel[dim] || sizes[dim] == 1);
    let mut same_as = vec![None; operands.len()];
    for out in first_out..operands.len() {
        let Some(of_out) = allocation(out) else {
            continue;
        };
        let out_view = views[out].as_ref()?;
        for other in 0..out {
            let Some(view) = &views[other] else { continue };
            if allocation(other) != Some(of_out) || !view.overlaps(out_view) {
                continue;
            }
            let is_same = view.start == out_view.start
                && view.kind == out_view.kind
                && (0..parallel.len())
                    .all(|dim| sizes[dim] == 1 || view.strides[dim] == out_view.strides[dim]);
            if !is_same || !is_pointwise || other >= first_out {
                return None;
            }
            same_as[other] = Some(out);
        }
    }
    Some(same_as)
}

/// Whether all elements that a view reaches were written.
pub(super) fn is_written(bytes: &Bytes, view: &View, sizes: &[i64]) -> bool {
    if bytes.is_whole() || bytes.is_written(view.low as usize..view.high as usize) {
        return true;
    }
    let mut rows = Rows::new(view, sizes);
    while let Some(row) = rows.next() {
        if !bytes.is_written(row) {
            return false;
        }
    }
    true
}

/// Marks all elements that a view reaches as written.
fn mark(bytes: &mut Bytes, view: &View, sizes: &[i64]) {
    if bytes.is_whole() {
        return;
    }
    let mut rows = Rows::new(view, sizes);
    while let Some(row) = rows.next() {
        bytes.mark(row);
    }
}

/// The bytes that a view reaches, as ranges.
struct Rows {
    dims: Vec<(i64, i64)>,
    at: Vec<i64>,
    position: i64,
    length: i64,
    is_done: bool,
}

impl Rows {
    fn new(view: &View, sizes: &[i64]) -> Self {
        let moves = |&(stride, extent): &(i64, i64)| stride != 0 && extent != 1;
        let strides = view.strides.iter().copied().zip(sizes.iter().copied());
        let mut dims: Vec<(i64, i64)> = strides.filter(moves).collect();
        dims.sort_stable_by_key(|&(stride, _)| std::cmp::Reverse(stride.abs()));
        let mut length = view.kind.bytes() as i64;
        while let Some(&(stride, extent)) = dims.last()
            && stride == length
        {
            length *= extent;
            dims.pop();
        }
        Self {
            at: vec![0; dims.len()],
            dims,
            position: view.start,
            length,
            is_done: false,
        }
    }

    fn next(&mut self) -> Option<std::ops::Range<usize>> {
        if self.is_done {
            return None;
        }
        let start = self.position as usize;
        self.is_done = true;
        for (at, &(stride, extent)) in self.at.iter_mut().zip(&self.dims).rev() {
            *at += 1;
            if *at < extent {
                self.position += stride;
                self.is_done = false;
                break;
            }
            self.position -= stride * (extent - 1);
            *at = 0;
        }
        Some(start..start + self.length as usize)
    }
}

fn allocation_of(operand: &Operand) -> Option<u32> {
    match operand {
        Operand::Buffer(memref) => Some(memref.allocation),
        Operand::Tensor(_) | Operand::Scalar(_) => None,
    }
}

/// Copies of the inputs that are parts of allocations which are written.
fn copied_inputs(
    machine: &Machine<'_>,
    operands: &[Operand],
    plan: &mut Plan,
) -> Vec<Option<Vec<u8>>> {
    let first_out = plan.first_out;
    (0..first_out)
        .map(|at| {
            let view = plan.views[at].as_mut()?;
            let allocation = allocation_of(&operands[at])?;
            let is_shared = operands[first_out..]
                .iter()
                .any(|out| allocation_of(out) == Some(allocation));
            if plan.same_as[at].is_some() || !is_shared || !plan.is_read[at] {
                return None;
            }
            // The input is another part of an allocation that is written, so copy the part that is read.
            let (low, high) = (view.low, view.high);
            view.start -= low;
            let bytes = &machine.memory.get(allocation).data.bytes;
            Some(bytes[low as usize..high as usize].to_vec())
        })
        .collect()
}

/// Executes a plan.
pub(super) fn execute(
    machine: &mut Machine<'_>,
    program: &Program,
    state: &State,
    sizes: &[i64],
    operands: &mut [Operand],
    mut plan: Plan,
) {
    let first_out = plan.first_out;
    // The bytes of outputs are moved out of the memory while they are written.
    let mut owners: Vec<Option<u32>> = Vec::new();
    let mut outs: Vec<Bytes> = Vec::new();
    let mut buffer_of: Vec<usize> = Vec::new();
    let kept = copied_inputs(machine, operands, &mut plan);
    for operand in &mut operands[first_out..] {
        let allocation = allocation_of(operand);
        if let Some(first) = owners.iter().position(|o| o.is_some() && *o == allocation) {
            buffer_of.push(first);
            continue;
        }
        buffer_of.push(outs.len());
        owners.push(allocation);
        outs.push(match operand {
            Operand::Buffer(memref) => machine.memory.take(memref.allocation),
            Operand::Tensor(tensor) => Rc::make_mut(tensor).elements.take_bytes(),
            Operand::Scalar(_) => Bytes::default(),
        });
    }
    let sources: Vec<Source<'_>> = (0..first_out)
        .map(|at| {
            if let Operand::Scalar(value) = &operands[at] {
                return Source::Number(bits_of(program, at, value));
            }
            if !plan.is_read[at] {
                return Source::Number(0);
            }
            match (&kept[at], plan.same_as[at]) {
                (Some(bytes), _) => Source::Bytes(bytes),
                (None, Some(out)) => Source::Out(buffer_of[out - first_out]),
                (None, None) => match bytes_of(machine, &operands[at]) {
                    Some(bytes) => Source::Bytes(&bytes.bytes),
                    None => Source::Number(0),
                },
            }
        })
        .collect();
    let job = Job {
        program,
        registers: &state.registers,
        nest: &plan.nest,
        views: &plan.views,
        sources: &sources,
        buffer_of: &buffer_of,
        is_out_read: &plan.is_read[first_out..],
    };
    job.run(&mut outs);
    for (out, &buffer) in plan.views[first_out..].iter().zip(&buffer_of) {
        if let Some(view) = out {
            mark(&mut outs[buffer], view, sizes);
        }
    }
    for (index, (owner, data)) in owners.into_iter().zip(outs).enumerate() {
        let Some(allocation) = owner else {
            let out = buffer_of.iter().position(|&buffer| buffer == index);
            let operand = out.and_then(|out| operands.get_mut(first_out + out));
            put_back(operand, data);
            continue;
        };
        machine.memory.put_back(allocation, data);
    }
}

/// The bits of a scalar operand.
fn bits_of(program: &Program, operand: usize, value: &Value) -> u64 {
    let register: Option<Reg> = program.args.get(operand).copied();
    let kind = register.and_then(|register| program.kinds[register]);
    kind.and_then(|kind| kind.bits(value)).unwrap_or(0)
}

/// Gives a tensor its elements back.
fn put_back(operand: Option<&mut Operand>, data: Bytes) {
    if let Some(Operand::Tensor(tensor)) = operand {
        Rc::make_mut(tensor).elements.put_back(data);
    }
}

/// The coordinates that a map computes from a point.
pub(super) fn indices(map: &AffineMap, point: &[i64]) -> Option<Dims> {
    map.results.iter().map(|e| e.eval(point, &[])).collect()
}
