//! The `index` dialect: arithmetic on indices.

use super::registry::Dialect;
use super::verify;
use super::{Arg, Assembly, Attr, AttrForm, Effects, OpDef, ResultName, Traits, Ty, one, req};
use crate::ir::{AttrKind, Module, OpId, TypeKind, names};
use crate::rewrite::canonical;
use crate::semantics::{IntOp, Kernel, Scalar};

/// The dialect.
pub(super) static DIALECT: Dialect = Dialect {
    name: "index",
    ops: &[OPS],
    attrs: super::vocabulary::INDEX,
    classes: &[super::classes::arith_math::INDEX_OPS],
    ..Dialect::EMPTY
};

const OPERANDS: &[Arg] = &[one("lhs", Ty::Index), one("rhs", Ty::Index)];
const INDEX: &[Arg] = &[one("result", Ty::Index)];
const CAST: &[Arg] = &[one("input", Ty::Any)];
const CAST_RESULT: &[Arg] = &[one("output", Ty::Any)];

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

/// An operation with two index operands and an index result.
const fn binary(name: &'static str, summary: &'static str) -> OpDef {
    pure(name, summary, OPERANDS, INDEX, "lhs ',' rhs {}")
}

/// Like `binary`, and commutative.
const fn commutative(name: &'static str, summary: &'static str) -> OpDef {
    OpDef {
        traits: Traits::COMMUTATIVE,
        ..binary(name, summary)
    }
}

/// A conversion of one value to another type.
const fn cast(name: &'static str, summary: &'static str) -> OpDef {
    pure(
        name,
        summary,
        CAST,
        CAST_RESULT,
        "input {} ':' :input 'to' :output",
    )
    .checked(verify::arith::scalar_index_cast)
}

/// A constant.
const fn constant(
    name: &'static str,
    summary: &'static str,
    results: &'static [Arg],
    attrs: &'static [Attr],
) -> OpDef {
    OpDef {
        attrs,
        traits: Traits::CONSTANT_LIKE,
        result_name: ResultName::Hook(constant_name),
        ..pure(name, summary, &[], results, "{} @value")
    }
}

pub(super) const OPS: &[OpDef] = &[
    commutative("index.add", "Adds two indices.")
        .simplified(canonical::arith::int)
        .scalar(Scalar::Int(IntOp::Add)),
    commutative("index.and", "Bitwise and.")
        .simplified(canonical::arith::and)
        .scalar(Scalar::Int(IntOp::And)),
    constant(
        "index.bool.constant",
        "Makes a boolean constant.",
        &[one("result", Ty::I1)],
        &[req("value", AttrForm::Bool)],
    )
    .kernel(Kernel::Constant),
    cast("index.casts", "Converts between index and signed integers.")
        .scalar(Scalar::Resize { is_signed: true }),
    cast(
        "index.castu",
        "Converts between index and unsigned integers.",
    )
    .scalar(Scalar::Resize { is_signed: false }),
    binary("index.ceildivs", "Divides two signed indices, rounding up.")
        .simplified(canonical::arith::int)
        .scalar(Scalar::Int(IntOp::CeilDivS)),
    binary(
        "index.ceildivu",
        "Divides two unsigned indices, rounding up.",
    )
    .scalar(Scalar::Int(IntOp::CeilDivU)),
    OpDef {
        attrs: &[req("pred", AttrForm::KeywordEnum("index cmp_predicate"))],
        ..pure(
            "index.cmp",
            "Compares two indices.",
            OPERANDS,
            &[one("result", Ty::I1)],
            "@pred '(' lhs ',' rhs ')' {}",
        )
    }
    .scalar(Scalar::CompareIndices),
    constant(
        "index.constant",
        "Makes a constant.",
        INDEX,
        &[req("value", AttrForm::Index)],
    )
    .kernel(Kernel::Constant),
    binary(
        "index.divs",
        "Divides two signed indices, rounding to zero.",
    )
    .simplified(canonical::arith::int)
    .scalar(Scalar::Int(IntOp::DivS)),
    binary("index.divu", "Divides two unsigned indices.")
        .simplified(canonical::arith::int)
        .scalar(Scalar::Int(IntOp::DivU)),
    binary(
        "index.floordivs",
        "Divides two signed indices, rounding down.",
    )
    .simplified(canonical::arith::int)
    .scalar(Scalar::Int(IntOp::FloorDivS)),
    commutative("index.maxs", "The larger of two signed indices.")
        .simplified(canonical::arith::int)
        .scalar(Scalar::Int(IntOp::MaxS)),
    commutative("index.maxu", "The larger of two unsigned indices.")
        .simplified(canonical::arith::int)
        .scalar(Scalar::Int(IntOp::MaxU)),
    commutative("index.mins", "The smaller of two signed indices.")
        .simplified(canonical::arith::int)
        .scalar(Scalar::Int(IntOp::MinS)),
    commutative("index.minu", "The smaller of two unsigned indices.")
        .simplified(canonical::arith::int)
        .scalar(Scalar::Int(IntOp::MinU)),
    commutative("index.mul", "Multiplies two indices.")
        .simplified(canonical::arith::int)
        .scalar(Scalar::Int(IntOp::Mul)),
    commutative("index.or", "Bitwise or.")
        .simplified(canonical::arith::or)
        .scalar(Scalar::Int(IntOp::Or)),
    binary("index.rems", "Remainder of the signed division.")
        .simplified(canonical::arith::int)
        .scalar(Scalar::Int(IntOp::RemS)),
    binary("index.remu", "Remainder of the unsigned division.")
        .simplified(canonical::arith::int)
        .scalar(Scalar::Int(IntOp::RemU)),
    binary("index.shl", "Shifts an index left.").scalar(Scalar::Int(IntOp::Shl)),
    binary("index.shrs", "Shifts a signed index right.").scalar(Scalar::Int(IntOp::ShrS)),
    binary("index.shru", "Shifts an unsigned index right.").scalar(Scalar::Int(IntOp::ShrU)),
    pure(
        "index.sizeof",
        "Width of an index in bits.",
        &[],
        INDEX,
        "{}",
    )
    .kernel(Kernel::IndexWidth),
    binary("index.sub", "Subtracts two indices.")
        .simplified(canonical::arith::int)
        .scalar(Scalar::Int(IntOp::Sub)),
    commutative("index.xor", "Bitwise exclusive or.")
        .simplified(canonical::arith::xor)
        .scalar(Scalar::Int(IntOp::Xor)),
];

/// `%idx5`, `%true` or `%false`.
fn constant_name(module: &Module, op: OpId) -> Option<String> {
    let value = module.prop(op, names::VALUE)?;
    let AttrKind::Integer { value, ty } = module.ctx.attr_kind(value) else {
        return None;
    };
    let value = value.as_i64()?;
    Some(match module.ctx.type_kind(*ty) {
        TypeKind::Index => format!("idx{value}"),
        _ => (value != 0).to_string(),
    })
}
