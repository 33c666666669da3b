//! Planners as WebAssembly components: plug-ins in any language that memplan runs in a sandbox.
//!
//! A plug-in implements the world `plug-in` of `wit/planner.wit`. It gets a trace, returns an offset for each buffer,
//! and sees nothing else: no files, clocks, network, or memory of its host. `WasmPlanner` compiles it with wasmtime
//! and runs each call in an instance of its own, so calls cannot influence each other. `Limits` bound the
//! instructions and the memory of a call, and a deadline or a cancellation ends it within some milliseconds. What it
//! returns passes the checker like any schedule.
//!
//! Everything is behind the feature `engine`, because wasmtime takes long to compile.
#![cfg(feature = "engine")]

mod abi;
mod cost;
mod planner;
mod runtime;
mod ticker;

pub use planner::{ChosenBy, Library, WasmPlanner};
pub use runtime::{Limits, Raising};
