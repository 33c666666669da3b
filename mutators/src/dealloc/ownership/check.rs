//! Checks that reject functions the pass cannot handle, before it changes anything.

use memplan_memory_model::{allocated, freed};
use memplan_mlir::dialects::{Effects, RegionFlow, Traits};
use memplan_mlir::interfaces::{
    SuccessorOperands, allocates, callee, effects, frees, function_around, has_region_flow,
    is_manually_freed, is_plain_dealloc, region_exits, successor_operands, touches_memrefs,
};
use memplan_mlir::{Module, OpId, ValueId};

use super::ExistingDeallocs;
use crate::dealloc::DeallocError;

/// Operations that free buffers, except those marked `bufferization.manual_deallocation`.
pub(super) fn existing_frees(m: &Module, function: OpId) -> Vec<OpId> {
    m.walk(function)
        .filter(|&op| !freed(m, op).is_empty() && !is_manually_freed(m, op))
        .collect()
}

/// A detached operation and its position.
#[derive(Debug)]
pub(super) struct Stripped {
    pub(super) op: OpId,
    next: OpId,
}

/// Detaches operations that only free a buffer.
pub(super) fn strip(m: &mut Module, function: OpId) -> Vec<Stripped> {
    let mut stripped = Vec::new();
    for op in existing_frees(m, function) {
        if let Some(next) = m.next_op(op).filter(|_| is_plain_dealloc(m, op)) {
            m.detach(op);
            stripped.push(Stripped { op, next });
        }
    }
    stripped
}

/// Reinserts detached operations.
pub(super) fn restore(m: &mut Module, stripped: Vec<Stripped>) {
    for Stripped { op, next } in stripped.into_iter().rev() {
        m.insert_before(next, op);
    }
}

/// The terminators through which control returns to the caller.
pub(super) fn returns(m: &Module, function: OpId) -> Vec<OpId> {
    let regions = m.regions(function).iter();
    regions
        .flat_map(|&region| region_exits(m, region))
        .filter(|&op| m.has_trait(op, Traits::RETURN_LIKE))
        .collect()
}

/// Reports all unsupported operations of a function. Linear.
pub(super) fn function(
    m: &Module,
    function: OpId,
    existing: ExistingDeallocs,
    errors: &mut Vec<DeallocError>,
) {
    for op in m.walk(function) {
        if op == function || function_around(m, op) != Some(function) {
            continue;
        }
        let rejections = [
            unknown_effects(m, op),
            unknown_regions(m, op),
            unknown_terminator(m, op),
            parallel_insertion(m, op),
            foreign_allocation(m, op),
            reallocation(m, op, existing),
            deferred_result(m, op),
        ];
        errors.extend(rejections.into_iter().flatten());
    }
}

fn unknown_effects(m: &Module, op: OpId) -> Option<DeallocError> {
    let is_known = effects(m, op).is_some()
        || callee(m, op).is_some()
        || m.def(op)
            .is_some_and(|def| !matches!(def.effects, Effects::Unknown));
    let is_end = m.has_trait(op, Traits::TERMINATOR);
    let concerns_us = touches_memrefs(m, op) || !m.regions(op).is_empty();
    if is_known || is_end || !concerns_us {
        return None;
    }
    let message = format!(
        "the memory effects of `{}` are unknown: it may allocate, keep or free buffers",
        m.op_name_text(op)
    );
    Some(DeallocError::new(op, "unknown-effects", message))
}

fn unknown_regions(m: &Module, op: OpId) -> Option<DeallocError> {
    if m.regions(op).is_empty()
        || m.has_trait(op, Traits::ISOLATED_FROM_ABOVE)
        || !touches_memrefs(m, op)
    {
        return None;
    }
    // Ownership flags cannot be added beside values whose control flow is computed by a hook.
    let is_hook = matches!(m.def(op).map(|def| def.flow), Some(RegionFlow::Hook(_)));
    if !has_region_flow(m, op) || is_hook {
        let has_values = m.results(op).any(|result| m.is_memref(result)) || {
            let entries = m.regions(op).iter().filter_map(|&r| m.first_block(r));
            let mut args = entries.flat_map(|block| m.block_args(block).iter());
            args.any(|&arg| m.is_memref(arg))
        };
        if has_values || m.regions(op).len() > 1 {
            let message = format!(
                "the control flow through the regions of `{}` is unknown, so ownership inside cannot be computed",
                m.op_name_text(op)
            );
            return Some(DeallocError::new(op, "unknown-regions", message));
        }
    }
    let has_end = m.regions(op).iter().all(|&region| {
        m.blocks(region).all(|block| {
            m.last_op(block)
                .is_some_and(|last| m.has_trait(last, Traits::TERMINATOR) || m.def(last).is_none())
        })
    });
    if has_end {
        return None;
    }
    let message = format!("a block of `{}` has no terminator", m.op_name_text(op));
    Some(DeallocError::new(op, "no-terminator", message))
}

