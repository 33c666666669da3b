//! `constrained`: pools, relations between buffers, and objectives other than the peak. The work is done in
//! `crate::constrained`; traces without relations are those of [`auto`](super::auto), which also calls it.

use super::auto::Auto;
use crate::constrained::{NAME, plan};
use crate::{
    Capabilities, LifetimeTrace, MemoryPlanner, MemorySchedule, PlanError, PlanOptions, PluginInfo,
};

/// The planner described in the module documentation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constrained;

impl MemoryPlanner for Constrained {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: NAME,
            aliases: &[],
            summary: "Pools, relations between buffers, costs and objectives; proofs for small components.",
            source: "memplan",
            cost: "O(n d^2) for d neighbours of a buffer, then up to seconds for each component",
            options: &[],
        }
    }

    fn capabilities(&self) -> Capabilities {
        Auto::DEFAULT.capabilities()
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        if !trace.relations().is_empty() {
            return plan(trace, options);
        }
        let name = |schedule: MemorySchedule| MemorySchedule {
            planner: NAME.to_owned(),
            ..schedule
        };
        let planned = Auto::DEFAULT
            .plan(trace, options)
            .or_else(PlanError::into_schedule);
        planned.map(name)?.within(trace.capacity())
    }
}
