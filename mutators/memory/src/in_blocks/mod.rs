//! `compute-in-blocks`: computes chains of operations block by block, so that the buffers between them are small.
//!
//! Attention holds a score for each pair of a query and a key. But no query needs the scores of another one: computed
//! for a few queries at a time, all the rest of the chain needs only those rows. This pass finds such chains at the
//! peaks of a block, and writes them as a loop over blocks of points. No reduction is divided, so each element is
//! computed by the same operations in the same order, and results stay the same bit for bit. With `carried`, a block
//! may continue the sums that the blocks before left, in the order of the loops.
//!
//! - A block of points is called a *tile* here, as IR has blocks, too.
//! - A chain begins with the operations that use a large buffer at a peak. It grows by the users of the largest buffer
//!   that it shares with others, as long as all of them can be computed in tiles: structured operations and copies
//!   whose outputs all move along the tiles. Views may be expanded and collapsed shapes, and parts.
//! - Windows overlap: what a convolution reads beyond its tile is computed in both, up to a limit.
//! - Tiles at the borders of padded buffers, and the rest, have sizes of their own. They are written out in front of
//!   the loop and after it.
//! - Tiles are as large as the load allows that the chains cannot lower, so they are no smaller than they pay.
//! - Nothing is divided that other threads or unknown operations may touch. Functions that free buffers are not
//!   changed.
//!
//! Source: the search over chains and dimensions follows AutoChunk (Zhao et al., ICLR 2024); borders follow MCUNetV2
//! (Lin et al., NeurIPS 2021).

mod apart;
mod chain;
mod cost;
mod emit;
mod nest;
mod range;
mod search;

use std::fmt;

use memplan_mlir::dialects::Traits;
use memplan_mlir::passes::{Anchor, Field, Options, Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::{BlockId, Module, OpId, names};
use memplan_support::sizes::human;
use rustc_hash::FxHashMap;

use crate::analyses::Analyses;
use crate::fills::sink_fills;
use crate::schedule::block::Block;
use crate::schedule::each_block;
use crate::schedule::emit::emit;
use apart::Apart;
use chain::Facts;
use emit::Rewriting;
use memplan_memory_model::frees_its_buffers;
use search::{Search, order};

/// Maximum number of times that chains are chosen.
const MAX_ROUNDS: usize = 8;

/// How much a chain has to lower the load, in percent.
const LEAST_GAIN: u64 = 2;

/// The pass `compute-in-blocks`: computes chains of operations at the peaks block by block.
///
/// Run [`split_buffers`](crate::split_buffers) and [`ScheduleForMemory`](crate::ScheduleForMemory) first. Results stay
/// the same bit for bit. Functions that free buffers are not changed. For each of at most eight rounds, near-linear in
/// the operations, and in the length of the chains tried, up to a limit for each block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComputeInBlocks {
    /// Divide every chain into this many blocks, whether that lowers a peak or not. Zero divides what pays.
    pub blocks: u64,
    /// How much more may be computed, in percent of the points of a block of the program.
    pub max_work_percent: u64,
    /// How much memory traffic may be added, in percent of that of a block of the program.
    pub max_traffic_percent: u64,
    /// Operands of at most this many bytes cost nothing to be read again.
    pub cache_bytes: u64,
    /// Whether sums may be divided: each block continues the sum that the blocks before left. Results are the same bit
    /// for bit only where operations are lowered to loops in the order of their iterators, not where they are tiled or
    /// vectorised.
    pub carried: bool,
    /// Whether to remark on each chain.
    pub report: bool,
}

impl Default for ComputeInBlocks {
    fn default() -> Self {
        Self {
            blocks: 0,
            max_work_percent: 5,
            max_traffic_percent: 20,
            cache_bytes: 1 << 20,
            carried: false,
            report: false,
        }
    }
}

/// A chain that is computed in blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockedChain {
    /// The function that the chain is in.
    pub function: OpId,
    /// The symbol of that function; empty where it has none.
    pub function_name: String,
    /// How many operations the chain has.
    pub n_operations: usize,
    /// How many of them continue the sums of the blocks before.
    pub n_carried: usize,
    /// How many blocks there are.
    pub n_blocks: i64,
    /// How many points each block has, but the last.
    pub block: i64,
    /// How many points there are.
    pub n_points: i64,
    /// Whether these numbers are those of the shape at which sizes are weighed; then the rest is in blocks of one
    /// point.
    pub is_dynamic: bool,
    /// The bytes of the buffers that only the chain uses, before.
    pub bytes_before: u64,
    /// The load at the chain before and after, in bytes.
    pub load: [u64; 2],
    /// How many more points are computed, in thousandths of those of the block of the program.
    pub work_per_mille: u64,
    /// How much memory traffic is added, in thousandths of that of the block of the program.
    pub traffic_per_mille: u64,
}

