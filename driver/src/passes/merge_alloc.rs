//! `merge-alloc`: collect, plan and rewrite, as one pass.

use std::sync::Arc;

use memplan_collectors::{
    AnalysisAttr, Collected, TickCollector, TraceCollector, analysis_attributes,
};
use memplan_mlir::passes::{
    Field, OptionInfo, Options, ParamError, Params, Pass, PassContext, PassError, PluginInfo,
};
use memplan_mlir::{Module, OpId};
use memplan_mutators::{MergeAlloc, Mutator, mark_lifetime, mark_scope};
use memplan_planner::PlanOptions;
use memplan_planner::registry::PluginSpec;
use rustc_hash::FxHashMap;

use crate::arenas::ChosenCollector;
use crate::context::ChosenPlanner;
use crate::donation::ArgumentOptions;
use crate::merge::{Memories, Peak, Schedules};
use crate::report::{MergedBuffers, ScopeReport};
use crate::stages::{Stage, apply};
use crate::{ChoiceError, Context, Deallocation, Error, Merge, NotPlanned, steps};

/// The default planner: that of the MLIR merge-alloc proposal. It enlarges chunks, so its peak may grow with the
/// length of the program; a schedule far above the load is therefore replaced, except with `compat=reference`.
const USUAL_PLANNER: &str = "chunk-hot";

/// The options of the pass itself. It takes those of the usual collector and mutator, too.
#[derive(Debug, Default)]
struct Wanted {
    planner: Option<String>,
    of_proposal: String,
    collector: Option<String>,
    mutator: Option<String>,
    only_checks: bool,
    only_analyses: bool,
}

impl Wanted {
    fn fields(&mut self) -> Vec<Field<'_>> {
        vec![
            Field::maybe("planner", &mut self.planner, USUAL_PLANNER)
                .help("Planner, with options in braces."),
            Field::text("planner-options", &mut self.of_proposal)
                .help("`size-first` or `cost-model`: planner names of the MLIR merge-alloc proposal."),
            Field::maybe("collector", &mut self.collector, "tick")
                .help("Collector, with options in braces; those of `tick` can also be given to the pass."),
            Field::maybe("mutator", &mut self.mutator, "merge-alloc")
                .help("Mutator, with options in braces; those of `merge-alloc` can also be given to the pass."),
            Field::flag("check", &mut self.only_checks)
                .help("`true`: collect, plan and check, but do not change the program. Without a value as in the proposal: `analysis-only`."),
            Field::flag("analysis-only", &mut self.only_analyses)
                .help("Only annotate each allocation with its lifetime."),
        ]
    }
}

/// The part of the work that the pass does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Extent {
    #[default]
    Rewrite,
    Check,
    Analyse,
}

/// The pass `merge-alloc`, with the plug-ins of a context.
#[derive(Clone, Debug)]
pub(crate) struct MergeAllocPass {
    context: Context,
    /// The configured plug-ins; `None` for the defaults, which are looked up when the pass runs.
    job: Option<Job>,
}

#[derive(Clone, Debug)]
struct Job {
    /// The options as the user wrote them.
    params: Params,
    planner: ChosenPlanner,
    collector: ChosenCollector,
    mutator: Arc<dyn Mutator>,
    extent: Extent,
    /// Whether schedules far above the load are replaced.
    keeps_near_load: bool,
}

impl MergeAllocPass {
    /// The name of the pass.
    pub(crate) const NAME: &'static str = "merge-alloc";

    /// The pass that chooses among the plug-ins of `context`.
    pub(crate) fn new(context: Context) -> Self {
        Self { context, job: None }
    }

    fn job(&self, params: &Params) -> Result<Job, ParamError> {
        let mut wanted = Wanted::default();
        Field::set_all(wanted.fields(), params)?;
        let of_proposal = Some(wanted.of_proposal).filter(|name| !name.is_empty());
        let key = if wanted.planner.is_some() {
            "planner"
        } else {
            "planner-options"
        };
        if key == "planner" && of_proposal.is_some() {
            let problem = "`planner` and `planner-options` exclude each other";
            return Err(ParamError::refused("planner-options", problem));
        }
        let given = wanted.planner.or(of_proposal);
        let planner = given.as_deref().unwrap_or(USUAL_PLANNER);
        // The `check` of the proposal, an option that takes no value, only annotates.
        let is_bare = params.get("check") == Some("");
        let extent = if is_bare || wanted.only_analyses {
            Extent::Analyse
        } else if wanted.only_checks {
            Extent::Check
        } else {
            Extent::Rewrite
        };
        let context = &self.context;
        let usual = TickCollector::DEFAULT;
        let collector = spec(
            "collector",
            usual.info().name,
            usual.options().infos(),
            params,
        )?;
        let is_reference = collector.params.get("compat") == Some("reference");
        let usual = MergeAlloc::DEFAULT;
        let mutator = spec(
            "mutator",
            usual.info().name,
            usual.options().infos(),
            params,
        )?;
        Ok(Job {
            params: params.clone(),
            planner: chosen(key, context.planner(planner))?,
            collector: chosen("collector", context.configured_collector(&collector))?,
            mutator: chosen("mutator", context.configured_mutator(&mutator))?,
            extent,
            keeps_near_load: !is_reference && given.is_none(),
        })
    }
}

