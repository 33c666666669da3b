//! `memplan check`: judges a plan, or how a program treats its memory.

mod arguments;
mod plans;
mod progress;
mod proof;
mod runs;
mod versions;

use std::path::Path;

pub(crate) use plans::{Judged, for_each_plan, read_plan_for, violations};

use memplan_datasets::registry::PREFIX;

use crate::Session;
use crate::cli::CheckArgs;
use crate::exit::{Failure, Outcome};
use crate::render::Message;
use crate::source::Source;

/// Runs the verb.
pub(crate) fn run(session: &Session<'_>, args: &CheckArgs) -> Outcome<()> {
    if let Some(plan) = &args.plan {
        return plans::run(session, args, plan);
    }
    if is_data(&args.input) {
        let message = "a plan can only be checked together with its trace";
        return Err(Failure::could_not_try(
            Message::error("no-plan", message)
                .in_file(&args.input.display().to_string())
                .help("pass both files: `memplan check TRACE PLAN`"),
        ));
    }
    let source = Source::read(&args.input, &session.front_end)?;
    session.tell(&source.warnings);
    if args.is_static {
        return proof::run(session, args, &source);
    }
    let before = args.against.as_deref();
    let before = before.map(|path| Source::read(path, &session.front_end));
    let before = before.transpose()?;
    if let Some(before) = &before {
        session.tell(&before.warnings);
    }
    runs::run(session, args, &source, before.as_ref())
}

/// Whether a name is one of a trace or plan: all other names are programs.
fn is_data(path: &Path) -> bool {
    let is_generated = path.to_str().is_some_and(|path| path.starts_with(PREFIX));
    let extension = path.extension().and_then(|extension| extension.to_str());
    is_generated
        || matches!(
            extension,
            Some("mtrace" | "mplan" | "json" | "jsonl" | "csv" | "log" | "events")
        )
}
