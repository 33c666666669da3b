//! Squeaky wheel optimization, seeded with the clique of maximum load.
//!
//! Most large traces can be planned at their load, but no single order of first fit achieves that.
//! This module plans a component in many passes: the items that are live at the peak are stacked
//! first, in a fixed arrangement; the others are placed around the stack by first fit, in order of
//! priority. An item that ends above the target gets a higher priority for the next pass. The
//! increase grows with the number of consecutive passes in which it did.
//!
//! At the peak the items fill everything from the floor to the load, so the arrangement of the stack decides where
//! there is room at other times: items that are not yet or no longer live leave holes. Large items fit only where
//! holes are adjacent. Stacked by begin, oldest at the bottom, the stack has a single hole, at its top, at any time
//! before the peak, but many holes after it; stacked by end it is the other way round. The two-sided stack is the
//! compromise: items that end late and begin shortly before the peak lie below, later begins upwards; items that
//! begin early lie above, later ends upwards. Then there is one large hole in the middle on both sides of the peak.
//!
//! A pass costs `O(n log n)` besides placing. A dozen passes distinguish an arrangement that suits
//! a trace from one that does not.
//!
//! Source: Joslin and Clements, "Squeaky Wheel Optimization" (JAIR 10, 1999) for the passes. The
//! arrangements are our own.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::parameters::PriorityParameters;
use super::tasks::{Start, Task};
use super::{Budget, Halt, Portfolio};
use crate::orders::gather;
use crate::placement::Placer;
use crate::reduce::Component;
use memplan_support::{Random, Sort};

/// Priorities are binary logarithms of sizes with this many digits after the point.
pub(super) const FRACTION: u32 = 16;

/// What the passes with one arrangement have added to the priorities, by item.
#[derive(Clone, Debug)]
pub(super) struct Priorities {
    blame: Vec<u64>,
    /// The number of consecutive passes, up to the last one, in which it exceeded the target.
    n_times: Vec<u64>,
    /// The excess over the target, in bytes, of the best plan of the last passes, over all components.
    pub(super) missed_by: u64,
}

impl Priorities {
    fn new(n_items: usize) -> Self {
        Self {
            blame: vec![0; n_items],
            n_times: vec![0; n_items],
            missed_by: u64::MAX,
        }
    }

    /// Converts the priorities of some items to those of a whole of `n_items` items.
    fn of_whole(&self, items: impl Iterator<Item = u32>, n_items: usize) -> Self {
        let mut whole = Self::new(n_items);
        whole.missed_by = self.missed_by;
        for (at, item) in items.enumerate() {
            whole.blame[item as usize] = self.blame[at];
            whole.n_times[item as usize] = self.n_times[at];
        }
        whole
    }

    fn add_blame(&mut self, item: usize, random: &mut Random) {
        self.n_times[item] += 1;
        let blame =
            PriorityParameters::DEFAULT.blame + random.below(PriorityParameters::DEFAULT.blame / 2);
        let blame = blame.saturating_mul(self.n_times[item]);
        self.blame[item] = self.blame[item].saturating_add(blame);
    }
}

/// Passes with one arrangement of the clique at the peak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SqueakyWheel {
    /// Which of [`PriorityParameters::arrangements`].
    pub(super) arrangement: usize,
    /// The most passes.
    passes: u64,
}

