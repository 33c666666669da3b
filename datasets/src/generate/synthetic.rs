//! Synthetic instances from the evaluation of large-scale planners.

use memplan_planner::LifetimeTrace;

use super::{buffer, checked};
use memplan_support::Random;

/// The base of the sizes: they go from one unit to this many.
const LARGEST: u64 = 100_000;

/// Bits after the binary point of the numbers below.
const FRACTION: u32 = 46;

/// How many bits of randomness a size has: enough to reach each of the sizes.
const SIZE_BITS: u32 = 32;

/// Many short and few long lives, and sizes whose logarithms are uniform.
///
/// Buffer `i` is born at `i` and lives for 1 to 16 ticks (90 %), 1 to 512 (9 %) or 1 to 50000
/// (1 %), uniform, cut at `n + 1`; its size is `64 * (floor(100000^u) + 1)` bytes for `u` uniform in
/// `[0, 1)`. `O(n)`. [`super::skewed`] is the same with rounder sizes.
pub fn synthetic(seed: u64, n_buffers: u32) -> LifetimeTrace {
    let mut random = Random::new(seed);
    let power = PowerTable::new();
    let end_of_program = u64::from(n_buffers) + 1;
    let buffers = (0..n_buffers).map(|index| {
        let longest = match random.below(100) {
            0..90 => 16,
            90..99 => 512,
            _ => 50_000,
        };
        let begin = u64::from(index);
        let end = (begin + random.between(1, longest)).min(end_of_program);
        let size = 64 * (power.at(random.bits() >> (64 - SIZE_BITS)) + 1);
        buffer(format!("b{index}"), begin, end, size)
    });
    checked(&format!("synthetic seed={seed}"), buffers.collect())
}

/// `100000^(1/2)`, `100000^(1/4)` and so on as fixed-point numbers. A power is a product of some of
/// them, so no math library is involved.
struct PowerTable([u64; SIZE_BITS as usize]);

impl PowerTable {
    fn new() -> Self {
        let mut root = LARGEST << FRACTION;
        Self(std::array::from_fn(|_| {
            // The square root of a fixed-point number is `sqrt(x / 2^f) = isqrt(x * 2^f) / 2^f`. It
            // is below `2^9 * 2^FRACTION`.
            root = (u128::from(root) << FRACTION).isqrt() as u64;
            root
        }))
    }

    /// `floor(100000^(u / 2^32))`, with `u` below `2^32`.
    ///
    /// Truncation makes the product too small by at most `2^-40` of itself.
    fn at(&self, u: u64) -> u64 {
        let mut product = 1_u64 << FRACTION;
        for (bit, &root) in (1..=SIZE_BITS).zip(&self.0) {
            if u >> (SIZE_BITS - bit) & 1 == 1 {
                product = ((u128::from(product) * u128::from(root)) >> FRACTION) as u64;
            }
        }
        product >> FRACTION
    }
}

#[cfg(test)]
mod tests {
    use super::{PowerTable, synthetic};
    use memplan_planner::Bytes;

    #[test]
    fn powers_are_those_of_a_mathematical_library() {
        let power = PowerTable::new();
        assert_eq!(power.at(0), 1);
        assert_eq!(power.at(u64::from(u32::MAX)), 99_999);
        for step in 0..10_000_u64 {
            let u = step * 429_496 + 7;
            let exact = 100_000_f64.powf(u as f64 / 4_294_967_296.0);
            // Near an integer the two computations may round to different sides.
            if exact.fract() > 1e-6 && exact.fract() < 1.0 - 1e-6 {
                assert_eq!(power.at(u), exact.floor() as u64, "u = {u}");
            }
        }
    }

    #[test]
    fn lives_and_sizes_have_the_distribution_asked_for() {
        let trace = synthetic(1, 100_000);
        let lives = |longest: i64| {
            let lives = trace
                .buffers()
                .iter()
                .map(|b| b.live.end().0 - b.live.begin().0);
            lives.filter(|&life| life <= longest).count()
        };
        // 90 % + 16/512 of 9 % + almost none of the long lifetimes.
        assert!((90_000..90_700).contains(&lives(16)), "{}", lives(16));
        assert!((98_800..99_200).contains(&lives(512)), "{}", lives(512));
        // Sizes are log-uniform, so half of them are below the square root of the largest, 316.
        let below = |limit: u64| {
            trace
                .buffers()
                .iter()
                .filter(|b| b.size < Bytes(limit))
                .count()
        };
        let half = below(64 * 318);
        assert!((49_500..50_700).contains(&half), "{half}");
        assert!(
            trace
                .buffers()
                .iter()
                .all(|b| b.size.0 % 64 == 0 && b.size >= Bytes(128))
        );
        assert!(trace.buffers().iter().all(|b| b.live.end().0 <= 100_001));
    }
}
