//! Choices with offsets in the fast pool, which never overlap.
//!
//! An item is inserted by a shortest path ([`path`](super::path)) on which it stays only where its neighbours leave a
//! hole. Holes for all parts of a residence need not be holes for all of it. If there is none for all of it, its
//! longest part is forbidden, and the path is computed again. `O(items + accesses * neighbours)` for an item.

use memplan_support::Sort;

use super::model::{Choice, FAST, Item, Model, SLOW};
use super::path::{Terms, cheapest};
use super::place::{Placed, residences};
use super::plan::{Packing, Plan};
use super::room::Rows;
use crate::problem::units::{align_up, common_alignment};
use crate::{Lifetime, LifetimeTrace, PlanOptions};

/// How many paths are computed before the item stays in the slow pool.
const MOST_PATHS: usize = 6;

/// Bytes that are taken for some time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    ticks: Lifetime,
    lo: u64,
    hi: u64,
}

/// A plan with the places of its residences in the fast pool.
#[derive(Clone, Debug)]
pub(super) struct Places<'a> {
    pub(super) plan: Plan<'a>,
    trace: &'a LifetimeTrace,
    /// By item.
    aligns: Vec<u64>,
    held: Vec<Vec<Held>>,
    /// Ranges of the pool that nothing may use.
    reserved: Vec<Held>,
}

/// What lies beside an item, and where it may not stay.
#[derive(Debug)]
pub(super) struct Holes<'a> {
    model: &'a Model,
    capacity: u64,
    size: u64,
    align: u64,
    /// By offset.
    near: Vec<Held>,
    forbidden: Vec<Rows>,
}

impl Holes<'_> {
    /// Whether the item may stay in these rows.
    pub(super) fn fits(&self, rows: Rows) -> bool {
        let (from, to) = (self.model.ticks[rows.begin], self.model.ticks[rows.end]);
        !self.forbidden.contains(&rows) && self.each(Lifetime::half_open(from, to)).next().is_some()
    }

    /// The holes that are free at all of these ticks: the lowest offset and the end of each.
    fn each(&self, ticks: Lifetime) -> impl Iterator<Item = (u64, u64)> {
        let beside = self
            .near
            .iter()
            .filter(move |held| held.ticks.overlaps(ticks));
        let ends = beside
            .map(|held| (held.lo, held.hi))
            .chain([(self.capacity, self.capacity)]);
        let mut free = 0;
        ends.filter_map(move |(lo, hi)| {
            let offset = align_up(free, self.align)?;
            free = hi.max(free);
            (offset.checked_add(self.size)? <= lo).then_some((offset, lo))
        })
    }

    /// The place in the tightest hole.
    fn tightest(&self, ticks: Lifetime) -> Option<Held> {
        let holes = self.each(ticks);
        let (offset, _) = holes.min_by_key(|(offset, end)| (end - offset, *offset))?;
        Some(Held {
            ticks,
            lo: offset,
            hi: offset + self.size,
        })
    }
}

impl<'a> Places<'a> {
    /// Takes over the offsets of a plan that are within the pool, and finds others for the remaining items. `None` if
    /// the pool has rules that holes ignore, or an item does not fit that must be in the fast pool.
    pub(super) fn of(
        trace: &'a LifetimeTrace,
        model: &'a Model,
        choices: &[Option<Choice>],
        placed: &Placed,
        options: &PlanOptions,
    ) -> Option<Self> {
        let (pool, relations) = (&trace.pools()[FAST], trace.relations());
        let is_plain = pool.banks.is_none()
            && relations.apart.is_empty()
            && relations.never_together.is_empty()
            && trace.buffers().iter().all(|buffer| buffer.pinned.is_none());
        let capacity = pool.capacity.filter(|_| is_plain)?.0;
        let align = common_alignment(pool.align.0, options.alignment.0)?;
        let of_item = |item: &Item| common_alignment(trace[item.buffer].align.0, align);
        let always = trace.buffers().iter().map(|buffer| buffer.live);
        let always = always
            .reduce(|a, b| Lifetime::half_open(a.begin().min(b.begin()), a.end().max(b.end())))?;
        let reserved = (pool.reserved.iter()).map(|range| Held {
            ticks: always,
            lo: range.lo.0,
            hi: range.hi.0,
        });
        let mut places = Self {
            plan: Plan::empty(model),
            trace,
            aligns: model.items.iter().map(of_item).collect::<Option<_>>()?,
            held: vec![Vec::new(); model.items.len()],
            reserved: reserved.collect(),
        };
        let mut of_buffer = vec![Vec::new(); trace.len()];
        for residence in placed
            .residences
            .iter()
            .filter(|residence| residence.pool.index() == FAST)
        {
            let size = trace[residence.buffer].size.0;
            of_buffer[residence.buffer.index()].push(Held {
                ticks: residence.ticks,
                lo: residence.offset.0,
                hi: residence.offset.0 + size,
            });
        }
        let mut rest = Vec::new();
        for (index, (item, choice)) in model.items.iter().zip(choices).enumerate() {
            let held = std::mem::take(&mut of_buffer[item.buffer.index()]);
            match choice {
                Some(choice) if held.iter().all(|place| place.hi <= capacity) => {
                    places.restore(index, (choice.clone(), held));
                }
                _ => rest.push(index),
            }
        }
        rest.sort_stable_by_key(|&item| (model.items[item].may_be[SLOW], model.items[item].size));
        (rest.into_iter())
            .all(|item| places.insert(item, None, 0.0))
            .then_some(places)
    }

