//! Proved programs, and the failures of others.

use super::{ProofFailure, prove_freed_once};
use memplan_mlir::Module;
use memplan_mlir::text::{ParseOptions, line_col, parse};

/// The failures of all functions as `line: kind (line of what is related)`; `proved` for each function
/// without any.
fn check(text: &str, expected: &[&str]) {
    assert_eq!(failures(text, |_| true), expected, "{text}");
}

fn failures(text: &str, is_shown: impl Fn(&ProofFailure) -> bool) -> Vec<String> {
    let m: Module = parse(text.as_bytes(), &ParseOptions::default())
        .unwrap()
        .module;
    assert_eq!(memplan_mlir::verifier::verify(&m), []);
    let line = |op| line_col(text.as_bytes(), m.span(op).start as usize).0;
    let mut failures = Vec::new();
    for function in prove_freed_once(&m) {
        if function.failures.is_empty() {
            failures.push(format!("proved {}", function.n_allocations));
        }
        for failure in function.failures.into_iter().filter(&is_shown) {
            let related = failure.related.map(|op| format!(" ({})", line(op)));
            let related = related.unwrap_or_default();
            failures.push(format!(
                "{}: {}{related}",
                line(failure.op),
                failure.kind.name()
            ));
        }
    }
    failures
}

#[test]
fn straight_lines() {
    check(
        "func.func @f(%x: memref<4xf32>) {
           %a = memref.alloc() : memref<4xf32>
           %v = memref.cast %a : memref<4xf32> to memref<?xf32>
           %b = bufferization.clone %x : memref<4xf32> to memref<4xf32>
           %s = memref.alloca() : memref<4xf32>
           memref.dealloc %v : memref<?xf32>
           memref.dealloc %b : memref<4xf32>
           return
         }",
        &["proved 2"],
    );
    check(
        "func.func @f(%x: memref<4xf32>) -> memref<4xf32> {
           %a = memref.alloc() : memref<4xf32>
           %b = memref.alloc() : memref<4xf32>
           memref.dealloc %a : memref<4xf32>
           memref.dealloc %a : memref<4xf32>
           memref.dealloc %x : memref<4xf32>
           return %x : memref<4xf32>
         }",
        &[
            "5: unknown-free (2)",
            "6: unknown-free",
            "7: not-freed (3)",
            "7: returns-borrowed",
        ],
    );
    check(
        "func.func @f(%i: index) {
           %a = memref.alloc() : memref<64xi8>
           %v = memref.view %a[%i][] : memref<64xi8> to memref<4xf32>
           memref.dealloc %v : memref<4xf32>
           return
         }",
        &["4: unknown-free (3)", "5: not-freed (2)"],
    );
}

#[test]
fn one_buffer_is_returned_twice() {
    let twice = "@f() -> (memref<4xf32>, memref<4xf32>) {
           %a = memref.alloc() : memref<4xf32>
           return %a, %a : memref<4xf32>, memref<4xf32>
         }";
    check(&format!("func.func {twice}"), &["proved 1"]);
    let called = format!(
        "func.func private {twice}
         func.func @g() {{
           %0:2 = call @f() : () -> (memref<4xf32>, memref<4xf32>)
           memref.dealloc %0#0 : memref<4xf32>
           memref.dealloc %0#1 : memref<4xf32>
           return
         }}"
    );
    check(
        &called,
        &["3: returns-borrowed (2)", "6: calls-unproved (1)"],
    );
    check(
        "func.func @f() -> (memref<4xf32>, memref<2xf32>) {
           %a = memref.alloc() : memref<4xf32>
           %v = memref.subview %a[0] [2] [1] : memref<4xf32> to memref<2xf32>
           return %a, %v : memref<4xf32>, memref<2xf32>
         }",
        &["proved 1"],
    );
}

#[test]
fn branches_must_agree() {
    check(
        "func.func @f(%c: i1) -> memref<4xf32> {
           %a = memref.alloc() : memref<4xf32>
           %r = scf.if %c -> (memref<4xf32>) {
             scf.yield %a : memref<4xf32>
           } else {
             memref.dealloc %a : memref<4xf32>
             %b = memref.alloc() : memref<4xf32>
             scf.yield %b : memref<4xf32>
           }
           return %r : memref<4xf32>
         }",
        &["proved 2"],
    );
    check(
        "func.func @f(%c: i1) {
           %a = memref.alloc() : memref<4xf32>
           scf.if %c {
             memref.dealloc %a : memref<4xf32>
           }
           return
         }",
        &["6: freed-on-some-paths (2)"],
    );
    check(
        "func.func @f(%c: i1, %x: memref<4xf32>) {
           %a = memref.alloc() : memref<4xf32>
           %s = arith.select %c, %a, %x : memref<4xf32>
           %t = arith.select %c, %a, %a : memref<4xf32>
           memref.dealloc %s : memref<4xf32>
           memref.dealloc %t : memref<4xf32>
           return
         }",
        // The first frees `%a` if `%c` is set.
        &["5: unknown-free (3)", "6: unknown-free (4)"],
    );
}

