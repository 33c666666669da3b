//! The scripts in `examples/pipelines`, with their tools.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{Scratch, assert_has, text};
use memplan_testing::outside::{mlir_opt, skip_lowering, skip_tool};

const CUBE: &str = "func.func @cube(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<3x3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<3x3xf32>) -> tensor<3x3xf32>
  %a = linalg.matmul ins(%x, %x : tensor<3x3xf32>, tensor<3x3xf32>) outs(%init : tensor<3x3xf32>) -> tensor<3x3xf32>
  %b = linalg.matmul ins(%a, %x : tensor<3x3xf32>, tensor<3x3xf32>) outs(%init : tensor<3x3xf32>) -> tensor<3x3xf32>
  return %b : tensor<3x3xf32>
}
";

/// Cubes a matrix of ones above the diagonal and on it, whose third power is known.
const MAIN: &str = r#"
#include <stdint.h>
#include <stdio.h>
typedef struct { float *allocated, *aligned; int64_t offset, sizes[2], strides[2]; } Matrix;
void _mlir_ciface_cube(Matrix *result, Matrix *x);
int main(void) {
  float data[9] = {1, 1, 1, 0, 1, 1, 0, 0, 1};
  Matrix x = {data, data, 0, {3, 3}, {3, 1}}, result;
  _mlir_ciface_cube(&result, &x);
  for (int i = 0; i < 9; i++) printf("%g ", result.aligned[result.offset + i]);
  return 0;
}
"#;

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../examples/pipelines")
        .join(name)
}

/// The first of these programs that runs.
fn installed(candidates: &[&str]) -> Option<String> {
    let runs = |name: &&&str| Command::new(name).arg("--version").output().is_ok();
    candidates.iter().find(runs).map(|name| (*name).to_owned())
}

#[cfg(unix)]
#[test]
fn a_program_on_tensors_becomes_an_object_file_that_runs() {
    let Some(mlir_opt) = mlir_opt(22) else { return };
    let translate = mlir_opt.with_file_name("mlir-translate");
    let scratch = Scratch::new("object");
    let model = scratch.file("cube.mlir", CUBE);
    let object = scratch.path("cube.o");
    let llc = std::env::var("LLC").ok();
    let llc = llc.or_else(|| installed(&["/usr/lib/llvm-22/bin/llc", "llc-22"]));
    let output = Command::new(example("object.sh"))
        .args([&model, &object])
        .env("MLIR_OPT", &mlir_opt)
        .env("MLIR_TRANSLATE", &translate)
        .env("MEMPLAN", env!("CARGO_BIN_EXE_memplan"))
        .env("LLC", llc.as_deref().unwrap_or(""))
        .env("CLANG", "")
        .output();
    let output = output.unwrap_or_else(|error| panic!("{error}"));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let ir = std::fs::read_to_string(scratch.path("cube.ll")).unwrap_or_default();
    assert_has!(ir, "@_mlir_ciface_cube");
    if llc.is_none() {
        skip_lowering("llc 22");
        return;
    }
    let Some(gcc) = installed(&["gcc", "cc"]) else {
        return skip_tool("gcc");
    };
    let (main, program) = (scratch.file("main.c", MAIN), scratch.path("cube"));
    let linked = Command::new(gcc)
        .args([&main, &object, "-o", &program, "-lm"])
        .output();
    let linked = linked.unwrap_or_else(|error| panic!("{error}"));
    assert!(linked.status.success(), "{}", text(&linked.stderr));
    let ran = Command::new(&program).output();
    assert_eq!(
        ran.map(|ran| text(&ran.stdout)).ok().as_deref(),
        Some("1 3 6 0 1 3 0 0 1 ")
    );
}

#[test]
fn cmake_merges_as_a_step_of_a_build() {
    let Some(cmake) = installed(&["cmake"]) else {
        return skip_tool("cmake");
    };
    let scratch = Scratch::new("cmake");
    let build = scratch.path("build");
    let run = |arguments: &[&str]| {
        let output = Command::new(&cmake).args(arguments).output();
        let output = output.unwrap_or_else(|error| panic!("{error}"));
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let source = example("");
    let source = source.to_string_lossy();
    let command = format!("-DMEMPLAN_EXECUTABLE={}", env!("CARGO_BIN_EXE_memplan"));
    run(&["-S", &source, "-B", &build, &command]);
    assert!(run(&["--build", &build]).contains("memplan merge"));
    for name in ["mlp.merged.mlir", "layers.mlir"] {
        let merged = std::fs::read_to_string(Path::new(&build).join(name));
        assert!(merged.is_ok_and(|merged| merged.contains("xi8>")), "{name}");
    }
    // What is up to date is not merged again.
    assert!(!run(&["--build", &build]).contains("memplan merge"));
}
