//! Why a schedule of a trace with relations has its peaks and costs: cliques, and chains from the top of each pool to
//! its bottom.

use std::collections::BTreeSet;

use memplan_support::Sort;

use super::bounds::{clique_with, heaviest};
use super::hints::relaxed;
use super::problem::{Problem, Reduced, reduce};
use super::solve::lowest_end;
use crate::{
    BufferId, Bytes, Lifetime, LifetimeTrace, Measure, MemorySchedule, PaidCost, PairRule,
    PlanError, PlanOptions, PoolId, Residence, Tick, by_pool, load_profile, paid_costs, pair_rule,
};

/// The most paid prices with a clique, and the most pairs of a clique with their rules.
const MOST_EXPLAINED: usize = 64;

/// Buffers of which no two may share bytes, or only at a price: together they need the sum of their sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clique {
    /// The buffers in trace order; of buffers at one place, the first.
    pub buffers: Vec<BufferId>,
    /// The sum of their sizes.
    pub bytes: Bytes,
    /// The first tick at which most of them are live.
    pub tick: Option<Tick>,
    /// The rules of pairs that are not live together at this tick; `None` for pairs that may share bytes at a price. At
    /// most 64.
    pub pairs: Vec<(BufferId, BufferId, Option<PairRule>)>,
}

/// A buffer of the chain that reaches from the peak of a pool to its bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolLink {
    /// The buffer.
    pub buffer: BufferId,
    /// Its offset.
    pub offset: Bytes,
    /// The end of what is below: another buffer, a reserved range, or the bottom.
    pub floor: Bytes,
    /// The buffer below, with the rule that keeps the two from sharing bytes; `None` for the rule if a price does.
    pub below: Option<(BufferId, Option<PairRule>)>,
    /// Whether a reserved range is below.
    pub is_on_reserved: bool,
}

/// Why a pool has its peak.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolWitness {
    /// The pool.
    pub pool: PoolId,
    /// Its peak.
    pub peak: Bytes,
    /// Its bytes that are not reserved, if it has a capacity.
    pub free: Option<Bytes>,
    /// The heaviest clique found of buffers no two of which may share a byte. Empty if the trace has too many pairs to
    /// list, or buffers that keep some bytes in gaps.
    pub clique: Clique,
    /// No schedule with the same buffers in this pool has a lower peak, by the clique.
    pub bound: Bytes,
    /// From the buffer at the peak down. Empty if a reserved range makes the peak.
    pub chain: Vec<PoolLink>,
}

/// Why a price is paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriceWitness {
    /// The pair, its price and its bytes.
    pub paid: PaidCost,
    /// Buffers around the pair that cannot all avoid prices, because they are larger than their pool together.
    pub clique: Option<Clique>,
}

/// Why a buffer is not in the first pool for some time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveWitness {
    /// The buffer.
    pub buffer: BufferId,
    /// When it is elsewhere.
    pub away: Lifetime,
    /// The first tick of this time at which the first pool holds most.
    pub tick: Tick,
    /// What it holds then.
    pub taken: Bytes,
}

/// Why a schedule has its peaks and costs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RelationWitness {
    /// By pool.
    pub pools: Vec<PoolWitness>,
    /// All prices that are paid. The first 64 have cliques where there are some.
    pub prices: Vec<PriceWitness>,
    /// When buffers that move are not in the first pool, in the order of the residences; at most 64.
    pub moves: Vec<MoveWitness>,
}

