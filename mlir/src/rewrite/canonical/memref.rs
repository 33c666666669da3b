//! `memref`: folds known sizes, removes redundant casts and buffers that are never read.

use crate::dialects::{EffectKind, Sizes, Traits};
use crate::interfaces::{allocation, effects};
use crate::ir::{DYNAMIC, OpId, TypeKind, ValueDef, ValueId, names};
use crate::rewrite::Rewriter;
use crate::semantics::Kernel;
use crate::verifier::is_valid;

/// Size number `dim` of a buffer: a constant, or the value that it was allocated with.
pub(super) fn size(rw: &Rewriter<'_>, source: ValueId, dim: usize) -> Option<Result<i64, ValueId>> {
    let shape = rw.m.ctx.shape(rw.m.value_type(source))?;
    let &size = shape.get(dim)?;
    if size != DYNAMIC {
        return Some(Ok(size));
    }
    let op = rw.m.defining_op(source)?;
    let n_before = shape[..dim].iter().filter(|&&size| size == DYNAMIC).count();
    if let Some(allocation) = allocation(rw.m, op) {
        return allocation
            .dynamic_sizes
            .get(n_before)
            .map(|&value| Err(value));
    }
    let Sizes::Listed(list) = rw.m.def(op)?.sizes else {
        return None;
    };
    if list.drops_dimensions {
        // Dimension `dim` is entry `dim` of the list only if no dimension was dropped.
        let source = *rw.m.operands(op).first()?;
        let rank = rw.m.ctx.shape(rw.m.value_type(source))?.len();
        if rank != shape.len() {
            return None;
        }
    }
    rw.m.operand_group(op, list.group)
        .get(n_before)
        .map(|&value| Err(value))
}

pub(crate) fn dim(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let &[source, index] = rw.m.operands(op) else {
        return false;
    };
    let Some(index) = rw.int(index).and_then(|index| usize::try_from(index).ok()) else {
        return false;
    };
    match size(rw, source, index) {
        Some(Ok(size)) => return rw.fold_to(op, size),
        Some(Err(value)) => return rw.replace(op, &[value]),
        None => {}
    }
    // A cast does not change sizes.
    through_cast(rw, op)
}

/// Replaces the first operand of an operation by the source of its cast, if that is ranked.
pub(super) fn through_cast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let source = rw.m.operands(op).first();
    let cast = source.and_then(|&source| cast_of(rw, source));
    cast.is_some_and(|cast| skip_cast(rw, op, cast))
}

/// Replaces the first operand of an operation by the source of a cast, if that is ranked.
pub(super) fn skip_cast(rw: &mut Rewriter<'_>, op: OpId, cast: OpId) -> bool {
    let inner = rw.m.operands(cast)[0];
    if rw.m.ctx.shape(rw.m.value_type(inner)).is_none() {
        return false;
    }
    rw.m.set_operand(op, 0, inner);
    rw.push(cast);
    rw.changed(op)
}

/// The cast that changed only the static type of a buffer.
pub(super) fn cast_of(rw: &Rewriter<'_>, value: ValueId) -> Option<OpId> {
    let op = rw.m.defining_op(value)?;
    let is_cast = rw.m.def(op).is_some_and(|def| def.sizes == Sizes::Source);
    is_cast.then_some(op)
}

pub(crate) fn rank(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(&source) = rw.m.operands(op).first() else {
        return false;
    };
    match rw.m.ctx.shape(rw.m.value_type(source)).map(<[i64]>::len) {
        Some(rank) => rw.fold_to(op, rank as i64),
        None => false,
    }
}

