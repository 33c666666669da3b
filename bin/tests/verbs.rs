//! The verbs, end to end, through the built command.

use crate::common::{Scratch, memplan, memplan_with_input, root, stdout, text};

#[expect(clippy::unwrap_used, reason = "a failure here is one of the test")]
/// The offsets of the views of a merged program, in order.
fn offsets(program: &str) -> Vec<u64> {
    let constant = |name: &str| -> u64 {
        let line = program
            .lines()
            .find(|line| {
                line.trim_start()
                    .starts_with(&format!("{name} = arith.constant "))
            })
            .unwrap();
        let (_, value) = line.split_once("arith.constant ").unwrap();
        value.split(' ').next().unwrap().parse().unwrap()
    };
    program
        .lines()
        .filter_map(|line| line.split_once("memref.view %"))
        .map(|(_, rest)| {
            let (_, name) = rest.split_once('[').unwrap();
            constant(name.split(']').next().unwrap())
        })
        .collect()
}

#[test]
fn the_perceptron_needs_two_buffers_for_three() {
    let freed = stdout(&["merge", "examples/mlp.mlir", "--single-arena"]);
    assert_eq!(freed.matches("memref.dealloc").count(), 1, "{freed}");
    let arguments = ["merge", "examples/mlp.mlir", "--single-arena"];
    let merged = stdout(&[&arguments[..], &["--no-dealloc"]].concat());
    assert_eq!(
        merged.matches(": memref<131072xi8>\n").count(),
        1,
        "{merged}"
    );
    assert_eq!(offsets(&merged), [0, 65536, 0], "{merged}");
    // The returned buffer is untouched.
    assert_eq!(
        merged
            .matches("memref.alloc() : memref<128x128xf32>")
            .count(),
        1
    );
}

/// Beside one allocation for all three, the returned buffer would need 64 KiB more than separate allocations do.
#[test]
fn nothing_is_merged_that_raises_the_peak() {
    let arguments = [
        "merge",
        "examples/mlp.mlir",
        "--format",
        "json",
        "--report",
        "-",
    ];
    let report = stdout(&[&arguments[..], &["-o", "/dev/null"]].concat());
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["skipped_by_reason"]["raises-peak"], 1);
    let peak = &report["run_time_peaks"][0];
    assert_eq!(
        (&peak["most_bytes"], &peak["separate"]["most_bytes"]),
        (&131_072.into(), &131_072.into())
    );
    let scratch = Scratch::new("peak");
    let (merged, single) = (scratch.path("merged.mlir"), scratch.path("single.mlir"));
    stdout(&["merge", "examples/mlp.mlir", "-o", &merged]);
    stdout(&[
        "merge",
        "examples/mlp.mlir",
        "--single-arena",
        "-o",
        &single,
    ]);
    for (program, peak) in [(merged, 131_072), (single, 196_608)] {
        let arguments = ["check", &program, "--peak", "--inputs", "2"];
        let shown = stdout(&arguments);
        let row: Vec<&str> = shown.lines().nth(1).unwrap().split_whitespace().collect();
        assert_eq!(row[..2], ["mlp", "2"]);
        assert_eq!(
            (row[4], row[8]),
            (&*peak.to_string(), &*peak.to_string()),
            "{shown}"
        );
        let json = stdout(&[&arguments[..], &["--format", "json"]].concat());
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        let function = &json["functions"][0];
        assert_eq!(function["peak_bytes"], peak);
        assert_eq!(function["static_peak"]["most_bytes"], peak);
        assert_eq!(function["n_leaks"], 0);
    }
}

#[test]
fn the_report_says_what_was_planned_skipped_and_saved() {
    let output = memplan(&[
        "merge",
        "examples/branch.mlir",
        "-Onone",
        "--single-arena",
        "--verbose",
        "-o",
        "/dev/null",
    ]);
    assert_eq!(
        text(&output.stderr),
        "planned 3 of 4 buffers in 1 scope: peak 1.125 KiB, max load 1.125 KiB, \
         fragmentation 0.0%, saved 30.8% of 1.625 KiB\n\
         skipped 1 buffer (dynamic-shape):\n\
         \x20 examples/branch.mlir:18:14: branch/alloc3 dynamic-shape\n\
         scope   merged  skipped      sizes   max load       peak  frag.  saved  planner\n\
         branch       3        1  1.625 KiB  1.125 KiB  1.125 KiB   0.0%  30.8%  auto\n\
         run-time peak of branch: at most 4*arg1 + 1152 bytes\n"
    );
    assert!(output.stdout.is_empty());
}

