//! Allocations and accesses of `memref`.

use std::rc::Rc;

use super::control::static_sizes;
use super::{Table, dma};
use crate::compiled;
use crate::fault::{Fault, FaultKind};
use crate::machine::{Machine, Step};
use crate::memory::{Address, Owner};
use crate::record::Touch;
use crate::value::{Dims, Indices, MemRef, Value};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::semantics::{signed, truncated};
use memplan_mlir::{AttrKind, DYNAMIC, OpId, TypeId, TypeKind, names};

/// Sizes of a shaped type, the dynamic ones taken from `dynamic` in order.
pub(super) fn sizes(machine: &Machine<'_>, op: OpId, ty: TypeId, dynamic: &[i64]) -> Step<Dims> {
    let Some(shape) = machine.m.ctx.shape(ty) else {
        return machine.unsupported(op, "a type without shape");
    };
    let mut dynamic = dynamic.iter();
    let sizes: Option<Dims> = shape
        .iter()
        .map(|&size| match size {
            DYNAMIC => dynamic.next().copied(),
            size => Some(size),
        })
        .collect();
    match sizes {
        Some(sizes) if sizes.iter().all(|&size| size >= 0) => Ok(sizes),
        Some(_) => machine.fault(FaultKind::Undefined, op, "a size is negative"),
        None => machine.unsupported(op, "too few sizes"),
    }
}

/// A fresh buffer of a memref type.
pub(super) fn fresh(
    machine: &mut Machine<'_>,
    op: OpId,
    ty: TypeId,
    sizes: Dims,
    symbols: &[i64],
    owner: Owner,
) -> Step<MemRef> {
    let (described, n) = machine.describe(op, ty, sizes, symbols)?;
    let allocation = machine.allocate(op, described.element, n, owner)?;
    Ok(MemRef {
        allocation,
        ..described
    })
}

fn allocate(machine: &mut Machine<'_>, op: OpId, owner: Owner) -> Step {
    let dynamic = machine.group(op, "dynamicSizes")?;
    let dynamic = machine.indices(op, &dynamic)?;
    let symbols = machine.group(op, "symbolOperands")?;
    let symbols = machine.indices(op, &symbols)?;
    let ty = machine.result_type(op, 0)?;
    let sizes = sizes(machine, op, ty, &dynamic)?;
    let memref = fresh(machine, op, ty, sizes, &symbols, owner)?;
    machine.finish(op, Value::MemRef(Rc::new(memref)))
}

/// Frees the allocation of a memref, whose base must be the allocation itself.
///
/// Sizes and offset are not compared with those of the allocation. MLIR lowers `memref.dealloc` to a call of `free`
/// with the allocated pointer, which every view carries, and its `expand-realloc` leaves deallocations of shorter
/// casts. The `memref` dialect calls deallocations of views undefined; of these, only the ones with another base are
/// refused: they come from `memref.view`, as do buffers in an arena, and would free all of its buffers.
pub(super) fn free(machine: &mut Machine<'_>, op: OpId, memref: &MemRef) -> Step {
    let allocation = machine.memory.get(memref.allocation);
    let (kind, message) = match allocation.owner {
        _ if allocation.is_freed && allocation.owner != Owner::Scope => {
            (FaultKind::DoubleFree, "frees memory that was freed already")
        }
        Owner::External => (
            FaultKind::InvalidFree,
            "frees a global or a buffer of the caller",
        ),
        Owner::Scope => (FaultKind::InvalidFree, "frees memory of `alloca`"),
        Owner::Heap | Owner::Unknown if memref.base != 0 => (
            FaultKind::InvalidFree,
            "frees a part of an allocation, which is no allocation itself",
        ),
        Owner::Heap | Owner::Unknown => {
            let size = allocation.size;
            let start = Address {
                allocation: memref.allocation,
                byte: 0,
            };
            machine.touch(start, size as usize, Touch::Free);
            machine.memory.free(memref.allocation, Some(op));
            return Ok(());
        }
    };
    machine.access_fault(kind, op, memref, message.to_owned())
}

fn dealloc(machine: &mut Machine<'_>, op: OpId) -> Step {
    let memref = machine.operand(op, 0)?;
    let memref = machine.memref(op, &memref)?;
    let m = machine.m;
    let is_base_buffer = m
        .operands(op)
        .first()
        .is_some_and(|&memref| m.kernel_of(memref, Kernel::StridedMetadata).is_some());
    if !is_base_buffer {
        return free(machine, op, &memref);
    }
    // A base buffer names the whole allocation, even if it was taken from a view that starts elsewhere.
    let whole = MemRef {
        base: 0,
        ..(*memref).clone()
    };
    free(machine, op, &whole)
}

