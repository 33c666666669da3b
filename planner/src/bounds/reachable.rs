//! The peaks that a schedule can have: sums of buffer sizes.
//!
//! If the buffers of a schedule are pushed down one after the other as far as possible, each ends
//! at 0 or on top of another one, so the peak is the sum of the sizes of a chain of different
//! buffers. When a search has refuted one peak, the next one to try is therefore the next sum of
//! sizes. With many small buffers that is the next unit; with few large ones it may close the gap
//! to the incumbent.

use memplan_support::Sort;

use crate::reduce::Instance;

/// The peaks that are sums of sizes, in bytes.
#[derive(Clone, Debug)]
pub(crate) struct ReachablePeaks {
    unit: u64,
    /// The amounts by which the topmost buffer may fall short of whole units; ascending and
    /// distinct.
    slacks: Vec<u64>,
    /// Bit `k`: `k` units are a sum of sizes. `None` if every number of units counts as a sum.
    sums: Option<Vec<u64>>,
    /// The number of bits that are known.
    n_bits: u64,
}

/// The most bits of a set of sums.
const MAX_BITS: u64 = 1 << 22;
/// The most words that are touched while the sums are built.
const MAX_WORDS: u64 = 1 << 24;
/// The most distinct slacks; with more, every byte counts as reachable.
const MAX_SLACKS: usize = 1 << 10;

impl ReachablePeaks {
    /// The peaks of one component of a trace up to `limit` bytes; above it every unit counts as
    /// reachable.
    ///
    /// The rule of sums holds for components without pins and unequal alignments; in others, all
    /// multiples of the unit count as reachable. At most 2^24 words are touched.
    pub(crate) fn new(instance: &Instance, limit: u64) -> Self {
        // Windows end at any byte, so stacks of buffers do, too.
        if instance.is_restriction {
            return Self::every_byte();
        }
        let peaks = Self::of_instance(instance, limit, MAX_WORDS);
        if MAX_SLACKS < peaks.slacks.len() {
            return Self::every_byte();
        }
        peaks
    }

    /// As [`Self::new`], but for the instance itself, with its windows filled. If the sums would
    /// touch more than `max_words` words, they are not computed.
    pub(crate) fn of_instance(instance: &Instance, limit: u64, max_words: u64) -> Self {
        let slacks = instance.slack.distinct();
        let follows_rule = !instance.has_alignment() && !instance.has_pins();
        let n_bits = (limit / instance.unit.max(1)).saturating_add(2);
        let sums = if follows_rule && n_bits <= MAX_BITS {
            sums(&instance.size, n_bits, max_words)
        } else {
            None
        };
        Self {
            unit: instance.unit,
            slacks,
            sums,
            n_bits,
        }
    }

    fn every_byte() -> Self {
        Self {
            unit: 1,
            slacks: vec![0],
            sums: None,
            n_bits: 0,
        }
    }

    /// The smallest reachable peak of at least `bytes`, which are less than 2^63.
    pub(crate) fn raise(&self, bytes: u64) -> u64 {
        let candidates = self.slacks.iter().map(|&slack| {
            let units = (bytes + slack).div_ceil(self.unit);
            self.next_sum(units)
                .saturating_mul(self.unit)
                .saturating_sub(slack)
        });
        candidates.min().unwrap_or(bytes).max(bytes)
    }

    /// The largest reachable peak below `bytes`; 0 if there is none.
    pub(crate) fn below(&self, bytes: u64) -> u64 {
        let candidates = self.slacks.iter().filter_map(|&slack| {
            let units = bytes.checked_add(slack)?.checked_sub(1)? / self.unit;
            (self.previous_sum(units) * self.unit).checked_sub(slack)
        });
        candidates.max().unwrap_or(0)
    }

    /// The largest sum that is not above `units`; beyond the known sums, every number counts as
    /// one.
    fn previous_sum(&self, units: u64) -> u64 {
        let Some(sums) = &self.sums else { return units };
        if self.n_bits <= units {
            return units;
        }
        let last = (units / 64) as usize;
        let mut mask = u64::MAX >> (63 - units % 64);
        for (at, word) in sums[..=last].iter().enumerate().rev() {
            let word = word & std::mem::replace(&mut mask, u64::MAX);
            if word != 0 {
                return at as u64 * 64 + u64::from(word.ilog2());
            }
        }
        0
    }

    /// The next sum from `units` on; beyond the known sums, every number counts as one.
    fn next_sum(&self, units: u64) -> u64 {
        let Some(sums) = &self.sums else { return units };
        let first = (units / 64) as usize;
        let words = sums.iter().enumerate().skip(first);
        let mut mask = u64::MAX << (units % 64);
        for (at, word) in words {
            let word = word & std::mem::replace(&mut mask, u64::MAX);
            if word != 0 {
                let sum = at as u64 * 64 + u64::from(word.trailing_zeros());
                return sum.min(self.n_bits).max(units);
            }
        }
        units.max(self.n_bits)
    }
}

