//! `copies-to-dma`: copies between memories run beside the program.
//!
//! ```text
//! memref.copy %a, %b : A to B        memref.dma_start %a[%c0], %b[%c0], %n, %tag[%c0] : A, B, memref<1xi32>
//! ...                          =>    ...
//!                                    memref.dma_wait %tag[%c0], %n : memref<1xi32>
//! reads %b                           reads %b
//! ```
//!
//! A copy is replaced if source and target are in different memory spaces, have the identity layout and a static shape,
//! and nothing around it runs several times at once. The program waits in front of the first operation of the block
//! that may touch the target, or write or free the source: at the latest in front of the last operation. Each copy of a
//! function has its own tag, in one buffer on the stack.
//!
//! Run it after buffers are merged and freed: an operation that starts a copy keeps the buffers for longer than it
//! runs, so later passes leave them alone.
//!
//! Cost: near-linear in the operations, and for each copy at most [`MAX_AHEAD`] operations.

use memplan_memory_model::{Access, MemoryModel};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{function_around, runs_alone};
use memplan_mlir::passes::{Anchor, Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::text::space_name;
use memplan_mlir::{MemRefType, Module, OpId, OpSpec, TypeKind, ValueId, names};
use rustc_hash::FxHashMap;

/// The program waits for a copy after at most so many operations.
const MAX_AHEAD: usize = 1000;

/// The pass `copies-to-dma`: replaces copies between memory spaces by `memref.dma_start` and, as late as possible in
/// the block, `memref.dma_wait`.
#[derive(Clone, Copy, Debug, Default)]
pub struct CopiesToDma;

impl Pass for CopiesToDma {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "copies-to-dma",
            aliases: &[],
            summary: "Runs copies between memory spaces beside the program.",
            cost: "near-linear in the operations, and 1000 operations for each copy",
            source: "own",
        }
    }

    fn anchor(&self) -> Anchor {
        Anchor::Module
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        copies_to_dma(m, root);
        Ok(())
    }
}

/// A copy to replace.
struct Copy {
    op: OpId,
    /// In front of which the program waits.
    wait_at: OpId,
    n_elements: i64,
}

/// Replaces copies between memory spaces, as [`CopiesToDma`] does. Returns how many.
pub fn copies_to_dma(m: &mut Module, root: OpId) -> usize {
    let copies: Vec<OpId> = m
        .walk(root)
        .filter(|&op| m.is_kernel(op, Kernel::Copy))
        .collect();
    if copies.is_empty() {
        return 0;
    }
    let mut model = MemoryModel::new(m);
    // All places are decided before anything changes: to start a copy does not touch more than the copy itself.
    let mut of_function: Vec<(OpId, Vec<Copy>)> = Vec::new();
    for op in copies {
        let Some(function) = function_around(m, op) else {
            continue;
        };
        let Some(copy) = copy(m, &mut model, op) else {
            continue;
        };
        match of_function.last_mut() {
            Some((last, copies)) if *last == function => copies.push(copy),
            _ => of_function.push((function, vec![copy])),
        }
    }
    let mut n_replaced = 0;
    for (function, copies) in of_function {
        n_replaced += copies.len();
        replace(m, function, &copies);
    }
    n_replaced
}

/// The type of a memref that one transfer can move.
fn plain(m: &Module, value: ValueId) -> Option<&MemRefType> {
    match m.value_type_kind(value) {
        TypeKind::MemRef(ty) if ty.layout.is_none() => Some(ty),
        _ => None,
    }
}

fn copy(m: &Module, model: &mut MemoryModel, op: OpId) -> Option<Copy> {
    let &[source, target] = m.operands(op) else {
        return None;
    };
    let (from, to) = (plain(m, source)?, plain(m, target)?);
    let n_elements = m.ctx.n_elements(m.value_type(source))?;
    let n_elements = i64::try_from(n_elements).ok().filter(|&n| n != 0)?;
    let around = m.ancestors(op);
    let mut around = around.take_while(|&ancestor| !m.has_trait(ancestor, Traits::FUNCTION));
    if space_name(&m.ctx, from) == space_name(&m.ctx, to)
        || from.shape != to.shape
        || !around.all(|ancestor| runs_alone(m, ancestor))
    {
        return None;
    }
    let mut wait_at = m.next_op(op)?;
    for _ in 0..MAX_AHEAD {
        let Some(next) = m.next_op(wait_at) else {
            break; // a terminator
        };
        if model.may_touch(m, wait_at, target, Access::TOUCH)
            || model.may_touch(m, wait_at, source, Access::CHANGE)
        {
            break;
        }
        wait_at = next;
    }
    Some(Copy {
        op,
        wait_at,
        n_elements,
    })
}

fn replace(m: &mut Module, function: OpId, copies: &[Copy]) {
    let body = m.regions(function).first().copied();
    let entry = body.and_then(|body| m.first_block(body));
    let Some(first) = entry.and_then(|entry| m.first_op(entry)) else {
        return;
    };
    let index = m.ctx.index_type();
    let i32 = m.ctx.int_type(32);
    let tags = m.ctx.ty(TypeKind::MemRef(MemRefType {
        shape: [copies.len() as i64].into_iter().collect(),
        element: i32,
        layout: None,
        space: None,
    }));
    let spec = OpSpec::new(m.ctx.op_name("memref.alloca")).results(&[tags]);
    let alloca = m.create_before(first, spec);
    let Some(tag) = m.result(alloca, 0) else {
        return;
    };
    let mut constants: FxHashMap<i64, ValueId> = FxHashMap::default();
    let mut constant = |m: &mut Module, value: i64| {
        *constants.entry(value).or_insert_with(|| {
            let attr = m.ctx.index_attr(value);
            let spec = OpSpec::new(m.ctx.op_name("arith.constant"));
            let spec = spec.results(&[index]).prop(names::VALUE, attr);
            let op = m.create_before(alloca, spec);
            m.result(op, 0)
                .unwrap_or_else(|| unreachable!("made with one result"))
        })
    };
    for (number, copy) in (0..).zip(copies) {
        let &[source, target] = m.operands(copy.op) else {
            continue;
        };
        let zero = constant(m, 0);
        let count = constant(m, copy.n_elements);
        let place = constant(m, number);
        let rank = m.ctx.shape(m.value_type(source)).map_or(0, <[i64]>::len);
        let mut operands = Vec::new();
        for value in [source, target] {
            operands.push(value);
            operands.extend(std::iter::repeat_n(zero, rank));
        }
        operands.extend([count, tag, place]);
        let start = OpSpec::new(m.ctx.op_name("memref.dma_start")).operands(&operands);
        m.create_before(copy.op, start);
        let wait = OpSpec::new(m.ctx.op_name("memref.dma_wait")).operands(&[tag, place, count]);
        let wait = wait.located_at(m, copy.op);
        let wait = m.create_op(wait);
        m.insert_before(copy.wait_at, wait);
        m.erase(copy.op);
    }
}
