//! Measures how the time of each planner grows with the number of buffers, and the cost of generators.
//!
//! Sizes are chosen so that one sample of a planner with its documented complexity takes at most a few
//! seconds. A planner that takes longer on a small size is skipped, with a message, on larger ones.
//! `memplan bench` measures peaks, bounds and curves over time.

#![allow(clippy::print_stderr, reason = "what is left out must be seen")]

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use memplan_benches::or_skip;
use memplan_datasets::registry::generate;
use memplan_planner::registry;
use memplan_planner::{Interrupt, MemoryPlanner, PlanOptions, Units};

/// A family of traces, and its sizes.
const FAMILIES: [(&str, &[&str]); 4] = [
    ("synthetic", &["n=1k", "n=10k", "n=100k"]),
    ("guillotine", &["n=100", "n=1k", "n=10k"]),
    ("training", &["layers=20", "layers=200", "layers=2000"]),
    ("boxing-hard", &["n=100", "n=1k", "n=10k"]),
];

/// A planner that takes longer than this is not run on larger traces of the family.
const PATIENCE: Duration = Duration::from_millis(500);

/// All planners on all sizes of all families. Searches that would not end get a work limit, so the
/// benchmark measures the time of this work.
fn planners(criterion: &mut Criterion) {
    for (family, sizes) in FAMILIES {
        for planner in registry::planners() {
            let name = planner.info().name;
            let mut group = criterion.benchmark_group(format!("{family}/{name}"));
            group
                .sample_size(10)
                .warm_up_time(Duration::from_millis(100))
                .measurement_time(Duration::from_secs(1));
            for size in sizes {
                let spec = format!("{family}{{{size}}}");
                let Some(made) = or_skip(&spec, generate(&spec)) else {
                    continue;
                };
                let n_buffers = made.trace.len() as u64;
                let options = PlanOptions {
                    work_limit: Some(Units(200 * n_buffers.max(1000))),
                    ..PlanOptions::default()
                };
                let taken = time_once(&*planner, &made.trace, &options);
                if PATIENCE < taken {
                    eprintln!("{family}/{name}: {size} takes {taken:.2?}, no larger size is tried");
                    break;
                }
                group.throughput(Throughput::Elements(n_buffers));
                group.bench_function(BenchmarkId::from_parameter(n_buffers), |bencher| {
                    bencher.iter(|| planner.plan(black_box(&made.trace), &options));
                });
            }
            group.finish();
        }
    }
}

/// The time of one run, which is ended when it takes far too long.
fn time_once(
    planner: &dyn MemoryPlanner,
    trace: &memplan_planner::LifetimeTrace,
    options: &PlanOptions,
) -> Duration {
    #[derive(Debug)]
    struct Deadline(Instant, AtomicBool);
    impl Interrupt for Deadline {
        fn reason_to_stop(&self) -> Option<memplan_planner::StopReason> {
            let is_over = self.1.load(Ordering::Relaxed) || 4 * PATIENCE < self.0.elapsed();
            self.1.store(is_over, Ordering::Relaxed);
            is_over.then_some(memplan_planner::StopReason::Deadline)
        }
    }
    let start = Instant::now();
    let options = PlanOptions {
        interrupt: Some(Arc::new(Deadline(start, AtomicBool::new(false)))),
        ..options.clone()
    };
    // The result is ignored: the elapsed time shows that a stopped planner took too long.
    let _ = black_box(planner.plan(trace, &options));
    start.elapsed()
}

/// Generators, per buffer.
fn generators(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("generate");
    group
        .sample_size(10)
        .throughput(Throughput::Elements(100_000));
    for name in [
        "uniform",
        "synthetic",
        "skewed",
        "guillotine",
        "boxing-hard",
    ] {
        let spec = format!("{name}{{n=100k}}");
        group.bench_function(name, |bencher| bencher.iter(|| generate(black_box(&spec))));
    }
    group.finish();
}

criterion_group!(benches, planners, generators);
criterion_main!(benches);
