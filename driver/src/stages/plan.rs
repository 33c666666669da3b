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
                    traces: collected.traces().cloned().collect(),
                    provenance: plan.provenance.clone(),
                };
                let schedules = plan.schedules.iter();
                // Merged allocations of symbolic size are made already; the hash is that of all.
                let rest = schedules.skip_while(|schedule| schedule.oriented.is_some());
                let rest: Vec<_> = rest.cloned().collect();
                let is_whole = rest.len() == plan.schedules.len();
                let plan = MemoryPlan {
                    schedules: rest,
                    provenance: plan.provenance.clone(),
                    trace_hash: plan.trace_hash.filter(|_| is_whole),
                };
                planning::economical(collected, planning::schedules_of(&plan, &scopes)?)
            }
        }
    }
}
