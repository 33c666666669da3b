//! `executorch`: buffers by falling size, in shared objects that are stacked in the arena.
//!
//! Each buffer goes into the first object of which it conflicts with no buffer, at the object's start; else into the
//! first one in which it fits above the buffers that it conflicts with; else it makes an object of its own size.
//! Objects follow each other in the order in which they were made.
//!
//! Source: pytorch/executorch, `exir/memory_planning.py`, `greedy`; `dev/peers/against.py` compares offsets with it.
//! Sizes are multiples of 16 bytes there and here. It takes a set of tensors, so that the order of equal sizes is open;
//! here the later one comes first, as for a list. Objects begin above the highest pinned buffer, and larger alignments
//! of buffers are those of their objects; the original has neither. Gaps are not used.

use memplan_support::Sort;

use crate::problem::units::{align_up, common_alignment};
use crate::{
    BufferId, Bytes, Capabilities, Lifetime, LifetimeTrace, MemoryPlanner, MemorySchedule,
    PlanError, PlanOptions, PluginInfo, ScheduleBuilder,
};

/// The planner described in the module documentation.
#[derive(Clone, Copy, Debug)]
pub struct Executorch;

/// Sizes are multiples of this.
const BLOCK: u64 = 16;

/// Buffers that share memory, with their offsets in it.
struct Shared {
    size: u64,
    align: u64,
    places: Vec<(BufferId, u64)>,
}

impl MemoryPlanner for Executorch {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "executorch",
            aliases: &[],
            summary: "Largest first into shared objects, as ExecuTorch does.",
            source: "pytorch/executorch, exir/memory_planning.py",
            cost: "O(n^2) in the worst case",
        }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            max_buffers: Some(crate::algorithms::MAX_FOR_PAIRS),
            ..Capabilities::default()
        }
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        let mut schedule = ScheduleBuilder::new(trace, options)?;
        let base = schedule.peak().0;
        let align = |id: BufferId| {
            let own = common_alignment(options.alignment.0, trace[id].align.0);
            own.and_then(|own| common_alignment(own, BLOCK))
                .unwrap_or(u64::MAX)
        };
        let size = |id: BufferId| align_up(trace[id].size.0, align(id)).unwrap_or(u64::MAX);
        let mut order: Vec<BufferId> = trace
            .ids()
            .filter(|&id| trace[id].pinned.is_none() && trace[id].size != Bytes(0))
            .collect();
        order.sort_stable_by_key(|&id| trace[id].size);
        order.reverse();
        let mut objects: Vec<Shared> = Vec::new();
        for id in order {
            let (live, size, align) = (trace[id].live, size(id), align(id));
            let top = |object: &Shared| top(trace, object, live);
            let free = objects
                .iter()
                .position(|object| top(object) == 0 && size <= object.size);
            let place = free.map(|at| (at, 0)).or_else(|| {
                objects.iter().enumerate().find_map(|(at, object)| {
                    let offset = align_up(top(object), align)?;
                    (offset != 0 && offset.checked_add(size)? <= object.size)
                        .then_some((at, offset))
                })
            });
            match place {
                Some((at, offset)) => {
                    let object = &mut objects[at];
                    object.places.push((id, offset));
                    object.align = common_alignment(object.align, align).unwrap_or(u64::MAX);
                }
                None => objects.push(Shared {
                    size,
                    align,
                    places: vec![(id, 0)],
                }),
            }
        }
        let mut at = base;
        for object in objects {
            let start = align_up(at, object.align).unwrap_or(u64::MAX);
            for (id, offset) in object.places {
                schedule.record(id, Bytes(start.saturating_add(offset)))?;
            }
            at = start.saturating_add(object.size);
        }
        schedule.finish(self.info().name)
    }
}

/// The end of the highest buffer of an object that is live at the same time; 0 for none.
fn top(trace: &LifetimeTrace, object: &Shared, live: Lifetime) -> u64 {
    let places = object.places.iter();
    let overlapping = places.filter(|(id, _)| trace[*id].live.overlaps(live));
    let ends = overlapping.map(|&(id, offset)| {
        let size = align_up(trace[id].size.0, BLOCK).unwrap_or(u64::MAX);
        offset.saturating_add(size)
    });
    ends.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {

    use super::Executorch;
    use crate::testing::check;

    /// `d` lies above `c` in the object of `a`, `e` at its start.
    #[test]
    fn objects_are_shared_by_what_fits() {
        let trace = "a 0..2 100; b 0..4 64; c 2..4 48; d 3..5 32; e 5..7 90; f 0..9 7";
        check(
            &Executorch,
            trace,
            "a 0, b 112, c 0, d 48, e 0, f 176; peak 183, load 171",
        );
    }
}
