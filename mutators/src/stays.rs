//! Moves buffers between memories: one allocation for each stay of a buffer in a memory, and a `memref.copy` between
//! two stays.
//!
//! ```text
//! %a = memref.alloc() : memref<8xf32>            %a0 = memref.alloc() : memref<8xf32, 1>
//! writes %a                                      writes %a0
//!                                                %s = memref.alloc() : memref<8xf32>
//!                                         =>     memref.copy %a0, %s
//! ...                                            ...
//!                                                %a1 = memref.alloc() : memref<8xf32, 1>
//!                                                memref.copy %s, %a1
//! reads %a                                       reads %a1
//! ```
//!
//! The stays of one memory are then merged like other buffers, so the pieces share one arena for each memory. Views in
//! the block of the allocation are made again for each stay that needs them; views in loops get another type. Which
//! users may take a buffer of another memory is decided by the collector (`movable` of the collectors).

use memplan_memory_model::{LocalBuffer, Memory, Use, exact_view};
use memplan_mlir::interfaces::is_plain_dealloc;
use memplan_mlir::{
    AttrId, BlockId, CloneMap, MemRefType, Module, OpId, OpSpec, TypeId, TypeKind, ValueId, names,
};
use memplan_support::Sort;
use rustc_hash::FxHashMap;

use crate::{MutateError, MutateErrorKind as Kind};

/// A buffer and its stays, in order of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovedBuffer {
    /// The allocation.
    pub alloc: OpId,
    /// At least one. With exactly one, the allocation only changes its memory space.
    pub stays: Vec<Stay>,
}

/// A stretch of time in which a buffer is in one memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stay {
    /// The memory space.
    pub space: Option<AttrId>,
    /// The first byte of the buffer in the merged allocation of this memory, if it is decided: it becomes an attribute
    /// of the allocation.
    pub offset: Option<u64>,
    /// The copy that fills it; absent if its first user does.
    pub copy: Option<StayCopy>,
    /// The operations in the block of the allocation that access the buffer during this stay, themselves or in their
    /// regions.
    pub users: Vec<OpId>,
}

/// A copy from another stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StayCopy {
    /// The index of that stay, an earlier one.
    pub from: usize,
    /// The operation in the block of the allocation beside which it is made.
    pub at: OpId,
    /// Whether it is made after this operation; otherwise before it.
    pub is_after: bool,
}

/// Rewrites the allocations. Linear in the uses of the buffers, times the nesting depth.
///
/// # Errors
/// [`MutateError`] if an allocation is not one of static shape, or a stay names what it may not. The module may then be
/// changed in part.
pub fn move_buffers(m: &mut Module, moved: &[MovedBuffer]) -> Result<(), MutateError> {
    let memory = Memory::new(m);
    // The uses before anything changes: allocations that are made here are none of these.
    let locals: Vec<Option<LocalBuffer>> = (moved.iter())
        .map(|buffer| LocalBuffer::new(m, &memory, buffer.alloc))
        .collect();
    for (buffer, local) in moved.iter().zip(locals) {
        let local = local.ok_or_else(|| Kind::NotAnAllocation.at(buffer.alloc))?;
        match &buffer.stays[..] {
            [] => {}
            [only] if only.copy.is_none() => {
                retype(m, local.buffer, only.space);
                pin(m, local.alloc, only.offset);
            }
            _ => split(m, &local, &buffer.stays)?,
        }
    }
    Ok(())
}

/// The type with another memory space.
fn in_space(m: &mut Module, ty: TypeId, space: Option<AttrId>) -> TypeId {
    let TypeKind::MemRef(memref) = m.ctx.type_kind(ty) else {
        return ty;
    };
    let memref = MemRefType {
        space,
        ..memref.clone()
    };
    m.ctx.ty(TypeKind::MemRef(memref))
}

/// States the offset of an allocation.
fn pin(m: &mut Module, alloc: OpId, offset: Option<u64>) {
    if let Some(offset) = offset.and_then(|offset| i64::try_from(offset).ok()) {
        let offset = m.ctx.i64_attr(offset);
        m.set_attr(alloc, names::OFFSET, offset);
    }
}

/// Gives a buffer and all views of it another memory space.
fn retype(m: &mut Module, buffer: ValueId, space: Option<AttrId>) {
    let mut open = vec![buffer];
    while let Some(value) = open.pop() {
        let ty = m.value_type(value);
        let ty = in_space(m, ty, space);
        m.set_value_type(value, ty);
        let views = m.uses(value);
        open.extend(views.filter_map(|(op, operand)| exact_view(m, op, operand)));
    }
}

/// The values of one stay.
struct Made {
    space: Option<AttrId>,
    /// For each value of the original in the block of the allocation, the one of this stay.
    values: FxHashMap<ValueId, ValueId>,
}

