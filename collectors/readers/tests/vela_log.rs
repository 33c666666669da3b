//! Logs of Arm's Vela.

use expect_test::expect;
use memplan_readers::{TraceInput, TraceReader, VelaLog};

use super::{figures, fixture, read, recognised};

#[test]
fn tables_of_both_compilers_are_traces_with_their_plans() {
    let path = fixture("vela/allocation.log");
    assert_eq!(recognised(&path), Some("vela-log"));
    let file = read("vela-log", &path).unwrap();
    let traces = file.scopes.traces.iter();
    let text: Vec<String> = traces
        .map(|trace| format!("{}:\n{trace}", trace.scope()))
        .collect();
    expect![[r#"
        Sram:
        x 0..2 1024 align=16
        a 0..6 1024 align=16
        b 2..6 1024 align=16
        c 4..8 2048 align=16
        d 6..10 2048 align=16
        e 8..12 2048 align=16
        f 10..14 2048 align=16
        Sram 2:
        x 0..4 1024 align=16
        a 2..8 1024 align=16
        b 4..8 1024 align=16
        c 6..10 2048 align=16
        d 8..12 2048 align=16
        e 10..14 2048 align=16
        f 12..16 2048 align=16
        Sram: 7 buffers, 0 gaps, 0 hints, load 4096, planned 4096, bound 4096, vela 4096
        Sram 2: 7 buffers, 0 gaps, 0 hints, load 4096, planned 4096, bound 4096, vela 4096
    "#]]
    .assert_eq(&format!("{}\n{}", text.join("\n"), figures(&file)));
}

const HEADING: &str = "Allocation, memory Sram, usage mask: Staging\n\
                       Start Time - End Time : Start Addr - End Addr: Tensor Size: Memory Usage: Format: Name\n";

fn outcome(lines: &str) -> String {
    let log = format!("{HEADING}{lines}");
    match VelaLog.read(&TraceInput::new("x.log", log.as_bytes())) {
        Ok(file) => file.scopes.traces[0].to_string(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn tensors_with_one_live_range_are_one_and_broken_lines_are_refused() {
    expect![[r#"
        a:0 0..2 64 align=8
        b 2..3 8 align=8"#]].assert_eq(&outcome(
        "0 - 1: 0x0 - 0x40: 64: 64: NHWC: a:0\n0 - 1: 0x0 - 0x40: 64: 64: NHWC: a:1\n2 - 2: 0x8 - 0x10: 8: 8: NHWC: b\n",
    ));
    expect!["line 3, column 1: `0 - 1: 0x0 - 0x41: 64: 64: NHWC: a` is not `FIRST - LAST: 0xBEGIN - 0xEND: SIZE: USAGE: .. : NAME`"].assert_eq(&outcome("0 - 1: 0x0 - 0x41: 64: 64: NHWC: a\n"));
    expect!["the allocation is not valid: `a` and `b` share the bytes 32..64 at tick 1"].assert_eq(
        &outcome("0 - 1: 0x0 - 0x40: 64: 64: NHWC: a\n1 - 2: 0x20 - 0x60: 64: 64: NHWC: b\n"),
    );
    expect!["the content is malformed: there is no table of `vela --verbose-allocation`"]
        .assert_eq(&outcome("end\n"));
}
