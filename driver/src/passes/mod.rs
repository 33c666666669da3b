//! The passes that combine several libraries, beside those of the libraries.

mod merge_alloc;
mod pipelines;

use std::sync::Arc;

use memplan_mlir::passes::{PassPlugin, Pipeline, PipelineError, Registry};

use crate::Context;

use merge_alloc::MergeAllocPass;
use pipelines::{BufferizationPipeline, MemoryPlanningPipeline};

impl Context {
    /// All passes and named pipelines: [`Self::passes`], and those that take their plug-ins from this context,
    /// such as `merge-alloc`, unless the program has passes of the same names.
    pub fn all_passes(&self) -> Registry {
        let mut passes = self.passes.clone();
        let merge = MergeAllocPass::new(self.clone());
        let own: [Arc<dyn PassPlugin>; 3] = [
            Arc::new(BufferizationPipeline::default()),
            Arc::new(MemoryPlanningPipeline::new(merge.clone())),
            Arc::new(merge),
        ];
        for plugin in own {
            if passes.find(plugin.info().name).is_none() {
                // Cannot fail: the name is free.
                let _ = passes.register(plugin);
            }
        }
        passes
    }

    /// Reads a pipeline in the syntax of mlir-opt, with the passes and dialects of this context.
    ///
    /// # Errors
    ///
    /// Those of [`Pipeline::parse`].
    pub fn pipeline(&self, text: &str) -> Result<Pipeline, PipelineError> {
        Pipeline::parse(text, &self.all_passes(), &self.dialects)
    }
}
