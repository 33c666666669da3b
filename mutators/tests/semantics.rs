//! Merging preserves results: MLIR runs each program before and after merging.
//!
//! The programs write values that depend on all previous ones and read them late, so that a buffer
//! that is overwritten too early changes the result. The last tests verify that such errors are
//! detected.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a failing test panics, and a skipped test prints a message"
)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, thread};

use crate::common::chain::{Chain, everything_shares, innermost_loops_only, planners, read};
use crate::common::real_mlir::{Ledger, MlirOpt, Run};
use memplan_mlir::OpId;
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{AllocationSite, SlotDim, SlotNest, allocation, loop_dims};
use memplan_mlir::text::{PrintOptions, print};
use memplan_mutators::{BufferRewrite, MergePlan, ScopeRewrite, find_mutator};
use memplan_planner::Bytes;
use memplan_testing::programs::n_programs;

#[derive(Debug)]
struct Program {
    name: String,
    text: String,
}

fn programs() -> Vec<Program> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let entries = fs::read_dir(directory).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
        .iter()
        .map(|path| Program {
            name: path.file_stem().unwrap().to_string_lossy().into_owned(),
            text: fs::read_to_string(path).unwrap(),
        })
        .collect()
}

fn program(name: &str) -> Program {
    let program = programs().into_iter().find(|program| program.name == name);
    program.unwrap_or_else(|| panic!("no program `{name}`"))
}

impl Program {
    /// The text to omit if MLIR cannot lower the complete program.
    fn twin(&self) -> Option<&str> {
        let mut lines = self.text.lines();
        let twin = lines.find_map(|line| line.strip_prefix("// twin: without `"))?;
        Some(twin.split_once('`')?.0)
    }
}

/// The result of the program or of its twin.
fn expected(ledger: &Ledger, program: &Program) -> Run {
    let text = match program.twin() {
        Some(left_out) => program.text.replace(left_out, ""),
        None => program.text.clone(),
    };
    ledger
        .run(&text)
        .unwrap_or_else(|error| panic!("{}: {error}", program.name))
}

/// All ways in which every program is merged.
fn chains() -> Vec<Chain<'static>> {
    let mut chains: Vec<Chain<'_>> = planners()
        .into_iter()
        .map(|planner| Chain {
            planner,
            ..Chain::default()
        })
        .collect();
    for mutator in ["merge-alloc{arena=alloca}", "merge-alloc{arena=global}"] {
        chains.push(Chain {
            mutator,
            ..Chain::default()
        });
    }
    chains.push(Chain {
        collector: "tick{compat=reference}",
        ..Chain::default()
    });
    chains.push(Chain {
        collector: "tick{hoist=false}",
        ..Chain::default()
    });
    chains
}

/// Runs `judge` on every program, on two threads; the failures come back in one message.
fn for_each_program(judge: impl Fn(&Program) -> Result<(), String> + Sync) {
    let programs = programs();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut failures = String::new();
        while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(failure) = judge(program) {
                failures += &format!("{}: {failure}\n", program.name);
            }
        }
        failures
    };
    let failures = thread::scope(|scope| {
        let other = scope.spawn(work);
        work() + &other.join().unwrap()
    });
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn nearly_every_program_has_buffers_to_merge() {
    let programs = programs();
    assert!(programs.len() >= 30);
    let is_merged =
        |program: &&Program| Chain::default().run(&program.text).report.buffers_merged > 1;
    let merged = programs.iter().filter(is_merged).count();
    assert!(
        merged + 3 >= programs.len(),
        "{merged} of {}",
        programs.len()
    );
}

#[test]
fn results_stay_with_every_planner_and_arena() {
    let Some(ledger) = Ledger::find() else { return };
    let default_planner = Chain::default().planner;
    for_each_program(|program| {
        let before = expected(&ledger, program);
        // Other planners run in long runs only; the tests with the interpreter run all of them.
        let is_run = |chain: &Chain<'_>| n_programs(0) > 0 || chain.planner == default_planner;
        let runs: Vec<_> = chains().into_iter().filter(is_run).collect();
        // Rotates through the chains, so that each one is run.
        let turn: usize = program.name.bytes().map(usize::from).sum();
        let n = if n_programs(0) > 0 { runs.len() } else { 1 };
        for chain in runs.iter().cycle().skip(turn % runs.len()).take(n) {
            if program.twin().is_some() && chain.collector.contains("reference") {
                continue; // leaves the allocation that cannot be lowered
            }
            let merged = chain.run(&program.text);
            let after = ledger
                .run(&merged.text)
                .map_err(|error| format!("{chain:?}: {error}\n{}", merged.text))?;
            if after.result != before.result {
                return Err(format!(
                    "{chain:?}: {before:?} became {after:?}\n{}",
                    merged.text
                ));
            }
            if after.double_frees + after.wild_frees != 0 {
                return Err(format!("{chain:?}: {after:?}\n{}", merged.text));
            }
        }
        Ok(())
    });
}

#[test]
fn outputs_are_valid_for_the_real_verifiers() {
    for release in [22, 19] {
        let Some(mlir_opt) = MlirOpt::find(release) else {
            continue;
        };
        let all = Mutex::new(BTreeSet::new());
        for_each_program(|program| {
            if release != 22 && mlir_opt.check(&program.text).is_err() {
                return Ok(());
            }
            let merged: Vec<String> = chains()
                .iter()
                .map(|chain| chain.run(&program.text).text)
                .collect();
            all.lock().unwrap().extend(merged);
            Ok(())
        });
        // One run of the tool reads all programs.
        let all = Vec::from_iter(all.into_inner().unwrap()).join("// -----\n");
        if let Err(error) = mlir_opt.check(&all) {
            panic!("{error}\n{all}");
        }
    }
}

