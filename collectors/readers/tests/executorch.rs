//! Programs of ExecuTorch.

use expect_test::expect;

use super::{figures, fixture, read, recognised};

/// `v2` and `v4` are views of one buffer, the list of the third instruction keeps `v4` and `v6` live, and `cache` has
/// data. The second memory has one tensor with an upper bound.
#[test]
fn each_memory_of_a_method_is_a_trace_with_its_plan() {
    let path = fixture("executorch/tiny.pte");
    assert_eq!(recognised(&path), Some("executorch"));
    let file = read("executorch", &path).unwrap();
    let traces = file.scopes.traces.iter();
    let text: Vec<String> = traces
        .map(|trace| format!("{}:\n{trace}", trace.scope()))
        .collect();
    expect![[r#"
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
    "#]].assert_eq(&format!("{}\n{}", text.join("\n"), figures(&file)));
}
