//! Queries about operations, functions and blocks, shared by the deallocation passes.

use memplan_mlir::interfaces::is_manually_freed;
use memplan_mlir::{BlockId, Module, OpId};
use rustc_hash::FxHashSet;

/// Whether an allocation or deallocation is marked `bufferization.manual_deallocation`.
pub(super) fn is_manual(m: &Module, op: OpId) -> bool {
    is_manually_freed(m, op)
}

/// Whether a function is more than a declaration.
pub(crate) fn has_body(m: &Module, function: OpId) -> bool {
    let mut regions = m.regions(function).iter();
    regions.any(|&region| m.first_block(region).is_some())
}

/// The blocks reachable from the entry of a region in post-order. In reverse, dominators come first.
/// Linear.
pub(super) fn post_order(m: &Module, entry: BlockId) -> Vec<BlockId> {
    let mut order = Vec::new();
    let mut seen: FxHashSet<BlockId> = std::iter::once(entry).collect();
    let mut path = vec![(entry, 0)];
    while let Some((block, edge)) = path.last_mut() {
        let successors = m.last_op(*block).map_or(&[][..], |last| m.successors(last));
        match successors.get(*edge) {
            Some(&target) => {
                *edge += 1;
                if seen.insert(target) {
                    path.push((target, 0));
                }
            }
            None => {
                order.push(*block);
                path.pop();
            }
        }
    }
    order
}
