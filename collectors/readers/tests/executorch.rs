//! Programs of ExecuTorch.

use std::fs;

use expect_test::{Expect, expect};
use memplan_planner::{Bytes, MemoryPlan, MemorySchedule, wire};
use memplan_readers::{Executorch, TraceInput, TraceReadError, TraceReader};

use super::{figures, fixture, planned, read, recognised};

fn check(name: &str, expected: &Expect) {
    let path = fixture(name);
    assert_eq!(recognised(&path), Some("executorch"));
    let file = read("executorch", &path).unwrap();
    let traces = file.scopes.traces.iter();
    let text: Vec<String> = traces
        .map(|trace| format!("{}:\n{trace}", trace.scope()))
        .collect();
    expected.assert_eq(&format!("{}\n{}", text.join("\n"), figures(&file)));
}

/// `v2` and `v4` are views of one buffer, the list of the third instruction keeps `v4` and `v6` live, and `cache` has
/// data. The second memory has one tensor with an upper bound.
#[test]
fn each_memory_of_a_method_is_a_trace_with_its_plan() {
    check(
        "executorch/tiny.pte",
        &expect![[r#"
            forward memory 1:
            v0 0..4 64 align=16
            v2 0..3 64 align=16
            cache 0..4 16 align=16
            v6 1..3 64 align=16
            forward memory 2:
            v8 2..4 128 align=16
            forward memory 1: 4 buffers, 0 gaps, 0 hints, load 208, planned 208, bound 208, executorch 208
            forward memory 2: 1 buffers, 0 gaps, 0 hints, load 128, planned 128, bound 128, executorch 128
            left out 1 constant (256 bytes)
        "#]],
    );
}

/// Both methods use the buffer `total`, in the memory 2 that they share. A move makes `v11`, the result of a branch,
/// the value that instruction 10 reads.
#[test]
fn memory_that_methods_share_is_not_planned() {
    check(
        "executorch/two.pte",
        &expect![[r#"
            forward memory 1:
            v4 0..5 24 align=16
            v5 0..2 36 align=16
            v9 1..3 24 align=16
            v12 2..4 24 align=16
            v13 3..8 24 align=16
            v15 4..6 48 align=16
            v18 5..7 12 align=16
            v23 6..8 12 align=16
            peek:
            v1 0..1 24 align=16
            v2 0..12 24 align=16
            v3 1..11 24 align=16
            v7 2..4 1 align=16
            v10 4..6 24 align=16
            v11 5..11 24 align=16
            v16 10..12 12 align=16
            v21 11..12 24 align=16
            forward memory 1: 8 buffers, 0 gaps, 0 hints, load 96, planned 104, bound 104, executorch 108
            peek: 8 buffers, 0 gaps, 0 hints, load 96, planned 120, bound 120, executorch 140
            left out 5 constants (80 bytes)
            left out 1 state in a memory of its own (24 bytes)
        "#]],
    );
}

/// The traces of a program, and a plan of them with these offsets.
fn plan(program: &[u8], offsets: &[&[u64]]) -> MemoryPlan {
    let file = Executorch::DEFAULT
        .read(&TraceInput::new("x.pte", program))
        .unwrap();
    let schedule = |(trace, offsets): (_, &&[u64])| {
        MemorySchedule::from_offsets(trace, offsets.iter().copied().map(Bytes).collect(), "test")
    };
    MemoryPlan {
        schedules: file
            .scopes
            .traces
            .iter()
            .zip(offsets)
            .map(schedule)
            .collect(),
        trace_hash: wire::trace_hash(&file.scopes).ok(),
        provenance: file.scopes.provenance,
    }
}

fn placed(program: &[u8], offsets: &[&[u64]]) -> Result<Vec<u8>, TraceReadError> {
    Executorch::DEFAULT.with_plan(&TraceInput::new("x.pte", program), &plan(program, offsets))
}

fn offsets(program: &[u8]) -> Vec<Vec<u64>> {
    let file = Executorch::DEFAULT
        .read(&TraceInput::new("x.pte", program))
        .unwrap();
    let schedules = file.plan.unwrap().schedules.into_iter();
    schedules
        .map(|schedule| {
            schedule
                .offsets
                .into_iter()
                .map(|offset| offset.0)
                .collect()
        })
        .collect()
}

/// Places at 0 have no bytes for an offset in the file: those of `v0`, `v9`, which is a view of it, and `v8`.
#[test]
fn offsets_are_replaced_in_the_program() {
    let program = fs::read(fixture("executorch/tiny.pte")).unwrap();
    let before: [&[u64]; 2] = [&[0, 64, 192, 128], &[0]];
    assert_eq!(offsets(&program), before);
    assert_eq!(placed(&program, &before).unwrap(), program);

    let after: [&[u64]; 2] = [&[144, 80, 64, 0], &[1 << 33]];
    let written = placed(&program, &after).unwrap();
    assert_eq!(offsets(&written), after);
    assert_eq!(written.len(), program.len() + 12 + 3 * 16);
    // The runtime reserves as much memory as the tensors need.
    let states = |program: &[u8], size: u64| program.windows(8).any(|it| it == size.to_le_bytes());
    assert!(!states(&program, (1 << 33) + 128) && states(&written, (1 << 33) + 128));

    // The new places have bytes for every offset.
    let again = placed(&written, &before).unwrap();
    assert_eq!(offsets(&again), before);
    assert_eq!(again.len(), written.len());
}

/// The segment with constants begins at a multiple of 128, after the program.
#[test]
fn segments_follow_the_program() {
    let long =
        |bytes: &[u8], at: usize| u64::from_le_bytes(*bytes[at..].first_chunk().unwrap()) as usize;
    let program = fs::read(fixture("executorch/two.pte")).unwrap();
    let [first, second] = [0, 1].map(|trace| {
        let file = read("executorch", &fixture("executorch/two.pte")).unwrap();
        let offsets = planned("auto", &file.scopes.traces[trace]).offsets;
        offsets
            .into_iter()
            .map(|offset| 16 + offset.0)
            .collect::<Vec<_>>()
    });
    let after: [&[u64]; 2] = [&first, &second];
    let written = placed(&program, &after).unwrap();
    assert_eq!(offsets(&written), after);
    let (end, segments) = (long(&written, 16), long(&written, 24));
    assert!(long(&program, 16) < end && end <= segments && segments.is_multiple_of(128));
    assert_eq!(&written[segments..], &program[long(&program, 24)..]);

    // Segments in the program, a program that ends in the header, and a header without segments.
    for (at, number) in [(24, 16), (16, 8), (16, u64::MAX), (32, 1 << 40), (12, 8)] {
        let mut program = program.clone();
        program[at..at + 8].copy_from_slice(&number.to_le_bytes());
        let error = Executorch::DEFAULT
            .read(&TraceInput::new("x.pte", &program))
            .unwrap_err();
        assert_eq!(error.code(), "damaged", "{error}");
    }
}

/// `cache` without data and name is state because the first instruction that uses it reads it.
#[test]
fn state_is_live_throughout() {
    let mut program = fs::read(fixture("executorch/tiny.pte")).unwrap();
    let at = program
        .windows(5)
        .position(|window| window == b"cache")
        .unwrap();
    program[at - 4] = 0;
    program[at] = 0;
    let file = Executorch::DEFAULT
        .read(&TraceInput::new("x.pte", &program))
        .unwrap();
    assert_eq!(
        file.scopes.traces[0].to_string(),
        "v0 0..4 64 align=16\nv2 0..3 64 align=16\nv5 0..4 16 align=16\nv6 1..3 64 align=16"
    );
}

#[test]
fn unsuitable_plans_are_refused() {
    let program = fs::read(fixture("executorch/tiny.pte")).unwrap();
    let error = |offsets: &[&[u64]]| placed(&program, offsets).unwrap_err().to_string();
    assert_eq!(
        error(&[&[0, 64, 192, 128]]),
        "the plan does not belong to the traces of this file"
    );
    assert_eq!(
        error(&[&[0, 0, 192, 128], &[0]]),
        "the plan is not valid: `v0` and `v2` share the bytes 0..64 at tick 0"
    );
}
