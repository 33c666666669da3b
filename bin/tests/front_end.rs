//! `--mlir-opt`: programs that the reader does not know go through the user's own mlir-opt.

use crate::common::{Scratch, memplan, text};
use memplan_testing::outside::mlir_opt;

const FOREIGN: &str = "func.func @f() {
  %0 = shape.const_shape [1, 2] : tensor<2xindex>
  \"test.use\"(%0) : (tensor<2xindex>) -> ()
  return
}
";

#[test]
fn a_missing_program_is_told() {
    let scratch = Scratch::new("no-mlir-opt");
    let input = scratch.file("in.mlir", FOREIGN);
    let output = memplan(&["opt", &input, "--mlir-opt", "/nowhere/mlir-opt"]);
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(
        stderr.contains("cannot run `/nowhere/mlir-opt`"),
        "{stderr}"
    );
}

#[test]
fn bytecode_names_the_way_out() {
    let scratch = Scratch::new("bytecode");
    let input = scratch.file("in.mlir", b"ML\xEFR\x01rest");
    let output = memplan(&["merge", &input]);
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("`--mlir-opt=PATH`"), "{stderr}");
}

#[test]
fn a_program_that_is_known_needs_no_help() {
    let scratch = Scratch::new("known");
    let input = scratch.file("in.mlir", "func.func @f() {\n  return\n}\n");
    let output = memplan(&["opt", &input, "--mlir-opt=/nowhere/mlir-opt"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn foreign_custom_forms_and_bytecode_are_read() {
    let Some(program) = mlir_opt(22) else { return };
    let scratch = Scratch::new("foreign");
    let flag = format!("--mlir-opt={}", program.display());
    let input = scratch.file("in.mlir", FOREIGN);
    let refused = memplan(&["opt", &input]);
    assert_eq!(refused.status.code(), Some(1));
    let output = memplan(&["opt", &input, &flag]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("\"shape.const_shape\"()"));

    let bytecode = scratch.path("in.mlirbc");
    let made = std::process::Command::new(&program)
        .args([
            input.as_str(),
            "--allow-unregistered-dialect",
            "--emit-bytecode",
            "-o",
            &bytecode,
        ])
        .status();
    assert!(made.is_ok_and(|status| status.success()));
    let output = memplan(&["opt", &bytecode, &flag]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("\"shape.const_shape\"()"));
}