#[test]
fn the_json_report_has_the_same_figures() {
    let scratch = Scratch::new("json-report");
    let (out, report) = (scratch.path("out.mlir"), scratch.path("report.json"));
    let arguments = ["merge", "examples/mlp.mlir", "-o", &out, "--format", "json"];
    let more = ["--single-arena", "--report", &report];
    let output = memplan(&[&arguments[..], &more].concat());
    assert_eq!(text(&output.stderr), "");
    let json: serde_json::Value = serde_json::from_slice(&std::fs::read(&report).unwrap()).unwrap();
    assert_eq!(json["version"], 1);
    assert_eq!(json["peak_bytes"], 131_072);
    assert_eq!(json["scopes"][0]["max_load_bytes"], 131_072);
    assert_eq!(json["run_time_peaks"][0]["most_bytes"], 196_608);
    assert_eq!(json["run_time_peaks"][0]["is_exact"], true);
    assert_eq!(json["skipped"][0]["reason"], "escapes");
    assert_eq!(json["skipped"][0]["culprit"]["operation"], "func.return");
    assert!(json.get("elapsed_ms").is_none());
}

const EARLY: &str = "func.func @f(%p: f32, %q: f32, %r: f32, %out: memref<256xf32>) {
  %a = memref.alloc() : memref<256xf32>
  linalg.fill ins(%p : f32) outs(%a : memref<256xf32>)
  %b = memref.alloc() : memref<256xf32>
  linalg.fill ins(%q : f32) outs(%b : memref<256xf32>)
  %c = memref.alloc() : memref<256xf32>
  linalg.fill ins(%r : f32) outs(%c : memref<256xf32>)
  linalg.map { arith.addf } ins(%out, %c : memref<256xf32>, memref<256xf32>) outs(%out : memref<256xf32>)
  linalg.map { arith.addf } ins(%out, %b : memref<256xf32>, memref<256xf32>) outs(%out : memref<256xf32>)
  linalg.map { arith.addf } ins(%out, %a : memref<256xf32>, memref<256xf32>) outs(%out : memref<256xf32>)
  return
}
";

#[test]
fn optimizing_for_memory_lowers_the_peak() {
    let scratch = Scratch::new("optimize");
    let (input, output) = (scratch.path("early.mlir"), scratch.path("out.mlir"));
    std::fs::write(&input, EARLY).unwrap();
    let arguments = ["merge", &input, "-o", &output];
    let given = memplan(&[&arguments[..], &["-O", "memory", "--verbose"]].concat());
    let report = text(&given.stderr);
    let peaks = "peak, given: f 3 KiB\npeak, sink-fills: f 1 KiB\npeak, fuse-updates-into-readers: no buffers\n";
    assert!(report.contains(peaks), "{report}");
    let timed = memplan(&[&arguments[..], &["--verbose", "--timings"]].concat());
    let timed = text(&timed.stderr);
    assert!(
        timed.contains("\npass fuse-updates-into-readers: "),
        "{timed}"
    );
    // `-O memory` is the default. Without `--verbose`, the report lists only the passes that lowered the peak.
    let lowered = std::fs::read(&output).unwrap();
    let given = memplan(&arguments);
    let report = text(&given.stderr);
    assert!(report.contains(peaks), "{report}");
    assert!(!report.contains("run-time peak"), "{report}");
    assert_eq!(std::fs::read(&output).unwrap(), lowered);
    for other in [
        &["-O", "none"][..],
        &["--collector", "tick{compat=reference}"],
    ] {
        let given = memplan(&[&arguments[..], other].concat());
        assert!(!text(&given.stderr).contains("peak, given"), "{other:?}");
        assert_ne!(std::fs::read(&output).unwrap(), lowered, "{other:?}");
    }
    let given = memplan(&[&arguments[..], &["-O", "none", "--recompute", "20%"]].concat());
    assert_eq!(given.status.code(), Some(2));
    let more = ["--recompute", "20%", "--format", "json"];
    let given = memplan(&[&arguments[..], &more].concat());
    let json: serde_json::Value = serde_json::from_slice(&given.stderr).unwrap();
    assert_eq!(json["memory_steps"][0]["peaks"][0]["most_bytes"], 3072);
    assert_eq!(json["memory_steps"][1]["peaks"][0]["most_bytes"], 1024);
    assert_eq!(json["memory_steps"][2]["peaks"], serde_json::json!([]));
    let given = memplan(&[&arguments[..], &["-O", "memory", "--recompute", "1"]].concat());
    assert_eq!(given.status.code(), Some(2));
    let report = text(&given.stderr);
    assert!(
        report.contains("expected a whole number of percent"),
        "{report}"
    );
}

