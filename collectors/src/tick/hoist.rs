//! Hoists allocations out of nests of parallel loops.
//!
//! An allocation in a parallel loop that a nested parallel loop uses is hoisted out of every
//! enclosing loop of the nest with constant bounds and steps. Iterations run concurrently, so each
//! gets a slot of its own, and the buffer is live while the outermost of these loops runs.

use memplan_memory_model::BufferEvent;
use memplan_mlir::dialects::RegionFlow;
use memplan_mlir::interfaces::{SlotDim, SlotNest, allocation_scope, loop_dims, runs_in_parallel};
use memplan_mlir::{Module, OpId};

use super::{Alloc, Collector};
use crate::Hoisting;

/// Maximum number of slots: more are not worth the memory, and sizes could overflow.
const MAX_SLOTS: u64 = 1 << 31;

impl Collector<'_> {
    /// Sets anchor and scope of every allocation that is hoisted. Walks the program only if some allocation is in a
    /// parallel loop.
    pub(super) fn hoist(&mut self) {
        let m = self.m;
        let is_candidate =
            |alloc: &Alloc<'_>| m.parent(alloc.facts.op).is_some_and(|op| is_forall(m, op));
        if self.options.hoisting == Hoisting::Forbidden || !self.allocs.iter().any(is_candidate) {
            return;
        }
        let mut is_used_inside = vec![false; self.allocs.len()];
        for function in self.timeline.functions() {
            for &op in &function.ops {
                self.events.visit(m, op, |value, event| {
                    if !matches!(event, BufferEvent::Access { .. }) {
                        return;
                    }
                    for &index in self.events.aliases.of(value) {
                        let alloc = &self.allocs[index as usize];
                        if !is_used_inside[index as usize] && is_candidate(alloc) {
                            is_used_inside[index as usize] = is_inside_nested(m, alloc, op);
                        }
                    }
                });
            }
        }
        for (alloc, is_used_inside) in self.allocs.iter_mut().zip(is_used_inside) {
            if is_used_inside && let Some(nest) = nest(m, alloc.facts.op) {
                alloc.anchor = nest.outermost;
                alloc.scope = allocation_scope(m, nest.outermost);
                alloc.hoist = Some(nest.slots);
            }
        }
    }
}

fn is_forall(m: &Module, op: OpId) -> bool {
    runs_in_parallel(m, op) && m.def(op).is_some_and(|def| def.flow == RegionFlow::Forall)
}

/// Whether an access is in a parallel loop in the block of the allocation.
fn is_inside_nested(m: &Module, alloc: &Alloc<'_>, access: OpId) -> bool {
    m.op_block(alloc.facts.op)
        .and_then(|block| m.ancestor_in_block(block, access))
        .is_some_and(|op| op != access && is_forall(m, op))
}

/// The loops that an allocation is hoisted from.
struct Nest {
    outermost: OpId,
    slots: SlotNest,
}

/// The loops that an allocation can be hoisted from; absent if there are none. The slot is set when the
/// size is known.
fn nest(m: &Module, alloc: OpId) -> Option<Nest> {
    let (mut outermost, mut n_slots) = (None, 1);
    let mut slots = SlotNest {
        dims: Vec::new(),
        slot_bytes: 0,
    };
    let mut scope = allocation_scope(m, alloc)?;
    while is_forall(m, scope) {
        let Some((dims, product)) = constant_dims(m, scope, n_slots) else {
            break;
        };
        n_slots = product;
        outermost = Some(scope);
        slots.dims.splice(0..0, dims);
        scope = allocation_scope(m, scope)?;
    }
    outermost.map(|outermost| Nest { outermost, slots })
}

/// The dimensions of a loop with constant bounds that runs at least once, and `slots` times its number of iterations.
fn constant_dims(m: &Module, op: OpId, mut slots: u64) -> Option<(Vec<SlotDim>, u64)> {
    let mut dims = Vec::new();
    for dim in loop_dims(m, op)? {
        let trip_count = dim.trip_count().filter(|&n| n > 0)?;
        slots = slots.checked_mul(trip_count).filter(|&n| n <= MAX_SLOTS)?;
        dims.push(SlotDim {
            iv: dim.iv,
            lower: dim.lower.constant()?,
            step: dim.step.constant()?,
            trip_count,
        });
    }
    Some((dims, slots))
}
