//! The tests of planners, bounds, limits and formats, in one program: linking it once is what keeps the test run short.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

#[path = "common/brute_force.rs"]
mod brute_force;
mod common;

mod anytime;
mod bounds;
mod chunk_literal;
mod constrained;
mod constrained_corners;
mod constrained_others;
mod earlier;
mod hints;
mod ilp;
mod large;
mod limits;
mod monotone;
mod named_literal;
mod oracle;
mod placer_oracle;
mod published;
mod residences;
mod scaling;
mod suite;
mod symbols;
mod wire;
