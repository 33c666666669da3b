//! The figures of a run as a matrix: a row for each trace, a column for each planner, the worst first.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use memplan_bench::CsvLines;
use memplan_support::Sort;
use memplan_support::sizes::human;
use memplan_support::table::{plural, table};
use serde::Serialize;

use super::summary::{FailedRow, PlannerSums, Row, Summary, percent};

/// How many traces the text form lists unless all are asked for.
const MAX_TRACES: usize = 20;

/// The cell of a planner without a plan.
const NO_PLAN: &str = "-";

/// All planners on all traces.
#[derive(Debug)]
pub(crate) struct Matrix<'a> {
    summary: &'a Summary,
    /// The trace whose worst plan is the farthest from its bound first; of equals the earlier one.
    traces: Vec<Trace<'a>>,
}

/// A row.
#[derive(Debug)]
struct Trace<'a> {
    name: &'a str,
    scope: &'a str,
    /// One for each planner; `None` where it has no plan.
    cells: Vec<Option<&'a Row>>,
}

#[derive(Serialize)]
struct Json<'a> {
    version: u32,
    /// The worst first.
    matrix: Vec<JsonTrace<'a>>,
    failed: &'a [FailedRow],
    planners: &'a [PlannerSums],
    interrupted: bool,
}

#[derive(Serialize)]
struct JsonTrace<'a> {
    trace: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    scope: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    buffers: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    worst_fragmentation: Option<f64>,
    /// In the order of `planners`.
    cells: Vec<Option<JsonCell<'a>>>,
}

#[derive(Serialize)]
struct JsonCell<'a> {
    planner: &'a str,
    peak_bytes: u64,
    lower_bound_bytes: u64,
    fragmentation: f64,
    optimal: bool,
    elapsed_ms: f64,
}

impl<'a> Trace<'a> {
    /// The worst fragmentation of all plans; `None` when there are no plans.
    fn worst(&self) -> Option<f64> {
        let shares = self.plans().map(|row| row.fragmentation);
        shares.max_by(f64::total_cmp)
    }

    fn plans(&self) -> impl Iterator<Item = &'a Row> {
        self.cells.iter().copied().flatten()
    }

    /// Sort key: a trace for which some planner has no plan is worse than all others.
    fn badness(&self) -> (bool, f64) {
        let has_no_plan = self.cells.iter().any(Option::is_none);
        (has_no_plan, self.worst().unwrap_or(f64::INFINITY))
    }
}