#[test]
fn loops_hand_buffers_on() {
    check(
        "func.func @f(%l: index, %u: index, %s: index) -> memref<4xf32> {
           %a = memref.alloc() : memref<4xf32>
           %r = scf.for %i = %l to %u step %s iter_args(%x = %a) -> (memref<4xf32>) {
             %t = memref.alloc() : memref<4xf32>
             memref.copy %x, %t : memref<4xf32> to memref<4xf32>
             memref.dealloc %x : memref<4xf32>
             scf.yield %t : memref<4xf32>
           }
           return %r : memref<4xf32>
         }",
        &["proved 2"],
    );
    check(
        "func.func @f(%l: index, %u: index, %s: index) {
           %a = memref.alloc() : memref<4xf32>
           %b = memref.alloc() : memref<4xf32>
           %r:2 = scf.for %i = %l to %u step %s iter_args(%x = %a, %y = %b)
               -> (memref<4xf32>, memref<4xf32>) {
             scf.yield %y, %x : memref<4xf32>, memref<4xf32>
           }
           memref.dealloc %r#0 : memref<4xf32>
           memref.dealloc %r#1 : memref<4xf32>
           return
         }",
        &["proved 2"],
    );
    // After the loop, the names from before it no longer identify the buffers.
    check(
        "func.func @f(%l: index, %u: index, %s: index) {
           %a = memref.alloc() : memref<4xf32>
           %b = memref.alloc() : memref<4xf32>
           %r:2 = scf.for %i = %l to %u step %s iter_args(%x = %a, %y = %b)
               -> (memref<4xf32>, memref<4xf32>) {
             scf.yield %y, %x : memref<4xf32>, memref<4xf32>
           }
           memref.dealloc %r#0 : memref<4xf32>
           memref.dealloc %b : memref<4xf32>
           return
         }",
        &["9: unknown-free (3)", "10: not-freed (2)"],
    );
    check(
        "func.func @f(%c: i1) {
           %r = scf.while (%n = %c) : (i1) -> memref<4xf32> {
             %t = memref.alloc() : memref<4xf32>
             scf.condition(%n) %t : memref<4xf32>
           } do {
           ^bb0(%y: memref<4xf32>):
             memref.dealloc %y : memref<4xf32>
             scf.yield %c : i1
           }
           memref.dealloc %r : memref<4xf32>
           return
         }",
        &["proved 1"],
    );
    check(
        "func.func @f(%l: index, %u: index, %s: index) {
           %a = memref.alloc() : memref<4xf32>
           scf.for %i = %l to %u step %s {
             %t = memref.alloc() : memref<4xf32>
             memref.dealloc %a : memref<4xf32>
           }
           return
         }",
        &[
            // From the second iteration on.
            "4: freed-on-some-paths (2)",
            "5: unknown-free (2)",
            // At the end of the loop body, whose terminator the text omits.
            "3: not-freed (4)",
        ],
    );
}

#[test]
fn blocks_hand_buffers_on() {
    check(
        "func.func @f(%c: i1) {
           %a = memref.alloc() : memref<4xf32>
           cf.cond_br %c, ^one, ^two(%a : memref<4xf32>)
         ^one:
           memref.dealloc %a : memref<4xf32>
           %b = memref.alloc() : memref<4xf32>
           cf.br ^two(%b : memref<4xf32>)
         ^two(%x: memref<4xf32>):
           cf.cond_br %c, ^one_more, ^end
         ^one_more:
           memref.dealloc %x : memref<4xf32>
           %d = memref.alloc() : memref<4xf32>
           cf.br ^two(%d : memref<4xf32>)
         ^end:
           memref.dealloc %x : memref<4xf32>
           return
         }",
        &["proved 3"],
    );
    check(
        "func.func @f(%c: i1) {
           cf.br ^loop
         ^loop:
           %a = memref.alloc() : memref<4xf32>
           cf.cond_br %c, ^loop, ^end
         ^end:
           memref.dealloc %a : memref<4xf32>
           return
         }",
        &["5: not-freed (4)"],
    );
}

