//! Random gradients: chains of elementwise and other operations that are read again backwards.
//!
//! `@main` returns a number in which all elements of the last buffer count. Nothing is freed.

use std::fmt::Write as _;

use memplan_support::Random;

const TY: &str = "memref<4x4xi32>";

// Indexing maps of two loops, and their iterator types.
const IJ: &str = "affine_map<(i, j) -> (i, j)>";
const JI: &str = "affine_map<(i, j) -> (j, i)>";
const J: &str = "affine_map<(i, j) -> (j)>";
const PARALLEL: &str = "[\"parallel\", \"parallel\"]";

/// The operations of the forward pass.
const FORWARDS: [&str; 12] = [
    "add",
    "sub",
    "mul",
    "matmul",
    "copy",
    "transpose",
    "half",
    "fill",
    "index",
    "swapped",
    "mask",
    "rows",
];

/// The program of a number: forwards each value comes from earlier ones, backwards each is read again, the last one
/// first. Equal numbers give equal programs.
pub fn numbered_gradient(number: u64) -> String {
    let random = &mut Random::new(number);
    let n = 4 + random.index(14);
    let mut out = "func.func @main() -> i32 {\n  %c = arith.constant 3 : i32\n".to_owned();
    let mut n_values = 0;
    let mut next = |out: &mut String, op: &str, a: &str, b: &str| -> String {
        let name = format!("%v{n_values}");
        n_values += 1;
        let _ = writeln!(
            out,
            "  {name} = memref.alloc() : {TY}\n{}",
            statement(op, &name, a, b)
        );
        name
    };
    let mut values = vec![next(&mut out, "fill", "", "")];
    for _ in 0..n {
        let op = *random.pick(&FORWARDS);
        let last = values.len();
        let a = values[last - 1 - random.index(last.min(3))].clone();
        let b = values[last - 1 - random.index(last.min(5))].clone();
        values.push(next(&mut out, op, &a, &b));
    }
    let mut back = values[n].clone();
    for value in values.iter().rev() {
        let op = *random.pick(&["add", "sub", "add", "matmul"]);
        back = next(&mut out, op, &back, value);
    }
    sum(&mut out, &back);
    out
}

/// Computes a buffer from others.
fn statement(op: &str, name: &str, a: &str, b: &str) -> String {
    let both = format!("{a}, {b} : {TY}, {TY}");
    match op {
        "fill" => format!("  linalg.fill ins(%c : i32) outs({name} : {TY})"),
        "matmul" => format!(
            "  linalg.fill ins(%c : i32) outs({name} : {TY})\n  \
             linalg.matmul ins({both}) outs({name} : {TY})"
        ),
        "copy" => format!("  memref.copy {a}, {name} : {TY} to {TY}"),
        "transpose" => {
            format!("  linalg.transpose ins({a} : {TY}) outs({name} : {TY}) permutation = [1, 0]")
        }
        "half" => format!(
            "  %h{0} = memref.subview {name}[0, 0] [2, 4] [1, 1] : {TY} to memref<2x4xi32, strided<[4, 1]>>\n  \
             linalg.add ins({both}) outs({name} : {TY})\n  \
             linalg.fill ins(%c : i32) outs(%h{0} : memref<2x4xi32, strided<[4, 1]>>)",
            &name[2..]
        ),
        "index" => format!(
            "  linalg.generic {{indexing_maps = [{IJ}, {IJ}], iterator_types = {PARALLEL}}} \
             ins({a} : {TY}) outs({name} : {TY}) {{\n  ^bb0(%x: i32, %o: i32):\n    \
             %i = linalg.index 1 : index\n    %n = arith.index_cast %i : index to i32\n    \
             %y = arith.subi %x, %n : i32\n    \
             linalg.yield %y : i32\n  }}"
        ),
        "swapped" => format!(
            "  linalg.generic {{indexing_maps = [{JI}, {IJ}, {IJ}], iterator_types = {PARALLEL}}} \
             ins({both}) outs({name} : {TY}) {{\n  ^bb0(%x: i32, %y: i32, %o: i32):\n    \
             %s = arith.subi %x, %y : i32\n    linalg.yield %s : i32\n  }}"
        ),
        "mask" => format!(
            "  %m{0} = memref.alloc() : memref<4x4xi1>\n  \
             linalg.map ins({both}) outs(%m{0} : memref<4x4xi1>) (%x: i32, %y: i32) {{\n    \
             %l = arith.cmpi slt, %x, %y : i32\n    linalg.yield %l : i1\n  }}\n  \
             linalg.select ins(%m{0}, {a}, {b} : memref<4x4xi1>, {TY}, {TY}) outs({name} : {TY})",
            &name[2..]
        ),
        "rows" => format!(
            "  %s{0} = memref.alloc() : memref<4xi32>\n  \
             linalg.fill ins(%c : i32) outs(%s{0} : memref<4xi32>)\n  \
             linalg.generic {{indexing_maps = [{IJ}, {J}], iterator_types = [\"reduction\", \"parallel\"]}} \
             ins({a} : {TY}) outs(%s{0} : memref<4xi32>) {{\n  ^bb0(%x: i32, %o: i32):\n    \
             %s = arith.addi %x, %o : i32\n    linalg.yield %s : i32\n  }}\n  \
             linalg.generic {{indexing_maps = [{J}, {IJ}, {IJ}], iterator_types = {PARALLEL}}} \
             ins(%s{0}, {b} : memref<4xi32>, {TY}) outs({name} : {TY}) {{\n  ^bb0(%x: i32, %y: i32, %o: i32):\n    \
             %s = arith.addi %x, %y : i32\n    linalg.yield %s : i32\n  }}",
            &name[2..]
        ),
        op => format!("  linalg.{op} ins({both}) outs({name} : {TY})"),
    }
}

/// Returns a number in which each element counts differently.
fn sum(out: &mut String, of: &str) {
    out.push_str("  %n = arith.constant 31 : i32\n  %sum0 = arith.constant 0 : i32\n");
    for at in 0..4 {
        let _ = writeln!(out, "  %at{at} = arith.constant {at} : index");
    }
    for at in 0..16 {
        let (i, j, next) = (at / 4, at % 4, at + 1);
        let _ = writeln!(
            out,
            "  %l{at} = memref.load {of}[%at{i}, %at{j}] : {TY}\n  %p{at} = arith.muli %sum{at}, %n : i32\n  \
             %sum{next} = arith.addi %p{at}, %l{at} : i32"
        );
    }
    out.push_str("  return %sum16 : i32\n}\n");
}
