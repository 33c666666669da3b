//! The merge report: what was planned, what was skipped and why, and what was saved.
//!
//! Sums run over scopes: the peak of a program is the sum of the peaks of its merged allocations,
//! as if all of them were there at once. Figures are those of the traces and schedules; nothing in
//! the report but the times, which must be asked for, depends on anything else.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use memplan_mlir::analyses::HeapPeak;
use memplan_mlir::text::Span;
use memplan_mutators::Fallback;
use memplan_planner::{BoundRule, StopReason};
use serde::Serialize;

use crate::cli::{ReportArgs, ReportFormat};
use crate::exit::{Failure, Outcome};
use crate::kinds::{self, Product};
use crate::planning::milliseconds;
use crate::render::{Message, Place};
use crate::sizes::human;
use crate::source::Text;
use crate::{io, pipeline};

/// The version of the JSON form.
const VERSION: u32 = 1;

/// How many scopes the text form lists unless all are asked for.
const MAX_SCOPES: usize = 20;

/// What there is to say about one run.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Report {
    version: u32,
    input: String,
    /// Absent unless the program was on tensors.
    #[serde(skip_serializing_if = "Option::is_none")]
    bufferization: Option<Bufferization>,
    n_buffers: usize,
    n_merged: usize,
    n_skipped: usize,
    n_deleted: usize,
    /// Sums over all scopes.
    #[serde(flatten)]
    total: Figures,
    scopes: Vec<ScopeReport>,
    skipped_by_reason: BTreeMap<&'static str, usize>,
    skipped: Vec<SkipReport>,
    deleted: Vec<String>,
    /// The passes before planning, and what functions hold without merging after each of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    memory_steps: Vec<MemoryStep>,
    /// What the functions that others may call hold on the heap at once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    run_time_peaks: Vec<RunTimePeak>,
}

/// A pass before planning.
#[derive(Clone, Debug, Serialize)]
struct MemoryStep {
    pass: &'static str,
    is_kept: bool,
    peaks: Vec<RunTimePeak>,
}

impl MemoryStep {
    fn new(step: memplan::PeakStep) -> Self {
        Self {
            pass: step.pass,
            is_kept: step.is_kept,
            peaks: step.peaks.into_iter().map(RunTimePeak::new).collect(),
        }
    }
}

/// What a function holds on the heap at once.
#[derive(Clone, Debug, Serialize)]
struct RunTimePeak {
    function: String,
    #[serde(flatten)]
    peak: HeapPeakReport,
    /// With each buffer freed by itself and nothing merged.
    #[serde(skip_serializing_if = "Option::is_none")]
    separate: Option<HeapPeakReport>,
}

/// Bounds on what a run holds at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct HeapPeakReport {
    least_bytes: i64,
    /// Absent where there is no bound.
    most_bytes: Option<i64>,
    is_exact: bool,
}

impl HeapPeakReport {
    pub(crate) fn new(peak: HeapPeak) -> Self {
        let (least_bytes, most_bytes) = (peak.least.bytes, peak.most.map(|most| most.bytes));
        Self {
            least_bytes,
            most_bytes,
            is_exact: most_bytes == Some(least_bytes),
        }
    }

    /// The exact figure, or the better bound.
    fn text(self) -> String {
        self.text_with(|bytes| human(u128::from(bytes.max(0).unsigned_abs())))
    }

    /// The same in bytes.
    pub(crate) fn exact_text(self) -> String {
        self.text_with(|bytes| format!("{bytes} B"))
    }

    fn text_with(self, show: impl Fn(i64) -> String) -> String {
        match self.most_bytes {
            Some(most) if self.is_exact => show(most),
            Some(most) => format!("at most {}", show(most)),
            None => format!("at least {}", show(self.least_bytes)),
        }
    }
}

