//! Special kinds of programs: loops that rotate their buffers, cycles with two entries, deferred
//! work, device tokens, buffers of buffers, functions that return one buffer twice. Merging and
//! deallocation in several orders must accept all of them, free everything once, and preserve the
//! results.
//!
//! `MEMPLAN_PROGRAMS=n` tests `n` programs of each kind instead of the default number.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a failing helper fails the test, and measurements are printed"
)]

use crate::common::chain::{Chain, read};
use crate::common::convention::{Boundaries, fault_by_convention};
use crate::common::passes::{deallocate, deallocate_like_upstream, run};
use crate::common::programs::{meaning, text_of};
use crate::common::real_mlir::Ledger;
use memplan_interp::Run;
use memplan_mlir::Module;
use memplan_testing::programs::n_programs;
use memplan_testing::programs::{ProgramOptions, numbered_program};

const PLAIN: ProgramOptions = ProgramOptions {
    statements: 8,
    ..ProgramOptions::DEFAULT
};

const KINDS: &[(&str, ProgramOptions)] = &[
    (
        "rotation",
        ProgramOptions {
            rotation: true,
            ..PLAIN
        },
    ),
    (
        "jobs",
        ProgramOptions {
            jobs: true,
            ..PLAIN
        },
    ),
    (
        "device",
        ProgramOptions {
            device: true,
            ..PLAIN
        },
    ),
    (
        "holders",
        ProgramOptions {
            holders: true,
            ..PLAIN
        },
    ),
    (
        "twice",
        ProgramOptions {
            twice: true,
            rotation: true,
            ..PLAIN
        },
    ),
    (
        "all",
        ProgramOptions {
            rotation: true,
            jobs: true,
            device: true,
            holders: true,
            twice: true,
            statements: 12,
            ..PLAIN
        },
    ),
];

type Change = fn(&mut Module) -> Result<(), String>;

fn merged(m: &mut Module) -> Result<(), String> {
    *m = Chain::default().run(&text_of(m)).module;
    Ok(())
}

fn merged_by_deallocations(m: &mut Module) -> Result<(), String> {
    let chain = Chain {
        collector: "dealloc",
        ..Chain::default()
    };
    *m = chain.run(&text_of(m)).module;
    Ok(())
}

fn placed(m: &mut Module) -> Result<(), String> {
    let passes = "buffer-hoisting,buffer-loop-hoisting,promote-buffers-to-stack,\
                  func.func(optimize-allocation-liveness)";
    run(m, passes).map_err(|errors| format!("{errors:?}"))
}

fn deallocated(m: &mut Module) -> Result<(), String> {
    deallocate(m, "")
}

/// The steps of a run, in order. Everything is freed at the end.
struct Order {
    name: &'static str,
    changes: &'static [Change],
    boundaries: Boundaries,
}

const ORDERS: &[Order] = &[
    Order {
        name: "deallocate",
        changes: &[deallocated],
        boundaries: Boundaries::Copies,
    },
    Order {
        name: "deallocate twice",
        changes: &[deallocated, deallocated],
        boundaries: Boundaries::Copies,
    },
    Order {
        name: "merge, deallocate",
        changes: &[merged, deallocated],
        boundaries: Boundaries::Copies,
    },
    Order {
        name: "merge twice, deallocate",
        changes: &[merged, merged, deallocated],
        boundaries: Boundaries::Copies,
    },
    Order {
        name: "deallocate with flags of private functions, lower clones, free early",
        changes: &[|m| {
            deallocate(
                m,
                "{private-function-dynamic-ownership=true lower-clones=true}",
            )?;
            let root = m.root();
            memplan_placement::free_early(m, root);
            Ok(())
        }],
        boundaries: Boundaries::Flags,
    },
    Order {
        name: "deallocate, merge by deallocations",
        changes: &[deallocated, merged_by_deallocations],
        boundaries: Boundaries::Copies,
    },
    Order {
        name: "place, merge, deallocate, merge by deallocations",
        changes: &[placed, merged, deallocated, merged_by_deallocations],
        boundaries: Boundaries::Copies,
    },
    Order {
        name: "place, deallocate, place, merge by deallocations",
        changes: &[placed, deallocated, placed, merged_by_deallocations],
        boundaries: Boundaries::Copies,
    },
];

