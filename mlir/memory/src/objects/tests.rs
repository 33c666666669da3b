//! Tests of the accesses of operations.

use memplan_mlir::Module;
use memplan_mlir::dialects::{Assembly, Dialect, Effects, OpDef, Traits};
use memplan_mlir::text::{ParseOptions, parse};

use super::{Memory, ObjectId, ObjectKind};
use crate::MemoryModel;

static LATER: Dialect = Dialect {
    name: "later",
    ops: &[&[OpDef {
        name: "later.start",
        summary: "Starts work that continues after the operation.",
        assembly: Assembly::Format("{}"),
        effects: Effects::None,
        traits: Traits::RUNS_LATER,
        ..OpDef::EMPTY
    }]],
    ..Dialect::EMPTY
};

fn read(text: &str) -> Module {
    let dialects = memplan_dialects_extra::dialects().with(&[&LATER]).unwrap();
    let options = ParseOptions {
        dialects: Some(&dialects),
        ..ParseOptions::default()
    };
    match parse(text.as_bytes(), &options) {
        Ok(parsed) => parsed.module,
        Err(errors) => panic!("{errors:?}"),
    }
}

/// For each operation of the last function that touches memory: its name, and the objects in order, numbered by
/// their first values: `r` read, `w` written, `W` overwritten; `-` is the outside; `*` must stay in order.
fn check(text: &str, expected: &[&str]) {
    let m = read(text);
    let memory = Memory::new(&m);
    let function = m.ops(m.body().unwrap()).last().unwrap();
    let block = m.first_block(m.regions(function)[0]).unwrap();
    let shown = m.ops(block).filter_map(|op| {
        let touched = memory.touched(&m, op);
        let mut words = vec![m.op_name_text(op).into_owned()];
        for access in &touched.accesses {
            let name = match access.object {
                ObjectId::OUTSIDE => "-".to_owned(),
                object => object.index().to_string(),
            };
            let reads = if access.access.reads() { "r" } else { "" };
            words.push(format!(
                "{name}{reads}{}",
                match (access.access.overwrites_all(), access.access.changes()) {
                    (true, _) => "W",
                    (false, true) => "w",
                    (false, false) => "",
                }
            ));
        }
        if touched.is_ordered {
            words.push("*".to_owned());
        }
        (!touched.is_nothing()).then(|| words.join(" "))
    });
    assert_eq!(shown.collect::<Vec<_>>(), expected);
}

#[test]
fn views_and_whole_writes() {
    check(
        "func.func @f(%x: memref<4x8xf32>, %v: f32, %i: index) {
           %a = memref.alloc() : memref<4x8xf32>
           linalg.fill ins(%v : f32) outs(%a : memref<4x8xf32>)
           %flat = memref.collapse_shape %a [[0, 1]] : memref<4x8xf32> into memref<32xf32>
           %part = memref.subview %a[0, 0] [2, 8] [1, 1]
             : memref<4x8xf32> to memref<2x8xf32, strided<[8, 1]>>
           linalg.fill ins(%v : f32) outs(%flat : memref<32xf32>)
           linalg.fill ins(%v : f32) outs(%part : memref<2x8xf32, strided<[8, 1]>>)
           linalg.add ins(%x, %a : memref<4x8xf32>, memref<4x8xf32>) outs(%a : memref<4x8xf32>)
           memref.copy %a, %x : memref<4x8xf32> to memref<4x8xf32>
           %e = memref.load %flat[%i] : memref<32xf32>
           return
         }",
        &[
            "linalg.fill 1W",
            "linalg.fill 1W",
            "linalg.fill 1w",
            "linalg.add 2r 1rw",
            "memref.copy 1r 2W",
            "memref.load 1r",
        ],
    );
}

