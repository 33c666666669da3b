//! A test case: a trace, the options, and the known optimum.

use std::fmt;

use memplan_planner::{Bytes, InPlaceKind, LifetimeTrace};

/// A trace, the requested alignment, and what is known of the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The trace.
    pub trace: LifetimeTrace,
    /// The alignment that the caller requests.
    pub alignment: Bytes,
    /// A seed for planners that draw random numbers.
    pub seed: u64,
    /// A peak that some plan is known to have, so that no proven bound is above it.
    pub reachable: Option<Bytes>,
}

impl Case {
    /// Whether the only constraint is that buffers live at once do not overlap: every planner
    /// supports that.
    pub fn is_plain(&self) -> bool {
        let plain = |b: &memplan_planner::Buffer| {
            b.gaps.is_empty() && b.pinned.is_none() && b.align == Bytes(1)
        };
        self.alignment == Bytes(1)
            && self.trace.buffers().iter().all(plain)
            && self.trace.in_place().is_empty()
    }
}

/// The notation of traces, so that it can be pasted into a test, with everything that it cannot
/// express as comments.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.alignment != Bytes(1) {
            writeln!(f, "# PlanOptions::alignment = {}", self.alignment)?;
        }
        if self.seed != 0 {
            writeln!(f, "# PlanOptions::seed = {}", self.seed)?;
        }
        if let Some(capacity) = self.trace.capacity() {
            writeln!(f, "# capacity {capacity}")?;
        }
        for hint in self.trace.in_place() {
            let kind = match hint.kind {
                InPlaceKind::Free => "free",
                InPlaceKind::ZeroOffset => "zero-offset",
            };
            let (buffer, other) = (&self.trace[hint.buffer].name, &self.trace[hint.other].name);
            writeln!(f, "# {buffer} may reuse {other} in place: {kind}")?;
        }
        write!(f, "{}", self.trace)
    }
}
