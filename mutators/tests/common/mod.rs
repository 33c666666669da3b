//! The whole chain from text to text, and the real MLIR, for the tests of this crate.

#![allow(
    dead_code,
    reason = "each test file is a crate of its own and uses a part of this module"
)]

pub(crate) mod chain;
pub(crate) mod interpreter;
pub(crate) mod passes;
pub(crate) mod real_mlir;
