//! Structured operations of `linalg`: a body run at each point of an iteration space.

use std::rc::Rc;

use super::Table;
use crate::compiled;
use crate::fault::FaultKind;
use crate::machine::{Machine, Step, Values};
use crate::value::{Dims, Indices, MemRef, Tensor, Value};
use memplan_mlir::dialects::IndexingMaps;
use memplan_mlir::dialects::linalg_maps::maps;
use memplan_mlir::semantics::{Form, Kernel, rounded};
use memplan_mlir::{AffineExpr, AffineMap, AttrKind, OpId, TypeId, names};

/// An operand that a body reads or writes at a point.
pub(crate) enum Operand {
    Scalar(Value),
    Buffer(Rc<MemRef>),
    Tensor(Rc<Tensor>),
}

impl From<Value> for Operand {
    fn from(value: Value) -> Self {
        match value {
            Value::MemRef(memref) => Self::Buffer(memref),
            Value::Tensor(tensor) => Self::Tensor(tensor),
            scalar => Self::Scalar(scalar),
        }
    }
}

impl Operand {
    pub(crate) fn sizes(&self) -> &[i64] {
        match self {
            Self::Scalar(_) => &[],
            Self::Buffer(memref) => &memref.sizes,
            Self::Tensor(tensor) => &tensor.sizes,
        }
    }
}

/// Runs the body of `op` over the iteration space of `maps`; the last `n_outs` operands are written.
fn structured(
    machine: &mut Machine<'_>,
    op: OpId,
    maps: &[AffineMap],
    n_outs: usize,
    values: Values,
) -> Step {
    let m = machine.m;
    let mut operands: Vec<Operand> = values.into_iter().map(Operand::from).collect();
    if maps.len() != operands.len() {
        return machine.unsupported(op, "another number of maps");
    }
    let sizes = iteration_space(machine, op, maps, &operands)?;
    let first_out = operands.len() - n_outs;
    if compiled::structured(machine, op, maps, n_outs, &mut operands, &sizes)? {
        return give(machine, op, operands, first_out);
    }
    let body = m.regions(op)[0];
    let args = m
        .first_block(body)
        .map_or(&[][..], |block| m.block_args(block));
    // What the body does not use has a shape only: the window of a pooling is never written.
    let is_read = |index: usize| args.get(index).is_some_and(|&arg| !m.is_unused(arg));
    let is_read: Vec<bool> = (0..operands.len()).map(is_read).collect();
    let mut points = Indices::new(&sizes);
    while let Some(point) = points.next() {
        machine.step(op)?;
        let mut inputs = Values::new();
        let mut places: Vec<Dims> = Vec::with_capacity(operands.len());
        for ((operand, map), &is_read) in operands.iter().zip(maps).zip(&is_read) {
            let at: Option<Dims> = map.results.iter().map(|e| e.eval(&point, &[])).collect();
            let Some(at) = at else {
                return machine.fault(FaultKind::Undefined, op, "an indexing map overflows");
            };
            inputs.push(if is_read {
                read(machine, op, operand, &at)?
            } else {
                Value::Poison
            });
            places.push(at);
        }
        inputs.truncate(args.len());
        machine.points.push(point);
        let exit = machine.region(op, body, &inputs);
        machine.points.pop();
        let results = machine.yielded(exit?)?;
        if results.len() != n_outs {
            return machine.unsupported(op, "another number of results of the body");
        }
        for (index, result) in results.into_iter().enumerate() {
            let index = first_out + index;
            write(machine, op, &mut operands[index], &places[index], result)?;
        }
    }
    give(machine, op, operands, first_out)
}

/// Sets the written tensors as results.
pub(super) fn give(
    machine: &mut Machine<'_>,
    op: OpId,
    operands: Vec<Operand>,
    first_out: usize,
) -> Step {
    let results = operands.into_iter().skip(first_out);
    let results: Values = results
        .filter_map(|operand| match operand {
            Operand::Tensor(tensor) => Some(Value::Tensor(tensor)),
            Operand::Scalar(_) | Operand::Buffer(_) => None,
        })
        .collect();
    machine.finish_all(op, results)
}

