//! Validates a plan against its module and computes every edit, without changing the module.

use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{SlotNest, allocation, is_plain_dealloc};
use memplan_mlir::{AttrKind, BlockId, MemRefType, Module, OpId, TypeKind, ValueDef};
use memplan_planner::Bytes;
use rustc_hash::FxHashSet;

use super::arguments::CallGraph;
use super::reentry::Reentry;
use crate::{
    ArenaKind, BufferRewrite, Fallback, MergeAllocOptions, MergePlan, MutateError,
    MutateErrorKind as Kind, ScopeRewrite,
};

/// The validated edits.
#[derive(Debug, Default)]
pub(super) struct Decisions {
    /// The merged allocations to create; the buffers of their scopes become views.
    pub(super) arenas: Vec<ArenaChoice>,
    /// Deallocations to erase, each once.
    pub(super) deallocs: Vec<OpId>,
    /// Operations of dead allocations to erase, each once.
    pub(super) dead: Vec<OpId>,
    /// The call graph, if arenas may become arguments.
    pub(super) calls: Option<CallGraph>,
}

/// One merged allocation to create.
#[derive(Debug)]
pub(super) struct ArenaChoice {
    /// Index in [`MergePlan::scopes`].
    pub(super) scope: usize,
    pub(super) kind: ArenaKind,
    pub(super) fallback: Option<Fallback>,
}

/// Validates the plan. `O(plan + uses of the buffers)` times the nesting depth.
pub(super) fn decide(
    m: &Module,
    plan: &MergePlan,
    options: &MergeAllocOptions,
) -> Result<Decisions, MutateError> {
    let mut decisions = Decisions::default();
    let mut merged = FxHashSet::default();
    let mut removed = FxHashSet::default();
    let mut reentry = None;
    for (index, scope) in plan.scopes.iter().enumerate() {
        if scope.buffers.is_empty() || scope.total.0 == 0 {
            continue;
        }
        check_scope(m, scope)?;
        for buffer in &scope.buffers {
            check_buffer(m, scope, buffer)?;
            if !merged.insert(buffer.site.alloc) {
                return Err(Kind::UsedTwice.at(buffer.site.alloc));
            }
            for &dealloc in &buffer.site.deallocs {
                check_removable(m, dealloc)?;
                if removed.insert(dealloc) {
                    decisions.deallocs.push(dealloc);
                }
            }
        }
        let fallback = match options.arena {
            ArenaKind::Alloc | ArenaKind::Caller => None,
            ArenaKind::Alloca => stack_fallback(m, scope, options),
            ArenaKind::Global => reentry
                .get_or_insert_with(|| Reentry::new(m))
                .fallback(m, scope.block),
            ArenaKind::Arg => decisions
                .calls
                .get_or_insert_with(|| CallGraph::new(m))
                .fallback(m, scope.block),
        };
        let kind = match fallback {
            Some(_) => ArenaKind::Alloc,
            None if options.arena == ArenaKind::Caller => of_caller(m, scope, &mut decisions),
            None => options.arena,
        };
        decisions.arenas.push(ArenaChoice {
            scope: index,
            kind,
            fallback,
        });
    }
    for &op in &plan.dead {
        check_removable(m, op)?;
        if removed.insert(op) {
            decisions.dead.push(op);
        }
    }
    check_uses(m, plan, &decisions, &merged, &removed)?;
    Ok(decisions)
}

/// With [`ArenaKind::Caller`]: an argument if callers may hold the merged allocation and can pass it, otherwise a
/// `memref.alloc`.
fn of_caller(m: &Module, scope: &ScopeRewrite, decisions: &mut Decisions) -> ArenaKind {
    if scope.callers_may_hold.is_none() {
        return ArenaKind::Alloc;
    }
    let calls = decisions.calls.get_or_insert_with(|| CallGraph::new(m));
    match calls.fallback(m, scope.block) {
        None => ArenaKind::Arg,
        Some(_) => ArenaKind::Alloc,
    }
}

