//! The bytes that programs move between a fast memory of 75, 50 and 25 % of their peak and a slow one, by the planner
//! and by published rules, beside a lower bound.
//!
//! `cargo run -p memplan-benches --example spilling -- FILE...`
//!
//! With `--beside` as the first argument: how many of the bytes that programs copy with `--dma` overlap at least one
//! other operation, in a fast memory of half of the peak, without and with a rate of copies.

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "it is a program"
)]

use std::error::Error;
use std::time::Instant;

use memplan::{Context, MemoryCopies, MemoryPools, Merge, Stage, pool_traces};
use memplan_mlir::text::{ParseOptions, parse};
use memplan_mlir::{Module, OpId};
use memplan_planner::{
    Bytes, LifetimeTrace, Measure, MemoryPlanner as _, PlanOptions, ValidateOptions, registry,
    validate,
};

fn main() -> Result<(), Box<dyn Error>> {
    let context = Context::default();
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    if files.first().is_some_and(|first| first == "--beside") {
        return copied_beside(&context, &files.split_off(1));
    }
    let [best, belady, xla] = ["best", "belady", "xla"]
        .map(|rule| registry::planner(&format!("constrained{{spill={rule}}}")));
    let planners = [best?, belady?, xla?];
    println!(
        "{:24} {:>3} {:>7} {:>10} {:>12} {:>12} {:>12} {:>12} {:>7} {:>6}",
        "program", "%", "buffers", "fast", "bound", "planner", "belady", "xla", "above", "ms"
    );
    let (mut n_pairs, mut n_close) = (0, 0);
    for file in files {
        let Some((mut m, name)) = read(&context, &file)? else {
            continue;
        };
        let plain = Merge::new(&context)?.lower_peak(None);
        plain.start(&mut m).run_to(Stage::Bufferize)?;
        let pools: MemoryPools = "fast=1GiB,slow".parse()?;
        let collector = context.collector("tick")?;
        let (scopes, _) = pool_traces(&m, &collector, &pools)?;
        let Some(scope) = scopes.iter().max_by_key(|scope| load(&scope.trace)) else {
            println!("{file}: no buffer may move");
            continue;
        };
        let load = load(&scope.trace);
        for percent in [75, 50, 25] {
            let capacity = load * percent / 100;
            let trace = with_capacity(&scope.trace, capacity)?;
            let mut values = Vec::new();
            let (mut bound, mut ms) = (0, 0);
            for (index, planner) in planners.iter().enumerate() {
                let start = Instant::now();
                let schedule = planner.plan(&trace, &PlanOptions::default())?;
                if index == 0 {
                    ms = start.elapsed().as_millis();
                }
                let checked = validate(&trace, &schedule, &ValidateOptions::default());
                checked.map_err(|violations| violations[0].describe(&trace))?;
                let mut terms = schedule.pooled.iter().flat_map(|pooled| &pooled.terms);
                let term = terms.find(|term| term.measure == Measure::BytesMoved);
                values.push(term.map_or(0, |term| term.value));
                bound = term.map_or(0, |term| term.bound).max(bound);
            }
            n_pairs += 1;
            let above = values[0].saturating_sub(bound) as f64 / (bound as f64).max(1.0) * 100.0;
            n_close += usize::from(above <= 10.0);
            println!(
                "{name:24} {percent:3} {:7} {capacity:10} {bound:12} {:12} {:12} {:12} {above:6.1}% {ms:6}",
                trace.len(),
                values[0],
                values[1],
                values[2],
            );
        }
    }
    println!("{n_close} of {n_pairs} within 10 % of the bound");
    Ok(())
}

