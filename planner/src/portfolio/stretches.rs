//! Local repair: stretches of time in which a plan exceeds the target are planned again, the rest stays as it is.
//!
//! In a long trace a plan mostly exceeds the target in a few short *stretches* of time. The items within a stretch
//! are removed, those that cross its borders keep their offsets, and the rules for small traces plan the stretch
//! again, in time that does not depend on the length of the trace. Where that does not suffice, the stretch grows.
//!
//! Source: large neighbourhood search (Shaw, CP 1998), with neighbourhoods in time.

use std::cmp::Reverse;

use memplan_support::Sort;

use super::parameters::StretchParameters;
use super::{Budget, Halt, Portfolio};
use crate::placement::Placer;
use crate::reduce::{Core, Instance, Run};
use crate::{PlanOptions, Units};

impl Portfolio<'_> {
    /// Repairs a plan of the whole instance, given by its offsets, or the incumbent where that is lower. Ends soon
    /// after this much work in all. Later rounds use other random numbers.
    pub(crate) fn repair_plan(&mut self, offsets: Option<&[u64]>, most_work: Units, round: u64) {
        if let Some(offsets) = offsets {
            self.adopt_plan(offsets);
        }
        self.round = round;
        let before = std::mem::replace(&mut self.most_work_of_repair, most_work);
        self.repair_all_stretches();
        self.most_work_of_repair = before;
    }

    /// Makes a plan of the whole instance the incumbent of the components in which it is lower. Its items are placed
    /// again by ascending offset: first fit raises none of them, and fills gaps at the bottom of the core.
    fn adopt_plan(&mut self, offsets: &[u64]) {
        let mut placer = Placer::new(&self.board);
        let limit = self.options.work_limit.unwrap_or(Units::MAX);
        let mut budget = Budget::new(self.options, limit - self.work);
        let mut placed = offsets.to_vec();
        for (component, peak) in self.core.components.iter().zip(&mut self.incumbent.peaks) {
            let mut order = self.core.items_of(component).to_vec();
            order.sort_stable_by_key(|&item| (offsets[item as usize], item));
            placer.clear();
            let below = peak.saturating_sub(1);
            match placer.place(&order, component.floor, below, &mut placed, &mut budget) {
                Ok(Some(new)) => {
                    *peak = new;
                    for item in order {
                        self.incumbent.offsets[item as usize] = placed[item as usize];
                    }
                }
                Ok(None) => {}
                Err(_) => break,
            }
        }
        self.work += budget.done();
        if let Some(Halt::Stopped(reason)) = budget.halt() {
            self.stopped = Some(reason);
        }
    }

    /// Repairs the plans of all components.
    pub(super) fn repair_all_stretches(&mut self) {
        for index in 0..self.core.components.len() {
            self.repair_stretches(index, &StretchParameters::DEFAULT.goals);
        }
    }

    /// Plans again the stretches in which the plan of a component exceeds the target, the highest first. Each of
    /// `goals`, a divisor, permits peaks up to that fraction above the target. `O(n)` for each goal, besides
    /// planning.
    ///
    /// The hardest stretch determines how low the others have to be.
    pub(super) fn repair_stretches(&mut self, index: usize, goals: &[u64]) {
        let mut lives: Option<Lives> = None;
        for &part in goals {
            let wanted = self.target + self.target.checked_div(part).unwrap_or(0);
            let mut goal = wanted;
            for _ in 0..StretchParameters::DEFAULT.most_passes {
                let peak = self.incumbent.peaks[index];
                if peak <= goal || peak == u64::MAX {
                    break;
                }
                let stretches = self.stretches_above(goal, index);
                let lives = lives.get_or_insert_with(|| {
                    let component = &self.core.components[index];
                    Lives::new(self.instance, self.core.items_of(component))
                });
                for stretch in stretches {
                    if self.stopped.is_some() || self.most_work_of_repair < self.work {
                        self.measure("stretch");
                        return;
                    }
                    if goal < stretch.highest {
                        goal = goal.max(self.lower(index, goal, stretch, lives));
                    }
                }
                self.measure("stretch");
            }
            if wanted < goal {
                return;
            }
        }
    }

    /// The lifetimes of the items that end above a goal, highest items first. Overlapping lifetimes form one stretch,
    /// unless it would be much longer than each of them.
    fn stretches_above(&self, goal: u64, index: usize) -> Vec<Stretch> {
        let mut stretches: Vec<Stretch> = Vec::new();
        // The items of a component are in order of their first sections.
        for &item in self.core.items_of(&self.core.components[index]) {
            let offset = self.incumbent.offsets[item as usize];
            let highest = self.instance.end(item as usize, offset);
            if highest <= goal {
                continue;
            }
            let (first, end) = self.instance.hull[item as usize];
            let length = end - first;
            match stretches.last_mut() {
                Some(before)
                    if first < before.sections.1
                        && end.max(before.sections.1) - before.sections.0 <= 2 * before.longest =>
                {
                    before.sections.1 = before.sections.1.max(end);
                    before.longest = before.longest.max(length);
                    before.highest = before.highest.max(highest);
                }
                _ => stretches.push(Stretch {
                    sections: (first, end),
                    longest: length,
                    highest,
                }),
            }
        }
        stretches.sort_stable_by_key(|stretch| (Reverse(stretch.highest), stretch.sections));
        stretches
    }

    /// Plans a stretch again with a growing margin until nothing is above the goal. Returns the remaining peak.
    fn lower(&mut self, index: usize, goal: u64, stretch: Stretch, lives: &Lives) -> u64 {
        let parameters = StretchParameters::DEFAULT;
        let (begin, end) = self.core.components[index].sections;
        let mut peak = stretch.highest;
        for round in 0..parameters.most_rounds {
            let margin = stretch.longest.max(parameters.fewest_sections);
            let margin = margin.saturating_mul(2 << round);
            let sections = (
                stretch.sections.0.saturating_sub(margin).max(begin),
                stretch.sections.1.saturating_add(margin).min(end),
            );
            let component = &self.core.components[index];
            let items = lives.within(self.instance, self.core.items_of(component), sections);
            let of_component = self.core.items_of(component).len();
            if parameters
                .most_items
                .min(of_component / parameters.fewest_stretches)
                < items.len()
            {
                break;
            }
            peak = self.replan_stretch(index, goal, sections, &items, round);
            if peak <= goal || self.stopped.is_some() {
                break;
            }
        }
        peak
    }

    /// Plans the items again that are live only within a stretch, and keeps the plan if it is lower there. Returns
    /// its peak.
    fn replan_stretch(
        &mut self,
        index: usize,
        goal: u64,
        sections: Run,
        items: &[u32],
        round: u64,
    ) -> u64 {
        let floor = self.core.components[index].floor;
        let offsets = &self.incumbent.offsets;
        let now: Vec<u64> = (items.iter())
            .map(|&item| offsets[item as usize] - floor)
            .collect();
        let Some(instance) = self.instance.clipped(items, &now, sections) else {
            return u64::MAX;
        };
        let options = PlanOptions {
            progress: None,
            seed: (self.options.seed).wrapping_add(self.round << 8 | round),
            ..self.options.clone()
        };
        let loads = instance.loads();
        let core = Core::without_bottom(&instance, &loads);
        let below = floor * instance.unit;
        let target = goal.saturating_sub(below);
        let mut part = Portfolio::of_core(&instance, &options, target, loads, core);
        part.is_part = true;
        part.work = self.work;
        part.incumbent.offsets = now;
        part.measure("before");
        let before = part.peak();
        if target < before {
            part.plan_by_some_priorities(round, StretchParameters::DEFAULT.passes << round);
            if StretchParameters::DEFAULT.rounds_without_orders <= round {
                part.run_sprint();
            }
        }
        let peak = part.peak();
        self.work = part.work;
        self.stopped = part.stopped;
        if peak < before {
            for (&item, offset) in items.iter().zip(part.incumbent.offsets) {
                self.incumbent.offsets[item as usize] = offset + floor;
            }
        }
        peak.saturating_add(below)
    }
}

