//! The programs of the fixtures in all versions of MLIR: what memplan writes for a version, its `mlir-opt` reads as the
//! program that the generic form stands for, and what that prints, memplan reads and writes again without a difference.
//!
//! 19 and 22 take part where they are installed; the others where `MEMPLAN_ORACLES` names a folder with `mlir-opt-20`,
//! `mlir-opt-21`, `mlir-opt-23` and `mlir-opt-24` (`cargo xtask thorough versions` makes one).
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a test says loudly what went wrong, and the matrix is its result"
)]

use std::collections::BTreeMap;
use std::path::Path;

use memplan_mlir::text::{MlirVersion, PrintOptions, check_version, parse, print};
use memplan_testing::outside;

use crate::operations::programs;

/// Programs that differ between generic and custom form for reasons of the version: the generic form of a version loses
/// attributes that it does not know, where the custom form keeps them among the others, and MLIR 23 repeats the lengths
/// of groups of `linalg.unpack`.
const DIFFERENT: [(u32, &str); 11] = [
    (19, "llvm"),
    (22, "clauses"),
    (23, "clauses"),
    (23, "linalg"),
    (23, "single-linalg"),
    (23, "spellings"),
    (24, "linalg"),
    (24, "llvm"),
    (24, "older"),
    (24, "single-linalg"),
    (24, "spellings"),
];

/// What became of the programs of a file.
#[derive(Clone, Copy, Default)]
struct Counts {
    /// Programs in which memplan found an operation that the version does not have, or that it cannot express.
    lacking: usize,
    /// Programs whose generic form the oracle refuses: rules and dialects differ.
    refused: usize,
    /// Programs of [`DIFFERENT`].
    different: usize,
    /// The rest: written, read and printed by the oracle, and read again as the same program.
    same: usize,
}

const MARK: &str = "// -----";

/// What the oracle prints for each text; `None` for those that it refuses.
///
/// Programs from other projects do not register all dialects, and read the generic form of what they do not know.
fn printed(oracle: &Path, texts: &[String], generic: bool) -> Vec<Option<String>> {
    let mut flags = vec!["--mlir-disable-threading", "--split-input-file"];
    let is_all_of_mlir = oracle.starts_with("/usr");
    if is_all_of_mlir {
        flags.push("--allow-unregistered-dialect");
    }
    if generic {
        flags.extend(["--mlir-print-op-generic", "--mlir-print-local-scope"]);
    }
    let input = texts.join(&format!("\n{MARK}\n"));
    let output = outside::run_on(oracle, &flags, &input).unwrap();
    let output = String::from_utf8_lossy(&output.stdout).into_owned();
    let parts: Vec<&str> = output.split(MARK).collect();
    if parts.len() == texts.len() {
        let is_there = |part: &&str| !part.trim().is_empty();
        let text = |part: &str| Some(part).filter(is_there).map(str::to_owned);
        return parts.into_iter().map(text).collect();
    }
    // It crashed.
    if texts.len() == 1 {
        return vec![None];
    }
    let (front, back) = texts.split_at(texts.len() / 2);
    let mut all = printed(oracle, front, generic);
    all.extend(printed(oracle, back, generic));
    all
}

/// A program without constants of `tosa` that nothing uses: operands that are attributes in one version leave them.
fn live(text: &str) -> String {
    let mut module = parse(text.as_bytes(), &memplan_dialects_extra::parse_options())
        .unwrap()
        .module;
    for op in Vec::from_iter(module.walk(module.root())) {
        let is_constant = module.op_name_text(op).starts_with("tosa.const");
        if is_constant && module.results(op).all(|result| module.is_unused(result)) {
            module.erase(op);
        }
    }
    print(&module, &crate::common::GENERIC)
}

/// A program of the fixtures, as it is written for a version.
struct Case {
    file: String,
    place: String,
    generic: String,
    custom: String,
}

