//! The `math` dialect: functions on scalars, vectors and tensors.

use super::arith::FASTMATH;
use super::registry::Dialect;
use super::{Arg, Assembly, Effects, OpDef, ResultName, Ty, one};
use crate::ir::FloatKind;
use crate::semantics::{Domain, Scalar, maximum, minimum, power, signed};

/// The dialect.
pub(super) static DIALECT: Dialect = Dialect {
    name: "math",
    ops: &[OPS],
    classes: &[super::classes::arith_math::MATH],
    ..Dialect::EMPTY
};

const UNARY: &[Arg] = &[one("operand", Ty::Same("result"))];
const BINARY: &[Arg] = &[
    one("lhs", Ty::Same("result")),
    one("rhs", Ty::Like("result")),
];
const TESTED: &[Arg] = &[one("operand", Ty::Any)];
const RESULT: &[Arg] = &[one("result", Ty::Any)];
const TESTED_RESULT: &[Arg] = &[one("result", Ty::I1Like("operand"))];

/// An entry without effects and with `fastmath`.
const fn float(
    name: &'static str,
    summary: &'static str,
    operands: &'static [Arg],
    results: &'static [Arg],
    format: &'static str,
) -> OpDef {
    OpDef {
        name,
        summary,
        operands,
        results,
        attrs: FASTMATH,
        assembly: Assembly::Format(format),
        effects: Effects::None,
        ..OpDef::EMPTY
    }
}

/// A float to a float of the same type.
const fn unary(name: &'static str, summary: &'static str) -> OpDef {
    float(
        name,
        summary,
        UNARY,
        RESULT,
        "operand ( 'fastmath' _ @fastmath^ )? {} ':' :result",
    )
}

/// Two floats to a float of the same type.
const fn binary(name: &'static str, summary: &'static str) -> OpDef {
    float(
        name,
        summary,
        BINARY,
        RESULT,
        "lhs ',' rhs ( 'fastmath' _ @fastmath^ )? {} ':' :result",
    )
}

/// An integer to an integer of the same type.
const fn int(name: &'static str, summary: &'static str) -> OpDef {
    OpDef {
        attrs: &[],
        ..float(name, summary, UNARY, RESULT, "operand {} ':' :result")
    }
}

/// A predicate on a float.
const fn test(name: &'static str, summary: &'static str) -> OpDef {
    float(
        name,
        summary,
        TESTED,
        TESTED_RESULT,
        "operand {} ':' :operand",
    )
}

