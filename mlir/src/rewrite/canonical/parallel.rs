//! Parallel loops of `scf`: without points, of one point, with bounds that are constants, and with only another one
//! inside.

use super::scf::{is_outside, single_block};
use crate::dialects::{EffectKind, LoopBounds};
use crate::interfaces::{Bound, effects, loop_dims};
use crate::ir::{BlockId, DYNAMIC, OpId, OpSpec, TypeKind, ValueId};
use crate::rewrite::operands::{append_operands, set_operand_group};
use crate::rewrite::{Rewriter, is_dead};
use crate::semantics::Kernel;

/// Results of `scf.forall` that no iteration inserts anything into are what they begin with.
fn unwritten(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(group) = rw.m.def(op).and_then(|def| def.operand_group("outs")) else {
        return false;
    };
    let outs: Vec<ValueId> = rw.m.operands_of(op, group).to_vec();
    let body = single_block(rw, rw.m.regions(op)[0]);
    let end = body.and_then(|body| rw.m.last_op(body));
    let (Some(body), Some(end)) = (body, end) else {
        return false;
    };
    let args = rw.m.block_args(body);
    let (n, inside) = (outs.len(), rw.m.walk(end).collect::<Vec<OpId>>());
    if n != rw.m.result_count(op) || args.len() < n {
        return false;
    }
    let args = args[args.len() - n..].to_vec();
    let mut has_changed = false;
    for ((result, arg), out) in
        rw.m.results(op)
            .collect::<Vec<_>>()
            .into_iter()
            .zip(args)
            .zip(outs)
    {
        let is_written = rw.m.uses(arg).any(|(user, _)| inside.contains(&user));
        if !is_written && !rw.m.is_unused(result) {
            rw.replace_value(result, out);
            has_changed = true;
        }
    }
    has_changed
}

/// Bounds and steps of `scf.forall` that are constants become attributes.
fn settled_bounds(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(LoopBounds::Mixed { lower, upper, step }) = rw.m.def(op).map(|def| def.loop_bounds)
    else {
        return false;
    };
    let mut has_changed = false;
    for (group, name) in [lower, upper, step] {
        let name = rw.m.ctx.str(name);
        let is_step = group == step.0;
        has_changed |= super::settle(rw, op, group, name, |_, statics| {
            !is_step || !statics.contains(&0)
        });
    }
    has_changed && rw.changed(op)
}

/// Removes the dimensions of a parallel loop that have one point. A loop of one point is its body. A mapping has an
/// entry for each dimension, so dimensions of such a loop stay, with their point in place of the induction variable.
fn single_points(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(dims) = loop_dims(rw.m, op) else {
        return false;
    };
    let is_single: Vec<bool> = dims.iter().map(|dim| dim.trip_count() == Some(1)).collect();
    let mapping = rw.m.ctx.find_str("mapping");
    let is_mapped = mapping.is_some_and(|name| !rw.m.prop_elements(op, name).is_empty());
    let body = single_block(rw, rw.m.regions(op)[0]);
    let (Some(body), true) = (body, is_single.contains(&true)) else {
        return false;
    };
    let is_wanted = |index: usize| !rw.m.is_unused(rw.m.block_args(body)[index]);
    if is_mapped && !(0..dims.len()).any(|index| is_single[index] && is_wanted(index)) {
        return false;
    }
    let Some(bounds) = rw.m.def(op).map(|def| def.loop_bounds) else {
        return false;
    };
    let is_point = !is_mapped && !is_single.contains(&false);
    if is_point && !may_inline(rw, op, body, dims.len()) {
        return false;
    }
    let firsts: Option<Vec<ValueId>> = dims
        .iter()
        .zip(&is_single)
        .filter(|(_, is_single)| **is_single)
        .map(|(dim, _)| match dim.lower {
            Bound::Value(value) => Some(value),
            Bound::Constant(value) => {
                let ty = rw.m.ctx.ty(TypeKind::Index);
                rw.constant(op, value, ty)
            }
            Bound::Computed => None,
        })
        .collect();
    let Some(firsts) = firsts else {
        return false;
    };
    if is_point {
        return inline_point(rw, op, body, &firsts);
    }
    let places = is_single
        .iter()
        .enumerate()
        .filter(|(_, is_single)| **is_single);
    for ((index, _), first) in places.zip(&firsts) {
        rw.replace_value(rw.m.block_args(body)[index], *first);
    }
    if is_mapped {
        return rw.changed(op);
    }
    for index in (0..dims.len()).rev().filter(|&index| is_single[index]) {
        rw.m.remove_block_arg(body, index);
    }
    drop_bounds(rw, op, bounds, &is_single) && rw.changed(op)
}

