//! What each pass promises about the memory of the programs that it rewrites.
//!
//! Passes run in any order, so each has to say what it keeps: whoever allocates frees, or hands on to a
//! pass that does. The declared set of a pass is checked on random programs by the tests of this crate.
//!
//! | | |
//! |---|---|
//! | `merge-alloc` | frees the merged allocations that it makes (see [`ArenaDealloc`](crate::ArenaDealloc)), also in functions marked `memplan.deallocated` |
//! | `expand-realloc` | frees the old buffer by itself where the ownership pass will not: in functions that free buffers, or are marked |
//! | `convert-bufferization-to-memref` | allocates for a `bufferization.clone`, which is freed already |
//! | the others | allocate nothing on the heap |

/// Something that holds for a program before a pass and still holds behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Invariant {
    /// The program computes the same, but for copies that the convention of function boundaries asks
    /// for.
    Results,
    /// Nothing is freed twice, and nothing is used after it was freed.
    FreedAtMostOnce,
    /// Everything is freed.
    NoLeaks,
}

/// The declared set of one pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promise {
    /// Name of the pass or mutator.
    pub pass: &'static str,
    /// What it keeps.
    pub keeps: &'static [Invariant],
    /// What holds behind it, whether or not it did before.
    pub establishes: &'static [Invariant],
}

impl Promise {
    /// Whether an invariant holds behind the pass where it held before.
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

const fn frees_all(pass: &'static str) -> Promise {
    Promise {
        pass,
        keeps: ALL,
        establishes: &[NoLeaks],
    }
}

/// The declared sets of the mutators and passes of this crate, with their default options.
pub const PROMISES: &[Promise] = &[
    keeps_all("merge-alloc"),
    keeps_all("expand-realloc"),
    // Buffers that the program frees are left alone, so a leak among what may be the same stays.
    frees_all("ownership-based-buffer-deallocation"),
    keeps_all("buffer-deallocation-simplification"),
    keeps_all("bufferization-lower-deallocations"),
    keeps_all("convert-bufferization-to-memref"),
    keeps_all("optimize-allocation-liveness"),
    frees_all("buffer-deallocation-pipeline"),
];

/// The declared set of a pass or mutator; absent for those of other crates.
pub fn promise(pass: &str) -> Option<&'static Promise> {
    PROMISES.iter().find(|promise| promise.pass == pass)
}
