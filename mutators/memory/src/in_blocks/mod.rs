//! `compute-in-blocks`: computes chains of operations block by block, so that the buffers between them are small.
//!
//! Attention holds a score for each pair of a query and a key. But no query needs the scores of another one: computed for a few
//! queries at a time, all the rest of the chain needs only those rows. This pass finds such chains at the peaks of a
//! block, and writes them as a loop over blocks of points. No reduction is divided, so each element is computed by the same
//! operations in the same order, and results stay the same bit for bit.
//!
//! - A block of points is called a *tile* here, as IR has blocks, too.
//! - A chain begins with the operations that use a large buffer at a peak. It grows by the users of the largest buffer that it
//!   shares with others, as long as all of them can be computed in tiles: structured operations and copies whose outputs all
//!   move along the tiles. Views may be expanded and collapsed shapes, and parts.
//! - Windows overlap: what a convolution reads beyond its tile is computed in both, up to a limit.
//! - Tiles at the borders of padded buffers, and the rest, have sizes of their own. They are written out in front of the loop and
//!   behind it.
//! - Tiles are as large as the load allows that the chains cannot lower, so they are no smaller than they pay.
//! - Nothing is divided that other threads or unknown operations may touch. Functions that free buffers are not
//!   changed.
//!
//! Source: the search over chains and dimensions follows AutoChunk (Zhao et al., ICLR 2024); borders follow MCUNetV2 (Lin et al.,
//! NeurIPS 2021).

mod apart;
mod chain;
mod cost;
mod emit;
mod range;

use memplan_mlir::dialects::Traits;
use memplan_mlir::passes::{
    Anchor, OptionInfo, ParamError, Params, Pass, PassContext, PassError, PluginInfo,
};
use memplan_mlir::{BlockId, Module, OpId, names};
use memplan_support::Sort;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::fills::sink_fills;
use crate::rematerialize::buffers::traffic;
use crate::schedule::block::Block;
use crate::schedule::each_block;
use crate::schedule::emit::emit;
use apart::Apart;
use chain::{Chain, Facts};
use cost::{Around, Division, division, divisions};
use emit::{InternalRewriting, PartRewriting, Rewriting};
use memplan_memory_model::access::frees_its_buffers;
use memplan_memory_model::objects::Memory;

/// Maximum number of times that chains are chosen.
const MAX_ROUNDS: usize = 8;

/// Maximum number of buffers at a peak that a chain is grown from.
const MAX_SEEDS: usize = 8;

/// Maximum number of chains in one block and round.
const MAX_CHAINS: usize = 256;

/// How many operations may be looked at in one block and round, in all chains that are tried: for each operation, and in all.
const MAX_WORK: [usize; 2] = [4_000, 40_000_000];

/// How many buffers in a row may be tried in vain to make a chain longer.
const MAX_FAILURES: usize = 8;

/// How much a chain has to lower the load, in percent.
const LEAST_GAIN: u64 = 2;

/// How much more a chain may compute, in percent of its own points.
const MAX_CHAIN_WORK: u128 = 15;

/// The pass `compute-in-blocks`: computes chains of operations at the peaks block by block.
///
/// Run [`split_buffers`](crate::split_buffers) and [`ScheduleForMemory`](crate::ScheduleForMemory) first. Results stay the
/// same bit for bit. Functions that free buffers are not changed. For each of at most eight rounds, near-linear in the
/// operations, and in the length of the chains tried, up to a limit for each block.
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
            report: false,
        }
    }
}

