//! `memplan merge`: bufferize, trace, plan, rewrite, report.

mod curve;

use memplan::{Merge, Stage};

use crate::cli::MergeArgs;
use crate::exit::Outcome;
use crate::pipeline::{self, step_failure};
use crate::planning::choice_failure;
use crate::report::{self, Report};
use crate::source::Source;
use crate::{Session, deadline, io, shapes};

/// Runs the verb.
pub(crate) fn run(session: &Session<'_>, args: &MergeArgs) -> Outcome<()> {
    report::check_target(&args.report, &args.output)?;
    let options = &args.job.0;
    let limits = deadline::plan_options(options.time_limit, session.n_threads());
    let merge = options
        .job(session.context, limits)
        .map_err(|error| choice_failure(&error))?;

    let mut source = Source::read(&args.input, &session.front_end)?;
    session.tell(&source.warnings);
    if let Some(file) = &args.recompute_curve {
        return curve::run(args, &merge, &source, file.as_deref());
    }
    let report = run_stages(session, &merge, &mut source)?;
    shapes::check_values(&report, &args.at.at)?;
    let report = Report::new(&source.text, report, &args.report).at(&args.at.at);
    io::write_parts(&args.output, &pipeline::printed(&source, args.print)?)?;
    report.write(&args.report)
}

/// Runs all stages, and prints their warnings as they come.
pub(super) fn run_stages(
    session: &Session<'_>,
    merge: &Merge<'_>,
    source: &mut Source,
) -> Outcome<memplan::Report> {
    let text = &source.text;
    let mut job = merge.start(&mut source.module);
    for stage in merge.stages() {
        stage.run(&mut job).map_err(|error| {
            let mut failure = step_failure(text, error);
            if let Some(first) = (failure.messages.first_mut()).filter(|_| stage == Stage::Free) {
                let help = "`--no-dealloc` inserts no deallocations";
                first.help.push(help.to_owned());
            }
            failure
        })?;
        session.tell(&text.messages(&std::mem::take(&mut job.warnings)));
        if let Some(collected) = job.collected.as_ref().filter(|_| stage == Stage::Collect) {
            let remark = pipeline::not_planned(text, job.module, collected);
            session.tell(&Vec::from_iter(remark));
        }
    }
    Ok(job.report)
}
