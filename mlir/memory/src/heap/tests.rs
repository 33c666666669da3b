//! Loads of small programs.

use super::HeapLoads;
use memplan_mlir::interfaces::is_plain_dealloc;
use memplan_mlir::text::{ParseOptions, line_col, parse};
use memplan_mlir::{Module, OpId};

fn read(text: &str) -> Module {
    let parsed = parse(text.as_bytes(), &ParseOptions::default());
    let m = parsed.unwrap().module;
    assert_eq!(memplan_mlir::verifier::verify(&m), []);
    m
}

/// Least and most bytes of each function, in the order of the program.
fn check(text: &str, expected: &[(i64, Option<i64>)]) {
    let m = read(text);
    let peaks = HeapLoads::new(&m).peaks();
    let peaks = peaks.into_iter().map(|(_, peak)| peak);
    let bounds: Vec<_> = peaks
        .map(|peak| (peak.least.bytes, peak.most.map(|most| most.bytes)))
        .collect();
    assert_eq!(bounds, expected, "{text}");
}

/// The room at each deallocation of the only function, by line.
fn check_room(text: &str, expected: &[(usize, i64)]) {
    let m = read(text);
    let loads = HeapLoads::new(&m);
    let (function, _) = loads.peaks()[0];
    let line = |op: OpId| line_col(text.as_bytes(), m.span(op).start as usize).0;
    let points = loads.of(function).unwrap().points.iter();
    let points = points.filter(|point| is_plain_dealloc(&m, point.op));
    let rooms: Vec<_> = points
        .map(|point| (line(point.op) as usize, point.room.bytes))
        .collect();
    assert_eq!(rooms, expected, "{text}");
}

#[test]
fn straight_lines_are_exact() {
    check(
        "func.func @f(%x: memref<4xf32>) -> memref<8xi8> {
           %a = memref.alloc() : memref<4xf32>
           %v = memref.cast %a : memref<4xf32> to memref<?xf32>
           %b = bufferization.clone %x : memref<4xf32> to memref<4xf32>
           memref.dealloc %v : memref<?xf32>
           %s = memref.alloca() : memref<64xf32>
           %c = memref.alloc() : memref<8xi8>
           memref.dealloc %b : memref<4xf32>
           return %c : memref<8xi8>
         }",
        &[(32, Some(32))],
    );
}

#[test]
fn alignments_count_in_the_other_measure() {
    let m = read(
        "func.func @f() {
           %a = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
           memref.dealloc %a : memref<4xf32>
           %b = memref.alloc() : memref<20xf32>
           memref.dealloc %b : memref<20xf32>
           return
         }",
    );
    let peak = HeapLoads::new(&m).peaks()[0].1.most.unwrap();
    assert_eq!((peak.bytes, peak.padded), (80, 80));
}

#[test]
fn callees_add_their_peak_and_keep_their_results() {
    check(
        "func.func @main() {
           %a = memref.alloc() : memref<16xi8>
           %b = func.call @make() : () -> memref<8xi8>
           memref.dealloc %a : memref<16xi8>
           memref.dealloc %b : memref<8xi8>
           func.call @main() : () -> ()
           return
         }
         func.func private @make() -> memref<8xi8> {
           %t = memref.alloc() : memref<32xi8>
           %r = memref.alloc() : memref<8xi8>
           memref.dealloc %t : memref<32xi8>
           return %r : memref<8xi8>
         }",
        &[(56, None), (40, Some(40))],
    );
}

#[test]
fn branches_and_loops_have_bounds() {
    let program = |bound: &str| {
        format!(
            "func.func @f(%c: i1, %n: index) {{
               %c0 = arith.constant 0 : index
               %c1 = arith.constant 1 : index
               %c2 = arith.constant 2 : index
               scf.if %c {{
                 %a = memref.alloc() : memref<16xi8>
                 memref.dealloc %a : memref<16xi8>
               }} else {{
                 %b = memref.alloc() : memref<8xi8>
                 memref.dealloc %b : memref<8xi8>
               }}
               scf.for %i = %c0 to {bound} step %c1 {{
                 %a = memref.alloc() : memref<12xi8>
                 memref.dealloc %a : memref<12xi8>
               }}
               return
             }}"
        )
    };
    check(&program("%n"), &[(8, Some(16))]);
    check(&program("%c2"), &[(12, Some(16))]);
}

