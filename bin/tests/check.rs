//! `memplan check IN.mlir`: faults, proofs and their messages.

use std::process::Output;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{Scratch, assert_has, assert_starts, memplan_with_input, stderr_of, text};

const LEAKS: &str = "func.func private @make(%n: index) -> memref<?xf32> {
  %a = memref.alloc(%n) : memref<?xf32>
  return %a : memref<?xf32>
}
func.func @f(%n: index, %c: i1) {
  %a = call @make(%n) : (index) -> memref<?xf32>
  scf.if %c {
    memref.dealloc %a : memref<?xf32>
  }
  return
}
";

const FINE: &str = "func.func @f(%x: memref<?x2xf32>, %i: index) -> memref<2xf32> {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<2xf32>
  %b = memref.alloc() : memref<2xf32>
  %s = memref.subview %x[0, 0] [1, 2] [1, 1] : memref<?x2xf32> to memref<2xf32, strided<[1]>>
  memref.copy %s, %a : memref<2xf32, strided<[1]>> to memref<2xf32>
  memref.copy %a, %b : memref<2xf32> to memref<2xf32>
  memref.dealloc %a : memref<2xf32>
  return %b : memref<2xf32>
}
";

fn check(program: &str, arguments: &[&str]) -> Output {
    memplan_with_input(&[&["check", "-"], arguments].concat(), program.as_bytes())
}

#[test]
fn a_leak_is_told_with_its_calls_and_its_input() {
    let output = check(LEAKS, &[]);
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    let expected = "<stdin>:2:8: error: 4 bytes are allocated here and never freed [leak]
  |
2 |   %a = memref.alloc(%n) : memref<?xf32>
  |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  = help: `memplan merge` and `memplan opt --buffer-deallocation-pipeline` insert deallocations
<stdin>:6:8: note: called from here
  |
6 |   %a = call @make(%n) : (index) -> memref<?xf32>
  |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  = note: in a run of `f` on (1, 0); `--seed 1 --inputs 1` repeats it
";
    // The seed fixes the order of inputs, and so the numbers.
    assert_eq!(told, expected);
    assert_eq!(text(&output.stdout), "");
    assert_eq!(
        text(&check(LEAKS, &["--seed", "1", "--inputs", "1"]).stderr),
        expected
    );
}

#[test]
fn arguments_may_be_given() {
    let given = |arguments: &str| check(LEAKS, &["--function", "f", "--args", arguments]);
    let freed = given("[4, true]");
    assert_eq!(
        (freed.status.code(), &*text(&freed.stdout)),
        (
            Some(0),
            "no fault: 1 run in 1 function, 1 allocation freed or returned\n"
        )
    );
    let leaks = given("[4, false]");
    assert_eq!(leaks.status.code(), Some(1));
    assert_has!(text(&leaks.stderr), "error: 16 bytes are allocated here");
    for (wrong, problem) in [
        ("[4]", "the function has 2 parameters, found 1 arguments"),
        ("4", "expected a JSON array: "),
        (
            "[1.5, true]",
            "argument 0 of type `index`: expected a 64-bit integer, found `1.5`",
        ),
    ] {
        let output = given(wrong);
        assert_eq!(output.status.code(), Some(2));
        assert_has!(text(&output.stderr), problem);
    }
    let shaped = |arguments: &str| check(FINE, &["--function", "@f", "--args", arguments]);
    assert_eq!(shaped("[[[1, 2.5], [3, 4]], 0]").status.code(), Some(0));
    for (wrong, problem) in [
        ("[[[1, 2], [3]], 0]", "expected an array of 2 elements"),
        ("[[[1, 2, 3]], 0]", "expected 2 elements, found 3"),
        ("[[1, 2], 0]", "expected arrays nested 2 deep"),
        ("[[], 0]", "out-of-bounds"),
    ] {
        let told = text(&shaped(wrong).stderr);
        assert!(told.contains(problem), "{wrong}: {told}");
    }
}

