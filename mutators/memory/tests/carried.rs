//! `carry-in-place` on random programs of loops that carry buffers, followed by the passes of the chain: results do not
//! change.
//!
//! `MEMPLAN_PROGRAMS=n` tests `n` programs instead of the default number.

use memplan_memory::{
    Effort, ScheduleForMemory, carry_in_place, compute_in_place, fuse_into_readers,
    sink_allocations, sink_fills, split_buffers, split_outputs, write_into_parts,
};
use memplan_mlir::interfaces::region_edges;
use memplan_mlir::verifier::verify;
use memplan_mlir::{Module, OpId};
use memplan_testing::carried::numbered_program;
use memplan_testing::figure;
use memplan_testing::programs::n_programs;

use crate::common::{meaning, read, text_of};

type Step = fn(&mut Module, OpId) -> bool;

/// The passes after `carry-in-place`.
const STEPS: [Step; 7] = [
    split_buffers,
    sink_fills,
    sink_allocations,
    order,
    fuse,
    write_into_parts,
    compute_in_place,
];

fn order(m: &mut Module, root: OpId) -> bool {
    let outputs = ScheduleForMemory {
        effort: Effort::Linear,
        outputs: true,
        ..ScheduleForMemory::default()
    };
    !outputs.schedule(m, root).is_empty()
}

fn fuse(m: &mut Module, root: OpId) -> bool {
    let has_fused = fuse_into_readers(m, root);
    split_outputs(m, root) | has_fused
}

/// How many block arguments and results of loops are buffers.
fn n_carried(m: &Module) -> usize {
    let edges = m.walk(m.root()).flat_map(|op| region_edges(m, op));
    let targets = edges.flat_map(|edge| edge.targets);
    let mut targets: Vec<_> = targets.filter(|&target| m.is_memref(target)).collect();
    targets.sort_unstable();
    targets.dedup();
    targets.len()
}

#[test]
fn loops_that_carry_buffers_in_place_compute_the_same() {
    let n = n_programs(150);
    let (mut n_changed, mut n_before, mut n_after) = (0, 0, 0);
    for number in 0..n {
        let text = numbered_program(number);
        let mut m = read(&text);
        let before = meaning(&m).unwrap();
        let root = m.root();
        n_before += n_carried(&m);
        let has_changed = carry_in_place(&mut m, root);
        n_after += n_carried(&m);
        n_changed += u64::from(has_changed);
        let context = |m: &Module| format!("program {number}\n{text}\nbecame\n{}", text_of(m));
        assert_eq!(verify(&m), [], "{}", context(&m));
        let after = meaning(&m).unwrap_or_else(|fault| panic!("{fault} {}", context(&m)));
        assert_eq!(after.results, before.results, "{}", context(&m));
        let once = text_of(&m);
        assert!(
            has_changed || once == text_of(&read(&text)),
            "{}",
            context(&m)
        );
        if number.is_multiple_of(2) {
            for step in STEPS {
                step(&mut m, root);
            }
            let after = meaning(&m).unwrap_or_else(|fault| panic!("{fault} {}", context(&m)));
            assert_eq!(after.results, before.results, "{}", context(&m));
        }
    }
    figure(&format!(
        "{n} programs, {n_changed} changed: loops carry {n_before} buffers before, {n_after} after"
    ));
    assert!(n_changed > n / 3, "{n_changed} of {n}");
    assert!(n_after < n_before * 3 / 4, "{n_after} of {n_before}");
}
