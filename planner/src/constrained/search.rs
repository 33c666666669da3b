//! Branch and bound for components of few items in one pool.
//!
//! Some best plan has every item at 0, at the end of a reserved range, or on a neighbour, and items can be placed in the order of
//! their offsets. So a node places one item at such an offset, not below the last one: what it shares with earlier items is then
//! final. Items at equal offsets are placed in the order of their numbers. States with equal items left and equal tops above the current offset are searched once for each cost.

use memplan_support::Sort;
use rustc_hash::FxHashMap;

use super::bounds::{Pairs, Row, is_hard, price, shared_evenly};
use super::place::{NOWHERE, Plan};
use super::problem::Problem;
use crate::{Units, WorkMeter};

/// The most items of a component: sets of them are one word.
pub(crate) const MOST_ITEMS: usize = 64;

/// The most states that are remembered.
const MOST_STATES: usize = 2_000_000;

/// What a search found.
pub(crate) struct Found {
    /// A plan that is cheaper than the given one.
    pub(crate) plan: Option<Plan>,
    /// No plan costs less.
    pub(crate) bound: u64,
}

/// A clique whose pairs are in no other one.
pub(super) struct Clique {
    pub(super) items: u64,
    /// The most shared bytes for one unit of cost.
    pub(super) bytes_per_cost: u64,
}

struct Search<'a, 'm> {
    problem: &'a Problem,
    pool: u32,
    limit: u64,
    align: Vec<u64>,
    /// Whether all tops are offsets that the item may have: otherwise it may also begin between a top and the next one.
    begins_on_tops: Vec<bool>,
    /// Sets of items by item.
    hard: Vec<u64>,
    near: Vec<u64>,
    /// The price of each pair, or 0, by both items.
    prices: Vec<u64>,
    cliques: Vec<Clique>,
    offsets: Vec<u64>,
    best: u64,
    best_offsets: Option<Vec<u64>>,
    /// For each item, the lower ones that could be exchanged for it.
    twins: Vec<u64>,
    /// The least cost of the states that were searched: the items left, the offset, and the items and tops that matter.
    seen: FxHashMap<Box<[u64]>, u64>,
    nodes: u64,
    meter: &'a mut WorkMeter<'m>,
    is_stopped: bool,
}

/// Searches for a plan that costs less than `below`, and at least `least`, in the only pool of all items, with all ends at
/// `limit` or lower. One unit of work for each of at most `nodes` nodes.
#[allow(
    clippy::too_many_arguments,
    reason = "a problem, three numbers, two bounds"
)]
pub(crate) fn search(
    problem: &Problem,
    pool: u32,
    limit: u64,
    below: u64,
    least: u64,
    rows: &[Row],
    pairs: &Pairs,
    nodes: u64,
    meter: &mut WorkMeter<'_>,
) -> Found {
    let n = problem.len();
    let set = |list: &mut dyn Iterator<Item = u32>| list.fold(0_u64, |set, item| set | 1 << item);
    let hard: Vec<u64> = (problem.hard.iter())
        .map(|list| set(&mut list.iter().copied()))
        .collect();
    let near = (0..n)
        .map(|item| hard[item] | set(&mut problem.soft[item].iter().map(|&(other, _)| other)));
    let space = &problem.spaces[pool as usize];
    let is_strict = space.banks.is_some_and(|banks| banks.is_strict);
    let sizes = problem.items.iter().map(|item| item.size);
    let pins = problem.items.iter().filter_map(|item| item.pin);
    let ends = space.reserved.iter().map(|&(_, hi)| hi);
    let steps: Vec<u64> = sizes.chain(pins).chain(ends).collect();
    let begins_on_tops = problem.items.iter().map(|item| {
        !is_strict
            && steps
                .iter()
                .all(|step| step.is_multiple_of(item.pools[0].1))
    });
    let mut search = Search {
        problem,
        pool,
        limit,
        begins_on_tops: begins_on_tops.collect(),
        align: problem.items.iter().map(|item| item.pools[0].1).collect(),
        near: near.collect(),
        hard,
        prices: price_table(n, pairs),
        cliques: disjoint(problem, rows, pairs),
        twins: twins(problem),
        offsets: vec![NOWHERE; n],
        best: below,
        best_offsets: None,
        seen: FxHashMap::default(),
        nodes,
        meter,
        is_stopped: false,
    };
    let all = if n == 64 { u64::MAX } else { (1 << n) - 1 };
    search.dive(all, (0, 0), 0, least);
    let bound = if search.is_stopped {
        least
    } else {
        search.best
    };
    let plan = search.best_offsets.map(|offset| Plan {
        pool: vec![pool; n],
        offset,
        cost: search.best,
        left_out: 0,
    });
    Found { plan, bound }
}

