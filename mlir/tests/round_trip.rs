//! Parsing and printing: `print(parse(x))` is a fixed point in both forms, and agrees with mlir-opt.
//!
//! Fixtures cover every operation that has a custom form; the models of the shared corpus are read
//! as well where they are available. Tests against mlir-opt say "skipped" where it is not installed,
//! and fail instead under `MEMPLAN_REQUIRE_MLIR=1`.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test says loudly what went wrong"
)]

use crate::common::GENERIC;
use std::path::{Path, PathBuf};

use memplan_mlir::Module;
use memplan_mlir::text::{PrintOptions, SourceMap, parse, print};
use memplan_testing::outside;

fn read_module(name: &Path, src: &[u8]) -> Module {
    match parse(src, &memplan_dialects_extra::parse_options()) {
        Ok(parsed) => {
            assert_eq!(parsed.warnings, [], "{}", name.display());
            parsed.module
        }
        Err(diagnostics) => {
            let first = &diagnostics[0];
            let (line, column) = SourceMap::new(src).line_col(first.span.start);
            panic!("{}:{line}:{column}: {}", name.display(), first.message);
        }
    }
}

fn custom(module: &Module) -> String {
    print(module, &PrintOptions::default())
}

fn mlir_files(dir: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(dir) else {
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ext| ext == "mlir"))
        .collect();
    files.sort();
    files
}

fn inputs() -> Vec<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = mlir_files(&here.join("tests/fixtures/round_trip"));
    assert!(files.len() >= 8, "the fixtures are gone");
    files.extend(outside::shared_files("corpus", ".mlir"));
    files
}

fn run(mlir_opt: &Path, input: &str, flags: &[&str]) -> String {
    let always = ["--allow-unregistered-dialect", "--mlir-disable-threading"];
    let output = outside::run_on(mlir_opt, &[&always, flags].concat(), input).unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "mlir-opt refuses:\n{errors}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn printing_what_was_read_changes_nothing() {
    for path in inputs() {
        let src = std::fs::read(&path).unwrap();
        let module = read_module(&path, &src);
        let text = custom(&module);
        let again = read_module(&path, text.as_bytes());
        assert_eq!(custom(&again), text, "{}", path.display());
        let generic = print(&module, &GENERIC);
        let from_generic = read_module(&path, generic.as_bytes());
        assert_eq!(custom(&from_generic), text, "{}", path.display());
        assert_eq!(
            print(&from_generic, &GENERIC),
            generic,
            "{}",
            path.display()
        );
    }
}

#[test]
fn mlir_opt_prints_the_same_text() {
    let Some(mlir_opt) = outside::mlir_opt(22) else {
        return;
    };
    for path in inputs() {
        let src = std::fs::read_to_string(&path).unwrap();
        let module = read_module(&path, src.as_bytes());
        let theirs = run(&mlir_opt, &src, &[]);
        assert_eq!(custom(&module), theirs, "{}", path.display());
        let flags = ["--mlir-print-op-generic", "--mlir-print-local-scope"];
        let their_generic = run(&mlir_opt, &src, &flags);
        // The generic form of mlir-opt gives the same module as the file itself.
        let from_theirs = read_module(&path, their_generic.as_bytes());
        assert_eq!(custom(&from_theirs), theirs, "{}", path.display());
        // mlir-opt reads the same module from both of our forms.
        assert_eq!(
            run(&mlir_opt, &custom(&module), &[]),
            theirs,
            "{}",
            path.display()
        );
        let ours = run(&mlir_opt, &print(&module, &GENERIC), &[]);
        assert_eq!(ours, theirs, "{}", path.display());
    }
}
