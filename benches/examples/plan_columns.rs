//! Times planning from columns of numbers to offsets, for the comparison in `python/benches/overhead.py`.
//!
//! `plan_columns FILE PLANNER RUNS` reads a file of 64-bit words, all begins, then all ends, then all sizes. It prints
//! the least time of a run in nanoseconds, and the peak. A run builds the trace, plans, checks, and copies the offsets
//! into a new column: what `memplan.Trace.from_arrays`, `memplan.plan` and `Schedule.offsets` do.
#![expect(clippy::print_stdout, reason = "a command")]

use std::error::Error;
use std::fmt::Write as _;
use std::time::Instant;

use memplan::{Context, plan_trace};
use memplan_planner::{Buffer, Bytes, Lifetime, LifetimeTrace, PlanOptions, Tick};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, spec, runs] = &*arguments else {
        return Err("usage: plan_columns FILE PLANNER RUNS".into());
    };
    let bytes = std::fs::read(file)?;
    let words = bytes.chunks_exact(8).map(|word| {
        let mut eight = [0; 8];
        eight.copy_from_slice(word);
        i64::from_le_bytes(eight)
    });
    let words: Vec<i64> = words.collect();
    let n_buffers = words.len() / 3;
    let (begins, rest) = words.split_at(n_buffers);
    let (ends, sizes) = rest.split_at(n_buffers);
    let planner = Context::default().planner(spec)?.planner;
    let mut best = u128::MAX;
    let mut peak = Bytes(0);
    for _ in 0..runs.parse()? {
        let start = Instant::now();
        let trace = trace(begins, ends, sizes)?;
        let planned = plan_trace(&*planner, &trace, &PlanOptions::default(), None)?;
        let offsets: Vec<u64> = planned.schedule.offsets.iter().map(|o| o.0).collect();
        peak = planned.schedule.peak();
        // Python frees the schedule of the previous run within the measured time, so do the same.
        drop((trace, planned, offsets));
        best = best.min(start.elapsed().as_nanos());
    }
    println!("{best} {peak}");
    Ok(())
}

fn trace(begins: &[i64], ends: &[i64], sizes: &[i64]) -> Result<LifetimeTrace, Box<dyn Error>> {
    let mut buffers = Vec::with_capacity(begins.len());
    let mut name = String::new();
    for (index, ((&begin, &end), &size)) in begins.iter().zip(ends).zip(sizes).enumerate() {
        name.clear();
        write!(name, "{index}")?;
        let live = Lifetime::half_open(Tick(begin), Tick(end));
        let size = Bytes(u64::try_from(size)?);
        buffers.push(Buffer::new(name.as_str(), size, live));
    }
    Ok(LifetimeTrace::builder("").buffers(buffers).build()?)
}
