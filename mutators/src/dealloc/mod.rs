//! Deallocation passes: free every buffer exactly once, and lower the result to plain operations.

pub(crate) mod arena;
mod calls;
mod error;
pub mod expand_realloc;
pub mod liveness;
pub mod lower;
pub mod lower_clones;
pub mod ownership;
mod pipeline;
mod queries;
pub mod simplify;

pub use calls::PrivateCalls;
pub use error::{DeallocError, DeallocWarning};

use memplan_mlir::passes::{PassDef, PipelineDef};

/// The deallocation passes, in display order.
pub const PASSES: &[PassDef] = &[
    expand_realloc::DEF,
    ownership::DEF,
    simplify::DEF,
    lower::DEF,
    lower_clones::DEF,
    liveness::DEF,
];

/// The named pipelines of deallocation passes.
pub const PIPELINES: &[PipelineDef] = &[pipeline::DEF];