/// Any of them may be the entry: none is inlined and removed.
#[test]
fn optimizing_keeps_programs_of_private_functions() {
    let scratch = Scratch::new("private");
    let input = scratch.path("private.mlir");
    let function = |name: &str, body: &str| {
        format!("func.func private @{name}() -> f32 {{\n{body}  return %x : f32\n}}\n")
    };
    let inner = "  %a = memref.alloc() : memref<f32>\n  %x = memref.load %a[] : memref<f32>\n";
    let outer = "  %x = call @inner() : () -> f32\n";
    std::fs::write(&input, function("inner", inner) + &function("outer", outer)).unwrap();
    let output = memplan(&["merge", &input, "-O", "memory"]);
    let program = text(&output.stdout);
    assert!(
        program.contains("@inner()") && program.contains("private @outer()"),
        "{program}"
    );
}

/// The default planner of `merge`.
const USUAL: &str = "auto{effort=quick}";

#[test]
fn trace_plan_and_apply_give_the_bytes_of_merge() {
    for example in ["mlp", "loop", "branch", "views", "tensors"] {
        for options in [
            &[][..],
            &["--alignment", "256"],
            &["--collector", "tick{alignment=16}"],
        ] {
            let scratch = Scratch::new(&format!("apply-{example}"));
            let input = format!("examples/{example}.mlir");
            let (trace, plan) = (scratch.path("t.mtrace"), scratch.path("p.mplan"));
            let merged = stdout(&[&["merge", &input, "-O", "none"][..], options].concat());
            stdout(&[&["trace", &input, "-o", &trace][..], options].concat());
            stdout(&["plan", &trace, "--planner", USUAL, "-o", &plan]);
            assert_eq!(
                stdout(&["apply", &input, &plan]),
                merged,
                "{example} {options:?}"
            );
            // Converting through JSON changes nothing.
            let (trace2, plan2) = (scratch.path("t.json"), scratch.path("p.json"));
            stdout(&["convert", &trace, &trace2]);
            stdout(&["plan", &trace2, "--planner", USUAL, "-o", &plan2]);
            assert_eq!(
                stdout(&["apply", &input, &plan2]),
                merged,
                "{example} {options:?}"
            );
        }
    }
}

