//! Runs pass pipelines with threads and a clock, and reports the result.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use memplan_mlir::Module;
use memplan_mlir::passes::{
    DumpRule, Failed, Pipeline, RunOptions, Statistic, Threading, Timing, Verification,
};

use crate::exit::{Failure, Outcome};
use crate::pipeline::{pass_failures, print_options};
use crate::pool::on_pool;
use crate::render::Message;
use crate::source::Source;
use crate::{Session, io};

/// Options of the user for running pipelines.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// When the verifier runs.
    pub verification: Verification,
    /// Whether functions are processed in parallel.
    pub threading: Threading,
    /// The programs to print during the run.
    pub dumps: DumpRule,
    /// How it is printed.
    pub print: crate::cli::PrintArgs,
    /// Whether the time is taken.
    pub is_timed: bool,
}

/// The result of a run of a pipeline.
#[derive(Debug, Default)]
pub(crate) struct Ran {
    /// Warnings and remarks.
    pub messages: Vec<Message>,
    /// The output of passes.
    pub printed: String,
    /// The statistics of passes.
    pub statistics: Vec<Statistic>,
    /// Execution times, if requested.
    pub times: Vec<Timing>,
    /// The failure of a pass, or of the verifier after it. The source is then in an unspecified state.
    pub failure: Option<Failure>,
}

/// Runs a pipeline on a source. Programs that are printed during the run go to standard error at once.
///
/// # Errors
///
/// When threads cannot be started.
pub(crate) fn run(
    session: &Session<'_>,
    pipeline: &Pipeline,
    source: &mut Source,
    settings: &Settings,
) -> Outcome<Ran> {
    let start = Instant::now();
    let clock = || -> Duration { start.elapsed() };
    let options = RunOptions {
        verification: settings.verification,
        threading: settings.threading,
        dumps: settings.dumps.clone(),
        print: print_options(settings.print, source.version),
        clock: settings.is_timed.then_some(&clock),
    };
    let threading = of_use(settings.threading, &source.module);
    let outcome = on_pool(n_threads(threading, session), || {
        pipeline.run(&mut source.module, &options)
    })?;
    io::write_stderr(&outcome.dumps);
    let text = &source.text;
    Ok(Ran {
        messages: text.messages(&outcome.warnings),
        printed: outcome.printed,
        statistics: outcome.statistics,
        times: outcome.times,
        failure: outcome
            .result
            .err()
            .map(|Failed(failures)| pass_failures(text, failures)),
    })
}

/// Only nests on several operations use threads, whose start takes as long as a small program.
fn of_use(threading: Threading, m: &Module) -> Threading {
    let body = m.regions(m.root()).first();
    let block = body.and_then(|&body| m.first_block(body));
    match block.and_then(|block| m.ops(block).nth(1)) {
        Some(_) => threading,
        None => Threading::Off,
    }
}

/// The threads of nests; 0 is one for each core.
fn n_threads(threading: Threading, session: &Session<'_>) -> Option<usize> {
    (threading == Threading::On).then(|| session.threads.map_or(0, NonZeroUsize::get))
}
