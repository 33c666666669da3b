//! The merge report: what was planned, what was skipped and why, and what was saved.
//!
//! Sums run over scopes: the peak of a program is the sum of the peaks of its merged allocations,
//! as if all of them were there at once. Figures are those of the traces and schedules; nothing in
//! the report but the times, which must be asked for, depends on anything else.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use memplan::{
    Bufferized, DonatedArgument, Figures, HeapBounds, ReportTimes, ScopeReport, SkippedBuffer,
    SymbolicArenaReport,
};
use memplan_mutators::SymbolicMemory;
use memplan_planner::symbols::{Polynomial, Symbol};
use memplan_support::Sort;
use memplan_support::sizes::human;
use memplan_support::table::{plural, positive, table};

use crate::cli::{ReportArgs, ReportFormat};
use crate::exit::{Failure, Outcome};
use crate::io;
use crate::kinds::{self, Product};
use crate::planning::milliseconds;
use crate::render::Message;
use crate::text::Text;

/// How many scopes the text form lists unless all are asked for.
const MAX_SCOPES: usize = 20;

/// Where the memory of a merged allocation comes from, if that is not simply the heap.
fn memory_text(arena: &SymbolicArenaReport) -> Option<String> {
    match arena.memory {
        SymbolicMemory::Heap => (arena.fallback).map(|reason| format!("heap ({})", reason.code())),
        SymbolicMemory::Stack(bytes) => Some(format!("stack, {}", human(bytes.0.into()))),
        SymbolicMemory::Global(bytes) => Some(format!("global, {}", human(bytes.0.into()))),
        SymbolicMemory::Argument => {
            let argument = arena.argument.as_ref()?;
            let size = argument.size_function.as_ref();
            let size = size.map(|name| format!(", of the size that @{name} returns"));
            Some(format!(
                "argument {}{}",
                argument.number,
                size.unwrap_or_default()
            ))
        }
    }
}

/// The data of the report on one run.
#[derive(Clone, Debug)]
pub(crate) struct Report<'a> {
    /// The program.
    text: &'a Text,
    report: memplan::Report,
    times: ReportTimes,
    /// Values of symbols at which sizes are wanted.
    at: Vec<(String, i64)>,
}

/// The exact figure, or the better bound.
fn heap_text(peak: HeapBounds) -> String {
    heap_text_with(peak, |bytes| human(u128::from(bytes.max(0).unsigned_abs())))
}

/// The same in bytes.
pub(crate) fn heap_text_in_bytes(peak: HeapBounds) -> String {
    heap_text_with(peak, |bytes| format!("{bytes} B"))
}

fn heap_text_with(peak: HeapBounds, show: impl Fn(i64) -> String) -> String {
    match peak.most_bytes {
        Some(most) if peak.is_exact => show(most),
        Some(most) => format!("at most {}", show(most)),
        None if peak.least_bytes == 0 => "known only at run time".to_owned(),
        None => format!("at least {}", show(peak.least_bytes)),
    }
}

/// The most terms of a formula that are printed without `--verbose`.
const MAX_TERMS: usize = 4;

/// The maximum of polynomials, in bytes.
fn formula(terms: &[Polynomial], symbols: &[Symbol], is_verbose: bool) -> String {
    let shown = if is_verbose {
        terms.len()
    } else {
        MAX_TERMS.min(terms.len())
    };
    let mut texts: Vec<String> = (terms[..shown].iter())
        .map(|term| term.display(symbols).to_string())
        .collect();
    if shown < terms.len() {
        texts.push(format!("{} more", terms.len() - shown));
    }
    match &texts[..] {
        [one] => format!("{one} bytes"),
        _ => format!("max({}) bytes", texts.join(", ")),
    }
}

fn at_text(symbols: &[Symbol], values: &[i64]) -> String {
    let pairs = symbols.iter().zip(values);
    let pairs = pairs.map(|(symbol, value)| format!("{}={value}", symbol.name));
    pairs.collect::<Vec<_>>().join(", ")
}

