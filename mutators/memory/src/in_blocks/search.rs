//! The search for the chains of a block, from its peaks down.

use memplan_mlir::OpId;
use memplan_support::Sort;
use rustc_hash::FxHashSet;

use super::chain::{Chain, Facts};
use super::cost::{Around, Division, division, divisions};
use super::emit::{InternalRewriting, PartRewriting, Rewriting, Tiles};
use super::{BlockedChain, ComputeInBlocks, is_less};
use crate::rematerialize::buffers::traffic;
use memplan_memory_model::likely_size;

/// Maximum number of buffers at a peak that a chain is grown from.
const MAX_SEEDS: usize = 8;

/// Maximum number of chains in one block and round.
const MAX_CHAINS: usize = 256;

/// How many operations may be looked at in one block and round, in all chains that are tried: for each operation, and
/// in all.
const MAX_WORK: [usize; 2] = [4_000, 40_000_000];

/// How many buffers in a row may be tried in vain to make a chain longer.
const MAX_FAILURES: usize = 8;

/// How much more a chain may compute, in percent of its own points.
const MAX_CHAIN_WORK: u128 = 15;

/// A chain, and how it is divided.
pub(super) struct Plan {
    chain: Chain,
    /// Larger tiles first.
    divisions: Vec<Division>,
    /// The one that is taken.
    taken: Division,
    work: u128,
    traffic: u64,
}

impl Plan {
    pub(super) fn rewriting(&self, facts: &Facts<'_>) -> Rewriting {
        let parts = self.chain.parts.iter().filter_map(|part| {
            let nest = facts.nests[part.node as usize].as_ref()?;
            Some(PartRewriting {
                op: nest.op,
                points: part.points,
                extent: part.extent,
                number: part.number,
                uses: part.uses.clone(),
            })
        });
        let internal = self.chain.internal.iter();
        let internal = internal.map(|internal| {
            InternalRewriting::new(&facts.locals[internal.local as usize], internal)
        });
        let (tile, n) = (self.taken.tile, self.chain.n);
        let cut = self.chain.cut(tile);
        let tiles = |from: i64, count: i64| -> Vec<(i64, i64)> {
            let starts = (from..from + count).map(|at| at * tile);
            starts.map(|first| (first, tile.min(n - first))).collect()
        };
        let (n_before, n_looped) = if cut.n_looped > 1 {
            (cut.n_before, cut.n_looped)
        } else {
            (cut.n_before + cut.n_looped, 0)
        };
        let tiles = match self.chain.counted {
            Some((value, dim)) => Tiles::Counted { value, dim, tile },
            None => Tiles::Fixed {
                before: tiles(0, n_before),
                looped: tiles(n_before, n_looped),
                after: tiles(n_before + n_looped, cut.n_after),
            },
        };
        Rewriting {
            parts: parts.collect(),
            internal: internal.collect(),
            tiles,
        }
    }

