//! `vector`: writes to tensors that change nothing or are overwritten, masks of nothing, and shape casts that cancel.

use super::scalar;
use crate::ir::{AffineExpr, AttrId, AttrKind, DYNAMIC, Module, OpId, TypeKind, ValueId};
use crate::rewrite::Rewriter;
use crate::semantics::Kernel;

/// The operand of a read that is read from, and of a write that is written to.
const READ: usize = 0;
const WRITTEN: usize = 1;

/// Where indices are constants, it is known that an access stays within the buffer or tensor.
fn within_bounds(rw: &mut Rewriter<'_>, op: OpId, base: usize, vector: ValueId) -> bool {
    let m = &*rw.m;
    let names = ["in_bounds", "permutation_map"].map(|name| m.ctx.find_str(name));
    let [Some(in_bounds), Some(map)] = names else {
        return false;
    };
    let (Some(AttrKind::Array(flags)), Some(AttrKind::AffineMap(map))) = (
        m.prop(op, in_bounds).map(|flags| m.ctx.attr_kind(flags)),
        m.prop(op, map).map(|map| m.ctx.attr_kind(map)),
    ) else {
        return false;
    };
    let TypeKind::Vector {
        shape, scalable, ..
    } = m.value_type_kind(vector)
    else {
        return false;
    };
    let sizes = m
        .ctx
        .shape(m.value_type(m.operands(op)[base]))
        .unwrap_or(&[]);
    let is_inside = |at: usize| -> Option<bool> {
        let AffineExpr::Dim(dim) = map.results.get(at)? else {
            return None;
        };
        let size = *sizes.get(*dim as usize).filter(|&&size| size != DYNAMIC)?;
        let first = rw.int(*m.operands(op).get(base + 1 + *dim as usize)?)?;
        let end = first.checked_add(*shape.get(at)?)?;
        Some(!*scalable.get(at)? && 0 <= first && end <= size)
    };
    let was_inside = |at: usize| m.ctx.attr_i64(flags[at]).is_some_and(|flag| flag != 0);
    let now: Vec<bool> = (0..flags.len())
        .map(|at| was_inside(at) || is_inside(at) == Some(true))
        .collect();
    if now
        .iter()
        .enumerate()
        .all(|(at, &now)| now == was_inside(at))
    {
        return false;
    }
    let ty = rw.m.ctx.int_type(1);
    let flags = now
        .into_iter()
        .map(|flag| rw.m.ctx.int_attr(i64::from(flag), ty));
    let flags: Vec<AttrId> = flags.collect();
    let flags = rw.m.ctx.attr(AttrKind::Array(flags.into()));
    rw.m.set_prop(op, in_bounds, flags);
    rw.changed(op)
}

/// An access that stays within what is read.
pub(crate) fn transfer_read(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let vector = rw.m.result(op, 0);
    vector.is_some_and(|vector| within_bounds(rw, op, READ, vector))
}

/// Writing back what was read is the tensor, and of two writes to one place the last one counts.
pub(crate) fn transfer_write(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(&[vector, tensor]) = rw.m.operands(op).first_chunk() else {
        return false;
    };
    if within_bounds(rw, op, WRITTEN, vector) {
        return true;
    }
    if rw.m.result(op, 0).is_none() {
        return false;
    }
    if let Some(read) = rw.definer(vector, Kernel::TransferRead)
        && rw.m.operands(read)[READ] == tensor
        && is_one_place(rw.m, read, READ, op, WRITTEN)
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
        && is_one_place(rw.m, before, WRITTEN, op, WRITTEN)
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
    rw.replace_by_value(op, "arith.select", &[mask, value, other], ty)
}

/// Whether two operations without masks access the same elements for a vector of one type.
fn is_one_place(m: &Module, a: OpId, a_base: usize, b: OpId, b_base: usize) -> bool {
    let same_prop = |name| m.prop(a, name) == m.prop(b, name);
    let maps = m.ctx.find_str("permutation_map");
    indices(m, a, a_base).is_some_and(|list| indices(m, b, b_base) == Some(list))
        && maps.is_some_and(same_prop)
        && m.ctx.find_str("in_bounds").is_some_and(same_prop)
}