impl RunTimePeak {
    fn new(peak: memplan::RunTimePeak) -> Self {
        Self {
            function: peak.function,
            peak: HeapPeakReport::new(peak.peak),
            separate: peak.separate.map(HeapPeakReport::new),
        }
    }
}

/// The figures of a scope, or of all.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Figures {
    size_bytes: u128,
    /// What separate allocations take: the sizes, each rounded up to its alignment, as in the peak.
    separate_bytes: u128,
    max_load_bytes: u128,
    /// The best lower bound that is proved; fragmentation is against it.
    lower_bound_bytes: u128,
    peak_bytes: u128,
    fragmentation: f64,
    saved: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    elapsed_ms: Option<f64>,
}

#[derive(Clone, Debug, Serialize)]
struct ScopeReport {
    scope: String,
    operation: String,
    memory_space: Option<String>,
    /// Absent where nothing is merged.
    planner: Option<String>,
    /// Absent where nothing is merged.
    bound_rule: Option<&'static str>,
    /// What stopped the planner before it was done.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped_by: Option<&'static str>,
    /// The schedule that would have needed more than separate allocations.
    #[serde(skip_serializing_if = "Option::is_none")]
    instead_of: Option<Rejected>,
    /// Where the merged memory comes from; absent where nothing is merged.
    #[serde(skip_serializing_if = "Option::is_none")]
    arena: Option<&'static str>,
    /// Why that is not what the user asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    fallback: Option<&'static str>,
    /// The number of the argument that the merged memory is.
    #[serde(skip_serializing_if = "Option::is_none")]
    argument: Option<usize>,
    /// What the argument has to be aligned to.
    #[serde(skip_serializing_if = "Option::is_none")]
    alignment: Option<u64>,
    /// Whether all calls of the function pass a part of the caller's arena.
    #[serde(skip_serializing_if = "Option::is_none")]
    is_within_callers: Option<bool>,
    /// Merged buffers that are arenas of calls.
    #[serde(skip_serializing_if = "is_zero")]
    n_calls: usize,
    n_merged: usize,
    n_skipped: usize,
    n_deleted: usize,
    #[serde(flatten)]
    figures: Figures,
}

/// A schedule that another one took the place of.
#[derive(Clone, Debug, Serialize)]
struct Rejected {
    planner: String,
    peak_bytes: u64,
}

fn is_zero(n: &usize) -> bool {
    *n == 0
}

impl ScopeReport {
    fn new(scope: memplan::ScopeReport, has_times: bool) -> Self {
        let arena = scope.arena;
        let passed = arena.filter(|arena| arena.argument.is_some());
        Self {
            scope: scope.scope,
            operation: scope.operation,
            memory_space: scope.memory_space,
            planner: scope.planner,
            bound_rule: scope.bound_rule.map(BoundRule::name),
            stopped_by: scope.stopped_by.map(StopReason::name),
            instead_of: scope.instead_of.map(|replaced| Rejected {
                planner: replaced.planner,
                peak_bytes: replaced.peak_bytes,
            }),
            arena: arena.map(|arena| arena.kind.name()),
            fallback: arena.and_then(|arena| arena.fallback).map(Fallback::code),
            argument: passed.and_then(|arena| arena.argument),
            alignment: passed.map(|arena| arena.alignment.0),
            is_within_callers: passed.map(|arena| arena.is_within_callers),
            n_calls: scope.callees.n_calls,
            n_merged: scope.n_merged,
            n_skipped: scope.n_skipped,
            n_deleted: scope.n_deleted,
            figures: Figures::new(&scope.figures, has_times),
        }
    }

    /// The planner, and what there is to say about its schedule.
    fn remark(&self) -> String {
        let mut text = self.planner.clone().unwrap_or_else(|| "-".to_owned());
        if let Some(rejected) = &self.instead_of {
            let _ = write!(
                text,
                ", because {} needs {}",
                rejected.planner,
                human(rejected.peak_bytes.into())
            );
        }
        if let Some(reason) = self.stopped_by {
            let _ = write!(text, ", stopped: {reason}");
        }
        if let (Some(arena), Some(reason)) = (self.arena, self.fallback) {
            let _ = write!(text, ", arena falls back to {arena} ({reason})");
        }
        if let (Some(argument), Some(alignment)) = (self.argument, self.alignment) {
            let _ = write!(text, ", argument {argument} aligned to {alignment}");
        }
        text
    }
}

