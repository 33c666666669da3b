//! Integer operations of `arith` and `index`: folds constants and neutral elements.

use super::known::{self, Folded};
use super::scalar::only_int;
use crate::ir::{AttrKind, OpId, OpSpec, TypeKind, ValueId, names};
use crate::rewrite::Rewriter;
use crate::semantics::{Form, IntOp, Scalar, compare_ints, truncated};

/// The two operands, and their values if they are constant integers, or hold one everywhere.
pub(super) type Pair = ([ValueId; 2], [Option<i64>; 2]);

pub(super) fn pair(rw: &Rewriter<'_>, op: OpId) -> Option<Pair> {
    let &[a, b] = rw.m.operands(op) else {
        return None;
    };
    Some(([a, b], [a, b].map(|value| only_int(rw.m, value))))
}

/// Bits of an integer, or of the elements of a vector or tensor; 64 for an index.
pub(super) fn width(rw: &Rewriter<'_>, value: ValueId) -> Option<u32> {
    match Form::of(&rw.m.ctx, rw.m.value_type(value))? {
        Form::Int(width) => Some(width),
        _ => None,
    }
}

/// Whether a value is one bit, not a vector of them.
pub(super) fn is_bit(rw: &Rewriter<'_>, value: ValueId) -> bool {
    width(rw, value) == Some(1) && rw.m.ctx.shape(rw.m.value_type(value)).is_none()
}

/// The integer operation that defines a value, if it is this one.
pub(super) fn int_definer(rw: &Rewriter<'_>, value: ValueId, int: IntOp) -> Option<OpId> {
    rw.m.defining_op(value)
        .filter(|&op| rw.m.is_int_op(op, int))
}

/// The scalar operation that defines a value, if it is one of these.
pub(super) fn scalar_definer(
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
    /// As `Neutral` and `Absorbing`, of the least or the largest signed integer.
    NeutralLeast,
    NeutralMost,
    AbsorbingLeast,
    AbsorbingMost,
}

/// Applies the algebraic rules of an integer operation.
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
    // A rule applies to a constant on the left only if the operation is commutative.
    let left = int.is_commutative();
    let most = i64::MAX >> (64 - width);
    for rule in rules(int, width) {
        let rule = match rule {
            Rule::NeutralLeast => &Rule::Neutral(!most),
            Rule::NeutralMost => &Rule::Neutral(most),
            Rule::AbsorbingLeast => &Rule::Absorbing(!most),
            Rule::AbsorbingMost => &Rule::Absorbing(most),
            other => other,
        };
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
    if cancels(rw, op, [a, b], int) {
        return true;
    }
    if int == IntOp::Add && of_negative(rw, op, [a, b]) {
        return true;
    }
    match (y, int) {
        (Some(y), IntOp::Add | IntOp::Sub) => sum_of_sum(rw, op, a, y, int),
        (Some(y), IntOp::Mul | IntOp::And | IntOp::Or | IntOp::Xor) => twice(rw, op, a, y, int),
        (Some(y), IntOp::Shl | IntOp::ShrS | IntOp::ShrU)
            if !(0..i64::from(width)).contains(&y) =>
        {
            poison(rw, op)
        }
        _ => false,
    }
}

/// Replaces an operation without a defined result by poison.
fn poison(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(result) = rw.m.result(op, 0) else {
        return false;
    };
    let ty = rw.m.value_type(result);
    match super::scalar::poison(rw, op, ty) {
        Some(value) => rw.replace(op, &[value]),
        None => false,
    }
}

/// The other factor of a product that is divided by one, `x * y / y`, if no bit of the product was lost.
fn divided_product(rw: &Rewriter<'_>, a: ValueId, b: ValueId, int: IntOp) -> Option<ValueId> {
    let flag = match int {
        IntOp::DivS | IntOp::RemS => "nsw",
        _ => "nuw",
    };
    let product = int_definer(rw, a, IntOp::Mul).filter(|&product| has_flag(rw, product, flag))?;
    let &[x, y] = rw.m.operands(product) else {
        return None;
    };
    match b {
        _ if b == y => Some(x),
        _ if b == x => Some(y),
        _ => None,
    }
}

