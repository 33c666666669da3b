//! `memplan merge`: bufferize, trace, plan, rewrite, report.

mod curve;

use memplan::{Collected, LowerPeak, Merge};
use memplan_mutators::ArenaKind;

use crate::cli::{MergeArgs, Optimize};
use crate::exit::{Failure, Outcome};
use crate::pipeline::{self, choice_failure, step_failure};
use crate::render::{self, Message};
use crate::report::{self, Report};
use crate::source::Source;
use crate::{Session, deadline, io, passes, symbolic};

/// Runs the verb.
pub(crate) fn run(session: &Session<'_>, args: &MergeArgs) -> Outcome<()> {
    report::check_target(&args.report, &args.output)?;
    let context = session.context;
    let job = Merge::new(context)
        .and_then(|job| job.planner(args.planner.spec()))
        .map_err(|error| choice_failure(&error))?
        .with_collector(pipeline::collector(context, &args.collector)?)
        .with_mutator(pipeline::mutator(
            context,
            &args.mutator,
            ArenaKind::Caller,
        )?)
        .deallocation(pipeline::deallocation(&args.mutator))
        .copies(args.copies.kind());
    let limit = args.planner.time_limit;
    let job = job.options(deadline::plan_options(limit, session.n_threads()));
    let mut job = with_optimization(job, args)?.arguments(args.arguments.options());
    if let Some(pools) = &args.pools {
        job = job.pools((**pools).clone());
    }

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
    symbolic::check_values(&report, &args.arguments.at.at)?;
    let report = Report::new(&source.text, report, &args.report).at(&args.arguments.at.at);
    io::write_parts(&args.output, &pipeline::printed(&source, args.print)?)?;
    report.write(&args.report)
}

/// Chooses the passes before planning.
fn with_optimization<'a>(job: Merge<'a>, args: &MergeArgs) -> Outcome<Merge<'a>> {
    if let Some(bytes) = args.fit {
        return Ok(job.fit(bytes));
    }
    let chosen = [
        ("recompute", args.recompute.is_some()),
        ("blocks", args.blocks.is_some()),
        ("unroll", args.unroll.is_some()),
    ];
    let option = chosen.iter().find(|(_, is_given)| *is_given);
    match args.optimize {
        None if option.is_none() => Ok(job),
        Some(Optimize::None) => match option {
            None => Ok(job.lower_peak(None)),
            Some((option, _)) => {
                let message =
                    format!("`--{option}` is part of `-O memory`, but `-O none` is given");
                Err(Failure::could_not_try(Message::error("usage", message)))
            }
        },
        Some(Optimize::Memory) | None => Ok(job.lower_peak(Some(LowerPeak {
            recompute_percent: args.recompute.unwrap_or(0),
            blocks: args.blocks.unwrap_or_default(),
            unroll_ops: args.unroll.unwrap_or(LowerPeak::default().unroll_ops),
            ..LowerPeak::default()
        }))),
    }
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
