//! Helpers of the end-to-end tests: running the command, and finding the other MLIR tools.
#![allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each test uses its own part of this, and fails where it fails"
)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

pub(crate) use memplan_testing::scratch::Scratch;
use serde_json::Value;

/// The words of a command line, in which names stand as in `format!`.
macro_rules! args {
    ($line:literal) => {
        &format!($line).split(' ').collect::<Vec<&str>>()
    };
}

/// Asserts that a text contains all of these parts.
macro_rules! assert_has {
    ($text:expr, $($part:expr),+ $(,)?) => {
        $(assert!($text.contains($part), "{}", $text);)+
    };
}

/// Asserts that a text begins with this part.
macro_rules! assert_starts {
    ($text:expr, $part:expr) => {
        assert!($text.starts_with($part), "{}", $text)
    };
}

pub(crate) use {args, assert_has, assert_starts};

/// The repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Runs the command in the repository's folder.
pub(crate) fn memplan(arguments: &[&str]) -> Output {
    memplan_with_input(arguments, b"")
}

/// Runs the command with these bytes as standard input.
pub(crate) fn memplan_with_input(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_memplan"))
        .args(arguments)
        .current_dir(root())
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // A command may close the pipe without reading its input.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// Standard output of a run that must succeed.
pub(crate) fn stdout(arguments: &[&str]) -> String {
    let output = memplan(arguments);
    assert!(
        output.status.success(),
        "{arguments:?}: {}\n{}",
        output.status,
        text(&output.stderr)
    );
    text(&output.stdout)
}

/// Standard error of a run that must end with this exit code.
pub(crate) fn stderr_of(code: i32, arguments: &[&str]) -> String {
    let output = memplan(arguments);
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {stderr}");
    stderr
}

/// The JSON that a run prints, which must succeed.
pub(crate) fn printed_json(arguments: &[&str]) -> Value {
    serde_json::from_str(&stdout(arguments)).unwrap()
}

pub(crate) fn json_file(path: &str) -> Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The error of `mlir-opt` on a text; `None` when it accepts the text.
pub(crate) fn mlir_opt_error(mlir_opt: &Path, text: &str) -> Option<String> {
    let mut child = Command::new(mlir_opt)
        .args(["--allow-unregistered-dialect", "-o", "/dev/null"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = text.as_bytes().to_vec();
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    (!output.status.success()).then(|| self::text(&output.stderr))
}
