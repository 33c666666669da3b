//! `xla`, `xla-spatial` and `xla-temporal`: best fit by size, by lifetime, and the better of the two.
//!
//! XLA assigns all temporary buffers at once, knowing their live ranges. The spatial order, large
//! before long-lived, is the usual one; the temporal order, long-lived before large, stacks long
//! lifetimes at the bottom and is often near the optimum. XLA tries both. A hole counts from its
//! first aligned offset; the space above the last conflict is used only if no hole is large enough.
//!
//! Source: openxla/xla, `heap_simulator.cc`, `GlobalDecreasingSizeBestFitHeap` and
//! `ChooseBestHeapAlgorithm`, for one alignment (the common option `alignment`). In-place hints
//! correspond to buffers that XLA places together. As in XLA, the temporal order extends the
//! lifetime of a buffer to the latest end of all buffers that take over its bytes, directly or
//! transitively; unlike in XLA, they get separate places. Pins come first, and gaps in lifetimes
//! are used; the original supports neither.

use std::cmp::Reverse;

use memplan_support::Sort;

use crate::algorithms::greedy::{self, Greedy, N_H_LOG_H};
use crate::algorithms::order::{lifetime, sorted_by};
use crate::{
    BufferId, Capabilities, HintUse, LifetimeTrace, MemoryPlanner, MemorySchedule, PlanError,
    PlanOptions, PluginInfo,
};

/// Largest first; equal sizes by lifetime.
pub const XLA_SPATIAL: Greedy = Greedy::new(
    [
        "xla-spatial",
        "Largest first, each in the smallest gap, as XLA does.",
        SOURCE,
        N_H_LOG_H,
    ],
    |trace| sorted_by(trace, |id| Reverse((trace[id].size, lifetime(trace, id)))),
    greedy::best_hole,
)
.with_hints(HintUse::Native);

/// Longest lifetime first; equal ones by size.
pub const XLA_TEMPORAL: Greedy = Greedy::new(
    [
        "xla-temporal",
        "Longest lifetime first, each in the smallest gap, as XLA does.",
        SOURCE,
        N_H_LOG_H,
    ],
    |trace| {
        let ends = last_ends(trace);
        sorted_by(trace, |id| {
            let lifetime = trace[id].live.begin().0.abs_diff(ends[id.index()]);
            Reverse((lifetime, trace[id].size))
        })
    },
    greedy::best_hole,
)
.with_hints(HintUse::Native);

const SOURCE: &str = "openxla/xla, heap_simulator.cc";

/// The schedule of [`XLA_SPATIAL`], or that of [`XLA_TEMPORAL`] if it is better.
#[derive(Clone, Copy, Debug)]
pub struct Xla;

impl MemoryPlanner for Xla {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "xla",
            aliases: &[],
            summary: "The better of `xla-spatial` and `xla-temporal`, as XLA does.",
            source: SOURCE,
            cost: N_H_LOG_H,
        }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::default().with_hints(HintUse::Native)
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        best(trace, options)
    }
}

/// Runs both orders; of equal peaks, returns the spatial schedule. The spatial schedule is also
/// returned if a limit stopped the temporal order.
fn best(trace: &LifetimeTrace, options: &PlanOptions) -> Result<MemorySchedule, PlanError> {
    let size = |schedule: &MemorySchedule| schedule.total_size;
    let plan = |order: Greedy, options: &PlanOptions| {
        let planned = order.plan(trace, options);
        planned.or_else(PlanError::into_schedule)
    };
    let spatial = plan(XLA_SPATIAL, options)?;
    let temporal = plan(
        XLA_TEMPORAL,
        &options.after(spatial.work, spatial.stopped_by),
    );
    let mut stopped = spatial.stopped_by;
    let (mut winner, work) = match temporal {
        Ok(temporal) => {
            stopped = stopped.or(temporal.stopped_by);
            let work = spatial.work + temporal.work;
            let is_better = size(&temporal) < size(&spatial);
            (if is_better { temporal } else { spatial }, work)
        }
        Err(PlanError::Stopped { work, .. }) => {
            let work = spatial.work + work;
            (spatial, work)
        }
        Err(error) => return Err(error),
    };
    winner.planner = Xla.info().name.to_owned();
    winner.work = work;
    let winner = winner.stopped(stopped);
    winner.within(trace.capacity())
}