/// Each kind of fault, with its first message.
#[test]
fn every_kind_of_fault_has_a_location() {
    for (body, code, line) in [
        (
            "memref.dealloc %a : memref<4xf32>\nmemref.dealloc %a : memref<4xf32>",
            "double-free",
            5,
        ),
        (
            "memref.dealloc %x : memref<4xf32>\nmemref.dealloc %a : memref<4xf32>",
            "invalid-free",
            4,
        ),
        (
            "memref.dealloc %a : memref<4xf32>\n%v = memref.load %a[%i] : memref<4xf32>",
            "use-after-free",
            5,
        ),
        (
            "%v = memref.load %x[%far] : memref<4xf32>\nmemref.dealloc %a : memref<4xf32>",
            "out-of-bounds",
            4,
        ),
        (
            "%v = memref.load %a[%i] : memref<4xf32>\n%w = arith.fptosi %v : f32 to i32\n%j = arith.index_cast %w : i32 to index\n%u = memref.load %x[%j] : memref<4xf32>",
            "uninitialised-read",
            4,
        ),
    ] {
        let program = format!(
            "func.func @f(%x: memref<4xf32>) {{\n%i = arith.constant 0 : index\n%far = arith.constant 4 : index %a = memref.alloc() : memref<4xf32>\n{body}\nreturn\n}}\n"
        );
        let output = check(&program, &["--inputs", "2"]);
        assert_eq!(output.status.code(), Some(1), "{program}");
        let told = text(&output.stderr);
        let first = told.lines().next().unwrap();
        assert!(
            first.starts_with(&format!("<stdin>:{line}:")) && first.ends_with(&format!("[{code}]")),
            "{told}\n{program}"
        );
    }
}

#[test]
fn what_cannot_be_run_or_does_not_end_has_other_exit_codes() {
    let unknown = "func.func @f() {\n  \"test.region\"() ({\n    \"test.end\"() : () -> ()\n  }) : () -> ()\n  return\n}\n";
    let output = check(unknown, &[]);
    assert_eq!(output.status.code(), Some(2));
    assert_has!(text(&output.stderr), "[unsupported]");
    let endless = "func.func @f() {\n  cf.br ^a\n^a:\n  cf.br ^a\n}\n";
    let output = check(endless, &["--step-limit", "1000"]);
    assert_eq!(output.status.code(), Some(3));
    assert_has!(text(&output.stderr), "[step-limit]");
    let output = check(FINE, &["--function", "g"]);
    assert_eq!(output.status.code(), Some(2));
    assert_has!(text(&output.stderr), "known functions: f");
    let borrowed =
        "func.func @f(%x: memref<4xf32>) -> memref<4xf32> {\n  return %x : memref<4xf32>\n}\n";
    let output = check(borrowed, &[]);
    assert_eq!(output.status.code(), Some(0));
    assert_has!(
        text(&output.stderr),
        "warning: result 0 aliases an argument"
    );
}

#[test]
fn what_is_proved_is_said_and_what_is_not_is_explained() {
    let output = check(FINE, &["--static"]);
    assert_eq!(
        (
            output.status.code(),
            &*text(&output.stdout),
            &*text(&output.stderr)
        ),
        (
            Some(0),
            "proved: 1 of 1 function, 2 allocations freed exactly once on every path and not used afterwards\n",
            ""
        )
    );
    let output = check(LEAKS, &["--static"]);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(
        text(&output.stdout),
        "proved: 1 of 2 functions, 1 allocation freed exactly once on every path and not used afterwards\n"
    );
    let told = text(&output.stderr);
    assert!(
        told.starts_with(
            "<stdin>:10:3: error: no proof: an allocation is freed on some paths to this point but \
             not on others [freed-on-some-paths]\n"
        ) && told.contains("<stdin>:6:8: note: allocated here"),
        "{told}"
    );
}

