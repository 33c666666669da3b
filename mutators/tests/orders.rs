//! Merging and freeing in every sensible order: what was freed before, merged before, or both, is
//! merged and freed again. No program may be rejected that each step alone accepts, nothing may
//! leak, and the results of every program do not change.
//!
//! `MEMPLAN_PROGRAMS=n` tests `n` programs of each kind instead of the default number.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a failing helper fails the test, and a skipped test prints a message"
)]

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::common::chain::{Chain, read};
use crate::common::convention::{Boundaries, fault_by_convention, unexplained_difference};
use crate::common::passes::{self, deallocate, deallocate_like_upstream};
use crate::common::programs::{meaning, text_of};
use crate::common::real_mlir::{Ledger, MlirOpt};
use memplan_interp::{Datum, Run};
use memplan_mlir::Module;
use memplan_mlir::passes::{Anchor, Expansion, Invariant};
use memplan_mlir::verifier::verify;
use memplan_testing::figure;
use memplan_testing::programs::n_programs;
use memplan_testing::programs::{ProgramOptions, numbered_program};

/// One step of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Step {
    /// Merges; the mutator with its options.
    Merge(&'static str),
    /// Runs the deallocation pipeline with these options.
    Free(&'static str),
    /// Runs it with the scheme of upstream.
    FreeLikeUpstream,
    /// Merges buffers that are live from their allocation to their deallocation.
    MergeFreed,
    /// Runs placement passes.
    Place(&'static str),
}

use Step::{Free, FreeLikeUpstream, Merge, MergeFreed, Place};

const ALWAYS: Step = Merge("merge-alloc");
const EXISTING: Step = Merge("merge-alloc{dealloc=existing}");

const HOIST: Step = Place("buffer-hoisting");
const LOOPS: Step = Place("buffer-loop-hoisting");
const STACK: Step = Place("promote-buffers-to-stack");
const EARLY: Step = Place("func.func(optimize-allocation-liveness)");

/// Orders after which everything is freed, whatever the program itself freed before.
const ORDERS: &[&[Step]] = &[
    // `memplan merge`, once and twice.
    &[ALWAYS, Free("")],
    &[ALWAYS, Free(""), ALWAYS, Free("")],
    &[Free(""), ALWAYS, ALWAYS],
    &[Free(""), ALWAYS, Free("")],
    // `memplan merge --no-dealloc`, once and twice.
    &[EXISTING, Free("")],
    &[EXISTING, EXISTING, Free(""), EXISTING],
    &[Free(""), EXISTING],
    &[ALWAYS, EXISTING, Free("")],
    &[
        Merge("merge-alloc{arena=alloca}"),
        Free("{private-function-dynamic-ownership=true}"),
        ALWAYS,
    ],
    &[
        Free("{private-function-dynamic-ownership=true}"),
        Merge("merge-alloc{arena=global}"),
        Free(""),
    ],
    &[ALWAYS, FreeLikeUpstream, ALWAYS],
];

/// The same with placement passes, and with lifetimes from deallocations.
const PLACEMENTS: &[&[Step]] = &[
    &[HOIST, LOOPS, STACK, ALWAYS, Free(""), EARLY, MergeFreed],
    &[HOIST, LOOPS, Free(""), EARLY, MergeFreed, MergeFreed],
    &[HOIST, ALWAYS, Free("")],
    &[LOOPS, Free(""), MergeFreed, ALWAYS, Free("")],
    &[LOOPS, HOIST, STACK, Free(""), EARLY, ALWAYS],
    &[STACK, LOOPS, Free(""), MergeFreed],
    &[STACK, ALWAYS, HOIST, LOOPS, Free("")],
    &[ALWAYS, HOIST, LOOPS, STACK, Free("")],
    &[EXISTING, LOOPS, STACK, HOIST, Free(""), MergeFreed],
    &[Free(""), MergeFreed, Free("")],
    &[Free(""), EARLY, MergeFreed, HOIST, LOOPS, STACK, Free("")],
    &[Free(""), STACK, LOOPS, MergeFreed, ALWAYS],
    &[FreeLikeUpstream, MergeFreed],
    &[MergeFreed, Free("")],
];

/// Orders without deallocation: a program that frees everything still does.
const MERGES: &[&[Step]] = &[
    &[ALWAYS],
    &[EXISTING],
    &[ALWAYS, EXISTING, ALWAYS],
    &[Merge("merge-alloc{arena=alloca}")],
    &[MergeFreed],
    &[EARLY, MergeFreed, ALWAYS],
    &[LOOPS, STACK, MergeFreed],
];

/// Static deallocation.
const STATIC: Step = Place("expand-realloc{emit-deallocs=auto},buffer-deallocation");

const REMOVE_COPIES: Step = Place("copy-removal,canonicalize");

const UPWARDS: Step =
    Place("func.func(buffer-hoisting,buffer-loop-hoisting,promote-buffers-to-stack)");

/// Orders with static deallocation, after which everything is freed.
const STATIC_ORDERS: &[&[Step]] = &[
    &[STATIC, REMOVE_COPIES, ALWAYS, Free("")],
    &[STATIC, REMOVE_COPIES, MergeFreed, ALWAYS],
    &[UPWARDS, STATIC, REMOVE_COPIES, EXISTING],
    &[ALWAYS, STATIC, REMOVE_COPIES, Free("")],
    &[EXISTING, Free(""), STATIC, ALWAYS],
    &[Free(""), STATIC, REMOVE_COPIES, ALWAYS],
];

fn apply(m: &mut Module, step: Step) -> Result<(), String> {
    match step {
        Merge(mutator) => {
            let chain = Chain {
                mutator,
                ..Chain::default()
            };
            chain.merge(m);
            Ok(())
        }
        Free(options) => deallocate(m, options),
        FreeLikeUpstream => deallocate_like_upstream(m),
        MergeFreed => {
            let chain = Chain {
                collector: "dealloc",
                ..Chain::default()
            };
            chain.merge(m);
            Ok(())
        }
        Place(pass) => passes::run(m, pass).map_err(|errors| format!("{errors:?}")),
    }
}

/// The fault of a program after the steps of each order, if there is one.
fn fault_after(text: &str, orders: &[&[Step]], before: &Run) -> Option<String> {
    let mut programs = Programs::default();
    let start = programs.add(text.to_owned(), before.clone());
    programs.fault_after(start, orders)
}

/// One of the programs that steps make of a given one.
struct Program {
    module: Module,
    text: Rc<str>,
    run: Run,
}

/// The programs that steps make of a given one. Orders that begin alike share their first steps, and most orders meet
/// again in few programs: each is run once, and each step is applied to it once.
#[derive(Default)]
struct Programs {
    list: Vec<Program>,
    by_text: HashMap<Rc<str>, usize>,
    after: HashMap<(usize, Step), Result<usize, Wrong>>,
}

/// How a step failed.
#[derive(Clone)]
enum Wrong {
    /// It refused the program.
    Refused(String),
    /// The program that it left is invalid or does something else.
    Changed(String),
}

impl Programs {
    /// Adds a program, read from its text.
    fn add(&mut self, text: String, run: Run) -> usize {
        let text: Rc<str> = text.into();
        self.list.push(Program {
            module: read(&text),
            text: Rc::clone(&text),
            run,
        });
        self.by_text.insert(text, self.list.len() - 1);
        self.list.len() - 1
    }

    fn fault_after(&mut self, at: usize, orders: &[&[Step]]) -> Option<String> {
        let given = &self.list[at];
        if orders.iter().any(|steps| steps.is_empty()) && !given.run.leaks.is_empty() {
            return Some(format!("{:?}\n{}", given.run.leaks[0], given.text));
        }
        let mut done: Vec<Step> = Vec::new();
        for &step in orders.iter().filter_map(|steps| steps.first()) {
            if done.contains(&step) {
                continue;
            }
            done.push(step);
            let below: Vec<&[Step]> = orders
                .iter()
                .filter_map(|steps| steps.split_first())
                .filter_map(|(first, rest)| (*first == step).then_some(rest))
                .collect();
            let fault = match self.after(at, step) {
                Ok(next) => self.fault_after(next, &below),
                // The upstream scheme rejects programs that it does not support.
                Err(Wrong::Refused(_)) if step == FreeLikeUpstream => None,
                Err(Wrong::Refused(fault) | Wrong::Changed(fault)) => Some(fault),
            };
            if let Some(fault) = fault {
                return Some(format!("{step:?}, {fault}"));
            }
        }
        None
    }

    /// The program after one step.
    fn after(&mut self, at: usize, step: Step) -> Result<usize, Wrong> {
        if let Some(number) = self.after.get(&(at, step)) {
            return number.clone();
        }
        let next = self.apply(at, step);
        self.after.insert((at, step), next.clone());
        next
    }

    fn apply(&mut self, at: usize, step: Step) -> Result<usize, Wrong> {
        let given = &self.list[at];
        let mut m = given.module.clone();
        apply(&mut m, step).map_err(Wrong::Refused)?;
        let text = text_of(&m);
        let changed = |fault| Wrong::Changed(format!("{fault}\n{text}"));
        let same = self.by_text.get(&*text).copied();
        let now = match same {
            // Its text has run, but it may still be invalid in memory.
            Some(same) => match verify(&m)[..] {
                [] => self.list[same].run.clone(),
                ref errors => return Err(changed(format!("{errors:?}"))),
            },
            None => meaning(&m).map_err(changed)?,
        };
        let boundaries = match step {
            Merge(_) | MergeFreed | Place(_) => None,
            Free(options) if options.contains("private-function-dynamic-ownership=true") => {
                Some(Boundaries::Flags)
            }
            Free(_) => Some(Boundaries::Copies),
            FreeLikeUpstream => Some(Boundaries::Upstream),
        };
        let difference = match boundaries {
            None => given.run.difference(&now),
            Some(boundaries) => {
                unexplained_difference(&m, &given.module, &given.run, &now, boundaries)
            }
        };
        match difference {
            None => Ok(same.unwrap_or_else(|| self.add(text, now))),
            Some(difference) => Err(changed(difference)),
        }
    }
}

fn kinds() -> [(&'static str, ProgramOptions); 3] {
    let plain = ProgramOptions::default();
    [
        (
            "structured",
            ProgramOptions {
                blocks: false,
                ..plain
            },
        ),
        ("with blocks", plain),
        (
            "with memory spaces and alignments",
            ProgramOptions {
                spaces: true,
                alignments: true,
                statements: 14,
                ..plain
            },
        ),
    ]
}

/// No order changes what programs of any kind do.
fn all_are_right(kinds: &[(&str, ProgramOptions)], n_of_each: u64, orders: &[&[Step]]) {
    for (kind, options) in kinds {
        for number in 0..n_programs(n_of_each) {
            let text = numbered_program(number, options);
            let before = meaning(&read(&text)).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
            if let Some(fault) = fault_after(&text, orders, &before) {
                panic!("program {number} {kind}: {fault}\n{text}");
            }
        }
    }
}

#[test]
fn every_order_of_merging_and_freeing_is_right() {
    all_are_right(&kinds(), 9, ORDERS);
}

/// As above, with placement passes in between.
#[test]
fn every_order_of_placement_passes_is_right() {
    all_are_right(&kinds(), 5, PLACEMENTS);
}

/// Of the buffers that the deallocation pipeline frees and that lifetimes from uses merge, lifetimes from
/// deallocations merge most.
#[test]
fn what_was_freed_is_merged() {
    let mut n_merged = [0, 0];
    for number in 0..n_programs(40) {
        let mut freed = read(&numbered_program(number, &kinds()[0].1));
        apply(&mut freed, Free("")).unwrap();
        for (collector, n) in ["tick", "dealloc"].into_iter().zip(&mut n_merged) {
            let chain = Chain {
                collector,
                ..Chain::default()
            };
            let mut m = read(&text_of(&freed));
            *n += chain.merge(&mut m).deallocs_removed;
        }
    }
    let [uses, deallocs] = n_merged;
    figure(&format!(
        "{deallocs} deallocations removed by lifetimes from deallocations, {uses} by those from uses"
    ));
    assert!(deallocs * 10 > uses * 8, "{deallocs} and {uses}");
}

/// The same with static deallocation, of programs that write to no buffer that was passed on.
#[test]
fn every_order_with_static_deallocation_is_right() {
    let kinds = kinds().map(|(kind, options)| {
        let late_writes = false;
        (
            kind,
            ProgramOptions {
                late_writes,
                ..options
            },
        )
    });
    all_are_right(&kinds, 12, STATIC_ORDERS);
}

/// Static deallocation does not read an arena after the program has freed it.
#[test]
fn names_of_freed_buffers_are_not_copied() {
    let text = include_str!("orders/passes-a-freed-name-on.mlir");
    let before = meaning(&read(text)).unwrap();
    assert_eq!(fault_after(text, STATIC_ORDERS, &before), None);
}

/// The merged allocations of a text, sorted.
fn arenas(text: &str) -> Vec<&str> {
    let marked = "bufferization.manual_deallocation} : memref<";
    let lines = text.lines().filter(|line| line.contains("memref.alloc()"));
    let mut marks: Vec<&str> = lines
        .filter_map(|line| line.split_once(marked))
        .map(|at| at.1)
        .collect();
    marks.sort_unstable();
    marks
}

/// A second run of the whole job keeps merged allocations, and does not change a program in which
/// nothing is left to merge.
#[test]
fn merging_twice_keeps_what_was_merged() {
    let (mut n_merged, mut n_equal) = (0, 0);
    for (kind, options) in kinds() {
        for number in 0..n_programs(25) {
            let text = numbered_program(number, &options);
            let mut m = read(&text);
            for step in [ALWAYS, Free("")] {
                apply(&mut m, step).unwrap();
            }
            let once = text_of(&m);
            let report = Chain::default().merge(&mut m);
            apply(&mut m, Free("")).unwrap();
            let twice = text_of(&m);
            let (before, mut after) = (arenas(&once), arenas(&twice));
            for arena in &before {
                let at = after.iter().position(|other| other == arena);
                let at = at.unwrap_or_else(|| panic!("program {number} {kind}:\n{once}\n{twice}"));
                after.remove(at);
            }
            n_merged += usize::from(!before.is_empty());
            if report.buffers_merged + report.dead_removed == 0 {
                assert_eq!(once, twice, "program {number} {kind}");
                n_equal += 1;
            }
        }
    }
    // Deallocation folds sizes that are constants, so that a second run may find more to merge.
    assert!(
        n_merged > 10 && n_equal > 5,
        "{n_merged} merged, {n_equal} equal"
    );
}

/// Every registered pass keeps what it promises.
#[test]
fn passes_keep_what_they_promise() {
    let registry = memplan::Context::default().passes;
    for number in 0..n_programs(12) {
        let text = numbered_program(number, &ProgramOptions::default());
        // A program that frees nothing, one that frees everything, and one halfway through the pipeline.
        for steps in [
            "",
            "buffer-deallocation-pipeline",
            "expand-realloc{emit-deallocs=false},ownership-based-buffer-deallocation",
        ] {
            let mut given = read(&text);
            if !steps.is_empty() {
                passes::run(&mut given, steps).unwrap();
            }
            let before = meaning(&given).unwrap();
            for plugin in registry.iter() {
                let (name, promise) = (plugin.info().name, plugin.promise());
                let mut m = read(&text_of(&given));
                let is_of_functions = matches!(
                    Arc::clone(plugin).expand(),
                    Expansion::Pass(pass) if pass.anchor() == Anchor::Function
                );
                let pipeline = if is_of_functions {
                    format!("func.func({name})")
                } else {
                    name.to_owned()
                };
                // Ownership analysis requires expanded reallocations, and some passes arguments that are buffers.
                if let Err(errors) = passes::run(&mut m, &pipeline) {
                    assert!(
                        (errors.iter()).all(|error| ["realloc", "not-a-buffer", "not-supported"]
                            .contains(&error.code)),
                        "{pipeline}: {errors:?}"
                    );
                    continue;
                }
                let what = || format!("program {number}, {steps}, {name}:\n{}", text_of(&m));
                // A double free or a use after free is a fault of the run.
                let after = meaning(&m).unwrap_or_else(|fault| panic!("{fault}\n{}", what()));
                assert!(promise.keeps(Invariant::FreedAtMostOnce), "{name}");
                if promise.keeps(Invariant::Results) {
                    let difference =
                        unexplained_difference(&m, &given, &before, &after, Boundaries::Copies);
                    assert_eq!(difference, None, "{}", what());
                }
                let is_freed = before.leaks.is_empty() && promise.keeps(Invariant::NoLeaks);
                // A single pass does not expand reallocations.
                let is_established = promise.establishes.contains(&Invariant::NoLeaks)
                    && (name.ends_with("pipeline") || !text.contains("memref.realloc"));
                if is_freed || is_established {
                    assert_eq!(after.leaks, [], "{}", what());
                }
            }
        }
    }
}

/// The ownership pass frees a merged allocation without a deallocation on every exit, like the mutator;
/// one that escapes in the meantime is an ordinary allocation.
#[test]
fn what_is_left_to_be_freed_is_freed_in_its_scope() {
    let text = include_str!("orders/freed-on-every-edge.mlir");
    let (mut at_once, mut later) = (read(text), read(text));
    apply(&mut at_once, ALWAYS).unwrap();
    apply(&mut later, EXISTING).unwrap();
    assert!(text_of(&later).contains("memplan.arena} : memref<"));
    assert!(!text_of(&later).contains("memref.dealloc"));
    for m in [&mut at_once, &mut later] {
        passes::run(m, "ownership-based-buffer-deallocation").unwrap();
    }
    assert_eq!(text_of(&at_once), text_of(&later));
    let escaping = "
        func.func @main() -> i32 {
          %c0 = arith.constant 0 : index
          %k = arith.constant 3 : i32
          %a = func.call @f(%k) : (i32) -> memref<4xi32>
          %x = memref.load %a[%c0] : memref<4xi32>
          return %x : i32
        }
        func.func @f(%k: i32) -> memref<4xi32> {
          %c0 = arith.constant 0 : index
          %arena = memref.alloc() {memplan.arena} : memref<64xi8>
          %a = memref.view %arena[%c0][] : memref<64xi8> to memref<4xi32>
          memref.store %k, %a[%c0] : memref<4xi32>
          return %a : memref<4xi32>
        }";
    let given = read(escaping);
    let mut m = read(escaping);
    let before = meaning(&given).unwrap();
    apply(&mut m, Free("")).unwrap();
    let fault = fault_by_convention(&m, &given, &before, Boundaries::Copies);
    assert_eq!(fault, None);
    assert!(!text_of(&m).contains("memplan.arena"));
    assert_eq!(
        text_of(&m).matches("memref.dealloc").count(),
        1,
        "{}",
        text_of(&m)
    );
}

/// Programs that MLIR deallocated: with the passes of release 22, and with the older one of 19.
#[test]
fn what_the_real_mlir_freed_stays_free_of_leaks() {
    let ways: [(u32, &[&str]); 2] = [
        (
            22,
            &[
                "--buffer-deallocation-pipeline",
                "--convert-bufferization-to-memref",
            ],
        ),
        (
            19,
            &["--buffer-deallocation", "--convert-bufferization-to-memref"],
        ),
    ];
    for (release, passes) in ways {
        let Some(mlir_opt) = MlirOpt::find(release) else {
            continue;
        };
        let (mut n_given, mut n_right) = (0, 0);
        for from in (0..n_programs(16)).step_by(16) {
            let texts: Vec<String> = (from..from + 16)
                .map(|number| {
                    let options = ProgramOptions {
                        blocks: number.is_multiple_of(2),
                        clones: false,
                        ..ProgramOptions::default()
                    };
                    numbered_program(number, &options)
                })
                .collect();
            n_given += texts.len();
            for text in mlir_opt.run_pieces(&texts, passes) {
                // These passes miscompile some programs.
                let Ok(before) = meaning(&read(&text)) else {
                    continue;
                };
                if !before.leaks.is_empty() {
                    continue;
                }
                n_right += 1;
                let fault = fault_after(&text, MERGES, &before).or_else(|| {
                    fault_after(&text, &[&[ALWAYS, Free("")], &[Free(""), ALWAYS]], &before)
                });
                if let Some(fault) = fault {
                    panic!("freed by mlir-opt {release}: {fault}\n{text}");
                }
            }
        }
        eprintln!("mlir-opt {release}: {n_right} of {n_given} programs freed");
        assert!(0 < n_right, "mlir-opt {release} freed nothing");
    }
}

/// MLIR executes the results of some orders with tracked allocations.
#[test]
fn the_real_mlir_frees_everything_once() {
    let Some(ledger) = Ledger::find() else {
        return;
    };
    let orders: [&[Step]; 6] = [
        &[ALWAYS, Free("{lower-clones=true}")],
        &[
            HOIST,
            LOOPS,
            STACK,
            Free("{lower-clones=true}"),
            EARLY,
            MergeFreed,
        ],
        &[Free("{lower-clones=true}"), ALWAYS],
        &[
            LOOPS,
            STACK,
            ALWAYS,
            Free("{lower-clones=true}"),
            MergeFreed,
        ],
        &[EXISTING, Free("{lower-clones=true}"), ALWAYS],
        &[STACK, HOIST, Free("{lower-clones=true}"), MergeFreed],
    ];
    // A tenth of the programs: each one starts a process for each pass of the lowering.
    for number in 0..(n_programs(40) / 10).min(300) {
        let options = ProgramOptions {
            alignments: true,
            blocks: number.is_multiple_of(2),
            ..ProgramOptions::default()
        };
        let text = numbered_program(number, &options);
        let mut m = read(&text);
        for &step in orders[number as usize % orders.len()] {
            apply(&mut m, step).unwrap();
        }
        let ours = meaning(&m).unwrap();
        let run = ledger.run(&text_of(&m)).unwrap();
        let mistakes = (run.leaked, run.double_frees, run.wild_frees);
        assert_eq!(mistakes, (0, 0, 0), "{text}\n{}", text_of(&m));
        assert_eq!(run.allocs, ours.n_allocations, "{text}");
        let [Datum::Int(bits)] = ours.results[..] else {
            panic!("no integer was returned");
        };
        assert_eq!(run.result, (bits as u32 as i32).to_string(), "{text}");
    }
}

/// Programs that were refused, or that leaked, before merged allocations were freed where they are made.
#[test]
fn reproducers_are_merged_and_freed() {
    let directory = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/orders");
    let mut n_files = 0;
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let before = meaning(&read(&text)).unwrap_or_else(|fault| panic!("{path:?}: {fault}"));
        let fault = fault_after(&text, ORDERS, &before);
        assert_eq!(fault, None, "{path:?}");
        let fault = fault_after(&text, PLACEMENTS, &before);
        assert_eq!(fault, None, "{path:?}");
        n_files += 1;
    }
    assert!(n_files >= 7, "{n_files} reproducers");
}
