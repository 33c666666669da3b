//! One case in a child process: its input, its work and its output.
//!
//! The parent writes a [`Job`] to the standard input of the child; the child writes one [`Event`] a
//! line to its standard output. The peak of resident memory of a separate process can be measured,
//! its crash does not affect the others, and it can be killed if it does not end.

use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use memplan::{Clock, Planned};
use memplan_planner::{Bytes, LifetimeTrace, Optimality, PlanOptions, Progress, Units};
use serde::{Deserialize, Serialize};

/// A planner on a trace, with its budget.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// A file, or a generator with its prefix.
    pub source: String,
    /// Which record of the source.
    pub record: usize,
    /// Which trace of the record.
    pub index: usize,
    /// The planner with its options.
    pub planner: String,
    /// The seed.
    pub seed: u64,
    /// Budget of a run.
    pub time_limit_ms: Option<u64>,
    /// Budget of a run.
    pub work: Option<u64>,
    /// How many runs.
    pub repeats: u32,
    /// Threads of a run.
    pub threads: NonZeroUsize,
    /// Common alignment.
    pub alignment: u64,
    /// The `mlir-opt` that converts what the reader does not know, if the user named one.
    pub mlir_opt: Option<PathBuf>,
    /// The reader of all trace files, if the user chose one.
    pub from: Option<String>,
    /// The values of symbols, if the user chose any.
    pub at: Vec<(String, i64)>,
}

/// An event that a child reports.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// The trace is in memory; from here on the clock counts.
    Loaded,
    /// A better schedule was found.
    Improved(Point),
    /// A run is over.
    Run(Run),
    /// There is no schedule.
    Failed {
        /// Why.
        status: Status,
        /// The human-readable message.
        message: String,
    },
}

/// A point of an anytime curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Since the start of the run.
    pub elapsed_ms: f64,
    /// Units of work until then.
    pub work: u64,
    /// The least peak so far.
    pub peak_bytes: u64,
    /// The best bound so far.
    pub bound_bytes: u64,
}

/// One run, with a valid schedule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The planner alone, by the wall clock.
    pub elapsed_ms: f64,
    /// Units of work done.
    pub work: u64,
    /// The peak of the schedule.
    pub peak_bytes: u64,
    /// The lower bound that the planner proved; 0 if none.
    pub bound_bytes: u64,
    /// The rule that proved the bound.
    pub bound_rule: Option<String>,
    /// The reason why the planner stopped early; its name as in [`memplan_planner::StopReason`].
    pub stopped_by: Option<String>,
    /// The peak of resident memory of the process until the end of the run, if it is known.
    pub peak_rss_bytes: Option<u64>,
    /// The same without what was resident before the first run: the memory of the planner itself.
    pub planner_rss_bytes: Option<u64>,
    /// The measures of a trace with pools, relations or an objective, the most important first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub measures: Vec<RunMeasure>,
}

/// One measure of a schedule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunMeasure {
    /// Its name in files and reports.
    pub name: String,
    /// Its value, in bytes or as a sum of costs.
    pub value: u64,
    /// No schedule whose earlier measures are as low has a lower value.
    pub bound: u64,
}

/// How a case ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// With valid schedules.
    Ok,
    /// A limit came before the first schedule.
    Limit,
    /// The planner does not support the trace, or gives no schedule.
    Failed,
    /// The schedule was wrong.
    Invalid,
    /// The planner claims a bound above the peak of a valid schedule.
    WrongBound,
    /// It did not end in time and was ended.
    Killed,
    /// The process died.
    Crashed,
    /// The trace cannot be read.
    Unreadable,
}

impl Status {
    /// The word for tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Limit => "limit",
            Self::Failed => "failed",
            Self::Invalid => "invalid",
            Self::WrongBound => "wrong-bound",
            Self::Killed => "killed",
            Self::Crashed => "crashed",
            Self::Unreadable => "unreadable",
        }
    }
}

