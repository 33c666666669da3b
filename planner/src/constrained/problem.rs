//! Reduces a trace with relations to items, pools and the pairs that matter.
//!
//! Buffers at the same place become one item. Pairs without a common pool are dropped, and so are prices of pairs that
//! cannot share bytes anyway. Items that no pair connects do not affect each other: they are components.

use memplan_support::Sort;

use crate::problem::relations::{Class, classes};
use crate::problem::units::common_alignment;
use crate::{BufferId, Bytes, LifetimeTrace, Measure, PlanError, PlanOptions, Tick};

/// With more pairs of items that are live together, they are not listed.
const MAX_PAIRS: usize = 20_000_000;

/// The capacity of a pool without one: all sums of sizes are lower.
pub(crate) const NO_LIMIT: u64 = i64::MAX as u64;

/// An item: a class of buffers at one place.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) size: u64,
    /// The pools that it may be in, with the alignment that it has there; in order of preference.
    pub(crate) pools: Vec<(u32, u64)>,
    pub(crate) pin: Option<u64>,
    /// Its first tick: an order in which items that are live at once follow each other.
    pub(crate) born: i64,
}

/// A pool.
#[derive(Clone, Debug)]
pub(crate) struct Space {
    /// At most 2^63 - 1, also without a limit.
    pub(crate) capacity: u64,
    /// Sorted, disjoint, not touching.
    pub(crate) reserved: Vec<(u64, u64)>,
    pub(crate) banks: Option<crate::Banks>,
}

impl Space {
    /// The bytes below the capacity that are not reserved.
    pub(crate) fn free(&self) -> u64 {
        self.free_below(self.capacity)
    }

    /// The bytes below a limit that are not reserved.
    pub(crate) fn free_below(&self, limit: u64) -> u64 {
        let below = self.reserved.iter();
        let below = below.map(|&(lo, hi)| hi.min(limit) - lo.min(limit));
        limit - below.sum::<u64>()
    }

    /// The end of the last reserved range.
    pub(crate) fn floor(&self) -> u64 {
        self.reserved.last().map_or(0, |&(_, hi)| hi)
    }

    /// The least aligned offset from `from` on that crosses no bank boundary that it must not cross; `u64::MAX` if
    /// none is found.
    pub(crate) fn offset_from(&self, from: u64, align: u64, size: u64) -> u64 {
        let mut at = from.checked_next_multiple_of(align).unwrap_or(u64::MAX);
        let Some(banks) = self.banks.filter(|banks| banks.is_strict) else {
            return at;
        };
        // Offsets in a bank repeat after a common multiple of both; without one, no more than a few are tried.
        for _ in 0..1_000 {
            if !banks.is_crossed(at, size) {
                return at;
            }
            let next = at.checked_add(1);
            let next = next.and_then(|at| at.checked_next_multiple_of(banks.size.0));
            let next = next.and_then(|at| at.checked_next_multiple_of(align));
            let Some(next) = next else { break };
            at = next;
        }
        u64::MAX
    }
}

/// A list of neighbours for each item, with the price of the pair.
pub(crate) type Neighbours<T> = Vec<Vec<T>>;

/// Items, pools and pairs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Problem {
    pub(crate) items: Vec<Item>,
    pub(crate) spaces: Vec<Space>,
    /// The items that may not share a byte with each item; ascending.
    pub(crate) hard: Neighbours<u32>,
    /// The items that share bytes with each item at a price; ascending.
    pub(crate) soft: Neighbours<(u32, u64)>,
    /// The items that touch a bank of each item at a price; ascending.
    pub(crate) bank: Neighbours<(u32, u64)>,
    /// Whether pairs are missing because there are too many. Then only plans without any shared bytes are valid.
    pub(crate) is_crowded: bool,
    /// Whether bytes that others may use during a gap count as used. Then nothing is proved.
    pub(crate) is_restriction: bool,
}

/// A problem, and the item of each buffer.
pub(crate) struct Reduced {
    pub(crate) problem: Problem,
    pub(crate) item_of: Vec<u32>,
}

