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
//!
//! # Layers
//!
//! Modules use those of their own line and of the lines above; `cargo xtask tidy` reads this list.
//!
//! 1. options: `options`
//! 2. decisions: `analysis`
//! 3. the rewriting from tensors to buffers, and from tensors to tensors: `rewrite`, `tensors`
//! 4. operations of other crates: `extension`
//! 5. passes: `pass`, `passes`
//!
//! # Inside
//!
//! `analysis/` decides for every tensor operand whether it is updated in place. `facts.rs` asks the models of `models/`
//! about each operation, `decide.rs` goes over the operands in some order, and `conflicts.rs` tests whether a decision
//! would break an earlier one. Alias sets (`sets.rs`) know their reads and writes by position, so that a decision looks
//! only at the pairs that it brings together, and the analysis is near-linear. `plan.rs` turns decisions into copies,
//! `insert.rs` inserts them. Decisions about functions are made callees first; callers know a callee by its `Summary`.
//! With `compat=reference` the decisions are those of mlir-opt 22, except where they change results. `rewrite/`
//! replaces tensors by memrefs: it infers all buffer types first (`types.rs`), then rewrites each operation by its
//! model.
//!
//! `rewrite/` replaces tensors by memrefs and takes no decision about copies. `types.rs` infers the type of every
//! tensor's buffer as a fixed point before anything changes; `models/` has, per dialect, how types flow through an
//! operation and what replaces it; `rewriter.rs` keeps the replaced operations until the end, so that later ones can
//! still be looked at on tensors. Programs add models with `BufferModels`, an extension of their dialects. `passes/`
//! has the companion passes, `tensors/` those that run before.

pub mod analysis;
mod extension;
mod options;
mod pass;
pub mod passes;
pub mod rewrite;
pub mod tensors;

pub use extension::BufferModels;
pub use options::{BoundaryLayout, Heuristic, Options, UnknownLayout};
pub use pass::{OneShotBufferize, TensorCopyInsertion, one_shot_bufferize};
pub use rewrite::{AlternateBuffers, alternate_buffers};
