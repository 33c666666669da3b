//! `scf`: folds regions with constant conditions and removes redundant iteration arguments.

use super::{if_merge, known};
use crate::dialects::Traits;
use crate::interfaces::{loop_dims, region_exits};
use crate::ir::{BlockId, OpId, OpSpec, RegionId, TypeId, ValueId, names};
use crate::rewrite::Rewriter;
use crate::rewrite::operands::{remove_operand, set_operand_group};
use crate::semantics::Kernel;

/// The only block of a region.
pub(super) fn single_block(rw: &Rewriter<'_>, region: RegionId) -> Option<BlockId> {
    let block = rw.m.first_block(region)?;
    rw.m.next_block(block).is_none().then_some(block)
}

/// Replaces an operation by the contents of its region of one block. The operands of the terminator, from number
/// `skip` on, become the results.
pub(super) fn inline(
    rw: &mut Rewriter<'_>,
    op: OpId,
    region: RegionId,
    args: &[ValueId],
    skip: usize,
) -> bool {
    let Some(block) = single_block(rw, region) else {
        return false;
    };
    let Some(terminator) = rw.m.last_op(block) else {
        return false;
    };
    let params: Vec<ValueId> = rw.m.block_args(block).to_vec();
    for (param, &arg) in params.iter().zip(args) {
        rw.replace_value(*param, arg);
    }
    let values: Vec<ValueId> = rw.m.operands(terminator)[skip..].to_vec();
    let inside: Vec<OpId> = rw.m.ops(block).collect();
    rw.m.inline_block_before(block, op, args);
    rw.m.erase(terminator);
    for inner in inside {
        if inner != terminator {
            rw.push(inner);
        }
    }
    rw.replace(op, &values)
}

/// The values that the regions of an operation yield as result `index`.
fn yielded(rw: &Rewriter<'_>, op: OpId, index: usize) -> Option<Vec<ValueId>> {
    rw.m.regions(op)
        .iter()
        .map(|&region| {
            let terminator = rw.m.last_op(single_block(rw, region)?)?;
            rw.m.operands(terminator).get(index).copied()
        })
        .collect()
}

/// Whether a value is defined outside an operation.
pub(super) fn is_outside(rw: &Rewriter<'_>, op: OpId, value: ValueId) -> bool {
    let block = rw.m.value_block(value);
    match block.and_then(|block| rw.m.block_parent(block)) {
        Some(parent) => !rw.m.encloses(op, parent),
        None => true,
    }
}

/// Rebuilds the operation without the results that are not kept, and without the corresponding yielded values.
fn keep_results(rw: &mut Rewriter<'_>, op: OpId, keep: &[bool]) -> OpId {
    let regions: Vec<RegionId> = rw.m.regions(op).to_vec();
    for region in regions {
        let Some(terminator) = single_block(rw, region).and_then(|block| rw.m.last_op(block))
        else {
            continue;
        };
        drop_operands(rw, terminator, keep, 0);
    }
    rebuild(rw, op, keep)
}

/// Removes the operands of a terminator that are not kept; the first has number `first`.
fn drop_operands(rw: &mut Rewriter<'_>, terminator: OpId, keep: &[bool], first: usize) {
    for (index, _) in keep.iter().enumerate().rev().filter(|(_, keep)| !**keep) {
        let operand = rw.m.operands(terminator)[first + index];
        remove_operand(rw.m, terminator, first + index);
        if let Some(definer) = rw.m.defining_op(operand) {
            rw.push(definer);
        }
    }
}

fn rebuild(rw: &mut Rewriter<'_>, op: OpId, keep: &[bool]) -> OpId {
    let types: Vec<TypeId> =
        rw.m.results(op)
            .zip(keep)
            .filter(|(_, keep)| **keep)
            .map(|(result, _)| rw.m.value_type(result))
            .collect();
    // The old results that the results of the new operation replace.
    let kept: Vec<ValueId> =
        rw.m.results(op)
            .zip(keep)
            .filter(|(_, keep)| **keep)
            .map(|(result, _)| result)
            .collect();
    let new = rw.m.with_results(op, &types, &kept);
    rw.push(new);
    for result in rw.m.results(new) {
        rw.push_users(result);
    }
    new
}

/// Folds unused results, and results for which all regions yield the same value from outside.
fn branch(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let n = rw.m.result_count(op);
    let mut has_changed = false;
    for index in 0..n {
        let Some(result) = rw.m.result(op, index) else {
            continue;
        };
        if rw.m.is_unused(result) {
            continue;
        }
        let Some(values) = yielded(rw, op, index) else {
            return has_changed;
        };
        let Some(&first) = values.first() else {
            continue;
        };
        if values.iter().all(|&value| value == first) && is_outside(rw, op, first) {
            rw.replace_value(result, first);
            has_changed = true;
        }
    }
    let keep: Vec<bool> =
        rw.m.results(op)
            .map(|result| !rw.m.is_unused(result))
            .collect();
    if keep.contains(&false) && yielded(rw, op, 0).is_some() {
        keep_results(rw, op, &keep);
        return true;
    }
    has_changed
}

