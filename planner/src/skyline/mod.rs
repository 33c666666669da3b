//! The skyline dive: which item covers the lowest uncovered point?
//!
//! An order determines the next item and looks for a place; a dive takes the lowest place and looks
//! for an item. It takes the lowest *valley*, a run of sections with tops of equal height between
//! higher walls, and in it the section with the largest remaining load. It places the best item
//! that contains this section and fits into the valley. If there is none, no item can be placed
//! there, and the surrounding sections for which the same holds are raised to the lower wall of the
//! valley.
//!
//! The result is valid by construction, and often better than that of any order: long lives go to the
//! bottom, and holes are left only where no item fits.

mod capacity;
mod items;
mod trees;

use crate::Units;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::problem::budget::{Budget, Halt};
use crate::reduce::{Component, Instance};
use capacity::Watch;
use items::Items;
use trees::{Peaks, Sums};

/// The height of sections in which everything is placed.
const SKY: u64 = u64::MAX;

/// A dive over one component.
#[derive(Debug)]
struct Dive<'i> {
    instance: &'i Instance,
    items: Items,
    has_alignment: bool,
    n_sections: u32,
    /// The sum of the unplaced sizes of each section.
    rest: Sums,
    /// The height of each plateau, at its first section.
    top: Vec<u64>,
    /// The end of each plateau, at its first section.
    end_of: Vec<u32>,
    /// The first section of each plateau, at its last section.
    first_of: Vec<u32>,
    /// Changes whenever the plateau that begins at a section does.
    stamp: Vec<u32>,
    /// Where plateaus begin: 1, else 0.
    starts: Peaks,
    /// Plateaus by height, then by the largest rest, then by section; outdated ones have old stamps.
    queue: BinaryHeap<Reverse<Valley>>,
}

/// A plateau in the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Valley {
    top: u64,
    rest: Reverse<u64>,
    first: u32,
    stamp: u32,
    /// The section with the largest rest.
    fullest: u32,
}

/// Places all items of a component; those listed first are preferred. Writes offsets in units and
/// returns the highest end in bytes, or `None` as soon as it is above `limit`.
///
/// With a `capacity` in bytes, an item is skipped if placing it there would leave some section too
/// little room for its unplaced items: see [`capacity`]. This costs more and mostly ends lower. A
/// capacity that cannot be kept grows up to `limit`.
///
/// Items must have neither pins nor gaps. `O(n log n)` in practice without a capacity.
///
/// # Errors
/// [`Halt`] when the budget ends; a placement and a raise are units of work.
pub(crate) fn dive(
    instance: &Instance,
    component: &Component,
    ids: Vec<u32>,
    limit: u64,
    capacity: Option<u64>,
    offsets: &mut [u64],
    budget: &mut Budget<'_>,
) -> Result<Option<u64>, Halt> {
    let mut n_left = ids.len();
    let mut dive = Dive::new(instance, component, ids);
    let n_sections = dive.n_sections;
    // The last unit of the capacity and of the limit may be rounding.
    let units = |bytes: u64| bytes.min(i64::MAX as u64).div_ceil(instance.unit);
    let mut watch = capacity.map(|capacity| Watch::new(units(capacity), units(limit), n_sections));
    let mut peak = 0;
    while let Some(Reverse(valley)) = dive.queue.pop() {
        if dive.stamp[valley.first as usize] != valley.stamp {
            continue;
        }
        budget.spend(Units::ONE + dive.items.work_of_visits())?;
        let (first, end) = (valley.first, dive.end_of[valley.first as usize]);
        let chosen = match &mut watch {
            Some(watch) => dive.choose_within(valley, end, watch, budget)?,
            None => dive.choose(valley, end),
        };
        if watch.as_ref().is_some_and(Watch::is_hopeless) {
            return Ok(None);
        }
        if let Some(rank) = chosen {
            let id = dive.items.ids[rank as usize] as usize;
            let offset = valley.top.next_multiple_of(instance.align[id]);
            offsets[id] = offset;
            let top = offset + instance.size[id];
            let bytes = top * instance.unit - instance.slack[id];
            if limit < bytes {
                return Ok(None);
            }
            peak = peak.max(bytes);
            n_left -= 1;
            dive.place(rank, first, end, top);
        } else {
            dive.raise(valley, end);
        }
    }
    debug_assert_eq!(n_left, 0, "each item is the best one in some valley");
    Ok(Some(peak))
}

