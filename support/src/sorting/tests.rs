//! All sorts against those of the standard library, with keys of few and of many words.

use std::cmp::Reverse;
use std::fmt::Debug;

use proptest::prelude::*;

use super::{Key, Sort};

/// Compares all sorts with those of the standard library; items that carry their first position show that equal keys
/// stay in their order.
fn sorts_as_the_standard_library_does<K: Key + Clone + Debug>(keys: &[K]) {
    let items: Vec<(String, usize)> = (0..keys.len()).map(|at| (at.to_string(), at)).collect();
    let mut expected = items.clone();
    expected.sort_by_key(|item| keys[item.1].clone());

    let mut actual = items.clone();
    actual.sort_stable_by_key(|item| keys[item.1].clone());
    assert_eq!(actual, expected);

    let mut actual = items;
    actual.sort_stable_by(|a, b| keys[a.1].cmp(&keys[b.1]));
    assert_eq!(actual, expected);

    let (mut expected, mut actual) = (keys.to_vec(), keys.to_vec());
    expected.sort();
    actual.sort_stable();
    assert_eq!(actual, expected);
}

proptest! {
    #[test]
    fn keys_of_few_bits(keys in prop::collection::vec((0_u32..9, any::<bool>()), 0..60)) {
        sorts_as_the_standard_library_does(&keys);
    }

    #[test]
    fn keys_of_more_bits(keys in prop::collection::vec(any::<u64>(), 0..60), n in 1_u64..99) {
        let keys: Vec<_> = keys.iter().map(|&key| (Reverse(key % n), key as usize >> 30)).collect();
        sorts_as_the_standard_library_does(&keys);
    }

    #[test]
    fn keys_of_many_bits(keys in prop::collection::vec((0_u128..3, any::<i64>(), any::<u64>()), 0..60)) {
        let key = |&(a, b, c)| (Reverse(a << 100), 7_u8, Reverse(Some((b, c)).filter(|_| c % 3 != 0)), c as u32);
        let keys: Vec<_> = keys.iter().map(key).collect();
        sorts_as_the_standard_library_does(&keys);
    }
}

#[test]
fn lists_of_all_lengths_around_the_short_ones() {
    for n in 0..40_u64 {
        let keys: Vec<u64> = (0..n).map(|at| at * 7 % 13).collect();
        sorts_as_the_standard_library_does(&keys);
    }
}
