//! Fixtures: decisions as attributes (`decide`), and copies (`copies`), with options of the pass.

use std::fs;
use std::path::Path;

use memplan_bufferize::TensorCopyInsertion;
use memplan_mlir::passes::{Params, Pass, PassContext, PassError};
use memplan_mlir::text::line_col;
use memplan_mlir::verifier::verify;
use memplan_testing::{Case, Outcome, run_directory};

use crate::common::{decisions, module, text};

/// The options after the first word of the header, with the same meaning as for the pass.
fn params(case: &Case) -> Params {
    let (mode, given) = case.what.split_once(' ').unwrap_or((case.what, ""));
    let mut params: Params = given
        .split(' ')
        .filter(|word| !word.is_empty())
        .map(|word| {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            (key.to_owned(), value.to_owned())
        })
        .collect();
    params.or_insert("bufferize-function-boundaries", true);
    if mode != "copies" {
        params.or_insert("test-analysis-only", true);
    }
    if mode == "decide" {
        params.or_insert("compat", "reference");
        params.or_insert("allow-return-allocs-from-loops", true);
    }
    params
}

fn run(case: &Case) -> Outcome {
    let mut m = module(case.text);
    let pass = TensorCopyInsertion::default()
        .options()
        .configured(&params(case))
        .unwrap();
    let root = m.root();
    let output = match pass.run(&mut m, root, &mut PassContext::default()) {
        Ok(()) => m,
        Err(PassError::Diagnostics(list)) => {
            let line = |offset: u32| line_col(case.text.as_bytes(), offset as usize).0 as usize;
            let errors = list
                .iter()
                .map(|diagnostic| (line(diagnostic.span.start), diagnostic.message.clone()));
            return Outcome {
                output: String::new(),
                errors: errors.collect(),
            };
        }
        Err(PassError::Other(error)) => return Outcome::output(error.to_string()),
    };
    let errors = verify(&output);
    assert!(errors.is_empty(), "{errors:?}\n{}", text(&output));
    let is_shown = case.what.contains("print-conflicts") || case.what.contains("dump-alias-sets");
    match case.what.split(' ').next() {
        Some("decide" | "decisions") if !is_shown => Outcome::output(decisions(&output).join("\n")),
        _ => Outcome::output(text(&output).trim_end()),
    }
}

#[test]
fn fixtures() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    for folder in ["rows", "conflicts", "safer", "better", "copies", "shown"] {
        let passed = run_directory(&directory.join(folder), |case| run(&case));
        if let Err(failures) = passed {
            panic!("{failures}");
        }
    }
}

/// The table of situations names each fixture once, and nothing else.
#[test]
fn the_list_of_situations_names_each_fixture_once() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let list = fs::read_to_string(directory.join("README.md")).unwrap();
    let rows = list.lines().filter(|line| line.ends_with(".mlir` |"));
    let mut named: Vec<String> = rows
        .filter_map(|row| row.rsplit('`').nth(1).map(str::to_owned))
        .collect();
    let mut situations = Vec::new();
    for folder in fs::read_dir(&directory).unwrap() {
        let folder = folder.unwrap();
        if !folder.file_type().unwrap().is_dir() {
            continue;
        }
        for file in fs::read_dir(folder.path()).unwrap() {
            let (folder, file) = (folder.file_name(), file.unwrap().file_name());
            situations.push(format!("{}/{}", folder.display(), file.display()));
        }
    }
    named.sort();
    situations.sort();
    assert_eq!(named, situations);
}