/// The planner of a scope, with remarks on its schedule.
fn remark(scope: &ScopeReport) -> String {
    let mut text = scope.planner.clone().unwrap_or_else(|| "-".to_owned());
    if let Some(replaced) = &scope.instead_of {
        let _ = write!(
            text,
            ", because {} needs {}",
            replaced.planner,
            human(replaced.peak_bytes.into())
        );
    }
    if let Some(reason) = scope.stopped_by {
        let _ = write!(text, ", stopped: {reason}");
    }
    let Some(arena) = &scope.arena else {
        return text;
    };
    if let Some(reason) = arena.fallback {
        let (kind, reason) = (arena.kind.name(), reason.code());
        let _ = write!(text, ", arena falls back to {kind} ({reason})");
    }
    if let Some(argument) = arena.argument {
        let alignment = arena.alignment.0;
        let _ = write!(text, ", argument {argument} aligned to {alignment}");
    }
    text
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
    let is_device = output.metadata().is_ok_and(|metadata| !metadata.is_file());
    if output == report && !is_device {
        let target = if io::is_std(output) {
            "standard output".to_owned()
        } else {
            format!("`{}`", output.display())
        };
        let message = format!("program and report cannot both go to {target}");
        return Err(Failure::could_not_try(
            Message::error("same-target", message)
                .help("write one of them to another file: -o OUT or --report REPORT"),
        ));
    }
    Ok(())
}

impl<'a> Report<'a> {
    /// The report on a program in the terms of its text.
    pub(crate) fn new(text: &'a Text, mut report: memplan::Report, args: &ReportArgs) -> Self {
        if args.count_arguments {
            report.count_arguments();
        }
        let times = if args.timings {
            ReportTimes::Included
        } else {
            ReportTimes::Omitted
        };
        Self {
            text,
            report,
            times,
            at: Vec::new(),
        }
    }

    /// The same with sizes at these values of symbols.
    pub(crate) fn at(self, at: &[(String, i64)]) -> Self {
        Self {
            at: at.to_vec(),
            ..self
        }
    }

    /// The form of the report: as asked for, else as the extension of its file says.
    fn format(args: &ReportArgs) -> ReportFormat {
        let extension = args.report.as_deref().and_then(Path::extension);
        let is_json = extension.is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
        args.format.unwrap_or(if is_json {
            ReportFormat::Json
        } else {
            ReportFormat::Text
        })
    }

