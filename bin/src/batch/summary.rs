//! The figures of a run as a table, CSV and JSON.

use std::fmt::Write as _;

use memplan::Answer;
use memplan_bench::CsvLines;
use memplan_planner::{Bytes, LifetimeTrace, Measure, Pool, StopReason, Term};
use memplan_support::sizes::{exact, human};
use memplan_support::table::{plural, table};
use serde::Serialize;

use super::assess::Figures;
use crate::capacity::Conflict;
use crate::exit::{ExitStatus, Failure};
use crate::shapes::{Figure, Shapes};

/// A measure of a schedule.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct RowMeasure {
    name: &'static str,
    value: u64,
    bound: u64,
    optimal: bool,
}

impl RowMeasure {
    /// The measures of a schedule.
    pub(super) fn all(figures: &Figures) -> Vec<Self> {
        let terms = figures.pooled.iter().flat_map(|(terms, _)| terms);
        terms.map(Self::of).collect()
    }

    /// The value of one measure.
    pub(crate) fn of(term: &Term) -> Self {
        Self {
            name: term.measure.name(),
            value: term.value,
            bound: term.bound,
            optimal: term.is_optimal(),
        }
    }

    /// `reuse-cost 20, at least 16`
    pub(crate) fn words(&self) -> String {
        let is_bytes =
            self.name != Measure::ReuseCost.name() && self.name != Measure::BankCost.name();
        let words = |value: u64| {
            if is_bytes {
                human(value.into())
            } else {
                value.to_string()
            }
        };
        let (name, value) = (self.name, words(self.value));
        if self.optimal {
            format!("{name} {value} (optimal)")
        } else {
            format!("{name} {value} (at least {})", words(self.bound))
        }
    }
}

/// A pool of a trace, and its peak.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct RowPool {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    capacity_bytes: Option<u64>,
    peak_bytes: u64,
}

impl RowPool {
    /// The pools of a trace with the peaks of a schedule.
    pub(super) fn all(trace: &LifetimeTrace, figures: &Figures) -> Vec<Self> {
        let pools = trace.pools();
        let peaks = figures.pooled.iter().flat_map(|(_, peaks)| peaks);
        let pool = |(pool, peak): (&Pool, &Bytes)| Self {
            name: pool.name.clone(),
            capacity_bytes: pool.capacity.map(|capacity| capacity.0),
            peak_bytes: peak.0,
        };
        pools.iter().zip(peaks).map(pool).collect()
    }

    /// `l1 12 KiB of 64 KiB`
    fn words(&self) -> String {
        let peak = human(self.peak_bytes.into());
        let name = if self.name.is_empty() {
            "default"
        } else {
            &self.name
        };
        match self.capacity_bytes {
            Some(capacity) => format!("{name} {peak} of {}", human(capacity.into())),
            None => format!("{name} {peak}"),
        }
    }
}

/// One planner on one trace.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    /// The file as the user named it, or `archive/record`.
    pub trace: String,
    /// The allocation scope within it, when it has a name.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub scope: String,
    /// As the user named it, with options; `as placed (xla)` is the schedule of another tool.
    pub planner: String,
    /// Whether it is the schedule of another tool, which the file of the trace holds.
    #[serde(skip)]
    pub is_placed: bool,
    pub buffers: usize,
    pub sum_bytes: u128,
    pub max_load_bytes: u64,
    /// The best that any planner of the run proved.
    pub lower_bound_bytes: u64,
    pub bound_rule: &'static str,
    pub peak_bytes: u64,
    /// Whether no plan can be better.
    pub optimal: bool,
    /// Whether no other planner of the run was better on this trace.
    pub best: bool,
    /// Against the lower bound.
    pub fragmentation: f64,
    pub work: u64,
    /// Planning alone.
    pub elapsed_ms: f64,
    /// The reason why the planner stopped early.
    pub stopped_by: Option<&'static str>,
    /// Whether the plan is from an earlier run, and the time too.
    pub resumed: bool,
    /// The capacity that the trace had to fit into, if the user gave one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capacity_bytes: Option<u64>,
    /// Whether it does; the peak is then that of the best plan found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fit: Option<Answer>,
    /// The measures of a trace with pools, relations or an objective, the most important first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub measures: Vec<RowMeasure>,
    /// The pools of such a trace.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pools: Vec<RowPool>,
    /// The buffers whose load is above the capacity, where that is why the trace does not fit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflict: Option<Conflict>,
    /// Where sizes depend on symbols: other shapes than the middle of the ranges, at which all figures above are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shapes: Option<Shapes>,
}

