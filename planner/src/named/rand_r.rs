//! The random numbers of TVM: `rand_r` of the GNU C library.

/// A sequence of `rand_r`: three steps of the linear congruential generator of ISO C for each number.
#[derive(Clone, Debug)]
pub(super) struct RandR(u32);

impl RandR {
    pub(super) fn new(seed: u32) -> Self {
        Self(seed)
    }

    /// A number below 2^31.
    pub(super) fn next(&mut self) -> u32 {
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
    use super::RandR;

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
