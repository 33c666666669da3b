//! Prints what the models of the shared corpus hold on the heap at once: with each buffer freed by itself, merged
//! into one allocation for each scope, merged where that does not cost memory, and merged behind the passes that lower
//! the peak; next to XLA.
//!
//! `cargo run --release -p memplan-benches --example run_time_peaks -- [--run] [--ledger] [MODEL..]`. Without
//! models, those of the shared corpus. The figures are the static
//! peaks, which are exact. With `--run`, the models also run in the interpreter, all versions with the same results, and with `--ledger` through the
//! `mlir-ledger` of the shared tools, which lowers them with mlir-opt 22; a figure that differs is an error.

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "it is a program"
)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use memplan::{Context, LowerPeak, Merge};
use memplan_interp::{Datum, RunOptions, function, random_arguments, run};
use memplan_mlir::analyses::{HeapBytes, HeapLoads};
use memplan_mlir::passes::Threading;
use memplan_mlir::text::{PrintOptions, parse, print, type_text};
use memplan_mlir::{Module, TypeKind};
use memplan_testing::outside::{shared_files, shared_tool};

/// Temporaries and outputs of XLA, in bytes: the models with the same sizes, compiled for the CPU by JAX.
const XLA: &[(&str, u64)] = &[
    ("inception.memref", 3_145_888),
    ("resnet.memref", 1_376_800),
    ("transformer.memref", 2_359_296),
    ("transformer_grad.memref", 52_014_080),
];

/// The columns.
const WAYS: [(&str, Way); 4] = [
    ("freed one by one", Way::Separate),
    (
        "`merge -O none --single-arena`",
        Way::Merged("tick{arenas=single}", None),
    ),
    ("`merge -O none`", Way::Merged("tick", None)),
    (
        "`merge`",
        Way::Merged(
            "tick",
            Some(LowerPeak {
                recompute_percent: 0,
            }),
        ),
    ),
];

