//! Placing buffers one after the other: the part that order-based planners share.
//!
//! A planner decides on an order and asks [`ScheduleBuilder`] for offsets. The builder knows what
//! is placed, and handles alignment, gaps, pins, capacity and work limits. The idea is in
//! [`crate::placement`]: no conflict graph is ever built, so that a million buffers fit into memory.

mod fits;

use crate::placement::{Arena, check_sums, complete};
use crate::problem::units::common_alignment;
use crate::{
    Buffer, BufferId, Bytes, LifetimeTrace, LowerBound, MemorySchedule, Optimality, PlanError,
    PlanOptions, StopReason, Units, WorkMeter, lower_bound,
};

/// Whether best fit counts the space between the last conflicting byte and the current peak.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HeapEnd {
    /// It competes with the holes between buffers.
    IsAHole,
    /// It is used only if no hole between buffers is large enough.
    IsTheLastResort,
}

/// A schedule under construction.
///
/// When a deadline or a work limit is reached, placed buffers keep their offsets. From then on the
/// fit rules return at once, [`Self::place`] does nothing, and [`Self::finish`] places the
/// remaining buffers on top, by a cheap rule and without counting work. Planners need not handle
/// limits, and always return a schedule.
#[derive(Debug)]
pub struct ScheduleBuilder<'a> {
    trace: &'a LifetimeTrace,
    options: &'a PlanOptions,
    meter: WorkMeter<'a>,
    /// The alignment asked for by the caller; buffers may ask for more.
    alignment: u64,
    arena: Arena<'a>,
    offsets: Vec<Bytes>,
    is_placed: Vec<bool>,
    peak: u64,
    /// What the fit rules have cost, in steps; see [`Self::within_steps`].
    n_steps: u64,
    /// The most steps that placing may cost.
    most_steps: u64,
    /// The limit that was reached before all buffers were placed.
    stopped: Option<StopReason>,
}

impl<'a> ScheduleBuilder<'a> {
    /// Prepares an empty arena and places all pinned buffers. `O(n log n)`.
    ///
    /// # Errors
    /// [`PlanError::PinsOverlap`], [`PlanError::TooLarge`] and [`PlanError::ZeroAlignment`] where the
    /// trace and the options admit no schedule, [`PlanError::Stopped`] at a limit.
    pub fn new(trace: &'a LifetimeTrace, options: &'a PlanOptions) -> Result<Self, PlanError> {
        check_sums(trace, options)?;
        let mut builder = Self {
            trace,
            options,
            meter: options.meter(),
            alignment: options.alignment.0,
            arena: Arena::new(trace),
            offsets: vec![Bytes(0); trace.len()],
            is_placed: vec![false; trace.len()],
            peak: 0,
            n_steps: 0,
            most_steps: u64::MAX,
            stopped: None,
        };
        for id in trace.ids() {
            if let Some(offset) = trace[id].pinned {
                builder.arena.check_pin(id, offset)?;
                builder.spend()?;
                builder.insert(id, offset);
            }
        }
        Ok(builder)
    }

    /// Limits the steps of placing: beyond them, [`Self::place`] fails with [`StopReason::Budget`]. A step takes some
    /// 25 nanoseconds. The number of steps does not depend on the machine.
    pub(crate) fn within_steps(self, most_steps: u64) -> Self {
        Self { most_steps, ..self }
    }

    /// The offset that needs no search: that of a pin, or any offset once a limit was reached.
    fn known_offset(&self, id: BufferId) -> Option<Bytes> {
        let pinned = self.trace[id].pinned;
        pinned.or_else(|| self.stopped.map(|_| Bytes(0)))
    }

    /// The lowest offset at which a buffer clashes with nothing placed so far; its pin, if it has one.
    pub fn first_fit(&mut self, id: BufferId) -> Bytes {
        if let Some(offset) = self.known_offset(id) {
            return offset;
        }
        self.arena.load(id);
        let mut query = self.arena.query(self.alignment_of(id));
        let offset = query.first_fit();
        self.n_steps += query.n_steps();
        Bytes(offset)
    }

    /// Puts a buffer at an offset that [`Self::first_fit`] or [`Self::best_fit`] returned for it.
    /// Pinned buffers keep their offsets.
    ///
    /// # Errors
    /// [`PlanError::Stopped`] when the caller cancels; a placement is one unit of work.
    pub fn place(&mut self, id: BufferId, offset: Bytes) -> Result<(), PlanError> {
        if self.trace[id].pinned.is_some() || !self.spend()? {
            return Ok(());
        }
        self.arena.load(id);
        self.insert(id, offset);
        Ok(())
    }

