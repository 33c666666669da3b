//! Measures the time to read and write a trace of a million buffers in each format.
//!
//! The CSV reader must reach 150 MB/s.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use memplan_benches::or_skip;
use memplan_datasets::generate;
use memplan_planner::wire::{Format, read_trace, trace_hash, write_trace};
use memplan_planner::{LifetimeTrace, MemoryTraceScopes};

const FORMATS: [Format; 3] = [Format::Csv, Format::Json, Format::Binary];

fn million() -> MemoryTraceScopes {
    let buffers = generate::uniform(1, 1_000_000).buffers().to_vec();
    // CSV has no field for a scope. Building cannot fail: the buffers are those of a valid trace.
    let trace = LifetimeTrace::builder("").buffers(buffers).build();
    MemoryTraceScopes {
        traces: trace.into_iter().collect(),
        ..MemoryTraceScopes::default()
    }
}

fn readers(criterion: &mut Criterion) {
    let scopes = million();
    let mut group = criterion.benchmark_group("read-million-buffers");
    group.sample_size(10);
    for format in FORMATS {
        let Some(bytes) = or_skip(format.name(), write_trace(&scopes, format)) else {
            continue;
        };
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        group.bench_function(BenchmarkId::from_parameter(format.name()), |bencher| {
            bencher.iter_with_large_drop(|| read_trace(black_box(&bytes)));
        });
    }
    group.finish();
}

fn writers(criterion: &mut Criterion) {
    let scopes = million();
    let mut group = criterion.benchmark_group("write-million-buffers");
    group.sample_size(10);
    for format in FORMATS {
        group.bench_function(BenchmarkId::from_parameter(format.name()), |bencher| {
            bencher.iter_with_large_drop(|| write_trace(black_box(&scopes), format));
        });
    }
    group.bench_function("hash", |bencher| {
        bencher.iter(|| trace_hash(black_box(&scopes)));
    });
    group.finish();
}

criterion_group!(benches, readers, writers);
criterion_main!(benches);