impl<'a> Matrix<'a> {
    /// The matrix of a run.
    pub(crate) fn new(summary: &'a Summary) -> Self {
        let planners = summary.columns();
        let mut traces: Vec<Trace<'a>> = Vec::new();
        let mut places: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        let mut place = |name: &'a str, scope: &'a str, traces: &mut Vec<Trace<'a>>| {
            *places.entry((name, scope)).or_insert_with(|| {
                traces.push(Trace {
                    name,
                    scope,
                    cells: vec![None; planners.len()],
                });
                traces.len() - 1
            })
        };
        for row in &summary.rows {
            let at = place(&row.trace, &row.scope, &mut traces);
            let column = planners.iter().position(|&planner| planner == row.planner);
            if let Some(cell) = column.and_then(|column| traces[at].cells.get_mut(column)) {
                *cell = Some(row);
            }
        }
        // Files for which every planner failed are rows without plans.
        for failed in &summary.failed {
            if !traces.iter().any(|trace| trace.name == failed.trace) {
                place(&failed.trace, "", &mut traces);
            }
        }
        traces.sort_stable_by(|a, b| {
            let (a, b) = (a.badness(), b.badness());
            b.0.cmp(&a.0).then(b.1.total_cmp(&a.1))
        });
        Self { summary, traces }
    }

    /// The text form: fragmentation in percent, then a line for each planner.
    pub(crate) fn text(&self, is_verbose: bool, has_times: bool) -> String {
        if self.traces.is_empty() {
            return format!("{}\n", plural(0, "plan"));
        }
        let n_shown = if is_verbose {
            self.traces.len()
        } else {
            self.traces.len().min(MAX_TRACES)
        };
        let has_scopes = self.traces.iter().any(|trace| !trace.scope.is_empty());
        let mut head = vec!["trace".to_owned()];
        head.extend(has_scopes.then(|| "scope".to_owned()));
        head.extend(["buffers", "bound"].map(str::to_owned));
        head.extend(self.summary.columns().into_iter().map(str::to_owned));
        let mut lines = vec![head];
        for trace in self.traces.iter().take(n_shown) {
            let mut line = vec![trace.name.to_owned()];
            line.extend(has_scopes.then(|| trace.scope.to_owned()));
            let any = trace.plans().next();
            line.push(any.map_or_else(|| NO_PLAN.to_owned(), |row| row.buffers.to_string()));
            // Planners with other alignments have other bounds.
            let bound = trace.plans().map(|row| row.lower_bound_bytes).min();
            line.push(bound.map_or_else(|| NO_PLAN.to_owned(), |bytes| human(bytes.into())));
            line.extend(trace.cells.iter().map(|cell| match cell {
                None => NO_PLAN.to_owned(),
                Some(row) if row.optimal => "optimal".to_owned(),
                Some(row) => percent(row.fragmentation),
            }));
            lines.push(line);
        }
        let left: &[usize] = if has_scopes { &[0, 1] } else { &[0] };
        let mut out = table(&lines, left);
        if n_shown < self.traces.len() {
            let more = self.traces.len() - n_shown;
            let noun = plural(more, "trace").replacen(' ', " more ", 1);
            // Writing to a string cannot fail.
            let _ = writeln!(
                out,
                "and {noun}, none of them worse (`--verbose` lists them)"
            );
        }
        out.push('\n');
        out + &self.summary.planner_table(has_times)
    }

    /// A line for each trace: peak and fragmentation of each planner.
    pub(crate) fn csv(&self) -> String {
        let mut head = ["trace", "scope", "buffers", "worst_fragmentation"]
            .map(str::to_owned)
            .to_vec();
        for planner in self.summary.columns() {
            head.extend(["peak_bytes", "fragmentation"].map(|name| format!("{planner} {name}")));
        }
        let mut lines = CsvLines::new(&head);
        let or_empty = |value: Option<String>| value.unwrap_or_default();
        for trace in &self.traces {
            let any = trace.plans().next();
            let mut record = vec![
                trace.name.to_owned(),
                trace.scope.to_owned(),
                or_empty(any.map(|row| row.buffers.to_string())),
                or_empty(trace.worst().map(|worst| worst.to_string())),
            ];
            for cell in &trace.cells {
                record.push(or_empty(cell.map(|row| row.peak_bytes.to_string())));
                record.push(or_empty(cell.map(|row| row.fragmentation.to_string())));
            }
            lines.push(&record);
        }
        lines.finish()
    }

    /// One object with the list `matrix`.
    pub(crate) fn json(&self) -> String {
        let cell = |cell: &Option<&'a Row>| {
            cell.map(|row| JsonCell {
                planner: &row.planner,
                peak_bytes: row.peak_bytes,
                lower_bound_bytes: row.lower_bound_bytes,
                fragmentation: row.fragmentation,
                optimal: row.optimal,
                elapsed_ms: row.elapsed_ms,
            })
        };
        let traces = self.traces.iter().map(|trace| JsonTrace {
            trace: trace.name,
            scope: trace.scope,
            buffers: trace.plans().next().map(|row| row.buffers),
            worst_fragmentation: trace.worst(),
            cells: trace.cells.iter().map(cell).collect(),
        });
        crate::io::json(&Json {
            version: 1,
            matrix: traces.collect(),
            failed: &self.summary.failed,
            planners: &self.summary.sums(),
            interrupted: self.summary.is_interrupted,
        })
    }
}
