//! Computes a schedule for each merged allocation.

use memplan_collectors::Collected;
use memplan_planner::{MemoryPlan, MemoryTraceScopes, PlanOptions};

use crate::merge::Schedules;
use crate::planning::{self, Planned};
use crate::{Clock, Error, Merge};

impl Merge<'_> {
    /// Computes a schedule for each trace and checks it. No schedule is larger than separate allocations.
    ///
    /// # Errors
    ///
    /// [`Error::Plan`] and [`Error::InvalidSchedule`]; with an existing plan also [`Error::OtherTraces`],
    /// [`Error::InvalidPlan`] and [`Error::Encode`].
    pub fn plan(&self, collected: &Collected) -> Result<Vec<Planned>, Error> {
        let scopes = || MemoryTraceScopes {
            traces: collected.traces().cloned().collect(),
            ..MemoryTraceScopes::default()
        };
        match &self.schedules {
            Schedules::Planner(chosen) | Schedules::NearLoad(chosen) => {
                let options = PlanOptions {
                    alignment: chosen.alignment,
                    ..self.options.clone()
                };
                let clock: Option<&dyn Clock> = self.context.clock.as_deref();
                if self.memories.moves.is_some() {
                    return planning::as_planned(&*chosen.planner, collected, &options, clock);
                }
                let planned = planning::plan(&*chosen.planner, collected, &options, clock)?;
                if matches!(self.schedules, Schedules::NearLoad(_)) {
                    return planning::near_the_load(collected, planned, chosen.alignment);
                }
                Ok(planned)
            }
            Schedules::Existing(plan) => {
                let scopes = MemoryTraceScopes {
                    provenance: plan.provenance.clone(),
                    ..scopes()
                };
                planning::economical(collected, planning::schedules_of(plan, &scopes)?)
            }
            Schedules::Oriented(plans) => {
                // Those of merged allocations of symbolic size come first.
                let n_others = plans.plans.len().saturating_sub(collected.scopes.len());
                let schedules = plans.plans[n_others..].iter();
                let schedules = schedules.map(|plan| plan.schedule_at(&[]));
                let plan = MemoryPlan {
                    schedules: schedules
                        .collect::<Result<_, _>>()
                        .map_err(|_| Error::OtherTraces)?,
                    ..MemoryPlan::default()
                };
                planning::economical(collected, planning::schedules_of(&plan, &scopes())?)
            }
        }
    }
}
