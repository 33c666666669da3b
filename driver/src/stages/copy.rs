//! Makes copies between memories asynchronous.

use memplan_placement::copies_to_dma;

use super::Job;
use crate::{Error, dealloc};

/// Lets copies run concurrently with the program, and verifies it.
///
/// # Errors
///
/// [`Error::InvalidResult`].
pub(super) fn run(job: &mut Job<'_>) -> Result<(), Error> {
    let root = job.module.root();
    copies_to_dma(job.module, root);
    dealloc::verified(job.module, "copies-to-dma")
}
