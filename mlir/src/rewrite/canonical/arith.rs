//! `arith` and `index`: constants, neutral elements, selects between equals.

use super::known::{self, Folded};
use crate::ir::{OpId, OpSpec, TypeKind, ValueId, names};
use crate::rewrite::Rewriter;

/// The two operands, and the integers that they are.
type Pair = ([ValueId; 2], [Option<i64>; 2]);

fn pair(rw: &Rewriter<'_>, op: OpId) -> Option<Pair> {
    let &[a, b] = rw.m.operands(op) else {
        return None;
    };
    Some(([a, b], [rw.int(a), rw.int(b)]))
}

/// Bits of the type of a scalar integer; 64 for an index.
fn width(rw: &Rewriter<'_>, value: ValueId) -> Option<u32> {
    match rw.m.value_type_kind(value) {
        TypeKind::Integer { width, .. } if (1..=64).contains(width) => Some(*width),
        TypeKind::Index => Some(64),
        _ => None,
    }
}

/// What is known without knowing both operands.
enum Rule {
    /// The other operand, if this one is the constant.
    Neutral(i64),
    /// The constant, if this operand is it.
    Absorbing(i64),
    /// Zero, if both operands are the same value.
    SelfZero,
    /// The operand, if both are the same value.
    Idempotent,
}

/// Folds a commutative or one-sided operation on integers. `left` says that rules about constants
/// hold for the left operand too.
fn int(
    rw: &mut Rewriter<'_>,
    op: OpId,
    left: bool,
    rules: &[Rule],
    f: fn(i64, i64, u32) -> Option<i64>,
) -> bool {
    let Some(([a, b], [x, y])) = pair(rw, op) else {
        return false;
    };
    let Some(width) = width(rw, a) else {
        return false;
    };
    if let (Some(x), Some(y)) = (x, y)
        && let Some(value) = f(x, y, width)
    {
        return rw.fold_to(op, value);
    }
    for rule in rules {
        match rule {
            Rule::Neutral(c) if y == Some(*c) => return rw.replace(op, &[a]),
            Rule::Neutral(c) if left && x == Some(*c) => return rw.replace(op, &[b]),
            Rule::Absorbing(c) if y == Some(*c) || (left && x == Some(*c)) => {
                return rw.fold_to(op, *c);
            }
            Rule::SelfZero if a == b => return rw.fold_to(op, 0),
            Rule::Idempotent if a == b => return rw.replace(op, &[a]),
            _ => {}
        }
    }
    // A constant on the right is what the other rules look for.
    if left && x.is_some() && y.is_none() {
        rw.m.set_operands(op, &[b, a]);
        return rw.changed(op);
    }
    false
}

fn unsigned(value: i64, width: u32) -> u64 {
    if width >= 64 {
        value.cast_unsigned()
    } else {
        value.cast_unsigned() & ((1 << width) - 1)
    }
}

fn signed(value: i64, width: u32) -> i64 {
    let shift = 64 - width;
    value << shift >> shift
}

fn signed_division(a: i64, b: i64, width: u32) -> bool {
    b != 0 && !(b == -1 && a == signed(1_i64.wrapping_shl(width - 1), width))
}

const ALL_ONES: i64 = -1;

pub(crate) fn and(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    use Rule::{Absorbing, Idempotent, Neutral};
    // `i1` true is read as -1 or 1, depending on who wrote it.
    let is_bit = pair(rw, op).is_some_and(|([a, _], _)| width(rw, a) == Some(1));
    let ones = if is_bit { 1 } else { ALL_ONES };
    int(
        rw,
        op,
        true,
        &[Neutral(ones), Neutral(ALL_ONES), Absorbing(0), Idempotent],
        |a, b, _| Some(a & b),
    ) || (is_bit && given_the_other(rw, op, true))
}

