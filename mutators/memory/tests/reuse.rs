//! The passes on random programs that use their buffers again and again, in random subsets and orders: results, frees,
//! loads, and that a second run changes nothing.
//!
//! `MEMPLAN_PROGRAMS=n` tests `n` programs instead of the default number. From a thousand on, every subset of the
//! passes runs on one of a hundred programs, too, in the order of the chain.

use std::collections::BTreeMap;

use memplan_interp::Run;
use memplan_memory::{
    Effort, Rematerialize, ScheduleForMemory, compute_in_place, fuse_into_readers,
    fuse_updates_into_readers, sink_fills, split_buffers, split_outputs, write_into_parts,
};
use memplan_mlir::verifier::verify;
use memplan_mlir::{Module, OpId};
use memplan_support::Random;
use memplan_testing::figure;
use memplan_testing::gradients::numbered_gradient;
use memplan_testing::programs::{self, ProgramOptions, n_programs};
use memplan_testing::reuse::{Frees, numbered_program};

use crate::common::{load, meaning, read, text_of};

/// A pass as a function; whether it changed anything.
type Step = fn(&mut Module, OpId) -> bool;

/// In the order of the chain of `-O memory`.
const STEPS: [(&str, Step); 10] = [
    ("split-buffers", split_buffers),
    ("split-outputs", split_outputs),
    ("sink-fills", sink_fills),
    (SEVERAL, fuse_into_readers),
    (UPDATES, fuse_updates_into_readers),
    (REMATERIALIZE, recompute),
    ("schedule-for-memory", schedule),
    ("schedule-for-memory{outputs=true}", schedule_outputs),
    (PARTS, write_into_parts),
    ("compute-in-place", compute_in_place),
];

/// Each of several runs may add a fiftieth of the traffic of a block.
const SEVERAL: &str = "fuse-into-readers";

/// It may raise the load of the block.
const UPDATES: &str = "fuse-updates-into-readers";

/// Each of several runs recomputes fewer buffers than the one before.
const REMATERIALIZE: &str = "rematerialize";

/// Few programs copy what they computed into parts.
const PARTS: &str = "write-into-parts";

/// The steps that consider the buffers live at run time, and not those that a collector plans.
fn is_for_outputs(name: &str) -> bool {
    name.contains("outputs")
}

fn recompute(m: &mut Module, root: OpId) -> bool {
    let without_limit = Rematerialize {
        max_traffic_percent: 1000,
        ..Rematerialize::default()
    };
    !without_limit.recompute(m, root).is_empty()
}

fn schedule(m: &mut Module, root: OpId) -> bool {
    order(m, root, false)
}

fn schedule_outputs(m: &mut Module, root: OpId) -> bool {
    order(m, root, true)
}

fn order(m: &mut Module, root: OpId, outputs: bool) -> bool {
    let before = text_of(m);
    let linear = ScheduleForMemory {
        effort: Effort::Linear,
        outputs,
        ..ScheduleForMemory::default()
    };
    linear.schedule(m, root);
    before != text_of(m)
}

/// Subsets of the steps, as indices in the order in which they run: some for each program, all for some programs of a
/// long run.
fn sequences(number: u64, n_programs: u64) -> Vec<Vec<usize>> {
    let all = 0..STEPS.len();
    let chosen =
        |bits: u64| -> Vec<usize> { all.clone().filter(|step| bits >> step & 1 == 1).collect() };
    if n_programs >= 1000 && number.is_multiple_of(100) {
        return (1..1 << STEPS.len()).map(chosen).collect();
    }
    let mut random = Random::new(number);
    let mut chains = vec![all.clone().collect()];
    for _ in 0..3 {
        let mut some = chosen(1 + random.below((1 << STEPS.len()) - 1));
        random.shuffle(&mut some);
        chains.push(some);
    }
    chains
}

