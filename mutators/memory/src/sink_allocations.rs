//! `sink-allocations`: allocates each buffer right before its first use.
//!
//! Bufferization allocates at the top of a block. A program that frees each buffer separately then holds a buffer
//! before it needs it. Allocations, and views on the way to the first use, move down within their block.

use memplan_mlir::{Module, OpId};

use crate::rewrite::Rewrite;
use memplan_memory_model::{first_use, is_placeable, sink};

/// Maximum number of operations that are inspected to decide whether an operation sinks.
const MAX_NEIGHBOURS: usize = 64;

/// The pass `sink-allocations`.
pub const SINK_ALLOCATIONS: Rewrite = Rewrite {
    name: "sink-allocations",
    summary: "Allocates each buffer right before its first use.",
    cost: "linear in the operations and uses, times the depth of their nesting",
    rewrite: |m, root, analyses| {
        let has_moved = sink_allocations(m, root);
        if has_moved {
            analyses.operations_moved();
        }
        has_moved
    },
};

/// Moves allocations and views below `root` to their first uses. Returns whether any moved.
pub fn sink_allocations(m: &mut Module, root: OpId) -> bool {
    let gives_buffer = |op: OpId| m.results(op).any(|result| m.is_memref(result));
    let all = m
        .walk(root)
        .filter(|&op| gives_buffer(op) && is_placeable(m, op));
    let all: Vec<OpId> = all.collect();
    let mut has_changed = false;
    // Move views before their sources: the first use of a source may be a view.
    for &op in all.iter().rev() {
        if is_early(m, op) {
            sink(m, op);
            has_changed = true;
        }
    }
    has_changed
}

/// Whether an operation that is not [placeable](is_placeable) is between an operation and its first use, so that
/// sinking shortens a lifetime. Also true if there are more than [`MAX_NEIGHBOURS`] operations in between.
fn is_early(m: &Module, op: OpId) -> bool {
    let Some(first) = first_use(m, op) else {
        return false;
    };
    let next = std::iter::successors(m.next_op(op), |&next| m.next_op(next));
    let between = next.take_while(|&next| next != first);
    let mut between = between.enumerate();
    between.any(|(at, next)| at == MAX_NEIGHBOURS || !is_placeable(m, next))
}
