//! Schedules and plans: what planners return, and what mutators and files carry.

use super::OrientationPlan;
use crate::{
    BufferId, Bytes, LifetimeTrace, Measure, PlanError, PoolId, Residence, StopReason, Units,
};

/// What is known about the distance of a schedule to the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Optimality {
    /// No schedule has a lower peak.
    Optimal,
    /// No schedule has a lower peak than this.
    LowerBound(Bytes),
    /// Nothing is known.
    Unknown,
}

/// What proved the best lower bound of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BoundRule {
    /// The sum of the sizes live at one tick, [`LifetimeTrace::max_load`].
    Load,
    /// The load with sizes rounded up to the alignment that all offsets share.
    AlignedLoad,
    /// A buffer whose offset is fixed in advance, and the buffers that find no room below it.
    Pins,
    /// The next peak that is a sum of sizes of buffers.
    SubsetSum,
    /// A part of the trace for which a search found no better schedule.
    SubInstance,
    /// A search that tried everything below the bound.
    Search,
    /// The relaxation of an integer program.
    Milp,
}

impl BoundRule {
    /// All rules with their names in files and reports.
    pub const NAMES: &[(BoundRule, &str)] = &[
        (Self::Load, "load"),
        (Self::AlignedLoad, "aligned-load"),
        (Self::Pins, "pins"),
        (Self::SubsetSum, "subset-sum"),
        (Self::SubInstance, "sub-instance"),
        (Self::Search, "search"),
        (Self::Milp, "milp"),
    ];

    /// The name in files and reports, in kebab-case.
    pub fn name(self) -> &'static str {
        let named = Self::NAMES.iter().find(|(rule, _)| *rule == self);
        named.map_or("", |(_, name)| name)
    }

    /// The rule of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        let named = Self::NAMES.iter().find(|(_, text)| *text == name);
        named.map(|(rule, _)| *rule)
    }
}

/// A proved bound: no schedule has a peak below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LowerBound {
    /// In bytes.
    pub bytes: Bytes,
    /// The rule that proved it; of equally good ones the simplest.
    pub rule: BoundRule,
}

impl LowerBound {
    pub(crate) const fn load(bytes: Bytes) -> Self {
        Self {
            bytes,
            rule: BoundRule::Load,
        }
    }

    /// The better one of two bounds, the first of equals.
    pub(crate) fn or_better(self, bytes: u64, rule: BoundRule) -> Self {
        if self.bytes.0 < bytes {
            let bytes = Bytes(bytes);
            Self { bytes, rule }
        } else {
            self
        }
    }
}

/// An offset for each buffer of one trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemorySchedule {
    /// The bytes that the arena needs: at least the highest `offset + size`.
    ///
    /// The chunk planners count the padding above the topmost buffer too, as their original does.
    pub total_size: Bytes,
    /// The offset of each buffer, indexed by [`BufferId`].
    pub offsets: Vec<Bytes>,
    /// Which buffers took over bytes of which others while those were still live.
    pub reuses: Vec<(BufferId, Vec<BufferId>)>,
    /// The name of the planner, for messages and reports.
    pub planner: String,
    /// The work done, in the units of [`crate::PlanOptions::work_limit`].
    pub work: Units,
    /// The best bound known.
    pub optimality: Optimality,
    /// What proved that bound; `None` where it is unknown.
    pub bound_rule: Option<BoundRule>,
    /// What stopped the planner before it was done; `None` if nothing did, or if the schedule is
    /// optimal anyway. Not stored in plan files.
    pub stopped_by: Option<StopReason>,
    /// A proof that no schedule is below the bound, which the crate `memplan-certificate` checks: written where the
    /// bound is above the load by planners that say so.
    pub certificate: Option<Box<[u8]>>,
    /// For a trace with [`Relations`](crate::Relations): the pool of each buffer, and the value of each measure.
    pub pooled: Option<Box<PoolSchedule>>,
    /// For a trace with symbols: the orientations from which offsets follow at every shape. [`Self::offsets`] and
    /// [`Self::total_size`] are those in the middle of the ranges.
    pub oriented: Option<Box<OrientationPlan>>,
}

