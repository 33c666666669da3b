//! Local improvement of schedules that exceed the target.
//!
//! *Windows*: a plan of a long trace mostly exceeds the target in a short stretch of time. The items within the
//! stretch are removed, those that cross its borders keep their offsets, and the exact search plans the stretch
//! again. If it finds no better plan, the stretch grows.
//!
//! *Orders*: the order that gave the plan is changed a little, placed by first fit, and kept if the
//! result is no worse, because sideways moves matter. Items that end high move forward, alone,
//! together, or with all items that are live at the same time.

use super::parameters::PortfolioParameters;
use super::{Budget, Halt, Portfolio, Start, Task};
use crate::placement::Placer;
use crate::reduce::Run;
use crate::search::{SearchOptions, solve};
use crate::{Bytes, PlanError, PlanOptions, Units};
use memplan_support::{Random, Sort};

impl Portfolio<'_> {
    /// Replans stretches of time in which the plan is above the target, at most `most` of them.
    pub(crate) fn repair_windows(&mut self, most: u32) {
        let mut n_sections = 1;
        for _ in 0..most {
            if self.is_done() || self.peak() == u64::MAX {
                return;
            }
            let Some(window) = self.worst_window(n_sections) else {
                return;
            };
            match self.replan(window.0, window.1) {
                // Continue with the next worst window, starting small.
                Some(true) => n_sections = 1,
                Some(false) => n_sections = 2 * (window.0.1 - window.0.0),
                None => return,
            }
        }
    }

    /// The sections of an item that ends at the peak and of the items above the target beside it,
    /// extended to `at_least` sections where there are as many, and the floor of the component.
    /// `None` when the component has at most half as many.
    fn worst_window(&self, at_least: u32) -> Option<(Run, u64)> {
        let worst = self.incumbent.peaks.iter().zip(&self.core.components);
        let (&peak, component) = worst
            .max_by_key(|(peak, component)| (**peak, std::cmp::Reverse(component.sections.0)))?;
        let instance = self.instance;
        let items = self.core.items_of(component);
        let end = |item: u32| instance.end(item as usize, self.incumbent.offsets[item as usize]);
        let highest = items.iter().copied().find(|&item| end(item) == peak)?;
        let (mut first, mut last) = instance.hull[highest as usize];
        for &item in items {
            let hull = instance.hull[item as usize];
            if self.target < end(item) && hull.0 < last && first < hull.1 {
                (first, last) = (first.min(hull.0), last.max(hull.1));
            }
        }
        let missing = at_least.saturating_sub(last - first).div_ceil(2);
        let (begin, finish) = component.sections;
        let first = first.saturating_sub(missing).max(begin);
        let last = last.saturating_add(missing).min(finish);
        let is_known = 2 * (finish - begin) <= at_least;
        (!is_known).then_some(((first, last), component.floor))
    }

    /// Searches for a lower plan of a window. Returns whether there is one; `None` when the window
    /// is too large, or a limit was reached.
    fn replan(&mut self, sections: Run, floor: u64) -> Option<bool> {
        let offsets = &self.incumbent.offsets;
        let window = self.instance.window(offsets, sections, floor)?;
        let instance = &window.instance;
        let n_free = instance.pin.iter().filter(|pin| pin.is_none()).count();
        if PortfolioParameters::DEFAULT.most_free_in_window < n_free
            || PortfolioParameters::DEFAULT.most_items_in_window < instance.len()
        {
            return None;
        }
        let now: Vec<u64> = window.items.iter().map(|&i| offsets[i as usize]).collect();
        let peak = instance.peak(&now);
        let left = PlanOptions {
            work_limit: self.options.work_limit.map(|limit| limit - self.work),
            progress: None,
            ..self.options.clone()
        };
        let mut meter = left.meter();
        let parameters = PortfolioParameters::DEFAULT;
        let search = SearchOptions {
            node_limit: Some(
                parameters.nodes_per_window + parameters.nodes_per_item * n_free as u64,
            ),
            seed: self.options.seed,
            incumbent: Some(now),
            ..SearchOptions::default()
        };
        let outcome = solve(instance, &search, &mut meter);
        self.work += meter.done();
        match outcome {
            Ok(outcome) => {
                let is_better = outcome.placement.peak < peak;
                if is_better {
                    for (&item, &offset) in window.items.iter().zip(&outcome.placement.offsets) {
                        self.incumbent.offsets[item as usize] = offset;
                    }
                    self.measure("window");
                }
                Some(is_better)
            }
            Err(PlanError::Stopped { reason, .. }) => {
                self.stopped = Some(reason);
                None
            }
            Err(_) => None,
        }
    }

    /// Updates the peaks of the incumbent after a change.
    pub(super) fn measure(&mut self, source: &'static str) {
        let before = self.peak();
        for (component, peak) in self.core.components.iter().zip(&mut self.incumbent.peaks) {
            let ends = self.core.items_of(component).iter().map(|&item| {
                let offset = self.incumbent.offsets[item as usize];
                self.instance.end(item as usize, offset)
            });
            *peak = ends.max().unwrap_or(0);
        }
        if self.peak() < before {
            self.source = source;
            tracing::debug!(
                peak = self.peak(),
                work = self.work.0,
                by = source,
                "better schedule"
            );
            self.announce(self.peak(), self.work);
        }
    }

    /// Changes the order of the worst component, at most `moves` times.
    pub(crate) fn search_orders(&mut self, moves: u64) {
        if self.is_done() || self.peak() == u64::MAX {
            return;
        }
        let mut random = Random::new(self.options.seed);
        let peaks = &self.incumbent.peaks;
        let Some(index) = (0..peaks.len()).max_by_key(|&i| (peaks[i], std::cmp::Reverse(i))) else {
            return;
        };
        let limit = self.options.work_limit.unwrap_or(Units::MAX);
        let mut budget = Budget::new(self.options, limit - self.work);
        let result = self.walk(index, moves, &mut random, &mut budget);
        let (best, halt) = result;
        self.work += budget.done();
        if let Some((offsets, peak)) = best
            && peak < self.incumbent.peaks[index]
        {
            for &item in self.core.items_of(&self.core.components[index]) {
                self.incumbent.offsets[item as usize] = offsets[item as usize];
            }
            self.measure("order search");
        }
        if let Some(Halt::Stopped(reason)) = halt {
            self.stopped = Some(reason);
        }
    }

    /// Walks from order to order. Returns the best plan found, and what stopped the walk.
    fn walk(
        &self,
        index: usize,
        moves: u64,
        random: &mut Random,
        budget: &mut Budget<'_>,
    ) -> (Option<(Vec<u64>, u64)>, Option<Halt>) {
        let component = &self.core.components[index];
        let mut placer = Placer::new(&self.board);
        let mut offsets = self.incumbent.offsets.clone();
        let mut current = self.core.items_of(component).to_vec();
        // First fit in order of the offsets yields a peak that is no higher.
        current.sort_stable_by_key(|&item| (offsets[item as usize], item));
        let mut peak = self.incumbent.peaks[index];
        let mut best: Option<(Vec<u64>, u64)> = None;
        let (mut best_order, mut best_peak) = (current.clone(), peak);
        let mut n_failures = 0;
        for _ in 0..moves {
            let mut order = current.clone();
            self.disturb(&mut order, &offsets, component.load, random);
            placer.clear();
            let mut attempt = offsets.clone();
            let placed = placer.place(&order, component.floor, peak, &mut attempt, budget);
            match placed {
                Ok(Some(new)) => {
                    (current, offsets, peak) = (order, attempt, new);
                    if new < best_peak {
                        n_failures = 0;
                        (best_order, best_peak) = (current.clone(), new);
                        best = Some((offsets.clone(), new));
                    } else {
                        n_failures += 1;
                    }
                }
                Ok(None) => n_failures += 1,
                Err(halt) => return (best, Some(halt)),
            }
            if best_peak <= self.target {
                break;
            }
            if n_failures == PortfolioParameters::DEFAULT.most_failures {
                n_failures = 0;
                (current, peak) = (best_order.clone(), best_peak);
                if let Some((best, _)) = &best {
                    offsets.clone_from(best);
                } else {
                    offsets.clone_from(&self.incumbent.offsets);
                }
            }
        }
        (best, None)
    }

    /// Moves items that end high forward in an order.
    fn disturb(&self, order: &mut [u32], offsets: &[u64], load: u64, random: &mut Random) {
        let instance = self.instance;
        let end = |item: u32| offsets[item as usize] + instance.size[item as usize];
        let highest = order.iter().map(|&item| end(item)).max().unwrap_or(0);
        let threshold = load + random.below((highest.saturating_sub(load)).max(1));
        let high: Vec<usize> = (0..order.len())
            .filter(|&at| threshold < end(order[at]))
            .collect();
        if high.is_empty() {
            return;
        }
        let chosen = high[random.below(high.len() as u64) as usize];
        // Double the positions, so that a moved item sorts before the one at its new position.
        let mut place: Vec<u64> = (0..order.len() as u64).map(|at| 2 * at + 1).collect();
        let mut forward = |at: usize, random: &mut Random| {
            place[at] = 2 * random.below(at as u64 + 1);
        };
        match random.below(4) {
            0 => {
                // Move all items that are live in one section forward by a common factor.
                let hull = instance.hull[order[chosen] as usize];
                let section = hull.0 + random.below(u64::from(hull.1 - hull.0)) as u32;
                let factor = random.below(256);
                for (at, &item) in order.iter().enumerate() {
                    let hull = instance.hull[item as usize];
                    if hull.0 <= section && section < hull.1 {
                        place[at] = 2 * (at as u64 * factor / 256);
                    }
                }
            }
            1 => {
                for &at in &high {
                    if random.below(2) == 0 {
                        forward(at, random);
                    }
                }
            }
            2 => forward(chosen, random),
            _ => {
                forward(chosen, random);
                for _ in 0..=random.below(3) {
                    let at = random.below(order.len() as u64) as usize;
                    let to = random.below(order.len() as u64);
                    place[at] = 2 * to;
                }
            }
        }
        let mut moved: Vec<(u64, u32)> = place.into_iter().zip(order.iter().copied()).collect();
        moved.sort_stable_by_key(|&(place, _)| place);
        for (slot, (_, item)) in order.iter_mut().zip(moved) {
            *slot = item;
        }
    }

    /// Imports a plan, given by the byte offsets of all buffers of the trace: its items are placed
    /// again by ascending offset, which raises none of them.
    pub(crate) fn start_from(&mut self, offsets: &[Bytes]) {
        let mut placer = Placer::new(&self.board);
        placer.clear();
        let limit = self.options.work_limit.unwrap_or(Units::MAX);
        let mut budget = Budget::new(self.options, limit - self.work);
        let mut new = self.core.offsets.clone();
        for (index, component) in self.core.components.iter().enumerate() {
            let mut order = self.core.items_of(component).to_vec();
            let offset = |item: u32| offsets[self.instance.ids[item as usize].index()];
            order.sort_stable_by_key(|&item| (offset(item), item));
            let floor = component.floor;
            match placer.place(&order, floor, u64::MAX, &mut new, &mut budget) {
                Ok(Some(peak)) if peak < self.incumbent.peaks[index] => {
                    self.incumbent.peaks[index] = peak;
                    for &item in &order {
                        self.incumbent.offsets[item as usize] = new[item as usize];
                    }
                }
                Ok(_) => {}
                Err(Halt::Stopped(reason)) => {
                    self.stopped = Some(reason);
                    break;
                }
                Err(Halt::Superseded) => break,
            }
        }
        self.work += budget.done();
        self.source = "start";
        if self.peak() != u64::MAX {
            self.announce(self.peak(), self.work);
        }
    }

    /// Justifies the incumbent.
    pub(crate) fn justify_incumbent(&mut self) {
        self.run(&[Task::justified(Start::Incumbent)]);
    }
}
