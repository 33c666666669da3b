//! Tests of bufferization.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

mod common;

mod decisions;
mod fixtures;
mod fusion;
mod generator;
mod loops;
mod passes;
mod rewrite;
mod scaling;
mod semantics;
