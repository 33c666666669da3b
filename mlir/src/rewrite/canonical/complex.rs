//! `complex`: numbers that are taken apart and put together, and operations that undo each other exactly.
//!
//! Sums, products, exponentials and logarithms that would cancel stay: rounding, signed zeros and infinities differ.

use crate::ir::{OpId, ValueId};
use crate::rewrite::Rewriter;
use crate::semantics::{Kernel, Scalar};

/// A part of a number that was made of its parts.
pub(crate) fn part(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let at = match rw.m.semantics(op).scalar() {
        Some(Scalar::RealPart) => 0,
        Some(Scalar::ImaginaryPart) => 1,
        _ => return false,
    };
    match rw.definer(rw.m.operands(op)[0], Kernel::ComplexCreate) {
        Some(made) => {
            let value = rw.m.operands(made)[at];
            rw.replace(op, &[value])
        }
        None => false,
    }
}

/// A number made of the parts of one.
pub(crate) fn create(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let source = |at: usize, is_part: fn(Scalar) -> bool| -> Option<ValueId> {
        let part = rw.m.defining_op(*rw.m.operands(op).get(at)?)?;
        let scalar =
            rw.m.semantics(part)
                .scalar()
                .filter(|&scalar| is_part(scalar));
        scalar.map(|_| rw.m.operands(part)[0])
    };
    let real = source(0, |scalar| matches!(scalar, Scalar::RealPart));
    let imaginary = source(1, |scalar| matches!(scalar, Scalar::ImaginaryPart));
    match real {
        Some(number) if imaginary == Some(number) => rw.replace(op, &[number]),
        _ => false,
    }
}

/// An operation that undoes itself.
pub(crate) fn involution(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let name = rw.m.op_name(op);
    let inner = rw.m.defining_op(rw.m.operands(op)[0]);
    match inner.filter(|&inner| rw.m.op_name(inner) == name) {
        Some(inner) => {
            let value = rw.m.operands(inner)[0];
            rw.replace(op, &[value])
        }
        None => false,
    }
}
