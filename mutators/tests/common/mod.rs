//! The whole chain from text to text, and MLIR as an oracle, for the tests of this crate.

#![allow(
    dead_code,
    reason = "each test file is a crate of its own and uses a part of this module"
)]
#![allow(clippy::print_stderr, reason = "skipped tests print a message")]

pub(crate) mod arenas;
pub(crate) mod chain;
pub(crate) mod convention;
pub(crate) mod corpus;
pub(crate) mod interpreter;
pub(crate) mod passes;
pub(crate) mod programs;
pub(crate) mod real_mlir;
pub(crate) mod upstream;
