//! `memplan merge`: bufferize, trace, plan, rewrite, report.

mod curve;

use memplan::{Collected, Merge};

use crate::cli::MergeArgs;
use crate::exit::Outcome;
use crate::pipeline::{self, choice_failure, step_failure};
use crate::render;
use crate::report::{self, Report};
use crate::source::Source;
use crate::{Session, deadline, io, passes, symbolic};

/// Runs the verb.
pub(crate) fn run(session: &Session<'_>, args: &MergeArgs) -> Outcome<()> {
    report::check_target(&args.report, &args.output)?;
    let options = &args.job.0;
    let limits = deadline::plan_options(options.time_limit, session.n_threads());
    let job = options
        .job(session.context, limits)
        .map_err(|error| choice_failure(&error))?;

    let mut source = Source::read(&args.input, &session.front_end)?;
    session.tell(&source.warnings);
    if let Some(file) = &args.recompute_curve {
        return curve::run(args, &job, &source, file.as_deref());
    }
    let prepared = job
        .prepare(&mut source.module)
        .map_err(|error| step_failure(&source.text, error))?;
    session.tell(&render::messages(&source.text, &prepared.warnings));
    let collected = job
        .collect(&source.module)
        .map_err(|error| step_failure(&source.text, error))?;
    session.tell(&Vec::from_iter(pipeline::not_planned(&source, &collected)));
    let mut report = rewrite(session, &job, &mut source, &collected)?;
    report.add_prepared(prepared);
    symbolic::check_values(&report, &args.at.at)?;
    let report = Report::new(&source.text, report, &args.report).at(&args.at.at);
    io::write_parts(&args.output, &pipeline::printed(&source, args.print)?)?;
    report.write(&args.report)
}

/// Plans, applies and deallocates.
pub(super) fn rewrite(
    session: &Session<'_>,
    job: &Merge<'_>,
    source: &mut Source,
    collected: &Collected,
) -> Outcome<memplan::Report> {
    let done = job.merge(&mut source.module, collected);
    let mut report = done.map_err(|error| step_failure(&source.text, error))?;
    if job.inserts_deallocations() {
        passes::deallocate(session, job, source)?;
        report.add_peaks(&source.module, &collected.separate_peaks);
    }
    job.start_copies(&mut source.module)
        .map_err(|error| step_failure(&source.text, error))?;
    Ok(report)
}