impl Pass for ComputeInBlocks {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "compute-in-blocks",
            aliases: &[],
            summary: "Computes chains of operations at the peaks block by block.",
            cost: "near-linear in the operations, and in the chains tried up to a limit, for each of at most 8 rounds",
            source: "chains and dimensions as in AutoChunk (ICLR 2024), borders as in MCUNetV2 (NeurIPS 2021)",
        }
    }

    fn anchor(&self) -> Anchor {
        Anchor::Module
    }

    fn options(&self) -> Options<'_, dyn Pass> {
        Options::of(self, Self::default(), |pass| {
            let show = |blocks: &u64| match blocks {
                0 => "auto".to_owned(),
                _ => blocks.to_string(),
            };
            let read = |text: &str| match text {
                "auto" => Some(0),
                _ => text.parse().ok().filter(|&blocks| 2 <= blocks),
            };
            vec![
                Field::read("blocks", &mut pass.blocks, show, read)
                    .expects("`auto` or a number from 2 on")
                    .help("`auto`: as few as lower the peak; a number: so many, for every chain."),
                crate::percentage("max-work", &mut pass.max_work_percent)
                    .help("How much more may be computed, relative to the block of the program."),
                crate::percentage("max-traffic", &mut pass.max_traffic_percent)
                    .help("How much memory traffic may be added, relative to that of the block of the program."),
                Field::value("cache", &mut pass.cache_bytes)
                    .expects("a number of bytes")
                    .help("Operands of at most this many bytes cost nothing to be read again."),
                Field::flag("carried", &mut pass.carried)
                    .help("Whether blocks may continue sums. Equal bit for bit only if sums are computed in the order of the loops."),
                Field::flag("report", &mut pass.report)
                    .help("Remark on each chain: blocks, loads, added work and traffic."),
            ]
        })
    }

    fn run(&self, m: &mut Module, root: OpId, cx: &mut PassContext) -> Result<(), PassError> {
        for done in self.divide(m, root) {
            if self.report {
                done.remark(m, cx);
            }
        }
        Ok(())
    }
}

impl ComputeInBlocks {
    /// Computes chains below `root` in blocks. Returns them.
    pub fn divide(&self, m: &mut Module, root: OpId) -> Vec<BlockedChain> {
        self.divide_again(m, root, &mut Analyses::default())
    }

    /// Like [`Self::divide`], with the analyses of the program, and those of the result.
    pub fn divide_again(
        &self,
        m: &mut Module,
        root: OpId,
        analyses: &mut Analyses,
    ) -> Vec<BlockedChain> {
        if self.blocks > 0 {
            return self.round(m, root, analyses);
        }
        let mut apart = None;
        let all_apart = self.readers_apart(m, root, analyses);
        if !all_apart.is_empty() {
            let mut copy = m.clone();
            for apart in all_apart {
                apart.emit(&mut copy);
            }
            sink_fills(&mut copy, root);
            apart = Some(copy);
        }
        let done = self.rounds(m, root, analyses);
        if let Some(mut apart) = apart {
            let mut of_copy = Analyses::default();
            let of_apart = self.rounds(&mut apart, root, &mut of_copy);
            if is_lower(&loads(&apart, root, &of_copy), &loads(m, root, analyses)) {
                (*m, *analyses) = (apart, of_copy);
                return of_apart;
            }
        }
        done
    }

    fn rounds(&self, m: &mut Module, root: OpId, analyses: &mut Analyses) -> Vec<BlockedChain> {
        let mut done = Vec::new();
        for _ in 0..MAX_ROUNDS {
            let chains = self.round(m, root, analyses);
            if chains.is_empty() {
                break;
            }
            done.extend(chains);
        }
        done
    }

    /// In each function, a reader of a buffer at the peak that must be divided otherwise, which can get a buffer of its
    /// own.
    fn readers_apart(&self, m: &Module, root: OpId, analyses: &Analyses) -> Vec<Apart> {
        let memory = analyses.with_outputs(m);
        let mut all_apart = Vec::new();
        each_block(m, memory, root, |id, block| {
            let during = block.problem.loads();
            let peak = during.iter().copied().max().unwrap_or(0);
            let around = m.block_parent(id);
            if around
                .is_some_and(|op| m.has_trait(op, Traits::FUNCTION) && !frees_its_buffers(m, op))
            {
                let facts = Facts::new(m, memory, block, self.carried);
                let points = facts.nests.iter().flatten().map(|nest| nest.n_points());
                let limit =
                    points.fold(0, u128::saturating_add) * u128::from(self.max_work_percent) / 100;
                let apart = Apart::new(&facts, memory, id, &during);
                all_apart.extend(apart.filter(|apart| apart.work <= limit));
            }
            peak
        });
        all_apart
    }

