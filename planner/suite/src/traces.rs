//! Random traces of many shapes, most of them small.
//!
//! A dozen buffers reveal bugs of planners if the shapes are as diverse as those of programs. Half
//! of the traces therefore have at most seven buffers, for which exhaustive search finds the
//! optimum, and one in ten has up to the largest number requested. The `n`-th trace of a seed is
//! always the same.

use memplan_planner::{
    Buffer, BufferId, ByteWindow, Bytes, Gap, InPlaceHint, InPlaceKind, Lifetime, LifetimeTrace,
    Tick,
};
use memplan_support::Random;

use crate::Case;

/// The most buffers that are few enough for exhaustive search.
pub const TINY: u32 = 7;

/// How lifetimes and sizes are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Any lives, any sizes.
    Mixed,
    /// All live at one tick: the peak is the sum, in any order.
    Clique,
    /// A few that live throughout, many that live for a moment.
    LongAndShort,
    /// One size for all: some plan has the load as its peak.
    EqualSizes,
    /// Each lives within the one before.
    Nested,
    /// Each meets the next few, and sizes change from one to the next.
    Staircase,
    /// Groups that do not meet each other.
    Components,
    /// Cut out of a rectangle, so that a plan without any hole exists.
    Guillotine,
    /// Cut out of a rectangle, then a few made smaller: the load is nearly or just reachable.
    NearlyTight,
}

/// All families.
pub const FAMILIES: &[Family] = &[
    Family::Mixed,
    Family::Clique,
    Family::LongAndShort,
    Family::EqualSizes,
    Family::Nested,
    Family::Staircase,
    Family::Components,
    Family::Guillotine,
    Family::NearlyTight,
];

/// The case of number `index`, of at most `max_buffers` buffers.
pub fn case(seed: u64, index: u32, max_buffers: u32) -> Case {
    let mut random = Random::new(seed ^ (u64::from(index) << 32));
    let n_buffers = match random.below(10) {
        0..5 => random.below(u64::from(TINY) + 1),
        5..9 => random.between(8, 40),
        _ => random.between(41, 120),
    };
    let n_buffers = n_buffers.min(max_buffers.into());
    let family = FAMILIES[random.below(FAMILIES.len() as u64) as usize];
    let (mut buffers, reachable) = family_buffers(family, n_buffers, &mut random);
    let is_plain = random.below(2) == 0;
    let alignment = match random.below(10) {
        0..7 => 1,
        7 => random.between(2, 8),
        8 => 64,
        _ => 24,
    };
    if !is_plain {
        decorate(&mut buffers, &mut random);
    }
    let mut builder = LifetimeTrace::builder(format!("case {index}")).buffers(buffers.clone());
    if !is_plain && random.below(12) == 0 {
        builder = builder.in_place(in_place_hints(&buffers, &mut random));
    }
    let trace = builder.build().unwrap_or_default(); // sums are far below 2^63
    Case {
        trace,
        alignment: Bytes(if is_plain { 1 } else { alignment }),
        seed: random.below(4),
        reachable: reachable.filter(|_| is_plain).map(Bytes),
    }
}

/// Buffers of a family, and a peak that some plan of theirs has, if it is known.
fn family_buffers(
    family: Family,
    n_buffers: u64,
    random: &mut Random,
) -> (Vec<Buffer>, Option<u64>) {
    let n = n_buffers as i64;
    match family {
        Family::Guillotine => guillotine(n_buffers, random),
        Family::NearlyTight => {
            let (mut buffers, reachable) = guillotine(n_buffers, random);
            for buffer in &mut buffers {
                if random.below(6) == 0 {
                    buffer.size.0 -= random.below(buffer.size.0.min(3));
                }
            }
            (buffers, reachable)
        }
        Family::Mixed => (each(n, random, |_, random| mixed(random)), None),
        Family::Clique => {
            let clique = each(n, random, |_, random| {
                let (before, after) = (random.between(0, 9), random.between(1, 9));
                (-(before as i64), after as i64, size(random))
            });
            let sum = clique.iter().map(|buffer| buffer.size.0).sum();
            (clique, Some(sum))
        }
        Family::LongAndShort => {
            let short = |random: &mut Random| {
                let begin = random.between(1, 60) as i64;
                (begin, begin + random.between(1, 3) as i64, size(random))
            };
            let long_or_short = each(n, random, |_, random| match random.below(5) {
                0 => (0, 64, size(random)),
                _ => short(random),
            });
            (long_or_short, None)
        }
        Family::EqualSizes => {
            let size = random.between(1, 9);
            let equal = each(n, random, |_, random| {
                let (begin, end, _) = mixed(random);
                (begin, end, size)
            });
            (equal, None)
        }
        Family::Nested => (each(n, random, |i, r| (i, 2 * n - i, size(r))), None),
        Family::Staircase => {
            let (width, step) = (random.between(2, 6) as i64, random.between(0, 3));
            let stairs = each(n, random, |i, random| {
                let wave = 1 + step * ((i as u64) % 5);
                (i, i + width, wave + random.below(3))
            });
            (stairs, None)
        }
        Family::Components => {
            let groups = each(n, random, |i, random| {
                let start = 10 * (i / 4);
                let begin = start + random.between(0, 6) as i64;
                let life = random.between(1, (start + 10 - begin) as u64) as i64;
                (begin, begin + life, size(random))
            });
            (groups, None)
        }
    }
}

