//! Events as JSON lines.

use expect_test::expect;

use super::{figures, fixture, read, recognised};

#[test]
fn a_log_has_lifetimes_spaces_and_the_plan() {
    let path = fixture("events/calls.jsonl");
    assert_eq!(recognised(&path), Some("events-jsonl"));
    let file = read("events-jsonl", &path).unwrap();
    let traces: Vec<String> = file
        .scopes
        .traces
        .iter()
        .map(|trace| format!("{:?}\n{trace}\n", trace.memory_space()))
        .collect();
    expect![[r#"
        None
        x 12..20 4096 align=64
        y 15..30 1000 align=64
        z 20..31 2048
        x 30..41 512 align=64
        Some("sram")
        s 15..21 256
        : 4 buffers, 0 gaps, 0 hints, load 5096, planned 5096, bound 5096, log 5096
        sram: 1 buffers, 0 gaps, 0 hints, load 256, planned 256, bound 256, log 256
    "#]]
    .assert_eq(&format!("{}{}", traces.concat(), figures(&file)));
}
