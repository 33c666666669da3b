//! Plans traces whose sizes depend on symbols: one plan for all values, verified by its own checker.

use std::path::Path;
use std::time::Instant;

use memplan::{Answer, Clock};
use memplan_planner::Bytes;
use memplan_planner::wire::Format;
use memplan_support::sizes::{exact, human};
use memplan_support::table::table;
use memplan_symbolic::{
    ORIENT, OrientationPlan, OrientationPlans, Symbol, SymbolicError, SymbolicScopes,
    SymbolicTrace, trace_hash,
};
use serde::Serialize;

use super::jobs::Jobs;
use super::results::Done;
use super::summary::percent;
use super::target::Target;
use super::{Choice, manifest};
use crate::exit::{Failure, Outcome};
use crate::planning::DEFAULT_PLANNER;
use crate::render::{Message, Place};
use crate::{deadline, io, planning, symbolic};

/// The number of polynomials of the max load in the text form.
const MAX_TERMS: usize = 4;

/// The number of them in JSON.
const MAX_LISTED: usize = 256;

/// One planner on one trace with symbols.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SymbolicRow {
    /// The file as the user named it, or `archive/record`.
    pub trace: String,
    /// The allocation scope within it, when it has a name.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub scope: String,
    /// As the user named it, with options.
    pub planner: String,
    pub buffers: usize,
    pub symbols: Vec<RowSymbol>,
    /// The max load is the maximum of these polynomials, in bytes; empty if there are more than 256.
    pub max_load: Vec<String>,
    /// The number of orientations of the plan.
    pub k: usize,
    /// The excess of the best 1, 2 and 4 orientations over the max load, at 200 shapes.
    pub figures: Vec<Figure>,
    /// The extremes of the ranges.
    pub corners: Vec<Corner>,
    /// Planning alone.
    pub elapsed_ms: f64,
    /// Whether plan and time are from an earlier run.
    pub resumed: bool,
    /// The capacity that every shape had to fit into, if the user gave one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capacity_bytes: Option<u64>,
    /// Whether the plan fits at all corners.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fit: Option<Answer>,
    /// With one symbol, the largest value at which the plan fits; `null` if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fits_up_to: Option<Option<i64>>,
}

/// A symbol of a trace.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RowSymbol {
    name: String,
    min: i64,
    max: Option<i64>,
    multiple: i64,
}

/// The excess of a number of orientations over the max load, as fractions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Figure {
    k: usize,
    worst_fragmentation: f64,
    mean_fragmentation: f64,
}

/// A plan at one shape.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Corner {
    /// As `--at` takes it.
    at: String,
    max_load_bytes: u64,
    peak_bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    fit: Option<Answer>,
}

/// One planner on one file.
pub(super) struct SymbolicRun {
    rows: Vec<SymbolicRow>,
    pub(super) is_kept: bool,
    record: Option<(String, Vec<u8>)>,
    failure: Option<Failure>,
}

