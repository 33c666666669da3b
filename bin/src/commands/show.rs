//! `memplan show`: a picture of a plan.

use std::path::Path;

use memplan_planner::MemoryTraceScopes;

use crate::cli::ShowArgs;
use crate::exit::{Failure, Outcome};
use crate::picture::{self, Panel};
use crate::pipeline::{self, CollectorChoice};
use crate::planning::{self, Timed};
use crate::render::Message;
use crate::source::Text;
use crate::{Session, data, deadline, io};

/// Runs the verb.
pub(crate) fn run(session: &Session<'_>, args: &ShowArgs) -> Outcome<()> {
    let planner = planning::find_planner(&session.context.planners, args.planner.spec())?;
    let text = Text::read(&args.input)?;
    let name = text.name.clone();
    let scopes = if is_mlir(&args.input) {
        let collector = CollectorChoice::from_args(&args.collector)?;
        let source = text.into_source(&session.front_end)?;
        session.tell(&source.warnings);
        let found = pipeline::collect(&source, &collector)?;
        pipeline::traces(&source, &collector, &found)
    } else {
        data::read_traces(&text)?
    };
    let schedules = match &args.plan {
        Some(path) => {
            let text = Text::read(path)?;
            pipeline::schedules_of(&data::read_plan(&text)?, &text.name, &scopes)?
        }
        None => {
            let options = deadline::plan_options(args.planner.time_limit, session.n_threads());
            let traces = scopes.traces.iter();
            traces
                .map(|trace| planning::plan(&*planner, trace, &options))
                .collect::<Outcome<Vec<_>>>()?
        }
    };
    let panels = chosen(&scopes, &schedules, &args.scope)?;
    io::write(&args.output, picture::svg(&name, &panels).as_bytes())
}

fn is_mlir(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "mlir")
}

fn chosen<'a>(
    scopes: &'a MemoryTraceScopes,
    schedules: &'a [Timed],
    names: &[String],
) -> Outcome<Vec<Panel<'a>>> {
    let known = || scopes.traces.iter().map(|trace| trace.scope());
    if let Some(name) = names.iter().find(|name| !known().any(|k| k == **name)) {
        let known: Vec<&str> = known().collect();
        let message = format!(
            "there is no scope `{name}`; there are: {}",
            known.join(", ")
        );
        return Err(Failure::could_not_try(
            Message::error("unknown-scope", message).help("leave --scope out to see all"),
        ));
    }
    let pairs = scopes.traces.iter().zip(schedules);
    Ok(pairs
        .filter(|(trace, _)| names.is_empty() || names.iter().any(|name| name == trace.scope()))
        .map(|(trace, timed)| Panel {
            trace,
            schedule: &timed.schedule,
        })
        .collect())
}