/// How the program became a program on buffers.
#[derive(Clone, Debug, Serialize)]
struct Bufferization {
    n_in_place: usize,
    n_out_of_place: usize,
    n_copies: usize,
    new_buffers: Vec<NewBuffer>,
}

/// A buffer that an operand needs because it cannot be updated in place.
#[derive(Clone, Debug, Serialize)]
struct NewBuffer {
    operation: String,
    #[serde(flatten)]
    place: Place,
    is_copy: bool,
    reason: String,
}

#[derive(Clone, Debug, Serialize)]
struct SkipReport {
    buffer: String,
    reason: &'static str,
    #[serde(flatten)]
    place: Place,
    #[serde(skip_serializing_if = "Option::is_none")]
    culprit: Option<Culprit>,
}

#[derive(Clone, Debug, Serialize)]
struct Culprit {
    operation: String,
    #[serde(flatten)]
    place: Place,
}

impl Figures {
    fn new(figures: &memplan::Figures, has_times: bool) -> Self {
        Self {
            size_bytes: figures.size_bytes,
            separate_bytes: figures.separate_bytes,
            max_load_bytes: figures.max_load_bytes,
            lower_bound_bytes: figures.lower_bound_bytes,
            peak_bytes: figures.peak_bytes,
            fragmentation: figures.fragmentation(),
            saved: figures.saved(),
            elapsed_ms: has_times.then(|| milliseconds(figures.elapsed)),
        }
    }
}

/// Whether program and report go to different places.
///
/// # Errors
///
/// When both would go to one file or to standard output, or one of them into a file whose
/// extension is for something else.
pub(crate) fn check_target(args: &ReportArgs, output: &Path) -> Outcome<()> {
    kinds::guard(output, Product::Program)?;
    let Some(report) = &args.report else {
        return Ok(());
    };
    kinds::guard(report, Product::Report)?;
    let is_device = output.metadata().is_ok_and(|found| !found.is_file());
    if output == report && !is_device {
        let target = match io::is_std(output) {
            true => "standard output".to_owned(),
            false => format!("`{}`", output.display()),
        };
        let message = format!("program and report cannot both go to {target}");
        return Err(Failure::could_not_try(
            Message::error("same-target", message)
                .help("write one of them to another file: -o OUT or --report REPORT"),
        ));
    }
    Ok(())
}

impl Report {
    /// The report on a program in the terms of its text.
    pub(crate) fn new(text: &Text, report: memplan::Report, args: &ReportArgs) -> Self {
        let place = pipeline::places(text);
        let mut by_reason: BTreeMap<&'static str, usize> = BTreeMap::new();
        for skipped in &report.skipped {
            *by_reason.entry(skipped.reason).or_default() += 1;
        }
        let skipped = report.skipped.into_iter().map(|skipped| SkipReport {
            buffer: skipped.name,
            reason: skipped.reason,
            place: place(skipped.span),
            culprit: skipped.culprit.map(|(operation, span)| Culprit {
                operation,
                place: place(span),
            }),
        });
        let skipped: Vec<SkipReport> = skipped.collect();
        let bufferized = report.bufferized;
        let bufferization = bufferized.map(|bufferized| Bufferization::new(bufferized, &place));
        let scopes = report.scopes.into_iter();
        let peaks = report.run_time_peaks.into_iter();
        let steps = report.memory_steps.into_iter();
        Self {
            version: VERSION,
            input: text.name.clone(),
            bufferization,
            n_buffers: report.n_buffers,
            n_merged: report.n_merged,
            n_skipped: skipped.len(),
            n_deleted: report.deleted.len(),
            total: Figures::new(&report.total, args.timings),
            scopes: scopes
                .map(|scope| ScopeReport::new(scope, args.timings))
                .collect(),
            skipped_by_reason: by_reason,
            skipped,
            deleted: report.deleted,
            memory_steps: steps.map(MemoryStep::new).collect(),
            run_time_peaks: peaks.map(RunTimePeak::new).collect(),
        }
    }