/// Folds casts to the same type, casts of casts, and casts whose users also accept the source.
pub(crate) fn cast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (Some(&source), Some(result)) = (rw.m.operands(op).first(), rw.m.result(op, 0)) else {
        return false;
    };
    if rw.m.value_type(source) == rw.m.value_type(result) {
        return rw.replace(op, &[source]);
    }
    if let Some(inner) = cast_of(rw, source) {
        let first = rw.m.operands(inner)[0];
        // A cast back to the original type. Other chains stay, because the intermediate cast may check sizes.
        if rw.m.value_type(first) == rw.m.value_type(result) {
            return rw.replace(op, &[first]);
        }
        // What only forgot sizes need not come first.
        if is_less_static(rw, first, source) && is_more_static_layout(rw, first, source) {
            rw.m.set_operand(op, 0, first);
            if is_valid(rw.m, op) {
                rw.push(inner);
                return rw.changed(op);
            }
            rw.m.set_operand(op, 0, source);
        }
    }
    if rw.m.ctx.shape(rw.m.value_type(source)).is_none() || !is_less_static(rw, source, result) {
        return false;
    }
    let users: Vec<(OpId, usize)> =
        rw.m.uses(result)
            .filter(|&(user, operand)| accepts_uncast(rw, user, operand, source))
            .collect();
    let mut has_changed = false;
    for &(user, operand) in &users {
        rw.m.set_operand(user, operand, source);
        // Types of other operands may contradict the source in code that never runs.
        if is_valid(rw.m, user) {
            rw.push(user);
            has_changed = true;
        } else {
            rw.m.set_operand(user, operand, result);
        }
    }
    if has_changed {
        rw.push(op);
    }
    has_changed
}

/// Whether an operation keeps its meaning and stays valid if an operand is replaced by the source of its cast. A
/// buffer that is stored into a buffer of buffers is data: its type is that of the elements.
fn accepts_uncast(rw: &Rewriter<'_>, user: OpId, operand: usize, source: ValueId) -> bool {
    match rw.m.semantics(user).kernel() {
        // The view is made of what it lists.
        Some(Kernel::ReinterpretCast) => operand == 0,
        Some(Kernel::Load | Kernel::Dealloc | Kernel::Dim) => operand == 0,
        Some(Kernel::Store) => operand == 1,
        // In unreachable code, the source types of two casts may contradict each other.
        Some(Kernel::Copy) if rw.m.is_memref(source) => {
            let other = rw.m.operands(user).get(1 - operand.min(1));
            other.is_some_and(|&other| may_have_one_shape(rw, source, other))
        }
        _ => {
            accesses_only(rw, user, operand)
                && is_more_static_layout(rw, source, operand_of(rw, user, operand))
        }
    }
}

fn operand_of(rw: &Rewriter<'_>, user: OpId, operand: usize) -> ValueId {
    rw.m.operands(user)[operand]
}

/// Whether an operation of the tables reads and writes a buffer and does nothing else with it: its results are no
/// buffers, and no other operand's type depends on that of the buffer's sizes.
fn accesses_only(rw: &Rewriter<'_>, user: OpId, operand: usize) -> bool {
    let Some(def) = rw.m.def(user) else {
        return false;
    };
    let buffer = operand_of(rw, user, operand);
    let is_plain = rw.m.has_trait(user, Traits::STRUCTURED) || rw.m.regions(user).is_empty();
    let has_no_buffer = rw.m.results(user).all(|result| !rw.m.is_memref(result));
    let only_once =
        rw.m.operands(user)
            .iter()
            .filter(|&&it| it == buffer)
            .count()
            == 1;
    let only_accesses = effects(rw.m, user).is_some_and(|list| {
        list.iter().any(|effect| effect.value == Some(buffer))
            && list
                .iter()
                .all(|effect| matches!(effect.kind, EffectKind::Read | EffectKind::Write))
    });
    let is_end = rw.m.has_trait(user, Traits::TERMINATOR) || !rw.m.successors(user).is_empty();
    is_plain
        && has_no_buffer
        && only_once
        && only_accesses
        && !is_end
        && crate::interfaces::callee(rw.m, user).is_none()
        && def.views == crate::dialects::Views::None
}

/// Whether the layout of a buffer is known as well as that of a cast of it.
fn is_more_static_layout(rw: &Rewriter<'_>, source: ValueId, cast: ValueId) -> bool {
    let layout = |value| rw.m.ctx.memref_strides_offset(rw.m.value_type(value));
    let (Some((from, from_offset)), Some((to, to_offset))) = (layout(source), layout(cast)) else {
        return false;
    };
    let pairs = from.iter().zip(&to).chain([(&from_offset, &to_offset)]);
    from.len() == to.len()
        && pairs
            .into_iter()
            .all(|(from, to)| from == to || *to == DYNAMIC)
}

