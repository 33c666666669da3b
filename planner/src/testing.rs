//! Helpers of the unit tests of planners.

use std::fmt::Write as _;

use crate::{LifetimeTrace, MemoryPlanner, PlanOptions, ValidateOptions, validate};

/// Plans a trace in the one-line notation, checks the schedule, and compares all offsets: `a 0, b 8; peak 16, load 16`.
pub(crate) fn check(planner: &dyn MemoryPlanner, notation: &str, expected: &str) {
    let trace: LifetimeTrace = notation.parse().unwrap();
    let schedule = planner.plan(&trace, &PlanOptions::default()).unwrap();
    assert_eq!(
        validate(&trace, &schedule, &ValidateOptions::default()),
        Ok(())
    );
    let buffers = trace.buffers().iter().zip(&schedule.offsets);
    let buffers: Vec<String> = buffers
        .map(|(buffer, offset)| format!("{} {offset}", buffer.name))
        .collect();
    let (peak, load) = (schedule.peak(), trace.max_load());
    let text = format!("{}; peak {peak}, load {load}", buffers.join(", "));
    assert_eq!(text, expected);
}

/// Nine buffers, listed by ascending begin, on which many planners have known offsets.
pub(crate) const GOLDEN: &str = "a 0..5 7; b 1..8 10; c 2..4 8; d 2..5 6; e 3..10 2; f 4..7 2; \
                                 g 5..9 2; h 6..9 12; i 7..10 8";

/// Plans a trace in the one-line notation, checks the schedule, and returns its peak and offsets.
pub(crate) fn offsets(planner: &dyn MemoryPlanner, notation: &str) -> (u64, Vec<u64>) {
    let trace: LifetimeTrace = notation.parse().unwrap();
    let schedule = planner.plan(&trace, &PlanOptions::default()).unwrap();
    assert_eq!(
        validate(&trace, &schedule, &ValidateOptions::default()),
        Ok(())
    );
    let offsets = schedule.offsets.iter().map(|offset| offset.0).collect();
    (schedule.peak().0, offsets)
}

/// The linear congruential generator of the traces below.
///
/// Several tests compare peaks on traces of chosen seeds ("this rule beats that one"). Another
/// generator would need other seeds, so this one stays; everything else uses `memplan-support`.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    /// A number below `n`, which is not 0.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// Many short lives, up to the first of two percentages, then longer ones, and few long ones; sizes of
/// many magnitudes.
pub(crate) fn skewed_trace(seed: u64, n_buffers: u64, percent: [u64; 2]) -> LifetimeTrace {
    let mut numbers = Numbers(seed);
    let buffer = |begin: u64| {
        let longest = match numbers.below(100) {
            kind if kind < percent[0] => 16,
            kind if kind < percent[1] => 300,
            _ => 3000,
        };
        let end = begin + 1 + numbers.below(longest);
        let magnitude = numbers.below(17);
        let size = 1 + numbers.below(1 << magnitude);
        format!("b{begin} {begin}..{end} {size}\n")
    };
    let text: String = (0..n_buffers).map(buffer).collect();
    text.parse().unwrap()
}

/// A trace of `n` buffers with lives of up to `longest` ticks; `features` may name `align`, `gap` and
/// `pin`, of which some buffers then have one.
pub(crate) fn random_trace(seed: u64, n: u64, longest: u64, features: &[&str]) -> LifetimeTrace {
    let mut numbers = Numbers(seed);
    let mut text = String::new();
    let mut next_pin = 0;
    for index in 0..n {
        let begin = numbers.below(n);
        let life = 1 + numbers.below(longest);
        let size = 1 + numbers.below(1 + numbers.0 % 60);
        write!(text, "b{index} {begin}..{} {size}", begin + life).unwrap();
        if features.contains(&"align") && numbers.below(3) == 0 {
            write!(text, " align={}", 1 + numbers.below(6)).unwrap();
        } else if features.contains(&"pin") && numbers.below(9) == 0 {
            write!(text, " pin={next_pin}").unwrap();
            next_pin += size + numbers.below(9);
        }
        if features.contains(&"gap") && 3 <= life && numbers.below(3) == 0 {
            write!(text, " gap={}..{}", begin + 1, begin + 2).unwrap();
        }
        text.push('\n');
    }
    text.parse().unwrap()
}
