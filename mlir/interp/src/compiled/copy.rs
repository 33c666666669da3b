//! Bulk copies of buffers, and the transfer of elements into and out of a run.

use super::is_enabled;
use super::nest::{Dim, Extents, Nest, View, Walk};
use crate::machine::{Machine, ROW_STEP, Step};
use crate::value::{Kind, MemRef, Value};
use memplan_mlir::{AffineMap, OpId};

/// The accesses to all elements of a buffer; `None` if they cannot be done as one.
fn whole(machine: &Machine<'_>, memref: &MemRef, kind: Kind) -> Option<View> {
    let allocation = machine.memory.get(memref.allocation);
    if allocation.is_freed || memref.sizes.contains(&0) {
        return None;
    }
    let map = AffineMap::identity(u32::try_from(memref.sizes.len()).ok()?);
    let n_bytes = allocation.data.bytes.len();
    View::new(&Extents::of(memref), kind, &map, &memref.sizes, n_bytes)
}

/// The loops over views of one shape, in row-major order.
fn rows(sizes: &[i64], views: &[&View]) -> Nest {
    let views: Vec<Option<&View>> = views.iter().map(|view| Some(*view)).collect();
    let none = vec![false; sizes.len()];
    Nest::new(sizes, &views, &none, &none)
}

/// Copies all elements of a buffer to one of the same shape, if a bulk copy is possible.
pub(crate) fn copy(machine: &mut Machine<'_>, op: OpId, from: &MemRef, to: &MemRef) -> Step<bool> {
    let kind = Kind::of(machine.m, from.element);
    let views = kind.filter(|_| is_enabled(machine)).and_then(|kind| {
        let is_same = Kind::of(machine.m, to.element) == Some(kind);
        let (source, target) = (whole(machine, from, kind)?, whole(machine, to, kind)?);
        let apart = from.allocation != to.allocation;
        let has_objects = machine.memory.has_objects(from.allocation);
        (is_same && apart && !has_objects).then_some((source, target))
    });
    let Some((source, target)) = views else {
        return Ok(false);
    };
    let n = from.n_elements().unwrap_or(0);
    machine.charge(op, n, n.saturating_mul(ROW_STEP))?;
    // Copies in program order, with the last dimension as rows.
    let nest = rows(&from.sizes, &[&source, &target]);
    let mut around: Vec<Dim> = nest.reduced.clone();
    let size = source.kind.bytes() as i64;
    let is_dense = nest.row.strides[..] == [size, size];
    let row = if is_dense {
        nest.row.extent * size
    } else {
        around.push(nest.row.clone());
        size
    };
    let mut data = machine.memory.take(to.allocation);
    let bytes = &machine.memory.get(from.allocation).data;
    let mut positions = [source.start, target.start];
    let mut walk = Walk::new(&around);
    loop {
        let [from, to] = positions;
        data.copy_from(to as usize, bytes, from as usize, row as usize);
        if !walk.advance(&mut positions) {
            break;
        }
    }
    machine.memory.put_back(to.allocation, data);
    Ok(true)
}

/// All elements of a buffer in row-major order; unwritten ones are poison. `None` if a bulk read is not possible.
pub(crate) fn read_elements(
    machine: &mut Machine<'_>,
    op: OpId,
    memref: &MemRef,
) -> Step<Option<Vec<Value>>> {
    let kind = Kind::of(machine.m, memref.element).filter(|_| is_enabled(machine));
    let Some((kind, view)) = kind.and_then(|kind| Some((kind, whole(machine, memref, kind)?)))
    else {
        return Ok(None);
    };
    let n = memref.n_elements().unwrap_or(0);
    machine.charge(op, n, n.saturating_mul(ROW_STEP))?;
    let data = &machine.memory.get(memref.allocation).data;
    let size = kind.bytes();
    let mut elements = Vec::with_capacity(n as usize);
    each(&memref.sizes, &view, |at| {
        elements.push(if data.is_written(at..at + size) {
            kind.value(kind.load(&data.bytes[at..at + size]))
        } else {
            Value::Poison
        });
    });
    Ok(Some(elements))
}

/// Writes all elements of a buffer in row-major order, if a bulk write is possible.
pub(crate) fn write_elements(
    machine: &mut Machine<'_>,
    memref: &MemRef,
    elements: &[Value],
) -> bool {
    let kind = Kind::of(machine.m, memref.element).filter(|_| is_enabled(machine));
    let is_constant = machine.memory.get(memref.allocation).is_constant;
    let view = kind.and_then(|kind| whole(machine, memref, kind));
    let (Some(kind), Some(view)) = (kind, view) else {
        return false;
    };
    let fits = |value: &Value| matches!(value, Value::Poison) || kind.bits(value).is_some();
    let n = memref.n_elements();
    if is_constant || n != Some(elements.len() as u64) || !elements.iter().all(fits) {
        return false;
    }
    let mut data = machine.memory.take(memref.allocation);
    let size = kind.bytes();
    let mut elements = elements.iter();
    each(&memref.sizes, &view, |at| {
        if let Some(bits) = elements.next().and_then(|value| kind.bits(value)) {
            kind.store(bits, &mut data.bytes[at..at + size]);
            data.mark(at..at + size);
        }
    });
    machine.memory.put_back(memref.allocation, data);
    true
}

/// Visits the bytes where elements start, in row-major order.
fn each(sizes: &[i64], view: &View, mut visit: impl FnMut(usize)) {
    let nest = rows(sizes, &[view]);
    let (stride, extent) = (nest.row.strides[0], nest.row.extent);
    let mut positions = [view.start];
    let mut walk = Walk::new(&nest.reduced);
    loop {
        let start = positions[0];
        (0..extent).for_each(|at| visit((start + at * stride) as usize));
        if !walk.advance(&mut positions) {
            break;
        }
    }
}
