//! TensorFlow Lite models.

use std::fs;

use expect_test::expect;
use memplan_planner::wire;
use memplan_planner::{BufferId, Bytes, MemoryPlan, MemorySchedule, ValidateOptions, validate};
use memplan_readers::{Tflite, TraceInput, TraceReader};
use memplan_testing::outside::shared;

use super::{figures, fixture, planned, read, reader, recognised};

#[test]
fn lifetimes_are_those_of_the_arena() {
    let path = fixture("tflite/tiny.tflite");
    assert_eq!(recognised(&path), Some("tflite"));
    let file = read("tflite", &path).unwrap();
    let trace = &file.scopes.traces[0];
    expect![[r#"
        x 0..6 1024 align=64
        a 0..3 1024 align=64
        b 1..3 1024 align=64
        c 2..5 2048 align=64
        e 4..6 2048 align=64
        f 5..6 2048 align=64
        main: 6 buffers, 0 gaps, 0 hints, load 5120, planned 5120, bound 5120
        left out 1 constant (8 bytes)
    "#]]
    .assert_eq(&format!("{trace}\n{}", figures(&file)));
    // The offsets that the LiteRT interpreter assigned to x, a, b, c, e and f.
    let offsets = [0, 3072, 4096, 1024, 3072, 1024].map(Bytes).to_vec();
    let placed = MemorySchedule::from_offsets(trace, offsets, "litert");
    assert_eq!(
        validate(trace, &placed, &ValidateOptions::default()),
        Ok(())
    );
    assert_eq!(placed.total_size, Bytes(5120));
}

#[test]
fn options_choose_what_is_in_the_trace() {
    let names = |spec: &str| {
        let file = read(spec, &fixture("tflite/tiny.tflite")).unwrap();
        let trace = &file.scopes.traces[0];
        let names: Vec<&str> = trace
            .buffers()
            .iter()
            .map(|buffer| buffer.name.as_str())
            .collect();
        let hints: Vec<(BufferId, BufferId)> = trace
            .in_place()
            .iter()
            .map(|hint| (hint.buffer, hint.other))
            .collect();
        let left_out: Vec<String> = file.left_out.iter().map(ToString::to_string).collect();
        format!("{} {hints:?} {}", names.join(" "), left_out.join(", "))
    };
    expect!["a b c e [] 1 input (1024 bytes), 1 output (2048 bytes), 1 constant (8 bytes)"]
        .assert_eq(&names("tflite{inputs=exclude outputs=exclude}"));
    expect!["x a b c d e f [(BufferId(4), BufferId(3))] 1 constant (8 bytes)"]
        .assert_eq(&names("tflite{aliases=hints}"));
}

/// Peaks of LiteRT's planner, which places as its interpreter does, and the optimum.
#[test]
fn public_models_have_the_published_figures() {
    let mut text = String::new();
    for name in [
        "hello_world_float",
        "micro_speech_quantized",
        "trained_lstm",
        "person_detect",
    ] {
        let Some(path) = shared(&format!("dumps/tflite/{name}.tflite")) else {
            return;
        };
        let file = read("tflite", &path).unwrap();
        let litert = planned("tflite-arena", &file.scopes.traces[0]).total_size;
        text.push_str(&format!(
            "{name}: tflite-arena {litert}\n{}",
            figures(&file)
        ));
    }
    expect![[r#"
        hello_world_float: tflite-arena 192
        main: 4 buffers, 0 gaps, 0 hints, load 132, planned 132, bound 132
        left out 6 constants (1284 bytes)
        micro_speech_quantized: tflite-arena 7976
        subgraph0: 5 buffers, 0 gaps, 0 hints, load 7920, planned 7968, bound 7968
        left out 5 constants (16704 bytes)
        trained_lstm: tflite-arena 5416
        main: 4 buffers, 0 gaps, 0 hints, load 5416, planned 5416, bound 5416
        left out 15 constants (38128 bytes)
        left out 2 variables (160 bytes)
        person_detect: tflite-arena 64512
        subgraph0: 31 buffers, 0 gaps, 0 hints, load 64512, planned 64512, bound 64512
        left out 57 constants (218928 bytes)
    "#]]
    .assert_eq(&text);
}

fn with_plan(model: &[u8], planner: &str) -> Vec<u8> {
    let reader = reader("tflite{runtime=tflm}");
    let input = TraceInput::new("x.tflite", model);
    let scopes = reader.read(&input).unwrap().scopes;
    let plan = MemoryPlan {
        schedules: vec![planned(planner, &scopes.traces[0])],
        trace_hash: wire::trace_hash(&scopes).ok(),
        provenance: scopes.provenance,
    };
    let written = reader.with_plan(&input, &plan).unwrap();
    let again = reader.read(&TraceInput::new("x.tflite", &written)).unwrap();
    assert_eq!(again.scopes.traces, scopes.traces);
    let placed = again.plan.unwrap().schedules.remove(0);
    assert_eq!(placed.planner, "tflm-offline");
    assert_eq!(placed.offsets, plan.schedules[0].offsets);
    // Only the plan is new; the old file follows it unchanged.
    let before = Tflite::DEFAULT.read(&input).unwrap();
    let after = Tflite::DEFAULT
        .read(&TraceInput::new("x.tflite", &written))
        .unwrap();
    assert_eq!(before.scopes.traces, after.scopes.traces);
    assert_eq!(before.left_out, after.left_out);
    assert!(written.ends_with(model) && (written.len() - model.len()).is_multiple_of(64));
    written
}

#[test]
fn a_plan_is_written_into_the_model_and_replaced() {
    let model = fs::read(fixture("tflite/tiny.tflite")).unwrap();
    let first = with_plan(&model, "first-fit");
    let second = with_plan(&first, "mlir-trivial");
    // The lists of buffers and metadata do not grow.
    assert_eq!(second.len() - first.len(), first.len() - model.len());
    let file = read("tflite", &fixture("tflite/tiny.tflite")).unwrap();
    assert_eq!((file.plan, file.remarks), (None, Vec::new()));
    let input = TraceInput::new("x.tflite", &second);
    expect!["main: the offline memory plan is left out: `c` and `d` share memory in LiteRT, and not in the plan; `runtime=tflm` reads it"].assert_eq(&Tflite::DEFAULT.read(&input).unwrap().remarks.join("\n"));
    let file = read("tflite{runtime=tflm}", &fixture("tflite/tiny.tflite")).unwrap();
    expect![[r#"
        x 0..2 1024 align=16
        a 1..4 1024 align=16
        b 2..4 1024 align=16
        c 3..5 2048 align=16
        d 4..6 2048 align=16
        e 5..7 2048 align=16
        f 6..7 2048 align=16
        main: 7 buffers, 0 gaps, 0 hints, load 4096, planned 4096, bound 4096
        left out 1 constant (8 bytes)
    "#]]
    .assert_eq(&format!("{}\n{}", file.scopes.traces[0], figures(&file)));
}

/// The interpreter takes the last entry of the name.
#[test]
fn the_last_plan_of_a_model_counts() {
    let (name, other) = (b"OfflineMemoryAllocation", b"0fflineMemoryAllocation");
    let renamed = |model: &[u8], from: &[u8], to: &[u8]| {
        let mut model = model.to_vec();
        let at = model.windows(from.len()).rposition(|window| window == from);
        model[at.unwrap()..][..to.len()].copy_from_slice(to);
        model
    };
    let model = fs::read(fixture("tflite/tiny.tflite")).unwrap();
    let first = renamed(&with_plan(&model, "first-fit"), name, other);
    let both = renamed(&with_plan(&first, "mlir-trivial"), other, name);
    let file = reader("tflite{runtime=tflm}")
        .read(&TraceInput::new("x.tflite", &both))
        .unwrap();
    let expected = planned("mlir-trivial", &file.scopes.traces[0]).offsets;
    assert_eq!(file.plan.unwrap().schedules[0].offsets, expected);
}

#[test]
fn public_models_take_plans() {
    for name in [
        "hello_world_float",
        "micro_speech_quantized",
        "trained_lstm",
        "person_detect",
    ] {
        let Some(path) = shared(&format!("dumps/tflite/{name}.tflite")) else {
            return;
        };
        with_plan(&fs::read(path).unwrap(), "auto");
    }
}

#[test]
fn unsuitable_plans_are_refused() {
    let model = fs::read(fixture("tflite/tiny.tflite")).unwrap();
    let input = TraceInput::new("x.tflite", &model);
    let plan = |spec: &str| {
        let scopes = reader(spec).read(&input).unwrap().scopes;
        MemoryPlan {
            schedules: vec![planned("first-fit", &scopes.traces[0])],
            trace_hash: wire::trace_hash(&scopes).ok(),
            provenance: scopes.provenance,
        }
    };
    let error = |spec: &str, plan: &MemoryPlan| {
        reader(spec)
            .with_plan(&input, plan)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        error("tflite", &plan("tflite")),
        "the plan is for LiteRT, which reads no plans: plan the model with --from 'tflite{runtime=tflm}'"
    );
    assert_eq!(
        error("tflite{runtime=tflm}", &plan("tflite")),
        "the plan does not belong to the traces of this file"
    );
    let mut wrong = plan("tflite{runtime=tflm}");
    wrong.schedules[0].offsets.fill(Bytes(0));
    assert_eq!(
        error("tflite{runtime=tflm}", &wrong),
        "the plan is not valid: `x` and `a` share the bytes 0..1024 at tick 1"
    );
    let mut high = plan("tflite{runtime=tflm}");
    high.schedules[0].offsets[0] = Bytes(1 << 31);
    high.schedules[0].total_size = Bytes(1 << 32);
    assert_eq!(
        error("tflite{runtime=tflm}", &high),
        "the offset 2147483648 does not fit 32 bits"
    );
    assert_eq!(
        error("events", &high),
        "the reader `events` writes no plan: it reads logs of what ran"
    );
}
