//! `mlir-trivial`: one buffer after the other, nothing reused.
//!
//! The `trivial` algorithm of upstream MLIR's static memory planner, and the total that every other
//! planner should undercut. Useful as a first test of a pipeline, because no lifetime can be wrong.
//!
//! Source: LLVM, `mlir/lib/Dialect/Bufferization/Transforms`, `StaticMemoryPlanning.cpp`, algorithm
//! `trivial`. The original knows neither pins nor gaps: here the sequence begins above the highest
//! pinned buffer, and gaps make no difference.

use crate::{
    Bytes, LifetimeTrace, MemoryPlanner, MemorySchedule, PlanError, PlanOptions, PluginInfo,
    ScheduleBuilder,
};

/// The planner described in the module documentation.
#[derive(Clone, Copy, Debug)]
pub struct MlirTrivial;

impl MemoryPlanner for MlirTrivial {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "mlir-trivial",
            aliases: &[],
            summary: "Consecutive offsets without reuse, as in MLIR.",
            source: "LLVM, StaticMemoryPlanning.cpp, trivial",
            cost: "O(n)",
            options: &[],
        }
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        let mut schedule = ScheduleBuilder::new(trace, options)?;
        for id in trace.ids().filter(|&id| trace[id].size != Bytes(0)) {
            let offset = schedule.aligned(id, schedule.peak());
            schedule.record(id, offset)?;
        }
        schedule.finish(self.info().name)
    }
}

#[cfg(test)]
mod tests {
    use super::MlirTrivial;
    use crate::testing::{GOLDEN, check, offsets};
    use expect_test::expect;

    #[test]
    fn published_offsets() {
        let sums = vec![0, 7, 17, 25, 31, 33, 35, 37, 49];
        assert_eq!(offsets(&MlirTrivial, GOLDEN), (57, sums));
    }

    #[test]
    fn alignment_pads_and_pins_are_passed() {
        let expected = expect![[r#"
            a @ 16
            z @ 0
            p @ 8
            b @ 24
            peak 28 max-load 11
        "#]];
        check(
            &MlirTrivial,
            "a 0..2 3; z 0..1 0 align=64; p 0..1 8 pin=8; b 2..4 4 align=8",
            &expected,
        );
    }
}
