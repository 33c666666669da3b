//! Traces in which bundles of long thin buffers take over the room of a few tall short ones.
//!
//! That is the structure of J, with 409 buffers the largest of the instances A to K: the area per
//! buffer hardly depends on its size, so that the tallest tenth lives for a hundredth of the trace
//! and the thinnest for half of it. Where a tall buffer dies, several thin ones are born at once that
//! together fill its room; two of five buffers share both ends of their lives with another. The
//! maximum load is reached at one or two places where few buffers are live, while at most other ticks
//! an eighth of the memory is free and some 80 buffers compete for it. A search thus gets far before
//! it notices a mistake: a few percent above the load J is easy, at the load hardly anything prunes.
//!
//! Source of the originals: Moffitt, "MiniMalloc: A Lightweight Memory Allocator for
//! Hardware-Accelerated Machine Learning", ASPLOS 2023.

use memplan_support::Random;

use super::known::{Known, Piece};
use super::tight::{Tight, cuts_in_time, log2, loose, pinwheel};

/// The percentage of cuts that separate a tall short buffer from the thin ones beside it.
const TALL_PERCENT: u64 = 20;
/// The percentage of small groups that become bundles.
const BUNDLE_PERCENT: u64 = 20;
/// The most buffers of a bundle that is cut at once; cuts that meet make larger ones.
const MOST_IN_BUNDLE: u64 = 3;

/// The trace of a seed. Optimum = load = `height * unit`. The number of buffers is as for
/// [`tight`](super::tight).
///
/// `O(n log n)` for each of a few attempts to hit the number of buffers.
pub fn bundles(seed: u64, shape: &Tight) -> Known {
    loose("bundles", seed, shape, cut)
}

fn cut(random: &mut Random, shape: &Tight, whole: Piece) -> Vec<Piece> {
    let n_cuts = log2(whole.n_buffers).max(1);
    let n_in_time = cuts_in_time(whole.n_buffers, shape);
    let mut pieces = Vec::with_capacity(whole.n_buffers as usize);
    let mut open = vec![whole];
    while let Some(mut piece) = open.pop() {
        let (n_ticks, height) = (piece.n_ticks, piece.height);
        piece.n_buffers = piece.n_buffers.min(n_ticks * height);
        let n_buffers = piece.n_buffers;
        if n_buffers == 1 {
            pieces.push(piece);
            continue;
        }
        let is_bundle = n_buffers <= MOST_IN_BUNDLE && 2 * n_buffers <= height;
        if is_bundle && random.chance(BUNDLE_PERCENT) {
            bundle(random, piece, &mut pieces);
            continue;
        }
        // The rest must have room for all buffers but one.
        if 4 <= n_ticks && n_buffers <= height && random.chance(TALL_PERCENT) {
            let (tall, rest) = beside_tall(random, piece);
            pieces.push(tall);
            open.push(rest);
            continue;
        }
        let has_room = 3 <= n_ticks && 3 <= height && 5 <= n_buffers;
        if has_room && random.chance(u64::from(shape.pinwheel_percent)) {
            open.extend(pinwheel(random, piece));
            continue;
        }
        let in_time = match (n_ticks, height) {
            (1, _) => false,
            (_, 1) => true,
            // What is wide for its height, relative to the whole, is cut in time more often.
            _ => {
                let wide = log2(n_ticks) + log2(whole.height);
                let high = log2(height) + log2(whole.n_ticks);
                let often = 100 * n_in_time / n_cuts + 2 * wide / 256;
                random.chance(often.saturating_sub(2 * high / 256).clamp(10, 90))
            }
        };
        let side = if in_time { n_ticks } else { height };
        let seventh = side / 7;
        let at = random.between(seventh.max(1), (side - seventh).min(side - 1));
        let (first, second) = piece.split(in_time, at);
        open.push(second);
        open.push(first);
    }
    pieces
}

/// A piece of at least one unit for each of its buffers as rows that live equally long.
fn bundle(random: &mut Random, mut piece: Piece, rows: &mut Vec<Piece>) {
    while 1 < piece.n_buffers {
        let row = random.between(1, piece.height - (piece.n_buffers - 1));
        rows.push(Piece {
            height: row,
            n_buffers: 1,
            ..piece
        });
        piece.bottom += row;
        piece.height -= row;
        piece.n_buffers -= 1;
    }
    rows.push(piece);
}

