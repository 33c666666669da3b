//! Buffers whose sizes are known only at run time: merged programs compute the same at every shape, hold what the
//! formulas say, and never more than with each buffer freed separately.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use memplan::{ArgumentOptions, Blocks, Context, LowerPeak, Merge, Merged, SizeOptions};
use memplan_interp::{Datum, Run, RunOptions, function, random_arguments, run};
use memplan_mlir::passes::Threading;
use memplan_mlir::text::{PrintOptions, print};
use memplan_mlir::{Module, names};
use memplan_mutators::{
    ArenaKind, Fallback, MergeAllocOptions, SymbolicMemory, SymbolicMerger, SymbolicRewrite,
    read_back,
};
use memplan_planner::symbols::{OrientOptions, orient};
use memplan_support::symbolic::Symbol;
use memplan_testing::dynamic::{Shape, main_function, numbered_program, shapes};
use memplan_testing::figure;
use memplan_testing::gradients::numbered_gradient;
use memplan_testing::outside::shared;
use memplan_testing::programs::n_programs;

use crate::common::arenas::arenas;
use crate::common::chain::read;
use crate::common::real_mlir::Ledger;

/// The program merged by `merge` without passes that lower the peak; `arenas` is that option of the collector.
fn merged(text: &str, arenas: &str) -> Merged {
    merged_with(text, arenas, ArenaKind::Alloc, ArgumentOptions::default())
}

fn merged_with(text: &str, arenas: &str, kind: ArenaKind, options: ArgumentOptions) -> Merged {
    let context = Context::default();
    let job = Merge::new(&context).unwrap();
    let job = job.collector(&format!("tick{{arenas={arenas}}}")).unwrap();
    let job = job.arena(kind).arguments(options);
    job.lower_peak(None).run_text(text).unwrap()
}

/// Runs `@f` at a shape. Its merged allocations that are arguments get memory of exactly the size that it asks for.
fn at(m: &Module, shape: &Shape) -> Run {
    let ints = |list: &[i64]| -> Vec<Datum> {
        let numbers = list.iter().map(|number| Datum::Int(number.unsigned_abs()));
        numbers.collect()
    };
    let x: Vec<i64> = (0..shape.x).collect();
    let mut arguments = vec![
        Datum::Array {
            sizes: vec![shape.x],
            elements: ints(&x),
        },
        Datum::Array {
            sizes: vec![4],
            elements: ints(&shape.list),
        },
        Datum::Int(shape.n.unsigned_abs()),
        Datum::Int(shape.k.unsigned_abs()),
    ];
    let f = function(m, "f").unwrap();
    for arena in arenas(m, f, &arguments) {
        arguments.push(Datum::Array {
            sizes: vec![arena.size],
            elements: vec![Datum::Undefined; usize::try_from(arena.size).unwrap()],
        });
    }
    run(m, f, &arguments, &RunOptions::default()).unwrap_or_else(|fault| {
        let text = print(m, &PrintOptions::default());
        panic!("{fault} at {shape:?}\n{text}")
    })
}

/// The bytes of all merged allocations; `None` if a symbol is no argument or dimension of one.
fn formula(merged: &Merged, shape: &Shape) -> Option<u64> {
    let value = |symbol: &Symbol| match &*symbol.name {
        "arg0.0" => Some(shape.x),
        "arg2" => Some(shape.n),
        "arg3" => Some(shape.k),
        _ => None,
    };
    let mut sum = 0;
    for arena in &merged.report.merged.symbolic {
        let values: Option<Vec<i64>> = arena.symbols().iter().map(value).collect();
        sum += arena.peak_at(&values?)?.0;
    }
    Some(sum)
}

