//! The `arith` dialect: integer and floating-point arithmetic on scalars, vectors and tensors.

use super::Form::{Checked, Converted};
use super::Ty::{Any, Hook, I1Like, Like, OfAttr, Same};
use super::assembly::misc;
use super::assembly::older;
use super::shorthands::{missing, spelled};
use super::verify;
use super::{
    Assembly, Attr, AttrForm, Dialect, Effects, OpDef, ResultName, Traits, dflt, hook, maybe, one,
    ops, req,
};
use crate::ir::{AttrKind, Module, OpId, TypeKind, names};
use crate::rewrite::canonical;
use crate::semantics::{FloatOp, IntOp, Kernel, Scalar, Semantics, signed};
use crate::syntax::MlirVersion::{V19, V20, V21, V22};

pub(super) static DIALECT: Dialect = Dialect {
    name: "arith",
    ops: &[OPS],
    attrs: super::vocabulary::ARITH,
    classes: &[super::classes::arith_math::ARITH],
    spellings: &[
        missing("scaling_extf scaling_truncf", V19, V20),
        spelled("divsi divui shrsi shrui", V19, V21, Checked(older::inexact)),
        spelled("trunci", V19, V20, Converted(older::wrapping)),
        spelled(
            "addf subf mulf divf",
            V19,
            V22,
            Checked(older::default_rounding),
        ),
    ],
    ..Dialect::EMPTY
};

/// Predicates of `arith.cmpi`, by code.
const INT_PREDICATES: &[&str] = &[
    "eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge",
];

/// Predicates of `arith.cmpf`, by code.
const FLOAT_PREDICATES: &[&str] = &[
    "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule",
    "une", "uno", "true",
];

/// Rounding modes, by code.
const ROUNDING_MODES: &[&str] = &[
    "to_nearest_even",
    "downward",
    "upward",
    "toward_zero",
    "to_nearest_away",
];

const FASTMATH_FORM: AttrForm = AttrForm::AngleEnum("arith.fastmath");
const ROUNDING: Attr = maybe("roundingmode", AttrForm::IntEnum(32, ROUNDING_MODES));
const OVERFLOW: Attr = dflt(
    "overflowFlags",
    AttrForm::AngleEnum("arith.overflow"),
    "#arith.overflow<none>",
);

/// `fastmath`, filled in when absent.
pub(super) const FASTMATH: Attr = dflt("fastmath", FASTMATH_FORM, "#arith.fastmath<none>");

/// Two integer operands and a result of one type.
const INT: OpDef = OpDef {
    operands: &[one("lhs", Same("result")), one("rhs", Like("result"))],
    results: &[one("result", Any)],
    assembly: Assembly::Format("lhs ',' rhs {} ':' :result"),
    effects: Effects::None,
    verify: Some(verify::arith::int),
    ..OpDef::EMPTY
};

const WRAPPING: OpDef = OpDef {
    attrs: &[OVERFLOW],
    assembly: Assembly::Format("lhs ',' rhs ( 'overflow' _ @overflowFlags^ )? {} ':' :result"),
    ..INT
};

const EXACT: OpDef = OpDef {
    attrs: &[maybe("isExact", AttrForm::Unit)],
    assembly: Assembly::Format("lhs ',' rhs ( 'exact' @isExact^ )? {} ':' :result"),
    ..INT
};

/// Two float operands and a result of one type.
const FLOAT: OpDef = OpDef {
    attrs: &[FASTMATH],
    assembly: Assembly::Format("lhs ',' rhs ( 'fastmath' _ @fastmath^ )? {} ':' :result"),
    verify: Some(verify::arith::float),
    ..INT
};

/// A float operation that rounds its result.
const ROUNDED: OpDef = OpDef {
    attrs: &[ROUNDING, FASTMATH],
    assembly: Assembly::Format(
        "lhs ',' rhs ( @roundingmode^ )? ( 'fastmath' _ @fastmath^ )? {} ':' :result",
    ),
    ..FLOAT
};