/// Operands of which one undoes or repeats the other.
fn cancels(rw: &mut Rewriter<'_>, op: OpId, [a, b]: [ValueId; 2], int: IntOp) -> bool {
    let inner = |rw: &Rewriter<'_>, value: ValueId, int: IntOp| -> Option<[ValueId; 2]> {
        let inner = int_definer(rw, value, int)?;
        rw.m.operands(inner).try_into().ok()
    };
    let sides = [(a, b), (b, a)];
    let kept = match int {
        // x - y + y
        IntOp::Add => sides.iter().find_map(|&(one, other)| {
            let [x, y] = inner(rw, one, IntOp::Sub)?;
            (y == other).then_some(x)
        }),
        // x + y - y
        IntOp::Sub => inner(rw, a, IntOp::Add).and_then(|[x, y]| match b {
            _ if b == y => Some(x),
            _ if b == x => Some(y),
            _ => None,
        }),
        // x ^ y ^ y
        IntOp::Xor => sides.iter().find_map(|&(one, other)| {
            let [x, y] = inner(rw, one, IntOp::Xor)?;
            match other {
                _ if other == y => Some(x),
                _ if other == x => Some(y),
                _ => None,
            }
        }),
        IntOp::And | IntOp::Or => {
            for (one, other) in sides {
                if inner(rw, one, int).is_some_and(|both| both.contains(&other)) {
                    return rw.replace(op, &[one]);
                }
                let is_not = inner(rw, one, IntOp::Xor)
                    .is_some_and(|[x, mask]| x == other && only_int(rw.m, mask) == Some(ALL_ONES));
                if is_not {
                    let all = if int == IntOp::And { 0 } else { ALL_ONES };
                    return rw.fold_to(op, all);
                }
            }
            None
        }
        IntOp::DivS | IntOp::DivU => divided_product(rw, a, b, int),
        IntOp::RemS | IntOp::RemU if divided_product(rw, a, b, int).is_some() => {
            return rw.fold_to(op, 0);
        }
        _ => None,
    };
    match kept {
        Some(value) => rw.replace(op, &[value]),
        None => false,
    }
}

/// A sum with the product of a value and -1 is a difference.
fn of_negative(rw: &mut Rewriter<'_>, op: OpId, [a, b]: [ValueId; 2]) -> bool {
    for (one, other) in [(a, b), (b, a)] {
        let Some(product) = int_definer(rw, other, IntOp::Mul) else {
            continue;
        };
        if let Some(([x, _], [_, Some(ALL_ONES)])) = pair(rw, product) {
            let ty = rw.m.value_type(one);
            return rw.replace_by_value(op, "arith.subi", &[one, x], ty);
        }
    }
    false
}

/// Whether an operation promises that it does not overflow, in the signed (`nsw`) or unsigned (`nuw`) sense.
fn has_flag(rw: &Rewriter<'_>, op: OpId, flag: &str) -> bool {
    let name = rw.m.ctx.find_str("overflowFlags");
    match name
        .and_then(|name| rw.m.prop(op, name))
        .map(|attr| rw.m.ctx.attr_kind(attr))
    {
        Some(AttrKind::Opaque { body, .. }) => {
            rw.m.ctx
                .text(*body)
                .split(|c: char| !c.is_ascii_alphanumeric())
                .any(|word| word == flag)
        }
        _ => false,
    }
}

