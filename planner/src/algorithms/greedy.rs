//! Greedy planners: buffers in some order, each at an offset that a rule chooses. A line of a table says which order
//! and which rule.
//!
//! Ties of an order go to the lower [`crate::BufferId`], so that equal traces give equal schedules. First fit takes the
//! lowest offset where nothing is in the way, best fit the smallest gap that fits, and of equal ones the lowest.
//!
//! Sources: both rules are methods of Knuth, "The Art of Computer Programming", volume 1, section 2.5; here off line,
//! so that buffers may come in any order. Orders by area and lifetime are preorders of Moffitt, "MiniMalloc: A
//! Lightweight Memory Allocator for Hardware-Accelerated Machine Learning", ASPLOS 2023, section 4.

use std::cmp::Reverse;

use super::conflicts::conflict_counts;
use super::order::{PeakLoads, area, lifetime, sorted_by};
use crate::{
    BufferId, Capabilities, Field, HeapEnd, HintUse, LifetimeTrace, MemoryPlanner, MemorySchedule,
    Options, PlanError, PlanOptions, PluginInfo, ScheduleBuilder,
};

/// A planner that places buffers in one order, by one rule.
#[derive(Clone, Copy, Debug)]
pub struct Greedy {
    info: PluginInfo,
    hints: HintUse,
    order: fn(&LifetimeTrace) -> Vec<BufferId>,
    place: Place,
    /// Places by best fit instead, where that is a choice of the user.
    heap_end: Option<HeapEnd>,
    /// The limit of [`ScheduleBuilder::within_steps`].
    most_steps: u64,
}

