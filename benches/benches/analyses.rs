//! Measures whether analyses scale near-linearly, and whether parallel passes pay off.
//!
//! The analyses run on one function of 100,000 operations: in one block, in 100,000 blocks, and in
//! nested regions. The passes run on 2,000 functions, with one thread and with all. Those on memory run on
//! 1,000, 2,000 and 4,000 functions, and on one function of as many blocks: their time per item should stay the same.

use std::fmt::Write as _;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use memplan_benches::or_skip;
use memplan_memory_model::prove_freed_once;
use memplan_mlir::Module;
use memplan_mlir::analyses::Dominance;
use memplan_mlir::dialects::Dialects;
use memplan_mlir::passes::{Pipeline, Registry, RunOptions, Threading, Verification};
use memplan_mlir::text::parse;

const N: usize = 100_000;

fn one_block() -> String {
    let mut text = "func.func @f(%v0: index) {\n".to_owned();
    for i in 1..N / 2 {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "%v{i} = arith.addi %v{}, %v0 : index\n%a{i} = memref.alloc() : memref<4xf32>",
            i - 1
        );
        if i > 10 {
            let _ = writeln!(text, "memref.dealloc %a{} : memref<4xf32>", i - 10);
        }
    }
    for i in N / 2 - 10..N / 2 {
        let _ = writeln!(text, "memref.dealloc %a{i} : memref<4xf32>");
    }
    text + "return\n}\n"
}

fn many_blocks() -> String {
    let mut text = "func.func @f(%v0: index, %c: i1) {\n%m = memref.alloc() : memref<4xf32>\n\
                    cf.br ^b1\n"
        .to_owned();
    for i in 1..=N {
        let (before, next) = (i - 1, i + 1);
        let _ = writeln!(
            text,
            "^b{i}:\n%v{i} = arith.addi %v{before}, %v0 : index\n\
             cf.cond_br %c, ^b{next}, ^b{i}"
        );
    }
    let _ = writeln!(
        text,
        "^b{}:\nmemref.dealloc %m : memref<4xf32>\nreturn\n}}",
        N + 1
    );
    text
}

fn nested() -> String {
    let mut text = "func.func @f(%c: i1, %v: index) {\n".to_owned();
    for _ in 0..N / 200 {
        // Names of the regions around are visible, so each level has its own.
        for i in 0..50 {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "scf.if %c {{\n%a{i} = memref.alloc() : memref<4xf32>");
        }
        for i in (0..50).rev() {
            let _ = writeln!(text, "memref.dealloc %a{i} : memref<4xf32>\n}}");
        }
    }
    text + "return\n}\n"
}

fn functions() -> String {
    let mut text = String::new();
    for i in 0..2000 {
        let _ = writeln!(
            text,
            "func.func @f{i}(%x: i32) -> i32 {{\n%v0 = arith.constant 1 : i32"
        );
        for j in 1..50 {
            let _ = writeln!(text, "%v{j} = arith.addi %v{}, %x : i32", (j - 1) / 2);
        }
        text += "return %v49 : i32\n}\n";
    }
    text
}

/// Functions on tensors, or on buffers.
fn small_functions(n: usize, on: On) -> String {
    let mut text = String::new();
    for i in 0..n {
        text += &match on {
            On::Tensors => format!(
                "func.func @f{i}(%x: tensor<8xf32>, %c: f32, %i: index) -> tensor<8xf32> {{\n\
                 %0 = tensor.insert %c into %x[%i] : tensor<8xf32>\n\
                 return %0 : tensor<8xf32>\n}}\n"
            ),
            On::Buffers => format!(
                "func.func @f{i}(%x: memref<8xf32>) {{\n\
                 %a = memref.alloc() : memref<8xf32>\n\
                 linalg.map {{ math.exp }} ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)\n\
                 linalg.map {{ math.exp }} ins(%a : memref<8xf32>) outs(%x : memref<8xf32>)\n\
                 return\n}}\n"
            ),
        };
    }
    text
}

#[derive(Clone, Copy)]
enum On {
    Tensors,
    Buffers,
}