/// Reduces a trace. `O((n + r) log n + p)` for `r` relations and `p` pairs that are live together.
///
/// # Errors
/// [`PlanError`] where the trace and the options admit no schedule.
pub(crate) fn reduce(trace: &LifetimeTrace, options: &PlanOptions) -> Result<Reduced, PlanError> {
    if options.alignment == Bytes(0) {
        return Err(PlanError::ZeroAlignment);
    }
    let pools = trace.pools();
    let (classes, item_of) = classes(trace, &pools).map_err(|error| PlanError::Failed {
        planner: super::NAME,
        problem: error.to_string(),
    })?;
    let measures = trace.relations().measures();
    let mut problem = Problem {
        spaces: pools
            .iter()
            .map(|pool| Space {
                capacity: pool
                    .capacity
                    .map_or(NO_LIMIT, |bytes| bytes.0.min(NO_LIMIT)),
                reserved: merged(pool.reserved.iter().map(|r| (r.lo.0, r.hi.0)).collect()),
                banks: pool.banks,
            })
            .collect(),
        ..Problem::default()
    };
    let mut total = pools
        .iter()
        .flat_map(|pool| &pool.reserved)
        .fold(0_u64, |sum, range| sum.saturating_add(range.hi.0));
    for class in &classes {
        let item = item(class, &pools, options);
        let padded = item.as_ref().and_then(|item| {
            let aligns = item.pools.iter().map(|&(_, align)| align);
            total.checked_add(most_bytes(class, &pools, aligns.max().unwrap_or(1))?)
        });
        match (item, padded.filter(|&sum| i64::try_from(sum).is_ok())) {
            (Some(mut item), Some(sum)) => {
                total = sum;
                let births = class.members.iter().map(|id| trace[*id].live.begin().0);
                item.born = births.min().unwrap_or(0);
                problem.items.push(item);
            }
            _ => {
                return Err(PlanError::TooLarge {
                    buffer: trace[class.members[0]].name.to_string(),
                    alignment: options.alignment,
                });
            }
        }
    }
    problem.is_restriction = trace
        .buffers()
        .iter()
        .any(|buffer| buffer.gaps.iter().any(|gap| gap.window.is_some()));
    problem.add_pairs(trace, &classes, &item_of, &measures);
    problem.check_pins(trace, &classes)?;
    Ok(Reduced { problem, item_of })
}

/// The most bytes that a class adds to a peak, padding included; `None` if they exceed 64 bits.
fn most_bytes(class: &Class, pools: &[crate::Pool], align: u64) -> Option<u64> {
    let banks = pools.iter().filter_map(|pool| pool.banks).map(|b| b.size.0);
    class
        .size
        .checked_add(align)?
        .checked_add(banks.max().unwrap_or(0))?
        .checked_add(class.pinned.unwrap_or(0))
}

/// The item of a class; `None` where alignments have no common multiple.
fn item(class: &Class, pools: &[crate::Pool], options: &PlanOptions) -> Option<Item> {
    let align = |pool: &crate::PoolId| {
        if class.pinned.is_some() {
            return Some((pool.0, 1));
        }
        let own = common_alignment(class.align, options.alignment.0)?;
        Some((pool.0, common_alignment(own, pools[pool.index()].align.0)?))
    };
    Some(Item {
        size: class.size,
        pools: class.pools.iter().map(align).collect::<Option<_>>()?,
        pin: class.pinned,
        born: 0,
    })
}

/// Ranges sorted and merged.
fn merged(mut ranges: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
    ranges.sort_stable();
    let mut merged: Vec<(u64, u64)> = Vec::new();
    for (lo, hi) in ranges {
        match merged.last_mut() {
            Some(last) if lo <= last.1 => last.1 = last.1.max(hi),
            _ => merged.push((lo, hi)),
        }
    }
    merged
}

