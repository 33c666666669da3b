//! Traces that resemble the tight instances of a few hundred buffers on which accelerator compilers
//! fail.
//!
//! The optimum of the instances A to K, published with MiniMalloc, equals the load. Their sizes and
//! lifetimes span all magnitudes, and hardly a byte is free. The two hardest, with 213 and 409
//! buffers, have cliques of 70 to 110 buffers, most of which live for a third or a fifth of the
//! trace. The maximum load is reached at only a few ticks. Elsewhere it is 1 to 15 % lower, which
//! prevents a search from detecting wrong decisions early. The generator cuts a rectangle into such
//! buffers, including pinwheels, so that no sequence of straight cuts decomposes the schedule. It
//! then removes or shortens some buffers, except those that are live at the tight ticks.
//!
//! Source of the originals: Moffitt, "MiniMalloc: A Lightweight Memory Allocator for
//! Hardware-Accelerated Machine Learning", ASPLOS 2023.

use memplan_planner::{Buffer, Bytes};
use memplan_support::{Random, Sort};

use super::known::{Known, Piece};
use super::{buffer, checked};

/// What a tight trace looks like.
#[derive(Clone, Copy, Debug)]
pub struct Tight {
    /// The number of buffers of the trace.
    pub n_buffers: u32,
    /// About how many of them are live at a time.
    pub n_live: u32,
    /// The optimum in units of `unit`.
    pub height: u32,
    /// The length of the trace in ticks.
    pub n_ticks: u32,
    /// What sizes are multiples of.
    pub unit: Bytes,
    /// The number of ticks at which the load is certainly the optimum; 0 for all ticks.
    pub n_tight: u32,
    /// The percentage to remove of the buffers that are live at no tight tick.
    pub spare_percent: u32,
    /// The percentage of the births, and of the deaths, that move away from the cuts.
    pub trim_percent: u32,
    /// Percent of the cuts that are pinwheels of five pieces.
    pub pinwheel_percent: u32,
}

/// The trace of a seed. Optimum = load = `height * unit`. There are fewer buffers than requested if
/// the rectangle has too few cells, and there may be a few more if nearly all are live at tight
/// ticks.
///
/// `O(n log n)` for each of a few attempts to hit the number of buffers.
pub fn tight(seed: u64, shape: &Tight) -> Known {
    loose("tight", seed, shape, cut)
}

/// How to cut a rectangle into its `n_buffers`.
pub(super) type Cut = fn(&mut Random, &Tight, Piece) -> Vec<Piece>;

/// The trace of the pieces of a rectangle, loosened, with the name of its generator.
pub(super) fn loose(generator: &str, seed: u64, shape: &Tight, cut: Cut) -> Known {
    let wanted = u64::from(shape.n_buffers.max(1));
    let mut asked = wanted;
    let (mut pieces, mut n_kept) = (Vec::new(), 0);
    // The number of pieces left out is random: while too few remain, ask for more, each time by half
    // of the missing number.
    for _ in 0..16 {
        (pieces, n_kept) = loosened(seed, shape, asked, cut);
        let n_pieces = pieces.len() as u64;
        if wanted <= n_pieces {
            break;
        }
        asked += (wanted - n_pieces).div_ceil(2);
    }
    // Pieces that are live at tight ticks must stay, even if there are more than requested.
    pieces.truncate(n_kept.max(wanted as usize));
    let name = format!("{generator} seed={seed}");
    let unit = shape.unit.0.max(1);
    let mut named: Vec<&Piece> = pieces.iter().collect();
    named.sort_stable_by_key(|piece| piece.begin);
    let buffers: Vec<Buffer> = named
        .iter()
        .enumerate()
        .map(|(index, piece)| {
            let end = piece.begin + piece.n_ticks;
            buffer(format!("b{index}"), piece.begin, end, piece.height * unit)
        })
        .collect();
    Known {
        trace: checked(&name, buffers),
        offsets: named
            .iter()
            .map(|piece| Bytes(piece.bottom * unit))
            .collect(),
        optimum: Bytes(u64::from(shape.height.max(1)) * unit),
    }
}