/// The part of a schedule for a trace with pools, relations or an objective.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PoolSchedule {
    /// The pool of each buffer, indexed by [`BufferId`].
    pub pools: Vec<PoolId>,
    /// The peak of each pool: the highest end of a buffer or a reserved range. Their sum is
    /// [`MemorySchedule::total_size`].
    pub peaks: Vec<Bytes>,
    /// The measures of the trace, in the order of [`Relations::measures`](crate::Relations::measures).
    pub terms: Vec<Term>,
    /// The residences of buffers that move, by buffer and in order of time. Such a buffer is at its place in
    /// [`Self::pools`] and [`MemorySchedule::offsets`] first.
    pub residences: Vec<Residence>,
}

/// The value of one measure of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The measure.
    pub measure: Measure,
    /// Its value, in bytes or as a sum of costs.
    pub value: u64,
    /// No schedule has a lower value whose earlier measures are at most those of this one.
    pub bound: u64,
}

impl PoolSchedule {
    /// The bound on the sum of peaks, if that is a measure.
    pub fn peak_bound(&self) -> Option<Bytes> {
        let mut terms = self.terms.iter();
        let peaks = terms.find(|term| term.measure == Measure::TotalPeak)?;
        Some(Bytes(peaks.bound))
    }
}

impl Term {
    /// Whether no schedule has a lower value.
    pub fn is_optimal(&self) -> bool {
        self.value <= self.bound
    }
}

impl MemorySchedule {
    /// The schedule that another tool computed, from its offsets: bounds and work are unknown. The
    /// offsets are not checked; [`validate`](crate::validate) does that.
    pub fn from_offsets(trace: &LifetimeTrace, offsets: Vec<Bytes>, planner: &str) -> Self {
        let placed = trace.buffers().iter().zip(&offsets);
        let ends = placed
            .filter(|(buffer, _)| buffer.size != Bytes(0))
            .map(|(buffer, offset)| offset.0.saturating_add(buffer.size.0));
        Self {
            total_size: Bytes(ends.max().unwrap_or(0)),
            offsets,
            reuses: Vec::new(),
            planner: planner.to_owned(),
            work: Units(0),
            optimality: Optimality::Unknown,
            bound_rule: None,
            stopped_by: None,
            certificate: None,
            oriented: None,
            pooled: None,
        }
    }

    /// The bytes that the arena needs; the same as [`Self::total_size`].
    pub fn peak(&self) -> Bytes {
        self.total_size
    }

    /// The offset of a buffer; `None` when the schedule is not of its trace.
    pub fn offset(&self, id: BufferId) -> Option<Bytes> {
        self.offsets.get(id.index()).copied()
    }

    /// The schedule, if it fits into the arena of a trace; the last step of every planner.
    ///
    /// # Errors
    /// [`PlanError::CapacityExceeded`] with the schedule when its peak is above the capacity.
    pub fn within(self, capacity: Option<Bytes>) -> Result<Self, PlanError> {
        match capacity {
            Some(capacity) if capacity < self.total_size => Err(PlanError::CapacityExceeded {
                schedule: Box::new(self),
                capacity,
            }),
            _ => Ok(self),
        }
    }

    /// The lower bound on every peak that this schedule claims by itself; `None` if it claims none.
    pub fn claimed_bound(&self) -> Option<Bytes> {
        match self.optimality {
            Optimality::Optimal => Some(self.total_size),
            Optimality::LowerBound(bound) => Some(bound),
            Optimality::Unknown => None,
        }
    }

    /// The best lower bound on every peak that this schedule provides: its own peak if it is
    /// optimal, otherwise the proved bound, and at least [`LifetimeTrace::least_load`]. Of a trace with relations, it
    /// is a bound on the sum of peaks, among schedules that are as good in the measures that come before it.
    /// `O(n log n)`.
    pub fn lower_bound(&self, trace: &LifetimeTrace) -> Bytes {
        let proved = match &self.pooled {
            Some(pooled) => pooled.peak_bound(),
            None if self.optimality == Optimality::Optimal => return self.total_size,
            None => self.claimed_bound(),
        };
        proved.unwrap_or_default().max(trace.least_load())
    }

