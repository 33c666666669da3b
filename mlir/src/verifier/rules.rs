//! Building blocks for the verification rules of single operations.
//!
//! A function that returns [`Checked`] fails with the error kind of the same name.
#![expect(
    clippy::missing_errors_doc,
    reason = "the documentation of the module says when its functions fail"
)]

use memplan_support::Sort;

use super::{Expected, VerifyErrorKind};
use crate::ir::{Module, OpId, TypeId, TypeKind};

/// The result of a rule.
pub type Checked = Result<(), VerifyErrorKind>;

/// A violation that is described by a sentence only.
pub fn invalid(code: &'static str, reason: impl Into<String>) -> VerifyErrorKind {
    VerifyErrorKind::Invalid {
        code,
        reason: reason.into(),
    }
}

/// Checks a number of items.
pub fn count(what: &'static str, expected: usize, found: usize) -> Checked {
    if expected == found {
        return Ok(());
    }
    Err(VerifyErrorKind::Count {
        what,
        expected: Expected::Exactly(expected),
        found,
    })
}

/// Whether a list contains each dimension once.
pub fn is_permutation(list: &[i64], rank: usize) -> bool {
    let mut sorted = list.to_vec();
    sorted.sort_stable();
    sorted.into_iter().eq(0..rank as i64)
}

/// Checks that a type is the required one.
pub fn type_is(m: &Module, what: &'static str, expected: TypeId, found: TypeId) -> Checked {
    if expected == found {
        return Ok(());
    }
    Err(wrong_type(m, what, m.ctx.type_summary(expected), found))
}

/// The error for a value with an unexpected type.
pub fn wrong_type(
    m: &Module,
    what: &'static str,
    expected: impl Into<String>,
    ty: TypeId,
) -> VerifyErrorKind {
    VerifyErrorKind::Type {
        what,
        expected: expected.into(),
        found: m.ctx.type_summary(ty),
    }
}

/// Checks that types match one to one; `what` names them.
pub fn types_are(
    m: &Module,
    what: &'static str,
    expected: impl ExactSizeIterator<Item = TypeId>,
    actual: impl ExactSizeIterator<Item = TypeId>,
) -> Checked {
    count(what, expected.len(), actual.len())?;
    for (expected, ty) in expected.zip(actual) {
        type_is(m, what, expected, ty)?;
    }
    Ok(())
}

/// Type of operand `index`; operations are only checked once their counts are right.
pub fn operand_type(m: &Module, op: OpId, index: usize) -> Option<TypeId> {
    m.operands(op).get(index).map(|&value| m.value_type(value))
}

/// Type of the first value of an operand group.
pub fn group_type(m: &Module, op: OpId, group: &str) -> Option<TypeId> {
    let value = m.operand_group(op, group).first()?;
    Some(m.value_type(*value))
}

/// Type of result `index`.
pub fn result_type(m: &Module, op: OpId, index: usize) -> Option<TypeId> {
    m.result(op, index).map(|value| m.value_type(value))
}

/// An `array<i64>` among the inherent attributes; empty when it is absent.
pub fn int_list<'m>(m: &'m Module, op: OpId, attr: &str) -> &'m [i64] {
    let name = m.ctx.find_str(attr);
    name.map_or(&[][..], |name| m.prop_array(op, name))
}

/// Whether a type is `index`.
pub fn is_index(m: &Module, ty: TypeId) -> bool {
    matches!(m.ctx.type_kind(ty), TypeKind::Index)
}

/// The types of the arguments of the first block of region `index`.
pub fn entry_args(m: &Module, op: OpId, index: usize) -> Vec<TypeId> {
    let block = m
        .regions(op)
        .get(index)
        .and_then(|&region| m.first_block(region));
    block.map_or(Vec::new(), |block| {
        let args = m.block_args(block).iter();
        args.map(|&arg| m.value_type(arg)).collect()
    })
}

/// The contents of the brackets of a type `!dialect.name<..>`, without white space.
pub fn type_argument(m: &Module, ty: TypeId, dialect: &str, name: &str) -> Option<String> {
    let TypeKind::Opaque { dialect: of, body } = m.ctx.type_kind(ty) else {
        return None;
    };
    if m.ctx.bytes(*of) != dialect.as_bytes() {
        return None;
    }
    let body = m.ctx.text(*body);
    let inner = body
        .strip_prefix(name)?
        .strip_prefix('<')?
        .strip_suffix('>')?;
    Some(inner.split_whitespace().collect())
}

/// Checks that a type has this text. Only for types with a single spelling: no aliases, attributes or lists.
pub fn type_is_text(m: &Module, what: &'static str, expected: &str, ty: TypeId) -> Checked {
    let is_simple = |c: char| c.is_ascii_alphanumeric() || "<>?*[]".contains(c);
    let text: String = m.ctx.type_summary(ty).split_whitespace().collect();
    if text == expected || !expected.chars().all(is_simple) {
        return Ok(());
    }
    Err(wrong_type(m, what, expected, ty))
}
