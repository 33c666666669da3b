//! The verbs, end to end, through the built command.

use crate::common::{
    Scratch, args, assert_has, assert_starts, memplan, memplan_with_input, printed_json, root,
    stderr_of, stdout, text,
};

/// Beside one allocation for all three, the returned buffer would need 16 KiB more than separate allocations do.
#[test]
fn nothing_is_merged_that_raises_the_peak() {
    let report = printed_json(args!(
        "merge examples/mlp.mlir -O none --format json --report - -o /dev/null"
    ));
    assert_eq!(report["skipped_by_reason"]["raises-peak"], 1);
    let peak = &report["run_time_peaks"][0];
    assert_eq!(peak["most_bytes"], 131_072);
    assert_eq!(peak["separate"]["most_bytes"], 131_072);
    let scratch = Scratch::new("peak");
    let (merged, single) = (scratch.path("merged.mlir"), scratch.path("single.mlir"));
    stdout(args!("merge examples/mlp.mlir -O none -o {merged}"));
    stdout(args!(
        "merge examples/mlp.mlir -O none --single-arena -o {single}"
    ));
    for (program, peak) in [(merged, 131_072), (single, 147_456)] {
        let arguments = ["check", &program, "--peak", "--inputs", "2"];
        let shown = stdout(&arguments);
        let row: Vec<&str> = shown.lines().nth(1).unwrap().split_whitespace().collect();
        assert_eq!(row[..2], ["mlp", "2"]);
        assert_eq!(
            (row[4], row[8]),
            (&*peak.to_string(), &*peak.to_string()),
            "{shown}"
        );
        let json = printed_json(&[&arguments[..], &["--format", "json"]].concat());
        let function = &json["functions"][0];
        assert_eq!(function["peak_bytes"], peak);
        assert_eq!(function["static_peak"]["most_bytes"], peak);
        assert_eq!(function["n_leaks"], 0);
    }
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
    assert_has!(report, peaks);
    let timed = memplan(&[&arguments[..], &["--verbose", "--timings"]].concat());
    let timed = text(&timed.stderr);
    assert_has!(timed, "\npass fuse-updates-into-readers: ");
    // `-O memory` is the default. Without `--verbose`, the report lists only the passes that lowered the peak.
    let lowered = std::fs::read(&output).unwrap();
    let given = memplan(&arguments);
    let report = text(&given.stderr);
    assert_has!(report, peaks);
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
    stderr_of(
        2,
        &[&arguments[..], &["-O", "none", "--recompute", "20%"]].concat(),
    );
    let more = ["--recompute", "20%", "--format", "json"];
    let given = memplan(&[&arguments[..], &more].concat());
    let json: serde_json::Value = serde_json::from_slice(&given.stderr).unwrap();
    assert_eq!(json["memory_steps"][0]["peaks"][0]["most_bytes"], 3072);
    assert_eq!(json["memory_steps"][1]["peaks"][0]["most_bytes"], 1024);
    assert_eq!(json["memory_steps"][2]["peaks"], serde_json::json!([]));
    let report = stderr_of(
        2,
        &[&arguments[..], &["-O", "memory", "--recompute", "1"]].concat(),
    );
    assert_has!(report, "expected a whole number of percent");
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
    assert_has!(program, "@inner()", "private @outer()");
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
    let json = printed_json(args!(
        "merge examples/tensors.mlir -o /dev/null --report - --format json"
    ));
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
        assert_has!(text(&again.stderr), "manual-deallocation");
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
    stdout(args!(
        "opt {given} --buffer-deallocation-pipeline -o {freed}"
    ));
    let (trace, plan) = (scratch.path("t.mtrace"), scratch.path("p.mplan"));
    stdout(&["trace", &freed, "-o", &trace]);
    stdout(&["plan", &trace, "-o", &plan]);
    for way in [
        args!("merge {freed}"),
        args!("merge {freed} --no-dealloc"),
        args!("apply {freed} {plan}"),
        args!("apply {freed} {plan} --no-dealloc"),
        args!("opt {freed} --merge-alloc --buffer-deallocation-pipeline"),
        args!("opt {given} --buffer-deallocation-pipeline --merge-alloc"),
    ] {
        let program = stdout(way);
        assert_has!(program, "memref.view");
        let merged = scratch.file("merged.mlir", program);
        stdout(&["check", &merged]);
        stdout(&["check", &merged, "--static"]);
    }
}

#[test]
fn opt_runs_the_pass_in_all_its_spellings() {
    let arguments = "merge examples/mlp.mlir -O none --single-arena --no-dealloc";
    let unfreed = stdout(args!("{arguments} --planner chunk-hot"));
    let pass = "--merge-alloc=planner=chunk-hot dealloc=existing";
    assert_eq!(stdout(&["opt", "examples/mlp.mlir", pass]), unfreed);
    assert!(unfreed.contains("memplan.arena") && !unfreed.contains("memref.dealloc"));
    let merged = stdout(&["opt", "examples/mlp.mlir", "--merge-alloc"]);
    assert_has!(merged, "memref.dealloc");
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
    assert_starts!(text(&output.stderr), "<stdin>:6:");
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
    assert_has!(picture, "argument 0 of f holds result 0");

    let [counted, plain] = ["--count-arguments", "--color=never"].map(|flag| {
        let report = printed_json(args!(
            "merge {program} -o /dev/null --report - --format json {flag}"
        ));
        report["run_time_peaks"][0].clone()
    });
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
    let report = printed_json(&[&merge[..], &["--report", "-", "--format", "json"]].concat());
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
    assert_has!(
        counted,
        "run-time peak of f: 256 B, with arguments of 256 B"
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
    let message = stderr_of(2, &["merge", model, &format!("--recompute-curve={file}")]);
    assert_has!(message, "`.svg`, `.csv` or `.json`");
}
