//! `memplan list`: what there is, with options.

use memplan_collectors::COLLECTORS;
use memplan_datasets::registry::{GENERATORS, Generator};
use memplan_mlir::passes::PassInfo;
use memplan_mutators::MUTATORS;
use memplan_planner::registry::COMMON_OPTIONS;
use serde::Serialize;

use crate::cli::{ListArgs, ListKind, ReportFormat};
use crate::exit::Outcome;
use crate::{Session, deadline, io, passes};

#[derive(Debug, Serialize)]
struct Listing {
    version: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    planners: Option<Vec<Entry>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    collectors: Option<Vec<Entry>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mutators: Option<Vec<Entry>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    passes: Option<Vec<Entry>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    generators: Option<Vec<Entry>>,
}

#[derive(Debug, Serialize)]
struct Entry {
    name: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    aliases: Vec<&'static str>,
    summary: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'static str>,
    options: Vec<OptionEntry>,
}

#[derive(Debug, Serialize)]
struct OptionEntry {
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<&'static str>,
    help: &'static str,
}

/// Runs the verb.
pub(crate) fn run(session: &Session<'_>, args: &ListArgs) -> Outcome<()> {
    let wants = |kind| args.kind.is_none_or(|wanted| wanted == kind);
    let listing = Listing {
        version: 1,
        planners: wants(ListKind::Planners).then(|| planners(session)),
        collectors: wants(ListKind::Collectors).then(|| {
            let infos = COLLECTORS.iter().map(|collector| collector.info());
            infos
                .map(|info| plugin(info.name, info.summary, Some(info.cost), info.options))
                .collect()
        }),
        mutators: wants(ListKind::Mutators).then(|| {
            let infos = MUTATORS.iter().map(|mutator| mutator.info());
            infos
                .map(|info| plugin(info.name, info.summary, Some(info.cost), info.options))
                .collect()
        }),
        passes: wants(ListKind::Passes).then(|| {
            let registry = passes::registry(session.context);
            registry.infos().map(pass).collect()
        }),
        generators: wants(ListKind::Generators).then(|| GENERATORS.iter().map(generator).collect()),
    };
    let text = match args.format {
        ReportFormat::Json => io::json(&listing),
        ReportFormat::Text => text(&listing),
    };
    io::write_stdout(text.as_bytes())
}

fn planners(session: &Session<'_>) -> Vec<Entry> {
    let entry = |info: memplan_planner::PlannerInfo| Entry {
        name: info.name,
        aliases: info.aliases.to_vec(),
        summary: info.summary,
        cost: Some(info.cost),
        source: Some(info.source),
        options: info
            .options
            .iter()
            .chain(COMMON_OPTIONS)
            .chain([&deadline::TIME_OPTION])
            .map(|option| OptionEntry {
                name: option.name,
                default: Some(option.default),
                help: option.help,
            })
            .collect(),
    };
    let planners = session.context.planners.planners();
    planners.map(|planner| entry(planner.info())).collect()
}

fn pass(info: &PassInfo) -> Entry {
    Entry {
        name: info.name,
        aliases: Vec::new(),
        summary: info.summary,
        cost: None,
        source: None,
        options: info
            .options
            .iter()
            .map(|option| OptionEntry {
                name: option.name,
                default: Some(option.default).filter(|default| !default.is_empty()),
                help: option.help,
            })
            .collect(),
    }
}

fn generator(generator: &Generator) -> Entry {
    Entry {
        name: generator.name,
        aliases: Vec::new(),
        summary: generator.summary,
        cost: None,
        source: None,
        options: generator
            .params
            .iter()
            .map(|param| OptionEntry {
                name: param.name,
                default: Some(param.default),
                help: param.help,
            })
            .collect(),
    }
}

fn plugin(
    name: &'static str,
    summary: &'static str,
    cost: Option<&'static str>,
    options: &[(&'static str, &'static str)],
) -> Entry {
    Entry {
        name,
        aliases: Vec::new(),
        summary,
        cost,
        source: None,
        options: options.iter().copied().map(option).collect(),
    }
}

fn option((name, help): (&'static str, &'static str)) -> OptionEntry {
    OptionEntry {
        name,
        default: None,
        help,
    }
}

fn text(listing: &Listing) -> String {
    let sections = [
        ("Planners", &listing.planners),
        ("Collectors", &listing.collectors),
        ("Mutators", &listing.mutators),
        ("Passes", &listing.passes),
        ("Generators", &listing.generators),
    ];
    let mut parts = Vec::new();
    for (title, entries) in sections {
        let Some(entries) = entries else { continue };
        let mut lines = vec![format!("{title}:")];
        for entry in entries {
            lines.push(format!("  {}", entry.name));
            lines.push(format!("      {}", entry.summary));
            if !entry.aliases.is_empty() {
                lines.push(format!("      also called {}", entry.aliases.join(", ")));
            }
            if let Some(cost) = entry.cost {
                lines.push(format!("      cost {cost}"));
            }
            if let Some(source) = entry.source {
                lines.push(format!("      source {source}"));
            }
            for option in &entry.options {
                let default = option
                    .default
                    .map_or_else(String::new, |default| format!(" [default: {default}]"));
                lines.push(format!("      {}=  {}{default}", option.name, option.help));
            }
        }
        parts.push(lines.join("\n") + "\n");
    }
    parts.join("\n")
}
