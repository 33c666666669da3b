//! Prints what static deallocation makes of the models of the shared corpus and of long programs, next to
//! mlir-opt 19: allocations, clones, peak, and the time of the pass.
//!
//! `cargo run --release -p memplan-benches --example placement [--peaks]`. With `--peaks`, the models run in
//! the interpreter.

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "it is a program that measures time"
)]

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use memplan_interp::{RunOptions, function, random_arguments, run};
use memplan_mlir::rewrite::canonicalize;
use memplan_mlir::text::parse;
use memplan_mlir::{Module, OpId};
use memplan_placement::{Copies, deallocate, remove_copies};
use memplan_testing::outside::{mlir_opt, shared_files};

fn main() {
    let with_peaks = std::env::args().any(|arg| arg == "--peaks");
    let mlir_opt = mlir_opt(19);
    println!(
        "| program | allocations | clones left | mlir-opt 19 | peak | mlir-opt 19 | time | mlir-opt 19 | ratio |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for path in shared_files("corpus", ".memref.mlir") {
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        // In MLIR 19, the body of `linalg.map` has no argument for the init.
        let text = text.replace("(%init: f32) {", "() {");
        report(&name, &text, with_peaks, mlir_opt.as_deref());
    }
    for kind in [Kind::Chain, Kind::Blocks, Kind::Conditionals] {
        for n in [1_000, 10_000, 100_000] {
            let name = format!("{kind:?}, {n}");
            report(&name, &long_program(kind, n), false, mlir_opt.as_deref());
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Each buffer is a copy of the previous one.
    Chain,
    /// The same, with a block for each, which receives the previous one.
    Blocks,
    /// The same, if a condition holds; otherwise the previous one is passed on.
    Conditionals,
}

fn long_program(kind: Kind, n: usize) -> String {
    const TY: &str = "memref<16xf32>";
    let mut text = format!(
        "func.func @main(%x: f32, %c: i1) {{\n%a0 = memref.alloc() : {TY}\n\
         linalg.fill ins(%x : f32) outs(%a0 : {TY})\n"
    );
    for i in 1..n {
        let before = i - 1;
        let _ = match kind {
            Kind::Chain => writeln!(
                text,
                "%a{i} = memref.alloc() : {TY}\nmemref.copy %a{before}, %a{i} : {TY} to {TY}"
            ),
            Kind::Blocks => writeln!(
                text,
                "cf.br ^b{i}(%a{before} : {TY})\n^b{i}(%x{i}: {TY}):\n%a{i} = memref.alloc() : {TY}\n\
                 memref.copy %x{i}, %a{i} : {TY} to {TY}"
            ),
            Kind::Conditionals => writeln!(
                text,
                "%a{i} = scf.if %c -> ({TY}) {{\n%n{i} = memref.alloc() : {TY}\n\
                 memref.copy %a{before}, %n{i} : {TY} to {TY}\nscf.yield %n{i} : {TY}\n}} else {{\n\
                 scf.yield %a{before} : {TY}\n}}"
            ),
        };
    }
    text + "return\n}\n"
}

fn read(text: &str) -> Option<Module> {
    let parsed = parse(text.as_bytes(), &memplan_dialects_extra::parse_options());
    parsed.ok().map(|parsed| parsed.module)
}

fn count(m: &Module, name: &str) -> usize {
    let is_meant = |&op: &OpId| m.op_name_text(op) == name;
    m.walk(m.root()).filter(is_meant).count()
}

fn peak(m: &Module) -> Option<u64> {
    let main = function(m, "main")?;
    let arguments = random_arguments(m, main, 1)?;
    let options = RunOptions {
        step_limit: 100_000_000_000,
        ..RunOptions::default()
    };
    Some(run(m, main, &arguments, &options).ok()?.peak_bytes)
}

/// One row.
fn report(name: &str, text: &str, with_peaks: bool, mlir_opt: Option<&Path>) {
    let Some(given) = read(text) else {
        println!("| {name} | not read |");
        return;
    };
    let mut ours = given.clone();
    let mut time = Duration::MAX;
    for _ in 0..5 {
        ours = given.clone();
        let root = ours.root();
        let start = Instant::now();
        let done = deallocate(&mut ours, root, Copies::Clone);
        time = time.min(start.elapsed());
        if done.is_err() {
            println!("| {name} | rejected |");
            return;
        }
    }
    let root = ours.root();
    remove_copies(&mut ours, root, false);
    canonicalize(&mut ours, root);
    let peak_of = |m: &Module| match with_peaks.then(|| peak(m)).flatten() {
        Some(bytes) => bytes.to_string(),
        None => String::new(),
    };
    let mut row = format!(
        "| {name} | {} | {} |",
        count(&given, "memref.alloc"),
        count(&ours, "bufferization.clone")
    );
    let theirs = mlir_opt.and_then(|mlir_opt| theirs(mlir_opt, text));
    let ms = |time: Duration| 1000.0 * time.as_secs_f64();
    let _ = match theirs {
        Some((theirs, their_time)) => write!(
            row,
            " {} | {} | {} | {:.2} ms | {:.1} ms | {:.0} |",
            count(&theirs, "bufferization.clone"),
            peak_of(&ours),
            peak_of(&theirs),
            ms(time),
            ms(their_time),
            ms(their_time) / ms(time)
        ),
        None => write!(row, " | {} | | {:.2} ms | | |", peak_of(&ours), ms(time)),
    };
    println!("{row}");
}

/// The program as mlir-opt 19 leaves it, cleaned up, and the time that its pass takes: the least of three.
fn theirs(mlir_opt: &Path, text: &str) -> Option<(Module, Duration)> {
    let file = std::env::temp_dir().join("memplan-placement.mlir");
    std::fs::write(&file, text).ok()?;
    let run = |passes: &[&str]| {
        let output = Command::new(mlir_opt)
            .arg(&file)
            .args(passes)
            .arg("--mlir-disable-threading")
            .output()
            .ok()?;
        output.status.success().then_some(output)
    };
    let mut time = Duration::MAX;
    for _ in 0..3 {
        let output = run(&[
            "--buffer-deallocation",
            "--mlir-timing",
            "--mlir-timing-display=list",
        ])?;
        let report = String::from_utf8_lossy(&output.stderr).into_owned();
        let line = report
            .lines()
            .find(|line| line.ends_with("BufferDeallocation"))?;
        let seconds: f64 = line.split_whitespace().next()?.parse().ok()?;
        time = time.min(Duration::from_secs_f64(seconds));
    }
    let output = run(&["--buffer-deallocation", "--canonicalize"])?;
    let _ = std::fs::remove_file(&file);
    Some((read(&String::from_utf8_lossy(&output.stdout))?, time))
}