/// Explains a schedule of a trace with relations, also one that exceeds its pools. Of a schedule without pools, nothing
/// is explained. `O(n + pairs)`, and the search for cliques: `O(n * degree^2)` with a limit.
///
/// # Errors
/// [`PlanError`] where the trace and the options admit no schedule.
///
/// ```
/// use memplan_planner::{BufferId, LifetimeTrace, MemoryPlanner as _, PlanOptions, explain_relations, registry};
///
/// let trace: LifetimeTrace = "a 0..2 8; b 4..6 8; c 1..5 8\napart a b\nobjective total-peak".parse()?;
/// let options = PlanOptions::default();
/// let schedule = registry::planner("auto")?.plan(&trace, &options)?;
/// let witness = explain_relations(&trace, &schedule, &options)?;
/// assert_eq!(witness.pools[0].clique.buffers, [0, 1, 2].map(BufferId));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain_relations(
    trace: &LifetimeTrace,
    schedule: &MemorySchedule,
    options: &PlanOptions,
) -> Result<RelationWitness, PlanError> {
    if !trace.in_place().is_empty() {
        return explain_relations(&relaxed(trace)?, schedule, options);
    }
    let parts = by_pool(trace, schedule);
    let Some(pooled) = schedule.pooled.as_ref().filter(|_| !parts.is_empty()) else {
        return Ok(RelationWitness::default());
    };
    let mut whole = reduce(trace, options)?;
    let never: BTreeSet<(BufferId, BufferId)> = (trace.relations().never_together.iter())
        .flat_map(|&(a, b)| [(a, b), (b, a)])
        .collect();
    let mut scenes = Vec::new();
    if pooled.residences.is_empty() {
        scenes = scenes_of(trace, schedule, &mut whole, &never);
    } else {
        // Buffers that move are in no relations: in each pool, what matters is when they are in it.
        for (part, space) in parts.iter().zip(&whole.problem.spaces) {
            let mut problem = reduce(&part.trace, options)?.problem;
            problem.spaces = vec![space.clone()];
            let buffers: Vec<_> = part.pieces.iter().map(|&(id, _)| id).collect();
            scenes.push(Scene {
                trace: &part.trace,
                problem,
                members: part.trace.ids().map(|id| vec![id]).collect(),
                names: buffers,
                offsets: part.schedule.offsets.iter().map(|at| at.0).collect(),
                never: &never,
            });
        }
    }
    let pools = scenes.iter().zip(&parts).map(|(scene, part)| {
        let pool = part.pool.index();
        scene.pool(
            part.pool,
            pool.min(scene.problem.spaces.len() - 1),
            pooled.peaks[pool],
        )
    });
    let pools = pools.collect();
    let paid = paid_costs(trace, schedule);
    let prices = paid.into_iter().enumerate().map(|(at, paid)| {
        let pool = pooled.pools[paid.pair.buffer.index()].index();
        let is_first = at < MOST_EXPLAINED && paid.measure == Measure::ReuseCost;
        let clique = is_first.then(|| scenes[pool].around(&paid, pool)).flatten();
        PriceWitness { paid, clique }
    });
    Ok(RelationWitness {
        pools,
        prices: prices.collect(),
        moves: moves(trace, &pooled.residences, &parts[0].trace),
    })
}

/// The times at which moving buffers are not in the first pool, which holds `first`.
fn moves(
    trace: &LifetimeTrace,
    residences: &[Residence],
    first: &LifetimeTrace,
) -> Vec<MoveWitness> {
    let steps = load_profile(first);
    let mut moves = Vec::new();
    let mut rest = residences;
    while let Some(first_residence) = rest.first() {
        let n = rest
            .iter()
            .take_while(|other| other.buffer == first_residence.buffer)
            .count();
        let (own, others) = rest.split_at(n);
        rest = others;
        let live = trace[first_residence.buffer].live;
        let here = own.iter().filter(|residence| residence.pool == PoolId(0));
        let mut from = live.begin();
        let end = Lifetime::half_open(live.end(), live.end());
        for ticks in here.map(|residence| residence.ticks).chain([end]) {
            let away = Lifetime::half_open(from, ticks.begin().max(from));
            from = ticks.end();
            if away.is_empty() || moves.len() == MOST_EXPLAINED {
                continue;
            }
            let begin = steps
                .partition_point(|step| step.begin <= away.begin())
                .max(1)
                - 1;
            let stop = steps.partition_point(|step| step.begin < away.end());
            // The last of equal maxima, in reverse, is the first one.
            let most = steps[begin.min(stop)..stop]
                .iter()
                .rev()
                .max_by_key(|step| step.load);
            let most = most.map_or((away.begin(), Bytes(0)), |step| (step.begin, step.load));
            moves.push(MoveWitness {
                buffer: first_residence.buffer,
                away,
                tick: most.0.max(away.begin()),
                taken: most.1,
            });
        }
    }
    moves
}

