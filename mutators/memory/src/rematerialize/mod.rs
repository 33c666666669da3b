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
mod clones;
mod cut;

use std::fmt::Write as _;

use memplan_mlir::dialects::{EffectKind, Traits};
use memplan_mlir::interfaces::effects;
use memplan_mlir::passes::{
    Anchor, OptionInfo, ParamError, Params, Pass, PassContext, PassError, PluginInfo,
};
use memplan_mlir::{BlockId, Module, OpId};
use rustc_hash::FxHashSet;

use crate::accesses::Memory;
use crate::fills::sink_fills;
use crate::local_buffer::allocations;
use crate::schedule::{BlockLoad, ScheduleForMemory};
use buffers::{Buffers, traffic};

/// Maximum number of cuts in one block.
const MAX_CUTS: usize = 12;

/// The work limit of ordering after each cut. With the default of `schedule-for-memory`, `merge --recompute 20%` takes
/// up to nine times as long for the gradients in `datasets/programs`, and reaches the same peaks.
const ORDER_WORK: u64 = 100_000;

/// The pass `rematerialize`: recomputes cheap buffers after a peak of a function, instead of keeping them live over
/// it. A minimum cut of the graph of cheap computations selects the buffers to keep.
///
/// Run [`SplitBuffers`](crate::SplitBuffers) and [`sink_fills`](crate::sink_fills) first, since buffers must hold one
/// value each. Results stay the same bit for bit. Functions that free buffers are not changed.
///
/// The cost for each block of a function is that of [`ScheduleForMemory`](crate::ScheduleForMemory) on the function and
/// of a copy of the module, for at most 36 cuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rematerialize {
    /// How much more memory traffic is allowed, in percent of that of the function.
    pub max_traffic_percent: u64,
    /// The load at which recomputation stops, in bytes.
    pub capacity: u64,
    /// Whether to remark on what was reached at which cost.
    pub report: bool,
}

impl Default for Rematerialize {
    fn default() -> Self {
        Self {
            max_traffic_percent: 20,
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
            summary: "Computes cheap buffers again behind a peak instead of keeping them.",
            cost: "that of `schedule-for-memory` for each cut, at most 36 times",
            source: "minimum cuts at the peaks",
            options: &[
                OptionInfo {
                    name: "max-traffic",
                    default: "20%",
                    help: "How much memory traffic may be added, relative to that of the function.",
                },
                OptionInfo {
                    name: "capacity",
                    default: "0",
                    help: "Compute nothing again where the load is at most this many bytes.",
                },
                OptionInfo {
                    name: "report",
                    default: "false",
                    help: "Remark on each function: load and added traffic after each cut.",
                },
            ],
        }
    }

    fn anchor(&self) -> Anchor {
        Anchor::Module
    }

    fn configure(&self, params: &Params) -> Result<Box<dyn Pass>, ParamError> {
        let percent = params.parse_with("max-traffic", "a percentage such as `20%`", |text| {
            text.strip_suffix('%')?.parse().ok()
        })?;
        let capacity =
            params.parse_with("capacity", "a number of bytes", |text| text.parse().ok())?;
        Ok(Box::new(Self {
            max_traffic_percent: percent.unwrap_or(self.max_traffic_percent),
            capacity: capacity.unwrap_or(self.capacity),
            report: params.flag("report")?.unwrap_or(self.report),
        }))
    }

    fn params(&self) -> Params {
        let default = Self::default();
        let mut params = Params::default();
        if self.max_traffic_percent != default.max_traffic_percent {
            params.or_insert("max-traffic", format!("{}%", self.max_traffic_percent));
        }
        if self.capacity != default.capacity {
            params.or_insert("capacity", self.capacity);
        }
        if self.report {
            params.or_insert("report", true);
        }
        params
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
        let functions = m.walk(root).filter(|&op| m.has_trait(op, Traits::FUNCTION));
        let functions: Vec<OpId> = functions.filter(|&op| !frees(m, op)).collect();
        let mut done = Vec::new();
        for function in functions {
            let regions = m.regions(function).to_vec();
            let blocks = regions.iter().flat_map(|&region| m.blocks(region));
            for block in blocks.collect::<Vec<_>>() {
                done.extend(self.recompute_in(m, (function, block)));
            }
        }
        done
    }