impl Portfolio<'_> {
    /// Plans with each arrangement, the best ones so far first. Later rounds try more arrangements, with more passes.
    /// Keeps the priorities.
    pub(super) fn reprioritize(&mut self, round: u64) {
        let passes = PriorityParameters::DEFAULT.passes;
        self.plan_by_some_priorities(round, passes.saturating_mul(round.saturating_add(1)));
    }

    /// The same with at most so many passes.
    pub(super) fn plan_by_some_priorities(&mut self, round: u64, passes: u64) {
        let n_items = self.core.items.len();
        let mut arrangements: Vec<usize> =
            (0..PriorityParameters::DEFAULT.arrangements.len()).collect();
        arrangements.sort_stable_by_key(|&arrangement| {
            let old = self.priorities.get(&arrangement);
            old.map_or(u64::MAX, |priorities| priorities.missed_by)
        });
        if PriorityParameters::DEFAULT.most_items_for_all < n_items {
            arrangements.truncate(PriorityParameters::DEFAULT.n_best);
        } else if round == 0 {
            arrangements.retain(|&arrangement| arrangement < PriorityParameters::DEFAULT.n_first);
        }
        let affordable = (PriorityParameters::DEFAULT.most_placements / n_items.max(1) as u64)
            .max(PriorityParameters::DEFAULT.fewest_passes);
        let passes = passes.min(affordable);
        let task = |arrangement| {
            Task::from(Start::SqueakyWheel(SqueakyWheel {
                arrangement,
                passes,
            }))
        };
        let tasks: Vec<Task> = arrangements.into_iter().map(task).collect();
        self.run(&tasks);
    }

    /// Adopts the known priorities of items.
    pub(super) fn adopt_priorities(&mut self, priorities: &BTreeMap<usize, Priorities>) {
        let n_items = self.instance.len();
        let items = || self.known.iter().map(|&(item, _)| item);
        let of_whole =
            |(&at, priorities): (&usize, &Priorities)| (at, priorities.of_whole(items(), n_items));
        self.priorities = priorities.iter().map(of_whole).collect();
    }

    /// The priorities of an arrangement so far.
    pub(super) fn priorities_of(&self, task: SqueakyWheel) -> Priorities {
        let own = self.priorities.get(&task.arrangement).cloned();
        own.unwrap_or_else(|| Priorities::new(self.instance.len()))
    }

    /// Plans a component repeatedly; leaves the best plan in the offsets and returns its peak.
    /// `O(n log n)` for each pass, besides placing.
    pub(super) fn plan_by_priorities(
        &self,
        task: SqueakyWheel,
        component: &Component,
        priorities: &mut Priorities,
        offsets: &mut [u64],
        placer: &mut Placer<'_, '_>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<u64>, Halt> {
        let instance = self.instance;
        let items = self.core.items_of(component);
        let mut order = items.to_vec();
        let n_stacked = self.stack(task, component, &mut order);
        let rest = order[n_stacked..].to_vec();
        let initial = self.initial_priorities(component, &rest);
        let mut keyed: Vec<(Reverse<u64>, u32)> = Vec::with_capacity(rest.len());
        let seed = self.options.seed ^ (task.arrangement as u64) << 32;
        let mut random = Random::new(seed);
        let mut best: Option<(Vec<u64>, u64)> = None;
        let mut n_idle = 0;
        for _ in 0..task.passes {
            keyed.clear();
            keyed.extend(rest.iter().zip(&initial).map(|(&item, &priority)| {
                let blame = priorities.blame[item as usize];
                let priority = priority.saturating_add(blame);
                (
                    Reverse(
                        priority.saturating_add(random.below(PriorityParameters::DEFAULT.jitter)),
                    ),
                    item,
                )
            }));
            keyed.sort_stable();
            for (slot, &(_, item)) in order[n_stacked..].iter_mut().zip(&keyed) {
                *slot = item;
            }
            placer.clear();
            let placed = placer.place(&order, component.floor, u64::MAX, offsets, budget);
            let peak = match (placed, &best) {
                (Ok(Some(peak)), _) => peak,
                (Err(halt), None) => return Err(halt),
                (Ok(None) | Err(_), _) => break,
            };
            n_idle += 1;
            if best.as_ref().is_none_or(|best| peak < best.1) {
                n_idle = 0;
                let of_items = items.iter().map(|&item| offsets[item as usize]);
                best = Some((of_items.collect(), peak));
            }
            if peak <= self.target || n_idle == PriorityParameters::DEFAULT.most_idle_passes {
                break;
            }
            for &item in &rest {
                let item = item as usize;
                if self.target < instance.end(item, offsets[item]) {
                    priorities.add_blame(item, &mut random);
                } else {
                    priorities.n_times[item] = 0;
                }
            }
        }
        let missed_by = best
            .as_ref()
            .map_or(u64::MAX, |best| best.1 - self.target.min(best.1));
        priorities.missed_by = missed_by; // the components have similar loads
        Ok(best.map(|(best, peak)| {
            for (&item, offset) in items.iter().zip(best) {
                offsets[item as usize] = offset;
            }
            peak
        }))
    }

    /// Moves the clique of the peak to the front, the bottom of the stack first; returns its size.
    fn stack(&self, task: SqueakyWheel, component: &Component, order: &mut [u32]) -> usize {
        let peak = component.peak_section;
        let n_stacked = gather(order, |item| self.sorter.is_live(item as usize, peak));
        let (digits_of_age, digits_of_rest) =
            PriorityParameters::DEFAULT.arrangements[task.arrangement];
        order[..n_stacked].sort_stable_by_key(|&item| {
            let (first, end) = self.instance.hull[item as usize];
            let (age, rest) = (u64::from(peak - first) + 1, u64::from(end - peak));
            let is_below = age << digits_of_age < rest << digits_of_rest;
            (!is_below, if is_below { u64::MAX - age } else { rest })
        });
        n_stacked
    }

    /// The priorities of items before any of them exceeded the target.
    fn initial_priorities(&self, component: &Component, items: &[u32]) -> Vec<u64> {
        let crowd = self.sorter.crowd();
        let load = u128::from(component.load.max(1));
        let priority = |&item: &u32| {
            let crowd = u128::from(crowd[item as usize])
                * u128::from(PriorityParameters::DEFAULT.crowd)
                / load;
            logarithm(self.instance.size[item as usize]) + crowd as u64
        };
        items.iter().map(priority).collect()
    }
}

