//! `arith` and `index`: folds constants, neutral elements, and selects with equal operands.

use super::known::{self, Folded};
use crate::ir::{OpId, OpSpec, TypeKind, ValueId, names};
use crate::rewrite::Rewriter;
use crate::semantics::{IntOp, Scalar, compare_ints, signed, truncated};

/// The two operands, and their values if they are constant integers.
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

/// The integer operation that defines a value, if it is this one.
fn int_definer(rw: &Rewriter<'_>, value: ValueId, int: IntOp) -> Option<OpId> {
    rw.m.defining_op(value)
        .filter(|&op| rw.m.is_int_op(op, int))
}

/// The scalar operation that defines a value, if it is one of these.
fn scalar_definer(
    rw: &Rewriter<'_>,
    value: ValueId,
    accepts: impl Fn(Scalar) -> bool,
) -> Option<OpId> {
    rw.m.defining_op(value)
        .filter(|&op| rw.m.semantics(op).scalar().is_some_and(&accepts))
}

/// A simplification that does not need both operands.
enum Rule {
    /// The result is the other operand, if this one is the constant.
    Neutral(i64),
    /// The result is the constant, if this operand is.
    Absorbing(i64),
    /// The result is zero, if both operands are the same value.
    SelfZero,
    /// The result is zero, if the second operand is the constant.
    ZeroIf(i64),
    /// The result is the operand, if both are the same value.
    Idempotent,
}

/// Folds an integer operation on constants, and applies its algebraic rules.
pub(crate) fn int(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(int) = rw.m.semantics(op).scalar().and_then(Scalar::int) else {
        return false;
    };
    let Some(([a, b], [x, y])) = pair(rw, op) else {
        return false;
    };
    let Some(width) = width(rw, a) else {
        return false;
    };
    let bits = |value: i64| truncated(value.cast_unsigned(), width);
    if let (Some(x), Some(y)) = (x, y)
        && let Ok(value) = int.function()(bits(x), bits(y), width)
    {
        return rw.fold_to(op, signed(value, width));
    }
    // A rule applies to a constant on the left only if the operation is commutative.
    let left = int.is_commutative();
    for rule in rules(int, width) {
        match rule {
            Rule::Neutral(c) if y == Some(*c) => return rw.replace(op, &[a]),
            Rule::Neutral(c) if left && x == Some(*c) => return rw.replace(op, &[b]),
            Rule::Absorbing(c) if y == Some(*c) || (left && x == Some(*c)) => {
                return rw.fold_to(op, *c);
            }
            Rule::SelfZero if a == b => return rw.fold_to(op, 0),
            Rule::ZeroIf(c) if y == Some(*c) => return rw.fold_to(op, 0),
            Rule::Idempotent if a == b => return rw.replace(op, &[a]),
            _ => {}
        }
    }
    // Move the constant to the right, where the other rules expect it.
    if left && x.is_some() && y.is_none() {
        rw.m.set_operands(op, &[b, a]);
        return rw.changed(op);
    }
    match y {
        Some(y) if matches!(int, IntOp::Add | IntOp::Sub) => sum_of_sum(rw, op, (a, y), int),
        _ => false,
    }
}

/// Adds (or subtracts) a constant to what another constant was added to (or subtracted from). The sum may wrap where the two
/// did not, so it promises nothing.
fn sum_of_sum(rw: &mut Rewriter<'_>, op: OpId, (sum, y): (ValueId, i64), int: IntOp) -> bool {
    let inner = [IntOp::Add, IntOp::Sub]
        .into_iter()
        .find_map(|other| Some((int_definer(rw, sum, other)?, other)));
    let Some((inner, other)) = inner else {
        return false;
    };
    let Some(([first, _], [None, Some(x)])) = pair(rw, inner) else {
        return false;
    };
    let x = if other == int { x } else { x.wrapping_neg() };
    let ty = rw.m.value_type(first);
    let Some(constant) = rw.constant(op, y.wrapping_add(x), ty) else {
        return false;
    };
    let spec = OpSpec::new(rw.m.op_name(op))
        .operands(&[first, constant])
        .results(&[ty])
        .located_at(rw.m, op);
    rw.replace_by(op, spec)
}

