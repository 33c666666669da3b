//! Stable sorting by keys that are computed once per item and packed into as few bits as they need.
//!
//! Every call of `[T]::sort_by_key` compiles a sort of its own; before this module they were two fifths of the
//! crate's machine code. Here the keys become words first, and one function sorts the words.

use std::cmp::Reverse;

use crate::{BufferId, Bytes, Tick};

/// A key that is a fixed number of words; keys compare as their words do, in lexicographic order.
pub(crate) trait Key {
    /// The number of words.
    const N_WORDS: usize;

    /// Appends the words, the most significant one first.
    fn append(self, words: &mut Vec<u64>);
}

macro_rules! one_word {
    ($($key:ty, $word:expr;)*) => {$(
        impl Key for $key {
            const N_WORDS: usize = 1;

            fn append(self, words: &mut Vec<u64>) {
                let word: fn(Self) -> u64 = $word;
                words.push(word(self));
            }
        }
    )*};
}

one_word! {
    bool, u64::from;
    u32, u64::from;
    u64, |word| word;
    i64, |key| key.cast_unsigned() ^ 1 << 63;
    Bytes, |bytes| bytes.0;
    BufferId, |id| u64::from(id.0);
    Tick, |tick| tick.0.cast_unsigned() ^ 1 << 63;
}

impl Key for u128 {
    const N_WORDS: usize = 2;

    fn append(self, words: &mut Vec<u64>) {
        words.extend([(self >> 64) as u64, self as u64]);
    }
}

impl<K: Key> Key for Reverse<K> {
    const N_WORDS: usize = K::N_WORDS;

    fn append(self, words: &mut Vec<u64>) {
        let first = words.len();
        self.0.append(words);
        for word in &mut words[first..] {
            *word = !*word;
        }
    }
}

impl<K: Key> Key for Option<K> {
    const N_WORDS: usize = 1 + K::N_WORDS;

    fn append(self, words: &mut Vec<u64>) {
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

    fn append(self, words: &mut Vec<u64>) {
        self.0.append(words);
        self.1.append(words);
    }
}

impl<A: Key, B: Key, C: Key> Key for (A, B, C) {
    const N_WORDS: usize = A::N_WORDS + B::N_WORDS + C::N_WORDS;

    fn append(self, words: &mut Vec<u64>) {
        ((self.0, self.1), self.2).append(words);
    }
}

/// Sorts items by a key, ascending; items with equal keys stay in their order.
///
/// `O(n log n)` time, `O(n)` memory: for lists that are long or sorted rarely.
pub(crate) fn sort_by_key<T: Copy, K: Key>(items: &mut [T], mut key: impl FnMut(T) -> K) {
    let mut words = Vec::with_capacity(items.len() * K::N_WORDS);
    for &item in items.iter() {
        key(item).append(&mut words);
    }
    let before = items.to_vec();
    for (item, position) in items.iter_mut().zip(order(&words, K::N_WORDS)) {
        *item = before[position as usize];
    }
}

/// The rows of a table in ascending order; equal rows by position.
fn order(words: &[u64], n_words: usize) -> Vec<u32> {
    let mut least = vec![u64::MAX; n_words];
    let mut most = vec![0; n_words];
    for row in words.chunks_exact(n_words) {
        for (column, &word) in row.iter().enumerate() {
            least[column] = word.min(least[column]);
            most[column] = word.max(most[column]);
        }
    }
    let bits_of = |(&least, &most): (&u64, &u64)| 64 - most.saturating_sub(least).leading_zeros();
    let bits: Vec<u32> = least.iter().zip(&most).map(bits_of).collect();
    let packed = |row: &[u64]| {
        let columns = row.iter().zip(&least).zip(&bits);
        columns.fold(0_u128, |key, ((word, least), bits)| {
            key << bits | u128::from(word - least)
        })
    };
    let rows = words.chunks_exact(n_words).zip(0_u32..);
    match bits.iter().sum::<u32>() {
        ..=32 => {
            let with_position = |(row, position)| (packed(row) as u64) << 32 | u64::from(position);
            let mut keys: Vec<u64> = rows.map(with_position).collect();
            keys.sort_unstable();
            keys.into_iter().map(|key| key as u32).collect()
        }
        33..=96 => {
            let with_position = |(row, position)| packed(row) << 32 | u128::from(position);
            let mut keys: Vec<u128> = rows.map(with_position).collect();
            keys.sort_unstable();
            keys.into_iter().map(|key| key as u32).collect()
        }
        _ => {
            let row = |position: u32| &words[position as usize * n_words..][..n_words];
            let mut order: Vec<u32> = rows.map(|(_, position)| position).collect();
            order.sort_by(|&a, &b| row(a).cmp(row(b)));
            order
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;

    use proptest::prelude::*;

    use super::{Key, sort_by_key};
    use crate::Tick;

    fn sorts_as_the_standard_library_does<K: Key + Ord + Copy>(keys: &[K]) {
        let items: Vec<usize> = (0..keys.len()).collect();
        let (mut expected, mut actual) = (items.clone(), items);
        expected.sort_by_key(|&item| keys[item]);
        sort_by_key(&mut actual, |item| keys[item]);
        assert_eq!(actual, expected);
    }

    proptest! {
        #[test]
        fn keys_of_few_bits(keys in prop::collection::vec((0_u32..9, any::<bool>()), 0..60)) {
            sorts_as_the_standard_library_does(&keys);
        }

        #[test]
        fn keys_of_more_bits(keys in prop::collection::vec(any::<u64>(), 0..60), n in 1_u64..99) {
            let keys: Vec<_> = keys.iter().map(|&key| (Reverse(key % n), key >> 30)).collect();
            sorts_as_the_standard_library_does(&keys);
        }

        #[test]
        fn keys_of_many_bits(keys in prop::collection::vec((0_u128..3, any::<i64>(), any::<u64>()), 0..60)) {
            let key = |&(a, b, c)| (Reverse(a << 100), Reverse(Some((Tick(b), c)).filter(|_| c % 3 != 0)));
            let keys: Vec<_> = keys.iter().map(key).collect();
            sorts_as_the_standard_library_does(&keys);
        }
    }
}