impl Order {
    /// The fault of a program after the changes of this order, if there is one.
    fn fault(&self, text: &str, before: &Run) -> Option<String> {
        let mut m = read(text);
        match self.changes.iter().try_for_each(|change| change(&mut m)) {
            Ok(()) => fault_by_convention(&m, &read(text), before, self.boundaries),
            Err(refusal) => Some(refusal),
        }
    }
}

#[test]
fn every_order_accepts_every_kind_and_keeps_its_meaning() {
    let n = n_programs(5);
    let mut faults = Vec::new();
    for (kind, options) in KINDS {
        let mut n_allocations = 0;
        for number in 0..n {
            let text = numbered_program(number, options);
            let given = match meaning(&read(&text)) {
                Ok(given) => given,
                Err(fault) => panic!("{kind}, program {number}: {fault}\n{text}"),
            };
            n_allocations += given.n_allocations;
            for order in ORDERS {
                if let Some(fault) = order.fault(&text, &given) {
                    let order = order.name;
                    faults.push(format!(
                        "{order}, {kind}, program {number}: {fault}\n{text}"
                    ));
                }
            }
        }
        assert!(n_allocations > n, "{kind}: {n_allocations} allocations");
    }
    let first: Vec<String> = faults
        .iter()
        .map(|fault| fault.chars().take(300).collect())
        .collect();
    assert!(
        faults.is_empty(),
        "{} faults: {first:#?}\n{}",
        faults.len(),
        faults[0]
    );
}

/// Programs that failed once. A copy of the convention changes the result of some of them.
#[test]
fn every_order_keeps_the_meaning_of_the_reproducers() {
    let directory = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/orders");
    let mut copied = Vec::new();
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let before = meaning(&read(&text)).unwrap();
        for order in ORDERS {
            let fault = order.fault(&text, &before);
            assert_eq!(fault, None, "{}, {path:?}", order.name);
        }
        let mut m = read(&text);
        deallocated(&mut m).unwrap();
        if before.difference(&meaning(&m).unwrap()).is_some() {
            copied.push(path.file_stem().unwrap().to_str().unwrap().to_owned());
        }
    }
    copied.sort();
    let expected = [
        "public-function-returns-its-argument",
        "recursive-function-returns-its-argument",
    ];
    assert_eq!(copied, expected);
}

/// A copy excuses another result only at the end of a function that follows the convention.
#[test]
fn a_copy_that_the_convention_does_not_ask_for_is_noticed() {
    let program = |visibility: &str, body: &str, used: &str, mark: &str| {
        format!(
            "func.func {visibility} @same(%p: memref<4xi32>) -> memref<4xi32> {mark} {{
              {body}
            }}
            func.func @main() -> i32 {mark} {{
              %c0 = arith.constant 0 : index
              %k7 = arith.constant 7 : i32
              %k9 = arith.constant 9 : i32
              %a = memref.alloca() : memref<4xi32>
              linalg.fill ins(%k7 : i32) outs(%a : memref<4xi32>)
              {used}
              memref.store %k9, %a[%c0] : memref<4xi32>
              %r = memref.load %b[%c0] : memref<4xi32>
              memref.dealloc %b : memref<4xi32>
              return %r : i32
            }}"
        )
    };
    let call = "%b = func.call @same(%a) : (memref<4xi32>) -> memref<4xi32>";
    let copy_and_return = "%q = bufferization.clone %p : memref<4xi32> to memref<4xi32>
              return %q : memref<4xi32>";
    let copy_in_main = "%b = bufferization.clone %a : memref<4xi32> to memref<4xi32>";
    let no_copy = "%true = arith.constant true
              %b = arith.select %true, %a, %a : memref<4xi32>";
    let mark = "attributes {memplan.deallocated}";
    let cases = [
        ("", copy_and_return, call, Boundaries::Copies, true),
        ("", copy_and_return, call, Boundaries::Flags, true),
        ("private", copy_and_return, call, Boundaries::Copies, true),
        ("private", copy_and_return, call, Boundaries::Flags, false),
        ("private", copy_and_return, call, Boundaries::Upstream, true),
        // The copy of another buffer is not the one that the function returns.
        ("", copy_and_return, copy_in_main, Boundaries::Copies, false),
    ];
    for (visibility, body, used, boundaries, is_allowed) in cases {
        let given_call = if used == call { call } else { no_copy };
        let given = program(visibility, "return %p : memref<4xi32>", given_call, "");
        let given = read(&given.replace("memref.dealloc %b : memref<4xi32>", ""));
        let before = meaning(&given).unwrap();
        let freed = read(&program(visibility, body, used, mark));
        let fault = fault_by_convention(&freed, &given, &before, boundaries);
        assert_eq!(
            fault.is_none(),
            is_allowed,
            "{visibility} {used} {boundaries:?}: {fault:?}"
        );
    }
}

