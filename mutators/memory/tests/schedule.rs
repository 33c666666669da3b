//! `schedule-for-memory` keeps what random programs do, and never raises the load.
//!
//! `MEMPLAN_PROGRAMS=n` tests `n` programs instead of the default number.

use memplan_memory::{BlockLoad, Effort, ScheduleForMemory};
use memplan_mlir::Module;
use memplan_testing::figure;
use memplan_testing::programs::n_programs;

use crate::common::{meaning, program, read, text_of};

fn schedule(m: &mut Module, effort: Effort) -> Vec<BlockLoad> {
    let pass = ScheduleForMemory {
        effort,
        work: 100_000,
        ..ScheduleForMemory::default()
    };
    let root = m.root();
    pass.schedule(m, root)
}

#[test]
fn random_programs_do_what_they_did() {
    let efforts = [Effort::Windows, Effort::Linear, Effort::Exact];
    let n = n_programs(300);
    let (mut n_changed, mut given, mut reached) = (0, 0, 0);
    for number in 0..n {
        let text = program(number);
        let mut m = read(&text);
        let before = meaning(&m).unwrap();
        let loads = schedule(&mut m, efforts[number as usize % 3]);
        let what = || format!("program {number}\n{text}\n{}", text_of(&m));
        for load in &loads {
            assert!(load.bound_bytes <= load.load_bytes, "{load:?}, {}", what());
            assert!(load.load_bytes <= load.given_bytes, "{load:?}, {}", what());
            given += load.given_bytes;
            reached += load.load_bytes;
        }
        let after = meaning(&m).unwrap_or_else(|fault| panic!("{fault}\n{}", what()));
        assert_eq!(before.difference(&after), None, "{}", what());
        assert_eq!(before.leaks.len(), after.leaks.len(), "{}", what());
        assert_eq!(before.allocated_bytes, after.allocated_bytes, "{}", what());
        n_changed += u64::from(loads.iter().any(|load| load.load_bytes < load.given_bytes));
        let once = text_of(&m);
        let mut m = read(&once);
        let again = schedule(&mut m, efforts[number as usize % 3]);
        assert_eq!(text_of(&m), once, "{text}");
        let sum = |loads: &[BlockLoad]| loads.iter().map(|load| load.load_bytes).sum::<u64>();
        assert_eq!(sum(&again), sum(&loads), "{text}");
    }
    assert!(n_changed * 20 > n, "{n_changed} of {n} changed");
    figure(&format!(
        "{n_changed} of {n} programs ordered anew, loads {given} -> {reached} bytes"
    ));
}