    /// The offsets of the residences of an item in the fast pool, in their order.
    pub(super) fn offsets(&self, item: usize) -> impl Iterator<Item = u64> {
        self.held[item].iter().map(|place| place.lo)
    }

    /// What is held beside an item.
    fn holes(&self, index: usize) -> Holes<'a> {
        let model = self.plan.model;
        let item = &model.items[index];
        let live = self.trace[item.buffer].live;
        let mut near: Vec<Held> = (self.held.iter().flatten().chain(&self.reserved).copied())
            .filter(|held| held.ticks.overlaps(live))
            .collect();
        near.sort_stable_by_key(|held| held.lo);
        Holes {
            model,
            capacity: self.trace.pools()[FAST]
                .capacity
                .map_or(u64::MAX, |capacity| capacity.0),
            size: item.size,
            align: self.aligns[index],
            near,
            forbidden: Vec::new(),
        }
    }
}

/// The places of a choice; the longest rows of a residence that has none, if there is one.
fn held(
    item: &Item,
    choice: &Choice,
    live: Lifetime,
    holes: &Holes<'_>,
) -> Result<Vec<Held>, Rows> {
    let mut held = Vec::new();
    for residence in residences(item, choice, live) {
        if residence.pool.index() != FAST {
            continue;
        }
        match holes.tightest(residence.ticks) {
            Some(place) => held.push(place),
            None => {
                let mut longest = Rows::default();
                let (begin, end) = (residence.ticks.begin(), residence.ticks.end());
                item.rows(choice, |rows| {
                    let is_within = begin <= holes.model.ticks[rows.begin]
                        && holes.model.ticks[rows.end] <= end;
                    if is_within && longest.end - longest.begin < rows.end - rows.begin {
                        longest = rows;
                    }
                });
                return Err(longest);
            }
        }
    }
    Ok(held)
}

impl Packing for Places<'_> {
    type Old = (Choice, Vec<Held>);
    /// Lower than without offsets: lost holes rarely return.
    const THRESHOLD: u64 = 16;

    fn plan(&self) -> &Plan<'_> {
        &self.plan
    }

    fn insert(&mut self, index: usize, prices: Option<&[f64]>, weight: f64) -> bool {
        let item = &self.plan.model.items[index];
        let live = self.trace[item.buffer].live;
        let mut holes = self.holes(index);
        for _ in 0..MOST_PATHS {
            let terms = Terms {
                prices,
                weight,
                holes: Some(&holes),
                ..self.plan.terms()
            };
            let Some((choice, _)) = cheapest(item, &terms) else {
                break;
            };
            match held(item, &choice, live, &holes) {
                Ok(held) => {
                    self.restore(index, (choice, held));
                    return true;
                }
                Err(rows) => holes.forbidden.push(rows),
            }
        }
        if item.may_be[SLOW] {
            self.restore(index, (Choice::nowhere(item), Vec::new()));
        }
        item.may_be[SLOW]
    }

    fn remove(&mut self, item: usize) -> Option<Self::Old> {
        let choice = self.plan.remove(item)?;
        Some((choice, std::mem::take(&mut self.held[item])))
    }

    fn restore(&mut self, item: usize, (choice, held): Self::Old) {
        self.plan.put(item, choice);
        self.held[item] = held;
    }
}