fn load(machine: &mut Machine<'_>, op: OpId) -> Step {
    let operands = machine.operands(op)?;
    let memref = machine.memref(op, &operands[0])?;
    let indices = machine.indices(op, &operands[1..])?;
    let value = machine.load(op, &memref, &indices)?;
    machine.finish(op, value)
}

fn store(machine: &mut Machine<'_>, op: OpId) -> Step {
    let operands = machine.operands(op)?;
    let memref = machine.memref(op, &operands[1])?;
    let indices = machine.indices(op, &operands[2..])?;
    machine.store(op, &memref, &indices, &operands[0])
}

/// Copies all elements, including the state of their bytes.
pub(super) fn copy_elements(
    machine: &mut Machine<'_>,
    op: OpId,
    from: &MemRef,
    to: &MemRef,
) -> Step {
    if from.sizes != to.sizes {
        return machine.fault(
            FaultKind::ShapeMismatch,
            op,
            "copies between buffers of different shapes",
        );
    }
    if machine.memory.get(to.allocation).is_constant && to.n_elements() != Some(0) {
        let message = "writes to a constant global".to_owned();
        return machine.access_fault(FaultKind::Undefined, op, to, message);
    }
    if compiled::copy(machine, op, from, to)? {
        return Ok(());
    }
    let bytes = machine.layout(op, from.element)?.bytes();
    // Copies as if all elements were read before the first is written: source and target may overlap.
    let mut places = Vec::new();
    let mut indices = Indices::new(&from.sizes);
    while let Some(at) = indices.next() {
        machine.step(op)?;
        places.push((machine.place(op, from, &at)?, machine.place(op, to, &at)?));
    }
    for &(from, _) in &places {
        machine.touch(from, bytes, Touch::Read);
    }
    for &(_, to) in &places {
        machine.touch(to, bytes, Touch::Write);
    }
    let overlap = from.allocation == to.allocation;
    if overlap {
        let n = machine.memory.get(from.allocation).size;
        let spare = machine
            .memory
            .allocate(n, 0, "", Owner::External, Some(op), &[]);
        let in_spare = |from: Address| Address {
            allocation: spare,
            ..from
        };
        for &(from, _) in &places {
            machine.memory.copy(from, in_spare(from), bytes);
        }
        for &(from, to) in &places {
            machine.memory.copy(in_spare(from), to, bytes);
        }
        machine.memory.free(spare, None);
        return Ok(());
    }
    for (from, to) in places {
        machine.memory.copy(from, to, bytes);
    }
    Ok(())
}

fn copy(machine: &mut Machine<'_>, op: OpId) -> Step {
    let operands = machine.operands(op)?;
    let from = machine.memref(op, &operands[0])?;
    let to = machine.memref(op, &operands[1])?;
    copy_elements(machine, op, &from, &to)?;
    let element = machine.layout(op, from.element)?.bytes() as u64;
    let n_elements = from.n_elements().unwrap_or(0);
    count_moved(machine, op, 0, 1, element.saturating_mul(n_elements));
    Ok(())
}

/// Counts bytes that are copied from one operand to another, if these are in different memory spaces.
pub(super) fn count_moved(machine: &mut Machine<'_>, op: OpId, from: usize, to: usize, bytes: u64) {
    let operands = machine.m.operands(op);
    let [from, to] = [from, to].map(|at| machine.space(machine.m.value_type(operands[at])));
    if from != to {
        machine.moved_bytes = machine.moved_bytes.saturating_add(bytes);
    }
}

fn dim(machine: &mut Machine<'_>, op: OpId) -> Step {
    let operands = machine.operands(op)?;
    let memref = machine.memref(op, &operands[0])?;
    let at = machine.index(op, &operands[1])?;
    match usize::try_from(at).ok().and_then(|at| memref.sizes.get(at)) {
        Some(&size) => machine.finish(op, Value::Int(size.cast_unsigned())),
        None => machine.fault(FaultKind::OutOfBounds, op, "there is no such dimension"),
    }
}

fn rank(machine: &mut Machine<'_>, op: OpId) -> Step {
    let memref = machine.operand(op, 0)?;
    let rank = machine.memref(op, &memref)?.sizes.len();
    machine.finish(op, Value::Int(rank as u64))
}

