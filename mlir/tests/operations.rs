//! Every operation of the tables in small programs: memplan parses and prints them like mlir-opt.
//!
//! A fixture contains programs separated by `// -----` lines. Those in `ops` and `round_trip` have the syntax of
//! MLIR 22, those in `v19` that of MLIR 19, those in `v24` that of MLIR 24, each file beside what that prints in
//! generic form; those in `rejected` are invalid. mlir-opt prints aliases for attributes in `meaning` that memplan does
//! not, so outputs are compared as mlir-opt prints them. Tests against mlir-opt print "skipped" where it is not
//! installed, and fail under `MEMPLAN_REQUIRE_MLIR=1`.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test says loudly what went wrong"
)]

use crate::common::GENERIC;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Output;

use memplan_mlir::Module;
use memplan_mlir::dialects::Assembly;
use memplan_mlir::text::{MlirVersion, PrintOptions, SourceMap, parse, print};
use memplan_testing::{fixture_files, outside, programs_of};

/// Operations that MLIR 22 does not have: those of MLIR 19, and of other projects.
const ELSEWHERE: [&str; 13] = [
    "util.optimization_barrier",
    "gpu.module_end",
    "linalg.batch_matmul_transpose_a",
    "linalg.batch_matmul_transpose_b",
    "linalg.matmul_transpose_a",
    "linalg.matmul_transpose_b",
    "linalg.elemwise_binary",
    "linalg.elemwise_unary",
    "tosa.fully_connected",
    "vector.extractelement",
    "vector.insertelement",
    "vector.splat",
    "memref.assume_alignment",
];

fn folder_of(fixtures: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    folder.join(fixtures)
}

fn fixtures(folder: &str) -> Vec<PathBuf> {
    fixture_files(&folder_of(folder)).unwrap()
}

/// The programs of a file, each with the file and the number of lines before it.
pub(crate) fn programs(folder: &str) -> Vec<(PathBuf, usize, String)> {
    programs_of(&folder_of(folder)).unwrap()
}

fn read(path: &Path, first_line: usize, text: &str) -> Module {
    match parse(text.as_bytes(), &memplan_dialects_extra::parse_options()) {
        Ok(parsed) => parsed.module,
        Err(diagnostics) => {
            let first = &diagnostics[0];
            let (line, column) = SourceMap::new(text.as_bytes()).line_col(first.span.start);
            let line = line as usize + first_line;
            panic!("{}:{line}:{column}: {}", path.display(), first.message);
        }
    }
}

fn run(mlir_opt: &Path, input: &str, flags: &[&str]) -> Output {
    let always = [
        "--allow-unregistered-dialect",
        "--mlir-disable-threading",
        "--split-input-file",
    ];
    outside::run_on(mlir_opt, &[&always, flags].concat(), input).unwrap()
}

/// Asserts that two texts are the same, and shows the first lines that differ.
fn assert_same(ours: &str, theirs: &str, place: &str) {
    let mut pairs = ours.lines().zip(theirs.lines());
    if let Some((ours, theirs)) = pairs.find(|(ours, theirs)| ours != theirs) {
        panic!("{place}:\n  ours:   {ours}\n  theirs: {theirs}");
    }
    assert_eq!(ours.len(), theirs.len(), "{place}: one is longer");
}

fn accepted(mlir_opt: &Path, input: &str, flags: &[&str]) -> String {
    let output = run(mlir_opt, input, flags);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "mlir-opt refuses:\n{errors}\n{input}"
    );
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn printing_what_was_read_changes_nothing() {
    for (path, line, text) in programs("ops") {
        let module = read(&path, line, &text);
        let custom = print(&module, &PrintOptions::default());
        let again = read(&path, line, &custom);
        assert_eq!(
            print(&again, &PrintOptions::default()),
            custom,
            "{}:{line}",
            path.display()
        );
        let generic = print(&module, &GENERIC);
        let from_generic = read(&path, line, &generic);
        let place = format!("{}:{line}", path.display());
        assert_eq!(print(&from_generic, &GENERIC), generic, "{place}");
        assert_eq!(
            print(&from_generic, &PrintOptions::default()),
            custom,
            "{place}"
        );
    }
}