impl Jobs<'_> {
    /// All planners on a file of traces with symbols.
    pub(super) fn symbolic_entry(&self, name: &str, stem: &str, scopes: &SymbolicScopes) -> Done {
        let hash = match self.is_written().then(|| trace_hash(scopes)).transpose() {
            Ok(hash) => hash,
            Err(error) => return Done::failed(name, None, symbolic::malformed(&error)),
        };
        let runs = self.each_planner(|choice| {
            self.counted(
                || self.symbolic_run(choice, name, stem, scopes, hash),
                |run| run.is_kept,
            )
        });
        if self.is_ended() && runs.iter().any(Result::is_err) {
            return Done::default();
        }
        let mut done = Done {
            is_over: true,
            ..Done::default()
        };
        for (choice, run) in self.batch.choices.iter().zip(runs) {
            match run {
                Ok(run) => {
                    done.symbolic.extend(run.rows);
                    done.records.extend(run.record);
                    if let Some(failure) = run.failure {
                        self.add_failure(&mut done, name, choice, failure);
                    }
                }
                Err(failure) => self.add_failure(&mut done, name, choice, failure),
            }
        }
        done
    }

    fn symbolic_run(
        &self,
        choice: &Choice,
        name: &str,
        stem: &str,
        scopes: &SymbolicScopes,
        hash: Option<u128>,
    ) -> Outcome<SymbolicRun> {
        if choice.server.is_some() {
            let message = "a server does not plan sizes that depend on symbols";
            return Err(Failure::no(
                Message::error("unsupported", message).help("drop `--server`"),
            ));
        }
        let request = match &self.target {
            Target::Directory(_) => self.batch.request(choice),
            _ => String::new(),
        };
        let plan_stem = self.plan_stem(choice, stem);
        let file_name = format!("{plan_stem}.mplan");
        let kept = match &self.target {
            Target::Directory(directory) => directory.kept_file(&file_name, hash, &request),
            _ => None,
        };
        let kept = kept.and_then(|(bytes, line)| {
            let plans = memplan_symbolic::read_plans(&bytes).ok().flatten()?;
            let is_valid =
                symbolic::are_of(&plans, scopes) && symbolic::judge(scopes, &plans).is_ok();
            is_valid.then_some((plans, line.elapsed_ms))
        });
        let is_kept = kept.is_some();
        let (plans, elapsed_ms) = match kept {
            Some(kept) => kept,
            None => self.symbolic_plans(choice, name, scopes, hash)?,
        };
        let mut rows = Vec::new();
        let mut failures = Vec::new();
        for ((trace, plan), elapsed) in scopes.traces.iter().zip(&plans.plans).zip(&elapsed_ms) {
            let mut row = row(name, label(choice), trace, plan);
            row.elapsed_ms = *elapsed;
            row.resumed = is_kept;
            if let Some(capacity) = self.batch.limits.capacity {
                failures.extend(decide(&mut row, trace, plan, capacity));
            }
            rows.push(row);
        }
        let mut run = SymbolicRun {
            rows,
            is_kept,
            record: None,
            failure: None,
        };
        if let Some(first) = failures.first() {
            run.failure = Some(Failure {
                status: first.status,
                messages: failures.iter().flat_map(|f| f.messages.clone()).collect(),
            });
            return Ok(run);
        }
        if !is_kept {
            self.write_symbolic(&plans, &file_name, &request, elapsed_ms)
                .inspect_err(|failure| {
                    self.unwritable().get_or_insert_with(|| failure.clone());
                })?;
            if self.wants_records {
                let bytes = symbolic::plan_bytes(&plans, Path::new(""), Format::Binary)?;
                run.record = Some((plan_stem, bytes));
            }
        }
        Ok(run)
    }

    /// Plans each trace of a file, and checks the plans.
    fn symbolic_plans(
        &self,
        choice: &Choice,
        name: &str,
        scopes: &SymbolicScopes,
        hash: Option<u128>,
    ) -> Outcome<(OrientationPlans, Vec<f64>)> {
        let planner = symbolic::planner(&choice.spec)?;
        let clock = Instant::now();
        let mut elapsed_ms = Vec::new();
        let mut plans = Vec::new();
        for trace in &scopes.traces {
            let aligned = trace.clone().aligned(choice.alignment);
            let aligned = aligned.map_err(|error| symbolic::malformed(&error))?;
            let options = deadline::within(self.batch.limits.time, self.options(choice, name));
            let begin = clock.now();
            let plan = planner.plan_symbolic(&aligned, &options);
            elapsed_ms.push(planning::milliseconds(Some(clock.now() - begin)));
            plans.push(plan.map_err(|error| match error {
                SymbolicError::Plan(error) => {
                    planning::plan_failure(trace.lifetimes().scope(), &error)
                }
                other => symbolic::malformed(&other),
            })?);
        }
        let plans = OrientationPlans {
            plans,
            provenance: scopes.provenance.clone(),
            trace_hash: hash,
        };
        symbolic::judge(scopes, &plans).map_err(|mut failure| {
            for message in &mut failure.messages {
                message.help = vec!["this is a bug in the planner: report it".to_owned()];
            }
            failure
        })?;
        Ok((plans, elapsed_ms))
    }

    fn write_symbolic(
        &self,
        plans: &OrientationPlans,
        file_name: &str,
        request: &str,
        elapsed_ms: Vec<f64>,
    ) -> Outcome<()> {
        match &self.target {
            Target::Directory(directory) => {
                let bytes = symbolic::plan_bytes(plans, Path::new(file_name), Format::Binary)?;
                let line = manifest::Line {
                    request: request.to_owned(),
                    elapsed_ms,
                    ..manifest::Line::of(file_name, &bytes, plans.trace_hash)
                };
                directory.put(&bytes, (!self.is_cancelled()).then_some(line), file_name)
            }
            Target::File(path, format) => {
                io::write(path, &symbolic::plan_bytes(plans, path, *format)?)
            }
            Target::Nowhere | Target::Archive(_) => Ok(()),
        }
    }
}

/// The name in tables: the default planner of traces with symbols is `orient`.
fn label(choice: &Choice) -> &str {
    match &*choice.label {
        DEFAULT_PLANNER => ORIENT,
        label => label,
    }
}

