//! Tests of the passes that lower the load.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

mod blocks;
mod carried;
mod common;
mod fixtures;
mod fusion;
mod loads;
mod padding;
mod parts;
mod real;
mod rematerialize;
mod reuse;
mod schedule;
