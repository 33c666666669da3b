//! `memplan list`: the registered plug-ins with their options, or the details of one of them.

use memplan::{Entry, EntryCapabilities, EntryOption, Listing, entries};
use memplan_datasets::registry::{GENERATORS, Generator};
use memplan_plugin::{RegistryError, nearest};

use crate::cli::{ListArgs, ListKind, ReportFormat};
use crate::exit::{Failure, Outcome};
use crate::render::Message;
use crate::{Session, io, planning};

/// The entries of a kind.
fn of_kind(listing: &mut Listing, kind: ListKind) -> &mut Option<Vec<Entry>> {
    match kind {
        ListKind::Planners => &mut listing.planners,
        ListKind::Collectors => &mut listing.collectors,
        ListKind::Mutators => &mut listing.mutators,
        ListKind::Passes => &mut listing.passes,
        ListKind::Readers => &mut listing.readers,
        ListKind::Generators => &mut listing.generators,
    }
}

/// Leaves only the entry of this name or alias, with a command that uses it.
fn keep_only(listing: &mut Listing, kind: ListKind, name: &str) -> Outcome<()> {
    let entries = of_kind(listing, kind).get_or_insert_default();
    let is_meant = |entry: &Entry| entry.name == name || entry.aliases.contains(&name);
    let Some(at) = entries.iter().position(is_meant) else {
        let [singular, plural] = kind.names();
        let names: Vec<&str> = entries.iter().map(|entry| entry.name).collect();
        let aliases = entries.iter().flat_map(|entry| &entry.aliases).copied();
        let error = RegistryError::UnknownName {
            kind: singular,
            name: name.to_owned(),
            nearest: nearest(name, names.iter().copied().chain(aliases)),
            known: names,
        };
        let message = Message::error(&format!("unknown-{singular}"), error.to_string());
        let message = message.help(format!(
            "`memplan list {plural}` lists the {plural} with their options"
        ));
        return Err(Failure::could_not_try(match kind {
            ListKind::Planners => planning::left_out(name, message),
            _ => message,
        }));
    };
    let mut entry = entries.swap_remove(at);
    entry.example = Some(example(kind, &entry));
    *entries = vec![entry];
    Ok(())
}

impl ListKind {
    /// The name of one plug-in of this kind, and the word that the user types for all of them.
    fn names(self) -> [&'static str; 2] {
        match self {
            Self::Planners => ["planner", "planners"],
            Self::Collectors => ["collector", "collectors"],
            Self::Mutators => ["mutator", "mutators"],
            Self::Passes => ["pass", "passes"],
            Self::Readers => ["reader", "readers"],
            Self::Generators => ["generator", "generators"],
        }
    }
}

/// A command that uses an entry, with its first option that has a default if there is one.
fn example(kind: ListKind, entry: &Entry) -> String {
    let name = entry.name;
    let option = entry.options.iter().find_map(|option| {
        let default = option.default.as_deref();
        let default = default.filter(|default| !["", "none"].contains(default))?;
        Some(format!("{}={default}", option.name))
    });
    let spec = match &option {
        Some(option) => format!("'{name}{{{option}}}'"),
        None => name.to_owned(),
    };
    match kind {
        ListKind::Planners => format!("memplan plan model.mtrace --planner {spec}"),
        ListKind::Collectors => format!("memplan trace model.mlir --collector {spec}"),
        ListKind::Mutators => format!("memplan opt model.mlir --{name}"),
        ListKind::Passes => match option {
            Some(option) => format!("memplan opt model.mlir --{name}='{option}'"),
            None => format!("memplan opt model.mlir --{name}"),
        },
        ListKind::Readers => format!("memplan convert FILE model.mtrace --from {spec}"),
        ListKind::Generators => match option {
            Some(option) => format!("memplan plan 'gen:{name}{{{option}}}'"),
            None => format!("memplan plan gen:{name}"),
        },
    }
}

/// Runs the verb.
pub(crate) fn run(session: &Session<'_>, args: &ListArgs) -> Outcome<()> {
    let wants = |kind| args.kind.is_none_or(|wanted| wanted == kind);
    let mut listing = Listing {
        version: 1,
        planners: wants(ListKind::Planners).then(|| session.context.listed_planners()),
        collectors: wants(ListKind::Collectors).then(|| session.context.listed_collectors()),
        mutators: wants(ListKind::Mutators).then(|| entries(&session.context.mutators)),
        passes: wants(ListKind::Passes).then(|| entries(&session.context.all_passes())),
        readers: wants(ListKind::Readers).then(|| entries(&session.context.readers)),
        generators: wants(ListKind::Generators).then(|| GENERATORS.iter().map(generator).collect()),
    };
    if let (Some(kind), Some(name)) = (args.kind, &args.name) {
        keep_only(&mut listing, kind, name)?;
    }
    let text = match args.format {
        ReportFormat::Json => io::json(&listing),
        ReportFormat::Text => text(&listing),
    };
    io::write_stdout(text.as_bytes())
}

fn generator(generator: &Generator) -> Entry {
    Entry {
        name: generator.name,
        summary: generator.summary,
        options: generator
            .params
            .iter()
            .map(|param| EntryOption {
                name: param.name,
                default: Some(param.default.into()),
                help: param.help,
            })
            .collect(),
        ..Entry::default()
    }
}

/// The capabilities of a planner in one line.
fn abilities(of: &EntryCapabilities) -> String {
    let anytime = if of.anytime { ", anytime" } else { "" };
    let (kind, proofs, in_place) = (&of.kind, &of.proofs, &of.in_place);
    let proofs = match &**proofs {
        "all" => "proves every optimum",
        "most" => "proves most optima",
        _ => "proves an optimum at the lower bound",
    };
    let n = of.max_buffers;
    let limit = n.map_or_else(String::new, |n| format!("; up to {n} buffers"));
    format!("{kind}{anytime}; {proofs}; in-place hints {in_place}{limit}")
}

fn text(listing: &Listing) -> String {
    let sections = [
        ("Planners", &listing.planners),
        ("Collectors", &listing.collectors),
        ("Mutators", &listing.mutators),
        ("Passes", &listing.passes),
        ("Readers", &listing.readers),
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
            if let Some(capabilities) = &entry.capabilities {
                lines.push(format!("      {}", abilities(capabilities)));
            }
            for option in &entry.options {
                let default = (option.default.as_ref())
                    .map_or_else(String::new, |default| format!(" [default: {default}]"));
                lines.push(format!("      {}=  {}{default}", option.name, option.help));
            }
            if let Some(example) = &entry.example {
                lines.push(format!("      example: {example}"));
            }
        }
        parts.push(lines.join("\n") + "\n");
    }
    parts.join("\n")
}
