//! Prints what `merge` reaches on models, and how long it takes.
//!
//! `cargo run --release -p memplan-benches --example search -- [--steps] MODEL..`, where MODEL is a file. The time is
//! next to that of reading, verifying and printing the program. With `--steps`, also the passes that are taken, with
//! the peaks after each.
//!
//! `--ablation` instead searches with several limits. Every second model is in half A, the others are in half B: limits
//! are chosen by A and evaluated on B. The table has the sum of the logarithms of the peaks of each half, relative to
//! the usual limits, in percent.

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "it is a program"
)]

use std::path::PathBuf;
use std::time::Instant;

use memplan::{Context, LowerPeak, Merge, RunTimePeak, SearchLimits};
use memplan_mlir::text::{PrintOptions, parse, print};
use memplan_mlir::verifier::verify;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let models = arguments
        .iter()
        .filter(|argument| !argument.starts_with("--"));
    let models: Vec<PathBuf> = models.map(PathBuf::from).collect();
    if arguments.iter().any(|argument| argument == "--ablation") {
        return ablation(&models);
    }
    println!("| model | given | reached | read, verify, print | merge | ratio |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for path in models {
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        row(
            &path.file_name().unwrap_or_default().to_string_lossy(),
            &text,
        );
    }
}

/// Searches all models with several limits.
fn ablation(models: &[PathBuf]) {
    let texts: Vec<String> = models
        .iter()
        .filter_map(|path| std::fs::read_to_string(path).ok())
        .collect();
    let usual = SearchLimits::default();
    let base = halves(&texts, usual);
    println!("| work | patience | open | half A, % | half B, % |");
    println!("| --- | --- | --- | --- | --- |");
    for work in [usual.work / 4, usual.work, usual.work * 2] {
        for patience in [1, 2, 3] {
            for open in [1, 2, 4] {
                let limits = SearchLimits {
                    work,
                    patience,
                    open,
                    ..usual
                };
                let logs = halves(&texts, limits);
                let percent = |half: usize| 100.0 * (logs[half] - base[half]);
                println!(
                    "| {work} | {patience} | {open} | {:+.2} | {:+.2} |",
                    percent(0),
                    percent(1)
                );
            }
        }
    }
}

/// The sum of the logarithms of the peaks of each half.
fn halves(texts: &[String], search: SearchLimits) -> [f64; 2] {
    let mut halves = [0.0; 2];
    for (number, text) in texts.iter().enumerate() {
        let peak = peak_with(text, search);
        halves[number % 2] += peak.map_or(0.0, |peak| (peak as f64).max(1.0).ln());
    }
    halves
}

/// The sum of the peaks in bytes that `merge` reaches.
fn peak_with(text: &str, search: SearchLimits) -> Option<i64> {
    let mut module = parse(text.as_bytes(), &memplan_dialects_extra::parse_options())
        .ok()?
        .module;
    let context = Context::default();
    let options = LowerPeak {
        search,
        ..LowerPeak::default()
    };
    let job = Merge::new(&context).ok()?.lower_peak(Some(options));
    let (report, _) = job.run(&mut module).ok()?;
    report.peaks.functions.iter().map(bytes).sum()
}

fn bytes(peak: &RunTimePeak) -> Option<i64> {
    peak.peak.most.map(|most| most.bytes)
}

fn row(name: &str, text: &str) {
    let start = Instant::now();
    let Ok(parsed) = parse(text.as_bytes(), &memplan_dialects_extra::parse_options()) else {
        return;
    };
    let mut module = parsed.module;
    let _ = verify(&module);
    let _ = print(&module, &PrintOptions::default());
    let read = start.elapsed().as_secs_f64();
    let context = Context::default();
    let start = Instant::now();
    let Ok(job) = Merge::new(&context) else {
        return;
    };
    let merged = job.run(&mut module);
    let merge = start.elapsed().as_secs_f64();
    match merged {
        Ok((report, _)) => {
            let peak: Option<i64> = report.peaks.functions.iter().map(bytes).sum();
            let given = report.prepared.lowered.steps.first();
            let given = given.map(|step| step.peaks.iter().map(bytes).sum::<Option<i64>>());
            println!(
                "| {name} | {given:?} | {peak:?} | {read:.3} s | {merge:.3} s | {:.1} |",
                merge / read
            );
            if std::env::args().any(|arg| arg == "--steps") {
                for step in &report.prepared.lowered.steps {
                    let peaks: Vec<_> = step.peaks.iter().map(bytes).collect();
                    println!("    {} {} {peaks:?}", step.pass, step.is_kept);
                }
            }
        }
        Err(error) => println!("| {name} | {error} |"),
    }
}
