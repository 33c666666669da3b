//! Planners as WebAssembly components: plug-ins in any language that memplan runs in a sandbox.
//!
//! A plug-in implements the world `plug-in` of `wit/planner.wit`. It gets a trace, returns an offset for each buffer,
//! and sees nothing else: no files, clocks, network, or memory of its host. `WasmPlanner` compiles it with wasmtime
//! and runs each call in an instance of its own, so calls cannot influence each other. `Limits` bound the
//! instructions and the memory of a call, and a deadline or a cancellation ends it within some milliseconds. What it
//! returns passes the checker like any schedule.
//!
//! # Inside
//!
//! `runtime.rs` compiles components with wasmtime and calls each in a store of its own, with fuel, a limiter of memory,
//! and epochs that `ticker.rs` advances while plug-ins run. `cost.rs` refuses what takes long to compile, `planner.rs`
//! turns what plug-ins return into schedules and errors. Where plug-ins come from is a `Library`: files in `bin`, the
//! data folder in `service`. `tests/hostile.rs` has the ones that misbehave.

mod abi;
mod cost;
mod planner;
mod runtime;
mod ticker;

pub use planner::{ChosenBy, Library, WasmPlanner};
pub use runtime::{Limits, Raising};
