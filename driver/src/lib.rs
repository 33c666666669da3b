//! memplan as a library: a static memory planner for MLIR. It computes when each buffer of a program is live, assigns
//! the buffers of each scope offsets in merged allocations, rewrites the program, and inserts deallocations.
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
//! The program allocates two buffers of 1024 bytes that are never live at once, so one allocation of 1024 bytes
//! is enough for both. [`Report`] says what was merged, what was skipped and why, and how much memory that saves.
//!
//! # Terms
//!
//! * A *scope* is an operation, such as a function or a parallel loop, whose block receives merged allocations.
//! * A *trace* ([`LifetimeTrace`](memplan_planner::LifetimeTrace)) is the planning problem: the buffers to be merged
//!   into one allocation, each with its size, alignment and lifetime. A lifetime is an interval of *ticks*, which
//!   number the operations of a function in the order of the program. A *collector* ([`memplan_collectors`])
//!   computes traces from a program.
//! * A *schedule* ([`MemorySchedule`](memplan_planner::MemorySchedule)) is the solution: an offset for each buffer
//!   of a trace. A *planner* ([`memplan_planner`]) computes it; the *checker*
//!   ([`validate`](memplan_planner::validate())) accepts or rejects it. Its *peak* is the size of the merged
//!   allocation, which is also called the *arena*.
//! * A *plan* ([`MemoryPlan`](memplan_planner::MemoryPlan)) is the schedules of all traces of a program, as a file
//!   holds them. A *mutator* ([`memplan_mutators`]) rewrites the program accordingly.
//! * The *run-time peak* ([`RunTimePeak`]) is the most bytes that a function holds on the heap at once.
//!
//! # Steps
//!
//! [`Merge`] runs all steps. Each step is also a method that takes and returns plain data, for callers that need
//! intermediate results:
//!
//! | step | from | to | error |
//! | --- | --- | --- | --- |
//! | [`Merge::prepare`] | a valid [`Module`](memplan_mlir::Module) | the module on buffers instead of tensors ([`bufferize`]), with a lower run-time peak ([`lower_peak`](lower_peak())) | [`Error::Bufferize`], [`Error::InvalidResult`] |
//! | [`Merge::collect`] | the module | [`Collected`]: a trace for each merged allocation, and the allocations that are skipped or deleted | [`Error::Collect`], [`Error::TooLarge`] |
//! | [`Merge::plan`] | [`Collected`] | a [`Planned`] schedule for each trace, accepted by the checker | [`Error::Plan`], [`Error::InvalidSchedule`] |
//! | [`Merge::apply`] | module, traces, schedules | the rewritten module, verified, and a [`Report`] | [`Error::Apply`], [`Error::InvalidResult`] |
//! | [`Merge::deallocate`] | the rewritten module | the module with deallocations, verified | [`Error::Deallocate`], [`Error::InvalidResult`] |
//!
//! ```
//! use memplan::{Context, Error, Merge};
//! use memplan_mlir::text::{ParseOptions, PrintOptions, parse, print};
//!
//! let program = b"func.func @main(%x: memref<256xf32>) {
//!   %a = memref.alloc() : memref<256xf32>
//!   memref.copy %x, %a : memref<256xf32> to memref<256xf32>
//!   memref.copy %a, %x : memref<256xf32> to memref<256xf32>
//!   %b = memref.alloc() : memref<256xf32>
//!   memref.copy %x, %b : memref<256xf32> to memref<256xf32>
//!   memref.copy %b, %x : memref<256xf32> to memref<256xf32>
//!   return
//! }";
//! let context = Context::default();
//! let options = ParseOptions { dialects: Some(&context.dialects), ..ParseOptions::default() };
//! let mut module = parse(program, &options).map_err(Error::Program)?.module;
//! let job = Merge::new(&context)?;
//!
//! job.prepare(&mut module)?;
//! let found = job.collect(&module)?;
//! assert_eq!(found.scopes[0].trace.to_string(), "main/alloc0 3..5 1024 align=64\nmain/alloc1 6..8 1024 align=64");
//! let planned = job.plan(&found)?;
//! assert_eq!(planned[0].schedule.total_size.0, 1024);
//! let report = job.apply(&mut module, &found, &planned)?;
//! assert_eq!(report.n_merged, 2);
//! job.deallocate(&mut module)?;
//! assert!(print(&module, &PrintOptions::default()).contains("memref.dealloc"));
//! # Ok::<(), Error>(())
//! ```
//!
//! [`Merge::with_plan`] uses an existing plan instead of a planner; a plan for another module is rejected.
//!
//! # Plug-ins
//!
//! A [`Context`] holds the registries of planners, collectors, mutators, passes, trace readers and dialects.
//! Specifications such as `best-fit{alignment=128}` are looked up there, and a program registers its own plug-ins
//! there. [`Context::read_traces`] reads traces that other tools wrote. [`Context::all_passes`] returns all passes,
//! including `merge-alloc`, which collects, plans and rewrites as one pass.
//!
//! # Crates
//!
//! This crate connects the others, which can also be used separately:
//!
//! | crate | contents |
//! | --- | --- |
//! | [`memplan_mlir`] | the IR, parser, printer, verifier, analyses and pass manager |
//! | [`memplan_dialects_extra`] | the dialects `async`, `gpu`, `llvm` and `tosa` |
//! | [`memplan_bufferize`] | One-Shot Bufferize: from tensors to buffers |
//! | [`memplan_memory`] | passes that lower the number of bytes that are live at once |
//! | [`memplan_collectors`] | collectors, and readers of traces of other tools |
//! | [`memplan_planner`] | traces, schedules, planners and the checker; it does not depend on MLIR |
//! | [`memplan_mutators`] | mutators and ownership-based deallocation |
//! | [`memplan_placement`] | passes that move, copy and free single buffers |
//!
//! # Files, clocks, threads
//!
//! The library reads no file, environment or clock, and prints nothing. Deadlines and cancellation are
//! [`Interrupt`](memplan_planner::Interrupt)s in [`PlanOptions`](memplan_planner::PlanOptions); a caller
//! with a clock passes it as [`Context::clock`]. Results do not depend on the number of threads.
//!
//! # Layers
//!
//! Modules use those of their own line and of the lines above; `cargo xtask tidy` reads this list.
//!
//! 1. clocks, threads, errors: `clock`, `threads`, `error`
//! 2. facts about programs: `dims`, `origins`, `run_time`, `merge_plan`, `alias_scopes`
//! 3. deallocation, and plans of traces: `dealloc`, `planning`, `capacity`, `explain`
//! 4. what may be done with arguments, and bufferization: `donation`, `tensors`
//! 5. allocations that do not raise the peak, and results for callers: `arenas`, `results`
//! 6. the search for lower peaks: `lower_peak`
//! 7. plug-ins: `context`, `reading`
//! 8. single steps, pools, and sizes that depend on symbols: `steps`, `pools`, `symbolic`
//! 9. the report: `report`
//! 10. callees before callers: `rounds`
//! 11. the job: `merge`
//! 12. what is made of jobs: `options`, `fit`, `curve`, `passes`
//!
//! # Inside
//!
//! `arenas/` sees to it that merging never raises the run-time peak: it deallocates a copy of the program, asks the
//! memory model (`heap`) how much room each operation leaves under the peak, and divides what was collected among
//! merged allocations that fit. For functions that take memory from callers it tries first whether one allocation fits
//! during the whole call; `rounds.rs` then plans callees before callers. All steps as a library. `Merge` bufferizes
//! programs on tensors (`tensors.rs`), lowers the run-time peak (`lower_peak/`: a best-first search over programs,
//! whose passes are the rows of `moves.rs`), collects, plans, checks, applies, deallocates and verifies; each step is
//! also a function over plain data (`steps.rs`, `planning.rs`). `Context` holds the registries and, optionally, a
//! clock; the library itself reads none. `Report` accounts for every buffer. `Error` has a variant for each step, with
//! source spans if the program is at fault. `report/json.rs` is the report as command and service serialise it.
//! `reading.rs` reads traces and plans, with a trace reader or in memplan's own formats. `pools.rs` puts buffers into a
//! fast memory before they are merged. `passes/` is the registry of all passes, including `merge-alloc`, which runs all
//! steps as one pass.

