//! The `tensor` dialect: immutable multi-element values. These operations do not access memory.

use std::rc::Rc;

use super::Table;
use super::linalg::{self, Operand};
use super::memref::sizes;
use super::views::{check_slice, expanded, groups, kept_dims, slice};
use crate::elements::Elements;
use crate::fault::FaultKind;
use crate::machine::{Machine, Step, Values};
use crate::value::{Dims, Indices, Kind, Tensor, Value, n_elements, row_major};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{DYNAMIC, OpId, ValueDef, names};

pub(super) fn tensor(machine: &Machine<'_>, op: OpId, value: &Value) -> Step<Rc<Tensor>> {
    match value {
        Value::Tensor(tensor) => Ok(Rc::clone(tensor)),
        Value::Poison => machine.fault(FaultKind::Undefined, op, "uses a poison value"),
        _ => machine.unsupported(op, "an operand that is no tensor"),
    }
}

/// Ends with a tensor as the only result, whose type may promise other sizes.
fn give(machine: &mut Machine<'_>, op: OpId, sizes: Dims, elements: impl Into<Elements>) -> Step {
    check_shape(machine, op, &sizes)?;
    let tensor = Tensor {
        sizes,
        elements: elements.into(),
    };
    machine.finish(op, Value::Tensor(Rc::new(tensor)))
}

/// Checks that sizes are those that the type of the result promises.
fn check_shape(machine: &Machine<'_>, op: OpId, sizes: &[i64]) -> Step<()> {
    let ty = machine.result_type(op, 0)?;
    let Some(shape) = machine.m.ctx.shape(ty) else {
        return Ok(());
    };
    let mut pairs = shape.iter().zip(sizes);
    let fits = shape.len() == sizes.len()
        && pairs.all(|(&promised, &actual)| promised == DYNAMIC || promised == actual);
    if fits {
        return Ok(());
    }
    let message = "the tensor does not have the shape of the result type";
    machine.fault(FaultKind::ShapeMismatch, op, message)
}

/// The row-major position of the element at `at`.
pub(super) fn position(machine: &Machine<'_>, op: OpId, sizes: &[i64], at: &[i64]) -> Step<usize> {
    if at.len() != sizes.len() {
        return machine.unsupported(op, "another number of indices");
    }
    let mut position = 0_i64;
    for (&at, &size) in at.iter().zip(sizes) {
        if !(0..size).contains(&at) {
            let message = format!("index {at} is outside of a dimension of size {size}");
            return machine.fault(FaultKind::OutOfBounds, op, message);
        }
        position = position * size + at;
    }
    Ok(position as usize)
}

/// The number of elements of `sizes`, if the memory limit permits it.
fn room(machine: &Machine<'_>, op: OpId, sizes: &[i64]) -> Step<usize> {
    let limit = machine.options.byte_limit / 32;
    match n_elements(sizes) {
        Some(n) if n <= limit => Ok(n as usize),
        _ => {
            let message = format!("a tensor has more than {limit} elements");
            machine.fault(FaultKind::MemoryLimit, op, message)
        }
    }
}

/// The kind of the elements of the result.
fn element_kind(machine: &Machine<'_>, op: OpId) -> Step<Option<Kind>> {
    let element = machine.m.ctx.element_type(machine.result_type(op, 0)?);
    Ok(element.and_then(|element| Kind::of(machine.m, element)))
}

fn result_sizes(machine: &Machine<'_>, op: OpId, group: &str) -> Step<Dims> {
    let dynamic = machine.group(op, group)?;
    let dynamic = machine.indices(op, &dynamic)?;
    sizes(machine, op, machine.result_type(op, 0)?, &dynamic)
}

fn empty(machine: &mut Machine<'_>, op: OpId) -> Step {
    let sizes = result_sizes(machine, op, "dynamicSizes")?;
    let n = room(machine, op, &sizes)?;
    let kind = element_kind(machine, op)?;
    give(machine, op, sizes, Elements::poison(kind, n))
}

