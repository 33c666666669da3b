//! The flags and pipelines of mlir-opt, as people type and paste them.

use std::collections::BTreeSet;
use std::process::Command;

use crate::common::{Scratch, args, assert_has, assert_starts, memplan_with_input, text};
use memplan_testing::outside::mlir_opt;

const PROGRAM: &str = "func.func @f(%x: i32) -> i32 {\n  %0 = arith.constant 1 : i32\n  \
    %1 = arith.addi %0, %x : i32\n  %2 = arith.addi %0, %x : i32\n  \
    %3 = arith.muli %1, %2 : i32\n  return %3 : i32\n}\n";

/// Every pass and pipeline that mlir-opt 22 has too. Passes that it runs on functions have others between them: it
/// dumps neighbours one by one.
const SHARED: &[&str] = &[
    "canonicalize",
    "buffer-hoisting",
    "cse",
    "buffer-loop-hoisting",
    "expand-realloc",
    "promote-buffers-to-stack",
    "ownership-based-buffer-deallocation",
    "buffer-deallocation-simplification",
    "bufferization-lower-deallocations",
    "convert-bufferization-to-memref",
    "optimize-allocation-liveness",
    "buffer-deallocation-pipeline",
];

/// Exit code, standard output and standard error of `opt` on [`PROGRAM`].
fn opt(arguments: &[&str]) -> (Option<i32>, String, String) {
    opt_on(PROGRAM, arguments)
}

/// Standard output of a run that must succeed without messages.
fn quiet(arguments: &[&str]) -> String {
    let (code, out, err) = opt(arguments);
    assert_eq!((code, &*err), (Some(0), ""), "{arguments:?}");
    out
}

/// Standard error of a run that must end with exit code 2.
fn refused(arguments: &[&str]) -> String {
    let (code, out, err) = opt(arguments);
    assert_eq!((code, &*out), (Some(2), ""), "{arguments:?}: {err}");
    err
}

#[test]
fn one_dash_is_as_good_as_two() {
    let scratch = Scratch::new("one-dash");
    let both = quiet(&["--canonicalize", "--cse"]);
    assert_eq!(both.matches("arith.addi").count(), 1);
    for arguments in [
        &["-canonicalize", "-cse"][..],
        &["-", "-canonicalize=max-iterations=3", "-cse"],
        &["-pass-pipeline=builtin.module(canonicalize,cse)"],
        &["-pass-pipeline", "builtin.module(canonicalize,cse)"],
        &["-canonicalize", "-cse", "-verify-each=0"],
        &["-allow-unregistered-dialect", "-canonicalize", "-cse"],
    ] {
        assert_eq!(quiet(arguments), both, "{arguments:?}");
    }
    for output in ["-o", "-output"] {
        let path = scratch.path("out.mlir");
        quiet(&["-canonicalize", output, &path, "-cse"]);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), both);
        std::fs::remove_file(&path).unwrap();
    }
    let path = scratch.path("out.mlir");
    quiet(&["-canonicalize", "-cse", &format!("-o={path}")]);
    quiet(&["-canonicalize", "-cse", &format!("-o{path}")]);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), both);
    // A misspelt pass is not taken for an output file.
    let error = refused(&["-optimise-allocation-liveness"]);
    assert_has!(
        error,
        "unexpected argument '--optimise-allocation-liveness'",
        "'--optimize-allocation-liveness'"
    );
}

