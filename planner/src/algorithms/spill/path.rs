//! The best choice for one item: a shortest path through its accesses, `O(accesses log rows)`.
//!
//! After an access, the content of the item is in the fast pool only, in both pools, or in the slow pool only. Rows of
//! the fast pool have a price, a limit, or both.

use super::model::{BOTH, Choice, FAST, Item, LOAD, SLOW, STORE};
use super::places::Holes;
use super::room::{Room, Rows};
use crate::AccessKind;

/// What the fast pool costs, and what is left of it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Terms<'a> {
    /// Sums of the prices of a byte in all rows before each row.
    pub(super) prices: Option<&'a [f64]>,
    /// Multiplies the prices.
    pub(super) weight: f64,
    pub(super) room: Option<&'a Room>,
    /// How many more copies each row allows.
    pub(super) copies: Option<&'a Room>,
    /// Where the item has a place.
    pub(super) holes: Option<&'a Holes<'a>>,
}

impl Terms<'_> {
    /// What it costs an item to be in the fast pool in these rows; infinite where there is no room.
    fn stay(&self, item: &Item, rows: Rows) -> f64 {
        if rows.is_empty() {
            return 0.0;
        }
        if let Some(room) = self.room
            && room.least(rows) < item.size as i64
        {
            return f64::INFINITY;
        }
        if self.holes.is_some_and(|holes| !holes.fits(rows)) {
            return f64::INFINITY;
        }
        self.prices.map_or(0.0, |sums| {
            self.weight * item.size as f64 * (sums[rows.end] - sums[rows.begin])
        })
    }

    /// What a copy costs in these rows, without its bytes.
    fn copy(&self, item: &Item, rows: Rows) -> f64 {
        if let Some(copies) = self.copies
            && copies.least(rows) < 1
        {
            return f64::INFINITY;
        }
        self.stay(item, rows)
    }
}

/// Where an item is after an access.
const DIRTY: usize = 0;
const CLEAN: usize = 1;
const AWAY: usize = 2;

/// For each state after an access: the cost, the state before, and whether the item stayed.
type States = [(f64, usize, bool); 3];

/// The cheapest choice and its cost, prices included; `None` if there is no room for any. Of choices with equal costs,
/// one with the fewest copies.
pub(super) fn cheapest(item: &Item, terms: &Terms<'_>) -> Option<(Choice, f64)> {
    let bytes = item.size as f64 * item.times as f64;
    let mut table: Vec<States> = Vec::with_capacity(item.accesses.len());
    for (at, step) in item.accesses.iter().enumerate() {
        let mut next = [(f64::INFINITY, DIRTY, false); 3];
        let mut reach = |state: usize, cost: f64, from: usize, kept: bool| {
            if cost < next[state].0 {
                next[state] = (cost, from, kept);
            }
        };
        let within = match step.fast {
            Some(true) | None if item.may_be[FAST] => {
                step.cost[FAST] as f64 + terms.stay(item, step.rows)
            }
            _ => f64::INFINITY,
        };
        let may_be_slow = item.may_be[SLOW] && step.fast != Some(true);
        let without = if_possible(may_be_slow, step.cost[SLOW] as f64);
        let is_read = step.kind == AccessKind::Read;
        let loaded = if is_read { CLEAN } else { DIRTY };
        let load = bytes + terms.copy(item, step.load);
        let Some(before) = table.last() else {
            let first = if_possible(step.has_time[LOAD], load);
            let first = if is_read { first } else { 0.0 };
            reach(loaded, first + within, AWAY, false);
            reach(AWAY, without, AWAY, false);
            table.push(next);
            continue;
        };
        if step.kind == AccessKind::Write {
            for (from, &(cost, ..)) in before.iter().enumerate() {
                reach(DIRTY, cost + within, from, false);
                reach(AWAY, cost + without, from, false);
            }
            table.push(next);
            continue;
        }
        let gap = match step.kept {
            Some(false) => f64::INFINITY,
            _ => terms.stay(item, item.rows_before(at)),
        };
        let (dirty, clean, away) = (before[DIRTY].0, before[CLEAN].0, before[AWAY].0);
        if item.may_be[SLOW] && step.kept != Some(true) {
            let store = bytes + terms.copy(item, item.accesses[at - 1].store);
            let stored = if_possible(step.has_time[STORE], store);
            let loading = if_possible(step.has_time[LOAD], load);
            let both = if_possible(step.has_time[BOTH], store + load);
            reach(AWAY, away + without, AWAY, false);
            reach(AWAY, clean + without, CLEAN, false);
            reach(AWAY, dirty + stored + without, DIRTY, false);
            reach(DIRTY, dirty + gap + within, DIRTY, true);
            reach(loaded, clean + gap + within, CLEAN, true);
            reach(loaded, away + loading + within, AWAY, false);
            reach(loaded, clean + loading + within, CLEAN, false);
            reach(loaded, dirty + both + within, DIRTY, false);
        } else {
            reach(DIRTY, dirty + gap + within, DIRTY, true);
            reach(loaded, clean + gap + within, CLEAN, true);
        }
        table.push(next);
    }
    choice_of(item, &table)
}

fn if_possible(is_possible: bool, cost: f64) -> f64 {
    if is_possible { cost } else { f64::INFINITY }
}

/// The choice that leads to the cheapest state after the last access, and its cost.
fn choice_of(item: &Item, table: &[States]) -> Option<(Choice, f64)> {
    let (mut state, mut best) = (DIRTY, f64::INFINITY);
    for (at, &(cost, ..)) in table.last()?.iter().enumerate().rev() {
        if cost < best {
            (state, best) = (at, cost);
        }
    }
    if best.is_infinite() {
        return None;
    }
    let mut choice = Choice::nowhere(item);
    for at in (0..table.len()).rev() {
        let (_, from, kept) = table[at][state];
        choice.is_fast[at] = state != AWAY;
        choice.is_kept[at] = kept;
        state = from;
    }
    Some((choice, best))
}
