//! One-Shot Bufferize: rewrites programs on tensors into programs on buffers, in place wherever that is correct.
//!
//! Two steps, each usable separately: [`analysis`] decides which operands may be updated in place and inserts the
//! copies that the others need, still on tensors; [`rewrite`] replaces tensors by memrefs and makes no further
//! decisions. [`one_shot_bufferize`] runs both. Each is near-linear in the size of the program.
//!
//! Source: One-Shot Bufferize of MLIR 22. [`Options::is_reference`] reproduces its decisions, except where they
//! change what a program computes.

pub mod analysis;
mod extension;
mod options;
mod pass;
pub mod passes;
pub mod rewrite;

pub use extension::BufferModels;
pub use options::{BoundaryLayout, Heuristic, Options, UnknownLayout};
pub use pass::{OneShotBufferize, TensorCopyInsertion, one_shot_bufferize};
