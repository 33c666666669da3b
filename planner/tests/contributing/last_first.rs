//! Last first: buffers in reverse trace order, each at the lowest free offset.
//!
//! A baseline: shows how much first fit depends on the order.

use crate::{
    LifetimeTrace, MemoryPlanner, MemorySchedule, PlanError, PlanOptions, PluginInfo,
    ScheduleBuilder,
};

/// The planner described in the module documentation.
#[derive(Clone, Copy, Debug)]
pub struct LastFirst;

impl MemoryPlanner for LastFirst {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "last-first",
            aliases: &[],
            summary: "Buffers in reverse trace order, each at the lowest offset that is free.",
            source: "none",
            cost: "O(n log^2 n) in practice",
        }
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        let mut schedule = ScheduleBuilder::new(trace, options)?;
        for id in trace.ids().rev() {
            let offset = schedule.first_fit(id);
            schedule.place(id, offset)?;
        }
        schedule.finish(self.info().name)
    }
}

#[cfg(test)]
mod tests {
    use super::LastFirst;
    use crate::testing::check;

    #[test]
    fn the_last_buffer_is_at_the_bottom() {
        check(
            &LastFirst,
            "a 0..2 64; b 1..4 32",
            "a 32, b 0; peak 96, load 96",
        );
    }
}
