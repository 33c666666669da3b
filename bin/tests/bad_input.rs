//! Invalid input: an error with a location and a workaround, exit code 1, no panic, nothing written.

use crate::common::{Scratch, assert_has, memplan, stderr_of, stdout, text};

/// Runs a command on a bad file and compares place and code of the first message.
fn check(arguments: &[&str], scratch: &Scratch, place: &str, code: &str) {
    let before = scratch.names();
    let output = memplan(arguments);
    let stderr = text(&output.stderr);
    let first = stderr.lines().next().unwrap_or_default();
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {stderr}");
    assert!(
        first.contains(place),
        "{arguments:?}: no `{place}` in: {stderr}"
    );
    assert!(first.contains(": error: "), "{stderr}");
    assert!(first.ends_with(&format!("[{code}]")), "{stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    assert!(output.stdout.is_empty(), "{}", text(&output.stdout));
    assert_eq!(scratch.names(), before, "something was written");
}

fn check_mlir(name: &str, content: impl AsRef<[u8]>, line_col: &str, code: &str) {
    let scratch = Scratch::new(name);
    let input = scratch.file("in.mlir", content);
    let out = scratch.path("out.mlir");
    let place = format!("in.mlir:{line_col}: error");
    check(&["merge", &input, "-o", &out], &scratch, &place, code);
}

#[test]
fn an_unknown_custom_op_names_two_ways_out() {
    let program = "func.func @f() {\n  my.op %x\n  return\n}\n";
    check_mlir("unknown-op", program, "2:3", "unknown-op");
    let scratch = Scratch::new("unknown-op-help");
    let input = scratch.file("in.mlir", program);
    let stderr = text(&memplan(&["merge", &input]).stderr);
    assert_has!(stderr, "= help: ", "--mlir-print-op-generic");
}

#[test]
fn programs_that_are_wrong_have_a_place() {
    let mismatch = "func.func @f(%a: memref<4xf32>, %i: index) -> i32 {\n  \
                    %0 = memref.load %a[%i] : memref<8xf32>\n  return %0 : i32\n}\n";
    check_mlir("type-mismatch", mismatch, "2:20", "value-type-mismatch");
    let undefined = "func.func @f() -> i32 {\n  return %nowhere : i32\n}\n";
    check_mlir("undefined-value", undefined, "2:10", "undefined-value");
    let truncated = "func.func @f() {\n  %a = memref.alloc() : memref<4x";
    check_mlir("truncated", truncated, "2:34", "type-expected");
}

#[test]
fn binary_junk_is_no_program() {
    let junk: Vec<u8> = (1..4096_u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    check_mlir("junk", junk, "1:1", "unexpected-character");
}

#[test]
fn ten_thousand_nested_regions_hit_a_limit() {
    let n = 10_000;
    let program = format!(
        "{}{}",
        "\"t.t\"() ({\n".repeat(n),
        "}) : () -> ()\n".repeat(n)
    );
    check_mlir("nested", program, "258:1", "too-deep");
}

#[test]
fn a_memref_of_two_to_the_63_bytes_is_refused() {
    let program = |ty: &str| {
        format!(
            "func.func @f() {{\n  %a = memref.alloc() : {ty}\n  \"t.use\"(%a) : ({ty}) -> ()\n  \
             return\n}}\n"
        )
    };
    let by_one_dimension = program("memref<9223372036854775808xi8>");
    check_mlir("huge-dimension", by_one_dimension, "2:32", "invalid");
    let by_the_product = program("memref<1152921504606846976xi64>");
    check_mlir("huge-product", by_the_product, "2:8", "too-large");
}

#[test]
fn a_trace_whose_buffer_ends_before_it_begins_is_refused() {
    let scratch = Scratch::new("lower-above-upper");
    let input = scratch.file("in.csv", "id,lower,upper,size\na,0,4,8\nb,5,3,8\n");
    let out = scratch.path("out.mplan");
    check(
        &["plan", &input, "-o", &out],
        &scratch,
        "in.csv:3:5: error: ",
        "syntax",
    );
}

#[test]
fn a_plan_for_another_module_is_refused() {
    let scratch = Scratch::new("other-module");
    let (trace, plan) = (scratch.path("t.mtrace"), scratch.path("p.mplan"));
    stdout(&["trace", "examples/mlp.mlir", "-o", &trace]);
    stdout(&["plan", &trace, "-o", &plan]);
    let out = scratch.path("out.mlir");
    let arguments = ["apply", "examples/loop.mlir", &plan, "-o", &out];
    check(
        &arguments,
        &scratch,
        "p.mplan: error: the plan does not belong to",
        "other-module",
    );
}

#[test]
fn a_damaged_plan_is_refused() {
    let scratch = Scratch::new("damaged");
    let (trace, plan) = (scratch.path("t.mtrace"), scratch.path("p.mplan"));
    stdout(&["trace", "examples/mlp.mlir", "-o", &trace]);
    stdout(&["plan", &trace, "-o", &plan]);
    let mut bytes = std::fs::read(&plan).unwrap();
    let last = bytes.len() - 3;
    bytes[last] ^= 0x40;
    std::fs::write(&plan, &bytes).unwrap();
    check(
        &["apply", "examples/mlp.mlir", &plan],
        &scratch,
        "p.mplan",
        "checksum",
    );
    std::fs::write(&plan, &bytes[..last]).unwrap();
    check(
        &["apply", "examples/mlp.mlir", &plan],
        &scratch,
        "p.mplan",
        "truncated",
    );
}

#[test]
fn what_cannot_be_tried_has_another_exit_code() {
    for (arguments, code) in [
        (&["merge", "no/such/file.mlir"][..], "cannot-read"),
        (
            &["merge", "examples/mlp.mlir", "-o", "no/such/directory/x"],
            "cannot-write",
        ),
        (
            &["merge", "examples/mlp.mlir", "--planner", "chunk-hit"],
            "unknown-planner",
        ),
        (
            &["merge", "examples/mlp.mlir", "--planner", "first-fit{x=1}"],
            "unknown-option",
        ),
        (
            &["merge", "examples/mlp.mlir", "--arena", "heap"],
            "bad-mutator",
        ),
        (
            &["merge", "examples/mlp.mlir", "--alignment", "3"],
            "bad-collector",
        ),
        (
            &[
                "opt",
                "examples/mlp.mlir",
                "--pass-pipeline=any(no-such-pass)",
            ],
            "unknown-pass",
        ),
        (
            &["trace", "examples/mlp.mlir", "-o", "x.txt"],
            "unknown-extension",
        ),
        (
            &["merge", "examples/mlp.mlir", "--report", "-"],
            "same-target",
        ),
    ] {
        let stderr = stderr_of(2, arguments);
        assert!(
            stderr.contains(&format!("[{code}]")),
            "{arguments:?}: {stderr}"
        );
    }
    assert_eq!(memplan(&["merge", "--no-such-flag"]).status.code(), Some(2));
    assert_eq!(memplan(&["--help"]).status.code(), Some(0));
}

#[test]
fn a_deadline_leaves_a_program() {
    for planner in ["auto", "chunk-hot", "greedy-by-size", "exact"] {
        let arguments = ["merge", "examples/mlp.mlir", "--time-limit", "0ms"];
        let output = memplan(&[&arguments[..], &["--planner", planner]].concat());
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{stderr}");
        assert!(text(&output.stdout).contains("memref.view"), "{stderr}");
    }
}

#[test]
fn messages_for_programs_are_json() {
    let scratch = Scratch::new("json-messages");
    let input = scratch.file("in.mlir", "func.func @f() {\n  return %x : i32\n}\n");
    let output = memplan(&["merge", &input, "--diagnostics", "json"]);
    let line = text(&output.stderr);
    let message: serde_json::Value = serde_json::from_str(line.lines().next().unwrap()).unwrap();
    assert_eq!(message["code"], "undefined-value");
    assert_eq!(message["line"], 2);
    assert_eq!(message["column"], 10);
}
