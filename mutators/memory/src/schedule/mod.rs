//! `schedule-for-memory`: orders the operations of each block so that fewer bytes are live at once.
//!
//! No planner needs fewer bytes than the *load*, the largest sum of sizes live at one time. The pass moves operations
//! that access memory within their block, as far as their operands and the memory that they share allow, and with
//! them the allocations, views and constants that they need. It changes nothing else, and only blocks whose load
//! falls.
//!
//! For each block, inner ones first: orders in linear time ([`portfolio`]); the stretches around the peaks again
//! ([`windows`]), by the same orders, beam search ([`beam`]) and exact search ([`exact`]); and a lower bound
//! ([`bound`]), by which most results are known to be the best possible. Equal options give equal results.
//!
//! Cost: near-linear in the operations and their accesses, and in the option `work` for each block.

mod beam;
pub(crate) mod block;
mod bound;
pub(crate) mod emit;
mod exact;
pub(crate) mod flow;
mod loads;
mod portfolio;
pub(crate) mod problem;
mod report;
mod solve;
#[cfg(test)]
mod tests;
mod windows;

use crate::analyses::Analyses;
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{computes_elements, has_region_flow};
use memplan_mlir::passes::{Anchor, Field, Options, Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::{BlockId, Module, OpId};
use rustc_hash::FxHashMap;

use block::{Block, RegionSpans};
pub(crate) use loads::Loads;
use memplan_memory_model::Memory;
pub use report::{BlockLoad, LiveBuffer};
pub use solve::{Effort, FoundOrders};

/// The values of the option `effort`.
const EFFORTS: &[(&str, Effort)] = &[
    ("linear", Effort::Linear),
    ("windows", Effort::Windows),
    ("exact", Effort::Exact),
];

/// The pass `schedule-for-memory`: reorders the operations of each block so that fewer bytes are live at once.
///
/// Only blocks whose load falls are changed. Equal options give equal results. Near-linear in the operations and
/// their accesses, plus [`Self::work`] for each block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduleForMemory {
    /// How much to try.
    pub effort: Effort,
    /// The work limit of a search in one block: roughly, how many placements of operations it tries.
    pub work: u64,
    /// Whether buffers that a function returns count for the load, from their first accesses on. Collectors do not plan
    /// them, but they take memory at run time.
    pub outputs: bool,
    /// Whether to remark on the load of each function.
    pub report: bool,
}

impl Default for ScheduleForMemory {
    fn default() -> Self {
        Self {
            effort: Effort::default(),
            work: 20_000_000,
            outputs: false,
            report: false,
        }
    }
}

impl Pass for ScheduleForMemory {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "schedule-for-memory",
            aliases: &[],
            summary: "Orders the operations of each block so that fewer bytes are live at once.",
            cost: "near-linear in the operations and their accesses, plus `work` for each block",
            source: "list scheduling, windows around the peaks, and minimum cuts as bounds",
        }
    }

    fn anchor(&self) -> Anchor {
        Anchor::Module
    }

    fn options(&self) -> Options<'_, dyn Pass> {
        Options::of(self, Self::default(), |pass| {
            vec![
                Field::word("effort", &mut pass.effort, EFFORTS).help(
                    "`linear`: a few orders in linear time; `windows`: also searches around the peaks; \
                     `exact`: also searches whole blocks.",
                ),
                Field::value("work", &mut pass.work)
                    .expects("a number")
                    .help("How much a search in one block may do; the result depends on it, not on time."),
                Field::flag("outputs", &mut pass.outputs)
                    .help("Whether buffers that a function returns count for the load, from their first accesses on."),
                Field::flag("report", &mut pass.report).help(
                    "Remark on each function: the load before and after, a lower bound, and what is live at \
                     the peak.",
                ),
            ]
        })
    }

    fn run(&self, m: &mut Module, root: OpId, cx: &mut PassContext) -> Result<(), PassError> {
        let loads = self.schedule(m, root);
        if self.report {
            for load in loads.iter().filter(|load| load.is_of_function(m)) {
                load.remark(m, cx);
            }
        }
        Ok(())
    }
}

impl ScheduleForMemory {
    /// Orders the blocks below `root`. Returns the loads of the blocks with nodes, inner ones first.
    pub fn schedule(&self, m: &mut Module, root: OpId) -> Vec<BlockLoad> {
        self.schedule_again(m, root, &FoundOrders::default(), &mut Analyses::default())
    }

