//! `memplan plan --capacity`: does it fit? And `--summary`, the matrix of a batch.

use crate::common::{
    Scratch, args, assert_has, assert_starts, json_file, memplan, printed_json, stdout, text,
};
use serde_json::Value;

/// The trace that the book explains.
const NINE: &str = "datasets/data/load-is-not-enough.csv";

/// The optimum, 12, is above the load, 11.
const GAP: &str = "id,lower,upper,size\na,6,8,3\nb,8,9,2\nc,5,7,3\nd,8,9,5\ne,3,8,4\nf,7,9,4\ng,0,3,6\n\
                   h,2,6,2\ni,1,6,2\n";

/// Exit code, standard output and standard error of `plan`.
fn plan(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = memplan(&[&["plan"], arguments].concat());
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    (output.status.code(), out, err)
}

#[test]
fn a_trace_that_fits_comes_with_its_plan() {
    let scratch = Scratch::new("fits");
    let trace = scratch.file("gap.csv", GAP);
    let path = scratch.path("gap.mplan");
    // 12 bytes are the optimum, which `first-fit` misses: the search finds a plan.
    for planner in ["first-fit", "auto", "exact"] {
        let arguments = ["--capacity", "12", "--planner", planner];
        let (code, out, err) = plan(&[&[&trace, "-o", &path][..], &arguments].concat());
        assert_eq!(code, Some(0), "{planner}: {err}");
        assert!(out.contains("fits"), "{planner}: {out}");
        assert_eq!(stdout(&["check", &trace, &path]), "valid: 1 schedule\n");
        let (_, json, _) = plan(&[&[&trace, "--format", "json"][..], &arguments].concat());
        let json: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["fit"], "fits");
        assert_eq!(json["capacity_bytes"], 12);
        assert!(json["peak_bytes"].as_u64().unwrap() <= 12, "{json}");
        std::fs::remove_file(&path).unwrap();
    }
    // Human-readable units; the plan itself may go to standard output.
    let output = memplan(&["plan", &trace, "--capacity", "1 KiB", "-o", "-"]);
    assert!(output.status.success());
    assert_starts!(text(&output.stdout), '{');
    // The answer comes early: at this size, `exact` would not finish.
    let large = "gen:skewed{n=5k seed=1}";
    let (code, out, _) = plan(&[large, "--planner", "auto", "--capacity", "1EB"]);
    assert!(code == Some(0) && out.contains("fits"), "{out}");
}

#[test]
fn a_trace_that_does_not_fit_comes_with_a_proof() {
    let scratch = Scratch::new("unfit");
    let trace = scratch.file("gap.csv", GAP);
    let path = scratch.path("gap.mplan");
    for planner in ["first-fit", "auto", "exact"] {
        let arguments = [&trace, "--planner", planner, "-o", &path, "--capacity"];
        let (code, out, err) = plan(&[&arguments[..], &["10"]].concat());
        assert_eq!(code, Some(1), "{err}");
        assert_has!(out, "does not fit");
        assert_has!(
            err,
            "does not fit into 10 bytes: the lower bound is 11 bytes (load) [does-not-fit]",
            "4 buffers live at tick 5 add up to 11 bytes: `e` (4 B), `c` (3 B), `h` (2 B), `i` (2 B)"
        );
        let (code, _, err) = plan(&[&arguments[..], &["11"]].concat());
        assert_eq!(code, Some(1), "{err}");
        assert_has!(
            err,
            "the lower bound is 12 bytes (search)",
            "an exhaustive search found no schedule within the capacity"
        );
        assert!(!std::path::Path::new(&path).exists(), "a plan was written");
    }
    let (code, out, err) = plan(args!(
        "{trace} --capacity 10 --format json --diagnostics json"
    ));
    assert_eq!(code, Some(1));
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["fit"], "does-not-fit");
    assert_eq!(json["lower_bound_bytes"], 11);
    assert_eq!(json["bound_rule"], "load");
    let conflict = &json["conflict"];
    assert_eq!(conflict["tick"], 5);
    assert_eq!(conflict["load_bytes"], 11);
    assert_eq!(conflict["n_buffers"], 4);
    assert_eq!(conflict["buffers"][0]["name"], "e");
    assert_eq!(conflict["buffers"][0]["live_bytes"], 4);
    let message: Value = serde_json::from_str(&err).unwrap();
    assert_eq!(message["code"], "does-not-fit");
    // Padding to the alignment counts, too.
    let (code, _, err) = plan(&[&trace, "--capacity", "40", "--alignment", "16"]);
    assert_eq!(code, Some(1));
    assert_has!(err, "(aligned-load)", "padded to the alignment");
}

