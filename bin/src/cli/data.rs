//! Arguments of the verbs that read traces and plans: `plan`, `check`, `verify-proof` and `convert`.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use memplan_support::sizes;

use super::job::{JobArgs, OfPlan, OfVerifyProof};
use super::{DataFormat, FromArgs, ReportFormat, TableFormat};

const PLAN_EXAMPLES: &str = "\
Examples:
  memplan plan model.mtrace -o model.mplan             write a plan for `memplan apply`
  memplan plan model.mlir --planner chunk-hot,auto     compare planners on a program
  memplan plan hard.csv --planner 'exact{time=10s}'    search for the optimum for ten seconds
  memplan plan traces/ -j 8 -o plans/                  plan every trace in traces/
  memplan plan traces/ -j 8 -o plans/                  run again: plan only new or changed traces
  memplan plan 'nets/**/*.mtrace' --format csv         one line per trace, for a spreadsheet
  memplan plan all.mtrace -o all.mplan                 read and write archives
  memplan plan - --format json < model.csv             print peak_bytes, lower_bound_bytes, ...
  memplan plan model.csv --capacity 64KiB -o a.mplan   does the trace fit into 64 KiB?
  memplan plan dump/ --compare                         what XLA placed, and what would be better
  memplan plan traces/ --planner auto,best-fit --summary
                                                       matrix of traces and planners, worst first
  memplan plan dynamic.csv -o dynamic.mplan            sizes depend on symbols: one plan for all values
  memplan plan dynamic.csv --at b=4,s=128              the same sizes at one shape
  memplan plan dynamic.mplan --at b=4,s=128 -o a.mplan the offsets of such a plan at one shape

--capacity: the exit code is 0 if every trace fits; -o receives the plan. It is 1 if some trace provably
does not fit; the report names the rule of the proof and, if the load at one tick is the reason, the
buffers live there. It is 3 if a limit was reached first. The planner runs first, with half of the
limits, then an exact search. Without limits, the search runs until it finds an answer.

Where sizes depend on symbols, every planner makes one plan for all of their values. The table is at the middle of
the ranges, and a line below it has the max load as polynomials, the peaks at the extremes of the ranges, and the
ratio of peak to max load at 200 shapes. With --capacity, the answer is that of the plan at the extremes and, with
one symbol, the largest value at which it fits.

--summary: the text lists the 20 worst traces, or all of them with --verbose. CSV and JSON list all.

The table goes to standard output, or to standard error if the plan goes to standard output. The column
`bound` is the best lower bound that any of the planners proved, `by` the rule that proved it, and
`frag.` how far the peak exceeds it. A schedule whose peak equals the bound is optimal.

A directory of plans contains memplan-manifest.jsonl, which records the trace, planner, options,
alignment, seed and limits of each plan. Existing plans are validated and not computed again, unless
--force is given. An interrupted run leaves only complete plans.

Failures are reported; the remaining traces are still planned. The exit code is then 1 if the answer is
no for some trace, else 2 if some trace could not be read, else 3 if a limit was reached first.

RUST_LOG=memplan=debug logs each run to standard error: the stages of `auto`, improved schedules and
bounds, and what stopped the planner.";