    fn round(&self, m: &mut Module, root: OpId, analyses: &mut Analyses) -> Vec<BlockedChain> {
        let given = analyses.clone();
        let memory = given.with_outputs(m);
        let mut chosen: Vec<Chosen> = Vec::new();
        let mut done = Vec::new();
        let mut loads: FxHashMap<BlockId, Vec<u64>> = FxHashMap::default();
        let mut blocks: Vec<(BlockId, Block)> = Vec::new();
        each_block(m, memory, root, |id, block| {
            let during = block.problem.loads();
            let peak = during.iter().copied().max().unwrap_or(0);
            loads.insert(id, during);
            blocks.push((id, block.clone()));
            peak
        });
        let mut functions: FxHashMap<OpId, bool> = FxHashMap::default();
        // By operation at a peak: the load around what is in it.
        let mut critical: FxHashMap<OpId, u64> = FxHashMap::default();
        // Outer blocks first: what is not at a peak around need not be lowered.
        for (id, block) in blocks.into_iter().rev() {
            let (Some(around), Some(during)) = (m.block_parent(id), loads.get(&id)) else {
                continue;
            };
            let is_function = m.has_trait(around, Traits::FUNCTION);
            let function = if is_function {
                Some(around)
            } else {
                m.ancestors(around)
                    .find(|&op| m.has_trait(op, Traits::FUNCTION))
            };
            let Some(function) = function else { continue };
            if *functions
                .entry(function)
                .or_insert_with(|| frees_its_buffers(m, function))
            {
                continue;
            }
            let peak = during.iter().copied().max().unwrap_or(0);
            let base = if is_function || self.blocks > 0 {
                Some(0)
            } else {
                critical.get(&around).copied()
            };
            let Some(base) = base.filter(|_| m.attr(around, names::BLOCKS).is_none()) else {
                continue;
            };
            for ((&op, &load), inside) in block.nodes.iter().zip(during).zip(&block.problem.inside)
            {
                if !is_less(load + base, peak + base) {
                    critical.insert(op, base + load - inside);
                }
            }
            let facts = Facts::new(m, memory, &block, self.carried);
            let plans = Search::new(self, &facts, during, base).run();
            if plans.is_empty() {
                continue;
            }
            let name = m.symbol_text(function);
            done.extend(
                plans
                    .iter()
                    .map(|plan| plan.report(&facts, function, name.clone(), during)),
            );
            let rewritings = plans.iter().map(|plan| plan.rewriting(&facts)).collect();
            let order = order(block.problem.len() as u32, &plans);
            chosen.push(Chosen {
                order: order.map(|order| (id, block, order)),
                rewritings,
            });
        }
        if !chosen.is_empty() {
            analyses.forget();
        }
        for chosen in chosen {
            if let Some((id, block, order)) = chosen.order {
                emit(m, id, &block, &order);
            }
            for rewriting in chosen.rewritings {
                rewriting.emit(m);
            }
        }
        done
    }
}

/// What is done in one block.
struct Chosen {
    /// An order of its nodes in which those of each chain follow each other; `None` if they do.
    order: Option<(BlockId, Block, Vec<u32>)>,
    rewritings: Vec<Rewriting>,
}

/// The load of each function, in bytes.
fn loads(m: &Module, root: OpId, analyses: &Analyses) -> Vec<u64> {
    let memory = analyses.with_outputs(m);
    let mut loads = Vec::new();
    each_block(m, memory, root, |id, block| {
        let peak = block.problem.loads().into_iter().max().unwrap_or(0);
        if m.block_parent(id)
            .is_some_and(|op| m.has_trait(op, Traits::FUNCTION))
        {
            loads.push(peak);
        }
        peak
    });
    loads
}

/// Whether no function has a higher load than before, and one has a lower one.
fn is_lower(after: &[u64], before: &[u64]) -> bool {
    let mut pairs = after.iter().zip(before);
    let is_any_less = pairs
        .clone()
        .any(|(&after, &before)| is_less(after, before));
    after.len() == before.len() && is_any_less && pairs.all(|(after, before)| after <= before)
}

/// Whether a load is lower than another one by more than it takes to be worth anything.
fn is_less(load: u64, other: u64) -> bool {
    let limit = u128::from(other) * u128::from(100 - LEAST_GAIN) / 100;
    u128::from(load) < limit
}

impl BlockedChain {
    fn remark(&self, m: &Module, cx: &mut PassContext) {
        cx.remark(m, self.function, "in-blocks", self.to_string(), &[]);
    }
}

/// All but the function.
impl fmt::Display for BlockedChain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rest = match self.n_points % self.block {
            _ if self.is_dynamic && self.block > 1 => ", the rest one by one".to_owned(),
            0 => String::new(),
            rest => format!(", the last of {rest}"),
        };
        let tenths = |per_mille: u64| format!("{}.{} %", per_mille / 10, per_mille % 10);
        let carried = match self.n_carried {
            0 => String::new(),
            n => format!(" ({n} continued by each block)"),
        };
        write!(
            f,
            "{} operations{carried} in {} blocks of {} of {} points{rest}: load {} to {}, {} more computed, {} more read",
            self.n_operations,
            self.n_blocks,
            self.block,
            self.n_points,
            human(self.load[0].into()),
            human(self.load[1].into()),
            tenths(self.work_per_mille),
            tenths(self.traffic_per_mille),
        )
    }
}
