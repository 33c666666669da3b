//! Presolve at a fixed capacity: bounds of offsets, and pairs with only one possible order.
//!
//! Tight bounds give small big-M constants, and each decided pair removes a binary variable. All
//! computations are in integers, so refutations are exact.

use super::parameters::Parameters;
use super::problem::{Problem, Section};

/// The offsets and orders that are left at some capacity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Domains {
    /// The least and the largest offset of each item, in units, aligned.
    pub(super) lowest: Vec<u64>,
    pub(super) highest: Vec<u64>,
    /// For each pair whether `a` is below, where that is decided.
    pub(super) a_is_below: Vec<Option<bool>>,
}

impl Domains {
    /// All that follows from `capacity` bytes and pairs decided in advance; `None` if nothing fits.
    ///
    /// `O(r (p + s k^2))` for `p` pairs, `s` sections of `k` members and `r` rounds. The rounds end
    /// when one changes nothing, or at a fixed limit.
    pub(super) fn new(problem: &Problem, capacity: u64, decided: &[(usize, bool)]) -> Option<Self> {
        let n = problem.items.len();
        let mut domains = Self {
            lowest: Vec::with_capacity(n),
            highest: Vec::with_capacity(n),
            a_is_below: vec![None; problem.pairs.len()],
        };
        for &(pair, a_is_below) in decided {
            domains.a_is_below[pair] = Some(a_is_below);
        }
        for item in &problem.items {
            let last = capacity.checked_sub(item.bytes)? / problem.unit;
            let highest = last - last % item.align;
            let (lowest, highest) = match item.pin {
                Some(pin) if pin <= last => (pin, pin),
                Some(_) => return None,
                None => (0, highest),
            };
            domains.lowest.push(lowest);
            domains.highest.push(highest);
        }
        for _ in 0..Parameters::DEFAULT.most_domain_rounds {
            let before = domains.clone();
            for pair in 0..problem.pairs.len() {
                domains.tighten_pair(problem, pair)?;
            }
            for section in &problem.sections {
                domains.tighten_section(problem, section, capacity)?;
            }
            if domains == before {
                break;
            }
        }
        Some(domains)
    }

    /// The highest end that any item may still have, in bytes.
    pub(super) fn highest_end(&self, problem: &Problem) -> u64 {
        problem.peak(&self.highest)
    }

    /// Whether one item is below another in a pair, where that is decided.
    pub(super) fn is_below(&self, problem: &Problem, pair: usize, item: usize) -> Option<bool> {
        let is_a = problem.pairs[pair].a as usize == item;
        self.a_is_below[pair].map(|a_is_below| a_is_below == is_a)
    }

    fn tighten_pair(&mut self, problem: &Problem, pair: usize) -> Option<()> {
        let room = problem.pairs[pair];
        let (a, b) = (room.a as usize, room.b as usize);
        let can_be = |low: usize, high: usize, room: i64| {
            self.lowest[low].saturating_add_signed(room) <= self.highest[high]
        };
        let a_is_below = match self.a_is_below[pair] {
            Some(decided) => decided,
            None => match (can_be(a, b, room.a_below), can_be(b, a, room.b_below)) {
                (true, true) => return Some(()),
                (a_can_be_below, false) if a_can_be_below => true,
                (false, true) => false,
                _ => return None,
            },
        };
        self.a_is_below[pair] = Some(a_is_below);
        if a_is_below {
            self.put_below(problem, a, b, room.a_below)
        } else {
            self.put_below(problem, b, a, room.b_below)
        }
    }

    fn put_below(&mut self, problem: &Problem, low: usize, high: usize, room: i64) -> Option<()> {
        let least = self.lowest[low].saturating_add_signed(room);
        self.raise(problem, high, least)?;
        // If `room` exceeds `highest[high]`, the result is negative and no offset remains for
        // `low`.
        let most = i128::from(self.highest[high]) - i128::from(room);
        self.lower(problem, low, u64::try_from(most).ok()?)
    }

    /// Members below a member in its section need room there, in any order, and so do those above
    /// it.
    fn tighten_section(
        &mut self,
        problem: &Problem,
        section: &Section,
        capacity: u64,
    ) -> Option<()> {
        for (i, member) in section.members.iter().enumerate() {
            let item = member.item as usize;
            let (mut below, mut above) = (0_u64, 0_u64);
            for (j, other) in section.members.iter().enumerate() {
                let height = other.hi - other.lo;
                let pair = if i == j { continue } else { section.pair(i, j) };
                match self.is_below(problem, pair, item) {
                    Some(true) => above += height,
                    Some(false) => below += height,
                    None => {}
                }
            }
            self.raise(
                problem,
                item,
                below.saturating_sub(member.lo).div_ceil(problem.unit),
            )?;
            let used = above + member.hi;
            let free = (capacity + section.top_slack).checked_sub(used)?;
            self.lower(problem, item, free / problem.unit)?;
        }
        Some(())
    }

    fn raise(&mut self, problem: &Problem, item: usize, least: u64) -> Option<()> {
        if self.lowest[item] < least {
            self.lowest[item] = least.next_multiple_of(problem.items[item].align);
        }
        (self.lowest[item] <= self.highest[item]).then_some(())
    }

    fn lower(&mut self, problem: &Problem, item: usize, most: u64) -> Option<()> {
        if most < self.highest[item] {
            self.highest[item] = most - most % problem.items[item].align;
        }
        (self.lowest[item] <= self.highest[item]).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::Domains;
    use crate::algorithms::ilp::problem::Problem;
    use crate::reduce::Instance;
    use crate::{LifetimeTrace, PlanOptions};

    fn domains(notation: &str, capacity: u64, decided: &[(usize, bool)]) -> Option<Domains> {
        let trace: LifetimeTrace = notation.parse().unwrap();
        let options = PlanOptions::default();
        let instance = Instance::new(&trace, &options).unwrap();
        let problem = Problem::new(&trace, &options, &instance);
        Domains::new(&problem, capacity, decided)
    }

    #[test]
    fn a_pin_decides_who_is_below() {
        let ranges = domains("p 0..4 3 pin=4; a 1..3 5; b 2..9 4", 12, &[]).unwrap();
        // `a` does not fit below the pin, so it is above it, and `b` is below.
        assert_eq!(ranges.a_is_below, [Some(true), Some(false), Some(false)]);
        assert_eq!(
            (&*ranges.lowest, &*ranges.highest),
            (&[4, 7, 0][..], &[4, 7, 0][..])
        );
        assert_eq!(domains("p 0..4 3 pin=4; a 1..3 5; b 2..9 5", 12, &[]), None);
    }

    #[test]
    fn what_is_decided_adds_up_in_a_section() {
        let ranges = domains("a 0..4 3; b 0..4 4; c 0..4 5", 12, &[(1, true), (2, true)]).unwrap();
        assert_eq!(
            (&*ranges.lowest, &*ranges.highest),
            (&[0, 0, 7][..], &[4, 3, 7][..])
        );
        assert_eq!(
            domains("a 0..4 3; b 0..4 4; c 0..4 5", 11, &[(1, true), (2, true)]),
            None
        );
    }
}
