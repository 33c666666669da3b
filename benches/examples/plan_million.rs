//! Plans one million buffers or events, to measure memory with `/usr/bin/time -v`.
//!
//! `plan_million events chunk-hot` replays a million allocations and deallocations (500 thousand
//! buffers, if all are freed); `plan_million trace first-fit` plans a trace of a million buffers.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it is a program")]

use std::process::ExitCode;
use std::time::Instant;

use memplan_datasets::generate;
use memplan_planner::{Bytes, PlanOptions, ValidateOptions, registry, validate};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, spec] = arguments.as_slice() else {
        eprintln!("usage: plan_million events|trace PLANNER");
        return ExitCode::from(2);
    };
    let trace = match kind.as_str() {
        "events" => generate::trace_of(&generate::events(1, 1_000_000, 1_000)),
        _ => generate::skewed(1, 1_000_000),
    };
    let planner = match registry::planner(spec) {
        Ok(planner) => planner,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let options = PlanOptions {
        alignment: Bytes(64),
        ..PlanOptions::default()
    };
    let begin = Instant::now();
    let schedule = match planner.plan(&trace, &options) {
        Ok(schedule) => schedule,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(1);
        }
    };
    let planned = begin.elapsed();
    let begin = Instant::now();
    let verdict = validate(&trace, &schedule, &ValidateOptions::default());
    let checked = begin.elapsed();
    println!(
        "{} buffers: peak {}, max load {}, fragmentation {:.2}%, planned in {planned:.2?}, \
         checked in {checked:.2?}: {}",
        trace.len(),
        schedule.peak(),
        trace.max_load(),
        100.0 * schedule.fragmentation(&trace),
        if verdict.is_ok() { "valid" } else { "INVALID" },
    );
    ExitCode::SUCCESS
}
