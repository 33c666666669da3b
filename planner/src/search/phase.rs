//! Phase saving: later runs start with the decisions of the deepest run so far.
//!
//! Most placements of a failed run are right; the wrong ones are near the top. Half of the runs
//! therefore prefer the children that the deepest state so far had chosen, some of them only up to
//! a random height, and search freely beyond that. This changes only the order of children, so
//! refutations stay valid.
//!
//! Runs above the bound also follow the best plan so far but for the neighbourhood of what is too high for their
//! target.
//!
//! Sources: Beck, "Solution-guided multi-point constructive search for job shop scheduling" (JAIR 2007) for following
//! plans; Pipatsrisawat and Darwiche, "A Lightweight Component Caching Scheme for Satisfiability
//! Solvers" (SAT 2007) for the idea of saved phases.

use super::state::State;
use super::unit::Unit;

/// How much of the saved phase a run follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Follow {
    /// Nothing.
    #[default]
    Nothing,
    /// What it placed below this percentage of the capacity.
    Below(u64),
    /// The best plan, except for items that are too high now, and for items above `cut` percent of the capacity that
    /// are live within `reach` percent of the sections around them.
    PlanExceptAround {
        /// In percent of the capacity.
        cut: u64,
        /// In percent of the sections.
        reach: u64,
    },
}

/// The offsets of the state that had placed most.
#[derive(Clone, Debug)]
pub(super) struct Phase<T> {
    /// Sections times size, summed over the placed items.
    area: u64,
    /// Infinite for items that were not placed.
    offset: Vec<T>,
}

impl<T: Unit> Phase<T> {
    /// Nothing placed.
    pub(super) fn new(n_items: usize) -> Self {
        Self {
            area: 0,
            offset: vec![T::INFINITE; n_items],
        }
    }

    /// Makes every other phase deeper.
    pub(super) fn clear(&mut self) {
        self.area = 0;
    }

    /// Adopts a state if it has placed more.
    pub(super) fn record(&mut self, state: &State<T>) {
        if state.area <= self.area {
            return;
        }
        self.area = state.area;
        let placed = state.least.iter().zip(&state.offset);
        for (offset, (&least, &at)) in self.offset.iter_mut().zip(placed) {
            *offset = if least == T::INFINITE {
                at
            } else {
                T::INFINITE
            };
        }
    }

    /// Adopts another phase if it has placed more, and empties the other.
    pub(super) fn improve(&mut self, other: &mut Self) {
        if self.area < other.area {
            std::mem::swap(self, other);
        }
        other.area = 0;
    }

    /// Whether this one has placed more.
    pub(super) fn is_deeper(&self, other: &Self) -> bool {
        other.area < self.area
    }

    /// The offsets below `height`; infinite for everything else.
    pub(super) fn below(&self, height: T, into: &mut Vec<T>) {
        into.clear();
        let offsets = self.offset.iter();
        into.extend(offsets.map(|&at| if at < height { at } else { T::INFINITE }));
    }
}

#[cfg(test)]
mod tests {
    use super::Phase;
    use crate::search::unit::Unit;

    #[test]
    fn the_deeper_phase_stays_and_is_followed_up_to_a_height() {
        let phase = |area: u64, offset: [i16; 3]| Phase {
            area,
            offset: offset.to_vec(),
        };
        let mut best = phase(7, [0, 5, i16::INFINITE]);
        let mut shallow = phase(6, [1, 1, 1]);
        best.improve(&mut shallow);
        assert_eq!((best.area, best.offset[1]), (7, 5));
        let mut deep = phase(8, [3, 0, 9]);
        assert!(deep.is_deeper(&best) && !best.is_deeper(&deep));
        best.improve(&mut deep);
        assert_eq!((best.area, &best.offset[..]), (8, &[3, 0, 9][..]));
        assert_eq!(deep.area, 0, "the next run starts anew");
        let mut followed = Vec::new();
        best.below(4, &mut followed);
        assert_eq!(followed, [3, 0, i16::INFINITE]);
    }
}
