//! Times a planner on traces: `exact_bench [--planner NAME] [--seeds N] [--threads N] [--ms N] [--work N] [--hints]
//! FILE.csv|gen:SPEC...`; `--hints` adds in-place hints, `--ms 0` sets no deadline.

#![allow(clippy::print_stdout, reason = "it is a program")]

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use memplan_datasets::registry::{PREFIX, generate};
use memplan_planner::registry::Registry;
use memplan_planner::{
    BufferId, Bytes, InPlaceHint, InPlaceKind, Interrupt, LifetimeTrace, PlanOptions, Progress,
    StopReason, Units, ValidateOptions, validate, wire,
};

#[derive(Debug)]
struct Deadline(Instant);

impl Interrupt for Deadline {
    fn reason_to_stop(&self) -> Option<StopReason> {
        (self.0 <= Instant::now()).then_some(StopReason::Deadline)
    }
}

#[derive(Debug)]
struct Curve(Instant, Mutex<Vec<(Duration, u64)>>);

impl Progress for Curve {
    fn improved(&self, peak: Bytes, _bound: Bytes, _work: Units) {
        if let Ok(mut points) = self.1.lock() {
            points.push((self.0.elapsed(), peak.0));
        }
    }
}

/// Lets each buffer take over the live one that dies first.
fn hints(trace: &LifetimeTrace) -> Vec<InPlaceHint> {
    let earlier = |buffer: BufferId| {
        let begin = trace[buffer].live.begin();
        let is_live = |&other: &BufferId| {
            trace[other].live.begin() < begin && begin < trace[other].live.end()
        };
        let live = trace.ids().filter(is_live);
        live.min_by_key(|&other| (trace[other].live.end(), other))
    };
    let hint = |buffer| {
        Some(InPlaceHint {
            buffer,
            other: earlier(buffer)?,
            kind: InPlaceKind::ZeroOffset,
        })
    };
    trace.ids().filter_map(hint).collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut seeds, mut threads, mut ms, mut first_seed) = (10_u64, 1_usize, 10_000_u64, 0_u64);
    let (mut curve, mut with_hints) = (false, false);
    let mut work = None;
    let mut planner = "exact".to_owned();
    let mut files = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number = || args.next().unwrap_or_default();
        match arg.as_str() {
            "--seeds" => seeds = number().parse()?,
            "--first-seed" => first_seed = number().parse()?,
            "--threads" => threads = number().parse()?,
            "--ms" => ms = number().parse()?,
            "--planner" => planner = number(),
            "--work" => work = Some(number().parse()?),
            "--curve" => curve = true,
            "--hints" => with_hints = true,
            _ => files.push(arg),
        }
    }
    let planner = Registry::with_builtin().parse(&planner)?;
    for file in files {
        let trace = match file.strip_prefix(PREFIX) {
            Some(spec) => generate(spec)?.trace,
            None => wire::read_trace(&std::fs::read(&file)?)?.traces.remove(0),
        };
        let hints = if with_hints {
            hints(&trace)
        } else {
            Vec::new()
        };
        let trace = trace.into_builder().capacity(None);
        let trace = trace.in_place(hints).build()?;
        let mut times = Vec::new();
        let mut nodes = Vec::new();
        let mut worst = 0;
        let mut unproved = 0;
        for seed in first_seed..first_seed + seeds {
            let start = Instant::now();
            let progress = Arc::new(Curve(start, Mutex::default()));
            let options = PlanOptions {
                seed,
                work_limit: work,
                threads: NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN),
                interrupt: (ms != 0).then(|| {
                    Arc::new(Deadline(start + Duration::from_millis(ms))) as Arc<dyn Interrupt>
                }),
                progress: Some(progress.clone()),
                ..PlanOptions::default()
            };
            let schedule = planner.plan(&trace, &options)?;
            times.push(start.elapsed().as_secs_f64() * 1e3);
            nodes.push(schedule.work.0);
            validate(&trace, &schedule, &ValidateOptions::default())
                .map_err(|violations| format!("{violations:?}"))?;
            worst = worst.max(schedule.peak().0);
            unproved += u32::from(schedule.optimality != memplan_planner::Optimality::Optimal);
            if curve {
                for (time, peak) in progress.1.lock().map_err(|_| "poisoned")?.iter() {
                    print!(
                        " {:.1}:{:.2}%",
                        time.as_secs_f64() * 1e3,
                        100.0 * (*peak as f64 / trace.max_load().0 as f64 - 1.0)
                    );
                }
                println!();
            }
        }
        let sum: f64 = times.iter().sum();
        let all_nodes: u64 = nodes.iter().sum();
        let per_proof = all_nodes / (seeds - u64::from(unproved)).max(1);
        times.sort_by(f64::total_cmp);
        nodes.sort_unstable();
        let n = times.len();
        println!(
            "{:28} n {:5} load {:>11} worst peak {:>11} unproved {unproved:2} nodes/proof {per_proof:8}  ms: min {:9.2} median {:9.2} max {:9.2}  nodes: min {:8} median {:9} max {:9}  {:.3} us/node",
            file.rsplit('/').next().unwrap_or(""),
            trace.len(),
            trace.max_load().0,
            worst,
            times[0],
            times[n / 2],
            times[n - 1],
            nodes[0],
            nodes[n / 2],
            nodes[n - 1],
            1e3 * sum / all_nodes.max(1) as f64
        );
    }
    Ok(())
}
