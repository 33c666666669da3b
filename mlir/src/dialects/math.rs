//! The `math` dialect: functions on scalars, vectors and tensors.

use super::arith::FASTMATH;
use super::def::{Arg, Assembly, Effects, OpDef, ResultName, Ty, one};
use super::registry::Dialect;

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
    one("rhs", Ty::Same("result")),
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

/// A question about a float.
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
    unary("math.absf", "Absolute value of a float."),
    unary("math.acos", "Arc cosine."),
    unary("math.acosh", "Inverse hyperbolic cosine."),
    unary("math.asin", "Arc sine."),
    unary("math.asinh", "Inverse hyperbolic sine."),
    unary("math.atan", "Arc tangent."),
    unary("math.atanh", "Inverse hyperbolic tangent."),
    unary("math.cbrt", "Cube root."),
    unary("math.ceil", "Rounds up."),
    unary("math.cos", "Cosine."),
    unary("math.cosh", "Hyperbolic cosine."),
    unary("math.erf", "Error function."),
    unary("math.erfc", "Complementary error function."),
    unary("math.exp", "Exponential."),
    unary("math.exp2", "Two to the power of its operand."),
    unary("math.expm1", "Exponential minus one."),
    unary("math.floor", "Rounds down."),
    unary("math.log", "Natural logarithm."),
    unary("math.log10", "Decimal logarithm."),
    unary("math.log1p", "Natural logarithm of one plus its operand."),
    unary("math.log2", "Binary logarithm."),
    unary(
        "math.round",
        "Rounds to the nearest integer, ties away from zero.",
    ),
    unary(
        "math.roundeven",
        "Rounds to the nearest integer, ties to even.",
    ),
    unary("math.rsqrt", "One divided by the square root."),
    unary("math.sin", "Sine."),
    unary("math.sinh", "Hyperbolic sine."),
    unary("math.sqrt", "Square root."),
    unary("math.tan", "Tangent."),
    unary("math.tanh", "Hyperbolic tangent."),
    unary("math.trunc", "Rounds towards zero."),
    binary(
        "math.atan2",
        "Arc tangent of a quotient, in the right quadrant.",
    ),
    binary(
        "math.copysign",
        "The first operand with the sign of the second.",
    ),
    binary("math.powf", "A float to the power of a float."),
    float(
        "math.fma",
        "Multiplies two floats and adds a third, rounding once.",
        &[
            one("a", Ty::Same("result")),
            one("b", Ty::Same("result")),
            one("c", Ty::Same("result")),
        ],
        RESULT,
        "a ',' b ',' c ( 'fastmath' _ @fastmath^ )? {} ':' :result",
    ),
    float(
        "math.clampf",
        "Limits a float to an interval.",
        &[
            one("value", Ty::Same("result")),
            one("min", Ty::Same("result")),
            one("max", Ty::Same("result")),
        ],
        RESULT,
        "value 'to' ~ '[' min ',' max ']' ( 'fastmath' _ @fastmath^ )? {} ':' :result",
    ),
    float(
        "math.fpowi",
        "A float to the power of an integer.",
        &[one("lhs", Ty::Any), one("rhs", Ty::Any)],
        &[one("result", Ty::Same("lhs"))],
        "lhs ',' rhs ( 'fastmath' _ @fastmath^ )? {} ':' :lhs ',' :rhs",
    ),
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
    },
    test(
        "math.isfinite",
        "Whether a float is neither infinite nor NaN.",
    ),
    test("math.isinf", "Whether a float is infinite."),
    test("math.isnan", "Whether a float is NaN."),
    test(
        "math.isnormal",
        "Whether a float is neither zero, subnormal, infinite nor NaN.",
    ),
    int("math.absi", "Absolute value of an integer."),
    int("math.ctlz", "Number of leading zero bits."),
    int("math.ctpop", "Number of set bits."),
    int("math.cttz", "Number of trailing zero bits."),
    OpDef {
        attrs: &[],
        ..float(
            "math.ipowi",
            "An integer to the power of an integer.",
            BINARY,
            RESULT,
            "lhs ',' rhs {} ':' :result",
        )
    },
];
