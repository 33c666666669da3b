//! Sections: time, reduced to the maximal cliques.
//!
//! Two buffers conflict if they are live at once, and each set of buffers that are live at once is
//! contained in one that ends with a death. So of all stretches of time only those are kept that
//! begin with a birth and end with a death: the maximal cliques. On real traces that halves the
//! columns that a planner has to deal with.

use memplan_support::Sort;

use crate::{BufferId, Bytes, LifetimeTrace};

/// A run of sections: the first one, and the first one after it.
pub(crate) type Run = (u32, u32);

/// With at most this many ticks for each piece of a buffer, all ticks are scanned; otherwise births
/// and deaths are sorted.
const TICKS_PER_LIFE: u64 = 4;

/// One piece of a buffer.
#[derive(Clone, Copy)]
struct Life {
    begin: i64,
    end: i64,
    bytes: u64,
}

/// The sections of a trace, and which of them each piece of each buffer occupies.
#[derive(Debug)]
pub(crate) struct Sections {
    n_sections: u32,
    max_load: u64,
    /// The runs of all pieces, buffer by buffer.
    runs: Vec<Run>,
    /// Where the runs of each buffer begin; one entry more than buffers.
    first_run: Vec<u32>,
}

impl Sections {
    /// Sweeps the begins and ends of all pieces once. `O(n log n)`; `O(n)` where ticks are dense.
    pub(crate) fn new(trace: &LifetimeTrace) -> Self {
        let mut lives: Vec<Life> = Vec::with_capacity(trace.len());
        let mut first_run: Vec<u32> = Vec::with_capacity(trace.len() + 1);
        for buffer in trace.buffers() {
            first_run.push(lives.len() as u32);
            lives.extend(buffer.pieces().map(|piece| Life {
                begin: piece.ticks.begin().0,
                end: piece.ticks.end().0,
                bytes: piece.hi - piece.lo,
            }));
        }
        first_run.push(lives.len() as u32);
        let earliest = lives.iter().map(|life| life.begin).min().unwrap_or(0);
        let latest = lives.iter().map(|life| life.end).max().unwrap_or(0);
        let n_ticks = latest.abs_diff(earliest);
        let mut sections = Self {
            n_sections: 0,
            max_load: 0,
            runs: Vec::new(),
            first_run,
        };
        if n_ticks / TICKS_PER_LIFE < lives.len() as u64 {
            sections.sweep_all_ticks(&lives, earliest, n_ticks as usize);
        } else {
            sections.sweep_ends(&lives, earliest);
        }
        sections
    }

    /// For dense ticks: looks at each of them.
    fn sweep_all_ticks(&mut self, lives: &[Life], earliest: i64, n_ticks: usize) {
        /// What happens at one tick.
        #[derive(Clone, Copy, Default)]
        struct Change {
            /// By how much the load grows; wraps, as its sums do not.
            load: u64,
            has_birth: bool,
            has_death: bool,
        }
        let at = |tick: i64| tick.abs_diff(earliest) as usize;
        let mut changes = vec![Change::default(); n_ticks + 1];
        for life in lives {
            let birth = &mut changes[at(life.begin)];
            birth.load = birth.load.wrapping_add(life.bytes);
            birth.has_birth = true;
            let death = &mut changes[at(life.end)];
            death.load = death.load.wrapping_sub(life.bytes);
            death.has_death = true;
        }
        let mut load: u64 = 0;
        let mut is_growing = false;
        let mut section_at = Vec::with_capacity(changes.len());
        for change in changes {
            if change.has_death && std::mem::take(&mut is_growing) {
                self.n_sections += 1;
            }
            is_growing |= change.has_birth;
            section_at.push(self.n_sections);
            load = load.wrapping_add(change.load);
            self.max_load = self.max_load.max(load);
        }
        let run = |life: &Life| (section_at[at(life.begin)], section_at[at(life.end)]);
        self.runs = lives.iter().map(run).collect();
    }

    /// For ticks far apart: sorts the begins and ends.
    fn sweep_ends(&mut self, lives: &[Life], earliest: i64) {
        // Deaths sort before births of the same tick.
        let instant = |tick: i64, is_birth: bool, life: usize| {
            u128::from(tick.abs_diff(earliest)) << 32 | u128::from(is_birth) << 31 | life as u128
        };
        let mut instants: Vec<u128> = Vec::with_capacity(2 * lives.len());
        for (index, life) in lives.iter().enumerate() {
            instants.push(instant(life.begin, true, index));
            instants.push(instant(life.end, false, index));
        }
        instants.sort_stable();
        self.runs = vec![(0, 0); lives.len()];
        let (mut load, mut is_growing) = (0, false);
        for instant in instants {
            let life = (instant & 0x7fff_ffff) as usize;
            if instant >> 31 & 1 == 1 {
                is_growing = true;
                self.runs[life].0 = self.n_sections;
                load += lives[life].bytes;
                self.max_load = self.max_load.max(load);
            } else {
                if std::mem::take(&mut is_growing) {
                    self.n_sections += 1;
                }
                self.runs[life].1 = self.n_sections;
                load -= lives[life].bytes;
            }
        }
    }

    pub(crate) fn n_sections(&self) -> u32 {
        self.n_sections
    }

    /// The same as [`LifetimeTrace::max_load`].
    pub(crate) fn max_load(&self) -> Bytes {
        Bytes(self.max_load)
    }

    /// The runs of the pieces of all buffers.
    pub(crate) fn all_runs(&self) -> &[Run] {
        &self.runs
    }

    /// The runs of the pieces of a buffer, in order of time.
    pub(crate) fn runs(&self, id: BufferId) -> &[Run] {
        let (begin, end) = (self.first_run[id.index()], self.first_run[id.index() + 1]);
        &self.runs[begin as usize..end as usize]
    }
}

#[cfg(test)]
mod tests {
    use memplan_support::Random;

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

    #[test]
    fn far_ticks_give_the_same_sections_as_near_ones() {
        let mut random = Random::new(1);
        let mut below = |n: u64| random.below(n);
        for _ in 0..300 {
            let lives: Vec<(u64, u64, u64)> = (0..1 + below(12))
                .map(|_| (below(20), 1 + below(9), below(5)))
                .collect();
            let sections = |scale: u64| {
                let line = |&(begin, life, size): &(u64, u64, u64)| {
                    format!("b {}..{} {size}\n", scale * begin, scale * (begin + life))
                };
                let trace: LifetimeTrace =
                    lives.iter().map(line).collect::<String>().parse().unwrap();
                Sections::new(&trace)
            };
            let (near, far) = (sections(1), sections(1 << 40));
            assert_eq!(near.runs, far.runs, "{lives:?}");
            let totals = |s: &Sections| (s.n_sections, s.max_load);
            assert_eq!(totals(&near), totals(&far), "{lives:?}");
        }
    }
}
