//! The integration tests of the placement passes.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

mod custom;
mod fixtures;
mod many_copies;
mod upstream;