#[test]
fn what_loops_leave_and_dynamic_sizes_have_no_bound() {
    check(
        "func.func @f(%n: index) {
           %c0 = arith.constant 0 : index
           %c1 = arith.constant 1 : index
           scf.for %i = %c0 to %n step %c1 {
             %a = memref.alloc() : memref<12xi8>
           }
           return
         }
         func.func @g(%n: index) {
           %a = memref.alloc() : memref<12xi8>
           %b = memref.alloc(%n) : memref<?xi8>
           memref.dealloc %b : memref<?xi8>
           memref.dealloc %a : memref<12xi8>
           return
         }
         func.func @own(%n: index) {
           %a = memref.alloc(%n) : memref<?xi8>
           memref.dealloc %a : memref<?xi8>
           %b = memref.alloc() : memref<12xi8>
           memref.dealloc %b : memref<12xi8>
           return
         }
         // From the entry on, the load falls by what it was given.
         func.func @given(%a: memref<?xi8>) {
           memref.dealloc %a : memref<?xi8>
           %b = memref.alloc() : memref<12xi8>
           memref.dealloc %b : memref<12xi8>
           return
         }",
        &[(0, None), (12, None), (12, None), (0, Some(12))],
    );
}

#[test]
fn loops_of_blocks_free_what_they_allocate() {
    let program = |dealloc: &str| {
        format!(
            "func.func @f(%c: i1) {{
               %a = memref.alloc() : memref<4xi8>
               cf.br ^body
             ^body:
               %b = memref.alloc() : memref<8xi8>
               {dealloc}
               cf.cond_br %c, ^body, ^end
             ^end:
               memref.dealloc %a : memref<4xi8>
               return
             }}"
        )
    };
    let freed = program("memref.dealloc %b : memref<8xi8>");
    // Every run enters the body.
    check(&freed, &[(12, Some(12))]);
    check_room(&freed, &[(6, 0), (9, 8)]);
    check(&program(""), &[(4, None)]);
}

#[test]
fn room_is_the_distance_to_a_load_that_every_run_reaches() {
    check_room(
        "func.func @f(%c: i1) {
           %a = memref.alloc() : memref<4xi8>
           memref.dealloc %a : memref<4xi8>
           scf.if %c {
             %b = memref.alloc() : memref<8xi8>
             memref.dealloc %b : memref<8xi8>
             %d = memref.alloc() : memref<2xi8>
             memref.dealloc %d : memref<2xi8>
           }
           %e = memref.alloc() : memref<6xi8>
           memref.dealloc %e : memref<6xi8>
           return
         }",
        &[(3, 2), (6, 0), (8, 6), (11, 0)],
    );
}

/// The increase of the load at an allocation of unknown size is unknown.
#[test]
fn room_does_not_cross_unknown_sizes() {
    check_room(
        "func.func @f(%n: index) {
           %a = memref.alloc() : memref<16xi8>
           memref.dealloc %a : memref<16xi8>
           %u = memref.alloc(%n) : memref<?xi8>
           %b = memref.alloc() : memref<4xi8>
           memref.dealloc %b : memref<4xi8>
           %e = memref.alloc() : memref<6xi8>
           memref.dealloc %e : memref<6xi8>
           memref.dealloc %u : memref<?xi8>
           return
         }",
        &[(3, 0), (6, 2), (8, 0), (9, 6)],
    );
}

/// Each iteration frees the previous buffer, whose allocation has an alignment: the load is constant, and the
/// peak is exact.
#[test]
fn carried_buffers_have_the_sizes_of_their_allocations() {
    let text = "func.func @f(%n: index) {
           %c0 = arith.constant 0 : index
           %c1 = arith.constant 1 : index
           %c3 = arith.constant 3 : index
           %a = memref.alloc() {alignment = 64 : i64} : memref<16xi8>
           %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %a) -> (memref<16xi8>) {
             %b = memref.alloc() {alignment = 64 : i64} : memref<16xi8>
             memref.dealloc %x : memref<16xi8>
             scf.yield %b : memref<16xi8>
           }
           memref.dealloc %r : memref<16xi8>
           return
         }";
    check(text, &[(32, Some(32))]);
    let peak = HeapLoads::new(&read(text)).peaks()[0].1.most.unwrap();
    assert_eq!(peak.padded, 160);
    // Each iteration but the first frees a buffer with an alignment.
    let other = text.replacen(" {alignment = 64 : i64}", "", 1);
    for bound in ["%c3 step", "%n step"] {
        let other = other.replace("%c3 step", bound);
        let peak = HeapLoads::new(&read(&other)).peaks()[0].1;
        assert_eq!(peak.most.map(|most| most.padded), Some(160), "{bound}");
    }
}

