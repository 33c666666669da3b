//! `cf`: folds branches with constant conditions and blocks that only branch.

use super::known;
use crate::interfaces::{SuccessorOperands, successor_operands};
use crate::ir::{AttrKind, BlockId, OpId, OpSpec, ValueId, names};
use crate::rewrite::Rewriter;
use crate::semantics::Kernel;
use crate::syntax::switch::case_values;

/// The operands that a successor receives.
fn handed(rw: &Rewriter<'_>, op: OpId, successor: usize) -> Option<Vec<ValueId>> {
    match successor_operands(rw.m, op, successor) {
        SuccessorOperands::Range(range) => Some(rw.m.operands(op)[range].to_vec()),
        SuccessorOperands::Unknown => None,
    }
}

/// Replaces a terminator by a branch to one of its successors.
fn always(rw: &mut Rewriter<'_>, op: OpId, successor: usize) -> bool {
    let Some(values) = handed(rw, op, successor) else {
        return false;
    };
    let target = rw.m.successors(op)[successor];
    branch_to(rw, op, target, &values)
}

/// Replaces an operation whose results are unused by a branch.
pub(super) fn branch_to(
    rw: &mut Rewriter<'_>,
    op: OpId,
    target: BlockId,
    values: &[ValueId],
) -> bool {
    let name = rw.m.ctx.op_name("cf.br");
    let mut spec = OpSpec::new(name).operands(values);
    spec.successors.push(target);
    rw.insert_before(op, spec);
    rw.erase(op)
}

/// Where a block that only branches leads to.
fn only_branch(rw: &Rewriter<'_>, block: BlockId) -> Option<BlockId> {
    let branch = rw.m.first_op(block)?;
    let is_plain = rw.m.is_kernel(branch, Kernel::Branch) && rw.m.last_op(block) == Some(branch);
    rw.m.successors(branch)
        .first()
        .copied()
        .filter(|_| is_plain)
}

/// How many blocks that only branch are followed.
const MAX_BRANCHES: usize = 64;

/// Whether blocks that only branch lead from this one to another block, and not around a circle. Long chains become
/// short from their ends.
fn leads_on(rw: &Rewriter<'_>, block: BlockId) -> bool {
    let mut blocks = std::iter::successors(Some(block), |&at| only_branch(rw, at));
    blocks.nth(MAX_BRANCHES).is_none()
}

/// The target of a successor whose block only branches, and the operands that it receives.
fn passed_through(
    rw: &Rewriter<'_>,
    op: OpId,
    successor: usize,
) -> Option<(BlockId, Vec<ValueId>)> {
    let block = rw.m.successors(op)[successor];
    let branch = rw.m.first_op(block)?;
    let target = only_branch(rw, block)?;
    if rw.m.op_block(op) == Some(block) || !leads_on(rw, block) {
        return None;
    }
    let given = handed(rw, op, successor)?;
    let params = rw.m.block_args(block);
    // The arguments of the block must be used by its branch only.
    let is_local = params
        .iter()
        .all(|&param| rw.m.uses(param).all(|(user, _)| user == branch));
    if !is_local {
        return None;
    }
    let values = handed(rw, branch, 0)?;
    let values = values.into_iter().map(|value| {
        let at = params.iter().position(|&param| param == value);
        at.map_or(value, |at| given[at])
    });
    Some((target, values.collect()))
}

pub(crate) fn br(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    match passed_through(rw, op, 0) {
        Some((target, values)) if Some(target) != rw.m.op_block(op) => {
            branch_to(rw, op, target, &values)
        }
        _ => false,
    }
}

/// The operands that a branch passes to one block on both edges: selections between those that differ.
fn selected(
    rw: &mut Rewriter<'_>,
    op: OpId,
    condition: ValueId,
    on_true: &[ValueId],
    on_false: &[ValueId],
) -> Vec<ValueId> {
    let mut values = Vec::new();
    for (&a, &b) in on_true.iter().zip(on_false) {
        if a == b {
            values.push(a);
            continue;
        }
        let ty = rw.m.value_type(a);
        values.extend(rw.value_before(op, "arith.select", &[condition, a, b], ty));
    }
    values
}

pub(crate) fn cond_br(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(&condition) = rw.m.operands(op).first() else {
        return false;
    };
    if let Some(condition) = rw.int(condition) {
        return always(rw, op, usize::from(condition & 1 == 0));
    }
    let (Some(on_true), Some(on_false)) = (handed(rw, op, 0), handed(rw, op, 1)) else {
        return false;
    };
    let &[then, otherwise] = rw.m.successors(op) else {
        return false;
    };
    if then == otherwise {
        let values = selected(rw, op, condition, &on_true, &on_false);
        return branch_to(rw, op, then, &values);
    }
    if hands_what_is_known(rw, op, condition) {
        return true;
    }
    // A block that is never left is never entered.
    for (successor, block) in [then, otherwise].into_iter().enumerate() {
        let first = rw.m.first_op(block);
        if first.is_some_and(|first| rw.m.is_kernel(first, Kernel::Unreachable)) {
            return always(rw, op, 1 - successor);
        }
    }
    for successor in 0..2 {
        let Some((target, values)) = passed_through(rw, op, successor) else {
            continue;
        };
        let mut operands = vec![condition];
        let lists = if successor == 0 {
            [&values, &on_false]
        } else {
            [&on_true, &values]
        };
        for list in lists {
            operands.extend_from_slice(list);
        }
        rw.m.set_operands(op, &operands);
        let sizes =
            rw.m.ctx
                .i32_array(&[1, lists[0].len() as i64, lists[1].len() as i64]);
        rw.m.set_prop(op, names::OPERAND_SEGMENT_SIZES, sizes);
        rw.m.set_successor(op, successor, target);
        return rw.changed(op);
    }
    false
}