    /// Writes the report to the output that the user chose.
    pub(crate) fn write(mut self, args: &ReportArgs) -> Outcome<()> {
        let (source, times) = (self.text.lines(), self.times);
        let text = match Self::format(args) {
            ReportFormat::Text => {
                self.report.locate(source, times);
                self.text(args.verbose) + &self.pass_runs(args)
            }
            ReportFormat::Json => io::json(&self.report.to_json(source, times)),
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
        let report = &self.report;
        let merged = &report.merged;
        let mut out = String::new();
        // Writing to a string cannot fail.
        if let Some(bufferized) = &report.prepared.bufferized {
            bufferization(&mut out, bufferized, is_verbose);
        }
        for donated in &report.prepared.donated {
            donation(&mut out, donated);
        }
        let _ = writeln!(out, "{}", self.headline());
        if !merged.skipped.is_empty() {
            let hint = if is_verbose {
                ":"
            } else {
                "; `--verbose` gives the details"
            };
            let buffers = plural(merged.skipped.len(), "buffer");
            let _ = writeln!(out, "skipped {buffers} ({}){hint}", self.skip_reasons());
        }
        if is_verbose {
            for skipped in &merged.skipped {
                let _ = writeln!(out, "  {}", skip_text(skipped));
            }
        }
        if !merged.deleted.is_empty() {
            let what = plural(merged.deleted.len(), "buffer");
            let _ = writeln!(out, "deleted {what} that nothing accesses");
        }
        self.table(&mut out, is_verbose);
        self.symbolic(&mut out, is_verbose);
        self.memory_steps(&mut out, is_verbose);
        self.blocks(&mut out, is_verbose);
        self.pools(&mut out, is_verbose);
        self.peaks(&mut out, is_verbose);
        out
    }

    /// The peaks after the passes that lowered them; with `is_verbose`, after all passes.
    fn memory_steps(&self, out: &mut String, is_verbose: bool) {
        let steps = &self.report.prepared.lowered.steps;
        let kept = steps.iter().filter(|step| step.is_kept || is_verbose);
        let mut shown: Vec<_> = kept.collect();
        if !is_verbose {
            shown.dedup_by(|step, before| step.peaks == before.peaks);
        }
        if shown.len() < 2 {
            return;
        }
        if let Some(shape) = &self.report.prepared.lowered.shape {
            let worst = match shape.worst_per_mille.checked_sub(1000) {
                Some(more @ 1..) => format!("at most {}.{} % higher", more / 10, more % 10),
                _ => "nowhere higher".to_owned(),
            };
            let _ = writeln!(
                out,
                "peaks of passes at {}; at corners of the ranges {worst} than given",
                shape.shape
            );
        }
        for step in shown {
            let peaks = step.peaks.iter().take(MAX_SCOPES);
            let peaks =
                peaks.map(|peak| format!("{} {}", peak.function, heap_text(peak.peak.into())));
            let mut peaks: Vec<String> = peaks.collect();
            if peaks.is_empty() {
                peaks.push("no buffers".to_owned());
            }
            let kept = if step.is_kept { "" } else { " (not kept)" };
            let _ = writeln!(out, "peak, {}{kept}: {}", step.pass, peaks.join(", "));
        }
    }

    /// The buffers in the fast memory, and the bytes that move.
    fn pools(&self, out: &mut String, is_verbose: bool) {
        let Some(report) = &self.report.pools else {
            return;
        };
        let size = |bytes: u64| human(u128::from(bytes));
        let [fast, slow] = &report.pools[..] else {
            return;
        };
        for it in &report.functions {
            let _ = writeln!(
                out,
                "{}: {} of {} in {fast}, {} of {}; {} copied by {} and {} accessed in {slow}, at least {} together, {} without {fast}",
                it.function,
                it.n_fast,
                plural(it.n_buffers, "buffer"),
                size(it.peaks[0]),
                size(report.capacity_bytes),
                size(it.copied_bytes),
                match it.n_copies {
                    1 => "1 copy".to_owned(),
                    n => format!("{n} copies"),
                },
                size(it.accessed_bytes),
                size(it.bound_bytes),
                size(it.without_bytes),
            );
        }
        if report.fixed.is_empty() {
            return;
        }
        let mut by_reason: BTreeMap<&str, (usize, u64)> = BTreeMap::new();
        for it in &report.fixed {
            let (n, bytes) = by_reason.entry(&it.reason).or_default();
            (*n, *bytes) = (*n + 1, *bytes + it.bytes);
        }
        for (reason, (n, bytes)) in by_reason {
            let what = plural(n, "buffer");
            let _ = writeln!(out, "{what} ({}) only in {slow} ({reason})", size(bytes));
        }
        if is_verbose {
            for it in &report.fixed {
                let by = it.culprit.as_ref();
                let by = by.map_or_else(String::new, |by| format!(", by {by}"));
                let _ = writeln!(out, "  {} at {}{by}: {}", it.name, it.place, it.reason);
            }
        }
    }

    /// The chains that are computed in blocks.
    fn blocks(&self, out: &mut String, is_verbose: bool) {
        let chains = &self.report.prepared.lowered.blocks;
        let n_shown = if is_verbose { chains.len() } else { MAX_SCOPES };
        for chain in chains.iter().take(n_shown) {
            let _ = writeln!(out, "blocks in {}: {chain}", chain.function_name);
        }
        if let Some(more) = chains.len().checked_sub(n_shown).filter(|&more| more > 0) {
            let _ = writeln!(
                out,
                "and {more} more chains in blocks (`--verbose` lists them)"
            );
        }
    }

    /// With `--verbose --timings`, the passes that were tried to lower the peak.
    fn pass_runs(&self, args: &ReportArgs) -> String {
        let mut out = String::new();
        let runs = self.report.prepared.lowered.runs.iter();
        for runs in runs.filter(|runs| args.verbose && args.timings && runs.n_runs > 0) {
            let (pass, n_runs, n_new) = (&runs.pass, plural(runs.n_runs, "run"), runs.n_new);
            let seconds = runs.time.as_secs_f64();
            let _ = writeln!(
                out,
                "pass {pass}: {n_runs}, {n_new} new programs, {seconds:.3} s"
            );
        }
        out
    }

    /// The merged allocations whose sizes are known only at run time.
    fn symbolic(&self, out: &mut String, is_verbose: bool) {
        for arena in &self.report.merged.symbolic {
            let quality = arena.quality();
            let symbols = arena.symbols();
            let _ = writeln!(
                out,
                "{}: {} in one allocation, {} of sizes known only at run time; {}, at most {:.1}% above the max load, {:.1}% in \
                 the mean; {}",
                arena.scope,
                plural(arena.trace.len(), "buffer"),
                arena.n_dynamic,
                plural(quality.k, "orientation"),
                (quality.worst - 1.0) * 100.0,
                (quality.mean - 1.0) * 100.0,
                plural(arena.n_operations, "operation"),
            );
            let formula = match arena.peak_terms() {
                Some(terms) => formula(&terms, symbols, is_verbose),
                None => "too many terms to print".to_owned(),
            };
            let mut line = format!("  peak: {formula}");
            for values in arena.trace.corners() {
                if let Some(peak) = arena.peak_at(&values) {
                    let _ = write!(
                        line,
                        "; {} at {}",
                        human(peak.0.into()),
                        at_text(symbols, &values)
                    );
                }
            }
            let _ = writeln!(out, "{line}");
            if let Some(memory) = memory_text(arena) {
                let _ = writeln!(out, "  memory: {memory}");
            }
            for symbol in symbols.iter().zip(&arena.sources) {
                let (symbol, source) = symbol;
                if is_verbose {
                    let _ = writeln!(
                        out,
                        "  {} is {source}, {}",
                        symbol.name,
                        symbol.range_text()
                    );
                }
            }
            if is_verbose {
                for assumption in &arena.assumptions {
                    let _ = writeln!(out, "  assumes that {assumption}");
                }
            }
            if self.at.is_empty() {
                continue;
            }
            let value = |symbol: &Symbol| {
                let mut given = self.at.iter();
                given.find(|(name, _)| *name == symbol.name).map(|p| p.1)
            };
            let values: Option<Vec<i64>> = symbols.iter().map(value).collect();
            let _ = match values.and_then(|values| Some((arena.peak_at(&values)?, values))) {
                Some((peak, values)) => {
                    let bytes = human(peak.0.into());
                    writeln!(out, "  {bytes} at {}", at_text(symbols, &values))
                }
                None => writeln!(
                    out,
                    "  no size at these values: `--at` must give all symbols"
                ),
            };
        }
    }

    /// The heap peaks of functions.
    fn peaks(&self, out: &mut String, is_verbose: bool) {
        let n_all = self.report.peaks.of_holders().count();
        let n_shown = if is_verbose {
            n_all
        } else {
            n_all.min(MAX_SCOPES)
        };
        for peak in self.report.peaks.of_holders().take(n_shown) {
            let bounds = HeapBounds::from(peak.peak);
            if let Some(of) = self.report.peaks.formula_of(peak) {
                let formula = formula(&of.terms, &of.symbols, is_verbose);
                let _ = writeln!(out, "run-time peak of {}: at most {formula}", peak.function);
                continue;
            }
            let (function, text) = (&peak.function, heap_text(bounds));
            let given = self
                .report
                .prepared
                .lowered
                .steps
                .first()
                .and_then(|given| {
                    let mut peaks = given.peaks.iter();
                    peaks.find(|of| of.function == *function)
                });
            let given = given.filter(|_| self.report.prepared.lowered.shape.is_none());
            let given = given.map(|of| HeapBounds::from(of.peak));
            let separate = peak.separate.map(HeapBounds::from);
            let mut before = String::new();
            for (other, when) in [(given, "as given"), (separate, "without merging")] {
                if let Some(other) = other.filter(|other| *other != bounds) {
                    let _ = write!(before, ", {} {when}", heap_text(other));
                }
            }
            if before.is_empty() && separate.is_some() {
                before.push_str(" with and without merging");
            }
            if peak.has_arguments {
                let bytes = peak
                    .argument_bytes
                    .map_or_else(String::new, |bytes| format!(" of {}", human(bytes.into())));
                let _ = write!(before, ", with arguments{bytes}");
            }
            let _ = writeln!(out, "run-time peak of {function}: {text}{before}");
        }
        if n_shown < n_all {
            let more = plural(n_all - n_shown, "more function");
            let _ = writeln!(out, "and {more} (`--verbose` lists them)");
        }
    }

    /// The reasons for skipped buffers, the most frequent first, with counts where there are several.
    fn skip_reasons(&self) -> String {
        let by_reason = &self.report.merged.skipped_by_reason;
        let mut reasons: Vec<_> = by_reason.iter().collect();
        reasons.sort_stable_by_key(|&(_, n)| std::cmp::Reverse(*n));
        if let [(reason, _)] = reasons[..] {
            return (*reason).to_owned();
        }
        let reasons = reasons.iter().map(|(reason, n)| format!("{n} {reason}"));
        reasons.collect::<Vec<_>>().join(", ")
    }

    fn headline(&self) -> String {
        let report = &self.report.merged;
        let total = &report.total;
        let buffers = plural(report.n_buffers, "buffer");
        if report.n_merged == 0 {
            return format!("planned 0 of {buffers}: nothing to merge");
        }
        let scopes = report.scopes.iter();
        let n_scopes = scopes.filter(|scope| scope.n_merged > 0).count();
        let n_symbolic = report.symbolic.len();
        if n_scopes == 0 {
            let allocations = plural(n_symbolic, "allocation");
            let n_merged = report.n_merged;
            return format!(
                "planned {n_merged} of {buffers} in {allocations} of sizes known only at run time"
            );
        }
        let more = match n_symbolic {
            0 => String::new(),
            n => format!(
                " and {} of sizes known only at run time",
                plural(n, "allocation")
            ),
        };
        let (bound, load) = (total.lower_bound_bytes, total.max_load_bytes);
        let bound = if bound == load {
            String::new()
        } else {
            format!("lower bound {}, ", human(bound))
        };
        let time = if self.has_times() {
            format!(", planned in {:.3} ms", milliseconds(total.elapsed))
        } else {
            String::new()
        };
        format!(
            "planned {} of {buffers} in {}{more}: peak {}, max load {}, {bound}\
             fragmentation {:.1}%, saved {:.1}% of {}{time}",
            report.n_merged,
            plural(n_scopes, "scope"),
            human(total.peak_bytes),
            human(total.max_load_bytes),
            positive(total.fragmentation() * 100.0),
            positive(total.saved() * 100.0),
            human(total.separate_bytes),
        )
    }

    fn has_times(&self) -> bool {
        self.times == ReportTimes::Included
    }

    fn table(&self, out: &mut String, is_verbose: bool) {
        let report = &self.report.merged;
        if report.scopes.is_empty() {
            return;
        }
        let n_shown = if is_verbose {
            report.scopes.len()
        } else {
            report.scopes.len().min(MAX_SCOPES)
        };
        let columns = Columns {
            has_deleted: !report.deleted.is_empty(),
            has_times: self.has_times(),
        };
        let mut rows = vec![columns.head()];
        for scope in report.scopes.iter().take(n_shown) {
            let mut name = scope.scope.clone();
            if let Some(space) = &scope.memory_space {
                let _ = write!(name, " in {space}");
            }
            let figures = scope.planner.is_some().then_some(&scope.figures);
            let counts = [scope.n_merged, scope.n_skipped, scope.n_deleted];
            rows.push(columns.row(name, counts, figures, &remark(scope)));
        }
        if report.scopes.len() > 1 {
            let counts = [report.n_merged, report.skipped.len(), report.deleted.len()];
            let figures = (report.n_merged > 0).then_some(&report.total);
            rows.push(columns.row("total".to_owned(), counts, figures, ""));
        }
        out.push_str(&table(&rows, &[0, columns.planner()]));
        if n_shown < report.scopes.len() {
            let more = plural(report.scopes.len() - n_shown, "more scope");
            let _ = writeln!(out, "and {more} (`--verbose` lists them)");
        }
    }
}

/// The columns of the table; columns without information are omitted.
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
                format!("{:.1}%", positive(figures.fragmentation() * 100.0)),
                format!("{:.1}%", positive(figures.saved() * 100.0)),
            ]),
            None => row.extend(vec!["-".to_owned(); 5]),
        }
        row.push(planner.to_owned());
        if self.has_times {
            let ms = figures.map(|figures| milliseconds(figures.elapsed));
            row.push(ms.map_or_else(|| "-".to_owned(), |ms| format!("{ms:.3}")));
        }
        row
    }
}

