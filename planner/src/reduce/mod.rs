//! Reduction of a trace to the instance that planners search: large units, dense sections, independent parts.
//!
//! Buffers without bytes are removed; the others are *items*. Sizes are counted in the largest unit
//! that divides every offset of a canonical plan, time in sections ([`crate::problem::sections`]), and
//! [`Instance::parts`] cuts the problem where no lifetime crosses. A plan of the instance is a vector of offsets, and
//! [`Instance::schedule`] turns it into a [`MemorySchedule`] of the trace.
//!
//! Rounding: where all offsets are multiples of some `d`, the bytes between the end of a buffer and
//! the next multiple of `d` are useless, except above the topmost buffer. So sizes are rounded up to
//! `d`, and each item remembers in [`Instance::slack`] by how many bytes its true size is smaller.

mod column;
mod core;

use std::num::NonZeroU64;

use crate::placement::{Arena, check_sums};
pub(crate) use crate::problem::sections::Run;
use crate::problem::units::{common_alignment, gcd};
use crate::{
    BufferId, Bytes, LifetimeTrace, LowerBound, MemorySchedule, Optimality, PlanError, PlanOptions,
    Units,
};
pub(crate) use column::Column;
pub(crate) use core::{Component, Core};

/// A given offset of an item. An `Option` of it takes no more memory than the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Pin(NonZeroU64);

impl Pin {
    /// The pin at an offset, which is below 2^63.
    pub(crate) fn at(offset: u64) -> Self {
        Self(NonZeroU64::MIN.saturating_add(offset))
    }

    pub(crate) fn offset(self) -> u64 {
        self.0.get() - 1
    }
}

/// A trace or an independent part of one, reduced. All vectors are indexed by item.
#[derive(Clone, Debug, Default)]
pub(crate) struct Instance {
    /// Bytes per unit; at least 1.
    pub(crate) unit: u64,
    /// The buffer of each item; ascending.
    pub(crate) ids: Vec<BufferId>,
    /// Units, rounded up; at least 1.
    pub(crate) size: Vec<u64>,
    /// By how many bytes the true size is smaller than `size * unit`; less than a common divisor of
    /// all offsets.
    pub(crate) slack: Column<u64>,
    /// Offsets are multiples of this many units; 1 for no constraint.
    pub(crate) align: Column<u64>,
    /// The offset in units, if it is given.
    pub(crate) pin: Column<Option<Pin>>,
    /// Ticks from begin to end.
    pub(crate) life: Vec<u64>,
    /// The first section of each item, and the one after its last. With gaps, other sections in
    /// between need not belong to it: see [`Self::runs`].
    pub(crate) hull: Vec<Run>,
    /// The number of sections: maximal sets of items that are live at once.
    pub(crate) n_sections: u32,
    /// Bytes that the arena needs for buffers that are never live, because a gap spans their life:
    /// they are not items, and clash with nothing.
    pub(crate) floor: u64,
    /// Whether any item has a gap.
    pub(crate) has_gaps: bool,
    /// Whether gaps that keep some bytes were filled up: then a search proves nothing about the trace.
    pub(crate) is_restriction: bool,
    /// With gaps: where the runs of each item begin in `all_runs`; one entry more than items.
    first_run: Vec<u32>,
    all_runs: Vec<Run>,
}

/// A plan of an [`Instance`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    /// In units, by item.
    pub(crate) offsets: Vec<u64>,
    /// The highest end in bytes, true sizes counted: see [`Instance::peak`].
    pub(crate) peak: u64,
}