#[test]
fn declared_functions_do_what_they_declare() {
    check(
        "func.func private @keep(memref<4xf32> {memplan.captures})
         func.func private @free(memref<4xf32> {memplan.frees})
         func.func private @same(memref<4xf32> {memplan.returned}) -> memref<4xf32>
         func.func private @use(memref<4xf32> {memplan.captures = false})
         func.func @keeps(%a: memref<4xf32>) {
           call @keep(%a) : (memref<4xf32>) -> ()
           return
         }
         func.func @frees(%a: memref<4xf32>) {
           call @free(%a) : (memref<4xf32>) -> ()
           return
         }
         func.func @returns() {
           %a = memref.alloc() : memref<4xf32>
           %b = call @same(%a) : (memref<4xf32>) -> memref<4xf32>
           memref.dealloc %b : memref<4xf32>
           return
         }
         func.func @uses() {
           %a = memref.alloc() : memref<4xf32>
           call @use(%a) : (memref<4xf32>) -> ()
           memref.dealloc %a : memref<4xf32>
           return
         }",
        &[
            "6: taken-by-callee (1)",
            "10: taken-by-callee (2)",
            "15: unknown-callee (3)",
            "17: not-freed (14)",
            "proved 1",
        ],
    );
}

#[test]
fn calls_rely_on_each_other() {
    check(
        "func.func private @external(memref<4xf32>) -> memref<4xf32>
         func.func private @pair() -> (memref<4xf32>, memref<4xf32>)
         func.func @make(%n: index) -> memref<4xf32> {
           %a = memref.alloc() : memref<4xf32>
           %b = call @external(%a) : (memref<4xf32>) -> memref<4xf32>
           memref.dealloc %a : memref<4xf32>
           return %b : memref<4xf32>
         }
         func.func @recursive(%n: index) -> memref<4xf32> {
           %a = call @recursive(%n) : (index) -> memref<4xf32>
           %b = call @make(%n) : (index) -> memref<4xf32>
           memref.dealloc %a : memref<4xf32>
           return %b : memref<4xf32>
         }
         func.func @bad(%x: memref<4xf32>) -> memref<4xf32> {
           return %x : memref<4xf32>
         }
         func.func @calls_bad(%x: memref<4xf32>) {
           %a = call @bad(%x) : (memref<4xf32>) -> memref<4xf32>
           memref.dealloc %a : memref<4xf32>
           return
         }
         func.func @calls_pair() {
           %a:2 = call @pair() : () -> (memref<4xf32>, memref<4xf32>)
           memref.dealloc %a#0 : memref<4xf32>
           memref.dealloc %a#1 : memref<4xf32>
           return
         }",
        &[
            "proved 2",
            "proved 2",
            "proved 0",
            "20: unknown-free (19)",
            "24: unknown-callee (2)",
        ],
    );
}

#[test]
fn unknown_operations_are_not_proved() {
    check(
        "func.func @f(%c: i1) {
           %a = memref.alloc() : memref<4xf32>
           \"test.use\"(%a) : (memref<4xf32>) -> ()
           \"test.other\"(%c) : (i1) -> ()
           bufferization.dealloc (%a : memref<4xf32>) if (%c)
           \"test.region\"() ({
             %b = memref.alloc() : memref<4xf32>
             \"test.end\"() : () -> ()
           }) : () -> ()
           return
         }",
        &[
            "3: unknown-operation",
            "6: unknown-flow",
            "10: not-freed (2)",
        ],
    );
}

#[test]
fn nothing_is_used_after_it_is_freed() {
    check(
        "func.func @f(%i: index, %x: memref<4xf32>) -> f32 {
           %a = memref.alloc() : memref<8xf32>
           %v = memref.subview %a[%i] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
           memref.copy %x, %v : memref<4xf32> to memref<4xf32, strided<[1], offset: ?>>
           memref.dealloc %a : memref<8xf32>
           %d = memref.dim %v, %i : memref<4xf32, strided<[1], offset: ?>>
           %r = memref.load %v[%i] : memref<4xf32, strided<[1], offset: ?>>
           return %r : f32
         }",
        &["7: used-after-free (5)"],
    );
    // In a region that the proof does not divide, by a call, and by an operation that chooses.
    check(
        "func.func private @take(memref<4xf32>)
         func.func @f(%c: i1, %i: index, %f: f32) {
           %a = memref.alloc() : memref<4xf32>
           %b = memref.alloc() : memref<4xf32>
           %s = arith.select %c, %a, %b : memref<4xf32>
           memref.store %f, %s[%i] : memref<4xf32>
           memref.dealloc %a : memref<4xf32>
           scf.if %c {
             memref.store %f, %a[%i] : memref<4xf32>
           }
           call @take(%a) : (memref<4xf32>) -> ()
           memref.store %f, %s[%i] : memref<4xf32>
           memref.dealloc %b : memref<4xf32>
           return
         }",
        &[
            "9: used-after-free (7)",
            "11: used-after-free (7)",
            "12: used-after-free (7)",
        ],
    );
}

