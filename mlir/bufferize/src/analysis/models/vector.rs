//! Models of the dialect `vector`.

use memplan_mlir::interfaces::constant_int;
use memplan_mlir::{Module, OpId, ValueId};

use super::Entry;
use super::shared::{Simple, simple, yielded};
use crate::analysis::interface::{AliasOperand, AliasValue, BufferModel, Query, Reads};

pub(super) const MODELS: &[Entry] = &[
    simple!("vector.transfer_read", Simple::READ),
    ("vector.transfer_write", Some(&TransferWrite)),
    simple!("vector.gather", Simple::READ),
    ("vector.mask", Some(&Mask)),
    ("vector.yield", Some(&Yield)),
];

/// `vector.transfer_write`.
struct TransferWrite;

impl BufferModel for TransferWrite {
    fn reads(&self, q: Query, op: OpId, _: usize) -> Reads {
        Reads::when(!overwrites_all(q, op))
    }
}

/// Whether the vector covers the whole tensor.
fn overwrites_all(q: Query, op: OpId) -> bool {
    let shape = |value: &ValueId| q.m.ctx.shape(q.m.value_type(*value));
    let m = q.m;
    let vector = m.operand_group(op, "valueToStore").first().and_then(shape);
    let base = m.operand_group(op, "base").first().and_then(shape);
    let (Some(vector), Some(base)) = (vector, base) else {
        return false;
    };
    let is_masked = !m.operand_group(op, "mask").is_empty()
        || m.parent(op).is_some_and(|parent| is_mask(q.m, parent));
    let mut indices = m.operand_group(op, "indices").iter();
    !is_masked
        && vector.len() == base.len()
        && base
            .iter()
            .zip(vector)
            .all(|(&base, &vector)| (0..=vector).contains(&base))
        && indices.all(|&index| constant_int(m, index) == Some(0))
}

/// Whether an operation masks the operation in its region: it has a mask and runs nothing but the region.
pub(in crate::analysis) fn is_mask(m: &Module, op: OpId) -> bool {
    let def = m.def(op);
    def.is_some_and(|def| def.operand_group("mask").is_some()) && !m.regions(op).is_empty()
}

/// `vector.mask`: its results are the values that its region yields.
struct Mask;

impl BufferModel for Mask {
    fn alias_operands(&self, q: Query, value: ValueId) -> Option<Vec<AliasOperand>> {
        yielded(q, value, true)
    }
}

/// `vector.yield`.
struct Yield;

impl BufferModel for Yield {
    fn alias_values(&self, q: Query, op: OpId, operand: usize) -> Vec<AliasValue> {
        let parent = q.m.parent(op);
        let result = parent.and_then(|parent| q.m.result(parent, operand));
        result.map(AliasValue::equivalent).into_iter().collect()
    }

    fn must_in_place(&self, _: Query, _: OpId, _: usize) -> bool {
        true
    }
}
