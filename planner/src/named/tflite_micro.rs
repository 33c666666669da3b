//! `tflite-micro`: largest buffer first, each in the lowest gap that holds it.
//!
//! The greedy planner of TensorFlow Lite for Microcontrollers, designed to be small rather than
//! good: it fills gaps, but looks only at sizes, and uses bubble sort. With default options sizes
//! are not rounded; the original's callers round them up to 16, which is
//! `tflite-micro{alignment=16}`.
//!
//! Source: tensorflow/tflite-micro, `greedy_memory_planner.cc`. Offsets planned offline, which it
//! places first, correspond to pins. Of equal sizes it took the buffer that was added first
//! (`ties=first`) until 2020; since it supports offline offsets, it fills its list from the back,
//! and takes the one that was added last (`ties=last`). Gaps and alignments of single buffers,
//! which it does not support, are honoured as in [`crate::algorithms::greedy::FIRST_FIT`].

use std::cmp::Reverse;

use memplan_support::Sort;

use crate::algorithms::order::place_in_order;
use crate::problem::units::align_up;
use crate::{
    BufferId, Field, LifetimeTrace, MemoryPlanner, MemorySchedule, Options, PlanError, PlanOptions,
    PluginInfo, ScheduleBuilder,
};

/// Which of several buffers of one size comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The one that was added first.
    First,
    /// The one that was added last.
    Last,
}

const TIES: &[(&str, Ties)] = &[("first", Ties::First), ("last", Ties::Last)];

/// The planner described in the module documentation.
#[derive(Clone, Copy, Debug)]
pub struct TfliteMicro {
    /// Which of several buffers of one size comes first.
    pub ties: Ties,
}

impl MemoryPlanner for TfliteMicro {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "tflite-micro",
            aliases: &[],
            summary: "Largest first, each at the lowest free offset, as TFLite Micro does.",
            source: "tensorflow/tflite-micro, greedy_memory_planner.cc",
            cost: "O(n log^2 n) in practice",
        }
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        let mut order: Vec<BufferId> = trace.ids().collect();
        if self.ties == Ties::Last {
            order.reverse();
        }
        // Callers of the original round sizes before it sorts them. Sizes that overflow sort first
        // and are rejected later.
        let rounded = |id: BufferId| align_up(trace[id].size.0, options.alignment.0.max(1));
        order.sort_stable_by_key(|&id| Reverse(rounded(id).unwrap_or(u64::MAX)));
        place_in_order(
            trace,
            options,
            self.info().name,
            order,
            ScheduleBuilder::first_fit,
        )
    }

    fn options(&self) -> Options<'_, dyn MemoryPlanner> {
        Options::of(self, Self { ties: Ties::First }, |planner| {
            vec![
                Field::word("ties", &mut planner.ties, TIES).help(
                    "Which of several buffers of equal size to place first: `first` or `last`.",
                ),
            ]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{TfliteMicro, Ties};
    use crate::testing::{GOLDEN, check, offsets};
    use crate::{BufferId, Bytes, LifetimeTrace, MemoryPlanner, PlanOptions, registry};

    #[test]
    fn published_offsets() {
        let planner = TfliteMicro { ties: Ties::First };
        assert_eq!(
            offsets(&planner, GOLDEN),
            (39, vec![22, 12, 0, 29, 35, 37, 30, 0, 22])
        );
        let since_2020 = registry::planner("tflite-micro{ties=last}").unwrap();
        assert_eq!(
            offsets(&*since_2020, GOLDEN),
            (39, vec![22, 12, 0, 29, 37, 35, 30, 0, 22])
        );
        let error = registry::planner("tflite-micro{ties=none}").unwrap_err();
        assert_eq!(
            error.to_string(),
            "planner `tflite-micro`: option `ties` is `none`, expected `first` or `last`"
        );
    }

    #[test]
    fn sizes_are_rounded_before_they_are_compared() {
        let trace: LifetimeTrace = "a 0..2 17; b 0..2 32; c 0..2 33".parse().unwrap();
        let options = PlanOptions {
            alignment: Bytes(16),
            ..PlanOptions::default()
        };
        let schedule = TfliteMicro { ties: Ties::First }
            .plan(&trace, &options)
            .unwrap();
        assert_eq!(schedule.offsets, [48, 80, 0].map(Bytes));
        assert_eq!(schedule.offset(BufferId(1)), Some(Bytes(80)));
    }

    #[test]
    fn what_is_planned_off_line_comes_first() {
        let planner = TfliteMicro { ties: Ties::First };
        check(
            &planner,
            "a 0..9 16; p 0..9 4 pin=0; b 0..9 8 pin=4",
            "a 12, p 0, b 4; peak 28, load 28",
        );
    }
}
