//! Passes that lower the load: how many bytes a program needs at once, before any planner places them.
//!
//! A planner cannot go below the largest sum of the sizes of buffers that are live together. These passes change the
//! program so that this sum falls, and keep its results bit for bit.

#[expect(
    dead_code,
    reason = "for the passes of this crate, which are not here yet"
)]
mod accesses;
mod whole;

use std::sync::Arc;

use memplan_mlir::passes::PassPlugin;

/// All passes of this crate, with the default options, in the order in which users see them.
pub fn passes() -> Vec<Arc<dyn PassPlugin>> {
    Vec::new()
}
