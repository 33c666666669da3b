//! `greedy-by-area`: the buffer with the largest product of size and lifetime first, each at the lowest free offset.
//!
//! Buffers that are both large and long-lived shape the arena, so they come first. This is good on
//! traces with long-lived weights below short-lived activations. It is bad where a few small
//! buffers live almost forever: they go to the bottom early and divide it, while large short-lived
//! ones pile up above them.
//!
//! Source: the `A` (area) preorder of MiniMalloc, Moffitt, "MiniMalloc: A Lightweight Memory Allocator
//! for Hardware-Accelerated Machine Learning", ASPLOS 2023, section 4, with first fit. Ticks within
//! gaps do not count, windows count what they keep. Ties go to the larger load while live, then to
//! the lower [`crate::BufferId`].

use std::cmp::Reverse;

use crate::algorithms::order::{PeakLoads, area, place_in_order, sorted_by};
use crate::{
    Capabilities, HintUse, LifetimeTrace, MemoryPlanner, MemorySchedule, PlanError, PlanOptions,
    PluginInfo, ScheduleBuilder,
};

/// The planner described in the module documentation.
#[derive(Clone, Copy, Debug)]
pub struct GreedyByArea;

impl MemoryPlanner for GreedyByArea {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "greedy-by-area",
            aliases: &[],
            summary: "Largest size times lifetime first, each at the lowest free offset.",
            source: "MiniMalloc (ASPLOS 2023), preorder A",
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
        let loads = PeakLoads::new(trace);
        let order = sorted_by(trace, |id| Reverse((area(trace, id), loads.of(trace, id))));
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
    use super::GreedyByArea;
    use crate::testing::{GOLDEN, check, offsets};
    use expect_test::expect;

    #[test]
    fn published_offsets() {
        assert_eq!(
            offsets(&GreedyByArea, GOLDEN),
            (35, vec![10, 0, 23, 17, 31, 23, 33, 10, 22])
        );
    }

    #[test]
    fn among_equal_areas_the_crowded_one_is_first() {
        let expected = expect![[r#"
            a @ 8
            b @ 0
            c @ 8
            peak 16 max-load 16
        "#]];
        check(
            &GreedyByArea,
            "a 0..4 4; b 3..5 8; c 4..6 8 align=8",
            &expected,
        );
    }
}