    pub(super) fn report(
        &self,
        facts: &Facts<'_>,
        function: OpId,
        function_name: String,
        during: &[u64],
    ) -> BlockedChain {
        let nodes = self.chain.first() as usize..=self.chain.last() as usize;
        let before = during.get(nodes).and_then(|loads| loads.iter().max());
        let per_mille = |part: u128, all: u128| {
            u64::try_from(part.saturating_mul(1000) / all.max(1)).unwrap_or(u64::MAX)
        };
        let internal = self
            .chain
            .internal
            .iter()
            .map(|internal| facts.locals[internal.local as usize].bytes);
        BlockedChain {
            function,
            function_name,
            n_operations: self.chain.parts.len(),
            n_carried: self.chain.n_carried(facts),
            n_blocks: self.taken.n_tiles,
            block: self.taken.tile,
            n_points: self.chain.n,
            is_dynamic: self.chain.counted.is_some(),
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
    /// Added work and traffic, the outermost dimension, and how many nodes there are from the first to the last: a
    /// shorter chain leaves more to others.
    costs: (u128, u64, usize, u32),
}

impl Rank {
    fn new(facts: &Facts<'_>, chain: &Chain, division: Division, base: u64) -> Self {
        let load = division.load + base;
        let outer = chain
            .internal
            .iter()
            .map(|internal| internal.dim)
            .max()
            .unwrap_or(0);
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
pub(super) struct Search<'s> {
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
    pub(super) fn new(
        pass: &'s ComputeInBlocks,
        facts: &'s Facts<'s>,
        during: &'s [u64],
        base: u64,
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

    pub(super) fn run(mut self) -> Vec<Plan> {
        if self.pass.blocks > 0 {
            return self.every_chain();
        }
        let mut loads = self.during.to_vec();
        let mut is_taken = vec![false; loads.len()];
        let mut plans: Vec<Plan> = Vec::new();
        // The load that the chains cannot lower.
        let mut goal = 0;
        while plans.len() < MAX_CHAINS {
            let Some((at, &peak)) = loads.iter().enumerate().rev().max_by_key(|&(_, load)| load)
            else {
                break;
            };
            goal = peak;
            if is_taken[at] {
                break;
            }
            let Some(plan) = self.best_at(at as u32, &is_taken, peak) else {
                break;
            };
            let nodes = plan.chain.first() as usize..=plan.chain.last() as usize;
            loads[nodes.clone()].fill(plan.taken.load);
            is_taken[nodes].fill(true);
            plans.push(plan);
        }
        let reached = self.choose_tiles(&mut plans, goal);
        // Where the limits of work and traffic stand in the way, the others need not be lower.
        if reached > goal {
            self.choose_tiles(&mut plans, reached);
        }
        plans
    }

    /// Gives each chain the largest tiles that reach a load, or come closest to it, as far as the limits of work and
    /// traffic allow; leaves out the chains for which they do not. Returns the load that is reached.
    fn choose_tiles(&self, plans: &mut Vec<Plan>, goal: u64) -> u64 {
        let base = self.base;
        let (mut work, mut traffic, mut reached) = (0u128, 0u64, goal);
        plans.retain_mut(|plan| {
            let allowed = |division: &&Division| {
                let traffic = traffic.saturating_add(division.traffic);
                self.is_allowed(work.saturating_add(division.work), traffic)
            };
            let larger = plan.divisions.iter().filter(allowed);
            let reaching = larger
                .clone()
                .find(|division| !is_less(goal + base, division.load + base));
            let taken = reaching
                .or_else(|| larger.min_by_key(|division| division.load))
                .copied();
            if let Some(taken) = taken {
                plan.taken = taken;
                work += taken.work;
                traffic = traffic.saturating_add(taken.traffic);
                reached = reached.max(taken.load);
            }
            taken.is_some()
        });
        reached
    }

    /// Every chain that can be divided, for a number of tiles.
    fn every_chain(&mut self) -> Vec<Plan> {
        let mut plans: Vec<Plan> = Vec::new();
        let mut is_taken = vec![false; self.during.len()];
        for seed in 0..self.facts.locals.len() as u32 {
            let mut plan_of_seed = None;
            for dim in self.dims(seed) {
                for chain in self.grown(seed, dim, &is_taken) {
                    let around = Around::new(self.facts, &chain, self.during);
                    let blocks = i64::try_from(self.pass.blocks).unwrap_or(i64::MAX);
                    let tile = chain.n / blocks + i64::from(chain.n % blocks != 0);
                    let divided = (tile < chain.n)
                        .then(|| division(self.facts, &chain, around, tile, self.pass.cache_bytes));
                    if let Some(taken) = divided.flatten() {
                        plan_of_seed = Some(self.plan(chain, vec![taken], taken));
                    }
                }
                if plan_of_seed.is_some() {
                    break;
                }
            }
            if let Some(plan) = plan_of_seed {
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
        let buffer = self.facts.locals[local as usize].buffer;
        let rank = m.ctx.shape(m.value_type(buffer)).map_or(0, <[i64]>::len);
        let is_divisible = |&dim: &usize| likely_size(m, buffer, dim) > Some(1);
        (0..rank).filter(is_divisible).collect()
    }

    /// The chain that lowers the load at a node the most.
    fn best_at(&mut self, at: u32, is_taken: &[bool], peak: u64) -> Option<Plan> {
        let mut best: Option<(Plan, Rank)> = None;
        // The buffers and dimensions of chains that were tried: they would lead to the same chains.
        let mut tried: FxHashSet<(u32, usize)> = FxHashSet::default();
        for seed in self.seeds_at(at) {
            for dim in self.dims(seed) {
                if tried.contains(&(seed, dim)) {
                    continue;
                }
                for chain in self.grown(seed, dim, is_taken) {
                    tried.extend(
                        chain
                            .internal
                            .iter()
                            .map(|internal| (internal.local, internal.dim)),
                    );
                    let around = Around::new(self.facts, &chain, self.during);
                    // No division is lower than what the chain leaves as it is.
                    let least = around.least().saturating_add(self.base);
                    let is_beaten = |best: &(Plan, Rank)| is_less(best.1.load, least);
                    if !is_less(least, peak + self.base) || best.as_ref().is_some_and(is_beaten) {
                        continue;
                    }
                    let mut divisions =
                        divisions(self.facts, &chain, around, self.pass.cache_bytes);
                    let max_work = self.max_work_of(&chain);
                    divisions.retain(|division| {
                        division.work <= max_work
                            && self.is_allowed(division.work, division.traffic)
                    });
                    let (base, least) = (
                        self.base,
                        divisions.iter().map(|division| division.load).min(),
                    );
                    // Larger tiles that are about as good leave more traffic to other chains.
                    let about = |division: &&Division| {
                        !is_less(least.unwrap_or(0) + base, division.load + base)
                    };
                    let Some(&least) = divisions.iter().find(about) else {
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

    /// The largest buffers that are live at a node.
    fn seeds_at(&self, at: u32) -> Vec<u32> {
        let locals = &self.facts.locals;
        let is_live = |&local: &u32| {
            let users = &locals[local as usize].users;
            users.first().is_some_and(|&first| first <= at)
                && users.last().is_some_and(|&last| at <= last)
        };
        let mut seeds: Vec<u32> = (0..locals.len() as u32).filter(is_live).collect();
        seeds.sort_stable_by_key(|&local| std::cmp::Reverse(locals[local as usize].bytes));
        seeds.truncate(MAX_SEEDS);
        seeds
    }

    /// How many more points a chain may compute.
    fn max_work_of(&self, chain: &Chain) -> u128 {
        let nests = chain.parts.iter();
        let nests = nests.filter_map(|part| self.facts.nests[part.node as usize].as_ref());
        let of_chain = nests.fold(0u128, |sum, nest| sum.saturating_add(nest.n_points()));
        of_chain.saturating_mul(MAX_CHAIN_WORK) / 100
    }

    /// Whether added work and traffic are within the limits of the block.
    fn is_allowed(&self, work: u128, traffic: u64) -> bool {
        let max_work = self.work.saturating_mul(self.pass.max_work_percent.into());
        let max_traffic = u128::from(self.traffic) * u128::from(self.pass.max_traffic_percent);
        work.saturating_mul(100) <= max_work && u128::from(traffic) * 100 <= max_traffic
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
            // More operations remove no obstacle.
            if chains.is_empty() && !(is_open && facts.may_be_chain(&nodes)) {
                break;
            }
            let chain = is_open
                .then(|| Chain::new(facts, &nodes, seed, dim))
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
            let Some(next) = next_local(facts, &nodes, &is_refused) else {
                break;
            };
            is_refused[next as usize] = true;
            nodes.extend(&facts.locals[next as usize].users);
            nodes.sort_stable();
            nodes.dedup();
            facts.close(&mut nodes);
        }
        chains
    }
}

/// The nodes of a block with those of each chain in succession; `None` if they are.
pub(super) fn order(n: u32, plans: &[Plan]) -> Option<Vec<u32>> {
    let mut order = Vec::with_capacity(n as usize);
    let mut by_start: Vec<&Chain> = plans.iter().map(|plan| &plan.chain).collect();
    by_start.sort_stable_by_key(|chain| chain.first());
    let mut next = 0;
    for chain in by_start {
        order.extend(next..chain.first());
        order.extend(chain.order());
        next = chain.last() + 1;
    }
    order.extend(next..n);
    (!order.iter().copied().eq(0..n)).then_some(order)
}

/// The largest buffer that some nodes use and that is not refused. Of equal ones, that with the fewest other users.
fn next_local(facts: &Facts<'_>, nodes: &[u32], is_refused: &[bool]) -> Option<u32> {
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
    open.into_iter().max_by_key(|&local| {
        let bytes = facts.locals[local as usize].bytes;
        (
            bytes,
            std::cmp::Reverse(n_missing(local)),
            std::cmp::Reverse(local),
        )
    })
}
