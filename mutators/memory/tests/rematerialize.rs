//! `rematerialize` on random gradients: chains of cheap and other operations that are read again backwards.
//!
//! `MEMPLAN_PROGRAMS=n` tests `n` programs instead of the default number.

use std::fmt::Write as _;

use memplan_memory::{Rematerialize, ScheduleForMemory};
use memplan_random::Random;
use memplan_testing::figure;
use memplan_testing::programs::n_programs;

use crate::common::{meaning, read, text_of};

const TY: &str = "memref<4x4xf32>";

// Maps of two loops, and their kinds.
const IJ: &str = "affine_map<(i, j) -> (i, j)>";
const JI: &str = "affine_map<(i, j) -> (j, i)>";
const J: &str = "affine_map<(i, j) -> (j)>";
const PARALLEL: &str = "[\"parallel\", \"parallel\"]";

/// Forwards each value comes from earlier ones, backwards each is read again, the last one first.
pub(crate) fn gradient(random: &mut Random) -> String {
    let n = 4 + random.index(14);
    let mut out = format!("func.func @main() -> {TY} {{\n  %c = arith.constant 1.25 : f32\n");
    let next = |out: &mut String, op: &str, a: &str, b: &str| -> String {
        let name = format!("%v{}", out.matches("%v").count());
        let _ = writeln!(out, "  {name} = memref.alloc() : {TY}");
        let both = format!("{a}, {b} : {TY}, {TY}");
        let line = match op {
            "fill" => format!("  linalg.fill ins(%c : f32) outs({name} : {TY})"),
            "matmul" => format!(
                "  linalg.fill ins(%c : f32) outs({name} : {TY})\n  \
                 linalg.matmul ins({both}) outs({name} : {TY})"
            ),
            "copy" => format!("  memref.copy {a}, {name} : {TY} to {TY}"),
            "transpose" => format!(
                "  linalg.transpose ins({a} : {TY}) outs({name} : {TY}) permutation = [1, 0]"
            ),
            "half" => format!(
                "  %h{0} = memref.subview {name}[0, 0] [2, 4] [1, 1] : {TY} to memref<2x4xf32, strided<[4, 1]>>\n  \
                 linalg.add ins({both}) outs({name} : {TY})\n  \
                 linalg.fill ins(%c : f32) outs(%h{0} : memref<2x4xf32, strided<[4, 1]>>)",
                &name[2..]
            ),
            "index" => format!(
                "  linalg.generic {{indexing_maps = [{IJ}, {IJ}], iterator_types = {PARALLEL}}} \
                 ins({a} : {TY}) outs({name} : {TY}) {{\n  ^bb0(%x: f32, %o: f32):\n    \
                 %i = linalg.index 1 : index\n    %n = arith.index_cast %i : index to i32\n    \
                 %f = arith.sitofp %n : i32 to f32\n    %y = arith.subf %x, %f : f32\n    \
                 linalg.yield %y : f32\n  }}"
            ),
            "swapped" => format!(
                "  linalg.generic {{indexing_maps = [{JI}, {IJ}, {IJ}], iterator_types = {PARALLEL}}} \
                 ins({both}) outs({name} : {TY}) {{\n  ^bb0(%x: f32, %y: f32, %o: f32):\n    \
                 %s = arith.subf %x, %y : f32\n    linalg.yield %s : f32\n  }}"
            ),
            "mask" => format!(
                "  %m{0} = memref.alloc() : memref<4x4xi1>\n  \
                 linalg.map ins({both}) outs(%m{0} : memref<4x4xi1>) (%x: f32, %y: f32) {{\n    \
                 %l = arith.cmpf olt, %x, %y : f32\n    linalg.yield %l : i1\n  }}\n  \
                 linalg.select ins(%m{0}, {a}, {b} : memref<4x4xi1>, {TY}, {TY}) outs({name} : {TY})",
                &name[2..]
            ),
            "rows" => format!(
                "  %s{0} = memref.alloc() : memref<4xf32>\n  \
                 linalg.fill ins(%c : f32) outs(%s{0} : memref<4xf32>)\n  \
                 linalg.generic {{indexing_maps = [{IJ}, {J}], iterator_types = [\"reduction\", \"parallel\"]}} \
                 ins({a} : {TY}) outs(%s{0} : memref<4xf32>) {{\n  ^bb0(%x: f32, %o: f32):\n    \
                 %s = arith.addf %x, %o : f32\n    linalg.yield %s : f32\n  }}\n  \
                 linalg.generic {{indexing_maps = [{J}, {IJ}, {IJ}], iterator_types = {PARALLEL}}} \
                 ins(%s{0}, {b} : memref<4xf32>, {TY}) outs({name} : {TY}) {{\n  ^bb0(%x: f32, %y: f32, %o: f32):\n    \
                 %s = arith.addf %x, %y : f32\n    linalg.yield %s : f32\n  }}",
                &name[2..]
            ),
            op => format!("  linalg.{op} ins({both}) outs({name} : {TY})"),
        };
        let _ = writeln!(out, "{line}");
        name
    };
    let mut values = vec![next(&mut out, "fill", "", "")];
    for _ in 0..n {
        let ops = [
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
        let op = *random.pick(&ops);
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
    let _ = writeln!(out, "  return {back} : {TY}\n}}");
    out
}

#[test]
fn gradients_keep_their_results() {
    let n = n_programs(150);
    let (mut n_changed, mut given, mut reached) = (0, 0, 0);
    for number in 0..n {
        let text = gradient(&mut Random::new(number));
        let mut m = read(&text);
        let before = meaning(&m).unwrap();
        let mut ordered = read(&text);
        let root = ordered.root();
        let loads = ScheduleForMemory::default().schedule(&mut ordered, root);
        let pass = Rematerialize {
            max_traffic_percent: 5 * (number % 20),
            ..Rematerialize::default()
        };
        let root = m.root();
        let done = pass.recompute(&mut m, root);
        let what = || format!("program {number}\n{text}\n{}", text_of(&m));
        let after = meaning(&m).unwrap_or_else(|fault| panic!("{fault}\n{}", what()));
        assert_eq!(before.difference(&after), None, "{}", what());
        for found in &done {
            let limit = found.traffic_bytes * pass.max_traffic_percent / 100;
            let mut last = found.given_bytes;
            assert!(last <= loads[0].load_bytes, "{found:?}, {}", what());
            for &(load, traffic) in &found.cuts {
                assert!(load < last && traffic <= limit, "{found:?}, {}", what());
                last = load;
            }
            given += found.given_bytes;
            reached += last;
            n_changed += 1;
        }
    }
    assert!(n_changed * 4 > n, "{n_changed} of {n} changed");
    figure(&format!(
        "{n_changed} of {n} gradients compute something again, loads {given} -> {reached} bytes"
    ));
}