/// `memplan plan`
#[derive(Debug, Args)]
#[command(after_help = PLAN_EXAMPLES)]
pub(crate) struct PlanArgs {
    /// Trace files, MLIR files, archives, directories, or quoted patterns.
    #[arg(value_name = "TRACE|IN.mlir|DIR|GLOB", required = true, value_hint = ValueHint::AnyPath)]
    pub inputs: Vec<PathBuf>,
    /// Compare `auto` with simple planners and with those of production compilers. Files of other tools have a row
    /// `as placed (TOOL)` with or without it.
    #[arg(long, conflicts_with_all = ["planner", "output"])]
    pub compare: bool,
    /// Trace reader options.
    #[command(flatten)]
    pub from: FromArgs,
    /// Sizes.
    #[command(flatten)]
    pub at: AtArgs,
    /// Output file (mplan, json or csv), or directory or archive (mplan) for several plans.
    #[arg(short, long, value_name = "PLAN|DIR")]
    pub output: Option<PathBuf>,
    /// Let this server plan: `http://HOST:PORT`. Schedules are checked here. A bearer token is taken from the
    /// environment variable `MEMPLAN_TOKEN`.
    #[arg(long, value_name = "URL", conflicts_with = "capacity")]
    pub server: Option<String>,
    /// Plan on a Ray cluster, by the Python package: `ray` starts one on this machine; otherwise `ray:auto`,
    /// `ray:HOST:PORT` or `ray://HOST:PORT`. All nodes must see the inputs. The environment variable `MEMPLAN_PYTHON`
    /// names the interpreter.
    #[arg(long, value_name = "ENGINE", conflicts_with_all = ["at", "capacity", "compare", "summary", "from", "timings", "verbose"])]
    pub engine: Option<String>,
    /// Decide whether each trace fits into this many bytes, for example `65536` or `64KiB`.
    #[arg(long, value_name = "BYTES", value_parser = sizes::parse)]
    pub capacity: Option<u64>,
    /// Write the plan for the traces of one file here, with a certificate that none needs less, which `memplan
    /// verify-proof TRACE FILE` checks, however long that takes. With `--capacity`: a plan within it or, where there is
    /// none, the best plan found with a certificate of that.
    #[arg(long, value_name = "PLAN", conflicts_with_all = ["output", "server", "engine", "compare", "summary", "timings"])]
    pub proof: Option<PathBuf>,
    /// Explain the peak of each trace in the place of writing plans: the buffers of the largest load, the chain from
    /// the top of the arena to its bottom, and the fewest buffers that need as much by themselves.
    #[arg(long, conflicts_with_all = ["output", "server", "engine", "capacity", "compare", "summary", "timings"])]
    pub explain: bool,
    /// With `--explain`: draw the schedule as well, with the tick of the largest load, the chain, and all others of
    /// these buffers; a file `*.svg`.
    #[arg(long, value_name = "SVG", requires = "explain")]
    pub picture: Option<PathBuf>,
    /// Explain as well what the peak would be if single buffers lay in another memory, had half of their bytes, lived
    /// shorter, or were not pinned.
    #[arg(long, conflicts_with_all = ["output", "server", "engine", "capacity", "compare", "summary", "timings"])]
    pub sensitivity: bool,
    /// Print fragmentation as a matrix of traces and planners, worst traces first.
    #[arg(long)]
    pub summary: bool,
    /// Recompute existing plans.
    #[arg(long)]
    pub force: bool,
    /// Format of the table.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: TableFormat,
    /// Add times to the table. CSV and JSON always include them.
    #[arg(long)]
    pub timings: bool,
    /// Print only errors to standard error.
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Report every improvement that a planner finds.
    #[arg(short, long)]
    pub verbose: bool,
    /// Options and limits of planning.
    #[command(flatten)]
    pub job: JobArgs<OfPlan>,
}

/// At which sizes a trace is read.
#[derive(Clone, Debug, Args)]
pub(crate) struct AtArgs {
    /// Values of the symbols of a trace whose sizes depend on symbols: `b=4,s=128`.
    #[arg(long, value_name = "SYMBOL=N,...", value_delimiter = ',', value_parser = symbol_value)]
    pub at: Vec<(String, i64)>,
}

fn symbol_value(text: &str) -> Result<(String, i64), String> {
    let pair = text.split_once('=');
    let read =
        |(name, value): (&str, &str)| Some((name.trim().to_owned(), value.trim().parse().ok()?));
    pair.and_then(read)
        .ok_or_else(|| "expected a symbol and a whole number, such as `b=4`".to_owned())
}

const CHECK_EXAMPLES: &str = "\
Examples:
  memplan check model.mtrace model.mplan
  memplan check model.csv plan.csv --alignment 64
  memplan check all.mtrace all.mplan --format json     archives, record by record
  memplan check dynamic.csv dynamic.mplan              prove a plan for all values of symbols
  memplan check program.mlir                           interpret the program; report leaks and invalid frees
  memplan check program.mlir --inputs 1000 --seed 7    use more inputs and another seed
  memplan check program.mlir --function f --args '[3, [[1.5, 2.0]], true]'
  memplan check program.mlir --peak --inputs 1         run once; report the run-time peak
  memplan check program.mlir --static                  prove that every allocation is freed once
  memplan check after.mlir --against before.mlir       compare what two versions of a program compute