/// A chain that is computed in blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockedChain {
    /// The first operation of the chain in the program given; it is erased.
    pub function: OpId,
    /// How many operations the chain has.
    pub n_operations: usize,
    /// How many blocks there are.
    pub n_blocks: i64,
    /// How many points each block has, but the last.
    pub block: i64,
    /// How many points there are.
    pub n_points: i64,
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
            options: &[
                OptionInfo {
                    name: "blocks",
                    default: "auto",
                    help: "`auto`: as few as lower the peak; a number: so many, for every chain.",
                },
                OptionInfo {
                    name: "max-work",
                    default: "5%",
                    help: "How much more may be computed, relative to the block of the program.",
                },
                OptionInfo {
                    name: "max-traffic",
                    default: "20%",
                    help: "How much memory traffic may be added, relative to that of the block of the program.",
                },
                OptionInfo {
                    name: "cache",
                    default: "1048576",
                    help: "Operands of at most this many bytes cost nothing to be read again.",
                },
                OptionInfo {
                    name: "report",
                    default: "false",
                    help: "Remark on each chain: blocks, loads, added work and traffic.",
                },
            ],
        }
    }

    fn anchor(&self) -> Anchor {
        Anchor::Module
    }

    fn configure(&self, params: &Params) -> Result<Box<dyn Pass>, ParamError> {
        let percent = |name| {
            params.parse_with(name, "a percentage such as `5%`", |text| {
                text.strip_suffix('%')?.parse().ok()
            })
        };
        let blocks = params.parse_with(
            "blocks",
            "`auto` or a number from 2 on",
            |text| match text {
                "auto" => Some(0),
                _ => text.parse().ok().filter(|&n| n >= 2),
            },
        )?;
        let cache = params.parse_with("cache", "a number of bytes", |text| text.parse().ok())?;
        Ok(Box::new(Self {
            blocks: blocks.unwrap_or(self.blocks),
            max_work_percent: percent("max-work")?.unwrap_or(self.max_work_percent),
            max_traffic_percent: percent("max-traffic")?.unwrap_or(self.max_traffic_percent),
            cache_bytes: cache.unwrap_or(self.cache_bytes),
            report: params.flag("report")?.unwrap_or(self.report),
        }))
    }

    fn params(&self) -> Params {
        let default = Self::default();
        let mut params = Params::default();
        if self.blocks != default.blocks {
            params.or_insert("blocks", self.blocks);
        }
        if self.max_work_percent != default.max_work_percent {
            params.or_insert("max-work", format!("{}%", self.max_work_percent));
        }
        if self.max_traffic_percent != default.max_traffic_percent {
            params.or_insert("max-traffic", format!("{}%", self.max_traffic_percent));
        }
        if self.cache_bytes != default.cache_bytes {
            params.or_insert("cache", self.cache_bytes);
        }
        if self.report {
            params.or_insert("report", true);
        }
        params
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
        if self.blocks > 0 {
            return self.round(m, root);
        }
        let mut apart = m.clone();
        let done = self.rounds(m, root);
        if self.set_readers_apart(&mut apart, root) {
            let of_apart = self.rounds(&mut apart, root);
            if is_lower(&loads(&apart, root), &loads(m, root)) {
                *m = apart;
                return of_apart;
            }
        }
        done
    }

    fn rounds(&self, m: &mut Module, root: OpId) -> Vec<BlockedChain> {
        let mut done = Vec::new();
        for _ in 0..MAX_ROUNDS {
            let found = self.round(m, root);
            if found.is_empty() {
                break;
            }
            done.extend(found);
        }
        done
    }

    /// In each function, gives a reader of a buffer at the peak that must be divided otherwise a buffer of its own. Returns
    /// whether there was any.
    fn set_readers_apart(&self, m: &mut Module, root: OpId) -> bool {
        let mut memory = Memory::new(m);
        memory.count_outputs();
        let mut found = Vec::new();
        each_block(m, &memory, root, |id, block| {
            let order: Vec<u32> = (0..block.problem.len() as u32).collect();
            let during = block.problem.profile(&order).0;
            let peak = during.iter().copied().max().unwrap_or(0);
            let around = m.block_parent(id);
            if around
                .is_some_and(|op| m.has_trait(op, Traits::FUNCTION) && !frees_its_buffers(m, op))
            {
                let facts = Facts::new(m, &memory, block);
                let points = facts.nests.iter().flatten().map(|nest| nest.n_points());
                let limit =
                    points.fold(0, u128::saturating_add) * u128::from(self.max_work_percent) / 100;
                let apart = Apart::new(&facts, &memory, id, &during);
                found.extend(apart.filter(|apart| apart.work <= limit));
            }
            peak
        });
        let has_any = !found.is_empty();
        for apart in found {
            apart.emit(m);
        }
        if has_any {
            sink_fills(m, root);
        }
        has_any
    }

    fn round(&self, m: &mut Module, root: OpId) -> Vec<BlockedChain> {
        let mut memory = Memory::new(m);
        memory.count_outputs();
        let mut chosen: Vec<(BlockId, Option<(Block, Vec<u32>)>, Vec<Rewriting>)> = Vec::new();
        let mut done = Vec::new();
        let mut loads: FxHashMap<BlockId, Vec<u64>> = FxHashMap::default();
        let mut blocks: Vec<(BlockId, Block)> = Vec::new();
        each_block(m, &memory, root, |id, block| {
            let order: Vec<u32> = (0..block.problem.len() as u32).collect();
            let during = block.problem.profile(&order).0;
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
            let facts = Facts::new(m, &memory, &block);
            let plans = Search::new(self, &facts, (during, base)).run();
            if plans.is_empty() {
                continue;
            }
            done.extend(
                plans
                    .iter()
                    .map(|plan| plan.report(&facts, function, during)),
            );
            let rewritings = plans.iter().map(|plan| plan.rewriting(&facts)).collect();
            let order = order(block.problem.len() as u32, &plans);
            chosen.push((id, order.map(|order| (block.clone(), order)), rewritings));
        }
        for (id, order, rewritings) in chosen {
            if let Some((block, order)) = order {
                emit(m, id, &block, &order);
            }
            for rewriting in rewritings {
                rewriting.emit(m);
            }
        }
        done
    }
}

