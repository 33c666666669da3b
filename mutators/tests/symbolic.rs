//! Buffers whose sizes are known only at run time: merged programs compute the same at every shape, hold what the formulas
//! say, and never more than with each buffer freed separately.

use std::fs;

use memplan::{Blocks, Context, LowerPeak, Merge, Merged};
use memplan_interp::{Datum, Run, RunOptions, function, run};
use memplan_mlir::passes::Threading;
use memplan_mlir::text::{PrintOptions, print};
use memplan_mlir::{Module, names};
use memplan_mutators::{ArenaDealloc, SymbolicRewrite, merge_symbolic, read_back};
use memplan_support::symbolic::Symbol;
use memplan_symbolic::{OrientOptions, orient};
use memplan_testing::dynamic::{Shape, main_function, numbered_program, shapes};
use memplan_testing::figure;
use memplan_testing::gradients::numbered_gradient;
use memplan_testing::outside::shared;
use memplan_testing::programs::n_programs;

use crate::common::chain::read;
use crate::common::real_mlir::Ledger;

/// The program merged by `merge` without passes that lower the peak; `arenas` is that option of the collector.
fn merged(text: &str, arenas: &str) -> Merged {
    let context = Context::default();
    let job = Merge::new(&context).unwrap();
    let job = job.collector(&format!("tick{{arenas={arenas}}}")).unwrap();
    job.lower_peak(None).run_text(text).unwrap()
}

/// Runs `@f` at a shape.
fn at(m: &Module, shape: &Shape) -> Run {
    let elements = (0..shape.x)
        .map(|it| Datum::Int(it.unsigned_abs()))
        .collect();
    let list = shape
        .list
        .iter()
        .map(|it| Datum::Int(it.unsigned_abs()))
        .collect();
    let arguments = [
        Datum::Array {
            sizes: vec![shape.x],
            elements,
        },
        Datum::Array {
            sizes: vec![4],
            elements: list,
        },
        Datum::Int(shape.n.unsigned_abs()),
        Datum::Int(shape.k.unsigned_abs()),
    ];
    let f = function(m, "f").unwrap();
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
    for arena in &merged.report.symbolic {
        let values: Option<Vec<i64>> = arena.symbols().iter().map(value).collect();
        sum += arena.peak_at(&values?)?.0;
    }
    Some(sum)
}

/// At 20 shapes: the same results, nothing leaked, no higher peak than with each buffer freed separately, and merged
/// allocations of the size that the formulas say.
#[test]
fn random_programs_with_dynamic_shapes() {
    let n = n_programs(150);
    let (mut n_arenas, mut n_merged, mut n_buffers, mut n_formulas) = (0, [0, 0], 0, 0);
    for number in 0..n {
        let is_flat = number % 3 == 0;
        let text = numbered_program(number, is_flat);
        let given = read(&text);
        let mut separate = given.clone();
        memplan::deallocate(&mut separate, Threading::Off).unwrap();
        let both = ["paying", "single"].map(|arenas| merged(&text, arenas));
        n_arenas += both[0].report.symbolic.len();
        for (sum, merged) in n_merged.iter_mut().zip(&both) {
            *sum += merged
                .report
                .symbolic
                .iter()
                .map(|it| it.n_dynamic)
                .sum::<usize>();
        }
        n_buffers += both[0].report.n_buffers;
        for shape in shapes(number, 20) {
            let expected = at(&separate, &shape);
            for (is_single, merged) in both.iter().enumerate() {
                let context = || {
                    format!(
                        "program {number} at {shape:?}:\n{text}\nbecame\n{}",
                        merged.text()
                    )
                };
                let found = at(&merged.module, &shape);
                assert_eq!(expected.difference(&found), None, "{}", context());
                assert!(found.leaks.is_empty(), "{}", context());
                if is_single == 0 {
                    let peaks = [(&expected, &found)].map(|(a, b)| {
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
                let is_whole = merged.report.skipped.is_empty() && merged.report.scopes.is_empty();
                if is_flat
                    && is_whole
                    && let Some(bytes) = formula(merged, &shape)
                {
                    assert_eq!(found.allocated_bytes, bytes, "{}", context());
                    n_formulas += 1;
                }
            }
        }
    }
    figure(&format!(
        "{n} programs with dynamic shapes: {} of {n_buffers} buffers dynamic and merged without raising the peak, in {n_arenas} \
         allocations; {} in one for each scope; {n_formulas} runs compared with formulas",
        n_merged[0], n_merged[1]
    ));
    assert!(0 < n_merged[0] && n_merged[0] < n_merged[1] && 0 < n_formulas);
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
        let n_merged = both.each_ref().map(|it| it.report.n_merged);
        assert!(
            paying <= n_merged[0] && n_merged[1] == single,
            "{name}: {n_merged:?}"
        );
        for arena in &both[1].report.symbolic {
            let quality = arena.quality();
            assert!(quality.worst < 1.02, "{name}: {quality:?}");
            assert!(arena.n_operations <= 2 * arena.trace.len(), "{name}");
        }
        figure(&format!(
            "{name}: {n_merged:?} of {} buffers merged",
            both[0].report.n_buffers
        ));
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
            let plan = orient(&scope.trace, &*planner, &options).unwrap();
            let rewrite = SymbolicRewrite {
                before: scope.before,
                memory_space: scope.memory_space,
                alignment: plan.alignment,
                plan: &plan,
                sites: &scope.sites,
                sizes: &scope.sizes,
                symbols: &scope.symbols,
            };
            let mut merged = m.clone();
            let arena = merge_symbolic(&mut merged, &rewrite, ArenaDealloc::Always).unwrap();
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
                wrong.offsets[buffer] = wrong.size;
                let differs = plan.size_of.len() > 1 && offset != wrong.size;
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
        let arena = &merged.report.symbolic[0];
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
        n_changed += u64::from(merged.report.memory_steps.len() > 1);
        for size in [4, 5, 9] {
            let at = |m: &Module| {
                let main = function(m, "main").unwrap();
                run(m, main, &[Datum::Int(size)], &RunOptions::default())
            };
            let context = || format!("{number} at {size}:\n{text}\nbecame\n{}", merged.text());
            let expected = at(&separate).unwrap();
            let found = at(&merged.module).unwrap_or_else(|fault| panic!("{fault} {}", context()));
            assert_eq!(expected.results, found.results, "{}", context());
            assert!(found.leaks.is_empty(), "{}", context());
            n_lower += u64::from(found.peak_bytes < expected.peak_bytes);
        }
    }
    figure(&format!(
        "of {n} programs, passes changed {n_changed}; peaks are lower in {n_lower} of {} runs",
        3 * n
    ));
    assert!(n_changed * 2 > n && n_lower > n, "{n_changed} {n_lower}");
}
