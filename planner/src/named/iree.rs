//! `iree`: slices in the order of the program, each in the smallest gap that fits.
//!
//! The layout of transient memory in IREE, which took the rule of TensorFlow Lite's arena but not its
//! order, and rounds every size up to the alignment of the target (the common option `alignment`). In
//! program order small early slices cut the arena up before large ones come.
//!
//! Source: iree-org/iree, `Dialect/Stream/Transforms/LayoutSlices.cpp`, static slices. As there, the
//! padding behind a slice belongs to it while others look for a gap; unlike there, the padding behind
//! the topmost slice is not counted in the peak, so that planners can be compared. Pins come first,
//! gaps in lifetimes are used, and a buffer may require more alignment than the target; the
//! original supports none of these.

use crate::units::align_up;
use crate::{
    Bytes, LifetimeTrace, MemoryPlanner, MemorySchedule, PlanError, PlanOptions, PluginInfo,
    ScheduleBuilder,
};

/// The planner described in the module documentation.
#[derive(Clone, Copy, Debug)]
pub struct Iree;

impl MemoryPlanner for Iree {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "iree",
            aliases: &[],
            summary: "In trace order, each in the smallest gap, as IREE does.",
            source: "iree-org/iree, LayoutSlices.cpp",
            cost: "O(n h log h) for h conflicting intervals per buffer",
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
            let size = trace[id].size;
            // The builder has checked that the padded size fits.
            let rounded = align_up(size.0, options.alignment.0).unwrap_or(size.0);
            let offset = schedule.arena_fit(id, Bytes(rounded));
            schedule.place_padded(id, offset, Bytes(offset.0 + rounded))?;
        }
        schedule.finish(self.info().name)
    }
}

#[cfg(test)]
mod tests {
    use super::Iree;
    use crate::testing::{GOLDEN, offsets};
    use crate::{Bytes, LifetimeTrace, MemoryPlanner, PlanOptions};

    #[test]
    fn published_offsets() {
        assert_eq!(
            offsets(&Iree, GOLDEN),
            (41, vec![0, 7, 17, 25, 31, 17, 0, 19, 33])
        );
    }

    #[test]
    fn padding_is_not_reused_but_not_counted_either() {
        let trace: LifetimeTrace = "a 0..9 3; p 0..9 1 pin=3; b 0..4 5".parse().unwrap();
        let options = PlanOptions {
            alignment: Bytes(4),
            ..PlanOptions::default()
        };
        let schedule = Iree.plan(&trace, &options).unwrap();
        assert_eq!(schedule.offsets, [4, 3, 8].map(Bytes));
        assert_eq!(schedule.total_size, Bytes(13));
    }
}
