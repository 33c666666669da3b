//! The random number generator of planners, trace generators and tests.
//!
//! Schedules, generated traces and randomized tests must be reproducible: equal seeds give equal numbers on every
//! machine and in every version. The `rand` crates may change how they map bits to ranges; [`Random`] fixes both the
//! bits and the mapping.
//!
//! The generator is SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
//! Generators", OOPSLA 2014), as the crate `rand_xoshiro` implements it. It is not cryptographic.
//!
//! ```
//! use memplan_support::Random;
//!
//! let mut die = Random::new(1);
//! let rolls: Vec<u64> = (0..6).map(|_| die.between(1, 6)).collect();
//! assert_eq!(rolls, [4, 5, 6, 3, 3, 5]);
//! ```

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Infallible, SeedableRng, TryRng};

/// A sequence of random numbers, determined by its seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random(SplitMix64);

impl Random {
    /// The sequence of a seed. Its first number is a hash of the seed that depends on all its bits.
    #[inline]
    pub fn new(seed: u64) -> Self {
        Self(SplitMix64::seed_from_u64(seed))
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let Ok::<_, Infallible>(bits) = self.0.try_next_u64();
        bits
    }

    /// A number from 0 to `n - 1`; 0 if `n` is 0. The bias is at most `n / 2^64`.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.bits()) * u128::from(n)) >> 64) as u64
    }

    /// An index into a slice of length `n`; 0 if `n` is 0.
    #[inline]
    pub fn index(&mut self, n: usize) -> usize {
        self.below(n as u64) as usize
    }

    /// A number from `first` to `last`, both included; `first` if `last` is lower.
    pub fn between(&mut self, first: u64, last: u64) -> u64 {
        first + self.below(last.saturating_sub(first).saturating_add(1))
    }

    /// `true` with probability `percent / 100`.
    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// `true` once in `n` times; always if `n` is 0 or 1.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.index(n) == 0
    }

    /// Shuffles a slice (Fisher and Yates).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.index(last + 1));
        }
    }

    /// An element of a slice.
    ///
    /// # Panics
    /// If the slice is empty.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.index(of.len())]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::Random;

    #[test]
    fn the_sequence_never_changes() {
        // The first outputs of the reference implementation (Vigna, <https://prng.di.unimi.it/splitmix64.c>).
        let mut random = Random::new(0);
        assert_eq!(random.bits(), 0xe220_a839_7b1d_cdaf);
        assert_eq!(random.bits(), 0x6e78_9e6a_a1b9_65f4);
        assert_eq!(random.bits(), 0x06c4_5d18_8009_454f);
    }

    #[test]
    fn ranges_are_kept() {
        let mut random = Random::new(7);
        assert_eq!(random.below(0), 0);
        assert_eq!(random.between(9, 3), 9);
        assert!((0..99).all(|_| random.index(6) < 6 && !random.chance(0) && random.chance(100)));
        let drawn: Vec<u8> = (0..99).map(|_| *random.pick(b"ab")).collect();
        assert!(drawn.contains(&b'a') && drawn.contains(&b'b'));
    }

    #[test]
    fn every_order_is_drawn() {
        let mut random = Random::new(7);
        let mut orders = BTreeSet::new();
        for _ in 0..99 {
            let mut list = [0, 1, 2];
            random.shuffle(&mut list);
            orders.insert(list);
        }
        assert_eq!(orders.len(), 6);
    }
}
