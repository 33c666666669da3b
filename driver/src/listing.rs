//! The registered plug-ins with their options, as `memplan list` and the service list them.

use std::borrow::Cow;
use std::sync::Arc;

use memplan_planner::{Capabilities, MemoryPlanner, OptionInfo};
use memplan_plugin::{PluginKind, Registry};
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Context, arenas_option, time_option};

/// Plug-ins by kind; kinds that were not asked for are absent.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Listing {
    /// The version of the format.
    pub version: u32,
    /// Algorithms that assign offsets to buffers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub planners: Option<Vec<Entry>>,
    /// Analyses that compute when each buffer is live.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collectors: Option<Vec<Entry>>,
    /// Rewrites that merge allocations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mutators: Option<Vec<Entry>>,
    /// Passes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passes: Option<Vec<Entry>>,
    /// Formats of trace files of other tools.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub readers: Option<Vec<Entry>>,
    /// Generated traces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generators: Option<Vec<Entry>>,
}

/// A plug-in.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// Other names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<&'static str>,
    /// What it does.
    pub summary: &'static str,
    /// Its running time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<&'static str>,
    /// Where it is described.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<&'static str>,
    /// Of planners.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capabilities: Option<EntryCapabilities>,
    /// Its options.
    pub options: Vec<EntryOption>,
    /// A command that uses it, for an entry that is asked for by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
}

/// The capabilities of a planner.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct EntryCapabilities {
    /// How it works.
    pub kind: String,
    /// Which optima it proves.
    pub proofs: String,
    /// Whether more time gives a better schedule.
    pub anytime: bool,
    /// What it does with in-place hints.
    pub in_place: String,
    /// The most buffers that it plans.
    pub max_buffers: Option<usize>,
}

/// An option of a plug-in.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct EntryOption {
    /// Its name.
    pub name: &'static str,
    /// Its default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<Cow<'static, str>>,
    /// What it does.
    pub help: &'static str,
}

impl From<Capabilities> for EntryCapabilities {
    fn from(capabilities: Capabilities) -> Self {
        Self {
            kind: capabilities.kind.to_string(),
            proofs: capabilities.proofs.to_string(),
            anytime: capabilities.is_anytime,
            in_place: capabilities.in_place.to_string(),
            max_buffers: capabilities.max_buffers,
        }
    }
}

impl From<OptionInfo> for EntryOption {
    fn from(option: OptionInfo) -> Self {
        Self {
            name: option.name,
            default: Some(option.default).filter(|default| !default.is_empty()),
            help: option.help,
        }
    }
}

/// The plug-ins of a registry. The options that all plug-ins of a kind accept follow those of each plug-in.
pub fn entries<P: PluginKind + ?Sized>(registry: &Registry<P>) -> Vec<Entry> {
    let entry = |plugin: &Arc<P>| {
        let info = plugin.plugin_info();
        Entry {
            name: info.name,
            aliases: info.aliases.to_vec(),
            summary: info.summary,
            cost: Some(info.cost),
            source: Some(info.source),
            options: plugin.all_options().into_iter().map(Into::into).collect(),
            ..Entry::default()
        }
    };
    registry.iter().map(entry).collect()
}

impl Context {
    /// The planners, which take the option `time`, too.
    pub fn listed_planners(&self) -> Vec<Entry> {
        let with_facts = |(mut entry, planner): (Entry, &Arc<dyn MemoryPlanner>)| {
            entry.options.push(time_option().into());
            entry.capabilities = Some(planner.capabilities().into());
            entry
        };
        let entries = entries(&self.planners).into_iter();
        entries.zip(self.planners.iter()).map(with_facts).collect()
    }

    /// The collectors, which take the option `arenas`, too.
    pub fn listed_collectors(&self) -> Vec<Entry> {
        let mut entries = entries(&self.collectors);
        for entry in &mut entries {
            entry.options.push(arenas_option().into());
        }
        entries
    }
}
