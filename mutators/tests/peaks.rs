//! Merging never raises the run-time peak: the peak of a run is at most that with each buffer freed separately, on the
//! models of the shared corpus and on random programs.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failing helper fails the test, and measurements are printed"
)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::common::chain::read;
use crate::common::corpus::memref_models;
use crate::common::real_mlir::{Ledger, MlirOpt};
use memplan::{Context, LowerPeak, Merge};
use memplan_interp::{Run, RunOptions, function, random_arguments, run};
use memplan_memory_model::{HeapBytes, HeapLoads, HeapPeak};
use memplan_mlir::Module;
use memplan_mlir::interfaces::arena_alignments;
use memplan_mlir::passes::Threading;
use memplan_mlir::text::{PrintOptions, print};
use memplan_planner::PlanOptions;
use memplan_testing::callers;
use memplan_testing::carried;
use memplan_testing::figure;
use memplan_testing::gradients::numbered_gradient;
use memplan_testing::programs::{ProgramOptions, n_programs, numbered_program};
use memplan_testing::reuse::{self, Frees};

fn executed(m: &Module) -> Result<Run, String> {
    let main = function(m, "main").unwrap();
    run(m, main, &[], &RunOptions::default()).map_err(|fault| format!("{:?}", fault.diagnostic(m)))
}

/// The program with deallocations and without merging.
fn separate(m: &Module) -> Module {
    let mut separate = m.clone();
    memplan::deallocate(&mut separate, Threading::Off).unwrap();
    separate
}

/// The merged program, and how many buffers were merged.
fn merged(m: &Module, collector: &str) -> (Module, usize) {
    let context = Context::default();
    let job = Merge::new(&context).unwrap().collector(collector).unwrap();
    let job = job.lower_peak(None);
    let mut merged = m.clone();
    let (report, _) = job.run(&mut merged).unwrap();
    (merged, report.merged.n_merged)
}

/// The peak of a run, in both measures.
fn held(run: &Run) -> HeapBytes {
    HeapBytes {
        bytes: run.peak_bytes.cast_signed(),
        padded: run.peak_padded_bytes.cast_signed(),
    }
}

/// The static bounds on the peak of `@main`.
fn bounds(m: &Module) -> HeapPeak {
    let loads = HeapLoads::new(m);
    loads.of(function(m, "main").unwrap()).unwrap().peak
}

fn options(number: u64) -> ProgramOptions {
    ProgramOptions {
        statements: 6 + (number % 12) as u32,
        blocks: !number.is_multiple_of(3),
        alignments: number.is_multiple_of(4),
        spaces: number.is_multiple_of(5),
        rotation: number.is_multiple_of(7),
        jobs: number.is_multiple_of(11),
        ..ProgramOptions::default()
    }
}