fn splat(machine: &mut Machine<'_>, op: OpId) -> Step {
    let value = machine.operand(op, 0)?;
    let sizes = result_sizes(machine, op, "dynamicSizes")?;
    let n = room(machine, op, &sizes)?;
    let kind = element_kind(machine, op)?;
    give(machine, op, sizes, Elements::packed(kind, vec![value; n]))
}

fn from_elements(machine: &mut Machine<'_>, op: OpId) -> Step {
    let elements = machine.operands(op)?;
    let sizes = sizes(machine, op, machine.result_type(op, 0)?, &[])?;
    if room(machine, op, &sizes)? != elements.len() {
        return machine.unsupported(op, "another number of elements");
    }
    give(machine, op, sizes, elements.into_vec())
}

fn generate(machine: &mut Machine<'_>, op: OpId) -> Step {
    let sizes = result_sizes(machine, op, "dynamicExtents")?;
    room(machine, op, &sizes)?;
    let body = machine.m.regions(op)[0];
    let mut elements = Vec::new();
    let mut points = Indices::new(&sizes);
    while let Some(point) = points.next() {
        elements.push(body_at(machine, op, body, &point)?);
    }
    give(machine, op, sizes, elements)
}

/// The value that a body yields for the indices of a point.
fn body_at(
    machine: &mut Machine<'_>,
    op: OpId,
    body: memplan_mlir::RegionId,
    point: &[i64],
) -> Step<Value> {
    machine.step(op)?;
    let args: Values = point
        .iter()
        .map(|&at| Value::Int(at.cast_unsigned()))
        .collect();
    let exit = machine.region(op, body, &args)?;
    match machine.yielded(exit)?.pop() {
        Some(value) => Ok(value),
        None => machine.unsupported(op, "a body without result"),
    }
}

fn extract(machine: &mut Machine<'_>, op: OpId) -> Step {
    let operands = machine.operands(op)?;
    let source = tensor(machine, op, &operands[0])?;
    let at = machine.indices(op, &operands[1..])?;
    let position = position(machine, op, &source.sizes, &at)?;
    machine.finish(op, source.elements.at(position))
}

fn insert(machine: &mut Machine<'_>, op: OpId) -> Step {
    let operands = machine.operands(op)?;
    let dest = tensor(machine, op, &operands[1])?;
    let at = machine.indices(op, &operands[2..])?;
    let position = position(machine, op, &dest.sizes, &at)?;
    let mut elements = dest.elements.clone();
    elements.set(position, operands[0].clone());
    give(machine, op, dest.sizes.clone(), elements)
}

fn dim(machine: &mut Machine<'_>, op: OpId) -> Step {
    let operands = machine.operands(op)?;
    let source = tensor(machine, op, &operands[0])?;
    let at = machine.index(op, &operands[1])?;
    match usize::try_from(at).ok().and_then(|at| source.sizes.get(at)) {
        Some(&size) => machine.finish(op, Value::Int(size.cast_unsigned())),
        None => machine.fault(FaultKind::OutOfBounds, op, "there is no such dimension"),
    }
}

fn rank(machine: &mut Machine<'_>, op: OpId) -> Step {
    let source = machine.operand(op, 0)?;
    let rank = tensor(machine, op, &source)?.sizes.len();
    machine.finish(op, Value::Int(rank as u64))
}

fn cast(machine: &mut Machine<'_>, op: OpId) -> Step {
    let source = machine.operand(op, 0)?;
    let source = tensor(machine, op, &source)?;
    check_shape(machine, op, &source.sizes)?;
    machine.finish(op, Value::Tensor(source))
}

