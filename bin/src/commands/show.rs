//! `memplan show`: pictures of plans, and files for trace viewers.

use std::path::{Path, PathBuf};

use memplan::{ChosenPlanner, DonatedName};
use memplan_page::{Entry, Scope};
use memplan_planner::Bytes;
use memplan_support::sizes::human;

use crate::cli::spec::split_outside_braces;
use crate::cli::{ShowArgs, ShowFormat};
use crate::exit::{Failure, Outcome};
use crate::kinds::{self, Product};
use crate::pipeline::in_plan;
use crate::planning::{self, Planned};
use crate::render::Message;
use crate::text::Text;
use crate::traces::Found;
use crate::{Session, data, deadline, io, labels, shapes, traces};

/// Runs the verb.
pub(crate) fn run(session: &Session<'_>, args: &ShowArgs) -> Outcome<()> {
    let format = format(args)?;
    let specs = split_outside_braces(args.job.0.planner_or_default(), |c| c == ',');
    let specs: Vec<String> = specs
        .into_iter()
        .map(|spec| spec.trim().to_owned())
        .collect();
    let planners = specs.iter().map(|spec| session.context.planner(spec));
    let planners = planners.collect::<Result<Vec<_>, _>>();
    let planners = planners.map_err(|error| planning::choice_failure(&error))?;
    let collector = args.job.0.collector(session.context);
    let collector = collector.map_err(|error| planning::choice_failure(&error))?;
    let text = Text::read(&args.input)?;
    let name = text.name.clone();
    let input = traces::read(text, &session.front_end, &collector)?;
    session.tell(&input.warnings);
    let chosen = traces::chosen(&input.scopes, &args.scope)?;
    let all: Vec<Shown> = if args.plans.is_empty() {
        let options = deadline::plan_options(args.job.0.time_limit, session.n_threads());
        let all = labels::labels(&specs).into_iter().zip(&planners);
        let all = all.map(|(label, ChosenPlanner { planner, alignment })| {
            let traces = chosen.iter().map(|&index| &input.scopes.traces[index]);
            let planned = traces.map(|trace| planning::plan(&**planner, trace, &options));
            Ok(Shown {
                label,
                alignment: Some(*alignment),
                planned: planned.collect::<Outcome<_>>()?,
            })
        });
        all.collect::<Outcome<_>>()?
    } else {
        named(read_plans(session, &args.plans, &input, &chosen)?)
    };
    let symbolic = chosen
        .iter()
        .find_map(|&index| input.scopes.traces[index].symbolic());
    if let (Some(symbols), true) = (symbolic, format != ShowFormat::Html) {
        let shape = shapes::text(symbols.list(), &symbols.middle());
        let message =
            format!("the sizes depend on symbols: shown at {shape}, the middle of the ranges");
        session.tell(&[Message::remark("one-shape", message)
            .in_file(&name)
            .help("write a page, which has a slider for each symbol: `-o OUT.html`")
            .help("or choose a shape with `--at b=4,s=128`")]);
    }
    let donated: Vec<String> = input.donated.iter().map(donation).collect();
    let name = match &donated[..] {
        [] => name,
        [first] => format!("{name} ({first})"),
        [first, others @ ..] => format!("{name} ({first}, {} more)", others.len()),
    };
    for donated in &donated {
        session.say(&format!("donated: {donated}"));
    }
    let scopes = chosen.iter().enumerate().map(|(place, &index)| Scope {
        trace: &input.scopes.traces[index],
        entries: entries(&all, place),
        origins: input.origins.get(index).map(Vec::as_slice),
    });
    let scopes: Vec<Scope<'_>> = scopes.collect();
    let bytes = match format {
        ShowFormat::Svg => memplan_page::svg(&name, &scopes).into_bytes(),
        ShowFormat::Html => memplan_page::document(&name, &scopes).into_bytes(),
        ShowFormat::Perfetto => memplan_page::perfetto(&scopes),
        ShowFormat::ChromeTrace => memplan_page::chrome_trace(&scopes).into_bytes(),
    };
    io::write(&args.output, &bytes)?;
    if format == ShowFormat::Svg && bytes.len() > LARGE_SVG {
        let size = human(bytes.len() as u128);
        let message = format!("the picture has {size}, too large for most viewers");
        session.tell(&[Message::remark("large-picture", message)
            .in_file(&io::display_name(&args.output))
            .help("write a page, which draws any number of buffers: `-o OUT.html`")]);
    }
    Ok(())
}