/// At 20 shapes, in ranges and outside: the same results, nothing leaked, and merged allocations of the size that the
/// formulas say. In ranges, no higher peak than with each buffer freed separately.
#[test]
fn random_programs_with_dynamic_shapes() {
    let n = n_programs(150);
    let (mut n_arenas, mut n_merged, mut n_buffers) = (0, [0, 0], 0);
    let (mut n_formulas, mut n_outside) = (0, 0);
    // In the last one, all sizes turn out to be numbers.
    for number in (0..n).chain([2898]) {
        let is_flat = number % 3 == 0;
        let text = numbered_program(number, is_flat);
        let given = read(&text);
        let mut separate = given.clone();
        memplan::deallocate(&mut separate, Threading::Off).unwrap();
        // Half of the programs have ranges, in which few shapes are.
        let has_ranges = number % 2 == 1;
        let ranges = ["f:0:0=1..4", "f:2=2..12/2", "f:3=1..8"].map(|text| text.parse().unwrap());
        let options = ArgumentOptions {
            ranges: if has_ranges {
                ranges.into()
            } else {
                Vec::new()
            },
            ..ArgumentOptions::default()
        };
        let is_inside = |at: &Shape| {
            let is_even = at.n % 2 == 0 && (2..=12).contains(&at.n);
            !has_ranges || (1..=4).contains(&at.x) && is_even && (1..=8).contains(&at.k)
        };
        let both = match number % 4 {
            0 | 1 => ["paying", "single"],
            _ => ["paying loops=before", "single loops=before"],
        };
        let both = both.map(|arenas| merged_with(&text, arenas, ArenaKind::Alloc, options.clone()));
        n_arenas += both[0].report.merged.symbolic.len();
        for (sum, merged) in n_merged.iter_mut().zip(&both) {
            *sum += merged
                .report
                .merged
                .symbolic
                .iter()
                .map(|buffers| buffers.n_dynamic)
                .sum::<usize>();
        }
        n_buffers += both[0].report.merged.n_buffers;
        for shape in shapes(number, 20) {
            let expected = at(&separate, &shape);
            for (is_single, merged) in both.iter().enumerate() {
                let context = || {
                    format!(
                        "program {number} at {shape:?}:\n{text}\nbecame\n{}",
                        merged.text()
                    )
                };
                let actual = at(&merged.module, &shape);
                assert_eq!(expected.difference(&actual), None, "{}", context());
                assert!(actual.leaks.is_empty(), "{}", context());
                n_outside += usize::from(!is_inside(&shape));
                if is_single == 0 && is_inside(&shape) {
                    let peaks = [(&expected, &actual)].map(|(a, b)| {
                        (
                            (a.peak_bytes, b.peak_bytes),
                            (a.peak_padded_bytes, b.peak_padded_bytes),
                        )
                    });
                    let [(bytes, padded)] = peaks;
                    assert!(
                        bytes.1 <= bytes.0 && padded.1 <= padded.0,
                        "{peaks:?} {}",
                        context()
                    );
                }
                let is_whole = merged.report.merged.skipped.is_empty()
                    && merged.report.merged.scopes.is_empty();
                if is_flat
                    && is_whole
                    && let Some(bytes) = formula(merged, &shape)
                {
                    assert_eq!(actual.allocated_bytes, bytes, "{}", context());
                    n_formulas += 1;
                }
            }
        }
    }
    figure(&format!(
        "{n} programs with dynamic shapes: {} of {n_buffers} buffers dynamic and merged without raising the peak, in {n_arenas} \
         allocations; {} in one for each scope; {n_formulas} runs compared with formulas, {n_outside} outside of ranges",
        n_merged[0], n_merged[1]
    ));
    assert!(0 < n_merged[0] && n_merged[0] < n_merged[1] && 0 < n_formulas);
}

