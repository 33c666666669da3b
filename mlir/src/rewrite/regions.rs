//! Simplifies blocks: removes unreachable ones, merges a block into its only predecessor, and drops
//! redundant arguments.

use memplan_support::Sort;

use super::Rewriter;
use super::canonical::known;
use super::operands::remove_operand;
use crate::analyses::Dominance;
use crate::interfaces::{SuccessorOperands, successor_operands};
use crate::ir::{BlockId, Module, OpId, RegionId, ValueId};

/// Simplifies all regions with several blocks below `root`; returns whether anything changed.
pub(super) fn simplify(rewriter: &mut Rewriter<'_>, root: OpId) -> bool {
    let regions: Vec<RegionId> = rewriter
        .m
        .walk(root)
        .flat_map(|op| rewriter.m.regions(op).iter().copied())
        .filter(|&region| has_branches(rewriter.m, region))
        .collect();
    let mut has_changed = substitute_known(rewriter, &regions);
    for region in regions {
        // An earlier step may have erased the operation around the region.
        if rewriter.m.is_erased(rewriter.m.region_parent(region)) {
            continue;
        }
        has_changed |= drop_unreachable(rewriter, region);
        has_changed |= drop_arguments(rewriter, region);
        has_changed |= join_blocks(rewriter, region);
    }
    has_changed
}

/// Substitutes the known value of a branch condition after an edge that is the only one to its target.
fn substitute_known(rewriter: &mut Rewriter<'_>, regions: &[RegionId]) -> bool {
    if regions.is_empty() {
        return false;
    }
    // Only conditions change below, so the dominance of blocks stays valid.
    let dominance = Dominance::new(rewriter.m);
    let mut has_changed = false;
    for &region in regions {
        let edges = edges(rewriter.m, region);
        let ends: Vec<OpId> = rewriter
            .m
            .blocks(region)
            .filter_map(|block| rewriter.m.last_op(block))
            .collect();
        for end in ends {
            let Some(condition) = branch_condition(rewriter.m, end) else {
                continue;
            };
            for (number, holds) in [(0, true), (1, false)] {
                let target = rewriter.m.successors(end)[number];
                if edges.get(&target).is_none_or(|into| into.len() != 1) {
                    continue;
                }
                let facts = known::facts(rewriter.m, condition, holds);
                has_changed |= known::substitute(rewriter, &facts, |m, user| {
                    let in_region = std::iter::once(user).chain(m.ancestors(user)).find(|&op| {
                        m.op_block(op).and_then(|block| m.block_region(block)) == Some(region)
                    });
                    in_region
                        .and_then(|op| m.op_block(op))
                        .is_some_and(|block| {
                            dominance.is_reachable(block)
                                && dominance.block_dominates(target, block)
                        })
                });
            }
        }
    }
    has_changed
}

/// The condition of a branch that goes to the first successor if it is true, to the second if not.
fn branch_condition(m: &Module, end: OpId) -> Option<ValueId> {
    let &condition = m.operands(end).first()?;
    let is_two_way = m.successors(end).len() == 2
        && m.def(end)?.branch.len() == 2
        && m.ctx.bit_width(m.value_type(condition)) == Some(1);
    is_two_way.then_some(condition)
}

fn has_branches(m: &Module, region: RegionId) -> bool {
    m.first_block(region)
        .is_some_and(|first| m.next_block(first).is_some())
}

/// The blocks that are reachable from the entry, in breadth-first order.
fn reachable(m: &Module, region: RegionId) -> Vec<BlockId> {
    let mut order: Vec<BlockId> = m.first_block(region).into_iter().collect();
    let mut seen: rustc_hash::FxHashSet<BlockId> = order.iter().copied().collect();
    let mut next = 0;
    while let Some(&block) = order.get(next) {
        next += 1;
        let Some(last) = m.last_op(block) else {
            continue;
        };
        for &successor in m.successors(last) {
            if seen.insert(successor) {
                order.push(successor);
            }
        }
    }
    order
}

/// Removes the unreachable blocks below `root`; returns whether there were any. Linear.
pub fn drop_unreachable_blocks(m: &mut Module, root: OpId) -> bool {
    let regions: Vec<RegionId> = m
        .walk(root)
        .flat_map(|op| m.regions(op).iter().copied())
        .filter(|&region| has_branches(m, region))
        .collect();
    let mut rewriter = Rewriter::new(m);
    let mut has_changed = false;
    for region in regions {
        if !rewriter.m.is_erased(rewriter.m.region_parent(region)) {
            has_changed |= drop_unreachable(&mut rewriter, region);
        }
    }
    has_changed
}