/// A conversion of one value to another type.
const CAST: OpDef = OpDef {
    operands: &[one("in", Any)],
    results: &[one("out", Any)],
    assembly: Assembly::Format("in {} ':' :in 'to' :out"),
    effects: Effects::None,
    ..OpDef::EMPTY
};

/// Both halves of a product.
const WIDE: OpDef = OpDef {
    operands: &[one("lhs", Any), one("rhs", Same("lhs"))],
    results: &[one("low", Same("lhs")), one("high", Same("lhs"))],
    assembly: Assembly::Format("lhs ',' rhs {} ':' :lhs"),
    traits: Traits::COMMUTATIVE,
    result_name: ResultName::Groups,
    ..INT
};

ops! { pub(super) OPS:
    "arith.constant" "Makes a constant." -> (result OfAttr("value")) [req("value", AttrForm::Any)]
        "{} @value"
        { traits: Traits::CONSTANT_LIKE, result_name: ResultName::Hook(constant_name),
         verify: Some(verify::arith::constant), effects: Effects::None,
         semantics: Semantics::Kernel(Kernel::Constant) };
    "arith.addi" "Adds two integers." like WRAPPING
        { traits: Traits::COMMUTATIVE, canonical: Some(canonical::arith::int),
         semantics: Semantics::Scalar(Scalar::Int(IntOp::Add)) };
    "arith.subi" "Subtracts two integers." like WRAPPING
        { canonical: Some(canonical::arith::int),
         semantics: Semantics::Scalar(Scalar::Int(IntOp::Sub)) };
    "arith.muli" "Multiplies two integers." like WRAPPING
        { traits: Traits::COMMUTATIVE, canonical: Some(canonical::arith::int),
         semantics: Semantics::Scalar(Scalar::Int(IntOp::Mul)) };
    "arith.shli" "Shifts an integer left." like WRAPPING
        { canonical: Some(canonical::arith::int),
         semantics: Semantics::Scalar(Scalar::Int(IntOp::Shl)) };
    "arith.shrsi" "Shifts a signed integer right." like EXACT
        { canonical: Some(canonical::arith::int),
         semantics: Semantics::Scalar(Scalar::Int(IntOp::ShrS)) };
    "arith.shrui" "Shifts an unsigned integer right." like EXACT
        { canonical: Some(canonical::arith::int),
         semantics: Semantics::Scalar(Scalar::Int(IntOp::ShrU)) };
    "arith.divsi" "Divides two signed integers, rounding to zero." like EXACT
        { canonical: Some(canonical::arith::int),
         semantics: Semantics::Scalar(Scalar::Int(IntOp::DivS)) };
    "arith.divui" "Divides two unsigned integers." like EXACT
        { canonical: Some(canonical::arith::int),
         semantics: Semantics::Scalar(Scalar::Int(IntOp::DivU)) };
    "arith.ceildivsi" "Divides two signed integers, rounding up." like INT
        { canonical: Some(canonical::arith::int),
         semantics: Semantics::Scalar(Scalar::Int(IntOp::CeilDivS)) };
    "arith.ceildivui" "Divides two unsigned integers, rounding up." like INT
        { canonical: Some(canonical::arith::int),
         semantics: Semantics::Scalar(Scalar::Int(IntOp::CeilDivU)) };
    "arith.floordivsi" "Divides two signed integers, rounding down." like INT
        { canonical: Some(canonical::arith::int),
         semantics: Semantics::Scalar(Scalar::Int(IntOp::FloorDivS)) };
    "arith.remsi" "Remainder of the signed division." like INT
        { canonical: Some(canonical::arith::int),
         semantics: Semantics::Scalar(Scalar::Int(IntOp::RemS)) };
    "arith.remui" "Remainder of the unsigned division." like INT
        { canonical: Some(canonical::arith::int),
         semantics: Semantics::Scalar(Scalar::Int(IntOp::RemU)) };
    "arith.andi" "Bitwise and." like INT
        { traits: Traits::COMMUTATIVE, canonical: Some(canonical::arith::and),
         semantics: Semantics::Scalar(Scalar::Int(IntOp::And)) };
    "arith.ori" "Bitwise or." like INT
        { traits: Traits::COMMUTATIVE, canonical: Some(canonical::arith::or),
         semantics: Semantics::Scalar(Scalar::Int(IntOp::Or)) };
    "arith.xori" "Bitwise exclusive or." like INT
        { traits: Traits::COMMUTATIVE, canonical: Some(canonical::arith::xor),
         semantics: Semantics::Scalar(Scalar::Int(IntOp::Xor)) };
    "arith.maxsi" "The larger of two signed integers." like INT
        { traits: Traits::COMMUTATIVE, canonical: Some(canonical::arith::int),
         semantics: Semantics::Scalar(Scalar::Int(IntOp::MaxS)) };
    "arith.maxui" "The larger of two unsigned integers." like INT
        { traits: Traits::COMMUTATIVE, canonical: Some(canonical::arith::int),
         semantics: Semantics::Scalar(Scalar::Int(IntOp::MaxU)) };
    "arith.minsi" "The smaller of two signed integers." like INT
        { traits: Traits::COMMUTATIVE, canonical: Some(canonical::arith::int),
         semantics: Semantics::Scalar(Scalar::Int(IntOp::MinS)) };
    "arith.minui" "The smaller of two unsigned integers." like INT
        { traits: Traits::COMMUTATIVE, canonical: Some(canonical::arith::int),
         semantics: Semantics::Scalar(Scalar::Int(IntOp::MinU)) };
    "arith.addf" "Adds two floats." like ROUNDED
        { traits: Traits::COMMUTATIVE, canonical: Some(canonical::float::arithmetic),
         semantics: Semantics::Scalar(Scalar::FloatOp(FloatOp::Add)) };
    "arith.subf" "Subtracts two floats." like ROUNDED
        { canonical: Some(canonical::float::arithmetic),
         semantics: Semantics::Scalar(Scalar::FloatOp(FloatOp::Sub)) };
    "arith.mulf" "Multiplies two floats." like ROUNDED
        { traits: Traits::COMMUTATIVE, canonical: Some(canonical::float::arithmetic),
         semantics: Semantics::Scalar(Scalar::FloatOp(FloatOp::Mul)) };
    "arith.divf" "Divides two floats." like ROUNDED
        { canonical: Some(canonical::float::arithmetic),
         semantics: Semantics::Scalar(Scalar::FloatOp(FloatOp::Div)) };
    "arith.remf" "Remainder of the division of two floats." like FLOAT
        { semantics: Semantics::Scalar(Scalar::Float(|[a, b, _]| libm::fmod(a, b))) };
    "arith.maximumf" "The larger of two floats, NaN if one is." like FLOAT
        { traits: Traits::COMMUTATIVE, canonical: Some(canonical::float::arithmetic),
         semantics: Semantics::Scalar(Scalar::FloatOp(FloatOp::Maximum)) };
    "arith.minimumf" "The smaller of two floats, NaN if one is." like FLOAT
        { traits: Traits::COMMUTATIVE, canonical: Some(canonical::float::arithmetic),
         semantics: Semantics::Scalar(Scalar::FloatOp(FloatOp::Minimum)) };
    "arith.maxnumf" "The larger of two floats, the other one if one is NaN." like FLOAT
        { traits: Traits::COMMUTATIVE, canonical: Some(canonical::float::arithmetic),
         semantics: Semantics::Scalar(Scalar::FloatOp(FloatOp::MaxNum)) };
    "arith.minnumf" "The smaller of two floats, the other one if one is NaN." like FLOAT
        { traits: Traits::COMMUTATIVE, canonical: Some(canonical::float::arithmetic),
         semantics: Semantics::Scalar(Scalar::FloatOp(FloatOp::MinNum)) };
    "arith.negf" "Negates a float." (operand Same("result")) -> (result Any)
        [FASTMATH]
        "operand ( 'fastmath' _ @fastmath^ )? {} ':' :result"
        { verify: Some(verify::arith::float), effects: Effects::None,
         canonical: Some(canonical::float::arithmetic),
         semantics: Semantics::Scalar(Scalar::FloatOp(FloatOp::Neg)) };
    "arith.cmpi" "Compares two integers." (lhs Any, rhs Same("lhs")) -> (result I1Like("lhs"))
        [req("predicate", AttrForm::IntEnum(64, INT_PREDICATES))] "@predicate ',' lhs ',' rhs {} ':' :lhs"
        { verify: Some(verify::arith::int), effects: Effects::None, canonical: Some(canonical::arith::cmpi),
         semantics: Semantics::Scalar(Scalar::CompareInts) };
    "arith.cmpf" "Compares two floats." (lhs Any, rhs Same("lhs")) -> (result I1Like("lhs"))
        [req("predicate", AttrForm::IntEnum(64, FLOAT_PREDICATES)),
         FASTMATH]
        "@predicate ',' lhs ',' rhs ( 'fastmath' _ @fastmath^ )? {} ':' :lhs"
        { verify: Some(verify::arith::float), effects: Effects::None,
         canonical: Some(canonical::float::compare),
         semantics: Semantics::Scalar(Scalar::CompareFloats) };
    "arith.select" "Chooses one of two values."
        (condition Hook, true_value Same("result"), false_value Same("result")) -> (result Any)
        { traits: Traits::SELECT_LIKE, effects: Effects::None,
         assembly: hook(misc::parse_select, misc::print_select),
         verify: Some(verify::arith::select), canonical: Some(canonical::select::select),
         semantics: Semantics::Scalar(Scalar::Select) };
    "arith.extsi" "Widens a signed integer." like CAST
        { verify: Some(verify::arith::widen_int), canonical: Some(canonical::arith::extend),
         semantics: Semantics::Scalar(Scalar::Resize { is_signed: true }) };
    "arith.extui" "Widens an unsigned integer." like CAST
        { verify: Some(verify::arith::widen_int), canonical: Some(canonical::arith::extend),
         semantics: Semantics::Scalar(Scalar::Resize { is_signed: false }) };
    "arith.extf" "Widens a float." (in Any) -> (out Any) [maybe("fastmath", FASTMATH_FORM)]
        "in ( 'fastmath' _ @fastmath^ )? {} ':' :in 'to' :out"
        { verify: Some(verify::arith::widen_float), effects: Effects::None,
         semantics: Semantics::Scalar(Scalar::FloatOp(FloatOp::Convert)) };
    "arith.trunci" "Narrows an integer." (in Any) -> (out Any)
        [OVERFLOW]
        "in ( 'overflow' _ @overflowFlags^ )? {} ':' :in 'to' :out"
        { verify: Some(verify::arith::narrow_int), effects: Effects::None,
         canonical: Some(canonical::arith::truncate),
         semantics: Semantics::Scalar(Scalar::Resize { is_signed: false }) };
    "arith.truncf" "Narrows a float." (in Any) -> (out Any) [ROUNDING, maybe("fastmath", FASTMATH_FORM)]
        "in ( @roundingmode^ )? ( 'fastmath' _ @fastmath^ )? {} ':' :in 'to' :out"
        { verify: Some(verify::arith::narrow_float), effects: Effects::None,
         canonical: Some(canonical::float::arithmetic),
         semantics: Semantics::Scalar(Scalar::FloatOp(FloatOp::Convert)) };
    "arith.scaling_extf" "Widens a float and multiplies it by a scale." (in Any, scale Any) -> (out Any)
        [maybe("fastmath", FASTMATH_FORM)]
        "in ',' scale ( 'fastmath' _ @fastmath^ )? {} ':' :in ',' :scale 'to' :out"
        { effects: Effects::None };
    "arith.scaling_truncf" "Divides a float by a scale and narrows it." (in Any, scale Any) -> (out Any)
        [ROUNDING, maybe("fastmath", FASTMATH_FORM)]
        "in ',' scale ( @roundingmode^ )? ( 'fastmath' _ @fastmath^ )? {} ':' :in ',' :scale 'to' :out"
        { effects: Effects::None };
    "arith.fptosi" "Converts a float to a signed integer." like CAST
        { verify: Some(verify::arith::float_to_int),
         semantics: Semantics::Scalar(Scalar::ToInt { is_signed: true }) };
    "arith.fptoui" "Converts a float to an unsigned integer." like CAST
        { verify: Some(verify::arith::float_to_int),
         semantics: Semantics::Scalar(Scalar::ToInt { is_signed: false }) };
    "arith.sitofp" "Converts a signed integer to a float." like CAST
        { verify: Some(verify::arith::int_to_float),
         semantics: Semantics::Scalar(Scalar::ToFloat { is_signed: true }) };
    "arith.uitofp" "Converts an unsigned integer to a float." like CAST
        { verify: Some(verify::arith::int_to_float),
         semantics: Semantics::Scalar(Scalar::ToFloat { is_signed: false }) };
    "arith.index_cast" "Converts between index and signed integers." like CAST
        { verify: Some(verify::arith::index_cast), canonical: Some(canonical::arith::extend),
         semantics: Semantics::Scalar(Scalar::Resize { is_signed: true }) };
    "arith.index_castui" "Converts between index and unsigned integers." like CAST
        { verify: Some(verify::arith::index_cast), canonical: Some(canonical::arith::extend),
         semantics: Semantics::Scalar(Scalar::Resize { is_signed: false }) };
    "arith.bitcast" "Reads the same bits as another type of the same width." like CAST
        { verify: Some(verify::arith::bitcast), canonical: Some(canonical::float::bitcast),
         semantics: Semantics::Scalar(Scalar::Bitcast) };
    "arith.addui_extended" "Adds two unsigned integers and tells whether the sum overflowed."
        (lhs Same("sum"), rhs Same("sum")) -> (sum Any, overflow I1Like("sum"))
        "lhs ',' rhs {} ':' :sum ',' :overflow"
        { traits: Traits::COMMUTATIVE, result_name: ResultName::Groups, verify: Some(verify::arith::int),
         effects: Effects::None, canonical: Some(canonical::arith::wide),
         semantics: Semantics::Scalar(Scalar::Wide(|a, b, w| {
             let sum = u128::from(a) + u128::from(b);
             (sum as u64, (sum >> w != 0).into())
         })) };
    "arith.mulsi_extended" "Multiplies two signed integers into both halves of the product." like WIDE
        { traits: Traits::COMMUTATIVE, canonical: Some(canonical::arith::wide), semantics: Semantics::Scalar(Scalar::Wide(|a, b, w| {
             let product = i128::from(signed(a, w)) * i128::from(signed(b, w));
             (product as u64, (product >> w) as u64)
         })) };
    "arith.mului_extended" "Multiplies two unsigned integers into both halves of the product." like WIDE
        { traits: Traits::COMMUTATIVE, canonical: Some(canonical::arith::wide), semantics: Semantics::Scalar(Scalar::Wide(|a, b, w| {
             let product = u128::from(a) * u128::from(b);
             (product as u64, (product >> w) as u64)
         })) };
}

/// `%c5` for an index, `%c5_i32` for other integers, `%true` and `%false`, and `%cst`.
fn constant_name(module: &Module, op: OpId) -> Option<String> {
    let value = module.prop(op, names::VALUE)?;
    let AttrKind::Integer { value, ty } = module.ctx.attr_kind(value) else {
        return Some("cst".to_owned());
    };
    let value = value.as_i64()?;
    Some(match module.ctx.type_kind(*ty) {
        TypeKind::Integer { width: 1, .. } => (value != 0).to_string(),
        TypeKind::Integer { width, .. } => format!("c{value}_i{width}"),
        _ => format!("c{value}"),
    })
}
