//! The rules of buffers that move between pools: each access meets the content, and each copy has a source.
//!
//! `O(a r)` for a buffer with `a` accesses and `r` residences; copies under way are counted in one sweep.

use memplan_support::Sort;

use super::relations::Check;
use super::{Occupied, Violation};
use crate::{AccessKind, BufferId, Bytes, Pool, Residence, Tick, Uses};

impl Check<'_> {
    /// The residences of each buffer that moves, in the order of the schedule; an empty list for those that stay.
    pub(super) fn moving(&self) -> Vec<Vec<Residence>> {
        let mut of = vec![Vec::new(); self.trace.len()];
        for residence in self
            .schedule
            .pooled
            .iter()
            .flat_map(|pooled| &pooled.residences)
        {
            if let Some(list) = of.get_mut(residence.buffer.index()) {
                list.push(*residence);
            }
        }
        of
    }

    /// Whether residences name buffers and pools that exist, and buffers that may move at all.
    pub(super) fn residences_are_possible(&mut self) {
        let relations = self.trace.relations();
        let all = self
            .schedule
            .pooled
            .iter()
            .flat_map(|pooled| &pooled.residences);
        let wrong = |buffer, problem| Some(Violation::WrongResidence { buffer, problem });
        let violations = all.filter_map(|residence| {
            let buffer = residence.buffer;
            if self.trace.len() <= buffer.index() {
                return wrong(buffer, "does not exist");
            }
            let class = self.class_of[buffer.index()];
            let pairs = relations.apart.iter().chain(&relations.never_together);
            let costs = relations.reuse_costs.iter().chain(&relations.bank_costs);
            let mut related = pairs
                .copied()
                .chain(costs.map(|pair| (pair.buffer, pair.other)));
            if 1 < self.members[&class].len() || related.any(|(a, b)| a == buffer || b == buffer) {
                return wrong(buffer, "moves, but is in relations");
            }
            if self.trace[buffer].pinned.is_some() {
                return wrong(buffer, "moves, but is pinned");
            }
            let allowed = relations.allowed_pools(buffer, self.pools.len());
            if !allowed.contains(&residence.pool) {
                let pool = residence.pool;
                return Some(Violation::WrongPool { buffer, pool });
            }
            residence
                .ticks
                .is_empty()
                .then_some(Violation::WrongResidence {
                    buffer,
                    problem: "has a residence without ticks",
                })
        });
        let violations: Vec<_> = violations.collect();
        self.violations.extend(violations);
    }

    /// Alignment, capacity, reserved ranges and banks, for residences after the first, whose place is that of the
    /// buffer.
    pub(super) fn residences_are_in_their_pools(&mut self, alignment: Bytes, base: Bytes) {
        let moving = self.moving();
        for residence in moving.iter().flatten() {
            let (buffer, offset) = (residence.buffer, residence.offset);
            let (pool, spec) = (residence.pool, &self.pools[residence.pool.index()]);
            let own = &self.trace[buffer];
            let end = offset.0.saturating_add(own.size.0);
            let address = base.0.saturating_add(offset.0);
            for align in [own.align, spec.align, alignment] {
                if align.0 == 0 || !address.is_multiple_of(align.0) {
                    self.report(Violation::Misaligned {
                        buffer,
                        offset,
                        align,
                    });
                }
            }
            if end == u64::MAX {
                self.report(Violation::TooHigh { buffer, offset });
            }
            if let Some(capacity) = spec.capacity.filter(|capacity| capacity.0 < end) {
                let end = Bytes(end);
                self.report(Violation::PoolExceeded {
                    buffer,
                    pool,
                    end,
                    capacity,
                });
            }
            let mut reserved = spec.reserved.iter();
            if let Some(range) = reserved.find(|range| offset < range.hi && range.lo.0 < end) {
                let (from, to) = (range.lo, range.hi);
                self.report(Violation::Reserved {
                    buffer,
                    pool,
                    from,
                    to,
                });
            }
            if let Some(banks) = spec.banks
                && banks.is_strict
                && banks.is_crossed(offset.0, own.size.0)
            {
                self.report(Violation::CrossesBank { buffer, pool });
            }
        }
    }

    /// What the residences of a buffer occupy, by pool.
    pub(super) fn push_residences(&self, moving: &[Residence], by_pool: &mut [Vec<Occupied>]) {
        for residence in moving {
            by_pool[residence.pool.index()].push(Occupied {
                from: residence.offset.0,
                to: residence.offset.0 + self.trace[residence.buffer].size.0,
                ticks: residence.ticks,
                buffer: residence.buffer,
            });
        }
    }

    /// Replays the accesses and copies of each buffer that moves.
    pub(super) fn content_is_where_it_is_read(&mut self) {
        let moving = self.moving();
        let mut copies: Vec<(Tick, Tick)> = Vec::new();
        for residences in moving.iter().filter(|list| !list.is_empty()) {
            let buffer = residences[0].buffer;
            let first = (self.pool_of[buffer.index()], self.offset(buffer));
            let problem = match self.uses(buffer) {
                _ if first != (residences[0].pool, residences[0].offset.0) => {
                    Some("is not at the place of its first residence")
                }
                None => Some("moves, but has no uses"),
                Some(uses) => {
                    let size = self.trace[buffer].size;
                    replay(self.pools, size, uses, residences).err()
                }
            };
            if let Some(problem) = problem {
                self.report(Violation::WrongResidence { buffer, problem });
            }
            let all = residences.iter().map(|to| (to.ticks.begin(), to.arrival()));
            copies.extend(all.filter(|(begin, end)| begin < end));
        }
        let Some(most) = self.pools.first().and_then(|pool| pool.copies_at_once) else {
            return;
        };
        let mut events: Vec<(Tick, i64)> = Vec::new();
        for (begin, end) in copies {
            events.extend([(begin, 1), (end, -1)]);
        }
        events.sort_stable();
        let (mut under_way, mut highest) = (0, 0);
        for (_, change) in events {
            under_way += change;
            highest = highest.max(under_way);
        }
        if i64::from(most) < highest {
            let (n, most) = (highest as u64, most);
            self.report(Violation::TooManyCopies { n, most });
        }
    }

    fn uses(&self, buffer: BufferId) -> Option<&Uses> {
        let mut uses = self.trace.relations().uses.iter();
        uses.find(|uses| uses.buffer == buffer)
    }

    /// The bytes of copies and accesses, with their prices. `O(uses + residences)` times the residences of a buffer.
    pub(super) fn bytes_moved(&self) -> u64 {
        let moving = self.moving();
        let mut sum = 0_u64;
        for uses in &self.trace.relations().uses {
            let residences = &moving[uses.buffer.index()];
            let copies = residences
                .iter()
                .filter(|residence| residence.copy_ticks.is_some());
            let mut bytes = copies.count() as u64 * self.trace[uses.buffer].size.0;
            let own = self.pool_of[uses.buffer.index()];
            // Of residences that are wrong, the first place is as good as any.
            let size = self.trace[uses.buffer].size;
            let replayed = replay(self.pools, size, uses, residences).unwrap_or_default();
            for (at, access) in uses.accesses.iter().enumerate() {
                let place = replayed.accesses.get(at);
                let pool = place.map_or(own, |&place| residences[place].pool);
                let price = self.pools[pool.index()].access_cost;
                bytes = bytes.saturating_add(access.bytes.0.saturating_mul(price));
            }
            sum = sum.saturating_add(bytes.saturating_mul(uses.times));
        }
        sum
    }
}

