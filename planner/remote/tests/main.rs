//! Planners outside of the process: programs, plug-ins in WebAssembly, and some that misbehave.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

#[cfg(all(unix, feature = "exec"))]
mod exec;
#[cfg(feature = "wasm")]
mod hostile;
#[cfg(feature = "wasm")]
mod library;
#[cfg(feature = "wasm")]
mod plug_ins;
