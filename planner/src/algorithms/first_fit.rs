//! First fit: buffers in the order of the trace, each at the lowest offset where nothing is in its
//! way.
//!
//! With traces listed in the order of allocation this is what a simple allocator with perfect
//! knowledge of lifetimes would do. It is the fastest planner that uses every hole, and shows what an
//! order is worth: the same rule by descending size is usually better.
//!
//! Source: Knuth, "The Art of Computer Programming", volume 1, section 2.5, method of first fit; here
//! off line, so that buffers may come in any order.

use crate::{
    LifetimeTrace, MemoryPlanner, MemorySchedule, PlanError, PlanOptions, PluginInfo,
    ScheduleBuilder,
};

/// The planner described in the module documentation.
#[derive(Clone, Copy, Debug)]
pub struct FirstFit;

impl MemoryPlanner for FirstFit {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "first-fit",
            aliases: &[],
            summary: "Buffers in trace order, each at the lowest free offset.",
            source: "Knuth, TAOCP volume 1, section 2.5",
            cost: "O(n log^2 n) in practice",
            options: &[],
        }
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        let mut schedule = ScheduleBuilder::new(trace, options)?;
        for id in trace.ids() {
            let offset = schedule.first_fit(id);
            schedule.place(id, offset)?;
        }
        schedule.finish(self.info().name)
    }
}

#[cfg(test)]
mod tests {
    use super::FirstFit;
    use crate::testing::check;
    use expect_test::expect;

    #[test]
    fn a_dead_buffer_gives_its_bytes_to_the_next() {
        let expected = expect![[r#"
            a @ 0
            b @ 64
            c @ 0
            peak 96 max-load 96
        "#]];
        check(&FirstFit, "a 0..2 64; b 1..4 32; c 2..4 48", &expected);
    }

    #[test]
    fn a_small_buffer_that_comes_first_can_stand_in_the_way() {
        let expected = expect![[r#"
            a @ 0
            b @ 8
            c @ 16
            peak 32 max-load 24
        "#]];
        check(&FirstFit, "a 0..2 8; b 1..4 8; c 2..4 16", &expected);
    }
}
