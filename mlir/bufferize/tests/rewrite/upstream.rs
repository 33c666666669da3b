//! Comparison with mlir-opt 22: after its own decisions about copies (`--test-tensor-copy-insertion`), the
//! rewrite leaves no more allocations and copies than its bufferization, and the result computes the same.

use std::fs;

use super::common::{bufferized, compare, mlir_opt_22, read, write};
use crate::common::count;
use memplan_mlir::Module;
use memplan_testing::figure;
use memplan_testing::outside::shared_files;
use memplan_testing::programs::n_programs;

const OPTIONS: &str = "bufferize-function-boundaries allow-return-allocs-from-loops";

/// Dialects without tables are read in generic form only.
const GENERIC: &str = "--mlir-print-op-generic";

/// The program with the copies that mlir-opt inserts, if mlir-opt accepts it.
fn decided(text: &str) -> Option<String> {
    let insertion = format!("--test-tensor-copy-insertion={OPTIONS}");
    mlir_opt_22(text, &[&insertion, GENERIC])?.ok()
}

/// Compares one program for one kind of boundary. Returns our result and the counts of both, if mlir-opt accepts
/// the program.
fn beside(
    name: &str,
    text: &str,
    decided: &str,
    identity: bool,
) -> Option<(Module, [(usize, usize); 2])> {
    let (layout, words) = if identity {
        ("identity-layout-map", "bufferize identity")
    } else {
        ("infer-layout-map", "bufferize")
    };
    let pass = format!("--one-shot-bufferize={OPTIONS} function-boundary-type-conversion={layout}");
    let theirs = read(&mlir_opt_22(text, &[&pass, GENERIC])?.ok()?);
    let (ours, _) = bufferized(decided, words).unwrap_or_else(|error| panic!("{name}: {error}"));
    let (our_counts, their_counts) = (count(&ours), count(&theirs));
    assert!(
        our_counts.0 <= their_counts.0 && our_counts.1 <= their_counts.1,
        "{name}: {our_counts:?} allocations and copies, mlir-opt has {their_counts:?}\n{}\n{}",
        write(&ours),
        write(&theirs)
    );
    Some((ours, [our_counts, their_counts]))
}

#[test]
fn models_have_no_more_allocations_and_copies() {
    for path in shared_files("corpus", ".tensor.mlir") {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let Some(decided) = decided(&text) else {
            continue;
        };
        for identity in [false, true] {
            if let Some((_, [ours, theirs])) = beside(&name, &text, &decided, identity) {
                figure(&format!(
                    "{name} identity={identity}: {ours:?}, mlir-opt {theirs:?}"
                ));
            }
        }
    }
}

#[test]
fn fixtures_have_no_more_allocations_and_copies() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/rewrite");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .flatten()
        .map(|f| f.path())
        .collect();
    paths.sort();
    let (mut ours, mut theirs, mut n) = ((0, 0), (0, 0), 0);
    // Every second section; all of them in long runs.
    let step = if n_programs(0) == 0 { 2 } else { 1 };
    let mut number = 0;
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        if !text.starts_with("// test: bufferize\n") {
            continue;
        }
        for section in text.split("// -----\n") {
            if section.contains("// error:") {
                continue;
            }
            number += 1;
            if number % step != 0 {
                continue;
            }
            let lines = section
                .lines()
                .filter(|line| !line.starts_with("// output:"));
            let section: String = lines.flat_map(|line| [line, "\n"]).collect();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let Some(decided) = decided(&section) else {
                continue;
            };
            // Fixtures alternate between the kinds of function boundaries.
            if let Some((result, [a, b])) = beside(&name, &section, &decided, n % 2 == 0) {
                compare(&read(&section), &result, &name);
                ours = (ours.0 + a.0, ours.1 + a.1);
                theirs = (theirs.0 + b.0, theirs.1 + b.1);
                n += 1;
            }
        }
    }
    figure(&format!(
        "{n} fixtures: {ours:?} allocations and copies, mlir-opt {theirs:?}"
    ));
}
