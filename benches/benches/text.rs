//! Measures parsing, verification, merging and printing separately.
//!
//! Runs on the largest model of the shared corpus and on a 5 MB file made of all of them; both are
//! left out, loudly, where the corpus is not available.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use memplan_benches::{corpus_file, or_skip, repeated_corpus};
use memplan_collectors::find_collector;
use memplan_mlir::text::{PrintOptions, parse, print};
use memplan_mlir::verifier::verify;

fn text(c: &mut Criterion) {
    let inputs = [
        (
            "transformer_grad",
            corpus_file("transformer_grad.memref.mlir"),
        ),
        ("corpus-5MB", repeated_corpus(5 << 20)),
    ];
    for (name, src) in inputs {
        let Some(src) = src else {
            continue;
        };
        let mut group = c.benchmark_group(name);
        group.sample_size(10);
        group.throughput(Throughput::Bytes(src.len() as u64));
        let read =
            || parse(&src, &memplan_dialects_extra::parse_options()).map(|parsed| parsed.module);
        let Some(module) = or_skip(name, read()) else {
            continue;
        };
        group.bench_function("parse", |b| b.iter(read));
        group.bench_function("verify", |b| b.iter(|| verify(&module)));
        group.bench_function("print", |b| {
            b.iter(|| print(&module, &PrintOptions::default()))
        });
        if let Some(collector) = or_skip("tick", find_collector("tick")) {
            group.bench_function("collect", |b| b.iter(|| collector.collect(&module)));
        }
        group.finish();
    }
}

criterion_group!(benches, text);
criterion_main!(benches);
