//! `arith.select`: choices between equal values, of bits, and by conditions that are negated or chosen by again.

use super::arith::{
    ALL_ONES, Extension, int_definer, is_bit, is_number_like, negated, pair, scalar_definer, width,
};
use super::known;
use super::scalar::only_int;
use crate::ir::{OpId, ValueId, names};
use crate::rewrite::Rewriter;
use crate::semantics::{IntOp, Scalar};

/// A choice between two values.
#[derive(Clone, Copy)]
struct Select {
    op: OpId,
    condition: ValueId,
    on_true: ValueId,
    on_false: ValueId,
}

pub(crate) fn select(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let &[condition, on_true, on_false] = rw.m.operands(op) else {
        return false;
    };
    if on_true == on_false {
        return rw.replace(op, &[on_true]);
    }
    if let Some(condition) = only_int(rw.m, condition) {
        let chosen = if condition & 1 == 0 {
            on_false
        } else {
            on_true
        };
        return rw.replace(op, &[chosen]);
    }
    let select = Select {
        op,
        condition,
        on_true,
        on_false,
    };
    if let Some(has_changed) = select.of_bits(rw) {
        return has_changed;
    }
    if let Some(chosen) = select.of_compared(rw) {
        return rw.replace(op, &[chosen]);
    }
    if let Some(has_changed) = select.extends_condition(rw) {
        return has_changed;
    }
    select.swap_arms(rw) || select.simplify_arms(rw) || select.decide_inner(rw)
}

impl Select {
    /// A choice between the bits 1 and 0 is the condition or its negation.
    fn of_bits(self, rw: &mut Rewriter<'_>) -> Option<bool> {
        let ty = rw.m.value_type(self.on_true);
        if width(rw, self.on_true) != Some(1) || ty != rw.m.value_type(self.condition) {
            return None;
        }
        let value = match (only_int(rw.m, self.on_true), only_int(rw.m, self.on_false)) {
            (Some(1 | -1), Some(0)) => Some(self.condition),
            (Some(0), Some(1 | -1)) => negated(rw, self.op, self.condition),
            _ => return None,
        };
        Some(value.is_some_and(|value| rw.replace(self.op, &[value])))
    }

    /// A choice between two values by their equality is one of them.
    fn of_compared(self, rw: &Rewriter<'_>) -> Option<ValueId> {
        let (on_true, on_false) = (self.on_true, self.on_false);
        let compares = |scalar| matches!(scalar, Scalar::CompareInts);
        let compare = scalar_definer(rw, self.condition, compares)?;
        let compared = rw.m.operands(compare);
        if compared != [on_true, on_false] && compared != [on_false, on_true] {
            return None;
        }
        match rw.m.prop_i64(compare, names::PREDICATE) {
            Some(0) => Some(on_false),
            Some(1) => Some(on_true),
            _ => None,
        }
    }

    /// A choice between 0 and 1, or -1, extends the condition or its negation.
    fn extends_condition(self, rw: &mut Rewriter<'_>) -> Option<bool> {
        width(rw, self.on_true).filter(|&width| width > 1)?;
        if !is_number_like(rw, self.condition, self.on_true) {
            return None;
        }
        let (kind, is_negated) = match (only_int(rw.m, self.on_true), only_int(rw.m, self.on_false))
        {
            (Some(1), Some(0)) => (Extension::Unsigned, false),
            (Some(ALL_ONES), Some(0)) => (Extension::Signed, false),
            (Some(0), Some(1)) => (Extension::Unsigned, true),
            (Some(0), Some(ALL_ONES)) => (Extension::Signed, true),
            _ => return None,
        };
        let bit = if is_negated {
            negated(rw, self.op, self.condition)
        } else {
            Some(self.condition)
        };
        Some(bit.is_some_and(|bit| kind.replace(rw, self.op, bit)))
    }

    /// If the condition is a negation, uses the original and swaps the arms.
    fn swap_arms(self, rw: &mut Rewriter<'_>) -> bool {
        if let Some(inner) = int_definer(rw, self.condition, IntOp::Xor)
            && let Some(([x, _], [_, Some(1 | -1)])) = pair(rw, inner)
            && width(rw, x) == Some(1)
        {
            rw.m.set_operands(self.op, &[x, self.on_false, self.on_true]);
            return rw.changed(self.op);
        }
        false
    }

    /// Simplifies the arms: in each of them, the value of the condition is known.
    fn simplify_arms(self, rw: &mut Rewriter<'_>) -> bool {
        let arms = [(1, self.on_true, true), (2, self.on_false, false)];
        for (index, value, holds) in arms {
            if !is_bit(rw, value) || !is_bit(rw, self.condition) {
                return false;
            }
            let facts = known::facts(rw.m, self.condition, holds);
            if let Some(simpler) = known::folded(rw, self.op, value, &facts) {
                rw.m.set_operand(self.op, index, simpler);
                if let Some(definer) = rw.m.defining_op(value) {
                    rw.push(definer);
                }
                return rw.changed(self.op);
            }
        }
        false
    }

    /// An inner choice by the same condition is decided by the outer one.
    fn decide_inner(self, rw: &mut Rewriter<'_>) -> bool {
        for (index, value) in [(1, self.on_true), (2, self.on_false)] {
            let selects = |scalar| matches!(scalar, Scalar::Select);
            if let Some(inner) = scalar_definer(rw, value, selects)
                && rw.m.operands(inner)[0] == self.condition
            {
                let decided = rw.m.operands(inner)[index];
                rw.m.set_operand(self.op, index, decided);
                rw.push(inner);
                return rw.changed(self.op);
            }
        }
        false
    }
}