fn each(
    n: i64,
    random: &mut Random,
    mut part: impl FnMut(i64, &mut Random) -> (i64, i64, u64),
) -> Vec<Buffer> {
    let buffers = (0..n).map(|i| {
        let (begin, end, size) = part(i, random);
        buffer(i, begin, end, size)
    });
    buffers.collect()
}

fn buffer(index: i64, begin: i64, end: i64, size: u64) -> Buffer {
    let live = Lifetime::half_open(Tick(begin), Tick(end));
    Buffer::new(format!("b{index}"), Bytes(size), live)
}

fn mixed(random: &mut Random) -> (i64, i64, u64) {
    let begin = random.between(0, 80) as i64 - 20;
    (begin, begin + random.between(1, 30) as i64, size(random))
}

/// Small sizes, large ones and, one in twenty, none.
fn size(random: &mut Random) -> u64 {
    match random.below(20) {
        0 => 0,
        1..10 => random.between(1, 9),
        10..16 => random.between(1, 40),
        16..18 => 1 << random.between(0, 11),
        _ => random.between(1, 2000),
    }
}

/// Cuts a rectangle of ticks and bytes in two, repeatedly; its height is the optimum.
fn guillotine(n_buffers: u64, random: &mut Random) -> (Vec<Buffer>, Option<u64>) {
    let height = 4 + 2 * n_buffers + random.below(30);
    let mut rectangles = vec![(0, 4 + 2 * n_buffers as i64, height)];
    let mut n_tries = 8 * n_buffers;
    while (rectangles.len() as u64) < n_buffers && n_tries != 0 {
        n_tries -= 1;
        let which = random.below(rectangles.len() as u64) as usize;
        let (begin, end, size) = rectangles[which];
        if random.below(2) == 0 && 1 < end - begin {
            let cut = begin + random.between(1, (end - begin - 1) as u64) as i64;
            rectangles[which] = (begin, cut, size);
            rectangles.push((cut, end, size));
        } else if 1 < size {
            let cut = random.between(1, size - 1);
            rectangles[which] = (begin, end, cut);
            rectangles.push((begin, end, size - cut));
        }
    }
    if n_buffers == 0 {
        return (Vec::new(), None);
    }
    let buffers = (0..)
        .zip(rectangles)
        .map(|(index, (begin, end, size))| buffer(index, begin, end, size));
    (buffers.collect(), Some(height))
}

/// Adds gaps, alignments, pins and offset hints, each to a few buffers of some traces.
fn decorate(buffers: &mut [Buffer], random: &mut Random) {
    let [gaps, aligns, pins, wishes] = [0; 4].map(|_| random.below(3) == 0);
    let is_tiny = buffers.len() <= TINY as usize;
    for index in 0..buffers.len() {
        if aligns && random.below(2) == 0 {
            let choices: [u64; 4] = if is_tiny {
                [2, 3, 4, 6]
            } else {
                [4, 6, 12, 64]
            };
            buffers[index].align = Bytes(choices[random.below(4) as usize]);
        }
        if gaps && random.below(2) == 0 {
            buffers[index].gaps = some_gaps(&buffers[index], random);
        }
        if wishes && random.below(4) == 0 {
            buffers[index].hint = Some(Bytes(random.below(100)));
        }
        if pins && random.below(4) == 0 {
            let (before, from_here) = buffers.split_at_mut(index);
            pin(&mut from_here[0], before, random);
        }
    }
}

