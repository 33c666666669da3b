//! Runs functions on inputs and reports their memory faults.

use std::collections::BTreeMap;

use memplan::HeapBounds;
use memplan_interp::{
    Datum, FaultKind, FoundFault, RunOptions, entry_functions, functions_with_body,
};
use memplan_memory_model::HeapLoads;
use memplan_mlir::OpId;
use memplan_mlir::text::Diagnostic;
use memplan_support::sizes::human;
use memplan_support::table::{plural, table};
use serde::Serialize;

use super::arguments;
use super::progress::Meter;
use super::versions::{Comparison, missing};
use crate::cli::{CheckArgs, ReportFormat};
use crate::exit::{ExitStatus, Failure, Outcome};
use crate::render::{Level, Message, Place};
use crate::report::heap_text_in_bytes;
use crate::source::Source;
use crate::{Session, io};

/// The result of the runs of one function.
#[derive(Debug, Serialize)]
struct Verdict {
    function: String,
    #[serde(flatten)]
    place: Place,
    /// Completed runs.
    n_runs: u64,
    n_steps: u64,
    n_allocations: u64,
    /// The highest heap peak of all runs.
    peak_bytes: u64,
    /// The same, including the padding for alignments that the lowering of MLIR requests.
    peak_aligned_bytes: u64,
    /// The peak of each memory space, if one differs from the default space.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    space_peaks_bytes: BTreeMap<String, u64>,
    /// Allocations that were never freed, in all runs.
    n_leaks: u64,
    /// The bounds on the peak of all runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    static_peak: Option<HeapBounds>,
    /// Distinct faults, each with the first input that shows it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faults: Vec<Message>,
    /// Reasons for incomplete runs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stopped: Vec<Message>,
    /// Behaviour that is not a fault, but may be unintended.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<Message>,
    /// The runs of the earlier version, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    compared: Option<ComparedRuns>,
    #[serde(skip)]
    status: ExitStatus,
}

/// Runs of both versions of a function that gave the same.
#[derive(Clone, Copy, Debug, Serialize)]
struct ComparedRuns {
    n_runs: u64,
    /// The highest heap peak of the earlier version.
    peak_bytes: u64,
}

impl Verdict {
    fn add_comparison(&mut self, compared: Comparison<'_>) {
        let is_done = matches!(self.status, ExitStatus::Done | ExitStatus::Limit);
        if compared.difference.is_some() {
            self.status = ExitStatus::No;
        } else if compared.stopped.is_some() && is_done {
            self.status = ExitStatus::CouldNotTry;
        } else if compared.n_runs > 0 {
            self.compared = Some(ComparedRuns {
                n_runs: compared.n_runs,
                peak_bytes: compared.peak_bytes,
            });
        }
        self.faults.extend(compared.difference);
        self.stopped.extend(compared.stopped);
    }
}

#[derive(Debug, Serialize)]
struct Report {
    version: u32,
    valid: bool,
    /// Functions that the earlier version has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing: Vec<Message>,
    functions: Vec<Verdict>,
}

/// The inputs of the runs of one function.
pub(super) struct Inputs<'a> {
    /// Those that the user gave.
    pub given: Option<&'a [Datum]>,
    args: &'a CheckArgs,
}

impl Inputs<'_> {
    fn len(&self) -> u64 {
        self.given.map_or(self.args.inputs, |_| 1)
    }

    pub(super) fn seeds(&self) -> impl Iterator<Item = u64> {
        let first = self.args.seed;
        (0..self.len()).map(move |input| first.wrapping_add(input))
    }

    /// Of a run on one of them.
    pub(super) fn options(&self, function: &str, seed: u64, meter: &Meter) -> RunOptions {
        let input = seed.wrapping_sub(self.args.seed);
        RunOptions {
            step_limit: self.args.step_limit,
            progress: meter.start(function, input, self.len()),
            seed,
            opaque_reads_everything: false,
            ..RunOptions::default()
        }
    }

    /// Adds to a message which run it is about.
    pub(super) fn note(
        &self,
        message: Message,
        function: &str,
        arguments: &[Datum],
        seed: u64,
    ) -> Message {
        let again = match self.given {
            Some(_) => String::new(),
            None => format!("; `--seed {seed} --inputs 1` repeats it"),
        };
        let arguments = shown_all(arguments);
        let words = format!("in a run of `{function}` on ({arguments}){again}");
        message.note(words, Place::default())
    }
}

