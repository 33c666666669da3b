//! Compares the compiled engine with the engine that executes operation by operation: same results,
//! same faults at the same operations, same number of steps. Runs random programs, programs that
//! fail by construction, and every function of every fixture.
//!
//! `MEMPLAN_PROGRAMS=n` tests `n` programs of each kind instead of the default number.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

mod dense;
mod loops;
mod nests;

use std::collections::BTreeMap;
use std::path::Path;

use memplan_interp::{
    Datum, Engine, Fault, FaultKind, Run, RunOptions, function, random_arguments, run,
};
use memplan_mlir::Module;
use memplan_mlir::dialects::Traits;
use memplan_mlir::text::parse;
use memplan_mlir::verifier::verify;
use memplan_testing::figure;
use memplan_testing::programs::{ProgramOptions, n_programs, numbered_program};

use memplan_support::Random;

fn options(engine: Engine, strict: bool) -> RunOptions {
    RunOptions {
        engine,
        step_limit: 300_000,
        byte_limit: 1 << 24,
        opaque_reads_everything: strict,
        ..RunOptions::default()
    }
}

/// Runs a function with both engines and returns the outcome; `None` if the function cannot be run or reaches the
/// step limit.
fn compare(m: &Module, main: memplan_mlir::OpId, text: &str, seed: u64) -> Option<&'static str> {
    let arguments = random_arguments(m, main, seed)?;
    let strict = seed.is_multiple_of(2);
    let slow = run(m, main, &arguments, &options(Engine::Reference, strict));
    if let Err(fault) = &slow
        && fault.kind == FaultKind::StepLimit
    {
        return None;
    }
    let fast = run(m, main, &arguments, &options(Engine::Compiled, strict));
    assert!(
        same(&slow, &fast),
        "{slow:?}\n{fast:?}\nseed {seed}\n{text}"
    );
    Some(match slow {
        Ok(_) => "ok",
        Err(fault) => fault.kind.name(),
    })
}

/// Like `==`, except that all NaNs are equal.
fn same(a: &Result<Run, Fault>, b: &Result<Run, Fault>) -> bool {
    match (a, b) {
        (Ok(a), Ok(b)) => a == b,
        (Err(a), Err(b)) => a == b,
        _ => false,
    }
}

fn module(text: &str) -> Module {
    parse(text.as_bytes(), &memplan_dialects_extra::parse_options())
        .unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
        .module
}

fn count(ends: &mut BTreeMap<&'static str, u64>, end: Option<&'static str>) {
    if let Some(end) = end {
        *ends.entry(end).or_default() += 1;
    }
}

#[test]
fn engines_agree_on_random_programs_and_without_one_of_their_writes() {
    let mut ends = BTreeMap::new();
    for number in 0..n_programs(250) {
        let options = ProgramOptions {
            tensors: number.is_multiple_of(2),
            statements: 14,
            ..ProgramOptions::default()
        };
        let text = numbered_program(number, &options);
        let m = module(&text);
        let main = function(&m, "main").unwrap();
        count(&mut ends, compare(&m, main, &text, number));
        // Without one of its writes, the program reads uninitialised or different data.
        let lines: Vec<&str> = text.lines().collect();
        let writes: Vec<usize> = (0..lines.len())
            .filter(|&at| {
                [
                    "linalg.fill",
                    "memref.store",
                    "memref.copy",
                    "memref.dealloc",
                ]
                .iter()
                .any(|name| lines[at].trim_start().starts_with(name))
            })
            .collect();
        if writes.is_empty() {
            continue;
        }
        let gone = *Random::new(number).pick(&writes);
        let kept = lines.iter().enumerate().filter(|&(at, _)| at != gone);
        let text: Vec<&str> = kept.map(|(_, line)| *line).collect();
        let text = text.join("\n");
        let m = module(&text);
        let main = function(&m, "main").unwrap();
        count(&mut ends, compare(&m, main, &text, number));
    }
    figure(&format!("engines on random programs: {ends:?}"));
    assert!(ends["ok"] > 100, "{ends:?}");
    assert!(ends["uninitialised-read"] > 0, "{ends:?}");
}