    /// The form of the report: as asked for, else as the extension of its file says.
    fn format(args: &ReportArgs) -> ReportFormat {
        let extension = args.report.as_deref().and_then(Path::extension);
        let is_json = extension.is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
        args.format.unwrap_or(match is_json {
            true => ReportFormat::Json,
            false => ReportFormat::Text,
        })
    }

    /// Writes the report where the user wants it.
    pub(crate) fn write(&self, args: &ReportArgs) -> Outcome<()> {
        let text = match Self::format(args) {
            ReportFormat::Text => self.text(args.verbose),
            ReportFormat::Json => io::json(self),
        };
        match &args.report {
            Some(path) => io::write(path, text.as_bytes()),
            None if args.quiet => Ok(()),
            None => {
                io::write_stderr(&text);
                Ok(())
            }
        }
    }

    fn text(&self, is_verbose: bool) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        if let Some(bufferization) = &self.bufferization {
            let _ = write!(out, "{}", bufferization.text(is_verbose));
        }
        let _ = writeln!(out, "{}", self.headline());
        if self.n_skipped > 0 {
            let hint = if is_verbose {
                ":"
            } else {
                "; `--verbose` gives the details"
            };
            let buffers = plural(self.n_skipped, "buffer");
            let _ = writeln!(out, "skipped {buffers} ({}){hint}", self.skip_reasons());
        }
        if is_verbose {
            for skip in &self.skipped {
                let _ = writeln!(out, "  {skip}");
            }
        }
        if self.n_deleted > 0 {
            let what = plural(self.n_deleted, "buffer");
            let _ = writeln!(out, "deleted {what} that nothing accesses");
        }
        self.table(&mut out, is_verbose);
        for step in &self.memory_steps {
            let peaks = step.peaks.iter().take(MAX_SCOPES);
            let peaks = peaks.map(|peak| format!("{} {}", peak.function, peak.peak.text()));
            let peaks: Vec<String> = peaks.collect();
            let kept = if step.is_kept { "" } else { " (not kept)" };
            let _ = writeln!(out, "peak, {}{kept}: {}", step.pass, peaks.join(", "));
        }
        self.peaks(&mut out, is_verbose);
        out
    }

    /// What functions hold at once.
    fn peaks(&self, out: &mut String, is_verbose: bool) {
        let n_all = self.run_time_peaks.len();
        let n_shown = if is_verbose {
            n_all
        } else {
            n_all.min(MAX_SCOPES)
        };
        for peak in self.run_time_peaks.iter().take(n_shown) {
            let separate = match peak.separate {
                Some(separate) if separate == peak.peak => " with and without merging".to_owned(),
                Some(separate) => format!(", {} without merging", separate.text()),
                None => String::new(),
            };
            let (function, text) = (&peak.function, peak.peak.text());
            let _ = writeln!(out, "run-time peak of {function}: {text}{separate}");
        }
        if n_shown < n_all {
            let more = plural(n_all - n_shown, "more function");
            let _ = writeln!(out, "and {more} (`--verbose` lists them)");
        }
    }

    /// The reasons for skipped buffers, the most frequent first, with counts where there are several.
    fn skip_reasons(&self) -> String {
        let mut reasons: Vec<_> = self.skipped_by_reason.iter().collect();
        reasons.sort_by_key(|&(reason, n)| (std::cmp::Reverse(*n), *reason));
        if let [(reason, _)] = reasons[..] {
            return (*reason).to_owned();
        }
        let reasons = reasons.iter().map(|(reason, n)| format!("{n} {reason}"));
        reasons.collect::<Vec<_>>().join(", ")
    }

    fn headline(&self) -> String {
        let buffers = plural(self.n_buffers, "buffer");
        if self.n_merged == 0 {
            return format!("planned 0 of {buffers}: nothing to merge");
        }
        let n_scopes = self
            .scopes
            .iter()
            .filter(|scope| scope.n_merged > 0)
            .count();
        let (bound, load) = (self.total.lower_bound_bytes, self.total.max_load_bytes);
        let bound = if bound == load {
            String::new()
        } else {
            format!("lower bound {}, ", human(bound))
        };
        format!(
            "planned {} of {buffers} in {}: peak {}, max load {}, {bound}\
             fragmentation {:.1}%, saved {:.1}% of {}{}",
            self.n_merged,
            plural(n_scopes, "scope"),
            human(self.total.peak_bytes),
            human(self.total.max_load_bytes),
            positive(self.total.fragmentation * 100.0),
            positive(self.total.saved * 100.0),
            human(self.total.separate_bytes),
            self.total
                .elapsed_ms
                .map_or_else(String::new, |ms| format!(", planned in {ms:.3} ms")),
        )
    }

    fn table(&self, out: &mut String, is_verbose: bool) {
        if self.scopes.is_empty() {
            return;
        }
        let n_shown = if is_verbose {
            self.scopes.len()
        } else {
            self.scopes.len().min(MAX_SCOPES)
        };
        let columns = Columns {
            has_deleted: self.n_deleted > 0,
            has_times: self.total.elapsed_ms.is_some(),
        };
        let mut rows = vec![columns.head()];
        for scope in self.scopes.iter().take(n_shown) {
            let mut name = scope.scope.clone();
            if let Some(space) = &scope.memory_space {
                let _ = write!(name, " in {space}");
            }
            let figures = scope.planner.is_some().then_some(&scope.figures);
            let counts = [scope.n_merged, scope.n_skipped, scope.n_deleted];
            rows.push(columns.row(name, counts, figures, &scope.remark()));
        }
        if self.scopes.len() > 1 {
            let counts = [self.n_merged, self.n_skipped, self.n_deleted];
            let figures = (self.n_merged > 0).then_some(&self.total);
            rows.push(columns.row("total".to_owned(), counts, figures, ""));
        }
        out.push_str(&table(&rows, &[0, columns.planner()]));
        if n_shown < self.scopes.len() {
            let more = plural(self.scopes.len() - n_shown, "more scope");
            let _ = writeln!(out, "and {more} (`--verbose` lists them)");
        }
    }
}

