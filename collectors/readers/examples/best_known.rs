//! Plans all problems of a directory of `dsa-problem` files, and compares with its `best-known.csv`: a line for each
//! that is open, or better or worse than published, then a table.
//!
//! `cargo run -p memplan-readers --example best_known -- DIRECTORY [PART-OF-NAME [PLANNER]]`

#![allow(clippy::print_stdout, reason = "the output of the program")]

use std::collections::BTreeMap;
use std::time::Instant;

use memplan_planner::{Measure, PlanError, PlanOptions, ValidateOptions, registry, validate};
use memplan_readers::{DsaProblem, TraceInput, TraceReader};

/// What came out for the problems of one kind.
#[derive(Default)]
struct Kind {
    equal: u32,
    better: u32,
    worse: u32,
    proved: u32,
    proved_before: u32,
    cost: u64,
    published: u64,
    bound: u64,
    seconds: f64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let directory = args
        .next()
        .ok_or("usage: best_known DIRECTORY [PART-OF-NAME [PLANNER]]")?;
    let wanted = args.next().unwrap_or_default();
    let planner = registry::planner(args.next().as_deref().unwrap_or("auto"))?;
    let table = std::fs::read_to_string(format!("{directory}/best-known.csv"))?;
    let mut kinds: BTreeMap<String, Kind> = BTreeMap::new();
    for row in table.lines().skip(1) {
        let columns: Vec<&str> = row.split(',').collect();
        let [
            file,
            _,
            _,
            _,
            kind,
            objective,
            _,
            n,
            _,
            _,
            fits,
            cost,
            peak,
            _,
            proven,
            ..,
        ] = columns[..]
        else {
            continue;
        };
        if !file.contains(&wanted) {
            continue;
        }
        let bytes = std::fs::read(format!("{directory}/{file}"))?;
        let read = DsaProblem.read(&TraceInput::new(file, &bytes))?;
        let trace = &read.scopes.traces[0];
        let start = Instant::now();
        let planned = planner.plan(trace, &PlanOptions::default());
        let seconds = start.elapsed().as_secs_f64();
        let (schedule, is_fit) = match planned {
            Ok(schedule) => (schedule, true),
            Err(PlanError::PoolExceeded { schedule, .. }) => (*schedule, false),
            Err(error) => return Err(error.into()),
        };
        if is_fit && let Err(violations) = validate(trace, &schedule, &ValidateOptions::default()) {
            return Err(format!("{file}: {}", violations[0].describe(trace)).into());
        }
        let (measure, best) = if objective == "reuse_cost" {
            (Measure::ReuseCost, cost)
        } else {
            (Measure::TotalPeak, peak)
        };
        let terms = &schedule.pooled.as_ref().ok_or("no measures")?.terms;
        let term = terms.iter().find(|term| term.measure == measure);
        let term = term.ok_or("no such measure")?;
        let best: u64 = best.parse().unwrap_or(u64::MAX);
        let sum = kinds.entry(kind.to_owned()).or_default();
        let is_proved = if is_fit {
            term.is_optimal()
        } else {
            0 < terms[0].bound
        };
        let is_published = (is_fit && term.value == best) || (!is_fit && fits == "no");
        let (state, count) = if is_published {
            ("equal", &mut sum.equal)
        } else if is_fit && term.value < best {
            ("better", &mut sum.better)
        } else {
            ("worse", &mut sum.worse)
        };
        *count += 1;
        sum.proved += u32::from(is_proved);
        sum.proved_before += u32::from(proven == "yes");
        sum.seconds += seconds;
        if is_fit {
            (sum.cost, sum.published) = (sum.cost + term.value, sum.published + best);
            sum.bound += term.bound;
        }
        if !is_published || !is_proved || !wanted.is_empty() {
            let proof = if is_proved { "proved" } else { "open" };
            let (value, least) = (term.value, term.bound);
            println!(
                "{file} ({n} buffers): {value}, {state}, {proof}; published {best}, bound {least}; {seconds:.2} s"
            );
        }
    }
    print_table(&kinds);
    Ok(())
}

/// Prints a row for each kind.
fn print_table(kinds: &BTreeMap<String, Kind>) {
    println!(
        "| kind | equal | better | worse | proved | proved before | sum | published | bound | seconds |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for (name, kind) in kinds {
        println!(
            "| {name} | {} | {} | {} | {} | {} | {} | {} | {} | {:.2} |",
            kind.equal,
            kind.better,
            kind.worse,
            kind.proved,
            kind.proved_before,
            kind.cost,
            kind.published,
            kind.bound,
            kind.seconds
        );
    }
}
