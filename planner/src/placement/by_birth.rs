//! Places items in order of birth, like an allocator that does not know lifetimes.
//!
//! Each item takes the smallest free range that holds it, or the end of the heap, and frees it when its
//! lifetime ends. Planners that a limit stops before they have a schedule return this one, so it consults
//! neither clock nor limit. A million items take about a quarter of a second.

use std::collections::BTreeSet;

use memplan_support::Sort;
use rustc_hash::FxHashMap;

use crate::reduce::Instance;

/// The offsets, in units, of all items of an instance; see [`place_by_birth`].
pub(crate) fn offsets_by_birth(instance: &Instance) -> Vec<u64> {
    let items: Vec<u32> = (0..instance.len() as u32).collect();
    let mut offsets = vec![0; instance.len()];
    place_by_birth(instance, &items, 0, &mut offsets);
    offsets
}

/// Places items of an instance from `floor` units on, above everything that is already placed.
///
/// Writes their offsets in units. Pinned items keep their offsets, the others go above the highest
/// pin; gaps are not used. `O(n log n)`, with memory linear in `n`.
pub(crate) fn place_by_birth(instance: &Instance, items: &[u32], floor: u64, offsets: &mut [u64]) {
    let mut floor = floor;
    let mut order = Vec::with_capacity(items.len());
    for &item in items {
        if let Some(pin) = instance.pin[item as usize] {
            offsets[item as usize] = pin.offset();
            floor = floor.max(pin.offset() + instance.size[item as usize]);
        } else {
            order.push(packed(instance.hull[item as usize].0, item));
        }
    }
    order.sort_stable();
    let mut deaths: Vec<u64> = (order.iter())
        .map(|&birth| packed(instance.hull[item_of(birth)].1, birth as u32))
        .collect();
    deaths.sort_stable();
    let mut deaths = deaths.into_iter().peekable();
    let mut heap = Heap::new(floor);
    for birth in order {
        while let Some(death) = deaths.next_if(|&death| death >> 32 <= birth >> 32) {
            let dead = item_of(death);
            heap.free(offsets[dead], offsets[dead] + instance.size[dead]);
        }
        let item = item_of(birth);
        offsets[item] = heap.allocate(instance.size[item], instance.align[item]);
    }
}

/// A section and an item in one number, because numbers are sorted faster than pairs.
fn packed(section: u32, item: u32) -> u64 {
    u64::from(section) << 32 | u64::from(item)
}

/// The item of a packed pair.
fn item_of(packed: u64) -> usize {
    packed as u32 as usize
}

/// The free ranges below the end of the heap. No two of them are adjacent, and none is adjacent to
/// that end.
#[derive(Debug)]
struct Heap {
    end: u64,
    /// The end of each range by its begin.
    by_begin: FxHashMap<u64, u64>,
    /// The begin of each range by its end.
    by_end: FxHashMap<u64, u64>,
    /// Sizes and begins.
    by_size: BTreeSet<(u64, u64)>,
}

impl Heap {
    /// A heap in which everything from `floor` on is free.
    fn new(floor: u64) -> Self {
        Self {
            end: floor,
            by_begin: FxHashMap::default(),
            by_end: FxHashMap::default(),
            by_size: BTreeSet::new(),
        }
    }

    /// Takes the smallest range that holds `size` units at a multiple of `align`.
    fn allocate(&mut self, size: u64, align: u64) -> u64 {
        // The first range may be too small for the alignment padding; the second one always
        // suffices.
        for wanted in [size, size + (align - 1)] {
            let Some(&(length, begin)) = self.by_size.range((wanted, 0)..).next() else {
                break;
            };
            let offset = begin.next_multiple_of(align);
            if offset + size <= begin + length {
                self.remove(begin, begin + length);
                self.add(begin, offset);
                self.add(offset + size, begin + length);
                return offset;
            }
        }
        let begin = self.end;
        let offset = begin.next_multiple_of(align);
        self.add(begin, offset);
        self.end = offset + size;
        offset
    }

