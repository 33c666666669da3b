//! Buffers whose sizes are known only at run time: merged programs compute the same at every shape, hold what the formulas
//! say, and never more than with each buffer freed separately.

use std::fs;

use memplan::{Context, Merge, Merged};
use memplan_interp::{Datum, Run, RunOptions, function, run};
use memplan_mlir::Module;
use memplan_mlir::passes::Threading;
use memplan_mlir::text::{PrintOptions, print};
use memplan_support::symbolic::Symbol;
use memplan_testing::dynamic::{Shape, numbered_program, shapes};
use memplan_testing::figure;
use memplan_testing::programs::n_programs;

use crate::common::chain::read;

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

#[test]
fn scratch() {
    for name in [
        "hand_chain",
        "hand_forms",
        "hand_late_size",
        "hand_loop_size",
        "jax_mlp_b.tensor",
        "jax_conv_b.tensor",
        "jax_decode_bc.tensor",
        "jax_block_bs.tensor",
    ] {
        let Ok(text) = fs::read_to_string(format!("/tmp/sym-A/{name}.mlir")) else {
            continue;
        };
        for arenas in ["paying", "single"] {
            let start = std::time::Instant::now();
            let m = merged(&text, arenas);
            eprintln!(
                "== {name} {arenas}: merged {} of {}; {:?}",
                m.report.n_merged,
                m.report.n_buffers,
                start.elapsed()
            );
            for a in &m.report.symbolic {
                let terms: Vec<String> = a
                    .peak_terms()
                    .unwrap_or_default()
                    .iter()
                    .map(|t| t.display(a.symbols()).to_string())
                    .collect();
                eprintln!(
                    "   {}: {} buffers, {} dynamic, {} ops, k={} {:?} peak max({}) sources {:?} assume {:?} align {}",
                    a.scope,
                    a.trace.len(),
                    a.n_dynamic,
                    a.n_operations,
                    a.plan.orientations.len(),
                    a.plan.figures,
                    terms.join(", "),
                    a.sources,
                    a.assumptions,
                    a.plan.alignment
                );
            }
            let mut reasons: std::collections::BTreeMap<&str, usize> = Default::default();
            for s in &m.report.skipped {
                *reasons.entry(s.reason).or_default() += 1;
            }
            eprintln!("   skipped {reasons:?}");
            fs::write(format!("/tmp/sym-A/{name}.{arenas}.out"), m.text()).unwrap();
        }
    }
}
