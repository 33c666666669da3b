//! Rules of single operations, beyond what their table entries say; one file per dialect.

pub(super) mod access;
pub(super) mod affine;
pub(super) mod arith;
pub(super) mod asynch;
pub(super) mod bufferization;
pub(super) mod func;
pub(super) mod gpu;
pub(super) mod linalg;
pub(super) mod llvm;
pub(super) mod memref;
pub(super) mod scf;
pub(super) mod slices;
pub(super) mod tensor;
pub(super) mod tiles;
pub(super) mod tosa;
pub(super) mod vector;
pub(super) mod vector_access;
pub(super) mod vector_contract;
pub(super) mod vector_reduce;

use crate::ir::{Module, OpId, TypeId, TypeKind};
use crate::verifier::{Expected, VerifyErrorKind};

type Checked = Result<(), VerifyErrorKind>;

/// A rule that is only a sentence.
fn invalid(code: &'static str, reason: impl Into<String>) -> VerifyErrorKind {
    VerifyErrorKind::Invalid {
        code,
        reason: reason.into(),
    }
}

/// Exactly `expected` of them.
fn count(what: &'static str, expected: usize, found: usize) -> Checked {
    if expected == found {
        return Ok(());
    }
    Err(VerifyErrorKind::Count {
        what,
        expected: Expected::Exactly(expected),
        found,
    })
}

/// Whether a list has each dimension once.
fn is_permutation(list: &[i64], rank: usize) -> bool {
    let mut sorted = list.to_vec();
    sorted.sort_unstable();
    sorted.into_iter().eq(0..rank as i64)
}

/// The type that it must have.
fn type_is(m: &Module, what: &'static str, expected: TypeId, found: TypeId) -> Checked {
    if expected == found {
        return Ok(());
    }
    Err(wrong_type(m, what, m.ctx.type_summary(expected), found))
}

fn wrong_type(
    m: &Module,
    what: &'static str,
    expected: impl Into<String>,
    found: TypeId,
) -> VerifyErrorKind {
    VerifyErrorKind::Type {
        what,
        expected: expected.into(),
        found: m.ctx.type_summary(found),
    }
}

/// Types match one to one; `what` names them.
fn types_are(
    m: &Module,
    what: &'static str,
    expected: &[TypeId],
    found: impl ExactSizeIterator<Item = TypeId>,
) -> Checked {
    count(what, expected.len(), found.len())?;
    for (&expected, found) in expected.iter().zip(found) {
        type_is(m, what, expected, found)?;
    }
    Ok(())
}

/// Type of operand `index`; operations are only checked once their counts are right.
fn operand_type(m: &Module, op: OpId, index: usize) -> Option<TypeId> {
    m.operands(op).get(index).map(|&value| m.value_type(value))
}

/// Type of the first value of an operand group.
fn group_type(m: &Module, op: OpId, group: &str) -> Option<TypeId> {
    let value = m.operand_group(op, group).first()?;
    Some(m.value_type(*value))
}

/// Type of result `index`.
fn result_type(m: &Module, op: OpId, index: usize) -> Option<TypeId> {
    m.result(op, index).map(|value| m.value_type(value))
}

/// An `array<i64>` among the inherent attributes; empty when it is absent.
fn int_list<'m>(m: &'m Module, op: OpId, attr: &str) -> &'m [i64] {
    let name = m.ctx.find_str(attr);
    name.map_or(&[][..], |name| m.prop_array(op, name))
}

fn is_index(m: &Module, ty: TypeId) -> bool {
    matches!(m.ctx.type_kind(ty), TypeKind::Index)
}

/// The types of the arguments of the first block of region `index`.
fn entry_args(m: &Module, op: OpId, index: usize) -> Vec<TypeId> {
    let block = m
        .regions(op)
        .get(index)
        .and_then(|&region| m.first_block(region));
    block.map_or(Vec::new(), |block| {
        let args = m.block_args(block).iter();
        args.map(|&arg| m.value_type(arg)).collect()
    })
}

/// What stands in the brackets of a type `!dialect.name<..>`, without blanks.
fn type_argument(m: &Module, ty: TypeId, dialect: &str, name: &str) -> Option<String> {
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

/// A type has this text, which has one spelling only: no aliases, attributes or lists.
fn type_is_text(m: &Module, what: &'static str, expected: &str, found: TypeId) -> Checked {
    let is_simple = |c: char| c.is_ascii_alphanumeric() || "<>?*[]".contains(c);
    let text: String = m.ctx.type_summary(found).split_whitespace().collect();
    if text == expected || !expected.chars().all(is_simple) {
        return Ok(());
    }
    Err(wrong_type(m, what, expected, found))
}