#[test]
fn every_operation_is_in_a_program() {
    let mut used = BTreeSet::new();
    for folder in ["ops", "meaning", "round_trip", "v19", "v24"] {
        for (path, line, text) in programs(folder) {
            let module = read(&path, line, &text);
            for op in module.walk(module.root()) {
                used.insert(module.op_name_text(op).into_owned());
            }
        }
    }
    let missing: Vec<&str> = memplan_dialects_extra::dialects()
        .ops()
        .filter(|def| !matches!(def.assembly, Assembly::Generic))
        .map(|def| def.name)
        .filter(|name| !used.contains(*name) && !ELSEWHERE.contains(name))
        .collect();
    assert_eq!(missing, Vec::<&str>::new());
}

#[test]
fn there_are_enough_programs() {
    let count = programs("ops").len() + programs("round_trip").len() + programs("v19").len();
    assert!(count >= 300, "only {count} programs");
}

#[test]
fn mlir_opt_prints_the_same_text() {
    let Some(mlir_opt) = outside::mlir_opt(22) else {
        return;
    };
    for path in fixtures("ops") {
        let text = std::fs::read_to_string(&path).unwrap();
        let place = path.display().to_string();
        let ours = |options: &PrintOptions| -> Vec<String> {
            let programs = text.split("// -----");
            programs
                .map(|program| print(&read(&path, 0, program), options))
                .collect()
        };
        let custom = ours(&PrintOptions::default()).join("// -----\n");
        assert_same(&custom, &accepted(&mlir_opt, &text, &[]), &place);
        let flags = ["--mlir-print-op-generic", "--mlir-print-local-scope"];
        let theirs = accepted(&mlir_opt, &text, &flags);
        // mlir-opt reads the same module from both of our forms, and we read it from the generic form of mlir-opt.
        let from_custom = accepted(&mlir_opt, &custom, &flags);
        assert_same(&from_custom, &theirs, &place);
        let generic = ours(&GENERIC).join("// -----\n");
        let from_generic = accepted(&mlir_opt, &generic, &flags);
        assert_same(&from_generic, &theirs, &place);
        for (program, custom) in theirs.split("// -----").zip(custom.split("// -----\n")) {
            assert_same(
                &print(&read(&path, 0, program), &PrintOptions::default()),
                custom,
                &place,
            );
        }
    }
}

#[test]
fn mlir_opt_reads_the_same_module() {
    let Some(mlir_opt) = outside::mlir_opt(22) else {
        return;
    };
    for (path, line, text) in programs("meaning") {
        let place = format!("{}:{line}", path.display());
        let theirs = accepted(&mlir_opt, &text, &[]);
        let module = read(&path, line, &text);
        for ours in [
            print(&module, &PrintOptions::default()),
            print(&module, &GENERIC),
        ] {
            assert_same(&accepted(&mlir_opt, &ours, &[]), &theirs, &place);
        }
        let from_theirs = read(&path, line, &theirs);
        let same_names = accepted(
            &mlir_opt,
            &print(&from_theirs, &PrintOptions::default()),
            &[],
        );
        assert_same(&same_names, &theirs, &place);
    }
}

#[test]
fn the_spelling_of_mlir_24_is_read_as_its_generic_form() {
    for path in fixtures("v24") {
        let text = |path: &Path| std::fs::read_to_string(path).unwrap();
        let (custom, generic) = (text(&path), text(&path.with_extension("generic")));
        let pairs = custom.split("// -----").zip(generic.split("// -----"));
        let mut n = 0;
        for (custom, generic) in pairs {
            n += 1;
            let text = |text| print(&read(&path, 0, text), &GENERIC);
            assert_same(
                &text(custom),
                &text(generic),
                &format!("{}, program {n}", path.display()),
            );
        }
        assert_eq!(n, custom.split("// -----").count());
    }
}

