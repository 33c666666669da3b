//! Decides whether a trace fits into a capacity: with a schedule, with a proof that it does not, or undecided.
//!
//! The lower bounds that need no search come first, then the planner of the user, which is stopped as soon as it has
//! a decisive plan or bound; it gets half of each limit. If the trace is then undecided, the exact search finds a
//! plan within the capacity or proves that there is none.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use memplan_planner::algorithms::exact::{BoundVerdict, verify_bound};
use memplan_planner::{
    BoundRule, Bytes, Interrupt, LifetimeTrace, LowerBound, MemoryPlanner, MemorySchedule,
    PlanError, PlanOptions, Progress, StopReason, Units, lower_bound,
};
use serde::Serialize;

use crate::planning::{check_schedule, plan_trace, rejected};
use crate::{Clock, Error, Planned};

/// The answer for one trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// There is a plan within the capacity.
    Fits,
    /// Proved: no plan fits.
    DoesNotFit,
    /// A limit was reached first.
    Undecided,
}

impl Answer {
    /// Its name in JSON and CSV, and the code of messages about it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fits => "fits",
            Self::DoesNotFit => "does-not-fit",
            Self::Undecided => "undecided",
        }
    }
}

/// The final decision about one trace and its capacity.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The answer.
    pub fit: Answer,
    /// The best plan, within the capacity or not; `None` when a limit was reached before any.
    pub best: Option<Planned>,
    /// No plan is below it.
    pub bound: LowerBound,
}

/// Decides whether a trace fits into `capacity` bytes, whatever its own capacity.
///
/// `limit` counts from now. The planner also gets half of the work limit in `options`.
///
/// # Errors
///
/// [`Error::Plan`] when there is no schedule at all, or the planner fails; [`Error::InvalidSchedule`] when the checker
/// rejects a schedule.
pub fn decide(
    planner: &dyn MemoryPlanner,
    trace: &LifetimeTrace,
    capacity: Bytes,
    options: &PlanOptions,
    limit: Option<Duration>,
    clock: &Arc<dyn Clock>,
) -> Result<Decision, Error> {
    if !trace.relations().is_empty() {
        let first = trace.buffers().first();
        return Err(Error::Plan {
            scope: trace.scope().to_owned(),
            error: PlanError::Unsupported {
                planner: planner.info().name,
                feature: "a capacity besides those of pools",
                buffer: first.map_or_else(String::new, |buffer| buffer.name.to_string()),
            },
        });
    }
    let start = clock.now();
    let trace = &*without_capacity(trace);
    let fail = |error| Error::Plan {
        scope: trace.scope().to_owned(),
        error,
    };
    let within = |limit, options| match limit {
        Some(limit) => crate::within(limit, clock, options),
        None => options,
    };
    let bound = lower_bound(trace, options).map_err(fail)?;
    let options_within = within(limit, options.clone());
    let watch = Arc::new(Watch {
        capacity,
        bound: bound.bytes,
        is_decided: AtomicBool::new(false),
        interrupt: within(limit.map(|limit| limit / 2), options.clone()).interrupt,
        progress: options.progress.clone(),
    });
    let first = PlanOptions {
        work_limit: options.work_limit.map(|work| Units(work.0.div_ceil(2))),
        interrupt: Some(watch.clone()),
        progress: Some(watch),
        ..options.clone()
    };
    let best = match plan_trace(planner, trace, &first, Some(&**clock)) {
        Ok(timed) => Some(timed),
        Err(Error::Plan {
            error: PlanError::Stopped { .. },
            ..
        }) => None,
        Err(error) => return Err(error),
    };
    let mut decision = Decision {
        fit: Answer::Undecided,
        bound: best
            .iter()
            .fold(bound, |bound, timed| higher(bound, claim(&timed.schedule))),
        best,
    };
    let best = decision.best.as_mut().map(|best| &mut best.schedule);
    let done = best.as_ref().map_or(Units(0), |best| best.work);
    if (best.as_ref()).is_some_and(|best| best.total_size <= capacity) {
        decision.fit = Answer::Fits;
    } else if capacity < decision.bound.bytes {
        decision.fit = Answer::DoesNotFit;
    }
    if decision.fit != Answer::Undecided {
        if let Some(best) = best {
            best.stopped_by = None; // the answer stopped the planner, not a limit
        }
        return Ok(decision);
    }
    let second = PlanOptions {
        work_limit: options.work_limit.map(|work| work - done),
        progress: None,
        ..options_within
    };
    let above = Bytes(capacity.0.saturating_add(1));
    match verify_bound(trace, above, &second, true) {
        Ok(BoundVerdict::Proved) => {
            decision.fit = Answer::DoesNotFit;
            decision.bound = LowerBound {
                bytes: above,
                rule: BoundRule::Search,
            };
        }
        Ok(BoundVerdict::Disproved(schedule)) => {
            check_schedule(trace, &schedule, options.alignment).map_err(|violations| {
                Error::InvalidSchedule {
                    planner: schedule.planner.clone(),
                    rejected: rejected(trace, violations),
                }
            })?;
            decision.fit = Answer::Fits;
            decision.best = Some(Planned {
                elapsed: Some(clock.now().saturating_sub(start)),
                ..(*schedule).into()
            });
        }
        Ok(BoundVerdict::Unknown) | Err(PlanError::Stopped { .. }) => {}
        Err(error) => return Err(fail(error)),
    }
    Ok(decision)
}

