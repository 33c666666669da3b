//! Runs `auto` and every other planner with equal times on workloads that `auto` was not tuned on.
//!
//! No planner should be lower than `auto` in the same time, and `auto` should keep its time.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use memplan_datasets::generate::{Workload, workload};
use memplan_planner::{Interrupt, LifetimeTrace, PlanError, PlanOptions, StopReason, registry};

/// The limits in milliseconds, besides what `effort=quick` takes.
const LIMITS: [u64; 3] = [100, 1_000, 10_000];

/// By how many percent of the load equal runs differ.
const NOISE: f64 = 0.5;

/// How late `auto` may be; with longer limits a twentieth of them.
const LEEWAY: Duration = Duration::from_millis(50);

#[derive(Debug)]
struct Deadline(Instant);

impl Interrupt for Deadline {
    fn reason_to_stop(&self) -> Option<StopReason> {
        (self.0 <= Instant::now()).then_some(StopReason::Deadline)
    }

    fn time_left(&self) -> Option<Duration> {
        Some(self.0.saturating_duration_since(Instant::now()))
    }
}

/// The peak that a planner reaches within a time, and how long it takes; `None` if it has no schedule.
fn run_planner(
    spec: &str,
    trace: &LifetimeTrace,
    limit: Option<Duration>,
) -> Option<(u64, Duration)> {
    let start = Instant::now();
    let deadline = |limit| Arc::new(Deadline(start + limit)) as Arc<dyn Interrupt>;
    let options = PlanOptions {
        interrupt: limit.map(deadline),
        threads: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
        ..PlanOptions::default()
    };
    let planned = registry::planner(spec).ok()?.plan(trace, &options);
    let schedule = planned.or_else(PlanError::into_schedule).ok()?;
    Some((schedule.peak().0, start.elapsed()))
}

/// What the comparisons show.
#[derive(Default)]
struct Comparisons {
    n: u32,
    n_above: u32,
    n_late: u32,
    /// Those that do not end well.
    rows: String,
}

impl Comparisons {
    /// Compares `auto` with other planners of its time, which is the limit, or else what `effort=quick` takes.
    fn compare(
        &mut self,
        name: &str,
        trace: &LifetimeTrace,
        limit: Option<Duration>,
        others: &[&str],
    ) {
        let spec = limit.map_or("auto{effort=quick}", |_| "auto");
        let Some((own, time)) = run_planner(spec, trace, limit) else {
            return;
        };
        let others = others.iter().filter_map(|&other| {
            let (peak, _) = run_planner(other, trace, Some(limit.unwrap_or(time)))?;
            Some((peak, other))
        });
        let (least, other) = others.min().unwrap_or((own, "none"));
        let load = trace.max_load().0.max(1) as f64;
        let percent = |peak: u64| 100.0 * (peak as f64 / load - 1.0);
        let is_above = NOISE < percent(own) - percent(least);
        let is_late = limit.is_some_and(|limit| limit + (limit / 20).max(LEEWAY) < time);
        self.n += 1;
        self.n_above += u32::from(is_above);
        self.n_late += u32::from(is_late);
        if is_above || is_late {
            let row = format!(
                "| {name} | {} | {:.2} % | {:.2} | {other} {:.2} % |\n",
                limit.map_or_else(
                    || "quick".to_owned(),
                    |limit| limit.as_secs_f64().to_string()
                ),
                percent(own),
                time.as_secs_f64(),
                percent(least)
            );
            // A sweep takes hours.
            eprint!("{row}");
            self.rows.push_str(&row);
        }
    }
}

/// Compares all planners on traces of up to so many buffers, with limits of up to so many milliseconds; of at least so
/// many buffers, and with so many seeds. The whole of 10^7 buffers takes days, so parts are run, also with the planners
/// named after the numbers alone.
///
/// # Errors
///
/// The table, if `auto` is above another planner, or late, more often than once in twenty times.
pub(crate) fn run(_: &Path, words: &[String]) -> Result<String, String> {
    let number = |index: usize, default: u64| {
        let word = words.get(index).map(|word| word.parse());
        word.unwrap_or(Ok(default)).map_err(|_| {
            "anytime: expected numbers, then planners: MOST_BUFFERS MOST_MILLISECONDS LEAST_BUFFERS \
             SEEDS PLANNERS"
                .to_owned()
        })
    };
    let (most, longest) = (number(0, 100_000)?, number(1, 10_000)?);
    let (least, n_seeds) = (number(2, 0)?, number(3, 3)?);
    let planners = registry::planners();
    let all_others = planners.iter().map(|planner| planner.info().name);
    let mut others: Vec<&str> = all_others.filter(|&other| other != "auto").collect();
    if let Some(named) = words.get(4..).filter(|named| !named.is_empty()) {
        others.retain(|other| named.iter().any(|word| word == other));
    }
    let mut all = Comparisons::default();
    let sizes = (3..=7).map(|digits| 10_u32.pow(digits));
    for n in sizes.filter(|&n| (least..=most).contains(&u64::from(n))) {
        for kind in Workload::ALL {
            for seed in 1..=n_seeds {
                let trace = workload(kind, seed, n);
                let name = format!("{kind:?} {seed} | {n}");
                let limits = LIMITS.into_iter().filter(|&limit| limit <= longest);
                let limits = limits.map(|limit| Some(Duration::from_millis(limit)));
                for limit in limits.chain([None]) {
                    all.compare(&name, &trace, limit, &others);
                }
            }
        }
    }
    let Comparisons {
        n,
        n_above,
        n_late,
        rows,
    } = all;
    let report = format!(
        "| workload | buffers | seconds | `auto` | its time | lowest other |\n|---|---|---|---|---|---|\n{rows}\n\
         of {n} comparisons `auto` is above another planner in {n_above}, late in {n_late}"
    );
    if 20 * n_above <= n && 20 * n_late <= n {
        Ok(report)
    } else {
        Err(report)
    }
}