fn extract_slice(machine: &mut Machine<'_>, op: OpId) -> Step {
    let source = machine.operand(op, 0)?;
    let source = tensor(machine, op, &source)?;
    let slice = slice(machine, op)?;
    check_slice(machine, op, &slice, &source.sizes)?;
    let [offsets, sizes, strides] = slice;
    let mut positions = Vec::new();
    let mut points = Indices::new(&sizes);
    while let Some(point) = points.next() {
        machine.step(op)?;
        let at: Dims = (0..point.len())
            .map(|dim| offsets[dim] + point[dim] * strides[dim])
            .collect();
        positions.push(position(machine, op, &source.sizes, &at)?);
    }
    let elements = source.elements.gather(&positions);
    let ty = machine.result_type(op, 0)?;
    let shape = machine.m.ctx.shape(ty).unwrap_or(&[]);
    let fixed = machine.m.prop_array(op, names::STATIC_SIZES);
    match kept_dims(fixed, &sizes, shape) {
        Some(kept) => {
            let sizes = kept.iter().map(|&dim| sizes[dim]).collect();
            give(machine, op, sizes, elements)
        }
        None => machine.fault(
            FaultKind::ShapeMismatch,
            op,
            "the slice does not have the shape of the result type",
        ),
    }
}

fn with_slice(machine: &mut Machine<'_>, op: OpId) -> Step<Tensor> {
    let operands = machine.operands(op)?;
    let source = tensor(machine, op, &operands[0])?;
    let dest = tensor(machine, op, &operands[1])?;
    let slice = slice(machine, op)?;
    check_slice(machine, op, &slice, &dest.sizes)?;
    let [offsets, sizes, strides] = slice;
    if n_elements(&sizes) != Some(source.elements.len() as u64) {
        return machine.fault(
            FaultKind::ShapeMismatch,
            op,
            "the source does not have the size of the slice",
        );
    }
    let mut elements = dest.elements.clone();
    let mut from = source.elements.iter();
    let mut points = Indices::new(&sizes);
    while let Some(point) = points.next() {
        machine.step(op)?;
        let at: Dims = (0..point.len())
            .map(|dim| offsets[dim] + point[dim] * strides[dim])
            .collect();
        let position = position(machine, op, &dest.sizes, &at)?;
        if let Some(element) = from.next() {
            elements.set(position, element);
        }
    }
    Ok(Tensor {
        sizes: dest.sizes.clone(),
        elements,
    })
}

fn insert_slice(machine: &mut Machine<'_>, op: OpId) -> Step {
    let result = with_slice(machine, op)?;
    machine.finish(op, Value::Tensor(Rc::new(result)))
}

/// Updates the shared tensor, which is an argument of the loop's body.
fn parallel_insert_slice(machine: &mut Machine<'_>, op: OpId) -> Step {
    let result = with_slice(machine, op)?;
    match machine.m.operands(op).get(1) {
        Some(&dest) if matches!(machine.m.value_def(dest), ValueDef::Arg { .. }) => {
            machine.set(dest, Value::Tensor(Rc::new(result)));
            Ok(())
        }
        _ => machine.unsupported(op, "a destination that no loop shares"),
    }
}

fn pad(machine: &mut Machine<'_>, op: OpId) -> Step {
    let source = machine.operand(op, 0)?;
    let source = tensor(machine, op, &source)?;
    let low = machine.mixed(op, "low", "static_low")?;
    let high = machine.mixed(op, "high", "static_high")?;
    if low.len() != source.sizes.len() || high.len() != low.len() {
        return machine.unsupported(op, "padding of another rank");
    }
    let sizes: Dims = (0..low.len())
        .map(|dim| low[dim] + source.sizes[dim] + high[dim])
        .collect();
    let n = room(machine, op, &sizes)?;
    let body = machine.m.regions(op)[0];
    let mut elements = source.elements.same_kind(n);
    let mut next = 0;
    let mut points = Indices::new(&sizes);
    while let Some(point) = points.next() {
        let at: Dims = (0..point.len()).map(|dim| point[dim] - low[dim]).collect();
        let is_inside = at
            .iter()
            .zip(&source.sizes)
            .all(|(at, &size)| (0..size).contains(at));
        let element = if is_inside {
            let position = position(machine, op, &source.sizes, &at)?;
            source.elements.at(position)
        } else {
            body_at(machine, op, body, &point)?
        };
        elements.set(next, element);
        next += 1;
    }
    give(machine, op, sizes, elements)
}

