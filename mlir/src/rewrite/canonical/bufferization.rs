//! `bufferization`: simplifies deallocations and removes unnecessary clones.

use rustc_hash::FxHashMap;

use super::memref::{root, through_cast, unread};
use crate::dialects::EffectKind;
use crate::interfaces::{
    allocates, effects, frees, is_manually_freed, is_plain_dealloc, viewed_buffer,
};
use crate::ir::{Module, OpId, ValueId};
use crate::rewrite::{Dealloc, Rewriter};
use crate::semantics::Kernel;

/// Maximum number of operations between a clone and a deallocation.
const MAX_BETWEEN: usize = 1000;

/// The buffer that a base buffer was taken from, if it is a whole allocation.
pub(super) fn whole_allocation(rw: &Rewriter<'_>, base: ValueId) -> Option<ValueId> {
    let metadata = rw.definer(base, Kernel::StridedMetadata)?;
    let mut source = *rw.m.operands(metadata).first()?;
    // Casts do not change the base buffer.
    for kernel in [Kernel::ReinterpretCast, Kernel::Cast] {
        if let Some(view) = rw.definer(source, kernel) {
            source = *rw.m.operands(view).first()?;
        }
    }
    let definer = rw.m.defining_op(source)?;
    (rw.m.result(metadata, 0) == Some(base) && allocates(rw.m, definer, source)).then_some(source)
}

/// Whether a buffer is allocated only to be freed here.
fn is_idle(rw: &Rewriter<'_>, memref: ValueId, op: OpId) -> bool {
    let Some(definer) = rw.m.defining_op(memref) else {
        return false;
    };
    let only_allocates = effects(rw.m, definer).is_some_and(|list| {
        !list.is_empty()
            && list.iter().all(|effect| {
                effect.value == Some(memref)
                    && matches!(
                        effect.kind,
                        EffectKind::Allocate | EffectKind::AllocateAutomatic
                    )
            })
    });
    only_allocates
        && rw.m.result_count(definer) == 1
        && rw.m.uses(memref).all(|(user, _)| user == op)
        && rw.m.uses(memref).count() == 1
}

/// The contents of the buffer of a tensor, which nothing else knows, are the tensor.
pub(crate) fn to_tensor(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (Some(&buffer), Some(result)) = (rw.m.operands(op).first(), rw.m.result(op, 0)) else {
        return false;
    };
    let Some(made) = rw.definer(buffer, Kernel::ToBuffer) else {
        return false;
    };
    let tensor = rw.m.operands(made)[0];
    let is_own = rw.m.uses(buffer).count() == 1;
    is_own && rw.m.value_type(tensor) == rw.m.value_type(result) && rw.replace(op, &[tensor])
}

/// The place of each value in a list, which has each value once.
fn numbered(values: &[ValueId], once: &mut Vec<ValueId>) -> Vec<usize> {
    let mut at: FxHashMap<ValueId, usize> = FxHashMap::default();
    let places = values.iter().map(|&value| {
        *at.entry(value).or_insert_with(|| {
            once.push(value);
            once.len() - 1
        })
    });
    places.collect()
}

pub(crate) fn dealloc(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(old) = Dealloc::of(rw.m, op) else {
        return false;
    };
    let mut new = Dealloc::default();
    let mut at_memref: FxHashMap<ValueId, usize> = FxHashMap::default();
    let mut idle = Vec::new();
    for (memref, condition) in old.entries() {
        if rw
            .int(condition)
            .is_some_and(|condition| condition & 1 == 0)
        {
            continue;
        }
        let memref = whole_allocation(rw, memref).unwrap_or(memref);
        if is_idle(rw, memref, op) {
            idle.push(memref);
            continue;
        }
        match at_memref.get(&memref) {
            Some(&at) => {
                new.conditions[at] = or(rw, op, new.conditions[at], condition);
            }
            None => {
                at_memref.insert(memref, new.memrefs.len());
                new.memrefs.push(memref);
                new.conditions.push(condition);
            }
        }
    }
    let places = numbered(&old.retained, &mut new.retained);
    if new.memrefs.is_empty() {
        let bit = rw.m.ctx.int_type(1);
        let results = if places.is_empty() {
            Vec::new()
        } else {
            let no = rw.constant(op, 0, bit);
            places.iter().filter_map(|_| no).collect()
        };
        if results.len() < places.len() {
            return false;
        }
        rw.replace(op, &results);
    } else if new == old {
        return false;
    } else {
        let spec = new.spec(rw.m);
        let rebuilt = rw.insert_before(op, spec);
        let results: Vec<ValueId> = rw.m.results(rebuilt).collect();
        let results: Vec<ValueId> = places.iter().map(|&at| results[at]).collect();
        rw.replace(op, &results);
    }
    for memref in idle {
        if let Some(definer) = rw.m.defining_op(memref) {
            rw.erase(definer);
        }
    }
    true
}