/// Sorts pairs by their items and adds the prices of equal ones.
fn summed(mut pairs: Vec<(u32, u32, u64)>) -> Vec<(u32, u32, u64)> {
    pairs.sort_stable_by_key(|&(a, b, _)| u64::from(a) << 32 | u64::from(b));
    let mut sums: Vec<(u32, u32, u64)> = Vec::new();
    for (a, b, cost) in pairs {
        match sums.last_mut() {
            Some(last) if (last.0, last.1) == (a, b) => last.2 += cost,
            _ => sums.push((a, b, cost)),
        }
    }
    sums
}

impl Problem {
    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    pub(crate) fn capacities(&self) -> Vec<u64> {
        self.spaces.iter().map(|space| space.capacity).collect()
    }

    /// Whether two items have a pool in common.
    fn may_meet(&self, a: u32, b: u32) -> bool {
        let pools = |item: u32| &self.items[item as usize].pools;
        let mut others = pools(b).iter();
        let has_bytes = |item: u32| self.items[item as usize].size != 0;
        has_bytes(a)
            && has_bytes(b)
            && others.any(|(pool, _)| pools(a).iter().any(|(other, _)| other == pool))
    }

    fn add_pairs(
        &mut self,
        trace: &LifetimeTrace,
        classes: &[Class],
        item_of: &[u32],
        measures: &[Measure],
    ) {
        let relations = trace.relations();
        let n = self.len();
        self.hard = vec![Vec::new(); n];
        self.soft = vec![Vec::new(); n];
        self.bank = vec![Vec::new(); n];
        let mut hard = self.live_pairs(trace, item_of);
        let in_time = sorted(&mut hard);
        let item = |id: crate::BufferId| item_of[id.index()];
        for &(a, b) in &relations.apart {
            hard.push(ordered(item(a), item(b)));
        }
        for (at, class) in (0..).zip(classes) {
            let n_pairs = hard.len().saturating_add(n);
            self.is_crowded |= class.is_forever && MAX_PAIRS < n_pairs;
            if class.is_forever && !self.is_crowded {
                hard.extend((0..n as u32).filter(|&b| b != at).map(|b| ordered(at, b)));
            }
        }
        sorted(&mut hard);
        hard.retain(|&(a, b)| self.may_meet(a, b));
        for &(a, b) in &hard {
            self.hard[a as usize].push(b);
            self.hard[b as usize].push(a);
        }
        for list in &mut self.hard {
            list.sort_stable();
        }
        let costs = |list: &[crate::PairCost]| {
            let pairs = list.iter().map(|pair| {
                let (a, b) = ordered(item(pair.buffer), item(pair.other));
                (a, b, pair.cost)
            });
            summed(
                pairs
                    .filter(|&(a, b, cost)| a != b && cost != 0 && self.may_meet(a, b))
                    .collect(),
            )
        };
        let (reuse, bank) = (costs(&relations.reuse_costs), costs(&relations.bank_costs));
        if measures.contains(&Measure::ReuseCost) {
            for (a, b, cost) in reuse {
                if in_time.binary_search(&(a, b)).is_err() && hard.binary_search(&(a, b)).is_err() {
                    self.soft[a as usize].push((b, cost));
                    self.soft[b as usize].push((a, cost));
                }
            }
        }
        if measures.contains(&Measure::BankCost) {
            for (a, b, cost) in bank {
                self.bank[a as usize].push((b, cost));
                self.bank[b as usize].push((a, cost));
            }
        }
        for list in self.soft.iter_mut().chain(&mut self.bank) {
            list.sort_stable_by_key(|&(other, _)| other);
        }
    }

