//! Prints the heap peaks of the models of the shared corpus: with each buffer freed separately, merged into one
//! allocation for each scope, merged where that does not cost memory, and merged after the passes that lower the peak;
//! next to XLA. With `--programs`, those of `datasets/programs`: freed separately, and merged after the passes, also
//! with recomputation. With `--svg`, writes `docs/book/src/pictures/memory.svg` from these, too.
//!
//! `cargo run --release -p memplan-benches --example run_time_peaks -- [--programs [--svg]] [--run] [--ledger]
//! [MODEL..]`, where MODEL is a file. The figures are the static peaks, which are exact. With `--run`, the models also
//! run in the interpreter, all versions with the same results, and with `--ledger` through the `mlir-ledger` of the
//! shared tools, which lowers them with mlir-opt 22; a figure that differs is an error, and so are leaks and wrong
//! frees.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "it is a program"
)]

mod chart;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use memplan::{Context, LowerPeak, Merge};
use memplan_interp::{Datum, RunOptions, function, random_arguments, run};
use memplan_memory_model::{HeapBytes, HeapLoads};
use memplan_mlir::passes::Threading;
use memplan_mlir::text::{PrintOptions, parse, print, type_text};
use memplan_mlir::{Module, TypeKind};
use memplan_testing::outside::{shared_files, shared_tool};

use chart::Bar;

/// Temporaries and outputs of XLA for models of the shared corpus, in bytes: the models with the same sizes, compiled
/// for the CPU by JAX. Those of `datasets/programs` are in its `xla.csv`.
const CORPUS_XLA: &[(&str, u64)] = &[
    ("inception", 3_145_888),
    ("resnet", 1_376_800),
    ("transformer", 2_359_296),
    ("transformer_grad", 52_014_080),
];

/// The versions of jaxlib in `datasets/programs/xla.csv`.
const JAXLIBS: [&str; 2] = ["0.5.3", "0.10.2"];

/// The columns.
const WAYS: [(&str, Way); 4] = [
    SEPARATE,
    (
        "`merge -O none --single-arena`",
        Way::Merged("tick{arenas=single}", None),
    ),
    ("`merge -O none`", Way::Merged("tick", None)),
    MERGED,
];

/// The columns with `--programs`.
const WAYS_OF_PROGRAMS: [(&str, Way); 3] =
    [SEPARATE, MERGED, ("`merge --recompute 20%`", merged(20))];

const SEPARATE: (&str, Way) = ("freed one by one", Way::Separate);

const MERGED: (&str, Way) = ("`merge`", merged(0));

const fn merged(recompute_percent: u64) -> Way {
    Way::Merged("tick", Some(recompute_percent))
}