#[test]
fn what_no_limit_allows_to_decide_is_undecided() {
    let scratch = Scratch::new("undecided");
    let trace = scratch.file("gap.csv", GAP);
    for limit in [["--work", "0"], ["--time-limit", "0ms"]] {
        let (code, out, err) = plan(&[&[&trace, "--capacity", "11"][..], &limit].concat());
        assert_eq!(code, Some(3), "{limit:?}: {err}");
        assert_has!(out, "undecided");
        assert_has!(
            err,
            "cannot decide within the limits whether the trace fits into 11 bytes",
            "the lower bound is 11 bytes (load)"
        );
    }
    for bad in ["64K", "-1", "1.5", "sixty"] {
        let (code, _, err) = plan(&[&trace, &format!("--capacity={bad}")]);
        assert_eq!(code, Some(2), "{bad}");
        assert_has!(err, "--capacity");
    }
}

#[test]
fn a_batch_answers_for_every_trace_and_keeps_the_plans_that_fit() {
    let scratch = Scratch::new("fit-batch");
    let (small, large) = (scratch.file("small.csv", GAP), scratch.path("large.csv"));
    std::fs::write(&large, GAP.replace(",6\n", ",60\n")).unwrap();
    let plans = scratch.path("plans/");
    let run = || {
        plan(args!(
            "{small} {large} --capacity 20 -o {plans} --format csv"
        ))
    };
    let (code, out, err) = run();
    assert_eq!(code, Some(1), "{err}");
    let fits: Vec<&str> = out
        .lines()
        .filter_map(|line| line.rsplit(',').next())
        .collect();
    assert_eq!(fits, ["fit", "fits", "does-not-fit"], "{out}");
    assert!(
        out.lines()
            .next()
            .unwrap()
            .ends_with(",resumed,capacity_bytes,fit")
    );
    let (_, _, err) = plan(&[&small, &large, "--capacity", "20"]);
    assert_has!(
        err,
        "2 plans for 2 inputs with 1 planner; within 20 bytes 1 fits, 1 does not fit\n"
    );
    let names = || -> Vec<String> {
        let files = std::fs::read_dir(&plans).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.filter(|name| name.ends_with(".mplan")).collect();
        names.sort();
        names
    };
    assert_eq!(names(), ["small.mplan"]);
    // The second run keeps the plan that fits, and gives the same answer.
    let (code, out, _) = run();
    assert_eq!(code, Some(1));
    assert!(
        out.lines().nth(1).unwrap().ends_with(",true,20,fits"),
        "{out}"
    );
    // Another capacity requires a new answer.
    let (_, out, _) = plan(&[&small, "--capacity", "11", "-o", &plans, "--format", "csv"]);
    assert!(
        out.lines()
            .nth(1)
            .unwrap()
            .ends_with(",false,11,does-not-fit"),
        "{out}"
    );
}

/// Against the checker's own notion: a capacity of the optimum fits, one byte less does not.
#[test]
fn the_answer_turns_at_the_optimum() {
    for seed in 0..12 {
        let trace = format!("gen:skewed{{n=14 seed={seed}}}");
        let json = printed_json(&["plan", &trace, "--planner", "exact", "--format", "json"]);
        assert_eq!(json["optimal"], true);
        let optimum = json["peak_bytes"].as_u64().unwrap();
        for (capacity, expected) in [(optimum, Some(0)), (optimum - 1, Some(1))] {
            for planner in ["auto", "best-fit"] {
                let capacity = capacity.to_string();
                let (code, _, err) = plan(&[&trace, "--capacity", &capacity, "--planner", planner]);
                assert_eq!(code, expected, "{trace} {planner} {capacity}: {err}");
            }
        }
    }
}