fn unknown_terminator(m: &Module, op: OpId) -> Option<DeallocError> {
    let is_unknown = (0..m.successors(op).len()).any(|index| {
        let target = m.successors(op)[index];
        let has_memrefs = m.block_args(target).iter().any(|&arg| m.is_memref(arg));
        has_memrefs && successor_operands(m, op, index) == SuccessorOperands::Unknown
    });
    let has_branches = m.def(op).is_some_and(|def| !def.branch.is_empty());
    let hands_buffers = m.operands(op).iter().any(|&v| m.is_memref(v));
    if !is_unknown && (m.successors(op).is_empty() || has_branches || !hands_buffers) {
        return None;
    }
    let message = format!(
        "the operands that `{}` passes to its successors are unknown",
        m.op_name_text(op)
    );
    Some(DeallocError::new(op, "unknown-terminator", message))
}

fn parallel_insertion(m: &Module, op: OpId) -> Option<DeallocError> {
    let combines = m.has_trait(op, Traits::TERMINATOR) && m.has_trait(op, Traits::GRAPH_REGION);
    let is_empty = m.regions(op).iter().all(|&region| {
        m.first_block(region)
            .is_none_or(|block| m.first_op(block).is_none())
    });
    if !combines || is_empty {
        return None;
    }
    let message = "this operation inserts into tensors in parallel: bufferize the program first";
    Some(DeallocError::new(op, "parallel-insertion", message))
}

fn foreign_allocation(m: &Module, op: OpId) -> Option<DeallocError> {
    if !m.has_trait(op, Traits::FREED_BY_DIALECT) || is_manually_freed(m, op) {
        return None;
    }
    if allocated(m, op).is_empty() {
        return None;
    }
    let message = format!(
        "buffers of `{}` are freed by an operation of its dialect: free this one explicitly, and mark \
         both operations with `bufferization.manual_deallocation`",
        m.op_name_text(op)
    );
    Some(DeallocError::new(op, "foreign-allocation", message))
}

/// A reallocation either frees its operand or returns it. Which buffer must be freed afterwards is
/// known only after its expansion, unless the program frees the result.
fn reallocation(m: &Module, op: OpId, existing: ExistingDeallocs) -> Option<DeallocError> {
    if is_manually_freed(m, op) || freed(m, op).is_empty() {
        return None;
    }
    let mut results = m.results(op).filter(|&result| allocates(m, op, result));
    let is_stripped = existing == ExistingDeallocs::Strip;
    let is_left =
        |result: ValueId| is_stripped || !m.uses(result).any(|(user, _)| frees(m, user, result));
    if !results.any(is_left) {
        return None;
    }
    let message = format!(
        "`{}` either frees or returns its operand, so ownership of the result is unknown: run \
         `expand-realloc` first",
        m.op_name_text(op)
    );
    Some(DeallocError::new(op, "realloc", message))
}

/// A buffer returned by deferred work has no owner until it is awaited, and may be awaited any number
/// of times.
fn deferred_result(m: &Module, op: OpId) -> Option<DeallocError> {
    let is_handed_out = m.has_trait(op, Traits::RETURN_LIKE)
        && m.operands(op).iter().any(|&value| m.is_memref(value));
    let parent = m.parent(op).filter(|_| is_handed_out)?;
    if !m.has_trait(parent, Traits::RUNS_LATER) {
        return None;
    }
    let message = format!(
        "`{}` returns a buffer that may be awaited any number of times, so it has no single owner: \
         write into a buffer from outside instead",
        m.op_name_text(op)
    );
    Some(DeallocError::new(op, "deferred-result", message))
}
