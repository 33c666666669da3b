//! Placement passes: where buffers are allocated and freed, one buffer at a time.
//!
//! The passes have the names and options of MLIR's. Each runs on its own, before or after planning, and also on
//! programs that other tools deallocated. None of them depends on a planner.
//!
//! | pass | effect |
//! |---|---|
//! | [`BufferHoisting`] | allocates as early as the uses and the operands of the allocation allow |
//! | [`BufferLoopHoisting`] | allocates before the loop instead of in each iteration |
//! | [`PromoteBuffersToStack`] | allocates small buffers on the stack |
//! | [`BufferDeallocation`] | frees every buffer once, at static places; copies buffers without a single owner |
//! | [`CopyRemoval`] | removes superfluous copies |
//! | [`Liveness`] | frees right after the last use |
//! | [`ImmutableArguments`] | lets functions write to copies of their arguments |
//! | [`CopiesToDma`] | runs copies between memory spaces beside the program |
//! | [`LifetimeStats`] | prints how long buffers live |
//! | [`BufferResultsToOutParams`] | lets callers allocate what functions return |
//! | [`DonateArguments`] | drops results that donated arguments hold |
//! | [`DropEquivalentBufferResults`] | drops results that are arguments |
//! | [`UnknownOpsCapture`] | lets no pass trust unknown operations and functions without a body |
//!
//! ```
//! use memplan_mlir::text::{ParseOptions, PrintOptions, parse, print};
//!
//! let source = b"func.func @f(%n: index, %x: f32) {
//!   %c0 = arith.constant 0 : index
//!   %c1 = arith.constant 1 : index
//!   scf.for %i = %c0 to %n step %c1 {
//!     %a = memref.alloc() : memref<f32>
//!     memref.store %x, %a[] : memref<f32>
//!   }
//!   return
//! }";
//! let mut module = parse(source, &ParseOptions::default()).unwrap().module;
//! let root = module.root();
//! assert!(memplan_placement::hoist_out_of_loops(&mut module, root));
//! let text = print(&module, &PrintOptions::default());
//! assert!(text.find("memref.alloc").unwrap() < text.find("scf.for").unwrap());
//! ```
//!
//! # Inside
//!
//! One file per pass. Hoisting uses dominators and the aliases of a buffer; promotion also the cycles of blocks
//! (`cycles.rs`). Whether an operation may keep a buffer, the memory model answers. What functions take and return
//! changes only where all their uses are calls (`signatures.rs`).

mod buffer_results;
mod copies;
mod cycles;
mod deallocation;
mod dma;
pub mod donation;
mod drop_equivalent;
mod hoisting;
mod immutable;
mod lifetime_stats;
mod liveness;
mod signatures;
mod stack;
mod unknown_ops;

use std::sync::Arc;

use memplan_mlir::passes::PassPlugin;

pub use buffer_results::BufferResultsToOutParams;
pub use copies::{CopyRemoval, remove_copies};
pub use deallocation::{BufferDeallocation, Copies, deallocate};
pub use dma::{CopiesToDma, copies_to_dma};
pub use donation::DonateArguments;
pub use drop_equivalent::DropEquivalentBufferResults;
pub use hoisting::{BufferHoisting, BufferLoopHoisting, hoist, hoist_out_of_loops};
pub use immutable::{ImmutableArguments, copy_written_arguments};
pub use lifetime_stats::{LifetimeStats, lifetime_stats};
pub use liveness::{Liveness, free_early};
pub use stack::{PromoteBuffersToStack, promote};
pub use unknown_ops::UnknownOpsCapture;

/// The passes that change what functions take and return, with the default options: companions of bufferization.
pub fn signature_passes() -> Vec<Arc<dyn PassPlugin>> {
    vec![
        Arc::new(BufferResultsToOutParams::default()),
        Arc::new(DonateArguments::default()),
        Arc::new(DropEquivalentBufferResults),
    ]
}

/// All other passes of this crate, with the default options, in display order.
pub fn passes() -> Vec<Arc<dyn PassPlugin>> {
    vec![
        Arc::new(BufferHoisting),
        Arc::new(BufferLoopHoisting),
        Arc::new(PromoteBuffersToStack::default()),
        Arc::new(BufferDeallocation::default()),
        Arc::new(CopyRemoval::default()),
        Arc::new(Liveness),
        Arc::new(CopiesToDma),
        Arc::new(ImmutableArguments),
        Arc::new(LifetimeStats),
        Arc::new(UnknownOpsCapture),
    ]
}