impl Instance {
    /// Reduces a trace. `O(n log n)`.
    ///
    /// # Errors
    /// [`PlanError::PinsOverlap`], [`PlanError::TooLarge`] and [`PlanError::ZeroAlignment`] where the
    /// trace and the options admit no schedule.
    pub(crate) fn new(trace: &LifetimeTrace, options: &PlanOptions) -> Result<Self, PlanError> {
        check_sums(trace, options)?;
        if trace.buffers().iter().any(|buffer| buffer.pinned.is_some()) {
            Arena::check_pins(trace)?;
        }
        let mut instance = Self::default();
        for (id, buffer) in trace.ids().zip(trace.buffers()) {
            if buffer.pieces().next().is_some() {
                instance.ids.push(id);
            } else if buffer.size != Bytes(0) {
                let end = buffer.pinned.unwrap_or_default().0 + buffer.size.0;
                instance.floor = instance.floor.max(end);
            }
        }
        for &id in &instance.ids {
            let buffer = &trace[id];
            instance.pin.push(buffer.pinned.map(|at| Pin::at(at.0)));
            instance.align.push(if buffer.pinned.is_some() {
                1
            } else {
                // `check_sums` has checked that this does not overflow.
                common_alignment(options.alignment.0, buffer.align.0).unwrap_or(1)
            });
            instance.size.push(buffer.size.0);
            let life = buffer.live.end().0.abs_diff(buffer.live.begin().0);
            instance.life.push(life);
            instance.has_gaps |= !buffer.gaps.is_empty();
            instance.is_restriction |= buffer.gaps.iter().any(|gap| gap.window.is_some());
        }
        instance.choose_unit();
        instance.choose_sections(trace);
        Ok(instance)
    }

    /// The offsets of the items in a schedule of the trace; `None` where they are not whole units, or the schedule may
    /// use gaps that this instance fills up.
    pub(crate) fn offsets_of(&self, schedule: &MemorySchedule) -> Option<Vec<u64>> {
        let in_units = |id: &BufferId| {
            let offset = schedule.offsets[id.index()].0;
            offset.is_multiple_of(self.unit).then(|| offset / self.unit)
        };
        let offsets = self.ids.iter().map(in_units);
        (!self.is_restriction).then(|| offsets.collect()).flatten()
    }

    /// The number of items.
    pub(crate) fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there is nothing to place.
    pub(crate) fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Whether any item has its offset given.
    pub(crate) fn has_pins(&self) -> bool {
        self.pin.has_other_than(None)
    }

    /// Whether any item needs more than the unit as its alignment.
    pub(crate) fn has_alignment(&self) -> bool {
        self.align.has_other_than(1)
    }

    /// The runs of sections in which an item is live, ascending, not touching.
    pub(crate) fn runs(&self, item: usize) -> &[Run] {
        if self.first_run.is_empty() {
            return std::slice::from_ref(&self.hull[item]);
        }
        &self.all_runs[self.first_run[item] as usize..self.first_run[item + 1] as usize]
    }

    /// The sum of sizes in each section, in units, rounding included. `O(n + sections)`.
    pub(crate) fn loads(&self) -> Vec<u64> {
        let mut loads = vec![0_u64; self.n_sections as usize + 1];
        for item in 0..self.len() {
            for &(first, end) in self.runs(item) {
                // The differences may wrap below zero; the prefix sums never do.
                loads[first as usize] = loads[first as usize].wrapping_add(self.size[item]);
                loads[end as usize] = loads[end as usize].wrapping_sub(self.size[item]);
            }
        }
        let mut sum = 0_u64;
        for load in &mut loads {
            sum = sum.wrapping_add(*load);
            *load = sum;
        }
        loads.pop();
        loads
    }

    /// The largest offset, in units, at which an item ends at `capacity` bytes or below; `None` where
    /// it is larger than that. Alignment is not considered.
    pub(crate) fn latest(&self, item: usize, capacity: u64) -> Option<u64> {
        Some(capacity.checked_sub(self.end(item, 0))? / self.unit)
    }

    /// Where an item at an offset in units ends: in bytes, its true size counted. The one place where
    /// units become bytes of an item.
    #[inline]
    pub(crate) fn end(&self, item: usize, offset: u64) -> u64 {
        (offset + self.size[item]) * self.unit - self.slack[item]
    }

    /// The highest end in bytes, true sizes counted.
    pub(crate) fn peak(&self, offsets: &[u64]) -> u64 {
        let ends = offsets.iter().enumerate();
        ends.map(|(item, &offset)| self.end(item, offset))
            .max()
            .unwrap_or(0)
    }

    /// The placement with these offsets.
    pub(crate) fn placement(&self, offsets: Vec<u64>) -> Placement {
        let peak = self.peak(&offsets);
        Placement { offsets, peak }
    }