pub mod alias_scopes;
mod arenas;
mod capacity;
mod clock;
mod context;
mod curve;
mod dealloc;
mod dims;
mod donation;
mod error;
mod explain;
mod fit;
mod lower_peak;
mod merge;
mod merge_plan;
mod options;
mod origins;
mod passes;
mod planning;
mod pools;
mod reading;
mod report;
mod results;
mod rounds;
mod run_time;
mod steps;
mod symbolic;
mod tensors;
mod threads;

pub use arenas::{ChosenCollector, arenas_option};
pub use capacity::{Answer, Decision, decide};
pub use clock::{Clock, parse_duration, time_option, within};
pub use context::{ChosenPlanner, Context};
pub use curve::CurvePoint;
pub use dealloc::deallocate;
pub use dims::{DimName, DimRange, EqualDims, SizeOptions, declare_dims};
pub use donation::{ArgumentOptions, Donate, DonatedName, DonationForm};
pub use error::{ChoiceError, Error, Rejected, TooLittle};
pub use explain::{Core, Effect, Explanation, Link, Sensitivity, explain, sensitivity};
pub use lower_peak::{
    Blocks, LowerPeak, MemoryShape, PassRuns, PeakStep, SearchLimits, lower_peak,
};
pub use memplan_bufferize::donation::{DonatedArgument, OldResult, old_results};
pub use memplan_collectors::Collected;
pub use memplan_collectors::readers::{LeftOut, TraceFile, TraceInput};
pub use merge::{Deallocation, MemoryCopies, Merge, Merged};
pub use merge_plan::merge_plan;
pub use options::{FrontDoor, JobOption, JobOptions, OptionKind, OptionLevel};
pub use origins::{Origin, origins};
pub use planning::{Planned, check_schedule, plan, plan_trace, schedules_of};
pub use pools::{
    FixedBuffer, FunctionPools, MemoryPools, MoveSchedules, PoolReport, move_between_pools,
    pool_traces,
};
pub use reading::{ReadError, read_plan, read_traces};
pub use report::{
    Arena, CalleeArenas, Figures, HeapBounds, Prepared, ReplacedSchedule, Report, ReportJson,
    ReportSource, ReportTimes, ScopeReport, SkippedBuffer,
};
pub use results::results_to_callers;
pub use run_time::{RunTimePeak, run_time_peaks};
pub use steps::{NotPlanned, collect, not_planned, rewrite, traces};
pub use symbolic::{SymbolicArenaReport, SymbolicPeak, symbolic_traces};
pub use tensors::{Bufferized, NewBuffer, bufferize};
