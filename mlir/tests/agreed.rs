//! Compares memplan with mlir-opt 22: both accept and reject the same programs, and print the same
//! text.
//!
//! `fixtures/agreed` contains programs separated by `// -----` lines. `// error: TEXT` at the end
//! of a line expects a parse or verification error there whose message contains the text; programs
//! without it are valid. `fixtures/printed` contains valid programs whose output must equal that of
//! mlir-opt byte for byte: in custom form, in generic form, and in both without aliases. Tests
//! against mlir-opt print "skipped" where it is not installed, and fail under
//! `MEMPLAN_REQUIRE_MLIR=1`.
#![expect(clippy::unwrap_used, reason = "a test says loudly what went wrong")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use memplan_mlir::text::{Diagnostic, PrintOptions, SourceMap, parse, print};
use memplan_mlir::verifier::verify;
use memplan_testing::outside;

const MARKER: &str = " // error: ";
const SEPARATOR: &str = "// -----\n";

/// The files of a folder with their texts.
fn files(folder: &str) -> Vec<(PathBuf, String)> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures")
        .join(folder);
    let mut paths: Vec<PathBuf> = std::fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "the fixtures of {folder} are gone");
    paths
        .into_iter()
        .map(|path| {
            let text = std::fs::read_to_string(&path).unwrap();
            (path, text)
        })
        .collect()
}

fn run(mlir_opt: &Path, file: &Path, flags: &[&str]) -> Output {
    Command::new(mlir_opt)
        .arg(file)
        .args(["--allow-unregistered-dialect", "--mlir-disable-threading"])
        .arg("--split-input-file")
        .args(flags)
        .output()
        .unwrap()
}

/// The first errors of a program: lines from 0, and messages.
fn errors(program: &str) -> Vec<(usize, String)> {
    let map = SourceMap::new(program.as_bytes());
    let at = |error: Diagnostic| {
        let line = map.line_col(error.span.start).0 as usize - 1;
        (line, error.message)
    };
    match parse(program.as_bytes(), &memplan_dialects_extra::parse_options()) {
        Ok(parsed) => verify(&parsed.module)
            .into_iter()
            .map(|error| at(error.into()))
            .collect(),
        Err(errors) => errors.into_iter().map(at).collect(),
    }
}

#[test]
fn errors_stand_where_fixtures_expect_them() {
    let mut wrong = Vec::new();
    for (path, text) in files("agreed") {
        let mut first = 1;
        for program in text.split(SEPARATOR) {
            let mut unexpected = errors(program);
            for (at, line) in program.lines().enumerate() {
                for expected in line.split(MARKER).skip(1) {
                    let matching = unexpected
                        .iter()
                        .position(|(line, message)| *line == at && message.contains(expected));
                    match matching {
                        Some(index) => drop(unexpected.remove(index)),
                        None => wrong.push(format!(
                            "{}:{}: no error `{expected}`",
                            path.display(),
                            first + at
                        )),
                    }
                }
            }
            for (at, message) in unexpected {
                wrong.push(format!("{}:{}: {message}", path.display(), first + at));
            }
            first += program.matches('\n').count() + 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn mlir_opt_refuses_the_same_programs() {
    let Some(mlir_opt) = outside::mlir_opt(22) else {
        return;
    };
    for (path, text) in files("agreed") {
        let output = run(&mlir_opt, &path, &[]);
        // A process that was terminated by a signal has no exit code.
        assert!(output.status.code().is_some(), "{}", path.display());
        let messages = String::from_utf8_lossy(&output.stderr);
        let prefix = format!("{}:", path.display());
        let lines: Vec<usize> = messages
            .lines()
            .filter(|line| line.contains(": error: "))
            .filter_map(|line| line.strip_prefix(&prefix)?.split(':').next()?.parse().ok())
            .collect();
        let mut first = 1;
        for program in text.split(SEPARATOR) {
            let end = first + program.matches('\n').count();
            let is_refused = lines.iter().any(|line| (first..=end).contains(line));
            let place = format!("{}:{first}", path.display());
            assert_eq!(is_refused, program.contains(MARKER), "{place}\n{program}");
            first = end + 1;
        }
    }
}

#[test]
fn mlir_opt_prints_the_same_bytes() {
    let Some(mlir_opt) = outside::mlir_opt(22) else {
        return;
    };
    let mut different = Vec::new();
    for (path, text) in files("printed") {
        for (generic, local_scope) in [(false, false), (true, false), (false, true), (true, true)] {
            let mut flags = Vec::new();
            flags.extend(generic.then_some("--mlir-print-op-generic"));
            flags.extend(local_scope.then_some("--mlir-print-local-scope"));
            let output = run(&mlir_opt, &path, &flags);
            let messages = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{}: {messages}", path.display());
            let theirs = String::from_utf8(output.stdout).unwrap();
            let options = PrintOptions {
                generic,
                locations: false,
                local_scope,
                ..PrintOptions::default()
            };
            let ours: Vec<String> = text
                .split(SEPARATOR)
                .map(|program| {
                    let parsed =
                        parse(program.as_bytes(), &memplan_dialects_extra::parse_options());
                    let Ok(parsed) = parsed else {
                        panic!("{}: cannot be read:\n{program}", path.display());
                    };
                    assert_eq!(verify(&parsed.module), [], "{}", path.display());
                    print(&parsed.module, &options)
                })
                .collect();
            for (ours, theirs) in ours.iter().zip(theirs.split(SEPARATOR)) {
                if ours != theirs {
                    let place = format!("{} {flags:?}", path.display());
                    different.push(format!("{place}:\nours:\n{ours}theirs:\n{theirs}"));
                }
            }
            assert_eq!(ours.len(), theirs.split(SEPARATOR).count());
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}
