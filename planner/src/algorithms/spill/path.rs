//! The best choice for one item: a shortest path through its accesses, `O(accesses log rows)`.
//!
//! After an access the item is in the fast pool alone, in both, or in the slow one. Rows of the fast pool have a price,
//! or a limit, or both.

use super::model::{BOTH, Choice, FAST, Item, LOAD, SLOW, STORE};
use super::places::Holes;
use super::room::Room;
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
    fn stay(&self, item: &Item, (from, to): (usize, usize)) -> f64 {
        if to <= from {
            return 0.0;
        }
        if let Some(room) = self.room
            && room.least(from, to) < item.size as i64
        {
            return f64::INFINITY;
        }
        if self.holes.is_some_and(|holes| !holes.fits((from, to))) {
            return f64::INFINITY;
        }
        self.prices.map_or(0.0, |sums| {
            self.weight * item.size as f64 * (sums[to] - sums[from])
        })
    }

    /// What a copy costs in these rows, without its bytes.
    fn copy(&self, item: &Item, rows: (usize, usize)) -> f64 {
        if let Some(copies) = self.copies
            && copies.least(rows.0, rows.1) < 1
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

/// The cheapest choice and its cost, prices included; `None` if there is no room for any.
pub(super) fn cheapest(item: &Item, terms: &Terms<'_>) -> Option<(Choice, f64)> {
    let bytes = item.size as f64 * item.times as f64;
    let n = item.accesses.len();
    // For each access and state: the cost, the state before, and whether the item stayed.
    let mut table: Vec<[(f64, usize, bool); 3]> = Vec::with_capacity(n);
    for (at, step) in item.accesses.iter().enumerate() {
        let mut next = [(f64::INFINITY, DIRTY, false); 3];
        let mut reach = |state: usize, cost: f64, from: usize, kept: bool| {
            if cost < next[state].0 {
                next[state] = (cost, from, kept);
            }
        };
        let within = if item.may_be[FAST] && step.fast != Some(false) {
            step.cost[FAST] as f64 + terms.stay(item, step.rows)
        } else {
            f64::INFINITY
        };
        let without = if item.may_be[SLOW] && step.fast != Some(true) {
            step.cost[SLOW] as f64
        } else {
            f64::INFINITY
        };
        let writes = step.kind != AccessKind::Read;
        let loaded = if writes { DIRTY } else { CLEAN };
        let load = bytes + terms.copy(item, step.load);
        let Some(before) = table.last() else {
            let load = match step.kind {
                AccessKind::Read if !step.has_time[LOAD] => f64::INFINITY,
                AccessKind::Read => load,
                AccessKind::Write | AccessKind::Update => 0.0,
            };
            reach(loaded, load + within, AWAY, false);
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
        let last = &item.accesses[at - 1];
        let gap = match step.kept {
            Some(false) => f64::INFINITY,
            _ => terms.stay(item, (last.rows.1, step.rows.0)),
        };
        let when = |has_time: bool, cost: f64| if has_time { cost } else { f64::INFINITY };
        let (dirty, clean, away) = (before[DIRTY].0, before[CLEAN].0, before[AWAY].0);
        // Of equal costs, the first one counts: the fewest copies.
        if item.may_be[SLOW] && step.kept != Some(true) {
            let store = bytes + terms.copy(item, last.store);
            let loading = when(step.has_time[LOAD], load);
            reach(AWAY, away + without, AWAY, false);
            reach(AWAY, clean + without, CLEAN, false);
            let stored = when(step.has_time[STORE], store);
            reach(AWAY, dirty + stored + without, DIRTY, false);
            reach(DIRTY, dirty + gap + within, DIRTY, true);
            reach(loaded, clean + gap + within, CLEAN, true);
            reach(loaded, away + loading + within, AWAY, false);
            reach(loaded, clean + loading + within, CLEAN, false);
            let both = when(step.has_time[BOTH], store + load);
            reach(loaded, dirty + both + within, DIRTY, false);
        } else {
            reach(DIRTY, dirty + gap + within, DIRTY, true);
            reach(loaded, clean + gap + within, CLEAN, true);
        }
        table.push(next);
    }
    let (mut state, mut best) = (DIRTY, f64::INFINITY);
    for (at, &(cost, ..)) in table.last()?.iter().enumerate().rev() {
        if cost < best {
            (state, best) = (at, cost);
        }
    }
    if best.is_infinite() {
        return None;
    }
    let mut choice = Choice {
        is_fast: vec![false; n],
        is_kept: vec![false; n],
    };
    for at in (0..n).rev() {
        let (_, from, kept) = table[at][state];
        choice.is_fast[at] = state != AWAY;
        choice.is_kept[at] = kept;
        state = from;
    }
    Some((choice, best))
}
