//! Passes that lower the load: how many bytes a program needs at once, before any planner places them.
//!
//! The *load* at a point is the sum of the sizes of the buffers that are live there; no planner needs less memory
//! than the largest load. These passes change the program so that this maximum falls, and keep its results bit for
//! bit.
//!
//! | pass | effect |
//! |---|---|
//! | [`SplitBuffers`] | gives each value that a buffer holds an allocation of its own |
//! | [`sink_fills`] | fills instead of copying fills, right before the first use |
//! | [`sink_allocations`] | allocates each buffer right before its first use |
//! | [`FuseForMemory`] | fuses elementwise operations into what reads their results |
//! | [`Rematerialize`] | recomputes cheap buffers after a peak |
//! | [`ScheduleForMemory`] | orders the operations of each block |
//! | [`carry_in_place`] | gives each buffer that a loop carries one allocation before the loop |
//! | [`PadBorders`] | pads only what convolutions read outside of their operands |
//! | [`WriteIntoParts`] | writes results into the parts of buffers that they would be copied to |
//! | [`compute_in_place`] | writes results over operands that nothing reads any more |

mod carried;
mod elementwise;
mod fills;
mod fuse;
mod in_place;
mod loops;
mod padding;
mod parts;
mod relayout;
mod rematerialize;
mod reshape;
mod rewrite;
mod rounds;
mod schedule;
mod sink_allocations;
mod versions;

use std::sync::Arc;

use memplan_mlir::passes::PassPlugin;

pub use carried::carry_in_place;
pub use fills::sink_fills;
pub use fuse::FuseForMemory;
pub use in_place::compute_in_place;
pub use padding::PadBorders;
pub use parts::WriteIntoParts;
pub use rematerialize::{Recomputation, Rematerialize};
pub use schedule::{BlockLoad, Effort, FoundOrders, LiveBuffer, ScheduleForMemory};
pub use sink_allocations::sink_allocations;
pub use versions::{SplitBuffers, split_buffers};

/// All passes of this crate with their default options, in display order.
pub fn passes() -> Vec<Arc<dyn PassPlugin>> {
    vec![
        Arc::new(SplitBuffers::default()),
        Arc::new(fills::SINK_FILLS),
        Arc::new(sink_allocations::SINK_ALLOCATIONS),
        Arc::new(FuseForMemory::default()),
        Arc::new(Rematerialize::default()),
        Arc::new(ScheduleForMemory::default()),
        Arc::new(carried::CARRY_IN_PLACE),
        Arc::new(PadBorders::default()),
        Arc::new(WriteIntoParts::default()),
        Arc::new(in_place::COMPUTE_IN_PLACE),
    ]
}
