//! Time, reduced to the sections that matter.
//!
//! Two buffers conflict if they are there at once, and each set of buffers that are there at once is
//! contained in one that ends with a death. So of all stretches of time only those are kept that
//! begin with a birth and end with a death: the maximal cliques. On real traces that halves the
//! columns that a planner has to deal with.

use crate::{BufferId, Bytes, LifetimeTrace};

/// A run of sections: the first one, and the first one after it.
pub(crate) type Run = (u32, u32);

/// The sections of a trace, and which of them each piece of each buffer occupies.
#[derive(Debug)]
pub(crate) struct Sections {
    n_sections: u32,
    max_load: u64,
    /// The runs of all pieces, buffer by buffer.
    runs: Vec<Run>,
    /// Where the runs of each buffer begin; empty when piece and buffer numbers are the same.
    first_run: Vec<u32>,
}

impl Sections {
    /// Sweeps the begins and ends of all pieces once. `O(n log n)`.
    pub(crate) fn new(trace: &LifetimeTrace) -> Self {
        let mut instants: Vec<(i64, u32)> = Vec::with_capacity(2 * trace.len());
        let mut n_pieces: u32 = 0;
        let mut weights: Vec<u64> = Vec::with_capacity(trace.len());
        let mut first_run: Vec<u32> = Vec::with_capacity(trace.len() + 1);
        for buffer in trace.buffers() {
            first_run.push(n_pieces);
            for piece in buffer.pieces() {
                // Deaths sort before births of the same tick.
                instants.push((piece.ticks.end().0, n_pieces << 1));
                instants.push((piece.ticks.begin().0, n_pieces << 1 | 1));
                weights.push(piece.hi - piece.lo);
                n_pieces += 1;
            }
        }
        first_run.push(n_pieces);
        instants.sort_unstable_by_key(|&(tick, piece)| (tick, piece & 1));

        let mut runs: Vec<Run> = vec![(0, 0); n_pieces as usize];
        let (mut section, mut has_birth): (u32, bool) = (0, false);
        let (mut load, mut max_load): (u64, u64) = (0, 0);
        for (_, packed) in instants {
            let piece = (packed >> 1) as usize;
            if packed & 1 == 1 {
                has_birth = true;
                runs[piece].0 = section;
                load += weights[piece];
                max_load = max_load.max(load);
            } else {
                if std::mem::take(&mut has_birth) {
                    section += 1;
                }
                runs[piece].1 = section;
                load -= weights[piece];
            }
        }
        Self {
            n_sections: section,
            max_load,
            runs,
            first_run,
        }
    }

    pub(crate) fn n_sections(&self) -> u32 {
        self.n_sections
    }

    /// The same as [`LifetimeTrace::max_load`].
    pub(crate) fn max_load(&self) -> Bytes {
        Bytes(self.max_load)
    }

    /// The runs of the pieces of a buffer, in order of time.
    pub(crate) fn runs(&self, id: BufferId) -> &[Run] {
        let (begin, end) = (self.first_run[id.index()], self.first_run[id.index() + 1]);
        &self.runs[begin as usize..end as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::Sections;
    use crate::{BufferId, LifetimeTrace};

    #[test]
    fn only_maximal_cliques_are_kept() {
        let trace: LifetimeTrace = "a 0..4 1; b 1..2 1; c 2..4 1; d 4..5 1 ; z 0..9 0"
            .parse()
            .unwrap();
        let sections = Sections::new(&trace);
        assert_eq!(sections.n_sections(), 3); // {a, b}, {a, c}, {d}
        let runs = |id| sections.runs(BufferId(id));
        assert_eq!(
            [runs(0), runs(1), runs(2), runs(3)],
            [[(0, 2)], [(0, 1)], [(1, 2)], [(2, 3)]]
        );
        assert_eq!(runs(4), []);
        assert_eq!(sections.max_load(), trace.max_load());
    }
}