fn some_gaps(buffer: &Buffer, random: &mut Random) -> Vec<Gap> {
    let mut gaps = Vec::new();
    let mut begin = buffer.live.begin().0;
    for _ in 0..random.between(1, 3) {
        begin += random.below(4) as i64;
        let end = begin + random.between(1, 4) as i64;
        if buffer.live.end() < Tick(end) {
            break;
        }
        let size = buffer.size.0;
        let window = (size != 0 && random.below(3) == 0).then(|| {
            let lo = random.below(size);
            ByteWindow {
                lo: Bytes(lo),
                hi: Bytes(random.between(lo + 1, size)),
            }
        });
        gaps.push(Gap {
            ticks: Lifetime::half_open(Tick(begin), Tick(end)),
            window,
        });
        begin = end;
    }
    gaps
}

/// Pins a buffer where, as a rule, no other pinned one is in its way.
fn pin(buffer: &mut Buffer, others: &[Buffer], random: &mut Random) {
    let may_clash = random.below(40) == 0;
    let offset = random.below(60).next_multiple_of(buffer.align.0);
    let clashes = others.iter().any(|other| {
        let Some(at) = other.pinned else { return false };
        let is_apart = at.0 + other.size.0 <= offset || offset + buffer.size.0 <= at.0;
        !is_apart && other.live.overlaps(buffer.live)
    });
    if may_clash || !clashes {
        buffer.pinned = Some(Bytes(offset));
    }
}

/// Hints between buffers of which the one is born while the other is live.
fn in_place_hints(buffers: &[Buffer], random: &mut Random) -> Vec<InPlaceHint> {
    let mut hints = Vec::new();
    for (buffer, later) in (0..).map(BufferId).zip(buffers) {
        for (other, earlier) in (0..).map(BufferId).zip(buffers) {
            let is_handed_over = buffer != other
                && earlier.live.begin() < later.live.begin()
                && later.live.begin() < earlier.live.end();
            if is_handed_over && random.below(4) == 0 {
                let kind = if random.below(2) == 0 {
                    InPlaceKind::Free
                } else {
                    InPlaceKind::ZeroOffset
                };
                hints.push(InPlaceHint {
                    buffer,
                    other,
                    kind,
                });
            }
        }
    }
    hints
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use memplan_planner::Bytes;
    use memplan_support::Random;

    use super::{FAMILIES, TINY, case, family_buffers};
    use crate::brute_force::{Outcome, optimum};
    use memplan_planner::LifetimeTrace;

    #[test]
    fn all_that_a_trace_can_hold_comes_up_often() {
        let cases: Vec<_> = (0..2000).map(|index| case(1, index, 120)).collect();
        let count =
            |holds: &dyn Fn(&crate::Case) -> bool| cases.iter().filter(|case| holds(case)).count();
        let any = |holds: fn(&memplan_planner::Buffer) -> bool| {
            count(&|case| case.trace.buffers().iter().any(holds))
        };
        assert!(200 < any(|b| !b.gaps.is_empty()));
        assert!(100 < any(|b| b.gaps.iter().any(|gap| gap.window.is_some())));
        assert!(200 < any(|b| b.pinned.is_some()));
        assert!(200 < any(|b| b.align != Bytes(1)));
        assert!(100 < any(|b| b.hint.is_some()));
        assert!(300 < any(|b| b.size == Bytes(0)));
        assert!(50 < count(&|case| !case.trace.in_place().is_empty()));
        assert!(800 < count(&|case| case.trace.len() <= TINY as usize));
        assert!(150 < count(&|case| 41 <= case.trace.len()));
        assert!(900 < count(&|case| case.is_plain()));
        assert!(200 < count(&|case| case.reachable.is_some()));
        let clash =
            |case: &crate::Case| optimum(&case.trace, case.alignment, 1) == Outcome::PinsClash;
        assert!((3..100).contains(&count(&clash)));
        let different: BTreeSet<_> = cases.iter().map(ToString::to_string).collect();
        assert!(1700 < different.len());
    }

    #[test]
    fn known_optima_are_right() {
        for family in FAMILIES {
            for seed in 0..60 {
                let mut random = Random::new(seed);
                let (buffers, reachable) = family_buffers(*family, seed % 7, &mut random);
                let trace = LifetimeTrace::builder("").buffers(buffers).build().unwrap();
                let Some(reachable) = reachable else { continue };
                let Outcome::Optimum(peak) = optimum(&trace, Bytes(1), 1 << 20) else {
                    panic!("{trace}");
                };
                assert!(peak <= Bytes(reachable), "{family:?}: {trace}");
                if *family == super::Family::Guillotine {
                    assert_eq!(peak, Bytes(reachable), "{trace}");
                }
            }
        }
    }
}
