//! The tests of planners, bounds, limits and formats, in one program: linking it once is what keeps the test run short.

#[path = "common/brute_force.rs"]
mod brute_force;
mod common;

mod bounds;
mod chunk_literal;
mod hints;
mod ilp;
mod large;
mod limits;
mod named_literal;
mod oracle;
mod placer_oracle;
mod published;
mod scaling;
mod suite;
mod wire;