/// The columns of the table; those that would say nothing are left out.
#[derive(Clone, Copy, Debug)]
struct Columns {
    has_deleted: bool,
    has_times: bool,
}

impl Columns {
    fn head(self) -> Vec<String> {
        let mut head = vec!["scope", "merged", "skipped"];
        head.extend(self.has_deleted.then_some("deleted"));
        head.extend(["sizes", "max load", "peak", "frag.", "saved", "planner"]);
        head.extend(self.has_times.then_some("ms"));
        head.into_iter().map(str::to_owned).collect()
    }

    /// The position of the column `planner`.
    fn planner(self) -> usize {
        8 + usize::from(self.has_deleted)
    }

    /// The cells of a scope, or of all; without figures where nothing is merged.
    fn row(
        self,
        name: String,
        [n_merged, n_skipped, n_deleted]: [usize; 3],
        figures: Option<&Figures>,
        planner: &str,
    ) -> Vec<String> {
        let mut row = vec![name, n_merged.to_string(), n_skipped.to_string()];
        row.extend(self.has_deleted.then(|| n_deleted.to_string()));
        match figures {
            Some(figures) => row.extend([
                human(figures.separate_bytes),
                human(figures.max_load_bytes),
                human(figures.peak_bytes),
                format!("{:.1}%", positive(figures.fragmentation * 100.0)),
                format!("{:.1}%", positive(figures.saved * 100.0)),
            ]),
            None => row.extend(vec!["-".to_owned(); 5]),
        }
        row.push(planner.to_owned());
        if self.has_times {
            let ms = figures.and_then(|figures| figures.elapsed_ms);
            row.push(ms.map_or_else(|| "-".to_owned(), |ms| format!("{ms:.3}")));
        }
        row
    }
}

