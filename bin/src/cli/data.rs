//! The verbs that read traces and plans: `plan`, `check`, `verify-proof` and `convert`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueHint};

use super::{DataFormat, FromArgs, ReportFormat, TableFormat};
use crate::sizes;

const PLAN_EXAMPLES: &str = "\
Examples:
  memplan plan model.mtrace -o model.mplan             a plan for `memplan apply`
  memplan plan model.mlir --planner chunk-hot,auto     trace a program, compare planners
  memplan plan hard.csv --planner 'exact{time=10s}'    look for the optimum for ten seconds
  memplan plan traces/ -j 8 -o plans/                  every trace below traces/, eight threads
  memplan plan traces/ -j 8 -o plans/                  the same again: plans only what is new or changed
  memplan plan 'nets/**/*.mtrace' --format csv         a line for each trace, for a spreadsheet
  memplan plan all.mtrace -o all.mplan                 an archive in, an archive out
  memplan plan - --format json < model.csv             one object: peak_bytes, lower_bound_bytes, ...
  memplan plan model.csv --capacity 64KiB -o a.mplan   does it fit? a plan, or a proof that it does not
  memplan plan traces/ --planner auto,best-fit --summary
                                                       traces by planners, the worst first

--capacity: exit code 0 when every trace fits, and its plan goes to -o; 1 when it is proved that some
trace does not, with the rule of the proof and the buffers that need too much at one tick where that
is the reason; 3 when a limit came before either. The planner is asked first, with half of the limits,
then an exact search. Without limits the search goes on until it is decided.

--summary: the text lists the 20 worst traces, or all of them with --verbose; CSV and JSON have all.

The table goes to standard output, or to standard error when the plan itself does. Its column `bound`
is the best lower bound that any of the planners proved, `by` names what proved it, and `frag.` is
how far the peak is above it; a plan at its bound is optimal.

A directory of plans remembers in memplan-manifest.jsonl which plan was made for which trace, planner,
options, alignment, seed and limits. Plans that are there already are checked and counted, not made
again; --force makes all of them again. Ctrl-C leaves whole plans only.

Failures are reported; the remaining traces are still planned. The exit code is then 1 when the answer
was no for some trace, else 2 when some could not be read, else 3 when a limit was reached first.

RUST_LOG=memplan=debug explains each run on standard error: the stages of `auto`, better schedules and
bounds as they are found, and what stopped the planner.";

/// `memplan plan`
#[derive(Debug, Args)]
#[command(after_help = PLAN_EXAMPLES)]
pub(crate) struct PlanArgs {
    /// Trace files in any format, MLIR files, archives, directories, and patterns in quotes.
    #[arg(value_name = "TRACE|IN.mlir|DIR|GLOB", required = true, value_hint = ValueHint::AnyPath)]
    pub inputs: Vec<PathBuf>,
    /// Planners, separated by commas, each with its options in braces; `auto` by default.
    #[arg(long, visible_alias = "planners", value_name = "SPEC,...")]
    pub planner: Option<String>,
    /// Collector for MLIR files, with options in braces: `tick{alignment=16}`.
    #[arg(long, value_name = "SPEC", default_value = "tick")]
    pub collector: String,
    /// How to read traces.
    #[command(flatten)]
    pub from: FromArgs,
    /// Write the plan to this file (mplan, json or csv), or all plans to this directory or archive (mplan).
    #[arg(short, long, value_name = "PLAN|DIR")]
    pub output: Option<PathBuf>,
    /// Answer whether each trace fits into so many bytes, such as `65536` or `64KiB`: with a plan, or with a proof that there is none.
    #[arg(long, value_name = "BYTES", value_parser = sizes::parse)]
    pub capacity: Option<u64>,
    /// Tell fragmentation as a matrix of traces and planners, the worst traces first.
    #[arg(long)]
    pub summary: bool,
    /// Recompute existing plans.
    #[arg(long)]
    pub force: bool,
    /// Format of the table.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: TableFormat,
    /// Add times to the table; CSV and JSON always have them. Without this, equal runs give equal tables.
    #[arg(long)]
    pub timings: bool,
    /// Print nothing but errors on standard error.
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Report every improvement that a planner finds.
    #[arg(short, long)]
    pub verbose: bool,
    /// Options and limits of planning.
    #[command(flatten)]
    pub planning: PlanningArgs,
}

