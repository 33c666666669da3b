//! Memory invariants that each pass preserves.
//!
//! Passes run in any order, so each declares what it preserves: code that allocates also frees, or
//! leaves the allocation to a pass that does. The tests of this crate check the declarations on
//! random programs, those of `memplan-placement` and `memplan-memory` too.
//!
//! | | |
//! |---|---|
//! | `merge-alloc` | frees the merged allocations that it makes (see [`ArenaDealloc`](crate::ArenaDealloc)), also in functions marked `memplan.deallocated` |
//! | `expand-realloc` | frees the old buffer itself where the ownership pass will not: in functions that free buffers or are marked |
//! | `convert-bufferization-to-memref` | allocates for a `bufferization.clone`, which is freed already |
//! | `buffer-deallocation` | frees the copies that it makes; a program that writes to a buffer after it was passed on may compute something else |
//! | `buffer-hoisting` | may allocate where no path needs the buffer, so it runs before deallocation; it changes no function that frees buffers or is marked |
//! | the others | allocate nothing on the heap |

/// A property of a program that a pass preserves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Invariant {
    /// The program computes the same results, except for copies that the calling convention requires.
    Results,
    /// No memory is freed twice, or used after it was freed.
    FreedAtMostOnce,
    /// All memory is freed.
    NoLeaks,
}

/// The declared invariants of one pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promise {
    /// Name of the pass or mutator.
    pub pass: &'static str,
    /// The invariants that it preserves.
    pub keeps: &'static [Invariant],
    /// The invariants that it establishes.
    pub establishes: &'static [Invariant],
}

impl Promise {
    /// Whether the pass preserves an invariant.
    pub fn keeps(&self, invariant: Invariant) -> bool {
        self.keeps.contains(&invariant) || self.establishes.contains(&invariant)
    }
}

use Invariant::{FreedAtMostOnce, NoLeaks, Results};

const ALL: &[Invariant] = &[Results, FreedAtMostOnce, NoLeaks];

const fn keeps_all(pass: &'static str) -> Promise {
    Promise {
        pass,
        keeps: ALL,
        establishes: &[],
    }
}

/// For passes that run before deallocation and may add allocations, which are not freed yet.
const fn keeps_meaning(pass: &'static str) -> Promise {
    Promise {
        pass,
        keeps: &[Results, FreedAtMostOnce],
        establishes: &[],
    }
}

const fn frees_all(pass: &'static str) -> Promise {
    Promise {
        pass,
        keeps: ALL,
        establishes: &[NoLeaks],
    }
}

/// The declared invariants of the mutators and passes of this crate, of `memplan-placement` and of
/// `memplan-memory`, with their default options.
pub const PROMISES: &[Promise] = &[
    keeps_all("merge-alloc"),
    keeps_all("expand-realloc"),
    // Buffers that the program frees are ignored, so a leak among buffers that may be the same remains.
    frees_all("ownership-based-buffer-deallocation"),
    keeps_all("buffer-deallocation-simplification"),
    keeps_all("bufferization-lower-deallocations"),
    keeps_all("convert-bufferization-to-memref"),
    frees_all("buffer-deallocation-pipeline"),
    keeps_all("static-memory-planner-analysis"),
    // A copy differs from its buffer when either is written.
    Promise {
        pass: "buffer-deallocation",
        keeps: &[FreedAtMostOnce],
        establishes: &[NoLeaks],
    },
    keeps_all("copy-removal"),
    keeps_meaning("buffer-hoisting"),
    keeps_all("buffer-loop-hoisting"),
    keeps_all("promote-buffers-to-stack"),
    keeps_all("optimize-allocation-liveness"),
    keeps_all("copies-to-dma"),
    // Callers no longer see what functions write to their arguments.
    Promise {
        pass: "enforce-immutable-func-args",
        keeps: &[FreedAtMostOnce],
        establishes: &[],
    },
    keeps_all("print-buffer-lifetime-stats"),
    keeps_all("unknown-ops-capture"),
    keeps_all("split-buffers"),
    keeps_all("split-outputs"),
    keeps_all("split-updates"),
    keeps_all("sink-fills"),
    keeps_all("sink-allocations"),
    keeps_all("fuse-into-readers"),
    keeps_all("fuse-updates-into-readers"),
    keeps_all("fuse-updates-into-readers-at-peaks"),
    keeps_all("rematerialize"),
    keeps_all("schedule-for-memory"),
    keeps_all("compute-in-blocks"),
    keeps_all("carry-in-place"),
    keeps_all("pad-borders"),
    keeps_all("pad-borders-at-peaks"),
    keeps_all("write-into-parts"),
    keeps_all("write-into-parts-at-peaks"),
    keeps_all("compute-in-place"),
    keeps_all("buffer-loop-merging"),
];

/// The declared invariants of a pass or mutator; absent for those of other crates.
pub fn promise(pass: &str) -> Option<&'static Promise> {
    PROMISES.iter().find(|promise| promise.pass == pass)
}
