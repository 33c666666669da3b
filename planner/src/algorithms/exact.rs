//! The optimum, with a proof.
//!
//! Branch and bound over canonical plans, driven from below and above until bound and plan meet: see
//! [`crate::search`] for how. Anytime: when a limit comes first, the best plan and the best bound so
//! far are returned.

use crate::reduce::Instance;
use crate::registry::{ParamError, Params};
use crate::search::{OPTIONS, SearchOptions, Techniques, solve};
use crate::{
    BoundRule, LifetimeTrace, MemoryPlanner, MemorySchedule, PlanError, PlanOptions, PlannerInfo,
    load_profile,
};

/// The planner described in the module documentation.
#[derive(Clone, Copy, Debug)]
pub struct Exact {
    techniques: Techniques,
}

impl Exact {
    /// With all techniques.
    pub const DEFAULT: Self = Self {
        techniques: Techniques::ALL,
    };
}

impl Default for Exact {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl MemoryPlanner for Exact {
    fn info(&self) -> PlannerInfo {
        PlannerInfo {
            name: "exact",
            aliases: &["optimal"],
            summary: "The lowest peak, with a proof: branch and bound over canonical plans.",
            source: "covering search with restarts, after MiniMalloc (Moffitt, ASPLOS 2023)",
            cost: "exponential at worst; milliseconds for most traces of a few hundred buffers",
            options: OPTIONS,
        }
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        let instance = Instance::new(trace, options)?;
        let mut meter = options.meter();
        let search = SearchOptions {
            seed: options.seed,
            techniques: self.techniques,
            ..SearchOptions::default()
        };
        let outcome = solve(&instance, &search, &mut meter)?;
        let bound = if instance.is_restriction {
            let load = load_profile(trace).into_iter().map(|step| step.load.0);
            (load.max().unwrap_or(0), BoundRule::Load)
        } else {
            outcome.bound
        };
        let name = self.info().name;
        instance.schedule(trace, &outcome.placement, bound, name, meter.done())
    }

    fn configure(&self, params: &Params) -> Result<Box<dyn MemoryPlanner>, ParamError> {
        Ok(Box::new(Self {
            techniques: self.techniques.configured(params)?,
        }))
    }
}
