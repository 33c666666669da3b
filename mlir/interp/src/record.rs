//! What a run does to memory, event by event: the truth that analyses of memory are tested against.

use std::ops::Range;

use super::value::{Indices, Layout, MemRef};
use memplan_mlir::{Module, OpId, ValueId};

/// Number of an allocation of one run, in the order in which they are made. Never reused.
pub type AllocationId = u32;

/// The bytes that a memref names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The allocation that they are in.
    pub allocation: AllocationId,
    /// Ranges of bytes, in the order of the elements. Elements that follow each other are one range.
    pub bytes: Vec<Range<u64>>,
}

/// What happens to some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Touch {
    /// They are read.
    Read,
    /// They are written.
    Write,
    /// Their allocation is freed.
    Free,
}

/// One thing that a run does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// An operation starts. What comes before its end is done by it, by its regions or by what it calls.
    Begins(OpId),
    /// An operation ends.
    Ends(OpId),
    /// A memref gets a value.
    Names(ValueId, Place),
    /// An allocation is made, with its size in bytes.
    Makes(AllocationId, u64),
    /// Some bytes of an allocation are touched.
    Touches(AllocationId, Range<u64>, Touch),
    /// The operation that runs starts a job with this number, whose work is done later.
    Defers(u32),
    /// The work of a job begins, inside of what waits for it or after the function.
    Works(u32),
    /// The work of a job is done.
    Finishes(u32),
}

impl Place {
    pub(super) fn of(m: &Module, memref: &MemRef) -> Self {
        let size = Layout::of(m, memref.element).map_or(0, |layout| layout.bytes() as i64);
        let mut bytes: Vec<Range<u64>> = Vec::new();
        let mut indices = Indices::new(&memref.sizes);
        while let Some(at) = indices.next() {
            let steps = at.iter().zip(&memref.strides);
            let element = memref.offset + steps.map(|(at, stride)| at * stride).sum::<i64>();
            let start = (memref.base + element * size) as u64;
            match bytes.last_mut() {
                Some(last) if last.end == start => last.end += size as u64,
                _ => bytes.push(start..start + size as u64),
            }
        }
        Self {
            allocation: memref.allocation,
            bytes,
        }
    }
}
