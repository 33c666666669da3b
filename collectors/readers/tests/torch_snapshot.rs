//! Memory snapshots of PyTorch.

use expect_test::expect;
use memplan_readers::TraceInput;

use super::{figures, fixture, read, reader, recognised};

#[test]
fn lifetimes_sizes_and_addresses_are_those_of_the_allocator() {
    let file = read("torch-snapshot", &fixture("torch/tiny.pickle")).unwrap();
    let trace = &file.scopes.traces[0];
    let expected = "0 0..2 1000; 1 0..4 4096; 2 0..7 500; 3 1..6 512; 4 3..7 600; 5 5..7 100";
    assert_eq!(
        trace.to_string(),
        expected.replace("; ", " align=512\n") + " align=512"
    );
    let plan = file.plan.as_ref().unwrap();
    let offsets: Vec<u64> = plan.schedules[0]
        .offsets
        .iter()
        .map(|offset| offset.0)
        .collect();
    assert_eq!(offsets, [0, 2_097_152, 2_101_248, 1024, 0, 1536]);
    expect![[r#"
        device0: 6 buffers, 0 gaps, 0 hints, load 6108, planned 6120, bound 6120, pytorch 2101748
        device0: 4596 bytes were allocated before the recording began, or its first events are lost: raise `max_entries` of _record_memory_history
        device0: the allocator reserved 4194304 bytes at the peak, 68569.0 % above the load
    "#]].assert_eq(&figures(&file));
    let other = read("torch-snapshot", &fixture("torch/tiny-protocol-2.pickle")).unwrap();
    assert_eq!(
        (&other.scopes.traces, other.plan.map(|plan| plan.schedules)),
        (&file.scopes.traces, file.plan.map(|plan| plan.schedules))
    );
}

#[test]
fn options_change_ends_and_sizes() {
    let loads = |spec: &str| {
        let file = read(spec, &fixture("torch/tiny.pickle")).unwrap();
        let trace = &file.scopes.traces[0];
        format!(
            "{}: load {}, {}",
            trace.scope(),
            trace.max_load(),
            file.scopes.provenance.options
        )
    };
    assert_eq!(
        loads("torch-snapshot{rounded=true}"),
        "device0: load 6144, rounded=true"
    );
    assert_eq!(
        loads("torch-snapshot{until=requested}"),
        "device0: load 6108, until=requested"
    );
    assert_eq!(
        loads("pytorch{pools=split names=frames}"),
        "device0: load 6108, names=frames pools=split"
    );
}

#[test]
fn nothing_is_run_and_nothing_grows() {
    for name in ["tiny", "tiny-protocol-2", "evil", "laughs"] {
        let path = fixture(&format!("torch/{name}.pickle"));
        assert_eq!(recognised(&path), Some("torch-snapshot"), "{name}");
    }
    let error = |name: &str| {
        let error = read("torch-snapshot", &fixture(name)).unwrap_err();
        format!("{error} [{}]", error.code())
    };
    assert_eq!(
        error("torch/evil.pickle"),
        "byte 24: opcode GLOBAL '__builtin__ print': a snapshot holds only dicts, lists, tuples, strings and numbers; \
         nothing was run [pickle-code]"
    );
    assert_eq!(
        error("torch/laughs.pickle"),
        "the content is malformed: the pickle has no key `segments`, which snapshots have [malformed]"
    );
}

/// A snapshot of one device with these events: action, address, size. A segment of another device begins at 1.
fn snapshot(events: &[(&str, u8, u8)]) -> Vec<u8> {
    let text = |text: &str| [&[0x8c, u8::try_from(text.len()).unwrap()], text.as_bytes()].concat();
    let mut bytes = b"\x80\x04}(".to_vec();
    bytes.extend([&text("segments")[..], b"](}("].concat());
    for (key, value) in [("device", 1), ("address", 1), ("total_size", 64)] {
        bytes.extend([&text(key)[..], &[b'K', value]].concat());
    }
    bytes.extend([&text("blocks")[..], b"]ue"].concat());
    bytes.extend([&text("device_traces")[..], b"](]("].concat());
    for &(action, address, size) in events {
        bytes.extend(b"}(");
        bytes.extend([text("action"), text(action)].concat());
        bytes.extend(
            [
                &text("addr")[..],
                &[b'K', address],
                &text("size"),
                &[b'K', size, b'u'],
            ]
            .concat(),
        );
    }
    bytes.extend(b"eeu.");
    bytes
}

#[test]
fn events_that_contradict_each_other_are_refused() {
    let read = |events: &[(&str, u8, u8)]| {
        let bytes = snapshot(events);
        match reader("torch-snapshot").read(&TraceInput::new("x.pickle", &bytes)) {
            Ok(file) => file.scopes.traces[0].to_string() + "\n" + &file.remarks.join("\n") + "\n",
            Err(error) => format!("{error} [{}]\n", error.code()),
        }
    };
    let all = [
        read(&[("alloc", 1, 8), ("annotate", 0, 0), ("alloc", 1, 9)]),
        read(&[("segment_alloc", 0, 64)]),
        read(&[
            ("alloc", 1, 8),
            ("free_requested", 1, 8),
            ("free_completed", 1, 4),
        ]),
        read(&[("free_requested", 1, 8), ("alloc", 1, 4)]),
        // Half of the load is from before the recording, which is not much.
        read(&[("free_requested", 1, 4), ("alloc", 9, 8)]),
        read(&[
            ("segment_alloc", 0, 64),
            ("alloc", 1, 8),
            ("segment_free", 0, 64),
        ]),
        // 32 bytes are in no segment at the end.
        read(&[
            ("segment_alloc", 0, 64),
            ("alloc", 1, 8),
            ("segment_free", 0, 32),
        ]),
    ];
    expect![[r#"
        event 2 allocates the address 0x1, which is not free [mismatch]
        the snapshot has no events: call torch.cuda.memory._record_memory_history() before the work [no-events]
        0 0..1 8 align=512
        1 frees have another size than their allocation, which counts
        device0: the plan of the allocator is left out: some buffers lie in no known segment
        0 0..1 8 align=512
        1 1..2 4 align=512
        device0: 8 bytes were allocated before the recording began, or its first events are lost: raise `max_entries` of _record_memory_history
        device0: the plan of the allocator is left out: some buffers lie in no known segment
        0 0..1 4 align=512
        1 1..2 8 align=512
        device0: the plan of the allocator is left out: some buffers lie in no known segment
        0 0..1 8 align=512
        device0: the plan of the allocator is left out: `0` at offset 1 is not aligned to 512
        device0: the allocator reserved 64 bytes at the peak, 700.0 % above the load
        0 0..1 8 align=512
        device0: the plan of the allocator is left out: `0` at offset 1 is not aligned to 512
    "#]].assert_eq(&all.concat());
}
