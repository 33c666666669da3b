//! Inserts deallocations, and computes the peaks of the result.

use memplan_mlir::passes::Threading;

use super::Job;
use crate::report::Peaks;
use crate::{Error, dealloc};

/// Frees every buffer exactly once, and verifies the program.
///
/// # Errors
///
/// [`Error::Deallocate`] and [`Error::InvalidResult`].
pub(super) fn run(job: &mut Job<'_>) -> Result<Peaks, Error> {
    let warnings = dealloc::deallocate(job.module, Threading::Off)?;
    job.warnings.extend(warnings);
    let mut peaks = std::mem::take(&mut job.report.peaks);
    let separate = job.collected.as_ref().map(|of| &*of.separate_peaks);
    peaks.measure(job.module, separate.unwrap_or_default());
    Ok(peaks)
}