#[test]
fn pipelines_tell_what_happens_on_the_way() {
    let both = quiet(&["--pass-pipeline=builtin.module(func.func(cse,canonicalize))"]);
    assert_eq!(both.matches("arith.addi").count(), 1);
    assert_eq!(quiet(&["--cse", "--canonicalize={max-iterations=3}"]), both);
    let (_, unthreaded, dumped) = opt(args!(
        "--cse --canonicalize --cse --mlir-disable-threading --dump-pass-pipeline --mlir-print-ir-after-change"
    ));
    assert_eq!(unthreaded, both);
    assert_starts!(dumped, "builtin.module(cse,canonicalize,cse)\n");
    // The second `cse` changes nothing.
    let headings = dumped.matches("// -----// IR Dump After ").count();
    assert_eq!(headings, 2, "{dumped}");
    let (_, timed, table) = opt(&["--cse", "--mlir-timing"]);
    assert_eq!(timed, quiet(&["--cse"]));
    for name in ["Parser", "cse", "Output", "Total"] {
        assert!(table.lines().any(|line| line.ends_with(name)), "{table}");
    }
    let globals = "--pass-pipeline=builtin.module(func.func(merge-alloc{arena=global}))";
    let (code, out, err) = opt(&[globals]);
    assert_eq!((code, &*out), (Some(1), ""));
    assert_starts!(err, "<stdin>:1:1: error: merged allocations become globals");
}

/// The text without blanks between its words, and without the line above a dumped pipeline.
fn normalised(dump: &str) -> String {
    let body = match dump.trim().split_once(" passes:\n") {
        Some((_, body)) => body,
        None => dump,
    };
    let words: Vec<&str> = body.split_whitespace().collect();
    let joined = words.join(" ");
    ["(", ")", "{", "}", ","].iter().fold(joined, |text, mark| {
        text.replace(&format!(" {mark}"), mark)
            .replace(&format!("{mark} "), mark)
    })
}