/// Whether no dimension has two different static sizes.
fn may_have_one_shape(rw: &Rewriter<'_>, a: ValueId, b: ValueId) -> bool {
    let shape = |value| rw.m.ctx.shape(rw.m.value_type(value));
    let (Some(a), Some(b)) = (shape(a), shape(b)) else {
        return true;
    };
    let mut sizes = a.iter().zip(b);
    a.len() == b.len() && sizes.all(|(a, b)| a == b || [a, b].contains(&&DYNAMIC))
}

/// Whether the second type has no more static information than the first.
pub(super) fn is_less_static(rw: &Rewriter<'_>, more: ValueId, less: ValueId) -> bool {
    let shape = |value| rw.m.ctx.shape(rw.m.value_type(value));
    match (shape(more), shape(less)) {
        (Some(more), Some(less)) => {
            more.len() == less.len()
                && more
                    .iter()
                    .zip(less)
                    .all(|(more, less)| more == less || *less == DYNAMIC)
        }
        _ => false,
    }
}

/// Removes a buffer that is only written and freed, and moves sizes that are constants into the type of others.
pub(crate) fn allocated(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    unread(rw, op) || super::shapes::sized(rw, op)
}

/// Removes a buffer that is only written and freed.
pub(crate) fn unread(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(result) = rw.m.result(op, 0) else {
        return false;
    };
    let users: Vec<OpId> = rw.m.uses(result).map(|(user, _)| user).collect();
    let is_ignored = |&user: &OpId| {
        rw.m.result_count(user) == 0
            && rw.m.regions(user).is_empty()
            && rw.m.successors(user).is_empty()
            // Listing the effects of a large deallocation once for each allocation would be too slow.
            && rw.m.operands(user).len() <= MAX_OPERANDS
            && !rw.m.has_trait(user, Traits::TERMINATOR)
            && effects(rw.m, user).is_some_and(|effects| {
                !effects.is_empty()
                    && effects.iter().all(|effect| match effect.kind {
                        EffectKind::Write | EffectKind::Free => effect.value == Some(result),
                        // The data to be written may be read from any other buffer.
                        EffectKind::Read => effect.value.is_some_and(|value| value != result),
                        EffectKind::Allocate | EffectKind::AllocateAutomatic => false,
                    })
            })
            // The buffer must not also be another operand, such as the stored value.
            && rw.m.operands(user).iter().filter(|&&operand| operand == result).count() == 1
    };
    if users.is_empty() || !users.iter().all(is_ignored) {
        return false;
    }
    for user in users {
        rw.erase(user);
    }
    rw.erase(op)
}

/// Maximum number of operands of an operation that only writes or frees a buffer.
const MAX_OPERANDS: usize = 16;

/// The source of a chain of views.
pub(super) fn root(rw: &Rewriter<'_>, value: ValueId) -> ValueId {
    stripped(rw, value, |_, _| true)
}

