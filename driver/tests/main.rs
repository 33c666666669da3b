//! The tests of the job as a library, in one program.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

mod dynamic;
mod errors;
mod fit;
mod functions;
mod passes;
mod programs;
#[cfg(feature = "schema")]
mod report_types;
mod reports;
mod search;
mod tensors;
