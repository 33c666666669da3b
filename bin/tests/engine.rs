//! `memplan plan --engine`: what the Python package is started with, by an interpreter that is a shell script.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a failure here is one of the test")]

use std::process::{Command, Output};

use crate::common::{assert_has, root, text};

/// Runs the command with an interpreter that prints its arguments and has these exit codes: when it is asked for the
/// package, and when it runs it.
fn plan(arguments: &[&str], has_package: i32, ends: i32) -> Output {
    Command::new(env!("CARGO_BIN_EXE_memplan"))
        .arg("plan")
        .args(arguments)
        .env("MEMPLAN_PYTHON", root().join("bin/tests/data/python.sh"))
        .env("TEST_HAS_PACKAGE", has_package.to_string())
        .env("TEST_ENDS", ends.to_string())
        .output()
        .unwrap()
}

#[test]
fn the_package_gets_the_options() {
    let output = plan(&["traces", "--engine", "ray"], 0, 0);
    assert_eq!(
        text(&output.stdout),
        "-m memplan.ray --alignment 1 --seed 0 -- traces\n"
    );
    let arguments = [
        "a.csv",
        "b",
        "-o",
        "out",
        "--engine",
        "ray://h:1",
        "--planner",
        "best-fit,exact{work=5}",
        "--time-limit",
        "2s",
        "--work",
        "9",
        "-j",
        "3",
        "--force",
        "--quiet",
    ];
    let output = plan(&arguments, 0, 0);
    assert_eq!(
        text(&output.stdout),
        "-m memplan.ray --address ray://h:1 --planner best-fit,exact{work=5} --alignment 1 --seed 0 \
         --work 9 --time-limit 2000ms --in-flight 3 --output out --force --quiet -- a.csv b\n"
    );
    let output = plan(&["a", "--engine", "ray:auto"], 0, 0);
    assert_has!(text(&output.stdout), "--address auto");
}

#[test]
fn failures_are_those_of_the_package() {
    for code in [1, 2] {
        let output = plan(&["a", "--engine", "ray"], 0, code);
        assert_eq!(output.status.code(), Some(code));
        assert_eq!(text(&output.stderr), "");
    }
    let output = plan(&["a", "--engine", "ray"], 1, 0);
    assert_eq!(output.status.code(), Some(2));
    assert_has!(
        text(&output.stderr),
        "has no packages `memplan` and `ray`",
        "[no-ray]"
    );
    for engine in ["slurm", "rays", "ray:"] {
        let output = plan(&["a", "--engine", engine], 0, 0);
        assert_eq!(output.status.code(), Some(2));
        assert_has!(text(&output.stderr), "there is no engine");
    }
}
