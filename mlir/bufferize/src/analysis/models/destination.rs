//! The generic model of destination-style operations: they read all operands and update the operands of the
//! group [`OpDef::destination`](memplan_mlir::dialects::OpDef::destination).

use std::ops::Range;

use memplan_mlir::OpId;

use crate::analysis::interface::{AliasValue, BufferModel, Query};

/// Reads every operand.
pub(super) struct Destination;

/// The operands that an operation updates.
pub(in crate::analysis) fn inits(q: Query, op: OpId) -> Range<usize> {
    let group =
        q.m.def(op)
            .and_then(|def| def.operand_group(def.destination?));
    group.map_or(0..0, |group| q.m.operand_range(op, group))
}

/// The result that has the buffer of an operand.
///
/// Results belong to the destination operands of tensor type, in order.
pub(in crate::analysis) fn tied_result(q: Query, op: OpId, operand: usize) -> Vec<AliasValue> {
    let range = inits(q, op);
    if !range.contains(&operand) {
        return Vec::new();
    }
    let before = &q.m.operands(op)[range.start..operand];
    let index = before.iter().filter(|&&value| q.is_tensor(value)).count();
    let result = q.m.result(op, index);
    result.map(AliasValue::equivalent).into_iter().collect()
}

impl BufferModel for Destination {}
