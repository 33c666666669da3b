//! Memory invariants that each pass preserves.

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

use Invariant::{FreedAtMostOnce, NoLeaks, Results};

/// The invariants of a pass with its default options.
///
/// Passes run in any order, so each declares what it preserves: code that allocates also frees, or leaves the
/// allocation to a pass that does. Tests hold every registered pass to its promise, on random programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promise {
    /// The invariants that it preserves.
    pub keeps: &'static [Invariant],
    /// The invariants that it establishes.
    pub establishes: &'static [Invariant],
}

impl Promise {
    /// Keeps everything: what most passes promise.
    pub const ALL: Self = Self {
        keeps: &[Results, FreedAtMostOnce, NoLeaks],
        establishes: &[],
    };

    /// For passes that run before deallocation and may add allocations, which are not freed yet.
    pub const MEANING: Self = Self {
        keeps: &[Results, FreedAtMostOnce],
        establishes: &[],
    };

    /// For passes that free all memory.
    pub const FREES_ALL: Self = Self {
        establishes: &[NoLeaks],
        ..Self::ALL
    };

    /// Whether the pass preserves an invariant.
    pub fn keeps(&self, invariant: Invariant) -> bool {
        self.keeps.contains(&invariant) || self.establishes.contains(&invariant)
    }
}