/// Chooses the offset of a buffer, and places it there.
type Place = fn(&mut ScheduleBuilder<'_>, BufferId) -> Result<(), PlanError>;

pub(crate) const N_LOG2_N: &str = "O(n log^2 n) in practice";
pub(crate) const N_H_LOG_H: &str = "O(n h log h) for h conflicting intervals per buffer";

impl Greedy {
    /// A planner that ignores in-place hints.
    pub(crate) const fn new(
        [name, summary, source, cost]: [&'static str; 4],
        order: fn(&LifetimeTrace) -> Vec<BufferId>,
        place: Place,
    ) -> Self {
        Self {
            info: PluginInfo {
                name,
                aliases: &[],
                summary,
                source,
                cost,
            },
            hints: HintUse::Ignored,
            order,
            place,
            heap_end: None,
            most_steps: u64::MAX,
        }
    }

    /// The planner with a limit of steps, after which it fails without a schedule.
    pub(crate) const fn within_steps(self, most_steps: u64) -> Self {
        Self { most_steps, ..self }
    }

    pub(crate) const fn with_hints(self, hints: HintUse) -> Self {
        Self { hints, ..self }
    }
}

pub(crate) fn of_trace(trace: &LifetimeTrace) -> Vec<BufferId> {
    trace.ids().collect()
}

pub(crate) fn first_fit(schedule: &mut ScheduleBuilder<'_>, id: BufferId) -> Result<(), PlanError> {
    let offset = schedule.first_fit(id);
    schedule.place(id, offset)
}

/// Best fit to which the space up to the peak is a hole.
pub(crate) fn best_fit(schedule: &mut ScheduleBuilder<'_>, id: BufferId) -> Result<(), PlanError> {
    let offset = schedule.best_fit(id, HeapEnd::IsAHole);
    schedule.place(id, offset)
}

/// Best fit that takes the space up to the peak only if no hole is left.
pub(crate) fn best_hole(schedule: &mut ScheduleBuilder<'_>, id: BufferId) -> Result<(), PlanError> {
    let offset = schedule.best_fit(id, HeapEnd::IsTheLastResort);
    schedule.place(id, offset)
}

/// First fit in the order of the trace.
///
/// With traces listed in the order of allocation this is what a simple allocator with perfect
/// knowledge of lifetimes would do. It is the fastest planner that uses every hole, and shows what an
/// order is worth: the same rule by descending size is usually better.
pub const FIRST_FIT: Greedy = Greedy::new(
    [
        "first-fit",
        "Buffers in trace order, each at the lowest free offset.",
        "Knuth, TAOCP volume 1, section 2.5",
        N_LOG2_N,
    ],
    of_trace,
    first_fit,
)
.with_hints(HintUse::Fused);

/// Best fit in the order of the trace, the rule of many compilers for buffers in the order of their allocation.
///
/// Upstream MLIR counts the space up to the current peak as one more hole, others take it only when no hole is left. It
/// keeps large holes for large buffers, but leaves slivers that nothing fits. It looks at every hole, which
/// costs about three times as much as first fit on a million buffers.
pub const BEST_FIT: Greedy = {
    let planner = Greedy::new(
        [
            "best-fit",
            "Buffers in trace order, each in the smallest gap that fits.",
            "Knuth, TAOCP volume 1, section 2.5",
            N_H_LOG_H,
        ],
        of_trace,
        best_fit,
    );
    Greedy {
        heap_end: Some(HeapEnd::IsAHole),
        hints: HintUse::Fused,
        ..planner
    }
};

/// The largest buffer first, by best fit.
///
/// Large buffers are the hardest to fit, so they choose first; small ones then fill the holes. It
/// looks at sizes only, so a short-lived large buffer can force a long-lived one upwards: keep it as
/// the baseline that every search-based planner must beat, not as the default.
///
/// Source: Pisarchyk and Lee, arXiv:2001.03288, Algorithm 3, with a rule for ties.
pub const BY_SIZE: Greedy = Greedy::new(
    [
        "greedy-by-size",
        "Largest buffer first, each in the smallest gap that fits.",
        "arXiv:2001.03288, Algorithm 3",
        N_H_LOG_H,
    ],
    |trace| sorted_by(trace, |id| Reverse(trace[id].size)),
    best_hole,
)
.with_hints(HintUse::Fused);

/// The largest buffer first, by first fit; of equals, the one that lives longest. The first order of boxing.
pub(crate) const FIRST_FIT_BY_SIZE: Greedy = Greedy::new(
    [
        "first-fit-by-size",
        "Largest buffer first, each at the lowest free offset.",
        "MiniMalloc (ASPLOS 2023), preorder S",
        N_LOG2_N,
    ],
    |trace| sorted_by(trace, |id| Reverse((trace[id].size, lifetime(trace, id)))),
    first_fit,
)
.with_hints(HintUse::Fused);

/// The largest product of size and lifetime first, by first fit.
///
/// Buffers that are both large and long-lived shape the arena, so they come first. This is good on
/// traces with long-lived weights below short-lived activations. It is bad where a few small
/// buffers live almost forever: they go to the bottom early and divide it, while large short-lived
/// ones pile up above them. Ticks within gaps do not count, windows count what they keep. Ties go to the larger load
/// while live.
pub const BY_AREA: Greedy = Greedy::new(
    [
        "greedy-by-area",
        "Largest size times lifetime first, each at the lowest free offset.",
        "MiniMalloc (ASPLOS 2023), preorder A",
        N_LOG2_N,
    ],
    |trace| {
        let loads = PeakLoads::new(trace);
        sorted_by(trace, |id| Reverse((area(trace, id), loads.of(id))))
    },
    first_fit,
)
.with_hints(HintUse::Fused);

/// The buffer that lives longest first, by first fit.
///
/// Long-lived buffers end up stacked at the bottom without holes between them, and the short-lived
/// rest shares what is above: close to the optimum on traces of straight programs. It does not look
/// at sizes, so where lifetimes are alike a large buffer that comes late finds no hole. Gaps count as lived. Ties go to
/// the larger buffer. XLA's temporal order is the same with best fit (`xla-temporal`).
pub const BY_LIFETIME: Greedy = Greedy::new(
    [
        "greedy-by-lifetime",
        "Longest lifetime first, each at the lowest free offset.",
        "MiniMalloc (ASPLOS 2023), preorder W",
        N_LOG2_N,
    ],
    |trace| sorted_by(trace, |id| Reverse((lifetime(trace, id), trace[id].size))),
    first_fit,
)
.with_hints(HintUse::Fused);

/// The buffer that is live together with most others first, by first fit.
///
/// The buffer with the most neighbours has the fewest places left if it comes late; colouring
/// heuristics use the same argument. The rule does well where lifetimes differ much. Where they do
/// not, it cannot tell buffers apart: in a program of many short steps every buffer has about as
/// many conflicts as the next. Ties go to the larger buffer.
///
/// Source: Welsh and Powell, "An upper bound for the chromatic number of a graph and its application
/// to timetabling problems", The Computer Journal 10 (1967), on weighted intervals; TVM's greedy by
/// conflicts has the same order without filling holes (`usmp-conflicts`).
pub const BY_CONFLICTS: Greedy = Greedy::new(
    [
        "greedy-by-conflicts",
        "Most conflicts first, each at the lowest free offset.",
        "Welsh and Powell (1967), on intervals",
        N_LOG2_N,
    ],
    |trace| {
        let counts = conflict_counts(trace);
        sorted_by(trace, |id| Reverse((counts[id.index()], trace[id].size)))
    },
    first_fit,
)
.with_hints(HintUse::Fused);

impl MemoryPlanner for Greedy {
    fn info(&self) -> PluginInfo {
        self.info
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::default().with_hints(self.hints)
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        let schedule = ScheduleBuilder::new(trace, options)?;
        let mut schedule = schedule.within_steps(self.most_steps);
        for id in (self.order)(trace) {
            match self.heap_end {
                Some(heap_end) => {
                    let offset = schedule.best_fit(id, heap_end);
                    schedule.place(id, offset)?;
                }
                None => (self.place)(&mut schedule, id)?,
            }
        }
        schedule.finish(self.info.name)
    }

    fn options(&self) -> Options<'_, dyn MemoryPlanner> {
        const HEAP_ENDS: &[(&str, Option<HeapEnd>)] = &[
            ("true", Some(HeapEnd::IsAHole)),
            ("false", Some(HeapEnd::IsTheLastResort)),
        ];
        if self.heap_end.is_none() {
            return Options::none();
        }
        Options::of(self, BEST_FIT, |greedy| {
            vec![
                Field::word("heap-end", &mut greedy.heap_end, HEAP_ENDS).help(
                    "Whether the space between the highest conflict and the peak counts as a gap.",
                ),
            ]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{BEST_FIT, BY_AREA, BY_CONFLICTS, BY_LIFETIME, BY_SIZE, FIRST_FIT};
    use crate::registry;
    use crate::testing::{GOLDEN, check, offsets};

    #[test]
    fn a_dead_buffer_gives_its_bytes_to_the_next() {
        check(
            &FIRST_FIT,
            "a 0..2 64; b 1..4 32; c 2..4 48",
            "a 0, b 64, c 0; peak 96, load 96",
        );
    }

    #[test]
    fn a_small_buffer_that_comes_first_can_stand_in_the_way() {
        check(
            &FIRST_FIT,
            "a 0..2 8; b 1..4 8; c 2..4 16",
            "a 0, b 8, c 16; peak 32, load 24",
        );
    }

    const HOLES: &str = "a 0..2 24; b 0..9 8; c 0..2 8; d 0..9 8; e 2..9 8; f 2..9 24";

    #[test]
    fn a_small_buffer_leaves_the_large_hole_alone() {
        check(
            &BEST_FIT,
            HOLES,
            "a 0, b 24, c 32, d 40, e 32, f 0; peak 48, load 48",
        );
    }

    #[test]
    fn a_hole_up_to_the_peak_may_be_the_best_or_the_last() {
        let trace = "a 0..9 8; b 0..2 16; c 0..9 8; d 0..2 8; e 2..9 8";
        check(
            &BEST_FIT,
            trace,
            "a 0, b 8, c 24, d 32, e 32; peak 40, load 40",
        );
        check(
            &*registry::planner("best-fit{heap-end=false}").unwrap(),
            trace,
            "a 0, b 8, c 24, d 32, e 8; peak 40, load 40",
        );
    }

    #[test]
    fn a_large_buffer_that_comes_late_still_gets_the_bottom() {
        check(
            &BY_SIZE,
            "a 0..2 8; b 2..4 8; c 1..4 16",
            "a 16, b 16, c 0; peak 24, load 24",
        );
    }

    #[test]
    fn long_lived_small_buffers_end_up_on_stilts() {
        let trace = "a 0..5 7; b 1..8 10; c 2..4 8; d 2..5 6; e 3..10 2; f 4..7 2; g 5..9 2; \
                     h 6..9 12; i 7..10 8";
        check(
            &BY_SIZE,
            trace,
            "a 22, b 12, c 0, d 29, e 35, f 37, g 30, h 0, i 22; peak 39, load 34",
        );
    }

    #[test]
    fn offsets_by_area_are_those_published() {
        assert_eq!(
            offsets(&BY_AREA, GOLDEN),
            (35, vec![10, 0, 23, 17, 31, 23, 33, 10, 22])
        );
    }

    #[test]
    fn among_equal_areas_the_crowded_one_is_first() {
        check(
            &BY_AREA,
            "a 0..4 4; b 3..5 8; c 4..6 8 align=8",
            "a 8, b 0, c 8; peak 16, load 16",
        );
    }

    #[test]
    fn offsets_by_lifetime_are_those_published() {
        assert_eq!(
            offsets(&BY_LIFETIME, GOLDEN),
            (34, vec![12, 0, 25, 19, 10, 26, 12, 14, 26])
        );
    }

    #[test]
    fn what_stays_lies_below_what_comes_and_goes() {
        check(
            &BY_LIFETIME,
            "a 0..2 8; b 1..9 2; c 3..5 16",
            "a 2, b 0, c 2; peak 18, load 18",
        );
    }

    #[test]
    fn the_buffer_with_most_neighbours_goes_to_the_bottom() {
        check(
            &BY_CONFLICTS,
            "a 0..2 8; b 1..5 4; c 3..6 8; d 4..9 1",
            "a 4, b 0, c 4, d 12; peak 13, load 13",
        );
    }
}