#[test]
fn the_matrix_has_the_worst_trace_first() {
    let scratch = Scratch::new("matrix");
    let loose = "id,lower,upper,size\na,0,2,8\nb,1,3,8\n";
    let traces = [
        scratch.file("a.csv", loose),
        scratch.file("b.csv", GAP),
        scratch.file("c.csv", "id,lower,upper,size\na,0,-1,8\n"),
        scratch.file("d.csv", loose.replace('8', "8192")),
    ];
    let traces: Vec<&str> = traces.iter().map(String::as_str).collect();
    let run = |more: &[&str]| {
        let planners = ["--planners", "auto,first-fit", "--summary"];
        plan(&[&traces, &planners[..], more].concat())
    };
    let (code, out, _) = run(&[]);
    assert_eq!(code, Some(1));
    let lines: Vec<Vec<&str>> = out
        .lines()
        .map(|l| l.split_whitespace().collect())
        .collect();
    assert_eq!(lines[0], ["trace", "buffers", "bound", "auto", "first-fit"]);
    let name = |line: &[&str]| line[0].rsplit('/').next().unwrap().to_owned();
    let names: Vec<String> = lines[1..5].iter().map(|line| name(line)).collect();
    assert_eq!(names, ["c.csv", "b.csv", "a.csv", "d.csv"], "{out}");
    assert_eq!(lines[1][1..], ["-", "-", "-", "-"]);
    assert_eq!(lines[2][1..4], ["9", "12", "B"]);
    assert_eq!(lines[2][4], "optimal");
    assert!(lines[2][5].ends_with('%'), "{out}");
    assert_eq!(lines[4][1..], ["2", "16", "KiB", "optimal", "optimal"]);
    assert_eq!(lines[6][..2], ["planner", "traces"], "{out}");

    let (_, out, _) = run(&["--format", "json"]);
    let json: Value = serde_json::from_str(&out).unwrap();
    let matrix = json["matrix"].as_array().unwrap();
    assert_eq!(matrix.len(), 4);
    assert_eq!(matrix[0]["cells"], serde_json::json!([null, null]));
    assert_eq!(matrix[1]["cells"][0]["planner"], "auto");
    assert_eq!(matrix[1]["cells"][0]["peak_bytes"], 12);
    let worst = matrix[1]["worst_fragmentation"].as_f64().unwrap();
    assert!(worst > 0.0 && matrix[1]["cells"][1]["fragmentation"] == worst);
    assert_eq!(matrix[3]["cells"][0]["lower_bound_bytes"], 16_384);
    assert_eq!(json["planners"][1]["planner"], "first-fit");
    assert_eq!(json["failed"][0]["code"], "syntax", "{out}");

    let (_, out, _) = run(&["--format", "csv"]);
    let head = "trace,scope,buffers,worst_fragmentation,auto peak_bytes,auto fragmentation,\
                first-fit peak_bytes,first-fit fragmentation";
    assert_eq!(out.lines().next(), Some(head));
    assert!(
        out.lines().nth(1).unwrap().ends_with("c.csv,,,,,,,"),
        "{out}"
    );
    assert!(
        out.lines()
            .last()
            .unwrap()
            .ends_with("d.csv,,2,0,16384,0,16384,0"),
        "{out}"
    );
    // The text output lists twenty rows; `--verbose` lists all.
    let archive = scratch.path("all.mtrace");
    for index in 0..23 {
        scratch.file(&format!("many{index}.csv"), loose);
    }
    let pattern = scratch.path("many*.csv");
    stdout(&["convert", &pattern, traces[0], "-o", &archive]);
    let (code, out, _) = plan(&[&archive, "--summary"]);
    assert_eq!(code, Some(0));
    assert_has!(
        out,
        "and 4 more traces, none of them worse (`--verbose` lists them)"
    );
    let (_, out, _) = plan(&[&archive, "--summary", "--verbose"]);
    assert!(!out.contains("more traces"), "{out}");
}