#[test]
fn certain_faults_and_missing_proofs_differ() {
    let certain = FINE.replace(
        "  return %b",
        "  memref.dealloc %a : memref<2xf32>\n  return %b",
    );
    let output = check(&certain, &["--static"]);
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    assert_starts!(
        told,
        "<stdin>:9:3: error: every run that returns has this fault: this frees memory that is freed already \
             [unknown-free]\n"
    );
    let json = |program: &str| -> serde_json::Value {
        let output = check(program, &["--static", "--format", "json"]);
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let function = &json(&certain)["functions"][0];
    assert_eq!(function["faults"][0]["line"], 9);
    assert_eq!(function["doubts"], serde_json::Value::Null);
    let function = &json(LEAKS)["functions"][1];
    assert_eq!(function["faults"], serde_json::Value::Null);
    assert_eq!(function["doubts"][0]["code"], "freed-on-some-paths");
}

/// A loop owns its buffer from the second iteration on.
#[test]
fn what_merge_writes_of_loops_is_proved() {
    for model in ["gru", "newton"] {
        let path = format!("datasets/programs/{model}.tensor.mlir");
        let merged = crate::common::stdout(&["merge", &path]);
        let output = check(&merged, &["--static"]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    }
}

#[test]
fn programs_read_the_same_verdicts() {
    let json = |program: &str, arguments: &[&str]| -> serde_json::Value {
        let output = check(program, &[arguments, &["--format", "json"]].concat());
        assert_eq!(text(&output.stderr), "");
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let runs = json(LEAKS, &["--inputs", "8", "--seed", "3"]);
    assert_eq!(runs["version"], 1);
    assert_eq!(runs["valid"], false);
    let function = &runs["functions"][0];
    assert_eq!(function["function"], "f");
    assert_eq!(function["n_runs"], 8);
    let faults = function["faults"].as_array().unwrap();
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0]["code"], "leak");
    assert_eq!(faults[0]["line"], 2);
    assert_eq!(runs, json(LEAKS, &["--inputs", "8", "--seed", "3"]));
    let proof = json(LEAKS, &["--static"]);
    assert_eq!(proof["proved"], false);
    assert_eq!(proof["functions"][0]["proved"], true);
    assert_eq!(proof["functions"][1]["doubts"][0]["line"], 10);
}

#[test]
fn a_trace_wants_a_plan() {
    let stderr = stderr_of(2, &["check", "no-such.mtrace"]);
    assert_has!(stderr, "[no-plan]");
}

#[test]
fn leaks_are_grouped_and_arguments_bounded() {
    let buffers: String = (0..13)
        .map(|at| format!("  %a{at} = memref.alloc() : memref<4xf32>\n"))
        .collect();
    let params: Vec<String> = (0..60).map(|at| format!("%x{at}: memref<8xf32>")).collect();
    let program = format!(
        "func.func @f({}) {{\n{buffers}  return\n}}\n",
        params.join(", ")
    );
    let told = text(&check(&program, &[]).stderr);
    assert_eq!(told.matches("error: ").count(), 1, "{told}");
    assert_eq!(told.matches("in a run of `f`").count(), 1, "{told}");
    assert_has!(
        told,
        "note: 12 other allocations are also never freed, in lines 3, 4, 5, 6, 7, 8, 9, 10, \
             11, 12, and 2 more; `--format json` lists each"
    );
    let inputs = told.lines().find(|line| line.contains("in a run of"));
    assert!(inputs.is_some_and(|line| line.len() < 160), "{told}");
    assert!(
        inputs.is_some_and(|line| line.contains(", and 58 more)")),
        "{told}"
    );
    let all = check(&program, &["--format", "json"]).stdout;
    let all: serde_json::Value = serde_json::from_slice(&all).unwrap();
    assert_eq!(all["functions"][0]["faults"].as_array().unwrap().len(), 13);
}

/// Two buffers at these offsets, both of which are live when the second one is written.
fn sharing(offset: u32) -> String {
    format!(
        "func.func @f(%x: memref<8xf32>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant {offset} : index
  %m = memref.alloc() : memref<64xi8>
  %a = memref.view %m[%c0][] : memref<64xi8> to memref<8xf32>
  %b = memref.view %m[%c1][] : memref<64xi8> to memref<8xf32>
  memref.copy %x, %a : memref<8xf32> to memref<8xf32>
  memref.copy %x, %b : memref<8xf32> to memref<8xf32>
  memref.copy %a, %x : memref<8xf32> to memref<8xf32>
  memref.dealloc %m : memref<64xi8>
  return
}}
"
    )
}