/// On each edge, the value of the condition is known, and replaces the condition among the operands.
fn hands_what_is_known(rw: &mut Rewriter<'_>, op: OpId, condition: ValueId) -> bool {
    let mut has_changed = false;
    for (successor, holds) in [(0, true), (1, false)] {
        let SuccessorOperands::Range(range) = successor_operands(rw.m, op, successor) else {
            continue;
        };
        let facts = known::facts(rw.m, condition, holds);
        for at in range {
            let value = rw.m.operands(op)[at];
            if rw.m.ctx.bit_width(rw.m.value_type(value)) != Some(1) {
                continue;
            }
            if let Some(simpler) = known::folded(rw, op, value, &facts) {
                rw.m.set_operand(op, at, simpler);
                if let Some(definer) = rw.m.defining_op(value) {
                    rw.push(definer);
                }
                has_changed = true;
            }
        }
    }
    has_changed && rw.changed(op)
}

pub(crate) fn switch(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(&flag) = rw.m.operands(op).first() else {
        return false;
    };
    let n = rw.m.successors(op).len();
    if n == 1 {
        return always(rw, op, 0);
    }
    let Some(flag) = rw.int(flag) else {
        // All cases lead to one block, and hand it the same.
        let first = (rw.m.successors(op)[0], handed(rw, op, 0));
        let is_one = |at: usize| (rw.m.successors(op)[at], handed(rw, op, at)) == first;
        if first.1.is_some() && (1..n).all(is_one) {
            return always(rw, op, 0);
        }
        return simpler_cases(rw, op);
    };
    let values =
        rw.m.ctx
            .find_str("case_values")
            .and_then(|name| rw.m.prop(op, name));
    let Some(AttrKind::Dense { ty, .. }) = values.map(|attr| rw.m.ctx.attr_kind(attr)) else {
        return false;
    };
    let width =
        rw.m.ctx
            .element_type(*ty)
            .and_then(|ty| rw.m.ctx.bit_width(ty));
    let (Some(width @ 1..=64), Some(attr)) = (width, values) else {
        return false;
    };
    let Some(cases) = rw.m.ctx.dense_integers(attr, n - 1) else {
        return false;
    };
    let low = |value: i64| {
        if width == 64 {
            value
        } else {
            value & ((1 << width) - 1)
        }
    };
    let case = cases.iter().position(|&case| low(case) == low(flag));
    always(rw, op, case.map_or(0, |case| case + 1))
}

/// Removes the cases that do what the default does, and leads cases past blocks that only branch.
fn simpler_cases(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let n = rw.m.successors(op).len();
    let mut edges = Vec::with_capacity(n);
    let mut has_changed = false;
    for at in 0..n {
        let Some(values) = handed(rw, op, at) else {
            return false;
        };
        match passed_through(rw, op, at) {
            Some(edge) => {
                has_changed = true;
                edges.push(edge);
            }
            None => edges.push((rw.m.successors(op)[at], values)),
        }
    }
    let values =
        rw.m.ctx
            .find_str("case_values")
            .and_then(|name| rw.m.prop(op, name));
    let Some(cases) = values.and_then(|attr| rw.m.ctx.dense_integers(attr, n - 1)) else {
        return false;
    };
    let kept: Vec<usize> = (1..n).filter(|&at| edges[at] != edges[0]).collect();
    if !has_changed && kept.len() + 1 == n {
        return false;
    }
    let cases: Vec<i64> = kept.iter().map(|&at| cases[at - 1]).collect();
    let flag = rw.m.operands(op)[0];
    let mut operands = vec![flag];
    let (mut successors, mut sizes) = (Vec::new(), Vec::new());
    for at in std::iter::once(0).chain(kept) {
        let (target, values) = &edges[at];
        operands.extend_from_slice(values);
        successors.push(*target);
        sizes.push(values.len() as i64);
    }
    let ty = rw.m.value_type(flag);
    let total: i64 = sizes[1..].iter().sum();
    let mut spec = OpSpec::new(rw.m.op_name(op)).operands(&operands);
    if !cases.is_empty() {
        let values = case_values(&mut rw.m.ctx, ty, &cases);
        let name = rw.m.ctx.str("case_values");
        spec = spec.prop(name, values);
    }
    let of_cases = rw.m.ctx.i32_array(&sizes[1..]);
    let segments = rw.m.ctx.i32_array(&[1, sizes[0], total]);
    let mut spec = spec
        .prop(names::CASE_OPERAND_SEGMENTS, of_cases)
        .prop(names::OPERAND_SEGMENT_SIZES, segments);
    spec.successors.extend(successors);
    rw.insert_before(op, spec);
    rw.erase(op)
}

pub(crate) fn assert(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let condition = rw.m.operands(op).first().and_then(|&value| rw.int(value));
    match condition {
        Some(condition) if condition & 1 == 1 => rw.erase(op),
        _ => false,
    }
}
