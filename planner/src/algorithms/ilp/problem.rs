//! The combinatorial problem of the integer program: disjunctions, one for each pair of buffers or windows.
//!
//! Two buffers that are live at once must not overlap, so one of them is below the other. An
//! orientation of all these [`Pair`]s decides everything: the lowest offsets that respect it are a
//! longest path. Where gaps keep windows of buffers, the order may differ from instant to instant, so
//! a pair of buffers has one disjunction for each different pair of windows.

use std::collections::BTreeMap;

use memplan_support::Sort;

use crate::problem::units::{common_alignment, gcd};
use crate::reduce::{Instance, Pin};
use crate::{BufferId, LifetimeTrace, PlanOptions, Tick};

/// One independent part of a trace.
#[derive(Clone, Debug, Default)]
pub(super) struct Problem {
    /// Bytes per unit of offsets.
    pub(super) unit: u64,
    pub(super) items: Vec<Item>,
    pub(super) pairs: Vec<Pair>,
    pub(super) sections: Vec<Section>,
    /// Whether buffers keep windows in gaps, so that pairs may be ordered differently over time.
    pub(super) has_windows: bool,
}

/// A buffer to be placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) id: BufferId,
    /// Its size in bytes; at least 1.
    pub(super) bytes: u64,
    /// Its offset is a multiple of this many units.
    pub(super) align: u64,
    /// Its offset in units, if it is given.
    pub(super) pin: Option<u64>,
}

/// Two items that must not overlap at some instant: `a` is below `b`, or `b` below `a`; `a < b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) a: u32,
    pub(super) b: u32,
    /// If `a` is below, the offset of `b` is at least this many units above that of `a`.
    pub(super) a_below: i64,
    /// If `b` is below, the offset of `a` is at least this many units above that of `b`.
    pub(super) b_below: i64,
}

/// A maximal set of items that are live at once.
#[derive(Clone, Debug, Default)]
pub(super) struct Section {
    pub(super) members: Vec<Member>,
    /// The pair of each two members, by their places in `members`: the upper triangle, row by row.
    pairs: Vec<u32>,
    /// The bytes by which the true height of the topmost member may be smaller.
    pub(super) top_slack: u64,
}

/// An item in a section, with its live bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Member {
    pub(super) item: u32,
    /// In bytes from the start of the item; whole buffers are rounded up to units.
    pub(super) lo: u64,
    pub(super) hi: u64,
}

impl Member {
    /// What its order means, as words.
    fn key(self) -> (u32, u64, u64) {
        (self.item, self.lo, self.hi)
    }
}

impl Section {
    /// The pair of two different members, given by their places.
    pub(super) fn pair(&self, a: usize, b: usize) -> usize {
        let (a, b) = (a.min(b), a.max(b));
        let row = a * (2 * self.members.len() - a - 1) / 2;
        self.pairs[row + b - a - 1] as usize
    }
}

impl Problem {
    /// The problem of a part of a trace. `O(n k^2 log n)` for sections of `k` members.
    ///
    /// The items are those of the part, in its order.
    pub(super) fn new(trace: &LifetimeTrace, options: &PlanOptions, part: &Instance) -> Self {
        let mut problem = Self {
            unit: part.unit,
            has_windows: part.is_restriction,
            ..Self::default()
        };
        if problem.has_windows {
            // Windows end at any byte, so only a common divisor of all offsets can be factored out.
            let divisor = |&id: &BufferId| match trace[id].pinned {
                Some(pin) => pin.0,
                None => common_alignment(options.alignment.0, trace[id].align.0).unwrap_or(1),
            };
            problem.unit = part.ids.iter().map(divisor).fold(0, gcd).max(1);
        }
        for (item, &id) in part.ids.iter().enumerate() {
            let buffer = &trace[id];
            let (align, pin) = if problem.has_windows {
                let align = common_alignment(options.alignment.0, buffer.align.0).unwrap_or(1);
                let pin = buffer.pinned.map(|pin| pin.0 / problem.unit);
                (
                    if pin.is_some() {
                        1
                    } else {
                        align / problem.unit
                    },
                    pin,
                )
            } else {
                (part.align[item], part.pin[item].map(Pin::offset))
            };
            problem.items.push(Item {
                id,
                bytes: buffer.size.0,
                align,
                pin,
            });
        }
        problem.find_sections(trace);
        problem.find_pairs();
        problem
    }

    /// The highest end in bytes of items at these offsets.
    pub(super) fn peak(&self, offsets: &[u64]) -> u64 {
        let ends = self.items.iter().zip(offsets);
        ends.map(|(item, offset)| offset * self.unit + item.bytes)
            .max()
            .unwrap_or(0)
    }

    /// The least sum of heights that some section needs: the load, rounded up.
    pub(super) fn load(&self) -> u64 {
        let load = |section: &Section| {
            let heights = section.members.iter().map(|member| member.hi - member.lo);
            heights.sum::<u64>() - section.top_slack
        };
        self.sections.iter().map(load).max().unwrap_or(0)
    }