    /// Cuts the instance where no hull crosses: independent instances, each with the items of this
    /// one that it contains. `O(n + sections)`.
    ///
    /// The peak of the whole is the largest of the parts.
    pub(crate) fn parts(&self) -> Vec<Part> {
        let n_sections = self.n_sections as usize;
        // The number of hulls that cross the border before each section; the differences may wrap
        // as in `loads`.
        let mut crossing = vec![0_u32; n_sections + 1];
        for &(first, end) in &self.hull {
            crossing[first as usize + 1] = crossing[first as usize + 1].wrapping_add(1);
            crossing[end as usize] = crossing[end as usize].wrapping_sub(1);
        }
        let mut part_of = Vec::with_capacity(n_sections);
        let mut starts = Vec::new();
        let mut n_crossing = 0_u32;
        for (section, change) in crossing[..n_sections].iter().enumerate() {
            n_crossing = n_crossing.wrapping_add(*change);
            if n_crossing == 0 {
                starts.push(section as u32);
            }
            part_of.push(starts.len().saturating_sub(1));
        }
        let mut items: Vec<Vec<u32>> = vec![Vec::new(); starts.len()];
        for (item, &(first, _)) in self.hull.iter().enumerate() {
            items[part_of[first as usize]].push(item as u32);
        }
        starts.push(self.n_sections);
        let parts = items.into_iter().enumerate();
        parts
            .map(|(part, items)| Part {
                instance: self.restricted(&items, starts[part], starts[part + 1]),
                items,
            })
            .collect()
    }

    /// What is known of some items, without the time.
    fn picked(&self, items: &[u32]) -> Self {
        let pick = |from: &[u64]| items.iter().map(|&item| from[item as usize]).collect();
        Self {
            unit: self.unit,
            ids: items.iter().map(|&item| self.ids[item as usize]).collect(),
            size: pick(&self.size),
            slack: items.iter().map(|&i| self.slack[i as usize]).collect(),
            align: items.iter().map(|&i| self.align[i as usize]).collect(),
            pin: items.iter().map(|&i| self.pin[i as usize]).collect(),
            life: pick(&self.life),
            is_restriction: self.is_restriction,
            ..Self::default()
        }
    }

    /// The instance of some items, whose hulls lie within the sections from `first` to before
    /// `end`.
    pub(crate) fn restricted(&self, items: &[u32], first: u32, end: u32) -> Self {
        let shift = |&(begin, end): &Run| (begin - first, end - first);
        let mut part = Self {
            hull: items
                .iter()
                .map(|&item| shift(&self.hull[item as usize]))
                .collect(),
            n_sections: end - first,
            has_gaps: self.has_gaps,
            ..self.picked(items)
        };
        if self.has_gaps {
            for &item in items {
                part.first_run.push(part.all_runs.len() as u32);
                part.all_runs
                    .extend(self.runs(item as usize).iter().map(shift));
            }
            part.first_run.push(part.all_runs.len() as u32);
        }
        part
    }

    /// The instance of some items, in the sections that matter to them. `O(items + sections)`.
    pub(crate) fn thinned(&self, items: &[u32]) -> Self {
        let mut part = self.restricted(items, 0, self.n_sections);
        let n_borders = self.n_sections as usize + 1;
        let (mut has_birth, mut has_death) = (vec![false; n_borders], vec![false; n_borders]);
        for item in 0..part.len() {
            for &(first, end) in part.runs(item) {
                has_birth[first as usize] = true;
                has_death[end as usize] = true;
            }
        }
        // As in `Sections`: a section begins with a birth and ends with a death.
        let mut is_growing = false;
        part.n_sections = 0;
        let mut section_at = Vec::with_capacity(n_borders);
        for (has_birth, has_death) in has_birth.into_iter().zip(has_death) {
            if has_death && std::mem::take(&mut is_growing) {
                part.n_sections += 1;
            }
            is_growing |= has_birth;
            section_at.push(part.n_sections);
        }
        for run in part.hull.iter_mut().chain(&mut part.all_runs) {
            *run = (section_at[run.0 as usize], section_at[run.1 as usize]);
        }
        part
    }

    /// The instance in a range of sections: all items that are live, clipped. Those that are also
    /// live outside of it, or end at `floor` or below, are pinned to their offsets. With the items
    /// of this instance; `None` with gaps.
    ///
    /// Any plan of the window can replace that part of the plan from which the offsets come.
    pub(crate) fn window(&self, offsets: &[u64], (first, end): Run, floor: u64) -> Option<Part> {
        if self.has_gaps {
            return None;
        }
        let meets = |&item: &u32| {
            let hull = self.hull[item as usize];
            hull.0 < end && first < hull.1
        };
        let items: Vec<u32> = (0..self.len() as u32).filter(meets).collect();
        let of_items: Vec<u64> = items.iter().map(|&item| offsets[item as usize]).collect();
        let mut window = self.clipped(&items, &of_items, (first, end))?;
        for (index, &offset) in of_items.iter().enumerate() {
            if offset + window.size[index] <= floor {
                window.pin.set(index, Some(Pin::at(offset)));
                window.align.set(index, 1);
            }
        }
        Some(Part {
            instance: window,
            items,
        })
    }

