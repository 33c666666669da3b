//! Traces whose sizes depend on symbols: plans for all values, their files, and the answers about capacity.

use serde_json::{Value, json};

use crate::common::{Scratch, args, assert_has, assert_starts, memplan, stdout, text};

/// Which of two orientations is better depends on the shape.
const TRACE: &str = "# symbol b 1..64\n# symbol s 1..1024\nid,lower,upper,size,alignment\n\
                     x,0,3,64*b,64\ny,2,6,64*s,64\nz,5,9,100,64\nw,8,12,64*s,64\nv,11,14,64*b,64\nu,0,14,64,64\n";

const ONE: &str = "# symbol n 1..1000\nid,lower,upper,size\nx,0,3,8*n\ny,1,4,2*n\nz,3,6,100\n";

fn refused(arguments: &[&str], scratch: &Scratch) -> (Option<i32>, String) {
    let output = memplan(arguments);
    let stderr = text(&output.stderr).replace(&scratch.path(""), "");
    (output.status.code(), stderr)
}

#[expect(
    clippy::unwrap_used,
    reason = "a helper that fails is a test that fails"
)]
fn json_of(arguments: &[&str]) -> Value {
    let output = memplan(&[arguments, &["--format", "json"]].concat());
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_plan_for_all_values_is_made_checked_and_evaluated() {
    let scratch = Scratch::new("symbolic-plan");
    scratch.file("m.csv", TRACE);
    let [trace, plan, text_plan, offsets] =
        ["m.csv", "p.mplan", "p.json", "o.mplan"].map(|name| scratch.path(name));
    let row = json_of(&["plan", &trace, "-o", &plan]);
    assert_eq!(row["planner"], "auto");
    let shapes = &row["shapes"];
    assert_eq!(
        shapes["symbols"][1],
        json!({"name": "s", "min": 1, "max": 1024, "multiple": 1})
    );
    assert_eq!(
        shapes["max_load"],
        json!(["64*b + 64*s + 64", "64*s + 164"])
    );
    assert_eq!(shapes["corners"][3]["at"], "b=64,s=1024");
    assert_eq!(shapes["corners"][3]["peak_bytes"], 64 * (64 + 1024 + 1));
    // The other figures are those in the middle.
    assert_eq!(shapes["at"], "b=8,s=32");
    assert_eq!(row["max_load_bytes"], 64 * (8 + 32 + 1));
    let valid = "valid for all sizes: 1 schedule\n";
    assert_starts!(stdout(&["check", &trace, &plan]), valid);
    let at = ["--at", "s=3,b=10"];
    let with = |arguments: &[&str]| stdout(&[arguments, &at].concat());
    let checked = with(&["check", &trace, &plan]);
    assert!(
        checked.ends_with(": peak 896 bytes at b=10,s=3\n"),
        "{checked}"
    );
    let told = with(&["plan", &plan, "-o", &offsets]);
    assert_has!(told, ": peak 896 bytes at s=3,b=10, by orientation 1 of ");
    assert_eq!(with(&["check", &trace, &offsets]), "valid: 1 schedule\n");
    let evaluated = json_of(&["plan", &plan, "--at", "s=3,b=10"]);
    assert_eq!(evaluated["plans"][0]["peak_bytes"], 896);
    // The two forms of a plan are one.
    stdout(&["convert", &plan, &text_plan]);
    assert_starts!(stdout(&["check", &trace, &text_plan]), valid);
    let document: Value =
        serde_json::from_str(&std::fs::read_to_string(&text_plan).unwrap()).unwrap();
    let oriented = &document["schedules"][0]["oriented"];
    assert_eq!(oriented["arithmetic"]["values"][0], "zero");
    let verdict = json_of(&["check", &trace, &plan]);
    assert_eq!(
        verdict["schedules"][0]["k"],
        oriented["orientations"].as_array().unwrap().len()
    );
    // One edge is needed by some pair.
    let mut broken = document;
    let oriented = &mut broken["schedules"][0]["oriented"];
    let edges = &mut oriented["orientations"][0]["edges"];
    edges.as_array_mut().unwrap().pop();
    oriented.as_object_mut().unwrap().remove("arithmetic");
    scratch.file("p.json", broken.to_string());
    let (status, message) = refused(&["check", &trace, &text_plan], &scratch);
    assert_eq!(status, Some(1));
    assert_has!(message, "which are live at once");
    assert_has!(message, "[invalid-plan]");
}

#[test]
fn traces_keep_their_symbols_in_every_format() {
    let scratch = Scratch::new("symbolic-formats");
    scratch.file("m.csv", TRACE);
    let [csv, binary, json, again] =
        ["m.csv", "m.mtrace", "m.json", "n.csv"].map(|name| scratch.path(name));
    stdout(&["convert", &csv, &binary]);
    stdout(&["convert", &binary, &json]);
    stdout(&["convert", &json, &again]);
    assert_eq!(std::fs::read_to_string(&again).unwrap(), TRACE);
    let expected = stdout(&["convert", &csv, "-", "--to", "csv", "--at", "b=2,s=3"]);
    for input in [&binary, &json] {
        let at = stdout(&["convert", input, "-", "--to", "csv", "--at", "b=2,s=3"]);
        assert_eq!(at, expected);
    }
    // Where one shape is needed, it is the middle, or the one that is chosen.
    let output = memplan(&["plan", &binary, "--explain"]);
    assert_starts!(
        text(&output.stderr).replace(&scratch.path(""), ""),
        "m.mtrace: remark: the sizes depend on symbols: taken at b=8,s=32, the middle of the ranges [one-shape]"
    );
    let chosen = stdout(&["plan", &binary, "--explain", "--at", "b=8,s=32"]);
    assert_eq!(text(&output.stdout), chosen);
    let bench = json_of(&["bench", &binary, "--planners", "first-fit"]);
    assert_eq!(bench["instances"][0]["max_load_bytes"], 64 * (8 + 32 + 1));
    let (_, message) = refused(&["convert", &csv, "-", "--to", "events"], &scratch);
    assert_has!(message, "[unrepresentable]");
}

#[test]
fn planners_of_numbers_plan_symbols_too() {
    let scratch = Scratch::new("symbolic-planners");
    scratch.file("m.csv", TRACE);
    let trace = scratch.path("m.csv");
    let rows = json_of(&["plan", &trace, "--planner", "best-fit,first-fit,auto"]);
    let row = |index: usize| &rows["traces"][index];
    assert_eq!(row(0)["planner"], "best-fit");
    assert_eq!(
        row(0)["shapes"]["corners"][3]["peak_bytes"],
        row(2)["shapes"]["corners"][3]["peak_bytes"]
    );
    let planner = "orient{planner=best-fit k=1 perturb=0 points=1}";
    let row = json_of(&["plan", &trace, "--planner", planner]);
    assert_eq!(row["shapes"]["k"], 1);
    // For numbers, it is its inner planner.
    scratch.file("n.csv", "id,lower,upper,size\na,0,2,8\n");
    let row = json_of(&["plan", &scratch.path("n.csv"), "--planner", planner]);
    assert_eq!(row["peak_bytes"], 8);
    let (status, message) = refused(&["plan", &trace, "--planner", "orient{k=0}"], &scratch);
    assert_eq!(status, Some(2));
    assert_has!(message, "option `k` is `0`");
}

#[test]
fn a_directory_of_plans_is_resumed() {
    let scratch = Scratch::new("symbolic-directory");
    scratch.file("m.csv", TRACE);
    scratch.file("n.csv", "id,lower,upper,size\na,0,2,8\n");
    let [m, n, plans] = ["m.csv", "n.csv", "plans/"].map(|name| scratch.path(name));
    let run = || json_of(&["plan", &m, &n, "-o", &plans]);
    let first = run();
    assert_eq!(first["traces"][0]["resumed"], false);
    let second = run();
    assert_eq!(second["traces"][0]["resumed"], true);
    assert_eq!(second["traces"][1]["resumed"], true);
    assert_eq!(second["traces"][0]["shapes"], first["traces"][0]["shapes"]);
    scratch.file("m.csv", TRACE.replace("100", "101"));
    assert_eq!(run()["traces"][0]["resumed"], false);
    let archive = scratch.path("all.mplan");
    stdout(&["plan", &m, &n, "-o", &archive]);
    let unpacked = scratch.path("unpacked/");
    stdout(&["convert", &archive, "-o", &unpacked]);
    assert_starts!(
        stdout(&["check", &m, &scratch.path("unpacked/m.mplan")]),
        "valid for all sizes: 1 schedule\n"
    );
    let table = stdout(&["plan", &m, &n, "--format", "csv"]);
    // The names of two symbols have a comma in quotes.
    let columns: Vec<usize> = table.lines().map(|line| line.split(',').count()).collect();
    assert_eq!(columns, [21, 22, 21], "{table}");
}

#[test]
fn capacity_is_answered_for_corners_and_for_one_symbol_by_bisection() {
    let scratch = Scratch::new("symbolic-capacity");
    scratch.file("one.csv", ONE);
    scratch.file("two.csv", TRACE);
    let [one, two] = ["one.csv", "two.csv"].map(|name| scratch.path(name));
    let answer = |capacity: &str| {
        let arguments = ["plan", &one, "--capacity", capacity];
        let (status, message) = refused(&arguments, &scratch);
        (
            status,
            json_of(&arguments)["shapes"]["fits_up_to"].clone(),
            message,
        )
    };
    let (status, largest, message) = answer("7311");
    assert_eq!((status, largest), (Some(1), json!(731)));
    assert!(
        message.starts_with(
            "one.csv: error: the trace does not fit into 7311 bytes (7.14 KiB) at n=1000: the max load is 10000 bytes (9.766 KiB) [does-not-fit]"
        ) && message.contains("= note: it fits for n <= 731\n"),
        "{message}"
    );
    let (status, largest, message) = answer("10000");
    assert_eq!((status, largest, &*message), (Some(0), json!(1000), ""));
    let (status, largest, message) = answer("9");
    assert_eq!((status, largest), (Some(1), json!(null)));
    assert_has!(message, "it fits for no n");
    // A table with the answers.
    let table = memplan(&["plan", &one, "--capacity", "7311"]);
    let table = text(&table.stdout);
    assert_has!(table, "; fits for n <= 731; 1 orientation, at 200 shapes ");
    // Several symbols: each corner.
    let row = json_of(&["plan", &two, "--capacity", "65536"]);
    let fits = |index: usize| row["shapes"]["corners"][index]["fit"].clone();
    assert_eq!([fits(0), fits(2)], ["fits", "fits"]);
    assert_eq!([fits(1), fits(3)], ["does-not-fit", "does-not-fit"]);
    let (status, message) = refused(&["plan", &two, "--capacity", "1MB"], &scratch);
    assert_eq!((status, &*message), (Some(0), ""));
}

#[test]
fn a_page_shows_all_shapes_and_a_picture_one() {
    let scratch = Scratch::new("symbolic-show");
    scratch.file("m.csv", TRACE);
    let [trace, plan, page, picture] =
        ["m.csv", "p.mplan", "p.html", "p.svg"].map(|name| scratch.path(name));
    stdout(&[
        "plan",
        &trace,
        "--planner",
        "auto{effort=quick}",
        "-o",
        &plan,
    ]);
    stdout(&["show", &trace, &plan, "-o", &page]);
    let with_plan = std::fs::read_to_string(&page).unwrap();
    stdout(&["show", &trace, "--planner", "auto", "-o", &page]);
    let planned = std::fs::read_to_string(&page).unwrap();
    assert!(planned == with_plan, "the pages differ");
    let (status, message) = refused(&["show", &trace, &plan, "-o", &picture], &scratch);
    assert_eq!(status, Some(0));
    assert_eq!(
        message,
        "m.csv: remark: the sizes depend on symbols: shown at b=8,s=32, the middle of the ranges [one-shape]\n  \
         = help: write a page, which has a slider for each symbol: `-o OUT.html`\n  \
         = help: or choose a shape with `--at b=4,s=128`\n"
    );
    let middle = std::fs::read_to_string(&picture).unwrap();
    stdout(&["show", &trace, &plan, "--at", "b=1,s=2", "-o", &picture]);
    let picture = std::fs::read_to_string(&picture).unwrap();
    assert!(picture.contains("auto") && picture != middle);
    scratch.file("m.csv", TRACE.replace("100", "101"));
    let (status, message) = refused(&["show", &trace, &plan, "-o", &page], &scratch);
    assert_eq!(status, Some(1));
    assert_has!(message, "[other-traces]");
}

/// Merged allocations of symbolic size and of static size, from one file of traces and one of plans.
#[test]
fn trace_plan_and_apply_give_the_bytes_of_merge_for_dynamic_shapes() {
    let scratch = Scratch::new("symbolic-apply");
    let ranges = ["--range", "main:0:0=1..16"];
    for (model, options) in [
        ("mlp", &[][..]),
        ("mlp", &ranges),
        ("conv", &["--single-arena"]),
        ("residual", &ranges),
        ("decode", &["--collector", "tick{alignment=16}"]),
    ] {
        let input = format!("datasets/programs/dynamic/{model}.tensor.mlir");
        let dims = if options == ranges { options } else { &[] };
        let merge = [
            &["merge", &input, "-O", "none", "--arena", "alloc"][..],
            options,
        ]
        .concat();
        let merged = stdout(&merge);
        assert!(merged.contains("memref<?xi8>"), "{model}");
        for (trace, plan) in [("t.mtrace", "p.mplan"), ("t.json", "p.json")] {
            let (trace, plan) = (scratch.path(trace), scratch.path(plan));
            stdout(&[&["trace", &input, "-o", &trace][..], options].concat());
            stdout(&["plan", &trace, "-o", &plan]);
            let applied = stdout(&[&["apply", &input, &plan][..], dims].concat());
            assert_eq!(applied, merged, "{model} {options:?}");
            let judged = stdout(&["check", &trace, &plan]);
            assert!(judged.starts_with("valid for all sizes: "), "{judged}");
        }
    }
}

#[test]
fn programs_with_dynamic_shapes_are_planned_shown_and_refused_like_their_traces() {
    let scratch = Scratch::new("symbolic-programs");
    let input = "datasets/programs/dynamic/mlp.tensor.mlir";
    let [plan, page] = ["p.mplan", "p.html"].map(|name| scratch.path(name));
    let row = json_of(&["plan", input, "-o", &plan]);
    assert_eq!(row["planner"], "auto");
    assert_eq!(row["shapes"]["symbols"][0]["name"], "arg0.0");
    assert!(stdout(&["check", input, &plan]).starts_with("valid for all sizes: "));
    let at = stdout(&["check", input, &plan, "--at", "arg0.0=4"]);
    assert_has!(at, "at arg0.0=4");
    let numbers = stdout(&["plan", input, "--at", "arg0.0=4"]);
    assert_has!(numbers, "auto");
    stdout(&["show", input, "-o", &page]);
    assert!(std::fs::read_to_string(&page).unwrap().contains("<html"));
    let (status, message) = refused(&["apply", input, &plan, "--arena", "arg"], &scratch);
    assert_eq!(status, Some(2), "{message}");
    assert_has!(message, "cannot apply an existing plan");
    // Other ranges, other traces.
    let other = ["apply", input, &plan, "--range", "main:0:0=1..2"];
    let (status, message) = refused(&other, &scratch);
    assert_eq!(status, Some(1));
    assert_has!(message, "[other-traces]");
    // An edge less.
    let text = scratch.path("p.json");
    stdout(&["convert", &plan, &text]);
    let mut broken: Value = serde_json::from_str(&std::fs::read_to_string(&text).unwrap()).unwrap();
    let first = &mut broken["schedules"][0]["oriented"];
    first.as_object_mut().unwrap().remove("arithmetic");
    first["orientations"][0]["edges"] = json!([]);
    scratch.file("p.json", broken.to_string());
    let (status, message) = refused(&["apply", input, &text], &scratch);
    assert_eq!(status, Some(1), "{message}");
    assert_has!(message, "live at once");
}

#[test]
fn values_outside_of_their_ranges_are_refused() {
    let scratch = Scratch::new("symbolic-range");
    scratch.file("m.csv", TRACE);
    scratch.file("f.mlir", FIT);
    let (trace, program) = (scratch.path("m.csv"), scratch.path("f.mlir"));
    let (code, told) = refused(&["plan", &trace, "--at", "s=3,b=65"], &scratch);
    assert_eq!(code, Some(1));
    assert_has!(told, "symbol `b`: 65 is outside of its range, from 1 to 64");
    let (code, told) = refused(&["merge", &program, "--at", "b=1000"], &scratch);
    assert_eq!(code, Some(1));
    assert_has!(
        told,
        "`--at b=1000`, scope `f`: symbol `b`: 1000 is outside of its range, from 1 to 64"
    );
}

/// A program whose buffers all have `b` rows.
const FIT: &str = r#"func.func @f(%x: memref<?x8xf32> {memplan.dims = ["b=1..64"]}, %o: memref<?x8xf32> {memplan.dims = ["b"]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x8xf32>
  %a = memref.alloc(%n) : memref<?x8xf32>
  linalg.exp ins(%x : memref<?x8xf32>) outs(%a : memref<?x8xf32>)
  %b = memref.alloc(%n) : memref<?x8xf32>
  linalg.add ins(%a, %x : memref<?x8xf32>, memref<?x8xf32>) outs(%b : memref<?x8xf32>)
  %c = memref.alloc(%n) : memref<?x8xf32>
  linalg.mul ins(%b, %a : memref<?x8xf32>, memref<?x8xf32>) outs(%c : memref<?x8xf32>)
  linalg.add ins(%c, %b : memref<?x8xf32>, memref<?x8xf32>) outs(%o : memref<?x8xf32>)
  return
}
"#;

/// `--fit` takes the bound that `merge` prints: a formula at the largest shape.
#[test]
fn programs_of_dynamic_shapes_fit_their_bound() {
    let scratch = Scratch::new("symbolic-fit");
    scratch.file("f.mlir", FIT);
    let (program, out) = (scratch.path("f.mlir"), scratch.path("o.mlir"));
    let merge = |bytes: &str| {
        memplan(args!(
            "merge {program} --fit {bytes} --check-ranges -o {out}"
        ))
    };
    let output = merge("4KiB");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let told = text(&output.stdout) + &text(&output.stderr);
    assert_has!(told, "run-time peak of f: at most 64*b bytes");
    let output = merge("4095");
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    assert_has!(
        told,
        "it needs 4 KiB, 1 B more; live at once there: other memory (4 KiB)"
    );
}
