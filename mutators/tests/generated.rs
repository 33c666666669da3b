//! Merging preserves program behaviour: runs generated programs before and after merging with every
//! planner in the reference interpreter.
//!
//! `MEMPLAN_PROGRAMS=n` tests `n` programs instead of the default number.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failing helper fails the test, and measurements are printed"
)]

use std::collections::BTreeMap;

use crate::common::chain::{everything_shares, read};
use memplan::merge_plan;
use memplan_collectors::{Collected, find_collector};
use memplan_interp::{Run, RunOptions, function, run};
use memplan_mlir::Module;
use memplan_mlir::text::{PrintOptions, print};
use memplan_mlir::verifier::verify;
use memplan_mutators::find_mutator;
use memplan_planner::algorithms::greedy::FIRST_FIT;
use memplan_planner::{
    InPlace, MemoryPlanner, MemorySchedule, PlanError, PlanOptions, Units, registry,
};
use memplan_testing::figure;
use memplan_testing::programs::{ProgramOptions, n_programs, numbered_program};

/// Work limit of searching planners on one trace: enough for an answer, and the same on any machine.
const WORK: u64 = 2_000;

fn executed(m: &Module) -> Result<Run, String> {
    let main = function(m, "main").unwrap();
    run(m, main, &[], &RunOptions::default()).map_err(|fault| format!("{:?}", fault.diagnostic(m)))
}

/// The schedules of all scopes by one planner; `None` if the work limit was too low for it.
fn planned(planner: &dyn MemoryPlanner, found: &Collected) -> Option<Vec<MemorySchedule>> {
    let options = PlanOptions {
        work_limit: Some(Units(WORK)),
        ..PlanOptions::default()
    };
    let plan = |trace| match planner.plan(trace, &options) {
        Ok(schedule) => Some(schedule),
        Err(PlanError::Stopped { .. }) => None,
        Err(error) => panic!("{}: {error}", planner.info().name),
    };
    found.traces().map(plan).collect()
}

fn merged(text: &str, found: &Collected, schedules: &[MemorySchedule], arena: &str) -> Module {
    let mut m = read(text);
    let plan = merge_plan(found, schedules);
    let mutator = find_mutator(&format!("merge-alloc{{arena={arena}}}")).unwrap();
    mutator.apply(&mut m, &plan).unwrap();
    m
}

fn options(number: u64) -> ProgramOptions {
    ProgramOptions {
        statements: 6 + (number % 12) as u32,
        blocks: !number.is_multiple_of(3),
        ..ProgramOptions::default()
    }
}

#[test]
fn merging_with_any_planner_changes_nothing() {
    let n = n_programs(120);
    let planners = registry::planners();
    let arenas = ["alloc", "alloca", "global"];
    let (mut n_merged, mut n_runs) = (0, 0);
    let mut planned_by: BTreeMap<&str, u64> = BTreeMap::new();
    for number in 0..n {
        let text = numbered_program(number, &options(number));
        let before = executed(&read(&text)).unwrap();
        let collector = find_collector("tick").unwrap();
        let collected = collector.collect(&read(&text)).unwrap();
        if collected.scopes.is_empty() {
            continue;
        }
        n_merged += 1;
        // Planners with the same offsets give the same program.
        let mut plans: BTreeMap<Vec<Vec<u64>>, (&str, Vec<MemorySchedule>)> = BTreeMap::new();
        for planner in &planners {
            let name = planner.info().name;
            if let Some(schedules) = planned(planner, &collected) {
                *planned_by.entry(name).or_default() += 1;
                let offsets = schedules.iter();
                let key = offsets.map(|schedule| {
                    let bytes = schedule.offsets.iter().map(|offset| offset.0);
                    bytes.chain([schedule.total_size.0]).collect()
                });
                plans.entry(key.collect()).or_insert((name, schedules));
            }
        }
        let arena = arenas[(number % 3) as usize];
        for (planner, schedules) in plans.into_values() {
            let m = merged(&text, &collected, &schedules, arena);
            let printed = || print(&m, &PrintOptions::default());
            assert_eq!(
                verify(&m),
                [],
                "{planner} on program {number}:\n{}",
                printed()
            );
            let after = executed(&m);
            let difference = after.map_or_else(Some, |after| before.difference(&after));
            assert_eq!(
                difference,
                None,
                "{planner}, arena {arena}, on program {number}:\n{text}\nbecame\n{}",
                printed()
            );
            n_runs += 1;
        }
    }
    figure(&format!(
        "{n_merged} of {n} programs merged, {n_runs} different results run"
    ));
    assert!(
        10 * n_merged > 7 * n,
        "{n_merged} of {n} programs have buffers to merge"
    );
    for planner in &planners {
        let name = planner.info().name;
        let n_planned = planned_by.get(name).copied().unwrap_or(0);
        assert!(
            2 * n_planned > n_merged,
            "{name} planned {n_planned} of {n_merged}"
        );
    }
}

/// Tests the oracle: it detects buffers that share bytes while both are live.
#[test]
fn sharing_everything_is_noticed() {
    let first_fit = InPlace(FIRST_FIT);
    let (mut n_wrong, mut n_shared) = (0, 0);
    for number in 0..100 {
        let text = numbered_program(number, &options(number));
        let m = read(&text);
        let before = executed(&m).unwrap();
        let collector = find_collector("tick").unwrap();
        let mut collected = collector.collect(&m).unwrap();
        if collected.traces().all(|trace| trace.len() < 3) {
            continue;
        }
        everything_shares(&m, &mut collected);
        let Some(schedules) = planned(&first_fit, &collected) else {
            continue;
        };
        n_shared += 1;
        let after = executed(&merged(&text, &collected, &schedules, "alloc"));
        n_wrong += u64::from(after.map_or(true, |after| before.difference(&after).is_some()));
    }
    assert!(
        4 * n_wrong > n_shared,
        "{n_wrong} of {n_shared} are noticed"
    );
}
