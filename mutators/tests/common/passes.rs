//! Passes of this crate and of the IR, run by name.

use memplan_mlir::Module;
use memplan_mlir::passes::{Failure, PassError, Registry, RunOptions};
use memplan_mlir::text::Diagnostic;
use memplan_mutators::dealloc;

/// Runs a pipeline without the `builtin.module` around it; the verifier looks at every step.
pub(crate) fn run(m: &mut Module, pipeline: &str) -> Result<(), Vec<Diagnostic>> {
    let mut registry = Registry::with_builtin();
    for def in dealloc::PASSES {
        registry.register(def).unwrap();
    }
    let pipeline = registry
        .parse(&format!("builtin.module({pipeline})"))
        .unwrap();
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