TRACE PLAN: the checker shares no code with any planner. It reports buffers that overlap while both are
live, offsets that are misaligned or differ from a pin, a stated peak that is too low, and plans above
the capacity. TRACE may be the program itself.

IN.mlir: an interpreter runs every public function on inputs generated from the seed, with small dynamic
dimensions and indices. It poisons memory, tracks every allocation, and reports leaks, double and
invalid frees, uses after free, reads of uninitialised memory and accesses out of bounds, each with the
operations that allocated and freed and with the call stack. Arguments belong to the caller and must
not be freed; returned buffers belong to the caller. Operations with unknown memory effects are assumed
to read and write their operands.

--against runs both versions on equal inputs, and compares results, arguments and what unknown operations are given,
bit for bit. Bytes that the earlier version never wrote may hold anything. Results that memplan has put into donated
arguments are taken from there. --static proves the merged allocations of the later version for all inputs.

--peak: `peak` is the most bytes on the heap at once in any run, `aligned` what the lowering of MLIR to LLVM asks
the allocator for, which adds the alignment of each allocation that has one. The static peak covers all runs; it is
exact, an upper bound, or, without an upper bound, a lower one.

--static covers all paths and runs nothing. `proved` is definite: each allocation is freed exactly once, and
not used afterwards. A fault is definite, too: every run of the function that returns has it. What is left is reported
with `no proof`: where, and why. It says nothing about accesses out of bounds or to elements that were never written.
`merged` is about buffers that share an allocation: views at constant offsets. A read of bytes that another buffer has
overwritten is a fault.

Exit codes: 0 valid, no fault found, or proved; 1 invalid, or a fault; 2 a function could not be run;
3 a run reached a limit, or there is no proof.";

/// `memplan check`
#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub(crate) struct CheckArgs {
    /// Trace, archive of traces, or MLIR file.
    #[arg(value_name = "TRACE|IN.mlir", value_hint = ValueHint::FilePath)]
    pub input: PathBuf,
    /// Plan for the trace, or archive of plans.
    #[arg(value_name = "PLAN", value_hint = ValueHint::FilePath)]
    pub plan: Option<PathBuf>,
    /// Trace reader options.
    #[command(flatten)]
    pub from: FromArgs,
    /// Sizes.
    #[command(flatten)]
    pub at: AtArgs,
    /// Require offsets to be multiples of this.
    #[arg(long, value_name = "BYTES", default_value = "1", value_parser = sizes::parse_positive)]
    pub alignment: u64,
    /// Run each function on this many inputs.
    #[arg(long, value_name = "N", default_value_t = 10, conflicts_with_all = ["plan", "is_static"])]
    pub inputs: u64,
    /// Random seed of the inputs and of the results of unknown operations.
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with_all = ["plan", "is_static"])]
    pub seed: u64,
    /// Check only this function, public or private. Repeatable.
    #[arg(long, value_name = "NAME", conflicts_with = "plan")]
    pub function: Vec<String>,
    /// Run the function on these arguments: a JSON array, or `@FILE`. Buffers are nested arrays.
    #[arg(long, value_name = "JSON|@FILE", requires = "function", conflicts_with_all = ["plan", "is_static", "inputs"])]
    pub args: Option<String>,
    /// Stop a run after this many steps. A step is one operation, 32 operations in a compiled loop, or 256 in a
    /// structured operation (`linalg`).
    #[arg(long, value_name = "N", default_value_t = 100_000_000, conflicts_with_all = ["plan", "is_static"])]
    pub step_limit: u64,
    /// Prove that each allocation is freed exactly once on every path, and not used afterwards. Runs nothing.
    #[arg(long = "static", conflicts_with = "plan")]
    pub is_static: bool,
    /// Compare with an earlier version of the program: on equal inputs, results and arguments must be the same.
    #[arg(long, value_name = "BEFORE.mlir", value_hint = ValueHint::FilePath, conflicts_with_all = ["plan", "is_static"])]
    pub against: Option<PathBuf>,
    /// Report what each function holds on the heap at once: measured by running it, and the static bound. Buffers
    /// that a function returns count, its arguments do not.
    #[arg(long, conflicts_with_all = ["plan", "is_static"])]
    pub peak: bool,
    /// Output format.
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
optimal. This verb validates the plan. If the plan carries a certificate, which `exact` and `ilp`
write where the bound is above the max load, a small checker that shares no code with the search
decides whether it proves the bound. Otherwise, or with --search, this verb searches for a plan
below the bound, with other random numbers than the first proof and without the table of refuted
states, whose 128-bit keys could collide. If the exhaustive search finds none, the bound is proved.
A bound equal to the max load needs no search.