/// The load of each function, in bytes.
fn loads(m: &Module, root: OpId) -> Vec<u64> {
    let mut memory = Memory::new(m);
    memory.count_outputs();
    let mut loads = Vec::new();
    each_block(m, &memory, root, |id, block| {
        let order: Vec<u32> = (0..block.problem.len() as u32).collect();
        let during = block.problem.profile(&order).0;
        let peak = during.into_iter().max().unwrap_or(0);
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

/// The nodes of a block with those of each chain one behind the other; `None` if they are.
fn order(n: u32, plans: &[Plan]) -> Option<Vec<u32>> {
    let mut order = Vec::with_capacity(n as usize);
    let mut by_start: Vec<&Chain> = plans.iter().map(|plan| &plan.chain).collect();
    by_start.sort_stable_by_key(|chain| chain.first());
    let mut next = 0;
    for chain in by_start {
        order.extend(next..chain.first());
        let parts = || chain.parts.iter().map(|part| part.node);
        let is_late = |node: u32| {
            chain.behind.binary_search(&node).is_ok()
                || chain
                    .parts
                    .binary_search_by_key(&node, |part| part.node)
                    .is_ok()
        };
        order.extend((chain.first()..=chain.last()).filter(|&node| !is_late(node)));
        order.extend(parts());
        order.extend(chain.behind.iter().copied());
        next = chain.last() + 1;
    }
    order.extend(next..n);
    (!order.iter().copied().eq(0..n)).then_some(order)
}

/// A chain, and how it is divided.
struct Plan {
    chain: Chain,
    /// Larger tiles first.
    divisions: Vec<Division>,
    /// The one that is taken.
    taken: Division,
    work: u128,
    traffic: u64,
}

impl Plan {
    fn rewriting(&self, facts: &Facts<'_>) -> Rewriting {
        let parts = self.chain.parts.iter().filter_map(|part| {
            let nest = facts.nests[part.node as usize].as_ref()?;
            Some(PartRewriting {
                op: nest.op,
                points: part.points,
                extent: nest.extents[part.number],
                number: part.number,
                uses: part.uses.clone(),
            })
        });
        let internal = self.chain.internal.iter();
        let internal =
            internal.map(|it| InternalRewriting::new(&facts.locals[it.local as usize], it));
        let (tile, n) = (self.taken.tile, self.chain.n);
        let cut = self.chain.cut(facts, tile);
        let tiles = |from: i64, count: i64| -> Vec<(i64, i64)> {
            let starts = (from..from + count).map(|at| at * tile);
            starts.map(|first| (first, tile.min(n - first))).collect()
        };
        let (n_before, n_looped) = if cut.n_looped > 1 {
            (cut.n_before, cut.n_looped)
        } else {
            (cut.n_before + cut.n_looped, 0)
        };
        Rewriting {
            parts: parts.collect(),
            internal: internal.collect(),
            before: tiles(0, n_before),
            looped: tiles(n_before, n_looped),
            behind: tiles(n_before + n_looped, cut.n_behind),
        }
    }

    fn report(&self, facts: &Facts<'_>, function: OpId, during: &[u64]) -> BlockedChain {
        let nodes = self.chain.first() as usize..=self.chain.last() as usize;
        let before = during.get(nodes).and_then(|loads| loads.iter().max());
        let per_mille = |part: u128, all: u128| {
            u64::try_from(part.saturating_mul(1000) / all.max(1)).unwrap_or(u64::MAX)
        };
        let internal = self
            .chain
            .internal
            .iter()
            .map(|it| facts.locals[it.local as usize].bytes);
        BlockedChain {
            function,
            n_operations: self.chain.parts.len(),
            n_blocks: self.taken.n_tiles,
            block: self.taken.tile,
            n_points: self.chain.n,
            bytes_before: internal.fold(0, u64::saturating_add),
            load: [before.copied().unwrap_or(0), self.taken.load],
            work_per_mille: per_mille(self.taken.work, self.work),
            traffic_per_mille: per_mille(self.taken.traffic.into(), self.traffic.into()),
        }
    }
}

/// How good a chain is.
struct Rank {
    load: u64,
    /// Added work and traffic, the outermost dimension, and how many nodes there are from the first to the last: a shorter
    /// chain leaves more to others.
    costs: (u128, u64, usize, u32),
}

impl Rank {
    fn new(facts: &Facts<'_>, chain: &Chain, division: Division, base: u64) -> Self {
        let load = division.load + base;
        let outer = chain.internal.iter().map(|it| it.dim).max().unwrap_or(0);
        Self {
            // Elements that are next to each other are better computed together.
            load: if chain.is_innermost(facts) {
                load.saturating_add(load / 10)
            } else {
                load
            },
            costs: (
                division.work,
                division.traffic,
                outer,
                chain.last() - chain.first(),
            ),
        }
    }

    fn is_before(&self, other: &Self) -> bool {
        if is_less(self.load, other.load) || is_less(other.load, self.load) {
            return self.load < other.load;
        }
        (self.costs, self.load) < (other.costs, other.load)
    }
}

/// The search for the chains of one block.
struct Search<'s> {
    pass: &'s ComputeInBlocks,
    facts: &'s Facts<'s>,
    during: &'s [u64],
    /// The load around the block.
    base: u64,
    /// Points and bytes of traffic of the whole block.
    work: u128,
    traffic: u64,
    /// How many operations may still be looked at.
    left: usize,
}

impl<'s> Search<'s> {
    fn new(
        pass: &'s ComputeInBlocks,
        facts: &'s Facts<'s>,
        (during, base): (&'s [u64], u64),
    ) -> Self {
        let nests = facts.nests.iter().flatten();
        let traffic = facts.block.nodes.iter().map(|&op| traffic(facts.m, op));
        Self {
            pass,
            facts,
            during,
            base,
            work: nests.fold(0, |sum, nest| sum.saturating_add(nest.n_points())),
            traffic: traffic.fold(0, u64::saturating_add),
            left: MAX_WORK[0]
                .saturating_mul(facts.block.nodes.len())
                .min(MAX_WORK[1]),
        }
    }

    fn run(mut self) -> Vec<Plan> {
        if self.pass.blocks > 0 {
            return self.every_chain();
        }
        let base = self.base;
        let mut loads = self.during.to_vec();
        let mut is_taken = vec![false; loads.len()];
        let mut plans: Vec<Plan> = Vec::new();
        // The load that the chains cannot lower.
        let mut goal = 0;
        let (mut work, mut traffic) = (0u128, 0u64);
        while plans.len() < MAX_CHAINS {
            let Some((at, &peak)) = loads.iter().enumerate().rev().max_by_key(|it| it.1) else {
                break;
            };
            goal = peak;
            if is_taken[at] {
                break;
            }
            let Some(plan) = self.best_at(at as u32, (&is_taken, peak), (work, traffic)) else {
                break;
            };
            let nodes = plan.chain.first() as usize..=plan.chain.last() as usize;
            loads[nodes.clone()].fill(plan.taken.load);
            is_taken[nodes].fill(true);
            work += plan.taken.work;
            traffic = traffic.saturating_add(plan.taken.traffic);
            plans.push(plan);
        }
        for plan in &mut plans {
            let mut larger = plan.divisions.iter();
            if let Some(&division) = larger.find(|it| !is_less(goal + base, it.load + base)) {
                plan.taken = division;
            }
        }
        plans
    }

    /// Every chain that can be divided, for a number of tiles.
    fn every_chain(&mut self) -> Vec<Plan> {
        let mut plans: Vec<Plan> = Vec::new();
        let mut is_taken = vec![false; self.during.len()];
        for seed in 0..self.facts.locals.len() as u32 {
            let mut found = None;
            for dim in self.dims(seed) {
                for chain in self.grown(seed, dim, &is_taken) {
                    let around = Around::new(self.facts, &chain, self.during);
                    let blocks = i64::try_from(self.pass.blocks).unwrap_or(i64::MAX);
                    let tile = chain.n / blocks + i64::from(chain.n % blocks != 0);
                    let divided = (tile < chain.n).then(|| {
                        division(self.facts, &chain, around, (tile, self.pass.cache_bytes))
                    });
                    if let Some(taken) = divided.flatten() {
                        found = Some(self.plan(chain, vec![taken], taken));
                    }
                }
                if found.is_some() {
                    break;
                }
            }
            if let Some(plan) = found {
                is_taken[plan.chain.first() as usize..=plan.chain.last() as usize].fill(true);
                plans.push(plan);
            }
        }
        plans
    }

    fn plan(&self, chain: Chain, divisions: Vec<Division>, taken: Division) -> Plan {
        Plan {
            chain,
            divisions,
            taken,
            work: self.work,
            traffic: self.traffic,
        }
    }

    /// The dimensions of a buffer with more than one index.
    fn dims(&self, local: u32) -> Vec<usize> {
        let m = self.facts.m;
        let shape = m
            .ctx
            .shape(m.value_type(self.facts.locals[local as usize].buffer));
        let sizes = shape.unwrap_or(&[]).iter().enumerate();
        sizes.filter(|it| *it.1 > 1).map(|it| it.0).collect()
    }

    /// The chain that lowers the load at a node the most.
    fn best_at(
        &mut self,
        at: u32,
        (is_taken, peak): (&[bool], u64),
        (work, traffic): (u128, u64),
    ) -> Option<Plan> {
        let is_live = |&local: &u32| {
            let users = &self.facts.locals[local as usize].users;
            users.first().is_some_and(|&first| first <= at)
                && users.last().is_some_and(|&last| at <= last)
        };
        let mut seeds: Vec<u32> = (0..self.facts.locals.len() as u32)
            .filter(is_live)
            .collect();
        seeds.sort_stable_by_key(|&local| {
            std::cmp::Reverse(self.facts.locals[local as usize].bytes)
        });
        seeds.truncate(MAX_SEEDS);
        let mut best: Option<(Plan, Rank)> = None;
        // The buffers and dimensions of chains that were tried: they would lead to the same chains.
        let mut tried: FxHashSet<(u32, usize)> = FxHashSet::default();
        for seed in seeds {
            for dim in self.dims(seed) {
                if tried.contains(&(seed, dim)) {
                    continue;
                }
                for chain in self.grown(seed, dim, is_taken) {
                    tried.extend(chain.internal.iter().map(|it| (it.local, it.dim)));
                    let around = Around::new(self.facts, &chain, self.during);
                    let mut divisions =
                        divisions(self.facts, &chain, around, self.pass.cache_bytes);
                    divisions.retain(|it| self.is_cheap(&chain, it, (work, traffic)));
                    let Some(&least) = divisions.iter().min_by_key(|it| it.load) else {
                        continue;
                    };
                    if !is_less(least.load + self.base, peak + self.base) {
                        continue;
                    }
                    let rank = Rank::new(self.facts, &chain, least, self.base);
                    if best.as_ref().is_none_or(|(_, other)| rank.is_before(other)) {
                        best = Some((self.plan(chain, divisions, least), rank));
                    }
                }
            }
        }
        best.map(|best| best.0)
    }

    fn is_cheap(&self, chain: &Chain, it: &Division, (work, traffic): (u128, u64)) -> bool {
        let nests = chain
            .parts
            .iter()
            .filter_map(|part| self.facts.nests[part.node as usize].as_ref());
        let of_chain = nests.fold(0u128, |sum, nest| sum.saturating_add(nest.n_points()));
        let added = u128::from(traffic.saturating_add(it.traffic));
        it.work.saturating_mul(100) <= of_chain.saturating_mul(MAX_CHAIN_WORK)
            && (work + it.work).saturating_mul(100)
                <= self.work.saturating_mul(self.pass.max_work_percent.into())
            && added * 100 <= u128::from(self.traffic) * u128::from(self.pass.max_traffic_percent)
    }

    /// The chains that begin with the users of a buffer, each with more operations than the one before.
    fn grown(&mut self, seed: u32, dim: usize, is_taken: &[bool]) -> Vec<Chain> {
        let facts = self.facts;
        let mut nodes = facts.locals[seed as usize].users.clone();
        facts.close(&mut nodes);
        let mut chains: Vec<Chain> = Vec::new();
        let mut is_refused = vec![false; facts.locals.len()];
        is_refused[seed as usize] = true;
        let mut n_failures = 0;
        loop {
            let span = nodes.first().zip(nodes.last());
            let is_free = |(&first, &last): (&u32, &u32)| {
                !is_taken[first as usize..=last as usize].contains(&true)
            };
            let is_open = span.is_some_and(is_free);
            let n = span.map_or(0, |(first, last)| (last - first) as usize) + 1;
            self.left = self.left.saturating_sub(n);
            let chain = is_open
                .then(|| Chain::new(facts, &nodes, (seed, dim)))
                .flatten();
            let before = chains
                .last()
                .map(|chain| chain.parts.iter().map(|part| part.node).collect::<Vec<_>>());
            match (chain, before) {
                (Some(chain), _) => {
                    n_failures = 0;
                    chains.push(chain);
                }
                // The first chain may become possible with the operations around it.
                (None, Some(before)) => nodes = before,
                (None, None) => {}
            }
            n_failures += 1;
            if self.left == 0 || n_failures > MAX_FAILURES {
                break;
            }
            let around = nodes.iter().flat_map(|&node| facts.locals_of(node));
            let has_nests = |local: u32| {
                let mut users = facts.locals[local as usize].users.iter();
                users.all(|&node| facts.nests[node as usize].is_some())
            };
            let open = around.filter(|&local| !is_refused[local as usize]);
            let mut open: Vec<u32> = open.collect();
            open.sort_stable();
            open.dedup();
            open.retain(|&local| has_nests(local));
            let n_missing = |local: u32| {
                let users = facts.locals[local as usize].users.iter();
                users
                    .filter(|user| nodes.binary_search(user).is_err())
                    .count()
            };
            let next = open.into_iter().max_by_key(|&local| {
                let bytes = facts.locals[local as usize].bytes;
                (
                    bytes,
                    std::cmp::Reverse(n_missing(local)),
                    std::cmp::Reverse(local),
                )
            });
            let Some(next) = next else { break };
            is_refused[next as usize] = true;
            nodes.extend(&facts.locals[next as usize].users);
            nodes.sort_stable();
            nodes.dedup();
            facts.close(&mut nodes);
        }
        chains
    }
}

impl BlockedChain {
    fn remark(&self, m: &Module, cx: &mut PassContext) {
        let rest = match self.n_points % self.block {
            0 => String::new(),
            rest => format!(", the last of {rest}"),
        };
        let tenths = |per_mille: u64| format!("{}.{} %", per_mille / 10, per_mille % 10);
        let message = format!(
            "{} operations in {} blocks of {} of {} points{rest}: load {} to {} bytes, {} more computed, {} more read",
            self.n_operations,
            self.n_blocks,
            self.block,
            self.n_points,
            self.load[0],
            self.load[1],
            tenths(self.work_per_mille),
            tenths(self.traffic_per_mille),
        );
        cx.remark(m, self.function, "in-blocks", message, &[]);
    }
}