/// Which residence each access goes to, and which one each copy reads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replay {
    /// By access of [`Uses::accesses`].
    pub accesses: Vec<usize>,
    /// By residence; `None` for those that accesses fill.
    pub sources: Vec<Option<usize>>,
}

/// Follows the content of a buffer through its residences, which are in order of time: an access goes to the first pool
/// that has the content. `pools` are those of the trace, `size` is that of the buffer. `O(accesses * residences)`.
///
/// # Errors
/// What is wrong, as the predicate of a sentence about the buffer.
pub fn replay(
    pools: &[Pool],
    size: Bytes,
    uses: &Uses,
    residences: &[Residence],
) -> Result<Replay, &'static str> {
    // Which residences hold the content now, and which did at some time.
    let mut is_valid = vec![false; residences.len()];
    let mut was_valid = vec![false; residences.len()];
    if residences
        .windows(2)
        .any(|pair| pair[1].ticks.begin() < pair[0].ticks.begin())
    {
        return Err("has residences that are not in order of time");
    }
    let mut next = 0;
    let mut replay = Replay {
        accesses: Vec::with_capacity(uses.accesses.len()),
        sources: vec![None; residences.len()],
    };
    for (at, access) in uses.accesses.iter().enumerate() {
        // What is copied before this access. Nothing is written in between.
        while let Some(residence) = residences
            .get(next)
            .filter(|residence| residence.ticks.begin() <= access.ticks.begin())
        {
            if let Some(copy) = residence.copy_ticks {
                let source = source_of(residence, residences, &is_valid)?;
                let both = [residences[source].pool, residence.pool];
                let ticks = both.map(|pool| pools[pool.index()].copy_ticks(size));
                if copy < ticks[0].max(ticks[1]) {
                    return Err("is copied faster than its pools allow");
                }
                if is_written_during_copy(uses, residence) {
                    return Err("is written while it is copied");
                }
                is_valid[next] = true;
                replay.sources[next] = Some(source);
            } else {
                let is_before = at == 0 && access.kind == AccessKind::Read;
                is_valid[next] = is_before && residence.pool.index() + 1 == pools.len();
            }
            next += 1;
        }
        let Some(place) = place_of(uses, at, residences, &is_valid) else {
            return Err("is accessed where it is not");
        };
        replay.accesses.push(place);
        was_valid[place] = true;
        for (was, is) in was_valid.iter_mut().zip(&is_valid) {
            *was |= is;
        }
        if access.kind != AccessKind::Read {
            is_valid.fill(false);
            is_valid[place] = true;
        }
    }
    if was_valid.contains(&false) {
        return Err("has a residence that never holds its content");
    }
    Ok(replay)
}

