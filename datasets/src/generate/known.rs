//! Traces whose optimum is known by construction: a full rectangle is cut into buffers.
//!
//! No byte is free at any tick, so the load always equals the height of the rectangle, and the
//! rectangle itself is a schedule with that peak. Any hole that a planner leaves increases its
//! peak.

use memplan_planner::{Buffer, Bytes, LifetimeTrace};
use memplan_support::{Random, Sort};

use super::{buffer, checked};

/// A trace with a schedule that is known to be optimal.
#[derive(Clone, Debug)]
pub struct Known {
    /// The trace.
    pub trace: LifetimeTrace,
    /// The offset of each buffer in an optimal schedule.
    pub offsets: Vec<Bytes>,
    /// The peak of that schedule: no schedule has a lower one.
    pub optimum: Bytes,
}

/// What a rectangle is cut into.
#[derive(Clone, Copy, Debug)]
pub struct Cuts {
    /// The number of buffers, before some are taken out for `spare_percent`.
    pub n_buffers: u32,
    /// About how many buffers are live at a time.
    pub n_live: u32,
    /// The height of the rectangle, which is the optimum, in units of `unit`.
    pub height: u32,
    /// The length of the rectangle in ticks.
    pub n_ticks: u32,
    /// What sizes are multiples of.
    pub unit: Bytes,
    /// The percentage of the buffers to remove again. Buffers that are live in the middle of the
    /// trace stay, so the optimum does not change, but planners get room elsewhere.
    pub spare_percent: u32,
}

/// Sizes and lifetimes from recursive guillotine cuts at a quarter to three quarters of the sides.
///
/// Optimum = load = `height * unit`. Buffers come in order of birth. `O(n log n)`; if the rectangle
/// has fewer cells than buffers are asked for, there is one buffer for each cell.
pub fn guillotine(seed: u64, cuts: &Cuts) -> Known {
    let place = |random: &mut Random, side: u64| {
        random.between((side / 4).max(1), (side - side / 4).min(side - 1))
    };
    cut(seed, cuts, "guillotine", place)
}

/// Heights and lifetimes of all magnitudes, from cuts at a half, a quarter, an eighth and so on of
/// the sides, never quite exact. Optimum = load = `height * unit`.
///
/// Boxing (Buchsbaum et al., "OPT versus LOAD in Dynamic Storage Allocation", STOC 2003) groups
/// buffers of similar height. Here every class of heights has few members at a time, heights lie
/// just above powers of two, and the largest are a good part of the load, which is the case in
/// which the loss `O((h_max / LOAD)^(1/7))` of the paper is largest. Planners that take buffers in
/// order of birth meet long and short lives interleaved on all scales.
pub fn boxing_hard(seed: u64, cuts: &Cuts) -> Known {
    let place = |random: &mut Random, side: u64| {
        let part = side >> random.between(1, 6);
        let at = (part + 1 + random.below(1 + part / 8)).min(side - 1);
        if random.below(2) == 0 { at } else { side - at }
    };
    cut(seed, cuts, "boxing-hard", place)
}

/// A rectangle of ticks and units, and how many buffers it is to be cut into.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) begin: u64,
    pub(super) n_ticks: u64,
    pub(super) bottom: u64,
    pub(super) height: u64,
    pub(super) n_buffers: u64,
}

impl Piece {
    fn cells(&self) -> u64 {
        self.n_ticks * self.height
    }

    /// Two pieces: the first `at` ticks or units, and the rest. Buffers are distributed by area.
    pub(super) fn split(self, in_time: bool, at: u64) -> (Self, Self) {
        let (mut first, mut second) = (self, self);
        if in_time {
            first.n_ticks = at;
            second.n_ticks -= at;
            second.begin += at;
        } else {
            first.height = at;
            second.height -= at;
            second.bottom += at;
        }
        let share = u128::from(self.n_buffers) * u128::from(first.cells());
        let share = (share / u128::from(self.cells())) as u64;
        let least = self.n_buffers.saturating_sub(second.cells()).max(1);
        let most = first.cells().min(self.n_buffers - 1);
        first.n_buffers = share.clamp(least, most);
        second.n_buffers = self.n_buffers - first.n_buffers;
        (first, second)
    }
}

fn cut(seed: u64, cuts: &Cuts, name: &str, place: impl Fn(&mut Random, u64) -> u64) -> Known {
    let mut random = Random::new(seed);
    let whole = Piece {
        begin: 0,
        n_ticks: u64::from(cuts.n_ticks.max(1)),
        bottom: 0,
        height: u64::from(cuts.height.max(1)),
        n_buffers: u64::from(cuts.n_buffers.max(1)),
    };
    let whole = Piece {
        n_buffers: whole.n_buffers.min(whole.cells()),
        ..whole
    };
    let mut pieces = Vec::with_capacity(whole.n_buffers as usize);
    let mut open = vec![whole];
    while let Some(piece) = open.pop() {
        if piece.n_buffers == 1 {
            pieces.push(piece);
            continue;
        }
        let in_time = is_cut_in_time(&mut random, &whole, &piece, u64::from(cuts.n_live.max(1)));
        let side = if in_time { piece.n_ticks } else { piece.height };
        let (first, second) = piece.split(in_time, place(&mut random, side));
        open.push(second);
        open.push(first);
    }
    let middle = whole.n_ticks / 2;
    pieces.retain(|piece| {
        let is_live = piece.begin <= middle && middle < piece.begin + piece.n_ticks;
        let is_spare = random.below(100) < u64::from(cuts.spare_percent);
        is_live || !is_spare
    });
    // Buffers born at the same tick are in random order, not from the bottom upwards.
    let mut keyed: Vec<(u64, u64, Piece)> = pieces
        .into_iter()
        .map(|piece| (piece.begin, random.bits(), piece))
        .collect();
    keyed.sort_stable_by_key(|&(begin, key, piece)| (begin, key, piece.bottom));
    let unit = cuts.unit.0.max(1);
    let offsets = keyed.iter().map(|(_, _, piece)| Bytes(piece.bottom * unit));
    let offsets = offsets.collect();
    let buffers: Vec<Buffer> = keyed
        .iter()
        .enumerate()
        .map(|(index, &(begin, _, piece))| {
            let end = begin + piece.n_ticks;
            buffer(format!("b{index}"), begin, end, piece.height * unit)
        })
        .collect();
    Known {
        trace: checked(&format!("{name} seed={seed}"), buffers),
        offsets,
        optimum: Bytes(whole.height * unit),
    }
}