/// A buffer of the full height and a quarter to a 64th of the time, at either end, and the rest.
fn beside_tall(random: &mut Random, piece: Piece) -> (Piece, Piece) {
    let part = (piece.n_ticks >> random.between(2, 6)).max(1);
    let n_ticks = part / 2 + random.between(1, part);
    let (mut tall, mut rest) = (piece, piece);
    (tall.n_ticks, tall.n_buffers) = (n_ticks, 1);
    (rest.n_ticks, rest.n_buffers) = (piece.n_ticks - n_ticks, piece.n_buffers - 1);
    if random.chance(50) {
        rest.begin += n_ticks;
    } else {
        tall.begin += piece.n_ticks - n_ticks;
    }
    (tall, rest)
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::{Tight, bundles};
    use crate::generate::known::tests::check;
    use crate::generate::tight::tests::check_generator;
    use memplan_planner::{Bytes, LifetimeTrace, load_profile};

    const SHAPE: Tight = Tight {
        n_buffers: 409,
        n_live: 100,
        height: 966,
        n_ticks: 1024,
        unit: Bytes(1024),
        n_tight: 2,
        spare_percent: 15,
        trim_percent: 0,
        pinwheel_percent: 5,
    };

    #[test]
    fn the_rectangle_is_a_schedule_and_its_height_the_load() {
        let full = Tight {
            n_tight: 0,
            ..SHAPE
        };
        for shape in [SHAPE, full] {
            for seed in 0..20 {
                check(&bundles(seed, &shape));
            }
        }
    }

    #[test]
    fn traces_never_change_and_extremes_are_no_problem() {
        check_generator(bundles, &SHAPE, "78bcfb9c3ad5cf8f35d8c04e5cf0e694");
    }

    /// The value below which a share of the list lies.
    fn quantile(mut list: Vec<u64>, percent: usize) -> u64 {
        list.sort_unstable();
        list[list.len() * percent / 100]
    }

    fn live_ticks(trace: &LifetimeTrace) -> Vec<u64> {
        let buffers = trace.buffers().iter();
        buffers
            .map(|buffer| (buffer.live.end().0 - buffer.live.begin().0) as u64)
            .collect()
    }

    /// The figures of J, given or taken by half, in the median of seeds.
    #[test]
    fn sizes_lives_and_load_are_those_of_j() {
        let mut seen: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
        for seed in 0..21 {
            let trace = bundles(seed, &SHAPE).trace;
            assert_eq!(trace.len(), 409);
            let sizes: Vec<u64> = trace.buffers().iter().map(|b| b.size.0 / 1024).collect();
            let lives = trace.buffers().iter();
            let mut lives: Vec<_> = lives.map(|of| [of.live.begin(), of.live.end()]).collect();
            let ticks: BTreeSet<_> = lives.iter().flatten().collect();
            let n_ticks = ticks.len() as u64;
            lives.sort_unstable();
            let alike = lives.chunk_by(PartialEq::eq).filter(|same| 1 < same.len());
            let n_alike = alike.map(<[_]>::len).sum::<usize>() as u64;
            let profile = load_profile(&trace);
            let loads: Vec<u64> = profile.iter().map(|step| step.load.0 / 1024).collect();
            for (name, value) in [
                ("thin", quantile(sizes.clone(), 10)),
                ("size", quantile(sizes.clone(), 50)),
                ("tall", quantile(sizes, 90)),
                ("short", quantile(live_ticks(&trace), 10)),
                ("life", quantile(live_ticks(&trace), 50)),
                ("long", quantile(live_ticks(&trace), 90)),
                ("in bundles", n_alike),
                ("ticks", n_ticks),
                ("load", quantile(loads, 50)),
            ] {
                seen.entry(name).or_default().push(value);
            }
        }
        for (name, of_j) in [
            ("thin", 3),
            ("size", 17),
            ("tall", 72),
            ("short", 18),
            ("life", 118),
            ("long", 506),
            ("in bundles", 166),
            ("ticks", 213),
            ("load", 844),
        ] {
            let median = quantile(seen[name].clone(), 50);
            assert!(
                2 * of_j <= 3 * median && 2 * median <= 3 * of_j,
                "{name}: {median} instead of {of_j} ({:?})",
                seen[name]
            );
        }
    }
}
