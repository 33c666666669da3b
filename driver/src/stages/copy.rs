//! How buffers are copied between memories.

use memplan_placement::copies_to_dma;

use super::Job;
use crate::merge::MemoryCopies;
use crate::{Error, dealloc};

/// Starts the copies between memories as [`Merge::copies`](crate::Merge::copies) says, and verifies the program.
///
/// # Errors
///
/// [`Error::InvalidResult`].
pub(super) fn run(job: &mut Job<'_>) -> Result<(), Error> {
    if job.options.copies == MemoryCopies::Dma {
        let root = job.module.root();
        copies_to_dma(job.module, root);
        dealloc::verified(job.module, "copies-to-dma")?;
    }
    Ok(())
}
