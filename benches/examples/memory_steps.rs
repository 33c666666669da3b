//! Prints the effect of the passes that `merge` runs first on the models of the shared corpus, one by one and together:
//! the load of the buffers that a planner places, and the run-time peak with results, in bytes, beside XLA.
//!
//! `cargo run --release -p memplan-benches --example memory_steps [--time]`. Calls are inlined first. With `--time`,
//! also how long the whole chain takes on each model.

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "it is a program"
)]

use std::time::Instant;

use memplan::{LowerPeak, lower_peak, run_time_peaks};
use memplan_collectors::find_collector;
use memplan_memory::{
    ScheduleForMemory, compute_in_place, fuse_into_readers, sink_allocations, sink_fills,
    split_outputs,
};
use memplan_mlir::Module;
use memplan_mlir::passes::Threading;
use memplan_mlir::rewrite::inline;
use memplan_mlir::text::parse;
use memplan_planner::PlanOptions;
use memplan_testing::outside::shared_files;

/// The bytes that XLA needs for temporaries, and with outputs.
const XLA: &[(&str, u64, u64)] = &[
    ("inception", 3_145_728, 3_145_888),
    ("resnet", 1_376_640, 1_376_800),
    ("transformer", 2_097_152, 2_359_296),
    ("transformer_grad", 33_059_840, 52_014_080),
];

/// A column: its name, and what is done to the program of the column before or, by the number, of an earlier one.
type Column = (&'static str, usize, fn(&mut Module));

const COLUMNS: [Column; 6] = [
    ("given", 0, |_| ()),
    ("ordered", 0, order),
    ("versions, fills, ordered", 0, |m| {
        let root = m.root();
        split_outputs(m, root);
        sink_allocations(m, root);
        sink_fills(m, root);
        order(m);
    }),
    ("fused, in place", 2, |m| {
        let root = m.root();
        if fuse_into_readers(m, root) {
            order(m);
        }
        compute_in_place(m, root);
    }),
    ("merge", 0, |m| whole_chain(m, 0)),
    ("merge --recompute 20%", 0, |m| whole_chain(m, 20)),
];

fn order(m: &mut Module) {
    let outputs = ScheduleForMemory {
        outputs: true,
        ..ScheduleForMemory::default()
    };
    let root = m.root();
    outputs.schedule(m, root);
}

fn whole_chain(m: &mut Module, recompute_percent: u64) {
    lower_peak(
        m,
        LowerPeak {
            recompute_percent,
            ..LowerPeak::default()
        },
        &PlanOptions::default(),
    );
}

/// The load of the scope with the largest.
fn load(m: &Module) -> Option<u64> {
    let collected = find_collector("tick{alignment=own}")
        .ok()?
        .collect(m)
        .ok()?;
    collected.traces().map(|trace| trace.max_load().0).max()
}

/// The run-time peak with each buffer freed separately.
fn peak(m: &Module) -> Option<i64> {
    let mut m = m.clone();
    memplan::deallocate(&mut m, Threading::Off).ok()?;
    let peaks = run_time_peaks(&m, &[]);
    peaks
        .iter()
        .filter_map(|peak| peak.peak.most)
        .map(|most| most.bytes)
        .max()
}

fn main() {
    let heads = COLUMNS.map(|column| column.0).join(" | ");
    println!(
        "| model | {heads} | XLA |\n| --- {} |",
        "| --- ".repeat(COLUMNS.len() + 1)
    );
    let models = shared_files("corpus", ".memref.mlir");
    for path in &models {
        let Some(mut given) = read(path) else {
            continue;
        };
        let root = given.root();
        inline(&mut given, root);
        let name = name_of(path);
        let mut row = format!("| {name} |");
        let mut programs: Vec<Module> = Vec::new();
        for (_, from, run) in COLUMNS {
            let mut m = programs.get(from).unwrap_or(&given).clone();
            run(&mut m);
            row += &format!(" {} / {} |", shown(load(&m)), shown(peak(&m)));
            programs.push(m);
        }
        let xla = XLA.iter().find(|(model, ..)| *model == name);
        let xla = xla.map_or_else(String::new, |(_, load, peak)| format!("{load} / {peak}"));
        println!("{row} {xla} |");
    }
    if std::env::args().any(|arg| arg == "--time") {
        println!();
        for path in &models {
            if let Some(m) = read(path) {
                time(&name_of(path), &m);
            }
        }
    }
}

fn name_of(path: &std::path::Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.trim_end_matches(".memref.mlir").to_owned()
}

fn shown<T: ToString>(bytes: Option<T>) -> String {
    bytes.map_or_else(|| "unknown".to_owned(), |bytes| bytes.to_string())
}

/// The least time of five runs, without recomputation and with.
fn time(name: &str, m: &Module) {
    for recompute_percent in [0, 20] {
        let seconds = (0..5).map(|_| {
            let mut m = m.clone();
            let start = Instant::now();
            whole_chain(&mut m, recompute_percent);
            start.elapsed().as_secs_f64()
        });
        let least = seconds.fold(f64::INFINITY, f64::min);
        println!(
            "{name}, {recompute_percent} % more traffic: {:.0} ms",
            least * 1000.0
        );
    }
}

fn read(path: &std::path::Path) -> Option<Module> {
    let text = std::fs::read_to_string(path).ok()?;
    let parsed = parse(text.as_bytes(), &memplan_dialects_extra::parse_options());
    Some(parsed.ok()?.module)
}
