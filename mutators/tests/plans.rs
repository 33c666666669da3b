//! Plans that do not match their module: each is an error that leaves the module unchanged.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a failing test panics, and a skipped test prints a message"
)]

use crate::common::chain::read;
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{SlotDim, SlotNest, allocation, is_plain_dealloc, loop_dims};
use memplan_mlir::text::{PrintOptions, print};
use memplan_mlir::{BlockId, Module, OpId, ValueId};
use memplan_mutators::{
    ArenaKind, BufferRewrite, Fallback, MergeAlloc, MergeAllocOptions, MergePlan, Mutator,
    ScopeRewrite, find_mutator, mark_lifetime, mark_scope,
};
use memplan_planner::Bytes;

const TWO_BUFFERS: &str = "func.func @f(%x: f32, %n: index) {
  %a = memref.alloc() : memref<4xf32>
  memref.store %x, %a[%n] : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  %b = memref.alloc() {alignment = 32 : i64} : memref<4xf32>
  memref.store %x, %b[%n] : memref<4xf32>
  return
}
";

struct Case {
    module: Module,
    allocs: Vec<OpId>,
    deallocs: Vec<OpId>,
    plan: MergePlan,
}

impl Case {
    /// All allocations of a text, in order, in the first block of the first function.
    fn new(text: &str) -> Self {
        let module = read(text);
        let all = |found: &dyn Fn(OpId) -> bool| -> Vec<OpId> {
            module.walk(module.root()).filter(|&op| found(op)).collect()
        };
        let allocs = all(&|op| allocation(&module, op).is_some());
        let deallocs = all(&|op| is_plain_dealloc(&module, op));
        let function = module.ops_with_trait(Traits::FUNCTION)[0];
        let block = module.first_block(module.regions(function)[0]).unwrap();
        let buffers: Vec<BufferRewrite> = allocs
            .iter()
            .zip((0..).step_by(64))
            .map(|(&alloc, offset)| BufferRewrite::new(alloc, Bytes(offset), Bytes(16)))
            .collect();
        let scope = ScopeRewrite {
            block,
            before: None,
            memory_space: None,
            total: Bytes(64 * buffers.len() as u64),
            alignment: Bytes(64),
            callers_may_hold: None,
            base: None,
            buffers,
        };
        let plan = MergePlan {
            scopes: vec![scope],
            dead: Vec::new(),
        };
        let mut case = Self {
            module,
            allocs,
            deallocs,
            plan,
        };
        case.plan.scopes[0].buffers[0].site.deallocs = case.deallocs.clone();
        case
    }

    /// Code and message of the error that a change of the plan leads to.
    fn error(text: &str, change: impl FnOnce(&mut Self)) -> String {
        let mut case = Self::new(text);
        change(&mut case);
        let before = print(&case.module, &PrintOptions::default());
        let mutator = find_mutator("merge-alloc").unwrap();
        let result = mutator.apply(&mut case.module, &case.plan);
        let Err(error) = result else {
            return print(&case.module, &PrintOptions::default());
        };
        assert_eq!(print(&case.module, &PrintOptions::default()), before);
        let op = error.op.filter(|op| op.index() < case.module.op_count());
        let name = op.map_or("nothing".into(), |op| case.module.op_name_text(op));
        format!("[{}] {name}: {error}", error.kind.code())
    }

    fn scope(&mut self) -> &mut ScopeRewrite {
        &mut self.plan.scopes[0]
    }
}

#[test]
fn a_plan_of_another_module_is_noticed() {
    let stale = "the plan names an operation, block or value that is not in the module";
    let error = Case::error(TWO_BUFFERS, |case| {
        case.scope().buffers[0].site.alloc = OpId::from_index(4000);
    });
    assert_eq!(error, format!("[stale] nothing: {stale}"));
    let error = Case::error(TWO_BUFFERS, |case| {
        case.scope().block = BlockId::from_index(4000);
    });
    assert_eq!(error, format!("[stale] nothing: {stale}"));
    let error = Case::error(TWO_BUFFERS, |case| {
        let dealloc = case.deallocs[0];
        case.module.erase(dealloc);
    });
    assert_eq!(error, format!("[stale] memref.dealloc: {stale}"));
    let error = Case::error(TWO_BUFFERS, |case| {
        case.plan.dead.push(OpId::from_index(4000));
    });
    assert_eq!(error, format!("[stale] nothing: {stale}"));
    let error = Case::error(TWO_BUFFERS, |case| {
        case.scope().buffers[0].site.alloc = case.module.root();
    });
    assert_eq!(
        error,
        "[not-an-allocation] builtin.module: \
         expected an allocation with static size and ranked memref type"
    );
}

#[test]
fn allocations_of_dynamic_size_are_refused() {
    let text = "func.func @f(%n: index) {
      %a = memref.alloc(%n) : memref<?xf32>
      return
    }";
    assert_eq!(
        Case::error(text, |_| {}),
        "[not-an-allocation] memref.alloc: \
         expected an allocation with static size and ranked memref type"
    );
}