/// The trace without its own capacity, since that of the user applies.
fn without_capacity(trace: &LifetimeTrace) -> Cow<'_, LifetimeTrace> {
    let rebuilt = trace.capacity().map(|_| {
        let builder = trace.clone().into_builder();
        builder.capacity(None).build()
    });
    match rebuilt {
        Some(Ok(rebuilt)) => Cow::Owned(rebuilt),
        _ => Cow::Borrowed(trace),
    }
}

/// The bound that a schedule has.
pub(crate) fn claim(schedule: &MemorySchedule) -> LowerBound {
    let bytes = schedule.claimed_bound().unwrap_or_default();
    let rule = schedule.bound_rule.unwrap_or(BoundRule::Search);
    LowerBound { bytes, rule }
}

/// The higher of two bounds.
pub(crate) fn higher(a: LowerBound, b: LowerBound) -> LowerBound {
    if a.bytes < b.bytes { b } else { a }
}

/// Stops a planner that has found an answer.
#[derive(Debug)]
struct Watch {
    capacity: Bytes,
    /// The bound that is already proved.
    bound: Bytes,
    is_decided: AtomicBool,
    /// Another interrupt that may stop it.
    interrupt: Option<Arc<dyn Interrupt>>,
    /// Another listener.
    progress: Option<Arc<dyn Progress>>,
}

impl Interrupt for Watch {
    fn reason_to_stop(&self) -> Option<StopReason> {
        let other = self.interrupt.as_ref();
        let other = other.and_then(|other| other.reason_to_stop());
        let is_decided = self.is_decided.load(Ordering::Relaxed);
        other.or_else(|| is_decided.then_some(StopReason::Deadline))
    }

    fn time_left(&self) -> Option<Duration> {
        if self.is_decided.load(Ordering::Relaxed) {
            return Some(Duration::ZERO);
        }
        self.interrupt.as_ref()?.time_left()
    }
}

impl Progress for Watch {
    fn improved(&self, peak: Bytes, bound: Bytes, work: Units) {
        // A planner that reports its first schedule can return it.
        if peak <= self.capacity || self.capacity < bound.max(self.bound) {
            self.is_decided.store(true, Ordering::Relaxed);
        }
        if let Some(progress) = &self.progress {
            progress.improved(peak, bound, work);
        }
    }
}
