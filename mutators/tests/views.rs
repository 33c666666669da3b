//! Views of one merged buffer, in every position that merging or a user can create. Two views of one
//! allocation can have different addresses, so address comparisons must not free it twice.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failing helper fails the test, and a skipped test prints a message"
)]

use crate::common::chain::read;
use crate::common::convention::{Boundaries, fault_by_convention};
use crate::common::passes::deallocate;
use crate::common::programs::{meaning, text_of};
use crate::common::real_mlir::Ledger;
use memplan_testing::figure;
use memplan_testing::programs::n_programs;

/// The buffers that two values can be: a name, and the operation that defines `%NAME`; `%arg` is an argument of the
/// function.
const BUFFERS: &[(&str, &str)] = &[
    (
        "a view at the start of an arena",
        "%NAME = memref.view %arena[%c0][] : memref<64xi8> to memref<4xi32>",
    ),
    (
        "a view past the start of an arena",
        "%NAME = memref.view %arena[%c32][] : memref<64xi8> to memref<4xi32>",
    ),
    (
        "a view of an arena of a size known at run time",
        "%NAME_arena = memref.alloc(%c64) : memref<?xi8>\n\
         %NAME = memref.view %NAME_arena[%c32][] : memref<?xi8> to memref<4xi32>",
    ),
    ("an own buffer", "%NAME = memref.alloc() : memref<4xi32>"),
    (
        "a window of a view of another arena",
        "%NAME_arena = memref.alloc() : memref<96xi8>\n\
         %NAME_all = memref.view %NAME_arena[%c32][] : memref<96xi8> to memref<8xi32>\n\
         %NAME_half = memref.subview %NAME_all[0] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1]>>\n\
         %NAME = memref.cast %NAME_half : memref<4xi32, strided<[1]>> to memref<4xi32>",
    ),
    (
        "an argument",
        "%NAME = memref.cast %arg : memref<4xi32> to memref<4xi32>",
    ),
];

/// Where the two are used: what makes `%r` of `%a`, `%b` and the condition `%c`.
const POSITIONS: &[(&str, &str)] = &[
    ("select", "%r = arith.select %c, %a, %b : memref<4xi32>"),
    (
        "nested select",
        "%q = arith.select %c, %a, %b : memref<4xi32>\n\
         %r = arith.select %d, %q, %b : memref<4xi32>",
    ),
    (
        "if",
        "%r = scf.if %c -> (memref<4xi32>) { scf.yield %a : memref<4xi32> }\n\
         else { scf.yield %b : memref<4xi32> }",
    ),
    (
        "if with an own buffer",
        "%q = scf.if %c -> (memref<4xi32>) { scf.yield %a : memref<4xi32> } else {\n\
         %own = memref.alloc() : memref<4xi32>\n\
         linalg.fill ins(%k : i32) outs(%own : memref<4xi32>)\n\
         scf.yield %own : memref<4xi32> }\n\
         %r = arith.select %d, %q, %b : memref<4xi32>",
    ),
    (
        "loop that keeps",
        "%r = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %a) -> (memref<4xi32>) {\n\
         %y = arith.select %c, %x, %b : memref<4xi32>\n\
         scf.yield %y : memref<4xi32> }",
    ),
    (
        "loop that swaps",
        "%r, %q = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %a, %y = %b)\n\
         -> (memref<4xi32>, memref<4xi32>) { scf.yield %y, %x : memref<4xi32>, memref<4xi32> }",
    ),
    (
        "loop that makes new ones",
        "%r = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %a) -> (memref<4xi32>) {\n\
         %own = memref.alloc() : memref<4xi32>\n\
         memref.copy %x, %own : memref<4xi32> to memref<4xi32>\n\
         %y = arith.select %c, %own, %b : memref<4xi32>\n\
         scf.yield %y : memref<4xi32> }",
    ),
    (
        "loop that is not entered",
        "%r = scf.for %i = %c3 to %c3 step %c1 iter_args(%x = %a) -> (memref<4xi32>) {\n\
         scf.yield %b : memref<4xi32> }",
    ),
    (
        "while",
        "%t0 = arith.constant true\n\
         %r = scf.while (%x = %a, %t = %t0) : (memref<4xi32>, i1) -> memref<4xi32> {\n\
         scf.condition(%t) %x : memref<4xi32>\n\
         } do {\n^bb0(%x: memref<4xi32>):\n\
         %f = arith.constant false\n\
         scf.yield %b, %f : memref<4xi32>, i1 }",
    ),
    (
        "region with blocks",
        "%r = scf.execute_region -> memref<4xi32> {\n\
         cf.cond_br %c, ^one, ^two\n\
         ^one:\n scf.yield %a : memref<4xi32>\n\
         ^two:\n scf.yield %b : memref<4xi32> }",
    ),
    (
        "index switch",
        "%at = arith.index_cast %c : i1 to index\n\
         %r = scf.index_switch %at -> memref<4xi32>\n\
         case 0 { scf.yield %a : memref<4xi32> }\n\
         default { scf.yield %b : memref<4xi32> }",
    ),
    (
        "blocks that join",
        "cf.cond_br %c, ^join(%a : memref<4xi32>), ^join(%b : memref<4xi32>)\n\
         ^join(%r: memref<4xi32>):",
    ),
    (
        "blocks that join with an own buffer",
        "cf.cond_br %c, ^join(%a : memref<4xi32>), ^other\n\
         ^other:\n\
         %own = memref.alloc() : memref<4xi32>\n\
         linalg.fill ins(%k : i32) outs(%own : memref<4xi32>)\n\
         cf.cond_br %d, ^join(%own : memref<4xi32>), ^join(%b : memref<4xi32>)\n\
         ^join(%r: memref<4xi32>):",
    ),
    (
        "loop of blocks",
        "cf.br ^head(%a, %b, %c0 : memref<4xi32>, memref<4xi32>, index)\n\
         ^head(%r: memref<4xi32>, %q: memref<4xi32>, %i: index):\n\
         %next = arith.addi %i, %c1 : index\n\
         %again = arith.cmpi ult, %i, %c3 : index\n\
         cf.cond_br %again, ^head(%q, %r, %next : memref<4xi32>, memref<4xi32>, index), ^end\n\
         ^end:",
    ),
    (
        "switch of blocks",
        "%flag = arith.extui %c : i1 to i32\n\
         cf.switch %flag : i32, [default: ^join(%a : memref<4xi32>), 1: ^join(%b : memref<4xi32>)]\n\
         ^join(%r: memref<4xi32>):",
    ),
    (
        "call that returns its argument",
        "%q = func.call @same(%a) : (memref<4xi32>) -> memref<4xi32>\n\
         %r = arith.select %c, %q, %b : memref<4xi32>",
    ),
    (
        "call that returns either argument",
        "%r = func.call @either(%a, %b, %c) : (memref<4xi32>, memref<4xi32>, i1) -> memref<4xi32>",
    ),
    (
        "clone of either",
        "%q = arith.select %c, %a, %b : memref<4xi32>\n\
         %r = bufferization.clone %q : memref<4xi32> to memref<4xi32>",
    ),
];

