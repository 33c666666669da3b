//! The header, programs in C over the library, and the plug-in of MLIR.
#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a failure here is one of the test"
)]

mod common;
mod header;
mod plugin;
mod programs;