/// A trace, or a planner on it, that failed.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct FailedRow {
    pub trace: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub planner: Option<String>,
    pub code: String,
    pub message: String,
    pub exit_code: u8,
}

impl FailedRow {
    pub(crate) fn new(trace: &str, planner: Option<&str>, failure: &Failure) -> Self {
        let first = failure.messages.first();
        Self {
            trace: trace.to_owned(),
            planner: planner.map(str::to_owned),
            code: first.map_or_else(String::new, |message| message.code.clone()),
            message: first.map_or_else(String::new, |message| message.message.clone()),
            exit_code: failure.status as u8,
        }
    }
}

/// One planner on all traces.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct PlannerSums {
    planner: String,
    traces: usize,
    optimal: usize,
    best: usize,
    failed: usize,
    mean_fragmentation: f64,
    max_fragmentation: f64,
    elapsed_ms: f64,
}

/// Everything that a run found out.
#[derive(Debug, Default)]
pub(crate) struct Summary {
    /// In the order of the inputs, then of the planners.
    pub rows: Vec<Row>,
    /// In the order of the inputs.
    pub failed: Vec<FailedRow>,
    /// Files and records that were processed.
    pub n_entries: usize,
    /// All files and records, where that is known.
    pub n_given: Option<u64>,
    /// The planners, as the user named them.
    pub planners: Vec<String>,
    /// Whether the user asked for one planner on one file.
    pub is_single: bool,
    /// Whether the user interrupted the run.
    pub is_interrupted: bool,
    /// Whether the same command resumes an interrupted run.
    pub is_resumable: bool,
    /// The capacity that every trace had to fit into, if the user gave one.
    pub capacity: Option<Bytes>,
}

/// The JSON form of a whole run.
#[derive(Serialize)]
struct Json<'a> {
    version: u32,
    traces: &'a [Row],
    failed: &'a [FailedRow],
    planners: &'a [PlannerSums],
    interrupted: bool,
}

const CSV_COLUMNS: [&str; 16] = [
    "trace",
    "scope",
    "planner",
    "buffers",
    "sum_bytes",
    "max_load_bytes",
    "lower_bound_bytes",
    "bound_rule",
    "peak_bytes",
    "optimal",
    "best",
    "fragmentation",
    "work",
    "elapsed_ms",
    "stopped_by",
    "resumed",
];

/// The last columns, for a question about capacity.
const CSV_CAPACITY_COLUMNS: [&str; 2] = ["capacity_bytes", "fit"];

/// The columns after them, where sizes depend on symbols.
const CSV_SHAPE_COLUMNS: [&str; 5] = [
    "symbols",
    "at",
    "k",
    "worst_fragmentation",
    "mean_fragmentation",
];

/// The cells of these columns.
fn shape_cells(shapes: &Shapes) -> [String; 5] {
    let names = shapes.symbols.iter().map(|symbol| &*symbol.name);
    let used = shapes.used();
    let cell = |of: fn(&Figure) -> f64| used.map_or_else(String::new, |f| of(f).to_string());
    [
        names.collect::<Vec<_>>().join(" "),
        shapes.at.clone(),
        shapes.k.to_string(),
        cell(|figure| figure.worst_fragmentation),
        cell(|figure| figure.mean_fragmentation),
    ]
}

