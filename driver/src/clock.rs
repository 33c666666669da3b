//! Clocks and time limits. This library reads no clock; its caller may pass one.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use memplan_planner::{
    Capabilities, Interrupt, LifetimeTrace, MemoryPlanner, MemorySchedule, OptionInfo, PlanError,
    PlanOptions, PluginInfo, StopReason,
};

/// The option `time` of every planner, available where the [`Context`](crate::Context) has a clock.
pub fn time_option() -> OptionInfo {
    OptionInfo {
        name: TIME,
        default: "none".into(),
        help: "Time limit, such as `500ms`, `10s` or `2m`.",
    }
}

/// The key of [`time_option`].
pub(crate) const TIME: &str = "time";

/// A monotonic clock.
pub trait Clock: fmt::Debug + Send + Sync {
    /// The time since an arbitrary moment, the same for all calls.
    fn now(&self) -> Duration;
}

/// The monotonic clock of the system, from the moment on that a caller read it.
impl Clock for Instant {
    fn now(&self) -> Duration {
        self.elapsed()
    }
}

/// Stops a planner at a moment of a clock, or when another interrupt does.
#[derive(Debug)]
struct Deadline {
    clock: Arc<dyn Clock>,
    at: Duration,
    other: Option<Arc<dyn Interrupt>>,
}

impl Interrupt for Deadline {
    fn reason_to_stop(&self) -> Option<StopReason> {
        let other = self.other.as_ref();
        other
            .and_then(|other| other.reason_to_stop())
            .or_else(|| (self.at <= self.clock.now()).then_some(StopReason::Deadline))
    }

    fn time_left(&self) -> Option<Duration> {
        let own = self.at.saturating_sub(self.clock.now());
        let other = self.other.as_ref().and_then(|other| other.time_left());
        Some(other.map_or(own, |other| other.min(own)))
    }
}

/// Adds a deadline, `limit` from now, to options. An interrupt that the options have already stays in effect.
pub fn within(limit: Duration, clock: &Arc<dyn Clock>, options: PlanOptions) -> PlanOptions {
    let Some(at) = clock.now().checked_add(limit) else {
        return options;
    };
    let deadline = Deadline {
        clock: Arc::clone(clock),
        at,
        other: options.interrupt,
    };
    PlanOptions {
        interrupt: Some(Arc::new(deadline)),
        ..options
    }
}

/// Reads a duration: whole numbers with units, such as `500ms`, `10s` or `1h30m`.
///
/// # Errors
///
/// A message that says what is wrong with the text.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text).map_err(|error| error.to_string())
}

/// A planner with a time limit of its own for each trace.
#[derive(Debug)]
pub(crate) struct TimeLimited {
    pub(crate) planner: Arc<dyn MemoryPlanner>,
    pub(crate) limit: Duration,
    pub(crate) clock: Arc<dyn Clock>,
}

impl MemoryPlanner for TimeLimited {
    fn info(&self) -> PluginInfo {
        self.planner.info()
    }

    fn capabilities(&self) -> Capabilities {
        self.planner.capabilities()
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        let options = within(self.limit, &self.clock, options.clone());
        self.planner.plan(trace, &options)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    use std::time::Duration;

    use memplan_planner::{PlanOptions, StopReason};

    use super::{Clock, parse_duration, within};

    /// A clock that only advances when a test advances it.
    #[derive(Debug, Default)]
    struct Seconds(AtomicU64);

    impl Clock for Seconds {
        fn now(&self) -> Duration {
            Duration::from_secs(self.0.load(Ordering::Relaxed))
        }
    }

    #[test]
    fn the_earlier_of_deadline_and_cancellation_stops_the_planner() {
        let seconds = Arc::new(Seconds::default());
        let clock: Arc<dyn Clock> = seconds.clone();
        let flag = Arc::new(AtomicBool::new(false));
        let cancellable = PlanOptions {
            interrupt: Some(flag.clone()),
            ..PlanOptions::default()
        };
        let interrupt = within(Duration::from_secs(10), &clock, cancellable).interrupt;
        let interrupt = interrupt.unwrap();
        assert_eq!(interrupt.reason_to_stop(), None);
        seconds.0.store(7, Ordering::Relaxed);
        assert_eq!(interrupt.time_left(), Some(Duration::from_secs(3)));
        seconds.0.store(10, Ordering::Relaxed);
        assert_eq!(interrupt.reason_to_stop(), Some(StopReason::Deadline));
        flag.store(true, Ordering::Relaxed);
        assert_eq!(interrupt.reason_to_stop(), Some(StopReason::Cancelled));
    }

    #[test]
    fn durations_have_a_unit() {
        assert_eq!(parse_duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(parse_duration("1h30m"), Ok(Duration::from_secs(5400)));
        for bad in ["", "10", "s", "-1s", "99999999999999999999s"] {
            assert!(parse_duration(bad).is_err(), "{bad}");
        }
    }
}
