//! `mlir-bestfit`: buffers by birth, each in the smallest gap among those that are live.
//!
//! The default of upstream MLIR's static memory planner. A hole counts from its first aligned offset,
//! and the space up to the current peak is a hole like any other. Looking at births only, it cannot
//! keep room for a large buffer to come: on the tight public traces it ends 12 to 130 % above the
//! load.
//!
//! Source: LLVM, `mlir/lib/Dialect/Bufferization/Transforms`, `StaticMemoryPlanning.cpp`, algorithm
//! `best-fit`. Ties of birth, which the original leaves to an unstable sort, go to the lower
//! [`crate::BufferId`]. Pins and gaps, which the original does not support, are honoured as in
//! [`crate::algorithms::greedy::BEST_FIT`].

use crate::algorithms::order::{place_in_order, sorted_by};
use crate::{
    HeapEnd, LifetimeTrace, MemoryPlanner, MemorySchedule, PlanError, PlanOptions, PluginInfo,
};

/// The planner described in the module documentation.
#[derive(Clone, Copy, Debug)]
pub struct MlirBestFit;

impl MemoryPlanner for MlirBestFit {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "mlir-bestfit",
            aliases: &[],
            summary: "In order of allocation, each in the smallest gap, as in MLIR.",
            source: "LLVM, StaticMemoryPlanning.cpp, best-fit",
            cost: "O(n h log h) for h conflicting intervals per buffer",
            options: &[],
        }
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        let order = sorted_by(trace, |id| trace[id].live.begin());
        place_in_order(trace, options, self.info().name, order, |schedule, id| {
            schedule.best_fit(id, HeapEnd::IsAHole)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::MlirBestFit;
    use crate::testing::{GOLDEN, offsets};

    #[test]
    fn published_offsets() {
        assert_eq!(
            offsets(&MlirBestFit, GOLDEN),
            (41, vec![0, 7, 17, 25, 31, 17, 0, 19, 33])
        );
    }

    #[test]
    fn the_order_of_the_trace_does_not_matter() {
        let reversed = "i 7..10 8; h 6..9 12; g 5..9 2; f 4..7 2; e 3..10 2; c 2..4 8; d 2..5 6; \
                        b 1..8 10; a 0..5 7";
        assert_eq!(
            offsets(&MlirBestFit, reversed),
            (41, vec![33, 19, 0, 17, 31, 17, 25, 7, 0])
        );
    }
}
