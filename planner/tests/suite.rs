//! Runs the suite for authors of planners on all planners of this crate, and checks further
//! properties of these.
//!
//! `MEMPLAN_SUITE_CASES` sets the number of random traces for each planner.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

use memplan_planner::algorithms::PLANNERS;
use memplan_planner::algorithms::chunk::ChunkPlanner;
use memplan_planner::{
    Buffer, Bytes, HintUse, Lifetime, LifetimeTrace, MemoryPlanner, Optimality, PlanError,
    PlanOptions, PlannerKind, ProofScope, StopReason, Tick, Units, ValidateOptions, registry,
    validate,
};
use memplan_suite::brute_force::{Outcome, optimum};
use memplan_suite::{Suite, traces};
use memplan_testing::figure;

use crate::common::check_certificate;

/// Planners that place buffers one by one and are done, as they are in the list: without what a registry
/// adds.
fn one_pass() -> impl Iterator<Item = &'static dyn MemoryPlanner> {
    let is_one_pass = |planner: &&dyn MemoryPlanner| {
        let capabilities = planner.capabilities();
        capabilities.kind == PlannerKind::Heuristic && capabilities.in_place != HintUse::Ignored
    };
    PLANNERS.iter().copied().filter(is_one_pass)
}

/// Runs the jobs `0..n` on all cores; the failures in order.
pub(crate) fn on_all_cores(n: usize, job: impl Fn(usize) -> Result<(), String> + Sync) {
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let n_threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if n <= index {
                break;
            }
            if let Err(failure) = job(index) {
                failures.lock().unwrap().push((index, failure));
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..n_threads {
            scope.spawn(work);
        }
    });
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    let texts: Vec<&str> = failures.iter().map(|(_, text)| &**text).collect();
    assert!(texts.is_empty(), "{}", texts.join("\n\n"));
}

/// Whether the number of traces is the default one: then some tests take fewer.
pub(crate) fn has_default_size() -> bool {
    std::env::var_os("MEMPLAN_SUITE_CASES").is_none()
}

#[test]
fn every_planner_passes_the_suite() {
    let planners = registry::planners();
    on_all_cores(planners.len(), |index| {
        let planner = &*planners[index];
        let capabilities = planner.capabilities();
        let suite = Suite::from_env();
        // Searches take a hundred times as long as the others.
        let suite = match capabilities.kind {
            _ if !has_default_size() => suite,
            PlannerKind::Heuristic => suite.at_most(400),
            _ => suite.at_most(60).large(500),
        };
        let suite = if capabilities.proofs == ProofScope::All {
            suite.proves_optimum()
        } else {
            suite
        };
        let suite = match planner.info().name {
            "exact" | "ilp" => suite.certifies(),
            _ => suite,
        };
        let start = Instant::now();
        match suite.check(planner) {
            Ok(summary) => {
                let seconds = start.elapsed().as_secs_f64();
                let name = planner.info().name;
                figure(&format!("{name}: {summary}, {seconds:.1} s"));
                Ok(())
            }
            Err(failure) => Err(failure.to_string()),
        }
    });
}

#[test]
fn no_planner_proves_a_bound_that_another_one_beats() {
    let planners = registry::planners();
    let planners: Vec<&dyn MemoryPlanner> = planners.iter().map(|planner| &**planner).collect();
    let suite = Suite::from_env().seed(1);
    let suite = if has_default_size() {
        suite.at_most(300)
    } else {
        suite
    };
    suite.compare(&planners).unwrap();
}

/// All traces of up to four buffers with lifetimes in four ticks and three sizes, up to order.
fn all_small_traces() -> Vec<LifetimeTrace> {
    let lifetimes = (0..4).flat_map(|begin| (begin + 1..=4).map(move |end| (begin, end)));
    let kinds: Vec<(i64, i64, u64)> = lifetimes
        .flat_map(|(begin, end)| [1, 2, 3].map(|size| (begin, end, size)))
        .collect();
    let mut traces = Vec::new();
    let mut stack: Vec<Vec<usize>> = vec![vec![]];
    while let Some(chosen) = stack.pop() {
        let buffers = chosen.iter().enumerate().map(|(index, &kind)| {
            let (begin, end, size) = kinds[kind];
            let live = Lifetime::half_open(Tick(begin), Tick(end));
            Buffer::new(format!("b{index}"), Bytes(size), live)
        });
        let trace = LifetimeTrace::builder("all").buffers(buffers);
        traces.push(trace.build().unwrap());
        if chosen.len() < 4 {
            let last = chosen.last().copied().unwrap_or(0);
            stack.extend((last..kinds.len()).map(|kind| [&chosen[..], &[kind]].concat()));
        }
    }
    traces
}

