//! Compares the run time of programs before and after memplan, natively compiled.
//!
//! `run_time [--memplan COMMAND] [--only TEXT] [--seconds N] [--rounds N] [--limit SECONDS] [--jsonl FILE] [--twice]
//! [--variants LETTERS] [MODEL..]`;
//! without models, those of `datasets/programs` and of the shared corpus. Needs mlir-opt 22, mlir-translate 22 and
//! clang 22.
//!
//! | variant | `memplan merge` |
//! | --- | --- |
//! | S | `-O none --collector dealloc`: buffers allocated and freed separately |
//! | M | `-O none`: merged as they are |
//! | D | `--collector dealloc`: the passes, separate buffers |
//! | C | merged after the passes, the default |
//! | X | C with `memplan alias-scopes` on its LLVM IR |
//! | R | `--recompute 20%` |
//! | O | `--blocks off` |
//! | B | `--blocks auto` |
//! | Y | B with `memplan alias-scopes` |
//!
//! All variants keep the contents of their arguments (`--arguments read-only`), are lowered to naive loops, compiled
//! with `clang -O3 -march=native`, and called alternately, in both orders, by one process (`harness.c`). The figure is
//! the least processor time of a call. Results and arguments must equal those of S bit for bit. With `--twice` each
//! model is measured twice, and the table ends with the largest difference of a ratio.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "it is a program"
)]

mod lower;
mod signature;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use memplan_testing::outside::shared_files;

use lower::Tools;

/// The variants with the arguments of `memplan merge`. X is made from C, Y from B.
const VARIANTS: [(&str, &[&str]); 9] = [
    ("S", &["-O", "none", "--collector", "dealloc"]),
    ("M", &["-O", "none"]),
    ("D", &["--collector", "dealloc"]),
    ("C", &[]),
    ("X", &[]),
    ("R", &["--recompute", "20%"]),
    ("O", &["--blocks", "off"]),
    ("B", &["--blocks", "auto"]),
    ("Y", &["--blocks", "auto"]),
];

/// The columns after the times, with the bounds of their geometric mean and of their worst value that are goals.
const RATIOS: [(&str, &str, Option<f64>, Option<f64>); 9] = [
    ("C", "S", Some(0.98), Some(1.05)),
    ("D", "S", None, None),
    ("C", "D", None, Some(1.03)),
    ("X", "S", Some(0.98), Some(1.05)),
    ("X", "D", None, Some(1.03)),
    ("C", "O", None, Some(1.05)),
    ("B", "C", None, Some(1.05)),
    ("Y", "X", None, Some(1.05)),
    ("Y", "S", Some(0.98), Some(1.05)),
];

/// Ratios of two runs agree if they differ by at most this factor.
const AGREEMENT: f64 = 1.02;

/// The least times of a model in nanoseconds, by variant.
type Times = BTreeMap<String, f64>;

