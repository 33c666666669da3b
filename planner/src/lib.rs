//! Static memory planning: assigns each buffer, with a fixed lifetime and size, an offset in one arena, such that
//! no two buffers share a byte while both are live and the arena is as small as possible.
//!
//! The problem is a [`LifetimeTrace`], the solution a [`MemorySchedule`]. A [`MemoryPlanner`] computes a schedule for
//! a trace; the [`registry`] finds planners by name. The checker [`validate()`] shares no code with the planners.
//! [`wire`] encodes traces and plans as bytes. This crate does not use files, clocks, terminals or IR.
//!
//! ```
//! use memplan_planner::{LifetimeTrace, PlanOptions, ValidateOptions, registry, validate};
//!
//! let trace: LifetimeTrace = "weights 0..9 4096\n a 0..2 1024\n b 2..4 1024".parse()?;
//! let planner = registry::planner("greedy-by-size{alignment=64}")?;
//! let schedule = planner.plan(&trace, &PlanOptions::default())?;
//!
//! assert_eq!(schedule.peak(), trace.max_load());
//! assert_eq!(validate(&trace, &schedule, &ValidateOptions::default()), Ok(()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All lifetimes are half-open, and every number has its unit in its type ([`Bytes`], [`Tick`],
//! [`BufferId`], [`Units`]). Traces are checked when they are built, files when they are read. No input makes this crate panic.
//!
//! # Layers
//!
//! Modules use those of their own line and of the lines above; `cargo xtask tidy` reads this list.
//!
//! 1. traces, schedules, options and what a planner is: `problem`
//! 2. the checker and the formats: `validate`, `wire`
//! 3. instances, and what is placed of them: `reduce`, `placement`
//! 4. lower bounds: `bounds`
//! 5. plans in one pass: `builder`, `orders`, `skyline`
//! 6. the exact search: `search`
//! 7. many orders, repaired: `portfolio`
//! 8. in-place hints: `in_place`
//! 9. planners, which may start from others by name: `algorithms`, `named`, `registry`

pub mod algorithms;
mod bounds;
mod builder;
mod in_place;
pub mod named;
mod orders;
mod placement;
mod portfolio;
mod problem;
mod reduce;
pub mod registry;
mod search;
mod skyline;
#[cfg(test)]
mod testing;
mod validate;
pub mod wire;

pub use algorithms::ProvedInPlace;
pub use bounds::{LoadWitness, LowerBound, load_witness, lower_bound};
pub use builder::{HeapEnd, ScheduleBuilder};
pub use in_place::InPlace;
pub use memplan_plugin::{OptionInfo, PluginInfo};
pub use problem::{
    BoundRule, Buffer, BufferId, BufferName, ByteWindow, Bytes, Capabilities, Gap, HintUse,
    InPlaceHint, InPlaceKind, Interrupt, Lifetime, LifetimeTrace, LoadStep, MAX_BUFFERS,
    MemoryPlan, MemoryPlanner, MemorySchedule, MemoryTraceScopes, Optimality, PlanError,
    PlanOptions, PlannerKind, Progress, ProofEffort, ProofScope, Provenance, StopReason, Tick,
    TraceBuilder, TraceError, Units, WorkMeter, load_profile,
};
pub use validate::{ValidateOptions, Violation, validate};