/// The algebraic rules of an integer operation, in the order in which they are tried.
fn rules(int: IntOp, width: u32) -> &'static [Rule] {
    use Rule::{Absorbing, Idempotent, Neutral, SelfZero, ZeroIf};
    let is_bit = width == 1;
    match int {
        IntOp::Add => &[Neutral(0)],
        IntOp::Sub | IntOp::Xor => &[Neutral(0), SelfZero],
        IntOp::Mul => &[Neutral(1), Absorbing(0)],
        IntOp::DivS | IntOp::DivU | IntOp::CeilDivS | IntOp::CeilDivU | IntOp::FloorDivS => {
            &[Neutral(1)]
        }
        IntOp::MaxS | IntOp::MinS => &[Idempotent],
        IntOp::MaxU => &[Idempotent, Neutral(0)],
        IntOp::MinU => &[Idempotent, Absorbing(0)],
        // An `i1` constant `true` may be stored as -1 or as 1.
        IntOp::And if is_bit => &[Neutral(1), Neutral(ALL_ONES), Absorbing(0), Idempotent],
        IntOp::And => &[Neutral(ALL_ONES), Absorbing(0), Idempotent],
        IntOp::Or if is_bit => &[Neutral(0), Absorbing(1), Absorbing(ALL_ONES), Idempotent],
        IntOp::Or => &[Neutral(0), Absorbing(ALL_ONES), Idempotent],
        IntOp::Shl | IntOp::ShrS | IntOp::ShrU => &[Neutral(0)],
        IntOp::RemS | IntOp::RemU => &[ZeroIf(1)],
    }
}

/// All bits of a constant, which is sign-extended.
const ALL_ONES: i64 = -1;

pub(crate) fn and(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    int(rw, op) || of_extensions(rw, op) || (is_bit(rw, op) && given_the_other(rw, op, true))
}

/// The operands of a bitwise operation, a comparison or a choice that two extensions of one kind widen from one type.
fn widened(rw: &Rewriter<'_>, op: OpId) -> Option<(Extension, [ValueId; 2])> {
    let &[a, b] = rw.m.operands(op) else {
        return None;
    };
    let ((kind, a), (other, b)) = (Extension::of(rw, a)?, Extension::of(rw, b)?);
    let [from, to] = [a, b].map(|value| rw.m.value_type(value));
    (kind == other && from == to).then_some((kind, [a, b]))
}

/// How an integer is widened.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extension {
    Signed,
    Unsigned,
}

impl Extension {
    /// How a value was widened, and from which one.
    fn of(rw: &Rewriter<'_>, value: ValueId) -> Option<(Self, ValueId)> {
        let op = rw.m.defining_op(value)?;
        let Some(Scalar::Resize { is_signed }) = rw.m.semantics(op).scalar() else {
            return None;
        };
        let &source = rw.m.operands(op).first()?;
        // Indices have no width.
        let width = |value: ValueId| {
            let ty = rw.m.value_type(value);
            rw.m.ctx.bit_width(rw.m.ctx.element_type(ty).unwrap_or(ty))
        };
        let kind = if is_signed {
            Self::Signed
        } else {
            Self::Unsigned
        };
        (width(source)? < width(value)?).then_some((kind, source))
    }

    /// Replaces an operation by a value that is widened to its type.
    fn replace(self, rw: &mut Rewriter<'_>, op: OpId, narrow: ValueId) -> bool {
        let name = match self {
            Self::Signed => "arith.extsi",
            Self::Unsigned => "arith.extui",
        };
        let Some(result) = rw.m.result(op, 0) else {
            return false;
        };
        let ty = rw.m.value_type(result);
        let spec = OpSpec::new(rw.m.ctx.op_name(name))
            .operands(&[narrow])
            .results(&[ty])
            .located_at(rw.m, op);
        rw.replace_by(op, spec)
    }
}

/// A bitwise operation on extensions extends that of the narrow operands.
fn of_extensions(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some((kind, operands)) = widened(rw, op) else {
        return false;
    };
    let ty = rw.m.value_type(operands[0]);
    let spec = OpSpec::new(rw.m.op_name(op))
        .operands(&operands)
        .results(&[ty])
        .located_at(rw.m, op);
    let narrow = rw.insert_before(op, spec);
    match rw.m.result(narrow, 0) {
        Some(narrow) => kind.replace(rw, op, narrow),
        None => false,
    }
}

fn is_bit(rw: &Rewriter<'_>, op: OpId) -> bool {
    pair(rw, op).is_some_and(|([a, _], _)| width(rw, a) == Some(1))
}

