//! The `complex` dialect: complex numbers.

use super::Ty::{Any, Elem, I1, Same};
use super::arith::FASTMATH;
use super::shorthands::missing;
use super::verify;
use super::{
    Assembly, AttrForm, Dialect, Effects, OpDef, ResultName, Traits, maybe, one, ops, req,
};
use crate::rewrite::canonical;
use crate::semantics::{Kernel, Scalar, Semantics};
use crate::syntax::MlirVersion::{V19, V21};

pub(super) static DIALECT: Dialect = Dialect {
    name: "complex",
    ops: &[OPS],
    attrs: super::vocabulary::COMPLEX,
    classes: &[super::classes::arith_math::COMPLEX_OPS],
    spellings: &[missing("powi", V19, V21)],
    ..Dialect::EMPTY
};

/// Two complex operands and a complex result.
const BINARY: OpDef = OpDef {
    operands: &[one("lhs", Same("result")), one("rhs", Same("result"))],
    results: &[one("result", Any)],
    attrs: &[FASTMATH],
    assembly: Assembly::Format("lhs ',' rhs ( 'fastmath' _ @fastmath^ )? {} ':' :result"),
    effects: Effects::None,
    ..OpDef::EMPTY
};

/// From one complex number to another.
const UNARY: OpDef = OpDef {
    operands: &[one("complex", Any)],
    results: &[one("result", Same("complex"))],
    assembly: Assembly::Format("complex ( 'fastmath' _ @fastmath^ )? {} ':' :complex"),
    ..BINARY
};

/// From one complex number to a real one.
const PART: OpDef = OpDef {
    results: &[one("result", Elem("complex"))],
    ..UNARY
};

ops! { pub(super) OPS:
    "complex.abs" "Absolute value." like PART
        { semantics: Semantics::Scalar(Scalar::ComplexPart(|a| libm::hypot(a.0, a.1))) };
    "complex.add" "Adds two complex numbers." like BINARY
        { semantics: Semantics::Scalar(Scalar::Complex(|a, b| (a.0 + b.0, a.1 + b.1))) };
    "complex.angle" "Argument." like PART;
    "complex.atan2" "Arc tangent of a quotient." like BINARY;
    "complex.bitcast" "Reads the same bits as another type of the same width." (operand Any) -> (result Any)
        "operand {} ':' :operand 'to' :result"
        { effects: Effects::None, verify: Some(verify::arith::complex_bitcast),
         canonical: Some(canonical::float::bitcast),
         semantics: Semantics::Scalar(Scalar::Bitcast) };
    "complex.conj" "Conjugate." like UNARY
        { canonical: Some(canonical::complex::involution),
         semantics: Semantics::Scalar(Scalar::Complex(|a, _| (a.0, -a.1))) };
    "complex.constant" "Makes a constant." -> (complex Any) [req("value", AttrForm::Array)]
        "@value {} ':' :complex"
        { traits: Traits::CONSTANT_LIKE, result_name: ResultName::Word("cst"),
         verify: Some(verify::arith::complex_constant), effects: Effects::None,
         semantics: Semantics::Kernel(Kernel::Constant) };
    "complex.cos" "Cosine." like UNARY;
    "complex.create" "Makes a complex number of its parts."
        (real Elem("complex"), imaginary Elem("complex")) -> (complex Any)
        "real ',' imaginary {} ':' :complex"
        { effects: Effects::None, canonical: Some(canonical::complex::create),
         semantics: Semantics::Kernel(Kernel::ComplexCreate) };
    "complex.div" "Divides two complex numbers." like BINARY;
    "complex.eq" "Whether two complex numbers are equal." (lhs Any, rhs Same("lhs")) -> (result I1)
        "lhs ',' rhs {} ':' :lhs"
        { effects: Effects::None, semantics: Semantics::Scalar(Scalar::ComplexTest(|a, b| a == b)) };
    "complex.exp" "Exponential." like UNARY;
    "complex.expm1" "Exponential minus one." like UNARY;
    "complex.im" "Imaginary part." like PART
        { canonical: Some(canonical::complex::part), semantics: Semantics::Scalar(Scalar::ImaginaryPart) };
    "complex.log" "Natural logarithm." like UNARY;
    "complex.log1p" "Natural logarithm of one plus its operand." like UNARY;
    "complex.mul" "Multiplies two complex numbers." like BINARY
        { semantics: Semantics::Scalar(Scalar::Complex(|a, b| {
             (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)
         })) };
    "complex.neg" "Negates a complex number." like UNARY
        { canonical: Some(canonical::complex::involution),
         semantics: Semantics::Scalar(Scalar::Complex(|a, _| (-a.0, -a.1))) };
    "complex.neq" "Whether two complex numbers differ." (lhs Any, rhs Same("lhs")) -> (result I1)
        "lhs ',' rhs {} ':' :lhs"
        { effects: Effects::None, semantics: Semantics::Scalar(Scalar::ComplexTest(|a, b| a != b)) };
    "complex.powi" "A complex number to the power of an integer."
        (lhs Same("result"), rhs Any) -> (result Any)
        [maybe("fastmath", AttrForm::AngleEnum("arith.fastmath"))]
        "lhs ',' rhs ( 'fastmath' _ @fastmath^ )? {} ':' :result ',' :rhs" { effects: Effects::None };
    "complex.pow" "A complex number to the power of another." like BINARY;
    "complex.re" "Real part." like PART
        { canonical: Some(canonical::complex::part), semantics: Semantics::Scalar(Scalar::RealPart) };
    "complex.rsqrt" "One divided by the square root." like UNARY;
    "complex.sign" "A complex number divided by its absolute value." like UNARY;
    "complex.sin" "Sine." like UNARY;
    "complex.sqrt" "Square root." like UNARY;
    "complex.sub" "Subtracts two complex numbers." like BINARY
        { semantics: Semantics::Scalar(Scalar::Complex(|a, b| (a.0 - b.0, a.1 - b.1))) };
    "complex.tan" "Tangent." like UNARY;
    "complex.tanh" "Hyperbolic tangent." like UNARY;
}