/// Programs in one version, and the faults that were found.
fn compare(version: MlirVersion, oracle: &Path) -> (BTreeMap<String, Counts>, Vec<String>) {
    let mut table: BTreeMap<String, Counts> = BTreeMap::new();
    let mut cases = Vec::new();
    let options = memplan_dialects_extra::parse_options();
    let for_version = |generic| PrintOptions {
        version,
        generic,
        local_scope: generic,
        ..PrintOptions::default()
    };
    for folder in ["ops", "meaning", "round_trip", "v19", "v24"] {
        for (path, line, text) in programs(folder) {
            let file = path.file_stem().unwrap().to_string_lossy().into_owned();
            let module = parse(text.as_bytes(), &options).unwrap().module;
            let counts = table.entry(file.clone()).or_default();
            if check_version(&module, version).is_empty() {
                cases.push(Case {
                    file,
                    place: format!("MLIR {}, {}:{line}", version.number(), path.display()),
                    generic: print(&module, &for_version(true)),
                    custom: print(&module, &for_version(false)),
                });
            } else {
                counts.lacking += 1;
            }
        }
    }
    let of = |text: fn(&Case) -> &String| cases.iter().map(text).cloned().collect::<Vec<_>>();
    let expected = printed(oracle, &of(|case| &case.generic), true);
    let from_custom = printed(oracle, &of(|case| &case.custom), true);
    let theirs = printed(oracle, &of(|case| &case.custom), false);
    let again: Vec<String> = theirs
        .iter()
        .map(
            |text| match parse(text.as_deref().unwrap_or_default().as_bytes(), &options) {
                Ok(parsed) => print(&parsed.module, &for_version(false)),
                Err(errors) => format!("memplan: {}", errors[0].message),
            },
        )
        .collect();
    let from_again = printed(oracle, &again, true);
    let mut faults = Vec::new();
    for (number, case) in cases.iter().enumerate() {
        let counts = table.entry(case.file.clone()).or_default();
        let fault = match (&expected[number], &from_custom[number], &from_again[number]) {
            (None, _, _) => {
                counts.refused += 1;
                continue;
            }
            (Some(a), Some(b), Some(c)) if a == b && (b == c || live(b) == live(c)) => {
                counts.same += 1;
                continue;
            }
            (_, None, _) => format!("the custom form is refused:\n{}", case.custom),
            (Some(a), Some(b), _) if a != b => {
                let lines = a.lines().zip(b.lines()).find(|(a, b)| a != b);
                format!("another program in custom form: {lines:?}\n{}", case.custom)
            }
            _ => format!(
                "read as another program:\n{}\n{}",
                theirs[number].as_deref().unwrap_or_default(),
                again[number]
            ),
        };
        if DIFFERENT.contains(&(version.number(), &case.file)) {
            counts.different += 1;
        } else {
            faults.push(format!("{}: {fault}", case.place));
        }
    }
    (table, faults)
}

fn check(version: MlirVersion) {
    let Some(oracle) = outside::oracle(version.number()) else {
        return;
    };
    let (table, faults) = compare(version, &oracle);
    for (name, counts) in &table {
        eprintln!(
            "{} {name}: {} same, {} lacking, {} refused, {} different",
            version.number(),
            counts.same,
            counts.lacking,
            counts.refused,
            counts.different
        );
    }
    assert!(
        faults.is_empty(),
        "{} faults\n{}",
        faults.len(),
        faults.join("\n")
    );
    let n_same: usize = table.values().map(|counts| counts.same).sum();
    assert!(n_same >= 100, "only {n_same} programs");
}

#[test]
fn programs_for_19() {
    check(MlirVersion::V19);
}

#[test]
fn programs_for_20() {
    check(MlirVersion::V20);
}

#[test]
fn programs_for_21() {
    check(MlirVersion::V21);
}

#[test]
fn programs_for_22() {
    check(MlirVersion::V22);
}

#[test]
fn programs_for_23() {
    check(MlirVersion::V23);
}

#[test]
fn programs_for_24() {
    check(MlirVersion::V24);
}

fn version_of(text: &str) -> Option<MlirVersion> {
    let parsed = parse(text.as_bytes(), &memplan_dialects_extra::parse_options());
    parsed
        .unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
        .version
}

