//! `merge-alloc`: collect, plan and rewrite, as one pass.

use memplan_collectors::{AnalysisAttr, COLLECTORS, analysis_attributes};
use memplan_mutators::{MUTATORS, mark_lifetime, mark_scope};
use memplan_planner::{MemoryPlanner, PlanOptions};

use super::{Pass, PassEntry};
use crate::Context;
use crate::exit::{Failure, Outcome};
use crate::pipeline::{self, CollectorChoice, MutatorChoice};
use crate::planning;
use crate::render::Message;
use crate::source::Source;

/// The entry of this pass in the registry.
pub(super) const ENTRY: PassEntry = PassEntry {
    name: "merge-alloc",
    summary: "Merges the allocations of each scope into one, planned by the planner asked for.",
    options,
    configure,
};

/// The options of the pass itself; those of collector and mutator come on top.
const OWN_OPTIONS: &[(&str, &str)] = &[
    (
        "planner",
        "Planner, with options in braces; `chunk-hot` by default.",
    ),
    (
        "planner-options",
        "`size-first` or `cost-model`: the name that the merge-alloc proposal gives to planners.",
    ),
    (
        "check",
        "Collect, plan and check, but leave the program as it is.",
    ),
    (
        "analysis-only",
        "Only leave attributes that say when each allocation is in use.",
    ),
];

fn options() -> Vec<(&'static str, &'static str)> {
    let collector = COLLECTORS.first().map_or(&[][..], |c| c.info().options);
    let mutator = MUTATORS.first().map_or(&[][..], |m| m.info().options);
    [OWN_OPTIONS, collector, mutator].concat()
}

/// How far the pass goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    Rewrite,
    Check,
    Analyse,
}

struct MergeAlloc {
    planner: Box<dyn MemoryPlanner>,
    collector: CollectorChoice,
    mutator: MutatorChoice,
    extent: Extent,
}

fn configure(context: &Context, options: &[(String, String)]) -> Outcome<Box<dyn Pass>> {
    let given = |key: &str| options.iter().find(|(k, _)| k == key).map(|(_, v)| &**v);
    let planner = given("planner")
        .or_else(|| given("planner-options"))
        .unwrap_or("chunk-hot");
    let extent = if flag("analysis-only", given("analysis-only"))? {
        Extent::Analyse
    } else if flag("check", given("check"))? {
        Extent::Check
    } else {
        Extent::Rewrite
    };
    let of_plugin = |known: &[(&str, &str)]| -> String {
        let own = options
            .iter()
            .filter(|(key, _)| known.iter().any(|(name, _)| name == key));
        let words: Vec<String> = own.map(|(key, value)| format!("{key}={value}")).collect();
        words.join(" ")
    };
    let collector = COLLECTORS.first().map(|collector| collector.info());
    let mutator = MUTATORS.first().map(|mutator| mutator.info());
    let (Some(collector), Some(mutator)) = (collector, mutator) else {
        let message = "this memplan was built without collectors or mutators";
        return Err(Failure::could_not_try(Message::error("no-plugin", message)));
    };
    Ok(Box::new(MergeAlloc {
        planner: planning::find_planner(&context.planners, planner)?,
        collector: CollectorChoice::new(collector.name, &of_plugin(collector.options))?,
        mutator: MutatorChoice::from_spec(&format!(
            "{}{{{}}}",
            mutator.name,
            of_plugin(mutator.options)
        ))?,
        extent,
    }))
}

fn flag(key: &str, value: Option<&str>) -> Outcome<bool> {
    match value {
        None | Some("false") => Ok(false),
        Some("true") => Ok(true),
        Some(other) => Err(Failure::could_not_try(
            Message::error(
                "bad-value",
                format!("option `{key}` takes `true` or `false`, found `{other}`"),
            )
            .help(format!("write `{key}` alone to switch it on")),
        )),
    }
}

impl Pass for MergeAlloc {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn run(&self, source: &mut Source) -> Outcome<()> {
        let found = pipeline::collect(source, &self.collector)?;
        if self.extent == Extent::Analyse {
            for attribute in analysis_attributes(&found) {
                match attribute {
                    AnalysisAttr::Lifetime { op, value } => {
                        mark_lifetime(&mut source.module, op, value);
                    }
                    AnalysisAttr::Scope { op, id } => mark_scope(&mut source.module, op, id),
                }
            }
            return Ok(());
        }
        let schedules = pipeline::plan(&*self.planner, &found, &PlanOptions::default())?;
        if self.extent == Extent::Rewrite {
            let alignment = self.collector.options.alignment;
            pipeline::rewrite(source, &self.mutator, &found, &schedules, alignment)?;
        }
        Ok(())
    }
}
