//! Merges the models of the shared corpus with every planner, and verifies the results with memplan's
//! verifier and with mlir-opt. Needs the corpus next to the repository.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a failing test panics, and a skipped test prints a message"
)]

use std::collections::HashSet;
use std::fs;

use crate::common::chain::{Chain, planners};
use crate::common::corpus::memref_models;
use crate::common::real_mlir::MlirOpt;

#[test]
fn models_merge_with_every_planner() {
    let real = [22, 19].map(MlirOpt::find);
    for (number, path) in memref_models().into_iter().enumerate() {
        let text = fs::read_to_string(&path).unwrap();
        let mut seen = HashSet::new();
        // Rotates the planners: each model runs with every third planner, and each planner runs on some model.
        for planner in planners().into_iter().skip(number % 3).step_by(3) {
            let chain = Chain {
                planner,
                ..Chain::default()
            };
            let merged = chain.run(&text);
            assert!(merged.report.buffers_merged > 1, "{}", path.display());
            if !seen.insert(merged.text.clone()) {
                continue;
            }
            for mlir_opt in real.iter().flatten() {
                let release = mlir_opt.release;
                if release != 22 && mlir_opt.check(&text).is_err() {
                    continue;
                }
                mlir_opt.check(&merged.text).unwrap_or_else(|error| {
                    panic!("{}: mlir-opt {release}: {error}", path.display())
                });
            }
        }
    }
}
