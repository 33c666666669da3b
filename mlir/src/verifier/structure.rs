//! Rules of operations, blocks and regions that do not depend on types (V1 to V7).

use super::{Errors, Expected, VerifyErrorKind};
use crate::analyses::Dominance;
use crate::dialects::{OpDef, RegionFlow, Traits};
use crate::interfaces::successor_operand_ranges;
use crate::ir::{BlockId, Module, OpId, RegionId, ValueDef, ValueId};
use crate::text::type_summary;

/// Checks one operation and the blocks of its regions, but not their contents.
pub(super) fn check(m: &Module, op: OpId, dominance: &Dominance, errors: &mut Errors<'_>) {
    check_operands(m, op, dominance, errors);
    check_successors(m, op, errors);
    let Some(def) = m.def(op) else {
        for (index, &region) in m.regions(op).iter().enumerate() {
            check_unknown_region(m, op, index, region, errors);
        }
        return;
    };
    if def.traits.has(Traits::TERMINATOR) && m.next_op(op).is_some() {
        errors.add(op, VerifyErrorKind::TerminatorNotLast);
    }
    if let Some(parent) = m.parent(op) {
        let fits = |name: &&str| m.op_name_text(parent) == **name;
        if !def.parents.is_empty() && !def.parents.iter().any(fits) {
            let expected = def.parents;
            errors.add(op, VerifyErrorKind::WrongParent { expected });
        }
    }
    for (index, &region) in m.regions(op).iter().enumerate() {
        check_region(m, op, def, index, region, errors);
    }
}

fn check_operands(m: &Module, op: OpId, dominance: &Dominance, errors: &mut Errors<'_>) {
    let Some(block) = m.op_block(op) else { return };
    for (index, &value) in m.operands(op).iter().enumerate() {
        // Nearly all operands are defined by an earlier operation of the same block.
        match m.value_def(value) {
            ValueDef::Result { op: def, .. } if m.op_block(def) == Some(block) => {
                if m.is_before(def, op) {
                    continue;
                }
            }
            ValueDef::Arg { block: def, .. } if def == block => continue,
            ValueDef::Forward => {
                errors.add(op, VerifyErrorKind::UndefinedValue { index });
                continue;
            }
            ValueDef::Result { .. } | ValueDef::Arg { .. } => {}
        }
        check_distant_operand(m, op, index, value, dominance, errors);
    }
}

/// An operand from another block, or from later in the same one.
fn check_distant_operand(
    m: &Module,
    op: OpId,
    index: usize,
    value: ValueId,
    dominance: &Dominance,
    errors: &mut Errors<'_>,
) {
    let home = m.value_block(value).and_then(|block| m.block_region(block));
    let mut at = Some(op);
    let mut isolated = None;
    while let Some(user) = at {
        let region = m.op_block(user).and_then(|block| m.block_region(block));
        if region.is_some() && region == home {
            break;
        }
        at = m.parent(user);
        isolated = isolated.or(at.filter(|&op| m.has_trait(op, Traits::ISOLATED_FROM_ABOVE)));
    }
    if let (Some(_), Some(isolated)) = (at, isolated) {
        let isolated = m.op_name_text(isolated).into_owned();
        errors.add(op, VerifyErrorKind::NotIsolated { index, isolated });
        return;
    }
    let is_unordered = home.is_some_and(|region| is_graph_region(m, region));
    let is_unreachable = m
        .op_block(op)
        .is_some_and(|block| !dominance.is_reachable(block));
    if at.is_some() && (is_unordered || is_unreachable) {
        return;
    }
    if !dominance.value_dominates(m, value, op) {
        let kind = VerifyErrorKind::NotDominated { index };
        match m.defining_op(value) {
            Some(def) => errors.add_with_note(op, kind, "operand defined here", m.span(def)),
            None => errors.add(op, kind),
        }
    }
}

/// Whether operations of a region are not ordered: in some known operations, and in unknown operations whose
/// region has a single block.
fn is_graph_region(m: &Module, region: RegionId) -> bool {
    match m.def(m.region_parent(region)) {
        Some(def) => def.traits.has(Traits::GRAPH_REGION),
        None => m.blocks(region).nth(1).is_none(),
    }
}