    /// The instance of some items, all live in a range of sections and clipped to it. Those that are also live outside
    /// of it are pinned to their `offsets`, one for each of the items. `None` with gaps.
    pub(crate) fn clipped(
        &self,
        items: &[u32],
        offsets: &[u64],
        (first, end): Run,
    ) -> Option<Self> {
        if self.has_gaps {
            return None;
        }
        let mut window = Self {
            n_sections: end - first,
            ..self.picked(items)
        };
        for (index, (&item, &offset)) in items.iter().zip(offsets).enumerate() {
            let hull = self.hull[item as usize];
            let clipped = (hull.0.max(first) - first, hull.1.min(end) - first);
            window.hull.push(clipped);
            if hull.0 < first || end < hull.1 {
                window.pin.set(index, Some(Pin::at(offset)));
                window.align.set(index, 1);
            }
        }
        Some(window)
    }

    /// The items that may be put at the bottom, one upon the other, before anything else is placed,
    /// without loss: those that occupy all sections. Ascending; empty with pins, unequal alignment or
    /// gaps.
    ///
    /// Such an item can be removed from any plan, the items above it lowered, and the item inserted
    /// below. Where sizes were rounded, the one that loses least at the top is left out, because it
    /// may be needed there.
    pub(crate) fn full_span(&self) -> Vec<u32> {
        if self.has_pins() || self.has_alignment() || self.has_gaps {
            return Vec::new();
        }
        let is_full = |&item: &u32| self.hull[item as usize] == (0, self.n_sections);
        let mut items: Vec<u32> = (0..self.len() as u32).filter(is_full).collect();
        let top = items
            .iter()
            .copied()
            .max_by_key(|&item| self.slack[item as usize]);
        if let Some(top) = top
            && self.slack[top as usize] != 0
        {
            items.retain(|&item| item != top);
        }
        items
    }

    /// The size of the schedule of a placement.
    pub(crate) fn total_size(&self, placement: &Placement) -> Bytes {
        Bytes(placement.peak.max(self.floor))
    }

    /// The schedule of a trace from a placement of the whole instance.
    ///
    /// # Errors
    /// [`PlanError::CapacityExceeded`] when the peak is above the capacity of the trace.
    pub(crate) fn schedule(
        &self,
        trace: &LifetimeTrace,
        placement: &Placement,
        bound: LowerBound,
        planner: &str,
        work: Units,
    ) -> Result<MemorySchedule, PlanError> {
        let mut offsets: Vec<Bytes> = trace
            .buffers()
            .iter()
            .map(|buffer| buffer.pinned.unwrap_or_default())
            .collect();
        for (&id, &offset) in self.ids.iter().zip(&placement.offsets) {
            offsets[id.index()] = Bytes(offset * self.unit);
        }
        let total_size = self.total_size(placement);
        let optimality = if !trace.in_place().is_empty() {
            Optimality::Unknown // reuse in place may go below the bound
        } else if total_size <= bound.bytes {
            Optimality::Optimal
        } else {
            Optimality::LowerBound(bound.bytes)
        };
        let schedule = MemorySchedule {
            certificate: None,
            oriented: None,
            pooled: None,
            total_size,
            offsets,
            reuses: Vec::new(),
            planner: planner.to_owned(),
            work,
            bound_rule: (optimality != Optimality::Unknown).then_some(bound.rule),
            optimality,
            stopped_by: None,
        };
        schedule.within(trace.capacity())
    }