/// Removes the bounds of some dimensions. Fails if they are maps.
fn drop_bounds(rw: &mut Rewriter<'_>, op: OpId, bounds: LoopBounds, is_dropped: &[bool]) -> bool {
    match bounds {
        LoopBounds::Operands { lower, upper, step } => {
            for group in [lower, upper, step] {
                let Some(group) = rw.m.def(op).and_then(|def| def.operand_group(group)) else {
                    continue;
                };
                let mut kept = is_dropped.iter();
                let mut values = rw.m.operands_of(op, group).to_vec();
                values.retain(|_| kept.next().is_some_and(|is_dropped| !is_dropped));
                set_operand_group(rw.m, op, group, &values);
            }
        }
        LoopBounds::Mixed { lower, upper, step } => {
            for (group, name) in [lower, upper, step] {
                let name = rw.m.ctx.str(name);
                let Some(group) = rw.m.def(op).and_then(|def| def.operand_group(group)) else {
                    continue;
                };
                let mut values = rw.m.operands_of(op, group).iter().copied();
                let (mut kept, mut statics) = (Vec::new(), Vec::new());
                for (&entry, &is_dropped) in rw.m.prop_array(op, name).iter().zip(is_dropped) {
                    let value = (entry == DYNAMIC).then(|| values.next()).flatten();
                    if !is_dropped {
                        statics.push(entry);
                        kept.extend(value);
                    }
                }
                set_operand_group(rw.m, op, group, &kept);
                let statics = rw.m.ctx.i64_array(&statics);
                rw.m.set_prop(op, name, statics);
            }
        }
        LoopBounds::None | LoopBounds::Maps { .. } => return false,
    }
    true
}

/// What a loop of `scf.forall` inserts into its results.
fn inserts(rw: &Rewriter<'_>, body: BlockId) -> Vec<OpId> {
    let end = rw.m.last_op(body);
    let region = end.and_then(|end| rw.m.regions(end).first().copied());
    let block = region.and_then(|region| single_block(rw, region));
    block.map_or(Vec::new(), |block| rw.m.ops(block).collect())
}

/// Whether the body of a parallel loop of one point can take its place.
fn may_inline(rw: &Rewriter<'_>, op: OpId, body: BlockId, n_dims: usize) -> bool {
    // Memory of the loop's scope would live as long as that of the scope around it.
    let allocates = |inner: OpId| {
        effects(rw.m, inner).is_some_and(|list| {
            list.iter()
                .any(|effect| effect.kind == EffectKind::AllocateAutomatic)
        })
    };
    if rw.m.walk(op).any(allocates) {
        return false;
    }
    let Some(end) = rw.m.last_op(body) else {
        return false;
    };
    if rw
        .m
        .def(op)
        .and_then(|def| def.operand_group("outs"))
        .is_none()
    {
        let n = rw.m.operand_group(op, "inits").len();
        let regions = rw.m.regions(end);
        let has_blocks = regions.iter().all(|&region| {
            single_block(rw, region).is_some_and(|block| rw.m.last_op(block).is_some())
        });
        return has_blocks && regions.len() == n && rw.m.operands(end).len() == n;
    }
    let args = &rw.m.block_args(body)[n_dims..];
    let is_insert = |&insert: &OpId| {
        let into = rw.m.operands(insert).get(1);
        rw.m.is_kernel(insert, Kernel::TensorParallelInsertSlice)
            && into.is_some_and(|into| args.contains(into))
    };
    args.len() == rw.m.result_count(op) && inserts(rw, body).iter().all(is_insert)
}

/// Replaces a parallel loop of one point by its body; what that point inserts into results is inserted in order.
fn inline_point(rw: &mut Rewriter<'_>, op: OpId, body: BlockId, firsts: &[ValueId]) -> bool {
    let Some(end) = rw.m.last_op(body) else {
        return false;
    };
    let Some(group) = rw.m.def(op).and_then(|def| def.operand_group("outs")) else {
        return inline_reduced(rw, op, body, end, firsts);
    };
    let outs = rw.m.operands_of(op, group).to_vec();
    let args = rw.m.block_args(body)[firsts.len()..].to_vec();
    let mut current = outs.clone();
    for insert in inserts(rw, body) {
        let Some(at) = args.iter().position(|&arg| arg == rw.m.operands(insert)[1]) else {
            continue;
        };
        let mut operands = rw.m.operands(insert).to_vec();
        operands[1] = current[at];
        let ty = rw.m.value_type(args[at]);
        let props = rw.m.props(insert).clone();
        let mut spec = OpSpec::new(rw.m.ctx.op_name("tensor.insert_slice"))
            .operands(&operands)
            .results(&[ty])
            .located_at(rw.m, insert);
        spec.props = props;
        let new = rw.insert_before(end, spec);
        current[at] = rw.m.result(new, 0).unwrap_or(current[at]);
    }
    let results: Vec<ValueId> = rw.m.results(op).collect();
    let given: Vec<ValueId> = firsts.iter().chain(&outs).copied().collect();
    for (param, &value) in rw.m.block_args(body).to_vec().into_iter().zip(&given) {
        rw.replace_value(param, value);
    }
    for (result, value) in results.into_iter().zip(current) {
        rw.replace_value(result, value);
    }
    rw.erase(end);
    let inside: Vec<OpId> = rw.m.ops(body).collect();
    rw.m.inline_block_before(body, op, &given);
    for inner in inside {
        rw.push(inner);
    }
    rw.erase(op)
}