    fn find_sections(&mut self, trace: &LifetimeTrace) {
        let mut births: Vec<(Tick, Tick, Member)> = Vec::new();
        for (index, item) in self.items.iter().enumerate() {
            for piece in trace[item.id].pieces() {
                let hi = if self.has_windows {
                    piece.hi
                } else {
                    piece.hi.next_multiple_of(self.unit)
                };
                let member = Member {
                    item: index as u32,
                    lo: piece.lo,
                    hi,
                };
                births.push((piece.ticks.begin(), piece.ticks.end(), member));
            }
        }
        births.sort_stable_by_key(|&(begin, end, member)| (begin, end, member.key()));
        let mut instants: Vec<Tick> = births.iter().map(|&(begin, ..)| begin).collect();
        instants.dedup();
        let mut live: Vec<(Tick, Member)> = Vec::new();
        let mut births = births.into_iter().peekable();
        for at in instants {
            live.retain(|&(end, _)| at < end);
            while let Some((_, end, member)) = births.next_if(|&(begin, ..)| begin <= at) {
                live.push((end, member));
            }
            let mut members: Vec<Member> = live.iter().map(|&(_, member)| member).collect();
            members.sort_stable_by_key(|member| member.key());
            while let Some(last) = self.sections.last()
                && is_subset(&last.members, &members)
            {
                self.sections.pop();
            }
            let is_new = |last: &Section| !is_subset(&members, &last.members);
            if self.sections.last().is_none_or(is_new) {
                let slack = |m: &Member| m.hi.saturating_sub(self.items[m.item as usize].bytes);
                let top_slack = members.iter().map(slack).max().unwrap_or(0);
                self.sections.push(Section {
                    members,
                    pairs: Vec::new(),
                    top_slack,
                });
            }
        }
    }

    fn find_pairs(&mut self) {
        let mut pairs: BTreeMap<(u32, u32, i64, i64), u32> = BTreeMap::new();
        for section in &mut self.sections {
            for (i, a) in section.members.iter().enumerate() {
                for b in &section.members[i + 1..] {
                    let above = |low: &Member, high: &Member| {
                        // The trace has checked that sizes fit into `i64`.
                        let bytes = low.hi.cast_signed() - high.lo.cast_signed();
                        let unit = self.unit.cast_signed();
                        bytes.div_euclid(unit) + i64::from(bytes.rem_euclid(unit) != 0)
                    };
                    let (a_below, b_below) = (above(a, b), above(b, a));
                    let next = self.pairs.len() as u32;
                    let pair = *pairs
                        .entry((a.item, b.item, a_below, b_below))
                        .or_insert(next);
                    if pair == next {
                        self.pairs.push(Pair {
                            a: a.item,
                            b: b.item,
                            a_below,
                            b_below,
                        });
                    }
                    section.pairs.push(pair);
                }
            }
        }
    }
}

/// Whether all of `a` is in `b`; both ascend.
fn is_subset(a: &[Member], b: &[Member]) -> bool {
    let mut rest = b.iter();
    a.iter().all(|member| rest.any(|other| other == member))
}

#[cfg(test)]
pub(super) mod tests {
    use super::{Pair, Problem};
    use crate::reduce::Instance;
    use crate::{LifetimeTrace, PlanOptions};

    pub(in crate::algorithms::ilp) fn problem(notation: &str) -> Problem {
        let trace: LifetimeTrace = notation.parse().unwrap();
        let options = PlanOptions::default();
        let instance = Instance::new(&trace, &options).unwrap();
        Problem::new(&trace, &options, &instance)
    }

    #[test]
    fn buffers_that_are_never_there_at_once_have_no_pair() {
        let problem = problem("a 0..2 4; b 2..4 6; c 1..3 8");
        let pair = |a, b, a_below, b_below| Pair {
            a,
            b,
            a_below,
            b_below,
        };
        assert_eq!(problem.pairs, [pair(0, 2, 2, 4), pair(1, 2, 3, 4)]);
        assert_eq!((problem.unit, problem.sections.len()), (2, 2));
        assert_eq!(problem.load(), 14);
    }

    #[test]
    fn each_pair_of_windows_is_a_pair_of_its_own() {
        let problem = problem("a 0..9 8 gap=2..4@2..5; b 0..4 3");
        let rooms: Vec<_> = problem
            .pairs
            .iter()
            .map(|p| (p.a_below, p.b_below))
            .collect();
        assert_eq!(rooms, [(8, 3), (5, 1)]);
        assert!(problem.has_windows);
    }

    #[test]
    fn heights_are_rounded_but_the_topmost_one_may_be_less() {
        let problem = problem("a 0..9 5 align=4; b 0..9 6 align=4");
        assert_eq!((problem.unit, problem.load()), (8, 13));
        assert_eq!(problem.sections[0].top_slack, 3);
    }
}
