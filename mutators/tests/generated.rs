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
use memplan_merge_checker::check;
use memplan_mlir::Module;
use memplan_mlir::text::{PrintOptions, print};
use memplan_mlir::verifier::verify;
use memplan_mutators::find_mutator;
use memplan_planner::algorithms::greedy::FIRST_FIT;
use memplan_planner::{
    InPlace, MemoryPlanner, MemorySchedule, PlanError, PlanOptions, Units, registry,
};
use memplan_support::Random;
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
    let (mut n_merged, mut n_runs, mut n_unproved) = (0, 0, 0);
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
            let checked = check(&m, m.root());
            assert_eq!(
                checked.wrong,
                [],
                "{planner} on program {number}:\n{}",
                printed()
            );
            n_unproved += usize::from(!checked.unproved.is_empty());
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
        "{n_merged} of {n} programs merged, {n_runs} different results run, {n_unproved} not proved right by the \
         checker of merges"
    ));
    assert!(
        4 * n_unproved < n_runs,
        "{n_unproved} of {n_runs} are not proved"
    );
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

/// Puts one buffer at the offset of another one that is live at the same time; `None` if there are no two.
fn clashing(collected: &Collected, number: u64) -> Option<Vec<MemorySchedule>> {
    let mut schedules = planned(&FIRST_FIT, collected)?;
    let mut random = Random::new(number);
    let mut pairs = Vec::new();
    for (scope, trace) in collected.traces().enumerate() {
        let clash = |a, b| trace[a].live.overlaps(trace[b].live);
        let of = trace
            .ids()
            .flat_map(|b| trace.ids().take(b.index()).map(move |a| (a, b)));
        pairs.extend(of.filter(|&(a, b)| clash(a, b)).map(|(a, b)| (scope, a, b)));
    }
    let &(scope, a, b) = pairs.get(random.index(pairs.len().max(1)))?;
    let schedule = &mut schedules[scope];
    schedule.offsets[b.index()] = schedule.offsets[a.index()];
    let size = collected.traces().nth(scope)?[b].size;
    let end = schedule.offsets[b.index()].0 + size.0;
    schedule.total_size.0 = schedule.total_size.0.max(end);
    Some(schedules)
}

/// No wrong plan that changes a result passes the checker of merges.
#[test]
fn the_checker_finds_wrong_merges() {
    let n = n_programs(400);
    let (mut n_wrong, mut n_proved_wrong, mut n_alarms) = (0, 0, 0);
    for number in 0..n {
        let text = numbered_program(number, &options(number));
        let m = read(&text);
        let before = executed(&m).unwrap();
        let collected = find_collector("tick").unwrap().collect(&m).unwrap();
        let Some(schedules) = clashing(&collected, number) else {
            continue;
        };
        let m = merged(&text, &collected, &schedules, "alloc");
        let after = executed(&m);
        let is_wrong = after.map_or(true, |after| before.difference(&after).is_some());
        let checked = check(&m, m.root());
        if is_wrong {
            n_wrong += 1;
            n_proved_wrong += u64::from(!checked.wrong.is_empty());
            let printed = print(&m, &PrintOptions::default());
            let is_noticed = !checked.wrong.is_empty() || !checked.unproved.is_empty();
            assert!(is_noticed, "program {number}:\n{text}\nbecame\n{printed}");
        } else {
            n_alarms += u64::from(!checked.wrong.is_empty());
        }
    }
    figure(&format!(
        "{n_wrong} of {n} programs changed their results: {n_proved_wrong} are proved wrong, the others not proved right; \
         {n_alarms} kept them and are proved wrong"
    ));
    assert!(20 * n_wrong > n, "{n_wrong} of {n} programs change");
    assert!(
        10 * n_proved_wrong > n_wrong,
        "{n_proved_wrong} of {n_wrong} are proved wrong"
    );
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
