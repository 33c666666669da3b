//! Branch and bound for components whose items have few offsets to choose from: a weighted constraint satisfaction
//! problem.
//!
//! In some best plan, every item lies on the bottom, on a reserved range, or on another item, so offsets are sums of
//! sizes. If there are at most 64 of them, a node gives one item an offset, removes the offsets that this rules out
//! from the other items, and adds its prices to the remaining ones. Items that are no longer connected are solved
//! independently (AND/OR search, Dechter and Mateescu, Artificial Intelligence 171, 2007). The results for such a part
//! are cached: they depend only on the offsets and prices of its items.

use std::rc::Rc;

use memplan_support::Sort;
use rustc_hash::FxHashMap;

use super::bounds::{Pairs, Row};
use super::place::Plan;
use super::problem::Problem;
use crate::{Units, WorkMeter};

/// The most items of a component: sets of them are one word.
const MOST_ITEMS: usize = 64;

/// Sets of offsets are one word.
const MOST_OFFSETS: usize = 64;

/// The most numbers in the keys of the cache.
const MOST_KEPT: usize = 20_000_000;

/// What a search found.
pub(super) struct Found {
    /// A plan that is cheaper than the given one.
    pub(super) plan: Option<Plan>,
    /// No plan costs less.
    pub(super) bound: u64,
}

/// The offsets that items may have.
struct Offsets {
    /// Ascending.
    all: Vec<u64>,
    /// By item, a set.
    may: Vec<u64>,
}

impl Offsets {
    /// `None` if there are too many.
    fn of(problem: &Problem, pool: u32, limit: u64) -> Option<Self> {
        let space = &problem.spaces[pool as usize];
        let starts = |item: usize, from: u64| {
            let item = &problem.items[item];
            let at = item
                .pin
                .unwrap_or_else(|| space.offset_from(from, item.pools[0].1, item.size));
            let end = at.checked_add(item.size)?;
            let is_free = |&(lo, hi): &(u64, u64)| end <= lo || hi <= at;
            (end <= limit && space.reserved.iter().all(is_free)).then_some(at)
        };
        let mut froms: Vec<u64> = vec![0];
        froms.extend(space.reserved.iter().map(|&(_, hi)| hi));
        let mut of_items: Vec<(u64, usize)> = Vec::new();
        let mut all: Vec<u64> = Vec::new();
        let mut next = 0;
        while let Some(&from) = froms.get(next) {
            next += 1;
            for item in 0..problem.len() {
                let Some(at) = starts(item, from) else {
                    continue;
                };
                of_items.push((at, item));
                if !all.contains(&at) {
                    all.push(at);
                }
                let end = at + problem.items[item].size;
                if !froms.contains(&end) {
                    froms.push(end);
                }
            }
            if MOST_OFFSETS < all.len() {
                return None;
            }
        }
        all.sort_stable();
        let mut may = vec![0; problem.len()];
        for (at, item) in of_items {
            may[item] |= 1 << all.partition_point(|&lower| lower < at);
        }
        Some(Self { all, may })
    }
}

/// A cached result for a part.
enum Learned {
    /// A lower bound on its cost.
    AtLeast(u64),
    /// Its cost and a best solution.
    Solved(u64, Solution),
}

/// Items with the number of their offset.
type Solution = Vec<(u8, u8)>;

/// What remains for the open items after some were placed.
#[derive(Clone)]
struct State {
    /// By item, the offsets that it may have.
    may: Vec<u64>,
    /// By item and offset, the prices of the pairs with placed items that share bytes.
    price: Vec<u64>,
}

/// A clique whose pairs are in no other one.
struct Clique {
    items: u64,
    /// The most shared bytes for one unit of cost.
    bytes_per_cost: u64,
}

struct Search<'a, 'm> {
    problem: &'a Problem,
    offsets: &'a [u64],
    /// The bytes below the limit that are not reserved.
    free: u64,
    /// By item, the items that may share no byte with it, and those that do so at a price.
    hard: Vec<u64>,
    soft: Vec<u64>,
    prices: Vec<u64>,
    /// By item, offset and other item, the offsets at which the other one shares bytes.
    clash: Vec<u64>,
    cliques: Vec<Clique>,
    /// Cliques of hard pairs, each item in one.
    groups: Vec<u64>,
    /// Before anything is placed.
    root: Rc<State>,
    /// By item, the items that could be exchanged for it.
    twins: Vec<u64>,
    /// Whether each offset is a slot of its own, for all items: then slots could be exchanged.
    has_slots: bool,
    /// The number of the offset of each placed item.
    placed: Vec<Option<u8>>,
    learned: FxHashMap<Box<[u64]>, Learned>,
    n_kept: usize,
    nodes: u64,
    meter: &'a mut WorkMeter<'m>,
    is_stopped: bool,
}