pub(crate) fn if_(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(&condition) = rw.m.operands(op).first() else {
        return false;
    };
    let regions: Vec<RegionId> = rw.m.regions(op).to_vec();
    if let Some(condition) = rw.int(condition) {
        let taken = regions[usize::from(condition & 1 == 0)];
        if rw.m.first_block(taken).is_none() {
            return rw.erase(op);
        }
        return inline(rw, op, taken, &[], 0);
    }
    if branch(rw, op) {
        return true;
    }
    // Inside the regions, the value of the condition is known.
    let mut has_changed = false;
    for (&region, holds) in regions.iter().zip([true, false]) {
        let facts = known::facts(rw.m, condition, holds);
        has_changed |= known::substitute(rw, &facts, |m, user| {
            user != op
                && std::iter::once(user)
                    .chain(m.ancestors(user))
                    .any(|op| m.op_block(op).and_then(|b| m.block_region(b)) == Some(region))
        });
    }
    if has_changed {
        return true;
    }
    to_selects(rw, op, condition)
        || if_merge::join_with_inner(rw, op, &regions)
        || drop_empty_else(rw, op, &regions)
        || if_merge::join_with_previous(rw, op, condition)
}

/// Replaces results whose values are both defined outside by selects.
fn to_selects(rw: &mut Rewriter<'_>, op: OpId, condition: ValueId) -> bool {
    let mut has_changed = false;
    for index in 0..rw.m.result_count(op) {
        let (Some(result), Some(values)) = (rw.m.result(op, index), yielded(rw, op, index)) else {
            continue;
        };
        let &[on_true, on_false] = values.as_slice() else {
            continue;
        };
        if rw.m.is_unused(result)
            || !is_outside_or_constant(rw, op, on_true)
            || !is_outside_or_constant(rw, op, on_false)
        {
            continue;
        }
        let (on_true, on_false) = (hoisted(rw, op, on_true), hoisted(rw, op, on_false));
        let ty = rw.m.value_type(result);
        let operands = [condition, on_true, on_false];
        if let Some(value) = rw.value_before(op, "arith.select", &operands, ty) {
            rw.replace_value(result, value);
            has_changed = true;
        }
    }
    has_changed
}

fn is_outside_or_constant(rw: &Rewriter<'_>, op: OpId, value: ValueId) -> bool {
    is_outside(rw, op, value) || rw.int(value).is_some() || rw.float(value).is_some()
}

/// Recreates a constant from within `op` before it; returns other values unchanged.
fn hoisted(rw: &mut Rewriter<'_>, op: OpId, value: ValueId) -> ValueId {
    if is_outside(rw, op, value) {
        return value;
    }
    let ty = rw.m.value_type(value);
    let copy = if let Some(int) = rw.int(value) {
        rw.constant(op, int, ty)
    } else {
        rw.float(value)
            .and_then(|(_, bits)| rw.float_constant(op, bits, ty))
    };
    copy.unwrap_or(value)
}

/// Removes an empty `else` of an operation without results.
fn drop_empty_else(rw: &mut Rewriter<'_>, op: OpId, regions: &[RegionId]) -> bool {
    if rw.m.result_count(op) != 0 {
        return false;
    }
    let is_empty = |rw: &Rewriter<'_>, region: RegionId| {
        single_block(rw, region).is_some_and(|block| rw.m.first_op(block) == rw.m.last_op(block))
    };
    let &[then, otherwise] = regions else {
        return false;
    };
    let has_else = rw.m.first_block(otherwise).is_some();
    if is_empty(rw, then) && (!has_else || is_empty(rw, otherwise)) {
        return rw.erase(op);
    }
    if has_else
        && is_empty(rw, otherwise)
        && let Some(block) = rw.m.first_block(otherwise)
    {
        rw.m.erase_block(block);
        return rw.changed(op);
    }
    false
}

pub(crate) fn index_switch(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(&flag) = rw.m.operands(op).first() else {
        return false;
    };
    if let Some(flag) = rw.int(flag) {
        let case =
            rw.m.prop_array(op, names::CASES)
                .iter()
                .position(|&case| case == flag);
        let region = rw.m.regions(op)[case.map_or(0, |case| case + 1)];
        return inline(rw, op, region, &[], 0);
    }
    branch(rw, op)
}

pub(crate) fn execute_region(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    if rw
        .m
        .ctx
        .find_str("no_inline")
        .is_some_and(|name| rw.m.prop(op, name).is_some())
    {
        return false;
    }
    let region = rw.m.regions(op)[0];
    inline(rw, op, region, &[], 0) || inline_blocks(rw, op, region)
}