/// The sums of subsets below `n_bits`; `None` when more than `max_words` words would be touched.
fn sums(sizes: &[u64], n_bits: u64, max_words: u64) -> Option<Vec<u64>> {
    let n_words = n_bits.div_ceil(64);
    let mut sizes: Vec<u64> = sizes.to_vec();
    sizes.sort_stable();
    let mut shifts: Vec<u64> = Vec::new();
    for equal in sizes.chunk_by(|a, b| a == b) {
        // Split equal sizes into packs of 1, 2, 4, ... and a remainder: every count is a sum of
        // packs.
        let (mut left, mut pack) = (equal.len() as u64, 1_u64);
        while left != 0 {
            let count = pack.min(left);
            left -= count;
            pack *= 2;
            let Some(shift) = equal[0].checked_mul(count).filter(|&shift| shift < n_bits) else {
                break; // larger packs of this size shift out of range, too
            };
            shifts.push(shift);
        }
    }
    if max_words < n_words.saturating_mul(shifts.len() as u64) {
        return None;
    }
    let mut reached = vec![0_u64; n_words as usize];
    reached[0] = 1;
    for shift in shifts {
        or_shifted(&mut reached, shift);
    }
    Some(reached)
}

/// `set |= set << shift`, cut off at its end.
fn or_shifted(set: &mut [u64], shift: u64) {
    let (words, bits) = ((shift / 64) as usize, shift % 64);
    for at in (words..set.len()).rev() {
        let mut moved = set[at - words] << bits;
        if bits != 0 && words < at {
            moved |= set[at - words - 1] >> (64 - bits);
        }
        set[at] |= moved;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::ReachablePeaks;
    use crate::reduce::Instance;
    use crate::{Bytes, LifetimeTrace, PlanOptions};

    fn peaks(notation: &str, alignment: u64, limit: u64) -> ReachablePeaks {
        let trace: LifetimeTrace = notation.parse().unwrap();
        let options = PlanOptions {
            alignment: Bytes(alignment),
            ..PlanOptions::default()
        };
        ReachablePeaks::new(&Instance::new(&trace, &options).unwrap(), limit)
    }

    #[test]
    fn few_large_sizes_leave_few_peaks() {
        let peaks = peaks("a 0..9 300; b 0..9 300; c 0..9 500; d 0..9 7000", 1, 10_000);
        let raised = [1, 301, 501, 801, 1101, 7001, 8101].map(|bytes| peaks.raise(bytes));
        assert_eq!(raised, [300, 500, 600, 1100, 7000, 7300, 10_200]);
        assert_eq!(peaks.raise(600), 600);
    }

    #[test]
    fn the_topmost_buffer_may_fall_short() {
        let peaks = peaks("a 0..9 100; b 0..9 190", 64, 10_000); // 128 minus a slack of 28, 192 minus 2
        assert_eq!(peaks.raise(101), 126);
        assert_eq!(peaks.raise(193), 292);
    }

    #[test]
    fn peaks_are_sums_of_sizes() {
        let peaks = peaks("a 0..2 70; b 0..2 30; c 0..2 61", 1, 1000);
        let sums = [0, 30, 61, 70, 91, 100, 131, 161];
        for bytes in 0..=161 {
            let next = sums.into_iter().find(|&sum| bytes <= sum);
            assert_eq!(Some(peaks.raise(bytes)), next, "{bytes}");
            let below = sums.into_iter().rfind(|&sum| sum < bytes);
            assert_eq!(peaks.below(bytes), below.unwrap_or(0), "{bytes}");
        }
    }

    #[test]
    fn the_topmost_item_keeps_its_true_size() {
        let trace: LifetimeTrace = "a 0..2 60; b 0..2 64; c 0..2 130".parse().unwrap();
        let options = PlanOptions {
            alignment: Bytes(64),
            ..PlanOptions::default()
        };
        let instance = Instance::new(&trace, &options).unwrap();
        let peaks = ReachablePeaks::of_instance(&instance, 1000, 0);
        // Multiples of 64 minus a slack of 4, 0 or 62.
        assert_eq!(peaks.raise(130), 130);
        assert_eq!(peaks.raise(131), 188);
        assert_eq!(peaks.below(130), 128);
        assert_eq!(peaks.below(128), 124);
    }

    #[test]
    fn pins_and_alignments_leave_units_only() {
        let pinned = peaks("a 0..9 300; p 0..9 500 pin=100", 1, 10_000);
        assert_eq!(pinned.raise(301), 400);
        let beyond = peaks("a 0..9 300; b 0..9 500", 1, 400);
        assert_eq!(beyond.raise(901), 1000);
    }

    proptest! {
        #[test]
        fn sums_are_those_of_all_subsets(
            sizes in proptest::collection::vec(1_u64..150, 1..9), from in 0_u64..1500,
        ) {
            let all = (0..1_u32 << sizes.len()).map(|subset| {
                let chosen = sizes.iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1);
                chosen.map(|(_, size)| size).sum::<u64>()
            });
            let expected = all.filter(|&sum| from <= sum).min();
            let text: Vec<_> = sizes.iter().map(|size| format!("b{size} 0..1 {size}")).collect();
            let text: Vec<_> = text.iter().enumerate().map(|(i, t)| format!("x{i}{t}")).collect();
            let peaks = peaks(&text.join("; "), 1, 1500);
            let raised = peaks.raise(from);
            match expected {
                Some(sum) => prop_assert_eq!(raised, sum),
                None => prop_assert!(from <= raised),
            }
        }
    }
}
