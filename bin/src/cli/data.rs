//! The verbs that read traces and plans: `plan`, `check`, `verify-proof` and `convert`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueHint};

use super::{DataFormat, ReportFormat, TableFormat, spec};
use crate::sizes;

const PLAN_EXAMPLES: &str = "\
Examples:
  memplan plan model.mtrace -o model.mplan             a plan for `memplan apply`
  memplan plan model.csv --planner chunk-hot,auto      compare planners
  memplan plan hard.csv --planner 'exact{time=10s}'    look for the optimum for ten seconds
  memplan plan traces/ -j 8 -o plans/                  every trace below traces/, eight threads
  memplan plan traces/ -j 8 -o plans/                  the same again: only what is new or changed
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

A trace that cannot be read or planned is told, and the others go on. The exit code is then 1 when the
answer was no for some trace, else 2 when some could not be read, else 3 when a limit came first.";

/// `memplan plan`
#[derive(Debug, Args)]
#[command(after_help = PLAN_EXAMPLES)]
pub(crate) struct PlanArgs {
    /// Trace files in any format, archives, directories, and patterns in quotes.
    #[arg(value_name = "TRACE|DIR|GLOB", required = true, value_hint = ValueHint::AnyPath)]
    pub inputs: Vec<PathBuf>,
    /// Planners, separated by commas, each with its options in braces; `auto` by default.
    #[arg(long, visible_alias = "planners", value_name = "SPEC,...")]
    pub planner: Option<String>,
    /// Write the plan to this file (mplan, json or csv), or all plans to this directory or archive (mplan).
    #[arg(short, long, value_name = "PLAN|DIR")]
    pub output: Option<PathBuf>,
    /// Answer whether each trace fits into so many bytes, such as `65536` or `64KiB`: with a plan, or with a proof that there is none.
    #[arg(long, value_name = "BYTES", value_parser = sizes::parse)]
    pub capacity: Option<u64>,
    /// Tell fragmentation as a matrix of traces and planners, the worst traces first.
    #[arg(long)]
    pub summary: bool,
    /// Make plans again that are in the directory already.
    #[arg(long)]
    pub force: bool,
    /// Format of the table.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: TableFormat,
    /// Add times to the table; CSV and JSON always have them. Without this, equal runs give equal tables.
    #[arg(long)]
    pub timings: bool,
    /// Say nothing on standard error but errors.
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Say each time that a planner finds a better plan.
    #[arg(short, long)]
    pub verbose: bool,
    /// With which options and limits to plan.
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
    #[arg(long, value_name = "TIME", value_parser = spec::duration)]
    pub time_limit: Option<Duration>,
    /// Stop on a trace after this much work, which gives equal plans on any machine.
    #[arg(long, value_name = "N")]
    pub work: Option<u64>,
    /// Start random numbers here.
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
  memplan check program.mlir                           run it, look for leaks and wrong frees
  memplan check program.mlir --inputs 1000 --seed 7    on more and other inputs
  memplan check program.mlir --function f --args '[3, [[1.5, 2.0]], true]'
  memplan check program.mlir --static                  prove that every allocation is freed once

TRACE PLAN: the checker shares no code with any planner. It looks for buffers that share bytes while
both are live, offsets that are misaligned or not where they are pinned, peaks that are told too low,
and plans above the capacity.

IN.mlir: every public function is run by an interpreter that poisons memory and keeps a ledger, on
inputs made from the seed; dynamic dimensions and indices are small. It tells leaks, double and
invalid frees, uses after a free, reads of bytes that nobody wrote and accesses out of bounds, each
with the operations that allocated and freed and the calls that led there. Arguments belong to the
caller and must not be freed; buffers that are returned are the caller's to free. Operations that
nobody has described read and write what they are given.

--static looks at all paths instead, runs nothing, and is right whenever it says `proved`. Where it
cannot prove that each allocation is freed exactly once it says where and why.

Exit codes: 0 valid, no fault found, or proved; 1 not valid, or a fault; 2 a function could not be
run; 3 a run was stopped at a limit, or there is no proof.";

/// `memplan check`
#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub(crate) struct CheckArgs {
    /// Trace in any format, archive of traces, or MLIR file.
    #[arg(value_name = "TRACE|IN.mlir", value_hint = ValueHint::FilePath)]
    pub input: PathBuf,
    /// Plan made for the trace, or archive of plans.
    #[arg(value_name = "PLAN", value_hint = ValueHint::FilePath)]
    pub plan: Option<PathBuf>,
    /// Ask that offsets are multiples of this too.
    #[arg(long, value_name = "BYTES", default_value = "1", value_parser = sizes::parse_positive)]
    pub alignment: u64,
    /// Run each function on this many inputs.
    #[arg(long, value_name = "N", default_value_t = 10, conflicts_with_all = ["plan", "is_static"])]
    pub inputs: u64,
    /// Make inputs, and what unknown operations compute, from this.
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with_all = ["plan", "is_static"])]
    pub seed: u64,
    /// Only this function; may be given several times, and name private ones.
    #[arg(long, value_name = "NAME", conflicts_with = "plan")]
    pub function: Vec<String>,
    /// Run the function on these arguments: a JSON array, or `@FILE` with one; buffers are nested arrays.
    #[arg(long, value_name = "JSON|@FILE", requires = "function", conflicts_with_all = ["plan", "is_static", "inputs"])]
    pub args: Option<String>,
    /// Stop a run after this many operations.
    #[arg(long, value_name = "N", default_value_t = 100_000_000, conflicts_with_all = ["plan", "is_static"])]
    pub step_limit: u64,
    /// Prove that each allocation is freed exactly once on every path.
    #[arg(long = "static", conflicts_with = "plan")]
    pub is_static: bool,
    /// Form of the verdict.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: ReportFormat,
}

