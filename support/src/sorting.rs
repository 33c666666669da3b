//! Stable sorting with one compiled sort for all types.
//!
//! Each use of `[T]::sort_by_key` with a type of its own compiles a sort of its own, of 7 kB: with 150 such types they
//! were a tenth of the machine code of the command. [`Sort`] writes keys as words first, and one function of this crate
//! sorts the words; only a short insertion sort and the last exchange of items are compiled for each type.
//!
//! Sorting takes `O(n log n)` time and `O(n)` memory, each key is computed once for slices of more than
//! ten items, and a slice may have 2^32 items.
//!
//! ```
//! use std::cmp::Reverse;
//!
//! use memplan_support::Sort;
//!
//! let mut sizes = vec![("mask", 8), ("weights", 64), ("bias", 8)];
//! sizes.sort_stable_by_key(|&(_, size)| Reverse(size));
//! assert_eq!(sizes, [("weights", 64), ("mask", 8), ("bias", 8)]);
//! ```

use std::cmp::{Ordering, Reverse};

/// Slices of at most so many items are sorted by insertion, without memory of their own.
const SHORT: usize = 10;

/// Stable sorts: equal items stay in their order.
pub trait Sort<T> {
    /// Sorts ascending items that are keys themselves.
    fn sort_stable(&mut self)
    where
        T: Key;

    /// Sorts by ascending keys.
    fn sort_stable_by_key<K: Key>(&mut self, key: impl FnMut(&T) -> K);

    /// Sorts by a comparison, for keys that are not words, such as strings.
    ///
    /// Costs an indirect call for each comparison; [`sort_stable_by_key`](Self::sort_stable_by_key) has none.
    fn sort_stable_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);
}

impl<T> Sort<T> for [T] {
    fn sort_stable(&mut self)
    where
        T: Key,
    {
        if self.len() <= SHORT {
            insert(self, |a, b| a < b);
            return;
        }
        let mut words = Vec::with_capacity(self.len() * T::N_WORDS);
        for item in &*self {
            item.append(&mut words);
        }
        arrange(self, positions(&words, T::N_WORDS));
    }

    fn sort_stable_by_key<K: Key>(&mut self, mut key: impl FnMut(&T) -> K) {
        if self.len() <= SHORT {
            insert(self, |a, b| key(a) < key(b));
            return;
        }
        let mut words = Vec::with_capacity(self.len() * K::N_WORDS);
        for item in &*self {
            key(item).append(&mut words);
        }
        arrange(self, positions(&words, K::N_WORDS));
    }

    fn sort_stable_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        if self.len() <= SHORT {
            insert(self, |a, b| compare(a, b).is_lt());
            return;
        }
        let items = &*self;
        let order = positions_by(items.len(), &mut |a, b| compare(&items[a], &items[b]));
        arrange(self, order);
    }
}

/// A key that is a fixed number of words; keys compare as their words do, in lexicographic order.
pub trait Key: Ord {
    /// The number of words.
    const N_WORDS: usize;

    /// Appends the words, the most significant one first.
    fn append(&self, words: &mut Vec<u64>);
}

/// Implements [`Key`] for types that compare as one word does.
#[macro_export]
macro_rules! one_word_keys {
    ($($key:ty, $word:expr;)*) => {$(
        impl $crate::Key for $key {
            const N_WORDS: usize = 1;

            #[inline]
            fn append(&self, words: &mut Vec<u64>) {
                let word: fn(Self) -> u64 = $word;
                words.push(word(*self));
            }
        }
    )*};
}

one_word_keys! {
    bool, u64::from;
    u8, u64::from;
    i16, |key| i64::from(key).cast_unsigned() ^ 1 << 63;
    i32, |key| i64::from(key).cast_unsigned() ^ 1 << 63;
    u32, u64::from;
    u64, |word| word;
    usize, |word| word as u64;
    i64, |key| key.cast_unsigned() ^ 1 << 63;
}

impl Key for u128 {
    const N_WORDS: usize = 2;

    fn append(&self, words: &mut Vec<u64>) {
        words.extend([(self >> 64) as u64, *self as u64]);
    }
}

impl<K: Key> Key for Reverse<K> {
    const N_WORDS: usize = K::N_WORDS;

    fn append(&self, words: &mut Vec<u64>) {
        let first = words.len();
        self.0.append(words);
        for word in &mut words[first..] {
            *word = !*word;
        }
    }
}

impl<K: Key> Key for Option<K> {
    const N_WORDS: usize = 1 + K::N_WORDS;