/// The items of each pool of a schedule without moves.
fn scenes_of<'a>(
    trace: &'a LifetimeTrace,
    schedule: &MemorySchedule,
    whole: &mut Reduced,
    never: &'a BTreeSet<(BufferId, BufferId)>,
) -> Vec<Scene<'a>> {
    let Some(pooled) = &schedule.pooled else {
        return Vec::new();
    };
    let Reduced { problem, item_of } = whole;
    let mut members: Vec<Vec<BufferId>> = vec![Vec::new(); problem.len()];
    for (id, item) in trace.ids().zip(&*item_of) {
        members[*item as usize].push(id);
    }
    let mut by_pool: Vec<Vec<u32>> = vec![Vec::new(); problem.spaces.len()];
    for (at, item) in problem.items.iter_mut().enumerate() {
        let pool = pooled.pools[members[at][0].index()].0;
        item.pools = vec![(pool, 1)];
        by_pool[pool as usize].push(at as u32);
    }
    problem.drop_pairs_of_other_pools();
    let scenes = problem.split(&by_pool).into_iter().zip(by_pool);
    let scene = |(problem, items): (Problem, Vec<u32>)| {
        let members: Vec<_> = (items.iter())
            .map(|&item| members[item as usize].clone())
            .collect();
        Scene {
            trace,
            problem,
            names: members.iter().map(|members| members[0]).collect(),
            offsets: (members.iter())
                .map(|members| schedule.offsets[members[0].index()].0)
                .collect(),
            members,
            never,
        }
    };
    scenes.map(scene).collect()
}

/// The items of one pool and where they are.
struct Scene<'a> {
    /// The trace of [`Self::members`].
    trace: &'a LifetimeTrace,
    problem: Problem,
    /// By item.
    members: Vec<Vec<BufferId>>,
    /// What an item is called in the trace that is explained.
    names: Vec<BufferId>,
    offsets: Vec<u64>,
    /// Pairs that are never together, in both orders.
    never: &'a BTreeSet<(BufferId, BufferId)>,
}