/// Runs all sequences on a program, and counts how often each step changed it.
fn check(text: &str, number: u64, n_programs: u64, counts: &mut BTreeMap<&'static str, u64>) {
    let what = format!("program {number}");
    let given = read(text);
    let (before, load_before) = (meaning(&given).unwrap(), load(&given));
    for sequence in sequences(number, n_programs) {
        let mut m = read(text);
        let names = || -> Vec<&str> { sequence.iter().map(|&step| STEPS[step].0).collect() };
        for &step in &sequence {
            let (name, run) = STEPS[step];
            let root = m.root();
            let has_changed = run(&mut m, root);
            *counts.entry(name).or_default() += u64::from(has_changed);
            let once = text_of(&m);
            assert_eq!(verify(&m), [], "{what} {:?}\n{text}\n{once}", names());
            let changes_again = run(&mut m, root);
            let adds_again = [REMATERIALIZE, SEVERAL, UPDATES].contains(&name);
            let is_stable = adds_again || (!changes_again && once == text_of(&m));
            assert!(
                is_stable,
                "{what} {name} twice\n{text}\n{once}\n{}",
                text_of(&m)
            );
        }
        let context = || format!("{what} {:?}\n{text}\n{}", names(), text_of(&m));
        let after = meaning(&m).unwrap_or_else(|fault| panic!("{fault} {}", context()));
        // Scheduling bounds only the load. It may move the program's own deallocations and raise the run-time peak.
        let is_ordered = names().iter().any(|name| {
            name.starts_with("schedule-for-memory") || [REMATERIALIZE, UPDATES].contains(name)
        });
        compare(&before, &after, is_ordered, &context);
        let load_after = load(&m);
        assert!(
            load_after <= load_before
                || names()
                    .into_iter()
                    .any(|name| name == UPDATES || is_for_outputs(name)),
            "{load_after} > {load_before} {}",
            context()
        );
    }
}

fn compare(before: &Run, after: &Run, is_ordered: bool, context: &dyn Fn() -> String) {
    assert_eq!(before.difference(after), None, "{}", context());
    if before.leaks.is_empty() {
        assert_eq!(after.leaks.len(), 0, "{}", context());
        let (before, after) = (before.peak_bytes, after.peak_bytes);
        assert!(
            after <= before || is_ordered,
            "peak {after} > {before} {}",
            context()
        );
    }
}

#[test]
fn programs_that_reuse_buffers_keep_their_results_and_need_no_more_memory() {
    let mut counts = BTreeMap::new();
    let n = n_programs(24);
    for number in 0..n {
        let frees = [Frees::None, Frees::All, Frees::Early][(number % 3) as usize];
        let text = numbered_program(number, frees);
        check(&text, number, n, &mut counts);
    }
    // The other passes rarely find anything to change in these programs.
    let rare = [SEVERAL, UPDATES, REMATERIALIZE, PARTS];
    changed_often(&counts, n, |name| !rare.contains(&name));
}

/// Whether the steps that are asked for changed at least one for every six programs.
fn changed_often(counts: &BTreeMap<&'static str, u64>, n: u64, asked: impl Fn(&str) -> bool) {
    for (name, _) in STEPS {
        let n_changed = counts.get(name).copied().unwrap_or(0);
        figure(&format!("{name}: changed {n_changed} times, {n} programs"));
        assert!(
            n_changed > n / 6 || !asked(name),
            "{name} changed only {n_changed} programs"
        );
    }
}

#[test]
fn gradients_keep_their_results_and_need_no_more_memory() {
    let mut counts = BTreeMap::new();
    let n = n_programs(12);
    for number in 0..n {
        let text = numbered_gradient(number);
        check(&text, number, n, &mut counts);
    }
    let changing = [SEVERAL, UPDATES, REMATERIALIZE, "compute-in-place"];
    changed_often(&counts, n, |name| changing.contains(&name));
}

#[test]
fn programs_with_all_kinds_of_aliases_keep_their_results_and_need_no_more_memory() {
    let mut counts = BTreeMap::new();
    let n = n_programs(12);
    for number in 0..n {
        let options = ProgramOptions {
            jobs: number % 5 == 0,
            device: number % 7 == 0,
            rotation: number % 2 == 0,
            holders: number % 3 == 0,
            ..ProgramOptions::default()
        };
        let text = programs::numbered_program(number, &options);
        check(&text, number, n, &mut counts);
    }
    assert!(!counts.is_empty());
}
