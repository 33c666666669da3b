//! Passes that lower the load: how many bytes a program needs at once, before any planner places them.
//!
//! A planner cannot go below the largest sum of the sizes of buffers that are live together. These passes change the
//! program so that this sum falls, and keep its results bit for bit.
//!
//! | pass | effect |
//! |---|---|
//! | [`ScheduleForMemory`] | orders the operations of each block |

mod accesses;
mod schedule;
mod whole;

use std::sync::Arc;

use memplan_mlir::passes::PassPlugin;

pub use schedule::{BlockLoad, Effort, LiveBuffer, ScheduleForMemory};

/// All passes of this crate, with the default options, in the order in which users see them.
pub fn passes() -> Vec<Arc<dyn PassPlugin>> {
    vec![Arc::new(ScheduleForMemory::default())]
}