#[test]
fn nothing_is_used_twice() {
    let expected = "[used-twice] memref.alloc: the plan uses the operation twice";
    let error = Case::error(TWO_BUFFERS, |case| {
        let again = case.scope().buffers[0].clone();
        case.scope().buffers.push(again);
    });
    assert_eq!(error, expected);
    let error = Case::error(TWO_BUFFERS, |case| case.plan.dead.push(case.allocs[1]));
    assert_eq!(error, expected);
}

#[test]
fn buffers_fit_their_place() {
    let error = Case::error(TWO_BUFFERS, |case| case.scope().total = Bytes(79));
    assert_eq!(
        error,
        "[does-not-fit] memref.alloc: a buffer of 16 bytes at offset 64 exceeds the merged allocation of 79 bytes"
    );
    let error = Case::error(TWO_BUFFERS, |case| {
        case.scope().buffers[1].offset = Bytes(u64::MAX);
    });
    assert_eq!(
        error,
        "[does-not-fit] memref.alloc: \
         a buffer of 16 bytes at offset 18446744073709551615 exceeds the merged allocation of 128 bytes"
    );
    let error = Case::error(TWO_BUFFERS, |case| case.scope().total = Bytes(1 << 63));
    assert_eq!(
        error,
        "[too-large] func.func: \
         the merged allocation has 9223372036854775808 bytes, the limit is 2^63 - 1"
    );
    let error = Case::error(TWO_BUFFERS, |case| {
        case.scope().buffers[1].offset = Bytes(48)
    });
    assert_eq!(
        error,
        "[misaligned] memref.alloc: the buffer requires alignment 32, but its offset and the arena do not provide it"
    );
    let error = Case::error(TWO_BUFFERS, |case| case.scope().alignment = Bytes(16));
    assert_eq!(
        error,
        "[misaligned] memref.alloc: the buffer requires alignment 32, but its offset and the arena do not provide it"
    );
    let error = Case::error(TWO_BUFFERS, |case| case.scope().alignment = Bytes(0));
    assert_eq!(
        error,
        "[bad-alignment] func.func: alignment 0 is not a power of two up to 2^62"
    );
}

#[test]
fn memory_spaces_agree() {
    let text = "func.func @f() {
      %a = memref.alloc() : memref<4xf32, 1>
      return
    }";
    assert_eq!(
        Case::error(text, |_| {}),
        "[memory-space] memref.alloc: \
         the buffer is in another memory space than the merged allocation"
    );
}

#[test]
fn the_merged_allocation_dominates_its_buffers() {
    let expected = "[out-of-reach] memref.alloc: \
                    the block of the merged allocation does not dominate the buffer";
    let two_functions = "func.func @f() {
      %a = memref.alloc() : memref<4xf32>
      return
    }
    func.func @g() {
      %a = memref.alloc() : memref<4xf32>
      return
    }";
    assert_eq!(Case::error(two_functions, |_| {}), expected);
    let two_blocks = "func.func @f() {
      %a = memref.alloc() : memref<4xf32>
      cf.br ^next
    ^next:
      return
    }";
    let error = Case::error(two_blocks, |case| {
        let entry = case.scope().block;
        case.scope().block = case.module.next_block(entry).unwrap();
    });
    assert_eq!(error, expected);
    let error = Case::error(two_blocks, |case| {
        case.scope().before = case.module.next_op(case.allocs[0]);
    });
    assert_eq!(error, expected);
    let isolated = "func.func @f() {
      builtin.module {
        func.func @g() {
          %a = memref.alloc() : memref<4xf32>
          return
        }
      }
      return
    }";
    assert_eq!(Case::error(isolated, |_| {}), expected);
}

#[test]
fn strides_are_those_of_the_type() {
    let expected = "[bad-strides] memref.alloc: \
                    the strides of the plan are not those of a dense buffer of this shape";
    let with = |strides: &'static [i64]| {
        move |case: &mut Case| case.scope().buffers[0].site.strides = Some(strides.into())
    };
    let permuted = "func.func @f() {
      %a = memref.alloc() : memref<2x2xf32, strided<[1, 2]>>
      return
    }";
    assert_eq!(Case::error(permuted, |_| {}), expected);
    assert_eq!(Case::error(permuted, with(&[2, 1])), expected);
    let with_holes = "func.func @f() {
      %a = memref.alloc() : memref<2x2xf32, strided<[1, 3]>>
      return
    }";
    assert_eq!(Case::error(with_holes, with(&[1, 3])), expected);
    assert_eq!(Case::error(TWO_BUFFERS, with(&[1])), expected);
}