impl Summary {
    /// Whether there is nothing to print, because the only job failed (which is reported as an error).
    fn is_void(&self) -> bool {
        self.rows.is_empty() && self.is_single
    }

    /// How the run ends: 1 when the answer was no for some input, else 2 when some could not be
    /// tried, else 3 when a limit, or the user, came first for some.
    pub(crate) fn status(&self) -> ExitStatus {
        let has = |status: ExitStatus| {
            let mut failed = self.failed.iter();
            failed.any(|row| row.exit_code == status as u8)
        };
        let order = [ExitStatus::No, ExitStatus::CouldNotTry, ExitStatus::Limit];
        match order.into_iter().find(|&status| has(status)) {
            Some(status) => status,
            None if self.is_interrupted => ExitStatus::Limit,
            None => ExitStatus::Done,
        }
    }

    /// The planners, then the other tools whose schedules the files hold.
    pub(super) fn columns(&self) -> Vec<&str> {
        let mut columns: Vec<&str> = self.planners.iter().map(String::as_str).collect();
        for row in self.rows.iter().filter(|row| row.is_placed) {
            if !columns.contains(&&*row.planner) {
                columns.push(&row.planner);
            }
        }
        columns
    }

    pub(super) fn sums(&self) -> Vec<PlannerSums> {
        let columns = self.columns().into_iter();
        let sums = columns.map(|planner| {
            let mut sums = PlannerSums {
                planner: planner.to_owned(),
                ..PlannerSums::default()
            };
            for row in self.rows.iter().filter(|row| row.planner == planner) {
                sums.traces += 1;
                sums.optimal += usize::from(row.optimal);
                sums.best += usize::from(row.best);
                sums.mean_fragmentation += row.fragmentation;
                sums.max_fragmentation = sums.max_fragmentation.max(row.fragmentation);
                sums.elapsed_ms += row.elapsed_ms;
            }
            sums.mean_fragmentation /= sums.traces.max(1) as f64;
            let is_planner = self.planners.iter().any(|name| name == planner);
            let failed = self.failed.iter().filter(|_| is_planner);
            let is_mine =
                |failed: &&FailedRow| failed.planner.as_deref().is_none_or(|p| p == planner);
            sums.failed = failed.filter(is_mine).count();
            sums
        });
        sums.collect()
    }

    /// One object for one trace and one planner, else an object with the list `traces`.
    pub(crate) fn json(&self) -> String {
        if self.is_void() {
            return String::new();
        }
        let text = match &*self.rows {
            [row] if self.is_single => serde_json::to_string_pretty(row),
            rows => serde_json::to_string_pretty(&Json {
                version: 1,
                traces: rows,
                failed: &self.failed,
                planners: &self.sums(),
                interrupted: self.is_interrupted,
            }),
        };
        // Strings and finite numbers always serialise.
        text.unwrap_or_default() + "\n"
    }

    /// One line for each row.
    pub(crate) fn csv(&self) -> String {
        if self.is_void() {
            return String::new();
        }
        let mut head = CSV_COLUMNS.to_vec();
        if self.capacity.is_some() {
            head.extend(CSV_CAPACITY_COLUMNS);
        }
        let has_symbols = self.rows.iter().any(|row| row.shapes.is_some());
        if has_symbols {
            head.extend(CSV_SHAPE_COLUMNS);
        }
        let mut lines = CsvLines::new(&head);
        for row in &self.rows {
            let mut record = vec![
                row.trace.clone(),
                row.scope.clone(),
                row.planner.clone(),
                row.buffers.to_string(),
                row.sum_bytes.to_string(),
                row.max_load_bytes.to_string(),
                row.lower_bound_bytes.to_string(),
                row.bound_rule.to_owned(),
                row.peak_bytes.to_string(),
                row.optimal.to_string(),
                row.best.to_string(),
                row.fragmentation.to_string(),
                row.work.to_string(),
                format!("{:.3}", row.elapsed_ms),
                row.stopped_by.unwrap_or_default().to_owned(),
                row.resumed.to_string(),
            ];
            if self.capacity.is_some() {
                let capacity = row.capacity_bytes.map(|bytes| bytes.to_string());
                record.push(capacity.unwrap_or_default());
                record.push(row.fit.map_or("", Answer::name).to_owned());
            }
            record.extend(row.shapes.iter().flat_map(shape_cells));
            record.resize(head.len(), String::new());
            lines.push(&record);
        }
        lines.finish()
    }

