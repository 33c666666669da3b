//! `rematerialize` on random gradients: chains of cheap and other operations that are read again backwards.
//!
//! `MEMPLAN_PROGRAMS=n` tests `n` programs instead of the default number.

use memplan_memory::{Rematerialize, ScheduleForMemory};
use memplan_testing::figure;
use memplan_testing::gradients::numbered_gradient;
use memplan_testing::programs::n_programs;

use crate::common::{meaning, read, text_of};

#[test]
fn gradients_keep_their_results() {
    let n = n_programs(60);
    let (mut n_changed, mut given, mut reached) = (0, 0, 0);
    for number in 0..n {
        let text = numbered_gradient(number);
        let mut m = read(&text);
        let before = meaning(&m).unwrap();
        let mut ordered = read(&text);
        let root = ordered.root();
        let loads = ScheduleForMemory::default().schedule(&mut ordered, root);
        let pass = Rematerialize {
            max_traffic_percent: 5 * (number % 20),
            ..Rematerialize::default()
        };
        let root = m.root();
        let done = pass.recompute(&mut m, root);
        let what = || format!("program {number}\n{text}\n{}", text_of(&m));
        let after = meaning(&m).unwrap_or_else(|fault| panic!("{fault}\n{}", what()));
        assert_eq!(before.difference(&after), None, "{}", what());
        for recomputed in &done {
            let limit = recomputed.traffic_bytes * pass.max_traffic_percent / 100;
            let mut last = recomputed.given_bytes;
            assert!(last <= loads[0].load_bytes, "{recomputed:?}, {}", what());
            for &(load, traffic) in &recomputed.cuts {
                assert!(
                    load < last && traffic <= limit,
                    "{recomputed:?}, {}",
                    what()
                );
                last = load;
            }
            given += recomputed.given_bytes;
            reached += last;
            n_changed += 1;
        }
    }
    assert!(n_changed * 4 > n, "{n_changed} of {n} changed");
    figure(&format!(
        "{n_changed} of {n} gradients compute something again, loads {given} -> {reached} bytes"
    ));
}
