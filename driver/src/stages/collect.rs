//! Computes when each buffer is live.

use memplan_collectors::Collected;
use memplan_mlir::Module;
use memplan_planner::MemoryTraceScopes;

use super::Job;
use crate::{Error, Merge, steps};

/// Collects the traces of the program.
///
/// # Errors
///
/// [`Error::Collect`] and [`Error::TooLarge`].
pub(super) fn run(job: &mut Job<'_>) -> Result<Collected, Error> {
    job.options.collect(job.module)
}

impl Merge<'_> {
    /// Computes when each buffer of a valid module is live.
    ///
    /// # Errors
    ///
    /// [`Error::Collect`] and [`Error::TooLarge`].
    pub fn collect(&self, m: &Module) -> Result<Collected, Error> {
        match self.mutator.merge_alloc() {
            Some(merging) if merging.allocates_on_heap() => {
                steps::collect_for(m, &self.merging_collector(), &merging.rounds(m).takers)
            }
            Some(_) | None => steps::collect(m, &self.collector.single()),
        }
    }

    /// The traces of [`Self::collect`] with their provenance, as a trace file holds them. Buffers of dynamic size are
    /// in none of them: see [`traces`](crate::traces()).
    pub fn traces(&self, collected: &Collected, hash: u128, name: &str) -> MemoryTraceScopes {
        MemoryTraceScopes {
            traces: collected.traces().cloned().collect(),
            provenance: steps::provenance(&self.collector, hash, name),
        }
    }
}
