//! `canonicalize` and `cse` preserve the behaviour of random and small programs, and simplify them.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

use memplan_interp::{Run, RunOptions, function, run};
use memplan_mlir::Module;
use memplan_mlir::rewrite::{canonicalize, cse};
use memplan_mlir::text::{PrintOptions, parse, print};
use memplan_mlir::verifier::verify;
use memplan_testing::programs::{ProgramOptions, n_programs, numbered_program};

fn module(text: &str) -> Module {
    parse(text.as_bytes(), &memplan_dialects_extra::parse_options())
        .unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
        .module
}

fn meaning(m: &Module, text: &str) -> Run {
    let printed = || print(m, &PrintOptions::default());
    assert_eq!(verify(m), [], "{}\n{text}", printed());
    let main = function(m, "main").unwrap();
    run(m, main, &[], &RunOptions::default())
        .unwrap_or_else(|fault| panic!("{fault}\n{}\n{text}", printed()))
}

#[test]
fn programs_mean_the_same_afterwards() {
    let n = n_programs(300);
    let options = ProgramOptions {
        tensors: true,
        ..ProgramOptions::default()
    };
    let (mut before, mut after) = (0, 0);
    for number in 0..n {
        let text = numbered_program(number, &options);
        let mut m = module(&text);
        let reference = meaning(&m, &text);
        before += m.walk(m.root()).count();
        let root = m.root();
        for round in 0..2 {
            let has_changed = canonicalize(&mut m, root);
            assert_eq!(reference.difference(&meaning(&m, &text)), None, "{text}");
            assert!(round == 0 || !has_changed, "not stable: {text}");
            cse(&mut m, root);
            assert_eq!(reference.difference(&meaning(&m, &text)), None, "{text}");
            canonicalize(&mut m, root);
        }
        after += m.walk(m.root()).count();
        // The result must also survive printing and parsing.
        let printed = print(&m, &PrintOptions::default());
        let again = module(&printed);
        assert_eq!(
            reference.difference(&meaning(&again, &printed)),
            None,
            "{text}"
        );
    }
    assert!(after < before, "{after} operations of {before}");
}

/// A value that the second region receives from the first and yields again is the same in each iteration.
#[test]
fn values_that_while_loops_pass_around_are_known() {
    let text = "func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : i32
  %a = memref.alloc(%c3) : memref<?xi32>
  linalg.fill ins(%c7 : i32) outs(%a : memref<?xi32>)
  %0:2 = scf.while (%m = %a, %i = %c0) : (memref<?xi32>, index) -> (index, memref<?xi32>) {
    %more = arith.cmpi ult, %i, %c3 : index
    scf.condition(%more) %i, %m : index, memref<?xi32>
  } do {
  ^bb0(%i: index, %m: memref<?xi32>):
    %x = memref.load %m[%i] : memref<?xi32>
    %y = arith.addi %x, %c7 : i32
    memref.store %y, %m[%i] : memref<?xi32>
    %next = arith.addi %i, %c1 : index
    scf.yield %m, %next : memref<?xi32>, index
  }
  %r = memref.load %0#1[%c1] : memref<?xi32>
  memref.dealloc %0#1 : memref<?xi32>
  return %r : i32
}";
    let mut m = module(text);
    let reference = meaning(&m, text);
    let root = m.root();
    canonicalize(&mut m, root);
    assert_eq!(reference.difference(&meaning(&m, text)), None);
    let after = print(&m, &PrintOptions::default());
    assert!(
        after.contains("scf.while (%arg0 = %c0) : (index) -> index {"),
        "{after}"
    );
    assert!(after.contains("memref.dealloc %alloc"), "{after}");
}

/// Values that a loop passes on unchanged, sets to their initial value, or computes but never reads.
#[test]
fn carried_values_that_a_loop_does_not_need_are_dropped() {
    let text = "func.func @main() -> (i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a = arith.constant 5 : i32
  %b = arith.constant 7 : i32
  %0:5 = scf.for %i = %c0 to %c3 step %c1
      iter_args(%same = %a, %initial = %b, %unread = %b, %other = %a, %sum = %b)
      -> (i32, i32, i32, i32, i32) {
    %x = arith.addi %sum, %same : i32
    %y = arith.muli %x, %initial : i32
    scf.yield %same, %b, %x, %unread, %y : i32, i32, i32, i32, i32
  }
  return %0#0, %0#1, %0#4 : i32, i32, i32
}";
    let mut m = module(text);
    let reference = meaning(&m, text);
    let root = m.root();
    assert!(canonicalize(&mut m, root));
    assert_eq!(reference.difference(&meaning(&m, text)), None);
    let printed = print(&m, &PrintOptions::default());
    // One value is left: the sum.
    assert!(printed.contains(" -> (i32) {"), "{printed}");
}