#[test]
fn random_programs_never_hold_more_at_once() {
    let n = n_programs(100);
    let mut sums = [0; 3];
    let (mut n_exact, mut n_bounded) = (0, 0);
    let mut n_merged = (0, 0);
    let mut n_passed = 0;
    for number in 0..n {
        let text = numbered_program(number, &options(number));
        let m = read(&text);
        let of_separate = separate(&m);
        let (of_merged, n) = merged(&m, "tick");
        let (of_single, n_at_most) = merged(&m, "tick{arenas=single}");
        n_merged = (n_merged.0 + n, n_merged.1 + n_at_most);
        let runs = [&of_separate, &of_merged, &of_single].map(|m| executed(m).unwrap());
        let context = || {
            let texts = [&of_separate, &of_merged].map(|m| print(m, &PrintOptions::default()));
            format!(
                "program {number}:\n{text}\nseparately:\n{}\nmerged:\n{}",
                texts[0], texts[1]
            )
        };
        let peaks = runs.each_ref().map(held);
        assert!(peaks[1].fits(peaks[0]), "{peaks:?}\n{}", context());
        assert_eq!(runs[1].results, runs[0].results, "{}", context());
        n_passed += arena_alignments(&of_merged).len();
        assert_eq!(runs[1].leaks.len(), 0, "{}", context());
        for (m, peak) in [&of_separate, &of_merged].into_iter().zip(peaks) {
            let bounds = bounds(m);
            assert!(
                bounds.least.bytes <= peak.bytes,
                "{bounds:?} {peak:?}\n{}",
                context()
            );
            n_bounded += u64::from(bounds.most.is_some());
            n_exact += u64::from(bounds.most == Some(bounds.least));
            if let Some(most) = bounds.most {
                assert!(
                    peak.bytes <= most.bytes,
                    "{bounds:?} {peak:?}\n{}",
                    context()
                );
            }
        }
        for (sum, peak) in sums.iter_mut().zip(peaks) {
            *sum += peak.bytes;
        }
    }
    let [alone, paying, single] = sums;
    figure(&format!(
        "{n} random programs: sums of run-time peaks {alone} bytes separately, {paying} merged, {single} in single \
         arenas; {} buffers merged, {} in single arenas; {n_passed} calls pass an arena; of {} static peaks, {n_bounded} have an upper bound and \
         {n_exact} are exact",
        n_merged.0,
        n_merged.1,
        2 * n
    ));
    assert!(paying < single);
    assert!(n_exact > n / 4, "{n_exact} of {}", 2 * n);
}

/// Programs whose peak `merge` raised once, or whose result it changed.
#[test]
fn past_faults_stay_repaired() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/past_faults");
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let mut m = read(&fs::read_to_string(&path).unwrap());
        memplan::bufferize(&mut m).unwrap();
        let [before, merged, lowered] =
            [separate(&m), merged(&m, "tick").0, lowered(&m, 0)].map(|m| executed(&m).unwrap());
        for after in [merged, lowered] {
            assert_eq!(after.results, before.results, "{}", path.display());
            assert_eq!(after.leaks.len(), 0, "{}", path.display());
            let peaks = [&before, &after].map(held);
            assert!(peaks[1].fits(peaks[0]), "{}: {peaks:?}", path.display());
        }
    }
}

/// The peaks of models are known exactly without a run, except for that of `lstm`, which is measured.
#[test]
fn models_never_hold_more_at_once() {
    for path in memref_models() {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let m = read(&fs::read_to_string(&path).unwrap());
        let (in_several, n_merged) = merged(&m, "tick");
        let (in_single, n_at_most) = merged(&m, "tick{arenas=single}");
        let versions = [separate(&m), in_several, in_single];
        let peaks = versions.each_ref().map(|m| {
            let peak = bounds(m);
            match peak.most {
                Some(most) => {
                    assert_eq!(most, peak.least, "{name}");
                    most
                }
                None => measured(m),
            }
        });
        figure(&format!(
            "{name}: {} bytes separately, {} with {n_merged} buffers merged, {} with {n_at_most} in single arenas",
            peaks[0].bytes, peaks[1].bytes, peaks[2].bytes
        ));
        assert!(peaks[1].fits(peaks[0]), "{name}: {peaks:?}");
    }
}

/// The peak of one run on random arguments.
fn measured(m: &Module) -> HeapBytes {
    let main = function(m, "main").unwrap();
    let arguments = random_arguments(m, main, 1).unwrap();
    let options = RunOptions {
        step_limit: 1 << 40,
        ..RunOptions::default()
    };
    held(&run(m, main, &arguments, &options).unwrap())
}

/// The program after the chain of passes that `merge -O memory` runs, merged.
fn lowered(m: &Module, recompute_percent: u64) -> Module {
    let mut lowered = m.clone();
    memplan::lower_peak(
        &mut lowered,
        LowerPeak {
            recompute_percent,
            ..LowerPeak::default()
        },
        &PlanOptions::default(),
    );
    assert_eq!(memplan_mlir::verifier::verify(&lowered), []);
    merged(&lowered, "tick").0
}

