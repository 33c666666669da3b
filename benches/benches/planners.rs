//! Measures the time of each planner, and of the chunk planners on a million events.
//!
//! Peaks do not depend on the machine; the example `peaks` prints them.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use memplan_benches::{or_skip, traces};
use memplan_datasets::generate;
use memplan_planner::algorithms::chunk::{ChunkMode, ChunkPlanner, plan_events};
use memplan_planner::registry;
use memplan_planner::wire::{Format, read_trace, write_trace};
use memplan_planner::{MemoryPlanner, MemoryTraceScopes, PlanOptions, ValidateOptions, validate};

/// One million allocations and frees, about a thousand or a hundred thousand buffers live.
fn million_events(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("million-events");
    group
        .sample_size(10)
        .throughput(Throughput::Elements(1_000_000));
    for n_live in [1_000, 100_000] {
        let events = generate::events(1, 1_000_000, n_live);
        for (name, mode) in [
            ("chunk-hot", ChunkMode::Hot),
            ("chunk-size-first", ChunkMode::SizeFirst),
        ] {
            group.bench_function(BenchmarkId::new(name, n_live), |bencher| {
                bencher
                    .iter(|| plan_events(black_box(&events), &[], mode, &PlanOptions::default()));
            });
        }
    }
    group.finish();
}

/// All planners on all traces, with the checker for comparison.
fn all_planners(criterion: &mut Criterion) {
    for (name, trace) in traces() {
        let mut group = criterion.benchmark_group(format!("plan/{name}"));
        group
            .sample_size(10)
            .measurement_time(Duration::from_secs(1));
        group.warm_up_time(Duration::from_millis(200));
        let options = PlanOptions::default();
        for planner in registry::planners() {
            group.bench_function(planner.info().name, |bencher| {
                bencher.iter(|| planner.plan(black_box(&trace), &options));
            });
        }
        if let Ok(schedule) = ChunkPlanner::HOT.plan(&trace, &options) {
            group.bench_function("validate", |bencher| {
                bencher
                    .iter(|| validate(black_box(&trace), &schedule, &ValidateOptions::default()));
            });
        }
        group.finish();
    }
}

/// Reading a trace of 300000 buffers.
fn formats(criterion: &mut Criterion) {
    let traces = vec![generate::uniform(1, 300_000)];
    let scopes = MemoryTraceScopes {
        traces,
        ..MemoryTraceScopes::default()
    };
    let mut group = criterion.benchmark_group("read");
    group.sample_size(10);
    for format in [Format::Binary, Format::Json, Format::Csv] {
        let Some(bytes) = or_skip(format.name(), write_trace(&scopes, format)) else {
            continue;
        };
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        group.bench_function(format.name(), |bencher| {
            bencher.iter(|| read_trace(black_box(&bytes)))
        });
    }
    group.finish();
}

criterion_group!(benches, million_events, all_planners, formats);
criterion_main!(benches);
