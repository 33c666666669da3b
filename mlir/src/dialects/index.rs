//! The `index` dialect: arithmetic on indices.

use super::Ty::{Any, I1, Index};
use super::verify;
use super::{Assembly, AttrForm, Dialect, Effects, OpDef, ResultName, Traits, one, ops, req};
use crate::ir::{AttrKind, Module, OpId, TypeKind, names};
use crate::rewrite::canonical;
use crate::semantics::{IntOp, Kernel, Scalar, Semantics};

pub(super) static DIALECT: Dialect = Dialect {
    name: "index",
    ops: &[OPS],
    attrs: super::vocabulary::INDEX,
    classes: &[super::classes::arith_math::INDEX_OPS],
    ..Dialect::EMPTY
};

/// Two index operands and an index result.
const BINARY: OpDef = OpDef {
    operands: &[one("lhs", Index), one("rhs", Index)],
    results: &[one("result", Index)],
    assembly: Assembly::Format("lhs ',' rhs {}"),
    effects: Effects::None,
    ..OpDef::EMPTY
};

/// A conversion of one value to another type.
const CAST: OpDef = OpDef {
    operands: &[one("input", Any)],
    results: &[one("output", Any)],
    assembly: Assembly::Format("input {} ':' :input 'to' :output"),
    effects: Effects::None,
    verify: Some(verify::arith::scalar_index_cast),
    ..OpDef::EMPTY
};

const CONSTANT: OpDef = OpDef {
    assembly: Assembly::Format("{} @value"),
    traits: Traits::CONSTANT_LIKE,
    effects: Effects::None,
    result_name: ResultName::Hook(constant_name),
    ..OpDef::EMPTY
};

ops! { pub(super) OPS:
    "index.add" "Adds two indices." like BINARY
        { traits: Traits::COMMUTATIVE, canonical: Some(canonical::arith::int),
         semantics: Semantics::Scalar(Scalar::Int(IntOp::Add)) };
    "index.and" "Bitwise and." like BINARY
        { traits: Traits::COMMUTATIVE, canonical: Some(canonical::arith::and),
         semantics: Semantics::Scalar(Scalar::Int(IntOp::And)) };
    "index.bool.constant" "Makes a boolean constant." like CONSTANT -> (result I1)
        [req("value", AttrForm::Bool)] { semantics: Semantics::Kernel(Kernel::Constant) };
    "index.casts" "Converts between index and signed integers." like CAST
        { semantics: Semantics::Scalar(Scalar::Resize { is_signed: true }) };
    "index.castu" "Converts between index and unsigned integers." like CAST
        { semantics: Semantics::Scalar(Scalar::Resize { is_signed: false }) };
    "index.ceildivs" "Divides two signed indices, rounding up." like BINARY
        { canonical: Some(canonical::arith::int), semantics: Semantics::Scalar(Scalar::Int(IntOp::CeilDivS)) };
    "index.ceildivu" "Divides two unsigned indices, rounding up." like BINARY
        { semantics: Semantics::Scalar(Scalar::Int(IntOp::CeilDivU)) };
    "index.cmp" "Compares two indices." (lhs Index, rhs Index) -> (result I1)
        [req("pred", AttrForm::KeywordEnum("index cmp_predicate"))] "@pred '(' lhs ',' rhs ')' {}"
        { effects: Effects::None, semantics: Semantics::Scalar(Scalar::CompareIndices) };
    "index.constant" "Makes a constant." like CONSTANT -> (result Index) [req("value", AttrForm::Index)]
        { semantics: Semantics::Kernel(Kernel::Constant) };
    "index.divs" "Divides two signed indices, rounding to zero." like BINARY
        { canonical: Some(canonical::arith::int), semantics: Semantics::Scalar(Scalar::Int(IntOp::DivS)) };
    "index.divu" "Divides two unsigned indices." like BINARY
        { canonical: Some(canonical::arith::int), semantics: Semantics::Scalar(Scalar::Int(IntOp::DivU)) };
    "index.floordivs" "Divides two signed indices, rounding down." like BINARY
        { canonical: Some(canonical::arith::int),
         semantics: Semantics::Scalar(Scalar::Int(IntOp::FloorDivS)) };
    "index.maxs" "The larger of two signed indices." like BINARY
        { traits: Traits::COMMUTATIVE, canonical: Some(canonical::arith::int),
         semantics: Semantics::Scalar(Scalar::Int(IntOp::MaxS)) };
    "index.maxu" "The larger of two unsigned indices." like BINARY
        { traits: Traits::COMMUTATIVE, canonical: Some(canonical::arith::int),
         semantics: Semantics::Scalar(Scalar::Int(IntOp::MaxU)) };
    "index.mins" "The smaller of two signed indices." like BINARY
        { traits: Traits::COMMUTATIVE, canonical: Some(canonical::arith::int),
         semantics: Semantics::Scalar(Scalar::Int(IntOp::MinS)) };
    "index.minu" "The smaller of two unsigned indices." like BINARY
        { traits: Traits::COMMUTATIVE, canonical: Some(canonical::arith::int),
         semantics: Semantics::Scalar(Scalar::Int(IntOp::MinU)) };
    "index.mul" "Multiplies two indices." like BINARY
        { traits: Traits::COMMUTATIVE, canonical: Some(canonical::arith::int),
         semantics: Semantics::Scalar(Scalar::Int(IntOp::Mul)) };
    "index.or" "Bitwise or." like BINARY
        { traits: Traits::COMMUTATIVE, canonical: Some(canonical::arith::or),
         semantics: Semantics::Scalar(Scalar::Int(IntOp::Or)) };
    "index.rems" "Remainder of the signed division." like BINARY
        { canonical: Some(canonical::arith::int), semantics: Semantics::Scalar(Scalar::Int(IntOp::RemS)) };
    "index.remu" "Remainder of the unsigned division." like BINARY
        { canonical: Some(canonical::arith::int), semantics: Semantics::Scalar(Scalar::Int(IntOp::RemU)) };
    "index.shl" "Shifts an index left." like BINARY { semantics: Semantics::Scalar(Scalar::Int(IntOp::Shl)) };
    "index.shrs" "Shifts a signed index right." like BINARY
        { semantics: Semantics::Scalar(Scalar::Int(IntOp::ShrS)) };
    "index.shru" "Shifts an unsigned index right." like BINARY
        { semantics: Semantics::Scalar(Scalar::Int(IntOp::ShrU)) };
    "index.sizeof" "Width of an index in bits." -> (result Index) "{}"
        { effects: Effects::None, semantics: Semantics::Kernel(Kernel::IndexWidth) };
    "index.sub" "Subtracts two indices." like BINARY
        { canonical: Some(canonical::arith::int), semantics: Semantics::Scalar(Scalar::Int(IntOp::Sub)) };
    "index.xor" "Bitwise exclusive or." like BINARY
        { traits: Traits::COMMUTATIVE, canonical: Some(canonical::arith::xor),
         semantics: Semantics::Scalar(Scalar::Int(IntOp::Xor)) };
}

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