/// With memory of every other kind, programs compute the same and leak nothing. Callers pass exactly the memory that
/// the function for sizes asks for; memory on the stack and of globals has the size of a bound that the program
/// asserts.
#[test]
fn random_programs_with_memory_of_all_kinds() {
    const MOST: i64 = 40;
    let n = n_programs(60);
    let kinds = [ArenaKind::Arg, ArenaKind::Alloca, ArenaKind::Global];
    let mut n_made = [0; 3];
    let mut by_fallback: BTreeMap<&str, usize> = BTreeMap::new();
    for number in 0..n {
        let text = numbered_program(number, number % 3 == 0);
        let mut separate = read(&text);
        memplan::deallocate(&mut separate, Threading::Off).unwrap();
        for (index, kind) in kinds.into_iter().enumerate() {
            let ranges = ["f:0:0", "f:2", "f:3"].map(|dim| format!("{dim}=0..{MOST}"));
            let options = ArgumentOptions {
                ranges: ranges.iter().map(|text| text.parse().unwrap()).collect(),
                sizes: SizeOptions {
                    check_ranges: kind != ArenaKind::Arg || number % 2 == 0,
                    check_overflow: true,
                    ..SizeOptions::default()
                },
                ..ArgumentOptions::default()
            };
            let merged = merged_with(&text, "single", kind, options);
            for arena in &merged.report.merged.symbolic {
                n_made[index] += usize::from(arena.memory.kind() == kind);
                let fallback = arena.fallback.map(Fallback::code);
                *by_fallback.entry(fallback.unwrap_or("none")).or_default() += 1;
            }
            for shape in shapes(number, 10) {
                let expected = at(&separate, &shape);
                let mut actual = at(&merged.module, &shape);
                actual.arguments.truncate(expected.arguments.len());
                let context = || {
                    format!(
                        "program {number}, {kind:?} at {shape:?}:\n{}",
                        merged.text()
                    )
                };
                assert_eq!(expected.difference(&actual), None, "{}", context());
                assert!(actual.leaks.is_empty(), "{}", context());
            }
        }
    }
    figure(&format!(
        "{n} programs with memory of other kinds: {n_made:?} merged allocations are arguments, on the stack, globals; reasons for \
         the heap: {by_fallback:?}"
    ));
    assert!(n_made.iter().all(|&n| 0 < n), "{n_made:?} {by_fallback:?}");
}

#[test]
fn assertions_hold_ranges_to_the_truth() {
    let text = "func.func @f(%x: memref<?xf32>, %y: memref<?x4xf32>) {
  return
}";
    let ranges = ["f:0:0=1..32", "f:1:0=1..32/2"].map(|range| range.parse().unwrap());
    let options = ArgumentOptions {
        ranges: ranges.into(),
        sizes: SizeOptions {
            check_ranges: true,
            ..SizeOptions::default()
        },
        ..ArgumentOptions::default()
    };
    let checked = merged_with(text, "paying", ArenaKind::Alloc, options);
    let text = checked.text();
    for message in [
        "dimension 0 of argument 0 is not at least 1",
        "dimension 0 of argument 0 is not at most 32",
        "dimension 0 of argument 1 is not a multiple of 2",
    ] {
        assert!(text.contains(message), "{text}");
    }
    let at = |sizes: [i64; 2]| {
        let array = |size: i64, width: i64| Datum::Array {
            sizes: [size, width][..if width == 1 { 1 } else { 2 }].to_vec(),
            elements: vec![Datum::Float(0.0); usize::try_from(size * width).unwrap()],
        };
        let arguments = [array(sizes[0], 1), array(sizes[1], 4)];
        let m = &checked.module;
        run(
            m,
            function(m, "f").unwrap(),
            &arguments,
            &RunOptions::default(),
        )
    };
    assert!(at([1, 2]).is_ok() && at([32, 32]).is_ok());
    for outside in [[0, 2], [33, 2], [1, 34], [1, 3], [1, 0]] {
        let fault = at(outside).unwrap_err().to_string();
        assert!(fault.contains("is not"), "{outside:?}: {fault}");
    }
}

#[test]
fn sizes_beyond_62_bits_stop_programs_that_check_them() {
    let options = ArgumentOptions {
        sizes: SizeOptions {
            check_overflow: true,
            ..SizeOptions::default()
        },
        ..ArgumentOptions::default()
    };
    let text = "func.func @f(%n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %v = arith.constant 7 : i64
  %a = memref.alloc(%n) : memref<?xi64>
  memref.store %v, %a[%c0] : memref<?xi64>
  %x = memref.load %a[%c0] : memref<?xi64>
  %b = memref.alloc(%n) : memref<?x3xi64>
  memref.store %x, %b[%c0, %c0] : memref<?x3xi64>
  %y = memref.load %b[%c0, %c0] : memref<?x3xi64>
  return %y : i64
}";
    let merged = merged_with(text, "paying", ArenaKind::Alloc, options);
    let arena = &merged.report.merged.symbolic[0];
    assert!(arena.assumptions.is_empty(), "{:?}", arena.assumptions);
    let at = |n: u64| {
        let m = &merged.module;
        run(
            m,
            function(m, "f").unwrap(),
            &[Datum::Int(n)],
            &RunOptions::default(),
        )
    };
    assert!(at(5).is_ok());
    // The product of 3 * 8 and this wraps to 8 bytes.
    let fault = at(u64::MAX / 24 + 1).unwrap_err().to_string();
    assert!(fault.contains("exceeds 62 bits"), "{fault}");
}

