//! Choices for all items together, and how they are found and improved.

use memplan_support::{Random, Sort};

use super::model::{Choice, Event, Model};
use super::path::{Terms, cheapest};
use super::room::Room;
use crate::{Units, WorkMeter};

/// A choice for each item, with what it leaves of the fast pool.
#[derive(Clone, Debug)]
pub(super) struct Plan<'a> {
    pub(super) model: &'a Model,
    /// Without one, the item is not part of the plan yet.
    pub(super) choices: Vec<Option<Choice>>,
    /// The cost of each choice.
    costs: Vec<u64>,
    pub(super) cost: u64,
    pub(super) room: Room,
    copies: Option<Room>,
}

impl<'a> Plan<'a> {
    /// A plan without any item.
    pub(super) fn empty(model: &'a Model) -> Self {
        let room = |most: u64| Room::new(model.n_rows, most.min(i64::MAX as u64 / 4) as i64);
        Self {
            model,
            choices: vec![None; model.items.len()],
            costs: vec![0; model.items.len()],
            cost: 0,
            room: room(model.capacity),
            copies: model.copies_at_once.map(|most| room(most.into())),
        }
    }

    pub(super) fn terms(&self) -> Terms<'_> {
        Terms {
            prices: None,
            weight: 0.0,
            room: Some(&self.room),
            copies: self.copies.as_ref(),
        }
    }

    /// Adds an item. Whether there is room is not checked.
    pub(super) fn put(&mut self, item: usize, choice: Choice) {
        self.occupy(item, &choice, 1);
        self.costs[item] = self.model.cost(item, &choice);
        self.cost += self.costs[item];
        self.choices[item] = Some(choice);
    }

    pub(super) fn remove(&mut self, item: usize) -> Option<Choice> {
        let choice = self.choices[item].take()?;
        self.occupy(item, &choice, -1);
        self.cost -= self.costs[item];
        Some(choice)
    }

    fn occupy(&mut self, item: usize, choice: &Choice, sign: i64) {
        let it = &self.model.items[item];
        let size = it.size as i64;
        let Self { room, copies, .. } = self;
        it.rows(choice, |from, to| room.add(from, to, -sign * size));
        if let Some(copies) = copies {
            it.walk(choice, |event| {
                let rows = match event {
                    Event::Store { after } => it.accesses[after].store,
                    Event::Load { before } => it.accesses[before].load,
                    Event::Access { .. } => (0, 0),
                };
                copies.add(rows.0, rows.1, -sign);
            });
        }
    }

    /// Whether no row holds more than there is.
    pub(super) fn is_valid(&self) -> bool {
        let n = self.model.n_rows;
        let copies = self.copies.as_ref();
        0 <= self.room.least(0, n) && copies.is_none_or(|copies| 0 <= copies.least(0, n))
    }

    /// Adds an item where it costs least, with the prices of `terms` if there are any. `false` if it must be in the fast pool and does
    /// not fit.
    pub(super) fn insert(&mut self, item: usize, prices: Option<&[f64]>, weight: f64) -> bool {
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

    /// Takes over choices where they fit, and finds others for the rest. `None` where an item that must be fast does not fit.
    pub(super) fn of(model: &'a Model, choices: Vec<Option<Choice>>) -> Option<Self> {
        let mut plan = Self::empty(model);
        let mut rest = Vec::new();
        let must = |item: &usize| !model.items[*item].may_be[1];
        let mut order: Vec<usize> = (0..choices.len()).collect();
        order.sort_stable_by_key(|item| !must(item));
        let mut choices = choices;
        for item in order {
            let choice = choices[item].take();
            let known = &model.items[item];
            let choice = choice.filter(|it| known.is_allowed(it) && known.is_timely(it));
            let Some(choice) = choice else {
                rest.push(item);
                continue;
            };
            plan.put(item, choice);
            if !plan.is_valid() {
                plan.remove(item);
                rest.push(item);
            }
        }
        rest.into_iter()
            .all(|item| plan.insert(item, None, 0.0))
            .then_some(plan)
    }

    /// Items one by one, in this order.
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

/// How much improvement there is without a limit.
const ROUNDS: u64 = 30_000;
/// Rounds for each item, at most [`ROUNDS`]: fewer items need fewer rounds.
const ROUNDS_PER_ITEM: u64 = 400;
/// A round looks at all items, so large problems get fewer rounds.
const MOST_LOOKS: u64 = 200_000_000;

/// Improves a plan: takes out some items that are live at once, and puts them back in another order, until a budget is used up or the
/// cost is at its bound. Equal costs are accepted, so that plans drift.
pub(super) fn improve(
    plan: &mut Plan<'_>,
    bound: u64,
    prices: &[f64],
    random: &mut Random,
    meter: &mut WorkMeter<'_>,
) {
    let model = plan.model;
    let n = model.items.len();
    if n < 2 {
        return;
    }
    // Items by the rows of all their accesses, to find those that are live at a row.
    let hull = |item: usize| {
        let accesses = &model.items[item].accesses;
        (accesses[0].rows.0, accesses[accesses.len() - 1].rows.1)
    };
    let hulls: Vec<(usize, usize)> = (0..n).map(hull).collect();
    let mut near: Vec<usize> = Vec::new();
    let rounds = ROUNDS.min(ROUNDS_PER_ITEM * n as u64);
    for round in 0..rounds.min(MOST_LOOKS / n as u64) {
        if plan.cost <= bound || meter.spend(Units(4)).is_err() {
            return;
        }
        // An item that costs something, and a row where it could stay.
        let mut item = random.index(n);
        for _ in 0..n {
            if plan.costs[item] != 0 {
                break;
            }
            item = (item + 1) % n;
        }
        let (from, to) = hulls[item];
        let row = from + random.index((to - from).max(1));
        let reach = random.index(1 + (to - from) / 4);
        near.clear();
        near.extend((0..n).filter(|&other| {
            let (a, b) = hulls[other];
            other != item && a <= row + reach && row <= b + reach
        }));
        for at in (1..near.len()).rev() {
            near.swap(at, random.index(at + 1));
        }
        near.truncate(1 + random.index(7));
        near.push(item);
        match random.index(4) {
            0 => near.reverse(),
            1 => near.sort_stable_by_key(|&it| std::cmp::Reverse(model.items[it].size)),
            2 => near.sort_stable_by_key(|&it| model.items[it].size),
            _ => {}
        }
        let weight = [0.0, 0.0, 0.5, 0.9][(round % 4) as usize];
        let before = plan.cost;
        let old: Vec<_> = near.iter().map(|&it| plan.remove(it)).collect();
        let is_whole = near
            .iter()
            .all(|&it| plan.insert(it, (weight != 0.0).then_some(prices), weight));
        if is_whole && plan.cost <= before {
            continue;
        }
        for &it in &near {
            plan.remove(it);
        }
        for (&it, choice) in near.iter().zip(old) {
            if let Some(choice) = choice {
                plan.put(it, choice);
            }
        }
    }
}
