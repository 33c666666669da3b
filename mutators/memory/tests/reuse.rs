//! The passes on random programs that use their buffers again and again, in every subset and order: results, frees,
//! loads, and that a second run changes nothing.
//!
//! `MEMPLAN_PROGRAMS=n` tests `n` programs instead of the default number.

use std::collections::BTreeMap;

use memplan_interp::Run;
use memplan_memory::{Effort, ScheduleForMemory, sink_fills, split_buffers};
use memplan_mlir::verifier::verify;
use memplan_mlir::{Module, OpId};
use memplan_testing::figure;
use memplan_testing::programs::{self, ProgramOptions, n_programs};
use memplan_testing::reuse::{Frees, numbered_program};

use crate::common::{load, meaning, read, text_of};

/// A pass as a function; whether it changed anything.
type Step = fn(&mut Module, OpId) -> bool;

const STEPS: [(&str, Step); 3] = [
    ("split-buffers", split_buffers),
    ("sink-fills", sink_fills),
    ("schedule-for-memory", schedule),
];

fn schedule(m: &mut Module, root: OpId) -> bool {
    let before = text_of(m);
    let linear = ScheduleForMemory {
        effort: Effort::Linear,
        ..ScheduleForMemory::default()
    };
    linear.schedule(m, root);
    before != text_of(m)
}

/// Every subset of the steps in every order, as indices.
fn sequences() -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = Vec::new();
    let mut open: Vec<Vec<usize>> = vec![Vec::new()];
    while let Some(sequence) = open.pop() {
        for step in (0..STEPS.len()).filter(|step| !sequence.contains(step)) {
            let longer = [&sequence[..], &[step]].concat();
            found.push(longer.clone());
            open.push(longer);
        }
    }
    found
}

/// Runs all sequences on a program, and counts how often each step changed it.
fn check(text: &str, what: &str, counts: &mut BTreeMap<&'static str, u64>) {
    let given = read(text);
    let (before, load_before) = (meaning(&given).unwrap(), load(&given));
    for sequence in sequences() {
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
            let is_stable = !changes_again && once == text_of(&m);
            assert!(
                is_stable,
                "{what} {name} twice\n{text}\n{once}\n{}",
                text_of(&m)
            );
        }
        let context = || format!("{what} {:?}\n{text}\n{}", names(), text_of(&m));
        let after = meaning(&m).unwrap_or_else(|fault| panic!("{fault} {}", context()));
        // Ordering is about the load; what the program frees at run time it moves as far as that allows.
        let is_ordered = sequence
            .iter()
            .any(|&step| STEPS[step].0 == "schedule-for-memory");
        compare(&before, &after, is_ordered, &context);
        let load_after = load(&m);
        assert!(
            load_after <= load_before,
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
    let n = n_programs(45);
    for number in 0..n {
        let frees = [Frees::None, Frees::All, Frees::Early][(number % 3) as usize];
        let text = numbered_program(number, frees);
        check(&text, &format!("program {number}"), &mut counts);
    }
    for (name, _) in STEPS {
        let n_changed = counts.get(name).copied().unwrap_or(0);
        figure(&format!("{name}: changed {n_changed} times, {n} programs"));
        assert!(
            n_changed > n / 3,
            "{name} changed only {n_changed} programs"
        );
    }
}

#[test]
fn programs_with_all_kinds_of_aliases_keep_their_results_and_need_no_more_memory() {
    let mut counts = BTreeMap::new();
    for number in 0..n_programs(20) {
        let options = ProgramOptions {
            jobs: number % 5 == 0,
            device: number % 7 == 0,
            rotation: number % 2 == 0,
            holders: number % 3 == 0,
            ..ProgramOptions::default()
        };
        let text = programs::numbered_program(number, &options);
        check(&text, &format!("program {number}"), &mut counts);
    }
    assert!(!counts.is_empty());
}
