//! Writes `datasets/models/LEADERBOARD.md`: every planner on every trace of a real model.
//!
//! Planners run with a fixed amount of work on one thread, so peaks and ranks are equal on every machine. Times are
//! those of this run. Fragmentation is relative to the best lower bound that any planner proves.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use memplan::plan_trace;
use memplan_planner::{
    LifetimeTrace, MemoryPlanner, MemorySchedule, PlanOptions, PlannerKind, Units, registry, wire,
};

/// Where traces are; plans of the tool that a trace comes from are beside them.
const FOLDERS: [&str; 2] = ["datasets/models", "datasets/data/models"];

const PAGE: &str = "datasets/models/LEADERBOARD.md";

/// The work of a planner on a trace.
const WORK: Units = Units(2_000_000);

/// A trace, what is known of it, and what planners make of it.
struct Model {
    name: String,
    trace: LifetimeTrace,
    /// The schedule of the compiler that the trace comes from.
    placed: Option<MemorySchedule>,
    /// The peak of each planner, in their order; `None` for planners that have no schedule.
    peaks: Vec<Option<u64>>,
    bound: u64,
}

/// Runs all planners and writes the page.
///
/// # Errors
///
/// A sentence, when a file cannot be read or written, or a schedule is invalid.
pub(crate) fn run(root: &Path) -> Result<String, String> {
    let mut models = Vec::new();
    for folder in FOLDERS {
        read(&root.join(folder), &mut models)?;
    }
    models.sort_by(|a, b| a.name.cmp(&b.name));
    let planners: Vec<_> = registry::planners().into_iter().filter(is_ranked).collect();
    let mut times = vec![Duration::ZERO; planners.len()];
    for (planner, time) in planners.iter().zip(&mut times) {
        for model in &mut models {
            model.add(&**planner, time)?;
        }
    }
    let names: Vec<&str> = planners.iter().map(|planner| planner.info().name).collect();
    let page = page(&models, &names, &times);
    let path = root.join(PAGE);
    fs::write(&path, page).map_err(|error| format!("{PAGE}: {error}"))?;
    let (n_planners, n_models) = (names.len(), models.len());
    Ok(format!(
        "{PAGE}: {n_planners} planners on {n_models} traces"
    ))
}

/// Planners that are another program are not ranked.
fn is_ranked(planner: &std::sync::Arc<dyn MemoryPlanner>) -> bool {
    planner.capabilities().kind != PlannerKind::External
}

/// Reads the traces of a folder.
fn read(folder: &Path, models: &mut Vec<Model>) -> Result<(), String> {
    let fail = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let entries = fs::read_dir(folder).map_err(|error| fail(folder, &error))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let is_trace = |path: &PathBuf| path.extension().is_some_and(|e| e == "mtrace");
    for path in paths.filter(is_trace) {
        let bytes = fs::read(&path).map_err(|error| fail(&path, &error))?;
        let traces = wire::read_trace(&bytes)
            .map_err(|error| fail(&path, &error))?
            .traces;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let plan = fs::read(path.with_extension("mplan")).ok();
        let plan = plan.map(|bytes| wire::read_plan(&bytes)).transpose();
        let plan = plan
            .map_err(|error| fail(&path, &error))?
            .unwrap_or_default();
        // Both compilers have a transformer model, so add the compiler to the name.
        let source = if plan.schedules.is_empty() {
            "MLIR"
        } else {
            "XLA"
        };
        let mut placed = plan.schedules.into_iter();
        for (index, trace) in traces.into_iter().enumerate() {
            let number = if index == 0 {
                String::new()
            } else {
                format!(" #{}", index + 1)
            };
            models.push(Model {
                name: format!("{stem}{number} ({source})"),
                bound: trace.least_load().0,
                trace,
                placed: placed.next(),
                peaks: Vec::new(),
            });
        }
    }
    Ok(())
}

impl Model {
    /// Adds the result of a planner.
    fn add(&mut self, planner: &dyn MemoryPlanner, time: &mut Duration) -> Result<(), String> {
        let options = PlanOptions {
            work_limit: Some(WORK),
            ..PlanOptions::default()
        };
        let most = planner.capabilities().max_buffers;
        if most.is_some_and(|most| most < self.trace.len()) {
            self.peaks.push(None);
            return Ok(());
        }
        let start = Instant::now();
        let planned = plan_trace(planner, &self.trace, &options, None);
        *time += start.elapsed();
        let planned = match planned {
            Ok(planned) => planned.schedule,
            Err(memplan::Error::Plan { .. }) => {
                self.peaks.push(None);
                return Ok(());
            }
            Err(error) => return Err(format!("{}: {error}", self.name)),
        };
        self.bound = self.bound.max(planned.lower_bound(&self.trace).0);
        self.peaks.push(Some(planned.peak().0));
        Ok(())
    }

    /// How far a peak exceeds the bound, in percent.
    fn excess(&self, peak: u64) -> f64 {
        let bound = self.bound.max(1) as f64;
        100.0 * (peak as f64 - self.bound as f64) / bound
    }
}