/// Runs the functions of a source, and compares them with those of an earlier version.
pub(super) fn run(
    session: &Session<'_>,
    args: &CheckArgs,
    source: &Source,
    before: Option<&Source>,
) -> Outcome<()> {
    let m = &source.module;
    let functions = functions(source, &args.function)?;
    let place = source.text.places();
    let mut verdicts = Vec::new();
    let meter = Meter::new();
    let loads = args.peak.then(|| HeapLoads::new(m));
    for function in functions {
        let place = place(m.span(function));
        let given = match &args.args {
            Some(text) => Some(arguments::parse(m, function, text)?),
            None => None,
        };
        let inputs = Inputs {
            given: given.as_deref(),
            args,
        };
        let comparison = before.and_then(|before| Comparison::new(before, m, function, &place));
        let mut verdict = judge(source, function, place, &inputs, &meter, comparison);
        let heap = loads.as_ref().and_then(|loads| loads.of(function));
        verdict.static_peak = heap.map(|heap| HeapBounds::from(heap.peak));
        verdicts.push(verdict);
    }
    meter.finish();
    let mut gone = Vec::new();
    let mut status = ExitStatus::Done;
    if let Some(before) = before.filter(|_| args.function.is_empty()) {
        gone = missing(before, source);
    }
    for of_function in [ExitStatus::Limit, ExitStatus::CouldNotTry, ExitStatus::No] {
        if verdicts.iter().any(|verdict| verdict.status == of_function) {
            status = of_function;
        }
    }
    if !gone.is_empty() {
        status = ExitStatus::No;
    }
    tell(session, args, status, verdicts, gone)
}

fn tell(
    session: &Session<'_>,
    args: &CheckArgs,
    status: ExitStatus,
    verdicts: Vec<Verdict>,
    missing: Vec<Message>,
) -> Outcome<()> {
    match args.format {
        ReportFormat::Json => {
            let report = Report {
                version: 1,
                valid: status == ExitStatus::Done,
                missing,
                functions: verdicts,
            };
            io::write_stdout(io::json(&report).as_bytes())?;
        }
        ReportFormat::Text => {
            session.tell(&missing);
            for verdict in &verdicts {
                session.tell(&group_leaks(&verdict.faults));
                session.tell(&verdict.stopped);
                session.tell(&verdict.warnings);
            }
            if args.peak {
                io::write_stdout(peaks(&verdicts).as_bytes())?;
            } else if status == ExitStatus::Done {
                let runs: u64 = verdicts.iter().map(|verdict| verdict.n_runs).sum();
                let allocations: u64 = verdicts.iter().map(|v| v.n_allocations).sum();
                let words = format!(
                    "no fault: {} in {}, {} freed or returned\n",
                    plural(runs as usize, "run"),
                    plural(verdicts.len(), "function"),
                    plural(allocations as usize, "allocation"),
                );
                io::write_stdout((words + &same(&verdicts)).as_bytes())?;
            }
        }
    }
    status.quietly()
}

/// That both versions compute the same, and what they need. Empty if there is one version.
fn same(verdicts: &[Verdict]) -> String {
    let compared = || verdicts.iter().filter_map(|verdict| verdict.compared);
    let n_runs: u64 = compared().map(|runs| runs.n_runs).sum();
    if n_runs == 0 {
        return String::new();
    }
    let most_before = compared().map(|runs| runs.peak_bytes).max().unwrap_or(0);
    let most = verdicts.iter().filter(|verdict| verdict.compared.is_some());
    let most = most.map(|verdict| verdict.peak_bytes).max().unwrap_or(0);
    // Tensors are not on the heap.
    let before = match most_before {
        0 => String::new(),
        _ => format!(", and {} before", human(most_before.into())),
    };
    format!(
        "the same results and arguments in {}; highest peak {}{before}\n",
        plural(n_runs as usize, "run"),
        human(most.into()),
    )
}

