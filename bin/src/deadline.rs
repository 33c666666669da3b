//! The deadlines that the command sets.
//!
//! A limit applies to each trace of a run (`--time-limit 10s`) or to one planner (`exact{time=10s}`). Both start when
//! the planning of a trace begins; the earlier one applies. In batches, the limit of a run includes the time for
//! reading the trace.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use memplan::Clock;
use memplan_planner::PlanOptions;

/// Options with a deadline `limit` from now, if there is a limit, and this number of threads.
pub(crate) fn plan_options(limit: Option<Duration>, threads: NonZeroUsize) -> PlanOptions {
    let options = PlanOptions {
        threads,
        ..PlanOptions::default()
    };
    within(limit, options)
}

/// The same options with a deadline `limit` from now, if there is a limit.
pub(crate) fn within(limit: Option<Duration>, options: PlanOptions) -> PlanOptions {
    match limit {
        Some(limit) => {
            let clock: Arc<dyn Clock> = Arc::new(Instant::now());
            memplan::within(limit, &clock, options)
        }
        None => options,
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::time::Duration;

    use memplan_planner::StopReason;

    use super::plan_options;

    #[test]
    fn a_limit_of_nothing_has_passed_at_once() {
        assert!(plan_options(None, NonZeroUsize::MIN).interrupt.is_none());
        let options = plan_options(Some(Duration::ZERO), NonZeroUsize::MIN);
        let reason = options.interrupt.unwrap().reason_to_stop();
        assert_eq!(reason, Some(StopReason::Deadline));
    }
}
