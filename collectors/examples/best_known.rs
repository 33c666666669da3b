//! Plans all problems of a directory of `dsa-problem` files, and compares with its `best-known.csv`.
//!
//! `cargo run -p memplan-collectors --example best_known -- DIRECTORY [PART-OF-NAME [PLANNER]]`

use std::time::Instant;

use memplan_collectors::readers::{DsaProblem, TraceInput, TraceReader};
use memplan_planner::{Measure, PlanError, PlanOptions, ValidateOptions, registry, validate};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let directory = args
        .next()
        .ok_or("usage: best_known DIRECTORY [PART-OF-NAME [PLANNER]]")?;
    let wanted = args.next().unwrap_or_default();
    let table = std::fs::read_to_string(format!("{directory}/best-known.csv"))?;
    let spec = args.next();
    let planner = registry::planner(spec.as_deref().unwrap_or("auto"))?;
    let (mut equal, mut better, mut worse, mut proved_all, mut total) = (0, 0, 0, 0, 0.0);
    let mut stress = (0, 0, 0);
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
            bound,
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
        total += seconds;
        let (schedule, is_fit) = match planned {
            Ok(schedule) => (schedule, true),
            Err(PlanError::PoolExceeded { schedule, .. }) => (*schedule, false),
            Err(error) => return Err(error.into()),
        };
        if is_fit && let Err(violations) = validate(trace, &schedule, &ValidateOptions::default()) {
            println!("INVALID {file}: {}", violations[0].describe(trace));
        }
        let is_cost = objective == "reuse_cost";
        let measure = if is_cost {
            Measure::ReuseCost
        } else {
            Measure::TotalPeak
        };
        let terms = &schedule.pooled.as_ref().ok_or("no terms")?.terms;
        let Some(term) = terms.iter().find(|term| term.measure == measure) else {
            continue;
        };
        let best: Option<u64> = if is_cost { cost } else { peak }.parse().ok();
        let (state, is_proved) = match best {
            _ if !is_fit && fits == "no" => ("=", terms[0].bound > 0),
            _ if !is_fit => ("WORSE", terms[0].bound > 0),
            Some(best) if term.value < best => ("BETTER", term.is_optimal()),
            Some(best) if term.value == best => ("=", term.is_optimal()),
            _ => ("WORSE", term.is_optimal()),
        };
        match state {
            "=" => equal += 1,
            "BETTER" => better += 1,
            _ => worse += 1,
        }
        proved_all += u32::from(is_proved);
        if kind == "mm" {
            stress.0 += term.value;
            stress.1 += best.unwrap_or(0);
            stress.2 += term.bound;
        }
        let is_open = proven == "yes" && !is_proved;
        if state != "=" || is_open || 0.3 < seconds || !wanted.is_empty() {
            let name = &file[file.len().saturating_sub(60)..];
            let proof = match (is_proved, is_open) {
                (true, _) => "proved",
                (false, true) => "OPEN",
                _ => "open",
            };
            let (best, value, least) = (best.unwrap_or(0), term.value, term.bound);
            println!(
                "{state:6} {proof:6} {name} {kind} n={n} best {best} value {value} bound {least} (known {bound}, {proven}) {seconds:.2} s"
            );
        }
    }
    println!("{equal} equal, {better} better, {worse} worse, {proved_all} proved, {total:.2} s");
    let (sum, known, bound) = stress;
    println!("stress: {sum} (known {known}), bound {bound}");
    Ok(())
}
