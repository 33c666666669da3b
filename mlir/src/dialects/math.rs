//! The `math` dialect: functions on scalars, vectors and tensors.

use super::Ty::{Any, I1Like, Like, Same};
use super::arith::FASTMATH;
use super::shorthands::missing;
use super::{Assembly, Dialect, Effects, OpDef, ResultName, one, ops};
use crate::ir::FloatKind;
use crate::rewrite::canonical;
use crate::semantics::{Domain, Scalar, Semantics, maximum, minimum, power, signed};
use crate::syntax::MlirVersion::{V19, V20, V21};

pub(super) static DIALECT: Dialect = Dialect {
    name: "math",
    ops: &[OPS],
    classes: &[super::classes::arith_math::MATH],
    spellings: &[
        missing("erfc isfinite isinf isnan isnormal", V19, V20),
        missing("clampf sincos", V19, V21),
    ],
    ..Dialect::EMPTY
};

/// A float to a float of the same type.
const UNARY: OpDef = OpDef {
    operands: &[one("operand", Same("result"))],
    results: &[one("result", Any)],
    attrs: &[FASTMATH],
    assembly: Assembly::Format("operand ( 'fastmath' _ @fastmath^ )? {} ':' :result"),
    effects: Effects::None,
    ..OpDef::EMPTY
};

/// Two floats to a float of the same type.
const BINARY: OpDef = OpDef {
    operands: &[one("lhs", Same("result")), one("rhs", Like("result"))],
    assembly: Assembly::Format("lhs ',' rhs ( 'fastmath' _ @fastmath^ )? {} ':' :result"),
    ..UNARY
};

/// An integer to an integer of the same type.
const INT: OpDef = OpDef {
    attrs: &[],
    assembly: Assembly::Format("operand {} ':' :result"),
    ..UNARY
};

/// A predicate on a float.
const TEST: OpDef = OpDef {
    operands: &[one("operand", Any)],
    results: &[one("result", I1Like("operand"))],
    assembly: Assembly::Format("operand {} ':' :operand"),
    ..UNARY
};