/// The size of each dimension: that of the operand dimension that it alone indexes.
fn iteration_space(
    machine: &Machine<'_>,
    op: OpId,
    maps: &[AffineMap],
    operands: &[Operand],
) -> Step<Dims> {
    let n_dims = maps.first().map_or(0, |map| map.dims);
    let mut sizes: Vec<Option<i64>> = vec![None; n_dims as usize];
    for (map, operand) in maps.iter().zip(operands) {
        let of = operand.sizes();
        if !matches!(operand, Operand::Scalar(_)) && of.len() != map.results.len() {
            return machine.fault(
                FaultKind::ShapeMismatch,
                op,
                "an operand does not have the rank of its map",
            );
        }
        for (expr, &size) in map.results.iter().zip(of) {
            let AffineExpr::Dim(dim) = expr else { continue };
            match &mut sizes[*dim as usize] {
                old @ None => *old = Some(size),
                Some(old) if *old == size => {}
                Some(old) => {
                    let message = format!(
                        "operands disagree on the size of dimension {dim}: {old} and {size}"
                    );
                    return machine.fault(FaultKind::ShapeMismatch, op, message);
                }
            }
        }
    }
    match sizes.into_iter().collect() {
        Some(sizes) => Ok(sizes),
        None => machine.unsupported(op, "a dimension whose size no operand tells"),
    }
}

/// The element of an operand.
pub(crate) fn read(
    machine: &mut Machine<'_>,
    op: OpId,
    operand: &Operand,
    at: &[i64],
) -> Step<Value> {
    match operand {
        Operand::Scalar(value) => Ok(value.clone()),
        Operand::Buffer(memref) => machine.load(op, memref, at),
        Operand::Tensor(tensor) => {
            let index = super::tensor::position(machine, op, &tensor.sizes, at)?;
            Ok(tensor.elements.at(index))
        }
    }
}

/// Writes an element of an operand.
pub(crate) fn write(
    machine: &mut Machine<'_>,
    op: OpId,
    operand: &mut Operand,
    at: &[i64],
    value: Value,
) -> Step {
    match operand {
        Operand::Scalar(_) => machine.unsupported(op, "an output that is a scalar"),
        Operand::Buffer(memref) => machine.store(op, memref, at, &value),
        Operand::Tensor(tensor) => {
            let index = super::tensor::position(machine, op, &tensor.sizes, at)?;
            Rc::make_mut(tensor).elements.set(index, value);
            Ok(())
        }
    }
}

/// The maps that an attribute lists.
fn listed_maps(machine: &Machine<'_>, op: OpId) -> Option<Vec<AffineMap>> {
    let ctx = &machine.m.ctx;
    let attr = machine.m.prop(op, names::INDEXING_MAPS)?;
    let AttrKind::Array(maps) = ctx.attr_kind(attr) else {
        return None;
    };
    let map = |&attr: &_| match ctx.attr_kind(attr) {
        AttrKind::AffineMap(map) => Some(map.clone()),
        _ => None,
    };
    maps.iter().map(map).collect()
}

fn n_outs(machine: &Machine<'_>, op: OpId) -> usize {
    machine.m.operand_group(op, "outputs").len()
}

fn generic(machine: &mut Machine<'_>, op: OpId) -> Step {
    let Some(maps) = listed_maps(machine, op) else {
        return machine.unsupported(op, "an operation without indexing maps");
    };
    let operands = machine.operands(op)?;
    let n_outs = n_outs(machine, op);
    structured(machine, op, &maps, n_outs, operands)
}

/// The rank of an operand; `None` for a scalar.
fn rank(value: &Value) -> Option<usize> {
    match value {
        Value::MemRef(memref) => Some(memref.sizes.len()),
        Value::Tensor(tensor) => Some(tensor.sizes.len()),
        _ => None,
    }
}