/// A loop that starts with a buffer it does not own, and frees what the previous iteration allocated.
fn carried(bound: &str, init: &str) -> String {
    format!(
        "func.func @f(%x: memref<16xi8>, %n: index, %o: i1) {{
           %c0 = arith.constant 0 : index
           %c1 = arith.constant 1 : index
           %c3 = arith.constant 3 : index
           %false = arith.constant false
           %true = arith.constant true
           %r:2 = scf.for %i = %c0 to {bound} step %c1 iter_args(%y = %x, %own = {init}) -> (memref<16xi8>, i1) {{
             %b = memref.alloc() : memref<16xi8>
             scf.if %own {{
               memref.dealloc %y : memref<16xi8>
             }}
             scf.yield %b, %true : memref<16xi8>, i1
           }}
           scf.if %r#1 {{
             memref.dealloc %r#0 : memref<16xi8>
           }}
           return
         }}"
    )
}

#[test]
fn ownership_indicators_decide_what_an_iteration_frees() {
    check(&carried("%c0", "%false"), &[(0, Some(0))]);
    check(&carried("%c1", "%false"), &[(16, Some(16))]);
    check(&carried("%c3", "%false"), &[(32, Some(32))]);
    check(&carried("%n", "%false"), &[(0, Some(32))]);
    // If the loop owns the initial buffer, the first iteration also frees, and the load falls below that of the entry.
    check(&carried("%c1", "%true"), &[(16, Some(16))]);
    check(&carried("%n", "%o"), &[(0, Some(32))]);
    // An indicator that is always false frees nothing.
    let leaks = carried("%n", "%false").replace("%b, %true", "%b, %false");
    check(&leaks, &[(0, None)]);
}

#[test]
fn while_loops_pass_indicators_to_both_regions_and_out() {
    check(
        "func.func @f(%x: memref<16xi8>, %c: i1) {
           %false = arith.constant false
           %true = arith.constant true
           %r:2 = scf.while (%y = %x, %own = %false) : (memref<16xi8>, i1) -> (memref<16xi8>, i1) {
             scf.condition(%c) %y, %own : memref<16xi8>, i1
           } do {
           ^bb0(%y: memref<16xi8>, %own: i1):
             scf.if %own {
               memref.dealloc %y : memref<16xi8>
             }
             %b = memref.alloc() : memref<16xi8>
             scf.yield %b, %true : memref<16xi8>, i1
           }
           scf.if %r#1 {
             memref.dealloc %r#0 : memref<16xi8>
           }
           return
         }",
        &[(0, Some(16))],
    );
}

#[test]
fn conditions_that_are_used_again_decide_the_same() {
    let program = |second: &str| {
        format!(
            "func.func @f(%c: i1, %d: i1, %n: index) {{
               %c0 = arith.constant 0 : index
               %c1 = arith.constant 1 : index
               %true = arith.constant true
               %not = arith.xori %c, %true : i1
               scf.for %i = %c0 to %n step %c1 {{
                 %a = memref.alloc() : memref<16xi8>
                 scf.if {second} {{
                   memref.dealloc %a : memref<16xi8>
                 }}
                 scf.if %c {{
                 }} else {{
                   memref.dealloc %a : memref<16xi8>
                 }}
               }}
               return
             }}"
        )
    };
    check(&program("%c"), &[(0, Some(16))]);
    // Two conditions may differ, so some iterations free nothing.
    check(&program("%d"), &[(0, None)]);
}

/// The block of a loop frees by an indicator that its predecessors pass.
#[test]
fn blocks_pass_indicators() {
    check(
        "func.func @f(%x: memref<16xi8>, %c: i1) {
           %false = arith.constant false
           %true = arith.constant true
           cf.br ^body(%x, %false : memref<16xi8>, i1)
         ^body(%y: memref<16xi8>, %own: i1):
           %b = memref.alloc() : memref<16xi8>
           scf.if %own {
             memref.dealloc %y : memref<16xi8>
           }
           cf.cond_br %c, ^body(%b, %true : memref<16xi8>, i1), ^end
         ^end:
           memref.dealloc %b : memref<16xi8>
           return
         }",
        &[(16, Some(32))],
    );
}

/// What a function without a body may free need not be there any more.
#[test]
fn declared_functions_may_free() {
    let text = |declared: &str| {
        format!(
            "func.func private @use(memref<4xf32>{declared})
             func.func @f() {{
               %a = memref.alloc() : memref<4xf32>
               call @use(%a) : (memref<4xf32>) -> ()
               %b = memref.alloc() : memref<4xf32>
               call @use(%b) : (memref<4xf32>) -> ()
               return
             }}"
        )
    };
    check(&text(""), &[(32, Some(32))]);
    check(&text(" {memplan.frees}"), &[(16, Some(32))]);
    check(&text(" {memplan.captures}"), &[(16, Some(32))]);
}
