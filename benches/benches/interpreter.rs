//! Compares the interpreter with mlir-runner: the time for one run of a model with checked accesses,
//! against the same program lowered by mlir-opt 22 and run without checks.
//!
//! The measurements exclude parsing in memplan and lowering in MLIR. The time of mlir-runner
//! includes its compiler, and is measured with `-O0` and `-O2`. The runs alternate; medians are
//! reported. `MEMPLAN_REFERENCE=1` also runs the engine that executes operation by operation once,
//! which takes minutes. Run with `cargo bench -p memplan-benches --bench interpreter`.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program that reports to a person"
)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use memplan_benches::{corpus_file, or_skip};
use memplan_interp::{Engine, RunOptions, function, random_arguments, run};
use memplan_mlir::text::{parse, type_text};
use memplan_mlir::{Module, OpId};

const ROUNDS: usize = 5;

const MODELS: &[&str] = &[
    "lstm.memref.mlir",
    "inception.memref.mlir",
    "resnet.memref.mlir",
    "transformer_small.memref.mlir",
    "transformer_small_grad.memref.mlir",
    "transformer.memref.mlir",
    "transformer_grad.memref.mlir",
    "lstm.tensor.mlir",
    "inception.tensor.mlir",
    "resnet.tensor.mlir",
    "transformer_small.tensor.mlir",
];

const LOWERING: &[&str] = &[
    "--convert-linalg-to-loops",
    "--expand-strided-metadata",
    "--lower-affine",
    "--convert-scf-to-cf",
    "--convert-math-to-llvm",
    "--convert-math-to-libm",
    "--convert-arith-to-llvm",
    "--convert-index-to-llvm",
    "--finalize-memref-to-llvm",
    "--convert-arith-to-llvm",
    "--convert-cf-to-llvm",
    "--convert-func-to-llvm",
    "--reconcile-unrealized-casts",
];

fn main() {
    // `cargo test --benches` must not take minutes.
    if std::env::args().any(|arg| arg == "--test") {
        return;
    }
    let tools = Path::new("/usr/lib/llvm-22/bin");
    let has_tools = tools.join("mlir-runner").is_file();
    if !has_tools {
        eprintln!("skipped: the comparison, because mlir-runner 22 is not installed");
    }
    println!(
        "| model | steps | memplan | steps/s | operation by operation | mlir-runner -O0 | -O2 |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for model in MODELS {
        let Some(text) = corpus_file(model) else {
            continue;
        };
        let parsed = parse(&text, &memplan_dialects_extra::parse_options());
        let Some(parsed) = or_skip(model, parsed) else {
            continue;
        };
        let m = parsed.module;
        let Some(main) = function(&m, "main") else {
            eprintln!("skipped: {model} has no function `main`");
            continue;
        };
        let lowered = (has_tools && model.contains("memref"))
            .then(|| lower(tools, &m, main, &text))
            .flatten();
        measure(model, &m, main, tools, lowered.as_deref());
    }
}

fn measure(model: &str, m: &Module, main: OpId, tools: &Path, lowered: Option<&Path>) {
    let (mut ours, mut plain, mut optimised) = (Vec::new(), Vec::new(), Vec::new());
    let mut steps = 0;
    for _ in 0..ROUNDS {
        let Some((seconds, n_steps)) = interpret(m, main, Engine::Compiled) else {
            eprintln!("skipped: {model} is not run to its end");
            return;
        };
        steps = n_steps;
        ours.push(seconds);
        if let Some(lowered) = lowered {
            plain.extend(execute(tools, lowered, "-O0"));
            optimised.extend(execute(tools, lowered, "-O2"));
        }
    }
    let wants_reference = std::env::var("MEMPLAN_REFERENCE").is_ok_and(|value| value == "1");
    let reference = wants_reference.then(|| interpret(m, main, Engine::Reference));
    let shown = |seconds: Option<f64>| seconds.map_or("-".into(), |s| format!("{s:.3} s"));
    let seconds = median(&mut ours).unwrap_or(f64::NAN);
    println!(
        "| `{model}` | {:.1} M | {} | {:.0} M | {} | {} | {} |",
        steps as f64 / 1e6,
        shown(Some(seconds)),
        steps as f64 / 1e6 / seconds,
        shown(reference.flatten().map(|(seconds, _)| seconds)),
        shown(median(&mut plain)),
        shown(median(&mut optimised)),
    );
    if let Some(lowered) = lowered {
        // A leftover in the temporary directory is harmless.
        let _ = std::fs::remove_file(lowered);
    }
}