#[test]
fn slots_follow_loops_around_the_buffer() {
    let text = "func.func @f(%n: index, %k: i32) {
      scf.forall (%i) in (3) {
        %a = memref.alloc() : memref<4xf32>
      }
      scf.forall (%i) in (3) {
      }
      return
    }";
    let bad_slots = "[bad-slots] memref.alloc: \
                     slots require enclosing loops with induction variables of type `index` and positive steps";
    let loop_iv = |case: &Case, number: usize| {
        let loops = case.module.ops_with_trait(Traits::PARALLEL_REGION);
        loop_dims(&case.module, loops[number]).unwrap()[0].iv
    };
    let with = |choose: &dyn Fn(&Case) -> (ValueId, i64, u64)| {
        Case::error(text, |case| {
            let (iv, step, trip_count) = choose(case);
            let dim = SlotDim {
                iv,
                lower: 0,
                step,
                trip_count,
            };
            case.scope().buffers[0].site.slots = Some(SlotNest {
                dims: vec![dim],
                slot_bytes: 16,
            });
        })
    };
    assert_eq!(with(&|case| (loop_iv(case, 1), 1, 3)), bad_slots);
    assert_eq!(with(&|case| (loop_iv(case, 0), 0, 3)), bad_slots);
    assert_eq!(with(&|_| (ValueId::from_index(4000), 1, 3)), bad_slots);
    let i32_argument = |case: &Case| case.module.block_args(case.plan.scopes[0].block)[1];
    assert_eq!(with(&|case| (i32_argument(case), 1, 3)), bad_slots);
    assert_eq!(
        with(&|case| (loop_iv(case, 0), 1, 5)),
        "[does-not-fit] memref.alloc: a buffer of 16 bytes at offset 0 exceeds the merged allocation of 64 bytes"
    );
    assert!(with(&|case| (loop_iv(case, 0), 1, 4)).contains("arith.muli"));
}

#[test]
fn only_deallocations_and_dead_operations_go() {
    let not_removable =
        "the plan removes an operation that has uses or effects other than freeing a buffer";
    let error = Case::error(TWO_BUFFERS, |case| {
        let function = case.module.ops_with_trait(Traits::FUNCTION)[0];
        case.plan.dead.push(function);
    });
    assert_eq!(error, format!("[not-removable] func.func: {not_removable}"));
    let error = Case::error(TWO_BUFFERS, |case| {
        case.scope().buffers.pop();
        case.plan.dead.push(case.allocs[1]);
    });
    assert_eq!(
        error,
        format!("[not-removable] memref.alloc: {not_removable}")
    );
    let error = Case::error(TWO_BUFFERS, |case| {
        case.scope().buffers[0].site.deallocs.clear()
    });
    assert_eq!(
        error,
        "[dealloc-left] memref.dealloc: the plan keeps a deallocation of a buffer that it merges"
    );
}

#[test]
fn a_scope_without_buffers_or_bytes_changes_nothing() {
    for change in [
        |scope: &mut ScopeRewrite| scope.buffers.clear(),
        |scope: &mut ScopeRewrite| scope.total = Bytes(0),
    ] {
        let mut case = Case::new(TWO_BUFFERS);
        change(case.scope());
        let before = print(&case.module, &PrintOptions::default());
        let mutator = find_mutator("merge-alloc").unwrap();
        let report = mutator.apply(&mut case.module, &case.plan).unwrap();
        assert_eq!(report, Default::default());
        assert_eq!(print(&case.module, &PrintOptions::default()), before);
    }
}

#[test]
fn the_report_says_what_was_done_and_why_not_otherwise() {
    let run = |text: &str, arena: ArenaKind| {
        let mut case = Case::new(text);
        let options = MergeAllocOptions {
            arena,
            stack_limit: Bytes(127),
            ..MergeAllocOptions::default()
        };
        let mutator = MergeAlloc { options };
        let report = mutator.apply(&mut case.module, &case.plan).unwrap();
        assert_eq!((report.buffers_merged, report.deallocs_removed), (2, 1));
        assert_eq!(report.arenas[0].total, Bytes(128));
        (report.arenas[0].kind, report.arenas[0].fallback)
    };
    assert_eq!(run(TWO_BUFFERS, ArenaKind::Alloc), (ArenaKind::Alloc, None));
    assert_eq!(
        run(TWO_BUFFERS, ArenaKind::Global),
        (ArenaKind::Global, None)
    );
    assert_eq!(
        run(TWO_BUFFERS, ArenaKind::Alloca),
        (ArenaKind::Alloc, Some(Fallback::TooLargeForStack))
    );
    let recursive = TWO_BUFFERS.replace(
        "  return",
        "  func.call @f(%x, %n) : (f32, index) -> ()\n  return",
    );
    assert_eq!(
        run(&recursive, ArenaKind::Global),
        (ArenaKind::Alloc, Some(Fallback::Reentered))
    );
}

#[test]
fn marks_are_attributes_and_nothing_else() {
    let mut case = Case::new(TWO_BUFFERS);
    let function = case.module.ops_with_trait(Traits::FUNCTION)[0];
    mark_scope(&mut case.module, function, 0);
    mark_lifetime(&mut case.module, case.allocs[0], [0, 3, 5]);
    mark_lifetime(&mut case.module, case.allocs[1], [0, -2, -2]);
    let text = print(&case.module, &PrintOptions::default());
    assert!(
        text.contains("attributes {__mergealloc_scope = 0 : i64}"),
        "{text}"
    );
    assert!(
        text.contains("{__mergealloc_lifetime = array<i64: 0, 3, 5>}"),
        "{text}"
    );
    assert!(
        text.contains("{__mergealloc_lifetime = array<i64: 0, -2, -2>, alignment = 32 : i64}"),
        "{text}"
    );
}