/// Whether the next cut is across time; drawn so that pieces tend to `n_live` to a column.
fn is_cut_in_time(random: &mut Random, whole: &Piece, piece: &Piece, n_live: u64) -> bool {
    if piece.height == 1 {
        return true;
    }
    if piece.n_ticks == 1 {
        return false;
    }
    // Compare the sides in units of the wanted piece, both scaled by the same factors:
    // `(n_ticks / whole.n_ticks) * (whole.n_buffers / n_live)` against
    // `(height / whole.height) * n_live`.
    let long = u128::from(piece.n_ticks) * u128::from(whole.height) * u128::from(whole.n_buffers);
    let high = u128::from(piece.height) * u128::from(whole.n_ticks) * u128::from(n_live);
    let high = high * u128::from(n_live);
    let drawn = u128::from(random.below(1 << 32));
    drawn * (long + high) < long << 32
}

#[cfg(test)]
pub(super) mod tests {
    use super::{Cuts, Known, boxing_hard, guillotine};
    use memplan_planner::{
        Bytes, Optimality, PlanOptions, ValidateOptions, load_profile, registry, validate,
    };

    const CUTS: Cuts = Cuts {
        n_buffers: 2000,
        n_live: 30,
        height: 1 << 14,
        n_ticks: 4000,
        unit: Bytes(64),
        spare_percent: 0,
    };

    /// Runs a planner to get a schedule, and replaces its offsets by the known ones.
    pub(in crate::generate) fn check(known: &Known) {
        let planner = registry::planner("first-fit").unwrap();
        let mut schedule = planner.plan(&known.trace, &PlanOptions::default()).unwrap();
        schedule.offsets.clone_from(&known.offsets);
        schedule.total_size = known.optimum;
        schedule.optimality = Optimality::Optimal;
        let checks = ValidateOptions::default();
        assert_eq!(validate(&known.trace, &schedule, &checks), Ok(()));
        assert_eq!(known.trace.max_load(), known.optimum);
    }

    #[test]
    fn the_rectangle_is_a_schedule_without_a_hole() {
        for seed in 0..5 {
            for made in [guillotine(seed, &CUTS), boxing_hard(seed, &CUTS)] {
                check(&made);
                assert_eq!(made.trace.len(), 2000);
                let loads = load_profile(&made.trace);
                assert_eq!(loads.len(), 2, "the load changes in the middle");
            }
        }
    }

    #[test]
    fn spare_room_leaves_the_optimum_alone() {
        let cuts = Cuts {
            spare_percent: 30,
            ..CUTS
        };
        let made = guillotine(1, &cuts);
        check(&made);
        assert!(
            (1300..1600).contains(&made.trace.len()),
            "{}",
            made.trace.len()
        );
    }

    #[test]
    fn degenerate_rectangles_are_cut_into_their_cells() {
        for (n_buffers, height, n_ticks) in
            [(0, 0, 0), (9, 1, 1), (9, 1, 5), (9, 5, 1), (100, 7, 9)]
        {
            let cuts = Cuts {
                n_buffers,
                height,
                n_ticks,
                ..CUTS
            };
            for made in [guillotine(1, &cuts), boxing_hard(1, &cuts)] {
                check(&made);
                let cells = (height.max(1) * n_ticks.max(1)) as usize;
                assert_eq!(made.trace.len(), cells.min(n_buffers.max(1) as usize));
            }
        }
    }

    #[test]
    fn one_box_height_for_all_wastes_a_third() {
        // Rounding sizes up to powers of two raises the load before any buffer is placed.
        let made = boxing_hard(1, &CUTS);
        let rounded = made.trace.clone().into_builder();
        let rounded = rounded.map_buffers(|b| b.size = Bytes(b.size.0.next_power_of_two()));
        let load = rounded.build().unwrap().max_load();
        assert!(
            load.0 * 3 > made.optimum.0 * 4,
            "{load} of {}",
            made.optimum
        );
        for name in ["first-fit", "best-fit", "greedy-by-size"] {
            let planner = registry::planner(name).unwrap();
            let schedule = planner.plan(&made.trace, &PlanOptions::default()).unwrap();
            let fragmentation = schedule.fragmentation(&made.trace);
            assert!(fragmentation > 0.15, "{name}: {fragmentation}");
        }
    }
}