#[test]
fn a_program_on_tensors_is_bufferized_first() {
    let output = memplan(&["merge", "examples/tensors.mlir", "--verbose"]);
    let (program, report) = (text(&output.stdout), text(&output.stderr));
    assert!(!program.contains("tensor<"), "{program}");
    let lines: Vec<&str> = report.lines().take(2).collect();
    assert_eq!(
        lines,
        [
            "bufferized: 22 of 23 tensor operands in place, 1 copy:",
            "  examples/tensors.mlir:17:13: copy for `tensor.insert_slice`: `linalg.generic` reads what \
             `tensor.insert_slice` would overwrite",
        ]
    );
    let json = stdout(&[
        "merge",
        "examples/tensors.mlir",
        "-o",
        "/dev/null",
        "--report",
        "-",
        "--format",
        "json",
    ]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let bufferization = &json["bufferization"];
    assert_eq!(bufferization["n_in_place"], 22);
    assert_eq!(bufferization["n_copies"], 1);
    assert_eq!(bufferization["new_buffers"][0]["line"], 17);
    assert_eq!(bufferization["new_buffers"][0]["is_copy"], true);
}

#[test]
fn what_cannot_be_bufferized_is_an_error_with_its_place() {
    let program = "func.func @f(%t: tensor<4xf32>) -> tensor<4xf32> {\n  \
                   %0 = \"foo.bar\"(%t) : (tensor<4xf32>) -> tensor<4xf32>\n  \
                   return %0 : tensor<4xf32>\n}\n";
    for verb in [&["merge", "-"][..], &["trace", "-"], &["plan", "-"]] {
        let output = memplan_with_input(verb, program.as_bytes());
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{verb:?}: {stderr}");
        assert!(
            stderr.starts_with("<stdin>:2:8: error: 'foo.bar' op was not bufferized"),
            "{verb:?}: {stderr}"
        );
        assert!(output.stdout.is_empty(), "{verb:?}");
    }
}

#[test]
fn a_merged_program_can_be_merged_again() {
    for example in ["mlp", "loop", "branch", "views", "tensors"] {
        let input = format!("examples/{example}.mlir");
        let merged = stdout(&["merge", &input, "-O", "none", "--single-arena"]);
        let again = memplan_with_input(&["merge", "-"], merged.as_bytes());
        assert!(again.status.success(), "{}", text(&again.stderr));
        assert!(
            text(&again.stderr).contains("manual-deallocation"),
            "{}",
            text(&again.stderr)
        );
        // The merged allocation of the first run stays, and so does its deallocation.
        let arena = merged
            .lines()
            .find(|line| line.contains("manual_deallocation"));
        assert!(
            text(&again.stdout).contains(arena.unwrap().trim()),
            "{example}"
        );
    }
}

/// Everything is freed after merging, however the program was freed before and however it is merged.
#[test]
fn merging_what_is_deallocated_leaks_nothing() {
    let scratch = Scratch::new("deallocated");
    let program = "func.func @main() -> i32 {
  %k = arith.constant 7 : i32
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4xi32>
  memref.store %k, %a[%c0] : memref<4xi32>
  %x = memref.load %a[%c0] : memref<4xi32>
  %b = memref.alloc() : memref<4xi32>
  memref.store %x, %b[%c0] : memref<4xi32>
  %y = memref.load %b[%c0] : memref<4xi32>
  return %y : i32
}
";
    let (given, freed) = (scratch.path("given.mlir"), scratch.path("freed.mlir"));
    std::fs::write(&given, program).unwrap();
    stdout(&[
        "opt",
        &given,
        "--buffer-deallocation-pipeline",
        "-o",
        &freed,
    ]);
    let (trace, plan) = (scratch.path("t.mtrace"), scratch.path("p.mplan"));
    stdout(&["trace", &freed, "-o", &trace]);
    stdout(&["plan", &trace, "-o", &plan]);
    let ways: [&[&str]; 6] = [
        &["merge", &freed],
        &["merge", &freed, "--no-dealloc"],
        &["apply", &freed, &plan],
        &["apply", &freed, &plan, "--no-dealloc"],
        &[
            "opt",
            &freed,
            "--merge-alloc",
            "--buffer-deallocation-pipeline",
        ],
        &[
            "opt",
            &given,
            "--buffer-deallocation-pipeline",
            "--merge-alloc",
        ],
    ];
    for way in ways {
        let merged = scratch.path("merged.mlir");
        std::fs::write(&merged, stdout(way)).unwrap();
        assert!(
            std::fs::read_to_string(&merged)
                .unwrap()
                .contains("memref.view")
        );
        stdout(&["check", &merged]);
        stdout(&["check", &merged, "--static"]);
    }
}

#[test]
fn every_planner_merges_every_example() {
    let list = stdout(&["list", "planners", "--format", "json"]);
    let list: serde_json::Value = serde_json::from_str(&list).unwrap();
    let planners = list["planners"].as_array().unwrap();
    assert!(planners.len() >= 5);
    let names = planners
        .iter()
        .map(|planner| planner["name"].as_str().unwrap());
    // `exec` is only as good as the program that it runs; it has tests of its own.
    for planner in names.filter(|&name| name != "exec") {
        for example in ["mlp", "loop", "branch", "views"] {
            let input = format!("examples/{example}.mlir");
            let arguments = ["merge", &input, "-Onone", "--single-arena"];
            let merged = stdout(&[&arguments[..], &["--planner", planner]].concat());
            assert!(merged.contains("memref.view"), "{planner} {example}");
        }
    }
}

