//! `builtin`: conversions that are undone.

use crate::ir::{OpId, ValueId};
use crate::rewrite::Rewriter;

/// Conversions back to what was converted, and to the same types.
pub(crate) fn unrealized_cast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let operands = rw.m.operands(op).to_vec();
    let has_types_of = |rw: &Rewriter<'_>, values: &[ValueId]| {
        values.len() == rw.m.result_count(op)
            && rw
                .m
                .results(op)
                .zip(values)
                .all(|(a, &b)| rw.m.value_type(a) == rw.m.value_type(b))
    };
    if has_types_of(rw, &operands) {
        return rw.replace(op, &operands);
    }
    let first = operands.first();
    let Some(inner) = first.and_then(|&operand| rw.m.defining_op(operand)) else {
        return false;
    };
    let is_all = rw.m.op_name(inner) == rw.m.op_name(op)
        && rw.m.results(inner).collect::<Vec<_>>() == operands;
    let first = rw.m.operands(inner).to_vec();
    is_all && has_types_of(rw, &first) && rw.replace(op, &first)
}