/// The programs beside the repository, and those that must be merged in one allocation each.
#[test]
fn examples_with_dynamic_shapes() {
    let Some(folder) = shared("repro/r3/symbolic") else {
        return;
    };
    let files = [
        ("hand_chain", 4, 4),
        ("hand_forms", 6, 7),
        ("hand_late_size", 2, 4),
        ("hand_loop_size", 3, 3),
        ("jax_mlp_b.tensor", 0, 4),
        ("jax_conv_b.tensor", 6, 14),
        ("jax_decode_bc.tensor", 24, 47),
        ("jax_block_bs.tensor", 31, 51),
    ];
    for (name, paying, single) in files {
        let text = fs::read_to_string(folder.join(format!("{name}.mlir"))).unwrap();
        let both = ["paying", "single"].map(|arenas| merged(&text, arenas));
        let n_merged = both.each_ref().map(|merged| merged.report.merged.n_merged);
        assert!(
            paying <= n_merged[0] && n_merged[1] == single,
            "{name}: {n_merged:?}"
        );
        for arena in &both[1].report.merged.symbolic {
            let quality = arena.quality();
            assert!(quality.worst < 1.02, "{name}: {quality:?}");
            assert!(arena.n_operations <= 2 * arena.trace.len(), "{name}");
        }
        figure(&format!(
            "{name}: {n_merged:?} of {} buffers merged",
            both[0].report.merged.n_buffers
        ));
    }
}

/// Sizes that depend on loop variables: on request, in front of the loops with the largest size, otherwise in the body.
#[test]
fn arenas_before_loops() {
    let program = |first: &str, size: &str| {
        format!(
            "func.func @f(%x: memref<?xi32>, %list: memref<4xindex>, %n: index, %k: index) -> i32 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %m = memref.dim %x, %c0 : memref<?xi32>
  %s = scf.for %i = {first} to %m step %c1 iter_args(%t = %z) -> (i32) {{
    %j = scf.for %h = %c0 to %i step %c1 iter_args(%u = %t) -> (i32) {{
      {size}
      %a = memref.alloc(%w) : memref<?xi32>
      %at = arith.subi %w, %c1 : index
      memref.store %u, %a[%at] : memref<?xi32>
      %v = memref.load %a[%at] : memref<?xi32>
      %b = memref.alloc(%w, %w) : memref<?x?xi32>
      memref.store %v, %b[%at, %at] : memref<?x?xi32>
      %q = memref.load %b[%at, %at] : memref<?x?xi32>
      %r = arith.index_cast %w : index to i32
      %p = arith.addi %q, %r : i32
      scf.yield %p : i32
    }}
    scf.yield %j : i32
  }}
  return %s : i32
}}"
        )
    };
    let sum = "%y = arith.addi %i, %h : index\n      %w = arith.addi %y, %c1 : index";
    let difference = "%y = arith.subi %m, %i : index\n      %w = arith.muli %y, %i : index";
    let rest = "%w = arith.subi %m, %i : index";
    for (first, size, is_bounded) in [
        ("%c0", sum, true),
        ("%c0", rest, true),
        // Grows and shrinks with the variable; the first value may be negative.
        ("%c1", difference, false),
        ("%n", sum, false),
    ] {
        let text = program(first, size);
        let mut separate = read(&text);
        memplan::deallocate(&mut separate, Threading::Off).unwrap();
        for (arenas, is_before) in [("single", false), ("single loops=before", is_bounded)] {
            let merged = merged(&text, arenas);
            let arenas = &merged.report.merged.symbolic;
            assert_eq!(
                arenas.len(),
                1,
                "{first} {size} {is_before} {}",
                merged.text()
            );
            let is_inner = arenas[0].scope.ends_with("/body");
            assert_eq!(is_inner, !is_before, "{}", merged.text());
            for x in [0, 1, 2, 5, 9] {
                let shape = Shape {
                    x,
                    n: 2,
                    k: 0,
                    list: [0; 4],
                };
                let actual = at(&merged.module, &shape);
                assert_eq!(at(&separate, &shape).difference(&actual), None, "{x}");
                assert!(actual.leaks.is_empty());
                assert!(!is_before || actual.n_allocations == 1, "{}", merged.text());
            }
        }
    }
}

