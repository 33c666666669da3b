//! Fit rules that look at more than the lowest place.
//!
//! The obstacles of a buffer are in a few sorted sets of the address tree. One sort merges them
//! into the list of all free ranges, lowest first, for the cost of reading them once. Cycling
//! through the sets, as first fit does for its single range, would have that cost for every range.

use super::{HeapEnd, ScheduleBuilder};
use crate::placement::Interval;
use crate::{BufferId, Bytes, PlanError};

/// Base offsets `first..=last` at which a buffer fits, aligned or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FreeRange {
    first: u64,
    /// `None` if there is no last one.
    last: Option<u64>,
}

/// The free ranges between base offsets that are blocked, which are sorted by their begin.
fn free_ranges(blocked: &[Interval<u64>]) -> impl Iterator<Item = FreeRange> {
    let mut first = 0;
    let mut rest = blocked.iter();
    let mut is_done = false;
    std::iter::from_fn(move || {
        for &(begin, end) in rest.by_ref() {
            let range = FreeRange {
                first,
                last: begin.checked_sub(1),
            };
            let is_free = first < begin;
            first = first.max(end);
            if is_free {
                return Some(range);
            }
        }
        let last = (!is_done).then_some(FreeRange { first, last: None });
        is_done = true;
        last
    })
}

impl ScheduleBuilder<'_> {
    /// The offset in the smallest hole that holds a buffer, the lowest of equals; its pin, if it
    /// has one. Visits every hole in its way, which takes a few times as long as
    /// [`Self::first_fit`].
    ///
    /// Holes are measured from their first aligned offset.
    pub fn best_fit(&mut self, id: BufferId, heap_end: HeapEnd) -> Bytes {
        if let Some(offset) = self.known_offset(id) {
            return offset;
        }
        self.arena.load(id);
        self.load_blocked();
        let align = self.alignment_of(id);
        let mut best: Option<(u64, u64)> = None;
        let mut lowest_open = 0;
        for range in free_ranges(&self.blocked) {
            let first = range.first.next_multiple_of(align);
            let spare = match (range.last, heap_end) {
                (Some(last), _) => last.checked_sub(first),
                (None, HeapEnd::IsAHole) => self.peak.checked_sub(first + self.trace[id].size.0),
                (None, HeapEnd::IsTheLastResort) => None,
            };
            if let Some(spare) = spare
                && best.is_none_or(|(least, _)| spare < least)
            {
                best = Some((spare, first));
                if spare == 0 {
                    break; // nothing is smaller than a perfect fit
                }
            }
            lowest_open = first;
        }
        Bytes(best.map_or(lowest_open, |(_, offset)| offset))
    }

    /// Best fit as TensorFlow Lite and IREE do it: a hole that could be taken counts from its first
    /// aligned offset when it is compared, but from its unaligned begin once it is the best so far.
    /// The space up to the peak is not a hole. `size` is that of the buffer or larger. Pinned
    /// buffers keep their offsets.
    pub(crate) fn arena_fit(&mut self, id: BufferId, size: Bytes) -> Bytes {
        if let Some(offset) = self.known_offset(id) {
            return offset;
        }
        self.arena.load_padded(id, size);
        self.load_blocked();
        let align = self.alignment_of(id);
        let mut best: Option<(u64, u64)> = None;
        let mut lowest_open = 0;
        for FreeRange { first, last } in free_ranges(&self.blocked) {
            let aligned = first.next_multiple_of(align);
            if let Some(last) = last
                && aligned <= last
                && best.is_none_or(|(least, _)| last - aligned < least)
            {
                best = Some((last - first, aligned));
            }
            lowest_open = aligned;
        }
        Bytes(best.map_or(lowest_open, |(_, offset)| offset))
    }

    /// The lowest aligned offset above everything placed that is in the way of a buffer; its pin, if
    /// it has one.
    pub(crate) fn top_fit(&mut self, id: BufferId) -> Bytes {
        if let Some(offset) = self.known_offset(id) {
            return offset;
        }
        self.arena.load(id);
        let top = self.arena.query(1).top();
        Bytes(top.next_multiple_of(self.alignment_of(id)))
    }

    /// As [`Self::place`], but keeps the bytes up to `end` free of others as well.
    ///
    /// # Errors
    /// [`PlanError::Stopped`] when the caller cancels; a placement is one unit of work.
    pub(crate) fn place_padded(
        &mut self,
        id: BufferId,
        offset: Bytes,
        end: Bytes,
    ) -> Result<(), PlanError> {
        if self.trace[id].pinned.is_some() || !self.spend()? {
            return Ok(());
        }
        self.arena
            .load_padded(id, Bytes(end.0.saturating_sub(offset.0)));
        self.insert(id, offset);
        Ok(())
    }

    /// Records the offset of a buffer without marking its bytes as taken: for planners that ensure
    /// themselves that nothing clashes. Pinned buffers keep their offsets.
    ///
    /// # Errors
    /// [`PlanError::Stopped`] when the caller cancels; a placement is one unit of work.
    pub(crate) fn record(&mut self, id: BufferId, offset: Bytes) -> Result<(), PlanError> {
        if self.trace[id].pinned.is_some() || !self.spend()? {
            return Ok(());
        }
        self.arena.unload();
        self.insert(id, offset);
        Ok(())
    }

    /// The size of a buffer.
    pub(crate) fn size(&self, id: BufferId) -> Bytes {
        self.trace[id].size
    }

    /// The size of a buffer, rounded up to the alignment that the caller asked for.
    pub(crate) fn rounded_size(&self, id: BufferId) -> Bytes {
        // The constructor has checked that the padded size fits.
        Bytes(self.trace[id].size.0.next_multiple_of(self.alignment))
    }

    /// The highest end of the buffers placed so far.
    pub(crate) fn peak(&self) -> Bytes {
        Bytes(self.peak)
    }

    /// The lowest offset from `least` on that is aligned for a buffer; its pin, if it has one.
    pub(crate) fn aligned(&self, id: BufferId, least: Bytes) -> Bytes {
        let align = self.alignment_of(id);
        self.trace[id]
            .pinned
            .unwrap_or(Bytes(least.0.next_multiple_of(align)))
    }

    /// Collects the base offsets at which the items would clash, sorted by their begin.
    fn load_blocked(&mut self) {
        self.blocked.clear();
        self.arena.query(1).blocked(&mut self.blocked);
        self.blocked.sort_unstable_by_key(|interval| interval.0);
    }
}

#[cfg(test)]
mod tests {
    use super::{FreeRange, free_ranges};

    #[test]
    fn ranges_lie_between_what_is_blocked() {
        let range = |first, last| FreeRange { first, last };
        let of = |blocked: &[(u64, u64)]| free_ranges(blocked).collect::<Vec<_>>();
        assert_eq!(of(&[]), [range(0, None)]);
        assert_eq!(
            of(&[(0, 4), (2, 9), (3, 5), (12, 13), (13, 14)]),
            [range(9, Some(11)), range(14, None)]
        );
        assert_eq!(of(&[(1, 4)]), [range(0, Some(0)), range(4, None)]);
    }
}