The search cannot decide bounds of traces with in-place hints, or with gaps that keep some bytes.

Exit codes: 0 proved; 1 refuted: the plan or its certificate is invalid, it claims no bound, or a
lower plan exists; 3 a limit was reached first, or the search cannot decide the bound. Without the
table, a proof can take many times as long as the first one; --table enables it.";

/// `memplan verify-proof`
#[derive(Debug, Args)]
#[command(after_help = VERIFY_PROOF_EXAMPLES)]
pub(crate) struct VerifyProofArgs {
    /// Trace, archive of traces, or MLIR file.
    #[arg(value_name = "TRACE|IN.mlir", value_hint = ValueHint::FilePath)]
    pub input: PathBuf,
    /// Plan for the trace, or archive of plans.
    #[arg(value_name = "PLAN", value_hint = ValueHint::FilePath)]
    pub plan: PathBuf,
    /// Trace reader options.
    #[command(flatten)]
    pub from: FromArgs,
    /// Sizes.
    #[command(flatten)]
    pub at: AtArgs,
    /// Prove this bound instead of the one that the plan claims.
    #[arg(long, value_name = "BYTES", value_parser = sizes::parse)]
    pub bound: Option<u64>,
    /// Search, even if the plan carries a certificate.
    #[arg(long)]
    pub search: bool,
    /// Use the table of refuted states: faster, but assumes that its 128-bit keys do not collide.
    #[arg(long)]
    pub table: bool,
    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: ReportFormat,
    /// Options and limits of the search.
    #[command(flatten)]
    pub job: JobArgs<OfVerifyProof>,
}

const CONVERT_EXAMPLES: &str = "\
Examples:
  memplan convert model.mtrace model.json
  memplan convert traces.csv traces.mtrace
  memplan convert model.mplan plan.json
  memplan convert dynamic.mplan plan.json          with the formulas to compute at run time
  memplan convert - - --to json < traces.csv
  memplan convert traces/ -o all.mtrace            pack a directory
  memplan convert new/*.csv -o all.mtrace --append append to an archive
  memplan convert all.mtrace -o traces/            unpack to traces/NAME.mtrace
  memplan convert all.mtrace -o traces/ --to csv   unpack to traces/NAME.csv
  memplan convert model.mtrace main.csv --scope main
                                                   one scope of several
  memplan convert dump/ -o all.mtrace              one record for each module of a dump of XLA
  memplan convert snap.pickle -o s.mtrace --placed s.mplan
                                                   a snapshot of PyTorch, and its allocator's plan
  memplan convert model.txt model.mtrace --from events
                                                   read the format of another tool

The format of IN is recognised by content. Archives are processed one trace at a time. CSV files and
event logs hold one trace; in a directory, each scope gets a file NAME.SCOPE.csv.";

/// `memplan convert`
#[derive(Debug, Args)]
#[command(after_help = CONVERT_EXAMPLES)]
pub(crate) struct ConvertArgs {
    /// Traces or plans: IN OUT; with -o, any number of files, archives, directories or quoted patterns.
    #[arg(value_name = "IN", required = true, value_hint = ValueHint::AnyPath)]
    pub inputs: Vec<PathBuf>,
    /// Output file, archive (mtrace or mplan), or directory.
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::AnyPath)]
    pub output: Option<PathBuf>,
    /// Output format, if the extension does not determine it.
    #[arg(long, value_name = "FORMAT")]
    pub to: Option<DataFormat>,
    /// Trace reader options.
    #[command(flatten)]
    pub from: FromArgs,
    /// Sizes.
    #[command(flatten)]
    pub at: AtArgs,
    /// Write the plan of the other tool here, if the input holds one. An archive if OUT is one.
    #[arg(long, value_name = "PLAN", value_hint = ValueHint::FilePath)]
    pub placed: Option<PathBuf>,
    /// Convert only this scope. Repeatable.
    #[arg(long, value_name = "NAME")]
    pub scope: Vec<String>,
    /// Append to the archive OUT.
    #[arg(long, requires = "output")]
    pub append: bool,
}
