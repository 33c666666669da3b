//! Sections: time, reduced to the maximal cliques.
//!
//! Two buffers conflict if they are live at once, and each set of buffers that are live at once is
//! contained in one that ends with a death. So of all stretches of time only those are kept that
//! begin with a birth and end with a death: the maximal cliques. On real traces that halves the
//! columns that a planner has to deal with.

use std::num::NonZeroU64;

use super::buffer::Piece;
use super::units::gcd;
use crate::{Buffer, BufferId, Bytes, Lifetime, LifetimeTrace, Tick};

/// A run of sections: the first one, and the first one after it.
pub(crate) type Run = (u32, u32);

/// With at most this many ticks for each piece of a buffer, all ticks are scanned; otherwise births
/// and deaths are sorted.
const TICKS_PER_LIFE: u64 = 4;

/// The sections of a trace, and which of them each piece of each buffer occupies.
#[derive(Debug)]
pub(crate) struct Sections {
    n_sections: u32,
    max_load: u64,
    unit: NonZeroU64,
    /// The runs of all pieces, buffer by buffer.
    runs: Vec<Run>,
    /// Where the runs of each buffer begin; one entry more than buffers.
    first_run: Vec<u32>,
}

impl Sections {
    /// Sweeps the begins and ends of all pieces once. `O(n log n)`; `O(n)` where ticks are dense.
    pub(super) fn new(trace: &LifetimeTrace) -> Self {
        let mut first_run: Vec<u32> = Vec::with_capacity(trace.len() + 1);
        let (mut n_pieces, mut earliest, mut latest) = (0_u32, i64::MAX, i64::MIN);
        let mut unit = 0;
        for buffer in trace.buffers() {
            first_run.push(n_pieces);
            for piece in buffer.pieces() {
                n_pieces += 1;
                unit = gcd(gcd(piece.lo, piece.hi), unit);
                earliest = earliest.min(piece.ticks.begin().0);
                latest = latest.max(piece.ticks.end().0);
            }
        }
        first_run.push(n_pieces);
        let mut sections = Self {
            n_sections: 0,
            max_load: 0,
            unit: NonZeroU64::new(unit).unwrap_or(NonZeroU64::MIN),
            runs: Vec::new(),
            first_run,
        };
        let n_ticks = latest
            .checked_sub(earliest)
            .map_or(u64::MAX, i64::cast_unsigned);
        if n_pieces == 0 {
            return sections;
        }
        let pieces = trace.buffers().iter().flat_map(Buffer::pieces);
        if n_ticks / TICKS_PER_LIFE < u64::from(n_pieces) {
            sections.sweep_all_ticks(pieces, earliest, n_ticks as usize);
        } else {
            sections.sweep_ends(pieces);
        }
        sections
    }

    /// For dense ticks: looks at each of them.
    fn sweep_all_ticks(
        &mut self,
        pieces: impl Iterator<Item = Piece> + Clone,
        earliest: i64,
        n_ticks: usize,
    ) {
        /// Flags of a tick.
        const BIRTH: u8 = 1;
        const DEATH: u8 = 2;
        let at = |tick: Tick| tick.0.abs_diff(earliest) as usize;
        // By how much the load grows at each tick; wraps, as its sums do not.
        let mut growth = vec![0_u64; n_ticks + 1];
        let mut changes = vec![0_u8; n_ticks + 1];
        for piece in pieces.clone() {
            let (begin, end) = (at(piece.ticks.begin()), at(piece.ticks.end()));
            let bytes = piece.hi - piece.lo;
            growth[begin] = growth[begin].wrapping_add(bytes);
            growth[end] = growth[end].wrapping_sub(bytes);
            changes[begin] |= BIRTH;
            changes[end] |= DEATH;
        }
        let mut load: u64 = 0;
        let mut is_growing = false;
        let mut section_at = Vec::with_capacity(changes.len());
        for (growth, change) in growth.into_iter().zip(changes) {
            if change & DEATH != 0 && std::mem::take(&mut is_growing) {
                self.n_sections += 1;
            }
            is_growing |= change & BIRTH != 0;
            section_at.push(self.n_sections);
            load = load.wrapping_add(growth);
            self.max_load = self.max_load.max(load);
        }
        let run = |piece: Piece| {
            let (begin, end) = (piece.ticks.begin(), piece.ticks.end());
            (section_at[at(begin)], section_at[at(end)])
        };
        self.runs = pieces.map(run).collect();
    }

