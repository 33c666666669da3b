//! Tests of view flow.

use super::{AliasScratch, AllocationAliases, BufferViewFlowAnalysis};
use memplan_mlir::interfaces::allocation;
use memplan_mlir::text::{ParseOptions, parse};
use memplan_mlir::{Module, ValueId};

fn module(text: &str) -> Module {
    parse(text.as_bytes(), &ParseOptions::default())
        .unwrap()
        .module
}

fn allocations(m: &Module) -> Vec<ValueId> {
    m.walk(m.root())
        .filter_map(|op| Some(allocation(m, op)?.buffer))
        .collect()
}

/// The operands of the operations called `test.use`.
fn used(m: &Module) -> Vec<ValueId> {
    m.walk(m.root())
        .filter(|&op| m.op_name_text(op) == "test.use")
        .flat_map(|op| m.operands(op).to_vec())
        .collect()
}

/// For each operand of `test.use`: the allocations it may denote, by index, and `?` if it may denote something
/// else. Both kinds of queries must agree.
fn check(text: &str, expected: &[&str]) {
    let m = module(text);
    check_flow(&m, &BufferViewFlowAnalysis::new(&m, m.root()), expected);
}

fn check_flow(m: &Module, flow: &BufferViewFlowAnalysis, expected: &[&str]) {
    let allocs = allocations(m);
    let aliases = AllocationAliases::new(flow, &allocs);
    let mut scratch = AliasScratch::default();
    let shown: Vec<String> = used(m)
        .into_iter()
        .map(|value| {
            let mut lines = Vec::new();
            flow.resolve_reverse_with(&mut scratch, value, |v| {
                lines.extend(allocs.iter().position(|&alloc| alloc == v));
                true
            });
            lines.sort_unstable();
            let all: Vec<usize> = aliases.of(value).iter().map(|&i| i as usize).collect();
            assert_eq!(lines, all);
            let mut list: Vec<String> = all.iter().map(usize::to_string).collect();
            if aliases.may_be_other(value) {
                list.push("?".to_owned());
            }
            list.join(" ")
        })
        .collect();
    assert_eq!(shown, expected);
}

#[test]
fn views_selects_and_calls() {
    check(
        "func.func private @g(memref<8xf32>) -> memref<8xf32>
         func.func @f(%c: i1, %x: memref<8xf32>) {
           %a = memref.alloc() : memref<8xf32>
           %b = memref.alloc() : memref<8xf32>
           %v = memref.cast %a : memref<8xf32> to memref<?xf32>
           \"test.use\"(%v) : (memref<?xf32>) -> ()
           %s = arith.select %c, %a, %b : memref<8xf32>
           \"test.use\"(%s) : (memref<8xf32>) -> ()
           %y = arith.select %c, %s, %x : memref<8xf32>
           \"test.use\"(%y) : (memref<8xf32>) -> ()
           %r = call @g(%b) : (memref<8xf32>) -> memref<8xf32>
           %u = \"test.pass\"(%a) : (memref<8xf32>) -> memref<8xf32>
           \"test.use\"(%r, %u) : (memref<8xf32>, memref<8xf32>) -> ()
           return
         }",
        &["0", "0 1", "0 1 ?", "1 ?", "0 ?"],
    );
}

#[test]
fn loops_rotate_what_they_carry() {
    check(
        "func.func @f(%l: index, %u: index, %s: index, %x: memref<8xf32>) {
           %a = memref.alloc() : memref<8xf32>
           %b = memref.alloc() : memref<8xf32>
           %r:3 = scf.for %i = %l to %u step %s iter_args(%p = %a, %q = %b, %t = %x)
               -> (memref<8xf32>, memref<8xf32>, memref<8xf32>) {
             scf.yield %q, %p, %p : memref<8xf32>, memref<8xf32>, memref<8xf32>
           }
           \"test.use\"(%r#0, %r#1, %r#2) : (memref<8xf32>, memref<8xf32>, memref<8xf32>) -> ()
           return
         }",
        &["0 1", "0 1", "0 1 ?"],
    );
}

#[test]
fn branches_and_while_loops() {
    check(
        "func.func @f(%c: i1) {
           %a = memref.alloc() : memref<8xf32>
           %r = scf.while (%x = %a) : (memref<8xf32>) -> memref<8xf32> {
             scf.condition(%c) %x : memref<8xf32>
           } do {
           ^bb0(%y: memref<8xf32>):
             %b = memref.alloc() : memref<8xf32>
             scf.yield %b : memref<8xf32>
           }
           cf.cond_br %c, ^one(%r : memref<8xf32>), ^two
         ^one(%z: memref<8xf32>):
           \"test.use\"(%z) : (memref<8xf32>) -> ()
           cf.br ^two
         ^two:
           return
         }",
        &["0 1"],
    );
}

