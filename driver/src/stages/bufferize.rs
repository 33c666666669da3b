//! Bufferizes a program on tensors, and carries out donations.

use memplan_placement::donation::{DonatedArgument, settle_copies};

use super::Job;
use crate::Error;
use crate::report::Prepared;
use crate::tensors::{Manner, bufferize_as};

/// Bufferizes with the fewest copies.
///
/// # Errors
///
/// Those of [`bufferize`](crate::bufferize).
pub(super) fn run(job: &mut Job<'_>) -> Result<Prepared, Error> {
    let bufferized = bufferize_as(job.module, Manner::FewestCopies)?;
    let mut donated = job.options.arguments.carry_out(job.module)?;
    settle(job, &mut donated);
    Ok(Prepared {
        bufferized,
        donated,
        ..Prepared::default()
    })
}

/// Counts the copies that donations still need, and warns of those that were not carried out.
pub(super) fn settle(job: &mut Job<'_>, donated: &mut [DonatedArgument]) {
    settle_copies(job.module, donated);
    let declared = std::mem::take(&mut job.declared);
    let arguments = &job.options.arguments;
    let left_out = arguments.left_out(job.module, declared, donated);
    job.warnings.extend(left_out);
}