/// The price of each pair, or 0, by both items.
pub(super) fn price_table(n: usize, pairs: &Pairs) -> Vec<u64> {
    let mut prices = vec![0; n * n];
    for &(a, b, cost) in &pairs.all {
        prices[a as usize * n + b as usize] = cost;
        prices[b as usize * n + a as usize] = cost;
    }
    prices
}

/// Cliques of rows with disjoint pairs, the most demanding first.
pub(super) fn disjoint(problem: &Problem, rows: &[Row], pairs: &Pairs) -> Vec<Clique> {
    let mut order: Vec<&Row> = rows.iter().collect();
    order.sort_stable_by_key(|row| usize::MAX - row.pairs.len());
    let mut is_used = vec![false; pairs.all.len()];
    let mut cliques = Vec::new();
    for row in order {
        if row.pairs.is_empty() || row.pairs.iter().any(|&(pair, _)| is_used[pair as usize]) {
            continue;
        }
        let mut clique = Clique {
            items: 0,
            bytes_per_cost: 1,
        };
        for &(pair, _) in &row.pairs {
            is_used[pair as usize] = true;
            let (a, b, cost) = pairs.all[pair as usize];
            let size = |item: u32| problem.items[item as usize].size;
            clique.items |= 1 << a | 1 << b;
            let bytes = size(a).min(size(b)).div_ceil(cost);
            clique.bytes_per_cost = clique.bytes_per_cost.max(bytes);
        }
        // Items with hard pairs only are left out: fewer bytes, still a clique.
        cliques.push(clique);
    }
    cliques
}

impl Search<'_, '_> {
    fn size(&self, item: usize) -> u64 {
        self.problem.items[item].size
    }

    fn top(&self, item: usize) -> u64 {
        self.offsets[item] + self.size(item)
    }

    /// Places the items of `open`, none below an offset, and at that offset only items from a number on.
    fn dive(&mut self, open: u64, from: (u64, usize), cost: u64, least: u64) {
        if open == 0 {
            self.best = cost;
            self.best_offsets = Some(self.offsets.clone());
            return;
        }
        if self.nodes == 0 || self.meter.spend(Units::ONE).is_err() {
            self.is_stopped = true;
            return;
        }
        self.nodes -= 1;
        if self.best <= self.bound(open, from, cost) || self.is_known(open, from, cost) {
            return;
        }
        let mut children: Vec<(u64, u64, usize)> = Vec::new();
        for item in items(open) {
            if self.twins[item] & open == 0 {
                self.children_of(item, from, &mut children);
            }
        }
        children.sort_stable();
        for (more, offset, item) in children {
            if self.is_stopped || self.best <= least {
                return;
            }
            if self.best <= cost.saturating_add(more) {
                break;
            }
            self.offsets[item] = offset;
            self.dive(open & !(1 << item), (offset, item + 1), cost + more, least);
            self.offsets[item] = NOWHERE;
        }
    }

