//! Writes the options about the arguments of a program and their dimensions to attributes.

use memplan_memory_model::UnknownOps;

use super::Job;
use crate::Error;
use crate::donation::DonatedName;

/// Writes the attributes. Returns the donations of the program.
///
/// # Errors
///
/// [`Error::Program`]: a donation makes no sense, or a range or equality of dimensions.
pub(super) fn run(job: &mut Job<'_>) -> Result<Vec<DonatedName>, Error> {
    let Job {
        module, options, ..
    } = job;
    if options.collector.params().get("unknown-ops") == Some("capture") {
        UnknownOps::Capture.state(module);
    }
    let warnings = options.arguments.declare(module)?;
    job.warnings.extend(warnings);
    DonatedName::declared(job.module)
}
