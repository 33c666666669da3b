//! Runs the fixtures of passes: IR in, IR out. The verifier of MLIR also checks the results.
//!
//! The first line of a fixture reads `// test: PIPELINE`, in the notation of pipelines without the
//! `builtin.module` around it.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a failing test panics, and a skipped test prints a message"
)]

use std::path::{Path, PathBuf};

use crate::common::passes;
use crate::common::real_mlir::MlirOpt;
use memplan_mlir::text::{PrintOptions, line_col, parse, print};
use memplan_testing::{Outcome, run_directory};

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/dealloc")
}

fn outcome(pipeline: &str, text: &str) -> Outcome {
    let mut m = match parse(text.as_bytes(), &memplan_dialects_extra::parse_options()) {
        Ok(parsed) => parsed.module,
        Err(errors) => panic!("{errors:?}\n{text}"),
    };
    match passes::run(&mut m, pipeline) {
        Ok(()) => Outcome::output(print(&m, &PrintOptions::default()).trim_end()),
        Err(diagnostics) => Outcome {
            output: String::new(),
            errors: diagnostics
                .iter()
                .map(|diagnostic| {
                    let line = line_col(text.as_bytes(), diagnostic.span.start as usize).0;
                    (line as usize, diagnostic.message.clone())
                })
                .collect(),
        },
    }
}

#[test]
fn passes_give_what_the_fixtures_say() {
    let ran = run_directory(&directory(), |case| outcome(case.what, case.text));
    assert_eq!(ran.err(), None);
}

#[test]
fn the_real_verifier_accepts_what_comes_out() {
    let Some(mlir_opt) = MlirOpt::find(22) else {
        return;
    };
    // Check all cases in one run, since starting the program takes longer than its work.
    let mut texts = Vec::new();
    let ran = run_directory(&directory(), |case| {
        let outcome = outcome(case.what, case.text);
        texts.push(case.text.to_owned());
        if outcome.errors.is_empty() {
            texts.push(outcome.output.clone());
        }
        outcome
    });
    assert_eq!(ran.err(), None);
    assert_eq!(mlir_opt.check(&texts.join("\n// -----\n")), Ok(()));
}
