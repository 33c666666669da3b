//! Deadlines: planners have no clock, so this crate brings one.
//!
//! A limit is given for a run (`--time-limit 10s`) or to one planner (`exact{time=10s}`). Both count
//! from the moment at which the planning of a trace begins, and whichever ends first counts.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use memplan_planner::{
    Interrupt, LifetimeTrace, MemoryPlanner, MemorySchedule, OptionInfo, PlanError, PlanOptions,
    PluginInfo, StopReason,
};

/// The option that every planner has besides those of the library, which knows no clock.
pub(crate) const TIME_OPTION: OptionInfo = OptionInfo {
    name: "time",
    default: "none",
    help: "Stops after this time, such as `500ms`, `10s` or `2m`.",
};

#[derive(Debug)]
struct Deadline {
    at: Instant,
    /// Who else may stop the planner.
    other: Option<Arc<dyn Interrupt>>,
}

impl Interrupt for Deadline {
    fn reason_to_stop(&self) -> Option<StopReason> {
        let other = self.other.as_ref();
        other
            .and_then(|other| other.reason_to_stop())
            .or_else(|| (self.at <= Instant::now()).then_some(StopReason::Deadline))
    }

    fn time_left(&self) -> Option<Duration> {
        let own = self.at.saturating_duration_since(Instant::now());
        let other = self.other.as_ref().and_then(|other| other.time_left());
        Some(other.map_or(own, |other| other.min(own)))
    }
}

/// Options with a deadline `limit` from now, if there is a limit, and so many threads.
pub(crate) fn plan_options(limit: Option<Duration>, threads: NonZeroUsize) -> PlanOptions {
    let options = PlanOptions {
        threads,
        ..PlanOptions::default()
    };
    within(limit, options)
}

/// The same options with a deadline `limit` from now, if there is a limit.
pub(crate) fn within(limit: Option<Duration>, options: PlanOptions) -> PlanOptions {
    let Some(at) = limit.and_then(|limit| Instant::now().checked_add(limit)) else {
        return options;
    };
    let other = options.interrupt;
    PlanOptions {
        interrupt: Some(Arc::new(Deadline { at, other })),
        ..options
    }
}

/// A planner that is stopped after a time of its own.
#[derive(Debug)]
pub(crate) struct TimeLimited {
    /// The planner.
    pub planner: Arc<dyn MemoryPlanner>,
    /// How long it may take for one trace.
    pub limit: Duration,
}

impl MemoryPlanner for TimeLimited {
    fn info(&self) -> PluginInfo {
        self.planner.info()
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        self.planner
            .plan(trace, &within(Some(self.limit), options.clone()))
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use memplan_planner::{PlanOptions, StopReason};

    use super::{plan_options, within};

    #[test]
    fn whoever_is_first_stops_the_planner() {
        let reason = |options: &PlanOptions| options.interrupt.as_ref().unwrap().reason_to_stop();
        assert!(plan_options(None, NonZeroUsize::MIN).interrupt.is_none());
        assert_eq!(
            reason(&plan_options(Some(Duration::ZERO), NonZeroUsize::MIN)),
            Some(StopReason::Deadline)
        );
        let flag = Arc::new(AtomicBool::new(false));
        let cancellable = PlanOptions {
            interrupt: Some(flag.clone()),
            ..PlanOptions::default()
        };
        let options = within(Some(Duration::from_secs(3600)), cancellable);
        assert_eq!(reason(&options), None);
        flag.store(true, Ordering::Relaxed);
        assert_eq!(reason(&options), Some(StopReason::Cancelled));
    }
}
