//! `optimize-allocation-liveness`: moves deallocations to right after the last use.
//!
//! Considers allocations with exactly one deallocation, which is in the same block and frees nothing else. The
//! deallocation moves after the last operation of the block that uses the buffer or anything that may be derived from
//! it, or that has such a use inside of it; a conditional deallocation stays after its condition. If the address of a
//! buffer escapes the analysis, its deallocation stays where it is.
//!
//! Cost: linear, see [`free_early`].

use memplan_memory_model::{Access, AliasScratch, BufferViewFlowAnalysis, Contracts, allocated};
use memplan_mlir::interfaces::{frees, is_view_like, takes_address};
use memplan_mlir::passes::{Anchor, Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::{BlockId, Module, OpId, ValueId};

/// The pass `optimize-allocation-liveness`: moves each deallocation to right after the last use of the buffer, if the
/// buffer is allocated and freed in one block and all its uses are known.
///
/// Near-linear in the operations.
#[derive(Clone, Copy, Debug, Default)]
pub struct Liveness;

impl Pass for Liveness {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "optimize-allocation-liveness",
            aliases: &[],
            summary: "Frees each buffer right after its last use.",
            cost: "near-linear in the operations",
            source: "the pass of MLIR 22",
        }
    }

    fn anchor(&self) -> Anchor {
        Anchor::Function
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        free_early(m, root);
        Ok(())
    }
}

/// Moves the deallocation of every buffer that is allocated and freed in one block below `root`. Returns
/// whether any moved.
///
/// Linear in the operations, plus for each buffer the uses of values derived from it, times their
/// nesting depth.
pub fn free_early(m: &mut Module, root: OpId) -> bool {
    let pairs: Vec<(ValueId, OpId)> = m
        .walk(root)
        .filter_map(|op| {
            let &[buffer] = &allocated(m, op)[..] else {
                return None;
            };
            let free = only_free(m, op, buffer).filter(|_| m.result_count(op) == 1)?;
            Some((buffer, free))
        })
        .collect();
    if pairs.is_empty() {
        return false;
    }
    let flow = BufferViewFlowAnalysis::new(m, root);
    let contracts = Contracts::new(m, root);
    let mut scratch = AliasScratch::default();
    let mut has_changed = false;
    for (buffer, free) in pairs {
        let Some(last) = last_use(m, &flow, &contracts, &mut scratch, buffer, free) else {
            continue;
        };
        // Deallocations that already moved there keep their order.
        let mut after = last;
        while let Some(next) = m.next_op(after).filter(|&next| is_free(m, next)) {
            if next == free {
                break;
            }
            after = next;
        }
        if m.next_op(after) != Some(free) {
            m.detach(free);
            m.insert_after(after, free);
            has_changed = true;
        }
    }
    has_changed
}

fn is_free(m: &Module, op: OpId) -> bool {
    m.result_count(op) == 0 && Access::of(m, op) == Some(Access::FREE)
}

/// The only direct user that frees a buffer, if it frees nothing else and is in the block of the
/// allocation.
fn only_free(m: &Module, alloc: OpId, buffer: ValueId) -> Option<OpId> {
    let mut deallocs = m.uses(buffer).filter(|&(user, _)| frees(m, user, buffer));
    let (free, _) = deallocs.next()?;
    let is_only = deallocs.next().is_none();
    let mut operands = m.operands(free).iter();
    let frees_nothing_else = operands.all(|&other| other == buffer || !m.is_memref(other));
    (is_only && frees_nothing_else && is_free(m, free) && m.op_block(free) == m.op_block(alloc))
        .then_some(free)
}

/// The last operation of the block that uses the buffer before its deallocation; `None` if there is none or if not all
/// uses are known.
fn last_use(
    m: &Module,
    flow: &BufferViewFlowAnalysis,
    contracts: &Contracts,
    scratch: &mut AliasScratch,
    buffer: ValueId,
    free: OpId,
) -> Option<OpId> {
    let block: BlockId = m.op_block(free)?;
    let mut last: Option<OpId> = None;
    let mut is_known = true;
    flow.resolve_with(scratch, buffer, |alias| {
        for (user, operand) in m.uses(alias) {
            if user == free {
                continue;
            }
            let ancestor = m.ancestor_in_block(block, user);
            let is_kept = contracts.capture(m, user, operand).is_some();
            let (Some(at), false) = (ancestor, is_kept) else {
                is_known = false;
                return false;
            };
            let mut extend = |at: OpId| {
                if last.is_none_or(|last| m.is_before(last, at)) {
                    last = Some(at);
                }
            };
            extend(at);
            // The address may be reused after the buffer is freed.
            for compared in addresses(m, user).flat_map(|address| m.uses(address)) {
                match m.ancestor_in_block(block, compared.0) {
                    Some(at) => extend(at),
                    None => {
                        is_known = false;
                        return false;
                    }
                }
            }
        }
        true
    });
    // A conditional free stays after its condition.
    let conditions = m.operands(free).iter().filter(|&&other| other != buffer);
    let conditions = conditions.filter_map(|&other| m.defining_op(other));
    for at in conditions.filter(|&at| m.op_block(at) == Some(block)) {
        last = last.map(|last| if m.is_before(last, at) { at } else { last });
    }
    // A use after the deallocation, or in the terminator, is not a use of the freed buffer.
    last.filter(|&last| is_known && m.is_before(last, free))
}

/// The results of an operation that are addresses of a buffer.
fn addresses(m: &Module, op: OpId) -> impl Iterator<Item = ValueId> {
    let takes = takes_address(m, op) && !is_view_like(m, op);
    m.results(op).filter(move |_| takes)
}
