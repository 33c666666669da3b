//! The `complex` dialect: complex numbers.

use super::arith::FASTMATH;
use super::registry::Dialect;
use super::verify;
use super::{Arg, Assembly, AttrForm, Effects, OpDef, ResultName, Traits, Ty, maybe, one, req};
use crate::semantics::{Kernel, Scalar};

/// The dialect.
pub(super) static DIALECT: Dialect = Dialect {
    name: "complex",
    ops: &[OPS],
    attrs: super::vocabulary::COMPLEX,
    classes: &[super::classes::arith_math::COMPLEX_OPS],
    ..Dialect::EMPTY
};

const BINARY: &[Arg] = &[
    one("lhs", Ty::Same("result")),
    one("rhs", Ty::Same("result")),
];
const COMPARED: &[Arg] = &[one("lhs", Ty::Any), one("rhs", Ty::Same("lhs"))];
const UNARY: &[Arg] = &[one("complex", Ty::Any)];
const RESULT: &[Arg] = &[one("result", Ty::Any)];
const SAME: &[Arg] = &[one("result", Ty::Same("complex"))];
const PART: &[Arg] = &[one("result", Ty::Elem("complex"))];
const BOOL: &[Arg] = &[one("result", Ty::I1)];

/// An entry without effects.
const fn pure(
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
        assembly: Assembly::Format(format),
        effects: Effects::None,
        ..OpDef::EMPTY
    }
}

/// An operation with two complex operands and a complex result.
const fn binary(name: &'static str, summary: &'static str) -> OpDef {
    OpDef {
        attrs: FASTMATH,
        ..pure(
            name,
            summary,
            BINARY,
            RESULT,
            "lhs ',' rhs ( 'fastmath' _ @fastmath^ )? {} ':' :result",
        )
    }
}

/// An operation from one complex number to `results`.
const fn unary_to(name: &'static str, summary: &'static str, results: &'static [Arg]) -> OpDef {
    OpDef {
        attrs: FASTMATH,
        ..pure(
            name,
            summary,
            UNARY,
            results,
            "complex ( 'fastmath' _ @fastmath^ )? {} ':' :complex",
        )
    }
}

/// An operation from one complex number to another.
const fn unary(name: &'static str, summary: &'static str) -> OpDef {
    unary_to(name, summary, SAME)
}

/// An operation from one complex number to a real one.
const fn part(name: &'static str, summary: &'static str) -> OpDef {
    unary_to(name, summary, PART)
}

pub(super) const OPS: &[OpDef] = &[
    part("complex.abs", "Absolute value.").scalar(Scalar::ComplexPart(|a| libm::hypot(a.0, a.1))),
    binary("complex.add", "Adds two complex numbers.")
        .scalar(Scalar::Complex(|a, b| (a.0 + b.0, a.1 + b.1))),
    part("complex.angle", "Argument."),
    binary("complex.atan2", "Arc tangent of a quotient."),
    pure(
        "complex.bitcast",
        "Reads the same bits as another type of the same width.",
        &[one("operand", Ty::Any)],
        RESULT,
        "operand {} ':' :operand 'to' :result",
    )
    .checked(verify::arith::complex_bitcast)
    .scalar(Scalar::Bitcast),
    unary("complex.conj", "Conjugate.").scalar(Scalar::Complex(|a, _| (a.0, -a.1))),
    OpDef {
        attrs: &[req("value", AttrForm::Array)],
        traits: Traits::CONSTANT_LIKE,
        result_name: ResultName::Word("cst"),
        verify: Some(verify::arith::complex_constant),
        ..pure(
            "complex.constant",
            "Makes a constant.",
            &[],
            &[one("complex", Ty::Any)],
            "@value {} ':' :complex",
        )
    }
    .kernel(Kernel::Constant),
    unary("complex.cos", "Cosine."),
    pure(
        "complex.create",
        "Makes a complex number of its parts.",
        &[
            one("real", Ty::Elem("complex")),
            one("imaginary", Ty::Elem("complex")),
        ],
        &[one("complex", Ty::Any)],
        "real ',' imaginary {} ':' :complex",
    )
    .kernel(Kernel::ComplexCreate),
    binary("complex.div", "Divides two complex numbers."),
    pure(
        "complex.eq",
        "Whether two complex numbers are equal.",
        COMPARED,
        BOOL,
        "lhs ',' rhs {} ':' :lhs",
    )
    .scalar(Scalar::ComplexTest(|a, b| a == b)),
    unary("complex.exp", "Exponential."),
    unary("complex.expm1", "Exponential minus one."),
    part("complex.im", "Imaginary part.").scalar(Scalar::ComplexPart(|a| a.1)),
    unary("complex.log", "Natural logarithm."),
    unary(
        "complex.log1p",
        "Natural logarithm of one plus its operand.",
    ),
    binary("complex.mul", "Multiplies two complex numbers.").scalar(Scalar::Complex(|a, b| {
        (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)
    })),
    unary("complex.neg", "Negates a complex number.").scalar(Scalar::Complex(|a, _| (-a.0, -a.1))),
    pure(
        "complex.neq",
        "Whether two complex numbers differ.",
        COMPARED,
        BOOL,
        "lhs ',' rhs {} ':' :lhs",
    )
    .scalar(Scalar::ComplexTest(|a, b| a != b)),
    OpDef {
        attrs: &[maybe("fastmath", AttrForm::AngleEnum("arith.fastmath"))],
        ..pure(
            "complex.powi",
            "A complex number to the power of an integer.",
            &[one("lhs", Ty::Same("result")), one("rhs", Ty::Any)],
            RESULT,
            "lhs ',' rhs ( 'fastmath' _ @fastmath^ )? {} ':' :result ',' :rhs",
        )
    },
    binary("complex.pow", "A complex number to the power of another."),
    part("complex.re", "Real part.").scalar(Scalar::ComplexPart(|a| a.0)),
    unary("complex.rsqrt", "One divided by the square root."),
    unary(
        "complex.sign",
        "A complex number divided by its absolute value.",
    ),
    unary("complex.sin", "Sine."),
    unary("complex.sqrt", "Square root."),
    binary("complex.sub", "Subtracts two complex numbers.")
        .scalar(Scalar::Complex(|a, b| (a.0 - b.0, a.1 - b.1))),
    unary("complex.tan", "Tangent."),
    unary("complex.tanh", "Hyperbolic tangent."),
];
