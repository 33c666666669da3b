//! Schedules for runs that a limit stops early.
//!
//! A caller that sets a deadline or a work limit still wants a schedule when it is reached. Buffers
//! placed by then keep their offsets, and the rest goes above them as an allocator without
//! knowledge of lifetimes would place it ([`place_by_birth`]): this is cheap, counts no work, and
//! polls no interrupt.

use memplan_support::Sort;

use super::{offsets_by_birth, place_by_birth};
use crate::reduce::Instance;
use crate::{
    BufferId, Bytes, LifetimeTrace, LowerBound, MemorySchedule, PlanError, PlanOptions, StopReason,
    Units,
};

/// A schedule in negligible time: all buffers in order of birth. `O(n log n)`.
///
/// # Errors
/// As [`Instance::new`], and [`PlanError::CapacityExceeded`].
pub(crate) fn schedule_at_once(
    trace: &LifetimeTrace,
    options: &PlanOptions,
    planner: &str,
    work: Units,
    reason: StopReason,
) -> Result<MemorySchedule, PlanError> {
    let instance = Instance::new(trace, options)?;
    let placement = instance.placement(offsets_by_birth(&instance));
    let bound = LowerBound::load(trace.least_load());
    let planned = instance.schedule(trace, &placement, bound, planner, work);
    let capacity = trace.capacity();
    let schedule = planned.or_else(PlanError::into_schedule)?;
    schedule.stopped(Some(reason)).within(capacity)
}

/// Gives every buffer for which `is_placed` is false an offset at `peak` or above, and returns the new
/// peak. `O(n log n)`.
///
/// # Errors
/// As [`Instance::new`].
pub(crate) fn complete(
    trace: &LifetimeTrace,
    options: &PlanOptions,
    is_placed: &[bool],
    offsets: &mut [Bytes],
    peak: u64,
) -> Result<u64, PlanError> {
    let instance = Instance::new(trace, options)?;
    let is_left = |&item: &u32| !is_placed[instance.ids[item as usize].index()];
    let items: Vec<u32> = (0..instance.len() as u32).filter(is_left).collect();
    let mut of_items = vec![0; instance.len()];
    let floor = peak.div_ceil(instance.unit.max(1));
    place_by_birth(&instance, &items, floor, &mut of_items);
    let mut peak = peak.max(instance.floor);
    for item in items {
        let id: BufferId = instance.ids[item as usize];
        let offset = of_items[item as usize] * instance.unit;
        offsets[id.index()] = Bytes(offset);
        peak = peak.max(offset + trace[id].size.0);
    }
    Ok(peak)
}

/// All buffers side by side, those with the largest alignment first. If all alignments are powers
/// of two, this needs no more than separate allocations. `None` if a buffer is pinned.
pub(crate) fn side_by_side(trace: &LifetimeTrace, alignment: Bytes) -> Option<(Vec<Bytes>, Bytes)> {
    let mut order: Vec<(std::cmp::Reverse<u64>, BufferId)> = Vec::with_capacity(trace.len());
    for id in trace.ids().filter(|&id| trace[id].size != Bytes(0)) {
        if trace[id].pinned.is_some() {
            return None;
        }
        let align = alignment.common_alignment(trace[id].align)?;
        order.push((std::cmp::Reverse(align.0), id));
    }
    order.sort_stable();
    let mut offsets = vec![Bytes(0); trace.len()];
    let mut top = 0_u64;
    for (std::cmp::Reverse(align), id) in order {
        let offset = top.checked_next_multiple_of(align)?;
        offsets[id.index()] = Bytes(offset);
        top = offset.checked_add(trace[id].size.0)?;
    }
    Some((offsets, Bytes(top)))
}

#[cfg(test)]
mod tests {
    use super::side_by_side;
    use crate::{Bytes, LifetimeTrace};

    #[test]
    fn the_largest_alignment_comes_first() {
        let trace: LifetimeTrace = "a 0..9 12 align=4; p 0..9 64 align=4096; b 0..9 8 align=8"
            .parse()
            .unwrap();
        let (offsets, total) = side_by_side(&trace, Bytes(1)).unwrap();
        assert_eq!(
            (offsets, total),
            ([72, 0, 64].map(Bytes).to_vec(), Bytes(84))
        );
        let pinned: LifetimeTrace = "a 0..9 8 pin=8".parse().unwrap();
        assert_eq!(side_by_side(&pinned, Bytes(1)), None);
    }
}