#[test]
fn engines_agree_on_all_fixtures() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut folders = vec![
        root.join("mlir/tests/fixtures"),
        root.join("mutators/tests"),
        root.join("collectors/tests"),
        root.join("examples"),
    ];
    let mut ends = BTreeMap::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.extension().is_none_or(|extension| extension != "mlir") {
                continue;
            }
            let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
            for part in text.split("// -----") {
                let Ok(parsed) = parse(part.as_bytes(), &memplan_dialects_extra::parse_options())
                else {
                    continue;
                };
                let m = parsed.module;
                // Invalid modules have no defined behaviour.
                if !verify(&m).is_empty() {
                    continue;
                }
                for op in m.ops_with_trait(Traits::FUNCTION) {
                    let entry = m.regions(op).first().and_then(|&r| m.first_block(r));
                    if entry.is_some() {
                        let name = path.display().to_string();
                        count(&mut ends, compare(&m, op, &name, 3));
                    }
                }
            }
        }
    }
    figure(&format!("engines on fixtures: {ends:?}"));
    assert!(ends["ok"] > 200, "{ends:?}");
}

/// Compares the engines on `n` random programs, which end in each of these ways.
fn agree(kind: &str, n: u64, program: fn(u64) -> String, expected: &[&str]) {
    let mut ends = BTreeMap::new();
    for seed in 0..n_programs(n) {
        let text = program(seed);
        let m = module(&text);
        let main = function(&m, "main").unwrap();
        count(&mut ends, compare(&m, main, &text, seed));
    }
    figure(&format!("engines on {kind}: {ends:?}"));
    for end in expected {
        assert!(ends.get(*end).is_some_and(|&n| n > 2), "{ends:?}");
    }
}

#[test]
fn engines_agree_on_random_structured_operations() {
    let ends = ["ok", "uninitialised-read", "out-of-bounds"];
    agree("structured operations", 300, dense::program, &ends);
}

#[test]
fn engines_agree_on_random_loops() {
    let ends = [
        "ok",
        "uninitialised-read",
        "out-of-bounds",
        "undefined-behaviour",
    ];
    agree("loops", 400, loops::program, &ends);
}

#[test]
fn engines_agree_on_random_loop_nests() {
    let ends = ["ok", "uninitialised-read", "out-of-bounds"];
    agree("loop nests", 400, nests::program, &ends);
}

#[test]
fn a_run_tells_how_many_steps_it_took() {
    let text = "func.func @main() {
      %c0 = arith.constant 0 : index %c1 = arith.constant 1 : index
      %n = arith.constant 100000 : index
      scf.for %i = %c0 to %n step %c1 {
        %x = arith.addi %i, %i : index
      }
      return
    }";
    let m = module(text);
    let main = function(&m, "main").unwrap();
    let told = std::sync::Arc::new(std::sync::atomic::AtomicU64::new(0));
    let options = RunOptions {
        progress: Some(std::sync::Arc::clone(&told)),
        ..RunOptions::default()
    };
    let result = run(&m, main, &[], &options).unwrap();
    assert_eq!(result.n_steps, 5 + 3 * 100_000);
    let last = told.load(std::sync::atomic::Ordering::Relaxed);
    assert!((200_000..=result.n_steps).contains(&last), "{last}");
    // The limit counts 32 compiled steps as one.
    let limited = |step_limit| RunOptions {
        step_limit,
        ..RunOptions::default()
    };
    assert_eq!(run(&m, main, &[], &limited(10_000)).unwrap(), result);
    let fault = run(&m, main, &[] as &[Datum], &limited(9_000)).unwrap_err();
    assert_eq!(fault.kind, FaultKind::StepLimit);
}

