//! `memplan apply`: rewrite a program by a plan made earlier.

use memplan::{Error, Merge};
use memplan_mutators::ArenaKind;

use crate::cli::ApplyArgs;
use crate::commands::merge;
use crate::exit::{Failure, Outcome};
use crate::pipeline::{self, in_plan, step_failure};
use crate::render::{Message, Place};
use crate::report::{self, Report};
use crate::source::Text;
use crate::{Session, data, io};

/// Runs the verb.
pub(crate) fn run(session: &Session<'_>, args: &ApplyArgs) -> Outcome<()> {
    report::check_target(&args.report, &args.output)?;
    let mutator = pipeline::mutator(session.context, &args.mutator, ArenaKind::Alloc)?;
    let plan_text = Text::read(&args.plan)?;
    let plan = data::read_plan(&plan_text, &session.front_end)?;
    let text = Text::read(&args.input)?;
    let job = Merge::with_plan(session.context, &plan, text.hash());
    let job = job.map_err(|error| match error {
        Error::OtherModule { source_name } => other_module(&text, &plan_text, &source_name),
        error => step_failure(&text, error),
    })?;
    let job = job
        .with_mutator(mutator)
        .deallocation(pipeline::deallocation(&args.mutator));

    let mut source = text.into_source(&session.front_end)?;
    session.tell(&source.warnings);
    let bufferized = pipeline::bufferized(&mut source)?;
    let found = job
        .collect(&source.module)
        .map_err(|error| step_failure(&source.text, error))?;
    let mut report = merge::rewrite(session, &job, &mut source, &found)
        .map_err(|failure| in_plan(failure, &plan_text.name))?;
    report.bufferized = bufferized;
    let report = Report::new(&source.text, report, &args.report);
    io::write_parts(&args.output, &pipeline::printed(&source.module, args.print))?;
    report.write(&args.report)
}

fn other_module(text: &Text, plan_text: &Text, source_name: &str) -> Failure {
    let message = format!("the plan does not belong to `{}`", text.name);
    let message = Message::error("other-module", message)
        .in_file(&plan_text.name)
        .help("trace and plan this module, or apply the plan to its own module");
    Failure::no(match source_name {
        "" => message,
        name => message.note(format!("the plan belongs to `{name}`"), Place::default()),
    })
}