ops! { pub(super) OPS:
    "math.absf" "Absolute value of a float." like UNARY
        { canonical: Some(canonical::projection), semantics: Semantics::Scalar(Scalar::Float(|[a, ..]| a.abs())) };
    "math.acos" "Arc cosine." like UNARY
        { semantics: Semantics::Scalar(Scalar::Float(|[a, ..]| libm::acos(a))) };
    "math.acosh" "Inverse hyperbolic cosine." like UNARY
        { semantics: Semantics::Scalar(Scalar::Float(|[a, ..]| libm::acosh(a))) };
    "math.asin" "Arc sine." like UNARY
        { semantics: Semantics::Scalar(Scalar::Float(|[a, ..]| libm::asin(a))) };
    "math.asinh" "Inverse hyperbolic sine." like UNARY
        { semantics: Semantics::Scalar(Scalar::Float(|[a, ..]| libm::asinh(a))) };
    "math.atan" "Arc tangent." like UNARY
        { semantics: Semantics::Scalar(Scalar::Float(|[a, ..]| libm::atan(a))) };
    "math.atanh" "Inverse hyperbolic tangent." like UNARY
        { semantics: Semantics::Scalar(Scalar::Float(|[a, ..]| libm::atanh(a))) };
    "math.cbrt" "Cube root." like UNARY
        { semantics: Semantics::Scalar(Scalar::Float(|[a, ..]| libm::cbrt(a))) };
    "math.ceil" "Rounds up." like UNARY { canonical: Some(canonical::projection), semantics: Semantics::Scalar(Scalar::Float(|[a, ..]| a.ceil())) };
    "math.cos" "Cosine." like UNARY { semantics: Semantics::Scalar(Scalar::Float(|[a, ..]| libm::cos(a))) };
    "math.cosh" "Hyperbolic cosine." like UNARY
        { semantics: Semantics::Scalar(Scalar::Float(|[a, ..]| libm::cosh(a))) };
    "math.erf" "Error function." like UNARY
        { semantics: Semantics::Scalar(Scalar::Float(|[a, ..]| libm::erf(a))) };
    "math.erfc" "Complementary error function." like UNARY
        { semantics: Semantics::Scalar(Scalar::Float(|[a, ..]| libm::erfc(a))) };
    "math.exp" "Exponential." like UNARY
        { semantics: Semantics::Scalar(Scalar::Float(|[a, ..]| libm::exp(a))) };
    "math.exp2" "Two to the power of its operand." like UNARY
        { semantics: Semantics::Scalar(Scalar::Float(|[a, ..]| libm::exp2(a))) };
    "math.expm1" "Exponential minus one." like UNARY
        { semantics: Semantics::Scalar(Scalar::Float(|[a, ..]| libm::expm1(a))) };
    "math.floor" "Rounds down." like UNARY
        { canonical: Some(canonical::projection), semantics: Semantics::Scalar(Scalar::Float(|[a, ..]| a.floor())) };
    "math.log" "Natural logarithm." like UNARY
        { semantics: Semantics::Scalar(Scalar::Float(|[a, ..]| libm::log(a))) };
    "math.log10" "Decimal logarithm." like UNARY
        { semantics: Semantics::Scalar(Scalar::Float(|[a, ..]| libm::log10(a))) };
    "math.log1p" "Natural logarithm of one plus its operand." like UNARY
        { semantics: Semantics::Scalar(Scalar::Float(|[a, ..]| libm::log1p(a))) };
    "math.log2" "Binary logarithm." like UNARY
        { semantics: Semantics::Scalar(Scalar::Float(|[a, ..]| libm::log2(a))) };
    "math.round" "Rounds to the nearest integer, ties away from zero." like UNARY
        { canonical: Some(canonical::projection), semantics: Semantics::Scalar(Scalar::Float(|[a, ..]| a.round())) };
    "math.roundeven" "Rounds to the nearest integer, ties to even." like UNARY
        { canonical: Some(canonical::projection), semantics: Semantics::Scalar(Scalar::Float(|[a, ..]| a.round_ties_even())) };
    "math.rsqrt" "One divided by the square root." like UNARY
        { semantics: Semantics::Scalar(Scalar::Float(|[a, ..]| 1.0 / a.sqrt())) };
    "math.sin" "Sine." like UNARY { semantics: Semantics::Scalar(Scalar::Float(|[a, ..]| libm::sin(a))) };
    "math.sinh" "Hyperbolic sine." like UNARY
        { semantics: Semantics::Scalar(Scalar::Float(|[a, ..]| libm::sinh(a))) };
    "math.sqrt" "Square root." like UNARY { semantics: Semantics::Scalar(Scalar::Float(|[a, ..]| a.sqrt())) };
    "math.tan" "Tangent." like UNARY { semantics: Semantics::Scalar(Scalar::Float(|[a, ..]| libm::tan(a))) };
    "math.tanh" "Hyperbolic tangent." like UNARY
        { semantics: Semantics::Scalar(Scalar::Float(|[a, ..]| libm::tanh(a))) };
    "math.trunc" "Rounds towards zero." like UNARY
        { canonical: Some(canonical::projection), semantics: Semantics::Scalar(Scalar::Float(|[a, ..]| a.trunc())) };
    "math.atan2" "Arc tangent of a quotient, in the right quadrant." like BINARY
        { semantics: Semantics::Scalar(Scalar::Float(|[a, b, _]| libm::atan2(a, b))) };
    "math.copysign" "The first operand with the sign of the second." like BINARY
        { semantics: Semantics::Scalar(Scalar::Float(|[a, b, _]| a.copysign(b))) };
    "math.powf" "A float to the power of a float." like BINARY
        { semantics: Semantics::Scalar(Scalar::Float(|[a, b, _]| libm::pow(a, b))) };
    "math.fma" "Multiplies two floats and adds a third, rounding once."
        (a Same("result"), b Like("result"), c Like("result")) -> (result Any) [FASTMATH]
        "a ',' b ',' c ( 'fastmath' _ @fastmath^ )? {} ':' :result"
        { effects: Effects::None, semantics: Semantics::Scalar(Scalar::Fma) };
    "math.clampf" "Limits a float to an interval."
        (value Same("result"), min Like("result"), max Like("result")) -> (result Any) [FASTMATH]
        "value 'to' ~ '[' min ',' max ']' ( 'fastmath' _ @fastmath^ )? {} ':' :result"
        { effects: Effects::None,
         semantics: Semantics::Scalar(Scalar::Float(|[a, low, high]| { minimum(maximum(a, low), high) })) };
    "math.fpowi" "A float to the power of an integer." (lhs Any, rhs Any) -> (result Same("lhs")) [FASTMATH]
        "lhs ',' rhs ( 'fastmath' _ @fastmath^ )? {} ':' :lhs ',' :rhs"
        { effects: Effects::None, semantics: Semantics::Scalar(Scalar::Fpowi) };
    "math.sincos" "Sine and cosine." (operand Any) -> (sin Same("operand"), cos Same("operand")) [FASTMATH]
        "operand ( 'fastmath' _ @fastmath^ )? {} ':' :operand"
        { result_name: ResultName::Groups, effects: Effects::None,
         semantics: Semantics::Scalar(Scalar::FloatPair(libm::sin, libm::cos)) };
    "math.isfinite" "Whether a float is neither infinite nor NaN." like TEST
        { semantics: Semantics::Scalar(Scalar::FloatTest(|a, _| a.is_finite())) };
    "math.isinf" "Whether a float is infinite." like TEST
        { semantics: Semantics::Scalar(Scalar::FloatTest(|a, _| a.is_infinite())) };
    "math.isnan" "Whether a float is NaN." like TEST
        { semantics: Semantics::Scalar(Scalar::FloatTest(|a, _| a.is_nan())) };
    "math.isnormal" "Whether a float is neither zero, subnormal, infinite nor NaN." like TEST
        { semantics: Semantics::Scalar(Scalar::FloatTest(|a, kind| match kind {
             FloatKind::F64 => a.is_normal(),
             FloatKind::F32 => (a as f32).is_normal(),
             FloatKind::F16 => a.is_finite() && a.abs() >= 2_f64.powi(-14),
             _ => a.is_finite() && a.abs() >= f64::from(f32::MIN_POSITIVE),
         })) };
    "math.absi" "Absolute value of an integer." like INT
        { canonical: Some(canonical::projection), semantics: Semantics::Scalar(Scalar::Int1(|a, w| signed(a, w).unsigned_abs())) };
    "math.ctlz" "Number of leading zero bits." like INT
        { semantics: Semantics::Scalar(Scalar::Int1(|a, w| {
             u64::from((a.leading_zeros() + w).saturating_sub(64))
         })) };
    "math.ctpop" "Number of set bits." like INT
        { semantics: Semantics::Scalar(Scalar::Int1(|a, _| a.count_ones().into())) };
    "math.cttz" "Number of trailing zero bits." like INT
        { semantics: Semantics::Scalar(Scalar::Int1(|a, w| a.trailing_zeros().min(w).into())) };
    "math.ipowi" "An integer to the power of an integer."
        (lhs Same("result"), rhs Like("result")) -> (result Any) "lhs ',' rhs {} ':' :result"
        { effects: Effects::None, semantics: Semantics::Scalar(Scalar::Int2(power, Domain::Power)) };
}
