//! Compares the interpreter with MLIR: random programs must return the same results.
//!
//! `MEMPLAN_PROGRAMS=n` runs `n` programs instead of the usual number. Needs `mlir-opt` and
//! `mlir-runner` 22. Without them the test prints a message and compares nothing; it fails under
//! `MEMPLAN_REQUIRE_MLIR=1`.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a failing helper fails the test, and a skipped test prints a message"
)]

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use memplan_interp::{Datum, RunOptions, function, run};
use memplan_mlir::text::parse;
use memplan_mlir::verifier::verify;
use memplan_testing::outside::mlir_tools;
use memplan_testing::programs::{ProgramOptions, n_programs, numbered_program};

/// Programs per module: starting the tools dominates the time.
const PER_MODULE: u64 = 50;

const PASSES: &[&str] = &[
    "--expand-realloc",
    "--convert-linalg-to-loops",
    "--convert-bufferization-to-memref",
    "--expand-strided-metadata",
    "--lower-affine",
    "--convert-scf-to-cf",
    "--convert-arith-to-llvm",
    "--convert-index-to-llvm",
    "--finalize-memref-to-llvm",
    // Lowering some copies creates constants of `arith`.
    "--convert-arith-to-llvm",
    "--convert-cf-to-llvm",
    "--convert-func-to-llvm",
    "--reconcile-unrealized-casts",
];

/// The result of `@main` in the interpreter.
fn interpreted(text: &str) -> i32 {
    let parsed = parse(text.as_bytes(), &memplan_dialects_extra::parse_options());
    let m = parsed
        .unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
        .module;
    assert_eq!(verify(&m), [], "{text}");
    let main = function(&m, "main").unwrap();
    match run(&m, main, &[], &RunOptions::default()) {
        Ok(run) => match run.results[..] {
            [Datum::Int(bits)] => bits as u32 as i32,
            ref other => panic!("{other:?}\n{text}"),
        },
        Err(fault) => panic!("{:?}\n{text}", fault.diagnostic(&m)),
    }
}

/// The text with all its symbols renamed, so that many fit into one module.
fn renamed(text: &str, number: u64) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('@') {
        let name = rest[at + 1..].find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let end = name.map_or(rest.len(), |length| at + 1 + length);
        out.push_str(&rest[..end]);
        write!(out, "_{number}").unwrap();
        rest = &rest[end..];
    }
    out + rest
}

/// The result of each program's `@main` when executed by MLIR.
fn executed(tools: &Path, programs: &[(u64, String)]) -> Vec<i32> {
    let mut text =
        "func.func private @printI64(i64)\nfunc.func private @printNewline()\n".to_owned();
    let mut driver = String::new();
    for (number, program) in programs {
        text.push_str(&renamed(program, *number));
        writeln!(
            driver,
            "  %r{number} = func.call @main_{number}() : () -> i32\n  \
             %w{number} = arith.extsi %r{number} : i32 to i64\n  \
             func.call @printI64(%w{number}) : (i64) -> ()\n  \
             func.call @printNewline() : () -> ()"
        )
        .unwrap();
    }
    writeln!(text, "func.func @main() {{\n{driver}  return\n}}").unwrap();
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("programs.mlir");
    std::fs::write(&file, &text).unwrap();
    let lowered = Command::new(tools.join("mlir-opt"))
        .arg(&file)
        .args(PASSES)
        .output()
        .unwrap();
    assert!(
        lowered.status.success(),
        "{}",
        String::from_utf8_lossy(&lowered.stderr)
    );
    let lowered_file = directory.path().join("lowered.mlir");
    std::fs::write(&lowered_file, lowered.stdout).unwrap();
    let library = std::fs::read_dir(tools.join("../lib"))
        .unwrap()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(|path| path.to_string_lossy().contains("libmlir_c_runner_utils.so"))
        .unwrap();
    let output = Command::new(tools.join("mlir-runner"))
        .arg(&lowered_file)
        .args(["-e", "main", "--entry-point-result=void", "-O0"])
        .arg(format!("--shared-libs={}", library.display()))
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}\n{text}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines()
        .map(|line| line.trim().parse::<i64>().unwrap() as i32)
        .collect()
}

#[test]
fn the_interpreter_agrees_with_the_real_mlir() {
    let options = [
        ProgramOptions::default(),
        ProgramOptions {
            blocks: false,
            ..ProgramOptions::default()
        },
        ProgramOptions {
            statements: 18,
            ..ProgramOptions::default()
        },
    ];
    let tools = mlir_tools();
    let n = n_programs(50);
    for first in (0..n).step_by(PER_MODULE as usize) {
        let programs: Vec<(u64, String)> = (first..n.min(first + PER_MODULE))
            .map(|number| {
                let options = &options[number as usize % options.len()];
                (number, numbered_program(number, options))
            })
            .collect();
        let ours: Vec<i32> = programs.iter().map(|(_, text)| interpreted(text)).collect();
        let Some(tools) = &tools else { continue };
        let theirs = executed(tools, &programs);
        assert_eq!(ours.len(), theirs.len());
        for (((number, text), ours), theirs) in programs.iter().zip(ours).zip(theirs) {
            assert_eq!(ours, theirs, "program {number}:\n{text}");
        }
    }
}
