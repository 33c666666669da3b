//! Large or adversarial traces: the planners for large instances must be neither wrong nor
//! quadratic. Time is not measured here: work is counted, and a quadratic step over a hundred
//! thousand buffers would not end.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

use memplan_planner::{
    Buffer, Bytes, Lifetime, LifetimeTrace, MemorySchedule, PlanOptions, Tick, Units,
    ValidateOptions, registry, validate,
};

/// A large number of buffers for tests in debug builds.
const MANY: u64 = 60_000;

/// Begins, ends and sizes.
type Lives = Vec<(i64, i64, u64)>;

fn trace(buffers: impl Iterator<Item = (i64, i64, u64)>) -> LifetimeTrace {
    let buffer = |(begin, end, size): (i64, i64, u64)| {
        let live = Lifetime::half_open(Tick(begin), Tick(end));
        Buffer::new("b", Bytes(size), live)
    };
    LifetimeTrace::builder("large")
        .buffers(buffers.map(buffer))
        .build()
        .unwrap()
}

/// The checked schedule of the portfolio, and how far its peak is above the load, in percent.
fn plan(trace: &LifetimeTrace) -> (MemorySchedule, f64) {
    let planner = registry::planner("local-search{moves=0 windows=0}").unwrap();
    let options = PlanOptions {
        // Enough for a few plans and their justification.
        work_limit: Some(Units(10 * trace.len() as u64 + 1000)),
        ..PlanOptions::default()
    };
    let schedule = planner.plan(trace, &options).unwrap();
    assert_eq!(
        validate(trace, &schedule, &ValidateOptions::default()),
        Ok(())
    );
    let above = 100.0 * schedule.fragmentation(trace);
    (schedule, above)
}

#[test]
fn what_has_an_obvious_optimum_reaches_it() {
    let n = MANY as i64;
    let cases: [(&str, Lives); 8] = [
        ("equal buffers", (0..n).map(|_| (0, 1, 7)).collect()),
        (
            "nested lives",
            (0..n).map(|i| (i, 2 * n - i, 1 + i as u64 % 9)).collect(),
        ),
        (
            "nested lives with something in between",
            (0..n / 2)
                .flat_map(|i| [(i, n, 3), (i, i + 1, 1 + i as u64 % 5)])
                .collect(),
        ),
        ("a staircase", (0..n).map(|i| (i, i + 50, 16)).collect()),
        (
            "a huge one and many tiny ones",
            std::iter::once((-5, n + 5, 1 << 40))
                .chain((0..n).map(|i| (i, i + 2, 1 + i as u64 % 2)))
                .collect(),
        ),
        (
            "as many components as pairs",
            (0..n / 2)
                .flat_map(|i| [(5 * i, 5 * i + 3, 2), (5 * i + 1, 5 * i + 4, 3)])
                .collect(),
        ),
        (
            "ticks far apart",
            (0..n)
                .map(|i| (i << 40, (i + 1) << 40, 1 + i as u64 % 100))
                .collect(),
        ),
        (
            "sizes near the limit",
            vec![
                (0, 2, (1 << 61) - 3),
                (1, 3, (1 << 61) - 5),
                (2, 4, (1 << 61) - 7),
                (0, 4, 1 << 60),
            ],
        ),
    ];
    for (name, buffers) in cases {
        let trace = trace(buffers.into_iter());
        let (schedule, _) = plan(&trace);
        assert_eq!(schedule.total_size, trace.max_load(), "{name}");
    }
}

#[test]
fn crowded_sections_are_not_quadratic() {
    // All buffers begin and end within about forty ticks, so each border of a section has thousands
    // of ends.
    let buffers = (0..MANY).map(|i| {
        let begin = (i * 7919 % 37) as i64;
        (
            begin,
            begin + 1 + (i * 104_729 % 5) as i64,
            1 + i * 31 % 1000,
        )
    });
    let (_, above) = plan(&trace(buffers));
    assert!(above < 1.0, "{above} % above the load");
}

#[test]
fn many_lives_of_many_lengths_end_near_the_load() {
    let trace = memplan_datasets::generate::skewed(3, 20_000);
    let (_, above) = plan(&trace);
    assert!(above < 1.0, "{above} % above the load");
}

#[test]
fn the_work_of_one_plan_is_linear() {
    let planner = registry::planner("local-search{start=first-fit moves=0 windows=0}").unwrap();
    for n in [1000, 10_000, 100_000] {
        let trace = trace((0..n).map(|i| (i, i + 1 + i * 7 % 11, 8)));
        let work = planner.plan(&trace, &PlanOptions::default()).unwrap().work;
        assert!(work <= Units(16 * n as u64), "{work} units for {n} buffers");
    }
}
