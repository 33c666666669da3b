//! Standard input: `-` is an input like any other, in every verb.

use crate::common::{Scratch, memplan_with_input, root, stdout, text};
use serde_json::Value;

const TRACE: &str = "id,lower,upper,size\na,0,2,8\nb,1,3,8\nc,2,4,4\n";

#[test]
fn standard_input_is_a_program_in_every_verb() {
    let scratch = Scratch::new("stdin-program");
    let program = std::fs::read(root().join("examples/loop.mlir")).unwrap();
    let run = |arguments: &[&str]| {
        let output = memplan_with_input(arguments, &program);
        let err = text(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {err}");
        text(&output.stdout)
    };
    let (trace, plan) = (scratch.path("t.mtrace"), scratch.path("t.mplan"));
    stdout(&["trace", "examples/loop.mlir", "-o", &trace]);
    stdout(&["plan", &trace, "-o", &plan]);
    for (verb, more) in [
        ("merge", &[][..]),
        ("opt", &["-canonicalize"]),
        ("trace", &["--to", "csv"]),
        ("apply", &[&*plan]),
        ("check", &["--inputs", "1", "--format", "json"]),
        ("check", &["--static"]),
    ] {
        let named = memplan_with_input(&[&[verb, "examples/loop.mlir"], more].concat(), b"");
        let piped = memplan_with_input(&[&[verb, "-"], more].concat(), &program);
        assert_eq!(named.status, piped.status, "{verb}");
        let unnamed = |bytes: &[u8]| text(bytes).replace("<stdin>", "examples/loop.mlir");
        assert_eq!(text(&named.stdout), unnamed(&piped.stdout), "{verb}");
    }
    // Like mlir-opt, `opt` reads standard input when no file is named.
    assert_eq!(run(&["opt"]), run(&["opt", "-"]));
}

#[test]
fn standard_input_is_a_trace_in_every_verb() {
    let scratch = Scratch::new("stdin");
    let trace = scratch.file("t.csv", TRACE);
    let path = scratch.path("t.mplan");
    stdout(&["plan", &trace, "--planner", "exact", "-o", &path]);
    let run = |arguments: &[&str]| {
        let output = memplan_with_input(arguments, TRACE.as_bytes());
        (
            output.status.code(),
            text(&output.stdout),
            text(&output.stderr),
        )
    };
    for arguments in [
        &["plan", "-"][..],
        &["plan", "-", "--summary"],
        &["plan", "-", "--capacity", "16"],
        &["check", "-", &path],
        &["verify-proof", "-", &path],
        &["convert", "-", "-", "--to", "csv"],
        &["show", "-"],
        &[
            "bench",
            "-",
            "--planner",
            "best-fit",
            "--repeat",
            "1",
            "--format",
            "csv",
        ],
    ] {
        let (code, out, err) = run(arguments);
        assert_eq!(code, Some(0), "{arguments:?}: {err}");
        assert!(!out.is_empty(), "{arguments:?}");
    }
    let out = scratch.path("bench");
    let (code, _, _) = run(&["bench", "-", "--planners", "best-fit", "-o", &out]);
    assert_eq!(code, Some(0));
    let report = std::fs::read(format!("{out}/report.json")).unwrap();
    let report: Value = serde_json::from_slice(&report).unwrap();
    let instance = &report["instances"][0];
    assert_eq!(instance["source"], "-");
    assert_eq!(instance["name"], "stdin");
    assert_eq!(instance["dataset"], "stdin");
    // There is only one standard input.
    for arguments in [
        &["plan", "-", "-"][..],
        &["check", "-", "-"],
        &["verify-proof", "-", "-"],
        &["show", "-", "-"],
        &["apply", "-", "-"],
        &["bench", "-", "-"],
    ] {
        let (code, _, err) = run(arguments);
        assert_ne!(code, Some(0), "{arguments:?}");
        let is_told = err.contains("standard input can be read only once [stdin-twice]")
            // `apply` reads its plan first, and this input is not a plan.
            || arguments[0] == "apply";
        assert!(is_told, "{arguments:?}: {err}");
    }
}