/// Inlines the blocks of a region into the parent region, if that may have several blocks.
fn inline_blocks(rw: &mut Rewriter<'_>, op: OpId, region: RegionId) -> bool {
    let allows_blocks = rw.m.parent(op).is_some_and(|parent| {
        rw.m.has_trait(parent, Traits::FUNCTION) || rw.m.op_name(parent) == rw.m.op_name(op)
    });
    let (Some(block), Some(next)) = (rw.m.op_block(op), rw.m.next_op(op)) else {
        return false;
    };
    let exits: Vec<OpId> = region_exits(rw.m, region).collect();
    let hands_on = |&exit: &OpId| {
        rw.m.has_trait(exit, Traits::RETURN_LIKE)
            && rw.m.operands(exit).len() == rw.m.result_count(op)
    };
    let Some(entry) = rw.m.first_block(region) else {
        return false;
    };
    if !allows_blocks || !exits.iter().all(hands_on) {
        return false;
    }
    let Some(rest) = rw.m.split_block(next) else {
        return false;
    };
    let results: Vec<ValueId> = rw.m.results(op).collect();
    for result in results {
        let ty = rw.m.value_type(result);
        let arg = rw.m.add_block_arg(rest, ty);
        rw.replace_value(result, arg);
    }
    for exit in exits {
        let values = rw.m.operands(exit).to_vec();
        super::cf::branch_to(rw, exit, rest, &values);
    }
    let blocks: Vec<BlockId> = rw.m.blocks(region).collect();
    let mut after = block;
    for inner in blocks {
        rw.m.detach_block(inner);
        rw.m.attach_block_after(after, inner);
        after = inner;
    }
    super::cf::branch_to(rw, op, entry, &[])
}

/// Folds loops that run zero or one times, and useless loop-carried values.
pub(crate) fn for_(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(group) = rw.m.def(op).and_then(|def| def.operand_group("inits")) else {
        return false;
    };
    let mut inits: Vec<ValueId> = rw.m.operands_of(op, group).to_vec();
    let dims = loop_dims(rw.m, op);
    let trips = dims.and_then(|dims| dims.first().and_then(|dim| dim.trip_count()));
    let region = rw.m.regions(op)[0];
    // The bounds of affine loops are maps.
    let is_affine = rw.m.is_kernel(op, Kernel::AffineFor);
    let bounds = rw.m.operands(op).get(..2).filter(|_| !is_affine);
    if trips == Some(0) || bounds.is_some_and(|bounds| bounds[0] == bounds[1]) {
        return rw.replace(op, &inits);
    }
    if trips == Some(1) && bounds.is_some() {
        let mut args = vec![rw.m.operands(op)[0]];
        args.extend_from_slice(&inits);
        return inline(rw, op, region, &args, 0);
    }
    let block = single_block(rw, region);
    let Some((block, terminator)) = block.and_then(|block| Some((block, rw.m.last_op(block)?)))
    else {
        return false;
    };
    let mut keep = vec![true; inits.len()];
    for (index, &init) in inits.iter().enumerate() {
        let (Some(&arg), Some(&next), Some(result)) = (
            rw.m.block_args(block).get(index + 1),
            rw.m.operands(terminator).get(index),
            rw.m.result(op, index),
        ) else {
            return false;
        };
        // The loop passes the value on unchanged, so it is always the initial value.
        if next == arg || next == init {
            rw.replace_value(arg, init);
            rw.replace_value(result, init);
            keep[index] = false;
        } else if trips.is_some_and(|trips| trips > 0)
            && !rw.m.is_unused(result)
            && is_outside(rw, op, next)
        {
            // Each iteration yields the same value, and there is one.
            rw.replace_value(result, next);
            return true;
        } else if rw.m.is_unused(result) && rw.m.is_unused(arg) {
            keep[index] = false;
        }
    }
    if !keep.contains(&false) {
        return !is_affine && carries_uncast(rw, op, block, terminator, group);
    }
    drop_operands(rw, terminator, &keep, 0);
    for (index, _) in keep.iter().enumerate().rev().filter(|(_, keep)| !**keep) {
        // The argument is unused: it was, or the initial value, which is defined outside, took its place.
        rw.m.remove_block_arg(block, index + 1);
    }
    let mut kept = keep.iter();
    inits.retain(|_| kept.next() == Some(&true));
    set_operand_group(rw.m, op, group, &inits);
    rebuild(rw, op, &keep);
    true
}

