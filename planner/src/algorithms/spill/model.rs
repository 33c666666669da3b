//! The problem, with ticks cut into rows: no access, copy or lifetime begins or ends within a row.

use memplan_support::Sort;

use super::room::Rows;
use crate::problem::units::gcd;
use crate::{Access, AccessKind, BufferId, Bytes, Lifetime, LifetimeTrace, Residence, Tick, Uses};

/// The pools of the problem: the first is fast and small, the second holds everything.
pub(super) const FAST: usize = 0;
pub(super) const SLOW: usize = 1;

/// A buffer, which may move or stays in one pool.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) buffer: BufferId,
    pub(super) size: u64,
    pub(super) times: u64,
    /// Whether it may be in the fast pool, and in the slow one.
    pub(super) may_be: [bool; 2],
    pub(super) accesses: Vec<Step>,
    /// How many ticks a copy takes.
    pub(super) copy_ticks: i64,
}

/// An access, and the rows around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) ticks: Lifetime,
    pub(super) kind: AccessKind,
    /// What the access costs in each pool, with the times it happens.
    pub(super) cost: [u64; 2],
    pub(super) rows: Rows,
    /// The rows in which a copy into the fast pool arrives before it, and in which one out of it leaves after it; empty
    /// for copies that take no time.
    pub(super) load: Rows,
    pub(super) store: Rows,
    /// Whether, since the access before, there is time to store, to load, and for both.
    pub(super) has_time: [bool; 3],
    /// What a proof assumes: whether it is in the fast pool, and whether the item stayed there since the access before.
    pub(super) fast: Option<bool>,
    pub(super) kept: Option<bool>,
}

/// The excess over the fast pool is divided by this before it is taken from the capacity.
const TAKEN_PART: u64 = 4;

/// Time for a store, a load, or both.
pub(super) const STORE: usize = 0;
pub(super) const LOAD: usize = 1;
pub(super) const BOTH: usize = 2;

/// The problem of one trace.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub(super) items: Vec<Item>,
    /// The bytes of the fast pool that buffers may use.
    pub(super) capacity: u64,
    pub(super) n_rows: usize,
    /// By row, the bytes of the capacity that no buffer may use.
    pub(super) taken: Vec<u64>,
    /// Where each row begins.
    pub(super) ticks: Vec<Tick>,
    pub(super) copies_at_once: Option<u32>,
}

/// What is decided about an item: where each access finds it, and whether it stays in the fast pool between two.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Choice {
    pub(super) is_fast: Vec<bool>,
    /// For each access, whether the item was in the fast pool since the one before; never for the first.
    pub(super) is_kept: Vec<bool>,
}

impl Model {
    /// The problem of a trace with two pools and uses. Buffers that are pinned or in pairs have one access for all of
    /// their lifetime, so they stay. Buffers without uses cost nothing anywhere, so they are in the slow pool if they
    /// may be.
    pub(super) fn new(trace: &LifetimeTrace) -> Self {
        let pools = trace.pools();
        let relations = trace.relations();
        let fast = &pools[FAST];
        let reserved = reserved_bytes(fast.reserved.iter().map(|range| (range.lo.0, range.hi.0)));
        let capacity = fast.capacity.map_or(u64::MAX / 4, |capacity| capacity.0);
        let capacity = capacity.saturating_sub(reserved);
        let mut uses = vec![None; trace.len()];
        for own in &relations.uses {
            uses[own.buffer.index()] = Some(own);
        }
        let mut is_paired = vec![false; trace.len()];
        for (a, b) in relations.apart.iter().chain(&relations.never_together) {
            (is_paired[a.index()], is_paired[b.index()]) = (true, true);
        }
        let mut ticks: Vec<i64> = Vec::new();
        let mut items = Vec::new();
        for id in trace.ids().filter(|id| trace[*id].size != Bytes(0)) {
            let stays = trace[id].pinned.is_some() || is_paired[id.index()];
            let item = Item::new(trace, id, capacity, uses[id.index()], stays);
            for access in &item.accesses {
                let (begin, end) = (access.ticks.begin().0, access.ticks.end().0);
                ticks.extend([begin, end]);
                if item.copy_ticks != 0 {
                    ticks.push(begin.saturating_sub(item.copy_ticks));
                    ticks.push(end.saturating_add(item.copy_ticks));
                }
            }
            items.push(item);
        }
        ticks.sort_stable();
        ticks.dedup();
        for item in &mut items {
            item.set_rows(&ticks, trace[item.buffer].live.begin());
        }
        Self {
            items,
            capacity,
            n_rows: ticks.len(),
            taken: vec![0; ticks.len()],
            ticks: ticks.into_iter().map(Tick).collect(),
            copies_at_once: fast.copies_at_once,
        }
    }

