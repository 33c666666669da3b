//! Proves that allocations are freed exactly once and not used afterwards, or reports the fault, or why there is no
//! proof.

use memplan_memory_model::freed_once::{FreedOnce, ProofFailure, ProofFailureKind, prove};
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
    /// What is wrong in every run that returns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faults: Vec<Message>,
    /// What is not proved.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    doubts: Vec<Message>,
}

#[derive(Debug, Serialize)]
struct Report {
    version: u32,
    proved: bool,
    functions: Vec<Verdict>,
}

/// Looks at the functions of a source: all with a body, or those that the user names.
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
    let verdicts: Vec<Verdict> = prove(&source.module)
        .into_iter()
        .filter(is_wanted)
        .map(|proof| Verdict {
            function: source.module.symbol_text(proof.function),
            place: place(proof.function),
            n_allocations: proof.n_allocations,
            proved: proof.failures.is_empty(),
            faults: messages(&proof, true),
            doubts: messages(&proof, false),
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
            io::write_stdout(words.as_bytes())?;
        }
    }
    let status = match (is_faulty, proved) {
        (true, _) => ExitStatus::No,
        (false, true) => ExitStatus::Done,
        (false, false) => ExitStatus::Limit,
    };
    status.quietly()
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