#[test]
fn opt_runs_the_pass_in_all_its_spellings() {
    let arguments = ["merge", "examples/mlp.mlir", "--single-arena"];
    let more = ["--no-dealloc", "--planner", "chunk-hot"];
    let unfreed = stdout(&[&arguments[..], &more].concat());
    let pass = "--merge-alloc=planner=chunk-hot dealloc=existing";
    assert_eq!(stdout(&["opt", "examples/mlp.mlir", pass]), unfreed);
    assert!(unfreed.contains("memplan.arena") && !unfreed.contains("memref.dealloc"));
    let merged = stdout(&["opt", "examples/mlp.mlir", "--merge-alloc"]);
    assert!(merged.contains("memref.dealloc"), "{merged}");
    for pass in [
        "--merge-alloc=dealloc=always",
        "--merge-alloc=planner=chunk-hot alignment=64",
        "--merge-alloc={planner=chunk-hot}",
        "--pass-pipeline=builtin.module(func.func(merge-alloc{planner=chunk-hot arena=alloc}))",
    ] {
        assert_eq!(
            stdout(&["opt", "examples/mlp.mlir", pass]),
            merged,
            "{pass}"
        );
    }
    let checked = stdout(&["opt", "examples/mlp.mlir", "--merge-alloc=check"]);
    assert_eq!(checked, stdout(&["opt", "examples/mlp.mlir"]));
    let marked = stdout(&["opt", "examples/mlp.mlir", "--merge-alloc=analysis-only"]);
    assert_eq!(
        marked.matches("__mergealloc_lifetime").count(),
        4,
        "{marked}"
    );
    assert_eq!(marked.matches("__mergealloc_scope").count(), 1, "{marked}");
}

#[test]
fn split_input_keeps_the_lines_of_the_file() {
    let good = b"func.func @a() {\n  return\n}\n// -----\nfunc.func @b() {\n  return\n}\n";
    let output = memplan_with_input(&["opt", "-", "--split-input-file"], good);
    assert_eq!(text(&output.stdout).matches("// -----\n").count(), 1);
    assert_eq!(text(&output.stdout).matches("module {").count(), 2);

    let bad = b"func.func @a() {\n  return\n}\n// -----\nfunc.func @b() {\n  return %x : i32\n}\n";
    let output = memplan_with_input(&["opt", "-", "--split-input-file"], bad);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stderr).starts_with("<stdin>:6:"),
        "{}",
        text(&output.stderr)
    );
    // The part that succeeded, but not in a file, which would look complete.
    assert_eq!(text(&output.stdout).matches("module {").count(), 1);
    assert_eq!(text(&output.stdout).matches("// -----\n").count(), 1);
    let scratch = Scratch::new("split-input");
    let file = scratch.path("out.mlir");
    let output = memplan_with_input(&["opt", "-", "--split-input-file", "-o", &file], bad);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty() && !std::path::Path::new(&file).exists());
}

#[test]
fn a_reader_that_leaves_early_is_no_failure() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_memplan"))
        .args(["show", "examples/mlp.mlir"])
        .current_dir(root())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn equal_runs_write_equal_bytes() {
    for arguments in [
        &[
            "merge",
            "examples/views.mlir",
            "-o",
            "/dev/null",
            "--report",
            "-",
            "--format",
            "json",
        ][..],
        &["show", "examples/views.mlir"],
        &["trace", "examples/views.mlir"],
        &["list"],
    ] {
        assert_eq!(stdout(arguments), stdout(arguments));
    }
}