    /// Polls the limits between placements, for planners that take long before they place anything. Returns whether one
    /// is reached.
    ///
    /// # Errors
    /// [`PlanError::Stopped`] when the caller cancels.
    pub(crate) fn is_stopped(&mut self) -> Result<bool, PlanError> {
        match self.meter.check() {
            Err(PlanError::Stopped { reason, .. }) if reason.wants_schedule() => {
                self.stopped = Some(reason);
            }
            polled => polled?,
        }
        Ok(self.stopped.is_some())
    }

    /// The schedule, once all buffers are placed, with the best bound that needs no search.
    ///
    /// # Errors
    /// [`PlanError::CapacityExceeded`] when the peak is above the capacity of the trace.
    pub fn finish(mut self, planner: &str) -> Result<MemorySchedule, PlanError> {
        if self.stopped.is_some() {
            let (is_placed, offsets) = (&self.is_placed, &mut self.offsets);
            self.peak = complete(self.trace, self.options, is_placed, offsets, self.peak)?;
        }
        let total_size = Bytes(self.peak);
        let bound = self.lower_bound();
        let optimality = if !self.trace.in_place().is_empty() {
            Optimality::Unknown // reuse in place may go below the load
        } else if bound.bytes == total_size {
            Optimality::Optimal
        } else {
            Optimality::LowerBound(bound.bytes)
        };
        let schedule = MemorySchedule {
            certificate: None,
            oriented: None,
            pooled: None,
            total_size,
            offsets: self.offsets,
            reuses: Vec::new(),
            planner: planner.to_owned(),
            work: self.meter.done(),
            bound_rule: (optimality != Optimality::Unknown).then_some(bound.rule),
            optimality,
            stopped_by: None,
        };
        schedule.stopped(self.stopped).within(self.trace.capacity())
    }

    /// The load if it is reached or no other rule can bound the peak, which costs nothing;
    /// otherwise the result of [`crate::lower_bound`].
    fn lower_bound(&self) -> LowerBound {
        let load = LowerBound::load(self.arena.max_load());
        let needs_more =
            |b: &Buffer| b.align != Bytes(1) || b.pinned.is_some() || !b.gaps.is_empty();
        if load.bytes.0 == self.peak
            || !self.trace.in_place().is_empty()
            || (self.alignment == 1 && !self.trace.buffers().iter().any(needs_more))
        {
            return load;
        }
        let options = PlanOptions {
            alignment: Bytes(self.alignment),
            ..PlanOptions::default()
        };
        // A builder exists only for a trace that admits a schedule.
        lower_bound(self.trace, &options).unwrap_or(load)
    }

    /// Counts a placement. Returns whether it is to be made.
    fn spend(&mut self) -> Result<bool, PlanError> {
        if self.stopped.is_some() {
            return Ok(false);
        }
        if self.most_steps < self.n_steps + self.arena.n_steps() {
            return Err(PlanError::Stopped {
                reason: StopReason::Budget,
                work: self.meter.done(),
            });
        }
        match self.meter.spend(Units::ONE) {
            Err(PlanError::Stopped { reason, .. }) if reason.wants_schedule() => {
                self.stopped = Some(reason);
                Ok(false)
            }
            other => other.map(|()| true),
        }
    }

    fn insert(&mut self, id: BufferId, offset: Bytes) {
        self.arena.insert(offset);
        self.offsets[id.index()] = offset;
        self.is_placed[id.index()] = true;
        if self.trace[id].size != Bytes(0) {
            self.peak = self.peak.max(offset.0 + self.trace[id].size.0);
        }
    }