/// The source of a chain of views, following each view that `may_strip` accepts. Chains are finite, because each
/// view uses an earlier value.
fn stripped(
    rw: &Rewriter<'_>,
    mut value: ValueId,
    may_strip: impl Fn(&Rewriter<'_>, OpId) -> bool,
) -> ValueId {
    for _ in 0..MAX_VIEWS {
        let Some(op) = rw.m.defining_op(value) else {
            break;
        };
        let pairs = crate::interfaces::view_sources(rw.m, op);
        let mut sources = pairs.iter().filter(|pair| pair.1 == value);
        match (sources.next(), sources.next()) {
            (Some(&(source, _)), None) if rw.m.is_memref(source) && may_strip(rw, op) => {
                value = source;
            }
            _ => break,
        }
    }
    value
}

/// Maximum length of a chain of views.
const MAX_VIEWS: usize = 100;

/// Whether two values that are not views, both visible at one point, are certainly different allocations: both
/// are allocated, or one is allocated and the other existed earlier. An arena argument of a function shares no
/// memory with its other arguments.
pub(super) fn are_distinct(rw: &Rewriter<'_>, a: ValueId, b: ValueId) -> bool {
    let allocation = |value: ValueId| {
        rw.m.defining_op(value)
            .filter(|&op| crate::interfaces::allocates(rw.m, op, value))
    };
    let is_older = |value: ValueId, alloc: OpId| match rw.m.value_def(value) {
        ValueDef::Arg { block, .. } => rw.m.ancestor_in_block(block, alloc).is_some(),
        ValueDef::Result { op, .. } => {
            rw.m.op_block(op)
                .and_then(|block| rw.m.ancestor_in_block(block, alloc))
                .is_some_and(|at| at != op && rw.m.is_before(op, at))
        }
        ValueDef::Forward => false,
    };
    match (allocation(a), allocation(b)) {
        _ if a == b => false,
        (Some(_), Some(_)) => true,
        (Some(op), None) => is_older(b, op),
        (None, Some(op)) => is_older(a, op),
        (None, None) => is_arena_beside(rw, a, b) || is_arena_beside(rw, b, a),
    }
}

/// Whether two values are arguments of one function, and the first of them is an arena.
fn is_arena_beside(rw: &Rewriter<'_>, arena: ValueId, other: ValueId) -> bool {
    let block = |value| match rw.m.value_def(value) {
        ValueDef::Arg { block, .. } => Some(block),
        _ => None,
    };
    let function = block(arena)
        .filter(|_| block(arena) == block(other))
        .and_then(|block| rw.m.block_parent(block));
    function.is_some_and(|op| crate::interfaces::arena_arguments(rw.m, op).contains(&arena))
}

/// Whether two addresses are equal, if that is certain.
pub(super) fn equal_addresses(rw: &Rewriter<'_>, a: ValueId, b: ValueId) -> Option<bool> {
    let address = |value| rw.definer(value, Kernel::Address);
    let (a, b) = (address(a)?, address(b)?);
    let (a, b) = (*rw.m.operands(a).first()?, *rw.m.operands(b).first()?);
    let unmoved = |value| {
        stripped(rw, value, |rw, op| {
            !crate::interfaces::moves_pointer(rw.m, op)
        })
    };
    if unmoved(a) == unmoved(b) {
        return Some(true);
    }
    are_distinct(rw, root(rw, a), root(rw, b)).then_some(false)
}

/// Frees a buffer directly instead of through its base buffer.
pub(crate) fn dealloc(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(&base) = rw.m.operands(op).first() else {
        return false;
    };
    match super::bufferization::whole_allocation(rw, base) {
        Some(whole) => {
            rw.m.set_operand(op, 0, whole);
            rw.push_users(base);
            if let Some(metadata) = rw.m.defining_op(base) {
                rw.push(metadata);
            }
            rw.changed(op)
        }
        None => false,
    }
}

/// A buffer that is reassembled from its own metadata is the buffer itself; a cast of a cast is a cast of the first
/// source.
pub(crate) fn reinterpret_cast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    if super::shapes::settled_view(rw, op) || reassembled(rw, op) {
        return true;
    }
    let inner =
        rw.m.operands(op)
            .first()
            .and_then(|&source| rw.definer(source, Kernel::ReinterpretCast));
    if let Some(inner) = inner {
        let first = rw.m.operands(inner)[0];
        rw.m.set_operand(op, 0, first);
        rw.push(inner);
        return rw.changed(op);
    }
    false
}