    /// The pairs of items with members that are live together and not excepted. Sweeps the ticks with a list of what is
    /// live.
    fn live_pairs(&mut self, trace: &LifetimeTrace, item_of: &[u32]) -> Vec<(u32, u32)> {
        let mut never: Vec<(u32, u32)> = (trace.relations().never_together.iter())
            .map(|(a, b)| ordered(a.0, b.0))
            .collect();
        let never = sorted(&mut never);
        let mut births: Vec<(Tick, Tick, u32)> = Vec::new();
        for (id, buffer) in trace.ids().zip(trace.buffers()) {
            births.extend(
                (buffer.pieces()).map(|piece| (piece.ticks.begin(), piece.ticks.end(), id.0)),
            );
        }
        births.sort_stable_by_key(|birth| birth.0);
        let mut live: Vec<(Tick, u32)> = Vec::new();
        let mut pairs = Vec::new();
        for (begin, end, id) in births {
            live.retain(|&(until, _)| begin < until);
            let item = item_of[id as usize];
            for &(_, other) in &live {
                let neighbour = item_of[other as usize];
                if item != neighbour
                    && self.may_meet(item, neighbour)
                    && (never.is_empty() || never.binary_search(&ordered(id, other)).is_err())
                {
                    pairs.push(ordered(item, neighbour));
                }
            }
            live.push((end, id));
            if MAX_PAIRS < pairs.len() {
                self.is_crowded = true;
                return Vec::new();
            }
        }
        pairs
    }

    /// Two pins that clash leave no schedule. `O(p log p + hard pairs of pinned items)`.
    fn check_pins(&self, trace: &LifetimeTrace, classes: &[Class]) -> Result<(), PlanError> {
        for (at, item) in self.items.iter().enumerate() {
            let Some(offset) = item.pin else { continue };
            for &other in &self.hard[at] {
                let neighbour = &self.items[other as usize];
                let Some(below) = neighbour.pin else { continue };
                if offset < below + neighbour.size
                    && below < offset + item.size
                    && item.pools[0].0 == neighbour.pools[0].0
                    && (!self.is_restriction
                        || pins_clash(trace, &classes[at], &classes[other as usize]))
                {
                    let name = |at: usize| {
                        let pinned = |id: &&crate::BufferId| trace[**id].pinned.is_some();
                        let members = &classes[at].members;
                        let id = members.iter().find(pinned).unwrap_or(&members[0]);
                        trace[*id].name.to_string()
                    };
                    return Err(PlanError::PinsOverlap {
                        buffer: name(at),
                        other: name(other as usize),
                    });
                }
            }
        }
        Ok(())
    }

    /// The items of each component of the pairs, in the order of their first items. `O(n + pairs)`.
    pub(crate) fn components(&self) -> Vec<Vec<u32>> {
        let mut component_of = vec![u32::MAX; self.len()];
        let mut components: Vec<Vec<u32>> = Vec::new();
        let mut open = Vec::new();
        for first in 0..self.len() as u32 {
            if component_of[first as usize] != u32::MAX {
                continue;
            }
            let component = components.len() as u32;
            component_of[first as usize] = component;
            open.push(first);
            let mut items = Vec::new();
            while let Some(item) = open.pop() {
                items.push(item);
                let at = item as usize;
                let priced = self.soft[at].iter().chain(&self.bank[at]).map(|(b, _)| b);
                for &other in self.hard[at].iter().chain(priced) {
                    if component_of[other as usize] == u32::MAX {
                        component_of[other as usize] = component;
                        open.push(other);
                    }
                }
            }
            items.sort_stable();
            components.push(items);
        }
        components
    }

    /// The items of each component of the pairs that are not hard, in the order of their first items: all pairs between
    /// two components are hard. `O(n + pairs)`: an item is skipped once for each hard pair, and taken once.
    pub(crate) fn join_components(&self) -> Vec<Vec<u32>> {
        let mut rest: Vec<u32> = (0..self.len() as u32).collect();
        let mut components = Vec::new();
        let mut open = Vec::new();
        while let Some(&first) = rest.first() {
            rest.remove(0);
            open.push(first);
            let mut items = Vec::new();
            while let Some(item) = open.pop() {
                items.push(item);
                let hard = &self.hard[item as usize];
                let (near, far): (Vec<u32>, Vec<u32>) =
                    (rest.iter()).partition(|other| hard.binary_search(other).is_ok());
                rest = near;
                open.extend(far);
            }
            items.sort_stable();
            components.push(items);
        }
        components
    }

    /// The problem of each set of items, without the pairs between different ones. `O(n + pairs)`.
    pub(crate) fn split(&self, components: &[Vec<u32>]) -> Vec<Self> {
        let mut new = vec![u32::MAX; self.len()];
        let restricted = |items: &Vec<u32>| self.restricted(items, &mut new);
        components.iter().map(restricted).collect()
    }