/// The binary logarithm with [`FRACTION`] digits after the point, linear between powers of two; 0
/// for 0.
fn logarithm(value: u64) -> u64 {
    let Some(digits) = value.checked_ilog2() else {
        return 0;
    };
    let mantissa = (u128::from(value) << FRACTION) >> digits;
    (u64::from(digits) << FRACTION) + mantissa as u64 - (1 << FRACTION)
}

#[cfg(test)]
mod tests {
    use memplan_support::Random;

    use super::PriorityParameters;
    use super::{FRACTION, Priorities, SqueakyWheel, logarithm};
    use crate::portfolio::Portfolio;
    use crate::reduce::Instance;
    use crate::testing::{random_trace, skewed_trace};
    use crate::{Bytes, LifetimeTrace, LowerBound, PlanOptions, Units, ValidateOptions, validate};

    fn stacked(text: &str, arrangement: usize) -> Vec<u32> {
        let trace: LifetimeTrace = text.parse().unwrap();
        let options = PlanOptions::default();
        let instance = Instance::new(&trace, &options).unwrap();
        let portfolio = Portfolio::new(&instance, &options, 0);
        let component = &portfolio.core.components[0];
        let mut order = portfolio.core.items_of(component).to_vec();
        let task = SqueakyWheel {
            arrangement,
            passes: 1,
        };
        let n_stacked = portfolio.stack(task, component, &mut order);
        let ids = order[..n_stacked].iter();
        ids.map(|&item| instance.ids[item as usize].0).collect()
    }

