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
//! assert_eq!(merged.report.merged.total.separate_bytes, 2048);
//! assert_eq!(merged.report.merged.total.peak_bytes, 1024);
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
//! # Stages
//!
//! [`Merge`] holds the plug-ins and options, and chooses the stages that run on a program. Each [`Stage`] takes the
//! [`Job`], which is the program with what earlier stages have noted, and adds its section to the [`Report`]:
//!
//! | stage | what it does | section | errors |
//! | --- | --- | --- | --- |
//! | [`Stage::Declare`] | states what is known and allowed of arguments | | [`Error::Program`] |
//! | [`Stage::Bufferize`], [`Stage::Lower`], [`Stage::Fit`] | the program is on buffers instead of tensors ([`bufferize`]), with a lower run-time peak ([`lower_peak`](lower_peak())) | [`Prepared`] | [`Error::Bufferize`], [`Error::InvalidResult`], [`Error::TooLittle`] |
//! | [`Stage::Place`] | puts buffers into a fast memory | [`PoolReport`] | [`Error::Pools`] |
//! | [`Stage::Collect`] | [`Collected`]: a trace for each merged allocation, and the allocations that are skipped or deleted | | [`Error::Collect`], [`Error::TooLarge`] |
//! | [`Stage::Apply`] | a [`Planned`] schedule for each trace, accepted by the checker; the program is rewritten, verified, and its merged allocations are judged | [`MergedBuffers`] | [`Error::Plan`], [`Error::InvalidSchedule`], [`Error::Apply`], [`Error::InvalidResult`], [`Error::WrongMerge`] |
//! | [`Stage::Free`] | deallocations | [`Peaks`] | [`Error::Deallocate`], [`Error::InvalidResult`] |
//! | [`Stage::Copy`] | copies between memories run beside the program | | [`Error::InvalidResult`] |
//!
//! ```
//! use memplan::{Context, Error, Merge, Stage};
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
//! let merge = Merge::new(&context)?;
//! let mut job = merge.start(&mut module);
//!
//! job.run_to(Stage::Collect)?;
//! let collected = job.collected.as_ref().unwrap();
//! assert_eq!(collected.scopes[0].trace.to_string(), "main/alloc0 3..5 1024 align=64\nmain/alloc1 6..8 1024 align=64");
//! assert_eq!(merge.plan(collected)?[0].schedule.total_size.0, 1024);
//!
//! Stage::Apply.run(&mut job)?;
//! assert_eq!(job.report.merged.n_merged, 2);
//! Stage::Free.run(&mut job)?;
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
//! | [`memplan_collectors`] | collectors: lifetimes from IR |
//! | [`memplan_readers`] | readers of traces of other tools |
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
//! 1. clocks, threads, what a front end says, errors, schemas: `clock`, `threads`, `origins`, `error`, `schema`
//! 2. facts about programs: `dims`, `run_time`, `merge_plan`
//! 3. deallocation, and plans of traces: `dealloc`, `planning`, `capacity`, `explain`
//! 4. what may be done with arguments, and bufferization: `donation`, `tensors`
//! 5. allocations that do not raise the peak: `arenas`
//! 6. the search for lower peaks: `lower_peak`
//! 7. plug-ins: `context`, `reading`, `listing`
//! 8. single steps, pools, and sizes that depend on symbols: `steps`, `pools`, `symbolic`
//! 9. the report: `report`
//! 10. plug-ins and options of a job: `merge`
//! 11. its stages: `stages`
//! 12. what is made of jobs: `options`, `curve`, `passes`
//!
//! # Inside
//!
//! `arenas/` guarantees that merging never raises the run-time peak: it deallocates a copy of the program, asks the
//! memory model (`heap`) how much room is left under the peak at each operation, and divides the collected buffers
//! among merged allocations that fit. For functions that take memory from callers it first tries one allocation for
//! the whole call; `stages/rounds.rs` then plans callees before callers. `stages/` has a file for each stage: `Merge`
//! (`merge.rs`) holds their options, `stages/mod.rs` their order. Programs on tensors are bufferized by `tensors.rs`,
//! the run-time peak is lowered by `lower_peak/`: a best-first search over programs, whose passes are the rows of
//! `moves.rs`. Steps that others need as well are functions over plain data (`steps.rs`, `planning.rs`). `Context`
//! holds the registries and, optionally, a clock; the library itself reads none. `Report` has a section for each
//! stage with results, and accounts for every buffer. `Error` has a variant for each step, with source spans if the
//! program is at fault. `report/json.rs` is the serialised form of the report for command and service. `reading.rs`
//! reads traces and plans, with a trace reader or in memplan's own formats. `pools.rs` puts buffers into a fast
//! memory before they are merged. `passes/` is the registry of all passes, including `merge-alloc`, which runs all
//! steps as one pass.

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
mod listing;
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
mod run_time;
#[cfg(feature = "schema")]
mod schema;
mod stages;
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
pub use error::{ChoiceError, Error, OpPlace, Rejected, TooLittle};
pub use explain::{Core, Effect, Explanation, Link, Sensitivity, explain, sensitivity};
pub use listing::{Entry, EntryCapabilities, EntryOption, Listing, entries};
pub use lower_peak::{
    Blocks, LowerPeak, Lowered, MemoryShape, PassRuns, PeakStep, SearchLimits, lower_peak,
};
pub use memplan_collectors::Collected;
pub use memplan_placement::donation::{DonatedArgument, OldResult, old_results};
pub use memplan_readers::{LeftOut, TraceFile, TraceInput};
pub use merge::{Deallocation, MemoryCopies, Merge};
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
    Arena, CalleeArenas, Figures, MergedBuffers, Peaks, Prepared, ReplacedSchedule, Report,
    ReportJson, ReportSource, ReportTimes, ScopeReport, SkippedBuffer,
};
pub use run_time::{HeapBounds, RunTimePeak, run_time_peaks};
pub use stages::{Job, Merged, Stage};
pub use steps::{NotPlanned, collect, not_planned, rewrite, traces};
pub use symbolic::{SymbolicArenaReport, SymbolicPeak};
pub use tensors::{Bufferized, NewBuffer, bufferize};