/// What to search for: a plan in the only pool of all items.
pub(super) struct Query<'a> {
    pub(super) pool: u32,
    /// The highest end of an item.
    pub(super) limit: u64,
    /// The plan costs less than this.
    pub(super) below: u64,
    /// No plan costs less than this.
    pub(super) least: u64,
    /// Rows and pairs of the bound on the cost.
    pub(super) rows: &'a [Row],
    pub(super) pairs: &'a Pairs,
}

/// Searches for a plan. One unit of work for each of at most `nodes` nodes. `None` if there are too many items or
/// offsets.
pub(super) fn search(
    problem: &Problem,
    query: &Query<'_>,
    nodes: u64,
    meter: &mut WorkMeter<'_>,
) -> Option<Found> {
    let n = problem.len();
    if MOST_ITEMS < n || problem.is_crowded || !problem.bank.iter().all(Vec::is_empty) {
        return None;
    }
    let offsets = Offsets::of(problem, query.pool, query.limit)?;
    let mut search = Search::new(problem, query, &offsets, nodes, meter);
    let root = Rc::clone(&search.root);
    let all_items = if n == 64 { u64::MAX } else { (1 << n) - 1 };
    // Low targets are refuted quickly, and what was learned serves for the next ones.
    let (mut least, mut step, mut cheapest) = (query.least, 1, None);
    while cheapest.is_none() && least < query.below && !search.is_stopped {
        let target = least.saturating_add(step).min(query.below);
        cheapest = search.solve(all_items, &root, target);
        if !search.is_stopped {
            least = cheapest.as_ref().map_or(target, |&(cost, _)| cost);
        }
        step = step.saturating_mul(if least - query.least < 16 { 1 } else { 2 });
    }
    let plan = cheapest.map(|(cost, solution)| {
        let mut offset = vec![0; n];
        for (item, number) in solution {
            offset[item as usize] = offsets.all[number as usize];
        }
        Plan {
            pool: vec![query.pool; n],
            offset,
            cost,
            left_out: 0,
        }
    });
    Some(Found { plan, bound: least })
}

impl<'a, 'm> Search<'a, 'm> {
    fn new(
        problem: &'a Problem,
        query: &Query<'_>,
        offsets: &'a Offsets,
        nodes: u64,
        meter: &'a mut WorkMeter<'m>,
    ) -> Self {
        let n = problem.len();
        let all = &offsets.all;
        let set =
            |list: &mut dyn Iterator<Item = u32>| list.fold(0_u64, |set, item| set | 1 << item);
        let is_slot = |item: usize| {
            problem.items[item].pin.is_none()
                && offsets.may[item] == offsets.may[0]
                && (all.windows(2)).all(|pair| problem.items[item].size <= pair[1] - pair[0])
        };
        let hard: Vec<u64> = (problem.hard.iter())
            .map(|list| set(&mut list.iter().copied()))
            .collect();
        let mut search = Self {
            offsets: all,
            free: problem.spaces[query.pool as usize].free_below(query.limit),
            groups: groups(&hard),
            hard,
            soft: (problem.soft.iter())
                .map(|list| set(&mut list.iter().map(|&(other, _)| other)))
                .collect(),
            prices: price_table(n, query.pairs),
            clash: clash_table(problem, all),
            cliques: disjoint(problem, query.rows, query.pairs),
            root: Rc::new(State {
                may: offsets.may.clone(),
                price: vec![0; n * all.len()],
            }),
            twins: twins(problem),
            has_slots: (0..n).all(is_slot),
            placed: vec![None; n],
            learned: FxHashMap::default(),
            n_kept: 0,
            nodes,
            meter,
            is_stopped: false,
            problem,
        };
        let mut root = State::clone(&search.root);
        search.halve(&mut root, query.limit);
        search.root = Rc::new(root);
        search
    }

    fn near(&self, item: usize) -> u64 {
        self.hard[item] | self.soft[item]
    }

