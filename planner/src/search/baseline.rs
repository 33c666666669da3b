//! The rules of MiniMalloc's search, as another way to find the children of a node.
//!
//! Items are placed by ascending offset, ties in a fixed order; any unplaced item may be next.
//! State, propagation and stack are those of the covering search, so the two differ only in what
//! they branch on.
//!
//! Source: Moffitt, "MiniMalloc: A Lightweight Memory Allocator for Hardware-Accelerated Machine
//! Learning", ASPLOS 2023. The floors of sections are always exact, which includes its rules
//! "section inference" and "unallocated floor".

use memplan_support::Sort;

use super::engine::Engine;
use super::unit::Unit;

/// Which of the rules are used; every combination is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BaselineRules {
    /// Place buffers at non-decreasing offsets.
    pub(crate) monotonic_floor: bool,
    /// Places nothing above a hole that something else fits into.
    pub(crate) dominance: bool,
    /// Tries no alternative to an item that clashes with no unplaced item.
    pub(crate) hatless: bool,
}

impl BaselineRules {
    /// All of them.
    pub(crate) const ALL: Self = Self {
        monotonic_floor: true,
        dominance: true,
        hatless: true,
    };
}

impl<T: Unit> Engine<T> {
    /// Puts the candidates of a part on the stack, in the order in which they are tried. False if
    /// the unplaced items do not fit above the one placed last.
    pub(super) fn baseline_candidates(
        &mut self,
        rules: BaselineRules,
        first: usize,
        end: usize,
    ) -> bool {
        let last = self.last_placed();
        let lowest = last.map_or(T::ZERO, |(offset, _)| offset);
        if rules.monotonic_floor
            && !(first..end).all(|section| self.state.fits_above(section, lowest))
        {
            return false;
        }
        let range = self.problem.n_before[first] as usize..self.problem.n_before[end] as usize;
        // The two lowest possible ends of unplaced items; two, because an item does not dominate
        // itself.
        let mut ends = [(T::INFINITE, usize::MAX); 2];
        let begin = self.candidates.len();
        for item in range {
            let least = self.state.least[item];
            if least == T::INFINITE {
                continue;
            }
            let top = (least + self.problem.size[item], item);
            if top < ends[0] {
                ends = [top, ends[0]];
            } else if top < ends[1] {
                ends[1] = top;
            }
            if last.is_none_or(|last| last <= (least, self.run.rank[item])) {
                self.candidates.push(item as u32);
            }
        }
        if rules.dominance {
            let least = &self.state.least;
            let mut kept = begin;
            for index in begin..self.candidates.len() {
                let item = self.candidates[index] as usize;
                let other = if ends[0].1 == item { ends[1] } else { ends[0] };
                if least[item] < other.0 {
                    self.candidates[kept] = item as u32;
                    kept += 1;
                }
            }
            self.candidates.truncate(kept);
        }
        let (least, rank) = (&self.state.least, &self.run.rank);
        self.candidates[begin..]
            .sort_stable_by_key(|&item| (least[item as usize], rank[item as usize]));
        true
    }

    /// Whether alternatives to an item, which is not placed, are useless.
    pub(super) fn is_hatless(&self, item: usize) -> bool {
        self.problem.runs(item).iter().all(|&(first, end)| {
            let count = &self.state.count[first as usize..end as usize];
            count.iter().all(|&count| count == T::ONE)
        })
    }
}
