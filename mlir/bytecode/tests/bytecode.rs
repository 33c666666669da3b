//! Bytecode: what memplan writes, it reads as the same program, and so does `mlir-opt`; what `mlir-opt` writes, memplan
//! reads as the program that `mlir-opt` prints. No file makes the reader panic or take memory without bounds.
#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says loudly what went wrong"
)]

use std::path::Path;

use memplan_bytecode::{self as bytecode, NEWEST};
use memplan_mlir::Module;
use memplan_mlir::text::{Lengths, MlirVersion, PrintOptions, check_version, parse, print};
use memplan_support::process::run_on;
use memplan_testing::{outside, programs_of};
use proptest::prelude::*;

const FOLDERS: [&str; 4] = ["ops", "meaning", "round_trip", "v19"];

/// The generic form, without locations and aliases.
const GENERIC: PrintOptions = PrintOptions {
    generic: true,
    locations: false,
    local_scope: true,
    version: MlirVersion::V22,
    lengths: Lengths::DEFAULT,
    skip_regions: false,
    unique_names: false,
};

/// The generic form with locations.
const WHOLE: PrintOptions = PrintOptions {
    locations: true,
    ..GENERIC
};

fn module(text: &[u8], place: &str) -> Module {
    let parsed = parse(text, &memplan_dialects_extra::parse_options());
    let parsed = parsed.unwrap_or_else(|errors| {
        let text = String::from_utf8_lossy(text);
        panic!("{place}: {errors:?}\n{text}")
    });
    parsed.module
}

fn read(file: &[u8], place: &str) -> Module {
    let text = bytecode::to_text(file, memplan_dialects_extra::dialects());
    let text = text.unwrap_or_else(|error| panic!("{place}: {error}"));
    module(text.as_bytes(), place)
}

/// Programs with distinct attributes in several attributes of a dialect, which are text: the format loses which are
/// equal. MLIR 22 encodes those of debugging in a way of its own.
fn has_shared_distincts(place: &str) -> bool {
    place.contains("llvm-debug")
}

/// The programs of the fixtures with their places.
fn all() -> Vec<(String, Module)> {
    let mut all = Vec::new();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures");
    for folder in FOLDERS {
        for (path, line, text) in programs_of(&fixtures.join(folder)).unwrap() {
            let place = format!("{}:{line}", path.display());
            let module = module(text.as_bytes(), &place);
            all.push((place, module));
        }
    }
    all
}

/// Every eighth of them, since each takes several runs of `mlir-opt`; all with `MEMPLAN_THOROUGH=1`.
fn some() -> Vec<(String, Module)> {
    let step = if std::env::var_os("MEMPLAN_THOROUGH").is_some() {
        1
    } else {
        8
    };
    all().into_iter().step_by(step).collect()
}

#[test]
fn programs_survive_each_version_of_the_format() {
    for (place, module) in all() {
        if has_shared_distincts(&place) {
            continue;
        }
        let expected = print(&module, &WHOLE);
        let first = if has_known_properties(&module) { 0 } else { 5 };
        for format in first..=NEWEST {
            match bytecode::write(&module, format, MlirVersion::V22) {
                Ok(file) => assert_eq!(print(&read(&file, &place), &WHOLE), expected, "{place}"),
                // Properties that are no attributes, and those of other versions of MLIR.
                Err(error) if format < 5 => assert!(error.contains("cannot hold"), "{error}"),
                Err(error) => assert!(error.contains("in bytecode"), "{place}: {error}"),
            }
        }
    }
}

#[test]
fn files_of_mlir_are_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let expected = std::fs::read(folder.join("program.mlir")).unwrap();
    let expected = print(&module(&expected, "program.mlir"), &PrintOptions::default());
    for name in ["mlir-19.mlirbc", "mlir-22.mlirbc"] {
        let file = std::fs::read(folder.join(name)).unwrap();
        assert_eq!(
            print(&read(&file, name), &PrintOptions::default()),
            expected,
            "{name}"
        );
    }
}