/// The reference scheme may reject a program, but frees all buffers of the programs that it accepts. It does not
/// support buffers that are read through others in a later block.
#[test]
fn the_reference_scheme_refuses_or_frees_every_kind() {
    let n = n_programs(5);
    let mut n_taken = 0;
    for (kind, options) in KINDS.iter().filter(|(_, options)| !options.holders) {
        let options = ProgramOptions {
            blocks: false,
            clones: false,
            ..*options
        };
        for number in 0..n {
            let text = numbered_program(number, &options);
            let given = read(&text);
            let before = meaning(&given).unwrap();
            let mut m = read(&text);
            if deallocate_like_upstream(&mut m).is_err() {
                continue;
            }
            n_taken += 1;
            let fault = fault_by_convention(&m, &given, &before, Boundaries::Upstream);
            assert_eq!(fault, None, "{kind}, program {number}:\n{text}");
        }
    }
    assert!(n_taken > n, "{n_taken} programs");
}

/// Tests the oracle: when jobs run as late as possible, a missing wait is detected.
#[test]
fn a_free_before_the_wait_is_noticed() {
    let text = "func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %k = arith.constant 7 : i32
  %a = memref.alloc() : memref<4xi32>
  %b = memref.alloc() : memref<4xi32>
  linalg.fill ins(%k : i32) outs(%a : memref<4xi32>)
  %t = async.execute {
    memref.copy %a, %b : memref<4xi32> to memref<4xi32>
    async.yield
  }
  memref.dealloc %a : memref<4xi32>
  async.await %t : !async.token
  %r = memref.load %b[%c0] : memref<4xi32>
  memref.dealloc %b : memref<4xi32>
  return %r : i32
}";
    let fault = meaning(&read(text)).unwrap_err();
    assert!(fault.contains("freed"), "{fault}");
}

/// MLIR executes the programs with tracked allocations: no leak, no invalid free, the same result.
#[test]
fn the_real_mlir_agrees() {
    let Some(ledger) = Ledger::find() else { return };
    let kinds = ["rotation", "holders", "twice"];
    let n = n_programs(0).min(1000) / 10;
    let (mut n_run, mut n_skipped) = (0, 0);
    for (kind, options) in KINDS.iter().filter(|kind| kinds.contains(&kind.0)) {
        for number in 0..n.max(1) {
            let text = numbered_program(number, options);
            for change in [&[deallocated as Change][..], &[merged, deallocated]] {
                let mut m = read(&text);
                for change in change {
                    change(&mut m).unwrap();
                }
                let ours = meaning(&m).unwrap();
                let run = match ledger.run(&text_of(&m)) {
                    Ok(run) => run,
                    Err(_) => {
                        // If MLIR cannot lower the result, it must not be able to lower the input either.
                        assert!(
                            ledger.run(&text).is_err(),
                            "{kind}, program {number}:\n{text}"
                        );
                        n_skipped += 1;
                        continue;
                    }
                };
                n_run += 1;
                let mistakes = (run.leaked, run.double_frees, run.wild_frees);
                assert_eq!(mistakes, (0, 0, 0), "{kind}, program {number}:\n{text}");
                let expected = format!("{:?}", ours.results);
                assert!(
                    expected.contains(&unsigned(&run.result)),
                    "{kind}, program {number}: {} and {expected}\n{text}",
                    run.result
                );
            }
        }
    }
    eprintln!("{n_run} programs executed by MLIR, {n_skipped} skipped");
    assert!(n_run > 0);
}

/// A result as the interpreter writes it: without a sign.
fn unsigned(text: &str) -> String {
    let number: i64 = text.trim().parse().unwrap();
    (number as u32).to_string()
}
