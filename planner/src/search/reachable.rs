//! Which peaks a plan can have.
//!
//! In a plan that is pushed down, the item with the highest end rests on another one, which rests on
//! another one, and so on to the ground: the peak is a sum of sizes of distinct items, less what the
//! rounding added to the topmost one. With pins or unequal alignment only the last part holds.

use crate::reduce::Instance;

/// The most steps that computing all sums of sizes may take.
const MAX_SUM_STEPS: u64 = 1 << 22;

/// The peaks that plans of an instance can have, in bytes.
#[derive(Clone, Debug)]
pub(super) struct Reachable {
    unit: u64,
    /// What rounding may take off the top, distinct.
    slacks: Vec<u64>,
    /// Sums of sizes in units up to the length in bits; empty where all multiples of the unit count.
    sums: Vec<u64>,
}

impl Reachable {
    /// `upper` is a peak in bytes beyond which nothing will be asked. Sums are left out where they
    /// do not apply or take too long, or `use_sums` is not set.
    pub(super) fn new(instance: &Instance, upper: u64, use_sums: bool) -> Self {
        let mut slacks = instance.slack.clone();
        slacks.sort_unstable();
        slacks.dedup();
        let words = upper / instance.unit / 64 + 2;
        let applies = use_sums && !instance.has_pins() && !instance.has_alignment();
        let steps = words.saturating_mul(instance.len() as u64);
        let sums = if applies && steps <= MAX_SUM_STEPS {
            subset_sums(&instance.size, words as usize)
        } else {
            Vec::new()
        };
        Self {
            unit: instance.unit,
            slacks,
            sums,
        }
    }

    /// The least peak of at least `bytes` that a plan can have.
    pub(super) fn at_least(&self, bytes: u64) -> u64 {
        let peaks = self.slacks.iter().filter_map(|&slack| {
            let units = bytes.checked_add(slack)?.div_ceil(self.unit);
            let peak = self.sum_from(units).checked_mul(self.unit)?;
            peak.checked_sub(slack)
        });
        peaks.min().unwrap_or(bytes)
    }

    /// The largest peak below `bytes` that a plan can have; 0 if there is none.
    pub(super) fn below(&self, bytes: u64) -> u64 {
        let peaks = self.slacks.iter().filter_map(|&slack| {
            let units = bytes.checked_add(slack)?.checked_sub(1)? / self.unit;
            (self.sum_to(units) * self.unit).checked_sub(slack)
        });
        peaks.max().unwrap_or(0)
    }

    /// The least sum that is not below `units`.
    fn sum_from(&self, units: u64) -> u64 {
        let (word, bit) = ((units / 64) as usize, units % 64);
        if self.sums.len() <= word {
            return units;
        }
        let first = self.sums[word] & (u64::MAX << bit);
        if first != 0 {
            return word as u64 * 64 + u64::from(first.trailing_zeros());
        }
        let rest = self.sums[word + 1..].iter().position(|&bits| bits != 0);
        match rest {
            Some(distance) => {
                let word = word + 1 + distance;
                word as u64 * 64 + u64::from(self.sums[word].trailing_zeros())
            }
            None => self.sums.len() as u64 * 64,
        }
    }

    /// The largest sum that is not above `units`.
    fn sum_to(&self, units: u64) -> u64 {
        let (word, bit) = ((units / 64) as usize, units % 64);
        if self.sums.len() <= word {
            return units;
        }
        let last = self.sums[word] & (u64::MAX >> (63 - bit));
        if last != 0 {
            return word as u64 * 64 + u64::from(last.ilog2());
        }
        let rest = self.sums[..word].iter().rposition(|&bits| bits != 0);
        rest.map_or(0, |word| {
            word as u64 * 64 + u64::from(self.sums[word].ilog2())
        })
    }
}

/// The sums of all subsets, as a bitset of so many words.
fn subset_sums(sizes: &[u64], words: usize) -> Vec<u64> {
    let mut sums = vec![0_u64; words];
    sums[0] = 1;
    for &size in sizes {
        let (shift, bits) = ((size / 64) as usize, size % 64);
        for word in (shift..words).rev() {
            let low = sums[word - shift] << bits;
            let carry = match (word - shift).checked_sub(1) {
                Some(below) if bits != 0 => sums[below] >> (64 - bits),
                _ => 0,
            };
            sums[word] |= low | carry;
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::Reachable;
    use crate::reduce::Instance;
    use crate::{Bytes, LifetimeTrace, PlanOptions};

    fn reachable(notation: &str, alignment: u64, use_sums: bool) -> Reachable {
        let trace: LifetimeTrace = notation.parse().unwrap();
        let options = PlanOptions {
            alignment: Bytes(alignment),
            ..PlanOptions::default()
        };
        Reachable::new(&Instance::new(&trace, &options).unwrap(), 1000, use_sums)
    }

    #[test]
    fn peaks_are_sums_of_sizes() {
        let peaks = reachable("a 0..2 70; b 0..2 30; c 0..2 61", 1, true);
        let sums = [0, 30, 61, 70, 91, 100, 131, 161];
        for bytes in 0..=161 {
            let next = sums.into_iter().find(|&sum| bytes <= sum);
            assert_eq!(Some(peaks.at_least(bytes)), next, "{bytes}");
            let below = sums.into_iter().rfind(|&sum| sum < bytes);
            assert_eq!(peaks.below(bytes), below.unwrap_or(0), "{bytes}");
        }
    }

    #[test]
    fn the_topmost_item_keeps_its_true_size() {
        let peaks = reachable("a 0..2 60; b 0..2 64; c 0..2 130", 64, false);
        // Multiples of 64, less 4, 0 or 62.
        assert_eq!(peaks.at_least(130), 130);
        assert_eq!(peaks.at_least(131), 188);
        assert_eq!(peaks.below(130), 128);
        assert_eq!(peaks.below(128), 124);
    }
}