fn drop_unreachable(rewriter: &mut Rewriter<'_>, region: RegionId) -> bool {
    let reached: rustc_hash::FxHashSet<BlockId> =
        reachable(rewriter.m, region).into_iter().collect();
    let dead: Vec<BlockId> = rewriter
        .m
        .blocks(region)
        .filter(|block| !reached.contains(block))
        .collect();
    if dead.is_empty() {
        return false;
    }
    for &block in &dead {
        let inside: Vec<OpId> = rewriter
            .m
            .ops(block)
            .flat_map(|op| rewriter.m.walk(op))
            .collect();
        for op in inside {
            rewriter.push_definers(op);
        }
    }
    rewriter.m.erase_blocks(&dead);
    true
}

/// The predecessors of every block, each with the number of the successor, by index of the block.
fn edges(m: &Module, region: RegionId) -> rustc_hash::FxHashMap<BlockId, Vec<(OpId, usize)>> {
    let mut edges: rustc_hash::FxHashMap<BlockId, Vec<(OpId, usize)>> = Default::default();
    for block in m.blocks(region) {
        let Some(last) = m.last_op(block) else {
            continue;
        };
        for (number, &successor) in m.successors(last).iter().enumerate() {
            edges.entry(successor).or_default().push((last, number));
        }
    }
    edges
}

/// Removes unused arguments, and arguments for which all branches pass one value.
fn drop_arguments(rewriter: &mut Rewriter<'_>, region: RegionId) -> bool {
    let edges = edges(rewriter.m, region);
    let blocks: Vec<BlockId> = rewriter.m.blocks(region).skip(1).collect();
    let mut has_changed = false;
    for block in blocks {
        let Some(incoming) = edges.get(&block) else {
            continue;
        };
        for index in (0..rewriter.m.block_args(block).len()).rev() {
            let arg = rewriter.m.block_args(block)[index];
            let handed = handed_over(rewriter.m, incoming, index);
            let Some(handed) = handed else { continue };
            let mut others = handed.iter().map(|&(_, value)| value).filter(|&v| v != arg);
            let first = others.next();
            let is_one = first.is_some() && others.all(|value| Some(value) == first);
            if !rewriter.m.is_unused(arg) {
                let (true, Some(value)) = (is_one, first) else {
                    continue;
                };
                // A value that dominates every branch to the block dominates the block.
                rewriter.replace_value(arg, value);
            }
            // From the back, because removing an operand shifts the later ones.
            let mut places: Vec<(OpId, usize)> = incoming
                .iter()
                .filter_map(|&(branch, number)| {
                    operand_place(rewriter.m, branch, number, index).map(|at| (branch, at))
                })
                .collect();
            places.sort_stable_by(|a, b| b.cmp(a));
            for (branch, at) in places {
                let operand = rewriter.m.operands(branch)[at];
                remove_operand(rewriter.m, branch, at);
                if let Some(definer) = rewriter.m.defining_op(operand) {
                    rewriter.push(definer);
                }
                rewriter.push(branch);
            }
            rewriter.m.remove_block_arg(block, index);
            has_changed = true;
        }
    }
    has_changed
}

fn operand_place(m: &Module, branch: OpId, number: usize, index: usize) -> Option<usize> {
    match successor_operands(m, branch, number) {
        SuccessorOperands::Range(range) => Some(range.start + index),
        SuccessorOperands::Unknown => None,
    }
}

/// The value that each branch passes for argument `index`; `None` if that is unknown.
fn handed_over(
    m: &Module,
    incoming: &[(OpId, usize)],
    index: usize,
) -> Option<Vec<(OpId, ValueId)>> {
    incoming
        .iter()
        .map(|&(branch, number)| {
            let at = operand_place(m, branch, number, index)?;
            Some((branch, *m.operands(branch).get(at)?))
        })
        .collect()
}

/// Merges blocks into their only predecessor, if that has no other successor.
fn join_blocks(rewriter: &mut Rewriter<'_>, region: RegionId) -> bool {
    let edges = edges(rewriter.m, region);
    let blocks: Vec<BlockId> = rewriter.m.blocks(region).skip(1).collect();
    let mut has_changed = false;
    for block in blocks {
        let Some(&[(branch, 0)]) = edges.get(&block).map(Vec::as_slice) else {
            continue;
        };
        let m = &mut *rewriter.m;
        if m.is_erased(branch) || m.successors(branch).len() != 1 || m.result_count(branch) != 0 {
            continue;
        }
        // Remove only branches without side effects.
        if !crate::interfaces::effects(m, branch).is_some_and(|effects| effects.is_empty()) {
            continue;
        }
        let (Some(from), SuccessorOperands::Range(range)) =
            (m.op_block(branch), successor_operands(m, branch, 0))
        else {
            continue;
        };
        if from == block {
            continue;
        }
        let args: Vec<ValueId> = m.operands(branch)[range].to_vec();
        let params: Vec<ValueId> = m.block_args(block).to_vec();
        for (param, arg) in params.into_iter().zip(&args) {
            rewriter.replace_value(param, *arg);
        }
        rewriter.m.erase(branch);
        rewriter.m.append_block_contents(block, from, &args);
        has_changed = true;
    }
    has_changed
}