/// How a model is planned.
#[derive(Clone, Copy)]
enum Way {
    Separate,
    /// With a collector, and with the passes that lower the peak and may recompute so much, in percent.
    Merged(&'static str, Option<u64>),
}

fn main() -> ExitCode {
    let has = |flag: &str| std::env::args().any(|arg| arg == flag);
    let table = Table {
        is_of_programs: has("--programs"),
        runs: has("--run"),
        has_ledger: has("--ledger"),
    };
    let given = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with("--"));
    let mut models: Vec<PathBuf> = given.map(PathBuf::from).collect();
    if models.is_empty() {
        models = table.models();
    }
    if models.is_empty() {
        eprintln!("no models");
        return ExitCode::FAILURE;
    }
    let xla = table.xla();
    println!("{}", table.head());
    let (mut is_right, mut n_runs, mut bars) = (true, [0; 2], Vec::new());
    for path in models {
        let row = table.row(&path, &xla);
        println!("{}", row.text);
        bars.extend(row.bar);
        is_right &= row.is_right;
        for (n, runs) in n_runs.iter_mut().zip(row.n_runs) {
            *n += runs;
        }
    }
    println!(
        "\n{} runs in the interpreter, {} with mlir-ledger",
        n_runs[0], n_runs[1]
    );
    if has("--svg")
        && let Err(error) = std::fs::write(
            repository().join("docs/book/src/pictures/memory.svg"),
            chart::svg(bars),
        )
    {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    if is_right {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The printed table.
#[derive(Clone, Copy, Debug)]
struct Table {
    /// The models of `datasets/programs` instead of the corpus.
    is_of_programs: bool,
    runs: bool,
    has_ledger: bool,
}

/// The row of a model.
struct Row {
    text: String,
    is_right: bool,
    /// In the interpreter, and with the ledger.
    n_runs: [usize; 2],
    bar: Option<Bar>,
}

/// The sizes in `xla.csv`: model, version of jaxlib, temporaries and outputs in bytes.
type Sizes = Vec<(String, String, u64)>;

impl Table {
    fn models(self) -> Vec<PathBuf> {
        if !self.is_of_programs {
            return [".memref.mlir", ".tensor.mlir"]
                .map(|ending| shared_files("corpus", ending))
                .concat();
        }
        let entries = std::fs::read_dir(programs())
            .into_iter()
            .flatten()
            .flatten();
        let files = entries.map(|entry| entry.path());
        let mut files: Vec<_> = files
            .filter(|path| path.extension().is_some_and(|ending| ending == "mlir"))
            .collect();
        files.sort();
        files
    }

    fn ways(self) -> &'static [(&'static str, Way)] {
        if self.is_of_programs {
            &WAYS_OF_PROGRAMS
        } else {
            &WAYS
        }
    }

    fn xla(self) -> Sizes {
        if !self.is_of_programs {
            let sizes = CORPUS_XLA.iter();
            return sizes
                .map(|&(name, bytes)| (name.to_owned(), String::new(), bytes))
                .collect();
        }
        let text = std::fs::read_to_string(programs().join("xla.csv")).unwrap_or_default();
        let rows = text.lines().skip(1).filter_map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            let &[name, jaxlib, temporaries, outputs, _] = &fields[..] else {
                return None;
            };
            let bytes = temporaries.parse::<u64>().ok()? + outputs.parse::<u64>().ok()?;
            Some((name.to_owned(), jaxlib.to_owned(), bytes))
        });
        rows.collect()
    }

    fn head(self) -> String {
        let mut heads: Vec<String> = self.ways().iter().map(|way| way.0.to_owned()).collect();
        if self.is_of_programs {
            for jaxlib in JAXLIBS {
                heads.push(format!("XLA (jaxlib {jaxlib})"));
                heads.push("ratio".to_owned());
            }
        } else {
            heads.push("XLA".to_owned());
        }
        let lines = " --- |".repeat(heads.len());
        format!("| model | {} |\n| --- |{lines}", heads.join(" | "))
    }

    fn row(self, path: &Path, xla: &Sizes) -> Row {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        // The corpus has the same models on tensors and on buffers.
        let model = name.split('.').next().unwrap_or_default();
        let shown_name = if self.is_of_programs { model } else { &name };
        let mut row = Row {
            text: format!("| {shown_name} |"),
            is_right: true,
            n_runs: [0; 2],
            bar: None,
        };
        let mut results: Option<Vec<Datum>> = None;
        let mut bytes_of_ways = Vec::new();
        for &(_, way) in self.ways() {
            let cell = self.cell(path, way, &mut results, &mut row);
            let _ = write!(row.text, " {} |", cell.0);
            bytes_of_ways.push(cell.1);
        }
        let of_model = |jaxlib: &str| {
            let mut sizes = xla.iter();
            let own = sizes.find(|(name, version, _)| *name == model && *version == jaxlib);
            own.map(|(.., bytes)| *bytes)
        };
        if !self.is_of_programs {
            let bytes = of_model("").map_or_else(String::new, grouped);
            let _ = write!(row.text, " {bytes} |");
            return row;
        }
        let &[_, Some(merged), recomputed] = &bytes_of_ways[..] else {
            return row;
        };
        for jaxlib in JAXLIBS {
            let bytes = of_model(jaxlib);
            let ratio = bytes.map(|xla| format!("{:.3}", merged as f64 / xla as f64));
            let (bytes, ratio) = (bytes.map(grouped), ratio.unwrap_or_default());
            let _ = write!(row.text, " {} | {ratio} |", bytes.unwrap_or_default());
        }
        row.bar = of_model(JAXLIBS[0]).map(|xla| Bar {
            name: model.to_owned(),
            merged,
            recomputed: recomputed.unwrap_or(merged),
            xla,
        });
        row
    }

    /// The text of a cell, and the bytes in it.
    fn cell(
        self,
        path: &Path,
        way: Way,
        results: &mut Option<Vec<Datum>>,
        row: &mut Row,
    ) -> (String, Option<u64>) {
        let Some(m) = version(path, way) else {
            row.is_right = false;
            return ("failed".to_owned(), None);
        };
        let run = self.runs.then(|| executed(&m)).flatten();
        let ledger = self.has_ledger.then(|| lowered(&m)).flatten();
        row.is_right &= ledger.is_none_or(|run| run.1);
        let runs = [run.as_ref().map(|run| run.0), ledger.map(|run| run.0)];
        if let Some((_, found)) = run
            && *results.get_or_insert_with(|| found.clone()) != found
        {
            row.is_right = false;
            return ("other results".to_owned(), None);
        }
        for (n, run) in row.n_runs.iter_mut().zip(&runs) {
            *n += usize::from(run.is_some());
        }
        let (text, bytes, is_same) = shown(&m, runs);
        row.is_right &= is_same;
        (text, bytes)
    }
}

