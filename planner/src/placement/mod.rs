//! The occupied bytes, by section and address: the data structure that all planners share.
//!
//! See [`address_tree`]: without a conflict graph, a million buffers fit into memory.

mod address;
mod address_tree;
mod arena;
mod by_birth;
mod complete;
mod grid;
mod placer;

use crate::problem::units::common_alignment;
use crate::{Bytes, LifetimeTrace, PlanError, PlanOptions};
pub(crate) use arena::Arena;
pub(crate) use by_birth::{offsets_by_birth, place_by_birth};
pub(crate) use complete::{complete, schedule_at_once, side_by_side};
pub(crate) use placer::{Board, Placer};

/// Checks that no sum of sizes, alignment paddings and pins can leave `i64`.
pub(crate) fn check_sums(trace: &LifetimeTrace, options: &PlanOptions) -> Result<(), PlanError> {
    if options.alignment == Bytes(0) {
        return Err(PlanError::ZeroAlignment);
    }
    // In any order, a buffer starts less than one alignment above an end of earlier buffers.
    let highest_pin = trace
        .buffers()
        .iter()
        .filter_map(|b| Some(b.pinned?.0 + b.size.0))
        .max();
    let mut total = highest_pin.unwrap_or(0);
    for buffer in trace.buffers() {
        total = common_alignment(options.alignment.0, buffer.align.0)
            .and_then(|align| buffer.size.0.checked_add(align - 1))
            .and_then(|padded| padded.checked_add(total))
            .filter(|&total| i64::try_from(total).is_ok())
            .ok_or_else(|| PlanError::TooLarge {
                buffer: buffer.name.to_string(),
                alignment: options.alignment.max(buffer.align),
            })?;
    }
    Ok(())
}
