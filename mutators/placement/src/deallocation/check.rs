//! Checks that reject what the pass does not support, before it changes anything.

use memplan_memory_model::{allocated, freed};
use memplan_mlir::dialects::{RegionFlow, Traits};
use memplan_mlir::interfaces::{
    SuccessorOperands, frees, function_around, has_region_flow, is_manually_freed, passes_memrefs,
    runs_later, successor_operands, touches_memrefs,
};
use memplan_mlir::passes::PassError;
use memplan_mlir::text::Diagnostic;
use memplan_mlir::{Module, OpId, ValueId};

/// Why an operation is rejected.
struct Rejected {
    code: &'static str,
    message: String,
    help: Option<&'static str>,
}

/// Reports all unsupported operations of a function. Linear.
pub(super) fn function(m: &Module, function: OpId, errors: &mut Vec<Diagnostic>) {
    for op in m.walk(function) {
        // Only operations with regions, successors or memrefs need checks.
        let is_plain = m.regions(op).is_empty() && m.successors(op).is_empty();
        if is_plain && !touches_memrefs(m, op) {
            continue;
        }
        if op == function || function_around(m, op) != Some(function) {
            continue;
        }
        let rejections = [
            unknown_regions(m, op),
            unknown_terminator(m, op),
            foreign_allocation(m, op),
            reallocation(m, op),
            deferred(m, op),
        ];
        for rejected in rejections.into_iter().flatten() {
            let mut error = PassError::at(m, op, rejected.code, rejected.message);
            if let Some(help) = rejected.help {
                error = error.help(help);
            }
            if let PassError::Diagnostics(list) = error {
                errors.extend(list);
            }
        }
    }
}

fn unknown_regions(m: &Module, op: OpId) -> Option<Rejected> {
    let n_regions = m.regions(op).len();
    if n_regions == 0 || m.has_trait(op, Traits::ISOLATED_FROM_ABOVE) {
        return None;
    }
    let flow = m.def(op).map_or(RegionFlow::Unknown, |def| def.flow);
    let is_reduction = flow == RegionFlow::Parallel && passes_memrefs(m, op);
    let is_unknown = !has_region_flow(m, op)
        && (passes_memrefs(m, op) || (n_regions > 1 && touches_memrefs(m, op)));
    if !is_reduction && !is_unknown {
        return None;
    }
    Some(Rejected {
        code: "unknown-regions",
        message: format!(
            "the control flow through the regions of `{}` is unknown, so buffers that pass through them \
             cannot be freed",
            m.op_name_text(op)
        ),
        help: Some("declare its region flow in a dialect table"),
    })
}

fn unknown_terminator(m: &Module, op: OpId) -> Option<Rejected> {
    let is_unknown = (0..m.successors(op).len()).any(|index| {
        let target = m.successors(op)[index];
        let has_memrefs = m.block_args(target).iter().any(|&arg| m.is_memref(arg));
        has_memrefs && successor_operands(m, op, index) == SuccessorOperands::Unknown
    });
    is_unknown.then(|| Rejected {
        code: "unknown-terminator",
        message: format!(
            "the operands that `{}` passes to its successors are unknown",
            m.op_name_text(op)
        ),
        help: None,
    })
}

fn foreign_allocation(m: &Module, op: OpId) -> Option<Rejected> {
    if !m.has_trait(op, Traits::FREED_BY_DIALECT) || is_manually_freed(m, op) {
        return None;
    }
    let is_freed = |buffer: ValueId| m.uses(buffer).any(|(user, _)| frees(m, user, buffer));
    if allocated(m, op).into_iter().all(is_freed) {
        return None;
    }
    Some(Rejected {
        code: "foreign-allocation",
        message: format!(
            "the buffer of `{}` is not freed explicitly, and an operation of its dialect has to free it",
            m.op_name_text(op)
        ),
        help: Some("free it, or mark the allocation with `bufferization.manual_deallocation`"),
    })
}

/// A reallocation frees its operand. Where it may not run, the old buffer would leak.
fn reallocation(m: &Module, op: OpId) -> Option<Rejected> {
    let old = freed(m, op).first().copied()?;
    let mut new = allocated(m, op).into_iter();
    if new.len() == 0 {
        return None;
    }
    let is_freed = |buffer: ValueId| m.uses(buffer).any(|(user, _)| frees(m, user, buffer));
    let definer = m.defining_op(old);
    let is_certain = definer.is_some_and(|definer| {
        m.op_block(definer) == m.op_block(op) && allocated(m, definer).contains(&old)
    });
    if is_manually_freed(m, op) || is_certain || new.all(is_freed) {
        return None;
    }
    Some(Rejected {
        code: "realloc",
        message: format!(
            "`{}` frees a buffer that it may not own: whether the buffer is still live afterwards is known \
             at run time only",
            m.op_name_text(op)
        ),
        help: Some("run `expand-realloc{emit-deallocs=false}` first"),
    })
}

/// Work that runs until it is awaited uses its buffers after the operation that starts it.
fn deferred(m: &Module, op: OpId) -> Option<Rejected> {
    let may_use_buffers = touches_memrefs(m, op) || !m.regions(op).is_empty();
    if !runs_later(m, op) || !may_use_buffers {
        return None;
    }
    Some(Rejected {
        code: "deferred",
        message: format!(
            "`{}` may use buffers until it is awaited, which this pass does not follow",
            m.op_name_text(op)
        ),
        help: Some("use `ownership-based-buffer-deallocation`"),
    })
}