const FOR_24: PrintOptions = PrintOptions {
    version: MlirVersion::V24,
    generic: false,
    local_scope: false,
    ..crate::common::GENERIC
};

/// What is written for MLIR 24 is the same program, but for operations that it has under another name.
#[test]
fn what_is_written_for_mlir_24_is_the_same_program() {
    let generic = PrintOptions {
        version: MlirVersion::V24,
        ..GENERIC
    };
    let mut n_different = 0;
    for folder in ["ops", "meaning", "round_trip", "v19", "v24"] {
        for (path, line, text) in programs(folder) {
            let module = read(&path, line, &text);
            let written = print(&module, &FOR_24);
            n_different += usize::from(written != print(&module, &PrintOptions::default()));
            let again = print(&read(&path, line, &written), &GENERIC);
            assert_same(
                &again,
                &print(&module, &generic),
                &format!("{}:{line}", path.display()),
            );
        }
    }
    assert!(n_different > 20, "{n_different}");
}

#[test]
fn mlir_24_reads_what_is_written_for_it() {
    let Some(iree_opt) = outside::iree_opt() else {
        return;
    };
    let mut n_read = 0;
    for folder in ["meaning", "round_trip", "v24"] {
        for (path, line, text) in programs(folder) {
            let module = read(&path, line, &text);
            // Programs with what MLIR 24 does not have, or refuses for other reasons, are no concern of the printer.
            let generic = PrintOptions {
                version: MlirVersion::V24,
                ..GENERIC
            };
            let flags = ["--mlir-print-op-generic", "--mlir-print-local-scope"];
            let theirs = run(&iree_opt, &print(&module, &generic), &flags);
            let custom = print(&module, &FOR_24);
            let errors = run(&iree_opt, &custom, &[]).stderr;
            // It has fewer dialects than MLIR.
            let is_foreign = ["not found for custom op", "is unknown"]
                .iter()
                .any(|text| String::from_utf8_lossy(&errors).contains(text));
            if theirs.status.success() && !is_foreign {
                n_read += 1;
                let place = format!("{}:{line}", path.display());
                let from_custom = accepted(&iree_opt, &custom, &flags);
                assert_same(
                    &from_custom,
                    &String::from_utf8_lossy(&theirs.stdout),
                    &place,
                );
            }
        }
    }
    assert!(n_read > 20, "{n_read}");
}

#[test]
fn the_spelling_of_mlir_19_is_read_as_that_of_22() {
    let (Some(old), Some(new)) = (outside::mlir_opt(19), outside::mlir_opt(22)) else {
        return;
    };
    for (path, line, text) in programs("v19") {
        let place = format!("{}:{line}", path.display());
        accepted(&old, &text, &[]);
        let module = read(&path, line, &text);
        let ours = print(&module, &PrintOptions::default());
        assert_eq!(accepted(&new, &ours, &[]), ours, "{place}");
        // The generic form of MLIR 19 gives the same module.
        let flags = ["--mlir-print-op-generic", "--mlir-print-local-scope"];
        let generic = accepted(&old, &text, &flags);
        assert_eq!(
            print(&read(&path, line, &generic), &PrintOptions::default()),
            ours,
            "{place}"
        );
    }
}

#[test]
fn what_mlir_opt_refuses_we_refuse() {
    let mlir_opt = outside::mlir_opt(22);
    for (path, line, text) in programs("rejected") {
        let place = format!("{}:{line}", path.display());
        let expected = text.split_once("// error: ").expect("says what is wrong").1;
        let expected = expected.lines().next().unwrap().trim();
        let Err(diagnostics) = parse(text.as_bytes(), &memplan_dialects_extra::parse_options())
        else {
            panic!("{place}: nothing is wrong");
        };
        let message = &diagnostics[0].message;
        assert!(message.contains(expected), "{place}: {message}");
        if let Some(mlir_opt) = &mlir_opt {
            let output = run(mlir_opt, &text, &[]);
            assert!(!output.status.success(), "{place}: mlir-opt takes it");
        }
    }
}