    fn alignment_of(&self, id: BufferId) -> u64 {
        // `check_sums` has checked that this does not overflow.
        common_alignment(self.alignment, self.trace[id].align.0).unwrap_or(self.alignment)
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;

    use super::{HeapEnd, ScheduleBuilder};
    use crate::{BufferId, Bytes, LifetimeTrace, PlanError, PlanOptions};

    /// Nine buffers, listed by ascending begin, whose peaks under many rules are known.
    const GOLDEN: &str = "a 0..5 7; b 1..8 10; c 2..4 8; d 2..5 6; e 3..10 2; f 4..7 2; \
                          g 5..9 2; h 6..9 12; i 7..10 8";

    fn offsets(
        key: impl Fn(&LifetimeTrace, BufferId) -> (Reverse<u64>, Reverse<i64>),
        fit: impl Fn(&mut ScheduleBuilder<'_>, BufferId) -> Bytes,
    ) -> (u64, Vec<u64>) {
        let trace: LifetimeTrace = GOLDEN.parse().unwrap();
        let options = PlanOptions::default();
        let mut order: Vec<BufferId> = trace.ids().collect();
        order.sort_by_key(|&id| key(&trace, id));
        let mut builder = ScheduleBuilder::new(&trace, &options).unwrap();
        for id in order {
            let offset = fit(&mut builder, id);
            builder.place(id, offset).unwrap();
        }
        let schedule = builder.finish("golden").unwrap();
        (
            schedule.total_size.0,
            schedule.offsets.iter().map(|offset| offset.0).collect(),
        )
    }

    fn by_input(_: &LifetimeTrace, _: BufferId) -> (Reverse<u64>, Reverse<i64>) {
        (Reverse(0), Reverse(0))
    }

    fn by_size_then_life(trace: &LifetimeTrace, id: BufferId) -> (Reverse<u64>, Reverse<i64>) {
        let buffer = &trace[id];
        (
            Reverse(buffer.size.0),
            Reverse(buffer.live.end().0 - buffer.live.begin().0),
        )
    }

    #[test]
    fn published_rules_give_their_published_offsets() {
        // `mlir-bestfit`: input order, best fit with heap end.
        assert_eq!(
            offsets(by_input, |s, id| s.best_fit(id, HeapEnd::IsAHole)),
            (41, vec![0, 7, 17, 25, 31, 17, 0, 19, 33])
        );
        // `tflite-micro`: by size, first fit.
        assert_eq!(
            offsets(
                |t, id| (by_size_then_life(t, id).0, Reverse(0)),
                |s, id| s.first_fit(id)
            ),
            (39, vec![22, 12, 0, 29, 35, 37, 30, 0, 22])
        );
        // `xla-spatial` and its older versions.
        assert_eq!(
            offsets(by_size_then_life, |s, id| s
                .best_fit(id, HeapEnd::IsTheLastResort)),
            (39, vec![22, 12, 0, 29, 35, 37, 30, 0, 22])
        );
        assert_eq!(
            offsets(by_size_then_life, |s, id| s.best_fit(id, HeapEnd::IsAHole)),
            (38, vec![0, 12, 22, 30, 36, 22, 30, 0, 22])
        );
    }

    #[test]
    fn buffers_use_gaps_and_windows_of_others_and_pins_stay() {
        let trace: LifetimeTrace =
            "a 0..9 8 gap=2..4 gap=6..8@0..4; b 2..4 8; c 6..8 4; p 0..9 4 pin=16; d 0..9 8"
                .parse()
                .unwrap();
        let options = PlanOptions::default();
        let mut builder = ScheduleBuilder::new(&trace, &options).unwrap();
        for id in trace.ids() {
            let offset = builder.first_fit(id);
            builder.place(id, offset).unwrap();
        }
        let schedule = builder.finish("test").unwrap();
        assert_eq!(schedule.offsets, [0, 0, 4, 16, 8].map(Bytes));
        assert_eq!(schedule.total_size, Bytes(20));
    }

    #[test]
    fn impossible_demands_are_named() {
        let new = |notation: &str, alignment| {
            let trace: LifetimeTrace = notation.parse().unwrap();
            let options = PlanOptions {
                alignment: Bytes(alignment),
                ..PlanOptions::default()
            };
            ScheduleBuilder::new(&trace, &options)
                .map(|_| ())
                .unwrap_err()
        };
        assert_eq!(
            new("a 0..2 8 pin=0; b 2..4 8 pin=0; c 1..3 4 pin=4", 1),
            PlanError::PinsOverlap {
                buffer: "c".into(),
                other: "a".into()
            }
        );
        assert_eq!(new("a 0..1 1", 0), PlanError::ZeroAlignment);
        assert_eq!(
            new("a 0..1 9223372036854775807; b 1..2 0", 2),
            PlanError::TooLarge {
                buffer: "a".into(),
                alignment: Bytes(2)
            }
        );
    }
}