/// MLIR 23 gives `linalg.unpack` its segment sizes as a discardable attribute, which no text has.
#[test]
fn sizes_of_segments_are_not_discardable() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let file = std::fs::read(folder.join("unpack-23.mlirbc")).unwrap();
    let text = print(&read(&file, "unpack-23.mlirbc"), &PrintOptions::default());
    assert!(
        text.contains("inner_tiles = [8, 8] into %arg1 : "),
        "{text}"
    );
}

/// MLIR 24 writes attributes that older versions do not have: the user's own program reads such a file.
#[test]
fn unknown_kinds_of_attributes_are_errors() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let file = std::fs::read(folder.join("iree-3.13.mlirbc")).unwrap();
    let error = bytecode::to_text(&file, memplan_dialects_extra::dialects());
    let error = error.unwrap_err().to_string();
    assert!(error.contains("no builtin attribute of kind 23"), "{error}");
}

/// Whether the tables tell which attributes are inherent: up to version 4, the file does not.
fn has_known_properties(module: &Module) -> bool {
    let is_in_tables = |op| module.def(op).is_some() || module.props(op).is_empty();
    module.walk(module.root()).all(is_in_tables)
}

#[test]
fn mlir_opt_reads_what_memplan_writes() {
    let mut wrong = Vec::new();
    let mut n_same = 0;
    for version in [MlirVersion::V19, MlirVersion::V22] {
        let Some(oracle) = outside::mlir_opt(version.number()) else {
            continue;
        };
        for (place, module) in some() {
            if !check_version(&module, version).is_empty() || has_shared_distincts(&place) {
                continue;
            }
            let options = PrintOptions { version, ..GENERIC };
            let Some(expected) = generic(&oracle, print(&module, &options).as_bytes()) else {
                continue;
            };
            for format in [4, NEWEST] {
                // MLIR 19 keeps attributes of `llvm.call` that it does not know among the others.
                let is_kept = version == MlirVersion::V19 && place.contains("ops/llvm.mlir");
                if format < 5 && (is_kept || !has_known_properties(&module)) {
                    continue;
                }
                let Ok(file) = bytecode::write(&module, format, version) else {
                    continue;
                };
                match generic(&oracle, &file) {
                    Some(actual) if actual == expected => n_same += 1,
                    actual => wrong.push(format!(
                        "{} {place} ({format}):\n{actual:?}\n{expected:?}",
                        version.number()
                    )),
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {n_same}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn memplan_reads_what_mlir_opt_writes() {
    let mut wrong = Vec::new();
    let mut n_same = 0;
    for version in [19, 22] {
        let Some(oracle) = outside::mlir_opt(version) else {
            continue;
        };
        for (place, module) in some() {
            if has_shared_distincts(&place) {
                continue;
            }
            let text = print(&module, &GENERIC);
            let Some(expected) = generic(&oracle, text.as_bytes()) else {
                continue;
            };
            let expected = print(&self::module(expected.as_bytes(), &place), &GENERIC);
            for format in ["5", "6"] {
                let format = format!("--emit-bytecode-version={format}");
                let flags = ["--allow-unregistered-dialect", "--emit-bytecode", &format];
                let output = run_on(&oracle, &flags, text.as_bytes()).unwrap();
                let read = bytecode::to_text(&output.stdout, memplan_dialects_extra::dialects());
                let read = read.map(|text| {
                    let parsed = parse(text.as_bytes(), &memplan_dialects_extra::parse_options());
                    parsed.map(|parsed| print(&parsed.module, &GENERIC))
                });
                match read {
                    Ok(Ok(actual)) if actual == expected => n_same += 1,
                    Ok(Ok(actual)) => {
                        wrong.push(format!("{version} {place} {format}:\n{actual}\n{expected}"))
                    }
                    other => wrong.push(format!("{version} {place} {format}: {other:?}")),
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {n_same}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// A program in generic form by `mlir-opt`; nothing if it refuses it.
fn generic(oracle: &Path, program: &[u8]) -> Option<String> {
    let flags = [
        "--allow-unregistered-dialect",
        "--mlir-print-op-generic",
        "--mlir-print-local-scope",
    ];
    let output = run_on(oracle, &flags, program).unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    output.status.success().then_some(text)
}

const PROGRAM: &str = r#"
#map = affine_map<(d0, d1) -> (d1, d0)>
module @m attributes {a.f = -0.5 : f16, a.g = 1.0e300 : f80, a.i = -3 : i5, a.w = 170141183460469231731687303715884105727 : i128,
    a.s = ["text\00", "typed" : i32, @a::@b, @c, unit, distinct[3]<1 : ui8>, loc(fused<"m">["f.mlir":1:2, "g.mlir":3:4 to 5:6])],
    a.d = {k = dense<[[1, 2], [3, 4]]> : tensor<2x2xi16>, l = dense<true> : vector<[4]xi1>, m = sparse<[[1]], [2.0]> : tensor<9xf64>, n = sparse<[[0, 1], [1, 0]], [2.0, 3.0]> : tensor<9x9xf64>},
    a.t = [tuple<index, none>, complex<bf16>, (i1) -> (), tensor<*xf8E4M3FN>, memref<*xf32, 1>, !x.y<z>, tensor<?x4xf32, #x.e>],
    a.r = dense_resource<blob> : tensor<2xi8>, a.x = array<i1: true, false>, a.y = array<f32: 1.0, 0x7FC00000>,
    a.z = dense<[["a", "b"], ["c", "d"]]> : tensor<2x2x!x.s>} {
  func.func @f(%m: memref<4x5xf32, #map, 1>, %c: i1 loc("c"), %v: memref<?xf32, strided<[?], offset: 3>>) -> (i32, f32) {
    cf.cond_br %c, ^bb2, ^bb1
  ^bb1:
    %0:2 = "test.two"(%later) ({
      "test.in"(%c) : (i1) -> ()
    }, {
    }) : (i32) -> (i32, f32) loc(callsite("a" at "b"("x.mlir":7:8)))
    cf.br ^bb3(%0#0, %0#1 : i32, f32)
  ^bb2:
    %later = arith.addi %k, %k overflow<nsw> : i32
    %k = arith.constant 7 : i32
    %1 = arith.constant 0.1 : f32
    cf.br ^bb3(%later, %1 : i32, f32)
  ^bb3(%x: i32, %y: f32):
    return %x, %y : i32, f32
  }
}
{-#
  dialect_resources: { builtin: { blob: "0x100000000102" } },
  external_resources: { tool: { flag: true, text: "a\22b" } }
#-}
"#;

#[test]
fn all_kinds_of_attributes_and_types_survive() {
    let module = module(PROGRAM.as_bytes(), "here");
    let file = bytecode::write(&module, NEWEST, MlirVersion::V22).unwrap();
    assert_eq!(print(&read(&file, "here"), &WHOLE), print(&module, &WHOLE));
}

/// Shared parts, which would be 2^60 strings in place, stay shared.
#[test]
fn shared_attributes_stay_short() {
    let mut text = "#a0 = [\"text\", \"text\"]\n".to_owned();
    for number in 1..60 {
        let below = number - 1;
        text += &format!("#a{number} = [#a{below}, #a{below}]\n");
    }
    text += "module attributes {a = #a59} {}";
    let file = bytecode::write(&module(text.as_bytes(), "here"), 4, MlirVersion::V22).unwrap();
    let again = bytecode::to_text(&file, memplan_dialects_extra::dialects()).unwrap();
    assert!(
        file.len() < 1000 && again.len() < 4000,
        "{} {}",
        file.len(),
        again.len()
    );
    read(&file, "here");
}

proptest! {
    #[test]
    fn damaged_files_are_errors(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
        length in any::<prop::sample::Index>(),
        format in 0..=NEWEST,
        is_cut in any::<bool>(),
    ) {
        let module = module(PROGRAM.replace("overflow<nsw> ", "").as_bytes(), "here");
        let mut file = bytecode::write(&module, format, MlirVersion::V22).unwrap();
        for (at, byte) in changes {
            let at = at.index(file.len());
            file[at] = byte;
        }
        if is_cut {
            file.truncate(length.index(file.len()));
        }
        if let Ok(text) = bytecode::to_text(&file, memplan_dialects_extra::dialects()) {
            _ = parse(text.as_bytes(), &memplan_dialects_extra::parse_options());
        }
    }
}