impl<'i> Dive<'i> {
    fn new(instance: &'i Instance, component: &Component, ids: Vec<u32>) -> Self {
        let (origin, end) = component.sections;
        let n_sections = end - origin;
        let items = Items::new(instance, ids, origin, n_sections);
        let mut rest = vec![0_u64; n_sections as usize + 1];
        for rank in 0..items.ids.len() {
            let at = &mut rest[items.first[rank] as usize];
            *at = at.wrapping_add(items.size[rank]);
            let at = &mut rest[items.end[rank] as usize];
            *at = at.wrapping_sub(items.size[rank]);
        }
        rest.pop();
        let mut sum = 0_u64;
        for rest in &mut rest {
            sum = sum.wrapping_add(*rest);
            *rest = sum;
        }
        let n = n_sections as usize;
        let mut dive = Self {
            instance,
            items,
            has_alignment: instance.has_alignment(),
            n_sections,
            rest: Sums::new(&rest),
            top: vec![0; n],
            end_of: vec![0; n],
            first_of: vec![0; n],
            stamp: vec![0; n],
            starts: Peaks::new(n),
            queue: BinaryHeap::new(),
        };
        dive.set(0, n_sections, component.floor);
        dive
    }

    /// The best item for the fullest section of a valley; one that needs no padding, if there is any.
    fn choose(&mut self, valley: Valley, end: u32) -> Option<u32> {
        let (at, first) = (valley.fullest, valley.first);
        if !self.has_alignment {
            return self.items.best_in(at, first, end, |_| true);
        }
        let instance = self.instance;
        let ids = std::mem::take(&mut self.items.ids);
        let is_aligned = |rank: u32| {
            let id = ids[rank as usize] as usize;
            valley.top.is_multiple_of(instance.align[id])
        };
        let aligned = self.items.best_in(at, first, end, is_aligned);
        let best = aligned.or_else(|| self.items.best_in(at, first, end, |_| true));
        self.items.ids = ids;
        best
    }

    /// Puts an item into a valley, up to `top`.
    fn place(&mut self, rank: u32, first: u32, end: u32, top: u64) {
        let item = rank as usize;
        let (item_first, item_end) = (self.items.first[item], self.items.end[item]);
        self.rest.take(item_first, item_end, self.items.size[item]);
        self.items.place(rank);
        self.lift(first, end, item_first, item_end, top);
    }

    /// Raises the ground around the fullest section of a valley, where no item fits, to the lower wall.
    fn raise(&mut self, valley: Valley, end: u32) {
        let first = valley.first;
        let left_wall = match first.checked_sub(1) {
            Some(last) => self.top[self.first_of[last as usize] as usize],
            None => SKY,
        };
        let right_wall = if end < self.n_sections {
            self.top[end as usize]
        } else {
            SKY
        };
        let (low, high) = self.items.barren_around(valley.fullest, first, end);
        self.lift(first, end, low, high, left_wall.min(right_wall));
    }

    /// Sets the height of a part of a plateau, and joins it with neighbours of that height.
    fn lift(&mut self, first: u32, end: u32, mut low: u32, mut high: u32, top: u64) {
        let ground = self.top[first as usize];
        if first < low {
            self.set(first, low, ground);
        } else if let Some(last) = first.checked_sub(1) {
            let left = self.first_of[last as usize];
            if self.top[left as usize] == top {
                self.stamp[first as usize] += 1;
                self.starts.set(first, 0);
                low = left;
            }
        }
        if high < end {
            self.set(high, end, ground);
        } else if high < self.n_sections && self.top[high as usize] == top {
            self.stamp[high as usize] += 1;
            self.starts.set(high, 0);
            high = self.end_of[high as usize];
        }
        self.set(low, high, top);
    }