    /// Removes the upper half of the offsets of one item, if each plan can be turned upside down.
    fn halve(&self, root: &mut State, limit: u64) {
        let turned = |item: usize, at: usize| {
            let end = self.offsets[at] + self.problem.items[item].size;
            let at = self.offsets.binary_search(&(limit - end));
            at.is_ok_and(|at| root.may[item] >> at & 1 == 1)
        };
        let is_alone = |item: usize| {
            let others = self.twins.iter().enumerate();
            self.twins[item] == 0 && others.fold(0, |set, (_, twins)| set | twins) >> item & 1 == 0
        };
        let can_turn = |item: usize| {
            self.problem.items[item].pin.is_none()
                && items(root.may[item]).all(|at| turned(item, at))
        };
        let n = self.placed.len();
        let first = (0..n).filter(|&item| is_alone(item));
        let first = first.max_by_key(|&item| (self.near(item).count_ones(), n - item));
        if let Some(first) = first
            && !self.has_slots
            && (0..n).all(can_turn)
        {
            let last = (limit - self.problem.items[first].size) / 2;
            let upper = items(root.may[first]).filter(|&at| last < self.offsets[at]);
            root.may[first] &= !upper.fold(0, |set, at| set | 1 << at);
        }
    }

    /// The least price of an open item.
    fn base(&self, state: &State, item: usize) -> u64 {
        let prices = &state.price[item * self.offsets.len()..];
        items(state.may[item])
            .map(|at| prices[at])
            .min()
            .unwrap_or(u64::MAX)
    }

    /// Lower bounds on the cost of a part: one that adds the least prices of its items to what they pay among each
    /// other, and the better one of this and a bound that counts placed items, too.
    ///
    /// A clique with disjoint pairs covers some bytes more than once. The bytes of its open items are poured onto those
    /// that are covered least; a byte that is covered `t` times is then shared by `t` more pairs. If placed items are
    /// among those that cover bytes, the least prices count the same pairs, so the sums are not added.
    fn bound(&self, part: u64, state: &State) -> (u64, u64) {
        let bases: u64 = items(part)
            .map(|item| self.base(state, item))
            .fold(0, u64::saturating_add);
        let (mut among_open, mut with_placed) = (0_u64, 0_u64);
        let mut ends: Vec<(u64, bool)> = Vec::new();
        for clique in &self.cliques {
            let bytes: u64 = items(clique.items & part)
                .map(|item| self.problem.items[item].size)
                .sum();
            if bytes == 0 {
                continue;
            }
            ends.clear();
            for item in items(clique.items) {
                if let Some(number) = self.placed[item] {
                    let at = self.offsets[number as usize];
                    ends.extend([(at, true), (at + self.problem.items[item].size, false)]);
                }
            }
            let cost = |shared: u64| shared.div_ceil(clique.bytes_per_cost);
            among_open = among_open.saturating_add(cost(poured(bytes, self.free, &mut [])));
            with_placed = with_placed.saturating_add(cost(poured(bytes, self.free, &mut ends)));
        }
        let with_bases = bases.saturating_add(among_open);
        (with_bases, with_bases.max(with_placed))
    }

    /// The best solution of a part of the open items that costs less than `below`.
    fn solve(&mut self, part: u64, state: &State, below: u64) -> Option<(u64, Solution)> {
        if part == 0 {
            return (0 < below).then(|| (0, Solution::new()));
        }
        if self.nodes == 0 || self.meter.spend(Units::ONE).is_err() {
            self.is_stopped = true;
            return None;
        }
        self.nodes -= 1;
        let bases: Vec<u64> = items(part).map(|item| self.base(state, item)).collect();
        if bases.contains(&u64::MAX) {
            return None;
        }
        let sum: u64 = bases.iter().sum();
        let (with_bases, least) = self.bound(part, state);
        if below <= least {
            return None;
        }
        let key = self.key(part, state, &bases);
        match self.learned.get(&key) {
            Some(Learned::AtLeast(more)) if below <= sum.saturating_add(*more) => return None,
            Some(Learned::Solved(more, solution)) => {
                let cost = sum + more;
                return (cost < below).then(|| (cost, solution.clone()));
            }
            _ => {}
        }
        let best = if self.may_cost_less(part, state, below) {
            self.branch(part, state, below, with_bases)
        } else {
            None
        };
        if self.is_stopped {
            return best;
        }
        let learned = match &best {
            Some((cost, solution)) => Learned::Solved(cost - sum, solution.clone()),
            None => Learned::AtLeast(below - sum),
        };
        if self.n_kept + key.len() <= MOST_KEPT {
            self.n_kept += key.len();
            self.learned.insert(key, learned);
        }
        best
    }

