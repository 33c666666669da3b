//! Proves that allocations are freed exactly once and not used afterwards, and that buffers in merged allocations keep
//! what they hold, or reports the fault, or why there is no proof.

use memplan_memory_model::{FreedOnce, ProofFailure, ProofFailureKind, prove_freed_once};
use memplan_merge_checker::{Fault, WrongMerge};
use memplan_support::table::plural;
use serde::Serialize;

use super::runs::functions;
use crate::cli::{CheckArgs, ReportFormat};
use crate::exit::{ExitStatus, Outcome};
use crate::render::{Message, Place};
use crate::source::Source;
use crate::{Session, io};

#[derive(Debug, Serialize)]
struct Verdict {
    function: String,
    #[serde(flatten)]
    place: Place,
    n_allocations: usize,
    proved: bool,
    /// Faults of every run that returns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faults: Vec<Message>,
    /// Properties that are not proved.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    doubts: Vec<Message>,
    /// Buffers that share merged allocations, and operations whose reads are not proved to find what their buffers
    /// wrote.
    #[serde(skip_serializing_if = "is_zero")]
    n_merged_buffers: usize,
    #[serde(skip_serializing_if = "is_zero")]
    n_unproved_reads: usize,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

#[derive(Debug, Serialize)]
struct Report {
    version: u32,
    proved: bool,
    functions: Vec<Verdict>,
}

/// Judges the functions of a source: all with a body, or those that the user names.
pub(super) fn run(session: &Session<'_>, args: &CheckArgs, source: &Source) -> Outcome<()> {
    let named = functions(source, &args.function)?;
    let is_wanted = |proof: &FreedOnce| args.function.is_empty() || named.contains(&proof.function);
    let places = source.text.places();
    let place = |op| places(source.module.span(op));
    let messages = |proof: &FreedOnce, is_certain: bool| {
        let all = proof.failures.iter();
        let all = all.filter(|failure| failure.is_certain == is_certain);
        all.map(|failure| message(failure, &place)).collect()
    };
    let verdicts: Vec<Verdict> = prove_freed_once(&source.module)
        .into_iter()
        .filter(is_wanted)
        .map(|proof| {
            let merges = memplan_merge_checker::check(&source.module, proof.function);
            let wrong = merges.wrong.iter().map(|wrong| wrong_merge(wrong, &place));
            let mut faults: Vec<Message> = messages(&proof, true);
            faults.extend(wrong);
            Verdict {
                function: source.module.symbol_text(proof.function),
                place: place(proof.function),
                n_allocations: proof.n_allocations,
                proved: proof.failures.is_empty() && merges.wrong.is_empty(),
                faults,
                doubts: messages(&proof, false),
                n_merged_buffers: merges.n_buffers,
                n_unproved_reads: merges.unproved.len(),
            }
        })
        .collect();
    let proved = verdicts.iter().all(|verdict| verdict.proved);
    let is_faulty = verdicts.iter().any(|verdict| !verdict.faults.is_empty());
    match args.format {
        ReportFormat::Json => {
            let report = Report {
                version: 1,
                proved,
                functions: verdicts,
            };
            io::write_stdout(io::json(&report).as_bytes())?;
        }
        ReportFormat::Text => {
            let faults = verdicts.iter().flat_map(|verdict| &verdict.faults);
            let doubts = verdicts.iter().flat_map(|verdict| &verdict.doubts);
            session.tell(&faults.chain(doubts).cloned().collect::<Vec<Message>>());
            let n_proved = verdicts.iter().filter(|verdict| verdict.proved).count();
            let of_proved = verdicts.iter().filter(|verdict| verdict.proved);
            let n_allocations: usize = of_proved.map(|verdict| verdict.n_allocations).sum();
            let words = format!(
                "proved: {n_proved} of {}, {} freed exactly once on every path and not used afterwards\n",
                plural(verdicts.len(), "function"),
                plural(n_allocations, "allocation"),
            );
            io::write_stdout((words + &of_merges(&verdicts)).as_bytes())?;
        }
    }
    let status = match (is_faulty, proved) {
        (true, _) => ExitStatus::No,
        (false, true) => ExitStatus::Done,
        (false, false) => ExitStatus::Limit,
    };
    status.quietly()
}

/// The result for merged allocations, as text.
fn of_merges(verdicts: &[Verdict]) -> String {
    let sum = |count: fn(&Verdict) -> usize| verdicts.iter().map(count).sum::<usize>();
    let n_buffers = sum(|verdict| verdict.n_merged_buffers);
    let reads = match sum(|verdict| verdict.n_unproved_reads) {
        0 => "every read finds what its buffer wrote".to_owned(),
        n => format!("{} with reads that are not proved", plural(n, "operation")),
    };
    let is_wrong = |fault: &Message| fault.code == WRONG_MERGE;
    let mut faults = verdicts.iter().flat_map(|verdict| &verdict.faults);
    if n_buffers == 0 || faults.any(is_wrong) {
        return String::new();
    }
    format!(
        "merged: {} share allocations, {reads}\n",
        plural(n_buffers, "buffer")
    )
}

/// The code of a fault of merging.
const WRONG_MERGE: &str = "wrong-merge";

fn wrong_merge(wrong: &WrongMerge, place: &impl Fn(memplan_mlir::OpId) -> Place) -> Message {
    let message = Message::error(WRONG_MERGE, wrong.fault.to_string()).at(place(wrong.op));
    let message = message.note("the view that is the buffer", place(wrong.view));
    match wrong.fault {
        Fault::Overwritten { by } => message.note("overwritten here", place(by)),
        Fault::Freed { by } => message.note("freed here", place(by)),
        _ => message,
    }
}

fn message(doubt: &ProofFailure, place: &impl Fn(memplan_mlir::OpId) -> Place) -> Message {
    let message = Message::error(doubt.kind.name(), doubt.to_string()).at(place(doubt.op));
    let Some(related) = doubt.related else {
        return message;
    };
    let what = match doubt.kind {
        ProofFailureKind::NotFreed | ProofFailureKind::FreedOnSomePaths => "allocated here",
        ProofFailureKind::UsedAfterFree => "freed here",
        ProofFailureKind::CallsUnproved | ProofFailureKind::UnknownCallee => {
            "function defined here"
        }
        _ => "buffer defined here",
    };
    message.note(what, place(related))
}