fn main() -> ExitCode {
    let Some(options) = Options::read() else {
        eprintln!(
            "usage: run_time [--memplan COMMAND] [--only TEXT] [--seconds N] [--rounds N] [--limit SECONDS] [--jsonl FILE] [--twice] \
             [--variants LETTERS] [MODEL..]"
        );
        return ExitCode::from(2);
    };
    let Some(tools) = Tools::find(options.memplan.as_deref()) else {
        return ExitCode::FAILURE;
    };
    let head: Vec<String> = VARIANTS
        .iter()
        .map(|(name, _)| format!("{name}, ms"))
        .collect();
    let ratios: Vec<String> = RATIOS.iter().map(|(a, b, ..)| format!("{a}/{b}")).collect();
    let variants = options.chosen();
    println!("load average: {}", load());
    println!("| model | {} | {} |", head.join(" | "), ratios.join(" | "));
    println!("| --- |{}", " --- |".repeat(head.len() + ratios.len()));
    let (mut all, mut is_equal, mut lines, mut worst_disagreement) =
        (Vec::new(), true, String::new(), 1.0_f64);
    for path in &options.models {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .replace(".mlir", "");
        let measured =
            lower::Model::build(&tools, path, &variants, options.limit).and_then(|model| {
                let first = model.measure(&options.rounds, &options.seconds, options.limit)?;
                let second = if options.is_twice {
                    Some(model.measure(&options.rounds, &options.seconds, options.limit)?)
                } else {
                    None
                };
                Ok((first, second))
            });
        let (first, second) = match measured {
            Ok(runs) => runs,
            Err(error) => {
                eprintln!("SKIPPED: {name}: {error}");
                continue;
            }
        };
        let times: Times = (first.iter())
            .map(|run| (run.variant.clone(), run.nanoseconds))
            .collect();
        if let Some(second) = second {
            let again: Times = second
                .into_iter()
                .map(|run| (run.variant, run.nanoseconds))
                .collect();
            for &(a, b, ..) in &RATIOS {
                if let Some((x, y)) = ratio(&times, a, b).zip(ratio(&again, a, b)) {
                    let apart = (x / y).max(y / x);
                    worst_disagreement = worst_disagreement.max(apart);
                    if apart > AGREEMENT {
                        eprintln!("{name}: {a}/{b} is {x:.3} and {y:.3} in two runs");
                    }
                }
            }
        }
        for run in &first {
            let _ = writeln!(
                lines,
                "{{\"model\":\"{name}\",\"variant\":\"{}\",\"nanoseconds\":{},\"equal\":{}}}",
                run.variant, run.nanoseconds, run.is_equal
            );
            if !run.is_equal {
                eprintln!("{name}: {} computes something else than S", run.variant);
                is_equal = false;
            }
        }
        println!("{}", row(&name, &times));
        all.push(times);
    }
    println!("\n{}", summary(&all));
    if options.is_twice {
        println!(
            "largest difference of a ratio between two runs: {:.1} %",
            (worst_disagreement - 1.0) * 100.0
        );
    }
    println!("load average: {}", load());
    if let Some(path) = &options.jsonl
        && let Err(error) = std::fs::write(path, lines)
    {
        eprintln!("{}: {error}", path.display());
        return ExitCode::FAILURE;
    }
    if is_equal && !all.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The command line.
struct Options {
    memplan: Option<PathBuf>,
    models: Vec<PathBuf>,
    rounds: String,
    seconds: String,
    /// The longest time that a step of a model may take, in seconds; models that take longer are skipped.
    limit: u64,
    jsonl: Option<PathBuf>,
    is_twice: bool,
    /// The names of the variants to measure, S among them; all if it is missing.
    variants: Option<String>,
}

impl Options {
    fn chosen(&self) -> Vec<(&'static str, &'static [&'static str])> {
        let is_chosen = |name| (self.variants.as_ref()).is_none_or(|all| all.contains(name));
        let variants = VARIANTS.into_iter();
        variants.filter(|&(name, _)| is_chosen(name)).collect()
    }

    fn read() -> Option<Self> {
        let mut options = Self {
            memplan: None,
            models: Vec::new(),
            rounds: "20".to_owned(),
            seconds: "3".to_owned(),
            limit: 120,
            jsonl: None,
            is_twice: false,
            variants: None,
        };
        let mut only = String::new();
        let mut args = std::env::args().skip(1);
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--twice" => options.is_twice = true,
                "--memplan" => options.memplan = Some(args.next()?.into()),
                "--only" => only = args.next()?,
                "--rounds" => options.rounds = args.next()?,
                "--seconds" => options.seconds = args.next()?,
                "--limit" => options.limit = args.next()?.parse().ok()?,
                "--variants" => options.variants = Some(args.next()?),
                "--jsonl" => options.jsonl = Some(args.next()?.into()),
                flag if flag.starts_with("--") => return None,
                model => options.models.push(model.into()),
            }
        }
        if options.models.is_empty() {
            options.models = models();
        }
        options
            .models
            .retain(|path| path.to_string_lossy().contains(&only));
        Some(options)
    }
}

/// The models of the repository and those beside it. What the corpus has on tensors and on buffers counts once.
fn models() -> Vec<PathBuf> {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../datasets/programs");
    let entries = std::fs::read_dir(programs).into_iter().flatten().flatten();
    let files = entries.map(|entry| entry.path());
    let mut models: Vec<PathBuf> = files
        .filter(|path| path.extension().is_some_and(|ending| ending == "mlir"))
        .collect();
    models.sort();
    models.extend(shared_files("corpus", ".memref.mlir"));
    models.extend(shared_files("corpus/real", ".mlir"));
    models
}

fn ratio(times: &Times, a: &str, b: &str) -> Option<f64> {
    Some(times.get(a)? / times.get(b)?)
}

fn row(name: &str, times: &Times) -> String {
    let mut row = format!("| {name} |");
    for (variant, _) in VARIANTS {
        let cell = times.get(variant).map(|time| format!("{:.3}", time / 1e6));
        let _ = write!(row, " {} |", cell.unwrap_or_default());
    }
    for &(a, b, ..) in &RATIOS {
        let cell = ratio(times, a, b).map(|ratio| format!("{ratio:.3}"));
        let _ = write!(row, " {} |", cell.unwrap_or_default());
    }
    row
}

/// Geometric mean and worst of each ratio, beside the goals.
fn summary(all: &[Times]) -> String {
    let mut text = "| ratio | models | geometric mean | goal | worst | goal |\n| --- | --- | --- | --- | --- | --- |".to_owned();
    let goal = |goal: Option<f64>| goal.map(|goal| format!("{goal:.2}")).unwrap_or_default();
    for (a, b, mean_goal, worst_goal) in RATIOS {
        let ratios: Vec<f64> = all.iter().filter_map(|times| ratio(times, a, b)).collect();
        if ratios.is_empty() {
            continue;
        }
        let logs: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
        let mean = (logs / ratios.len() as f64).exp();
        let worst = ratios.iter().copied().fold(0.0, f64::max);
        let _ = write!(
            text,
            "\n| {a}/{b} | {} | {mean:.3} | {} | {worst:.3} | {} |",
            ratios.len(),
            goal(mean_goal),
            goal(worst_goal)
        );
    }
    text
}

fn load() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').take(3).collect::<Vec<_>>().join(" ")
}
