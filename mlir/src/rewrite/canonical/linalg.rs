//! `linalg`: copies of whole tensors, copies of fills, and operations without points.

use crate::dialects::Traits;
use crate::ir::{AffineExpr, AttrKind, OpId, names};
use crate::rewrite::{Rewriter, linalg_fill};
use crate::semantics::Kernel;

/// An operation on buffers of which one has no elements has no points.
pub(in crate::rewrite) fn structured(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let is_empty = |&value: &_| {
        let shape = rw.m.ctx.shape(rw.m.value_type(value));
        rw.m.is_memref(value) && shape.is_some_and(|shape| shape.contains(&0))
    };
    let does_nothing = rw.m.result_count(op) == 0 && rw.m.operands(op).iter().any(is_empty);
    does_nothing && rw.erase(op)
}

/// The position along a dimension of one point.
pub(crate) fn index(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let dim =
        rw.m.ctx
            .find_str("dim")
            .and_then(|name| rw.m.prop_i64(op, name));
    let around =
        rw.m.ancestors(op)
            .find(|&ancestor| rw.m.has_trait(ancestor, Traits::STRUCTURED));
    let (Some(dim), Some(around)) = (dim.and_then(|dim| u32::try_from(dim).ok()), around) else {
        return false;
    };
    let maps = rw.m.prop_elements(around, names::INDEXING_MAPS);
    let is_one = |(&value, &map): (&_, &_)| {
        let AttrKind::AffineMap(map) = rw.m.ctx.attr_kind(map) else {
            return false;
        };
        let shape = rw.m.ctx.shape(rw.m.value_type(value)).unwrap_or(&[]);
        let mut sizes = shape.iter().zip(&map.results);
        sizes.any(|(&size, expr)| size == 1 && *expr == AffineExpr::Dim(dim))
    };
    let has_one_point = rw.m.operands(around).iter().zip(maps).any(is_one);
    has_one_point && rw.fold_to(op, 0)
}

/// A copy of a tensor to one of the same type is the tensor, and of a buffer to itself nothing.
pub(crate) fn copy(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let &[from, to] = rw.m.operands(op) else {
        return false;
    };
    match rw.m.result(op, 0) {
        // Filling what would be written to needs no other tensor.
        Some(result)
            if let Some(fill) = rw.definer(from, Kernel::Fill)
                && rw.m.result_count(fill) == 1
                && rw.m.value_type(result) == rw.m.value_type(from)
                && rw.m.uses(from).count() == 1 =>
        {
            let value = rw.m.operands(fill)[0];
            let spec = linalg_fill(rw.m, op, value, to);
            rw.replace_by(op, spec)
        }
        Some(result) if rw.m.value_type(result) == rw.m.value_type(from) => rw.replace(op, &[from]),
        None => from == to && rw.erase(op),
        Some(_) => false,
    }
}

/// A transposition that changes nothing, of another one, and of what is filled.
pub(crate) fn transpose(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    if super::permuted(rw, op) {
        return true;
    }
    let &[from, into] = rw.m.operands(op) else {
        return false;
    };
    match rw.definer(from, Kernel::Fill) {
        Some(fill) if rw.m.result_count(op) == 1 => {
            let value = rw.m.operands(fill)[0];
            let spec = linalg_fill(rw.m, op, value, into);
            rw.replace_by(op, spec)
        }
        _ => false,
    }
}

/// A tensor without new dimensions.
pub(crate) fn broadcast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (Some(result), from) = (rw.m.result(op, 0), rw.m.operands(op)[0]) else {
        return false;
    };
    let name = rw.m.ctx.find_str("dimensions");
    let has_none = name.is_some_and(|name| rw.m.prop_array(op, name).is_empty());
    has_none && rw.m.value_type(from) == rw.m.value_type(result) && rw.replace(op, &[from])
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
