//! `carry-in-place`: gives each buffer that a loop carries one allocation before the loop.
//!
//! A loop that yields a new buffer in each iteration holds two at once. Which of them the loop owns may be known only
//! at run time, so no planner can place them. Instead, one allocation before the loop holds the current value,
//! and what an iteration yields is copied to it at the end. The allocations of the body stay there, and the loop no
//! longer carries a buffer. Pairs of buffers to which iterations write alternately become allocations of the body
//! first.
//!
//! What `scf.for` and `scf.while` carry is divided into *values*: names that hold the same buffer whenever two of them
//! are in scope. A value is replaced if
//!
//! - its type is a memref of static shape with the identity layout;
//! - each buffer that becomes it is allocated in the loop, or is a view of such an allocation, and has no other name;
//! - the initial buffer belongs to the loop alone, and becomes the allocation; or it is copied, because neither the
//!   value nor the initial buffer is written while both have names, and the loop certainly has two iterations.
//!
//! A loop that starts with a buffer of others holds nothing before its first iteration and one buffer after it, so an
//! allocation before the loop would raise the peak of runs with fewer iterations. Functions that free buffers or have
//! asynchronous operations are not changed.

mod turns;
mod value;

use memplan_memory_model::{Memory, frees_its_buffers};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{runs_later, viewed_buffer};
use memplan_mlir::rewrite::Rewriter;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{BlockId, CloneMap, Module, OpId, OpSpec, ValueId};
use memplan_support::Sort;

use crate::rewrite::Rewrite;
use turns::take_no_turns;
use value::{Begin, Carried, carried};

/// The pass `carry-in-place`.
pub const CARRY_IN_PLACE: Rewrite = Rewrite {
    name: "carry-in-place",
    summary: "Allocates each buffer that a loop carries once, in front of the loop.",
    cost: "near-linear in the program, for each loop that carries buffers",
    rewrite: |m, root, analyses| {
        let has_changed = carry_in_place(m, root);
        if has_changed {
            analyses.forget();
        }
        has_changed
    },
};

/// Gives each buffer that a loop below `root` carries one allocation before the loop. Returns whether there were any.
pub fn carry_in_place(m: &mut Module, root: OpId) -> bool {
    let mut facts = None;
    let mut has_changed = false;
    for op in loops(m, root) {
        let memory = facts.get_or_insert_with(|| Memory::new(m));
        let alternating = take_no_turns(m, memory, op);
        if !alternating.is_empty() {
            *memory = Memory::new(m);
        }
        let values = carried(m, memory, op);
        if !alternating.is_empty() || !values.is_empty() {
            facts = None;
        }
        for turn in alternating {
            let mut sources = values.iter().flat_map(|value| &value.sources);
            let is_kept = sources.any(|&(_, source)| turn.is(m, viewed_buffer(m, source)));
            turn.settle(m, is_kept);
        }
        if values.is_empty() {
            continue;
        }
        has_changed = true;
        let body = m.regions(op).last().and_then(|&body| m.first_block(body));
        for value in values {
            replace(m, op, &value);
        }
        if let Some(body) = body {
            drop_names(m, body);
        }
    }
    has_changed
}

/// The loops that carry buffers. Inner ones come first: their results are buffers of the outer ones then.
fn loops(m: &Module, root: OpId) -> Vec<OpId> {
    let functions = m.walk(root).filter(|&op| m.has_trait(op, Traits::FUNCTION));
    let functions: Vec<OpId> = functions
        .filter(|&function| {
            !frees_its_buffers(m, function) && !m.walk(function).any(|op| runs_later(m, op))
        })
        .collect();
    let is_loop = |op: OpId| m.is_kernel(op, Kernel::For) || m.is_kernel(op, Kernel::While);
    let carries = |op: OpId| m.operands(op).iter().any(|&operand| m.is_memref(operand));
    let mut by_depth: Vec<(usize, OpId)> = functions
        .iter()
        .flat_map(|&function| m.walk(function))
        .filter(|&op| {
            is_loop(op) && (carries(op) || m.results(op).any(|result| m.is_memref(result)))
        })
        .map(|op| (m.ancestors(op).count(), op))
        .collect();
    by_depth.sort_stable_by_key(|&(depth, _)| std::cmp::Reverse(depth));
    by_depth.into_iter().map(|(_, op)| op).collect()
}

/// Replaces the names by the allocation, and inserts the copies to it.
fn replace(m: &mut Module, op: OpId, value: &Carried) {
    let buffer = match value.begin {
        Begin::Own(buffer) => buffer,
        Begin::Copy(_) | Begin::Nothing => {
            let alloc = m.clone_op(value.pattern, &mut CloneMap::default());
            m.insert_before(op, alloc);
            let Some(buffer) = m.result(alloc, 0) else {
                unreachable!("an allocation has a result");
            };
            m.set_value_type(buffer, value.ty);
            buffer
        }
    };
    if let Begin::Copy(initial) = value.begin {
        copy(m, op, initial, buffer);
    }
    for &(exit, source) in &value.sources {
        copy(m, exit, source, buffer);
    }
    for &(via, operand) in &value.places {
        m.set_operand(via, operand, buffer);
    }
    for &name in &value.names {
        m.replace_all_uses(name, buffer);
    }
}

/// Copies a buffer before an operation.
fn copy(m: &mut Module, anchor: OpId, from: ValueId, to: ValueId) {
    let name = m.ctx.op_name("memref.copy");
    m.create_before(anchor, OpSpec::new(name).operands(&[from, to]));
}

/// Removes what the loop around a block carries unchanged: results first, then initial values.
fn drop_names(m: &mut Module, body: BlockId) {
    let mut rewriter = Rewriter::new(m);
    for _ in 0..4 {
        let Some(op) = rewriter.m.block_parent(body) else {
            return;
        };
        let simplify = rewriter.m.def(op).and_then(|def| def.canonical);
        if !simplify.is_some_and(|simplify| simplify(&mut rewriter, op)) {
            return;
        }
    }
}