/// Replaces a loop of one point with reductions by its body, and each result by what its reduction makes of the first
/// value and of that of the point.
fn inline_reduced(
    rw: &mut Rewriter<'_>,
    op: OpId,
    body: BlockId,
    end: OpId,
    firsts: &[ValueId],
) -> bool {
    let params = rw.m.block_args(body).to_vec();
    for (param, &first) in params.into_iter().zip(firsts) {
        rw.replace_value(param, first);
    }
    // Only now: a loop may reduce its counters.
    let (inits, reduced) = (
        rw.m.operand_group(op, "inits").to_vec(),
        rw.m.operands(end).to_vec(),
    );
    let regions = rw.m.regions(end).to_vec();
    let blocks: Vec<BlockId> = regions
        .iter()
        .filter_map(|&region| single_block(rw, region))
        .collect();
    let mut results = Vec::new();
    for ((block, init), value) in blocks.into_iter().zip(inits).zip(reduced) {
        let Some(exit) = rw.m.last_op(block) else {
            continue;
        };
        let args = [init, value];
        for (param, arg) in rw.m.block_args(block).to_vec().into_iter().zip(args) {
            rw.replace_value(param, arg);
        }
        results.push(rw.m.operands(exit)[0]);
        rw.m.inline_block_before(block, end, &args);
        rw.m.erase(exit);
    }
    rw.m.erase(end);
    let inside: Vec<OpId> = rw.m.ops(body).collect();
    rw.m.inline_block_before(body, op, firsts);
    for inner in inside {
        rw.push(inner);
    }
    rw.replace(op, &results)
}

/// A parallel loop that only has another one, with bounds from outside, has its dimensions, too.
fn joined_with_inner(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(LoopBounds::Operands { lower, upper, step }) = rw.m.def(op).map(|def| def.loop_bounds)
    else {
        return false;
    };
    let body = single_block(rw, rw.m.regions(op)[0]);
    let (Some(body), 0) = (body, rw.m.result_count(op)) else {
        return false;
    };
    let (Some(inner), Some(end)) = (rw.m.first_op(body), rw.m.last_op(body)) else {
        return false;
    };
    let is_only = rw.m.next_op(inner) == Some(end)
        && rw.m.op_name(inner) == rw.m.op_name(op)
        && rw.m.result_count(inner) == 0
        && rw
            .m
            .operands(inner)
            .iter()
            .all(|&bound| is_outside(rw, op, bound));
    let inner_body =
        rw.m.regions(inner)
            .first()
            .and_then(|&region| single_block(rw, region));
    let Some(inner_body) = inner_body.filter(|_| is_only) else {
        return false;
    };
    for name in [lower, upper, step] {
        let Some(group) = rw.m.def(op).and_then(|def| def.operand_group(name)) else {
            return false;
        };
        let values = rw.m.operands_of(inner, group).to_vec();
        append_operands(rw.m, op, group, &values);
    }
    let mut args = Vec::new();
    for param in rw.m.block_args(inner_body).to_vec() {
        let ty = rw.m.value_type(param);
        args.push(rw.m.add_block_arg(body, ty));
    }
    if let Some(exit) = rw.m.last_op(inner_body) {
        rw.m.erase(exit);
    }
    rw.m.inline_block_before(inner_body, inner, &args);
    rw.erase(inner);
    rw.changed(op)
}

/// Folds parallel loops without iterations, and those of one.
pub(crate) fn grid(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let is_empty =
        loop_dims(rw.m, op).is_some_and(|dims| dims.iter().any(|dim| dim.trip_count() == Some(0)));
    if is_dead(rw.m, op) {
        return false;
    }
    if !is_empty {
        return unwritten(rw, op)
            || settled_bounds(rw, op)
            || single_points(rw, op)
            || joined_with_inner(rw, op);
    }
    let group = rw.m.def(op).and_then(|def| {
        ["inits", "outs"]
            .into_iter()
            .find_map(|name| def.operand_group(name))
    });
    match group {
        Some(group) => {
            let inits: Vec<ValueId> = rw.m.operands_of(op, group).to_vec();
            inits.len() == rw.m.result_count(op) && rw.replace(op, &inits)
        }
        None => rw.m.result_count(op) == 0 && rw.erase(op),
    }
}
