//! The skyline dive: which item covers the lowest uncovered point?
//!
//! Orders say which item comes next and look for a place; a dive looks at the lowest place and asks for
//! an item. It takes the lowest *valley*, a run of sections with tops of equal height between higher
//! walls, in it the section with most still to come, and puts the best item that contains this section
//! and does not stick out of the valley on the ground. Where there is none, nothing can lie there, and
//! the ground is raised to the lower wall as far as the same is true.
//!
//! The result is valid by construction, and often better than that of any order: long lives go to the
//! bottom, and holes are left only where no item fits.

mod items;
mod trees;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::allowance::{Allowance, Halt};
use crate::reduce::{Component, Instance};
use items::Items;
use trees::Sums;

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

/// Places all items of a component, of which those listed first are preferred. Notes offsets in units
/// and returns the highest end in bytes, or `None` as soon as it is above `limit`.
///
/// Items must have neither pins nor gaps. `O(n log n)` in practice.
///
/// # Errors
/// [`Halt`] when the allowance ends; a placement and a raise are units of work.
pub(crate) fn dive(
    instance: &Instance,
    component: &Component,
    ids: Vec<u32>,
    limit: u64,
    offsets: &mut [u64],
    allowance: &mut Allowance<'_>,
) -> Result<Option<u64>, Halt> {
    let mut n_left = ids.len();
    let mut dive = Dive::new(instance, component, ids);
    let mut peak = 0;
    while let Some(Reverse(valley)) = dive.queue.pop() {
        if dive.stamp[valley.first as usize] != valley.stamp {
            continue;
        }
        allowance.spend(1)?;
        let (first, end) = (valley.first, dive.end_of[valley.first as usize]);
        if let Some(rank) = dive.choose(valley, end) {
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
                low = left;
            }
        }
        if high < end {
            self.set(high, end, ground);
        } else if high < self.n_sections && self.top[high as usize] == top {
            self.stamp[high as usize] += 1;
            high = self.end_of[high as usize];
        }
        self.set(low, high, top);
    }

    /// Makes a range of sections one plateau.
    fn set(&mut self, first: u32, end: u32, top: u64) {
        let at = first as usize;
        let (rest, fullest) = self.rest.largest(first, end);
        self.stamp[at] += 1;
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