/// What becomes of a model.
#[derive(Clone, Copy)]
enum Way {
    Separate,
    /// With a collector, and with the passes that lower the peak.
    Merged(&'static str, Option<LowerPeak>),
}

fn main() -> ExitCode {
    let has = |flag: &str| std::env::args().any(|arg| arg == flag);
    let mut is_right = true;
    let mut n_runs = [0; 2];
    let heads = WAYS.map(|way| way.0).join(" | ");
    println!("| model | {heads} | XLA |\n| --- | --- | --- | --- | --- | --- |");
    let given = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with("--"));
    let mut models: Vec<PathBuf> = given.map(PathBuf::from).collect();
    if models.is_empty() {
        models = [".memref.mlir", ".tensor.mlir"]
            .map(|ending| shared_files("corpus", ending))
            .concat();
    }
    for path in models {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let mut row = format!("| {name} |");
        let mut results: Option<Vec<Datum>> = None;
        for (_, way) in WAYS {
            let Some(m) = version(&path, way) else {
                row += " failed |";
                is_right = false;
                continue;
            };
            let run = has("--run").then(|| executed(&m)).flatten();
            let runs = [
                run.as_ref().map(|run| run.0),
                has("--ledger").then(|| lowered(&m)).flatten(),
            ];
            if let Some((_, found)) = run
                && *results.get_or_insert_with(|| found.clone()) != found
            {
                row += " other results |";
                is_right = false;
                continue;
            }
            for (n, run) in n_runs.iter_mut().zip(&runs) {
                *n += usize::from(run.is_some());
            }
            let (text, is_same) = shown(&m, runs);
            is_right &= is_same;
            let _ = write!(row, " {text} |");
        }
        let xla = XLA.iter().find(|known| known.0 == name);
        let xla = xla.map_or_else(String::new, |known| known.1.to_string());
        println!("{row} {xla} |");
    }
    println!(
        "\n{} runs in the interpreter, {} with mlir-ledger",
        n_runs[0], n_runs[1]
    );
    match is_right {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// A model with deallocations.
fn version(path: &Path, way: Way) -> Option<Module> {
    let text = std::fs::read_to_string(path).ok()?;
    let parsed = parse(text.as_bytes(), &memplan_dialects_extra::parse_options());
    let mut m = parsed.ok()?.module;
    match way {
        Way::Separate => {
            memplan::bufferize(&mut m).ok()?;
            memplan::deallocate(&mut m, Threading::Off).ok()?;
        }
        Way::Merged(collector, lower_peak) => {
            let context = Context::default();
            let job = Merge::new(&context).ok()?.collector(collector).ok()?;
            let job = job.lower_peak(lower_peak);
            job.run(&mut m).ok()?;
        }
    }
    Some(m)
}

/// The peak, and whether the runs agree with each other and with the static figure.
fn shown(m: &Module, runs: [Option<HeapBytes>; 2]) -> (String, bool) {
    let main = function(m, "main");
    let loads = HeapLoads::new(m);
    let peak = main.and_then(|main| loads.of(main)).map(|heap| heap.peak);
    let most = peak.and_then(|peak| peak.most);
    let [interpreted, lowered] = runs;
    let mut is_same = true;
    if let (Some(most), Some(run)) = (most, interpreted) {
        is_same &= run == most;
    }
    // The ledger counts alignments.
    if let (Some(padded), Some(run)) = (interpreted.or(most), lowered) {
        is_same &= run.padded == padded.padded;
    }
    let text = match (most, interpreted) {
        (Some(most), _) => most.bytes.to_string(),
        (None, Some(run)) => run.bytes.to_string(),
        (None, None) => "no bound".to_owned(),
    };
    match is_same {
        true => (text, true),
        false => (format!("{text}, but runs: {runs:?}"), false),
    }
}

/// One run in the interpreter on random arguments: the peak, results and arguments afterwards.
fn executed(m: &Module) -> Option<(HeapBytes, Vec<Datum>)> {
    let main = function(m, "main")?;
    let arguments = random_arguments(m, main, 1)?;
    let options = RunOptions {
        step_limit: 100_000_000_000,
        ..RunOptions::default()
    };
    let run = run(m, main, &arguments, &options).ok()?;
    let peak = HeapBytes {
        bytes: run.peak_bytes.cast_signed(),
        padded: run.peak_padded_bytes.cast_signed(),
    };
    Some((peak, [run.results, run.arguments].concat()))
}

/// One run of the lowered program, on arguments that are globals.
fn lowered(m: &Module) -> Option<HeapBytes> {
    let script = shared_tool("mlir-ledger")?;
    let file = std::env::temp_dir().join(format!("memplan-peaks-{}.mlir", std::process::id()));
    std::fs::write(&file, with_entry(m)?).ok()?;
    let output = Command::new(script).arg(&file).arg("entry").output().ok()?;
    let _ = std::fs::remove_file(&file);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let mut words = text.split_whitespace();
    let peak = words.find_map(|word| word.strip_prefix("peak="))?;
    peak.parse().ok().map(HeapBytes::new)
}

/// The program with a function `@entry` that calls `@main` on globals and returns 0.
fn with_entry(m: &Module) -> Option<String> {
    let main = function(m, "main")?;
    let body = m.regions(main).first().copied()?;
    let params = m.block_args(m.first_block(body)?);
    let (mut globals, mut calls) = (String::new(), String::new());
    let (mut names, mut types) = (Vec::new(), Vec::new());
    for (number, &param) in params.iter().enumerate() {
        let id = m.value_type(param);
        let ty = type_text(&m.ctx, id);
        names.push(format!("%p{number}"));
        let _ = match m.ctx.type_kind(id) {
            TypeKind::MemRef(_) => {
                let zero = element(m, id)?;
                let _ = writeln!(
                    globals,
                    "memref.global \"private\" @p{number} : {ty} = dense<{zero}>"
                );
                writeln!(calls, "  %p{number} = memref.get_global @p{number} : {ty}")
            }
            TypeKind::Float(_) => writeln!(calls, "  %p{number} = arith.constant 0.5 : {ty}"),
            _ => writeln!(calls, "  %p{number} = arith.constant 0 : {ty}"),
        };
        types.push(ty);
    }
    let text = print(m, &PrintOptions::default());
    let results = results(&text)?;
    let n_results = results.matches("memref").count();
    let (names, types) = (names.join(", "), types.join(", "));
    let bind = match n_results {
        0 => String::new(),
        n => format!("%r:{n} = "),
    };
    let _ = writeln!(
        calls,
        "  {bind}func.call @main({names}) : ({types}) -> ({results})"
    );
    let types: Vec<&str> = results.split(", ").collect();
    for (number, ty) in types.iter().enumerate().take(n_results) {
        let _ = writeln!(calls, "  memref.dealloc %r#{number} : {ty}");
    }
    // The module may have a name and attributes.
    let mut lines = text.trim().lines();
    let aliases: Vec<&str> = lines
        .by_ref()
        .take_while(|line| !line.starts_with("module"))
        .collect();
    let inner = lines.collect::<Vec<_>>().join("\n");
    let (inner, aliases) = (inner.strip_suffix('}')?, aliases.join("\n"));
    Some(format!(
        "{aliases}\nmodule {{\n{globals}{inner}func.func @entry() -> i32 {{\n{calls}  %zero = arith.constant 0 : i32\n  return %zero : \
         i32\n}}\n}}\n"
    ))
}

/// A value of the elements of a buffer.
fn element(m: &Module, ty: memplan_mlir::TypeId) -> Option<&'static str> {
    let element = m.ctx.element_type(ty)?;
    Some(match m.ctx.type_kind(element) {
        TypeKind::Float(_) => "0.5",
        _ => "0",
    })
}

/// The results of `@main` as its signature prints them; all of them are buffers.
fn results(text: &str) -> Option<String> {
    let line = text.lines().find(|line| line.contains("@main("))?;
    let Some((_, results)) = line.rsplit_once(" -> ") else {
        return Some(String::new());
    };
    let results = results.split(" attributes").next()?.trim_end_matches(" {");
    Some(results.trim_matches(['(', ')']).to_owned())
}
