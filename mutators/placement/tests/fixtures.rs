//! Runs the fixtures: IR in, IR out. The verifier of MLIR also checks the results.
//!
//! The first line of a fixture reads `// test: PIPELINE`, in the notation of pipelines without the
//! `builtin.module` around it.

use std::path::{Path, PathBuf};

use memplan_mlir::dialects::Dialects;
use memplan_mlir::passes::{Failure, PassError, Pipeline, Registry, RunOptions};
use memplan_mlir::text::{ParseOptions, PrintOptions, line_col, parse, print};
use memplan_mlir::verifier::verify;
use memplan_testing::{Outcome, run_directory};

use crate::custom;

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// Runs a pipeline of this crate's passes; the verifier checks every step.
fn outcome(pipeline: &str, text: &str) -> Outcome {
    let dialects = custom::dialects();
    let options = ParseOptions {
        dialects: Some(&dialects),
        ..ParseOptions::default()
    };
    let mut m = match parse(text.as_bytes(), &options) {
        Ok(parsed) => parsed.module,
        Err(errors) => panic!("{errors:?}\n{text}"),
    };
    assert_eq!(verify(&m), [], "{text}");
    let before = print(&m, &PrintOptions::default());
    let mut registry = Registry::with_builtin();
    for plugin in memplan_placement::passes() {
        registry.register(plugin).unwrap();
    }
    let whole = format!("builtin.module({pipeline})");
    let pipeline = Pipeline::parse(&whole, &registry, &Dialects::core()).unwrap();
    let ran = pipeline.run(&mut m, &RunOptions::default());
    let after = print(&m, &PrintOptions::default());
    let Some(failed) = ran.result.err() else {
        return Outcome::output((ran.printed + &after).trim_end());
    };
    assert_eq!(
        before, after,
        "a pass that fails leaves the module as it was"
    );
    let diagnostics = failed.0.into_iter().flat_map(|failure| match failure {
        Failure::GaveUp {
            error: PassError::Diagnostics(list),
            ..
        } => list,
        other => panic!("{other:?}"),
    });
    let line = |start: u32| line_col(text.as_bytes(), start as usize).0 as usize;
    Outcome {
        output: String::new(),
        errors: diagnostics
            .map(|diagnostic| (line(diagnostic.span.start), diagnostic.message))
            .collect(),
    }
}

#[test]
fn passes_give_what_the_fixtures_say() {
    let ran = run_directory(&directory(), |case| outcome(case.what, case.text));
    match ran {
        Ok(passed) => assert!(passed > 0),
        Err(report) => panic!("{report}"),
    }
}