    /// Frees a range.
    fn free(&mut self, mut begin: u64, mut end: u64) {
        if let Some(&before) = self.by_end.get(&begin) {
            self.remove(before, begin);
            begin = before;
        }
        if let Some(&after) = self.by_begin.get(&end) {
            self.remove(end, after);
            end = after;
        }
        if end == self.end {
            self.end = begin;
        } else {
            self.add(begin, end);
        }
    }

    fn add(&mut self, begin: u64, end: u64) {
        if begin < end {
            self.by_begin.insert(begin, end);
            self.by_end.insert(end, begin);
            self.by_size.insert((end - begin, begin));
        }
    }

    fn remove(&mut self, begin: u64, end: u64) {
        self.by_begin.remove(&begin);
        self.by_end.remove(&end);
        self.by_size.remove(&(end - begin, begin));
    }
}

#[cfg(test)]
mod tests {
    use super::place_by_birth;
    use crate::reduce::Instance;
    use crate::testing::random_trace;
    use crate::{Bytes, LifetimeTrace, LowerBound, PlanOptions, Units, ValidateOptions, validate};

    /// The offsets of all items; the plan is checked.
    fn placed(trace: &LifetimeTrace, floor: u64) -> Option<Vec<u64>> {
        let instance = Instance::new(trace, &PlanOptions::default()).ok()?;
        let items: Vec<u32> = (0..instance.len() as u32).rev().collect();
        let mut offsets = vec![0; instance.len()];
        place_by_birth(&instance, &items, floor, &mut offsets);
        let placement = instance.placement(offsets.clone());
        let bound = LowerBound::load(Bytes(0));
        let schedule = instance
            .schedule(trace, &placement, bound, "by birth", Units(0))
            .unwrap();
        let checks = ValidateOptions::default();
        assert_eq!(validate(trace, &schedule, &checks), Ok(()), "{trace}");
        Some(offsets)
    }

    #[test]
    fn plans_are_valid_whatever_the_trace_demands() {
        let features = [&[][..], &["align"], &["gap"], &["align", "gap", "pin"]];
        let mut n_planned = 0;
        for seed in 0..400 {
            let trace = random_trace(seed, 1 + seed, 1 + seed % 60, features[seed as usize % 4]);
            let Some(offsets) = placed(&trace, seed % 7) else {
                continue; // pins that overlap
            };
            n_planned += 1;
            let is_free = |id: usize| trace.buffers()[id].pinned.is_none();
            assert!((0..offsets.len()).all(|id| !is_free(id) || seed % 7 <= offsets[id]));
        }
        assert!(250 < n_planned);
    }

    #[test]
    fn the_smallest_range_is_taken_and_ranges_join() {
        // `c` and `e` leave ranges of 3 and 2; `g` takes the smaller one.
        let text = "a 0..9 1; c 0..2 3; d 0..9 1; e 0..2 2; f 0..9 1; g 3..9 2; h 3..9 3; i 3..9 1";
        let offsets = placed(&text.parse().unwrap(), 0).unwrap();
        assert_eq!(offsets, [0, 1, 4, 5, 7, 5, 1, 8]);
        // Both neighbours of `b` are free when it dies, so all space joins into one range up to the
        // end.
        let text = "a 0..1 2; b 0..3 2; c 0..2 2; d 3..4 7";
        assert_eq!(placed(&text.parse().unwrap(), 0).unwrap(), [0, 2, 4, 0]);
    }

    #[test]
    fn padding_is_free_for_others() {
        let text = "a 0..9 1; b 0..9 4 align=4; c 1..9 3; d 2..9 1";
        let offsets = placed(&text.parse().unwrap(), 0).unwrap();
        assert_eq!(offsets, [0, 4, 1, 8]);
    }
}
