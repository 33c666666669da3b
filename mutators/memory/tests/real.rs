//! The passes under MLIR itself: programs and what comes out of them are run by mlir-runner over a ledger of
//! allocations, and models by the interpreter.
//!
//! Needs mlir-opt 22 and the shared tools; `MEMPLAN_PROGRAMS=n` runs `n` programs instead of the default number.

use std::process::Command;

use memplan_interp::{RunOptions, function, random_arguments, run};
use memplan_memory::{
    ComputeInBlocks, Rematerialize, ScheduleForMemory, compute_in_place, fuse_into_readers,
    fuse_updates_into_readers, sink_allocations, sink_fills, split_outputs,
};
use memplan_mlir::Module;
use memplan_testing::chains;
use memplan_testing::outside::{shared, shared_tool};
use memplan_testing::programs::n_programs;
use memplan_testing::reuse::{Frees, numbered_program};

use crate::common::{read, text_of};

/// The chain of `-O memory`, with recomputation.
fn improve(m: &mut Module) {
    let root = m.root();
    split_outputs(m, root);
    sink_fills(m, root);
    Rematerialize::default().recompute(m, root);
    fuse_into_readers(m, root);
    fuse_updates_into_readers(m, root);
    sink_allocations(m, root);
    let outputs = ScheduleForMemory {
        outputs: true,
        ..ScheduleForMemory::default()
    };
    outputs.schedule(m, root);
    compute_in_place(m, root);
}

/// What a function returns, and the ledger without its sums of bytes: leaks, double and wild frees.
fn executed(script: &std::path::Path, text: &str, entry: &str) -> (String, Vec<String>) {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("program.mlir");
    std::fs::write(&file, text).unwrap();
    let output = Command::new(script).arg(&file).arg(entry).output().unwrap();
    let ledger = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{ledger}\n{text}");
    let frees = ["leaked=", "double_frees=", "wild_frees="];
    let words = ledger.split_whitespace();
    let words = words.filter(|word| frees.iter().any(|free| word.starts_with(free)));
    let result = String::from_utf8_lossy(&output.stdout).into_owned();
    (result, words.map(str::to_owned).collect())
}

#[test]
fn the_real_mlir_computes_the_same_and_frees_all() {
    let Some(script) = shared_tool("mlir-ledger") else {
        return;
    };
    for number in 0..n_programs(3) {
        let frees = [Frees::All, Frees::Early][(number % 2) as usize];
        let text = numbered_program(number, frees);
        let mut m = read(&text);
        improve(&mut m);
        let (before, after) = (
            executed(&script, &text, "main"),
            executed(&script, &text_of(&m), "main"),
        );
        assert_eq!(before.1.len(), 3, "{before:?}");
        assert_eq!(before, after, "program {number}\n{}", text_of(&m));
    }
}

#[test]
fn the_real_mlir_computes_the_same_in_blocks() {
    let Some(script) = shared_tool("mlir-ledger") else {
        return;
    };
    for number in 0..n_programs(4) {
        let text = chains::numbered_program(number);
        let mut m = read(&text);
        let pass = ComputeInBlocks {
            blocks: 2 + number % 2,
            carried: number & 2 != 0,
            ..ComputeInBlocks::default()
        };
        let root = m.root();
        pass.divide(&mut m, root);
        let (before, after) = (
            executed(&script, &text, "entry"),
            executed(&script, &text_of(&m), "entry"),
        );
        assert_eq!(before.0, after.0, "program {number}\n{}", text_of(&m));
    }
}

#[test]
fn models_compute_the_same() {
    for name in ["lstm", "transformer_small"] {
        let Some(path) = shared(&format!("corpus/{name}.memref.mlir")) else {
            return;
        };
        let text = std::fs::read_to_string(path).unwrap();
        let mut m = read(&text);
        let run_main = |m: &Module| {
            let main = function(m, "main").unwrap();
            let arguments = random_arguments(m, main, 7).unwrap();
            run(m, main, &arguments, &RunOptions::default()).unwrap()
        };
        let before = run_main(&m);
        improve(&mut m);
        assert_eq!(before.difference(&run_main(&m)), None, "{name}");
    }
}
