//! Random numbers for planners that need some: equal seeds give equal schedules.

/// A counter-based generator: the `n`-th number is a hash of the seed and `n`.
///
/// Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014
/// (SplitMix64).
#[derive(Clone, Debug)]
pub(crate) struct SplitMix(u64);

impl SplitMix {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Any 64 bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `n - 1`; 0 if `n` is 0.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.bits()) * u128::from(n)) >> 64) as u64
    }

    /// As [`Self::below`], for places in memory.
    pub(crate) fn index(&mut self, n: usize) -> usize {
        self.below(n as u64) as usize
    }
}

/// The generator behind `rand_r` of the GNU C library, which TVM draws from: three steps of the
/// linear congruential generator of ISO C for each number.
#[derive(Clone, Debug)]
pub(crate) struct RandR(u32);

impl RandR {
    pub(crate) fn new(seed: u32) -> Self {
        Self(seed)
    }

    /// A number below 2^31.
    pub(crate) fn next(&mut self) -> u32 {
        let mut number = 0;
        for bits in [11, 10, 10] {
            self.0 = self.0.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            let high = self.0 >> 16;
            number = (number << bits) ^ (high & ((1 << bits) - 1));
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::{RandR, SplitMix};

    #[test]
    fn the_numbers_never_change() {
        let mut random = SplitMix::new(0);
        assert_eq!(random.bits(), 0xe220_a839_7b1d_cdaf); // published first output of SplitMix64
        let numbers: Vec<u64> = (0..6).map(|_| random.below(6)).collect();
        assert!(numbers.iter().all(|&number| number < 6));
        assert_eq!(random.below(0), 0);
    }

    #[test]
    fn the_numbers_of_the_c_library_are_known() {
        let mut random = RandR::new(0);
        let numbers: Vec<u32> = (0..5).map(|_| random.next()).collect();
        // Five calls of glibc's `rand_r` on a state of 0.
        let expected = [
            1_012_484,
            1_716_955_679,
            1_792_309_082,
            229_610_924,
            1_639_479_903,
        ];
        assert_eq!(numbers, expected);
    }
}