fn realloc(machine: &mut Machine<'_>, op: OpId) -> Step {
    let operands = machine.operands(op)?;
    let old = machine.memref(op, &operands[0])?;
    let dynamic = machine.indices(op, &operands[1..])?;
    let ty = machine.result_type(op, 0)?;
    let sizes = sizes(machine, op, ty, &dynamic)?;
    let new = fresh(machine, op, ty, sizes, &[], Owner::Heap)?;
    let (Some(&old_size), Some(&new_size)) = (old.sizes.first(), new.sizes.first()) else {
        return machine.unsupported(op, "a rank other than 1");
    };
    let part = |memref: &MemRef| MemRef {
        sizes: Dims::from_slice(&[old_size.min(new_size)]),
        ..memref.clone()
    };
    copy_elements(machine, op, &part(&old), &part(&new))?;
    free(machine, op, &old)?;
    machine.finish(op, Value::MemRef(Rc::new(new)))
}

fn get_global(machine: &mut Machine<'_>, op: OpId) -> Step {
    let m = machine.m;
    let symbol = m.prop(op, names::NAME).map(|attr| m.ctx.attr_kind(attr));
    let global = match symbol {
        Some(AttrKind::SymbolRef { root, nested }) => machine.symbol(op, *root, nested),
        _ => None,
    };
    let Some(global) = global else {
        return machine.unsupported(op, "a global that does not exist");
    };
    let ty = machine.result_type(op, 0)?;
    let Some(sizes) = m.ctx.shape(ty).and_then(static_sizes) else {
        return machine.unsupported(op, "a global of dynamic shape");
    };
    if let Some(&allocation) = machine.globals.get(&global) {
        let (described, _) = machine.describe(op, ty, sizes, &[])?;
        let memref = MemRef {
            allocation,
            ..described
        };
        return machine.finish(op, Value::MemRef(Rc::new(memref)));
    }
    // The global had its contents before the run.
    let record = machine.record.take();
    let memref = fresh(machine, op, ty, sizes, &[], Owner::External)?;
    machine.globals.insert(global, memref.allocation);
    let initial = m
        .ctx
        .find_str("initial_value")
        .and_then(|name| m.prop(global, name));
    match initial.map(|attr| m.ctx.attr_kind(attr)) {
        // An external global has unknown contents, so fill it with arbitrary data, the same in rewritten programs.
        None => {
            let name = m.symbol_text(global);
            let seed = |seed: u64, byte: u8| seed.wrapping_mul(31).wrapping_add(byte.into());
            super::opaque::fill(machine, op, &memref, name.bytes().fold(1, seed))?;
        }
        Some(AttrKind::Unit) => {}
        Some(_) => {
            let initial = match initial {
                Some(attr) => super::constant(machine, op, attr)?,
                None => None,
            };
            let Some(Value::Tensor(initial)) = initial else {
                return machine.unsupported(op, "this initial value");
            };
            let elements: Vec<Value> = initial.elements.iter().collect();
            write_all(machine, op, &memref, &elements)?;
        }
    }
    let constant = m.ctx.find_str("constant");
    if constant.is_some_and(|name| m.prop(global, name).is_some()) {
        machine.memory.make_constant(memref.allocation);
    }
    machine.record = record;
    machine.finish(op, Value::MemRef(Rc::new(memref)))
}

/// Writes all elements of a buffer, in row-major order. Poison is not written.
pub(crate) fn write_all(
    machine: &mut Machine<'_>,
    op: OpId,
    memref: &MemRef,
    elements: &[Value],
) -> Step {
    if compiled::write_elements(machine, memref, elements) {
        return Ok(());
    }
    let mut indices = Indices::new(&memref.sizes);
    let mut elements = elements.iter();
    while let Some(at) = indices.next() {
        match elements.next() {
            Some(Value::Poison) => {}
            Some(value) => machine.store(op, memref, &at, value)?,
            None => return machine.fault(FaultKind::ShapeMismatch, op, "too few elements"),
        }
    }
    Ok(())
}

/// All elements of a buffer, in row-major order; unwritten elements are poison.
pub(crate) fn read_all(machine: &mut Machine<'_>, op: OpId, memref: &MemRef) -> Step<Vec<Value>> {
    if let Some(elements) = compiled::read_elements(machine, op, memref)? {
        return Ok(elements);
    }
    let mut elements = Vec::new();
    let mut indices = Indices::new(&memref.sizes);
    while let Some(at) = indices.next() {
        machine.step(op)?;
        elements.push(match machine.load(op, memref, &at) {
            Ok(value) => value,
            Err(fault) if is_unwritten(&fault) => Value::Poison,
            Err(fault) => return Err(fault),
        });
    }
    Ok(elements)
}

fn is_unwritten(fault: &Fault) -> bool {
    fault.kind == FaultKind::UninitialisedRead
}