/// A conjunction (disjunction) of bits, one of which says something of the other: what is neither
/// true nor false by the other being true (false) is all that matters.
fn given_the_other(rw: &mut Rewriter<'_>, op: OpId, is_and: bool) -> bool {
    let Some(([a, b], _)) = pair(rw, op) else {
        return false;
    };
    for (one, other, at) in [(a, b, 1), (b, a, 0)] {
        let facts = known::facts(rw.m, one, is_and);
        match known::fold(rw.m, other, &facts) {
            // Implied by the other: says nothing more.
            Some(Folded::Bit(bit)) if bit == is_and => return rw.replace(op, &[one]),
            // Contradicts it.
            Some(Folded::Bit(bit)) => return rw.fold_to(op, bit.into()),
            Some(Folded::Value(simpler)) => {
                rw.m.set_operand(op, at, simpler);
                if let Some(definer) = rw.m.defining_op(other) {
                    rw.push(definer);
                }
                return rw.changed(op);
            }
            None => {}
        }
    }
    false
}

pub(crate) fn or(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    use Rule::{Absorbing, Idempotent, Neutral};
    let is_bit = pair(rw, op).is_some_and(|([a, _], _)| width(rw, a) == Some(1));
    let ones = if is_bit { 1 } else { ALL_ONES };
    int(
        rw,
        op,
        true,
        &[Neutral(0), Absorbing(ones), Absorbing(ALL_ONES), Idempotent],
        |a, b, _| Some(a | b),
    ) || (is_bit && given_the_other(rw, op, false))
}

pub(crate) fn xor(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    if int(
        rw,
        op,
        true,
        &[Rule::Neutral(0), Rule::SelfZero],
        |a, b, _| Some(a ^ b),
    ) {
        return true;
    }
    let Some(([a, _], [_, Some(c)])) = pair(rw, op) else {
        return false;
    };
    if not_of_comparison(rw, op, a, c) {
        return true;
    }
    // Twice not is nothing.
    let Some(inner) = rw.definer(a, "arith.xori") else {
        return false;
    };
    let Some(([x, _], [_, Some(d)])) = pair(rw, inner) else {
        return false;
    };
    if c == d { rw.replace(op, &[x]) } else { false }
}

/// The negation of a comparison is the opposite comparison.
fn not_of_comparison(rw: &mut Rewriter<'_>, op: OpId, compared: ValueId, mask: i64) -> bool {
    if width(rw, compared) != Some(1) || mask & 1 == 0 {
        return false;
    }
    let Some(inner) = rw.definer(compared, "arith.cmpi") else {
        return false;
    };
    // eq ne slt sle sgt sge ult ule ugt uge
    const OPPOSITE: [i64; 10] = [1, 0, 5, 4, 3, 2, 9, 8, 7, 6];
    let code = rw.m.prop_i64(inner, names::PREDICATE);
    let opposite = code.and_then(|code| OPPOSITE.get(usize::try_from(code).ok()?));
    let Some(&opposite) = opposite else {
        return false;
    };
    let operands = rw.m.operands(inner).to_vec();
    let ty = rw.m.value_type(compared);
    let name = rw.m.op_name(inner);
    let code = rw.m.ctx.i64_attr(opposite);
    let spec = OpSpec::new(name)
        .operands(&operands)
        .results(&[ty])
        .prop(names::PREDICATE, code)
        .located_at(rw.m, op);
    let new = rw.insert_before(op, spec);
    let values: Vec<ValueId> = rw.m.results(new).collect();
    rw.replace(op, &values)
}

fn compare(code: i64, a: i64, b: i64, width: u32) -> Option<bool> {
    let (x, y) = (signed(a, width), signed(b, width));
    let (u, v) = (unsigned(a, width), unsigned(b, width));
    Some(match code {
        0 => u == v,
        1 => u != v,
        2 => x < y,
        3 => x <= y,
        4 => x > y,
        5 => x >= y,
        6 => u < v,
        7 => u <= v,
        8 => u > v,
        9 => u >= v,
        _ => return None,
    })
}