fn reassembled(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(&base) = rw.m.operands(op).first() else {
        return false;
    };
    let Some(metadata) = rw.definer(base, Kernel::StridedMetadata) else {
        return false;
    };
    let Some(&source) = rw.m.operands(metadata).first() else {
        return false;
    };
    let ty = rw.m.value_type(source);
    if rw.m.result(metadata, 0) != Some(base) {
        return false;
    }
    let Some((strides, offset)) = rw.m.ctx.memref_strides_offset(ty) else {
        return false;
    };
    let sizes = rw.m.ctx.shape(ty).unwrap_or(&[]).to_vec();
    let static_values: Vec<i64> = std::iter::once(offset)
        .chain(sizes)
        .chain(strides)
        .collect();
    let mut operands = rw.m.operands(op).iter().skip(1).copied();
    let statics = [
        names::STATIC_OFFSETS,
        names::STATIC_SIZES,
        names::STATIC_STRIDES,
    ]
    .into_iter()
    .flat_map(|name| rw.m.prop_array(op, name).iter().copied());
    let mut n_parts = 0;
    for (index, given) in statics.enumerate() {
        let own = rw.m.result(metadata, index + 1);
        let is_own = match (given, static_values.get(index)) {
            (DYNAMIC, Some(&static_values)) => operands.next().is_some_and(|value| {
                Some(value) == own
                    || (static_values != DYNAMIC && rw.int(value) == Some(static_values))
            }),
            (given, Some(&static_values)) => given == static_values,
            (_, None) => false,
        };
        if !is_own {
            return false;
        }
        n_parts += 1;
    }
    n_parts == static_values.len() && super::bufferization::cast(rw, op, source)
}

pub(crate) fn copy(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    match *rw.m.operands(op) {
        [from, to] if from == to || are_one_view(rw, from, to) => rw.erase(op),
        _ => false,
    }
}

/// Whether two values are the same view of one buffer, made twice.
fn are_one_view(rw: &Rewriter<'_>, a: ValueId, b: ValueId) -> bool {
    let view = |value| {
        let op = rw.m.defining_op(value)?;
        crate::interfaces::is_view_like(rw.m, op).then_some(op)
    };
    let (Some(a_op), Some(b_op)) = (view(a), view(b)) else {
        return false;
    };
    rw.m.op_name(a_op) == rw.m.op_name(b_op)
        && rw.m.operands(a_op) == rw.m.operands(b_op)
        && rw.m.props(a_op) == rw.m.props(b_op)
        && rw.m.results(a_op).position(|value| value == a)
            == rw.m.results(b_op).position(|value| value == b)
        && rw.m.value_type(a) == rw.m.value_type(b)
}

/// Folds metadata that the type determines.
pub(crate) fn metadata(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(&source) = rw.m.operands(op).first() else {
        return false;
    };
    if through_cast(rw, op) {
        return true;
    }
    let ty = rw.m.value_type(source);
    let Some((strides, offset)) = rw.m.ctx.memref_strides_offset(ty) else {
        return false;
    };
    let sizes: Vec<i64> = rw.m.ctx.shape(ty).unwrap_or(&[]).to_vec();
    let static_values: Vec<i64> = std::iter::once(offset)
        .chain(sizes)
        .chain(strides)
        .collect();
    let mut has_changed = false;
    for (index, value) in static_values.into_iter().enumerate() {
        let Some(result) = rw.m.result(op, index + 1) else {
            continue;
        };
        if value == DYNAMIC || rw.m.is_unused(result) {
            continue;
        }
        let ty = rw.m.value_type(result);
        if let Some(constant) = rw.constant(op, value, ty) {
            rw.replace_value(result, constant);
            has_changed = true;
        }
    }
    has_changed
}

/// A view of all of a buffer, with its type, is the buffer.
pub(crate) fn same(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (Some(&source), Some(result)) = (rw.m.operands(op).first(), rw.m.result(op, 0)) else {
        return false;
    };
    let is_static = |value| {
        let shape = rw.m.ctx.shape(rw.m.value_type(value));
        shape.is_some_and(|shape| !shape.contains(&DYNAMIC))
    };
    let is_same = rw.m.value_type(source) == rw.m.value_type(result);
    is_same && is_static(source) && rw.replace(op, &[source])
}

/// A statement of what was stated.
pub(crate) fn assume_alignment(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let source = rw.m.operands(op)[0];
    let is_same = |inner: OpId| {
        rw.m.op_name(inner) == rw.m.op_name(op)
            && rw.m.prop(inner, names::ALIGNMENT) == rw.m.prop(op, names::ALIGNMENT)
    };
    rw.m.defining_op(source).is_some_and(is_same) && rw.replace(op, &[source])
}