/// Sections in which an item is above a goal.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    sections: Run,
    /// The sections of the longest of the items that are too high.
    longest: u32,
    /// Where the highest of them ends, in bytes.
    highest: u64,
}

/// The items of a component that are live at regularly spaced sections.
#[derive(Debug)]
struct Lives {
    every: u32,
    /// Entry `i`: the items that are live at section `every * i` and begin before it.
    live: Vec<Vec<u32>>,
}

impl Lives {
    /// `O(n + sections)`. The items are in order of their first sections.
    fn new(instance: &Instance, items: &[u32]) -> Self {
        let hulls = || items.iter().map(|&item| instance.hull[item as usize]);
        let all: u64 = hulls().map(|hull| u64::from(hull.1 - hull.0)).sum();
        let every = (all / items.len().max(1) as u64).clamp(256, u64::from(u32::MAX / 2)) as u32;
        let n = hulls().map(|hull| hull.1).max().unwrap_or(0) / every + 1;
        let mut live = vec![Vec::new(); n as usize];
        for &item in items {
            let (first, end) = instance.hull[item as usize];
            for at in first / every + 1..end.div_ceil(every) {
                live[at as usize].push(item);
            }
        }
        Self { every, live }
    }

    /// The items that are live in some sections, in order of their first sections.
    fn within(&self, instance: &Instance, items: &[u32], (first, end): Run) -> Vec<u32> {
        let hull = |item: u32| instance.hull[item as usize];
        let at = first / self.every;
        let born_before = |section: u32| items.partition_point(|&item| hull(item).0 < section);
        let live = self.live.get(at as usize).into_iter().flatten();
        let born_since = &items[born_before(at * self.every)..born_before(end)];
        let all = live.chain(born_since).copied();
        all.filter(|&item| first < hull(item).1).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Lives;
    use crate::orders::Order;
    use crate::placement::offsets_by_birth;
    use crate::portfolio::{Portfolio, Start, Task};
    use crate::reduce::Instance;
    use crate::testing::random_trace;
    use crate::{Bytes, LowerBound, PlanOptions, Units, ValidateOptions, validate};

    #[test]
    fn repaired_plans_are_valid_and_never_higher() {
        let options = PlanOptions::default();
        let (mut n_lower, mut n_at_load) = (0, 0);
        for seed in 0..40 {
            let features = [&[][..], &["align"], &["pin"], &["gap"]][seed as usize % 4];
            let trace = random_trace(seed, 1000 + 40 * seed, 12 + seed / 2, features);
            let Ok(instance) = Instance::new(&trace, &options) else {
                continue; // pins that overlap
            };
            let load = trace.max_load().0;
            let mut portfolio = Portfolio::new(&instance, &options, load);
            portfolio.run(&[Task::from(Start::Order(Order::LIFE))]);
            let before = portfolio.peak();
            portfolio.repair_all_stretches();
            let after = portfolio.peak();
            let placement = portfolio.best().unwrap();
            assert_eq!(placement.peak, after);
            let schedule = instance
                .schedule(&trace, &placement, LowerBound::load(Bytes(0)), "", Units(0))
                .unwrap();
            let checks = ValidateOptions::default();
            assert_eq!(validate(&trace, &schedule, &checks), Ok(()), "{trace}");
            assert!(after <= before);
            if features == ["gap"] {
                assert_eq!(after, before, "gaps are not understood");
            }
            // A plan from another source, such as an allocator, is repaired in the same way.
            let mut other = Portfolio::new(&instance, &options, load);
            let offsets = offsets_by_birth(&instance);
            other.repair_plan(Some(&offsets), Units::MAX, seed);
            let placement = other.best().unwrap();
            let schedule = instance
                .schedule(&trace, &placement, LowerBound::load(Bytes(0)), "", Units(0))
                .unwrap();
            assert_eq!(validate(&trace, &schedule, &checks), Ok(()), "{trace}");
            let is_free = features.is_empty() || features == ["gap"];
            assert!(
                !is_free || placement.peak <= instance.peak(&offsets),
                "{trace}"
            );
            n_lower += u32::from(after < before);
            n_at_load += u32::from(load < before && after == load);
        }
        assert!(
            10 < n_lower && 5 < n_at_load,
            "{n_lower} lower, {n_at_load} at their loads"
        );
    }

    #[test]
    fn what_lives_in_some_sections_is_found() {
        for (seed, longest) in [(1, 3), (2, 60), (3, 5000)] {
            let trace = random_trace(seed, 3000, longest, &[]);
            let instance = Instance::new(&trace, &PlanOptions::default()).unwrap();
            let mut items: Vec<u32> = (0..instance.len() as u32).collect();
            items.sort_by_key(|&item| instance.hull[item as usize].0);
            let lives = Lives::new(&instance, &items);
            for first in (0..instance.n_sections).step_by(97) {
                let end = (first + 1 + first % 300).min(instance.n_sections);
                let mut within = lives.within(&instance, &items, (first, end));
                within.sort_unstable();
                let meets = |&item: &u32| {
                    let hull = instance.hull[item as usize];
                    hull.0 < end && first < hull.1
                };
                let all = 0..instance.len() as u32;
                assert_eq!(within, all.filter(meets).collect::<Vec<u32>>());
            }
        }
    }
}
