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

/// Nine buffers, listed by ascending begin, on which many planners have known offsets.
pub(crate) const GOLDEN: &str = "a 0..5 7; b 1..8 10; c 2..4 8; d 2..5 6; e 3..10 2; f 4..7 2; \
                                 g 5..9 2; h 6..9 12; i 7..10 8";

/// Plans a trace in the one-line notation, checks the schedule, and returns its peak and offsets.
pub(crate) fn offsets(planner: &dyn MemoryPlanner, notation: &str) -> (u64, Vec<u64>) {
    let trace: LifetimeTrace = notation.parse().unwrap();
    let schedule = planner.plan(&trace, &PlanOptions::default()).unwrap();
    assert_eq!(
        validate(&trace, &schedule, &ValidateOptions::default()),
        Ok(())
    );
    let offsets = schedule.offsets.iter().map(|offset| offset.0).collect();
    (schedule.peak().0, offsets)
}
