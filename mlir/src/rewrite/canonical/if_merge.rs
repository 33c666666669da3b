//! Merges adjacent `scf.if` operations with the same condition.

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
