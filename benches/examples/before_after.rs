//! Compares two builds of the command on the figures of `benches/README.md`: `before_after BEFORE AFTER [TEXT]`, where
//! figures without the text in their names are left out.
//!
//! Both are built with the profile `dist`. They run alternately; a row gives the medians, the median of the ratios, and
//! the most resident memory. Ratios above 1.03 are marked. Figures whose shared models or traces are missing are named.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program that reports to a person"
)]

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::ExitCode;
use std::slice;

use memplan_benches::alternating::{alternate, peak_mib};
use memplan_benches::{MODELS, corpus_path, many_allocations, repeated_corpus};
use memplan_testing::outside::shared;

/// Ratios above this are marked.
const LARGEST_RATIO: f64 = 1.03;

/// A row: the arguments of the commands that are timed together, one after the other.
struct Figure {
    name: String,
    n_pairs: usize,
    commands: Vec<Vec<OsString>>,
    /// The exit codes of commands that have done their work.
    codes: &'static [i32],
}

impl Figure {
    fn new(name: String, n_pairs: usize, commands: Vec<Vec<OsString>>) -> Self {
        Self {
            name,
            n_pairs,
            commands,
            codes: &[0],
        }
    }
}

fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    let ([before, after] | [before, after, _]) = args.as_slice() else {
        eprintln!("usage: before_after BEFORE AFTER [TEXT]");
        return ExitCode::from(2);
    };
    let text = args.get(2).and_then(|text| text.to_str()).unwrap_or("");
    let folder = std::env::temp_dir().join(format!("memplan-before-after-{}", std::process::id()));
    if let Err(error) = std::fs::create_dir_all(&folder) {
        eprintln!("{}: {error}", folder.display());
        return ExitCode::FAILURE;
    }
    println!("| figure | before, ms | after, ms | ratio | before, MiB | after, MiB |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for figure in figures(&folder) {
        if figure.name.contains(text) {
            print_row(&figure, before, after);
        }
    }
    // A leftover in the temporary directory is harmless.
    let _ = std::fs::remove_dir_all(&folder);
    ExitCode::SUCCESS
}

fn print_row(figure: &Figure, before: &OsString, after: &OsString) {
    let side = |program: &OsString| -> Vec<Vec<OsString>> {
        let whole = |args: &Vec<OsString>| [slice::from_ref(program), args.as_slice()].concat();
        figure.commands.iter().map(whole).collect()
    };
    let (before, after) = (side(before), side(after));
    match alternate(figure.n_pairs, &after, &before, figure.codes) {
        Ok(times) => {
            let memory = |commands: &[Vec<OsString>]| {
                let peaks = commands.iter().filter_map(|command| peak_mib(command));
                peaks.fold(0.0, f64::max)
            };
            let mark = if times.ratio > LARGEST_RATIO {
                " !"
            } else {
                ""
            };
            println!(
                "| {} | {:.1} | {:.1} | {:.3}{mark} | {:.0} | {:.0} |",
                figure.name,
                times.b_ms,
                times.a_ms,
                times.ratio,
                memory(&before),
                memory(&after)
            );
        }
        Err(error) => eprintln!("skipped: {}: {error}", figure.name),
    }
}

/// All figures, in the order of the document.
fn figures(folder: &Path) -> Vec<Figure> {
    let mut figures = Vec::new();
    add_models(&mut figures);
    add_texts(&mut figures, folder);
    add_chains(&mut figures, folder);
    add_traces(&mut figures);
    figures
}

const FREE: [&str; 3] = [
    "opt",
    "--buffer-deallocation-pipeline",
    "--mlir-disable-threading",
];
const CHECK: [&str; 5] = ["check", "--inputs", "1", "--step-limit", "20000000000"];

/// Interpreting, merging, collecting and freeing the models.
fn add_models(figures: &mut Vec<Figure>) {
    for model in MODELS {
        let Some(path) = corpus_path(&format!("{model}.memref.mlir")) else {
            continue;
        };
        let trace = ["trace", "--to", "binary", "-o", "/dev/null"];
        figures.push(figure(
            format!("merge -O none {model}"),
            25,
            &["merge", "-O", "none"],
            &path,
        ));
        figures.push(figure(format!("trace {model}"), 25, &trace, &path));
        figures.push(figure(format!("free {model}"), 25, &FREE, &path));
        let is_long = matches!(model, "transformer" | "transformer_grad");
        figures.push(check(model, if is_long { 3 } else { 9 }, &path));
    }
    for model in ["transformer_small.tensor", "resnet.tensor"] {
        if let Some(path) = corpus_path(&format!("{model}.mlir")) {
            figures.push(check(model, 9, &path));
        }
    }
}