/// A refusal comes with a proof that the checker accepts, an answer with a plan; both are valid plans.
#[test]
fn an_answer_is_a_plan_or_a_certificate() {
    let scratch = Scratch::new("proof");
    let trace = scratch.file("gap.csv", GAP);
    let path = scratch.path("gap.json");
    for (capacity, expected) in [("8", 1), ("11", 1), ("12", 0), ("100", 0)] {
        let (code, _, err) = plan(&[&trace, "--capacity", capacity, "--proof", &path]);
        assert_eq!(code, Some(expected), "{capacity}: {err}");
        assert_eq!(stdout(&["check", &trace, &path]), "valid: 1 schedule\n");
        let json = json_file(&path);
        let peak = json["schedules"][0]["total_size_bytes"].as_u64().unwrap();
        let limit: u64 = capacity.parse().unwrap();
        assert_eq!(peak <= limit, expected == 0, "{json}");
        if expected == 1 {
            let bound = (limit + 1).to_string();
            let proof = printed_json(args!(
                "verify-proof {trace} {path} --bound {bound} --format json"
            ));
            assert_eq!(proof["proved"], true, "{proof}");
            assert!(
                proof["schedules"][0]["certificate_steps"].is_u64(),
                "{proof}"
            );
        }
    }
    let (code, out, err) = plan(&[&trace, "--proof", &path]);
    assert_eq!(code, Some(0), "{err}");
    assert!(err.contains("peak 12 bytes, proved optimal"), "{out}{err}");
    let verified = stdout(&["verify-proof", &trace, &path, "--format", "json"]);
    let proof: Value = serde_json::from_str(&verified).unwrap();
    assert!(
        proof["schedules"][0]["certificate_steps"].is_u64(),
        "{proof}"
    );
}

/// `plan --proof` says why there is no certificate, and `verify-proof` that there is none before it searches.
#[test]
fn a_missing_certificate_is_said() {
    let scratch = Scratch::new("no-certificate");
    let trace = scratch.file("gap.csv", GAP);
    let path = scratch.path("gap.json");
    let costs = "examples/constraints/costs.json";
    let (code, _, err) = plan(&[costs, "--planner", "auto", "--proof", &path]);
    assert_eq!(code, Some(0), "{err}");
    let why = "the plan has no certificate: certificates say nothing about pools, relations and costs [no-certificate]";
    assert_has!(err, why);
    let (code, _, err) = plan(&[&trace, "--planner", "exact{certificate=off}", "-o", &path]);
    assert_eq!(code, Some(0), "{err}");
    let output = memplan(&["verify-proof", &trace, &path]);
    let err = String::from_utf8_lossy(&output.stderr);
    assert_has!(err, "no certificate of 12 bytes");
    assert_eq!(output.status.code(), Some(0), "{err}");
}

/// Two buffers are live at once; the third has another size, and a caller gets it.
const NAMED: &str = r#"func.func @f(%x: memref<32xf32>) -> memref<8xf32> {
  %a = memref.alloc() : memref<32xf32>
  %b = memref.alloc() : memref<32xf32>
  %c = memref.alloc() : memref<8xf32>
  linalg.exp ins(%x : memref<32xf32>) outs(%a : memref<32xf32>) loc("jit(f)/exp"("src/model.py":7:3))
  linalg.add ins(%a, %x : memref<32xf32>, memref<32xf32>) outs(%b : memref<32xf32>) loc("jit(f)/add"("src/model.py":8:3))
  memref.copy %b, %x : memref<32xf32> to memref<32xf32>
  %0 = arith.constant 1.0 : f32
  linalg.fill ins(%0 : f32) outs(%c : memref<8xf32>) loc("jit(f)/ones"("src/model.py":9:3))
  return %c : memref<8xf32>
}
"#;

