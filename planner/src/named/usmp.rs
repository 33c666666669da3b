//! `usmp-size` and `usmp-conflicts`: the greedy planners of TVM's unified static memory planner.
//!
//! They place the largest buffers, or those with the most conflicts, first. Each buffer is placed above all its
//! conflicts that are already placed, so gaps are never filled. This works if all lifetimes have about the same
//! length; on a mix of long and short lifetimes, these are the worst of the named planners.
//!
//! Source: apache/tvm, `src/tir/usmp/algo/greedy.cc`, for one pool without a size limit. The
//! original breaks its last ties by descending name; this planner by descending [`BufferId`]. The
//! original rounds the end of a *conflict* up to the alignment of that conflict, which is wrong if
//! alignments differ: here the result is also aligned for the buffer itself. Pins come first, with
//! their conflicts above them, and gaps are used; the original supports neither.

use std::cmp::Reverse;

use crate::algorithms::conflicts::conflict_counts;
use crate::algorithms::order::sorted_by;
use crate::{
    BufferId, Bytes, LifetimeTrace, MemoryPlanner, MemorySchedule, PlanError, PlanOptions,
    PluginInfo, ScheduleBuilder,
};

/// The planner described in the module documentation.
#[derive(Clone, Copy, Debug)]
pub enum Usmp {
    /// Largest first; equal sizes by conflicts.
    BySize,
    /// Most conflicts first; equal numbers by size.
    ByConflicts,
}

/// The order of `usmp-size`, in which `usmp-hill` begins.
pub(super) fn order_by_size(trace: &LifetimeTrace) -> Vec<BufferId> {
    let counts = conflict_counts(trace);
    sorted_by(trace, |id| {
        Reverse((trace[id].size, counts[id.index()], id))
    })
}

impl Usmp {
    fn order(self, trace: &LifetimeTrace) -> Vec<BufferId> {
        match self {
            Self::BySize => order_by_size(trace),
            Self::ByConflicts => {
                let counts = conflict_counts(trace);
                sorted_by(trace, |id| {
                    Reverse((counts[id.index()], trace[id].size, id))
                })
            }
        }
    }
}

impl MemoryPlanner for Usmp {
    fn info(&self) -> PluginInfo {
        let (name, summary) = match self {
            Self::BySize => (
                "usmp-size",
                "Largest first, each on top of its conflicts, as TVM does.",
            ),
            Self::ByConflicts => (
                "usmp-conflicts",
                "Most conflicts first, each on top of its conflicts, as TVM does.",
            ),
        };
        PluginInfo {
            name,
            aliases: &[],
            summary,
            source: "apache/tvm, usmp/algo/greedy.cc",
            cost: "O(n log n) in practice",
            options: &[],
        }
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        let mut schedule = ScheduleBuilder::new(trace, options)?;
        for id in self.order(trace) {
            let offset = schedule.top_fit(id);
            // Other buffers go above the end rounded up to the alignment of this buffer.
            let end = schedule.aligned(id, Bytes(offset.0 + trace[id].size.0));
            schedule.place_padded(id, offset, end)?;
        }
        schedule.finish(self.info().name)
    }
}

#[cfg(test)]
mod tests {
    use super::Usmp;
    use crate::testing::{GOLDEN, check, offsets};
    use expect_test::expect;

    #[test]
    fn published_offsets() {
        assert_eq!(
            offsets(&Usmp::BySize, GOLDEN),
            (49, vec![30, 12, 22, 37, 43, 45, 47, 0, 22])
        );
        assert_eq!(
            offsets(&Usmp::ByConflicts, GOLDEN),
            (36, vec![14, 0, 27, 21, 10, 12, 26, 14, 28])
        );
    }

    #[test]
    fn holes_stay_empty_and_ends_are_aligned() {
        let expected = expect![[r#"
            a @ 16
            b @ 0
            c @ 32
            d @ 10
            peak 35 max-load 23
        "#]];
        check(
            &Usmp::BySize,
            "a 0..4 10 align=16; b 3..9 10; c 0..9 3; d 4..9 8",
            &expected,
        );
    }
}
