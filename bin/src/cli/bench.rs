//! What the user types for `memplan bench`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueHint};

use super::{FromArgs, TableFormat};

const EXAMPLES: &str = "\
Examples:
  memplan bench traces/                                  all trace files of a directory
  memplan bench 'traces/**/*.csv' --planners auto,best-fit --time-limit 1s
  memplan bench 'gen:guillotine{n=500 seed=7}'           a generated trace whose optimum is known
  memplan bench 'gen:synthetic{n=1M}' --planners greedy-by-size --repeat 5
  memplan bench traces/ --planners all --seeds 5 -o out  out/report.html has the plots
  memplan bench traces/ --work 1000000 --format csv      equal figures on any machine
  memplan bench - < model.csv                            a trace from standard input
  memplan bench traces/ --peers                          minimalloc and idealloc, if on PATH

What is measured: every trace is read first and stays in memory; then the planner runs, timed by the
wall clock, in a process of its own, so that its memory can be told and its failure is a row of the
table and not the end. Every schedule is checked. Fragmentation is the peak above the best lower bound
that any planner of the run proved, or that the generator knows.

DIR gets report.html, runs.csv (a line for each run), summary.csv (a line for each trace and planner),
anytime.csv (peak and bound over time and work) and report.json (all of it).

Inputs that cannot be read are reported, and the others are measured. The exit code is then 1 when some
input is invalid, else 2. A planner that fails is a row of the table; one that gives a wrong answer
makes the exit code 1.

`memplan list generators` lists the generators with their parameters. To compare times between
machines, compare ratios of times or units of work.";

/// `memplan bench`
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct BenchArgs {
    /// Trace files, archives, directories, globs, MLIR files, `-` for standard input, or generators such as `gen:skewed{n=100k seed=1}`.
    #[arg(value_name = "DATASET", required_unless_present = "one", value_hint = ValueHint::AnyPath)]
    pub datasets: Vec<String>,
    /// How to read traces.
    #[command(flatten)]
    pub from: FromArgs,
    /// Planners, separated by commas, each with its options in braces; `all` is all there are.
    #[arg(
        long,
        visible_alias = "planner",
        value_name = "SPEC,...",
        default_value = "chunk-hot,first-fit,best-fit,greedy-by-size,auto"
    )]
    pub planners: String,
    /// Budget of each run; `10s` unless `--work` is given.
    #[arg(long, value_name = "TIME", value_parser = memplan::parse_duration)]
    pub time_limit: Option<Duration>,
    /// Budget of each run in units of work, which are the same on every machine.
    #[arg(long, value_name = "N")]
    pub work: Option<u64>,
    /// Run with this many seeds, from 0 on.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub seeds: u64,
    /// Run each case this many times; times are medians, schedules must not differ under `--work`.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub repeat: u32,
    /// Threads in all, shared out evenly among the cases at a time; all cores by default.
    #[arg(short = 'j', long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Cases at a time; more than one disturbs the times.
    #[arg(long, value_name = "N", default_value = "1")]
    pub jobs: NonZeroUsize,
    /// Round offsets up to a multiple of this, besides what each buffer asks for.
    #[arg(long, value_name = "BYTES", default_value = "1", value_parser = crate::sizes::parse_positive)]
    pub alignment: u64,
    /// Write reports into this directory, which is made if need be.
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub output: Option<PathBuf>,
    /// Format of the table on standard output.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: TableFormat,
    /// Run the programs `minimalloc` and `idealloc` too, in turns with ours, where they are on PATH.
    #[arg(long)]
    pub peers: bool,
    /// What reports say as their date; by default now, in UTC.
    #[arg(long, value_name = "TEXT")]
    pub date: Option<String>,
    /// Run the one case that standard input describes; how a benchmark calls itself.
    #[arg(long, hide = true)]
    pub one: bool,
}
