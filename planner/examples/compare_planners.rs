//! Plans a trace with every planner and prints the peaks.
//!
//! `cargo run --example compare_planners -- "a 0..4 32; b 2..6 16; c 4..9 40"`

#![allow(clippy::print_stdout, reason = "it is a program")]

use memplan_planner::registry::Registry;
use memplan_planner::{LifetimeTrace, PlanOptions, ValidateOptions, validate};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let default = "weights 0..9 4096; a 0..3 1024; b 2..5 2048; c 4..7 1024; d 6..9 2048";
    let notation = std::env::args()
        .nth(1)
        .unwrap_or_else(|| default.to_owned());
    let trace: LifetimeTrace = notation.parse()?;
    println!("{} buffers, max load {}", trace.len(), trace.max_load());
    for planner in Registry::with_builtin().iter() {
        let schedule = planner.plan(&trace, &PlanOptions::default())?;
        assert_eq!(
            validate(&trace, &schedule, &ValidateOptions::default()),
            Ok(())
        );
        let percent = 100.0 * schedule.fragmentation(&trace);
        println!(
            "{:18} {:>10} {percent:>7.2}%",
            schedule.planner,
            schedule.peak()
        );
    }
    Ok(())
}
