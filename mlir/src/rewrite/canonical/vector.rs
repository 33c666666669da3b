//! `vector`: writes to tensors that change nothing, or that another write replaces, and masks of nothing.

use crate::ir::{AttrKind, DYNAMIC, Module, OpId, OpSpec, ValueId};
use crate::rewrite::Rewriter;
use crate::semantics::Kernel;

/// The operand of a read that is read from, and of a write that is written to.
const READ: usize = 0;
const WRITTEN: usize = 1;

/// Writing back what was read is the tensor, and of two writes to one place the last one counts.
pub(crate) fn transfer_write(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (Some(&[vector, tensor]), Some(_)) = (rw.m.operands(op).first_chunk(), rw.m.result(op, 0))
    else {
        return false;
    };
    if let Some(read) = rw.definer(vector, Kernel::TransferRead)
        && rw.m.operands(read)[READ] == tensor
        && is_one_place(rw.m, (read, READ), (op, WRITTEN))
    {
        return rw.replace(op, &[tensor]);
    }
    // A vector that is all of a tensor is that tensor, wherever it is written to.
    if let Some(read) = rw.definer(vector, Kernel::TransferRead) {
        let from = rw.m.operands(read)[READ];
        if is_all(rw, read, READ, vector)
            && is_all(rw, op, WRITTEN, vector)
            && rw.m.value_type(from) == rw.m.value_type(tensor)
        {
            return rw.replace(op, &[from]);
        }
    }
    if let Some(before) = rw.definer(tensor, Kernel::TransferWrite)
        && rw.m.value_type(rw.m.operands(before)[0]) == rw.m.value_type(vector)
        && is_one_place(rw.m, (before, WRITTEN), (op, WRITTEN))
    {
        let first = rw.m.operands(before)[WRITTEN];
        rw.m.set_operand(op, WRITTEN, first);
        rw.push(before);
        return rw.changed(op);
    }
    false
}

/// Whether an operation without a mask accesses all elements of a tensor of known sizes, in their order.
fn is_all(rw: &Rewriter<'_>, op: OpId, base: usize, vector: ValueId) -> bool {
    let m = &*rw.m;
    let shape = |value| m.ctx.shape(m.value_type(value));
    let tensor = m.operands(op)[base];
    let is_identity = m
        .ctx
        .find_str("permutation_map")
        .and_then(|name| m.prop(op, name));
    let is_identity = is_identity.is_some_and(|attr| match m.ctx.attr_kind(attr) {
        AttrKind::AffineMap(map) => map.is_identity(),
        _ => false,
    });
    let indices = indices(m, op, base);
    is_identity
        && m.is_tensor(tensor)
        && shape(tensor) == shape(vector)
        && shape(tensor).is_some_and(|shape| !shape.is_empty() && !shape.contains(&DYNAMIC))
        && indices.is_some_and(|list| list.iter().all(|&index| rw.int(index) == Some(0)))
}

/// The indices of an operation without a mask.
fn indices(m: &Module, op: OpId, base: usize) -> Option<&[ValueId]> {
    let rank = m.ctx.shape(m.value_type(m.operands(op)[base]))?.len();
    let (indices, rest) = m.operands(op).get(base + 1..)?.split_at_checked(rank)?;
    // A read also has a padding; more than that is a mask.
    let n_others = usize::from(base == READ);
    (rest.len() == n_others).then_some(indices)
}

/// A masked region without an operation yields what it is given, or that of another vector where the mask is not set.
pub(crate) fn mask(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let &[region] = rw.m.regions(op) else {
        return false;
    };
    let Some(end) =
        rw.m.first_block(region)
            .and_then(|block| rw.m.first_op(block))
    else {
        return false;
    };
    let values = rw.m.operands(end).to_vec();
    if rw.m.next_op(end).is_some() || values.len() != rw.m.result_count(op) {
        return false;
    }
    let (mask, other) = match *rw.m.operands(op) {
        [_] => return rw.replace(op, &values),
        [mask, other] => (mask, other),
        _ => return false,
    };
    let &[value] = &*values else {
        return false;
    };
    let ty = rw.m.value_type(value);
    let is_one_shape = rw.m.ctx.shape(ty) == rw.m.ctx.shape(rw.m.value_type(mask));
    if !is_one_shape || rw.m.value_type(other) != ty {
        return false;
    }
    let spec = OpSpec::new(rw.m.ctx.op_name("arith.select"))
        .operands(&[mask, value, other])
        .results(&[ty])
        .located_at(rw.m, op);
    rw.replace_by(op, spec)
}

/// Whether two operations without masks access the same elements for a vector of one type.
fn is_one_place(m: &Module, (a, a_base): (OpId, usize), (b, b_base): (OpId, usize)) -> bool {
    let same_prop = |name| m.prop(a, name) == m.prop(b, name);
    let maps = m.ctx.find_str("permutation_map");
    indices(m, a, a_base).is_some_and(|list| indices(m, b, b_base) == Some(list))
        && maps.is_some_and(same_prop)
        && m.ctx.find_str("in_bounds").is_some_and(same_prop)
}