#[test]
fn lifetimes_over_the_innermost_loop_only_are_found_out() {
    let Some(ledger) = Ledger::find() else { return };
    let program = program("nested-for-inner-accesses-only");
    let wrong = Chain::default().run_with(&program.text, innermost_loops_only);
    let right = Chain::default().run(&program.text);
    assert!(wrong.report.arenas[0].total < right.report.arenas[0].total);
    let wrong = ledger.run(&wrong.text).unwrap();
    assert_ne!(wrong.result, expected(&ledger, &program).result);
}

#[test]
fn sharing_what_is_live_at_once_is_found_out() {
    let Some(ledger) = Ledger::find() else { return };
    for_each_program(|program| {
        let before = expected(&ledger, program);
        let merged = Chain::default().run_with(&program.text, everything_shares);
        if ledger.run(&merged.text)?.result == before.result {
            return Err(format!("not detected\n{}", merged.text));
        }
        Ok(())
    });
}

const SLOTS: &str = "func.func @main() -> i32 {
  %zero = arith.constant 0 : i32
  %k = arith.constant 100 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c64 = arith.constant 64 : index
  %guard = memref.alloc() : memref<64xi32>
  scf.for %i = %c0 to %c64 step %c1 {
    memref.store %k, %guard[%i] : memref<64xi32>
  }
  %sum = scf.for %round = %c0 to %c2 step %c1 iter_args(%a0 = %zero) -> (i32) {
    %is_first = arith.cmpi eq, %round, %c0 : index
    %r = scf.for %i = %c4 to %c10 step %c2 iter_args(%a1 = %a0) -> (i32) {
      %s = scf.for %j = %c0 to %c10 step %c3 iter_args(%a2 = %a1) -> (i32) {
        %t = memref.alloc() : memref<2xi32>
        %u = scf.if %is_first -> (i32) {
          %ki = arith.muli %i, %c10 : index
          %kij = arith.addi %ki, %j : index
          %n = arith.index_cast %kij : index to i32
          memref.store %n, %t[%c1] : memref<2xi32>
          scf.yield %a2 : i32
        } else {
          %x = memref.load %t[%c1] : memref<2xi32>
          %shifted = arith.muli %a2, %k : i32
          %y = arith.xori %shifted, %x : i32
          scf.yield %y : i32
        }
        scf.yield %u : i32
      }
      scf.yield %s : i32
    }
    scf.yield %r : i32
  }
  %last = scf.for %i = %c0 to %c64 step %c1 iter_args(%a = %sum) -> (i32) {
    %x = memref.load %guard[%i] : memref<64xi32>
    %y = arith.xori %x, %k : i32
    %z = arith.addi %a, %y : i32
    scf.yield %z : i32
  }
  return %last : i32
}
";

/// Each iteration of a nest of sequential loops gets a slot, as those of parallel loops do. The program writes its
/// slots in one round and reads them back in the next: this is invalid before merging, but shows afterwards whether any
/// two slots overlap. A buffer after the last slot detects a slot that reaches too far.
#[test]
fn every_iteration_has_a_slot_of_its_own() {
    let Some(ledger) = Ledger::find() else { return };
    let mut module = read(SLOTS);
    let allocs: Vec<OpId> = module
        .walk(module.root())
        .filter(|&op| allocation(&module, op).is_some())
        .collect();
    let [guard, alloc] = allocs[..] else {
        panic!("two allocations");
    };
    let function = module
        .ancestors(alloc)
        .find(|&op| module.has_trait(op, Traits::FUNCTION));
    let block = module
        .first_block(module.regions(function.unwrap())[0])
        .unwrap();
    let loops: Vec<OpId> = module
        .ancestors(alloc)
        .filter(|&op| module.has_trait(op, Traits::LOOP))
        .collect();
    let dims = [loops[1], loops[0]].map(|op| {
        let dim = loop_dims(&module, op).unwrap()[0];
        SlotDim {
            iv: dim.iv,
            lower: dim.lower.constant().unwrap(),
            step: dim.step.constant().unwrap(),
            trip_count: dim.trip_count().unwrap(),
        }
    });
    let slots = SlotNest {
        dims: dims.into(),
        slot_bytes: 8,
    };
    let plan = MergePlan {
        scopes: vec![ScopeRewrite {
            block,
            before: None,
            memory_space: None,
            total: Bytes(16 + 3 * 4 * 8 + 256),
            alignment: Bytes(64),
            callers_may_hold: None,
            base: None,
            buffers: vec![
                BufferRewrite::new(guard, Bytes(16 + 3 * 4 * 8), Bytes(256)),
                BufferRewrite {
                    site: AllocationSite {
                        slots: Some(slots),
                        ..AllocationSite::new(alloc, 8)
                    },
                    offset: Bytes(16),
                },
            ],
        }],
        dead: Vec::new(),
    };
    let mutator = find_mutator("merge-alloc").unwrap();
    mutator.apply(&mut module, &plan).unwrap();
    let run = ledger
        .run(&print(&module, &PrintOptions::default()))
        .unwrap();

    let mut expected = 0i32;
    for i in [4, 6, 8] {
        for j in [0, 3, 6, 9] {
            expected = expected.wrapping_mul(100) ^ (i * 10 + j);
        }
    }
    assert_eq!(run.result, expected.to_string());
}
