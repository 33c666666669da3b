//! One-Shot Bufferize: rewrites programs on tensors into programs on buffers, in place wherever that is correct.
//!
//! Two steps, each usable separately: [`analysis`] decides which operands may be updated in place and inserts the
//! copies that the others need, still on tensors; [`rewrite`] replaces tensors by memrefs and makes no further
//! decisions. [`one_shot_bufferize`] runs both. Each is near-linear in the size of the program.
//!
//! Source: One-Shot Bufferize of MLIR 22. [`Options::is_reference`] reproduces its decisions, except where they
//! change what a program computes.
//!
//! ```
//! use memplan_bufferize::{Options, one_shot_bufferize};
//! use memplan_mlir::text::{ParseOptions, PrintOptions, parse, print};
//!
//! // `%t` is read after the insertion, so the insertion writes to a copy.
//! let text = b"func.func @f(%t: tensor<8xf32>, %x: f32, %i: index) -> (tensor<8xf32>, f32) {
//!   %0 = tensor.insert %x into %t[%i] : tensor<8xf32>
//!   %1 = tensor.extract %t[%i] : tensor<8xf32>
//!   return %0, %1 : tensor<8xf32>, f32
//! }";
//! let mut module = parse(text, &ParseOptions::default()).unwrap().module;
//! let options = Options { function_boundaries: true, ..Options::default() };
//! one_shot_bufferize(&mut module, &options)?;
//! let text = print(&module, &PrintOptions::default());
//! assert!(text.contains("memref.copy %arg0, %alloc"));
//! assert!(text.contains("memref.store %arg1, %alloc[%arg2]"));
//! # Ok::<(), memplan_mlir::passes::PassError>(())
//! ```

pub mod analysis;
mod extension;
mod options;
mod pass;
pub mod passes;
pub mod rewrite;

pub use extension::BufferModels;
pub use options::{BoundaryLayout, Heuristic, Options, UnknownLayout};
pub use pass::{OneShotBufferize, TensorCopyInsertion, one_shot_bufferize};
