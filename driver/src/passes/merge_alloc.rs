//! `merge-alloc`: collect, plan and rewrite, as one pass.

use std::borrow::Cow;

use memplan_collectors::{AnalysisAttr, TickCollector, TraceCollector, analysis_attributes};
use memplan_mlir::passes::{
    Anchor, Pass, PassArgError, PassArgs, PassContext, PassError, PassInfo, PassOption,
};
use memplan_mlir::{Module, OpId};
use memplan_mutators::{Mutator, mark_lifetime, mark_scope};
use memplan_planner::registry::PluginSpec;
use memplan_planner::{PlanOptions, PluginInfo};

use crate::context::{ChosenCollector, ChosenMutator, ChosenPlanner};
use crate::{ChoiceError, Context, Error, planning, steps};

/// The options of the pass itself; those of collector and mutator come on top.
const OWN_OPTIONS: &[PassOption] = &[
    PassOption {
        name: "planner",
        default: "chunk-hot",
        help: "Planner, with options in braces.",
    },
    PassOption {
        name: "planner-options",
        default: "",
        help: "`size-first` or `cost-model`: planner names of the MLIR merge-alloc proposal.",
    },
    PassOption {
        name: "check",
        default: "false",
        help: "Collect, plan and check, but do not change the program.",
    },
    PassOption {
        name: "analysis-only",
        default: "false",
        help: "Only annotate each allocation with its lifetime.",
    },
];

/// The mutator of the pass, which is called like it.
const PLAIN: memplan_mutators::MergeAlloc = memplan_mutators::MergeAlloc::DEFAULT;

/// Name, summary and options of the pass.
pub(super) fn info() -> PassInfo {
    let (collector, mutator) = (TickCollector::DEFAULT.info(), PLAIN.info());
    let plugins = [collector.options, mutator.options].concat().into_iter();
    let of_plugins = plugins.map(|option| PassOption {
        name: option.name,
        default: option.default,
        help: option.help,
    });
    PassInfo {
        name: "merge-alloc",
        summary: "Merges the allocations of each scope into one.",
        anchor: Anchor::Any,
        options: Cow::Owned(OWN_OPTIONS.iter().copied().chain(of_plugins).collect()),
    }
}

/// How far the pass goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    Rewrite,
    Check,
    Analyse,
}

struct MergeAlloc {
    planner: ChosenPlanner,
    collector: ChosenCollector,
    mutator: ChosenMutator,
    extent: Extent,
}

/// Sets the pass up with what the user gave.
pub(super) fn configure(context: &Context, args: &PassArgs) -> Result<Box<dyn Pass>, PassArgError> {
    let key = if args.get("planner").is_some() {
        "planner"
    } else {
        "planner-options"
    };
    if key == "planner" && args.get("planner-options").is_some() {
        let problem = "`planner` and `planner-options` exclude each other";
        return Err(PassArgError::new("planner-options", problem));
    }
    let planner = args.get(key).unwrap_or("chunk-hot");
    let extent = if args.flag("analysis-only", false)? {
        Extent::Analyse
    } else if args.flag("check", false)? {
        Extent::Check
    } else {
        Extent::Rewrite
    };
    // Options of the plug-ins stand beside those of the pass.
    let spec_of = |info: PluginInfo| {
        let is_its = |key: &str| info.options.iter().any(|option| option.name == key);
        let own = args.iter().filter(|(key, _)| is_its(key));
        let own = own.map(|(key, value)| (key.to_owned(), value.to_owned()));
        PluginSpec {
            name: info.name.to_owned(),
            params: own.collect(),
        }
    };
    let collector = context.configured_collector(&spec_of(TickCollector::DEFAULT.info()));
    let mutator = context.configured_mutator(&spec_of(PLAIN.info()));
    Ok(Box::new(MergeAlloc {
        planner: taken(key, context.planner(planner))?,
        collector: taken("collector", collector)?,
        mutator: taken("mutator", mutator)?,
        extent,
    }))
}

fn taken<T>(key: &str, chosen: Result<T, ChoiceError>) -> Result<T, PassArgError> {
    chosen.map_err(|error| PassArgError::new(key, error.to_string()))
}

/// The error of a step in the terms of the pass manager.
fn pass_error(error: Error) -> PassError {
    match error.diagnostics() {
        Some(diagnostics) => PassError::Diagnostics(diagnostics),
        None => PassError::Other(Box::new(error)),
    }
}

impl Pass for MergeAlloc {
    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        let found = steps::collect(m, &self.collector).map_err(pass_error)?;
        if self.extent == Extent::Analyse {
            for attribute in analysis_attributes(&found) {
                match attribute {
                    AnalysisAttr::Lifetime { op, value } => mark_lifetime(m, op, value),
                    AnalysisAttr::Scope { op, id } => mark_scope(m, op, id),
                }
            }
            return Ok(());
        }
        if root != m.root() && self.mutator.mutator.adds_symbols() {
            let message = "merged allocations become globals beside the function, \
                           which a pass nested in functions cannot add";
            return Err(PassError::at(m, root, "bad-nesting", message)
                .help("run it on the module: `builtin.module(merge-alloc{..})`"));
        }
        let planner = &*self.planner.planner;
        let planned =
            planning::plan(planner, &found, &PlanOptions::default(), None).map_err(pass_error)?;
        if self.extent == Extent::Rewrite {
            steps::rewrite(m, &self.mutator, &found, &planned).map_err(pass_error)?;
        }
        Ok(())
    }
}
