//! Asynchronous copies: `memref.dma_start` and `memref.dma_wait`.
//!
//! A copy happens when the program waits for it, and its target has no content until then. So a program that reads the
//! target too early, or changes the source, is noticed: a copy may happen at any time between the two operations.

use std::ops::Range;

use super::memref::count_moved;
use crate::fault::FaultKind;
use crate::machine::{Machine, Step};
use crate::memory::Address;
use crate::record::Touch;
use crate::value::Value;
use memplan_mlir::OpId;

/// A copy that was started.
#[derive(Clone, Debug)]
pub(crate) struct Copy {
    pub(crate) started_by: OpId,
    from: Address,
    to: Address,
    n_elements: i64,
    bytes: usize,
}

/// Takes a memref and its indices off operands that start with them: its place.
fn place(machine: &mut Machine<'_>, op: OpId, operands: &mut &[Value]) -> Step<Address> {
    let Some((memref, rest)) = operands.split_first() else {
        return machine.unsupported(op, "too few operands");
    };
    let memref = machine.memref(op, memref)?;
    let Some((indices, rest)) = rest.split_at_checked(memref.sizes.len()) else {
        return machine.unsupported(op, "too few indices");
    };
    let indices = machine.indices(op, indices)?;
    *operands = rest;
    machine.place(op, &memref, &indices)
}

/// The bytes of a range, if they may be accessed.
fn range(machine: &Machine<'_>, op: OpId, at: Address, n: usize) -> Step<Range<usize>> {
    match machine.memory.range(at.allocation, at.byte as i64, n) {
        Ok(range) => Ok(range),
        Err(kind) => machine.fault(kind, op, "the copy is not within live memory"),
    }
}

pub(super) fn start(machine: &mut Machine<'_>, op: OpId) -> Step {
    let operands = machine.operands(op)?;
    let mut rest = &operands[..];
    let from = place(machine, op, &mut rest)?;
    let source = machine.memref(op, &operands[0])?;
    let target_operand = operands.len() - rest.len();
    let to = place(machine, op, &mut rest)?;
    let Some((count, mut rest)) = rest.split_first() else {
        return machine.unsupported(op, "too few operands");
    };
    let n_elements = machine.index(op, count)?;
    let tag = place(machine, op, &mut rest)?;
    if !rest.is_empty() {
        return machine.unsupported(op, "a copy with a stride");
    }
    let element = machine.layout(op, source.element)?.bytes();
    let bytes = usize::try_from(n_elements)
        .ok()
        .and_then(|n| n.checked_mul(element));
    let Some(bytes) = bytes else {
        return machine.fault(
            FaultKind::OutOfBounds,
            op,
            "the number of elements is negative",
        );
    };
    range(machine, op, from, bytes)?;
    let target = range(machine, op, to, bytes)?;
    if machine.copies.contains_key(&tag) {
        let message = "the tag is that of a copy which was not awaited";
        return machine.fault(FaultKind::Undefined, op, message);
    }
    machine.touch(from, bytes, Touch::Read);
    machine.touch(to, bytes, Touch::Write);
    machine.memory.forget(to.allocation, target);
    count_moved(machine, op, 0, target_operand, bytes as u64);
    let copy = Copy {
        started_by: op,
        from,
        to,
        n_elements,
        bytes,
    };
    machine.copies.insert(tag, copy);
    Ok(())
}

pub(super) fn wait(machine: &mut Machine<'_>, op: OpId) -> Step {
    let operands = machine.operands(op)?;
    let mut rest = &operands[..];
    let tag = place(machine, op, &mut rest)?;
    let Some(copy) = machine.copies.remove(&tag) else {
        let message = "waits for a copy that was not started";
        return machine.fault(FaultKind::Undefined, op, message);
    };
    let n_elements = match rest {
        [count] => machine.index(op, count)?,
        _ => return machine.unsupported(op, "another number of operands"),
    };
    if n_elements != copy.n_elements {
        let message = format!("waits for {n_elements} elements of {}", copy.n_elements);
        return machine.fault(FaultKind::Undefined, op, message);
    }
    for at in [copy.from, copy.to] {
        range(machine, op, at, copy.bytes)?;
    }
    machine.touch(copy.from, copy.bytes, Touch::Read);
    machine.touch(copy.to, copy.bytes, Touch::Write);
    machine.memory.copy(copy.from, copy.to, copy.bytes);
    Ok(())
}