impl Job {
    /// The stages of the pass.
    fn merge<'a>(&self, context: &'a Context) -> Merge<'a> {
        let planner = self.planner.clone();
        Merge {
            context,
            collector: self.collector.clone(),
            schedules: if self.keeps_near_load {
                Schedules::NearLoad(planner)
            } else {
                Schedules::Planner(planner)
            },
            mutator: self.mutator.clone(),
            deallocation: Deallocation::Keep,
            options: PlanOptions::default(),
            peak: Peak::Chosen(None),
            arguments: ArgumentOptions::default(),
            memories: Memories::default(),
        }
    }
}

/// The plug-in that the option `key` specifies, or the default plug-in with those options of the pass that belong to
/// it.
fn spec(
    key: &str,
    usual: &str,
    options: &[OptionInfo],
    params: &Params,
) -> Result<PluginSpec, ParamError> {
    let own = params.filtered(|key| options.iter().any(|option| option.name == key));
    let Some(text) = params.get(key) else {
        return Ok(PluginSpec {
            name: usual.to_owned(),
            params: own,
        });
    };
    if let Some((beside, _)) = own.iter().next() {
        let problem = format!("`{key}` is given: write the option into its braces");
        return Err(ParamError::refused(beside, problem));
    }
    PluginSpec::parse(text).map_err(|error| ParamError::refused(key, error.to_string()))
}

fn chosen<T>(key: &str, chosen: Result<T, ChoiceError>) -> Result<T, ParamError> {
    chosen.map_err(|error| ParamError::refused(key, error.to_string()))
}

/// The error of a step as an error of a pass.
fn pass_error(error: Error) -> PassError {
    match error.diagnostics() {
        Some(diagnostics) => PassError::Diagnostics(diagnostics),
        None => PassError::Other(Box::new(error)),
    }
}

/// The remarks that schedules were replaced by lower ones, with their functions.
fn replaced(collected: &Collected, merged: &MergedBuffers) -> Vec<(OpId, String)> {
    let scopes = collected.scopes.iter();
    let functions: FxHashMap<&str, OpId> = scopes
        .map(|scope| (scope.trace.scope(), scope.function))
        .collect();
    let remark = |row: &ScopeReport| {
        let (from, to) = (row.instead_of.as_ref()?, row.planner.as_ref()?);
        let (usual, more) = (&from.planner, from.peak_bytes);
        let (scope, bytes) = (&row.scope, row.figures.peak_bytes);
        let message = format!(
            "`{usual}` needs {more} bytes for `{scope}`, so the {bytes} bytes of `{to}` are taken; `planner={usual}` keeps the former"
        );
        Some((*functions.get(&**scope)?, message))
    };
    merged.scopes.iter().filter_map(remark).collect()
}

impl Pass for MergeAllocPass {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: Self::NAME,
            aliases: &[],
            summary: "Merges the allocations of each scope into one, planned by the planner asked for.",
            cost: "that of collector and planner, and near-linear in the operations",
            source: "the merge-alloc proposal for MLIR",
        }
    }

    fn options(&self) -> Options<'_, dyn Pass> {
        let (collector, mutator) = (TickCollector::DEFAULT, MergeAlloc::DEFAULT);
        let (collector, mutator) = (collector.options(), mutator.options());
        let own = Field::infos(Wanted::default().fields());
        let infos = [&own, collector.infos(), mutator.infos()].concat();
        let params = self.job.as_ref().map(|job| job.params.clone());
        Options::new(infos, params.unwrap_or_default(), |params| {
            let (context, job) = (self.context.clone(), Some(self.job(params)?));
            Ok(Self { context, job })
        })
    }

    fn run(&self, m: &mut Module, root: OpId, context: &mut PassContext) -> Result<(), PassError> {
        let usual;
        let job = match &self.job {
            Some(job) => job,
            None => {
                let job = self.job(&Params::default());
                usual = job.map_err(|error| PassError::Other(Box::new(error)))?;
                &usual
            }
        };
        let merge = job.merge(&self.context);
        let mut stages = merge.start(m);
        Stage::Collect.run(&mut stages).map_err(pass_error)?;
        let collected = stages.collected.take().unwrap_or_default();
        if let Some(remark @ NotPlanned::Tensors { .. }) =
            steps::not_planned(stages.module, &collected)
        {
            context.add_warning(remark.warning());
        }
        if job.extent == Extent::Analyse {
            for attribute in analysis_attributes(&collected) {
                match attribute {
                    AnalysisAttr::Lifetime { op, value } => mark_lifetime(m, op, value),
                    AnalysisAttr::Scope { op, id } => mark_scope(m, op, id),
                }
            }
            return Ok(());
        }
        if root != stages.module.root() && job.mutator.needs_module() {
            let message = "merged allocations become globals or arguments of functions, \
                           which a pass nested in functions cannot add";
            return Err(PassError::at(m, root, "bad-nesting", message)
                .help("run it on the module: `builtin.module(merge-alloc{..})`"));
        }
        let merged = if job.extent == Extent::Check {
            let planned = merge.plan(&collected).map_err(pass_error)?;
            MergedBuffers::new(stages.module, &collected, &planned)
        } else {
            // The pass may run on a part of a program, and pipelines verify by themselves.
            let merged = apply::merge(&mut stages, &collected).map_err(pass_error)?;
            for warning in stages.warnings {
                context.add_warning(warning);
            }
            merged
        };
        for (function, message) in replaced(&collected, &merged) {
            context.remark(m, function, "other-planner", message, &[]);
        }
        Ok(())
    }
}