/// An element of the buffer of a tensor that is only read is one of the tensor.
pub(crate) fn load(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let [buffer, indices @ ..] = rw.m.operands(op) else {
        return false;
    };
    let (buffer, indices) = (*buffer, indices.to_vec());
    let Some(made) = rw.definer(buffer, Kernel::ToBuffer) else {
        return false;
    };
    let is_read = |(user, _)| rw.m.is_kernel(user, Kernel::Load);
    let (true, Some(result)) = (rw.m.uses(buffer).all(is_read), rw.m.result(op, 0)) else {
        return false;
    };
    let (tensor, ty) = (rw.m.operands(made)[0], rw.m.value_type(result));
    let operands: Vec<ValueId> = std::iter::once(tensor).chain(indices).collect();
    rw.replace_by_value(op, "tensor.extract", &operands, ty)
}

/// Reshapes to the same type, and of reshapes.
pub(crate) fn reshape(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    same(rw, op) || super::shapes::reshape(rw, op)
}

/// A part of a buffer that is all of it.
pub(crate) fn subview(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    if super::shapes::settled_view(rw, op) || super::shapes::part_of_uncast(rw, op) {
        return true;
    }
    let is_all = |name, value| {
        rw.m.prop_array(op, name)
            .iter()
            .all(|&element| element == value)
    };
    if !(is_all(names::STATIC_OFFSETS, 0) && is_all(names::STATIC_STRIDES, 1)) {
        return false;
    }
    if same(rw, op) {
        return true;
    }
    // With another type for the same elements, it is a cast.
    let (Some(&source), Some(result)) = (rw.m.operands(op).first(), rw.m.result(op, 0)) else {
        return false;
    };
    let shape = |value| rw.m.ctx.shape(rw.m.value_type(value));
    let is_whole = shape(source) == shape(result)
        && shape(source) == Some(rw.m.prop_array(op, names::STATIC_SIZES))
        && shape(source).is_some_and(|shape| !shape.contains(&DYNAMIC));
    is_whole && super::bufferization::cast(rw, op, source)
}

/// A cast to the memory space that the buffer is in, also by way of another one.
pub(crate) fn space_cast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    super::conversion(rw, op)
}

/// Merges a byte view of a byte view into one view with the sum of the shifts, if both are constants.
pub(crate) fn view(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(&source) = rw.m.operands(op).first() else {
        return false;
    };
    if rw.m.operands(op).get(1).and_then(|&shift| rw.int(shift)) == Some(0) && same(rw, op) {
        return true;
    }
    let is_whole = |value: ValueId| match rw.m.value_type_kind(value) {
        TypeKind::MemRef(memref) => memref.layout.is_none(),
        _ => false,
    };
    let Some(inner) = rw.definer(source, Kernel::View) else {
        return false;
    };
    let (base, shift) = (rw.m.operands(inner)[0], rw.m.operands(inner)[1]);
    let (Some(outer_shift), Some(inner_shift)) = (rw.int(rw.m.operands(op)[1]), rw.int(shift))
    else {
        return false;
    };
    let Some(sum) = outer_shift
        .checked_add(inner_shift)
        .filter(|_| is_whole(base))
    else {
        return false;
    };
    let ty = rw.m.value_type(shift);
    let Some(sum) = rw.constant(op, sum, ty) else {
        return false;
    };
    rw.m.set_operand(op, 0, base);
    rw.m.set_operand(op, 1, sum);
    rw.push(inner);
    rw.changed(op)
}

/// Removes an empty scope.
pub(crate) fn alloca_scope(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let holds_something = rw.m.walk(op).skip(1).any(|inner| {
        effects(rw.m, inner).is_none_or(|list| {
            list.iter()
                .any(|effect| effect.kind == EffectKind::AllocateAutomatic)
        }) && rw.m.regions(inner).is_empty()
            && crate::interfaces::callee(rw.m, inner).is_none()
    });
    let &[region] = rw.m.regions(op) else {
        return false;
    };
    !holds_something && super::scf::inline(rw, op, region, &[], 0)
}