/// A random program: with all kinds of aliases, with buffers that are used again, with loops that carry buffers, or a
/// gradient.
fn any_program(number: u64) -> String {
    match number % 4 {
        0 => numbered_program(number, &options(number)),
        1 => {
            let frees = [Frees::None, Frees::All, Frees::Early][(number / 4 % 3) as usize];
            reuse::numbered_program(number, frees)
        }
        2 => carried::numbered_program(number),
        _ => numbered_gradient(number),
    }
}

/// The program with deallocations, and the same with a lower peak; two numbers give the same program, with
/// recomputation and without.
fn before_and_after(number: u64) -> (String, [Module; 2]) {
    let text = any_program(number / 2);
    let m = read(&text);
    let modules = [separate(&m), lowered(&m, number % 2 * 50)];
    let printed = print(&modules[1], &PrintOptions::default());
    (
        format!("program {number}:\n{text}\nbecame\n{printed}"),
        modules,
    )
}

#[test]
fn lowering_the_peak_changes_no_result() {
    let n = n_programs(30);
    let mut sums = [0; 2];
    for number in 0..n {
        let (context, [of_separate, of_lowered]) = before_and_after(number);
        let before = executed(&of_separate).unwrap();
        let after = executed(&of_lowered).unwrap_or_else(|fault| panic!("{fault}\n{context}"));
        assert_eq!(after.results, before.results, "{context}");
        assert_eq!(after.leaks.len(), 0, "{context}");
        for (m, ran) in [(&of_separate, &before), (&of_lowered, &after)] {
            let bounds = bounds(m);
            let peak = ran.peak_bytes.cast_signed();
            let is_below = bounds.most.is_none_or(|most| peak <= most.bytes);
            assert!(
                bounds.least.bytes <= peak && is_below,
                "{bounds:?} {peak}\n{context}"
            );
        }
        let (given, reached) = (bounds(&of_separate), bounds(&of_lowered));
        if let (Some(given), Some(reached)) = (given.most, reached.most) {
            assert!(
                reached.bytes <= given.bytes,
                "{reached:?} {given:?}\n{context}"
            );
        }
        let peaks = (before.peak_bytes, after.peak_bytes);
        assert!(
            peaks.1 <= peaks.0,
            "{peaks:?}
{context}"
        );
        sums[0] += before.peak_bytes;
        sums[1] += after.peak_bytes;
    }
    figure(&format!(
        "{n} random programs: sums of run-time peaks {} bytes before `-O memory`, {} after",
        sums[0], sums[1]
    ));
    assert!(sums[1] < sums[0]);
}

/// What `merge` makes of a program: lowered, with recomputation, twice, and after deallocation, ours and that of
/// mlir-opt. Each with the program that frees its buffers separately.
fn all_merged(m: &Module, mlir_opt: &MlirOpt) -> Vec<(&'static str, [Module; 2])> {
    let context = Context::default();
    let merge = |m: &mut Module, recompute_percent| {
        let job = Merge::new(&context).unwrap();
        let job = job.lower_peak(Some(LowerPeak {
            recompute_percent,
            ..LowerPeak::default()
        }));
        job.run(m).unwrap();
    };
    let merged = |m: &Module, percents: &[u64]| {
        let mut merged = m.clone();
        for &percent in percents {
            merge(&mut merged, percent);
        }
        merged
    };
    let freed = separate(m);
    let mut all = vec![
        ("merge", [freed.clone(), merged(m, &[0])]),
        ("merge --recompute 20%", [freed.clone(), merged(m, &[20])]),
        ("merge twice", [freed.clone(), merged(m, &[0, 0])]),
        (
            "deallocation, then merge",
            [freed.clone(), merged(&freed, &[0])],
        ),
    ];
    let text = print(m, &PrintOptions::default());
    if let Ok(theirs) = mlir_opt.run(&text, &["--buffer-deallocation-pipeline"]) {
        let theirs = read(&theirs);
        let merged = merged(&theirs, &[0]);
        all.push(("deallocation of mlir-opt, then merge", [theirs, merged]));
    }
    all
}

