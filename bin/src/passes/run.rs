//! Runs pipelines on sources, with threads and a clock, and tells what came of it.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use memplan_mlir::passes::{
    DumpRule, Failed, Failure as PassFailure, Journal, PassError, Pipeline, RunOptions, Threading,
    Timing, Verification,
};

use crate::exit::{ExitStatus, Failure, Outcome};
use crate::pipeline::{made_invalid, print_options};
use crate::render::{self, Message};
use crate::source::Source;
use crate::{STACK_BYTES, Session, io};

/// How the user wants pipelines to be run.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// When the verifier runs.
    pub verification: Verification,
    /// Whether functions are worked on at once.
    pub threading: Threading,
    /// What is printed on the way.
    pub dumps: DumpRule,
    /// How it is printed.
    pub print: crate::cli::PrintArgs,
    /// Whether the time is taken.
    pub is_timed: bool,
}

/// Runs a pipeline on a source. What is printed on the way and warnings go to standard error at once.
///
/// # Errors
///
/// When a pass gives up, or makes something invalid; the source is then of no use.
pub(crate) fn run(
    session: &Session<'_>,
    pipeline: &Pipeline,
    source: &mut Source,
    settings: &Settings,
) -> Outcome<Vec<Timing>> {
    let start = Instant::now();
    let clock = || -> Duration { start.elapsed() };
    let options = RunOptions {
        verification: settings.verification,
        threading: settings.threading,
        dumps: settings.dumps.clone(),
        print: print_options(settings.print),
        clock: settings.is_timed.then_some(&clock),
    };
    let journal = on_pool(settings.threading, session.threads, || {
        pipeline.run(&mut source.module, &options)
    })?;
    tell(session, source, journal)
}

/// Does work where nests find threads with large stacks.
fn on_pool(
    threading: Threading,
    threads: Option<NonZeroUsize>,
    work: impl FnOnce() -> Journal + Send,
) -> Outcome<Journal> {
    if threading == Threading::Off {
        return Ok(work());
    }
    let pool = rayon::ThreadPoolBuilder::new()
        // 0 is one for each core.
        .num_threads(threads.map_or(0, NonZeroUsize::get))
        .stack_size(STACK_BYTES)
        .build();
    match pool {
        Ok(pool) => Ok(pool.install(work)),
        Err(error) => Err(Failure::could_not_try(
            Message::error("no-thread", format!("cannot start threads: {error}"))
                .help("`--mlir-disable-threading` does without"),
        )),
    }
}

fn tell(session: &Session<'_>, source: &Source, journal: Journal) -> Outcome<Vec<Timing>> {
    io::write_stderr(&journal.dumps);
    session.tell(&render::messages(&source.text, &journal.warnings));
    let Err(Failed(failures)) = journal.result else {
        return Ok(journal.times);
    };
    let mut all = Failure {
        status: ExitStatus::Done,
        messages: Vec::new(),
    };
    for failure in failures {
        let failure = match failure {
            PassFailure::GaveUp {
                error: PassError::Diagnostics(diagnostics),
                ..
            } => source.failure(&diagnostics),
            PassFailure::GaveUp {
                error: PassError::Other(error),
                pass,
            } => match error.downcast::<Failure>() {
                Ok(failure) => *failure,
                Err(error) => {
                    let message = format!("`{pass}`: {error}");
                    Failure::could_not_try(Message::error("pass-failed", message))
                }
            },
            PassFailure::Invalid { pass, errors } => made_invalid(&source.text, &pass, errors),
        };
        all.status = all.status.max(failure.status);
        all.messages.extend(failure.messages);
    }
    Err(all)
}
