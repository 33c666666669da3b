//! How close orientation plans are to the max load: the table of worst and mean ratios for 1, 2 and 4 orientations.
//!
//! `cargo run -p memplan-symbolic --example quality -- TRACE.csv..` measures symbolic traces from files, and without files
//! random layered ones: forward and backward passes whose sizes are of a few classes. The ratios are those at 200 shapes
//! that were not used to choose. `at one` is the ratio of a plan made at the middle of the ranges only.

use std::time::Instant;
use std::{env, fs};

use memplan_planner::{Buffer, Bytes, Lifetime, LifetimeTrace, Tick, registry};
use memplan_support::Random;
use memplan_symbolic::{
    OrientOptions, OrientationPlan, Polynomial, Symbol, SymbolicTrace, check, orient, read_traces,
};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// Sizes of transformers, with 64 channels in 4 heads; the batch is `b`, the sequence `s`.
const CLASSES: &[&str] = &[
    "256*b*s", "1024*b*s", "16*b*s*s", "4*b*s", "16*b*s", "4*s*s", "65536",
];

#[allow(clippy::print_stdout, reason = "this program prints a table")]
fn main() -> Outcome<()> {
    println!("| trace | buffers | edges | at one | k=1 | k=2 | k=4 | plan | check |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    let files: Vec<String> = env::args().skip(1).collect();
    for file in &files {
        for trace in read_traces(&fs::read(file)?)?.traces {
            let name = file.rsplit('/').next().unwrap_or(file);
            println!("{}", row(name, &trace)?);
        }
    }
    if files.is_empty() {
        for seed in 0..8 {
            let n_layers = 4 << (seed % 4);
            let trace = layered(n_layers, seed)?;
            println!(
                "{}",
                row(&format!("{n_layers} layers, seed {seed}"), &trace)?
            );
        }
    }
    Ok(())
}

fn row(name: &str, trace: &SymbolicTrace) -> Outcome<String> {
    let planner = registry::planner("auto{effort=quick}")?;
    let with = |points, perturb, k| -> Outcome<OrientationPlan> {
        let options = OrientOptions {
            points,
            perturb,
            k,
            gain: 0.0,
            ..OrientOptions::default()
        };
        Ok(orient(trace, &*planner, &options)?)
    };
    let begin = Instant::now();
    let plan = with(9, 300, 1)?;
    let planned = begin.elapsed();
    check(trace, &plan)?;
    let checked = begin.elapsed() - planned;
    let mut cells = vec![
        name.to_owned(),
        trace.len().to_string(),
        plan.orientations[0].edges().count().to_string(),
    ];
    for plan in [with(1, 0, 1)?, plan, with(9, 300, 2)?, with(9, 300, 4)?] {
        let quality = plan.measure(trace, 200, 1)?;
        cells.push(format!("{:.3}/{:.3}", quality.worst, quality.mean));
    }
    cells.push(format!("{:.2} s", planned.as_secs_f64()));
    cells.push(format!("{:.3} s", checked.as_secs_f64()));
    Ok(format!("| {} |", cells.join(" | ")))
}

/// Layers whose results live until the next layer, or until the way back reaches them, with short-lived buffers between.
fn layered(n_layers: u64, seed: u64) -> Outcome<SymbolicTrace> {
    let symbols = vec![
        Symbol::new("b", 1, Some(16))?,
        Symbol::new("s", 32, Some(1024))?,
    ];
    let mut random = Random::new(seed);
    let mut buffers = Vec::new();
    let mut sizes = Vec::new();
    let n_ticks = 12 * n_layers;
    for layer in 0..n_layers {
        for _ in 0..random.between(4, 12) {
            let begin = 6 * layer + random.below(6);
            let end = match random.below(4) {
                0 => n_ticks - begin, // kept for the way back
                1 => begin + random.between(3, 9),
                _ => begin + random.between(1, 3),
            };
            let ways = [begin, n_ticks - end.min(n_ticks)].map(u64::cast_signed);
            let length = (end - begin).cast_signed();
            let is_kept = end == n_ticks - begin;
            for way in &ways[..if is_kept { 1 } else { 2 }] {
                let live = Lifetime::half_open(Tick(*way), Tick(*way + length));
                buffers.push(Buffer {
                    align: Bytes(64),
                    ..Buffer::new(format!("x{}", buffers.len()), Bytes(0), live)
                });
                sizes.push(Polynomial::parse(
                    CLASSES[random.index(CLASSES.len())],
                    &symbols,
                )?);
            }
        }
    }
    let lifetimes = LifetimeTrace::builder("layers").buffers(buffers).build()?;
    Ok(SymbolicTrace::new(lifetimes, symbols, sizes)?)
}