#[test]
fn iterations_use_what_the_previous_one_did_not_free() {
    let program = |used: &str| {
        format!(
            "func.func @f(%n: index, %f: f32) {{
               %c0 = arith.constant 0 : index
               %c1 = arith.constant 1 : index
               %a = memref.alloc() : memref<4xf32>
               %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (memref<4xf32>) {{
                 %b = memref.alloc() : memref<4xf32>
                 %v = memref.subview {used}[%i] [1] [1] : memref<4xf32> to memref<1xf32, strided<[1], offset: ?>>
                 memref.store %f, %v[%c0] : memref<1xf32, strided<[1], offset: ?>>
                 memref.dealloc %x : memref<4xf32>
                 scf.yield %b : memref<4xf32>
               }}
               memref.dealloc %r : memref<4xf32>
               return
             }}"
        )
    };
    check(&program("%x"), &["proved 2"]);
    check(&program("%b"), &["proved 2"]);
    // The first iteration frees it.
    check(&program("%a"), &["8: used-after-free (9)"]);
    check(
        "func.func @f(%c: i1, %f: f32, %i: index) {
           %a = memref.alloc() : memref<4xf32>
           cf.br ^head
         ^head:
           memref.store %f, %a[%i] : memref<4xf32>
           cf.cond_br %c, ^head, ^end
         ^end:
           memref.dealloc %a : memref<4xf32>
           cf.br ^last
         ^last:
           memref.store %f, %a[%i] : memref<4xf32>
           return
         }",
        &["11: used-after-free (8)"],
    );
}

/// The buffer that a loop begins with is its result only where there may be no iteration.
#[test]
fn loops_that_certainly_run() {
    let text = |bounds: &str| {
        format!(
            "func.func @f(%x: memref<4xf32>, %n: i8) {{
           %c0 = arith.constant 0 : i8
           %c1 = arith.constant 1 : i8
           %c3 = arith.constant 3 : i8
           %low = arith.constant -3 : i8
           %false = arith.constant false
           %true = arith.constant true
           %r:2 = scf.for {bounds} step %c1 iter_args(%a = %x, %own = %false) -> (memref<4xf32>, i1) : i8 {{
             %b = memref.alloc() : memref<4xf32>
             scf.if %own {{
               memref.dealloc %a : memref<4xf32>
             }}
             scf.yield %b, %true : memref<4xf32>, i1
           }}
           memref.dealloc %r#0 : memref<4xf32>
           return
         }}"
        )
    };
    check(&text("%k = %c0 to %c3"), &["proved 1"]);
    check(&text("%k = %c0 to %n"), &["15: unknown-free (8)"]);
    check(
        &text("unsigned %k = %low to %c3"),
        &["15: unknown-free (8)"],
    );
}

#[test]
fn faults_of_every_run_are_certain() {
    let certain = |body: &str| {
        let text = format!(
            "func.func @f(%c: i1) -> memref<4xf32> {{
               %a = memref.alloc() : memref<4xf32>
               %b = memref.alloc() : memref<4xf32>
               {body}
             }}"
        );
        failures(&text, |failure| failure.is_certain)
    };
    let leak = "return %a : memref<4xf32>";
    assert_eq!(certain(leak), ["4: not-freed (3)"]);
    // One of the two is lost, but no one in every run.
    let either = "%r = scf.if %c -> (memref<4xf32>) {
            scf.yield %a : memref<4xf32>
          } else {
            scf.yield %b : memref<4xf32>
          }
          return %r : memref<4xf32>";
    assert_eq!(certain(either), [""; 0]);
    // What an unknown operation does to other buffers undoes no fault, but may free what looks lost.
    let unknown = "memref.dealloc %b : memref<4xf32>
          memref.dealloc %b : memref<4xf32>
          %d = memref.alloc() : memref<4xf32>
          \"test.use\"(%d) : (memref<4xf32>) -> ()
          return %a : memref<4xf32>";
    assert_eq!(certain(unknown), ["5: unknown-free (3)"]);
}

/// More cases than are distinguished have only those facts in common that hold in all of them.
#[test]
fn facts_of_one_of_many_cases_are_forgotten() {
    let names: String = (1..6)
        .map(|number| {
            format!(
                "%r{number} = scf.if %c{number} -> (memref<4xf32>) {{
                   scf.yield %a : memref<4xf32>
                 }} else {{
                   scf.yield %x : memref<4xf32>
                 }}\n"
            )
        })
        .collect();
    let freed = "memref.dealloc %a : memref<4xf32>";
    for number in 1..6 {
        for (then, otherwise) in [(freed, ""), ("", freed)] {
            let text = format!(
                "func.func @f(%x: memref<4xf32>, %c1: i1, %c2: i1, %c3: i1, %c4: i1, %c5: i1) {{
                   %a = memref.alloc() : memref<4xf32>
                   {names}
                   scf.if %c{number} {{
                     {then}
                   }} else {{
                     {otherwise}
                   }}
                   return
                 }}"
            );
            check(&text, &["34: freed-on-some-paths (2)"]);
        }
    }
}