/// Lowered by mlir-opt and run by mlir-runner, with a ledger of allocations.
#[test]
fn the_real_mlir_runs_what_merge_makes() {
    let (Some(ledger), Some(mlir_opt)) = (Ledger::find(), MlirOpt::find(22)) else {
        return;
    };
    let n = n_programs(4).min(2000);
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for number in 0..n {
        let text = any_program(number);
        let m = read(&text);
        let of = |m: &Module| ledger.run(&print(m, &PrintOptions::default()));
        for (name, [freed, merged]) in all_merged(&m, &mlir_opt) {
            // MLIR does not lower all programs.
            let Ok(before) = of(&freed) else {
                continue;
            };
            let context = || {
                let printed = print(&merged, &PrintOptions::default());
                format!("{name}, program {number}:\n{text}\nbecame\n{printed}")
            };
            let after = of(&merged).unwrap_or_else(|fault| panic!("{fault}\n{}", context()));
            assert_eq!(after.result, before.result, "{}", context());
            let faults = (after.leaked, after.double_frees, after.wild_frees);
            assert_eq!(faults, (0, 0, 0), "{}", context());
            let peaks = (before.peak, after.peak);
            assert!(peaks.1 <= peaks.0, "{peaks:?} {}", context());
            *counts.entry(name).or_default() += 1;
        }
    }
    figure(&format!("{n} random programs run by MLIR: {counts:?}"));
    assert!(counts.values().all(|&count| count * 2 > n), "{counts:?}");
}

#[test]
fn lowering_the_peak_of_models() {
    for path in memref_models() {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let m = read(&fs::read_to_string(&path).unwrap());
        let (given, reached) = (bounds(&separate(&m)), bounds(&lowered(&m, 0)));
        if let (Some(given), Some(reached)) = (given.most, reached.most) {
            figure(&format!(
                "{name}: {} bytes, {} with `-O memory`",
                given.bytes, reached.bytes
            ));
            assert!(reached.fits(given), "{name}: {reached:?} {given:?}");
        }
    }
}

/// Programs of private functions: merging with arenas that callers hold, and the
/// chain of `-O memory` compute the same and hold no more in any run.
#[test]
fn programs_of_functions_never_hold_more_at_once() {
    let n = n_programs(60);
    let mut n_passed = 0;
    let mut sums = [0; 3];
    for number in 0..n {
        let text = callers::numbered_program(number);
        let given = read(&text);
        let (of_merged, _) = merged(&given, "tick");
        n_passed += arena_alignments(&of_merged).len();
        let mut versions = vec![separate(&given), of_merged];
        if number.is_multiple_of(5) {
            versions.push(lowered(&given, 0));
        }
        let before = executed(&versions[0]).unwrap();
        let most = bounds(&versions[0]).most;
        for (which, version) in versions.iter().enumerate() {
            let context = || {
                let printed = print(version, &PrintOptions::default());
                format!("program {number}, version {which}:\n{text}\nbecame\n{printed}")
            };
            let after = executed(version).unwrap_or_else(|fault| panic!("{fault}\n{}", context()));
            assert_eq!(after.results, before.results, "{}", context());
            assert_eq!(after.leaks.len(), 0, "{}", context());
            // `-O memory` compares static peaks.
            let limit = match which {
                2 => most,
                _ => Some(held(&before)),
            };
            let is_fine = limit.is_none_or(|limit| after.peak_bytes.cast_signed() <= limit.bytes);
            assert!(is_fine, "{limit:?} {after:?}\n{}", context());
            sums[which] += after.peak_bytes;
        }
    }
    figure(&format!(
        "{n} programs of functions: {n_passed} calls pass an arena; sums of run-time peaks {} bytes separately, {} merged",
        sums[0], sums[1]
    ));
    assert!(n_passed as u64 > n / 10, "{n_passed}");
}

