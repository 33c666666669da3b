//! Which operands of a terminator become the arguments of each successor block.
//!
//! For an unregistered operation, any operand may become any argument
//! ([`SuccessorOperands::Unknown`]). Naming a wrong group is unsound.

use std::ops::Range;

use crate::ir::{Module, OpId, names};

/// The answer for one successor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SuccessorOperands {
    /// Operands with these indices, in the order of the successor's arguments.
    Range(Range<usize>),
    /// Unknown: any operand may become any argument.
    Unknown,
}

/// Operands that successor number `successor` of `op` receives. `O(successors)`.
///
/// When an operation has more successors than its entry has groups, the last group belongs to all
/// remaining ones together, and `case_operand_segments` divides it (`cf.switch`).
pub fn successor_operands(m: &Module, op: OpId, successor: usize) -> SuccessorOperands {
    known_range(m, op, successor).map_or(SuccessorOperands::Unknown, SuccessorOperands::Range)
}

fn known_range(m: &Module, op: OpId, successor: usize) -> Option<Range<usize>> {
    let def = m.def(op)?;
    let target = *m.successors(op).get(successor)?;
    let last = def.branch.len().checked_sub(1)?;
    let group = def.operand_group(def.branch[successor.min(last)])?;
    let mut range = m.operand_range(op, group);
    let is_shared = m.successors(op).len() > def.branch.len() || !case_sizes(m, op).is_empty();
    if successor >= last && is_shared {
        let sizes = case_sizes(m, op);
        let size = |n: &i64| usize::try_from(*n).unwrap_or(usize::MAX);
        let before = sizes
            .iter()
            .take(successor - last)
            .fold(0usize, |sum, n| sum.saturating_add(size(n)));
        let start = range.start.saturating_add(before);
        let end = start.saturating_add(size(sizes.get(successor - last)?));
        range = (end <= range.end).then_some(start..end)?;
    }
    (range.len() == m.block_args(target).len()).then_some(range)
}

/// Operands that each successor receives, whether or not they fit its arguments; absent if that is unknown.
/// `O(successors)`; separate queries for each successor would be quadratic.
pub fn successor_operand_ranges(m: &Module, op: OpId) -> Option<Vec<Range<usize>>> {
    let def = m.def(op)?;
    let last = def.branch.len().checked_sub(1)?;
    let sizes = case_sizes(m, op);
    let is_shared = m.successors(op).len() > def.branch.len() || !sizes.is_empty();
    let group = |index: usize| {
        let group = def.operand_group(def.branch[index])?;
        Some(m.operand_range(op, group))
    };
    let shared = group(last)?;
    let mut next = shared.start;
    (0..m.successors(op).len())
        .map(|successor| {
            if successor < last || !is_shared {
                return group(successor.min(last));
            }
            let size = sizes.get(successor - last).copied().unwrap_or(0);
            let start = next;
            next = start.saturating_add(usize::try_from(size).unwrap_or(usize::MAX));
            (next <= shared.end).then_some(start..next)
        })
        .collect()
}

fn case_sizes(m: &Module, op: OpId) -> &[i64] {
    m.prop_array(op, names::CASE_OPERAND_SEGMENTS)
}
