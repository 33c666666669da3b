//! Rewrites: the expectations of `fixtures/rewritten`, and no more operations than mlir-opt leaves.
//!
//! The first line of a fixture reads `// test: PIPELINE`, in the notation of pipelines without the `builtin.module`
//! around it.
#![expect(clippy::unwrap_used, reason = "a test says loudly what went wrong")]

use std::path::{Path, PathBuf};
use std::process::Command;

use memplan_mlir::Module;
use memplan_mlir::dialects::Dialects;
use memplan_mlir::passes::{Pipeline, Registry, RunOptions};
use memplan_mlir::text::{PrintOptions, parse, print};
use memplan_mlir::verifier::verify;
use memplan_testing::{Outcome, outside, run_directory};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/rewritten")
}

fn read(text: &str) -> Module {
    let parsed = parse(text.as_bytes(), &memplan_dialects_extra::parse_options());
    parsed.unwrap().module
}

fn rewritten(pipeline: &str, text: &str) -> Module {
    let mut m = read(text);
    let whole = format!("builtin.module({pipeline})");
    let pipeline = Pipeline::parse(&whole, &Registry::with_builtin(), &Dialects::core()).unwrap();
    let ran = pipeline.run(&mut m, &RunOptions::default());
    assert!(ran.result.is_ok(), "{:?}", ran.result);
    assert_eq!(verify(&m), [], "{text}");
    m
}

#[test]
fn passes_give_what_the_fixtures_say() {
    let ran = run_directory(&fixtures(), |case| {
        let m = rewritten(case.what, case.text);
        let text = print(&m, &PrintOptions::default());
        Outcome::output(text.trim_end().to_owned())
    });
    assert!(ran.unwrap() > 0);
}

/// Folds are those of mlir-opt, or more.
#[test]
fn no_more_operations_are_left_than_by_mlir_opt() {
    let Some(mlir_opt) = outside::mlir_opt(22) else {
        return;
    };
    let files = std::fs::read_dir(fixtures())
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let is_of_folds = |path: &PathBuf| path.to_string_lossy().ends_with("-folds.mlir");
    for file in files.filter(is_of_folds) {
        let text = std::fs::read_to_string(file).unwrap();
        for program in text.split("// -----\n") {
            let mut command = Command::new(&mlir_opt);
            let directory = tempfile::tempdir().unwrap();
            let path = directory.path().join("program.mlir");
            std::fs::write(&path, program).unwrap();
            let output = command
                .arg("--allow-unregistered-dialect")
                .arg("--canonicalize")
                .arg(&path)
                .output()
                .unwrap();
            assert!(output.status.success(), "{output:?}");
            let theirs = read(&String::from_utf8(output.stdout).unwrap());
            let ours = rewritten("canonicalize", program);
            let count = |m: &Module| m.walk(m.root()).count();
            assert!(
                count(&ours) <= count(&theirs),
                "{}\nmlir-opt leaves\n{}",
                print(&ours, &PrintOptions::default()),
                print(&theirs, &PrintOptions::default())
            );
        }
    }
}