const VERIFY_PROOF_EXAMPLES: &str = "\
Examples:
  memplan plan model.csv --planner exact -o model.mplan
  memplan verify-proof model.csv model.mplan             is it really optimal?
  memplan verify-proof model.csv model.mplan --seed 7 --time-limit 1h
  memplan verify-proof all.mtrace all.mplan --format json

A plan says which peak no plan of its trace can be below: its own, when it calls itself optimal. This
verb takes nobody's word for that. It checks the plan, then searches for one that is lower than the
claimed bound, with other random numbers than the first proof and without the table of refuted states,
in which two states could be taken for one if their 128-bit keys were equal. When everything was tried
and nothing found, the bound is proved; a bound that the load already proves needs no search.

What the search cannot decide: bounds of traces with in-place hints, or with gaps that keep some bytes.

Exit code 0 means proved, 1 not so: the plan is not valid, claims no bound, or a lower plan was found.
3 means that a limit came first, or that the search cannot decide it. A proof without the table can
take many times as long as the first one: --table turns it on again.";

/// `memplan verify-proof`
#[derive(Debug, Args)]
#[command(after_help = VERIFY_PROOF_EXAMPLES)]
pub(crate) struct VerifyProofArgs {
    /// Trace in any format, or archive of traces.
    #[arg(value_name = "TRACE", value_hint = ValueHint::FilePath)]
    pub input: PathBuf,
    /// Plan made for it, or archive of plans.
    #[arg(value_name = "PLAN", value_hint = ValueHint::FilePath)]
    pub plan: PathBuf,
    /// Prove this bound instead of the one that the plan claims.
    #[arg(long, value_name = "BYTES", value_parser = sizes::parse)]
    pub bound: Option<u64>,
    /// Remember refuted states, which is faster, and trusts 128-bit keys.
    #[arg(long)]
    pub table: bool,
    /// Form of the verdict.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: ReportFormat,
    /// With which options and limits to search.
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

The format of IN is recognised by its content. An archive is read and written one trace at a time.";

/// `memplan convert`
#[derive(Debug, Args)]
#[command(after_help = CONVERT_EXAMPLES)]
pub(crate) struct ConvertArgs {
    /// Traces or plans: IN OUT, or with -o any number of files, archives, directories and patterns.
    #[arg(value_name = "IN", required = true, value_hint = ValueHint::AnyPath)]
    pub inputs: Vec<PathBuf>,
    /// Write here: a file, an archive (mtrace or mplan), or a directory.
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::AnyPath)]
    pub output: Option<PathBuf>,
    /// Format of what is written, when the extension does not tell.
    #[arg(long, value_name = "FORMAT")]
    pub to: Option<DataFormat>,
    /// Keep what is in the archive OUT, and add to it.
    #[arg(long, requires = "output")]
    pub append: bool,
}
