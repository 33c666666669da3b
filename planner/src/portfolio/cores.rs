//! Cores: the items that are hardest to place are planned first, the others around them.
//!
//! In a long trace the load is near its maximum only at a few times. Items that are not live then, or need little of
//! the remaining room, fit into nearly any schedule. The few others determine the peak. The *tightest* items, the
//! first core, are therefore planned by themselves, where each attempt costs a hundredth. Each larger core starts
//! from the priorities ([`super::squeaky_wheel`]) or the offsets of the one before. The rest of the component is
//! placed around the last core, stretch by stretch, and what exceeds the target there is repaired locally
//! ([`super::stretches`]). Items that still exceed it join the core, which is planned once more. Before large cores
//! are planned, the rest is placed around a small one, so that a deadline finds a plan.
//!
//! An item is tight if it needs much of the room that is left at its most crowded time, and if many others are live
//! during its lifetime: a long lifetime needs bytes that are free throughout.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use memplan_support::Sort;

use super::parameters::{CoreParameters, StretchParameters};
use super::squeaky_wheel::Priorities;
use super::tasks::{Start, Task};
use super::{Budget, Halt, Portfolio};
use crate::orders::{Order, gather, product};
use crate::placement::Placer;
use crate::reduce::{Component, Core};
use crate::{PlanOptions, StopReason};

/// How the rest is placed around a core.
const AROUND: [Start; 2] = [
    Start::Around(Order::STRETCH_SIZE),
    Start::Around(Order::STRETCH_LIFE),
];

/// The state of a component while its core grows.
struct Growth {
    /// Which component.
    index: usize,
    round: u64,
    /// The items of the core with their offsets above the floor.
    known: Vec<(u32, u64)>,
    /// The priorities of these items, by arrangement.
    priorities: BTreeMap<usize, Priorities>,
    /// The peak of the core in bytes. It is the target of the cores that contain it: a plan of one of
    /// these is not expected to be lower.
    needed: u64,
}

