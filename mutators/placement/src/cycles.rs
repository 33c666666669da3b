//! Cycles in the control flow graphs of regions.

use memplan_mlir::analyses::{BlockOrder, CfgLoop};
use memplan_mlir::{BlockId, Module, OpId};
use rustc_hash::FxHashMap;

/// The cycles of blocks in all regions below one operation.
#[derive(Debug, Default)]
pub(crate) struct Cycles {
    orders: Vec<BlockOrder>,
    /// For blocks of regions with cycles: the order of the region, and the position in it.
    positions: FxHashMap<BlockId, (usize, usize)>,
}

impl Cycles {
    /// Looks at every region with several blocks. Near-linear.
    pub(crate) fn new(m: &Module, root: OpId) -> Self {
        let mut cycles = Self::default();
        for region in m.walk(root).flat_map(|op| m.regions(op)) {
            if m.blocks(*region).nth(1).is_none() {
                continue;
            }
            let order = BlockOrder::new(m, *region);
            if !order.loops().is_empty() {
                let blocks = order.blocks().iter().enumerate();
                let index = cycles.orders.len();
                cycles
                    .positions
                    .extend(blocks.map(|(at, &block)| (block, (index, at))));
                cycles.orders.push(order);
            }
        }
        cycles
    }

    /// The cycles that `from` is in and `to` is not, the innermost first; all that `from` is in, if `to` is absent or
    /// in another region.
    pub(crate) fn left(
        &self,
        from: BlockId,
        to: Option<BlockId>,
    ) -> impl Iterator<Item = CfgLoop> + '_ {
        let inside = self.positions.get(&from);
        let order = inside.map(|&(index, _)| &self.orders[index]);
        let to = to.and_then(|to| self.positions.get(&to)).map(|at| at.1);
        let first = inside
            .zip(order)
            .and_then(|(&(_, at), order)| order.loop_of(at));
        let cycle = move |index: u32| order.map(|order| order.loops()[index as usize]);
        std::iter::successors(first.and_then(cycle), move |last| {
            last.parent.and_then(cycle)
        })
        .take_while(move |cycle| to.is_none_or(|to| !(cycle.first..cycle.end).contains(&to)))
    }
}
