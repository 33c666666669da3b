//! Prints what `merge` reaches on models, and how long it takes.
//!
//! `cargo run --release -p memplan-benches --example search -- [--steps] MODEL..`, where MODEL is a file. The time is next to
//! that of reading, verifying and printing the program. With `--steps`, also the passes that are taken, with the peaks
//! behind each.

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "it is a program"
)]

use std::path::PathBuf;
use std::time::Instant;

use memplan::{Context, Merge};
use memplan_mlir::text::{PrintOptions, parse, print};
use memplan_mlir::verifier::verify;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let models = arguments.iter().filter(|it| !it.starts_with("--"));
    let models: Vec<PathBuf> = models.map(PathBuf::from).collect();
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
            let peaks = report
                .run_time_peaks
                .iter()
                .map(|peak| peak.peak.most.map(|it| it.bytes));
            let peak: Option<i64> = peaks.sum();
            let given = report.memory_steps.first().map(|it| {
                it.peaks
                    .iter()
                    .map(|peak| peak.peak.most.map(|it| it.bytes))
                    .sum::<Option<i64>>()
            });
            println!(
                "| {name} | {given:?} | {peak:?} | {read:.3} s | {merge:.3} s | {:.1} |",
                merge / read
            );
            if std::env::args().any(|arg| arg == "--steps") {
                for step in &report.memory_steps {
                    let peaks: Vec<_> = step
                        .peaks
                        .iter()
                        .map(|peak| peak.peak.most.map(|it| it.bytes))
                        .collect();
                    println!("    {} {} {peaks:?}", step.pass, step.is_kept);
                }
            }
        }
        Err(error) => println!("| {name} | {error} |"),
    }
}
