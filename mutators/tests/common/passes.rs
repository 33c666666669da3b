//! Runs the passes of this crate and of the IR by name.

use std::sync::Arc;

use memplan_mlir::Module;
use memplan_mlir::dialects::Dialects;
use memplan_mlir::passes::{Failure, PassError, Pipeline, Registry, RunOptions};
use memplan_mlir::text::Diagnostic;

use super::upstream;

/// Everything that a pipeline can name.
fn registry() -> Registry {
    let mut registry = memplan::Context::default().passes;
    registry
        .register(Arc::new(upstream::Upstream::default()))
        .unwrap();
    registry
}

/// Runs a pipeline without the `builtin.module` around it; the verifier checks every step.
pub(crate) fn run(m: &mut Module, pipeline: &str) -> Result<(), Vec<Diagnostic>> {
    let text = format!("builtin.module({pipeline})");
    let pipeline = Pipeline::parse(&text, &registry(), &Dialects::core()).unwrap();
    let journal = pipeline.run(m, &RunOptions::default());
    journal.result.map_err(|failed| {
        failed
            .0
            .into_iter()
            .flat_map(|failure| match failure {
                Failure::GaveUp {
                    error: PassError::Diagnostics(list),
                    ..
                } => list,
                other => panic!("{other:?}"),
            })
            .collect()
    })
}

/// Runs the whole deallocation; `options` are those of the pipeline, in braces.
pub(crate) fn deallocate(m: &mut Module, options: &str) -> Result<(), String> {
    run(m, &format!("buffer-deallocation-pipeline{options}"))
        .map_err(|errors| format!("{errors:?}"))
}

/// Runs the whole deallocation with the scheme of upstream.
pub(crate) fn deallocate_like_upstream(m: &mut Module) -> Result<(), String> {
    let pipeline = "expand-realloc{emit-deallocs=auto},canonicalize,upstream-deallocation,\
                    canonicalize,buffer-deallocation-simplification{fixpoint=true},\
                    bufferization-lower-deallocations{compat=upstream},canonicalize,cse,\
                    canonicalize,cse,canonicalize";
    run(m, pipeline).map_err(|errors| format!("{errors:?}"))
}
