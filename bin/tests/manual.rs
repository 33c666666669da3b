//! Self-description of the command: help, lists, manual pages, completions, and usage errors.

use crate::common::{
    Scratch, assert_has, memplan, memplan_with_input, printed_json, stderr_of, stdout, text,
};
use serde_json::Value;

const VERBS: &[&str] = &[
    "alias-scopes",
    "merge",
    "opt",
    "trace",
    "plan",
    "bench",
    "leaderboard",
    "check",
    "verify-proof",
    "apply",
    "convert",
    "list",
    "show",
    "serve",
    "completions",
    "man",
];

#[test]
fn help_explains_each_verb() {
    for verb in VERBS {
        let help = stdout(&["help", verb]);
        assert_eq!(help, stdout(&[verb, "--help"]), "{verb}");
        assert!(
            help.contains("Examples:\n  memplan "),
            "{verb} has no examples:\n{help}"
        );
    }
    assert_eq!(stdout(&["help"]), stdout(&["--help"]));
}

/// Only without other members of the workspace is this built without the service.
#[cfg(not(feature = "serve"))]
#[test]
fn builds_without_a_service_tell_where_it_is() {
    for arguments in [
        &["serve"][..],
        &["serve", "--listen", "127.0.0.1:0"],
        &[
            "plan",
            "datasets/data/nine.csv",
            "--server",
            "http://127.0.0.1:7717",
        ],
    ] {
        let said = stderr_of(2, arguments);
        assert_has!(said, "this build has no service", "--features serve");
    }
}

#[test]
fn completions_know_verbs_flags_and_passes() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = stdout(&["completions", shell]);
        for word in [
            "verify-proof",
            "time-limit",
            "canonicalize",
            "planners",
            "greedy-by-conflicts",
        ] {
            assert!(script.contains(word), "{shell} does not know {word}");
        }
    }
    let bash = stdout(&["completions", "bash"]);
    let scratch = Scratch::new("completions");
    let script = scratch.file("memplan.bash", &bash);
    for (before, word, expected) in [
        ("plan", "--cap", "--capacity"),
        ("--planner", "greedy-by-l", "greedy-by-lifetime"),
    ] {
        let words = format!(
            "source \"$1\"; COMP_WORDS=(memplan plan {before} {word}); COMP_CWORD=3; \
             _memplan memplan {word} {before}; echo \"${{COMPREPLY[@]}}\""
        );
        let output = std::process::Command::new("bash")
            .args(["-c", &words, "bash", &script])
            .output();
        match output {
            Ok(output) => assert_eq!(text(&output.stdout).trim(), expected),
            Err(error) => memplan_testing::outside::skip_tool(&format!("bash ({error})")),
        }
    }
}

#[test]
fn there_is_a_page_for_the_command_and_for_each_verb() {
    let scratch = Scratch::new("man");
    let pages = scratch.path("man1");
    assert_eq!(stdout(&["man", "-o", &pages]), "");
    let read = |name: &str| std::fs::read_to_string(format!("{pages}/{name}")).unwrap();
    let root = read("memplan.1");
    assert_eq!(root, stdout(&["man"]));
    assert_has!(root, ".TH memplan 1");
    for verb in VERBS {
        let page = read(&format!("memplan-{verb}.1"));
        assert_eq!(page, stdout(&["man", verb]));
        assert!(page.contains(&format!(".TH memplan-{verb} 1")), "{verb}");
        assert!(page.contains("Examples:"), "{verb}");
    }
    assert_eq!(std::fs::read_dir(&pages).unwrap().count(), VERBS.len() + 1);
    let stderr = stderr_of(2, &["man", "marge"]);
    assert_has!(stderr, "[unknown-verb]");
}