#[test]
fn sets_that_grow_too_large_are_given_up() {
    let n = AllocationAliases::MAX_SET + 1;
    let mut text = String::from("func.func @f(%c: i1) {\n");
    for i in 0..n {
        text += &format!("%a{i} = memref.alloc() : memref<8xf32>\n");
    }
    text += "%s0 = arith.select %c, %a0, %a0 : memref<8xf32>\n";
    for i in 1..n {
        text += &format!(
            "%s{i} = arith.select %c, %s{}, %a{i} : memref<8xf32>\n",
            i - 1
        );
    }
    text += "return\n}\n";
    let m = module(&text);
    let flow = BufferViewFlowAnalysis::new(&m, m.root());
    let aliases = AllocationAliases::new(&flow, &allocations(&m));
    assert_eq!(aliases.given_up().len(), n);
}

#[test]
fn calls_return_what_their_callees_return() {
    let m = module(
        "func.func @f(%c: i1) {
           %a = memref.alloc() : memref<8xf32>
           %b = memref.alloc() : memref<8xf32>
           %m = memref.alloc() : memref<1xmemref<8xf32>>
           %0 = call @outside(%a) : (memref<8xf32>) -> memref<8xf32>
           %1 = call @new(%a) : (memref<8xf32>) -> memref<8xf32>
           %2:2 = call @swap(%a, %b) : (memref<8xf32>, memref<8xf32>) -> (memref<8xf32>, memref<8xf32>)
           \"test.use\"(%0, %1, %2#0, %2#1)
               : (memref<8xf32>, memref<8xf32>, memref<8xf32>, memref<8xf32>) -> ()
           %3 = call @either(%c, %a, %b) : (i1, memref<8xf32>, memref<8xf32>) -> memref<8xf32>
           %4 = call @second(%a, %b) : (memref<8xf32>, memref<8xf32>) -> memref<8xf32>
           %5 = call @again(%c, %a) : (i1, memref<8xf32>) -> memref<8xf32>
           %6 = call @loaded(%b, %m) : (memref<8xf32>, memref<1xmemref<8xf32>>) -> memref<8xf32>
           \"test.use\"(%3, %4, %5, %6)
               : (memref<8xf32>, memref<8xf32>, memref<8xf32>, memref<8xf32>) -> ()
           return
         }
         func.func private @outside(memref<8xf32>) -> memref<8xf32>
         func.func private @second(%x: memref<8xf32>, %y: memref<8xf32>) -> memref<8xf32> {
           %0:2 = call @swap(%x, %y) : (memref<8xf32>, memref<8xf32>) -> (memref<8xf32>, memref<8xf32>)
           return %0#0 : memref<8xf32>
         }
         func.func private @swap(%x: memref<8xf32>, %y: memref<8xf32>) -> (memref<8xf32>, memref<8xf32>) {
           %0 = call @new(%x) : (memref<8xf32>) -> memref<8xf32>
           return %y, %x : memref<8xf32>, memref<8xf32>
         }
         func.func private @either(%c: i1, %x: memref<8xf32>, %y: memref<8xf32>) -> memref<8xf32> {
           cf.cond_br %c, ^one(%x : memref<8xf32>), ^one(%y : memref<8xf32>)
         ^one(%z: memref<8xf32>):
           return %z : memref<8xf32>
         }
         func.func private @again(%c: i1, %x: memref<8xf32>) -> memref<8xf32> {
           %n = memref.alloc() : memref<8xf32>
           %r = scf.if %c -> memref<8xf32> {
             %0 = func.call @again(%c, %n) : (i1, memref<8xf32>) -> memref<8xf32>
             scf.yield %0 : memref<8xf32>
           } else {
             scf.yield %n : memref<8xf32>
           }
           return %r : memref<8xf32>
         }
         func.func private @loaded(%x: memref<8xf32>, %y: memref<1xmemref<8xf32>>) -> memref<8xf32> {
           %c0 = arith.constant 0 : index
           %0 = memref.load %y[%c0] : memref<1xmemref<8xf32>>
           return %0 : memref<8xf32>
         }
         func.func private @new(%x: memref<8xf32>) -> memref<8xf32> {
           %0 = memref.alloc() : memref<8xf32>
           %1 = memref.cast %0 : memref<8xf32> to memref<8xf32>
           return %1 : memref<8xf32>
         }",
    );
    let flow = BufferViewFlowAnalysis::across_calls(&m, m.root());
    // New memory has no name among these allocations.
    let expected = ["0 ?", "?", "1", "0", "0 1", "1", "?", "1 2 ?"];
    check_flow(&m, &flow, &expected);
}

