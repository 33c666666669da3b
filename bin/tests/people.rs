//! The experience of a new user: correct examples, consistent reports, helpful messages.

use crate::common::{
    Scratch, args, assert_has, assert_starts, json_file, memplan, memplan_with_input, printed_json,
    root, stderr_of, stdout, text,
};

/// The programs in `examples/`.
#[expect(clippy::unwrap_used, reason = "a failure here is one of the test")]
fn examples() -> Vec<String> {
    let entries = std::fs::read_dir(root().join("examples")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".mlir")).collect();
    names.sort();
    assert!(names.len() >= 4, "{names:?}");
    names
}

/// Every example computes on memory that it wrote. `merge` frees what the example does not free.
#[test]
fn examples_are_in_order_and_merged_ones_leak_nothing() {
    for name in examples() {
        let input = format!("examples/{name}");
        let report = memplan(&["check", &input, "--inputs", "1", "--format", "json"]);
        let report: serde_json::Value = serde_json::from_slice(&report.stdout).unwrap();
        for function in report["functions"].as_array().unwrap() {
            assert_eq!(function["n_runs"], 1, "{name}: {function}");
            let faults = function["faults"].as_array().cloned().unwrap_or_default();
            for fault in faults {
                assert_eq!(fault["code"], "leak", "{name}: {fault}");
            }
        }
        let scratch = Scratch::new(&format!("example-{name}"));
        let merged = scratch.path("merged.mlir");
        stdout(&["merge", &input, "-o", &merged]);
        let verdict = stdout(&["check", &merged, "--inputs", "1"]);
        assert!(
            verdict.starts_with("no fault: 1 run in 1 function"),
            "{name}: {verdict}"
        );
        let proof = stdout(&["check", &merged, "--static"]);
        assert!(
            proof.starts_with("proved: 1 of 1 function"),
            "{name}: {proof}"
        );
    }
}

/// Runs a line of the shell in which `$0` is the command.
#[cfg(unix)]
#[expect(clippy::unwrap_used, reason = "a failure here is one of the test")]
fn shell(line: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let output = std::process::Command::new("sh")
        .args(["-c", line, env!("CARGO_BIN_EXE_memplan")])
        .args(arguments)
        .current_dir(root())
        .output()
        .unwrap();
    (output.status.code(), text(&output.stderr))
}