    /// The places of an item that are open to it, with what they cost: `(cost, offset, item)`.
    fn children_of(&self, item: usize, from: (u64, usize), children: &mut Vec<(u64, u64, usize)>) {
        let space = &self.problem.spaces[self.pool as usize];
        let size = self.size(item);
        let mut starts = Vec::new();
        if let Some(pin) = self.problem.items[item].pin {
            if from <= (pin, item) {
                starts.push(pin);
            }
        } else {
            let placed = items(self.near[item]).filter(|&other| self.offsets[other] != NOWHERE);
            let tops = placed.map(|other| self.top(other));
            let ends = space.reserved.iter().map(|&(_, hi)| hi);
            for start in std::iter::once(0).chain(ends).chain(tops) {
                let offset = space.offset_from(start, self.align[item], size);
                if from <= (offset, item) && !starts.contains(&offset) {
                    starts.push(offset);
                }
            }
        }
        for offset in starts {
            let Some(end) = offset.checked_add(size) else {
                continue;
            };
            let is_reserved = |&(lo, hi): &(u64, u64)| lo < end && offset < hi;
            let is_blocked =
                |other: usize| self.offsets[other] != NOWHERE && offset < self.top(other);
            if self.limit < end
                || space.reserved.iter().any(is_reserved)
                || items(self.hard[item]).any(is_blocked)
            {
                continue;
            }
            let n = self.offsets.len();
            let shared = items(self.near[item]).filter(|&other| is_blocked(other));
            let cost = shared.map(|other| self.prices[item * n + other]).sum();
            children.push((cost, offset, item));
        }
    }

    /// A lower bound of the cost of all plans below this node; `u64::MAX` if there is none.
    fn bound(&self, open: u64, (level, first): (u64, usize), cost: u64) -> u64 {
        let n = self.offsets.len();
        let mut unavoidable = 0;
        // Items with lower numbers come after the current offset: on a top, also of an item that is still to be placed at the
        // current offset or has a place above it, or on the end of a reserved range.
        let coming = items(open)
            .filter(|&item| first <= item)
            .map(|item| level + self.size(item));
        let pinned = items(open).filter_map(|item| {
            let pin = self.problem.items[item].pin?;
            Some(pin + self.size(item))
        });
        let tops = (0..n)
            .filter(|&item| open >> item & 1 == 0)
            .map(|item| self.top(item));
        let reserved = &self.problem.spaces[self.pool as usize].reserved;
        let tops = tops
            .chain(coming)
            .chain(pinned)
            .chain(reserved.iter().map(|&(_, hi)| hi))
            .filter(|&top| level < top);
        let next = tops.min().unwrap_or(self.limit);
        // Where each open item begins at the earliest: on the tops of placed items that it may not overlap, which begin at the
        // current offset or below.
        let mut earliest = [0_u64; MOST_ITEMS];
        for item in items(open) {
            if self.problem.items[item].pin.is_some_and(|pin| pin < level) {
                return u64::MAX;
            }
            let Some(last) = self.limit.checked_sub(self.size(item)) else {
                return u64::MAX;
            };
            let mut start = match self.problem.items[item].pin {
                Some(pin) => pin,
                None if first <= item => level,
                None if self.begins_on_tops[item] => next,
                None => next.min(level + 1),
            };
            for other in items(self.near[item] & !open) {
                let top = self.top(other);
                if self.hard[item] >> other & 1 == 1 {
                    start = start.max(top);
                } else if last < top {
                    unavoidable += self.prices[item * n + other];
                }
            }
            if last < start {
                return u64::MAX;
            }
            earliest[item] = start;
        }
        let mut among_open = 0;
        for item in items(open) {
            for other in items(self.near[item] & open & !(u64::MAX << item)) {
                // Neither fits above the other.
                let start = earliest[item].min(earliest[other]);
                if self.limit - start < self.size(item) + self.size(other) {
                    if self.hard[item] >> other & 1 == 1 {
                        return u64::MAX;
                    }
                    among_open += self.prices[item * n + other];
                }
            }
        }
        let free = self.limit - level;
        let (mut crowded, mut crowded_open) = (0_u64, 0_u64);
        for clique in &self.cliques {
            let (mut bytes, mut open_bytes) = (0, 0);
            let mut paid: u64 = 0;
            for item in items(clique.items) {
                if open >> item & 1 == 1 {
                    bytes += self.size(item);
                    open_bytes += self.size(item);
                    continue;
                }
                let above = self.top(item).saturating_sub(level);
                bytes += above;
                for other in items(clique.items & !open & !(u64::MAX << item)) {
                    paid += above.min(self.top(other).saturating_sub(level));
                }
            }
            let unpaid = shared_evenly(bytes, free).saturating_sub(paid);
            crowded = crowded.saturating_add(unpaid.div_ceil(clique.bytes_per_cost));
            let shared = shared_evenly(open_bytes, free);
            crowded_open = crowded_open.saturating_add(shared.div_ceil(clique.bytes_per_cost));
        }
        // Pairs with placed items, and pairs of open ones, are different pairs.
        let disjoint = unavoidable.saturating_add(among_open.max(crowded_open));
        cost.saturating_add(disjoint.max(crowded))
    }

