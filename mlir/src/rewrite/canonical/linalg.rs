//! `linalg`: operations that copy a tensor as it is.

use crate::ir::{AttrKind, OpId, names};
use crate::rewrite::Rewriter;

/// A copy of a tensor to one of the same type is the tensor, and of a buffer to itself nothing.
pub(crate) fn copy(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let &[from, to] = rw.m.operands(op) else {
        return false;
    };
    match rw.m.result(op, 0) {
        Some(result) if rw.m.value_type(result) == rw.m.value_type(from) => rw.replace(op, &[from]),
        None => from == to && rw.erase(op),
        Some(_) => false,
    }
}

/// An operation that yields its operands, point by point, is its operands.
pub(crate) fn generic(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let n = rw.m.result_count(op);
    if n == 0 {
        return false;
    }
    let maps = rw.m.prop_elements(op, names::INDEXING_MAPS);
    let is_identity = |&attr: &crate::ir::AttrId| match rw.m.ctx.attr_kind(attr) {
        AttrKind::AffineMap(map) => map.is_identity(),
        _ => false,
    };
    let region = rw.m.regions(op).first();
    let body = region.and_then(|&region| rw.m.first_block(region));
    let Some(body) = body.filter(|_| maps.iter().all(is_identity)) else {
        return false;
    };
    let Some(exit) =
        rw.m.last_op(body)
            .filter(|&exit| rw.m.first_op(body) == Some(exit))
    else {
        return false;
    };
    let args = rw.m.block_args(body);
    let yielded = rw.m.operands(exit).iter().zip(rw.m.results(op));
    let values = yielded.map(|(&value, result)| {
        let at = args.iter().position(|&arg| arg == value)?;
        let operand = *rw.m.operands(op).get(at)?;
        (rw.m.value_type(operand) == rw.m.value_type(result)).then_some(operand)
    });
    match values.collect::<Option<Vec<_>>>() {
        Some(values) => rw.replace(op, &values),
        None => false,
    }
}
