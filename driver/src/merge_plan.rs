//! What a mutator is told, made of what a collector found and a planner decided.

use memplan_collectors::{Collected, CollectedBuffer, CollectedScope};
use memplan_mutators::{BufferRewrite, MergePlan, ScopeRewrite, SlotDim, SlotNest};
use memplan_planner::{Bytes, MemorySchedule};

/// The plan that puts each collected buffer at the offset of its schedule.
///
/// `schedules` are those of [`Collected::traces`], in that order. A merged allocation is aligned to
/// `alignment` bytes, or more where one of its buffers asks for more. Linear in the number of buffers.
pub fn merge_plan<'a>(
    collected: &Collected,
    schedules: impl IntoIterator<Item = &'a MemorySchedule>,
    alignment: Bytes,
) -> MergePlan {
    let scopes = collected.scopes.iter().zip(schedules);
    MergePlan {
        scopes: scopes
            .map(|(scope, schedule)| scope_rewrite(scope, schedule, alignment))
            .collect(),
        dead: collected
            .dead
            .iter()
            .flat_map(|dead| dead.erase.iter().copied())
            .collect(),
    }
}

fn scope_rewrite(
    scope: &CollectedScope,
    schedule: &MemorySchedule,
    alignment: Bytes,
) -> ScopeRewrite {
    let aligns = scope.trace.buffers().iter().map(|buffer| buffer.align);
    ScopeRewrite {
        block: scope.block,
        memory_space: scope.memory_space,
        total: schedule.total_size,
        alignment: aligns.fold(alignment, Bytes::max),
        buffers: scope
            .ids()
            .map(|(id, buffer)| buffer_rewrite(buffer, schedule.offset(id).unwrap_or_default()))
            .collect(),
    }
}

fn buffer_rewrite(buffer: &CollectedBuffer, offset: Bytes) -> BufferRewrite {
    BufferRewrite {
        strides: buffer.strides.clone(),
        slots: buffer.hoist.as_ref().map(|nest| SlotNest {
            dims: nest
                .dims
                .iter()
                .map(|dim| SlotDim {
                    iv: dim.iv,
                    lower: dim.lower,
                    step: dim.step,
                    trip_count: dim.trip_count,
                })
                .collect(),
            slot: nest.slot,
        }),
        deallocs: buffer.deallocs.clone(),
        ..BufferRewrite::new(buffer.alloc, offset, buffer.slot_size)
    }
}
