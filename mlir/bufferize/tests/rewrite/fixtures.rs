//! Runs the fixtures: tensors in, memrefs out. The result is verified, passed to mlir-opt, and computes the same
//! results.
//!
//! The first line reads `// test: bufferize WORDS`; see `common::options`. `copies` copies every
//! destination first.

use std::path::{Path, PathBuf};

use super::common::{bufferized, compare, copy_destinations, mlir_opt_22, options, read, write};
use memplan_mlir::text::line_col;
use memplan_testing::{Outcome, run_directory};

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/rewrite")
}

fn outcome(what: &str, text: &str) -> Outcome {
    match bufferized(text, what) {
        Ok((m, _)) => Outcome::output(write(&m).trim_end()),
        Err(error) => {
            let line = line_col(text.as_bytes(), error.span.start as usize).0;
            Outcome::error(line as usize, error.to_string())
        }
    }
}

#[test]
fn fixtures_are_rewritten_as_they_say() {
    let ran = run_directory(&directory(), |case| outcome(case.what, case.text));
    assert!(ran.is_ok(), "{}", ran.unwrap_err());
}

#[test]
fn mlir_opt_accepts_what_comes_out_with_every_boundary() {
    let mut texts = Vec::new();
    let ran = run_directory(&directory(), |case| {
        for boundary in ["", " identity", " fully-dynamic"] {
            let words = format!("{}{boundary}", case.what);
            if let Ok((m, _)) = bufferized(case.text, &words) {
                texts.push(write(&m));
            }
        }
        outcome(case.what, case.text)
    });
    assert!(ran.is_ok(), "{}", ran.unwrap_err());
    if let Some(checked) = mlir_opt_22(&texts.join("\n// -----\n"), &[]) {
        assert_eq!(checked.err(), None);
    }
}

#[test]
fn results_stay_the_same() {
    let mut n_compared = 0;
    let ran = run_directory(&directory(), |case| {
        let boundary_off = case.what.contains("no-boundaries");
        for boundary in ["", " identity"] {
            let words = format!("{} copies{boundary}", case.what);
            let mut before = read(case.text);
            if let (Ok((after, _)), false) = (bufferized(case.text, &words), boundary_off) {
                n_compared += compare(&before, &after, case.name);
                copy_destinations(&mut before);
            }
        }
        let _ = options(case.what);
        outcome(case.what, case.text)
    });
    assert!(ran.is_ok(), "{}", ran.unwrap_err());
    assert!(n_compared >= 100, "only {n_compared} runs were compared");
}