    /// Whether a part may cost less than `below` if each group of it, which is a clique of hard pairs, pays what it
    /// pays by itself, and the groups pay each other what they pay without placed items (Russian doll search,
    /// Verfaillie et al., AAAI 1996).
    fn may_cost_less(&mut self, part: u64, state: &State, below: u64) -> bool {
        let mut bases: u64 = items(part).map(|item| self.base(state, item)).sum();
        let mut whole = 0;
        for index in 0..self.groups.len() {
            let group = self.groups[index] & part;
            if group == part {
                return true;
            }
            if group == self.groups[index] {
                whole |= group;
            }
            if group.count_ones() < 2 {
                continue;
            }
            let own: u64 = items(group).map(|item| self.base(state, item)).sum();
            match self.solve(group, state, below.saturating_sub(bases - own)) {
                Some((cost, _)) => bases += cost - own,
                None => return self.is_stopped,
            }
        }
        if whole == 0 || self.placed.iter().all(Option::is_none) {
            return bases < below;
        }
        let first = std::mem::take(&mut self.placed);
        self.placed = vec![None; first.len()];
        let root = Rc::clone(&self.root);
        let answer = self.solve_parts(whole, &root, below.saturating_sub(bases));
        self.placed = first;
        answer.is_some() || self.is_stopped
    }

    /// The groups of which some items are placed.
    fn begun(&self, part: u64) -> u64 {
        let is_begun = |group: &&u64| {
            **group & part != 0 && items(**group).any(|item| self.placed[item].is_some())
        };
        self.groups
            .iter()
            .filter(is_begun)
            .fold(0, |all, group| all | group)
    }

    /// Tries all offsets of one item.
    fn branch(
        &mut self,
        part: u64,
        state: &State,
        mut below: u64,
        least: u64,
    ) -> Option<(u64, Solution)> {
        let n_offsets = self.offsets.len();
        let price = |item: usize, at: usize| state.price[item * n_offsets + at];
        // The item with the fewest affordable offsets, then the one with the most neighbours; of a group that has
        // placed items, if there is one.
        let slack = below - least;
        let candidates = match self.begun(part) & part {
            0 => part,
            begun => begun,
        };
        let choice = items(candidates).min_by_key(|&item| {
            let base = self.base(state, item);
            let n = items(state.may[item])
                .filter(|&at| price(item, at) - base < slack)
                .count();
            let degree = (self.near(item) & part).count_ones();
            (
                if n < 3 { n } else { 3 },
                std::cmp::Reverse(degree),
                n,
                item,
            )
        })?;
        let mut values: Vec<(u64, usize)> = items(state.may[choice])
            .map(|at| (price(choice, at), at))
            .collect();
        values.sort_stable();
        let base = values[0].0;
        let mut best = None;
        for (index, &(own, at)) in values.iter().enumerate() {
            if self.is_stopped || below <= least.saturating_add(own - base) {
                break;
            }
            if self.has_slots
                && values[..index].iter().any(|&(_, other)| {
                    items(part).all(|item| {
                        state.may[item] >> at & 1 == state.may[item] >> other & 1
                            && (state.may[item] >> at & 1 == 0
                                || price(item, at) == price(item, other))
                    })
                })
            {
                continue;
            }
            let Some(next) = self.placing(part, state, choice, at) else {
                continue;
            };
            self.placed[choice] = Some(at as u8);
            let rest = part & !(1 << choice);
            if let Some((cost, mut solution)) =
                self.solve_parts(rest, &next, below.saturating_sub(own))
            {
                solution.push((choice as u8, at as u8));
                below = cost + own;
                best = Some((below, solution));
            }
            self.placed[choice] = None;
        }
        best
    }

    /// The state after an item was placed; `None` if another one has no offset left.
    fn placing(&self, part: u64, state: &State, item: usize, at: usize) -> Option<State> {
        let (n, n_offsets) = (self.placed.len(), self.offsets.len());
        let mut next = state.clone();
        let clash = &self.clash[(item * n_offsets + at) * n..][..n];
        for other in items(part & self.near(item) & !(1 << item)) {
            if self.hard[item] >> other & 1 == 1 {
                next.may[other] &= !clash[other];
            } else {
                let price = self.prices[item * n + other];
                for hit in items(clash[other] & next.may[other]) {
                    next.price[other * n_offsets + hit] += price;
                }
            }
            // Of items that could be exchanged, the first one is lowest.
            if !self.has_slots && self.twins[item.max(other)] >> item.min(other) & 1 == 1 {
                next.may[other] &= if item < other {
                    u64::MAX << at
                } else {
                    u64::MAX >> (63 - at)
                };
            }
            if next.may[other] == 0 {
                return None;
            }
        }
        Some(next)
    }

