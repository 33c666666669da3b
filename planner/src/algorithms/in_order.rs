//! Replays a trace on an allocator, as runtimes do that plan by a dry run: at each tick, buffers that die are freed in
//! the order of the trace, then those that are born are allocated. The arena begins above the highest pinned buffer.
//! Gaps are not used.

use crate::problem::sections::births_and_deaths;
use crate::problem::units::{align_up, common_alignment};
use crate::{
    BufferId, Bytes, LifetimeTrace, MemorySchedule, PlanError, PlanOptions, ScheduleBuilder,
};

/// An allocator of an arena that begins at some base.
pub(crate) trait Allocator {
    /// An offset of a new block above the base, such that the sum of both is a multiple of `align`. `size` is a
    /// multiple of the block size.
    fn allocate(&mut self, size: u64, align: u64) -> u64;

    /// Frees the block at an offset above the base.
    fn free(&mut self, offset: u64, size: u64);
}

/// The schedule of an allocator whose blocks are multiples of `block`. It is made with the base and the sum of all
/// sizes, padded to their alignments. `O(n log n)` besides the calls of the allocator.
pub(crate) fn replay<A: Allocator>(
    trace: &LifetimeTrace,
    options: &PlanOptions,
    name: &str,
    block: u64,
    make: impl FnOnce(u64, u64) -> A,
) -> Result<MemorySchedule, PlanError> {
    let mut schedule = ScheduleBuilder::new(trace, options)?;
    let base = align_up(schedule.peak().0, block).unwrap_or(0);
    let is_placed = |id: &BufferId| trace[*id].pinned.is_none() && trace[*id].size != Bytes(0);
    let events = births_and_deaths(trace, trace.ids().filter(is_placed));
    let align =
        |id: BufferId| common_alignment(options.alignment.0, trace[id].align.0).unwrap_or(u64::MAX);
    let rounded = |size: u64| align_up(size, block).unwrap_or(u64::MAX);
    let padded = |id: BufferId| rounded(trace[id].size.0.saturating_add(align(id) - 1));
    let sum = trace.ids().map(padded).fold(0, u64::saturating_add);
    let mut arena = make(base, sum);
    let mut offsets: Vec<u64> = vec![0; trace.len()];
    for (is_born, id) in events {
        let size = rounded(trace[id].size.0);
        if is_born {
            offsets[id.index()] = arena.allocate(size, align(id));
            schedule.record(id, Bytes(base.saturating_add(offsets[id.index()])))?;
        } else {
            arena.free(offsets[id.index()], size);
        }
    }
    schedule.finish(name)
}