    /// Like [`Self::schedule`], for one of several versions of a program, which share `orders`, with the analyses of
    /// it.
    pub fn schedule_again(
        &self,
        m: &mut Module,
        root: OpId,
        orders: &FoundOrders,
        analyses: &mut Analyses,
    ) -> Vec<BlockLoad> {
        let given = analyses.clone();
        let memory = if self.outputs {
            given.with_outputs(m)
        } else {
            given.memory(m)
        };
        let loads = self.schedule_with(m, memory, orders, root);
        if loads.iter().any(|load| load.has_moved) {
            analyses.operations_moved();
        }
        loads
    }

    /// Like [`Self::schedule`], for several parts of a module that is analysed once.
    pub(crate) fn schedule_with(
        &self,
        m: &mut Module,
        memory: &Memory,
        orders: &FoundOrders,
        root: OpId,
    ) -> Vec<BlockLoad> {
        let mut loads = Vec::new();
        // Bytes that are live only inside of an operation, in the given order and in the new one.
        let mut inside = Inside::default();
        let mut around: Vec<OpId> = m.walk(root).filter(|&op| is_scheduled(m, op)).collect();
        around.reverse();
        for op in around {
            for region in m.regions(op).to_vec() {
                let spans = RegionSpans::new(m, memory, region);
                let blocks: Vec<BlockId> = m.blocks(region).collect();
                for id in blocks {
                    let Some(load) = self.schedule_block(m, memory, orders, id, &spans, &inside)
                    else {
                        continue;
                    };
                    for (inside, load) in [
                        (&mut inside.given, load.given_bytes),
                        (&mut inside.now, load.load_bytes),
                    ] {
                        let most = inside.entry(op).or_default();
                        *most = load.max(*most);
                    }
                    loads.push(load);
                }
            }
        }
        loads
    }

    fn schedule_block(
        &self,
        m: &mut Module,
        memory: &Memory,
        orders: &FoundOrders,
        id: BlockId,
        spans: &RegionSpans,
        inside: &Inside,
    ) -> Option<BlockLoad> {
        let mut block = Block::new(m, memory, id, spans, &inside.now)?;
        if block.nodes.is_empty() {
            return None;
        }
        let solved = orders.solve(&block.problem, self.effort, self.work);
        for (bytes, op) in block.problem.inside.iter_mut().zip(&block.nodes) {
            *bytes = inside.given.get(op).copied().unwrap_or(0);
        }
        let given: Vec<u32> = (0..block.problem.len() as u32).collect();
        let given = block.problem.load(&given);
        for (bytes, op) in block.problem.inside.iter_mut().zip(&block.nodes) {
            *bytes = inside.now.get(op).copied().unwrap_or(0);
        }
        if solved.load < solved.given {
            emit::emit(m, id, &block, &solved.order);
        }
        Some(BlockLoad::new(memory, id, &block, &solved, given))
    }
}

/// The largest load of the blocks of each operation.
#[derive(Default)]
struct Inside {
    given: FxHashMap<OpId, u64>,
    now: FxHashMap<OpId, u64>,
}

/// Visits the blocks below `root` that may be reordered, inner ones first, as problems in the given order. `visit`
/// returns the load of the block. Linear in the accesses below an operation, times the depth of blocks.
pub(crate) fn each_block(
    m: &Module,
    memory: &Memory,
    root: OpId,
    mut visit: impl FnMut(BlockId, &Block) -> u64,
) {
    let mut inside: FxHashMap<OpId, u64> = FxHashMap::default();
    let mut around: Vec<OpId> = m.walk(root).filter(|&op| is_scheduled(m, op)).collect();
    around.reverse();
    for op in around {
        for &region in m.regions(op) {
            let spans = RegionSpans::new(m, memory, region);
            for id in m.blocks(region) {
                let Some(block) = Block::new(m, memory, id, &spans, &inside) else {
                    continue;
                };
                let load = visit(id, &block).saturating_add(block.constant);
                let most = inside.entry(op).or_default();
                *most = load.max(*most);
            }
        }
    }
}

/// Whether the operations in the blocks of an operation may be reordered.
fn is_scheduled(m: &Module, op: OpId) -> bool {
    m.has_trait(op, Traits::FUNCTION) || (has_region_flow(m, op) && !computes_elements(m, op))
}