    /// Makes a range of sections one plateau.
    fn set(&mut self, first: u32, end: u32, top: u64) {
        let at = first as usize;
        let (rest, fullest) = self.rest.largest(first, end);
        self.stamp[at] += 1;
        self.starts.set(first, 1);
        self.end_of[at] = end;
        self.first_of[end as usize - 1] = first;
        if rest == 0 {
            self.top[at] = SKY;
            return;
        }
        self.top[at] = top;
        self.queue.push(Reverse(Valley {
            top,
            rest: Reverse(rest),
            first,
            stamp: self.stamp[at],
            fullest,
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::dive;
    use crate::orders::{Order, Sorter};
    use crate::problem::budget::{Budget, Halt};
    use crate::reduce::{Core, Instance};
    use crate::testing::random_trace;
    use crate::{
        Bytes, LifetimeTrace, LowerBound, PlanOptions, StopReason, Units, ValidateOptions, validate,
    };

    /// The peak of a dive over all components, whose plan is checked.
    fn peak(trace: &LifetimeTrace, order: Order, capacity: Option<u64>) -> Option<u64> {
        let options = PlanOptions::default();
        let instance = Instance::new(trace, &options).unwrap();
        let core = Core::new(&instance, &instance.loads());
        let sorter = Sorter::new(&instance, instance.loads());
        let mut offsets = core.offsets.clone();
        let mut budget = Budget::new(&options, Units(u64::MAX));
        let mut highest = core.peak;
        for component in &core.components {
            let mut ids = Vec::new();
            sorter.sort(&core, component, order, &[], &mut ids);
            let limit = capacity.map_or(u64::MAX, |c| 4 * c);
            let offsets = &mut offsets;
            let peak = dive(
                &instance,
                component,
                ids,
                limit,
                capacity,
                offsets,
                &mut budget,
            );
            highest = highest.max(peak.unwrap()?);
        }
        let placement = instance.placement(offsets);
        assert_eq!(placement.peak, highest);
        let bound = LowerBound::load(Bytes(0));
        let schedule = instance
            .schedule(trace, &placement, bound, "dive", Units(0))
            .unwrap();
        let checks = ValidateOptions::default();
        assert_eq!(validate(trace, &schedule, &checks), Ok(()), "{trace}");
        Some(highest)
    }

    #[test]
    fn dives_are_valid_with_and_without_capacity_and_alignment() {
        let mut n_better = 0_i32;
        for seed in 0..300 {
            let features: &[&str] = if seed % 3 == 0 { &["align"] } else { &[] };
            let trace = random_trace(seed, 2 + seed % 90, 1 + seed % 40, features);
            let load = trace.max_load().0;
            for order in [Order::LIFE, Order::AREA, Order::SIZE, Order::BREADTH] {
                let plain = peak(&trace, order, None).unwrap();
                assert!(load <= plain);
                let careful = peak(&trace, order, Some(load));
                assert!(careful.is_none_or(|careful| load <= careful));
                n_better += match careful.unwrap_or(u64::MAX).cmp(&plain) {
                    std::cmp::Ordering::Less => 1,
                    std::cmp::Ordering::Equal => 0,
                    std::cmp::Ordering::Greater => -1,
                };
            }
        }
        assert!(0 < n_better, "care must pay: {n_better}");
    }

    #[test]
    fn room_elsewhere_is_kept() {
        let is_solved = |seed: u64, with_care: bool| {
            let trace = random_trace(seed, 40, 12, &[]);
            let load = trace.max_load().0;
            peak(&trace, Order::AREA, with_care.then_some(load)) == Some(load)
        };
        let n_solved = |with_care| (0..200).filter(|&seed| is_solved(seed, with_care)).count();
        let (plain, careful) = (n_solved(false), n_solved(true));
        assert!(
            plain + 20 < careful,
            "{plain} and {careful} of 200 plans at the load"
        );
    }

    #[test]
    fn limits_stop_a_dive() {
        let trace = random_trace(1, 60, 20, &[]);
        let options = PlanOptions::default();
        let instance = Instance::new(&trace, &options).unwrap();
        let core = Core::new(&instance, &instance.loads());
        let component = &core.components[0];
        let ids = || core.items_of(component).to_vec();
        let mut offsets = core.offsets.clone();
        let mut run = |limit, work| {
            let mut budget = Budget::new(&options, work);
            dive(
                &instance,
                component,
                ids(),
                limit,
                None,
                &mut offsets,
                &mut budget,
            )
        };
        let Ok(Some(peak)) = run(u64::MAX, Units(u64::MAX)) else {
            panic!("nothing limits it");
        };
        assert_eq!(run(peak, Units(u64::MAX)), Ok(Some(peak)));
        assert_eq!(run(peak - 1, Units(u64::MAX)), Ok(None));
        let used_up = Err(Halt::Stopped(StopReason::WorkLimit));
        assert_eq!(run(peak, Units(5)), used_up);
    }
}
