//! Merges adjacent `scf.if` operations with the same condition, and nested ones.

use super::known::negated;
use super::scf::single_block;
use crate::ir::{BlockId, OpId, OpSpec, RegionId, TypeId, ValueId};
use crate::rewrite::Rewriter;

/// Joins a conditional to the preceding one, if both have the same condition, or one has the negation of the
/// other.
pub(super) fn join_with_previous(rw: &mut Rewriter<'_>, op: OpId, condition: ValueId) -> bool {
    let Some(previous) = rw.m.prev_op(op) else {
        return false;
    };
    if rw.m.op_name(previous) != rw.m.op_name(op) {
        return false;
    }
    let asked = rw.m.operands(previous)[0];
    // The region of this operation that is joined to each region of the previous one.
    let order = if asked == condition {
        [0, 1]
    } else if negated(rw.m, condition) == Some(asked) || negated(rw.m, asked) == Some(condition) {
        [1, 0]
    } else {
        return false;
    };
    let (old, new) = (rw.m.regions(previous).to_vec(), rw.m.regions(op).to_vec());
    let (&[then, otherwise], &[..]) = (&old[..], &new[..]) else {
        return false;
    };
    let is_plain =
        |region: RegionId| rw.m.first_block(region).is_none() || single_block(rw, region).is_some();
    if new.len() != 2 || !old.iter().chain(&new).all(|&region| is_plain(region)) {
        return false;
    }
    let n_old = rw.m.result_count(previous);
    for (region, from) in [(then, new[order[0]]), (otherwise, new[order[1]])] {
        append(rw, previous, region, from);
    }
    let kept: Vec<ValueId> = rw.m.results(previous).collect();
    let types: Vec<TypeId> = kept
        .iter()
        .copied()
        .chain(rw.m.results(op))
        .map(|result| rw.m.value_type(result))
        .collect();
    let joined = rw.m.with_results(previous, &types, &kept);
    rw.push(joined);
    let results: Vec<ValueId> = rw.m.results(joined).skip(n_old).collect();
    for result in rw.m.results(joined) {
        rw.push_users(result);
    }
    rw.replace(op, &results)
}

/// What a region yields that does nothing else; nothing for no region.
fn idle_yield(rw: &Rewriter<'_>, region: RegionId) -> Option<Vec<ValueId>> {
    let Some(block) = rw.m.first_block(region) else {
        return Some(Vec::new());
    };
    let end = rw.m.last_op(block)?;
    (rw.m.first_op(block) == Some(end)).then(|| rw.m.operands(end).to_vec())
}

/// Joins a conditional with one that is all of its first region, if both have the same results where either does not
/// hold.
pub(super) fn join_with_inner(rw: &mut Rewriter<'_>, op: OpId, regions: &[RegionId]) -> bool {
    let &[then, otherwise] = regions else {
        return false;
    };
    let Some((inner, end)) = contents(rw, then) else {
        return false;
    };
    if rw.m.op_name(inner) != rw.m.op_name(op) {
        return false;
    }
    let &[inner_then, inner_otherwise] = rw.m.regions(inner) else {
        return false;
    };
    let (Some(of_outer), Some(of_inner), Some(block)) = (
        idle_yield(rw, otherwise),
        idle_yield(rw, inner_otherwise),
        single_block(rw, inner_then),
    ) else {
        return false;
    };
    let results: Vec<ValueId> = rw.m.results(inner).collect();
    let position = |value: &ValueId| results.iter().position(|result| result == value);
    let passed_on = rw.m.operands(end).to_vec();
    let numbers: Option<Vec<usize>> = passed_on.iter().map(position).collect();
    let Some(numbers) = numbers.filter(|numbers| {
        let mut both = numbers.iter().zip(&of_outer);
        both.all(|(&number, outer)| of_inner.get(number) == Some(outer))
            && numbers.len() == of_outer.len()
    }) else {
        return false;
    };
    let (Some(inner_end), [outer, condition]) = (
        rw.m.last_op(block),
        [op, inner].map(|op| rw.m.operands(op)[0]),
    ) else {
        return false;
    };
    let ty = rw.m.value_type(outer);
    let Some(both) = rw.value_before(op, "arith.andi", &[outer, condition], ty) else {
        return false;
    };
    rw.m.set_operand(op, 0, both);
    let of_then = rw.m.operands(inner_end).to_vec();
    let values: Vec<ValueId> = numbers.iter().map(|&number| of_then[number]).collect();
    let inside: Vec<OpId> = rw.m.ops(block).collect();
    rw.m.set_operands(end, &values);
    rw.m.inline_block_before(block, inner, &[]);
    rw.m.erase(inner_end);
    for op in inside.into_iter().filter(|&op| op != inner_end) {
        rw.push(op);
    }
    rw.erase(inner);
    rw.changed(op)
}

/// The only operation of a region besides its terminator, and that.
fn contents(rw: &Rewriter<'_>, region: RegionId) -> Option<(OpId, OpId)> {
    let block = single_block(rw, region)?;
    let (only, end) = (rw.m.first_op(block)?, rw.m.last_op(block)?);
    (rw.m.next_op(only) == Some(end)).then_some((only, end))
}

/// Moves the contents of a region to the end of a region of the preceding conditional, whose results are known
/// there.
fn append(rw: &mut Rewriter<'_>, previous: OpId, region: RegionId, from: RegionId) {
    let Some(source) = rw.m.first_block(from) else {
        return;
    };
    let Some(target) = rw.m.first_block(region) else {
        rw.m.move_blocks(from, region);
        return;
    };
    let (Some(end), Some(source_end)) = (rw.m.last_op(target), rw.m.last_op(source)) else {
        return;
    };
    let handed: Vec<ValueId> = rw.m.operands(end).to_vec();
    for (result, &value) in rw.m.results(previous).zip(&handed) {
        let uses: Vec<(OpId, usize)> =
            rw.m.uses(result)
                .filter(|&(user, _)| is_below(rw, user, source))
                .collect();
        for (user, operand) in uses {
            rw.m.set_operand(user, operand, value);
        }
    }
    let moved: Vec<OpId> = rw.m.ops(source).filter(|&op| op != source_end).collect();
    for op in moved {
        rw.push(op);
    }
    let mut values = handed;
    values.extend_from_slice(rw.m.operands(source_end));
    rw.m.erase(source_end);
    // Recreate the yield after the moved operations.
    let name = rw.m.op_name(end);
    let spec = OpSpec::new(name).operands(&values).located_at(rw.m, end);
    rw.m.erase(end);
    rw.m.append_block_contents(source, target, &[]);
    let end = rw.m.create_op(spec);
    rw.m.insert_at_end(target, end);
}

fn is_below(rw: &Rewriter<'_>, op: OpId, block: BlockId) -> bool {
    rw.m.ancestor_in_block(block, op).is_some()
}