/// The pieces of a rectangle that is cut into `n_buffers` and loosened, in random order but with
/// the pieces at tight ticks first, and the number of the latter.
fn loosened(seed: u64, shape: &Tight, n_buffers: u64, cut: Cut) -> (Vec<Piece>, usize) {
    let mut random = Random::new(seed);
    let whole = Piece {
        begin: 0,
        n_ticks: u64::from(shape.n_ticks.max(1)),
        bottom: 0,
        height: u64::from(shape.height.max(1)),
        n_buffers,
    };
    let mut tight: Vec<u64> = (0..shape.n_tight)
        .map(|_| random.below(whole.n_ticks))
        .collect();
    tight.sort_stable();
    let pieces = cut(&mut random, shape, whole);
    let mut kept: Vec<(bool, u64, Piece)> = Vec::with_capacity(pieces.len());
    for mut piece in pieces {
        let key = random.bits();
        let is_spare = random.below(100) < u64::from(shape.spare_percent);
        let moves = [0, 1].map(|_| random.below(100) < u64::from(shape.trim_percent));
        let end = piece.begin + piece.n_ticks;
        let first = tight.partition_point(|&at| at < piece.begin);
        let last = tight.partition_point(|&at| at < end);
        let is_tight = first < last || tight.is_empty();
        if is_spare && !is_tight {
            continue;
        }
        if !tight.is_empty() {
            // A piece stays live at all its tight ticks; a piece without one keeps a random tick.
            let (low, high) = if first < last {
                (tight[first], tight[last - 1] + 1)
            } else {
                let at = random.between(piece.begin, end - 1);
                (at, at + 1)
            };
            let begin = if moves[0] {
                random.between(piece.begin, low)
            } else {
                piece.begin
            };
            let end = if moves[1] {
                random.between(high, end)
            } else {
                end
            };
            (piece.begin, piece.n_ticks) = (begin, end - begin);
        }
        kept.push((!is_tight, key, piece));
    }
    kept.sort_stable_by_key(|&(is_loose, key, piece)| (is_loose, key, piece.bottom));
    let n_tight = kept.partition_point(|&(is_loose, _, _)| !is_loose);
    let pieces = kept.into_iter().map(|(_, _, piece)| piece).collect();
    (pieces, n_tight)
}

/// Cuts a rectangle: directions are drawn such that lives tend to `n_live / n_buffers` of the trace.
fn cut(random: &mut Random, shape: &Tight, whole: Piece) -> Vec<Piece> {
    let (n_buffers, n_cuts) = (whole.n_buffers, log2(whole.n_buffers));
    let n_in_time = cuts_in_time(n_buffers, shape);
    let mut pieces = Vec::with_capacity(n_buffers as usize);
    let mut open = vec![whole];
    while let Some(piece) = open.pop() {
        let n_wanted = piece.n_buffers.min(piece.n_ticks * piece.height);
        let piece = Piece {
            n_buffers: n_wanted,
            ..piece
        };
        if n_wanted == 1 {
            pieces.push(piece);
            continue;
        }
        let has_room = 3 <= piece.n_ticks && 3 <= piece.height && 5 <= n_wanted;
        if has_room && random.below(100) < u64::from(shape.pinwheel_percent) {
            open.extend(pinwheel(random, piece));
            continue;
        }
        let in_time = match (piece.n_ticks, piece.height) {
            (1, _) => false,
            (_, 1) => true,
            _ => random.below(n_cuts.max(1)) < n_in_time,
        };
        let side = if in_time { piece.n_ticks } else { piece.height };
        let (first, second) = piece.split(in_time, place(random, side));
        open.push(second);
        open.push(first);
    }
    pieces
}

/// Of the `log2(n_buffers)` cuts around a buffer those in time that leave `n_live` buffers at each
/// tick, in 1/256.
pub(super) fn cuts_in_time(n_buffers: u64, shape: &Tight) -> u64 {
    log2(n_buffers.div_ceil(u64::from(shape.n_live.max(1))).max(1))
}

/// Where to cut a side of at least 2: at a half, a quarter, ..., never quite exact, from either end.
fn place(random: &mut Random, side: u64) -> u64 {
    let part = (side >> random.between(1, 4)).max(1);
    let at = (part / 2 + 1 + random.below(part)).min(side - 1);
    if random.below(2) == 0 { at } else { side - at }
}

/// Five pieces around a middle one, four of them as blades; clockwise or counterclockwise.
pub(super) fn pinwheel(random: &mut Random, piece: Piece) -> [Piece; 5] {
    let inner = |random: &mut Random, side: u64| {
        let first = random.between(1, side - 2);
        (first, random.between(first + 1, side - 1))
    };
    let (left, right) = inner(random, piece.n_ticks);
    let (low, high) = inner(random, piece.height);
    let (width, height) = (piece.n_ticks, piece.height);
    let blades = if random.below(2) == 0 {
        [
            (0, right, 0, low),
            (right, width, 0, high),
            (left, width, high, height),
            (0, left, low, height),
        ]
    } else {
        [
            (left, width, 0, low),
            (right, width, low, height),
            (0, right, high, height),
            (0, left, 0, high),
        ]
    };
    let [a, b, c, d] = blades;
    let rectangles = [a, b, c, d, (left, right, low, high)];
    let mut pieces = rectangles.map(|(begin, end, bottom, top)| Piece {
        begin: piece.begin + begin,
        n_ticks: end - begin,
        bottom: piece.bottom + bottom,
        height: top - bottom,
        n_buffers: 1,
    });
    // Distribute the remaining buffers by area; the largest piece takes the rounding remainder.
    let (spare, all) = (piece.n_buffers - 5, piece.n_ticks * piece.height);
    let mut left_over = spare;
    for piece in &mut pieces {
        let share = u128::from(spare) * u128::from(piece.n_ticks * piece.height) / u128::from(all);
        piece.n_buffers += share as u64;
        left_over -= share as u64;
    }
    pieces.sort_stable_by_key(|piece| std::cmp::Reverse(piece.n_ticks * piece.height));
    pieces[0].n_buffers += left_over;
    pieces
}

