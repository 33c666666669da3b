//! Budgets: work limits, interrupts and superseded tasks, in one type.
//!
//! A [`Budget`] counts units of work against a limit and polls the interrupt of the caller.
//! [`crate::WorkMeter`] is the budget of a whole planner run, in the form in which planners see it.
//! A planner that distributes work over threads fixes a budget for each task in advance, so that
//! the result of a task does not depend on other threads.
//!
//! A budget that has refused work refuses all that follows. What is done under a limit is therefore the first part of
//! what is done under any higher one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::{Interrupt, PlanOptions, StopReason, Units};

/// How often, in units of work, the interrupt is polled.
const WORK_PER_CHECK: Units = Units(1024);

/// Why a task stopped before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// The budget is used up, or the interrupt gave a reason to stop.
    Stopped(StopReason),
    /// Another task made the result of this one useless.
    Superseded,
}

/// Counts work and says when to stop.
#[derive(Clone, Debug)]
pub(crate) struct Budget<'a> {
    done: Units,
    limit: Units,
    next_check: Units,
    halt: Option<Halt>,
    interrupt: Option<&'a dyn Interrupt>,
    superseded: Option<&'a AtomicBool>,
}

impl<'a> Budget<'a> {
    /// The limits of these options.
    pub(crate) fn of(options: &'a PlanOptions) -> Self {
        Self::new(options, options.work_limit.unwrap_or(Units::MAX))
    }

    /// At most `limit` units of work, under the interrupt of these options.
    pub(crate) fn new(options: &'a PlanOptions, limit: Units) -> Self {
        Self {
            done: Units(0),
            limit,
            next_check: Units(0),
            halt: None,
            interrupt: options.interrupt.as_deref(),
            superseded: None,
        }
    }

    /// Also stops when the flag is set.
    pub(crate) fn until(mut self, superseded: &'a AtomicBool) -> Self {
        self.superseded = Some(superseded);
        self
    }

    /// Counts `work` units that are about to be done.
    ///
    /// # Errors
    /// [`Halt`] when the limit would be exceeded, or the interrupt, polled every 1024 units and at the
    /// first one, gives a reason to stop; from then on always.
    pub(crate) fn spend(&mut self, work: Units) -> Result<(), Halt> {
        if let Some(halt) = self.halt {
            return Err(halt);
        }
        let done = self.done + work;
        let spent = if self.limit < done {
            Err(Halt::Stopped(StopReason::WorkLimit))
        } else if self.next_check <= done {
            self.next_check = done + WORK_PER_CHECK;
            self.check()
        } else {
            Ok(())
        };
        match spent {
            Ok(()) => self.done = done,
            Err(halt) => self.halt = Some(halt),
        }
        spent
    }

    /// Why it has refused work, if it has.
    pub(crate) fn halt(&self) -> Option<Halt> {
        self.halt
    }

    /// Polls the interrupt now, without counting work.
    ///
    /// # Errors
    /// [`Halt`] when it gives a reason to stop.
    pub(crate) fn check(&self) -> Result<(), Halt> {
        if self
            .superseded
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
        {
            return Err(Halt::Superseded);
        }
        let reason = self.reason_to_stop();
        reason.map_or(Ok(()), |reason| Err(Halt::Stopped(reason)))
    }

    /// What the interrupt says now.
    pub(crate) fn reason_to_stop(&self) -> Option<StopReason> {
        self.interrupt.and_then(Interrupt::reason_to_stop)
    }

    /// The time until the interrupt stops the run, if it is known.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.interrupt?.time_left()
    }

    /// The work that the limit leaves.
    pub(crate) fn remaining(&self) -> Units {
        self.limit - self.done
    }

    /// The work counted so far.
    pub(crate) fn done(&self) -> Units {
        self.done
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::{Budget, Halt};
    use crate::{PlanOptions, StopReason, Units};

    #[test]
    fn work_interrupt_and_other_tasks_stop_a_task() {
        let flag = Arc::new(AtomicBool::new(false));
        let options = PlanOptions {
            interrupt: Some(flag.clone()),
            ..PlanOptions::default()
        };
        let better = AtomicBool::new(false);
        let mut budget = Budget::new(&options, Units(5000)).until(&better);
        assert_eq!(budget.spend(Units(4999)), Ok(()));
        let used_up = Err(Halt::Stopped(StopReason::WorkLimit));
        assert_eq!(budget.spend(Units(2)), used_up);
        assert_eq!((budget.done(), budget.halt()), (Units(4999), used_up.err()));
        assert_eq!(budget.spend(Units(1)), used_up, "it stays refused");
        flag.store(true, Ordering::Relaxed);
        let cancelled = Err(Halt::Stopped(StopReason::Cancelled));
        assert_eq!(budget.check(), cancelled);
        better.store(true, Ordering::Relaxed);
        assert_eq!(budget.check(), Err(Halt::Superseded));
    }
}