fn row(name: &str, planner: &str, trace: &SymbolicTrace, plan: &OrientationPlan) -> SymbolicRow {
    let symbol = |symbol: &Symbol| RowSymbol {
        name: symbol.name.clone(),
        min: symbol.min,
        max: symbol.max,
        multiple: symbol.multiple,
    };
    let figures = plan.figures.iter().map(|quality| Figure {
        k: quality.k,
        worst_fragmentation: quality.worst - 1.0,
        mean_fragmentation: quality.mean - 1.0,
    });
    let corners = trace.corners().into_iter();
    let corners = corners.filter_map(|values| corner(trace, plan, &values));
    let load = trace.load_terms().unwrap_or_default();
    let load = load.iter().take(MAX_LISTED);
    SymbolicRow {
        trace: name.to_owned(),
        scope: trace.lifetimes().scope().to_owned(),
        planner: planner.to_owned(),
        buffers: trace.len(),
        symbols: trace.symbols().iter().map(symbol).collect(),
        max_load: load
            .map(|term| term.display(trace.symbols()).to_string())
            .collect(),
        k: plan.orientations.len(),
        figures: figures.collect(),
        corners: corners.collect(),
        elapsed_ms: 0.0,
        resumed: false,
        capacity_bytes: None,
        fit: None,
        fits_up_to: None,
    }
}

/// A plan at a shape; `None` where sizes are negative or too large.
fn corner(trace: &SymbolicTrace, plan: &OrientationPlan, values: &[i64]) -> Option<Corner> {
    Some(Corner {
        at: symbolic::shape(trace.symbols(), values),
        max_load_bytes: trace.at(values).ok()?.max_load().0,
        peak_bytes: plan.evaluate(values).ok()?.peak.0,
        fit: None,
    })
}

/// Decides for each corner, and with one symbol for all values, whether the plan fits into the capacity. Returns why
/// the answer is no.
fn decide(
    row: &mut SymbolicRow,
    trace: &SymbolicTrace,
    plan: &OrientationPlan,
    capacity: Bytes,
) -> Option<Failure> {
    row.capacity_bytes = Some(capacity.0);
    for corner in &mut row.corners {
        corner.fit = Some(if corner.peak_bytes <= capacity.0 {
            Answer::Fits
        } else if capacity.0 < corner.max_load_bytes {
            Answer::DoesNotFit
        } else {
            // A plan for this shape alone may fit.
            Answer::Undecided
        });
    }
    let range = match trace.symbols() {
        [symbol] if trace.grows() => {
            row.fits_up_to = Some(largest(symbol, plan, capacity));
            Some(row.range(symbol))
        }
        _ => None,
    };
    let worst = row.corners.iter().rev();
    let worst = worst.max_by_key(|corner| match corner.fit {
        Some(Answer::DoesNotFit) => 2,
        Some(Answer::Undecided) => 1,
        _ => 0,
    })?;
    row.fit = worst.fit;
    let answer = worst.fit.filter(|fit| *fit != Answer::Fits)?;
    let scope = match &*row.scope {
        "" => "the trace".to_owned(),
        scope => format!("scope `{scope}`"),
    };
    let (room, at) = (exact(capacity.0.into()), &worst.at);
    let load = format!("the max load is {}", exact(worst.max_load_bytes.into()));
    let peak = format!("the plan needs {}", exact(worst.peak_bytes.into()));
    let range = range.map(|range| (range, Place::default()));
    let with_range = |message: Message| match range {
        Some((range, place)) => message.note(range, place),
        None => message,
    };
    if answer == Answer::DoesNotFit {
        let text = format!("{scope} does not fit into {room} at {at}: {load}");
        let message = Message::error(answer.name(), text).note(peak, Place::default());
        return Some(Failure::no(with_range(message)));
    }
    let text = format!("cannot decide whether {scope} fits into {room} at {at}: {peak}");
    let message = Message::error(answer.name(), text).note(load, Place::default());
    let help = format!("`--at {at} --capacity {capacity}` decides for this shape alone");
    Some(Failure::limit(with_range(message).help(help)))
}