#[test]
fn buffers_that_share_bytes_while_both_are_live_are_a_fault() {
    let output = check(&sharing(32), &["--static"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        text(&output.stdout).lines().nth(1),
        Some("merged: 2 buffers share allocations, every read finds what its buffer wrote")
    );
    let output = check(&sharing(16), &["--static"]);
    assert_eq!(output.status.code(), Some(1));
    let errors = text(&output.stderr);
    for wanted in [
        "<stdin>:9:3: error: it reads a buffer that another buffer in the same bytes has overwritten [wrong-merge]",
        "<stdin>:5:8: note: the view that is the buffer",
        "<stdin>:8:3: note: overwritten here",
    ] {
        assert!(errors.contains(wanted), "{errors}");
    }
}

/// The result of `f` is in its donated argument after merging; `g` writes to its argument.
const STEP: &str =
    "func.func @f(%a: memref<4x2xf32> {memplan.donated = 0 : i64}) -> memref<4x2xf32> {
  %r = memref.alloc() : memref<4x2xf32>
  linalg.map { arith.addf } ins(%a, %a : memref<4x2xf32>, memref<4x2xf32>) outs(%r : memref<4x2xf32>)
  return %r : memref<4x2xf32>
}
func.func @g(%x: memref<2xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = memref.load %x[%c1] : memref<2xf32>
  memref.store %v, %x[%c0] : memref<2xf32>
  return %v : f32
}
";

/// A version of [`STEP`] against it.
fn against(after: &str, before: &str, arguments: &[&str]) -> Output {
    static N_SCRATCH: AtomicUsize = AtomicUsize::new(0);
    let number = N_SCRATCH.fetch_add(1, Ordering::Relaxed);
    let scratch = Scratch::new(&format!("check-against-{number}"));
    let before = scratch.file("before.mlir", before);
    check(after, &[&["--against", &before], arguments].concat())
}

#[test]
fn versions_that_compute_the_same_are_told_with_their_peaks() {
    let merged = memplan_with_input(&["merge", "-"], STEP.as_bytes());
    let after = text(&merged.stdout);
    assert_has!(&after, "memplan.results = [\"argument 0\"]");
    let output = against(&after, STEP, &["--inputs", "3"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_has!(
        text(&output.stdout),
        "the same results and arguments in 6 runs; highest peak 32 B, and 32 B before\n"
    );
    let output = against(&after, STEP, &["--format", "json", "--inputs", "3"]);
    assert_has!(text(&output.stdout), "\"compared\"", "\"peak_bytes\": 32");
}

#[test]
fn a_difference_is_told_with_its_element_and_its_input() {
    let merged = memplan_with_input(&["merge", "-"], STEP.as_bytes());
    let after = text(&merged.stdout).replace("arith.addf", "arith.mulf");
    let output = against(&after, STEP, &[]);
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    assert_has!(
        &told,
        "error: `f` computes something else than in ",
        "[differs]",
        "note: result 0[0][0] is ",
        "note: in a run of `f` on (4x2x["
    );
    // The repeated run shows it, too.
    let seed = told.split("`--seed ").nth(1).unwrap();
    let seed = seed.split(' ').next().unwrap();
    let again = against(&after, STEP, &["--seed", seed, "--inputs", "1"]);
    let of_the_element = |told: &str| told.split_once("note: result").unwrap().1.to_owned();
    assert_eq!(of_the_element(&text(&again.stderr)), of_the_element(&told));
    // An argument that only the later version writes to.
    let written = STEP.replace("store %v, %x[%c0]", "store %v, %x[%c1]");
    let output = against(
        &written,
        STEP,
        &["--function", "g", "--args", "[[1.0, 2.0], 0]"],
    );
    assert_has!(
        text(&output.stderr),
        "note: argument 0[0] is 1.0, and was 2.0"
    );
}

#[test]
fn what_cannot_be_compared_is_told() {
    let (f, g) = STEP.split_at(STEP.find("func.func @g").unwrap());
    let output = against(g, STEP, &[]);
    assert_eq!(output.status.code(), Some(1));
    assert_has!(
        text(&output.stderr),
        "error: `f` is gone in <stdin> [differs]"
    );
    // New functions are judged alone.
    assert_eq!(against(STEP, f, &[]).status.code(), Some(0));
    let more = g.replace("%n: index)", "%n: index, %m: index)");
    let output = against(&more, g, &[]);
    assert_eq!(output.status.code(), Some(2));
    assert_has!(
        text(&output.stderr),
        "`g` takes 3 arguments, and 2 before [not-compared]"
    );
    let faulty = g.replace("%c1 = arith.constant 1", "%c1 = arith.constant 7");
    let output = against(g, &faulty, &[]);
    assert_eq!(output.status.code(), Some(2));
    assert_has!(
        text(&output.stderr),
        "before.mlir:4:8: error: ",
        "nothing is compared where the earlier version has a fault"
    );
}