/// What the emitted code computes is not trusted: a wrong constant, operation, operand or offset is found.
#[test]
fn wrong_code_is_refused() {
    let (mut n_wrong, mut n_same) = (0, 0);
    for number in 0..40 {
        let m = read(&numbered_program(number, true));
        let collected = memplan_collectors::find_collector("tick{alignment=own}").unwrap();
        let collected = collected.collect(&m).unwrap();
        for scope in &collected.symbolic {
            let planner = memplan_planner::registry::planner("greedy-by-size").unwrap();
            let options = OrientOptions {
                k: 1 + number as usize % 3,
                gain: 0.0,
                perturb: 10,
                ..OrientOptions::default()
            };
            let schedule = orient(&scope.trace, &*planner, &options).unwrap();
            let plan = *schedule.oriented.unwrap();
            let rewrite = SymbolicRewrite {
                block: scope.block,
                before: scope.before,
                memory_space: scope.memory_space,
                alignment: plan.alignment,
                plan: &plan,
                sites: &scope.sites,
                sizes: &scope.sizes,
                symbols: &scope.symbols,
                memory: SymbolicMemory::Heap,
                is_checked: false,
            };
            let mut merged = m.clone();
            let options = MergeAllocOptions::DEFAULT;
            let mut merger = SymbolicMerger::new(&merged, options);
            let arena = merger.merge(&mut merged, &rewrite).unwrap();
            assert_eq!(read_back(&merged, &rewrite, &arena), Ok(()));
            let block = merged.op_block(arena.op).unwrap();
            let emitted: Vec<_> = (merged.ops(block))
                .filter(|&op| m.op_count() <= op.index() && op != arena.op)
                .take_while(|&op| merged.is_before(op, arena.op))
                .collect();
            for &op in &emitted {
                let mut wrong = merged.clone();
                let operands = wrong.operands(op).to_vec();
                match operands[..] {
                    // A constant that is one higher, or an operand that is the other.
                    [] => {
                        let value = wrong.prop_i64(op, names::VALUE).unwrap();
                        let other = wrong.ctx.index_attr(value + 1);
                        wrong.set_prop(op, names::VALUE, other);
                    }
                    [a, b] if wrong.value_type(a) == wrong.value_type(b) && a != b => {
                        wrong.set_operands(op, &[a, a]);
                    }
                    [condition, a, b] => wrong.set_operands(op, &[condition, b, a]),
                    _ => continue,
                }
                match read_back(&wrong, &rewrite, &arena) {
                    Err(_) => n_wrong += 1,
                    Ok(()) => n_same += 1,
                }
            }
            for (buffer, &offset) in arena.offsets.iter().enumerate() {
                let mut wrong = arena.clone();
                let size = wrong.sizes[0].value;
                wrong.offsets[buffer] = size;
                let differs = plan.size_of.len() > 1 && offset != size;
                if differs {
                    n_wrong += usize::from(read_back(&merged, &rewrite, &wrong).is_err());
                }
            }
        }
    }
    figure(&format!(
        "{n_wrong} wrong computations are refused; {n_same} changes have no effect"
    ));
    // An operand of a maximum that is never the largest, for one.
    assert!(400 < n_wrong && n_same * 5 < n_wrong, "{n_wrong} {n_same}");
}

