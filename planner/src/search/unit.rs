//! The integer types of the search, 16 to 64 bits wide.
//!
//! The inner loops compare and take minima of whole vectors of offsets. A processor does eight of
//! them at once in 16 bits, so the search is generic over the width and takes the narrowest one that
//! holds all offsets of an instance.

use std::fmt::Debug;
use std::ops::{Add, AddAssign, BitAnd, BitOr, BitXor, Sub, SubAssign};

use memplan_support::{Key, Random};

/// Items are stored and processed in chunks of this many.
pub(super) const CHUNK: usize = 32;

/// Items are hashed in blocks of this many.
pub(super) const BLOCK: usize = 8;

/// A signed integer that holds offsets, numbers of sections and numbers of items.
pub(super) trait Unit:
    Copy
    + Key
    + Ord
    + Debug
    + Default
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + AddAssign
    + SubAssign
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
{
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// Larger than every offset, such that the sum of two of them does not overflow.
    const INFINITE: Self;

    /// The value, or [`Self::INFINITE`] if it is larger.
    fn from_u64(value: u64) -> Self;
    /// The value, which must not be negative.
    fn to_u64(self) -> u64;
    /// The value as an index.
    fn index(self) -> usize;
    /// All bits set, or none: the form in which vectors of conditions are collected.
    fn mask(condition: bool) -> Self;
    /// The NH hash of a block (Black et al., "UMAC", CRYPTO 1999), for two independent keys: two
    /// different blocks collide with probability 2^-64 in each half.
    fn hash_block(block: &[Self; BLOCK], keys: &[u64; 2 * BLOCK]) -> (u128, u128);
}

/// A mask: whether an item from `begin` to before `end` is live in the sections from `first` to
/// before `last`.
#[inline(always)]
pub(super) fn is_live<T: Unit>(begin: T, end: T, first: T, last: T) -> T {
    T::mask(first < end) & T::mask(begin < last)
}

/// The value if the mask is set, else infinity. Values are not negative.
#[inline(always)]
pub(super) fn or_infinite<T: Unit>(value: T, mask: T) -> T {
    (value & mask) | (T::INFINITE - (T::INFINITE & mask))
}

fn product(words: [u64; 2], keys: [u64; 2]) -> u128 {
    u128::from(words[0].wrapping_add(keys[0])) * u128::from(words[1].wrapping_add(keys[1]))
}

macro_rules! implement_unit {
    ($int:ty, $per_word:literal, $bits:literal, $unsigned:ty) => {
        #[allow(
            clippy::cast_lossless,
            reason = "it is one for some of the widths only"
        )]
        impl Unit for $int {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const INFINITE: Self = <$int>::MAX / 2;

            fn from_u64(value: u64) -> Self {
                if value < Self::INFINITE as u64 {
                    value as Self
                } else {
                    Self::INFINITE
                }
            }

            fn to_u64(self) -> u64 {
                self as u64
            }

            fn index(self) -> usize {
                self as usize
            }

            #[inline(always)]
            fn mask(condition: bool) -> Self {
                -(condition as Self)
            }

            #[inline(always)]
            fn hash_block(block: &[Self; BLOCK], keys: &[u64; 2 * BLOCK]) -> (u128, u128) {
                const WORDS: usize = BLOCK / $per_word;
                let mut words = [0_u64; WORDS];
                for (word, values) in words.iter_mut().zip(block.as_chunks::<$per_word>().0) {
                    for (place, &value) in values.iter().enumerate() {
                        *word |= u64::from(value as $unsigned) << (place * ($bits % 64));
                    }
                }
                let (mut low, mut high) = (0_u128, 0_u128);
                for (index, pair) in words.as_chunks::<2>().0.iter().enumerate() {
                    low = low.wrapping_add(product(*pair, [keys[2 * index], keys[2 * index + 1]]));
                    let other = [keys[BLOCK + 2 * index], keys[BLOCK + 2 * index + 1]];
                    high = high.wrapping_add(product(*pair, other));
                }
                (low, high)
            }
        }
    };
}

implement_unit!(i16, 4, 16, u16);
implement_unit!(i32, 2, 32, u32);
implement_unit!(i64, 1, 64, u64);

/// The random numbers of one run of the search.
#[derive(Clone, Debug)]
pub(super) struct RunRandom(Random);

impl RunRandom {
    /// A separate sequence for each triple.
    pub(super) fn new(seed: u64, stream: u64, run: u64) -> Self {
        let of_stream = Random::new(seed).bits() ^ stream;
        let of_run = Random::new(of_stream).bits() ^ run;
        Self(Random::new(of_run))
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0.bits()
    }

    /// Uniform in `0..bound`, up to a bias of `bound / 2^64`.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0.index(bound)
    }

    /// Approximately standard normal: the sum of twelve uniform numbers. Exact arithmetic, so that
    /// equal seeds give equal numbers on every machine.
    pub(super) fn normal(&mut self) -> f32 {
        let sum: u64 = (0..3)
            .map(|_| {
                let bits = self.next();
                (bits & 0xffff) + (bits >> 16 & 0xffff) + (bits >> 32 & 0xffff) + (bits >> 48)
            })
            .sum();
        sum as f32 / 65536.0 - 6.0
    }
}
