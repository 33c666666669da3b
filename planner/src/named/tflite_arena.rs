//! `tflite-arena`: largest buffer first, each in the smallest gap that fits.
//!
//! The arena of TensorFlow Lite. Buffers that live throughout go to the bottom in the order of the
//! trace; the rest follows by size, equal sizes by birth. The space above the last conflict is not
//! a gap: it is used only if no gap is large enough.
//!
//! Source: tensorflow/tensorflow, `lite/arena_planner.cc` for the order and
//! `lite/simple_memory_arena.cc` for the place. If alignment leaves a part of gaps unused, the
//! original compares them inconsistently, and this planner does the same: it takes a gap if the
//! rest of it from its first aligned offset is smaller than the best so far, and then remembers the
//! gap including the unused part. Pins come first, and gaps in lifetimes are used; the original
//! supports neither.

use std::cmp::Reverse;

use crate::algorithms::order::{place_in_order, sorted_by};
use crate::{
    Lifetime, LifetimeTrace, MemoryPlanner, MemorySchedule, PlanError, PlanOptions, PluginInfo,
};

/// The planner described in the module documentation.
#[derive(Clone, Copy, Debug)]
pub struct TfliteArena;

impl MemoryPlanner for TfliteArena {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "tflite-arena",
            aliases: &[],
            summary: "Largest first, each in the smallest gap, as TFLite does.",
            source: "tensorflow/tensorflow, lite/simple_memory_arena.cc",
            cost: "O(n h log h) for h conflicting intervals per buffer",
            options: &[],
        }
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        let lives = || trace.buffers().iter().map(|buffer| buffer.live);
        let first = lives().map(Lifetime::begin).min();
        let last = lives().map(Lifetime::end).max();
        let order = sorted_by(trace, |id| {
            let buffer = &trace[id];
            let live = buffer.live;
            let is_throughout = Some(live.begin()) == first && Some(live.end()) == last;
            // `None` sorts first, so buffers that are live throughout come first.
            (!is_throughout).then_some((Reverse(buffer.size), live.begin()))
        });
        place_in_order(trace, options, self.info().name, order, |schedule, id| {
            schedule.arena_fit(id, trace[id].size)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::TfliteArena;
    use crate::testing::{GOLDEN, check, offsets};
    use expect_test::expect;

    #[test]
    fn published_offsets() {
        assert_eq!(
            offsets(&TfliteArena, GOLDEN),
            (39, vec![22, 12, 0, 29, 35, 37, 30, 0, 22])
        );
    }

    #[test]
    fn what_lives_throughout_comes_first() {
        let expected = expect![[r#"
            a @ 6
            b @ 0
            c @ 2
            peak 14 max-load 14
        "#]];
        check(&TfliteArena, "a 0..4 8; b 0..9 2; c 0..9 4; ", &expected);
    }
}
