//! The random numbers of Python's `random` module: the Mersenne Twister MT19937.

/// Words of the state.
const N: usize = 624;
const M: usize = 397;

/// A sequence as after `random.seed(n)`, for a seed of 32 bits.
#[derive(Clone, Debug)]
pub(super) struct PythonRandom {
    state: Vec<u32>,
    next: usize,
}

impl PythonRandom {
    pub(super) fn new(seed: u32) -> Self {
        let mut state = vec![0_u32; N];
        let mut last = 19_650_218_u32;
        for (word, i) in state.iter_mut().zip(1_u32..) {
            *word = last;
            last = 1_812_433_253_u32
                .wrapping_mul(last ^ (last >> 30))
                .wrapping_add(i);
        }
        // A seed of one word is mixed in as an array of one word.
        let mut i = 1;
        for _ in 0..N {
            let before = state[i - 1];
            let mixed = (before ^ (before >> 30)).wrapping_mul(1_664_525);
            state[i] = (state[i] ^ mixed).wrapping_add(seed);
            i += 1;
            if N <= i {
                state[0] = state[N - 1];
                i = 1;
            }
        }
        for _ in 1..N {
            let before = state[i - 1];
            let mixed = (before ^ (before >> 30)).wrapping_mul(1_566_083_941);
            state[i] = (state[i] ^ mixed).wrapping_sub(i as u32);
            i += 1;
            if N <= i {
                state[0] = state[N - 1];
                i = 1;
            }
        }
        state[0] = 1 << 31;
        Self { state, next: N }
    }

    fn word(&mut self) -> u32 {
        if self.next == N {
            for i in 0..N {
                let joined =
                    (self.state[i] & (1 << 31)) | (self.state[(i + 1) % N] & ((1 << 31) - 1));
                let odd = if joined & 1 == 1 { 0x9908_b0df } else { 0 };
                self.state[i] = self.state[(i + M) % N] ^ (joined >> 1) ^ odd;
            }
            self.next = 0;
        }
        let mut word = self.state[self.next];
        self.next += 1;
        word ^= word >> 11;
        word ^= (word << 7) & 0x9d2c_5680;
        word ^= (word << 15) & 0xefc6_0000;
        word ^ (word >> 18)
    }

    /// `random.randint(0, n - 1)` for `n` from 1 to 2^31.
    pub(super) fn below(&mut self, n: usize) -> usize {
        let bits = usize::BITS - n.leading_zeros();
        loop {
            let number = (self.word() >> (32 - bits.min(32))) as usize;
            if number < n {
                return number;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::PythonRandom;

    #[test]
    fn the_numbers_of_python_are_known() {
        let mut random = PythonRandom::new(1);
        // `random.seed(1); [random.randint(0, 100) for _ in range(10)]` in Python 3.
        let numbers: Vec<usize> = (0..10).map(|_| random.below(101)).collect();
        assert_eq!(numbers, [17, 72, 97, 8, 32, 15, 63, 97, 57, 60]);
    }
}
