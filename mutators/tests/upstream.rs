//! Validates the test implementation of MLIR's deallocation scheme: mlir-opt 22 accepts the same
//! programs and inserts the same operations.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failing test panics, and a skipped test prints a message"
)]

use std::path::Path;

use crate::common::chain::read;
use crate::common::passes;
use crate::common::programs::{meaning, text_of};
use crate::common::real_mlir::{Ledger, MlirOpt};
use crate::common::upstream::{self, PrivateFunctions};
use memplan_mutators::dealloc::expand_realloc::Deallocs;
use memplan_mutators::dealloc::{expand_realloc, lower, lower_clones};
use memplan_testing::figure;
use memplan_testing::programs::n_programs;
use memplan_testing::programs::{ProgramOptions, numbered_program};

/// The operations of each block, by name and numbers of operands and results, sorted.
fn operations(text: &str) -> Vec<Vec<String>> {
    let m = read(text);
    let mut blocks = Vec::new();
    for op in m.walk(m.root()) {
        for block in m.regions(op).iter().flat_map(|&region| m.blocks(region)) {
            let mut ops: Vec<String> = m
                .ops(block)
                .map(|op| {
                    let counts = (m.operands(op).len(), m.result_count(op));
                    format!("{} {counts:?}", m.op_name_text(op))
                })
                .collect();
            ops.sort();
            blocks.push(ops);
        }
    }
    // The order of the blocks of a region may differ.
    blocks.sort();
    blocks
}

/// The most programs that are compared: mlir-opt runs several times on each.
const MOST: u64 = 100;

const CLEAN_UP: &[&str] = &["--canonicalize", "--cse"];

/// Both versions of a program after the same clean-up; an error from either side where it refuses.
fn both(
    mlir_opt: &MlirOpt,
    text: &str,
    private: PrivateFunctions,
) -> (Result<String, String>, Result<String, String>) {
    let pass = match private {
        PrivateFunctions::LikePublic => "--ownership-based-buffer-deallocation",
        PrivateFunctions::DynamicOwnership => {
            "--ownership-based-buffer-deallocation=private-function-dynamic-ownership=true"
        }
    };
    let theirs = mlir_opt.run(text, &[&[pass], CLEAN_UP].concat());
    let mut m = read(text);
    let root = m.root();
    let ours = upstream::run(&mut m, root, private)
        .map_err(|errors| format!("{errors:?}"))
        .map(|()| text_of(&m))
        .map(|text| {
            let cleaned = mlir_opt.run(&text, CLEAN_UP);
            cleaned.unwrap_or_else(|error| panic!("{error}\n{text}"))
        });
    (ours, theirs)
}

/// How two versions compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    SameText,
    SameOperations,
    BothRefuse,
}

fn compare(mlir_opt: &MlirOpt, text: &str, private: PrivateFunctions) -> Verdict {
    match both(mlir_opt, text, private) {
        (Ok(ours), Ok(theirs)) if ours == theirs => Verdict::SameText,
        (Ok(ours), Ok(theirs)) => {
            assert_eq!(
                operations(&ours),
                operations(&theirs),
                "ours:\n{ours}\ntheirs:\n{theirs}\n{text}"
            );
            Verdict::SameOperations
        }
        (Err(_), Err(_)) => Verdict::BothRefuse,
        (ours, theirs) => panic!("ours: {ours:?}\ntheirs: {theirs:?}\n{text}"),
    }
}

const BOTH: [PrivateFunctions; 2] = [
    PrivateFunctions::LikePublic,
    PrivateFunctions::DynamicOwnership,
];

#[test]
fn structured_programs_get_the_same_operations() {
    let Some(mlir_opt) = MlirOpt::find(22) else {
        return;
    };
    let n = n_programs(8).min(MOST);
    let options = ProgramOptions {
        blocks: false,
        ..ProgramOptions::default()
    };
    let (mut same_text, mut refused) = (0, 0);
    for number in 0..n {
        let mut m = read(&numbered_program(number, &options));
        let root = m.root();
        expand_realloc::run(&mut m, root, Deallocs::Leave);
        let text = text_of(&m);
        // Cleans up the input first, so that the final clean-up changes only what was inserted.
        let text = mlir_opt.run(&text, CLEAN_UP).unwrap();
        for private in BOTH {
            match compare(&mlir_opt, &text, private) {
                Verdict::SameText => same_text += 1,
                Verdict::SameOperations => {}
                Verdict::BothRefuse => refused += 1,
            }
        }
    }
    figure(&format!(
        "{same_text} of {} are the same text, {refused} refused",
        2 * n
    ));
    assert!(2 * refused < n, "{refused} of {n}");
}

/// The sections of a fixture, without what is expected to come out.
fn sections(text: &str) -> Vec<String> {
    let is_input = |line: &&str| !line.starts_with("// output:");
    let lines = |section: &str| -> Vec<String> {
        section
            .lines()
            .filter(is_input)
            .map(str::to_owned)
            .collect()
    };
    text.split("// -----\n")
        .map(|section| lines(section).join("\n"))
        .collect()
}

