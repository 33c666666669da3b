//! Extreme traces: empty, huge or degenerate. A planner must plan them or return an error.

use memplan_planner::{
    Buffer, Bytes, Lifetime, LifetimeTrace, PlanError, PlanOptions, Tick, Units,
};

use crate::Case;
use crate::properties::{Breach, Judge, Property};

/// Checks all extreme inputs; the larger ones have `n_large` buffers.
pub(crate) fn check(judge: &Judge<'_>, n_large: u32) -> Result<(), Box<(Case, Breach)>> {
    for case in small() {
        judge
            .check(&case, 0)
            .map_err(|breach| (case.clone(), breach))?;
        check_limits(judge, &case, 3).map_err(|breach| (case, breach))?;
    }
    let mut n_asks = 0;
    for trace in large(n_large) {
        let case = case(trace);
        n_asks += check_large(judge, &case).map_err(|breach| Box::new((case, breach)))?;
    }
    // A single trace may be solved before the planner has a reason to ask.
    if n_asks == 0 && 1024 <= n_large {
        let breach = Breach::new(Property::Cancellation, "it never asks whether to stop");
        return Err(Box::new((case(LifetimeTrace::default()), breach)));
    }
    let case = Case {
        alignment: Bytes(u64::MAX),
        ..case(parsed("a 0..1 3; b 0..1 3 align=9223372036854775800"))
    };
    check_refused(judge, &case).map_err(|breach| Box::new((case, breach)))
}

fn case(trace: LifetimeTrace) -> Case {
    Case {
        trace,
        alignment: Bytes(1),
        seed: 0,
        reachable: None,
    }
}

fn parsed(notation: &str) -> LifetimeTrace {
    notation.parse().unwrap_or_default()
}

fn small() -> Vec<Case> {
    let (first, last) = (i64::MIN, i64::MAX);
    let notations = [
        String::new(),
        "a 0..1 1".to_owned(),
        "a 0..1 0; b 0..1 0 align=1024".to_owned(),
        format!("a {}..{last} 1; b {first}..{} 1", first, first + 1),
        format!("a {first}..{last} 5 gap={first}..0; b -1..{last} 5 gap=0..{last}"),
        format!("a 0..1 {}; b 1..2 0", last - 1),
        format!("a 0..1 {}; b 1..2 1", last - 1),
        format!("a 0..1 {0}; b 0..1 {0}; c 0..1 1", last / 2),
        format!("a 0..2 1 pin={}; b 0..1 1", last - 1),
        "a 0..9 5 gap=0..9; b 0..9 5".to_owned(),
        "a -9..-1 5; b -5..4 3; c -1..9 2".to_owned(),
        "a 0..2 4 pin=8; b 0..2 8; c 1..3 4 pin=12; d 0..3 1".to_owned(),
        "a 0..4 9 gap=1..3@0..1; b 0..4 9 gap=1..3@8..9; c 1..3 7".to_owned(),
    ];
    let mut cases: Vec<Case> = notations.iter().map(|text| case(parsed(text))).collect();
    // A capacity of 0, for an empty trace and for buffers of size 0.
    for notation in ["", "a 0..1 0; b 0..1 0"] {
        let builder = parsed(notation).into_builder().capacity(Some(Bytes(0)));
        cases.push(case(builder.build().unwrap_or_default()));
    }
    cases
}

/// Shapes that make careless planners quadratic, deep or wrong.
fn large(n: u32) -> Vec<LifetimeTrace> {
    let n = i64::from(n.max(1));
    let named = |scope: &str, part: &dyn Fn(i64) -> (i64, i64, u64)| {
        let buffers = (0..n).map(|i| {
            let (begin, end, size) = part(i);
            let live = Lifetime::half_open(Tick(begin), Tick(end));
            Buffer::new(format!("b{i}"), Bytes(size), live)
        });
        let builder = LifetimeTrace::builder(scope).buffers(buffers);
        builder.build().unwrap_or_default()
    };
    let wave = |i: i64| 1 + (i as u64 * 7919) % 97;
    vec![
        named("all equal", &|_| (0, 1, 8)),
        named("all live throughout", &|i| (0, 1, wave(i))),
        named("nested", &|i| (i, 2 * n - i, wave(i))),
        named("staircase", &|i| (i, i + 7, wave(i))),
        named("one huge, many tiny", &|i| match i {
            0 => (0, n, 1 << 40),
            _ => (i, i + 2, 1),
        }),
        named("components", &|i| {
            (10 * (i / 3), 10 * (i / 3) + 1 + i % 3, wave(i))
        }),
        named("before time", &|i| (-n + i, -n + i + 1 + i % 50, wave(i))),
        named("near the limit of sizes", &|i| {
            (i, i + 3, (i64::MAX / n) as u64)
        }),
    ]
}

/// Plans a large trace under a limit, stops it at once, and stops it after little work. Returns how
/// often the planner polled whether to stop.
fn check_large(judge: &Judge<'_>, case: &Case) -> Result<u64, Breach> {
    let options = PlanOptions {
        work_limit: Some(Units(40 * case.trace.len() as u64)),
        ..PlanOptions::default()
    };
    let result = judge.plan(&case.trace, &options)?;
    judge.check_result(case, &options, &result)?;
    let n_asks = judge.check_cancellation(case, &options, 0)?;
    check_limits(judge, case, 100)?;
    Ok(n_asks)
}

fn check_limits(judge: &Judge<'_>, case: &Case, limit: u64) -> Result<(), Breach> {
    for work_limit in [0, limit] {
        let options = PlanOptions {
            work_limit: Some(Units(work_limit)),
            alignment: case.alignment,
            ..PlanOptions::default()
        };
        let result = judge.plan(&case.trace, &options)?;
        if let Err(PlanError::CapacityExceeded { .. }) = result {
            continue;
        }
        judge.check_result(case, &options, &result)?;
    }
    Ok(())
}

/// Two buffers that are live at once, with alignments that leave no offset for one of them.
fn check_refused(judge: &Judge<'_>, case: &Case) -> Result<(), Breach> {
    let options = PlanOptions {
        alignment: case.alignment,
        ..PlanOptions::default()
    };
    match judge.plan(&case.trace, &options)? {
        Err(PlanError::TooLarge { .. } | PlanError::Unsupported { .. }) => {}
        other => {
            let detail = format!("two buffers aligned to 2^64 - 1 have no place, but: {other:?}");
            return Err(Breach::new(Property::Plans, detail));
        }
    }
    let zero = PlanOptions {
        alignment: Bytes(0),
        ..PlanOptions::default()
    };
    match judge.plan(&case.trace, &zero)? {
        Err(PlanError::ZeroAlignment) => Ok(()),
        other => {
            let detail = format!("an alignment of 0 is an error, but: {other:?}");
            Err(Breach::new(Property::Plans, detail))
        }
    }
}
