//! The `arith` dialect: integer and floating-point arithmetic on scalars, vectors and tensors.

use super::registry::Dialect;
use super::verify;
use super::{
    Arg, Assembly, Attr, AttrForm, Effects, OpDef, ResultName, Traits, Ty, dflt, maybe, one, req,
};
use crate::ir::{AttrKind, Module, OpId, TypeKind, names};
use crate::rewrite::canonical;
use crate::semantics::{FloatOp, IntOp, Kernel, Scalar, minimum, signed};

/// The dialect.
pub(super) static DIALECT: Dialect = Dialect {
    name: "arith",
    ops: &[OPS],
    attrs: super::vocabulary::ARITH,
    classes: &[super::classes::arith_math::ARITH],
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

const BINARY: &[Arg] = &[
    one("lhs", Ty::Same("result")),
    one("rhs", Ty::Like("result")),
];
const UNARY: &[Arg] = &[one("operand", Ty::Same("result"))];
const CAST: &[Arg] = &[one("in", Ty::Any)];
const COMPARED: &[Arg] = &[one("lhs", Ty::Any), one("rhs", Ty::Same("lhs"))];
const SCALED: &[Arg] = &[one("in", Ty::Any), one("scale", Ty::Any)];
const RESULT: &[Arg] = &[one("result", Ty::Any)];
const CAST_RESULT: &[Arg] = &[one("out", Ty::Any)];
const COMPARED_RESULT: &[Arg] = &[one("result", Ty::I1Like("lhs"))];
const WIDE_RESULTS: &[Arg] = &[one("low", Ty::Same("lhs")), one("high", Ty::Same("lhs"))];

const FASTMATH_FORM: AttrForm = AttrForm::AngleEnum("arith.fastmath");
const ROUNDING: Attr = maybe("roundingmode", AttrForm::IntEnum(32, ROUNDING_MODES));
const OVERFLOW: &[Attr] = &[dflt(
    "overflowFlags",
    AttrForm::AngleEnum("arith.overflow"),
    "#arith.overflow<none>",
)];
const EXACT: &[Attr] = &[maybe("isExact", AttrForm::Unit)];

/// `fastmath`, filled in when absent.
pub(super) const FASTMATH: &[Attr] = &[dflt("fastmath", FASTMATH_FORM, "#arith.fastmath<none>")];

const INT_FORMAT: &str = "lhs ',' rhs {} ':' :result";
const OVERFLOW_FORMAT: &str = "lhs ',' rhs ( 'overflow' _ @overflowFlags^ )? {} ':' :result";
const EXACT_FORMAT: &str = "lhs ',' rhs ( 'exact' @isExact^ )? {} ':' :result";
const CAST_FORMAT: &str = "in {} ':' :in 'to' :out";

/// An entry without effects and attributes.
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

/// An operation with two integer operands and a result of one type.
const fn int(name: &'static str, summary: &'static str) -> OpDef {
    pure(name, summary, BINARY, RESULT, INT_FORMAT)
}

/// Like `int`, with overflow flags.
const fn wrapping(name: &'static str, summary: &'static str) -> OpDef {
    OpDef {
        attrs: OVERFLOW,
        ..pure(name, summary, BINARY, RESULT, OVERFLOW_FORMAT)
    }
}

/// Like `int`, optionally `exact`.
const fn exact(name: &'static str, summary: &'static str) -> OpDef {
    OpDef {
        attrs: EXACT,
        ..pure(name, summary, BINARY, RESULT, EXACT_FORMAT)
    }
}

/// An operation with two float operands and a result of one type.
const fn float(name: &'static str, summary: &'static str) -> OpDef {
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

/// A conversion of one value to another type.
const fn cast(name: &'static str, summary: &'static str) -> OpDef {
    pure(name, summary, CAST, CAST_RESULT, CAST_FORMAT)
}

/// An operation that returns both halves of a product.
const fn wide(name: &'static str, summary: &'static str) -> OpDef {
    OpDef {
        result_name: ResultName::Groups,
        ..pure(
            name,
            summary,
            COMPARED,
            WIDE_RESULTS,
            "lhs ',' rhs {} ':' :lhs",
        )
    }
}

/// Marks the operation as commutative.
const fn commutative(def: OpDef) -> OpDef {
    OpDef {
        traits: def.traits.and(Traits::COMMUTATIVE),
        ..def
    }
}

pub(super) const OPS: &[OpDef] = &[
    OpDef {
        attrs: &[req("value", AttrForm::Any)],
        traits: Traits::CONSTANT_LIKE,
        result_name: ResultName::Hook(constant_name),
        verify: Some(verify::arith::constant),
        ..pure(
            "arith.constant",
            "Makes a constant.",
            &[],
            &[one("result", Ty::OfAttr("value"))],
            "{} @value",
        )
    }
    .kernel(Kernel::Constant),
    commutative(wrapping("arith.addi", "Adds two integers."))
        .checked(verify::arith::int)
        .simplified(canonical::arith::int)
        .scalar(Scalar::Int(IntOp::Add)),
    wrapping("arith.subi", "Subtracts two integers.")
        .checked(verify::arith::int)
        .simplified(canonical::arith::int)
        .scalar(Scalar::Int(IntOp::Sub)),
    commutative(wrapping("arith.muli", "Multiplies two integers."))
        .checked(verify::arith::int)
        .simplified(canonical::arith::int)
        .scalar(Scalar::Int(IntOp::Mul)),
    wrapping("arith.shli", "Shifts an integer left.")
        .checked(verify::arith::int)
        .scalar(Scalar::Int(IntOp::Shl)),
    exact("arith.shrsi", "Shifts a signed integer right.")
        .checked(verify::arith::int)
        .scalar(Scalar::Int(IntOp::ShrS)),
    exact("arith.shrui", "Shifts an unsigned integer right.")
        .checked(verify::arith::int)
        .scalar(Scalar::Int(IntOp::ShrU)),
    exact(
        "arith.divsi",
        "Divides two signed integers, rounding to zero.",
    )
    .checked(verify::arith::int)
    .simplified(canonical::arith::int)
    .scalar(Scalar::Int(IntOp::DivS)),
    exact("arith.divui", "Divides two unsigned integers.")
        .checked(verify::arith::int)
        .simplified(canonical::arith::int)
        .scalar(Scalar::Int(IntOp::DivU)),
    int(
        "arith.ceildivsi",
        "Divides two signed integers, rounding up.",
    )
    .checked(verify::arith::int)
    .simplified(canonical::arith::int)
    .scalar(Scalar::Int(IntOp::CeilDivS)),
    int(
        "arith.ceildivui",
        "Divides two unsigned integers, rounding up.",
    )
    .checked(verify::arith::int)
    .scalar(Scalar::Int(IntOp::CeilDivU)),
    int(
        "arith.floordivsi",
        "Divides two signed integers, rounding down.",
    )
    .checked(verify::arith::int)
    .simplified(canonical::arith::int)
    .scalar(Scalar::Int(IntOp::FloorDivS)),
    int("arith.remsi", "Remainder of the signed division.")
        .checked(verify::arith::int)
        .simplified(canonical::arith::int)
        .scalar(Scalar::Int(IntOp::RemS)),
    int("arith.remui", "Remainder of the unsigned division.")
        .checked(verify::arith::int)
        .simplified(canonical::arith::int)
        .scalar(Scalar::Int(IntOp::RemU)),
    commutative(int("arith.andi", "Bitwise and."))
        .checked(verify::arith::int)
        .simplified(canonical::arith::and)
        .scalar(Scalar::Int(IntOp::And)),
    commutative(int("arith.ori", "Bitwise or."))
        .checked(verify::arith::int)
        .simplified(canonical::arith::or)
        .scalar(Scalar::Int(IntOp::Or)),
    commutative(int("arith.xori", "Bitwise exclusive or."))
        .checked(verify::arith::int)
        .simplified(canonical::arith::xor)
        .scalar(Scalar::Int(IntOp::Xor)),
    commutative(int("arith.maxsi", "The larger of two signed integers."))
        .checked(verify::arith::int)
        .simplified(canonical::arith::int)
        .scalar(Scalar::Int(IntOp::MaxS)),
    commutative(int("arith.maxui", "The larger of two unsigned integers."))
        .checked(verify::arith::int)
        .simplified(canonical::arith::int)
        .scalar(Scalar::Int(IntOp::MaxU)),
    commutative(int("arith.minsi", "The smaller of two signed integers."))
        .checked(verify::arith::int)
        .simplified(canonical::arith::int)
        .scalar(Scalar::Int(IntOp::MinS)),
    commutative(int("arith.minui", "The smaller of two unsigned integers."))
        .checked(verify::arith::int)
        .simplified(canonical::arith::int)
        .scalar(Scalar::Int(IntOp::MinU)),
    commutative(float("arith.addf", "Adds two floats."))
        .checked(verify::arith::float)
        .scalar(Scalar::FloatOp(FloatOp::Add)),
    float("arith.subf", "Subtracts two floats.")
        .checked(verify::arith::float)
        .scalar(Scalar::FloatOp(FloatOp::Sub)),
    commutative(float("arith.mulf", "Multiplies two floats."))
        .checked(verify::arith::float)
        .scalar(Scalar::FloatOp(FloatOp::Mul)),
    float("arith.divf", "Divides two floats.")
        .checked(verify::arith::float)
        .scalar(Scalar::FloatOp(FloatOp::Div)),
    float("arith.remf", "Remainder of the division of two floats.")
        .checked(verify::arith::float)
        .scalar(Scalar::Float(|[a, b, _]| libm::fmod(a, b))),
    commutative(float(
        "arith.maximumf",
        "The larger of two floats, NaN if one is.",
    ))
    .checked(verify::arith::float)
    .scalar(Scalar::FloatOp(FloatOp::Maximum)),
    commutative(float(
        "arith.minimumf",
        "The smaller of two floats, NaN if one is.",
    ))
    .checked(verify::arith::float)
    .scalar(Scalar::Float(|[a, b, _]| minimum(a, b))),
    commutative(float(
        "arith.maxnumf",
        "The larger of two floats, the other one if one is NaN.",
    ))
    .checked(verify::arith::float)
    .scalar(Scalar::Float(|[a, b, _]| a.max(b))),
    commutative(float(
        "arith.minnumf",
        "The smaller of two floats, the other one if one is NaN.",
    ))
    .checked(verify::arith::float)
    .scalar(Scalar::Float(|[a, b, _]| a.min(b))),
    OpDef {
        attrs: FASTMATH,
        verify: Some(verify::arith::float),
        ..pure(
            "arith.negf",
            "Negates a float.",
            UNARY,
            RESULT,
            "operand ( 'fastmath' _ @fastmath^ )? {} ':' :result",
        )
    }
    .scalar(Scalar::Float(|[a, ..]| -a)),
    OpDef {
        attrs: &[req("predicate", AttrForm::IntEnum(64, INT_PREDICATES))],
        verify: Some(verify::arith::int),
        ..pure(
            "arith.cmpi",
            "Compares two integers.",
            COMPARED,
            COMPARED_RESULT,
            "@predicate ',' lhs ',' rhs {} ':' :lhs",
        )
    }
    .simplified(canonical::arith::cmpi)
    .scalar(Scalar::CompareInts),
    OpDef {
        attrs: &[
            req("predicate", AttrForm::IntEnum(64, FLOAT_PREDICATES)),
            dflt("fastmath", FASTMATH_FORM, "#arith.fastmath<none>"),
        ],
        verify: Some(verify::arith::float),
        ..pure(
            "arith.cmpf",
            "Compares two floats.",
            COMPARED,
            COMPARED_RESULT,
            "@predicate ',' lhs ',' rhs ( 'fastmath' _ @fastmath^ )? {} ':' :lhs",
        )
    }
    .scalar(Scalar::CompareFloats),
    OpDef {
        name: "arith.select",
        summary: "Chooses one of two values.",
        operands: &[
            one("condition", Ty::Hook),
            one("true_value", Ty::Same("result")),
            one("false_value", Ty::Same("result")),
        ],
        results: RESULT,
        traits: Traits::SELECT_LIKE,
        effects: Effects::None,
        assembly: Assembly::Hook {
            parse: super::assembly::misc::parse_select,
            print: super::assembly::misc::print_select,
        },
        verify: Some(verify::arith::select),
        ..OpDef::EMPTY
    }
    .simplified(canonical::arith::select)
    .scalar(Scalar::Select),
    cast("arith.extsi", "Widens a signed integer.")
        .checked(verify::arith::widen_int)
        .simplified(canonical::arith::extend_signed)
        .scalar(Scalar::Resize { is_signed: true }),
    cast("arith.extui", "Widens an unsigned integer.")
        .checked(verify::arith::widen_int)
        .simplified(canonical::arith::extend_unsigned)
        .scalar(Scalar::Resize { is_signed: false }),
    OpDef {
        attrs: &[maybe("fastmath", FASTMATH_FORM)],
        verify: Some(verify::arith::widen_float),
        ..pure(
            "arith.extf",
            "Widens a float.",
            CAST,
            CAST_RESULT,
            "in ( 'fastmath' _ @fastmath^ )? {} ':' :in 'to' :out",
        )
    }
    .scalar(Scalar::Float(|[a, ..]| a)),
    OpDef {
        attrs: OVERFLOW,
        verify: Some(verify::arith::narrow_int),
        ..pure(
            "arith.trunci",
            "Narrows an integer.",
            CAST,
            CAST_RESULT,
            "in ( 'overflow' _ @overflowFlags^ )? {} ':' :in 'to' :out",
        )
    }
    .simplified(canonical::arith::truncate)
    .scalar(Scalar::Resize { is_signed: false }),
    OpDef {
        attrs: &[ROUNDING, maybe("fastmath", FASTMATH_FORM)],
        verify: Some(verify::arith::narrow_float),
        ..pure(
            "arith.truncf",
            "Narrows a float.",
            CAST,
            CAST_RESULT,
            "in ( @roundingmode^ )? ( 'fastmath' _ @fastmath^ )? {} ':' :in 'to' :out",
        )
    }
    .scalar(Scalar::Float(|[a, ..]| a)),
    OpDef {
        attrs: &[maybe("fastmath", FASTMATH_FORM)],
        ..pure(
            "arith.scaling_extf",
            "Widens a float and multiplies it by a scale.",
            SCALED,
            CAST_RESULT,
            "in ',' scale ( 'fastmath' _ @fastmath^ )? {} ':' :in ',' :scale 'to' :out",
        )
    },
    OpDef {
        attrs: &[ROUNDING, maybe("fastmath", FASTMATH_FORM)],
        ..pure(
            "arith.scaling_truncf",
            "Divides a float by a scale and narrows it.",
            SCALED,
            CAST_RESULT,
            "in ',' scale ( @roundingmode^ )? ( 'fastmath' _ @fastmath^ )? {} ':' :in ',' :scale \
             'to' :out",
        )
    },
    cast("arith.fptosi", "Converts a float to a signed integer.")
        .checked(verify::arith::float_to_int)
        .scalar(Scalar::ToInt { is_signed: true }),
    cast("arith.fptoui", "Converts a float to an unsigned integer.")
        .checked(verify::arith::float_to_int)
        .scalar(Scalar::ToInt { is_signed: false }),
    cast("arith.sitofp", "Converts a signed integer to a float.")
        .checked(verify::arith::int_to_float)
        .scalar(Scalar::ToFloat { is_signed: true }),
    cast("arith.uitofp", "Converts an unsigned integer to a float.")
        .checked(verify::arith::int_to_float)
        .scalar(Scalar::ToFloat { is_signed: false }),
    cast(
        "arith.index_cast",
        "Converts between index and signed integers.",
    )
    .checked(verify::arith::index_cast)
    .simplified(canonical::arith::extend_signed)
    .scalar(Scalar::Resize { is_signed: true }),
    cast(
        "arith.index_castui",
        "Converts between index and unsigned integers.",
    )
    .checked(verify::arith::index_cast)
    .simplified(canonical::arith::extend_unsigned)
    .scalar(Scalar::Resize { is_signed: false }),
    cast(
        "arith.bitcast",
        "Reads the same bits as another type of the same width.",
    )
    .checked(verify::arith::bitcast)
    .scalar(Scalar::Bitcast),
    OpDef {
        traits: Traits::COMMUTATIVE,
        result_name: ResultName::Groups,
        verify: Some(verify::arith::int),
        ..pure(
            "arith.addui_extended",
            "Adds two unsigned integers and tells whether the sum overflowed.",
            &[one("lhs", Ty::Same("sum")), one("rhs", Ty::Same("sum"))],
            &[one("sum", Ty::Any), one("overflow", Ty::I1Like("sum"))],
            "lhs ',' rhs {} ':' :sum ',' :overflow",
        )
    }
    .scalar(Scalar::Wide(|a, b, w| {
        let sum = u128::from(a) + u128::from(b);
        (sum as u64, (sum >> w != 0).into())
    })),
    commutative(wide(
        "arith.mulsi_extended",
        "Multiplies two signed integers into both halves of the product.",
    ))
    .checked(verify::arith::int)
    .scalar(Scalar::Wide(|a, b, w| {
        let product = i128::from(signed(a, w)) * i128::from(signed(b, w));
        (product as u64, (product >> w) as u64)
    })),
    commutative(wide(
        "arith.mului_extended",
        "Multiplies two unsigned integers into both halves of the product.",
    ))
    .checked(verify::arith::int)
    .scalar(Scalar::Wide(|a, b, w| {
        let product = u128::from(a) * u128::from(b);
        (product as u64, (product >> w) as u64)
    })),
];

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