pub(super) const OPS: &[OpDef] = &[
    unary("math.absf", "Absolute value of a float.").scalar(Scalar::Float(|[a, ..]| a.abs())),
    unary("math.acos", "Arc cosine.").scalar(Scalar::Float(|[a, ..]| libm::acos(a))),
    unary("math.acosh", "Inverse hyperbolic cosine.")
        .scalar(Scalar::Float(|[a, ..]| libm::acosh(a))),
    unary("math.asin", "Arc sine.").scalar(Scalar::Float(|[a, ..]| libm::asin(a))),
    unary("math.asinh", "Inverse hyperbolic sine.").scalar(Scalar::Float(|[a, ..]| libm::asinh(a))),
    unary("math.atan", "Arc tangent.").scalar(Scalar::Float(|[a, ..]| libm::atan(a))),
    unary("math.atanh", "Inverse hyperbolic tangent.")
        .scalar(Scalar::Float(|[a, ..]| libm::atanh(a))),
    unary("math.cbrt", "Cube root.").scalar(Scalar::Float(|[a, ..]| libm::cbrt(a))),
    unary("math.ceil", "Rounds up.").scalar(Scalar::Float(|[a, ..]| a.ceil())),
    unary("math.cos", "Cosine.").scalar(Scalar::Float(|[a, ..]| libm::cos(a))),
    unary("math.cosh", "Hyperbolic cosine.").scalar(Scalar::Float(|[a, ..]| libm::cosh(a))),
    unary("math.erf", "Error function.").scalar(Scalar::Float(|[a, ..]| libm::erf(a))),
    unary("math.erfc", "Complementary error function.")
        .scalar(Scalar::Float(|[a, ..]| libm::erfc(a))),
    unary("math.exp", "Exponential.").scalar(Scalar::Float(|[a, ..]| libm::exp(a))),
    unary("math.exp2", "Two to the power of its operand.")
        .scalar(Scalar::Float(|[a, ..]| libm::exp2(a))),
    unary("math.expm1", "Exponential minus one.").scalar(Scalar::Float(|[a, ..]| libm::expm1(a))),
    unary("math.floor", "Rounds down.").scalar(Scalar::Float(|[a, ..]| a.floor())),
    unary("math.log", "Natural logarithm.").scalar(Scalar::Float(|[a, ..]| libm::log(a))),
    unary("math.log10", "Decimal logarithm.").scalar(Scalar::Float(|[a, ..]| libm::log10(a))),
    unary("math.log1p", "Natural logarithm of one plus its operand.")
        .scalar(Scalar::Float(|[a, ..]| libm::log1p(a))),
    unary("math.log2", "Binary logarithm.").scalar(Scalar::Float(|[a, ..]| libm::log2(a))),
    unary(
        "math.round",
        "Rounds to the nearest integer, ties away from zero.",
    )
    .scalar(Scalar::Float(|[a, ..]| a.round())),
    unary(
        "math.roundeven",
        "Rounds to the nearest integer, ties to even.",
    )
    .scalar(Scalar::Float(|[a, ..]| a.round_ties_even())),
    unary("math.rsqrt", "One divided by the square root.")
        .scalar(Scalar::Float(|[a, ..]| 1.0 / a.sqrt())),
    unary("math.sin", "Sine.").scalar(Scalar::Float(|[a, ..]| libm::sin(a))),
    unary("math.sinh", "Hyperbolic sine.").scalar(Scalar::Float(|[a, ..]| libm::sinh(a))),
    unary("math.sqrt", "Square root.").scalar(Scalar::Float(|[a, ..]| a.sqrt())),
    unary("math.tan", "Tangent.").scalar(Scalar::Float(|[a, ..]| libm::tan(a))),
    unary("math.tanh", "Hyperbolic tangent.").scalar(Scalar::Float(|[a, ..]| libm::tanh(a))),
    unary("math.trunc", "Rounds towards zero.").scalar(Scalar::Float(|[a, ..]| a.trunc())),
    binary(
        "math.atan2",
        "Arc tangent of a quotient, in the right quadrant.",
    )
    .scalar(Scalar::Float(|[a, b, _]| libm::atan2(a, b))),
    binary(
        "math.copysign",
        "The first operand with the sign of the second.",
    )
    .scalar(Scalar::Float(|[a, b, _]| a.copysign(b))),
    binary("math.powf", "A float to the power of a float.")
        .scalar(Scalar::Float(|[a, b, _]| libm::pow(a, b))),
    float(
        "math.fma",
        "Multiplies two floats and adds a third, rounding once.",
        &[
            one("a", Ty::Same("result")),
            one("b", Ty::Like("result")),
            one("c", Ty::Like("result")),
        ],
        RESULT,
        "a ',' b ',' c ( 'fastmath' _ @fastmath^ )? {} ':' :result",
    )
    .scalar(Scalar::Fma),
    float(
        "math.clampf",
        "Limits a float to an interval.",
        &[
            one("value", Ty::Same("result")),
            one("min", Ty::Like("result")),
            one("max", Ty::Like("result")),
        ],
        RESULT,
        "value 'to' ~ '[' min ',' max ']' ( 'fastmath' _ @fastmath^ )? {} ':' :result",
    )
    .scalar(Scalar::Float(|[a, low, high]| {
        minimum(maximum(a, low), high)
    })),
    float(
        "math.fpowi",
        "A float to the power of an integer.",
        &[one("lhs", Ty::Any), one("rhs", Ty::Any)],
        &[one("result", Ty::Same("lhs"))],
        "lhs ',' rhs ( 'fastmath' _ @fastmath^ )? {} ':' :lhs ',' :rhs",
    )
    .scalar(Scalar::Fpowi),
    OpDef {
        result_name: ResultName::Groups,
        ..float(
            "math.sincos",
            "Sine and cosine.",
            TESTED,
            &[
                one("sin", Ty::Same("operand")),
                one("cos", Ty::Same("operand")),
            ],
            "operand ( 'fastmath' _ @fastmath^ )? {} ':' :operand",
        )
    }
    .scalar(Scalar::FloatPair(libm::sin, libm::cos)),
    test(
        "math.isfinite",
        "Whether a float is neither infinite nor NaN.",
    )
    .scalar(Scalar::FloatTest(|a, _| a.is_finite())),
    test("math.isinf", "Whether a float is infinite.")
        .scalar(Scalar::FloatTest(|a, _| a.is_infinite())),
    test("math.isnan", "Whether a float is NaN.").scalar(Scalar::FloatTest(|a, _| a.is_nan())),
    test(
        "math.isnormal",
        "Whether a float is neither zero, subnormal, infinite nor NaN.",
    )
    .scalar(Scalar::FloatTest(|a, kind| match kind {
        FloatKind::F64 => a.is_normal(),
        FloatKind::F32 => (a as f32).is_normal(),
        FloatKind::F16 => a.is_finite() && a.abs() >= 2_f64.powi(-14),
        _ => a.is_finite() && a.abs() >= f64::from(f32::MIN_POSITIVE),
    })),
    int("math.absi", "Absolute value of an integer.")
        .scalar(Scalar::Int1(|a, w| signed(a, w).unsigned_abs())),
    int("math.ctlz", "Number of leading zero bits.").scalar(Scalar::Int1(|a, w| {
        u64::from((a.leading_zeros() + w).saturating_sub(64))
    })),
    int("math.ctpop", "Number of set bits.").scalar(Scalar::Int1(|a, _| a.count_ones().into())),
    int("math.cttz", "Number of trailing zero bits.")
        .scalar(Scalar::Int1(|a, w| a.trailing_zeros().min(w).into())),
    OpDef {
        attrs: &[],
        ..float(
            "math.ipowi",
            "An integer to the power of an integer.",
            BINARY,
            RESULT,
            "lhs ',' rhs {} ':' :result",
        )
    }
    .scalar(Scalar::Int2(power, Domain::Power)),
];