    /// Solves the parts that no pair connects, and adds them up.
    fn solve_parts(&mut self, open: u64, state: &State, below: u64) -> Option<(u64, Solution)> {
        let mut parts: Vec<(u64, u64)> = Vec::new();
        let mut rest = open;
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            let mut new = part;
            while new != 0 {
                let near = items(new).fold(0, |near, item| near | self.near(item));
                new = near & rest & !part;
                part |= new;
            }
            rest &= !part;
            parts.push((self.bound(part, state).1, part));
        }
        if parts.len() == 1 {
            return self.solve(open, state, below);
        }
        let bounds = parts.iter().map(|&(bound, _)| bound);
        let mut least = bounds.fold(0, u64::saturating_add);
        parts.sort_stable_by_key(|(_, part)| part.count_ones());
        let (mut sum, mut all) = (0, Solution::new());
        for (bound, part) in parts {
            if below <= least {
                return None;
            }
            let room = below - (least - bound);
            let (cost, solution) = self.solve(part, state, room)?;
            least = least - bound + cost;
            sum += cost;
            all.extend(solution);
        }
        (sum < below).then_some((sum, all))
    }

    /// All that the solutions of a part depend on: its items, their offsets, and the prices beside the least ones.
    fn key(&self, part: u64, state: &State, bases: &[u64]) -> Box<[u64]> {
        let n_offsets = self.offsets.len();
        let mut key = vec![part];
        for (item, base) in items(part).zip(bases) {
            key.push(state.may[item]);
            let prices = &state.price[item * n_offsets..];
            key.extend(items(state.may[item]).map(|at| prices[at] - base));
        }
        key.into_boxed_slice()
    }
}

/// By item, offset and other item, the offsets at which the other one shares bytes.
fn clash_table(problem: &Problem, offsets: &[u64]) -> Vec<u64> {
    let n = problem.len();
    let size = |item: usize| problem.items[item].size;
    let mut clash = Vec::with_capacity(n * offsets.len() * n);
    for item in 0..n {
        for &at in offsets {
            for other in 0..n {
                let hits = offsets.iter().enumerate().filter(|&(_, &other_at)| {
                    other_at < at.saturating_add(size(item))
                        && at < other_at.saturating_add(size(other))
                });
                clash.push(hits.fold(0_u64, |set, (number, _)| set | 1 << number));
            }
        }
    }
    clash
}

/// The price of each pair, or 0, by both items.
fn price_table(n: usize, pairs: &Pairs) -> Vec<u64> {
    let mut prices = vec![0; n * n];
    for &(a, b, cost) in &pairs.all {
        prices[a as usize * n + b as usize] = cost;
        prices[b as usize * n + a as usize] = cost;
    }
    prices
}

/// Cliques of rows with disjoint pairs, the most demanding first.
fn disjoint(problem: &Problem, rows: &[Row], pairs: &Pairs) -> Vec<Clique> {
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

/// By item, the lower items that could be exchanged for it in every plan.
fn twins(problem: &Problem) -> Vec<u64> {
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
fn items(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let item = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (item < 64).then_some(item)
    })
}

/// Divides items into cliques of hard pairs: each item joins the first one that it may.
fn groups(hard: &[u64]) -> Vec<u64> {
    let mut groups: Vec<u64> = Vec::new();
    for (item, &near) in hard.iter().enumerate() {
        match groups.iter_mut().find(|group| **group & !near == 0) {
            Some(group) => *group |= 1 << item,
            None => groups.push(1 << item),
        }
    }
    groups
}

/// The least number of bytes that are shared, one for each pair, when `bytes` more are put onto what lies in `free`
/// bytes: ranges by their ends, of which the number that cover a byte counts.
fn poured(bytes: u64, free: u64, ends: &mut [(u64, bool)]) -> u64 {
    ends.sort_stable();
    // The number of bytes that are covered 0, 1, 2 .. times.
    let mut covered: Vec<u64> = vec![free];
    let (mut depth, mut last) = (0_usize, 0);
    for &mut (at, is_begin) in ends {
        if covered.len() <= depth {
            covered.resize(depth + 1, 0);
        }
        if depth != 0 {
            covered[depth] += at - last;
            covered[0] = covered[0].saturating_sub(at - last);
        }
        last = at;
        depth = if is_begin { depth + 1 } else { depth - 1 };
    }
    let (mut rest, mut shared, mut level, mut room) = (bytes, 0_u64, 0_usize, 0_u64);
    while rest != 0 {
        room += covered.get(level).copied().unwrap_or(0);
        if room == 0 && covered.len() <= level {
            return u64::MAX;
        }
        let poured = rest.min(room);
        shared = shared.saturating_add(poured.saturating_mul(level as u64));
        rest -= poured;
        level += 1;
    }
    shared
}

#[cfg(test)]
mod tests;
