//! A fast hash of 128 bits, by which equal things are recognised without keeping and comparing them.

use std::hash::Hasher;

/// Odd constants: digits of the golden ratio and of the square roots of 2 and 3.
const MIX: [u64; 3] = [
    0x9e37_79b9_7f4a_7c15,
    0x6a09_e667_f3bc_c909,
    0xbb67_ae85_84ca_a73b,
];

/// A hash of what is written to it. Equal on every machine for equal values of integer types; not for secrets.
///
/// Two different inputs have one digest with a chance of about 2^-128, so a digest may stand for what was hashed.
/// Linear, two multiplications for each word.
#[derive(Clone, Copy, Debug)]
pub struct Digest([u64; 2]);

impl Default for Digest {
    fn default() -> Self {
        Self([MIX[1], MIX[2]])
    }
}

impl Digest {
    /// The digest of all that was written.
    pub fn digest(&self) -> u128 {
        let [a, b] = self.0;
        let (a, b) = (folded(a ^ MIX[2], b ^ MIX[0]), folded(b ^ MIX[1], a));
        u128::from(a) << 64 | u128::from(b)
    }
}

/// The two halves of a product.
fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product >> 64) as u64 ^ product as u64
}

impl Hasher for Digest {
    fn write(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8);
        for word in words.by_ref() {
            let mut full = [0; 8];
            full.copy_from_slice(word);
            self.write_u64(u64::from_le_bytes(full));
        }
        let rest = words.remainder();
        if !rest.is_empty() {
            let mut full = [0; 8];
            full[..rest.len()].copy_from_slice(rest);
            self.write_u64(u64::from_le_bytes(full) ^ (rest.len() as u64) << 56);
        }
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }

    fn write_u16(&mut self, word: u16) {
        self.write_u64(word.into());
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        let [a, b] = self.0;
        self.0 = [
            folded(a ^ word, MIX[0]).wrapping_add(b),
            folded(b ^ word.rotate_left(32), MIX[1]) ^ a.rotate_left(23),
        ];
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        self.digest() as u64
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::hash::Hash;

    use super::*;

    fn digest(value: impl Hash) -> u128 {
        let mut digest = Digest::default();
        value.hash(&mut digest);
        digest.digest()
    }

    #[test]
    fn different_inputs_have_different_digests() {
        let mut seen = HashSet::new();
        for n in 0..200_u64 {
            assert!(seen.insert(digest(n)));
            assert!(seen.insert(digest((n, n))) && seen.insert(digest((n, n + 1))));
            // A list without elements is its length, so that of no elements is the number 0.
            assert!(seen.insert(digest(vec![0_u8; n as usize + 1])));
            assert!(seen.insert(digest(vec![0_u64; n as usize + 40])));
        }
        // Of one bit in a long input, and of the order of words.
        for at in 0..64 {
            let mut words = [7_u64; 64];
            words[at] ^= 1 << at;
            assert!(seen.insert(digest(words)));
        }
        assert_eq!(digest([1_u64, 2]), digest([1_u64, 2]));
    }
}