/// Asserts that the compiled engine gives the same result with a step limit of one `share`-th of the steps.
fn within(text: &str, share: u64) {
    let m = module(text);
    let main = function(&m, "main").unwrap();
    let arguments = random_arguments(&m, main, 1).unwrap();
    let limited = |engine, step_limit| RunOptions {
        engine,
        step_limit,
        ..RunOptions::default()
    };
    let slow = run(&m, main, &arguments, &limited(Engine::Reference, u64::MAX)).unwrap();
    assert!(slow.n_steps > 2_000, "{text}");
    let fast = run(
        &m,
        main,
        &arguments,
        &limited(Engine::Compiled, slow.n_steps / share),
    );
    assert_eq!(
        fast.unwrap_or_else(|fault| panic!("{fault}\n{text}")),
        slow,
        "{text}"
    );
}

#[test]
fn structured_operations_are_computed_by_rows() {
    let run = |parameters: &str, body: &str| {
        within(
            &format!("func.func @main({parameters}) {{ {body}\n return }}"),
            20,
        );
    };
    run(
        "%a: memref<20x30xf32>, %b: memref<30x40xf32>, %c: memref<20x40xf32>",
        "linalg.matmul ins(%a, %b : memref<20x30xf32>, memref<30x40xf32>) outs(%c : memref<20x40xf32>)",
    );
    run(
        "%a: memref<20x30xf64>, %b: memref<40x30xf64>, %c: memref<20x40xf64>",
        "linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, \
         affine_map<(m, n, k) -> (m, n)>], iterator_types = [\"parallel\", \"parallel\", \"reduction\"]} \
         ins(%a, %b : memref<20x30xf64>, memref<40x30xf64>) outs(%c : memref<20x40xf64>) { \
         ^bb0(%x: f64, %y: f64, %o: f64): %p = arith.mulf %x, %y : f64 %s = arith.addf %o, %p : f64 linalg.yield %s : f64 }",
    );
    run(
        "%a: memref<1x12x12x3xf32>, %w: memref<3x3x3x8xf32>, %c: memref<1x10x10x8xf32>",
        "linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} \
         ins(%a, %w : memref<1x12x12x3xf32>, memref<3x3x3x8xf32>) outs(%c : memref<1x10x10x8xf32>)",
    );
    run(
        "%a: memref<1x20x20x8xi32>, %w: memref<2x2xi32>, %c: memref<1x10x10x8xi32>",
        "linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} \
         ins(%a, %w : memref<1x20x20x8xi32>, memref<2x2xi32>) outs(%c : memref<1x10x10x8xi32>)",
    );
    run(
        "%a: memref<60x60xf32>, %c: memref<60x60xf32>, %s: memref<f32>",
        "linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], \
         iterator_types = [\"parallel\", \"parallel\"]} ins(%a : memref<60x60xf32>) outs(%c : memref<60x60xf32>) { \
         ^bb0(%x: f32, %o: f32): %e = math.exp %x : f32 linalg.yield %e : f32 } \
         memref.copy %a, %c : memref<60x60xf32> to memref<60x60xf32> \
         linalg.reduce ins(%a : memref<60x60xf32>) outs(%s : memref<f32>) dimensions = [0, 1] \
         (%x: f32, %o: f32) { %r = arith.addf %o, %x : f32 linalg.yield %r : f32 }",
    );
}

#[test]
fn loops_around_one_store_are_computed_by_rows() {
    within(
        "func.func @main(%a: memref<20x30xf32>, %b: memref<30x40xf32>, %c: memref<20x40xf32>) {
          %c0 = arith.constant 0 : index %c1 = arith.constant 1 : index
          %c40 = arith.constant 40 : index
          affine.for %i = 0 to 20 {
            scf.for %j = %c0 to %c40 step %c1 {
              affine.for %k = 0 to 30 {
                %x = affine.load %a[%i, %k] : memref<20x30xf32>
                %y = memref.load %b[%k, %j] : memref<30x40xf32>
                %z = affine.load %c[%i, symbol(%j)] : memref<20x40xf32>
                %p = arith.mulf %x, %y : f32
                %s = arith.addf %z, %p : f32
                affine.store %s, %c[%i, symbol(%j)] : memref<20x40xf32>
              }
            }
          }
          return
        }",
        150,
    );
    // A convolution, whose positions `affine.apply` computes.
    within(
        "func.func @main(%x: memref<10x10x8xf32>, %w: memref<3x3x8x8xf32>, %o: memref<8x8x8xf32>) {
          affine.for %b = 0 to 8 { affine.for %c = 0 to 8 { affine.for %d = 0 to 8 {
            affine.for %e = 0 to 3 { affine.for %f = 0 to 3 { affine.for %g = 0 to 8 {
              %row = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%b, %e)
              %column = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%c, %f)
              %i = affine.load %x[%row, %column, %g] : memref<10x10x8xf32>
              %k = affine.load %w[%e, %f, %g, %d] : memref<3x3x8x8xf32>
              %z = affine.load %o[%b, %c, %d] : memref<8x8x8xf32>
              %p = arith.mulf %i, %k : f32
              %s = arith.addf %z, %p : f32
              affine.store %s, %o[%b, %c, %d] : memref<8x8x8xf32>
            } } }
          } } }
          return
        }",
        150,
    );
}