fn split(m: &mut Module, local: &LocalBuffer, stays: &[Stay]) -> Result<(), MutateError> {
    let fail = |kind: Kind| Err(kind.at(local.alloc));
    let Some(home) = m.op_block(local.alloc) else {
        return fail(Kind::Stale);
    };
    let mut made: Vec<Made> = Vec::new();
    // In order of time: by the operation beside which a stay begins.
    for stay in stays {
        let next = begin(m, local, home, stay, &made)?;
        made.push(next);
    }
    let mut stay_of: FxHashMap<OpId, usize> = FxHashMap::default();
    for (index, stay) in stays.iter().enumerate() {
        stay_of.extend(stay.users.iter().map(|&user| (user, index)));
    }
    let (freed, uses): (Vec<Use>, Vec<Use>) =
        (local.uses.iter()).partition(|usage| is_plain_dealloc(m, usage.op));
    // In the order of the block, so that what is made for one user is there for the next.
    let mut users = Vec::with_capacity(uses.len());
    for usage in &uses {
        let user = m.ancestor_in_block(home, usage.op);
        match user.and_then(|user| Some((user, *stay_of.get(&user)?))) {
            Some((user, index)) => users.push((*usage, user, index)),
            None => return fail(Kind::OutOfReach),
        }
    }
    users.sort_stable_by(|a, b| {
        if a.1 == b.1 {
            std::cmp::Ordering::Equal
        } else if m.is_before(a.1, b.1) {
            std::cmp::Ordering::Less
        } else {
            std::cmp::Ordering::Greater
        }
    });
    for (usage, user, index) in users {
        let old = m.operands(usage.op)[usage.operand];
        let new = renewed(m, local, &mut made[index], old, user);
        m.set_operand(usage.op, usage.operand, new);
    }
    free_all(m, local, &freed, &made);
    local.erase_if_unused(m);
    Ok(())
}

/// Allocates the buffer of a stay, and copies to it from an earlier one.
fn begin(
    m: &mut Module,
    local: &LocalBuffer,
    home: BlockId,
    stay: &Stay,
    made: &[Made],
) -> Result<Made, MutateError> {
    let fail = |kind: Kind| Err(kind.at(local.alloc));
    let place = match (stay.copy, stay.users.first()) {
        (Some(copy), _) => copy.at,
        (None, Some(&first)) => first,
        (None, None) => return fail(Kind::Stale),
    };
    if m.op_block(place) != Some(home) {
        return fail(Kind::OutOfReach);
    }
    let mut map = CloneMap::default();
    let alloc = m.clone_op(local.alloc, &mut map);
    let Some(value) = m.result(alloc, 0) else {
        return fail(Kind::NotAnAllocation);
    };
    let ty = m.value_type(value);
    let ty = in_space(m, ty, stay.space);
    m.set_value_type(value, ty);
    pin(m, alloc, stay.offset);
    match stay.copy {
        Some(copy) if copy.is_after => m.insert_after(copy.at, alloc),
        _ => m.insert_before(place, alloc),
    }
    if let Some(copy) = stay.copy {
        let Some(source) = made.get(copy.from) else {
            return fail(Kind::Stale);
        };
        let source = source.values[&local.buffer];
        let spec = OpSpec::new(m.ctx.op_name("memref.copy")).operands(&[source, value]);
        let spec = spec.located_at(m, copy.at);
        let copied = m.create_op(spec);
        m.insert_after(alloc, copied);
    }
    Ok(Made {
        space: stay.space,
        values: FxHashMap::from_iter([(local.buffer, value)]),
    })
}

/// Frees all stays where the buffer was freed.
fn free_all(m: &mut Module, local: &LocalBuffer, freed: &[Use], made: &[Made]) {
    let mut deallocs: Vec<OpId> = freed.iter().map(|usage| usage.op).collect();
    deallocs.dedup();
    for dealloc in deallocs {
        for stay in made {
            let spec = OpSpec::new(m.ctx.op_name("memref.dealloc"));
            m.create_before(dealloc, spec.operands(&[stay.values[&local.buffer]]));
        }
        m.erase(dealloc);
    }
}

/// The value of a stay that corresponds to a view of the original, for a user. Views in the block of the allocation are
/// made again in front of the user; those in its regions follow their source.
fn renewed(
    m: &mut Module,
    local: &LocalBuffer,
    stay: &mut Made,
    old: ValueId,
    user: OpId,
) -> ValueId {
    if let Some(&new) = stay.values.get(&old) {
        return new;
    }
    let view = local
        .views
        .iter()
        .copied()
        .find(|&view| m.results(view).any(|result| result == old));
    let Some(view) = view else { return old };
    let source = m.operands(view)[0];
    let source = renewed(m, local, stay, source, user);
    let is_home = m.op_block(view) == m.op_block(local.alloc);
    let new_view = if is_home {
        let mut map = CloneMap::default();
        let copy = m.clone_op(view, &mut map);
        m.insert_before(user, copy);
        copy
    } else {
        view
    };
    m.set_operand(new_view, 0, source);
    let results: Vec<(ValueId, ValueId)> = m.results(view).zip(m.results(new_view)).collect();
    for (old, new) in results {
        let ty = m.value_type(new);
        if m.is_memref(new) {
            let ty = in_space(m, ty, stay.space);
            m.set_value_type(new, ty);
        }
        stay.values.insert(old, new);
    }
    stay.values.get(&old).copied().unwrap_or(old)
}