#[test]
fn examples_get_the_same_operations() {
    let Some(mlir_opt) = MlirOpt::find(22) else {
        return;
    };
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/dealloc");
    let (mut n_same, mut n_refused) = (0, 0);
    for file in [
        "upstream.mlir",
        "upstream-dynamic.mlir",
        "upstream-refused.mlir",
    ] {
        let text = std::fs::read_to_string(directory.join(file)).unwrap();
        for section in sections(&text) {
            for private in BOTH {
                match compare(&mlir_opt, &section, private) {
                    Verdict::SameText | Verdict::SameOperations => n_same += 1,
                    Verdict::BothRefuse => n_refused += 1,
                }
            }
        }
    }
    assert_eq!((n_same, n_refused), (40, 12));
}

#[test]
fn what_upstream_gets_wrong_is_still_wrong_there() {
    let Some(mlir_opt) = MlirOpt::find(22) else {
        return;
    };
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/dealloc");
    for (file, private) in [
        ("upstream-better.mlir", PrivateFunctions::LikePublic),
        (
            "upstream-dynamic-better.mlir",
            PrivateFunctions::DynamicOwnership,
        ),
    ] {
        let text = std::fs::read_to_string(directory.join(file)).unwrap();
        for section in sections(&text) {
            let (ours, theirs) = both(&mlir_opt, &section, private);
            let ours = operations(&ours.unwrap());
            let is_same = theirs.is_ok_and(|theirs| operations(&theirs) == ours);
            assert!(!is_same, "{section}");
        }
    }
}

#[test]
fn the_real_mlir_frees_everything_once() {
    let Some(ledger) = Ledger::find() else {
        return;
    };
    let mut n_helped = 0;
    for number in 0..16 {
        // Every other program has several blocks; many of those are rejected.
        let options = ProgramOptions {
            blocks: number % 2 == 0,
            ..ProgramOptions::default()
        };
        let text = numbered_program(number, &options);
        let mut m = read(&text);
        // Lowers to the list helper instead of inline comparisons wherever there is more than one buffer.
        let pipeline = "expand-realloc{emit-deallocs=false},\
                        upstream-deallocation";
        if passes::run(&mut m, pipeline).is_err() {
            continue;
        }
        let root = m.root();
        let options = lower::Options {
            inline_pairs: 0,
            ..lower::Options::default()
        };
        lower::run(&mut m, root, &options).unwrap();
        passes::run(
            &mut m,
            "canonicalize,cse,func.func(optimize-allocation-liveness)",
        )
        .unwrap();
        lower_clones::run(&mut m, root).unwrap();
        let freed = text_of(&m);
        n_helped += u32::from(freed.contains("call @dealloc_helper"));
        let mut given = read(&text);
        passes::run(&mut given, "expand-realloc{emit-deallocs=false}").unwrap();
        let root = given.root();
        lower_clones::run(&mut given, root).unwrap();
        let given = text_of(&given);
        let (given, freed) = (ledger.run(&given).unwrap(), ledger.run(&freed).unwrap());
        assert_eq!(given.result, freed.result, "{text}");
        let mistakes = (freed.leaked, freed.double_frees, freed.wild_frees);
        assert_eq!(mistakes, (0, 0, 0), "{text}");
        assert!(freed.peak <= given.peak, "{text}");
    }
    assert!(n_helped > 2, "{n_helped}");
}

#[test]
fn programs_of_blocks_get_the_same_operations() {
    let Some(mlir_opt) = MlirOpt::find(22) else {
        return;
    };
    let options = ProgramOptions {
        blocks: true,
        ..ProgramOptions::default()
    };
    let (mut n_same, mut n_refused) = (0, 0);
    let n = n_programs(15).min(MOST);
    for number in 0..n {
        let mut m = read(&numbered_program(number, &options));
        let root = m.root();
        expand_realloc::run(&mut m, root, Deallocs::Leave);
        let text = mlir_opt.run(&text_of(&m), CLEAN_UP).unwrap();
        for private in BOTH {
            match both(&mlir_opt, &text, private) {
                (Ok(ours), Ok(theirs)) if operations(&ours) == operations(&theirs) => n_same += 1,
                // The results may differ only where the program of MLIR is wrong.
                (Ok(ours), Ok(theirs)) => {
                    let run = meaning(&read(&theirs));
                    assert!(
                        run.is_err() || run.is_ok_and(|run| !run.leaks.is_empty()),
                        "ours:\n{ours}\ntheirs:\n{theirs}\n{text}"
                    );
                }
                (Ok(_) | Err(_), Err(_)) => n_refused += 1,
                (Err(ours), Ok(_)) => panic!("{ours}\n{text}"),
            }
        }
    }
    figure(&format!(
        "{n_same} of {} get the same operations, {n_refused} refused",
        2 * n
    ));
    assert!(n_same > n / 2, "{n_same} of {n}");
}

/// Deferred work that is never awaited keeps its buffers; upstream frees them at once.
#[test]
fn what_nothing_waits_for_is_refused_here_only() {
    let Some(mlir_opt) = MlirOpt::find(22) else {
        return;
    };
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/dealloc");
    let text = std::fs::read_to_string(directory.join("upstream-not-awaited.mlir")).unwrap();
    for section in sections(&text) {
        for private in BOTH {
            let (ours, theirs) = both(&mlir_opt, &section, private);
            assert!(ours.is_err() && theirs.is_ok(), "{section}");
        }
    }
}
