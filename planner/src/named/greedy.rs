//! The planners of other projects that place buffers in one order: see [`Greedy`].

use std::cmp::Reverse;

use crate::algorithms::conflicts::conflict_counts;
use crate::algorithms::greedy::{self, Greedy, N_H_LOG_H};
use crate::algorithms::order::sorted_by;
use crate::{BufferId, Bytes, Lifetime, LifetimeTrace};

/// `mlir-trivial`: one buffer after the other, nothing reused.
///
/// The `trivial` algorithm of upstream MLIR's static memory planner, and the total that every other
/// planner should undercut. Useful as a first test of a pipeline, because no lifetime can be wrong.
///
/// Source: LLVM, `mlir/lib/Dialect/Bufferization/Transforms`, `StaticMemoryPlanning.cpp`, algorithm
/// `trivial`. The original knows neither pins nor gaps: here the sequence begins above the highest
/// pinned buffer, and gaps make no difference.
pub const MLIR_TRIVIAL: Greedy = Greedy::new(
    [
        "mlir-trivial",
        "Consecutive offsets without reuse, as in MLIR.",
        "LLVM, StaticMemoryPlanning.cpp, trivial",
        "O(n)",
    ],
    |trace| {
        trace
            .ids()
            .filter(|&id| trace[id].size != Bytes(0))
            .collect()
    },
    |schedule, id| {
        let offset = schedule.aligned(id, schedule.peak());
        schedule.record(id, offset)
    },
);

/// `mlir-bestfit`: buffers by birth, each in the smallest gap among those that are live.
///
/// The default of upstream MLIR's static memory planner. A hole counts from its first aligned offset,
/// and the space up to the current peak is a hole like any other. Looking at births only, it cannot
/// keep room for a large buffer to come: on the tight public traces it ends 12 to 130 % above the
/// load.
///
/// Source: LLVM, `mlir/lib/Dialect/Bufferization/Transforms`, `StaticMemoryPlanning.cpp`, algorithm
/// `best-fit`. Ties of birth, which the original leaves to an unstable sort, go to the lower
/// [`crate::BufferId`]. Pins and gaps, which the original does not support, are honoured as in
/// [`crate::algorithms::greedy::BEST_FIT`].
pub const MLIR_BEST_FIT: Greedy = Greedy::new(
    [
        "mlir-bestfit",
        "In order of allocation, each in the smallest gap, as in MLIR.",
        "LLVM, StaticMemoryPlanning.cpp, best-fit",
        N_H_LOG_H,
    ],
    |trace| sorted_by(trace, |id| trace[id].live.begin()),
    greedy::best_fit,
);

/// `tflite-arena`: largest buffer first, each in the smallest gap that fits.
///
/// The arena of TensorFlow Lite. Buffers that live throughout go to the bottom in the order of the
/// trace; the rest follows by size, equal sizes by birth. The space above the last conflict is not
/// a gap: it is used only if no gap is large enough.
///
/// Source: tensorflow/tensorflow, `lite/arena_planner.cc` for the order and
/// `lite/simple_memory_arena.cc` for the place. If alignment leaves a part of gaps unused, the
/// original compares them inconsistently, and this planner does the same: it takes a gap if the
/// rest of it from its first aligned offset is smaller than the best so far, and then remembers the
/// gap including the unused part. Pins come first, and gaps in lifetimes are used; the original
/// supports neither.
pub const TFLITE_ARENA: Greedy = Greedy::new(
    [
        "tflite-arena",
        "Largest first, each in the smallest gap, as TFLite does.",
        "tensorflow/tensorflow, lite/simple_memory_arena.cc",
        N_H_LOG_H,
    ],
    |trace| {
        let lives = || trace.buffers().iter().map(|buffer| buffer.live);
        let first = lives().map(Lifetime::begin).min();
        let last = lives().map(Lifetime::end).max();
        sorted_by(trace, |id| {
            let buffer = &trace[id];
            let live = buffer.live;
            let is_throughout = Some(live.begin()) == first && Some(live.end()) == last;
            // `None` sorts first, so buffers that are live throughout come first.
            (!is_throughout).then_some((Reverse(buffer.size), live.begin()))
        })
    },
    |schedule, id| {
        let offset = schedule.arena_fit(id, schedule.size(id));
        schedule.place(id, offset)
    },
);

/// `iree`: slices in the order of the program, each in the smallest gap that fits.
///
/// The layout of transient memory in IREE, which took the rule of TensorFlow Lite's arena but not its
/// order, and rounds every size up to the alignment of the target (the common option `alignment`). In
/// program order small early slices cut the arena up before large ones come.
///
/// Source: iree-org/iree, `Dialect/Stream/Transforms/LayoutSlices.cpp`, static slices. As there, the
/// padding above a slice belongs to it while others look for a gap; unlike there, the padding above
/// the topmost slice is not counted in the peak, so that planners can be compared. Pins come first,
/// gaps in lifetimes are used, and a buffer may require more alignment than the target; the
/// original supports none of these.
pub const IREE: Greedy = Greedy::new(
    [
        "iree",
        "In trace order, each in the smallest gap, as IREE does.",
        "iree-org/iree, LayoutSlices.cpp",
        N_H_LOG_H,
    ],
    greedy::of_trace,
    |schedule, id| {
        let rounded = schedule.rounded_size(id);
        let offset = schedule.arena_fit(id, rounded);
        schedule.place_padded(id, offset, Bytes(offset.0 + rounded.0))
    },
);