fn expand_shape(machine: &mut Machine<'_>, op: OpId) -> Step {
    let source = machine.operand(op, 0)?;
    let source = tensor(machine, op, &source)?;
    let groups = groups(machine, op)?;
    let sizes = expanded(machine, op, &source.sizes, &groups)?;
    give(machine, op, sizes, source.elements.clone())
}

fn collapse_shape(machine: &mut Machine<'_>, op: OpId) -> Step {
    let source = machine.operand(op, 0)?;
    let source = tensor(machine, op, &source)?;
    let groups = groups(machine, op)?;
    let joined = |group: &Vec<usize>| group.iter().map(|&at| source.sizes[at]).product();
    let sizes = groups.iter().map(joined).collect();
    give(machine, op, sizes, source.elements.clone())
}

fn reshape(machine: &mut Machine<'_>, op: OpId) -> Step {
    let operands = machine.operands(op)?;
    let source = tensor(machine, op, &operands[0])?;
    let shape = tensor(machine, op, &operands[1])?;
    let shape: Vec<Value> = shape.elements.iter().collect();
    let sizes = machine.indices(op, &shape)?;
    if n_elements(&sizes) != Some(source.elements.len() as u64) {
        return machine.fault(
            FaultKind::ShapeMismatch,
            op,
            "the new shape has another number of elements",
        );
    }
    give(machine, op, sizes, source.elements.clone())
}

fn concat(machine: &mut Machine<'_>, op: OpId) -> Step {
    let operands = machine.operands(op)?;
    let inputs: Step<Vec<Rc<Tensor>>> = operands
        .iter()
        .map(|operand| tensor(machine, op, operand))
        .collect();
    let inputs = inputs?;
    let dim = machine
        .prop(op, "dim")
        .and_then(|attr| machine.m.ctx.attr_i64(attr))
        .and_then(|dim| usize::try_from(dim).ok());
    let (Some(first), Some(dim)) = (inputs.first(), dim) else {
        return machine.unsupported(op, "a concatenation of nothing");
    };
    let mut sizes = first.sizes.clone();
    if dim >= sizes.len() {
        return machine.unsupported(op, "this dimension");
    }
    sizes[dim] = inputs.iter().map(|input| input.sizes[dim]).sum();
    let n = room(machine, op, &sizes)?;
    let mut elements = first.elements.same_kind(n);
    let strides = row_major(&sizes);
    let mut base = 0;
    for input in &inputs {
        let mut points = Indices::new(&input.sizes);
        let mut from = input.elements.iter();
        while let Some(mut point) = points.next() {
            machine.step(op)?;
            point[dim] += base;
            let at: i64 = point
                .iter()
                .zip(&strides)
                .map(|(at, stride)| at * stride)
                .sum();
            if let Some(element) = from.next() {
                elements.set(at as usize, element);
            }
        }
        base += input.sizes[dim];
    }
    give(machine, op, sizes, elements)
}

/// How the dimensions of a tensor correspond to those of its tiles.
struct Tiling {
    /// For each outer dimension: the dimension whose tiles it counts.
    outer: Vec<usize>,
    /// For each inner dimension: the dimension that it is a tile of, and the size of the tile.
    inner: Vec<(usize, i64)>,
}

fn tiling(machine: &Machine<'_>, op: OpId, rank: usize) -> Step<Tiling> {
    let list = |name: &str| -> Vec<usize> {
        let name = machine.m.ctx.find_str(name);
        let list = name.map_or(&[][..], |name| machine.m.prop_array(op, name));
        list.iter()
            .filter_map(|&dim| usize::try_from(dim).ok())
            .collect()
    };
    let tiles = machine.mixed(op, "inner_tiles", "static_inner_tiles")?;
    let mut outer = list("outer_dims_perm");
    if outer.is_empty() {
        outer = (0..rank).collect();
    }
    let inner: Vec<_> = list("inner_dims_pos").into_iter().zip(tiles).collect();
    let is_valid = outer.len() == rank
        && outer.iter().all(|&dim| dim < rank)
        && inner.iter().all(|&(dim, tile)| dim < rank && tile > 0);
    if !is_valid {
        return machine.unsupported(op, "this tiling");
    }
    Ok(Tiling { outer, inner })
}

