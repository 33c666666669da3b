//! memplan as a library: computes when each buffer of an MLIR program is live, assigns all of them
//! offsets in one merged allocation, rewrites the program, and inserts deallocations.
//!
//! ```
//! use memplan::{Context, Merge};
//!
//! let program = "func.func @main(%x: memref<256xf32>) {
//!   %a = memref.alloc() : memref<256xf32>
//!   memref.copy %x, %a : memref<256xf32> to memref<256xf32>
//!   memref.copy %a, %x : memref<256xf32> to memref<256xf32>
//!   %b = memref.alloc() : memref<256xf32>
//!   memref.copy %x, %b : memref<256xf32> to memref<256xf32>
//!   memref.copy %b, %x : memref<256xf32> to memref<256xf32>
//!   return
//! }";
//! let context = Context::default();
//! let merged = Merge::new(&context)?.planner("best-fit")?.run_text(program)?;
//!
//! assert_eq!(merged.report.total.separate_bytes, 2048);
//! assert_eq!(merged.report.total.peak_bytes, 1024);
//! assert!(merged.text().contains("memref<1024xi8>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Steps
//!
//! [`Merge`] runs all steps. Each step is also a function over plain data, for callers that need intermediate results:
//!
//! | step | from | to | error |
//! | --- | --- | --- | --- |
//! | [`bufferize`] | a valid [`Module`](memplan_mlir::Module) on tensors | the module on buffers, and how many tensors became in place | [`Error::Bufferize`] |
//! | [`Merge::prepare`] | a valid module | the module on buffers, with lower run-time peaks, and what each pass reached | [`Error::Bufferize`] |
//! | [`Merge::collect`] | a valid [`Module`](memplan_mlir::Module) | [`Collected`]: a trace for each scope, and the allocations that are skipped or deleted | [`Error::Collect`], [`Error::TooLarge`] |
//! | [`Merge::plan`] | [`Collected`] | a [`Planned`] schedule for each trace, accepted by the checker | [`Error::Plan`], [`Error::InvalidSchedule`] |
//! | [`Merge::apply`] | module, traces, schedules | the rewritten module, verified, and a [`Report`] | [`Error::Apply`] |
//! | [`Merge::deallocate`] | the rewritten module | the module with deallocations, verified | [`Error::Deallocate`] |
//!
//! [`Merge::with_plan`] uses an existing plan instead of a planner; a plan for another module is rejected.
//!
//! # Plug-ins
//!
//! A [`Context`] holds the registries in which specifications such as `best-fit{alignment=128}` are looked up. A
//! program adds its own plug-ins there. [`Context::read_traces`] reads the files of other tools with its trace readers.
//! [`Context::all_passes`] has all passes, including `merge-alloc`, which runs all steps as one pass.
//!
//! # Files, clocks, threads
//!
//! The library reads no file, environment or clock, and prints nothing. Deadlines and cancellation are
//! [`Interrupt`](memplan_planner::Interrupt)s in [`PlanOptions`](memplan_planner::PlanOptions); a caller
//! with a clock passes it as [`Context::clock`]. Results do not depend on the number of threads.

mod arenas;
mod clock;
mod context;
mod error;
mod lower_peak;
mod merge;
mod merge_plan;
mod origins;
mod passes;
mod planning;
mod reading;
mod report;
mod results;
mod rounds;
mod steps;
mod tensors;
mod threads;

pub use arenas::ARENAS_OPTION;
pub use clock::{Clock, TIME_OPTION, parse_duration, within};
pub use context::{ChoiceError, ChosenPlanner, Context};
pub use error::{Error, Rejected};
pub use lower_peak::{LowerPeak, PeakStep, lower_peak};
pub use memplan_collectors::Collected;
pub use memplan_collectors::readers::{LeftOut, TraceFile, TraceInput};
pub use merge::{Deallocation, Merge, Merged, Prepared};
pub use merge_plan::merge_plan;
pub use origins::{Origin, origins};
pub use planning::{Planned, check_schedule, plan, plan_trace, schedules_of};
pub use reading::{ReadError, read_plan, read_traces};
pub use report::{
    Arena, CalleeArenas, Figures, HeapBounds, ReplacedSchedule, Report, ReportJson, ReportSource,
    ReportTimes, RunTimePeak, ScopeReport, SkippedBuffer, run_time_peaks,
};
pub use results::results_to_callers;
pub use steps::{NotPlanned, collect, deallocate, not_planned, rewrite, traces};
pub use tensors::{Bufferized, NewBuffer, bufferize};