    fn append(&self, words: &mut Vec<u64>) {
        let end = words.len() + Self::N_WORDS;
        words.push(u64::from(self.is_some()));
        if let Some(key) = self {
            key.append(words);
        }
        words.resize(end, 0);
    }
}

impl<A: Key, B: Key> Key for (A, B) {
    const N_WORDS: usize = A::N_WORDS + B::N_WORDS;

    fn append(&self, words: &mut Vec<u64>) {
        self.0.append(words);
        self.1.append(words);
    }
}

impl<A: Key, B: Key, C: Key> Key for (A, B, C) {
    const N_WORDS: usize = A::N_WORDS + B::N_WORDS + C::N_WORDS;

    fn append(&self, words: &mut Vec<u64>) {
        self.0.append(words);
        self.1.append(words);
        self.2.append(words);
    }
}

impl<A: Key, B: Key, C: Key, D: Key> Key for (A, B, C, D) {
    const N_WORDS: usize = A::N_WORDS + B::N_WORDS + C::N_WORDS + D::N_WORDS;

    fn append(&self, words: &mut Vec<u64>) {
        self.0.append(words);
        self.1.append(words);
        self.2.append(words);
        self.3.append(words);
    }
}

/// Insertion sort.
fn insert<T>(items: &mut [T], mut is_less: impl FnMut(&T, &T) -> bool) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && is_less(&items[at], &items[at - 1]) {
            items.swap(at, at - 1);
            at -= 1;
        }
    }
}

/// Moves the item at `order[i]` to `i`, for all `i`, by exchanges along the cycles of the order.
fn arrange<T>(items: &mut [T], mut order: Vec<u32>) {
    for first in 0..items.len() {
        let mut at = first;
        loop {
            let from = order[at] as usize;
            order[at] = at as u32;
            if from == first {
                break;
            }
            items.swap(at, from);
            at = from;
        }
    }
}

/// The rows of a table in ascending order; equal rows by position.
#[inline(never)]
fn positions(words: &[u64], n_words: usize) -> Vec<u32> {
    match n_words {
        1 => positions_of_rows::<1>(words),
        2 => positions_of_rows::<2>(words),
        3 => positions_of_rows::<3>(words),
        _ => {
            let row = |position: usize| &words[position * n_words..][..n_words];
            positions_by(words.len() / n_words, &mut |a, b| row(a).cmp(row(b)))
        }
    }
}

/// Sorts rows of `N` words. Words of one column are often close to each other: what differs goes into one word or two,
/// followed by the position of the row.
fn positions_of_rows<const N: usize>(words: &[u64]) -> Vec<u32> {
    let (rows, _) = words.as_chunks::<N>();
    let (mut least, mut most) = ([u64::MAX; N], [0; N]);
    for row in rows {
        for (column, &word) in row.iter().enumerate() {
            least[column] = word.min(least[column]);
            most[column] = word.max(most[column]);
        }
    }
    let bits: [u32; N] = std::array::from_fn(|column| {
        64 - most[column].saturating_sub(least[column]).leading_zeros()
    });
    let positions = rows.iter().zip(0_u64..);
    match bits.iter().sum::<u32>() {
        ..=32 => {
            let with_position = |(row, position): (&[u64; N], u64)| {
                let columns = row.iter().zip(&least).zip(&bits);
                let key = columns.fold(0_u64, |key, ((word, least), bits)| {
                    key << bits | (word - least)
                });
                key << 32 | position
            };
            let mut keys: Vec<u64> = positions.map(with_position).collect();
            keys.sort_unstable();
            keys.into_iter().map(|key| key as u32).collect()
        }
        33..=96 => {
            let with_position = |(row, position): (&[u64; N], u64)| {
                let columns = row.iter().zip(&least).zip(&bits);
                let key = columns.fold(0_u128, |key, ((word, least), bits)| {
                    key << bits | u128::from(word - least)
                });
                key << 32 | u128::from(position)
            };
            let mut keys: Vec<u128> = positions.map(with_position).collect();
            keys.sort_unstable();
            keys.into_iter().map(|key| key as u32).collect()
        }
        _ => positions_by(rows.len(), &mut |a, b| rows[a].cmp(&rows[b])),
    }
}

/// The positions below `n` in ascending order by a comparison; equal ones by position.
#[inline(never)]
fn positions_by(n: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<u32> {
    let mut order: Vec<u32> = (0_u32..).take(n).collect();
    order.sort_by(|&a, &b| compare(a as usize, b as usize));
    order
}

#[cfg(test)]
mod tests;