/// MLIR runs merged programs at several shapes over a ledger of allocations.
#[test]
fn the_real_mlir_runs_programs_with_dynamic_shapes() {
    let Some(ledger) = Ledger::find() else { return };
    let n = n_programs(3).min(300);
    let mut n_run = 0;
    for number in 0..n {
        let shapes = shapes(number, 20);
        let text = numbered_program(number, number % 3 == 0) + &main_function(&shapes);
        let mut separate = read(&text);
        memplan::deallocate(&mut separate, Threading::Off).unwrap();
        let Ok(before) = ledger.run(&print(&separate, &PrintOptions::default())) else {
            continue;
        };
        for arenas in ["paying", "single"] {
            let merged = merged(&text, arenas);
            let context = || format!("program {number}, {arenas}:\n{}", merged.text());
            let after = ledger
                .run(&merged.text())
                .unwrap_or_else(|fault| panic!("{fault}\n{}", context()));
            assert_eq!(after.result, before.result, "{}", context());
            let faults = (after.leaked, after.double_frees, after.wild_frees);
            assert_eq!(faults, (0, 0, 0), "{}", context());
            if arenas == "paying" {
                assert!(
                    after.peak <= before.peak,
                    "{before:?} {after:?} {}",
                    context()
                );
            }
            n_run += 1;
        }
    }
    figure(&format!(
        "{n_run} merged programs with dynamic shapes run by MLIR, at 20 shapes each"
    ));
    assert!(0 < n_run);
}

/// A function with callers inside of the module takes a part of their memory, whose size they compute from what they
/// pass.
#[test]
fn callers_pass_parts_of_their_own_memory() {
    let text = "func.func private @sum(%x: memref<?xi32>, %n: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %d = memref.dim %x, %c0 : memref<?xi32>
  %wide = arith.index_cast %n : i32 to index
  %a = memref.alloc(%d) : memref<?xi32>
  memref.copy %x, %a : memref<?xi32> to memref<?xi32>
  %v = memref.load %a[%c0] : memref<?xi32>
  %b = memref.alloc(%wide) : memref<?x4xi32>
  memref.store %v, %b[%c0, %c0] : memref<?x4xi32>
  %w = memref.load %b[%c0, %c0] : memref<?x4xi32>
  return %w : i32
}
func.func @f(%x: memref<?xi32>, %list: memref<4xindex>, %n: index, %k: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = memref.dim %x, %c0 : memref<?xi32>
  %narrow = arith.index_cast %n : index to i32
  %a = memref.alloc(%d) : memref<?xi32>
  memref.copy %x, %a : memref<?xi32> to memref<?xi32>
  %r = func.call @sum(%a, %narrow) : (memref<?xi32>, i32) -> i32
  %b = memref.alloc(%k) : memref<?xi32>
  memref.store %r, %b[%c0] : memref<?xi32>
  %s = scf.for %i = %c0 to %k step %c1 iter_args(%t = %r) -> (i32) {
    %q = func.call @sum(%b, %narrow) : (memref<?xi32>, i32) -> i32
    %u = arith.addi %q, %t : i32
    scf.yield %u : i32
  }
  return %s : i32
}";
    let mut separate = read(text);
    memplan::deallocate(&mut separate, Threading::Off).unwrap();
    for check_overflow in [false, true] {
        let options = ArgumentOptions {
            sizes: SizeOptions {
                check_overflow,
                ..SizeOptions::default()
            },
            ..ArgumentOptions::default()
        };
        let merged = merged_with(text, "single", ArenaKind::Arg, options);
        let arguments = merged
            .report
            .merged
            .symbolic
            .iter()
            .map(|arena| &arena.argument);
        let of_functions: Vec<bool> = arguments
            .map(|argument| argument.as_ref().unwrap().size_function.is_some())
            .collect();
        // No caller outside of the module asks for that of a private function.
        assert_eq!(of_functions, [false, true]);
        for (x, n, k) in [(1, 1, 1), (5, 3, 2), (40, 1, 9), (2, 30, 4)] {
            let shape = Shape {
                x,
                n,
                k,
                list: [0; 4],
            };
            let mut actual = at(&merged.module, &shape);
            actual.arguments.truncate(4);
            assert_eq!(at(&separate, &shape).difference(&actual), None, "{shape:?}");
            assert_eq!(actual.n_allocations, 0, "{}", merged.text());
        }
    }
}

