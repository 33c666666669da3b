//! Transfers between vectors and buffers or tensors.

use super::Table;
use super::linalg::{Operand, read, write};
use crate::fault::FaultKind;
use crate::machine::{Machine, Step, Values};
use crate::value::{Dims, Indices, Value};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{AffineExpr, AttrKind, OpId, TypeId};

/// The positions of the elements of a vector.
struct Places {
    /// The position of each element, and whether it is in bounds and unmasked.
    list: Vec<(Dims, bool)>,
}

/// The positions that a transfer of a vector of type `ty` accesses. A mask is supported only if the vector has
/// the dimension order of its base.
fn places(machine: &Machine<'_>, op: OpId, base: &Operand, ty: TypeId) -> Step<Places> {
    let ctx = &machine.m.ctx;
    let map = machine
        .prop(op, "permutation_map")
        .map(|attr| ctx.attr_kind(attr));
    let Some(AttrKind::AffineMap(map)) = map else {
        return machine.unsupported(op, "a transfer without a map");
    };
    let start = machine.group(op, "indices")?;
    let start = machine.indices(op, &start)?;
    let mask = machine.group(op, "mask")?.pop();
    let sizes = base.sizes().to_vec();
    let shape = ctx.shape(ty).unwrap_or(&[]).to_vec();
    if start.len() != sizes.len() || map.results.len() != shape.len() {
        return machine.unsupported(op, "a transfer of another rank");
    }
    let mut dims = Vec::new();
    for expr in &map.results {
        match expr {
            AffineExpr::Dim(dim) => dims.push(Some(*dim as usize)),
            AffineExpr::Constant(0) => dims.push(None),
            _ => return machine.unsupported(op, "this permutation map"),
        }
    }
    if mask.is_some() && !dims.is_sorted() {
        return machine.unsupported(op, "a mask of a permuted transfer");
    }
    let mut list = Vec::new();
    let mut points = Indices::new(&shape);
    while let Some(point) = points.next() {
        let mut at = start.clone();
        for (&dim, &step) in dims.iter().zip(&point) {
            if let Some(place) = dim.and_then(|dim| at.get_mut(dim)) {
                *place = place.saturating_add(step);
            }
        }
        let is_inside = at
            .iter()
            .zip(&sizes)
            .all(|(at, size)| (0..*size).contains(at));
        let is_there = is_inside && is_set(machine, op, mask.as_ref(), list.len())?;
        list.push((at, is_there));
    }
    Ok(Places { list })
}

/// Whether bit `at` of a mask is set; true without a mask.
fn is_set(machine: &Machine<'_>, op: OpId, mask: Option<&Value>, at: usize) -> Step<bool> {
    match mask {
        None => Ok(true),
        Some(mask) => Ok(machine.int(op, &element(machine, op, mask, at)?)? != 0),
    }
}

fn element(machine: &Machine<'_>, op: OpId, vector: &Value, at: usize) -> Step<Value> {
    match vector {
        Value::Vector(elements) => match elements.get(at) {
            Some(element) => Ok(element.clone()),
            None => machine.unsupported(op, "a vector of another size"),
        },
        Value::Poison => machine.fault(FaultKind::Undefined, op, "uses a poison value"),
        _ => machine.unsupported(op, "an operand that is no vector"),
    }
}

fn transfer_read(machine: &mut Machine<'_>, op: OpId) -> Step {
    let base = Operand::from(machine.operand(op, 0)?);
    let ty = machine.result_type(op, 0)?;
    let padding = machine.group(op, "padding")?.pop().unwrap_or(Value::Poison);
    let places = places(machine, op, &base, ty)?;
    let mut elements = Vec::with_capacity(places.list.len());
    for (at, is_there) in &places.list {
        machine.step(op)?;
        elements.push(if *is_there {
            read(machine, op, &base, at)?
        } else {
            padding.clone()
        });
    }
    machine.finish(op, Value::Vector(elements.into()))
}

fn transfer_write(machine: &mut Machine<'_>, op: OpId) -> Step {
    let vector = machine.operand(op, 0)?;
    let mut base = Operand::from(machine.operand(op, 1)?);
    let ty = machine.operand_type(op, 0)?;
    let places = places(machine, op, &base, ty)?;
    for (number, (at, is_there)) in places.list.iter().enumerate() {
        machine.step(op)?;
        if *is_there {
            let value = element(machine, op, &vector, number)?;
            write(machine, op, &mut base, at, value)?;
        }
    }
    let results: Values = match base {
        Operand::Tensor(tensor) => [Value::Tensor(tensor)].into_iter().collect(),
        Operand::Scalar(_) | Operand::Buffer(_) => Values::new(),
    };
    machine.finish_all(op, results)
}

/// The positions are along the last dimension of the base.
fn gather(machine: &mut Machine<'_>, op: OpId) -> Step {
    let base = Operand::from(machine.operand(op, 0)?);
    let start = machine.group(op, "offsets")?;
    let start = machine.indices(op, &start)?;
    let (positions, mask, otherwise) = (
        machine.group(op, "indices")?.pop().unwrap_or(Value::Poison),
        machine.group(op, "mask")?.pop(),
        machine
            .group(op, "pass_thru")?
            .pop()
            .unwrap_or(Value::Poison),
    );
    let positions_ty = machine.m.operand_group(op, "indices").first();
    let positions_ty = positions_ty.map(|&value| machine.m.value_type(value));
    let element_ty = positions_ty.and_then(|ty| machine.m.ctx.element_type(ty));
    let width = element_ty
        .and_then(|ty| machine.m.ctx.bit_width(ty))
        .unwrap_or(64);
    let ty = machine.result_type(op, 0)?;
    let n = machine.m.ctx.n_elements(ty).unwrap_or(0) as usize;
    let mut elements = Vec::with_capacity(n);
    for number in 0..n {
        machine.step(op)?;
        if !is_set(machine, op, mask.as_ref(), number)? {
            elements.push(element(machine, op, &otherwise, number)?);
            continue;
        }
        let position = element(machine, op, &positions, number)?;
        let position = memplan_mlir::semantics::signed(machine.int(op, &position)?, width);
        let mut at = start.clone();
        if let Some(last) = at.last_mut() {
            *last = last.saturating_add(position);
        }
        elements.push(read(machine, op, &base, &at)?);
    }
    machine.finish(op, Value::Vector(elements.into()))
}

pub(super) const OPS: Table = &[
    (Kernel::TransferRead, transfer_read),
    (Kernel::TransferWrite, transfer_write),
    (Kernel::VectorGather, gather),
];