/// Seconds and steps of one run on random arguments.
fn interpret(m: &Module, main: OpId, engine: Engine) -> Option<(f64, u64)> {
    let arguments = random_arguments(m, main, 0)?;
    let options = RunOptions {
        engine,
        step_limit: u64::MAX,
        ..RunOptions::default()
    };
    let start = Instant::now();
    let outcome = run(m, main, &arguments, &options).ok()?;
    Some((start.elapsed().as_secs_f64(), outcome.n_steps))
}

/// Seconds of mlir-runner.
fn execute(tools: &Path, lowered: &Path, level: &str) -> Option<f64> {
    let library = std::fs::read_dir(tools.join("../lib"))
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(|path| path.to_string_lossy().contains("libmlir_c_runner_utils.so"))?;
    let start = Instant::now();
    let status = Command::new(tools.join("mlir-runner"))
        .arg(lowered)
        .args(["-e", "memplan_bench", "--entry-point-result=void", level])
        .arg(format!("--shared-libs={}", library.display()))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .ok()?;
    status.success().then(|| start.elapsed().as_secs_f64())
}

/// The model in the LLVM dialect, with a function that calls it on buffers full of ones.
fn lower(tools: &Path, m: &Module, main: OpId, text: &[u8]) -> Option<PathBuf> {
    let folder = std::env::temp_dir();
    let name = |what: &str| folder.join(format!("memplan-{what}-{}.mlir", std::process::id()));
    let (source, lowered) = (name("driver"), name("lowered"));
    let text = std::str::from_utf8(text).ok()?;
    let (inside, end) = text.split_at(text.rfind('}')?);
    std::fs::write(&source, format!("{inside}{}{end}", driver(m, main)?)).ok()?;
    let status = Command::new(tools.join("mlir-opt"))
        .arg(&source)
        .args(LOWERING)
        .arg("-o")
        .arg(&lowered)
        .stderr(Stdio::null())
        .status()
        .ok()?;
    let _ = std::fs::remove_file(&source);
    status.success().then_some(lowered)
}

fn driver(m: &Module, main: OpId) -> Option<String> {
    let entry = m.first_block(*m.regions(main).first()?)?;
    let mut out = "func.func @memplan_bench() {\n".to_owned();
    let (mut names, mut types) = (Vec::new(), Vec::new());
    for (index, &param) in m.block_args(entry).iter().enumerate() {
        let ty = m.value_type(param);
        let element = m.ctx.element_type(ty).unwrap_or(ty);
        let element_text = type_text(&m.ctx, element);
        let one = if element_text.starts_with('f') {
            "1.0"
        } else {
            "1"
        };
        let text = type_text(&m.ctx, ty);
        let (value, buffer) = (format!("%one{index}"), format!("%buffer{index}"));
        writeln!(out, "  {value} = arith.constant {one} : {element_text}").ok()?;
        if element == ty {
            names.push(value);
        } else {
            writeln!(
                out,
                "  {buffer} = memref.alloc() : {text}\n  \
                 linalg.fill ins({value} : {element_text}) outs({buffer} : {text})"
            )
            .ok()?;
            names.push(buffer);
        }
        types.push(text);
    }
    let last = m.blocks(*m.regions(main).first()?).last()?;
    let exit = m.last_op(last)?;
    let results: Vec<String> = m
        .operands(exit)
        .iter()
        .map(|&value| type_text(&m.ctx, m.value_type(value)))
        .collect();
    writeln!(
        out,
        "  %results:{} = call @main({}) : ({}) -> ({})\n  return\n}}",
        results.len(),
        names.join(", "),
        types.join(", "),
        results.join(", ")
    )
    .ok()?;
    Some(out)
}

fn median(values: &mut [f64]) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}
