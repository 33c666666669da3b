//! Named pipelines that combine passes of several libraries.

use std::sync::Arc;

use memplan_bufferize::OneShotBufferize;
use memplan_bufferize::passes::{EliminateEmptyTensors, SplitEmptyTensors};
use memplan_mlir::passes::{
    Canonicalize, Cse, Expansion, OptionInfo, Options, ParamError, Params, Pass, PassPlugin,
    PluginInfo, Promise,
};
use memplan_mutators::dealloc::DeallocationPipeline;
use memplan_placement::{BufferHoisting, BufferLoopHoisting, PromoteBuffersToStack};

use super::MergeAllocPass;

/// The options of a pass that a pipeline also accepts, with the defaults of the pipeline.
fn chosen(options: &[OptionInfo], names: &[&str]) -> Vec<OptionInfo> {
    let chosen = options.iter().filter(|option| names.contains(&option.name));
    let with_default = |option: &OptionInfo| {
        let usual = USUAL.iter().find(|(name, _)| *name == option.name);
        let default = usual.map_or(option.default.clone(), |&(_, usual)| usual.into());
        OptionInfo {
            default,
            ..option.clone()
        }
    };
    chosen.map(with_default).collect()
}

/// The defaults of the pipelines that are not those of their passes.
const USUAL: &[(&str, &str)] = &[
    ("function-boundary-type-conversion", IDENTITY),
    ("planner", USUAL_PLANNER),
    ("collector", USUAL_COLLECTOR),
];

/// The options of `one-shot-bufferize` that both pipelines accept.
const BUFFERIZATION: &[&str] = &[
    "function-boundary-type-conversion",
    "allow-unknown-ops",
    "buffer-alignment",
    "compat",
];

const PLANNING: &[&str] = &["planner", "collector", "mutator", "arena"];

const PROMOTION: &[&str] = &["max-alloc-size-in-bytes", "max-rank-of-allocated-memref"];

/// The options that both pipelines take.
fn bufferization_options() -> Vec<OptionInfo> {
    let pass = OneShotBufferize::default();
    chosen(Pass::options(&pass).infos(), BUFFERIZATION)
}

/// Function boundaries have memrefs with identity layouts, which are dense.
const IDENTITY: &str = "identity-layout-map";

/// A fixed amount of work, so that a pipeline gives the same on every machine.
const USUAL_PLANNER: &str = "auto{effort=quick}";

/// Merged memory is never larger than separate allocations.
const USUAL_COLLECTOR: &str = "tick{alignment=own lone=skip}";

/// The named pipeline `bufferization-pipeline`: from tensors to buffers.
#[derive(Clone, Debug, Default)]
pub(crate) struct BufferizationPipeline {
    params: Params,
}

impl BufferizationPipeline {
    fn passes(&self) -> Result<Vec<Arc<dyn Pass>>, ParamError> {
        let mut params = self.params.filtered(|key| BUFFERIZATION.contains(&key));
        params.or_insert("function-boundary-type-conversion", IDENTITY);
        params.or_insert("bufferize-function-boundaries", true);
        let bufferize = OneShotBufferize::default();
        let bufferize = Pass::options(&bufferize).configured(&params)?;
        Ok(vec![
            Arc::new(EliminateEmptyTensors),
            Arc::new(SplitEmptyTensors),
            Arc::from(bufferize),
            Arc::new(Canonicalize::default()),
            Arc::new(Cse),
        ])
    }
}

impl PassPlugin for BufferizationPipeline {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "bufferization-pipeline",
            aliases: &[],
            summary: "Rewrites programs on tensors, with their functions, into programs on buffers.",
            cost: "near-linear in the operations",
            source: "eliminate-empty-tensors, split-empty-tensors, one-shot-bufferize, canonicalize and cse",
        }
    }

    fn promise(&self) -> Promise {
        Promise::MEANING
    }

    fn options(&self) -> Options<'_, dyn PassPlugin> {
        Options::new(bufferization_options(), self.params.clone(), |params| {
            let params = params.clone();
            let configured = Self { params };
            configured.passes().map(|_| configured)
        })
    }

    fn expand(self: Arc<Self>) -> Expansion {
        // Cannot fail: `options` rejects invalid options.
        Expansion::Pipeline(self.passes().unwrap_or_default())
    }
}

/// The named pipeline `memory-planning-pipeline`: from tensors to planned, deallocated buffers.
#[derive(Clone, Debug)]
pub(crate) struct MemoryPlanningPipeline {
    merge: MergeAllocPass,
    params: Params,
}

impl MemoryPlanningPipeline {
    /// The pipeline with the plug-ins of a context.
    pub(crate) fn new(merge: MergeAllocPass) -> Self {
        Self {
            merge,
            params: Params::default(),
        }
    }

    fn passes(&self) -> Result<Vec<Arc<dyn Pass>>, ParamError> {
        let taken = |names: &[&str]| self.params.filtered(|key| names.contains(&key));
        let mut passes = BufferizationPipeline {
            params: self.params.clone(),
        }
        .passes()?;
        let promote = PromoteBuffersToStack::default();
        let promote = Pass::options(&promote).configured(&taken(PROMOTION))?;
        let mut planning = taken(PLANNING);
        planning.or_insert("planner", USUAL_PLANNER);
        planning.or_insert("collector", USUAL_COLLECTOR);
        let merge = Pass::options(&self.merge).configured(&planning)?;
        passes.extend([
            Arc::new(BufferHoisting) as Arc<dyn Pass>,
            Arc::new(BufferLoopHoisting),
            Arc::from(merge),
            // After merging, since buffers on the stack do not share memory.
            Arc::from(promote),
        ]);
        passes.extend(
            DeallocationPipeline {
                lower_clones: true,
                ..DeallocationPipeline::default()
            }
            .passes(),
        );
        Ok(passes)
    }
}

impl PassPlugin for MemoryPlanningPipeline {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "memory-planning-pipeline",
            aliases: &[],
            summary: "From tensors to merged allocations: bufferizes, hoists, plans, merges, promotes \
                      small buffers that are left to the stack, deallocates, and lowers deallocations.",
            cost: "that of the planner, and near-linear in the operations",
            source: "the pipelines of bufferization and deallocation of MLIR 22, and its merge-alloc proposal",
        }
    }

    fn promise(&self) -> Promise {
        Promise::FREES_ALL
    }

    fn options(&self) -> Options<'_, dyn PassPlugin> {
        let mut infos = bufferization_options();
        let promote = PromoteBuffersToStack::default();
        infos.extend(chosen(Pass::options(&promote).infos(), PROMOTION));
        infos.extend(chosen(Pass::options(&self.merge).infos(), PLANNING));
        Options::new(infos, self.params.clone(), |params| {
            let (merge, params) = (self.merge.clone(), params.clone());
            let configured = Self { merge, params };
            configured.passes().map(|_| configured)
        })
    }

    fn expand(self: Arc<Self>) -> Expansion {
        // Cannot fail: `options` rejects invalid options.
        Expansion::Pipeline(self.passes().unwrap_or_default())
    }
}