/// Callers outside of the module do what `memplan.arenas` says: they call the function for the size, and pass that
/// memory.
#[test]
fn the_real_mlir_runs_programs_whose_callers_pass_memory() {
    let Some(ledger) = Ledger::find() else { return };
    let n = n_programs(3).min(100);
    let mut n_run = 0;
    for number in (0..).step_by(3).take(n as usize) {
        let shapes = shapes(number, 20);
        let main = main_function(&shapes);
        let text = numbered_program(number, true);
        let mut separate = read(&format!("{text}{main}"));
        memplan::deallocate(&mut separate, Threading::Off).unwrap();
        let options = ArgumentOptions::default();
        let merged = merged_with(&text, "single", ArenaKind::Arg, options);
        let [arena] = &merged.report.merged.symbolic[..] else {
            continue;
        };
        let n_arguments = merged
            .module
            .signature(function(&merged.module, "f").unwrap());
        let (true, Some(argument)) = (n_arguments.unwrap().0.len() == 5, &arena.argument) else {
            continue;
        };
        let mut calls = String::new();
        for line in main.lines() {
            if let Some((result, _)) = line.split_once(" = call @f(") {
                let i = result.trim().trim_start_matches("%r");
                let inputs = argument.inputs.iter().map(|input| match input {
                    (0, Some(0)) => format!("%x{i}"),
                    (2, None) => format!("%n{i}"),
                    (3, None) => format!("%k{i}"),
                    other => panic!("{other:?}"),
                });
                let inputs: Vec<String> = inputs.collect();
                let types = vec!["index"; inputs.len()].join(", ");
                let name = argument.size_function.as_ref().unwrap();
                calls.push_str(&format!(
                    "  %z{i} = call @{name}({}) : ({types}) -> index
  %q{i} = memref.alloc(%z{i}) {{alignment = {} : i64}} : memref<?xi8>\n",
                    inputs.join(", "),
                    arena.plan.alignment.0
                ));
                let line = line.replace(&format!("%k{i})"), &format!("%k{i}, %q{i})"));
                calls.push_str(&line.replace(", index) -> i32", ", index, memref<?xi8>) -> i32"));
            } else {
                calls.push_str(line);
            }
            calls.push('\n');
        }
        let body = merged.text();
        let body = body
            .trim_start_matches("module {")
            .trim_end()
            .trim_end_matches('}');
        let body = body.replace("#map", "#of_f");
        let mut called = read(&format!("{body}\n{calls}"));
        memplan::deallocate(&mut called, Threading::Off).unwrap();
        let both = [separate, called].map(|m| print(&m, &PrintOptions::default()));
        let Ok(before) = ledger.run(&both[0]) else {
            continue;
        };
        let after = ledger
            .run(&both[1])
            .unwrap_or_else(|fault| panic!("{fault}\n{}", both[1]));
        assert_eq!(after.result, before.result, "{}", both[1]);
        let faults = (after.leaked, after.double_frees, after.wild_frees);
        assert_eq!(faults, (0, 0, 0), "{}", both[1]);
        n_run += 1;
    }
    figure(&format!(
        "{n_run} programs whose caller passes memory run by MLIR, at 20 shapes each"
    ));
    assert!(0 < n_run);
}

/// The chain of four buffers, and the ledger's peak of its arena: the formula, the argument, and the alignment.
#[test]
fn the_real_mlir_holds_what_the_formula_says() {
    let (Some(ledger), Some(folder)) = (Ledger::find(), shared("repro/r3/symbolic")) else {
        return;
    };
    let text = fs::read_to_string(folder.join("hand_chain.mlir")).unwrap();
    for arenas in ["paying", "single"] {
        let merged = merged(&text, arenas);
        let run = ledger.run(&merged.text()).unwrap();
        assert_eq!((&*run.result, run.leaked), ("39", 0));
        let arena = &merged.report.merged.symbolic[0];
        let bytes = arena.peak_at(&[100]).unwrap().0;
        let asked = if arenas == "paying" { 0 } else { 64 };
        assert_eq!(run.peak, bytes + asked + 100 * 64 * 4);
    }
}

/// A random gradient whose rows and columns are known only at run time; there are at least four.
fn dynamic_gradient(number: u64) -> String {
    let text = numbered_gradient(number);
    let text = text.replace("@main()", "@main(%size: index)");
    let text = text.replace("strided<[4, 1]>", "strided<[?, 1]>");
    let text = text.replace("alloc() : memref<4x4x", "alloc(%size, %size) : memref<?x?x");
    let text = text.replace("alloc() : memref<4xi32>", "alloc(%size) : memref<?xi32>");
    text.replace("memref<4x4x", "memref<?x?x")
        .replace("memref<4xi32>", "memref<?xi32>")
}