impl Bufferization {
    fn new(bufferized: memplan::Bufferized, place: &impl Fn(Span) -> Place) -> Self {
        let n_copies = bufferized.n_copies();
        let new_buffers = bufferized.new_buffers.into_iter().map(|new| NewBuffer {
            operation: new.operation,
            place: place(new.span),
            is_copy: new.is_copy,
            reason: new.reason,
        });
        Self {
            n_in_place: bufferized.n_in_place,
            n_out_of_place: bufferized.n_out_of_place,
            n_copies,
            new_buffers: new_buffers.collect(),
        }
    }

    fn text(&self, is_verbose: bool) -> String {
        let n_operands = self.n_in_place + self.n_out_of_place;
        let mut out = format!(
            "bufferized: {} of {} in place, {}",
            self.n_in_place,
            plural(n_operands, "tensor operand"),
            match self.n_copies {
                0 => "no copies".to_owned(),
                1 => "1 copy".to_owned(),
                n => format!("{n} copies"),
            }
        );
        out.push_str(match (is_verbose, self.new_buffers.is_empty()) {
            (_, true) => "\n",
            (true, false) => ":\n",
            (false, false) => "; `--verbose` gives the reasons\n",
        });
        if is_verbose {
            for new in &self.new_buffers {
                let _ = writeln!(out, "  {new}");
            }
        }
        out
    }
}

impl std::fmt::Display for NewBuffer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let what = if self.is_copy { "copy" } else { "new buffer" };
        write!(
            f,
            "{}: {what} for `{}`: {}",
            self.place, self.operation, self.reason
        )
    }
}

impl std::fmt::Display for SkipReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {} {}", self.place, self.buffer, self.reason)?;
        if let Some(culprit) = &self.culprit {
            write!(f, " through `{}`", culprit.operation)?;
            if let Some(line) = culprit.place.line {
                write!(f, " in line {line}")?;
            }
        }
        Ok(())
    }
}

/// Columns side by side, two blanks apart; those in `left` to the left, the others to the right.
pub(crate) fn table(rows: &[Vec<String>], left: &[usize]) -> String {
    let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..n_columns)
        .map(|column| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        })
        .collect();
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let gap = if column == 0 { "" } else { "  " };
            let _ = if left.contains(&column) {
                write!(line, "{gap}{cell:<width$}")
            } else {
                write!(line, "{gap}{cell:>width$}")
            };
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// `1 buffer`, `2 buffers`.
pub(crate) fn plural(n: usize, what: &str) -> String {
    if n == 1 {
        format!("1 {what}")
    } else {
        format!("{n} {what}s")
    }
}

/// Without the sign that a rounded zero may have.
pub(crate) fn positive(value: f64) -> f64 {
    if value.abs() < 0.05 { 0.0 } else { value }
}

#[cfg(test)]
mod tests {
    use super::{plural, positive, table};

    #[test]
    fn numbers_stand_below_each_other() {
        let rows = [["scope", "peak"], ["@f", "5"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(table(&rows, &[0]), "scope  peak\n@f        5\n");
    }

    #[test]
    fn words_agree_with_numbers() {
        assert_eq!(plural(1, "scope"), "1 scope");
        assert_eq!(plural(0, "scope"), "0 scopes");
        assert!(positive(-0.0).is_sign_positive());
    }
}
