//! Copies into the fast pool begin as early as they may: nothing that the plan is measured by changes, and they have
//! more time.
//!
//! A copy may begin when its content is in the slow pool, the last access before it is over, and its bytes of the fast
//! pool are free. So places stay as they are, and a residence only begins earlier. `O(n log n)`, and for each copy the
//! residences of its buffer, those that end since the last access, and, where the number of copies under way is
//! limited, all copies.

use memplan_support::Sort;

use super::model::{FAST, SLOW};
use crate::{Lifetime, LifetimeTrace, Residence, Tick};

/// Lets copies begin earlier, where the pool says how long they take.
pub(super) fn begin_early(trace: &LifetimeTrace, residences: &mut [Residence]) {
    let pools = trace.pools();
    if pools[FAST].copy_bytes_per_tick.is_none() {
        return;
    }
    let arrival = |it: &Residence| {
        let copy = i64::try_from(it.copy_ticks.unwrap_or(0)).unwrap_or(i64::MAX);
        it.ticks.begin().0.saturating_add(copy)
    };
    let mut uses = vec![&[][..]; trace.len()];
    for it in &trace.relations().uses {
        uses[it.buffer.index()] = &it.accesses[..];
    }
    let mut of_buffer: Vec<Vec<usize>> = vec![Vec::new(); trace.len()];
    for (index, it) in residences.iter().enumerate() {
        of_buffer[it.buffer.index()].push(index);
    }
    let in_fast = |it: &&Residence| it.pool.index() == FAST;
    // Ends do not change.
    let mut ends: Vec<(Tick, u64, u64)> = (residences.iter().filter(in_fast))
        .map(|it| {
            let size = trace[it.buffer].size.0;
            (it.ticks.end(), it.offset.0, it.offset.0 + size)
        })
        .collect();
    ends.sort_stable();
    let most = pools[FAST].copies_at_once.map(|most| most as usize);
    let mut copies: Vec<(i64, i64)> = (residences.iter())
        .filter(|it| it.copy_ticks.is_some())
        .map(|it| (it.ticks.begin().0, arrival(it)))
        .collect();
    let mut loads: Vec<usize> = (0..residences.len())
        .filter(|&at| residences[at].pool.index() == FAST && residences[at].copy_ticks.is_some())
        .collect();
    loads.sort_stable_by_key(|&at| (residences[at].ticks.begin(), at));
    for at in loads {
        let it = residences[at];
        let begin = it.ticks.begin();
        let accesses = uses[it.buffer.index()];
        let n_before = accesses.partition_point(|access| access.ticks.begin() < begin);
        let last = accesses[..n_before].last().map(|access| access.ticks.end());
        let own = of_buffer[it.buffer.index()].iter().copied();
        let is_source = |&own: &usize| {
            residences[own].pool.index() == SLOW && residences[own].ticks.begin() <= begin
        };
        let source = own
            .filter(is_source)
            .max_by_key(|&own| arrival(&residences[own]));
        let Some(source) = source else {
            continue;
        };
        let arrived = arrival(&residences[source]);
        let mut earliest = arrived.max(last.map_or(i64::MIN, |tick| tick.0));
        let (lo, hi) = (it.offset.0, it.offset.0 + trace[it.buffer].size.0);
        let until = ends.partition_point(|&(end, ..)| end <= begin);
        for &(end, from, to) in ends[..until].iter().rev() {
            if end.0 <= earliest {
                break;
            }
            if from < hi && lo < to {
                earliest = end.0;
            }
        }
        if begin.0 <= earliest {
            continue;
        }
        let moved = (earliest, earliest + (arrival(&it) - begin.0));
        if let Some(most) = most {
            let old = (begin.0, arrival(&it));
            let Some(own) = copies.iter().position(|&copy| copy == old) else {
                continue;
            };
            copies.swap_remove(own);
            let overlaps = |&&(from, to): &&(i64, i64)| from < moved.1 && moved.0 < to;
            // At no tick are there more than all that overlap.
            let has_room = copies.iter().filter(overlaps).count() < most;
            copies.push(if has_room { moved } else { old });
            if !has_room {
                continue;
            }
        }
        residences[at].ticks = Lifetime::half_open(Tick(earliest), it.ticks.end());
        // If nothing else is read there, the source is free again.
        let from = &mut residences[source].ticks;
        if from.end().0 == arrival(&it) {
            *from = Lifetime::half_open(from.begin(), Tick(moved.1));
        }
    }
}
