//! Runs the fixtures: IR in, merged IR out. The verifiers of MLIR also check the results.
//!
//! The first line of a fixture reads `// test: merge`, followed by any of `planner=..`,
//! `mutator=..` and `collector=..` with ` | ` between them.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a failing test panics, and a skipped test prints a message"
)]

use std::path::{Path, PathBuf};

use crate::common::chain::Chain;
use crate::common::real_mlir::MlirOpt;
use memplan_testing::{Case, Outcome, run_directory};

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/merge_alloc")
}

fn chain<'a>(case: &Case<'a>) -> Chain<'a> {
    let mut chain = Chain::default();
    for part in case.what.trim_start_matches("merge").split(" | ") {
        match part.trim().split_once('=') {
            Some(("planner", spec)) => chain.planner = spec,
            Some(("mutator", spec)) => chain.mutator = spec,
            Some(("collector", spec)) => chain.collector = spec,
            Some((key, _)) => panic!("{}: unknown key `{key}`", case.name),
            None => {}
        }
    }
    chain
}

#[test]
fn merged_ir() {
    let ran = run_directory(&directory(), |case| {
        let merged = chain(&case).run(case.text);
        Outcome::output(merged.text.trim_end())
    });
    match ran {
        Ok(passed) => assert!(passed > 0),
        Err(report) => panic!("{report}"),
    }
}

#[test]
fn the_real_verifiers_accept_inputs_and_outputs() {
    for release in [22, 19] {
        let Some(mlir_opt) = MlirOpt::find(release) else {
            continue;
        };
        // The expected text is not checked here, so it is returned unchanged.
        let ran = run_directory(&directory(), |case| {
            let check = |text: &str| {
                let checked = mlir_opt.check(text);
                checked
                    .unwrap_or_else(|error| panic!("{}: mlir-opt {release}: {error}", case.name));
            };
            check(case.text);
            check(&chain(&case).run(case.text).text);
            let expected = case
                .text
                .lines()
                .filter_map(|line| line.strip_prefix("// output:"));
            let lines: Vec<&str> = expected
                .map(|line| line.strip_prefix(' ').unwrap_or(line))
                .collect();
            Outcome::output(lines.join("\n"))
        });
        assert_eq!(ran.err(), None);
    }
}
