//! Questions about small programs that random ones seldom ask.

use memplan_mlir::text::parse;
use memplan_mlir::{Module, OpId};

use super::MemoryModel;
use crate::access::Access;
use crate::objects::Visibility;

fn read(text: &str) -> Module {
    match parse(text.as_bytes(), &memplan_dialects_extra::parse_options()) {
        Ok(parsed) => parsed.module,
        Err(errors) => panic!("{errors:?}"),
    }
}

/// The operations of the last function.
fn ops(m: &Module) -> Vec<OpId> {
    let function = m.ops(m.body().unwrap()).last().unwrap();
    m.ops(m.first_block(m.regions(function)[0]).unwrap())
        .collect()
}

#[test]
fn memory_is_seen_by_what_gets_a_name_of_it_or_by_anything() {
    let m = read(
        "memref.global \"private\" @kept : memref<4xf32> = uninitialized
         func.func private @unknown(memref<4xf32>)
         func.func private @keep(memref<4xf32> {memplan.captures})
         func.func @make() -> memref<4xf32> {
           %a = memref.alloc() : memref<4xf32>
           return %a : memref<4xf32>
         }
         func.func @make_and_keep() -> memref<4xf32> {
           %a = memref.alloc() : memref<4xf32>
           func.call @keep(%a) : (memref<4xf32>) -> ()
           return %a : memref<4xf32>
         }
         func.func @f(%x: memref<4xf32>) {
           %own = memref.alloc() : memref<4xf32>
           %lent = memref.alloca() : memref<4xf32>
           func.call @unknown(%lent) : (memref<4xf32>) -> ()
           %kept = memref.alloc() : memref<4xf32>
           func.call @keep(%kept) : (memref<4xf32>) -> ()
           %made = func.call @make() : () -> memref<4xf32>
           %shared = func.call @make_and_keep() : () -> memref<4xf32>
           %global = memref.get_global @kept : memref<4xf32>
           return
         }",
    );
    let ops = ops(&m);
    let of = |at: usize| m.result(ops[at], 0).unwrap();
    let argument = m.block_args(m.op_block(ops[0]).unwrap())[0];
    let model = MemoryModel::new(&m);
    let cases = [
        (of(0), Some(Visibility::Own), false),
        // The call is not listed among the accesses to the object, but gives it no name that stays.
        (of(1), Some(Visibility::Lent), false),
        (of(3), Some(Visibility::Kept), true),
        // The callee is known, and keeps nothing.
        (of(5), Some(Visibility::Own), false),
        (of(6), None, true),
        (of(7), None, true),
        // The caller may have other names.
        (argument, Some(Visibility::Own), true),
    ];
    for (value, visibility, is_seen) in cases {
        let object = model.objects().denoted(value).objects().next();
        let of_object = object.map(|object| model.objects().object(object).visibility);
        let answer = (of_object, model.is_seen_outside(&m, value));
        assert_eq!(answer, (visibility, is_seen), "{value:?}");
    }
}

/// A job writes a buffer until the program waits for it.
const DEFERRED: &str = "func.func @f(%x: memref<4xf32>) {
       %a = memref.alloc() : memref<4xf32>
       %b = memref.alloc() : memref<4xf32>
       %t = async.execute {
         memref.copy %x, %a : memref<4xf32> to memref<4xf32>
         async.yield
       }
       memref.copy %x, %b : memref<4xf32> to memref<4xf32>
       %n = arith.constant 0 : index
       async.await %t : !async.token
       %m = arith.constant 1 : index
       memref.dealloc %b : memref<4xf32>
       memref.dealloc %a : memref<4xf32>
       return
     }";

#[test]
fn deferred_work_counts_until_the_program_waits_for_it() {
    let m = read(DEFERRED);
    let ops = ops(&m);
    let [a, b] = [ops[0], ops[1]].map(|op| m.result(op, 0).unwrap());
    let mut model = MemoryModel::new(&m);
    let touch = Access::TOUCH;
    let touching = ops.iter().map(|&op| model.may_touch(&m, op, a, touch));
    let touching: Vec<bool> = touching.collect();
    let expected = [2, 5, 8].map(|at| ops[at]);
    let listed = ops.iter().zip(touching).filter(|at| at.1).map(|at| *at.0);
    assert_eq!(listed.collect::<Vec<_>>(), expected);
    // The job runs at any time until the wait.
    assert!(model.may_touch_between(&m, &[(a, touch)], ops[3], ops[5]));
    assert!(!model.may_touch_between(&m, &[(a, touch)], ops[5], ops[8]));
    assert!(!model.may_touch_between(&m, &[(b, touch)], ops[3], ops[5]));
}

#[test]
fn a_free_moves_up_to_the_last_use_and_the_last_wait() {
    let m = read(DEFERRED);
    let ops = ops(&m);
    let mut model = MemoryModel::new(&m);
    assert_eq!(model.earliest_free(&m, ops[7]), ops[4]);
    assert_eq!(model.earliest_free(&m, ops[8]), ops[6]);
    let [a, b] = [ops[0], ops[1]].map(|op| m.result(op, 0).unwrap());
    for (free, buffer) in [(ops[7], b), (ops[8], a)] {
        let freed = model.freed_by(&m, free).unwrap();
        let objects = model.objects().denoted(buffer).objects();
        assert_eq!(freed.to_vec(), objects.collect::<Vec<_>>());
    }
}

#[test]
fn an_operation_with_known_effects_touches_what_it_waits_for() {
    let m = read(
        "func.func @f(%x: memref<4xf32>) {
           %a = memref.alloc() : memref<4xf32>
           %b = gpu.alloc () : memref<4xf32>
           %s = gpu.wait async
           %t = gpu.memcpy async [%s] %a, %x : memref<4xf32>, memref<4xf32>
           gpu.dealloc [%t] %b : memref<4xf32>
           memref.dealloc %a : memref<4xf32>
           return
         }",
    );
    let ops = ops(&m);
    let a = m.result(ops[0], 0).unwrap();
    let mut model = MemoryModel::new(&m);
    assert!(model.may_touch(&m, ops[4], a, Access::READ));
    assert_eq!(model.earliest_free(&m, ops[5]), ops[5]);
}