pub(super) fn named(machine: &mut Machine<'_>, op: OpId) -> Step {
    let def = machine.m.def(op);
    let notation = def.map_or(IndexingMaps::Unknown, |def| def.indexing_maps);
    let operands = machine.operands(op)?;
    let numbers = |attr: &str| -> Step<Vec<i64>> {
        let Some(attr) = machine.prop(op, attr) else {
            return Ok(Vec::new());
        };
        let elements = match machine.m.ctx.attr_kind(attr) {
            AttrKind::Dense { ty, .. } => {
                let n = machine.m.ctx.n_elements(*ty).unwrap_or(0).min(16) as usize;
                super::dense_elements(machine, op, attr, n)?
            }
            _ => None,
        };
        let elements = elements.unwrap_or_default();
        let numbers = elements.iter().map(|element| machine.index(op, element));
        numbers.collect()
    };
    let (strides, dilations) = (numbers("strides")?, numbers("dilations")?);
    let out_rank = operands.last().and_then(rank).unwrap_or(0);
    let maps = listed_maps(machine, op)
        .or_else(|| maps(notation, operands.len(), out_rank, &strides, &dilations));
    let Some(mut maps) = maps else {
        return machine.unsupported(op, "the operation");
    };
    // A scalar has the same value at every point.
    for (map, value) in maps.iter_mut().zip(&operands) {
        if rank(value).is_none() {
            map.results.clear();
        }
    }
    let n_outs = n_outs(machine, op);
    structured(machine, op, &maps, n_outs, operands)
}

/// Writes a scalar, or the element of a rank-0 value, to all elements.
fn fill(machine: &mut Machine<'_>, op: OpId) -> Step {
    let operands = machine.operands(op)?;
    let out_rank = operands.last().and_then(rank).unwrap_or(0) as u32;
    let input = AffineMap {
        dims: out_rank,
        symbols: 0,
        results: Vec::new(),
    };
    structured(
        machine,
        op,
        &[input, AffineMap::identity(out_rank)],
        1,
        operands,
    )
}

fn identity(machine: &mut Machine<'_>, op: OpId) -> Step {
    let operands = machine.operands(op)?;
    let out_rank = operands.last().and_then(rank).unwrap_or(0) as u32;
    let maps = vec![AffineMap::identity(out_rank); operands.len()];
    structured(machine, op, &maps, 1, operands)
}

fn dims(machine: &Machine<'_>, op: OpId, attr: &str) -> Vec<u32> {
    let name = machine.m.ctx.find_str(attr);
    let dims = name.map_or(&[][..], |name| machine.m.prop_array(op, name));
    dims.iter()
        .filter_map(|&dim| u32::try_from(dim).ok())
        .collect()
}

fn reduce(machine: &mut Machine<'_>, op: OpId) -> Step {
    let operands = machine.operands(op)?;
    let n_inits = operands.len() / 2;
    let rank = operands.first().and_then(rank).unwrap_or(0) as u32;
    let reduced = dims(machine, op, "dimensions");
    let out = AffineMap::of_dims(rank, (0..rank).filter(|dim| !reduced.contains(dim)));
    let mut maps = vec![AffineMap::identity(rank); n_inits];
    maps.resize(2 * n_inits, out);
    structured(machine, op, &maps, n_inits, operands)
}

fn transpose(machine: &mut Machine<'_>, op: OpId) -> Step {
    let operands = machine.operands(op)?;
    let permutation = dims(machine, op, "permutation");
    let rank = permutation.len() as u32;
    // Dimension `i` of the output is dimension `permutation[i]` of the input.
    let mut inverse: Vec<u32> = vec![0; permutation.len()];
    for (to, &from) in permutation.iter().enumerate() {
        match inverse.get_mut(from as usize) {
            Some(slot) => *slot = to as u32,
            None => return machine.unsupported(op, "this permutation"),
        }
    }
    let maps = [AffineMap::of_dims(rank, inverse), AffineMap::identity(rank)];
    structured(machine, op, &maps, 1, operands)
}

