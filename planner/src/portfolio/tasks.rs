//! The tasks of a portfolio, which plan or improve components.

use std::sync::Arc;

use super::parameters::PortfolioParameters;
use super::squeaky_wheel::{Priorities, SqueakyWheel};
use super::{Budget, Halt, Portfolio};
use crate::Units;
use crate::orders::{Order, product, sort_descending};
use crate::placement::Placer;
use crate::reduce::Component;
use crate::skyline::dive;

/// Where a plan comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// First fit in an order.
    Order(Order),
    /// First fit in an order that begins with the cliques of more and more sections: of the peak, then
    /// of the items that end highest.
    Pivots(Order),
    /// A dive that prefers what comes first in an order.
    Dive(Order),
    /// A dive with the target as its capacity.
    CarefulDive(Order),
    /// First fit in an order around the plan of a core.
    Around(Order),
    /// Squeaky wheel optimization: first fit around the stacked clique of the peak in many passes.
    SqueakyWheel(SqueakyWheel),
    /// The incumbent as it was at the beginning of the run.
    Incumbent,
}

/// A task: a plan, and how often it is justified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Task {
    pub(crate) start: Start,
    /// The most rounds of justification.
    pub(crate) rounds: u32,
}

impl Task {
    /// A plan, dropped when it cannot beat the incumbent.
    pub(crate) fn from(start: Start) -> Self {
        Self { start, rounds: 0 }
    }

    /// A plan, justified if it is near the incumbent.
    pub(crate) fn justified(start: Start) -> Self {
        let rounds = PortfolioParameters::DEFAULT.most_rounds;
        Self { start, rounds }
    }

    /// The name in reports.
    pub(super) fn name(self) -> &'static str {
        match self.start {
            Start::Order(order) => order.name,
            Start::Pivots(_) => "several peaks",
            Start::Dive(_) => "dive",
            Start::CarefulDive(_) => "careful dive",
            Start::Around(_) => "core first",
            Start::SqueakyWheel(_) => "squeaky wheel",
            Start::Incumbent => "justification",
        }
    }
}

/// The result of a task.
#[derive(Debug)]
pub(super) struct Attempt {
    /// Of all items; meaningless outside of the components that improved.
    pub(super) offsets: Vec<u64>,
    /// The components that improved, with their peaks in bytes.
    pub(super) better: Vec<(u32, u64)>,
    pub(super) work: Units,
    /// The new priorities of an arrangement.
    pub(super) priorities: Option<(usize, Priorities)>,
    /// The reason for an early end.
    pub(super) halt: Option<Halt>,
}

/// The incumbent as a task knows it.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// The peaks of the components.
    pub(super) peaks: Arc<Vec<u64>>,
    /// The plan at the beginning of the run; empty where no task starts from it.
    pub(super) offsets: Arc<Vec<u64>>,
}

