//! Lanes: rows of a trace viewer, in which slices must not overlap.

use std::collections::BTreeSet;

use memplan_planner::{BufferId, LifetimeTrace, MemorySchedule};
use memplan_support::Sort;

/// The lane of each buffer, counted from 0, and how many there are.
#[derive(Debug)]
pub(crate) struct Lanes {
    /// Indexed by buffer.
    pub of: Vec<u32>,
    /// Buffers in order of birth, which viewers read fastest.
    pub order: Vec<BufferId>,
    /// The number of lanes: the most buffers that are live at once.
    pub count: u32,
}

impl Lanes {
    /// Gives each buffer the free lane whose last buffer was nearest to its offset, so that a lane is roughly a
    /// stretch of the arena. `O(n log n)`.
    pub(crate) fn new(trace: &LifetimeTrace, schedule: &MemorySchedule) -> Self {
        let mut order: Vec<BufferId> = trace.ids().collect();
        order.sort_stable_by_key(|&id| (trace[id].live.begin(), id));
        let mut lanes = Self {
            of: vec![0; trace.len()],
            order: Vec::new(),
            count: 0,
        };
        let mut busy = BTreeSet::new();
        let mut free: BTreeSet<(u64, u32)> = BTreeSet::new();
        for &id in &order {
            let live = trace[id].live;
            while let Some(&(end, offset, lane)) = busy.first() {
                if live.begin() < end {
                    break;
                }
                busy.pop_first();
                free.insert((offset, lane));
            }
            let offset = schedule.offset(id).unwrap_or_default().0;
            let above = free.range((offset, 0)..).next().copied();
            let below = free.range(..(offset, 0)).next_back().copied();
            let nearest = match (below, above) {
                (Some(below), Some(above)) if offset - below.0 < above.0 - offset => Some(below),
                (below, above) => above.or(below),
            };
            let lane = match nearest {
                Some(end) => {
                    free.remove(&end);
                    end.1
                }
                None => {
                    lanes.count += 1;
                    lanes.count - 1
                }
            };
            lanes.of[id.index()] = lane;
            busy.insert((live.end(), offset, lane));
        }
        lanes.order = order;
        lanes
    }
}

#[cfg(test)]
mod tests {
    use memplan_planner::{Bytes, LifetimeTrace, MemorySchedule};

    use super::Lanes;

    #[test]
    fn a_lane_continues_near_its_offset() {
        let trace: LifetimeTrace = "a 0..2 8\n b 0..3 8\n c 3..5 8\n d 3..5 8".parse().unwrap();
        let offsets = [0, 8, 8, 0].map(Bytes).to_vec();
        let schedule = MemorySchedule::from_offsets(&trace, offsets, "test");
        let lanes = Lanes::new(&trace, &schedule);
        assert_eq!((lanes.of, lanes.count), (vec![0, 1, 1, 0], 2));
    }
}