/// Programs of loops that carry buffers: static bounds hold for every run, and the chain gives most of them one.
#[test]
fn loops_that_carry_buffers_stay_within_their_bounds() {
    let n = n_programs(40);
    let (mut n_before, mut n_after) = (0, 0);
    for number in 0..n {
        let text = carried::numbered_program(number);
        let given = read(&text);
        let versions = [
            separate(&given),
            merged(&given, "tick").0,
            lowered(&given, 0),
        ];
        let runs = versions.each_ref().map(|m| {
            executed(m).unwrap_or_else(|fault| panic!("{fault}\nprogram {number}:\n{text}"))
        });
        for (m, ran) in versions.iter().zip(&runs) {
            let context = || {
                let printed = print(m, &PrintOptions::default());
                format!("program {number}:\n{text}\nbecame\n{printed}")
            };
            assert_eq!(ran.results, runs[0].results, "{}", context());
            assert_eq!(ran.leaks.len(), 0, "{}", context());
            let (bounds, peak) = (bounds(m), ran.peak_bytes.cast_signed());
            let is_below = bounds.most.is_none_or(|most| peak <= most.bytes);
            assert!(
                bounds.least.bytes <= peak && is_below,
                "{bounds:?} {peak}\n{}",
                context()
            );
        }
        for ran in &runs[1..] {
            let peaks = (runs[0].peak_bytes, ran.peak_bytes);
            assert!(peaks.1 <= peaks.0, "{peaks:?} program {number}:\n{text}");
        }
        n_before += u64::from(bounds(&versions[0]).most.is_some());
        n_after += u64::from(bounds(&versions[2]).most.is_some());
    }
    figure(&format!(
        "{n} programs of loops that carry buffers: {n_before} have an upper bound, {n_after} after `-O memory`"
    ));
    assert!(n_before * 10 > n * 9, "{n_before} of {n}");
}

/// The same by MLIR, over a ledger of allocations.
#[test]
fn programs_of_functions_run_in_the_real_mlir() {
    let Some(ledger) = Ledger::find() else {
        return;
    };
    for number in 0..n_programs(8).div_ceil(2) {
        let given = read(&callers::numbered_program(number));
        let text_of = |m: &Module| print(m, &PrintOptions::default());
        let before = ledger.run(&text_of(&separate(&given))).unwrap();
        let text = text_of(&merged(&given, "tick").0);
        let after = ledger.run(&text).unwrap();
        let faults = (after.double_frees, after.wild_frees, after.leaked);
        assert_eq!(faults, (0, 0, 0), "program {number}:\n{text}");
        assert_eq!(after.result, before.result, "program {number}:\n{text}");
        assert!(after.peak <= before.peak, "program {number}:\n{text}");
    }
}

/// The peak of a program whose calls are inlined bounds that of the program itself.
#[test]
fn inlining_alone_never_raises_the_peak() {
    let n = n_programs(100);
    let (mut n_inlined, mut n_lower) = (0, 0);
    for number in 0..n {
        let text = match number % 2 {
            0 => callers::numbered_program(number),
            _ => any_program(number / 2),
        };
        let m = read(&text);
        let (mut inlined, root) = (m.clone(), m.root());
        if !memplan_mlir::rewrite::inline(&mut inlined, root) {
            continue;
        }
        let [before, after] = [&m, &inlined].map(|m| executed(&separate(m)).unwrap().peak_bytes);
        assert!(
            after <= before,
            "{after} > {before}, program {number}:\n{text}"
        );
        n_inlined += 1;
        n_lower += u64::from(after < before);
    }
    figure(&format!(
        "{n} random programs: calls of {n_inlined} can be inlined, which lowers the peak of {n_lower}"
    ));
    assert!(n_inlined > n / 3, "{n_inlined} of {n}");
}