/// Passes weigh buffers at one shape. At others, programs compute the same, and leak nothing.
#[test]
fn passes_that_lower_the_peak_are_right_for_all_shapes() {
    let (mut n_changed, mut n_lower, n) = (0, 0, n_programs(40));
    for number in 0..n {
        let text = dynamic_gradient(number);
        let mut separate = read(&text);
        memplan::deallocate(&mut separate, Threading::Off).unwrap();
        let context = Context::default();
        let options = LowerPeak {
            recompute_percent: [0, 100][(number % 2) as usize],
            blocks: [Blocks::Off, Blocks::Auto][(number / 2 % 2) as usize],
            ..LowerPeak::default()
        };
        let job = Merge::new(&context).unwrap().lower_peak(Some(options));
        let merged = job.run_text(&text).unwrap();
        n_changed += u64::from(merged.report.prepared.lowered.steps.len() > 1);
        for size in [4, 5, 9] {
            let at = |m: &Module| {
                let main = function(m, "main").unwrap();
                run(m, main, &[Datum::Int(size)], &RunOptions::default())
            };
            let context = || format!("{number} at {size}:\n{text}\nbecame\n{}", merged.text());
            let expected = at(&separate).unwrap();
            let actual = at(&merged.module).unwrap_or_else(|fault| panic!("{fault} {}", context()));
            assert_eq!(expected.results, actual.results, "{}", context());
            assert!(actual.leaks.is_empty(), "{}", context());
            n_lower += u64::from(actual.peak_bytes < expected.peak_bytes);
        }
    }
    figure(&format!(
        "of {n} programs, passes changed {n_changed}; peaks are lower in {n_lower} of {} runs",
        3 * n
    ));
    assert!(n_changed * 2 > n && n_lower > n, "{n_changed} {n_lower}");
}

/// Models whose batch and length are known only at run time: passes change them, and they compute the same.
#[test]
fn models_with_dynamic_shapes_compute_the_same_after_passes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../datasets/programs/dynamic");
    let mut n_runs = 0;
    for name in ["mlp", "conv", "residual", "block"] {
        let text = fs::read_to_string(folder.join(format!("{name}.tensor.mlir"))).unwrap();
        let context = Context::default();
        let job = Merge::new(&context).unwrap();
        let plain = job.clone().lower_peak(None).run_text(&text).unwrap();
        let lowered = job.run_text(&text).unwrap();
        let (report, text) = (&lowered.report.prepared.lowered, lowered.text());
        assert!(report.shape.is_some() && !text.contains("assumed"));
        assert_eq!(!report.blocks.is_empty(), name == "block", "{name}");
        let peak = &lowered.report.peaks.formulas[0];
        for seed in 0..4 {
            let main = function(&plain.module, "main").unwrap();
            let mut arguments = random_arguments(&plain.module, main, seed).unwrap();
            let Datum::Array { sizes, elements } = &mut arguments[0] else {
                panic!("{name}");
            };
            if seed == 3 {
                // An empty batch.
                sizes[0] = 0;
                elements.clear();
            }
            let dim = |symbol: &Symbol| match &*symbol.name {
                "arg0.0" => sizes[0],
                "arg0.1" => sizes[1],
                _ => 0,
            };
            let values: Vec<i64> = peak.symbols.iter().map(dim).collect();
            let at = |m: &Module| {
                let main = function(m, "main").unwrap();
                run(m, main, &arguments, &RunOptions::default()).unwrap()
            };
            let (expected, found) = (at(&plain.module), at(&lowered.module));
            assert_eq!(expected.difference(&found), None, "{name} {seed}");
            assert!(found.leaks.is_empty(), "{name} {seed}");
            let terms = peak.terms.iter();
            let bound = terms.filter_map(|term| term.eval(&values)).max();
            let bytes = found.peak_bytes as i64;
            assert!(Some(bytes) <= bound, "{name} {values:?}: {bytes} {bound:?}");
            n_runs += 1;
        }
    }
    assert_eq!(n_runs, 16);
}