/// Pipelines that mlir-opt dumps are accepted, option by option, and dumped unchanged.
#[test]
fn dumps_of_mlir_opt_can_be_pasted() {
    let Some(mlir_opt) = mlir_opt(22) else { return };
    let scratch = Scratch::new("dumps");
    let empty = scratch.file("empty.mlir", "module {}\n");
    let dump = |arguments: &[&str]| -> String {
        let output = Command::new(&mlir_opt)
            .args(arguments)
            .args(["--dump-pass-pipeline", "-o", "/dev/null", &empty])
            .output()
            .unwrap();
        let dump = text(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {dump}");
        dump
    };
    let mut requests: Vec<Vec<String>> = SHARED.iter().map(|p| vec![format!("--{p}")]).collect();
    requests.extend(
        [
            "--canonicalize=max-iterations=-1 region-simplify=disabled top-down=false",
            "--canonicalize=test-convergence=true max-iterations=0x10",
            "--expand-realloc=emit-deallocs=0",
            "--buffer-deallocation-pipeline=private-function-dynamic-ownership",
            "--pass-pipeline=builtin.module(func.func(cse,canonicalize),any(cse),cse)",
        ]
        .map(|request| vec![request.to_owned()]),
    );
    requests.push(SHARED.iter().map(|pass| format!("--{pass}")).collect());
    for request in requests {
        let request: Vec<&str> = request.iter().map(String::as_str).collect();
        let theirs = dump(&request);
        assert!(theirs.starts_with("Pass Manager with "), "{theirs}");
        let pasted = format!("-pass-pipeline={theirs}");
        let (code, _, ours) = opt(&[&pasted, "-dump-pass-pipeline"]);
        assert_eq!(code, Some(0), "{theirs}\n{ours}");
        assert_eq!(normalised(&ours), normalised(&theirs), "{request:?}");
        // The pipeline is also accepted without the line above it.
        let (_, body) = theirs.split_once('\n').unwrap();
        quiet(&["--pass-pipeline", body]);
    }
}

/// The options of each shared pass, compared with the help text of mlir-opt.
#[test]
fn every_option_of_a_shared_pass_is_known() {
    let Some(mlir_opt) = mlir_opt(22) else { return };
    let help = Command::new(mlir_opt).arg("--help").output().unwrap();
    let help = text(&help.stdout);
    let flag = |line: &str, indent: &str| -> Option<String> {
        let rest = line.strip_prefix(indent)?.strip_prefix("--")?;
        Some(rest.split([' ', '=']).next()?.to_owned())
    };
    let list = memplan_with_input(&["list", "passes", "--format", "json"], b"");
    let list: serde_json::Value = serde_json::from_slice(&list.stdout).unwrap();
    let mut n_options = 0;
    for name in SHARED {
        let lines = help.lines();
        let mut after = lines.skip_while(|line| flag(line, "      ").as_deref() != Some(name));
        assert!(after.next().is_some(), "mlir-opt has no {name}");
        let theirs: BTreeSet<String> = after
            .take_while(|line| flag(line, "      ").is_none() && !line.starts_with("  --"))
            .filter_map(|line| flag(line, "        "))
            .collect();
        n_options += theirs.len();
        let passes = list["passes"].as_array().unwrap();
        let ours = passes.iter().find(|pass| pass["name"] == *name).unwrap();
        let ours: BTreeSet<String> = ours["options"]
            .as_array()
            .unwrap()
            .iter()
            .map(|option| option["name"].as_str().unwrap().to_owned())
            .collect();
        let unknown: Vec<&String> = theirs.difference(&ours).collect();
        assert!(unknown.is_empty(), "{name}: {unknown:?}");
    }
    assert!(n_options >= 9, "only {n_options} options were found");
}

#[test]
fn what_has_no_counterpart_is_refused_by_name() {
    for (options, expected) in [
        (
            "region-simplify=aggressive",
            "option `region-simplify`: `aggressive` merges equal blocks",
        ),
        (
            "region-simplify=never",
            "option `region-simplify` is `never`, expected `normal`, `disabled` or `aggressive`",
        ),
        (
            "max-num-rewrites=5",
            "option `max-num-rewrites`: only -1, no limit, is supported, found `5`",
        ),
        (
            "disable-patterns={A,B}",
            "option `disable-patterns`: only the empty list is supported, found `A,B`",
        ),
        (
            "enable-patterns=A",
            "option `enable-patterns`: only the empty list is supported, found `A`",
        ),
        (
            "max-iterations=-2",
            "option `max-iterations` is `-2`, expected a count of 32 bits or -1",
        ),
        (
            "max-iterations=ten",
            "option `max-iterations` is `ten`, expected a whole number",
        ),
        (
            "top-down=maybe",
            "option `top-down` is `maybe`, expected `true` or `false`",
        ),
        ("rounds=1", "`canonicalize` has no option `rounds`"),
    ] {
        let error = refused(&[&format!("-canonicalize={options}")]);
        assert!(error.contains(expected), "{options}: {error}");
    }
    let error = refused(&["-expand-realloc=emit-deallocs=2"]);
    assert_has!(error, "is `2`, expected `true`, `false` or `auto`");
    let error = refused(&["-pass-pipeline=builtin.module(affine-loop-fusion{mode=greedy })"]);
    assert_has!(error, "no pass `affine-loop-fusion`");
    for empty in ["disable-patterns=", "enable-patterns={}", "top-down=True"] {
        quiet(&[&format!("-canonicalize={empty}")]);
    }
}

#[test]
fn options_of_canonicalize_do_what_they_say() {
    let branches = "func.func @f(%x: i32) -> i32 {\n  %c = arith.constant 1 : i32\n  \
        %z = arith.constant 0 : i32\n  %y = arith.addi %x, %z : i32\n  \
        cf.br ^a(%y : i32)\n^a(%p: i32):\n  %s = arith.muli %p, %c : i32\n  \
        return %s : i32\n}\n";
    let run = |options: &str| {
        let flag = format!("-canonicalize={options}");
        opt_on(branches, &[&flag])
    };
    let (_, normal, _) = run("");
    assert!(
        !normal.contains("cf.br") && !normal.contains("arith."),
        "{normal}"
    );
    let (code, kept, _) = run("region-simplify=disabled");
    assert_eq!(code, Some(0));
    assert!(
        kept.contains("cf.br ^bb1") && !kept.contains("arith."),
        "{kept}"
    );
    assert_eq!(run("top-down=false").1, normal);
    assert_eq!(run("max-iterations=-1").1, normal);
    assert_eq!(run("max-iterations=10 test-convergence").1, normal);
    // The first iteration changes something, so only a second one could show convergence.
    let (code, out, err) = run("max-iterations=1 test-convergence=true");
    assert_eq!((code, &*out), (Some(1), ""));
    assert_has!(err, "still changes the program after 1 iteration");
    let (code, out, _) = run("max-iterations=0 test-convergence=true");
    assert!(code == Some(0) && out.contains("arith.addi"), "{out}");
}

/// As [`opt`], on another text.
fn opt_on(program: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = memplan_with_input(&[&["opt"], arguments].concat(), program.as_bytes());
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    (output.status.code(), out, err)
}

/// Expected messages in every notation of mlir-opt: on the line, at an offset, above, below, elsewhere, and as regular
/// expressions.
#[test]
fn messages_are_compared_with_the_comments_of_the_file() {
    let flags = &["--split-input-file", "--verify-diagnostics"][..];
    let met = "\
func.func @a() {
  %0 = arith.constant 1 : i33 x // expected-error {{custom op `x`}}
}
// -----
func.func @b() {
  // expected-error-re@below {{op `test.{{[a-z]+}}` is}}
  %0 = test.nothing
}
// -----
func.func @c() {
  func.call @missing() : () -> ()
  // expected-error@above {{@missing}}
  return
}
// -----
// expected-remark@+2 {{not planned: it is in a memory space}}
func.func @d() {
  %0 = memref.alloc() : memref<4xf32, 1>
  memref.dealloc %0 : memref<4xf32, 1>
  return
}
";
    let planned = [flags, &["--static-memory-planner-analysis"]].concat();
    let (code, out, err) = opt_on(met, &planned);
    assert_eq!((code, &*err), (Some(0), ""), "{out}");
    assert_eq!(out.matches("func.func").count(), 1, "{out}");

    // One message meets one expectation; a message and an expectation that nothing meets are both said.
    let unmet = "\
// expected-error@+2 {{custom op}}
// expected-error@+1 {{custom op}}
test.nothing
// -----
test.nothing
";
    let (code, _, err) = opt_on(unmet, flags);
    assert_eq!(code, Some(1));
    assert_has!(
        err,
        "<stdin>:2: error: expected error \"custom op\" was not produced",
        "<stdin>:5:1: error: unexpected error: custom op"
    );
    assert_eq!(err.matches(": error: ").count(), 2, "{err}");
    let only = &["--split-input-file", "--verify-diagnostics=only-expected"];
    let (_, _, err) = opt_on(unmet, only);
    assert_eq!(err.matches(": error: ").count(), 1, "{err}");
    let (_, _, err) = opt_on("// expected-error-re {{a {{(}} b}}", flags);
    assert_has!(err, "invalid regular expression");
}

