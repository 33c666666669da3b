//! `memplan list`: the registered plug-ins with their options, or the details of one of them.

use std::borrow::Cow;
use std::sync::Arc;

use memplan_datasets::registry::{GENERATORS, Generator};
use memplan_planner::{Capabilities, MemoryPlanner, OptionInfo};
use memplan_plugin::{PluginKind, Registry, RegistryError, nearest};
use serde::Serialize;

use crate::cli::{ListArgs, ListKind, ReportFormat};
use crate::exit::{Failure, Outcome};
use crate::render::Message;
use crate::{Session, io, planning};

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
    readers: Option<Vec<Entry>>,
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
    /// Of planners.
    #[serde(skip_serializing_if = "Option::is_none")]
    capabilities: Option<CapabilitiesEntry>,
    options: Vec<OptionEntry>,
    /// A command that uses it, for an entry that is asked for by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<String>,
}

/// The capabilities of a planner.
#[derive(Debug, Serialize)]
struct CapabilitiesEntry {
    kind: String,
    proofs: String,
    anytime: bool,
    in_place: String,
    max_buffers: Option<usize>,
}

impl CapabilitiesEntry {
    fn new(capabilities: Capabilities) -> Self {
        Self {
            kind: capabilities.kind.to_string(),
            proofs: capabilities.proofs.to_string(),
            anytime: capabilities.is_anytime,
            in_place: capabilities.in_place.to_string(),
            max_buffers: capabilities.max_buffers,
        }
    }

    /// One line.
    fn text(&self) -> String {
        let anytime = if self.anytime { ", anytime" } else { "" };
        let (kind, proofs, in_place) = (&self.kind, &self.proofs, &self.in_place);
        let proofs = match &**proofs {
            "all" => "proves every optimum",
            "most" => "proves most optima",
            _ => "proves an optimum at the lower bound",
        };
        let n = self.max_buffers;
        let limit = n.map_or_else(String::new, |n| format!("; up to {n} buffers"));
        format!("{kind}{anytime}; {proofs}; in-place hints {in_place}{limit}")
    }
}

#[derive(Debug, Serialize)]
struct OptionEntry {
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<Cow<'static, str>>,
    help: &'static str,
}

impl OptionEntry {
    fn new(option: OptionInfo) -> Self {
        Self {
            name: option.name,
            default: Some(option.default).filter(|default| !default.is_empty()),
            help: option.help,
        }
    }
}

impl Listing {
    /// The entries of a kind.
    fn of_kind(&mut self, kind: ListKind) -> &mut Option<Vec<Entry>> {
        match kind {
            ListKind::Planners => &mut self.planners,
            ListKind::Collectors => &mut self.collectors,
            ListKind::Mutators => &mut self.mutators,
            ListKind::Passes => &mut self.passes,
            ListKind::Readers => &mut self.readers,
            ListKind::Generators => &mut self.generators,
        }
    }

    /// Leaves only the entry of this name or alias, with a command that uses it.
    fn keep_only(&mut self, kind: ListKind, name: &str) -> Outcome<()> {
        let entries = self.of_kind(kind).get_or_insert_default();
        let is_meant = |entry: &Entry| entry.name == name || entry.aliases.contains(&name);
        let Some(at) = entries.iter().position(is_meant) else {
            let (singular, plural) = (kind.singular(), kind.plural());
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
}

impl ListKind {
    /// The name of one plug-in of this kind.
    fn singular(self) -> &'static str {
        match self {
            Self::Planners => "planner",
            Self::Collectors => "collector",
            Self::Mutators => "mutator",
            Self::Passes => "pass",
            Self::Readers => "reader",
            Self::Generators => "generator",
        }
    }

    /// The word that the user types for all of them.
    fn plural(self) -> &'static str {
        match self {
            Self::Planners => "planners",
            Self::Collectors => "collectors",
            Self::Mutators => "mutators",
            Self::Passes => "passes",
            Self::Readers => "readers",
            Self::Generators => "generators",
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
        planners: wants(ListKind::Planners).then(|| planners(session)),
        collectors: wants(ListKind::Collectors).then(|| collectors(session)),
        mutators: wants(ListKind::Mutators).then(|| entries(&session.context.mutators)),
        passes: wants(ListKind::Passes).then(|| entries(&session.context.all_passes())),
        readers: wants(ListKind::Readers).then(|| entries(&session.context.readers)),
        generators: wants(ListKind::Generators).then(|| GENERATORS.iter().map(generator).collect()),
    };
    if let (Some(kind), Some(name)) = (args.kind, &args.name) {
        listing.keep_only(kind, name)?;
    }
    let text = match args.format {
        ReportFormat::Json => io::json(&listing),
        ReportFormat::Text => text(&listing),
    };
    io::write_stdout(text.as_bytes())
}

/// The plug-ins of a registry. The options that all plug-ins of a kind accept follow those of each plug-in.
fn entries<P: PluginKind + ?Sized>(registry: &Registry<P>) -> Vec<Entry> {
    registry.iter().map(|plugin| entry(&**plugin)).collect()
}

/// The collectors, which take the option `arenas`, too.
fn collectors(session: &Session<'_>) -> Vec<Entry> {
    let mut entries = entries(&session.context.collectors);
    for entry in &mut entries {
        entry
            .options
            .push(OptionEntry::new(memplan::arenas_option()));
    }
    entries
}

/// The planners, which take the option `time`, too.
fn planners(session: &Session<'_>) -> Vec<Entry> {
    let registry = &session.context.planners;
    let with_facts = |(mut entry, planner): (Entry, &Arc<dyn MemoryPlanner>)| {
        entry.options.push(OptionEntry::new(memplan::time_option()));
        entry.capabilities = Some(CapabilitiesEntry::new(planner.capabilities()));
        entry
    };
    let entries = entries(registry).into_iter().zip(registry.iter());
    entries.map(with_facts).collect()
}

fn entry<P: PluginKind + ?Sized>(plugin: &P) -> Entry {
    let (info, options) = (plugin.plugin_info(), plugin.all_options());
    Entry {
        name: info.name,
        aliases: info.aliases.to_vec(),
        summary: info.summary,
        cost: Some(info.cost),
        source: Some(info.source),
        capabilities: None,
        example: None,
        options: options.into_iter().map(OptionEntry::new).collect(),
    }
}

fn generator(generator: &Generator) -> Entry {
    Entry {
        name: generator.name,
        aliases: Vec::new(),
        summary: generator.summary,
        cost: None,
        source: None,
        capabilities: None,
        example: None,
        options: generator
            .params
            .iter()
            .map(|param| OptionEntry {
                name: param.name,
                default: Some(param.default.into()),
                help: param.help,
            })
            .collect(),
    }
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
                lines.push(format!("      {}", capabilities.text()));
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
