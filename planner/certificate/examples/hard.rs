//! Certificates of random traces all of whose ticks are full: how many optima above the load there are, how many of
//! them are certified by default, how long that takes, and how long it takes to certify all of them.
//! `cargo run -p memplan-certificate --example hard -- 16 300` draws 300 traces of 16 buffers.
#![expect(clippy::print_stdout, reason = "a program for people")]

use std::time::Instant;

use memplan_certificate::check;
use memplan_planner::{Bytes, LifetimeTrace, Optimality, PlanOptions, Units, refute, registry};
use memplan_support::Random;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut numbers = std::env::args().skip(1).map(|number| number.parse());
    let n: u64 = numbers.next().unwrap_or(Ok(16))?;
    let n_traces: u64 = numbers.next().unwrap_or(Ok(100))?;
    let options = PlanOptions {
        work_limit: Some(Units(20_000_000)),
        ..PlanOptions::default()
    };
    let (exact, certified) = (
        registry::planner("exact{certificate=off}")?,
        registry::planner("exact")?,
    );
    let mut random = Random::new(1);
    let (mut n_above, mut n_certified, mut steps) = (0_u32, 0_u32, 0);
    let (mut search, mut prove, mut ask, mut checks) = (0.0, 0.0, 0.0, 0.0);
    for _ in 0..n_traces {
        let trace: LifetimeTrace = full_trace(n, &mut random).parse()?;
        let start = Instant::now();
        let schedule = exact.plan(&trace, &options)?;
        let taken = start.elapsed().as_secs_f64();
        if schedule.optimality != Optimality::Optimal || schedule.peak() == trace.max_load() {
            continue;
        }
        n_above += 1;
        search += taken;
        let start = Instant::now();
        let schedule = certified.plan(&trace, &options)?;
        prove += start.elapsed().as_secs_f64();
        n_certified += u32::from(schedule.certificate.is_some());
        let below = Bytes(schedule.peak().0 - 1);
        let start = Instant::now();
        let certificate = refute(&trace, below, &PlanOptions::default())?;
        ask += start.elapsed().as_secs_f64();
        let start = Instant::now();
        let claim = check(&trace, &certificate)?;
        checks += start.elapsed().as_secs_f64();
        steps += claim.steps;
    }
    println!(
        "{n} buffers: {n_above} above the load, {n_certified} certified by default, all where asked for; per certificate {} steps; \
         search {search:.3} s, with certificates {prove:.3} s, asked for {ask:.3} s, checking {checks:.3} s",
        steps / u64::from(n_above.max(1)),
    );
    Ok(())
}

/// A trace in the one-line notation: what dies is replaced by as much.
fn full_trace(n: u64, random: &mut Random) -> String {
    let load = 10 + random.below(30);
    let mut live: Vec<(u64, u64)> = Vec::new();
    let (mut tick, mut count, mut text) = (0, 0, String::new());
    let mut line = |begin: u64, end: u64, size: u64| {
        text += &format!("b{} {begin}..{end} {size}\n", text.len());
    };
    while count < n {
        let mut used: u64 = live.iter().map(|buffer| buffer.1).sum();
        while used < load {
            let size = (1 + random.below(load / 2)).min(load - used);
            used += size;
            live.push((tick, size));
            count += 1;
        }
        tick += 1;
        for _ in 0..(1 + random.below(3)).min(live.len() as u64) {
            let (begin, size) = live.swap_remove(random.index(live.len()));
            line(begin, tick, size);
        }
    }
    for (begin, size) in live {
        line(begin, tick + 1, size);
    }
    text
}