#[test]
fn passes_print_and_count() {
    let program = "\
func.func @f() {
  %0 = memref.alloc() : memref<4xf32>
  memref.dealloc %0 : memref<4xf32>
  return
}
// =====
func.func @g() {
  return
}
";
    let (code, out, err) = opt_on(
        program,
        &[
            "--pass-pipeline=builtin.module(func.func(print-buffer-lifetime-stats,static-memory-planner-analysis))",
            "--split-input-file=// =====",
            "--output-split-marker=// +++++",
            "--mlir-pass-statistics",
            "--verify-roundtrip",
        ],
    );
    assert_eq!(code, Some(0), "{err}");
    for name in ["'f'", "'g'"] {
        let head = format!("--- Buffer Lifetime Statistics for {name} ---\n");
        assert!(err.contains(&head) && !out.contains(&head), "{out}\n{err}");
    }
    assert_has!(out, "\n// +++++\n");
    assert_has!(
        err,
        "static-memory-planner-analysis\n  (S) 1 num-eligible - "
    );
    let failing = "func.func @f() -> memref<4xf32> {\n  %0 = memref.alloc() : memref<4xf32>\n  return %0 : memref<4xf32>\n}\n";
    let flags = [
        "--static-memory-planner-analysis",
        "--mlir-print-ir-after-failure",
    ];
    let (code, _, err) = opt_on(failing, &flags);
    assert_eq!(code, Some(1));
    assert_has!(
        err,
        "// -----// IR Dump After static-memory-planner-analysis Failed //----- //"
    );
}
