//! Local search: takes a plan and makes it better, step by step.
//!
//! The start is the best plan of a portfolio of orders and dives, or that of any other planner. It is
//! justified (turned over and let fall, which never raises its peak), then its order is changed here
//! and there and placed anew by first fit. Anytime: when a limit comes, the best plan so far is
//! returned, and [`crate::Progress`] hears of each on the way.
//!
//! It proves nothing but what the bounds prove. For small traces `exact` is better; this planner is for
//! those on which a search cannot complete one descent.
//!
//! Source: justification after Valls, Ballestin and Quintanilla, "Justification and RCPSP", EJOR 2005.

use crate::bounds;
use crate::portfolio::Portfolio;
use crate::reduce::Instance;
use crate::{
    BoundRule, LifetimeTrace, MemoryPlanner, MemorySchedule, PlanError, PlanOptions, PlannerInfo,
    StopReason,
};

/// The planner described in the module documentation.
#[derive(Clone, Copy, Debug)]
pub struct LocalSearch;

impl LocalSearch {
    /// With the default options.
    pub const DEFAULT: Self = Self;
}

impl MemoryPlanner for LocalSearch {
    fn info(&self) -> PlannerInfo {
        PlannerInfo {
            name: "local-search",
            aliases: &[],
            summary: "Improves the plan of a portfolio of orders until nothing helps.",
            source: "memplan; justification after Valls et al., EJOR 2005",
            cost: "O(n log^2 n) for each of its plans",
            options: &[],
        }
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        let instance = Instance::new(trace, options)?;
        let bound = if instance.is_restriction {
            (trace.max_load().0, BoundRule::Load)
        } else {
            let bound = bounds::of_instance(&instance);
            (bound.bytes.0, bound.rule)
        };
        let mut portfolio = Portfolio::new(&instance, options, bound.0);
        portfolio.sprint();
        portfolio.sweep();
        let found = portfolio.finish();
        let stopped = PlanError::Stopped {
            reason: found.stopped.unwrap_or(StopReason::WorkLimit),
            work: found.work,
        };
        let placement = found.placement.ok_or(stopped)?;
        instance.schedule(trace, &placement, bound, self.info().name, found.work)
    }
}
