//! Dumps of XLA.

use std::fs;
use std::io::Write as _;

use expect_test::{Expect, expect};
use flate2::Compression;
use flate2::write::GzEncoder;
use memplan_planner::{Buffer, LifetimeTrace, Tick};
use memplan_readers::{TraceFile, TraceInput};
use memplan_testing::outside::shared;

use super::{figures, fixture, planned, read, reader, recognised};

fn check(spec: &str, name: &str, expected: &Expect) {
    let file = read(spec, &fixture(name)).unwrap();
    expected.assert_eq(&figures(&file));
}

fn check_dump(spec: &str, name: &str, expected: &Expect) {
    let Some(path) = shared(&format!("dumps/xla/{name}")) else {
        return;
    };
    assert_eq!(recognised(&path), Some("xla"));
    expected.assert_eq(&figures(&read(spec, &path).unwrap()));
}

#[test]
fn the_example_of_the_documentation() {
    let file = read("xla", &fixture("xla/tiny-live-range.txt")).unwrap();
    assert_eq!(
        file.scopes.traces[0].to_string(),
        "mul.1{} 1..4 400 align=64\ndot.2{} 2..5 400 align=64"
    );
    check(
        "xla",
        "xla/tiny-buffer-assignment.txt",
        &expect![[r#"
            tiny: 2 buffers, 0 gaps, 0 hints, load 800, planned 848, bound 848, xla 848
            left out 1 parameter allocation (400 bytes)
            left out 2 output allocations (408 bytes)
            live ranges do not tell which values must share bytes: the plan is for comparison only
        "#]],
    );
    check(
        "xla{aliases=hints}",
        "xla/tiny-live-range.txt",
        &expect![[r#"
            tiny: 3 buffers, 0 gaps, 1 hints, load 800, planned 848, bound 848, xla 848
            left out 1 parameter allocation (400 bytes)
            left out 2 output allocations (408 bytes)
            live ranges do not tell which values must share bytes: the plan is for comparison only
        "#]],
    );
    check(
        "xla{outputs=include}",
        "xla/tiny-live-range.txt",
        &expect![[r#"
            tiny: 4 buffers, 0 gaps, 0 hints, load 800, planned 848, bound 848, xla 1360
            left out 1 parameter allocation (400 bytes)
            live ranges do not tell which values must share bytes: the plan is for comparison only
        "#]],
    );
}

#[test]
fn protobuf_dumps_have_groups_and_takeovers() {
    for (name, expected) in [
        (
            "xla/cond.hlo.pb",
            expect![[r#"
                jit_main_model: 4 buffers, 1 gaps, 0 hints, load 65556, planned 65668, bound 65668, xla 65668
                left out 1 output allocation (65536 bytes)
                left out 2 parameter allocations (65537 bytes)
            "#]],
        ),
        (
            "xla/fori.hlo.pb",
            expect![[r#"
                jit_main_model: 8 buffers, 1 gaps, 0 hints, load 65577, planned 65793, bound 65793, xla 65816
                left out 3 output allocations (69648 bytes)
                left out 1 parameter allocation (65536 bytes)
                left out 3 thread-local allocations (3 bytes)
                left out 5 constant allocations (24 bytes)
            "#]],
        ),
        (
            "xla/sort.hlo.pb",
            expect![[r#"
                jit_main_model: 2 buffers, 0 gaps, 0 hints, load 524288, planned 524288, bound 524288, xla 524288
                left out 1 output allocation (262144 bytes)
                left out 1 parameter allocation (262144 bytes)
                left out 34 thread-local allocations (94 bytes)
                left out 8 constant allocations (32 bytes)
            "#]],
        ),
    ] {
        check("xla", name, &expected);
    }
    check(
        "xla{aliases=hints}",
        "xla/sort.hlo.pb",
        &expect![[r#"
            jit_main_model: 3 buffers, 0 gaps, 1 hints, load 524288, planned 524288, bound 524288, xla 524288
            left out 1 output allocation (262144 bytes)
            left out 1 parameter allocation (262144 bytes)
            left out 34 thread-local allocations (94 bytes)
            left out 8 constant allocations (32 bytes)
        "#]],
    );
    let scan = expect![[r#"
            jit_main_model: 13 buffers, 3 gaps, 0 hints, load 557140, planned 557316, bound 557316, xla 557316
            left out 2 parameter allocations (278528 bytes)
            left out 9 constant allocations (131100 bytes)
            left out 1 output allocation (16384 bytes)
        "#]];
    check("xla", "xla/scan.hlo.pb", &scan);
    check_dump("xla", "scan.hlo.pb", &scan);
}

#[test]
fn text_dumps_have_ranges() {
    check_dump(
        "xla",
        "scan.live-range.txt",
        &expect![[r#"
            scan: 18 buffers, 0 gaps, 0 hints, load 557068, planned 557188, bound 557188, xla 557316
            left out 2 parameter allocations (278528 bytes)
            left out 9 constant allocations (131100 bytes)
            left out 1 output allocation (16384 bytes)
            live ranges do not tell which values must share bytes: the plan is for comparison only
        "#]],
    );
    check_dump(
        "xla",
        "unet.live-range.txt",
        &expect![[r#"
            unet: 10 buffers, 0 gaps, 0 hints, load 851968, planned 851968, bound 851968, xla 851968
            left out 8 parameter allocations (484032 bytes)
            left out 1 output allocation (4 bytes)
            left out 3 constant allocations (12 bytes)
            left out 12 thread-local allocations (48 bytes)
            live ranges do not tell which values must share bytes: the plan is for comparison only
        "#]],
    );
    check_dump(
        "xla",
        "transformer_grad.buffer-assignment.txt",
        &expect![[r#"
        transformer_grad: 156 buffers, 0 gaps, 0 hints, load 4421632, planned 4421632, bound 4421632, xla 4487168
        left out 25 output allocations (3145920 bytes)
        left out 25 parameter allocations (3211264 bytes)
        left out 3 constant allocations (12 bytes)
        left out 147 thread-local allocations (588 bytes)
        live ranges do not tell which values must share bytes: the plan is for comparison only
    "#]],
    );
    check_dump(
        "xla{outputs=include}",
        "transformer_grad.live-range.txt",
        &expect![[r#"
            transformer_grad: 294 buffers, 0 gaps, 0 hints, load 7567360, planned 7567360, bound 7567360, xla 7633088
            left out 25 parameter allocations (3211264 bytes)
            left out 3 constant allocations (12 bytes)
            left out 147 thread-local allocations (588 bytes)
            live ranges do not tell which values must share bytes: the plan is for comparison only
        "#]],
    );
    check_dump(
        "xla{outputs=include}",
        "scan.live-range.txt",
        &expect![[r#"
        scan: 20 buffers, 0 gaps, 0 hints, load 573452, planned 573572, bound 573572, xla 573700
        left out 2 parameter allocations (278528 bytes)
        left out 9 constant allocations (131100 bytes)
        live ranges do not tell which values must share bytes: the plan is for comparison only
    "#]],
    );
}

/// XLA's own algorithm on the values that its heap had gives the size of its heap, without the index tables of tuples
/// that it appends.
#[test]
fn the_planner_xla_gives_the_size_of_the_heap() {
    let heap = |file: &TraceFile| {
        let trace = &file.scopes.traces[0];
        let last = trace.buffers().iter().map(|buffer| buffer.live.end()).max();
        let is_table = |buffer: &Buffer| {
            buffer.live.begin() == Tick(0) && Some(buffer.live.end()) == last && buffer.size.0 < 64
        };
        let buffers = trace.buffers().iter().filter(|buffer| !is_table(buffer));
        let heap = LifetimeTrace::builder("heap").buffers(buffers.cloned());
        planned("xla", &heap.build().unwrap()).total_size.0
    };
    for (name, expected) in [
        ("cond", 65_540),
        ("fori", 65_729),
        ("sort", 524_288),
        ("scan", 557_188),
    ] {
        let file = read("xla", &fixture(&format!("xla/{name}.hlo.pb"))).unwrap();
        assert_eq!(heap(&file), expected, "{name}");
    }
}

#[test]
fn files_are_recognised_and_searched_for() {
    for name in [
        "tiny-live-range.txt",
        "tiny-buffer-assignment.txt",
        "cond.hlo.pb",
    ] {
        assert_eq!(
            recognised(&fixture(&format!("xla/{name}"))),
            Some("xla"),
            "{name}"
        );
    }
    let reader = reader("xla");
    let searched =
        |name: &str, beside: &[&str]| reader.is_searched(name, &|name| beside.contains(&name));
    let long = "module_0001.jit_f.cpu_after_optimizations";
    assert!(searched(&format!("{long}.hlo.pb"), &[]));
    assert!(searched(&format!("{long}-buffer-assignment.txt"), &[]));
    assert!(searched("f.hlo.pb.gz", &[]));
    assert!(!searched("f.hlo.pb.gz", &["f.hlo.pb"]));
    assert!(!searched("f.buffer-assignment.txt", &["f.hlo.pb.gz"]));
    for other in [
        "module_0001.jit_f.before_optimizations.hlo.pb",
        "f-live-range.txt",
        "f.txt",
    ] {
        assert!(!searched(other, &[]), "{other}");
    }
}

#[test]
fn compressed_dumps_are_the_same() {
    let plain = fs::read(fixture("xla/cond.hlo.pb")).unwrap();
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(&plain).unwrap();
    let packed = packed.finish().unwrap();
    let reader = reader("xla");
    assert!(reader.recognises("a.hlo.pb.gz", &packed));
    let read = |name: &str, bytes: &[u8]| reader.read(&TraceInput::new(name, bytes));
    let (a, b) = (
        read("a.hlo.pb", &plain).unwrap(),
        read("a.hlo.pb.gz", &packed).unwrap(),
    );
    assert_eq!(a.scopes.traces, b.scopes.traces);
    let error = read("a.hlo.pb.gz", &packed[..packed.len() - 9]).unwrap_err();
    assert_eq!(error.code(), "damaged");
}

#[test]
fn names_tell_module_and_target() {
    let bytes = [
        ("ranges", "tiny-live-range.txt"),
        ("assignment", "tiny-buffer-assignment.txt"),
    ];
    let [ranges, assignment] =
        bytes.map(|(_, name)| fs::read(fixture(&format!("xla/{name}"))).unwrap());
    let read = |name: &str| {
        let input = TraceInput {
            companion: Some(("other", &assignment)),
            ..TraceInput::new(name, &ranges)
        };
        let mut file = reader("xla").read(&input).unwrap();
        file.remarks.remove(0);
        let trace = file.scopes.traces.remove(0);
        (
            trace.scope().to_owned(),
            trace.buffers()[0].align.0,
            file.remarks.join(" "),
        )
    };
    assert_eq!(
        read("dump/1700000000.module_0012.jit_step.cpu_after_optimizations-live-range.txt"),
        ("jit_step".to_owned(), 64, String::new())
    );
    assert_eq!(
        read("module_0012.jit_step.v2.sm_8.6_gpu_after_optimizations-live-range.txt"),
        (
            "jit_step.v2.sm_8".to_owned(),
            64,
            "the alignment is taken from XLA's offsets: 64".to_owned()
        )
    );
}

#[test]
fn refusals_say_what_is_missing() {
    let error = |name: &str, bytes: &str, other: Option<(&str, &str)>| {
        let input = TraceInput {
            companion: other.map(|(name, text)| (name, text.as_bytes())),
            ..TraceInput::new(name, bytes.as_bytes())
        };
        let error = reader("xla").read(&input).unwrap_err();
        format!("{error} [{}]", error.code())
    };
    let ranges = "HloLiveRange (max 3):\n  InstructionSequence:\n  BufferLiveRange:\n    a{}:0-2\n    b{}:1-3\n";
    let head = "BufferAssignment:\nallocation 0: size 16, preallocated-temp:\n";
    let value = |id: u32, name: &str, offset: u32| {
        format!(" value: <{id} {name} @0> (size=8,offset={offset}): f32[2]{{0}}\n")
    };
    let pair = |values: &str| {
        error(
            "m-live-range.txt",
            ranges,
            Some(("m-buffer-assignment.txt", &format!("{head}{values}"))),
        )
    };
    let all = [
        error("d/m-live-range.txt", ranges, None),
        error("d/m.buffer-assignment.txt", head, None),
        pair(&value(1, "c", 0)),
        pair(&value(1, "a", 9)),
        pair(&(value(1, "a", 0) + &value(2, "b", 4))),
        pair(" value: nonsense\n"),
        error(
            "m-live-range.txt",
            "HloLiveRange (max 3):\n",
            Some(("m-buffer-assignment.txt", head)),
        ),
        error("m.hlo.pb", "\n\u{3}\n\u{1}m", None),
    ];
    expect![[r#"
        there is no m-buffer-assignment.txt beside it: sizes and offsets are there [missing-file]
        no live ranges, which are in m.live-range.txt: compile with --xla_dump_buffer_assignment_analysis or --xla_dump_hlo_as_proto [missing-file]
        m-buffer-assignment.txt: line 3: value 'c{}' has no live range in m-live-range.txt: are both of one dump? [mismatch]
        m-buffer-assignment.txt: line 3: value 'a{}' of 8 bytes at offset 9 leaves allocation 0 of 16 bytes [mismatch]
        XLA's placement of 'm' contradicts its live ranges: `a{}` and `b{}` share the bytes 4..8 at tick 1 [mismatch]
        m-buffer-assignment.txt: line 3: expected ` value: <ID NAME{INDEX} @COLOUR> (size=BYTES,offset=BYTES): SHAPE`: `value: nonsense` [syntax]
        line 1: there is no line `  BufferLiveRange:` [syntax]
        no buffer assignment: it was loaded from the compilation cache, or dumped before the module was compiled [no-assignment]
    "#]].assert_eq(&(all.join("\n") + "\n"));
}