/// The largest value of the only symbol at which a plan fits, by bisection: sizes grow with it.
fn largest(symbol: &Symbol, plan: &OrientationPlan, capacity: Bytes) -> Option<i64> {
    let fits = |value: i64| {
        let evaluated = plan.evaluate(&[value]);
        evaluated.is_ok_and(|evaluated| evaluated.peak <= capacity)
    };
    let (mut low, mut high) = (symbol.low(), symbol.high());
    if !fits(low) {
        return None;
    }
    if fits(high) {
        return Some(high);
    }
    // The plan fits at `low` and not at `high`.
    while symbol.multiple < high - low {
        let middle = symbol
            .near(low + (high - low) / 2)
            .max(low + symbol.multiple);
        if fits(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(low)
}

impl SymbolicRow {
    /// The values of the only symbol for which the plan fits.
    fn range(&self, symbol: &Symbol) -> String {
        let name = &symbol.name;
        match self.fits_up_to.flatten() {
            None => format!("it fits for no {name}"),
            Some(value) if symbol.max.is_some() && value == symbol.high() => {
                format!("it fits for all {name}")
            }
            Some(value) => format!("it fits for {name} <= {value}"),
        }
    }

    /// The max load, and the peak at the least and the greatest corner.
    fn words(&self) -> String {
        let name = match &*self.scope {
            "" => self.trace.clone(),
            scope => format!("{} {scope}", self.trace),
        };
        let shown = self.max_load.iter().take(MAX_TERMS);
        let mut terms: Vec<String> = shown.cloned().collect();
        if MAX_TERMS < self.max_load.len() {
            terms.push(format!("{} more", self.max_load.len() - MAX_TERMS));
        }
        let load = match &*terms {
            [] => String::new(),
            [one] => format!("max load {one} bytes; "),
            several => format!("max load max({}) bytes; ", several.join(", ")),
        };
        let ends = match &*self.corners {
            [] => Vec::new(),
            [one] => vec![one],
            [first, .., last] => vec![first, last],
        };
        let at = |corner: &&Corner| {
            let fit = match corner.fit {
                None => "",
                Some(Answer::Fits) => " (fits)",
                Some(Answer::DoesNotFit) => " (does not fit)",
                Some(Answer::Undecided) => " (undecided)",
            };
            format!("{} at {}{fit}", human(corner.peak_bytes.into()), corner.at)
        };
        let corners = if self.capacity_bytes.is_some() {
            self.corners.iter().collect()
        } else {
            ends
        };
        let corners: Vec<String> = corners.iter().map(at).collect();
        let up_to = match (self.fits_up_to, &*self.symbols) {
            (Some(Some(value)), [symbol]) => format!("; fits for {} <= {value}", symbol.name),
            (Some(None), [symbol]) => format!("; fits for no {}", symbol.name),
            _ => String::new(),
        };
        format!("{name}: {load}peak {}{up_to}\n", corners.join("; "))
    }

    fn remarks(&self, k: usize) -> String {
        let mut remarks = Vec::new();
        // Fewer orientations may be enough: the figures of the plan are those of the number that it has.
        if k == self.k {
            remarks.push("used");
        }
        if k == self.k && self.resumed {
            remarks.push("kept");
        }
        remarks.join(", ")
    }
}

/// The text form: a line for each number of orientations, and formulas below.
pub(super) fn text(rows: &[SymbolicRow], has_times: bool) -> String {
    let has_scopes = rows.iter().any(|row| !row.scope.is_empty());
    let mut head = vec!["trace"];
    head.extend(has_scopes.then_some("scope"));
    head.extend([
        "planner",
        "buffers",
        "symbols",
        "k",
        "worst frag.",
        "mean frag.",
    ]);
    head.extend(has_times.then_some("ms"));
    head.push("");
    let mut lines = vec![head.into_iter().map(str::to_owned).collect::<Vec<_>>()];
    for row in rows {
        let names: Vec<&str> = row.symbols.iter().map(|symbol| &*symbol.name).collect();
        for figure in &row.figures {
            let mut line = vec![row.trace.clone()];
            line.extend(has_scopes.then(|| row.scope.clone()));
            line.extend([
                row.planner.clone(),
                row.buffers.to_string(),
                names.join(", "),
                figure.k.to_string(),
                percent(figure.worst_fragmentation),
                percent(figure.mean_fragmentation),
            ]);
            line.extend(has_times.then(|| format!("{:.3}", row.elapsed_ms)));
            line.push(row.remarks(figure.k));
            lines.push(line);
        }
    }
    let n_names = 2 + usize::from(has_scopes);
    let mut left: Vec<usize> = (0..n_names).collect();
    left.extend([n_names + 1, lines[0].len() - 1]);
    let words = rows.iter().map(SymbolicRow::words);
    table(&lines, &left) + "\n" + &words.collect::<String>()
}

/// The columns of the CSV form that follow those of other traces.
pub(super) const CSV_COLUMNS: [&str; 4] =
    ["symbols", "k", "worst_fragmentation", "mean_fragmentation"];

/// The CSV form: for each number of orientations, the cells that follow those of other traces, and those before them.
pub(super) fn csv_cells(row: &SymbolicRow) -> Vec<([String; 4], [String; 4])> {
    let names: Vec<&str> = row.symbols.iter().map(|symbol| &*symbol.name).collect();
    let figures = row.figures.iter().map(|figure| {
        let of_row = [
            row.trace.clone(),
            row.scope.clone(),
            row.planner.clone(),
            row.buffers.to_string(),
        ];
        let of_figure = [
            names.join(" "),
            figure.k.to_string(),
            figure.worst_fragmentation.to_string(),
            figure.mean_fragmentation.to_string(),
        ];
        (of_row, of_figure)
    });
    figures.collect()
}
