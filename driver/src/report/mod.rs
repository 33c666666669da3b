//! The report of a job, a section for each of its stages: what was planned, what was skipped and why, what was saved,
//! and where merged memory comes from.
//!
//! Sums run over scopes: the peak of a program is the sum of the peaks of its merged allocations, as if all of them
//! were live at once. [`RunTimePeak`](crate::RunTimePeak) bounds what is live at once at run time. An arena that is
//! part of the arenas of its callers counts once, as a part of them. Equal programs, plug-ins and options give equal
//! reports, except for times.

mod json;
mod merged;
mod peaks;
mod prepared;
mod unmerged;

use crate::pools::PoolReport;
pub use json::{ReportJson, ReportSource, ReportTimes};
pub use merged::{
    Arena, CalleeArenas, Figures, MergedBuffers, ReplacedSchedule, ScopeReport, SkippedBuffer,
};
pub use peaks::Peaks;
pub use prepared::Prepared;

/// What the stages of a job say about a program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// How it was bufferized, and its run-time peak lowered.
    pub prepared: Prepared,
    /// Where buffers were put, if there are pools.
    pub pools: Option<PoolReport>,
    /// What was merged, and what was not.
    pub merged: MergedBuffers,
    /// What the result holds at run time.
    pub peaks: Peaks,
}

impl Report {
    /// Makes all run-time peaks count the arguments of functions, donated ones too, each once.
    pub fn count_arguments(&mut self) {
        let steps = &mut self.prepared.lowered.steps;
        let steps = steps.iter_mut().flat_map(|step| &mut step.peaks);
        for peak in self.peaks.functions.iter_mut().chain(steps) {
            peak.count_arguments();
        }
    }
}
