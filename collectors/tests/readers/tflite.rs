//! TensorFlow Lite models.

use expect_test::expect;
use memplan_planner::{BufferId, Bytes, MemorySchedule, ValidateOptions, validate};
use memplan_testing::outside::shared;

use super::{figures, fixture, planned, read, recognised};

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
    // What the interpreter of LiteRT gave to x, a, b, c, e and f.
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
