//! Queries about operations, functions and blocks, shared by the deallocation passes.

use memplan_mlir::{BlockId, Module};
use rustc_hash::FxHashSet;

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