#[test]
#[cfg(unix)]
fn an_output_that_is_discarded_is_no_error() {
    // Programs open the null device for reading and writing for the output of their children, shells for writing alone.
    for discarded in ["<>/dev/null 1>&0", ">/dev/null"] {
        let line = format!(r#""$0" merge -q examples/mlp.mlir {discarded}"#);
        let (code, stderr) = shell(&line, &[]);
        assert_eq!((code, &*stderr), (Some(0), ""), "{discarded}");
    }
}

#[test]
#[cfg(unix)]
fn a_file_that_grows_too_large_leaves_nothing() {
    let scratch = Scratch::new("too-large-file");
    let output = scratch.path("out.mlir");
    let line = r#"ulimit -f 1; "$0" merge -q examples/attention.mlir -o "$1""#;
    let (code, stderr) = shell(line, &[&output]);
    assert_eq!(code, Some(2), "{stderr}");
    assert_has!(stderr, "cannot write: file too large");
    assert_eq!(scratch.names(), Vec::<String>::new());
}

#[test]
fn a_list_of_planners_is_for_what_takes_several() {
    let trace = "datasets/data/nine.csv";
    let stderr = stderr_of(
        2,
        args!("plan {trace} --planner first-fit,best-fit --explain"),
    );
    assert_eq!(
        stderr,
        "memplan: error: `first-fit,best-fit` names several planners, but an explanation is about one schedule [usage]\n  \
         = help: pass one planner: `--planner NAME`\n"
    );
    let table = stdout(&["plan", trace, "--planner", "all"]);
    for name in ["first-fit", "exact", "xla-temporal", "auto"] {
        assert!(table.contains(&format!(" {name} ")), "{name}: {table}");
    }
}

#[test]
fn a_leaderboard_is_one_page_if_a_page_is_named() {
    let scratch = Scratch::new("leaderboard-page");
    for (name, begin) in [
        ("x.html", "<!doctype html>"),
        ("x.md", "# "),
        ("x.csv", "dataset,"),
        ("x.json", "{"),
    ] {
        let page = scratch.path(name);
        let printed = stdout(args!(
            "leaderboard datasets/data/nine.csv --planners first-fit --work 1000 -o {page}"
        ));
        assert_eq!(printed, "");
        let text = std::fs::read_to_string(&page).unwrap();
        assert!(text.starts_with(begin), "{name}: {}", &text[..40]);
    }
    assert_eq!(scratch.names().len(), 4);
}

#[test]
fn a_picture_that_few_programs_open_has_a_remark() {
    let scratch = Scratch::new("large-picture");
    let picture = scratch.path("x.svg");
    let large = "gen:uniform{n=70000}";
    let stderr = stderr_of(0, &["show", large, "--planner=first-fit", "-o", &picture]);
    assert_has!(
        stderr,
        "too large for most viewers [large-picture]",
        "-o OUT.html"
    );
}

/// Two functions without a body, of which one keeps what it is given.
const EXTERNAL: &str = "func.func private @keep(memref<16xi32>)
func.func private @readkept() -> i32
func.func @main() -> i32 {
  %c = arith.constant 1 : i32
  %i = arith.constant 3 : index
  %a = memref.alloc() : memref<16xi32>
  linalg.fill ins(%c : i32) outs(%a : memref<16xi32>)
  func.call @keep(%a) : (memref<16xi32>) -> ()
  %b = memref.alloc() : memref<16xi32>
  linalg.fill ins(%c : i32) outs(%b : memref<16xi32>)
  %k = func.call @readkept() : () -> i32
  %v = memref.load %b[%i] : memref<16xi32>
  %r = arith.addi %k, %v : i32
  return %r : i32
}
";

#[test]
fn functions_without_a_body_are_trusted_with_a_remark_or_distrusted() {
    let run = |program: &str, flags: &[&str]| {
        let arguments: Vec<&str> = [&["merge", "-"], flags].concat();
        let output = memplan_with_input(&arguments, program.as_bytes());
        assert!(output.status.success(), "{}", text(&output.stderr));
        (text(&output.stdout), text(&output.stderr))
    };
    let (merged, messages) = run(EXTERNAL, &[]);
    let remark = "<stdin>:1:1: remark: `keep` has no body: assumed to use arguments only during the call [assumed-to-borrow]";
    assert_eq!(messages.matches(remark).count(), 1, "{messages}");
    assert_has!(messages, "--unknown-ops=capture");
    assert_has!(merged, "memref.dealloc %alloc");
    let distrusted = [
        run(EXTERNAL, &["--unknown-ops=capture"]),
        run(EXTERNAL, &["--collector", "tick{unknown-ops=capture}"]),
        run(
            &EXTERNAL.replace(
                "@keep(memref<16xi32>)",
                "@keep(memref<16xi32> {memplan.captures})",
            ),
            &[],
        ),
    ];
    for (merged, messages) in distrusted {
        assert_has!(messages, "kept-by-callee");
        assert!(!messages.contains("remark"), "{messages}");
        assert_eq!(merged.matches("memref.alloc()").count(), 2, "{merged}");
        assert_eq!(merged.matches("memref.dealloc").count(), 1, "{merged}");
        assert_has!(merged, "memref.dealloc %alloc_0");
    }
    let borrows = EXTERNAL.replace(
        "@keep(memref<16xi32>)",
        "@keep(memref<16xi32> {llvm.nocapture})",
    );
    assert!(!run(&borrows, &[]).1.contains("remark"));
}

#[test]
fn passes_do_not_bufferize_and_say_so() {
    let program = "func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {\n  \
                   %0 = arith.addf %a, %a : tensor<4xf32>\n  \
                   %1 = arith.mulf %0, %a : tensor<4xf32>\n  return %1 : tensor<4xf32>\n}\n";
    for pass in ["--merge-alloc", "--merge-alloc=analysis-only=true"] {
        let output = memplan_with_input(&["opt", pass, "-"], program.as_bytes());
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{pass}: {stderr}");
        assert!(
            stderr.starts_with(
                "<stdin>:2:8: warning: nothing to plan: the program computes on tensors \
                 (2 operations) [not-bufferized]\n"
            ),
            "{pass}: {stderr}"
        );
        assert!(stderr.contains("--one-shot-bufferize="), "{pass}: {stderr}");
    }
}

#[test]
fn programs_without_buffers_to_plan_are_told_so() {
    let output = memplan_with_input(&["merge", "-"], b"\n");
    let stderr = text(&output.stderr);
    assert_starts!(
        stderr,
        "<stdin>: warning: the program is empty [empty-program]\n"
    );
    // Constants of tensor type beside buffers cause no warning.
    let mixed = b"func.func @f() -> f32 {\n  %c = arith.constant dense<0.0> : tensor<4xf32>\n  \
                  %i = arith.constant 0 : index\n  %x = arith.constant 0.0 : f32\n  \
                  %a = memref.alloc() : memref<4xf32>\n  \
                  memref.store %x, %a[%i] : memref<4xf32>\n  \
                  %v = memref.load %a[%i] : memref<4xf32>\n  return %v : f32\n}\n";
    let output = memplan_with_input(&["merge", "-"], mixed);
    assert_starts!(text(&output.stderr), "planned ");
    // A program with buffers is partly bufferized already, so its tensors stay.
    let half = b"func.func @f(%t: tensor<4xf32>) -> tensor<4xf32> {\n  \
                 %x = arith.constant 0.0 : f32\n  %a = memref.alloc() : memref<4xf32>\n  \
                 linalg.fill ins(%x : f32) outs(%a : memref<4xf32>)\n  \
                 %s = arith.addf %t, %t : tensor<4xf32>\n  return %s : tensor<4xf32>\n}\n";
    let output = memplan_with_input(&["merge", "-", "-O", "none"], half);
    let stderr = text(&output.stderr);
    assert_starts!(
        stderr,
        "<stdin>:5:8: warning: 1 operation computes a tensor, which is not planned [not-bufferized]\n"
    );
    assert_has!(text(&output.stdout), "tensor<4xf32>");
}

#[test]
fn unknown_operations_are_one_message_with_the_way_out() {
    // Custom syntax of an unknown dialect.
    let lines: String = (0..12).map(|_| "  foo.do\n  foo.other\n").collect();
    let program = format!("func.func @f() {{\n{lines}  return\n}}\n");
    let output = memplan_with_input(&["merge", "-"], program.as_bytes());
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert_eq!(stderr.matches("error:").count(), 1, "{stderr}");
    assert_has!(
        stderr,
        "`foo.do` in line 2 and 9 more, `foo.other` in line 3 and 9 more"
    );
    let help = stderr
        .lines()
        .position(|line| line.contains("= help: "))
        .unwrap();
    assert_eq!(help, 4, "{stderr}");
    assert_has!(stderr, "--mlir-print-op-generic");

    // In generic form they can be read, but their memory effects are unknown.
    let uses: String = (0..44)
        .map(|n| {
            format!(
                "  %a{n} = memref.alloc() : memref<4xf32>\n  \
                 \"foo.use\"(%a{n}) : (memref<4xf32>) -> ()\n"
            )
        })
        .collect();
    let program = format!("func.func @f() {{\n{uses}  return\n}}\n");
    let output = memplan_with_input(&["merge", "-"], program.as_bytes());
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert_eq!(stderr.matches("error:").count(), 1, "{stderr}");
    assert_has!(
        stderr,
        "44 operations have unknown memory effects",
        "= help: `--no-dealloc` "
    );
    assert!(!stderr.contains("not shown"), "{stderr}");
    let arguments = ["merge", "-", "--no-dealloc", "-o", "/dev/null"];
    let output = memplan_with_input(&arguments, program.as_bytes());
    assert!(output.status.success(), "{}", text(&output.stderr));
}

const TWO_SCOPES: &str = "func.func @one() {\n  %z = arith.constant 0.0 : f32\n  \
    %a = memref.alloc() : memref<4xf32>\n  linalg.fill ins(%z : f32) outs(%a : memref<4xf32>)\n  \
    %b = memref.alloc() : memref<8xf32>\n  linalg.fill ins(%z : f32) outs(%b : memref<8xf32>)\n  \
    return\n}\nfunc.func @two() {\n  %z = arith.constant 0.0 : f32\n  \
    %a = memref.alloc() : memref<16xf32>\n  linalg.fill ins(%z : f32) outs(%a : memref<16xf32>)\n  \
    %b = memref.alloc() : memref<16xf32>\n  linalg.fill ins(%z : f32) outs(%b : memref<16xf32>)\n  \
    return\n}\nfunc.func @three(%n: index) -> memref<?xf32> {\n  \
    %unused = memref.alloc() : memref<2xf32>\n  \
    %a = memref.alloc(%n) : memref<?xf32>\n  return %a : memref<?xf32>\n}\n";

#[test]
fn the_rows_of_the_merge_report_add_up() {
    let scratch = Scratch::new("people-report");
    let input = scratch.file("in.mlir", TWO_SCOPES);
    let report = scratch.path("report.json");
    let arguments = ["merge", &input, "-O", "none", "-o", "/dev/null"];
    stdout(&[&arguments[..], &["--report", &report]].concat());
    let report = json_file(&report);
    let sum = |key: &str| -> u64 {
        let scopes = report["scopes"].as_array().unwrap().iter();
        scopes.map(|scope| scope[key].as_u64().unwrap()).sum()
    };
    for key in [
        "n_merged",
        "n_skipped",
        "n_deleted",
        "size_bytes",
        "peak_bytes",
    ] {
        assert_eq!(sum(key), report[key].as_u64().unwrap(), "{key}: {report}");
    }
    assert_eq!(report["n_merged"], 4);
    assert_eq!(report["n_skipped"], 1);
    assert_eq!(report["n_deleted"], 1);
    let third = &report["scopes"][2];
    assert_eq!(
        (&third["scope"], &third["planner"]),
        (&"three".into(), &serde_json::Value::Null)
    );

    let arguments = [&arguments[..], &["--planner", "best-fit"]].concat();
    let shown = text(&memplan(&arguments).stderr);
    let rows: Vec<Vec<&str>> = shown
        .lines()
        .skip_while(|line| !line.starts_with("scope"))
        .take_while(|line| !line.starts_with("run-time peak"))
        .map(|line| line.split_whitespace().take(4).collect())
        .collect();
    assert_eq!(
        rows,
        [
            ["scope", "merged", "skipped", "deleted"],
            ["one", "2", "0", "0"],
            ["two", "2", "0", "0"],
            ["three", "0", "1", "1"],
            ["total", "4", "1", "1"],
        ],
        "{shown}"
    );
}

#[test]
fn one_of_several_scopes_is_chosen_by_name_or_each_gets_a_file() {
    let scratch = Scratch::new("people-scopes");
    let input = scratch.file("in.mlir", TWO_SCOPES);
    let csv = scratch.path("x.csv");
    let stderr = stderr_of(1, &["trace", &input, "-o", &csv]);
    assert_has!(
        stderr,
        "the csv format holds one trace, this input has 2",
        "`--scope NAME`: `one`, `two`"
    );
    assert!(!std::path::Path::new(&csv).exists());

    stdout(&["trace", &input, "--scope", "two", "-o", &csv]);
    let two = std::fs::read_to_string(&csv).unwrap();
    assert_eq!(
        two.lines().nth(1).unwrap().split(',').next(),
        Some("two/alloc0")
    );
    let stderr = stderr_of(2, &["trace", &input, "--scope", "four", "-o", &csv]);
    assert_has!(stderr, "known scopes: `one`, `two`");

    // A directory gets a file for each scope, and a batch reads all of them.
    let directory = scratch.path("csv/");
    stdout(&["trace", &input, "--to", "csv", "-o", &directory]);
    let read = |name: &str| std::fs::read_to_string(scratch.path(name)).unwrap();
    assert_eq!(read("csv/two.csv"), two);
    let table = stdout(args!("plan {directory} --planner best-fit --format csv"));
    assert_eq!(table.lines().count(), 3, "{table}");

    // `convert` supports both ways, too.
    let trace = scratch.path("t.mtrace");
    stdout(&["trace", &input, "-o", &trace]);
    let converted = scratch.path("y.csv");
    stdout(&["convert", &trace, &converted, "--scope", "two"]);
    assert_eq!(read("y.csv"), two);
    let directory = scratch.path("more/");
    stdout(&["convert", &trace, "-o", &directory, "--to", "csv"]);
    assert_eq!(read("more/t.two.csv"), two);
    assert_eq!(read("more/t.one.csv"), read("csv/one.csv"));
}

#[test]
fn programs_become_event_logs() {
    let scratch = Scratch::new("people-events");
    let log = scratch.path("mlp.log");
    stdout(&["trace", "examples/mlp.mlir", "-o", &log]);
    let peak = |input: &str| {
        let json = printed_json(&["plan", input, "--planner=exact", "--format=json"]);
        json["peak_bytes"].clone()
    };
    assert_eq!(peak(&log), peak("examples/mlp.mlir"));
}

#[test]
fn a_benchmark_without_its_inputs_fails() {
    let scratch = Scratch::new("people-bench");
    let output = memplan(&["bench", &scratch.path("nope")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty(), "{}", text(&output.stdout));
    assert_has!(text(&output.stderr), "cannot read: no such file");
    let missing = scratch.path("missing.csv");
    stderr_of(2, &["bench", "datasets/data/nine.csv", &missing]);
    let empty = scratch.file("empty.mlir", "func.func @f() {\n  return\n}\n");
    let stderr = stderr_of(1, &["bench", &empty]);
    assert_has!(stderr, "[no-traces]");
}

#[test]
fn two_names_for_the_planner_of_a_pass_are_refused() {
    let pass = "--merge-alloc=planner=best-fit planner-options=size-first";
    let stderr = stderr_of(2, &["opt", "examples/mlp.mlir", pass]);
    assert_has!(stderr, "`planner` and `planner-options` exclude each other");
    stdout(args!(
        "opt examples/mlp.mlir --merge-alloc=planner-options=size-first"
    ));
}

#[test]
fn oversized_buffers_are_told_with_a_hint_about_their_sizes() {
    // Each buffer fits alone, but not all of them together.
    let program = "func.func @f(%x: i8) {\n  %i = arith.constant 0 : index\n  \
        %a = memref.alloc() : memref<9223372036854775000xi8>\n  \
        memref.store %x, %a[%i] : memref<9223372036854775000xi8>\n  \
        %b = memref.alloc() : memref<9223372036854775000xi8>\n  \
        memref.store %x, %b[%i] : memref<9223372036854775000xi8>\n  return\n}\n";
    let output = memplan_with_input(&["merge", "-"], program.as_bytes());
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert_has!(
        stderr,
        "makes the sum of sizes and alignment padding exceed 2^63 - 1",
        "= help: check the shapes and alignments"
    );
    assert!(!stderr.contains("region"), "{stderr}");
}