#[test]
fn list_tells_all_about_one() {
    let list = |arguments: &[&str]| stdout(&[&["list"], arguments].concat());
    let exact = list(&["planners", "exact"]);
    assert!(exact.starts_with("Planners:\n  exact\n"), "{exact}");
    assert_has!(
        exact,
        "also called optimal",
        "example: memplan plan model.mtrace --planner 'exact{"
    );
    assert!(!exact.contains("best-fit"));
    let line =
        "\n      exact, anytime; proves every optimum; in-place hints proved; up to 5000 buffers\n";
    assert_has!(exact, line);
    let json = list(&["planners", "first-fit", "--format", "json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    let expected = serde_json::json!({
        "kind": "heuristic", "proofs": "bounds", "anytime": false, "in_place": "fused", "max_buffers": null,
    });
    assert_eq!(json["planners"][0]["capabilities"], expected);
    assert!(list(&["planners", "exec"]).contains("\n      external, anytime; "));
    assert_eq!(list(&["planners", "optimal"]), exact);
    let json: Value = serde_json::from_str(&list(&["passes", "cse", "--format", "json"])).unwrap();
    assert_eq!(json["passes"].as_array().unwrap().len(), 1);
    assert_eq!(json["passes"][0]["example"], "memplan opt model.mlir --cse");
    for kind in [
        "planners",
        "collectors",
        "mutators",
        "passes",
        "readers",
        "generators",
    ] {
        let all: Value = serde_json::from_str(&list(&[kind, "--format", "json"])).unwrap();
        for entry in all[kind].as_array().unwrap() {
            let name = entry["name"].as_str().unwrap();
            let one = list(&[kind, name]);
            assert!(
                one.contains(&format!("\n  {name}\n")),
                "{kind} {name}: {one}"
            );
            assert_eq!(one.matches("example: memplan ").count(), 1, "{kind} {name}");
        }
        let stderr = stderr_of(2, &["list", kind, "nope"]);
        let singular = kind.strip_suffix("es").filter(|kind| *kind == "pass");
        let singular = singular.or(kind.strip_suffix('s')).unwrap();
        let expected = format!("there is no {singular} `nope`");
        assert_has!(stderr, &expected);
    }
}

#[test]
fn a_misspelt_name_gives_the_nearest_one() {
    let message = |arguments: &[&str]| stderr_of(2, arguments);
    for (kind, name, nearest) in [
        ("planners", "exakt", "did you mean `exact`?"),
        ("passes", "canonicalise", "did you mean `canonicalize`?"),
    ] {
        let message = message(&["list", kind, name]);
        assert_has!(message, nearest);
    }
    let opt = |flag: &str| message(&["opt", "-", flag]);
    for flag in ["--zzz", "--qqqq=1"] {
        let message = opt(flag);
        assert!(!message.contains("-- --"), "{message}");
        assert_has!(message, "`memplan list passes`");
    }
    assert!(opt("--csee").contains("'--cse'"));
    #[cfg(not(feature = "wasm"))]
    for arguments in [
        &["list", "planners", "wasm"][..],
        &["plan", "gen:tight{n=9}", "--planner", "wasm{file=x.wasm}"],
    ] {
        let message = message(arguments);
        assert_has!(message, "this build leaves out `wasm`", "--features wasm");
    }
}

/// Commands in the lists are there to be copied: each must be one that runs.
#[test]
fn examples_of_the_lists_run() {
    let scratch = Scratch::new("list-examples");
    let model = scratch.path("model.mlir");
    std::fs::copy(crate::common::root().join("examples/mlp.mlir"), &model).unwrap();
    let trace = scratch.path("model.mtrace");
    stdout(&["trace", &model, "-o", &trace]);
    // The example of a reader needs a file of another tool; `readers.rs` has one.
    for kind in ["planners", "collectors", "mutators", "passes", "generators"] {
        let all = printed_json(&["list", kind, "--format", "json"]);
        for entry in all[kind].as_array().unwrap() {
            let name = entry["name"].as_str().unwrap();
            // `exec` needs a program of the user, and the other one functions that return no buffers.
            if matches!(name, "exec" | "static-memory-planner-analysis") {
                continue;
            }
            let one = printed_json(&["list", kind, name, "--format", "json"]);
            let example = one[kind][0]["example"].as_str().unwrap().to_owned();
            let example = example
                .replace("model.mtrace", &trace)
                .replace("model.mlir", &model);
            let words: Vec<String> = words(&example);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            // A generator may create a million buffers, so limit the planner to a minimum of work.
            let limit: &[&str] = if kind == "generators" {
                &["--work", "1"]
            } else {
                &[]
            };
            let output = memplan(&[&words[1..], limit].concat());
            assert_eq!(
                output.status.code(),
                Some(0),
                "{example}: {}",
                text(&output.stderr)
            );
        }
    }
}

/// The words of a command as a shell cuts it, quotes within words included.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut is_quoted) = (Vec::new(), String::new(), false);
    for c in line.chars() {
        match c {
            '\'' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(std::mem::take(&mut word)),
            c => word.push(c),
        }
    }
    words.push(word);
    words
}