/// An operation with a constant on the result of one with another constant is one with a third.
fn twice(rw: &mut Rewriter<'_>, op: OpId, inner: ValueId, y: i64, int: IntOp) -> bool {
    let Some(definer) = int_definer(rw, inner, int) else {
        return false;
    };
    let Some(([first, _], [None, Some(x)])) = pair(rw, definer) else {
        return false;
    };
    let both = match int {
        IntOp::Mul => x.wrapping_mul(y),
        IntOp::And => x & y,
        IntOp::Or => x | y,
        IntOp::Xor => x ^ y,
        _ => return false,
    };
    with_constant(rw, op, first, both)
}

/// Replaces an operation by one of the same name on a value and a constant.
fn with_constant(rw: &mut Rewriter<'_>, op: OpId, value: ValueId, constant: i64) -> bool {
    let ty = rw.m.value_type(value);
    let Some(constant) = rw.constant(op, constant, ty) else {
        return false;
    };
    let spec = OpSpec::new(rw.m.op_name(op))
        .operands(&[value, constant])
        .results(&[ty]);
    rw.replace_by(op, spec)
}

/// Joins two constants that are added or subtracted. Their sum may wrap where the two did not, so it promises nothing.
fn sum_of_sum(rw: &mut Rewriter<'_>, op: OpId, sum: ValueId, y: i64, int: IntOp) -> bool {
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
    with_constant(rw, op, first, y.wrapping_add(x))
}