/// Writes how the program became a program on buffers.
fn bufferization(out: &mut String, bufferized: &Bufferized, is_verbose: bool) {
    let n_operands = bufferized.n_in_place + bufferized.n_out_of_place;
    let copies = match bufferized.n_copies {
        0 => "no copies".to_owned(),
        1 => "1 copy".to_owned(),
        n => format!("{n} copies"),
    };
    let hint = match (is_verbose, bufferized.new_buffers.is_empty()) {
        (_, true) => "",
        (true, false) => ":",
        (false, false) => "; `--verbose` gives the reasons",
    };
    let _ = writeln!(
        out,
        "bufferized: {} of {} in place, {copies}{hint}",
        bufferized.n_in_place,
        plural(n_operands, "tensor operand"),
    );
    if is_verbose {
        for new in &bufferized.new_buffers {
            let what = if new.is_copy { "copy" } else { "new buffer" };
            let (at, reason) = (&new.at, &new.reason);
            let (place, operation) = (&at.place, &at.operation);
            let _ = writeln!(out, "  {place}: {what} for `{operation}`: {reason}");
        }
    }
}

/// Writes that an argument holds a result.
fn donation(out: &mut String, donated: &DonatedArgument) {
    let DonatedArgument {
        function,
        argument,
        result,
        ..
    } = donated;
    let size = donated.bytes.map_or_else(String::new, |bytes| {
        format!(" ({})", human(u128::from(bytes)))
    });
    let copies = match donated.n_copies {
        0 => "without a copy".to_owned(),
        1 => "with a copy".to_owned(),
        n => format!("with {n} copies"),
    };
    let why = donated.reason.as_ref().map_or_else(String::new, |reason| {
        let (culprit, why) = (&reason.culprit, reason.why.text());
        let (operation, line) = (&culprit.operation, culprit.place.line);
        format!(": `{operation}` in line {line} {why}")
    });
    let _ = writeln!(
        out,
        "donated: argument {argument} of {function} holds what was result {result}{size}, {copies}{why}"
    );
}

fn skip_text(skipped: &SkippedBuffer) -> String {
    let (at, buffer, reason) = (&skipped.place, &skipped.name, skipped.reason);
    let of = skipped.origin.iter().map(|words| format!(" of `{words}`"));
    let mut text = format!("{at}: {buffer}{} {reason}", of.collect::<String>());
    if let Some(culprit) = &skipped.culprit {
        let (operation, line) = (&culprit.operation, culprit.place.line);
        let _ = write!(text, " through `{operation}` in line {line}");
    }
    text
}
