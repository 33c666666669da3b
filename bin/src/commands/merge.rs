//! `memplan merge`: trace, plan, rewrite, report.

use memplan_planner::PlanOptions;

use crate::cli::MergeArgs;
use crate::exit::Outcome;
use crate::pipeline::{self, CollectorChoice, MutatorChoice};
use crate::report::Report;
use crate::source::Source;
use crate::{Session, bufferization, deadline, io, passes, planning};

/// Runs the verb.
pub(crate) fn run(session: &Session<'_>, args: &MergeArgs) -> Outcome<()> {
    Report::check_target(&args.report, &args.output)?;
    let spec = args.planner.spec();
    let planner = planning::find_planner(&session.context.planners, spec)?;
    let collector = CollectorChoice::from_args(&args.collector)?;
    let mutator = MutatorChoice::from_args(&args.mutator)?;
    let options = PlanOptions {
        alignment: planning::own_alignment(spec),
        ..deadline::plan_options(args.planner.time_limit, session.n_threads())
    };

    let mut source = Source::read(&args.input, &session.front_end)?;
    session.tell(&source.warnings);
    let found = pipeline::collect(&source, &collector)?;
    session.tell(&Vec::from_iter(bufferization::warning(&source, &found)));
    let schedules = pipeline::plan(&*planner, &found, &options)?;
    let report = Report::new(&source, &found, &schedules, &args.report);
    pipeline::rewrite(&mut source, &mutator, &found, &schedules)?;
    if !args.mutator.no_dealloc {
        passes::deallocate(session, &mut source)?;
    }
    io::write_parts(&args.output, &pipeline::printed(&source.module, args.print))?;
    report.write(&args.report)
}
