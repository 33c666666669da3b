//! Programs that the MLIR pass rejects.

use memplan_memory_model::Pending;
use memplan_mlir::dialects::{EffectKind, Effects, RegionFlow, Traits};
use memplan_mlir::interfaces::{
    SuccessorOperands, callee, effects, is_manually_freed, successor_operands, touches_memrefs,
};
use memplan_mlir::rewrite::Dealloc;
use memplan_mlir::{Module, OpId, RegionId};
use rustc_hash::FxHashMap;

use super::refusal;
use memplan_mutators::dealloc::DeallocError;

/// Looks at everything in a function.
pub(super) fn function(m: &Module, function: OpId, errors: &mut Vec<DeallocError>) {
    let has_loop = m
        .walk(function)
        .flat_map(|op| m.regions(op).iter().copied())
        .any(|region| has_cycle(m, region));
    if has_loop {
        errors.push(refusal(
            function,
            "cfg-loop",
            "only loops of structured control flow are supported",
        ));
        return;
    }
    for op in m.walk(function).skip(1) {
        if let Err((code, message)) = operation(m, op) {
            errors.push(refusal(op, code, message));
        }
        errors.extend(deferred_result(m, op));
    }
    // Buffers are freed where blocks end.
    let pending = Pending::new(m, function);
    let mut jobs = pending.jobs().peekable();
    while let Some(job) = jobs.next() {
        let op = pending.op(job);
        let end = m.op_block(op).and_then(|block| m.last_op(block));
        let runs_on = end.is_some_and(|end| pending.is_pending_after(end, job));
        let is_last = jobs.peek().is_none_or(|&next| pending.op(next) != op);
        if runs_on && is_last {
            errors.push(not_awaited(m, op));
        }
    }
}

fn has_cycle(m: &Module, region: RegionId) -> bool {
    let Some(entry) = m.first_block(region) else {
        return false;
    };
    if m.next_block(entry).is_none() {
        return m
            .last_op(entry)
            .is_some_and(|last| m.successors(last).contains(&entry));
    }
    // Depth-first from the entry: an edge to a block on the path closes a cycle.
    let mut on_path = FxHashMap::default();
    let mut path = vec![(entry, 0)];
    on_path.insert(entry, true);
    while let Some((block, edge)) = path.last_mut() {
        let successors = m.last_op(*block).map_or(&[][..], |last| m.successors(last));
        let Some(&target) = successors.get(*edge) else {
            on_path.insert(*block, false);
            path.pop();
            continue;
        };
        *edge += 1;
        match on_path.get(&target) {
            Some(true) => return true,
            Some(false) => {}
            None => {
                on_path.insert(target, true);
                path.push((target, 0));
            }
        }
    }
    false
}

/// The flow through regions as upstream declares it: bodies that compute elements declare none.
pub(super) fn has_region_flow(m: &Module, op: OpId) -> bool {
    m.def(op).is_some_and(|def| {
        !matches!(
            def.flow,
            RegionFlow::Unknown | RegionFlow::None | RegionFlow::Elementwise
        )
    })
}

type Refused = (&'static str, &'static str);

fn operation(m: &Module, op: OpId) -> Result<(), Refused> {
    if Dealloc::of(m, op).is_some() {
        return Err((
            "existing-dealloc",
            "no `bufferization.dealloc` may be there already",
        ));
    }
    let is_two_way = is_two_way_branch(m, op);
    if is_two_way || memplan_mlir::interfaces::is_select_like(m, op) {
        return Ok(());
    }
    let list = effects(m, op);
    let has =
        |kind: &dyn Fn(EffectKind) -> bool| list.iter().flatten().any(|effect| kind(effect.kind));
    let frees = list.iter().flatten().any(|effect| {
        effect.kind == EffectKind::Free && effect.value.is_some_and(|value| m.is_memref(value))
    });
    if frees && !is_manually_freed(m, op) {
        return Err((
            "existing-dealloc",
            "memory is freed here already, and not marked `bufferization.manual_deallocation`",
        ));
    }
    let is_recursive = m
        .def(op)
        .is_some_and(|def| matches!(def.effects, Effects::Recursive));
    if list.is_none() && !is_recursive && callee(m, op).is_none() {
        return Err((
            "unknown-effects",
            "what this operation does to memory is not known",
        ));
    }
    // Even without forwarded buffers: some buffers may die on one edge only.
    if m.successors(op).len() > 1 {
        return Err((
            "many-successors",
            "terminators with several successors are not supported, except conditional branches",
        ));
    }
    let manages = has(&|kind| matches!(kind, EffectKind::Allocate | EffectKind::Free));
    if !touches_memrefs(m, op) && !manages {
        return Ok(());
    }
    let n_regions = m.regions(op).len();
    if ((n_regions == 1 && m.result_count(op) > 0) || n_regions > 1) && !has_region_flow(m, op) {
        return Err((
            "unknown-regions",
            "how control flows through the regions of this operation is not known",
        ));
    }
    let has_terminators = m
        .regions(op)
        .iter()
        .flat_map(|&region| m.blocks(region))
        .all(|block| {
            m.last_op(block)
                .is_some_and(|last| m.has_trait(last, Traits::TERMINATOR))
        });
    if !has_terminators {
        return Err((
            "no-terminator",
            "the regions of this operation have no terminators",
        ));
    }
    if m.has_trait(op, Traits::TERMINATOR) {
        terminator(m, op)?;
    }
    Ok(())
}

/// A branch to one of two blocks by a condition, which is its first operand.
pub(super) fn is_two_way_branch(m: &Module, op: OpId) -> bool {
    m.successors(op).len() == 2
        && m.def(op).is_some_and(|def| def.branch.len() == 2)
        && m.operands(op)
            .first()
            .is_some_and(|&condition| m.ctx.bit_width(m.value_type(condition)) == Some(1))
}

fn terminator(m: &Module, op: OpId) -> Result<(), Refused> {
    let n_successors = m.successors(op).len();
    let is_branch =
        n_successors == 1 && matches!(successor_operands(m, op, 0), SuccessorOperands::Range(_));
    let is_return = n_successors == 0
        && m.parent(op).is_some_and(|parent| {
            m.has_trait(parent, Traits::FUNCTION) || has_region_flow(m, parent)
        });
    if is_branch || is_return {
        Ok(())
    } else {
        Err((
            "unknown-terminator",
            "where the buffers of this terminator go is not known",
        ))
    }
}

/// A buffer returned by a deferred operation has no owner until the operation is awaited.
fn deferred_result(m: &Module, op: OpId) -> Option<DeallocError> {
    let is_handed_out = m.has_trait(op, Traits::RETURN_LIKE)
        && m.operands(op).iter().any(|&value| m.is_memref(value));
    let parent = m.parent(op).filter(|_| is_handed_out)?;
    let name = m.op_name_text(op);
    m.has_trait(parent, Traits::RUNS_LATER).then(|| {
        let message = format!("`{name}` returns a buffer that is awaited later");
        refusal(op, "deferred-result", message)
    })
}

fn not_awaited(m: &Module, op: OpId) -> DeallocError {
    let name = m.op_name_text(op);
    let message = format!(
        "`{name}` may still be running when a buffer that it uses is freed or when the function \
         returns: wait for it first"
    );
    refusal(op, "not-awaited", message)
}
