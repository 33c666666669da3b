//! Prints how long `schedule-for-memory` takes for long blocks, and what it reaches.
//!
//! `cargo run --release -p memplan-benches --example schedule [--corpus] [--chain]`. The blocks are gradients of 936
//! operations that follow each other, in an order that is random where that is allowed. With `--corpus`, the models of
//! the shared corpus are ordered. With `--chain`, the blocks are merged: without the passes that lower the peak, and
//! with them. The peaks that those report are in the place of the loads.

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "it is a program that measures time"
)]

use std::fmt::Write as _;
use std::time::Instant;

use memplan::{Context, LowerPeak, Merge, PeakStep};
use memplan_memory::{Effort, ScheduleForMemory};
use memplan_mlir::Module;
use memplan_mlir::text::parse;
use memplan_support::Random;
use memplan_testing::outside::shared_files;

fn main() {
    if std::env::args().any(|arg| arg == "--chain") {
        println!("| program | `merge -O none` | `merge` | ratio | given | reached |")
    } else {
        println!("| program | effort | time | given | reached | bound |")
    }
    println!("| --- | --- | --- | --- | --- | --- |");
    if std::env::args().any(|arg| arg == "--corpus") {
        for path in shared_files("corpus", ".memref.mlir") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            if let Ok(text) = std::fs::read_to_string(&path) {
                report(&name, &text);
            }
        }
        return;
    }
    for n in [1_000, 3_000, 10_000, 30_000, 100_000] {
        report(&format!("gradients, {n}"), &gradients(n));
        report(&format!("mixed, {n}"), &mixed(n));
    }
}

fn report_chain(name: &str, text: &str) {
    let Ok(parsed) = parse(text.as_bytes(), &memplan_dialects_extra::parse_options()) else {
        println!("| {name} | cannot be read |");
        return;
    };
    let context = Context::default();
    let merged = |options: Option<LowerPeak>| {
        let job = Merge::new(&context).ok()?.lower_peak(options);
        let mut m = parsed.module.clone();
        let start = Instant::now();
        let (report, _) = job.run(&mut m).ok()?;
        Some((start.elapsed().as_secs_f64(), report))
    };
    let (Some((alone, _)), Some((whole, report))) =
        (merged(None), merged(Some(LowerPeak::default())))
    else {
        println!("| {name} | cannot be merged |");
        return;
    };
    let steps = &report.prepared.lowered.steps;
    let bytes = |step: Option<&PeakStep>| {
        let peak = step.and_then(|step| step.peaks.first());
        let most = peak.and_then(|peak| peak.peak.most);
        most.map_or_else(|| "unknown".to_owned(), |most| most.bytes.to_string())
    };
    let last = steps.iter().rev().find(|step| step.is_kept);
    println!(
        "| {name} | {alone:.3} s | {whole:.3} s | {:.1} | {} | {} |",
        whole / alone,
        bytes(steps.first()),
        bytes(last)
    );
}

fn report(name: &str, text: &str) {
    if std::env::args().any(|arg| arg == "--chain") {
        report_chain(name, text);
        return;
    }
    for (word, effort) in [("linear", Effort::Linear), ("windows", Effort::Windows)] {
        let Ok(parsed) = parse(text.as_bytes(), &memplan_dialects_extra::parse_options()) else {
            println!("| {name} | cannot be read |");
            return;
        };
        let mut m: Module = parsed.module;
        let root = m.root();
        let pass = ScheduleForMemory {
            effort,
            ..ScheduleForMemory::default()
        };
        let start = Instant::now();
        let loads = pass.schedule(&mut m, root);
        let seconds = start.elapsed().as_secs_f64();
        if let Some(load) = loads.iter().max_by_key(|load| load.given_bytes) {
            println!(
                "| {name} | {word} | {seconds:.3} s | {} | {} | {} |",
                load.given_bytes, load.load_bytes, load.bound_bytes
            );
        }
    }
}

/// An operation: its text, and the numbers of those whose results it needs.
type Node = (String, Vec<usize>);