    /// For ticks far apart: sorts the begins and ends.
    fn sweep_ends(&mut self, pieces: impl Iterator<Item = Piece> + Clone) {
        let bytes: Vec<u64> = pieces.clone().map(|piece| piece.hi - piece.lo).collect();
        let lives = (0..).zip(pieces.map(|piece| piece.ticks));
        self.runs = vec![(0, 0); bytes.len()];
        let (mut load, mut is_growing) = (0, false);
        for (is_birth, piece) in begins_and_ends(lives) {
            let piece = piece as usize;
            if is_birth {
                is_growing = true;
                self.runs[piece].0 = self.n_sections;
                load += bytes[piece];
                self.max_load = self.max_load.max(load);
            } else {
                if std::mem::take(&mut is_growing) {
                    self.n_sections += 1;
                }
                self.runs[piece].1 = self.n_sections;
                load -= bytes[piece];
            }
        }
    }

    pub(crate) fn n_sections(&self) -> u32 {
        self.n_sections
    }

    /// The largest sum of sizes live at one tick, whatever the relations.
    pub(crate) fn max_load(&self) -> Bytes {
        Bytes(self.max_load)
    }

    /// The largest number that divides all sizes, and where their windows begin and end.
    pub(crate) fn unit(&self) -> NonZeroU64 {
        self.unit
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

/// The births and deaths of some buffers in order of time: at each tick deaths come first, and of two deaths or two
/// births that of the lower [`BufferId`]. Returns whether each is a birth. `O(n log n)`, 16 bytes for each buffer where
/// ticks are less than 2^31 apart.
pub(crate) fn births_and_deaths(
    trace: &LifetimeTrace,
    ids: impl Iterator<Item = BufferId> + Clone,
) -> impl Iterator<Item = (bool, BufferId)> {
    let instants = begins_and_ends(ids.map(|id| (id.0, trace[id].live)));
    instants.map(|(is_birth, id)| (is_birth, BufferId(id)))
}

/// As [`births_and_deaths`], for lifetimes with numbers.
fn begins_and_ends(
    lives: impl Iterator<Item = (u32, Lifetime)> + Clone,
) -> impl Iterator<Item = (bool, u32)> {
    let (mut n_lives, mut earliest, mut latest) = (0, i64::MAX, i64::MIN);
    for (_, live) in lives.clone() {
        n_lives += 1;
        earliest = earliest.min(live.begin().0);
        latest = latest.max(live.end().0);
    }
    let instants = lives.flat_map(|(number, live)| {
        [(live.begin(), true), (live.end(), false)].map(|(tick, is_birth)| {
            let tick = u128::from(tick.0.abs_diff(earliest));
            tick << 33 | u128::from(is_birth) << 32 | u128::from(number)
        })
    });
    // One word sorts several times as fast as two.
    let mut narrow: Vec<u64> = Vec::new();
    let mut wide: Vec<u128> = Vec::new();
    if latest.abs_diff(earliest) < 1 << 31 {
        narrow.reserve_exact(2 * n_lives);
        narrow.extend(instants.map(|instant| instant as u64));
        narrow.sort_unstable();
    } else {
        wide.reserve_exact(2 * n_lives);
        wide.extend(instants);
        wide.sort_unstable();
    }
    let sorted = narrow.into_iter().map(u128::from).chain(wide);
    sorted.map(|instant| (instant >> 32 & 1 == 1, instant as u32))
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
        let sections = trace.sections();
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