/// A program and its name; `None`, with a line, for what is none.
fn read(context: &Context, file: &str) -> Result<Option<(Module, String)>, Box<dyn Error>> {
    let text = std::fs::read(file)?;
    let options = ParseOptions {
        dialects: Some(&context.dialects),
        ..ParseOptions::default()
    };
    let Ok(parsed) = parse(&text, &options) else {
        println!("{file}: not a program");
        return Ok(None);
    };
    let name = std::path::Path::new(file).file_name();
    let name = name.map_or_else(|| file.into(), std::ffi::OsStr::to_string_lossy);
    let name = name.split('.').next().unwrap_or_default().to_owned();
    Ok(Some((parsed.module, name)))
}

/// Prints for each program what DMA copies at all and beside other operations, without and with a rate of copies.
fn copied_beside(context: &Context, files: &[String]) -> Result<(), Box<dyn Error>> {
    println!(
        "{:24} {:>10} {:>12} {:>12} {:>12} {:>12}",
        "program", "fast", "copied", "beside", "with a rate", "beside"
    );
    let mut sums = [0; 4];
    for file in files {
        let Some((given, name)) = read(context, file)? else {
            continue;
        };
        let merged = |pools: &str| -> Result<_, Box<dyn Error>> {
            let mut m = given.clone();
            let job = Merge::new(context)?.lower_peak(None).pools(pools.parse()?);
            let (report, _) = job.copies(MemoryCopies::Dma).run(&mut m)?;
            let functions = report.pools.map_or_else(Vec::new, |pools| pools.functions);
            let peaks = functions
                .iter()
                .map(|function| function.peaks[0] + function.peaks[1]);
            Ok((overlap(&m), peaks.max().unwrap_or(0)))
        };
        let half = merged("fast=1TiB,slow")?.1 / 2;
        if half < 64 {
            println!("{file}: no buffer may move");
            continue;
        }
        let (without, _) = merged(&format!("fast={half},slow"))?;
        let (with, _) = merged(&format!("fast={half}@{}/tick*4,slow", half / 64))?;
        let row = [without.0, without.1, with.0, with.1];
        println!(
            "{name:24} {half:10} {:12} {:12} {:12} {:12}",
            row[0], row[1], row[2], row[3]
        );
        for (sum, value) in sums.iter_mut().zip(row) {
            *sum += value;
        }
    }
    let share = |part: u64, all: u64| 100.0 * part as f64 / all.max(1) as f64;
    println!(
        "{:.0} % beside other operations, {:.0} % with a rate",
        share(sums[1], sums[0]),
        share(sums[3], sums[2])
    );
    Ok(())
}

/// The bytes that all `memref.dma_start` of a program copy, and those of them for which something else runs before the
/// program waits.
fn overlap(m: &Module) -> (u64, u64) {
    let (mut all, mut beside) = (0, 0);
    for op in m.walk(m.root()) {
        if m.op_name_text(op) != "memref.dma_start" {
            continue;
        }
        let operands = m.operands(op);
        let bytes = m.ctx.packed_bytes(m.value_type(operands[0])).unwrap_or(0);
        let tag = &operands[operands.len() - 2..];
        let waits = |next: &OpId| {
            m.op_name_text(*next) == "memref.dma_wait" && m.operands(*next).starts_with(tag)
        };
        let after = std::iter::successors(m.next_op(op), |&next| m.next_op(next));
        let works = |next: OpId| {
            let name = m.op_name_text(next);
            !name.starts_with("memref.") && !name.starts_with("arith.")
        };
        all += bytes;
        if after.take_while(|next| !waits(next)).any(works) {
            beside += bytes;
        }
    }
    (all, beside)
}

/// The largest sum of sizes at one tick.
fn load(trace: &LifetimeTrace) -> u64 {
    let plain = LifetimeTrace::builder("").buffers(trace.buffers().iter().cloned());
    plain.build().map_or(0, |trace| trace.max_load().0)
}

fn with_capacity(trace: &LifetimeTrace, capacity: u64) -> Result<LifetimeTrace, Box<dyn Error>> {
    let mut relations = trace.relations().clone();
    relations.pools[0].capacity = Some(Bytes(capacity));
    Ok(trace.clone().into_builder().relations(relations).build()?)
}
