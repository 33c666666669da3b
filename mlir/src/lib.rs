//! The IR of memplan: parses MLIR text, represents it as arenas of operations, and prints it.
//!
//! LLVM is not linked.
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
