//! Control flow between regions of all dialects: counted loops, branches, and their terminators.

use memplan_mlir::dialects::RegionFlow;
use memplan_mlir::interfaces::carried_group;
use memplan_mlir::{Module, OpId, TypeId, ValueId, names};

use crate::rewrite::error::{Error, ErrorKind};
use crate::rewrite::rewriter::Rewriter;
use crate::rewrite::types::BufferTypes;

fn flow(m: &Module, op: OpId) -> RegionFlow {
    m.def(op).map_or(RegionFlow::Unknown, |def| def.flow)
}

/// The arguments of the first block of a region.
pub(super) fn entry_args(m: &Module, op: OpId, region: usize) -> Vec<ValueId> {
    let block = m.regions(op).get(region).and_then(|&r| m.first_block(r));
    block.map_or(Vec::new(), |block| m.block_args(block).to_vec())
}

/// What a loop carries: for each value the initial one, the argument of the body, and the result.
pub(super) fn carried(m: &Module, op: OpId) -> Vec<[ValueId; 3]> {
    let Some(group) = carried_group(m, op) else {
        return Vec::new();
    };
    let inits = m.operands(op)[m.operand_range(op, group)].to_vec();
    let args = entry_args(m, op, 0);
    let args = args[args.len().saturating_sub(inits.len())..].to_vec();
    let all = inits.into_iter().zip(args).zip(m.results(op));
    all.map(|((init, arg), result)| [init, arg, result])
        .collect()
}

/// The initial values of a counted loop become its arguments and results.
pub(super) fn infer_for(types: &mut BufferTypes<'_>, op: OpId) -> Result<(), Error> {
    for [init, arg, result] in carried(types.m, op) {
        types.flow(init, arg, op, ErrorKind::LoopSpaces)?;
        types.flow(init, result, op, ErrorKind::LoopSpaces)?;
    }
    Ok(())
}

/// A counted loop with buffers.
pub(super) fn bufferize_for(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let mut operands = rewriter.module().operands(op).to_vec();
    let mut types = result_types(rewriter, op)?;
    let Some(group) = carried_group(rewriter.module(), op) else {
        return Ok(());
    };
    let first = rewriter.module().operand_range(op, group).start;
    for (number, [init, _, result]) in carried(rewriter.module(), op).into_iter().enumerate() {
        if rewriter.is_tensor(init) {
            let ty = rewriter.buffer_type(result)?;
            let buffer = rewriter.buffer(init)?;
            operands[first + number] = rewriter.reconcile(buffer, ty)?;
            types[number] = ty;
        }
    }
    again_with_results(rewriter, op, &operands, &types)
}

/// The types of results, of buffers for tensors.
pub(super) fn result_types(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<Vec<TypeId>, Error> {
    let mut types = Vec::new();
    for result in rewriter.module().results(op) {
        types.push(if rewriter.is_tensor(result) {
            rewriter.buffer_type(result)?
        } else {
            rewriter.module().value_type(result)
        });
    }
    Ok(types)
}

/// The operation with other operands and results; the arguments of its blocks become buffers.
pub(super) fn again_with_results(
    rewriter: &mut Rewriter<'_>,
    op: OpId,
    operands: &[ValueId],
    types: &[TypeId],
) -> Result<(), Error> {
    let new = rewriter.again(op, operands, types);
    super::cf::renew_blocks(rewriter, new)?;
    let results: Vec<ValueId> = rewriter.module().results(new).collect();
    rewriter.replace(op, &results)
}

/// A conditional, or a region that runs once: types come from the terminators.
pub(super) fn bufferize_branch(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let operands = rewriter.module().operands(op).to_vec();
    let types = result_types(rewriter, op)?;
    again_with_results(rewriter, op, &operands, &types)
}

/// The values that the operands of a terminator become.
fn targets(m: &Module, end: OpId) -> Option<Targets> {
    let parent = m.parent(end)?;
    let results = || m.results(parent).collect::<Vec<_>>();
    match flow(m, parent) {
        RegionFlow::For => {
            let carried = carried(m, parent);
            Some(Targets {
                parent,
                lists: vec![
                    carried.iter().map(|value| value[1]).collect(),
                    carried.iter().map(|value| value[2]).collect(),
                ],
                conflict: ErrorKind::LoopSpaces,
            })
        }
        RegionFlow::Branch | RegionFlow::Once => Some(Targets {
            parent,
            lists: vec![results()],
            conflict: if m.prop(parent, names::CASES).is_some() {
                ErrorKind::SwitchSpaces
            } else {
                ErrorKind::IfSpaces
            },
        }),
        RegionFlow::While => Some(Targets {
            parent,
            lists: vec![entry_args(m, parent, 0)],
            conflict: ErrorKind::LoopSpaces,
        }),
        _ => None,
    }
}

struct Targets {
    parent: OpId,
    /// Values that the operands become.
    lists: Vec<Vec<ValueId>>,
    conflict: ErrorKind,
}

/// Yielded values become results of the operation around, and arguments of its next iteration.
pub(super) fn infer_yield(types: &mut BufferTypes<'_>, op: OpId) -> Result<(), Error> {
    let Some(targets) = targets(types.m, op) else {
        return Ok(());
    };
    if types.model(targets.parent).is_none() {
        return Ok(());
    }
    let operands = types.m.operands(op).to_vec();
    for list in targets.lists {
        for (&value, target) in operands.iter().zip(list) {
            types.flow(value, target, targets.parent, targets.conflict)?;
        }
    }
    Ok(())
}

/// Yields buffers with the types of the values that they become.
pub(super) fn bufferize_yield(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let Some(targets) = targets(rewriter.module(), op) else {
        return Err(rewriter.error(op, ErrorKind::YieldParent));
    };
    if rewriter.types.model(targets.parent).is_none() {
        return Ok(());
    }
    let list = targets.lists.into_iter().next().unwrap_or_default();
    pass_on(rewriter, op, 0, &list)
}

/// Makes the operands of a terminator, from number `skip` on, buffers of the types of `targets`.
pub(super) fn pass_on(
    rewriter: &mut Rewriter<'_>,
    end: OpId,
    skip: usize,
    targets: &[ValueId],
) -> Result<(), Error> {
    for (number, &target) in targets.iter().enumerate() {
        let Some(&value) = rewriter.module().operands(end).get(skip + number) else {
            break;
        };
        if rewriter.is_tensor(value) && !rewriter.is_tensor(target) {
            let ty = rewriter.module().value_type(target);
            let buffer = rewriter.buffer(value)?;
            let buffer = rewriter.reconcile(buffer, ty)?;
            rewriter.m().set_operand(end, skip + number, buffer);
        }
    }
    Ok(())
}
