//! Best fit: buffers in the order of the trace, each in the smallest gap that fits.
//!
//! The rule of many compilers for buffers in the order of their allocation; upstream MLIR counts the
//! space up to the current peak as one more hole, others take it only when no hole is left. It keeps
//! large holes for large buffers, but leaves slivers that nothing fits. It looks at every hole, which
//! costs about three times as much as first fit on a million buffers.
//!
//! Source: Knuth, "The Art of Computer Programming", volume 1, section 2.5, method of best fit; here
//! off line. Ties go to the lowest offset.

use crate::registry::{ParamError, Params};
use crate::{
    HeapEnd, LifetimeTrace, MemoryPlanner, MemorySchedule, OptionInfo, PlanError, PlanOptions,
    PluginInfo, ScheduleBuilder,
};

/// The planner described in the module documentation.
#[derive(Clone, Copy, Debug)]
pub struct BestFit {
    /// What the space below the current peak counts for.
    pub heap_end: HeapEnd,
}

impl MemoryPlanner for BestFit {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "best-fit",
            aliases: &[],
            summary: "Buffers in trace order, each in the smallest gap that fits.",
            source: "Knuth, TAOCP volume 1, section 2.5",
            cost: "O(n h log h) for h conflicting intervals per buffer",
            options: &[OptionInfo {
                name: "heap-end",
                default: "true",
                help: "Whether the space between the highest conflict and the peak counts as a gap.",
            }],
        }
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        let mut schedule = ScheduleBuilder::new(trace, options)?;
        for id in trace.ids() {
            let offset = schedule.best_fit(id, self.heap_end);
            schedule.place(id, offset)?;
        }
        schedule.finish(self.info().name)
    }

    fn configure(&self, params: &Params) -> Result<Box<dyn MemoryPlanner>, ParamError> {
        let heap_end = match params.parse("heap-end", "`true` or `false`")? {
            Some(true) => HeapEnd::IsAHole,
            Some(false) => HeapEnd::IsTheLastResort,
            None => self.heap_end,
        };
        Ok(Box::new(Self { heap_end }))
    }
}

#[cfg(test)]
mod tests {
    use super::BestFit;
    use crate::testing::check;
    use crate::{HeapEnd, registry};
    use expect_test::expect;

    const HOLES: &str = "a 0..2 24; b 0..9 8; c 0..2 8; d 0..9 8; e 2..9 8; f 2..9 24";

    #[test]
    fn a_small_buffer_leaves_the_large_hole_alone() {
        let expected = expect![[r#"
            a @ 0
            b @ 24
            c @ 32
            d @ 40
            e @ 32
            f @ 0
            peak 48 max-load 48
        "#]];
        check(
            &BestFit {
                heap_end: HeapEnd::IsAHole,
            },
            HOLES,
            &expected,
        );
    }

    #[test]
    fn a_hole_up_to_the_peak_may_be_the_best_or_the_last() {
        let trace = "a 0..9 8; b 0..2 16; c 0..9 8; d 0..2 8; e 2..9 8";
        let expected = expect![[r#"
            a @ 0
            b @ 8
            c @ 24
            d @ 32
            e @ 32
            peak 40 max-load 40
        "#]];
        check(
            &BestFit {
                heap_end: HeapEnd::IsAHole,
            },
            trace,
            &expected,
        );
        let expected = expect![[r#"
            a @ 0
            b @ 8
            c @ 24
            d @ 32
            e @ 8
            peak 40 max-load 40
        "#]];
        check(
            &*registry::planner("best-fit{heap-end=false}").unwrap(),
            trace,
            &expected,
        );
    }
}
