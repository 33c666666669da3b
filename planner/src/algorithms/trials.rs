//! Trying many orders by first fit, and keeping the best plan.

use memplan_support::{Key, Sort};

use crate::placement::{Board, Placer, offsets_by_birth, schedule_at_once};
use crate::problem::budget::{Budget, Halt};
use crate::reduce::{Instance, Placement};
use crate::{
    Bytes, LifetimeTrace, LowerBound, MemorySchedule, PlanError, PlanOptions, StopReason, Units,
};

/// Places orders of all items of an instance, and counts the work.
#[derive(Debug)]
pub(crate) struct Trials<'a> {
    instance: &'a Instance,
    options: &'a PlanOptions,
    placer: Placer<'a, 'a>,
    budget: Budget<'a>,
    offsets: Vec<u64>,
    /// No plan has a lower peak, in bytes.
    bound: u64,
    best: Option<Placement>,
}

impl<'a> Trials<'a> {
    /// `O(n)`; `board` is that of all items.
    pub(crate) fn new(
        trace: &LifetimeTrace,
        options: &'a PlanOptions,
        instance: &'a Instance,
        board: &'a Board<'a>,
    ) -> Self {
        Self {
            instance,
            options,
            placer: Placer::new(board),
            budget: Budget::of(options),
            offsets: vec![0; instance.len()],
            bound: trace.max_load().0,
            best: None,
        }
    }

    /// Places all items in an order and returns the peak in bytes; `None` if it is above `limit`.
    /// [`Self::offsets`] returns the offsets, which are not valid after `None`.
    ///
    /// # Errors
    /// [`Halt`] at a limit.
    pub(crate) fn place(&mut self, order: &[u32], limit: u64) -> Result<Option<u64>, Halt> {
        self.placer.clear();
        self.placer
            .place(order, 0, limit, &mut self.offsets, &mut self.budget)
    }

    /// Places an order and makes its plan the best one if it is better than that. Returns whether
    /// it is.
    ///
    /// # Errors
    /// [`Halt`] at a limit.
    pub(crate) fn improve(&mut self, order: &[u32]) -> Result<bool, Halt> {
        let limit = self.peak().map_or(u64::MAX, |peak| peak.saturating_sub(1));
        let is_better = self.place(order, limit)?.is_some();
        if is_better {
            self.keep_better();
        }
        Ok(is_better)
    }

    /// Makes the plan that was placed last the best one. It must be better than the best one so
    /// far.
    pub(crate) fn keep_better(&mut self) {
        self.keep();
        if let (Some(progress), Some(best)) = (&self.options.progress, &self.best) {
            // The arena must also hold buffers that are never live.
            let peak = Bytes(best.peak.max(self.instance.floor));
            let bound = Bytes(self.bound);
            progress.improved(peak, bound, self.budget.done());
        }
    }

    /// Makes the plan that was placed last the one to return, whatever its peak. It is not reported:
    /// the plan that is returned in the end may be worse.
    pub(crate) fn keep(&mut self) {
        self.best = Some(self.instance.placement(self.offsets.clone()));
    }

    /// Counts work other than placing.
    ///
    /// # Errors
    /// [`Halt`] at a limit.
    pub(crate) fn spend(&mut self, work: Units) -> Result<(), Halt> {
        self.budget.spend(work)
    }

    /// The units above offset 0 of the items of the plan that was placed last.
    pub(crate) fn offsets(&self) -> &[u64] {
        &self.offsets
    }

    /// The peak of the best plan in bytes, if there is one.
    pub(crate) fn peak(&self) -> Option<u64> {
        Some(self.best.as_ref()?.peak)
    }

    /// Whether no plan can be better than the best one.
    pub(crate) fn is_optimal(&self) -> bool {
        self.peak().is_some_and(|peak| peak <= self.bound)
    }

    /// The schedule of the best plan; `ended` says how the search for it ended. If a limit was
    /// reached before the first plan, buffers are placed in order of birth.
    ///
    /// # Errors
    /// [`PlanError::Stopped`] if there is no plan and the caller cancelled,
    /// [`PlanError::CapacityExceeded`].
    pub(crate) fn finish(
        mut self,
        trace: &LifetimeTrace,
        planner: &str,
        ended: Result<(), Halt>,
    ) -> Result<MemorySchedule, PlanError> {
        if self.best.is_none()
            && let Err(Halt::Stopped(reason)) = ended
            && reason.wants_schedule()
        {
            let offsets = offsets_by_birth(self.instance);
            self.best = Some(self.instance.placement(offsets));
        }
        self.finish_as_is(trace, planner, ended)
    }

    /// As [`Self::finish`], but without placement in order of birth: for planners that reproduce
    /// another program.
    ///
    /// # Errors
    /// [`PlanError::Stopped`] if there is no plan, [`PlanError::CapacityExceeded`].
    pub(crate) fn finish_as_is(
        self,
        trace: &LifetimeTrace,
        planner: &str,
        ended: Result<(), Halt>,
    ) -> Result<MemorySchedule, PlanError> {
        let work = self.budget.done();
        let Some(best) = self.best else {
            let reason = match ended {
                Err(Halt::Stopped(reason)) => reason,
                Ok(()) | Err(Halt::Superseded) => StopReason::Cancelled,
            };
            return Err(PlanError::Stopped { reason, work });
        };
        let bound = LowerBound::load(Bytes(self.bound));
        let stopped = match ended {
            Err(Halt::Stopped(reason)) => Some(reason),
            Ok(()) | Err(Halt::Superseded) => None,
        };
        let planned = self.instance.schedule(trace, &best, bound, planner, work);
        let schedule = planned.or_else(PlanError::into_schedule)?;
        schedule.stopped(stopped).within(trace.capacity())
    }
}

/// The result of `planned`. If a deadline or a work limit left no schedule, buffers are placed in
/// order of birth, whatever the peak. A schedule above the capacity counts as a schedule.
///
/// # Errors
/// As `planned`; as [`Instance::new`].
pub(crate) fn or_at_once(
    planned: Result<MemorySchedule, PlanError>,
    trace: &LifetimeTrace,
    options: &PlanOptions,
) -> Result<MemorySchedule, PlanError> {
    let planned = match planned {
        Err(PlanError::Stopped { reason, .. }) if reason.wants_schedule() => {
            schedule_at_once(trace, options, "", Units(0), reason)
        }
        other => other,
    };
    planned.or_else(PlanError::into_schedule)
}

/// All items of an instance in ascending order of a key; ties go to the lower item. `O(n log n)`.
pub(crate) fn items_by<K: Key>(instance: &Instance, mut key: impl FnMut(usize) -> K) -> Vec<u32> {
    let mut items: Vec<u32> = (0..instance.len() as u32).collect();
    items.sort_stable_by_key(|&item| key(item as usize));
    items
}