/// Simplifies a conjunction (disjunction) of bits in which one operand implies something about the other: only
/// the case in which the other operand is true (false) matters.
fn given_the_other(rw: &mut Rewriter<'_>, op: OpId, is_and: bool) -> bool {
    let Some(([a, b], _)) = pair(rw, op) else {
        return false;
    };
    for (one, other, at) in [(a, b, 1), (b, a, 0)] {
        let facts = known::facts(rw.m, one, is_and);
        match known::fold(rw.m, other, &facts) {
            // Implied by the other operand, and so redundant.
            Some(Folded::Bit(bit)) if bit == is_and => return rw.replace(op, &[one]),
            // Contradicts the other operand.
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
    int(rw, op) || of_extensions(rw, op) || (is_bit(rw, op) && given_the_other(rw, op, false))
}

pub(crate) fn xor(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    if int(rw, op) {
        return true;
    }
    let Some(([a, _], [_, Some(c)])) = pair(rw, op) else {
        return false;
    };
    if not_of_comparison(rw, op, a, c) {
        return true;
    }
    // A double negation cancels.
    let Some(inner) = int_definer(rw, a, IntOp::Xor) else {
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
    let Some(inner) = scalar_definer(rw, compared, |scalar| matches!(scalar, Scalar::CompareInts))
    else {
        return false;
    };
    // In the order eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge.
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
    rw.replace_by(op, spec)
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
        compare_ints(code, 0, 0, width)
    } else {
        match (x, y) {
            (Some(x), Some(y)) => {
                let bits = |value: i64| truncated(value.cast_unsigned(), width);
                compare_ints(code, bits(x), bits(y), width)
            }
            // No unsigned value is less than zero.
            (_, Some(0)) if code == 6 => Some(false),
            (_, Some(0)) if code == 9 => Some(true),
            (None, None) if code < 2 => {
                super::memref::equal_addresses(rw, a, b).map(|equal| equal == (code == 0))
            }
            _ => None,
        }
    };
    // Narrow values compare as wide ones do. After unsigned extension both are positive.
    if folded.is_none()
        && let Some((kind, operands)) = widened(rw, op)
    {
        if kind == Extension::Unsigned {
            // In the order eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge.
            let code = if (2..6).contains(&code) {
                code + 4
            } else {
                code
            };
            let code = rw.m.ctx.i64_attr(code);
            rw.m.set_prop(op, names::PREDICATE, code);
        }
        rw.m.set_operands(op, &operands);
        return rw.changed(op);
    }
    match folded {
        Some(holds) => rw.fold_to(op, holds.into()),
        // `%bit != 0` and `%bit == 1` are `%bit` itself.
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
                return rw.replace_by(op, spec);
            }
            _ => {}
        }
    }
    // The condition is a negation: use the original and swap the arms.
    if let Some(inner) = int_definer(rw, condition, IntOp::Xor)
        && let Some(([x, _], [_, Some(1 | -1)])) = pair(rw, inner)
        && width(rw, x) == Some(1)
    {
        rw.m.set_operands(op, &[x, on_false, on_true]);
        return rw.changed(op);
    }
    // In each arm, the value of the condition is known.
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
    // An inner select with the same condition is decided by the outer one.
    for (index, value) in [(1, on_true), (2, on_false)] {
        if let Some(inner) = scalar_definer(rw, value, |scalar| matches!(scalar, Scalar::Select))
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

/// `arith.extsi` and similar operations.
pub(crate) fn extend_signed(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    resize(rw, op, true) || extend_twice(rw, op)
}

/// `arith.extui` and similar operations.
pub(crate) fn extend_unsigned(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    resize(rw, op, false) || extend_twice(rw, op)
}

/// Two extensions of one kind are one; what was extended without its sign has none.
fn extend_twice(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (Some(&operand), Some(result)) = (rw.m.operands(op).first(), rw.m.result(op, 0)) else {
        return false;
    };
    let outer = Extension::of(rw, result).map(|it| it.0);
    let (Some(outer), Some((inner, source))) = (outer, Extension::of(rw, operand)) else {
        return false;
    };
    let is_lost = outer == Extension::Unsigned && inner == Extension::Signed;
    !is_lost && inner.replace(rw, op, source)
}

/// Converts a constant integer to another type.
fn resize(rw: &mut Rewriter<'_>, op: OpId, is_signed: bool) -> bool {
    let &[operand] = rw.m.operands(op) else {
        return false;
    };
    let Some(from) = width(rw, operand) else {
        return false;
    };
    if let Some(value) = rw.int(operand) {
        let bits = value.cast_unsigned();
        let value = if is_signed {
            signed(bits, from)
        } else {
            truncated(bits, from).cast_signed()
        };
        return rw.fold_to(op, value);
    }
    // A round trip through a type that is wide enough cancels.
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
    // The operand was widened from the type of the result.
    let widens = |scalar| matches!(scalar, Scalar::Resize { .. });
    if let Some(inner) = scalar_definer(rw, operand, widens)
        && let (Some(&source), Some(result)) = (rw.m.operands(inner).first(), rw.m.result(op, 0))
        && rw.m.value_type(source) == rw.m.value_type(result)
    {
        return rw.replace(op, &[source]);
    }
    false
}