/// Collects the points of a run.
#[derive(Debug)]
struct Curve {
    start: Instant,
    points: Mutex<Vec<Point>>,
}

impl Progress for Curve {
    fn improved(&self, peak: Bytes, bound: Bytes, work: Units) {
        let point = Point {
            elapsed_ms: milliseconds(self.start.elapsed()),
            work: work.0,
            peak_bytes: peak.0,
            bound_bytes: bound.0,
        };
        let mut points = self.points.lock().unwrap_or_else(PoisonError::into_inner);
        points.push(point);
    }
}

/// Does a job in this process. The planner runs as often as the job says; `plan` runs it once, with the options that it
/// is given, and checks the schedule.
///
/// # Errors
///
/// Those of `tell`. A planner that fails is an event.
pub fn run<E>(
    job: &Job,
    trace: &LifetimeTrace,
    clock: &Arc<dyn Clock>,
    plan: impl Fn(&PlanOptions) -> Result<Planned, (Status, String)>,
    tell: impl Fn(&Event) -> Result<(), E>,
) -> Result<(), E> {
    tell(&Event::Loaded)?;
    let resident_before = start_measuring_memory();
    for repeat in 0..job.repeats {
        let curve = Arc::new(Curve {
            start: Instant::now(),
            points: Mutex::new(Vec::new()),
        });
        let options = PlanOptions {
            alignment: Bytes(job.alignment),
            seed: job.seed,
            work_limit: job.work.map(Units),
            threads: job.threads,
            progress: Some(curve.clone()),
            ..PlanOptions::default()
        };
        let options = match job.time_limit_ms.map(Duration::from_millis) {
            Some(limit) => memplan::within(limit, clock, options),
            None => options,
        };
        match plan(&options) {
            Ok(timed) => {
                if repeat == 0 {
                    let points = curve.points.lock().unwrap_or_else(PoisonError::into_inner);
                    let mut improvements = points.iter().map(|point| Event::Improved(*point));
                    improvements.try_for_each(|improved| tell(&improved))?;
                }
                tell(&Event::Run(run_of(trace, &timed, resident_before)))?;
            }
            Err((status, message)) => return tell(&Event::Failed { status, message }),
        }
    }
    Ok(())
}

fn run_of(trace: &LifetimeTrace, timed: &Planned, resident_before: Option<u64>) -> Run {
    let schedule = &timed.schedule;
    let bound = match schedule.optimality {
        Optimality::Unknown => Bytes(0),
        Optimality::Optimal | Optimality::LowerBound(_) => schedule.lower_bound(trace),
    };
    let peak_rss_bytes = memory_figure("VmHWM:");
    Run {
        elapsed_ms: milliseconds(timed.elapsed.unwrap_or_default()),
        work: schedule.work.0,
        peak_bytes: schedule.total_size.0,
        bound_bytes: bound.0,
        bound_rule: schedule.bound_rule.map(|rule| rule.name().to_owned()),
        stopped_by: schedule.stopped_by.map(|reason| reason.name().to_owned()),
        peak_rss_bytes,
        planner_rss_bytes: peak_rss_bytes
            .zip(resident_before)
            .map(|(peak, before)| peak.saturating_sub(before)),
        measures: (schedule.pooled.iter().flat_map(|pooled| &pooled.terms))
            .map(|term| RunMeasure {
                name: term.measure.name().to_owned(),
                value: term.value,
                bound: term.bound,
            })
            .collect(),
    }
}

/// Resets the peak of resident memory, so that the next peak is that of the planner, and returns
/// the resident memory. `None` if the system does not report it.
fn start_measuring_memory() -> Option<u64> {
    // Linux: 5 resets the peak. Without the right to do so the peak counts the reading of the trace.
    let _ = fs::write("/proc/self/clear_refs", "5");
    memory_figure("VmRSS:")
}

/// A figure of Linux's `/proc/self/status`, which are in KiB.
fn memory_figure(name: &str) -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

pub(crate) fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}