/// `usmp-size`: largest first, as in TVM's unified static memory planner. Equal sizes go by conflicts.
///
/// Each buffer is placed above all its
/// conflicts that are already placed, so gaps are never filled. This works if all lifetimes have about the same
/// length; on a mix of long and short lifetimes, this and [`USMP_CONFLICTS`] are the worst of the named planners.
///
/// Source: apache/tvm, `src/tir/usmp/algo/greedy.cc`, for one pool without a size limit. The
/// original breaks its last ties by descending name; this planner by descending [`BufferId`]. The
/// original rounds the end of a *conflict* up to the alignment of that conflict, which is wrong if
/// alignments differ: here the result is also aligned for the buffer itself. Pins come first, with
/// their conflicts above them, and gaps are used; the original supports neither.
pub const USMP_SIZE: Greedy = usmp(
    "usmp-size",
    "Largest first, each on top of its conflicts, as TVM does.",
    usmp_order,
);

/// `usmp-conflicts`: as [`USMP_SIZE`], but most conflicts first, and equal numbers by size.
pub const USMP_CONFLICTS: Greedy = usmp(
    "usmp-conflicts",
    "Most conflicts first, each on top of its conflicts, as TVM does.",
    |trace| {
        let counts = conflict_counts(trace);
        sorted_by(trace, |id| {
            Reverse((counts[id.index()], trace[id].size, id))
        })
    },
);

const fn usmp(
    name: &'static str,
    summary: &'static str,
    order: fn(&LifetimeTrace) -> Vec<BufferId>,
) -> Greedy {
    let info = [
        name,
        summary,
        "apache/tvm, usmp/algo/greedy.cc",
        "O(n log n) in practice",
    ];
    Greedy::new(info, order, |schedule, id| {
        let offset = schedule.top_fit(id);
        // Other buffers go above the end rounded up to the alignment of this buffer.
        let end = schedule.aligned(id, Bytes(offset.0 + schedule.size(id).0));
        schedule.place_padded(id, offset, end)
    })
}

/// The order of `usmp-size`, in which `usmp-hill` begins.
pub(super) fn usmp_order(trace: &LifetimeTrace) -> Vec<BufferId> {
    let counts = conflict_counts(trace);
    sorted_by(trace, |id| {
        Reverse((trace[id].size, counts[id.index()], id))
    })
}

#[cfg(test)]
mod tests {
    use super::{IREE, MLIR_BEST_FIT, MLIR_TRIVIAL, TFLITE_ARENA, USMP_CONFLICTS, USMP_SIZE};
    use crate::testing::{GOLDEN, check, offsets};
    use crate::{Bytes, LifetimeTrace, MemoryPlanner, PlanOptions};

    #[test]
    fn offsets_of_mlir_trivial_are_those_published() {
        let sums = vec![0, 7, 17, 25, 31, 33, 35, 37, 49];
        assert_eq!(offsets(&MLIR_TRIVIAL, GOLDEN), (57, sums));
    }

    #[test]
    fn alignment_pads_and_pins_are_passed() {
        check(
            &MLIR_TRIVIAL,
            "a 0..2 3; z 0..1 0 align=64; p 0..1 8 pin=8; b 2..4 4 align=8",
            "a 16, z 0, p 8, b 24; peak 28, load 11",
        );
    }

    #[test]
    fn offsets_of_mlir_best_fit_are_those_published() {
        assert_eq!(
            offsets(&MLIR_BEST_FIT, GOLDEN),
            (41, vec![0, 7, 17, 25, 31, 17, 0, 19, 33])
        );
    }

    #[test]
    fn the_order_of_the_trace_does_not_matter() {
        let reversed = "i 7..10 8; h 6..9 12; g 5..9 2; f 4..7 2; e 3..10 2; c 2..4 8; d 2..5 6; \
                        b 1..8 10; a 0..5 7";
        assert_eq!(
            offsets(&MLIR_BEST_FIT, reversed),
            (41, vec![33, 19, 0, 17, 31, 17, 25, 7, 0])
        );
    }

    #[test]
    fn offsets_of_tflite_are_those_published() {
        assert_eq!(
            offsets(&TFLITE_ARENA, GOLDEN),
            (39, vec![22, 12, 0, 29, 35, 37, 30, 0, 22])
        );
    }

    #[test]
    fn what_lives_throughout_comes_first() {
        check(
            &TFLITE_ARENA,
            "a 0..4 8; b 0..9 2; c 0..9 4; ",
            "a 6, b 0, c 2; peak 14, load 14",
        );
    }

    #[test]
    fn offsets_of_iree_are_those_published() {
        assert_eq!(
            offsets(&IREE, GOLDEN),
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
        let schedule = IREE.plan(&trace, &options).unwrap();
        assert_eq!(schedule.offsets, [4, 3, 8].map(Bytes));
        assert_eq!(schedule.total_size, Bytes(13));
    }

    #[test]
    fn offsets_of_usmp_are_those_published() {
        assert_eq!(
            offsets(&USMP_SIZE, GOLDEN),
            (49, vec![30, 12, 22, 37, 43, 45, 47, 0, 22])
        );
        assert_eq!(
            offsets(&USMP_CONFLICTS, GOLDEN),
            (36, vec![14, 0, 27, 21, 10, 12, 26, 14, 28])
        );
    }

    #[test]
    fn holes_stay_empty_and_ends_are_aligned() {
        check(
            &USMP_SIZE,
            "a 0..4 10 align=16; b 3..9 10; c 0..9 3; d 4..9 8",
            "a 16, b 0, c 32, d 10; peak 35, load 23",
        );
    }
}
