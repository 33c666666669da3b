//! Simplifications of single operations.

use memplan_mlir::dialects::EffectKind;
use memplan_mlir::interfaces::effects;
use memplan_mlir::rewrite::Rewriter;
use memplan_mlir::{OpId, ValueId};

/// A choice between two equal values of the type of the result.
pub(crate) fn choice(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (&[_, a, b], Some(result)) = (rw.m.operands(op), rw.m.result(op, 0)) else {
        return false;
    };
    a == b && rw.m.value_type(a) == rw.m.value_type(result) && rw.replace(op, &[a])
}

/// Waiting for nothing, for one token to have another, and to make a token that is not used.
pub(crate) fn gpu_wait(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let token = rw.m.result(op, 0);
    // What is waited for by making a token of nothing is ready.
    let is_ready = |&value: &ValueId| {
        let definer = rw.m.defining_op(value);
        definer.is_some_and(|definer| {
            rw.m.op_name(definer) == rw.m.op_name(op) && rw.m.operands(definer).is_empty()
        })
    };
    let kept: Vec<ValueId> =
        rw.m.operands(op)
            .iter()
            .copied()
            .filter(|token| !is_ready(token))
            .collect();
    if kept.len() < rw.m.operands(op).len() {
        let ready = rw.m.operands(op).to_vec();
        rw.m.set_operands(op, &kept);
        for definer in ready
            .iter()
            .filter_map(|&token| rw.m.defining_op(token))
            .collect::<Vec<_>>()
        {
            rw.push(definer);
        }
        return rw.changed(op);
    }
    match (token, &*kept) {
        (None, []) => rw.erase(op),
        (Some(token), _) if rw.m.is_unused(token) => rw.erase(op),
        (Some(_), &[only]) => rw.replace(op, &[only]),
        _ => false,
    }
}

/// Removes a copy to memory that is only allocated and freed. A copy with a token must itself wait for one token, which
/// replaces its own.
pub(crate) fn gpu_memcpy(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let n = rw.m.operands(op).len();
    let (Some(group), Some(token)) = (n.checked_sub(2), Some(rw.m.result(op, 0))) else {
        return false;
    };
    let to = rw.m.operands(op)[group];
    let Some(made) = rw.m.defining_op(to) else {
        return false;
    };
    let has_only = |op: OpId, kind: EffectKind| {
        effects(rw.m, op).is_some_and(|list| {
            !list.is_empty()
                && list
                    .iter()
                    .all(|effect| effect.kind == kind && effect.value == Some(to))
        })
    };
    let is_idle = has_only(made, EffectKind::Allocate)
        && rw
            .m
            .uses(to)
            .all(|(user, _)| user == op || has_only(user, EffectKind::Free));
    let tokens = rw.m.operands(op)[..group].to_vec();
    match (token, &*tokens) {
        _ if !is_idle => false,
        (None, []) => rw.erase(op),
        (Some(_), &[only]) => rw.replace(op, &[only]),
        _ => false,
    }
}

/// An operation that changes nothing of a tensor of known sizes if its result has the same type: conversions, and what
/// joins one tensor or the only slice of one.
pub(crate) fn same(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (&[source], Some(result)) = (rw.m.operands(op), rw.m.result(op, 0)) else {
        return false;
    };
    let ty = rw.m.value_type(result);
    let is_static =
        rw.m.ctx
            .shape(ty)
            .is_none_or(|shape| shape.iter().all(|&size| size >= 0));
    is_static && rw.m.value_type(source) == ty && rw.replace(op, &[source])
}

/// A tensor of one slice in the other order.
pub(crate) fn reverse(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let axis =
        rw.m.ctx
            .find_str("axis")
            .and_then(|name| rw.m.prop_i64(op, name));
    let Some(&source) = rw.m.operands(op).first() else {
        return false;
    };
    let shape = rw.m.ctx.shape(rw.m.value_type(source));
    let size = axis.and_then(|axis| shape?.get(usize::try_from(axis).ok()?).copied());
    size == Some(1) && same(rw, op)
}

/// A tensor with its dimensions where they are.
pub(crate) fn transpose(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let perms =
        rw.m.ctx
            .find_str("perms")
            .map_or(&[][..], |name| rw.m.prop_array(op, name));
    let is_identity = perms.iter().enumerate().all(|(at, &dim)| at as i64 == dim);
    is_identity && same(rw, op)
}
