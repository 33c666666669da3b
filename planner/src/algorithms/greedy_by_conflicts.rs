//! Greedy by conflicts: the buffer that is live together with most others first, each at the lowest
//! offset where nothing is in its way.
//!
//! The buffer with the most neighbours has the fewest places left if it comes late; colouring
//! heuristics use the same argument. The rule does well where lifetimes differ much. Where they do
//! not, it cannot tell buffers apart: in a program of many short steps every buffer has about as
//! many conflicts as the next.
//!
//! Source: Welsh and Powell, "An upper bound for the chromatic number of a graph and its application
//! to timetabling problems", The Computer Journal 10 (1967), on weighted intervals; TVM's greedy by
//! conflicts has the same order without filling holes (`usmp-conflicts`). Ties go to the larger
//! buffer, then to the lower [`crate::BufferId`].

use std::cmp::Reverse;

use crate::algorithms::conflicts::conflict_counts;
use crate::algorithms::order::{place_in_order, sorted_by};
use crate::{
    Capabilities, HintUse, LifetimeTrace, MemoryPlanner, MemorySchedule, PlanError, PlanOptions,
    PluginInfo, ScheduleBuilder,
};

/// The planner described in the module documentation.
#[derive(Clone, Copy, Debug)]
pub struct GreedyByConflicts;

impl MemoryPlanner for GreedyByConflicts {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "greedy-by-conflicts",
            aliases: &[],
            summary: "Most conflicts first, each at the lowest free offset.",
            source: "Welsh and Powell (1967), on intervals",
            cost: "O(n log^2 n) in practice",
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
        let counts = conflict_counts(trace);
        let order = sorted_by(trace, |id| Reverse((counts[id.index()], trace[id].size)));
        place_in_order(
            trace,
            options,
            self.info().name,
            order,
            ScheduleBuilder::first_fit,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::GreedyByConflicts;
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn the_buffer_with_most_neighbours_goes_to_the_bottom() {
        let expected = expect![[r#"
            a @ 4
            b @ 0
            c @ 4
            d @ 12
            peak 13 max-load 13
        "#]];
        check(
            &GreedyByConflicts,
            "a 0..2 8; b 1..5 4; c 3..6 8; d 4..9 1",
            &expected,
        );
    }
}
