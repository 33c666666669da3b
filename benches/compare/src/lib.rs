//! The library of `memplan bench`: runs planners on data sets under equal budgets, and reports the results.
//!
//! [`Bench::run`] starts a process for each planner, trace and seed; that process reads a [`Job`] and does it with
//! [`run_job`]. A [`Report`] is plain data, with tables in text, CSV and JSON, and a page with plots. The caller
//! provides the traces.

mod csv_lines;
mod html;
mod job;
mod leaderboard;
mod machine;
mod peers;
mod runner;
mod summary;
mod tables;

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use memplan_planner::LifetimeTrace;
use serde::Serialize;

pub use csv_lines::CsvLines;
pub use job::{Event, Job, Point, Run, RunMeasure, Status, run as run_job};
use machine::Machine;
use peers::PeerRun;
use runner::{Case, Outcomes, Work};
use summary::{Bound, Total};
pub use summary::{Figures, Summary};

/// The time that a run, including the checker, may take beyond its limit before its process is killed.
const GRACE: Duration = Duration::from_secs(20);

/// The version of the JSON report.
const VERSION: u32 = 1;

/// A trace to plan.
#[derive(Clone, Debug, Serialize)]
pub struct Instance {
    /// The data set: a directory, or a kind of generator.
    pub dataset: String,
    /// The name in the data set.
    pub name: String,
    /// A file, or a generator with its prefix.
    pub source: String,
    /// Which record of the source, if that is an archive; else 0.
    pub record: usize,
    /// Which trace of the record.
    pub index: usize,
    /// The number of buffers.
    pub n_buffers: usize,
    /// All sizes together.
    pub sum_bytes: u128,
    /// The load.
    pub max_load_bytes: u64,
    /// The optimum, where the generator knows it.
    pub optimum_bytes: Option<u64>,
    /// The peak of the plan of the tool that made the trace, if it is beside the trace.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placed_bytes: Option<u64>,
}

/// A source that gives no trace.
#[derive(Clone, Debug, Serialize)]
pub struct Unreadable {
    /// The data set.
    pub dataset: String,
    /// The name in the data set.
    pub name: String,
    /// Why.
    pub message: String,
}

/// The limits of each run.
#[derive(Clone, Debug, Serialize)]
pub struct Budget {
    /// The time limit.
    pub time_limit_ms: Option<u64>,
    /// The limit of units of work.
    pub work: Option<u64>,
    /// The number of seeds, starting at 0.
    pub seeds: u64,
    /// The number of runs with each seed.
    pub repeats: u32,
    /// The threads of a run.
    pub threads: usize,
    /// The cases that run at a time.
    pub at_a_time: usize,
    /// All offsets are aligned to at least this.
    pub alignment_bytes: u64,
}

/// The progress of a comparison.
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// It begins.
    Start {
        /// How many steps will be done.
        n_steps: usize,
    },
    /// A planner begins on a trace.
    Begin {
        /// The planner.
        planner: &'a str,
        /// The trace.
        instance: &'a str,
    },
    /// A step is done.
    Done,
    /// All are done.
    End,
}

/// A comparison.
pub struct Bench<'a> {
    /// The program that does jobs, and its first arguments: called with `bench --one`, it reads a [`Job`] from standard
    /// input and writes its [`Event`]s to standard output, one a line.
    pub program: Vec<OsString>,
    /// The command line, as reports show it.
    pub command: String,
    /// The date in reports; now by default.
    pub date: Option<String>,
    /// The planners as the user specified them.
    pub planners: Vec<String>,
    /// Their names in reports.
    pub labels: Vec<String>,
    /// The traces.
    pub instances: Vec<Instance>,
    /// What could not be read.
    pub unreadable: Vec<Unreadable>,
    /// The limits.
    pub budget: Budget,
    /// The `mlir-opt` for the jobs, if the user named one.
    pub mlir_opt: Option<PathBuf>,
    /// The reader of all trace files, if the user chose one.
    pub from: Option<String>,
    /// The values of symbols, if the user chose any.
    pub at: Vec<(String, i64)>,
    /// Whether other allocators that are on PATH run, too.
    pub has_peers: bool,
    /// Reads a trace again; `None` if it is gone.
    pub load: &'a (dyn Fn(&Instance) -> Option<LifetimeTrace> + Sync),
    /// Hears what runs.
    pub tell: &'a (dyn Fn(Step<'_>) + Sync),
}

