//! Arguments of `memplan bench`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use memplan::JobOptions;

use super::job::{JobArgs, OfBench, OfLeaderboard};
use super::{AtArgs, FromArgs, TableFormat};

const EXAMPLES: &str = "\
Examples:
  memplan bench traces/                                  all trace files of a directory
  memplan bench 'traces/**/*.csv' --planners auto,best-fit --time-limit 1s
  memplan bench 'gen:guillotine{n=500 seed=7}'           a generated trace with a known optimum
  memplan bench 'gen:synthetic{n=1M}' --planners greedy-by-size --repeat 5
  memplan bench traces/ --planners all --seeds 5 -o out  write plots to out/report.html
  memplan bench traces/ --work 1000000 --format csv      same peaks on every machine
  memplan bench - < model.csv                            a trace from standard input
  memplan bench traces/ --peers                          minimalloc and idealloc, if on PATH

Traces are loaded before measuring. Each planner runs in a separate process, which isolates its memory
and its failures; times are wall-clock times of planning alone. Every schedule is validated.
Fragmentation is relative to the best lower bound that is known from the generator or proved by any
planner of the run.

DIR receives report.html, leaderboard.md, runs.csv (one line per run), anytime.csv (peak and bound over
time and work), report.json (all data), and summary.csv (one line per trace and planner).

Inputs that cannot be read are reported; the others are still measured. The exit code is then 1 if some
input is invalid, else 2. A planner that fails is a row in the table; a planner that returns an invalid
schedule makes the exit code 1.

`memplan list generators` lists the generators with their parameters. Across machines, compare ratios of
times or units of work.";

/// `memplan bench`
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct BenchArgs {
    /// Trace files, MLIR files, archives, directories, quoted patterns, `-`, or generators such as
    /// `gen:skewed{n=100k seed=1}`.
    #[arg(value_name = "DATASET", required_unless_present = "one", value_hint = ValueHint::AnyPath)]
    pub datasets: Vec<String>,
    /// Trace reader options.
    #[command(flatten)]
    pub from: FromArgs,
    /// Sizes.
    #[command(flatten)]
    pub at: AtArgs,
    /// Options and limits of planning.
    #[command(flatten)]
    pub job: JobArgs<OfBench>,
    /// Number of seeds, starting at 0.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub seeds: u64,
    /// Number of runs of each case. Times are medians; under `--work`, schedules must not differ.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub repeat: u32,
    /// Number of concurrent cases. More than one distorts the times.
    #[arg(long, value_name = "N", default_value = "1", value_parser = crate::cli::spec::positive)]
    pub jobs: NonZeroUsize,
    /// Write reports to this directory; it is created if necessary.
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub output: Option<PathBuf>,
    /// Format of the table on standard output.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: TableFormat,
    /// Also run `minimalloc` and `idealloc`, alternating with the planners, if they are on PATH.
    #[arg(long)]
    pub peers: bool,
    /// Date in the reports. Default: now, in UTC.
    #[arg(long, value_name = "TEXT")]
    pub date: Option<String>,
    /// Run the case described on standard input. Used internally for child processes.
    #[arg(long, hide = true)]
    pub one: bool,
}

const LEADERBOARD_EXAMPLES: &str = "\
Examples:
  memplan leaderboard traces/ > LEADERBOARD.md           every planner on every trace of a directory
  memplan leaderboard traces/ --planners auto,'exec{command=./mine}',best-fit
  memplan leaderboard traces/ --time-limit 100ms --format html > leaderboard.html
  memplan leaderboard traces/ -o out                     all forms, and the anytime curves

The same measurements as `memplan bench`: each planner in a process of its own, with equal budgets, every
schedule validated. The page ranks planners by the mean excess of their peaks over the best lower bound
that any planner proves; for each trace it has the bound, the best peak, and the excess of each planner.
With a limit of work, which is the default, peaks are the same on every machine.

Where FILE.mplan lies beside a trace FILE, its peaks are the row `as placed`.";

/// `memplan leaderboard`
#[derive(Debug, Args)]
#[command(after_help = LEADERBOARD_EXAMPLES)]
pub(crate) struct LeaderboardArgs {
    /// Trace files, MLIR files, archives, directories, quoted patterns, `-`, or generators.
    #[arg(value_name = "DATASET", required = true, value_hint = ValueHint::AnyPath)]
    pub datasets: Vec<String>,
    /// Trace reader options.
    #[command(flatten)]
    pub from: FromArgs,
    /// Sizes.
    #[command(flatten)]
    pub at: AtArgs,
    /// Options and limits of planning.
    #[command(flatten)]
    pub job: JobArgs<OfLeaderboard>,
    /// Number of seeds, starting at 0.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub seeds: u64,
    /// Write one page, `*.html`, `*.md`, `*.csv` or `*.json`, or all reports to a directory, which is created if
    /// necessary.
    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub output: Option<PathBuf>,
    /// Format of the page on standard output.
    #[arg(long, value_name = "FORMAT", default_value = "markdown")]
    pub format: PageFormat,
    /// Date in the reports. Default: now, in UTC.
    #[arg(long, value_name = "TEXT")]
    pub date: Option<String>,
}

impl LeaderboardArgs {
    /// The measurements.
    pub(crate) fn bench(&self) -> BenchArgs {
        let mut job = JobOptions::clone(&self.job);
        job.planner.get_or_insert_with(|| "all".to_owned());
        job.threads.get_or_insert(NonZeroUsize::MIN);
        if job.time_limit.is_none() {
            job.work_limit.get_or_insert(2_000_000);
        }
        BenchArgs {
            datasets: self.datasets.clone(),
            from: self.from.clone(),
            at: self.at.clone(),
            job: job.into(),
            seeds: self.seeds,
            repeat: 1,
            jobs: NonZeroUsize::MIN,
            output: self.output.clone(),
            format: TableFormat::Text,
            peers: false,
            date: self.date.clone(),
            one: false,
        }
    }
}

/// The form of a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum PageFormat {
    /// A page of tables.
    Markdown,
    /// A page with plots.
    Html,
    /// For spreadsheets: a line for each trace and planner.
    Csv,
    /// Everything, for programs.
    Json,
}
