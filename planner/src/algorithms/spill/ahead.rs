//! Lets copies into the fast pool begin as early as possible, so that they have more time. No measure of the plan
//! changes.
//!
//! A copy may begin when the slow pool has its content, the access before it is over, and its bytes of the fast pool
//! are free. Offsets stay as they are; residences only begin earlier. `O(n log n)`, plus for each copy the residences
//! of its buffer, those that end since the last access, and, with a limit of copies at once, all copies.

use std::ops::Range;

use memplan_support::Sort;

use super::model::{FAST, SLOW};
use crate::{Lifetime, LifetimeTrace, Residence, Tick};

/// Lets copies begin earlier if the fast pool has a copy rate.
pub(super) fn begin_early(trace: &LifetimeTrace, residences: &mut [Residence]) {
    let pools = trace.pools();
    if pools[FAST].copy_bytes_per_tick.is_none() {
        return;
    }
    let mut uses = vec![&[][..]; trace.len()];
    for own in &trace.relations().uses {
        uses[own.buffer.index()] = &own.accesses[..];
    }
    let mut of_buffer: Vec<Vec<usize>> = vec![Vec::new(); trace.len()];
    for (index, residence) in residences.iter().enumerate() {
        of_buffer[residence.buffer.index()].push(index);
    }
    // The ends of residences in the fast pool do not change below.
    let ends = Ends::of(trace, residences);
    let mut copies = Copies::of(residences, pools[FAST].copies_at_once);
    let mut loads: Vec<usize> = (0..residences.len())
        .filter(|&at| residences[at].pool.index() == FAST && residences[at].copy_ticks.is_some())
        .collect();
    loads.sort_stable_by_key(|&at| (residences[at].ticks.begin(), at));
    for at in loads {
        let load = residences[at];
        let begin = load.ticks.begin();
        let accesses = uses[load.buffer.index()];
        let n_before = accesses.partition_point(|access| access.ticks.begin() < begin);
        let last = accesses[..n_before].last().map(|access| access.ticks.end());
        let own = of_buffer[load.buffer.index()].iter().copied();
        let is_source = |&own: &usize| {
            residences[own].pool.index() == SLOW && residences[own].ticks.begin() <= begin
        };
        let source = own
            .filter(is_source)
            .max_by_key(|&own| residences[own].arrival());
        let Some(source) = source else {
            continue;
        };
        let arrived = residences[source].arrival().0;
        let available = arrived.max(last.map_or(i64::MIN, |tick| tick.0));
        let earliest = ends.free_since(&load, trace[load.buffer].size.0, available);
        if begin.0 <= earliest {
            continue;
        }
        let arrival = load.arrival();
        let moved_arrival = earliest + (arrival.0 - begin.0);
        if !copies.shift(begin.0..arrival.0, earliest..moved_arrival) {
            continue;
        }
        residences[at].ticks = Lifetime::half_open(Tick(earliest), load.ticks.end());
        // The source is free again after its last copy.
        let from = &mut residences[source].ticks;
        if from.end() == arrival {
            *from = Lifetime::half_open(from.begin(), Tick(moved_arrival));
        }
    }
}

/// The end of each residence in the fast pool with the range of its bytes, in order.
struct Ends(Vec<(Tick, u64, u64)>);

impl Ends {
    fn of(trace: &LifetimeTrace, residences: &[Residence]) -> Self {
        let in_fast = |residence: &&Residence| residence.pool.index() == FAST;
        let mut ends: Vec<(Tick, u64, u64)> = (residences.iter().filter(in_fast))
            .map(|residence| {
                let (lo, size) = (residence.offset.0, trace[residence.buffer].size.0);
                (residence.ticks.end(), lo, lo + size)
            })
            .collect();
        ends.sort_stable();
        Self(ends)
    }

    /// The first tick, from `available` on, after which the bytes of a residence are free until it begins.
    fn free_since(&self, residence: &Residence, size: u64, available: i64) -> i64 {
        let begin = residence.ticks.begin();
        let (lo, hi) = (residence.offset.0, residence.offset.0 + size);
        let until = self.0.partition_point(|&(end, ..)| end <= begin);
        let mut earliest = available;
        for &(end, from, to) in self.0[..until].iter().rev() {
            if end.0 <= earliest {
                break;
            }
            if from < hi && lo < to {
                earliest = end.0;
            }
        }
        earliest
    }
}

/// When copies are under way, and how many may be at once.
struct Copies {
    ticks: Vec<Range<i64>>,
    most: Option<usize>,
}

impl Copies {
    fn of(residences: &[Residence], most: Option<u32>) -> Self {
        let copies = residences.iter().filter(|to| to.copy_ticks.is_some());
        Self {
            ticks: copies
                .map(|to| to.ticks.begin().0..to.arrival().0)
                .collect(),
            most: most.map(|most| most as usize),
        }
    }

    /// Moves a copy to other ticks, if the limit of copies at once permits it.
    fn shift(&mut self, old: Range<i64>, new: Range<i64>) -> bool {
        let Some(most) = self.most else {
            return true;
        };
        let Some(own) = self.ticks.iter().position(|copy| *copy == old) else {
            return false;
        };
        self.ticks.swap_remove(own);
        let overlaps = |copy: &&Range<i64>| copy.start < new.end && new.start < copy.end;
        // Conservative: not all of them need be under way at one tick.
        let has_room = self.ticks.iter().filter(overlaps).count() < most;
        self.ticks.push(if has_room { new } else { old });
        has_room
    }
}
