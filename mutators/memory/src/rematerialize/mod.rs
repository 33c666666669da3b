//! `rematerialize`: recomputes buffers after a peak instead of keeping them over it.
//!
//! A gradient keeps what its forward pass computed until its backward pass needs it. Much of that is cheap to compute
//! from something else that is kept: elementwise functions, broadcasts, transposes, fills, copies. For an operation
//! at a peak of a function, a minimum cut of the graph of cheap computations says which buffers to keep ([`cut`]);
//! the others are recomputed before their first readers after the peak ([`clones`]). That is repeated as long as the
//! load falls and the traffic allows it. Results stay the same bit for bit.
//!
//! Buffers must hold one value each, so `split-buffers` and `sink-fills` come first. Functions that free buffers are
//! not changed.

pub(crate) mod buffers;
pub(crate) mod clones;
pub(crate) mod cut;

use memplan_memory_model::{Memory, allocations, frees_its_buffers};
use std::fmt::Write as _;

use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{allocation, callee};
use memplan_mlir::passes::{Anchor, Field, Options, Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{BlockId, Module, OpId};
use rustc_hash::FxHashSet;

use crate::elementwise::is_cheap;
use crate::fills::sink_fills;
use crate::schedule::{BlockLoad, FoundOrders, ScheduleForMemory};
use crate::versions::split_updates;
use buffers::{Buffers, Repeated, traffic};
use cut::Again;

/// Maximum number of cuts in one block.
const MAX_CUTS: usize = 12;

/// The work limit of ordering after each cut. With the default of `schedule-for-memory`, `merge --recompute 20%` takes
/// up to nine times as long for the gradients in `datasets/programs`, and reaches the same peaks.
const ORDER_WORK: u64 = 100_000;

/// The pass `rematerialize`: recomputes cheap buffers after a peak of a function, instead of keeping them live over
/// it. A minimum cut of the graph of cheap computations selects the buffers to keep.
///
/// Run [`split_buffers`](crate::split_buffers) and [`sink_fills`](crate::sink_fills) first, since buffers must hold one
/// value each. Results stay the same bit for bit. Functions that free buffers are not changed.
///
/// The functions are copied and ordered once together, to find the blocks with a cut. Each block with one costs a copy
/// and the analysis of the whole module, and [`ScheduleForMemory`](crate::ScheduleForMemory) on its function, once and
/// for each cut that is tried, at most 36.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rematerialize {
    /// How much more memory traffic is allowed, in percent of that of the function.
    pub max_traffic_percent: u64,
    /// Whether to recompute reductions and products, too. They may take as much of the time of the function as
    /// [`max_traffic_percent`](Self::max_traffic_percent) allows.
    pub products: bool,
    /// The load at which recomputation stops, in bytes.
    pub capacity: u64,
    /// Whether to remark on what was reached at which cost.
    pub report: bool,
}

impl Default for Rematerialize {
    fn default() -> Self {
        Self {
            max_traffic_percent: 20,
            products: false,
            capacity: 0,
            report: false,
        }
    }
}

/// The result of recomputation in one block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recomputation {
    /// The block.
    pub block: BlockId,
    /// The load before, ordered by `schedule-for-memory`, in bytes.
    pub given_bytes: u64,
    /// The memory traffic before: the sum of the sizes of all operands.
    pub traffic_bytes: u64,
    /// For each cut, the load after it and the traffic of all recomputation.
    pub cuts: Vec<(u64, u64)>,
}

impl Pass for Rematerialize {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "rematerialize",
            aliases: &[],
            summary: "Computes cheap buffers again after a peak instead of keeping them.",
            cost: "that of `schedule-for-memory`, again for each block with a cut, and for each cut tried, at most 36 \
                   in a block",
            source: "minimum cuts at the peaks",
        }
    }

    fn anchor(&self) -> Anchor {
        Anchor::Module
    }

    fn options(&self) -> Options<'_, dyn Pass> {
        Options::of(self, Self::default(), |pass| {
            vec![
                crate::percentage("max-traffic", &mut pass.max_traffic_percent)
                    .expects("a percentage such as `20%`")
                    .help("How much memory traffic may be added, relative to that of the function."),
                Field::flag("products", &mut pass.products)
                    .help("Whether to compute reductions and products again, too, for as much of the time of the function."),
                Field::value("capacity", &mut pass.capacity)
                    .expects("a number of bytes")
                    .help("Compute nothing again where the load is at most this many bytes."),
                Field::flag("report", &mut pass.report)
                    .help("Remark on each function: load and added traffic after each cut."),
            ]
        })
    }

    fn run(&self, m: &mut Module, root: OpId, cx: &mut PassContext) -> Result<(), PassError> {
        for done in self.recompute(m, root) {
            if self.report {
                done.remark(m, cx);
            }
        }
        Ok(())
    }
}