/// Vectors in another shape: the same, by way of a third one, and constants.
pub(crate) fn shape_cast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    super::conversion(rw, op) || scalar::of_constant(rw, op)
}

/// The same bits as another vector type, also by way of a third one.
pub(crate) fn bitcast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    super::conversion(rw, op)
}

/// What is repeated no times, or twice, and a constant that is repeated.
pub(crate) fn broadcast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    if super::conversion(rw, op) {
        return true;
    }
    let is_splat = scalar::only(rw.m, rw.m.operands(op)[0]).is_some();
    is_splat && scalar::of_constant(rw, op)
}

/// A transposition that changes nothing, of another one, and of a constant that is the same everywhere.
pub(crate) fn transpose(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    if super::permuted(rw, op) {
        return true;
    }
    let is_splat = scalar::only(rw.m, rw.m.operands(op)[0]).is_some();
    is_splat && scalar::of_constant(rw, op)
}

/// The group and the array of a position in a vector.
const POSITION: (&str, &str) = ("dynamic_position", "static_position");

/// A part of a vector: constants in its position, a part of a part, and a part of a constant.
pub(crate) fn extract(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let name = rw.m.ctx.str(POSITION.1);
    let source = rw.m.operands(op)[0];
    let shape = rw.m.ctx.shape(rw.m.value_type(source)).map(<[i64]>::to_vec);
    let (Some(shape), Some(result)) = (shape, rw.m.result(op, 0)) else {
        return false;
    };
    let settled = super::settle(rw, op, POSITION.0, name, |_, position| {
        position.iter().zip(&shape).all(|(&at, &size)| at < size)
    });
    if settled {
        return rw.changed(op);
    }
    let position = rw.m.prop_array(op, name).to_vec();
    let same_name = |&inner: &OpId| rw.m.op_name(inner) == rw.m.op_name(op);
    if let Some(inner) = rw.m.defining_op(source).filter(same_name) {
        let all = [rw.m.prop_array(inner, name), &position].concat();
        let operands = [rw.m.operands(inner), &rw.m.operands(op)[1..]].concat();
        let attr = rw.m.ctx.i64_array(&all);
        rw.m.set_operands(op, &operands);
        rw.m.set_prop(op, name, attr);
        rw.push(inner);
        return rw.changed(op);
    }
    let Some(elements) = scalar::elements(rw.m, source) else {
        return false;
    };
    let ty = rw.m.value_type(result);
    if elements.len() == 1 {
        return scalar::of_constant(rw, op);
    }
    if position.contains(&DYNAMIC) {
        return false;
    }
    let n: i64 = shape[position.len().min(shape.len())..].iter().product();
    let at = position
        .iter()
        .zip(&shape)
        .fold(0_i64, |at, (&index, &size)| at * size + index);
    let range = usize::try_from(at * n).ok().zip(usize::try_from(n).ok());
    let part = range
        .and_then(|(at, n)| elements.get(at..at + n))
        .map(<[_]>::to_vec);
    match part.and_then(|part| scalar::constant(rw, op, &part, ty)) {
        Some(constant) => rw.replace(op, &[constant]),
        None => false,
    }
}

/// All of a vector, in its order.
pub(crate) fn whole(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (source, Some(result)) = (rw.m.operands(op)[0], rw.m.result(op, 0)) else {
        return false;
    };
    let mask =
        rw.m.ctx
            .find_str("mask")
            .map_or(&[][..], |name| rw.m.prop_array(op, name));
    let in_order = mask.iter().enumerate().all(|(at, &from)| at as i64 == from);
    in_order && rw.m.value_type(source) == rw.m.value_type(result) && rw.replace(op, &[source])
}