impl Portfolio<'_> {
    /// Plans large components, beginning with their tightest items. Later rounds try more members
    /// on the first cores, with another seed.
    pub(crate) fn plan_cores(&mut self, round: u64) {
        let components = &self.core.components;
        let is_large = |&index: &usize| {
            CoreParameters::DEFAULT.fewest_items < self.core.items_of(&components[index]).len()
        };
        let mut large: Vec<usize> = (0..components.len()).filter(is_large).collect();
        large.sort_stable_by_key(|&index| Reverse(components[index].load));
        for index in large {
            if self.stopped.is_none() && self.target < self.incumbent.peaks[index] {
                self.plan_by_cores(index, round);
            }
        }
    }

    /// Whether there is time to prepare plans of this many items; if not, the run ends.
    fn may_prepare(&mut self, n_items: usize) -> bool {
        let each = CoreParameters::DEFAULT.time_to_prepare;
        if !self.options.has_time_for(n_items, each) {
            self.stopped = Some(StopReason::Deadline);
        }
        self.stopped.is_none()
    }

    fn plan_by_cores(&mut self, index: usize, round: u64) {
        if !self.may_prepare(self.instance.len()) {
            return;
        }
        let component = self.core.components[index];
        let below = component.floor * self.instance.unit;
        let mut growth = Growth {
            index,
            round,
            known: Vec::new(),
            priorities: BTreeMap::new(),
            needed: self.target.saturating_sub(below),
        };
        let mut is_filled = false;
        for items in self.cores(&component, round) {
            let n_items = self.core.items_of(&component).len();
            let is_large = CoreParameters::DEFAULT
                .most_items_for_sweep
                .max(n_items / 16)
                < items.len();
            if is_large && !is_filled && !growth.known.is_empty() {
                // Larger cores take long: a plan that is nearly as good comes first.
                is_filled = true;
                self.fill(&growth, &AROUND[..1]);
                self.repair_stretches(index, &StretchParameters::DEFAULT.goals[..1]);
                if self.stopped.is_some() || self.incumbent.peaks[index] <= self.target {
                    return;
                }
            }
            if !self.plan_part(items, &mut growth) {
                return;
            }
        }
        if growth.known.is_empty() {
            return; // all items are alike
        }
        let mut n_repairs = 0;
        let mut is_local = true;
        loop {
            self.fill(&growth, &AROUND);
            if is_local {
                let before = self.incumbent.peaks[index];
                self.repair_stretches(index, &StretchParameters::DEFAULT.goals);
                is_local = self.incumbent.peaks[index] < before;
            }
            let Some(items) = self.with_items_above_target(&growth) else {
                break;
            };
            if n_repairs == CoreParameters::DEFAULT.most_repairs
                || !self.plan_part(items, &mut growth)
            {
                break;
            }
            n_repairs += 1;
        }
        self.justify_incumbent();
    }

    /// Places the rest of a component around its core.
    fn fill(&mut self, growth: &Growth, starts: &[Start]) {
        let floor = self.core.components[growth.index].floor;
        let on_floor = |&(item, offset): &(u32, u64)| (item, offset + floor);
        self.known = growth.known.iter().map(on_floor).collect();
        let tasks: Vec<Task> = starts.iter().copied().map(Task::from).collect();
        self.run(&tasks);
        self.known.clear();
    }

    /// Plans some items of a component by themselves. Returns whether the result is worth extending.
    fn plan_part(&mut self, items: Vec<u32>, growth: &mut Growth) -> bool {
        if !self.may_prepare(items.len()) {
            return false;
        }
        let options = PlanOptions {
            progress: None,
            seed: self.options.seed.wrapping_add(growth.round),
            ..self.options.clone()
        };
        let component = self.core.components[growth.index];
        let below = component.floor * self.instance.unit;
        let instance = self.instance.thinned(&items);
        let loads = instance.loads();
        let core = Core::without_bottom(&instance, &loads);
        let mut part = Portfolio::of_core(&instance, &options, growth.needed, loads, core);
        part.is_part = true;
        part.work = self.work;
        part.adopt_offsets(&items, &growth.known);
        part.adopt_priorities(&growth.priorities);
        part.plan_core(growth.round);
        self.work = part.work;
        self.stopped = part.stopped;
        let peak = part.peak();
        tracing::debug!(
            n_items = growth.known.len(),
            peak,
            work = self.work.0,
            "core planned"
        );
        let is_hopeless = self.incumbent.peaks[growth.index] <= peak.saturating_add(below);
        if self.stopped.is_some() || is_hopeless {
            return false;
        }
        growth.priorities = part.priorities;
        growth.needed = growth.needed.max(peak);
        let offsets = part.incumbent.offsets;
        growth.known = items.into_iter().zip(offsets).collect();
        true
    }

    /// The items of the core and those that end above its target in the plan around it; `None` if there are none of
    /// the latter, or too many.
    fn with_items_above_target(&self, growth: &Growth) -> Option<Vec<u32>> {
        let component = self.core.components[growth.index];
        let needed = growth.needed + component.floor * self.instance.unit;
        if self.stopped.is_some() || self.incumbent.peaks[growth.index] <= needed {
            return None;
        }
        let exceeds_target = |&item: &u32| {
            let offset = self.incumbent.offsets[item as usize];
            needed < self.instance.end(item as usize, offset)
        };
        let mut items: Vec<u32> = growth.known.iter().map(|&(item, _)| item).collect();
        let n_known = items.len();
        let of_component = self.core.items_of(&component);
        items.extend(of_component.iter().copied().filter(exceeds_target));
        items.sort_stable();
        items.dedup();
        let n_new = items.len() - n_known;
        (0 < n_new && n_new <= n_known / 4).then_some(items)
    }

    /// How hard each item is to place: the fraction it needs of the room that is left at its most crowded time, in
    /// units of 2^-32, times the number of others during its lifetime.
    fn tightness(&self, component: &Component) -> Vec<u64> {
        let crowds = self.sorter.crowds();
        let instance = self.instance;
        let tightness = |item: usize| {
            let (size, hull) = (instance.size[item], instance.hull[item]);
            let room = component.load.saturating_sub(crowds.over(hull)) + size;
            let share = (u128::from(size) << 32)
                .checked_div(u128::from(room))
                .unwrap_or(0) as u64;
            product(share, self.sorter.conflicts(hull))
        };
        (0..instance.len()).map(tightness).collect()
    }

    /// Growing sets of the tightest items, each ascending; none of them has many more than half of all
    /// items.
    fn cores(&self, component: &Component, round: u64) -> Vec<Vec<u32>> {
        let tightness = self.tightness(component);
        let items = self.core.items_of(component);
        let mut sorted: Vec<u64> = items.iter().map(|&item| tightness[item as usize]).collect();
        sorted.sort_stable();
        sorted.reverse();
        let mut cores = Vec::new();
        let (mut wanted, step) = CoreParameters::DEFAULT.steps
            [(round % CoreParameters::DEFAULT.steps.len() as u64) as usize];
        while let Some(&least) = sorted.get(wanted - 1) {
            let n_items = sorted.partition_point(|&tightness| least <= tightness);
            if items.len() / 2 < n_items {
                break;
            }
            // Pinned items constrain all others, so every core contains them.
            let belongs = |item: &u32| {
                least <= tightness[*item as usize] || self.instance.pin[*item as usize].is_some()
            };
            let mut core: Vec<u32> = items.iter().copied().filter(belongs).collect();
            let step = if core.len() <= CoreParameters::DEFAULT.most_items_for_small_steps {
                step
            } else {
                CoreParameters::DEFAULT.large_step
            };
            wanted = core.len() * step / 4;
            core.sort_stable();
            cores.push(core);
        }
        cores
    }

    /// Adopts the offsets that are planned for some items of the instance that contains this core.
    fn adopt_offsets(&mut self, items: &[u32], placed: &[(u32, u64)]) {
        let mut parts = (0..).zip(items);
        let at = |&(item, offset): &(u32, u64)| {
            let (at, _) = parts.find(|&(_, &other)| other == item)?;
            Some((at, offset))
        };
        self.known = placed.iter().filter_map(at).collect();
    }

    /// Plans a core, around the items whose offsets are known; tries more members the smaller it is.
    fn plan_core(&mut self, round: u64) {
        let n_items = self.core.items.len();
        let is_large = CoreParameters::DEFAULT.most_items_for_sweep < n_items;
        if is_large && !self.known.is_empty() {
            self.run(&AROUND.map(Task::from));
            self.repair_all_stretches();
        }
        // Passes over this many items take seconds, too long for the last few bytes.
        let is_enough = CoreParameters::DEFAULT.most_items_for_sprint < n_items
            && self.peak() <= self.target + self.target / 512;
        if !is_enough {
            self.reprioritize(round);
        }
        if is_large {
            self.repair_all_stretches();
        } else if !self.known.is_empty() {
            self.run(&AROUND.map(Task::from));
            self.justify_incumbent();
        }
        if n_items <= CoreParameters::DEFAULT.most_items_for_sprint {
            self.run_sprint();
            self.justify_incumbent();
        }
        if n_items <= CoreParameters::DEFAULT.most_items_for_sweep {
            self.sweep();
            if 0 < round {
                self.search_orders(round.saturating_mul(CoreParameters::DEFAULT.moves));
                self.justify_incumbent();
            }
        }
    }

    /// Places the rest of a component around the known items. Leaves a plan in the offsets and returns
    /// its peak if it is at most `limit`.
    pub(super) fn place_around_core(
        &self,
        order: Order,
        component: &Component,
        limit: u64,
        offsets: &mut [u64],
        placer: &mut Placer<'_, '_>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<u64>, Halt> {
        let mut is_known = vec![false; self.instance.len()];
        for &(item, offset) in &self.known {
            is_known[item as usize] = true;
            offsets[item as usize] = offset;
        }
        let mut items = Vec::new();
        // Sorting ten million items takes seconds.
        budget.check()?;
        self.sorter
            .sort(&self.core, component, order, &[], &mut items);
        budget.check()?;
        let n_placed = gather(&mut items, |item| is_known[item as usize]);
        drop(is_known);
        let around = items.split_at(n_placed);
        placer.clear();
        placer.place_around(around, component.floor, limit, offsets, budget)
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::CoreParameters;
    use super::Portfolio;
    use crate::reduce::Instance;
    use crate::testing::{random_trace, skewed_trace};
    use crate::{Bytes, LifetimeTrace, LowerBound, PlanOptions, Units, ValidateOptions, validate};

    /// The peak, offsets and work of planning cores only, after a check of the plan.
    fn planned(
        trace: &LifetimeTrace,
        options: &PlanOptions,
        n_rounds: u64,
    ) -> (u64, Vec<u64>, u64) {
        let instance = Instance::new(trace, options).unwrap();
        let mut portfolio = Portfolio::new(&instance, options, 0);
        for round in 0..n_rounds {
            portfolio.plan_cores(round);
        }
        let placement = portfolio.best().unwrap();
        let schedule = instance
            .schedule(
                trace,
                &placement,
                LowerBound::load(Bytes(0)),
                "cores",
                Units(0),
            )
            .unwrap();
        let checks = ValidateOptions::default();
        let verdict = validate(trace, &schedule, &checks);
        assert_eq!(verdict, Ok(()), "{:?}", instance.has_gaps);
        (placement.peak, placement.offsets, portfolio.work().0)
    }

    #[test]
    fn what_is_tight_first_is_better_than_any_one_order() {
        let options = PlanOptions::default();
        for seed in [0, 2] {
            let trace = skewed_trace(seed, 6000, [90, 99]);
            let instance = Instance::new(&trace, &options).unwrap();
            let mut portfolio = Portfolio::new(&instance, &options, 0);
            portfolio.run_sprint();
            let sprint = portfolio.peak();
            let (peak, ..) = planned(&trace, &options, 1);
            assert!(trace.max_load().0 <= peak);
            assert!(peak < sprint, "{seed}: {peak}, {sprint}");
        }
    }

    #[test]
    fn plans_are_valid_with_alignment_gaps_and_pins_and_the_same_on_any_number_of_threads() {
        let all = [&[][..], &["align", "gap", "pin"]];
        for (seed, features) in (0..).zip(all) {
            let trace = random_trace(
                seed,
                CoreParameters::DEFAULT.fewest_items as u64 + 500,
                400,
                features,
            );
            let with = |threads| {
                let threads = NonZeroUsize::new(threads).unwrap();
                planned(
                    &trace,
                    &PlanOptions {
                        threads,
                        ..PlanOptions::default()
                    },
                    1 + seed % 2,
                )
            };
            assert_eq!(with(1), with(2), "{features:?}");
        }
    }

    #[test]
    fn cores_grow_and_hold_the_tightest_items() {
        let trace = skewed_trace(3, 6000, [90, 99]);
        let instance = Instance::new(&trace, &PlanOptions::default()).unwrap();
        let options = PlanOptions::default();
        let portfolio = Portfolio::new(&instance, &options, 0);
        let component = &portfolio.core.components[0];
        let tightness = portfolio.tightness(component);
        let items = portfolio.core.items_of(component);
        for (round, &(first, step)) in (0..).zip(&CoreParameters::DEFAULT.steps) {
            let cores = portfolio.cores(component, round);
            assert!(first <= cores[0].len());
            for pair in cores.windows(2) {
                assert!(pair[0].len() * step / 4 <= pair[1].len());
            }
            for core in &cores {
                let least = core.iter().map(|&item| tightness[item as usize]).min();
                let outside = items
                    .iter()
                    .filter(|item| core.binary_search(item).is_err());
                let most = outside.map(|&item| tightness[item as usize]).max();
                assert!(most < least && 2 * core.len() <= items.len());
            }
        }
    }

    #[test]
    fn limits_stop_it() {
        let trace = skewed_trace(1, 6000, [90, 99]);
        let options = PlanOptions {
            work_limit: Some(Units(3_000)),
            ..PlanOptions::default()
        };
        let instance = Instance::new(&trace, &options).unwrap();
        let mut portfolio = Portfolio::new(&instance, &options, 0);
        portfolio.plan_cores(0);
        assert!(portfolio.stopped().is_some());
        assert!(portfolio.work() <= Units(3_000));
    }
}