    /// Rounds sizes up to what all offsets are multiples of, then divides by the largest unit.
    fn choose_unit(&mut self) {
        let rounding = self.rounding();
        self.slack = self
            .size
            .iter_mut()
            .map(|size| {
                let rounded = size.next_multiple_of(rounding);
                rounded - std::mem::replace(size, rounded)
            })
            .collect();
        let pins = self.pin.iter().flatten().map(Pin::offset);
        let mut unit = self.size.iter().copied().chain(pins).fold(0, gcd).max(1);
        // An alignment that divides the unit has no effect; any other one reduces the unit.
        loop {
            let before = unit;
            for align in self.align.distinct() {
                if !unit.is_multiple_of(align) {
                    unit = gcd(unit, align);
                }
            }
            if unit == before {
                break;
            }
        }
        for size in &mut self.size {
            *size /= unit;
        }
        let in_units = |pin: Pin| Pin::at(pin.offset() / unit);
        self.pin.replace(|pin| pin.map(in_units));
        let aligned = |align: u64| {
            if unit.is_multiple_of(align) {
                1
            } else {
                align / unit
            }
        };
        self.align.replace(aligned);
        self.unit = unit;
    }

    /// A common divisor of all offsets.
    fn rounding(&self) -> u64 {
        let items = self.align.iter().zip(self.pin.iter());
        let divisor = items
            .map(|(align, pin)| pin.map_or(align, Pin::offset))
            .fold(0, gcd)
            .max(1);
        // The trace bounds the sum of sizes padded to their own alignment, not to that of other
        // buffers.
        let rounded = self
            .size
            .iter()
            .map(|size| u128::from(size.div_ceil(divisor)));
        let fixed = self.pin.iter().flatten().map(Pin::offset);
        let highest = fixed.max().unwrap_or(0);
        let top = rounded.sum::<u128>() * u128::from(divisor) + u128::from(highest);
        if i64::try_from(top).is_ok() {
            divisor
        } else {
            1
        }
    }

    fn choose_sections(&mut self, trace: &LifetimeTrace) {
        let sections = trace.sections();
        self.n_sections = sections.n_sections();
        if self.has_gaps {
            for &id in &self.ids {
                let first = self.all_runs.len();
                self.first_run.push(first as u32);
                let mut pieces = trace[id].pieces().zip(sections.runs(id)).peekable();
                while let Some((piece, &(begin, mut end))) = pieces.next() {
                    // Join adjacent pieces of a buffer that differ only in their bytes: windows are
                    // filled.
                    let mut ticks_end = piece.ticks.end();
                    while let Some((next, run)) =
                        pieces.next_if(|(next, _)| next.ticks.begin() == ticks_end)
                    {
                        (ticks_end, end) = (next.ticks.end(), run.1);
                    }
                    if let Some(last) = self.all_runs[first..].last_mut()
                        && last.1 == begin
                    {
                        last.1 = end;
                    } else {
                        self.all_runs.push((begin, end));
                    }
                }
                let runs = &self.all_runs[first..];
                self.hull.push((runs[0].0, runs[runs.len() - 1].1));
            }
            self.first_run.push(self.all_runs.len() as u32);
        } else {
            self.hull = self.ids.iter().map(|&id| sections.runs(id)[0]).collect();
        }
    }
}

/// An independent part of an instance.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// The part.
    pub(crate) instance: Instance,
    /// The item of the whole that each item of the part is; ascending.
    pub(crate) items: Vec<u32>,
}

#[cfg(test)]
mod tests {
    use super::{Column, Instance, Pin};
    use crate::testing::random_trace;
    use crate::{Bytes, LifetimeTrace, LowerBound, Optimality, PlanOptions, Units};

    fn reduced(notation: &str, alignment: u64) -> (LifetimeTrace, Instance) {
        let trace: LifetimeTrace = notation.parse().unwrap();
        let options = PlanOptions {
            alignment: Bytes(alignment),
            ..PlanOptions::default()
        };
        let instance = Instance::new(&trace, &options).unwrap();
        (trace, instance)
    }

    #[test]
    fn units_are_as_large_as_offsets_allow() {
        let (_, plain) = reduced("a 0..2 24; z 0..9 0; b 1..3 36", 1);
        assert_eq!((plain.unit, &*plain.size), (12, &[2, 3][..]));
        let values = |column: &Column<u64>| column.iter().collect::<Vec<u64>>();
        assert_eq!(values(&plain.slack), [0, 0]);
        let (_, aligned) = reduced("a 0..2 24; b 1..3 100", 64);
        assert_eq!((aligned.unit, &*aligned.size), (64, &[1, 2][..]));
        assert_eq!(
            (values(&aligned.slack), values(&aligned.align)),
            (vec![40, 28], vec![1, 1])
        );
        assert_eq!(aligned.latest(1, 227), Some(1));
        assert_eq!(aligned.latest(1, 99), None);
        let (_, mixed) = reduced("a 0..2 24 align=8; b 1..3 48 align=12; p 0..4 16 pin=32", 1);
        assert_eq!((mixed.unit, &*mixed.size), (4, &[6, 12, 4][..]));
        assert_eq!(
            (values(&mixed.align), mixed.pin.iter().collect::<Vec<_>>()),
            (vec![2, 3, 1], vec![None, None, Some(Pin::at(8))])
        );
    }

