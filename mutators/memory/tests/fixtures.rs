//! Runs the fixtures: IR in, IR out, with the remarks.
//!
//! The first line of a fixture reads `// test: PIPELINE`, in the notation of pipelines without the
//! `builtin.module` around it.

use std::path::Path;

use memplan_mlir::dialects::Dialects;
use memplan_mlir::passes::{Pipeline, Registry, RunOptions};
use memplan_mlir::text::line_col;
use memplan_testing::{Outcome, run_directory};

use crate::common::{read, text_of};

/// Runs a pipeline of this crate's passes; the verifier checks every step.
fn outcome(pipeline: &str, text: &str) -> Outcome {
    let mut m = read(text);
    let mut registry = Registry::with_builtin();
    for plugin in memplan_memory::passes() {
        registry.register(plugin).unwrap();
    }
    let whole = format!("builtin.module({pipeline})");
    let pipeline = Pipeline::parse(&whole, &registry, &Dialects::core()).unwrap();
    let ran = pipeline.run(&mut m, &RunOptions::default());
    assert!(ran.result.is_ok(), "{:?}", ran.result);
    let line = |start: u32| line_col(text.as_bytes(), start as usize).0 as usize;
    let mut output = text_of(&m).trim_end().to_owned();
    for remark in ran.warnings {
        output.push_str(&format!(
            "\nline {}: {}",
            line(remark.span.start),
            remark.message
        ));
        for note in remark.notes {
            let at = note.span.map_or(0, |span| line(span.start));
            output.push_str(&format!("\n  line {at}: {}", note.message));
        }
    }
    Outcome::output(output)
}

#[test]
fn passes_give_what_the_fixtures_say() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    for folder in std::fs::read_dir(directory).unwrap() {
        let ran = run_directory(&folder.unwrap().path(), |case| {
            outcome(case.what, case.text)
        });
        match ran {
            Ok(passed) => assert!(passed > 0),
            Err(report) => panic!("{report}"),
        }
    }
}