fn broadcast(machine: &mut Machine<'_>, op: OpId) -> Step {
    let operands = machine.operands(op)?;
    let rank = operands.last().and_then(rank).unwrap_or(0) as u32;
    let added = dims(machine, op, "dimensions");
    let input = AffineMap::of_dims(rank, (0..rank).filter(|dim| !added.contains(dim)));
    let maps = [input, AffineMap::identity(rank)];
    structured(machine, op, &maps, 1, operands)
}

fn index(machine: &mut Machine<'_>, op: OpId) -> Step {
    let dim = machine
        .prop(op, "dim")
        .and_then(|attr| machine.m.ctx.attr_i64(attr));
    let point = machine.points.last();
    let at = dim
        .and_then(|dim| usize::try_from(dim).ok())
        .and_then(|dim| point?.get(dim).copied());
    match at {
        Some(at) => machine.finish(op, Value::Int(at.cast_unsigned())),
        None => machine.unsupported(op, "an index outside of a body"),
    }
}

/// Subtracts the largest element along the dimension first, as MLIR lowers it. Each step is rounded to
/// the element type.
fn softmax(machine: &mut Machine<'_>, op: OpId) -> Step {
    let Some(Form::Float(kind)) = Form::of(&machine.m.ctx, element_type(machine, op)?) else {
        return machine.unsupported(op, "a float of more than 64 bits");
    };
    let operands = machine.operands(op)?;
    let dim = machine
        .prop(op, "dimension")
        .and_then(|attr| machine.m.ctx.attr_i64(attr))
        .and_then(|dim| usize::try_from(dim).ok());
    let mut ends: Vec<Operand> = operands.into_iter().map(Operand::from).collect();
    let sizes = ends[0].sizes().to_vec();
    let Some(dim) = dim.filter(|&dim| dim < sizes.len() && ends[1].sizes() == sizes) else {
        return machine.unsupported(op, "this dimension");
    };
    let mut outer = sizes.clone();
    outer[dim] = 1;
    let mut points = Indices::new(&outer);
    while let Some(mut point) = points.next() {
        let mut row = Vec::new();
        for at in 0..sizes[dim] {
            machine.step(op)?;
            point[dim] = at;
            match read(machine, op, &ends[0], &point)? {
                Value::Float(number) => row.push(number),
                Value::Poison => return machine.fault(FaultKind::Undefined, op, "uses poison"),
                _ => return machine.unsupported(op, "elements that are no floats"),
            }
        }
        let largest = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let round = |number| rounded(kind, number);
        let exps: Vec<f64> = row
            .iter()
            .map(|x| round(libm::exp(round(x - largest))))
            .collect();
        let sum = exps.iter().fold(0.0, |sum, exp| round(sum + exp));
        for (at, exp) in exps.into_iter().enumerate() {
            point[dim] = at as i64;
            let quotient = Value::Float(round(exp / sum));
            write(machine, op, &mut ends[1], &point, quotient)?;
        }
    }
    give(machine, op, ends, 1)
}

fn element_type(machine: &Machine<'_>, op: OpId) -> Step<TypeId> {
    let ty = machine.operand_type(op, 0)?;
    Ok(machine.m.ctx.element_type(ty).unwrap_or(ty))
}

pub(super) const OPS: Table = &[
    (Kernel::Softmax, softmax),
    (Kernel::Structured, named),
    (Kernel::Broadcast, broadcast),
    (Kernel::Fill, fill),
    (Kernel::Generic, generic),
    (Kernel::PointIndex, index),
    (Kernel::Map, identity),
    (Kernel::Reduce, reduce),
    (Kernel::Permute, transpose),
];