impl Rematerialize {
    /// Recomputes buffers of functions below `root`. Returns the results for the blocks that changed.
    pub fn recompute(&self, m: &mut Module, root: OpId) -> Vec<Recomputation> {
        if !self.products {
            return self.recompute_values(m, root);
        }
        // What is normalised in place holds several values.
        let given = m.clone();
        split_updates(m, root);
        let done = self.recompute_values(m, root);
        if done.is_empty() {
            *m = given;
        }
        done
    }

    fn recompute_values(&self, m: &mut Module, root: OpId) -> Vec<Recomputation> {
        let functions = m.walk(root).filter(|&op| m.has_trait(op, Traits::FUNCTION));
        let functions = functions
            .filter(|&op| (self.products || may_be_cheap(m, op)) && !frees_its_buffers(m, op));
        let functions: Vec<OpId> = functions.collect();
        let mut places: Vec<(OpId, BlockId)> = Vec::new();
        for &function in &functions {
            let regions = m.regions(function).iter();
            let blocks = regions.flat_map(|&region| m.blocks(region));
            places.extend(blocks.map(|block| (function, block)));
        }
        // A single block is as fast to try as to test.
        let promising = (places.len() > 1).then(|| self.promising(m, root, &functions));
        let mut done = Vec::new();
        let mut changed = None;
        for (function, block) in places {
            // Cuts in one block also order the others of its function, which were tested in another order.
            let is_open = promising
                .as_ref()
                .is_none_or(|blocks| changed == Some(function) || blocks.contains(&block));
            if !is_open {
                continue;
            }
            if let Some(recomputation) = self.recompute_in(m, function, block) {
                changed = Some(function);
                done.push(recomputation);
            }
        }
        done
    }

    /// The blocks of functions that may have a first cut. They are found in one copy of the module, because a copy
    /// for each block takes quadratic time where nothing can be recomputed.
    fn promising(&self, m: &Module, root: OpId, functions: &[OpId]) -> FxHashSet<BlockId> {
        let mut m = m.clone();
        let has_sunk = sink_fills(&mut m, root);
        let memory = Memory::new(&m);
        let order = order();
        let mut loads = Vec::new();
        let mut blocks = FxHashSet::default();
        for &function in functions {
            if has_sunk && m.walk(function).any(|op| callee(&m, op).is_some()) {
                // Changes in callees may have changed what is known here.
                let regions = m.regions(function).iter();
                blocks.extend(regions.flat_map(|&region| m.blocks(region)));
            } else {
                let of_function =
                    order.schedule_with(&mut m, &memory, &FoundOrders::default(), function);
                let is_own = |load: &BlockLoad| m.block_parent(load.block) == Some(function);
                loads.extend(of_function.into_iter().filter(is_own));
            }
        }
        let memory = Memory::new(&m);
        for load in loads.iter().filter(|load| load.load_bytes > self.capacity) {
            let buffers = self.buffers(&m, &memory, load.block);
            let limit = self.limit(buffers.traffic);
            let has_cut =
                |&peak: &OpId| cut_at(&m, load.block, peak, &memory, &buffers, limit).is_some();
            if tried(load).iter().any(has_cut) {
                blocks.insert(load.block);
            }
        }
        blocks
    }

    /// How much traffic may be added, in bytes.
    fn limit(&self, traffic: u64) -> u64 {
        let limit = u128::from(traffic) * u128::from(self.max_traffic_percent) / 100;
        u64::try_from(limit).unwrap_or(u64::MAX)
    }

    fn buffers(&self, m: &Module, memory: &Memory, block: BlockId) -> Buffers {
        let repeated = if self.products {
            Repeated::All
        } else {
            Repeated::Cheap
        };
        Buffers::new(m, memory, block, repeated)
    }

    fn recompute_in(
        &self,
        m: &mut Module,
        function: OpId,
        block: BlockId,
    ) -> Option<Recomputation> {
        let mut best = m.clone();
        let mut load = ordered(&mut best, function, block)?;
        let mut done = Recomputation {
            block,
            given_bytes: load.load_bytes,
            traffic_bytes: 0,
            cuts: Vec::new(),
        };
        let mut added = 0;
        while done.cuts.len() < MAX_CUTS && load.load_bytes > self.capacity {
            let memory = Memory::new(&best);
            let buffers = self.buffers(&best, &memory, block);
            if done.cuts.is_empty() {
                done.traffic_bytes = buffers.traffic;
            }
            let limit = self.limit(done.traffic_bytes).saturating_sub(added);
            let better = tried(&load).into_iter().find_map(|peak| {
                let (next, cost) = try_cut(&best, block, peak, &memory, &buffers, limit)?;
                let mut next = next;
                let next_load = ordered(&mut next, function, block)?;
                (next_load.load_bytes < load.load_bytes).then_some((next, next_load, cost))
            });
            let Some((next, next_load, cost)) = better else {
                break;
            };
            (best, load) = (next, next_load);
            added += cost;
            done.cuts.push((load.load_bytes, added));
        }
        if done.cuts.is_empty() {
            return None;
        }
        *m = best;
        Some(done)
    }
}