/// The algebraic rules of an integer operation, in the order in which they are tried.
fn rules(int: IntOp, width: u32) -> &'static [Rule] {
    use Rule::{
        Absorbing, AbsorbingLeast, AbsorbingMost, Idempotent, Neutral, NeutralLeast, NeutralMost,
        SelfZero, ZeroIf,
    };
    let is_bit = width == 1;
    match int {
        IntOp::Add => &[Neutral(0)],
        IntOp::Sub | IntOp::Xor => &[Neutral(0), SelfZero],
        IntOp::Mul => &[Neutral(1), Absorbing(0)],
        IntOp::DivS | IntOp::DivU | IntOp::CeilDivS | IntOp::CeilDivU | IntOp::FloorDivS => {
            &[Neutral(1)]
        }
        IntOp::MaxS => &[Idempotent, NeutralLeast, AbsorbingMost],
        IntOp::MinS => &[Idempotent, NeutralMost, AbsorbingLeast],
        IntOp::MaxU => &[Idempotent, Neutral(0), Absorbing(ALL_ONES)],
        IntOp::MinU => &[Idempotent, Absorbing(0), Neutral(ALL_ONES)],
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
pub(super) const ALL_ONES: i64 = -1;

pub(crate) fn and(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    int(rw, op) || of_extensions(rw, op) || (of_bits(rw, op) && given_the_other(rw, op, true))
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

/// The negation of a bit, or of a vector or tensor of bits.
pub(super) fn negated(rw: &mut Rewriter<'_>, anchor: OpId, bit: ValueId) -> Option<ValueId> {
    let ty = rw.m.value_type(bit);
    let one = rw.constant(anchor, 1, ty)?;
    rw.value_before(anchor, "arith.xori", &[bit, one], ty)
}

/// Whether two values are both numbers, or both vectors or tensors of one shape, and the second holds no indices.
pub(super) fn is_number_like(rw: &Rewriter<'_>, a: ValueId, b: ValueId) -> bool {
    let kind = |value| std::mem::discriminant(rw.m.value_type_kind(value));
    let shape = |value| rw.m.ctx.shape(rw.m.value_type(value));
    let is_index = matches!(
        rw.m.ctx
            .type_kind(rw.m.ctx.element_or_self(rw.m.value_type(b))),
        TypeKind::Index
    );
    kind(a) == kind(b) && shape(a) == shape(b) && !is_index
}

/// How an integer is widened.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extension {
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
    pub(super) fn replace(self, rw: &mut Rewriter<'_>, op: OpId, narrow: ValueId) -> bool {
        let name = match self {
            Self::Signed => "arith.extsi",
            Self::Unsigned => "arith.extui",
        };
        let Some(result) = rw.m.result(op, 0) else {
            return false;
        };
        let ty = rw.m.value_type(result);
        rw.replace_by_value(op, name, &[narrow], ty)
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
        .results(&[ty]);
    let narrow = rw.insert_before(op, spec);
    match rw.m.result(narrow, 0) {
        Some(narrow) => kind.replace(rw, op, narrow),
        None => false,
    }
}

fn of_bits(rw: &Rewriter<'_>, op: OpId) -> bool {
    pair(rw, op).is_some_and(|([a, _], _)| is_bit(rw, a))
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
    int(rw, op) || of_extensions(rw, op) || (of_bits(rw, op) && given_the_other(rw, op, false))
}

pub(crate) fn xor(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    if int(rw, op) {
        return true;
    }
    match pair(rw, op) {
        Some(([a, _], [_, Some(c)])) => not_of_comparison(rw, op, a, c),
        _ => false,
    }
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
        .prop(names::PREDICATE, code);
    rw.replace_by(op, spec)
}

/// Compares the operands in the other order.
fn swap_compared(rw: &mut Rewriter<'_>, op: OpId, code: i64, operands: [ValueId; 2]) -> bool {
    // In the order eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge.
    const SWAPPED: [i64; 10] = [0, 1, 4, 5, 2, 3, 8, 9, 6, 7];
    let code = usize::try_from(code).ok();
    let Some(&swapped) = code.and_then(|code| SWAPPED.get(code)) else {
        return false;
    };
    let code = rw.m.ctx.i64_attr(swapped);
    rw.m.set_prop(op, names::PREDICATE, code);
    rw.m.set_operands(op, &operands);
    rw.changed(op)
}

/// The equality of a widened bit and a constant is the bit, its negation, or a constant.
fn compare_bit(
    rw: &mut Rewriter<'_>,
    op: OpId,
    bit: ValueId,
    kind: Extension,
    constant: i64,
    is_eq: bool,
) -> bool {
    let set = if kind == Extension::Signed {
        ALL_ONES
    } else {
        1
    };
    let value = match (constant == set, constant == 0, is_eq) {
        (true, _, true) | (_, true, false) => Some(bit),
        (true, _, false) | (_, true, true) => negated(rw, op, bit),
        (false, false, is_eq) => return rw.fold_to(op, i64::from(!is_eq)),
    };
    value.is_some_and(|value| rw.replace(op, &[value]))
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
            // No unsigned value is less than zero.
            (_, Some(0)) if code == 6 => Some(false),
            (_, Some(0)) if code == 9 => Some(true),
            (None, None) if code < 2 => {
                super::memref::equal_addresses(rw, a, b).map(|equal| equal == (code == 0))
            }
            _ => None,
        }
    };
    if folded.is_none() && x.is_some() && y.is_none() {
        return swap_compared(rw, op, code, [b, a]);
    }
    if folded.is_none()
        && code < 2
        && let (Some((kind, bit)), Some(y)) = (Extension::of(rw, a), y)
        && self::width(rw, bit) == Some(1)
    {
        return compare_bit(rw, op, bit, kind, y, code == 0);
    }
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

/// `arith.extsi`, `arith.extui` and similar operations.
pub(crate) fn extend(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    resize(rw, op) || extend_twice(rw, op) || index_of_extended(rw, op)
}

/// An index of a widened integer is one of the integer, if both keep the same sign.
fn index_of_extended(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (Some(&operand), Some(result)) = (rw.m.operands(op).first(), rw.m.result(op, 0)) else {
        return false;
    };
    let ty = rw.m.ctx.element_or_self(rw.m.value_type(result));
    let is_index = matches!(rw.m.ctx.type_kind(ty), TypeKind::Index);
    let Some((kind, source)) = Extension::of(rw, operand).filter(|_| is_index) else {
        return false;
    };
    let is_signed = match rw.m.semantics(op).scalar() {
        Some(Scalar::Resize { is_signed }) => is_signed,
        _ => return false,
    };
    if (kind == Extension::Signed) != is_signed {
        return false;
    }
    rw.m.set_operand(op, 0, source);
    if let Some(definer) = rw.m.defining_op(operand) {
        rw.push(definer);
    }
    rw.changed(op)
}

/// Two extensions of one kind are one; what was extended without its sign has none.
fn extend_twice(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (Some(&operand), Some(result)) = (rw.m.operands(op).first(), rw.m.result(op, 0)) else {
        return false;
    };
    let outer = Extension::of(rw, result).map(|(extension, _)| extension);
    let (Some(outer), Some((inner, source))) = (outer, Extension::of(rw, operand)) else {
        return false;
    };
    let is_lost = outer == Extension::Unsigned && inner == Extension::Signed;
    !is_lost && inner.replace(rw, op, source)
}

/// A round trip through a type that is wide enough cancels.
fn resize(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let &[operand] = rw.m.operands(op) else {
        return false;
    };
    let Some(from) = width(rw, operand) else {
        return false;
    };
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

/// Cuts what was widened or cut before: one widening, one cut, or nothing is left.
pub(crate) fn truncate(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (&[operand], Some(result)) = (rw.m.operands(op), rw.m.result(op, 0)) else {
        return false;
    };
    let resizes = |scalar| matches!(scalar, Scalar::Resize { .. });
    let Some(inner) = scalar_definer(rw, operand, resizes) else {
        return false;
    };
    let Some(&source) = rw.m.operands(inner).first() else {
        return false;
    };
    if rw.m.value_type(source) == rw.m.value_type(result) {
        return rw.replace(op, &[source]);
    }
    let is_index = |value| {
        let ty = rw.m.ctx.element_or_self(rw.m.value_type(value));
        matches!(rw.m.ctx.type_kind(ty), TypeKind::Index)
    };
    if is_index(source) || is_index(operand) {
        return false;
    }
    match (width(rw, source), width(rw, result)) {
        (Some(from), Some(to)) if to < from => {
            rw.m.set_operand(op, 0, source);
            rw.push(inner);
            rw.changed(op)
        }
        _ => match Extension::of(rw, operand) {
            Some((kind, source)) => kind.replace(rw, op, source),
            None => false,
        },
    }
}

/// Two results of two integers: a sum with 0, a product with 0 or 1, and a product whose high half is unused.
pub(crate) fn wide(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (Some(([a, b], [x, y])), Some(low), Some(high)) =
        (pair(rw, op), rw.m.result(op, 0), rw.m.result(op, 1))
    else {
        return false;
    };
    if x.is_some() && y.is_none() {
        rw.m.set_operands(op, &[b, a]);
        return rw.changed(op);
    }
    let is_sum = rw.m.value_type(high) != rw.m.value_type(low);
    if !is_sum && rw.m.is_unused(high) {
        let ty = rw.m.value_type(low);
        let product = rw.value_before(op, "arith.muli", &[a, b], ty);
        rw.replace_value(low, product.unwrap_or(a));
        return rw.erase(op);
    }
    let (kept, is_signed) = match (y, rw.m.semantics(op).scalar()) {
        (Some(0), _) if is_sum => (Some(a), false),
        (Some(0), _) => (None, false),
        (Some(1), Some(Scalar::Wide(f))) if width(rw, a) != Some(1) => {
            // All bits of the high half of -1 * 1 are set if the product is signed.
            let is_signed = f(truncated(u64::MAX, 8), 1, 8).1 != 0;
            (Some(a), is_signed)
        }
        _ => return false,
    };
    if is_signed {
        return false;
    }
    let ty = rw.m.value_type(high);
    let Some(zero) = rw.constant(op, 0, ty) else {
        return false;
    };
    rw.replace(op, &[kept.unwrap_or(zero), zero])
}