/// The flags of mlir-opt around passes.
#[test]
fn opt_runs_pipelines_and_tells_what_happens_on_the_way() {
    let program = b"func.func @f(%x: i32) -> i32 {\n  %0 = arith.constant 1 : i32\n  \
        %1 = arith.addi %0, %x : i32\n  %2 = arith.addi %0, %x : i32\n  \
        %3 = arith.muli %1, %2 : i32\n  return %3 : i32\n}\n";
    let run = |arguments: &[&str]| {
        let output = memplan_with_input(&[&["opt", "-"], arguments].concat(), program);
        assert!(output.status.success(), "{}", text(&output.stderr));
        (text(&output.stdout), text(&output.stderr))
    };
    let (both, silent) = run(&["--pass-pipeline=builtin.module(func.func(cse,canonicalize))"]);
    assert_eq!((both.matches("arith.addi").count(), &*silent), (1, ""));
    assert_eq!(run(&["--cse", "--canonicalize={max-iterations=3}"]).0, both);
    let (unthreaded, dumped) = run(&[
        "--cse",
        "--canonicalize",
        "--cse",
        "--mlir-disable-threading",
        "--dump-pass-pipeline",
        "--mlir-print-ir-after-change",
    ]);
    assert_eq!(unthreaded, both);
    assert_eq!(
        dumped.lines().next(),
        Some("builtin.module(cse,canonicalize,cse)")
    );
    // The second `cse` changes nothing.
    let headings = dumped.matches("// -----// IR Dump After ").count();
    assert_eq!(headings, 2, "{dumped}");
    let (timed, table) = run(&["--cse", "--mlir-timing"]);
    assert_eq!(timed, run(&["--cse"]).0);
    for name in ["Parser", "cse", "Output", "Total"] {
        assert!(table.lines().any(|line| line.ends_with(name)), "{table}");
    }
    let output = memplan_with_input(
        &[
            "opt",
            "-",
            "--pass-pipeline=builtin.module(func.func(merge-alloc{arena=global}))",
        ],
        program,
    );
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stderr).starts_with("<stdin>:1:1: error: merged allocations become globals"),
        "{}",
        text(&output.stderr)
    );
    assert!(output.stdout.is_empty());
}

#[test]
fn arenas_become_arguments() {
    let scratch = Scratch::new("arena-argument");
    let (out, report) = (scratch.path("out.mlir"), scratch.path("report.json"));
    for example in ["branch", "loop", "mlp", "views"] {
        let input = format!("examples/{example}.mlir");
        let arguments = [
            "merge", "--arena", "arg", &input, "-o", &out, "--report", &report,
        ];
        let output = memplan(&arguments);
        assert_eq!(text(&output.stderr), "");
        let json: serde_json::Value =
            serde_json::from_slice(&std::fs::read(&report).unwrap()).unwrap();
        let scope = &json["scopes"][0];
        assert_eq!(scope["arena"], "arg", "{json}");
        assert_eq!(scope["is_within_callers"], false);
        let program = std::fs::read_to_string(&out).unwrap();
        let attribute = format!(
            "memplan.arenas = [{{alignment = {} : i64, argument = {} : i64, size = {} : i64}}]",
            scope["alignment"], scope["argument"], scope["peak_bytes"]
        );
        assert!(program.contains(&attribute), "{attribute}\n{program}");
    }
    let (trace, plan) = (scratch.path("t.mtrace"), scratch.path("p.mplan"));
    stdout(&["trace", "examples/mlp.mlir", "-o", &trace]);
    stdout(&["plan", &trace, "-o", &plan]);
    let refused = memplan(&["apply", "examples/mlp.mlir", &plan, "--arena", "arg"]);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(
        text(&refused.stderr).lines().next().unwrap(),
        "memplan: error: mutator `merge-alloc` plans callees before callers here, so it cannot apply \
         an existing plan [existing-plan]"
    );
}

const DONATED: &str = "func.func @f(%x: tensor<64xf32> {memplan.donated = 0 : i64}) -> (tensor<64xf32>, tensor<64xf32>) {
  %e = tensor.empty() : tensor<64xf32>
  %a = linalg.exp ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %b = linalg.exp ins(%a : tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  return %b, %a : tensor<64xf32>, tensor<64xf32>
}
";