#[test]
fn usage_errors_have_the_shape_of_all_messages() {
    let complain = |arguments: &[&str]| -> Value {
        let output = memplan(&[&["--diagnostics", "json"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty());
        let lines = text(&output.stderr);
        assert_eq!(lines.lines().count(), 1, "{lines}");
        serde_json::from_str(&lines).unwrap()
    };
    for (arguments, code, message) in [
        (
            &["plan"][..],
            "missing-argument",
            "required arguments were not provided",
        ),
        (&[], "missing-argument", "missing verb"),
        (
            &["merge"],
            "missing-argument",
            "required arguments were not provided: <IN>",
        ),
        (
            &["marge"],
            "unknown-verb",
            "unrecognized subcommand 'marge'",
        ),
        (
            &["plan", "x", "--plannner", "a"],
            "unknown-argument",
            "unexpected argument '--plannner'",
        ),
        (
            &["plan", "x", "--time-limit", "5"],
            "bad-value",
            "invalid value '5' for '--time-limit",
        ),
        (
            &["plan", "x", "--format", "xml"],
            "bad-value",
            "invalid value 'xml' for '--format",
        ),
        (
            &["plan", "x", "-q", "-v"],
            "conflicting-arguments",
            "cannot be used with",
        ),
        (
            &["opt", "-nope"],
            "unknown-argument",
            "unexpected argument '--nope'",
        ),
        (
            &["opt", "-canonicalize=x=1"],
            "unknown-option",
            "has no option `x`",
        ),
        (
            &["plan", "x", "--planner", "nope"],
            "unknown-planner",
            "nope",
        ),
        (&["list", "planners", "nope"], "unknown-planner", "nope"),
    ] {
        let told = complain(arguments);
        assert_eq!(told["level"], "error");
        assert_eq!(told["code"], code, "{told}");
        assert!(
            told["message"].as_str().unwrap().contains(message),
            "{told}"
        );
    }
    let told = complain(&["plan", "x", "--plannner", "a"]);
    let help = told["help"].as_array().unwrap();
    assert!(help[0].as_str().unwrap().contains("--planner"), "{told}");
    assert!(
        help.iter()
            .any(|line| line.as_str().unwrap().starts_with("Usage: memplan plan"))
    );
    // Requested help is printed as text, not as a diagnostic.
    let output = memplan(&["--diagnostics=json", "plan", "--help"]);
    assert!(output.status.success() && text(&output.stdout).contains("Examples:"));
}

#[test]
fn planner_and_planners_are_one_flag() {
    let trace = "gen:skewed{n=20}";
    for flag in ["--planner", "--planners"] {
        assert!(stdout(&["plan", trace, flag, "first-fit"]).contains("first-fit"));
        assert!(stdout(&["show", trace, flag, "first-fit"]).starts_with("<svg"));
        assert!(stdout(&["merge", "examples/mlp.mlir", flag, "first-fit"]).contains("module"));
        let bench = ["bench", trace, flag, "first-fit", "--repeat", "1"];
        assert!(stdout(&bench).contains("first-fit"));
    }
}

#[test]
fn threads_are_set_alike_and_change_nothing() {
    let arguments: &[&[&str]] = &[
        &["merge", "examples/mlp.mlir"],
        &["show", "examples/mlp.mlir"],
        &["opt", "examples/mlp.mlir", "-canonicalize", "-cse"],
        &["plan", "gen:skewed{n=20}"],
    ];
    for verb in arguments {
        let plain = stdout(verb);
        for threads in [&["-j", "1"][..], &["-j3"], &["--threads", "2"]] {
            assert_eq!(
                stdout(&[verb, threads].concat()),
                plain,
                "{verb:?} {threads:?}"
            );
        }
        let stderr = stderr_of(2, &[verb, &["-j", "0"][..]].concat());
        assert_has!(stderr, "invalid value '0' for '--threads <N>': expected a ");
    }
    let bench = |more: &[&str]| {
        let base = ["bench", "gen:skewed{n=20}", "--repeat=1", "--format=json"];
        let json = printed_json(&[&base[..], &["--planner=first-fit"], more].concat());
        json["budget"]["threads"].as_u64().unwrap()
    };
    assert_eq!(bench(&["-j", "4"]), 4);
    assert_eq!(bench(&["-j", "4", "--jobs", "2"]), 2);
}

#[test]
fn a_quiet_merge_says_nothing() {
    let scratch = Scratch::new("quiet");
    let loud = memplan(&["merge", "examples/mlp.mlir"]);
    assert!(text(&loud.stderr).starts_with("planned 3 of 4 buffers"));
    let quiet = memplan(&["merge", "examples/mlp.mlir", "-q"]);
    assert_eq!(
        (text(&quiet.stderr), quiet.stdout),
        (String::new(), loud.stdout)
    );
    // A report with its own output file is still written.
    let report = scratch.path("report.txt");
    let output = memplan(&["merge", "examples/mlp.mlir", "-q", "--report", &report]);
    assert!(output.stderr.is_empty());
    assert_eq!(
        std::fs::read_to_string(&report).unwrap(),
        text(&loud.stderr)
    );
    // Warnings are hidden, errors are not.
    let broken = memplan_with_input(&["merge", "-", "-q"], b"func.func @f() { nope }");
    assert_eq!(broken.status.code(), Some(1));
    assert_has!(text(&broken.stderr), "error:");
}