impl<'i> Portfolio<'i> {
    /// Runs a task on one thread.
    pub(super) fn attempt<'b>(
        &'b self,
        task: Task,
        known: &Known,
        offsets: Vec<u64>,
        placer: &mut Placer<'b, 'i>,
        mut budget: Budget<'_>,
    ) -> Attempt {
        let mut attempt = Attempt {
            offsets,
            better: Vec::new(),
            work: Units(0),
            priorities: match task.start {
                Start::SqueakyWheel(task) => Some((task.arrangement, self.priorities_of(task))),
                _ => None,
            },
            halt: None,
        };
        placer.clear();
        for index in 0..self.core.components.len() {
            let peak = known.peaks[index];
            if peak <= self.target {
                continue;
            }
            let result = self.improve(task, index, known, &mut attempt, placer, &mut budget);
            match result {
                Ok(Some(better)) => attempt.better.push((index as u32, better)),
                Ok(None) => {}
                Err(_) => break,
            }
        }
        attempt.work = budget.done();
        // Improvement ends early without an error when it has a plan.
        attempt.halt = budget.halt();
        attempt
    }

    /// Whether no item of an attempt is above the target.
    pub(super) fn reaches_target(&self, attempt: &Attempt, known: &Known) -> bool {
        let mut better = attempt.better.iter().peekable();
        let mut peaks = known.peaks.iter().zip(0..);
        peaks.all(|(&peak, index)| {
            let lower = better.next_if(|better| better.0 == index);
            peak.min(lower.map_or(peak, |lower| lower.1)) <= self.target
        })
    }

    /// Looks for a better plan of one component; leaves it in the offsets of the attempt and returns
    /// its peak.
    fn improve(
        &self,
        task: Task,
        index: usize,
        known: &Known,
        attempt: &mut Attempt,
        placer: &mut Placer<'_, '_>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<u64>, Halt> {
        let component = &self.core.components[index];
        let known_peak = known.peaks[index];
        // Justification may lower the peak, so a plan may be slightly worse before it.
        let limit = if task.rounds == 0 {
            known_peak - 1
        } else {
            known_peak.saturating_add(known_peak / 10)
        };
        let peak = match task.start {
            Start::Order(order) => {
                let mut items = Vec::new();
                self.sorter
                    .sort(&self.core, component, order, &[], &mut items);
                let offsets = &mut attempt.offsets;
                placer.place(&items, component.floor, limit, offsets, budget)?
            }
            Start::Around(order) => {
                let offsets = &mut attempt.offsets;
                self.place_around_core(order, component, limit, offsets, placer, budget)?
            }
            Start::Pivots(order) => {
                let offsets = &mut attempt.offsets;
                self.by_pivots(order, component, known_peak, offsets, placer, budget)?
            }
            Start::Dive(order) | Start::CarefulDive(order) => {
                if self.instance.has_gaps || self.instance.has_pins() {
                    return Ok(None);
                }
                let mut items = Vec::new();
                self.sorter
                    .sort(&self.core, component, order, &[], &mut items);
                let offsets = &mut attempt.offsets;
                let is_careful = matches!(task.start, Start::CarefulDive(_));
                let capacity = is_careful.then_some(self.target);
                dive(
                    self.instance,
                    component,
                    items,
                    limit,
                    capacity,
                    offsets,
                    budget,
                )?
            }
            Start::SqueakyWheel(task) => {
                let Some((_, priorities)) = &mut attempt.priorities else {
                    return Ok(None); // unreachable: these tasks have priorities
                };
                let offsets = &mut attempt.offsets;
                self.plan_by_priorities(task, component, priorities, offsets, placer, budget)?
            }
            Start::Incumbent => {
                for &item in self.core.items_of(component) {
                    attempt.offsets[item as usize] = known.offsets[item as usize];
                }
                Some(known_peak).filter(|&peak| peak != u64::MAX)
            }
        };
        let Some(peak) = peak else {
            return Ok(None);
        };
        let offsets = &mut attempt.offsets;
        let peak = if self.target < peak && 0 < task.rounds {
            self.justify(task.rounds, component, peak, offsets, placer, budget)
        } else {
            peak
        };
        Ok(Some(peak).filter(|&peak| peak < known_peak))
    }

    /// Places cliques first, beginning with that of the peak; the section of the highest item then
    /// determines the next one. Leaves the last plan in the offsets, which is the best one if it is
    /// below `limit`.
    fn by_pivots(
        &self,
        order: Order,
        component: &Component,
        known_peak: u64,
        offsets: &mut [u64],
        placer: &mut Placer<'_, '_>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<u64>, Halt> {
        let instance = self.instance;
        let mut pivots = vec![component.peak_section];
        let mut items = Vec::new();
        loop {
            self.sorter
                .sort(&self.core, component, order, &pivots, &mut items);
            placer.clear();
            let placed = placer.place(&items, component.floor, u64::MAX, offsets, budget)?;
            if placed.is_none_or(|peak| peak < known_peak)
                || pivots.len() == PortfolioParameters::DEFAULT.most_pivots
            {
                return Ok(placed);
            }
            let end = |&&item: &&u32| offsets[item as usize] + instance.size[item as usize];
            let Some(&highest) = items.iter().max_by_key(end) else {
                return Ok(placed);
            };
            let pivot = self.sorter.fullest_section(instance.hull[highest as usize]);
            if pivots.contains(&pivot) {
                return Ok(placed);
            }
            pivots.push(pivot);
        }
    }

    /// Compacts a plan of a component towards the other side, repeatedly; returns the peak of the
    /// best plan, which is left in the offsets. Ends early when the budget does.
    ///
    /// The plan is turned upside down, and first fit places the items by ascending offset: each
    /// ends up no higher than before, so the peak never grows. That guarantee is lost where offsets
    /// are aligned or given, and then a worse plan is dropped.
    ///
    /// Source: double justification in project scheduling (Valls, Ballestin and Quintanilla, 2005).
    fn justify(
        &self,
        rounds: u32,
        component: &Component,
        mut peak: u64,
        offsets: &mut [u64],
        placer: &mut Placer<'_, '_>,
        budget: &mut Budget<'_>,
    ) -> u64 {
        let instance = self.instance;
        let items = self.core.items_of(component);
        let offsets_now =
            |offsets: &[u64]| items.iter().map(|&item| offsets[item as usize]).collect();
        let mut best: Vec<u64> = offsets_now(offsets);
        let mut order = items.to_vec();
        let mut n_idle = 0;
        for round in 0..rounds {
            sort_descending(&mut order, |item| {
                let item = item as usize;
                let area = product(instance.size[item], instance.life[item]);
                let tie = if round & 2 == 0 {
                    area
                } else {
                    instance.life[item]
                };
                [offsets[item] + instance.size[item], tie]
            });
            placer.clear();
            let placed = placer.place(&order, component.floor, u64::MAX, offsets, budget);
            let Ok(Some(new)) = placed else {
                break;
            };
            n_idle += 1;
            if new < peak {
                (peak, n_idle) = (new, 0);
                best = offsets_now(offsets);
            }
            if peak <= self.target || n_idle == PortfolioParameters::DEFAULT.idle_rounds {
                break;
            }
        }
        for (&item, &offset) in items.iter().zip(&best) {
            offsets[item as usize] = offset;
        }
        peak
    }
}