impl Scene<'_> {
    fn pool(&self, pool: PoolId, space: usize, peak: Bytes) -> PoolWitness {
        let space = &self.problem.spaces[space];
        let is_limited = space.capacity != super::problem::NO_LIMIT;
        let is_known = !self.problem.is_crowded && !self.problem.is_restriction;
        let (bytes, items) = if is_known {
            heaviest(&self.problem)
        } else {
            (0, Vec::new())
        };
        PoolWitness {
            pool,
            peak,
            free: is_limited.then(|| Bytes(space.free())),
            clique: self.clique(&items),
            bound: Bytes(lowest_end(&space.reserved, bytes).max(space.floor())),
            chain: self.chain(peak.0, &space.reserved),
        }
    }

    fn end(&self, item: u32) -> u64 {
        self.offsets[item as usize].saturating_add(self.problem.items[item as usize].size)
    }

    fn chain(&self, peak: u64, reserved: &[(u64, u64)]) -> Vec<PoolLink> {
        let items = 0..self.problem.len() as u32;
        let has_bytes = |item: &u32| self.problem.items[*item as usize].size != 0;
        let mut next = items.filter(has_bytes).find(|&item| self.end(item) == peak);
        let mut chain = Vec::new();
        while let Some(item) = next {
            let offset = self.offsets[item as usize];
            let hard = self.problem.hard[item as usize]
                .iter()
                .map(|&near| (near, true));
            let soft = self.problem.soft[item as usize].iter();
            let near = hard.chain(soft.map(|&(near, _)| (near, false)));
            let below = near
                .filter(|&(near, _)| has_bytes(&near) && self.end(near) <= offset)
                .max_by_key(|&(near, is_hard)| (self.end(near), is_hard));
            let ends = reserved.iter().map(|&(_, hi)| hi);
            let range = ends.filter(|&hi| hi <= offset).max().unwrap_or(0);
            let below = below.filter(|&(near, _)| range < self.end(near));
            chain.push(PoolLink {
                buffer: self.names[item as usize],
                offset: Bytes(offset),
                floor: Bytes(below.map_or(range, |(near, _)| self.end(near))),
                below: below.map(|(near, is_hard)| {
                    let rule = is_hard.then(|| self.rule(item, near)).flatten();
                    (self.names[near as usize], rule)
                }),
                is_on_reserved: below.is_none() && range != 0,
            });
            let is_pinned = self.problem.items[item as usize].pin.is_some();
            next = below.map(|(near, _)| near).filter(|_| !is_pinned);
        }
        chain
    }

    /// The rule of two items, in the names of the explained trace.
    fn rule(&self, a: u32, b: u32) -> Option<PairRule> {
        let first = |item: u32| self.members[item as usize][0];
        let rule = pair_rule(self.trace, first(a), first(b))?;
        let is_part = self.members[a as usize] != [self.names[a as usize]]
            && self.members[a as usize].len() == 1;
        Some(match rule {
            PairRule::Live { tick, .. } if is_part => PairRule::Live {
                buffer: self.names[a as usize],
                other: self.names[b as usize],
                tick,
            },
            rule => rule,
        })
    }

    /// Whether a member of an item is live at a tick.
    fn is_live(&self, item: u32, tick: Tick) -> bool {
        let mut pieces = self.members[item as usize]
            .iter()
            .flat_map(|&id| self.trace[id].pieces());
        pieces.any(|piece| piece.ticks.begin() <= tick && tick < piece.ticks.end())
    }

    /// Whether members of two items are never together.
    fn is_never(&self, a: u32, b: u32) -> bool {
        let mut members = self.members[a as usize].iter();
        !self.never.is_empty()
            && members.any(|&x| {
                let others = &self.members[b as usize];
                others.iter().any(|&y| self.never.contains(&(x, y)))
            })
    }

    fn clique(&self, items: &[u32]) -> Clique {
        let begins = (items.iter())
            .flat_map(|&item| &self.members[item as usize])
            .flat_map(|&id| self.trace[id].pieces())
            .map(|piece| piece.ticks.begin());
        let begins: BTreeSet<Tick> = begins.collect();
        let live_at = |tick: Tick| {
            items
                .iter()
                .filter(|&&item| self.is_live(item, tick))
                .count()
        };
        let tick = begins.into_iter().rev().max_by_key(|&tick| live_at(tick));
        let mut pairs = Vec::new();
        for (at, &a) in items.iter().enumerate() {
            for &b in &items[at + 1..] {
                let is_plain = |tick| self.is_live(a, tick) && self.is_live(b, tick);
                if tick.is_some_and(is_plain) && !self.is_never(a, b)
                    || pairs.len() == MOST_EXPLAINED
                {
                    continue;
                }
                let (a_name, b_name) = (self.names[a as usize], self.names[b as usize]);
                pairs.push((a_name, b_name, self.rule(a, b)));
            }
        }
        let mut buffers: Vec<_> = items
            .iter()
            .map(|&item| self.names[item as usize])
            .collect();
        buffers.sort_stable();
        Clique {
            buffers,
            bytes: Bytes(
                (items.iter())
                    .map(|&item| self.problem.items[item as usize].size)
                    .sum(),
            ),
            tick,
            pairs,
        }
    }

    /// The clique around a paid pair that exceeds the pool, if one is found.
    fn around(&self, paid: &PaidCost, pool: usize) -> Option<Clique> {
        let item = |id: BufferId| {
            let mut items = (0..).zip(&self.members);
            items
                .find(|(_, members)| members.contains(&id))
                .map(|(item, _)| item)
        };
        let (a, b) = (item(paid.pair.buffer)?, item(paid.pair.other)?);
        let (bytes, items) = clique_with(&self.problem, a, b);
        (self.problem.spaces[pool].free() < bytes).then(|| self.clique(&items))
    }
}