/// What all planners of a run are told.
#[derive(Debug, Args)]
#[command(next_help_heading = "Planning")]
pub(crate) struct PlanningArgs {
    /// Threads in all: for traces first, then for planners side by side, then within a planner; all cores by default. Without a time limit no result depends on it.
    #[arg(short = 'j', long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Stop on a trace after this time, for example `500ms`, `10s` or `2m`; a planner with a plan by then gives it.
    #[arg(long, value_name = "TIME", value_parser = memplan::parse_duration)]
    pub time_limit: Option<Duration>,
    /// Stop on a trace after this much work, which gives equal plans on any machine.
    #[arg(long, value_name = "N")]
    pub work: Option<u64>,
    /// Random seed.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Round offsets up to a multiple of this, besides what each buffer asks for.
    #[arg(long, value_name = "BYTES", default_value = "1", value_parser = sizes::parse_positive)]
    pub alignment: u64,
}

const CHECK_EXAMPLES: &str = "\
Examples:
  memplan check model.mtrace model.mplan
  memplan check model.csv plan.csv --alignment 64
  memplan check all.mtrace all.mplan --format json     archives, record by record
  memplan check program.mlir                           run it; report leaks and invalid frees
  memplan check program.mlir --inputs 1000 --seed 7    more and other inputs
  memplan check program.mlir --function f --args '[3, [[1.5, 2.0]], true]'
  memplan check program.mlir --static                  prove that every allocation is freed once

TRACE PLAN: the checker shares no code with any planner. It reports buffers that overlap while both are
live, offsets that are misaligned or differ from a pin, a stated peak that is too low, and plans above
the capacity. TRACE may be the program itself.

IN.mlir: an interpreter runs every public function on inputs generated from the seed, with small dynamic
dimensions and indices. It poisons memory, tracks every allocation, and reports leaks, double and
invalid frees, uses after free, reads of uninitialised memory and accesses out of bounds, each with the
operations that allocated and freed and with the call stack. Arguments belong to the caller and must
not be freed; returned buffers belong to the caller. Operations with unknown memory effects are assumed
to read and write their operands.

--static covers all paths and runs nothing. `proved` is definite; otherwise it reports where and why it
cannot prove that an allocation is freed exactly once.

Exit codes: 0 valid, no fault found, or proved; 1 invalid, or a fault; 2 a function could not be run;
3 a run reached a limit, or there is no proof.";

/// `memplan check`
#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub(crate) struct CheckArgs {
    /// Trace in any format, archive of traces, or MLIR file; with PLAN, the program that was planned.
    #[arg(value_name = "TRACE|IN.mlir", value_hint = ValueHint::FilePath)]
    pub input: PathBuf,
    /// Plan made for the trace, or archive of plans.
    #[arg(value_name = "PLAN", value_hint = ValueHint::FilePath)]
    pub plan: Option<PathBuf>,
    /// How to read traces.
    #[command(flatten)]
    pub from: FromArgs,
    /// Require offsets to be multiples of this.
    #[arg(long, value_name = "BYTES", default_value = "1", value_parser = sizes::parse_positive)]
    pub alignment: u64,
    /// Run each function on this many inputs.
    #[arg(long, value_name = "N", default_value_t = 10, conflicts_with_all = ["plan", "is_static"])]
    pub inputs: u64,
    /// Random seed of the inputs and of the results of unknown operations.
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with_all = ["plan", "is_static"])]
    pub seed: u64,
    /// Check only this function, public or private; may be given several times.
    #[arg(long, value_name = "NAME", conflicts_with = "plan")]
    pub function: Vec<String>,
    /// Run the function on these arguments: a JSON array, or `@FILE` with one; buffers are nested arrays.
    #[arg(long, value_name = "JSON|@FILE", requires = "function", conflicts_with_all = ["plan", "is_static", "inputs"])]
    pub args: Option<String>,
    /// Stop a run after this many operations; 32 in a compiled loop count as one, and so do 256 in a structured
    /// operation (`linalg`).
    #[arg(long, value_name = "N", default_value_t = 100_000_000, conflicts_with_all = ["plan", "is_static"])]
    pub step_limit: u64,
    /// Prove, without running anything, that each allocation is freed exactly once on every path.
    #[arg(long = "static", conflicts_with = "plan")]
    pub is_static: bool,
    /// Form of the verdict.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: ReportFormat,
}

