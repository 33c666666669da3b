//! The options of a run, for any planner: alignment, limits, seed, threads, progress.
//!
//! This crate has no clock. A deadline is an [`Interrupt`] that the caller implements; a work limit
//! is counted here, so that equal limits give equal results on any machine.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::problem::budget::{Budget, Halt};
use crate::{Bytes, PlanError, Units};

/// The options that all planners share. Build one with `..PlanOptions::default()`.
#[derive(Clone, Debug)]
pub struct PlanOptions {
    /// Every offset that is not pinned is a multiple of this too; 1 by default, never 0.
    pub alignment: Bytes,
    /// Stop after this much work; a unit is one event, one placement, or one node of a search.
    pub work_limit: Option<Units>,
    /// Polled regularly: a cancellation flag, a deadline.
    pub interrupt: Option<Arc<dyn Interrupt>>,
    /// The only source of randomness.
    pub seed: u64,
    /// How many threads a planner may use. It never changes the schedule.
    pub threads: NonZeroUsize,
    /// Receives every better schedule that a planner finds.
    pub progress: Option<Arc<dyn Progress>>,
}

impl PlanOptions {
    /// No limits, one thread, alignment 1.
    pub const DEFAULT: Self = Self {
        alignment: Bytes(1),
        work_limit: None,
        interrupt: None,
        seed: 0,
        threads: NonZeroUsize::MIN,
        progress: None,
    };
}

impl Default for PlanOptions {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl PlanOptions {
    /// These options with the work that remains after a run: nothing if the limit stopped it, even if its last step
    /// would have needed more than was left.
    pub(crate) fn after(&self, work: Units, stopped_by: Option<StopReason>) -> Self {
        let is_used_up = stopped_by == Some(StopReason::WorkLimit);
        let work = if is_used_up { Units::MAX } else { work };
        Self {
            work_limit: self.work_limit.map(|limit| limit - work),
            ..self.clone()
        }
    }

    /// These options with a deadline that is earlier by `time`, if there is one: for callers that have more to do by
    /// then.
    pub fn leaving(&self, time: Duration) -> Self {
        let interrupt = self.interrupt.clone().map(|whole| {
            let reserved = time;
            Arc::new(SplitDeadline { whole, reserved }) as Arc<dyn Interrupt>
        });
        Self {
            interrupt,
            ..self.clone()
        }
    }

    /// Whether a step that reads no clock and takes `each` for each of `n_items` ends before the deadline, if there is
    /// one.
    pub(crate) fn has_time_for(&self, n_items: usize, each: Duration) -> bool {
        let left = self.time_left();
        let n_items = u32::try_from(n_items).unwrap_or(u32::MAX); // a trace has fewer
        left.is_none_or(|left| each * n_items <= left)
    }

    /// The time until the deadline, if there is one.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.interrupt.as_ref()?.time_left()
    }

    /// These options without a work limit.
    pub(crate) fn unlimited(&self) -> Self {
        Self {
            work_limit: None,
            ..self.clone()
        }
    }

    /// Starts counting work against the limits of these options.
    pub fn meter(&self) -> WorkMeter<'_> {
        WorkMeter {
            options: self,
            budget: Budget::of(self),
        }
    }
}

/// Counts the work of one planner run and says when to stop.
#[derive(Clone, Debug)]
pub struct WorkMeter<'a> {
    options: &'a PlanOptions,
    budget: Budget<'a>,
}

impl<'a> WorkMeter<'a> {
    /// Counts `work` units that are about to be done.
    ///
    /// # Errors
    /// [`PlanError::Stopped`] when the work limit would be exceeded, or the interrupt, which is
    /// polled every 1024 units and at the first one, gives a reason to stop; from then on always.
    pub fn spend(&mut self, work: Units) -> Result<(), PlanError> {
        let spent = self.budget.spend(work);
        spent.map_err(|halt| self.error(halt))
    }

    /// Polls the interrupt now, for planners whose next unit of work takes long.
    ///
    /// # Errors
    /// As [`Self::spend`].
    pub(crate) fn check(&self) -> Result<(), PlanError> {
        self.budget.check().map_err(|halt| self.error(halt))
    }

    fn error(&self, halt: Halt) -> PlanError {
        let reason = match halt {
            Halt::Stopped(reason) => reason,
            Halt::Superseded => StopReason::Cancelled, // no other task supersedes a whole run
        };
        PlanError::Stopped {
            reason,
            work: self.done(),
        }
    }

    /// The work that the limit leaves, if there is one.
    #[cfg(feature = "highs")]
    pub(crate) fn work_left(&self) -> Option<Units> {
        self.options.work_limit.map(|_| self.budget.remaining())
    }

    /// The time until the interrupt stops the run, if it is known.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.budget.time_left()
    }

    /// The work counted so far.
    pub fn done(&self) -> Units {
        self.budget.done()
    }

    /// The options that set the limits: for planners that distribute work over threads.
    pub(crate) fn options(&self) -> &'a PlanOptions {
        self.options
    }

    /// How much may still be spent.
    pub(crate) fn remaining(&self) -> Units {
        self.budget.remaining()
    }

    /// Polls the interrupt now, without counting work.
    pub(crate) fn reason_to_stop(&self) -> Option<StopReason> {
        self.budget.reason_to_stop()
    }
}

/// Why a planner stopped before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StopReason {
    /// The caller no longer wants the result.
    Cancelled,
    /// The deadline has passed.
    Deadline,
    /// [`PlanOptions::work_limit`] is used up.
    WorkLimit,
    /// The budget that the planner sets itself where the caller sets no limit is used up.
    Budget,
}