/// A chain of blocks, each with a buffer that the one after next reads.
fn blocks_with_buffers(n: usize) -> String {
    let mut text = "func.func @f(%x: memref<8xf32>) {\ncf.br ^b0\n".to_owned();
    for i in 0..n {
        let next = i + 1;
        let _ = writeln!(
            text,
            "^b{i}:\n%a{i} = memref.alloc() : memref<8xf32>\n\
             linalg.map {{ math.exp }} ins(%x : memref<8xf32>) outs(%a{i} : memref<8xf32>)"
        );
        if let Some(before) = i.checked_sub(2) {
            let _ = writeln!(
                text,
                "linalg.map {{ math.exp }} ins(%a{before} : memref<8xf32>) outs(%x : memref<8xf32>)"
            );
        }
        let _ = writeln!(text, "cf.br ^b{next}");
    }
    let _ = writeln!(text, "^b{n}:\nreturn\n}}");
    text
}

fn module(name: &str, text: &str) -> Option<Module> {
    let parsed = parse(text.as_bytes(), &memplan_dialects_extra::parse_options());
    or_skip(name, parsed).map(|parsed| parsed.module)
}

fn analyses(c: &mut Criterion) {
    for (name, text) in [
        ("one-block", one_block()),
        ("100k-blocks", many_blocks()),
        ("nested", nested()),
    ] {
        let Some(m) = module(name, &text) else {
            continue;
        };
        let mut group = c.benchmark_group(name);
        group.sample_size(10);
        group.bench_function("dominance", |b| b.iter(|| Dominance::new(&m)));
        group.bench_function("freed-once", |b| b.iter(|| prove_freed_once(&m)));
        group.finish();
    }
}

fn passes(c: &mut Criterion) {
    let text = functions();
    let registry = Registry::with_builtin();
    let mut group = c.benchmark_group("2000-functions");
    group.sample_size(10);
    for (name, pipeline, threading) in [
        (
            "whole module",
            "builtin.module(canonicalize,cse)",
            Threading::Off,
        ),
        (
            "nested, one thread",
            "builtin.module(func.func(canonicalize,cse))",
            Threading::Off,
        ),
        (
            "nested, all threads",
            "builtin.module(func.func(canonicalize,cse))",
            Threading::On,
        ),
        (
            "nested, nothing to do",
            "builtin.module(func.func(canonicalize{max-iterations=0}))",
            Threading::Off,
        ),
    ] {
        let pipeline = Pipeline::parse(pipeline, &registry, &Dialects::core());
        let Some(pipeline) = or_skip(name, pipeline) else {
            continue;
        };
        let options = RunOptions {
            threading,
            verification: Verification::End,
            ..RunOptions::default()
        };
        group.bench_function(name, |b| {
            b.iter_batched(
                || module(name, &text),
                |m| m.map(|mut m| pipeline.run(&mut m, &options)),
                BatchSize::LargeInput,
            )
        });
    }
    group.finish();
}

/// A program of a size.
type Program = fn(usize) -> String;

fn growth(c: &mut Criterion) {
    let context = memplan::Context::default();
    let bufferize = "builtin.module(one-shot-bufferize{bufferize-function-boundaries})";
    let programs: [(&str, &str, Program); 5] = [
        ("functions", bufferize, |n| small_functions(n, On::Tensors)),
        ("functions", "builtin.module(rematerialize)", |n| {
            small_functions(n, On::Buffers)
        }),
        ("functions", "builtin.module(schedule-for-memory)", |n| {
            small_functions(n, On::Buffers)
        }),
        (
            "blocks",
            "builtin.module(rematerialize)",
            blocks_with_buffers,
        ),
        (
            "blocks",
            "builtin.module(schedule-for-memory)",
            blocks_with_buffers,
        ),
    ];
    for (what, text, program) in programs {
        let pipeline = Pipeline::parse(text, &context.passes, &context.dialects);
        let Some(pipeline) = or_skip(text, pipeline) else {
            continue;
        };
        let mut group = c.benchmark_group(format!("{what}/{text}"));
        group.sample_size(10);
        for n in [1000, 2000, 4000] {
            let text = program(n);
            group.throughput(Throughput::Elements(n as u64));
            group.bench_function(BenchmarkId::from_parameter(n), |b| {
                b.iter_batched(
                    || module(what, &text),
                    |m| m.map(|mut m| pipeline.run(&mut m, &RunOptions::default())),
                    BatchSize::LargeInput,
                )
            });
        }
        group.finish();
    }
}

criterion_group!(benches, analyses, passes, growth);
criterion_main!(benches);
