//! `memplan apply`: rewrite a program by a plan made earlier, or write the plan into the file of another tool.

use memplan::{Error, Merge, TraceInput};
use memplan_mutators::ArenaKind;
use memplan_planner::MemoryPlan;

use crate::cli::ApplyArgs;
use crate::commands::merge;
use crate::exit::{Failure, Outcome};
use crate::pipeline::{self, in_plan, step_failure};
use crate::planning::choice_failure;
use crate::render::{Message, Place};
use crate::report::{self, Report};
use crate::text::Text;
use crate::{Session, data, io, shapes};

/// Runs the verb.
pub(crate) fn run(session: &Session<'_>, args: &ApplyArgs) -> Outcome<()> {
    let options = &args.job.0;
    let mutator = options.mutator(session.context, ArenaKind::Alloc);
    let mutator = mutator.map_err(|error| choice_failure(&error))?;
    let plan_text = Text::read(&args.plan)?;
    let plan = data::read_plan(&plan_text, &session.front_end)?;
    let text = Text::read(&args.input)?;
    let foreign = session.front_end.recognised(&text);
    if let Some(reader) = foreign.filter(|_| !shapes::is_oriented(&plan)) {
        let name = reader.info().name;
        return write_into(session, args, &text, &plan_text, &plan, name);
    }
    report::check_target(&args.report, &args.output)?;
    // A plan belongs to the text that was read, which another program may have printed.
    let mut source = text.into_source(&session.front_end)?;
    let hash = source.text.hash();
    let job = Merge::with_plan(session.context, &plan, hash);
    let job = job.map_err(|error| match error {
        Error::OtherModule { source_name } => other_module(&source.text, &plan_text, &source_name),
        error => step_failure(&source.text, error),
    })?;
    let job = job
        .arguments(options.arguments.clone())
        .with_mutator(mutator)
        .copies(options.copies)
        .deallocation(options.deallocation());

    session.tell(&source.warnings);
    let report = merge::run_stages(session, &job, &mut source)
        .map_err(|failure| in_plan(failure, &plan_text.name))?;
    let report = Report::new(&source.text, report, &args.report);
    io::write_parts(&args.output, &pipeline::printed(&source, args.print)?)?;
    report.write(&args.report)
}

/// Writes a plan into a file that holds traces of another tool, for that tool to use.
fn write_into(
    session: &Session<'_>,
    args: &ApplyArgs,
    text: &Text,
    plan_text: &Text,
    plan: &MemoryPlan,
    name: &str,
) -> Outcome<()> {
    let provenance = &plan.provenance;
    if provenance.collector != name || provenance.source_hash != Some(text.hash()) {
        return Err(other_module(text, plan_text, &provenance.source_name));
    }
    // Use the options with which the traces of the plan were read.
    let spec = match &*provenance.options {
        "" => name.to_owned(),
        options => format!("{name}{{{options}}}"),
    };
    let reader = session.front_end.readers.parse(&spec).map_err(|error| {
        Failure::no(Message::error("bad-reader", error.to_string()).in_file(&plan_text.name))
    })?;
    let input = TraceInput::new(&text.name, &text.bytes);
    let bytes = reader
        .with_plan(&input, plan)
        .map_err(|error| Failure::no(data::refused(text, &error)))?;
    io::write(&args.output, &bytes)
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
