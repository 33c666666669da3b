//! `memplan apply`: rewrite a program by a plan made earlier.

use crate::cli::ApplyArgs;
use crate::exit::{Failure, Outcome};
use crate::pipeline::{self, CollectorChoice, MutatorChoice};
use crate::render::Message;
use crate::report::Report;
use crate::source::Text;
use crate::{Session, data, io, passes};

/// Runs the verb.
pub(crate) fn run(session: &Session<'_>, args: &ApplyArgs) -> Outcome<()> {
    Report::check_target(&args.report, &args.output)?;
    let mutator = MutatorChoice::from_args(&args.mutator)?;
    let plan_text = Text::read(&args.plan)?;
    let plan = data::read_plan(&plan_text)?;
    let text = Text::read(&args.input)?;
    let provenance = &plan.provenance;
    if provenance.source_hash != 0 && provenance.source_hash != text.hash() {
        let message = format!("the plan was made for another module than `{}`", text.name);
        let mut message = Message::error("other-module", message)
            .in_file(&plan_text.name)
            .help("trace and plan this module, or apply the plan to the module it was made for");
        if !provenance.source_name.is_empty() {
            let origin = format!("it was made for `{}`", provenance.source_name);
            message = message.note(origin, crate::render::Place::default());
        }
        return Err(Failure::no(message));
    }
    let collector = if provenance.collector.is_empty() {
        CollectorChoice::usual()?
    } else {
        CollectorChoice::new(&provenance.collector, &provenance.options)?
    };

    let mut source = text.into_source(&session.front_end)?;
    session.tell(&source.warnings);
    let found = pipeline::collect(&source, &collector)?;
    let scopes = pipeline::traces(&source, &collector, &found);
    let schedules = pipeline::schedules_of(&plan, &plan_text.name, &scopes)?;
    let schedules = pipeline::usable_schedules(&found, schedules)?;
    let report = Report::new(&source, &found, &schedules, &args.report);
    pipeline::rewrite(&mut source, &mutator, &found, &schedules)?;
    if !args.mutator.no_dealloc {
        passes::deallocate(session, &mut source)?;
    }
    io::write_parts(&args.output, &pipeline::printed(&source.module, args.print))?;
    report.write(&args.report)
}