/// A block of gradients, one after the other.
fn gradients(n_nodes: usize) -> String {
    let random = &mut Random::new(1);
    let mut out = String::from("func.func @f(%x: memref<64xf32>) {\n");
    for gradient in 0..n_nodes.div_ceil(936) {
        let nodes = gradient_nodes(gradient, 104, random);
        write_shuffled(&mut out, nodes, random);
    }
    out.push_str("  return\n}\n");
    out
}

/// The forward and the backward pass through some layers, nine operations each.
fn gradient_nodes(gradient: usize, n_layers: usize, random: &mut Random) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    let binary = |op: &str, a: (String, usize), b: (String, usize), nodes: &mut Vec<Node>| {
        let name = format!("%v{gradient}_{}", nodes.len());
        let text = format!(
            "  {name} = memref.alloc() : memref<64xf32>\n  linalg.{op} ins({}, {} : memref<64xf32>, memref<64xf32>) \
             outs({name} : memref<64xf32>)\n",
            a.0, b.0
        );
        nodes.push((text, vec![a.1, b.1]));
        (name, nodes.len() - 1)
    };
    let mut layers = vec![("%x".to_owned(), usize::MAX)];
    let mut kept = Vec::new();
    for layer in 0..n_layers {
        let skip = layers[layer.saturating_sub(random.index(4))].clone();
        let a = layers[layer].clone();
        let x = binary("mul", a.clone(), a.clone(), &mut nodes);
        let y = binary("mul", x.clone(), skip, &mut nodes);
        layers.push(binary("add", x.clone(), y.clone(), &mut nodes));
        kept.push((a, x, y));
    }
    let mut gradient_value = layers[n_layers].clone();
    for (a, x, y) in kept.into_iter().rev() {
        let d = binary("mul", gradient_value.clone(), x, &mut nodes);
        let e = binary("mul", gradient_value.clone(), y, &mut nodes);
        let t = binary("mul", d.clone(), a, &mut nodes);
        let w = binary("add", t, e.clone(), &mut nodes);
        binary("mul", w.clone(), w, &mut nodes);
        gradient_value = binary("add", d, e, &mut nodes);
    }
    nodes
}

/// Writes nodes in a random topological order, mostly near their original places.
fn write_shuffled(out: &mut String, nodes: Vec<Node>, random: &mut Random) {
    let n = nodes.len();
    let mut is_done = vec![false; n];
    let mut first = 0;
    while first < n {
        let mut at = first;
        for _ in 0..random.index(12) {
            let next = (at + 1..(at + 200).min(n)).find(|&next| {
                let ready = |&need: &usize| need == usize::MAX || is_done[need];
                !is_done[next] && nodes[next].1.iter().all(ready)
            });
            at = next.unwrap_or(at);
        }
        out.push_str(&nodes[at].0);
        is_done[at] = true;
        while first < n && is_done[first] {
            first += 1;
        }
    }
}

/// A block of operations of different sizes, each with one or two operands out of the last 40.
fn mixed(n_nodes: usize) -> String {
    let random = &mut Random::new(2);
    let mut out = String::from("func.func @f(%v: f32) {\n");
    let mut sizes: Vec<usize> = Vec::new();
    for node in 0..n_nodes {
        let size = 1 << random.index(8);
        let _ = writeln!(out, "  %v{node} = memref.alloc() : memref<{size}xf32>");
        let operand = |random: &mut Random| node.checked_sub(1 + random.index(40));
        match (operand(random), operand(random)) {
            (Some(a), Some(b)) => {
                let _ = writeln!(
                    out,
                    "  linalg.generic {{indexing_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> \
                     (d1)>, affine_map<(d0, d1, d2) -> (d2)>], iterator_types = [\"reduction\", \"reduction\", \
                     \"parallel\"]}} ins(%v{a}, %v{b} : memref<{}xf32>, memref<{}xf32>) outs(%v{node} : \
                     memref<{size}xf32>) {{\n  ^bb0(%p: f32, %q: f32, %r: f32):\n    linalg.yield %p : f32\n  }}",
                    sizes[a], sizes[b]
                );
            }
            _ => {
                let _ = writeln!(
                    out,
                    "  linalg.fill ins(%v : f32) outs(%v{node} : memref<{size}xf32>)"
                );
            }
        }
        sizes.push(size);
    }
    out.push_str("  return\n}\n");
    out
}