fn check_scope(m: &Module, scope: &ScopeRewrite) -> Result<(), MutateError> {
    let parent = (scope.block.index() < m.block_count())
        .then(|| m.block_parent(scope.block))
        .flatten();
    let fail = |kind| MutateError { op: parent, kind };
    match parent {
        Some(op) if is_standing(m, op) => {}
        _ => return Err(fail(Kind::Stale)),
    }
    if let Some(before) = scope.before {
        let is_in_block = is_standing(m, before) && m.op_block(before) == Some(scope.block);
        if !is_in_block {
            return Err(fail(Kind::Stale));
        }
    }
    if i64::try_from(scope.total.0).is_err() {
        return Err(fail(Kind::TooLarge { total: scope.total }));
    }
    let alignment = scope.alignment;
    if !alignment.0.is_power_of_two() || i64::try_from(alignment.0).is_err() {
        return Err(fail(Kind::BadAlignment { alignment }));
    }
    Ok(())
}

fn check_buffer(
    m: &Module,
    scope: &ScopeRewrite,
    buffer: &BufferRewrite,
) -> Result<(), MutateError> {
    let op = buffer.site.alloc;
    let fail = |kind: Kind| Err(kind.at(op));
    if !is_standing(m, op) {
        return fail(Kind::Stale);
    }
    let Some(allocated) = allocation(m, op) else {
        return fail(Kind::NotAnAllocation);
    };
    let TypeKind::MemRef(ty) = m.value_type_kind(allocated.buffer) else {
        return fail(Kind::NotAnAllocation);
    };
    let is_static = allocated.dynamic_sizes.is_empty()
        && allocated.symbols.is_empty()
        && ty.shape.iter().all(|&size| size >= 0);
    if !is_static {
        return fail(Kind::NotAnAllocation);
    }
    if ty.space != scope.memory_space {
        return fail(Kind::MemorySpace);
    }
    let is_after = |before: OpId| {
        let at = m.ancestor_in_block(scope.block, op);
        at.is_none_or(|at| !m.is_before(at, before))
    };
    if !is_reached(m, scope.block, op) || !scope.before.is_none_or(is_after) {
        return fail(Kind::OutOfReach);
    }
    if !has_these_strides(m, ty, buffer.site.strides.as_deref()) {
        return fail(Kind::BadStrides);
    }
    let extent = match &buffer.site.slots {
        None => Some(buffer.site.size_bytes),
        Some(nest) if are_slots_usable(m, nest, op) => slots_extent(nest, buffer.site.size_bytes),
        Some(_) => return fail(Kind::BadSlots),
    };
    let end = extent.and_then(|extent| buffer.offset.0.checked_add(extent));
    if end.is_none_or(|end| end > scope.total.0) {
        return fail(Kind::DoesNotFit {
            offset: buffer.offset,
            size: Bytes(buffer.site.size_bytes),
            total: scope.total,
        });
    }
    let promised = allocated.alignment.unwrap_or(0);
    if let Ok(alignment @ 1..) = u64::try_from(promised) {
        let slot = buffer.site.slots.as_ref().map_or(0, |nest| nest.slot_bytes);
        let places = [scope.alignment.0, buffer.offset.0, slot];
        if !places.iter().all(|place| place.is_multiple_of(alignment)) {
            return fail(Kind::Misaligned { promised });
        }
    }
    Ok(())
}

/// Whether an operation exists in the module: it was not erased, and it is the root or in a block.
fn is_standing(m: &Module, op: OpId) -> bool {
    op.index() < m.op_count() && !m.is_erased(op) && (op == m.root() || m.op_block(op).is_some())
}

/// Whether a value that is defined at the start of `block` is in scope at `op`. `O(depth)`.
fn is_reached(m: &Module, block: BlockId, op: OpId) -> bool {
    let region = m.block_region(block);
    let mut next = m.op_block(op);
    while let Some(at) = next {
        if at == block {
            return true;
        }
        if m.block_region(at) == region {
            return region.and_then(|region| m.first_block(region)) == Some(block);
        }
        next = m
            .block_parent(at)
            .filter(|&parent| !m.has_trait(parent, Traits::ISOLATED_FROM_ABOVE))
            .and_then(|parent| m.op_block(parent));
    }
    false
}