/// The result of an atomic update or a reduction of this kind on two values.
pub(super) fn combine(
    machine: &Machine<'_>,
    op: OpId,
    kind: i64,
    ty: TypeId,
    old: &Value,
    new: &Value,
) -> Step<Value> {
    use memplan_mlir::semantics::rounded;
    let word = usize::try_from(kind)
        .ok()
        .and_then(|kind| memplan_mlir::dialects::atomic_kinds().get(kind).copied());
    let Some(word) = word else {
        return machine.unsupported(op, "this kind of update");
    };
    if word == "assign" {
        return Ok(new.clone());
    }
    if let (Value::Float(a), Value::Float(b)) = (old, new) {
        let number = match word {
            "addf" => a + b,
            "mulf" => a * b,
            "maximumf" if a.is_nan() || b.is_nan() => f64::NAN,
            "minimumf" if a.is_nan() || b.is_nan() => f64::NAN,
            "maximumf" | "maxnumf" => a.max(*b),
            "minimumf" | "minnumf" => a.min(*b),
            _ => return machine.unsupported(op, "this update of a float"),
        };
        return Ok(Value::Float(match machine.m.ctx.type_kind(ty) {
            TypeKind::Float(kind) => rounded(*kind, number),
            _ => number,
        }));
    }
    let (a, b) = (machine.int(op, old)?, machine.int(op, new)?);
    let width = machine.m.ctx.bit_width(ty).unwrap_or(64);
    let (x, y) = (signed(a, width), signed(b, width));
    let bits = match word {
        "addi" => a.wrapping_add(b),
        "muli" => a.wrapping_mul(b),
        "andi" => a & b,
        "ori" => a | b,
        "xori" => a ^ b,
        "maxs" => x.max(y).cast_unsigned(),
        "mins" => x.min(y).cast_unsigned(),
        "maxu" => a.max(b),
        "minu" => a.min(b),
        _ => return machine.unsupported(op, "this update of an integer"),
    };
    Ok(Value::Int(truncated(bits, width)))
}

fn atomic_rmw(machine: &mut Machine<'_>, op: OpId) -> Step {
    let operands = machine.operands(op)?;
    let memref = machine.memref(op, &operands[1])?;
    let indices = machine.indices(op, &operands[2..])?;
    let kind = machine
        .prop(op, "kind")
        .and_then(|attr| machine.m.ctx.attr_i64(attr))
        .unwrap_or(-1);
    let old = machine.load(op, &memref, &indices)?;
    let new = combine(machine, op, kind, memref.element, &old, &operands[0])?;
    machine.store(op, &memref, &indices, &new)?;
    machine.finish(op, new)
}

fn generic_atomic_rmw(machine: &mut Machine<'_>, op: OpId) -> Step {
    let operands = machine.operands(op)?;
    let memref = machine.memref(op, &operands[0])?;
    let indices = machine.indices(op, &operands[1..])?;
    let old = machine.load(op, &memref, &indices)?;
    let exit = machine.region(op, machine.m.regions(op)[0], &[old])?;
    match machine.yielded(exit)?.pop() {
        Some(new) => {
            machine.store(op, &memref, &indices, &new)?;
            machine.finish(op, new)
        }
        None => machine.unsupported(op, "a body without result"),
    }
}

fn pointer(machine: &mut Machine<'_>, op: OpId) -> Step {
    let memref = machine.operand(op, 0)?;
    let memref = machine.memref(op, &memref)?;
    let address = machine.memory.get(memref.allocation).address;
    let address = address.wrapping_add_signed(memref.base);
    machine.finish(op, Value::Int(address))
}

/// Passes operands on as results, if there are results.
pub(super) fn forward(machine: &mut Machine<'_>, op: OpId) -> Step {
    let mut values = machine.operands(op)?;
    values.truncate(machine.m.result_count(op));
    machine.finish_all(op, values)
}

pub(super) const OPS: Table = &[
    (Kernel::Alloc, |m, op| allocate(m, op, Owner::Heap)),
    (Kernel::Alloca, |m, op| allocate(m, op, Owner::Scope)),
    (Kernel::Forward, forward),
    (Kernel::AtomicRmw, atomic_rmw),
    (Kernel::Copy, copy),
    (Kernel::Dealloc, dealloc),
    (Kernel::Dim, dim),
    (Kernel::DmaStart, dma::start),
    (Kernel::DmaWait, dma::wait),
    (Kernel::Address, pointer),
    (Kernel::GenericAtomicRmw, generic_atomic_rmw),
    (Kernel::GetGlobal, get_global),
    (Kernel::Nothing, |_, _| Ok(())),
    (Kernel::Load, load),
    (Kernel::Prefetch, |_, _| Ok(())),
    (Kernel::Rank, rank),
    (Kernel::Realloc, realloc),
    (Kernel::Store, store),
];
