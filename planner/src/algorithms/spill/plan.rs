//! Choices for all items together, and their improvement.

use memplan_support::{Random, Sort};

use super::bound::Bound;
use super::model::{Choice, Event, Item, Model};
use super::path::{Terms, cheapest};
use super::room::{Room, Rows};
use crate::{Units, WorkMeter};

/// A choice for each item, and what all of them leave of the fast pool.
#[derive(Clone, Debug)]
pub(super) struct Plan<'a> {
    pub(super) model: &'a Model,
    /// `None` for items that are not in the plan.
    pub(super) choices: Vec<Option<Choice>>,
    /// The cost of each choice.
    pub(super) costs: Vec<u64>,
    pub(super) cost: u64,
    pub(super) room: Room,
    copies: Option<Room>,
}

impl<'a> Plan<'a> {
    /// A plan without any item.
    pub(super) fn empty(model: &'a Model) -> Self {
        let room = |most: u64| Room::new(model.n_rows, most.min(i64::MAX as u64 / 4) as i64);
        let mut left = room(model.capacity);
        for (row, &taken) in model.taken.iter().enumerate() {
            if taken != 0 {
                left.add(Rows::new(row, row + 1), -(taken as i64));
            }
        }
        Self {
            model,
            choices: vec![None; model.items.len()],
            costs: vec![0; model.items.len()],
            cost: 0,
            room: left,
            copies: model.copies_at_once.map(|most| room(most.into())),
        }
    }

    pub(super) fn terms(&self) -> Terms<'_> {
        Terms {
            prices: None,
            weight: 0.0,
            room: Some(&self.room),
            copies: self.copies.as_ref(),
            holes: None,
        }
    }

    /// Adds an item. Whether there is room is not checked.
    pub(super) fn put(&mut self, item: usize, choice: Choice) {
        self.occupy(item, &choice, 1);
        self.costs[item] = self.model.cost(item, &choice);
        self.cost += self.costs[item];
        self.choices[item] = Some(choice);
    }

    fn occupy(&mut self, index: usize, choice: &Choice, sign: i64) {
        let item = &self.model.items[index];
        let size = item.size as i64;
        let Self { room, copies, .. } = self;
        item.rows(choice, |rows| room.add(rows, -sign * size));
        if let Some(copies) = copies {
            item.walk(choice, |event| match event {
                Event::Store { after } => copies.add(item.accesses[after].store, -sign),
                Event::Load { before } => copies.add(item.accesses[before].load, -sign),
                Event::Access { .. } => {}
            });
        }
    }

    /// Whether all rows have enough bytes, and enough copies at once.
    pub(super) fn is_valid(&self) -> bool {
        let all = Rows::new(0, self.model.n_rows);
        let copies = self.copies.as_ref();
        0 <= self.room.least(all) && copies.is_none_or(|copies| 0 <= copies.least(all))
    }

    /// Takes over the choices that fit, and finds others for the remaining items. `None` if an item does not fit that
    /// must be in the fast pool.
    pub(super) fn of(model: &'a Model, choices: Vec<Option<Choice>>) -> Option<Self> {
        let mut plan = Self::empty(model);
        let mut rest = Vec::new();
        let must = |item: &usize| !model.items[*item].may_be[1];
        let mut order: Vec<usize> = (0..choices.len()).collect();
        order.sort_stable_by_key(|item| !must(item));
        let mut choices = choices;
        for index in order {
            let item = &model.items[index];
            let is_possible = |choice: &Choice| item.is_allowed(choice) && item.is_timely(choice);
            let Some(choice) = choices[index].take().filter(is_possible) else {
                rest.push(index);
                continue;
            };
            plan.put(index, choice);
            if !plan.is_valid() {
                plan.remove(index);
                rest.push(index);
            }
        }
        rest.into_iter()
            .all(|item| plan.insert(item, None, 0.0))
            .then_some(plan)
    }

    /// Inserts items one by one in an order.
    pub(super) fn in_order(
        model: &'a Model,
        order: &[usize],
        prices: Option<&[f64]>,
        weight: f64,
    ) -> Option<Self> {
        let mut plan = Self::empty(model);
        (order.iter())
            .all(|&item| plan.insert(item, prices, weight))
            .then_some(plan)
    }
}

/// A plan that is changed item by item.
pub(super) trait Packing: Clone {
    /// What [`Self::restore`] needs of a removed item.
    type Old;
    /// The cost may at first rise by the mean size of an item divided by this.
    const THRESHOLD: u64;

    /// The choices.
    fn plan(&self) -> &Plan<'_>;
    /// Adds an item where it costs least, with the prices if there are any. `false` if it must be in the fast pool
    /// and does not fit.
    fn insert(&mut self, item: usize, prices: Option<&[f64]>, weight: f64) -> bool;
    /// Removes an item; `None` if it is not in the plan.
    fn remove(&mut self, item: usize) -> Option<Self::Old>;
    /// Adds an item as it was. Its place must be free.
    fn restore(&mut self, item: usize, old: Self::Old);
}

impl Packing for Plan<'_> {
    type Old = Choice;
    const THRESHOLD: u64 = 2;

    fn plan(&self) -> &Plan<'_> {
        self
    }

    fn insert(&mut self, item: usize, prices: Option<&[f64]>, weight: f64) -> bool {
        let terms = Terms {
            prices,
            weight,
            ..self.terms()
        };
        match cheapest(&self.model.items[item], &terms) {
            Some((choice, _)) => {
                self.put(item, choice);
                true
            }
            None => false,
        }
    }

    fn remove(&mut self, item: usize) -> Option<Choice> {
        let choice = self.choices[item].take()?;
        self.occupy(item, &choice, -1);
        self.cost -= self.costs[item];
        Some(choice)
    }

    fn restore(&mut self, item: usize, old: Choice) {
        self.put(item, old);
    }
}