    fn recompute_in(
        &self,
        m: &mut Module,
        (function, block): (OpId, BlockId),
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
            let buffers = Buffers::new(&best, &memory, block);
            if done.cuts.is_empty() {
                done.traffic_bytes = buffers.traffic;
            }
            let limit = u128::from(done.traffic_bytes) * u128::from(self.max_traffic_percent) / 100;
            let limit = u64::try_from(limit)
                .unwrap_or(u64::MAX)
                .saturating_sub(added);
            let mut peaks = load.peaks.clone();
            peaks = [0, peaks.len().saturating_sub(1), peaks.len() / 2]
                .iter()
                .filter_map(|&at| peaks.get(at).copied())
                .collect();
            peaks.dedup();
            let better = peaks.into_iter().find_map(|peak| {
                let (next, cost) = try_cut(&best, (block, peak), &memory, &buffers, limit)?;
                let mut next = next;
                let found = ordered(&mut next, function, block)?;
                (found.load_bytes < load.load_bytes).then_some((next, found, cost))
            });
            let Some((next, found, cost)) = better else {
                break;
            };
            (best, load) = (next, found);
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

/// Orders the operations of a function. Returns the load of one of its blocks.
fn ordered(m: &mut Module, function: OpId, block: BlockId) -> Option<BlockLoad> {
    sink_fills(m, function);
    let order = ScheduleForMemory {
        work: ORDER_WORK,
        ..ScheduleForMemory::default()
    };
    let loads = order.schedule(m, function);
    loads.into_iter().find(|load| load.block == block)
}

/// The program with buffers recomputed after an operation, and the traffic that this adds.
fn try_cut(
    m: &Module,
    (block, peak): (BlockId, OpId),
    memory: &Memory,
    buffers: &Buffers,
    limit: u64,
) -> Option<(Module, u64)> {
    let at = *buffers.position.get(&peak)?;
    let mut touched = FxHashSet::default();
    for access in &memory.touched(m, peak).accesses {
        let value = memory.object(access.object).value;
        touched.extend(value.and_then(|value| buffers.of.get(&value).copied()));
    }
    debug_assert_eq!(m.op_block(peak), Some(block));
    let mut again = cut::cut(buffers, at, &touched)?;
    let cost_of = |number: u32| -> u64 {
        let writers = buffers.list[number as usize].writers.iter();
        writers.map(|&writer| traffic(m, writer)).sum()
    };
    let cost = again.limit(buffers, limit, &cost_of);
    if again.needed.is_empty() {
        return None;
    }
    let mut next = m.clone();
    clones::compute_again(&mut next, buffers, &again, at);
    Some((next, cost))
}

/// The allocations below `root` outside of functions that free buffers, in the order of the program.
pub(crate) fn unfreed_allocations(m: &Module, root: OpId) -> Vec<OpId> {
    let functions = m.walk(root).filter(|&op| m.has_trait(op, Traits::FUNCTION));
    let freeing: Vec<OpId> = functions.filter(|&op| frees(m, op)).collect();
    let mut list = allocations(m, root);
    list.retain(|&alloc| !m.ancestors(alloc).any(|op| freeing.contains(&op)));
    list
}

/// Whether a function frees buffers, or another pass has freed them.
pub(crate) fn frees(m: &Module, function: OpId) -> bool {
    let mark = m.ctx.find_str("memplan.deallocated");
    let is_marked = mark.is_some_and(|mark| m.attr(function, mark).is_some());
    let is_free = |op: OpId| {
        let list = effects(m, op).unwrap_or_default();
        list.iter().any(|effect| effect.kind == EffectKind::Free)
    };
    is_marked || m.walk(function).any(is_free)
}

impl Recomputation {
    fn remark(&self, m: &Module, cx: &mut PassContext) {
        let Some(function) = m.block_parent(self.block) else {
            return;
        };
        let mut message = format!("load {} bytes", self.given_bytes);
        for &(load, traffic) in &self.cuts {
            let per_mille = traffic.saturating_mul(1000) / self.traffic_bytes.max(1);
            let (whole, tenth) = (per_mille / 10, per_mille % 10);
            // Writing to a string cannot fail.
            let _ = write!(message, ", {load} with {whole}.{tenth} % more traffic");
        }
        cx.remark(m, function, "recomputed", message, &[]);
    }
}