/// The total score of a planner.
#[derive(Default)]
struct Score {
    sum: f64,
    worst: f64,
    n_optimal: usize,
    n_planned: usize,
}

impl Score {
    fn of<'a>(peaks: impl Iterator<Item = (&'a Model, Option<u64>)>) -> Self {
        let mut score = Self::default();
        for (model, peak) in peaks {
            let Some(peak) = peak else { continue };
            let excess = model.excess(peak);
            score.sum += excess;
            score.worst = score.worst.max(excess);
            score.n_optimal += usize::from(peak <= model.bound);
            score.n_planned += 1;
        }
        score
    }

    fn mean(&self) -> f64 {
        self.sum / self.n_planned.max(1) as f64
    }

    /// The row of a table, without the time.
    fn row(&self, name: &str) -> String {
        let (mean, worst) = (self.mean(), self.worst);
        let (n_optimal, n_planned) = (self.n_optimal, self.n_planned);
        format!("| `{name}` | {mean:.2} % | {worst:.2} % | {n_optimal} of {n_planned} |")
    }
}

const HEAD: &str = "\
# Leaderboard

Every planner on traces of real models, with 2,000,000 units of work for each trace on one thread. Written by `cargo run
--release -p xtask -- leaderboard`: peaks are equal on every machine, times are those of the last run, for all traces. The
excess is relative to the best lower bound that any planner proves. [README.md](README.md) has the source of the traces.

";

fn page(models: &[Model], names: &[&str], times: &[Duration]) -> String {
    let mut page = HEAD.to_owned();
    page.push_str("## Planners\n\n| planner | mean excess | worst excess | optimal | time |\n");
    page.push_str("| --- | --- | --- | --- | --- |\n");
    let mut ranks = BTreeMap::new();
    for (index, (&name, time)) in names.iter().zip(times).enumerate() {
        let score = Score::of(models.iter().map(|model| (model, model.peaks[index])));
        // Scores in micropercent are sorted as integers; ties keep the order of the registry.
        let key = ((1e6 * score.mean()) as u64, index);
        let milliseconds = time.as_secs_f64() * 1e3;
        ranks.insert(key, format!("{} {milliseconds:.1} ms |\n", score.row(name)));
    }
    page.extend(ranks.values().map(String::as_str));
    let placed = models.iter().filter_map(|model| {
        let peak = model.placed.as_ref()?.peak().0;
        Some((model, Some(peak)))
    });
    let score = Score::of(placed);
    let _ = writeln!(page, "{} - |", score.row("as placed (xla)"));
    page.push_str("\n## Traces\n\nThe columns of the next table have these numbers.\n\n");
    page.push_str("| | trace | buffers | max load | bound | best peak | as placed |\n");
    page.push_str("| --- | --- | --- | --- | --- | --- | --- |\n");
    for (number, model) in (1..).zip(models) {
        let (name, n_buffers) = (&model.name, model.trace.len());
        let (load, bound) = (model.trace.max_load(), model.bound);
        let best = model
            .peaks
            .iter()
            .flatten()
            .min()
            .copied()
            .unwrap_or_default();
        let placed = model
            .placed
            .as_ref()
            .map_or_else(String::new, |plan| plan.peak().to_string());
        let _ = writeln!(
            page,
            "| {number} | {name} | {n_buffers} | {load} | {bound} | {best} | {placed} |"
        );
    }
    page.push_str("\n## Excess over the bound, in percent\n\n| planner |");
    for number in 1..=models.len() {
        let _ = write!(page, " {number} |");
    }
    page.push_str("\n| --- |");
    page.push_str(&" --- |".repeat(models.len()));
    for (index, name) in names.iter().enumerate() {
        let _ = write!(page, "\n| `{name}` |");
        for model in models {
            let cell = model.peaks[index].map(|peak| format!("{:.2}", model.excess(peak)));
            let _ = write!(page, " {} |", cell.as_deref().unwrap_or("-"));
        }
    }
    page.push('\n');
    page
}

#[cfg(test)]
mod tests {
    use super::{Model, Score, page};
    use std::time::Duration;

    fn model() -> Model {
        Model {
            name: "two (MLIR)".to_owned(),
            trace: "a 0..2 8; b 1..3 8".parse().unwrap(),
            placed: None,
            peaks: vec![Some(24), Some(16), None],
            bound: 16,
        }
    }

    #[test]
    fn planners_are_ranked_by_excess_and_may_be_absent() {
        let models = [model()];
        let score = Score::of([(&models[0], Some(24)), (&models[0], None)].into_iter());
        assert_eq!(score.row("x"), "| `x` | 50.00 % | 50.00 % | 0 of 1 |");
        let page = page(&models, &["poor", "good", "none"], &[Duration::ZERO; 3]);
        let place = |name: &str| page.find(&format!("| `{name}` |")).unwrap();
        assert!(place("good") < place("poor"));
        assert!(page.contains("| 1 | two (MLIR) | 2 | 16 | 16 | 16 |  |"));
        assert!(page.contains("\n| `good` | 0.00 |\n| `none` | - |\n"));
    }
}