/// The disjunction of two conditions, without an operation if they are equal or one is constant.
fn or(rw: &mut Rewriter<'_>, op: OpId, a: ValueId, b: ValueId) -> ValueId {
    let is_true = |value| rw.int(value).is_some_and(|value| value & 1 == 1);
    if a == b || is_true(a) {
        return a;
    }
    if is_true(b) {
        return b;
    }
    let ty = rw.m.value_type(a);
    let either = rw.value_before(op, "arith.ori", &[a, b], ty);
    either.unwrap_or(a)
}

pub(crate) fn clone(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (Some(&source), Some(result)) = (rw.m.operands(op).first(), rw.m.result(op, 0)) else {
        return false;
    };
    // A clone of a cast has the contents of the source of the cast.
    if through_cast(rw, op) || unread(rw, op) {
        return true;
    }
    let Some(free) = superfluous_free(rw, op, source, result) else {
        return false;
    };
    rw.erase(free);
    cast(rw, op, source)
}

/// Replaces an operation by a buffer, cast to the type of its only result.
pub(super) fn cast(rw: &mut Rewriter<'_>, op: OpId, buffer: ValueId) -> bool {
    let Some(result) = rw.m.result(op, 0) else {
        return false;
    };
    let ty = rw.m.value_type(result);
    if rw.m.value_type(buffer) == ty {
        return rw.replace(op, &[buffer]);
    }
    rw.replace_by_value(op, "memref.cast", &[buffer], ty)
}

/// The buffer of a tensor that is the contents of a buffer is that buffer, unless it cannot have the layout.
pub(crate) fn to_buffer(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (Some(&tensor), Some(result)) = (rw.m.operands(op).first(), rw.m.result(op, 0)) else {
        return false;
    };
    let Some(read) = rw.definer(tensor, Kernel::ToTensor) else {
        return false;
    };
    // Otherwise the buffer may be written to by another name while the tensor is still needed.
    let restrict = rw.m.ctx.find_str("restrict");
    if restrict.is_none_or(|restrict| rw.m.prop(read, restrict).is_none()) {
        return false;
    }
    let buffer = rw.m.operands(read)[0];
    let [from, to] = [buffer, result].map(|value| rw.m.value_type(value));
    rw.m.ctx.is_always_memref(from, to) && cast(rw, op, buffer)
}

/// The deallocation that is removed with a clone if the source can replace the clone: that of the clone if it is in
/// the block of `op`, otherwise that of the source.
///
/// The two must be indistinguishable to all users: the source certainly has the layout of the clone, and nothing
/// writes to either, or to a possible alias of either, while both are live.
fn superfluous_free(rw: &Rewriter<'_>, op: OpId, source: ValueId, clone: ValueId) -> Option<OpId> {
    let types = [source, clone].map(|value| rw.m.value_type(value));
    if !rw.m.ctx.is_always_memref(types[0], types[1]) {
        return None;
    }
    let root = viewed_buffer(rw.m, source);
    let is_manual = |op: OpId| is_manually_freed(rw.m, op);
    if rw.m.defining_op(root).is_some_and(is_manual) {
        return None;
    }
    let of_source = only_free(rw.m, root)?;
    let of_clone = only_free(rw.m, clone)?;
    let block = rw.m.op_block(op);
    let in_block = |free: Option<OpId>| free.filter(|&free| rw.m.op_block(free) == block);
    let block_of = |free: Option<OpId>| free.and_then(|free| rw.m.op_block(free));
    if of_source.is_some() && block_of(of_source) == block_of(of_clone) {
        return None;
    }
    let free = in_block(of_clone).or(in_block(of_source))?;
    if !is_plain_dealloc(rw.m, free) || is_manual(free) {
        return None;
    }
    let mut next = rw.m.next_op(op);
    let mut n_left = MAX_BETWEEN;
    while let Some(at) = next.filter(|&at| at != free) {
        for inner in rw.m.walk(at) {
            n_left = n_left.checked_sub(1)?;
            if !leaves_alone(rw, inner, source, clone) {
                return None;
            }
        }
        next = rw.m.next_op(at);
    }
    next
}

/// The only user of a buffer that frees it: none, or one; absent if there are several.
#[expect(
    clippy::option_option,
    reason = "more than one is another answer than none"
)]
fn only_free(m: &Module, buffer: ValueId) -> Option<Option<OpId>> {
    let mut only = None;
    for (user, _) in m.uses(buffer) {
        if frees(m, user, buffer) && only.replace(user).is_some() {
            return None;
        }
    }
    Some(only)
}

/// Whether an operation certainly neither writes nor frees two buffers, the second of which is a clone of the
/// first.
fn leaves_alone(rw: &Rewriter<'_>, op: OpId, source: ValueId, clone: ValueId) -> bool {
    let Some(list) = effects(rw.m, op) else {
        return rw.is_reading_call(op);
    };
    let sources = [root(rw, source), clone];
    list.iter().all(|effect| match effect.kind {
        EffectKind::Read | EffectKind::Allocate | EffectKind::AllocateAutomatic => true,
        EffectKind::Write | EffectKind::Free => effect.value.is_some_and(|value| {
            let written = root(rw, value);
            sources
                .iter()
                .all(|&other| super::memref::are_distinct(rw, written, other))
        }),
    })
}