    /// The text form: a line for each row and, for several traces, for each planner.
    pub(crate) fn text(&self, has_times: bool) -> String {
        if self.is_void() {
            return String::new();
        }
        if self.rows.is_empty() {
            return format!("{}\n", plural(0, "plan"));
        }
        let mut out = self.row_table(has_times);
        out.push_str(&self.measures());
        let is_about_many = self.rows.len() > self.columns().len();
        if is_about_many {
            out.push('\n');
            out.push_str(&self.planner_table(has_times));
        }
        out
    }

    /// A line for each row with measures.
    fn measures(&self) -> String {
        let mut out = String::new();
        for row in self.rows.iter().filter(|row| !row.measures.is_empty()) {
            let name = if row.scope.is_empty() {
                &row.trace
            } else {
                &row.scope
            };
            // That everything fits is no news.
            let news = row
                .measures
                .iter()
                .filter(|m| m.name != Measure::CapacityOverflow.name() || m.value != 0);
            let measures: Vec<String> = news.map(RowMeasure::words).collect();
            let pools: Vec<String> = row.pools.iter().map(RowPool::words).collect();
            let (measures, pools) = (measures.join(", "), pools.join(", "));
            let _ = writeln!(out, "{name} ({}): {measures}; {pools}", row.planner);
        }
        for row in &self.rows {
            let name = match &*row.scope {
                "" => &row.trace,
                scope => scope,
            };
            if let Some(shapes) = &row.shapes {
                let _ = writeln!(out, "{name} ({}): {}", row.planner, shapes.words());
            }
        }
        out
    }

    fn row_table(&self, has_times: bool) -> String {
        let has_scopes = self.rows.iter().any(|row| !row.scope.is_empty());
        let mut head = vec!["trace"];
        head.extend(has_scopes.then_some("scope"));
        head.extend([
            "planner", "buffers", "max load", "bound", "by", "peak", "frag.",
        ]);
        head.extend(has_times.then_some("ms"));
        head.push("");
        let mut lines = vec![head.into_iter().map(str::to_owned).collect::<Vec<_>>()];
        for row in &self.rows {
            let mut line = vec![row.trace.clone()];
            line.extend(has_scopes.then(|| row.scope.clone()));
            line.extend([
                row.planner.clone(),
                row.buffers.to_string(),
                human(row.max_load_bytes.into()),
                human(row.lower_bound_bytes.into()),
                row.bound_rule.to_owned(),
                human(row.peak_bytes.into()),
                percent(row.fragmentation),
            ]);
            line.extend(has_times.then(|| format!("{:.3}", row.elapsed_ms)));
            line.push(self.remarks(row));
            lines.push(line);
        }
        let n_names = 2 + usize::from(has_scopes);
        let mut left: Vec<usize> = (0..n_names).collect();
        left.extend([n_names + 3, lines[0].len() - 1]);
        table(&lines, &left)
    }

