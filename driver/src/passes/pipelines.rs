//! Named pipelines that combine passes of several libraries.

use std::sync::{Arc, LazyLock};

use memplan_bufferize::OneShotBufferize;
use memplan_bufferize::passes::{EliminateEmptyTensors, SplitEmptyTensors};
use memplan_mlir::passes::{
    Canonicalize, Cse, Expansion, OptionInfo, ParamError, Params, Pass, PassPlugin, PluginInfo,
};
use memplan_mutators::dealloc::DeallocationPipeline;
use memplan_placement::{BufferHoisting, BufferLoopHoisting, PromoteBuffersToStack};

use super::{MergeAllocPass, merge_alloc};

/// Those options of a pass that a pipeline accepts, too.
fn chosen(options: &[OptionInfo], names: &[&str]) -> Vec<OptionInfo> {
    let chosen = options.iter().filter(|option| names.contains(&option.name));
    chosen.copied().collect()
}

/// The options of `one-shot-bufferize` that both pipelines accept.
const BUFFERIZATION: &[&str] = &[
    "function-boundary-type-conversion",
    "allow-unknown-ops",
    "buffer-alignment",
    "compat",
];

const PLANNING: &[&str] = &["planner", "collector", "mutator", "arena"];

const PROMOTION: &[&str] = &["max-alloc-size-in-bytes", "max-rank-of-allocated-memref"];

/// The options that both pipelines take, with the defaults of the pipelines.
static BUFFERIZATION_OPTIONS: LazyLock<Vec<OptionInfo>> = LazyLock::new(|| {
    let pass = Pass::info(&OneShotBufferize::default());
    let options = chosen(pass.options, BUFFERIZATION);
    let with_default = |option: OptionInfo| match option.name {
        "function-boundary-type-conversion" => OptionInfo {
            default: IDENTITY,
            ..option
        },
        _ => option,
    };
    options.into_iter().map(with_default).collect()
});

static PLANNING_OPTIONS: LazyLock<Vec<OptionInfo>> = LazyLock::new(|| {
    let mut options = BUFFERIZATION_OPTIONS.clone();
    let promote = Pass::info(&PromoteBuffersToStack::default());
    options.extend(chosen(promote.options, PROMOTION));
    let with_default = |option: OptionInfo| match option.name {
        "planner" => OptionInfo {
            default: USUAL_PLANNER,
            ..option
        },
        "collector" => OptionInfo {
            default: USUAL_COLLECTOR,
            ..option
        },
        _ => option,
    };
    let merge = chosen(&merge_alloc::OPTIONS, PLANNING);
    options.extend(merge.into_iter().map(with_default));
    options
});

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
        let bufferize = Pass::configure(&OneShotBufferize::default(), &params)?;
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
            options: &BUFFERIZATION_OPTIONS,
        }
    }

    fn configure(&self, params: &Params) -> Result<Arc<dyn PassPlugin>, ParamError> {
        let configured = Self {
            params: params.clone(),
        };
        configured.passes()?;
        Ok(Arc::new(configured))
    }

    fn expand(self: Arc<Self>) -> Expansion {
        // Cannot fail: `configure` rejects invalid options.
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
        let promote = Pass::configure(&PromoteBuffersToStack::default(), &taken(PROMOTION))?;
        let mut planning = taken(PLANNING);
        planning.or_insert("planner", USUAL_PLANNER);
        planning.or_insert("collector", USUAL_COLLECTOR);
        let merge = Pass::configure(&self.merge, &planning)?;
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
            options: &PLANNING_OPTIONS,
        }
    }

    fn configure(&self, params: &Params) -> Result<Arc<dyn PassPlugin>, ParamError> {
        let configured = Self {
            merge: self.merge.clone(),
            params: params.clone(),
        };
        configured.passes()?;
        Ok(Arc::new(configured))
    }

    fn expand(self: Arc<Self>) -> Expansion {
        // Cannot fail: `configure` rejects invalid options.
        Expansion::Pipeline(self.passes().unwrap_or_default())
    }
}