    /// The problem of some items, which are renumbered. `new` has `u32::MAX` for each item, and again afterwards.
    fn restricted(&self, items: &[u32], new: &mut [u32]) -> Self {
        for (index, &item) in (0..).zip(items) {
            new[item as usize] = index;
        }
        let priced = |from: &Neighbours<(u32, u64)>| -> Neighbours<(u32, u64)> {
            let list = |item: &u32| {
                let list = from[*item as usize].iter();
                list.map(|&(other, cost)| (new[other as usize], cost))
                    .filter(|&(other, _)| other != u32::MAX)
                    .collect()
            };
            items.iter().map(list).collect()
        };
        let hard = |item: &u32| {
            let list = self.hard[*item as usize].iter();
            list.map(|&other| new[other as usize])
                .filter(|&other| other != u32::MAX)
                .collect()
        };
        let part = Self {
            items: items
                .iter()
                .map(|&i| self.items[i as usize].clone())
                .collect(),
            spaces: self.spaces.clone(),
            hard: items.iter().map(hard).collect(),
            soft: priced(&self.soft),
            bank: priced(&self.bank),
            is_crowded: self.is_crowded,
            is_restriction: self.is_restriction,
        };
        for &item in items {
            new[item as usize] = u32::MAX;
        }
        part
    }

    /// Drops the pairs of items without a common pool, after pools were taken from items.
    pub(crate) fn drop_pairs_of_other_pools(&mut self) {
        let first: Vec<u32> = self.items.iter().map(|item| item.pools[0].0).collect();
        for (item, &pool) in first.iter().enumerate() {
            self.hard[item].retain(|&other| first[other as usize] == pool);
            self.soft[item].retain(|&(other, _)| first[other as usize] == pool);
            self.bank[item].retain(|&(other, _)| first[other as usize] == pool);
        }
    }

    /// The only pool of all items, if there is one.
    pub(crate) fn only_pool(&self) -> Option<u32> {
        let first = self.items.first()?.pools[0].0;
        let is_only = |item: &Item| item.pools.len() == 1 && item.pools[0].0 == first;
        self.items.iter().all(is_only).then_some(first)
    }
}

/// Whether two pinned classes whose extents overlap clash, where buffers keep bytes in gaps.
fn pins_clash(trace: &LifetimeTrace, a: &Class, b: &Class) -> bool {
    let relations = trace.relations();
    let are = |&(x, y): &(BufferId, BufferId)| {
        a.members.contains(&x) && b.members.contains(&y)
            || a.members.contains(&y) && b.members.contains(&x)
    };
    if a.is_forever || b.is_forever || relations.apart.iter().any(are) {
        return true;
    }
    let never = &relations.never_together;
    let bytes = |class: &Class, id: BufferId, lo: u64, hi: u64| {
        let is_whole = (lo, hi) == (0, trace[id].size.0);
        let at = class.pinned.unwrap_or(0);
        (at + lo, at + if is_whole { class.size } else { hi })
    };
    let mut pairs = (a.members.iter()).flat_map(|&x| b.members.iter().map(move |&y| (x, y)));
    pairs.any(|(x, y)| {
        !(never.contains(&(x, y)) || never.contains(&(y, x)))
            && trace[x].pieces().any(|p| {
                trace[y].pieces().any(|q| {
                    let (p_bytes, q_bytes) = (bytes(a, x, p.lo, p.hi), bytes(b, y, q.lo, q.hi));
                    p.ticks.overlaps(q.ticks) && p_bytes.0 < q_bytes.1 && q_bytes.0 < p_bytes.1
                })
            })
    })
}

pub(crate) fn ordered(a: u32, b: u32) -> (u32, u32) {
    (a.min(b), a.max(b))
}

/// Sorts pairs and removes repeated ones; returns a copy to search in.
fn sorted(pairs: &mut Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    pairs.sort_stable_by_key(|&(a, b)| u64::from(a) << 32 | u64::from(b));
    pairs.dedup();
    pairs.clone()
}