    /// Remarks on a row.
    fn remarks(&self, row: &Row) -> String {
        let has_rivals = self.planners.len() > 1 || self.rows.iter().any(|row| row.is_placed);
        let remarks = [
            row.fit.map(|fit| match fit {
                Answer::Fits => "fits",
                Answer::DoesNotFit => "does not fit",
                Answer::Undecided => "undecided",
            }),
            row.optimal.then_some("optimal"),
            (!row.optimal && has_rivals && row.best).then_some("best"),
            row.resumed.then_some("kept"),
        ];
        let mut remarks: Vec<String> = remarks.into_iter().flatten().map(str::to_owned).collect();
        remarks.extend(row.stopped_by.map(|reason| format!("stopped: {reason}")));
        remarks.join(", ")
    }

    pub(super) fn planner_table(&self, has_times: bool) -> String {
        let mut head = vec![
            "planner",
            "traces",
            "optimal",
            "best",
            "failed",
            "mean frag.",
            "max frag.",
        ];
        head.extend(has_times.then_some("ms"));
        let mut lines = vec![head.into_iter().map(str::to_owned).collect::<Vec<_>>()];
        for sums in self.sums() {
            let mut line = vec![
                sums.planner,
                sums.traces.to_string(),
                sums.optimal.to_string(),
                sums.best.to_string(),
                sums.failed.to_string(),
                percent(sums.mean_fragmentation),
                percent(sums.max_fragmentation),
            ];
            line.extend(has_times.then(|| format!("{:.3}", sums.elapsed_ms)));
            lines.push(line);
        }
        table(&lines, &[0])
    }

    /// How many traces fit, and how many failures say that some do not.
    fn answers(&self) -> (String, usize) {
        let kinds = [
            (Answer::Fits, "fits", "fit"),
            (Answer::DoesNotFit, "does not fit", "do not fit"),
            (Answer::Undecided, "is undecided", "are undecided"),
        ];
        let answers: Vec<String> = kinds
            .into_iter()
            .filter_map(|(fit, one, many)| {
                let fits = self.rows.iter().map(|row| row.fit);
                let n = fits.filter(|one| *one == Some(fit)).count();
                let verb = if n == 1 { one } else { many };
                (n > 0).then(|| format!("{n} {verb}"))
            })
            .collect();
        let names = kinds.map(|(fit, ..)| fit.name());
        let is_answer = |row: &&FailedRow| names.contains(&&*row.code);
        let text = if answers.is_empty() {
            "nothing is known".to_owned()
        } else {
            answers.join(", ")
        };
        (text, self.failed.iter().filter(is_answer).count())
    }

    /// A sentence that summarises the run; empty when the table already says everything.
    pub(crate) fn closing_words(&self) -> String {
        let resumed = self.rows.iter().map(|row| row.resumed);
        let n_kept = resumed.filter(|&resumed| resumed).count();
        let is_plain = self.failed.is_empty() && n_kept == 0 && !self.is_interrupted;
        // The only failure has already been reported.
        if self.is_void() && !self.is_interrupted {
            return String::new();
        }
        if is_plain && self.n_entries < 2 {
            return self.budget_words();
        }
        let inputs = match self.n_given {
            Some(n) if self.is_interrupted => {
                format!("{} of {}", self.n_entries, plural(n as usize, "input"))
            }
            _ => plural(self.n_entries, "input"),
        };
        let mut words = format!(
            "{} for {inputs} with {}",
            plural(
                self.rows.iter().filter(|row| !row.is_placed).count(),
                "plan"
            ),
            plural(self.planners.len(), "planner")
        );
        // Writing to a string cannot fail.
        let mut n_failed = self.failed.len();
        if let Some(capacity) = self.capacity {
            let (answers, n_answered) = self.answers();
            let _ = write!(words, "; within {} {answers}", exact(capacity.0.into()));
            n_failed -= n_answered;
        }
        if n_kept > 0 {
            let _ = write!(words, ", {n_kept} of them from an earlier run");
        }
        if n_failed > 0 {
            let _ = write!(words, "; {n_failed} failed");
        }
        if self.is_interrupted {
            words.push_str(&self.interruption_words());
        }
        words + "\n" + &self.budget_words()
    }

