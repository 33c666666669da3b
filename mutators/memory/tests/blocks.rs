//! `compute-in-blocks` on random programs: results, and that a second run changes nothing.
//!
//! `MEMPLAN_PROGRAMS=n` tests `n` programs instead of the default number.

use memplan_memory::ComputeInBlocks;
use memplan_testing::padding;
use memplan_testing::programs::n_programs;
use memplan_testing::{chains, figure};

use crate::common::{meaning, program, read, text_of};

/// Divides programs, by turns where it pays and into several blocks. Returns how many changed.
fn check(n: u64, program: impl Fn(u64) -> String) -> u64 {
    let (mut n_changed, mut n_carried, mut n_dynamic) = (0, 0, 0);
    for number in 0..n {
        let text = program(number);
        let mut m = read(&text);
        let before = meaning(&m).unwrap();
        let pass = ComputeInBlocks {
            blocks: [0, 2, 3, 7][number as usize % 4],
            max_work_percent: 100,
            max_traffic_percent: 1000,
            carried: number & 4 != 0,
            ..ComputeInBlocks::default()
        };
        let root = m.root();
        let done = pass.divide(&mut m, root);
        let once = text_of(&m);
        let what = || format!("program {number}\n{text}\n{once}");
        let after = meaning(&m).unwrap_or_else(|fault| panic!("{fault}\n{}", what()));
        assert_eq!(before.difference(&after), None, "{}", what());
        if pass.blocks == 0 {
            assert_eq!(pass.divide(&mut m, root), [], "{}", what());
        }
        n_changed += u64::from(!done.is_empty());
        n_carried += done.iter().filter(|chain| chain.n_carried > 0).count();
        n_dynamic += done.iter().filter(|chain| chain.is_dynamic).count();
    }
    figure(&format!(
        "{n_carried} chains continue sums, {n_dynamic} are along dynamic dimensions"
    ));
    n_changed
}

#[test]
fn programs_keep_their_results() {
    let n = n_programs(400);
    let n_changed = check(n, program);
    figure(&format!(
        "{n_changed} of {n} random programs are computed in blocks"
    ));
    assert!(n_changed > 0);
}

#[test]
fn convolutions_of_padded_buffers_keep_their_results() {
    let n = n_programs(400);
    let n_changed = check(n, padding::numbered_program);
    figure(&format!(
        "{n_changed} of {n} padded convolutions are computed in blocks"
    ));
    assert!(n_changed > 0);
}

#[test]
fn chains_keep_their_results() {
    let n = n_programs(400);
    let n_changed = check(n, chains::numbered_program);
    figure(&format!("{n_changed} of {n} chains are computed in blocks"));
    assert!(n_changed * 2 > n, "{n_changed} of {n} changed");
}

#[test]
fn chains_along_dimensions_known_at_run_time_keep_their_results() {
    let n = n_programs(400);
    let sizes = [0, 1, 2, 5, 6];
    let n_changed = check(n, |number| {
        chains::dynamic_program(number / 5, sizes[number as usize % 5])
    });
    figure(&format!(
        "{n_changed} of {n} chains of dynamic sizes are computed in blocks"
    ));
    assert!(n_changed * 3 > n, "{n_changed} of {n} changed");
}
