//! `constrained`: pools, relations between buffers, and objectives other than the peak. The work is done in
//! `crate::constrained`; traces without relations are those of [`auto`](super::auto), which also calls it.

use super::auto::Auto;
use super::spill::{self, Rule};
use crate::constrained::{NAME, hints, plan};
use crate::{
    Capabilities, Field, LifetimeTrace, MemoryPlanner, MemorySchedule, Options, PlanError,
    PlanOptions, PluginInfo,
};

/// The planner described in the module documentation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constrained {
    spill: Rule,
}

impl Constrained {
    pub(super) const DEFAULT: Self = Self { spill: Rule::Best };
}

/// Plans a trace with relations, by the rule for buffers that may move.
pub(super) fn plan_relations(
    trace: &LifetimeTrace,
    rule: Rule,
    options: &PlanOptions,
) -> Result<MemorySchedule, PlanError> {
    let has_hints = !trace.in_place().is_empty();
    if spill::applies(trace) {
        let planned = spill::plan(trace, rule, options);
        // Buffers that move take over no bytes, so nothing is known of schedules in which they do.
        planned.map(|schedule| {
            if has_hints {
                hints::bounded(schedule, None)
            } else {
                schedule
            }
        })
    } else if has_hints {
        hints::plan(trace, options)
    } else {
        plan(trace, options)
    }
}

impl MemoryPlanner for Constrained {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: NAME,
            aliases: &[],
            summary: "Pools, relations between buffers, costs and objectives; proofs for small components.",
            source: "memplan",
            cost: "O(n d^2) for d neighbours of a buffer, then up to seconds for each component",
        }
    }

    fn capabilities(&self) -> Capabilities {
        Auto::DEFAULT.capabilities()
    }

    fn options(&self) -> Options<'_, dyn MemoryPlanner> {
        Options::of(self, Self::DEFAULT, |planner| {
            vec![
                Field::word("spill", &mut planner.spill, Rule::NAMES).help(
                    "What decides where buffers with uses are in two pools: `best`, or for comparison `belady` (evict what is needed \
                     last) or `xla` (the order of XLA's memory-space assignment).",
                ),
            ]
        })
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        if !trace.relations().is_empty() {
            return plan_relations(trace, self.spill, options);
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