#[test]
fn no_planner_beats_brute_force() {
    let traces = all_small_traces();
    assert!(40_000 < traces.len());
    let planners = registry::planners();
    // A third of the traces by default, all of them in long runs.
    let n_parts = if has_default_size() { 192 } else { 64 };
    on_all_cores(64, |part| {
        for trace in traces.iter().skip(part).step_by(n_parts) {
            let Outcome::Optimum(best) = optimum(trace, Bytes(1), u64::MAX) else {
                return Err(format!("no optimum:\n{trace}"));
            };
            if best < trace.max_load() {
                return Err(format!("{best} is below the load:\n{trace}"));
            }
            for planner in &planners {
                let name = planner.info().name;
                let schedule = planner.plan(trace, &PlanOptions::default()).unwrap();
                let is_right = match schedule.optimality {
                    Optimality::Optimal => schedule.peak() == best,
                    Optimality::LowerBound(bound) => bound <= best && best <= schedule.peak(),
                    Optimality::Unknown => best <= schedule.peak(),
                };
                let proves = planner.capabilities().proofs == ProofScope::Bounds
                    || schedule.optimality == Optimality::Optimal;
                if !is_right || !proves {
                    let (peak, claim) = (schedule.peak(), schedule.optimality);
                    return Err(format!("{name}: {peak}, {claim:?}, not {best}:\n{trace}"));
                }
                if matches!(name, "exact" | "ilp") {
                    check_certificate(trace, &schedule, 1);
                }
            }
        }
        Ok(())
    });
}

#[test]
fn totals_of_chunk_planners_are_at_most_the_sum_of_aligned_sizes() {
    for index in 0..2000 {
        let case = traces::case(2, index, 60);
        let align = 1 + u64::from(index) % 70;
        let options = PlanOptions {
            alignment: Bytes(align),
            ..PlanOptions::default()
        };
        if !case.is_plain() {
            continue;
        }
        let sizes = case.trace.buffers().iter().map(|b| b.size.0);
        let sum: u64 = sizes.map(|size| size.next_multiple_of(align)).sum();
        for planner in [ChunkPlanner::HOT, ChunkPlanner::SIZE_FIRST] {
            match planner.plan(&case.trace, &options) {
                Ok(schedule) => assert!(schedule.total_size <= Bytes(sum), "{case}"),
                Err(error) => panic!("{error}:\n{case}"),
            }
        }
    }
}

/// The suite allows a planner to do better when it knows the capacity; these do not look at it.
#[test]
fn planners_of_one_pass_give_the_same_schedule_whatever_the_capacity() {
    for index in 0..1000 {
        let case = traces::case(3, index, 40);
        for planner in one_pass() {
            let options = PlanOptions {
                alignment: case.alignment,
                ..PlanOptions::default()
            };
            let with = |capacity| {
                let builder = case.trace.clone().into_builder().capacity(Some(capacity));
                planner.plan(&builder.build().unwrap(), &options)
            };
            let Ok(schedule) = planner.plan(&case.trace, &options) else {
                continue;
            };
            let peak = schedule.total_size;
            assert_eq!(with(peak).as_ref(), Ok(&schedule));
            if peak != Bytes(0) {
                let capacity = Bytes(peak.0 - 1);
                let schedule = Box::new(schedule);
                assert_eq!(
                    with(capacity),
                    Err(PlanError::CapacityExceeded { schedule, capacity })
                );
            }
        }
    }
}

/// These keep what they have placed, complete it uncounted, and say how far they came.
#[test]
fn planners_of_one_pass_stop_to_the_unit() {
    let trace: LifetimeTrace = (0..5000)
        .map(|i| format!("b{i} {i}..{} {}\n", i + 7, i % 97 + 1))
        .collect::<String>()
        .parse()
        .unwrap();
    let cancelled = PlanOptions {
        interrupt: Some(Arc::new(AtomicBool::new(true))),
        ..PlanOptions::default()
    };
    let limited = PlanOptions {
        work_limit: Some(Units(1000)),
        ..PlanOptions::default()
    };
    for planner in one_pass() {
        let reason = StopReason::Cancelled;
        assert_eq!(
            planner.plan(&trace, &cancelled),
            Err(PlanError::Stopped {
                reason,
                work: Units(0)
            })
        );
        let reason = StopReason::WorkLimit;
        match planner.plan(&trace, &limited) {
            Ok(schedule) => {
                assert_eq!(
                    (schedule.work, schedule.stopped_by),
                    (Units(1000), Some(reason))
                );
                let checks = ValidateOptions::default();
                assert_eq!(validate(&trace, &schedule, &checks), Ok(()));
            }
            // The chunk planners move buffers that they have placed, so a stopped run has no
            // schedule.
            other => assert_eq!(
                other,
                Err(PlanError::Stopped {
                    reason,
                    work: Units(1000)
                })
            ),
        }
    }
}

#[test]
fn extreme_inputs_are_planned_by_planners_of_one_pass() {
    let (first, last) = (i64::MIN, i64::MAX);
    let notations = [
        String::new(),
        format!("a {}..{last} 1; b {first}..{} 1", first, first + 1),
        format!("a 0..1 {}; b 1..2 0", last - 1),
        "a 0..1 0; b 0..1 0 align=1024".to_owned(),
        "a 0..9 5 gap=0..9; b 0..9 5".to_owned(),
    ];
    for notation in notations {
        let trace: LifetimeTrace = notation.parse().unwrap();
        for planner in one_pass() {
            let schedule = match planner.plan(&trace, &PlanOptions::default()) {
                Ok(schedule) => schedule,
                Err(PlanError::Unsupported { .. }) if notation.contains("gap") => continue,
                Err(error) => panic!("{}: {error}:\n{notation}", planner.info().name),
            };
            let checks = ValidateOptions::default();
            assert_eq!(validate(&trace, &schedule, &checks), Ok(()), "{notation}");
        }
    }
}