/// The folder of the models with `--programs`.
fn programs() -> PathBuf {
    repository().join("datasets/programs")
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A number with commas.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
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
        Way::Merged(collector, recompute_percent) => {
            let context = Context::default();
            let job = Merge::new(&context).ok()?.collector(collector).ok()?;
            let job = job.lower_peak(recompute_percent.map(|recompute_percent| LowerPeak {
                recompute_percent,
                ..LowerPeak::default()
            }));
            job.run(&mut m).ok()?;
        }
    }
    Some(m)
}

/// The peak as text and in bytes, and whether the runs agree with each other and with the static figure.
fn shown(m: &Module, runs: [Option<HeapBytes>; 2]) -> (String, Option<u64>, bool) {
    let main = function(m, "main");
    let loads = HeapLoads::new(m);
    let peak = main.and_then(|main| loads.of(main)).map(|heap| heap.peak);
    let most = peak.and_then(|peak| peak.most);
    let [interpreted, lowered] = runs;
    let mut is_same = true;
    if let (Some(most), Some(run)) = (most, interpreted) {
        is_same &= run == most;
    }
    // The ledger counts memory for alignments, so compare padded bytes.
    if let (Some(padded), Some(run)) = (interpreted.or(most), lowered) {
        is_same &= run.padded == padded.padded;
    }
    let bytes = most.or(interpreted).map(|peak| peak.bytes.cast_unsigned());
    let text = bytes.map_or_else(|| "no bound".to_owned(), grouped);
    if is_same {
        (text, bytes, true)
    } else {
        (format!("{text}, but runs: {runs:?}"), bytes, false)
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

/// One run of the lowered program, on arguments that are globals: the peak, and whether everything was freed once.
fn lowered(m: &Module) -> Option<(HeapBytes, bool)> {
    let script = shared_tool("mlir-ledger")?;
    let file = std::env::temp_dir().join(format!("memplan-peaks-{}.mlir", std::process::id()));
    std::fs::write(&file, with_entry(m)?).ok()?;
    let output = Command::new(script).arg(&file).arg("entry").output().ok()?;
    let _ = std::fs::remove_file(&file);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let number = |key: &str| -> Option<i64> {
        let mut fields = text
            .split_whitespace()
            .filter_map(|word| word.split_once('='));
        fields.find(|field| field.0 == key)?.1.parse().ok()
    };
    let mistakes = ["leaked", "double_frees", "wild_frees"].map(number);
    let is_clean = mistakes == [Some(0); 3];
    if !is_clean {
        eprintln!("leaked, freed twice, freed wrongly: {mistakes:?}");
    }
    Some((HeapBytes::new(number("peak")?), is_clean))
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