/// Rounds of improvement without a limit.
const ROUNDS: u64 = 30_000;
/// Rounds for each item, at most [`ROUNDS`]: fewer items need fewer rounds.
const ROUNDS_PER_ITEM: u64 = 400;
/// Large problems get fewer rounds.
const MOST_LOOKS: u64 = 200_000_000;
/// The rounds of the first descent of the threshold; each further one is twice as long.
const FIRST_DESCENT: u64 = 2_000;
/// With more items the cost never rises: a copy of the best plan takes as long as many rounds.
const MOST_FOR_THRESHOLD: usize = 4_000;

/// How many rounds [`improve`] takes without a limit, if each of them looks at each item so many times.
pub(super) fn n_rounds(n_items: usize, n_looks: u64) -> u64 {
    let n = n_items.max(1) as u64;
    ROUNDS
        .min(ROUNDS_PER_ITEM * n)
        .min(MOST_LOOKS / (n * n_looks))
}

/// Improves a plan until a budget is used up or the cost meets its bound. Each round removes a few items that are live
/// at once, and inserts them in another order. The cost may rise by less than a threshold, which falls to zero and then
/// starts again from the best plan.
///
/// Source: Dueck and Scheuer, "Threshold accepting", Journal of Computational Physics 90, 1990.
pub(super) fn improve<P: Packing>(
    packing: &mut P,
    bound: &Bound,
    rounds: u64,
    random: &mut Random,
    meter: &mut WorkMeter<'_>,
) {
    let neighbours = Neighbours::of(&packing.plan().model.items);
    let n = neighbours.sizes.len();
    if n < 2 {
        return;
    }
    let size: u64 = neighbours.sizes.iter().sum::<u64>() / n as u64;
    let mut near: Vec<usize> = Vec::new();
    // The best plan, if it is not `packing`.
    let mut best: Option<P> = None;
    let mut least = packing.plan().cost;
    let highest = if n <= MOST_FOR_THRESHOLD {
        size / P::THRESHOLD
    } else {
        0
    };
    let (mut begin, mut length) = (0, FIRST_DESCENT.min(rounds.max(1)));
    for round in 0..rounds {
        if packing.plan().cost <= bound.bytes || meter.spend(Units(4)).is_err() {
            break;
        }
        if begin + length <= round {
            (begin, length) = (round, 2 * length);
            if let Some(best) = best.take() {
                *packing = best;
            }
        }
        neighbours.draw(&packing.plan().costs, random, &mut near);
        let weight = [0.0, 0.0, 0.5, 0.9][(round % 4) as usize];
        let prices = (weight != 0.0).then_some(&bound.prices[..]);
        let before = packing.plan().cost;
        let left = length - (round - begin);
        let threshold = u128::from(highest) * u128::from(left) / u128::from(length);
        let old: Vec<_> = near.iter().map(|&item| packing.remove(item)).collect();
        let is_whole = (near.iter()).all(|&item| packing.insert(item, prices, weight));
        let cost = packing.plan().cost;
        let is_accepted = is_whole && cost <= before + random.below(threshold as u64 + 1);
        // Before the search leaves the best plan, it undoes the step and saves the plan.
        let leaves_best = is_accepted && least < cost && best.is_none();
        if is_accepted && !leaves_best {
            if cost < least {
                (least, best) = (cost, None);
            }
            continue;
        }
        for &item in &near {
            packing.remove(item);
        }
        for (&item, old) in near.iter().zip(old) {
            if let Some(old) = old {
                packing.restore(item, old);
            }
        }
        if leaves_best {
            best = Some(packing.clone());
        }
    }
    if let Some(best) = best {
        *packing = best;
    }
}

/// By item, the rows from its first to its last access, and its size: to draw items that are live at once.
struct Neighbours {
    hulls: Vec<Rows>,
    sizes: Vec<u64>,
}

impl Neighbours {
    fn of(items: &[Item]) -> Self {
        let hull = |item: &Item| {
            let accesses = &item.accesses;
            Rows::new(
                accesses[0].rows.begin,
                accesses[accesses.len() - 1].rows.end,
            )
        };
        Self {
            hulls: items.iter().map(hull).collect(),
            sizes: items.iter().map(|item| item.size).collect(),
        }
    }

    /// Draws an item with a cost and a few that are live near a row where it could stay, in an order to insert them.
    fn draw(&self, costs: &[u64], random: &mut Random, near: &mut Vec<usize>) {
        let n = self.hulls.len();
        let mut item = random.index(n);
        for _ in 0..n {
            if costs[item] != 0 {
                break;
            }
            item = (item + 1) % n;
        }
        let Rows { begin, end } = self.hulls[item];
        let row = begin + random.index((end - begin).max(1));
        let reach = random.index(1 + (end - begin) / 4);
        near.clear();
        near.extend((0..n).filter(|&other| {
            let hull = self.hulls[other];
            other != item && hull.begin <= row + reach && row <= hull.end + reach
        }));
        random.shuffle(near);
        near.truncate(1 + random.index(7));
        near.push(item);
        match random.index(4) {
            0 => near.reverse(),
            1 => near.sort_stable_by_key(|&item| std::cmp::Reverse(self.sizes[item])),
            2 => near.sort_stable_by_key(|&item| self.sizes[item]),
            _ => {}
        }
    }
}
