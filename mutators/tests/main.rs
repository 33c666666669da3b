//! The integration tests of merging and deallocation.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

mod common;

mod arena_arguments;
mod bufferized;
mod contracts;
mod corpus;
mod dealloc_programs;
mod dealloc_semantics;
mod donation;
mod fit;
mod fixtures;
mod generated;
mod hostile;
mod kinds;
mod load;
mod options;
mod orders;
mod ownership;
mod passes;
mod peaks;
mod pipeline;
mod plans;
mod plugins;
mod properties;
mod semantics;
mod side_by_side;
mod single_owner;
mod static_dealloc;
mod symbolic;
mod updates;
mod upstream;
mod views;
