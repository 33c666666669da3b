//! `memplan show`: a picture of a plan.

use std::path::Path;

use crate::cli::ShowArgs;
use crate::exit::Outcome;
use crate::kinds::{self, Product};
use crate::picture::{self, Panel};
use crate::pipeline::{self, in_plan};
use crate::planning::{self, Planned};
use crate::source::Text;
use crate::{Session, data, deadline, io, traces};

/// Runs the verb.
pub(crate) fn run(session: &Session<'_>, args: &ShowArgs) -> Outcome<()> {
    kinds::guard(&args.output, Product::Picture)?;
    let planner = planning::find_planner(session.context, args.planner.spec())?;
    let collector = pipeline::collector(session.context, &args.collector)?;
    let text = Text::read(&args.input)?;
    let name = text.name.clone();
    let found = traces::read(text, &session.front_end, &*collector)?;
    session.tell(&found.warnings);
    let scopes = found.scopes;
    let chosen = traces::chosen(&scopes, &args.scope)?;
    let panels = |schedules: &[Planned]| -> String {
        let panels: Vec<Panel<'_>> = schedules
            .iter()
            .zip(&chosen)
            .map(|(timed, &index)| Panel {
                trace: &scopes.traces[index],
                schedule: &timed.schedule,
            })
            .collect();
        picture::svg(&name, &panels)
    };
    let svg = match &args.plan {
        Some(path) => {
            let text = Text::read(path)?;
            let plan = data::read_plan(&text, &session.front_end)?;
            let all = memplan::schedules_of(&plan, &scopes)
                .map_err(|error| in_plan(planning::failure(error), &text.name))?;
            let of_chosen = chosen.iter().filter_map(|&index| all.get(index).cloned());
            panels(&of_chosen.collect::<Vec<_>>())
        }
        None => {
            let options = deadline::plan_options(args.planner.time_limit, session.n_threads());
            let schedules = chosen
                .iter()
                .map(|&index| planning::plan(&*planner, &scopes.traces[index], &options))
                .collect::<Outcome<Vec<_>>>()?;
            panels(&schedules)
        }
    };
    let picture = match is_page(&args.output) {
        true => picture::page(&name, &svg),
        false => svg,
    };
    io::write(&args.output, picture.as_bytes())
}

/// Whether the picture goes into a page.
fn is_page(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| {
        ["html", "htm"]
            .iter()
            .any(|page| extension.eq_ignore_ascii_case(page))
    })
}