    #[test]
    fn parts_do_not_overlap_in_time() {
        let (_, instance) = reduced("a 0..2 1; c 4..6 3; b 1..3 2; d 5..9 4; e 8..9 5", 1);
        let parts = instance.parts();
        let items: Vec<&[u32]> = parts.iter().map(|part| &*part.items).collect();
        assert_eq!(items, [&[0, 2][..], &[1, 3, 4][..]]);
        assert_eq!(parts[1].instance.hull, [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(parts[1].instance.loads(), [7, 9]);
        assert_eq!(instance.loads(), [3, 7, 9]);
        assert!(reduced("", 1).1.parts().is_empty());
    }

    #[test]
    fn some_items_have_the_sections_of_a_trace_of_their_own() {
        let options = PlanOptions::default();
        for seed in 0..60 {
            let trace = random_trace(seed, 80, 20, [&[][..], &["gap"]][seed as usize % 2]);
            let instance = Instance::new(&trace, &options).unwrap();
            let items: Vec<u32> = (0..80).filter(|item| item % 3 != 1).collect();
            let thinned = instance.thinned(&items);
            let buffers = items
                .iter()
                .map(|&item| trace.buffers()[item as usize].clone());
            let part = LifetimeTrace::builder("part").buffers(buffers).build();
            let part = Instance::new(&part.unwrap(), &options).unwrap();
            if instance.has_gaps {
                // Gaps that contain no section of the whole instance are lost, so there may be
                // fewer sections.
                assert!(thinned.n_sections <= part.n_sections);
            } else {
                assert_eq!(thinned.n_sections, part.n_sections);
            }
            let meet = |instance: &Instance, a: usize, b: usize| {
                let mut runs = instance.runs(a).iter();
                runs.any(|a| instance.runs(b).iter().any(|b| a.0 < b.1 && b.0 < a.1))
            };
            for a in 0..items.len() {
                for b in 0..items.len() {
                    assert_eq!(
                        meet(&thinned, a, b),
                        meet(&part, a, b),
                        "{seed}: {a} and {b}"
                    );
                }
            }
        }
    }

    #[test]
    fn gaps_make_runs_and_windows_are_filled() {
        let (_, instance) = reduced(
            "a 0..9 8 gap=2..4 gap=6..8@0..4; b 2..4 8; c 6..8 4; n 0..9 5 gap=0..9",
            1,
        );
        assert_eq!(instance.runs(0), [(0, 1), (2, instance.n_sections)]);
        assert!(instance.has_gaps && instance.is_restriction);
        assert_eq!((instance.len(), instance.floor), (3, 5));
        assert_eq!(instance.parts()[0].instance.runs(0), instance.runs(0));
    }

    #[test]
    fn what_spans_all_may_go_first_but_not_what_the_top_needs() {
        let (_, plain) = reduced("a 0..9 8; b 0..4 4; c 0..9 4; d 5..9 4", 1);
        assert_eq!(plain.full_span(), [0, 2]);
        let (_, rounded) = reduced("a 0..9 8; b 0..4 4; c 0..9 5; d 5..9 4", 4);
        assert_eq!(rounded.full_span(), [0]);
    }

    #[test]
    fn schedules_have_true_sizes() {
        let (trace, instance) = reduced("a 0..2 24; z 0..1 0; b 1..3 100", 64);
        let placement = instance.placement(vec![0, 1]);
        assert_eq!(placement.peak, 164);
        let bound = LowerBound::load(Bytes(164));
        let schedule = instance
            .schedule(&trace, &placement, bound, "test", Units(2))
            .unwrap();
        assert_eq!(schedule.offsets, [0, 0, 64].map(Bytes));
        assert_eq!(schedule.optimality, Optimality::Optimal);
    }
}