    /// What an interruption leaves unplanned, in words.
    fn interruption_words(&self) -> String {
        let cancelled = Some(StopReason::Cancelled.name());
        let is_cut_short = |row: &&Row| row.stopped_by == cancelled;
        let n_cut_short = self.rows.iter().filter(is_cut_short).count();
        let mut words = "; interrupted".to_owned();
        if n_cut_short > 0 {
            let verb = if n_cut_short == 1 { "is" } else { "are" };
            let _ = write!(
                words,
                ": {} {verb} the best so far",
                plural(n_cut_short, "plan")
            );
        }
        if self.is_resumable {
            words.push_str(match n_cut_short {
                0 => ": run the same command again to resume",
                _ => "; run the same command again to complete the run",
            });
        }
        words
    }

    /// A remark on planners that ended on their own budget without a proof; empty if there are none.
    fn budget_words(&self) -> String {
        let budget = StopReason::Budget.name();
        let is_over = |row: &&Row| row.stopped_by == Some(budget);
        let Some(first) = self.rows.iter().find(is_over) else {
            return String::new();
        };
        let n = self.rows.iter().filter(is_over).count();
        let hint = ", or use `exact`, which has no budget";
        let exact = if first.measures.is_empty() { hint } else { "" };
        format!(
            "`{}` exhausted its own budget before it proved the optimum ({}): set `--time-limit TIME` or \
             `--work N` to give it more{exact}\n",
            first.planner,
            plural(n, "plan")
        )
    }
}

/// A fraction as a percentage, without the sign that a rounded zero may have.
pub(super) fn percent(fraction: f64) -> String {
    let percent = fraction * 100.0;
    let percent = if percent.abs() < 0.005 { 0.0 } else { percent };
    format!("{percent:.2}%")
}

#[cfg(test)]
mod tests {
    use super::{CSV_COLUMNS, FailedRow, Row, Summary, percent};
    use crate::exit::{ExitStatus, Failure};
    use crate::render::Message;

    fn row(trace: &str, planner: &str, peak: u64) -> Row {
        Row {
            trace: trace.to_owned(),
            scope: String::new(),
            planner: planner.to_owned(),
            is_placed: false,
            buffers: 3,
            sum_bytes: 300,
            max_load_bytes: 100,
            lower_bound_bytes: 100,
            bound_rule: "load",
            peak_bytes: peak,
            optimal: peak == 100,
            best: peak == 100,
            fragmentation: peak as f64 / 100.0 - 1.0,
            work: 6,
            elapsed_ms: 0.25,
            stopped_by: None,
            resumed: planner == "kept",
            capacity_bytes: None,
            fit: None,
            measures: Vec::new(),
            pools: Vec::new(),
            conflict: None,
            shapes: None,
        }
    }

    fn summary(rows: Vec<Row>, is_single: bool) -> Summary {
        let mut planners: Vec<String> = rows.iter().map(|row| row.planner.clone()).collect();
        planners.dedup();
        planners.truncate(2);
        Summary {
            rows,
            n_entries: 2,
            planners,
            is_single,
            ..Summary::default()
        }
    }

    #[test]
    fn one_trace_and_planner_are_one_object_and_more_are_a_list() {
        let one = || vec![row("a.csv", "p", 100)];
        let json: serde_json::Value = serde_json::from_str(&summary(one(), true).json()).unwrap();
        assert_eq!(json["trace"], "a.csv");
        assert_eq!(json["elapsed_ms"], 0.25);
        let json: serde_json::Value = serde_json::from_str(&summary(one(), false).json()).unwrap();
        assert_eq!(json["traces"][0]["peak_bytes"], 100);
        assert_eq!(json["planners"][0]["mean_fragmentation"], 0.0);
        assert_eq!(summary(Vec::new(), true).json(), "");
    }