/// The residence that a copy reads: the first one that holds the content during the copy, or leaves where it begins.
fn source_of(
    to: &Residence,
    residences: &[Residence],
    is_valid: &[bool],
) -> Result<usize, &'static str> {
    let (begin, until) = (to.ticks.begin(), to.arrival());
    let is_instant = to.copy_ticks == Some(0);
    let source = residences
        .iter()
        .zip(is_valid)
        .position(|(from, is_valid)| {
            let has_left = from.ticks.end() == begin && is_instant && from.pool < to.pool;
            let stays = begin < from.ticks.end() && until <= from.ticks.end();
            *is_valid
                && from.arrival() <= begin
                && (has_left || stays && from.ticks.begin() <= begin)
        });
    source.ok_or("is copied from where it is not")
}

fn is_written_during_copy(uses: &Uses, to: &Residence) -> bool {
    uses.accesses.iter().any(|access| {
        let during = access.ticks.begin() < to.arrival() && to.ticks.begin() < access.ticks.end();
        during && access.kind != AccessKind::Read
    })
}

/// The residence that an access goes to: the first pool that has the content or, for the first write of it, any.
/// `is_valid` says which residences hold the content.
fn place_of(uses: &Uses, at: usize, residences: &[Residence], is_valid: &[bool]) -> Option<usize> {
    let access = &uses.accesses[at];
    let is_first = access.kind == AccessKind::Write || at == 0 && access.kind == AccessKind::Update;
    let covers = |residence: &Residence| {
        residence.arrival() <= access.ticks.begin() && access.ticks.end() <= residence.ticks.end()
    };
    let is_possible = |&index: &usize| covers(&residences[index]) && (is_first || is_valid[index]);
    let places = (0..residences.len()).filter(is_possible);
    places.min_by_key(|&index| (residences[index].pool, std::cmp::Reverse(index)))
}
