//! Runs the passes of this crate and of the IR by name.

use memplan_mlir::Module;
use memplan_mlir::passes::{Failure, PassError, Registry, RunOptions};
use memplan_mlir::text::Diagnostic;
use memplan_mutators::dealloc;

use super::upstream;

/// Everything that a pipeline of this crate can name.
pub(crate) fn registry() -> Registry<'static> {
    let mut registry = Registry::with_builtin();
    for def in dealloc::PASSES {
        registry.register(def).unwrap();
    }
    registry.register(&upstream::DEF).unwrap();
    for def in dealloc::PIPELINES {
        registry.register_pipeline(def).unwrap();
    }
    registry
}

/// Runs a pipeline without the `builtin.module` around it; the verifier looks at every step.
pub(crate) fn run(m: &mut Module, pipeline: &str) -> Result<(), Vec<Diagnostic>> {
    let pipeline = registry()
        .parse(&format!("builtin.module({pipeline})"))
        .unwrap();
    let outcome = pipeline.run(m, &RunOptions::default());
    outcome.result.map_err(|failed| {
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