/// The size in bytes above which an SVG gets a warning.
const LARGE_SVG: usize = 8 << 20;

/// A donation, for the title of a picture.
fn donation(donated: &DonatedName) -> String {
    let DonatedName {
        function,
        argument,
        result,
    } = donated;
    format!("argument {argument} of {function} holds result {result}")
}

/// The schedules of a planner, or of a file, for the chosen scopes.
#[derive(Debug)]
struct Shown {
    label: String,
    alignment: Option<Bytes>,
    planned: Vec<Planned>,
}

/// The schedules of the scope at a place.
fn entries(all: &[Shown], place: usize) -> Vec<Entry<'_>> {
    let of_place = all.iter().filter_map(|shown| {
        let planned = shown.planned.get(place)?;
        Some(Entry {
            alignment: shown.alignment,
            ..Entry::new(&shown.label, &planned.schedule)
        })
    });
    of_place.collect()
}

/// The schedules of each plan for the chosen scopes, labelled with the name of the file.
fn read_plans(
    session: &Session<'_>,
    paths: &[PathBuf],
    input: &Found,
    chosen: &[usize],
) -> Outcome<Vec<Shown>> {
    let read = paths.iter().map(|path| {
        let text = Text::read(path)?;
        let at = &session.front_end.at;
        let plan = match data::read_plan(&text, &session.front_end)? {
            plan if !at.is_empty() && shapes::is_oriented(&plan) => {
                shapes::plan_at(&plan, at, &text.name)?
            }
            plan => plan,
        };
        let all = memplan::schedules_of(&plan, &input.scopes)
            .map_err(|error| in_plan(planning::failure(error), &text.name))?;
        let of_chosen = chosen.iter().filter_map(|&index| all.get(index).cloned());
        Ok(Shown {
            label: text.name.clone(),
            alignment: None,
            planned: of_chosen.collect(),
        })
    });
    read.collect()
}

/// Names plans by their planners; with their files where that is ambiguous.
fn named(plans: Vec<Shown>) -> Vec<Shown> {
    let planner = |shown: &Shown| shown.planned.first().map(|p| p.schedule.planner.clone());
    let planners: Vec<_> = plans.iter().map(planner).collect();
    let with_names = plans.into_iter().zip(&planners).map(|(shown, planner)| {
        let n_alike = planners.iter().filter(|other| *other == planner).count();
        let label = match planner {
            Some(planner) if n_alike == 1 => planner.clone(),
            Some(planner) => format!("{planner} ({})", shown.label),
            None => shown.label,
        };
        Shown { label, ..shown }
    });
    with_names.collect()
}

/// The output format: that of the flag, otherwise that of the extension, otherwise SVG.
fn format(args: &ShowArgs) -> Outcome<ShowFormat> {
    let asked = if args.html {
        Some(ShowFormat::Html)
    } else {
        args.format
    };
    let promised = promise(&args.output);
    if !(asked == Some(ShowFormat::ChromeTrace) && promised == Some(ShowFormat::ChromeTrace)) {
        kinds::guard(&args.output, Product::Picture)?;
    }
    match (asked, promised) {
        (Some(asked), Some(promised)) if asked != promised => {
            let message = format!(
                "`--format {}` contradicts the extension, which stands for {}",
                asked.name(),
                promised.name()
            );
            Err(Failure::could_not_try(
                Message::error("format-mismatch", message)
                    .in_file(&io::display_name(&args.output))
                    .help("drop the option, or rename the file"),
            ))
        }
        (asked, promised) => Ok(asked.or(promised).unwrap_or(ShowFormat::Svg)),
    }
}

/// The format of an extension.
fn promise(path: &Path) -> Option<ShowFormat> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    match &*extension {
        "svg" => Some(ShowFormat::Svg),
        "html" | "htm" => Some(ShowFormat::Html),
        "perfetto-trace" | "pftrace" => Some(ShowFormat::Perfetto),
        "json" => Some(ShowFormat::ChromeTrace),
        _ => None,
    }
}
