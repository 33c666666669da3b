//! The planner `wasm` of the command.

use crate::common::{self, Scratch, args, assert_has};

const PLUG_IN: &str = "planner/remote/tests/plug-ins/shaken_first_fit.wasm";

#[test]
fn a_plug_in_in_a_file_plans_like_any_planner() {
    let spec = format!("wasm{{file={PLUG_IN} name=mine}}");
    let planners = format!("greedy-by-size,{spec}");
    let table = common::stdout(&["plan", "datasets/data/nine.csv", "--planner", &planners]);
    let row = table.lines().find(|line| line.contains("mine"));
    assert!(row.is_some_and(|row| row.ends_with("optimal")), "{table}");
    let merged = common::stdout(&["merge", "examples/mlp.mlir", "--planner", &spec, "-q"]);
    assert_has!(merged, "memref.view");
}

#[test]
fn a_plan_is_computed_again_when_the_plug_in_changes() {
    let scratch = Scratch::new("wasm-batch");
    let file = scratch.path("p.wasm");
    let output = scratch.path("plans");
    let folder = common::root().join("planner/remote/tests/plug-ins");
    let spec = format!("wasm{{file={file}}}");
    let trace = "datasets/data/nine.csv";
    let plan = || common::stdout(&["plan", trace, "--planner", &spec, "-o", &output]);
    std::fs::copy(folder.join("first_fit.wasm"), &file).unwrap();
    let first = plan();
    std::fs::copy(folder.join("shaken_first_fit.wasm"), &file).unwrap();
    assert_ne!(first, plan());
}

#[test]
fn a_plug_in_that_does_not_end_is_stopped_and_named() {
    let spec = format!("wasm{{file={PLUG_IN} fuel=1000}}");
    let arguments = ["plan", "datasets/data/nine.csv", "--planner", &spec];
    let output = common::memplan(&arguments);
    let message = common::text(&output.stderr);
    let expected = format!("`wasm` failed: `{PLUG_IN}` did not end within 1000 instructions");
    assert_has!(message, &expected);
    assert_eq!(output.status.code(), Some(2));
    let output = common::memplan(args!(
        "plan datasets/data/nine.csv --planner wasm{{file=no.wasm}}"
    ));
    let message = common::text(&output.stderr);
    assert_has!(message, "cannot read `no.wasm`");
    assert_eq!(output.status.code(), Some(2));
}
