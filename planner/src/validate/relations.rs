//! The rules of pools and relations, one function each.
//!
//! `O((n + r) log n)` for `r` relations, where few pairs are never together and classes have few members; a pair of
//! classes with a price takes time by the product of their members.

use std::collections::{BTreeMap, BTreeSet};

use memplan_support::Sort;

use super::{
    MAX_VIOLATIONS, Occupied, ValidateOptions, Violation, find_overlaps, push_pieces, waived_pairs,
};
use crate::{
    BufferId, Bytes, LifetimeTrace, Measure, MemorySchedule, PairCost, Pool, PoolId, PoolSchedule,
    Term,
};

/// A schedule of a trace with relations, with its classes.
pub(super) struct Check<'a> {
    pub(super) trace: &'a LifetimeTrace,
    pub(super) schedule: &'a MemorySchedule,
    pub(super) pools: &'a [Pool],
    /// The pool of each buffer.
    pub(super) pool_of: Vec<PoolId>,
    /// The representative of the class of each buffer, and its members.
    pub(super) class_of: Vec<BufferId>,
    pub(super) members: BTreeMap<BufferId, Vec<BufferId>>,
    /// The size of the class of each representative; 0 for others.
    size: Vec<u64>,
    never: BTreeSet<(BufferId, BufferId)>,
    pub(super) violations: Vec<Violation>,
}

/// Checks a schedule of a trace with relations; see [`validate`](super::validate).
pub(super) fn check(
    trace: &LifetimeTrace,
    schedule: &MemorySchedule,
    options: &ValidateOptions,
) -> Vec<Violation> {
    let pools = &*trace.pools();
    let pool_of = match &schedule.pooled {
        Some(pooled) => pooled.pools.clone(),
        None if pools.len() == 1 => vec![PoolId(0); trace.len()],
        None => Vec::new(),
    };
    let (n_buffers, n_pools) = (trace.len(), pool_of.len());
    if n_buffers != n_pools {
        return vec![Violation::PoolCount { n_buffers, n_pools }];
    }
    let mut check = Check::of(trace, schedule, pools, pool_of);
    check.pools_are_allowed();
    check.classes_are_at_one_place();
    check.residences_are_possible();
    if !check.violations.is_empty() {
        return check.violations; // the other rules are about classes
    }
    check.offsets_are_aligned(options);
    check.pins_hold();
    check.ends_are_within_the_capacity();
    check.residences_are_in_their_pools(options.alignment, options.base);
    if check
        .violations
        .iter()
        .any(|v| matches!(v, Violation::TooHigh { .. }))
    {
        return check.violations; // addresses beyond 64 bits cannot be compared
    }
    check.reserved_ranges_are_free();
    check.banks_are_not_crossed();
    check.live_pairs_are_disjoint();
    check.pairs_are_apart();
    check.bytes_taken_forever_are_free();
    check.content_is_where_it_is_read();
    check.claims_are_true();
    check.violations
}

/// A pair of buffers whose price a schedule pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaidCost {
    /// The pair, with its price.
    pub pair: PairCost,
    /// [`Measure::ReuseCost`] or [`Measure::BankCost`].
    pub measure: Measure,
    /// The bytes that the two share, if they share any.
    pub bytes: Option<(Bytes, Bytes)>,
}

/// The prices that a schedule pays: reuse costs, then bank costs, in the order of the trace. Empty for a schedule
/// without pools, or one of another trace. `O(n log n)`, and for each price the members of both classes.
pub fn paid_costs(trace: &LifetimeTrace, schedule: &MemorySchedule) -> Vec<PaidCost> {
    let Some(pooled) = &schedule.pooled else {
        return Vec::new();
    };
    let pools = trace.pools();
    let is_pool = |pool: &PoolId| pool.index() < pools.len();
    let n_buffers = [pooled.pools.len(), schedule.offsets.len()];
    if n_buffers != [trace.len(); 2] || !pooled.pools.iter().all(is_pool) {
        return Vec::new();
    }
    let check = Check::of(trace, schedule, &pools, pooled.pools.clone());
    let shared = |pair: &PairCost| {
        let (from, to) = check.shared(pair.buffer, pair.other)?;
        Some((Bytes(from), Bytes(to)))
    };
    let paid = |measure| {
        move |pair: &PairCost| PaidCost {
            pair: *pair,
            measure,
            bytes: shared(pair),
        }
    };
    let reuse = check.sharing().map(paid(Measure::ReuseCost));
    reuse
        .chain(check.in_one_bank().map(paid(Measure::BankCost)))
        .collect()
}

