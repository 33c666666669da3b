//! Models are bufferized, verified, and compute the same results.

use std::fs;

use super::common::{bufferized, compare, mlir_opt_22, read, write};
use memplan_testing::figure;
use memplan_testing::outside::shared_files;

#[test]
fn models_compute_the_same_on_buffers() {
    for path in shared_files("corpus", ".tensor.mlir") {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        for boundary in ["", "identity"] {
            let words = format!("bufferize copies {boundary}");
            let (after, report) =
                bufferized(&text, &words).unwrap_or_else(|error| panic!("{name}: {error}"));
            figure(&format!("{name} {boundary}: {report:?}"));
            if let Some(checked) = mlir_opt_22(&write(&after), &[]) {
                assert_eq!(checked.err(), None, "{name}");
            }
            let before = read(&text);
            // A run takes seconds, so only one kind of function boundary is run.
            if !boundary.is_empty() {
                assert!(compare(&before, &after, &name) > 0, "{name}: nothing ran");
            }
        }
    }
}