    /// The schedule with the reason why its planner stopped early, unless it is optimal anyway.
    #[must_use]
    pub fn stopped(self, reason: Option<StopReason>) -> Self {
        let is_optimal = self.optimality == Optimality::Optimal;
        Self {
            stopped_by: reason.filter(|_| !is_optimal),
            ..self
        }
    }

    /// The schedule with the best bound that is known and what proved it.
    #[must_use]
    pub(crate) fn with_bound(self, trace: &LifetimeTrace, bound: LowerBound) -> Self {
        let has_hints = !trace.in_place().is_empty();
        let optimality = if self.total_size <= bound.bytes {
            Optimality::Optimal
        } else if has_hints && bound.bytes.0 == 0 {
            Optimality::Unknown
        } else {
            Optimality::LowerBound(bound.bytes)
        };
        Self {
            bound_rule: (optimality != Optimality::Unknown).then_some(bound.rule),
            stopped_by: (self.stopped_by).filter(|_| optimality != Optimality::Optimal),
            optimality,
            ..self
        }
    }

    /// `(peak - lower_bound) / lower_bound`: 0 is optimal. 0 for a trace without bytes.
    /// `O(n log n)`.
    pub fn fragmentation(&self, trace: &LifetimeTrace) -> f64 {
        let bound = self.lower_bound(trace).0;
        if bound == 0 {
            return 0.0;
        }
        let excess = i128::from(self.total_size.0) - i128::from(bound);
        excess as f64 / bound as f64
    }
}

/// Where traces come from, to match a plan with a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// The name of the collector or reader.
    pub collector: String,
    /// Its options, as the user would write them.
    pub options: String,
    /// The [`crate::wire::source_hash`] of the source that the collector read, if it read one.
    pub source_hash: Option<u128>,
    /// The name of the source, for messages.
    pub source_name: String,
}

/// The traces of all allocation scopes of one source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryTraceScopes {
    /// One trace for each allocation scope and memory space, in the order of the source.
    pub traces: Vec<LifetimeTrace>,
    /// Where they come from.
    pub provenance: Provenance,
}

/// Schedules for all traces of a [`MemoryTraceScopes`], in the same order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryPlan {
    /// One schedule for each trace.
    pub schedules: Vec<MemorySchedule>,
    /// Where the traces came from.
    pub provenance: Provenance,
    /// The [`crate::wire::trace_hash`] of the traces; `None` in plans whose format does not carry it.
    pub trace_hash: Option<u128>,
}

#[cfg(test)]
mod tests {
    use super::{BoundRule, MemorySchedule, Optimality};
    use crate::{Bytes, LifetimeTrace, Units};

    #[test]
    fn rules_have_names_of_their_own() {
        for &(rule, name) in BoundRule::NAMES {
            assert_eq!(
                (rule.name(), BoundRule::from_name(name)),
                (name, Some(rule))
            );
        }
        assert_eq!(BoundRule::from_name("guess"), None);
    }

    #[test]
    fn fragmentation_is_relative_to_the_load() {
        let trace: LifetimeTrace = "a 0..1 64\nb 0..1 64".parse().unwrap();
        let schedule = MemorySchedule {
            total_size: Bytes(160),
            offsets: vec![Bytes(0), Bytes(96)],
            reuses: Vec::new(),
            planner: String::new(),
            work: Units(0),
            optimality: Optimality::Unknown,
            bound_rule: None,
            stopped_by: None,
            certificate: None,
            oriented: None,
            pooled: None,
        };
        assert_eq!(schedule.fragmentation(&trace), 0.25);
        assert_eq!(schedule.fragmentation(&LifetimeTrace::default()), 0.0);
    }
}