pub(crate) fn cmpi(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (Some(([a, b], [x, y])), Some(code)) = (pair(rw, op), rw.m.prop_i64(op, names::PREDICATE))
    else {
        return false;
    };
    let Some(width) = width(rw, a) else {
        return false;
    };
    let folded = if a == b {
        compare(code, 0, 0, width)
    } else {
        match (x, y) {
            (Some(x), Some(y)) => compare(code, x, y, width),
            // Nothing is unsigned below zero.
            (_, Some(0)) if code == 6 => Some(false),
            (_, Some(0)) if code == 9 => Some(true),
            (None, None) if code < 2 => {
                super::memref::equal_addresses(rw, a, b).map(|equal| equal == (code == 0))
            }
            _ => None,
        }
    };
    match folded {
        Some(holds) => rw.fold_to(op, holds.into()),
        // `%bit != 0` is the bit, `%bit == 1` too.
        None if width == 1 => match (code, y.map(|y| y & 1)) {
            (1, Some(0)) | (0, Some(1)) => rw.replace(op, &[a]),
            _ => false,
        },
        None => false,
    }
}

pub(crate) fn select(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let &[condition, on_true, on_false] = rw.m.operands(op) else {
        return false;
    };
    if on_true == on_false {
        return rw.replace(op, &[on_true]);
    }
    if let Some(condition) = rw.int(condition) {
        let chosen = if condition & 1 == 0 {
            on_false
        } else {
            on_true
        };
        return rw.replace(op, &[chosen]);
    }
    let is_bit = width(rw, on_true) == Some(1) && width(rw, condition) == Some(1);
    if is_bit {
        match (rw.int(on_true), rw.int(on_false)) {
            (Some(1 | -1), Some(0)) => return rw.replace(op, &[condition]),
            (Some(0), Some(1 | -1)) => {
                let ty = rw.m.value_type(condition);
                let Some(one) = rw.constant(op, 1, ty) else {
                    return false;
                };
                let name = rw.m.ctx.op_name("arith.xori");
                let spec = OpSpec::new(name)
                    .operands(&[condition, one])
                    .results(&[ty])
                    .located_at(rw.m, op);
                let not = rw.insert_before(op, spec);
                let values: Vec<ValueId> = rw.m.results(not).collect();
                return rw.replace(op, &values);
            }
            _ => {}
        }
    }
    // A condition that is the same one negated: the arms change places.
    if let Some(inner) = rw.definer(condition, "arith.xori")
        && let Some(([x, _], [_, Some(1 | -1)])) = pair(rw, inner)
        && width(rw, x) == Some(1)
    {
        rw.m.set_operands(op, &[x, on_false, on_true]);
        return rw.changed(op);
    }
    // In the arms the condition is known.
    for (index, value, holds) in [(1, on_true, true), (2, on_false, false)] {
        if width(rw, value) != Some(1) {
            break;
        }
        let facts = known::facts(rw.m, condition, holds);
        if let Some(simpler) = known::folded(rw, op, value, &facts) {
            rw.m.set_operand(op, index, simpler);
            if let Some(definer) = rw.m.defining_op(value) {
                rw.push(definer);
            }
            return rw.changed(op);
        }
    }
    // Of two selects by one condition the inner one is decided.
    for (index, value) in [(1, on_true), (2, on_false)] {
        if let Some(inner) = rw.definer(value, "arith.select")
            && rw.m.operands(inner)[0] == condition
        {
            let decided = rw.m.operands(inner)[index];
            rw.m.set_operand(op, index, decided);
            rw.push(inner);
            return rw.changed(op);
        }
    }
    false
}

/// `arith.extsi` and its kin.
pub(crate) fn extend_signed(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    resize(rw, op, true)
}

/// `arith.extui` and its kin.
pub(crate) fn extend_unsigned(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    resize(rw, op, false)
}

