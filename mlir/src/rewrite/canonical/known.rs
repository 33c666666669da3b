//! Derives the value of a condition from another known condition: in the operands of a select, in the
//! regions of a conditional, and after an edge.

use smallvec::SmallVec;

use crate::dialects::Traits;
use crate::ir::{Module, OpId, ValueId};
use crate::rewrite::Rewriter;
use crate::semantics::IntOp;

/// Maximum nesting depth of conditions.
const MAX_DEPTH: u32 = 4;

/// Maximum number of uses of a condition that are visited.
pub(crate) const MAX_USES: usize = 512;

/// Conditions with their values, starting with the given one.
pub(crate) type Facts = SmallVec<[(ValueId, bool); 4]>;

/// The simplified form of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Folded {
    /// This constant.
    Bit(bool),
    /// This other condition.
    Value(ValueId),
}

/// The operands of the integer operation that defines a condition.
fn parts(m: &Module, value: ValueId, int: IntOp) -> Option<[ValueId; 2]> {
    let op = m.defining_op(value)?;
    if !m.is_int_op(op, int) {
        return None;
    }
    m.operands(op).try_into().ok()
}

/// The condition that this one negates.
pub(crate) fn negated(m: &Module, value: ValueId) -> Option<ValueId> {
    let [a, b] = parts(m, value, IntOp::Xor)?;
    let is_one = |value| {
        crate::interfaces::constant_int(m, value).is_some_and(|value| value & 1 == 1)
            && m.ctx.bit_width(m.value_type(value)) == Some(1)
    };
    match (is_one(a), is_one(b)) {
        (false, true) => Some(a),
        (true, false) => Some(b),
        _ => None,
    }
}

/// The conditions whose values follow from the value of a condition, including itself.
pub(crate) fn facts(m: &Module, condition: ValueId, value: bool) -> Facts {
    let mut facts_found: Facts = SmallVec::new();
    facts_found.push((condition, value));
    let mut next = 0;
    while let Some(&(condition, value)) = facts_found.get(next) {
        next += 1;
        if facts_found.len() > 2 * MAX_DEPTH as usize {
            break;
        }
        if let Some(other) = negated(m, condition) {
            facts_found.push((other, !value));
        }
        // All operands of a true conjunction are true; all operands of a false disjunction are false.
        let int = if value { IntOp::And } else { IntOp::Or };
        if let Some(both) = parts(m, condition, int) {
            facts_found.extend(both.map(|part| (part, value)));
        }
    }
    facts_found.retain(|&mut (condition, _)| !is_constant(m, condition));
    facts_found
}

fn is_constant(m: &Module, value: ValueId) -> bool {
    m.defining_op(value)
        .is_some_and(|op| m.has_trait(op, Traits::CONSTANT_LIKE))
}

/// The simplified form of a condition under these facts, if there is one.
pub(crate) fn fold(m: &Module, value: ValueId, facts: &Facts) -> Option<Folded> {
    fold_at(m, value, facts, MAX_DEPTH)
}

fn fold_at(m: &Module, value: ValueId, facts: &Facts, depth: u32) -> Option<Folded> {
    if let Some(&(_, bit)) = facts.iter().find(|(condition, _)| *condition == value) {
        return Some(Folded::Bit(bit));
    }
    let depth = depth.checked_sub(1)?;
    if let Some(inner) = negated(m, value) {
        return match fold_at(m, inner, facts, depth)? {
            Folded::Bit(bit) => Some(Folded::Bit(!bit)),
            // The negation of another value would be a new operation.
            Folded::Value(_) => None,
        };
    }
    for (int, absorbing) in [(IntOp::And, false), (IntOp::Or, true)] {
        let Some([a, b]) = parts(m, value, int) else {
            continue;
        };
        let (left, right) = (fold_at(m, a, facts, depth), fold_at(m, b, facts, depth));
        for (one, other, plain) in [(left, right, b), (right, left, a)] {
            match one {
                Some(Folded::Bit(bit)) if bit == absorbing => return one,
                Some(Folded::Bit(_)) => return Some(other.unwrap_or(Folded::Value(plain))),
                Some(Folded::Value(_)) | None => {}
            }
        }
    }
    None
}

/// Like [`fold`], but returns a value; constants are created before `anchor`.
pub(crate) fn folded(
    rw: &mut Rewriter<'_>,
    anchor: OpId,
    value: ValueId,
    facts: &Facts,
) -> Option<ValueId> {
    match fold(rw.m, value, facts)? {
        Folded::Value(value) => Some(value),
        Folded::Bit(bit) => {
            let ty = rw.m.value_type(value);
            rw.constant(anchor, bit.into(), ty)
        }
    }
}

/// Replaces the conditions in the facts, and their negations, by their values in every operation for which
/// `holds_in` returns true.
pub(crate) fn substitute(
    rw: &mut Rewriter<'_>,
    facts: &Facts,
    holds_in: impl Fn(&Module, OpId) -> bool,
) -> bool {
    let mut facts_with_negations: Vec<(ValueId, bool)> = facts.to_vec();
    for &(condition, value) in facts {
        let users: SmallVec<[OpId; 8]> =
            rw.m.uses(condition)
                .take(MAX_USES)
                .map(|(user, _)| user)
                .collect();
        for user in users {
            if let Some(result) = rw.m.result(user, 0)
                && negated(rw.m, result) == Some(condition)
            {
                facts_with_negations.push((result, !value));
            }
        }
    }
    let mut has_changed = false;
    for (condition, value) in facts_with_negations {
        let users: Vec<(OpId, usize)> =
            rw.m.uses(condition)
                .take(MAX_USES)
                .filter(|&(user, _)| holds_in(rw.m, user))
                .collect();
        for (user, operand) in users {
            let ty = rw.m.value_type(condition);
            if let Some(constant) = rw.constant(user, value.into(), ty) {
                rw.m.set_operand(user, operand, constant);
                rw.push(user);
                has_changed = true;
            }
        }
        if has_changed && let Some(definer) = rw.m.defining_op(condition) {
            rw.push(definer);
        }
    }
    has_changed
}
