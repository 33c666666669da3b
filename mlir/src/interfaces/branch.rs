//! Which operands of a terminator become the arguments of each successor block.
//!
//! For an operation that nobody has described any operand may become any argument
//! ([`SuccessorOperands::Unknown`]). Naming a wrong group is unsound.

use std::ops::Range;

use crate::ir::{Module, OpId, names};

/// The answer for one successor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SuccessorOperands {
    /// Operands with these indices, in the order of the successor's arguments.
    Range(Range<usize>),
    /// Not known: any operand may become any argument.
    Unknown,
}

/// Operands that successor number `successor` of `op` receives. `O(successors)`.
///
/// When an operation has more successors than its entry has groups, the last group belongs to all
/// remaining ones together, and `case_operand_segments` tells them apart (`cf.switch`).
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

fn case_sizes(m: &Module, op: OpId) -> &[i64] {
    m.prop_array(op, names::CASE_OPERAND_SEGMENTS)
}