/// A table of the peaks of functions.
fn peaks(verdicts: &[Verdict]) -> String {
    let head = [
        "function",
        "runs",
        "allocations",
        "leaks",
        "peak",
        "aligned",
        "static peak",
    ];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for verdict in verdicts {
        let bytes = |bytes: u64| match verdict.n_runs {
            0 => "-".to_owned(),
            _ => format!("{bytes} B"),
        };
        let bound = verdict.static_peak;
        rows.push(vec![
            verdict.function.clone(),
            verdict.n_runs.to_string(),
            verdict.n_allocations.to_string(),
            verdict.n_leaks.to_string(),
            bytes(verdict.peak_bytes),
            bytes(verdict.peak_aligned_bytes),
            bound.map_or_else(|| "-".to_owned(), heap_text_in_bytes),
        ]);
    }
    if verdicts.iter().any(|v| !v.space_peaks_bytes.is_empty()) {
        rows[0].push("peaks of memory spaces".to_owned());
        for (row, verdict) in rows[1..].iter_mut().zip(verdicts) {
            let peaks = verdict.space_peaks_bytes.iter();
            let peaks: Vec<String> = peaks
                .map(|(space, peak)| format!("{space}: {peak} B"))
                .collect();
            row.push(peaks.join(", "));
        }
    }
    table(&rows, &[0])
}

/// The functions to run: those named, else the public ones with a body, else all with a body.
pub(super) fn functions(source: &Source, names: &[String]) -> Outcome<Vec<OpId>> {
    let m = &source.module;
    if !names.is_empty() {
        let all = functions_with_body(m);
        let find = |name: &String| {
            let plain = name.trim_start_matches('@');
            let is_it = |&&op: &&OpId| m.symbol_text(op) == plain;
            all.iter().find(is_it).copied().ok_or_else(|| {
                let names_of_all: Vec<String> =
                    all.iter().take(20).map(|&op| m.symbol_text(op)).collect();
                let message = format!("no function `{plain}` with a body");
                Failure::could_not_try(
                    Message::error("unknown-function", message)
                        .in_file(&source.text.name)
                        .help(format!("known functions: {}", names_of_all.join(", "))),
                )
            })
        };
        return names.iter().map(find).collect();
    }
    Ok(entry_functions(m))
}

fn judge(
    source: &Source,
    function: OpId,
    place: Place,
    inputs: &Inputs<'_>,
    meter: &Meter,
    mut comparison: Option<Comparison<'_>>,
) -> Verdict {
    let m = &source.module;
    let name = m.symbol_text(function);
    let options = |seed| inputs.options(&name, seed, meter);
    let checked = memplan_interp::check(
        m,
        function,
        inputs.given,
        inputs.seeds(),
        |seed| Some(options(seed)),
        |seed, given, run| {
            if let Some(comparison) = &mut comparison {
                comparison.take(inputs, seed, given, run, &options(seed));
            }
        },
    );
    let mut verdict = Verdict {
        function: name,
        place,
        n_runs: checked.n_runs,
        n_steps: checked.n_steps,
        n_allocations: checked.n_allocations,
        peak_bytes: checked.peak_bytes,
        peak_aligned_bytes: checked.peak_padded_bytes,
        space_peaks_bytes: spaces(checked.peaks_by_space),
        n_leaks: checked.n_leaks,
        static_peak: None,
        faults: Vec::new(),
        stopped: Vec::new(),
        warnings: Vec::new(),
        compared: None,
        status: ExitStatus::Done,
    };
    if let Some(comparison) = comparison {
        verdict.add_comparison(comparison);
    }
    if !checked.borrowed_results.is_empty() {
        let warning = borrowed(&checked.borrowed_results, &verdict.place);
        verdict.warnings.push(warning);
    }
    let diagnostics: Vec<Diagnostic> = checked
        .faults
        .iter()
        .map(|occurrence| occurrence.fault.diagnostic(m))
        .collect();
    // One call for all, because it scans the text for ends of lines.
    let messages = source.text.messages(&diagnostics);
    for (occurrence, message) in checked.faults.iter().zip(messages) {
        add(&mut verdict, message, occurrence, inputs);
    }
    if !checked.has_inputs {
        verdict.status = ExitStatus::CouldNotTry;
        let message = "cannot generate inputs for its parameter types";
        let message = Message::error("no-inputs", message).at(verdict.place.clone());
        verdict.stopped.push(
            message.help("call it from a function without parameters, and check that function"),
        );
    }
    verdict
}

