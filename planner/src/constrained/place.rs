//! Partial plans: items are placed one by one where they cost least, and removed again.
//!
//! The candidates for an item are 0, the ends of reserved ranges, and the ends of neighbours that are placed. Moving an
//! item down to the next of them never raises the cost, so some best plan uses no other offsets.

use memplan_support::{Random, Sort};

use super::bounds::{is_hard, price};
use super::problem::Problem;

/// The offset of an item without a place.
pub(crate) const NOWHERE: u64 = u64::MAX;

/// Where an item may be put, and what it costs there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) pool: u32,
    pub(crate) offset: u64,
    /// The prices of the pairs that become active.
    pub(crate) cost: u64,
}

/// A plan of some items of a problem.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// By item; undefined for items without a place.
    pub(crate) pool: Vec<u32>,
    /// By item; [`NOWHERE`] without a place.
    pub(crate) offset: Vec<u64>,
    /// The sum of the prices of active pairs.
    pub(crate) cost: u64,
    /// The bytes of the items without a place.
    pub(crate) left_out: u64,
}

/// Lists that are reused for each item.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    blocked: Vec<(u64, u64)>,
    priced: Vec<(u64, u64, u64)>,
    banked: Vec<(u64, u64, u64)>,
    candidates: Vec<u64>,
}

impl Plan {
    /// Without any item.
    pub(crate) fn empty(problem: &Problem) -> Self {
        Self {
            pool: vec![0; problem.len()],
            offset: vec![NOWHERE; problem.len()],
            cost: 0,
            left_out: 0,
        }
    }

    pub(crate) fn is_placed(&self, item: usize) -> bool {
        self.offset[item] != NOWHERE
    }

    fn bytes(&self, problem: &Problem, item: usize) -> (u64, u64) {
        let offset = self.offset[item];
        (offset, offset + problem.items[item].size)
    }

    /// What to minimise: first the bytes without a place, then the cost.
    pub(crate) fn value(&self) -> (u64, u64) {
        (self.left_out, self.cost)
    }

    /// The price of the pairs of a placed item that are active. `O(soft + bank neighbours)`.
    pub(crate) fn price(&self, problem: &Problem, item: usize) -> u64 {
        let (reuse, bank) = self.prices(problem, item);
        reuse + bank
    }

    /// As [`Self::price`], for shared bytes and for common banks.
    pub(crate) fn prices(&self, problem: &Problem, item: usize) -> (u64, u64) {
        let (pool, (lo, hi)) = (self.pool[item], self.bytes(problem, item));
        let (mut price, mut banked) = (0, 0);
        for &(other, cost) in &problem.soft[item] {
            let other = other as usize;
            if self.is_placed(other) && self.pool[other] == pool {
                let (from, to) = self.bytes(problem, other);
                price += if from < hi && lo < to { cost } else { 0 };
            }
        }
        for &(other, cost) in &problem.bank[item] {
            let other = other as usize;
            if let Some(banks) = problem.spaces[pool as usize].banks
                && self.is_placed(other)
                && self.pool[other] == pool
                && banks.share((lo, hi), self.bytes(problem, other))
            {
                banked += cost;
            }
        }
        (price, banked)
    }

    /// The peak of each pool.
    pub(crate) fn peaks(&self, problem: &Problem) -> Vec<u64> {
        let mut peaks: Vec<u64> = problem.spaces.iter().map(|space| space.floor()).collect();
        for (item, known) in problem.items.iter().enumerate() {
            if self.is_placed(item) && known.size != 0 {
                let peak = &mut peaks[self.pool[item] as usize];
                *peak = (self.offset[item] + known.size).max(*peak);
            }
        }
        peaks
    }

    /// Places an item.
    pub(crate) fn put(&mut self, item: usize, place: Place) {
        self.pool[item] = place.pool;
        self.offset[item] = place.offset;
        self.cost += place.cost;
    }

    /// Removes a placed item, and returns its place.
    pub(crate) fn take(&mut self, problem: &Problem, item: usize) -> Place {
        let cost = self.price(problem, item);
        let place = Place {
            pool: self.pool[item],
            offset: self.offset[item],
            cost,
        };
        self.cost -= cost;
        self.offset[item] = NOWHERE;
        place
    }