#[test]
fn buffers_have_the_words_of_the_front_end() {
    let scratch = Scratch::new("words");
    let program = scratch.file("f.mlir", NAMED);
    let (_, out, _) = plan(&[&program, "--explain", "--sensitivity"]);
    assert_has!(
        out,
        "`f/alloc0` of `jit(f)/exp (model.py:7)` (128 B)",
        "f/alloc0: jit(f)/exp (model.py:7)    128"
    );
    let (_, _, err) = plan(&[&program, "--capacity", "100"]);
    assert_has!(err, "`f/alloc1` of `jit(f)/add (model.py:8)` (128 B)");
    let merge = |more: &[&str]| memplan(&[&["merge", &program, "-O", "none"], more].concat());
    let err = text(&merge(&["--verbose"]).stderr);
    assert_has!(err, "f/alloc2 of `jit(f)/ones (model.py:9)` escapes");
    let output = memplan(&["merge", &program, "--fit", "20"]);
    assert_has!(text(&output.stderr), "of `jit(f)/ones (model.py:9)` (32 B)");
}

#[test]
fn the_peak_is_explained_with_the_buffers_that_force_it() {
    let scratch = Scratch::new("explain");
    let trace = scratch.file("gap.csv", GAP);
    let picture = scratch.path("gap.svg");
    let (code, _, err) = plan(&[&trace, "--explain", "--picture", &picture]);
    assert_eq!(code, Some(0), "{err}");
    let drawn = std::fs::read_to_string(&picture).unwrap();
    assert_has!(drawn, "<title>the largest load, at tick 5</title>");
    assert_eq!(
        drawn.matches("<g class=\"pl\"><title>b: ").count(),
        1,
        "only `b` does not matter"
    );
    assert_eq!(drawn.matches("class=\"pl\"").count(), 1);
    assert_eq!(
        drawn.matches("<rect class=\"ch\"").count(),
        3,
        "`a` on `f` on `d`"
    );
    // The picture of the book.
    let (code, _, err) = plan(&[NINE, "--explain", "--picture", &picture]);
    assert_eq!(code, Some(0), "{err}");
    let kept = std::fs::read_to_string("../docs/book/src/pictures/why.svg").unwrap();
    assert!(
        std::fs::read_to_string(&picture).unwrap() == kept,
        "run: memplan plan {NINE} --explain --picture docs/book/src/pictures/why.svg"
    );
    let page = scratch.path("gap.html");
    let (code, _, err) = plan(&[&trace, "--explain", "--picture", &page]);
    assert_eq!(code, Some(2), "{err}");
    assert_has!(err, "`memplan show` writes pages");
    let (code, _, err) = plan(args!(
        "examples/constraints/costs.json --explain --picture {picture}"
    ));
    assert_eq!(code, Some(0), "{err}");
    assert!(
        std::fs::read_to_string(&picture)
            .unwrap()
            .contains("which costs")
    );
    let (_, out, _) = plan(&[&trace, "--sensitivity", "--format", "json"]);
    let json: Value = serde_json::from_str(&out).unwrap();
    let trace = &json["traces"][0];
    let names = trace["core"]["buffers"].as_array().unwrap();
    assert!(!names.contains(&"b".into()), "{json}");
    assert_eq!(trace["sensitivity"].as_array().unwrap().len(), 8);
}

#[test]
fn rules_and_cliques_of_relations_are_explained() {
    let example = |name: &str| format!("examples/constraints/{name}.json");
    let (_, out, _) = plan(&[&example("moves"), "--explain"]);
    let words = "`input` (4 KiB) is not in `l1` at ticks 2..8: 8 KiB of it are taken at tick 2";
    assert_has!(out, words);
    // What fits nowhere is explained, too; the exit code says that it does not.
    let (code, out, err) = plan(&[&example("too-small"), "--explain", "--format", "json"]);
    assert_eq!(code, Some(1), "{err}");
    assert_has!(err, "[pool-exceeded]");
    let json: Value = serde_json::from_str(&out).unwrap();
    let trace = &json["traces"][0];
    assert_eq!(trace["fits"], false);
    let clique = &trace["pools"][0]["clique"];
    assert_eq!(clique["bytes"], 73728);
    assert_eq!(clique["tick"], 2);
    assert_eq!(clique["pairs"][0]["rule"], "are to be apart");
    let (code, _, err) = plan(&[&example("costs"), "--sensitivity"]);
    assert_eq!(code, Some(1), "{err}");
    assert_has!(err, "[unsupported]");
}
