//! The leaderboard: planners ranked by their mean excess over the best bounds, as a page in Markdown.
//!
//! A planner without a schedule for some trace has no excess there; the table says for how many traces it has one, and
//! planners with more come first.

use std::fmt::Write as _;

use memplan_support::Sort;

use crate::Report;
use crate::summary::{Summary, share_above};
use crate::tables::{milliseconds, percent};

/// A planner over all traces.
struct Row {
    name: String,
    /// The sums over the traces with a schedule.
    excess: f64,
    worst: f64,
    n_optimal: usize,
    n_planned: usize,
    /// The medians of its times together; `None` for what the traces come with.
    ms: Option<f64>,
}

impl Row {
    fn new(name: String, ms: Option<f64>) -> Self {
        Self {
            name,
            excess: 0.0,
            worst: 0.0,
            n_optimal: 0,
            n_planned: 0,
            ms,
        }
    }

    fn add(&mut self, share: f64) {
        self.excess += share;
        self.worst = share.max(self.worst);
        self.n_optimal += usize::from(share <= 0.0);
        self.n_planned += 1;
    }

    fn mean(&self) -> f64 {
        self.excess / self.n_planned.max(1) as f64
    }

    fn print(&self, page: &mut String) {
        let cell = |text: String| {
            if self.n_planned == 0 {
                "-".to_owned()
            } else {
                text
            }
        };
        let (mean, worst) = (cell(percent(self.mean())), cell(percent(self.worst)));
        let ms = self.ms.filter(|_| self.n_planned != 0);
        let ms = ms.map_or_else(|| "-".to_owned(), |ms| milliseconds(ms) + " ms");
        let (name, n_optimal, n_planned) = (&self.name, self.n_optimal, self.n_planned);
        let _ = writeln!(
            page,
            "| `{name}` | {mean} | {worst} | {n_optimal} of {n_planned} | {ms} |"
        );
    }
}

/// The page. `O(planners * traces)`.
pub(crate) fn page(report: &Report) -> String {
    let mut page = format!(
        "# Leaderboard\n\nWritten by `{}`, memplan {}. Every planner had the same budget: {}. The excess is how far the median peak is\n\
         above the best lower bound that any planner proves.\n\n\
         ## Planners\n\n| planner | mean excess | worst excess | optimal | time |\n| --- | --- | --- | --- | --- |\n",
        report.command,
        report.memplan,
        budget(report),
    );
    let mut rows: Vec<Row> = (0..report.planners.len())
        .map(|planner| row_of(report, planner))
        .collect();
    // In micropercent, so that equal scores keep the order of the planners.
    rows.sort_stable_by_key(|row| (usize::MAX - row.n_planned, (1e8 * row.mean()) as u64));
    for row in &rows {
        row.print(&mut page);
    }
    let mut placed = Row::new("as placed".to_owned(), None);
    for (instance, bound) in report.instances.iter().zip(&report.bounds) {
        if let Some(peak) = instance.placed_bytes {
            placed.add(share_above(peak, bound.bytes));
        }
    }
    if placed.n_planned != 0 {
        placed.print(&mut page);
    }
    traces(report, &mut page);
    excesses(report, &mut page);
    page
}

fn budget(report: &Report) -> String {
    let budget = &report.budget;
    let work = budget.work.map(|work| format!("{work} units of work"));
    let time = budget.time_limit_ms.map(|ms| format!("{ms} ms"));
    let limits: Vec<String> = work.into_iter().chain(time).collect();
    let seeds = if budget.seeds == 1 {
        String::new()
    } else {
        format!(", {} seeds", budget.seeds)
    };
    format!(
        "{} for each trace on {}{seeds}",
        limits.join(" and "),
        memplan_support::table::plural(budget.threads, "thread")
    )
}

fn summaries(report: &Report, planner: usize) -> impl Iterator<Item = &Summary> {
    let summaries = report.summaries.iter();
    summaries.filter(move |summary| summary.planner == planner)
}

fn row_of(report: &Report, planner: usize) -> Row {
    let mut row = Row::new(report.planners[planner].clone(), Some(0.0));
    for figures in summaries(report, planner).filter_map(|summary| summary.figures.as_ref()) {
        row.add(figures.fragmentation);
        row.ms = row.ms.map(|ms| ms + figures.elapsed_ms);
    }
    row
}

/// The traces with their bounds and the best peaks.
fn traces(report: &Report, page: &mut String) {
    page.push_str(
        "\n## Traces\n\nThe columns of the next table have these numbers; sizes are in bytes.\n\n\
         | | trace | buffers | max load | bound | by | best peak | as placed |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    let mut best = vec![None; report.instances.len()];
    for summary in &report.summaries {
        if let Some(figures) = &summary.figures {
            let best = &mut best[summary.instance];
            *best = Some(best.map_or(figures.best_peak_bytes, |best| {
                figures.best_peak_bytes.min(best)
            }));
        }
    }
    let rows = report.instances.iter().zip(&report.bounds).zip(best);
    for (number, ((instance, bound), best)) in (1..).zip(rows) {
        let optional =
            |bytes: Option<u64>| bytes.map_or_else(String::new, |bytes| bytes.to_string());
        let _ = writeln!(
            page,
            "| {number} | {} ({}) | {} | {} | {} | {} | {} | {} |",
            instance.name,
            instance.dataset,
            instance.n_buffers,
            instance.max_load_bytes,
            bound.bytes,
            bound.rule,
            optional(best),
            optional(instance.placed_bytes),
        );
    }
}

/// The excess of each planner on each trace.
fn excesses(report: &Report, page: &mut String) {
    page.push_str("\n## Excess over the bound\n\n| planner |");
    for number in 1..=report.instances.len() {
        let _ = write!(page, " {number} |");
    }
    page.push_str("\n| --- |");
    page.push_str(&" --- |".repeat(report.instances.len()));
    for (planner, name) in report.planners.iter().enumerate() {
        let mut cells = vec![None; report.instances.len()];
        for summary in summaries(report, planner) {
            let figures = summary.figures.as_ref();
            cells[summary.instance] = figures.map(|figures| percent(figures.fragmentation));
        }
        let _ = write!(page, "\n| `{name}` |");
        for cell in cells {
            let _ = write!(page, " {} |", cell.as_deref().unwrap_or("-"));
        }
    }
    page.push('\n');
}
