//! Greedy by lifetime: the buffer that lives longest first, each at the lowest offset where nothing is
//! in its way.
//!
//! Long-lived buffers end up stacked at the bottom without holes between them, and the short-lived
//! rest shares what is above: close to the optimum on traces of straight programs. It does not look
//! at sizes, so where lifetimes are alike a large buffer that comes late finds no hole.
//!
//! Source: the `W` (width) preorder of MiniMalloc, Moffitt, ASPLOS 2023, section 4; XLA's temporal
//! order is the same with best fit (`xla-temporal`). Gaps count as lived. Ties go to the larger
//! buffer, then to the lower [`crate::BufferId`].

use std::cmp::Reverse;

use crate::algorithms::order::{lifetime, place_in_order, sorted_by};
use crate::{
    LifetimeTrace, MemoryPlanner, MemorySchedule, PlanError, PlanOptions, PluginInfo,
    ScheduleBuilder,
};

/// The planner described in the module documentation.
#[derive(Clone, Copy, Debug)]
pub struct GreedyByLifetime;

impl MemoryPlanner for GreedyByLifetime {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "greedy-by-lifetime",
            aliases: &[],
            summary: "Longest lifetime first, each at the lowest free offset.",
            source: "MiniMalloc (ASPLOS 2023), preorder W",
            cost: "O(n log^2 n) in practice",
            options: &[],
        }
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        let order = sorted_by(trace, |id| Reverse((lifetime(trace, id), trace[id].size)));
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
    use super::GreedyByLifetime;
    use crate::testing::{GOLDEN, check, offsets};
    use expect_test::expect;

    #[test]
    fn published_offsets() {
        assert_eq!(
            offsets(&GreedyByLifetime, GOLDEN),
            (34, vec![12, 0, 25, 19, 10, 26, 12, 14, 26])
        );
    }

    #[test]
    fn what_stays_lies_below_what_comes_and_goes() {
        let expected = expect![[r#"
            a @ 2
            b @ 0
            c @ 2
            peak 18 max-load 18
        "#]];
        check(
            &GreedyByLifetime,
            "a 0..2 8; b 1..9 2; c 3..5 16",
            &expected,
        );
    }
}