/// The leaks of a function as one message: the first in full, the others as a list of places.
fn group_leaks(faults: &[Message]) -> Vec<Message> {
    const MAX_PLACES: usize = 10;
    let is_leak = |fault: &&Message| fault.code == FaultKind::Leak.name();
    let leaks: Vec<&Message> = faults.iter().filter(is_leak).collect();
    let mut grouped: Vec<Message> = Vec::new();
    for fault in faults {
        if !is_leak(&fault) {
            grouped.push(fault.clone());
            continue;
        }
        let Some((first, others)) = leaks.split_first() else {
            continue;
        };
        if fault != *first {
            continue;
        }
        let mut message = fault.clone();
        if !others.is_empty() {
            let mut places: Vec<String> = others
                .iter()
                .take(MAX_PLACES)
                .filter_map(|leak| Some(leak.place.line?.to_string()))
                .collect();
            if others.len() > MAX_PLACES {
                places.push(format!("and {} more", others.len() - MAX_PLACES));
            }
            let what = match others.len() {
                1 => "1 other allocation is also never freed, in line".to_owned(),
                n => format!("{n} other allocations are also never freed, in lines"),
            };
            let words = format!("{what} {}; `--format json` lists each", places.join(", "));
            message = message.note(words, Place::default());
        }
        grouped.push(message);
    }
    grouped
}

/// The arguments of a run, as many as fit into a line.
fn shown_all(arguments: &[Datum]) -> String {
    const MAX_CHARS: usize = 72;
    let mut text = String::new();
    for (index, argument) in arguments.iter().enumerate() {
        let next = shown(argument);
        if text.chars().count() + next.chars().count() > MAX_CHARS {
            return format!("{text}, and {} more", arguments.len() - index);
        }
        let separator = if index == 0 { "" } else { ", " };
        text = format!("{text}{separator}{next}");
    }
    text
}

/// An argument, cut short if it is long.
fn shown(argument: &Datum) -> String {
    const MAX_CHARS: usize = 24;
    let text = argument.to_string();
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}..", &text[..end]),
        None => text,
    }
}

/// The message for results that the caller must not free.
fn borrowed(results: &[usize], place: &Place) -> Message {
    let numbers: Vec<String> = results.iter().map(usize::to_string).collect();
    let message = format!(
        "result {} aliases an argument or a global: the caller must not free it",
        numbers.join(", ")
    );
    let mut message = Message::error("returns-borrowed", message).at(place.clone());
    message.level = Level::Warning;
    message.help("return a copy (`bufferization.clone`) if callers free the results")
}

fn add(verdict: &mut Verdict, mut message: Message, occurrence: &FoundFault, inputs: &Inputs<'_>) {
    let fault = &occurrence.fault;
    if fault.op.is_none() {
        message.place = verdict.place.clone();
    }
    let is_first = verdict.faults.iter().all(|fault| fault.code != "leak");
    if fault.kind == FaultKind::Leak && is_first {
        let help =
            "`memplan merge` and `memplan opt --buffer-deallocation-pipeline` insert deallocations";
        message.help.push(help.to_owned());
    }
    let message = inputs.note(
        message,
        &verdict.function,
        &occurrence.arguments,
        occurrence.seed,
    );
    if fault.kind.is_verdict() {
        verdict.status = ExitStatus::No;
        verdict.faults.push(message);
        return;
    }
    let status = match fault.kind {
        FaultKind::Unsupported => ExitStatus::CouldNotTry,
        _ => ExitStatus::Limit,
    };
    if verdict.status == ExitStatus::Done || verdict.status == ExitStatus::Limit {
        verdict.status = status;
    }
    verdict.stopped.push(message);
}

/// The peaks of all memory spaces by their names, if one differs from the default space.
fn spaces(peaks: BTreeMap<String, u64>) -> BTreeMap<String, u64> {
    if peaks.keys().all(String::is_empty) {
        return BTreeMap::new();
    }
    let named = peaks.into_iter().map(|(name, peak)| match &*name {
        "" => ("0".to_owned(), peak),
        _ => (name, peak),
    });
    named.collect()
}
