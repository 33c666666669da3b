//! The pass `inline`: examples, and comparison with mlir-opt.
#![expect(clippy::unwrap_used, reason = "a test says loudly what went wrong")]

use std::path::Path;
use std::process::Command;

use memplan_mlir::Module;
use memplan_mlir::rewrite::inline;
use memplan_mlir::text::{PrintOptions, parse, print};
use memplan_mlir::verifier::verify;
use memplan_testing::outside;

fn read(text: &str) -> Module {
    let parsed = parse(text.as_bytes(), &memplan_dialects_extra::parse_options());
    parsed.unwrap().module
}

fn inlined(text: &str) -> String {
    let mut m = read(text);
    let root = m.root();
    inline(&mut m, root);
    assert_eq!(verify(&m), [], "{text}");
    assert!(!inline(&mut m, root), "a second run changes nothing");
    print(&m, &PrintOptions::default())
}

/// The result of mlir-opt for a file.
fn by_mlir_opt(mlir_opt: &Path, file: &Path) -> String {
    let output = Command::new(mlir_opt)
        .arg(file)
        .arg("--inline=default-pipeline=")
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Calls of calls, in regions, with several results, of public functions, and more than once.
const CALLS: &str = "module {
  func.func private @twice(%x: i32) -> i32 {
    %y = arith.addi %x, %x : i32
    return %y : i32
  }
  func.func private @both(%x: i32, %y: i32) -> (i32, i32) {
    %z = func.call @twice(%y) : (i32) -> i32
    return %z, %x : i32, i32
  }
  func.func @fill(%n: index, %x: i32) -> memref<8xi32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = memref.alloc() : memref<8xi32>
    scf.for %i = %c0 to %n step %c1 {
      %y:2 = func.call @both(%x, %x) : (i32, i32) -> (i32, i32)
      memref.store %y#0, %a[%i] : memref<8xi32>
      func.call @touch(%a) : (memref<8xi32>) -> ()
    }
    return %a : memref<8xi32>
  }
  func.func private @touch(memref<8xi32>)
  func.func @main(%n: index, %x: i32) -> i32 {
    %a = call @fill(%n, %x) : (index, i32) -> memref<8xi32>
    %y = memref.load %a[%n] : memref<8xi32>
    %z = call @twice(%y) : (i32) -> i32
    return %z : i32
  }
}
";

const INLINED: &str = "module {
  func.func @fill(%arg0: index, %arg1: i32) -> memref<8xi32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %alloc = memref.alloc() : memref<8xi32>
    scf.for %arg2 = %c0 to %arg0 step %c1 {
      %0 = arith.addi %arg1, %arg1 : i32
      memref.store %0, %alloc[%arg2] : memref<8xi32>
      func.call @touch(%alloc) : (memref<8xi32>) -> ()
    }
    return %alloc : memref<8xi32>
  }
  func.func private @touch(memref<8xi32>)
  func.func @main(%arg0: index, %arg1: i32) -> i32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %alloc = memref.alloc() : memref<8xi32>
    scf.for %arg2 = %c0 to %arg0 step %c1 {
      %2 = arith.addi %arg1, %arg1 : i32
      memref.store %2, %alloc[%arg2] : memref<8xi32>
      func.call @touch(%alloc) : (memref<8xi32>) -> ()
    }
    %0 = memref.load %alloc[%arg0] : memref<8xi32>
    %1 = arith.addi %0, %0 : i32
    return %1 : i32
  }
}
";

#[test]
fn bodies_replace_calls_and_private_functions_go() {
    assert_eq!(inlined(CALLS).trim(), INLINED.trim());
}

#[test]
fn calls_stay_where_a_body_cannot_replace_them() {
    let text = "func.func private @refuses(%x: i32) -> i32 attributes {no_inline} {
           return %x : i32
         }
         func.func private @blocks(%x: i32) -> i32 {
           cf.br ^end(%x : i32)
         ^end(%y: i32):
           return %y : i32
         }
         func.func private @stack(%x: i32) -> i32 {
           %a = memref.alloca() : memref<i32>
           memref.store %x, %a[] : memref<i32>
           %y = memref.load %a[] : memref<i32>
           return %y : i32
         }
         func.func private @recursive(%x: i32) -> i32 {
           %y = func.call @recursive(%x) : (i32) -> i32
           return %y : i32
         }
         func.func @main(%x: i32) -> i32 {
           %a = call @refuses(%x) : (i32) -> i32
           %b = call @blocks(%a) : (i32) -> i32
           %c = call @stack(%b) : (i32) -> i32
           %d = call @recursive(%c) : (i32) -> i32
           return %d : i32
         }";
    let m = read(text);
    assert_eq!(inlined(text), print(&m, &PrintOptions::default()));
}

/// Each function calls the previous one twice.
#[test]
fn programs_that_would_explode_keep_their_calls() {
    let mut text = String::from("func.func private @f0(%x: i32) -> i32 {\n return %x : i32\n}\n");
    for number in 1..40 {
        let callee = number - 1;
        text += &format!(
            "func.func private @f{number}(%x: i32) -> i32 {{
               %y = func.call @f{callee}(%x) : (i32) -> i32
               %z = func.call @f{callee}(%y) : (i32) -> i32
               %s = arith.addi %y, %z : i32
               return %s : i32
             }}\n"
        );
    }
    text += "func.func @main(%x: i32) -> i32 {
      %y = func.call @f39(%x) : (i32) -> i32
      return %y : i32
    }";
    let mut m = read(&text);
    let root = m.root();
    assert!(inline(&mut m, root));
    assert!(m.op_count() < 4 << 20);
}

#[test]
fn mlir_opt_inlines_the_same_calls() {
    let Some(mlir_opt) = outside::mlir_opt(22) else {
        return;
    };
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("calls.mlir");
    std::fs::write(&file, CALLS).unwrap();
    assert_eq!(inlined(CALLS).trim(), by_mlir_opt(&mlir_opt, &file).trim());
    for file in outside::shared_files("corpus", ".memref.mlir") {
        let text = std::fs::read_to_string(&file).unwrap();
        let expected = by_mlir_opt(&mlir_opt, &file);
        assert_eq!(inlined(&text).trim(), expected.trim(), "{}", file.display());
    }
}
