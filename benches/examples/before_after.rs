//! Compares two builds of the command on the figures of `benches/README.md`: `before_after BEFORE AFTER [TEXT]`, where
//! figures without the text in their names are left out.
//!
//! Both are built with the profile `dist`. They run alternately; a row gives the medians, the median of the ratios, and
//! the most resident memory. Ratios above 1.03 are marked. What the shared models and traces are missing for is named.
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
use memplan_benches::{corpus_path, many_allocations, repeated_corpus};
use memplan_testing::outside::shared;

/// Ratios above this are marked.
const LARGEST_RATIO: f64 = 1.03;

/// A row: the arguments of the commands that are timed together, one after the other.
struct Figure {
    name: String,
    n_pairs: usize,
    commands: Vec<Vec<OsString>>,
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
    let (a, b) = (side(before), side(after));
    // The first side of a ratio is above the line.
    match alternate(figure.n_pairs, &b, &a) {
        Ok(found) => {
            let memory = |commands: &[Vec<OsString>]| {
                let peaks = commands.iter().filter_map(|command| peak_mib(command));
                peaks.fold(0.0, f64::max)
            };
            let mark = if found.ratio > LARGEST_RATIO {
                " !"
            } else {
                ""
            };
            println!(
                "| {} | {:.1} | {:.1} | {:.3}{mark} | {:.0} | {:.0} |",
                figure.name,
                found.b_ms,
                found.a_ms,
                found.ratio,
                memory(&a),
                memory(&b)
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

const MODELS: [&str; 7] = [
    "lstm",
    "transformer_small",
    "transformer_small_grad",
    "inception",
    "resnet",
    "transformer",
    "transformer_grad",
];

/// Interpreting, merging, collecting and freeing the models.
fn add_models(figures: &mut Vec<Figure>) {
    for model in MODELS {
        let Some(path) = corpus_path(&format!("{model}.memref.mlir")) else {
            continue;
        };
        for (verb, n_pairs, args) in [
            ("merge -O none", 25, ["merge", "-O", "none"].as_slice()),
            ("trace", 25, &["trace", "--to", "binary", "-o", "/dev/null"]),
            (
                "free",
                25,
                &[
                    "opt",
                    "--buffer-deallocation-pipeline",
                    "--mlir-disable-threading",
                ],
            ),
            (
                "check",
                if model.ends_with("r") || model.ends_with("r_grad") {
                    3
                } else {
                    9
                },
                &["check", "--inputs", "1", "--step-limit", "20000000000"],
            ),
        ] {
            figures.push(figure(
                format!("{verb} {model}"),
                n_pairs,
                args,
                path.as_os_str(),
            ));
        }
    }
    for model in ["transformer_small", "resnet"] {
        if let Some(path) = corpus_path(&format!("{model}.tensor.mlir")) {
            let args = ["check", "--inputs", "1", "--step-limit", "20000000000"];
            figures.push(figure(
                format!("check {model}.tensor"),
                9,
                &args,
                path.as_os_str(),
            ));
        }
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
        figures.push(figure(
            format!("read and print {name}"),
            n_pairs,
            &["opt"],
            path.as_os_str(),
        ));
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
        let args = [
            "opt",
            "--buffer-deallocation-pipeline",
            "--mlir-disable-threading",
        ];
        let name = format!("free {n_allocations} allocations");
        figures.push(figure(name, 9, &args, path.as_os_str()));
    }
}

/// Planning public and generated traces.
fn add_traces(figures: &mut Vec<Figure>) {
    for name in ["A", "B", "C", "D", "E", "F", "G"] {
        if let Some(path) = shared(&format!("traces/{name}.1048576.csv")) {
            let seeds =
                (0..10).map(|seed| plan(path.as_os_str(), "auto", seed, "--time-limit", "20s"));
            let n_pairs = if name == "D" { 3 } else { 9 };
            figures.push(Figure {
                name: format!("plan {name}, ten seeds"),
                n_pairs,
                commands: seeds.collect(),
            });
            for planner in ["chunk-hot", "auto{effort=quick}", "exact{workers=1}"] {
                figures.push(Figure {
                    name: format!("plan {name}, {planner}"),
                    n_pairs: 9,
                    commands: vec![plan(path.as_os_str(), planner, 0, "--work", "300000")],
                });
            }
        }
    }
    for name in ["G_1", "resnet50", "S_1"] {
        if let Some(path) = shared(&format!("traces/{name}.csv")) {
            for planner in ["auto", "chunk-hot"] {
                figures.push(Figure {
                    name: format!("plan {name}, {planner}"),
                    n_pairs: 15,
                    commands: vec![plan(path.as_os_str(), planner, 0, "--time-limit", "20s")],
                });
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
        figures.push(Figure {
            name: format!("plan {n_buffers} synthetic buffers, {planner}"),
            n_pairs,
            commands: vec![plan(OsStr::new(&trace), planner, 1, "--work", work)],
        });
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

fn figure(name: String, n_pairs: usize, args: &[&str], file: &OsStr) -> Figure {
    let words = args.iter().map(OsStr::new).chain([file]);
    Figure {
        name,
        n_pairs,
        commands: vec![words.map(OsStr::to_owned).collect()],
    }
}