impl Bench<'_> {
    /// Runs all cases. Never fails: a failure is the status of its case.
    pub fn run(self) -> Report {
        let machine = Machine::here();
        let (peers, peers_missing) = if self.has_peers {
            peers::find()
        } else {
            Default::default()
        };
        let date = self.date.unwrap_or_else(machine::now);
        let work = Work {
            load: self.load,
            tell: self.tell,
            program: self.program,
            instances: &self.instances,
            planners: &self.planners,
            n_seeds: self.budget.seeds,
            job: Job {
                source: String::new(),
                record: 0,
                index: 0,
                planner: String::new(),
                seed: 0,
                time_limit_ms: self.budget.time_limit_ms,
                work: self.budget.work,
                repeats: self.budget.repeats,
                threads: NonZeroUsize::new(self.budget.threads).unwrap_or(NonZeroUsize::MIN),
                alignment: self.budget.alignment_bytes,
                mlir_opt: self.mlir_opt,
                from: self.from,
                at: self.at,
            },
            n_at_a_time: self.budget.at_a_time,
            grace: GRACE,
            peers: &peers,
        };
        let Outcomes {
            mut cases,
            peer_runs,
        } = work.run();
        let bounds = summary::best_bounds(&self.instances, &self.planners, &mut cases);
        let summaries = summary::summaries(&bounds, self.planners.len(), &cases);
        let totals = summary::totals(&self.instances, self.planners.len(), &summaries);
        Report {
            version: VERSION,
            memplan: env!("CARGO_PKG_VERSION"),
            date,
            command: self.command,
            machine,
            planners: self.labels,
            planner_specs: self.planners,
            budget: self.budget,
            instances: self.instances,
            bounds,
            unreadable: self.unreadable,
            cases,
            summaries,
            totals,
            peers_missing,
            peer_runs,
        }
    }
}

/// Everything that tables are made of.
#[derive(Debug, Serialize)]
pub struct Report {
    version: u32,
    memplan: &'static str,
    date: String,
    command: String,
    machine: Machine,
    /// The names of the planners.
    pub planners: Vec<String>,
    /// The planners as the user specified them.
    planner_specs: Vec<String>,
    budget: Budget,
    /// The traces.
    pub instances: Vec<Instance>,
    /// One for each instance.
    bounds: Vec<Bound>,
    unreadable: Vec<Unreadable>,
    cases: Vec<Case>,
    /// Each planner on each trace.
    pub summaries: Vec<Summary>,
    totals: Vec<Total>,
    peers_missing: Vec<&'static str>,
    peer_runs: Vec<PeerRun>,
}

impl Report {
    /// The text tables: every trace and planner, then the data sets.
    pub fn text(&self) -> String {
        tables::text(self)
    }

    /// A line of CSV for each trace and planner.
    pub fn csv(&self) -> String {
        tables::summary_csv(self)
    }

    /// Everything, for programs.
    pub fn json(&self) -> String {
        tables::json(self)
    }

    /// The planners in the order of their excess over the best bounds, and every trace: a page in Markdown.
    pub fn leaderboard(&self) -> String {
        leaderboard::page(self)
    }

    /// The page with plots.
    pub fn html(&self) -> String {
        html::page(self)
    }

    /// All forms of the report as files, by their names.
    pub fn files(&self) -> [(&'static str, String); 6] {
        [
            ("leaderboard.md", self.leaderboard()),
            ("runs.csv", tables::runs_csv(self)),
            ("summary.csv", self.csv()),
            ("anytime.csv", tables::anytime_csv(self)),
            ("report.json", self.json()),
            ("report.html", self.html()),
        ]
    }
}
