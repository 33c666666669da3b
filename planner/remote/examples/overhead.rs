//! Measures what a call of a plug-in costs: the C example against the same rule in this process, on random traces.
//!
//! `cargo run --release -p memplan-remote --features wasm --example overhead`

#![expect(clippy::print_stdout, reason = "an example prints its result")]

use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use memplan_datasets::registry as datasets;
use memplan_planner::registry::Registry;
use memplan_planner::{LifetimeTrace, MemoryPlanner, PlanOptions};
use memplan_remote::wasm::{ChosenBy, Library, Limits, WasmPlanner};

/// How long each planner runs on each trace.
const TIME: Duration = Duration::from_secs(1);

#[derive(Debug)]
struct Examples;

impl Library for Examples {
    fn chosen_by(&self) -> ChosenBy {
        ChosenBy::File
    }

    fn read(&self, name: &str, _max_bytes: usize) -> Result<Vec<u8>, String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/plug-ins");
        std::fs::read(folder.join(name)).map_err(|error| error.to_string())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut registry = Registry::with_builtin();
    let planner = WasmPlanner::new(Arc::new(Examples), Limits::default());
    registry.register(Arc::new(planner))?;
    let start = Instant::now();
    let plug_in = registry.parse("wasm{file=first_fit.wasm}")?;
    println!(
        "start of the engine and compilation: {:.1?}",
        start.elapsed()
    );
    let built_in = registry.parse("greedy-by-size")?;
    println!("buffers  plug-in  greedy-by-size  (median time of a call)");
    for n_buffers in [1, 10, 100, 1000, 10_000] {
        let trace = datasets::generate(&format!("skewed{{n={n_buffers} seed=1}}"))?.trace;
        let (own, other) = (median(&*plug_in, &trace)?, median(&*built_in, &trace)?);
        println!("{n_buffers:>7}  {own:>7.1?}  {other:>14.1?}");
    }
    Ok(())
}

fn median(planner: &dyn MemoryPlanner, trace: &LifetimeTrace) -> Result<Duration, Box<dyn Error>> {
    let (mut times, until) = (Vec::new(), Instant::now() + TIME);
    while times.is_empty() || Instant::now() < until {
        let start = Instant::now();
        planner.plan(trace, &PlanOptions::default())?;
        times.push(start.elapsed());
    }
    times.sort_unstable();
    Ok(times[times.len() / 2])
}