/// Unknown operations at the end of a block may return anything.
#[test]
fn functions_with_unknown_exits_return_anything() {
    let m = module(
        "func.func @f(%c: i1) {
           %a = memref.alloc() : memref<8xf32>
           %0 = call @unknown(%a) : (memref<8xf32>) -> memref<8xf32>
           %1 = call @mixed(%c, %a) : (i1, memref<8xf32>) -> memref<8xf32>
           \"test.use\"(%0, %1) : (memref<8xf32>, memref<8xf32>) -> ()
           return
         }
         func.func private @unknown(%x: memref<8xf32>) -> memref<8xf32> {
           \"test.return\"(%x) : (memref<8xf32>) -> ()
         }
         func.func private @mixed(%c: i1, %x: memref<8xf32>) -> memref<8xf32> {
           cf.cond_br %c, ^one, ^two
         ^one:
           %0 = memref.alloc() : memref<8xf32>
           return %0 : memref<8xf32>
         ^two:
           \"test.return\"(%x) : (memref<8xf32>) -> ()
         }",
    );
    let flow = BufferViewFlowAnalysis::across_calls(&m, m.root());
    check_flow(&m, &flow, &["0 ?", "0 ?"]);
}

/// Recursive functions return what their calls return, not every operand.
#[test]
fn the_results_of_recursive_functions_are_the_least_solution() {
    let m = module(
        "func.func @main(%n: i32) {
           %a = memref.alloc() : memref<8xf32>
           %b = memref.alloc() : memref<8xf32>
           %0:2 = call @ping(%n, %a, %b)
               : (i32, memref<8xf32>, memref<8xf32>) -> (memref<8xf32>, memref<8xf32>)
           %1:2 = call @keep(%n, %a)
               : (i32, memref<8xf32>) -> (memref<8xf32>, memref<8xf32>)
           %2 = call @forever(%a) : (memref<8xf32>) -> memref<8xf32>
           %3 = call @rotate(%n, %a, %b, %0#0)
               : (i32, memref<8xf32>, memref<8xf32>, memref<8xf32>) -> memref<8xf32>
           \"test.use\"(%0#0, %0#1, %1#0, %1#1, %2, %3)
               : (memref<8xf32>, memref<8xf32>, memref<8xf32>, memref<8xf32>, memref<8xf32>, memref<8xf32>) -> ()
           return
         }
         func.func private @ping(%n: i32, %x: memref<8xf32>, %y: memref<8xf32>)
             -> (memref<8xf32>, memref<8xf32>) {
           %0:2 = call @pong(%n, %y, %x)
               : (i32, memref<8xf32>, memref<8xf32>) -> (memref<8xf32>, memref<8xf32>)
           return %0#0, %x : memref<8xf32>, memref<8xf32>
         }
         func.func private @pong(%n: i32, %x: memref<8xf32>, %y: memref<8xf32>)
             -> (memref<8xf32>, memref<8xf32>) {
           %c0 = arith.constant 0 : i32
           %more = arith.cmpi sgt, %n, %c0 : i32
           %0:2 = scf.if %more -> (memref<8xf32>, memref<8xf32>) {
             %1:2 = func.call @ping(%n, %x, %y)
                 : (i32, memref<8xf32>, memref<8xf32>) -> (memref<8xf32>, memref<8xf32>)
             scf.yield %1#0, %1#1 : memref<8xf32>, memref<8xf32>
           } else {
             scf.yield %x, %x : memref<8xf32>, memref<8xf32>
           }
           return %0#0, %0#1 : memref<8xf32>, memref<8xf32>
         }
         func.func private @keep(%n: i32, %x: memref<8xf32>) -> (memref<8xf32>, memref<8xf32>) {
           %c0 = arith.constant 0 : i32
           %more = arith.cmpi sgt, %n, %c0 : i32
           %0:2 = scf.if %more -> (memref<8xf32>, memref<8xf32>) {
             %1:2 = func.call @keep(%n, %x) : (i32, memref<8xf32>) -> (memref<8xf32>, memref<8xf32>)
             scf.yield %1#0, %1#1 : memref<8xf32>, memref<8xf32>
           } else {
             %new = memref.alloc() : memref<8xf32>
             scf.yield %new, %x : memref<8xf32>, memref<8xf32>
           }
           return %0#0, %x : memref<8xf32>, memref<8xf32>
         }
         func.func private @forever(%x: memref<8xf32>) -> memref<8xf32> {
           %0 = call @forever(%x) : (memref<8xf32>) -> memref<8xf32>
           return %0 : memref<8xf32>
         }
         func.func private @rotate(%n: i32, %x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>)
             -> memref<8xf32> {
           %c0 = arith.constant 0 : i32
           %more = arith.cmpi sgt, %n, %c0 : i32
           %0 = scf.if %more -> memref<8xf32> {
             %1 = func.call @rotate(%n, %y, %z, %x)
                 : (i32, memref<8xf32>, memref<8xf32>, memref<8xf32>) -> memref<8xf32>
             scf.yield %1 : memref<8xf32>
           } else {
             scf.yield %x : memref<8xf32>
           }
           return %0 : memref<8xf32>
         }",
    );
    let flow = BufferViewFlowAnalysis::across_calls(&m, m.root());
    let expected = ["0 1", "0", "?", "0", "?", "0 1"];
    check_flow(&m, &flow, &expected);
}