/// The tables tell which versions have an operation, and which convert it.
#[test]
fn operations_tell_the_version_of_a_text() {
    let body = |arguments: &str, body: &str| {
        format!("func.func @f({arguments}) {{\n  {body}\n  return\n}}")
    };
    let on_memref = |text: &str| body("%m: memref<4xf32>, %f: f32, %i: index", text);
    let tiles = |name: &str, of: &str, result: &str| {
        let arguments = format!("%s: {of}<8x16xi32>, %d: {of}<1x2x8x8xi32>");
        let text = format!(
            "{result}{name} %s inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %d : {of}<8x16xi32> -> {of}<1x2x8x8xi32>"
        );
        body(&arguments, &text)
    };
    let cases = [
        (on_memref("%0 = arith.addf %f, %f : f32"), None),
        (
            on_memref("%0 = bufferization.to_tensor %m : memref<4xf32>"),
            Some(MlirVersion::V19),
        ),
        (
            body(
                "%t: tensor<4xf32>",
                "%0 = bufferization.to_memref %t : tensor<4xf32> to memref<4xf32>",
            ),
            Some(MlirVersion::V20),
        ),
        (
            body(
                "%t: tensor<4xf32>",
                "%0 = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>",
            ),
            None,
        ),
        (
            on_memref("memref.assume_alignment %m, 16 : memref<4xf32>"),
            Some(MlirVersion::V19),
        ),
        (
            on_memref("%0 = memref.assume_alignment %m, 16 : memref<4xf32>"),
            None,
        ),
        (
            tiles("tensor.pack", "tensor", "%0 = "),
            Some(MlirVersion::V19),
        ),
        (tiles("linalg.pack", "tensor", "%0 = "), None),
        (tiles("linalg.pack", "memref", ""), Some(MlirVersion::V23)),
        (
            on_memref("%0 = vector.splat %f : vector<4xf32>"),
            Some(MlirVersion::V19),
        ),
        (
            on_memref("%0 = vector.splat %f : vector<4xf32>\n  %1 = math.isnan %f : f32"),
            Some(MlirVersion::V21),
        ),
        (
            on_memref(
                "linalg.map ins(%m : memref<4xf32>) outs(%m : memref<4xf32>) (%x: f32) { linalg.yield %f : f32 }",
            ),
            Some(MlirVersion::V19),
        ),
        (
            on_memref(
                "linalg.map ins(%m : memref<4xf32>) outs(%m : memref<4xf32>) (%x: f32, %y: f32) { linalg.yield %f : f32 }",
            ),
            None,
        ),
        (
            on_memref("%0 = arith.addf %f, %f to_nearest_even : f32"),
            Some(MlirVersion::V23),
        ),
        (
            on_memref("%0 = memref.alloc() alignment = 64 : memref<4xf32>"),
            Some(MlirVersion::V24Early),
        ),
        (
            on_memref("linalg.elementwise <exp> ins(%m : memref<4xf32>) outs(%m : memref<4xf32>)"),
            Some(MlirVersion::V24),
        ),
    ];
    for (text, version) in cases {
        assert_eq!(version_of(&text), version, "{text}");
    }
}

/// What MLIR 19 printed and memplan reads and writes, MLIR 19 reads again.
#[test]
fn programs_of_mlir_19_come_back_as_such() {
    let Some(oracle) = outside::mlir_opt(19) else {
        return;
    };
    let options = memplan_dialects_extra::parse_options();
    for folder in ["ops", "meaning", "round_trip", "v19"] {
        let programs = programs(folder);
        let texts: Vec<String> = programs.iter().map(|(_, _, text)| text.clone()).collect();
        let theirs = printed(&oracle, &texts, false);
        let read = theirs
            .into_iter()
            .zip(&programs)
            .filter_map(|(text, program)| {
                let parsed = parse(text?.as_bytes(), &options).ok()?;
                let version = parsed.version.unwrap_or_default();
                let options = PrintOptions {
                    version,
                    ..PrintOptions::default()
                };
                Some((program, print(&parsed.module, &options)))
            });
        let (from, ours): (Vec<_>, Vec<String>) = read.unzip();
        for (again, ((path, line, _), ours)) in printed(&oracle, &ours, false)
            .iter()
            .zip(from.iter().zip(&ours))
        {
            assert!(again.is_some(), "{}:{line}:\n{ours}", path.display());
        }
    }
}
