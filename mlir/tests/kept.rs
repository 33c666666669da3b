//! Operations of dialects without tables in custom form: their text survives, and their operands follow the program.
#![expect(clippy::unwrap_used, reason = "a test says loudly what went wrong")]

use memplan_mlir::Module;
use memplan_mlir::text::{PrintOptions, Severity, parse, print};
use memplan_mlir::verifier::verify;

fn read(text: &str) -> Result<Module, String> {
    let parsed = parse(text.as_bytes(), &memplan_dialects_extra::parse_options());
    let parsed = parsed.map_err(|errors| {
        errors[0].message.clone() + errors[0].help.as_deref().unwrap_or_default()
    })?;
    assert!(
        parsed
            .warnings
            .iter()
            .filter(|warning| warning.severity == Severity::Remark)
            .count()
            <= 1
    );
    assert_eq!(verify(&parsed.module), []);
    Ok(parsed.module)
}

/// A program and its text again, which must read as itself.
fn printed(text: &str) -> String {
    let first = print(&read(text).unwrap(), &PrintOptions::default());
    let again = print(&read(&first).unwrap(), &PrintOptions::default());
    assert_eq!(first, again);
    first
}

#[test]
fn a_script_beside_a_function_is_kept() {
    let text = "module attributes {transform.with_named_sequence} {
  func.func @f() {
    return
  }
  transform.named_sequence @__transform_main(%arg1: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{[\"linalg.matmul\"]} in %arg1 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  func.func @g() {
    return
  }
}
";
    assert_eq!(printed(text), format!("{text}\n"));
}

#[test]
fn operands_follow_and_own_names_stay_apart() {
    let text = "#map = affine_map<(d0) -> (d0)>
func.func @f(%w: !shape.witness, %m: memref<2xf32>) -> memref<2xf32> {
  %x = shape.assuming %w -> memref<2xf32> {
    %0 = memref.alloc() : memref<2xf32, #map>
    shape.assuming_yield %m : memref<2xf32>
  } loc(\"here\")
  emitc.verbatim \"// done\"
  emitc.call_opaque \"use\"(%x, %m) {
    callee = @g} : (memref<2xf32>, memref<2xf32>) -> ()
  return %x : memref<2xf32>
}
";
    let expected = "module {
  func.func @f(%arg0: !shape.witness, %arg1: memref<2xf32>) -> memref<2xf32> {
    %0 = shape.assuming %arg0 -> memref<2xf32> {
    %kept_0 = memref.alloc() : memref<2xf32, affine_map<(d0) -> (d0)>>
    shape.assuming_yield %arg1 : memref<2xf32>
  }
    emitc.verbatim \"// done\"
    emitc.call_opaque \"use\"(%0, %arg1) {
    callee = @g} : (memref<2xf32>, memref<2xf32>) -> ()
    return %0 : memref<2xf32>
  }
}

";
    assert_eq!(printed(text), expected);
}

#[test]
fn what_cannot_be_kept_names_the_way_out() {
    for body in [
        // The type of the result is not in the text.
        "%0 = shape.const_shape [1, 2] : tensor<2xindex>",
        // Successors.
        "spirv.Branch ^bb1\n^bb1:",
        // A name that nothing defines.
        "emitc.call_opaque \"use\"(%y) : (i32) -> ()",
        // A name from outside that the text defines again.
        "%x = arith.constant 1 : i32\nemitc.for %x = 0 to 1 {\n}",
    ] {
        let text = format!("func.func @f() {{\n{body}\nreturn\n}}\n");
        let error = read(&text).unwrap_err();
        assert!(error.contains("`--mlir-opt=PATH`"), "{body}: {error}");
    }
}