/// The uses of `%r`, `%a` and `%b` at the end: results of the function and their types.
const ENDS: &[(&str, &str)] = &[
    ("only read", ""),
    ("returned", "%r"),
    ("returned with another", "%r, %b"),
    ("returned twice, and both others", "%r, %r, %a, %b"),
];

fn program(buffers: [&str; 2], position: &str, end: &str, is_private: bool) -> String {
    let [a, b] =
        [("a", buffers[0]), ("b", buffers[1])].map(|(name, how)| how.replace("NAME", name));
    let results: Vec<&str> = end.split(", ").filter(|value| !value.is_empty()).collect();
    let types = |letter: &str| format!("{letter}{}", ", memref<4xi32>".repeat(results.len()));
    let values: String = results.iter().map(|value| format!(", {value}")).collect();
    let private = if is_private { "private " } else { "" };
    let names: Vec<String> = (0..results.len()).map(|n| format!(", %r{n}")).collect();
    let sums: String = (0..results.len())
        .map(|n| {
            let before = if n == 0 {
                "%v".to_owned()
            } else {
                format!("%s{}", n - 1)
            };
            format!(
                "%l{n} = memref.load %r{n}[%c1] : memref<4xi32>\n\
                 %s{n} = arith.addi {before}, %l{n} : i32\n"
            )
        })
        .collect();
    let sum = match results.len() {
        0 => "%v".to_owned(),
        n => format!("%s{}", n - 1),
    };
    let call = |name: &str, first: &str, second: &str| {
        let main_names: String = names
            .iter()
            .map(|r| r.replace("%r", &format!("%{name}_r")))
            .collect();
        let sums = sums
            .replace("%r", &format!("%{name}_r"))
            .replace("%l", &format!("%{name}_l"))
            .replace("%s", &format!("%{name}_s"))
            .replace("%v", &format!("%{name}_v"));
        format!(
            "%{name}_v{main_names} = func.call @f(%m, {first}, {second}) : (memref<4xi32>, i1, i1) -> ({})\n{sums}",
            types("i32")
        )
    };
    let total = |name: &str| sum.replace('%', &format!("%{name}_"));
    format!(
        "func.func private @same(%x: memref<4xi32>) -> memref<4xi32> {{ return %x : memref<4xi32> }}\n\
         func.func private @either(%x: memref<4xi32>, %y: memref<4xi32>, %c: i1) -> memref<4xi32> {{\n\
         %r = arith.select %c, %x, %y : memref<4xi32>\nreturn %r : memref<4xi32>\n}}\n\
         func.func {private}@f(%arg: memref<4xi32>, %c: i1, %d: i1) -> ({}) {{\n\
         %c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n\
         %c3 = arith.constant 3 : index\n%c32 = arith.constant 32 : index\n\
         %c64 = arith.constant 64 : index\n\
         %k = arith.constant 7 : i32\n%k1 = arith.constant 100 : i32\n%k2 = arith.constant 2000 : i32\n\
         %arena = memref.alloc() : memref<64xi8>\n\
         {a}\n{b}\n\
         linalg.fill ins(%k1 : i32) outs(%a : memref<4xi32>)\n\
         linalg.fill ins(%k2 : i32) outs(%b : memref<4xi32>)\n\
         {position}\n\
         %v = memref.load %r[%c1] : memref<4xi32>\n\
         return %v{values} : {}\n}}\n\
         func.func @main() -> i32 {{\n\
         %c1 = arith.constant 1 : index\n%t = arith.constant true\n%f = arith.constant false\n\
         %k = arith.constant 5 : i32\n%m = memref.alloc() : memref<4xi32>\n\
         linalg.fill ins(%k : i32) outs(%m : memref<4xi32>)\n\
         {}{}{}\
         %x = arith.muli {}, %k : i32\n%y = arith.addi %x, {} : i32\n\
         %z = arith.muli %y, %k : i32\n%sum = arith.addi %z, {} : i32\nreturn %sum : i32\n}}\n",
        types("i32"),
        types("i32"),
        call("one", "%t", "%f"),
        call("two", "%f", "%t"),
        call("three", "%f", "%f"),
        total("one"),
        total("two"),
        total("three"),
    )
}

