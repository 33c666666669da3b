//! What a fast memory of 75, 50 and 25 % of the peak costs: the bytes that programs move to and from the slow one, by the planner and by
//! published rules, beside a lower bound.
//!
//! `cargo run -p memplan-benches --example spilling -- FILE...`

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "it is a program"
)]

use std::error::Error;
use std::time::Instant;

use memplan::{Context, MemoryPools, Merge, pool_traces};
use memplan_mlir::text::{ParseOptions, parse};
use memplan_planner::{
    Bytes, LifetimeTrace, Measure, MemoryPlanner as _, PlanOptions, ValidateOptions, registry,
    validate,
};

fn main() -> Result<(), Box<dyn Error>> {
    let context = Context::default();
    let [best, belady, xla] = ["best", "belady", "xla"]
        .map(|rule| registry::planner(&format!("constrained{{spill={rule}}}")));
    let planners = [best?, belady?, xla?];
    println!(
        "{:24} {:>3} {:>7} {:>10} {:>12} {:>12} {:>12} {:>12} {:>7} {:>6}",
        "program", "%", "buffers", "fast", "bound", "planner", "belady", "xla", "above", "ms"
    );
    let (mut n_pairs, mut n_close) = (0, 0);
    for file in std::env::args().skip(1) {
        let text = std::fs::read(&file)?;
        let options = ParseOptions {
            dialects: Some(&context.dialects),
            ..ParseOptions::default()
        };
        let Ok(parsed) = parse(&text, &options) else {
            println!("{file}: not a program");
            continue;
        };
        let mut m = parsed.module;
        Merge::new(&context)?.lower_peak(None).prepare(&mut m)?;
        let pools: MemoryPools = "fast=1GiB,slow".parse()?;
        let collector = context.collector("tick")?;
        let (scopes, _) = pool_traces(&m, &collector, &pools)?;
        let Some(scope) = scopes.iter().max_by_key(|it| load(&it.trace)) else {
            println!("{file}: no buffer may move");
            continue;
        };
        let name = std::path::Path::new(&file).file_name();
        let name = name.map_or_else(|| file.clone(), |it| it.to_string_lossy().into_owned());
        let name = name.split('.').next().unwrap_or_default().to_owned();
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
                let terms = schedule.pooled.as_ref().map_or(&[][..], |it| &it.terms);
                let term = terms.iter().find(|it| it.measure == Measure::BytesMoved);
                values.push(term.map_or(0, |it| it.value));
                bound = term.map_or(0, |it| it.bound).max(bound);
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
