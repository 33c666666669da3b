//! `auto` beside its members on workloads that it was not tuned on, with limits of work, which give the same result on
//! every machine. `cargo xtask anytime` compares it with all planners in equal times.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

use std::num::NonZeroUsize;

use memplan_datasets::generate::{Workload, workload};
use memplan_planner::{
    LifetimeTrace, MemorySchedule, PlanError, PlanOptions, Units, ValidateOptions, registry,
    validate,
};

use crate::monotone::NEAR_LINEAR;

/// The schedule of a planner, which must be valid; `None` if it refuses such traces.
fn planned(spec: &str, trace: &LifetimeTrace, options: &PlanOptions) -> Option<MemorySchedule> {
    match registry::planner(spec).unwrap().plan(trace, options) {
        Ok(schedule) => {
            let checks = ValidateOptions::default();
            assert_eq!(validate(trace, &schedule, &checks), Ok(()), "{spec}");
            Some(schedule)
        }
        Err(PlanError::Unsupported { .. }) => None,
        Err(error) => panic!("{spec}: {error}"),
    }
}

fn peak(spec: &str, trace: &LifetimeTrace, options: &PlanOptions) -> Option<u64> {
    Some(planned(spec, trace, options)?.peak().0)
}

#[test]
fn more_work_is_never_worse_and_no_member_is_better() {
    for kind in Workload::ALL {
        for seed in 1..=3 {
            // The members come before the portfolio on small instances, and on both sides of it on large ones.
            for n in [300, 4500] {
                let trace = workload(kind, seed, n);
                let options = PlanOptions::default();
                let members = NEAR_LINEAR.iter().chain(&["ggml"]);
                let others = members.filter_map(|spec| peak(spec, &trace, &options));
                let mut least = others.min().unwrap();
                for limit in [0, 500, 20_000, 100_000] {
                    let options = PlanOptions {
                        work_limit: Some(Units(limit)),
                        ..PlanOptions::default()
                    };
                    let now = peak("auto", &trace, &options).unwrap();
                    assert!(now <= least, "{kind:?} {seed} {n}: {now}, {least} before");
                    least = now;
                }
            }
        }
    }
}

#[test]
fn a_quick_run_is_the_same_on_any_number_of_threads_and_the_first_part_of_a_longer_one() {
    for kind in Workload::ALL {
        let trace = workload(kind, 5, 6_000);
        let with = |threads, work_limit| PlanOptions {
            threads: NonZeroUsize::new(threads).unwrap(),
            work_limit,
            ..PlanOptions::default()
        };
        let quick = planned("auto{effort=quick}", &trace, &with(1, None)).unwrap();
        for threads in [2, 5] {
            let other = planned("auto{effort=quick}", &trace, &with(threads, None)).unwrap();
            assert_eq!(other, quick, "{kind:?} on {threads} threads");
        }
        let longer = peak("auto", &trace, &with(2, Some(Units(400_000))));
        assert!(longer.unwrap() <= quick.peak().0, "{kind:?}");
    }
}
