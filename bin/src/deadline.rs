//! Deadlines: planners have no clock, so this crate brings one.

use std::sync::Arc;
use std::time::{Duration, Instant};

use memplan_planner::{Interrupt, PlanOptions, StopReason};

#[derive(Debug)]
struct Deadline(Instant);

impl Interrupt for Deadline {
    fn reason_to_stop(&self) -> Option<StopReason> {
        (self.0 <= Instant::now()).then_some(StopReason::Deadline)
    }

    fn time_left(&self) -> Option<Duration> {
        Some(self.0.saturating_duration_since(Instant::now()))
    }
}

/// Options with a deadline `limit` from now, if there is a limit.
pub(crate) fn plan_options(limit: Option<Duration>) -> PlanOptions {
    let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
    PlanOptions {
        interrupt: deadline.map(|at| Arc::new(Deadline(at)) as Arc<dyn Interrupt>),
        ..PlanOptions::default()
    }
}