#[test]
fn donations_are_shown_and_arguments_count_if_asked_for() {
    let scratch = Scratch::new("donated");
    let program = scratch.file("f.mlir", DONATED);
    let picture = scratch.path("f.svg");
    let output = memplan(&["show", &program, "-o", &picture]);
    assert_eq!(
        text(&output.stderr),
        "donated: argument 0 of f holds result 0\n"
    );
    let picture = std::fs::read_to_string(picture).unwrap();
    assert!(
        picture.contains("argument 0 of f holds result 0"),
        "{picture}"
    );

    let json = [
        "merge",
        &program,
        "-o",
        "/dev/null",
        "--report",
        "-",
        "--format",
        "json",
    ];
    let peaks = [&["--count-arguments"][..], &[]].map(|flags| {
        let report = stdout(&[&json[..], flags].concat());
        let report: serde_json::Value = serde_json::from_str(&report).unwrap();
        report["run_time_peaks"][0].clone()
    });
    let [counted, plain] = peaks;
    assert_eq!(counted["argument_bytes"], 256);
    assert!(plain.get("argument_bytes").is_none());
    assert_eq!(plain["most_bytes"], 256);
    assert_eq!(counted["most_bytes"], 512);
}

#[test]
fn a_donation_that_takes_a_copy_says_why() {
    let scratch = Scratch::new("donated-copy");
    let reversed =
        "func.func @f(%x: memref<8xf32> {memplan.donated}, %y: f32, %i: index) -> memref<8xf32> {
  %new = memref.alloc() : memref<8xf32>
  linalg.fill ins(%y : f32) outs(%new : memref<8xf32>)
  %old = memref.load %x[%i] : memref<8xf32>
  memref.store %old, %new[%i] : memref<8xf32>
  return %new : memref<8xf32>
}
";
    let program = scratch.file("f.mlir", reversed);
    let merge = ["merge", &program, "-O", "none", "-o", "/dev/null"];
    let report = memplan(&merge).stderr;
    assert_eq!(
        text(&report).lines().next().unwrap(),
        "donated: argument 0 of f holds what was result 0 (32 B), with a copy: `memref.load` in line 4 \
         reads the old value while the new one is computed"
    );
    let report = stdout(&[&merge[..], &["--report", "-", "--format", "json"]].concat());
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let donated = &report["donated"][0];
    assert_eq!(donated["copies"], 1);
    assert_eq!(donated["reason"], "reads-old-value");
    assert_eq!(donated["culprit"]["operation"], "memref.load");
    assert_eq!(donated["culprit"]["line"], 4);
}

#[test]
fn a_function_that_holds_only_arguments_counts_if_asked_for() {
    let scratch = Scratch::new("only-arguments");
    let text = "func.func @f(%x: memref<64xf32>, %v: f32) {\n\
                linalg.fill ins(%v : f32) outs(%x : memref<64xf32>)\n return\n}\n";
    let program = scratch.file("f.mlir", text);
    let merge = |flags: &[&str]| {
        let report = ["--report", "-", "-o", "/dev/null"];
        stdout(&[&["merge", &program][..], &report, flags].concat())
    };
    assert!(!merge(&[]).contains("run-time peak"));
    let counted = merge(&["--count-arguments"]);
    assert!(
        counted.contains("run-time peak of f: 256 B, with arguments of 256 B"),
        "{counted}"
    );
    let json: serde_json::Value = serde_json::from_str(&merge(&["--format", "json"])).unwrap();
    assert!(json.get("run_time_peaks").is_none(), "{json}");
}

#[test]
fn the_curve_of_recomputation_is_a_table_a_picture_and_data() {
    let scratch = Scratch::new("curve");
    let model = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../driver/tests/search/residual.mlir"
    );
    let table = stdout(&["merge", model, "--recompute-curve"]);
    let rows: Vec<&str> = table.lines().collect();
    assert!(rows[0].starts_with("recompute"), "{table}");
    assert_eq!(rows.len(), 10, "{table}");
    for (ending, begin) in [
        ("svg", "<svg "),
        ("csv", "recompute_percent,"),
        ("json", "["),
    ] {
        let file = scratch.path(&format!("curve.{ending}"));
        stdout(&["merge", model, &format!("--recompute-curve={file}")]);
        let written = std::fs::read_to_string(&file).unwrap();
        assert!(written.starts_with(begin), "{written}");
    }
    let file = scratch.path("curve.txt");
    let refused = memplan(&["merge", model, &format!("--recompute-curve={file}")]);
    assert_eq!(refused.status.code(), Some(2));
    let message = text(&refused.stderr);
    assert!(message.contains("`.svg`, `.csv` or `.json`"), "{message}");
}