impl StopReason {
    /// All reasons with their names in files and reports.
    pub(crate) const NAMES: &'static [(Self, &'static str)] = &[
        (Self::Cancelled, "cancelled"),
        (Self::Deadline, "deadline"),
        (Self::WorkLimit, "work-limit"),
        (Self::Budget, "budget"),
    ];

    /// The name in files and reports, in kebab-case.
    pub fn name(self) -> &'static str {
        let named = Self::NAMES.iter().find(|(reason, _)| *reason == self);
        named.map_or("", |(_, name)| name)
    }

    /// The reason of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        let named = Self::NAMES.iter().find(|(_, text)| *text == name);
        named.map(|(reason, _)| *reason)
    }

    /// Whether the caller still wants a schedule: after a limit, but not after a cancellation.
    pub(crate) fn wants_schedule(self) -> bool {
        self != Self::Cancelled
    }
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cancelled => "cancelled",
            Self::Deadline => "the deadline was reached",
            Self::WorkLimit => "the work limit was reached",
            Self::Budget => "the planner's own budget was exhausted",
        })
    }
}

/// Stops a planner. Polled often and from any thread, so it must be cheap.
pub trait Interrupt: Send + Sync + fmt::Debug {
    /// The reason to stop, or `None`. Once it has returned a reason, it returns one on every call.
    fn reason_to_stop(&self) -> Option<StopReason>;

    /// The time until there is a reason to stop, if it is known: for external solvers that accept a
    /// time limit but cannot be interrupted.
    fn time_left(&self) -> Option<Duration> {
        None
    }
}

/// A flag that cancels when it is set.
impl Interrupt for AtomicBool {
    fn reason_to_stop(&self) -> Option<StopReason> {
        self.load(Ordering::Relaxed)
            .then_some(StopReason::Cancelled)
    }
}

/// A deadline that reserves some of the time for what follows.
#[derive(Debug)]
struct SplitDeadline {
    whole: Arc<dyn Interrupt>,
    reserved: Duration,
}

impl Interrupt for SplitDeadline {
    fn reason_to_stop(&self) -> Option<StopReason> {
        let is_over = |left: Duration| left <= self.reserved;
        self.whole.reason_to_stop().or_else(|| {
            let is_over = self.whole.time_left().is_some_and(is_over);
            is_over.then_some(StopReason::Deadline)
        })
    }

    fn time_left(&self) -> Option<Duration> {
        let left = self.whole.time_left()?;
        Some(left.saturating_sub(self.reserved))
    }
}

/// Receives the improvements of a planner that improves its schedule step by step.
pub trait Progress: Send + Sync + fmt::Debug {
    /// A valid schedule of peak `peak` exists after `work` units; no schedule is below `bound`.
    fn improved(&self, peak: Bytes, bound: Bytes, work: Units);
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use super::{Interrupt, PlanOptions, StopReason};
    use crate::{PlanError, Units};

    #[test]
    fn the_work_limit_is_exact() {
        let options = PlanOptions {
            work_limit: Some(Units(3)),
            ..PlanOptions::default()
        };
        let mut meter = options.meter();
        assert_eq!(meter.spend(Units(2)), Ok(()));
        let stopped = PlanError::Stopped {
            reason: StopReason::WorkLimit,
            work: Units(2),
        };
        assert_eq!(meter.spend(Units(2)), Err(stopped.clone()));
        assert_eq!(meter.spend(Units::ONE), Err(stopped), "it stays refused");
        let mut meter = options.meter();
        assert_eq!(meter.spend(Units(3)), Ok(()));
    }

    /// A deadline in some seconds.
    #[derive(Debug)]
    struct In(u64);

    impl Interrupt for In {
        fn reason_to_stop(&self) -> Option<StopReason> {
            (self.0 == 0).then_some(StopReason::Deadline)
        }

        fn time_left(&self) -> Option<Duration> {
            Some(Duration::from_secs(self.0))
        }
    }

    #[test]
    fn what_is_left_for_later_is_not_used() {
        let options = PlanOptions {
            interrupt: Some(Arc::new(In(10))),
            ..PlanOptions::default()
        };
        let after = |seconds| {
            let left = options.leaving(Duration::from_secs(seconds)).interrupt;
            left.map(|left| {
                (
                    left.time_left().map(|left| left.as_secs()),
                    left.reason_to_stop(),
                )
            })
        };
        assert_eq!(after(4), Some((Some(6), None)));
        assert_eq!(after(10), Some((Some(0), Some(StopReason::Deadline))));
        assert!(
            PlanOptions::default()
                .leaving(Duration::MAX)
                .interrupt
                .is_none()
        );
    }

    #[test]
    fn reasons_have_names_of_their_own() {
        for &(reason, name) in StopReason::NAMES {
            assert_eq!(
                (reason.name(), StopReason::from_name(name)),
                (name, Some(reason))
            );
        }
        assert_eq!(StopReason::from_name("whim"), None);
    }

    #[test]
    fn a_cancelled_run_stops_soon() {
        let flag = Arc::new(AtomicBool::new(false));
        let options = PlanOptions {
            interrupt: Some(flag.clone()),
            ..PlanOptions::default()
        };
        let mut meter = options.meter();
        assert_eq!(meter.spend(Units::ONE), Ok(()));
        flag.store(true, Ordering::Relaxed);
        let n_more = (0..5000)
            .take_while(|_| meter.spend(Units::ONE).is_ok())
            .count();
        assert_eq!(n_more, 1023);
    }
}
