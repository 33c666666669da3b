//! The plug-ins that the service offers, in the form of `memplan list --format json`.

use memplan::{Context, time_option};
use memplan_planner::MemoryPlanner;
use memplan_plugin::{OptionInfo, PluginKind, Registry};
use serde_json::{Value, json};

/// A kind of plug-ins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Planners,
    Collectors,
    Mutators,
    Passes,
}

impl Kind {
    /// The name of the route and of the field in the answer.
    fn name(self) -> &'static str {
        match self {
            Self::Planners => "planners",
            Self::Collectors => "collectors",
            Self::Mutators => "mutators",
            Self::Passes => "passes",
        }
    }
}

/// All plug-ins of a kind with their options.
pub(crate) fn json(context: &Context, kind: Kind) -> Value {
    let entries = match kind {
        Kind::Planners => planners(context),
        Kind::Collectors => entries(&context.collectors),
        Kind::Mutators => entries(&context.mutators),
        Kind::Passes => entries(&context.all_passes()),
    };
    let mut listing = json!({"version": 1});
    listing[kind.name()] = Value::Array(entries);
    listing
}

fn planners(context: &Context) -> Vec<Value> {
    let planner = |planner: &std::sync::Arc<dyn MemoryPlanner>| {
        let mut entry = entry(&**planner);
        if let Some(options) = entry["options"].as_array_mut() {
            options.push(option(&time_option()));
        }
        let capabilities = planner.capabilities();
        entry["capabilities"] = json!({
            "kind": capabilities.kind.to_string(),
            "proofs": capabilities.proofs.to_string(),
            "anytime": capabilities.is_anytime,
            "in_place": capabilities.in_place.to_string(),
            "max_buffers": capabilities.max_buffers,
        });
        entry
    };
    context.planners.iter().map(planner).collect()
}

fn entries<P: PluginKind + ?Sized>(registry: &Registry<P>) -> Vec<Value> {
    registry.iter().map(|plugin| entry(&**plugin)).collect()
}

fn entry<P: PluginKind + ?Sized>(plugin: &P) -> Value {
    let (info, options) = (plugin.plugin_info(), plugin.all_options());
    json!({
        "name": info.name,
        "aliases": info.aliases,
        "summary": info.summary,
        "cost": info.cost,
        "source": info.source,
        "options": options.iter().map(option).collect::<Vec<Value>>(),
    })
}

fn option(option: &OptionInfo) -> Value {
    json!({"name": option.name, "default": option.default, "help": option.help})
}
