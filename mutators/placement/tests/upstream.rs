//! The examples next to mlir-opt 19: the same for most, something else where this crate claims to
//! be better.

use std::path::Path;
use std::process::Command;

use memplan_mlir::Module;
use memplan_mlir::text::{ParseOptions, PrintOptions, parse, print};
use memplan_testing::outside::mlir_opt;

use crate::custom;

fn read(text: &str) -> Module {
    let dialects = custom::dialects();
    let options = ParseOptions {
        dialects: Some(&dialects),
        ..ParseOptions::default()
    };
    parse(text.as_bytes(), &options).unwrap().module
}

/// The result of a pass of mlir-opt on a program; its test dialect has the operations of `custom`.
fn theirs(program: &Path, pass: &str, text: &str) -> Option<String> {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("in.mlir");
    let text = text.replace("custom.region_if", "test.region_if");
    std::fs::write(&file, text.replace("custom.br", "cf.br")).unwrap();
    let output = Command::new(program)
        .arg(&file)
        .arg(pass)
        .args(["--allow-unregistered-dialect", "--mlir-print-op-generic"])
        .output()
        .unwrap();
    if !output.status.success() {
        return None;
    }
    let text = String::from_utf8(output.stdout).unwrap();
    let text = text.replace("test.region_if", "custom.region_if");
    Some(print(&read(&text), &PrintOptions::default()))
}

fn ours(text: &str) -> String {
    let mut m = read(text);
    let root = m.root();
    memplan_placement::deallocate(&mut m, root, memplan_placement::Copies::Clone).unwrap();
    let text = print(&m, &PrintOptions::default());
    text.replace("custom.br", "cf.br")
}

/// The sections of a fixture, without what is expected to come out.
fn sections(name: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let text = std::fs::read_to_string(path.join(name)).unwrap();
    let code = |section: &str| {
        let lines = section.lines().filter(|line| !line.starts_with("//"));
        lines.collect::<Vec<_>>().join("\n")
    };
    text.split("// -----\n")
        .map(code)
        .filter(|section| !section.trim().is_empty())
        .collect()
}

#[test]
fn examples_get_the_same_program() {
    let Some(mlir_opt) = mlir_opt(19) else { return };
    let seeds = sections("deallocation-seeds.mlir").into_iter();
    for section in seeds.chain(sections("deallocation-same.mlir")) {
        let theirs = theirs(&mlir_opt, "--buffer-deallocation", &section).unwrap();
        assert_eq!(ours(&section), theirs, "{section}");
    }
}

#[test]
fn what_is_better_here_is_still_worse_there() {
    let Some(mlir_opt) = mlir_opt(19) else { return };
    for section in sections("deallocation-better.mlir") {
        let theirs = theirs(&mlir_opt, "--buffer-deallocation", &section);
        assert_ne!(Some(ours(&section)), theirs, "{section}");
    }
}
