//! A checker of merged allocations, as compilers have one for register allocation: it follows which buffer's content
//! each byte of a merged allocation holds, and judges every read.
//!
//! It looks at the program after the rewrite alone. A `memref.view` of an allocation is a *buffer*, whose life begins
//! at the view. A read through a view of a buffer must find what the buffer wrote: if another buffer has overwritten
//! it, or the allocation is freed, the merge is wrong. Bytes that the buffer has not written yet may hold anything, as
//! in the program before.
//!
//! Offsets and sizes that are known only at run time are formulas: two buffers are apart if the offset of one is never
//! less than the end of the other. Dimensions that only the meaning of operations makes equal are different values
//! here, and a size that passes through a narrower type is taken to fit it.
//!
//! Work that an operation begins, such as an asynchronous copy, may access its operands as long as its token, or what
//! comes of that, is used: where something waits for it, they must still hold what they did.
//!
//! It shares no code with collectors, planners and mutators, so that it does not repeat their mistakes: views and
//! accesses are in a small table of its own, and an operation that is not in the table may do anything. It proves less
//! than the collectors know; reads that it neither proves nor refutes are counted.
//!
//! Source: the checker of register allocations in regalloc2 (Fallin, 2021).

mod accesses;
mod buffers;
mod content;
mod formulas;
mod run;

use memplan_mlir::{Module, OpId};

use buffers::Buffers;
use run::Run;

/// What the checker says about a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Wrong merges, in the order of the program.
    pub wrong: Vec<WrongMerge>,
    /// Operations with a read that is neither proved right nor wrong, in the order of the program.
    pub unproved: Vec<OpId>,
    /// Buffers in merged allocations.
    pub n_buffers: usize,
}

/// An access that a merge made wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongMerge {
    /// The access.
    pub op: OpId,
    /// The view that is the buffer.
    pub view: OpId,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with a merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// It reads bytes that this operation overwrote through another buffer.
    #[error("it reads a buffer that another buffer in the same bytes has overwritten")]
    Overwritten {
        /// The operation that overwrote them.
        by: OpId,
    },
    /// It reads bytes that this operation freed.
    #[error("it reads a buffer of a merged allocation that is freed")]
    Freed {
        /// The operation that freed them.
        by: OpId,
    },
    /// The buffer ends after the merged allocation.
    #[error("the buffer ends after the merged allocation")]
    OutOfBounds,
    /// Iterations that run side by side have the buffer in the same bytes.
    #[error("iterations that run side by side share the bytes of the buffer")]
    SharedByIterations,
}

/// Checks the merged allocations in an operation: a function, or a module with all of its functions. Near-linear in its
/// operations and the accesses of buffers, for each level of loops.
pub fn check(m: &Module, root: OpId) -> Checked {
    let buffers = Buffers::new(m, root);
    if buffers.is_empty() {
        return Checked::default();
    }
    Run::new(m, &buffers).check(root)
}

#[cfg(test)]
mod tests;
