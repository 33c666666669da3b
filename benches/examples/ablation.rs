//! Measures the contribution of each technique of the exact search:
//! `ablation [--seeds N] [--work N] TRACE|gen:SPEC...`
//!
//! Runs `exact` on each trace with all techniques, then with each one disabled, then with all
//! disabled. Prints a Markdown table of the search nodes of the median run until its proof, or how far above the load
//! it ends. Node counts are the same on every machine. The last columns give the number of runs that ended with a
//! proof, and the processor time of one thread for all runs.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it is a program")]

use std::path::Path;
use std::time::{Duration, Instant};

use memplan_datasets::registry as generators;
use memplan_planner::registry::Registry;
use memplan_planner::{
    LifetimeTrace, Optimality, PlanOptions, Units, ValidateOptions, validate, wire,
};

/// A run of one row on one trace. Runs with fewer nodes to their proof come first, then those without, by their peaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Run {
    /// The nodes to the proof.
    Proved(u64),
    /// The peak at the end, in bytes.
    Open(u64),
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut seeds, mut work) = (3_u64, 200_000_u64);
    let mut traces = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().unwrap_or_default().parse();
        match argument.as_str() {
            "--seeds" => seeds = number()?,
            "--work" => work = number()?,
            _ => traces.push(read(&argument)?),
        }
    }
    if traces.is_empty() || seeds == 0 {
        return Err("usage: ablation [--seeds N] [--work N] TRACE|gen:SPEC...".into());
    }
    let registry = Registry::with_builtin();
    let exact = registry.parse("exact")?;
    let techniques: Vec<&str> = (exact.options().infos().iter())
        .filter(|option| option.default == "on")
        .map(|option| option.name)
        .collect();
    let none = techniques.iter().map(|name| format!("{name}=off"));
    let mut rows = vec![("all on".to_owned(), "exact".to_owned())];
    for name in &techniques {
        rows.push((format!("no {name}"), format!("exact{{{name}=off}}")));
    }
    let none = none.collect::<Vec<String>>().join(" ");
    rows.push(("all off".to_owned(), format!("exact{{{none}}}")));

    print!("| nodes to the proof, or above the load |");
    for (name, _) in &traces {
        print!(" {name} |");
    }
    println!(" proved | time |");
    println!("| --- |{} --- | --- |", " --- |".repeat(traces.len()));
    for (row, spec) in rows {
        let planner = registry.parse(&spec)?;
        let (mut n_proved, mut time) = (0, Duration::ZERO);
        print!("| {row} |");
        for (name, trace) in &traces {
            let mut runs = Vec::new();
            for seed in 0..seeds {
                let options = PlanOptions {
                    seed,
                    work_limit: Some(Units(work)),
                    ..PlanOptions::default()
                };
                let start = Instant::now();
                let schedule = planner.plan(trace, &options)?;
                time += start.elapsed();
                validate(trace, &schedule, &ValidateOptions::default())
                    .map_err(|violations| format!("{spec} on {name}: {violations:?}"))?;
                runs.push(if schedule.optimality == Optimality::Optimal {
                    Run::Proved(schedule.work.0)
                } else {
                    Run::Open(schedule.peak().0)
                });
            }
            let is_proved = |run: &&Run| matches!(run, Run::Proved(_));
            n_proved += runs.iter().filter(is_proved).count();
            runs.sort_unstable();
            match runs[(runs.len() - 1) / 2] {
                Run::Proved(nodes) => print!(" {nodes} |"),
                Run::Open(peak) => {
                    let share = peak as f64 / trace.max_load().0 as f64 - 1.0;
                    print!(" {:.2} % |", 100.0 * share);
                }
            }
        }
        let n_runs = traces.len() as u64 * seeds;
        println!(" {n_proved}/{n_runs} | {:.1} s |", time.as_secs_f64());
    }
    Ok(())
}

/// A trace without its capacity, by a short name.
fn read(argument: &str) -> Result<(String, LifetimeTrace), Box<dyn std::error::Error>> {
    if let Some(spec) = argument.strip_prefix("gen:") {
        let generated = generators::generate(spec)?;
        return Ok((spec.to_owned(), generated.trace));
    }
    let mut traces = wire::read_trace(&std::fs::read(argument)?)?.traces;
    if traces.len() != 1 {
        return Err(format!("{argument}: one trace is wanted, not {}", traces.len()).into());
    }
    let trace = traces.remove(0).into_builder().capacity(None).build()?;
    let stem = Path::new(argument).file_stem().unwrap_or_default();
    let stem = stem.to_string_lossy();
    let name = stem.split('.').next().unwrap_or_default().to_owned();
    Ok((name, trace))
}
