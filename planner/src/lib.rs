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
//! [`BufferId`], [`Units`]). Traces are checked when they are built, files when they are read. No input makes this
//! crate panic.
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
//! 7. certificates: `certify`
//! 8. many orders, repaired: `portfolio`
//! 9. in-place hints: `in_place`
//! 10. pools, relations and objectives: `constrained`
//! 11. planners, which may start from others by name: `algorithms`, `named`, `orient`, `registry`
//! 12. the page of symbols: `symbols`
//!
//! # Inside
//!
//! A `LifetimeTrace` that exists is well formed: everything from outside passes through `TraceBuilder::build`, which
//! bounds the sum of all padded sizes by 2^63 - 1, so that no planner has to check its sums. Planners are entries of a
//! static list; a `Registry` adds more at run time. Each declares its `Capabilities`, by which registries prepare
//! planners and tests select them. Planners count work, in `Units`, and never read a clock: a schedule depends on seed
//! and work limit only, not on the number of threads; a caller with a clock passes an `Interrupt`. `validate` shares
//! only the types with the planners. `wire` serialises traces and schedules through structs of its own, so core types
//! can change without breaking files; the schemas in `planner/schema/` describe the JSON forms.
//!
//! `reduce/` turns a trace into an instance: large units, dense sections, independent components. The address tree
//! (`placement/`), the orders and the dive of `portfolio/`, and the exact `search/` work on instances; `bounds/`
//! computes lower bounds on the peak. Large components are planned in two steps: first the items that determine the
//! peak (`portfolio/cores.rs`), by squeaky wheel optimization (`portfolio/squeaky_wheel.rs`), then the items around
//! them; short stretches of time in which these exceed the target are planned again (`portfolio/stretches.rs`). Half of
//! the runs of the search start along the deepest state found so far (`search/phase.rs`). This changes only the order
//! of children, so refutations stay sound. `certify/` proves bounds above the load again, in a form that
//! `memplan-certificate` checks. `named/` reproduces the planners of production compilers; tests compare them with
//! literal transcriptions of their sources.
//!
//! The tuned constants of an algorithm are the fields of its `Parameters`; the documentation of each struct says what
//! they were chosen on, and names the command that shows what a change costs.
//!
//! A trace may have `Relations`: pools, pairs of buffers that must, may not or should not share bytes, and an
//! objective. Simple planners do not see them: a registry refuses such traces unless a planner declares
//! `Capabilities::relations`. They are planned by `constrained/`: `problem.rs` reduces a trace to items and pairs,
//! `place.rs` puts items where they cost least, `bounds.rs` derives lower bounds from cliques, `oracle.rs` decides hard
//! pairs by the exact search (a set of pairs is a trace whose ticks are cliques), `search.rs` is a branch and bound
//! over prices, and `neighbourhoods.rs` improves what is too large for it. A schedule states a value and a bound for
//! each measure, and `validate/relations.rs` computes the values again. Where a trace has two pools and says when
//! buffers are accessed, `algorithms/spill/` decides where each buffer is at which access; `validate/residences.rs`
//! follows the content through residences and copies.
//!
//! A trace may have `Symbols`: sizes are polynomials, and `Buffer::size` is the size in the middle of the ranges, so
//! that inner loops see numbers. The registry plans such traces for planners of numbers (`SymbolUse::Oriented`):
//! `orient/` asks them at some shapes, and keeps which buffers lie below others. The page of [`symbols`] has the rest.
//!
//! For planners that declare it (`HintUse::Fused`), the registry handles in-place hints before planning. `InPlace`
//! fuses chains of buffers that can take over each other's memory, plans, and splits the chains again; if the schedule
//! without hints is lower, it keeps that one. `ProvedInPlace` searches further: with hints, whether two buffers may
//! share bytes no longer depends on their lifetimes alone, so `in_place/search.rs` is a branch and bound over the
//! conflicts of pairs. When a limit interrupts a planner, `placement/complete.rs` and `by_birth.rs` complete its
//! schedule without consulting the limit. Every schedule records what stopped its planner.

pub mod algorithms;
mod bounds;
mod builder;
mod certify;
mod constrained;
mod in_place;
pub mod named;
mod orders;
mod orient;
mod placement;
mod portfolio;
mod problem;
mod reduce;
pub mod registry;
mod search;
mod skyline;
pub mod symbols;
#[cfg(test)]
mod testing;
mod validate;
pub mod wire;

pub use algorithms::ProvedInPlace;
pub use bounds::{LoadWitness, load_witness, lower_bound};
pub use builder::{HeapEnd, ScheduleBuilder};
pub use certify::{NoCertificate, refute};
pub use constrained::{
    Clique, MoveWitness, PoolLink, PoolWitness, PriceWitness, RelationWitness, explain_relations,
};
pub use in_place::InPlace;
pub use memplan_plugin::{Field, OptionInfo, Options, PluginInfo};
pub use problem::{
    Access, AccessKind, Banks, BoundRule, Buffer, BufferId, BufferName, ByteWindow, Bytes,
    Capabilities, Feature, Gap, HintUse, InPlaceHint, InPlaceKind, Interrupt, Lifetime,
    LifetimeTrace, LoadStep, LowerBound, MAX_BUFFERS, Measure, MemoryPlan, MemoryPlanner,
    MemorySchedule, MemoryTraceScopes, Optimality, PairCost, PlanError, PlanOptions, PlannerKind,
    Pool, PoolId, PoolPart, PoolSchedule, Progress, ProofEffort, ProofScope, Provenance,
    RelationError, Relations, Residence, StopReason, SymbolUse, Term, Tick, TraceBuilder,
    TraceError, Units, Uses, WorkMeter, by_pool, load_profile,
};
pub use validate::{
    PaidCost, PairRule, Replay, ValidateOptions, Violation, paid_costs, pair_rule, replay, validate,
};
