//! The service, end to end, through the built command and plain sockets.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "helpers of tests fail where they fail"
)]

mod errors;
mod faults;
pub(crate) mod http;
mod jobs;
mod limits;
mod mutants;
mod page;
mod remote;
mod routes;
#[cfg(feature = "wasm")]
mod wasm;