/// A loop that carries a tensor of fewer known sizes than it begins with and yields: it carries the tensor that was
/// cast.
fn carries_uncast(
    rw: &mut Rewriter<'_>,
    op: OpId,
    block: BlockId,
    terminator: OpId,
    group: usize,
) -> bool {
    let uncast = |rw: &Rewriter<'_>, value: ValueId| {
        let cast = rw.definer(value, Kernel::TensorCast)?;
        Some(rw.m.operands(cast)[0])
    };
    let range = rw.m.operand_range(op, group);
    for (index, at) in range.enumerate() {
        let (Some(&next), init) = (rw.m.operands(terminator).get(index), rw.m.operands(op)[at])
        else {
            return false;
        };
        let (Some(from), Some(to)) = (uncast(rw, init), uncast(rw, next)) else {
            continue;
        };
        let (ty, wide) = (rw.m.value_type(from), rw.m.value_type(init));
        if rw.m.value_type(to) != ty || !super::memref::is_less_static(rw, from, init) {
            continue;
        }
        let Some(&param) = rw.m.block_args(block).get(index + 1) else {
            return false;
        };
        rw.m.set_operand(op, at, from);
        rw.m.set_operand(terminator, index, to);
        let param_of_source = rw.m.renew_block_arg(block, index + 1, ty);
        let spec = OpSpec::new(rw.m.ctx.op_name("tensor.cast"))
            .operands(&[param_of_source])
            .results(&[wide])
            .located_at(rw.m, op);
        let Some(first) = rw.m.first_op(block) else {
            return false;
        };
        let cast = rw.insert_before(first, spec);
        if let Some(cast) = rw.m.result(cast, 0) {
            rw.replace_value(param, cast);
        }
        for value in [init, next] {
            if let Some(definer) = rw.m.defining_op(value) {
                rw.push(definer);
            }
        }
        // The types of the loop agree, so this is valid.
        return super::shapes::recast(rw, op, index, ty);
    }
    false
}

/// Folds unused results, and results that are known without running the loop.
pub(crate) fn while_(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let &[before, after] = rw.m.regions(op) else {
        return false;
    };
    let (Some(before), Some(after)) = (single_block(rw, before), single_block(rw, after)) else {
        return false;
    };
    let Some(condition) = rw.m.last_op(before) else {
        return false;
    };
    let &[decided, ..] = rw.m.operands(condition) else {
        return false;
    };
    // The condition is false, so only the first region runs, once.
    if rw.int(decided).is_some_and(|decided| decided & 1 == 0) {
        let inits: Vec<ValueId> = rw.m.operands(op).to_vec();
        let region = rw.m.regions(op)[0];
        return inline(rw, op, region, &inits, 1);
    }
    let n = rw.m.result_count(op);
    let mut keep = vec![true; n];
    for (index, keep) in keep.iter_mut().enumerate() {
        let (Some(result), Some(&arg), Some(&value)) = (
            rw.m.result(op, index),
            rw.m.block_args(after).get(index),
            rw.m.operands(condition).get(index + 1),
        ) else {
            return false;
        };
        if is_outside(rw, op, value) {
            rw.replace_value(result, value);
            rw.replace_value(arg, value);
        }
        *keep = !(rw.m.is_unused(result) && rw.m.is_unused(arg));
    }
    if !keep.contains(&false) {
        return drop_while_inits(rw, op, before, after);
    }
    drop_operands(rw, condition, &keep, 1);
    for (index, _) in keep.iter().enumerate().rev().filter(|(_, keep)| !**keep) {
        rw.m.remove_block_arg(after, index);
    }
    rebuild(rw, op, &keep);
    true
}

/// Removes values that enter the first region and are the same each time, or are unused.
fn drop_while_inits(rw: &mut Rewriter<'_>, op: OpId, before: BlockId, after: BlockId) -> bool {
    let (Some(terminator), Some(condition)) = (rw.m.last_op(after), rw.m.last_op(before)) else {
        return false;
    };
    let passed_on =
        rw.m.operands(condition)
            .get(1..)
            .unwrap_or_default()
            .to_vec();
    let mut has_changed = false;
    for index in (0..rw.m.operands(op).len()).rev() {
        let (init, Some(&arg), Some(&next)) = (
            rw.m.operands(op)[index],
            rw.m.block_args(before).get(index),
            rw.m.operands(terminator).get(index),
        ) else {
            return has_changed;
        };
        // The value that the second region yields may be one that the first region passed to it.
        let passed = rw.m.block_args(after).iter().position(|&arg| arg == next);
        let source = passed.and_then(|passed| passed_on.get(passed).copied());
        if next == init || next == arg || source == Some(arg) {
            rw.replace_value(arg, init);
        } else if !rw.m.is_unused(arg) {
            continue;
        }
        remove_operand(rw.m, op, index);
        remove_operand(rw.m, terminator, index);
        if let Some(definer) = rw.m.defining_op(next) {
            rw.push(definer);
        }
        rw.m.remove_block_arg(before, index);
        has_changed = true;
    }
    has_changed
}