/// Whether the layout in the plan matches the type, and all elements with these strides are within the
/// buffer.
fn has_these_strides(m: &Module, ty: &MemRefType, strides: Option<&[i64]>) -> bool {
    let layout = ty.layout.map(|layout| m.ctx.attr_kind(layout));
    let Some(strides) = strides else {
        return !matches!(layout, Some(AttrKind::Strided { .. }));
    };
    match layout {
        Some(AttrKind::Strided {
            offset: 0,
            strides: of_type,
        }) if **of_type == *strides && strides.len() == ty.shape.len() => {}
        _ => return false,
    }
    let Some(count) = element_count(ty) else {
        return false;
    };
    let last = ty
        .shape
        .iter()
        .zip(strides)
        .try_fold(0i64, |sum, (n, stride)| {
            sum.checked_add((n - 1).checked_mul(*stride)?)
        });
    count == 0 || (strides.iter().all(|&s| s >= 0) && last.is_some_and(|last| last < count))
}

/// Number of elements of a static shape.
pub(super) fn element_count(ty: &MemRefType) -> Option<i64> {
    ty.shape
        .iter()
        .try_fold(1i64, |product, &n| product.checked_mul(n))
}

fn are_slots_usable(m: &Module, nest: &SlotNest, op: OpId) -> bool {
    nest.dims.iter().all(|dim| {
        if dim.iv.index() >= m.value_count() || dim.step < 1 {
            return false;
        }
        let ValueDef::Arg { block, .. } = m.value_def(dim.iv) else {
            return false;
        };
        *m.value_type_kind(dim.iv) == TypeKind::Index && is_reached(m, block, op)
    })
}

/// Bytes from the start of the first slot to the end of the last buffer; absent if slots are smaller
/// than buffers or the sum overflows.
fn slots_extent(nest: &SlotNest, size: u64) -> Option<u64> {
    let slots = nest.n_slots()?;
    if nest.slot_bytes < size {
        return None;
    }
    match slots.checked_sub(1) {
        Some(before_last) => before_last.checked_mul(nest.slot_bytes)?.checked_add(size),
        None => Some(0),
    }
}

fn check_removable(m: &Module, op: OpId) -> Result<(), MutateError> {
    if !is_standing(m, op) {
        return Err(Kind::Stale.at(op));
    }
    let is_plain = op != m.root()
        && m.regions(op).is_empty()
        && m.successors(op).is_empty()
        && !m.has_trait(op, Traits::TERMINATOR);
    if is_plain {
        Ok(())
    } else {
        Err(Kind::NotRemovable.at(op))
    }
}

/// Checks that no remaining operation uses a removed one, and that no direct deallocation of a merged
/// buffer remains. A deallocation through a view is not detected here.
fn check_uses(
    m: &Module,
    plan: &MergePlan,
    decisions: &Decisions,
    merged: &FxHashSet<OpId>,
    removed: &FxHashSet<OpId>,
) -> Result<(), MutateError> {
    for &op in decisions.deallocs.iter().chain(&decisions.dead) {
        if merged.contains(&op) {
            return Err(Kind::UsedTwice.at(op));
        }
        let mut users = m.results(op).flat_map(|result| m.uses(result));
        if users.any(|(user, _)| !removed.contains(&user)) {
            return Err(Kind::NotRemovable.at(op));
        }
    }
    let scopes = decisions
        .arenas
        .iter()
        .map(|choice| &plan.scopes[choice.scope]);
    for buffer in scopes.flat_map(|scope| &scope.buffers) {
        let mut users = m
            .results(buffer.site.alloc)
            .flat_map(|result| m.uses(result));
        if let Some((user, _)) =
            users.find(|(user, _)| is_plain_dealloc(m, *user) && !removed.contains(user))
        {
            return Err(Kind::DeallocLeft.at(user));
        }
    }
    Ok(())
}

/// Why a merged allocation cannot be on the stack.
fn stack_fallback(
    m: &Module,
    scope: &ScopeRewrite,
    options: &MergeAllocOptions,
) -> Option<Fallback> {
    let region = m.block_region(scope.block);
    if region.and_then(|region| m.first_block(region)) != Some(scope.block) {
        return Some(Fallback::NotAtEntry);
    }
    (scope.total > options.stack_limit).then_some(Fallback::TooLargeForStack)
}
