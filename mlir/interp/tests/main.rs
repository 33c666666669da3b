//! The tests of the interpreter, and of rewrites and proofs that are checked by execution.

mod engines;
mod programs;
mod programs_by_hand;
mod rewrite;
mod tables;
