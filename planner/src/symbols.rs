//! Sizes that are known only at run time: a part of traces and of schedules.
//!
//! Sizes are polynomials over symbols such as the batch and the sequence length of a model. A trace has them as
//! [`Symbols`], beside [`Buffer::size`](crate::Buffer::size), the size in the middle of the ranges. Every planner of a
//! [registry](crate::registry) plans such traces: the schedule has an [`OrientationPlan`], which
//! [`MemorySchedule::at`](crate::MemorySchedule::at) evaluates, and [`validate()`](crate::validate()) proves that it
//! is valid for all sizes.
//!
//! ```
//! use memplan_planner::{PlanOptions, ValidateOptions, registry, validate, wire};
//!
//! let file = b"# symbol b 1..64\n# symbol s 32..1024\nid,lower,upper,size,alignment\n\
//!     q,0,3,256*b*s,64\nk,1,4,256*b*s,64\nscores,3,6,16*b*s*s,64\nmask,0,6,s*s,64\n";
//! let trace = &wire::read_trace(file)?.traces[0];
//! let schedule = registry::planner("best-fit")?.plan(trace, &PlanOptions::default())?;
//! assert_eq!(validate(trace, &schedule, &ValidateOptions::default()), Ok(()));
//!
//! let values = [3, 100];
//! let at_run_time = schedule.at(&values)?;
//! assert!(trace.at(&values)?.max_load() <= at_run_time.total_size);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Inside
//!
//! A placement says for any two buffers that are live at once which one lies below. These directions, without the
//! numbers, are an [`Orientation`]: an acyclic graph in which the offset of a buffer is the length of the longest path
//! to it. Two such buffers are ordered by a path whatever the sizes are, so no plan depends on the ranges of symbols.
//! Ranges only decide where planners are asked for placements, and where orientations are compared.
//!
//! Conflicts are those of intervals. That is why an orientation needs neighbours in a sweep only, `2 n` edges at most,
//! and [`check`] asks `2 n` questions instead of one for each pair. The checker has its own topological order, its own
//! sweep and its own arithmetic of roundings, and evaluates with the checker of schedules.

pub use memplan_support::symbolic::{
    ExpressionError, MAX_DEGREE, MAX_SYMBOLS, MAX_TERMS, Monomial, Polynomial, Symbol,
};

pub use crate::orient::{ORIENT, OrientOptions, OrientPlanner, orient};
pub use crate::problem::{
    Arithmetic, Evaluation, Orientation, OrientationPlan, PlannedSize, Quality, Results,
    SymbolicError, Symbols, Value, values,
};
pub use crate::validate::{PlanFault, check};