#[test]
fn rows_are_used_in_one_arena_and_on_tensors() {
    within(
        "func.func @main(%arena: memref<65536xi8>) {
          %c0 = arith.constant 0 : index %at = arith.constant 20480 : index
          %a = memref.view %arena[%c0][] : memref<65536xi8> to memref<64x64xf32>
          %b = memref.view %arena[%at][] : memref<65536xi8> to memref<64x64xf32>
          %zero = arith.constant 0.0 : f32
          linalg.fill ins(%zero : f32) outs(%a : memref<64x64xf32>)
          linalg.fill ins(%zero : f32) outs(%b : memref<64x64xf32>)
          linalg.exp ins(%a : memref<64x64xf32>) outs(%b : memref<64x64xf32>)
          linalg.add ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%b : memref<64x64xf32>)
          return
        }",
        // The caller's own view of the arena is counted byte by byte.
        20,
    );
    within(
        "func.func @main(%a: tensor<20x30xf32>, %b: tensor<30x40xf32>) -> tensor<20x40xf32> {
          %zero = arith.constant 0.0 : f32
          %e = tensor.empty() : tensor<20x40xf32>
          %f = linalg.fill ins(%zero : f32) outs(%e : tensor<20x40xf32>) -> tensor<20x40xf32>
          %r = linalg.matmul ins(%a, %b : tensor<20x30xf32>, tensor<30x40xf32>)
            outs(%f : tensor<20x40xf32>) -> tensor<20x40xf32>
          return %r : tensor<20x40xf32>
        }",
        50,
    );
}

#[test]
fn loops_are_compiled() {
    within(
        "func.func @main(%a: memref<20x20xf32>, %n: index) -> i32 {
          %c0 = arith.constant 0 : index %c1 = arith.constant 1 : index
          %c40 = arith.constant 40 : index %zero = arith.constant 0 : i32
          affine.for %i = 0 to 20 {
            affine.for %j = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0) -> (d0 + 10, 20)>(%i) {
              %x = affine.load %a[%i, %j] : memref<20x20xf32>
              %y = affine.load %a[%j, (%i + 1) mod 20] : memref<20x20xf32>
              %z = arith.addf %x, %y : f32
              affine.if affine_set<(d0, d1) : (d0 - d1 - 1 >= 0)>(%i, %j) {
                affine.store %z, %a[%i, %j] : memref<20x20xf32>
              }
            }
          }
          scf.parallel (%i, %j) = (%c0, %c0) to (%c40, %c40) step (%c1, %c1) { scf.reduce }
          %r = scf.for %i = %c0 to %c40 step %c1 iter_args(%s = %zero) -> (i32) {
            %w:2 = scf.while (%k = %c0, %t = %s) : (index, i32) -> (index, i32) {
              %go = arith.cmpi ult, %k, %i : index
              scf.condition(%go) %k, %t : index, i32
            } do {
            ^bb0(%k: index, %t: i32):
              %next = arith.addi %k, %c1 : index
              %cast = arith.index_cast %k : index to i32
              %sum = arith.addi %t, %cast : i32
              scf.yield %next, %sum : index, i32
            }
            scf.yield %w#1 : i32
          }
          return %r : i32
        }",
        15,
    );
}