/// For each buffer, the latest end of it and of all buffers that may take over its bytes, directly
/// or transitively. `O((n + h) log (n + h))` for `h` hints.
fn last_ends(trace: &LifetimeTrace) -> Vec<i64> {
    let mut ends: Vec<i64> = trace.buffers().iter().map(|b| b.live.end().0).collect();
    let mut hints: Vec<(BufferId, BufferId)> = trace
        .in_place()
        .iter()
        .map(|h| (h.buffer, h.other))
        .collect();
    if hints.is_empty() {
        return ends;
    }
    hints.sort_stable();
    let taken_over_by = |id: BufferId| {
        let first = hints.partition_point(|hint| hint.0 < id);
        hints[first..].iter().take_while(move |hint| hint.0 == id)
    };
    // Visit the ends from the latest to the earliest. Each one propagates along the hints to all
    // earlier buffers that have none yet.
    let mut is_known = vec![false; trace.len()];
    for latest in sorted_by(trace, |id| Reverse(trace[id].live.end())) {
        let mut reached = vec![latest];
        while let Some(id) = reached.pop() {
            if std::mem::replace(&mut is_known[id.index()], true) {
                continue;
            }
            ends[id.index()] = trace[latest].live.end().0;
            reached.extend(taken_over_by(id).map(|hint| hint.1));
        }
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::{XLA_SPATIAL, XLA_TEMPORAL, Xla, last_ends};
    use crate::testing::{GOLDEN, offsets};
    use crate::{
        BufferId, Bytes, InPlaceHint, InPlaceKind, LifetimeTrace, MemoryPlanner, PlanError,
        PlanOptions, Units,
    };

    #[test]
    fn published_offsets() {
        assert_eq!(
            offsets(&XLA_SPATIAL, GOLDEN),
            (39, vec![22, 12, 0, 29, 35, 37, 30, 0, 22])
        );
        let temporal = (34, vec![12, 0, 25, 19, 10, 26, 12, 14, 26]);
        assert_eq!(offsets(&XLA_TEMPORAL, GOLDEN), temporal);
        assert_eq!(offsets(&Xla, GOLDEN), temporal);
    }

    fn hinted(notation: &str, hints: &[(u32, u32)]) -> LifetimeTrace {
        let trace: LifetimeTrace = notation.parse().unwrap();
        let hints = hints.iter().map(|&(buffer, other)| InPlaceHint {
            buffer: BufferId(buffer),
            other: BufferId(other),
            kind: InPlaceKind::ZeroOffset,
        });
        trace.into_builder().in_place(hints).build().unwrap()
    }

    #[test]
    fn a_reused_buffer_stays_live() {
        let trace = hinted(
            "a 0..2 1; b 1..4 1; c 3..9 1; d 1..3 1; e 5..6 1",
            &[(1, 0), (2, 1), (3, 0), (4, 4 - 1), (3, 4)],
        );
        // Cyclic hints (`d`, `e`) terminate, too.
        assert_eq!(last_ends(&trace), [9, 9, 9, 6, 6]);
    }

    #[test]
    fn the_temporal_order_counts_partners() {
        let notation = "a 0..2 8; b 0..3 4; c 1..9 8";
        let alone = XLA_TEMPORAL.plan(&hinted(notation, &[]), &PlanOptions::default());
        assert_eq!(alone.unwrap().offsets, [12, 8, 0].map(Bytes));
        let shared = XLA_TEMPORAL.plan(&hinted(notation, &[(2, 0)]), &PlanOptions::default());
        assert_eq!(shared.unwrap().offsets, [0, 16, 8].map(Bytes));
    }

    #[test]
    fn the_better_order_decides_about_the_capacity() {
        let trace: LifetimeTrace = GOLDEN.parse().unwrap();
        let with = |capacity| {
            let trace = trace.clone().into_builder().capacity(Some(Bytes(capacity)));
            Xla.plan(&trace.build().unwrap(), &PlanOptions::default())
        };
        assert_eq!(with(34).unwrap().total_size, Bytes(34));
        assert!(matches!(
            with(33),
            Err(PlanError::CapacityExceeded { schedule, .. })
                if schedule.planner == "xla" && schedule.work == Units(18)
        ));
    }
}