const VERIFY_PROOF_EXAMPLES: &str = "\
Examples:
  memplan plan model.csv --planner exact -o model.mplan
  memplan verify-proof model.csv model.mplan             confirm that the plan is optimal
  memplan verify-proof model.csv model.mplan --seed 7 --time-limit 1h
  memplan verify-proof all.mtrace all.mplan --format json

A plan claims a lower bound on the peak of every plan of its trace: its own peak, when it is marked
optimal. This verb validates the plan and then searches for one below the claimed bound, with other
random numbers than the first proof and without the table of refuted states, whose 128-bit keys could
collide. If the exhaustive search finds none, the bound is proved. A bound equal to the max load needs no
search.

The search cannot decide bounds of traces with in-place hints, or with gaps that keep some bytes.

Exit codes: 0 proved; 1 refuted: the plan is invalid, claims no bound, or a lower plan exists; 3 a limit
was reached first, or the search cannot decide the bound. Without the table, a proof can take many times
as long as the first one; --table enables it.";

/// `memplan verify-proof`
#[derive(Debug, Args)]
#[command(after_help = VERIFY_PROOF_EXAMPLES)]
pub(crate) struct VerifyProofArgs {
    /// Trace in any format, MLIR file, or archive of traces.
    #[arg(value_name = "TRACE|IN.mlir", value_hint = ValueHint::FilePath)]
    pub input: PathBuf,
    /// Plan made for it, or archive of plans.
    #[arg(value_name = "PLAN", value_hint = ValueHint::FilePath)]
    pub plan: PathBuf,
    /// How to read traces.
    #[command(flatten)]
    pub from: FromArgs,
    /// Prove this bound instead of the one that the plan claims.
    #[arg(long, value_name = "BYTES", value_parser = sizes::parse)]
    pub bound: Option<u64>,
    /// Use the table of refuted states: faster, but relies on 128-bit keys not to collide.
    #[arg(long)]
    pub table: bool,
    /// Form of the verdict.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: ReportFormat,
    /// Options and limits of the search.
    #[command(flatten)]
    pub planning: PlanningArgs,
}

const CONVERT_EXAMPLES: &str = "\
Examples:
  memplan convert model.mtrace model.json
  memplan convert traces.csv traces.mtrace
  memplan convert model.mplan plan.json
  memplan convert - - --to json < traces.csv
  memplan convert traces/ -o all.mtrace            pack a directory into an archive
  memplan convert new/*.csv -o all.mtrace --append add to it
  memplan convert all.mtrace -o traces/            unpack it into traces/NAME.mtrace
  memplan convert all.mtrace -o traces/ --to csv   unpack it into traces/NAME.csv
  memplan convert model.mtrace main.csv --scope main
                                                   one scope of several

  memplan convert model.txt model.mtrace --from events
                                                   by the reader of another tool's format

The format of IN is recognised by its content. An archive is read and written one trace at a time.
CSV files and event logs hold one trace: in a directory, each scope gets a file NAME.SCOPE.csv.";

/// `memplan convert`
#[derive(Debug, Args)]
#[command(after_help = CONVERT_EXAMPLES)]
pub(crate) struct ConvertArgs {
    /// Traces or plans: IN OUT, or with -o any number of files, archives, directories and quoted patterns.
    #[arg(value_name = "IN", required = true, value_hint = ValueHint::AnyPath)]
    pub inputs: Vec<PathBuf>,
    /// Output file, archive (mtrace or mplan), or directory.
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::AnyPath)]
    pub output: Option<PathBuf>,
    /// Output format, where no extension tells it.
    #[arg(long, value_name = "FORMAT")]
    pub to: Option<DataFormat>,
    /// How to read traces.
    #[command(flatten)]
    pub from: FromArgs,
    /// Convert only the trace of this scope; may be given several times.
    #[arg(long, value_name = "NAME")]
    pub scope: Vec<String>,
    /// Append to the archive OUT.
    #[arg(long, requires = "output")]
    pub append: bool,
}