/// Source and destination of an operation on tensors or buffers.
fn ends(machine: &mut Machine<'_>, op: OpId) -> Step<[Operand; 2]> {
    let mut operands = machine.operands(op)?.into_iter().map(Operand::from);
    match (operands.next(), operands.next()) {
        (Some(source), Some(dest)) => Ok([source, dest]),
        _ => machine.unsupported(op, "fewer than two operands"),
    }
}

fn pack(machine: &mut Machine<'_>, op: OpId) -> Step {
    let [source, mut dest] = ends(machine, op)?;
    let padding = machine.group(op, "padding_value")?.pop();
    let rank = source.sizes().len();
    let tiling = tiling(machine, op, rank)?;
    if dest.sizes().len() != rank + tiling.inner.len() {
        return machine.unsupported(op, "tiles of another rank");
    }
    let sizes: Dims = dest.sizes().into();
    let mut points = Indices::new(&sizes);
    while let Some(point) = points.next() {
        machine.step(op)?;
        let mut at: Dims = source.sizes().iter().map(|_| 0).collect();
        for (&dim, &position) in tiling.outer.iter().zip(&point) {
            at[dim] = position;
        }
        for (&(dim, tile), &within) in tiling.inner.iter().zip(&point[rank..]) {
            at[dim] = at[dim].saturating_mul(tile).saturating_add(within);
        }
        let is_inside = at.iter().zip(source.sizes()).all(|(at, size)| at < size);
        let element = match &padding {
            Some(padding) if !is_inside => padding.clone(),
            _ => linalg::read(machine, op, &source, &at)?,
        };
        linalg::write(machine, op, &mut dest, &point, element)?;
    }
    linalg::give(machine, op, vec![dest], 0)
}

fn unpack(machine: &mut Machine<'_>, op: OpId) -> Step {
    let [source, mut dest] = ends(machine, op)?;
    let tiling = tiling(machine, op, dest.sizes().len())?;
    let sizes: Dims = dest.sizes().into();
    let mut points = Indices::new(&sizes);
    while let Some(point) = points.next() {
        machine.step(op)?;
        let mut tiles = point.clone();
        let mut within = Dims::new();
        for &(dim, tile) in &tiling.inner {
            tiles[dim] = point[dim] / tile;
            within.push(point[dim] % tile);
        }
        let outer = tiling.outer.iter().map(|&dim| tiles[dim]);
        let at: Dims = outer.chain(within).collect();
        let element = linalg::read(machine, op, &source, &at)?;
        linalg::write(machine, op, &mut dest, &point, element)?;
    }
    linalg::give(machine, op, vec![dest], 0)
}

pub(super) const OPS: Table = &[
    (Kernel::TensorPack, pack),
    (Kernel::TensorUnpack, unpack),
    (Kernel::TensorBitcast, super::scalar::bitcast),
    (Kernel::TensorCast, cast),
    (Kernel::TensorCollapse, collapse_shape),
    (Kernel::TensorConcat, concat),
    (Kernel::TensorDim, dim),
    (Kernel::TensorEmpty, empty),
    (Kernel::TensorExpand, expand_shape),
    (Kernel::TensorExtract, extract),
    (Kernel::TensorExtractSlice, extract_slice),
    (Kernel::TensorFromElements, from_elements),
    (Kernel::TensorGenerate, generate),
    (Kernel::TensorInsert, insert),
    (Kernel::TensorInsertSlice, insert_slice),
    (Kernel::TensorPad, pad),
    (Kernel::TensorParallelInsertSlice, parallel_insert_slice),
    (Kernel::TensorRank, rank),
    (Kernel::TensorReshape, reshape),
    (Kernel::TensorSplat, splat),
];