impl MemorySchedule {
    /// The schedule that another tool computed for a trace with pools: as [`Self::from_offsets`], with peaks and
    /// measures. Bounds are 0. Nothing is measured if the numbers of offsets or pools differ from that of the buffers,
    /// or if a pool does not exist.
    pub fn from_places(
        trace: &LifetimeTrace,
        offsets: Vec<Bytes>,
        pools: Vec<PoolId>,
        planner: &str,
    ) -> Self {
        let schedule = Self::from_offsets(trace, offsets, planner);
        let specs = trace.pools();
        let exists = |pool: &PoolId| pool.index() < specs.len();
        let n_buffers = trace.len();
        if pools.len() != n_buffers
            || schedule.offsets.len() != n_buffers
            || !pools.iter().all(exists)
        {
            let pooled = Some(Box::new(PoolSchedule {
                pools,
                ..PoolSchedule::default()
            }));
            return Self { pooled, ..schedule };
        }
        let check = Check::of(trace, &schedule, &specs, pools);
        let peaks = check.peaks();
        let term = |measure| Term {
            measure,
            value: check.value(measure, &peaks),
            bound: 0,
        };
        let terms = trace.relations().measures().into_iter().map(term);
        let pooled = PoolSchedule {
            terms: terms.collect(),
            pools: check.pool_of.clone(),
            peaks: peaks.iter().copied().map(Bytes).collect(),
            residences: Vec::new(),
        };
        Self {
            total_size: Bytes(peaks.iter().fold(0, |sum, &peak| sum.saturating_add(peak))),
            pooled: Some(Box::new(pooled)),
            ..schedule
        }
    }
}

impl<'a> Check<'a> {
    /// The schedule with its classes; there is a pool for each buffer.
    fn of(
        trace: &'a LifetimeTrace,
        schedule: &'a MemorySchedule,
        pools: &'a [Pool],
        pool_of: Vec<PoolId>,
    ) -> Self {
        let relations = trace.relations();
        let ordered = |&(a, b): &(BufferId, BufferId)| (a.min(b), a.max(b));
        let mut check = Check {
            trace,
            schedule,
            pools,
            pool_of,
            class_of: relations.classes(trace.len()),
            members: BTreeMap::new(),
            size: vec![0; trace.len()],
            never: relations.never_together.iter().map(ordered).collect(),
            violations: Vec::new(),
        };
        for id in trace.ids() {
            let class = check.class_of[id.index()];
            check.members.entry(class).or_default().push(id);
            let size = &mut check.size[class.index()];
            *size = trace[id].size.0.max(*size);
        }
        check
    }
}