/// A constant integer in another type.
fn resize(rw: &mut Rewriter<'_>, op: OpId, is_signed: bool) -> bool {
    let &[operand] = rw.m.operands(op) else {
        return false;
    };
    let Some(from) = width(rw, operand) else {
        return false;
    };
    if let Some(value) = rw.int(operand) {
        let value = if is_signed {
            signed(value, from)
        } else {
            unsigned(value, from).cast_signed()
        };
        return rw.fold_to(op, value);
    }
    // There and back again is nothing.
    if let Some(inner) = rw.m.defining_op(operand)
        && rw.m.op_name(inner) == rw.m.op_name(op)
        && let (Some(&source), Some(result)) = (rw.m.operands(inner).first(), rw.m.result(op, 0))
        && rw.m.value_type(source) == rw.m.value_type(result)
        && width(rw, source).is_some_and(|width| width <= from)
    {
        return rw.replace(op, &[source]);
    }
    false
}

pub(crate) fn truncate(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let &[operand] = rw.m.operands(op) else {
        return false;
    };
    if let Some(value) = rw.int(operand) {
        return rw.fold_to(op, value);
    }
    // What was widened before.
    for name in ["arith.extui", "arith.extsi"] {
        if let Some(inner) = rw.definer(operand, name)
            && let (Some(&source), Some(result)) =
                (rw.m.operands(inner).first(), rw.m.result(op, 0))
            && rw.m.value_type(source) == rw.m.value_type(result)
        {
            return rw.replace(op, &[source]);
        }
    }
    false
}

pub(crate) fn add(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    int(rw, op, true, &[Rule::Neutral(0)], |a, b, _| {
        Some(a.wrapping_add(b))
    })
}

pub(crate) fn sub(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    int(
        rw,
        op,
        false,
        &[Rule::Neutral(0), Rule::SelfZero],
        |a, b, _| Some(a.wrapping_sub(b)),
    )
}

pub(crate) fn mul(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    int(
        rw,
        op,
        true,
        &[Rule::Neutral(1), Rule::Absorbing(0)],
        |a, b, _| Some(a.wrapping_mul(b)),
    )
}

pub(crate) fn divs(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    int(rw, op, false, &[Rule::Neutral(1)], |a, b, w| {
        signed_division(a, b, w).then(|| a / b)
    })
}

pub(crate) fn divu(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    int(rw, op, false, &[Rule::Neutral(1)], |a, b, w| {
        let (a, b) = (unsigned(a, w), unsigned(b, w));
        Some(a.checked_div(b)?.cast_signed())
    })
}

pub(crate) fn rems(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    int(rw, op, false, &[], |a, b, w| {
        signed_division(a, b, w).then(|| a % b)
    })
}

pub(crate) fn remu(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    int(rw, op, false, &[], |a, b, w| {
        let (a, b) = (unsigned(a, w), unsigned(b, w));
        Some(a.checked_rem(b)?.cast_signed())
    })
}

pub(crate) fn ceildivs(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    int(rw, op, false, &[Rule::Neutral(1)], |a, b, w| {
        signed_division(a, b, w).then(|| a / b + i64::from(a % b != 0 && (a < 0) == (b < 0)))
    })
}

pub(crate) fn floordivs(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    int(rw, op, false, &[Rule::Neutral(1)], |a, b, w| {
        signed_division(a, b, w).then(|| a / b - i64::from(a % b != 0 && (a < 0) != (b < 0)))
    })
}

pub(crate) fn maxs(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    int(rw, op, true, &[Rule::Idempotent], |a, b, _| Some(a.max(b)))
}

pub(crate) fn mins(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    int(rw, op, true, &[Rule::Idempotent], |a, b, _| Some(a.min(b)))
}

pub(crate) fn maxu(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    int(
        rw,
        op,
        true,
        &[Rule::Idempotent, Rule::Neutral(0)],
        |a, b, w| Some(unsigned(a, w).max(unsigned(b, w)).cast_signed()),
    )
}

pub(crate) fn minu(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    int(
        rw,
        op,
        true,
        &[Rule::Idempotent, Rule::Absorbing(0)],
        |a, b, w| Some(unsigned(a, w).min(unsigned(b, w)).cast_signed()),
    )
}
