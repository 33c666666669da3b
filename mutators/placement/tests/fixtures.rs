//! Runs the fixtures: IR in, IR out. What came out is also shown to the real verifier.
//!
//! The first line of a fixture reads `// test: PIPELINE`, in the notation of pipelines without the
//! `builtin.module` around it.

use std::path::{Path, PathBuf};

use memplan_mlir::dialects::Dialects;
use memplan_mlir::passes::{Pipeline, Registry, RunOptions};
use memplan_mlir::text::{PrintOptions, parse, print};
use memplan_mlir::verifier::verify;
use memplan_testing::{Outcome, run_directory};

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// Runs a pipeline of this crate's passes; the verifier looks at every step.
fn outcome(pipeline: &str, text: &str) -> Outcome {
    let mut m = match parse(text.as_bytes(), &memplan_dialects_extra::parse_options()) {
        Ok(parsed) => parsed.module,
        Err(errors) => panic!("{errors:?}\n{text}"),
    };
    assert_eq!(verify(&m), [], "{text}");
    let mut registry = Registry::with_builtin();
    for plugin in memplan_placement::passes() {
        registry.register(plugin).unwrap();
    }
    let text = format!("builtin.module({pipeline})");
    let pipeline = Pipeline::parse(&text, &registry, &Dialects::core()).unwrap();
    pipeline.run(&mut m, &RunOptions::default()).result.unwrap();
    Outcome::output(print(&m, &PrintOptions::default()).trim_end())
}

#[test]
fn passes_give_what_the_fixtures_say() {
    let ran = run_directory(&directory(), |case| outcome(case.what, case.text));
    match ran {
        Ok(passed) => assert!(passed > 0),
        Err(report) => panic!("{report}"),
    }
}