    #[test]
    fn the_columns_of_csv_are_the_fields_of_json() {
        let mut row = row("a, b.csv", "p", 125);
        row.scope = "@f".to_owned();
        let json = serde_json::to_value(&row).unwrap();
        let csv = summary(vec![row], false).csv();
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let names: Vec<String> = reader
            .headers()
            .unwrap()
            .iter()
            .map(str::to_owned)
            .collect();
        assert_eq!(names, CSV_COLUMNS);
        let record = reader.records().next().unwrap().unwrap();
        assert_eq!(json.as_object().unwrap().len(), names.len());
        for (name, value) in names.iter().zip(&record) {
            let expected = match &json[name] {
                serde_json::Value::String(text) => text.clone(),
                serde_json::Value::Null => String::new(),
                other => other.to_string(),
            };
            let expected = if name == "elapsed_ms" {
                "0.250"
            } else {
                &expected
            };
            assert_eq!(value, expected, "{name}");
        }
    }

    #[test]
    fn no_comes_before_could_not_try_and_that_before_a_limit() {
        let status = |failed: &[ExitStatus], is_interrupted| {
            let row = |&status| {
                let messages = vec![Message::error("x", "y")];
                FailedRow::new("t", None, &Failure { status, messages })
            };
            Summary {
                failed: failed.iter().map(row).collect(),
                is_interrupted,
                ..Summary::default()
            }
            .status()
        };
        let [no, limit, not_tried] = [ExitStatus::No, ExitStatus::Limit, ExitStatus::CouldNotTry];
        assert_eq!(status(&[], false), ExitStatus::Done);
        assert_eq!(status(&[], true), limit);
        assert_eq!(status(&[limit], false), limit);
        assert_eq!(status(&[limit, not_tried], true), not_tried);
        assert_eq!(status(&[limit, not_tried, no], false), no);
    }

    #[test]
    fn the_table_marks_the_best_and_sums_up() {
        let rows = vec![
            row("a", "p", 100),
            row("a", "kept", 150),
            row("b", "p", 110),
            row("b", "kept", 150),
        ];
        let mut summary = summary(rows, false);
        summary.rows[2].best = true;
        summary.failed.push(FailedRow {
            trace: "c".to_owned(),
            planner: None,
            code: "syntax".to_owned(),
            message: String::new(),
            exit_code: 1,
        });
        assert_eq!(
            summary.text(false),
            "trace  planner  buffers  max load  bound  by     peak   frag.\n\
             a      p              3     100 B  100 B  load  100 B   0.00%  optimal\n\
             a      kept           3     100 B  100 B  load  150 B  50.00%  kept\n\
             b      p              3     100 B  100 B  load  110 B  10.00%  best\n\
             b      kept           3     100 B  100 B  load  150 B  50.00%  kept\n\
             \n\
             planner  traces  optimal  best  failed  mean frag.  max frag.\n\
             p             2        1     2       1       5.00%     10.00%\n\
             kept          2        0     0       1      50.00%     50.00%\n"
        );
        assert_eq!(
            summary.closing_words(),
            "4 plans for 2 inputs with 2 planners, 2 of them from an earlier run; 1 failed\n"
        );
        (summary.is_interrupted, summary.is_resumable) = (true, true);
        summary.n_given = Some(500);
        summary.rows[2].stopped_by = Some("budget");
        assert_eq!(
            summary.closing_words(),
            "4 plans for 2 of 500 inputs with 2 planners, 2 of them from an earlier run; 1 failed; \
             interrupted: run the same command again to resume\n\
             `p` exhausted its own budget before it proved the optimum (1 plan): set `--time-limit TIME` \
             or `--work N` to give it more, or use `exact`, which has no budget\n"
        );
        assert!(
            summary
                .text(false)
                .contains("10.00%  best, stopped: budget\n")
        );
        assert_eq!(percent(-0.000_01), "0.00%");
    }
}
