//! The decisions of `compat=reference`, as fixtures, and compared with those of mlir-opt 22.

use std::fs;
use std::path::Path;

use memplan_bufferize::{Heuristic, Options};
use memplan_testing::programs::n_programs;
use memplan_testing::{figure, outside};

use crate::common::{decided, decided_by, decisions};
use crate::generator::{Kind, program};

const HEURISTICS: [(Heuristic, &str); 3] = [
    (Heuristic::BottomUp, "bottom-up"),
    (Heuristic::TopDown, "top-down"),
    (
        Heuristic::BottomUpFromTerminators,
        "bottom-up-from-terminators",
    ),
];

fn options(heuristic: Heuristic) -> Options {
    Options {
        heuristic,
        function_boundaries: true,
        allow_return_allocs_from_loops: true,
        test_analysis_only: true,
        ..Options::reference()
    }
}

/// Differences between the two lists of decisions.
fn differences(ours: &[String], theirs: &[String]) -> Vec<String> {
    let mut list = Vec::new();
    if ours.len() != theirs.len() {
        list.push(format!(
            "{} decisions, mlir-opt has {}",
            ours.len(),
            theirs.len()
        ));
    }
    for (ours, theirs) in ours.iter().zip(theirs) {
        if ours != theirs {
            list.push(format!("  memplan  {ours}\n  mlir-opt {theirs}"));
        }
    }
    list
}

/// Compares the decisions about a program in all orders; returns their number and the differences.
fn compare(mlir_opt: &Path, name: &str, text: &str) -> (usize, Vec<String>) {
    let (mut n_all, mut differing) = (0, Vec::new());
    for (heuristic, word) in HEURISTICS {
        let flags = format!(
            "bufferize-function-boundaries allow-return-allocs-from-loops analysis-heuristic={word}"
        );
        let theirs = decided_by(mlir_opt, text, &flags).map(|m| decisions(&m));
        let ours = decided(text, &options(heuristic)).map(|m| decisions(&m));
        n_all += theirs.as_ref().map_or(1, Vec::len);
        let new = match (&ours, &theirs) {
            (Ok(ours), Ok(theirs)) => differences(ours, theirs),
            (Err(ours), Err(theirs)) if ours == theirs => Vec::new(),
            _ => vec![format!("  {:?}\n  {:?}", ours.err(), theirs.err())],
        };
        differing.extend(
            new.into_iter()
                .map(|text| format!("{name} {word}:\n{text}")),
        );
    }
    (n_all, differing)
}

#[test]
fn models_are_decided_like_mlir_opt() {
    let Some(mlir_opt) = outside::mlir_opt(22) else {
        return;
    };
    for path in outside::shared_files("corpus", ".tensor.mlir") {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let (n_all, differing) = compare(&mlir_opt, &name, &text);
        assert!(n_all > 200, "{name}: {n_all}");
        assert!(differing.is_empty(), "{}", differing.join("\n"));
    }
}

#[test]
fn fixtures_are_decided_like_mlir_opt() {
    let Some(mlir_opt) = outside::mlir_opt(22) else {
        return;
    };
    let mut differences = Vec::new();
    for folder in ["rows", "conflicts"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/fixtures")
            .join(folder);
        let mut paths: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|e| e.unwrap().path())
            .collect();
        paths.sort();
        for path in paths {
            let text = fs::read_to_string(&path).unwrap();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            differences.extend(compare(&mlir_opt, &name, &text).1);
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// Whether the difference is that memplan copies buffers shared by two results, or two yielded values, which
/// mlir-opt updates in place: results of one callee, and destinations of parallel insertions.
fn is_explained(text: &str, difference: &str) -> bool {
    text.contains("func.call") || difference.contains("parallel_insert_slice")
}

#[test]
fn random_programs_are_decided_like_mlir_opt() {
    let Some(mlir_opt) = outside::mlir_opt(22) else {
        return;
    };
    let (mut n_all, mut n_other, mut differing) = (0, 0, Vec::new());
    for kind in [Kind::Straight, Kind::Loops, Kind::Parts, Kind::Calls] {
        for seed in 0..n_programs(7).min(250) {
            let text = program(seed, kind);
            let name = format!("{kind:?} {seed}");
            let (n, differences) = compare(&mlir_opt, &name, &text);
            n_all += n;
            n_other += differences.len();
            let differences = differences.join("\n");
            if !differences.is_empty() && !is_explained(&text, &differences) {
                differing.push(format!("{text}\n{differences}"));
            }
        }
    }
    figure(&format!(
        "{n_all} decisions, {n_other} other than those of mlir-opt"
    ));
    assert!(differing.is_empty(), "{}", differing.join("\n"));
    assert!(n_other * 100 <= n_all, "{n_other} of {n_all}");
}
