//! Memory planning for buffers whose sizes are known only at run time: offsets that are valid for every shape.
//!
//! Sizes are polynomials over symbols such as the batch and the sequence length of a model. A [`SymbolicTrace`] has
//! them beside lifetimes; [`orient`] makes an [`OrientationPlan`] of it, [`check`] proves that the plan is valid for
//! all sizes, and [`OrientationPlan::evaluate`] computes offsets for one shape.
//!
//! ```
//! use memplan_planner::{PlanOptions, registry};
//! use memplan_symbolic::{OrientOptions, check, orient, read_traces};
//!
//! let file = b"# symbol b 1..64\n# symbol s 32..1024\nid,lower,upper,size,alignment\n\
//!     q,0,3,256*b*s,64\nk,1,4,256*b*s,64\nscores,3,6,16*b*s*s,64\nmask,0,6,s*s,64\n";
//! let trace = &read_traces(file)?.traces[0];
//! let planner = registry::planner("auto{effort=quick}")?;
//! let plan = orient(trace, &*planner, &OrientOptions::default())?;
//! assert_eq!(check(trace, &plan), Ok(()));
//!
//! let (b, s) = (3, 100);
//! let at_run_time = plan.evaluate(&[b, s])?;
//! assert_eq!(at_run_time.peak, trace.at(&[b, s])?.max_load().max(at_run_time.peak));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Inside
//!
//! A placement says for any two buffers that are live at once which one lies below. These directions, without the
//! numbers, are an [`Orientation`]: an acyclic graph in which the offset of a buffer is the length of the longest path
//! to it. Two such buffers are ordered by a path whatever the sizes are, so no plan depends on the ranges of symbols.
//! Ranges only decide where the existing planners are asked for placements, and where orientations are compared.
//!
//! Conflicts are those of intervals. That is why `orientation.rs` needs neighbours in a sweep only, `2 n` edges at
//! most, and `check.rs` asks `2 n` questions instead of one for each pair. The checker has its own topological order,
//! its own sweep and its own arithmetic of roundings, and evaluates with the checker of schedules,
//! [`memplan_planner::validate()`].
//!
//! `wire.rs` and `plan_wire.rs` read and write the formats of the planner crate. They put numbers in the places of
//! expressions without moving anything, so that messages of the inner readers have the right positions. Binary files
//! are plain files with a section (`section.rs`), which plain readers refuse.

mod arithmetic;
mod check;
mod error;
mod orient;
mod orientation;
mod plan;
mod plan_wire;
mod planner;
mod samples;
mod section;
mod trace;
mod wire;

pub use arithmetic::{Arithmetic, Results, Value};
pub use check::{PlanFault, check};
pub use error::SymbolicError;
pub use memplan_support::symbolic::{
    ExpressionError, MAX_DEGREE, MAX_SYMBOLS, MAX_TERMS, Monomial, Polynomial, Symbol,
};
pub use orient::{OrientOptions, orient};
pub use orientation::Orientation;
pub use plan::{Evaluation, OrientationPlan, PlannedSize, Quality};
pub use plan_wire::{OrientationPlans, read_plans, write_plans};
pub use planner::{ORIENT, OrientPlanner};
pub use trace::{SymbolicTrace, values};
pub use wire::{SymbolicScopes, may_have_symbols, read_traces, trace_hash, write_traces};

/// The schema of traces with symbols in JSON.
pub const TRACE_SCHEMA: &str = include_str!("../schema/symbolic-trace.schema.json");

/// The schema of plans for all values of symbols in JSON.
pub const PLAN_SCHEMA: &str = include_str!("../schema/orientation-plan.schema.json");