    /// Reduces the capacity of a model in the rows in which residences exceed the fast pool, by a part of the excess.
    /// With fewer bytes there, the other residences lie lower, too.
    pub(super) fn take_where_too_high(
        &self,
        smaller: &mut Self,
        trace: &LifetimeTrace,
        residences: &[Residence],
    ) {
        let capacity = trace.pools()[FAST]
            .capacity
            .map_or(u64::MAX, |capacity| capacity.0);
        let mut over = vec![0; self.n_rows];
        for residence in residences
            .iter()
            .filter(|residence| residence.pool.index() == FAST)
        {
            let end = residence.offset.0 + trace[residence.buffer].size.0;
            let row = |tick: Tick| self.ticks.partition_point(|begin| *begin < tick);
            if capacity < end {
                for over in &mut over[row(residence.ticks.begin())..row(residence.ticks.end())] {
                    *over = (end - capacity).div_ceil(TAKEN_PART).max(*over);
                }
            }
        }
        for (taken, over) in smaller.taken.iter_mut().zip(over) {
            *taken = self.capacity.min(*taken + over);
        }
    }

    /// Every cost is a multiple of this many bytes.
    pub(super) fn unit(&self) -> u64 {
        let costs = self.items.iter().flat_map(|item| {
            let accesses = item.accesses.iter().flat_map(|step| step.cost);
            accesses.chain([item.size.saturating_mul(item.times)])
        });
        costs.fold(0, gcd).max(1)
    }

    /// The most bytes of content that are needed at once, in either pool.
    pub(super) fn least_load(&self) -> u64 {
        let mut changes = vec![0_i64; self.n_rows + 1];
        for item in &self.items {
            for (at, step) in item.accesses.iter().enumerate() {
                let next = item.accesses.get(at + 1);
                let next = next.filter(|_| item.is_needed_after(at));
                changes[step.rows.begin] += item.size as i64;
                changes[next.map_or(step.rows.end, |next| next.rows.begin)] -= item.size as i64;
            }
        }
        let (mut load, mut highest) = (0, 0);
        for change in changes {
            load += change;
            highest = highest.max(load);
        }
        highest as u64
    }

    /// What an item costs with a choice: its copies and its accesses.
    pub(super) fn cost(&self, item: usize, choice: &Choice) -> u64 {
        let item = &self.items[item];
        let copy = item.size.saturating_mul(item.times);
        let mut sum = 0_u64;
        item.walk(choice, |event| {
            sum = sum.saturating_add(match event {
                Event::Access { at, pool } => item.accesses[at].cost[pool],
                Event::Load { .. } | Event::Store { .. } => copy,
            });
        });
        sum
    }
}

/// What happens to an item, in order of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// A copy from the fast pool, after an access.
    Store { after: usize },
    /// A copy into it, before an access.
    Load { before: usize },
    /// An access, in a pool.
    Access { at: usize, pool: usize },
}

impl Choice {
    /// The choice of an item that is never in the fast pool.
    pub(super) fn nowhere(item: &Item) -> Self {
        Self {
            is_fast: vec![false; item.accesses.len()],
            is_kept: vec![false; item.accesses.len()],
        }
    }
}

impl Item {
    /// The item of a buffer, without rows. If it stays, all of its uses are one access, for its whole lifetime.
    fn new(
        trace: &LifetimeTrace,
        id: BufferId,
        capacity: u64,
        uses: Option<&Uses>,
        stays: bool,
    ) -> Self {
        let (pools, buffer) = (trace.pools(), &trace[id]);
        let uses_bytes = (uses.iter())
            .flat_map(|uses| &uses.accesses)
            .map(|access| access.bytes.0);
        let whole = [Access {
            ticks: buffer.live,
            kind: AccessKind::Write,
            bytes: Bytes(uses_bytes.fold(0, u64::saturating_add)),
        }];
        let times = uses.map_or(1, |uses| uses.times);
        let moves = uses.filter(|_| !stays);
        let accesses = moves.map_or(&whole[..], |uses| &uses.accesses[..]);
        let copy_ticks = pools[FAST]
            .copy_ticks(buffer.size)
            .max(pools[SLOW].copy_ticks(buffer.size));
        let copy_ticks = i64::try_from(copy_ticks)
            .unwrap_or(i64::MAX / 4)
            .min(i64::MAX / 4);
        let allowed = trace.relations().allowed_pools(id, 2);
        let is_allowed = |pool: usize| allowed.iter().any(|id| id.index() == pool);
        let step = |access: &Access| {
            let cost = |pool: usize| {
                (access.bytes.0.saturating_mul(pools[pool].access_cost)).saturating_mul(times)
            };
            Step {
                ticks: access.ticks,
                kind: access.kind,
                cost: [cost(FAST), cost(SLOW)],
                rows: Rows::default(),
                load: Rows::default(),
                store: Rows::default(),
                has_time: [true; 3],
                fast: None,
                kept: None,
            }
        };
        let is_worth_it = uses.is_some() || !is_allowed(SLOW);
        Self {
            buffer: id,
            size: buffer.size.0,
            times,
            may_be: [
                is_allowed(FAST) && buffer.size.0 <= capacity && is_worth_it,
                is_allowed(SLOW),
            ],
            accesses: accesses.iter().map(step).collect(),
            copy_ticks,
        }
    }