impl Check<'_> {
    pub(super) fn offset(&self, id: BufferId) -> u64 {
        self.schedule.offsets[id.index()].0
    }

    fn pool(&self, id: BufferId) -> (PoolId, &Pool) {
        let pool = self.pool_of[id.index()];
        (pool, &self.pools[pool.index()])
    }

    /// The bytes of the class of a buffer, `None` if it has none.
    fn bytes(&self, id: BufferId) -> Option<(u64, u64)> {
        let (offset, size) = (
            self.offset(id),
            self.size[self.class_of[id.index()].index()],
        );
        // Beyond 64 bits, another rule is violated, and nothing is compared.
        (size != 0).then(|| (offset, offset.saturating_add(size)))
    }

    pub(super) fn report(&mut self, violation: Violation) {
        if self.violations.len() < MAX_VIOLATIONS {
            self.violations.push(violation);
        }
    }

    fn pools_are_allowed(&mut self) {
        let relations = self.trace.relations();
        for buffer in self.trace.ids() {
            let pool = self.pool_of[buffer.index()];
            let allowed = relations.allowed_pools(buffer, self.pools.len());
            if !allowed.contains(&pool) {
                self.report(Violation::WrongPool { buffer, pool });
            }
        }
    }

    fn classes_are_at_one_place(&mut self) {
        for other in self.trace.ids() {
            let buffer = self.class_of[other.index()];
            let place = |id: BufferId| (self.pool_of[id.index()], self.offset(id));
            if place(buffer) != place(other) {
                self.report(Violation::NotSamePlace { buffer, other });
            }
        }
    }

    fn offsets_are_aligned(&mut self, options: &ValidateOptions) {
        for buffer in self.trace.ids() {
            let offset = Bytes(self.offset(buffer));
            let (own, pool) = (&self.trace[buffer], self.pool(buffer).1.align);
            let address = options.base.0.checked_add(offset.0);
            let is_pinned = own.pinned.is_some();
            // The alignment of the caller and of the pool do not apply to pins.
            let wanted = [
                Some(own.align),
                (!is_pinned).then_some(pool),
                (!is_pinned).then_some(options.alignment),
            ];
            let is_violated =
                |align: &Bytes| align.0 == 0 || address.is_none_or(|at| at % align.0 != 0);
            let is_member = self.members[&self.class_of[buffer.index()]]
                .iter()
                .any(|id| self.trace[*id].pinned.is_some());
            let mut wanted = wanted.into_iter().flatten();
            let violated = if is_member && !is_pinned {
                wanted.next().filter(is_violated)
            } else {
                wanted.find(is_violated)
            };
            if self.size[self.class_of[buffer.index()].index()] != 0
                && let Some(align) = violated
            {
                self.report(Violation::Misaligned {
                    buffer,
                    offset,
                    align,
                });
            }
        }
    }

    fn pins_hold(&mut self) {
        for buffer in self.trace.ids() {
            let offset = Bytes(self.offset(buffer));
            if let Some(pinned) = self.trace[buffer].pinned
                && pinned != offset
            {
                self.report(Violation::PinMoved {
                    buffer,
                    pinned,
                    offset,
                });
            }
        }
    }

    fn ends_are_within_the_capacity(&mut self) {
        for buffer in self.members.keys().copied().collect::<Vec<_>>() {
            let size = self.size[buffer.index()];
            let offset = self.offset(buffer);
            let (pool, known) = self.pool(buffer);
            match (offset.checked_add(size), known.capacity) {
                (None, _) => {
                    let offset = Bytes(offset);
                    self.report(Violation::TooHigh { buffer, offset });
                }
                (Some(end), Some(capacity)) if capacity.0 < end && size != 0 => {
                    let end = Bytes(end);
                    self.report(Violation::PoolExceeded {
                        buffer,
                        pool,
                        end,
                        capacity,
                    });
                }
                _ => {}
            }
        }
    }

    fn reserved_ranges_are_free(&mut self) {
        for buffer in self.members.keys().copied().collect::<Vec<_>>() {
            let Some((from, to)) = self.bytes(buffer) else {
                continue;
            };
            let (pool, known) = self.pool(buffer);
            let mut reserved = known.reserved.iter();
            if let Some(range) = reserved.find(|range| from < range.hi.0 && range.lo.0 < to) {
                let (from, to) = (range.lo, range.hi);
                self.report(Violation::Reserved {
                    buffer,
                    pool,
                    from,
                    to,
                });
            }
        }
    }

    fn banks_are_not_crossed(&mut self) {
        for buffer in self.members.keys().copied().collect::<Vec<_>>() {
            let (pool, known) = self.pool(buffer);
            if let (Some((from, to)), Some(banks)) = (self.bytes(buffer), known.banks)
                && banks.is_strict
                && banks.is_crossed(from, to - from)
            {
                self.report(Violation::CrossesBank { buffer, pool });
            }
        }
    }

    /// Each member of a class has the bytes of its class while it is live, unless it needs none itself. A member that
    /// is in no pair of buffers that are never together could stand for all such members, but then overlaps would not
    /// name the right buffer.
    fn live_pairs_are_disjoint(&mut self) {
        let mut waived: Vec<_> = self.never.iter().copied().collect();
        waived.extend(waived_pairs(
            self.trace,
            self.schedule,
            &mut self.violations,
        ));
        for members in self.members.values() {
            for (at, &a) in members.iter().enumerate() {
                waived.extend(members[at + 1..].iter().map(|&b| (a, b)));
            }
        }
        waived.sort_stable();
        let moving = self.moving();
        let mut by_pool: Vec<Vec<Occupied>> = vec![Vec::new(); self.pools.len()];
        for id in self
            .trace
            .ids()
            .filter(|id| self.trace[*id].size != Bytes(0))
        {
            if !moving[id.index()].is_empty() {
                self.push_residences(&moving[id.index()], &mut by_pool);
                continue;
            }
            let size = self.size[self.class_of[id.index()].index()];
            let pieces = &mut by_pool[self.pool_of[id.index()].index()];
            push_pieces(self.trace, id, Bytes(self.offset(id)), Bytes(size), pieces);
        }
        for mut pieces in by_pool {
            pieces.sort_stable_by_key(|piece| (piece.from, piece.to));
            find_overlaps(&pieces, &waived, &mut self.violations);
        }
    }

    /// The bytes that two buffers share.
    fn shared(&self, a: BufferId, b: BufferId) -> Option<(u64, u64)> {
        let is_same_pool = self.pool_of[a.index()] == self.pool_of[b.index()];
        let (a, b) = (self.bytes(a)?, self.bytes(b)?);
        let (from, to) = (a.0.max(b.0), a.1.min(b.1));
        (is_same_pool && from < to).then_some((from, to))
    }

    fn pairs_are_apart(&mut self) {
        for &(buffer, other) in &self.trace.relations().apart {
            if let Some((from, to)) = self.shared(buffer, other) {
                let (from, to) = (Bytes(from), Bytes(to));
                self.report(Violation::NotApart {
                    buffer,
                    other,
                    from,
                    to,
                });
            }
        }
    }

    /// Sorts the classes by address; the highest end among the first ones shows how far back to look.
    fn bytes_taken_forever_are_free(&mut self) {
        let classes: BTreeSet<BufferId> = (self.trace.relations().forever.iter())
            .map(|id| self.class_of[id.index()])
            .collect();
        if classes.is_empty() {
            return;
        }
        let mut placed: Vec<_> = (self.members.keys())
            .filter_map(|&id| Some((self.pool_of[id.index()], self.bytes(id)?, id)))
            .collect();
        placed.sort_stable_by_key(|&(pool, (from, _), _)| (u64::from(pool.0), from));
        let mut highest = Vec::new();
        for &(pool, (_, to), _) in &placed {
            let before = highest.last().copied().unwrap_or((pool, 0));
            highest.push((
                pool,
                if before.0 == pool {
                    to.max(before.1)
                } else {
                    to
                },
            ));
        }
        for buffer in classes {
            let (Some((from, to)), pool) = (self.bytes(buffer), self.pool_of[buffer.index()])
            else {
                continue;
            };
            let end = placed.partition_point(|&(p, (start, _), _)| (p, start) < (pool, to));
            for at in (0..end).rev() {
                if highest[at] <= (pool, from) {
                    break;
                }
                let (_, bytes, other) = placed[at];
                if other != buffer && from < bytes.1 {
                    let (from, to) = (Bytes(from.max(bytes.0)), Bytes(to.min(bytes.1)));
                    self.report(Violation::TakenForever {
                        buffer,
                        other,
                        from,
                        to,
                    });
                }
            }
        }
    }

    /// Whether members of two classes are live together.
    fn are_live_together(&self, a: BufferId, b: BufferId) -> bool {
        let pieces = |id: BufferId| self.trace[id].pieces();
        let is_live = |x: BufferId, y: BufferId| {
            !self.never.contains(&(x.min(y), x.max(y)))
                && pieces(x).any(|p| pieces(y).any(|q| p.ticks.overlaps(q.ticks)))
        };
        let members = |id: BufferId| &self.members[&self.class_of[id.index()]];
        let mut pairs = members(a)
            .iter()
            .flat_map(|&x| members(b).iter().map(move |&y| (x, y)));
        pairs.any(|(x, y)| is_live(x, y))
    }

    /// The pairs in a pool, of different classes, for which `applies` holds.
    fn paid<'c>(
        &self,
        costs: &'c [PairCost],
        applies: impl Fn(BufferId, BufferId) -> bool,
    ) -> impl Iterator<Item = &'c PairCost> {
        costs.iter().filter(move |pair| {
            let (a, b) = (pair.buffer, pair.other);
            self.class_of[a.index()] != self.class_of[b.index()]
                && self.pool_of[a.index()] == self.pool_of[b.index()]
                && applies(a, b)
        })
    }

    /// The pairs whose reuse cost is paid.
    fn sharing(&self) -> impl Iterator<Item = &PairCost> {
        self.paid(&self.trace.relations().reuse_costs, |a, b| {
            self.shared(a, b).is_some() && !self.are_live_together(a, b)
        })
    }

    /// The pairs whose bank cost is paid.
    fn in_one_bank(&self) -> impl Iterator<Item = &PairCost> {
        self.paid(&self.trace.relations().bank_costs, |a, b| {
            let bytes = self.bytes(a).zip(self.bytes(b));
            let banks = self.pool(a).1.banks.zip(bytes);
            banks.is_some_and(|(banks, (a, b))| banks.share(a, b))
        })
    }

    /// The peak of each pool.
    fn peaks(&self) -> Vec<u64> {
        let reserved = |pool: &Pool| pool.reserved.iter().map(|range| range.hi.0).max();
        let mut peaks: Vec<u64> = self
            .pools
            .iter()
            .map(|p| reserved(p).unwrap_or(0))
            .collect();
        for &id in self.members.keys() {
            let peak = &mut peaks[self.pool_of[id.index()].index()];
            *peak = self.bytes(id).map_or(*peak, |(_, to)| to.max(*peak));
        }
        for it in self.moving().iter().flatten() {
            let size = self.trace[it.buffer].size.0;
            if size != 0 {
                let peak = &mut peaks[it.pool.index()];
                *peak = it.offset.0.saturating_add(size).max(*peak);
            }
        }
        peaks
    }

    fn value(&self, measure: Measure, peaks: &[u64]) -> u64 {
        match measure {
            Measure::CapacityOverflow => (peaks.iter().zip(self.pools))
                .map(|(peak, pool)| peak.saturating_sub(pool.capacity.map_or(u64::MAX, |c| c.0)))
                .fold(0, u64::saturating_add),
            Measure::ReuseCost => self.sharing().map(|pair| pair.cost).sum(),
            Measure::BankCost => self.in_one_bank().map(|pair| pair.cost).sum(),
            Measure::BytesMoved => self.bytes_moved(),
            Measure::TotalPeak => peaks.iter().fold(0, |sum, &peak| sum.saturating_add(peak)),
            Measure::MaxPeak => peaks.iter().copied().max().unwrap_or(0),
        }
    }

    /// Computes peaks and measures again. The bytes above the capacities are reported with their buffers.
    fn claims_are_true(&mut self) {
        let peaks = self.peaks();
        let total = self.value(Measure::TotalPeak, &peaks);
        let total_size = self.schedule.total_size;
        if total_size.0 < total {
            let needed = Bytes(total);
            self.report(Violation::TotalTooSmall { total_size, needed });
        }
        let Some(pooled) = &self.schedule.pooled else {
            return;
        };
        if !pooled
            .peaks
            .iter()
            .map(|peak| peak.0)
            .eq(peaks.iter().copied())
        {
            self.report(Violation::WrongPeaks);
        }
        for &Term {
            measure,
            value,
            bound,
        } in &pooled.terms
        {
            let actual = self.value(measure, &peaks);
            if value != actual || actual < bound {
                self.report(Violation::WrongValue {
                    measure,
                    claimed: if value == actual { bound } else { value },
                    actual,
                });
            }
        }
    }
}