#[test]
fn calls_do_what_their_functions_do() {
    check(
        "func.func private @unknown(memref<8xf32>)
         func.func private @relu(%x: memref<8xf32>) -> memref<8xf32> {
           %new = memref.alloc() : memref<8xf32>
           memref.copy %x, %new : memref<8xf32> to memref<8xf32>
           return %new : memref<8xf32>
         }
         func.func private @same(%x: memref<8xf32>, %v: f32) -> (memref<8xf32>, memref<8xf32>) {
           %r = call @relu(%x) : (memref<8xf32>) -> memref<8xf32>
           linalg.fill ins(%v : f32) outs(%x : memref<8xf32>)
           return %r, %x : memref<8xf32>, memref<8xf32>
         }
         func.func @f(%v: f32) {
           %a = memref.alloc() : memref<8xf32>
           %r = call @relu(%a) : (memref<8xf32>) -> memref<8xf32>
           %s:2 = call @same(%r, %v) : (memref<8xf32>, f32) -> (memref<8xf32>, memref<8xf32>)
           linalg.fill ins(%v : f32) outs(%s#0 : memref<8xf32>)
           linalg.fill ins(%v : f32) outs(%s#1 : memref<8xf32>)
           call @unknown(%a) : (memref<8xf32>) -> ()
           linalg.fill ins(%v : f32) outs(%a : memref<8xf32>)
           return
         }",
        &[
            "func.call 2r -r",
            "func.call 6rw",
            "linalg.fill 7W",
            "linalg.fill 6w",
            "func.call *",
            "linalg.fill 2W -w",
        ],
    );
}

#[test]
fn regions_count_for_their_operation() {
    check(
        "func.func @f(%x: memref<8xf32>, %c: i1, %v: f32, %i: index) {
           %a = memref.alloc() : memref<8xf32>
           %b = memref.alloc() : memref<8xf32>
           %s = scf.if %c -> memref<8xf32> {
             memref.store %v, %a[%i] : memref<8xf32>
             scf.yield %a : memref<8xf32>
           } else {
             scf.yield %b : memref<8xf32>
           }
           linalg.fill ins(%v : f32) outs(%s : memref<8xf32>)
           cf.assert %c, \"no\"
           linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = [\"parallel\"]}
               outs(%b : memref<8xf32>) {
           ^bb0(%o: f32):
             %j = linalg.index 0 : index
             %e = memref.load %x[%j] : memref<8xf32>
             linalg.yield %e : f32
           }
           return
         }",
        &[
            "scf.if 1w",
            "linalg.fill 1w 2w",
            "cf.assert *",
            "linalg.generic 2W 3r",
        ],
    );
}

#[test]
fn a_buffer_that_may_be_a_global_is_outside_memory_too() {
    check(
        "memref.global @g : memref<8xf32> = uninitialized
         func.func private @pick(%c: i1) -> memref<8xf32> {
           %new = memref.alloc() : memref<8xf32>
           %g = memref.get_global @g : memref<8xf32>
           %one = arith.select %c, %new, %g : memref<8xf32>
           return %one : memref<8xf32>
         }
         func.func @f(%c: i1, %v: f32) {
           %a = memref.alloc() : memref<8xf32>
           %g = memref.get_global @g : memref<8xf32>
           %one = arith.select %c, %a, %g : memref<8xf32>
           linalg.fill ins(%v : f32) outs(%one : memref<8xf32>)
           %r = func.call @pick(%c) : (i1) -> memref<8xf32>
           linalg.fill ins(%v : f32) outs(%r : memref<8xf32>)
           return
         }",
        &["linalg.fill 2w -w", "linalg.fill -w"],
    );
}

#[test]
fn a_function_that_takes_a_pointer_exposes_its_argument_and_its_result() {
    check(
        "func.func private @take(%x: memref<8xf32>) -> index {
           %p = memref.extract_aligned_pointer_as_index %x : memref<8xf32> -> index
           return %p : index
         }
         func.func private @make() -> memref<8xf32> {
           %new = memref.alloc() : memref<8xf32>
           %p = memref.extract_aligned_pointer_as_index %new : memref<8xf32> -> index
           return %new : memref<8xf32>
         }
         func.func @f(%v: f32) {
           %a = memref.alloc() : memref<8xf32>
           %p = func.call @take(%a) : (memref<8xf32>) -> index
           %r = func.call @make() : () -> memref<8xf32>
           linalg.fill ins(%v : f32) outs(%r : memref<8xf32>)
           return
         }",
        &["func.call *", "linalg.fill -w"],
    );
}

#[test]
fn tensors_of_buffers_and_deferred_work_keep_their_order() {
    check(
        "func.func @f(%x: memref<8xf32>, %i: index) {
           %t = bufferization.to_tensor %x : memref<8xf32> to tensor<8xf32>
           %e = tensor.extract %t[%i] : tensor<8xf32>
           later.start
           return
         }",
        &[
            "bufferization.to_tensor 1r -r *",
            "tensor.extract *",
            "later.start *",
        ],
    );
}

#[test]
fn buffers_of_deferred_work_and_of_uncertain_deallocations_are_not_planned() {
    let m = read(
        "func.func @f(%c: i1, %x: memref<8xf32>, %v: f32) {
           %planned = memref.alloc() : memref<2xf32>
           %deferred = memref.alloc() : memref<8xf32>
           %token = async.execute {
             linalg.fill ins(%v : f32) outs(%deferred : memref<8xf32>)
             async.yield
           }
           async.await %token : !async.token
           linalg.fill ins(%v : f32) outs(%planned : memref<2xf32>)
           %freed = memref.alloc() : memref<8xf32>
           %one = arith.select %c, %freed, %x : memref<8xf32>
           memref.dealloc %one : memref<8xf32>
           return
         }",
    );
    let memory = Memory::new(&m);
    let heap = memory
        .objects
        .iter()
        .filter(|facts| facts.kind == ObjectKind::Heap);
    let planned: Vec<_> = heap.map(|facts| facts.planned_bytes).collect();
    assert_eq!(planned, [Some(8), None, None]);
}

#[test]
fn an_argument_that_nothing_overlaps_is_an_object_of_its_own() {
    let m = read(
        "func.func private @keep(memref<8xf32> {memplan.captures})
         func.func @f(%a: memref<8xf32> {memplan.noalias}, %b: memref<8xf32>, %c: memref<8xf32> {memplan.noalias}, %d: memref<8xf32>) {
           call @keep(%c) : (memref<8xf32>) -> ()
           return
         }",
    );
    let memory = Memory::new(&m);
    let mut model = MemoryModel::new(&m);
    let function = m.ops(m.body().unwrap()).last().unwrap();
    let arguments = m.block_args(m.first_block(m.regions(function)[0]).unwrap());
    let is_apart = arguments.iter().map(|&argument| {
        let object = memory.denoted(argument).objects().next().unwrap();
        memory.overlapping(object) == object
    });
    // Others may reach what was kept.
    let expected = [true, false, false, false];
    assert_eq!(is_apart.collect::<Vec<_>>(), expected);
    let &[a, b, c, d] = arguments else {
        panic!("{arguments:?}");
    };
    for (one, other, expected) in [
        (a, b, true),
        (b, a, true),
        (a, c, true),
        (b, d, false),
        (a, a, false),
    ] {
        assert_eq!(!model.may_share(&m, one, other), expected);
    }
}