/// Every program of this file, with a description.
fn programs() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (position, how) in POSITIONS {
        for (a, make_a) in BUFFERS {
            for (b, make_b) in BUFFERS {
                for (end, returned) in ENDS {
                    for is_private in [true, false] {
                        let text = program([make_a, make_b], how, returned, is_private);
                        let what = format!("{position}: {a}, {b}, {end}, private: {is_private}");
                        all.push((what, text));
                    }
                }
            }
        }
    }
    all
}

/// Programs that merging can produce are always accepted. If one of two buffers is also returned,
/// which merging skips, one position is rejected: no value for the allocation of a view is in scope
/// there.
#[test]
fn arenas_are_freed_once() {
    let ledger = Ledger::find();
    let is_thorough = n_programs(0) >= 1000;
    // 11 is coprime to the numbers of positions, buffers and ends, so the samples cover all of them.
    let every = if is_thorough { 1 } else { 11 };
    let (mut n_done, mut n_refused, mut n_really_run) = (0, 0, 0);
    for (what, text) in programs().iter().step_by(every) {
        let before = meaning(&read(text)).unwrap_or_else(|fault| panic!("{what}: {fault}\n{text}"));
        for (options, boundaries) in [
            ("", Boundaries::Copies),
            (
                "{private-function-dynamic-ownership=true}",
                Boundaries::Flags,
            ),
            ("{lower-clones=true}", Boundaries::Copies),
        ] {
            let mut m = read(text);
            if let Err(error) = deallocate(&mut m, options) {
                assert!(error.contains("view-address"), "{what}: {error}");
                assert!(what.starts_with("if with an own buffer"), "{what}");
                assert!(what.contains("returned"), "{what}");
                n_refused += 1;
                continue;
            }
            if let Some(fault) = fault_by_convention(&m, &read(text), &before, boundaries) {
                panic!("{what} {options}: {fault}\n{text}");
            }
            n_done += 1;
            if options.starts_with("{lower") && n_done / 3 >= n_really_run * 40 {
                let Some(ledger) = &ledger else { continue };
                let run = ledger.run(&text_of(&m)).unwrap();
                let mistakes = (run.leaked, run.double_frees, run.wild_frees);
                assert_eq!(mistakes, (0, 0, 0), "{what}");
                n_really_run += 1;
            }
        }
    }
    figure(&format!(
        "{n_done} right, {n_refused} refused, {n_really_run} executed by MLIR"
    ));
    assert!(n_refused * 20 < n_done, "{n_refused} of {n_done}");
}