    /// Sets the rows of the accesses, and whether there is time for copies between them. `ticks` are the begins of
    /// rows, `birth` is the begin of the buffer's lifetime.
    fn set_rows(&mut self, ticks: &[i64], birth: Tick) {
        let row = |tick: i64| ticks.partition_point(|&begin| begin < tick);
        let copy = self.copy_ticks;
        let mut before = birth.0;
        for step in &mut self.accesses {
            let (begin, end) = (step.ticks.begin().0, step.ticks.end().0);
            step.rows = Rows::new(row(begin), row(end));
            step.load = Rows::new(row(begin.saturating_sub(copy)), step.rows.begin);
            step.store = Rows::new(step.rows.end, row(end.saturating_add(copy)));
            let gap = begin.saturating_sub(before);
            step.has_time = [copy <= gap, copy <= gap, copy.saturating_mul(2) <= gap];
            before = end;
        }
    }

    /// Whether the content that an access leaves is needed by the next one.
    pub(super) fn is_needed_after(&self, at: usize) -> bool {
        let next = self.accesses.get(at + 1);
        next.is_some_and(|next| next.kind != AccessKind::Write)
    }

    /// Follows a choice. Where an item leaves the fast pool, it is stored at once, unless the slow one has its content.
    pub(super) fn walk(&self, choice: &Choice, mut event: impl FnMut(Event)) {
        // Whether the slow pool has no valid copy of what is in the fast one.
        let mut is_dirty = false;
        for (at, step) in self.accesses.iter().enumerate() {
            let needs =
                step.kind != AccessKind::Write && (at != 0 || step.kind == AccessKind::Read);
            if at != 0 && is_dirty && !choice.is_kept[at] && self.is_needed_after(at - 1) {
                event(Event::Store { after: at - 1 });
                is_dirty = false;
            }
            let is_fast = choice.is_fast[at];
            if is_fast && needs && !choice.is_kept[at] {
                event(Event::Load { before: at });
            }
            let pool = if is_fast { FAST } else { SLOW };
            event(Event::Access { at, pool });
            is_dirty = is_fast && (is_dirty && choice.is_kept[at] || step.kind != AccessKind::Read);
        }
    }

    /// Whether each access is in a pool where the item may be.
    pub(super) fn is_allowed(&self, choice: &Choice) -> bool {
        let pool = |is_fast: bool| if is_fast { FAST } else { SLOW };
        (choice.is_fast.iter()).all(|&is_fast| self.may_be[pool(is_fast)])
    }

    /// Whether there is time for all copies.
    pub(super) fn is_timely(&self, choice: &Choice) -> bool {
        let mut is_timely = true;
        let mut stored = None;
        self.walk(choice, |event| match event {
            Event::Store { after } => {
                stored = Some(after + 1);
                is_timely &= self.accesses[after + 1].has_time[STORE];
            }
            Event::Load { before } => {
                let what = if stored == Some(before) { BOTH } else { LOAD };
                is_timely &= self.accesses[before].has_time[what];
            }
            Event::Access { .. } => {}
        });
        is_timely
    }

    /// The rows of the fast pool that a choice takes.
    pub(super) fn rows(&self, choice: &Choice, mut take: impl FnMut(Rows)) {
        self.walk(choice, |event| match event {
            Event::Store { after } => take(self.accesses[after].store),
            Event::Load { before } => take(self.accesses[before].load),
            Event::Access { at, pool } => {
                if choice.is_kept[at] {
                    take(self.rows_before(at));
                }
                if pool == FAST {
                    take(self.accesses[at].rows);
                }
            }
        });
    }

    /// The rows between an access, which is not the first, and the one before it.
    pub(super) fn rows_before(&self, at: usize) -> Rows {
        Rows::new(self.accesses[at - 1].rows.end, self.accesses[at].rows.begin)
    }
}

/// The bytes that ranges cover together.
fn reserved_bytes(ranges: impl Iterator<Item = (u64, u64)>) -> u64 {
    let mut ranges: Vec<_> = ranges.collect();
    ranges.sort_stable();
    let (mut sum, mut end) = (0, 0);
    for (lo, hi) in ranges {
        sum += hi.saturating_sub(lo.max(end));
        end = hi.max(end);
    }
    sum
}
