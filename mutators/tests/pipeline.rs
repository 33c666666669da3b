//! The complete `buffer-deallocation-pipeline`, checked by execution in the interpreter and in MLIR.
//!
//! `MEMPLAN_PROGRAMS=n` tests `n` programs instead of the default number.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a failing helper fails the test, and a skipped test prints a message"
)]

use crate::common::chain::read;
use crate::common::convention::{Boundaries, fault_by_convention};
use crate::common::passes::{self, deallocate};
use crate::common::programs::{meaning, program, text_of};
use crate::common::real_mlir::{Ledger, Memcheck, MlirOpt};
use memplan_interp::Run;
use memplan_testing::programs::n_programs;

/// The fault of the program after deallocation, if there is one.
fn fault_after(text: &str, before: &Run, options: &str, boundaries: Boundaries) -> Option<String> {
    let mut m = read(text);
    if let Err(error) = deallocate(&mut m, options) {
        return Some(error);
    }
    if let Some(fault) = fault_by_convention(&m, &read(text), before, boundaries) {
        return Some(fault);
    }
    let once = text_of(&m);
    if let Err(error) = deallocate(&mut m, options) {
        return Some(format!("a second run: {error}\n{once}"));
    }
    let twice = text_of(&m);
    (once != twice).then(|| format!("a second run changes it:\n{once}\n{twice}"))
}

#[test]
fn programs_mean_the_same_and_leak_nothing() {
    for number in 0..n_programs(90) {
        let text = program(number);
        let before = meaning(&read(&text)).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        for (options, boundaries) in [
            ("", Boundaries::Copies),
            (
                "{private-function-dynamic-ownership=true}",
                Boundaries::Flags,
            ),
            ("{lower-clones=true}", Boundaries::Copies),
        ] {
            if let Some(fault) = fault_after(&text, &before, options, boundaries) {
                panic!("program {number}, {options:?}: {fault}\n{text}");
            }
        }
    }
}

/// The program with every buffer freed and nothing left of the dialect `bufferization`.
fn lowered(text: &str) -> String {
    let mut m = read(text);
    deallocate(&mut m, "{lower-clones=true}").unwrap();
    text_of(&m)
}

/// MLIR executes the result with tracked allocations.
#[test]
fn the_real_mlir_frees_everything_once() {
    let Some(ledger) = Ledger::find() else {
        return;
    };
    // A tenth of the programs: each one starts a process for each pass of the lowering.
    for number in 0..(n_programs(80) / 10).min(300) {
        let text = program(number);
        let reference = meaning(&read(&text)).unwrap();
        let lowered = lowered(&text);
        let ours = meaning(&read(&lowered)).unwrap();
        let freed = ledger.run(&lowered).unwrap();
        let mistakes = (freed.leaked, freed.double_frees, freed.wild_frees);
        assert_eq!(mistakes, (0, 0, 0), "{text}");
        assert_eq!(freed.allocs, ours.n_allocations, "{text}");
        if ours.n_allocations == reference.n_allocations {
            let mut m = read(&text);
            passes::run(&mut m, "expand-realloc,convert-bufferization-to-memref").unwrap();
            let given = ledger.run(&text_of(&m)).unwrap();
            assert_eq!(given.result, freed.result, "{text}");
            assert!(freed.peak <= given.peak, "{text}");
        }
    }
}

/// Valgrind reports neither leaks nor uses after free when MLIR executes the result.
#[test]
fn valgrind_finds_nothing() {
    let Some(memcheck) = Memcheck::find() else {
        return;
    };
    // Each run takes many seconds, so only programs with many allocations are run.
    let n = (n_programs(0) / 300).clamp(1, 10);
    let (mut number, mut n_run) = (0, 0);
    while n_run < n {
        let text = program(number);
        number += 1;
        if meaning(&read(&text)).unwrap().n_allocations < 5 {
            continue;
        }
        n_run += 1;
        if let Err(error) = memcheck.run(&lowered(&text)) {
            panic!("program {}: {error}\n{text}", number - 1);
        }
    }
    // Memcheck must report a program that frees nothing. Slow, so in long runs only.
    if n > 1 {
        assert!(memcheck.run(LEAK).is_err());
    }
}

const LEAK: &str = "
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : i32
  %0 = memref.alloc() : memref<4xi32>
  memref.store %c7, %0[%c0] : memref<4xi32>
  %1 = memref.load %0[%c0] : memref<4xi32>
  return %1 : i32
}
";

/// Both releases of MLIR accept the result if they accept the input.
#[test]
fn the_real_mlir_reads_what_comes_out() {
    for release in [22, 19] {
        let Some(mlir_opt) = MlirOpt::find(release) else {
            continue;
        };
        // One run of the tool reads all programs, separated by its split marker.
        let n = n_programs(40);
        let (mut given, mut freed) = (Vec::new(), Vec::new());
        for number in 0..n {
            let text = program(number);
            if release == 22 || mlir_opt.check(&text).is_ok() {
                freed.push(lowered(&text));
                given.push(text);
            }
        }
        assert!(given.len() as u64 * 2 > n, "only {} programs", given.len());
        mlir_opt
            .check(&freed.join("// -----\n"))
            .unwrap_or_else(|error| panic!("mlir-opt {release}: {error}"));
    }
}