/// One run of the interpreter.
fn check(model: &str, n_pairs: usize, path: &Path) -> Figure {
    Figure {
        codes: &[0, 1], // the models leak
        ..figure(format!("check {model}"), n_pairs, &CHECK, path)
    }
}

/// Reading, verifying and printing files made of the models.
fn add_texts(figures: &mut Vec<Figure>, folder: &Path) {
    for (name, bytes, n_pairs) in [("5 MB", 5 << 20, 9), ("50 MB", 50 << 20, 3)] {
        let Some(text) = repeated_corpus(bytes) else {
            continue;
        };
        let path = folder.join(format!("{bytes}.mlir"));
        if std::fs::write(&path, text).is_err() {
            eprintln!("skipped: {} cannot be written", path.display());
            continue;
        }
        let name = format!("read and print {name}");
        figures.push(figure(name, n_pairs, &["opt"], &path));
    }
}

/// Freeing the buffers of long functions.
fn add_chains(figures: &mut Vec<Figure>, folder: &Path) {
    for n_allocations in [1_000, 5_000, 20_000] {
        let path = folder.join(format!("chain{n_allocations}.mlir"));
        if std::fs::write(&path, many_allocations(n_allocations)).is_err() {
            eprintln!("skipped: {} cannot be written", path.display());
            continue;
        }
        let name = format!("free {n_allocations} allocations");
        figures.push(figure(name, 9, &FREE, &path));
    }
}

/// Planning public and generated traces.
fn add_traces(figures: &mut Vec<Figure>) {
    for name in ["A", "B", "C", "D", "E", "F", "G"] {
        if let Some(path) = shared(&format!("traces/{name}.1048576.csv")) {
            let seeds =
                (0..10).map(|seed| plan(path.as_os_str(), "auto", seed, "--time-limit", "20s"));
            let n_pairs = if name == "D" { 3 } else { 9 };
            figures.push(Figure::new(
                format!("plan {name}, ten seeds"),
                n_pairs,
                seeds.collect(),
            ));
            for planner in ["chunk-hot", "auto{effort=quick}", "exact{workers=1}"] {
                figures.push(Figure::new(
                    format!("plan {name}, {planner}"),
                    9,
                    vec![plan(path.as_os_str(), planner, 0, "--work", "300000")],
                ));
            }
        }
    }
    for name in ["G_1", "resnet50", "S_1"] {
        if let Some(path) = shared(&format!("traces/{name}.csv")) {
            for planner in ["auto", "chunk-hot"] {
                figures.push(Figure::new(
                    format!("plan {name}, {planner}"),
                    15,
                    vec![plan(path.as_os_str(), planner, 0, "--time-limit", "20s")],
                ));
            }
        }
    }
    for (n_buffers, planner, work, n_pairs) in [
        ("100k", "chunk-hot", "300000", 9),
        ("100k", "auto", "3000000", 5),
        ("1M", "chunk-hot", "300000", 5),
        ("1M", "auto", "9000000", 1),
    ] {
        let trace = format!("gen:synthetic{{n={n_buffers} seed=1}}");
        figures.push(Figure::new(
            format!("plan {n_buffers} synthetic buffers, {planner}"),
            n_pairs,
            vec![plan(OsStr::new(&trace), planner, 1, "--work", work)],
        ));
    }
}

fn plan(trace: &OsStr, planner: &str, seed: u64, limit: &str, most: &str) -> Vec<OsString> {
    let seed = seed.to_string();
    let args = [
        "--planner",
        planner,
        "--seed",
        &seed,
        limit,
        most,
        "--format",
        "json",
    ];
    let words = ["plan".as_ref(), trace]
        .into_iter()
        .chain(args.map(OsStr::new));
    words.map(OsStr::to_owned).collect()
}

fn figure(name: String, n_pairs: usize, args: &[&str], file: &Path) -> Figure {
    let words = args.iter().map(OsStr::new).chain([file.as_os_str()]);
    let command = words.map(OsStr::to_owned).collect();
    Figure::new(name, n_pairs, vec![command])
}
