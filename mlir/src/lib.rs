//! The IR of memplan: MLIR text in, arenas of operations inside, MLIR text out. No LLVM is linked.
#![recursion_limit = "256"]

pub mod analyses;
pub mod dialects;
pub mod interfaces;
pub mod ir;
pub mod passes;
pub mod rewrite;
pub mod semantics;
pub mod syntax;
pub mod text;
pub mod verifier;

pub use ir::*;