    #[test]
    fn the_stack_has_its_hole_where_the_arrangement_says() {
        // The large buffers are live at tick 5; the small ones make each birth and death of a large
        // one a section.
        let small =
            "e 0..1 1; f 0..2 1; g 0..3 1; h 0..4 1; i 6..11 1; j 7..11 1; k 9..11 1; l 10..11 1";
        let text = &format!("a 1..7 9; b 4..9 9; c 2..10 9; d 3..6 9; {small}");
        let [both, births, deaths] = [0, 2, 1].map(|arrangement| stacked(text, arrangement));
        assert_eq!(births, [0, 2, 3, 1], "the oldest at the bottom");
        assert_eq!(deaths, [3, 0, 1, 2], "what dies first at the bottom");
        // `c` and `b` die late and are stacked by birth; `d` and `a` die early and are stacked by
        // death.
        assert_eq!(both, [2, 1, 3, 0]);
    }

    #[test]
    fn it_reaches_loads_that_no_order_reaches() {
        let options = PlanOptions::default();
        let (mut n_reached, mut n_by_orders) = (0, 0);
        for seed in 0..10 {
            let trace = skewed_trace(seed, 2000, [80, 95]);
            let instance = Instance::new(&trace, &options).unwrap();
            let mut portfolio = Portfolio::new(&instance, &options, 0);
            portfolio.run_sprint();
            n_by_orders += u32::from(portfolio.is_done());
            let mut portfolio = Portfolio::new(&instance, &options, 0);
            portfolio.reprioritize(0);
            n_reached += u32::from(portfolio.is_done());
            assert_valid(&trace, &instance, &portfolio);
        }
        assert!(n_by_orders + 3 <= n_reached, "{n_by_orders} {n_reached}");
    }

    fn assert_valid(trace: &LifetimeTrace, instance: &Instance, portfolio: &Portfolio<'_>) {
        let placement = portfolio.best().unwrap();
        let bound = LowerBound::load(Bytes(0));
        let planned = instance.schedule(trace, &placement, bound, "squeaky-wheel", Units(0));
        let verdict = validate(trace, &planned.unwrap(), &ValidateOptions::default());
        assert_eq!(verdict, Ok(()), "{trace}");
    }

    #[test]
    fn plans_are_valid_whatever_the_constraints() {
        let options = PlanOptions::default();
        let features = [&[][..], &["align"], &["gap"], &["align", "gap", "pin"]];
        for seed in 0..40 {
            let trace = random_trace(seed, 5 + 3 * seed, 30, features[seed as usize % 4]);
            let Ok(instance) = Instance::new(&trace, &options) else {
                continue; // pins that overlap
            };
            for round in [0, 1] {
                let mut portfolio = Portfolio::new(&instance, &options, 0);
                portfolio.reprioritize(round);
                assert_valid(&trace, &instance, &portfolio);
            }
        }
    }

    #[test]
    fn what_was_learnt_of_a_part_is_known_of_the_whole() {
        let mut part = Priorities::new(2);
        part.blame = vec![5, 7];
        part.n_times = vec![1, 2];
        part.missed_by = 9;
        let whole = part.of_whole([1, 3].into_iter(), 5);
        assert_eq!(whole.blame, [0, 5, 0, 7, 0]);
        assert_eq!((whole.n_times[3], whole.missed_by), (2, 9));
        let larger = part.of_whole([1, 2].into_iter(), 3);
        assert_eq!((&larger.blame[..], larger.missed_by), (&[0, 5, 7][..], 9));
    }

    #[test]
    fn logarithms_grow_with_their_numbers() {
        assert_eq!(
            (logarithm(0), logarithm(1), logarithm(2)),
            (0, 0, 1 << FRACTION)
        );
        assert_eq!(logarithm(3), 3 << (FRACTION - 1));
        let mut numbers = Random::new(1);
        for _ in 0..1000 {
            let (a, b) = (numbers.below(u64::MAX), numbers.below(1 << 20));
            let (less, more) = (a.min(b), a.max(b));
            assert!(logarithm(less) <= logarithm(more));
        }
        assert_eq!(logarithm(u64::MAX) >> FRACTION, 63);
        assert_eq!(PriorityParameters::DEFAULT.arrangements[0], (0, 0));
    }
}
