//! Prints the fragmentation of every planner on every trace: the machine-independent part of the
//! benchmarks.

#![allow(clippy::print_stdout, reason = "it is a program")]

use memplan_benches::traces;
use memplan_planner::PlanOptions;
use memplan_planner::algorithms::PLANNERS;

fn main() {
    for (name, trace) in traces() {
        println!(
            "{name}: {} buffers, max load {}",
            trace.len(),
            trace.max_load()
        );
        for planner in PLANNERS {
            match planner.plan(&trace, &PlanOptions::default()) {
                Ok(schedule) => {
                    let percent = 100.0 * schedule.fragmentation(&trace);
                    println!(
                        "  {:18} {:>14} {percent:>8.2}%",
                        planner.info().name,
                        schedule.peak()
                    );
                }
                Err(error) => println!("  {:18} {error}", planner.info().name),
            }
        }
    }
}