/// Whether a function has buffers, and operations that are cheap or that [`sink_fills`] may replace by cheap ones.
fn may_be_cheap(m: &Module, function: OpId) -> bool {
    let may_be = |op: OpId| m.is_kernel(op, Kernel::Generic) || is_cheap(m, op);
    m.walk(function).any(|op| allocation(m, op).is_some()) && m.walk(function).any(may_be)
}

/// The operations after which cuts are tried: the first, the last and the middle one with the load of the block.
fn tried(load: &BlockLoad) -> Vec<OpId> {
    let peaks = &load.peaks;
    let places = [0, peaks.len().saturating_sub(1), peaks.len() / 2];
    let peaks = places.iter().filter_map(|&at| peaks.get(at).copied());
    let mut peaks: Vec<OpId> = peaks.collect();
    peaks.dedup();
    peaks
}

fn order() -> ScheduleForMemory {
    ScheduleForMemory {
        work: ORDER_WORK,
        ..ScheduleForMemory::default()
    }
}

/// Orders the operations of a function. Returns the load of one of its blocks.
fn ordered(m: &mut Module, function: OpId, block: BlockId) -> Option<BlockLoad> {
    sink_fills(m, function);
    let loads = order().schedule(m, function);
    loads.into_iter().find(|load| load.block == block)
}

/// The program with buffers recomputed after an operation, and the traffic that this adds.
fn try_cut(
    m: &Module,
    block: BlockId,
    peak: OpId,
    memory: &Memory,
    buffers: &Buffers,
    limit: u64,
) -> Option<(Module, u64)> {
    let (at, again, cost) = cut_at(m, block, peak, memory, buffers, limit)?;
    let mut next = m.clone();
    clones::compute_again(&mut next, buffers, &again, at);
    Some((next, cost))
}

/// The position of an operation, the buffers to recompute after it, and the traffic that this adds.
fn cut_at(
    m: &Module,
    block: BlockId,
    peak: OpId,
    memory: &Memory,
    buffers: &Buffers,
    limit: u64,
) -> Option<(u32, Again, u64)> {
    let at = *buffers.position.get(&peak)?;
    let mut touched = FxHashSet::default();
    for access in &memory.touched(m, peak).accesses {
        let value = memory.object(access.object).value;
        touched.extend(value.and_then(|value| buffers.of.get(&value).copied()));
    }
    debug_assert_eq!(m.op_block(peak), Some(block));
    let mut again = cut::cut(buffers, at, &touched)?;
    let cost_of = |number: u32| -> u64 {
        let buffer = &buffers.list[number as usize];
        let traffic = buffer.writers.iter().map(|&writer| traffic(m, writer));
        traffic.fold(buffer.effort, u64::saturating_add)
    };
    let cost = again.limit(buffers, limit, &cost_of);
    (!again.needed.is_empty()).then_some((at, again, cost))
}

/// The allocations below `root` outside of functions that free buffers, in the order of the program.
pub(crate) fn unfreed_allocations(m: &Module, root: OpId) -> Vec<OpId> {
    let functions = m.walk(root).filter(|&op| m.has_trait(op, Traits::FUNCTION));
    let freeing: FxHashSet<OpId> = functions.filter(|&op| frees_its_buffers(m, op)).collect();
    let mut list = allocations(m, root);
    list.retain(|&alloc| !m.ancestors(alloc).any(|op| freeing.contains(&op)));
    list
}

impl Recomputation {
    /// The traffic that is added, in thousandths of the traffic before.
    pub fn added_per_mille(&self) -> u64 {
        self.cuts.last().map_or(0, |cut| self.per_mille(cut.1))
    }

    fn per_mille(&self, traffic: u64) -> u64 {
        traffic.saturating_mul(1000) / self.traffic_bytes.max(1)
    }

    fn remark(&self, m: &Module, cx: &mut PassContext) {
        let Some(function) = m.block_parent(self.block) else {
            return;
        };
        let mut message = format!("load {} bytes", self.given_bytes);
        for &(load, traffic) in &self.cuts {
            let per_mille = self.per_mille(traffic);
            let (whole, tenth) = (per_mille / 10, per_mille % 10);
            // Writing to a string cannot fail.
            let _ = write!(message, ", {load} with {whole}.{tenth} % more traffic");
        }
        cx.remark(m, function, "recomputed", message, &[]);
    }
}
