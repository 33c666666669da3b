//! Fit rules that look at more than the lowest place.
//!
//! The obstacles of a buffer are in a few sorted sets of the address tree. The free ranges are found one after the
//! other, by cycling through the sets as first fit does for the lowest range. Galloping search skips the entries of a
//! set where another set leaves no room, so the cost depends on the number of ranges, not on that of obstacles.

use super::{HeapEnd, ScheduleBuilder};
use crate::{BufferId, Bytes, PlanError};

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
        let align = self.alignment_of(id);
        let mut best: Option<(u64, u64)> = None;
        let mut ranges = self.arena.query(1);
        loop {
            let (first, last) = ranges.next_free();
            let first = first.next_multiple_of(align);
            let spare = match (last, heap_end) {
                (Some(last), _) => last.checked_sub(first),
                (None, HeapEnd::IsAHole) => self.peak.checked_sub(first + self.trace[id].size.0),
                (None, HeapEnd::IsTheLastResort) => None,
            };
            if let Some(spare) = spare
                && best.is_none_or(|(least, _)| spare < least)
            {
                best = Some((spare, first));
            }
            // Nothing is smaller than a perfect fit, and nothing follows the range without an end.
            if last.is_none() || best.is_some_and(|(spare, _)| spare == 0) {
                self.n_steps += ranges.n_steps();
                return Bytes(best.map_or(first, |(_, offset)| offset));
            }
        }
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
        let align = self.alignment_of(id);
        let mut best: Option<(u64, u64)> = None;
        let mut ranges = self.arena.query(1);
        loop {
            let (first, last) = ranges.next_free();
            let aligned = first.next_multiple_of(align);
            let Some(last) = last else {
                return Bytes(best.map_or(aligned, |(_, offset)| offset));
            };
            if aligned <= last && best.is_none_or(|(least, _)| last - aligned < least) {
                best = Some((last - first, aligned));
            }
        }
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
}

#[cfg(test)]
mod tests {
    use super::{HeapEnd, ScheduleBuilder};
    use crate::testing::random_trace;
    use crate::{Buffer, BufferId, Bytes, LifetimeTrace, PlanOptions};

    /// The free ranges of a buffer, by looking at all pieces of all placed buffers.
    fn free_ranges(
        trace: &LifetimeTrace,
        placed: &[(BufferId, u64)],
        id: BufferId,
    ) -> Vec<(u64, Option<u64>)> {
        let mut blocked: Vec<(u64, u64)> = Vec::new();
        for &(other, offset) in placed {
            for theirs in trace[other].pieces() {
                for own in trace[id]
                    .pieces()
                    .filter(|p| p.ticks.overlaps(theirs.ticks))
                {
                    let first = (offset + theirs.lo + 1).saturating_sub(own.hi);
                    let end = (offset + theirs.hi).saturating_sub(own.lo);
                    blocked.extend((first < end).then_some((first, end)));
                }
            }
        }
        blocked.sort_unstable();
        let (mut ranges, mut from) = (Vec::new(), 0);
        for (first, end) in blocked {
            if from < first {
                ranges.push((from, Some(first - 1)));
            }
            from = from.max(end);
        }
        ranges.push((from, None));
        ranges
    }

    #[test]
    fn best_fit_takes_what_a_look_at_all_ranges_finds() {
        let options = PlanOptions::default();
        for seed in 0..48 {
            let features = [&[][..], &["align"], &["gap"], &["align", "gap", "pin"]];
            let features = features[seed as usize % 4];
            let longest = [3, 30, 200][seed as usize % 3];
            let trace = random_trace(seed, 160, longest, features);
            // Addresses outgrow 32 bits once this buffer is placed.
            let large = (seed % 3 == 1).then(|| trace.buffers()[80].name.to_string());
            let enlarge = |buffer: &mut Buffer| {
                if large.as_deref() == Some(buffer.name.as_str()) {
                    buffer.size.0 += 1 << 33;
                }
            };
            let trace = trace.into_builder().map_buffers(enlarge).build().unwrap();
            let Ok(mut builder) = ScheduleBuilder::new(&trace, &options) else {
                continue; // pins that overlap
            };
            let heap_end = [HeapEnd::IsAHole, HeapEnd::IsTheLastResort][seed as usize / 4 % 2];
            let mut order: Vec<BufferId> = trace.ids().collect();
            if seed % 5 != 0 {
                order.sort_by_key(|&id| (std::cmp::Reverse(trace[id].size), id));
            }
            let pin = |id: BufferId| trace[id].pinned.map(|pin| (id, pin.0));
            let mut placed: Vec<(BufferId, u64)> = trace.ids().filter_map(pin).collect();
            let end = |&(id, offset): &(BufferId, u64)| offset + trace[id].size.0;
            for id in order.into_iter().filter(|&id| trace[id].pinned.is_none()) {
                let peak = placed.iter().map(end).max().unwrap_or(0);
                let align = trace[id].align.0;
                let spare = |&(first, last): &(u64, Option<u64>)| {
                    let first = first.next_multiple_of(align);
                    let last = match (last, heap_end) {
                        (None, HeapEnd::IsAHole) => peak.checked_sub(trace[id].size.0)?,
                        (last, _) => last?,
                    };
                    Some((last.checked_sub(first)?, first))
                };
                let ranges = free_ranges(&trace, &placed, id);
                let best = ranges.iter().filter_map(spare).min();
                let highest = ranges[ranges.len() - 1].0.next_multiple_of(align);
                let wanted = best.map_or(highest, |(_, offset)| offset);
                assert_eq!(
                    builder.best_fit(id, heap_end),
                    Bytes(wanted),
                    "{seed}\n{trace}"
                );
                builder.place(id, Bytes(wanted)).unwrap();
                placed.push((id, wanted));
            }
        }
    }
}