/// The binary logarithm in 1/256, rounded down.
pub(super) fn log2(value: u64) -> u64 {
    let whole = u64::from(value.max(1).ilog2());
    let mut mantissa = (u128::from(value.max(1)) << 32) >> whole;
    let mut result = whole;
    for _ in 0..8 {
        mantissa = (mantissa * mantissa) >> 32;
        result *= 2;
        if 2 << 32 <= mantissa {
            mantissa >>= 1;
            result += 1;
        }
    }
    result
}

#[cfg(test)]
pub(super) mod tests {
    use super::{Known, Tight, log2, tight};
    use crate::generate::known::tests::check;
    use memplan_planner::wire::trace_hash;
    use memplan_planner::{Bytes, MemoryTraceScopes, load_profile};

    const SHAPE: Tight = Tight {
        n_buffers: 409,
        n_live: 80,
        height: 966,
        n_ticks: 1024,
        unit: Bytes(1024),
        n_tight: 5,
        spare_percent: 20,
        trim_percent: 20,
        pinwheel_percent: 20,
    };

    #[test]
    fn the_rectangle_is_a_schedule_and_its_height_the_load() {
        let full = Tight {
            n_tight: 0,
            ..SHAPE
        };
        let priorities = Tight {
            pinwheel_percent: 100,
            trim_percent: 100,
            ..SHAPE
        };
        for shape in [SHAPE, full, priorities] {
            for seed in 0..5 {
                check(&tight(seed, &shape));
            }
        }
    }

    /// The generator gives the traces that it always gave, and copes with shapes that are too small.
    pub(in crate::generate) fn check_generator(
        made: fn(u64, &Tight) -> Known,
        shape: &Tight,
        expected: &str,
    ) {
        let scopes = MemoryTraceScopes {
            traces: (0..3).map(|seed| made(seed, shape).trace).collect(),
            ..MemoryTraceScopes::default()
        };
        let hash = format!("{:032x}", trace_hash(&scopes).unwrap());
        assert_eq!(hash, expected);
        for (n_buffers, height, n_ticks) in [(0, 0, 0), (9, 1, 1), (9, 5, 1), (100, 7, 9)] {
            let small = Tight {
                n_buffers,
                height,
                n_ticks,
                n_live: 0,
                n_tight: 0,
                ..*shape
            };
            let cells = (height.max(1) * n_ticks.max(1)) as usize;
            let trace = made(1, &small).trace;
            assert_eq!(trace.len(), cells.min(n_buffers.max(1) as usize));
        }
    }

    #[test]
    fn traces_never_change_and_extremes_are_no_problem() {
        check_generator(tight, &SHAPE, "bb9ae4880ffcbabea4f262a193073735");
    }

    #[test]
    fn cliques_are_large_and_the_load_is_reached_at_few_places() {
        for seed in 0..5 {
            let trace = tight(seed, &SHAPE).trace;
            assert_eq!(trace.len(), 409);
            let ticks: Vec<i64> = (0..1024).collect();
            let live = |at: i64| {
                let buffers = trace.buffers().iter();
                buffers
                    .filter(|buffer| buffer.live.begin().0 <= at && at < buffer.live.end().0)
                    .count()
            };
            let largest = ticks.iter().map(|&at| live(at)).max().unwrap();
            assert!((60..200).contains(&largest), "seed {seed}: {largest}");
            let loads = load_profile(&trace);
            let n_full = loads
                .iter()
                .filter(|step| step.load == trace.max_load())
                .count();
            assert!((1..40).contains(&n_full), "seed {seed}: {n_full}");
            assert!(100 < loads.len(), "seed {seed}: {}", loads.len());
        }
    }

    #[test]
    fn logarithms_are_right_to_a_256th() {
        let values = [1, 2, 3, 409, 1 << 40].map(log2);
        assert_eq!(values, [0, 256, 405, 2221, 10_240]);
    }
}
