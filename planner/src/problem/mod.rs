//! The planning problem: traces, schedules, the options of a run, and what a planner is.

mod arithmetic;
pub(crate) mod budget;
mod buffer;
mod by_pool;
mod capabilities;
pub(crate) mod load;
mod name;
pub(crate) mod notation;
mod options;
mod orientation;
mod oriented;
mod planner;
pub(crate) mod relations;
pub(crate) mod samples;
mod schedule;
pub(crate) mod sections;
mod symbolic_error;
mod symbols;
mod trace;
pub(crate) mod units;
mod uses;

pub use arithmetic::{Arithmetic, Results, Value};
pub use buffer::{Buffer, ByteWindow, Gap, InPlaceHint, InPlaceKind, Lifetime};
pub use by_pool::{PoolPart, by_pool};
pub use capabilities::{Capabilities, HintUse, PlannerKind, ProofEffort, ProofScope, SymbolUse};
pub use load::{LoadStep, load_profile};
pub use name::BufferName;
pub use options::{Interrupt, PlanOptions, Progress, StopReason, WorkMeter};
pub use orientation::Orientation;
pub use oriented::{Evaluation, OrientationPlan, PlannedSize, Quality};
pub use planner::{MemoryPlanner, PlanError};
pub use relations::{Banks, Feature, Measure, PairCost, Pool, PoolId, RelationError, Relations};
pub use schedule::{
    BoundRule, LowerBound, MemoryPlan, MemorySchedule, MemoryTraceScopes, Optimality, PoolSchedule,
    Provenance, Term,
};
pub use symbolic_error::SymbolicError;
pub use symbols::{Symbols, values};
pub use trace::{LifetimeTrace, MAX_BUFFERS, TraceBuilder, TraceError};
pub use units::{BufferId, Bytes, Tick, Units};
pub use uses::{Access, AccessKind, Residence, Uses};
