//! What unit tests of planners share.

use std::fmt::Write as _;

use expect_test::Expect;

use crate::{LifetimeTrace, MemoryPlanner, PlanOptions, ValidateOptions, validate};

/// Plans a trace in the one-line notation, checks the schedule, and compares all that came out.
pub(crate) fn check(planner: &dyn MemoryPlanner, notation: &str, expected: &Expect) {
    let trace: LifetimeTrace = notation.parse().unwrap();
    let schedule = planner.plan(&trace, &PlanOptions::default()).unwrap();
    assert_eq!(
        validate(&trace, &schedule, &ValidateOptions::default()),
        Ok(())
    );
    let mut text = String::new();
    for (buffer, offset) in trace.buffers().iter().zip(&schedule.offsets) {
        writeln!(text, "{} @ {offset}", buffer.name).unwrap();
    }
    writeln!(
        text,
        "peak {} max-load {}",
        schedule.peak(),
        trace.max_load()
    )
    .unwrap();
    expected.assert_eq(&text);
}