    /// Whether an equal state was searched at this cost or a lower one.
    fn is_known(&mut self, open: u64, (level, first): (u64, usize), cost: u64) -> bool {
        let n = self.offsets.len();
        let all = if n == 64 { u64::MAX } else { (1 << n) - 1 };
        let mut key = vec![open, level, first as u64];
        for item in items(all & !open) {
            let top = self.top(item);
            if level < top && self.near[item] & open != 0 {
                key.extend([item as u64, top]);
            }
        }
        match self.seen.get_mut(&*key) {
            Some(known) if *known <= cost => true,
            Some(known) => {
                *known = cost;
                false
            }
            None => {
                if self.seen.len() < MOST_STATES {
                    self.seen.insert(key.into_boxed_slice(), cost);
                }
                false
            }
        }
    }
}

/// The lower items with which each item could change places in every plan: equal in all that matters.
pub(super) fn twins(problem: &Problem) -> Vec<u64> {
    let are_equal = |a: usize, b: usize| {
        let (first, second) = (&problem.items[a], &problem.items[b]);
        let others = |list: &[u32]| -> Vec<u32> {
            let list = list.iter().copied();
            list.filter(|&other| other != a as u32 && other != b as u32)
                .collect()
        };
        let priced = |list: &[(u32, u64)]| -> Vec<(u32, u64)> {
            let list = list.iter().copied();
            list.filter(|&(other, _)| other != a as u32 && other != b as u32)
                .collect()
        };
        first.size == second.size
            && first.pools == second.pools
            && first.pin.is_none()
            && second.pin.is_none()
            && others(&problem.hard[a]) == others(&problem.hard[b])
            && priced(&problem.soft[a]) == priced(&problem.soft[b])
    };
    let lower = |b: usize| {
        (0..b)
            .filter(|&a| are_equal(a, b))
            .fold(0, |set, a| set | 1 << a)
    };
    (0..problem.len()).map(lower).collect()
}

/// The items of a set, ascending.
pub(super) fn items(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let item = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (item < 64).then_some(item)
    })
}

/// Whether a set of items is searched: one pool, few items, and prices only for shared bytes.
pub(crate) fn is_suitable(problem: &Problem) -> bool {
    problem.len() <= MOST_ITEMS && problem.bank.iter().all(Vec::is_empty) && !problem.is_crowded
}

/// The price of offsets in one pool, computed again.
pub(crate) fn cost_of(problem: &Problem, offsets: &[u64]) -> u64 {
    let end = |item: usize| offsets[item] + problem.items[item].size;
    let mut cost = 0;
    for a in 0..problem.len() {
        for b in a + 1..problem.len() {
            if offsets[a] < end(b) && offsets[b] < end(a) {
                debug_assert!(!is_hard(problem, a as u32, b as u32));
                cost += price(problem, a as u32, b as u32).unwrap_or(0);
            }
        }
    }
    cost
}
