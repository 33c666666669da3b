//! Greedy by size: the largest buffer first, each in the smallest gap that fits.
//!
//! Large buffers are the hardest to fit, so they choose first; small ones then fill the holes. It
//! looks at sizes only, so a short-lived large buffer can force a long-lived one upwards: keep it as
//! the baseline that every search-based planner must beat, not as the default.
//!
//! Source: Pisarchyk and Lee, arXiv:2001.03288, Algorithm 3. We differ in one point: ties go to the
//! lower [`BufferId`](crate::BufferId), so that equal traces give equal schedules.

use std::cmp::Reverse;

use super::order::sorted_by;
use crate::{
    Capabilities, HeapEnd, HintUse, LifetimeTrace, MemoryPlanner, MemorySchedule, PlanError,
    PlanOptions, PluginInfo, ScheduleBuilder,
};

/// The planner described in the module documentation.
#[derive(Clone, Copy, Debug)]
pub struct GreedyBySize;

impl MemoryPlanner for GreedyBySize {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "greedy-by-size",
            aliases: &[],
            summary: "Largest buffer first, each in the smallest gap that fits.",
            source: "arXiv:2001.03288, Algorithm 3",
            cost: "O(n h log h) for h conflicting intervals per buffer",
            options: &[],
        }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::default().with_hints(HintUse::Fused)
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        let order = sorted_by(trace, |id| Reverse(trace[id].size));
        let mut schedule = ScheduleBuilder::new(trace, options)?;
        for id in order {
            let offset = schedule.best_fit(id, HeapEnd::IsTheLastResort);
            schedule.place(id, offset)?;
        }
        schedule.finish(self.info().name)
    }
}

#[cfg(test)]
mod tests {
    use super::GreedyBySize;
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn a_large_buffer_that_comes_late_still_gets_the_bottom() {
        let expected = expect![[r#"
            a @ 16
            b @ 16
            c @ 0
            peak 24 max-load 24
        "#]];
        check(&GreedyBySize, "a 0..2 8; b 2..4 8; c 1..4 16", &expected);
    }

    #[test]
    fn long_lived_small_buffers_end_up_on_stilts() {
        let trace = "a 0..5 7; b 1..8 10; c 2..4 8; d 2..5 6; e 3..10 2; f 4..7 2; g 5..9 2; \
                     h 6..9 12; i 7..10 8";
        let expected = expect![[r#"
            a @ 22
            b @ 12
            c @ 0
            d @ 29
            e @ 35
            f @ 37
            g @ 30
            h @ 0
            i @ 22
            peak 39 max-load 34
        "#]];
        check(&GreedyBySize, trace, &expected);
    }
}