/// The blocks of a region of an unknown operation: a single block has no rules; if there are several, each must
/// end with a possible terminator.
fn check_unknown_region(
    m: &Module,
    op: OpId,
    index: usize,
    region: RegionId,
    errors: &mut Errors<'_>,
) {
    if m.blocks(region).nth(1).is_none() {
        return;
    }
    for block in m.blocks(region) {
        let Some(last) = m.last_op(block) else {
            errors.add(op, VerifyErrorKind::EmptyBlock { region: index });
            continue;
        };
        let may_end = m
            .def(last)
            .is_none_or(|def| def.traits.has(Traits::TERMINATOR));
        if !may_end {
            let last_name = m.op_name_text(last).into_owned();
            errors.add(last, VerifyErrorKind::NoTerminator { last: last_name });
        }
    }
}

fn check_successors(m: &Module, op: OpId, errors: &mut Errors<'_>) {
    let successors = m.successors(op);
    if successors.is_empty() {
        return;
    }
    if m.next_op(op).is_some() {
        errors.add(op, VerifyErrorKind::SuccessorsOfNonTerminator);
    }
    let region = m.op_block(op).and_then(|block| m.block_region(block));
    let ranges = successor_operand_ranges(m, op);
    for (successor, &block) in successors.iter().enumerate() {
        let home = m.block_region(block);
        if home != region {
            errors.add(op, VerifyErrorKind::ForeignSuccessor { successor });
        } else if home.and_then(|region| m.first_block(region)) == Some(block) {
            errors.add(op, VerifyErrorKind::BranchToEntry);
        } else if let Some(range) = ranges.as_ref().and_then(|ranges| ranges.get(successor)) {
            let operands = m.operands(op).get(range.clone()).unwrap_or(&[]);
            check_successor_operands(m, op, successor, block, operands, errors);
        }
    }
}

fn check_successor_operands(
    m: &Module,
    op: OpId,
    successor: usize,
    block: BlockId,
    operands: &[ValueId],
    errors: &mut Errors<'_>,
) {
    let args = m.block_args(block);
    if operands.len() != args.len() {
        let kind = VerifyErrorKind::SuccessorOperandCount {
            successor,
            expected: args.len(),
            found: operands.len(),
        };
        errors.add(op, kind);
        return;
    }
    for (index, (&operand, &arg)) in operands.iter().zip(args).enumerate() {
        let (expected, found) = (m.value_type(arg), m.value_type(operand));
        if expected != found {
            let kind = VerifyErrorKind::SuccessorOperandType {
                successor,
                index,
                expected: type_summary(&m.ctx, expected),
                found: type_summary(&m.ctx, found),
            };
            errors.add(op, kind);
        }
    }
}

fn check_region(
    m: &Module,
    op: OpId,
    def: &OpDef,
    index: usize,
    region: RegionId,
    errors: &mut Errors<'_>,
) {
    let may_be_absent = index > 0 && def.flow == RegionFlow::Branch;
    if def.traits.has(Traits::SINGLE_BLOCK) {
        let n_blocks = m.blocks(region).take(3).count();
        let least = usize::from(!may_be_absent);
        if n_blocks > 1 || n_blocks < least {
            let kind = VerifyErrorKind::BlockCount {
                region: index,
                expected: if may_be_absent {
                    Expected::Between(0, 1)
                } else {
                    Expected::Exactly(1)
                },
                found: n_blocks,
            };
            errors.add(op, kind);
            return;
        }
    }
    if def.traits.has(Traits::GRAPH_REGION) {
        return;
    }
    for block in m.blocks(region) {
        let Some(last) = m.last_op(block) else {
            errors.add(op, VerifyErrorKind::EmptyBlock { region: index });
            continue;
        };
        let Some(last_def) = m.def(last) else {
            // An unknown operation may be a terminator, unless the region requires a specific one.
            if let Some(expected) = def.implicit_terminator {
                let kind = VerifyErrorKind::WrongTerminator {
                    expected,
                    found: m.op_name_text(last).into_owned(),
                };
                errors.add(last, kind);
            }
            continue;
        };
        if !last_def.traits.has(Traits::TERMINATOR) {
            let name = m.op_name_text(last).into_owned();
            errors.add(last, VerifyErrorKind::NoTerminator { last: name });
        } else if let Some(expected) = def.implicit_terminator.filter(|&t| {
            // A misplaced terminator is reported separately.
            t != last_def.name
                && (last_def.parents.is_empty() || last_def.parents.contains(&def.name))
        }) {
            let kind = VerifyErrorKind::WrongTerminator {
                expected,
                found: last_def.name.to_owned(),
            };
            errors.add(last, kind);
        }
    }
}