    /// The cheapest place for an item, then the first of its pools, then the lowest offset; `None` if there is none
    /// below the capacities in `limits`. With `noise`, each place is skipped once in 32 times. `O(d log d + c * s)`
    /// for `d` neighbours, `s` of them at a price, and `c` places.
    pub(crate) fn best_place(
        &self,
        problem: &Problem,
        index: usize,
        limits: &[u64],
        scratch: &mut Scratch,
        mut noise: Option<&mut Random>,
    ) -> Option<Place> {
        let item = &problem.items[index];
        let mut best: Option<Place> = None;
        for &(pool, align) in &item.pools {
            let limit = limits[pool as usize];
            if limit < item.size {
                continue;
            }
            let space = &problem.spaces[pool as usize];
            self.look_around(problem, index, pool, scratch);
            scratch.candidates.clear();
            if let Some(pin) = item.pin {
                scratch.candidates.push(pin);
            } else {
                let tops = scratch.blocked.iter().map(|&(_, hi)| hi);
                let priced = scratch.priced.iter().map(|&(_, hi, _)| hi);
                let banks = scratch.banked.iter().map(|&(_, hi, _)| hi);
                let all = std::iter::once(0).chain(tops).chain(priced).chain(banks);
                let last = limit - item.size;
                let all = all.filter(|&from| from <= last);
                let offsets = all.map(|from| space.offset_from(from, align, item.size));
                scratch.candidates.extend(offsets.filter(|&at| at <= last));
                if !scratch.banked.is_empty()
                    && let Some(banks) = space.banks
                {
                    let starts = (0..banks.count).map_while(|bank| bank.checked_mul(banks.size.0));
                    let starts = starts.take_while(|&at| at <= last).take(64);
                    let starts = starts.map(|at| space.offset_from(at, align, item.size));
                    scratch.candidates.extend(starts.filter(|&at| at <= last));
                }
                scratch.candidates.sort_unstable();
                scratch.candidates.dedup();
            }
            let mut next = 0;
            for &offset in &scratch.candidates {
                let end = offset.saturating_add(item.size);
                while next < scratch.blocked.len() && scratch.blocked[next].1 <= offset {
                    next += 1;
                }
                let is_blocked =
                    scratch.blocked.get(next).is_some_and(|&(lo, _)| lo < end) && item.size != 0;
                if is_blocked || limit < end {
                    continue;
                }
                if let Some(random) = noise.as_deref_mut()
                    && best.is_some()
                    && random.one_in(32)
                {
                    continue;
                }
                let cost = scratch.cost(problem, pool, offset, end);
                if best.is_none_or(|best| cost < best.cost) {
                    best = Some(Place { pool, offset, cost });
                    if cost == 0 {
                        return best;
                    }
                }
            }
        }
        best
    }

    /// Lists what is placed around an item in a pool. What it may not overlap is sorted and merged.
    fn look_around(&self, problem: &Problem, item: usize, pool: u32, scratch: &mut Scratch) {
        scratch.blocked.clear();
        scratch.priced.clear();
        scratch.banked.clear();
        scratch
            .blocked
            .extend(&problem.spaces[pool as usize].reserved);
        let is_here = |other: usize| self.is_placed(other) && self.pool[other] == pool;
        for &other in &problem.hard[item] {
            if is_here(other as usize) {
                scratch.blocked.push(self.bytes(problem, other as usize));
            }
        }
        for &(other, cost) in &problem.soft[item] {
            if is_here(other as usize) {
                let (lo, hi) = self.bytes(problem, other as usize);
                scratch.priced.push((lo, hi, cost));
            }
        }
        for &(other, cost) in &problem.bank[item] {
            if is_here(other as usize) {
                let (lo, hi) = self.bytes(problem, other as usize);
                scratch.banked.push((lo, hi, cost));
            }
        }
        scratch.blocked.sort_unstable();
        scratch.blocked.dedup_by(|next, last| {
            let touches = next.0 <= last.1;
            if touches {
                last.1 = last.1.max(next.1);
            }
            touches
        });
    }
}

impl Scratch {
    /// The prices of the pairs that become active at an offset.
    fn cost(&self, problem: &Problem, pool: u32, offset: u64, end: u64) -> u64 {
        let priced = self.priced.iter();
        let priced = priced.map(|&(lo, hi, cost)| if lo < end && offset < hi { cost } else { 0 });
        let mut sum = priced.sum();
        if let Some(banks) = problem.spaces[pool as usize].banks {
            for &(lo, hi, cost) in &self.banked {
                sum += if banks.share((lo, hi), (offset, end)) {
                    cost
                } else {
                    0
                };
            }
        }
        sum
    }
}

/// Orders in which items are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Large ones first.
    Size,
    /// Those with the most bytes among their neighbours first.
    Crowd,
    /// In the order of the trace.
    Trace,
    /// Those with the highest prices first.
    Price,
}

impl Order {
    pub(crate) const ALL: [Self; 4] = [Self::Size, Self::Crowd, Self::Trace, Self::Price];

    /// The items in this order, pinned ones first.
    pub(crate) fn items(self, problem: &Problem) -> Vec<u32> {
        let size = |item: u32| problem.items[item as usize].size;
        let key = |item: u32| {
            let at = item as usize;
            match self {
                Self::Size => size(item),
                Self::Crowd => {
                    let soft = problem.soft[at].iter().map(|(other, _)| other);
                    let sizes = problem.hard[at]
                        .iter()
                        .chain(soft)
                        .map(|&other| size(other));
                    sizes.fold(size(item), u64::saturating_add)
                }
                Self::Trace => 0,
                Self::Price => problem.soft[at].iter().map(|(_, cost)| cost).sum(),
            }
        };
        let mut items: Vec<u32> = (0..problem.len() as u32).collect();
        items.sort_stable_by_key(|&item| {
            let is_free = problem.items[item as usize].pin.is_none();
            (
                u64::from(is_free),
                u64::MAX - key(item),
                u64::MAX - size(item),
            )
        });
        items
    }
}

/// Places all items in an order. Items without a place below `limits` are left out.
pub(crate) fn greedy(problem: &Problem, order: &[u32], limits: &[u64]) -> Plan {
    let mut plan = Plan::empty(problem);
    let mut scratch = Scratch::default();
    for &item in order {
        let item = item as usize;
        match plan.best_place(problem, item, limits, &mut scratch, None) {
            Some(place) => plan.put(item, place),
            None => plan.left_out += problem.items[item].size.max(1),
        }
    }
    plan
}

/// The cost of offsets in one pool, computed from scratch.
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
